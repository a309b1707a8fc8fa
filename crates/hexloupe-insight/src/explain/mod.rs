//! Why and how, as data: explanations of what [`codec`](hexloupe_text::codec) decides.
//!
//! [`fault`] says why bytes are ill-formed, [`notice`] why well-formed ones are unusual, [`hides`]
//! what a run of them hides,
//! [`assembly`] how payload bits become a code point, [`title`] what a notice is called
//! in a list, [`spellings`] how else a character is written, [`shift`] what shifts do, [`policy`]
//! how many U+FFFD programs show for the same bytes, [`rule`] what a kind of finding means, [`numbers`] what bytes are as numbers,
//! [`derivation`] the steps from a character to bytes and back, [`followed`] what misreadings make
//! of a character, [`card`] what else is true of a place, [`sheet`] the rows of cells of derivations
//! and cards, [`thing`] how what is to be explained is written. The screens draw it, the records
//! print it.
//!
//! Its one invariant: no text from the data leaves it raw. A character is quoted only if it may be
//! drawn as itself; otherwise only its number and name are given.

pub mod assembly;
pub mod card;
mod cells;
pub mod derivation;
pub mod fault;
pub mod followed;
pub mod hides;
pub mod notice;
pub mod numbers;
pub mod policy;
pub mod rule;
pub mod sheet;
pub mod shift;
pub mod spellings;
pub mod thing;
pub mod title;
mod words;

pub use words::{grouped, point, value};
