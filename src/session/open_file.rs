//! A file that is open: one value, which is pushed when other data is opened over it and popped
//! when the user comes back.
//!
//! Data is opened over a file by reading it as a dump, by pasting, for the tour, for a lesson and
//! as scratch. The file below keeps its view, what is known of it and its tasks, which go on as
//! those of a hidden tab do. Invariant: all that belongs to a file is in its [`OpenFile`], and no
//! field of it is reset or restored by itself.

use std::mem;
use std::sync::Arc;

use super::Session;
use super::data::OpenData;
use crate::command;
use crate::model::facts::Facts;
use crate::model::state::View;
use crate::source::Source;

/// A file that is open: its bytes, how the user views them, and what is known of them.
#[derive(Debug)]
pub(super) struct OpenFile {
    /// The bytes, how they were opened, and the tasks on them.
    pub(super) data: OpenData,
    /// What the user has set and marked.
    pub(super) view: View,
    /// What jobs and files have reported of it.
    facts: Facts,
    /// What a task had to say while other data was on the screen.
    said: Option<String>,
}

impl Session {
    /// Exchanges the file on the screen with another one, whole.
    fn exchange(&mut self, other: &mut OpenFile) {
        mem::swap(&mut self.data, &mut other.data);
        mem::swap(&mut self.state.view, &mut other.view);
        mem::swap(&mut self.facts, &mut other.facts);
        self.facts.take_shared(&mut other.facts);
    }

    /// Shows other data; the file on the screen stays open below.
    pub(super) fn open_over(&mut self, data: OpenData, view: View) {
        let before = self.replace(data, view);
        self.below.push(before);
    }

    /// Shows other data in place of what is on the screen, which it returns.
    pub(super) fn replace(&mut self, data: OpenData, view: View) -> OpenFile {
        self.leave_file();
        let mut file = OpenFile {
            data,
            view,
            facts: Facts::default(),
            said: None,
        };
        self.exchange(&mut file);
        self.start_reader();
        self.enter_file();
        file
    }

    /// Goes back to the file below, if there is one.
    pub(super) fn go_back(&mut self) {
        let Some(mut file) = self.below.pop() else {
            return;
        };
        self.leave_file();
        self.exchange(&mut file);
        self.enter_file();
        self.end_lost_lesson();
        let name = &self.state.view.name;
        let said = file.said.unwrap_or_else(|| format!("back to {name}"));
        self.state.say(said);
    }

    /// Whether some data is on the screen.
    pub(super) fn is_shown(&self, source: &Arc<Source>) -> bool {
        Arc::ptr_eq(source, &self.data.source)
    }

    /// Ends what the user has begun to look for or to open here.
    fn leave_file(&mut self) {
        self.end_searches();
        self.data.tasks.end_opening();
        self.tasks.compare.end();
    }

    fn enter_file(&mut self) {
        self.changes += 1;
        self.state.overlay = None;
        self.know_edits();
        self.with_keys(command::settle);
    }

    /// Does some work with the file on the screen, or with the one below that it is for.
    pub(super) fn with_file(
        &mut self,
        is_it: impl Fn(&mut Self) -> bool,
        work: impl FnOnce(&mut Self),
    ) {
        if is_it(self) {
            return work(self);
        }
        let mut work = Some(work);
        for index in 0..self.below.len() {
            let mut file = self.below.remove(index);
            self.exchange(&mut file);
            if is_it(self)
                && let Some(work) = work.take()
            {
                // The message and the overlay are those of the file on the screen.
                let (message, overlay) = (self.state.message.take(), self.state.overlay.take());
                work(self);
                let said = mem::replace(&mut self.state.message, message);
                self.state.overlay = overlay;
                file.said = said.or(file.said);
            }
            self.exchange(&mut file);
            self.below.insert(index, file);
        }
        if work.is_none() {
            self.know_edits();
        }
    }
}
