//! The space in the strip of a lesson: eight lines under the panes.
//!
//! Invariant: a text that fits here is whole on a terminal of 80 columns and 24 lines.

use hexloupe_text::unicode::glyph::{self, Charset};
use hexloupe_text::unicode::line_ends;

/// Columns of a line of 80.
pub const COLUMNS: usize = 76;
/// Lines of the heading.
pub const HEADING: usize = 1;
/// Lines of the text with the choices of its question.
pub const TEXT: usize = 5;
/// Lines of the message to the learner after that.
pub const SAID: usize = 2;
/// All its lines.
pub const LINES: usize = HEADING + TEXT + SAID;
/// Columns of the narrowest screen on which each step is whole; it has 20 lines or more.
pub const NARROW: usize = 60;
/// The lines added there.
const MORE: usize = 3;

/// The lines of the strip on a screen of some columns.
pub const fn lines_on(columns: usize) -> usize {
    if columns >= NARROW && columns < 80 {
        LINES + MORE
    } else {
        LINES
    }
}

/// A text in lines of some columns. Its own line ends are spaces, but none between Chinese
/// characters, and a line that begins with two blanks stays unchanged, for tables. U+00A0 is a space that no line ends at. A word longer than a
/// line is cut.
pub fn wrap(text: &str, columns: usize, charset: Charset) -> Vec<String> {
    let mut lines = Vec::new();
    let mut paragraph = String::new();
    for line in text.lines() {
        if is_of_table(line) {
            let before = std::mem::take(&mut paragraph);
            fill(&mut lines, &before, columns, charset);
            lines.push(as_it_is(line, columns, charset));
        } else {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            line_ends::join(&mut paragraph, &words.join(" "));
        }
    }
    fill(&mut lines, &paragraph, columns, charset);
    lines
}

/// Reports whether a line stays unchanged.
fn is_of_table(line: &str) -> bool {
    line.starts_with("  ") && !line.trim().is_empty()
}

/// The columns of the longest line of a table, if that is too long.
pub fn too_long(text: &str) -> Option<usize> {
    let lines = text.lines().filter(|line| is_of_table(line));
    let columns = lines.map(|line| glyph::columns(line.trim_end())).max();
    columns.filter(|columns| *columns > COLUMNS)
}

/// A line of a table; one that is too long is cut, and says so.
fn as_it_is(line: &str, columns: usize, charset: Charset) -> String {
    let words = line.split(' ').map(|word| shown(word, charset));
    let mut line = words.collect::<Vec<_>>().join(" ");
    let is_cut = glyph::columns(line.trim_end()) > columns;
    if is_cut {
        line.truncate(end_of_columns(&line, columns.saturating_sub(2)));
    }
    let end = if is_cut { " …" } else { "" };
    format!("{}{end}", line.trim_end())
}

/// Adds a text in lines of some columns.
fn fill(out: &mut Vec<String>, text: &str, columns: usize, charset: Charset) {
    let columns = columns.max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut blank = "";
    for part in line_ends::parts(text) {
        let mut word = shown(part.trim_end_matches(' '), charset);
        let before = std::mem::replace(&mut blank, if part.ends_with(' ') { " " } else { "" });
        let room = |line: &String| columns.checked_sub(glyph::columns(line) + before.len());
        if let Some(last) = lines.last_mut()
            && room(last).is_some_and(|room| glyph::columns(&word) <= room)
        {
            last.push_str(before);
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
    out.append(&mut lines);
}

/// A word as drawn. A lesson may mention the sign for ill-formed bytes, which data may not draw.
fn shown(word: &str, charset: Charset) -> String {
    let sign = |charset| glyph::fault(charset).text;
    let ours = sign(Charset::Unicode);
    let word = word.replace('\u{A0}', " ");
    let parts = word.split(&*ours).map(|part| glyph::safe(part, charset));
    let parts: Vec<_> = parts.collect();
    parts.join(&sign(charset))
}

/// The end of the front part of a word that has at most some columns; it has at least one
/// character.
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
        let texts = [
            "The first byte of жизнь is D0, the second B6.",
            "「中」的首字节是 E4，\n后面是 B8。",
        ];
        for (columns, text) in (2..20).flat_map(|columns| texts.map(|text| (columns, text))) {
            let lines = wrapped(text, columns);
            assert!(lines.iter().all(|line| glyph::columns(line) <= columns));
            let joined: String = lines.concat().split_whitespace().collect();
            let words: String = text.split_whitespace().collect();
            assert_eq!(joined, words, "{columns}");
        }
    }

    #[test]
    fn chinese_is_cut_anywhere_but_before_its_signs() {
        let wrapped = |text, columns| wrap(text, columns, Charset::Unicode);
        assert_eq!(wrapped("一个字节\n是八位。", 10), ["一个字节是", "八位。"]);
        assert_eq!(wrapped("一个字节\n是八位。", 12), ["一个字节是八", "位。"]);
        assert_eq!(wrapped("一个字节\n是八位。", 14), ["一个字节是八", "位。"]);
        assert_eq!(wrapped("字节 E4，\nB8", 9), ["字节 E4，", "B8"]);
        assert_eq!(wrapped("字节 E4，\nB8", 11), ["字节 E4，B8"]);
    }

    #[test]
    fn tables_stay_as_they_are_and_hard_spaces_hold() {
        let wrapped = |text, columns| wrap(text, columns, Charset::Unicode);
        let table = "One two\nthree.\n  8 4 2 1\n  0 1  0 1\nEnd.";
        assert_eq!(
            wrapped(table, 20),
            ["One two three.", "  8 4 2 1", "  0 1  0 1", "End."]
        );
        assert_eq!(wrapped("  0123456789", 6), ["  01 …"]);
        assert_eq!(wrapped("bits 0000\u{A0}1111", 12), ["bits", "0000 1111"]);
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
