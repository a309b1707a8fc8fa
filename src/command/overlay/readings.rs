//! The forms that a text may be a dump in, to choose one: each gives other bytes.
//!
//! Invariant: nothing is read before a form is chosen.

use std::borrow::Cow;

use super::super::{CommandEffect, InspectorState, KeyContext};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::{AfterKey, OverlayKeyRow, OverlayLayer};
use crate::hexdump::DumpFormat;
use crate::model::line::{TonedLine, shorten};
use crate::unicode::glyph;

/// A form that a text may be a dump in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedReading {
    /// The form.
    pub format: &'static DumpFormat,
    /// Its name, and the first bytes in it.
    pub text: String,
}

/// The readings as a list.
#[derive(Debug, Clone, Default)]
pub struct ReadingList {
    /// The readings, the likeliest first.
    pub readings: Vec<ListedReading>,
}

impl ListKind for ReadingList {
    type Item = ListedReading;

    const HEADING: &'static str = "In the list of forms of a dump";
    const TITLE: &'static str = "read the dump as";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("read", "read the data in the chosen form"),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    fn items<'a>(&'a self, _: &ListCanvas<'a>) -> Cow<'a, [ListedReading]> {
        (&*self.readings).into()
    }

    fn row(&self, reading: &ListedReading, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let text = format!(" {}", glyph::safe(&reading.text, on.charset));
        vec![TonedLine::new().with(row.tone(), shorten(&text, on.columns))]
    }

    fn enter(
        &self,
        chosen: ListChoice<ListedReading>,
        _: &mut InspectorState,
        _: &KeyContext<'_>,
    ) -> AfterKey {
        AfterKey::Close(CommandEffect::ImportAs(chosen.item.format))
    }
}
