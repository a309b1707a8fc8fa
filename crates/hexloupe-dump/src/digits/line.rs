//! Finds the digits on a line: after a log stamp, a prompt, a quote or nothing.
//!
//! Every line has the same number of words before its digits, so the number of the line before is
//! tried first. Invariant: a line is data only if the rest of it is digits and their separators.

use super::base::{DigitBase, TextByteClass};

/// The content of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineContent {
    /// Digits, from an index on. `odd` is true if their first word looks like an address, `steady`
    /// if the same number of words precede them as on the line before.
    Data {
        from: usize,
        odd: bool,
        steady: bool,
    },
    /// Digits with a fault among them, from an index on.
    Wrong(usize),
    /// No data.
    Nothing,
}

/// The facts known from the lines before.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LineLayout {
    /// Words before the digits.
    before: usize,
    /// True if there was data already.
    any: bool,
}

/// The kind of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordKind {
    /// Digits of whole bytes.
    Whole,
    /// Digits, but no whole bytes.
    Odd,
    /// Only separators of digits.
    Between,
    /// Anything else.
    Text,
}

impl LineLayout {
    /// Reports whether lines begin with their digits.
    pub(super) fn is_plain(&self) -> bool {
        self.any && self.before == 0
    }

    /// Reports whether at most two words precede the digits.
    pub(super) fn is_led(&self) -> bool {
        self.any && self.before <= 2
    }

    pub(super) fn find(&mut self, base: &DigitBase, text: &[u8]) -> LineContent {
        if is_all(base, text) {
            return self.plain(base, text);
        }
        let words: Vec<(usize, &[u8])> = words(text).take(MOST_WORDS).collect();
        let before = (self.any, self.before);
        if let Some(from) = self.after(base, text, &words) {
            self.any = true;
            let steady = before == (true, self.before);
            let after: Vec<_> = words.into_iter().filter(|word| word.0 >= from).collect();
            let odd = is_addressed(&after);
            return LineContent::Data { from, odd, steady };
        }
        let at = if self.any {
            self.before.min(words.len())
        } else {
            0
        };
        let rest = words.get(at..).unwrap_or_default();
        let is_torn = at == 0 && self.any && is_torn(base, rest);
        if is_torn || is_damaged(base, rest) {
            return LineContent::Wrong(rest.first().map_or(0, |word| word.0));
        }
        LineContent::Nothing
    }

    /// Reads a line of nothing but digits and their separators.
    fn plain(&mut self, base: &DigitBase, text: &[u8]) -> LineContent {
        let digits = text.iter().filter(|byte| is_digit(base, **byte));
        if digits.clone().next().is_none() {
            return LineContent::Nothing;
        }
        let odd = text.len() <= MOST_LOOKED_AT && {
            let all: Vec<_> = words(text).take(MOST_WORDS).collect();
            if all.iter().all(|word| kind(base, word.1) != WordKind::Whole)
                && !self.any
                && !text.iter().any(u8::is_ascii_digit)
            {
                return LineContent::Nothing;
            }
            is_addressed(&all)
        };
        self.any = true;
        self.before = 0;
        LineContent::Data {
            from: 0,
            odd,
            steady: true,
        }
    }

