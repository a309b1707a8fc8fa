//! The doubts about digits that are read as a whole text: a byte that may be none, a list that has no end.
//!
//! Invariant: a doubt changes no byte, and is told.

use super::trial;

const UNCLOSED: &str = "the list has no closing bracket: it may be cut";
const UNFINISHED: &str = "a sign that separates bytes is at its end: it may be cut";
const NUMBERED: &str = "the number before the colon was read as a byte, and may be that of a line";
const INDEX: &str =
    "the number in brackets before the others was read as a byte, and may be an index";
const QUOTED: &str = "the digits in quotes were read as hex, and may be the text itself";
const STRING: &str =
    "the text in quotes was taken as it is; its digits may be hex, two for each byte";
const JOINED: &str = "several strings stand beside each other, and were joined";
const CODE: &str = "code beside the string makes characters too, which were left out";
const GLUED: &str = "characters right before the digits may belong to them, and were left out";
const OFFSETS: &str =
    "the first byte of each line grows like an address, and was read as a byte; it may be no byte";
const ADDRESSES: &str = "the first number of a line may be its address, and was read as bytes";
const DECIMALS: &str = "its numbers were read as hex; as decimal they are bytes too";

/// The doubt about a list that was read as source code.
pub(super) fn of_list(text: &[u8]) -> Option<&'static str> {
    let first = trial::lines(text)
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    let mut words = trial::words(first).peekable();
    let is_index = |word: &[u8]| {
        let inside = word
            .strip_prefix(b"[")
            .and_then(|word| word.strip_suffix(b"]"));
        inside.is_some_and(|inside| {
            (1..=4).contains(&inside.len()) && inside.iter().all(u8::is_ascii_digit)
        })
    };
    let is_before_others =
        std::iter::from_fn(|| words.next().map(|word| (word, words.peek().copied())))
            .any(|(word, next)| next.is_some_and(|next| !next.starts_with(b"=")) && is_index(word));
    is_before_others.then_some(INDEX)
}

/// The doubt about a string that was read as such.
pub(super) fn of_string(text: &[u8]) -> Option<&'static str> {
    let text = text.trim_ascii();
    let inside = { text.strip_prefix(b"\"") }
        .and_then(|text| text.strip_suffix(b"\""))
        .unwrap_or_default();
    // A word of small letters is more likely text.
    let is_digit = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'A'..=b'F' | b'f');
    let is_hex = inside.len() >= 4 && inside.len().is_multiple_of(2) && inside.iter().all(is_digit);
    // A row of MONITOR of Redis: a time, and the words of a command.
    let is_command = text.first().is_some_and(u8::is_ascii_digit)
        && memchr::memmem::find_iter(text, b"\" \"").next().is_some();
    match () {
        () if is_hex => Some(STRING),
        () if has_code_of_bytes(text) => Some(CODE),
        () if is_command || trial::lines(text).any(has_words_between) => Some(JOINED),
        () => None,
    }
}

/// Reports whether a call that makes a character of a number stands beside the strings: `Chr(208) & "A"`.
fn has_code_of_bytes(text: &[u8]) -> bool {
    let outside = text.split(|byte| *byte == b'"').step_by(2);
    let is_call = |some: &[u8]| {
        let some = some.to_ascii_lowercase();
        [&b"chr("[..], b"char("].iter().any(|name| {
            let at = memchr::memmem::find(&some, name);
            let next = at.and_then(|at| some.get(at + name.len()));
            next.is_some_and(u8::is_ascii_digit)
        })
    };
    outside.into_iter().any(is_call)
}

