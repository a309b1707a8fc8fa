//! The texts of data of any kind, as they are listed.
//!
//! Invariant: the texts are those of the most evidence among the bytes that were searched.

use std::sync::Arc;

use crate::detect::verdict::FoundString;

/// The most texts in the list.
pub const MOST_STRINGS: usize = 50_000;
/// The most texts in it while the search goes on.
pub const FIRST_STRINGS: usize = 1000;

/// The texts that were found so far.
#[derive(Debug, Clone, Default)]
pub struct ListedStrings {
    /// Those of the most evidence, the most first.
    pub best: Arc<[FoundString]>,
    /// The number of all.
    pub count: u64,
    /// The offset up to which the data was searched.
    pub reached: u64,
    /// True if all of it was.
    pub is_complete: bool,
}
