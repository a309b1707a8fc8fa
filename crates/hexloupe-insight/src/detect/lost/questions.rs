//! Question marks in place of words: a program without a byte for a character writes `?`.
//!
//! `?????? ???` was two words. People write several question marks too, so a run counts only if it
//! is a word by itself, with another one of another length beside it. Invariant: only blanks, and
//! the signs that separate fields, stand between such words.

use super::super::tuning;
use super::super::verdict::{LossExtent, LossForm, LostCharacters};
use super::letters;

/// The question marks of a text that stand for letters, if any.
pub(super) fn find(text: &str) -> Option<LostCharacters> {
    let mut lost = 0;
    let mut groups = 0;
    for line in text.lines() {
        let in_line = of_line(line);
        lost += in_line;
        groups += usize::from(in_line > 0);
    }
    (groups > 0 && lost >= tuning::LOST_QUESTIONS).then(|| LostCharacters {
        form: LossForm::QuestionMarks,
        sign: "?".to_owned(),
        count: lost as u64,
        letters: (letters(text) + lost) as u64,
        extent: LossExtent::All,
        text: None,
    })
}

/// The question marks in groups of words of a line.
fn of_line(line: &str) -> usize {
    if !line.contains("???") {
        return 0;
    }
    let mut lost = 0;
    let mut group: Vec<usize> = Vec::new();
    for word in line.split(is_between).filter(|word| !word.is_empty()) {
        if word.bytes().all(|byte| byte == b'?') {
            group.push(word.len());
        } else {
            lost += of_group(&group);
            group.clear();
        }
    }
    lost + of_group(&group)
}

/// The question marks of words beside each other; none if people use their lengths.
fn of_group(words: &[usize]) -> usize {
    let longest = words.iter().max().copied().unwrap_or(0);
    let is_lost = longest >= tuning::LOST_WORD && words.iter().any(|word| *word != longest);
    if is_lost { words.iter().sum() } else { 0 }
}

/// Reports whether a character stands between words or fields.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '.' | ';' | '!' | '"' | '\'' | '|' | '(' | ')')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_wildcards_and_code_are_sound() {
        for text in [
            "What???",
            "What?? Really ?????",
            "Quoi ???? Non ????? Si.",
            "??? ???",
            "VALUES (?, ?, ?, ??)",
            "a ?? b ??= c ?: d",
            "????-??-?? ??:??:??",
            "?? crates/hexloupe-insight/src/detect/lost.rs\n?? src/x\n",
            "ls file????.txt file?.txt",
            "???\n?????\n??\n",
            "let x = foo()??;",
            "fn f() -> Nothing = ???",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }
}
