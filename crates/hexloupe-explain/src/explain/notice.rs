//! The reasons why a well-formed character is unusual.
//!
//! There is one sentence for each notice, with details of the actual encoding. Invariant: the
//! sentence is one line of at most 200 characters and says what to look for, not only that
//! something is odd.

use super::words::{character, point};
use crate::language::Language;
use crate::texts::notice as texts;
use hexloupe_text::codec::{BitLayout, C1, CodecState, Encoding, Meaning, table};
use hexloupe_text::unicode::notice::Notice;
use hexloupe_text::unicode::property::UNICODE_VERSION;

/// The reason why the character of some value carries the notice, in the encoding it was read in.
pub fn notice(
    notice: Notice,
    encoding: &'static Encoding,
    value: u32,
    language: Language,
) -> String {
    let (number, name) = (point(value), encoding.name);
    let c = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
    match notice {
        Notice::BomInside => texts::BomInside { number: &number }.get(language),
        Notice::BomContradicts => texts::BomContradicts { name }.get(language),
        Notice::DoubleBom => texts::DoubleBom { number: &number }.get(language),
        Notice::ReplacementCharacter => {
            texts::ReplacementCharacter { number: &number }.get(language)
        }
        Notice::Noncharacter => texts::Noncharacter { number: &number }.get(language),
        Notice::C1Control => c1_control(encoding, c, language),
        Notice::Nul => nul(encoding, &number, language),
        Notice::Control => texts::ControlCharacter { number: &number }.get(language),
        Notice::LineSeparator => texts::LineSeparator { number: &number }.get(language),
        Notice::LookAlikeSign => {
            let seen = seen_as(c);
            texts::LookAlikeSign {
                number: &number,
                seen,
            }
            .get(language)
        }
        Notice::PrivateUse => texts::PrivateUse { number: &number }.get(language),
        Notice::Unassigned => texts::Unassigned {
            number: &number,
            unicode_version: UNICODE_VERSION,
        }
        .get(language),
        Notice::BeyondUnicode => texts::BeyondUnicode { number: &number }.get(language),
        Notice::DefaultIgnorable | Notice::BidiControl | Notice::Utf7NotDirect => {
            of_character(notice, &character(c), language)
        }
        Notice::BidiUnpaired => unpaired(c, language),
        Notice::TagCharacter => tag(c, language),
        Notice::VariationSelector => texts::VariationSelector { number: &number }.get(language),
        Notice::MixedLineEndings => texts::MIXED_LINE_ENDINGS.get(language).to_owned(),
        Notice::ShebangCr => texts::SHEBANG_CR.get(language).to_owned(),
        Notice::DeclaredOtherwise => texts::DeclaredOtherwise { name }.get(language),
        Notice::LoneEscape | Notice::MojibakeSuspect => of_several(notice, language),
        Notice::Confusable | Notice::MixedScript | Notice::NotNfc | Notice::OddSpace => {
            of_look_alike(notice, language)
        }
        Notice::OpeningBom => texts::OPENING_BOM.get(language).to_owned(),
        Notice::Mutf8RawNul => texts::Mutf8RawNul { number: &number }.get(language),
        Notice::GbkFourBytes => texts::GbkFourBytes { number: &number }.get(language),
        Notice::Utf7NonzeroPadding => texts::Utf7NonzeroPadding { number: &number }.get(language),
    }
}

/// The character of ASCII that a sign looks like.
const fn seen_as(c: char) -> &'static str {
    match c {
        '\u{01C3}' => "!",
        '\u{037E}' => ";",
        _ => "U+0020",
    }
}

/// The largest number of characters of a suspected word that are shown.
const TOLD: usize = 24;

/// The reason why a word is suspected to be mojibake, with the original word, which may be drawn
/// unchanged, and the key that reads it so.
pub fn suspected(word: &str, key: &str, language: Language) -> String {
    let mut told: String = word.chars().take(TOLD).collect();
    if told.len() < word.len() {
        told.push('…');
    }
    texts::SuspectedAlmostSurelyMojibake { told, key: &key }.get(language)
}

/// The sentences of notices that name the character.
fn of_character(notice: Notice, what: &str, language: Language) -> String {
    match notice {
        Notice::BidiControl => texts::OfCharacterBidiControl { what: &what }.get(language),
        Notice::Utf7NotDirect => texts::OfCharacterUtf7NotDirect { what: &what }.get(language),
        _ => texts::OfCharacterNotSeenWhere { what }.get(language),
    }
}

