//! Neighbours with the same notice, which are reported as one finding.
//!
//! Invariant: memory does not grow with a run; its first [`SHOWN`] bytes are stored.

use std::ops::Range;

use super::FileRules;
use super::look::NoticeMark;
use super::rules::AllowedNotices;
use crate::codec::Step;
use crate::unicode::hidden::{HiddenText, HiddenTextReader};
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::Severity;

/// The most bytes of a run that are shown.
pub const SHOWN: usize = 64;

/// Characters with a notice by themselves, side by side.
pub(super) struct NoticeRun {
    pub(super) notice: Notice,
    pub(super) severity: Severity,
    pub(super) range: Range<u64>,
    pub(super) mark: NoticeMark,
    pub(super) bytes: Vec<u8>,
    pub(super) count: u64,
}

impl NoticeRun {
    /// A run of one character.
    pub(super) fn new(
        notice: Notice,
        severity: Severity,
        range: Range<u64>,
        mark: NoticeMark,
        bytes: &[u8],
    ) -> Self {
        let mut run = Self {
            notice,
            severity,
            range,
            mark,
            bytes: Vec::new(),
            count: 1,
        };
        append(&mut run.bytes, bytes);
        run
    }

    /// Continues with a character, if it is a neighbour with the same notice.
    pub(super) fn goes_on(&mut self, one: &Self, bytes: &[u8]) -> bool {
        let joins = self.notice == one.notice && self.range.end == one.range.start;
        if joins {
            self.range.end = one.range.end;
            self.count += 1;
            append(&mut self.bytes, bytes);
        }
        joins
    }
}

/// Invisible characters that may turn out to be a run.
#[derive(Default)]
pub(super) struct UnseenRunCandidate {
    start: u64,
    bytes: Vec<u8>,
    count: u64,
    reader: HiddenTextReader,
    /// The notices that are allowed on all of them.
    allowed: AllowedNotices,
}

impl UnseenRunCandidate {
    /// Adds a step of the run that began at an offset.
    pub(super) fn add(&mut self, start: u64, step: &Step, bytes: &[u8], rules: &FileRules) {
        if self.start != start || self.count == 0 || step.offset == start {
            *self = Self {
                start,
                ..Self::default()
            };
        }
        append(&mut self.bytes, bytes);
        for c in step.meaning.scalars() {
            self.count += 1;
            self.reader.feed(c);
            if rules.allows_some() {
                self.allowed = self.allowed.and(rules.allowance(c.into()));
            }
        }
    }

    /// Reports whether a notice is allowed on each of them; none if they did not begin at an
    /// offset.
    pub(super) fn is_allowed(&self, start: u64, notice: Notice) -> Option<bool> {
        let is_it = self.count > 0 && self.start == start;
        is_it.then(|| self.allowed.covers(notice))
    }

    /// The first bytes, the number of characters and the hidden text, if they began at an offset.
    pub(super) fn begun_at(&self, start: u64) -> Option<(&[u8], u64, Option<HiddenText>)> {
        let is_it = self.count > 0 && self.start == start;
        is_it.then(|| (&*self.bytes, self.count, self.reader.hidden()))
    }
}

fn append(list: &mut Vec<u8>, bytes: &[u8]) {
    let room = SHOWN.saturating_sub(list.len());
    list.extend(&bytes[..bytes.len().min(room)]);
}
