//! Bytes with addresses, sorted: the content of an imported hex dump.
//!
//! They come in the order of the dump, with gaps and repetitions, and are stored in a spool; memory
//! holds only their addresses, in pieces that are joined if one continues another. Invariant: after
//! [`AddressedBuilder::build`] the pieces are in order and do not overlap; if two lines give the
//! same address, the earlier line wins. Memory grows with the number of pieces; a dump in order
//! without gaps has one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::Path;

use super::Trouble;
use super::addressed::{AddressRun, AddressedBytes};
use super::stream::SpooledStream;
use crate::hexdump::out::AddressedRun;
use crate::window::Window;

/// The largest number of pieces: 192 MiB of memory.
const MOST: usize = 4 << 20;
/// The largest number of bytes of an overlap that are compared.
const COMPARED: u64 = 16 << 20;
/// The largest number of overlaps that are reported.
const MOST_TOLD: usize = 100;

/// Two lines of a dump that give different bytes for the same address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap {
    /// The line whose byte was used, and the later one.
    pub lines: (u64, u64),
    /// The first address at which they differ.
    pub address: u64,
    /// The bytes that they give there.
    pub bytes: (u8, u8),
}

/// Collects bytes that come with addresses.
pub struct AddressedBuilder {
    spool: SpooledStream,
    pieces: Vec<AddressRun>,
    /// The address after the last piece.
    end: u64,
    in_order: bool,
    total: u64,
}

impl AddressedBuilder {
    /// An empty builder, for a dump of this name.
    pub fn new(name: &Path) -> Self {
        Self::with_room(name, 0)
    }

    /// An empty builder, for a dump of this name; at least `room` bytes stay in memory.
    pub fn with_room(name: &Path, room: usize) -> Self {
        Self {
            spool: SpooledStream::kept(name, room),
            pieces: Vec::new(),
            end: 0,
            in_order: true,
            total: 0,
        }
    }

    /// Takes bytes, and the runs with their addresses.
    ///
    /// # Errors
    /// There is no room to store them, or they are in too many pieces.
    pub fn add(&mut self, bytes: &[u8], runs: &[AddressedRun]) -> Result<(), Trouble> {
        let at = self.spool.len();
        self.spool.append_bytes(bytes)?;
        for run in runs {
            let piece = AddressRun {
                address: run.address,
                total: run.total,
                at: at + run.at as u64,
                len: run.len as u64,
                turn: 0,
                line: run.line,
            };
            self.in_order &= piece.address >= self.end || self.pieces.is_empty();
            self.end = piece.end();
            self.total = self.total.saturating_add(piece.total);
            let before = self.pieces.last_mut();
            if let Some(last) = before.filter(|last| last.goes_on_with(&piece)) {
                last.total += piece.total;
                last.len += piece.len;
                continue;
            }
            if self.pieces.len() >= MOST {
                return Err(self.spool.trouble(
                    "too many of its lines are out of order",
                    "sort them by address first",
                ));
            }
            self.pieces.push(piece);
        }
        Ok(())
    }

    /// The number of bytes so far, with their repetitions.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Reports whether every run began at or after the end of the one before it.
    pub fn is_in_order(&self) -> bool {
        self.in_order
    }

    /// Sorts the pieces. Also returns the contradictions between two lines, 100 at most.
    pub fn build(mut self) -> (AddressedBytes, Vec<Overlap>) {
        let mut overlaps = Vec::new();
        if !self.in_order {
            self.pieces.sort_by_key(|piece| piece.address);
            self.part(&mut overlaps);
        }
        (AddressedBytes::new(self.spool, self.pieces), overlaps)
    }