/// The sentences of notices on look-alikes.
fn of_look_alike(notice: Notice, language: Language) -> String {
    let said = match notice {
        Notice::Confusable => texts::OF_LOOK_ALIKE_CONFUSABLE.get(language),
        Notice::MixedScript => texts::OF_LOOK_ALIKE_MIXED_SCRIPT.get(language),
        Notice::NotNfc => texts::OF_LOOK_ALIKE_NOT_NFC.get(language),
        _ => texts::OF_LOOK_ALIKE_SPACE_NOT_U.get(language),
    };
    said.to_owned()
}

/// The sentences of notices on several characters in a row.
fn of_several(notice: Notice, language: Language) -> String {
    let said = match notice {
        Notice::LoneEscape => texts::OF_SEVERAL_LONE_ESCAPE.get(language),
        _ => texts::MOJIBAKE.get(language),
    };
    said.to_owned()
}

fn unpaired(c: char, language: Language) -> String {
    let what = character(c);
    match c {
        '\u{202C}' => texts::UnpairedEndsEmbeddingOverride { what: &what }.get(language),
        '\u{2069}' => texts::UnpairedEndsIsolateBut { what: &what }.get(language),
        _ => texts::UnpairedNotClosedLine { what }.get(language),
    }
}

fn tag(c: char, language: Language) -> String {
    let number = point(u32::from(c));
    let hidden = char::from_u32(u32::from(c).wrapping_sub(0xE0000)).filter(char::is_ascii_graphic);
    match hidden.map(character) {
        Some(ascii) => texts::TagOfAscii {
            number: &number,
            ascii,
        }
        .get(language),
        None => texts::Tag { number }.get(language),
    }
}

/// The effect of U+0000 on a string in C, by the bytes of U+0000 in the encoding.
fn nul(encoding: &Encoding, number: &str, language: Language) -> String {
    match encoding.layout {
        BitLayout::Utf8(form) if form.long_nul => {
            texts::NulWrittenC080 { number: &number }.get(language)
        }
        BitLayout::Utf7 => texts::NulUtf7 { number: &number }.get(language),
        _ => texts::NulEndsStringC { number }.get(language),
    }
}

fn c1_control(encoding: &'static Encoding, c: char, language: Language) -> String {
    let byte = u32::from(c);
    match encoding.c1 {
        C1::Controls => {}
        C1::Ebcdic => return ebcdic_control(c, language),
        C1::Unassigned => {
            return texts::C1ControlLeavesUnassignedWhatwg {
                name: &encoding.name,
                byte: &byte,
                number: point(byte),
            }
            .get(language);
        }
    }
    let web = table::by_label("windows-1252").map(table::LabelMatch::encoding);
    let meant = web.map(|web| {
        web.decode(&mut CodecState::default(), &[u32::from(c) as u8])
            .meaning
    });
    let what = character(c);
    match meant {
        Some(Meaning::Scalar(meant)) if meant != c => texts::C1ControlIsWindows1252 {
            what: &what,
            byte: &byte,
            meant: character(meant),
        }
        .get(language),
        _ => texts::C1Control { what: &what }.get(language),
    }
}

