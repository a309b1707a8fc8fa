//! The guess of data with all that is said of it: its carriers, and the lines of text that is not as
//! the rest; and of large data by its first suspicious places, before all of it is read.
//!
//! Invariant: a line is counted from the first byte of the data, or is not known.

use std::ops::Range;

use super::runs::lines_of;
use super::{Control, JobEnd, carrier};
use crate::codec::Encoding;
use crate::detect::preferred::Preferred;
use crate::detect::verdict::Guess;
use crate::detect::{self, Judgement};
use crate::window::{Peek, Window};

mod fault;
mod places;
mod spot;

/// The most bytes that are read to count lines, where samples are enough for all else.
const COUNTED: u64 = 16 << 20;

/// The bytes at the beginning of large data each word of which is looked at before all are; if nothing is
/// found there, as many times more, up to the farthest.
const BEGINNING: u64 = 8 << 20;
const TIMES_MORE: u64 = 8;
const FARTHEST: u64 = 512 << 20;

/// The guess of the data's encoding; all of the data is read.
pub fn guess(data: &dyn Peek, preferred: Preferred) -> Guess {
    told(detect::judge(data, preferred), data, u64::MAX, None)
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

    fn refill(&self, start: u64, len: usize, window: &mut Window) {
        if self.control.is_cancelled() {
            *window = self.window(start, len);
        } else {
            self.data.refill(start, len, window);
        }
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        self.data.zeros(from)
    }

    fn address(&self, offset: u64) -> u64 {
        self.data.address(offset)
    }
}

/// The guess of the data's encoding by its first bytes, a few samples and samples around some
/// offsets; the first fault may be known.
pub fn guess_near(
    data: &dyn Peek,
    places: &[u64],
    fault: Option<u64>,
    preferred: Preferred,
) -> Guess {
    let judgement = detect::judge_near(data, places, preferred);
    told(judgement, data, COUNTED, fault)
}

