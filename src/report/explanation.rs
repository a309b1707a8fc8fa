//! The meaning of a sequence and its reason, in a few lines; documents show them beside the bytes.
//!
//! Invariant: every line has been through the sanitiser, and the explanation of a character
//! does not depend on where it occurs.

use super::chunks::DataChunk;
use super::digits::spaced;
use super::text_cache::SequenceFacts;
use crate::codec::{Meaning, SequenceContext, Step};
use crate::explain;
use crate::explain::assembly::Assembly;
use crate::language::Language;
use crate::model::row::{self, ByteRole};
use crate::unicode::glyph::{self, Charset};
use crate::unicode::name;

/// The lines of an explanation.
pub(super) struct ExplanationLines {
    /// The sequence in words.
    pub(super) title: String,
    /// Its bytes in hex; empty if they are absent.
    pub(super) bytes: String,
    /// The assembly of a value from its bits; empty if it needs no explanation.
    pub(super) bits: Vec<String>,
    /// Sentences: the reasons why it is ill-formed or unusual.
    pub(super) why: Vec<String>,
    /// The ids of its fault or its notices.
    pub(super) ids: Vec<&'static str>,
}

impl ExplanationLines {
    /// The explanation of a step; for absent bytes, only a title.
    pub(super) fn new(chunk: &DataChunk, step: &Step, charset: Charset) -> Self {
        let sequence = SequenceFacts::new(&chunk.stretch, step);
        let context = chunk.stretch.context(step);
        let mut told = match step.meaning {
            Meaning::Absent(_) => {
                let role = row::role(&chunk.stretch, step, 0);
                return Self::titled(role.legend().1.to_owned()).safe(charset);
            }
            Meaning::Shift => {
                let shift = explain::shift::shift(sequence.encoding(), &context, Language::English);
                let mut told = Self::titled(shift.title);
                told.why.push(shift.why);
                told
            }
            Meaning::IllFormed(fault) => {
                let mut told = Self::fault(&sequence, &context);
                told.ids.push(fault.id());
                told
            }
            Meaning::Scalar(_) | Meaning::Pair(..) | Meaning::Surrogate(_) | Meaning::Beyond(_) => {
                return Self::character(&sequence, charset);
            }
        };
        told.bytes = spaced(sequence.bytes());
        told.safe(charset)
    }

    fn titled(title: String) -> Self {
        Self {
            title,
            bytes: String::new(),
            bits: Vec::new(),
            why: Vec::new(),
            ids: Vec::new(),
        }
    }

    fn fault(sequence: &SequenceFacts<'_>, context: &SequenceContext<'_>) -> Self {
        let Some(reason) = explain::fault::fault(sequence.encoding(), context, Language::English)
        else {
            return Self::titled("ill-formed".to_owned());
        };
        let mut told = Self::titled(reason.title);
        told.why.push(reason.why);
        told.why.push(format!("Expected: {}.", reason.expected));
        if let Some(meant) = reason.meant {
            told.why.push(format!("Its bits give {meant}."));
        }
        told
    }

    /// The explanation of a character.
    pub(super) fn character(sequence: &SequenceFacts<'_>, charset: Charset) -> Self {
        let called = |value: u32| match char::from_u32(value) {
            Some(c) => format!("{} {}", explain::point(value), name::title(c)),
            None => explain::value(value, Language::English),
        };
        let titles: Vec<_> = sequence.meaning().values().map(called).collect();
        let mut told = Self::titled(titles.join(" + "));
        told.bytes = spaced(sequence.bytes());
        told.bits = sequence.assembly().map_or_else(Vec::new, assembly);
        let value = sequence.meaning().values().next().unwrap_or_default();
        for notice in sequence.notices() {
            told.ids.push(notice.id());
            let why =
                explain::notice::notice(notice, sequence.encoding(), value, Language::English);
            told.why.push(why);
        }
        if sequence.is_bom() {
            told.why.push(ByteRole::Bom.legend().1.to_owned());
        }
        told.safe(charset)
    }

    fn safe(mut self, charset: Charset) -> Self {
        let all = self.bits.iter_mut().chain(&mut self.why);
        for line in all.chain([&mut self.title]) {
            *line = glyph::safe(line, charset);
        }
        self
    }
}

/// The joining of the bits of several units, or the entry of a table for one unit.
fn assembly(made: Assembly) -> Vec<String> {
    if let [_] = made.parts.as_slice() {
        // A unit that is its own value needs no explanation.
        let told = |step: &String| step.contains("->");
        return made.steps.into_iter().filter(told).collect();
    }
    let parts = made.parts.iter().map(|part| {
        let groups = [&part.structure, &part.payload, &part.trailing];
        let groups = groups.map(String::as_str).into_iter();
        let groups: Vec<_> = groups.filter(|bits| !bits.is_empty()).collect();
        groups.join(".")
    });
    let parts: Vec<_> = parts.collect();
    let value = explain::point(made.value);
    vec![
        format!("{} -> {} = {value}", parts.join(" "), made.joined),
        made.steps.join("; "),
    ]
}
