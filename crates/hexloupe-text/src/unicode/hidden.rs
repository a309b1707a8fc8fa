//! Text hidden in a run of invisible characters.
//!
//! Tags stand for ASCII; selectors for bytes, the first for 0. Characters without width stand for
//! digits of two, three or four values; the reading that gives text is used. Invariant: memory is
//! bounded however long the run is, and only the first characters of a run are read.

use super::property;

/// The largest number of bytes that are stored.
const KEPT: usize = 256;
/// The largest number of characters without width that are stored.
const DIGITS: usize = 4096;
/// The smallest number of these that hide something.
const FEWEST: u64 = 8;

/// The characters that carry hidden text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenTextCarrier {
    /// Tags: each is a character of ASCII.
    Tags,
    /// Variation selectors: each is a byte.
    Selectors,
    /// Characters without width: each is a digit.
    NoWidth,
}

impl HiddenTextCarrier {
    /// The name of these characters, in plural.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tags => "tags",
            Self::Selectors => "variation selectors",
            Self::NoWidth => "characters without width",
        }
    }
}

/// The byte that a tag or a variation selector stands for.
pub fn byte_of(c: char) -> Option<(HiddenTextCarrier, u8)> {
    match c {
        '\u{E0020}'..='\u{E007E}' => Some((HiddenTextCarrier::Tags, c as u8)),
        '\u{FE00}'..='\u{FE0F}' => Some((HiddenTextCarrier::Selectors, c as u8 & 0x0F)),
        '\u{E0100}'..='\u{E01EF}' => Some((
            HiddenTextCarrier::Selectors,
            (u32::from(c) - 0xE0100 + 16) as u8,
        )),
        _ => None,
    }
}

/// The tag that stands for a character of ASCII, if there is one.
pub fn tag_of(ascii: u8) -> Option<char> {
    let printable = matches!(ascii, b' '..=b'~');
    char::from_u32(0xE0000 + u32::from(ascii)).filter(|_| printable)
}

/// The variation selector that stands for a byte.
pub fn selector_of(byte: u8) -> Option<char> {
    char::from_u32(match byte {
        0..16 => 0xFE00 + u32::from(byte),
        16.. => 0xE0100 + u32::from(byte) - 16,
    })
}

/// The hidden content of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenText {
    /// The characters that carry it.
    pub carrier: HiddenTextCarrier,
    /// The beginning as text, unescaped; none if it is no text.
    pub text: Option<String>,
    /// The first bytes.
    pub bytes: Vec<u8>,
    /// The number of bytes.
    pub len: u64,
}

/// Takes the characters of a run, one by one.
#[derive(Debug, Clone, Default)]
pub struct HiddenTextReader {
    tags: Vec<u8>,
    tag_count: u64,
    bytes: Vec<u8>,
    byte_count: u64,
    /// The characters without width, each by its place in `alphabet`.
    digits: Vec<u8>,
    digit_count: u64,
    alphabet: Vec<char>,
}

impl HiddenTextReader {
    /// Takes the next character.
    pub fn feed(&mut self, c: char) {
        match byte_of(c) {
            Some((HiddenTextCarrier::Tags, byte)) => {
                push(&mut self.tags, &mut self.tag_count, byte);
            }
            Some((_, byte)) => push(&mut self.bytes, &mut self.byte_count, byte),
            None => self.feed_digit(c),
        }
    }

    fn feed_digit(&mut self, c: char) {
        if !property::is_default_ignorable(c) {
            return;
        }
        self.digit_count += 1;
        let known = self.alphabet.iter().position(|known| *known == c);
        let at = known.unwrap_or(self.alphabet.len());
        if at < usize::from(u8::MAX) && self.digits.len() < DIGITS {
            if known.is_none() {
                self.alphabet.push(c);
            }
            self.digits.push(at as u8);
        }
    }

    /// The hidden content of the run, if it seems to hide something.
    pub fn hidden(&self) -> Option<HiddenText> {
        let most = [self.tag_count, self.byte_count, self.digit_count];
        let most = most.into_iter().max().unwrap_or_default();
        if most == 0 {
            None
        } else if self.tag_count == most {
            Some(whole(HiddenTextCarrier::Tags, &self.tags, self.tag_count))
        } else if self.byte_count == most {
            let several = most > 1;
            several.then(|| whole(HiddenTextCarrier::Selectors, &self.bytes, self.byte_count))
        } else {
            self.of_digits()
        }
    }

    /// The hidden content of characters without width, by the first reading that is text; else
    /// their bits, if they have two values.
    fn of_digits(&self) -> Option<HiddenText> {
        if self.digit_count < FEWEST || self.alphabet.len() < 2 {
            return None;
        }
        let cut = self.digit_count > self.digits.len() as u64;
        let (digits, base) = self.in_order();
        for (bytes, len) in readings(&digits, base) {
            if let Some(text) = text(&bytes, cut, 0) {
                let len = self.digit_count * len / digits.len() as u64;
                let bytes = bytes.into_iter().take(KEPT).collect();
                let text = Some(text.chars().take(KEPT).collect());
                let carrier = HiddenTextCarrier::NoWidth;
                return Some(HiddenText {
                    carrier,
                    text,
                    bytes,
                    len,
                });
            }
        }
        (base == 2 && self.digit_count >= 2 * FEWEST).then(|| HiddenText {
            carrier: HiddenTextCarrier::NoWidth,
            text: None,
            bytes: { pack(&digits, 1, 8).into_iter() }.take(KEPT).collect(),
            len: self.digit_count / 8,
        })
    }

