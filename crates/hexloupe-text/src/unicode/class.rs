//! The kinds of code points that are drawn differently.
//!
//! Categories alone do not decide what may be drawn: a filler is a letter, a blank Braille cell a
//! symbol, and some letters take no column. This is the one place where those exceptions are
//! listed. Invariant: [`DisplayClass::Visible`] has ink (except U+0020) and takes 1 or 2 columns.

use icu_properties::props::GeneralCategory;
use unicode_width::UnicodeWidthChar;

use super::property;

/// The sign drawn for an ill-formed sequence (U+2592 MEDIUM SHADE).
pub(super) const FAULT_SIGN: char = '▒';

/// The behaviour of a code point on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DisplayClass {
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
pub(super) fn display_class(c: char) -> DisplayClass {
    match property::category(c) {
        GeneralCategory::Control if c.is_ascii() => DisplayClass::C0,
        GeneralCategory::Control => DisplayClass::C1,
        GeneralCategory::Format if property::is_bidi_control(c) => DisplayClass::BidiControl,
        GeneralCategory::Format if property::is_tag(c) => DisplayClass::Tag,
        GeneralCategory::Format => DisplayClass::Invisible,
        GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => DisplayClass::Break,
        GeneralCategory::SpaceSeparator if c != ' ' => DisplayClass::Blank,
        GeneralCategory::PrivateUse => DisplayClass::PrivateUse,
        GeneralCategory::Unassigned if property::is_noncharacter(c) => DisplayClass::Noncharacter,
        // No `char` is a surrogate.
        GeneralCategory::Unassigned | GeneralCategory::Surrogate => DisplayClass::Unassigned,
        _ if property::is_variation_selector(c) => DisplayClass::Selector,
        _ if property::is_default_ignorable(c) => DisplayClass::Invisible,
        GeneralCategory::NonspacingMark
        | GeneralCategory::SpacingMark
        | GeneralCategory::EnclosingMark => DisplayClass::Mark,
        _ => by_hand(c),
    }
}

/// The class of a character that categories and properties do not decide: letters, numbers,
/// punctuation, symbols and U+0020.
fn by_hand(c: char) -> DisplayClass {
    match c {
        // Braille blank, null notehead, full and half blank of the hieroglyphs.
        '\u{2800}' | '\u{1D159}' | '\u{13441}'..='\u{13442}' => DisplayClass::Blank,
        '\u{1F1E6}'..='\u{1F1FF}' => DisplayClass::RegionalIndicator,
        // Khmer qaa (2 columns or 1) and beyyal (3 or 1).
        '\u{17A4}' | '\u{17D8}' => DisplayClass::Doubtful,
        FAULT_SIGN => DisplayClass::FaultSign,
        // Jamo vowels and tails, repha and their like.
        _ if c.width() == Some(0) => DisplayClass::Mark,
        _ => DisplayClass::Visible,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(c: char, expected: DisplayClass) {
        assert_eq!(display_class(c), expected, "U+{:04X}", u32::from(c));
    }

    #[test]
    fn each_kind_has_its_class() {
        for (c, expected) in [
            (' ', DisplayClass::Visible),
            ('A', DisplayClass::Visible),
            ('א', DisplayClass::Visible),
            ('中', DisplayClass::Visible),
            ('\u{FFFD}', DisplayClass::Visible),
            ('\u{FF9E}', DisplayClass::Visible),
            ('\u{1F3FD}', DisplayClass::Visible),
            ('\u{0301}', DisplayClass::Mark),
            ('\u{0903}', DisplayClass::Mark),
            ('\u{20E3}', DisplayClass::Mark),
            ('\u{1161}', DisplayClass::Mark),
            ('\u{1F1EB}', DisplayClass::RegionalIndicator),
            ('\u{17A4}', DisplayClass::Doubtful),
            ('\u{2592}', DisplayClass::FaultSign),
            ('\u{00A0}', DisplayClass::Blank),
            ('\u{3000}', DisplayClass::Blank),
            ('\u{2800}', DisplayClass::Blank),
            ('\u{2028}', DisplayClass::Break),
            ('\u{001B}', DisplayClass::C0),
            ('\u{007F}', DisplayClass::C0),
            ('\u{009B}', DisplayClass::C1),
            ('\u{202E}', DisplayClass::BidiControl),
            ('\u{061C}', DisplayClass::BidiControl),
            ('\u{E0067}', DisplayClass::Tag),
            ('\u{FE0F}', DisplayClass::Selector),
            ('\u{E0100}', DisplayClass::Selector),
            ('\u{180B}', DisplayClass::Selector),
            ('\u{200D}', DisplayClass::Invisible),
            ('\u{FEFF}', DisplayClass::Invisible),
            ('\u{00AD}', DisplayClass::Invisible),
            ('\u{0600}', DisplayClass::Invisible),
            ('\u{034F}', DisplayClass::Invisible),
            ('\u{3164}', DisplayClass::Invisible),
            ('\u{E000}', DisplayClass::PrivateUse),
            ('\u{FDD0}', DisplayClass::Noncharacter),
            ('\u{10FFFF}', DisplayClass::Noncharacter),
            ('\u{0378}', DisplayClass::Unassigned),
            ('\u{E0080}', DisplayClass::Unassigned),
        ] {
            check(c, expected);
        }
    }

    #[test]
    fn visible_characters_take_one_or_two_columns() {
        for c in '\0'..=char::MAX {
            if display_class(c) == DisplayClass::Visible {
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
