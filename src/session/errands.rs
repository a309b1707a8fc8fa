//! Copies and exports.
//!
//! What is short is copied at once; all else runs in the background, one errand at a
//! time, and its progress is shown. Invariant: the user is told where each copy went, and
//! whether each export was written.

use std::ops::Range;
use std::sync::Arc;

use super::regions::SavedRegions;
use super::services::{ExportSubject, Written};
use super::task::{self, Kind};
use super::{Effect, Session};
use crate::command;
use crate::job::background::{Failure, Report};
use crate::job::{Control, End};
use crate::model::copy::{Certainty, CopyForm, copied};
use crate::model::errand::{Clipboard, Errand, Export, SHORT, What};
use crate::model::line::shorten;
use crate::model::state::Facts;
use crate::source::{Arrived, Change, Source};
use crate::unicode::glyph;

/// Columns of a command or a file in a message.
const NAME: usize = 20;
/// The most bytes of text that the terminal is given after a command has failed.
const MOST_TEXT: usize = 4 * SHORT as usize;

static ERRAND: Kind = Kind::new("errand", task::ShownAtOnce::AtTheEnd);

/// The result of an errand.
pub(super) enum Done {
    /// A text was passed to a command, or why not.
    Handed {
        command: String,
        text: String,
        what: String,
        result: Result<(), String>,
    },
    /// The text of a long copy is ready for the clipboard.
    Taken { text: String, what: String },
    /// The stretches of some data that are read otherwise than the rest are known.
    Divided(Arc<Source>, super::dividing::Divided),
    /// A file is written, or not.
    Exported(Written),
    /// Regions are written; the message for the user.
    RegionsSaved(SavedRegions, String),
    /// The changed bytes are written into the file of the data, or not; the message for the user.
    WrittenBack(Arc<Source>, String),
    /// They are not: this has happened to the file of the data meanwhile.
    Changed(Arc<Source>, Change),
}

/// Whether some data is that of the file.
fn of(source: Arc<Source>) -> impl Fn(&mut Session) -> bool {
    move |session| session.is_shown(&source)
}

impl Session {
    /// Puts a text on the clipboard.
    pub(super) fn copy(&mut self, text: String, what: String) {
        match self.state.clipboard.clone() {
            Clipboard::Terminal => self.copy_by_terminal(text, &what, ""),
            Clipboard::Command(command) => self.hand_over(command, text, what),
        }
    }

    fn copy_by_terminal(&mut self, text: String, what: &str, why: &str) {
        self.effects.push(Effect::Copy(text));
        // Where it went is shortened to fit; what was copied must be readable.
        let room = usize::from(self.size.width.saturating_sub(2));
        let places = [
            "given to the terminal's clipboard (OSC 52)",
            "to the terminal's clipboard",
            "to the terminal",
        ];
        let said = places.map(|place| format!("{what} {place}{why}"));
        let fits = said.iter().find(|said| glyph::columns(said) <= room);
        if let Some(said) = fits.or(said.last()) {
            self.state.say(said.as_str());
        }
    }

