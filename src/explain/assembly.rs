//! How payload bits become a code point, and how a code point becomes bytes.
//!
//! The bits are given as strings of `0` and `1`, in the order of their value
//! (the high byte of a unit first, whatever its order in the data), so that a
//! screen can put them under the bytes they came from. Invariant: of a
//! character, `value` is its code point; of an ill-formed story, what the bits
//! would have meant, and then all its promised bytes are there.

mod utf16;
mod utf8;

use super::words::{fours, hex, point, quoted};
use crate::codec::{Encoding, Family, Scene, State, table};

/// What a code unit is in its sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartRole {
    /// UTF-8: the lead byte of several.
    Lead,
    /// UTF-8: a continuation byte.
    Continuation,
    /// UTF-16: a high surrogate.
    HighSurrogate,
    /// UTF-16: a low surrogate.
    LowSurrogate,
    /// The one unit of the sequence.
    Whole,
}

/// A code unit and its two kinds of bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The bytes of the unit, highest first.
    pub bytes: Vec<u8>,
    /// The bits that say how to read the others: `1110`; none in many units.
    pub structure: String,
    /// The bits that carry the value.
    pub payload: String,
    /// What the unit is.
    pub role: PartRole,
}

impl Part {
    /// A unit of some bytes, whose uppermost bits are structure.
    fn new(bytes: &[u8], structure: usize, role: PartRole) -> Self {
        let bits = bytes
            .iter()
            .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
        let mut all: String = bits.map(|bit| if bit == 1 { '1' } else { '0' }).collect();
        let payload = all.split_off(structure);
        Self {
            bytes: bytes.to_vec(),
            structure: all,
            payload,
            role,
        }
    }

    fn payload(&self) -> u32 {
        self.payload
            .bytes()
            .fold(0, |value, bit| value << 1 | u32::from(bit & 1))
    }
}

/// The way from bytes to a value, or back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembly {
    /// The code units, in the order of the data.
    pub parts: Vec<Part>,
    /// All payload bits in the order of their value, in fours from the right.
    pub joined: String,
    /// What is done, one step after the other, in few words each.
    pub steps: Vec<String>,
    /// The value the bits make.
    pub value: u32,
}

impl Assembly {
    fn new(parts: Vec<Part>, steps: Vec<String>, value: u32) -> Self {
        let joined: String = parts.iter().map(|part| part.payload.as_str()).collect();
        Self {
            joined: fours(&joined),
            parts,
            steps,
            value,
        }
    }
}

/// How an encoding's bits are laid out, as far as it can be drawn.
#[derive(Debug, Clone, Copy)]
enum Layout {
    Utf8,
    Utf16,
    Utf32,
    Ascii,
    /// Seven bits, not all of which ASCII reads alike.
    Variant,
    Table,
}

fn layout(encoding: &Encoding) -> Option<Layout> {
    Some(match encoding.id {
        "utf-8" => Layout::Utf8,
        "utf-16le" | "utf-16be" => Layout::Utf16,
        "utf-32le" | "utf-32be" => Layout::Utf32,
        "ascii" => Layout::Ascii,
        _ if encoding.family == Family::Iso646 => Layout::Variant,
        _ if encoding.max_len == 1 => Layout::Table,
        _ => return None,
    })
}

/// The units of some bytes, each with its highest byte first.
fn units(encoding: &'static Encoding, bytes: &[u8]) -> Vec<Vec<u8>> {
    let little = encoding == table::UTF_16LE || encoding == table::UTF_32LE;
    let turn = |unit: &[u8]| {
        let mut unit = unit.to_vec();
        if little {
            unit.reverse();
        }
        unit
    };
    bytes.chunks(usize::from(encoding.unit)).map(turn).collect()
}

