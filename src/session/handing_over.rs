//! The state that a new tab gets from the shown one, the state that goes along when another tab is
//! shown, and the questions that the tabs put to a session.
//!
//! Invariant: the state of a file stays with the file; the state of the user goes along. A new tab
//! also begins with the panes and the step of the shown one; later each tab keeps its own.

use super::tabs::OpenRequest;
use super::{Session, SessionEffect, SessionStart};
use crate::command::{self, InspectorState};

impl Session {
    /// The start of an inspector in a new tab beside this one.
    pub(super) fn beginning_of_another(&self) -> SessionStart {
        let InspectorState {
            look,
            history,
            progress,
            clipboard,
            mouse,
            view,
            ..
        } = &self.file.state;
        SessionStart {
            arrangement: view.arrangement,
            unit: view.unit,
            keymap: self.context.keymap.clone(),
            look: *look,
            history: history.clone(),
            size: self.context.size,
            clipboard: clipboard.clone(),
            mouse: *mouse,
            progress: progress.clone(),
            services: self.context.services.clone(),
            ..SessionStart::default()
        }
    }

    /// Copies the user's state from the inspector shown before.
    pub(super) fn inherit(&mut self, before: &Self) {
        let InspectorState {
            look,
            history,
            progress,
            clipboard,
            mouse,
            ..
        } = &before.file.state;
        self.file.state.look = *look;
        self.file.state.history = history.clone();
        self.file.state.progress = progress.clone();
        self.file.state.clipboard = clipboard.clone();
        self.file.state.mouse = *mouse;
        self.context.size = before.context.size;
        self.file.clamp(&self.context);
    }

    /// Opens a file in the background.
    pub(super) fn open_file(&mut self, wanted: OpenRequest) -> Vec<SessionEffect> {
        self.file.open(&self.context, wanted);
        self.ask()
    }

    /// Reports whether closing this tab would lose unsaved changes or regions.
    pub(super) fn would_lose(&self) -> bool {
        command::would_lose(&self.file.state, &self.file.facts)
    }

    /// Asks whether to leave with unsaved changes.
    pub(super) fn ask_to_leave(&mut self) {
        command::ask_to_leave(&mut self.file.state);
    }
}
