//! A stretch of the data, and the one way to ask for it.
//!
//! [`Window`] is the type every room shares: bytes with their offset, the holes among them, and
//! whether the data ends with them. The picture, the commands and the printer ask for one through
//! [`Peek`], which is implemented by a source of bytes, and in tests by a slice.
//!
//! Invariant: `bytes[i]` is the byte at offset `start + i`, and every hole lies inside the window,
//! in order, without touching another of the same reason.

pub mod sweep;

use std::ops::Range;

/// The reason why the bytes of some offsets are absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Absence {
    /// Reading them failed.
    Unreadable,
    /// They are still loading.
    Awaited,
    /// There are none: a hex dump does not list these addresses.
    Gap,
}

/// A range of offsets whose bytes are absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hole {
    /// The first of them.
    pub start: u64,
    /// Just past the last.
    pub end: u64,
    /// The reason why they are absent.
    pub why: Absence,
}

impl Hole {
    /// Reports whether an offset lies in it.
    pub fn contains(&self, offset: u64) -> bool {
        (self.start..self.end).contains(&offset)
    }

    /// The part of it between two offsets, if there is one.
    #[must_use]
    pub fn cut(self, from: u64, to: u64) -> Option<Self> {
        let (start, end) = (self.start.max(from), self.end.min(to));
        (start < end).then_some(Self { start, end, ..self })
    }

    /// Adds a hole at the end of a list, and joins it to the last hole if they touch and have the
    /// same reason.
    pub fn push_to(self, holes: &mut Vec<Self>) {
        match holes.last_mut() {
            Some(last) if last.end >= self.start && last.why == self.why => {
                last.end = last.end.max(self.end);
            }
            _ => holes.push(self),
        }
    }
}

impl From<Range<u64>> for Hole {
    /// Offsets that could not be read.
    fn from(range: Range<u64>) -> Self {
        Self {
            start: range.start,
            end: range.end,
            why: Absence::Unreadable,
        }
    }
}

/// A contiguous stretch of the data, as far as it could be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Window {
    /// Offset of the first byte, from the start of the data.
    pub start: u64,
    /// The bytes. Those inside a hole are zero and mean nothing.
    pub bytes: Vec<u8>,
    /// The ranges of absent bytes, in order.
    pub holes: Vec<Hole>,
    /// True if the data ends where the window does.
    pub ends: bool,
}

impl Window {
    /// Offset just past the last byte.
    pub fn end(&self) -> u64 {
        self.start + self.bytes.len() as u64
    }

    /// The byte at an offset of the data; `None` outside the window and in a hole.
    pub fn byte(&self, offset: u64) -> Option<u8> {
        let index = usize::try_from(offset.checked_sub(self.start)?).ok()?;
        if self.hole_at(offset).is_some() {
            return None;
        }
        self.bytes.get(index).copied()
    }

    /// The bytes from `from` to `to`, cut to the window; holes read as zero.
    #[inline]
    pub fn slice(&self, from: u64, to: u64) -> &[u8] {
        let clamp = |offset: u64| (offset.clamp(self.start, self.end()) - self.start) as usize;
        let (from, to) = (clamp(from), clamp(to));
        self.bytes.get(from..to).unwrap_or_default()
    }

    /// The bytes before the first hole: those that a byte order mark can consist of, if the window
    /// is at the start.
    pub fn front(&self) -> &[u8] {
        let end = self.holes.first().map_or(self.end(), |hole| hole.start);
        self.slice(self.start, end)
    }

    /// The number of bytes between two offsets that could not be read. Bytes of a gap do not count:
    /// they may not exist.
    pub fn unreadable(&self, from: u64, to: u64) -> u64 {
        let lost = self.holes.iter().filter(|hole| hole.why != Absence::Gap);
        let lost = lost.filter_map(|hole| hole.cut(from, to));
        lost.map(|hole| hole.end - hole.start).sum()
    }

    /// The hole an offset lies in, if any.
    pub fn hole_at(&self, offset: u64) -> Option<&Hole> {
        self.holes.iter().find(|hole| hole.contains(offset))
    }

    /// Reports whether some of its bytes are still loading.
    pub fn is_awaited(&self) -> bool {
        self.holes.iter().any(|hole| hole.why == Absence::Awaited)
    }
}

/// Data that gives a window of any stretch of its bytes.
pub trait Peek {
    /// Length of the data in bytes, as far as it is known now.
    fn len(&self) -> u64;

    /// Reports whether there is no byte at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Up to `len` bytes from `start`. The window is shorter only where the data ends, then `ends`
    /// is set; past the end it is empty. Never an error: unreadable bytes, and bytes still loading,
    /// are holes.
    fn window(&self, start: u64, len: usize) -> Window;

    /// Replaces a window with the one of another stretch. Data that is read for it uses the memory of
    /// the window again.
    fn refill(&self, start: u64, len: usize, window: &mut Window) {
        *window = self.window(start, len);
    }

    /// The next offsets, at or after `from`, whose bytes are known to be zero without being read;
    /// an empty range if there are none.
    fn zeros(&self, from: u64) -> Range<u64> {
        from..from
    }

    /// The bytes in a range that the user has changed, as ranges in order that do not touch.
    fn changed(&self, within: Range<u64>) -> Vec<Range<u64>> {
        let _ = within;
        Vec::new()
    }

    /// Reports whether the user has changed a byte in a range.
    fn has_changed(&self, within: Range<u64>) -> bool {
        let _ = within;
        false
    }

    /// The number shown for an offset: itself, or the address that a hex dump gives it.
    fn address(&self, offset: u64) -> u64 {
        offset
    }

    /// The offset of an address; if no byte has that address, the offset of the next one that has
    /// a byte.
    fn offset_of(&self, address: u64) -> u64 {
        address
    }
}

impl Peek for [u8] {
    fn len(&self) -> u64 {
        <[u8]>::len(self) as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let size = <[u8]>::len(self);
        let from = usize::try_from(start).unwrap_or(usize::MAX).min(size);
        let to = from.saturating_add(len).min(size);
        Window {
            start,
            bytes: self[from..to].to_vec(),
            holes: Vec::new(),
            ends: to == size,
        }
    }
}

impl<const N: usize> Peek for [u8; N] {
    fn len(&self) -> u64 {
        N as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        self.as_slice().window(start, len)
    }
}

impl Peek for Vec<u8> {
    fn len(&self) -> u64 {
        self.as_slice().len() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        self.as_slice().window(start, len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_cut_at_the_end_of_the_data() {
        let window = b"abcdef".window(4, 10);
        assert_eq!(
            (window.start, window.bytes.as_slice(), window.ends),
            (4, &b"ef"[..], true)
        );
        assert!(!b"abcdef".window(0, 3).ends);
        assert!(b"abcdef".window(9, 3).bytes.is_empty());
    }

    #[test]
    fn bytes_in_a_hole_are_not_there() {
        let mut window = b"abcdef".window(0, 6);
        window.holes.push((2..4).into());
        assert_eq!(
            (window.byte(1), window.byte(2), window.byte(4)),
            (Some(b'b'), None, Some(b'e'))
        );
        assert_eq!(window.slice(4, 99), b"ef");
        assert_eq!(window.front(), b"ab");
        assert_eq!(b"abcdef".window(2, 3).front(), b"cde");
    }
}
