//! Writes bytes as a list: a head, rows of bytes, a foot.
//!
//! Arrays of a language, lines of base64 or hex, one long literal: each is one [`ListStyle`].
//! Invariant: bytes are written in whole groups, so the text does not depend on how they are
//! cut into pieces; only the last group may be short.

use super::format::DumpWriter;

/// The style of a list.
#[derive(Clone, Copy)]
pub(super) struct ListStyle {
    /// The text before the first byte; also written if there are no bytes.
    pub(super) head: &'static str,
    /// The text before the first byte of a row.
    pub(super) indent: &'static str,
    /// Bytes encoded as one unit; 1 if `between` separates bytes.
    pub(super) group: usize,
    /// Writes the bytes of a row, with the given string between each two.
    pub(super) put: fn(&[u8], &str, &mut Vec<u8>),
    /// The texts between two bytes of a row, and between two rows.
    pub(super) between: &'static str,
    pub(super) row_end: &'static str,
    /// The text after the last row, if there is one; then the text after everything.
    pub(super) last_end: &'static str,
    pub(super) foot: &'static str,
    /// The texts before and after the number of bytes, if that number follows the foot.
    pub(super) length: Option<(&'static str, &'static str)>,
    /// The default number of bytes per row.
    pub(super) width: usize,
}

impl ListStyle {
    /// Lines of bytes with nothing around them.
    pub(super) const LINES: Self = Self {
        head: "",
        indent: "",
        group: 1,
        put: |bytes, _, out| out.extend_from_slice(bytes),
        between: "",
        row_end: "\n",
        last_end: "\n",
        foot: "",
        length: None,
        width: usize::MAX,
    };
}

/// Writes bytes one by one, with `between` after each one except the last.
#[inline]
pub(super) fn each(bytes: &[u8], between: &str, out: &mut Vec<u8>, put: impl Fn(u8, &mut Vec<u8>)) {
    for (index, byte) in bytes.iter().enumerate() {
        if index > 0 {
            out.extend_from_slice(between.as_bytes());
        }
        put(*byte, out);
    }
}

/// Writes a list.
pub(super) struct ListWriter {
    style: &'static ListStyle,
    width: usize,
    /// Bytes written to the current row.
    filled: usize,
    /// Bytes of an incomplete group.
    held: Vec<u8>,
    /// The total number of bytes.
    count: u64,
}

/// A writer of lists with `width` bytes per row.
pub(super) fn writer(style: &'static ListStyle, width: Option<u16>) -> Box<dyn DumpWriter> {
    Box::new(ListWriter::new(style, width))
}

impl ListWriter {
    pub(super) fn new(style: &'static ListStyle, width: Option<u16>) -> Self {
        let group = style.group;
        let asked = width.map(|width| usize::from(width.max(1)).next_multiple_of(group));
        Self {
            style,
            width: asked.unwrap_or(style.width / group * group),
            filled: 0,
            held: Vec::new(),
            count: 0,
        }
    }

    fn head(&self, out: &mut Vec<u8>) {
        if self.count == 0 {
            out.extend_from_slice(self.style.head.as_bytes());
        }
    }

    /// Writes whole groups, or the last, short one.
    fn write(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let style = self.style;
        let mut rest = bytes;
        while !rest.is_empty() {
            if self.filled == self.width {
                out.extend_from_slice(style.row_end.as_bytes());
                self.filled = 0;
            }
            let before = if self.filled == 0 {
                style.indent
            } else {
                style.between
            };
            out.extend_from_slice(before.as_bytes());
            let (now, later) = rest.split_at(rest.len().min(self.width - self.filled));
            (style.put)(now, style.between, out);
            self.filled += now.len();
            rest = later;
        }
    }

    /// Ends the current row, if one was begun.
    pub(super) fn end_row(&mut self, out: &mut Vec<u8>) {
        let held = std::mem::take(&mut self.held);
        self.write(&held, out);
        if std::mem::take(&mut self.filled) > 0 {
            out.extend_from_slice(self.style.last_end.as_bytes());
        }
    }
}

impl DumpWriter for ListWriter {
    fn bytes(&mut self, _address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        self.head(out);
        self.count += bytes.len() as u64;
        let group = self.style.group;
        let mut rest = bytes;
        if !self.held.is_empty() {
            let missing = rest.len().min(group - self.held.len());
            let (now, later) = rest.split_at(missing);
            self.held.extend_from_slice(now);
            rest = later;
            if self.held.len() < group {
                return;
            }
            let held = std::mem::take(&mut self.held);
            self.write(&held, out);
        }
        let (whole, short) = rest.split_at(rest.len() / group * group);
        self.write(whole, out);
        self.held.extend_from_slice(short);
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        self.head(out);
        self.end_row(out);
        out.extend_from_slice(self.style.foot.as_bytes());
        if let Some((before, after)) = self.style.length {
            out.extend_from_slice(format!("{before}{}{after}", self.count).as_bytes());
        }
    }
}
