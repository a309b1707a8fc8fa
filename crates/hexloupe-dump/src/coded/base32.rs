//! base32, with its own alphabet or that of hex digits.
//!
//! Invariant: capital and small letters mean the same; the writer's are capital.

use crate::confidence::{
    BASE32_FIGURES, BASE32_KEY, BASE32_LINE, BASE32_PADDED, POSSIBLE, SHARE, UNLIKELY,
};
use crate::hex_digit;
use crate::list::{self, ListStyle};
use data_encoding::{BASE32, BASE64};

use super::alphabet::{Alphabet, PAD, values};
use super::lines;
use super::reader::CodedReader;
use crate::escaped::quoted::is_utf8;
use crate::format::{DumpFormat, FormatSubject};
use crate::trial::{self, ReaderTrial};

pub(crate) static BASE32_TEXT: DumpFormat = DumpFormat {
    id: "base32",
    labels: &["b32", "base32hex"],
    about: "base32, or base32hex",
    subject: FormatSubject::Bytes,
    readers: &[
        || Box::new(CodedReader::new(&STANDARD)),
        || Box::new(CodedReader::new(&HEX)),
    ],
    detect,
    example: "JBSWY3DPFQQOFAVMEHB3MIA=\n",
    example_bytes: "Hello, €!ö ".as_bytes(),
    extensions: &["b32"],
    writer: Some(|layout| list::writer(&LIST, layout.width)),
};

static LIST: ListStyle = ListStyle {
    group: 5,
    put: |bytes, _, out| hex_digit::encode(&BASE32, bytes, out),
    width: 45,
    ..ListStyle::LINES
};

static STANDARD: Alphabet = Alphabet {
    name: "base32",
    values: values(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", true),
    folds: true,
    bits: 5,
    group: 8,
};

static HEX: Alphabet = Alphabet {
    name: "base32hex",
    values: values(b"0123456789ABCDEFGHIJKLMNOPQRSTUV", true),
    folds: true,
    bits: 5,
    group: 8,
};

/// Reports whether a word, as base64, is text beyond ASCII: that is no accident.
fn is_base64_of_text(word: &[u8]) -> bool {
    let bytes = BASE64.decode(word).unwrap_or_default();
    !bytes.is_ascii() && is_utf8(&bytes)
}

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    if trial.counts.bytes == 0 {
        return 0;
    }
    let share = trial::share(trial);
    let most_coded_word = lines::most_coded_word(trial.text, |byte| {
        byte.is_ascii_alphanumeric() || byte == PAD
    });
    let Some(longest) = most_coded_word else {
        return 0;
    };
    if lines::is_damaged_hex(trial.text) {
        return 0;
    }
    let padded = longest.ends_with(b"=") && longest.len().is_multiple_of(8);
    let is_mixed =
        longest.iter().any(u8::is_ascii_lowercase) && longest.iter().any(u8::is_ascii_uppercase);
    if is_base64_of_text(longest) && !is_mixed {
        return trial::percent(share, SHARE, POSSIBLE);
    }
    let figures = longest.iter().filter(|byte| byte.is_ascii_digit()).count() as f32;
    let share_of_figures = figures / longest.len() as f32;
    let capital = !longest.iter().any(u8::is_ascii_lowercase);
    let letters = longest
        .iter()
        .any(|byte| matches!(byte | 0x20, b'g'..=b'z'));
    let one_case = capital || !longest.iter().any(u8::is_ascii_uppercase);
    let len = longest.len();
    let coded = |(least, from, to, _): (usize, f32, f32, u8)| {
        len >= least && (from..to).contains(&share_of_figures)
    };
    let figures = len >= BASE32_FIGURES.0 && share_of_figures >= BASE32_LINE.2;
    let most = match () {
        // Nobody mixes the cases of one word.
        () if !one_case => 0,
        () if !letters || lines::is_zeros_of_base64(longest) => UNLIKELY,
        // Zeros in both, with padding that both have.
        () if padded && 2 * memchr::memchr_iter(b'A', longest).count() > len => POSSIBLE,
        () if len >= BASE32_PADDED.0 && padded && capital => BASE32_PADDED.1,
        () if coded(BASE32_LINE) => BASE32_LINE.3,
        () if figures && capital => BASE32_FIGURES.1,
        () if coded(BASE32_KEY) && capital => BASE32_KEY.3,
        () => POSSIBLE,
    };
    trial::percent(share, SHARE, most)
}
