//! hexloupe: a loupe for encoded bytes.
//!
pub mod codec;
pub mod command;
pub mod detect;
pub mod explain;
pub mod job;
pub mod model;
pub mod scan;
pub mod source;
pub mod ui;
pub mod unicode;
pub mod window;
