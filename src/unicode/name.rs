//! What a code point is called.
//!
//! A character has a name in the Unicode character database, a control only
//! aliases, anything else neither; [`title`] has a word for each. Invariant:
//! what is returned is printable ASCII, so it needs no sanitiser.

use icu_properties::CodePointSetData;
use icu_properties::props::UnifiedIdeograph;

pub use super::aliases::Alias;
use super::aliases::{CONTROLS, INVISIBLE};
use super::class::{self, Class};

/// The version of the list of names. It is older than
/// [`UNICODE_VERSION`](super::property::UNICODE_VERSION): a character may be
/// assigned and its name not known here.
pub const UNICODE_VERSION: &str = "17.0.0";

/// The `Name` property (Unicode 4.8), without corrections by alias.
///
/// None for controls, private use, noncharacters, unassigned code points, and
/// for characters younger than the list of names.
pub fn name(c: char) -> Option<String> {
    unicode_names2::name(c)
        .map(|name| name.to_string())
        .or_else(|| derived(c))
}

/// Names by rule NR2, which the list leaves out: a prefix and the code point.
fn derived(c: char) -> Option<String> {
    if class::of(c) != Class::Visible {
        return None;
    }
    let prefix = match c {
        '\u{17000}'..='\u{187FF}' | '\u{18D00}'..='\u{18D7F}' => "TANGUT IDEOGRAPH",
        '\u{18B00}'..='\u{18CFF}' => "KHITAN SMALL SCRIPT CHARACTER",
        '\u{18E00}'..='\u{1919F}' => "JURCHEN CHARACTER",
        '\u{3D000}'..='\u{3FC3F}' => "SMALL SEAL CHARACTER",
        _ if CodePointSetData::new::<UnifiedIdeograph>().contains(c) => "CJK UNIFIED IDEOGRAPH",
        _ => return None,
    };
    Some(format!("{prefix}-{:04X}", u32::from(c)))
}

/// The name and abbreviation of a control: C0, DEL or C1.
pub fn alias(c: char) -> Option<Alias> {
    let code = u32::from(c) as usize;
    let row = match code {
        0..=0x1F => code,
        0x7F..=0x9F => code - 0x7F + 0x20,
        _ => return None,
    };
    CONTROLS.get(row).copied()
}

/// What to call any code point: its name, the alias of a control, else what it
/// is, in angle brackets.
pub fn title(c: char) -> String {
    if let Some(alias) = alias(c) {
        return alias.name.to_owned();
    }
    name(c).unwrap_or_else(|| {
        match class::of(c) {
            Class::PrivateUse => "<private use>",
            Class::Noncharacter => "<noncharacter>",
            Class::Unassigned => "<unassigned>",
            _ => "<new in Unicode 18>",
        }
        .to_owned()
    })
}

/// The character with exactly this name, or control with this alias, in any case of letters.
pub fn named(name: &str) -> Option<char> {
    let wanted = name.trim().to_ascii_uppercase();
    let alias_of = |c: &char| alias(*c).is_some_and(|alias| alias.name == wanted);
    unicode_names2::character(&wanted).or_else(|| ('\0'..='\u{9F}').find(alias_of))
}

/// The characters in whose name some words stand, one after the other and from the start of a
/// word on; those with the shortest names first. Names by rule, as those of ideographs, count as
/// well; all names are looked through, which takes some tenths of a second.
pub fn containing(words: &str) -> Vec<char> {
    let wanted = words.to_ascii_uppercase();
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    let wanted = wanted.join(" ");
    if wanted.is_empty() {
        return Vec::new();
    }
    let holds = |name: &str| {
        let mut places = name.match_indices(&wanted);
        places.any(|(at, _)| at == 0 || matches!(name.as_bytes()[at - 1], b' ' | b'-'))
    };
    let all = ('\0'..='\u{3FFFF}').chain('\u{E0000}'..='\u{E01FF}');
    let mut found: Vec<(usize, char)> = all
        .filter_map(|c| {
            let name = match alias(c) {
                Some(alias) => alias.name.to_owned(),
                None => unicode_names2::name(c)?.to_string(),
            };
            holds(&name).then_some((name.len(), c))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, c)| c).collect()
}

