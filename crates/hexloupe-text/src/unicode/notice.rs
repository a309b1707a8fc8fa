//! Characters that are well-formed but unusual.
//!
//! A notice is a remark on one code point and its place, or on several in a row. An unseen code
//! point ([`unseen`]) is worth a notice only if the characters around it do not need it; the
//! scanners decide that. Invariant: ids never change once released. A code point carries at most
//! one notice of default-ignorable, variation selector, tag and bidi control, the most specific
//! one.

use super::property;

/// The source of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToldBy {
    /// The code point and its place: [`standing`] finds it.
    Character,
    /// The unseen code point and its neighbours, which do not need it.
    /// [`unseen`] gives the candidate, and the scanners report it, once for a run of characters.
    Run,
    /// The characters around it: the scanners find it.
    Context,
    /// The spelling of the character: its encoding finds it.
    Encoding,
}

/// The table of notices: for each its name, id, title and source. Every list of kinds is made from
/// this table, so none can miss one.
macro_rules! notices {
    ($($(#[$doc:meta])* $kind:ident $id:literal, $title:literal, $told_by:ident;)*) => {
        /// A remark on a well-formed code point.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Notice {
            $($(#[$doc])* $kind,)*
        }

        impl Notice {
            /// Every notice, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// The stable id, as used in records and scripts.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$kind => $id,)*
                }
            }

            /// Its name in a few words, ready for the screen.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$kind => $title,)*
                }
            }

            /// The source of the notice.
            pub const fn told_by(self) -> ToldBy {
                match self {
                    $(Self::$kind => ToldBy::$told_by,)*
                }
            }
        }
    };
}

notices! {
    /// U+FEFF that opens the data, which a repository may not want.
    OpeningBom "opening-bom", "byte order mark", Context;
    /// U+FEFF that does not open the data.
    BomInside "bom-inside", "byte order mark inside", Run;
    /// A character among the bytes of another encoding's byte order mark.
    BomContradicts "bom-contradicts", "byte order mark of another encoding", Character;
    /// U+FEFF right after the byte order mark.
    DoubleBom "double-bom", "second byte order mark", Character;
    /// U+FFFD, which an earlier decoder may have left.
    ReplacementCharacter "replacement-character", "replacement character", Character;
    /// One of the 66 code points that are never characters (D14).
    Noncharacter "noncharacter", "noncharacter", Character;
    /// U+0080..U+009F, often a sign of the wrong encoding.
    C1Control "c1-control", "C1 control", Character;
    /// U+0000.
    Nul "nul", "null character", Character;
    /// A control that is no blank, such as ESC or BS, or one of the controls of annotations.
    Control "control", "control character", Character;
    /// U+2028 and U+2029, which end a line for some programs only.
    LineSeparator "line-separator", "line or paragraph separator", Character;
    /// A sign that looks like one of ASCII: U+01C3 like `!`, U+037E like `;`, U+2800 like a space.
    LookAlikeSign "look-alike-sign", "sign that looks like another", Character;
    /// A code point for private use.
    PrivateUse "private-use", "private use", Character;
    /// Not assigned in [`property::UNICODE_VERSION`].
    Unassigned "unassigned", "unassigned code point", Character;
    /// A value above U+10FFFF, where an encoding has room for it.
    BeyondUnicode "beyond-unicode", "value above Unicode", Character;
    /// A character that is invisible in programs without support for it.
    DefaultIgnorable "default-ignorable", "invisible character", Run;
    /// A control that directs bidirectional text, and can make it look like another text.
    BidiControl "bidi-control", "bidi control", Run;
    /// A control that opens an embedding, an override or an isolate of bidirectional text without
    /// an end on its line; or one that closes nothing.
    BidiUnpaired "bidi-unpaired", "unpaired bidi control", Context;
    /// A character that stands invisibly for an ASCII character.
    TagCharacter "tag-character", "invisible tag", Run;
    /// A character that selects the form of the character before it.
    VariationSelector "variation-selector", "variation selector", Run;
    /// The first line end that differs from the end of the first line.
    MixedLineEndings "mixed-line-endings", "a different line end", Context;
    /// The CR at the end of the line that names a script's interpreter.
    ShebangCr "shebang-cr", "interpreter line that ends in CR", Context;
    /// The name of an encoding that the bytes of the data contradict.
    DeclaredOtherwise "declared-otherwise", "declaration of another encoding", Context;
    /// The escape of JSON and JavaScript of a surrogate, without that of its mate.
    LoneEscape "lone-escape", "escape of a lone surrogate", Context;
    /// A word that is almost surely UTF-8, read in a set of one byte per character and written
    /// again.
    MojibakeSuspect "mojibake-suspect", "word that is probably mojibake", Context;
    /// A word that passes for one of ASCII, though not all its letters are.
    Confusable "confusable", "word that looks like another", Context;
    /// A word of letters of several scripts, some of them easily taken for letters of the other.
    MixedScript "mixed-script", "word in several scripts", Context;
    /// A word that is not in the composed form (NFC).
    NotNfc "not-nfc", "word not in composed form", Context;
    /// A space that is not U+0020 where nothing calls for it.
    OddSpace "odd-space", "unusual space", Context;
    /// Modified UTF-8: U+0000 as the byte 00, which Java never writes.
    Mutf8RawNul "mutf8-raw-nul", "null byte", Encoding;
    /// UTF-7: the bits that fill up the last byte of a run are not all zero.
    Utf7NonzeroPadding "utf7-nonzero-padding", "padding that is not zero", Encoding;
    /// UTF-7: a character written as itself, though RFC 2152 allows it only in base64.
    Utf7NotDirect "utf7-not-direct", "character that must be encoded", Encoding;
    /// GBK: a character in four bytes, which only GB18030 has.
    GbkFourBytes "gbk-four-bytes", "GB18030 character", Encoding;
}

