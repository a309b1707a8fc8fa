//! Faults and notices by kind, and the places of the first ones; the user goes there, or from one of a
//! kind to the next or previous one.
//!
//! The session seeks the places while the list is open (`session::listing`). Invariant: the title of
//! an incomplete list gives the part that was scanned.

use std::borrow::Cow;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::list::{Headings, ListCanvas, ListChoice, ListKind, ListRow, OpenList, jump};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::detect::verdict::OtherText;
use crate::language::Language;
use crate::model::answer;
use crate::model::findings::{self, FindingPlace, MarkedForm, kinds_of};
use crate::model::line::{Tone, TonedLine};
use crate::model::numbers::{grouped, sized};
use crate::model::offer::{self, IllSequence};
use crate::model::panel::QUOTING;
use crate::model::row::ByteRole;
use crate::model::state::BinaryFaults;
use crate::model::text::EncodedText;
use crate::scan::facts::index::Index;
use crate::scan::facts::{Direction, Sought};
use crate::texts::of_table;
use crate::unicode::glyph;
use crate::unicode::notice::Notice;

/// Columns of a title.
const TITLE: usize = 30;
/// The least height with a place below the rows, and the least width with places among them.
const ROOMY: usize = 6;
const WIDE: usize = 56;
/// Bytes around a character that show whether it is mojibake.
const AROUND: u64 = 320;

/// Columns before the place of a kind.
const INDENT: usize = 2;
/// The number of headings.
const HEADS: usize = 4;

/// The faults and notices as a list.
#[derive(Debug, Clone, Default)]
pub struct FindingList;

/// The heading over what is counted in a binary.
pub(super) const NO_TEXT: &str = "Not text in any encoding; as text:";

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::command) enum FindingRow {
    /// A kind, and how many there are.
    Kind(Sought, u64),
    /// A place.
    Place(FindingPlace),
    /// The number of places that are not listed.
    More(u64),
    /// Text that is not as the rest, by the offset of its first place.
    Text(u64),
}

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    context.state.view.binary_faults = BinaryFaults::Marked;
    context.state.open(OpenList::<FindingList>::default());
    CommandEffect::None
}

/// The rows: kinds, then places.
fn rows(on: &ListCanvas<'_>) -> Vec<FindingRow> {
    let kinds = kinds_of(on.around.facts, &on.state.view);
    let places = &*on.around.facts.places;
    // A kind without a place was too far away to be looked for.
    let more: u64 = { kinds.iter() }
        .map(|(sought, count)| {
            let listed = places.iter().filter(|place| place.sought == *sought);
            match listed.count() as u64 {
                0 => 0,
                listed => count.saturating_sub(listed),
            }
        })
        .sum();
    let mut rows: Vec<_> = kinds
        .into_iter()
        .map(|(sought, count)| FindingRow::Kind(sought, count))
        .collect();
    rows.extend(texts(on).map(|other| FindingRow::Text(other.offset)));
    // In a binary, what looks like text with faults is there by chance: no place is worth a row.
    let is_text = !on.state.view.has_no_text();
    if on.columns >= WIDE && !places.is_empty() && is_text {
        let places = places.iter().filter(|place| is_first(place, on));
        rows.extend(places.copied().map(FindingRow::Place));
        rows.extend((more > 0).then_some(FindingRow::More(more)));
    }
    rows
}

/// The texts that are not as the rest, and no faults.
fn texts<'a>(on: &ListCanvas<'a>) -> impl Iterator<Item = &'a OtherText> {
    let guess = on.around.facts.guess.as_deref();
    let rest = on.state.view.encoding();
    let texts = guess.map(|guess| answer::without_fault(guess, rest));
    texts.into_iter().flatten()
}

/// The text whose findings are listed.
fn listed<'a>(on: &ListCanvas<'a>) -> EncodedText<'a> {
    on.text.without_passages()
}

/// Reports whether a place begins a sequence: bytes that the sequence before it has promised are
/// told with it.
fn is_first(place: &FindingPlace, on: &ListCanvas<'_>) -> bool {
    let found = sequence(*place, on);
    found.is_none_or(|found| found.start >= place.step.offset)
}

/// The ill-formed sequence at a place; none if it is a notice.
fn sequence(place: FindingPlace, on: &ListCanvas<'_>) -> Option<IllSequence> {
    let FindingPlace { sought, step } = place;
    let is_fault = matches!(sought, Sought::FaultOf(_));
    is_fault.then(|| offer::ill_formed(&listed(on), step.offset))?
}

