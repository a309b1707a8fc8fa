//! Places in the data, as people write them.
//!
//! Invariant: the forms read here are those in the help.

use crate::model::amount::{TypedPlace, address, quoted_place, size, typed_place};

/// An offset before the length of the data is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileOffset {
    /// Bytes from the start.
    FromStart(u64),
    /// Bytes from the end, towards the start.
    FromEnd(u64),
}

/// The place where the inspector starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartPlace {
    /// A byte.
    Offset(FileOffset),
    /// A line, from 1.
    Line(u64),
    /// A column of a line, both from 1.
    Column(u64, u64),
    /// A character or fault, from 1.
    Character(u64),
}

/// The place where the inspector starts: a byte, `line:234`, `234:84`, `char:340`.
pub(super) fn start_place(text: &str) -> Result<StartPlace, String> {
    if text.trim().starts_with('-') {
        return place(text).map(StartPlace::Offset);
    }
    let found = typed_place(text).ok().or_else(|| quoted_place(text));
    let found = found.ok_or_else(|| {
        "not a place; write 31, 0x1f, 4KiB, line:234, 234:84 or char:340".to_owned()
    })?;
    Ok(match found {
        TypedPlace::Address(address) => StartPlace::Offset(FileOffset::FromStart(address)),
        TypedPlace::Line(line) => StartPlace::Line(line),
        TypedPlace::Column(line, column) => StartPlace::Column(line, column),
        TypedPlace::Character(number) => StartPlace::Character(number),
    })
}

/// A place in the data: a number of bytes, from the end if negative.
pub(super) fn place(text: &str) -> Result<FileOffset, String> {
    match text.trim().strip_prefix('-') {
        Some(back) => size(back).map(FileOffset::FromEnd),
        None => address(text)
            .or_else(|why| match quoted_place(text) {
                Some(TypedPlace::Address(at)) => Ok(at),
                _ => Err(why),
            })
            .map(FileOffset::FromStart),
    }
}
