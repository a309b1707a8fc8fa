//! What the tests of the codec share: the inputs for every encoding, and the steps of
//! some bytes.
//!
//! An input is a short string over a telling alphabet (all of them), one of a
//! list of known troublemakers, or a random mix of characters, telling bytes
//! and noise. Invariant: the same inputs on every run and on every machine.

mod steps;

use hexloupe::codec::{CodecState, Encoding, Family};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any};
use proptest::prop_oneof;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
pub(crate) use steps::{steps, whole};

/// Bytes at the borders of ranges that some encoding treats differently, and line ends.
const TELLING: &[u8] = &[
    0x00, 0x0A, 0x0D, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xD8, 0xDC, 0xE0,
    0xE1, 0xED, 0xF0, 0xF4, 0xF5, 0xF8, 0xFC, 0xFF,
];

/// Fewer of them, for longer strings, in encodings with code units of one byte.
const BYTES: &[u8] = &[0x41, 0x80, 0xA0, 0xC0, 0xE2, 0xED, 0xF4, 0xF8];

/// Few bytes for code units of two and four bytes: surrogates, 10FFFF and above.
const UNITS: &[u8] = &[0x00, 0x0A, 0x10, 0x11, 0xD8, 0xDC, 0xFF];

/// Bytes for the encodings of East Asia: lead and trail bytes at the bounds of their
/// ranges, digits and escapes.
const EAST_ASIA: &[u8] = &[
    0x00, 0x0A, 0x0D, 0x0E, 0x1B, 0x24, 0x28, 0x30, 0x39, 0x3F, 0x40, 0x41, 0x42, 0x4A, 0x5C, 0x7E,
    0x7F, 0x80, 0x81, 0x84, 0x88, 0x8E, 0x8F, 0xA0, 0xA1, 0xC9, 0xDF, 0xE3, 0xFC, 0xFE, 0xFF,
];

/// Fewer of the bytes for East Asia, for longer strings.
const PAIRS: &[u8] = &[0x1B, 0x24, 0x28, 0x42, 0x30, 0x81, 0x8F, 0xA1];

/// Few bytes for UTF-7: what begins and ends a run, base64 of several units, and what
/// is neither.
const RUNS: &[u8] = b"+-A2De3. \xE9";

/// Characters at the bounds of what encodings can encode.
const CHARACTERS: &[char] = &[
    '\0',
    '\n',
    '\r',
    'a',
    '\u{7F}',
    '\u{80}',
    'é',
    'ÿ',
    'Ж',
    '€',
    '\u{7FF}',
    '\u{800}',
    '\u{D7FF}',
    '\u{E000}',
    '\u{FEFF}',
    '\u{FFFD}',
    '\u{FFFF}',
    '\u{10000}',
    '😀',
    '\u{10FFFF}',
    '¥',
    '·',
    'ｱ',
    'あ',
    '亜',
    '한',
    '\u{E5E5}',
    '\u{2A0DC}',
];

