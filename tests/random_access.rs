//! Steps from any place of the data equal those of decoding from its start: at once where the
//! bytes near it tell, and everywhere after the scan has passed.
//!
//! The data is the worst case of random access: long runs in which nothing tells where a sequence
//! begins. Invariant: the only bytes that the tests know are those that shift out of the first
//! state.
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hexloupe::codec::{CodecState, Encoding, Step, Walk, table};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::Control;
use hexloupe::job::find::{FindRequest, STEP, find};
use hexloupe::model::state::{Facts, View};
use hexloupe::model::text::EncodedText;
use hexloupe::scan::facts::index::IndexProgress;
use hexloupe::scan::index;
use hexloupe::scan::matches::{EncodingAndPhase, Matcher, SearchScope};
use hexloupe::scan::pattern::{self, CaseMatching};
use hexloupe::window::Peek as _;

/// Bytes of the data; far fewer are counted without a scan.
const LEN: usize = 700_000;
/// How many offsets are tried.
const TRIED: u64 = 400;

/// Pseudo-random numbers, the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % below
    }
}

/// Data in which hardly a byte tells a boundary: it begins with the bytes that shift out of the
/// first state, and continues with bytes that tell nothing.
fn unsettled(e: &Encoding, dice: &mut Dice) -> Vec<u8> {
    let mut data = match e.id {
        "utf-7" => b"+".to_vec(),
        _ if e.shifts => b"\x1B$B".to_vec(),
        _ => Vec::new(),
    };
    let tells = |byte: u8| e.state_after(&[byte]).is_some() || byte < 0x21;
    let mute: Vec<u8> = (0..=0xFF).filter(|&byte| !tells(byte)).collect();
    // Only encodings of seven bits have shifts.
    let mute: Vec<u8> = mute
        .into_iter()
        .filter(|&b| !e.shifts || b < 0x7F)
        .collect();
    // Where only the byte before a pair tells nothing.
    let mute = if mute.is_empty() { vec![0x1B] } else { mute };
    while data.len() < LEN {
        let from = dice.roll(mute.len() as u64) as usize;
        // Runs of a few different bytes, and of many.
        let kinds = dice.roll(mute.len() as u64) + 1;
        for _ in 0..dice.roll(3000) {
            let at = from + dice.roll(kinds) as usize;
            data.push(mute[at % mute.len()]);
        }
        if dice.roll(40) == 0 {
            data.extend(b"\nA\n");
            if e.shifts {
                data.extend(if e.id == "utf-7" {
                    &b"+"[..]
                } else {
                    b"\x1B$B"
                });
            }
        }
    }
    data
}

fn sequential(e: &'static Encoding, data: &Vec<u8>) -> Vec<Step> {
    let window = data.window(0, data.len());
    Walk::new(e, 0, &window).collect()
}

/// The steps with a byte in some offsets.
fn within(all: &[Step], from: u64, to: u64) -> Vec<Step> {
    let first = all.partition_point(|step| step.end() <= from);
    let steps = all[first..].iter();
    steps.take_while(|step| step.offset < to).copied().collect()
}

fn offsets(dice: &mut Dice) -> impl Iterator<Item = u64> + '_ {
    (0..TRIED).map(|_| dice.roll(LEN as u64 - 200))
}

/// Those that need a look at what stands before.
fn unsure() -> impl Iterator<Item = &'static Encoding> {
    table::all().filter(|e| !e.synchronises_itself())
}

#[test]
fn what_is_said_to_be_sure_is_so_before_any_scan() {
    let mut dice = Dice(1);
    for e in unsure() {
        let data = unsettled(e, &mut dice);
        let all = sequential(e, &data);
        let text = EncodedText::new(&data, e, 0);
        let mut doubted = 0;
        for offset in offsets(&mut dice).collect::<Vec<_>>() {
            let stretch = text.stretch(offset..offset + 100);
            let sure = stretch
                .steps
                .iter()
                .filter(|step| stretch.is_sure(step.offset));
            let sure: Vec<_> = sure.copied().collect();
            doubted += u64::from(sure.len() < stretch.steps.len());
            let Some(first) = sure.first() else { continue };
            let expected = within(&all, first.offset, offset + 100);
            assert_eq!(sure, expected, "{e:?} at {offset}");
        }
        assert!(doubted > 0, "{e:?}: nothing here is hard to tell");
    }
}

#[test]
fn all_is_sure_and_so_once_the_scan_has_passed() {
    let mut dice = Dice(2);
    for e in unsure() {
        let data = unsettled(e, &mut dice);
        let all = sequential(e, &data);
        let index = index::build(&data, e, 0);
        let reading = Verdict {
            encoding: e,
            evidence: Evidence::Chosen,
        };
        let view = View::new(String::new(), reading);
        let mut facts = Facts {
            known: Some(IndexProgress {
                index: Arc::new(index.clone()),
                rate: 0,
            }),
            ..Facts::default()
        };
        for offset in offsets(&mut dice).collect::<Vec<_>>() {
            // The first offset that is shown, and the cursor's.
            for at in [offset, offset + 60] {
                let text = EncodedText::new(&data, e, 0);
                let far = facts.counted.reach(&text, at, Some(&index));
                assert_eq!(far, None, "{e:?} at {offset}: the index is too coarse");
            }
            let text = view.text(&data, &facts);
            for from in [offset, offset.saturating_sub(64), offset / 2] {
                let stretch = text.stretch(from..from + 100);
                assert!(stretch.is_sure(from), "{e:?} at {from}");
                let expected = within(&all, from, from + 100);
                assert_eq!(stretch.steps, expected, "{e:?} at {from}");
            }
        }
    }
}

#[test]
fn what_is_found_are_the_characters_of_sequential_decoding() {
    let mut dice = Dice(4);
    for e in unsure() {
        let data = unsettled(e, &mut dice);
        let all = sequential(e, &data);
        let characters = all.iter().filter_map(|step| step.meaning.scalar());
        // One that is met now and then, and has bytes.
        let met: Vec<char> = characters.filter(|c| !c.is_ascii()).take(4000).collect();
        let c = *met.get(3000).unwrap_or(&'A');
        let expected: Vec<u64> = all
            .iter()
            .filter(|step| step.meaning.scalar() == Some(c))
            .map(|step| step.offset)
            .collect();
        let pattern = pattern::read(&format!("t:{c}"), CaseMatching::Exact).unwrap();
        let reading = EncodingAndPhase {
            encoding: e,
            phase: 0,
        };
        let matcher = Matcher::new(&pattern, reading, SearchScope::Own).unwrap();
        for threads in [1, 3] {
            let never = AtomicBool::new(false);
            let request = FindRequest {
                matcher: &matcher,
                range: 0..u64::MAX,
                places: false,
                threads,
                step: STEP,
            };
            let mut found = Vec::new();
            let mut control = Control::new(&never, &|_| ());
            let _ = find(&mut control, &data, &request, &mut |hit| {
                found.push(hit.found.offset);
                ControlFlow::Continue(())
            });
            assert_eq!(found, expected, "{e:?} {c:?} by {threads}");
        }
    }
}

#[test]
fn an_encoding_without_states_is_always_in_the_same() {
    for e in table::all().filter(|e| !e.shifts) {
        let mut dice = Dice(3);
        let data: Vec<u8> = (0..5000).map(|_| dice.roll(256) as u8).collect();
        let steps = sequential(e, &data);
        assert!(
            steps.iter().all(|step| step.state == CodecState::default()),
            "{e:?}"
        );
    }
}
