//! The data and the output of an export, which report its progress and stop when it is
//! cancelled.
//!
//! Invariant: once it is cancelled, the data appears to end and writing fails, so that
//! the writer stops.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};

use crate::job::Control;
use crate::window::{Peek, Window};

/// Data that reports the progress of reading.
pub(super) struct Watched<'a, 'b> {
    data: &'a dyn Peek,
    control: RefCell<&'a mut Control<'b>>,
    cancelled: Cell<bool>,
}

impl<'a, 'b> Watched<'a, 'b> {
    pub(super) fn new(data: &'a dyn Peek, control: &'a mut Control<'b>) -> Self {
        Self {
            data,
            control: RefCell::new(control),
            cancelled: Cell::new(false),
        }
    }

    /// Reports whether it was cancelled before its end.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.get()
    }

    /// An output that fails once this is cancelled.
    pub(super) fn guard<'c>(&'c self, output: &'c mut dyn Write) -> CancellableOutput<'c> {
        CancellableOutput {
            output,
            cancelled: &self.cancelled,
            bytes: 0,
        }
    }
}

impl Peek for Watched<'_, '_> {
    fn len(&self) -> u64 {
        self.data.len()
    }

    fn window(&self, start: u64, len: usize) -> Window {
        if self.control.borrow_mut().reached(start) {
            self.cancelled.set(true);
        }
        if self.cancelled.get() {
            return Window {
                start,
                ends: true,
                ..Window::default()
            };
        }
        self.data.window(start, len)
    }

    fn address(&self, offset: u64) -> u64 {
        self.data.address(offset)
    }

    fn offset_of(&self, address: u64) -> u64 {
        self.data.offset_of(address)
    }
}

/// An output that fails once the export is cancelled.
pub(super) struct CancellableOutput<'a> {
    output: &'a mut dyn Write,
    cancelled: &'a Cell<bool>,
    bytes: u64,
}

impl CancellableOutput<'_> {
    /// The bytes written so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Write for CancellableOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cancelled.get() {
            return Err(io::Error::other("cancelled"));
        }
        let written = self.output.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn once_it_is_cancelled_the_data_ends_and_nothing_is_written() {
        let told = AtomicBool::new(false);
        let mut control = Control::new(&told, &|_| ());
        let data = b"abc".to_vec();
        let watched = Watched::new(&data, &mut control);
        let mut file = Vec::new();
        let mut out = watched.guard(&mut file);
        assert_eq!(watched.window(1, 9), data.window(1, 9));
        out.write_all(b"ab").unwrap();
        told.store(true, Ordering::Relaxed);
        let window = watched.window(1, 9);
        assert!(window.ends && window.bytes.is_empty() && watched.is_cancelled());
        assert!(out.write_all(b"c").is_err());
        assert_eq!(out.bytes(), 2);
    }
}
