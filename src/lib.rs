//! hexloupe: a loupe for encoded bytes.
//!
//! ```text
//!            bytes                    meaning                   picture
//! file --> source --- Window ---> codec ---> Step ---> model ---> Screen ---> ui ---> cells ---> terminal
//!             |                      ^                   ^   \-----> report ---> text, records, documents
//!             +---> job (threads) ---+-- scan, detect    |
//!                     |                                  |
//!                     +---- Facts --> session -----------+<--- command (table) <--- key
//! ```
//!
//! From left to right bytes get a meaning, and meanings become a picture; from right to left a key
//! becomes a command, and a command changes the state. The two meet in [`session`], which knows no
//! terminal, no clock and no thread; [`app`] has those, passes events to a session and carries out
//! its effects.
//!
//! Three decisions shape everything:
//! 1. **Decoding never fails.** Ill-formed bytes are a value with a length and a
//!    reason ([`codec::Fault`]); a step always takes at least one byte.
//! 2. **Panes are projections.** One cursor, one viewport and one row geometry
//!    live in [`model::state`]; a pane owns no position, so panes cannot fall
//!    out of step.
//! 3. **Open sets are tables, closed sets are enums.** Encodings
//!    ([`codec::table`]), commands ([`command::table`]), faults ([`codec::Fault`]),
//!    notices ([`unicode::notice`]), forms of hex dumps ([`hexdump::table`]) and colours
//!    are rows of a table, and help, keymap and documents follow from the row; roles,
//!    events and effects are enums, and the compiler is the checklist.
//!
//! # The rooms
//!
//! A workspace: this crate is the program, and below it stand libraries without a file, a clock or
//! a thread. Their rooms have the same names here.
//!
//! | crate | room | its one responsibility |
//! |---|---|---|
//! | `hexloupe-text` | [`window`] | the type all rooms share: a stretch of bytes, how to ask for one, and the one way through data ([`window::sweep`]) |
//! | | [`vector`] | vector instructions of some machines by short names, and the one place that detects them |
//! | | [`codec`] | the rules of every encoding: bytes to sequences and back; cannot fail |
//! | | [`unicode`] | the properties of code points, and their safe display |
//! | `hexloupe-dump` | [`hexdump`] | text to bytes with addresses and back: one table of formats |
//! | `hexloupe-explain` | [`language`] | the languages that the program speaks |
//! | | [`texts`] | all that is said, a file for each language in `assets/texts`; the build checks ids and places |
//! | | [`explain`] | explanations as data: faults, derivations both ways, cards, U+FFFD policies |
//! | `hexloupe-insight` | [`scan`] | the content of a stretch of the data |
//! | | [`detect`] | the encoding, with evidence; mojibake, with its chain of misreadings; the reading of each stretch; text among other bytes |
//! | `hexloupe-lesson` | [`lesson`] | texts and questions for learners, and the mistakes behind wrong answers |
//! | `hexloupe` | `platform` | the differences of systems in files, programs and their ends; one trait, a file for each system |
//! | | [`source`] | bytes on demand: file, device, pipe, memory, imported dump, and the layer of changes over any of them; old versions of files, from git |
//! | | [`job`] | long work over a source: threads, cancellation, progress |
//! | | [`model`] | the user's changes, and the picture they imply |
//! | | [`command`] | the vocabulary of the user: commands, keys, the overlays above the panes |
//! | | [`session`] | one inspector without a terminal: an event in, effects and a picture out; several in tabs |
//! | | `ui` | paints a picture into cells |
//! | | [`report`] | the same facts printed; records of earlier runs and of other programs read |
//! | | `terminal` | the device: cells out, keys and signals in, the guard that restores it |
//! | | [`config`] | the settings of a tree for its check and its declarations about its files, those of a user for all else, and a file of named regions |
//! | | [`cli`] | the command line, as a request |
//! | | [`app`] | the loop and the threads; runs the requests of the command line |
//! | `hexloupe-web` | `front` | the same inspector behind a web page (`assets/web`), without a terminal or a thread |
//!
//! Without the feature `terminal`, `terminal` is not built, nor what opens it in [`app`]; without
//! `picture`, which it includes, no picture is painted: there is no `ui`.
//! Without the feature `mcp`, `guard` has no server, and nothing needs an asynchronous runtime.
//!
//! The compiler checks that no crate uses one above it. A test (`tests/tidy`) checks the rest: which
//! room of a crate may import which (no room imports `app`), that files, clocks, threads and the
//! terminal stay in the rooms that have them, and that decisions depend on the facts of an
//! encoding's row ([`codec::Encoding`]): no code outside `codec` asks which encoding it is.
//!
//! # One way through data
//!
//! A printer, a check, statistics, a search, a scan and a copy all read data in pieces, which they
//! take from a [`window::sweep::Sweep`]: windows that show a piece and the bytes around it that an
//! encoding has to see ([`codec::Encoding::reach`]), and how much of a piece they decide. Only
//! that place distinguishes the end of the data from the end of a window. Lines, columns,
//! characters and faults are counted by [`scan::facts::counted`], which also decides what opens
//! the data; work that threads share comes back in order through `job::ordered`, which also
//! carries the counts from piece to piece. The size of the pieces is an argument of every consumer
//! and does not change the result. Zeros that are known without being read (holes of a sparse
//! file, repetitions in a hex dump) are counted without being read. After bytes were
//! overwritten, only the blocks around them are counted again, with the old and the new bytes
//! ([`scan::index::recount`]).
//!
//! # The library
//!
//! The command line and the records are what versions promise; **the library is unstable**: every
//! version may change it. Four things in it are meant to be used by other programs.
//!
//! **Decoding, with extents.** A walk gives each sequence with its range of bytes and its meaning, and
//! never fails:
//!
//! ```
//! use hexloupe::codec::{Fault, Meaning, Walk, table};
//! use hexloupe::window::Peek as _;
//!
//! let window = b"\xC3\xA9\xE2\x82".window(0, 4);
//! let steps: Vec<_> = Walk::new(table::UTF_8, 0, &window)
//!     .map(|step| (step.range(), step.meaning))
//!     .collect();
//! let cut = Meaning::IllFormed(Fault::Utf8Truncated);
//! assert_eq!(steps, [(0..2, Meaning::Scalar('é')), (2..4, cut)]);
//!
//! // Encodings are rows of a table, found by their ids (`table::by_label` knows other names).
//! let utf_16 = table::by_id("utf-16le").expect("an id");
//! let window = b"\x3D\xD8\x00\xDE".window(0, 4);
//! let step = Walk::new(utf_16, 0, &window).next().expect("a sequence");
//! assert_eq!((step.range(), step.meaning.scalar()), (0..4, Some('😀')));
//! ```
//!
//! **Faults.** Each kind has an id that scripts rely on, and each place its reason:
//!
//! ```
//! use hexloupe::codec::{Fault, Walk, table};
//! use hexloupe::explain::fault::fault;
//! use hexloupe::language::Language;
//! use hexloupe::window::Peek as _;
//!
//! let window = b"a\xC0\xAFb".window(0, 4);
//! let walk = Walk::new(table::UTF_8, 0, &window);
//! let first = Walk::new(table::UTF_8, 0, &window)
//!     .find(|step| step.meaning.fault().is_some())
//!     .expect("a fault");
//! let reason = fault(table::UTF_8, &walk.context(&first), Language::English);
//! let reason = reason.expect("a fault has a reason");
//! assert_eq!(first.meaning.fault().map(Fault::id), Some("utf8-overlong"));
//! assert_eq!((first.offset, reason.title.as_str()), (1, "overlong form"));
//! ```
//!
//! **Explaining.** How a character becomes bytes, or bytes a character, step by step, each with the
//! clause of its standard:
//!
//! ```
//! use hexloupe::codec::table;
//! use hexloupe::explain::derivation;
//! use hexloupe::language::Language;
//!
//! let euro = derivation::encode(table::UTF_8, 0x20AC, Language::English);
//! assert_eq!(euro.bytes.as_deref(), Some(&b"\xE2\x82\xAC"[..]));
//! assert!(euro.steps.iter().all(|step| !step.title.is_empty()));
//!
//! let back = derivation::decode(table::UTF_8, b"\xE2\x82\xAC", Language::English);
//! assert_eq!(back[0].code_points, [0x20AC]);
//! ```
//!
//! **Scanning.** A file, or anything else that is a [`source::Source`], is counted into an index:
//!
//! ```
//! use hexloupe::codec::table;
//! use hexloupe::scan::index;
//! use hexloupe::source::Source;
//!
//! let source = Source::memory("bytes", &b"caf\xC3\xA9\n\xFF"[..]);
//! let index = index::build(&source, table::UTF_8, 0);
//! assert_eq!(index.totals.faults.total(), 1);
//! assert_eq!(index.reached.offset, 7);
//! ```
//!
//! Beside these, an inspector runs without a terminal, which the tests live on:
//!
//! ```
//! use hexloupe::command::input::UserInput;
//! use hexloupe::command::FrontRequest;
//! use hexloupe::session::{SessionStart, SessionEvent, Opened, Session, SessionEffect};
//!
//! let opened = Opened::memory("bytes", &b"hello"[..]);
//! let (mut session, _) = Session::new(&opened, SessionStart::default());
//! let key = "q".parse().expect("a key");
//! let effects = session.handle(SessionEvent::Input(UserInput::Key(key)));
//! assert!(matches!(effects[0], SessionEffect::Front(FrontRequest::Quit)));
//! ```
//!
//! # Where to begin
//!
//! The nine walks of `CONTRIBUTING.md` are the changes that are often wanted. Others:
//!
//! | to add | begin at |
//! |---|---|
//! | a form of table files | a file in `codec/table_file` of `hexloupe-text` |
//! | something that takes long | a job in [`job`]; its row among the questions of `session/table.rs` |
//! | a way to write what is to be explained | its row in [`explain::thing::FORMS`] |
//! | a mistake of learners | a row of a table beside [`lesson::misconception`] |
//! | a carrier of damaged text | its row in `detect::verdict::Carrier`, its function in [`job::carrier`], its words in `model/carrier.rs` |
//! | a form that text may be inside | its row in [`job::layer::CoatKind`], its pattern in `job/layer/text.rs`, its reader in `job/layer/undo.rs` |
//! | a kind of change that software makes to text | a variant of `TextAlteration` in `job/against/way.rs`, its place in `ways.rs` |
//! | a tool of the server for coding tools | its row in `app/guard/serve/tools.rs` |
//! | a setting | its row in [`config::settings`], and where it is used |
//!
//! What things cost, and what was measured, is in `assets/costs.md`.

// The unit tests of `source` and the integration tests share a fake file.
#[cfg(test)]
extern crate self as hexloupe;

pub mod app;
pub mod cli;
pub mod command;
pub mod config;
pub mod job;
pub mod model;
mod platform;
pub mod report;
pub mod session;
pub mod source;
#[cfg(feature = "terminal")]
pub mod terminal;
#[cfg(feature = "picture")]
pub mod ui;

pub use hexloupe_dump as hexdump;
pub use hexloupe_explain::{explain, language, texts};
pub use hexloupe_insight::{detect, scan};
pub use hexloupe_lesson as lesson;
#[cfg(target_arch = "x86_64")]
pub use hexloupe_text::vector;
pub use hexloupe_text::{codec, unicode, window};
