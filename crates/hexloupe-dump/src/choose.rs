//! The format of a text: every reader is tried on its beginning.
//!
//! A reader counts the parts it understood and the signs in favour of its format, such as addresses
//! in order and a matching text column. The detector of the format turns these counts into a
//! percentage. So the result of reading decides the format; no second description of formats
//! exists. Invariant: a trial reads only a sample.

use super::clean::{clean, cleans, trimmed, unbound};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::confidence::{ENOUGH, NOTHING_ELSE, PROVEN, UNLIKELIER};
use super::digits::hex::{self, HEX};
use super::format::{Addresses, DumpFormat, DumpReader, FormatSubject, NewReader, QuoteMarks};
use super::out::{AddressedRun, ReaderOutput, Unreadable};
use super::stamps::StampForm;
use super::text::{self, DumpLine, LineSplitter};
use super::trial::{self, ReaderTrial};

/// The format chosen for a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DetectedFormat {
    /// The format.
    pub format: &'static DumpFormat,
    /// The certainty of the choice, in percent.
    pub percent: u8,
}

impl ChosenFormat {
    /// The reading of a text among whose words dumps are looked for.
    pub(super) const fn among_text(
        taken: DetectedFormat,
        reader: Box<dyn DumpReader>,
        cleans: bool,
    ) -> Self {
        Self {
            taken,
            reader,
            cleans,
            stamps: None,
            near: None,
            lacking: None,
            unread: None,
            other: None,
            leaves_out: true,
            explains_all: false,
            hash: None,
        }
    }

    /// Reports whether its bytes are these, of which all have an address that is not written.
    pub(super) fn is_reading_of(&self, bytes: impl FnOnce() -> Option<Vec<u8>>) -> bool {
        self.hash.is_some_and(|hash| {
            bytes().is_some_and(|bytes| {
                let run = AddressedRun {
                    address: 0,
                    at: 0,
                    len: bytes.len(),
                    total: bytes.len() as u64,
                    line: 1,
                };
                hash == hash_of(&bytes, &[run])
            })
        })
    }

    /// Passes a line to the reader.
    #[inline]
    pub(super) fn line(
        &mut self,
        line: DumpLine<'_>,
        out: &mut ReaderOutput,
    ) -> Result<(), Unreadable> {
        let row = { self.stamps.as_ref() }.and_then(|stamps| stamps.rewritten(line.text));
        let line = match (&self.stamps, &row) {
            (_, Some(row)) => DumpLine { text: row, ..line },
            (Some(stamps), None) => stamps.without(line),
            (None, None) => line,
        };
        if line.is_beside() && self.reader.quote_marks() != QuoteMarks::Text {
            out.skip(line.number);
            return Ok(());
        }
        if self.cleans {
            clean(&mut *self.reader, line, out)
        } else if self.reader.quote_marks() == QuoteMarks::Text {
            self.reader.line(&line, out)
        } else {
            self.reader.line(&trimmed(line), out)
        }
    }

    /// Reads a whole text; none if it cannot be read.
    pub(super) fn read(mut self, text: &[u8]) -> Option<ReaderOutput> {
        let (mut lines, mut out) = (LineSplitter::new(), ReaderOutput::default());
        let read = lines.feed(text, |line| self.line(line, &mut out));
        let read = read.and_then(|()| lines.finish(|line| self.line(line, &mut out)));
        let read = read.and_then(|()| self.reader.end(&mut out));
        read.ok().map(|()| out)
    }
}

/// The evidence that a choice needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChoiceEvidence {
    /// Enough to offer a reading to somebody who has not asked for one.
    Offered,
    /// The user says that the text is a dump: a reading that explains every byte is enough, if no other
    /// reading gives other bytes.
    Asked,
    /// None: the format was named.
    Named,
}

