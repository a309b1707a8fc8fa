//! Reads each stretch of the data in its own encoding: lines of several encodings.
//!
//! The data is read in the background; the results become passages, all at once. Invariant: only
//! passages change, and those made by the user stay.

use std::ops::Range;
use std::sync::Arc;

use super::errands::ErrandResult;
use super::open_file::OpenFile;
use crate::codec::{Encoding, misread};
use crate::command::keymap::Keymap;
use crate::detect::Reading;
use crate::detect::preferred::Preferred;
use crate::detect::verdict::{ACTING_FLOOR, Nature, OtherText};
use crate::job::runs::{ReadingStretch, STEP, divide, judge};
use crate::job::{Control, JobEnd};
use crate::model::numbers::counted;
use crate::scan::facts::encoding_range::{EncodingRange, EncodingRanges};
use crate::source::ArrivedData;
use crate::window::Peek;

/// Said of mojibake alone of which no part can be shown mended in its place.
const IN_PAIRS: &str = "mojibake of a Chinese, Japanese or Korean set cannot be shown mended; recode --fix auto mends it";

/// The result of dividing the data.
#[derive(Debug)]
pub(super) enum DivisionOutcome {
    /// Binary data: none of its lines is text.
    Binary,
    /// Stretches with another reading than the rest.
    Text(DividedStretches),
}

/// The stretches of the data with another reading than the rest.
#[derive(Debug, Default)]
pub(super) struct DividedStretches {
    /// The stretches that become passages.
    passages: Vec<EncodingRange>,
    /// The number of further ones.
    more: u64,
    /// The number of those of a set of pairs, which are not shown mended in their place.
    in_pairs: u64,
    /// The number of those that may be mojibake, beside some that surely is: they stay as they are.
    doubtful: u64,
}

impl OpenFile {
    /// Looks for the stretches with another reading than the rest.
    pub(super) fn divide(&mut self) {
        let encoding = self.state.view.encoding();
        if !encoding.ascii {
            let name = encoding.name;
            return self.state.say(format!(
                "passages need an encoding that extends ASCII, not {name}; try guess --lines"
            ));
        }
        let source = Arc::clone(&self.source);
        let len = ArrivedData(&source).len();
        let doing = "finding the encoding of each line".to_owned();
        let is_free = self.facts.errand.is_none();
        self.set_out(doing, 0..len, move |control| {
            match divided(control, &ArrivedData(&source), encoding) {
                JobEnd::Done(found) => JobEnd::Done(ErrandResult::Divided(source, found)),
                JobEnd::Cancelled => JobEnd::Cancelled,
            }
        });
        if let Some(errand) = &mut self.facts.errand {
            errand.is_only_shown = is_free || errand.is_only_shown;
        }
    }

    /// Stores the stretches as passages.
    pub(super) fn divided(&mut self, keymap: &Keymap, found: DivisionOutcome) {
        let DivisionOutcome::Text(found) = found else {
            let reads = keymap.first("passage-encoding");
            return self.state.say(format!(
                "binary data has no lines of text; {reads} reads a selection in another encoding"
            ));
        };
        let DividedStretches {
            passages,
            mut more,
            in_pairs,
            doubtful,
        } = found;
        let mut made = 0;
        let view = &mut self.state.view;
        let known = view.passages.clone();
        for passage in passages {
            let overlaps = |own: &EncodingRange| {
                own.range.start < passage.range.end && passage.range.start < own.range.end
            };
            if known.list().iter().any(overlaps) {
                continue;
            }
            if view.passages.add(passage) {
                made += 1;
            } else {
                more += 1;
            }
        }
        let said = match (made, more) {
            (0, 0) if in_pairs > 0 => IN_PAIRS.to_owned(),
            (0, 0) => "every line reads best in the file's encoding".to_owned(),
            (1, 0) => format!(
                "1 passage shown mended, the file unchanged; {} goes to it",
                keymap.first("next-passage")
            ),
            (_, 0) => format!(
                "{} shown mended, the file unchanged; {} goes to the next",
                counted(made, "passage"),
                keymap.first("next-passage")
            ),
            _ => format!(
                "{} shown mended, the file unchanged; no room for {more} more",
                counted(made, "passage")
            ),
        };
        let left = match (doubtful, more) {
            (1.., 0) => format!("; doubtful ones left: {doubtful}"),
            _ => String::new(),
        };
        self.state.say(said + &left);
    }
}

