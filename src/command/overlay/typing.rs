//! Types bytes in the focused pane: hex digits, bits, or characters in the encoding there.
//!
//! Each byte or character is one step of undo, and a whole paste is one. Text that would overwrite more than the
//! characters it replaces raises a question (`overrun`). Invariant: typed bytes go to the byte
//! under the caret, or just after the last byte ([`TypingPoint::End`]).

use std::ops::Range;

use super::super::key::{Key, KeySymbol};
use super::super::{CommandEffect, InspectorState, KeyContext, looking, ways_to_save};
use super::keys::run_command;
use super::overrun::{Overrun, OverrunExcess};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, PanesUse, command, footer_in, row};
use crate::model::edit::{Caret, EditRequest, EditStep, EditingMode, SaveState};
use crate::model::layout::ScreenLayout;
use crate::model::line::{Tone, TonedLine};
use crate::model::screen::ScreenOverlay;
use crate::model::state::Pane;
use crate::model::substitution::encoded;
use crate::texts::of_table;

/// The fate of the bytes from the caret on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypingMode {
    /// Overwritten.
    Overwrite,
    /// Moved.
    Insert,
}

/// The place of the next byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TypingPoint {
    /// The byte under the cursor.
    Cursor,
    /// The place after the last byte, with the cursor on that.
    End,
}

/// Bytes being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypingState {
    mode: TypingMode,
    place: TypingPoint,
    /// The offset of the cursor after the last typed bytes.
    expected: Option<u64>,
}

/// Digits of a pane, or characters.
struct TypedBytes {
    /// The replacement bytes.
    bytes: Vec<u8>,
    /// The number of bits of the first byte that stay.
    kept: u8,
    /// The number of typed bits.
    bits: u64,
}

impl OverlayLayer for TypingState {
    const HEADING: &'static str = "While bytes are typed";
    const PANES: PanesUse = PanesUse::InUse;
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(&["Esc"], (1, "done"), "done", end),
        command("next-pane", (1, NEXT_PANE)),
        command("previous-pane", (0, "")),
        row(
            &["Backspace"],
            (1, "back"),
            "one step back; deletes an inserted byte",
            Self::back,
        ),
        row(
            &["Right"],
            (0, ""),
            "one step forward, also past the last byte",
            Self::on,
        ),
        command("left", (0, "")),
        command("up", (0, "")),
        command("down", (0, "")),
        command("delete", (0, "")),
        command("redo", (0, "")),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        ScreenOverlay::Guide(self.foot(state, around), None)
    }

    fn is_typing(&self) -> bool {
        true
    }

    fn catch_up(&mut self, state: &InspectorState) {
        if self.expected != Some(state.view.cursor.offset) {
            (self.place, self.expected) = (TypingPoint::Cursor, None);
        }
    }

    fn other(&mut self, state: &mut InspectorState, around: &KeyContext<'_>, key: Key) -> AfterKey {
        match key {
            Key {
                code: KeySymbol::Char(c),
                ctrl: false,
            } => self.then(state, around, c.encode_utf8(&mut [0; 4])),
            Key {
                code: KeySymbol::Enter,
                ctrl: false,
            } if state.view.focus == Pane::Points => self.then(state, around, "\n"),
            _ => AfterKey::STAY,
        }
    }

    /// Text of an input method or a paste is typed unchanged, in one step.
    fn pasted(
        &mut self,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
        text: &str,
    ) -> Option<CommandEffect> {
        self.catch_up(state);
        // Terminals send the line ends of a paste as CR, which is the Enter key.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        Some(self.typed(state, around, &text))
    }
}

/// The hint for the next pane, before it is known which one that is.
const NEXT_PANE: &str = "next pane";

/// The notation of a pane.
const fn kind(pane: Pane) -> &'static str {
    match pane {
        Pane::Hex => "hex",
        Pane::Bits => "bits",
        Pane::Points => "text",
    }
}

/// Ends the typing, and names the ways to save.
fn end(_: &mut TypingState, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
    let edits = around.facts.edits;
    if edits.progress == SaveState::Unsaved {
        state.say(ways_to_save(around.keymap, edits.editing));
    }
    AfterKey::Leave
}

