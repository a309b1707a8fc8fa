//! Reads a text as a dump: decides its format, and drives the reader.
//!
//! The first [`SAMPLE`] bytes are stored until the reader that explains them best is known; then
//! they and all following text go through it. Invariant: the result depends only on the text, not
//! on how it is cut into pieces. Memory does not grow with the text as long as the caller removes
//! the results.

pub use super::choose::DetectedFormat;
use super::choose::{ChosenFormat, choose};
use super::clean::clean;
use super::format::{Addresses, DumpFormat};
use super::out::{ReaderOutput, RemarkKind, Unreadable};
use super::table::FORMATS;
use super::text::{DumpLine, LineSplitter, TextDecoder};

/// The length in bytes of the sample that determines the format.
pub const SAMPLE: usize = 32 * 1024;

/// The format to read a text in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatChoice {
    /// The format that fits its structure best.
    Auto,
    /// The named format.
    Named(&'static DumpFormat),
}

impl FormatChoice {
    /// Its name on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Named(format) => format.id,
        }
    }

    /// Chooses the format of a sample; `whole` is true if the sample is the whole text.
    fn among(self, sample: &[u8], whole: bool) -> Result<ChosenFormat, ImportFailure> {
        let chosen = match self {
            Self::Auto => choose(FORMATS, false, sample, whole),
            Self::Named(format) => choose(&[format], true, sample, whole),
        };
        chosen.map_err(ImportFailure::Unknown)
    }
}

/// The reason why reading stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportFailure {
    /// A part of the dump cannot be read.
    Unreadable(Unreadable),
    /// The text is in no known format; the nearest, if there is one.
    Unknown(Option<DetectedFormat>),
}

impl From<Unreadable> for ImportFailure {
    fn from(why: Unreadable) -> Self {
        Self::Unreadable(why)
    }
}

/// A text that is read as a dump.
pub struct DumpImport {
    choice: FormatChoice,
    front: TextDecoder,
    lines: LineSplitter,
    /// The text whose format is not decided yet, and a buffer for UTF-16 turned into UTF-8.
    sample: Vec<u8>,
    plain: Vec<u8>,
    chosen: Option<ChosenFormat>,
    out: ReaderOutput,
}

impl DumpImport {
    /// An import that has read nothing yet.
    pub fn new(choice: FormatChoice) -> Self {
        Self {
            choice,
            front: TextDecoder::default(),
            lines: LineSplitter::new(),
            sample: Vec::new(),
            plain: Vec::new(),
            chosen: None,
            out: ReaderOutput::default(),
        }
    }

    /// Takes a piece of the text. The results are then in [`DumpImport::out`].
    ///
    /// # Errors
    /// The text is in no known format, or cannot be read further; earlier results are still
    /// in [`DumpImport::out`].
    pub fn feed(&mut self, piece: &[u8]) -> Result<(), ImportFailure> {
        let mut plain = std::mem::take(&mut self.plain);
        let piece = if self.front.feed(piece, &mut plain) {
            piece
        } else {
            &plain
        };
        let done = self.read_piece(piece);
        self.plain = plain;
        done
    }

    fn read_piece(&mut self, piece: &[u8]) -> Result<(), ImportFailure> {
        if self.chosen.is_some() {
            return self.read(piece);
        }
        self.sample.extend_from_slice(piece);
        if self.sample.len() < SAMPLE {
            return Ok(());
        }
        self.decide(false)
    }

