//! Whether the view stays at the end of data that grows.
//!
//! Invariant: only the user begins and ends that.

/// Whether the view stays at the end of data that grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Follow {
    /// It stays where it is.
    #[default]
    No,
    /// It goes to the end with all that comes.
    End,
}
