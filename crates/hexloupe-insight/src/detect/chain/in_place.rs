//! Signs that came out where text has them: `£` before a number, `°` before the letter of a scale, `•` alone,
//! `«` with its `»`.
//!
//! A single sign that was read in another set is one or two characters, which say little by
//! themselves (`拢5`, `ВЈ5`); what stands around it says more. Invariant: every character beyond
//! ASCII that came out stands in such a place, beside ASCII.

use std::collections::HashSet;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::sets;
use super::step::{ChainStep, StepReading};

/// The most digits of a number after a sign and a space that are looked at.
const DIGITS: usize = 4;

/// The most bytes between quotation marks that are looked at.
const QUOTED: usize = 64;

/// Signs of three bytes that stand alone between words, or before a line.
const ALONE: &str = "•●■★✓✔←→↑↓➜✅❌✨❤❗⚠⚡⭐";

/// The most characters that a sign of two bytes was read as.
const READ_AS: usize = 2;

/// Reports whether a text that is UTF-8 once more has, beyond ASCII, only signs, and each where
/// text has it.
pub(in crate::detect) fn are_in_place(before: &str, after: &str) -> bool {
    let chars: Vec<char> = after.chars().collect();
    let mut places = (0..chars.len()).filter(|at| !chars[*at].is_ascii());
    let is_sign = |at| SignPlace::new(&chars, at).is_usual(before);
    places.next().is_some_and(is_sign) && places.all(is_sign)
}

/// A sign with what stands beside it.
struct SignPlace<'a> {
    sign: char,
    before: &'a [char],
    after: &'a [char],
}

impl<'a> SignPlace<'a> {
    fn new(chars: &'a [char], at: usize) -> Self {
        Self {
            sign: chars[at],
            before: &chars[..at],
            after: &chars[at + 1..],
        }
    }

    /// Reports whether the sign usually stands so, in a text that was `read` otherwise.
    fn is_usual(&self, read: &str) -> bool {
        let next = self.after.first().copied();
        let is_number = next.is_some_and(|c| c.is_ascii_digit());
        match self.sign {
            '£' | '¥' | '±' => is_number && !self.follows(char::is_alphanumeric),
            '°' => {
                // `Â` is no scale, and follows no number.
                let is_degrees = read.contains('Â') && self.follows(|c| c.is_ascii_digit());
                self.is_of_scale() || is_degrees && !next.is_some_and(char::is_alphanumeric)
            }
            '×' => self.is_between_numbers(read),
            '©' | '§' => {
                !self.follows(char::is_alphanumeric) && is_numbered(self.sign, self.after)
            }
            '«' => !self.follows(char::is_alphanumeric) && self.after.contains(&'»'),
            '»' => self.before.contains(&'«') && !next.is_some_and(char::is_alphanumeric),
            '²' | '³' => self.is_of_metres() && !next.is_some_and(char::is_alphanumeric),
            _ => ALONE.contains(self.sign) && self.is_alone(read),
        }
    }

    /// Reports whether nothing is beside the sign, which each of its three bytes was a character of.
    fn is_alone(&self, read: &str) -> bool {
        self.before.is_empty() && self.after.is_empty() && read.chars().count() == 3
    }

    fn follows(&self, is_such: impl Fn(char) -> bool) -> bool {
        self.before.last().is_some_and(|c| is_such(*c))
    }

    /// Reports whether the letter of a scale follows, and nothing but a number may be before.
    fn is_of_scale(&self) -> bool {
        let mut after = self.after.iter();
        let is_letter = matches!(after.next(), Some('C' | 'F'));
        is_letter
            && !after.next().is_some_and(|c| c.is_alphanumeric())
            && !self.follows(char::is_alphabetic)
    }

    /// Reports whether numbers are on both sides: long ones, if the sign was read as letters, which
    /// follow numbers of houses (`12Г—14`).
    fn is_between_numbers(&self, read: &str) -> bool {
        let digits = |chars: &mut dyn Iterator<Item = &char>| {
            chars.take_while(|c| c.is_ascii_digit()).count()
        };
        let least = digits(&mut self.before.iter().rev()).min(digits(&mut self.after.iter()));
        let is_wide = read.chars().any(|c| c >= '\u{2E80}');
        least >= if is_wide { 1 } else { 3 }
    }

    /// Reports whether it is the power of a metre, or of a part of it.
    fn is_of_metres(&self) -> bool {
        let unit = self.before.strip_suffix(&['m']);
        let unit = unit.map(|unit| {
            unit.strip_suffix(&['c'])
                .or_else(|| unit.strip_suffix(&['k']))
                .unwrap_or(unit)
        });
        unit.is_some_and(|before| !before.last().is_some_and(|c| c.is_alphabetic()))
    }
}

/// Reports whether the number of a sign follows it: a year, a paragraph.
fn is_numbered(sign: char, after: &[char]) -> bool {
    let after = after.strip_prefix(&[' ']).unwrap_or(after);
    let digits = after.iter().take_while(|c| c.is_ascii_digit()).count();
    digits >= if sign == '©' { DIGITS } else { 1 }
}

