//! hexloupe: a loupe for encoded bytes.
//!
pub mod codec;
pub mod window;
