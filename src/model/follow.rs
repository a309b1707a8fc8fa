//! The choice to stay at the end of data that grows.
//!
//! Invariant: only the user changes it.

/// The choice to stay at the end of data that grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Follow {
    /// Stays at its place.
    #[default]
    No,
    /// Moves to the end whenever data arrives.
    End,
}
