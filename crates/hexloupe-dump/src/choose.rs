//! The format of a text: every reader is tried on its beginning.
//!
//! A reader counts the parts it understood and the signs in favour of its format, such as addresses
//! in order and a matching text column. The detector of the format turns these counts into a
//! percentage. So the result of reading decides the format; no second description of formats
//! exists. Invariant: a trial reads only a sample.

use super::clean::{clean, cleans};
use super::confidence::ENOUGH;
use super::format::{DumpFormat, DumpReader, NewReader};
use super::out::ReaderOutput;
use super::text::{self, DumpLine, LineSplitter};
use super::trial::ReaderTrial;

/// The format chosen for a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DetectedFormat {
    /// The format.
    pub format: &'static DumpFormat,
    /// The certainty of the choice, in percent.
    pub percent: u8,
}

/// A chosen format, with its reader.
pub(super) struct ChosenFormat {
    pub(super) taken: DetectedFormat,
    pub(super) reader: Box<dyn DumpReader>,
    /// True if quote marks and fences are to be removed.
    pub(super) cleans: bool,
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
    /// True if it read every line.
    reads_all: bool,
    /// True if it assumes something unusual without a proof.
    unproven: bool,
    /// The number of bytes, repetitions included, and whether a `*` stands for some of them.
    bytes: u64,
    repeats: bool,
}

/// The reader, of all those of `formats`, that explains a sample best.
///
/// # Errors
/// No format fits well enough: the nearest, if there is one. A format that was `named` is chosen
/// however weak its evidence is.
pub(super) fn choose(
    formats: &[&'static DumpFormat],
    named: bool,
    sample: &[u8],
    whole: bool,
) -> Result<ChosenFormat, Option<DetectedFormat>> {
    let (sample, end) = cut(sample, whole);
    let (mut all, mut best): (Vec<ReaderAttempt>, Option<ReaderAttempt>) = (Vec::new(), None);
    for format in formats {
        let tried = format.readers.iter();
        let mut tried: Vec<ReaderAttempt> = tried
            .map(|new| match end {
                // Some formats need the end of a line, and others cannot use half a line.
                SampleEnd::Open => {
                    let [open, line] = [SampleEnd::Open, SampleEnd::Line]
                        .map(|end| attempt(format, *new, sample, end));
                    if line.score > open.score { line } else { open }
                }
                _ => attempt(format, *new, sample, end),
            })
            .collect();
        drop_unproven(&mut tried);
        let better = |way: &ReaderAttempt| best.is_none_or(|best| way.score > best.score);
        best = best_way(&tried, named).filter(better).or(best);
        all.extend(tried);
    }
    let Some(best) = best else {
        return Err(None);
    };
    let (format, percent) = (best.format, best.score.percent);
    let taken = DetectedFormat { format, percent };
    // Two readers, say of two radixes of addresses, may do equally well and give different
    // numbers of bytes. With a `*`, or without a text column, nothing decides between them.
    let unsaid = best.score.agreement == 0 || all.iter().any(|way| way.repeats);
    let mut as_good = all.iter().filter(|way| way.score == best.score);
    let is_open = unsaid && as_good.any(|way| way.bytes != best.bytes);
    if !named && (percent < ENOUGH || is_open) {
        return Err((percent > 0).then_some(taken));
    }
    let reader = (best.new)();
    let cleans = cleans(&*reader, sample);
    Ok(ChosenFormat {
        taken,
        reader,
        cleans,
    })
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
        let (all, percent) = (way.reads_all && likely, way.score.percent);
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

/// Reads a sample with a reader.
fn attempt(
    format: &'static DumpFormat,
    new: NewReader,
    sample: &[u8],
    end: SampleEnd,
) -> ReaderAttempt {
    let whole = end == SampleEnd::Text;
    let mut reader = new();
    let cleans = cleans(&*reader, sample);
    let (mut lines, mut out) = (LineSplitter::new(), ReaderOutput::default());
    // Colour codes are no part of the text.
    let mut non_blank = 0;
    let mut each = |line: DumpLine<'_>| {
        non_blank += text::non_blank(line.text);
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
    ReaderAttempt {
        format,
        new,
        score: ReaderScore {
            percent: (format.detect)(&trial).min(100),
            agreement: counts.agreed.cast_signed() - disagreed.cast_signed(),
            continuity: counts.continued.cast_signed() - counts.jumped.cast_signed(),
            understood: counts.understood,
        },
        reads_all: trial.trouble.is_none() && counts.skipped == 0,
        unproven: reader.is_unproven(&counts),
        bytes: { runs.iter() }.fold(0u64, |sum, run| sum.saturating_add(run.total)),
        repeats: runs.iter().any(|run| run.total > run.len as u64),
    }
}
