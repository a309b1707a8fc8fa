//! Counts the extended grapheme clusters of a text that arrives one character after the other (UAX
//! #29).
//!
//! Between two plain characters a cluster certainly begins ([`cluster::surely_separate`]), so most
//! text is counted at once. Characters between such places are gathered and cut by the rules.
//! Invariant: the count is that of the whole text, and no more than `GATHERED` bytes are gathered.
//! A longer cluster is still counted as one, even if it has a million marks. But characters more
//! than [`cluster::MAX_BYTES`] back may be forgotten. So an emoji that U+200D joins to one before
//! that many marks, or a consonant of such a conjunct, may be counted separately.

use unicode_segmentation::UnicodeSegmentation;

use super::cluster::{self, MAX_BYTES};

/// Bytes to gather before they are cut.
const GATHERED: usize = 2 * MAX_BYTES as usize;

/// Counts the clusters of a text.
#[derive(Debug, Clone)]
pub struct Clusters {
    /// Clusters that have certainly ended.
    count: u64,
    /// The characters after them, unless there is only one and it is plain.
    open: String,
    /// That one plain character.
    plain: Option<char>,
    /// True if the first cluster of `open` is already counted and its beginning forgotten.
    counted: bool,
    /// True if a plain character that comes next certainly begins a cluster.
    sure: bool,
    /// True if a LF that comes next belongs to the CR before it.
    after_cr: bool,
}

impl Default for Clusters {
    fn default() -> Self {
        Self {
            count: 0,
            open: String::new(),
            plain: None,
            counted: false,
            sure: true,
            after_cr: false,
        }
    }
}

impl Clusters {
    /// Takes the next character.
    #[inline]
    pub fn push(&mut self, c: char) {
        if matches!(c, '\n' | '\r') {
            self.line_end(c);
            return;
        }
        self.after_cr = false;
        let plain = cluster::surely_separate(c, c);
        if plain && self.sure {
            self.close();
            self.plain = Some(c);
        } else {
            self.gather(c);
        }
        self.sure = plain;
    }

    /// A cluster ends before and after it, except within CR LF.
    fn line_end(&mut self, c: char) {
        self.close();
        let same = self.after_cr && c == '\n';
        self.count += u64::from(!same);
        self.after_cr = c == '\r';
        self.sure = true;
    }

    /// Takes ASCII whose only controls are tab, VT, FF, LF and CR; `crlf` is the number of times
    /// that CR is followed by LF.
    pub fn push_ascii(&mut self, text: &[u8], crlf: u64) {
        let (Some(first), Some(last)) = (text.first(), text.last()) else {
            return;
        };
        self.push(char::from(*first));
        if text.len() == 1 {
            return;
        }
        self.close();
        self.count += (text.len() - 1) as u64 - crlf;
        self.after_cr = *last == b'\r';
        self.sure = true;
        if !matches!(last, b'\n' | b'\r') {
            self.count -= 1;
            self.plain = Some(char::from(*last));
        }
    }

    /// Takes some well-formed UTF-16.
    pub fn push_units(&mut self, text: &[u16]) {
        /// Units that are looked at together.
        const BLOCK: usize = 32;
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let mut block = &rest[..rest.len().min(BLOCK)];
            // A character is not cut.
            if let [whole @ .., last] = block
                && last & 0xFC00 == 0xD800
                && !whole.is_empty()
            {
                block = whole;
            }
            if let Some(count) = cluster::plain_characters(block) {
                let mut chars = char::decode_utf16(block.iter().copied()).flatten();
                if let Some(c) = chars.next() {
                    self.push(c);
                }
                // After a plain character each begins a cluster.
                if count > 1 {
                    self.close();
                    self.count += count as u64 - 2;
                    self.sure = true;
                    if let Some(c) = last(block) {
                        self.push(c);
                    }
                }
                at += block.len();
            } else {
                let chars = char::decode_utf16(rest.iter().copied()).flatten();
                for c in chars.take(BLOCK / 2) {
                    self.push(c);
                    at += c.len_utf16();
                }
            }
        }
    }

    /// Takes `count` controls that end no line: each is a cluster by itself (GB4, GB5).
    pub fn push_controls(&mut self, count: u64) {
        self.end_text();
        self.count += count;
    }

    /// Ends the text: the next character belongs to another one.
    pub fn end_text(&mut self) {
        self.close();
        self.after_cr = false;
        self.sure = true;
    }

    /// The number of clusters, if the text ends here.
    pub fn count(&self) -> u64 {
        self.count + self.ended()
    }

    /// Clusters of the open part, if the text ends here.
    fn ended(&self) -> u64 {
        let open = self.open.graphemes(true).count() as u64;
        open - u64::from(self.counted) + u64::from(self.plain.is_some())
    }

    #[inline]
    fn close(&mut self) {
        if self.plain.take().is_some() {
            self.count += 1;
        } else if !self.open.is_empty() {
            self.count += self.ended();
            self.open.clear();
            self.counted = false;
        }
    }

    fn gather(&mut self, c: char) {
        self.open.extend(self.plain.take());
        self.open.push(c);
        if self.open.len() > GATHERED {
            self.cut();
        }
    }

    /// Counts and forgets everything that has certainly ended: all but the last cluster, and the
    /// part of that cluster that lies too far back.
    #[cold]
    fn cut(&mut self) {
        let mut starts = self.open.grapheme_indices(true).map(|(at, _)| at);
        let mut ended = 0;
        let mut last = starts.next().unwrap_or(0);
        for start in starts {
            (last, ended) = (start, ended + 1);
        }
        if ended > 0 {
            self.count += ended - u64::from(self.counted);
            self.counted = false;
            self.open.drain(..last);
        }
        let mut keep = self.open.len().saturating_sub(MAX_BYTES as usize);
        if keep > 0 {
            while !self.open.is_char_boundary(keep) {
                keep += 1;
            }
            // All of it is one cluster. If it seems to be several without its beginning, only the
            // last of them matters for the next character.
            let mut seem = self.open[keep..].grapheme_indices(true);
            keep += seem.next_back().map_or(0, |(at, _)| at);
            self.count += u64::from(!self.counted);
            self.counted = true;
            self.open.drain(..keep);
        }
    }
}

