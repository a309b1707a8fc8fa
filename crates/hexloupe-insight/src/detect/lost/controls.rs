//! Text in UTF-8 that was read in a Western set, and lost the bytes that became controls there.
//!
//! No page shows a C1 control, and what is copied from it has none: `Москва` becomes `ÐÐ¾ÑÐºÐ²Ð°`. The first byte
//! of each character is never one of them. Invariant: such text has the first bytes of one script, none with more
//! bytes after it than it announces, and no other byte stands alone; text of another set is so by no chance.

use hexloupe_text::codec::{CodecState, Encoding, table};

use super::super::tuning;
use super::super::verdict::{LossExtent, LossForm, LostCharacters};

/// The sign of a lost character.
const LOST: char = char::REPLACEMENT_CHARACTER;

/// The loss in the lines of a text, if they have one.
pub(super) fn find(text: &str) -> Option<LostCharacters> {
    let lines: Vec<DroppedText> = text.lines().filter_map(DroppedText::of).collect();
    let first = lines.first()?;
    let lost: usize = lines.iter().map(|line| line.lost).sum();
    let whole: usize = lines.iter().map(|line| line.whole).sum();
    Some(LostCharacters {
        form: LossForm::Controls(western()?),
        sign: String::new(),
        count: lost as u64,
        letters: (lost + whole) as u64,
        extent: LossExtent::All,
        text: Some(super::beginning(&first.text)),
    })
}

/// Reports whether the loss of controls explains a text.
pub(in crate::detect) fn explain(text: &str) -> bool {
    DroppedText::of(text).is_some()
}

/// The text that lost controls, as far as it remains.
struct DroppedText {
    text: String,
    whole: usize,
    lost: usize,
}

impl DroppedText {
    fn of(text: &str) -> Option<Self> {
        let mut script = None;
        let mut found = Self {
            text: String::new(),
            whole: 0,
            lost: 0,
        };
        let mut rest = text.chars().peekable();
        let mut following = 0;
        while let Some(c) = rest.next() {
            if c.is_ascii() {
                found.text.push(c);
                continue;
            }
            let lead = byte_of(c)?;
            let (own, len) = script_of(lead)?;
            if *script.get_or_insert(own) != own {
                return None;
            }
            let mut bytes = vec![lead];
            while bytes.len() < len
                && let Some(next) = rest.peek().copied().and_then(byte_of)
                && matches!(next, 0x80..=0xBF)
            {
                bytes.push(next);
                rest.next();
            }
            following += bytes.len() - 1;
            if let Ok(whole) = str::from_utf8(&bytes) {
                found.text.push_str(whole);
                found.whole += 1;
            } else {
                found.text.push(LOST);
                found.lost += 1;
            }
        }
        let all = found.whole + found.lost;
        // Letters such as é and ã alone are no first bytes.
        let is_told = all >= tuning::LOST_CONTROLS && following * 3 >= all;
        (is_told && found.lost > 0).then_some(found)
    }
}

/// The set that has a sign for most bytes that are controls in ISO-8859-1.
fn western() -> Option<&'static Encoding> {
    Some(table::by_label("windows-1252")?.encoding())
}

/// The byte that was read as a character beyond ASCII in windows-1252, or in ISO-8859-1.
fn byte_of(c: char) -> Option<u8> {
    match c {
        '\u{A0}'..='\u{FF}' => u8::try_from(u32::from(c)).ok(),
        _ if c.is_ascii() => None,
        _ => {
            let mut bytes = Vec::new();
            western()?
                .encode(&mut CodecState::default(), c, &mut bytes)
                .ok()?;
            bytes.first().copied()
        }
    }
}

/// The script of a first byte, by the first one of those that are its, and the bytes of its characters. Latin
/// letters are left out: most of them are sound beside each other.
fn script_of(lead: u8) -> Option<(u8, usize)> {
    match lead {
        // Greek, Cyrillic, Armenian, Hebrew, Arabic.
        0xCE | 0xCF => Some((0xCE, 2)),
        0xD0..=0xD3 => Some((0xD0, 2)),
        0xD4..=0xD6 => Some((0xD4, 2)),
        0xD7 => Some((0xD7, 2)),
        0xD8..=0xDB => Some((0xD8, 2)),
        // The scripts of India and Thai; ideographs, kana and their punctuation; Hangul.
        0xE0 => Some((0xE0, 3)),
        0xE3..=0xE9 | 0xEF => Some((0xE3, 3)),
        0xEA..=0xED => Some((0xEA, 3)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// UTF-8 as Latin-1 shows it, without the controls.
    fn dropped(text: &str) -> String {
        let read = text.bytes().map(char::from);
        read.filter(|c| !matches!(c, '\u{80}'..='\u{9F}')).collect()
    }

    #[test]
    fn text_without_its_controls_is_told() {
        for (text, remains) in [
            ("Москва", "\u{FFFD}о\u{FFFD}ква"),
            ("Привет, мир", "\u{FFFD}\u{FFFD}иве\u{FFFD}, ми\u{FFFD}"),
            ("запуск", "зап\u{FFFD}\u{FFFD}к"),
            ("αβγδε", "αβγδε"),
        ] {
            let found = find(&dropped(text));
            match found {
                Some(found) => {
                    assert_eq!(found.text.as_deref(), Some(remains));
                    let lost = remains.chars().filter(|c| *c == LOST).count();
                    assert_eq!(found.count, lost as u64);
                }
                None => assert!(!remains.contains(LOST), "{text}"),
            }
        }
        for text in [
            "こんにちは、世界",
            "技术文档说明",
            "สวัสดีครับ",
            "안녕하세요 여러분",
        ] {
            assert!(explain(&dropped(text)), "{text}");
        }
    }

    #[test]
    fn text_that_lost_nothing_is_not_told() {
        for text in [
            "Москва",
            "não são ações",
            "«été» à l'âge",
            "Größe, Ærø, øre",
            "Ðað er gott, Ñandú",
            // Korean, Chinese and Japanese in their own sets, and Russian in windows-1251.
            "ÇÑ±Û",
            "ÄãºÃ",
            "¿ì¸®³ª¶ó",
            "Ïðèâåò",
            "ƒGƒ‰[",
            // Nothing is lost of these.
            "Ð½ÐµÐ´Ð¾",
            "",
        ] {
            assert!(!explain(text), "{text}");
        }
    }
}
