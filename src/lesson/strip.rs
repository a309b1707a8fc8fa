//! How much the strip of a lesson holds: eight lines under the panes.
//!
//! Invariant: what fits here is whole on a terminal of 80 columns and 24 lines.

use crate::unicode::glyph::{self, Charset};

/// Columns of a line of 80.
pub const COLUMNS: usize = 76;
/// Lines of the heading.
pub const HEADING: usize = 1;
/// Lines of the text with the choices of its question.
pub const TEXT: usize = 5;
/// Lines of what is said to the learner then.
pub const SAID: usize = 2;
/// All its lines.
pub const LINES: usize = HEADING + TEXT + SAID;

/// A text in lines of some columns, with its own line ends as spaces; a word that is longer than a
/// line is cut.
pub fn wrap(text: &str, columns: usize, charset: Charset) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut word = shown(word, charset);
        let room = |line: &String| columns.checked_sub(glyph::columns(line) + 1);
        if let Some(last) = lines.last_mut()
            && room(last).is_some_and(|room| glyph::columns(&word) <= room)
        {
            last.push(' ');
            last.push_str(&word);
            continue;
        }
        while glyph::columns(&word) > columns {
            let end = end_of_columns(&word, columns);
            let rest = word.split_off(end);
            lines.push(word);
            word = rest;
        }
        if !word.is_empty() {
            lines.push(word);
        }
    }
    lines
}

/// A word as it is drawn. A lesson may speak of the sign for ill-formed bytes, which data may not
/// draw.
fn shown(word: &str, charset: Charset) -> String {
    let sign = |charset| glyph::fault(charset).text;
    let ours = sign(Charset::Unicode);
    let parts = word.split(&*ours).map(|part| glyph::safe(part, charset));
    let parts: Vec<_> = parts.collect();
    parts.join(&sign(charset))
}

/// Where the part of a word ends that has some columns at most; it has a character at least.
fn end_of_columns(word: &str, columns: usize) -> usize {
    let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
    let mut end = word.len();
    for (number, found) in ends.enumerate() {
        if number == 0 || glyph::columns(&word[..found]) <= columns {
            end = found;
        } else {
            break;
        }
    }
    end
}

/// The lines of a step's text, and those of its choices with their letters.
pub fn lines(text: &str, choices: &[String], columns: usize, charset: Charset) -> Vec<String> {
    let mut lines = wrap(text, columns, charset);
    for (number, choice) in choices.iter().enumerate() {
        let letter = super::reply::letter(number);
        let room = columns.saturating_sub(3);
        for (index, line) in wrap(choice, room, charset).into_iter().enumerate() {
            let before = if index == 0 {
                format!("{letter}) ")
            } else {
                "   ".to_owned()
            };
            lines.push(before + &line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fill_lines_and_none_is_lost() {
        let wrapped = |text, columns| wrap(text, columns, Charset::Unicode);
        assert_eq!(wrapped("one two\nthree ", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("中中中 a", 4), ["中中", "中 a"]);
        assert_eq!(wrapped("中", 1), ["中"]);
        assert!(wrapped(" \n ", 5).is_empty());
        assert_eq!(wrapped("(▒)", 5), ["(▒)"]);
        assert_eq!(
            wrap("▒ é\u{1B}", 30, Charset::Ascii),
            ["? <U+00E9><U+001B>"]
        );
        for columns in 1..20 {
            let text = "The first byte of жизнь is D0, the second B6.";
            let lines = wrapped(text, columns);
            assert!(lines.iter().all(|line| glyph::columns(line) <= columns));
            let joined: String = lines.concat().split_whitespace().collect();
            let words: String = text.split_whitespace().collect();
            assert_eq!(joined, words, "{columns}");
        }
    }

    #[test]
    fn choices_have_letters() {
        let choices = ["one".to_owned(), "two three".to_owned()];
        assert_eq!(
            lines("Which?", &choices, 8, Charset::Unicode),
            ["Which?", "a) one", "b) two", "   three"]
        );
    }
}