    /// Cuts from each piece the addresses that an earlier line gives.
    fn part(&mut self, overlaps: &mut Vec<Overlap>) {
        let mut parted: Vec<AddressRun> = Vec::with_capacity(self.pieces.len());
        let pieces = std::mem::take(&mut self.pieces);
        // The rest of a piece waits for its turn: pieces come by their addresses, so that only the
        // latest one can reach into the next.
        let mut waiting: BinaryHeap<_> = pieces.into_iter().map(Reverse).collect();
        while let Some(Reverse(piece)) = waiting.pop() {
            let reaching = parted.last().filter(|last| last.end() > piece.address);
            let Some(last) = reaching.copied() else {
                Self::push_run(&mut parted, piece);
                continue;
            };
            let (first, second) = if last.line <= piece.line {
                (last, piece)
            } else {
                (piece, last)
            };
            if overlaps.len() < MOST_TOLD {
                let until = last.end().min(piece.end());
                overlaps.extend(self.differ(&first, &second, piece.address, until));
            }
            let rest = second.from(first.end());
            if rest.total > 0 {
                waiting.push(Reverse(rest));
            }
            if last.line > piece.line {
                // The later line loses the overlap, and keeps the part before it.
                parted.pop();
                Self::push_run(&mut parted, last.until(piece.address));
                Self::push_run(&mut parted, piece);
            }
        }
        self.pieces = parted;
    }

    fn push_run(parted: &mut Vec<AddressRun>, piece: AddressRun) {
        if piece.total > 0 {
            parted.push(piece);
        }
    }

