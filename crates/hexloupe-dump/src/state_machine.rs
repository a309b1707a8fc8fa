//! What readers that go through a text byte by byte have in common.
//!
//! Lines mean little in source code and escaped text. A [`StateMachine`] takes one byte after
//! another and keeps its own state, so it does not depend on how a line is cut into parts;
//! [`MachineReader`] makes a reader of it and keeps track of lines and columns. Invariant: a
//! line of which the machine understood nothing is reported as skipped.

use super::format::Reader;
use super::out::{Out, RemarkKind, Unreadable};
use super::text::Line;

/// What is wrong, and how many characters before the current one it began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReadError {
    pub(super) back: usize,
    pub(super) reason: String,
}

impl ReadError {
    /// Something is wrong with the current character.
    pub(super) fn here(reason: impl Into<String>) -> Self {
        Self::back(0, reason)
    }

    /// Something is wrong that began `back` characters before.
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
    /// Whether `>` before a line may be data.
    const VERBATIM: bool = false;

    /// A line begins; `text` is its first part, or all of it.
    fn begin(&mut self, _text: &[u8], _sink: &mut Sink<'_>) -> StepResult {
        Ok(())
    }

    /// A byte of a line.
    fn byte(&mut self, byte: u8, sink: &mut Sink<'_>) -> StepResult;

    /// The line has ended.
    fn line_end(&mut self, sink: &mut Sink<'_>) -> StepResult;

    /// The text has ended.
    fn end(&mut self, _sink: &mut Sink<'_>) -> StepResult {
        Ok(())
    }
}

/// Where a machine puts bytes, remarks and counts.
pub(super) struct Sink<'a> {
    pub(super) out: &'a mut Out,
    line: Line<'a>,
    index: usize,
    state: &'a mut State,
}

/// What is known of the text while a machine reads it.
#[derive(Default)]
struct State {
    /// Characters of this part of the line that were understood, and whether the line has any
    /// non-blank character.
    understood: u64,
    non_blank: bool,
    /// Whether the line gave bytes, or some of it was understood.
    gave: bool,
    /// Non-blank characters that count as understood only if something after them does.
    aside: u64,
    /// Bytes that `Out` does not have yet.
    bytes: Vec<u8>,
    /// Whether the end of the previous line is data, if another line follows.
    line_end: bool,
    line_ends: LineEnds,
}

/// What becomes of line ends that are data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum LineEnds {
    /// They are LF, and stand between lines: who writes a text for a program ends its last line.
    #[default]
    BetweenLines,
    /// They are what they are, the last one too.
    AsTheyAre,
}

impl Sink<'_> {
    #[inline]
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.state.bytes.extend_from_slice(bytes);
    }

    /// Hands the pushed bytes to `Out`.
    fn flush(&mut self) {
        self.out.append(self.line.number, &self.state.bytes);
        self.state.bytes.clear();
    }

    /// The address of the next byte.
    pub(super) fn next(&mut self) -> u64 {
        self.flush();
        self.out.next()
    }

    /// Puts bytes `times` times.
    pub(super) fn repeat(&mut self, bytes: &[u8], times: u64) {
        self.flush();
        let total = times.saturating_mul(bytes.len() as u64);
        self.out.repeat(self.line.number, bytes, total);
    }

    /// Puts a code point as UTF-8; a surrogate, which has no UTF-8 form, as three bytes of the
    /// same pattern, with a remark.
    pub(super) fn push_code_point(&mut self, code: u32) {
        if let Some(c) = char::from_u32(code) {
            return self.push(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        let low = |shift: u32| 0x80 | (code >> shift & 0x3F) as u8;
        self.push(&[0xE0 | (code >> 12 & 0xF) as u8, low(6), low(0)]);
        self.note(format!(
            "U+{code:04X} is half of a surrogate pair: no character, and its three bytes no UTF-8"
        ));
    }

    /// The end of the line is data, if another line follows: the last line end only ends the
    /// file.
    pub(super) fn end_line(&mut self) {
        self.state.line_end = true;
    }

    /// How the line at hand ends.
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

    /// Counts what was set aside as understood.
    pub(super) fn take_aside(&mut self) {
        self.state.understood += std::mem::take(&mut self.state.aside);
    }

    /// Forgets what was set aside: it stays not understood.
    pub(super) fn drop_aside(&mut self) {
        self.state.aside = 0;
    }

    /// How many characters are set aside.
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
    state: State,
    /// Line and column of the end of the text read so far.
    last: (u64, u64),
}

impl<M: StateMachine> MachineReader<M> {
    pub(super) fn new(machine: M) -> Self {
        Self {
            machine,
            state: State::default(),
            last: (1, 1),
        }
    }

    /// A reader of documents, whose line ends stay as they are.
    pub(super) fn of_document(machine: M) -> Self {
        let mut reader = Self::new(machine);
        reader.state.line_ends = LineEnds::AsTheyAre;
        reader
    }

    /// Lets the machine take a line, or a part of one.
    fn drive(
        &mut self,
        line: &Line<'_>,
        out: &mut Out,
        steps: impl FnOnce(&mut M, &mut Sink<'_>) -> StepResult,
    ) -> Result<(), Unreadable> {
        let mut sink = Sink {
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
fn steps<M: StateMachine>(machine: &mut M, sink: &mut Sink<'_>) -> StepResult {
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
        let stays = sink.state.line_ends == LineEnds::AsTheyAre;
        if stays && std::mem::take(&mut sink.state.line_end) {
            sink.push(line.end);
        }
    }
    Ok(())
}

impl<M: StateMachine> Reader for MachineReader<M> {
    fn line(&mut self, line: &Line<'_>, out: &mut Out) -> Result<(), Unreadable> {
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

    fn end(&mut self, out: &mut Out) -> Result<(), Unreadable> {
        let (number, column) = self.last;
        let line = Line {
            number,
            column,
            text: b"",
            begins: false,
            ends: true,
            end: b"",
        };
        self.drive(&line, out, StateMachine::end)
    }

    fn is_verbatim(&self) -> bool {
        M::VERBATIM
    }
}