    /// The digits, with values in the order of the code points, and the number of values.
    fn in_order(&self) -> (Vec<u8>, usize) {
        let value = |at: &u8| {
            let own = self.alphabet.get(usize::from(*at));
            self.alphabet
                .iter()
                .filter(|other| Some(*other) < own)
                .count() as u8
        };
        (self.digits.iter().map(value).collect(), self.alphabet.len())
    }
}

fn whole(carrier: HiddenTextCarrier, bytes: &[u8], len: u64) -> HiddenText {
    HiddenText {
        carrier,
        text: text(
            bytes,
            len > bytes.len() as u64,
            bytes.len() / FEWEST as usize,
        ),
        bytes: bytes.to_vec(),
        len,
    }
}

fn push(list: &mut Vec<u8>, count: &mut u64, byte: u8) {
    *count += 1;
    if list.len() < KEPT {
        list.push(byte);
    }
}

/// The bytes as text, if they are nothing but text and a few controls; `cut`: more bytes follow.
fn text(bytes: &[u8], cut: bool, controls: usize) -> Option<String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if cut && error.error_len().is_none() => {
            std::str::from_utf8(bytes.get(..error.valid_up_to())?).ok()?
        }
        Err(_) => return None,
    };
    let is_control = |c: &char| c.is_control() && !matches!(c, '\n' | '\t' | '\r');
    if text.chars().filter(is_control).count() > controls {
        return None;
    }
    let is_text = !text.is_empty() && text.chars().all(property::is_in_use);
    is_text.then(|| text.to_owned())
}

/// The ways to read digits, the likeliest first: the bytes, and their number in total.
fn readings(digits: &[u8], base: usize) -> Vec<(Vec<u8>, u64)> {
    let mut found = Vec::new();
    let mut add = |bytes: Vec<u8>| {
        let len = bytes.len() as u64;
        found.push((bytes, len));
    };
    match base {
        2 => {
            for digits in [digits.to_vec(), turned(digits, 1)] {
                for width in [8, 7] {
                    add(pack(&digits, 1, width));
                }
                add(units(&digits, 1));
            }
        }
        // One of the three is a separator.
        3 => {
            for separator in 0..3 {
                add(parted(digits, separator));
                add(parted(&turned(digits, 2), 2 - separator));
            }
        }
        4 => {
            for digits in [digits.to_vec(), turned(digits, 3)] {
                add(pack(&digits, 2, 8));
                add(units(&digits, 2));
            }
        }
        _ => {}
    }
    found
}

/// The digits with the values in the opposite order.
fn turned(digits: &[u8], greatest: u8) -> Vec<u8> {
    digits.iter().map(|digit| greatest - digit).collect()
}

/// Digits of some bits each as bytes of `width` bits; a rest is dropped.
fn pack(digits: &[u8], bits: usize, width: usize) -> Vec<u8> {
    let whole = digits.chunks_exact(width.div_ceil(bits));
    whole.map(|digits| number(digits, bits) as u8).collect()
}

/// Digits of some bits each as code units of UTF-16, as UTF-8; empty if they are no text.
fn units(digits: &[u8], bits: usize) -> Vec<u8> {
    let whole = digits.chunks_exact(16 / bits);
    let units: Vec<u16> = whole.map(|digits| number(digits, bits) as u16).collect();
    // A single unit is nearly always some character, so it proves nothing.
    let text = String::from_utf16(&units).ok().filter(|_| units.len() > 1);
    text.map_or(Vec::new(), String::into_bytes)
}

/// Binary numbers with a separator between them, each a code point, as UTF-8; empty if one is no
/// code point.
fn parted(digits: &[u8], separator: u8) -> Vec<u8> {
    let zero = u8::from(separator == 0);
    let numbers = digits.split(|digit| *digit == separator);
    let numbers = numbers.filter(|number| !number.is_empty());
    let character = |digits: &[u8]| {
        let bits: Vec<u8> = digits
            .iter()
            .map(|digit| u8::from(*digit != zero))
            .collect();
        (bits.len() <= 21).then(|| char::from_u32(number(&bits, 1)))?
    };
    let text: Option<String> = numbers.map(character).collect();
    text.unwrap_or_default().into_bytes()
}

