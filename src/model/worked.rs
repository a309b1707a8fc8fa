//! The worked view: the character under the cursor to its bytes and back, step by step, and cards
//! of further facts about it.
//!
//! Every page is a sheet of rows made by [`explain`](crate::explain); here they become lines.
//! Invariant: a page shows nothing of a later step before that step is reached.

mod narrow;

use std::ops::Range;

use super::facts::Facts;
use super::line::{Tone, TonedLine};
use super::look::Appearance;
use super::row::glyph_of;
use super::state::View;
use super::text::{DecodedStretch, EncodedText};
use crate::codec::{SequenceContext, Step};
use crate::explain::card::{CARDS, CardPlace, CountedBefore, PlaceOrigin};
use crate::explain::derivation::{self, Derivation, DerivationDirection};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::language::Language;
use crate::texts::model::worked as texts;

/// Bytes before and after the promised bytes that may belong to them: the other half of a pair of
/// surrogates in UTF-8.
const PAIR: u64 = 6;
/// Bytes before and after the cursor of the text that is measured.
const TEXT: u64 = 128;
/// Below this number of columns, titles are short.
const NARROW: usize = 60;
/// Columns before the rest of a card's row that is too wide.
const HANGING: usize = 8;

/// The state of the worked view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkedView {
    /// The page: 0 is the derivation, the cards follow.
    pub page: usize,
    /// The direction of the derivation.
    pub direction: DerivationDirection,
    /// The current step, from 0; for a card, the first visible line.
    pub step: usize,
    /// The first visible line of a step with more lines than there is room for.
    pub line: usize,
}

impl WorkedView {
    /// The number of pages.
    pub const PAGES: usize = 1 + CARDS.len();
}

/// A page, ready to be drawn.
#[derive(Debug, Default)]
pub(crate) struct WorkedPage {
    /// Its subject.
    pub(crate) title: String,
    /// Its lines.
    pub(crate) lines: Vec<TonedLine>,
    /// The number of its steps; for a card, the number of lines it can be shown from.
    pub(crate) steps: usize,
    /// The number of lines the step can be shown from: 1 if all of it fits.
    pub(crate) tops: usize,
}

impl WorkedPage {
    /// A page with only the reason why it is empty.
    fn nothing(why: &str, language: Language) -> Self {
        Self {
            title: texts::NOTHING_TITLE.get(language).to_owned(),
            lines: vec![TonedLine::new().quiet(why)],
            steps: 1,
            tops: 1,
        }
    }

    /// Adds the range of visible lines to its title, if some lines are hidden.
    fn count(&mut self, shown: Range<usize>, all: usize, width: usize, language: Language) {
        let what = match width {
            ..NARROW => "",
            _ => texts::COUNT_LINES.get(language),
        };
        if shown.len() < all {
            self.title = texts::CountTitle {
                title: &self.title,
                what,
                first: shown.start + 1,
                last: &shown.end,
                all,
            }
            .get(language);
        }
    }

    /// The sheet from a line on, but no later than where it still fills its rows.
    fn scrolled(mut self, from: usize, (width, rows): (usize, usize), language: Language) -> Self {
        let all = self.lines.len();
        let most = all.saturating_sub(rows);
        let from = from.min(most);
        self.lines.drain(..from);
        self.lines.truncate(rows);
        self.steps = most + 1;
        self.count(from..from + self.lines.len(), all, width, language);
        self
    }
}

/// The initial direction of the derivation at the cursor: encoding for a character, decoding for
/// anything else.
pub(crate) fn direction(text: &EncodedText<'_>, view: &View) -> DerivationDirection {
    let cursor = view.cursor.offset;
    text.within(cursor, |text| {
        let stretch = text.stretch(cursor..cursor.saturating_add(1));
        let is_character = stretch
            .at(cursor)
            .is_some_and(|step| step.meaning.is_character());
        if is_character {
            DerivationDirection::Encode
        } else {
            DerivationDirection::Decode
        }
    })
}

/// The page for the sequence under the cursor, with `rows` lines at most.
pub(crate) fn sheet(
    text: &EncodedText<'_>,
    (view, facts): (&View, &Facts),
    worked: WorkedView,
    look: Appearance,
    (width, rows): (usize, usize),
) -> WorkedPage {
    let (cursor, language) = (view.cursor.offset, look.language);
    let page = text.within(cursor, |text| {
        let stretch = text.stretch(cursor..cursor.saturating_add(1));
        let step = stretch.at(cursor).copied()?;
        let here = CursorSequence {
            text,
            cursor,
            stretch: &stretch,
            step,
            look,
        };
        Some(match worked.page.checked_sub(1) {
            None => here.derivation(worked, width, rows),
            Some(card) => {
                here.card(card, facts, width)
                    .scrolled(worked.step, (width, rows), language)
            }
        })
    });
    page.unwrap_or_else(|| {
        let why = view.no_byte(language);
        WorkedPage::nothing(&why, language)
    })
}

