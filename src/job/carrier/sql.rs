//! A dump of a database with mojibake: its texts went over a connection declared in another set.
//!
//! Invariant: only a dump that holds mojibake is reported.

use super::sample::TextSample;
use super::words::shortened;
use crate::codec::table;
use crate::detect::verdict::{CarriedText, Carrier, Guess};

/// The statements of every dump.
const STATEMENTS: [&[u8]; 2] = [b"CREATE TABLE", b"INSERT INTO"];
/// The declarations of a set, the strongest first.
const DECLARATIONS: [&[u8]; 4] = [
    b"SET NAMES",
    b"DEFAULT CHARSET",
    b"CHARACTER SET",
    b"CHARSET",
];

/// A dump that holds mojibake.
pub(super) fn dump(sample: &TextSample, guess: &Guess) -> Option<CarriedText> {
    let count: u64 = STATEMENTS.iter().map(|sign| count(sample, sign)).sum();
    if !guess.taken().encoding.is_utf8() || count == 0 {
        return None;
    }
    let declared = DECLARATIONS
        .iter()
        .find_map(|sign| declaration(sample, sign));
    let found = guess.mojibake.as_ref()?;
    Some(CarriedText {
        carrier: Carrier::SqlDump,
        count,
        sample: declared.unwrap_or_default(),
        encoding: table::UTF_8,
        chain: found.chain.clone(),
        text: found.text.clone(),
        confidence: found.confidence,
    })
}

/// The number of times that a statement occurs.
fn count(sample: &TextSample, statement: &[u8]) -> u64 {
    let lines = sample.lines().filter(|line| {
        let line = line.trim_ascii_start();
        line.get(..statement.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(statement))
    });
    lines.count() as u64
}

/// A declaration, with the name after it.
fn declaration(sample: &TextSample, sign: &[u8]) -> Option<String> {
    sample.lines().find_map(|line| {
        let mut places = line.windows(sign.len());
        let at = places.position(|some| some.eq_ignore_ascii_case(sign))?;
        let rest = &line[at..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b" =_'".contains(byte);
        let after = rest[sign.len()..].iter().take_while(|byte| is_part(byte));
        let mut words = 0;
        let ends = |byte: &&u8| {
            words += usize::from(**byte == b' ');
            words < 2
        };
        let len = sign.len() + after.take_while(ends).count();
        Some(shortened(String::from_utf8_lossy(&rest[..len]).trim_end()))
    })
}
