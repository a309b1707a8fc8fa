//! The titles of notices on characters, for lists; the sentences are in [`notice`](super::notice).
//!
//! Invariant: a title may be drawn unchanged.

use super::words::{hex, point};
use hexloupe_text::unicode::glyph::{self, Charset};
use hexloupe_text::unicode::hidden::HiddenText;
use hexloupe_text::unicode::name;
use hexloupe_text::unicode::notice::Notice;

/// The title of a notice on a character: `bidi control U+202E RIGHT-TO-LEFT OVERRIDE`. A value that
/// is no scalar value has only its number, and a notice on several characters names none.
pub fn of_character(notice: Notice, value: u32) -> String {
    if notice.is_of_several() {
        return notice.title().to_owned();
    }
    let name = char::from_u32(value).map(name::title);
    let name = name.map_or(String::new(), |name| format!(" {name}"));
    format!("{} {}{name}", notice.title(), point(value))
}

/// The largest number of columns of hidden text that are shown.
const COLUMNS: usize = 80;

/// The largest number of letters of a word that are shown.
const LETTERS: usize = 40;

/// The largest number of hidden bytes that are shown if they are no text.
const BYTES: usize = 16;

/// The title of a notice on a run of characters, and their hidden content: `5 variation selectors
/// in a row hide "hello"`.
pub fn of_run(
    notice: Notice,
    value: u32,
    count: u64,
    hidden: Option<&HiddenText>,
    charset: Charset,
) -> String {
    if count < 2 && hidden.is_none() {
        return of_character(notice, value);
    }
    let what = match notice {
        Notice::BomInside => "byte order marks inside",
        Notice::BomContradicts => "byte order marks of another encoding",
        Notice::DoubleBom => "byte order marks after the first",
        Notice::ReplacementCharacter => "replacement characters",
        Notice::Noncharacter => "noncharacters",
        Notice::C1Control => "C1 controls",
        Notice::Nul => "null characters",
        Notice::Control => "control characters",
        Notice::LineSeparator => "line or paragraph separators",
        Notice::LookAlikeSign => "signs that look like others",
        Notice::PrivateUse => "private-use characters",
        Notice::Unassigned => "unassigned code points",
        Notice::BeyondUnicode => "values above Unicode",
        Notice::DefaultIgnorable => "invisible characters",
        Notice::BidiControl => "bidi controls",
        Notice::BidiUnpaired => "unpaired bidi controls",
        Notice::TagCharacter => "invisible tags",
        Notice::VariationSelector => "variation selectors",
        Notice::Mutf8RawNul => "null bytes",
        Notice::Utf7NotDirect => "characters that must be encoded",
        Notice::GbkFourBytes => "GB18030 characters",
        Notice::Utf7NonzeroPadding
        | Notice::MixedLineEndings
        | Notice::ShebangCr
        | Notice::DeclaredOtherwise
        | Notice::LoneEscape
        | Notice::MojibakeSuspect
        | Notice::OpeningBom
        | Notice::Confusable
        | Notice::MixedScript
        | Notice::NotNfc
        | Notice::OddSpace => return of_character(notice, value),
    };
    let hides = hidden.map_or(String::new(), |hidden| hides(hidden, charset));
    format!("{count} {what} in a row{hides}")
}

fn hides(hidden: &HiddenText, charset: Charset) -> String {
    let shown = shown(hidden, charset);
    if hidden.text.is_some() {
        format!(" hide \"{shown}\"")
    } else {
        format!(" hide {} bytes: {shown}", hidden.len)
    }
}

/// The title of a word that passes for one of ASCII.
pub fn of_twin(twin: &str) -> String {
    format!("word that looks like \"{}\"", shortened(twin))
}

/// A word of ASCII, cut if it is long.
pub(super) fn shortened(word: &str) -> String {
    let mut out: String = word.chars().take(LETTERS).collect();
    if out.len() < word.len() {
        out.push_str("...");
    }
    out
}

/// The hidden content, as text that may be drawn or as bytes, cut to some columns.
pub fn shown(hidden: &HiddenText, charset: Charset) -> String {
    shown_in(hidden, COLUMNS, charset)
}

/// Like [`shown`], in a number of columns.
pub(super) fn shown_in(hidden: &HiddenText, columns: usize, charset: Charset) -> String {
    let (mut out, cut) = if let Some(text) = &hidden.text {
        let safe = glyph::safe(text, charset);
        let out: String = safe.chars().take(columns).collect();
        let cut = out.len() < safe.len() || (text.len() as u64) < hidden.len;
        (out, cut)
    } else {
        let bytes = &hidden.bytes[..hidden.bytes.len().min(BYTES)];
        (hex(bytes), (bytes.len() as u64) < hidden.len)
    };
    if cut {
        out.push_str(if charset == Charset::Ascii {
            "..."
        } else {
            "…"
        });
    }
    out
}
