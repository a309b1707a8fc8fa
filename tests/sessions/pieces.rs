//! Bytes with known meanings, for every encoding of the table.
//!
//! A piece is a few sequences: characters, faults by the published rules (maximal
//! subparts, bytes that the WHATWG decoders give back), shifts. Invariant: the meaning of
//! a piece does not depend on the pieces before and after it; that of a tail holds at the
//! end of the data.

use super::judge::Kind::{self, Character, Fault, Other};
use super::{seven, shifted, wide};
use hexloupe::codec::{CodecState, Encoding, Family};

/// Some bytes that are one sequence.
pub(crate) type Part = (Vec<u8>, Kind);

/// Sequences that are written together.
pub(crate) type Piece = Vec<Part>;

/// What data in an encoding is made of.
pub(crate) struct Pieces {
    /// A character of one code unit that changes nothing.
    pub(crate) plain: Part,
    pub(crate) telling: Vec<Piece>,
    pub(crate) tails: Vec<Piece>,
    /// A long run: its beginning, the part that is repeated, its end.
    pub(crate) run: [Piece; 3],
    /// The mark that opens the data.
    pub(crate) mark: Option<Vec<u8>>,
}

/// Text that most encodings have some of: ends of lines, clusters, wide characters.
const TEXTS: &[&str] = &[
    "a",
    " z",
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "\r\r\n",
    "\u{85}",
    "\0",
    "\t",
    "\u{7F}",
    "é",
    "e\u{301}",
    "ß",
    "Ж",
    "ж",
    "€",
    "α",
    "א",
    "ع",
    "ก",
    "漢",
    "字",
    "あ",
    "ｱ",
    "한",
    "😀",
    "👩\u{200D}💻",
    "a\u{FEFF}",
    "🇫🇷x",
    "ｶﾞ",
    "\u{2028}",
    "𠮷",
    "ø",
    "\u{E000}",
];

/// Encodings whose first bytes may be a byte order mark.
const MARKED: &[&str] = &[
    "utf-8",
    "utf-8-legacy",
    "cesu-8",
    "mutf-8",
    "wtf-8",
    "utf-16le",
    "utf-16be",
    "utf-32le",
    "utf-32be",
    "gb18030",
];

/// What data in an encoding is made of.
pub(crate) fn of(encoding: &'static Encoding) -> Pieces {
    let (mut telling, tails) = match (encoding.id, encoding.family) {
        ("utf-7", _) => return seven::utf_7(),
        ("iso-2022-jp", _) => return seven::iso_2022_jp(),
        ("hz", _) => return shifted::hz(),
        ("iso-2022-kr", _) => return shifted::iso_2022_kr(),
        ("replacement", _) => {
            let fault = || (vec![b'x'], Fault);
            return Pieces {
                plain: fault(),
                telling: vec![vec![fault()], vec![(vec![b'\n'], Fault)]],
                tails: Vec::new(),
                run: [Vec::new(), vec![fault()], Vec::new()],
                mark: None,
            };
        }
        ("utf-16le" | "utf-16be", _) => wide::utf_16(encoding.id == "utf-16be"),
        ("utf-32le" | "utf-32be", _) => wide::utf_32(encoding.id == "utf-32be"),
        ("gsm-7", _) => gsm_7(),
        (_, Family::Unicode) => utf_8(encoding.id),
        (_, Family::EastAsia) => pairs(encoding.id),
        _ => (undefined(encoding), Vec::new()),
    };
    telling.extend(TEXTS.iter().filter_map(|text| written(encoding, text)));
    let run = ["漢", "あ", "Ж", "é", "y"];
    let run = run.iter().find_map(|text| written(encoding, text));
    let mark = MARKED.contains(&encoding.id);
    let mark = mark.then(|| written(encoding, "\u{FEFF}").expect("a mark"));
    Pieces {
        plain: written(encoding, "x").expect("an x").remove(0),
        telling,
        tails,
        run: [Vec::new(), run.expect("a letter"), Vec::new()],
        mark: mark.map(|mut mark| mark.remove(0).0),
    }
}

/// A text as a piece, if the encoding has all its characters.
pub(crate) fn written(encoding: &Encoding, text: &str) -> Option<Piece> {
    let part = |c| {
        let mut bytes = Vec::new();
        encoding
            .encode(&mut CodecState::default(), c, &mut bytes)
            .ok()?;
        Some((bytes, Character(c)))
    };
    text.chars().map(part).collect()
}

/// A piece from bytes and their meanings.
pub(crate) fn piece<const N: usize>(parts: [(&[u8], Kind); N]) -> Piece {
    parts.map(|(bytes, kind)| (bytes.to_vec(), kind)).into()
}

/// One fault per byte.
fn each(bytes: &[u8]) -> Piece {
    bytes.iter().map(|byte| (vec![*byte], Fault)).collect()
}

/// 3GPP TS 23.038, 6.2.1.1: 1B begins a character of the second table, or is nothing.
fn gsm_7() -> (Vec<Piece>, Vec<Piece>) {
    let mut pieces: Vec<Piece> = (0x80..=0xFF).map(|byte| each(&[byte])).collect();
    pieces.push(piece([(b"\x1B", Fault), (b"A", Character('A'))]));
    pieces.push(piece([(b"\x1B\x65", Character('€'))]));
    (pieces, vec![piece([(b"\x1B", Fault)])])
}

