//! The states of a decoder before and after each byte, and the bytes it would accept next.
//!
//! Invariant: the codec or its row's facts give the accepted bytes.

use super::Card;
use super::place::{Place, unit_number};
use super::states::{self, Name, States, Way};
use super::write::{byte_ranges, role, said};
use crate::explain::fault;
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{count_of_bytes, hex, point};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::east_asia::{
    DoubleByteSet, Effect, Iso2022Mode, Ranges, ShiftedMode, ShiftedSet,
};
use hexloupe_text::codec::{Layout, Meaning, State, left_over};

pub(super) const CARD: Card = Card {
    id: "automaton",
    title: texts("automaton", "автомат"),
    about: texts(
        "the states of a decoder, and what it accepts in each",
        "состояния декодера и что он принимает в каждом",
    ),
    rows,
};

fn rows(place: &Place<'_>) -> Vec<Row> {
    match place.encoding.layout {
        Layout::Utf8(_) => utf8(place),
        Layout::Utf16(_) => utf16(place),
        Layout::DoubleByte(set) => double_byte(place, set),
        Layout::Iso2022Jp => iso_2022_jp(place),
        Layout::Shifted(set) => shifted(place, set),
        Layout::Utf7 => utf7(place),
        _ => one_state(place),
    }
}

/// Words that several encodings have.
const STATE: Texts = texts("state", "состояние");
const START: Texts = texts("start", "начало");
const CHARACTER: Texts = texts("start: a character", "начало: символ");
const REFUSED: Texts = texts("refused", "отвергнут");
const BYTE: Texts = texts("byte", "байт");
const AFTER: Texts = texts("after", "после");

/// The largest number of bytes of a sequence that are shown in one row.
const SHOWN: usize = 6;

/// One byte of the sequence on its way through the states.
struct Move {
    index: usize,
    byte: u8,
    from: Name,
    accepted: String,
    /// The state it leads to; none if the byte is refused.
    to: Option<Name>,
}

