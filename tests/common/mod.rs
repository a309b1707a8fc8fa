//! What the tests of the law share: the inputs that a row of the table has to
//! stand, and the steps of some bytes.
//!
//! An input is a short string over a telling alphabet (all of them), one of a
//! list of known troublemakers, or a random mix of characters, telling bytes
//! and noise. Invariant: the same inputs on every run and on every machine.

mod steps;

use hexloupe::codec::{Encoding, State};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any};
use proptest::prop_oneof;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
pub(crate) use steps::{steps, whole};

/// Bytes at which some encoding changes its mind, line ends among them.
const TELLING: &[u8] = &[
    0x00, 0x0A, 0x0D, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xD8, 0xDC, 0xE0,
    0xE1, 0xED, 0xF0, 0xF4, 0xF5, 0xF8, 0xFC, 0xFF,
];

/// Fewer of them, for longer strings: bytes and units of one byte.
const BYTES: &[u8] = &[0x41, 0x80, 0xA0, 0xC0, 0xE2, 0xED, 0xF4, 0xF8];

/// The same for units of two and four bytes: surrogates, 10FFFF and beyond.
const UNITS: &[u8] = &[0x00, 0x0A, 0x10, 0x11, 0xD8, 0xDC, 0xFF];

/// Characters at the bounds of what encodings can hold.
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
    b"\xEF\xBB\xBF\xEF\xBB\xBFtwo BOMs",
    b"\xFF\xFEa\0\r\0\n\0\r\0b\0",
    b"\xFE\xFF\0a\0\r\0\n\0\r\0b",
    b"\x3D\xD8\x00\xDE\x00\xDE\x3D\xD8\x3D\xD8\x00",
    b"\xD8\x3D\xDE\x00\xDE\x00\xD8\x3D\xD8\x3D\xDE",
    b"\x00\x00\x11\x00\x00\xD8\x00\x00\xFF\xFF\x10\x00\xFF",
    b"\x00\x11\x00\x00\x00\x00\xDF\xFF\x00\x10\xFF\xFF\x00\x00",
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
        for_strings(TELLING, 3, &check);
        let few = if encoding.unit == 1 { BYTES } else { UNITS };
        for_strings(few, 5, &check);
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

/// Gives every string of up to `most` letters to `check`.
pub(crate) fn for_strings(alphabet: &[u8], most: usize, check: &impl Fn(&[u8])) {
    let mut digits = Vec::new();
    let mut text = Vec::new();
    while text.len() <= most {
        check(&text);
        // Count up in the alphabet's base; a carry out of the top adds a place.
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
        // What the encoding cannot hold adds nothing.
        let _ = encoding.encode(&mut State::default(), character, &mut out);
        out
    };
    let few = if encoding.unit == 1 { BYTES } else { UNITS };
    let piece = prop_oneof![
        3 => select(CHARACTERS).prop_map(encoded),
        1 => any::<char>().prop_map(encoded),
        3 => select(TELLING).prop_map(|byte| vec![byte]),
        3 => select(few).prop_map(|byte| vec![byte]),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => Just(Vec::new()),
    ];
    vec(piece, 0..32).prop_map(|pieces| pieces.concat())
}