/// Troublemakers: the tables of Unicode's chapter 3, other dialects' bytes,
/// surrogates in all orders, and long runs that never make a character.
const KNOWN: &[&[u8]] = &[
    b"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41",
    b"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41",
    b"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42",
    b"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41",
    b"\xED\xA0\xBD\xED\xB8\x80 CESU-8",
    b"\xF8\x88\x80\x80\x80\xFC\x84\x80\x80\x80\x80\x80 RFC 2279 and a stray",
    b"\xFD\xBF\xBF\xBF\xBF\xBF\xFE\x80\xFF\x80",
    b"\xED\xA0\xBD\xED\xB8\x80\xED\xB8\x80\xED\xA0\xBD\xED\xA0\xBD\xED\xB8\xED\xA0\xF0 in all orders",
    b"a\xC0\x80\xC0\xAF\xC0a\xF0\x9F\x98\x80\xED\xA0\xBD\xC0",
    b"\xF8\x87\xBF\xBF\xBF\xFC\x83\xBF\xBF\xBF\xBF\xFC\x84\x80\x80\x80\xF4\x90\x80\x80",
    b"Hi Mom -+Jjo--!+2D3eAA+AKM 1 + 1+-+ZeVnLIqe-+2D0AYQ+3gA-+AKN-+A-+AKMA.~\\+\xE9+AKM\xE9+",
    b"+++++++++++++++++++++++++++++++++++++++++++++++++++++",
    b"\xEF\xBB\xBF\xEF\xBB\xBFtwo BOMs",
    b"\xFF\xFEa\0\r\0\n\0\r\0b\0",
    b"\xFE\xFF\0a\0\r\0\n\0\r\0b",
    b"\x3D\xD8\x00\xDE\x00\xDE\x3D\xD8\x3D\xD8\x00",
    b"\xD8\x3D\xDE\x00\xDE\x00\xD8\x3D\xD8\x3D\xDE",
    b"\x00\x00\x11\x00\x00\xD8\x00\x00\xFF\xFF\x10\x00\xFF",
    b"\x00\x11\x00\x00\x00\x00\xDF\xFF\x00\x10\xFF\xFF\x00\x00",
    b"\x88\x62\x88\x64\x88\xA3\x88\xA5\x87\x40\x85\x41\x85\xA1",
    b"\x83\x65\x83\x58\x83\x67\x5C\xFC\xFC\x81\x81\x41\xB1\x80\xA0\xFD",
    b"\x8E\xB1\x8E\x41\x8E\xE0\x8F\xB0\xA1\x8F\xA1\xA1\x8F\xA1\x41\x8F\x41\x8F",
    b"\x81\x30\x81\x30\x84\x31\x95\x33\x90\x30\x81\x30\xE3\x32\x9A\x36\xFE\x39\xFE\x39",
    b"\x81\x30\x81\x41\x81\x30\x41\x81\x30\x81\x81\x30\x81\x30\x81\x30\x81",
    b"\x1B$B\x24\x22\x1B(J\x5C\x7E\x1B(I\x31\x1B(B\x1B$@\x1B$B\x24\x1B(B\x1B$",
    b"\x1B$B\x24\x0A\x24\x80\x0E\x7F\x7E\x7E\x1B\x1B$A\x1B(",
    &[0x81; 23],
    &[0xA1; 23],
    &[0x80; 23],
    &[0xE2; 23],
    &[0xF0; 23],
    &[0xFC; 23],
    &[0xD8; 23],
    &[0xDC; 23],
    b"\r\r\n\n\r\n\n\r\r",
];

/// Gives every input to `check`: short strings, troublemakers, `random` mixes.
pub(crate) fn for_inputs(encoding: &'static Encoding, random: u32, check: impl Fn(&[u8])) {
    for known in KNOWN {
        check(known);
    }
    if encoding.max_len == 1 {
        (0..=255).for_each(|byte| check(&[byte]));
        for_strings(TELLING, 2, &check);
    } else {
        for_strings(telling(encoding), 3, &check);
        for_strings(few(encoding), 5, &check);
    }
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let config = Config {
        cases: random,
        failure_persistence: None,
        ..Config::default()
    };
    let outcome = TestRunner::new_with_rng(config, rng).run(&mixes(encoding), |bytes| {
        check(&bytes);
        Ok(())
    });
    assert!(outcome.is_ok(), "{encoding:?}: {outcome:?}");
}

/// The telling bytes of an encoding.
fn telling(encoding: &Encoding) -> &'static [u8] {
    match encoding.family {
        Family::EastAsia | Family::File => EAST_ASIA,
        _ => TELLING,
    }
}

/// Fewer telling bytes of an encoding.
fn few(encoding: &Encoding) -> &'static [u8] {
    match encoding.family {
        Family::EastAsia | Family::File => PAIRS,
        _ if encoding.id == "utf-7" => RUNS,
        _ if encoding.unit == 1 => BYTES,
        _ => UNITS,
    }
}

/// Calls `check` with every string of up to `most` bytes of an alphabet.
pub(crate) fn for_strings(alphabet: &[u8], most: usize, check: &impl Fn(&[u8])) {
    let mut digits = Vec::new();
    let mut text = Vec::new();
    while text.len() <= most {
        check(&text);
        // Count up in the base of the alphabet; a carry out of the top adds a digit.
        let full = digits.iter().take_while(|&&d| d + 1 == alphabet.len());
        let carry = full.count();
        digits[..carry].fill(0);
        match digits.get_mut(carry) {
            Some(digit) => *digit += 1,
            None => digits.push(0),
        }
        text = digits.iter().map(|&digit| alphabet[digit]).collect();
    }
}

/// Random mixes of characters of the encoding, telling bytes and noise.
fn mixes(encoding: &'static Encoding) -> impl Strategy<Value = Vec<u8>> {
    let encoded = move |character: char| {
        let mut out = Vec::new();
        // A character that the encoding does not have adds nothing.
        let _ = encoding.encode(&mut CodecState::default(), character, &mut out);
        out
    };
    let piece = prop_oneof![
        3 => select(CHARACTERS).prop_map(encoded),
        1 => any::<char>().prop_map(encoded),
        3 => select(telling(encoding)).prop_map(|byte| vec![byte]),
        3 => select(few(encoding)).prop_map(|byte| vec![byte]),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => Just(Vec::new()),
    ];
    vec(piece, 0..32).prop_map(|pieces| pieces.concat())
}
