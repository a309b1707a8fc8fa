//! Decides whether a word was UTF-8: its bytes must be well-formed, and read like a word.
//!
//! Invariant: accepted are only letters of one script, with signs of typography at most, and no
//! capital after a small letter; ВІКІ in windows-1251 gives `²ʲ` and is refused.

use super::sets;

/// The kind of a character beyond ASCII inside a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BeyondAsciiKind {
    Letter(LetterScript),
    /// A dash, a quotation mark, an ellipsis, the euro.
    Typographic,
    /// Possible, but no proof: with two bytes, it occurs by chance.
    Sign,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LetterScript {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Devanagari,
    Thai,
    EastAsian,
    Hangul,
}

/// The original word of some characters, if they are UTF-8 that was read in one of the sets; `cut`
/// is true if they may end inside a character.
pub(super) fn suspected(word: &[char], cut: bool) -> Option<String> {
    let begins = matches!(word, [first, second, ..] if sets::may_begin(*first, *second));
    if !begins {
        return None;
    }
    sets::written(word).find_map(|(bytes, proofs)| {
        let text = match std::str::from_utf8(&bytes) {
            Ok(text) => text,
            Err(error) if cut && error.error_len().is_none() => {
                let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
                std::str::from_utf8(valid).unwrap_or_default()
            }
            Err(_) => return None,
        };
        reads_well(text, proofs).then(|| text.to_owned())
    })
}

/// Reports whether a text reads like a word, and has enough characters of several bytes.
fn reads_well(text: &str, proofs: usize) -> bool {
    let (mut found, mut script, mut after_small) = (0, None, false);
    let mut before: Option<LetterScript> = None;
    for c in text.chars() {
        // Half of what happened to one letter, or words that are one by chance.
        let own = script_of(c);
        if let (Some(own), Some(before)) = (own, before)
            && own != before
            && [own, before].contains(&LetterScript::Latin)
        {
            return false;
        }
        before = own;
        if !c.is_ascii() {
            let Some(kind) = kind(c) else { return false };
            if let BeyondAsciiKind::Letter(own) = kind
                && *script.get_or_insert(own) != own
            {
                return false;
            }
            found += usize::from(kind != BeyondAsciiKind::Sign);
        }
        if after_small && c.is_uppercase() {
            return false;
        }
        after_small = c.is_lowercase();
    }
    found >= proofs
}

/// The script of a letter.
fn script_of(c: char) -> Option<LetterScript> {
    if c.is_ascii() {
        return c.is_ascii_alphabetic().then_some(LetterScript::Latin);
    }
    match kind(c) {
        Some(BeyondAsciiKind::Letter(script)) => Some(script),
        _ => None,
    }
}

/// The kind of a character beyond ASCII; none if words do not have it.
fn kind(c: char) -> Option<BeyondAsciiKind> {
    let script = match c {
        '\u{2010}'..='\u{2026}' | '€' => return Some(BeyondAsciiKind::Typographic),
        '\u{A0}' | '«' | '»' | '¡' | '¿' | '°' | '·' | '§' | '№' => {
            return Some(BeyondAsciiKind::Sign);
        }
        '×' | '÷' => return None,
        'À'..='ſ' | 'Ơ' | 'ơ' | 'Ư' | 'ư' | 'Ș'..='ț' | '\u{1E80}'..='\u{1EFF}' => {
            LetterScript::Latin
        }
        'Ά' | 'Έ'..='ώ' => LetterScript::Greek,
        '\u{400}'..='\u{45F}' | 'Ґ' | 'ґ' => LetterScript::Cyrillic,
        'א'..='ת' => LetterScript::Hebrew,
        '\u{621}'..='\u{64A}'
        | '\u{67E}'
        | '\u{686}'
        | '\u{698}'
        | '\u{6A9}'
        | '\u{6AF}'
        | '\u{6CC}' => LetterScript::Arabic,
        '\u{900}'..='\u{96F}' => LetterScript::Devanagari,
        '\u{E01}'..='\u{E4D}' => LetterScript::Thai,
        '\u{3001}' | '\u{3002}' | '\u{3040}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' => {
            LetterScript::EastAsian
        }
        '\u{FF01}'..='\u{FF5E}' => LetterScript::EastAsian,
        '\u{AC00}'..='\u{D7A3}' => LetterScript::Hangul,
        _ => return None,
    };
    Some(BeyondAsciiKind::Letter(script))
}
