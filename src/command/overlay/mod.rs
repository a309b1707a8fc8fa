//! The overlays above the panes: a type for each, in a file of its own, with its keys, its panel
//! and its handling of the wheel and of pasted text.
//!
//! To add one, write its file, its row in [`Overlay`], and the command that opens it.
//! Its keys are rows (`keys::OverlayKeyRow`); the line at its foot and the help follow from them.
//! Invariant: while an overlay is open, a key reaches the panes only through one of its rows, as
//! one of the few commands that work over any overlay, or after the overlay has closed itself for
//! this key (`AfterKey::Pass`).

pub(crate) mod answer;
pub(crate) mod compare;
pub(crate) mod contents;
pub(crate) mod findings;
pub(crate) mod folder;
pub(crate) mod forms;
pub(crate) mod go_to;
pub(crate) mod guess;
pub(crate) mod help;
pub(crate) mod jumps;
mod keys;
mod line_keys;
pub(crate) mod list;
pub(crate) mod marks;
pub(crate) mod oddities;
pub(crate) mod overrun;
pub(crate) mod passages;
pub(crate) mod pasted;
pub(crate) mod pattern;
pub(crate) mod picker;
mod places;
pub(crate) mod question;
pub(crate) mod readings;
mod recall;
pub(crate) mod regions;
pub(crate) mod replacement;
pub(crate) mod replacing;
pub(crate) mod statistics;
pub(crate) mod strings;
pub(crate) mod tabs;
pub mod tour;
pub(crate) mod typing;
pub(crate) mod unsaved;
pub(crate) mod worked;
pub(crate) mod write_back;

use tui_input::InputRequest::InsertChar;

use super::key::{Key, KeySymbol};
use super::lesson::LessonStrip;
use super::table::HelpGroup;
use super::{CommandEffect, FrontRequest, InspectorState, KeyContext, clamp};
use crate::model::compare::EncodingComparison;
use crate::model::screen::ScreenOverlay;
use crate::model::worked::WorkedView;

use keys::HelpPosition;
pub(super) use keys::{
    AfterKey, OverlayKeyRow, OverlayLayer, PanesUse, command, footer, footer_in, footer_of_empty,
    press as press_rows, row, step,
};
use list::OpenList;

