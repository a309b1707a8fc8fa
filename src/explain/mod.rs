//! Why and how, as data: commentary on the law of [`codec`](crate::codec).
//!
//! [`fault`] says why bytes are ill-formed, [`notice`] why well-formed ones are
//! worth a word, [`assembly`] how payload bits become a code point and back,
//! [`title`] what either is called in a list, [`spellings`] how else a character is written, [`shift`] what shifts do, [`policy`] how many U+FFFD
//! programs make of the same bytes. The screens draw it, the records print it.
//!
//! Its one invariant: no text from the data leaves it raw. A character is quoted
//! only if it may be drawn as itself, else it is called by number and name.

pub mod assembly;
mod cells;
pub mod fault;
pub mod notice;
pub mod policy;
pub mod shift;
pub mod spellings;
pub mod title;
mod words;

pub use words::{point, value};
