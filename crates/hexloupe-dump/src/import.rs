//! Reads a text as a dump: decides its format, and drives the reader.
//!
//! The first [`SAMPLE`] bytes are stored until the reader that explains them best is known; then
//! they and all following text go through it. Invariant: the result depends only on the text, not
//! on how it is cut into pieces. Memory does not grow with the text as long as the caller removes
//! the results.

use std::borrow::Cow;

use super::choose::{self, ChoiceEvidence, ChoiceFailure, ChosenFormat, choose};
pub use super::choose::{DetectedFormat, LackingForm, PossibleReading};
use super::clean::cleans;
use super::doubt;
use super::format::{Addresses, DumpFormat, QuoteMarks};
use super::log::{LOG, LogReader, TakenDumps};
use super::out::{ReaderOutput, RemarkKind, Unreadable};
use super::sms;
use super::stamps::StampForm;
use super::table::FORMATS;
use super::text::{DumpLine, LineSplitter, TextDecoder, has_pairs, resembles_row};
use super::trial;
use super::unread;

/// The length in bytes of the sample that determines the format.
pub const SAMPLE: usize = 32 * 1024;
const SHORT_MESSAGE: &str =
    "its lengths are those of a short message; --from sms-pdu reads the text in it";
/// The longest text of which is told what keeps it from being a dump.
const LACKING: usize = 16 * 1024;

/// The format to read a text in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatChoice {
    /// The format that fits its structure best, if that is evident.
    Auto,
    /// The same for a user who says that the text is a dump: a format that explains every byte, if no
    /// other gives other bytes.
    Asked,
    /// Each of the dumps among other text.
    Each,
    /// The named format.
    Named(&'static DumpFormat),
}

impl FormatChoice {
    /// Its name on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Auto | Self::Asked | Self::Each => "auto",
            Self::Named(format) => format.id,
        }
    }

    /// Chooses the format of a sample; `whole` is true if the sample is the whole text.
    fn among(self, sample: &[u8], whole: bool) -> Result<ChosenFormat, ImportFailure> {
        let is_named = matches!(self, Self::Named(_));
        if let Some(why) = unread::whole(sample).filter(|_| !is_named) {
            return Err(ImportFailure::Unreadable(why));
        }
        let chosen = match self {
            Self::Auto => choose(FORMATS, ChoiceEvidence::Offered, sample, whole),
            Self::Asked => match stamped(sample, whole)
                .unwrap_or_else(|| choose(FORMATS, ChoiceEvidence::Asked, sample, whole))
            {
                Ok(chosen)
                    if chosen.leaves_out
                        && LogReader::finds_any(sample)
                        && !chosen.is_reading_of(|| LogReader::bytes_of_each(sample)) =>
                {
                    Ok(among_text(TakenDumps::Only, Some(chosen.taken), sample))
                }
                Err(ChoiceFailure::Unknown(near)) if is_text(sample) => {
                    Ok(among_text(TakenDumps::Only, near, sample))
                }
                other => other,
            },
            Self::Each if is_text(sample) => Ok(among_text(TakenDumps::Each, None, sample)),
            Self::Each => Err(ChoiceFailure::Unknown(None)),
            Self::Named(format) => choose(&[format], ChoiceEvidence::Named, sample, whole),
        };
        chosen.map_err(|failure| match failure {
            ChoiceFailure::Unknown(near) => unread::among(sample)
                .map_or(ImportFailure::Unknown(near), ImportFailure::Unreadable),
            ChoiceFailure::Several(readings) => ImportFailure::Several(readings),
        })
    }
}

