//! The words of the notation: data, sizes, ranges, encodings, units and panes.
//!
//! Invariant: an unknown word fails the test that uses it.

use hexloupe::codec::table as encodings;
use hexloupe::hexdump::table;
use hexloupe::model::dump_state::DumpState;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::state::{Arrangement, CursorUnit, Pane};
use std::ops::Range;

pub(crate) fn bytes(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix('\'') {
            let (text, after) = quoted.split_once('\'').expect("a closing quote");
            out.extend_from_slice(text.as_bytes());
            rest = after.trim_start();
            continue;
        }
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let (times, hex) = word.split_once('*').unwrap_or(("1", word));
        let byte = u8::from_str_radix(hex, 16).expect("a byte in hex");
        out.extend(std::iter::repeat_n(byte, times.parse().unwrap()));
        rest = after.trim_start();
    }
    out
}

pub(crate) fn size(text: &str) -> ScreenSize {
    let (width, height) = text.split_once('x').expect("a size");
    ScreenSize {
        width: width.parse().unwrap(),
        height: height.parse().unwrap(),
    }
}

pub(crate) fn range(text: &str) -> Range<u64> {
    let (start, end) = text.split_once("..").expect("a range");
    start.parse().unwrap()..end.parse().unwrap()
}

pub(crate) fn encoding(id: &str) -> &'static hexloupe::codec::Encoding {
    encodings::all()
        .find(|row| row.id == id)
        .expect("an encoding of that id")
}

pub(crate) fn unit(name: &str) -> CursorUnit {
    let named = |unit: &CursorUnit| unit.name().replace(' ', "-") == name;
    CursorUnit::ALL.into_iter().find(named).expect("a unit")
}

pub(crate) const fn short(pane: Pane) -> &'static str {
    match pane {
        Pane::Hex => "hex",
        Pane::Bits => "bits",
        Pane::Points => "points",
    }
}

pub(crate) fn pane(name: &str) -> Pane {
    let named = |&pane: &Pane| short(pane) == name;
    Pane::ALL.into_iter().find(named).expect("a pane")
}

/// A hex dump by its form: `xxd` is offered, `=xxd` was imported, line 2 of `!xxd` is
/// refused.
pub(crate) fn dump(word: &str) -> DumpState {
    let form = table::by_name(word.trim_start_matches(['=', '!'])).expect("a form of dumps");
    match word.as_bytes() {
        [b'=', ..] => DumpState::Imported(form.id),
        [b'!', ..] => DumpState::Refused(form.id, 2),
        _ => DumpState::Offered(form.id, 90),
    }
}

/// How the panes are arranged; `None` for `auto`.
pub(crate) fn arrangement(word: &str) -> Option<Arrangement> {
    Arrangement::ALL.into_iter().find(|it| it.name() == word)
}
