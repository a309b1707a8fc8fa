//! A row, parsed by trying: its words, and the start of its text.
//!
//! In many formats only blanks separate the digits from the text, and text may look like digits. So
//! the text is compared with the bytes before it at every place where it could begin, and the place
//! with the best match wins; the place of the text in earlier rows gets many points. Invariant: a
//! parsed row has all the bytes that its digits denote.

use std::ops::Range;

use super::digits::{blanks, border, is_blank};
use super::shape::{ColumnFormat, TextColumn, WordBase, WordSize};
use super::text::{self, TextMatch};
use super::words::{self, ColumnWord, RowError, RowErrorKind};

/// A row. It is filled again for every line, to reuse its buffers.
#[derive(Debug, Default)]
pub(super) struct DumpRow {
    pub(super) bytes: Vec<u8>,
    pub(super) words: Vec<ColumnWord>,
    /// The range of the text in the line, if there is any.
    pub(super) text: Option<Range<usize>>,
    /// The sign that the line was cut, if it was.
    pub(super) cut: Option<&'static str>,
    points: Vec<TextStart>,
    /// True if the last of these places can begin nothing but the text, so that no word follows.
    closed: bool,
}

/// A place where the text may begin.
#[derive(Debug, Clone, Copy)]
struct TextStart {
    /// The number of words before it.
    words: usize,
    /// The earliest and the latest index at which it begins.
    from: usize,
    at: usize,
}

/// The largest number of places that are tried.
const MOST: usize = 160;
/// The points for a place where earlier rows had their text.
const HABIT: i64 = 8;

/// The sign that a line was cut.
const HALF: &str = "the last digits are not a whole byte";
const OPEN: &str = "the text column does not end";

/// The end of a sign between two groups of bytes: a bar, as Midnight Commander has it, a hyphen or a plus.
/// `at` if there is none.
fn after_bar(line: &[u8], at: usize, words: &[ColumnWord]) -> usize {
    let rest = line.get(at..).unwrap_or_default();
    let (sign, rest) = match rest {
        [b' ', 0xE2, 0x94, 0x82, rest @ ..] => (4, rest),
        [b' ', b'-' | b'+', rest @ ..] => (2, rest),
        _ => return at,
    };
    let is_group = !words.is_empty()
        && words.len().is_multiple_of(2)
        && words.iter().all(|word| word.len == 1);
    match rest {
        [b' ', high, low, tail @ ..]
            if is_group
                && high.is_ascii_hexdigit()
                && low.is_ascii_hexdigit()
                && tail.first().is_none_or(|byte| is_blank(*byte)) =>
        {
            at + sign
        }
        _ => at,
    }
}

impl DumpRow {
    /// Parses the part of a line after its address. `usual` is the index at which earlier rows had
    /// their text.
    ///
    /// # Errors
    /// A part is neither a word nor text.
    pub(super) fn parse(
        &mut self,
        shape: &ColumnFormat,
        line: &[u8],
        from: usize,
        usual: Option<usize>,
    ) -> Result<(), RowError> {
        self.bytes.clear();
        self.words.clear();
        self.points.clear();
        (self.text, self.cut, self.closed) = (None, None, false);
        if matches!(shape.words.base, WordBase::Characters | WordBase::Names) {
            let (bytes, words) = (&mut self.bytes, &mut self.words);
            return super::cells::parse(shape.words.base, line, from, bytes, words);
        }
        let wrong = self.scan(shape, line, from);
        let done = match wrong {
            Some(wrong) if !self.points.is_empty() => {
                self.find_text(shape, line, usual, Some(wrong))
            }
            Some(wrong) => self.cut(shape, line, wrong),
            None => self.find_text(shape, line, usual, None),
        };
        done?;
        if shape.words.size == WordSize::Pitch {
            words::by_pitch(&shape.words, line, from, &mut self.words, &mut self.bytes)?;
        }
        Ok(())
    }

    /// Finds the words, and the places where the text may begin, up to the first error.
    fn scan(&mut self, shape: &ColumnFormat, line: &[u8], from: usize) -> Option<RowError> {
        let mut at = from;
        loop {
            if matches!(shape.text, TextColumn::After(_) | TextColumn::Behind(_)) {
                at = after_bar(line, at, &self.words);
            }
            let before = at;
            at = self.skip(shape, line, at);
            let rest = line.get(at..).filter(|rest| !rest.is_empty())?;
            match shape.text {
                TextColumn::Between(open, close) if rest[0] == open => {
                    self.between(line, at + 1, close);
                    return None;
                }
                TextColumn::Open(open) if rest[0] == open => {
                    self.open(line, at + 1);
                    return None;
                }
                TextColumn::After(gap) | TextColumn::Behind(gap) if at - before >= gap => {
                    self.point(before + gap, at);
                    self.closed |= self.is_only_text(shape, at - before, rest);
                }
                _ => {}
            }
            let token = &rest[..token(shape, rest)];
            match words::read(&shape.words, token, at, &self.words, &mut self.bytes) {
                Ok(word) => self.words.push(word),
                Err(wrong) => return Some(wrong),
            }
            at += token.len();
            if shape.words.base == WordBase::Decimal {
                at += words::quoted(&line[at..]);
            }
        }
    }

