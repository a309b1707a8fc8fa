//! The commands as scripts run them: the real binary, its output and its exit code.
//!
//! One program for all of them, since linking each would take longer than running it. Invariant: a
//! test starts the binary in a folder of its own, and shares nothing with others.

mod burmese;
mod carriers;
mod cases;
mod compare;
#[cfg(unix)]
mod completions;
mod config;
mod damaged_words;
mod diff;
mod documents;
mod east_asia;
mod encodings;
mod escapes;
mod explain;
mod find;
mod full;
mod golden;
mod guard;
mod guard_serve;
mod guess;
mod layers;
mod learn;
mod left;
mod lone_signs;
mod mend;
mod merge;
mod neighbours;
mod nothing;
mod one_encoding;
mod one_line;
mod page;
mod pasted;
mod ranges;
mod recode;
mod regions;
mod relatives;
mod replace;
mod spoken;
mod strings;
mod table;
mod told;
mod undump;
mod undump_onto;
mod unspaced;
