//! The files of a folder, with what a check says of them, to open some.
//!
//! Invariant: the list stays open while files of it are opened in tabs.

use super::super::{Effect, KeyContext, New, State};
use super::{Layer, Row, Then, footer, row, step};
use crate::model::line::{Click, Line, Tone, shorten};
use crate::model::numbers::{counted, sized};
use crate::model::panel::{Panel, Placed, first_shown, room};
use crate::model::row::Role;
use crate::model::screen::Over;
use crate::model::survey::{Survey, SurveyedFile};

/// The list.
#[derive(Debug, Clone, Default)]
pub struct FileList {
    /// The number of the file chosen.
    pub chosen: usize,
}

/// Opens the list.
pub fn list_files(state: &mut State) {
    state.open(FileList::default());
}

impl Layer for FileList {
    const HEADING: &'static str = "In the list of files";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(
                &["Enter"],
                (1, "open"),
                "open the file in a tab",
                Self::open,
            ),
            row(
                &["n", "f"],
                (1, "next with faults"),
                "next file with faults, or in another encoding",
                Self::next,
            ),
            row(
                &["N", "F"],
                (3, "previous"),
                "previous file with faults, or in another encoding",
                Self::previous,
            ),
            row(&["q", "Esc", "F1"], (1, "close"), "close it", Self::leave),
        ],
        Self::MOVES,
    ];

    fn shown(&self, _: &State, around: &KeyContext<'_>) -> Over {
        let survey = &around.facts.survey;
        let (width, height) = room(around.size);
        let columns = usize::from(width);
        let mut lines = vec![summary(survey)];
        lines.extend({ survey.troubles.iter() }.map(|said| Line::new().plain(said.clone())));
        // What went wrong may fill a small screen, but for the rows of a few files.
        lines.truncate((height / 3).max(1));
        let height = height.saturating_sub(lines.len()).max(1);
        let files = &survey.files;
        let chosen = self.chosen.min(files.len().saturating_sub(1));
        let first = first_shown(chosen, files.len(), height);
        let seen = files.iter().enumerate().skip(first).take(height);
        lines.extend(seen.map(|(number, file)| {
            let tone = if number == chosen {
                Tone::Chosen
            } else {
                Tone::Plain
            };
            line(file, tone, columns).on_click(&Click::Row(number))
        }));
        Over::Panel(Panel {
            title: shorten(&survey.folder, columns.saturating_sub(4)),
            lines: lines.into_iter().map(|line| line.cut(columns)).collect(),
            footer: footer(self, Self::KEYS, columns),
            width,
            placed: Placed::Middle,
        })
    }

    fn choose(&mut self, _: &State, around: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        step(&mut self.chosen, around.facts.survey.files.len(), next);
    }
}

impl FileList {
    fn open(&mut self, _: &mut State, around: &KeyContext<'_>) -> Then {
        match around.facts.survey.files.get(self.chosen) {
            Some(file) => Then::Stay(Effect::Open(New::File(file.path.clone()))),
            None => Then::STAY,
        }
    }

    fn next(&mut self, _: &mut State, around: &KeyContext<'_>) -> Then {
        self.go_to_unsound(&around.facts.survey, true)
    }

    fn previous(&mut self, _: &mut State, around: &KeyContext<'_>) -> Then {
        self.go_to_unsound(&around.facts.survey, false)
    }

    fn go_to_unsound(&mut self, survey: &Survey, is_forward: bool) -> Then {
        if let Some(found) = survey.next_unsound(self.chosen, is_forward) {
            self.chosen = found;
        }
        Then::STAY
    }
}

/// How many files there are, and how many of them something speaks against.
fn summary(survey: &Survey) -> Line {
    let files = counted(survey.files.len() as u64, "file");
    let unsound = survey.files.iter().filter(|file| !file.is_sound()).count();
    let mut line = Line::new().plain(files);
    match unsound {
        0 => line.push(Tone::Quiet, ", none with faults"),
        count => line.push(Tone::As(Role::Fault), format!(", {count} to look at")),
    }
    match survey.ended.as_deref() {
        None => line.push(Tone::Quiet, "; more are being checked"),
        Some("") => {}
        Some(words) => line.push(Tone::Quiet, format!("; {words}")),
    }
    line
}

/// A file: its name, its size, how it was read and its faults.
fn line(file: &SurveyedFile, tone: Tone, columns: usize) -> Line {
    let said = match (file.faults, file.likely.as_str()) {
        (0, "") => String::new(),
        (0, likely) => likely.to_owned(),
        (count, "") => counted(count, "fault"),
        (count, likely) => format!("{}, {likely}", counted(count, "fault")),
    };
    let read = format!("{}  {}", file.encoding, sized(file.bytes));
    let room = columns.saturating_sub(read.chars().count() + said.chars().count() + 5);
    let name = shorten(&file.name, room.clamp(12, 60));
    let mut line = Line::new().with(tone, format!(" {name}"));
    line.push(Tone::Quiet, format!("  {read}"));
    if !said.is_empty() {
        line.push(Tone::As(Role::Fault), format!("  {said}"));
    }
    line
}
