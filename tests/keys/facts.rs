//! How the seat names an overlay and an export, and facts that it begins with.

use super::words::{encoding, short};
use hexloupe::codec::CodecState;
use hexloupe::command::InspectorState;
use hexloupe::command::overlay::Overlay;
use hexloupe::detect::verdict::{Alternative, Evidence, Guess, Nature, OtherText, Verdict};
use hexloupe::model::errand::{Export, IfExists, RunningExport};
use hexloupe::model::line::{Tone, TonedLine};
use hexloupe::model::panel::PanelPlacement;
use hexloupe::model::regions::RegionBook;
use hexloupe::model::screen::Screen;
use hexloupe::model::state::PendingKeys;

pub(crate) fn overlay(overlay: Option<&Overlay>) -> String {
    let Some(overlay) = overlay else {
        return "none".to_owned();
    };
    match overlay {
        Overlay::Help(help) => match help.words() {
            None => format!("help {}", help.first),
            Some(words) => format!("help {} /{words}", help.first),
        },
        Overlay::Findings(list) => format!("findings {}", list.chosen),
        Overlay::Strings(list) => format!("strings {}", list.chosen),
        Overlay::Marks(list) => format!("marks {}", list.chosen),
        Overlay::Tabs(list) => format!("tabs {}", list.chosen),
        Overlay::Folder(list) => format!("folder {}", list.chosen),
        Overlay::Jumps(list) => format!("jumps {}", list.chosen),
        Overlay::Statistics(numbers) => format!("statistics {}", numbers.first),
        Overlay::Guess(list) => format!("verdict {}", list.chosen),
        Overlay::Compare(comparison) => format!("compare {}", comparison.chosen.id),
        Overlay::GoTo(prompt) => format!("prompt {}", prompt.input.value()),
        Overlay::Pattern(asking) => format!("find {}", asking.input.value()),
        Overlay::Replacement(asking) => format!("replacement {}", asking.input.value()),
        Overlay::Replacing(_) => "replacing".to_owned(),
        Overlay::Picker(picker) => {
            let found = picker.kind.matches(picker.filter.value());
            let chosen = found.get(picker.chosen).map_or("", |row| row.id);
            format!("picker {} {chosen}", picker.filter.value())
        }
        Overlay::Passages(list) => format!("passages {}", list.chosen),
        Overlay::Regions(list) => format!("regions {}", list.chosen),
        Overlay::Forms(list) => {
            let found = list.kind.matches(list.filter.value());
            let chosen = found.get(list.chosen).map_or("", |form| form.name());
            let range = &list.kind.range;
            format!("forms {range:?} {} {chosen}", list.filter.value())
        }
        Overlay::Pasted(pasted) => format!("pasted {}", pasted.text),
        Overlay::Readings(list) => format!("readings {}", list.chosen),
        Overlay::Oddities(list) => format!("oddities {}", list.chosen),
        Overlay::Worked(worked) => format!(
            "worked {} {} {}",
            worked.page,
            worked.direction.id(),
            worked.step
        ),
        Overlay::Tour(tour) => format!("tour {}", tour.number()),
        Overlay::Typing(_) => "typing".to_owned(),
        Overlay::Overrun(_) => "overrun".to_owned(),
        Overlay::Contents(list) => format!("contents {}", list.chosen),
        Overlay::Answer(answering) => format!("answer {}", answering.input.value()),
        Overlay::Unsaved(_) => "unsaved".to_owned(),
        Overlay::WriteBack(asked) => format!("write back {} in {}", asked.bytes, asked.places),
        Overlay::Question(asked) => format!("question {} {}", asked.export.path, asked.bytes),
    }
}

/// The keys typed so far, and the panel of those that may follow.
pub(crate) fn pending(state: &InspectorState, screen: &Screen) -> String {
    if state.pending == PendingKeys::default() {
        return String::new();
    }
    let status = screen.status.text();
    let typed = status.split(" · ").next().unwrap_or_default().trim();
    let panel = screen.panel.iter().flat_map(|panel| &panel.lines);
    let lines: Vec<_> = panel.map(TonedLine::text).collect();
    format!("{typed}  {}", lines.join(" "))
}

