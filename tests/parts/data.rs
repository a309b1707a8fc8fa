//! What is cut: lines with faults and notices in any encoding, and noise.
//!
//! Invariant: the same seed gives the same data.

use hexloupe::codec::{CodecState, Encoding};

/// Numbers that look random (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below another.
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % most
    }

    pub(crate) fn choose<T: Copy>(&mut self, some: &[T]) -> T {
        some[self.below(some.len() as u64) as usize]
    }
}

/// Lines in an encoding, as far as it has their characters, with some bytes of no sense.
pub(crate) fn lines(encoding: &'static Encoding, seed: u64) -> Vec<u8> {
    let words = [
        "abc",
        "Ünï",
        "привет",
        "日本語",
        "e\u{301}",
        "🇫🇷",
        "\u{202E}x",
        "\u{2066}",
        "\\ud83d",
        "Ã©Ã©",
        "Р¿СЂРё",
        "\u{FEFF}",
        "\0",
        "\u{200B}",
        "\u{E0041}",
        "\t",
        "\u{2028}",
        "\u{1C}",
        "xn\u{AD}",
    ];
    let ends = ["\n", "\n", "\r\n", "\r", "\u{85}"];
    let mut random = Random::new(seed);
    let mut data = Vec::new();
    for _ in 0..24 {
        for _ in 0..random.below(5) {
            push(encoding, random.choose(&words), &mut data);
            if random.below(9) == 0 {
                data.push(random.below(256) as u8);
            }
            push(encoding, " ", &mut data);
        }
        push(encoding, random.choose(&ends), &mut data);
    }
    data
}

fn push(encoding: &'static Encoding, text: &str, data: &mut Vec<u8>) {
    for c in text.chars() {
        // What it does not have is left out.
        let _ = encoding.encode(&mut CodecState::default(), c, data);
    }
}

/// Bytes of which many end lines, in any encoding.
pub(crate) fn noise(seed: u64, len: usize) -> Vec<u8> {
    let some = [
        0x0A, 0x0D, 0x15, 0x25, 0x00, 0x0A, 0x0D, 0x81, 0xE2, 0x82, 0xD8, 0x30, 0xFF, 0x5C, 0xC3,
    ];
    let mut random = Random::new(seed);
    (0..len)
        .map(|_| match random.below(3) {
            0 => random.below(256) as u8,
            _ => random.choose(&some),
        })
        .collect()
}