/// The bytes of the sequence, and the one after it if that ended it.
fn moves(place: &Place<'_>, states: &States) -> Vec<Move> {
    let context = &place.context;
    let is_fault = context.meaning.fault().is_some();
    let end = context.at + context.len + usize::from(is_fault);
    let nothing = { place.language }.pick("nothing more", "больше ничего");
    let mut out: Vec<Move> = Vec::new();
    for index in context.at..end.min(context.bytes.len()) {
        let before = &context.bytes[context.at..index];
        let bytes = &context.bytes[context.at..=index];
        let inside = !is_fault && index + 1 < end;
        let to = match states.name(bytes) {
            // Half of a pair may be a character too, but here it is not.
            Some(Name::Start) if inside => Some(states::after(bytes)),
            to => to,
        };
        let refused = to.is_none();
        let from = out.last().and_then(|last| last.to.clone());
        out.push(Move {
            index,
            byte: context.bytes[index],
            from: from.unwrap_or(Name::Start),
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

fn utf8(place: &Place<'_>) -> Vec<Row> {
    let (states, language) = (States::of(place.encoding), place.language);
    let moves = moves(place, &states);
    let cursor = moves.iter().find(|step| step.index == place.cursor);
    let taken = |way: &Way| {
        let same = |step: &Move| step.from == way.from && step.to.as_ref() == Some(&way.to);
        role(cursor.is_some_and(same))
    };
    let ways = states.ways();
    let (left, right): (Vec<&Way>, Vec<&Way>) =
        ways.iter().partition(|way| way.from == Name::Start);
    let mut out = vec![heading(language)];
    for line in 0..left.len().max(right.len()) {
        let mut row = Row::default();
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
    if matches!(place.encoding.layout, Layout::Utf8(form) if form.has_pairs()) {
        out.extend(said(language.pick(
            "After ED A0..AF and one more byte, ED B0..BF and one more complete a pair.",
            "После ED A0..AF и ещё байта пару завершают ED B0..BF и ещё байт.",
        )));
    }
    out
}

fn heading(language: Language) -> Row {
    let start = language.pick("from start", "из начала");
    let other = language.pick("from another state", "из другого состояния");
    let row = Row::default().at(1, start, CellRole::Label);
    row.at(34, other, CellRole::Label)
}

fn trace_heading(language: Language) -> Row {
    let row = Row::default().at(1, BYTE.get(language), CellRole::Label);
    let row = row.at(6, language.pick("before", "до"), CellRole::Label);
    let accepted = language.pick("accepted there", "принимается там");
    let row = row.at(28, accepted, CellRole::Label);
    row.at(54, AFTER.get(language), CellRole::Label)
}

fn trace(step: &Move, place: &Place<'_>) -> Row {
    let (role, language) = (role(step.index == place.cursor), place.language);
    let row = Row::default().at(1, format!("{:02X}", step.byte), role);
    let row = row.at(6, step.from.said(language), role);
    let row = row.at(28, &step.accepted, role).answer();
    let refused = || REFUSED.get(language).to_owned();
    let after = { step.to.as_ref() }.map_or_else(refused, |to| to.said(language));
    row.at(54, after, role).answer()
}

/// The bytes that would be accepted after the last one, or the effect of a refused one.
fn ending(place: &Place<'_>, states: &States, moves: &[Move]) -> Vec<Row> {
    let whole = place.context.sequence();
    let Some(last) = moves.last() else {
        return Vec::new();
    };
    let (byte, language) = (last.byte, place.language);
    said(&match (&last.to, states.is_open(whole)) {
        (None, _) if last.index == place.context.at => text!(
            language,
            "{byte:02X} begins nothing: it is ill-formed by itself.",
            "{byte:02X} ничего не начинает: он неверен сам по себе."
        ),
        (None, _) => text!(
            language,
            "{byte:02X} is refused: what was read is one fault, and {byte:02X} is read again from start.",
            "{byte:02X} отвергнут: прочитанное неверно, а {byte:02X} читается заново с начала."
        ),
        (Some(_), true) => text!(
            language,
            "The data ends here; next {bytes} would be accepted.",
            "Данные здесь кончаются; дальше подошло бы {bytes}.",
            bytes = states.accepted(whole)
        ),
        _ => text!(
            language,
            "Complete; next {bytes} are accepted.",
            "Символ готов; дальше принимается {bytes}.",
            bytes = states.accepted(b"")
        ),
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
    let language = place.language;
    let (start, character) = (START.get(language), CHARACTER.get(language));
    let after_high = language.pick("after high", "за старшим");
    let lone_low = language.pick("refused: lone low", "отказ: младший один");
    let lone_high = language.pick("refused: lone high", "отказ: старший один");
    let ordinary = "0000..D7FF E000..FFFF";
    let mut out = vec![
        Row::default()
            .at(1, STATE.get(language), CellRole::Label)
            .at(16, language.pick("unit", "единица"), CellRole::Label),
        way(start, ordinary, character, alone),
        way(start, "D800..DBFF", after_high, high && !second),
        way(start, "DC00..DFFF", lone_low, low && !second),
        way(after_high, "DC00..DFFF", character, low && second),
        way(after_high, "0000..DBFF E000..FFFF", lone_high, false),
    ];
    out.extend(said(language.pick(
        "Two states are enough (Unicode 3.9, D91). After a refused unit the high surrogate is one \
         fault, and the unit is read again from start.",
        "Двух состояний хватает (Unicode 3.9, D91). Если единица отвергнута, неверен старший \
         суррогат, а она читается заново с начала.",
    )));
    out.extend(said(match place.context.meaning {
        Meaning::IllFormed(_) => language.pick(
            "This unit is refused here.",
            "Эта единица здесь отвергнута.",
        ),
        _ if high => language.pick(
            "Next, DC00..DFFF is accepted and nothing else.",
            "Дальше принимается DC00..DFFF и ничего другого.",
        ),
        _ => language.pick(
            "Next, 0000..DBFF and E000..FFFF are accepted.",
            "Дальше принимается 0000..DBFF и E000..FFFF.",
        ),
    }));
    out
}

fn ranges(ranges: Ranges) -> String {
    byte_ranges(|byte| ranges.iter().any(|range| range.contains(&byte)))
}

/// The bytes that are a character by themselves.
fn alone(place: &Place<'_>) -> String {
    let read = |byte| place.encoding.decode(&mut State::default(), &[byte]);
    byte_ranges(|byte| read(byte).meaning.is_character())
}

fn double_byte(place: &Place<'_>, set: &DoubleByteSet) -> Vec<Row> {
    let context = &place.context;
    let whole = context.sequence();
    let (is_character, language) = (context.meaning.is_character(), place.language);
    let leads = |byte: u8| set.leads.iter().any(|range| range.contains(&byte));
    let row = Row::default()
        .at(1, BYTE.get(language), CellRole::Label)
        .at(8, language.pick("accepted", "принимается"), CellRole::Label);
    let mut out = vec![row.at(50, AFTER.get(language), CellRole::Label)];
    for (index, byte) in whole.iter().enumerate() {
        let accepted = match whole.get(..index) {
            Some(begun) if index > 0 => next(set, begun, language),
            _ if !place.encoding.ascii => text!(
                language,
                "characters of one byte, lead bytes {leads}",
                "символы из одного байта, первые байты {leads}",
                leads = ranges(set.leads)
            ),
            _ => text!(
                language,
                "{alone}, lead bytes {leads}",
                "{alone}, первые байты {leads}",
                alone = alone(place),
                leads = ranges(set.leads)
            ),
        };
        let after = match index + 1 {
            end if end == whole.len() && is_character => CHARACTER.get(language),
            end if end == whole.len() => {
                language.pick("refused, or the data ends", "отказ или конец данных")
            }
            _ => language.pick("a character has begun", "символ начат"),
        };
        let role = role(context.at + index == place.cursor);
        let row = Row::default().at(1, format!("{byte:02X}"), role);
        out.push(row.at(8, accepted, role).answer().at(50, after, role));
    }
    out.extend(match whole.first() {
        Some(&lead) if whole.len() == 1 && leads(lead) => said(&text!(
            language,
            "After {lead:02X}, {next} would be accepted.",
            "После {lead:02X} подошло бы {next}.",
            next = next(set, whole, language)
        )),
        _ => said(language.pick(
            "Back at start: any character may follow.",
            "Снова начало: дальше может идти любой символ.",
        )),
    });
    out.extend(said(language.pick(
        "A decoder that begins in the middle cannot tell a lead byte from a trail byte by its \
         value alone: it has to know the state.",
        "Декодер, который начинает с середины, не отличит первый байт от второго только по \
         значению: нужно знать состояние.",
    )));
    out
}

/// The bytes that may come after some of a sequence.
fn next(set: &DoubleByteSet, begun: &[u8], language: Language) -> String {
    let promise = set.promise(begun);
    match promise.or {
        Some((len, other)) => text!(
            language,
            "{next}; for {len} bytes {other}",
            "{next}; из {len} байтов {other}",
            next = ranges(promise.next),
            other = ranges(other)
        ),
        None => ranges(promise.next),
    }
}

fn iso_2022_jp(place: &Place<'_>) -> Vec<Row> {
    let mode = Iso2022Mode::of(place.context.state);
    let language = place.language;
    let escape = language.pick("escape", "переключение");
    let row = Row::default().at(1, escape, CellRole::Label);
    let row = row.at(16, language.pick("bytes", "байты"), CellRole::Label);
    let after = language.pick("state after it", "состояние после него");
    let mut out = vec![row.at(34, after, CellRole::Label)];
    let one = language.pick("one byte", "один байт");
    let two = language.pick("two bytes of 21..7E", "два байта из 21..7E");
    for (escape, bytes, units, is) in [
        ("ESC ( B", "1B 28 42", one, Iso2022Mode::Ascii),
        ("ESC ( J", "1B 28 4A", one, Iso2022Mode::Roman),
        ("ESC ( I", "1B 28 49", one, Iso2022Mode::Katakana),
        ("ESC $ B", "1B 24 42", two, Iso2022Mode::Kanji),
    ] {
        let role = role(is == mode);
        let row = Row::default().at(1, escape, role).at(16, bytes, role);
        let state = format!("{}, {units}", fault::set(Some(is)));
        out.push(row.at(34, state, role).answer());
    }
    out.extend(said(language.pick(
        "The marked state is the one before this place. It began with the last escape, however \
         far back that is: without it the bytes cannot be read (RFC 1468).",
        "Отмечено состояние перед этим местом. Оно началось с последнего переключения, как бы \
         далеко оно ни было: без него байты не прочитать (RFC 1468).",
    )));
    out
}

/// The modes of a set with two, and the effects of its signs.
fn shifted(place: &Place<'_>, set: &ShiftedSet) -> Vec<Row> {
    let (mode, language) = (ShiftedMode::of(place.context.state), place.language);
    let name = |mode| match mode {
        ShiftedMode::Ascii => "ASCII",
        ShiftedMode::Pairs => set.square.name(),
    };
    let row = Row::default().at(1, STATE.get(language), CellRole::Label);
    let mut out = vec![row.at(16, language.pick("reads", "читает"), CellRole::Label)];
    let pairs = language.pick("two bytes of 21..7E", "два байта из 21..7E");
    for (from, reads) in [(ShiftedMode::Ascii, "00..7F"), (ShiftedMode::Pairs, pairs)] {
        out.push(way(name(from), reads, name(from), from == mode));
        for sign in set.signs_in(from) {
            let to = match sign.effect {
                Effect::Shift(to) => name(to).to_owned(),
                Effect::Announce | Effect::Continue => name(from).to_owned(),
                Effect::Character(c) => format!("{}, {}", name(from), point(c.into())),
            };
            let taken = from == mode && place.context.sequence() == sign.bytes;
            out.push(way(name(from), &hex(sign.bytes), &to, taken));
        }
    }
    out.extend(said(&text!(
        language,
        "The mode at this place began with the last shift: without it the bytes cannot be read. \
         Each line begins in ASCII ({source}).",
        "Режим в этом месте начался с последнего переключения: без него байты не прочитать. \
         Каждая строка начинается в ASCII ({source}).",
        source = set.source
    )));
    out
}

fn utf7(place: &Place<'_>) -> Vec<Row> {
    let inside = left_over(place.context.state).is_some();
    let language = place.language;
    let direct = language.pick("direct", "прямо");
    let ascii = language.pick("ASCII but +", "ASCII, кроме +");
    let more = language.pick("base64, 6 bits more", "base64, ещё 6 бит");
    let dropped = language.pick("direct, and - is dropped", "прямо, а - отброшен");
    let other = language.pick("another of ASCII", "другой байт ASCII");
    let itself = language.pick("direct, the character +", "прямо, символ +");
    let is_plus = place.context.sequence() == b"+-";
    let stays = language.pick("direct, and it stays", "прямо, и он остаётся");
    let (plus, minus) = (place.byte() == b'+', place.byte() == b'-');
    let mut out = vec![
        Row::default()
            .at(1, STATE.get(language), CellRole::Label)
            .at(16, language.pick("reads", "читает"), CellRole::Label),
        way(direct, ascii, direct, !inside && !plus && !is_plus),
        way(direct, "+-", itself, is_plus),
        way(direct, "+", "base64", !inside && plus && !is_plus),
        way("base64", "A..Z a..z 0..9 + /", more, inside && !minus),
        way("base64", "-", dropped, inside && minus),
        way("base64", other, stays, false),
    ];
    out.extend(said(language.pick(
        "In base64 a decoder also remembers the bits that are left over: a unit of 16 bits ends \
         inside a byte (RFC 2152).",
        "В base64 декодер помнит и оставшиеся биты: единица в 16 бит кончается внутри байта \
         (RFC 2152).",
    )));
    out.extend(said(language.pick(
        "A byte from 80 on is ill-formed in both states, and so is + before anything but base64, - \
         or the end. An encoder writes \\, ~ and controls other than tab, LF and CR in base64.",
        "Байт от 80 неверен в обоих состояниях, как и + перед чем-то кроме base64, - или конца. \
         Кодировщик пишет \\, ~ и управляющие, кроме табуляции, LF и CR, в base64.",
    )));
    out
}

fn one_state(place: &Place<'_>) -> Vec<Row> {
    let language = place.language;
    let start = START.get(language);
    let mut out = if let Layout::Misread(_) = place.encoding.layout {
        said(language.pick(
            "The bytes are those of UTF-8, with the states of its decoder. Its characters stand for \
             bytes of another text, and each of those is decided when the last of them is there.",
            "Байты здесь — байты UTF-8, и состояния те же. Его символы означают байты другого текста, \
             и символ того текста готов, когда есть последний из его байтов.",
        ))
    } else {
        said(&text!(
            language,
            "{name} has one state: every unit of {bytes} is decided by itself, and nothing is remembered.",
            "У {name} одно состояние: каждая единица ({bytes}) решается сама по себе, помнить нечего.",
            name = place.encoding.name,
            bytes = count_of_bytes(place.encoding.unit.into(), language)
        ))
    };
    let read = match (place.number(), place.context.meaning.fault()) {
        (Some(number), _) => format!("{start}: {}", point(number)),
        (None, Some(fault)) => fault::of_kind(fault, language).to_owned(),
        (None, None) => language.pick("nothing", "ничего").to_owned(),
    };
    let bytes = place.context.sequence();
    let (some, rest) = bytes.split_at(bytes.len().min(SHOWN));
    let more = if rest.is_empty() { "" } else { " …" };
    out.push(way(start, &format!("{}{more}", hex(some)), &read, true));
    out
}
