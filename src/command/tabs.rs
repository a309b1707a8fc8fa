//! Moves from tab to tab, and closes them.
//!
//! Invariant: nothing here changes the data of a tab.

use super::overlay::list::OpenList;
use super::overlay::tabs::TabList;
use super::{Context, Effect, FrontRequest, looking};

/// The tab to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The one after this, or the first.
    Next,
    /// The one before this, or the last.
    Previous,
    /// The one with this number, from 0, or the last.
    To(usize),
    /// Another tab: this one is closed.
    Close,
}

/// The next tab, or the one with the number typed before.
pub(super) fn next(context: &mut Context<'_>) -> Effect {
    turn(context, Turn::Next)
}

/// The previous tab, or the one with the number typed before.
pub(super) fn previous(context: &mut Context<'_>) -> Effect {
    turn(context, Turn::Previous)
}

fn turn(context: &mut Context<'_>, turn: Turn) -> Effect {
    if context.facts.tabs.place().is_none() {
        context
            .state
            .say("this is the only tab; :open FILE opens another");
        return Effect::None;
    }
    match context.count {
        Some(number) => Effect::Front(FrontRequest::Tab(Turn::To(
            number.saturating_sub(1) as usize
        ))),
        None => Effect::Front(FrontRequest::Tab(turn)),
    }
}

/// Closes the tab, unless something would be lost.
pub(super) fn close(context: &mut Context<'_>) -> Effect {
    if let Some(errand) = &context.facts.errand {
        let said = format!("still {}; Ctrl-C gives it up", errand.what);
        context.state.say(said);
        return Effect::None;
    }
    if looking::would_lose(context.state, context.facts) {
        context.state.say(
            "the changes are not saved; :write or :save-as FILE keeps them, :reset drops them",
        );
        return Effect::None;
    }
    if context.facts.tabs.place().is_none() {
        return Effect::Front(FrontRequest::Quit);
    }
    Effect::Front(FrontRequest::Tab(Turn::Close))
}

/// Lists the tabs.
pub(super) fn list(context: &mut Context<'_>) -> Effect {
    let chosen = context.facts.tabs.current;
    context.state.open(OpenList::at(chosen, TabList));
    Effect::None
}
