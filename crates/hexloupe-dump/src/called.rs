//! The argument of a call that makes bytes: `pack("H*", "d09f")`, `decode('0J8=', 'base64')`,
//! `#u8(208 159)`, `content: "\00041f"`.
//!
//! The table says which text stands before the argument, how the argument is written, and which text
//! stands after it. Invariant: the argument is read as the call would read it, or not at all; other data
//! beside the call is an error.

use super::confidence;
use super::format::{DumpFormat, DumpReader, FormatSubject};
use super::hex_digit;
use super::out::{ReaderOutput, Unreadable};
use super::reason;
use super::text::{DumpLine, non_blank};

pub(super) static CALLED: DumpFormat = DumpFormat {
    id: "call",
    labels: &["argument"],
    about: "the argument of a call that makes bytes: pack(\"H*\", \"d09f\"), atob('0J8='), #u8(208 159)",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::<CalledReader>::default()],
    detect: |trial| {
        let has_none = trial.whole && trial.counts.bytes == 0;
        if trial.counts.signs == 0 || has_none || trial.trouble.is_some() {
            return 0;
        }
        super::trial::percent(trial.share(), confidence::SHARE, confidence::CALLED)
    },
    example: "SELECT decode('SGVsbG8sIOKCrAo=', 'base64');\n",
    example_bytes: "Hello, €\n".as_bytes(),
    extensions: &[],
    writer: None,
};

/// The writing of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ArgumentKind {
    /// Pairs of hex digits, perhaps with single signs between them.
    Hex,
    /// The same with a backslash before each end of a line.
    FoldedHex,
    /// base64, in either alphabet.
    Base64,
    /// Numbers with commas, semicolons or blanks between them, perhaps in brackets.
    Numbers,
    /// Text with escapes of CSS.
    Css,
    /// Text with hex digits between bars, as rules of Snort have it.
    Piped,
    /// Text with two hex digits after each backslash.
    Backslashes,
}

/// A call: the text before its argument, the argument, and the text after it. In these texts `'` stands
/// for either quote, a blank for any number of blanks, a tab for one blank or more, `~` for a hex digit,
/// `^` for a decimal number, and a line feed for the end of a line.
struct CallForm(&'static [u8], ArgumentKind, &'static [u8]);

use ArgumentKind::{Backslashes, Base64, Css, FoldedHex, Hex, Numbers, Piped};

