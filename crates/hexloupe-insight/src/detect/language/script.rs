//! The scripts of words.
//!
//! Coarser and faster than Unicode's property Script, because it is looked up for every
//! character in every encoding. Invariant: a character with a script here is a letter or a
//! mark on one.

/// The script of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::detect) enum WordScript {
    Latin,
    Cyrillic,
    Greek,
    Hebrew,
    Arabic,
    Thai,
    /// Han, kana and Hangul.
    EastAsian,
    /// Any other, numbered by its block of 128 code points.
    Other(u16),
}

impl WordScript {
    /// The scripts of the languages in this room.
    pub(in crate::detect) const KNOWN: [Self; 7] = [
        Self::Latin,
        Self::Cyrillic,
        Self::Greek,
        Self::Hebrew,
        Self::Arabic,
        Self::Thai,
        Self::EastAsian,
    ];

    /// Katakana of half width, which is of two blocks of 128.
    pub(in crate::detect) const HALF_WIDTH: Self = Self::Other(0xFF66 >> 7);

    /// Its index in [`Self::KNOWN`].
    pub(in crate::detect) fn place(self) -> Option<usize> {
        Self::KNOWN.iter().position(|known| *known == self)
    }
}

/// The script of a letter; `None` if it is no letter.
pub(in crate::detect) fn script_of(c: char) -> Option<WordScript> {
    let script = match c {
        'a'..='z' | 'A'..='Z' => WordScript::Latin,
        // Also the signs among the letters of Latin-1.
        '\0'..='\u{BF}' | '×' | '÷' => return None,
        'À'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' | '\u{300}'..='\u{36F}' | 'ﬀ'..='ﬆ' => {
            WordScript::Latin
        }
        'Ͱ'..='ϯ' | 'ἀ'..='\u{1FFE}' if c.is_alphabetic() => WordScript::Greek,
        'Ѐ'..='ҁ' | 'Ҋ'..='ԯ' => WordScript::Cyrillic,
        '\u{591}'..='\u{5F2}' if c != '־' => WordScript::Hebrew,
        'ؠ'..='\u{65F}' | 'ٱ'..='ۓ' | '\u{FB50}'..='\u{FDFB}' | '\u{FE70}'..='\u{FEFC}' => {
            WordScript::Arabic
        }
        'ก'..='ฺ' | 'เ'..='๎' => WordScript::Thai,
        '々'
        | 'ぁ'..='ゖ'
        | 'ァ'..='ヺ'
        | 'ー'
        | '\u{3400}'..='\u{4DBF}'
        | '一'..='\u{9FFF}'
        | '가'..='힣'
        | '\u{F900}'..='\u{FAFF}'
        | 'ヽ'..='ヾ'
        | 'ゝ'..='ゞ' => WordScript::EastAsian,
        '\u{20000}'..='\u{3FFFD}' if c.is_alphabetic() => WordScript::EastAsian,
        '\u{FF66}'..='\u{FF9F}' => WordScript::HALF_WIDTH,
        _ if c.is_alphabetic() => WordScript::Other((u32::from(c) >> 7) as u16),
        _ => return None,
    };
    Some(script)
}