/// The stretches with another reading than an encoding.
fn divided(
    control: &mut Control<'_>,
    data: &dyn Peek,
    rest: &'static Encoding,
) -> JobEnd<DivisionOutcome> {
    let JobEnd::Done(judgement) = judge(control, data, Preferred::NONE, STEP) else {
        return JobEnd::Cancelled;
    };
    if let Nature::Binary(_) = judgement.guess.nature {
        return JobEnd::Done(DivisionOutcome::Binary);
    }
    let mut found = DividedStretches::default();
    let mut islands = Some(Vec::new());
    let readings = &judgement.readings;
    let has_sure = judgement.guess.others.iter().any(is_sure_chain);
    let mut take = |stretch: ReadingStretch| {
        let run = &stretch.run;
        // A chain that is only a guess is not shown as if it were one of the sure ones.
        if has_sure && run.reading.chain.is_some() && !run.is_sure() {
            found.doubtful += 1;
            return;
        }
        let is_other = |encoding: &&Encoding| *encoding != rest && !run.range.is_empty();
        let own = row(&run.reading);
        found.in_pairs += u64::from(own.is_none());
        let Some(encoding) = own.filter(is_other) else {
            return;
        };
        if found.passages.len() == EncodingRanges::MOST {
            found.more += 1;
            return;
        }
        // ASCII before and after the words is the same in both.
        let range = if encoding.ascii {
            stretch.run.range
        } else {
            stretch.range
        };
        islands = islands.take().and_then(|mut list: Vec<EncodingRange>| {
            let room = EncodingRanges::MOST - list.len();
            let parts = if encoding.ascii {
                islands_of(data, range.clone(), room)?
            } else {
                vec![range.clone()]
            };
            list.extend(
                parts
                    .into_iter()
                    .map(|part| EncodingRange::new(part, encoding)),
            );
            Some(list)
        });
        found.passages.push(EncodingRange::new(range, encoding));
    };
    let ended = divide(control, data, readings, STEP, &mut take);
    if ended == JobEnd::Cancelled {
        return JobEnd::Cancelled;
    }
    found.passages = islands.unwrap_or(found.passages);
    JobEnd::Done(DivisionOutcome::Text(found))
}

/// Reports whether some text is surely mojibake.
fn is_sure_chain(other: &OtherText) -> bool {
    !other.chain.is_empty() && other.confidence >= ACTING_FLOOR
}

/// The parts of a range between lines of nothing but ASCII, from the first word beyond ASCII on; none
/// if there is no room for so many.
fn islands_of(data: &dyn Peek, range: Range<u64>, room: usize) -> Option<Vec<Range<u64>>> {
    let mut parts: Vec<Range<u64>> = Vec::new();
    let (mut word, mut at) = (range.start, range.start);
    // The part goes on in this line, and has gone on in it.
    let (mut is_open, mut is_line) = (false, false);
    while at < range.end && parts.len() <= room {
        let window = data.window(at, (range.end - at).min(STEP) as usize);
        let bytes = window.slice(at, range.end);
        if bytes.is_empty() {
            break;
        }
        for (here, byte) in (at..).zip(bytes) {
            match byte {
                0x80.. => {
                    if !is_open {
                        parts.push(word..range.end);
                    }
                    (is_open, is_line) = (true, true);
                }
                b'\n' => {
                    if let Some(last) = parts.last_mut().filter(|_| is_line) {
                        last.end = here;
                    }
                    (is_open, is_line, word) = (is_line, false, here + 1);
                }
                b'A'..=b'Z' | b'a'..=b'z' => {}
                _ => word = here + 1,
            }
        }
        at += bytes.len() as u64;
    }
    if let Some(last) = parts.last_mut().filter(|_| is_line) {
        last.end = range.end;
    }
    (parts.len() <= room).then_some(parts)
}

/// The row with the same reading; none for a chain with pairs of bytes, or the other byte order.
fn row(reading: &Reading) -> Option<&'static Encoding> {
    match &reading.chain {
        None => Some(reading.encoding),
        Some(chain) => misread::by_id(&chain.notation()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(data: &[u8], room: usize, expected: Option<&[&[u8]]>) {
        let parts = islands_of(&data.to_vec(), 0..data.len() as u64, room);
        let parts = parts.map(|parts| {
            let bytes = |part: Range<u64>| data[part.start as usize..part.end as usize].to_vec();
            parts.into_iter().map(bytes).collect::<Vec<_>>()
        });
        let expected = expected.map(|all| all.iter().map(|part| part.to_vec()).collect());
        assert_eq!(parts, expected, "{:?}", data.escape_ascii().to_string());
    }

    #[test]
    fn lines_of_ascii_divide_a_range() {
        check(b"", 9, Some(&[]));
        check(b"a b\n", 9, Some(&[]));
        check(b"a b\xC3x c\n", 9, Some(&[b"b\xC3x c"]));
        check(b"\x81[\r\nx\n\x81[", 9, Some(&[b"\x81[\r", b"\x81["]));
        check(
            b"\xE9\n\xE9 \n\na\n\xE9",
            9,
            Some(&[b"\xE9\n\xE9 ", b"\xE9"]),
        );
        check(b"\xE9\n\n\xE9\n\n", 1, None);
        check(b"\xE9\n\n\xE9\n\n", 2, Some(&[b"\xE9", b"\xE9"]));
    }
}
