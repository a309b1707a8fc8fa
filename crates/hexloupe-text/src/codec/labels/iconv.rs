//! The encodings that iconv has too, character by character.
//!
//! They were compared with glibc's iconv, byte for byte: it refuses the bytes without a character,
//! and agrees on all others. Left out are the sets in which iconv has other characters (KOI8-U,
//! Macintosh, Mac Cyrillic), and those of East Asia; Python names some sets in its own way. Invariant: an id
//! here is iconv's name too.

use crate::codec::{CodecState, Encoding};

const SAME: &[&str] = &[
    "utf-8",
    "utf-16le",
    "utf-16be",
    "iso-8859-1",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-9",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "koi8-r",
    "koi8-ru",
    "koi8-t",
    "cp437",
    "cp737",
    "cp775",
    "cp850",
    "cp852",
    "cp855",
    "cp857",
    "cp858",
    "cp860",
    "cp861",
    "cp862",
    "cp863",
    "cp865",
    "ibm866",
    "cp869",
    "cp1125",
    "viscii",
];

/// The name of an encoding in iconv, if iconv has the same characters.
pub fn iconv_name(encoding: &Encoding) -> Option<&'static str> {
    SAME.iter().copied().find(|id| *id == encoding.id)
}

/// The name of an encoding in Python, which knows most web names without their `x-`.
pub fn python_name(encoding: &Encoding) -> &'static str {
    match encoding.id {
        "windows-874" => "cp874",
        "iso-8859-8-i" => "iso-8859-8",
        "x-mac-ce" => "mac-latin2",
        "x-mac-icelandic" => "mac-iceland",
        "koi8-u-rfc2319" => "koi8-u",
        id => id.strip_prefix("x-").unwrap_or(id),
    }
}

/// A set that browsers read wider than its name says, and what other programs call that.
struct WiderSet {
    id: &'static str,
    /// The name in iconv and Python.
    name: &'static str,
    /// True for a pair that the narrower set does not have.
    is_beyond: fn(u8, u8) -> bool,
}

/// Compared with the codecs of Python 3.11 and glibc 2.36.
const WIDER: &[WiderSet] = &[
    WiderSet {
        id: "euc-kr",
        name: "CP949",
        is_beyond: |lead, trail| lead < 0xA1 || trail < 0xA1,
    },
    WiderSet {
        id: "shift_jis",
        name: "CP932",
        is_beyond: |lead, _| lead == 0x87 || matches!(lead, 0xED | 0xEE | 0xFA..=0xFC),
    },
    WiderSet {
        id: "big5",
        name: "BIG5-HKSCS",
        is_beyond: |lead, trail| matches!((lead, trail), (0x87..=0xA0 | 0xC8 | 0xFA..=0xFE, _) | (0xC7, 0xFD..)),
    },
];

/// The name that iconv and Python have for what browsers read in a set, if some bytes have a pair
/// that the set of its own name lacks: as that they are refused there.
pub fn wider_name(encoding: &Encoding, bytes: &[u8]) -> Option<&'static str> {
    let wider = WIDER.iter().find(|wider| wider.id == encoding.id)?;
    let (mut state, mut rest) = (CodecState::default(), bytes);
    while !rest.is_empty() {
        let sequence = encoding.decode(&mut state, rest);
        let (own, after) = rest.split_at(usize::from(sequence.len));
        if let [lead, trail] = *own
            && sequence.meaning.is_character()
            && (wider.is_beyond)(lead, trail)
        {
            return Some(wider.name);
        }
        rest = after;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    #[test]
    fn what_other_programs_refuse_has_their_name() {
        let name = |id: &str, bytes: &[u8]| wider_name(table::by_id(id).unwrap(), bytes);
        // 쨰 and 뷁 are no characters of KS X 1001; 가 is.
        assert_eq!(name("euc-kr", b"\xB0\xA1 \xA7\xD6"), None);
        assert_eq!(name("euc-kr", b"\xB0\xA1 \x94\xEE"), Some("CP949"));
        // The circled 1 is in NEC's row 13.
        assert_eq!(name("shift_jis", b"\x82\xA0\x87\x40"), Some("CP932"));
        assert_eq!(name("shift_jis", b"\x82\xA0 a"), None);
        assert_eq!(name("gbk", b"\x81\x40"), None);
    }

    #[test]
    fn every_name_is_an_id() {
        assert!(SAME.iter().all(|id| table::by_id(id).is_some()));
        assert_eq!(iconv_name(table::UTF_8), Some("utf-8"));
        assert!(iconv_name(table::by_id("koi8-u").unwrap()).is_none());
    }
}