/// The sentence about EBCDIC's own controls; one of them ends lines.
fn ebcdic_control(c: char, language: Language) -> String {
    let what = character(c);
    match c {
        '\u{85}' => texts::EbcdicControlEndsLineEbcdic { what: &what }.get(language),
        _ => texts::EbcdicControlStandsControlEbcdic { what }.get(language),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::unicode::glyph::{Charset, safe};
    use hexloupe_text::unicode::notice::{NoticePlace, ToldBy, code_point_notices};

    fn encoding(id: &str) -> &'static Encoding {
        table::all().find(|encoding| encoding.id == id).unwrap()
    }

    fn told_by(whom: ToldBy) -> impl Iterator<Item = Notice> {
        let all = Notice::ALL.iter().copied();
        all.filter(move |notice| notice.told_by() == whom)
    }

    /// The sentence in every language.
    fn in_all(
        kind: Notice,
        encoding: &'static Encoding,
        value: u32,
    ) -> [String; Language::ALL.len()] {
        Language::ALL.map(|language| notice(kind, encoding, value, language))
    }

    #[track_caller]
    fn check(kind: Notice, id: &str, c: char, expected: &str) {
        let told = notice(kind, encoding(id), c.into(), Language::English);
        assert_eq!(told, expected);
    }

    #[test]
    fn a_c1_control_is_explained_by_its_encoding() {
        let c1 = Notice::C1Control;
        check(
            c1,
            "windows-1252",
            '\u{81}',
            "windows-1252 leaves 81 unassigned; the WHATWG reads it as the control U+0081.",
        );
        check(
            c1,
            "utf-8",
            '\u{85}',
            "U+0085 NEXT LINE is a C1 control, hardly ever intended; in windows-1252 the byte 85 is U+2026 HORIZONTAL ELLIPSIS '…'.",
        );
        check(
            c1,
            "iso-8859-1",
            '\u{81}',
            "U+0081 HIGH OCTET PRESET is a C1 control, hardly ever intended; is the encoding right?",
        );
        check(
            c1,
            "ebcdic-037",
            '\u{85}',
            "U+0085 NEXT LINE ends a line in EBCDIC, as LF does in ASCII.",
        );
    }

    #[test]
    fn a_tag_shows_its_ascii_character() {
        let sentence = notice(
            Notice::TagCharacter,
            table::UTF_8,
            0xE0041,
            Language::English,
        );
        assert!(
            sentence.contains("U+0041 LATIN CAPITAL LETTER A 'A'"),
            "{sentence}"
        );
    }

    #[test]
    fn notices_of_context_are_explained_by_their_effect() {
        let unpaired = Notice::BidiUnpaired;
        let check = |c, expected| check(unpaired, "utf-8", c, expected);
        check(
            '\u{2066}',
            "U+2066 LEFT-TO-RIGHT ISOLATE is not closed on its line: the text after it may be shown in another order than programs read it.",
        );
        check(
            '\u{202C}',
            "U+202C POP DIRECTIONAL FORMATTING ends an embedding or override, but none is open here.",
        );
        for kind in told_by(ToldBy::Context) {
            for c in "\r\n\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2067}\u{2068}\u{2069}".chars()
            {
                for sentence in in_all(kind, table::UTF_8, c.into()) {
                    assert_eq!(safe(&sentence, Charset::Unicode), sentence);
                    assert!(sentence.chars().count() <= 200, "{sentence}");
                }
            }
        }
    }

    #[test]
    fn remarks_of_an_encoding_name_the_character() {
        check(
            Notice::Utf7NotDirect,
            "utf-7",
            '~',
            "U+007E TILDE '~' is written as itself here; RFC 2152 allows it only in base64, because mail systems may change the byte.",
        );
        let beyond = notice(
            Notice::BeyondUnicode,
            encoding("utf-8-legacy"),
            0x0020_0000,
            Language::English,
        );
        assert!(beyond.starts_with("0x200000 is above U+10FFFF"), "{beyond}");
        let kinds = told_by(ToldBy::Encoding).chain([Notice::BeyondUnicode]);
        for kind in kinds {
            for value in [0, 0x1B, 0x7E, 0x202E, 0x0010_FFFF, 0x7FFF_FFFF] {
                for sentence in in_all(kind, encoding("utf-7"), value) {
                    assert_eq!(safe(&sentence, Charset::Unicode), sentence);
                    assert!(sentence.chars().count() <= 200, "{sentence}");
                }
            }
        }
    }

    #[test]
    fn every_notice_of_every_character_may_be_drawn() {
        let mut seen: Vec<Notice> = Vec::new();
        let places = [
            NoticePlace::Opening,
            NoticePlace::AfterBom,
            NoticePlace::ForeignBom,
            NoticePlace::LineEnd,
            NoticePlace::Inside,
        ];
        let private = '\u{E000}'..='\u{F8FF}';
        for c in ('\0'..='\u{30000}').chain('\u{E0000}'..='\u{E01EF}') {
            if private.contains(&c) && c > '\u{E010}' {
                continue;
            }
            for kind in places
                .iter()
                .flat_map(|place| code_point_notices(c, *place))
            {
                for sentence in in_all(kind, table::UTF_8, c.into()) {
                    assert_eq!(safe(&sentence, Charset::Unicode), sentence);
                    assert!(sentence.chars().count() <= 200, "{sentence}");
                }
                seen.push(kind);
            }
        }
        seen.extend(told_by(ToldBy::Context).chain(told_by(ToldBy::Encoding)));
        seen.push(Notice::BeyondUnicode);
        assert!(Notice::ALL.iter().all(|kind| seen.contains(kind)));
    }

    #[test]
    fn a_nul_ends_a_string_in_c_only_where_it_is_the_byte_00() {
        let said = |id: &str| {
            let encoding = table::all().find(|encoding| encoding.id == id).unwrap();
            notice(Notice::Nul, encoding, 0, Language::English)
        };
        assert_eq!(
            said("utf-8"),
            "U+0000 ends a string in C: the text after it is not read."
        );
        assert!(said("mutf-8").contains("no byte 00 ends a string"));
        assert!(said("utf-7").contains("once decoded"));
    }
}
