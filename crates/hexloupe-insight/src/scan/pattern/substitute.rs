//! The text or bytes that replace a match, in the notation of patterns.
//!
//! Plain text and `t:` are text, `x:` is bytes; the other kinds only find. Invariant: a text is taken
//! literally, also in place of a match of an expression.

use super::{KINDS, PatternError, hex};
use super::{LONGEST, Pattern};

/// The replacement of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Substitute {
    /// Text, to be encoded as the data around it; empty to delete.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// Parses a replacement.
///
/// # Errors
/// It cannot be read: the mistake, and its place.
pub fn substitute(typed: &str) -> Result<Substitute, PatternError> {
    if typed.len() > LONGEST {
        let said = format!("longer than {LONGEST} bytes");
        return Err(PatternError::new(0, said));
    }
    let kind = KINDS.iter().find(|kind| typed.starts_with(kind.prefix));
    let Some(kind) = kind else {
        return Ok(Substitute::Text(typed.to_owned()));
    };
    let rest = &typed[kind.prefix.len()..];
    match kind.prefix {
        "t:" => Ok(Substitute::Text(rest.to_owned())),
        "x:" => bytes(rest).map_err(|refusal| refusal.offset_by(kind.prefix.len())),
        prefix => {
            let said = format!(
                "{prefix} works only in a search; write text, x:E2 82, or t:{prefix} as text"
            );
            Err(PatternError::new(0, said))
        }
    }
}

fn bytes(digits: &str) -> Result<Substitute, PatternError> {
    if let Some(at) = digits.find('?') {
        let said = "? cannot be written as a byte; write 0 to 9, A to F";
        return Err(PatternError::new(at, said));
    }
    let Pattern::Bytes(masks) = hex::read(digits)? else {
        return Ok(Substitute::Bytes(Vec::new()));
    };
    let values = masks.iter().map(|mask| mask.value);
    Ok(Substitute::Bytes(values.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, expected: Substitute) {
        assert_eq!(substitute(typed), Ok(expected), "{typed}");
    }

    #[track_caller]
    fn refused(typed: &str, character: usize, said: &str) {
        let refusal = substitute(typed).unwrap_err();
        let found = (refusal.character(typed), refusal.said.as_str());
        assert_eq!(found, (character, said), "{typed}");
    }

    #[test]
    fn text_is_literal_and_bytes_are_hex() {
        check("", Substitute::Text(String::new()));
        check("a\\c$1", Substitute::Text("a\\c$1".to_owned()));
        check("t:x:41", Substitute::Text("x:41".to_owned()));
        check("x:E2 82ac", Substitute::Bytes(vec![0xE2, 0x82, 0xAC]));
    }

    #[test]
    fn what_only_finds_is_refused() {
        let said = "r: works only in a search; write text, x:E2 82, or t:r: as text";
        refused("r:a+", 1, said);
        let open = "? cannot be written as a byte; write 0 to 9, A to F";
        refused("x:E2 8?", 7, open);
        refused("x:", 3, "no bytes; write x:E2 82 AC, ?? for any byte");
        refused(&"a".repeat(LONGEST + 1), 1, "longer than 16384 bytes");
    }
}
