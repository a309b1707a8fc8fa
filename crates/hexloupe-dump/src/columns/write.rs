//! Writes rows: gathers bytes into rows, and omits rows that repeat.
//!
//! A format determines the form of a row, and the text written for repeated rows and at the end.
//! Invariant: the text depends only on the bytes and their addresses, not on how they are cut into
//! pieces.

use crate::format::{DumpLayout, DumpWriter};

/// The style of rows.
pub(crate) struct RowStyle {
    /// Default number of bytes per row.
    pub(crate) width: usize,
    /// Writes a row of at most `width` bytes.
    pub(crate) row: fn(width: usize, address: u64, bytes: &[u8], out: &mut Vec<u8>),
    /// Writes the text for rows equal to the one before, if the format has such a text.
    pub(crate) star: Option<fn(width: usize, out: &mut Vec<u8>)>,
    /// Writes the text before all rows.
    pub(crate) head: Option<fn(width: usize, out: &mut Vec<u8>)>,
    /// Writes the text after all rows, with the address of the end; `starred` is true if rows were
    /// omitted directly before it.
    pub(crate) end: fn(width: usize, end: Option<u64>, starred: bool, out: &mut Vec<u8>),
    /// True if the address of the end is also written after a short row before a gap, because
    /// rows are padded.
    pub(crate) padded: bool,
}

/// Writes rows in a style.
pub(crate) struct DumpRowWriter {
    style: &'static RowStyle,
    width: usize,
    row: Vec<u8>,
    /// The address of the row being filled.
    address: u64,
    /// The row before; empty at the beginning and after a gap.
    before: Vec<u8>,
    /// True if equal rows were omitted, and whether their `*` must still be written.
    starred: bool,
    due: bool,
    began: bool,
}

/// A writer of rows in a style.
pub(crate) fn rows(
    style: &'static RowStyle,
    layout: DumpLayout,
    unit: usize,
) -> Box<dyn DumpWriter> {
    let width = layout.width.map_or(style.width, usize::from).max(1);
    Box::new(DumpRowWriter {
        style,
        width: width.next_multiple_of(unit.max(1)),
        row: Vec::new(),
        address: 0,
        before: Vec::new(),
        starred: false,
        due: false,
        began: false,
    })
}

impl DumpRowWriter {
    /// Writes the row being filled.
    fn flush(&mut self, out: &mut Vec<u8>) {
        if self.row.is_empty() {
            return;
        }
        let full = self.row.len() == self.width;
        match self.style.star {
            Some(star) if full && self.row == self.before => {
                if self.due {
                    star(self.width, out);
                }
                (self.starred, self.due) = (true, !self.starred);
            }
            _ => {
                self.star(out);
                (self.style.row)(self.width, self.address, &self.row, out);
                self.starred = false;
                std::mem::swap(&mut self.before, &mut self.row);
            }
        }
        let len = if self.starred {
            self.width
        } else {
            self.before.len()
        };
        self.address = self.address.saturating_add(len as u64);
        self.row.clear();
    }

    /// Writes the `*` that must still be written.
    fn star(&mut self, out: &mut Vec<u8>) {
        if let Some(star) = self.style.star.filter(|_| self.due) {
            star(self.width, out);
            self.due = false;
        }
    }

    /// Continues at another address.
    fn jump(&mut self, address: u64, out: &mut Vec<u8>) {
        let short = !self.row.is_empty() && self.row.len() < self.width;
        self.flush(out);
        if self.starred {
            // The last omitted row is written: its address shows how many there were.
            let last = self.address.saturating_sub(self.width as u64);
            (self.style.row)(self.width, last, &self.before, out);
        } else if short && self.style.padded {
            (self.style.end)(self.width, Some(self.address), false, out);
        }
        (self.starred, self.due) = (false, false);
        self.before.clear();
        self.address = address;
    }

    fn begin(&mut self, out: &mut Vec<u8>) {
        if let Some(head) = self.style.head.filter(|_| !self.began) {
            head(self.width, out);
        }
    }
}

impl DumpWriter for DumpRowWriter {
    fn reach(&self) -> Option<u64> {
        Some(u64::MAX)
    }

    fn bytes(&mut self, address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        self.begin(out);
        if !self.began {
            self.address = address;
            self.began = true;
        } else if self.address.saturating_add(self.row.len() as u64) != address {
            self.jump(address, out);
        }
        let mut rest = bytes;
        while !rest.is_empty() {
            let len = rest.len().min(self.width - self.row.len());
            let (some, later) = rest.split_at(len);
            self.row.extend_from_slice(some);
            rest = later;
            if self.row.len() == self.width {
                self.flush(out);
            }
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        self.begin(out);
        self.flush(out);
        self.star(out);
        let end = self.began.then_some(self.address);
        (self.style.end)(self.width, end, self.starred, out);
    }
}

/// Writes an address with at least `digits` hex digits.
pub(crate) fn address(address: u64, digits: u32, out: &mut Vec<u8>) {
    let needed = (64 - address.leading_zeros()).div_ceil(4).max(digits);
    for digit in (0..needed).rev() {
        let value = (address >> (4 * digit)) as u8 & 0xF;
        out.push(value + if value < 10 { b'0' } else { b'a' - 10 });
    }
}

/// Writes blanks up to a column, counted from an index.
pub(crate) fn pad(from: usize, column: usize, out: &mut Vec<u8>) {
    out.resize(out.len().max(from + column), b' ');
}

/// Writes bytes as text, with a dot for each unprintable byte.
pub(crate) fn dots(bytes: &[u8], out: &mut Vec<u8>) {
    let dot = |byte: &u8| {
        if matches!(byte, b' '..=b'~') {
            *byte
        } else {
            b'.'
        }
    };
    out.extend(bytes.iter().map(dot));
}
