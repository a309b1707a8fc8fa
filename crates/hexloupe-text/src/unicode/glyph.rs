//! The sanitiser: the text that may be drawn for a code point.
//!
//! The inspected file is untrusted. It must neither drive the terminal
//! (controls), nor reorder it (bidi controls), nor hide in it (everything
//! invisible). So each code point is drawn as itself only if it has ink and an
//! undisputed width; else a stand-in is drawn.
//!
//! Invariant, for any input: the output of this file holds no control, no format, invisible, bidi,
//! tag, variation-selector, private-use, unassigned or noncharacter code point. [`cluster`] alone
//! lets U+200D, U+FE0E and U+FE0F pass, between and after visible characters. The output does not
//! hold [`FAULT`] either, which only [`fault`] draws: the data must not be able to show that sign
//! itself.

mod joined;
mod text;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::class::{self, DisplayClass};
use super::name;

pub use joined::cluster;
pub use text::{safe, safe_bytes};

/// The base that carries a combining mark without one (Unicode 2.11).
const CIRCLE: char = '\u{25CC}';

/// The sign drawn for a character that has no room, or whose width is disputed.
pub const WIDE: char = '⋯';

/// The sign drawn for an ill-formed sequence, and never for a character.
pub const FAULT: char = class::FAULT_SIGN;

/// The characters that the terminal is trusted to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Charset {
    /// All that have ink.
    #[default]
    Unicode,
    /// U+0020..U+007E only.
    Ascii,
}

/// The text drawn for a code point or a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glyph {
    /// The text, without padding.
    pub text: String,
    /// Its width in columns, by the tables of `unicode-width`.
    pub columns: u8,
    /// The kind: the character, or a stand-in.
    pub kind: GlyphKind,
}

/// The character itself, or a stand-in. A stand-in may look like an ordinary character, so it needs
/// another style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GlyphKind {
    /// The character; a combining mark on a dotted circle is one too.
    Itself,
    /// A sign, an abbreviation or a part of it.
    StandIn,
}

/// The width in columns of a sanitised text, by the tables.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// A text with blanks after it, up to some columns.
pub fn padded(text: &str, room: usize) -> String {
    format!("{text}{}", " ".repeat(room.saturating_sub(columns(text))))
}

/// A text with blanks before it, up to some columns.
pub fn aligned_right(text: &str, room: usize) -> String {
    format!("{}{text}", " ".repeat(room.saturating_sub(columns(text))))
}

/// The text drawn for one code point in a slot of `slot` columns (0 counts as 1): never wider,
/// never empty.
///
/// Stand-ins have several forms, and the longest that fits is taken: the usual
/// abbreviation ([`name::short`]), a word for the kind, a sign of one column.
pub fn for_char(c: char, slot: u8, charset: Charset) -> Glyph {
    let mut text = String::new();
    let (columns, kind) = push(&mut text, c, slot, charset);
    Glyph {
        text,
        columns,
        kind,
    }
}

/// The text drawn for an ill-formed sequence. No sign of ASCII is free for it: in ASCII its row
/// needs a mark.
pub fn fault(charset: Charset) -> Glyph {
    let sign = match charset {
        Charset::Unicode => FAULT,
        Charset::Ascii => '?',
    };
    Glyph {
        text: sign.into(),
        columns: 1,
        kind: GlyphKind::StandIn,
    }
}

/// The text drawn for a value that is not a scalar value, a surrogate or one above U+10FFFF: its
/// number in hex where there is room, else a sign.
pub fn value(value: u32, slot: u8, charset: Charset) -> Glyph {
    let number = format!("{value:X}");
    let text = match charset {
        _ if number.len() <= usize::from(slot) => number,
        Charset::Unicode => "⌧".to_owned(),
        Charset::Ascii => "?".to_owned(),
    };
    Glyph {
        columns: columns(&text) as u8,
        text,
        kind: GlyphKind::StandIn,
    }
}

/// Like [`for_char`], but appends to a buffer and returns the columns and the kind, for callers
/// that draw many code points.
pub fn push(out: &mut String, c: char, slot: u8, charset: Charset) -> (u8, GlyphKind) {
    if matches!(c, ' '..='~') {
        out.push(c);
        return (1, GlyphKind::Itself);
    }
    let slot = slot.max(1);
    let class = class::display_class(c);
    match (charset, class) {
        (Charset::Unicode, DisplayClass::Visible) => {
            let columns = c.width().unwrap_or(1) as u8;
            if columns <= slot {
                out.push(c);
                return (columns, GlyphKind::Itself);
            }
        }
        (Charset::Unicode, DisplayClass::Mark) => {
            // The tables give 0 or 1; terminals give a spacing mark 1.
            let columns = 1 + c.width().unwrap_or(0) as u8;
            if columns.max(room(c)) <= slot {
                out.push(CIRCLE);
                out.push(c);
                return (columns, GlyphKind::Itself);
            }
        }
        _ => {}
    }
    (stand_in(out, c, class, slot, charset), GlyphKind::StandIn)
}

