//! Output made by several threads, written in order.
//!
//! The output consists of pieces, which the threads make in turn: of `n` threads the first makes
//! the pieces 0, n, 2n and so on. Invariant: the output is the same as from one thread.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::ordered::{self, ItemDistribution, OrderedWorker};

/// Writes to `out` the pieces that `threads` threads make. `make` gets the index of its share,
/// flushes after each piece, and returns after its last. Returns the result of each `make`.
///
/// # Errors
/// The output could not be written, or a thread could not make its share.
pub(crate) fn write<T: Send>(
    threads: u64,
    make: impl Fn(u64, &mut dyn Write) -> io::Result<T> + Sync,
    out: &mut dyn Write,
) -> io::Result<Vec<T>> {
    let spare = SpareMemory::default();
    let work = |worker: &mut OrderedWorker<'_, Vec<u8>>| {
        let (index, bytes) = (worker.index(), Vec::new());
        let spare = &spare;
        make(
            index,
            &mut FlushedPiece {
                bytes,
                spare,
                worker,
            },
        )
    };
    let (written, ends) = ordered::run(threads, ItemDistribution::InTurn, work, |piece| {
        let Some(piece) = piece else {
            return ControlFlow::Continue(());
        };
        let written = out.write_all(&piece);
        spare.store(piece);
        written.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    });
    if let ControlFlow::Break(error) = written {
        return Err(error);
    }
    ends.into_iter().collect()
}

/// The memory of pieces that have been written, for later ones: fresh memory would be cleared by
/// the system first.
#[derive(Default)]
struct SpareMemory(Mutex<Vec<Vec<u8>>>);

impl SpareMemory {
    fn store(&self, mut piece: Vec<u8>) {
        piece.clear();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(piece);
    }

    fn next(&self) -> Vec<u8> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.pop().unwrap_or_default()
    }
}

/// A piece being made; a flush passes it on.
struct FlushedPiece<'a, 'b> {
    bytes: Vec<u8>,
    spare: &'a SpareMemory,
    worker: &'a mut OrderedWorker<'b, Vec<u8>>,
}

impl Write for FlushedPiece<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let piece = std::mem::replace(&mut self.bytes, self.spare.next());
        let taken = self.worker.item().is_some() && self.worker.give(piece);
        self.worker.end_item();
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        taken.then_some(()).ok_or_else(gone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes the numbers below `count`, one per piece.
    fn numbers(threads: u64, count: u64) -> impl Fn(u64, &mut dyn Write) -> io::Result<u64> + Sync {
        move |index, out| {
            let mut made = 0;
            for number in (index..count).step_by(threads as usize) {
                write!(out, "{number} ")?;
                out.flush()?;
                made += 1;
            }
            Ok(made)
        }
    }

    #[test]
    fn pieces_are_written_in_order() {
        for threads in 1..5 {
            for count in 0..20 {
                let mut out = Vec::new();
                let made = write(threads, numbers(threads, count), &mut out).unwrap();
                let expected: Vec<_> = (0..count).map(|number| number.to_string()).collect();
                let out = String::from_utf8(out).unwrap();
                assert_eq!(out.split_whitespace().collect::<Vec<_>>(), expected);
                assert_eq!(made.iter().sum::<u64>(), count);
            }
        }
    }

    #[test]
    fn an_output_that_is_closed_ends_all() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let error = write(3, numbers(3, u64::MAX), &mut Closed).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