/// The reason why no format was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ChoiceFailure {
    /// None fits well enough: the nearest, if there is one.
    Unknown(Option<DetectedFormat>),
    /// Several explain every byte, and give different bytes.
    Several(Vec<PossibleReading>),
}

/// A reading that explains every byte of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PossibleReading {
    /// The format.
    pub format: &'static DumpFormat,
    /// The first bytes, ...
    pub first: [u8; FIRST],
    /// ... and the number of bytes.
    pub bytes: u64,
}

/// The number of first bytes of a reading that are told.
const FIRST: usize = 8;
/// The bytes of a longer text that are compared, and those that its cut end may give.
const HASHED: usize = 1024;
const CUT: u64 = 8;

/// The format that most of a text is in, and what keeps the text from being in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LackingForm {
    /// The format.
    pub format: &'static DumpFormat,
    /// The first place that it cannot have.
    pub why: Unreadable,
    /// True if most of the text was read before that place.
    pub is_most: bool,
}

/// A chosen format, with its reader.
pub(super) struct ChosenFormat {
    pub(super) taken: DetectedFormat,
    pub(super) reader: Box<dyn DumpReader>,
    /// True if quote marks and fences are to be removed.
    pub(super) cleans: bool,
    /// The stamps of a log before each line, which are no part of the dump.
    pub(super) stamps: Option<StampForm>,
    /// The nearest format of a text that is no dump as a whole: its reader looks for dumps among other
    /// text.
    pub(super) near: Option<DetectedFormat>,
    /// The format that would be taken but for one place, of such a text.
    pub(super) lacking: Option<LackingForm>,
    /// The place where a form begins that is known and not read, of such a text.
    pub(super) unread: Option<Unreadable>,
    /// Another reading of the same format, which is as good.
    pub(super) other: Option<PossibleReading>,
    /// True if it leaves out some of the text, and nothing proves that it is right to.
    pub(super) leaves_out: bool,
    /// True if it explains every byte.
    pub(super) explains_all: bool,
    /// The hash of its bytes, if the text is whole.
    pub(super) hash: Option<u64>,
}

/// The success of a reader: first the percentage, then numbers that differ between the readers of
/// one format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ReaderScore {
    percent: u8,
    /// Places of the text column that agree, minus all disagreements.
    agreement: i64,
    /// Addresses that continue the bytes before, minus those that do not.
    continuity: i64,
    understood: u64,
}

/// A reader that was tried.
#[derive(Clone, Copy)]
struct ReaderAttempt {
    format: &'static DumpFormat,
    new: NewReader,
    score: ReaderScore,
    coverage: AttemptCoverage,
    /// True if it assumes something unusual without a proof.
    unproven: bool,
    /// The number of bytes, repetitions included, and whether a `*` stands for some of them.
    bytes: u64,
    repeats: bool,
    /// The first bytes, and the hash of all at their addresses; if the text goes on, of its beginning.
    first: [u8; FIRST],
    hash: u64,
    is_whole: bool,
}

/// The part of a text that a reader read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AttemptCoverage {
    /// Some of it.
    Part,
    /// Something in every line.
    EachLine,
    /// All of it, and nothing in it contradicts the reading.
    All,
}