/// The columns a mark on its circle may take in a terminal.
fn room(c: char) -> u8 {
    use icu_properties::props::GeneralCategory::{EnclosingMark, NonspacingMark};
    match super::property::category(c) {
        NonspacingMark | EnclosingMark => 1,
        _ if is_jamo(c) => 1,
        _ => 2,
    }
}

/// Vowels and tails of Hangul syllables.
fn is_jamo(c: char) -> bool {
    matches!(c, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FF}')
}

/// Appends the longest stand-in that fits and returns its width.
fn stand_in(out: &mut String, c: char, class: DisplayClass, slot: u8, charset: Charset) -> u8 {
    if let Some((mark, letter)) = letter(c, class) {
        if slot >= 3 {
            out.extend([mark, ':', letter]);
            return 3;
        }
        if class == DisplayClass::RegionalIndicator {
            out.push(letter);
            return 1;
        }
    }
    if let Some(word) = word(c, class, slot, charset) {
        out.push_str(word);
        return word.len() as u8;
    }
    out.push(match charset {
        Charset::Unicode if class == DisplayClass::C0 && slot < 2 && !is_layout(c) => CONTROL,
        Charset::Unicode => sign(c, class),
        Charset::Ascii => ascii_sign(class),
    });
    1
}

/// The longest word that fits a slot. Controls often stand side by side, so they have signs; in
/// ASCII, where they have words, a column stays free, so that two words do not look like one.
fn word(c: char, class: DisplayClass, slot: u8, charset: Charset) -> Option<&'static str> {
    let room = match (class, charset) {
        (DisplayClass::C0 | DisplayClass::C1, Charset::Unicode) => return None,
        (DisplayClass::C0 | DisplayClass::C1, Charset::Ascii) => slot - 1,
        _ => slot,
    };
    let words = name::short(c).into_iter();
    words
        .chain(words_of(class).iter().copied())
        .find(|word| word.len() <= usize::from(room))
}

/// The sign of a control in a column of its own. Pictures of controls would be too small to read
/// there, and too many to ignore.
const CONTROL: char = '•';

/// Reports whether a control lays text out: such a control has its picture in any slot.
const fn is_layout(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

/// The letter that marks a tag or a regional indicator, and the ASCII character it stands for. None
/// for a tag space, which has no ink.
fn letter(c: char, class: DisplayClass) -> Option<(char, char)> {
    let (mark, from, base) = match (class, c) {
        (DisplayClass::Tag, '\u{E0021}'..='\u{E007E}') => ('t', 0xE0021, b'!'),
        (DisplayClass::RegionalIndicator, _) => ('r', 0x1F1E6, b'A'),
        _ => return None,
    };
    // Both ranges map into printable ASCII, so the sum stays below 0x7F.
    let letter = base + (u32::from(c) - from) as u8;
    Some((mark, char::from(letter)))
}

/// Words for a kind, longest first; none where the sign says as much.
const fn words_of(class: DisplayClass) -> &'static [&'static str] {
    match class {
        DisplayClass::Tag => &["TAG"],
        DisplayClass::Selector => &["VS"],
        DisplayClass::Invisible => &["FMT"],
        DisplayClass::PrivateUse => &["PUA", "PU"],
        DisplayClass::Noncharacter => &["NON", "NC"],
        DisplayClass::Unassigned => &["UNA", "UN"],
        DisplayClass::Visible
        | DisplayClass::Mark
        | DisplayClass::RegionalIndicator
        | DisplayClass::Doubtful
        | DisplayClass::FaultSign
        | DisplayClass::Blank
        | DisplayClass::Break
        | DisplayClass::BidiControl
        | DisplayClass::C0
        | DisplayClass::C1 => &[],
    }
}

