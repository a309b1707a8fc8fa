//! What a code point is, and how to show it safely.
//!
//! [`name`], [`property`] and [`block`] say what the Unicode character database knows of a scalar value,
//! [`notice`] what is unusual though it is well-formed, [`notice_group`] what of that belongs
//! together and how grave it is, [`set`] which code points have a category or a script, [`normal`]
//! which forms of a text mean the same, [`lookalike`] which words pass for others, [`cluster`] where
//! a grapheme
//! cluster begins, and [`glyph`] what may be drawn for it. The room knows nothing of encodings: it
//! is given `char`s.
//!
//! Its one invariant is [`glyph`]'s: no text from the inspected file reaches a terminal, a title
//! or a clipboard without passing through it.

mod aliases;
pub mod block;
mod class;
pub mod cluster;
pub mod clusters;
pub mod glyph;
pub mod hidden;
pub mod lookalike;
pub mod name;
mod name_table;
pub mod normal;
pub mod notice;
pub mod notice_group;
pub mod property;
pub mod set;
pub mod unseen;
