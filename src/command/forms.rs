//! The keys of the list of forms to copy in.
//!
//! Invariant: what is typed narrows the list; only Enter copies.

use super::key::{Code, Key};
use super::overlays::edit;
use super::{Effect, KeyContext, taking};
use crate::model::forms::{self, Forms};
use crate::model::state::{Overlay, State};

/// Takes a key. Home and End go through the list; Ctrl-A and Ctrl-E through what is
/// typed.
pub(super) fn press(
    state: &mut State,
    around: &KeyContext<'_>,
    key: Key,
    mut list: Forms,
) -> Effect {
    let found = list.matches();
    let page = forms::page(around.size);
    let end = found.len().saturating_sub(1);
    let chosen = list.chosen.min(end);
    list.chosen = match (key.code, key.ctrl) {
        (Code::Enter, _) => {
            let context = around.context(state, None, None);
            if let (Some(form), Some(mut context)) = (found.get(chosen), context) {
                return taking::copy_listed(&mut context, list.range, *form);
            }
            chosen
        }
        (Code::Up | Code::BackTab, _) | (Code::Char('p'), true) => chosen.saturating_sub(1),
        (Code::Down | Code::Tab, _) | (Code::Char('n'), true) => (chosen + 1).min(end),
        (Code::PageUp, _) => chosen.saturating_sub(page),
        (Code::PageDown, _) => (chosen + page).min(end),
        (Code::Home, _) => 0,
        (Code::End, _) => end,
        _ if edit(&mut list.filter, key) => list.choice(),
        _ => chosen,
    };
    state.overlay = Overlay::Forms(list);
    Effect::None
}
