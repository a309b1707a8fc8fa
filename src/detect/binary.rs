//! Whether data is binary, and its kind, which is named by its magic number.
//!
//! The magic numbers are those of the crate `infer`. Many consist of only two letters, and
//! some formats that `infer` knows are text; so a kind is named only if the bytes have a
//! control that text does not have, and if the bytes after a short magic number confirm it.
//! Invariant: text in a single-byte encoding never has a kind.

use infer::MatcherType;

use crate::codec::{Encoding, bom};

/// The first bytes of the data; a NUL among them makes it binary.
pub const BINARY: usize = 8 * 1024;

/// Whether data with this head, read in an encoding, is binary: its first 8 KiB have a NUL,
/// and neither the encoding nor a byte order mark has units of several bytes.
pub fn is_binary(head: &[u8], encoding: &Encoding) -> bool {
    let head = &head[..head.len().min(BINARY)];
    let mut marks = bom::at_start(head).map(|(_, encoding)| encoding);
    let wide = encoding.unit > 1 || marks.any(|encoding| encoding.unit > 1);
    !wide && head.contains(&0)
}

/// The names of kinds by file extension, if the name is not the extension itself.
const NAMES: &[(&str, &str)] = &[
    ("ar", "ar archive"),
    ("avif", "AVIF"),
    ("bc", "LLVM bitcode"),
    ("bmp", "BMP"),
    ("bz2", "bzip2"),
    ("bz3", "bzip3"),
    ("cab", "Windows cabinet"),
    ("class", "Java class"),
    ("cpio", "cpio archive"),
    ("deb", "Debian package"),
    ("der", "DER certificate"),
    ("dex", "Dalvik"),
    ("doc", "OLE document"),
    ("docx", "Word"),
    ("elf", "ELF"),
    ("epub", "EPUB"),
    ("exe", "Windows program"),
    ("flac", "FLAC"),
    ("gif", "GIF"),
    ("gz", "gzip"),
    ("ico", "icon"),
    ("jpg", "JPEG"),
    ("lz", "lzip"),
    ("mach", "Mach-O"),
    ("midi", "MIDI"),
    ("mkv", "Matroska"),
    ("mp3", "MP3"),
    ("mp4", "MP4"),
    ("msi", "OLE document"),
    ("obj", "COFF object"),
    ("odp", "OpenDocument"),
    ("ods", "OpenDocument"),
    ("odt", "OpenDocument"),
    ("ogg", "Ogg"),
    ("otf", "OpenType font"),
    ("pdf", "PDF"),
    ("png", "PNG"),
    ("ppt", "PowerPoint"),
    ("pptx", "PowerPoint"),
    ("psd", "Photoshop"),
    ("rar", "RAR"),
    ("rpm", "RPM"),
    ("sqlite", "SQLite"),
    ("tar", "tar archive"),
    ("tif", "TIFF"),
    ("ttf", "TrueType font"),
    ("wasm", "WebAssembly"),
    ("wav", "WAV"),
    ("webm", "WebM"),
    ("webp", "WebP"),
    ("woff", "WOFF"),
    ("woff2", "WOFF2"),
    ("xls", "Excel"),
    ("xlsx", "Excel"),
    ("Z", "compress"),
    ("zip", "ZIP"),
    ("zst", "Zstandard"),
];

/// The kind of binary data with this head, in a word or two, if its magic number is known.
pub(crate) fn kind(head: &[u8]) -> Option<&'static str> {
    let found = infer::get(head).filter(|found| found.matcher_type() != MatcherType::Text)?;
    let ending = found.extension();
    let confirmed = match ending {
        // The magic number may be anywhere in the first 1024 bytes, so also in text about PDF.
        "pdf" => head.starts_with(b"%PDF-"),
        _ => has_control(head) && is_confirmed(ending, head),
    };
    let name = NAMES.iter().find(|(known, _)| *known == ending);
    confirmed.then(|| name.map_or(ending, |(_, name)| name))
}

/// Whether there is a control that text does not have: one that neither formats, shifts,
/// rings the bell nor ends the text.
fn has_control(head: &[u8]) -> bool {
    let head = &head[..head.len().min(BINARY)];
    head.iter()
        .any(|byte| matches!(byte, 0..=6 | 0x10..=0x19 | 0x1C..=0x1F))
}