fn number(digits: &[u8], bits: usize) -> u32 {
    let join = |number: u32, digit: &u8| number << bits | u32::from(*digit);
    digits.iter().fold(0, join)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    fn read(text: &str) -> Option<HiddenText> {
        let mut reader = HiddenTextReader::default();
        text.chars().for_each(|c| reader.feed(c));
        reader.hidden()
    }

    #[track_caller]
    fn check(run: &str, carrier: HiddenTextCarrier, text: &str) {
        let hidden = read(run).unwrap();
        assert_eq!(
            (hidden.carrier, hidden.text.as_deref()),
            (carrier, Some(text))
        );
    }

    fn selectors(bytes: &[u8]) -> String {
        let selector = |byte: &u8| match *byte {
            byte @ 0..16 => 0xFE00 + u32::from(byte),
            byte => 0xE00F0 + u32::from(byte),
        };
        { bytes.iter() }
            .filter_map(|byte| char::from_u32(selector(byte)))
            .collect()
    }

    /// Each bit of a text as one of two characters.
    fn bits(text: &str, width: u32, [zero, one]: [char; 2]) -> String {
        let bits = |byte: u8| (0..width).rev().map(move |bit| byte >> bit & 1);
        let bits = text.bytes().flat_map(bits);
        bits.map(|bit| if bit == 0 { zero } else { one }).collect()
    }

    #[test]
    fn each_byte_has_its_selector_and_each_printable_one_its_tag() {
        for byte in 0..=u8::MAX {
            let selector = selector_of(byte).unwrap();
            assert!(property::is_variation_selector(selector));
            assert_eq!(
                byte_of(selector),
                Some((HiddenTextCarrier::Selectors, byte))
            );
            let tag = tag_of(byte);
            assert_eq!(tag.is_some(), byte.is_ascii_graphic() || byte == b' ');
            assert!(tag.is_none_or(|tag| byte_of(tag) == Some((HiddenTextCarrier::Tags, byte))));
        }
        assert_eq!((byte_of('a'), byte_of('\u{200B}')), (None, None));
    }

    #[test]
    fn tags_are_ascii() {
        let run: String = "Ignore this"
            .bytes()
            .map(|byte| char::from_u32(0xE0000 + u32::from(byte)).unwrap())
            .collect();
        check(
            &format!("\u{E0001}{run}\u{E007F}"),
            HiddenTextCarrier::Tags,
            "Ignore this",
        );
    }

    #[test]
    fn selectors_are_bytes() {
        // As Paul Butler's encoder writes "hello" after an emoji.
        let hello = "\u{E0158}\u{E0155}\u{E015C}\u{E015C}\u{E015F}";
        check(hello, HiddenTextCarrier::Selectors, "hello");
        check(
            &selectors("a\tж".as_bytes()),
            HiddenTextCarrier::Selectors,
            "a\tж",
        );
        let hidden = read(&selectors(&[0, 15, 16, 255])).unwrap();
        assert_eq!((hidden.text, hidden.bytes), (None, vec![0, 15, 16, 255]));
        assert_eq!(read("\u{FE0F}"), None);
        let long = "жук ".repeat(5_000);
        let hidden = read(&selectors(long.as_bytes())).unwrap();
        assert_eq!(hidden.len, long.len() as u64);
        let text = hidden.text.unwrap();
        assert!(long.starts_with(&text) && text.len() > 200, "{text}");
    }

    #[test]
    fn characters_without_width_are_digits() {
        let both = ['\u{200B}', '\u{200C}'];
        let turned = ['\u{200D}', '\u{200C}'];
        for (width, values) in [
            (8, both),
            (8, turned),
            (7, both),
            (7, ['\u{2063}', '\u{2062}']),
        ] {
            check(
                &bits("Attack at dawn", width, values),
                HiddenTextCarrier::NoWidth,
                "Attack at dawn",
            );
        }
        // Binary numbers with a joiner between.
        let parted: String = { "Hi, мир".chars() }
            .map(|c| {
                format!("{:b}\u{200D}", u32::from(c))
                    .replace('0', "\u{200B}")
                    .replace('1', "\u{200C}")
            })
            .collect();
        check(&parted, HiddenTextCarrier::NoWidth, "Hi, мир");
        // Four digits of two bits, in units of UTF-16.
        let four = ['\u{200C}', '\u{200D}', '\u{202C}', '\u{FEFF}'];
        let digits: String = { "Hi there".encode_utf16() }
            .flat_map(|unit| {
                (0..8)
                    .rev()
                    .map(move |at| four[usize::from(unit >> (2 * at) & 3)])
            })
            .collect();
        check(&digits, HiddenTextCarrier::NoWidth, "Hi there");
    }

    #[test]
    fn hidden_digits_without_text_are_bits_or_nothing() {
        let hidden = read(&bits("\u{1}\u{2}\u{3}", 8, ['\u{200B}', '\u{200C}'])).unwrap();
        assert_eq!(
            (hidden.text, hidden.bytes, hidden.len),
            (None, vec![1, 2, 3], 3)
        );
        assert_eq!(read("\u{200B}\u{200C}"), None);
        assert_eq!(read(&"\u{FEFF}".repeat(100)), None);
        let long = bits(&"word ".repeat(100_000), 8, ['\u{200B}', '\u{200C}']);
        let hidden = read(&long).unwrap();
        assert_eq!(hidden.len, 500_000);
        assert!(hidden.text.unwrap().starts_with("word word "));
    }
}
