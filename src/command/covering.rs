//! Covers a pane, and uncovers bytes after a class has answered.
//!
//! Invariant: the data and the cursor stay unchanged.

use super::{CommandContext, CommandEffect};
use crate::model::cover::PaneCover;
use crate::model::named;
use crate::model::state::CursorUnit;
use crate::texts::command::covering as texts;

/// Covers the pane with the focus, or uncovers all of it.
pub(super) fn cover(context: &mut CommandContext<'_>) -> CommandEffect {
    let view = &mut context.state.view;
    let pane = view.focus;
    let language = context.state.look.language_of_bars();
    let name = named::pane(pane, language).to_owned();
    let said = if view.cover.take().is_some_and(|cover| cover.pane == pane) {
        texts::UNCOVERED.filled(language, &[("pane", name)])
    } else {
        view.cover = Some(PaneCover::new(pane));
        let [one, all] = ["uncover", "cover"].map(|name| context.keymap.first(name));
        let places = [("pane", name), ("one", one), ("all", all)];
        texts::COVERED.filled(language, &places)
    };
    context.state.say(said);
    CommandEffect::None
}

/// Uncovers the sequence under the cursor.
pub(super) fn uncover(context: &mut CommandContext<'_>) -> CommandEffect {
    let sequence = context.unit_at(CursorUnit::Character, context.cursor());
    if let Some(cover) = &mut context.state.view.cover {
        cover.uncover(sequence);
    } else {
        let covers = context.keymap.first("cover");
        let said = format!("no pane is covered; {covers} covers the focused one");
        context.state.say(said);
    }
    CommandEffect::None
}
