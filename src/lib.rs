//! hexloupe: a loupe for encoded bytes.
//!
pub mod window;