impl TypingState {
    /// Typing that starts at the cursor.
    pub fn new(mode: TypingMode) -> Self {
        Self {
            mode,
            place: TypingPoint::Cursor,
            expected: None,
        }
    }

    /// The typed text, and the keys.
    fn foot(&self, state: &InspectorState, around: &KeyContext<'_>) -> TonedLine {
        let width = usize::from(around.size.width);
        let mode = match self.mode {
            TypingMode::Overwrite => " overwrite  ",
            TypingMode::Insert => " insert  ",
        };
        let language = state.look.language_of_bars();
        let line = TonedLine::new().with(Tone::Key, mode);
        let view = &state.view;
        let what = match view.focus {
            Pane::Hex => "hex digits".to_owned(),
            Pane::Bits => "0 and 1".to_owned(),
            Pane::Points => format!("text as {}", view.encoding_at(view.cursor.offset).name),
        };
        let end = match self.place {
            TypingPoint::End => ", at the end",
            TypingPoint::Cursor => "",
        };
        let line = line.plain(what).plain(end).said(language);
        let mut keys = footer_in(
            Some(around.keymap),
            self,
            Self::KEYS,
            width.saturating_sub(line.columns() + 3),
            language,
        );
        // Panes stand in another order in each layout.
        let layout = ScreenLayout::divide(around.size, view, around.data.len());
        if let Some(next) = layout.and_then(|layout| looking::pane_after(&layout, view)) {
            let any = of_table(NEXT_PANE, language);
            let next = of_table(kind(next), language);
            for piece in &mut keys.pieces {
                piece.text = piece.text.replace(any, next);
            }
        }
        let used = line.columns() + keys.columns() + 1;
        let mut line = line.plain(" ".repeat(width.saturating_sub(used).max(1)));
        line.append(keys);
        line.cut(width)
    }

    /// The offset of the next byte.
    fn at(&self, state: &InspectorState) -> u64 {
        match self.place {
            TypingPoint::Cursor => state.view.cursor.offset,
            TypingPoint::End => state.view.cursor.offset + 1,
        }
    }

    fn on(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        let is_last = state.view.cursor.offset + 1 >= around.data.len();
        if is_last && around.facts.edits.editing == EditingMode::Scratch {
            self.place = TypingPoint::End;
            self.expected = Some(state.view.cursor.offset);
            return AfterKey::STAY;
        }
        AfterKey::Stay(run_command("right", state, around))
    }

    fn back(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        if self.mode == TypingMode::Overwrite {
            self.place = TypingPoint::Cursor;
            return AfterKey::Stay(run_command("left", state, around));
        }
        let Some(at) = self.at(state).checked_sub(1) else {
            return AfterKey::STAY;
        };
        let effect = self.request(around, (at, 1), Vec::new(), (at, 0), EditStep::Own);
        AfterKey::Stay(effect)
    }

    /// Handles typed text; a question may lie over it then.
    fn then(
        &mut self,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
        text: &str,
    ) -> AfterKey {
        let effect = self.typed(state, around, text);
        if state.overlay.is_some() {
            AfterKey::Close(effect)
        } else {
            AfterKey::Stay(effect)
        }
    }

    /// Handles typed or pasted text.
    fn typed(
        &mut self,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
        text: &str,
    ) -> CommandEffect {
        let at = self.at(state);
        let bit = match self.place {
            TypingPoint::Cursor => state.view.cursor.bit.min(7),
            TypingPoint::End => 0,
        };
        let typed = match state.view.focus {
            Pane::Hex => self.digits(around, (at, bit), text, 4),
            Pane::Bits => self.digits(around, (at, bit), text, 1),
            Pane::Points => characters(state, at, text),
        };
        let typed = match typed {
            Ok(typed) if typed.bits == 0 => return CommandEffect::None,
            Ok(typed) => typed,
            Err(message) => {
                state.say(message);
                return CommandEffect::None;
            }
        };
        let len = typed.bytes.len() as u64;
        let removed = match self.mode {
            TypingMode::Insert => u64::from(typed.kept > 0),
            TypingMode::Overwrite if around.facts.edits.editing == EditingMode::Scratch => {
                len.min(around.data.len().saturating_sub(at))
            }
            TypingMode::Overwrite => len,
        };
        let after = u64::from(typed.kept) + typed.bits;
        let then = (at + after / 8, (after % 8) as u8);
        let range = at..at + removed;
        let is_text = state.view.focus == Pane::Points && self.mode == TypingMode::Overwrite;
        // Text that does not fit is refused.
        if is_text
            && range.end <= around.data.len()
            && let Some(excess) = OverrunExcess::new(state, around, text, (&range, &typed.bytes))
        {
            self.ask(state, around, excess, (range, typed.bytes));
            return CommandEffect::None;
        }
        let step = if typed.kept > 0 {
            EditStep::OfBegunByte
        } else {
            EditStep::Own
        };
        self.request(around, (at, removed), typed.bytes, then, step)
    }

