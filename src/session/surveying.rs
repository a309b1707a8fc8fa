//! The list of the files of a folder: each is checked in the background.
//!
//! Invariant: the list is that of the folder requested last.

use std::path::{Path, PathBuf};

use super::context::SessionContext;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, Starter, WhenBelow};
use crate::command;
use crate::detect::requested::{EncodingOptionName, Likely, remark_on_likely};
use crate::job::background::Report;
use crate::job::survey::{self, FileVerdict, LeftOutFiles, MOST, Surveyed};
use crate::job::{Control, JobEnd};
use crate::model::numbers::counted;
use crate::model::survey::{FolderSurvey, SurveyedFile};
use crate::unicode::glyph;
use crate::unicode::notice::Notice;

pub(super) static SURVEY: Query = Query {
    below: WhenBelow::GoesAlong,
    ..Query::new(
        "check the files of a folder",
        Asked::OnRequest(|_| QueryKey::Anything),
    )
    .saying("check the files", "checking the files")
};

impl OpenFile {
    /// Lists the files of a folder, and checks each.
    pub(super) fn survey(&mut self, folder: PathBuf) {
        let charset = self.state.look.charset;
        self.facts.survey = FolderSurvey {
            folder: glyph::safe_bytes(folder.as_os_str().as_encoded_bytes(), charset),
            ..FolderSurvey::default()
        };
        command::list_files(&mut self.state);
        let inside = folder.clone();
        let work = move |control: &mut Control<'_>, report: &dyn Fn((PathBuf, Vec<Surveyed>))| {
            let report = |batch| report((inside.clone(), batch));
            survey::survey(control, inside.clone(), &report)
        };
        self.request(&SURVEY, |_| Starter::reporting(work, Self::surveyed));
    }

    fn surveyed(
        &mut self,
        _: &mut SessionContext,
        report: Report<LeftOutFiles, (PathBuf, Vec<Surveyed>)>,
    ) {
        match report {
            Report::Progress((folder, batch)) => {
                for row in batch {
                    self.survey_row(&folder, row);
                }
            }
            Report::Ended(JobEnd::Done(left_out)) => {
                let cut = { left_out.is_cut }.then(|| format!("the first {MOST} files"));
                let binary = (left_out.binary > 0).then(|| {
                    let files = counted(left_out.binary, "binary file");
                    format!("{files} left out")
                });
                let words = [cut, binary, left_out.unvisited.short_words()];
                let words: Vec<String> = words.into_iter().flatten().collect();
                self.facts.survey.ended = Some(words.join("; "));
            }
            Report::Ended(JobEnd::Cancelled) | Report::Failed(_) => {
                self.facts.survey.ended = Some("not all were checked".to_owned());
            }
        }
    }

    fn survey_row(&mut self, folder: &Path, row: Surveyed) {
        let charset = self.state.look.charset;
        let survey = &mut self.facts.survey;
        match row.says {
            FileVerdict::Checked {
                encoding,
                bytes,
                faults,
                worst,
            } => {
                let inside = row.path.strip_prefix(folder).unwrap_or(&row.path);
                let name = glyph::safe_bytes(inside.as_os_str().as_encoded_bytes(), charset);
                survey.add(SurveyedFile {
                    path: row.path,
                    name,
                    encoding: encoding.name,
                    bytes,
                    faults,
                    likely: worst.map_or_else(String::new, marked),
                });
            }
            FileVerdict::ReadsLike(Likely::Whole { encoding, .. }) => {
                survey.read_as(&row.path, encoding.name);
            }
            FileVerdict::ReadsLike(likely @ (Likely::Joined { .. } | Likely::Lines(_))) => {
                let words = remark_on_likely(likely, EncodingOptionName::Encoding);
                // The remedy is in the manual of the command line, not here.
                let words = words.split(';').next().unwrap_or_default().to_owned();
                survey.doubt(&row.path, words);
            }
            FileVerdict::Trouble(words) => survey.troubles.push(words),
        }
    }
}

/// The mark of a file with a notice.
fn marked(worst: Notice) -> String {
    match worst {
        Notice::MojibakeSuspect => "mojibake".to_owned(),
        other => other.title().to_owned(),
    }
}
