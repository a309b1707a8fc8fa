//! Runs of invisible characters without a meaning for the text around them.
//!
//! Such a character waits for the one after it, which helps to decide whether it is intended
//! ([`unseen::is_meant`]). If it is not, it begins a run, which neighbours of its group continue:
//! tags, selectors, or characters without width of any kind, because payloads mix them. The
//! controls of bidirectional text are judged by their line ([`bidi`](super::bidi)), unless they
//! stand in such a run. Invariant: the findings depend on the characters alone and not on their
//! pieces; the state does not grow with a run.

use std::ops::Range;

use hexloupe_text::unicode::notice::Notice;
use hexloupe_text::unicode::unseen::{self, RecentCharacters};

/// The most and the fewest tags that spell a flag, without the one that ends them.
const SPELLED: std::ops::RangeInclusive<u8> = 3..=6;
/// The most tags of a flag.
pub(super) const MOST_TAGS: usize = *SPELLED.end() as usize;

/// The groups of characters that form a run together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnseenGroup {
    Tags,
    Selectors,
    NoWidth,
}

impl UnseenGroup {
    fn from_notice(kind: Notice) -> Self {
        match kind {
            Notice::TagCharacter => Self::Tags,
            Notice::VariationSelector => Self::Selectors,
            _ => Self::NoWidth,
        }
    }
}

/// Characters with their notice, the bytes so far, and the mark of the first.
#[derive(Debug, Clone, PartialEq, Eq)]
struct UnseenRun<M> {
    kind: Notice,
    range: Range<u64>,
    mark: M,
}

impl<M> UnseenRun<M> {
    /// Continues with a character that has a notice.
    fn extend(&mut self, kind: Notice, end: u64) {
        if kind != self.kind {
            self.kind = Notice::DefaultIgnorable;
        }
        self.range.end = end;
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum UnseenRunState<M> {
    /// Nothing is pending.
    Clear,
    /// A character whose next one decides.
    Waiting(char, UnseenRun<M>),
    /// Tags after a flag, which may spell one, and their number.
    Spelling(UnseenRun<M>, u8),
    /// A run with a notice.
    Run(UnseenRun<M>),
}

/// The pending characters, and the characters before them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnseenFinder<M> {
    recent: RecentCharacters,
    state: UnseenRunState<M>,
}

impl<M> Default for UnseenFinder<M> {
    fn default() -> Self {
        Self {
            recent: RecentCharacters::default(),
            state: UnseenRunState::Clear,
        }
    }
}

impl<M: Copy> UnseenFinder<M> {
    /// Nothing pending, after some characters.
    pub(super) fn after(recent: RecentCharacters) -> Self {
        Self {
            recent,
            state: UnseenRunState::Clear,
        }
    }

    /// The characters before.
    pub(super) fn recent(&self) -> &RecentCharacters {
        &self.recent
    }

    /// Reports whether nothing is pending.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        matches!(self.state, UnseenRunState::Clear)
    }

    /// Reports whether the next characters are judged as after other characters, if nothing is
    /// pending.
    pub(super) fn is_as(&self, other: &Self) -> bool {
        self.recent == other.recent
    }

    /// Handles a character that is known to have no notice.
    #[inline]
    pub(super) fn recall(&mut self, c: char) {
        self.recent.push(c);
    }

    /// The first offset of the pending characters.
    #[inline]
    pub(super) fn begun(&self) -> Option<u64> {
        match &self.state {
            UnseenRunState::Clear => None,
            UnseenRunState::Waiting(_, begun)
            | UnseenRunState::Spelling(begun, _)
            | UnseenRunState::Run(begun) => Some(begun.range.start),
        }
    }

    /// Handles a visible character, or one that has no place in a run.
    #[inline]
    pub(super) fn seen(&mut self, c: char, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        if !self.is_settled() {
            self.decide(Some(c));
            self.end(report);
        }
        self.recent.push(c);
    }

    /// Handles characters of ASCII.
    pub(super) fn ascii(&mut self, text: &[u8], report: &mut impl FnMut(Notice, Range<u64>, M)) {
        if let Some(first) = text.first() {
            self.seen(char::from(*first), report);
            for byte in &text[text.len().saturating_sub(RecentCharacters::LEN).max(1)..] {
                self.recent.push(char::from(*byte));
            }
        }
    }

    /// Handles a sequence without a character, or the end of the data.
    #[inline]
    pub(super) fn interrupt(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        if !self.is_settled() {
            self.decide(None);
            self.end(report);
        }
        self.recent = RecentCharacters::default();
    }

    /// Handles an invisible character, with its possible notice. Returns whether it is judged here;
    /// a control of bidirectional text is so only within a run, and one that may close something
    /// (`may_close`) never.
    #[cold]
    pub(super) fn unseen(
        &mut self,
        c: char,
        kind: Notice,
        may_close: bool,
        range: &Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) -> bool {
        if self.spell(c, range) {
            return true;
        }
        self.decide(Some(c));
        let is_control = kind == Notice::BidiControl;
        let alone = is_control && (may_close || !is_mark(c));
        if let UnseenRunState::Run(run) = &mut self.state {
            if UnseenGroup::from_notice(run.kind) == UnseenGroup::from_notice(kind) && !alone {
                run.extend(kind, range.end);
                return true;
            }
            self.end(report);
        }
        if is_control {
            self.recent = RecentCharacters::default();
            return false;
        }
        let begun = UnseenRun {
            kind,
            range: range.clone(),
            mark,
        };
        self.state = match kind {
            Notice::TagCharacter if self.recent.before().is_flag() && spells(c) => {
                UnseenRunState::Spelling(begun, 1)
            }
            Notice::TagCharacter | Notice::BomInside => UnseenRunState::Run(begun),
            _ => UnseenRunState::Waiting(c, begun),
        };
        true
    }

