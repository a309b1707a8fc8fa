//! The files of a folder, with the results of a check, to open some.
//!
//! Invariant: the list stays open while its files are opened in tabs.

use std::borrow::Cow;

use super::super::{CommandEffect, DataToOpen, InspectorState, KeyContext};
use super::keys::run_command;
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::model::line::{Tone, TonedLine, shorten};
use crate::model::numbers::{counted, sized};
use crate::model::row::ByteRole;
use crate::model::survey::{FolderSurvey, SurveyedFile};

/// The least columns of a name that is cut.
const LEAST: usize = 12;

/// The files as a list.
#[derive(Debug, Clone, Default)]
pub struct FileList;

/// Opens the list.
pub fn list_files(state: &mut InspectorState) {
    state.open(OpenList::<FileList>::default());
}

impl ListKind for FileList {
    type Item = SurveyedFile;

    const HEADING: &'static str = "In the list of files";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
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
            // In a tab of its own, as in any other.
            row(&["t"], (0, ""), "next tab, also g t", |_, state, around| {
                AfterKey::Stay(run_command("next", state, around))
            }),
            row(
                &["T"],
                (0, ""),
                "previous tab, also g T",
                |_, state, around| AfterKey::Stay(run_command("previous", state, around)),
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

    fn above(&self, _: &[SurveyedFile], on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let survey = &on.around.facts.survey;
        let mut lines = vec![summary(survey)];
        lines.extend({ survey.troubles.iter() }.map(|said| TonedLine::new().plain(said.clone())));
        // Errors may fill a small screen, except the rows of a few files.
        lines.truncate((on.height / 3).max(1));
        lines
    }

    /// A file: its name, its size, its reading and its faults.
    fn row(&self, file: &SurveyedFile, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let said = match (file.faults, file.likely.as_str()) {
            (0, "") => String::new(),
            (0, likely) => likely.to_owned(),
            (count, "") => counted(count, "fault"),
            (count, likely) => format!("{}, {likely}", counted(count, "fault")),
        };
        let encoding = file.encoding.to_owned();
        let sizes = format!("{encoding}  {}", sized(file.bytes));
        // What is wrong tells more than its size and its encoding do.
        let room = |read: &String| {
            let taken = read.chars().count() + said.chars().count() + 5;
            on.columns.checked_sub(taken)
        };
        let least = file.name.chars().count().min(LEAST);
        let has_room = |read: &String| room(read).is_some_and(|room| room >= least);
        let read = [sizes, encoding].into_iter().find(has_room);
        let read = read.unwrap_or_default();
        let name = shorten(&file.name, room(&read).unwrap_or(0).clamp(LEAST, 60));
        let mut line = TonedLine::new().with(row.tone(), format!(" {name}"));
        if !read.is_empty() {
            line.push(Tone::Quiet, format!("  {read}"));
        }
        if !said.is_empty() {
            line.push(Tone::As(ByteRole::Fault), format!("  {said}"));
        }
        vec![line]
    }

    fn enter(
        &self,
        chosen: ListChoice<SurveyedFile>,
        _: &mut InspectorState,
        _: &KeyContext<'_>,
    ) -> AfterKey {
        AfterKey::Stay(CommandEffect::Open(DataToOpen::File(chosen.item.path)))
    }
}

fn go_to_unsound(
    list: &mut OpenList<FileList>,
    survey: &FolderSurvey,
    is_forward: bool,
) -> AfterKey {
    if let Some(found) = survey.next_unsound(list.chosen, is_forward) {
        list.chosen = found;
    }
    AfterKey::STAY
}

/// The number of files, and of the unsound ones among them.
fn summary(survey: &FolderSurvey) -> TonedLine {
    let files = counted(survey.files.len() as u64, "file");
    let unsound = survey.files.iter().filter(|file| !file.is_sound()).count();
    let mut line = TonedLine::new().plain(files);
    match unsound {
        0 => line.push(Tone::Quiet, ", none with faults"),
        count => line.push(Tone::As(ByteRole::Fault), format!(", {count} to look at")),
    }
    match survey.ended.as_deref() {
        None => line.push(Tone::Quiet, "; more are being checked"),
        Some("") => {}
        Some(words) => line.push(Tone::Quiet, format!("; {words}")),
    }
    line
}
