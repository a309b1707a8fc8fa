//! Counts many characters of a text at once.
//!
//! Plain ASCII is counted as bytes, other text without a notice as units of UTF-16. Invariant: the
//! counts are those of stepping.

use super::super::facts::DataOpening;
use super::super::text::TextReader;
use super::StatsCounter;
use hexloupe_text::codec::count_crlf;
use hexloupe_text::window::Window;

impl StatsCounter {
    /// Counts text up to an offset at most, in units of UTF-16; returns whether it counted some.
    pub(super) fn text(&mut self, window: &Window, until: u64) -> bool {
        let is_inside = self.at > DataOpening::LEN && self.at >= self.phase.max(window.start);
        let may_be = window.holes.is_empty() && TextReader::can_read(self.encoding);
        if !is_inside || !may_be || !self.noticer.is_quiet() {
            return false;
        }
        let bytes = window.slice(self.at, until.min(self.at + self.reader.most()));
        let text = self.reader.read(self.encoding, bytes);
        let run = self.noticer.quiet_run(text);
        let text = &text[..run.units];
        let Some(lengths) = self.encoding.lengths_of_units(text) else {
            return false;
        };
        let is = |unit: u16, byte: u8| unit == u16::from(byte);
        if let (Some(&first), Some(&last)) = (text.first(), text.last()) {
            self.noticer.pass(text, run);
            self.points.add_units(text);
            self.clusters.push_units(text);
            for (sum, count) in self.lengths.iter_mut().zip(&lengths[1..]) {
                *sum += *count as u64;
            }
            let across = self.after_cr && is(first, b'\n');
            self.crlf += count_crlf(text) + u64::from(across);
            // The text never ends with a CR, because a LF may follow one.
            self.after_cr = false;
            self.is_open = !is(last, b'\n');
        }
        let units = run.units;
        self.at += self.reader.used(self.encoding, bytes, units) as u64;
        units > 0
    }

    /// Adds plain text.
    pub(super) fn plain(&mut self, text: &[u8]) {
        self.points.add_ascii(text);
        self.lengths[0] += text.len() as u64;
        let across = u64::from(self.after_cr && text.first() == Some(&b'\n'));
        let crlf = self.line_ends(text);
        self.crlf += crlf;
        self.clusters.push_ascii(text, crlf - across);
        self.is_open = !matches!(text.last(), Some(b'\n' | b'\r'));
        self.at += text.len() as u64;
    }

    /// Passes line ends, and the character after a CR, to the noticer; returns the number of LF
    /// after CR.
    fn line_ends(&mut self, text: &[u8]) -> u64 {
        let (context, noticer) = (&mut self.context, &mut self.noticer);
        noticer.around_ascii(text, self.at, (), &mut |kind, _, ()| context.add(kind));
        let mut crlf = 0;
        let mut tell = |index: usize| {
            let offset = self.at + index as u64;
            let c = char::from(text[index]);
            noticer.end_of_line(c, offset..offset + 1, (), &mut |kind, _, ()| {
                context.add(kind);
            });
        };
        // Index just past the last line end.
        let mut next = 0;
        for at in memchr::memchr2_iter(b'\n', b'\r', text) {
            if self.after_cr && at > next {
                tell(next);
                self.after_cr = false;
            }
            crlf += u64::from(self.after_cr && text[at] == b'\n');
            tell(at);
            self.after_cr = text[at] == b'\r';
            next = at + 1;
        }
        if self.after_cr && next < text.len() {
            tell(next);
            self.after_cr = false;
        }
        crlf
    }
}
