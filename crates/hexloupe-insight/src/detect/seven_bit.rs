//! Encodings of seven bits besides ASCII: text with shifts.
//!
//! Plus signs and escapes are frequent in plain text. Invariant: text may be in such an encoding only
//! if it follows every rule of the shifts; whether it then reads better, the score tells.

use super::samples::Samples;
use super::tuning::{self, CodeBits};
use super::wide::many;
use super::{by_label, byte_stats};
use hexloupe_text::codec::{CodecState, Encoding};

/// An encoding of seven bits, besides ASCII, that data may be in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shifting {
    pub(super) encoding: &'static Encoding,
    /// The bits that it must save over ASCII: the fewer, the more its shifts prove.
    pub(super) least: CodeBits,
}

/// The encodings of seven bits, besides ASCII, that the data may be in.
pub(super) fn encodings(samples: &Samples) -> Vec<Shifting> {
    let named = |label: &str, least: CodeBits| {
        let encoding = by_label(label);
        encoding.map(|encoding| Shifting { encoding, least })
    };
    let escapes = |bytes: &[u8]| bytes.windows(2).any(|pair| pair == b"\x1B$");
    let mut found = Vec::new();
    if samples.stretches().any(|(_, bytes, _)| escapes(bytes)) {
        let japanese = named("iso-2022-jp", tuning::SHIFTS);
        found.extend(japanese.filter(|shifting| is_whole(samples, shifting)));
    }
    let head = samples.head();
    let announced = || head.windows(4).any(|four| four == b"\x1B$)C");
    for (id, least, fits) in [
        ("hz", tuning::PROVED_SHIFTS, is_hz(head)),
        (
            "iso-2022-kr",
            tuning::SHIFTS,
            announced() && has_shifted_pairs(head),
        ),
    ] {
        let named = named(id, least).filter(|_| fits);
        found.extend(named.filter(|shifting| is_whole(samples, shifting)));
    }
    let shifts = samples
        .stretches()
        .map(|(_, bytes, ends)| shifted(bytes, ends));
    let shifts = shifts.sum::<Option<Shifts>>();
    if let Some(shifts) = shifts.filter(Shifts::are_text) {
        let is_sure = shifts.proofs > 0;
        let least = if is_sure {
            tuning::PROVED_SHIFTS
        } else {
            tuning::SHIFTS
        };
        found.extend(named("utf-7", least));
    }
    found
}

/// Reports whether the samples have no fault in an encoding.
fn is_whole(samples: &Samples, shifting: &Shifting) -> bool {
    byte_stats::tally(samples, shifting.encoding).kinds.total() == 0
}

/// Reports whether SO and SI enclose whole pairs of 21..7E, two at least, as in ISO-2022-KR and
/// -CN.
pub(super) fn has_shifted_pairs(bytes: &[u8]) -> bool {
    let (mut inside, mut len, mut pairs, mut at) = (false, 0_usize, 0, 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            0x0E if !inside => (inside, len) = (true, 0),
            0x0F | b'\n' if inside && len % 2 == 0 => {
                pairs += len / 2;
                inside = false;
            }
            0x0E | b'\n' if inside => return false,
            // An escape has intermediate bytes and a final byte.
            0x1B => {
                let between = bytes[at..].iter();
                at += between.take_while(|b| matches!(b, b' '..=b'/')).count() + 1;
            }
            0x21..=0x7E if inside => len += 1,
            _ => {}
        }
    }
    pairs >= 2
}

/// HZ: `~{` and `~}` enclose whole pairs of GB 2312, and no other tilde is single.
fn is_hz(bytes: &[u8]) -> bool {
    let (mut at, mut pairs) = (0, 0);
    while let Some(tilde) = bytes[at..].iter().position(|byte| *byte == b'~') {
        at += tilde + 2;
        match bytes.get(at - 1) {
            Some(b'{') => {
                let fits = |run: &[u8]| {
                    let mut chunks = run.chunks(2);
                    chunks.all(|pair| matches!(pair, [0x21..=0x77, 0x21..=0x7E]))
                };
                let Some(len) = bytes[at..].windows(2).position(|two| two == b"~}") else {
                    // A text may be cut before the end of its pairs.
                    let rest = bytes[at..].trim_ascii_end();
                    pairs += if fits(rest) { rest.len() / 2 } else { 0 };
                    break;
                };
                if !fits(&bytes[at..at + len]) {
                    return false;
                }
                pairs += len / 2;
                at += len + 2;
            }
            Some(b'~' | b'\n') => {}
            None => break,
            Some(_) => return false,
        }
    }
    pairs >= 2
}

/// The sets of East Asia, by country: base64 that is not UTF-7 has any ideographs, text has those of one.
const NATIONAL: [&str; 4] = ["gb2312", "big5", "shift_jis", "euc-kr"];
/// The fewest ideographs or syllables that are text if no hyphen ends a run.
const FEWEST: usize = 3;

