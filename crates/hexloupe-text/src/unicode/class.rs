//! The kinds of code points that are drawn differently.
//!
//! Categories alone do not decide what may be drawn: a filler is a letter, a blank Braille cell a
//! symbol, and some letters take no column. This is the one place where those exceptions are
//! listed. Invariant: [`Class::Visible`] has ink (except U+0020) and takes 1 or 2 columns.

use icu_properties::props::GeneralCategory;
use unicode_width::UnicodeWidthChar;

use super::property;

/// The sign drawn for an ill-formed sequence (U+2592 MEDIUM SHADE).
pub(super) const FAULT_SIGN: char = '▒';

/// The behaviour of a code point on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Has a glyph and columns of its own.
    Visible,
    /// Visible, but draws on the character before it.
    Mark,
    /// One half of a flag; terminals join two neighbours.
    RegionalIndicator,
    /// Visible, but tables and terminals do not agree on its width.
    Doubtful,
    /// The character that the program itself draws for ill-formed bytes.
    FaultSign,
    /// A space other than U+0020, or a letter or symbol without ink.
    Blank,
    /// U+2028 and U+2029.
    Break,
    /// U+0000..U+001F and U+007F.
    C0,
    /// U+0080..U+009F.
    C1,
    /// Directs bidirectional text.
    BidiControl,
    /// Stands invisibly for an ASCII character: U+E0001, U+E0020..U+E007F.
    Tag,
    /// Chooses the form of the character before it.
    Selector,
    /// Any other format character, filler or default-ignorable code point.
    Invisible,
    /// Has a meaning by agreement of its users.
    PrivateUse,
    /// Will never be a character.
    Noncharacter,
    /// Not yet a character.
    Unassigned,
}

/// The class of a scalar value.
pub(super) fn of(c: char) -> Class {
    match property::category(c) {
        GeneralCategory::Control if c.is_ascii() => Class::C0,
        GeneralCategory::Control => Class::C1,
        GeneralCategory::Format if property::is_bidi_control(c) => Class::BidiControl,
        GeneralCategory::Format if property::is_tag(c) => Class::Tag,
        GeneralCategory::Format => Class::Invisible,
        GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => Class::Break,
        GeneralCategory::SpaceSeparator if c != ' ' => Class::Blank,
        GeneralCategory::PrivateUse => Class::PrivateUse,
        GeneralCategory::Unassigned if property::is_noncharacter(c) => Class::Noncharacter,
        // No `char` is a surrogate.
        GeneralCategory::Unassigned | GeneralCategory::Surrogate => Class::Unassigned,
        _ if property::is_variation_selector(c) => Class::Selector,
        _ if property::is_default_ignorable(c) => Class::Invisible,
        GeneralCategory::NonspacingMark
        | GeneralCategory::SpacingMark
        | GeneralCategory::EnclosingMark => Class::Mark,
        _ => by_hand(c),
    }
}

/// The class of a character that categories and properties do not decide: letters, numbers,
/// punctuation, symbols and U+0020.
fn by_hand(c: char) -> Class {
    match c {
        // Braille blank, null notehead, full and half blank of the hieroglyphs.
        '\u{2800}' | '\u{1D159}' | '\u{13441}'..='\u{13442}' => Class::Blank,
        '\u{1F1E6}'..='\u{1F1FF}' => Class::RegionalIndicator,
        // Khmer qaa (2 columns or 1) and beyyal (3 or 1).
        '\u{17A4}' | '\u{17D8}' => Class::Doubtful,
        FAULT_SIGN => Class::FaultSign,
        // Jamo vowels and tails, repha and their like.
        _ if c.width() == Some(0) => Class::Mark,
        _ => Class::Visible,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(c: char, expected: Class) {
        assert_eq!(of(c), expected, "U+{:04X}", u32::from(c));
    }

    #[test]
    fn each_kind_has_its_class() {
        for (c, expected) in [
            (' ', Class::Visible),
            ('A', Class::Visible),
            ('א', Class::Visible),
            ('中', Class::Visible),
            ('\u{FFFD}', Class::Visible),
            ('\u{FF9E}', Class::Visible),
            ('\u{1F3FD}', Class::Visible),
            ('\u{0301}', Class::Mark),
            ('\u{0903}', Class::Mark),
            ('\u{20E3}', Class::Mark),
            ('\u{1161}', Class::Mark),
            ('\u{1F1EB}', Class::RegionalIndicator),
            ('\u{17A4}', Class::Doubtful),
            ('\u{2592}', Class::FaultSign),
            ('\u{00A0}', Class::Blank),
            ('\u{3000}', Class::Blank),
            ('\u{2800}', Class::Blank),
            ('\u{2028}', Class::Break),
            ('\u{001B}', Class::C0),
            ('\u{007F}', Class::C0),
            ('\u{009B}', Class::C1),
            ('\u{202E}', Class::BidiControl),
            ('\u{061C}', Class::BidiControl),
            ('\u{E0067}', Class::Tag),
            ('\u{FE0F}', Class::Selector),
            ('\u{E0100}', Class::Selector),
            ('\u{180B}', Class::Selector),
            ('\u{200D}', Class::Invisible),
            ('\u{FEFF}', Class::Invisible),
            ('\u{00AD}', Class::Invisible),
            ('\u{0600}', Class::Invisible),
            ('\u{034F}', Class::Invisible),
            ('\u{3164}', Class::Invisible),
            ('\u{E000}', Class::PrivateUse),
            ('\u{FDD0}', Class::Noncharacter),
            ('\u{10FFFF}', Class::Noncharacter),
            ('\u{0378}', Class::Unassigned),
            ('\u{E0080}', Class::Unassigned),
        ] {
            check(c, expected);
        }
    }

    #[test]
    fn visible_characters_take_one_or_two_columns() {
        for c in '\0'..=char::MAX {
            if of(c) == Class::Visible {
                assert!(
                    matches!(c.width(), Some(1 | 2)),
                    "U+{:04X}: {:?}",
                    u32::from(c),
                    c.width()
                );
            }
        }
    }
}