const FORMS: &[CallForm] = &[
    CallForm(b"\"$binary\" : \"", Base64, b"\""),
    CallForm(b"#u8(", Numbers, b")"),
    CallForm(b"#vu8(", Numbers, b")"),
    CallForm(b"#(", Numbers, b")"),
    CallForm(b"( data ( i32.const ^ ) '", Backslashes, b"' )"),
    CallForm(b"( x'", Hex, b"' )"),
    CallForm(b"-element Vector{UInt8}:\n", Numbers, b""),
    CallForm(b"<", Hex, b"> Tj"),
    CallForm(b"=hex:", FoldedHex, b" \n"),
    CallForm(b"=hex(~):", FoldedHex, b" \n"),
    CallForm(b"Authorization:\tBasic\t", Base64, b" \n"),
    CallForm(b"Buffer.from ( '", Hex, b"' , 'hex' )"),
    CallForm(b"Buffer.from ( '", Base64, b"' , 'base64' )"),
    CallForm(b"ByteArray[ '", Base64, b"' ]"),
    CallForm(b"BinData ( 0 , '", Base64, b"' )"),
    CallForm(b"DECODE ( '", Hex, b"' , 'hex' )"),
    CallForm(b"DECODE ( '", Base64, b"' , 'base64' )"),
    CallForm(b"Data([", Numbers, b"])"),
    CallForm(b"FROM_BASE64 ( '", Base64, b"' )"),
    CallForm(b"FromBase64String ( '", Base64, b"' )"),
    CallForm(b"HEXTORAW ( '", Hex, b"' )"),
    CallForm(b"HexData ( ~ , '", Hex, b"' )"),
    CallForm(b"REG_BINARY\t", Hex, b" \n"),
    CallForm(b"UNHEX ( '", Hex, b"' )"),
    CallForm(b"UInt8[", Numbers, b"]"),
    CallForm(b"['", Hex, b"'].pack('H*')"),
    CallForm(b"['", Base64, b"'].pack('m')"),
    CallForm(b"[", Numbers, b"].pack('C*')"),
    CallForm(b"[", Numbers, b"].pack('c*')"),
    CallForm(b"[Uint8Contents]: <", Hex, b">"),
    CallForm(b"[hex=", Hex, b"]"),
    CallForm(b"[|", Numbers, b"|]"),
    CallForm(b"\\# ^ ( ", Hex, b" )"),
    CallForm(b"\\# ^\t", Hex, b" \n"),
    CallForm(b"atob ( '", Base64, b"' )"),
    CallForm(b"array ( [", Numbers, b"] )"),
    CallForm(b"array ( [", Numbers, b"] , dtype=uint8)"),
    CallForm(b"array ( [", Numbers, b"] , dtype=int8)"),
    CallForm(b"array ( [", Numbers, b"] , dtype=np.uint8)"),
    CallForm(b"base64_decode ( '", Base64, b"' )"),
    CallForm(b"b64decode ( '", Base64, b"' )"),
    CallForm(b"b64decode ( b'", Base64, b"' )"),
    CallForm(b"byteArrayOf(", Numbers, b")"),
    CallForm(b"c'", Backslashes, b"'"),
    CallForm(b"content: '", Css, b"'"),
    CallForm(b"content: '", Piped, b"'"),
    CallForm(b"decode ( '", Hex, b"' , 'hex' )"),
    CallForm(b"decode ( '", Base64, b"' , 'base64' )"),
    CallForm(b"decode64 ( '", Base64, b"' )"),
    CallForm(b"echo\t'", Hex, b"' | xxd -r -p"),
    CallForm(b"echo\t", Hex, b"\t| xxd -r -p"),
    CallForm(b"echo\t-n\t", Hex, b"\t| xxd -r -p"),
    CallForm(b"echo\t'", Base64, b"' | base64 -d"),
    CallForm(b"echo\t", Base64, b"\t| base64 -d"),
    CallForm(b"from_base64 ( '", Base64, b"' )"),
    CallForm(b"fromList([", Numbers, b"])"),
    CallForm(b"hex2bin ( '", Hex, b"' )"),
    CallForm(b"hextoraw ( '", Hex, b"' )"),
    CallForm(b"hex=", Hex, b"]"),
    CallForm(b"pack ( 'H*' , '", Hex, b"' )"),
    CallForm(b"pack\t'H*' , '", Hex, b"'"),
    CallForm(b"pack ( 'C*' , ", Numbers, b" )"),
    CallForm(b"tensor ( [", Numbers, b"] )"),
    CallForm(b"tensor ( [", Numbers, b"] , dtype=torch.uint8)"),
    CallForm(b"tensor ( [", Numbers, b"] , dtype=torch.int8)"),
    CallForm(b"unhex ( '", Hex, b"' )"),
    CallForm(b"ubyteArrayOf(", Numbers, b")"),
    CallForm(b"uint8([", Numbers, b"])"),
];

/// The rows that begin with a byte: the first, and the number of them.
static BEGINNINGS: [(u8, u8); 256] = {
    let mut all = [(0, 0); 256];
    let mut row = FORMS.len();
    while row > 0 {
        row -= 1;
        let (_, count) = all[FORMS[row].0[0] as usize];
        // The rows are in the order of their first bytes.
        all[FORMS[row].0[0] as usize] = (row as u8, count + 1);
    }
    all
};

/// The second bytes that the rows with a first byte have; all, if one of these rows has a sign there that
/// stands for others.
static SECONDS: [u128; 256] = {
    let mut all = [0; 256];
    let mut row = 0;
    while row < FORMS.len() {
        let first = FORMS[row].0[0] as usize;
        all[first] |= match FORMS[row].0 {
            [_, second, ..] if second.is_ascii_alphanumeric() => 1 << *second,
            _ => u128::MAX,
        };
        row += 1;
    }
    all
};

/// The third bytes, in the same way.
static THIRDS: [u128; 256] = {
    let mut all = [0; 256];
    let mut row = 0;
    while row < FORMS.len() {
        let first = FORMS[row].0[0] as usize;
        all[first] |= match FORMS[row].0 {
            [_, second, third, ..]
                if second.is_ascii_alphanumeric() && third.is_ascii_alphanumeric() =>
            {
                1 << *third
            }
            _ => u128::MAX,
        };
        row += 1;
    }
    all
};

