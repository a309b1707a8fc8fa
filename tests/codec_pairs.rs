//! The whole tables of the double-byte sets: every pair of a lead byte and any other byte, every
//! triple of EUC-JP, every pointer of GB18030's four bytes, compared with `encoding_rs`; and every
//! label of the WHATWG standard.
//!
//! Invariant: everything is tried, except that four bytes and values above U+10FFFF are sampled.
use crate::common as walks;

use std::collections::BTreeSet;

use encoding_rs::DecoderResult;
use hexloupe::codec::table::{self, LabelMatch};
use hexloupe::codec::{CodecState, Encoder, Encoding, Family, Meaning};
use walks::{steps, whole};

fn encoding(id: &str) -> &'static Encoding {
    table::all().find(|e| e.id == id).unwrap()
}

/// The first thing a decoder makes of some bytes: its text, or the length of its
/// fault, and the bytes that were given back.
fn first(web: &'static encoding_rs::Encoding, bytes: &[u8]) -> Result<String, u8> {
    let mut decoder = web.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(64);
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, true);
    match result {
        DecoderResult::Malformed(len, _) if text.is_empty() => Err(len),
        _ => Ok(text),
    }
}

/// Compares the first step of some bytes with the oracle.
#[track_caller]
fn hold(e: &'static Encoding, web: &'static encoding_rs::Encoding, bytes: &[u8]) {
    let step = e.decode(&mut CodecState::default(), bytes);
    match (step.meaning, first(web, bytes)) {
        (Meaning::Scalar(_) | Meaning::Pair(..), Ok(text)) => {
            let ours: String = step.meaning.scalars().collect();
            assert!(
                text.starts_with(&ours),
                "{e:?} {bytes:02X?}: {ours:?} {text:?}"
            );
            // One step has one character, or the text is that of Big5's pairs.
            let alone = usize::from(step.len) == bytes.len();
            assert!(
                !alone || ours == text,
                "{e:?} {bytes:02X?}: {ours:?} {text:?}"
            );
        }
        (Meaning::IllFormed(_), Err(len)) => assert_eq!(step.len, len, "{e:?} {bytes:02X?}"),
        (found, known) => panic!("{e:?} {bytes:02X?}: {found:?} {known:?}"),
    }
}

#[test]
fn every_pair_of_every_set_is_read_as_the_standard_reads_it() {
    for id in ["gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"] {
        let web = encoding_rs::Encoding::for_label(id.as_bytes()).unwrap();
        for pair in 0x8000..=0xFFFF_u16 {
            hold(encoding(id), web, &pair.to_be_bytes());
        }
    }
}

#[test]
fn every_triple_of_euc_jp_is_read_as_the_standard_reads_it() {
    for pair in 0..=0xFFFF_u16 {
        let [second, third] = pair.to_be_bytes();
        hold(
            encoding("euc-jp"),
            encoding_rs::EUC_JP,
            &[0x8F, second, third],
        );
    }
}

#[test]
fn every_pair_of_iso_2022_jp_is_that_of_euc_jp() {
    let (iso, euc) = (encoding("iso-2022-jp"), encoding("euc-jp"));
    for lead in 0x21..=0x7E_u8 {
        for trail in 0x21..=0x7E_u8 {
            let ours = whole(&[0x1B, b'$', b'B', lead, trail]);
            let ours = steps(iso, 0, &ours)[1].meaning;
            let theirs = euc.decode(&mut CodecState::default(), &[lead | 0x80, trail | 0x80]);
            assert_eq!(ours, theirs.meaning, "{lead:02X} {trail:02X}");
        }
    }
}

/// The FNV-1a of some bytes.
fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

#[test]
fn pairs_of_seven_bits_are_those_of_python() {
    // Python 3.11: the pairs that hz and iso2022_kr decode after a shift; of each the two bytes
    // and those of the code point, the low one first.
    for (id, shift, count, sum) in [
        ("hz", &b"~{"[..], 7445, 0x3EBC_A0CC_CDD0_D738),
        ("iso-2022-kr", b"\x0E", 8226, 0x1FB1_A36D_C66B_AB16),
    ] {
        let mut all = Vec::new();
        for lead in 0x21..=0x7E_u8 {
            for trail in 0x21..=0x7E_u8 {
                let bytes = whole(&[shift, &[lead, trail]].concat());
                if let Some(c) = steps(encoding(id), 0, &bytes)[1].meaning.scalar() {
                    let [low, high, ..] = u32::from(c).to_le_bytes();
                    all.push([lead, trail, low, high]);
                }
            }
        }
        assert_eq!(
            (all.len(), hash(all.concat().into_iter())),
            (count, sum),
            "{id}"
        );
    }
}

