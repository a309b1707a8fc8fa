//! Data that was opened for a session, with the requested reading.

use std::sync::Arc;

use crate::detect;
use crate::detect::requested::{
    EncodingOptionName, RequestedEncoding, remark_on_doubt, remark_on_marks,
};
use crate::detect::verdict::Verdict;
use crate::job::undump::DumpAccount;
use crate::scan::facts::encoding_range::EncodingRanges;
use crate::source::Source;
use crate::window::Peek;

/// Open data, with the requested reading.
#[derive(Debug)]
pub struct Opened {
    /// The data.
    pub source: Arc<Source>,
    /// The account of its import, if it was imported from a hex dump.
    pub import: Option<DumpAccount>,
    /// The requested encoding.
    pub requested: RequestedEncoding,
    /// The phase of code units in bytes, modulo the length of a code unit.
    pub phase: u8,
    /// A remark for the user on the label that named the encoding, in one line.
    pub remark: Option<String>,
}

/// The state continued from an earlier session, besides a place and an encoding.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ResumedView {
    /// The ranges read in another encoding than the rest.
    pub passages: EncodingRanges,
    /// Places with a letter.
    pub marks: Vec<(char, u64)>,
}

/// The continuation of a session with data, if it was left somewhere.
#[derive(Debug, Default)]
pub struct Resumption {
    /// The offset of the cursor.
    pub offset: Option<u64>,
    /// The other state.
    pub resumed: Option<ResumedView>,
    /// The message about it.
    pub said: Option<String>,
}

impl Opened {
    /// Data in memory with a name; its encoding is chosen from its bytes.
    pub fn memory(name: &str, bytes: impl Into<std::borrow::Cow<'static, [u8]>>) -> Self {
        Self::from_source(Source::memory(name, bytes))
    }

    /// Any data; its encoding is chosen from its bytes.
    pub fn from_source(source: Source) -> Self {
        Self {
            source: Arc::new(source),
            import: None,
            requested: RequestedEncoding::AUTO,
            phase: 0,
            remark: None,
        }
    }

    /// A remark for the user on the choice for some data, in one line.
    pub fn remark(&self, data: &dyn Peek, verdict: Verdict) -> Option<String> {
        // A named encoding needs no byte of a pipe.
        let other = (self.requested.is_auto())
            .then(|| detect::other_by_mark(data, verdict.encoding))
            .flatten()
            .map(|other| remark_on_marks(verdict.encoding, other, EncodingOptionName::Encoding));
        let said = self.remark.clone().or(other);
        said.or_else(|| remark_on_doubt(verdict, EncodingOptionName::Encoding))
    }

    /// The phase of an encoding's code units.
    pub fn phase(&self, verdict: Verdict) -> u64 {
        u64::from(self.phase) % u64::from(verdict.encoding.unit)
    }
}