/// Whether the bytes after a magic number of two bytes confirm it.
fn is_confirmed(ending: &str, head: &[u8]) -> bool {
    let at = |range: std::ops::Range<usize>| head.get(range).unwrap_or_default();
    match ending {
        "exe" | "dll" => at(0..64).contains(&0),
        "bmp" => at(6..10) == [0; 4],
        "bc" => at(2..4) == [0xC0, 0xDE],
        "der" => matches!(at(4..5), [0x02 | 0x30]),
        // An object has no optional header.
        "obj" => at(16..18) == [0, 0],
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    /// The first bytes of a file, then NULs.
    fn padded(start: &[u8]) -> Vec<u8> {
        let mut head = start.to_vec();
        head.resize(512, 0);
        head
    }

    #[test]
    fn a_binary_has_its_kind() {
        for (start, name) in [
            (&b"\x7FELF\x02\x01\x01\0"[..], "ELF"),
            (b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", "PNG"),
            (b"\x1F\x8B\x08\0\0\0\0\0\0\x03", "gzip"),
            (b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n", "PDF"),
            (b"PK\x03\x04\x14\0\0\0\x08\0", "ZIP"),
            (b"\xFF\xD8\xFF\xE0\0\x10JFIF\0", "JPEG"),
            (b"GIF89a\x01\0\x01\0", "GIF"),
            (b"SQLite format 3\0\x10\0", "SQLite"),
            (b"\0asm\x01\0\0\0", "WebAssembly"),
            (b"\xCA\xFE\xBA\xBE\0\0\0\x3D", "Java class"),
            (b"\xCF\xFA\xED\xFE\x07\0\0\x01", "Mach-O"),
            (b"MZ\x90\0\x03\0\0\0", "Windows program"),
            (b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0", "BMP"),
            (b"BC\xC0\xDE\x35\x14\0\0", "LLVM bitcode"),
            (b"BZh91AY&SY\x01\x02", "bzip2"),
            (b"\xFD7zXZ\0\0\x04", "xz"),
            (b"7z\xBC\xAF\x27\x1C\0\x04", "7z"),
            (b"\x28\xB5\x2F\xFD\x04\x58", "Zstandard"),
            (b"fLaC\0\0\0\x22", "FLAC"),
            (b"ID3\x03\0\0\0\0", "MP3"),
            (b"OggS\0\x02\0\0", "Ogg"),
            (b"RIFF\x24\0\0\0WAVEfmt ", "WAV"),
            (b"RIFF\x24\0\0\0WEBPVP8 ", "WebP"),
            (b"\0\x01\0\0\0\x0E\0\x80", "TrueType font"),
            (b"wOF2\0\x01\0\0", "WOFF2"),
            (b"\x30\x82\x03\x52\x30\x82\x02\x3A", "DER certificate"),
            (b"!<arch>\ndebian-binary   1410122664  ", "Debian package"),
        ] {
            assert_eq!(kind(&padded(start)), Some(name), "{start:02X?}");
        }
        assert_eq!(kind(b"%PDF-1.4\n1 0 obj\n"), Some("PDF"));
        assert_eq!(kind(&[0; 4096]), None);
        assert_eq!(kind(b""), None);
    }

    #[test]
    fn text_has_no_kind() {
        for text in [
            "MZ is how programs begin",
            "BM, BC und BZh sind Abkürzungen",
            "CWS and FWS",
            "<!DOCTYPE html><html>",
            "<?xml version=\"1.0\"?>",
            "#!/bin/sh\necho",
            "%!PS-Adobe-3.0",
            "{\\rtf1\\ansi}",
            "-----BEGIN CERTIFICATE-----",
            "how %PDF-1.4 begins",
            "ID3 tags",
            "Rar! he said",
            "070701 is a number",
        ] {
            assert_eq!(kind(text.as_bytes()), None, "{text}");
        }
        // Letters of other encodings too.
        for text in [
            &b"\xFF\xFB \xE2"[..],
            b"\xC7\x71\xE0",
            b"\x30\x82\xE0",
            b"d\x86",
        ] {
            assert_eq!(kind(text), None, "{text:02X?}");
        }
    }

    #[test]
    fn the_shortest_numbers_are_no_kind_of_text_in_wide_units() {
        for text in ["婍字 of it", "䵂字", "舰队 of it", "Ōsaka", "蹤字"] {
            let units = text.encode_utf16();
            let little: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
            assert_eq!(kind(&little), None, "{text}");
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            assert_eq!(kind(&big), None, "{text}");
        }
    }

    #[test]
    fn names_are_words_that_need_no_escape() {
        for (ending, name) in NAMES {
            assert_ne!(ending, name);
            let plain = |c: char| c.is_ascii_alphanumeric() || " -".contains(c);
            assert!(name.chars().all(plain), "{name}");
        }
    }

    #[test]
    fn a_nul_makes_a_binary_unless_units_are_wide() {
        assert!(is_binary(b"a\0b", table::UTF_8));
        assert!(!is_binary(b"ab", table::UTF_8));
        assert!(!is_binary(b"a\0b\0", table::UTF_16LE));
        assert!(!is_binary(b"\xFF\xFEa\0", table::UTF_8));
    }
}