#[test]
fn the_planes_of_euc_tw_are_those_of_icu() {
    // ICU 72.1, euc-tw-2014 without private use: of each character the bytes, two or four, and
    // those of the code point, the low one first.
    let (mut all, mut count) = (Vec::new(), 0);
    let mut add = |bytes: &[u8]| {
        let step = encoding("euc-tw").decode(&mut CodecState::default(), bytes);
        if let Some(c) = step.meaning.scalar() {
            assert_eq!(usize::from(step.len), bytes.len(), "{bytes:02X?}");
            count += 1;
            all.extend_from_slice(bytes);
            all.extend(&u32::from(c).to_le_bytes()[..3]);
        }
    };
    for pair in 0xA1A1..=0xFEFE_u16 {
        let [row, cell] = pair.to_be_bytes();
        if cell >= 0xA1 {
            add(&[row, cell]);
        }
    }
    for plane in 0xA2..=0xB0 {
        for pair in 0xA1A1..=0xFEFE_u16 {
            let [row, cell] = pair.to_be_bytes();
            add(&[0x8E, plane, row, cell]);
        }
    }
    assert_eq!(
        (count, hash(all.into_iter())),
        (56_013, 0x6CB0_E5EF_5D44_D4DD)
    );
}

#[test]
fn plane_one_of_euc_tw_has_four_bytes_too() {
    let euc = encoding("euc-tw");
    let text = |bytes: &[u8]| -> String {
        let steps = steps(euc, 0, &whole(bytes)).into_iter();
        steps.flat_map(|step| step.meaning.scalars()).collect()
    };
    assert_eq!(text(b"\xC4\xA1\x8E\xA1\xC4\xA1a"), "一一a");
    assert_eq!(
        write(euc, "一丁乂，兀丂㐀"),
        b"\xC4\xA1\xC4\xA3\x8E\xA2\xA1\xA1\xA1\xA2\xC4\xC2\x8E\xA4\xA1\xA6\x8E\xA6\xA2\xAC"
    );
}

/// A text in an encoding.
fn write(e: &Encoding, text: &str) -> Vec<u8> {
    let (mut bytes, mut state) = (Vec::new(), CodecState::default());
    for c in text.chars() {
        e.encode(&mut state, c, &mut bytes).unwrap();
    }
    e.finish(&mut state, &mut bytes);
    bytes
}

#[test]
fn shifts_are_written_as_python_writes_them() {
    let (hz, kr) = (encoding("hz"), encoding("iso-2022-kr"));
    assert_eq!(
        write(hz, "汉字~ abc\n中文。"),
        b"~{::WV~}~~ abc\n~{VPND!#~}"
    );
    assert_eq!(
        write(kr, "漢字，한글! abc~\n다"),
        b"\x1B$)C\x0EySm.#,GQ1[\x0F! abc~\n\x0E4Y\x0F"
    );
    assert_eq!(write(kr, "abc"), b"abc");
    for c in ['\x0E', '\x0F', '\x1B', 'é'] {
        let mut out = Vec::new();
        assert!(kr.encode(&mut CodecState::default(), c, &mut out).is_err());
        assert!(out.is_empty());
    }
}

/// Checks the steps of some bytes: their lengths, and their text, `>` for a shift and `!` for a
/// fault.
#[track_caller]
fn read(id: &str, bytes: &[u8], lengths: &[u32], text: &str) {
    let steps = steps(encoding(id), 0, &whole(bytes));
    let found: Vec<u32> = steps.iter().map(|step| step.len).collect();
    let told: String = { steps.iter() }
        .map(|step| match step.meaning {
            Meaning::Shift => '>',
            meaning => meaning.scalar().unwrap_or('!'),
        })
        .collect();
    assert_eq!((found.as_slice(), told.as_str()), (lengths, text), "{id}");
}

