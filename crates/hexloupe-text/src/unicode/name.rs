//! The names of code points.
//!
//! A character has a name in the Unicode character database, a control only
//! aliases, anything else neither; [`title`] has a word for each. Invariant: results are printable
//! ASCII, so they need no sanitiser.

pub use super::aliases::Alias;
use super::aliases::{CONTROLS, INVISIBLE};
use super::class::{self, DisplayClass};
use super::name_table;

/// The `Name` property (Unicode 4.8), without corrections by alias.
///
/// None for controls, private use, noncharacters and unassigned code points.
pub fn name(c: char) -> Option<String> {
    name_table::name(c)
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

/// The title of any code point: its name, the alias of a control, else its kind in angle brackets.
pub fn title(c: char) -> String {
    if let Some(alias) = alias(c) {
        return alias.name.to_owned();
    }
    name(c).unwrap_or_else(|| {
        match class::display_class(c) {
            DisplayClass::PrivateUse => "<private use>",
            DisplayClass::Noncharacter => "<noncharacter>",
            _ => "<unassigned>",
        }
        .to_owned()
    })
}

/// The character with exactly this name, or control with this alias, in any case of letters.
pub fn named(name: &str) -> Option<char> {
    let wanted = name.trim().to_ascii_uppercase();
    let alias_of = |c: &char| alias(*c).is_some_and(|alias| alias.name == wanted);
    name_table::named(&wanted).or_else(|| ('\0'..='\u{9F}').find(alias_of))
}

/// The characters whose names contain some words, one after the other and each at the start of a
/// word; the shortest names come first. Names made by rule, such as those of ideographs, count as
/// well. All names are searched, which takes some tenths of a second.
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
    let controls = ('\0'..='\u{9F}').filter_map(|c| Some((c, alias(c)?.name.to_owned())));
    let mut found: Vec<(usize, char)> = (controls.chain(name_table::all()))
        .filter(|(_, name)| holds(name))
        .map(|(c, name)| (name.len(), c))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, c)| c).collect()
}

/// The usual abbreviation of a character without a glyph: controls, special spaces, fillers, format
/// characters, the first 16 variation selectors.
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
        check('\u{18E00}', "JURCHEN CHARACTER-18E00");
        check('\u{19192}', "<unassigned>");
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
    fn exactly_the_assigned_characters_that_are_no_controls_have_a_name() {
        let mut names = std::collections::HashSet::new();
        for c in '\0'..=char::MAX {
            let is_named = !property::is_private_use(c)
                && !property::is_unassigned(c)
                && !property::is_noncharacter(c)
                && !c.is_control();
            let name = name(c);
            assert_eq!(name.is_some(), is_named, "U+{:04X}", u32::from(c));
            // Unicode promises that no two characters share a name, and which letters names have.
            let Some(name) = name else { continue };
            let is_plain = |b: u8| matches!(b, b'A'..=b'Z' | b'0'..=b'9' | b' ' | b'-');
            assert!(name.bytes().all(is_plain), "{name}");
            assert!(names.insert(name), "U+{:04X}", u32::from(c));
        }
        // 172,808 names are in the database of 18.0.
        assert_eq!(names.len(), 172_808);
    }

    #[test]
    fn a_name_leads_back_to_its_character() {
        for (name, c) in [
            ("CJK UNIFIED IDEOGRAPH-4E2D", '中'),
            ("HANGUL SYLLABLE GAG", '각'),
            ("HANGUL SYLLABLE HIH", '힣'),
            ("SMALL SEAL CHARACTER-3FC3F", '\u{3FC3F}'),
            ("VARIATION SELECTOR-17", '\u{E0100}'),
            ("SPACE", ' '),
            ("VARIATION SELECTOR-256", '\u{E01EF}'),
        ] {
            assert_eq!((named(name), title(c).as_str()), (Some(c), name));
        }
        for name in ["CJK UNIFIED IDEOGRAPH-0041", "CJK UNIFIED IDEOGRAPH-*", ""] {
            assert_eq!(named(name), None);
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
}
