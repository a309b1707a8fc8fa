//! The states of a decoder before and after each byte, and the bytes it would accept next.
//!
//! Invariant: the codec or its row's facts give the accepted bytes.

use super::Card;
use super::place::{CardPlace, unit_number};
use super::states::{self, EncodingStates, StateName, StateTransition};
use super::write::{byte_ranges, role, said};
use crate::explain::fault;
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::{count_of_bytes, hex, point};
use crate::language::Language;
use crate::texts::card::automaton as texts;
use hexloupe_text::codec::east_asia::{
    ControlEffect, DoubleByteSet, Iso2022Mode, Ranges, ShiftedMode, ShiftedSet,
};
use hexloupe_text::codec::{BitLayout, CodecState, Meaning, left_over};

pub(super) const CARD: Card = Card {
    id: "automaton",
    title: texts::TITLE,
    about: texts::ABOUT,
    rows,
};

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    match place.encoding.layout {
        BitLayout::Utf8(_) => utf8(place),
        BitLayout::Utf16(_) => utf16(place),
        BitLayout::DoubleByte(set) => double_byte(place, set),
        BitLayout::Iso2022Jp => iso_2022_jp(place),
        BitLayout::Shifted(set) => shifted(place, set),
        BitLayout::Utf7 => utf7(place),
        _ => one_state(place),
    }
}

/// The largest number of bytes of a sequence that are shown in one row.
const SHOWN: usize = 6;

/// One byte of the sequence on its way through the states.
struct AutomatonMove {
    index: usize,
    byte: u8,
    from: StateName,
    accepted: String,
    /// The state it leads to; none if the byte is refused.
    to: Option<StateName>,
}

/// The bytes of the sequence, and the one after it if that ended it.
fn moves(place: &CardPlace<'_>, states: &EncodingStates) -> Vec<AutomatonMove> {
    let context = &place.context;
    let is_fault = context.meaning.fault().is_some();
    let end = context.at + context.len + usize::from(is_fault);
    let nothing = texts::NOTHING_MORE.get(place.language);
    let mut out: Vec<AutomatonMove> = Vec::new();
    for index in context.at..end.min(context.bytes.len()) {
        let before = &context.bytes[context.at..index];
        let bytes = &context.bytes[context.at..=index];
        let inside = !is_fault && index + 1 < end;
        let to = match states.name(bytes) {
            // Half of a pair may be a character too, but here it is not.
            Some(StateName::Start) if inside => Some(states::after(bytes)),
            to => to,
        };
        let refused = to.is_none();
        let from = out.last().and_then(|last| last.to.clone());
        out.push(AutomatonMove {
            index,
            byte: context.bytes[index],
            from: from.unwrap_or(StateName::Start),
            accepted: Some(states.accepted(before))
                .filter(|bytes| !bytes.is_empty())
                .unwrap_or_else(|| nothing.to_owned()),
            to,
        });
        if refused {
            break;
        }
    }
    out
}

fn utf8(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let (states, language) = (EncodingStates::new(place.encoding), place.language);
    let moves = moves(place, &states);
    let cursor = moves.iter().find(|step| step.index == place.cursor);
    let taken = |way: &StateTransition| {
        let same =
            |step: &AutomatonMove| step.from == way.from && step.to.as_ref() == Some(&way.to);
        role(cursor.is_some_and(same))
    };
    let ways = states.ways();
    let (left, right): (Vec<&StateTransition>, Vec<&StateTransition>) =
        ways.iter().partition(|way| way.from == StateName::Start);
    let mut out = vec![heading(language)];
    for line in 0..left.len().max(right.len()) {
        let mut row = SheetRow::default();
        if let Some(way) = left.get(line) {
            let role = taken(way);
            row = row.at(1, &way.bytes, role).answer();
            row = row.at(16, format!("-> {}", way.to.said(language)), role);
        }
        if let Some(way) = right.get(line) {
            let role = taken(way);
            row = row.at(34, way.from.said(language), role);
            row = row.at(44, &way.bytes, role).answer();
            row = row.at(58, format!("-> {}", way.to.said(language)), role);
        }
        out.push(row);
    }
    out.push(trace_heading(language));
    out.extend(moves.iter().map(|step| trace(step, place)));
    out.extend(ending(place, &states, &moves));
    if matches!(place.encoding.layout, BitLayout::Utf8(form) if form.has_pairs()) {
        out.extend(said(texts::UTF8_AFTER_ED_A0.get(language)));
    }
    out
}

