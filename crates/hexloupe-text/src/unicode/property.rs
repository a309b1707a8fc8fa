//! The properties of a code point, spelled for people.
//!
//! Everything here comes from the compiled Unicode character database; this file only chooses the
//! properties worth showing and gives their values the words of a sentence ("Lowercase Letter",
//! not `Lowercase_Letter`). Invariant: every scalar value has every property, except that the
//! block may be none; [`UNICODE_VERSION`] is the version of the tables.

use std::borrow::Cow;

use icu_properties::props::{
    BidiClass, BidiControl, Block, DefaultIgnorableCodePoint, EastAsianWidth, EnumeratedProperty,
    GeneralCategory, NamedEnumeratedProperty, Script, VariationSelector, XidContinue,
};
use icu_properties::{
    CodePointMapData, CodePointMapDataBorrowed, CodePointSetData, CodePointSetDataBorrowed,
    PropertyNamesLong, PropertyNamesShort,
};
use unicode_width::UnicodeWidthChar;

/// The version of the Unicode character database: the source of category, script, bidi class and
/// East Asian width, and the reference for "unassigned".
pub const UNICODE_VERSION: &str = "18.0.0";

/// The versions of the tables, each after what it has: those of other crates may be older.
pub fn versions() -> [(&'static str, String); 3] {
    let written = |(major, minor, patch): (u64, u64, u64)| format!("{major}.{minor}.{patch}");
    [
        ("properties and names", UNICODE_VERSION.to_owned()),
        ("clusters", written(unicode_segmentation::UNICODE_VERSION)),
        ("look-alikes", written(unicode_security::UNICODE_VERSION)),
    ]
}

const CATEGORIES: CodePointMapDataBorrowed<'static, GeneralCategory> =
    CodePointMapData::<GeneralCategory>::new();
const DEFAULT_IGNORABLE: CodePointSetDataBorrowed<'static> =
    CodePointSetData::new::<DefaultIgnorableCodePoint>();
const BIDI_CONTROL: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<BidiControl>();
const VARIATION_SELECTOR: CodePointSetDataBorrowed<'static> =
    CodePointSetData::new::<VariationSelector>();

/// A value of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyValue {
    /// The alias of the database: `Sc`, `Grek`, `AL`.
    pub short: &'static str,
    /// The name in words: "Currency Symbol", "Greek", "Arabic Letter".
    pub long: Cow<'static, str>,
}

/// The properties of a code point that the inspector shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Properties {
    /// `General_Category`.
    pub category: PropertyValue,
    /// Script (UAX #24), without its extensions.
    pub script: PropertyValue,
    /// The block, spelled as in the standard's list of blocks.
    pub block: Option<Cow<'static, str>>,
    /// `Bidi_Class` (UAX #9).
    pub bidi: PropertyValue,
    /// `East_Asian_Width` (UAX #11).
    pub east_asian_width: PropertyValue,
    /// Columns the code point takes by itself: 0 to 3, 0 for controls.
    pub width: u8,
}

/// The properties of a scalar value.
pub fn properties(c: char) -> Properties {
    Properties {
        category: value::<GeneralCategory>(c),
        script: value::<Script>(c),
        block: block(c),
        bidi: value::<BidiClass>(c),
        east_asian_width: value::<EastAsianWidth>(c),
        width: c.width().unwrap_or(0) as u8,
    }
}

/// The category, for the other files of this room.
pub(super) fn category(c: char) -> GeneralCategory {
    CATEGORIES.get(c)
}

/// Reports whether the code point will never be a character: U+FDD0..U+FDEF and the
/// last two of each plane (D14).
pub fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || u32::from(c) & 0xFFFE == 0xFFFE
}

/// Reports whether the code point is a mark that joins a letter (categories Mn, Mc and Me).
pub fn is_mark(c: char) -> bool {
    matches!(
        category(c),
        GeneralCategory::NonspacingMark
            | GeneralCategory::SpacingMark
            | GeneralCategory::EnclosingMark
    )
}

/// Reports whether the code point is for private use (category Co).
pub fn is_private_use(c: char) -> bool {
    category(c) == GeneralCategory::PrivateUse
}

/// Reports whether the code point is reserved for a later version of Unicode (D15);
/// noncharacters are not.
pub fn is_unassigned(c: char) -> bool {
    category(c) == GeneralCategory::Unassigned && !is_noncharacter(c)
}

/// Reports whether the code point is a character of the standard: neither unassigned nor a
/// noncharacter, nor for private use.
pub fn is_in_use(c: char) -> bool {
    !matches!(
        category(c),
        GeneralCategory::Unassigned | GeneralCategory::PrivateUse
    )
}

/// Reports whether the code point is not drawn where it is not supported
/// (`Default_Ignorable_Code_Point`).
pub fn is_default_ignorable(c: char) -> bool {
    DEFAULT_IGNORABLE.contains(c)
}

/// Reports whether the code point directs bidirectional text (`Bidi_Control`).
pub fn is_bidi_control(c: char) -> bool {
    BIDI_CONTROL.contains(c)
}

/// Reports whether the code point chooses the form of the one before it
/// (`Variation_Selector`).
pub fn is_variation_selector(c: char) -> bool {
    VARIATION_SELECTOR.contains(c)
}

/// Reports whether the code point belongs to a word or a name: a letter, a mark, a digit or a joint
/// such as `_` (`XID_Continue`, UAX #31).
pub fn is_word_part(c: char) -> bool {
    CodePointSetData::new::<XidContinue>().contains(c)
}

