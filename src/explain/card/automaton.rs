//! The states of a decoder before and after each byte, and what it would accept next.
//!
//! Invariant: what is accepted is asked of the codec or of its row's facts.

use super::Card;
use super::place::{Place, unit_number};
use super::states::{self, START, States, Way};
use super::write::{byte_ranges, role, said};
use crate::codec::east_asia::{DoubleByteSet, Iso2022Mode, Ranges};
use crate::codec::{Layout, Meaning, left_over};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{hex, point};

pub(super) const CARD: Card = Card {
    id: "automaton",
    title: "automaton",
    about: "the states of a decoder, and what it accepts in each",
    rows,
};

fn rows(place: &Place<'_>) -> Vec<Row> {
    match place.encoding.layout {
        Layout::Utf8(_) => utf8(place),
        Layout::Utf16(_) => utf16(place),
        Layout::DoubleByte(set) => double_byte(place, set),
        Layout::Iso2022Jp => iso_2022_jp(place),
        Layout::Utf7 => utf7(place),
        _ => one_state(place),
    }
}

/// One byte of the sequence on its way through the states.
struct Move {
    index: usize,
    byte: u8,
    from: String,
    accepted: String,
    /// None: it is refused.
    to: Option<String>,
}

/// The bytes of the sequence, and the one after it if that ended it.
fn moves(place: &Place<'_>, states: &States) -> Vec<Move> {
    let context = &place.context;
    let is_fault = context.meaning.fault().is_some();
    let end = context.at + context.len + usize::from(is_fault);
    let mut out: Vec<Move> = Vec::new();
    for index in context.at..end.min(context.bytes.len()) {
        let before = &context.bytes[context.at..index];
        let bytes = &context.bytes[context.at..=index];
        let inside = !is_fault && index + 1 < end;
        let to = match states.name(bytes) {
            // Half of a pair may be a character too, but here it is not.
            Some(to) if inside && to == START => Some(states::after(bytes)),
            to => to,
        };
        let refused = to.is_none();
        let from = out.last().and_then(|last| last.to.clone());
        out.push(Move {
            index,
            byte: context.bytes[index],
            from: from.unwrap_or_else(|| START.to_owned()),
            accepted: Some(states.accepted(before))
                .filter(|bytes| !bytes.is_empty())
                .unwrap_or_else(|| "nothing more".to_owned()),
            to,
        });
        if refused {
            break;
        }
    }
    out
}

fn utf8(place: &Place<'_>) -> Vec<Row> {
    let states = States::of(place.encoding);
    let moves = moves(place, &states);
    let cursor = moves.iter().find(|step| step.index == place.cursor);
    let taken = |way: &Way| {
        let same = |step: &Move| step.from == way.from && step.to.as_ref() == Some(&way.to);
        role(cursor.is_some_and(same))
    };
    let ways = states.ways();
    let (left, right): (Vec<&Way>, Vec<&Way>) = ways.iter().partition(|way| way.from == START);
    let mut out = vec![heading()];
    for line in 0..left.len().max(right.len()) {
        let mut row = Row::default();
        if let Some(way) = left.get(line) {
            let role = taken(way);
            row = row.at(1, &way.bytes, role).answer();
            row = row.at(16, format!("-> {}", way.to), role);
        }
        if let Some(way) = right.get(line) {
            let role = taken(way);
            row = row.at(34, way.from, role).at(44, &way.bytes, role).answer();
            row = row.at(58, format!("-> {}", way.to), role);
        }
        out.push(row);
    }
    out.push(trace_heading());
    out.extend(moves.iter().map(|step| trace(step, place.cursor)));
    out.extend(ending(place, &states, &moves));
    if matches!(place.encoding.layout, Layout::Utf8(form) if form.has_pairs()) {
        out.extend(said(
            "After ED A0..AF and one more byte, ED B0..BF and one more complete a pair.",
        ));
    }
    out
}

fn heading() -> Row {
    let row = Row::default().at(1, "from start", CellRole::Label);
    row.at(34, "from another state", CellRole::Label)
}

