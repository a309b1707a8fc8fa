//! Plain hex digits: `48656c6c6f`, `48 65 6c`, `48:65:6C`, `0x48, 0x65`, `48h`.
//!
//! `xxd -p`, `openssl -hex`, debuggers and people write such digits. Invariant: the writer's lines
//! are those of `xxd -p`.

use crate::coded::lines;
use crate::confidence::{
    self, ENOUGH, FAINT, HEX_FIGURES, HEX_LEAST_PAIRS, HEX_LIST_OF_PAIRS, HEX_LISTED, HEX_LONG,
    HEX_PAIRS, HEX_PREFIXED, HEX_SHARE, HEX_SHORT, HEX_SIGNED, POSSIBLE, PROVEN, SHARE, UNLIKELY,
};
use crate::hex_digit;
use crate::list::{self, ListStyle};
use data_encoding::HEXLOWER_PERMISSIVE;

use super::base::{DigitBase, classes};
use super::numbers::NumberReader;
use super::reader::DigitReader;
use crate::format::{DumpFormat, FormatSubject};
use crate::trial::{self, ReaderTrial};

pub(crate) static HEX: DumpFormat = DumpFormat {
    id: "hex",
    labels: &["plain", "xxd-p", "postscript"],
    about: "plain hex digits, with any separators",
    subject: FormatSubject::Bytes,
    readers: &[
        || Box::new(DigitReader::new(&BASE)),
        || Box::new(NumberReader::new()),
    ],
    detect,
    example: "48656c6c6f2c20e282ac0a\n",
    example_bytes: "Hello, €\n".as_bytes(),
    extensions: &["hex.txt", "ps"],
    writer: Some(|layout| list::writer(&LIST, layout.width)),
};

static LIST: ListStyle = ListStyle {
    put: |bytes, _, out| hex_digit::lower(bytes, out),
    width: 30,
    ..ListStyle::LINES
};

static BASE: DigitBase = DigitBase {
    bits: 4,
    per_byte: 2,
    classes: classes(16, b'x', b'h'),
    digit: "a hex digit",
    byte: "two hex digits",
    bulk: Some(bulk),
};

/// Decodes digits without anything between them; returns true if the text is nothing else.
fn bulk(text: &[u8], bytes: &mut Vec<u8>) -> bool {
    if !text.len().is_multiple_of(2) {
        return false;
    }
    bytes.resize(text.len() / 2, 0);
    let done = HEXLOWER_PERMISSIVE.decode_mut(text, bytes).is_ok();
    if !done {
        bytes.clear();
    }
    done
}

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    let counts = &trial.counts;
    if counts.bytes == 0 {
        return 0;
    }
    let share = trial::share(trial);
    // A call with a number in it, or a value of gdb.
    let is_few = counts.bytes < confidence::HEX_LEAST_BYTES;
    if is_few && (is_call(trial.text) || is_value_of_gdb(trial.text)) {
        return 0;
    }
    if has_text_behind_bar(trial.text) {
        return 0;
    }
    if is_list_of_decimals(trial.text) {
        let most = match () {
            // Numbers of JSON are decimal.
            () if trial::has(trial.text, b"\":") => 0,
            () if is_list_of_pairs(trial.text) => HEX_LIST_OF_PAIRS,
            () => FAINT,
        };
        return trial::percent(share, SHARE, most);
    }
    if trial.trouble.is_none() && is_list_of_hex(trial.text) {
        return trial::percent(share, HEX_SHARE, HEX_SHORT.1);
    }
    // Letters alone, in quotes or beside lines of something else, are text, or zeros in base64.
    let has_figure = trial
        .bytes
        .iter()
        .any(|byte| byte & 0xF < 10 || byte >> 4 < 10);
    let is_quoted = trial.text.contains(&b'"');
    if !has_figure && (is_quoted || counts.skipped > 0 && counts.bytes > HEX_LEAST_PAIRS * 4) {
        return trial::percent(share, SHARE, UNLIKELY);
    }
    if is_led_apart(trial.text) {
        return trial::percent(share, SHARE, FAINT);
    }
    let failed = trial.trouble.is_some() && counts.bytes < confidence::HEX_LEAST_BYTES;
    // A document, or a text that was hardly understood.
    let document = failed || trial::has(trial.text, b"\": ");
    // The value of a call, or of a word.
    if counts.bytes == 1 && counts.signs == 0 && has_words(trial.text) {
        return 0;
    }
    // An address, and no digits after it.
    let mut words = trial::words(trial.text);
    if words.next().is_some_and(|word| word.ends_with(b":")) && words.next().is_none() {
        return 0;
    }
    // A dump of another format, whose first words are addresses.
    let addressed = counts.jumped > 0 && counts.jumped * 2 >= counts.read
        || goes_on(trial.text)
        || begins_at_zero(trial.text);
    // Numbers of one digit, without any proof that they are bytes.
    let single = counts.ambiguous > 0 && counts.signs == 0;
    // The head of a dump without rows.
    let head = counts.read == 1 && has_head(trial.text);
    // Numbers with a sign, which are bytes by their values alone.
    if counts.signs > 0 && trial.trouble.is_none() && !addressed {
        return trial::percent(share, HEX_SHARE, HEX_SIGNED);
    }
    // Damaged records, which belong to another format.
    let is_other = is_records(trial.text) || trial::is_of_windbg(trial.text);
    if document || addressed || single || head || is_other {
        return trial::percent(share, SHARE, POSSIBLE);
    }
    if has_decimals(trial.text) {
        return 0;
    }
    // Figures that are given to a name in quotes are more likely text.
    let is_figures = || {
        trial
            .bytes
            .iter()
            .all(|byte| byte & 0xF < 10 && byte >> 4 < 10)
    };
    if is_quoted && trial.text.contains(&b'=') && is_figures() {
        return trial::percent(share, SHARE, POSSIBLE);
    }
    let most = likeness(trial.text, counts.bytes);
    // Two digits among other words may be a number.
    let most = match trial::has_other_letters(trial.text) {
        // Nothing tells that they are hex.
        true if most < ENOUGH => 0,
        true => most.min(PROVEN - 1),
        false => most,
    };
    trial::percent(share, HEX_SHARE, most)
}

