//! Changes of bytes, in a layer over the file: nothing here writes to it.
//!
//! A command only requests a change; the session makes it, or refuses with a reason. Invariant: a
//! request depends only on the visible bytes.

use super::keymap::Keymap;
use super::overlay::typing::{TypingMode, TypingState};
use super::{CommandContext, CommandEffect, DataToOpen, MendedCopy};
use crate::model::edit::{Caret, EditRequest, EditStep, EditingMode};
use crate::model::errand::{AS_READ, Consent, Export, ExportContent, IfExists};
use crate::model::offer;

/// Flips the bit under the cursor.
pub(super) fn flip(context: &mut CommandContext<'_>) -> CommandEffect {
    let cursor = context.state.view.cursor;
    let at = cursor.offset;
    let Some(byte) = context.data.window(at, 1).byte(at) else {
        context.state.say("no byte here to change");
        return CommandEffect::None;
    };
    CommandEffect::Change(EditRequest::Put {
        at,
        removed: 1,
        bytes: vec![byte ^ 0x80 >> cursor.bit.min(7)],
        then: Caret {
            offset: at,
            bit: cursor.bit,
        },
        step: EditStep::Own,
    })
}

/// Types over the bytes, from the cursor on.
pub(super) fn overwrite(context: &mut CommandContext<'_>) -> CommandEffect {
    context.state.open(TypingState::new(TypingMode::Overwrite));
    CommandEffect::None
}

/// Types bytes in before the cursor.
pub(super) fn insert(context: &mut CommandContext<'_>) -> CommandEffect {
    if may_move(context) {
        context.state.open(TypingState::new(TypingMode::Insert));
    }
    CommandEffect::None
}

/// Reports whether bytes may be inserted and deleted; if not, a message names where they may.
fn may_move(context: &mut CommandContext<'_>) -> bool {
    let may = context.facts.edits.editing == EditingMode::Scratch;
    if !may {
        let [overwrite, scratch] = ["overwrite", "scratch"].map(|name| context.keymap.first(name));
        context.state.say(format!(
            "in a file you can only overwrite ({overwrite}); a copy ({scratch}) allows insert and \
             delete"
        ));
    }
    may
}

/// Deletes the selection, or the unit under the cursor.
pub(super) fn delete(context: &mut CommandContext<'_>) -> CommandEffect {
    if !may_move(context) {
        return CommandEffect::None;
    }
    let selected = context.state.view.selected(context.data, context.facts);
    let unit = context.state.view.unit;
    let range = selected.unwrap_or_else(|| context.unit_at(unit, context.cursor()));
    let end = range.end.min(context.len());
    if range.start >= end {
        context.state.say("no byte here to delete");
        return CommandEffect::None;
    }
    context.state.view.anchor = None;
    CommandEffect::Change(EditRequest::Put {
        at: range.start,
        removed: end - range.start,
        bytes: Vec::new(),
        then: Caret {
            offset: range.start,
            bit: 0,
        },
        step: EditStep::Own,
    })
}

/// Writes what the ill-formed sequence under the cursor was meant to be: here, or in a scratch copy
/// if bytes move.
pub(super) fn mend(context: &mut CommandContext<'_>) -> CommandEffect {
    let guess = context.facts.guess.as_deref();
    let offer = offer::at(&context.text(), context.cursor(), guess, context.state.look);
    let Some(offer) = offer else {
        let said = nothing_to_mend(context);
        context.state.say(said);
        return CommandEffect::None;
    };
    let Some(mended) = offer.mended else {
        let overwrite = context.keymap.first("overwrite");
        context.state.say(format!(
            "the missing bytes are unknown; {overwrite} types over these bytes"
        ));
        return CommandEffect::None;
    };
    let editing = context.facts.edits.editing;
    if !mended.fits(editing) {
        let reading = offer.set.map(|set| (offer.range, set));
        return CommandEffect::Open(DataToOpen::Mended(MendedCopy { mended, reading }));
    }
    context.state.view.anchor = None;
    let [undo, write, save_as] =
        ["undo", "write", "save-as"].map(|name| context.keymap.first(name));
    context.state.say(match editing {
        EditingMode::Scratch => format!("mended; {undo} undoes it, {save_as} saves all"),
        EditingMode::Overwrite => format!("mended; {undo} undoes it, {write} saves it"),
    });
    CommandEffect::Change(mended.request())
}