fn trace_heading() -> Row {
    let row = Row::default().at(1, "byte", CellRole::Label);
    let row = row.at(6, "before", CellRole::Label);
    let row = row.at(28, "accepted there", CellRole::Label);
    row.at(54, "after", CellRole::Label)
}

fn trace(step: &Move, cursor: usize) -> Row {
    let role = role(step.index == cursor);
    let row = Row::default().at(1, format!("{:02X}", step.byte), role);
    let row = row.at(6, &step.from, role);
    let row = row.at(28, &step.accepted, role).answer();
    let after = step.to.as_deref().unwrap_or("refused");
    row.at(54, after, role).answer()
}

/// What would be accepted after the last byte, or what happens to a refused one.
fn ending(place: &Place<'_>, states: &States, moves: &[Move]) -> Vec<Row> {
    let whole = place.context.sequence();
    let Some(last) = moves.last() else {
        return Vec::new();
    };
    said(&match (&last.to, states.is_open(whole)) {
        (None, _) if last.index == place.context.at => {
            format!(
                "{:02X} begins nothing: it is ill-formed by itself.",
                last.byte
            )
        }
        (None, _) => format!(
            "{:02X} is refused: what was read is one fault, and {:02X} is read again from start.",
            last.byte, last.byte
        ),
        (Some(_), true) => format!(
            "The data ends here; next {} would be accepted.",
            states.accepted(whole)
        ),
        _ => format!("Complete; next {} are accepted.", states.accepted(b"")),
    })
}

/// A row of a small table of states, the one under the cursor marked.
fn way(from: &str, reads: &str, to: &str, here: bool) -> Row {
    let role = role(here);
    let row = Row::default()
        .at(1, from, role)
        .at(16, reads, role)
        .answer();
    row.at(40, format!("-> {to}"), role).answer()
}

fn utf16(place: &Place<'_>) -> Vec<Row> {
    let unit = place.context.sequence().chunks(2).nth(place.index() / 2);
    let order = place.encoding.byte_order();
    let number = unit.and_then(|unit| order.map(|order| unit_number(order, unit)));
    let second = place.index() >= 2;
    let is = |from: u32, to: u32| number.is_some_and(|unit| (from..=to).contains(&unit));
    let (high, low) = (is(0xD800, 0xDBFF), is(0xDC00, 0xDFFF));
    let alone = number.is_some() && !high && !low;
    let mut out = vec![
        Row::default()
            .at(1, "state", CellRole::Label)
            .at(16, "unit", CellRole::Label),
        way(
            "start",
            "0000..D7FF E000..FFFF",
            "start: a character",
            alone,
        ),
        way("start", "D800..DBFF", "after high", high && !second),
        way("start", "DC00..DFFF", "refused: lone low", low && !second),
        way(
            "after high",
            "DC00..DFFF",
            "start: a character",
            low && second,
        ),
        way(
            "after high",
            "0000..DBFF E000..FFFF",
            "refused: lone high",
            false,
        ),
    ];
    out.extend(said(
        "Two states are enough (Unicode 3.9, D91). After a refused unit the high surrogate is one \
         fault, and the unit is read again from start.",
    ));
    out.extend(said(match place.context.meaning {
        Meaning::IllFormed(_) => "This unit is refused here.",
        _ if high => "Next, DC00..DFFF is accepted and nothing else.",
        _ => "Next, 0000..DBFF and E000..FFFF are accepted.",
    }));
    out
}

fn ranges(ranges: Ranges) -> String {
    byte_ranges(|byte| ranges.iter().any(|range| range.contains(&byte)))
}

