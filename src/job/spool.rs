//! Reads a pipe until it ends.

use super::{Control, End};
use crate::source::{Pulled, Source, Trouble};

/// Reads a stream to its end; the result is the error, if there was one.
pub(crate) fn spool(control: &Control<'_>, source: &Source) -> End<Option<Trouble>> {
    loop {
        match source.pull() {
            Ok(Pulled::End) => return End::Done(None),
            Ok(Pulled::Bytes(total)) => {
                // Every time: after the last bytes before a pause there would be no later report.
                control.say(total);
                if control.is_cancelled() {
                    return End::Cancelled;
                }
            }
            Err(trouble) => return End::Done(Some(trouble)),
        }
    }
}
