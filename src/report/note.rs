//! What there is to say of a sequence, in a few lines: for documents, in which it
//! stands beside the bytes.
//!
//! Invariant: every line has been through the sanitiser, and none of a character depends
//! on where it stands.

use super::digits::HEX;
use super::feed::Chunk;
use super::own::Own;
use crate::codec::{Meaning, SequenceContext, Step};
use crate::explain;
use crate::explain::assembly::Assembly;
use crate::model::row::{self, Role};
use crate::unicode::glyph::{self, Charset};
use crate::unicode::name;

/// What is said.
pub(super) struct Note {
    /// What it is.
    pub(super) title: String,
    /// Its bytes in hex; none where they are not there.
    pub(super) bytes: String,
    /// How its bits make a value, if there is something to tell.
    pub(super) bits: Vec<String>,
    /// Sentences: why it is ill-formed, or worth a word.
    pub(super) why: Vec<String>,
    /// The ids of what it is faulted for, or noticed.
    pub(super) ids: Vec<&'static str>,
}

impl Note {
    /// Of a step, or a run of what is not there.
    pub(super) fn of(chunk: &Chunk, step: &Step, charset: Charset) -> Self {
        let own = Own::of(chunk, step);
        let context = chunk.stretch.context(step);
        let mut note = match step.meaning {
            Meaning::Absent(_) => {
                let role = row::role(&chunk.stretch, step, 0);
                return Self::titled(role.legend().1.to_owned()).safe(charset);
            }
            Meaning::Shift => {
                let told = explain::shift::shift(own.encoding(), &context);
                let mut note = Self::titled(told.title);
                note.why.push(told.why);
                note
            }
            Meaning::IllFormed(fault) => {
                let mut note = Self::fault(&own, &context);
                note.ids.push(fault.id());
                note
            }
            Meaning::Scalar(_) | Meaning::Pair(..) | Meaning::Surrogate(_) | Meaning::Beyond(_) => {
                return Self::character(&own, charset);
            }
        };
        note.bytes = hex(own.bytes());
        note.safe(charset)
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

    fn fault(own: &Own<'_>, context: &SequenceContext<'_>) -> Self {
        let Some(reason) = explain::fault::fault(own.encoding(), context) else {
            return Self::titled("ill-formed".to_owned());
        };
        let mut note = Self::titled(reason.title);
        note.why.push(reason.why);
        note.why.push(format!("Expected: {}.", reason.expected));
        if let Some(meant) = reason.meant {
            note.why.push(format!("Its bits give {meant}."));
        }
        note
    }

    /// Of a character.
    pub(super) fn character(own: &Own<'_>, charset: Charset) -> Self {
        let called = |value: u32| match char::from_u32(value) {
            Some(c) => format!("{} {}", explain::point(value), name::title(c)),
            None => explain::value(value),
        };
        let titles: Vec<_> = own.meaning().values().map(called).collect();
        let mut note = Self::titled(titles.join(" + "));
        note.bytes = hex(own.bytes());
        note.bits = own.assembly().map_or_else(Vec::new, assembly);
        let value = own.meaning().values().next().unwrap_or_default();
        for notice in own.notices() {
            note.ids.push(notice.id());
            let why = explain::notice::notice(notice, own.encoding(), value);
            note.why.push(why);
        }
        if own.is_bom() {
            note.why.push(Role::Bom.legend().1.to_owned());
        }
        note.safe(charset)
    }

    fn safe(mut self, charset: Charset) -> Self {
        let all = self.bits.iter_mut().chain(&mut self.why);
        for line in all.chain([&mut self.title]) {
            *line = glyph::safe(line, charset);
        }
        self
    }
}

/// How the bits of several units are joined, or what a table makes of one.
fn assembly(made: Assembly) -> Vec<String> {
    if let [_] = made.parts.as_slice() {
        // What is its own value needs no word.
        let told = |step: &String| step.contains("->");
        return made.steps.into_iter().filter(told).collect();
    }
    let parts = made.parts.iter().map(|part| {
        let groups = [&part.structure, &part.payload, &part.behind];
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

/// Bytes with a blank between them.
fn hex(bytes: &[u8]) -> String {
    let mut out = String::new();
    for (index, &byte) in bytes.iter().enumerate() {
        out.push_str(if index > 0 { " " } else { "" });
        out.extend(HEX[usize::from(byte)].map(char::from));
    }
    out
}