    /// The index at which digits begin after other words.
    fn after(&mut self, base: &DigitBase, text: &[u8], words: &[(usize, &[u8])]) -> Option<usize> {
        if self.any
            && self.before > 0
            && let Some((from, _)) = words.get(self.before)
            && is_all(base, &text[*from..])
            && words
                .iter()
                .skip(self.before)
                .any(|word| kind(base, word.1) == WordKind::Whole)
        {
            return Some(*from);
        }
        // A number before a colon and a blank is part of a label: `byte 10: 41`.
        let last = words.len().saturating_sub(1);
        let tail = words.iter().enumerate().rev().take_while(|(index, word)| {
            // RFC 3597 writes the number of bytes before them.
            let before = { index.checked_sub(1) }.and_then(|before| words.get(before));
            let is_count = before.is_some_and(|before| before.1 == b"\\#");
            let is_label = word.1.ends_with(b":") || is_clock(word.1) || is_count;
            let label = *index < last && is_label;
            !label && matches!(kind(base, word.1), WordKind::Whole | WordKind::Between)
        });
        let first = words.len() - tail.count();
        let rest = words.get(first..).unwrap_or_default();
        let rest: Vec<&(usize, &[u8])> = rest
            .iter()
            .skip_while(|word| kind(base, word.1) == WordKind::Between)
            .collect();
        let (from, word) = *rest.first()?;
        let same = rest
            .iter()
            .rev()
            .skip(1)
            .all(|other| other.1.len().abs_diff(word.len()) <= 1);
        let led = first
            .checked_sub(1)
            .and_then(|index| words.get(index)?.1.last())
            .is_some_and(|last| matches!(last, b':' | b'=' | b'>' | b'|' | b']'));
        let long = word.len() >= 8 && word.iter().any(u8::is_ascii_digit);
        // A token between equally long words of digits was such a word, and is damaged.
        let torn = words.get(..first).unwrap_or_default().iter().any(|other| {
            let is_same = kind(base, other.1) == WordKind::Whole && other.1.len() == word.len();
            is_same || has_many(base, other.1)
        });
        // A list goes on before its last numbers.
        let listed = { first.checked_sub(1) }
            .and_then(|index| words.get(index)?.1.last())
            .is_some_and(|last| matches!(last, b',' | b';'));
        // Rows began with digits so far.
        let fresh = self.any
            && self.before == 0
            && words
                .first()
                .is_some_and(|other| other.1.len() == word.len());
        if (torn || listed || fresh) && !led {
            return None;
        }
        if led || long || rest.len() >= 2 && same {
            self.before = words.iter().take_while(|other| other.0 < *from).count();
            return Some(*from);
        }
        None
    }
}

/// Reports whether a word is a time of day: `10:00:00`.
fn is_clock(word: &[u8]) -> bool {
    let mut parts = word.split(|byte| *byte == b':');
    let is_pair = |part: &[u8]| part.len() == 2 && part.iter().all(u8::is_ascii_digit);
    parts.clone().count() == 3 && parts.all(is_pair) && word < b"24"
}

/// The largest number of words of a line that are examined.
const MOST_WORDS: usize = 4096;
/// A line with more bytes is not searched for an address.
const MOST_LOOKED_AT: usize = 4096;

/// The words of a text, with their indices.
fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut from = 0;
    text.split(u8::is_ascii_whitespace).filter_map(move |word| {
        let at = from;
        from += word.len() + 1;
        (!word.is_empty()).then_some((at, word))
    })
}

fn is_digit(base: &DigitBase, byte: u8) -> bool {
    matches!(base.class(byte), TextByteClass::Digit(_))
}

/// Reports whether a text consists of digits, their prefixes and suffixes, and separators.
fn is_all(base: &DigitBase, text: &[u8]) -> bool {
    let mut before = 0;
    text.iter().all(|byte| {
        let fits = match base.class(*byte) {
            TextByteClass::Digit(_) | TextByteClass::Between | TextByteClass::Nothing => true,
            TextByteClass::Prefix => before == b'0',
            TextByteClass::Suffix => is_digit(base, before),
            TextByteClass::Other => false,
        };
        before = *byte;
        fits
    })
}

fn kind(base: &DigitBase, word: &[u8]) -> WordKind {
    if !is_all(base, word) {
        return WordKind::Text;
    }
    let mut kind = WordKind::Between;
    for part in word.split(|byte| base.class(*byte) == TextByteClass::Between) {
        let prefixed = part.len() > 2 && base.class(part[1]) == TextByteClass::Prefix;
        let digits = part.iter().filter(|byte| is_digit(base, **byte)).count();
        let digits = digits - usize::from(prefixed);
        if digits == 0 {
            continue;
        }
        kind = WordKind::Whole;
        if !prefixed && digits % base.per_byte as usize != 0 {
            return WordKind::Odd;
        }
    }
    kind
}

