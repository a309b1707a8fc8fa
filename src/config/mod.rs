//! What a tree says of how it is to be checked: `.hexloupe.toml`.
//!
//! A configuration is read from the tree that is checked, whose author may be nobody's friend. So
//! it can make a check stricter or quieter, and nothing else: it names no program, and no file
//! but by patterns that are compared with paths. Invariant: what is wrong in one is a line with
//! its place, and a name that nothing has is told with the nearest right one.

mod allowed;
mod file;
mod kind;
mod nearest;
mod patterns;

pub use allowed::Allowed;
pub use file::{Allowance, Config, Mistake};
pub use kind::Kind;
pub use nearest::{NAME, Nearest, load, nearest};
pub use patterns::Patterns;
