//! Differences for programs: one JSON object per run.
//!
//! A run with a side longer than a piece has several records, one after the other, so that no line
//! is longer than a few megabytes. Invariant: the lengths of all records, with the equal parts
//! between them, add up to both files.

use std::io::{self, Write};

use super::{DiffPrinter, DiffSide, DiffUnit, PIECE};
use crate::codec::{Anchor, Step};
use crate::job::diff::{Difference, FileStretch};
use crate::report::json::{self, Hex, JsonList, JsonRecord, Object, TypedRecord};
use crate::report::records::code_point;
use crate::window::Window;

/// Prints a difference.
pub(super) fn print(
    printer: &DiffPrinter<'_>,
    difference: &Difference,
    out: &mut dyn Write,
) -> io::Result<()> {
    let [in_a, in_b] = printer.sides;
    let (mut a, mut b) = (difference.a, difference.b);
    let mut line = String::new();
    while !a.is_empty() || !b.is_empty() {
        let piece_a = DiffSideRecord::split_off(in_a, &mut a, printer.unit);
        let piece_b = DiffSideRecord::split_off(in_b, &mut b, printer.unit);
        let kind = Difference {
            a: piece_a.stretch,
            b: piece_b.stretch,
        };
        let run = DifferenceRecord {
            kind: kind.kind().id(),
            a: piece_a,
            b: piece_b,
        };
        line.clear();
        json::line(&mut line, &run, printer.style.charset);
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// A run, or a piece of it.
struct DifferenceRecord {
    kind: &'static str,
    a: DiffSideRecord,
    b: DiffSideRecord,
}

impl TypedRecord for DifferenceRecord {
    const TYPE: &'static str = "difference";
}

impl JsonRecord for DifferenceRecord {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("kind", self.kind);
        object.field("a", &self.a);
        object.field("b", &self.b);
    }
}

/// The content of one side.
struct DiffSideRecord {
    stretch: FileStretch,
    window: Window,
    /// Its sequences, if it is compared as text.
    steps: Option<Vec<Step>>,
}

impl DiffSideRecord {
    /// Splits a piece off the front of a stretch.
    fn split_off(side: DiffSide<'_>, rest: &mut FileStretch, unit: DiffUnit) -> Self {
        let window = side.window(rest.from, rest.end);
        let (steps, next) = match unit {
            DiffUnit::Byte => {
                let offset = rest.from.offset.saturating_add(PIECE);
                (
                    None,
                    Anchor {
                        offset,
                        ..rest.from
                    },
                )
            }
            DiffUnit::CodePoint => {
                let (steps, next) = side.steps(&window, rest, usize::MAX);
                (Some(steps), next)
            }
        };
        let after = rest.after(next);
        let stretch = FileStretch {
            end: after.from.offset,
            ..*rest
        };
        *rest = after;
        Self {
            stretch,
            window,
            steps,
        }
    }
}

impl JsonRecord for DiffSideRecord {
    fn fields(&self, object: &mut Object<'_>) {
        let range = self.stretch.range();
        object.field("offset", range.start);
        object.field("length", self.stretch.len());
        let Some(steps) = &self.steps else {
            let bytes = self.window.slice(range.start, range.end);
            return object.field("hex", Hex(bytes));
        };
        let values = steps.iter().flat_map(|step| step.meaning.values());
        object.field("code_points", JsonList(values.map(code_point)));
        let faults = steps.iter().filter(|step| step.meaning.fault().is_some());
        let faults: Vec<_> = faults
            .map(|step| IllFormedBytesRecord(step, &self.window))
            .collect();
        object.field_if_any(
            "ill_formed",
            (!faults.is_empty()).then_some(JsonList(&faults)),
        );
    }
}

/// Bytes that are no code point.
struct IllFormedBytesRecord<'a>(&'a Step, &'a Window);

impl JsonRecord for IllFormedBytesRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(step, window) = *self;
        object.field("offset", step.offset);
        object.field("hex", Hex(window.slice(step.offset, step.end())));
    }
}
