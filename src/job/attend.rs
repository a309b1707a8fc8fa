//! Reads a file for who cannot wait, and asks now and then what has become of it.

use super::{Control, End};
use crate::source::{Change, ReaderThread, Served};

/// What whoever looks at the file should know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// Bytes have come that somebody had stopped waiting for.
    Came,
    /// What has become of the file. What lasts is said once, and once more when
    /// it is over.
    Changed(Change),
}

/// Attends to a file until cancelled, which is heard within a second.
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
                // After growth nothing is over.
                last = if lasts { change } else { Change::Same };
            }
        }
    }
    End::Cancelled
}
