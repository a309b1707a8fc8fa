//! Hex dumps and related formats: text to bytes with addresses, and back.
//!
//! Every format for writing down bytes is one row of [`table::FORMATS`]: its reader, its detector,
//! an example and, where it makes sense, its writer. Text comes in pieces of any size
//! ([`import::DumpImport`]), and is cut into cleaned lines (`text`). A [`DumpReader`] turns the
//! lines into bytes at addresses and remarks ([`out::ReaderOutput`]). No input or output happens
//! here.
//!
//! Imports go one way: `import` uses the table, `choose`, which tries some formats, and `log`, which
//! finds dumps among other text; `log` uses the table and `choose`; the table uses the formats; a
//! format uses the engine that reads it (`columns`, `digits`, `coded`, `records`, `literals`,
//! `escaped`) and its numbers in `confidence`; all of them use `format`, `trial`, `text` and `out`.
//!
//! Invariant: no byte is invented, and none is dropped without a remark; memory
//! does not grow with the text.

mod assembler;
mod called;
mod canonical;
mod choose;
mod clean;
mod coded;
mod columns;
pub mod confidence;
mod digits;
mod disassembly;
mod doubt;
mod dump;
mod escape;
mod escape_style;
mod escaped;
mod format;
mod gdb;
mod gdb_print;
mod hex_digit;
mod hexyl;
pub mod import;
mod list;
mod literals;
mod log;
mod notation;
mod number_escape;
mod od;
mod oracle;
pub mod out;
mod packets;
mod panes;
pub mod patch;
pub mod placed;
mod reason;
mod records;
mod septets;
mod sign;
mod sms;
mod stacked;
mod stamps;
mod state_machine;
pub mod table;
#[cfg(test)]
mod testing;
pub mod text;
pub mod trial;
mod uboot;
mod unread;
mod vertical;
mod windows;
mod xxd;

pub use format::{
    Addresses, DumpFormat, DumpLayout, DumpReader, DumpWriter, FormatSubject, NewReader, NewWriter,
    QuoteMarks,
};
