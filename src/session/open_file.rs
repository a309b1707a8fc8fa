//! A file that is open: one value, with its bytes, how the user views them, what is known of them
//! and what is asked about them.
//!
//! The commands change view and user's things together, so a file holds both in its
//! [`InspectorState`]; the user's half goes along to the file on the screen
//! ([`OpenFile::move_user_from`]), as it does from tab to tab. Invariant: all that belongs to a
//! file is here, and no field of it is reset or restored by itself.

use std::fmt;
use std::mem;
use std::sync::Arc;

use super::comparing::{ComparedReading, Pairing};
use super::context::SessionContext;
use super::data::EncodingChoice;
use super::editing::BegunByte;
use super::matches::ReadyMatcher;
use super::opened::Opened;
use super::queries::Queries;
use super::reading::{DataReading, Generation};
use super::scanning::ScanState;
use crate::codec::table;
use crate::command::{self, InspectorState, KeyContext};
use crate::detect::requested::RequestedEncoding;
use crate::detect::verdict::{Evidence, Verdict};
use crate::model::facts::{Facts, FileStanding};
use crate::model::layout::ScreenLayout;
use crate::model::screen::Picture;
use crate::model::state::{BottomPanel, View};
use crate::scan::facts::index::Checkpoint;
use crate::source::{NonBlockingReader, Source};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek as _;

/// A file that is open.
pub(super) struct OpenFile {
    pub(super) source: Arc<Source>,
    /// The requested encoding.
    pub(super) requested: RequestedEncoding,
    /// The encoding chosen for the data; the user may have set another.
    pub(super) verdict: Verdict,
    pub(super) choice: EncodingChoice,
    /// The number of bytes of a pipe that its encoding was chosen from.
    pub(super) chosen_by: u64,
    /// The generation of its bytes.
    pub(super) bytes: Generation,
    /// The byte that was typed in part.
    pub(super) begun: Option<BegunByte>,
    /// The number of times that the evidence for its encoding was weighed again.
    pub(super) weighed: u64,
    /// Its length in the last picture.
    pub(super) shown_len: u64,
    /// Its place among the open files.
    pub(super) place: StackPlace,
    /// The last pattern, compiled for a search.
    pub(super) matcher: Option<ReadyMatcher>,
    /// The offset on the screen whose place is unknown, and a checkpoint to count from.
    pub(super) uncounted: Option<(u64, Checkpoint)>,
    pub(super) scan: ScanState,
    /// The file it is compared with.
    pub(super) pairing: Pairing,
    /// The files of the comparison that is known, as they were read.
    pub(super) compared_as: Option<[ComparedReading; 2]>,
    /// The background questions about it.
    pub(super) queries: Queries,
    /// The view of it, and what belongs to the user.
    pub(super) state: InspectorState,
    /// The reports of jobs and files.
    pub(super) facts: Facts,
}

/// The place of a file among those that are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StackPlace {
    /// At the bottom.
    Lowest,
    /// Over another one.
    Over,
    /// Over the one that it is inside: each byte has a place there.
    Inside,
}

