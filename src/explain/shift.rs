//! What shifts do: bytes that make no character and change how later bytes are read.
//!
//! Invariant: the title alone says that what follows is read differently.

use super::fault;
use super::words::hex;
use crate::codec::east_asia::Iso2022Mode;
use crate::codec::{Encoding, Layout, SequenceContext, left_over};

/// What a shift does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// In 2 to 5 words: `shift to ASCII`.
    pub title: String,
    /// One or two sentences, with the actual bytes.
    pub why: String,
}

/// What the bytes of a shift do.
pub fn shift(encoding: &'static Encoding, context: &SequenceContext<'_>) -> Shift {
    match encoding.layout {
        Layout::Iso2022Jp => iso_2022_jp(context),
        Layout::Utf7 => utf7(context),
        _ => other(encoding, context),
    }
}

/// The signs around a run of base64.
fn utf7(context: &SequenceContext<'_>) -> Shift {
    let (title, why) = if left_over(context.state).is_some() {
        (
            "shift to ASCII",
            "2D '-' ends the base64 and is no character itself.",
        )
    } else {
        (
            "shift to base64",
            "2B '+' begins base64: each byte is six bits, sixteen bits are a unit of UTF-16, \
             up to a byte that is none.",
        )
    };
    Shift {
        title: title.to_owned(),
        why: why.to_owned(),
    }
}

fn other(encoding: &'static Encoding, context: &SequenceContext<'_>) -> Shift {
    let bytes = hex(context.sequence());
    Shift {
        title: "shift".to_owned(),
        why: format!(
            "{bytes} makes no character; it changes how {} reads what follows.",
            encoding.name
        ),
    }
}

/// An escape, to the set that its bytes name.
fn iso_2022_jp(context: &SequenceContext<'_>) -> Shift {
    let bytes = context.sequence();
    let mode = Iso2022Mode::after(bytes);
    let set = fault::set(mode);
    let how = match (mode, bytes) {
        (Some(Iso2022Mode::Kanji), [.., b'@']) => {
            "two bytes 21..7E to a character, by the table of 1983 and not that of 1978"
        }
        (Some(Iso2022Mode::Kanji), _) => "two bytes 21..7E to a character",
        (Some(Iso2022Mode::Katakana), _) => "one byte 21..5F to a character of half width",
        (Some(Iso2022Mode::Roman), _) => "one byte to a character, as ASCII but for 5C and 7E",
        _ => "one byte to a character",
    };
    let written: Vec<String> = bytes[1..]
        .iter()
        .map(|byte| char::from(*byte).to_string())
        .collect();
    Shift {
        title: format!("shift to {set}"),
        why: format!(
            "{} is ESC {}: what follows is read as {set}, {how}, up to the next escape.",
            hex(bytes),
            written.join(" ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Meaning, Walk, table};
    use crate::window::Peek as _;

    #[test]
    fn an_escape_is_told_by_the_set_it_switches_to() {
        let encoding = table::by_label("iso-2022-jp").unwrap().encoding();
        for (bytes, title, why) in [
            (
                &b"\x1B$B0!"[..],
                "shift to JIS X 0208",
                "1B 24 42 is ESC $ B: what follows is read as JIS X 0208, two bytes 21..7E to a \
                 character, up to the next escape.",
            ),
            (
                b"\x1B(J~",
                "shift to JIS X 0201 Roman",
                "1B 28 4A is ESC ( J: what follows is read as JIS X 0201 Roman, one byte to a \
                 character, as ASCII but for 5C and 7E, up to the next escape.",
            ),
        ] {
            let window = bytes.window(0, bytes.len());
            let mut walk = Walk::new(encoding, 0, &window);
            let step = walk.next().unwrap();
            let told = shift(encoding, &walk.context(&step));
            assert_eq!((told.title.as_str(), told.why.as_str()), (title, why));
        }
    }

    #[test]
    fn the_signs_round_base64_say_what_they_do() {
        let utf7 = table::by_label("utf-7").unwrap().encoding();
        let bytes = b"-+AKM--+".as_slice();
        let window = bytes.window(0, bytes.len());
        let contexts = Walk::new(utf7, 0, &window);
        let shifts = Walk::new(utf7, 0, &window).filter(|step| step.meaning == Meaning::Shift);
        let told: Vec<_> = shifts
            .map(|step| (step.offset, shift(utf7, &contexts.context(&step)).title))
            .collect();
        let expected = [
            (1, "shift to base64"),
            (5, "shift to ASCII"),
            (7, "shift to base64"),
        ];
        assert_eq!(told, expected.map(|(at, title)| (at, title.to_owned())));
    }
}
