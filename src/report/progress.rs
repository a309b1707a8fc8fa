//! The progress of long work: a line on standard error that disappears at the end.
//!
//! Invariant: nothing is drawn within the first second, and nothing remains after the end.

use std::time::{Duration, Instant};

use indicatif::{BinaryBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::job::check::CheckProgress;
use crate::unicode::glyph::Charset;

/// The running time of work before the line is drawn.
const PATIENCE: Duration = Duration::from_secs(1);
/// Redraws per second.
const RATE: u8 = 10;

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
        let elapsed = self.since.elapsed();
        if self.drawn.is_none() && elapsed < PATIENCE {
            return;
        }
        let charset = self.charset;
        let bar = self.drawn.get_or_insert_with(|| draw(charset, progress.of));
        bar.set_position(progress.bytes);
        let millis = (elapsed.as_millis() as u64).max(1);
        let rate = BinaryBytes(progress.bytes / millis * 1000);
        bar.set_message(match progress.of {
            Some(_) => format!("{rate}/s"),
            // Before the first file is done, or if there is only one.
            None if progress.files == 0 => format!("{rate}/s"),
            None => format!("{} files, {rate}/s", progress.files),
        });
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

fn draw(charset: Charset, of: Option<u64>) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(RATE);
    let bar = ProgressBar::with_draw_target(of, target);
    let template = match of {
        Some(_) => "{percent}% [{bar:20}] {binary_bytes} of {binary_total_bytes}, {msg}",
        None => "{spinner} {binary_bytes}, {msg}",
    };
    let (bars, ticks) = match charset {
        Charset::Unicode => ("━╸─", "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏ "),
        Charset::Ascii => ("=>-", "|/-\\ "),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars(bars).tick_chars(ticks));
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

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
            for of in [None, Some(10)] {
                let bar = draw(charset, of);
                bar.set_draw_target(ProgressDrawTarget::hidden());
                bar.set_position(5);
                assert_eq!((bar.position(), bar.length()), (5, of));
                bar.finish_and_clear();
            }
        }
    }
}