impl OpenFile {
    /// Data that was just opened; its encoding is chosen before the first picture.
    pub(super) fn new(opened: &Opened, charset: Charset, context: &mut SessionContext) -> Self {
        let verdict = Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Assumed,
        };
        let source = Arc::clone(&opened.source);
        let name = match source.label().as_encoded_bytes() {
            b"-" => b"stdin",
            name => name,
        };
        let view = View::new(glyph::safe_bytes(name, charset), verdict);
        let choice = EncodingChoice::Due {
            phase: opened.phase,
            remark: opened.remark.clone(),
        };
        Self {
            choice,
            chosen_by: 0,
            place: StackPlace::Lowest,
            requested: opened.requested,
            ..Self::read_as(source, view, context)
        }
    }

    /// Data that is read as its view says.
    pub(super) fn read_as(source: Arc<Source>, view: View, context: &mut SessionContext) -> Self {
        let view = View {
            ahead: ahead(&source),
            ..view
        };
        let facts = Facts {
            standing: standing_at_start(&source),
            ..Facts::default()
        };
        Self {
            requested: RequestedEncoding::AUTO,
            verdict: view.reading,
            choice: EncodingChoice::Made,
            chosen_by: source.len(),
            bytes: Generation {
                source: context.number(),
                ..Generation::default()
            },
            begun: None,
            weighed: 0,
            shown_len: 0,
            place: StackPlace::Over,
            matcher: None,
            uncounted: None,
            scan: ScanState::default(),
            pairing: Pairing::Alone,
            compared_as: None,
            queries: Queries::default(),
            state: InspectorState::new(view),
            facts,
            source,
        }
    }

    /// The bytes and their reading, as a key.
    pub(super) fn reading(&self) -> DataReading {
        let view = &self.state.view;
        DataReading {
            bytes: self.bytes,
            encoding: view.encoding(),
            phase: view.phase,
        }
    }

    /// Runs a function of the room `command` with the context it needs.
    pub(super) fn with_keys<T>(
        &mut self,
        context: &SessionContext,
        work: impl FnOnce(&mut InspectorState, &KeyContext<'_>) -> T,
    ) -> T {
        let data = NonBlockingReader::new(&self.source);
        work(&mut self.state, &context.keys(&self.facts, &data))
    }

    /// The picture of its current state.
    pub(super) fn picture(&self, context: &SessionContext) -> Picture {
        let data = NonBlockingReader::new(&self.source);
        command::picture(&self.state, &context.keys(&self.facts, &data))
    }

    /// Moves cursor and viewport into the data and the screen.
    pub(super) fn clamp(&mut self, context: &SessionContext) {
        self.with_keys(context, command::clamp);
    }

    /// The division of the screen; none if it is too small.
    pub(super) fn layout(&self, context: &SessionContext) -> Option<ScreenLayout> {
        ScreenLayout::divide(context.size, &self.state.view, self.source.len())
    }

    /// Moves what belongs to the user rather than to a file here from the one that was on the
    /// screen: all of the state but the view, and the jobs that are no file's.
    pub(super) fn move_user_from(&mut self, from: &mut Self) {
        mem::swap(&mut self.state, &mut from.state);
        mem::swap(&mut self.state.view, &mut from.state.view);
        from.state.look = self.state.look;
        self.facts.swap_shared(&mut from.facts);
        self.queries.move_shared(&mut from.queries);
    }

    /// True if its bytes are those of the lesson.
    pub(super) fn is_lesson(&self) -> bool {
        self.state.view.below == BottomPanel::Lesson
    }

    /// True if leaving would lose changes; those in a lesson are not meant to last.
    pub(super) fn is_unsaved(&self) -> bool {
        !self.is_lesson() && self.source.is_changed() && self.source.is_unsaved()
    }

    /// True if leaving would lose regions; those in a lesson are not meant to last.
    pub(super) fn has_unsaved_regions(&self) -> bool {
        !self.is_lesson() && self.state.view.regions.is_unsaved()
    }
}

/// The standing of a file that was just opened.
pub(super) fn standing_at_start(source: &Source) -> FileStanding {
    if source.is_stream() && source.is_arriving() {
        FileStanding::Arriving
    } else if source.is_followed() {
        FileStanding::Following
    } else {
        FileStanding::Same
    }
}

/// The largest difference between an address and its offset.
fn ahead(source: &Source) -> u64 {
    let len = source.len();
    source.address(len).saturating_sub(len)
}

impl fmt::Debug for OpenFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenFile")
            .field("source", &self.source)
            .field("verdict", &self.verdict)
            .field("choice", &self.choice)
            .field("view", &self.state.view)
            .field("queries", &self.queries)
            .finish_non_exhaustive()
    }
}