/// How the bits of the scene's sequence make its value, or would have made it
/// where it is ill-formed and all bytes are there; at a tail, of its whole
/// story. None where there are no bits to join.
pub fn assemble(encoding: &'static Encoding, scene: &Scene<'_>) -> Option<Assembly> {
    let Some(fault) = scene.meaning.fault() else {
        let c = scene.meaning.scalar()?;
        return joined(encoding, scene.sequence(), Some(c));
    };
    let story = encoding.diagnose(scene, fault).story;
    let index = |offset: u64| (offset - scene.origin) as usize;
    let bytes = scene.bytes.get(index(story.start)..index(story.end))?;
    joined(encoding, bytes, None)
}

fn joined(encoding: &'static Encoding, bytes: &[u8], c: Option<char>) -> Option<Assembly> {
    let units = units(encoding, bytes);
    match layout(encoding)? {
        Layout::Utf8 => utf8::join(bytes),
        Layout::Utf16 => utf16::join(&units),
        Layout::Utf32 => {
            let part = Part::new(
                units.first().filter(|unit| unit.len() == 4)?,
                0,
                PartRole::Whole,
            );
            let value = part.payload();
            Some(Assembly::new(
                vec![part],
                vec!["the code unit is the value".to_owned()],
                value,
            ))
        }
        Layout::Ascii => {
            let part = Part::new(bytes, 1, PartRole::Whole);
            Some(Assembly::new(
                vec![part],
                vec!["seven bits are the value".to_owned()],
                u32::from(c?),
            ))
        }
        Layout::Variant => {
            let part = Part::new(bytes, 1, PartRole::Whole);
            let value = u32::from(c?);
            let steps = match in_ascii(bytes, value) {
                Some(other) => vec![looked_up(encoding, bytes, value), other],
                None => vec!["seven bits are the value".to_owned()],
            };
            Some(Assembly::new(vec![part], steps, value))
        }
        Layout::Table => {
            let part = Part::new(bytes, 0, PartRole::Whole);
            let value = u32::from(c?);
            let step = looked_up(encoding, bytes, value);
            Some(Assembly::new(vec![part], vec![step], value))
        }
    }
}

fn looked_up(encoding: &Encoding, bytes: &[u8], value: u32) -> String {
    let (from, to) = (hex(bytes), point(value));
    format!("byte {from} -> {to} by the table of {}", encoding.name)
}

/// What a byte would be in ASCII, where that is another character.
fn in_ascii(bytes: &[u8], value: u32) -> Option<String> {
    let [byte] = bytes else { return None };
    let other = quoted(char::from(*byte)).filter(|_| u32::from(*byte) != value)?;
    Some(format!("{other} in ASCII"))
}

fn written_by_table(encoding: &Encoding, bytes: &[u8], value: u32) -> String {
    let (from, to) = (point(value), hex(bytes));
    format!("{from} -> byte {to} by the table of {}", encoding.name)
}