/// The usual abbreviation of what has no glyph: controls, special spaces,
/// fillers, format characters, the first 16 variation selectors.
///
/// 2 to 4 ASCII capitals and digits; U+202F alone has 5 (NNBSP).
pub fn short(c: char) -> Option<&'static str> {
    if let Some(alias) = alias(c) {
        return Some(alias.short);
    }
    let row = INVISIBLE.binary_search_by_key(&c, |row| row.0).ok()?;
    INVISIBLE.get(row).map(|row| row.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::property;

    #[track_caller]
    fn check(c: char, expected: &str) {
        assert_eq!(title(c), expected, "U+{:04X}", u32::from(c));
    }

    #[test]
    fn each_code_point_has_a_title() {
        check('€', "EURO SIGN");
        check('각', "HANGUL SYLLABLE GAG");
        check('中', "CJK UNIFIED IDEOGRAPH-4E2D");
        check('\u{2B81E}', "CJK UNIFIED IDEOGRAPH-2B81E");
        check('\u{F900}', "CJK COMPATIBILITY IDEOGRAPH-F900");
        check('\u{17000}', "TANGUT IDEOGRAPH-17000");
        check('\u{FEFF}', "ZERO WIDTH NO-BREAK SPACE");
        check('\u{202E}', "RIGHT-TO-LEFT OVERRIDE");
        check('\0', "NULL");
        check('\n', "LINE FEED");
        check('\u{7F}', "DELETE");
        check('\u{80}', "PADDING CHARACTER");
        check('\u{85}', "NEXT LINE");
        check('\u{9B}', "CONTROL SEQUENCE INTRODUCER");
        check('\u{9F}', "APPLICATION PROGRAM COMMAND");
        check('\u{E000}', "<private use>");
        check('\u{FFFF}', "<noncharacter>");
        check('\u{0378}', "<unassigned>");
        check('\u{3D000}', "SMALL SEAL CHARACTER-3D000");
    }

    #[test]
    fn all_65_controls_have_an_alias_and_no_name() {
        let controls: Vec<char> = ('\0'..=char::MAX).filter(|c| alias(*c).is_some()).collect();
        assert_eq!(controls.len(), 65);
        for c in controls {
            assert!(c.is_control() && name(c).is_none(), "{c:?}");
        }
    }

    #[test]
    fn what_is_no_character_has_no_name() {
        for c in '\0'..=char::MAX {
            if property::is_private_use(c) || property::is_unassigned(c) {
                assert_eq!(unicode_names2::name(c).map(|name| name.to_string()), None);
                assert_eq!(derived(c), None, "{c:?}");
            }
        }
    }

    #[test]
    fn characters_are_found_by_their_name_or_a_part_of_it() {
        assert_eq!(named("euro sign"), Some('€'));
        assert_eq!(named("line feed"), Some('\n'));
        assert_eq!(named("no such thing"), None);
        let found = containing("euro");
        assert!(found.contains(&'€') && found.contains(&'\u{1F3E4}'));
        assert!(!containing("uro").contains(&'€'));
        assert_eq!(containing("grinning  FACE").first(), Some(&'😀'));
        assert!(containing(" ").is_empty());
    }

    #[test]
    fn abbreviations_are_the_usual_ones() {
        for (c, expected) in [
            ('\0', Some("NUL")),
            ('\n', Some("LF")),
            ('\u{1B}', Some("ESC")),
            ('\u{7F}', Some("DEL")),
            ('\u{80}', Some("PAD")),
            ('\u{85}', Some("NEL")),
            ('\u{9B}', Some("CSI")),
            ('\u{A0}', Some("NBSP")),
            ('\u{200D}', Some("ZWJ")),
            ('\u{2028}', Some("LS")),
            ('\u{202E}', Some("RLO")),
            ('\u{FE0F}', Some("VS16")),
            ('\u{FEFF}', Some("BOM")),
            (' ', None),
            ('A', None),
            ('\u{E0100}', None),
        ] {
            assert_eq!(short(c), expected, "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn what_has_no_name_is_new_in_18() {
        // Of the 13,007 characters of 18.0, 12,250 have a name by rule.
        let none = [Class::PrivateUse, Class::Noncharacter, Class::Unassigned];
        let nameless =
            |c: &char| !none.contains(&class::of(*c)) && alias(*c).is_none() && name(*c).is_none();
        let all: Vec<char> = ('\0'..=char::MAX).filter(nameless).collect();
        assert_eq!(all.len(), 757);
        for (c, expected) in [
            (all[0], "<new in Unicode 18>"),
            ('\u{3FC3F}', "SMALL SEAL CHARACTER-3FC3F"),
            ('\u{18E00}', "JURCHEN CHARACTER-18E00"),
            ('\u{19192}', "<unassigned>"),
            ('\u{191A0}', "<new in Unicode 18>"),
        ] {
            assert_eq!(title(c), expected);
        }
    }
}