/// A sign of one column. All are neutral in East Asian width, so that no terminal draws them wide,
/// and are in the blocks Control Pictures, Arrows, Mathematical Operators, Miscellaneous Technical
/// and Geometric Shapes, which most fonts for terminals have.
fn sign(c: char, class: DisplayClass) -> char {
    match class {
        DisplayClass::C0 => picture(c),
        DisplayClass::C1 if c == '\u{85}' => '␤',
        DisplayClass::C1 => '⌑',
        DisplayClass::Break => '␤',
        DisplayClass::Blank => '␣',
        DisplayClass::BidiControl => '↭',
        DisplayClass::Tag => '⌗',
        DisplayClass::Selector | DisplayClass::Invisible => '⋄',
        DisplayClass::PrivateUse => '⎕',
        DisplayClass::Noncharacter => '⌧',
        DisplayClass::Unassigned => '⍰',
        DisplayClass::Mark => CIRCLE,
        DisplayClass::FaultSign => '▦',
        // Wider than its slot, or of disputed width.
        DisplayClass::Visible | DisplayClass::RegionalIndicator | DisplayClass::Doubtful => WIDE,
    }
}

/// A sign in ASCII: a point for an invisible character, else a question mark.
const fn ascii_sign(class: DisplayClass) -> char {
    match class {
        DisplayClass::Visible
        | DisplayClass::Mark
        | DisplayClass::RegionalIndicator
        | DisplayClass::Doubtful
        | DisplayClass::FaultSign => '?',
        _ => '.',
    }
}

/// The control picture of a C0 control or DEL: U+2400 and on.
fn picture(c: char) -> char {
    match c {
        '\0'..='\u{1F}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('⌑'),
        _ => '␡',
    }
}

#[cfg(test)]
mod tests {
    use icu_properties::props::{
        BidiControl, DefaultIgnorableCodePoint, EastAsianWidth, GeneralCategory as Gc,
        VariationSelector,
    };
    use icu_properties::{CodePointMapData, CodePointSetData};
    use unicode_width::UnicodeWidthStr;

    use super::*;

    /// Reports whether the invariant forbids a character: taken from the database and not from this
    /// room's tables.
    pub(super) fn is_forbidden(c: char) -> bool {
        let category = CodePointMapData::<Gc>::new().get(c);
        matches!(
            category,
            Gc::Control
                | Gc::Format
                | Gc::Surrogate
                | Gc::PrivateUse
                | Gc::Unassigned
                | Gc::LineSeparator
                | Gc::ParagraphSeparator
        ) || (category == Gc::SpaceSeparator && c != ' ')
            || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
            || CodePointSetData::new::<BidiControl>().contains(c)
            || CodePointSetData::new::<VariationSelector>().contains(c)
    }

    #[test]
    fn every_scalar_value_is_drawn_safely_within_its_slot() {
        for c in '\0'..=char::MAX {
            for slot in 0..=4 {
                let glyph = for_char(c, slot, Charset::Unicode);
                let width = glyph.text.width();
                let code = u32::from(c);
                assert!(width >= 1, "U+{code:04X} in {slot}: {glyph:?}");
                assert!(width <= usize::from(slot.max(1)), "U+{code:04X}: {glyph:?}");
                assert_eq!(width, usize::from(glyph.columns), "U+{code:04X}");
                assert!(!glyph.text.chars().any(is_forbidden), "U+{code:04X}");
                assert!(!glyph.text.contains('\u{2592}'), "U+{code:04X}");
                let itself = glyph.text.ends_with(c);
                assert!(itself || glyph.kind == GlyphKind::StandIn, "U+{code:04X}");
            }
        }
    }

    #[test]
    fn every_scalar_value_has_an_ascii_form_within_its_slot() {
        for c in '\0'..=char::MAX {
            for slot in 0..=4 {
                let glyph = for_char(c, slot, Charset::Ascii);
                let len = glyph.text.len();
                assert!((1..=usize::from(slot.max(1))).contains(&len), "{c:?}");
                assert_eq!(len, usize::from(glyph.columns), "{c:?}");
                assert!(glyph.text.bytes().all(|b| matches!(b, b' '..=b'~')));
                assert_eq!(glyph.kind == GlyphKind::Itself, matches!(c, ' '..='~'));
            }
        }
    }

    /// The forms in slots of 1, 2, 3 and 4 columns.
    #[track_caller]
    fn check(c: char, charset: Charset, expected: [&str; 4]) {
        let found = [1, 2, 3, 4].map(|slot| for_char(c, slot, charset).text);
        assert_eq!(found, expected, "U+{:04X}", u32::from(c));
    }

