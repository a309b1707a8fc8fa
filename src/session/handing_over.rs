//! What goes from the inspector of one tab to that of another, and what the tabs ask of it.
//!
//! Invariant: what belongs to a file stays with it; what belongs to the user goes along.

use super::tabs::Wanted;
use super::{Beginning, Effect, Session};
use crate::command::{self, State};

impl Session {
    /// How another inspector begins beside this one.
    pub(super) fn beginning_of_another(&self) -> Beginning {
        let State {
            look,
            history,
            progress,
            clipboard,
            mouse,
            view,
            ..
        } = &self.state;
        Beginning {
            arrangement: view.arrangement,
            unit: view.unit,
            keymap: self.keymap.clone(),
            look: *look,
            history: history.clone(),
            size: self.size,
            clipboard: clipboard.clone(),
            mouse: *mouse,
            progress: progress.clone(),
            services: self.services.clone(),
            ..Beginning::default()
        }
    }

    /// Takes over what belongs to the user, from the inspector that was shown before.
    pub(super) fn take_over(&mut self, before: &Self) {
        let State {
            look,
            history,
            progress,
            clipboard,
            mouse,
            ..
        } = &before.state;
        self.state.look = *look;
        self.state.history = history.clone();
        self.state.progress = progress.clone();
        self.state.clipboard = clipboard.clone();
        self.state.mouse = *mouse;
        self.size = before.size;
        self.with_keys(command::settle);
    }

    /// Opens a file in the background.
    pub(super) fn open_file(&mut self, wanted: Wanted) -> Vec<Effect> {
        self.start_open(wanted);
        std::mem::take(&mut self.effects)
    }

    /// Whether leaving it would lose what a file could hold.
    pub(super) fn would_lose(&self) -> bool {
        command::would_lose(&self.state, &self.facts)
    }

    /// Asks whether to leave although changes are not saved.
    pub(super) fn ask_to_leave(&mut self) {
        command::ask_to_leave(&mut self.state);
    }
}