/// Reports whether a text has two words or more.
fn has_words(text: &[u8]) -> bool {
    let is_word = |word: &[u8]| word.len() > 2 && word.iter().all(u8::is_ascii_alphabetic);
    trial::words(text).filter(|word| is_word(word)).count() > 1
}

/// Reports whether words and quotes are in parentheses, as in `read(3, "a", 4096) = 32`.
fn is_call(text: &[u8]) -> bool {
    let has = |mark: u8| memchr::memchr(mark, text).is_some();
    has(b'(') && has(b'"') && trial::has_other_letters(text)
}

/// Reports whether a text is a number that gdb prints with its character: `$1 = 34 '"'`.
fn is_value_of_gdb(text: &[u8]) -> bool {
    let mut words = trial::words(text);
    let name = words.next().and_then(|word| word.strip_prefix(b"$"));
    let is_name = name.is_some_and(|name| name.iter().all(u8::is_ascii_digit));
    is_name && words.next() == Some(b"=") && memchr::memchr(b'\'', text).is_some()
}

/// Reports whether an open bar stands in each line, and behind it as many characters as there are bytes before.
fn has_text_behind_bar(text: &[u8]) -> bool {
    let mut lines = trial::lines(text)
        .filter(|line| !line.is_empty())
        .peekable();
    let is_row = |line: &[u8]| {
        let Some(bar) = memchr::memmem::find(line, b" |") else {
            return false;
        };
        let behind = &line[bar + 2..];
        let bytes = trial::words(&line[..bar]).filter(|word| word.len() == 2);
        !behind.is_empty() && !behind.contains(&b'|') && behind.len() == bytes.count()
    };
    lines.peek().is_some() && lines.all(is_row)
}

/// Reports whether a word of each line, perhaps after the stamps of a log, grows like an address.
fn goes_on(text: &[u8]) -> bool {
    (0..MOST_STAMPS).any(|stamps| {
        [16, 8, 10]
            .into_iter()
            .any(|radix| ascends(text, stamps, radix))
    })
}

/// Reports whether the first word is a zero as long as an address, and not as long as the next
/// word.
fn begins_at_zero(text: &[u8]) -> bool {
    let mut words = trial::words(text);
    let first = words.next().unwrap_or_default();
    let address = first.len() >= 4 && first.iter().all(|byte| *byte == b'0');
    address
        && words
            .next()
            .is_some_and(|second| second.len() != first.len())
}

