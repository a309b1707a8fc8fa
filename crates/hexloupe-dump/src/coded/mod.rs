//! Digits of 6 or 5 bits: base64, its URL-safe variant, base32.
//!
//! One engine (`reader`) reads them all; they differ by their alphabet. Data URIs and the words of
//! mail headers have base64 too, and readers of their own.

mod alphabet;
pub(super) mod base32;
pub(super) mod base64;
pub(super) mod data_uri;
pub(super) mod encoded_words;
pub(crate) mod lines;
mod reader;
pub(super) mod uuencode;
