//! The question whether typed text may overwrite more than the characters it replaces.
//!
//! A character has the bytes of its encoding; those under the cursor may be fewer or more. `é` over
//! `E9 0A` overwrites the line feed too, `e` over `C3 A9` leaves `A9` alone. Invariant: nothing is
//! changed before the answer, and the typing goes on after it.

use std::ops::Range;

use super::super::{CommandEffect, InspectorState, KeyContext};
use super::typing::TypingState;
use super::{AfterKey, OverlayKeyRow, OverlayLayer, footer, row};
use crate::codec::{Meaning, Step};
use crate::language::Language;
use crate::model::layout::ScreenSize;
use crate::model::line::{Tone, TonedLine};
use crate::model::numbers::counted;
use crate::model::panel::{Panel, room};
use crate::model::row::ByteRole;
use crate::model::screen::ScreenOverlay;
use crate::model::text::EncodedText;
use crate::unicode::glyph::{self, Charset};
use crate::unicode::name;
use crate::window::{Peek, Window};

/// The most characters that a question names.
const NAMED: usize = 3;

/// The effects of overwriting some bytes beyond the characters it is meant for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OverrunExcess {
    /// The sizes of the text and of the bytes it replaces.
    sizes: String,
    /// The effects on the bytes around, a line for each.
    says: Vec<String>,
    /// The characters to replace.
    pub(super) meant: Range<u64>,
}

impl OverrunExcess {
    /// The effects of `bytes`, which are `text`, in place of the bytes of a range; none if they
    /// replace as many whole characters.
    pub(super) fn new(
        state: &InspectorState,
        around: &KeyContext<'_>,
        text: &str,
        (range, bytes): (&Range<u64>, &[u8]),
    ) -> Option<Self> {
        let charset = state.look.charset;
        let typed = text.chars().count();
        let stretch = state.view.text(around.data, around.facts);
        let steps = stretch.stretch(range.clone()).steps;
        let (first, last) = (steps.first()?, steps.last()?);
        let kept = typed.min(steps.len());
        let meant = first.offset..steps[kept - 1].end();
        let mut says = Vec::new();
        if first.offset < range.start {
            let count = counted(range.start - first.offset, "byte");
            says.push(format!(
                "The cursor is inside {}; {count} before the cursor stays.",
                named(first, around.data, charset)
            ));
        }
        if steps.len() > typed {
            let names = steps[typed..].iter().take(NAMED);
            let names: Vec<_> = names
                .map(|step| named(step, around.data, charset))
                .collect();
            let more = match (steps.len() - typed).checked_sub(NAMED) {
                None | Some(0) => String::new(),
                Some(more) => format!(" and {more} more"),
            };
            says.push(format!("Also overwrites {}{more}.", names.join(", ")));
        }
        if last.end() > range.end {
            let count = counted(last.end() - range.end, "byte");
            says.push(format!(
                "Leaves {count} of {}, ill-formed.",
                named(last, around.data, charset)
            ));
        }
        if says.is_empty() && joins(state, around, range, bytes) {
            says.push("Together with a neighbouring byte it makes another character.".to_owned());
        }
        let what = match typed {
            1 => glyph::safe(text, charset),
            _ => "the text".to_owned(),
        };
        let takes = counted(bytes.len() as u64, "byte");
        let sizes = format!(
            "{what} has {takes}; the text here has {}.",
            meant.end - meant.start
        );
        (!says.is_empty()).then_some(Self { sizes, says, meant })
    }
}

/// Reports whether bytes put over a range would be read together with a byte beside them.
fn joins(
    state: &InspectorState,
    around: &KeyContext<'_>,
    range: &Range<u64>,
    bytes: &[u8],
) -> bool {
    let after = PatchedData {
        data: around.data,
        at: range.start,
        bytes,
    };
    let encoding = state.view.encoding_at(range.start);
    let phase =
        { state.view.passages.at(range.start) }.map_or(state.view.phase, |passage| passage.phase);
    let text = EncodedText::new(&after, encoding, phase);
    let near = range.start.saturating_sub(1)..range.end.saturating_add(1);
    let steps = text.stretch(near).steps;
    let is_across = |step: &Step, at: u64| step.offset < at && at < step.end();
    let mut steps = steps.iter();
    steps.any(|step| is_across(step, range.start) || is_across(step, range.end))
}

