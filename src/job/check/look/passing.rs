//! Text that is passed over at once: it has no notice, and its characters are only counted.
//!
//! Invariant: what is told and counted is what stepping through it gives.

use super::{FileCheck, PartWriter};
use crate::scan::facts::Opening;
use crate::scan::notices::plain_run;
use crate::scan::text::TextReader;
use crate::window::Window;

/// Bytes of plain text that are worth to be passed over by themselves.
const PLAIN: usize = 512;

impl FileCheck<'_> {
    /// Passes over text up to an offset at most; returns whether it passed some.
    pub(super) fn pass(
        &mut self,
        window: &Window,
        until: u64,
        writer: &mut PartWriter<'_>,
    ) -> bool {
        let at = self.scanner.at();
        let is_inside = at > Opening::LEN && at >= self.scanner.phase().max(window.start);
        if !is_inside || !window.holes.is_empty() || !TextReader::can_read(self.encoding) {
            return false;
        }
        let bytes = window.slice(at, until.min(at + self.reader.most()));
        let mut passed = 0;
        if self.encoding.ascii {
            let plain = &bytes[..plain_run(bytes)];
            if plain.len() >= PLAIN || plain.len() == bytes.len() {
                passed = self.pass_plain(plain, window, writer);
            }
        }
        if passed == 0 {
            passed = self.pass_text(bytes);
        }
        let end = at + passed as u64;
        self.scanner.count(window, end);
        self.end_runs(end, writer);
        passed > 0
    }

    /// Passes over plain text; returns its bytes.
    fn pass_plain(&mut self, text: &[u8], window: &Window, writer: &mut PartWriter<'_>) -> usize {
        let Some(mut noticer) = self.noticer.take() else {
            return 0;
        };
        let mut passed = noticer.plain_quiet_run(text);
        if let Some(seen) = &mut self.look_alikes {
            passed = seen.passable(&text[..passed]);
            seen.pass(&text[..passed]);
        }
        noticer.pass_plain(&text[..passed], &mut |notice, range, mark| {
            self.notice(notice, range, mark, window, writer);
        });
        self.noticer = Some(noticer);
        self.reader.took(passed);
        passed
    }

    /// Passes over text of any kind; returns its bytes.
    fn pass_text(&mut self, bytes: &[u8]) -> usize {
        let Some(noticer) = &mut self.noticer else {
            return 0;
        };
        if !noticer.is_quiet() {
            return 0;
        }
        let text = self.reader.read(self.encoding, bytes);
        let mut quiet = noticer.quiet_run(text);
        if let Some(seen) = &mut self.look_alikes {
            quiet = quiet.cut(seen.passable(&text[..quiet.units]));
            seen.pass(&text[..quiet.units]);
        }
        noticer.pass(text, quiet);
        self.reader.used(self.encoding, bytes, quiet.units)
    }
}