/// A stamp has fewer words than this.
const MOST_STAMPS: usize = 6;

/// Reports whether the words after `stamps` others grow like addresses: each by the bytes of its
/// row, or in three rows and more by a constant step that is no greater.
fn ascends(text: &[u8], stamps: usize, radix: u32) -> bool {
    let mut before: Option<(u64, u64)> = None;
    let (mut exact, mut even, mut rows, mut step) = (true, true, 0, None);
    for line in trial::lines(text).filter(|line| !line.is_empty()) {
        let mut words = trial::words(line).skip(stamps);
        let first = words.next().and_then(|word| std::str::from_utf8(word).ok());
        let first = first.map(|word| word.trim_end_matches(':'));
        let first = first.filter(|word| (4..=16).contains(&word.len()));
        let Some(address) = first.and_then(|word| u64::from_str_radix(word, radix).ok()) else {
            return false;
        };
        let digits: usize = words.map(<[u8]>::len).sum();
        if let Some((last, held)) = before {
            let Some(grown) = address.checked_sub(last).filter(|grown| *grown > 0) else {
                return false;
            };
            // The address of the end may cut a word that was padded.
            let ends = digits == 0 && grown <= held;
            exact &= grown == held || ends;
            even &= ends || grown <= held && step.is_none_or(|step| step == grown);
            step = step.or(Some(grown));
        }
        before = Some((address, digits as u64 / 2));
        rows += 1;
    }
    rows > 1 && exact || rows > 2 && even
}

/// The numbers of a list in square brackets that is all of a text; none if it is something else.
fn list_in_brackets(text: &[u8]) -> Option<impl Iterator<Item = &[u8]> + Clone> {
    let inside = text.trim_ascii().strip_prefix(b"[")?.strip_suffix(b"]")?;
    let numbers = inside.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    // A comma may follow the last.
    Some(numbers.filter(|number| !number.is_empty()))
}

/// Reports whether a text is a list of numbers of two digits, which may be hex as `{:x?}` of Rust
/// writes it.
fn is_list_of_pairs(text: &[u8]) -> bool {
    list_in_brackets(text).is_some_and(|mut numbers| numbers.all(|number| number.len() == 2))
}

/// Reports whether a text is a list of hex numbers of one or two digits, some with a letter.
fn is_list_of_hex(text: &[u8]) -> bool {
    let is_byte = |number: &[u8]| number.len() <= 2 && number.iter().all(u8::is_ascii_hexdigit);
    list_in_brackets(text).is_some_and(|mut numbers| {
        let has_letter = |number: &[u8]| number.iter().any(u8::is_ascii_alphabetic);
        numbers.clone().all(is_byte) && numbers.clone().count() > 1 && numbers.any(has_letter)
    })
}

/// Reports whether each line begins with digits that stand apart, as addresses do: two blanks or more
/// after them, and one between all that follow.
fn is_led_apart(text: &[u8]) -> bool {
    let is_led = |line: &[u8]| {
        let len = line.iter().take_while(|byte| byte.is_ascii_hexdigit());
        let (first, rest) = line.split_at(len.count());
        let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
        let rest = &rest[blanks..];
        first.len() >= 4
            && blanks >= 2
            && trial::words(rest).count() > 1
            && !trial::has(rest, b"  ")
            && rest
                .iter()
                .all(|byte| *byte == b' ' || byte.is_ascii_hexdigit())
    };
    let mut lines = trial::lines(text)
        .filter(|line| !line.is_empty())
        .peekable();
    lines.peek().is_some() && lines.all(is_led)
}

/// Reports whether there are brackets, and no number in the text has a hex digit or a prefix: lists of
/// programs are decimal.
fn is_list_of_decimals(text: &[u8]) -> bool {
    text.contains(&b'[') && has_only_decimals(text)
}

/// Reports whether the bytes of a trial are hex digits of whole bytes and nothing was escaped: what is in
/// quotes is hex then, and no text. Figures alone are text, unless words tell otherwise.
pub(crate) fn is_only_digits(trial: &ReaderTrial<'_>) -> bool {
    const FEW: usize = 6;
    let bytes = trial.bytes.trim_ascii_end();
    let has = |is: fn(&u8) -> bool| bytes.iter().any(is);
    let is_told = has(u8::is_ascii_alphabetic) || {
        let mut outside = trial.text.split(|byte| *byte == b'"').step_by(2);
        let is_named = |some: &[u8]| some.iter().any(u8::is_ascii_alphabetic);
        outside.any(|some| is_named(some) && !some.contains(&b'='))
    };
    trial.counts.signs == 0
        && bytes.len() >= FEW
        && bytes.len().is_multiple_of(2)
        && bytes.iter().all(u8::is_ascii_hexdigit)
        && has(u8::is_ascii_digit)
        && is_told
}

