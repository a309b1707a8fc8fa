//! Which format a text is in: every reader tried on the beginning of it.
//!
//! A reader counts what it understood and what fits together (addresses that go
//! on, a text column that agrees), and its format's detector makes a percentage
//! of that. So the format is decided by what reading comes to, and there is no
//! second description of it. Invariant: a trial reads a sample and nothing more.

use super::clean::{clean, cleans};
use super::confidence::ENOUGH;
use super::format::{Format, NewReader, Reader};
use super::out::Out;
use super::text::{Line, Lines};
use super::trial::Trial;

/// In which format it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// The format.
    pub format: &'static Format,
    /// How sure it is, in percent.
    pub percent: u8,
}

/// What was chosen.
pub(super) struct Chosen {
    pub(super) taken: Taken,
    pub(super) reader: Box<dyn Reader>,
    /// Whether quote marks and fences are to be taken off.
    pub(super) cleans: bool,
}

/// How well a reader did: first the percentage, then what tells the readers of
/// one format apart.
type Score = (u8, i64, i64, u64);

/// Of some formats the reader that makes the most of a sample.
///
/// # Errors
/// No format fits well enough; the nearest, if there is one. A format that was `named`
/// is taken however little speaks for it.
pub(super) fn choose(
    formats: &[&'static Format],
    named: bool,
    sample: &[u8],
    whole: bool,
) -> Result<Chosen, Option<Taken>> {
    let cut = if whole {
        sample.len()
    } else {
        last_line(sample)
    };
    let sample = &sample[..cut];
    let mut best: Option<(Score, &'static Format, NewReader)> = None;
    // Every way it can be read: how well, and how many bytes that makes.
    let mut ways: Vec<(Score, u64)> = Vec::new();
    let mut repeats = false;
    for format in formats {
        let mut tried = Vec::new();
        for new in format.readers {
            let (whole_way, fit, extent) = try_on(format, new(), sample, whole);
            repeats |= extent.repeats;
            ways.push((fit, extent.bytes));
            tried.push((whole_way, fit, *new));
        }
        let Some((fit, new)) = best_way(tried, named) else {
            continue;
        };
        if best.as_ref().is_none_or(|(other, _, _)| fit > *other) {
            best = Some((fit, *format, new));
        }
    }
    let Some((fit, format, new)) = best else {
        return Err(None);
    };
    let percent = fit.0;
    let taken = Taken { format, percent };
    // Addresses that fit in two radixes say nothing where a `*` stands between them, or no
    // text beside the words.
    let mut extents = ways.iter().filter(|(other, _)| *other == fit);
    let first = extents.next().map(|(_, extent)| *extent);
    let is_open = extents.any(|(_, extent)| Some(*extent) != first) && (repeats || fit.1 == 0);
    if !named && (percent < ENOUGH || is_open) {
        return Err((percent > 0).then_some(taken));
    }
    let reader = new();
    let cleans = cleans(&*reader, sample);
    Ok(Chosen {
        taken,
        reader,
        cleans,
    })
}

/// Of the ways to read a format the one that reads every line of it; of several such the one
/// that contradicts itself least, however little speaks for the format.
fn best_way(tried: Vec<(bool, Score, NewReader)>, named: bool) -> Option<(Score, NewReader)> {
    let likely = named || tried.iter().any(|(_, fit, _)| fit.0 >= ENOUGH);
    let rank = |whole_way: bool, fit: Score| {
        let whole = whole_way && likely;
        let percent = if whole { 0 } else { fit.0 };
        (whole, percent, fit.1, fit.2, fit.3, fit.0)
    };
    let first = |one: (bool, Score, NewReader), other: (bool, Score, NewReader)| {
        if rank(other.0, other.1) > rank(one.0, one.1) {
            other
        } else {
            one
        }
    };
    let (_, fit, new) = tried.into_iter().reduce(first)?;
    Some((fit, new))
}

/// The end of the last whole line; of a line without an end, all of it.
fn last_line(sample: &[u8]) -> usize {
    let end = memchr::memrchr(b'\n', sample);
    end.map_or(sample.len(), |end| end + 1)
}

/// How many bytes a reading comes to, and whether a `*` stands for some of them.
struct Extent {
    bytes: u64,
    repeats: bool,
}

/// Reads a sample with a reader; tells whether it took every line, how well it did, and
/// how many bytes that makes.
fn try_on(
    format: &Format,
    mut reader: Box<dyn Reader>,
    sample: &[u8],
    whole: bool,
) -> (bool, Score, Extent) {
    let cleans = cleans(&*reader, sample);
    let (mut lines, mut out) = (Lines::new(), Out::default());
    // Colour codes are no part of the text.
    let mut non_blank = 0;
    let mut each = |line: Line<'_>| {
        non_blank += line
            .text
            .iter()
            .filter(|byte| !byte.is_ascii_whitespace())
            .count();
        if cleans {
            clean(&mut *reader, line, &mut out)
        } else {
            reader.line(&line, &mut out)
        }
    };
    let mut done = lines.feed(sample, &mut each);
    if done.is_ok() {
        done = lines.finish(&mut each);
    }
    if done.is_ok() && whole {
        done = reader.end(&mut out);
    }
    let counts = out.counts;
    let runs = out.data().1.iter();
    let extent = Extent {
        bytes: { runs.clone() }.fold(0u64, |sum, run| sum.saturating_add(run.total)),
        repeats: { runs }.any(|run| run.total > run.len as u64),
    };
    let trial = Trial {
        text: sample,
        non_blank: non_blank as u64,
        whole,
        counts,
        bytes: out.data().0,
        trouble: done.as_ref().err(),
    };
    let percent = (format.detect)(&trial).min(100);
    let fit = (
        percent,
        counts.agreed.cast_signed()
            - 2 * counts.disagreed.cast_signed()
            - out.disagreements.cast_signed(),
        counts.continued.cast_signed() - counts.jumped.cast_signed(),
        counts.understood,
    );
    (trial.trouble.is_none() && counts.skipped == 0, fit, extent)
}
