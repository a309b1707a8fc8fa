//! The effects of shifts: bytes that make no character and change how later bytes are read.
//!
//! Invariant: the title alone says that later bytes are read differently.

use super::fault;
use super::words::hex;
use crate::language::Language;
use crate::texts::shift as texts;
use hexloupe_text::codec::east_asia::{ControlEffect, Iso2022Mode, ShiftedMode, ShiftedSet};
use hexloupe_text::codec::{BitLayout, Encoding, SequenceContext, left_over};

/// The effect of a shift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShiftExplanation {
    /// The effect in 2 to 5 words: `shift to ASCII`.
    pub title: String,
    /// The explanation in one or two sentences, with the actual bytes.
    pub why: String,
}

/// The effect of the bytes of a shift.
pub fn shift(
    encoding: &'static Encoding,
    context: &SequenceContext<'_>,
    language: Language,
) -> ShiftExplanation {
    match encoding.layout {
        BitLayout::Iso2022Jp => iso_2022_jp(context, language),
        BitLayout::Shifted(set) => shifted(set, context, language),
        BitLayout::Utf7 => utf7(context, language),
        _ => other(encoding, context, language),
    }
}

/// The signs around a run of base64.
fn utf7(context: &SequenceContext<'_>, language: Language) -> ShiftExplanation {
    let (title, why) = if left_over(context.state).is_some() {
        (
            texts::SHIFT_ASCII.get(language),
            texts::UTF7_ENDS_BASE64_NO.get(language),
        )
    } else {
        (
            texts::SHIFT_BASE64.get(language),
            texts::UTF7_BEGINS_BASE64_EACH.get(language),
        )
    };
    ShiftExplanation {
        title: title.to_owned(),
        why: why.to_owned(),
    }
}

/// A sign of a set with two modes.
fn shifted(
    set: &ShiftedSet,
    context: &SequenceContext<'_>,
    language: Language,
) -> ShiftExplanation {
    let (bytes, name) = (context.sequence(), set.square.name());
    let sign = set.sign(ShiftedMode::from_state(context.state), bytes);
    let (title, why) = match sign.map(|sign| sign.effect) {
        Some(ControlEffect::Shift(ShiftedMode::Pairs)) => (
            texts::Shift { name: &name }.get(language),
            texts::ShiftedWhatFollowsRead { name: &name }.get(language),
        ),
        Some(ControlEffect::Announce) => (
            texts::Announces { name: &name }.get(language),
            texts::ShiftedPairsTextComes { name: &name }.get(language),
        ),
        Some(ControlEffect::Continue) => (
            texts::JOINS_LINES.get(language).to_owned(),
            texts::SHIFTED_MAKES_NO_CHARACTER.get(language).to_owned(),
        ),
        _ => (
            texts::SHIFT_ASCII.get(language).to_owned(),
            texts::SHIFTED_WHAT_FOLLOWS_READ_ASCII
                .get(language)
                .to_owned(),
        ),
    };
    ShiftExplanation {
        title,
        why: format!("{}: {why}", named(bytes, language)),
    }
}

/// Bytes and their signs: `7E 7B is ~ {`.
fn named(bytes: &[u8], language: Language) -> String {
    let sign = |byte: &u8| match byte {
        0x0A => "LF".to_owned(),
        0x0E => "SO".to_owned(),
        0x0F => "SI".to_owned(),
        0x1B => "ESC".to_owned(),
        byte => char::from(*byte).to_string(),
    };
    let written: Vec<String> = bytes.iter().map(sign).collect();
    texts::BytesAreWritten {
        bytes: hex(bytes),
        written: written.join(" "),
    }
    .get(language)
}

fn other(
    encoding: &'static Encoding,
    context: &SequenceContext<'_>,
    language: Language,
) -> ShiftExplanation {
    let (bytes, name) = (hex(context.sequence()), encoding.name);
    ShiftExplanation {
        title: texts::OTHER_TITLE.get(language).to_owned(),
        why: texts::OtherWhy { bytes, name }.get(language),
    }
}