/// Reports whether a string without escapes is hex digits but for very few characters: not the text that it
/// gives, but digits one of which was damaged.
pub(crate) fn is_damaged(trial: &ReaderTrial<'_>) -> bool {
    let bytes = trial.bytes.trim_ascii_end();
    let has_other = bytes.iter().any(|byte| !byte.is_ascii_hexdigit());
    trial.counts.signs == 0 && has_other && lines::is_damaged_hex(bytes)
}

/// Reports whether the numbers of a text are decimal, and commas or brackets are between them.
pub(crate) fn is_decimal_list(text: &[u8]) -> bool {
    text.iter().any(|byte| b"[,".contains(byte)) && has_only_decimals(text)
}

/// Reports whether no number of a text has a hex digit or a prefix.
fn has_only_decimals(text: &[u8]) -> bool {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let is_signed = |word: &[u8]| word.len() == 8 && word[..6].eq_ignore_ascii_case(b"ffffff");
    let is_number = |word: &&[u8]| word.first().is_some_and(u8::is_ascii_digit) || is_signed(word);
    let mut numbers = words.filter(is_number);
    numbers.all(|word| word.iter().all(u8::is_ascii_digit))
}

/// Reports whether numbers of three decimal digits, or of one in brackets, are among the words: no
/// hex digits are left out between others.
fn has_decimals(text: &[u8]) -> bool {
    let listed = memchr::memchr3(b'[', b'{', b'(', text).is_some();
    let words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let mut numbers = words.filter(|word| !word.is_empty() && word.iter().all(u8::is_ascii_digit));
    numbers.any(|word| word.len() == 3 || listed && word.len() == 1)
}

/// Reports whether the numbers of columns occur, but not at the head of a line.
fn has_head(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| *byte == b'\n');
    lines.any(|line| memchr::memmem::find(line, b"00 01 02 03").is_some_and(|at| at >= 4))
}

/// Reports whether all words after a stamp are octal numbers of two bytes, as od writes them.
fn is_octal(text: &[u8]) -> bool {
    let octal = |word: &&[u8]| {
        let small = matches!(word.first(), Some(b'0' | b'1'));
        small && word.len() == 6 && word.iter().all(|byte| matches!(byte, b'0'..=b'7'))
    };
    let mut count = 0;
    trial::lines(text).all(|line| {
        let mut data = trial::words(line)
            .skip_while(|word| !octal(word))
            .peekable();
        count += usize::from(data.peek().is_some());
        data.all(|word| octal(&word))
    }) && count > 0
}

/// Reports whether the words of the first row are more than one blank apart, or a single word is
/// indented.
fn is_spread(text: &[u8]) -> bool {
    let blanks = trial::first_row(text)
        .split(|byte| *byte != b' ')
        .filter(|blanks| !blanks.is_empty());
    let mut blanks = blanks.map(<[u8]>::len).peekable();
    let indent = text.iter().take_while(|byte| **byte == b' ').count();
    match blanks.peek() {
        Some(_) => blanks.all(|count| count > 1),
        None => indent == 2 || indent == 3,
    }
}

/// Reports whether some words that begin with a decimal digit have no prefix.
fn is_mixed(text: &[u8]) -> bool {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let mut words = words.filter(|word| word.first().is_some_and(u8::is_ascii_digit));
    words.any(|word| !matches!(word, [b'0', b'x' | b'X', ..]))
}

/// Reports whether a word with a prefix is longer than a byte.
fn is_wide(text: &[u8]) -> bool {
    let mut words = text.split(|byte| !byte.is_ascii_alphanumeric());
    words.any(|word| matches!(word, [b'0', b'x' | b'X', _, _, _, ..]))
}

/// Reports whether most lines begin like records with addresses and checksums.
fn is_records(text: &[u8]) -> bool {
    let lines = trial::lines(text).filter(|line| !line.is_empty());
    let records = lines.clone().filter(|line| {
        matches!(line, [b':', rest @ ..] if rest.len() >= 10)
            || matches!(line, [b'S', b'0'..=b'9', rest @ ..] if rest.len() >= 8)
    });
    records.count() * 2 >= lines.count().max(1)
}