    /// Skips the characters between words; notes borders that text may follow.
    fn skip(&mut self, shape: &ColumnFormat, line: &[u8], at: usize) -> usize {
        let mut at = at;
        if shape.words.base == WordBase::Hex
            && !self.words.is_empty()
            && line.get(at) == Some(&b'-')
        {
            at += 1;
        }
        let mut gap = 0;
        loop {
            let rest = line.get(at..).unwrap_or_default();
            let blank = blanks(rest);
            gap += blank;
            at += blank;
            if shape.text != TextColumn::Panels {
                return at;
            }
            match border(&rest[blank..]) {
                0 if gap >= 2 && blank > 0 => {
                    // A text may begin with a blank, after the two that separate it.
                    if gap == 3 {
                        self.point(at - 1, at - 1);
                    }
                    self.point((at + 2).saturating_sub(gap).min(at), at);
                    self.closed |=
                        shape.address.is_some() && self.is_only_text(shape, gap, &rest[blank..]);
                    return at;
                }
                0 => return at,
                len => {
                    at += len;
                    self.point(at, at);
                }
            }
        }
    }

    /// Reports whether digits after a gap can only be text. Gaps among the words stand after every
    /// few bytes, and characters as many as the bytes before them are their text.
    fn is_only_text(&self, shape: &ColumnFormat, gap: usize, rest: &[u8]) -> bool {
        let words = self.words.len();
        let each = |bytes: usize| {
            words.is_multiple_of(bytes) && self.words.iter().all(|word| word.len == 1)
        };
        let as_long = text::count(rest.trim_ascii_end()) == self.bytes.len();
        match shape.text {
            _ if gap < 2 || words == 0 => false,
            TextColumn::Behind(_) => as_long || gap > 2 || !each(8),
            _ => as_long && !each(4) || words > 2 && each(1) && !each(2),
        }
    }

    fn point(&mut self, from: usize, at: usize) {
        let words = self.words.len();
        if words > 0 && !self.closed && self.points.len() < MOST {
            self.points.push(TextStart { words, from, at });
        }
    }

    /// Takes the text between two marks.
    fn between(&mut self, line: &[u8], from: usize, close: u8) {
        let rest = line[from..].trim_ascii_end();
        if let Some(text) = rest.strip_suffix(&[close]) {
            self.text = Some(from..from + text.len());
        } else {
            self.text = Some(from..line.len());
            self.cut = Some(OPEN);
        }
    }

    /// Takes the text after a mark, without the blanks that make it longer than the bytes.
    fn open(&mut self, line: &[u8], from: usize) {
        let text = line.get(from..).unwrap_or_default();
        let more = text::count(text.trim_ascii_end()).saturating_sub(self.bytes.len());
        self.text = Some(from + blanks(text).min(more)..line.len());
    }

    /// Accepts a last word that was cut; any other error stays.
    fn cut(&mut self, shape: &ColumnFormat, line: &[u8], wrong: RowError) -> Result<(), RowError> {
        let rest = line[wrong.at..].trim_ascii_end();
        let digits = !rest.is_empty() && rest.iter().all(u8::is_ascii_hexdigit);
        let less = self
            .words
            .first()
            .is_some_and(|word| rest.len() < word.end - word.at);
        match wrong.what {
            RowErrorKind::Part if digits => {}
            RowErrorKind::Uneven if digits && less && shape.words.size == WordSize::Digits => {}
            _ => return Err(wrong),
        }
        if self.words.is_empty() {
            return Err(wrong);
        }
        let whole = &rest[..words::whole(&shape.words, rest)];
        if let Ok(word) = words::read(&shape.words, whole, wrong.at, &self.words, &mut self.bytes) {
            self.words.push(word);
        }
        self.cut = Some(HALF);
        Ok(())
    }