/// The shifts of UTF-7.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Shifts {
    /// Code units in base64.
    units: Vec<u16>,
    /// Runs of base64 that a hyphen ends, and that are not in capitals: `Intel+ARM-based` is
    /// no text in UTF-7.
    proofs: usize,
}

impl std::iter::Sum for Shifts {
    fn sum<I: Iterator<Item = Self>>(shifts: I) -> Self {
        shifts.fold(Self::default(), |mut all, one| {
            all.units.extend(one.units);
            all.proofs += one.proofs;
            all
        })
    }
}

impl Shifts {
    /// Reports whether their units are characters of a text.
    fn are_text(&self) -> bool {
        let chars: Vec<char> = char::decode_utf16(self.units.iter().copied())
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        let many = |c: &char| many(u32::from(*c)).is_some();
        let asian: Vec<char> = chars.iter().copied().filter(many).collect();
        let is_enough = asian.is_empty() || asian.len() >= FEWEST || self.proofs > 0;
        let has_all = |set: &Encoding| {
            let has = |c: char| set.encode(&mut CodecState::default(), c, &mut Vec::new());
            asian.iter().all(|c| has(*c).is_ok())
        };
        let mut sets = NATIONAL.into_iter().filter_map(by_label);
        !chars.is_empty() && is_enough && (asian.is_empty() || sets.any(has_all))
    }
}

/// The shifts, if every plus sign begins UTF-7's base64 as RFC 2152 requires: whole units beyond
/// ASCII, then zero bits. None if a plus sign does not.
fn shifted(bytes: &[u8], ends: bool) -> Option<Shifts> {
    let (mut at, mut shifts) = (0, Shifts::default());
    while let Some(plus) = bytes[at..].iter().position(|byte| *byte == b'+') {
        let start = at + plus + 1;
        let run = bytes[start..].iter().map_while(|byte| sextet(*byte));
        let run: Vec<u32> = run.collect();
        at = start + run.len();
        let dash = bytes.get(at) == Some(&b'-');
        match (run.is_empty(), dash) {
            (true, true) => {}
            (true, false) => return None,
            // The sample cuts it off.
            _ if at == bytes.len() && !ends => break,
            _ => {
                shifts.units.extend(whole(&run)?);
                let is_name = bytes[start..at].iter().all(u8::is_ascii_uppercase);
                shifts.proofs += usize::from(dash && !is_name);
            }
        }
    }
    Some(shifts)
}

/// The code units in a run of base64; none if it holds anything else.
fn whole(run: &[u32]) -> Option<Vec<u16>> {
    let (mut held, mut bits, mut units) = (0_u32, 0, Vec::new());
    for sextet in run {
        held = held << 6 | sextet;
        bits += 6;
        if bits >= 16 {
            bits -= 16;
            let unit = held >> bits;
            // ASCII needs no base64, and controls do not occur.
            if unit < 0xA0 {
                return None;
            }
            units.push(u16::try_from(unit).ok()?);
            held &= (1 << bits) - 1;
        }
    }
    (bits < 6 && held == 0 && !units.is_empty()).then_some(units)
}

fn sextet(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: &[&str]) {
        let found = encodings(&Samples::read(&bytes.to_vec(), &[]));
        let found: Vec<_> = found.iter().map(|found| found.encoding.id).collect();
        assert_eq!(found, expected, "{}", bytes.escape_ascii());
    }

    #[test]
    fn shifts_that_keep_every_rule_name_an_encoding() {
        check(b"+BB8EQAQ4BDIENQRC- +- +AOk-", &["utf-7"]);
        check(b"caf+AOk-", &["utf-7"]);
        check(b"\x1B$B$3$s$K$A$O\x1B(B", &["iso-2022-jp"]);
        check(b"~{<:Ky2;S{#,NpJ)l6HK!#~} in ~~ HZ\n", &["hz"]);
        check(b"\x1B$)C\n\x0E0!310!\x0F hello\n", &["iso-2022-kr"]);
    }

    #[test]
    fn plain_text_with_plus_signs_and_escapes_is_plain() {
        for text in [
            "application/atom+xml image/svg+xml",
            "foo+bar@x.com",
            "C++ and c+d-e",
            "0x1+0x2",
            "1.74.0+ds1-21",
            "git+ssh://git.freedesktop.org/git",
            "mQENBFzq+ACs/AGE-x+AGEAYgBj-",
            "\x1B[1mbold\x1B[0m",
            "cd ~/src; ls ~root; echo ~{a,b}; x =~ /~}/; ~~~",
            "a lone ~{ab} and ~} and \x0E \x0F",
            // Places of GB 2312 without characters.
            "~{)!)!~}",
            // An odd number of bytes, and pairs without an announcement.
            "~{<:K~}",
            "\x0E0!310!\x0F",
        ] {
            check(text.as_bytes(), &[]);
        }
    }
}
