//! Sentences about the content of a run of unseen characters, and about a word that passes for
//! another.
//!
//! Invariant: a sentence may be drawn unchanged, whatever is hidden.

use super::title;
use crate::language::Language;
use crate::texts::hides as texts;
use hexloupe_text::unicode::glyph::Charset;
use hexloupe_text::unicode::hidden::{HiddenText, HiddenTextCarrier};

/// The part of a run that was examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunCoverage {
    /// The whole run.
    Whole,
    /// This number of KiB before and after one of its characters; the run continues beyond.
    Around(u64),
    /// The same, but the run begins earlier: its content is read from the character on.
    FromHere(u64),
}

/// The content of a run of `count` characters, in at most `columns` columns.
pub fn sentence(
    hidden: &HiddenText,
    count: u64,
    seen: RunCoverage,
    (columns, charset): (usize, Charset),
    language: Language,
) -> String {
    let shown = title::shown_in(hidden, columns, charset);
    let carriers = carriers(hidden.carrier, count, language);
    let in_all = match seen {
        RunCoverage::Whole => texts::InAll {
            carriers: &carriers,
        }
        .get(language),
        RunCoverage::Around(_) => texts::InAllOrMore {
            carriers: &carriers,
        }
        .get(language),
        RunCoverage::FromHere(_) => texts::InAllFromHere { carriers }.get(language),
    };
    let limit = limit(seen, language);
    if hidden.text.is_some() {
        let quoted = match charset {
            Charset::Unicode => texts::Quoted { shown: &shown }.get(language),
            Charset::Ascii => format!("\"{shown}\""),
        };
        return texts::HidesText {
            quoted,
            in_all: &in_all,
            limit: &limit,
        }
        .get(language);
    }
    let bytes = texts::BYTES.get(language, hidden.len);
    texts::HidesBytes {
        bytes,
        in_all,
        shown,
        limit,
    }
    .get(language)
}

/// The sentence for a run whose middle alone was examined, so that it cannot be read.
pub fn unread(count: u64, kib: u64, language: Language) -> String {
    let carriers = carriers(HiddenTextCarrier::NoWidth, count, language);
    let limit = limit(RunCoverage::Around(kib), language);
    texts::UnreadOneRowMore { carriers, limit }.get(language)
}

fn limit(seen: RunCoverage, language: Language) -> String {
    match seen {
        RunCoverage::Whole => String::new(),
        RunCoverage::Around(kib) | RunCoverage::FromHere(kib) => {
            texts::LimitFromHere { kib: &kib }.get(language)
        }
    }
}

fn carriers(carrier: HiddenTextCarrier, count: u64, language: Language) -> String {
    match carrier {
        HiddenTextCarrier::Tags => texts::TAGS.get(language, count),
        HiddenTextCarrier::Selectors => texts::VARIATION_SELECTORS.get(language, count),
        HiddenTextCarrier::NoWidth => texts::CHARACTERS_WITHOUT_WIDTH.get(language, count),
    }
}

/// The sentence that a word passes for one of ASCII.
pub fn twin(twin: &str, language: Language) -> String {
    let twin = title::shortened(twin);
    texts::TwinWordPassesBut { twin }.get(language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::unicode::glyph::safe;

    fn hidden(carrier: HiddenTextCarrier, text: Option<&str>, bytes: &[u8]) -> HiddenText {
        HiddenText {
            carrier,
            text: text.map(str::to_owned),
            bytes: bytes.to_vec(),
            len: bytes.len() as u64,
        }
    }

    #[test]
    fn text_and_bytes_are_distinguished() {
        let text = "hello";
        let found = hidden(HiddenTextCarrier::Selectors, Some(text), text.as_bytes());
        let told = |language| {
            sentence(
                &found,
                5,
                RunCoverage::Whole,
                (80, Charset::Unicode),
                language,
            )
        };
        assert_eq!(
            told(Language::English),
            "Hides \"hello\" in 5 variation selectors."
        );
        assert_eq!(
            told(Language::Russian),
            "Прячет «hello»: 5 селекторов вариантов."
        );
        let found = hidden(HiddenTextCarrier::Selectors, None, &[1, 0xFF]);
        let told = |language| {
            sentence(
                &found,
                2,
                RunCoverage::Whole,
                (80, Charset::Ascii),
                language,
            )
        };
        assert_eq!(
            told(Language::English),
            "Hides 2 bytes in 2 variation selectors: 01 FF."
        );
        let found = hidden(HiddenTextCarrier::Tags, Some("a"), b"a");
        let seen = RunCoverage::Around(16);
        assert_eq!(
            sentence(&found, 1, seen, (80, Charset::Ascii), Language::English),
            "Hides \"a\" in 1 tag or more (16 KiB each way were searched)."
        );
        let seen = RunCoverage::FromHere(16);
        assert_eq!(
            sentence(&found, 9, seen, (80, Charset::Ascii), Language::English),
            "Hides \"a\" from here on, in a run of 9 tags or more (16 KiB each way were searched)."
        );
    }

    #[test]
    fn hidden_text_never_reaches_the_terminal_raw_or_at_length() {
        let evil = "\u{1B}]0;x\u{7}\u{202E}\u{9B}31m".repeat(40);
        let found = hidden(HiddenTextCarrier::Tags, Some(&evil), evil.as_bytes());
        for charset in [Charset::Unicode, Charset::Ascii] {
            for language in Language::ALL {
                for columns in [0, 1, 12, 80] {
                    let told =
                        sentence(&found, 9, RunCoverage::Whole, (columns, charset), language);
                    assert!(
                        told.chars().all(|c| !c.is_control() && c != '\u{202E}'),
                        "{told}"
                    );
                    assert!(told.chars().count() <= 60 + columns, "{told}");
                    if charset == Charset::Unicode {
                        assert_eq!(safe(&told, charset), told);
                    }
                }
            }
        }
    }
}