/// Reports whether a number or a word stands between two strings of a line; the prefix of a string is none.
fn has_words_between(line: &[u8]) -> bool {
    const LONGEST_PREFIX: usize = 2;
    let mut quotes = memchr::memchr_iter(b'"', line)
        .filter(|at| !line[..*at].ends_with(b"\\") || line[..*at].ends_with(b"\\\\"))
        .skip(1);
    while let (Some(close), Some(open)) = (quotes.next(), quotes.next()) {
        let between = &line[close + 1..open];
        let is_word = |word: &[u8]| word.iter().any(u8::is_ascii_alphanumeric);
        let mut words = trial::words(between).filter(|word| is_word(word));
        let is_prefix = |word: &[u8]| {
            word.len() <= LONGEST_PREFIX && between.ends_with(word) && word[0].is_ascii_alphabetic()
        };
        if words.any(|word| !is_prefix(word)) {
            return true;
        }
    }
    false
}

/// The doubt about a text that was read as digits.
pub(super) fn of_digits(text: &[u8]) -> Option<&'static str> {
    let first = trial::lines(text)
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    match () {
        () if is_unclosed(text) => Some(UNCLOSED),
        () if is_unfinished(text) => Some(UNFINISHED),
        () if has_offsets(text) => Some(OFFSETS),
        () if has_addresses(text) => Some(ADDRESSES),
        () if is_numbered(first) => Some(NUMBERED),
        () if is_glued(first) => Some(GLUED),
        () if is_of_one_kind(text) => Some(QUOTED),
        () if are_decimals(text) => Some(DECIMALS),
        () => None,
    }
}

/// Reports whether a list has no end: a buffer of Node, one in brackets, or a binary of Erlang.
fn is_unclosed(text: &[u8]) -> bool {
    let pairs: [(&[u8], u8); 4] = [
        (b"<Buffer ", b'>'),
        (b"<<", b'>'),
        (b"[", b']'),
        (b"{", b'}'),
    ];
    pairs.iter().any(|(opener, closer)| {
        let at = memchr::memmem::rfind(text, opener);
        // Marks of two directions are no brackets.
        let is_direction =
            *opener == b"<<" && trial::lines(text).any(|line| line.starts_with(b">>"));
        at.filter(|_| !is_direction).is_some_and(|at| {
            let inside = &text[at + opener.len()..];
            let first = inside.iter().find(|byte| !b" '\"".contains(byte));
            let is_list = first.is_some_and(u8::is_ascii_hexdigit);
            is_list && memchr::memchr(*closer, inside).is_none()
        })
    })
}

/// Reports whether lines begin with zeros or a number before a colon, longer than the number after it.
fn has_addresses(text: &[u8]) -> bool {
    trial::lines(text).any(|line| {
        let mut words = trial::words(line);
        let (Some(first), Some(second)) = (words.next(), words.next()) else {
            return false;
        };
        let number = first.strip_suffix(b":").unwrap_or(first);
        let digits = number.strip_prefix(b"0x").unwrap_or(number);
        let is_zero = digits.iter().all(|byte| *byte == b'0');
        let second = second.strip_prefix(b"0x").unwrap_or(second);
        let is_hex = digits.iter().chain(second).all(u8::is_ascii_hexdigit);
        let is_longer = digits.len() > 4 && digits.len() > second.len();
        is_hex && is_longer && (is_zero || number.len() < first.len())
    })
}

/// Reports whether the first of the pairs of digits in each line is the number of bytes after it in the lines
/// before.
fn has_offsets(text: &[u8]) -> bool {
    let lines = trial::lines(text).filter(|line| !line.is_empty());
    let is_led = |radix: u32| {
        let mut sum = 0;
        lines.clone().all(|line| {
            let mut words = trial::words(line);
            let first = words.next().filter(|word| word.len() == 2);
            let first = first.and_then(|word| std::str::from_utf8(word).ok());
            let first = first.and_then(|word| usize::from_str_radix(word, radix).ok());
            let is_next = first == Some(sum);
            sum += words.count();
            is_next
        })
    };
    lines.clone().count() > 1 && (is_led(16) || is_led(10))
}

