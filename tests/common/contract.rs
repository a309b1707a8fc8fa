//! The contract of `decode` for one encoding and one input, as functions.
//!
//! `codec_contract` calls them with every input it knows, a fuzz target with those that
//! it finds. Invariant: nothing here knows what the bytes of an encoding mean.

use crate::common::{steps, whole};
use hexloupe::codec::{
    Anchor, CodecState, Diagnosis, Encoding, Fault, MasksFrom, SequenceContext, Step, Tally, Walk,
};
use hexloupe::window::{Peek, Window};

/// The widest window and page that is tried.
const WIDEST: usize = 9;

/// Faults whose reason is that the data ends: no byte is to blame.
const ENDS: &[Fault] = &[
    Fault::Utf8Truncated,
    Fault::Utf16OddByte,
    Fault::Utf32Truncated,
    Fault::LegacyTruncated,
];

/// Faults whose culprit may come later than right after them: the bytes between are
/// decoded again.
const GIVE_BACK: &[Fault] = &[
    Fault::LegacyMalformed,
    Fault::LegacyTruncated,
    Fault::Iso2022BadEscape,
];

/// A step has a length within the window and needs no more than `look` bytes.
#[track_caller]
pub(crate) fn lengths(e: &'static Encoding, bytes: &[u8]) {
    for from in 0..bytes.len() {
        let mut state = CodecState::default();
        let whole = e.decode(&mut state, &bytes[from..]);
        let len = usize::from(whole.len);
        assert!(len >= 1 && whole.len <= e.max_len, "{e:?} {bytes:02X?}");
        assert!(len <= bytes.len() - from, "{e:?} {bytes:02X?}");
        for width in usize::from(e.look)..=WIDEST.min(bytes.len() - from) {
            let mut other = CodecState::default();
            let cut = e.decode(&mut other, &bytes[from..from + width]);
            assert_eq!((cut, other), (whole, state), "{e:?} {bytes:02X?} {width}");
        }
    }
}

/// The lengths add up to the input whatever the size of the window.
#[track_caller]
pub(crate) fn progress(e: &'static Encoding, bytes: &[u8]) {
    let expected = steps(e, 0, &whole(bytes));
    for width in usize::from(e.look)..=WIDEST {
        let mut state = CodecState::default();
        let mut at = 0;
        for step in &expected {
            let window = &bytes[at..bytes.len().min(at + width)];
            let sequence = e.decode(&mut state, window);
            let found = (at as u64, u64::from(sequence.len), sequence.meaning);
            let wanted = (step.offset, u64::from(step.len), step.meaning);
            assert_eq!(found, wanted, "{e:?} {bytes:02X?} {width}");
            at += usize::from(sequence.len);
        }
        assert_eq!(at, bytes.len(), "{e:?} {bytes:02X?}");
    }
}

/// The steps of bytes that arrive a page at a time; bytes that no step has consumed are
/// kept for the next page.
fn paged(e: &'static Encoding, phase: u64, bytes: &[u8], page: usize) -> Vec<Step> {
    let mut out = Vec::new();
    let mut from = Anchor::default();
    for end in (0..bytes.len()).step_by(page).map(|at| at + page) {
        let window = bytes.window(from.offset, end - from.offset as usize);
        let mut walk = Walk::new(e, phase, &window).at(from);
        out.extend(walk.by_ref());
        from = walk.anchor();
    }
    out
}

/// Pages of any size give the same steps.
#[track_caller]
pub(crate) fn pages(e: &'static Encoding, phase: u64, bytes: &[u8]) {
    let expected = steps(e, phase, &whole(bytes));
    for page in 1..=WIDEST {
        let found = paged(e, phase, bytes, page);
        assert_eq!(found, expected, "{e:?} +{phase} {bytes:02X?} /{page}");
    }
}

