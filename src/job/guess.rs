//! The guess of data with all that is said of it: its carriers, and the lines of text that is not as
//! the rest.
//!
//! Invariant: a line is counted from the first byte of the data, or is not known.

use std::ops::Range;

use super::runs::lines_of;
use super::{Control, JobEnd, carrier};
use crate::detect::preferred::Preferred;
use crate::detect::verdict::Guess;
use crate::detect::{self, Judgement};
use crate::window::{Peek, Window};

/// The most bytes that are read to count lines, where samples are enough for all else.
const COUNTED: u64 = 16 << 20;

/// The guess of the data's encoding; all of the data is read.
pub fn guess(data: &dyn Peek, preferred: Preferred) -> Guess {
    told(detect::judge(data, preferred), data, u64::MAX)
}

/// The same, for whoever may cancel it.
pub fn guess_attended(
    control: &Control<'_>,
    data: &dyn Peek,
    preferred: Preferred,
) -> JobEnd<Guess> {
    let guess = guess(&Cancellable { control, data }, preferred);
    if control.is_cancelled() {
        JobEnd::Cancelled
    } else {
        JobEnd::Done(guess)
    }
}

/// Data that ends at once when a job is cancelled.
struct Cancellable<'a> {
    control: &'a Control<'a>,
    data: &'a dyn Peek,
}

impl Peek for Cancellable<'_> {
    fn len(&self) -> u64 {
        if self.control.is_cancelled() {
            0
        } else {
            self.data.len()
        }
    }

    fn window(&self, start: u64, len: usize) -> Window {
        if self.control.is_cancelled() {
            let ends = true;
            return Window {
                start,
                ends,
                ..Window::default()
            };
        }
        self.data.window(start, len)
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        self.data.zeros(from)
    }

    fn address(&self, offset: u64) -> u64 {
        self.data.address(offset)
    }
}

/// The guess of the data's encoding by its first bytes, a few samples and samples around some
/// offsets.
pub fn guess_near(data: &dyn Peek, places: &[u64], preferred: Preferred) -> Guess {
    told(detect::judge_near(data, places, preferred), data, COUNTED)
}

/// The guess of a judgement with its carriers, and with the lines of what is before an offset.
fn told(judgement: Judgement, data: &dyn Peek, until: u64) -> Guess {
    let Judgement {
        mut guess,
        readings,
        ..
    } = judgement;
    let near = guess.others.partition_point(|other| other.offset < until);
    let near = &mut guess.others[..near];
    let offsets: Vec<u64> = near.iter().map(|other| other.offset).collect();
    let lines = lines_of(data, &readings, offsets);
    for (other, line) in near.iter_mut().zip(lines) {
        other.line = Some(line);
    }
    let carriers = carrier::find(data, &guess);
    Guess { carriers, ..guess }
}