/// Data with other bytes from an offset on.
struct PatchedData<'a> {
    data: &'a dyn Peek,
    at: u64,
    bytes: &'a [u8],
}

impl Peek for PatchedData<'_> {
    fn len(&self) -> u64 {
        self.data.len()
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = self.data.window(start, len);
        for (offset, byte) in (window.start..).zip(&mut window.bytes) {
            let index = offset.checked_sub(self.at).map(|index| index as usize);
            if let Some(new) = index.and_then(|index| self.bytes.get(index)) {
                *byte = *new;
            }
        }
        window
    }
}

/// The name of a sequence in a sentence.
fn named(step: &Step, data: &dyn Peek, charset: Charset) -> String {
    let bytes = || {
        let bytes = data.window(step.offset, step.len as usize).bytes;
        let digits = bytes.iter().map(|byte| format!("{byte:02X}"));
        digits.collect::<Vec<_>>().join(" ")
    };
    match step.meaning {
        Meaning::Scalar(c) => match name::alias(c) {
            Some(alias) => format!("the {} ({})", alias.name.to_lowercase(), bytes()),
            // A blank is not seen.
            None if c.is_whitespace() => format!("U+{:04X} ({})", u32::from(c), bytes()),
            None => format!(
                "{} ({})",
                glyph::safe(c.encode_utf8(&mut [0; 4]), charset),
                bytes()
            ),
        },
        Meaning::Absent(_) => "missing bytes".to_owned(),
        _ => bytes(),
    }
}

/// A change by typing, and the typing after it.
pub(super) type OverrunChoice = (TypingState, CommandEffect);

/// The question for the user.
#[derive(Debug, Clone)]
pub struct Overrun {
    pub(super) excess: OverrunExcess,
    /// The typing before it.
    pub(super) typing: TypingState,
    /// The change that overwrites the bytes anyway.
    pub(super) over: OverrunChoice,
    /// The change that replaces the meant characters and moves the bytes after them, where bytes
    /// may move.
    pub(super) moving: Option<OverrunChoice>,
}

/// The word at the foot for the choice where bytes may move.
const REPLACE: &str = "replace, the rest moves";

impl OverlayLayer for Overrun {
    const HEADING: &'static str = "Before typing overwrites more than a character";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(
            &["i", "I"],
            (1, REPLACE),
            "in scratch: replace the character; what follows moves",
            Self::replace,
        ),
        row(
            &["y", "Y"],
            (1, "overwrite"),
            "overwrite the bytes anyway",
            Self::overwrite,
        ),
        row(
            &["Esc", "n", "N", "q"],
            (1, "cancel"),
            "change nothing, and type on",
            Self::leave,
        ),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        ScreenOverlay::Panel(self.panel(around.size, state.look.language_of_bars()))
    }

    fn offers(&self, short: &str) -> bool {
        short != REPLACE || self.moving.is_some()
    }

    fn left(self, state: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        state.say("nothing was changed");
        state.open(self.typing);
        CommandEffect::None
    }
}

impl Overrun {
    fn overwrite(&mut self, state: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        go(self.over.clone(), state)
    }

    fn replace(&mut self, state: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        match self.moving.clone() {
            Some(way) => go(way, state),
            None => AfterKey::STAY,
        }
    }

    fn panel(&self, size: ScreenSize, language: Language) -> Panel {
        let (width, _) = room(size);
        let mut lines = vec![TonedLine::new().strong(&self.excess.sizes)];
        let says = self.excess.says.iter();
        let said = says.map(|said| TonedLine::new().with(Tone::As(ByteRole::Notice), said.clone()));
        lines.extend(said);
        let keys = footer(self, Self::KEYS, width.into(), language);
        Panel::question("more than the character", lines, keys, size, language)
    }
}

/// Makes a change, and types on.
fn go((typing, effect): OverrunChoice, state: &mut InspectorState) -> AfterKey {
    state.open(typing);
    AfterKey::Close(effect)
}
