//! hexloupe: a loupe for encoded bytes.
//!
pub mod codec;
pub mod unicode;
pub mod window;
