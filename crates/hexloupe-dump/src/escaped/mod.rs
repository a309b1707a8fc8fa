//! Text in which bytes or characters are escaped: strings, entities, `%E2`.
//!
//! Text that is no escape stands for itself. So do line ends, except that of the last line, which
//! only ends the file. Invariant: text that begins like an escape and is none is an error, or is
//! kept with a remark.

pub(super) mod braced;
pub(super) mod cat_v;
mod characters;
pub(super) mod code_points;
pub(super) mod decimal_strings;
mod document;
pub(super) mod folded;
pub(super) mod html;
pub(super) mod imap;
pub(super) mod json;
pub(super) mod json_document;
pub(super) mod less;
mod names;
pub(super) mod octal_document;
pub(super) mod parameters;
pub(super) mod percent;
pub(super) mod quoted;
pub(super) mod quoted_printable;
mod sed_lines;
mod strings;