/// Decoding from where a boundary is known finds the same steps, masks and
/// diagnoses.
#[track_caller]
pub(crate) fn sync(e: &'static Encoding, phase: u64, bytes: &[u8]) {
    let all = whole(bytes);
    let expected = steps(e, phase, &all);
    for offset in 0..=bytes.len() as u64 {
        let from = e.lookback_start(phase, offset);
        let back = u64::from(e.lookback) + u64::from(e.unit);
        assert!(from <= offset, "{e:?} +{phase} {offset}");
        assert!(offset - from < back, "{e:?} +{phase} {offset}");
        let window = bytes.window(from, bytes.len());
        let boundary = e.boundary_in(phase, &window, offset);
        let sure = boundary.is_exact;
        let walk = Walk::new(e, phase, &window).at(boundary.anchor);
        assert!(sure || !e.synchronises_itself(), "{e:?} +{phase} {offset}");
        if let Some(first) = e.first_boundary(&window, offset) {
            let boundary = first == bytes.len() as u64;
            let boundary = boundary || expected.iter().any(|step| step.offset == first);
            assert!(boundary, "{e:?} {bytes:02X?}: no boundary at {first}");
        }
        if !sure {
            continue;
        }
        let found: Vec<_> = walk.collect();
        let found = found.iter().filter(|step| step.end() > offset);
        let wanted = expected.iter().filter(|step| step.end() > offset);
        assert!(
            found.clone().eq(wanted),
            "{e:?} +{phase} {bytes:02X?} from {from} for {offset}"
        );
        for step in found {
            let here = SequenceContext::new(e, phase, &window, step);
            let there = SequenceContext::new(e, phase, &all, step);
            let places = (here.diagnose(), here.masks());
            assert_eq!(
                places,
                (there.diagnose(), there.masks()),
                "{e:?} +{phase} {bytes:02X?} from {from} for {offset}"
            );
        }
    }
}

/// Every byte has masks, and only ill-formed ones have wrong bits.
#[track_caller]
pub(crate) fn masks(e: &'static Encoding, phase: u64, bytes: &[u8]) {
    let window = whole(bytes);
    for step in steps(e, phase, &window) {
        let context = SequenceContext::new(e, phase, &window, &step);
        let masks = context.masks();
        assert_eq!(masks.len(), step.len as usize, "{e:?} {bytes:02X?}");
        if step
            .meaning
            .fault()
            .is_some_and(|fault| fault.masks_from() == MasksFrom::ItsBytes)
        {
            let own = Window {
                start: step.offset,
                bytes: context.sequence().to_vec(),
                ..Window::default()
            };
            let alone = SequenceContext::new(e, phase, &own, &step).masks();
            assert_eq!(
                masks, alone,
                "{e:?} +{phase} {bytes:02X?} at {}",
                step.offset
            );
        }
        for mask in masks {
            let kinds = [mask.structure, mask.wrong, mask.payload()];
            let bits: u32 = kinds.iter().map(|kind| kind.count_ones()).sum();
            let all = kinds.iter().fold(0, |all, kind| all | kind);
            assert_eq!((bits, all), (8, 0xFF), "{e:?} {bytes:02X?}: shared bits");
            let may = step.meaning.fault().is_some_and(|f| !ENDS.contains(&f));
            assert!(may || mask.wrong == 0, "{e:?} {bytes:02X?} {step:?}");
        }
    }
}

/// The steps with their diagnoses.
fn diagnosed(e: &'static Encoding, phase: u64, window: &Window) -> Vec<(Step, Option<Diagnosis>)> {
    let steps = steps(e, phase, window).into_iter();
    steps
        .map(|step| {
            (
                step,
                SequenceContext::new(e, phase, window, &step).diagnose(),
            )
        })
        .collect()
}

/// Span, culprit and value are where the fault is.
#[track_caller]
pub(crate) fn places(e: &'static Encoding, phase: u64, bytes: &[u8]) {
    for (step, found) in diagnosed(e, phase, &whole(bytes)) {
        let fault = step.meaning.fault();
        assert_eq!(found.as_ref().map(|d| d.fault), fault, "{e:?} {bytes:02X?}");
        let Some(found) = found else { continue };
        // A closure, so that the long message is made only for a failure.
        let say = |what: &str| format!("{e:?} +{phase} {bytes:02X?} {found:?}: {what}");
        assert_eq!(found.span, step.range(), "{}", say("the span"));
        // As far as the step may have looked.
        let reach = if GIVE_BACK.contains(&found.fault) {
            step.end().max(step.offset + u64::from(e.look) - 1)
        } else {
            step.end()
        };
        if let Some(culprit) = found.culprit {
            let near = (step.offset..=reach).contains(&culprit);
            assert!(near, "{}", say("far off"));
            assert!(culprit < bytes.len() as u64, "{}", say("it is not there"));
            let may = !ENDS.contains(&found.fault);
            assert!(may, "{}", say("nobody is to blame"));
        } else {
            // The bytes before the phase hold no code unit: they end as data does.
            let len = bytes.len() as u64;
            let end = [phase, len].contains(&step.end()) || reach >= len;
            assert!(end, "{}", say("who is to blame?"));
        }
        // Two surrogates that should be one character both have a value.
        let valued = found.is_tail() && found.decoded.is_some();
        let pair = found.fault == Fault::Wtf8SplitPair;
        assert!(!valued || pair, "{}", say("a tail has no value"));
    }
}