/// Reports whether a call may begin at an index, by its first three bytes.
#[inline]
pub(super) fn may_begin(text: &[u8], at: usize) -> bool {
    // Most words differ in their second letter.
    let first = usize::from(text[at]);
    let bit = |at: usize| 1 << text.get(at).map_or(0, |byte| byte & 0x7F);
    SECONDS[first] & bit(at + 1) != 0 && THIRDS[first] & bit(at + 2) != 0
}

/// The most bytes of a call.
const MOST: usize = 1 << 20;
const OTHERS: &str = "other data stands beside the call";
const SECOND: &str = "a second call makes bytes of its own";
const NO_CALL: &str = "what begins as a call is none";
const LEFT_OUT: &str = "the dots stand for numbers that are left out";

/// The reading of a text that may have a call.
pub(super) enum CallReading {
    /// The bytes of a call, its index, and the index after it.
    Whole(Vec<u8>, usize, usize),
    /// One begins and does not end.
    Open,
    /// One begins at an index, and its argument is wrong.
    Wrong(usize, String),
    None,
}

/// The first call of a text.
pub(super) fn first(text: &[u8]) -> CallReading {
    let mut known = CallReading::None;
    for at in 0..text.len() {
        match call(text, at) {
            CallReading::None => {}
            CallReading::Wrong(at, why) => {
                if matches!(known, CallReading::None) {
                    known = CallReading::Wrong(at, why);
                }
            }
            found => return found,
        }
    }
    known
}

/// The call that begins at an index.
pub(super) fn call(text: &[u8], at: usize) -> CallReading {
    if !may_begin(text, at) {
        return CallReading::None;
    }
    let (first, count) = BEGINNINGS[usize::from(text[at])];
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if is_word(&text[at]) && text[..at].last().is_some_and(is_word) {
        return CallReading::None;
    }
    let mut known = CallReading::None;
    for form in FORMS
        .iter()
        .skip(usize::from(first))
        .take(usize::from(count))
    {
        let Some((len, quote)) = matched(form.0, &text[at..], None) else {
            continue;
        };
        let from = at + len;
        match argument(form, quote, &text[from..]) {
            Ok(Some((bytes, len))) => return CallReading::Whole(bytes, at, from + len),
            Ok(None) => known = CallReading::Open,
            Err(Some(why)) if matches!(known, CallReading::None) => {
                known = CallReading::Wrong(at, why);
            }
            Err(_) => {}
        }
    }
    known
}

/// The length of a text at the front that a pattern matches, and its last quote.
fn matched(pattern: &[u8], text: &[u8], quote: Option<u8>) -> Option<(usize, Option<u8>)> {
    let (mut at, mut own) = (0, None);
    for byte in pattern {
        let rest = &text[at..];
        let blanks = rest.iter().take_while(|byte| b" \t".contains(byte)).count();
        at += match byte {
            b' ' => blanks,
            b'\t' if blanks > 0 => blanks,
            b'\t' => return None,
            b'\n' if rest.is_empty() => 0,
            b'\n' if rest[0] == b'\r' => 2,
            b'\'' => {
                let found = rest.first().filter(|byte| b"'\"".contains(byte))?;
                // The first quote of the text after the argument is the one before it.
                if quote.is_some_and(|quote| own.is_none() && quote != *found) {
                    return None;
                }
                own = Some(*found);
                1
            }
            b'~' if rest.first().is_some_and(u8::is_ascii_hexdigit) => 1,
            b'^' if rest.first().is_some_and(u8::is_ascii_digit) => {
                rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
            }
            byte if rest.first() == Some(byte) => 1,
            _ => return None,
        };
    }
    (at <= text.len()).then_some((at, own))
}

/// The bytes of an argument, and the length of it and of what belongs to the call after it; none if it
/// does not end.
///
/// # Errors
/// It is no argument of this form; the reason if it is almost one.
fn argument(
    form: &CallForm,
    quote: Option<u8>,
    text: &[u8],
) -> Result<Option<(Vec<u8>, usize)>, Option<String>> {
    let CallForm(_, kind, after) = form;
    let len = if form.0.ends_with(b"'") || form.0.ends_with(b"\"") {
        let quote = quote.unwrap_or(b'"');
        text.iter().position(|byte| *byte == quote)
    } else {
        end(*kind, text)
    };
    let Some(len) = len else {
        let is_all = *kind == Numbers && after.is_empty();
        let begin =
            |byte: &u8| byte.is_ascii_alphanumeric() || b" \t\r\n\\,=+/-[]#:".contains(byte);
        // One sign alone begins anything.
        let may_go_on = form.0.len() > 1 && (*kind == Css || text.iter().all(begin));
        return match () {
            () if is_all => read(*kind, text).map(|bytes| Some((bytes, text.len()))),
            () if may_go_on => Ok(None),
            () => Err(None),
        };
    };
    let (after, _) = matched(after, &text[len..], quote).ok_or(None)?;
    let bytes = read(*kind, &text[..len])?;
    Ok(Some((bytes, len + after)))
}