/// Reports whether the first word of a line looks like an address: its length differs from the
/// equal lengths of the others, or it is a long zero, or a colon or a bar follows it.
fn is_addressed(words: &[(usize, &[u8])]) -> bool {
    let [first, rest @ ..] = words else {
        return false;
    };
    // A mark alone after the first.
    let marked = rest
        .first()
        .is_some_and(|word| matches!(word.1, b":" | b"|"));
    let non_blank = |word: &&(usize, &[u8])| word.1.iter().any(u8::is_ascii_alphanumeric);
    let rest: Vec<_> = rest.iter().filter(non_blank).collect();
    let Some(second) = rest.first() else {
        return false;
    };
    let digits = first.1.iter().filter(|byte| byte.is_ascii_alphanumeric());
    // Dumps begin at address 0.
    let zero = digits.clone().count() >= 4
        && digits.clone().all(|byte| *byte == b'0')
        && first.1.len() != second.1.len();
    // A hyphen is between the halves of a row.
    let is_alike = |word: &[u8]| {
        let halves = word.split(|byte| *byte == b'-');
        word.len() == second.1.len() || halves.count() == 2 && word.len() == 2 * second.1.len() + 1
    };
    let alike = { rest.iter() }
        .take(rest.len() - 1)
        .all(|word| is_alike(word.1));
    let colon = first.1.ends_with(b":") && !second.1.contains(&b':');
    let is_long = first.1.len() == 8 && first.1.starts_with(b"00") && second.1.len() == 2;
    colon
        || marked
        || zero
        || is_long && alike
        || alike && first.1.len() >= 4 && first.1.len() != second.1.len() && rest.len() > 1
}

/// The reason why digits after an address are not read.
pub(super) const ADDRESS: &str =
    "an address before the digits; --from dump reads rows with addresses";

/// Reports whether digits begin with a number before a colon, as only an address does.
pub(super) fn has_address(text: &[u8]) -> bool {
    let mut words = text
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let (Some(first), Some(second)) = (words.next(), words.next()) else {
        return false;
    };
    let digits = first.strip_suffix(b":").unwrap_or_default();
    let colons = second.contains(&b':');
    digits.len() >= 2 && digits.iter().all(u8::is_ascii_hexdigit) && !colons
}

/// Reports whether a word has many digits in a row, of which no address has so many.
fn has_many(base: &DigitBase, word: &[u8]) -> bool {
    const MANY: usize = 20;
    let mut runs = word.split(|byte| !is_digit(base, *byte));
    runs.any(|run| run.len() >= MANY && run.iter().any(u8::is_ascii_digit))
}

/// Reports whether all words but the first are as many digits as it has characters.
fn is_torn(base: &DigitBase, words: &[(usize, &[u8])]) -> bool {
    let [(_, first), rest @ ..] = words else {
        return false;
    };
    let is_whole = |word: &[u8]| kind(base, word) == WordKind::Whole && word.len() == first.len();
    !rest.is_empty() && rest.iter().all(|word| is_whole(word.1))
}

/// Reports whether words are clearly digits, some of them damaged.
fn is_damaged(base: &DigitBase, words: &[(usize, &[u8])]) -> bool {
    let Some((_, first)) = words.first() else {
        return false;
    };
    if let [b'0', second, third, ..] = first
        && base.class(*second) == TextByteClass::Prefix
        && is_digit(base, *third)
    {
        return true;
    }
    let share = |word: &[u8]| {
        let digits = word.iter().filter(|byte| is_digit(base, **byte)).count();
        digits as f32 / word.len() as f32
    };
    if words.len() == 1 {
        return first.len() >= 8 && share(first) >= 0.8 && first.iter().any(u8::is_ascii_digit);
    }
    let whole = words
        .iter()
        .filter(|word| kind(base, word.1) == WordKind::Whole);
    let told = words
        .iter()
        .any(|word| kind(base, word.1) == WordKind::Whole && word.1.iter().any(u8::is_ascii_digit));
    let begins = kind(base, first) == WordKind::Whole;
    begins && told && whole.count() * 2 > words.len()
}
