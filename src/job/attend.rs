//! Reads the pages of a file for a user who cannot wait, and watches for changes of the file.

use super::{Control, JobEnd};
use crate::source::{FileChange, ReaderThread, ServedRequest};

/// News for the code that shows the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttendedNews {
    /// Bytes have arrived that nobody was waiting for any more.
    Came,
    /// The file has changed. A lasting change is reported once, and once more when it is over.
    Changed(FileChange),
}

/// Serves a file until cancelled, which takes effect within a second.
pub fn attend(
    control: &Control<'_>,
    mut reader: ReaderThread,
    report: &dyn Fn(AttendedNews),
) -> JobEnd<()> {
    let mut last = FileChange::Same;
    while !control.is_cancelled() {
        match reader.serve() {
            ServedRequest::Page => {}
            ServedRequest::Relieved => break,
            ServedRequest::LatePage => report(AttendedNews::Came),
            ServedRequest::Asked(change) => {
                let lasts = matches!(
                    change,
                    FileChange::Same | FileChange::Replaced | FileChange::Gone
                );
                if change != last || !lasts {
                    report(AttendedNews::Changed(change));
                }
                // Growth and writes are momentary: the same change may be reported again.
                last = if lasts { change } else { FileChange::Same };
            }
        }
    }
    JobEnd::Cancelled
}
