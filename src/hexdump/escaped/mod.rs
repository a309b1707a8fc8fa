//! Text in which bytes or characters are escaped: strings, entities, `%E2`.
//!
//! What is no escape stands for itself, and so do the ends of lines between
//! lines; that of the last line is how files end, and is none of the data.
//! Invariant: what is begun like an escape and is none is an error, or stays as
//! it stands and is remarked.

mod characters;
pub(super) mod code_points;
pub(super) mod html;
pub(super) mod json;
mod names;
pub(super) mod percent;
pub(super) mod quoted;
pub(super) mod quoted_printable;
mod strings;
