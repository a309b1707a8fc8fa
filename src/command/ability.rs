//! What a command may need of the system that the program runs on.
//!
//! It exists so that nothing is offered that cannot work: a command whose ability is missing has no
//! keys, and the help, the suggestions and the list of keys leave it out. Invariant: a row of the
//! table says what it needs, whoever makes a keymap says what there is, and nobody else asks.

/// Something that not every system has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ability {
    /// A shell can stop a program, and continue it.
    JobControl,
}

impl Ability {
    /// What Unix has, of which the documents tell: all of them.
    pub const ALL: &'static [Self] = &[Self::JobControl];
}