/// The reason why reading stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportFailure {
    /// A part of the dump cannot be read.
    Unreadable(Unreadable),
    /// The text is in no known format; the nearest, if there is one.
    Unknown(Option<DetectedFormat>),
    /// The text would be in a format, but for one place.
    Lacking(LackingForm),
    /// Several formats explain every byte of the text, and give different bytes.
    Several(Vec<PossibleReading>),
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
    /// True if each CR ends a line: the text has no LF.
    has_cr_ends: bool,
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
            has_cr_ends: false,
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
        self.lines.finish(|line| chosen.told_line(line, out))?;
        chosen.reader.end(out)?;
        if out.counts.read == 0 && *chosen.taken.format == LOG {
            if let Some(unread) = chosen.unread.take() {
                return Err(ImportFailure::Unreadable(unread));
            }
            let lacking = chosen.lacking.take();
            return Err(lacking.map_or(ImportFailure::Unknown(chosen.near), ImportFailure::Lacking));
        }
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
        let taken = self.chosen.as_ref().map(|chosen| chosen.taken);
        // Among other text nothing may be a dump.
        taken.filter(|taken| *taken.format != LOG || self.out.counts.read > 0)
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
        let chosen = match self.among_cr_lines(first, whole) {
            Some(chosen) => chosen?,
            None => self.choice.among(first, whole)?,
        };
        if let Some(other) = &chosen.other {
            let said = format!("its rows may also be read as {} bytes", other.bytes);
            self.out.note(1, 0, said);
        }
        let is_asked = self.choice == FormatChoice::Asked;
        if is_asked && whole && chosen.taken.format.id == "hex" && sms::is_message(first) {
            self.out.note(1, 0, SHORT_MESSAGE);
        }
        let all_is_data = chosen.reader.quote_marks() == QuoteMarks::Text;
        if let Some(doubt) = self.doubt(&chosen, first).filter(|_| whole) {
            let what = RemarkKind::Inferred(doubt.to_owned());
            self.out.remark(1, 0, what);
        }
        self.chosen = Some(chosen);
        if all_is_data {
            self.lines.keep_escapes();
            self.read(self.front.removed_mark())?;
        }
        self.read(&sample)
    }

    /// The doubt about a whole text whose format was not named.
    fn doubt(&self, chosen: &ChosenFormat, sample: &[u8]) -> Option<&'static str> {
        let is_text = chosen.reader.quote_marks() == QuoteMarks::Text;
        let is_log = *chosen.taken.format == LOG;
        if is_text || is_log || matches!(self.choice, FormatChoice::Named(_)) {
            return None;
        }
        let plain = choose::plain(sample);
        let text = match &chosen.stamps {
            Some(stamps) => Cow::Owned(stamps.strip(&plain)),
            None => plain,
        };
        let is_bare = chosen.reader.addresses() == Addresses::None;
        match chosen.taken.format.id {
            "hex" | "bits" => doubt::of_digits(&text),
            "json" | "c-string" => doubt::of_string(&text),
            "indexed" | "call" => None,
            _ if is_bare => doubt::of_list(&text),
            _ => None,
        }
    }

    /// The reading of a text whose lines end in CR alone, as on the first Macintosh, if it is rows of digits.
    fn among_cr_lines(
        &mut self,
        sample: &[u8],
        whole: bool,
    ) -> Option<Result<ChosenFormat, ImportFailure>> {
        let inner = sample.trim_ascii_end();
        if memchr::memchr(b'\r', inner).is_none() || memchr::memchr(b'\n', sample).is_some() {
            return None;
        }
        let chosen = match self.choice.among(&with_line_feeds(sample), whole) {
            Err(several @ ImportFailure::Several(_)) => return Some(Err(several)),
            chosen => chosen.ok()?,
        };
        let is_of_rows = chosen.reader.quote_marks() == QuoteMarks::Decoration;
        self.has_cr_ends = is_of_rows;
        is_of_rows.then_some(Ok(chosen))
    }

    fn read(&mut self, piece: &[u8]) -> Result<(), ImportFailure> {
        let Some(chosen) = &mut self.chosen else {
            return Ok(());
        };
        let with_ends;
        let piece = if self.has_cr_ends {
            with_ends = with_line_feeds(piece);
            &with_ends
        } else {
            piece
        };
        let out = &mut self.out;
        Ok(self.lines.feed(piece, |line| chosen.told_line(line, out))?)
    }
}