/// A story is a run of ill-formed steps that all tell it. Exception: if a pair has no
/// character, an ASCII trail byte is decoded again and is a character of its own.
#[track_caller]
pub(crate) fn stories(e: &'static Encoding, phase: u64, bytes: &[u8]) {
    let found = diagnosed(e, phase, &whole(bytes));
    for (step, diagnosis) in &found {
        let Some(diagnosis) = diagnosis else { continue };
        let story = &diagnosis.promised_bytes;
        let say = |what: &str| format!("{e:?} +{phase} {bytes:02X?} {diagnosis:?}: {what}");
        assert!(story.contains(&step.offset), "{}", say("not its own"));
        assert!(step.end() <= story.end, "{}", say("the span leaves it"));
        let told = |(other, its): &&(Step, Option<Diagnosis>)| {
            let given_back = diagnosis.fault == Fault::LegacyUnmapped
                && other.meaning.scalar().is_some_and(|c| c.is_ascii());
            let tells = its
                .as_ref()
                .map_or(given_back, |d| d.promised_bytes == *story);
            story.contains(&other.offset) && tells
        };
        let told: Vec<_> = found.iter().filter(told).map(|(other, _)| other).collect();
        let bytes_told: u64 = told.iter().map(|step| u64::from(step.len)).sum();
        assert_eq!(told[0].offset, story.start, "{}", say("no head"));
        assert_eq!(bytes_told, story.end - story.start, "{}", say("gaps"));
    }
}

/// Counts bytes in pieces that end at `cuts`; what is not consumed is kept for the next
/// piece.
fn counted(e: &Encoding, bytes: &[u8], cuts: impl Iterator<Item = usize>) -> Tally {
    let mut tally = Tally::new(e);
    let mut state = CodecState::default();
    let mut from = 0;
    for end in cuts.chain([bytes.len()]).map(|cut| cut.min(bytes.len())) {
        let ends = end == bytes.len();
        let used = e.tally(&mut state, &bytes[from..end], ends, &mut tally);
        from += used;
        assert!(end - from < usize::from(e.look), "{e:?} {bytes:02X?}");
    }
    assert_eq!(from, bytes.len(), "{e:?} {bytes:02X?}");
    tally
}

/// Counting in pieces of any size gives the same as counting steps.
#[track_caller]
pub(crate) fn counting(e: &'static Encoding, bytes: &[u8]) {
    let mut expected = Tally::new(e);
    for step in steps(e, 0, &whole(bytes)) {
        expected.add(step.meaning);
    }
    for page in 1..=WIDEST {
        let cuts = (page..bytes.len()).step_by(page);
        let found = counted(e, bytes, cuts);
        assert_eq!(found, expected, "{e:?} {bytes:02X?} /{page}");
    }
    // Pieces of uneven sizes, which the bytes themselves determine.
    let uneven = bytes.iter().scan(0, |at, byte| {
        *at += usize::from(byte % 13);
        Some(*at)
    });
    assert_eq!(counted(e, bytes, uneven), expected, "{e:?} {bytes:02X?}");
    let none = std::iter::empty();
    assert_eq!(counted(e, bytes, none), expected, "{e:?} {bytes:02X?}");
}

/// Whether the encoder of the standard never writes these bytes, which the decoder reads:
/// GB18030's long form in GBK, Hong Kong's rows of Big5, JIS X 0212 in EUC-JP, and the
/// user-defined characters of `Shift_JIS`.
fn is_only_read(e: &Encoding, bytes: &[u8]) -> bool {
    matches!(
        (e.id, bytes),
        ("gbk", [_, _, _, _])
            | ("big5", [..=0xA0, _])
            | ("euc-jp", [0x8F, _, _])
            | ("shift_jis", [0xF0..=0xF9, _])
    )
}

/// A character survives being encoded and decoded.
#[track_caller]
pub(crate) fn encoding(e: &'static Encoding, bytes: &[u8]) {
    let window = whole(bytes);
    for step in steps(e, 0, &window) {
        let Some(c) = step.meaning.scalar() else {
            continue;
        };
        let mut out = Vec::new();
        let done = e.encode(&mut CodecState::default(), c, &mut out);
        if done.is_err() {
            let read = window.slice(step.offset, step.end());
            // In a table file too, entries may be read and not written.
            let may = is_only_read(e, read) || e.table_file().is_some();
            assert!(may, "{e:?} has {c:?} and cannot write it: {read:02X?}");
            continue;
        }
        let back = steps(e, 0, &whole(&out));
        let back = back.iter().flat_map(|step| step.meaning.scalars());
        assert!(back.eq([c]), "{e:?} {out:02X?}");
    }
}