/// The regions, and whether a file holds them.
pub(crate) fn regions(book: &RegionBook) -> String {
    let list = book.all.list().iter().map(|region| {
        let (name, range, colour) = (&region.name, &region.range, region.colour.name());
        match region.note.as_str() {
            "" => format!("{name} {range:?} {colour}"),
            note => format!("{name} {range:?} {colour} ({note})"),
        }
    });
    let list = list.collect::<Vec<_>>().join(", ");
    let saved = if book.is_unsaved() { "*" } else { "" };
    format!("{list}{saved}")
}

/// The pane and the offset whose cell the caret stands on.
pub(crate) fn caret(screen: &Screen, top: u64) -> String {
    let Some((x, y)) = screen.caret else {
        return "none".to_owned();
    };
    let Some((pane, row, index)) = screen.layout.hit(x, y) else {
        return format!("{x},{y}");
    };
    let row = u64::from(row) * u64::from(screen.layout.grid.width());
    format!("{}/{}", short(pane.pane), top + row + u64::from(index))
}

/// Of the panel on a screen: the row that is `chosen`, how many are `listed`, and whether the
/// row of the cursor, so many bytes after the first, is `covered`.
pub(crate) fn list(name: &str, screen: &Screen, past: u64) -> String {
    let Some(panel) = &screen.panel else {
        let nothing = match name {
            "listed" => "0",
            "covered" => "false",
            _ => "",
        };
        return nothing.to_owned();
    };
    match name {
        "listed" => panel.lines.len().to_string(),
        "covered" => {
            let layout = &screen.layout;
            let row = (past / u64::from(layout.grid.width())) as u16;
            let last = layout.body.y + (row + 1) * layout.row_lines - 1;
            matches!(panel.placed, PanelPlacement::From(top) if top <= last).to_string()
        }
        _ => {
            let pieces = panel.lines.iter().flat_map(|line| &line.pieces);
            let chosen = pieces.filter(|piece| piece.tone == Tone::Chosen);
            let chosen: String = chosen.map(|piece| piece.text.as_str()).collect();
            chosen.trim_end().to_owned()
        }
    }
}

/// What is exported, in which form and to which file.
pub(crate) fn exported(export: &Export) -> String {
    let what = export.what.map_or("anything", |what| what.name());
    let form = export.form.as_deref().unwrap_or("any");
    let path = &export.path;
    let over = match export.if_exists {
        IfExists::Ask => "",
        IfExists::Write => " over what is there",
    };
    let selected = export.selected.as_ref();
    let selected = selected.map_or_else(String::new, |range| format!(" of {range:?}"));
    format!("export {what}{selected} as {form} to {path}{over}")
}

/// A file that is being written.
pub(crate) fn writing() -> RunningExport {
    RunningExport {
        what: "writing `a`".to_owned(),
        range: 0..1000,
        reached: 120,
        is_only_shown: false,
    }
}

/// Text in another encoding: its id, the offset of a byte, what was meant there, and its word.
pub(crate) fn other(words: &str) -> OtherText {
    let mut words = words.split(',');
    let mut next = || words.next().expect("encoding,offset,character,word");
    let encoding = encoding(next());
    let offset = next().parse().expect("an offset");
    let meant = next().chars().next().expect("a character");
    let mut bytes = Vec::new();
    encoding
        .encode(&mut CodecState::default(), meant, &mut bytes)
        .expect("bytes of it");
    OtherText {
        encoding,
        chain: Vec::new(),
        confidence: 0.95,
        stretches: 1,
        offset,
        line: Some(1),
        bytes,
        meant,
        word: next().to_owned(),
        ranges: Vec::new(),
        more: Vec::new(),
    }
}

/// A guess of some encodings, the likeliest first.
pub(crate) fn guess(ids: &str) -> Guess {
    let mut all = ids.split(',').map(encoding);
    let verdict = Verdict {
        encoding: all.next().expect("an encoding"),
        evidence: Evidence::Guessed {
            percent: 90,
            language: Some("Russian"),
        },
    };
    let other = |encoding| Alternative {
        encoding,
        confidence: 0.03,
        language: None,
        faults: 0,
    };
    Guess {
        nature: Nature::Text,
        verdict,
        confidence: 0.9,
        evidence: vec!["resembles Russian".to_owned().into()],
        is_joined: false,
        same: Vec::new(),
        alternatives: all.map(other).collect(),
        claim: None,
        looks_like: None,
        phase: 0,
        mojibake: None,
        lost: Vec::new(),
        carriers: Vec::new(),
        others: Vec::new(),
        faults: 0,
        first_fault: None,
    }
}