/// The reader, of all those of `formats`, that explains a sample best.
///
/// # Errors
/// No format fits well enough, or several do.
pub(super) fn choose(
    formats: &[&'static DumpFormat],
    evidence: ChoiceEvidence,
    sample: &[u8],
    whole: bool,
) -> Result<ChosenFormat, ChoiceFailure> {
    let named = evidence == ChoiceEvidence::Named;
    let (sample, end) = cut(sample, whole);
    let plain = plain(sample);
    let tried = TriedSample {
        text: sample,
        plain: &plain,
    };
    let (mut all, mut best): (Vec<ReaderAttempt>, Option<ReaderAttempt>) = (Vec::new(), None);
    for format in formats {
        let mut attempts: Vec<ReaderAttempt> = { format.readers.iter() }
            .map(|new| match end {
                // Some formats need the end of a line, and others cannot use half a line.
                SampleEnd::Open => {
                    let [open, line] = [SampleEnd::Open, SampleEnd::Line]
                        .map(|end| attempt(format, *new, tried, end));
                    if line.score > open.score { line } else { open }
                }
                _ => attempt(format, *new, tried, end),
            })
            .collect();
        drop_unproven(&mut attempts);
        let better = |way: &ReaderAttempt| best.is_none_or(|best| way.score > best.score);
        best = best_way(&attempts, named).filter(better).or(best);
        all.extend(attempts);
    }
    let Some(mut best) = best else {
        return Err(ChoiceFailure::Unknown(None));
    };
    // Two readers, say of two radixes of addresses, may do equally well and give different
    // numbers of bytes. With a `*`, or without a text column, nothing decides between them.
    let unsaid = best.score.agreement == 0 || all.iter().any(|way| way.repeats);
    let mut as_good = all.iter().filter(|way| way.score == best.score);
    let is_open = unsaid && as_good.any(|way| way.bytes != best.bytes);
    let mut other = None;
    if !named && (best.score.percent < ENOUGH || is_open) {
        let asked = (evidence == ChoiceEvidence::Asked).then(|| only_reading(&all));
        best = asked.transpose()?.flatten().ok_or_else(|| {
            let near = best.detected();
            ChoiceFailure::Unknown((near.percent > 0).then_some(near))
        })?;
        let is_other = |way: &&ReaderAttempt| way.format == best.format && !way.gives_same(&best);
        let mut others = all
            .iter()
            .filter(|way| way.coverage == AttemptCoverage::All);
        other = others.find(is_other).map(ReaderAttempt::reading);
    }
    let taken = best.detected();
    let reader = (best.new)();
    let is_proven = taken.percent >= PROVEN || reader.addresses() != Addresses::None;
    let is_alone = !trial::has_other_letters(&plain) || is_of_digits(&plain);
    let is_all = best.coverage == AttemptCoverage::All && is_alone;
    // A document has all of its text in its bytes.
    let is_document = reader.quote_marks() == QuoteMarks::Text && taken.percent >= ENOUGH;
    let leaves_out = !is_all && !is_proven && !is_document;
    let cleans = cleans(&*reader, sample);
    Ok(ChosenFormat {
        taken,
        reader,
        cleans,
        stamps: None,
        explains_all: best.coverage == AttemptCoverage::All,
        near: None,
        lacking: None,
        unread: None,
        leaves_out,
        other,
        hash: best.is_whole.then_some(best.hash),
    })
}

/// The share of a text among prose that a format has to explain for it to be the nearest: one of so many parts.
const SOME: u64 = 2;

/// A format that a text lacks something for: whether most was read before it, how much, and what it is.
type RankedLacking = ((bool, u64), LackingForm);

/// The format whose reader reads the most of a text before it stops, half of it at least; else the format
/// that reads something of it.
pub(super) fn lacking(formats: &[&'static DumpFormat], text: &[u8]) -> Option<LackingForm> {
    let all = text::non_blank(text) as u64;
    let is_prose = trial::has_other_letters(text);
    let read_by = |format: &'static DumpFormat, new: &NewReader| {
        let mut reader = new();
        // A document is any text, and so is a string without an escape.
        if reader.quote_marks() == QuoteMarks::Text || format.subject == FormatSubject::Text {
            return None;
        }
        let (mut lines, mut out) = (LineSplitter::new(), ReaderOutput::default());
        let done = lines.feed(text, |line| reader.line(&line, &mut out));
        let done = done.and_then(|()| lines.finish(|line| reader.line(&line, &mut out)));
        let done = done.and_then(|()| reader.end(&mut out));
        let counts = out.counts;
        // A list is understood at its end.
        let before = { done.as_ref().err().filter(|_| !is_prose) }
            .map_or(0, |why| non_blank_before(text, why));
        let understood = counts.understood.max(before);
        let is_most = counts.skipped == 0 && counts.bytes > 1 && 2 * understood >= all;
        let (is_most, why) = match done {
            Err(why) => (is_most, why),
            Ok(()) => (false, too_little(format, &out)),
        };
        // Any prose has a few words that might be bytes.
        let is_some = !is_prose || SOME * counts.understood >= all;
        let has_any = is_most || counts.bytes > 0 && counts.understood > 0 && is_some;
        has_any.then_some((
            (is_most, counts.understood),
            LackingForm {
                format,
                why,
                is_most,
            },
        ))
    };
    // Words and decimal numbers have hex digits by chance.
    let is_list = hex::is_decimal_list(text);
    let is_chance = |(is_most, _): (bool, u64), format: &DumpFormat| {
        *format == HEX && (is_list || is_most && is_prose)
    };
    let each = formats.iter().flat_map(|format| {
        let readers = format.readers.iter();
        readers.filter_map(|new| read_by(format, new))
    });
    let each = each.filter(|(rank, lacking)| !is_chance(*rank, lacking.format));
    // The first of equals is the likeliest, but for plain digits.
    let is_better = |next: &RankedLacking, best: &RankedLacking| {
        let is_python = next.1.format.id == "python" && best.1.format.id == "rust";
        let is_likelier = is_python || !next.0.0 && *next.1.format == HEX;
        next.0 > best.0 || next.0 == best.0 && is_likelier
    };
    let best = each.reduce(|best, next| if is_better(&next, &best) { next } else { best });
    best.map(|(_, lacking)| lacking)
}

/// The bytes that are not too few to know a form by.
const MANY: u64 = 64;

/// The bytes that are not blank before a place.
fn non_blank_before(text: &[u8], place: &Unreadable) -> u64 {
    let number = |number: u64| usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
    let mut lines = text.split(|byte| *byte == b'\n');
    let whole = lines.by_ref().take(number(place.line));
    let before: usize = whole.map(text::non_blank).sum();
    let last = lines.next().unwrap_or_default();
    (before + text::non_blank(&last[..last.len().min(number(place.column))])) as u64
}

/// The reason why a reader that fails nowhere does not explain a text.
fn too_little(format: &DumpFormat, out: &ReaderOutput) -> Unreadable {
    let (line, reason) = match (out.skipped.first(), out.counts.bytes) {
        (Some((line, _)), _) => (*line, "the line has none of its bytes".to_owned()),
        (None, 1) => {
            let id = format.id;
            (
                1,
                format!("one byte alone may be by chance; --from {id} reads it"),
            )
        }
        (None, MANY..) => {
            let id = format.id;
            let why = format!("not all of the text is its bytes; --from {id} reads what is");
            (1, why)
        }
        (None, bytes) => {
            let id = format.id;
            (
                1,
                format!("{bytes} bytes are too little to know it; --from {id} reads them"),
            )
        }
    };
    Unreadable {
        line,
        column: 1,
        reason,
    }
}

/// The likeliest of the readings that explain every byte of a text; none if there is none. Of a format
/// its first reader is the likeliest.
///
/// # Errors
/// Readings in several formats are as likely, and give different bytes.
fn only_reading(all: &[ReaderAttempt]) -> Result<Option<ReaderAttempt>, ChoiceFailure> {
    let mut explaining: Vec<&ReaderAttempt> = { all.iter() }
        .filter(|way| way.coverage == AttemptCoverage::All)
        .collect();
    // The first of equals stays the first.
    explaining.sort_by_key(|way| Reverse(way.score.percent));
    let Some(best) = explaining.first().copied() else {
        return Ok(None);
    };
    let mut told: Vec<&ReaderAttempt> = Vec::new();
    for way in explaining {
        let is_likely = way.score.percent + UNLIKELIER >= best.score.percent;
        let is_known = |known: &&ReaderAttempt| known.gives_same(way) || known.format == way.format;
        if is_likely && !told.iter().any(is_known) {
            told.push(way);
        }
    }
    match told[..] {
        [_, _, ..] => Err(ChoiceFailure::Several(
            told.iter().map(|way| way.reading()).collect(),
        )),
        _ => Ok(Some(*best)),
    }
}

impl ReaderAttempt {
    /// Reports whether two readings give the same bytes. At the end of a sample that a number or an
    /// escape is cut by, one may give a byte more.
    fn gives_same(&self, other: &Self) -> bool {
        let slack = if self.is_whole { 0 } else { CUT };
        self.hash == other.hash && self.bytes.abs_diff(other.bytes) <= slack
    }

    fn reading(&self) -> PossibleReading {
        PossibleReading {
            format: self.format,
            first: self.first,
            bytes: self.bytes,
        }
    }

    fn detected(&self) -> DetectedFormat {
        DetectedFormat {
            format: self.format,
            percent: self.score.percent,
        }
    }
}

/// Removes the attempts of a format that assume something unusual without a proof, if another
/// attempt reads as much without an assumption.
fn drop_unproven(tried: &mut Vec<ReaderAttempt>) {
    let plain = tried.iter().filter(|way| !way.unproven);
    if let Some(most) = plain.map(|way| way.score.understood).max() {
        tried.retain(|way| !way.unproven || way.score.understood > most);
    }
}

/// The best attempt of a format. If the format is likely at all, it is the attempt that reads every
/// line, and among several such attempts the one with the fewest contradictions, whatever its
/// percentage.
fn best_way(tried: &[ReaderAttempt], named: bool) -> Option<ReaderAttempt> {
    let likely = named || tried.iter().any(|way| way.score.percent >= ENOUGH);
    let rank = |way: &ReaderAttempt| {
        let reads_all = way.coverage >= AttemptCoverage::EachLine;
        let (all, percent) = (reads_all && likely, way.score.percent);
        let score = ReaderScore {
            percent: if all { 0 } else { percent },
            ..way.score
        };
        (all, score, percent)
    };
    // The first of equal ones wins.
    let best =
        |best: ReaderAttempt, way: ReaderAttempt| if rank(&way) > rank(&best) { way } else { best };
    tried.iter().copied().reduce(best)
}

/// The end of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SampleEnd {
    /// The end of the text.
    Text,
    /// The end of a line.
    Line,
    /// A place within a line.
    Open,
}