fn heading(language: Language) -> SheetRow {
    let start = texts::FROM_START.get(language);
    let other = texts::ANOTHER_STATE.get(language);
    let row = SheetRow::default().at(1, start, CellRole::Label);
    row.at(34, other, CellRole::Label)
}

fn trace_heading(language: Language) -> SheetRow {
    let row = SheetRow::default().at(1, texts::BYTE.get(language), CellRole::Label);
    let row = row.at(6, texts::BEFORE.get(language), CellRole::Label);
    let accepted = texts::ACCEPTED_THERE.get(language);
    let row = row.at(28, accepted, CellRole::Label);
    row.at(54, texts::AFTER.get(language), CellRole::Label)
}

fn trace(step: &AutomatonMove, place: &CardPlace<'_>) -> SheetRow {
    let (role, language) = (role(step.index == place.cursor), place.language);
    let row = SheetRow::default().at(1, format!("{:02X}", step.byte), role);
    let row = row.at(6, step.from.said(language), role);
    let row = row.at(28, &step.accepted, role).answer();
    let refused = || texts::REFUSED.get(language).to_owned();
    let after = { step.to.as_ref() }.map_or_else(refused, |to| to.said(language));
    row.at(54, after, role).answer()
}

/// The bytes that would be accepted after the last one, or the effect of a refused one.
fn ending(
    place: &CardPlace<'_>,
    states: &EncodingStates,
    moves: &[AutomatonMove],
) -> Vec<SheetRow> {
    let whole = place.context.sequence();
    let Some(last) = moves.last() else {
        return Vec::new();
    };
    let (byte, language) = (last.byte, place.language);
    said(&match (&last.to, states.is_open(whole)) {
        (None, _) if last.index == place.context.at => {
            texts::EndingBeginsNothingIll { byte: &byte }.get(language)
        }
        (None, _) => texts::EndingRefusedWhatRead { byte }.get(language),
        (Some(_), true) => texts::EndingDataEndsNext {
            bytes: states.accepted(whole),
        }
        .get(language),
        _ => texts::CompleteNextAccepted {
            bytes: states.accepted(b""),
        }
        .get(language),
    })
}

/// A row of a small table of states, the one under the cursor marked.
fn way(from: &str, reads: &str, to: &str, here: bool) -> SheetRow {
    let role = role(here);
    let row = SheetRow::default()
        .at(1, from, role)
        .at(16, reads, role)
        .answer();
    row.at(40, format!("-> {to}"), role).answer()
}

fn utf16(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let unit = place.context.sequence().chunks(2).nth(place.index() / 2);
    let order = place.encoding.byte_order();
    let number = unit.and_then(|unit| order.map(|order| unit_number(order, unit)));
    let second = place.index() >= 2;
    let is = |from: u32, to: u32| number.is_some_and(|unit| (from..=to).contains(&unit));
    let (high, low) = (is(0xD800, 0xDBFF), is(0xDC00, 0xDFFF));
    let alone = number.is_some() && !high && !low;
    let language = place.language;
    let (start, character) = (texts::START.get(language), texts::CHARACTER.get(language));
    let after_high = texts::AFTER_HIGH.get(language);
    let lone_low = texts::REFUSED_LONE_LOW.get(language);
    let lone_high = texts::REFUSED_LONE_HIGH.get(language);
    let ordinary = "0000..D7FF E000..FFFF";
    let mut out = vec![
        SheetRow::default()
            .at(1, texts::STATE.get(language), CellRole::Label)
            .at(16, texts::UNIT.get(language), CellRole::Label),
        way(start, ordinary, character, alone),
        way(start, "D800..DBFF", after_high, high && !second),
        way(start, "DC00..DFFF", lone_low, low && !second),
        way(after_high, "DC00..DFFF", character, low && second),
        way(after_high, "0000..DBFF E000..FFFF", lone_high, false),
    ];
    out.extend(said(texts::UTF16_TWO_STATES_ENOUGH.get(language)));
    out.extend(said(match place.context.meaning {
        Meaning::IllFormed(_) => texts::UTF16_ILL_FORMED.get(language),
        _ if high => texts::UTF16_NEXT_DC00_DFFF.get(language),
        _ => texts::UTF16_NEXT_0000_DBFF.get(language),
    }));
    out
}

