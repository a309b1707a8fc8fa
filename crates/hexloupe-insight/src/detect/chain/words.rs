//! The words that decide whether a text is mojibake: those with characters beyond ASCII.
//!
//! ASCII is the same before and after. Invariant: a word is left out only if it is there already,
//! has lost a byte for good, or is cut by the end of the excerpt.

use std::collections::HashSet;

use super::super::excerpt::Excerpt;
use super::super::runs::{is_cut_grave, is_of_quotes, unquoted};
use super::super::tuning;
use hexloupe_text::codec::{Encoding, Sequence};

/// The byte order mark; a real one was never misread.
const MARK: char = '\u{FEFF}';

/// The words, with a space between them.
pub(super) struct JoinedWords {
    pub(super) text: String,
    /// Each word once: repetitions prove nothing more.
    seen: HashSet<String>,
    /// The first lines with some of them, with their words of ASCII.
    pub(super) lines: String,
    /// The beginning of the text, with its ASCII.
    pub(super) opening: String,
    /// Words left out because they have lost a byte.
    pub(super) lost: usize,
    /// True if the last word is cut.
    pub(super) cut: bool,
}

/// The first of the words.
pub(super) struct FirstWords {
    pub(super) text: String,
    pub(super) cut: bool,
}

impl JoinedWords {
    /// The words of an excerpt.
    pub(super) fn from_excerpt(excerpt: &Excerpt, encoding: &Encoding) -> Self {
        let texts: Vec<(Vec<Sequence>, bool)> = excerpt.texts(encoding).collect();
        let first = texts.iter().find_map(|(steps, _)| telling(steps));
        let first = first.or(texts.first().map(|(steps, _)| &steps[..]));
        let opening = first.unwrap_or_default();
        let opening = opening.iter().filter_map(|step| step.meaning.scalar());
        let opening = opening
            .skip_while(|c| *c == MARK)
            .map(|c| if c.is_ascii_whitespace() { ' ' } else { c });
        let mut words = Self {
            text: String::new(),
            seen: HashSet::new(),
            lines: String::new(),
            opening: opening.take(tuning::CHAIN_OPENING).collect(),
            lost: 0,
            cut: false,
        };
        for (steps, ends) in &texts {
            words.add(steps, *ends);
            words.add_lines(steps);
        }
        if words.text.is_empty() {
            // A text without spaces is one word, and may be cut.
            for (steps, _) in texts.iter().take(1) {
                words.add(steps, true);
                words.cut = true;
            }
        }
        words
    }

    fn add(&mut self, steps: &[Sequence], ends: bool) {
        let is_blank = |step: &Sequence| {
            step.meaning
                .scalar()
                .is_some_and(|c| c.is_ascii_whitespace())
        };
        let mut all = steps.split(is_blank).peekable();
        while let Some(word) = all.next() {
            if all.peek().is_none() && !ends {
                break;
            }
            let chars: Option<String> = word.iter().map(|step| step.meaning.scalar()).collect();
            match chars {
                Some(chars) if chars.trim_start_matches(MARK).is_ascii() => {}
                Some(chars) if is_of_quotes(&chars) => {}
                Some(chars) if !is_lossy(&chars) => {
                    let mut chars = chars[unquoted(&chars)].to_owned();
                    if is_cut_grave(&chars, opening_of(all.clone()).as_bytes()) {
                        chars.push(' ');
                    }
                    if !self.seen.insert(chars.clone()) {
                        continue;
                    }
                    if !self.text.is_empty() {
                        self.text.push(' ');
                    }
                    self.text.push_str(chars.trim_start_matches(MARK));
                }
                Some(_) => self.lost += 1,
                // It is ill-formed, and still there.
                None => {}
            }
        }
    }

    /// Adds the lines of a text that have words.
    fn add_lines(&mut self, steps: &[Sequence]) {
        let scalar = |step: &Sequence| step.meaning.scalar();
        let is_end = |step: &Sequence| matches!(scalar(step), Some('\n' | '\r'));
        for line in steps.split(is_end) {
            if self.lines.len() >= tuning::CHAIN_LINES {
                return;
            }
            // What is ill-formed is in none of the sets.
            let line: Option<String> = line.iter().map(scalar).collect();
            if let Some(line) = line.filter(|line| !line.trim_start_matches(MARK).is_ascii()) {
                self.lines.push_str(line.trim_start_matches(MARK));
                self.lines.push('\n');
            }
        }
    }

    /// Whole words of about `most` characters in all.
    pub(super) fn sample(&self, most: usize) -> FirstWords {
        let all = FirstWords {
            text: self.text.clone(),
            cut: self.cut,
        };
        let Some((limit, _)) = self.text.char_indices().nth(most) else {
            return all;
        };
        match self.text[..limit].rfind(' ') {
            Some(end) => FirstWords {
                text: self.text[..end].to_owned(),
                cut: false,
            },
            None => FirstWords {
                text: self.text[..limit].to_owned(),
                cut: true,
            },
        }
    }
}

/// The text from its first line with a character beyond ASCII on.
fn telling(steps: &[Sequence]) -> Option<&[Sequence]> {
    let is_end = |step: &Sequence| step.meaning.scalar() == Some('\n');
    let is_telling = |c: char| !c.is_ascii() && c != MARK;
    let found = steps
        .iter()
        .position(|step| step.meaning.scalar().is_some_and(is_telling))?;
    let line = steps[..found].iter().rposition(is_end);
    Some(&steps[line.map_or(0, |end| end + 1)..])
}

/// The blanks that follow a word, and the first character of the next one.
fn opening_of<'a>(words: impl Iterator<Item = &'a [Sequence]>) -> String {
    let mut opening = String::new();
    for word in words {
        opening.push(' ');
        if let Some(first) = word.first() {
            opening.extend(first.meaning.scalar());
            break;
        }
    }
    opening
}

/// Reports whether a word has lost a byte: U+FFFD or a question mark stands for it.
fn is_lossy(word: &str) -> bool {
    let asks = |pair: (char, char)| pair.0 == '?' && !pair.1.is_ascii();
    word.contains('\u{FFFD}') || word.chars().zip(word.chars().skip(1)).any(asks)
}
