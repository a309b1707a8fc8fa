//! base32, with its own alphabet or that of hex digits.
//!
//! Invariant: capital and small letters mean the same; the writer's are capital.

use data_encoding::BASE32;

use super::alphabet::{Code, PAD, values};
use super::lines;
use super::reader::Coded;
use super::writer::Rows;
use crate::hexdump::format::{Format, Subject};
use crate::hexdump::trial::{self, Trial};

pub(in crate::hexdump) static BASE32_TEXT: Format = Format {
    id: "base32",
    labels: &["b32", "base32hex"],
    about: "base32, or base32hex",
    subject: Subject::Bytes,
    readers: &[
        || Box::new(Coded::new(&STANDARD)),
        || Box::new(Coded::new(&HEX)),
    ],
    detect,
    example: "JBSWY3DPFQQOFAVMEHB3MIA=\n",
    example_bytes: "Hello, €!ö ".as_bytes(),
    extensions: &["b32"],
    writer: Some(|layout| Box::new(Rows::new(BASE32, 5, layout.width, 45))),
};

static STANDARD: Code = Code {
    name: "base32",
    values: values(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", true),
    folds: true,
    bits: 5,
    group: 8,
};

static HEX: Code = Code {
    name: "base32hex",
    values: values(b"0123456789ABCDEFGHIJKLMNOPQRSTUV", true),
    folds: true,
    bits: 5,
    group: 8,
};

fn detect(trial: &Trial<'_>) -> u8 {
    if trial.counts.bytes == 0 {
        return 0;
    }
    let share = trial::share(trial);
    let likest = lines::likest(trial.text, |byte| {
        byte.is_ascii_alphanumeric() || byte == PAD
    });
    let Some(longest) = likest else {
        return 0;
    };
    let padded = longest.ends_with(b"=") && longest.len().is_multiple_of(8);
    let figures = longest.iter().filter(|byte| byte.is_ascii_digit()).count() as f32;
    let share_of_figures = figures / longest.len() as f32;
    let capital = !longest.iter().any(u8::is_ascii_lowercase);
    let letters = longest
        .iter()
        .any(|byte| matches!(byte | 0x20, b'g'..=b'z'));
    let most = match longest.len() {
        _ if !letters
            || longest.iter().any(u8::is_ascii_lowercase)
                && longest.iter().any(u8::is_ascii_uppercase) =>
        {
            20
        }
        8.. if padded && capital => 75,
        40.. if (0.05..0.6).contains(&share_of_figures) => 80,
        40.. if capital && share_of_figures >= 0.6 => 62,
        // Keys and names are capitals and figures too.
        24.. if capital && (0.05..0.5).contains(&share_of_figures) => 65,
        _ => 40,
    };
    trial::percent(share, 0.5, most)
}