/// The most brackets inside one another in an argument of numbers.
const DEEPEST: i64 = 32;

/// The length of an argument without quotes; none if it has no end.
fn end(kind: ArgumentKind, text: &[u8]) -> Option<usize> {
    let mut depth = 0;
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        let is_within = match kind {
            Hex => byte.is_ascii_hexdigit() || b" :-_".contains(byte),
            FoldedHex => byte.is_ascii_hexdigit() || b" ,\\\r\n".contains(byte),
            Base64 => byte.is_ascii_alphanumeric() || b"+/-_=".contains(byte),
            Numbers => {
                if text[at..].starts_with(b"()") {
                    at += 2;
                    continue;
                }
                depth += i64::from(*byte == b'[') - i64::from(*byte == b']');
                let is_name = *byte == b',' && {
                    let next = text[at + 1..].trim_ascii_start();
                    next.first().is_some_and(u8::is_ascii_alphabetic)
                };
                let is_sign = byte.is_ascii_alphanumeric() || b" \t\r\n,;-+#&.[]".contains(byte);
                (0..=DEEPEST).contains(&depth)
                    && !is_name
                    && (is_sign || text[at..].starts_with("⋮".as_bytes()))
                    || matches!(byte, 0x80..=0xBF)
            }
            Css | Piped | Backslashes => true,
        };
        let is_end = kind == FoldedHex && *byte == b'\n' && {
            let before = text[..at].trim_ascii_end();
            !before.ends_with(b"\\")
        };
        if !is_within || is_end {
            // Blanks before the end belong to it.
            let kept = text[..at].trim_ascii_end().len();
            return Some(if kind == Numbers { at } else { kept });
        }
        at += 1;
    }
    // A line may be the last.
    let goes_on = kind == FoldedHex && text.trim_ascii_end().ends_with(b"\\");
    (!goes_on && matches!(kind, Hex | FoldedHex | Base64) && !text.is_empty())
        .then(|| text.trim_ascii_end().len())
}

/// The bytes of an argument.
fn read(kind: ArgumentKind, text: &[u8]) -> Result<Vec<u8>, Option<String>> {
    match kind {
        Hex | FoldedHex => hex(text),
        Base64 => base64(text),
        Numbers => numbers(text),
        Css => css(text).ok_or(None),
        Piped => piped(text).ok_or(None),
        Backslashes => backslashes(text).ok_or(None),
    }
}

fn hex(text: &[u8]) -> Result<Vec<u8>, Option<String>> {
    let text = { text.strip_prefix(b"\\x") }
        .or(text.strip_prefix(b"0x"))
        .unwrap_or(text);
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",:-_\\".contains(byte);
    let mut bytes = Vec::new();
    for word in text.split(is_between) {
        let values: Option<Vec<u8>> = { word.iter() }
            .map(|digit| hex_digit::value(*digit).and_then(|value| u8::try_from(value).ok()))
            .collect();
        let values = values.ok_or(None)?;
        let (pairs, rest) = values.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(Some(format!(
                "{} has half a byte: two hex digits are expected",
                reason::quoted(word)
            )));
        }
        bytes.extend(pairs.iter().map(|[high, low]| high << 4 | low));
    }
    if bytes.is_empty() {
        return Err(None);
    }
    Ok(bytes)
}

fn base64(text: &[u8]) -> Result<Vec<u8>, Option<String>> {
    let digits: Vec<u8> = { text.iter().copied() }
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let padding = digits
        .iter()
        .rev()
        .take_while(|byte| **byte == b'=')
        .count();
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for digit in &digits[..digits.len() - padding] {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return Err(None),
        };
        (bits, held) = ((bits << 6 | u32::from(value)) & 0xFFFF, held + 6);
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    let is_whole = padding == 0 || digits.len().is_multiple_of(4) && padding <= 2;
    let has_rest = bits & ((1 << held) - 1) != 0;
    if held == 6 || !is_whole || has_rest {
        return Err(Some(
            "its base64 is cut, or has a digit too many".to_owned(),
        ));
    }
    if bytes.is_empty() {
        return Err(None);
    }
    Ok(bytes)
}