/// The last character of some well-formed UTF-16.
fn last(text: &[u16]) -> Option<char> {
    let len = match text.last()? {
        0xDC00..0xE000 => 2,
        _ => 1,
    };
    let units = &text[text.len().checked_sub(len)?..];
    char::decode_utf16(units.iter().copied()).next()?.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn counted(text: &str) -> u64 {
        let mut clusters = Clusters::default();
        text.chars().for_each(|c| clusters.push(c));
        clusters.count()
    }

    #[track_caller]
    fn check(text: &str) {
        assert_eq!(counted(text), text.graphemes(true).count() as u64);
    }

    #[test]
    fn clusters_are_those_of_the_whole_text() {
        for text in [
            "",
            "a",
            "abc",
            "e\u{301}a",
            "\r\n\n\r\r\n",
            "a\r\u{301}\n",
            "👩\u{200D}👩\u{200D}👧x",
            "🇫🇷🇩🇪🇫",
            "क\u{94D}षि षि",
            "\u{600}\u{600}a\u{600}\r",
        ] {
            check(text);
        }
        for unit in ["🇫", "👩\u{200D}", "क\u{94D}षि ", "\u{1100}", "e\u{301}x"] {
            check(&unit.repeat(20_000));
        }
    }

    #[test]
    fn a_cluster_of_a_million_marks_is_one_and_takes_no_memory() {
        let mut clusters = Clusters::default();
        "xa".chars().for_each(|c| clusters.push(c));
        for _ in 0..1_000_000 {
            clusters.push('\u{301}');
            assert!(clusters.open.capacity() <= 2 * GATHERED);
        }
        "bc".chars().for_each(|c| clusters.push(c));
        assert_eq!(clusters.count(), 4);
    }

    #[test]
    fn characters_too_far_back_join_nothing() {
        let marks = |count| format!("👩{}\u{200D}👧", "\u{301}".repeat(count));
        assert_eq!((counted(&marks(100)), counted(&marks(10_000))), (1, 2));
    }

    fn text() -> impl Strategy<Value = String> {
        let some =
            "ab \r\n\t\u{301}\u{903}\u{200D}👩🇫\u{600}\u{1100}\u{1161}각क\u{94D}ष।文。éж\u{FE0F}";
        let some: Vec<char> = some.chars().collect();
        let c = prop_oneof![8 => prop::sample::select(some), 1 => any::<char>()];
        prop::collection::vec(c, 0..60).prop_map(|chars| chars.into_iter().collect())
    }

    proptest! {
        #[test]
        fn any_text_is_counted_as_a_whole(text in text(), times in 1usize..400) {
            let text = text.repeat(times);
            prop_assert_eq!(counted(&text), text.graphemes(true).count() as u64);
            let units: Vec<u16> = text.encode_utf16().collect();
            let mut clusters = Clusters::default();
            clusters.push_units(&units);
            prop_assert_eq!(clusters.count(), text.graphemes(true).count() as u64);
        }

        #[test]
        fn stretches_of_ascii_may_be_taken_at_once(
            pieces in prop::collection::vec((text(), "[ab \t\r\n\x0B]{0,9}"), 0..9),
        ) {
            let mut clusters = Clusters::default();
            let mut whole = String::new();
            for (some, ascii) in &pieces {
                some.chars().for_each(|c| clusters.push(c));
                let crlf = ascii.matches("\r\n").count() as u64;
                clusters.push_ascii(ascii.as_bytes(), crlf);
                whole = whole + some + ascii;
            }
            prop_assert_eq!(clusters.count(), whole.graphemes(true).count() as u64);
        }
    }
}
