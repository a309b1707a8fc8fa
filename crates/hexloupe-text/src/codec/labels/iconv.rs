//! The encodings that iconv has too, character by character.
//!
//! They were compared with glibc's iconv, byte for byte: it refuses the bytes without a character,
//! and agrees on all others. Left out are the sets in which iconv has other characters (KOI8-U,
//! Macintosh, Mac Cyrillic), and those of East Asia. Invariant: an id here is iconv's name too.

use crate::codec::Encoding;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    #[test]
    fn every_name_is_an_id() {
        assert!(SAME.iter().all(|id| table::by_id(id).is_some()));
        assert_eq!(iconv_name(table::UTF_8), Some("utf-8"));
        assert!(iconv_name(table::by_id("koi8-u").unwrap()).is_none());
    }
}