    /// Decides where the text begins.
    fn find_text(
        &mut self,
        shape: &ColumnFormat,
        line: &[u8],
        usual: Option<usize>,
        wrong: Option<RowError>,
    ) -> Result<(), RowError> {
        if let Some(last) = self
            .points
            .get(MOST - 1)
            .filter(|_| shape.text == TextColumn::Panels)
        {
            let (at, what) = (last.at, RowErrorKind::Panels);
            return Err(RowError { at, what });
        }
        let mut best: Option<(i64, TextStart, TextMatch)> = None;
        for point in &self.points {
            let bytes = self.bytes_of(point.words);
            // Blanks may be missing after the text, or be its first characters.
            for start in [begin(line, *point, bytes.len(), usual), point.at] {
                let matched = matched(shape, &line[start..], bytes);
                let extra = matched.places.abs_diff(bytes.len());
                let against = 2 * (matched.disagreed + extra);
                let usual = if usual == Some(start) { HABIT } else { 0 };
                let score = usual + count(matched.agreed) - count(against);
                if best.as_ref().is_none_or(|(other, ..)| score > *other) {
                    let at = TextStart {
                        at: start,
                        ..*point
                    };
                    best = Some((score, at, matched));
                }
            }
        }
        let Some((score, point, matched)) = best else {
            self.blank(shape, line);
            return Ok(());
        };
        let Some(wrong) = wrong else {
            // All of it can be words, and is read as words unless text fits better, or words cannot
            // stand there.
            if self.closed || score >= 0 && matched.places > 0 {
                self.set_text(shape, line, point);
            } else {
                self.blank(shape, line);
            }
            return Ok(());
        };
        let bytes = self.bytes_of(point.words).len();
        let long = matched.places > bytes;
        let early = usual.is_some_and(|usual| wrong.at < usual);
        let far = matched.places > bytes + 2 + bytes / 2;
        let doubt = matched.disagreed > matched.agreed || (early || far) && matched.agreed < 3;
        if long && (matched.disagreed > matched.agreed || doubt && !matched.wide) {
            return Err(wrong);
        }
        self.set_text(shape, line, point);
        Ok(())
    }

    fn bytes_of(&self, words: usize) -> &[u8] {
        let last = words.checked_sub(1).and_then(|last| self.words.get(last));
        let end = last.map_or(0, |word| word.first + word.len);
        self.bytes.get(..end).unwrap_or_default()
    }

    /// Makes the rest of the line, from a place on, the text.
    fn set_text(&mut self, shape: &ColumnFormat, line: &[u8], point: TextStart) {
        let len = self.bytes_of(point.words).len();
        self.bytes.truncate(len);
        self.words.truncate(point.words);
        let text = &line[point.at..];
        let marks = usize::from(shape.text != TextColumn::Panels && is_marked(text, len));
        self.text = Some(point.at + marks..line.len() - marks);
    }

    /// Reads the blanks at the end as the text, if there are enough of them.
    fn blank(&mut self, shape: &ColumnFormat, line: &[u8]) {
        let (TextColumn::After(gap) | TextColumn::Behind(gap), Some(last)) =
            (shape.text, self.words.last())
        else {
            return;
        };
        let len = self.bytes.len();
        if line.len() >= last.end + gap + len && line[last.end..].iter().all(|byte| *byte == b' ') {
            self.text = Some(line.len() - len..line.len());
        }
    }
}

/// A count as a signed number.
fn count(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX / 8)
}

/// The index at which the text would begin at a place: the usual index, or as far before the end as
/// there are bytes, or the index of its first character.
fn begin(line: &[u8], point: TextStart, bytes: usize, usual: Option<usize>) -> usize {
    if let Some(usual) = usual.filter(|usual| (point.from..=point.at).contains(usual)) {
        return usual;
    }
    let text = &line[point.at..];
    if usual == Some(point.at + 1) && is_mark(text) && !is_marked(text, bytes) {
        // The opening mark exists, the closing one is lost.
        return point.at + 1;
    }
    if point.from == point.at {
        return point.at;
    }
    let found = text::count(text);
    let more = bytes.saturating_sub(found).min(point.at - point.from);
    point.at - more
}

fn matched(shape: &ColumnFormat, text: &[u8], bytes: &[u8]) -> TextMatch {
    let panels = shape.text == TextColumn::Panels;
    let inner = if !panels && is_marked(text, bytes.len()) {
        &text[1..text.len() - 1]
    } else {
        text
    };
    text::compare(inner, bytes, panels, |_, _| {})
}

/// Reports whether a text is enclosed in marks, and so two characters too long.
fn is_marked(text: &[u8], bytes: usize) -> bool {
    let pair = match text {
        [open, .., close] => [*open, *close],
        _ => return false,
    };
    matches!(
        &pair,
        b"||" | b"><" | b"[]" | b"()" | b"**" | b"\"\"" | b"''"
    ) && text::count(text) == bytes + 2
}

fn is_mark(text: &[u8]) -> bool {
    matches!(
        text.first(),
        Some(b'|' | b'>' | b'[' | b'(' | b'*' | b'"' | b'\'')
    )
}

/// The length of the next token in bytes.
fn token(shape: &ColumnFormat, rest: &[u8]) -> usize {
    let hex = shape.words.base == WordBase::Hex;
    let ends = |(index, byte): (usize, &u8)| {
        is_blank(*byte)
            || hex && *byte == b'-' && index > 0
            || shape.text == TextColumn::Panels && border(&rest[index..]) > 0
    };
    rest.iter().enumerate().position(ends).unwrap_or(rest.len())
}