#[test]
fn signs_of_seven_bit_sets_do_what_their_rfcs_say() {
    read("hz", b"~~~{0!~}~\na", &[2, 2, 2, 2, 2, 1], "~>啊>>a");
    read(
        "iso-2022-kr",
        b"\x1B$)Ca\x0E0!\x0Fb",
        &[4, 1, 1, 2, 1, 1],
        ">a>가>b",
    );
    // A piece without the announcement, and shifts to where the text already is.
    read("iso-2022-kr", b"\x0F\x0E\x0E0!", &[1, 1, 1, 2], ">>>가");
}

#[test]
fn a_line_feed_among_pairs_is_a_fault_and_the_next_line_is_ascii() {
    read("hz", b"~{0!\n0!", &[2, 2, 1, 1, 1], ">啊!0!");
    read("hz", b"~{0!0\n0!", &[2, 2, 2, 1, 1], ">啊!0!");
    read("iso-2022-kr", b"\x0E0!\n0!", &[1, 2, 1, 1, 1], ">가!0!");
    read("iso-2022-kr", b"\x0E0!0\n0!", &[1, 2, 2, 1, 1], ">가!0!");
}

#[test]
fn what_is_no_sign_is_a_fault_and_the_pairs_after_it_stay_pairs() {
    read("hz", b"~x~}", &[1, 1, 1, 1], "!x!}");
    read("hz", b"~{~{0!~~0!~}", &[2, 2, 2, 2, 2, 2], ">!啊!啊>");
    read(
        "hz",
        b"~{ioz!0!~}a\xB0",
        &[2, 2, 2, 2, 2, 1, 1],
        ">轱!啊>a!",
    );
    read("hz", b"~{0!0", &[2, 2, 1], ">啊!");
    read("hz", b"a~", &[1, 1], "a!");
    read("iso-2022-kr", b"\x1B(Ba", &[1, 1, 1, 1], "!(Ba");
    read("iso-2022-kr", b"\x0E0\x0Fa", &[1, 1, 1, 1], ">!>a");
    read("iso-2022-kr", b"\x0E \x7F0!", &[1, 1, 1, 2], ">!!가");
    read("iso-2022-kr", b"a\x1B$)", &[1, 1, 1, 1], "a!$)");
}

/// The four bytes of a pointer.
fn four(pointer: u32) -> [u8; 4] {
    [
        0x81 + (pointer / 12600) as u8,
        0x30 + (pointer / 1260 % 10) as u8,
        0x81 + (pointer / 10 % 126) as u8,
        0x30 + (pointer % 10) as u8,
    ]
}

#[test]
fn every_pointer_of_gb18030_is_read_as_the_standard_reads_it() {
    for pointer in 0..=1_587_599 {
        let bytes = four(pointer);
        let step = encoding("gb18030").decode(&mut CodecState::default(), &bytes);
        assert_eq!(step.len, 4, "{bytes:02X?}");
        let known = matches!(pointer, 0..39_420 | 189_000..=1_237_575);
        assert_eq!(step.meaning.is_character(), known, "{bytes:02X?}");
        // The oracle is slow: where a formula gives the values, only some are compared.
        if pointer < 40_000 || pointer % 97 == 0 || (188_900..190_000).contains(&pointer) {
            hold(encoding("gb18030"), encoding_rs::GB18030, &bytes);
            hold(encoding("gbk"), encoding_rs::GB18030, &bytes);
        } else if let Some(c) = step.meaning.scalar() {
            assert_eq!(u32::from(c), pointer - 189_000 + 0x10000);
        }
    }
}

