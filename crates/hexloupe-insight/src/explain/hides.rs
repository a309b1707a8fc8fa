//! Sentences about the content of a run of unseen characters, and about a word that passes for
//! another.
//!
//! Invariant: a sentence may be drawn unchanged, whatever is hidden.

use super::title;
use crate::language::Language;
use crate::texts::said::text;
use hexloupe_text::unicode::glyph::Charset;
use hexloupe_text::unicode::hidden::{Carrier, Hidden};

/// The part of a run that was examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// The whole run.
    Whole,
    /// This number of KiB before and after one of its characters; the run continues beyond.
    Around(u64),
    /// The same, but the run begins earlier: its content is read from the character on.
    FromHere(u64),
}

/// The content of a run of `count` characters, in at most `columns` columns.
pub fn sentence(
    hidden: &Hidden,
    count: u64,
    seen: Seen,
    (columns, charset): (usize, Charset),
    language: Language,
) -> String {
    let shown = title::shown_in(hidden, columns, charset);
    let carriers = carriers(hidden.carrier, count, language);
    let in_all = match seen {
        Seen::Whole => text!(language, "in {carriers}", "{carriers}"),
        Seen::Around(_) => text!(language, "in {carriers} or more", "{carriers} или больше"),
        Seen::FromHere(_) => text!(
            language,
            "from here on, in a run of {carriers} or more",
            "считая отсюда, всего {carriers} или больше"
        ),
    };
    let limit = limit(seen, language);
    if hidden.text.is_some() {
        let quoted = match charset {
            Charset::Unicode => text!(language, "\"{shown}\"", "«{shown}»"),
            Charset::Ascii => format!("\"{shown}\""),
        };
        return text!(
            language,
            "Hides {quoted} {in_all}{limit}.",
            "Прячет {quoted}: {in_all}{limit}."
        );
    }
    let bytes = language.counted(hidden.len, ["byte", "bytes"], ["байт", "байта", "байтов"]);
    text!(
        language,
        "Hides {bytes} {in_all}: {shown}{limit}.",
        "Прячет {bytes}: {shown}; {in_all}{limit}."
    )
}

/// The sentence for a run whose middle alone was examined, so that it cannot be read.
pub fn unread(count: u64, kib: u64, language: Language) -> String {
    let carriers = carriers(Carrier::NoWidth, count, language);
    let limit = limit(Seen::Around(kib), language);
    text!(
        language,
        "One of {carriers} in a row or more{limit}; at the first of them it is told what they hide.",
        "Один из ряда: {carriers} или больше{limit}; что спрятано, сказано у первого из них."
    )
}

fn limit(seen: Seen, language: Language) -> String {
    match seen {
        Seen::Whole => String::new(),
        Seen::Around(kib) | Seen::FromHere(kib) => text!(
            language,
            " ({kib} KiB each way were looked at)",
            " (просмотрено по {kib} КиБ в обе стороны)"
        ),
    }
}

fn carriers(carrier: Carrier, count: u64, language: Language) -> String {
    match carrier {
        Carrier::Tags => language.counted(count, ["tag", "tags"], ["тег", "тега", "тегов"]),
        Carrier::Selectors => language.counted(
            count,
            ["variation selector", "variation selectors"],
            [
                "селектор вариантов",
                "селектора вариантов",
                "селекторов вариантов",
            ],
        ),
        Carrier::NoWidth => language.counted(
            count,
            ["character without width", "characters without width"],
            [
                "символ без ширины",
                "символа без ширины",
                "символов без ширины",
            ],
        ),
    }
}

/// The sentence that a word passes for one of ASCII.
pub fn twin(twin: &str, language: Language) -> String {
    let twin = title::shortened(twin);
    text!(
        language,
        "This word passes for \"{twin}\", but some of its letters are others that are drawn alike: to \
         a program it is another name.",
        "Это слово не отличить на вид от \"{twin}\", но буквы в нём другие: для программы это другое \
         имя."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::unicode::glyph::safe;

    fn hidden(carrier: Carrier, text: Option<&str>, bytes: &[u8]) -> Hidden {
        Hidden {
            carrier,
            text: text.map(str::to_owned),
            bytes: bytes.to_vec(),
            len: bytes.len() as u64,
        }
    }

    #[test]
    fn text_and_bytes_are_distinguished() {
        let text = "hello";
        let found = hidden(Carrier::Selectors, Some(text), text.as_bytes());
        let told = |language| sentence(&found, 5, Seen::Whole, (80, Charset::Unicode), language);
        assert_eq!(
            told(Language::English),
            "Hides \"hello\" in 5 variation selectors."
        );
        assert_eq!(
            told(Language::Russian),
            "Прячет «hello»: 5 селекторов вариантов."
        );
        let found = hidden(Carrier::Selectors, None, &[1, 0xFF]);
        let told = |language| sentence(&found, 2, Seen::Whole, (80, Charset::Ascii), language);
        assert_eq!(
            told(Language::English),
            "Hides 2 bytes in 2 variation selectors: 01 FF."
        );
        let found = hidden(Carrier::Tags, Some("a"), b"a");
        let seen = Seen::Around(16);
        assert_eq!(
            sentence(&found, 1, seen, (80, Charset::Ascii), Language::English),
            "Hides \"a\" in 1 tag or more (16 KiB each way were looked at)."
        );
        let seen = Seen::FromHere(16);
        assert_eq!(
            sentence(&found, 9, seen, (80, Charset::Ascii), Language::English),
            "Hides \"a\" from here on, in a run of 9 tags or more (16 KiB each way were looked at)."
        );
    }

    #[test]
    fn hidden_text_never_reaches_the_terminal_raw_or_at_length() {
        let evil = "\u{1B}]0;x\u{7}\u{202E}\u{9B}31m".repeat(40);
        let found = hidden(Carrier::Tags, Some(&evil), evil.as_bytes());
        for charset in [Charset::Unicode, Charset::Ascii] {
            for language in Language::ALL {
                for columns in [0, 1, 12, 80] {
                    let told = sentence(&found, 9, Seen::Whole, (columns, charset), language);
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
