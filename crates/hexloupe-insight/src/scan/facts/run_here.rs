//! The run of invisible characters around one of them, and its hidden text.
//!
//! A check reads a run from its first character to its last; this file examines only the steps
//! around one, for the sentence about the character under a cursor. Invariant: it examines only the
//! given steps, and reports if the end of the run is outside.

use std::ops::Range;

use crate::scan::notices::Noticer;
use hexloupe_text::codec::{Encoding, Step};
use hexloupe_text::unicode::hidden::{HiddenText, HiddenTextCarrier, HiddenTextReader};
use hexloupe_text::unicode::notice::{Notice, ToldBy};

/// The most characters of a run skipped to find its hidden text: a cut UTF-8 character leaves at
/// most three bytes.
const CUT: usize = 3;

/// A run of invisible characters without a meaning for the text around.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunHere {
    /// The number of its visible part's characters.
    pub count: u64,
    /// The hidden text, if it seems to hide some; if it begins outside the given steps, from the
    /// requested character on.
    pub hidden: Option<HiddenText>,
    /// True if it may begin before the given steps.
    pub goes_back: bool,
    /// True if it may go on after them.
    pub goes_on: bool,
}

/// The run that contains a step, if any. `steps` are those around it, in order; `data` is the range
/// of the data, and `opening` are its first bytes if the steps are near them.
pub fn of_step(
    encoding: &'static Encoding,
    opening: &[u8],
    steps: &[Step],
    step: &Step,
    data: &Range<u64>,
) -> Option<RunHere> {
    let mut noticer = Noticer::<()>::new(encoding, opening);
    let mut found: Option<Range<u64>> = None;
    let mut report = |kind: Notice, range: Range<u64>, ()| {
        if kind.told_by() == ToldBy::Run && range.contains(&step.offset) {
            found = Some(range);
        }
    };
    for next in steps {
        noticer.step(next, (), &mut report);
    }
    noticer.finish(&mut report);
    let range = found?;
    let (first, last) = (steps.first()?, steps.last()?);
    let goes_back = range.start <= first.offset && first.offset > data.start;
    let goes_on = range.end >= last.end() && last.end() < data.end;
    let run: Vec<&Step> = { steps.iter() }
        .filter(|step| range.contains(&step.offset))
        .collect();
    let count = { run.iter() }
        .map(|step| step.meaning.scalars().count() as u64)
        .sum();
    let hidden = if goes_back {
        let here = run.partition_point(|other| other.offset < step.offset);
        from_inside(&run[here..])
    } else {
        read(&run)
    };
    Some(RunHere {
        count,
        hidden,
        goes_back,
        goes_on,
    })
}

fn read(run: &[&Step]) -> Option<HiddenText> {
    let mut reader = HiddenTextReader::default();
    for c in run.iter().flat_map(|step| step.meaning.scalars()) {
        reader.feed(c);
    }
    reader.hidden()
}

/// The text hidden by a run from a character inside it on. The starts of digits are unknown there.
fn from_inside(run: &[&Step]) -> Option<HiddenText> {
    let readings = || (0..=CUT).filter_map(|cut| read(run.get(cut..)?));
    let text = readings().find(|hidden| hidden.text.is_some());
    text.or_else(|| readings().next())
        .filter(|hidden| hidden.carrier != HiddenTextCarrier::NoWidth)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;
    use hexloupe_text::codec::{Walk, table};
    use hexloupe_text::window::Peek as _;

    /// The bytes of a text as variation selectors.
    fn selectors(text: &str) -> String {
        let selector = |byte: u8| match byte {
            byte @ 0..16 => 0xFE00 + u32::from(byte),
            byte => 0xE00F0 + u32::from(byte),
        };
        { text.bytes() }
            .filter_map(|byte| char::from_u32(selector(byte)))
            .collect()
    }

    /// The run at a character of a text, given the steps with a byte in a range.
    fn run(text: &str, at: usize, seen: Range<usize>) -> Option<RunHere> {
        let window = text.as_bytes().window(0, text.len());
        let steps: Vec<Step> = Walk::new(table::UTF_8, 0, &window).collect();
        let here = text.char_indices().nth(at).unwrap().0 as u64;
        let step = *steps.iter().find(|step| step.offset == here).unwrap();
        let seen =
            |step: &Step| step.end() as usize > seen.start && (step.offset as usize) < seen.end;
        let steps: Vec<Step> = steps.iter().copied().filter(seen).collect();
        let data = 0..text.len() as u64;
        of_step(table::UTF_8, b"", &steps, &step, &data)
    }

    #[test]
    fn each_character_of_a_run_knows_all_of_it() {
        let text = format!("Hi 😀{}!", selectors("hello"));
        for at in 0..text.chars().count() {
            let found = run(&text, at, 0..text.len());
            let is_of_run = (4..9).contains(&at);
            assert_eq!(found.is_some(), is_of_run, "{at}");
            if let Some(found) = found {
                assert_eq!(found.hidden.unwrap().text.as_deref(), Some("hello"));
                assert_eq!(
                    (found.count, found.goes_back, found.goes_on),
                    (5, false, false)
                );
            }
        }
    }

    #[test]
    fn intended_characters_are_no_run() {
        for text in ["a ❤\u{FE0F} b", "👩\u{200D}🔬", "می\u{200C}خواهم"] {
            for at in 0..text.chars().count() {
                assert_eq!(run(text, at, 0..text.len()), None, "{text}");
            }
        }
    }

    #[test]
    fn where_the_run_is_not_seen_whole_it_is_said() {
        let text = format!("Hi 😀{}!", selectors(&"жук ".repeat(100)));
        let begin = text.find('\u{E01C0}').unwrap();
        let found = run(&text, 4, 0..begin + 400).unwrap();
        assert_eq!((found.goes_back, found.goes_on), (false, true));
        assert!(found.hidden.unwrap().text.unwrap().starts_with("жук жук"));
        // The character is the second byte of a letter.
        let found = run(&text, 12, begin + 12..text.len()).unwrap();
        assert_eq!((found.goes_back, found.goes_on), (true, false));
        let told = found.hidden.unwrap().text.unwrap();
        assert!(told.starts_with("ук жук"), "{told}");
    }

    #[test]
    fn digits_without_their_first_hide_nothing() {
        let bit = |bit: u8| if bit == 0 { '\u{200B}' } else { '\u{200C}' };
        let bits = |byte: u8| (0..8).rev().map(move |at| bit(byte >> at & 1));
        let text: String = b"attack at dawn"
            .iter()
            .flat_map(|byte| bits(*byte))
            .collect();
        let found = run(&text, 9, 0..text.len()).unwrap();
        assert_eq!(
            found.hidden.unwrap().text.as_deref(),
            Some("attack at dawn")
        );
        let found = run(&text, 9, 3..text.len()).unwrap();
        assert_eq!((found.hidden, found.goes_back), (None, true));
    }
}
