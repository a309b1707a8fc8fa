//! What the panes show at a step.
//!
//! The names of panes and units are those of the screen, which this room does not know; whoever
//! shows a scene translates them. Invariant: a scene is whole: bytes that a step does not give are
//! those of the step before.

use hexloupe_text::codec::Encoding;

/// A pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    /// Hex digits.
    Hex,
    /// Bits.
    Bits,
    /// Decoded code points.
    Points,
}

impl Pane {
    /// All of them, by the names that a file gives them.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("hex", Self::Hex),
        ("bits", Self::Bits),
        ("code-points", Self::Points),
    ];
}

/// What a step of the cursor is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
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

impl Unit {
    /// All of them, by the names that a file gives them.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("byte", Self::Byte),
        ("code unit", Self::CodeUnit),
        ("character", Self::Character),
        ("cluster", Self::Cluster),
        ("bit", Self::Bit),
    ];
}

/// What is covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cover {
    /// Nothing.
    None,
    /// A pane.
    Pane(Pane),
}

impl Cover {
    /// All of them, by the names that a file gives them.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("none", Self::None),
        ("hex", Self::Pane(Pane::Hex)),
        ("bits", Self::Pane(Pane::Bits)),
        ("code-points", Self::Pane(Pane::Points)),
    ];
}

/// What the panes show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// How they are read.
    pub encoding: &'static Encoding,
    /// Whether the bytes are given at this step, and so all is as at the start of a file where
    /// the fields below say nothing else.
    pub is_new: bool,
    /// The offset of the cursor, if the step says one.
    pub cursor: Option<u64>,
    /// The pane with the focus, if the step says one.
    pub focus: Option<Pane>,
    /// What a step of the cursor is, if the step says so.
    pub unit: Option<Unit>,
    /// What is covered, if the step says so.
    pub cover: Option<Cover>,
}

impl Scene {
    /// Some bytes, as at the start of a file.
    pub fn of(bytes: &[u8], encoding: &'static Encoding) -> Self {
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
