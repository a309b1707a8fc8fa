//! Decides whether data is binary, and names its kind by its magic number.
//!
//! The magic numbers are those of the crate `infer`. Many consist of only two letters, and some
//! formats that `infer` knows are text. So a kind is named only if the bytes have a control that
//! text does not have, and if the bytes after a short magic number confirm it. Invariant: text in a
//! single-byte encoding never has a kind.

use infer::MatcherType;

use super::byte_stats::is_rare;
use super::tuning;
use hexloupe_text::codec::{Encoding, bom};

/// Bytes of the head used for the judgement.
pub const HEAD: usize = 64 * 1024;
/// The first bytes, where a NUL makes data doubtful; also the most of the later bytes that are
/// judged.
const FIRST: usize = 8 * 1024;
/// The most controls and ill-formed sequences that are no sign of binary data, however short it is.
/// is.
const FEW: usize = 6;

/// Reports whether data with this head, read in an encoding, is binary: neither the encoding nor a byte
/// order mark has units of several bytes, and either its first 8 KiB have a NUL and are no text even without
/// their NULs, or they are not UTF-8 and begin like a kind of binary file. So text is text, whatever NULs are
/// inserted, and well-formed UTF-8 is not binary for a magic number.
pub fn is_binary(head: &[u8], encoding: &Encoding) -> bool {
    let head = &head[..head.len().min(HEAD)];
    let first = &head[..head.len().min(FIRST)];
    let mut marks = bom::at_start(first).map(|(_, encoding)| encoding);
    let wide = encoding.unit > 1 || marks.any(|encoding| encoding.unit > 1);
    let has_nul = first.contains(&0) && (is_tar(head) || is_time_zone(head) || !is_text(head));
    // Few files begin like one, so their bytes are looked at last.
    !wide && (has_nul || kind(head).is_some() && !is_dbase(head) && !is_utf_8(first))
}

/// Reports whether the first 8 KiB of data are well-formed UTF-8.
pub fn begins_with_utf_8(head: &[u8]) -> bool {
    is_utf_8(&head[..head.len().min(FIRST)])
}

/// Reports whether the first bytes of data are well-formed UTF-8, with a character cut off at most.
fn is_utf_8(first: &[u8]) -> bool {
    let ill = str::from_utf8(first).err();
    ill.is_none_or(|ill| ill.error_len().is_none())
}

/// Reports whether there is text between the NULs: well-formed UTF-8 with few controls, the same
/// with few faults too, or a legacy encoding, which has hardly a control and some ASCII. Programs,
/// pictures and compressed data have controls and ill-formed sequences by the dozen.
fn is_text(head: &[u8]) -> bool {
    let (all, controls) = counts(head);
    // Most programs and pictures have so many controls that their sequences need not be looked at.
    if !may_be_text(controls, all) {
        return false;
    }
    let others = head.iter().copied().filter(|byte| *byte != 0);
    let others: Vec<u8> = others.take(FIRST).collect();
    let plain = others.iter().filter(|byte| byte.is_ascii()).count() - controls;
    let ill_formed = { others.utf8_chunks() }
        .filter(|chunk| !chunk.invalid().is_empty())
        .count();
    let odd = controls + ill_formed;
    let is_utf_8 = ill_formed == 0 && !tuning::NUL_TEXT_CONTROLS.is_exceeded(controls, all);
    let is_damaged = odd <= FEW || !tuning::NUL_TEXT_FAULTS.is_exceeded(odd, all);
    let is_legacy = !tuning::NUL_TEXT_LEGACY_CONTROLS.is_exceeded(controls, all);
    let is_mostly_plain = plain > 0 && !tuning::NUL_TEXT_SHORT.is_exceeded(odd, all);
    let has_plain = tuning::NUL_TEXT_PLAIN.is_reached(plain, all);
    all > 0 && (is_utf_8 || is_damaged && is_mostly_plain || is_legacy && has_plain)
}

/// Reports whether bytes with so many controls may be text, whatever else they are.
fn may_be_text(controls: usize, all: usize) -> bool {
    controls <= FEW
        || !tuning::NUL_TEXT_CONTROLS.is_exceeded(controls, all)
        || !tuning::NUL_TEXT_FAULTS.is_exceeded(controls, all)
        || !tuning::NUL_TEXT_LEGACY_CONTROLS.is_exceeded(controls, all)
}

