//! Writes rows of coded bytes: base64, base32.
//!
//! Invariant: bytes are coded in whole groups, so what comes out does not depend
//! on the pieces they come in; only the end may be padded.

use data_encoding::Encoding;

use crate::hexdump::format::Writer;

/// Writes rows.
pub(in crate::hexdump) struct Rows {
    encoding: Encoding,
    /// Bytes of a row, whole groups.
    width: usize,
    /// Bytes of the row that has been begun, and those that wait.
    filled: usize,
    held: Vec<u8>,
    group: usize,
}

impl Rows {
    pub(in crate::hexdump) fn new(
        encoding: Encoding,
        group: usize,
        width: Option<u16>,
        usual: usize,
    ) -> Self {
        let width = width.map_or(usual, |width| {
            usize::from(width.max(1)).div_ceil(group) * group
        });
        Self {
            encoding,
            width: width / group * group,
            filled: 0,
            held: Vec::new(),
            group,
        }
    }

    fn put(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let mut rest = bytes;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(self.width - self.filled));
            let at = out.len();
            out.resize(at + self.encoding.encode_len(now.len()), 0);
            self.encoding.encode_mut(now, &mut out[at..]);
            self.filled += now.len();
            if self.filled == self.width {
                out.push(b'\n');
                self.filled = 0;
            }
            rest = later;
        }
    }
}

impl Writer for Rows {
    fn bytes(&mut self, _address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        let mut rest = bytes;
        if !self.held.is_empty() {
            let missing = (self.group - self.held.len()).min(rest.len());
            self.held.extend_from_slice(&rest[..missing]);
            rest = &rest[missing..];
            if self.held.len() < self.group {
                return;
            }
            let held = std::mem::take(&mut self.held);
            self.put(&held, out);
        }
        let (now, later) = rest.split_at(rest.len() / self.group * self.group);
        self.put(now, out);
        self.held.extend_from_slice(later);
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        let held = std::mem::take(&mut self.held);
        self.put(&held, out);
        if self.filled > 0 {
            out.push(b'\n');
        }
    }
}
