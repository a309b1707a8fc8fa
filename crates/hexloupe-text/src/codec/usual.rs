//! The languages that were usually written in an encoding before Unicode: facts of its row.
//!
//! Invariant: of the encodings of a language each has a rank of its own, and the ranks have no gap.

/// The languages of Western and Northern Europe, and others whose letters these have, by their codes.
pub(super) const WESTERN: &str = "en fr de es pt it sv da nb fi is nl ca gl eu oc ast af lb nn fo ga gd \
    br sq la id tl sw fur wa rm sc co nds";
/// The languages of Central Europe, by their codes.
pub(super) const CENTRAL: &str = "pl cs hu ro hr sk sl hsb";

/// Languages for which an encoding is equally usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsualFor {
    /// The number of encodings that are more usual for each of them.
    pub rank: u8,
    /// Their codes (BCP 47), with a space between two.
    pub languages: &'static str,
}

impl UsualFor {
    pub(super) const fn new(rank: u8, languages: &'static str) -> Self {
        Self { rank, languages }
    }
}