/// A place in words: its line, the text around it, and what it was meant to be.
fn place(place: FindingPlace, on: &ListCanvas<'_>) -> TonedLine {
    let FindingPlace { sought, step } = place;
    let (facts, look, text) = (on.around.facts, on.state.look, listed(on));
    let line = text.position(step.offset, step.meaning, &facts.counted);
    let is_text = !on.state.view.has_no_text();
    let line = line.filter(|_| is_text);
    let at = line.map_or_else(
        || format!("0x{:X}", on.around.data.address(step.offset)),
        |place| look.said(&format!("line {}", place.line)).into_owned(),
    );
    let mut said = TonedLine::new().quiet(format!("{at}: "));
    let offer = offer::at(&text, step.offset, facts.guess.as_deref(), look);
    // A passage is read as what was meant.
    let is_read = on.state.view.passages.at(step.offset).is_some();
    let offer = offer.filter(|_| is_text && !is_read);
    let (range, tone) = match sequence(place, on) {
        Some(found) => (found.range(), ByteRole::Fault),
        None => (step.range(), ByteRole::Notice),
    };
    let is_suspect = sought == Sought::NoticeOf(Notice::MojibakeSuspect);
    // Bytes of characters that are on the screen say less than those.
    let form = if is_suspect {
        MarkedForm::Characters
    } else {
        MarkedForm::Bytes
    };
    said.append(findings::excerpt(&text, &range, (form, tone), on.charset));
    if let Some(passage) = on.state.view.passages.at(step.offset) {
        // Its first row says what it was, in full.
        let read = if is_suspect {
            " · shown mended".to_owned()
        } else {
            format!(" · read as {}", passage.encoding.name)
        };
        said.push(Tone::Quiet, read);
    }
    if let Some(offer) = offer {
        said.push(Tone::Plain, " · ");
        said.append(offer.line().said(on.state.look.language_of_bars()));
    }
    if is_suspect && !is_read {
        let around = step.offset.saturating_sub(AROUND)..step.end().saturating_add(AROUND);
        let was = text.stretch(around).suspected(&step);
        let was = was.map(|was| glyph::safe(&was, on.charset));
        said.push(
            Tone::Plain,
            was.map_or(String::new(), |was| format!(" · it was {was}")),
        );
    }
    said
}

impl ListKind for FindingList {
    type Item = FindingRow;

    const HEADING: &'static str = "In the list of faults and notices";
    const NOTHING: &'static str = "nothing ill-formed, nothing unusual";
    const WIDEST: u16 = QUOTING;
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            row(
                &["Enter", "f", "c"],
                (2, "next"),
                "go to the place, or to the next of this kind",
                OpenList::enter,
            ),
            row(
                &["F", "C"],
                (1, "previous"),
                "go to the previous of this kind",
                previous,
            ),
        ],
        OpenList::MOVES,
        &[row(
            &["q", "Esc", "L"],
            (1, "close"),
            "close it",
            OpenList::leave,
        )],
    ];
    const HEADINGS: Headings = Headings::OverGroups;

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [FindingRow]> {
        rows(on).into()
    }

    fn title(&self, _: &[FindingRow], on: &ListCanvas<'_>) -> String {
        let index = on.around.facts.index(&on.state.view).map(AsRef::as_ref);
        titled("faults and notices", index, on.around.data.len())
    }

    fn heading(&self, _: usize, row: &FindingRow, on: &ListCanvas<'_>) -> &'static str {
        let is_text = !on.state.view.has_no_text();
        match row {
            FindingRow::Kind(Sought::FaultOf(_), _) if is_text => "Faults",
            FindingRow::Kind(..) if is_text => "Notices",
            FindingRow::Kind(..) => NO_TEXT,
            FindingRow::Text(_) => "Other text",
            FindingRow::Place(_) | FindingRow::More(_) => "Places",
        }
    }

    /// The place of the chosen kind after the cursor, else its first, if places do not fit; the chosen
    /// place, if its row is cut.
    fn below(&self, rows: &[FindingRow], on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let fits = on.columns >= WIDE && rows.len() + HEADS <= on.height;
        let is_cut = |line: &TonedLine| line.columns() + INDENT > on.columns;
        let chosen = rows.get(on.number_of(rows.len()));
        let line = match chosen.filter(|_| on.height >= ROOMY) {
            Some(FindingRow::Kind(sought, _)) if !fits => {
                let places = on.around.facts.places.iter();
                let mut places = places.filter(|place| place.sought == *sought);
                let first = places.clone().next();
                let cursor = on.state.view.cursor.offset;
                let next = places.find(|place| place.step.offset > cursor);
                next.or(first).map(|found| place(*found, on))
            }
            Some(FindingRow::Place(found)) => Some(place(*found, on)).filter(is_cut),
            Some(FindingRow::Text(offset)) => {
                let other = texts(on).find(|other| other.offset == *offset);
                other.map(|other| of_text(other, on)).filter(is_cut)
            }
            Some(FindingRow::Kind(..) | FindingRow::More(_)) | None => None,
        };
        let mut lines = line.map_or_else(Vec::new, |line| {
            line.wrap(on.columns.saturating_sub(INDENT), INDENT)
        });
        lines.truncate(on.height / 3);
        // In the columns of the places above.
        let indented = |line| {
            let mut indented = TonedLine::new().plain(" ".repeat(INDENT));
            indented.append(line);
            indented
        };
        lines.into_iter().map(indented).collect()
    }

    fn aligned(&self, row: &FindingRow, _: &ListCanvas<'_>) -> usize {
        match row {
            FindingRow::Kind(_, count) => grouped(*count).len(),
            FindingRow::Place(_) | FindingRow::More(_) | FindingRow::Text(_) => 0,
        }
    }

    fn row(&self, item: &FindingRow, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let indent = " ".repeat(INDENT);
        let language = on.state.look.language_of_bars();
        vec![match item {
            FindingRow::Kind(sought, count) => kind(*sought, *count, row, (language, on.columns)),
            FindingRow::Place(found) => {
                let said = place(*found, on);
                let room = on.columns.saturating_sub(said.columns() + 2 * INDENT);
                let name = of_table(found.sought.name(), language);
                let said = if room > glyph::columns(name) {
                    said.quiet(format!("  {name}"))
                } else {
                    said
                };
                indented(said, row, on.columns)
            }
            FindingRow::Text(offset) => {
                let other = texts(on).find(|other| other.offset == *offset);
                let said = other.map(|other| {
                    let language = on.state.look.language;
                    let said = of_text(other, on).said(language);
                    if said.columns() + INDENT <= on.columns {
                        said
                    } else {
                        answer::listed_shortly(other, on.charset).said(language)
                    }
                });
                indented(said.unwrap_or_default(), row, on.columns)
            }
            FindingRow::More(count) => {
                let more = format!("and {} more", grouped(*count));
                let more = on.state.look.said(&more);
                TonedLine::new().with(row.tone(), format!("{indent}{more}"))
            }
        }]
    }

    fn enter(
        &self,
        chosen: ListChoice<FindingRow>,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) -> AfterKey {
        match chosen.item {
            FindingRow::Kind(sought, _) => seek(sought, Direction::Forward, state),
            FindingRow::Place(found) => jump(state, around, found.step.offset),
            FindingRow::Text(offset) => jump(state, around, offset),
            FindingRow::More(_) => AfterKey::STAY,
        }
    }
}