/// Makes the enum of all overlays from its rows; each call is forwarded to the type.
macro_rules! overlays {
    ($($(#[$doc:meta])* $name:ident($layer:ty);)*) => {
        /// The overlay above the panes; one at a time.
        #[derive(Debug, Clone)]
        pub enum Overlay { $($(#[$doc])* $name($layer),)* }

        $(impl From<$layer> for Overlay {
            fn from(layer: $layer) -> Self {
                Self::$name(layer)
            }
        })*

        impl Overlay {
            /// Its picture.
            pub fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
                match self { $(Self::$name(layer) => layer.shown(state, around),)* }
            }

            /// The number of screen rows that it leaves to the panes, so that the cursor is kept
            /// inside them; `None` if it does not limit them.
            pub fn rows_left(&self, state: &InspectorState, around: &KeyContext<'_>) -> Option<u16> {
                match self { $(Self::$name(layer) => layer.rows_left(state, around),)* }
            }

            fn press(&mut self, state: &mut InspectorState, around: &KeyContext<'_>, key: Key) -> AfterKey {
                match self { $(Self::$name(layer) => keys::press(layer, state, around, key),)* }
            }

            fn choose(
                &mut self, state: &InspectorState, around: &KeyContext<'_>, next: &dyn Fn(usize) -> usize,
            ) {
                match self { $(Self::$name(layer) => layer.choose(state, around, next),)* }
            }

            /// Inserts text into the typed line; `None` if the overlay has no such line.
            fn paste(
                &mut self, state: &mut InspectorState, around: &KeyContext<'_>, text: &str,
            ) -> Option<CommandEffect> {
                match self { $(Self::$name(layer) => layer.pasted(state, around, text),)* }
            }

            /// The heading of its keys, and those that are usable now with their effects.
            fn help(&self, around: &KeyContext<'_>) -> HelpGroup {
                match self {
                    $(Self::$name(layer) => (<$layer>::HEADING, keys::help_here(layer, around.keymap)),)*
                }
            }

            /// Reports whether a key types a character here, or is a key of one of its rows.
            fn takes(&mut self, around: &KeyContext<'_>, key: Key) -> bool {
                match self { $(Self::$name(layer) => keys::takes(layer, around.keymap, key),)* }
            }

            /// Reports whether the panes stay in use beside it.
            fn panes(&self) -> PanesUse {
                match self { $(Self::$name(_) => <$layer>::PANES,)* }
            }

            fn left(self, state: &mut InspectorState, around: &KeyContext<'_>) -> CommandEffect {
                match self { $(Self::$name(layer) => layer.left(state, around),)* }
            }
        }

        /// The keys of every overlay for the help: a heading, and keys with their effects.
        pub(super) fn help_of_overlays() -> Vec<HelpGroup> {
            let mut groups = vec![
                ("In lists", keys::help::<OpenList<findings::FindingList>>(HelpPosition::WithLists)),
                ("In lists with a filter", keys::help::<OpenList<picker::Picker>>(HelpPosition::WithLists)),
                ("While a line is typed", line_keys::help_of_editing()),
                (LessonStrip::HEADING, keys::help::<LessonStrip>(HelpPosition::Apart)),
                $((<$layer>::HEADING, keys::help::<$layer>(HelpPosition::Apart)),)*
            ];
            groups.retain(|(_, rows)| !rows.is_empty());
            groups
        }
    };
}

overlays! {
    /// Keys and legend.
    Help(help::Help);
    /// The line at the foot that asks for a place.
    GoTo(go_to::GoTo);
    /// The line at the foot that asks for a pattern.
    Pattern(pattern::PatternPrompt);
    /// The line at the foot that asks for a replacement.
    Replacement(replacement::ReplacementPrompt);
    /// The question before a match is replaced.
    Replacing(replacing::ReplaceQuestion);
    /// The faults and notices by kind.
    Findings(OpenList<findings::FindingList>);
    /// The texts in data of any kind.
    Strings(OpenList<strings::StringList>);
    /// The places with a letter.
    Marks(OpenList<marks::MarkList>);
    /// The jump list.
    Jumps(OpenList<jumps::JumpList>);
    /// The open tabs.
    Tabs(OpenList<tabs::TabList>);
    /// The files of a folder, with the results of a check.
    Folder(OpenList<folder::FileList>);
    /// Statistics of the whole data.
    Statistics(statistics::Statistics);
    /// The list of encodings.
    Picker(OpenList<picker::Picker>);
    /// The guess of the encoding, with its reasons.
    Guess(OpenList<guess::GuessList>);
    /// The bytes at the cursor under every encoding.
    Compare(EncodingComparison);
    /// The passages, in the encoding of the rest and in their own.
    Passages(OpenList<passages::PassageList>);
    /// The named regions.
    Regions(OpenList<regions::RegionList>);
    /// The forms to copy some bytes in.
    Forms(OpenList<forms::FormList>);
    /// The question whether to overwrite a file.
    Question(question::OverwriteQuestion);
    /// The question about pasted text.
    Pasted(pasted::PastedText);
    /// The forms that a text may be a dump in.
    Readings(OpenList<readings::ReadingList>);
    /// The problems in the dump.
    Oddities(OpenList<oddities::OddityList>);
    /// Bytes typed into the focused pane.
    Typing(typing::TypingState);
    /// The question whether typed text may overwrite more than the characters it replaces.
    Overrun(overrun::Overrun);
    /// The question whether to leave with unsaved changes.
    Unsaved(unsaved::UnsavedQuestion);
    /// The question whether to write changed bytes into the file.
    WriteBack(write_back::WriteBackQuestion);
    /// The stops in the sample.
    Tour(tour::Tour);
    /// The lessons, to choose one.
    Contents(OpenList<contents::CourseContents>);
    /// The line at the foot for the answer to a question of a lesson.
    Answer(answer::AnswerPrompt);
    /// The steps from a character to its bytes and back, and the cards.
    Worked(WorkedView);
}

impl Overlay {
    /// The overlay that the panes are laid out for: under the help, the one that it explains.
    fn ground(&self) -> &Self {
        match self {
            Self::Help(help) => help.explained().unwrap_or(self),
            _ => self,
        }
    }

    /// Reports whether it shows the data at the cursor in other ways than the panes do.
    pub(super) const fn shows_data(&self) -> bool {
        matches!(
            self,
            Self::Worked(_)
                | Self::Compare(_)
                | Self::Picker(_)
                | Self::Guess(_)
                | Self::Findings(_)
                | Self::Strings(_)
                | Self::Statistics(_)
                | Self::Passages(_)
                | Self::Regions(_)
                | Self::Forms(_)
        )
    }

    /// Reports whether a key asks for the help over it. A key that has another meaning in it does
    /// not.
    fn asks_for_help(&mut self, around: &KeyContext<'_>, key: Key) -> bool {
        let command = around.keymap.by_key(key);
        let is_help = command.is_some_and(|command| command.name == "help");
        is_help && !matches!(self, Self::Help(_)) && !self.takes(around, key)
    }
}

impl InspectorState {
    /// Opens an overlay.
    pub fn open(&mut self, overlay: impl Into<Overlay>) {
        self.overlay = Some(overlay.into());
    }

    /// The open overlay; under the help, the one that it explains.
    pub(crate) fn ground(&self) -> Option<&Overlay> {
        self.overlay.as_ref().map(Overlay::ground)
    }

    /// The question about the next match, if it is open.
    pub(crate) fn replacing(&mut self) -> Option<&mut replacing::ReplaceQuestion> {
        let open = match self.overlay.as_mut()? {
            Overlay::Help(help) => help.explained_mut()?,
            open => open,
        };
        match open {
            Overlay::Replacing(question) => Some(question),
            _ => None,
        }
    }

    /// Closes the question about the next match, if it is open. The help over it stays open.
    fn end_replacing(&mut self) -> Option<replacing::ReplaceQuestion> {
        let is_open = |open: &mut Overlay| matches!(open, Overlay::Replacing(_));
        let taken = match &mut self.overlay {
            Some(Overlay::Help(help)) => help.take_explained_if(is_open),
            overlay => overlay.take_if(is_open),
        };
        match taken? {
            Overlay::Replacing(question) => Some(question),
            _ => None,
        }
    }
}

/// Handles a key while an overlay is open. The caller has taken the overlay out of the state. Four
/// commands work over any overlay: the help, unless its key has another meaning there; suspend,
/// redraw, and interrupt, which cancels what runs, or else leaves the overlay. All other keys go to the overlay, also the one for escape.
pub(super) fn press(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    mut overlay: Overlay,
    key: Key,
) -> CommandEffect {
    if overlay.asks_for_help(around, key) {
        state.open(help::Help::over(overlay));
        return CommandEffect::None;
    }
    let is_busy = around.facts.search.is_some() || around.facts.errand.is_some();
    let command = match around.keymap.by_key(key) {
        // Ctrl-C interrupts in any keymap.
        _ if key == Key::ctrl(KeySymbol::Char('c')) => "interrupt",
        command => command.map_or("", |command| command.name),
    };
    let then = match command {
        "suspend" => AfterKey::Stay(CommandEffect::Front(FrontRequest::Suspend)),
        "redraw" => AfterKey::Stay(CommandEffect::Front(FrontRequest::Redraw)),
        "interrupt" if is_busy => AfterKey::Stay(CommandEffect::Cancel),
        "interrupt" => AfterKey::Leave,
        _ => overlay.press(state, around, key),
    };
    match then {
        AfterKey::Stay(effect) => {
            if let Overlay::GoTo(prompt) = &mut overlay {
                prompt.try_theme(state, around);
            }
            state.overlay = Some(overlay);
            effect
        }
        AfterKey::Close(effect) => effect,
        AfterKey::Leave => overlay.left(state, around),
        AfterKey::Pass => {
            overlay.left(state, around);
            super::press(state, around, key)
        }
    }
}

/// Leaves the overlay if the panes stay in use beside it: the mouse acts on them.
pub(super) fn step_aside(state: &mut InspectorState, around: &KeyContext<'_>) {
    let beside = |open: &mut Overlay| open.panes() == PanesUse::InUse;
    if let Some(open) = state.overlay.take_if(beside) {
        open.left(state, around);
    }
}

/// Leaves the overlay without doing its task.
pub(super) fn close(state: &mut InspectorState, around: &KeyContext<'_>) -> CommandEffect {
    let open = state.overlay.take();
    let effect = open.map_or(CommandEffect::None, |overlay| overlay.left(state, around));
    clamp(state, around);
    effect
}

/// Chooses the row of a list with a number.
pub(super) fn choose(state: &mut InspectorState, around: &KeyContext<'_>, number: usize) {
    if let Some(mut overlay) = state.overlay.take() {
        overlay.choose(state, around, &|_| number);
        state.overlay = Some(overlay);
    }
}

/// Scrolls the overlay by some rows.
pub(super) fn wheel(state: &mut InspectorState, around: &KeyContext<'_>, rows: i64) {
    if let Some(mut overlay) = state.overlay.take() {
        let next = |at: usize| at.saturating_add_signed(rows as isize);
        overlay.choose(state, around, &next);
        state.overlay = Some(overlay);
    }
}

/// Handles pasted text over the overlay.
pub(super) fn paste(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    text: &str,
) -> CommandEffect {
    let mut effect = None;
    if let Some(mut overlay) = state.overlay.take() {
        effect = overlay.paste(state, around, text);
        // The paste may have opened a question.
        state.overlay.get_or_insert(overlay);
    }
    effect.unwrap_or_else(|| {
        state.say(nowhere_to_paste(around));
        CommandEffect::None
    })
}

/// The message that text cannot be pasted here.
pub(super) fn nowhere_to_paste(around: &KeyContext<'_>) -> String {
    let opens = around.keymap.first("go-to");
    format!("you can paste only into a prompt; {opens} opens one")
}

/// The most characters that a typed line accepts from one paste.
const MOST_PASTED: usize = 256;

fn paste_into<L: OverlayLayer>(
    layer: &mut L,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    text: &str,
) -> Option<CommandEffect> {
    let input = layer.input()?;
    for c in text.chars().filter(|c| !c.is_control()).take(MOST_PASTED) {
        input.handle(InsertChar(c));
    }
    Some(layer.edited(state, around))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_that_the_help_names_can_be_pressed() {
        for (heading, rows) in help_of_overlays() {
            for (keys, does) in rows {
                assert!(!does.is_empty(), "{heading}: {keys}");
                for key in keys.split(", ") {
                    let parsed: Key = key.parse().unwrap_or_else(|()| panic!("{heading}: {key}"));
                    assert_eq!(parsed.to_string(), key, "{heading}");
                }
            }
        }
    }
}
