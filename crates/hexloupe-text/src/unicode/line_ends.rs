//! Places where a line of text may end.
//!
//! Most languages have a blank between words. Chinese and Japanese have none: a line may end beside
//! any of their characters, but no sign that closes begins a line, and none that opens ends one (a
//! part of UAX #14). Korean has blanks. Invariant: the parts of a text, one after the other, are the text.

/// Signs that begin no line.
const CLOSING: &str = "，。、；：？！）」』】》〉〕］｝々ー…,.;:?!)]}%";
/// Signs that end no line.
const OPENING: &str = "（「『【《〈〔［｛([{";

/// The parts of a text: a line may end after each. A part ends after each blank.
pub fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut last = None;
        let end = rest.char_indices().find_map(|(at, c)| {
            let before = last.replace(c)?;
            is_end(before, c).then_some(at)
        });
        let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

/// Texts with a blank between them, but none where Chinese has none: between two of its characters, and
/// after its signs.
pub fn joined<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for text in texts {
        join(&mut out, text);
    }
    out
}

/// Adds a text after another, with a blank between them where there is one.
pub fn join(out: &mut String, text: &str) {
    if let (Some(before), Some(after)) = (out.chars().next_back(), text.chars().next()) {
        let is_close = is_ideographic(before) && is_ideographic(after) || is_full_width(before);
        out.push_str(if is_close { "" } else { " " });
    }
    out.push_str(text);
}

/// Reports whether a line may end between two characters.
fn is_end(before: char, after: char) -> bool {
    let is_between = is_ideographic(before) || is_ideographic(after);
    let holds = CLOSING.contains(after) || OPENING.contains(before) || after == ' ';
    before == ' ' || is_between && !holds
}

/// Reports whether a character is written without blanks to others: an ideograph, kana, a sign of
/// theirs.
fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{312F}' | '\u{3190}'..='\u{A4CF}' | '\u{F900}'..='\u{FAFF}')
        || matches!(c, '\u{20000}'..='\u{3FFFF}')
        || is_full_width(c)
}

/// Reports whether a sign is as wide as an ideograph, with its own room at one side.
const fn is_full_width(c: char) -> bool {
    matches!(c, '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301B}')
        || matches!(c, '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}')
        || matches!(c, '\u{FF5B}'..='\u{FF60}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_after_a_blank_and_beside_an_ideograph() {
        for (text, expected) in [
            ("", ""),
            ("one two  three", "one |two | |three"),
            ("字节是八位", "字|节|是|八|位"),
            ("一个 UTF-8 字节。", "一|个 |UTF-8 |字|节。"),
            ("看（第 2 个）：好", "看|（第 |2 |个）：|好"),
            ("按Enter键, 再(按)", "按|Enter|键, |再|(按)"),
            ("「中」在U+4E2D", "「中」|在|U+4E2D"),
            ("한글 글자", "한글 |글자"),
        ] {
            let found: Vec<&str> = parts(text).collect();
            assert_eq!(found.join("|"), expected);
            assert_eq!(found.concat(), text);
        }
    }

    #[test]
    fn chinese_is_joined_without_blanks() {
        for (texts, expected) in [
            (["One.", "Two."], "One. Two."),
            (["字节", "八位"], "字节八位"),
            (["一句。", "UTF-8"], "一句。UTF-8"),
            (["字节", "UTF-8"], "字节 UTF-8"),
            (["UTF-8", "字节"], "UTF-8 字节"),
            (["", "字"], "字"),
        ] {
            assert_eq!(joined(texts), expected);
        }
    }
}