/// Guesses near the first byte beyond ASCII that is not among the first `seen` ones, which is reported, and
/// near the first fault. Without one, its beginning may be mojibake; none if it is not.
pub fn guess_first(
    control: &Control<'_>,
    data: &dyn Peek,
    (encoding, seen): (&'static Encoding, u64),
    preferred: Preferred,
    report: &dyn Fn(Guess),
) -> JobEnd<Option<Guess>> {
    let mut places = Vec::new();
    let mut beyond_ascii = |place| {
        places.push(place);
        if place >= seen {
            report(guess_near(data, &[place], None, preferred));
        }
    };
    match spot::first(control, data, encoding, &mut beyond_ascii) {
        JobEnd::Done(Some(fault)) => {
            places.push(fault);
            places.dedup();
            JobEnd::Done(Some(guess_near(data, &places, Some(fault), preferred)))
        }
        JobEnd::Done(None) if places.is_empty() => JobEnd::Done(None),
        JobEnd::Done(None) => first_mojibake(control, data, preferred),
        JobEnd::Cancelled => JobEnd::Cancelled,
    }
}

/// The guess by the beginning of well-formed text, which is as long as is needed to find mojibake in it.
fn first_mojibake(
    control: &Control<'_>,
    data: &dyn Peek,
    preferred: Preferred,
) -> JobEnd<Option<Guess>> {
    let data = &Cancellable { control, data };
    let mut until = BEGINNING;
    loop {
        let judgement = detect::judge_beginning(data, until, preferred);
        let guess = told(judgement, data, COUNTED, None);
        if control.is_cancelled() {
            return JobEnd::Cancelled;
        }
        if !guess.others.is_empty() {
            return JobEnd::Done(Some(guess));
        }
        if until >= data.len().min(FARTHEST) {
            return JobEnd::Done(None);
        }
        until *= TIMES_MORE;
    }
}

/// The guess of a judgement with its carriers, and with the lines of what is before an offset; the first
/// fault may be known.
fn told(judgement: Judgement, data: &dyn Peek, until: u64, fault: Option<u64>) -> Guess {
    let Judgement {
        mut guess,
        readings,
        ..
    } = judgement;
    fault::drop_forms(data, &mut guess);
    places::add(data, &mut guess);
    let mut offsets: Vec<u64> = { guess.others.iter() }
        .flat_map(|other| other.places().map(|place| place.offset))
        .filter(|offset| *offset < until)
        .collect();
    offsets.sort_unstable();
    let lines = lines_of(data, &readings, offsets.iter().copied());
    let line = |offset| Some(lines[offsets.binary_search(&offset).ok()?]);
    for other in &mut guess.others {
        other.line = line(other.offset);
        for place in &mut other.more {
            place.line = line(place.offset);
        }
    }
    let carriers = carrier::find(data, &guess);
    let first_fault = fault::first(data, &guess, &readings, until, fault);
    Guess {
        carriers,
        first_fault,
        ..guess
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Data whose reader cancels the job after a number of reads.
    struct CancelsWhenRead<'a> {
        bytes: &'a Vec<u8>,
        cancel: &'a AtomicBool,
        left: Cell<u32>,
    }

    impl Peek for CancelsWhenRead<'_> {
        fn len(&self) -> u64 {
            self.bytes.len() as u64
        }

        fn window(&self, start: u64, len: usize) -> Window {
            assert!(!self.cancel.load(Ordering::Relaxed), "read once cancelled");
            let left = self.left.get().saturating_sub(1);
            self.left.set(left);
            self.cancel.store(left == 0, Ordering::Relaxed);
            self.bytes.window(start, len)
        }
    }

    /// The guess of data whose job is cancelled at a read.
    fn guessed(bytes: &Vec<u8>, read: u32) -> JobEnd<Guess> {
        let cancel = AtomicBool::new(false);
        let data = CancelsWhenRead {
            bytes,
            cancel: &cancel,
            left: Cell::new(read),
        };
        let control = Control::new(&cancel, &|_| ());
        guess_attended(&control, &data, Preferred::NONE)
    }

    #[test]
    fn a_cancelled_guess_reads_no_more_at_any_read() {
        let units = "wide text\n".encode_utf16().flat_map(u16::to_le_bytes);
        let units: Vec<u8> = units.collect();
        for line in [
            "Съешь же ещё этих мягких булок\n".as_bytes(),
            b"caf\xE9 and na\xC3\xAFve\n",
            "Ð¡ÑŠÐµÑˆÑŒ Ð¶Ðµ ÐµÑ‰Ñ‘\n".as_bytes(),
            b"\x7FELF\x01\x02\0\0",
            &units,
        ] {
            let bytes = line.repeat(200);
            let whole = JobEnd::Done(guess(&bytes, Preferred::NONE));
            let reads = (1..1000).find(|&read| guessed(&bytes, read) != JobEnd::Cancelled);
            let reads = reads.unwrap();
            assert!(reads > 3, "{reads}");
            assert!(guessed(&bytes, reads) == whole);
        }
    }

    #[test]
    fn every_group_of_lines_of_mojibake_is_a_place() {
        let mut lines = vec!["2026-11-29 12:00:00 INFO request from user Bob"; 80];
        // UTF-8 read as windows-1252 and saved again.
        lines[20] = "M\u{C3}\u{BC}ller ordered a caf\u{C3}\u{A9}";
        lines[21] = "M\u{C3}\u{BC}ller paid";
        lines[40] = "Jos\u{C3}\u{A9} ordered an \u{C3}\u{A9}clair";
        let text = lines.join("\n");
        let found = guess(&text.as_bytes().to_vec(), Preferred::NONE);
        let [other] = &found.others[..] else {
            panic!("{found:#?}");
        };
        assert_eq!(other.stretches, 2);
        let places: Vec<_> = other.places().map(|at| (at.line, at.meant)).collect();
        assert_eq!(places, [(Some(21), 'ü'), (Some(41), 'é')]);
        let offset = |word: &str| text.find(word).map(|at| at as u64);
        let second = other.more.first().map(|place| place.offset);
        assert_eq!(second, offset("\u{C3}\u{A9} ordered an"));
    }
    #[test]
    fn mojibake_far_in_a_long_text_is_found_without_all_of_it() {
        let line = "Съешь же ещё этих мягких булок\n";
        let mojibake = "Ð¡ÑŠÐµÑˆÑŒ Ð¶Ðµ ÐµÑ‰Ñ‘\n";
        let lines = (BEGINNING as usize / line.len()) + 100;
        let text = line.repeat(lines) + mojibake + &line.repeat(lines);
        let found = |until: usize| {
            let never = AtomicBool::new(false);
            let control = Control::new(&never, &|_| ());
            let bytes = text.as_bytes()[..until].to_vec();
            first_mojibake(&control, &bytes, Preferred::NONE)
        };
        let JobEnd::Done(Some(guess)) = found(text.len()) else {
            panic!("nothing found");
        };
        let places: Vec<_> = guess.others.iter().map(|other| other.line).collect();
        assert_eq!(places, [Some(lines as u64 + 1)]);
        assert_eq!(found(line.len() * lines), JobEnd::Done(None));
    }
}
