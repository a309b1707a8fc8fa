//! Text in bytes: sequences with their extents, and the reason for each ill-formed one.
//!
//! [`codec`] turns bytes into sequences and back, by the rules of a hundred encodings. It cannot
//! fail: ill-formed bytes are a value with a length and a reason. `unicode` describes code points
//! and shows them safely; [`window`] is a stretch of bytes, and the way through data in pieces;
//! [`vector`] has vector instructions of some machines. What it says is in English. Invariant: no
//! file, no clock, no thread.
//!
//! ```
//! use hexloupe_text::codec::{Fault, Meaning, Walk, table};
//! use hexloupe_text::window::Peek as _;
//!
//! let window = b"\xC3\xA9\xE2\x82".window(0, 4);
//! let steps: Vec<_> = Walk::new(table::UTF_8, 0, &window)
//!     .map(|step| (step.range(), step.meaning))
//!     .collect();
//! let cut = Meaning::IllFormed(Fault::Utf8Truncated);
//! assert_eq!(steps, [(0..2, Meaning::Scalar('é')), (2..4, cut)]);
//!
//! // Encodings are rows of a table, found by their ids; `table::by_label` knows other names.
//! let utf_16 = table::by_id("utf-16le").expect("an id");
//! let window = b"\x3D\xD8\x00\xDE".window(0, 4);
//! let step = Walk::new(utf_16, 0, &window).next().expect("a sequence");
//! assert_eq!((step.range(), step.meaning.scalar()), (0..4, Some('😀')));
//! ```
//!
//! Without the feature `unicode` there is no module `unicode`, and none of its tables is compiled.

pub mod codec;
#[cfg(feature = "unicode")]
pub mod unicode;
pub mod vector;
pub mod window;