    fn hand_over(&mut self, command: String, text: String, what: String) {
        let doing = format!("handing {what} to {}", self.named(&command));
        let hand_over = Arc::clone(&self.services.hand_over);
        self.set_out(doing, 0..0, move |control| {
            // If the command fails, the text is needed again.
            match hand_over(control, &command, text.clone()) {
                End::Cancelled => End::Cancelled,
                End::Done(result) => End::Done(Done::Handed {
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
        let (source, view) = (Arc::clone(&self.data.source), self.state.view.clone());
        let facts = self.facts_of_reading();
        let doing = format!("copying as {}", form.name());
        self.set_out(doing, range.clone(), move |control| {
            let data = Arrived(&source);
            let taken = copied(&view.text(&data, &facts), &range, form, Certainty::Full);
            if control.is_cancelled() {
                return End::Cancelled;
            }
            End::Done(Done::Taken {
                what: taken.said(form),
                text: taken.text,
            })
        });
    }

    /// Writes to a file.
    pub(super) fn export(&mut self, export: Export) {
        let doing = format!("writing {}", self.named(&export.path));
        let saved = (export.what == Some(What::Regions)).then(|| SavedRegions {
            regions: self.state.view.regions.all.clone(),
            path: export.path.clone(),
            source: Arc::clone(&self.data.source),
        });
        let shown = ExportSubject {
            source: &self.data.source,
            view: &self.state.view,
            facts: self.facts_of_reading(),
            picture: self.picture(),
            size: self.size,
            look: self.state.look,
        };
        match (self.services.export)(export, shown) {
            Ok(writing) => self.set_out(doing, writing.range, move |control| {
                match ((writing.write)(control), saved) {
                    (End::Done(Written::Done(said)), Some(saved)) => {
                        End::Done(Done::RegionsSaved(saved, said))
                    }
                    (End::Done(written), _) => End::Done(Done::Exported(written)),
                    (End::Cancelled, _) => End::Cancelled,
                }
            }),
            Err(message) => self.state.say(message),
        }
    }

    /// Only the facts on which the decoding depends.
    fn facts_of_reading(&self) -> Facts {
        Facts {
            known: self.facts.known.clone(),
            standing: self.facts.standing,
            ..Facts::default()
        }
    }

    /// A command or a file, as a message names it.
    pub(super) fn named(&self, name: &str) -> String {
        let name = glyph::safe(name, self.state.look.charset);
        format!("`{}`", shorten(&name, NAME))
    }

    /// Begins an errand, unless one is under way.
    pub(super) fn set_out(
        &mut self,
        what: String,
        range: Range<u64>,
        work: impl FnOnce(&mut Control<'_>) -> End<Done> + Send + 'static,
    ) {
        if let Some(errand) = &self.facts.errand {
            let what = errand.what.clone();
            return self.state.say(format!("still {what}; Ctrl-C gives it up"));
        }
        self.facts.errand = Some(Errand {
            what,
            reached: range.start,
            range,
        });
        self.start(
            (&ERRAND, |session| &mut session.tasks.errand),
            (),
            work,
            Self::errand_told,
        );
    }

    /// Takes a report of the errand.
    fn errand_told(&mut self, report: Report<Done>) {
        if let Report::Progress(reached) = report {
            if let Some(errand) = &mut self.facts.errand {
                errand.reached = reached;
            }
            return;
        }
        let errand = self.facts.errand.take();
        let what = errand.map(|errand| errand.what).unwrap_or_default();
        match report {
            Report::Ended(End::Done(done)) => self.done(done),
            Report::Ended(End::Cancelled) => self.state.say(format!("given up: {what}")),
            Report::Failed(Failure::Panicked(said)) => {
                self.state.say(format!("that failed: {said}"));
            }
            Report::Failed(Failure::NotStarted(error)) => {
                self.state.say(format!("cannot begin {what}: {error}"));
            }
            Report::Progress(_) => {}
        }
        self.know_edits();
    }

    fn done(&mut self, done: Done) {
        match done {
            Done::Taken { text, what } => self.copy(text, what),
            Done::Handed {
                command,
                text,
                what,
                result,
            } => {
                let command = self.named(&command);
                match result {
                    Ok(()) => self.state.say(format!("{what} given to {command}")),
                    Err(why) if text.len() <= MOST_TEXT => {
                        let why = format!(": {command} {why}");
                        self.copy_by_terminal(text, &what, &why);
                    }
                    Err(why) => self.state.say(format!(
                        "{command} {why}; too long for the terminal's clipboard, nothing copied"
                    )),
                }
            }
            Done::Changed(source, change) => {
                if !self.is_shown(&source) {
                    self.state
                        .say("the file has changed meanwhile; nothing was written");
                }
                self.with_file(of(source), |session| session.write_back_after(change));
            }
            Done::Divided(source, found) => {
                self.with_file(of(source), |session| session.divided(found));
            }
            Done::WrittenBack(source, said) => {
                self.with_file(of(source), Self::weigh_again);
                self.state.say(said);
            }
            Done::Exported(Written::Done(said)) => self.state.say(said),
            Done::RegionsSaved(saved, said) => {
                let source = Arc::clone(&saved.source);
                self.with_file(of(source), |session| session.regions_saved(saved));
                self.state.say(said);
            }
            Done::Exported(Written::Failed(why)) => {
                self.state.say(format!("nothing written: {why}"));
            }
            Done::Exported(Written::Exists(export, bytes)) => {
                command::ask(&mut self.state, export, bytes);
            }
        }
    }
}