impl Notice {
    /// Reports whether it is about several characters in a row, and not about one.
    pub const fn is_of_several(self) -> bool {
        matches!(self, Self::LoneEscape | Self::MojibakeSuspect)
            || matches!(self, Self::Confusable | Self::MixedScript)
            || matches!(self, Self::NotNfc | Self::OddSpace)
    }

    /// Reports whether it depends on the characters around.
    pub const fn depends_on_neighbours(self) -> bool {
        self.is_of_several() || matches!(self.told_by(), ToldBy::Run)
    }
}

/// The place of a code point, as far as it matters for U+FEFF and NEL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticePlace {
    /// The first character of the data.
    Opening,
    /// Among the bytes of a byte order mark that is not the encoding's.
    ForeignBom,
    /// Right after a byte order mark that opens the data.
    AfterBom,
    /// At the end of a line.
    LineEnd,
    /// Anywhere else.
    Inside,
}

/// The notices a code point carries if nothing around it needs it; most carry none.
///
/// ASCII needs no lookup in the tables, because scans ask for every character. An unassigned code
/// point may be default-ignorable as well; then it carries both.
pub fn code_point_notices(c: char, place: NoticePlace) -> Vec<Notice> {
    each(c, place).collect()
}

/// The notices of a well-formed character that is no scalar value, by its values.
pub fn of_value(values: impl IntoIterator<Item = u32>) -> impl Iterator<Item = Notice> {
    let beyond = values.into_iter().filter(|&value| value > 0x10FFFF);
    beyond.map(|_| Notice::BeyondUnicode)
}

/// Like [`code_point_notices`], but without a list, for frequent callers.
pub fn each(c: char, place: NoticePlace) -> impl Iterator<Item = Notice> {
    standing(c, place).into_iter().chain(unseen(c, place))
}

/// The notice that a code point carries whatever is around it, if any.
pub fn standing(c: char, place: NoticePlace) -> Option<Notice> {
    Some(match (c, place) {
        (_, NoticePlace::ForeignBom) => Notice::BomContradicts,
        ('\0', _) => Notice::Nul,
        ('\t' | '\n' | '\r' | ' '..='~', _) | (_, NoticePlace::LineEnd) => return None,
        ('\u{01}'..='\u{7F}' | '\u{FFF9}'..='\u{FFFB}', _) => Notice::Control,
        ('\u{2028}' | '\u{2029}', _) => Notice::LineSeparator,
        ('\u{01C3}' | '\u{037E}' | '\u{2800}', _) => Notice::LookAlikeSign,
        ('\u{FEFF}', NoticePlace::AfterBom) => Notice::DoubleBom,
        ('\u{80}'..='\u{9F}', _) => Notice::C1Control,
        (char::REPLACEMENT_CHARACTER, _) => Notice::ReplacementCharacter,
        _ if property::is_noncharacter(c) => Notice::Noncharacter,
        _ if property::is_private_use(c) => Notice::PrivateUse,
        _ if property::is_unassigned(c) => Notice::Unassigned,
        _ => return None,
    })
}

