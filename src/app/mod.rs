//! x
pub mod inspect;
pub mod terminal;
