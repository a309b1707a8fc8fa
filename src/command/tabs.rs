//! Moves from tab to tab, and closes them.
//!
//! Invariant: nothing here changes the data of a tab.

use super::overlay::list::OpenList;
use super::overlay::tabs::TabList;
use super::{CommandContext, CommandEffect, FrontRequest, looking};

/// The tab to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TabSwitch {
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
pub(super) fn next(context: &mut CommandContext<'_>) -> CommandEffect {
    turn(context, TabSwitch::Next)
}

/// The previous tab, or the one with the number typed before.
pub(super) fn previous(context: &mut CommandContext<'_>) -> CommandEffect {
    turn(context, TabSwitch::Previous)
}

fn turn(context: &mut CommandContext<'_>, turn: TabSwitch) -> CommandEffect {
    if context.facts.tabs.place().is_none() {
        context
            .state
            .say("this is the only tab; :open FILE opens another");
        return CommandEffect::None;
    }
    match context.count {
        Some(number) => CommandEffect::Front(FrontRequest::Tab(TabSwitch::To(
            number.saturating_sub(1) as usize,
        ))),
        None => CommandEffect::Front(FrontRequest::Tab(turn)),
    }
}

/// Closes the tab, unless something would be lost.
pub(super) fn close(context: &mut CommandContext<'_>) -> CommandEffect {
    if let Some(errand) = &context.facts.errand {
        let said = errand.said();
        context.state.say(said);
        return CommandEffect::None;
    }
    if looking::would_lose(context.state, context.facts) {
        context
            .state
            .say("changes not saved; :write or :save-as FILE saves them, :reset discards them");
        return CommandEffect::None;
    }
    if context.facts.tabs.place().is_none() {
        return CommandEffect::Front(FrontRequest::Quit);
    }
    CommandEffect::Front(FrontRequest::Tab(TabSwitch::Close))
}

/// Lists the tabs.
pub(super) fn list(context: &mut CommandContext<'_>) -> CommandEffect {
    let chosen = context.facts.tabs.current;
    context.state.open(OpenList::at(chosen, TabList));
    CommandEffect::None
}
