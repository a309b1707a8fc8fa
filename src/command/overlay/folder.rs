//! The files of a folder, with the results of a check, to open some.
//!
//! Invariant: the list stays open while its files are opened in tabs.

use std::borrow::Cow;

use super::super::{Effect, KeyContext, New, State};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::{Layer, Row, Then, row};
use crate::model::line::{Line, Tone, shorten};
use crate::model::numbers::{counted, sized};
use crate::model::row::Role;
use crate::model::survey::{Survey, SurveyedFile};

/// The files as a list.
#[derive(Debug, Clone, Default)]
pub struct FileList;

/// Opens the list.
pub fn list_files(state: &mut State) {
    state.open(OpenList::<FileList>::default());
}

impl ListKind for FileList {
    type Item = SurveyedFile;

    const HEADING: &'static str = "In the list of files";
    const KEYS: &'static [&'static [Row<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("open", "open the file in a tab"),
            row(
                &["n", "f"],
                (1, "next with faults"),
                "next file with faults, or in another encoding",
                |list, _, around| go_to_unsound(list, &around.facts.survey, true),
            ),
            row(
                &["N", "F"],
                (3, "previous"),
                "previous file with faults, or in another encoding",
                |list, _, around| go_to_unsound(list, &around.facts.survey, false),
            ),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [SurveyedFile]> {
        on.around.facts.survey.files.as_slice().into()
    }

    fn title(&self, _: &[SurveyedFile], on: &ListCanvas<'_>) -> String {
        let columns = on.columns.saturating_sub(4);
        shorten(&on.around.facts.survey.folder, columns)
    }

    fn above(&self, _: &[SurveyedFile], on: &ListCanvas<'_>) -> Vec<Line> {
        let survey = &on.around.facts.survey;
        let mut lines = vec![summary(survey)];
        lines.extend({ survey.troubles.iter() }.map(|said| Line::new().plain(said.clone())));
        // Errors may fill a small screen, except the rows of a few files.
        lines.truncate((on.height / 3).max(1));
        lines
    }

    /// A file: its name, its size, its reading and its faults.
    fn row(&self, file: &SurveyedFile, row: &ListRow, on: &ListCanvas<'_>) -> Vec<Line> {
        let said = match (file.faults, file.likely.as_str()) {
            (0, "") => String::new(),
            (0, likely) => likely.to_owned(),
            (count, "") => counted(count, "fault"),
            (count, likely) => format!("{}, {likely}", counted(count, "fault")),
        };
        let read = format!("{}  {}", file.encoding, sized(file.bytes));
        let taken = read.chars().count() + said.chars().count() + 5;
        let room = on.columns.saturating_sub(taken);
        let name = shorten(&file.name, room.clamp(12, 60));
        let mut line = Line::new().with(row.tone(), format!(" {name}"));
        line.push(Tone::Quiet, format!("  {read}"));
        if !said.is_empty() {
            line.push(Tone::As(Role::Fault), format!("  {said}"));
        }
        vec![line]
    }

    fn enter(&self, chosen: ListChoice<SurveyedFile>, _: &mut State, _: &KeyContext<'_>) -> Then {
        Then::Stay(Effect::Open(New::File(chosen.item.path)))
    }
}

fn go_to_unsound(list: &mut OpenList<FileList>, survey: &Survey, is_forward: bool) -> Then {
    if let Some(found) = survey.next_unsound(list.chosen, is_forward) {
        list.chosen = found;
    }
    Then::STAY
}

/// The number of files, and of the unsound ones among them.
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