fn ranges(ranges: Ranges) -> String {
    byte_ranges(|byte| ranges.iter().any(|range| range.contains(&byte)))
}

/// The bytes that are a character by themselves.
fn alone(place: &CardPlace<'_>) -> String {
    let read = |byte| place.encoding.decode(&mut CodecState::default(), &[byte]);
    byte_ranges(|byte| read(byte).meaning.is_character())
}

fn double_byte(place: &CardPlace<'_>, set: &DoubleByteSet) -> Vec<SheetRow> {
    let context = &place.context;
    let whole = context.sequence();
    let (is_character, language) = (context.meaning.is_character(), place.language);
    let leads = |byte: u8| set.leads.iter().any(|range| range.contains(&byte));
    let row = SheetRow::default()
        .at(1, texts::BYTE.get(language), CellRole::Label)
        .at(8, texts::ACCEPTED.get(language), CellRole::Label);
    let mut out = vec![row.at(50, texts::AFTER.get(language), CellRole::Label)];
    for (index, byte) in whole.iter().enumerate() {
        let accepted = match whole.get(..index) {
            Some(begun) if index > 0 => next(set, begun, language),
            _ if !place.encoding.ascii => texts::DoubleByteCharactersOneByte {
                leads: ranges(set.leads),
            }
            .get(language),
            _ => texts::LeadBytes {
                alone: alone(place),
                leads: ranges(set.leads),
            }
            .get(language),
        };
        let after = match index + 1 {
            end if end == whole.len() && is_character => texts::CHARACTER.get(language),
            end if end == whole.len() => texts::REFUSED_DATA_ENDS.get(language),
            _ => texts::CHARACTER_HAS_BEGUN.get(language),
        };
        let role = role(context.at + index == place.cursor);
        let row = SheetRow::default().at(1, format!("{byte:02X}"), role);
        out.push(row.at(8, accepted, role).answer().at(50, after, role));
    }
    out.extend(match whole.first() {
        Some(&lead) if whole.len() == 1 && leads(lead) => said(
            &texts::AfterWouldAccepted {
                lead: &lead,
                next: next(set, whole, language),
            }
            .get(language),
        ),
        _ => said(texts::DOUBLE_BYTE_BACK_START_ANY.get(language)),
    });
    out.extend(said(texts::DOUBLE_BYTE_DECODER_BEGINS_MIDDLE.get(language)));
    out
}

/// The bytes that may come after some of a sequence.
fn next(set: &DoubleByteSet, begun: &[u8], language: Language) -> String {
    let promise = set.promise(begun);
    match promise.or {
        Some((len, other)) => texts::OrForBytes {
            next: ranges(promise.next),
            len,
            other: ranges(other),
        }
        .get(language),
        None => ranges(promise.next),
    }
}

fn iso_2022_jp(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let mode = Iso2022Mode::from_state(place.context.state);
    let language = place.language;
    let escape = texts::ESCAPE.get(language);
    let row = SheetRow::default().at(1, escape, CellRole::Label);
    let row = row.at(16, texts::BYTES.get(language), CellRole::Label);
    let after = texts::STATE_AFTER.get(language);
    let mut out = vec![row.at(34, after, CellRole::Label)];
    let one = texts::ONE_BYTE.get(language);
    let two = texts::TWO_BYTES_21_7E.get(language);
    for (escape, bytes, units, is) in [
        ("ESC ( B", "1B 28 42", one, Iso2022Mode::Ascii),
        ("ESC ( J", "1B 28 4A", one, Iso2022Mode::Roman),
        ("ESC ( I", "1B 28 49", one, Iso2022Mode::Katakana),
        ("ESC $ B", "1B 24 42", two, Iso2022Mode::Kanji),
    ] {
        let role = role(is == mode);
        let row = SheetRow::default().at(1, escape, role).at(16, bytes, role);
        let state = format!("{}, {units}", fault::set(Some(is)));
        out.push(row.at(34, state, role).answer());
    }
    out.extend(said(texts::ISO_2022_JP_MARKED_STATE_ONE.get(language)));
    out
}

