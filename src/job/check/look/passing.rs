//! Text that is passed over at once: it has no notice, and its characters are only counted.
//!
//! Invariant: what is told and counted is what stepping through it gives.

use super::{FileCheck, PartWriter};
use crate::codec::State;
use crate::scan::facts::Opening;
use crate::scan::notices::plain_run;
use crate::window::Window;

/// Bytes that are looked at together.
const STRETCH: u64 = 8 * 1024;
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
        // A shift or a remark is not in the text.
        let is_text = !self.encoding.shifts && !self.encoding.makes_remarks();
        if !is_inside || !is_text || !window.holes.is_empty() {
            return false;
        }
        let bytes = window.slice(at, until.min(at + STRETCH));
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
        passed
    }

    /// Passes over text of any kind; returns its bytes.
    fn pass_text(&mut self, bytes: &[u8]) -> usize {
        let Some(noticer) = &mut self.noticer else {
            return 0;
        };
        if !noticer.is_settled() || noticer.is_open() {
            return 0;
        }
        let units = &mut self.units;
        units.resize(units.len().max(bytes.len()), 0);
        let mut state = State::default();
        let read = self.encoding.units(&mut state, bytes, false, units);
        let text = &units[..read.units];
        let mut quiet = noticer.quiet_run(text);
        let look_alikes = self.look_alikes.as_mut();
        if let Some(seen) = look_alikes {
            quiet = quiet.cut(seen.passable(&text[..quiet.units]));
            seen.pass(&text[..quiet.units]);
        }
        noticer.pass(text, quiet);
        if quiet.units == read.units {
            return read.bytes;
        }
        let told = self.encoding.bytes_of_units(&text[..quiet.units]);
        told.unwrap_or_else(|| {
            let room = &mut units[..quiet.units];
            let again = self
                .encoding
                .units(&mut State::default(), bytes, false, room);
            again.bytes
        })
    }
}
