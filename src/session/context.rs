//! The surroundings that a file on the screen needs of its session: the screen, the keys, the caller.
//!
//! Invariant: nothing here is about a file.

use super::SessionEffect;
use super::services::Services;
use crate::command::KeyContext;
use crate::command::keymap::Keymap;
use crate::model::facts::Facts;
use crate::model::layout::ScreenSize;
use crate::window::Peek;

/// The part of a session that its files need.
pub(super) struct SessionContext {
    /// The size of the screen.
    pub(super) size: ScreenSize,
    pub(super) keymap: Keymap,
    pub(super) services: Services,
    /// The effects that the caller is to carry out.
    pub(super) effects: Vec<SessionEffect>,
    /// The last number that was given.
    pub(super) numbers: u64,
}

impl SessionContext {
    /// The context of a command about a file.
    pub(super) fn keys<'a>(&'a self, facts: &'a Facts, data: &'a dyn Peek) -> KeyContext<'a> {
        KeyContext {
            keymap: &self.keymap,
            facts,
            data,
            size: self.size,
        }
    }

    /// A number that nothing else in the session has.
    pub(super) fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }
}
