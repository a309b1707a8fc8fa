//! Abilities that a command may need of the system.
//!
//! They exist so that nothing is offered that cannot work: a command without its ability has no
//! keys, and the help, the suggestions and the list of keys leave it out. Invariant: a row of the
//! table names its need, the maker of a keymap names the abilities, and nobody else asks.

/// An ability that some systems lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ability {
    /// A shell can stop a program, and continue it.
    JobControl,
}

impl Ability {
    /// The abilities of Unix, which the documents assume: all of them.
    pub const ALL: &'static [Self] = &[Self::JobControl];
}
