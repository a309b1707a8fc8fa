//! The contents of the panes at a step.
//!
//! The names of panes and units are those of the screen, which this room does not know; the part
//! that shows a scene translates them. Invariant: a scene is whole: if a step gives no bytes, they
//! are those of the step before.

use hexloupe_text::codec::Encoding;

/// A pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScenePane {
    /// Hex digits.
    Hex,
    /// Bits.
    Bits,
    /// Decoded code points.
    Points,
}

impl ScenePane {
    /// All of them, by their names in a file.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("hex", Self::Hex),
        ("bits", Self::Bits),
        ("code-points", Self::Points),
    ];
}

/// The unit of a cursor step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonUnit {
    /// A byte.
    Byte,
    /// A code unit.
    CodeUnit,
    /// A character.
    Character,
    /// A grapheme cluster.
    Cluster,
    /// A bit.
    Bit,
}

impl LessonUnit {
    /// All of them, by their names in a file.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("byte", Self::Byte),
        ("code unit", Self::CodeUnit),
        ("character", Self::Character),
        ("cluster", Self::Cluster),
        ("bit", Self::Bit),
    ];
}

/// The covered part of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SceneCover {
    /// Nothing.
    None,
    /// A pane.
    Pane(ScenePane),
}

impl SceneCover {
    /// All of them, by their names in a file.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("none", Self::None),
        ("hex", Self::Pane(ScenePane::Hex)),
        ("bits", Self::Pane(ScenePane::Bits)),
        ("code-points", Self::Pane(ScenePane::Points)),
    ];
}

/// The contents of the panes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The encoding they are read in.
    pub encoding: &'static Encoding,
    /// True if the step gives the bytes. Then everything is as at the start of a file, except for
    /// the fields below.
    pub is_new: bool,
    /// The offset of the cursor, if the step gives one.
    pub cursor: Option<u64>,
    /// The pane with the focus, if the step gives one.
    pub focus: Option<ScenePane>,
    /// The unit of a cursor step, if the step gives one.
    pub unit: Option<LessonUnit>,
    /// The covered part, if the step gives one.
    pub cover: Option<SceneCover>,
}

impl Scene {
    /// Some bytes, as at the start of a file.
    pub fn new(bytes: &[u8], encoding: &'static Encoding) -> Self {
        Self {
            bytes: bytes.to_vec(),
            encoding,
            is_new: true,
            cursor: None,
            focus: None,
            unit: None,
            cover: None,
        }
    }
}
