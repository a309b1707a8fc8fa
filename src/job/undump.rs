//! A hex dump converted to bytes, either at their own addresses or written to an output.
//!
//! The text is read once, in steps of 1 MiB. The bytes gather in an [`AddressedBuilder`]; for
//! output, they are written as they arrive once there are many of them and all were in order.
//! Invariant: memory does not grow with the dump, and every problem of the dump is in the
//! [`DumpAccount`].

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::{Control, JobEnd};
use crate::hexdump::Addresses;
use crate::hexdump::import::{DetectedFormat, DumpImport, FormatChoice, ImportFailure};
use crate::hexdump::out::{AddressedRun, DumpRemark};
pub(crate) use crate::source::Overlap;
use crate::source::{
    AddressedBuilder, AddressedBytes, SequentialInput, Source, Trouble, WaitingSource,
};
use crate::window::{Absence, Peek as _, Window};

/// Bytes of text read at once.
const STEP: usize = 1 << 20;
/// Bytes held back, in memory, until it is known whether they are in order.
const HELD: u64 = 32 << 20;

/// The text of a dump.
pub(crate) enum DumpText {
    /// Read once from front to back.
    SequentialInput(SequentialInput),
    /// Open for other reasons too.
    Source(Arc<Source>),
}

impl DumpText {
    /// Reads the next stretch; returns whether there was one.
    fn next(&mut self, name: &Path, window: &mut Window) -> Result<bool, Trouble> {
        let at = window.end();
        if window.ends {
            return Ok(false);
        }
        match self {
            Self::SequentialInput(SequentialInput::Seekable(data)) => data.read(at, STEP, window),
            Self::SequentialInput(SequentialInput::Pipe(flow)) => flow.go_on(at, window)?,
            Self::Source(source) => {
                *window = WaitingSource(source).window(at, STEP);
                window.ends |= window.bytes.is_empty();
            }
        }
        if let Some(hole) = window.holes.first() {
            let what = format!("byte {} of the dump could not be read", hole.start);
            return Err(Trouble::new(name.to_owned(), what, ""));
        }
        Ok(!window.bytes.is_empty())
    }
}

/// The facts about a dump that was read.
#[derive(Debug, Clone, Default)]
pub struct DumpAccount {
    /// The format of the reading.
    pub taken: Option<DetectedFormat>,
    /// The kind of addresses of its bytes.
    pub addresses: Addresses,
    /// Its problems, line by line, as far as they were stored.
    pub remarks: Vec<DumpRemark>,
    /// The number of problems that were not stored.
    pub unsaid: u64,
    /// The number of lines that contradict themselves: their bytes, their text or their checksum.
    pub disagreements: u64,
    /// The number of places where data is missing among the bytes, lines that are cut included.
    pub losses: u64,
    /// The first and last lines of each run of lines that are not part of the dump.
    pub skipped: Vec<(u64, u64)>,
    /// The number of those lines.
    pub skipped_lines: u64,
    /// Lines that contradict other lines.
    pub overlaps: Vec<Overlap>,
    /// The number of addresses between its bytes without a byte, and the number of gaps.
    pub gaps: (u64, u64),
    /// The number of its bytes.
    pub bytes: u64,
    /// The first address.
    pub base: u64,
}

impl DumpAccount {
    /// Reports whether lines of the dump contradict themselves or each other, or its bytes are not
    /// all of the data.
    pub fn is_contradicted(&self) -> bool {
        self.disagreements > 0 || self.losses > 0 || !self.overlaps.is_empty()
    }

    /// Copies the facts of the reader.
    fn close(&mut self, import: &mut DumpImport) {
        self.taken = import.taken();
        self.addresses = import.addresses();
        let out = import.out();
        self.unsaid = out.unsaid;
        self.disagreements = out.disagreements;
        self.losses = out.losses + out.cuts;
        self.skipped.clone_from(&out.skipped);
        self.skipped_lines = out.counts.skipped;
    }
}