/// A text with LF for each CR.
fn with_line_feeds(text: &[u8]) -> Vec<u8> {
    let end = |byte: &u8| if *byte == b'\r' { b'\n' } else { *byte };
    text.iter().map(end).collect()
}

impl ChosenFormat {
    /// Passes a line to the reader, and remarks on one that looks like a row and is left out.
    #[inline]
    fn told_line(&mut self, line: DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let (skipped, told) = (out.counts.skipped, out.disagreements);
        self.line(line, out)?;
        if out.counts.skipped == skipped || out.disagreements > told {
            return Ok(());
        }
        // No address shows how often the row before a `*` is repeated.
        let star = line.text.trim_ascii() == b"*" && out.counts.read > 0;
        if star || self.cleans && (resembles_row(line.text) || has_pairs(line.text)) {
            out.remark(line.number, 0, RemarkKind::Missed);
        }
        Ok(())
    }
}

/// The reading of a text that has the stamp of a log before each line, if a format explains all else.
fn stamped(sample: &[u8], whole: bool) -> Option<Result<ChosenFormat, ChoiceFailure>> {
    let (mut best, mut open): (Option<ChosenFormat>, Option<ChoiceFailure>) = (None, None);
    for form in StampForm::all(sample) {
        let text = form.strip(sample);
        let chosen = match choose(FORMATS, ChoiceEvidence::Asked, &text, whole) {
            Ok(chosen) => chosen,
            Err(several @ ChoiceFailure::Several(_)) if form.is_no_byte() => {
                return Some(Err(several));
            }
            Err(several @ ChoiceFailure::Several(_)) => {
                open = open.or(Some(several));
                continue;
            }
            Err(_) => continue,
        };
        // In a document the stamps are text.
        let is_dump = chosen.explains_all && chosen.reader.quote_marks() != QuoteMarks::Text;
        // An address is no stamp, and the first of equals leaves the most of each line.
        let rank = |chosen: &ChosenFormat| {
            let has_addresses = chosen.reader.addresses() != Addresses::None;
            (has_addresses, chosen.taken.percent)
        };
        if is_dump && best.as_ref().is_none_or(|best| rank(&chosen) > rank(best)) {
            best = Some(ChosenFormat {
                stamps: Some(form),
                ..chosen
            });
        }
    }
    // Of one line the log tells which reading it takes.
    let has_lines = || trial::lines(sample).filter(|line| !line.is_empty()).count() > 1;
    best.map(Ok).or(open.filter(|_| has_lines()).map(Err))
}

/// Reports whether a sample is text: a binary has no dumps among its bytes.
fn is_text(sample: &[u8]) -> bool {
    !sample.contains(&0)
}

/// The reading of a text that is no dump as a whole; the format it resembles most.
fn among_text(taken: TakenDumps, near: Option<DetectedFormat>, sample: &[u8]) -> ChosenFormat {
    let reader = LogReader::new(taken);
    let log = DetectedFormat {
        format: &LOG,
        percent: 100,
    };
    let cleans = cleans(&reader, sample);
    ChosenFormat {
        near,
        unread: unread::among(sample),
        lacking: (sample.len() <= LACKING)
            .then(|| choose::lacking(FORMATS, sample))
            .flatten(),
        ..ChosenFormat::among_text(log, Box::new(reader), cleans)
    }
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

/// A text that is a dump, or is one but for a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DumpLikeness {
    /// It is one.
    Is(DetectedFormat),
    /// It is none, but for a place.
    Nearly(LackingForm),
}

