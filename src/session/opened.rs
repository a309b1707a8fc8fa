//! Data that was opened for a session, and how the user has asked to read it.

use std::sync::Arc;

use crate::detect;
use crate::detect::requested::{Naming, RequestedEncoding, remark_on_doubt, remark_on_marks};
use crate::detect::verdict::Verdict;
use crate::job::undump::Account;
use crate::scan::facts::encoding_range::EncodingRanges;
use crate::source::Source;
use crate::window::Peek;

/// Data that is open, and how it is to be read.
#[derive(Debug)]
pub struct Opened {
    /// The data.
    pub source: Arc<Source>,
    /// The account of its import, if it was imported from a hex dump.
    pub import: Option<Account>,
    /// The encoding that is asked for.
    pub requested: RequestedEncoding,
    /// Where code units start, in bytes; it counts modulo the length of a code unit.
    pub phase: u8,
    /// What the user should know of the label that named the encoding, in one line.
    pub remark: Option<String>,
}

/// What else than a place and an encoding goes on from an earlier session.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Resumed {
    /// What is read in another encoding than the rest.
    pub passages: EncodingRanges,
    /// Places with a letter.
    pub marks: Vec<(char, u64)>,
}

/// How a session goes on with data, if it was left somewhere.
#[derive(Debug, Default)]
pub struct Resumption {
    /// Where the cursor was.
    pub offset: Option<u64>,
    /// What else was so.
    pub resumed: Option<Resumed>,
    /// What is to be said of it.
    pub said: Option<String>,
}

impl Opened {
    /// Data in memory with a name; its encoding is chosen from its bytes.
    pub fn memory(name: &str, bytes: impl Into<std::borrow::Cow<'static, [u8]>>) -> Self {
        Self::of(Source::memory(name, bytes))
    }

    /// Any data; its encoding is chosen from its bytes.
    pub fn of(source: Source) -> Self {
        Self {
            source: Arc::new(source),
            import: None,
            requested: RequestedEncoding::AUTO,
            phase: 0,
            remark: None,
        }
    }

    /// What the user should know of the choice for some data, in one line.
    pub fn remark(&self, data: &dyn Peek, verdict: Verdict) -> Option<String> {
        // An encoding that was named needs no byte of a pipe.
        let other = (self.requested.is_auto())
            .then(|| detect::other_by_mark(data, verdict.encoding))
            .flatten()
            .map(|other| remark_on_marks(verdict.encoding, other, Naming::Encoding));
        let said = self.remark.clone().or(other);
        said.or_else(|| remark_on_doubt(verdict, Naming::Encoding))
    }

    /// Where code units of an encoding start.
    pub fn phase(&self, verdict: Verdict) -> u64 {
        u64::from(self.phase) % u64::from(verdict.encoding.unit)
    }
}
