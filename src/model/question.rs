//! The question whether to write over a file that is there.
//!
//! Invariant: what it asks about was there when it was asked, and nothing is written
//! before it is answered.

use super::bars::counted;
use super::errand::Export;
use super::layout::Size;
use super::line::{Line, Tone, fit, shorten};
use super::overlay::{Panel, room};
use crate::unicode::glyph::{self, Charset};

/// What the user is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What is to be written.
    pub export: Export,
    /// How many bytes the file holds that is there.
    pub bytes: u64,
}

/// The question as a panel.
pub(super) fn panel(question: &Question, charset: Charset, size: Size) -> Panel {
    let (width, height) = room(size);
    let columns = usize::from(width);
    let name = glyph::safe(&question.export.path, charset);
    let bytes = counted(question.bytes, "byte");
    let mut lines = vec![
        Line::new().strong(shorten(&name, columns)),
        Line::new().plain(format!("is there already, with {bytes}.")),
        Line::new().plain("Write over it?"),
    ];
    // The name is what must be seen, and the keys are below.
    lines.truncate(height.max(1));
    let keys = [("y", " write over it"), ("n", " leave it as it is")];
    let keys = keys.map(|(key, does)| Line::new().with(Tone::Key, key).quiet(does));
    Panel {
        title: "a file of that name".to_owned(),
        lines: lines.into_iter().map(|line| line.cut(columns)).collect(),
        footer: Line::joined(fit(keys.to_vec(), columns, 2), "  "),
        width,
        top: None,
    }
}