fn numbers(text: &[u8]) -> Result<Vec<u8>, Option<String>> {
    if memchr::memmem::find(text, b"...").is_some()
        || memchr::memmem::find(text, "⋮".as_bytes()).is_some()
    {
        return Err(Some(LEFT_OUT.to_owned()));
    }
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",;[]".contains(byte);
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let bytes: Result<Vec<u8>, Option<String>> = words.map(number).collect();
    let bytes = bytes?;
    let mut parts = text.split(|byte| *byte == b',');
    let is_blank = |part: &[u8]| part.iter().all(|byte| b" \t\r\n[]".contains(byte));
    // The last comma may have nothing after it.
    parts.next_back();
    if parts.any(is_blank) && !is_blank(text) {
        return Err(Some(reason::NO_NUMBER.to_owned()));
    }
    // One comma for two numbers, and none before the first.
    let commas = memchr::memchr_iter(b',', text).count();
    let is_list = commas == 0 || commas + 1 == bytes.len() || commas == bytes.len();
    if !is_list {
        let both = "some of its numbers have no comma between them, or one is lacking";
        return Err(Some(both.to_owned()));
    }
    if bytes.is_empty() {
        return Err(None);
    }
    Ok(bytes)
}

/// The byte that a number is.
fn number(word: &[u8]) -> Result<u8, Option<String>> {
    const ENDINGS: [&[u8]; 8] = [
        b".toByte()",
        b".toUByte()",
        b"uy",
        b"u8",
        b"u",
        b"U",
        b"y",
        b"i8",
    ];
    let wrong = || Some(format!("{} is not a byte", reason::quoted(word)));
    let (is_below, digits) = match word {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, word),
    };
    let (base, digits) = match digits {
        [b'0' | b'#', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0' | b'#', b'b' | b'B', rest @ ..] => (2, rest),
        [b'0', b'o', rest @ ..] => (8, rest),
        _ => (10, digits),
    };
    let cut = { ENDINGS.iter() }.find_map(|ending| digits.strip_suffix(*ending));
    let digits = std::str::from_utf8(cut.unwrap_or(digits)).map_err(|_| None)?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(None);
    }
    let value = i64::from_str_radix(digits, base).map_err(|_| wrong())?;
    let value = if is_below { -value } else { value };
    let below = || i8::try_from(value).ok().map(i8::cast_unsigned);
    u8::try_from(value).ok().or_else(below).ok_or_else(wrong)
}

/// Text with hex digits between bars; none if it has no bars, or anything is wrong.
fn piped(text: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut parts) = (Vec::new(), 0);
    for part in text.split(|byte| *byte == b'|') {
        parts += 1;
        if parts % 2 == 0 {
            bytes.extend(hex(part).ok()?);
            continue;
        }
        let mut rest = part;
        while let [first, after @ ..] = rest {
            let escaped = after.split_first().filter(|_| *first == b'\\');
            let (byte, after) = escaped.unwrap_or((first, after));
            bytes.push(*byte);
            rest = after;
        }
    }
    (parts > 1 && parts % 2 > 0).then_some(bytes)
}

/// Text with two hex digits after each backslash, as LLVM and WebAssembly write it; none if it has no
/// backslash, or anything is wrong.
fn backslashes(text: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut rest, mut count) = (Vec::new(), text, 0);
    while let Some((first, after)) = rest.split_first() {
        (rest, count) = match (first, after) {
            (b'\\', [b'\\', after @ ..]) => {
                bytes.push(b'\\');
                (after, count + 1)
            }
            (b'\\', [high, low, after @ ..]) => {
                let byte = hex_digit::value(*high)? << 4 | hex_digit::value(*low)?;
                bytes.push(u8::try_from(byte).ok()?);
                (after, count + 1)
            }
            (b'\\', _) => return None,
            (byte, after) => {
                bytes.push(*byte);
                (after, count)
            }
        };
    }
    (count > 0).then_some(bytes)
}