/// The misread forms of some signs, in all sets.
fn forms<const N: usize>(signs: [&'static str; N]) -> impl Iterator<Item = [String; N]> {
    let step = |write| ChainStep {
        write,
        read: StepReading::Utf8,
    };
    let steps = sets::all().iter().map(step);
    steps.filter_map(move |step| {
        let forms = signs.map(|sign| step.misread(sign));
        let is_any = forms.iter().all(Option::is_some);
        is_any.then(|| forms.map(Option::unwrap_or_default))
    })
}

/// The length of the ASCII after a word that may be a sign which was read in another set, if this tells it: its
/// number after a space, or all to the other quotation mark.
pub(in crate::detect) fn told_len(word: &str, after: &[u8]) -> usize {
    let is_short = word.chars().nth(READ_AS).is_none();
    if is_short {
        number_len(word, after).max(quotation_len(word, after))
    } else {
        0
    }
}

fn number_len(word: &str, after: &[u8]) -> usize {
    static SIGNS: LazyLock<HashSet<String, FixedState>> =
        LazyLock::new(|| forms(["©"]).chain(forms(["§"])).flatten().collect());
    let digits = match after {
        [b' ', rest @ ..] => rest
            .iter()
            .take(DIGITS)
            .take_while(|byte| byte.is_ascii_digit())
            .count(),
        _ => 0,
    };
    let is_last = after.get(1 + digits).is_none_or(u8::is_ascii);
    if digits > 0 && is_last && SIGNS.contains(word) {
        1 + digits
    } else {
        0
    }
}

fn quotation_len(word: &str, after: &[u8]) -> usize {
    static MARKS: LazyLock<HashSet<[String; 2], FixedState>> =
        LazyLock::new(|| forms(["«", "»"]).collect());
    let is_quoted = |byte: &&u8| byte.is_ascii() && **byte != b'\n';
    let inner = { after.iter() }.take(QUOTED).take_while(is_quoted).count();
    // The next word is the other mark, and has as many characters.
    let closing = beginning(&after[inner..], word.chars().count());
    if may_be_marks(word, closing) && MARKS.contains(&[word.to_owned(), closing.to_owned()]) {
        inner + closing.len()
    } else {
        0
    }
}

/// The first characters of bytes, as far as these are UTF-8.
fn beginning(bytes: &[u8], count: usize) -> &str {
    let near = &bytes[..bytes.len().min(READ_AS * char::MAX_LEN_UTF8)];
    let text = near.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let end = text.char_indices().nth(count);
    &text[..end.map_or(text.len(), |(end, _)| end)]
}

/// Reports whether two texts may be such marks: both begin with the same byte, or are a pair of bytes each.
/// Few are, and to make all forms takes long.
fn may_be_marks(opening: &str, closing: &str) -> bool {
    let mut both = opening.chars().zip(closing.chars());
    match (both.next(), both.next()) {
        (Some((one, other)), Some(_)) => one == other && !one.is_ascii(),
        (Some((one, other)), None) => one >= '\u{2E80}' && other >= '\u{2E80}',
        (None, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_beside_numbers_and_units() {
        for (before, after) in [
            ("拢5", "£5"),
            ("(ВЈ5", "(£5"),
            ("180掳C", "180°C"),
            ("掳F", "°F"),
            ("3脳4", "3×4"),
            ("1920Г—1080", "1920×1080"),
            ("漏 2024", "© 2024"),
            ("搂 12", "§ 12"),
            ("卤5", "±5"),
            ("20m虏", "20m²"),
            ("km虏", "km²"),
            ("тАв", "•"),
            ("вњ…", "✅"),
            ("25Â°", "25°"),
            ("Â«%sÂ»", "«%s»"),
            ("(芦{0}禄)", "(«{0}»)"),
        ] {
            assert!(are_in_place(before, after), "{after}");
        }
        for (before, after) in [
            ("12Г—14", "12×14"),
            ("a拢5", "a£5"),
            ("拢", "£"),
            ("漏 20", "© 20"),
            ("5째", "5°"),
            ("掳Ca", "°Ca"),
            ("am虏", "am²"),
            ("拢5茅", "£5é"),
            ("тАвa", "•a"),
            ("5", "5"),
            ("В«%s", "«%s"),
            ("Â»%sÂ«", "»%s«"),
        ] {
            assert!(!are_in_place(before, after), "{after}");
        }
    }

    #[test]
    fn the_number_after_a_sign_is_part_of_its_word() {
        assert_eq!(told_len("漏", b" 2024 Example"), 5);
        assert_eq!(told_len("ยง", b" 12."), 3);
        assert_eq!(told_len("漏", b" Example"), 0);
        assert_eq!(told_len("則", " 12条".as_bytes()), 0);
        assert_eq!(told_len("в", b" 2024"), 0);
        assert_eq!(told_len("漏漏漏", b" 2024"), 0);
    }

    #[test]
    fn a_quotation_of_ascii_is_part_of_its_mark() {
        assert_eq!(told_len("Â«", "%sÂ» x".as_bytes()), 6);
        assert_eq!(told_len("芦", "{0} 禄".as_bytes()), 7);
        assert_eq!(told_len("芦", "{0}禄，".as_bytes()), 6);
        assert_eq!(told_len("芦", b"{0}\xC2"), 0);
        assert_eq!(told_len("Â«", "%s\nÂ»".as_bytes()), 0);
        assert_eq!(told_len("Â«", "%s".as_bytes()), 0);
        assert_eq!(told_len("Â«", "%sÂ«".as_bytes()), 0);
        assert_eq!(told_len("В«", "%s»".as_bytes()), 0);
    }
}