    /// The first difference of two pieces between two addresses.
    fn differ(
        &self,
        first: &AddressRun,
        second: &AddressRun,
        from: u64,
        until: u64,
    ) -> Option<Overlap> {
        const STEP: u64 = 64 * 1024;
        let mut at = from;
        let until = until.min(from.saturating_add(COMPARED));
        while at < until {
            let len = (until - at).min(STEP);
            let read = |piece: &AddressRun| {
                let mut window = Window::default();
                piece.read(&self.spool, at, len, &mut window);
                window.bytes
            };
            let (one, other) = (read(first), read(second));
            if let Some(index) = one.iter().zip(&other).position(|(a, b)| a != b) {
                return Some(Overlap {
                    lines: (first.line, second.line),
                    address: at + index as u64,
                    bytes: (one[index], other[index]),
                });
            }
            at += len;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::{Absence, Hole, Peek as _};

    fn landed(runs: &[(u64, &str, u64)]) -> (AddressedBytes, Vec<Overlap>) {
        let mut builder = AddressedBuilder::new(Path::new("dump"));
        for (line, (address, bytes, total)) in (1..).zip(runs) {
            let run = AddressedRun {
                address: *address,
                at: 0,
                len: bytes.len(),
                total: *total,
                line,
            };
            builder.add(bytes.as_bytes(), &[run]).unwrap();
        }
        builder.build()
    }

    /// Checks the bytes, with `_` in gaps, and the addresses of the first and last byte.
    #[track_caller]
    fn check(runs: &[(u64, &str)], expected: &str, first: u64, last: u64) -> Vec<Overlap> {
        let runs: Vec<_> = runs
            .iter()
            .map(|(address, bytes)| (*address, *bytes, bytes.len() as u64))
            .collect();
        let (imported, overlaps) = landed(&runs);
        let window = imported.window(0, 10_000);
        let shown: String = (0..imported.len())
            .map(|at| window.byte(at).map_or('_', char::from))
            .collect();
        assert_eq!(shown, expected);
        assert!(window.ends);
        let len = imported.len();
        assert_eq!(
            (imported.address(0), imported.address(len - 1)),
            (first, last)
        );
        overlaps
    }

    #[test]
    fn pieces_are_put_in_order_with_their_gaps() {
        check(&[(16, "abcd"), (20, "ef")], "abcdef", 16, 21);
        check(&[(20, "ef"), (16, "abcd")], "abcdef", 16, 21);
        check(&[(0, "ab"), (5, "c")], "ab___c", 0, 5);
        check(&[(9, "z"), (0, "ab"), (4, "c")], "ab__c____z", 0, 9);
    }

    #[test]
    fn of_any_lines_that_overlap_the_earliest_has_each_address() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..2_000 {
            let count = random.usize(2..9);
            let rows: Vec<(u64, String)> = (0..count)
                .map(|row| {
                    let sign = char::from(b'a' + row as u8);
                    let text = sign.to_string().repeat(random.usize(1..12));
                    (random.u64(0..24), text)
                })
                .collect();
            let first = rows.iter().map(|row| row.0).min().unwrap();
            let end = rows
                .iter()
                .map(|row| row.0 + row.1.len() as u64)
                .max()
                .unwrap();
            let at = |address: u64| {
                let covers =
                    |row: &&(u64, String)| (row.0..row.0 + row.1.len() as u64).contains(&address);
                let row = rows.iter().find(covers);
                row.and_then(|row| row.1.chars().next()).unwrap_or('_')
            };
            let expected: String = (first..end).map(at).collect();
            let runs: Vec<(u64, &str)> = rows.iter().map(|row| (row.0, row.1.as_str())).collect();
            check(&runs, &expected, first, end - 1);
        }
    }

    #[test]
    fn of_two_lines_that_say_the_same_address_the_earlier_holds() {
        assert_eq!(check(&[(0, "abcd"), (2, "cdef")], "abcdef", 0, 5), []);
        let differ = |lines, address, bytes| {
            [Overlap {
                lines,
                address,
                bytes,
            }]
        };
        let found = check(&[(0, "abcd"), (2, "cXef")], "abcdef", 0, 5);
        assert_eq!(found, differ((1, 2), 3, (b'd', b'X')));
        let found = check(&[(2, "cdef"), (0, "abXY")], "abcdef", 0, 5);
        assert_eq!(found, differ((1, 2), 2, (b'c', b'X')));
        let found = check(&[(2, "cd"), (0, "abXYef")], "abcdef", 0, 5);
        assert_eq!(found, differ((1, 2), 2, (b'c', b'X')));
        check(&[(0, "abcdef"), (2, "XX"), (3, "YYYY")], "abcdefY", 0, 6);
    }

    #[test]
    fn a_repetition_is_as_long_as_it_says_and_takes_no_room() {
        let (imported, _) = landed(&[(0, "abc", 1 << 40), (1 << 40, "z", 1)]);
        assert_eq!(imported.len(), (1 << 40) + 1);
        let window = imported.window((1 << 40) - 4, 9);
        assert_eq!((&*window.bytes, window.ends), (&b"abcaz"[..], true));
        let window = imported.window(1, 3);
        assert_eq!((&*window.bytes, window.ends), (&b"bca"[..], false));
    }

    #[test]
    fn zeros_that_were_repeated_are_known_and_nothing_else_is() {
        let (imported, _) = landed(&[
            (0, "a\0\0b", 4),
            (4, "\0\0\0\0", 5000),
            (5004, "\0x", 3000),
            (8004, "\0\0", 1 << 40),
        ]);
        let behind = 8004..8004 + (1 << 40);
        for (from, zeros) in [
            (0, 4..5004),
            (4, 4..5004),
            (4999, 4999..5004),
            (5004, behind.clone()),
            (9000, 9000..behind.end),
            (behind.end, behind.end..behind.end),
        ] {
            assert_eq!(imported.zeros(from), zeros, "from {from}");
        }
        let all = imported.window(0, 9000);
        assert!(all.slice(4, 5004).iter().all(|byte| *byte == 0));
        // A gap holds no zeros.
        let (imported, _) = landed(&[(0, "a", 1), (9000, "b", 1)]);
        assert!(imported.zeros(0).is_empty());
    }

    #[test]
    fn a_long_gap_is_drawn_short_and_both_sides_keep_their_addresses() {
        let (imported, _) = landed(&[(0x1000, "ab", 2), (1 << 40, "z", 1)]);
        let len = imported.len();
        assert!(len < 1000);
        assert_eq!(imported.address(1), 0x1001);
        assert_eq!(imported.address(2), 0x1002);
        assert_eq!(imported.address(len - 2), (1 << 40) - 1);
        assert_eq!(imported.address(len - 1), 1 << 40);
        assert_eq!(imported.address(len), (1 << 40) + 1);
        for offset in [0, 1, len - 1] {
            assert_eq!(imported.offset_of(imported.address(offset)), offset);
        }
        assert_eq!(imported.offset_of(0x8000_0000), len - 1);
        assert_eq!(imported.offset_of(0), 0);
        let hole = Hole {
            start: 2,
            end: len - 1,
            why: Absence::Gap,
        };
        assert_eq!(imported.window(0, 4096).holes, [hole]);
    }

    #[test]
    fn the_last_address_there_can_be_is_no_trouble() {
        let (imported, _) = landed(&[(u64::MAX - 1, "a", 1), (0, "b", 1)]);
        let len = imported.len();
        assert_eq!(imported.address(len - 1), u64::MAX - 1);
        assert_eq!(imported.offset_of(u64::MAX), len);
    }
}
