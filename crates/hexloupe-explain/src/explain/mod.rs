//! Reasons and ways, as data: explanations of the decisions of [`codec`](hexloupe_text::codec).
//!
//! [`fault`] explains why bytes are ill-formed, [`meant`] what they were meant to be, [`notice`] why
//! well-formed ones are unusual, [`hides`] the content of a run of unseen ones. [`assembly`] joins
//! payload bits to a code point,
//! [`title`] names a notice in a list, [`spellings`] has other written forms of a character,
//! [`shift`] the effects of shifts. [`policy`] has the number of U+FFFD that programs show for the
//! same bytes, [`rule`] the meaning of a kind of finding, [`numbers`] the values of bytes as
//! numbers. [`derivation`] has the steps from a character to bytes and back, [`followed`] a
//! character's way through misreadings, [`card`] more facts about a place, [`sheet`] the rows of
//! cells of derivations and cards, and [`thing`] the written forms of things to explain. The
//! screens draw it, the records print it.
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
pub mod meant;
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