/// Every character that `encoding_rs` reads in a set of pairs, with the bytes; of GB18030 those of
/// one and two bytes, and some of those of four.
fn read_by_the_standard(web: &'static encoding_rs::Encoding) -> Vec<(Vec<u8>, char)> {
    let alone = (0x80..=0xFF_u8).map(|byte| vec![byte]);
    let pairs = (0x8000..=0xFFFF_u16).map(|pair| pair.to_be_bytes().to_vec());
    let triples = (0xA1A1..=0xFEFE_u16).map(|pair| [&[0x8F], &pair.to_be_bytes()[..]].concat());
    let quadruples = (0..=1_237_575).step_by(7).map(|at| four(at).to_vec());
    let mut all: Vec<Vec<u8>> = alone.chain(pairs).collect();
    if web == encoding_rs::EUC_JP {
        all.extend(triples);
    }
    if web == encoding_rs::GB18030 {
        all.extend(quadruples);
    }
    let mut read = Vec::new();
    for bytes in all {
        let (text, faulty) = web.decode_without_bom_handling(&bytes);
        let mut text = text.chars();
        if let (false, Some(c), None) = (faulty, text.next(), text.next()) {
            read.push((bytes, c));
        }
    }
    read
}

/// Each character that the standard reads is written as bytes that the standard reads as the same;
/// as those that its encoder writes, where that has them.
#[test]
fn what_is_read_is_written() {
    let mut all = Vec::new();
    for id in ["gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"] {
        let web = encoding_rs::Encoding::for_label(id.as_bytes()).unwrap();
        let (mut beyond_the_web, mut text) = (BTreeSet::new(), [0; 4]);
        for (bytes, c) in read_by_the_standard(web) {
            let mut out = Vec::new();
            let written = encoding(id).encode(&mut CodecState::default(), c, &mut out);
            assert!(written.is_ok(), "{id} {bytes:02X?} {c:?}");
            let text = &*c.encode_utf8(&mut text);
            let (back, faulty) = web.decode_without_bom_handling(&out);
            assert_eq!(
                (&*back, faulty),
                (text, false),
                "{id} {bytes:02X?} {out:02X?}"
            );
            let (own, _, unmappable) = web.encode(text);
            let own = (!unmappable).then_some(own);
            let own = own.filter(|own| web.decode_without_bom_handling(own).0 == text);
            let mut by_web = Vec::new();
            let written =
                Encoder::Web.encode(encoding(id), &mut CodecState::default(), c, &mut by_web);
            if let Some(own) = own {
                assert_eq!((&out, &by_web), (&own.to_vec(), &out), "{id} {c:?}");
            } else {
                assert!(written.is_err() && by_web.is_empty(), "{id} {c:?}");
                beyond_the_web.insert(c);
            }
        }
        all.push((id, beyond_the_web.len()));
    }
    assert_eq!(all, BEYOND_THE_WEB);
}

/// How many characters the standard reads and does not write.
const BEYOND_THE_WEB: &[(&str, usize)] = &[
    ("gbk", 0),
    ("gb18030", 0),
    ("big5", 3837),
    ("shift_jis", 1880),
    ("euc-jp", 5786),
    ("euc-kr", 0),
];

/// The sets that browsers do not have, or that shift: all of a set comes back.
#[test]
fn what_other_sets_read_they_write() {
    for e in table::all().filter(|e| e.family == Family::EastAsia || e.max_len == 1) {
        for pair in 0x0000..=0xFFFF_u16 {
            let bytes = pair.to_be_bytes();
            let bytes = if e.max_len == 1 {
                &bytes[1..]
            } else {
                &bytes[..]
            };
            let step = e.decode(&mut CodecState::default(), bytes);
            let Some(c) = step.meaning.scalar() else {
                continue;
            };
            let (mut out, mut state) = (Vec::new(), CodecState::default());
            let written = e.encode(&mut state, c, &mut out);
            assert!(written.is_ok(), "{e:?} {bytes:02X?} {c:?}");
            let read = steps(e, 0, &whole(&out));
            let read: Vec<_> = read
                .iter()
                .filter_map(|step| step.meaning.scalar())
                .collect();
            assert_eq!(read, [c], "{e:?} {bytes:02X?} {out:02X?}");
        }
    }
}

/// Labels that mean another encoding here than to browsers, since the name is that
/// of a set we have.
const OURS: &[(&str, &str)] = &[
    ("ascii", "ascii"),
    ("us-ascii", "ascii"),
    ("iso-8859-1", "iso-8859-1"),
    ("iso_8859-1", "iso-8859-1"),
    ("cp819", "iso-8859-1"),
    ("ibm819", "iso-8859-1"),
    ("gb2312", "gb2312"),
    ("iso-8859-9", "iso-8859-9"),
    ("iso_8859-9", "iso-8859-9"),
    ("iso-8859-11", "iso-8859-11"),
    ("tis-620", "tis-620"),
    ("hz-gb-2312", "hz"),
    ("csiso2022kr", "iso-2022-kr"),
    ("iso-2022-kr", "iso-2022-kr"),
    ("koi8-ru", "koi8-ru"),
];

