//! From byte to column: the place on each rung, and its share of the rung below.
//!
//! Invariant: an unknown number is not shown as a number.

use super::Card;
use super::place::{Place, unit_number};
use super::write::{ending_at, said};
use crate::explain::fault;
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{count_of_bytes, grouped_in, hex, point};
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::unicode::glyph::{self, Charset};
use hexloupe_text::unicode::name;

pub(super) const CARD: Card = Card {
    id: "ladder",
    title: texts("ladder", "лестница"),
    about: texts(
        "byte, code unit, code point, cluster, column: the place on each rung",
        "байт, единица, позиция, кластер, колонка: место на каждой ступени",
    ),
    rows,
};

/// Columns of the table: the content of a rung, the end of the number before it, its length.
const HERE: usize = 13;
const BEFORE: usize = 58;
const TAKES: usize = 60;

fn rows(place: &Place<'_>) -> Vec<Row> {
    let language = place.language;
    let row = Row::default().at(1, language.pick("rung", "ступень"), CellRole::Label);
    let row = row.at(HERE, language.pick("here", "здесь"), CellRole::Label);
    let row = ending_at(row, BEFORE, BEFORE_IT.get(language), CellRole::Label);
    let takes = language.pick("it takes", "занимает");
    let mut out = vec![row.at(TAKES, takes, CellRole::Label)];
    out.extend([
        byte(place),
        unit(place),
        code_point(place),
        cluster(place),
        column(place),
    ]);
    let sentences = SENTENCES.iter().map(|sentence| sentence.get(language));
    out.extend(sentences.flat_map(said));
    out
}

/// The columns for the label of the numbers, in every language.
const LABEL: usize = 9;
const BEFORE_IT: Texts = texts("before it", "до неё");

const SENTENCES: &[Texts] = &[
    texts(
        "A byte is what a file has and a disk counts. A code unit is what an encoding form is made \
         of: 1, 2 or 4 bytes (Unicode 3.9, D77).",
        "Байты — то, из чего состоит файл и что считает диск. Единица — кодовая единица, из них \
         состоит форма кодирования: 1, 2 или 4 байта (Unicode 3.9, D77).",
    ),
    texts(
        "A code point is a number of Unicode (D10). A grapheme cluster is what a reader calls one \
         character, of one or more code points (UAX #29). Columns are what a terminal gives it: 0, \
         1, 2 or more.",
        "Позиция — кодовая позиция, номер в Юникоде (D10). Графемный кластер — то, что читатель \
         зовёт одним символом, из одной или нескольких позиций (UAX #29). Колонки — место, которое \
         ему даёт терминал: 0, 1, 2 или больше.",
    ),
    texts(
        "The length of a text has five answers: it depends on the rung. Limits of a field, positions \
         in an editor and len() in a program may each mean another.",
        "У длины текста пять ответов: смотря на какой ступени. Предел поля, позиция в редакторе и \
         len() в программе могут значить разное.",
    ),
];

/// A rung: its name, its content, the number before it, its length.
fn rung(place: &Place<'_>, name: Texts, here: &str, before: Option<u64>, takes: &str) -> Row {
    let language = place.language;
    let before = before.map_or("-".to_owned(), |before| grouped_in(before, language));
    let room = BEFORE - HERE - 1 - before.len().max(LABEL);
    let mut shown = String::new();
    for c in here.chars() {
        shown.push(c);
        if glyph::columns(&shown) > room {
            shown.pop();
            break;
        }
    }
    let row = Row::default().at(1, name.get(language), CellRole::Label);
    let row = row.at(HERE, shown.trim_end(), CellRole::Value);
    let row = ending_at(row, BEFORE, &before, CellRole::Value).answer();
    row.at(TAKES, takes, CellRole::Value).answer()
}

const NONE: Texts = texts("none", "нет");

/// The largest number that is counted: people write no cluster as long.
const MOST: u64 = 9999;

fn byte(place: &Place<'_>) -> Row {
    let (byte, offset) = (place.byte(), place.context.offset(place.cursor));
    let here = format!("{byte:02X} = {byte} = {byte:08b}");
    let takes = place.language.pick("8 bits", "8 бит");
    rung(place, texts("byte", "байт"), &here, Some(offset), takes)
}

fn unit(place: &Place<'_>) -> Row {
    let size = usize::from(place.encoding.unit);
    let bytes = place
        .context
        .sequence()
        .chunks(size)
        .nth(place.index() / size);
    let bytes = bytes.unwrap_or_default();
    let here = match place.encoding.byte_order() {
        Some(order) if bytes.len() == size => {
            format!("{:0w$X}", unit_number(order, bytes), w = 2 * size)
        }
        _ => hex(bytes),
    };
    let offset = place.context.offset(place.cursor);
    let units = offset.saturating_sub(place.context.phase) / u64::from(place.encoding.unit);
    let here = match bytes.len() {
        1 => here,
        _ => text!(
            place.language,
            "{here} from {bytes}",
            "{here} из {bytes}",
            bytes = hex(bytes)
        ),
    };
    let takes = count_of_bytes(bytes.len(), place.language);
    rung(
        place,
        texts("code unit", "единица"),
        &here,
        Some(units),
        &takes,
    )
}

fn code_point(place: &Place<'_>) -> Row {
    let units = place.context.len.div_ceil(place.encoding.unit.into());
    let language = place.language;
    let takes = language.counted(
        MOST.min(units as u64),
        ["unit", "units"],
        ["единица", "единицы", "единиц"],
    );
    let here = match (place.number(), place.context.meaning.fault()) {
        (Some(number), _) => {
            let name = char::from_u32(number).map_or(String::new(), name::title);
            format!("{} {name}", point(number))
        }
        (None, Some(fault)) => text!(
            language,
            "none: {fault}",
            "нет: {fault}",
            fault = fault::of_kind(fault, language)
        ),
        (None, None) => NONE.get(language).to_owned(),
    };
    let name = texts("code point", "позиция");
    rung(place, name, &here, place.counted.characters, &takes)
}

fn cluster(place: &Place<'_>) -> Row {
    let shown = glyph::cluster(place.cluster, 12, Charset::Unicode).text;
    let points: Vec<String> = place.cluster.iter().map(|c| point((*c).into())).collect();
    let here = match points.len() {
        0 => NONE.get(place.language).to_owned(),
        _ => format!("{shown} = {}", points.join(" ")),
    };
    let takes = place.language.counted(
        MOST.min(points.len() as u64),
        ["code point", "code points"],
        ["позиция", "позиции", "позиций"],
    );
    let name = texts("cluster", "кластер");
    rung(place, name, &here, place.counted.clusters, &takes)
}

fn column(place: &Place<'_>) -> Row {
    let columns = glyph::cluster(place.cluster, 12, Charset::Unicode).columns;
    let here = { place.language }.pick("as it is drawn here", "как здесь нарисовано");
    let takes = place.language.counted(
        columns.into(),
        ["column", "columns"],
        ["колонка", "колонки", "колонок"],
    );
    let name = texts("column", "колонка");
    rung(place, name, here, place.counted.columns, &takes)
}
