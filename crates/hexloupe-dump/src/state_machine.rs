//! The common part of readers that go through a text byte by byte.
//!
//! Lines mean little in source code and escaped text. A [`StateMachine`] takes one byte after
//! another and has its own state, so it does not depend on how a line is cut into parts.
//! [`MachineReader`] makes a reader of it and tracks lines and columns. Invariant: a line is
//! reported as skipped if the machine understood nothing of it.

use super::format::{DumpReader, QuoteMarks};
use super::out::{ReaderOutput, RemarkKind, Unreadable};
use super::text::DumpLine;

/// The fault, and the number of characters before the current one at which it began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReadError {
    pub(super) back: usize,
    pub(super) reason: String,
}

impl ReadError {
    /// A fault of the current character.
    pub(super) fn here(reason: impl Into<String>) -> Self {
        Self::back(0, reason)
    }

    /// A fault that began `back` characters before.
    pub(super) fn back(back: usize, reason: impl Into<String>) -> Self {
        Self {
            back,
            reason: reason.into(),
        }
    }
}

pub(super) type StepResult = Result<(), ReadError>;

/// Takes a text byte by byte.
pub(super) trait StateMachine {
    /// The meaning of `>` before a line.
    const QUOTE_MARKS: QuoteMarks = QuoteMarks::Decoration;

    /// Begins a line; `text` is its first part, or all of it.
    fn begin(&mut self, _text: &[u8], _sink: &mut MachineOutput<'_>) -> StepResult {
        Ok(())
    }

    /// Reads a byte of a line.
    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult;

    /// Ends the line.
    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult;

    /// Ends the text.
    fn end(&mut self, _sink: &mut MachineOutput<'_>) -> StepResult {
        Ok(())
    }

    /// Reports whether all that was read is given; none if it does not know.
    fn is_idle(&self) -> Option<bool> {
        None
    }
}

/// The output of a machine: bytes, remarks and counts.
pub(super) struct MachineOutput<'a> {
    pub(super) out: &'a mut ReaderOutput,
    line: DumpLine<'a>,
    index: usize,
    state: &'a mut MachineState,
}

/// The facts about the text while a machine reads it.
#[derive(Default)]
struct MachineState {
    /// Characters of this part of the line that were understood, and whether the line has any
    /// non-blank character.
    understood: u64,
    non_blank: bool,
    /// True if the line gave bytes, or some of it was understood.
    gave: bool,
    /// Non-blank characters that count as understood only if something after them does.
    aside: u64,
    /// Bytes that `ReaderOutput` does not have yet.
    bytes: Vec<u8>,
    /// True if the end of the previous line is data, if another line follows.
    line_end: bool,
    line_ends: LineEndHandling,
}

/// The treatment of line ends that are data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum LineEndHandling {
    /// They are LF, and stand between lines: the last line end of a text written for a program only
    /// ends it.
    #[default]
    BetweenLines,
    /// They stay unchanged, the last one too.
    AsTheyAre,
}

impl MachineOutput<'_> {
    #[inline]
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.state.bytes.extend_from_slice(bytes);
    }

    /// Hands the pushed bytes to `ReaderOutput`.
    fn flush(&mut self) {
        self.out.append(self.line.number, &self.state.bytes);
        self.state.bytes.clear();
    }

    /// The address of the next byte.
    pub(super) fn next(&mut self) -> u64 {
        self.flush();
        self.out.next()
    }

    /// Pushes bytes `times` times.
    pub(super) fn repeat(&mut self, bytes: &[u8], times: u64) {
        self.flush();
        let total = times.saturating_mul(bytes.len() as u64);
        self.out.repeat(self.line.number, bytes, total);
    }

    /// Pushes a code point as UTF-8; a surrogate, which has no UTF-8 form, as three bytes of the
    /// same pattern, with a remark.
    pub(super) fn push_code_point(&mut self, code: u32) {
        if let Some(c) = char::from_u32(code) {
            return self.push(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        let low = |shift: u32| 0x80 | (code >> shift & 0x3F) as u8;
        self.push(&[0xE0 | (code >> 12 & 0xF) as u8, low(6), low(0)]);
        self.note(format!(
            "U+{code:04X} is half of a surrogate pair: not a character, and its three bytes are \
             not UTF-8"
        ));
    }

    /// Marks the end of the line as data, if another line follows: the last line end only ends the
    /// file.
    pub(super) fn end_line(&mut self) {
        self.state.line_end = true;
    }

    /// The end of the current line.
    pub(super) fn line_end(&self) -> &'static [u8] {
        self.line.end
    }

    /// Counts characters as understood.
    pub(super) fn understood(&mut self, characters: usize) {
        self.state.understood += characters as u64;
    }

    /// Counts a character that is understood only if something after it in the line is.
    pub(super) fn set_aside(&mut self, byte: u8) {
        self.state.aside += u64::from(!byte.is_ascii_whitespace());
    }

    /// Counts the deferred characters as understood.
    pub(super) fn count_aside(&mut self) {
        self.state.understood += std::mem::take(&mut self.state.aside);
    }

    /// Drops the deferred characters: they stay not understood.
    pub(super) fn drop_aside(&mut self) {
        self.state.aside = 0;
    }

    /// The number of deferred characters.
    pub(super) fn aside(&self) -> u64 {
        self.state.aside
    }

    pub(super) fn note(&mut self, text: impl Into<String>) {
        self.remark(RemarkKind::Note(text.into()));
    }

    pub(super) fn cut(&mut self, how: &'static str) {
        self.remark(RemarkKind::Cut { how });
    }

    pub(super) fn remark(&mut self, kind: RemarkKind) {
        let (line, column) = self.place();
        self.out.remark(line, column, kind);
    }

    /// Line and column of the current character.
    pub(super) fn place(&self) -> (u64, u64) {
        (self.line.number, self.line.column_of(self.index))
    }
}

