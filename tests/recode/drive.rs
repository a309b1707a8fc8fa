//! One conversion, called in the same way by all tests.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hexloupe::codec::{Encoder, Encoding, table};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::recode::policy::{
    BomPolicy, LineEndPolicy, Normalize, OfFaults, OfUnmappable, Policies,
};
use hexloupe::job::recode::{
    ConversionLoss, ConversionStop, LossTreatment, Losses, RecodeParameters, STEP, Witness, recode,
};
use hexloupe::job::{Control, JobEnd};
use hexloupe::source::{Pipe, SequentialInput, Source};
use hexloupe::window::Peek;

use super::drip::Drip;

/// Everything stops, nothing else changes.
pub(crate) const STRICT: Policies = Policies {
    faults: OfFaults::Stop,
    unmappable: OfUnmappable::Stop,
    bom: BomPolicy::Keep,
    line_ends: LineEndPolicy::Keep,
    normalize: Normalize::Keep,
    encoder: Encoder::Full,
};

/// A conversion to be made.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    pub(crate) from: &'static Encoding,
    pub(crate) to: &'static Encoding,
    pub(crate) policies: Policies,
    pub(crate) step: u64,
    /// Bytes that a pipe brings at a time; none for a file.
    pub(crate) pipe: Option<usize>,
}

/// What came of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Made {
    pub(crate) out: Vec<u8>,
    pub(crate) losses: Losses,
    /// Offset, bytes, what became of them, what stands in their place.
    pub(crate) told: Vec<(u64, Vec<u8>, LossTreatment, Option<String>)>,
    /// Offset, line and column.
    pub(crate) stop: Option<(u64, u64, u64)>,
    pub(crate) wants_each: bool,
}

impl Witness for Made {
    fn wants_each(&self) -> bool {
        self.wants_each
    }

    fn lossy(&mut self, loss: &ConversionLoss<'_>) {
        let text = loss.text.map(str::to_owned);
        let told = (loss.offset, loss.bytes.to_vec(), loss.what, text);
        self.told.push(told);
    }

    fn stopped(&mut self, stop: &ConversionStop<'_>) {
        let (line, column) = stop.position;
        self.stop = Some((stop.offset(), line, column));
    }
}

pub(crate) fn encoding(id: &str) -> &'static Encoding {
    table::by_id(id).unwrap_or_else(|| panic!("no encoding {id}"))
}

impl Case {
    pub(crate) fn of(from: &str, to: &str) -> Self {
        Self {
            from: encoding(from),
            to: encoding(to),
            policies: STRICT,
            step: STEP,
            pipe: None,
        }
    }

    pub(crate) fn with(self, policies: Policies) -> Self {
        Self { policies, ..self }
    }

    pub(crate) fn by(self, step: u64) -> Self {
        Self { step, ..self }
    }

    /// The result, which is the same with one thread and with several, and whether or not each
    /// loss is told.
    pub(crate) fn make(self, data: &[u8]) -> Made {
        let made = self.make_by(1, true, data);
        if self.pipe.is_none() && data.len() as u64 > 2 * self.step {
            assert!(
                self.make_by(3, true, data) == made,
                "{:?} {:?}",
                self.from,
                self.to
            );
            let counted = self.make_by(3, false, data);
            assert_eq!(counted.told, []);
            let (told, wants_each) = (made.told.clone(), true);
            let counted = Made {
                told,
                wants_each,
                ..counted
            };
            assert!(counted == made, "{:?} {:?}", self.from, self.to);
        }
        made
    }

    fn make_by(self, threads: u64, wants_each: bool, data: &[u8]) -> Made {
        let input = match self.pipe {
            None => SequentialInput::from_source(&Arc::new(Source::memory("file", data.to_vec()))),
            Some(by) => SequentialInput::Pipe(Pipe::from_reader("pipe", Drip::new(data, by))),
        };
        let verdict = Verdict {
            encoding: self.from,
            evidence: Evidence::Chosen,
        };
        let orders = RecodeParameters {
            reading: &|_: &dyn Peek| verdict,
            phase: 0,
            to: self.to,
            policies: self.policies,
            step: self.step,
            threads,
        };
        let cancel = AtomicBool::new(false);
        let mut control = Control::new(&cancel, &|_| {});
        let mut made = Made {
            wants_each,
            ..Made::default()
        };
        let mut out = Vec::new();
        let name = Path::new("data");
        let ended = recode(&mut control, name, input, &orders, &mut made, &mut out);
        let JobEnd::Done(Ok(outcome)) = ended else {
            panic!("{ended:?}");
        };
        assert_eq!(outcome.troubles, []);
        assert_eq!(outcome.stopped, made.stop.is_some());
        made.out = out;
        made.losses = outcome.losses;
        made
    }

    /// The output, where nothing is lost.
    #[track_caller]
    pub(crate) fn exactly(self, data: &[u8]) -> Vec<u8> {
        let made = self.make(data);
        let (from, to) = (self.from, self.to);
        assert_eq!(made.stop, None, "{from:?} to {to:?}");
        assert_eq!(made.losses, Losses::default(), "{from:?} to {to:?}");
        made.out
    }
}
