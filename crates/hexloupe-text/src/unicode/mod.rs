//! The properties of code points, and their safe display.
//!
//! [`name`], [`property`] and [`block`] give the facts of the Unicode character database about a
//! scalar value. [`notice`] lists unusual but well-formed characters, and [`notice_group`] their
//! groups and severity. [`set`] has the code points of a category or a script, [`normal`] the forms
//! of a text that mean the same, and [`lookalike`] words that pass for others. [`cluster`] finds
//! where a grapheme cluster begins, [`line_ends`] where a line of text may end, and [`glyph`] the text
//! that may be drawn for it. The room knows nothing of encodings: its arguments are `char`s.
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
pub mod line_ends;
pub mod lookalike;
pub mod name;
mod name_table;
pub mod normal;
pub mod notice;
pub mod notice_group;
pub mod property;
pub mod set;
pub mod unseen;
