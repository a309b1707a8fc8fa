//! The alphabet of SMS: GSM 03.38, now 3GPP TS 23.038, 6.2.1.
//!
//! Seven bits, one in a byte here; 1B begins a character of the extension table (6.2.1.1). Septets that
//! are packed into bytes are a form of a dump (`gsm-packed`), and are unpacked first. Invariant: bytes
//! from 80 on, and those after 1B without an entry, are faults.

use std::sync::LazyLock;

use super::encoding::EncodingFacts;
use super::table_file;
use super::{Encoding, Family};

/// The characters of the bytes 00 to 7F; 1B has none.
const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u{1B}ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?\
    ¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";

/// The bytes after 1B and their characters.
const EXTENSION: [(u8, char); 10] = [
    (0x0A, '\u{0C}'),
    (0x14, '^'),
    (0x28, '{'),
    (0x29, '}'),
    (0x2F, '\\'),
    (0x3C, '['),
    (0x3D, '~'),
    (0x3E, ']'),
    (0x40, '|'),
    (0x65, '€'),
];

/// The row of the table.
pub(super) static GSM_7: LazyLock<Encoding> = LazyLock::new(|| {
    let basic = (0..=0x7F_u8).zip(BASIC.chars());
    let basic = basic
        .filter(|(_, c)| *c != '\u{1B}')
        .map(|(byte, c)| (vec![byte], c));
    let extension = EXTENSION.iter().map(|(byte, c)| (vec![0x1B, *byte], *c));
    let facts = EncodingFacts {
        id: "gsm-7",
        name: "GSM 03.38",
        aliases: &[
            "gsm0338",
            "gsm",
            "gsm7",
            "gsm-03.38",
            "gsm-default-alphabet",
        ],
        family: Family::Other,
        rarity: Encoding::NEVER_GUESSED,
        used: "text messages of mobile phones (SMS)",
        since: Some(1990),
        ..EncodingFacts::COMMON
    };
    table_file::of_entries(&facts, basic.chain(extension))
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{CodecState, Fault, Meaning};

    fn read(bytes: &[u8]) -> String {
        let (mut at, mut text) = (0, String::new());
        while at < bytes.len() {
            let step = GSM_7.decode(&mut CodecState::default(), &bytes[at..]);
            match step.meaning {
                Meaning::IllFormed(_) => text.push('\u{FFFD}'),
                meaning => text.extend(meaning.scalars()),
            }
            at += usize::from(step.len);
        }
        text
    }

    /// As the standard's tables have them.
    #[test]
    fn characters_of_both_tables_are_read_and_written() {
        let bytes = b"\x00\x01\x02\x03 \x05\x7F\x1F \x1B\x65 \x1B\x3C\x1B\x3E \x40\x60 \x10\x1A";
        let text = "@£$¥ éàÉ € [] ¡¿ ΔΞ";
        assert_eq!(read(bytes), text);
        let mut written = Vec::new();
        for c in text.chars() {
            GSM_7
                .encode(&mut CodecState::default(), c, &mut written)
                .unwrap();
        }
        assert_eq!(written, bytes);
        assert_eq!(BASIC.chars().count(), 128);
    }

    #[test]
    fn what_has_no_entry_is_a_fault() {
        assert_eq!(read(b"a\x80b\x1B\x41\xFF"), "a\u{FFFD}b\u{FFFD}A\u{FFFD}");
        let step = GSM_7.decode(&mut CodecState::default(), b"\x1B");
        assert_eq!(step.meaning, Meaning::IllFormed(Fault::LegacyTruncated));
    }
}