/// A string of CSS: six hex digits at most after a backslash, and a blank after them is part of it.
fn css(text: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut rest, mut escapes) = (Vec::new(), text, 0);
    while let Some((first, after)) = rest.split_first() {
        if *first != b'\\' {
            bytes.push(*first);
            rest = after;
            continue;
        }
        let count = { after.iter().take(6) }.take_while(|byte| byte.is_ascii_hexdigit());
        let count = count.count();
        if count == 0 {
            let (next, after) = after.split_first()?;
            bytes.push(*next);
            rest = after;
            continue;
        }
        let value = u32::from_str_radix(std::str::from_utf8(&after[..count]).ok()?, 16).ok()?;
        let c = char::from_u32(value)?;
        bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        escapes += 1;
        rest = &after[count..];
        rest = rest.strip_prefix(b" ").unwrap_or(rest);
    }
    (escapes > 0).then_some(bytes)
}

/// Reports whether code beside a call has data of its own.
fn has_data(text: &[u8]) -> bool {
    // The type of a string of LLVM: `[4 x i8]`.
    if super::trial::has(text, b" x i8]") {
        return false;
    }
    let is_data = |pair: &[u8]| {
        matches!(
            pair,
            [b'[' | b'(' | b'{' | b',', b'0'..=b'9'] | b"||" | b"+ " | b" +" | b". "
        )
    };
    text.iter().any(|byte| b"'\"\\".contains(byte)) || text.windows(2).any(is_data)
}

/// Reads the only call of a text.
#[derive(Default)]
struct CalledReader {
    /// The lines since one in which a call begins.
    open: Vec<u8>,
    /// The line where it begins.
    line: u64,
    has_read: bool,
}

impl CalledReader {
    fn settle(&mut self, is_end: bool, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let wrong = |reason: &str| Unreadable {
            line: self.line,
            column: 1,
            reason: reason.to_owned(),
        };
        match first(&self.open) {
            CallReading::Whole(bytes, at, end) => {
                // A value of the registry has its name before it, and a record of DNS too.
                let is_named = matches!(self.open[at], b'=' | b'\\');
                if !is_named && has_data(&self.open[..at]) || has_data(&self.open[end..]) {
                    return Err(wrong(OTHERS));
                }
                if !matches!(first(&self.open[end..]), CallReading::None) {
                    return Err(wrong(SECOND));
                }
                let is_all = end == self.open.len() && self.open[at..].starts_with(b"-element");
                if is_all && !is_end {
                    return Ok(());
                }
                out.append(self.line, &bytes);
                out.read(0);
                self.open.clear();
                self.has_read = true;
                Ok(())
            }
            CallReading::Open if !is_end => Ok(()),
            CallReading::Open => Err(wrong("the call has no end")),
            CallReading::Wrong(_, why) => Err(wrong(&why)),
            CallReading::None if !is_end && ends_in_form(self.open.trim_ascii_end()) => Ok(()),
            CallReading::None => Err(wrong(NO_CALL)),
        }
    }
}

impl DumpReader for CalledReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if self.open.is_empty() {
            let (is_call, is_wrong) = match first(line.text) {
                CallReading::None => (ends_in_form(line.text), false),
                CallReading::Wrong(..) => (true, true),
                _ => (true, false),
            };
            if !is_call {
                if !line.is_blank() {
                    out.skip(line.number);
                }
                return Ok(());
            }
            if self.has_read && !is_wrong {
                return Err(line.unreadable(0, SECOND));
            }
            out.counts.signs += 1;
            self.line = line.number;
        }
        if self.open.len() + line.text.len() > MOST {
            return Err(line.unreadable(0, "the call is too long"));
        }
        self.open.extend_from_slice(line.text);
        if line.ends {
            self.open.push(b'\n');
        }
        out.counts.understood += non_blank(line.text) as u64;
        if !line.ends {
            return Ok(());
        }
        self.settle(false, out)
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if self.open.is_empty() {
            return Ok(());
        }
        self.settle(true, out)
    }
}

