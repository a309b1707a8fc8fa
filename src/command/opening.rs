//! Opens another file in a tab of its own, or a scratch copy in place of the data.
//!
//! Invariant: the data open before stays open.

use super::{CommandContext, CommandEffect, DataToOpen, FrontRequest};

/// Opens the file named after the command.
pub(super) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    let path = std::mem::take(&mut context.words);
    if path.trim().is_empty() {
        context.state.say("add a file name: :open FILE");
        return CommandEffect::None;
    }
    if let Some(errand) = &context.facts.errand {
        let said = errand.said();
        context.state.say(said);
        return CommandEffect::None;
    }
    CommandEffect::Open(DataToOpen::File(path.trim().into()))
}

/// Shows the file named after the command beside this one.
pub(super) fn diff(context: &mut CommandContext<'_>) -> CommandEffect {
    let path = std::mem::take(&mut context.words);
    if path.trim().is_empty() {
        context.state.say("add a file name: :diff FILE");
        return CommandEffect::None;
    }
    CommandEffect::Open(DataToOpen::Beside(path.trim().into()))
}

/// Shows this and the next tab side by side; if two are shown so, shows one again.
pub(super) fn beside(context: &mut CommandContext<'_>) -> CommandEffect {
    if context.facts.tabs.place().is_none() {
        context
            .state
            .say("no file is open beside this one; :diff FILE opens one");
        return CommandEffect::None;
    }
    CommandEffect::Front(FrontRequest::Beside)
}

/// Copies the selection, or all of the data, to a scratch buffer.
pub(super) fn scratch(context: &mut CommandContext<'_>) -> CommandEffect {
    let selected = context.state.view.selected(context.data, context.facts);
    let range = selected.unwrap_or(0..context.len());
    CommandEffect::Open(DataToOpen::Scratch(
        range.start..range.end.min(context.len()),
    ))
}