/// The bytes for which a single-byte encoding has no character.
fn undefined(encoding: &Encoding) -> Vec<Piece> {
    let web = encoding_rs::Encoding::for_label(encoding.id.as_bytes());
    let web = web.filter(|web| web.name().eq_ignore_ascii_case(encoding.id));
    let is_fault = |byte: &u8| match (web, encoding.family) {
        (Some(web), _) => {
            let bytes = [*byte];
            web.decode_without_bom_handling_and_without_replacement(&bytes)
                .is_none()
        }
        (None, Family::Iso646) => *byte >= 0x80,
        _ if encoding.id == "ascii" => *byte >= 0x80,
        // There is no other source for these tables here.
        _ => {
            let step = encoding.decode(&mut CodecState::default(), &[*byte]);
            step.meaning.fault().is_some()
        }
    };
    (0..=0xFF)
        .filter(is_fault)
        .map(|byte| each(&[byte]))
        .collect()
}

/// Unicode chapter 3.9: a fault is a maximal subpart, or one byte.
fn utf_8(id: &str) -> (Vec<Piece>, Vec<Piece>) {
    let (java, split) = (["cesu-8", "mutf-8"].contains(&id), id == "wtf-8");
    let mut pieces = vec![
        each(b"\x80"),
        each(b"\xBF\x80\x80"),
        each(b"\xC0\xAF"),
        each(b"\xE0\x80\x80"),
        each(b"\xFF"),
        each(b"\xFE\xFE"),
        piece([(b"\xC3", Fault), (b"(", Character('('))]),
        piece([(b"\xE2\x82", Fault), (b"b", Character('b'))]),
        piece([(b"\xE2\x82", Fault), (b"\n", Character('\n'))]),
        piece([(b"\xE2", Fault), ("é".as_bytes(), Character('é'))]),
    ];
    let mut tails = vec![
        piece([(b"\xE2\x82", Fault)]),
        piece([(b"\xE2", Fault)]),
        piece([(b"\xC3", Fault)]),
        piece([("é".as_bytes(), Character('é')), (b"\xE2\x82", Fault)]),
    ];
    if java {
        pieces.push(each(b"\xF0\x9F\x98\x80"));
        tails.push(each(b"\xF0\x9F\x98"));
    } else {
        pieces.push(piece([(b"\xF0\x9F\x98", Fault), (b"b", Character('b'))]));
        tails.push(piece([(b"\xF0\x9F\x98", Fault)]));
    }
    match id {
        "utf-8" => pieces.extend([
            each(b"\xED\xA0\x80"),
            each(b"\xF4\x90\x80\x80"),
            each(b"\xF8\x88\x80\x80\x80"),
        ]),
        "utf-8-legacy" => pieces.extend([
            each(b"\xED\xA0\x80"),
            piece([(b"\xF4\x90\x80\x80", Other)]),
            piece([(b"\xF8\x88\x80\x80\x80", Other)]),
            piece([(b"\xFC\x84\x80\x80\x80\x80", Other)]),
        ]),
        "cesu-8" => {
            pieces.push(piece([(b"\xED\xA0\xBD", Fault), (b"x", Character('x'))]));
            tails.push(piece([(b"\xED\xA0\xBD", Fault), (b"\xED\xB8", Fault)]));
        }
        _ => pieces.push(piece([(b"\xED\xA0\xBD", Other), (b"x", Character('x'))])),
    }
    if split {
        pieces.push(piece([(b"\xED\xA0\xBD", Fault), (b"\xED\xB8\x80", Fault)]));
    }
    (pieces, tails)
}

/// The double-byte encodings of the WHATWG: an ASCII trail byte is given back.
fn pairs(id: &str) -> (Vec<Piece>, Vec<Piece>) {
    let lead: &[u8] = if id == "shift_jis" { b"\x81" } else { b"\xA1" };
    let mut pieces = vec![
        each(b"\xFF"),
        piece([(lead, Fault), (b" ", Character(' '))]),
        piece([(lead, Fault), (b"\n", Character('\n'))]),
        piece([(lead, Fault), (b"\r", Character('\r'))]),
        vec![([lead, b"\xFF"].concat(), Fault)],
    ];
    let mut tails = vec![piece([(lead, Fault)])];
    match id {
        "gb18030" | "gbk" => {
            pieces.push(piece([
                (b"\x81", Fault),
                (b"0", Character('0')),
                (b"\x81", Fault),
                (b" ", Character(' ')),
            ]));
            pieces.push(piece([(b"\xE3\x32\x9A\x36", Fault)]));
            tails.push(piece([(b"\x81\x30", Fault)]));
            tails.push(piece([(b"\x81\x30\x81", Fault)]));
        }
        "big5" => pieces.push(piece([(b"\x88\x62", Other), (b"\x88\xA3", Other)])),
        "euc-jp" => {
            pieces.push(piece([(b"\x8F\xB0\xA1", Character('丂'))]));
            tails.push(piece([(b"\x8F\xB0", Fault)]));
        }
        _ => {}
    }
    (pieces, tails)
}
