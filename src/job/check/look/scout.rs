//! Clean stretches of a piece, found before the bytes before the piece are known.
//!
//! A scout begins in a piece after the first character that leaves nothing pending, whatever stands
//! before it, and skips text without a notice. At a notice, it looks for the next such character.
//! The check that goes through the data in order then skips these stretches at once, and examines
//! only the parts between them. Invariant: a stretch is skipped only if going through it reports
//! nothing and leaves the same state.

use super::passing::CharacterLookout;
use crate::codec::{Anchor, ColumnUnit, Encoding, Meaning, Walk};
use crate::job::check::FileRules;
use crate::scan::facts::DataOpening;
use crate::scan::fault_scanner::{FaultScanner, PartialCount};
use crate::scan::lookalikes::LookAlikes;
use crate::scan::notices::{self, Noticer, PassedStretch};
use crate::scan::text::TextReader;
use crate::window::Window;
use std::ops::Range;

/// The most bytes of a stretch, about: if something before it makes a difference, that many are
/// gone through again.
const MOST: u64 = 64 * 1024;
/// Shorter stretches are not worth it.
const LEAST: u64 = 128;
/// Bytes searched for a character that leaves nothing pending.
const FAR: u64 = 4 * 1024;

/// A clean stretch.
pub(in crate::job::check) struct QuietStretch {
    count: PartialCount,
    passed: PassedStretch,
    /// Its last character, if it was scanned for words.
    last: Option<char>,
}

impl QuietStretch {
    /// Its first offset.
    pub(super) fn start(&self) -> u64 {
        self.count.start()
    }

    /// Skips it, if it begins here and nothing before it makes a difference; returns whether it
    /// did.
    pub(super) fn follow(
        &self,
        scanner: &mut FaultScanner,
        lookout: &mut CharacterLookout,
    ) -> bool {
        let seen = lookout.look_alikes.as_ref();
        let is_settled = seen.is_none_or(|seen| self.last.is_some() && seen.is_settled());
        let is_quiet = is_settled && lookout.noticer.may_pass_over(&self.passed);
        if !is_quiet || !scanner.append(&self.count) {
            return false;
        }
        let ends_line = self.count.line_ends() > 0;
        lookout.noticer.pass_over(&self.passed, ends_line);
        if let (Some(seen), Some(last)) = (&mut lookout.look_alikes, self.last) {
            seen.restart(last);
        }
        true
    }
}

/// Finds stretches.
pub(in crate::job::check) struct CleanRunFinder {
    encoding: &'static Encoding,
    phase: u64,
    columns: ColumnUnit,
    lookout: CharacterLookout<()>,
}

impl CleanRunFinder {
    /// A scout of data in an encoding, for the reports of some rules, with columns of a unit.
    pub(in crate::job::check) fn new(
        encoding: &'static Encoding,
        phase: u64,
        (rules, columns): (&FileRules, ColumnUnit),
    ) -> Self {
        // The bytes of a foreign mark at the opening do not matter: no stretch begins there.
        let noticer = Noticer::new(encoding, &[]);
        Self {
            encoding,
            phase,
            columns,
            lookout: CharacterLookout::new(encoding, noticer, rules),
        }
    }

    /// The stretches in a range, in order. The window must show the encoding's [reach from
    /// anywhere](Encoding::reach_from_anywhere), if the data has it.
    pub(in crate::job::check) fn stretches(
        &mut self,
        window: &Window,
        range: Range<u64>,
    ) -> Vec<QuietStretch> {
        let mut found = Vec::new();
        if self.encoding.is_stateful() || !TextReader::can_read(self.encoding) {
            return found;
        }
        let until = range.end.min(window.end());
        let mut at = range.start.max(DataOpening::LEN + 1);
        while at < until && window.holes.is_empty() {
            let Some(mut count) = self.begin(window, at..until.min(at + FAR)) else {
                at += FAR;
                continue;
            };
            let most = until.min(count.start() + MOST);
            let scanner = count.scanner();
            while scanner.at() < most && self.lookout.pass(scanner, window, most) {}
            let end = scanner.at();
            if end - count.start() >= LEAST {
                found.push(QuietStretch {
                    count,
                    passed: self.lookout.noticer.passed(),
                    last: { self.lookout.look_alikes.as_ref() }.map(LookAlikes::last),
                });
            }
            at = end;
            if end < most {
                // An odd character may be a line end, so its form must be known.
                let steps = self.walk(window, end).take(2);
                steps.for_each(|step| self.lookout.noticer.skip(&step));
                at += self.lookout.reader.step();
            }
        }
        found
    }

    /// The steps from a boundary on.
    fn walk<'w>(&self, window: &'w Window, offset: u64) -> Walk<'w> {
        let anchor = Anchor {
            offset,
            ..Anchor::default()
        };
        Walk::new(self.encoding, self.phase, window).at(anchor)
    }

    /// Begins after the first character of a range that leaves nothing pending; none if there is
    /// none.
    fn begin(&mut self, window: &Window, range: Range<u64>) -> Option<PartialCount> {
        let (encoding, phase) = (self.encoding, self.phase);
        let until = range.end;
        let alone = |from: u64| {
            FaultScanner::alone(encoding, phase, window, from..from, (false, self.columns))
        };
        for step in self.walk(window, alone(range.start)?.start()) {
            if step.end() >= until {
                break;
            }
            self.lookout.noticer.skip(&step);
            let Meaning::Scalar(c) = step.meaning else {
                continue;
            };
            // A name may be inside a word of these, and continue.
            let ends = self.lookout.look_alikes.is_none() || matches!(c, ' ' | '\n');
            if ends && c != '\r' && notices::settles(c) {
                self.lookout.noticer.restart_after(c);
                if let Some(seen) = &mut self.lookout.look_alikes {
                    seen.restart(c);
                }
                return alone(step.end());
            }
        }
        None
    }
}
