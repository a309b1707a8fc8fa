//! The keys of what lies over the panes. Each overlay says its own on its last
//! line.

use tui_input::{Input, InputRequest};

use super::key::{Code, Key};
use super::keymap::latin_twin;
use super::{
    Effect, KeyContext, comparing, dumped, exporting, finding, forms, guessed, passages, prompt,
};
use crate::codec::Encoding;
use crate::model::state::{Overlay, Picker, Prompt, State, Target};
use crate::model::{findings, guessed as readings, overlay, picker};
use crate::scan::facts::Direction;

/// Takes a key while something is open. Stopping, painting anew and cancelling a
/// search work over anything.
pub(super) fn press(state: &mut State, around: &KeyContext<'_>, key: Key) -> Effect {
    match (key.code, key.ctrl) {
        (Code::Char('z'), true) => return Effect::Suspend,
        (Code::Char('l'), true) => return Effect::Redraw,
        (Code::Char('c'), true)
            if around.facts.search.is_some() || around.facts.errand.is_some() =>
        {
            return Effect::Cancel;
        }
        (Code::Esc, _) | (Code::Char('c'), true) => {
            return match std::mem::take(&mut state.overlay) {
                Overlay::Find(asking) => finding::leave(state, &asking),
                Overlay::Question(asked) => exporting::leave(state, &asked),
                _ => Effect::None,
            };
        }
        _ => {}
    }
    match std::mem::take(&mut state.overlay) {
        Overlay::None => Effect::None,
        Overlay::Help(first) => {
            let last = overlay::help_scroll(around.manual, around.size);
            if let Some(first) = scroll(around, key, first, last, &['?']) {
                state.overlay = Overlay::Help(first);
            }
            Effect::None
        }
        Overlay::Statistics(first) => {
            let last = findings::statistics_scroll(around.facts, &state.view, around.size);
            if let Some(first) = scroll(around, key, first, last, &['I']) {
                state.overlay = Overlay::Statistics(first);
            }
            Effect::None
        }
        Overlay::Findings(chosen) => list(state, around, key, chosen),
        Overlay::Verdict(chosen) => guessed::press(state, around, key, chosen),
        Overlay::Picker(picker) => pick(state, around, key, picker),
        Overlay::Compare(comparison) => comparing::press(state, around, key, comparison),
        Overlay::Forms(list) => forms::press(state, around, key, list),
        Overlay::Question(asked) => exporting::press(state, key, asked),
        Overlay::Prompt(prompt) => ask(state, around, key, prompt),
        Overlay::Find(asking) => finding::press(state, around, key, asking),
        Overlay::Pasted(pasted) => dumped::press_pasted(state, key, pasted),
        Overlay::Oddities(chosen) => dumped::press(state, around, key, chosen),
    }
}

/// Turns the wheel by some rows over what is open.
pub(super) fn wheel(state: &mut State, around: &KeyContext<'_>, rows: i64) {
    if matches!(state.overlay, Overlay::Compare(_)) {
        return comparing::wheel(state, around, rows);
    }
    let State { overlay, view, .. } = state;
    let by = |from: usize, last: usize| from.saturating_add_signed(rows as isize).min(last);
    match overlay {
        Overlay::Help(first) => {
            *first = by(*first, overlay::help_scroll(around.manual, around.size));
        }
        Overlay::Picker(picker) => {
            let last = picker::matches(picker).len().saturating_sub(1);
            picker.chosen = by(picker.chosen, last);
        }
        Overlay::Forms(forms) => {
            let last = forms.matches().len().saturating_sub(1);
            forms.chosen = by(forms.chosen, last);
        }
        Overlay::Statistics(first) => {
            *first = by(
                *first,
                findings::statistics_scroll(around.facts, view, around.size),
            );
        }
        Overlay::Findings(chosen) => {
            let last = findings::kinds_of(around.facts, view)
                .len()
                .saturating_sub(1);
            *chosen = by(*chosen, last);
        }
        Overlay::Verdict(chosen) => {
            let last = readings::listed(around.facts).len().saturating_sub(1);
            *chosen = by(*chosen, last);
        }
        Overlay::Oddities(chosen) => {
            *chosen = by(*chosen, around.facts.oddities.len().saturating_sub(1));
        }
        Overlay::None
        | Overlay::Compare(_)
        | Overlay::Prompt(_)
        | Overlay::Pasted(_)
        | Overlay::Question(_)
        | Overlay::Find(_) => {}
    }
}

/// The first line that is shown of a text, after a key; none if it closes it.
pub(super) fn scroll(
    around: &KeyContext<'_>,
    key: Key,
    first: usize,
    last: usize,
    own: &[char],
) -> Option<usize> {
    let page = usize::from(around.size.height.saturating_sub(5)).max(1);
    let first = first.min(last);
    // No text is typed here, so keys may be meant by their place.
    let key = latin_twin(key).unwrap_or(key);
    let next = match (key.code, key.ctrl) {
        (Code::Char('q') | Code::F(1), false) => return None,
        (Code::Char(c), false) if own.contains(&c) => return None,
        (Code::Char('j') | Code::Down, false) => first + 1,
        (Code::Char('k') | Code::Up, false) => first.saturating_sub(1),
        (Code::PageDown | Code::Char(' '), false) | (Code::Char('f'), true) => first + page,
        (Code::PageUp, false) | (Code::Char('b'), true) => first.saturating_sub(page),
        (Code::Home | Code::Char('g'), _) => 0,
        (Code::End | Code::Char('G'), _) => last,
        _ => first,
    };
    Some(next.min(last))
}

