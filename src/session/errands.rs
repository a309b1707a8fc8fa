//! Copies and exports.
//!
//! Short copies are made at once; all else runs in the background, one errand at a time, with its
//! progress on the screen. Invariant: a message reports the target of each copy, and the result of
//! each export.

use std::ops::Range;
use std::sync::Arc;

use super::context::SessionContext;
use super::dividing::DivisionOutcome;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, Starter, WhenBelow};
use super::regions::SavedRegions;
use super::services::{ExportSubject, WriteOutcome};
use super::{Session, SessionEffect};
use crate::command::{self, FrontRequest};
use crate::job::background::{JobFailure, Report};
use crate::job::{Control, JobEnd};
use crate::model::copy::{Certainty, CopyForm, copied};
use crate::model::errand::{Clipboard, Export, ExportContent, RunningExport, SHORT};
use crate::model::line::shorten;
use crate::model::state::{Facts, LeaveQuestion};
use crate::source::{ArrivedData, FileChange, Source};
use crate::unicode::glyph;

/// Columns of a command or a file in a message.
const NAME: usize = 20;
/// The most bytes of text sent to the terminal after a command has failed.
const MOST_TEXT: usize = 4 * SHORT as usize;

pub(super) static ERRAND: Query = Query {
    below: WhenBelow::GoesAlong,
    ..Query::new("errand", Asked::OnRequest(|_| QueryKey::Anything))
};

/// The result of an errand.
pub(super) enum ErrandResult {
    /// A text was passed to a command, or that failed with a reason.
    Handed {
        command: String,
        text: String,
        what: String,
        result: Result<(), String>,
    },
    /// The text of a long copy is ready for the clipboard.
    Taken { text: String, what: String },
    /// The stretches of some data with another reading than the rest.
    Divided(Arc<Source>, DivisionOutcome),
    /// A file is written, or not.
    Exported(WriteOutcome),
    /// Regions are written; the message for the user.
    RegionsSaved(SavedRegions, String),
    /// The changed bytes were written into the file of the data, or not; the message for the user.
    WrittenBack(Arc<Source>, String),
    /// The changed bytes were not written: this has happened to the file of the data meanwhile.
    Changed(Arc<Source>, FileChange),
}

impl ErrandResult {
    /// Reports whether bytes were written to a file.
    fn has_written_bytes(&self) -> bool {
        matches!(
            self,
            Self::Exported(WriteOutcome::Done(_)) | Self::WrittenBack(..)
        )
    }
}

impl OpenFile {
    /// Copies a text to the clipboard.
    pub(super) fn copy(&mut self, context: &mut SessionContext, text: String, what: String) {
        match self.state.clipboard.clone() {
            Clipboard::Terminal => self.copy_by_terminal(context, text, &what, ""),
            Clipboard::Command(command) => self.hand_over(context, command, text, what),
        }
    }

    fn copy_by_terminal(
        &mut self,
        context: &mut SessionContext,
        text: String,
        what: &str,
        why: &str,
    ) {
        let copy = SessionEffect::Front(FrontRequest::Copy(text));
        context.effects.push(copy);
        // The target is shortened to fit; the copied text must be readable.
        let room = usize::from(context.size.width.saturating_sub(2));
        let places = [
            "sent to the terminal's clipboard (OSC 52)",
            "to the terminal's clipboard",
            "to the terminal",
        ];
        let said = places.map(|place| format!("{what} {place}{why}"));
        let fits = said.iter().find(|said| glyph::columns(said) <= room);
        if let Some(said) = fits.or(said.last()) {
            self.state.say(said.as_str());
        }
    }

    fn hand_over(&mut self, context: &SessionContext, command: String, text: String, what: String) {
        let doing = format!("sending {what} to {}", self.named(&command));
        let hand_over = Arc::clone(&context.services.hand_over);
        self.set_out(doing, 0..0, move |control| {
            // If the command fails, the text is needed again.
            match hand_over(control, &command, text.clone()) {
                JobEnd::Cancelled => JobEnd::Cancelled,
                JobEnd::Done(result) => JobEnd::Done(ErrandResult::Handed {
                    command,
                    text,
                    what,
                    result,
                }),
            }
        });
    }

    /// Converts many bytes in the background, then copies the text.
    pub(super) fn copy_long(&mut self, range: Range<u64>, form: CopyForm) {
        let (source, view) = (Arc::clone(&self.source), self.state.view.clone());
        let facts = self.facts_of_reading();
        let doing = format!("copying as {}", form.name());
        self.set_out(doing, range.clone(), move |control| {
            let data = ArrivedData(&source);
            let taken = copied(&view.text(&data, &facts), &range, form, Certainty::Full);
            if control.is_cancelled() {
                return JobEnd::Cancelled;
            }
            JobEnd::Done(ErrandResult::Taken {
                what: taken.said(form),
                text: taken.text,
            })
        });
    }