/// The reason why a dump could not be read, or not to its end.
#[derive(Debug)]
pub(crate) enum UndumpRefusal {
    /// The dump could not be read, or its bytes could not be stored.
    Trouble(Trouble),
    /// A part of it cannot be understood.
    Failure(ImportFailure),
    /// The output could not be written.
    Output(io::Error),
    /// The address of a line is before bytes that are written already.
    Order {
        /// The number of the line.
        line: u64,
        /// The address of the line.
        address: u64,
    },
}

impl From<Trouble> for UndumpRefusal {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl From<ImportFailure> for UndumpRefusal {
    fn from(failure: ImportFailure) -> Self {
        Self::Failure(failure)
    }
}

/// The result of an import.
pub(crate) type UndumpResult = Result<(AddressedBytes, DumpAccount), UndumpRefusal>;

/// Reads a dump into bytes at their own addresses.
pub(crate) fn import(
    control: &mut Control<'_>,
    text: DumpText,
    name: &Path,
    choice: FormatChoice,
) -> JobEnd<UndumpResult> {
    let mut builder = AddressedBuilder::new(name);
    let mut account = DumpAccount::default();
    let mut take = |bytes: &[u8], runs: &[AddressedRun]| Ok(builder.add(bytes, runs)?);
    match read(control, text, name, choice, &mut account, &mut take) {
        None => return JobEnd::Cancelled,
        Some(Err(refusal)) => return JobEnd::Done(Err(refusal)),
        Some(Ok(())) => {}
    }
    account.bytes = builder.total();
    let (imported, overlaps) = builder.build();
    account.gaps = imported.gaps();
    account.base = imported.address(0);
    account.overlaps = overlaps;
    JobEnd::Done(Ok((imported, account)))
}

/// Writes the bytes of a dump; gaps are filled with `fill`, or left out. The output before a
/// refusal is the dump up to that point.
pub(crate) fn undump(
    control: &mut Control<'_>,
    text: DumpText,
    name: &Path,
    choice: FormatChoice,
    fill: Option<u8>,
    out: &mut dyn Write,
) -> JobEnd<(DumpAccount, Result<(), UndumpRefusal>)> {
    let mut account = DumpAccount::default();
    let mut spill = ByteSpill {
        builder: Some(AddressedBuilder::with_room(name, HELD as usize + STEP)),
        writer: GapWriter {
            out,
            fill,
            next: None,
            gaps: (0, 0),
            base: 0,
            bytes: 0,
        },
        overlaps: Vec::new(),
    };
    let mut take = |bytes: &[u8], runs: &[AddressedRun]| spill.write(bytes, runs);
    let read = read(control, text, name, choice, &mut account, &mut take);
    let Some(read) = read else {
        return JobEnd::Cancelled;
    };
    let written = spill.flush();
    account.overlaps = std::mem::take(&mut spill.overlaps);
    account.gaps = spill.writer.gaps;
    account.base = spill.writer.base;
    account.bytes = spill.writer.bytes;
    // If the output could not be written, that is the first reason.
    JobEnd::Done((account, written.and(read)))
}

/// Receives bytes and their runs.
type RunSink<'a> = dyn FnMut(&[u8], &[AddressedRun]) -> Result<(), UndumpRefusal> + 'a;

/// Reads a text to its end; none if it was stopped.
fn read(
    control: &mut Control<'_>,
    mut text: DumpText,
    name: &Path,
    choice: FormatChoice,
    account: &mut DumpAccount,
    take: &mut RunSink<'_>,
) -> Option<Result<(), UndumpRefusal>> {
    let mut import = DumpImport::new(choice);
    let mut window = Window::default();
    let mut over = false;
    while !over {
        let fed = match text.next(name, &mut window) {
            Ok(true) => import.feed(&window.bytes),
            Ok(false) => {
                over = true;
                import.finish()
            }
            Err(trouble) => return Some(Err(trouble.into())),
        };
        let out = import.out();
        let (bytes, runs) = out.data();
        let taken = take(bytes, runs);
        out.clear();
        account.remarks.extend(out.take_remarks());
        account.close(&mut import);
        if let Err(refusal) = taken.and(fed.map_err(UndumpRefusal::from)) {
            return Some(Err(refusal));
        }
        if control.reached(window.end()) {
            return None;
        }
    }
    Some(Ok(()))
}

/// The bytes to write one after another.
struct ByteSpill<'a> {
    /// Holds them back; none once they are written as they arrive.
    builder: Option<AddressedBuilder>,
    writer: GapWriter<'a>,
    overlaps: Vec<Overlap>,
}