/// Reports whether the code point takes two columns by its `East_Asian_Width` (UAX #11).
pub fn is_wide(c: char) -> bool {
    let width = CodePointMapData::<EastAsianWidth>::new().get(c);
    matches!(width, EastAsianWidth::Wide | EastAsianWidth::Fullwidth)
}

/// Reports whether the code point is a tag: U+E0001, U+E0020..U+E007F. The code points
/// between are unassigned.
pub fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0001}' | '\u{E0020}'..='\u{E007F}')
}

/// The block's name. The list of blocks writes hyphens that the database's
/// aliases lost, but is older: newer blocks take the alias.
pub(super) fn block(c: char) -> Option<Cow<'static, str>> {
    if let Some(block) = unicode_blocks::find_unicode_block(c) {
        return Some(block.name().into());
    }
    match CodePointMapData::<Block>::new().get(c) {
        Block::NoBlock => None,
        // The list of blocks writes small words in lower case.
        _ => Some(value::<Block>(c).long.replace(" And ", " and ").into()),
    }
}

fn value<T: EnumeratedProperty + NamedEnumeratedProperty>(c: char) -> PropertyValue {
    let value = CodePointMapData::<T>::new().get(c);
    let long = PropertyNamesLong::<T>::new().get(value).unwrap_or_default();
    PropertyValue {
        short: PropertyNamesShort::<T>::new()
            .get(value)
            .unwrap_or_default(),
        long: words(long),
    }
}

/// The words of a long name, which the database joins with underscores.
fn words(name: &'static str) -> Cow<'static, str> {
    if name.contains('_') {
        name.replace("_To_", "-to-").replace('_', " ").into()
    } else {
        name.into()
    }
}

#[cfg(test)]
mod tests {
    use icu_properties::PropertyParser;

    use super::*;

    #[track_caller]
    fn check(c: char, expected: &str) {
        let p = properties(c);
        let found = format!(
            "{} ({}) · {} ({}) · {} · {} ({}) · {} ({}) · {}",
            p.category.long,
            p.category.short,
            p.script.long,
            p.script.short,
            p.block.as_deref().unwrap_or("-"),
            p.bidi.long,
            p.bidi.short,
            p.east_asian_width.long,
            p.east_asian_width.short,
            p.width,
        );
        assert_eq!(found, expected, "U+{:04X}", u32::from(c));
    }

    #[test]
    fn properties_are_spelled_for_people() {
        check(
            '€',
            "Currency Symbol (Sc) · Common (Zyyy) · Currency Symbols · \
             European Terminator (ET) · Ambiguous (A) · 1",
        );
        check(
            'é',
            "Lowercase Letter (Ll) · Latin (Latn) · Latin-1 Supplement · \
             Left-to-Right (L) · Ambiguous (A) · 1",
        );
        check(
            'ش',
            "Other Letter (Lo) · Arabic (Arab) · Arabic · Arabic Letter (AL) · Neutral (N) · 1",
        );
        check(
            '中',
            "Other Letter (Lo) · Han (Hani) · CJK Unified Ideographs · \
             Left-to-Right (L) · Wide (W) · 2",
        );
        check(
            '\u{202E}',
            "Format (Cf) · Common (Zyyy) · General Punctuation · \
             Right-to-Left Override (RLO) · Neutral (N) · 0",
        );
        check(
            '\u{10300}',
            "Other Letter (Lo) · Old Italic (Ital) · Old Italic · \
             Left-to-Right (L) · Neutral (N) · 1",
        );
        check(
            '\u{1B}',
            "Control (Cc) · Common (Zyyy) · Basic Latin · Boundary Neutral (BN) · Neutral (N) · 0",
        );
        check(
            '\u{E0FFF}',
            "Unassigned (Cn) · Unknown (Zzzz) · - · Boundary Neutral (BN) · Neutral (N) · 0",
        );
    }

    #[test]
    fn no_value_lacks_a_name_or_keeps_an_underscore() {
        for c in '\0'..=char::MAX {
            let p = properties(c);
            let values = [p.category, p.script, p.bidi, p.east_asian_width];
            for name in values.map(|value| value.long) {
                assert!(!name.is_empty() && !name.contains('_'), "{c:?}: {name}");
            }
            assert!(p.block.is_none_or(|name| !name.contains('_')), "{c:?}");
        }
    }

    #[test]
    fn the_list_of_blocks_agrees_with_the_database() {
        let parser = PropertyParser::<Block>::new();
        for c in '\0'..=char::MAX {
            let expected = CodePointMapData::<Block>::new().get(c);
            let found = block(c).map_or(Some(Block::NoBlock), |name| parser.get_loose(&name));
            assert_eq!(found, Some(expected), "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn the_version_is_the_one_of_the_tables() {
        // The Seal script came with 18.0; the tables of widths name the same version.
        assert!(!is_unassigned('\u{3D000}'));
        let (major, minor, patch) = unicode_width::UNICODE_VERSION;
        assert_eq!(UNICODE_VERSION, format!("{major}.{minor}.{patch}"));
    }

    #[test]
    fn there_are_66_noncharacters() {
        let count = ('\0'..=char::MAX).filter(|c| is_noncharacter(*c)).count();
        assert_eq!(count, 66);
        assert!(!is_unassigned('\u{FFFF}') && is_unassigned('\u{0378}'));
    }

    #[test]
    fn small_words_of_blocks_are_small() {
        let of = properties('\u{1DB00}').block;
        let expected = "Miscellaneous Symbols and Arrows Extended";
        assert_eq!(of.as_deref(), Some(expected));
    }
}