/// The reason why nothing is offered under the cursor.
fn nothing_to_mend(context: &CommandContext<'_>) -> String {
    /// Bytes on either side of a character that show whether it is mojibake.
    const AROUND: u64 = 320;
    let at = context.cursor();
    let around = at.saturating_sub(AROUND)..at.saturating_add(AROUND);
    let stretch = context.text().stretch(around);
    let step = stretch.at(at);
    if step.is_some_and(|step| step.meaning.fault().is_some()) {
        let reads = context.keymap.first("passage-encoding");
        return format!("no repair for these bytes; {reads} reads them in another encoding");
    }
    if step.and_then(|step| stretch.suspected(step)).is_some() {
        let reads = context.keymap.first("passage-misread");
        return format!("well-formed, but mojibake; {reads} reads the original text");
    }
    let mut others = context.facts.guess.iter().flat_map(|guess| &guess.others);
    if others.any(|other| !other.chain.is_empty()) {
        let shows = context.keymap.first("passages-of-lines");
        return format!("nothing is ill-formed here; {shows} shows the mojibake mended");
    }
    let lists = context.keymap.first("findings");
    format!("nothing is ill-formed here; {lists} lists the faults")
}

/// The message that bytes are changed, with the ways to save and to undo that.
pub fn ways_to_save(keymap: &Keymap, editing: EditingMode) -> String {
    let [write, save_as, undo] = ["write", "save-as", "undo"].map(|name| keymap.first(name));
    match editing {
        EditingMode::Overwrite => format!(
            "changed in memory: {write} saves to the file, {save_as} elsewhere, {undo} undoes it"
        ),
        EditingMode::Scratch => format!("changed: {save_as} saves it, {undo} undoes it"),
    }
}

pub(super) fn undo(context: &mut CommandContext<'_>) -> CommandEffect {
    CommandEffect::Change(EditRequest::Undo(context.times()))
}

pub(super) fn redo(context: &mut CommandContext<'_>) -> CommandEffect {
    CommandEffect::Change(EditRequest::Redo(context.times()))
}

pub(super) fn reset(_: &mut CommandContext<'_>) -> CommandEffect {
    CommandEffect::Change(EditRequest::Reset)
}

/// Writes all bytes, in their current state, to a file.
pub(super) fn save_as(context: &mut CommandContext<'_>) -> CommandEffect {
    export(context, ExportContent::File, "raw", "save-as")
}

/// Writes all text, as decoded, to a file.
pub(super) fn save_text(context: &mut CommandContext<'_>) -> CommandEffect {
    export(context, ExportContent::File, AS_READ, "save-text")
}

/// Writes the changed bytes over those of the file itself, after asking.
pub(super) fn write(context: &mut CommandContext<'_>) -> CommandEffect {
    if is_unchanged(context) || is_busy(context) {
        return CommandEffect::None;
    }
    CommandEffect::WriteBack(Consent::Ask)
}

/// Writes the changed bytes with their addresses to a file.
pub(super) fn export_changes(context: &mut CommandContext<'_>) -> CommandEffect {
    if is_unchanged(context) {
        return CommandEffect::None;
    }
    export(context, ExportContent::Changes, "xxd", "export-changes")
}

/// Reports whether there is nothing to write, and then messages so.
fn is_unchanged(context: &mut CommandContext<'_>) -> bool {
    let is = !context.data.has_changed(0..u64::MAX);
    if is {
        context.state.say("no byte is changed; nothing to write");
    }
    is
}

/// Reports whether a file is being written, and then messages its name.
fn is_busy(context: &mut CommandContext<'_>) -> bool {
    if let Some(errand) = &context.facts.errand {
        let said = errand.said();
        context.state.say(said);
    }
    context.facts.errand.is_some()
}

fn export(
    context: &mut CommandContext<'_>,
    what: ExportContent,
    form: &str,
    name: &str,
) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    let path = words.trim();
    if path.is_empty() {
        context.state.say(format!("add a file name: :{name} FILE"));
        return CommandEffect::None;
    }
    if is_busy(context) {
        return CommandEffect::None;
    }
    CommandEffect::Export(Export {
        what: Some(what),
        selected: None,
        form: Some(form.to_owned()),
        path: path.to_owned(),
        if_exists: IfExists::Ask,
    })
}