/// Reports whether a text ends in a sign that stands between its pairs of digits, and after none of them
/// but the last one a line end.
fn is_unfinished(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let Some((sign @ (b'-' | b':'), before)) = text.split_last() else {
        return false;
    };
    let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_hexdigit);
    let len = before.len();
    len >= 3 && is_digit(len - 1) && is_digit(len - 2) && text[len - 3] == *sign
}

/// Reports whether a line begins with a number and a colon, as grep writes them, and no other colon is in it.
fn is_numbered(line: &[u8]) -> bool {
    let figures = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let Some((b':', rest)) = line.get(figures..).and_then(<[u8]>::split_first) else {
        return false;
    };
    let next = rest.first().is_some_and(|byte| !byte.is_ascii_whitespace());
    figures > 0 && next && !rest.contains(&b':') && !rest.contains(&b'-')
}

/// Reports whether the first word of a line has a colon and digits right after it that are no part of what
/// was read: `log.txt:12:01101001 01110100`.
fn is_glued(line: &[u8]) -> bool {
    let mut words = trial::words(line);
    let (Some(first), Some(second)) = (words.next(), words.next()) else {
        return false;
    };
    let is_digits = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_hexdigit);
    let is_alike = |digits: &[u8]| digits.len() == second.len() && is_digits(digits);
    if !is_digits(second) || is_digits(first) {
        return false;
    }
    if let [b'+' | b'*' | b'?' | b'~', digits @ ..] = first {
        return is_alike(digits);
    }
    memchr::memrchr(b':', first).is_some_and(|at| is_alike(&first[at + 1..]) && second.len() > 2)
}

/// Reports whether a text is one string in quotes whose digits are figures alone, or the same letter.
fn is_of_one_kind(text: &[u8]) -> bool {
    let quote = if text.contains(&b'"') { b'"' } else { b'\'' };
    let mut parts = text.split(|byte| *byte == quote);
    let (Some(_), Some(inside)) = (parts.next(), parts.next()) else {
        return false;
    };
    let is_figures = { inside.iter() }.all(|byte| byte.is_ascii_digit() || *byte == b' ');
    let is_letters = inside.trim_ascii_end().iter().all(u8::is_ascii_alphabetic);
    !inside.is_empty() && (is_figures || is_letters)
}

/// Reports whether all is pairs of figures, which are decimal numbers too: one in a line, in columns that
/// are wider than a byte needs, or between hyphens. Behind labels some may have one figure.
fn are_decimals(text: &[u8]) -> bool {
    // Labels may be before the numbers.
    let (mut has_labels, mut has_letter) = (false, false);
    let lines: Vec<&[u8]> = trial::lines(text)
        .filter(|line| !line.is_empty())
        .map(|line| {
            let is_of_number = |at: usize| {
                let is_hyphen = || at > 0 && line[at - 1..].starts_with(b" - ");
                line[at].is_ascii_digit()
                    || b" |\t;,".contains(&line[at])
                    || line[at] == b'-' && is_hyphen()
            };
            let label = (0..line.len()).rfind(|at| !is_of_number(*at));
            has_labels |= label.is_some();
            has_letter |= label.is_some_and(|at| line[at].is_ascii_alphanumeric());
            line[label.map_or(0, |label| label + 1)..].trim_ascii()
        })
        .collect();
    let lines = lines.into_iter().filter(|line| !line.is_empty());
    let is_wide = |line: &[u8]| {
        line.len() <= 2
            || memchr::memchr2(b';', b',', line).is_some()
            || trial::has(line, b"  ")
            || trial::has(line, b" - ")
    };
    let is_number = |word: &[u8]| match word {
        [b'1'..=b'9', _] => true,
        [_] => has_labels,
        _ => false,
    };
    let words = { lines.clone() }.flat_map(|line| line.split(|byte| !byte.is_ascii_digit()));
    let mut words = words.filter(|word| !word.is_empty());
    let has_pair = words.clone().any(|word| word.len() == 2);
    !has_letter
        && words.clone().count() > 2
        && has_pair
        && words.all(is_number)
        && lines.clone().all(is_wide)
}