impl ByteSpill<'_> {
    fn write(&mut self, bytes: &[u8], runs: &[AddressedRun]) -> Result<(), UndumpRefusal> {
        let Some(builder) = &mut self.builder else {
            return runs.iter().try_for_each(|run| self.writer.run(bytes, run));
        };
        builder.add(bytes, runs)?;
        if builder.total() > HELD && builder.is_in_order() {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the bytes held back.
    fn flush(&mut self) -> Result<(), UndumpRefusal> {
        let Some(builder) = self.builder.take() else {
            return Ok(());
        };
        let (imported, overlaps) = builder.build();
        self.overlaps = overlaps;
        self.writer.all(&imported)
    }
}

/// Writes bytes, and fills gaps.
struct GapWriter<'a> {
    out: &'a mut dyn Write,
    fill: Option<u8>,
    /// The address after the last byte; none before the first.
    next: Option<u64>,
    gaps: (u64, u64),
    base: u64,
    bytes: u64,
}

impl GapWriter<'_> {
    /// Goes to an address, across a gap if there is one.
    fn go_to(&mut self, address: u64) -> Result<(), UndumpRefusal> {
        let Some(next) = self.next else {
            self.base = address;
            return Ok(());
        };
        let mut gap = address - next;
        if gap == 0 {
            return Ok(());
        }
        self.gaps = (self.gaps.0.saturating_add(gap), self.gaps.1 + 1);
        if let Some(byte) = self.fill {
            const BLOCK: u64 = 4096;
            let block = [byte; BLOCK as usize];
            while gap > 0 {
                let len = gap.min(BLOCK);
                self.write(&block[..len as usize])?;
                gap -= len;
            }
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), UndumpRefusal> {
        self.out.write_all(bytes).map_err(UndumpRefusal::Output)
    }

    /// Writes a run, whose address must not be before the bytes already written.
    fn run(&mut self, bytes: &[u8], run: &AddressedRun) -> Result<(), UndumpRefusal> {
        if self.next.is_some_and(|next| run.address < next) {
            return Err(UndumpRefusal::Order {
                line: run.line,
                address: run.address,
            });
        }
        self.go_to(run.address)?;
        let pattern = bytes.get(run.at..run.at + run.len).unwrap_or_default();
        let mut left = run.total;
        while left > 0 && !pattern.is_empty() {
            let len = left.min(pattern.len() as u64);
            self.write(&pattern[..len as usize])?;
            left -= len;
        }
        self.bytes = self.bytes.saturating_add(run.total);
        self.next = Some(run.end());
        Ok(())
    }

    /// Writes all bytes held back, in order.
    fn all(&mut self, imported: &AddressedBytes) -> Result<(), UndumpRefusal> {
        let (mut at, len) = (0, imported.len());
        while at < len {
            let window = imported.window(at, STEP);
            let mut from = window.start;
            for hole in &window.holes {
                match hole.why {
                    Absence::Gap => self.stretch(imported, &window, from, hole.start)?,
                    Absence::Unreadable | Absence::Awaited => {
                        let error = io::Error::other("the stored bytes of the dump are gone");
                        return Err(UndumpRefusal::Output(error));
                    }
                }
                from = hole.end;
            }
            self.stretch(imported, &window, from, window.end())?;
            at = window.end();
        }
        Ok(())
    }

    /// Writes the bytes between two offsets; all of them must be present.
    fn stretch(
        &mut self,
        imported: &AddressedBytes,
        window: &Window,
        from: u64,
        to: u64,
    ) -> Result<(), UndumpRefusal> {
        if from >= to {
            return Ok(());
        }
        let address = imported.address(from);
        self.go_to(address)?;
        self.write(window.slice(from, to))?;
        self.bytes = self.bytes.saturating_add(to - from);
        self.next = Some(address.saturating_add(to - from));
        Ok(())
    }
}