    /// Ends the text.
    ///
    /// # Errors
    /// As for [`DumpImport::feed`].
    pub fn finish(&mut self) -> Result<(), ImportFailure> {
        let mut plain = std::mem::take(&mut self.plain);
        self.front.finish(&mut plain);
        self.read_piece(&plain)?;
        if self.chosen.is_none() {
            self.decide(true)?;
        }
        let Some(chosen) = &mut self.chosen else {
            return Ok(());
        };
        let out = &mut self.out;
        self.lines.finish(|line| chosen.line(line, out))?;
        chosen.reader.end(out)?;
        if out.counts.read == 0
            && let Some((line, _)) = out.skipped.first().copied()
        {
            // The reason below says the same.
            out.skipped.clear();
            out.counts.skipped = 0;
            out.disagreements = 0;
            drop(out.take_remarks());
            return Err(ImportFailure::Unreadable(Unreadable {
                line,
                column: 1,
                reason: format!(
                    "it contains nothing in the format {}",
                    chosen.taken.format.id
                ),
            }));
        }
        Ok(())
    }

    /// The results so far, for the caller to remove.
    pub fn out(&mut self) -> &mut ReaderOutput {
        &mut self.out
    }

    /// The format chosen for the text; `None` until it is decided.
    pub fn taken(&self) -> Option<DetectedFormat> {
        self.chosen.as_ref().map(|chosen| chosen.taken)
    }

    /// The source of the addresses of the bytes, once the format is decided.
    pub fn addresses(&self) -> Addresses {
        let chosen = self.chosen.as_ref();
        chosen.map_or(Addresses::None, |chosen| chosen.reader.addresses())
    }

    fn decide(&mut self, whole: bool) -> Result<(), ImportFailure> {
        let sample = std::mem::take(&mut self.sample);
        // The sample is the same, however much text came at once.
        let first = sample.get(..SAMPLE).unwrap_or(&sample);
        let whole = whole && first.len() == sample.len();
        self.chosen = Some(self.choice.among(first, whole)?);
        self.read(&sample)
    }

    fn read(&mut self, piece: &[u8]) -> Result<(), ImportFailure> {
        let Some(chosen) = &mut self.chosen else {
            return Ok(());
        };
        let out = &mut self.out;
        Ok(self.lines.feed(piece, |line| chosen.line(line, out))?)
    }
}

impl ChosenFormat {
    #[inline]
    fn line(&mut self, line: DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let (skipped, told) = (out.counts.skipped, out.disagreements);
        if self.cleans {
            clean(&mut *self.reader, line, out)?;
        } else {
            self.reader.line(&line, out)?;
        }
        if out.counts.skipped == skipped || out.disagreements > told {
            return Ok(());
        }
        // No address shows how often the row before a `*` is repeated.
        let star = line.text.trim_ascii() == b"*" && out.counts.read > 0;
        if star || self.cleans && resembles(line.text) {
            out.remark(line.number, 0, RemarkKind::Missed);
        }
        Ok(())
    }
}

/// Reports whether a skipped line is mostly hex digits, as the rows of dumps are.
fn resembles(text: &[u8]) -> bool {
    const FEW: usize = 8;
    let non_blank = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    let digits = text.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
    let numbers = text.iter().any(u8::is_ascii_digit);
    numbers && digits >= FEW && digits * 4 >= non_blank.count() * 3
}

/// The format of the beginning of a text, `None` if that is not evident; `whole` is true if there
/// is no more text.
pub fn look(sample: &[u8], whole: bool) -> Option<DetectedFormat> {
    let sample = &sample[..sample.len().min(SAMPLE)];
    let (mut front, mut plain) = (TextDecoder::default(), Vec::new());
    let mut text = sample.to_vec();
    if !front.feed(sample, &mut plain) {
        text = std::mem::take(&mut plain);
        if whole {
            front.finish(&mut plain);
            text.append(&mut plain);
        }
    }
    FormatChoice::Auto
        .among(&text, whole)
        .ok()
        .map(|chosen| chosen.taken)
}

/// Reads a whole text at once.
///
/// # Errors
/// As for [`DumpImport::feed`]; earlier results are in the returned [`DumpImport`].
pub fn read(choice: FormatChoice, text: &[u8]) -> (DumpImport, Result<(), ImportFailure>) {
    let mut import = DumpImport::new(choice);
    let done = import.feed(text).and_then(|()| import.finish());
    (import, done)
}