    /// Continues the spelling of a flag; returns whether the character belongs to it.
    fn spell(&mut self, c: char, range: &Range<u64>) -> bool {
        let UnseenRunState::Spelling(begun, count) = &mut self.state else {
            return false;
        };
        let ends = c == '\u{E007F}' && SPELLED.contains(count);
        if ends {
            self.state = UnseenRunState::Clear;
            self.recent.push(c);
        } else if spells(c) && *count < *SPELLED.end() {
            *count += 1;
            begun.range.end = range.end;
        } else {
            return false;
        }
        true
    }

    /// Decides about the waiting character, by the next one.
    fn decide(&mut self, next: Option<char>) {
        self.state = match std::mem::replace(&mut self.state, UnseenRunState::Clear) {
            UnseenRunState::Waiting(c, _) if unseen::is_meant(self.recent.before(), c, next) => {
                self.recent.push(c);
                UnseenRunState::Clear
            }
            UnseenRunState::Waiting(_, begun) | UnseenRunState::Spelling(begun, _) => {
                UnseenRunState::Run(begun)
            }
            state => state,
        };
    }

    /// Reports the run, if there is one. The next characters are judged as if nothing were before
    /// them.
    fn end(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        if let UnseenRunState::Run(run) = std::mem::replace(&mut self.state, UnseenRunState::Clear)
        {
            self.recent = RecentCharacters::default();
            report(run.kind, run.range, run.mark);
        }
    }
}

/// Reports whether a control is a mark, which opens nothing, or a PDF: payloads use them as bits.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{202C}')
}

/// Reports whether a tag is a letter or digit of a flag.
pub(super) const fn spells(c: char) -> bool {
    matches!(c, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::unicode::notice::{self, NoticePlace};

    /// The runs of a text, by characters.
    #[track_caller]
    fn check(text: &str, expected: &[(Notice, Range<u64>)]) {
        let mut unseen = UnseenFinder::default();
        let mut found = Vec::new();
        let mut report = |kind, range: Range<u64>, mark: u64| {
            assert_eq!(range.start, mark);
            found.push((kind, range));
        };
        for (at, c) in (0u64..).zip(text.chars()) {
            match notice::unseen(c, NoticePlace::Inside) {
                Some(kind) => {
                    unseen.unseen(c, kind, false, &(at..at + 1), at, &mut report);
                }
                None => unseen.seen(c, &mut report),
            }
        }
        unseen.interrupt(&mut report);
        assert_eq!(found, expected, "{}", text.escape_unicode());
    }

    #[test]
    fn neighbours_are_one_run() {
        use Notice::{BomInside, DefaultIgnorable, TagCharacter, VariationSelector};
        check("a\u{200B}\u{200C}\u{200D}b", &[(DefaultIgnorable, 1..4)]);
        check(
            "a\u{200B}b\u{200B}",
            &[(DefaultIgnorable, 1..2), (DefaultIgnorable, 3..4)],
        );
        check("a\u{FEFF}\u{FEFF}b", &[(BomInside, 1..3)]);
        check("a\u{FEFF}\u{200B}b", &[(DefaultIgnorable, 1..3)]);
        check("a\u{200C}\u{200E}\u{202C}b", &[(DefaultIgnorable, 1..4)]);
        check("a\u{200C}\u{202E}b", &[(DefaultIgnorable, 1..2)]);
        check(
            "\u{1F600}\u{FE0F}\u{FE00}\u{E0101}x",
            &[(VariationSelector, 2..4)],
        );
        check(
            "a\u{E0041}\u{E0042}\u{FE00}",
            &[(TagCharacter, 1..3), (VariationSelector, 3..4)],
        );
    }

    #[test]
    fn tags_are_meant_where_they_spell_a_flag() {
        let tags = |text: &str| -> String {
            let tag = |c| char::from_u32(0xE0000 + u32::from(c)).unwrap();
            text.chars().map(tag).collect()
        };
        let end = '\u{E007F}';
        check(&format!("\u{1F3F4}{}{end}!", tags("gbsct")), &[]);
        let run = |range| [(Notice::TagCharacter, range)];
        check(&format!("\u{1F3F4}{}!", tags("gbsct")), &run(1..6));
        check(&format!("\u{1F3F4}{}{end}", tags("gb")), &run(1..4));
        check(&format!("\u{1F3F4}{}{end}", tags("gbscotl")), &run(1..9));
        check(&format!("\u{1F3F4}{}{end}", tags("GBSCT")), &run(1..7));
        check(&format!("\u{1F600}{}{end}", tags("gbsct")), &run(1..7));
        let twice = format!("\u{1F3F4}{}{end}{}", tags("gbsct"), tags("x"));
        check(&twice, &run(7..8));
    }
}