/// Chooses a kind of fault or notice, and looks for the next or previous of it.
fn list(state: &mut State, around: &KeyContext<'_>, key: Key, chosen: usize) -> Effect {
    let kinds = findings::kinds_of(around.facts, &state.view);
    let key = latin_twin(key).unwrap_or(key);
    let direction = match (key.code, key.ctrl) {
        (Code::Enter | Code::Char('f' | 'c'), false) => Some(Direction::Forward),
        (Code::Char('F' | 'C'), false) => Some(Direction::Backward),
        _ => None,
    };
    let chosen = chosen.min(kinds.len().saturating_sub(1));
    if let (Some(direction), Some((what, _))) = (direction, kinds.get(chosen)) {
        return Effect::Seek {
            what: *what,
            direction,
            from: state.view.cursor.offset,
            times: 1,
        };
    }
    let last = kinds.len().saturating_sub(1);
    if let Some(next) = scroll(around, key, chosen, last, &['L']) {
        state.overlay = Overlay::Findings(next);
    }
    Effect::None
}

/// Chooses an encoding. Home and End go through the list; Ctrl-A and Ctrl-E through
/// what is typed.
fn pick(state: &mut State, around: &KeyContext<'_>, key: Key, mut picker: Picker) -> Effect {
    let found = picker::matches(&picker);
    let page = picker::page(around.size);
    let last = found.len().saturating_sub(1);
    picker.chosen = picker.chosen.min(last);
    match (key.code, key.ctrl) {
        (Code::Enter, _) => {
            if let Some(encoding) = found.get(picker.chosen) {
                return take(state, around, encoding, picker.target);
            }
        }
        (Code::Up | Code::BackTab, _) | (Code::Char('p'), true) => {
            picker.chosen = picker.chosen.saturating_sub(1);
        }
        (Code::Down | Code::Tab, _) | (Code::Char('n'), true) => {
            picker.chosen = (picker.chosen + 1).min(last);
        }
        (Code::PageUp, _) => picker.chosen = picker.chosen.saturating_sub(page),
        (Code::PageDown, _) => picker.chosen = (picker.chosen + page).min(last),
        (Code::Home, _) => picker.chosen = 0,
        (Code::End, _) => picker.chosen = last,
        _ => {
            if edit(&mut picker.filter, key) {
                picker.chosen = picker::choice(&picker, picker.now(&state.view));
            }
        }
    }
    state.overlay = Overlay::Picker(picker);
    Effect::None
}

/// Reads the bytes that are meant in an encoding.
fn take(
    state: &mut State,
    around: &KeyContext<'_>,
    encoding: &'static Encoding,
    target: Target,
) -> Effect {
    match target {
        Target::Passage(range) => passages::read(state, around.data, range, encoding),
        Target::Rest => {
            state.view.choose(encoding);
            state.say(format!("read as {}", encoding.name));
            Effect::None
        }
    }
}

fn ask(state: &mut State, around: &KeyContext<'_>, key: Key, mut prompt: Prompt) -> Effect {
    if key.code == Code::Enter {
        let Some(mut context) = around.context(state, None, None) else {
            return Effect::None;
        };
        return prompt::follow(&mut context, prompt.input.value());
    }
    let leaves = key.code == Code::Backspace && prompt.input.value().is_empty();
    if !leaves {
        edit(&mut prompt.input, key);
        state.overlay = Overlay::Prompt(prompt);
    }
    Effect::None
}

/// Edits a line as shells do; answers whether its text changed.
pub(super) fn edit(input: &mut Input, key: Key) -> bool {
    let request = match (key.code, key.ctrl) {
        (Code::Char(c), false) => InputRequest::InsertChar(c),
        (Code::Backspace, false) => InputRequest::DeletePrevChar,
        (Code::Delete, _) | (Code::Char('d'), true) => InputRequest::DeleteNextChar,
        (Code::Left, _) | (Code::Char('b'), true) => InputRequest::GoToPrevChar,
        (Code::Right, _) | (Code::Char('f'), true) => InputRequest::GoToNextChar,
        (Code::Home, _) | (Code::Char('a'), true) => InputRequest::GoToStart,
        (Code::End, _) | (Code::Char('e'), true) => InputRequest::GoToEnd,
        (Code::Char('w'), true) => InputRequest::DeletePrevWord,
        (Code::Char('u'), true) => InputRequest::DeleteLine,
        (Code::Char('k'), true) => InputRequest::DeleteTillEnd,
        _ => return false,
    };
    input.handle(request).is_some_and(|changed| changed.value)
}
