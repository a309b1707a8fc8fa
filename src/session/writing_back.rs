//! Writes the changed bytes over those of the file itself.
//!
//! The user is asked first, with a note of any change of the file by another program. If the file
//! no longer exists, a message is all. The caller of the session writes, in the background.
//! Invariant: nothing is written to a file in another state than the user has agreed to.

use std::sync::Arc;

use super::context::SessionContext;
use super::errands::ErrandResult;
use super::open_file::OpenFile;
use crate::command;
use crate::command::overlay::write_back::WriteBackQuestion;
use crate::job::JobEnd;
use crate::model::errand::Consent;
use crate::model::facts::FileStanding;
use crate::model::state::LeaveQuestion;
use crate::source::FileChange;
use crate::window::Peek as _;

impl OpenFile {
    /// Asks the user, or writes if they have agreed to the known state of the file.
    pub(super) fn write_back(&mut self, context: &SessionContext, consent: Consent) {
        if let Err(trouble) = self.source.own_file() {
            self.state.say(format!("{trouble} (:save-as FILE)"));
            if self.state.leaving == LeaveQuestion::AfterSaving {
                self.with_keys(context, command::ask_where_to_save);
            }
            return;
        }
        if consent != Consent::Given(self.facts.standing) {
            return self.ask_to_write_back();
        }
        let source = Arc::clone(&self.source);
        let write_back = Arc::clone(&context.services.write_back);
        let doing = format!("writing into {}", self.named(&self.state.view.name));
        self.set_out(doing, 0..0, move |_| {
            let change = source.change();
            JobEnd::Done(if change == FileChange::Same {
                let (Ok(said) | Err(said)) = write_back(&source);
                ErrandResult::WrittenBack(source, said)
            } else {
                ErrandResult::Changed(source, change)
            })
        });
    }

    /// Asks again: the state of the file has changed since the question.
    pub(super) fn write_back_after(&mut self, change: FileChange) {
        self.note(change);
        self.ask_to_write_back();
    }

    fn ask_to_write_back(&mut self) {
        let barred = match self.facts.standing {
            FileStanding::Replaced => "is no longer the file that was opened",
            FileStanding::Gone => "is gone",
            _ => return self.ask_whether(),
        };
        let name = self.named(&self.state.view.name);
        let said = format!("{name} {barred}; nothing written (:save-as FILE)");
        self.state.say(said);
    }

    fn ask_whether(&mut self) {
        let changed = self.source.changed(0..u64::MAX);
        let question = WriteBackQuestion {
            bytes: changed.iter().map(|range| range.end - range.start).sum(),
            places: changed.len() as u64,
            standing: self.facts.standing,
        };
        command::ask_to_write_back(&mut self.state, question);
    }
}