/// The part of a sample that is tried: its whole lines, unless most of it is one line without
/// an end.
fn cut(sample: &[u8], whole: bool) -> (&[u8], SampleEnd) {
    if whole {
        return (sample, SampleEnd::Text);
    }
    match memchr::memrchr(b'\n', sample) {
        Some(end) if end >= sample.len() / 2 => (&sample[..=end], SampleEnd::Line),
        _ => (sample, SampleEnd::Open),
    }
}

/// A sample that is tried.
#[derive(Clone, Copy)]
struct TriedSample<'a> {
    /// As it is, ...
    text: &'a [u8],
    /// ... and without what is no part of any dump: colour codes, fences and commands after a prompt.
    plain: &'a [u8],
}

/// A sample without its colour codes, and with empty lines for those that are beside the dump.
pub(super) fn plain(sample: &[u8]) -> Cow<'_, [u8]> {
    let mut plain = Cow::Borrowed(sample);
    if memchr::memchr(0x1B, sample).is_some() {
        text::strip(sample, plain.to_mut());
    }
    let lines = || plain.split_inclusive(|byte| *byte == b'\n');
    if lines().any(text::is_beside) {
        let kept = |line: &[u8]| {
            let len = if text::is_beside(line) {
                line.len() - usize::from(line.ends_with(b"\n"))
            } else {
                0
            };
            line[len..].to_vec()
        };
        plain = Cow::Owned(lines().flat_map(kept).collect());
    }
    plain
}

