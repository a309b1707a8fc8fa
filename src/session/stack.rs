//! The stack of open files: opening another pushes it, coming back pops it whole.
//!
//! Data is opened over a file by reading it as a dump, by pasting, for the tour, for a lesson and
//! as scratch. The jobs of the file below go on as those of a hidden tab do. Invariant: one file
//! is on the screen, and nothing but what belongs to the user goes from it to another.

use std::iter;
use std::mem;
use std::sync::Arc;

use super::Session;
use super::open_file::OpenFile;
use crate::command;
use crate::source::Source;
use crate::window::Peek as _;

impl Session {
    /// Shows other data; the file on the screen stays open below.
    pub(super) fn push(&mut self, file: OpenFile) {
        let before = self.exchange(file);
        self.below.push(before);
    }

    /// Shows other data in place of the file on the screen, which is closed.
    pub(super) fn replace(&mut self, file: OpenFile) {
        let place = self.file.place;
        self.exchange(OpenFile { place, ..file });
    }

    /// Goes back to the file below, if there is one.
    pub(super) fn pop(&mut self) {
        let place = self.place_below();
        let Some(mut file) = self.below.pop() else {
            return;
        };
        // A job may have had something to say while other data was on the screen.
        let message = file.state.message.take();
        self.exchange(file);
        self.end_lost_lesson();
        if let Some(place) = place {
            let offset = self.file.source.offset_of(place);
            self.file.with_keys(&self.context, |state, around| {
                command::show_offset(state, around, offset);
            });
        }
        let name = &self.file.state.view.name;
        let message = message.unwrap_or_else(|| format!("back to {name}"));
        self.file.state.say(message);
    }

    /// Puts a file on the screen; returns the one that was there.
    fn exchange(&mut self, mut file: OpenFile) -> OpenFile {
        file.move_user_from(&mut self.file);
        let before = mem::replace(&mut self.file, file);
        self.file.state.overlay = None;
        self.file.clamp(&self.context);
        before
    }

    /// The file of some data, if that is open still.
    pub(super) fn file_of(&mut self, source: &Arc<Source>) -> Option<&mut OpenFile> {
        let mut files = iter::once(&mut self.file).chain(&mut self.below);
        files.find(|file| Arc::ptr_eq(&file.source, source))
    }
}
