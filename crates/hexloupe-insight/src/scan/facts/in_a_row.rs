//! The notices of several characters in a row, for one of the characters.
//!
//! A scan finds them all and in order; this file examines only the steps around one, for the
//! sentence about the character under a cursor. Invariant: it examines a bounded number of steps.

use std::ops::Range;

use crate::scan::lookalikes::{LookAlike, LookAlikes};
use crate::scan::mojibake;
use crate::scan::notices::settles;
use crate::scan::unfinished::Unfinished;
use hexloupe_text::codec::{Meaning, Step};
use hexloupe_text::unicode::notice::Notice;

/// The most steps examined before and after the character.
const MOST: usize = 80;

/// The notices that a step shares with its neighbours; `steps` are those around it, in order.
pub fn of_step(steps: &[Step], step: &Step) -> Vec<Notice> {
    let found = with_ranges(steps, step).into_iter();
    found.map(|(kind, _)| kind).collect()
}

/// The original of the word around a step, if the word is suspected of a misreading.
pub fn suspected(steps: &[Step], step: &Step) -> Option<String> {
    let found = with_ranges(steps, step);
    let (_, range) = { found.iter() }.find(|(kind, _)| *kind == Notice::MojibakeSuspect)?;
    let own = steps.iter().filter(|step| range.contains(&step.offset));
    let word: Vec<char> = own.flat_map(|step| step.meaning.scalars()).collect();
    mojibake::text_of(&word)
}

/// The word around a step, if it imitates another or mixes scripts: its notice, and the ASCII word
/// it imitates.
pub fn look_alike(steps: &[Step], step: &Step) -> Option<(Notice, Option<String>)> {
    let here = steps.partition_point(|other| other.offset < step.offset);
    let from = here.saturating_sub(MOST);
    let mut found = None;
    let mut report = |one: LookAlike<()>| {
        let is_of_word = matches!(one.notice, Notice::Confusable | Notice::MixedScript);
        if is_of_word && one.range.contains(&step.offset) {
            found = Some((one.notice, one.twin));
        }
    };
    let mut look_alikes = LookAlikes::default();
    for next in steps.iter().skip(from).take(2 * MOST) {
        look_alikes.step(next, (), &mut report);
        if next.offset > step.offset && look_alikes.is_settled() {
            break;
        }
    }
    look_alikes.interrupt(&mut report);
    found
}

/// The notices of several characters that include a step, and the ranges of their bytes.
fn with_ranges(steps: &[Step], step: &Step) -> Vec<(Notice, Range<u64>)> {
    let here = steps.partition_point(|other| other.offset < step.offset);
    let before = steps.get(..here).unwrap_or_default();
    let is_apart = |step: &Step| step.meaning.scalar().is_some_and(settles);
    let from = before.iter().rposition(is_apart).map_or(0, |at| at + 1);
    let from = from.max(here.saturating_sub(MOST));
    let around = steps.get(from..).unwrap_or_default();
    let mut unfinished = Unfinished::default();
    let mut found = Vec::new();
    let mut report = |kind, range: Range<u64>, ()| {
        if range.contains(&step.offset) {
            found.push((kind, range));
        }
    };
    for next in around.iter().take(here - from + MOST) {
        match next.meaning {
            Meaning::Scalar(_) | Meaning::Pair(..) => {
                for c in next.meaning.scalars() {
                    unfinished.character(c, &next.range(), (), &mut report);
                }
            }
            Meaning::Shift => {}
            _ => unfinished.interrupt(&mut report),
        }
        if next.offset > step.offset && unfinished.is_settled() {
            break;
        }
    }
    unfinished.interrupt(&mut report);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::{Walk, table};
    use hexloupe_text::window::Peek as _;

    /// The notices of the character at an offset of a text.
    #[track_caller]
    fn check(text: &str, at: usize, expected: &[Notice]) {
        let window = text.as_bytes().window(0, text.len());
        let steps: Vec<Step> = Walk::new(table::UTF_8, 0, &window).collect();
        let step = steps.iter().find(|step| step.offset == at as u64);
        assert_eq!(of_step(&steps, step.unwrap()), expected, "{text} at {at}");
    }

    #[test]
    fn each_character_of_the_row_has_the_notice_and_no_other() {
        let text = r#"{"\ud83d"}"#;
        for at in 0..text.len() {
            let expected: &[Notice] = if (2..8).contains(&at) {
                &[Notice::LoneEscape]
            } else {
                &[]
            };
            check(text, at, expected);
        }
        // The UTF-8 of "été" in windows-1252.
        let twice = "a \u{C3}\u{A9}t\u{C3}\u{A9} a";
        check(twice, 2, &[Notice::MojibakeSuspect]);
        check(twice, 7, &[Notice::MojibakeSuspect]);
        check(twice, 0, &[]);
        check(r"\\ud83d\ud83d", 7, &[Notice::LoneEscape]);
        check(r"\\ud83d\ud83d\ude00", 7, &[]);
    }

    #[test]
    fn a_look_alike_word_is_reported_at_each_of_its_letters() {
        let text = "log in to p\u{430}ypal, Mо\u{441}\u{43A}\u{432}\u{430}, сор.com сор";
        let window = text.as_bytes().window(0, text.len());
        let steps: Vec<Step> = Walk::new(table::UTF_8, 0, &window).collect();
        let told = |at: usize| look_alike(&steps, &steps[at]);
        let twin = |word: &str| Some((Notice::Confusable, Some(word.to_owned())));
        assert!((10..16).all(|at| told(at) == twin("paypal")));
        assert!((18..24).all(|at| told(at) == Some((Notice::MixedScript, None))));
        assert!((26..29).all(|at| told(at) == twin("cop")));
        let others = (0..10).chain([16, 17, 24, 25]).chain(29..steps.len());
        assert!(others.into_iter().all(|at| told(at).is_none()));
    }

    #[test]
    fn a_suspected_word_has_its_original() {
        let text = "a РџСЂРёРІРµС‚, РґРµРЅСЊ Привет";
        let window = text.as_bytes().window(0, text.len());
        let steps: Vec<Step> = Walk::new(table::UTF_8, 0, &window).collect();
        let told = |at: usize| {
            let at = text.char_indices().nth(at).map(|(at, _)| at as u64);
            let step = steps.iter().find(|step| Some(step.offset) == at);
            suspected(&steps, step.unwrap())
        };
        assert_eq!(told(2).as_deref(), Some("Привет"));
        assert_eq!(told(13).as_deref(), Some("Привет"));
        assert_eq!(told(17).as_deref(), Some("день"));
        assert_eq!((told(0), told(26)), (None, None));
    }
}