#[test]
fn every_label_of_the_standard_finds_its_encoding() {
    let mut labels = 0;
    let lines = include_str!("labels.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (id, names) = line.split_once(": ").unwrap();
        for label in names.split(' ') {
            labels += 1;
            let web = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
            assert_eq!(web.name().to_ascii_lowercase(), id, "{label}");
            let ours = OURS.iter().find(|(name, _)| *name == label);
            let wanted = ours.map_or(id, |(_, id)| id);
            let found = table::by_label(label).unwrap();
            assert_eq!(found.encoding().id, wanted, "{label}");
            let own = matches!(found, LabelMatch::Own(_));
            assert!(own || found.encoding().id == id, "{label}");
            assert_eq!(
                table::by_label(&label.to_uppercase()),
                Some(found),
                "{label}"
            );
        }
    }
    assert_eq!(labels, 228);
}

#[test]
fn names_of_east_asia_mean_what_people_call_so() {
    for (label, id, remapped) in [
        ("gb2312", "gb2312", false),
        ("euc-cn", "gb2312", false),
        ("gb_2312-80", "gbk", true),
        ("chinese", "gbk", true),
        ("cp936", "gbk", false),
        ("windows-936", "gbk", false),
        ("54936", "gb18030", false),
        ("cp932", "shift_jis", false),
        ("windows-932", "shift_jis", false),
        ("ms932", "shift_jis", false),
        ("sjis", "shift_jis", false),
        ("windows-31j", "shift_jis", false),
        ("cp949", "euc-kr", false),
        ("windows-949", "euc-kr", false),
        ("ms949", "euc-kr", false),
        ("uhc", "euc-kr", false),
        ("ks_c_5601-1987", "euc-kr", true),
        ("cp950", "big5", false),
        ("windows-950", "big5", false),
        ("big5-hkscs", "big5", false),
        ("51932", "euc-jp", false),
        ("iso-2022-kr", "iso-2022-kr", false),
        ("hz-gb-2312", "hz", false),
        ("euctw", "euc-tw", false),
        ("iso-2022-cn", "replacement", true),
        ("replacement", "replacement", false),
    ] {
        let found = table::by_label(label).unwrap();
        assert_eq!(found.encoding().id, id, "{label}");
        assert_eq!(
            matches!(found, LabelMatch::Remapped(_)),
            remapped,
            "{label}"
        );
    }
}

#[test]
fn names_of_mainframes_and_of_dos_mean_what_people_call_so() {
    for (label, id) in [
        ("cp285", "ebcdic-285"),
        ("IBM285", "ebcdic-285"),
        ("ebcdic-cp-gb", "ebcdic-285"),
        ("ibm-277", "ebcdic-277"),
        ("ebcdic-cp-he", "ebcdic-424"),
        ("cp1141", "ebcdic-1141"),
        ("IBM01141", "ebcdic-1141"),
        ("ebcdic-de-273+euro", "ebcdic-1141"),
        ("ebcdic-no-277+euro", "ebcdic-1142"),
        ("ebcdic-international-500+euro", "ebcdic-1148"),
        ("cp1154", "ebcdic-1154"),
        ("cp866u", "cp1125"),
        ("RUSCII", "cp1125"),
        ("cp866", "ibm866"),
        ("cp895", "keybcs2"),
        ("Kamenicky", "keybcs2"),
        ("T1", "cork"),
        ("ecma-cyrillic", "iso-ir-111"),
        ("koi8_ru", "koi8-ru"),
        ("rfc2319", "koi8-u-rfc2319"),
        ("koi8_t", "koi8-t"),
        ("Cyrillic-Asian", "ptcp154"),
        ("koi8-u", "koi8-u"),
    ] {
        let found = table::by_label(label);
        let expected = LabelMatch::Own(table::by_id(id).unwrap());
        assert_eq!(found, Some(expected), "{label}");
    }
}