/// The dump that a text is, or is nearly, by its beginning; `whole` is true if there is no more text.
/// Prose is not looked at.
pub fn likeness(sample: &[u8], whole: bool) -> Option<DumpLikeness> {
    let sample = &sample[..sample.len().min(SAMPLE)];
    if !is_of_digits(sample) {
        return None;
    }
    if let Some(taken) = look(sample, whole) {
        return Some(DumpLikeness::Is(taken));
    }
    // Tables have numbers too, and are long.
    let is_short = whole && memchr::memchr_iter(b'\n', sample).count() <= SHORT;
    // Figures alone are dates and tables.
    let is_told = |byte: &u8| byte.is_ascii_alphabetic() || b"[{<".contains(byte);
    let is_near = |near: &LackingForm| near.is_most && sample.iter().any(is_told);
    let nearly = || choose::lacking(FORMATS, sample).filter(is_near);
    is_short.then(nearly).flatten().map(DumpLikeness::Nearly)
}

/// The most lines of a text that is told to be nearly a dump.
const SHORT: usize = 8;

/// Reports whether a text has few letters that are no hex digits, nor characters beyond ASCII other than drawn
/// lines.
fn is_of_digits(text: &[u8]) -> bool {
    const FEW: usize = 4;
    let is_other =
        |byte: &&u8| byte.is_ascii_alphabetic() && !byte.is_ascii_hexdigit() && **byte != b'x';
    let drawn = text
        .array_windows()
        .filter(|part| matches!(part, [0xE2, 0x94..=0x97, _]));
    let beyond = text.iter().filter(|byte| !byte.is_ascii()).count();
    let others = text.iter().filter(is_other).count() + beyond.saturating_sub(3 * drawn.count());
    let signs = text
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .count();
    is_text(text) && FEW * others <= signs && text.iter().any(u8::is_ascii_digit)
}

/// The first place of the beginning of a text that keeps it from being read, if the user says that it
/// is a dump; `whole` is true if there is no more text.
pub fn first_wrong(sample: &[u8], whole: bool) -> Option<Unreadable> {
    let sample = &sample[..sample.len().min(SAMPLE)];
    let mut import = DumpImport::new(FormatChoice::Asked);
    let mut done = import.feed(sample);
    if whole && done.is_ok() {
        done = import.finish();
    }
    match done {
        Err(ImportFailure::Unreadable(why)) => Some(why),
        _ => None,
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check_in_pieces;

    /// The first PDU is of 3GPP TS 23.040 with a centre before it.
    #[test]
    fn hex_that_is_a_short_message_is_told() {
        let notes = |text: &str| {
            let (mut import, done) = read(FormatChoice::Asked, text.as_bytes());
            assert_eq!(done, Ok(()), "{text}");
            let remarks = import.out().take_remarks();
            let remarks = remarks.iter().map(ToString::to_string);
            remarks.filter(|remark| remark == SHORT_MESSAGE).count()
        };
        let message =
            "07911326040000F0040B911346610089F60000208062917314080CC8F71D14969741F977FD07\n";
        assert_eq!(notes(message), 1);
        assert_eq!(
            notes("d09fd180d0b8d0b2d0b5d1822c20d0bcd0b8d1802120d0add182d0be\n"),
            0
        );
    }

    /// ISO-2022-JP has escape sequences, and those of colours are bytes of a document too.
    #[test]
    fn a_document_keeps_its_escape_sequences_and_its_mark() {
        let text = "\u{feff}a \u{1b}$B$3$s\u{1b}(B \u{1b}[31mb\u{1b}]0;c\u{7}\nd\u{1b}";
        let mut count = 0;
        for format in FORMATS {
            let keeps = |reader: &fn() -> Box<dyn crate::format::DumpReader>| {
                reader().quote_marks() == QuoteMarks::Text
            };
            // Its lines have signs of their own.
            let is_document = format.id != "uuencode";
            if is_document && format.readers.iter().any(keeps) {
                check_in_pieces(format, text, text.as_bytes());
                count += 1;
            }
        }
        assert!(count >= 6, "{count} formats are documents");
    }
}
