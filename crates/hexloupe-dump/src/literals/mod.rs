//! Bytes in source code: lists of numbers, and strings that hold bytes.
//!
//! One engine (`source`) reads all languages, which differ by a row of data (`language`). SQL has
//! no lists, and a reader of its own.

pub(super) mod erlang;
pub(super) mod formats;
pub(super) mod indexed;
mod language;
mod number;
pub(crate) mod number_list;
mod source;
pub(super) mod sql;
mod strings;