    #[test]
    fn visible_characters_are_drawn_as_themselves() {
        for c in ['A', ' ', '~', 'é', 'א', '\u{FFFD}', '\u{FF9E}', '☺'] {
            check(c, Charset::Unicode, [c.to_string().as_str(); 4]);
            assert_eq!(for_char(c, 1, Charset::Unicode).kind, GlyphKind::Itself);
        }
        check('中', Charset::Unicode, ["⋯", "中", "中", "中"]);
        check('😀', Charset::Unicode, ["⋯", "😀", "😀", "😀"]);
    }

    #[test]
    fn marks_sit_on_a_dotted_circle() {
        check('\u{301}', Charset::Unicode, ["◌\u{301}"; 4]);
        check('\u{1161}', Charset::Unicode, ["◌\u{1161}"; 4]);
        let spacing = "◌\u{903}";
        check(
            '\u{903}',
            Charset::Unicode,
            ["◌", spacing, spacing, spacing],
        );
        assert_eq!(
            for_char('\u{301}', 1, Charset::Unicode).kind,
            GlyphKind::Itself
        );
        assert_eq!(
            for_char('\u{903}', 1, Charset::Unicode).kind,
            GlyphKind::StandIn
        );
    }

    #[test]
    fn characters_without_ink_have_stand_ins_of_three_lengths() {
        for (c, expected) in [
            ('\0', ["•", "␀", "␀", "␀"]),
            ('\t', ["␉"; 4]),
            ('\n', ["␊"; 4]),
            ('\r', ["␍"; 4]),
            ('\u{1B}', ["•", "␛", "␛", "␛"]),
            ('\u{7F}', ["•", "␡", "␡", "␡"]),
            ('\u{85}', ["␤"; 4]),
            ('\u{9B}', ["⌑"; 4]),
            ('\u{2592}', ["▦"; 4]),
            ('\u{A0}', ["␣", "␣", "␣", "NBSP"]),
            ('\u{2800}', ["␣"; 4]),
            ('\u{AD}', ["⋄", "⋄", "SHY", "SHY"]),
            ('\u{3164}', ["⋄", "HF", "HF", "HF"]),
            ('\u{200D}', ["⋄", "⋄", "ZWJ", "ZWJ"]),
            ('\u{FEFF}', ["⋄", "⋄", "BOM", "BOM"]),
            ('\u{0600}', ["⋄", "⋄", "FMT", "FMT"]),
            ('\u{202E}', ["↭", "↭", "RLO", "RLO"]),
            ('\u{2028}', ["␤", "LS", "LS", "LS"]),
            ('\u{FE0F}', ["⋄", "VS", "VS", "VS16"]),
            ('\u{E0100}', ["⋄", "VS", "VS", "VS"]),
            ('\u{E0067}', ["⌗", "⌗", "t:g", "t:g"]),
            ('\u{E0020}', ["⌗", "⌗", "TAG", "TAG"]),
            ('\u{1F1EB}', ["F", "F", "r:F", "r:F"]),
            ('\u{17A4}', ["⋯"; 4]),
            ('\u{17D8}', ["⋯"; 4]),
            ('\u{E000}', ["⎕", "PU", "PUA", "PUA"]),
            ('\u{FFFF}', ["⌧", "NC", "NON", "NON"]),
            ('\u{0378}', ["⍰", "UN", "UNA", "UNA"]),
        ] {
            check(c, Charset::Unicode, expected);
            assert_eq!(for_char(c, 3, Charset::Unicode).kind, GlyphKind::StandIn);
        }
    }

    #[test]
    fn in_ascii_a_point_is_unseen_and_a_question_mark_seen() {
        check('A', Charset::Ascii, ["A"; 4]);
        check('\n', Charset::Ascii, [".", ".", "LF", "LF"]);
        check('\0', Charset::Ascii, [".", ".", ".", "NUL"]);
        check('\u{2592}', Charset::Ascii, ["?"; 4]);
        check('\u{A0}', Charset::Ascii, [".", ".", ".", "NBSP"]);
        check('\u{202E}', Charset::Ascii, [".", ".", "RLO", "RLO"]);
        check('é', Charset::Ascii, ["?"; 4]);
        check('中', Charset::Ascii, ["?"; 4]);
        check('\u{301}', Charset::Ascii, ["?"; 4]);
    }

    #[test]
    fn signs_are_wide_in_no_terminal() {
        // `•`, `▒` and `▦` are ambiguous, as frames are: usual signs, which fonts have.
        let widths = CodePointMapData::<EastAsianWidth>::new();
        for c in "␀␊␛␡␤⌑␣⇄↭⌗⋄⎕⌧⍰⋯◌".chars() {
            assert_eq!(widths.get(c), EastAsianWidth::Neutral, "{c}");
        }
    }
}