/// The number of the first bytes besides NULs that are judged, and of the controls among them: of all, or of
/// enough that they are too many.
fn counts(head: &[u8]) -> (usize, usize) {
    /// Bytes counted before the next look at their number.
    const STEP: usize = 128;
    let (mut all, mut controls) = (0, 0);
    for part in head.chunks(STEP) {
        for byte in part {
            all += usize::from(*byte != 0);
            controls += usize::from(*byte != 0 && is_rare(*byte));
            if all == FIRST {
                return (all, controls);
            }
        }
        if !may_be_text(controls, FIRST) {
            break;
        }
    }
    (all, controls)
}

/// Reports whether it begins with the header of a tar archive, with a right checksum. An archive of
/// texts has no other sign that it is no text.
fn is_tar(head: &[u8]) -> bool {
    /// The place of the checksum; it counts as spaces.
    const SUM: std::ops::Range<usize> = 148..156;
    let Some(header) = head
        .get(..512)
        .filter(|header| header[257..].starts_with(b"ustar"))
    else {
        return false;
    };
    let digits = header[SUM].iter().filter(|byte| byte.is_ascii_digit());
    let told = digits.fold(0, |sum, digit| sum * 8 + u32::from(digit - b'0'));
    let counted = header.iter().enumerate().map(|(at, byte)| {
        let byte = if SUM.contains(&at) { b' ' } else { *byte };
        u32::from(byte)
    });
    told == counted.sum::<u32>()
}