fn double_byte(place: &Place<'_>, set: &DoubleByteSet) -> Vec<Row> {
    let context = &place.context;
    let whole = context.sequence();
    let is_character = context.meaning.is_character();
    let leads = |byte: u8| set.leads.iter().any(|range| range.contains(&byte));
    let row = Row::default()
        .at(1, "byte", CellRole::Label)
        .at(8, "accepted", CellRole::Label);
    let mut out = vec![row.at(50, "after", CellRole::Label)];
    for (index, byte) in whole.iter().enumerate() {
        let accepted = match whole.get(..index) {
            Some(begun) if index > 0 => next(set, begun),
            _ => format!("00..7F, lead bytes {}", ranges(set.leads)),
        };
        let after = match index + 1 {
            end if end == whole.len() && is_character => "start: a character",
            end if end == whole.len() => "refused, or the data ends",
            _ => "a character has begun",
        };
        let role = role(context.at + index == place.cursor);
        let row = Row::default().at(1, format!("{byte:02X}"), role);
        out.push(row.at(8, accepted, role).answer().at(50, after, role));
    }
    out.extend(match whole.first() {
        Some(&lead) if whole.len() == 1 && leads(lead) => said(&format!(
            "After {lead:02X}, {} would be accepted.",
            next(set, whole)
        )),
        _ => said("Back at start: any character may follow."),
    });
    out.extend(said(
        "A decoder that begins in the middle cannot tell a lead byte from a trail byte by its \
         value alone: it has to know the state.",
    ));
    out
}

/// The bytes that may come after some of a sequence.
fn next(set: &DoubleByteSet, begun: &[u8]) -> String {
    let promise = (set.promise)(begun);
    match promise.or {
        Some((len, other)) => format!(
            "{}; for {len} bytes {}",
            ranges(promise.next),
            ranges(other)
        ),
        None => ranges(promise.next),
    }
}

fn iso_2022_jp(place: &Place<'_>) -> Vec<Row> {
    let mode = Iso2022Mode::of(place.context.state);
    let row = Row::default().at(1, "escape", CellRole::Label);
    let row = row.at(16, "bytes", CellRole::Label);
    let mut out = vec![row.at(34, "state after it", CellRole::Label)];
    for (escape, bytes, state, is) in [
        ("ESC ( B", "1B 28 42", "ASCII, one byte", Iso2022Mode::Ascii),
        (
            "ESC ( J",
            "1B 28 4A",
            "JIS X 0201 Roman, one byte",
            Iso2022Mode::Roman,
        ),
        (
            "ESC ( I",
            "1B 28 49",
            "JIS X 0201 katakana, one byte",
            Iso2022Mode::Katakana,
        ),
        (
            "ESC $ B",
            "1B 24 42",
            "JIS X 0208, two bytes of 21..7E",
            Iso2022Mode::Kanji,
        ),
    ] {
        let role = role(is == mode);
        let row = Row::default().at(1, escape, role).at(16, bytes, role);
        out.push(row.at(34, state, role).answer());
    }
    out.extend(said(
        "The marked state is the one before this place. It began with the last escape, however \
         far back that is: without it the bytes cannot be read (RFC 1468).",
    ));
    out
}

fn utf7(place: &Place<'_>) -> Vec<Row> {
    let inside = left_over(place.context.state).is_some();
    let mut out = vec![
        Row::default()
            .at(1, "state", CellRole::Label)
            .at(16, "reads", CellRole::Label),
        way(
            "direct",
            "ASCII but +",
            "direct",
            !inside && place.byte() != b'+',
        ),
        way("direct", "+", "base64", !inside && place.byte() == b'+'),
        way(
            "base64",
            "A..Z a..z 0..9 + /",
            "base64, 6 bits more",
            inside && place.byte() != b'-',
        ),
        way(
            "base64",
            "-",
            "direct, and - is dropped",
            inside && place.byte() == b'-',
        ),
        way("base64", "another byte", "direct, and it stays", false),
    ];
    out.extend(said(
        "In base64 a decoder also remembers the bits that are left over: a unit of 16 bits ends \
         inside a byte (RFC 2152).",
    ));
    out
}

fn one_state(place: &Place<'_>) -> Vec<Row> {
    let mut out = said(&format!(
        "{} has one state: every unit of {} is decided by itself, and nothing is remembered.",
        place.encoding.name,
        crate::explain::words::count_of_bytes(place.encoding.unit.into())
    ));
    let read = match (place.number(), place.context.meaning.fault()) {
        (Some(number), _) => format!("start: {}", point(number)),
        (None, Some(fault)) => fault.title().to_owned(),
        (None, None) => "nothing".to_owned(),
    };
    out.push(way("start", &hex(place.context.sequence()), &read, true));
    out
}
