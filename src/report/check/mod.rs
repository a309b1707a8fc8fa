//! What a check found, in words and in records.
//!
//! [`Lines`] are for people and editors, [`Records`] for programs, `summary` makes the
//! last line. Invariant: a finding is one line, whatever its path and its bytes hold.

mod kind;
mod records;
pub(crate) mod summary;
mod text;

pub use kind::Kind;
pub use records::Records;
pub(super) use records::{faults, why};
pub use text::Lines;

use super::{Syntax, Syntaxes};

/// The syntaxes, the default first.
pub const SYNTAXES: &Syntaxes = &[
    (
        Syntax::Text,
        "one finding per line, PATH:LINE:COLUMN first, so that editors can jump",
    ),
    (
        Syntax::Jsonl,
        "one JSON object per finding and one per file, for programs; stable",
    ),
];
