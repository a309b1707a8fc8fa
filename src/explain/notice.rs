//! Why a well-formed character is unusual.
//!
//! One sentence for each notice, with what the actual encoding adds to it. Invariant: the sentence
//! is one line of at most 200 characters and says what to look for, not only that something is
//! odd.

use super::words::{character, point};
use crate::codec::{C1, Encoding, Layout, Meaning, State, table};
use crate::unicode::notice::Notice;
use crate::unicode::property::UNICODE_VERSION;

/// Why the character of some value carries the notice, in the encoding it was read
/// in.
pub fn notice(notice: Notice, encoding: &'static Encoding, value: u32) -> String {
    let number = point(value);
    let c = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
    match notice {
        Notice::BomInside => format!(
            "{number} opens a text as its byte order mark; inside it is an invisible \
             character, mostly left where files were joined."
        ),
        Notice::BomContradicts => format!(
            "The data opens with the byte order mark of another encoding than {}: \
             what it names is probably how the data was written.",
            encoding.name
        ),
        Notice::DoubleBom => format!(
            "A second {number} after the byte order mark: a decoder takes away one, \
             and this one stays in the text."
        ),
        Notice::ReplacementCharacter => format!(
            "{number} stands for bytes that could not be decoded: something was lost \
             before this was written."
        ),
        Notice::Noncharacter => format!(
            "{number} is a noncharacter: well-formed, but never to be a character; \
             it is for use inside programs."
        ),
        Notice::C1Control => c1_control(encoding, c),
        Notice::Nul => nul(encoding, &number),
        Notice::PrivateUse => format!(
            "{number} is for private use: what it means is agreed between the writer \
             and the reader, or a font."
        ),
        Notice::Unassigned => format!(
            "{number} is not assigned in Unicode {UNICODE_VERSION}: younger than these \
             tables, or no text."
        ),
        Notice::BeyondUnicode => format!(
            "{number} is above U+10FFFF, where Unicode ends since UTF-16; RFC 2279 had room up \
             to 0x7FFFFFFF, in which no character ever was."
        ),
        Notice::DefaultIgnorable => format!(
            "{} is not seen where it has no effect: text that looks the same may differ by it.",
            character(c)
        ),
        Notice::BidiControl => format!(
            "{} orders text of two directions: what is shown may not be what is read by a program.",
            character(c)
        ),
        Notice::BidiUnpaired => unpaired(c),
        Notice::TagCharacter => tag(c),
        Notice::VariationSelector => {
            format!("{number} is not seen itself; it chooses the form of the character before it.")
        }
        Notice::MixedLineEndings => "Here a line ends otherwise than the first one does: programs \
             that know one kind of LF, CR LF and CR may count the lines differently."
            .to_owned(),
        Notice::Mutf8RawNul => format!(
            "{number} as the byte 00: modified UTF-8 writes C0 80, so that no 00 ends a string too \
             early; a class file may not hold it, though DataInput.readUTF takes it."
        ),
        Notice::Utf7NonzeroPadding => format!(
            "The base64 of {number} ends its run, and the bits that fill up its last byte are not \
             all zero: RFC 2152 wants zeros, and a strict decoder may refuse it."
        ),
        Notice::Utf7NotDirect => format!(
            "{} stands here as itself; RFC 2152 has it in base64 only, for mail systems may change \
             the byte.",
            character(c)
        ),
    }
}

fn unpaired(c: char) -> String {
    let what = character(c);
    match c {
        '\u{202C}' => format!("{what} ends an embedding or override, but none is open here."),
        '\u{2069}' => format!("{what} ends an isolate, but none is open here."),
        _ => format!(
            "{what} is not closed on its line: what comes after it may be shown in another \
             order than it is read in."
        ),
    }
}

fn tag(c: char) -> String {
    let number = point(u32::from(c));
    let hidden = char::from_u32(u32::from(c).wrapping_sub(0xE0000)).filter(char::is_ascii_graphic);
    match hidden {
        Some(ascii) => format!(
            "{number} stands unseen for {}: tags spell regions in flags such as England's, and elsewhere hide text.",
            character(ascii)
        ),
        None => format!(
            "{number} is an unseen tag: tags spell regions in flags such as England's, and elsewhere hide text."
        ),
    }
}

/// What U+0000 does to a string in C, by the bytes that the encoding writes it with.
fn nul(encoding: &Encoding, number: &str) -> String {
    match encoding.layout {
        Layout::Utf8(form) if form.long_nul => format!(
            "{number} is written C0 80 in modified UTF-8, so that no byte 00 ends a string in C."
        ),
        Layout::Utf7 => {
            format!("{number} ends a string in C once it is decoded: what follows is not read.")
        }
        _ => format!("{number} ends a string in C: what follows is not read."),
    }
}

