//! What a code point is, and how to show it safely.
//!
//! [`name`] and [`property`] say what the Unicode character database knows of
//! a scalar value, [`notice`] what is worth a word though it is well-formed,
//! [`set`] and [`normal`] which code points and forms a name means, [`cluster`]
//! where a grapheme cluster begins, and [`glyph`] what may be
//! drawn for it. The room knows nothing of encodings: it is given `char`s.
//!
//! Its one invariant is [`glyph`]'s: no text from the inspected file reaches
//! a terminal, a title or a clipboard but through it.

mod aliases;
mod class;
pub mod cluster;
pub mod clusters;
pub mod glyph;
pub mod name;
pub mod normal;
pub mod notice;
pub mod property;
pub mod set;
