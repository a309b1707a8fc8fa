//! Text that is skipped at once: it has no notice, and its characters are only counted.
//!
//! Invariant: the reports and counts are those of stepping through it.

use super::scout::QuietStretch;
use super::{FileCheck, NoticeMark, PartWriter};
use crate::codec::Encoding;
use crate::job::check::FileRules;
use crate::scan::facts::DataOpening;
use crate::scan::fault_scanner::FaultScanner;
use crate::scan::lookalikes::LookAlikes;
use crate::scan::notices::Noticer;
use crate::scan::plain::PlainText;
use crate::scan::text::TextReader;
use crate::window::Window;

/// Bytes of plain text that are worth skipping by themselves.
const PLAIN: usize = 512;

/// The scanners of each character.
pub(super) struct CharacterLookout<M = NoticeMark> {
    encoding: &'static Encoding,
    pub(super) noticer: Noticer<M>,
    /// Present only if a notice of it is reported.
    pub(super) look_alikes: Option<LookAlikes<M>>,
    pub(super) reader: TextReader,
}

impl<M: Copy> CharacterLookout<M> {
    pub(super) fn new(encoding: &'static Encoding, noticer: Noticer<M>, rules: &FileRules) -> Self {
        Self {
            encoding,
            noticer,
            look_alikes: rules.wants_look_alikes().then(LookAlikes::default),
            reader: TextReader::default(),
        }
    }

    /// Skips text at the front of the rest, up to an offset at most, and counts it; returns whether
    /// there was some. Nothing is reported: skipped text begins no run or word.
    pub(super) fn pass(&mut self, scanner: &mut FaultScanner, window: &Window, until: u64) -> bool {
        let at = scanner.at();
        let is_inside = at > DataOpening::LEN && at >= scanner.phase().max(window.start);
        let may_be = window.holes.is_empty() && TextReader::can_read(self.encoding);
        if !is_inside || !may_be || !self.noticer.is_quiet() {
            return false;
        }
        let bytes = window.slice(at, until.min(at + self.reader.most()));
        let mut passed = 0;
        if self.encoding.ascii {
            let plain = PlainText::at_front(bytes);
            let is_long = plain.text.len() >= PLAIN || plain.text.len() == bytes.len();
            if is_long && self.pass_plain(scanner, plain) {
                return true;
            }
        }
        if passed == 0 && self.encoding.is_utf8() {
            passed = self.pass_bytes(bytes);
        }
        if passed == 0 {
            passed = self.pass_text(bytes);
        }
        scanner.count(window, at + passed as u64);
        passed > 0
    }

    /// Skips plain text and counts it; returns whether there was some.
    fn pass_plain(&mut self, scanner: &mut FaultScanner, plain: PlainText<'_>) -> bool {
        let mut passed = self.noticer.plain_quiet_run(&plain);
        if let Some(seen) = &mut self.look_alikes {
            passed = seen.passable_ascii(&plain.text[..passed]);
            seen.pass(&plain.text[..passed]);
        }
        let plain = plain.cut(passed);
        self.noticer.pass_plain(plain.text);
        self.reader.took(passed);
        scanner.pass_plain(&plain);
        passed > 0
    }

    /// Skips UTF-8 without decoding; returns its bytes.
    fn pass_bytes(&mut self, bytes: &[u8]) -> usize {
        let text = &bytes[..self.encoding.valid_prefix(bytes)];
        let mut passed = self.noticer.quiet_bytes(text);
        if let Some(seen) = &mut self.look_alikes {
            passed = seen.passable_bytes(&text[..passed]);
            seen.pass(&text[..passed]);
        }
        self.noticer.pass_bytes(&text[..passed]);
        if passed > 0 {
            self.reader.took(passed);
        }
        passed
    }

    /// Skips text of any kind; returns its bytes.
    fn pass_text(&mut self, bytes: &[u8]) -> usize {
        let text = self.reader.read(self.encoding, bytes);
        let mut quiet = self.noticer.quiet_run(text);
        if let Some(seen) = &mut self.look_alikes {
            quiet = quiet.cut(seen.passable(&text[..quiet.units]));
            seen.pass(&text[..quiet.units]);
        }
        self.noticer.pass(text, quiet);
        self.reader.used(self.encoding, bytes, quiet.units)
    }
}

impl FileCheck<'_> {
    /// Skips text up to an offset at most; returns whether it skipped some.
    pub(super) fn pass(
        &mut self,
        window: &Window,
        until: u64,
        writer: &mut PartWriter<'_>,
    ) -> bool {
        let Some(lookout) = &mut self.lookout else {
            return false;
        };
        let passed = lookout.pass(&mut self.scanner, window, until);
        if passed {
            self.end_runs(self.scanner.at(), writer);
        }
        passed
    }

    /// Skips a stretch that was found by itself, if it begins here and nothing before it makes a
    /// difference; returns whether it did.
    pub(super) fn pass_over(
        &mut self,
        stretch: &QuietStretch,
        writer: &mut PartWriter<'_>,
    ) -> bool {
        let Some(lookout) = &mut self.lookout else {
            return false;
        };
        let passed = stretch.follow(&mut self.scanner, lookout);
        if passed {
            self.end_runs(self.scanner.at(), writer);
        }
        passed
    }
}