    /// Asks whether to overwrite more than the meant characters.
    fn ask(
        &self,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
        excess: OverrunExcess,
        (range, bytes): (Range<u64>, Vec<u8>),
    ) {
        let way = |at: Range<u64>| {
            let mut typing = self.clone();
            let then = (at.start + bytes.len() as u64, 0);
            let place = (at.start, at.end - at.start);
            let effect = typing.request(around, place, bytes.clone(), then, EditStep::Own);
            (typing, effect)
        };
        let may_move = around.facts.edits.editing == EditingMode::Scratch;
        let question = Overrun {
            typing: self.clone(),
            over: way(range),
            moving: may_move.then(|| way(excess.meant.clone())),
            excess,
        };
        state.open(question);
    }

    /// Requests the change, and records whether the next byte comes after the last one.
    fn request(
        &mut self,
        around: &KeyContext<'_>,
        (at, removed): (u64, u64),
        bytes: Vec<u8>,
        (mut offset, mut bit): (u64, u8),
        step: EditStep,
    ) -> CommandEffect {
        let len = around.data.len().saturating_sub(removed) + bytes.len() as u64;
        self.place = TypingPoint::Cursor;
        if offset >= len && len > 0 {
            (self.place, offset, bit) = (TypingPoint::End, len - 1, 0);
        }
        self.expected = Some(offset);
        CommandEffect::Change(EditRequest::Put {
            at,
            removed,
            bytes,
            then: Caret { offset, bit },
            step,
        })
    }

    /// Bytes with typed digits of some bits each, from a bit on; the other bits stay.
    fn digits(
        &self,
        around: &KeyContext<'_>,
        (at, bit): (u64, u8),
        text: &str,
        width: u8,
    ) -> Result<TypedBytes, String> {
        let kept = bit / width * width;
        let mut bits = u64::from(kept);
        let mut bytes: Vec<u8> = Vec::new();
        let shown = around.data.window(at, text.len() / 2 + 2);
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            let Some(digit) = c.to_digit(1 << width) else {
                return Err(match width {
                    4 => "hex digits are typed here, 0 to 9 and a to f; Tab goes to the next pane",
                    _ => "bits are typed here, 0 and 1; Tab goes to the next pane",
                }
                .to_owned());
            };
            let (index, within) = (bits / 8, (bits % 8) as u8);
            if bytes.len() as u64 <= index {
                // Inserted bytes have no bits of their own yet.
                let stays = self.mode == TypingMode::Overwrite || within > 0;
                let byte = shown.byte(at + index).filter(|_| stays);
                bytes.push(byte.unwrap_or(0));
            }
            if let Some(byte) = bytes.last_mut() {
                let shift = 8 - width - within;
                let mask = ((1u16 << width) - 1) as u8;
                *byte = *byte & !(mask << shift) | (digit as u8) << shift;
            }
            bits += u64::from(width);
        }
        Ok(TypedBytes {
            bytes,
            kept,
            bits: bits - u64::from(kept),
        })
    }
}

/// The bytes of characters in the encoding at an offset.
fn characters(state: &InspectorState, at: u64, text: &str) -> Result<TypedBytes, String> {
    let encoding = state.view.encoding_at(at);
    let bytes = encoded(encoding, text, state.look.charset, "hex digits")?;
    Ok(TypedBytes {
        bits: bytes.len() as u64 * 8,
        bytes,
        kept: 0,
    })
}
