//! Layers: the text inside a place opens over the file, and each byte leads back to where it came from.
//!
//! Invariant: the cursor stands on the same text before and after a layer is opened or closed.

use std::sync::Arc;

use super::Session;
use super::data::source;
use super::open_file::{OpenFile, StackPlace};
use super::queries::{Asked, Query, Starter, WhenBelow};
use crate::command;
use crate::detect::verdict::{Evidence, Verdict};
use crate::job::background::Report;
use crate::job::layer::{self, Layer};
use crate::job::{Control, JobEnd};
use crate::model::numbers::counted;
use crate::source::{ArrivedData, Source};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek as _;

pub(super) static LAYER: Query = Query {
    below: WhenBelow::Ends,
    ..Query::new("open a layer", Asked::OnRequest(source))
        .saying("open what is inside", "opening what is inside")
};

impl OpenFile {
    /// Opens what an offset is inside.
    pub(super) fn open_layer(&mut self, offset: u64) {
        let source = Arc::clone(&self.source);
        let work = move |_: &mut Control<'_>| {
            let found = layer::at(&ArrivedData(&source), offset);
            JobEnd::Done((source.address(offset), found))
        };
        self.request(&LAYER, |_| {
            Starter::for_session(work, Session::layer_opened)
        });
    }
}

impl Session {
    /// Handles the result of opening a layer.
    fn layer_opened(&mut self, report: Report<(u64, Option<Layer>)>) {
        match report {
            Report::Ended(JobEnd::Done((_, Some(layer)))) if layer.is_empty() => {
                let wrong = layer.wrong.as_deref().unwrap_or_default();
                let wrong = glyph::safe(wrong, self.file.state.look.charset);
                self.file.state.say(format!("{}: {wrong}", layer.name()));
            }
            Report::Ended(JobEnd::Done((place, Some(layer)))) => self.push_layer(place, layer),
            Report::Ended(JobEnd::Done((_, None))) => self.file.state.say(
                "nothing is inside another form here; P opens base64, escapes, percent signs, parts of \
                 a mail and more",
            ),
            Report::Progress(_) | Report::Ended(JobEnd::Cancelled) | Report::Failed(_) => {}
        }
    }

    fn push_layer(&mut self, place: u64, layer: Layer) {
        let label = self.file.source.label().to_string_lossy().into_owned();
        let label = format!("{label} > {}", layer.name());
        let offset = layer.offset_of(place);
        let said = said(&layer, self.file.state.look.charset);
        let encoding = layer.reading();
        self.open_another(Arc::new(Source::answered(&label, Arc::new(layer))));
        self.file.place = StackPlace::Inside;
        self.file.state.view.read_as(Verdict {
            encoding,
            evidence: Evidence::Chosen,
        });
        self.file.with_keys(&self.context, |state, around| {
            command::show_offset(state, around, offset);
        });
        self.file.state.say(said);
    }

    /// The place in the file below of the cursor in a layer.
    pub(super) fn place_below(&self) -> Option<u64> {
        let is_layer = self.file.place == StackPlace::Inside;
        let cursor = self.file.state.view.cursor.offset;
        is_layer.then(|| self.file.source.address(cursor))
    }
}

/// A sentence about a layer.
fn said(layer: &Layer, charset: Charset) -> String {
    let safe = |text: &String| glyph::safe(text, charset);
    let declared = layer.declared.as_ref().map_or_else(String::new, |label| {
        let wrong = if layer.is_as_declared() {
            ""
        } else {
            ", which its bytes contradict"
        };
        format!(", declared {}{wrong}", safe(label))
    });
    let wrong = layer.wrong.as_ref().map_or_else(String::new, |wrong| {
        format!("; the rest cannot be read: {}", safe(wrong))
    });
    let bytes = counted(layer.len(), "byte");
    format!("{}: {bytes}{declared}{wrong}; D returns", layer.name())
}