/// Reports whether it begins with the header of a compiled time zone (RFC 9636, section 3.1): a short one has no
/// other sign that it is no text.
fn is_time_zone(head: &[u8]) -> bool {
    let [b'T', b'Z', b'i', b'f', version, reserved @ ..] = head else {
        return false;
    };
    let has_version = matches!(version, 0 | b'2'..=b'4');
    has_version && reserved.first_chunk::<15>() == Some(&[0; 15])
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
pub fn kind(head: &[u8]) -> Option<&'static str> {
    if is_dbase(head) {
        return Some("dBASE");
    }
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

/// Reports whether it begins with the head of a dBASE table, which has no magic number: a version, a
/// date, and fields up to a CR.
pub fn is_dbase(head: &[u8]) -> bool {
    /// The length of the head without fields, of a field, and the rest of the head in `FoxPro`.
    const PART: usize = 32;
    const FOX_PRO: usize = 263;
    let [version, _, month, day, _, _, _, _, low, high, ..] = *head else {
        return false;
    };
    let has_version = matches!(
        version,
        2..=5 | 0x30..=0x32 | 0x43 | 0x63 | 0x83 | 0x8B | 0xCB | 0xF5 | 0xFB
    );
    let len = usize::from(u16::from_le_bytes([low, high]));
    let ends = |rest: usize| {
        let end = len.checked_sub(rest + 1);
        end.is_some_and(|end| {
            end > PART && end.is_multiple_of(PART) && head.get(end) == Some(&b'\r')
        })
    };
    let has_type = head
        .get(PART + 11)
        .is_some_and(|own| b"CNDLMFIBTYGPVWQ0+@O".contains(own));
    let is_dated = (1..=12).contains(&month) && (1..=31).contains(&day);
    has_version && is_dated && has_type && (ends(0) || ends(FOX_PRO))
}

/// Reports whether there is a control that text does not have: one that neither formats, shifts,
/// rings the bell nor ends the text.
fn has_control(head: &[u8]) -> bool {
    let head = &head[..head.len().min(FIRST)];
    head.iter()
        .any(|byte| matches!(byte, 0..=6 | 0x10..=0x19 | 0x1C..=0x1F))
}

/// Reports whether the bytes after a magic number of two bytes confirm it.
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
    use hexloupe_text::codec::table;

    /// The first bytes of a file, then NULs.
    fn padded(start: &[u8]) -> Vec<u8> {
        let mut head = start.to_vec();
        head.resize(512, 0);
        head
    }

    #[test]
    fn the_counted_bytes_are_the_first_that_are_no_nuls_or_have_too_many_controls() {
        for len in [0, 1, 127, 128, 129, FIRST - 1, FIRST, FIRST + 1, 3 * FIRST] {
            for every in [1, 2, 3, 7, 300] {
                for rare in [1, 49, 50, 51, 499, 501, 9000] {
                    let byte = |at: usize| match at {
                        _ if at.is_multiple_of(every) => 0,
                        _ if at.is_multiple_of(rare) => 1,
                        _ => b'a',
                    };
                    let head: Vec<u8> = (0..len).map(byte).collect();
                    let others = head.iter().filter(|byte| **byte != 0).take(FIRST);
                    let all = others.clone().count();
                    let controls = others.filter(|byte| is_rare(**byte)).count();
                    let counted = counts(&head);
                    let is_same = counted == (all, controls);
                    let is_more = !may_be_text(counted.1, FIRST) && !may_be_text(controls, all);
                    assert!(is_same || is_more, "{len}, {every}, {rare}");
                }
            }
        }
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
    fn a_nul_or_a_magic_number_makes_a_binary_and_only_if_units_are_bytes() {
        assert!(is_binary(b"\0\x01\x02\x03", table::UTF_8));
        assert!(is_binary(b"\xFF\0", table::UTF_8));
        // By its magic number, unless it is UTF-8 all the same.
        assert!(is_binary(b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n", table::UTF_8));
        assert!(is_binary(b"\x28\xB5\x2F\xFD\x04\x58", table::UTF_8));
        assert!(!is_binary(
            "%PDF-1.7 is how a PDF begins: é".as_bytes(),
            table::UTF_8
        ));
        assert!(!is_binary(b"ID3 tags \xE9", table::UTF_8));
        assert!(is_binary(&[0; 9000], table::UTF_8));
        assert!(!is_binary(b"\x01\x02\x03", table::UTF_8));
        assert!(!is_binary(b"\x01\0\x02\0", table::UTF_16LE));
        assert!(!is_binary(b"\xFF\xFE\x01\0", table::UTF_8));
    }

    #[test]
    fn text_stays_text_whatever_nuls_are_in_it() {
        let line = "let name = \"\u{202E}имя\"; // a comment of some words\n";
        let source = line.repeat(200).into_bytes();
        let strewn = |every: usize| -> Vec<u8> {
            let pieces = source.chunks(every);
            pieces.flat_map(|piece| [b"\0", piece].concat()).collect()
        };
        // windows-1251: "let name = "имя"; // слово".
        let legacy = b"let name = \"\xE8\xEC\xFF\"; // \xF1\xEB\xEE\xE2\xEE\n".repeat(50);
        for text in [
            b"/*\0*/".to_vec(),
            [b"/*\0*/", &source[..]].concat(),
            [&vec![0; 20_000][..], &source].concat(),
            [b"MZ=1/*\0*/", &source[..]].concat(),
            b"/*\0\x01\xFF*/ alert('some words')\n".to_vec(),
            [b"/*\0\xFF\xFF\xFF\xFF\x01*/", &source[..]].concat(),
            [b"/*\0", &[0xFF; 1000][..], b"*/", &source[..]].concat(),
            [b"\0", &legacy[..]].concat(),
            strewn(1),
            strewn(7),
            strewn(100),
        ] {
            assert!(
                !is_binary(&text, table::UTF_8),
                "{:02X?}",
                &text[..40.min(text.len())]
            );
        }
    }

    /// As `zic` compiles UTC+3.
    #[test]
    fn a_short_time_zone_is_binary() {
        let header = |counts: &[u8; 24]| [&b"TZif2"[..], &[0; 15], counts].concat();
        let mut zone = header(&[0; 24]);
        zone.extend(header(
            b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x04",
        ));
        zone.extend(b"\0\0\x2A\x30\0\0+03\0\n<+03>-3\n");
        assert!(is_binary(&zone, table::UTF_8));
        assert!(!is_binary(
            b"TZif2 is how\0 a time zone begins",
            table::UTF_8
        ));
    }

    #[test]
    fn a_tar_archive_of_texts_is_binary_if_its_checksum_is_right() {
        // Made by `tar --format=ustar` of GNU tar 1.34, from a file `a` with `ab` and a line feed.
        let fields: [(usize, &[u8]); 12] = [
            (0, b"a"),
            (100, b"0000644"),
            (108, b"0001750"),
            (116, b"0001750"),
            (124, b"00000000003"),
            (136, b"00000000000"),
            (148, b"010237\0 0"),
            (257, b"ustar\x0000"),
            (265, b"me"),
            (297, b"me"),
            (329, b"0000000"),
            (337, b"0000000"),
        ];
        let mut archive = vec![0; 10_240];
        for (at, text) in fields {
            archive[at..][..text.len()].copy_from_slice(text);
        }
        archive[512..515].copy_from_slice(b"ab\n");
        assert!(is_binary(&archive, table::UTF_8));
        archive[148..154].copy_from_slice(b"000001");
        assert!(!is_binary(&archive, table::UTF_8));
    }
}
