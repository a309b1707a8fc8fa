//! What would be mended, and how sure that is.
//!
//! A run is chosen among the readings that were learned; whether another one suits the same words
//! as well is asked of the guess, which weighs them all. Invariant: no run counts as surer than
//! the guess is of its words.

use std::ops::Range;

use super::{Failure, each_run, is_plain, parts};
use crate::detect::chain::Chain;
use crate::detect::runs::{Learner, Readings, Run};
use crate::detect::verdict::ACTING_FLOOR;
use crate::detect::{Reading, guess};
use crate::job::{Control, End};
use crate::window::Peek;

/// Bytes of the runs of a reading that are shown to the guess.
const SAMPLE: usize = 4096;
/// How sure a reading is if the guess names another.
const DISPUTED: f32 = 0.5;

/// The runs that are read alike.
#[derive(Debug, Clone)]
pub struct Found {
    /// How they are read.
    pub reading: Reading,
    /// How many there are.
    pub runs: u64,
    /// Where the first is.
    pub first: Range<u64>,
    /// How sure the least sure one is, from 0 to 1.
    pub confidence: f32,
    /// The beginnings of the first ones.
    sample: Vec<u8>,
}

/// The runs of some data that are not plain UTF-8, by their readings. Where the guess names a
/// chain that was not learned, it is added to the readings; those that are not sure enough to act
/// on are marked there.
///
/// # Errors
/// The data cannot be read.
pub fn survey(
    control: &mut Control<'_>,
    data: &dyn Peek,
    readings: &mut Readings,
    step: usize,
) -> End<Result<Vec<Found>, Failure>> {
    let mut found = match found(control, data, readings, step) {
        End::Done(Ok(found)) => found,
        other => return other,
    };
    let list = readings.list();
    let named: Vec<Reading> = { found.iter() }
        .filter_map(|found| Some(Reading::through(named(found)?.0)))
        .filter(|named| !list.contains(named))
        .collect();
    if !named.is_empty() {
        *readings = readings.clone().and(named);
        found = match self::found(control, data, readings, step) {
            End::Done(Ok(found)) => found,
            other => return other,
        };
    }
    for found in &mut found {
        let confidence = confidence(found);
        // The guess of all of the data is surer than that of a part, unless they name two sets.
        if found.reading == *readings.own().0 && confidence > DISPUTED {
            continue;
        }
        if confidence < ACTING_FLOOR {
            readings.doubt(&found.reading, confidence);
        }
        let least = readings.doubt_of(&found.reading).unwrap_or(confidence);
        found.confidence = found.confidence.min(least);
    }
    if found.iter().all(|found| found.reading.chain.is_none()) {
        return End::Done(Ok(found));
    }
    match again(control, data, readings, step) {
        End::Done(Ok(again)) => readings.mind_again(again),
        End::Done(Err(failure)) => return End::Done(Err(failure)),
        End::Cancelled => return End::Cancelled,
    }
    End::Done(Ok(found))
}

/// The readings of the text without the chains that were found: of one that is only a part of what
/// happened, there are more.
fn again(
    control: &mut Control<'_>,
    data: &dyn Peek,
    readings: &Readings,
    step: usize,
) -> End<Result<Readings, Failure>> {
    let mut learner = Learner::new();
    let ended = each_run(control, data, readings, step, &mut |run| {
        if run.reading.chain.is_none() {
            return Ok(());
        }
        parts(data, run.range.clone(), &mut |bytes, _| {
            for line in bytes.split_inclusive(|byte| *byte == b'\n') {
                if let Some(mended) = run.reading.mend(line) {
                    learner.see(mended.text.as_bytes());
                    learner.see(b"\n");
                }
            }
            Ok(())
        })
    });
    match ended {
        End::Done(Ok(())) => End::Done(Ok(learner.conclude().of_chains())),
        End::Done(Err(failure)) => End::Done(Err(failure)),
        End::Cancelled => End::Cancelled,
    }
}

/// The runs by their readings, as sure as they are among these.
fn found(
    control: &mut Control<'_>,
    data: &dyn Peek,
    readings: &Readings,
    step: usize,
) -> End<Result<Vec<Found>, Failure>> {
    let mut all: Vec<Found> = Vec::new();
    let ended = each_run(control, data, readings, step, &mut |run| {
        if is_plain(&run.reading) {
            return Ok(());
        }
        let known = { all.iter_mut() }.find(|found| found.reading == run.reading);
        if let Some(found) = known {
            found.add(run, data);
        } else {
            let mut found = Found {
                reading: run.reading.clone(),
                runs: 0,
                first: run.range.clone(),
                confidence: run.confidence,
                sample: Vec::new(),
            };
            found.add(run, data);
            all.push(found);
        }
        Ok(())
    });
    match ended {
        End::Done(seen) => End::Done(seen.map(|()| all)),
        End::Cancelled => End::Cancelled,
    }
}

impl Found {
    fn add(&mut self, run: &Run, data: &dyn Peek) {
        self.runs += 1;
        self.confidence = self.confidence.min(run.confidence);
        let len = (run.range.end - run.range.start).min((SAMPLE - self.sample.len()) as u64);
        if len > 0 {
            let window = data.window(run.range.start, len as usize);
            self.sample.extend_from_slice(&window.bytes);
            self.sample.truncate(SAMPLE - 1);
            self.sample.push(b'\n');
        }
    }
}

/// The chain that the guess names for some runs of mojibake, and how sure it is.
fn named(found: &Found) -> Option<(Chain, f32)> {
    found.reading.chain.as_ref()?;
    let mojibake = guess(&found.sample).mojibake?;
    Some((Chain::found(&mojibake.chain)?, mojibake.confidence))
}

/// Whether most letters of a text beyond ASCII are of scripts in which text that was misread in a
/// set of one byte is hardly ever seen: it is Greek, Hebrew or Arabic that is sound.
fn is_of_other_scripts(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let letters = text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic());
    let is_usual = |c: &char| matches!(c, '\u{80}'..='\u{24F}' | '\u{400}'..='\u{52F}');
    let usual = letters.clone().filter(is_usual).count();
    letters.count() > 2 * usual
}

/// How sure the guess is of some runs.
fn confidence(found: &Found) -> f32 {
    let Some(own) = &found.reading.chain else {
        let guess = guess(&found.sample);
        let encoding = found.reading.encoding;
        let is_same = guess.verdict.encoding == encoding || guess.same.contains(&encoding);
        return if is_same { guess.confidence } else { DISPUTED };
    };
    if !own.is_proof() && is_of_other_scripts(&found.sample) {
        return DISPUTED;
    }
    match named(found) {
        Some((chain, confidence)) if chain == *own => confidence,
        // A few words of UTF-8 are too few for the guess, and proof enough.
        None if own.is_proof() => 1.0,
        Some(_) | None => DISPUTED,
    }
}
