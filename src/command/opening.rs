//! Opening another file in place of the data.
//!
//! Invariant: what was open stays open under it, and `D` leads back.

use super::{Context, Effect, New};

/// Opens the file that is named after the command.
pub(super) fn open(context: &mut Context<'_>) -> Effect {
    let path = std::mem::take(&mut context.words);
    if path.trim().is_empty() {
        context.state.say("a file is missing: :open FILE");
        return Effect::None;
    }
    if let Some(errand) = &context.facts.errand {
        let said = format!("still {}; Ctrl-C gives it up", errand.what);
        context.state.say(said);
        return Effect::None;
    }
    Effect::Open(New::File(path.trim().to_owned()))
}