/// Reports whether each line of a text is one word of the digits of base64, after a quote mark or not:
/// no dump is among other text there.
fn is_of_digits(text: &[u8]) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/-_=".contains(byte);
    trial::lines(text).all(|line| {
        let line = line.strip_prefix(b">").unwrap_or(line);
        line.trim_ascii().iter().all(is_digit)
    })
}

/// Reads a sample with a reader.
fn attempt(
    format: &'static DumpFormat,
    new: NewReader,
    tried: TriedSample<'_>,
    end: SampleEnd,
) -> ReaderAttempt {
    let whole = end == SampleEnd::Text;
    let mut reader = new();
    let sample = match reader.quote_marks() {
        QuoteMarks::Text => tried.text,
        QuoteMarks::Decoration | QuoteMarks::DecorationOfAll => tried.plain,
    };
    let cleans = cleans(&*reader, sample);
    let (mut lines, mut out) = (LineSplitter::new(), ReaderOutput::default());
    // Colour codes are no part of the text.
    let mut non_blank = 0;
    let is_text = reader.quote_marks() == QuoteMarks::Text;
    let mut each = |line: DumpLine<'_>| {
        let line = if is_text { line } else { trimmed(line) };
        let seen = if cleans { unbound(line.text) } else { None };
        non_blank += text::non_blank(seen.as_deref().unwrap_or(line.text));
        if cleans {
            clean(&mut *reader, line, &mut out)
        } else {
            reader.line(&line, &mut out)
        }
    };
    let mut done = lines.feed(sample, &mut each);
    if done.is_ok() {
        done = match end {
            SampleEnd::Open => lines.flush(&mut each),
            SampleEnd::Text | SampleEnd::Line => lines.finish(&mut each),
        };
    }
    if done.is_ok() && whole {
        done = reader.end(&mut out);
    }
    let counts = out.counts;
    let (bytes, runs) = out.data();
    let trial = ReaderTrial {
        text: sample,
        non_blank: non_blank as u64,
        whole,
        counts,
        bytes,
        trouble: done.as_ref().err(),
    };
    let disagreed = 2 * counts.disagreed + out.disagreements;
    let percent = (format.detect)(&trial).min(100);
    // What is uncertain is told, and contradicts nothing.
    let contradicted = disagreed.saturating_sub(out.inferred);
    let contradicts = contradicted > 0 || out.losses > 0 || out.is_cut();
    let explains = !contradicts && percent > 0 && !bytes.is_empty();
    let coverage = match () {
        () if trial.trouble.is_some() || counts.skipped > 0 => AttemptCoverage::Part,
        () if explains && trial.share() > NOTHING_ELSE => AttemptCoverage::All,
        () => AttemptCoverage::EachLine,
    };
    let mut first = [0; FIRST];
    let told = bytes.len().min(FIRST);
    first[..told].copy_from_slice(&bytes[..told]);
    ReaderAttempt {
        format,
        new,
        score: ReaderScore {
            percent,
            agreement: counts.agreed.cast_signed() - disagreed.cast_signed(),
            continuity: counts.continued.cast_signed() - counts.jumped.cast_signed(),
            understood: counts.understood,
        },
        coverage,
        unproven: reader.is_unproven(&counts),
        bytes: { runs.iter() }.fold(0u64, |sum, run| sum.saturating_add(run.total)),
        repeats: runs.iter().any(|run| run.total > run.len as u64),
        first,
        hash: if whole {
            hash_of(bytes, runs)
        } else {
            hash_of(&bytes[..bytes.len().min(HASHED)], &[])
        },
        is_whole: whole,
    }
}

/// The hash of bytes at their addresses.
fn hash_of(bytes: &[u8], runs: &[AddressedRun]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    for run in runs {
        (run.address, run.total).hash(&mut hasher);
    }
    hasher.finish()
}