/// How a code point becomes the encoding's bytes; none if it has none there, or
/// there are no bits to draw.
pub fn disassemble(encoding: &'static Encoding, c: char) -> Option<Assembly> {
    let mut bytes = Vec::new();
    encoding.encode(&mut State::default(), c, &mut bytes).ok()?;
    let forward = joined(encoding, &bytes, Some(c))?;
    let layout = layout(encoding)?;
    let mut steps = match layout {
        Layout::Utf8 => utf8::cut(&forward),
        Layout::Utf16 => utf16::halve(&forward),
        Layout::Utf32 => vec![format!("the value is the code unit {:08X}", forward.value)],
        Layout::Ascii => vec!["0 before seven bits".to_owned()],
        Layout::Variant => match in_ascii(&bytes, forward.value) {
            Some(other) => vec![written_by_table(encoding, &bytes, forward.value), other],
            None => vec!["0 before seven bits".to_owned()],
        },
        Layout::Table => vec![written_by_table(encoding, &bytes, forward.value)],
    };
    let order = match encoding.id {
        "utf-16le" | "utf-32le" => " low byte first",
        "utf-16be" | "utf-32be" => " high byte first",
        _ => "",
    };
    if !matches!(layout, Layout::Table | Layout::Variant) {
        steps.push(format!("bytes{order}: {}", hex(&bytes)));
    }
    Some(Assembly { steps, ..forward })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Walk;
    use crate::window::Peek;

    fn encoding(id: &str) -> &'static Encoding {
        table::all().find(|encoding| encoding.id == id).unwrap()
    }

    /// The assembly of the first sequence of some bytes.
    fn first(encoding: &'static Encoding, bytes: &[u8]) -> Option<Assembly> {
        let window = bytes.window(0, bytes.len());
        let scenes = Walk::new(encoding, 0, &window);
        let step = Walk::new(encoding, 0, &window).next().unwrap();
        assemble(encoding, &scenes.scene(&step))
    }

    /// `structure.payload` of each part, the joined bits, the value, the steps.
    fn shown(found: &Assembly) -> String {
        let parts: Vec<String> = found
            .parts
            .iter()
            .map(|part| format!("{}.{}", part.structure, part.payload))
            .collect();
        format!(
            "{} = {} = {:X} | {}",
            parts.join(" "),
            found.joined,
            found.value,
            found.steps.join("; ")
        )
    }

    #[track_caller]
    fn check(id: &str, bytes: &[u8], expected: &str) {
        let found = first(encoding(id), bytes);
        assert_eq!(
            found.as_ref().map_or(String::new(), shown),
            expected,
            "{id} {bytes:02X?}"
        );
    }

    #[test]
    fn payload_bits_are_joined_in_the_order_of_their_value() {
        check("utf-8", b"A", "0.1000001 = 100 0001 = 41 | 0 cut off");
        check(
            "utf-8",
            "€".as_bytes(),
            "1110.0010 10.000010 10.101100 = 0010 0000 1010 1100 = 20AC | \
             1110 and each 10 cut off; 4 + 6 + 6 bits joined",
        );
        check(
            "utf-16le",
            b"\x3D\xD8\x00\xDE",
            "110110.0000111101 110111.1000000000 = 0000 1111 0110 0000 0000 = 1F600 | \
             D83D minus D800 is 00 0011 1101; DE00 minus DC00 is 10 0000 0000; \
             10 + 10 bits joined are 0x0F600; plus 0x10000 is 0x1F600",
        );
        check(
            "utf-16be",
            b"\x20\xAC",
            ".0010000010101100 = 0010 0000 1010 1100 = 20AC | the code unit is the value",
        );
        check(
            "windows-1251",
            b"\xC0",
            ".11000000 = 1100 0000 = 410 | byte C0 -> U+0410 by the table of windows-1251",
        );
        check(
            "ebcdic-037",
            b"\xC1",
            ".11000001 = 1100 0001 = 41 | byte C1 -> U+0041 by the table of EBCDIC 037",
        );
        check(
            "ascii",
            b"A",
            "0.1000001 = 100 0001 = 41 | seven bits are the value",
        );
        check(
            "iso646-de",
            b"{",
            "0.1111011 = 111 1011 = E4 | byte 7B -> U+00E4 by the table of ISO 646-DE; '{' in ASCII",
        );
        check(
            "iso646-de",
            b"A",
            "0.1000001 = 100 0001 = 41 | seven bits are the value",
        );
    }

    #[test]
    fn ill_formed_bits_are_joined_where_all_bytes_are_there() {
        check(
            "utf-8",
            b"\xC0\xAF",
            "110.00000 10.101111 = 000 0010 1111 = 2F | 110 and each 10 cut off; 5 + 6 bits joined",
        );
        check(
            "utf-8",
            b"\xF8\x88\x80\x80\x80",
            "111110.00 10.001000 10.000000 10.000000 10.000000 = \
             00 0010 0000 0000 0000 0000 0000 = 200000 | \
             111110 and each 10 cut off; 2 + 6 + 6 + 6 + 6 bits joined",
        );
        check(
            "utf-16be",
            b"\xD8\x3D",
            "110110.0000111101 = 00 0011 1101 = D83D | alone, half of a pair",
        );
        for (id, bytes) in [
            ("utf-8", &b"\xE2\x82"[..]),
            ("utf-8", b"\x80"),
            ("utf-8", b"\xFF"),
            ("utf-16le", b"a"),
            ("utf-16be", b"\xD8\x3D\xDE"),
            ("utf-32le", b"abc"),
            ("ascii", b"\x80"),
            ("iso646-fr", b"\x80"),
            ("windows-1253", b"\xAA"),
        ] {
            check(id, bytes, "");
        }
    }

    #[test]
    fn a_tail_shows_its_whole_story() {
        let bytes = b"\xE0\x80\xAF";
        let window = bytes.window(0, 3);
        let scenes = Walk::new(table::UTF_8, 0, &window);
        for step in Walk::new(table::UTF_8, 0, &window) {
            let found = assemble(table::UTF_8, &scenes.scene(&step)).unwrap();
            assert_eq!((found.value, found.parts.len()), (0x2F, 3));
        }
    }

    #[test]
    fn the_way_back_ends_in_the_bytes() {
        for (id, c, expected) in [
            (
                "utf-8",
                '€',
                "U+20AC is in U+0800..U+FFFF: 3 bytes; 0010 0000 1010 1100 cut into 4 + 6 + 6 bits; \
                 1110 before the first, 10 before each other; bytes: E2 82 AC",
            ),
            (
                "utf-16le",
                '😀',
                "U+1F600 minus 0x10000 is 0x0F600; high ten bits 0000111101 + 0xD800 are D83D; \
                 low ten bits 1000000000 + 0xDC00 are DE00; bytes low byte first: 3D D8 00 DE",
            ),
            (
                "utf-32be",
                '€',
                "the value is the code unit 000020AC; bytes high byte first: 00 00 20 AC",
            ),
            ("koi8-r", 'А', "U+0410 -> byte E1 by the table of KOI8-R"),
            (
                "iso646-se",
                'å',
                "U+00E5 -> byte 7D by the table of ISO 646-SE; '}' in ASCII",
            ),
            ("iso646-se", 'a', "0 before seven bits"),
        ] {
            let found = disassemble(encoding(id), c).unwrap();
            assert_eq!(found.steps.join("; "), expected);
        }
        assert_eq!(disassemble(encoding("koi8-r"), '😀'), None);
    }

    /// Every scalar value of a range, through some encoding forms.
    fn check_range(ids: &[&str], scalars: std::ops::RangeInclusive<char>) {
        for id in ids {
            let encoding = encoding(id);
            for c in scalars.clone() {
                let mut bytes = Vec::new();
                encoding
                    .encode(&mut State::default(), c, &mut bytes)
                    .unwrap();
                let found = first(encoding, &bytes).unwrap();
                assert_eq!(found.value, u32::from(c), "{id}");
                let digits = found.joined.bytes().filter(|bit| *bit != b' ');
                let joined = digits.fold(0, |value, bit| value << 1 | u32::from(bit - b'0'));
                let added = if found.parts[0].role == PartRole::HighSurrogate {
                    0x10000
                } else {
                    0
                };
                assert_eq!(joined + added, u32::from(c), "{id}");
            }
        }
    }

    const BOTH_ORDERS: &[&str] = &["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"];
    const ONE_ORDER: &[&str] = &["utf-8", "utf-16le", "utf-32be"];

    #[test]
    fn every_scalar_value_up_to_ffff_is_given_back() {
        check_range(BOTH_ORDERS, '\0'..='\u{FFFF}');
    }

    #[test]
    fn every_scalar_value_from_10000_is_given_back() {
        check_range(ONE_ORDER, '\u{10000}'..='\u{7FFFF}');
    }

    #[test]
    fn every_scalar_value_from_80000_is_given_back() {
        check_range(ONE_ORDER, '\u{80000}'..=char::MAX);
    }
}