/// The notice of an unseen code point unless the characters around need it, the most specific one;
/// none for code points that are seen.
pub fn unseen(c: char, place: NoticePlace) -> Option<Notice> {
    if c.is_ascii() || matches!(place, NoticePlace::ForeignBom | NoticePlace::LineEnd) {
        return None;
    }
    if c == '\u{FEFF}' {
        Some(Notice::BomInside).filter(|_| place == NoticePlace::Inside)
    } else if property::is_bidi_control(c) {
        Some(Notice::BidiControl)
    } else if property::is_tag(c) {
        Some(Notice::TagCharacter)
    } else if property::is_variation_selector(c) {
        Some(Notice::VariationSelector)
    } else if property::is_default_ignorable(c) {
        Some(Notice::DefaultIgnorable)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(c: char, place: NoticePlace, expected: &[Notice]) {
        assert_eq!(
            code_point_notices(c, place),
            expected,
            "U+{:04X}",
            u32::from(c)
        );
    }

    #[test]
    fn each_code_point_carries_its_notices() {
        let rows: &[(char, &[Notice])] = &[
            ('\0', &[Notice::Nul]),
            ('\t', &[]),
            ('\u{0B}', &[Notice::Control]),
            ('\u{0C}', &[Notice::Control]),
            ('\r', &[]),
            ('\u{1B}', &[Notice::Control]),
            ('A', &[]),
            ('\u{7F}', &[Notice::Control]),
            ('\u{FFFA}', &[Notice::Control]),
            ('\u{2028}', &[Notice::LineSeparator]),
            ('\u{01C3}', &[Notice::LookAlikeSign]),
            ('\u{037E}', &[Notice::LookAlikeSign]),
            ('\u{2800}', &[Notice::LookAlikeSign]),
            ('\u{80}', &[Notice::C1Control]),
            ('\u{9F}', &[Notice::C1Control]),
            ('é', &[]),
            ('\u{A0}', &[]),
            ('\u{AD}', &[Notice::DefaultIgnorable]),
            ('\u{0301}', &[]),
            ('\u{200D}', &[Notice::DefaultIgnorable]),
            ('\u{3164}', &[Notice::DefaultIgnorable]),
            ('\u{061C}', &[Notice::BidiControl]),
            ('\u{200E}', &[Notice::BidiControl]),
            ('\u{202E}', &[Notice::BidiControl]),
            ('\u{2069}', &[Notice::BidiControl]),
            ('\u{FE0F}', &[Notice::VariationSelector]),
            ('\u{E01EF}', &[Notice::VariationSelector]),
            ('\u{E0001}', &[Notice::TagCharacter]),
            ('\u{E007F}', &[Notice::TagCharacter]),
            ('\u{E000}', &[Notice::PrivateUse]),
            ('\u{10FFFD}', &[Notice::PrivateUse]),
            ('\u{FDD0}', &[Notice::Noncharacter]),
            ('\u{1FFFF}', &[Notice::Noncharacter]),
            ('\u{FFFD}', &[Notice::ReplacementCharacter]),
            ('\u{0378}', &[Notice::Unassigned]),
            ('\u{2065}', &[Notice::Unassigned, Notice::DefaultIgnorable]),
        ];
        for (c, expected) in rows {
            check(*c, NoticePlace::Inside, expected);
        }
    }

    #[test]
    fn a_byte_order_mark_is_remarked_where_it_does_not_open_the_data() {
        check('\u{FEFF}', NoticePlace::Opening, &[]);
        check('\u{FEFF}', NoticePlace::AfterBom, &[Notice::DoubleBom]);
        check('\u{FEFF}', NoticePlace::Inside, &[Notice::BomInside]);
    }

    #[test]
    fn line_ends_have_no_notice() {
        check('\u{85}', NoticePlace::LineEnd, &[]);
        check('\u{85}', NoticePlace::Inside, &[Notice::C1Control]);
    }

    #[test]
    fn the_list_is_in_the_order_of_the_kinds() {
        let places = Notice::ALL.iter().map(|kind| *kind as usize);
        assert!(places.eq(0..Notice::ALL.len()));
    }

    #[test]
    fn ids_are_distinct_and_in_kebab_case() {
        let mut ids: Vec<&str> = Notice::ALL.iter().map(|notice| notice.id()).collect();
        for id in &ids {
            assert!(
                id.bytes()
                    .all(|b| b.is_ascii_lowercase() || b"-178".contains(&b))
            );
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), Notice::ALL.len());
    }
}
