//! Names stretches of the data, and goes from one to the next.
//!
//! Invariant: naming changes no byte, and a message names each replaced or removed region.

use super::{CommandContext, CommandEffect};
use crate::model::errand::{Export, ExportContent, IfExists};
use crate::model::numbers::named;
use crate::model::regions::{Colour, LONGEST_NOTE, Region, Regions, name_of};
use crate::scan::facts::Direction;

/// Names the selection, or the character under the cursor; a known name moves there.
pub(super) fn name(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    let name = match name_of(&words) {
        Ok(name) => name.to_owned(),
        Err(message) => return say(context, message),
    };
    if context.data.is_empty() {
        return say(context, "no byte here to name");
    }
    let selected = context.state.view.selected(context.data, context.facts);
    let range = selected.unwrap_or_else(|| context.text().character(context.cursor()));
    let range = range.start..range.end.min(context.len());
    let place = named(context.data, &range);
    let all = &mut context.state.view.regions.all;
    let known = all.named(&name).cloned();
    let region = Region {
        range,
        colour: known
            .as_ref()
            .map_or_else(|| all.next_colour(), |known| known.colour),
        note: known
            .as_ref()
            .map_or_else(String::new, |known| known.note.clone()),
        name,
    };
    let said = match known {
        Some(_) => format!("{} is {place} now", region.name),
        None => format!("{}: {place}; :save-regions saves it", region.name),
    };
    if !all.insert(region) {
        let most = Regions::MOST;
        let said = format!("at most {most} regions; :region-delete NAME deletes one");
        return say(context, said);
    }
    context.state.view.anchor = None;
    say(context, said)
}

/// Removes the region with a name.
pub(super) fn delete(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    let said = match context.state.view.regions.all.remove(words.trim()) {
        Some(region) => deleted(&region),
        None => none_called(words.trim()),
    };
    say(context, said)
}

/// The message about a removed region.
pub(super) fn deleted(region: &Region) -> String {
    let name = &region.name;
    format!("region {name} deleted; the bytes are unchanged")
}

fn none_called(name: &str) -> String {
    format!("no region {name}; :regions lists them")
}

/// Changes the innermost region under the cursor.
fn change(context: &mut CommandContext<'_>, change: impl FnOnce(&mut Region)) -> CommandEffect {
    let cursor = context.cursor();
    let all = &mut context.state.view.regions.all;
    let Some(mut region) = all.at(cursor).cloned() else {
        return say(context, "the cursor is in no region; :regions lists them");
    };
    change(&mut region);
    let note = Some(region.note.as_str()).filter(|note| !note.is_empty());
    let note = note.unwrap_or("no note");
    let said = format!("{}: {}, {note}", region.name, region.colour.name());
    let _ = all.insert(region);
    say(context, said)
}

/// Gives the region under the cursor a colour.
pub(super) fn colour(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    match Colour::named(words.trim()) {
        Some(colour) => change(context, |region| region.colour = colour),
        None => CommandEffect::None,
    }
}

/// Gives the region under the cursor a note.
pub(super) fn note(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    let note: String = words.trim().chars().take(LONGEST_NOTE).collect();
    change(context, |region| region.note = note)
}

/// Reverts the changes of the regions since they were read or saved.
pub(super) fn forget(context: &mut CommandContext<'_>) -> CommandEffect {
    let regions = &mut context.state.view.regions;
    let said = if regions.is_unsaved() {
        regions.forget();
        "unsaved region changes discarded"
    } else {
        "no unsaved region changes"
    };
    say(context, said)
}

/// Writes the regions to a file.
pub(super) fn save(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    let regions = &context.state.view.regions;
    let path = Some(words.trim()).filter(|path| !path.is_empty());
    let Some(path) = path.or(regions.path()).map(str::to_owned) else {
        return say(context, "add a file name: :save-regions FILE");
    };
    if regions.all.is_empty() && !regions.is_unsaved() {
        return say(context, "no region to save; :region NAME makes one");
    }
    if let Some(errand) = &context.facts.errand {
        let said = errand.said();
        return say(context, said);
    }
    let if_exists = if regions.owns(&path) {
        IfExists::Write
    } else {
        IfExists::Ask
    };
    CommandEffect::Export(Export {
        what: Some(ExportContent::Regions),
        selected: None,
        form: None,
        path,
        if_exists,
    })
}

pub(super) fn next(context: &mut CommandContext<'_>) -> CommandEffect {
    go(context, Direction::Forward)
}

pub(super) fn previous(context: &mut CommandContext<'_>) -> CommandEffect {
    go(context, Direction::Backward)
}

/// Goes to the start of another region.
fn go(context: &mut CommandContext<'_>, direction: Direction) -> CommandEffect {
    let times = usize::try_from(context.times()).unwrap_or(usize::MAX);
    let (cursor, end) = (context.cursor(), context.len());
    let all = &context.state.view.regions.all;
    let found = match direction {
        Direction::Forward => all.next(cursor, times),
        Direction::Backward => all.previous(cursor, times),
    };
    // The data may have shrunk, or the file of regions may belong to other data.
    match found.filter(|at| *at < end) {
        Some(offset) => {
            context.jump_to(offset);
            let region = context.state.view.regions.all.at(offset);
            let said = region.map(|region| match region.note.as_str() {
                "" => region.name.clone(),
                note => format!("{}: {note}", region.name),
            });
            said.map_or(CommandEffect::None, |said| say(context, said))
        }
        None => say(context, format!("no region {} here", direction.name())),
    }
}

fn say(context: &mut CommandContext<'_>, said: impl Into<String>) -> CommandEffect {
    context.state.say(said);
    CommandEffect::None
}