/// An escape, and the set that its bytes name.
fn iso_2022_jp(context: &SequenceContext<'_>, language: Language) -> ShiftExplanation {
    let bytes = context.sequence();
    let mode = Iso2022Mode::after(bytes);
    let set = fault::set(mode);
    let how = match (mode, bytes) {
        (Some(Iso2022Mode::Kanji), [.., b'@']) => texts::ISO_2022_JP_TWO_BYTES_21.get(language),
        (Some(Iso2022Mode::Kanji), _) => texts::ISO_2022_JP_TWO_BYTES_21_7E.get(language),
        (Some(Iso2022Mode::Katakana), _) => texts::ISO_2022_JP_ONE_BYTE_21.get(language),
        (Some(Iso2022Mode::Roman), _) => texts::ISO_2022_JP_ONE_BYTE_CHARACTER.get(language),
        _ => texts::ONE_BYTE.get(language),
    };
    let written: Vec<String> = bytes[1..]
        .iter()
        .map(|byte| char::from(*byte).to_string())
        .collect();
    ShiftExplanation {
        title: texts::Iso2022JpTitle { set: &set }.get(language),
        why: texts::Iso2022JpWhy {
            bytes: hex(bytes),
            written: written.join(" "),
            set: &set,
            how: &how,
        }
        .get(language),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::{Meaning, Walk, table};
    use hexloupe_text::window::Peek as _;

    #[test]
    fn an_escape_is_explained_by_the_set_it_switches_to() {
        let encoding = table::by_label("iso-2022-jp").unwrap().encoding();
        for (bytes, title, why) in [
            (
                &b"\x1B$B0!"[..],
                "shift to JIS X 0208",
                "1B 24 42 is ESC $ B: the text after it is JIS X 0208, two bytes 21..7E per character, up to the next escape.",
            ),
            (
                b"\x1B(J~",
                "shift to JIS X 0201 Roman",
                "1B 28 4A is ESC ( J: the text after it is JIS X 0201 Roman, one byte per character, as ASCII except 5C and 7E, up to the next escape.",
            ),
        ] {
            let window = bytes.window(0, bytes.len());
            let mut walk = Walk::new(encoding, 0, &window);
            let step = walk.next().unwrap();
            let told = shift(encoding, &walk.context(&step), Language::English);
            assert_eq!((told.title.as_str(), told.why.as_str()), (title, why));
        }
    }

    #[test]
    fn a_sign_is_explained_by_its_effect() {
        for (id, bytes, title, why) in [
            (
                "hz",
                &b"~{0!"[..],
                "shift to GB 2312",
                "7E 7B is ~ {: the text after it is GB 2312, two bytes 21..7E per character, up to the next shift or the end of the line.",
            ),
            (
                "hz",
                b"~\na",
                "joins lines",
                "7E 0A is ~ LF: it is not a character; the line continues after it.",
            ),
            (
                "iso-2022-kr",
                b"\x1B$)C",
                "announces KS X 1001",
                "1B 24 29 43 is ESC $ ) C: the byte pairs of the text are KS X 1001; this comes once, before the first pair.",
            ),
            (
                "iso-2022-kr",
                b"\x0Fa",
                "shift to ASCII",
                "0F is SI: the text after it is ASCII, up to the next shift.",
            ),
        ] {
            let encoding = table::by_label(id).unwrap().encoding();
            let window = bytes.window(0, bytes.len());
            let mut walk = Walk::new(encoding, 0, &window);
            let step = walk.next().unwrap();
            let told = shift(encoding, &walk.context(&step), Language::English);
            assert_eq!((told.title.as_str(), told.why.as_str()), (title, why));
        }
    }

    #[test]
    fn the_signs_around_base64_show_their_effect() {
        let utf7 = table::by_label("utf-7").unwrap().encoding();
        let bytes = b"-+AKM--+".as_slice();
        let window = bytes.window(0, bytes.len());
        let contexts = Walk::new(utf7, 0, &window);
        let shifts = Walk::new(utf7, 0, &window).filter(|step| step.meaning == Meaning::Shift);
        let told: Vec<_> = shifts
            .map(|step| {
                let told = shift(utf7, &contexts.context(&step), Language::English);
                (step.offset, told.title)
            })
            .collect();
        let expected = [
            (1, "shift to base64"),
            (5, "shift to ASCII"),
            (7, "shift to base64"),
        ];
        assert_eq!(told, expected.map(|(at, title)| (at, title.to_owned())));
    }
}