/// A reader that drives a machine.
pub(super) struct MachineReader<M> {
    machine: M,
    state: MachineState,
    /// Line and column of the end of the text read so far.
    last: (u64, u64),
}

impl<M: StateMachine> MachineReader<M> {
    pub(super) fn new(machine: M) -> Self {
        Self {
            machine,
            state: MachineState::default(),
            last: (1, 1),
        }
    }

    /// A reader of documents, whose line ends stay unchanged.
    pub(super) fn of_document(machine: M) -> Self {
        let mut reader = Self::new(machine);
        reader.state.line_ends = LineEndHandling::AsTheyAre;
        reader
    }

    /// Passes a line, or a part of one, to the machine.
    fn drive(
        &mut self,
        line: &DumpLine<'_>,
        out: &mut ReaderOutput,
        steps: impl FnOnce(&mut M, &mut MachineOutput<'_>) -> StepResult,
    ) -> Result<(), Unreadable> {
        let mut sink = MachineOutput {
            out,
            line: *line,
            index: 0,
            state: &mut self.state,
        };
        let done = steps(&mut self.machine, &mut sink);
        sink.flush();
        let index = sink.index;
        done.map_err(|wrong| {
            let column = line.column_of(index).saturating_sub(wrong.back as u64);
            Unreadable {
                line: line.number,
                column: column.max(1),
                reason: wrong.reason,
            }
        })
    }
}

/// The steps of a line.
fn steps<M: StateMachine>(machine: &mut M, sink: &mut MachineOutput<'_>) -> StepResult {
    let line = sink.line;
    if line.begins {
        if std::mem::take(&mut sink.state.line_end) {
            sink.push(b"\n");
        }
        machine.begin(line.text, sink)?;
    }
    for (index, byte) in line.text.iter().enumerate() {
        sink.index = index;
        machine.byte(*byte, sink)?;
    }
    if line.ends {
        sink.index = line.text.len();
        machine.line_end(sink)?;
        let stays = sink.state.line_ends == LineEndHandling::AsTheyAre;
        if stays && std::mem::take(&mut sink.state.line_end) {
            sink.push(line.end);
        }
    }
    Ok(())
}

impl<M: StateMachine> DumpReader for MachineReader<M> {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if line.begins {
            let state = &mut self.state;
            (state.understood, state.non_blank, state.gave) = (0, false, false);
            state.aside = 0;
        }
        let before = out.counts.bytes;
        self.drive(line, out, steps)?;
        // A part of a line counts as soon as it is read: a sample may end within a line.
        let understood = std::mem::take(&mut self.state.understood);
        out.counts.understood += understood;
        self.state.gave |= understood > 0 || out.counts.bytes > before;
        self.state.non_blank |= !line.is_blank();
        if line.ends {
            self.last = (line.number, line.column_of(line.text.len()));
            if self.state.gave {
                out.read(0);
            } else if self.state.non_blank {
                out.skip(line.number);
            }
        }
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let (number, column) = self.last;
        let line = DumpLine {
            number,
            column,
            text: b"",
            begins: false,
            ends: true,
            end: b"",
        };
        self.drive(&line, out, StateMachine::end)
    }

    fn is_idle(&self) -> Option<bool> {
        let is_idle = self.machine.is_idle()?;
        Some(is_idle && !self.state.line_end)
    }

    fn quote_marks(&self) -> QuoteMarks {
        M::QUOTE_MARKS
    }
}
