//! The kind of each character in a text, and its cost in bits.
//!
//! Invariant: every character is either part of a word ([`script_of`]) or has a cost here;
//! the rarer it is in text, the higher the cost.

use super::language::{WordScript, script_of};
use super::tuning;
use hexloupe_text::unicode::property;

/// The kind of a character.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum CharKind {
    /// Part of a word.
    Letter(WordScript),
    /// A blank or the end of a line.
    Blank,
    /// Another ASCII character: nearly all encodings have it, so it proves little.
    AsciiSign(f32),
    /// A sign beyond ASCII or a rare control, with its cost.
    Sign(f32),
    /// A box-drawing or block character.
    LineDrawing,
}

/// The case of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LetterCase {
    Small,
    Capital,
}

/// The facts of a character that its cost follows from.
#[derive(Debug, Clone, Copy)]
pub(super) struct CharFacts {
    pub(super) kind: CharKind,
    /// The character in lower case; only the first one if there are several.
    pub(super) small: char,
    pub(super) case: Option<LetterCase>,
}

impl CharFacts {
    pub(super) fn of(c: char) -> Self {
        Self {
            kind: kind_of(c),
            small: c.to_lowercase().next().unwrap_or(c),
            // Most letters are small.
            case: if c.is_lowercase() {
                Some(LetterCase::Small)
            } else {
                c.is_uppercase().then_some(LetterCase::Capital)
            },
        }
    }
}

/// The kind of a character.
pub(super) fn kind_of(c: char) -> CharKind {
    if let Some(script) = script_of(c) {
        return CharKind::Letter(script);
    }
    let bits = match c {
        ' ' | '\n' => return CharKind::Blank,
        '\t' | '\r' => return CharKind::AsciiSign(2.0),
        '0'..='9' => return CharKind::AsciiSign(3.5),
        '!'..='~' => return CharKind::AsciiSign(5.0),
        // Escape sequences and form feeds occur in logs and source code.
        '\x1B' | '\x0C' => return CharKind::AsciiSign(9.0),
        '\0'..='\x1F' | '\x7F' => return CharKind::Sign(14.0),
        '\u{80}'..='\u{9F}' => 26.0,
        '«' | '»' | '–' | '—' | '‘' | '’' | '“' | '”' | '„' | '…' | '№' | '€' | '°' | '§' => {
            6.5
        }
        '、' | '。' | '「' | '」' | '，' | '：' | '；' | '？' | '！' | '（' | '）' | '・'
        | '　' | '『' | '』' | '《' | '》' => 6.0,
        // They choose the form of the sign before them, or make a key of it.
        '\u{FE0E}' | '\u{FE0F}' | '\u{20E3}' => 2.0,
        '\u{2500}'..='\u{259F}' => return CharKind::LineDrawing,
        '\u{A0}' | '©' | '®' | '£' | '±' | '²' | '³' | 'µ' | '×' | '½' | '¥' => 7.5,
        _ if is_usual_emoji(c) || matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}') => 7.5,
        '·'
        | '•'
        | '™'
        | '¿'
        | '¡'
        | '؟'
        | '،'
        | '؛'
        | '־'
        | '׀'
        | '׃'
        | '！'..='～'
        | '\u{3000}'..='\u{303F}' => 9.0,
        '‹' | '›' | '\u{A1}'..='\u{BF}' | '÷' | '\u{2010}'..='\u{206F}' | '\u{FEFF}' => 10.5,
        _ if property::is_noncharacter(c) || property::is_unassigned(c) => 26.0,
        _ if property::is_private_use(c) => 20.0,
        // Modifiers, symbols, operators.
        _ => 12.0,
    };
    CharKind::Sign(bits)
}

/// Reports whether it is an emoji that much text has, or a sign that stands among them.
fn is_usual_emoji(c: char) -> bool {
    "✅❌✔✓✨❤❗⚠⚡⭐".contains(c)
        || matches!(c, '\u{1F300}'..='\u{1F64F}' | '\u{1F680}'..='\u{1F6FF}' | '\u{1F900}'..='\u{1F9FF}')
}

/// Reports whether it is a sign beyond ASCII that much sound text has: a quotation mark, a dash.
pub(super) fn is_usual_sign(c: char) -> bool {
    !c.is_ascii() && matches!(kind_of(c), CharKind::Sign(bits) if bits <= tuning::USUAL_SIGN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_characters_cost_more() {
        let bits = |c| match kind_of(c) {
            CharKind::AsciiSign(bits) | CharKind::Sign(bits) => bits,
            CharKind::Letter(_) | CharKind::Blank | CharKind::LineDrawing => 0.0,
        };
        let order = [
            ' ', '1', '.', '«', '¤', '\0', '\u{E000}', '\u{85}', '\u{FFFF}',
        ];
        assert!(order.map(bits).is_sorted());
        assert_eq!(kind_of('й'), CharKind::Letter(WordScript::Cyrillic));
    }
}
