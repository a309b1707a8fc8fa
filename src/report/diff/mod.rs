//! `hexloupe diff`: the runs that differ, printed.
//!
//! A run is given as stretches of both files; their bytes are read here, a bounded piece at a time.
//! Invariant: the records of a comparison cover all differences, each byte once, in order, and text
//! for people shows nothing that is unsafe on a terminal.

mod html;
mod records;
mod rows;
mod text;

use std::ffi::OsStr;
use std::io::{self, Write};

use super::Style;
use crate::codec::{Anchor, Step, Walk};
use crate::job::diff::{DiffOutcome, Difference, DifferenceCounts, FileStretch};
use crate::model::text::EncodedText;
use crate::unicode::glyph;
use crate::window::Window;

/// Bytes of a long run read at once, and the most of a record's side.
const PIECE: u64 = 256 * 1024;
/// Bytes after a piece that decide its last sequence.
const AFTER: u64 = 64;

/// The unit of comparison, and of the printed runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffUnit {
    /// Bytes.
    Byte,
    /// Code points.
    CodePoint,
}

/// A format of differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffFormat {
    /// For people.
    Text,
    /// An object per run, for programs.
    Jsonl,
    /// A page.
    Html,
}

/// The formats: name, description, and value; the default first.
pub const FORMATS: &[(&str, &str, DiffFormat)] = &[
    (
        "text",
        "the runs that differ, hex and characters of both sides",
        DiffFormat::Text,
    ),
    (
        "jsonl",
        "one JSON object per run, for programs; stable",
        DiffFormat::Jsonl,
    ),
    ("html", "the text as an HTML page", DiffFormat::Html),
];

/// One of the two files.
#[derive(Clone, Copy)]
pub struct DiffSide<'a> {
    /// The name of the file.
    pub label: &'a OsStr,
    /// Its data and reading.
    pub text: EncodedText<'a>,
}

impl DiffSide<'_> {
    fn name(&self, style: Style) -> String {
        glyph::safe_bytes(self.label.as_encoded_bytes(), style.charset)
    }

    /// The window of a piece of a stretch, with the bytes that decide its last sequence.
    fn window(&self, from: Anchor, end: u64) -> Window {
        let len = { end.saturating_sub(from.offset) }.min(PIECE) + AFTER;
        self.text.data.window(from.offset, len as usize)
    }

    /// The first steps of a stretch in a window that begins with it, and their end.
    fn steps(&self, window: &Window, stretch: &FileStretch, most: usize) -> (Vec<Step>, Anchor) {
        let until = stretch.end.min(stretch.from.offset.saturating_add(PIECE));
        let mut walk = Walk::new(self.text.encoding, self.text.phase, window).at(stretch.from);
        let mut steps = Vec::new();
        while walk.offset() < until
            && steps.len() < most
            && let Some(step) = walk.next()
        {
            steps.push(step);
        }
        (steps, walk.anchor())
    }
}

/// Prints differences as they arrive.
pub struct DiffPrinter<'a> {
    /// The files.
    pub sides: [DiffSide<'a>; 2],
    /// The unit of the printed runs.
    pub unit: DiffUnit,
    /// The format.
    pub format: DiffFormat,
    /// The style.
    pub style: Style,
    /// Bytes, or code points, per row.
    pub width: usize,
}

impl DiffPrinter<'_> {
    /// Prints the opening before the differences. Text has none if there are no differences.
    ///
    /// # Errors
    /// The output could not be written.
    pub fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            DiffFormat::Html => html::begin(self, out),
            DiffFormat::Text | DiffFormat::Jsonl => Ok(()),
        }
    }

    /// Prints a difference; `is_first` is true for the first one.
    ///
    /// # Errors
    /// The output could not be written.
    pub fn difference(
        &self,
        difference: &Difference,
        is_first: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self.format {
            DiffFormat::Text => text::print(self, difference, is_first, out),
            DiffFormat::Jsonl => records::print(self, difference, out),
            DiffFormat::Html => html::print(self, difference, is_first, out),
        }
    }

    /// Prints the closing after the differences.
    ///
    /// # Errors
    /// The output could not be written.
    pub fn end(&self, outcome: &DiffOutcome, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            DiffFormat::Html => html::end(self, outcome, out),
            DiffFormat::Text | DiffFormat::Jsonl => Ok(()),
        }
    }

    /// The outcome in one sentence. `is_all` is true if the comparison went to the end.
    pub fn summary(&self, outcome: &DiffOutcome, is_all: bool) -> String {
        let [a, b] = &self.sides;
        let (a, b) = (a.name(self.style), b.name(self.style));
        let what = match self.unit {
            DiffUnit::Byte => "",
            DiffUnit::CodePoint => " as text",
        };
        let marks = self.marks(outcome);
        if outcome.counts.all() == 0 {
            return format!("{a} and {b} are equal{what}{marks}");
        }
        let told = counts_line(&outcome.counts);
        let more = if is_all { "" } else { "; there may be more" };
        format!("{a} and {b} differ{what}: {told}{more}{marks}")
    }

    /// The byte order marks, if the texts do not begin with the same bytes.
    fn marks(&self, outcome: &DiffOutcome) -> String {
        match outcome.marks.map(|bytes| bytes > 0) {
            [false, false] => String::new(),
            [true, true] => "; both begin with a byte order mark".to_owned(),
            [first, _] => {
                let side = &self.sides[usize::from(!first)];
                let name = side.name(self.style);
                format!("; only {name} begins with a byte order mark")
            }
        }
    }
}

/// The differences by kind.
fn counts_line(counts: &DifferenceCounts) -> String {
    let runs = |runs: u64, kind: &str, bytes: String| match runs {
        0 => None,
        1 => Some(format!("1 run {kind} ({bytes})")),
        _ => Some(format!("{runs} runs {kind} ({bytes})")),
    };
    let bytes = |count| super::counted(count, "byte");
    let [before, after] = counts.changed.1;
    let changed = if before == after {
        bytes(before)
    } else {
        format!("{} to {after}", bytes(before))
    };
    let all = [
        runs(counts.changed.0, "changed", changed),
        runs(counts.inserted.0, "inserted", bytes(counts.inserted.1)),
        runs(counts.deleted.0, "deleted", bytes(counts.deleted.1)),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
