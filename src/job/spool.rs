//! Reads a pipe until it ends.

use super::{Control, JobEnd};
use crate::source::{PullOutcome, Source, Trouble};

/// Reads a stream to its end; the result is the error, if there was one.
pub(crate) fn spool(control: &Control<'_>, source: &Source) -> JobEnd<Option<Trouble>> {
    loop {
        match source.pull() {
            Ok(PullOutcome::End) => return JobEnd::Done(None),
            Ok(PullOutcome::Bytes(total)) => {
                // Every time: after the last bytes before a pause there would be no later report.
                control.say(total);
                if control.is_cancelled() {
                    return JobEnd::Cancelled;
                }
            }
            Err(trouble) => return JobEnd::Done(Some(trouble)),
        }
    }
}
