//! Output made by several threads, written in order.
//!
//! The output is a row of pieces, which the threads make in turn: of `n` the
//! first makes the pieces 0, n, 2n and so on. Invariant: at most three pieces of
//! a thread are held at a time, the one it makes and the one it waits to hand
//! over among them.

use std::io::{self, Write};
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, ScopedJoinHandle};

/// Writes pieces to `out` that as many threads make. `make` has the number of
/// its share; it flushes behind each piece, and ends behind its last one.
/// Answers what each thread did.
///
/// # Errors
/// The output could not be written, or a thread could not make its share.
pub fn write<T: Send>(
    threads: u64,
    make: impl Fn(u64, &mut dyn Write) -> io::Result<T> + Sync,
    out: &mut dyn Write,
) -> io::Result<Vec<T>> {
    let make = &make;
    thread::scope(|scope| {
        let share = |index| {
            let (sender, pieces) = sync_channel(1);
            let mut piece = Piece {
                bytes: Vec::new(),
                sender,
            };
            (pieces, scope.spawn(move || make(index, &mut piece)))
        };
        let (pieces, threads): (Vec<_>, Vec<_>) = (0..threads).map(share).unzip();
        let written = in_turn(&pieces, out);
        // Whoever still makes pieces has nobody to take them, and ends.
        drop(pieces);
        let ends: Vec<_> = threads.into_iter().map(ScopedJoinHandle::join).collect();
        written?;
        let result = |end: thread::Result<_>| end.unwrap_or_else(|panic| resume_unwind(panic));
        ends.into_iter().map(result).collect()
    })
}

/// Writes the pieces of all in turn, up to the first that is not made.
fn in_turn(pieces: &[Receiver<Vec<u8>>], out: &mut dyn Write) -> io::Result<()> {
    for pieces in pieces.iter().cycle() {
        match pieces.recv() {
            Ok(piece) => out.write_all(&piece)?,
            Err(_) => break,
        }
    }
    Ok(())
}

/// A piece in the making; a flush hands it over.
struct Piece {
    bytes: Vec<u8>,
    sender: SyncSender<Vec<u8>>,
}

impl Write for Piece {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let room = self.bytes.len();
        let piece = std::mem::replace(&mut self.bytes, Vec::with_capacity(room));
        let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        self.sender.send(piece).map_err(gone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers below `count`, a piece each.
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