fn c1_control(encoding: &'static Encoding, c: char) -> String {
    match encoding.c1 {
        C1::Controls => {}
        C1::Ebcdic => return ebcdic_control(c),
        C1::Unassigned => {
            return format!(
                "{} leaves {:02X} unassigned; the WHATWG reads it as the control {}.",
                encoding.name,
                u32::from(c),
                point(u32::from(c))
            );
        }
    }
    let web = table::by_label("windows-1252").map(table::Label::encoding);
    let meant = web.map(|web| {
        web.decode(&mut State::default(), &[u32::from(c) as u8])
            .meaning
    });
    let sentence = format!("{} is a control of C1, hardly ever meant", character(c));
    match meant {
        Some(Meaning::Scalar(meant)) if meant != c => format!(
            "{sentence}; in windows-1252 the byte {:02X} is {}.",
            u32::from(c),
            character(meant)
        ),
        _ => format!("{sentence}; is the encoding right?"),
    }
}

/// Of EBCDIC's own controls, one ends lines.
fn ebcdic_control(c: char) -> String {
    let what = character(c);
    match c {
        '\u{85}' => format!("{what} ends a line in EBCDIC, as LF does in ASCII."),
        _ => format!("{what} stands for a control of EBCDIC that ASCII does not have."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::glyph::{Charset, safe};
    use crate::unicode::notice::{NoticePlace, ToldBy, of};

    fn encoding(id: &str) -> &'static Encoding {
        table::all().find(|encoding| encoding.id == id).unwrap()
    }

    fn told_by(whom: ToldBy) -> impl Iterator<Item = Notice> {
        let all = Notice::ALL.iter().copied();
        all.filter(move |notice| notice.told_by() == whom)
    }

    #[track_caller]
    fn check(kind: Notice, id: &str, c: char, expected: &str) {
        assert_eq!(notice(kind, encoding(id), c.into()), expected);
    }

    #[test]
    fn a_c1_control_is_told_by_its_encoding() {
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
            "U+0085 NEXT LINE is a control of C1, hardly ever meant; \
             in windows-1252 the byte 85 is U+2026 HORIZONTAL ELLIPSIS '…'.",
        );
        check(
            c1,
            "iso-8859-1",
            '\u{81}',
            "U+0081 HIGH OCTET PRESET is a control of C1, hardly ever meant; is the encoding right?",
        );
        check(
            c1,
            "ebcdic-037",
            '\u{85}',
            "U+0085 NEXT LINE ends a line in EBCDIC, as LF does in ASCII.",
        );
    }

    #[test]
    fn a_tag_says_what_it_stands_for() {
        let sentence = notice(Notice::TagCharacter, table::UTF_8, 0xE0041);
        assert!(
            sentence.contains("U+0041 LATIN CAPITAL LETTER A 'A'"),
            "{sentence}"
        );
    }

    #[test]
    fn what_needs_context_is_told_by_what_it_does() {
        let unpaired = Notice::BidiUnpaired;
        let check = |c, expected| check(unpaired, "utf-8", c, expected);
        check(
            '\u{2066}',
            "U+2066 LEFT-TO-RIGHT ISOLATE is not closed on its line: what comes after it may be \
             shown in another order than it is read in.",
        );
        check(
            '\u{202C}',
            "U+202C POP DIRECTIONAL FORMATTING ends an embedding or override, but none is open here.",
        );
        for kind in told_by(ToldBy::Context) {
            for c in "\r\n\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2067}\u{2068}\u{2069}".chars()
            {
                let sentence = notice(kind, table::UTF_8, c.into());
                assert_eq!(safe(&sentence, Charset::Unicode), sentence);
                assert!(sentence.chars().count() <= 200, "{sentence}");
            }
        }
    }

    #[test]
    fn what_an_encoding_remarks_is_told_with_the_character() {
        check(
            Notice::Utf7NotDirect,
            "utf-7",
            '~',
            "U+007E TILDE '~' stands here as itself; RFC 2152 has it in base64 only, for mail \
             systems may change the byte.",
        );
        let beyond = notice(Notice::BeyondUnicode, encoding("utf-8-legacy"), 0x0020_0000);
        assert!(beyond.starts_with("0x200000 is above U+10FFFF"), "{beyond}");
        let kinds = told_by(ToldBy::Encoding).chain([Notice::BeyondUnicode]);
        for kind in kinds {
            for value in [0, 0x1B, 0x7E, 0x202E, 0x0010_FFFF, 0x7FFF_FFFF] {
                let sentence = notice(kind, encoding("utf-7"), value);
                assert_eq!(safe(&sentence, Charset::Unicode), sentence);
                assert!(sentence.chars().count() <= 200, "{sentence}");
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
            for kind in places.iter().flat_map(|place| of(c, *place)) {
                let sentence = notice(kind, table::UTF_8, c.into());
                assert_eq!(safe(&sentence, Charset::Unicode), sentence);
                assert!(sentence.chars().count() <= 200, "{sentence}");
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
            notice(Notice::Nul, encoding, 0)
        };
        assert_eq!(
            said("utf-8"),
            "U+0000 ends a string in C: what follows is not read."
        );
        assert!(said("mutf-8").contains("no byte 00 ends a string"));
        assert!(said("utf-7").contains("once it is decoded"));
    }
}