/// Reports whether the argument of a call begins in the next line.
fn ends_in_form(text: &[u8]) -> bool {
    let lines = FORMS.iter().filter_map(|form| form.0.strip_suffix(b"\n"));
    let text = text.trim_ascii_end();
    lines.into_iter().any(|form| text.ends_with(form))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_wrong};

    /// Each is looked at from every byte, so that nothing may be read up to the end each time.
    #[test]
    fn brackets_without_an_end_are_no_argument() {
        for text in ["[", "[1,\n", "([", "[["] {
            let text = text.repeat(50_000).into_bytes();
            for at in 0..text.len() {
                assert!(!matches!(call(&text, at), CallReading::Whole(..)), "{at}");
            }
        }
    }

    /// Perl 5.36, Node 18, Python 3.11 with numpy 1.24 wrote or read these.
    #[test]
    fn arguments_are_read_as_their_call_reads_them() {
        check(
            &CALLED,
            &[
                ("pack(\"H*\", \"d0\")\n", b"\xD0"),
                ("HexData(0, \"0000d0\")\n", b"\0\0\xD0"),
                ("print pack('H*', 'd09f41');\n", b"\xD0\x9FA"),
                ("pack('C*', 208, 159, 65)\n", b"\xD0\x9FA"),
                ("[\"d09f\"].pack(\"H*\")\n", b"\xD0\x9F"),
                ("SELECT decode('AAAA', 'base64');\n", b"\0\0\0"),
                ("SELECT decode('d09f', 'hex');\n", b"\xD0\x9F"),
                ("Buffer.from('0J8=', 'base64')\n", b"\xD0\x9F"),
                ("let s = atob(\"0J8\");\n", b"\xD0\x9F"),
                ("(x\"D0\")\n", b"\xD0"),
                ("<D0> Tj\n", b"\xD0"),
                (
                    "ArrayBuffer { [Uint8Contents]: <d0 9f>, byteLength: 2 }\n",
                    b"\xD0\x9F",
                ),
                ("ByteString[size=2 hex=d09f]\n", b"\xD0\x9F"),
                ("echo d09f | xxd -r -p\n", b"\xD0\x9F"),
                ("\"v\"=hex:d0,9f,\\\r\n  41\r\n", b"\xD0\x9FA"),
            ],
        );
        check(
            &CALLED,
            &[
                ("#u8(49 50 32 51 52)\n", b"12 34"),
                ("#u8(#xd0 #x9f)\n", b"\xD0\x9F"),
                ("ubyteArrayOf(0xD0u, 0x9Fu)\n", b"\xD0\x9F"),
                ("byteArrayOf(0x48, 0xD0.toByte(), -1)\n", b"H\xD0\xFF"),
                ("let it = [|208uy; 159uy|]\n", b"\xD0\x9F"),
                (
                    "array([[208, 159],\n       [ 65,  10]], dtype=uint8)\n",
                    b"\xD0\x9FA\n",
                ),
                ("2-element Vector{UInt8}:\n 0xd0\n 0x9f\n", b"\xD0\x9F"),
                ("content: \"a\\00041f\\41 b\";\n", "aПAb".as_bytes()),
                // Rules of Snort, LLVM's and WebAssembly's text, RFC 3597.
                (
                    "alert tcp any any (content:\"|D0 9F|AB|FF|\"; sid:1;)\n",
                    b"\xD0\x9FAB\xFF",
                ),
                (
                    "@s = constant [4 x i8] c\"A\\D0\\\\b\\00\"\n",
                    b"A\xD0\\b\0",
                ),
                ("(data (i32.const 16) \"\\d0A\\0a\")\n", b"\xD0A\n"),
                ("a. 300 IN TYPE65 \\# 3 D09F0A\n", b"\xD0\x9F\n"),
                ("a. TYPE65 \\# 4 ( D09F 080A )\n", b"\xD0\x9F\x08\n"),
            ],
        );
    }

    #[test]
    fn what_is_no_argument_is_refused() {
        let half = "'d09' has half a byte: two hex digits are expected";
        check_wrong(
            &CALLED,
            &[
                ("pack('H*', 'd09')\n", 1, half),
                (
                    "decode('AAAAA', 'base64')\n",
                    1,
                    "its base64 is cut, or has a digit too many",
                ),
                ("pack('C*', 208, 300)\n", 1, "'300' is not a byte"),
                ("array([208, ..., 65], dtype=uint8)\n", 1, LEFT_OUT),
                ("array([208,    , 65], dtype=uint8)\n", 1, reason::NO_NUMBER),
                ("'\\x48'::bytea || decode('48', 'hex')\n", 1, OTHERS),
                ("hex2bin('48');\nhex2bin('49');\n", 1, SECOND),
            ],
        );
    }
}
