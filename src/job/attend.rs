//! Reads the pages of a file for a user who cannot wait, and watches for changes of the file.

use super::{Control, End};
use crate::source::{Change, ReaderThread, Served};

/// News for the code that shows the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// Bytes have arrived that nobody was waiting for any more.
    Came,
    /// The file has changed. A lasting change is reported once, and once more when it is over.
    Changed(Change),
}

/// Serves a file until cancelled, which takes effect within a second.
pub fn attend(control: &Control<'_>, mut reader: ReaderThread, report: &dyn Fn(News)) -> End<()> {
    let mut last = Change::Same;
    while !control.is_cancelled() {
        match reader.serve() {
            Served::Page => {}
            Served::Relieved => break,
            Served::LatePage => report(News::Came),
            Served::Asked(change) => {
                let lasts = matches!(change, Change::Same | Change::Replaced | Change::Gone);
                if change != last || !lasts {
                    report(News::Changed(change));
                }
                // Growth and writes are momentary: the same change may be reported again.
                last = if lasts { change } else { Change::Same };
            }
        }
    }
    End::Cancelled
}