struct CursorSequence<'a> {
    text: &'a EncodedText<'a>,
    cursor: u64,
    stretch: &'a DecodedStretch,
    step: Step,
    look: Appearance,
}

impl CursorSequence<'_> {
    fn derivation(&self, worked: WorkedView, width: usize, rows: usize) -> WorkedPage {
        let (decoded, language) = (self.decoded(), self.look.language);
        let value = decoded.as_ref().and_then(|it| it.code_points.first());
        let shown = match (worked.direction, value) {
            (DerivationDirection::Encode, Some(&value)) => Some(derivation::encode(
                self.text.encoding,
                value,
                self.look.language,
            )),
            // Bytes without a value have only one direction.
            _ => decoded,
        };
        let Some(shown) = shown.filter(|shown| !shown.steps.is_empty()) else {
            let why = texts::WHY_BYTES_HAVE_NO.get(language);
            return WorkedPage::nothing(why, language);
        };
        let steps = shown.steps.len();
        let at = worked.step.min(steps - 1);
        let own = step_lines(&shown, at, width);
        let tops = own.len().saturating_sub(rows) + 1;
        let mut sheet = WorkedPage {
            title: texts::TitleStep {
                about: self.about(&shown, width),
                number: at + 1,
                steps: &steps,
            }
            .get(language),
            lines: Vec::new(),
            steps,
            tops,
        };
        if tops > 1 {
            let from = worked.line.min(tops - 1);
            sheet.lines = own.get(from..from + rows).unwrap_or_default().to_vec();
            sheet.count(from..from + rows, own.len(), width, language);
        } else {
            sheet.lines = among_others(&shown, at, own, width, rows);
        }
        sheet
    }

    /// The decoding of the bytes under the cursor; for promised bytes, of all of them.
    fn decoded(&self) -> Option<Derivation> {
        let story = self.text.story(self.cursor);
        let range = story.start.saturating_sub(PAIR)..story.end.saturating_add(PAIR);
        let stretch = self.text.stretch(range);
        let first = stretch.steps.first()?;
        let index = (first.offset - stretch.window.start) as usize;
        let bytes = stretch.window.bytes.get(index..)?;
        let mut end = first.offset;
        let all =
            derivation::decode_from(self.text.encoding, first.state, bytes, self.look.language);
        all.into_iter().find(|derivation| {
            end += derivation.bytes.as_ref().map_or(0, Vec::len) as u64;
            self.cursor < end
        })
    }

    /// The subject of the derivation, before the number of its step; its result is hidden.
    fn about(&self, shown: &Derivation, width: usize) -> String {
        let name = match width {
            ..NARROW => String::new(),
            _ => format!(", {}", shown.encoding.name),
        };
        let bytes = shown.bytes.as_deref().unwrap_or_default().iter();
        let bytes: Vec<String> = bytes.map(|byte| format!("{byte:02X}")).collect();
        let from = match shown.direction {
            DerivationDirection::Encode => {
                let glyph = glyph_of(self.step.meaning, 3, self.look.charset);
                glyph.text.trim().to_owned()
            }
            DerivationDirection::Decode => bytes.join(" "),
        };
        format!("{from} -> {}{name}", shown.result().get(self.look.language))
    }

    fn card(&self, number: usize, facts: &Facts, width: usize) -> WorkedPage {
        let Some(card) = CARDS.get(number) else {
            return WorkedPage::default();
        };
        let language = self.look.language;
        let context: SequenceContext<'_> = self.stretch.context(&self.step);
        let head = self.text.data.window(0, 4).bytes;
        let around = self
            .text
            .stretch(self.cursor.saturating_sub(TEXT)..self.cursor.saturating_add(TEXT));
        let scalars = |stretch: &DecodedStretch| -> String {
            let steps = stretch.steps.iter();
            steps.flat_map(|step| step.meaning.scalars()).collect()
        };
        let cluster = self.text.stretch(self.text.cluster(self.cursor));
        let cluster: Vec<char> = scalars(&cluster).chars().collect();
        let position = self
            .text
            .position(self.step.offset, self.step.meaning, &facts.counted);
        let before = |count: u64| count.saturating_sub(1);
        let place = CardPlace {
            language,
            encoding: self.text.encoding,
            cursor: (self.cursor - context.origin) as usize,
            context,
            head: &head,
            counted: CountedBefore {
                characters: position.map(|position| before(position.character)),
                clusters: None,
                columns: position.map(|position| before(position.column)),
            },
            text: &scalars(&around),
            origin: PlaceOrigin::Data,
            cluster: &cluster,
        };
        let rows = card.rows(&place);
        WorkedPage {
            title: texts::CardTitle {
                card: card.title.get(language),
                page: number + 2,
                pages: WorkedView::PAGES,
            }
            .get(language),
            lines: { rows.iter() }
                .flat_map(|row| line(row).wrap(width, HANGING.min(width / 2)))
                .collect(),
            steps: 1,
            tops: 1,
        }
    }
}