    /// Writes to a file.
    pub(super) fn export(&mut self, context: &SessionContext, export: Export) {
        let doing = format!("writing {}", self.named(&export.path));
        let saved = (export.what == Some(ExportContent::Regions)).then(|| SavedRegions {
            regions: self.state.view.regions.all.clone(),
            path: export.path.clone(),
            source: Arc::clone(&self.source),
        });
        let shown = ExportSubject {
            source: &self.source,
            view: &self.state.view,
            facts: self.facts_of_reading(),
            picture: self.picture(context),
            size: context.size,
            look: self.state.look,
        };
        match (context.services.export)(export, shown) {
            Ok(writing) => self.set_out(doing, writing.range, move |control| {
                match ((writing.write)(control), saved) {
                    (JobEnd::Done(WriteOutcome::Done(said)), Some(saved)) => {
                        JobEnd::Done(ErrandResult::RegionsSaved(saved, said))
                    }
                    (JobEnd::Done(written), _) => JobEnd::Done(ErrandResult::Exported(written)),
                    (JobEnd::Cancelled, _) => JobEnd::Cancelled,
                }
            }),
            Err(message) => self.state.say(message),
        }
    }

    /// The facts that the decoding depends on.
    pub(super) fn facts_of_reading(&self) -> Facts {
        Facts {
            known: self.facts.known.clone(),
            standing: self.facts.standing,
            ..Facts::default()
        }
    }

    /// The name of a command or a file in a message.
    pub(super) fn named(&self, name: &str) -> String {
        let name = glyph::safe(name, self.state.look.charset);
        format!("`{}`", shorten(&name, NAME))
    }

    /// Begins an errand, unless one is under way.
    pub(super) fn set_out(
        &mut self,
        what: String,
        range: Range<u64>,
        work: impl FnOnce(&mut Control<'_>) -> JobEnd<ErrandResult> + Send + 'static,
    ) {
        if let Some(errand) = &self.facts.errand {
            return self.state.say(errand.said());
        }
        self.facts.errand = Some(RunningExport {
            what,
            reached: range.start,
            range,
            is_only_shown: false,
        });
        self.request(&ERRAND, |_| {
            Starter::for_session(work, Session::errand_reported)
        });
    }
}

impl Session {
    /// Handles a report of the errand.
    fn errand_reported(&mut self, report: Report<ErrandResult>) {
        if let Report::Progress(reached) = report {
            if let Some(errand) = &mut self.file.facts.errand {
                errand.reached = reached;
            }
            return;
        }
        let errand = self.file.facts.errand.take();
        let what = errand.map(|errand| errand.what).unwrap_or_default();
        match report {
            Report::Ended(JobEnd::Done(done)) => {
                let is_of_bytes = done.has_written_bytes();
                self.done(done);
                self.leave_once_saved(is_of_bytes);
            }
            Report::Ended(JobEnd::Cancelled) => self.file.state.say(format!("cancelled: {what}")),
            Report::Failed(JobFailure::Panicked(said)) => {
                self.file.state.say(format!("failed: {said}"));
            }
            Report::Failed(JobFailure::NotStarted(error)) => {
                self.file.state.say(format!("cannot begin {what}: {error}"));
            }
            Report::Progress(_) => {}
        }
    }

    /// If the user has asked to save first, leaves once all is saved; saves the rest after the
    /// bytes.
    fn leave_once_saved(&mut self, has_written_bytes: bool) {
        self.store_edit_state();
        if self.file.state.leaving != LeaveQuestion::AfterSaving {
            return;
        }
        if !self.would_lose() {
            let quit = SessionEffect::Front(FrontRequest::Quit);
            self.context.effects.push(quit);
        } else if self.file.state.overlay.is_none() {
            let has_bytes = self.file.is_unsaved();
            let has_any = has_bytes || self.file.has_unsaved_regions();
            // A part that could not be saved is not tried again by itself.
            if has_written_bytes && !has_bytes || !has_any {
                self.act(command::save_next);
            }
        }
    }

    fn done(&mut self, done: ErrandResult) {
        let Self { file, context, .. } = self;
        let state = &mut file.state;
        match done {
            ErrandResult::Taken { text, what } => file.copy(context, text, what),
            ErrandResult::Handed {
                command,
                text,
                what,
                result,
            } => {
                let command = file.named(&command);
                match result {
                    Ok(()) => file.state.say(format!("{what} sent to {command}")),
                    Err(why) if text.len() <= MOST_TEXT => {
                        let why = format!(": {command} {why}");
                        file.copy_by_terminal(context, text, &what, &why);
                    }
                    Err(why) => file.state.say(format!(
                        "{command} {why}; too long for the terminal's clipboard, nothing copied"
                    )),
                }
            }
            ErrandResult::Exported(WriteOutcome::Done(message)) => state.say(message),
            ErrandResult::Exported(WriteOutcome::Failed(why)) => {
                state.say(format!("nothing written: {why}"));
            }
            ErrandResult::Exported(WriteOutcome::Exists(export, bytes)) => {
                command::ask(state, export, bytes);
            }
            ErrandResult::Changed(source, change) => {
                if !Arc::ptr_eq(&source, &file.source) {
                    state.say("the file changed meanwhile; nothing was written");
                }
                if let Some(file) = self.file_of(&source) {
                    file.write_back_after(change);
                }
            }
            ErrandResult::Divided(source, found) => {
                let keymap = self.context.keymap.clone();
                if let Some(file) = self.file_of(&source) {
                    file.divided(&keymap, found);
                }
            }
            ErrandResult::WrittenBack(source, message) => {
                if let Some(file) = self.file_of(&source) {
                    file.weigh_again();
                }
                self.file.state.say(message);
            }
            ErrandResult::RegionsSaved(saved, message) => {
                if let Some(file) = self.file_of(&Arc::clone(&saved.source)) {
                    file.regions_saved(saved);
                }
                self.file.state.say(message);
            }
        }
    }
}
