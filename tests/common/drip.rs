//! A pipe that brings its bytes a few at a time.
//!
//! Invariant: no read brings more than that, and all bytes arrive in order.

use std::io::{self, Read};

pub(crate) struct Drip {
    data: io::Cursor<Vec<u8>>,
    by: usize,
}

impl Drip {
    /// Brings `by` bytes at a time.
    pub(crate) fn new(data: &[u8], by: usize) -> Self {
        let data = io::Cursor::new(data.to_vec());
        Self { data, by }
    }
}

impl Read for Drip {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(self.by);
        self.data.read(&mut buffer[..len])
    }
}
