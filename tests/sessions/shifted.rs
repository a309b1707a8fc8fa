//! The sets of pairs between shifts: HZ (RFC 1843) and ISO-2022-KR (RFC 1557).
//!
//! Invariant: every piece ends among characters of one byte, where the data begins.

use super::judge::Kind::{self, Character, Fault, Shift};
use super::pieces::{Piece, Pieces, piece};

const END: (&[u8], Kind) = (b"a", Character('a'));
/// A line end among pairs is a fault, and the next line begins with characters of one byte.
const CUT: (&[u8], Kind) = (b"\n", Fault);

/// What a set writes: the shifts to pairs and back, and two of its characters.
struct Signs {
    pairs: (&'static [u8], Kind),
    ascii: (&'static [u8], Kind),
    letters: [(&'static [u8], Kind); 2],
}

pub(crate) fn hz() -> Pieces {
    let signs = Signs {
        pairs: (b"~{", Shift),
        ascii: (b"~}", Shift),
        letters: [(b"0!", Character('啊')), (b"VP", Character('中'))],
    };
    let mut pieces = of(&signs);
    let Signs {
        pairs,
        ascii,
        letters: [a, _],
    } = signs;
    pieces.telling.extend([
        piece([(b"~~", Character('~'))]),
        // A line may be continued.
        piece([(b"~\n", Shift), END]),
        piece([(b"~", Fault), (b"x", Character('x'))]),
        piece([pairs, (b"~{", Fault), a, (b"~~", Fault), a, ascii, END]),
    ]);
    pieces.tails.push(piece([END, (b"~", Fault)]));
    pieces
}

pub(crate) fn iso_2022_kr() -> Pieces {
    let signs = Signs {
        pairs: (b"\x0E", Shift),
        ascii: (b"\x0F", Shift),
        letters: [(b"0!", Character('가')), (b"GQ", Character('한'))],
    };
    let mut pieces = of(&signs);
    let Signs {
        pairs,
        ascii,
        letters: [a, _],
    } = signs;
    pieces.telling.extend([
        // The announcement changes nothing here.
        piece([(b"\x1B$)C", Shift), END]),
        piece([ascii, END]),
        piece([pairs, pairs, a, ascii, END]),
        piece([pairs, (b"0", Fault), ascii, END]),
        piece([pairs, (b" ", Fault), (b"\x7F", Fault), a, ascii, END]),
        piece([(b"\x1B", Fault), (b"(", Character('(')), END]),
    ]);
    pieces
}

fn of(signs: &Signs) -> Pieces {
    let Signs {
        pairs,
        ascii,
        letters: [a, b],
    } = *signs;
    let plain = |text: &str| -> Piece {
        let part = |c: char| (c.to_string().into_bytes(), Character(c));
        text.chars().map(part).collect()
    };
    let mut telling: Vec<Piece> = ["a", " z", "\n", "\r", "\r\n", "\n\n", "\\", "\0"]
        .map(plain)
        .into();
    for count in [1, 2, 7, 40] {
        let many = std::iter::repeat_n(piece([b]).remove(0), count);
        let (open, close) = (piece([pairs]), piece([ascii, END]));
        telling.push(open.into_iter().chain(many).chain(close).collect());
    }
    telling.extend([
        piece([pairs, a, b, CUT, END]),
        piece([(b"\xFF", Fault)]),
        piece([pairs, (b"\xB0", Fault), a, ascii, END]),
    ]);
    Pieces {
        plain: plain("x").remove(0),
        telling,
        tails: vec![
            piece([END, pairs, a]),
            piece([END, pairs, a, (b"0", Fault)]),
        ],
        run: [piece([pairs]), piece([a]), piece([ascii, END])],
        mark: None,
    }
}