/// The likeness of digits to a hex dump, in percent.
fn likeness(text: &[u8], bytes: u64) -> u8 {
    let numbers = text.iter().any(u8::is_ascii_digit);
    let letters = text
        .iter()
        .any(|byte| matches!(byte, b'a'..=b'f' | b'A'..=b'F'));
    let prefixed = text.windows(2).any(|pair| matches!(pair, b"0x" | b"0X"));
    let words = text.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b':' | b'-'));
    let mut words = words.filter(|word| !word.is_empty());
    let pairs = words.all(|word| word.len() == 2) && bytes >= HEX_LEAST_PAIRS;
    // Decimal numbers have no leading zero.
    let led = trial::words(text).any(|word| word.starts_with(b"0"));
    match (numbers, letters) {
        _ if is_octal(text) => POSSIBLE,
        // Columns are wider than a byte needs: decimals of two digits.
        (true, false) if is_spread(text) => POSSIBLE,
        // If only some numbers have a prefix, the others are decimal. The byte order of wide
        // numbers is unknown.
        _ if prefixed && (is_mixed(text) || text.contains(&b',') && is_wide(text)) => POSSIBLE,
        // A list that C reads too and explains better.
        _ if prefixed && text.contains(&b',') => HEX_LISTED,
        _ if prefixed => HEX_PREFIXED,
        (true, true) if bytes >= HEX_LONG.0 => HEX_LONG.1,
        (true, true) if bytes >= HEX_SHORT.0 => HEX_SHORT.1,
        (true | false, true) if pairs || bytes >= HEX_PAIRS.0 && numbers => HEX_PAIRS.1,
        (true, false) if pairs && led => HEX_FIGURES,
        _ => POSSIBLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong, skipped};

    #[test]
    fn digits_are_read_with_anything_between_them() {
        check(
            &HEX,
            &[
                ("48656c6c6f", b"Hello"),
                ("48 65 6C\n6c 6f\n", b"Hello"),
                ("48:65-6c,6c;6f", b"Hello"),
                ("0x48, 0x65, 0xa", b"He\n"),
                ("{0x48,0x65}", b"He"),
                ("0x4865", b"He"),
                ("48h, 65h, 0Ah", b"He\n"),
                ("<48656c>", b"Hel"),
                ("\"48656c\"", b"Hel"),
                ("48656\nc6c\n", b"Hell"),
                ("", b""),
            ],
        );
    }

    #[test]
    fn words_before_the_digits_are_found_by_the_lines() {
        let text = "2026-11-22 10:00:01.123 DEBUG recv 48 65 6c\n\
                    2026-11-22 10:00:01.124 DEBUG recv 6f\n";
        check(
            &HEX,
            &[
                (text, b"Helo"),
                ("key: 48656c\n", b"Hel"),
                ("<Buffer 48 65 6c>", b"Hel"),
            ],
        );
        assert_eq!(skipped(&HEX, text), []);
    }

    #[test]
    fn other_lines_are_skipped_and_reported() {
        let text = "Hi,\nhere it is:\n\n48656c6c6f\n\nBye, be well\n-- \nBob\n";
        check(&HEX, &[(text, b"Hello")]);
        assert_eq!(skipped(&HEX, text), [(1, 2), (6, 8)]);
    }

    #[test]
    fn a_spoilt_digit_is_an_error() {
        check_wrong(
            &HEX,
            &[
                ("0x48, 0x65, 0x1g", 16, "'g' is not a hex digit"),
                ("48 65 6g 6c", 8, "'g' is not a hex digit"),
                ("48656c6cx16f", 9, "'x' is not a hex digit"),
                (
                    "48 6 65",
                    4,
                    "this byte is incomplete: two hex digits are expected",
                ),
                ("48 65 6c 6c 6f  Hello", 17, "'H' is not a hex digit"),
            ],
        );
    }

    #[test]
    fn a_digit_over_is_remarked() {
        let cut = "the line is cut: the last byte is incomplete and was left out";
        check_remark(&HEX, &[("48656", 1, 5, cut), ("486\n\nBye\n", 1, 3, cut)]);
    }
}
