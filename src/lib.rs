//! hexloupe: a loupe for encoded bytes.
//!
//! ```text
//!            bytes                    meaning                   picture
//! file --> source --- Window ---> codec ---> Step ---> model ---> Screen ---> ui ---> cells ---> terminal
//!             |                      ^                   ^   \-----> report ---> text, records, documents
//!             +---> job (threads) ---+-- scan, detect    |
//!                     |                                  |
//!                     +---- Facts ---> app --------------+<--- command (table) <--- key
//! ```
//!
//! Left to right a byte becomes a meaning and a meaning a picture; right to left
//! a key becomes a command and a command changes the state. The two meet in
//! [`app`] and nowhere else.
//!
//! Three decisions carry everything:
//! 1. **Decoding never fails.** Ill-formed bytes are a value with a length and a
//!    reason ([`codec::Fault`]); a step always takes at least one byte.
//! 2. **Panes are projections.** One cursor, one viewport and one row geometry
//!    live in [`model::state`]; a pane owns no position, so panes cannot fall
//!    out of step.
//! 3. **Open sets are tables, closed sets are enums.** Encodings
//!    ([`codec::table`]), commands ([`command::table`]), forms of hex dumps
//!    ([`hexdump::table`]) and colours are rows of a table, and help, keymap
//!    and documents follow from the row; faults,
//!    roles and effects are enums, and the compiler is the checklist.
//!
//! | room | its one responsibility |
//! |---|---|
//! | [`window`] | the noun all rooms share: a stretch of bytes, how to ask for one, and the one way through data ([`window::sweep`]) |
//! | [`codec`] | the law: bytes to sequences and back; cannot fail |
//! | [`unicode`] | what a code point is, and how to show it safely |
//! | [`hexdump`] | text to bytes with addresses and back: one table of formats |
//! | [`source`] | bytes on demand: file, device, pipe, memory, imported dump |
//! | [`scan`] | what a stretch of the data holds, without clock or file |
//! | [`detect`] | which encoding, with evidence |
//! | [`explain`] | why and how, as data: faults, assembly, U+FFFD policies |
//! | [`job`] | long work over a source: threads, cancellation, progress |
//! | [`model`] | what the user has changed, and the picture it implies |
//! | [`command`] | the vocabulary of the user: commands, keys |
//! | [`session`] | one inspector without a terminal: an event in, effects and a picture out |
//! | [`ui`] | paints a picture into cells |
//! | [`report`] | the same facts printed |
//! | [`terminal`] | the device: cells out, keys and signals in, the guard that gives it back |
//! | [`cli`] | the command line, as a request |
//! | [`app`] | the loop, the events, what a command runs |
//!
//! A test (`tests/tidy`) reads the sources and holds which room may import
//! which: `window` and `unicode` know no other, `codec` and `source` only
//! `window`, and so on to the right; of the rooms nothing imports `app`.
//!
//! # One way through data
//!
//! Whoever goes through data in pieces, a printer, a check, statistics, a search, a scan,
//! a copy, takes them from a [`window::sweep::Sweep`]: windows that show a piece and what an
//! encoding has to see around it ([`codec::Encoding::reach`]), and which part of a piece is
//! decided by them. The end of the data is told apart from the end of what was looked at in
//! that one place. Lines, columns, characters and faults are counted by
//! [`scan::facts::counted`], which also decides what opens the data; work that threads
//! share comes back in order through [`job::ordered`], which also carries from piece to
//! piece what was counted before. How much is gone through at once is an argument of every
//! consumer, and changes nothing. Zeros that are known without being read (holes of a sparse
//! file, repetitions in a hex dump) are counted without being read.
//!
//! # What things cost
//!
//! A picture decodes what is visible and a few bytes round it (in encodings that do
//! not synchronise themselves up to 4 KiB before it, or from a checkpoint), so opening,
//! stepping and jumping cost the same in a file of any length: `cargo bench
//! --bench inspector` printed, on two shared cores, medians over files of 1 KiB,
//! mixed text, random bytes, 8 GiB and 1 TiB at 120x40 and 220x50:
//!
//! | | |
//! |---|---|
//! | first screen | 4 to 7 ms |
//! | to the end, to 50 % | 0.4 to 4.7 ms |
//! | a page down, to the last byte written | 0.3 to 1.0 ms |
//! | its processor time | 0.3 to 0.6 ms, 0.4 to 1.2 at 220x50 |
//! | its bytes | 7 to 18 KB of text, under 1 KB where little changes |
//! | private memory | 1.2 to 4.4 MiB, 6.5 once a gibibyte is scanned |
//! | idle | a look at the file a second, nothing written |
//!
//! The two large files were being scanned all the while.
//!
//! Half of a page's time goes into cells: painting, packing and comparing them,
//! and choosing control sequences. Sixteen system calls are made for a page, half of
//! them to wake the threads that read keys and the file. A key waits at most 30 ms
//! for a file that is slow; what has not come is drawn as such, and once more when it
//! has.
//!
//! A source keeps at most 2 MiB of pages; a pipe is spooled to memory and then
//! to a file without a name. Beside the loop the whole data is scanned into an
//! index ([`scan::facts::index`]) of at most 16,384 blocks, in steps of 256 KiB
//! that go past the pages: UTF-8 is counted by vector instructions, and only
//! characters beyond ASCII are looked at one by one. Where a line begins near each
//! 4 MiB, every processor takes a piece, unless the encoding shifts. What the index knows to be clean is
//! skipped, what it does not know yet is sought in blocks of 1 MiB, which are
//! counted, and stepped through only where the count finds one.
//!
//! A dump copies what it has printed before of the same sequence, on every processor
//! there is; one it has not met is found out first, a fault by what its neighbours
//! make of it. On two shared cores the medians of several runs lay between 0.85 and 1.2 times the time of `hexyl --plain` for 64 MiB of mixed
//! text (0.55 times in colour), between 1.7 and 2.3 times that of `xxd` for 32 MiB of
//! random bytes: there the branches that nothing foretells are what limits, on text
//! the writing itself.
//!
//! Most encodings tell their boundaries by the bytes just before. Where they do not
//! ([`codec::Settling`]), a byte behind which a boundary is sure is looked for in the
//! 4 KiB before; where there is none, what lies between is counted from a checkpoint
//! of the index, and until the scan has made one the row is marked as provisional.
//! An encoding that shifts is gone through by one thread, with the state that every
//! step and checkpoint carries; all others in pieces.
//!
//! What the user reads in another encoding than the rest are passages of the view
//! ([`scan::facts::passage`]). They cut the data into parts, and whoever asks
//! [`model::text`] or looks for a fault gets each part read as if it were all there is;
//! the index, and all that is counted, stay those of the whole data in its own encoding.
//! Without a passage nothing is cut, and nothing costs more.
//!
//! A check reads in steps of 1 MiB into a buffer of each thread, counts what is
//! well-formed by vector instructions, and steps through stretches of 4 KiB that are
//! not; a long file is taken in pieces by all threads, and what was counted before a
//! piece is handed on before its findings are put into words.
//!
//! On two cores, 256 MiB of text, the middle of three rounds beside `iconv`: GB18030
//! 0.23 s (1.8), `Shift_JIS` 0.23 (3.0), EUC-JP 0.23 (1.7), Big5 0.25 (2.4), windows-1251
//! 0.07 (1.4), EBCDIC 0.13 (1.1); of 128 MiB ISO-2022-JP 0.23 (0.72), UTF-7 0.40 (2.2).
//!
//! A guess looks at 64 KiB and four samples of 16 KiB, and has every encoding read an
//! excerpt of a few KiB of them. The whole program took, on the same two cores, 12 to 30 ms
//! for texts of 64 KiB in windows-1251, `Shift_JIS`, GB18030, UTF-16 and EBCDIC, 25 for
//! random bytes, 16 for a sparse terabyte, and 4 for an empty file: medians of eleven runs.
//!
//! A pattern is sought in blocks of 256 KiB on every processor, one string of bytes
//! at the speed of reading them; lines are counted in the same blocks while they are
//! near, and only for matches that are printed. Of that, reading is the larger part;
//! for characters and `-i` it is the automaton or the decoder, and where much is found
//! the printing.
//!
//! A hex dump is read by trying every reader of the table on its first 32 KiB; what a
//! reader makes of them (addresses that go on, a text column that agrees) decides, so that
//! the forms are described once. Bytes are spooled with their addresses, and a source over
//! them knows what an offset is called ([`window::Peek::address`]): offset 0 is the first
//! address, and a wide gap is drawn short, so that neither eye nor scan crosses it.
//!
//! Counting everything (`stats`) goes through the data on one thread: on the same two
//! cores, busy with other work, some 1 GB of ASCII a processor second, 0.1 GB of mixed
//! text, where stepping and its branches are the limit, a third of that of Devanagari,
//! whose clusters need the rules, and a quarter of it of random bytes. Its memory is
//! some 5 MiB, and 32 where every code point there is occurs.

// The tests of the source and those of the program share a fake file.
#[cfg(test)]
extern crate self as hexloupe;

pub mod app;
pub mod cli;
pub mod codec;
pub mod command;
pub mod detect;
pub mod explain;
pub mod hexdump;
pub mod job;
pub mod model;
pub mod report;
pub mod scan;
pub mod session;
pub mod source;
pub mod terminal;
pub mod ui;
pub mod unicode;
pub mod window;
