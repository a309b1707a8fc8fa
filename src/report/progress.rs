//! The progress of long work: a line on standard error that disappears at the end.
//!
//! Invariant: nothing is drawn within the first second, and nothing remains after the end.

use std::time::{Duration, Instant};

use indicatif::{BinaryBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::job::check::CheckProgress;
use crate::model::numbers::counted;
use crate::unicode::glyph::Charset;

/// The running time of work before the line is drawn.
const PATIENCE: Duration = Duration::from_secs(1);
/// Redraws per second.
const RATE: u8 = 10;

/// The parts that all the work has in a bar that shows a share of it.
pub(crate) const PARTS: u64 = 1_000_000;

/// The progress of work in several passes over the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PassProgress {
    /// The pass, from 1.
    pub(crate) number: u32,
    /// The number of passes.
    pub(crate) of: u32,
    /// The share of all the work that is done, of [`PARTS`].
    pub(crate) share: u64,
    /// The bytes that were read in all passes.
    pub(crate) bytes: u64,
}

impl PassProgress {
    /// The pass in words.
    fn words(self) -> String {
        format!("pass {} of {}", self.number, self.of)
    }
}

/// A bar on standard error.
pub(crate) struct Bar {
    since: Instant,
    charset: Charset,
    drawn: Option<ProgressBar>,
}

impl Bar {
    /// A bar for work that begins now.
    pub(crate) fn new(charset: Charset) -> Self {
        Self {
            since: Instant::now(),
            charset,
            drawn: None,
        }
    }

    /// Shows the progress, once the first second has passed.
    pub(crate) fn show(&mut self, progress: CheckProgress) {
        let rate = self.rate(progress.bytes);
        let message = said(progress, rate);
        let measure = progress.of.map_or(Measure::Bytes, Measure::BytesOf);
        self.draw(measure, progress.bytes, message);
    }

    /// Shows the pass and the share of the work, once the first second has passed.
    pub(crate) fn show_pass(&mut self, progress: PassProgress) {
        let message = format!("{}, {}", progress.words(), self.rate(progress.bytes));
        self.draw(Measure::Share, progress.share, message);
    }

    /// Bytes per second since the beginning.
    fn rate(&self, bytes: u64) -> String {
        let millis = (self.since.elapsed().as_millis() as u64).max(1);
        format!("{}/s", BinaryBytes(bytes / millis * 1000))
    }

    fn draw(&mut self, measure: Measure, position: u64, message: String) {
        if self.drawn.is_none() && self.since.elapsed() < PATIENCE {
            return;
        }
        let Some(bar) = &self.drawn else {
            let bar = draw(self.charset, measure).with_position(position);
            let bar = bar.with_message(message);
            bar.tick();
            self.drawn = Some(bar);
            return;
        };
        bar.set_message(message);
        bar.set_position(position.max(bar.position()));
    }

    /// Reports whether the line is on the screen.
    pub(crate) const fn is_drawn(&self) -> bool {
        self.drawn.is_some()
    }

    /// Does some work, such as printing, while the line is hidden.
    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.drawn {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }

    /// Removes the line.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.drawn.take() {
            bar.finish_and_clear();
        }
    }
}

/// The meaning of the length of a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Measure {
    /// Bytes, of an unknown number.
    Bytes,
    /// Bytes, of so many.
    BytesOf(u64),
    /// A share of the work.
    Share,
}

fn draw(charset: Charset, measure: Measure) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(RATE);
    let (of, template) = match measure {
        Measure::Bytes => (None, "{spinner} {binary_bytes}, {msg}"),
        Measure::BytesOf(of) => (
            Some(of),
            "{percent}% [{bar:20}] {binary_bytes} of {binary_total_bytes}, {msg}",
        ),
        Measure::Share => (Some(PARTS), "{percent}% [{bar:20}] {msg}"),
    };
    let bar = ProgressBar::with_draw_target(of, target);
    let (bars, ticks) = match charset {
        Charset::Unicode => ("━╸─", "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏ "),
        Charset::Ascii => ("=>-", "|/-\\ "),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars(bars).tick_chars(ticks));
    }
    bar
}

/// The files that are done, and the rate.
fn said(progress: CheckProgress, rate: String) -> String {
    match (progress.of, progress.files) {
        // Before the first file is done, or if there is only one.
        (Some(_), _) | (None, 0) => rate,
        (None, files) => format!("{}, {rate}", counted(files, "file")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_is_no_files() {
        let of = |files, of| {
            let progress = CheckProgress {
                files,
                bytes: 5,
                of,
            };
            said(progress, "1 MiB/s".to_owned())
        };
        assert_eq!(of(0, None), "1 MiB/s");
        assert_eq!(of(1, None), "1 file, 1 MiB/s");
        assert_eq!(of(2, None), "2 files, 1 MiB/s");
        assert_eq!(of(2, Some(9)), "1 MiB/s");
    }

    #[test]
    fn nothing_is_drawn_of_a_short_check() {
        let mut bar = Bar::new(Charset::Unicode);
        bar.show(CheckProgress {
            files: 3,
            bytes: 5,
            of: None,
        });
        assert!(bar.drawn.is_none());
        assert_eq!(bar.aside(|| 7), 7);
        bar.clear();
    }

    #[test]
    fn every_form_of_the_line_can_be_drawn() {
        for charset in [Charset::Unicode, Charset::Ascii] {
            for (measure, of) in [
                (Measure::Bytes, None),
                (Measure::BytesOf(10), Some(10)),
                (Measure::Share, Some(PARTS)),
            ] {
                let bar = draw(charset, measure);
                bar.set_draw_target(ProgressDrawTarget::hidden());
                bar.set_position(5);
                assert_eq!((bar.position(), bar.length()), (5, of));
                bar.finish_and_clear();
            }
        }
    }

    #[test]
    fn a_lower_number_is_not_drawn() {
        let mut bar = Bar::new(Charset::Unicode);
        let hidden = draw(Charset::Unicode, Measure::BytesOf(10));
        hidden.set_draw_target(ProgressDrawTarget::hidden());
        bar.drawn = Some(hidden);
        for (bytes, expected) in [(3, 3), (7, 7), (2, 7), (9, 9)] {
            bar.show(CheckProgress {
                files: 0,
                bytes,
                of: Some(10),
            });
            let drawn = bar.drawn.as_ref().map(ProgressBar::position);
            assert_eq!(drawn, Some(expected));
        }
    }

    #[test]
    fn the_pass_is_said_in_words() {
        let progress = PassProgress {
            number: 2,
            of: 3,
            share: PARTS / 2,
            bytes: 10,
        };
        assert_eq!(progress.words(), "pass 2 of 3");
    }
}
