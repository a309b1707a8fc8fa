//! What stands between words, and what it costs in bits.
//!
//! Invariant: every character is either part of a word ([`script_of`]) or has a cost
//! here; what no writer writes is dear.

use super::language::{Script, script_of};
use crate::unicode::property;

/// What a character is for a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Sign {
    /// Part of a word.
    Letter(Script),
    /// A blank or the end of a line.
    Blank,
    /// A sign of ASCII, which nearly all encodings have: it tells little.
    Plain(f32),
    /// A sign beyond ASCII, and what it costs.
    Mark(f32),
    /// A line or block that pictures are drawn with.
    Drawing,
}

/// What a character is.
pub(super) fn of(c: char) -> Sign {
    if let Some(script) = script_of(c) {
        return Sign::Letter(script);
    }
    let mark = match c {
        ' ' | '\n' => return Sign::Blank,
        '\t' | '\r' => return Sign::Plain(2.0),
        '0'..='9' => return Sign::Plain(3.5),
        '!'..='~' => return Sign::Plain(5.0),
        // Escape sequences and form feeds stand in logs and sources.
        '\x1B' | '\x0C' => return Sign::Plain(9.0),
        '\0'..='\x1F' | '\x7F' => return Sign::Mark(14.0),
        '\u{80}'..='\u{9F}' => 18.0,
        '«' | '»' | '–' | '—' | '‘' | '’' | '“' | '”' | '„' | '…' | '№' | '€' | '°' | '§' => {
            6.5
        }
        '、' | '。' | '「' | '」' | '，' | '：' | '；' | '？' | '！' | '（' | '）' | '・'
        | '　' | '『' | '』' | '《' | '》' => 6.0,
        '\u{2500}'..='\u{259F}' => return Sign::Drawing,
        '\u{A0}' | '©' | '®' | '£' | '±' | '²' | '³' | 'µ' | '×' | '½' | '¥' => 7.5,
        '·'
        | '•'
        | '™'
        | '¿'
        | '¡'
        | '‹'
        | '›'
        | '‚'
        | '؟'
        | '،'
        | '؛'
        | '־'
        | '׀'
        | '׃'
        | '！'..='～'
        | '\u{3000}'..='\u{303F}' => 9.0,
        '\u{A1}'..='\u{BF}' | '÷' | '\u{2010}'..='\u{206F}' | '\u{FEFF}' => 10.5,
        _ if property::is_noncharacter(c) || property::is_unassigned(c) => 26.0,
        _ if property::is_private_use(c) => 20.0,
        // Modifiers, symbols, operators.
        _ => 12.0,
    };
    Sign::Mark(mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_writer_writes_is_dear() {
        let bits = |c| match of(c) {
            Sign::Plain(bits) | Sign::Mark(bits) => bits,
            Sign::Letter(_) | Sign::Blank | Sign::Drawing => 0.0,
        };
        let order = [
            ' ', '1', '.', '«', '¤', '\0', '\u{85}', '\u{E000}', '\u{FFFF}',
        ];
        assert!(order.map(bits).is_sorted());
        assert_eq!(of('й'), Sign::Letter(Script::Cyrillic));
    }
}
