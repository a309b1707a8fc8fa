//! The reports of notices: neighbours become one finding.
//!
//! Invariant: a notice is counted when it is known, and reported once no neighbour can join it.

use std::ops::Range;

use super::{FileCheck, NoticeMark, PartWriter};
use crate::codec::{Anchor, CodecState, Walk};
use crate::job::check::rules::AllowedNotices;
use crate::job::check::run::{NoticeRun, SHOWN};
use crate::job::check::{Detail, Finding, FindingKind};
use crate::scan::fault_scanner::FaultScanner;
use crate::scan::lookalikes::LookAlike;
use crate::unicode::hidden::HiddenText;
use crate::unicode::notice::{Notice, ToldBy};
use crate::unicode::notice_group::Severity;
use crate::window::{Peek as _, Window};

impl FileCheck<'_> {
    /// Handles a notice: reports it, or stores it while it may become a run.
    pub(super) fn notice(
        &mut self,
        notice: Notice,
        range: Range<u64>,
        mark: NoticeMark,
        window: &Window,
        writer: &mut PartWriter<'_>,
    ) {
        let asked = self.rules.severity(notice).unwrap_or(Severity::Note);
        if notice == Notice::BidiUnpaired && self.has_told_bidi(&range, asked) {
            return;
        }
        let severity = self.severity(notice, &range, mark, window);
        if notice == Notice::BidiControl {
            // One that is allowed is told no more than it was.
            self.bidi = self
                .rules
                .severity(notice)
                .map(|asked| (range.clone(), asked));
        }
        let Some(severity) = severity else {
            return;
        };
        if matches!(notice.told_by(), ToldBy::Character | ToldBy::Encoding) {
            let bytes = window.slice(range.start, range.end);
            return self.join(
                NoticeRun::new(notice, severity, range, mark, bytes),
                bytes,
                writer,
            );
        }
        self.count(notice, severity, writer);
        if !self.is_told(severity) {
            return;
        }
        let begun = self
            .begun
            .begun_at(range.start)
            .filter(|_| notice.told_by() == ToldBy::Run);
        if let Some((bytes, count, hidden)) = begun {
            let bytes = bytes.to_vec();
            let shown = (&*bytes, count);
            let what = (notice, severity);
            return self.report(what, range, mark, shown, hidden.as_ref(), writer);
        }
        let c = char::from_u32(value(mark)).unwrap_or_default();
        let mut again = Vec::new();
        // Bytes read long before are encoded again: a character of such notices has one form.
        let encoded = self
            .encoding
            .encode(&mut CodecState::default(), c, &mut again);
        let whole = range.end - range.start;
        let count = match notice {
            Notice::BidiControl | Notice::BidiUnpaired if encoded.is_ok() => {
                (whole / again.len().max(1) as u64).max(1)
            }
            _ => 1,
        };
        let most = if count > 1 { SHOWN as u64 } else { whole };
        let shown = range.start..range.end.min(range.start + most);
        let kept = self.tail.with(window, &shown);
        let bytes = if kept.is_empty() { &again } else { &kept };
        self.report(
            (notice, severity),
            range,
            mark,
            (bytes, count),
            None,
            writer,
        );
    }

    /// Reports whether bidi controls were told already, no less severely: as controls that are not meant.
    fn has_told_bidi(&self, range: &Range<u64>, severity: Severity) -> bool {
        { self.bidi.as_ref() }.is_some_and(|(told, how)| {
            told.start <= range.start && range.end <= told.end && *how >= severity
        })
    }

    /// The severity of a notice on some characters; none if it is not reported. On several
    /// characters it is allowed only if it is allowed on each of them beyond ASCII: hidden text
    /// must not depend on the first character.
    fn severity(
        &mut self,
        notice: Notice,
        range: &Range<u64>,
        mark: NoticeMark,
        window: &Window,
    ) -> Option<Severity> {
        let severity = self.rules.severity(notice)?;
        if self.rules.comments.cover(notice, range.start) {
            self.allowed += 1;
            return None;
        }
        if !self.rules.allows_some() {
            return Some(severity);
        }
        let is_allowed = match notice.told_by() {
            ToldBy::Run | ToldBy::Context => { self.begun.is_allowed(range.start, notice) }
                .unwrap_or_else(|| self.all_allowed(notice, range, mark, window)),
            ToldBy::Character | ToldBy::Encoding => {
                self.rules.allowance(value(mark)).covers(notice)
            }
        };
        (!is_allowed).then_some(severity)
    }

    /// Reports whether a notice is allowed on all characters of a range beyond ASCII, or on the
    /// first if none is.
    fn all_allowed(
        &self,
        notice: Notice,
        range: &Range<u64>,
        mark: NoticeMark,
        window: &Window,
    ) -> bool {
        let first = self.rules.allowance(value(mark));
        let bytes = self.tail.with(window, range);
        let whole = bytes.len() as u64 == range.end - range.start;
        if self.encoding.is_stateful() || !whole {
            return first.covers(notice);
        }
        let seen = bytes.window(0, bytes.len());
        let values = Walk::new(self.encoding, 0, &seen).flat_map(|step| step.meaning.values());
        let beyond = values.filter(|value| *value > 0x7F);
        let all = beyond
            .map(|value| self.rules.allowance(value))
            .reduce(AllowedNotices::and);
        all.unwrap_or(first).covers(notice)
    }

    /// Handles a word or spaces that look like others.
    pub(super) fn look_alike(
        &mut self,
        found: LookAlike<NoticeMark>,
        window: &Window,
        writer: &mut PartWriter<'_>,
    ) {
        let LookAlike {
            notice,
            range,
            mark,
            twin,
        } = found;
        let Some(severity) = self.severity(notice, &range, mark, window) else {
            return;
        };
        self.count(notice, severity, writer);
        if !self.is_told(severity) {
            return;
        }
        let bytes = self.tail.with(window, &range);
        self.tell(severity);
        writer.write(&Finding {
            what: FindingKind::Notice(notice, value(mark)),
            severity,
            range,
            bytes: &bytes,
            position: mark.position,
            count: 1,
            hidden: None,
            twin: twin.as_deref(),
            layer: &[],
        });
    }

    /// Counts a notice.
    fn count(&mut self, notice: Notice, severity: Severity, writer: &mut PartWriter<'_>) {
        self.noted.add(notice);
        if severity == Severity::Error {
            self.denied += 1;
            writer.found();
        }
        self.tellable += 1;
    }

    /// Reports whether a text that is mojibake as a whole would be a finding: mojibake is looked for
    /// from the first byte on.
    pub(in crate::job::check) fn may_judge(&self) -> bool {
        self.rules.judges(self.encoding, self.part)
    }

    /// Reports whether a notice on the first bytes of a file is wanted.
    pub(in crate::job::check) fn asks(&self, notice: Notice) -> bool {
        self.rules.severity(notice).is_some() && self.part.is_none()
    }

    /// Tells a notice on a range of the first bytes of a file, which the window shows.
    pub(in crate::job::check) fn tell_at(
        &mut self,
        notice: Notice,
        range: Range<u64>,
        window: &Window,
        writer: &mut PartWriter<'_>,
    ) {
        self.tell_from(self.scanner_of_head(), notice, range, window, writer);
    }

    /// The counts before the first byte of a file.
    pub(in crate::job::check) fn scanner_of_head(&self) -> FaultScanner {
        FaultScanner::new(self.encoding, 0).in_columns(self.orders.columns)
    }

    /// Tells a notice on a range that the window shows, after the counts up to an offset before it.
    pub(in crate::job::check) fn tell_from(
        &mut self,
        mut scanner: FaultScanner,
        notice: Notice,
        range: Range<u64>,
        window: &Window,
        writer: &mut PartWriter<'_>,
    ) {
        scanner.count(window, range.start);
        let tally = *scanner.tally();
        let mut walk = Walk::new(self.encoding, 0, window).at(Anchor {
            offset: range.start,
            state: CodecState::default(),
        });
        let Some(mark) = walk
            .next()
            .map(|step| super::mark(&step, &tally, tally.faults()))
        else {
            return;
        };
        let Some(severity) = self.severity(notice, &range, mark, window) else {
            return;
        };
        self.count(notice, severity, writer);
        if self.is_told(severity) {
            let bytes = window.slice(range.start, range.end);
            self.report((notice, severity), range, mark, (bytes, 1), None, writer);
        }
    }

    /// Adds a character with a notice of its own, as a run of one, to the run before it, or begins
    /// one.
    fn join(&mut self, one: NoticeRun, bytes: &[u8], writer: &mut PartWriter<'_>) {
        let mut runs = self.runs.iter_mut();
        if !runs.any(|run| run.goes_on(&one, bytes)) {
            self.count(one.notice, one.severity, writer);
            self.runs.push(one);
        }
    }

    /// Reports the runs that end before an offset.
    pub(super) fn end_runs(&mut self, at: u64, writer: &mut PartWriter<'_>) {
        if self.runs.is_empty() {
            return;
        }
        let ended = |run: &mut NoticeRun| run.range.end < at;
        let ended: Vec<NoticeRun> = self.runs.extract_if(.., ended).collect();
        for run in ended {
            if self.is_told(run.severity) {
                let shown = (&*run.bytes, run.count);
                let what = (run.notice, run.severity);
                self.report(what, run.range, run.mark, shown, None, writer);
            }
        }
    }

    /// Reports whether a counted notice is reported to the user.
    fn is_told(&self, severity: Severity) -> bool {
        let may_tell = match severity {
            Severity::Error => self.may_tell_denied(),
            _ => self.may_tell(),
        };
        may_tell && self.orders.detail == Detail::All
    }

    /// Counts a notice that is reported.
    fn tell(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.denied_told += 1,
            _ => self.told += 1,
        }
    }

    /// Reports a finding on some characters, and shows some bytes.
    fn report(
        &mut self,
        (notice, severity): (Notice, Severity),
        range: Range<u64>,
        mark: NoticeMark,
        (bytes, count): (&[u8], u64),
        hidden: Option<&HiddenText>,
        writer: &mut PartWriter<'_>,
    ) {
        self.tell(severity);
        writer.write(&Finding {
            what: FindingKind::Notice(notice, value(mark)),
            severity,
            range,
            bytes,
            position: mark.position,
            count,
            hidden,
            twin: None,
            layer: &[],
        });
    }
}

/// The value of the first character of a sequence.
fn value(mark: NoticeMark) -> u32 {
    mark.meaning.values().next().unwrap_or_default()
}
