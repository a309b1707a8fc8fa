//! Two encodings with shifts: UTF-7 (RFC 2152) and ISO-2022-JP (RFC 1468, as the
//! WHATWG Encoding Standard decodes it).
//!
//! Invariant: every piece ends in the state that the data begins in, and an escape never
//! follows an escape.

use super::judge::Kind::{Character, Fault, Shift};
use super::pieces::{Part, Piece, Pieces, piece};

/// One ASCII byte for each character.
fn plain(text: &str) -> Piece {
    let part = |c: char| (c.to_string().into_bytes(), Character(c));
    text.chars().map(part).collect()
}

/// The base64 of the code units of a text. The last byte of a character is the one that
/// holds its last bit.
fn base64(text: &str) -> Piece {
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let mut encoded = data_encoding::BASE64_NOPAD.encode(&units).into_bytes();
    let (mut count, mut at) = (0, 0);
    let part = |c: char| {
        count += c.len_utf16();
        let len = (16 * count).div_ceil(6) - at;
        at += len;
        (encoded.drain(..len).collect(), Character(c))
    };
    text.chars().map(part).collect()
}

fn shift() -> Part {
    (b"+".to_vec(), Shift)
}

/// A run of base64 with its end.
fn run(text: &str, end: Part) -> Piece {
    { std::iter::once(shift()) }
        .chain(base64(text))
        .chain([end])
        .collect()
}

pub(crate) fn utf_7() -> Pieces {
    let minus = || (b"-".to_vec(), Shift);
    let direct = |c: char| (c.to_string().into_bytes(), Character(c));
    let mut pieces: Vec<Piece> = ["a", " z", "\n", "\r", "\r\n", "\n\n", "-", "x=y"]
        .map(plain)
        .into();
    let long = "漢字かな😀éЖ".repeat(5);
    for text in [
        "é",
        "Жя",
        "漢字かな",
        "😀",
        "a😀b",
        "\r\n",
        "\n",
        "e\u{301}",
        "\u{FEFF}",
        &long,
    ] {
        pieces.push(run(text, minus()));
        pieces.push(run(text, direct('!')));
        pieces.push(run(text, direct('\n')));
        pieces.push(run(text, (b"\xE9".to_vec(), Fault)));
    }
    pieces.extend([
        piece([(b"+-", Character('+'))]),
        piece([(b"\xE9", Fault)]),
        piece([(b"+", Fault), (b"!", Character('!'))]),
        piece([(b"+", Fault), (b"\n", Character('\n'))]),
        piece([(b"+", Shift), (b"2D0", Fault), (b"-", Shift)]),
        piece([
            (b"+", Shift),
            (b"AGE", Character('a')),
            (b"A", Fault),
            (b"-", Shift),
        ]),
        piece([
            (b"\r", Character('\r')),
            (b"+", Shift),
            (b"AGE", Character('a')),
            (b"-", Shift),
        ]),
    ]);
    let tails = vec![
        piece([(b"+", Shift)]),
        piece([(b"+", Shift), (b"B", Fault)]),
        piece([(b"+", Shift), (b"AOk", Character('é'))]),
    ];
    Pieces {
        plain: direct('x'),
        telling: pieces,
        tails,
        // Three units of 16 bits are eight bytes of six.
        run: [vec![shift()], base64("漢字漢"), vec![minus()]],
        mark: None,
    }
}

const ASCII: (&[u8], super::judge::Kind) = (b"\x1B(B", Shift);
const ROMAN: (&[u8], super::judge::Kind) = (b"\x1B(J", Shift);
const KATAKANA: (&[u8], super::judge::Kind) = (b"\x1B(I", Shift);
const KANJI: (&[u8], super::judge::Kind) = (b"\x1B$B", Shift);
const OLD_KANJI: (&[u8], super::judge::Kind) = (b"\x1B$@", Shift);
const A: (&[u8], super::judge::Kind) = (b"\x24\x22", Character('あ'));
const KATA: (&[u8], super::judge::Kind) = (b"\x31", Character('ｱ'));
const END: (&[u8], super::judge::Kind) = (b"a", Character('a'));

pub(crate) fn iso_2022_jp() -> Pieces {
    let mut pieces: Vec<Piece> = ["a", " z", "\n", "\r", "\r\n", "\n\n", "\\~", "\0"]
        .map(plain)
        .into();
    for count in [1, 2, 7, 40] {
        let (open, close) = (piece([KANJI]), piece([ASCII, END]));
        let many = std::iter::repeat_n(piece([A]).remove(0), count);
        pieces.push(open.into_iter().chain(many).chain(close).collect());
    }
    let (lf, cr) = ((&b"\n"[..], Character('\n')), (&b"\r"[..], Character('\r')));
    pieces.extend([
        piece([OLD_KANJI, A, ROMAN, (b"\\", Character('¥')), lf, ASCII, END]),
        piece([ROMAN, (b"~", Character('‾')), KANJI, A, A, ASCII, END]),
        piece([KATAKANA, KATA, KATA, ASCII, END]),
        // A line end is a fault in these states.
        piece([KANJI, A, (b"\n", Fault), A, ASCII, END]),
        piece([KATAKANA, KATA, (b"\r", Fault), KATA, ASCII, END]),
        piece([KANJI, A, (b"\x24", Fault), ASCII, END]),
        piece([KANJI, (b"\xA4", Fault), A, KATAKANA, KATA, ASCII, END]),
        piece([(b"\xFF", Fault)]),
        piece([(b"\x0E", Fault), END]),
        piece([(b"\x1B", Fault), (b"A", Character('A'))]),
        piece([cr, ROMAN, END, ASCII, END]),
        piece([lf, ROMAN, lf, ASCII, END]),
    ]);
    let tails = vec![
        piece([(b"\x1B", Fault)]),
        piece([END, KANJI, (b"\x24", Fault)]),
        piece([END, KANJI, A]),
        piece([END, KATAKANA, KATA]),
    ];
    Pieces {
        plain: plain("x").remove(0),
        telling: pieces,
        tails,
        run: [piece([KANJI]), piece([A]), piece([ASCII, END])],
        mark: None,
    }
}