/// The text that is not as the rest, in words. What is beyond the listed places is counted at the first
/// one.
fn of_text(other: &OtherText, on: &ListCanvas<'_>) -> TonedLine {
    let guess = on.around.facts.guess.as_deref();
    let disputed = guess.filter(|guess| guess.is_disputed(other));
    let said = match disputed {
        Some(guess) => answer::told_first(guess, other, on.charset),
        None if other.stretches > other.more.len() as u64 + 1 => answer::place(other, on.charset),
        None => answer::listed(other, on.charset),
    };
    match on.state.view.passages.at(other.offset) {
        Some(_) => said.quiet(" · ").quiet("shown mended"),
        None => said,
    }
}

/// The row of a place, cut where there is no room.
fn indented(said: TonedLine, row: &ListRow, columns: usize) -> TonedLine {
    let line = TonedLine::new().plain(" ".repeat(INDENT));
    let said = if said.columns() + INDENT <= columns {
        said
    } else {
        said.cut(columns.saturating_sub(INDENT + 1)).quiet("…")
    };
    if row.is_chosen {
        return line.with(Tone::Chosen, said.text());
    }
    let mut line = line;
    line.append(said);
    line
}

/// A kind and its number; its id only if it fits.
fn kind(
    sought: Sought,
    count: u64,
    row: &ListRow,
    (language, columns): (Language, usize),
) -> TonedLine {
    let tone = if row.is_chosen {
        Tone::Chosen
    } else {
        tone(sought)
    };
    let count = format!("  {:>1$}", grouped(count), row.aligned);
    let name = of_table(sought.name(), language);
    let line = TonedLine::new().with(tone, format!("{count}  {} ", glyph::padded(name, TITLE)));
    let id = sought.id().unwrap_or_default();
    if line.columns() + id.len() > columns {
        let line = TonedLine::new().with(tone, format!("{count}  {name}"));
        return line.cut_at_clause(columns);
    }
    let id_tone = if row.is_chosen { tone } else { Tone::Faint };
    line.with(id_tone, id)
}

fn previous(
    list: &mut OpenList<FindingList>,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
) -> AfterKey {
    match list.choice(state, around).map(|chosen| chosen.item) {
        Some(FindingRow::Kind(sought, _) | FindingRow::Place(FindingPlace { sought, .. })) => {
            seek(sought, Direction::Backward, state)
        }
        Some(FindingRow::More(_) | FindingRow::Text(_)) | None => AfterKey::STAY,
    }
}

fn seek(what: Sought, direction: Direction, state: &InspectorState) -> AfterKey {
    AfterKey::Close(CommandEffect::Seek {
        what,
        direction,
        from: state.view.cursor.offset,
        times: 1,
    })
}

pub(super) fn tone(sought: Sought) -> Tone {
    match sought {
        Sought::FaultOf(_) => Tone::As(ByteRole::Fault),
        _ => Tone::As(ByteRole::Notice),
    }
}

/// A title with the part of the data that it covers.
pub(super) fn titled(what: &str, index: Option<&Index>, len: u64) -> String {
    match index {
        Some(index) if index.complete => what.to_owned(),
        Some(index) => format!(
            "{what}, in the first {} of {}",
            sized(index.reached.offset),
            sized(len)
        ),
        None => format!("{what}: not scanned yet"),
    }
}