/// The lines of a step: its title with its rule, and its rows.
fn step_lines(shown: &Derivation, at: usize, width: usize) -> Vec<TonedLine> {
    let Some(step) = shown.steps.get(at) else {
        return Vec::new();
    };
    let title = TonedLine::new().strong(format!("{} {}", at + 1, step.title));
    let mut lines = title.quiet(format!("  {}", step.rule)).wrap(width, 2);
    lines.extend(narrow::lines(&step.rows, width));
    // For ill-formed bytes, the last step has it.
    if at + 1 == shown.steps.len()
        && shown.bytes.is_none()
        && let Some(reason) = &shown.reason
    {
        lines.extend(TonedLine::new().strong(reason.clone()).wrap(width, 2));
    }
    lines
}

/// The lines of a step, between the lines of earlier steps and the titles of later ones. If there
/// is no room for all, the first steps have only their titles; then titles are dropped.
fn among_others(
    shown: &Derivation,
    at: usize,
    own: Vec<TonedLine>,
    width: usize,
    rows: usize,
) -> Vec<TonedLine> {
    let title = |number: usize, tail: &str| -> String {
        // The title of a later step may be its result.
        let step = shown.steps.get(number);
        let title = step.map(|step| step.heading(number > at).0);
        format!("{} {}{tail}", number + 1, title.unwrap_or_default())
    };
    let mut before: Vec<Vec<TonedLine>> = (0..at)
        .map(|number| {
            let mut lines = vec![TonedLine::new().plain(title(number, ""))];
            if let Some(step) = shown.steps.get(number) {
                lines.extend(narrow::lines(&step.rows, width));
            }
            lines
        })
        .collect();
    let mut after: Vec<TonedLine> = { at + 1..shown.steps.len() }
        .map(|number| TonedLine::new().quiet(title(number, "")))
        .collect();
    let room = rows.saturating_sub(own.len());
    let taken = |before: &[Vec<TonedLine>]| before.iter().map(Vec::len).sum::<usize>();
    for number in 0..at {
        if taken(&before) + after.len() > room {
            before[number] = vec![TonedLine::new().quiet(title(number, " ..."))];
        }
    }
    while taken(&before) + after.len() > room && after.pop().is_some() {}
    while taken(&before) > room {
        before.remove(0);
    }
    before
        .into_iter()
        .flatten()
        .chain(own)
        .chain(after)
        .collect()
}

/// A row as a line. Brackets stand around the marked cells, if columns are free for them, so that
/// they are visible without colour.
fn line(row: &SheetRow) -> TonedLine {
    let mut line = TonedLine::new();
    let mut column = 0;
    let mut is_open = false;
    let mut was_chosen = false;
    for cell in &row.cells {
        let is_chosen = cell.role == CellRole::Chosen;
        let free = cell.column - column;
        let blanks = " ".repeat(free.saturating_sub(1));
        if is_open && !is_chosen && free > 0 {
            line = line.strong("]").plain(blanks);
            is_open = false;
        } else if is_chosen && !was_chosen && free > 0 {
            line = line.plain(blanks).strong("[");
            is_open = true;
        } else {
            line.push(Tone::Plain, " ".repeat(free));
        }
        line.push(tone(cell.role), cell.text.clone());
        (column, was_chosen) = (cell.end(), is_chosen);
    }
    if is_open { line.strong("]") } else { line }
}

/// The tone of a cell.
fn tone(role: CellRole) -> Tone {
    match role {
        CellRole::Text | CellRole::Value => Tone::Plain,
        CellRole::Label | CellRole::Other => Tone::Quiet,
        CellRole::Structure => Tone::Structure,
        CellRole::Payload => Tone::Payload,
        CellRole::Wrong => Tone::Wrong,
        CellRole::Chosen => Tone::Strong,
    }
}
