//! The inspector in a web page: the same sessions, pictures and keys, and no model of its own.
//!
//! ```text
//! page (assets/web)      worker
//! key, mouse, file --->  [`front::PageFront`] ---> a session of hexloupe
//! picture, copy    <---  [`cells`]            <--- its picture and effects
//! ```
//!
//! A worker of the page owns the sessions and the files, so that a file is read on demand and never
//! whole, and keys are answered while a job runs. The page draws cells and passes events on. A
//! terminal library was not taken: it would parse control sequences that we would first have to
//! write, and it writes style sheets at run time, which a strict content security policy forbids.
//! Rows of the page's own text are also what a screen reader, a search and a zoom understand.
//!
//! Invariant: every decision about bytes, keys and the screen is the program's.

pub mod cells;
pub mod downloads;
pub mod files;
pub mod front;
pub mod keys;
#[cfg(target_arch = "wasm32")]
pub mod page;