/// The modes of a set with two, and the effects of its signs.
fn shifted(place: &CardPlace<'_>, set: &ShiftedSet) -> Vec<SheetRow> {
    let (mode, language) = (ShiftedMode::from_state(place.context.state), place.language);
    let name = |mode| match mode {
        ShiftedMode::Ascii => "ASCII",
        ShiftedMode::Pairs => set.square.name(),
    };
    let row = SheetRow::default().at(1, texts::STATE.get(language), CellRole::Label);
    let mut out = vec![row.at(16, texts::READS.get(language), CellRole::Label)];
    let pairs = texts::TWO_BYTES_21_7E.get(language);
    for (from, reads) in [(ShiftedMode::Ascii, "00..7F"), (ShiftedMode::Pairs, pairs)] {
        out.push(way(name(from), reads, name(from), from == mode));
        for sign in set.signs_in(from) {
            let to = match sign.effect {
                ControlEffect::Shift(to) => name(to).to_owned(),
                ControlEffect::Announce | ControlEffect::Continue => name(from).to_owned(),
                ControlEffect::Character(c) => format!("{}, {}", name(from), point(c.into())),
            };
            let taken = from == mode && place.context.sequence() == sign.bytes;
            out.push(way(name(from), &hex(sign.bytes), &to, taken));
        }
    }
    out.extend(said(
        &texts::ShiftedModePlaceBegan {
            source: &set.source,
        }
        .get(language),
    ));
    out
}

fn utf7(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let inside = left_over(place.context.state).is_some();
    let language = place.language;
    let direct = texts::DIRECT.get(language);
    let ascii = texts::ASCII_BUT.get(language);
    let more = texts::BASE64_6_BITS_MORE.get(language);
    let dropped = texts::DIRECT_DROPPED.get(language);
    let other = texts::ANOTHER_ASCII.get(language);
    let itself = texts::DIRECT_CHARACTER.get(language);
    let is_plus = place.context.sequence() == b"+-";
    let stays = texts::DIRECT_STAYS.get(language);
    let (plus, minus) = (place.byte() == b'+', place.byte() == b'-');
    let mut out = vec![
        SheetRow::default()
            .at(1, texts::STATE.get(language), CellRole::Label)
            .at(16, texts::READS.get(language), CellRole::Label),
        way(direct, ascii, direct, !inside && !plus && !is_plus),
        way(direct, "+-", itself, is_plus),
        way(direct, "+", "base64", !inside && plus && !is_plus),
        way("base64", "A..Z a..z 0..9 + /", more, inside && !minus),
        way("base64", "-", dropped, inside && minus),
        way("base64", other, stays, false),
    ];
    out.extend(said(texts::UTF7_BASE64_DECODER_ALSO.get(language)));
    out.extend(said(texts::UTF7_BYTE_80_ILL.get(language)));
    out
}

fn one_state(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let language = place.language;
    let start = texts::START.get(language);
    let mut out = if let BitLayout::Misread(_) = place.encoding.layout {
        said(texts::ONE_STATE_BYTES_UTF_8.get(language))
    } else {
        said(
            &texts::OneStateHasOneState {
                name: &place.encoding.name,
                bytes: count_of_bytes(place.encoding.unit.into(), language),
            }
            .get(language),
        )
    };
    let read = match (place.number(), place.context.meaning.fault()) {
        (Some(number), _) => format!("{start}: {}", point(number)),
        (None, Some(fault)) => fault::of_kind(fault, language).to_owned(),
        (None, None) => texts::NOTHING.get(language).to_owned(),
    };
    let bytes = place.context.sequence();
    let (some, rest) = bytes.split_at(bytes.len().min(SHOWN));
    let more = if rest.is_empty() { "" } else { " …" };
    out.push(way(start, &format!("{}{more}", hex(some)), &read, true));
    out
}
