//! What the monkey chooses from: keys, text, sizes, files.
//!
//! Invariant: text that is hard to draw or to read is among it, and is chosen often.

use super::data::{Body, Content};
use super::dice::Dice;
use hexloupe::codec::{CodecState, Encoding, table};
use hexloupe::command::key::{Key, KeySymbol};
use hexloupe::command::table::COMMANDS;
use hexloupe::model::layout::ScreenSize;

/// What is hard to draw or to read.
#[rustfmt::skip]
pub(crate) const HARD: &[&str] = &[
    "\u{1B}[31m", "\u{1B}]0;x\u{7}", "\u{1B}P1$q\u{1B}\\", "\u{1B}c", "\u{9B}31m", "\0", "\u{7}\u{8}\t\r", "\u{7F}", "\u{85}", "\u{AD}",
    "\u{200B}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{FEFF}", "\u{E0041}\u{E007F}", "\u{FE0F}", "\u{E0100}", "\u{3164}", "\u{E000}", "\u{FFFF}",
    "\u{301}", "e\u{301}\u{302}\u{303}", "Z\u{300}\u{310}\u{320}\u{330}\u{340}\u{350}\u{360}\u{321}\u{331}", "👩\u{200D}👩\u{200D}👧\u{200D}👦",
    "❤\u{FE0F}", "⌨\u{FE0F}", "1\u{FE0F}\u{20E3}", "🇫🇷", "🏴\u{E0067}\u{E0062}\u{E007F}", "👍\u{1F3FD}", "中文", "한", "\u{1112}\u{1161}\u{11AB}", "\u{1161}", "ｶﾞﾟ", "\u{FF9E}", "นำ", "\u{E33}", "\u{1F3FD}",
    "שלום", "مرحبا", "क\u{94D}षि", "\u{17A4}", "\r\n", "é", "·─│", "a",
];

/// Incomplete characters, and bytes that are none.
const BROKEN: &[&[u8]] = &[
    b"\xE2\x82",
    b"\xC0\xAF",
    b"\x3D\xD8\x00\xDE",
    b"\xED\xA0\x80",
    b"\xF0\x9F",
    b"\xF8\x88\x80",
    b"\xFF\xFE",
    b"\x80",
];

/// What is typed at prompts, except numbers.
const WORDS: &[&str] = &[
    "line ",
    "char ",
    "0x",
    "+",
    "-",
    "%",
    "50.5%",
    "16",
    "1251",
    "utf",
    "quit",
    "reload",
    "percent",
    "mark",
    "",
    "_",
    "0xFFFFFFFFFFFFFFFF",
    "18446744073709551615",
    "+18446744073709551615",
    "99999999999999999999",
];

pub(crate) fn any_key(dice: &mut Dice) -> Key {
    const CODES: &[KeySymbol] = &[
        KeySymbol::Up,
        KeySymbol::Down,
        KeySymbol::Left,
        KeySymbol::Right,
        KeySymbol::PageUp,
        KeySymbol::PageDown,
        KeySymbol::Home,
        KeySymbol::End,
        KeySymbol::Tab,
        KeySymbol::BackTab,
        KeySymbol::Enter,
        KeySymbol::Esc,
        KeySymbol::Backspace,
        KeySymbol::Delete,
        KeySymbol::F(1),
        KeySymbol::F(12),
    ];
    let code = match dice.below(4) {
        0 => dice.pick(CODES),
        1 => KeySymbol::Char(any_char(dice)),
        _ => KeySymbol::Char(char::from(dice.within(32..127) as u8)),
    };
    Key {
        code,
        ctrl: dice.one_in(4),
    }
}

pub(crate) fn any_char(dice: &mut Dice) -> char {
    let text = dice.pick(HARD);
    let chars: Vec<char> = text.chars().collect();
    match dice.below(3) {
        0 => char::from_u32(dice.below(0x110000) as u32).unwrap_or('о'),
        1 => dice.pick(&['о', 'Й', 'ъ', 'Ё', 'я']),
        _ => dice.pick(&chars),
    }
}

/// What is typed or pasted.
pub(crate) fn text(dice: &mut Dice) -> String {
    let parts = dice.some(3, |dice| match dice.below(4) {
        0 => dice.pick(WORDS).to_owned(),
        1 => dice.below(1000).to_string(),
        2 => any_char(dice).to_string(),
        _ => COMMANDS[dice.below(COMMANDS.len() as u64) as usize]
            .name
            .to_owned(),
    });
    let text = parts.concat();
    if dice.one_in(16) {
        text.repeat(50)
    } else {
        text
    }
}

pub(crate) fn size(dice: &mut Dice) -> ScreenSize {
    const SIZES: &[(u16, u16)] = &[
        (1, 1),
        (26, 6),
        (27, 6),
        (40, 12),
        (64, 10),
        (74, 24),
        (80, 24),
        (120, 40),
        (136, 20),
        (197, 30),
        (198, 30),
        (300, 100),
    ];
    let (width, height) = if dice.one_in(2) {
        (dice.within(1..260) as u16, dice.within(1..60) as u16)
    } else {
        dice.pick(SIZES)
    };
    ScreenSize { width, height }
}

/// A few bytes of some kind.
pub(crate) fn piece(dice: &mut Dice) -> Vec<u8> {
    match dice.below(8) {
        0 => dice.some(8, |dice| dice.below(256) as u8),
        1 => dice.pick(BROKEN).to_vec(),
        2 => dice.some(20, |dice| dice.within(32..127) as u8),
        3 => {
            let encoding = dice.pick(&[table::UTF_16LE, table::UTF_16BE, table::UTF_32LE]);
            encoded(encoding, dice.pick(HARD))
        }
        4 => {
            let c = char::from_u32(dice.below(0x110000) as u32).unwrap_or('\u{FFFD}');
            c.to_string().into_bytes()
        }
        _ => dice.pick(HARD).as_bytes().to_vec(),
    }
}

fn encoded(encoding: &Encoding, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    for c in text.chars() {
        // A character that the encoding does not have adds nothing.
        let _ = encoding.encode(&mut CodecState::default(), c, &mut out);
    }
    out
}

/// Data of some kind: nothing, a byte, mixed pieces, one piece repeated, noise, a
/// terabyte, a pipe whose bytes are still arriving.
pub(crate) fn data(dice: &mut Dice) -> Content {
    let mut data = Content::new(match dice.below(8) {
        0 => Body::Bytes(dice.some(1, |dice| dice.below(256) as u8)),
        1 => {
            let times = dice.within(1..9000) as usize;
            Body::Bytes(piece(dice).repeat(times))
        }
        2 => Body::Bytes(dice.some(2000, |dice| dice.below(256) as u8)),
        3 => {
            let mut tile = [piece(dice), piece(dice)].concat();
            tile.push(b'\n');
            let odd = (dice.within(1..1 << 30), 0xFF);
            Body::Tiles {
                len: dice.pick(&[1 << 40, (1 << 40) + 1, u64::MAX / 2, 1 << 32, 300_000]),
                tile,
                odd: dice.one_in(2).then_some(odd),
            }
        }
        _ => Body::Bytes(dice.some(200, piece).concat()),
    });
    let len = data.body.len();
    match dice.below(8) {
        0 => {
            let start = dice.below(len + 1);
            data.holes.push(start..start + dice.within(1..100));
        }
        1 => {
            data.drip = dice.within(1..200);
            data.known = 0;
        }
        _ => {}
    }
    data
}
