//! Reads each stretch of the data in its own encoding: lines of several encodings.
//!
//! The data is read in the background; the results become passages, all at once. Invariant: only
//! passages change, and those made by the user stay.

use std::sync::Arc;

use super::errands::ErrandResult;
use super::open_file::OpenFile;
use crate::codec::{Encoding, misread};
use crate::command::keymap::Keymap;
use crate::detect::Reading;
use crate::detect::preferred::Preferred;
use crate::detect::verdict::Nature;
use crate::job::runs::{ReadingStretch, STEP, divide, judge};
use crate::job::{Control, JobEnd};
use crate::model::numbers::counted;
use crate::scan::facts::encoding_range::{EncodingRange, EncodingRanges};
use crate::source::ArrivedData;
use crate::window::Peek;

/// The result of dividing the data.
#[derive(Debug)]
pub(super) enum DivisionOutcome {
    /// Binary data: none of its lines is text.
    Binary,
    /// Stretches with another reading than the rest.
    Text(DividedStretches),
}

/// The stretches of the data with another reading than the rest.
#[derive(Debug, Default)]
pub(super) struct DividedStretches {
    /// The stretches that become passages.
    passages: Vec<EncodingRange>,
    /// The number of further ones.
    more: u64,
}

impl OpenFile {
    /// Looks for the stretches with another reading than the rest.
    pub(super) fn divide(&mut self) {
        let encoding = self.state.view.encoding();
        if !encoding.ascii {
            let name = encoding.name;
            return self.state.say(format!(
                "passages need an encoding that extends ASCII, not {name}; try guess --lines"
            ));
        }
        let source = Arc::clone(&self.source);
        let len = ArrivedData(&source).len();
        let doing = "finding the encoding of each line".to_owned();
        self.set_out(doing, 0..len, move |control| {
            match divided(control, &ArrivedData(&source), encoding) {
                JobEnd::Done(found) => JobEnd::Done(ErrandResult::Divided(source, found)),
                JobEnd::Cancelled => JobEnd::Cancelled,
            }
        });
    }

    /// Stores the stretches as passages.
    pub(super) fn divided(&mut self, keymap: &Keymap, found: DivisionOutcome) {
        let DivisionOutcome::Text(DividedStretches { passages, mut more }) = found else {
            let reads = keymap.first("passage-encoding");
            return self.state.say(format!(
                "binary data has no lines of text; {reads} reads a selection in another encoding"
            ));
        };
        let mut made = 0;
        let view = &mut self.state.view;
        let known = view.passages.clone();
        for passage in passages {
            let overlaps = |own: &EncodingRange| {
                own.range.start < passage.range.end && passage.range.start < own.range.end
            };
            if known.list().iter().any(overlaps) {
                continue;
            }
            if view.passages.add(passage) {
                made += 1;
            } else {
                more += 1;
            }
        }
        let said = match (made, more) {
            (0, 0) => "every line reads best in the file's encoding".to_owned(),
            (_, 0) => format!(
                "{} in other encodings; {} goes to the next",
                counted(made, "passage"),
                keymap.first("next-passage")
            ),
            _ => format!(
                "{} in other encodings; no room for {more} more",
                counted(made, "passage")
            ),
        };
        self.state.say(said);
    }
}

/// The stretches with another reading than an encoding.
fn divided(
    control: &mut Control<'_>,
    data: &dyn Peek,
    rest: &'static Encoding,
) -> JobEnd<DivisionOutcome> {
    let JobEnd::Done(judgement) = judge(control, data, Preferred::NONE, STEP) else {
        return JobEnd::Cancelled;
    };
    if let Nature::Binary(_) = judgement.guess.nature {
        return JobEnd::Done(DivisionOutcome::Binary);
    }
    let mut found = DividedStretches::default();
    let mut take = |stretch: ReadingStretch| {
        let reading = &stretch.run.reading;
        let Some(encoding) = row(reading).filter(|encoding| *encoding != rest) else {
            return;
        };
        if found.passages.len() == EncodingRanges::MOST {
            found.more += 1;
            return;
        }
        // ASCII before and after the words is the same in both.
        let range = if encoding.ascii {
            stretch.run.range
        } else {
            stretch.range
        };
        found.passages.push(EncodingRange::new(range, encoding));
    };
    match divide(control, data, &judgement.readings, STEP, &mut take) {
        JobEnd::Done(()) => JobEnd::Done(DivisionOutcome::Text(found)),
        JobEnd::Cancelled => JobEnd::Cancelled,
    }
}

/// The row with the same reading; none for a chain with pairs of bytes, or the other byte order.
fn row(reading: &Reading) -> Option<&'static Encoding> {
    match &reading.chain {
        None => Some(reading.encoding),
        Some(chain) => misread::by_id(&chain.notation()),
    }
}
