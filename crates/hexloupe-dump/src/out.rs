//! The output of a reader so far; the caller removes it piece by piece.
//!
//! Bytes gather in one buffer, and runs give their addresses; remarks for the user and counts for
//! the detector stand beside them. The driver of the reader removes bytes, runs and remarks after
//! each piece of text. Invariant: runs lie in the buffer one after another, in the order of the
//! text, and every byte belongs to one run.

use std::fmt;

/// Bytes at consecutive addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressedRun {
    /// The address of the first byte.
    pub address: u64,
    /// Its index in the buffer.
    pub at: usize,
    /// The number of bytes in the buffer.
    pub len: usize,
    /// The total number of bytes: more than `len` if a `*` repeats the bytes.
    pub total: u64,
    /// The number of the line at which they began, from 1.
    pub line: u64,
}

impl AddressedRun {
    /// The address after the last byte.
    pub fn end(&self) -> u64 {
        self.address.saturating_add(self.total)
    }
}

/// The reason why a text cannot be read further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The number of the line, from 1.
    pub line: u64,
    /// The column, in characters from 1.
    pub column: u64,
    /// The fault there, in one line. Text quoted in it must be sanitised before printing.
    pub reason: String,
}

/// A fact for the user about a dump that was read all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpRemark {
    /// The number of the line, from 1.
    pub line: u64,
    /// The column, in characters from 1; 0 for the whole line.
    pub column: u64,
    /// The content of the remark.
    pub kind: RemarkKind,
}

/// The content of a remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RemarkKind {
    /// The digits give one byte, the text column beside them another.
    Disagrees {
        /// The address of the byte.
        address: u64,
        /// The byte of the digits, which was used.
        byte: u8,
        /// The character of the text column.
        shown: char,
    },
    /// A checksum or a count differs from the value computed for the line.
    Checksum {
        /// The address of the line's first byte.
        address: u64,
        /// The written value.
        said: u64,
        /// The computed value.
        found: u64,
        /// The kind of the value: `checksum` or `count`.
        what: &'static str,
    },
    /// The line was left out, though it looks like a row of the dump.
    Missed,
    /// The line ends before it should.
    Cut {
        /// The sign of it, as the end of a sentence.
        how: &'static str,
    },
    /// A part of the data is not among the bytes: which part, and why.
    Loss(&'static str),
    /// The text allows another reading, and the likelier one was chosen: the chosen reading, and
    /// its reason.
    Inferred(String),
    /// Anything else unusual; nothing is wrong.
    Note(String),
}

impl RemarkKind {
    /// Reports whether some of the dump contradicts itself, or allows another reading.
    pub fn is_disagreement(&self) -> bool {
        matches!(
            self,
            Self::Disagrees { .. } | Self::Checksum { .. } | Self::Missed | Self::Inferred(_)
        )
    }

    /// Reports whether some of the dump is not among the bytes, though nothing contradicts.
    pub fn is_loss(&self) -> bool {
        matches!(self, Self::Loss(_))
    }
}

/// The counts for the detector.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DumpCounts {
    /// Lines that gave bytes or are a necessary part of the format.
    pub read: u64,
    /// Other lines that are not blank.
    pub skipped: u64,
    /// Non-blank characters of the text that were understood.
    pub understood: u64,
    /// Bytes given.
    pub bytes: u64,
    /// Places of a text column that fit their byte, dots excluded.
    pub agreed: u64,
    /// Places that do not fit it, and 2 for each wrong address of the end and wrong `*`.
    pub disagreed: u64,
    /// Addresses that continue where the bytes before end.
    pub continued: u64,
    /// Later addresses that do not continue.
    pub jumped: u64,
    /// Proofs of the reading: checksums, counts and addresses of the end that are right, and 1 if
    /// the reading of number escapes is proven.
    pub checked: u64,
    /// Signs that no other format has: a header, a border, a prefix.
    pub signs: u64,
    /// 1 if numbers allow another reading, and nothing so far proves one; otherwise 0.
    pub ambiguous: u64,
}

/// The largest number of remarks that are stored; further ones are only counted.
const MOST: usize = 1000;
/// The largest number of runs of skipped lines that are stored.
const MOST_SKIPPED: usize = 1000;

/// The results of reading a text.
#[derive(Debug, Default)]
pub struct ReaderOutput {
    bytes: Vec<u8>,
    runs: Vec<AddressedRun>,
    remarks: Vec<DumpRemark>,
    /// The number of remarks that were not stored.
    pub unsaid: u64,
    /// The number of remarks about contradictions in the dump.
    pub disagreements: u64,
    /// Those of them that are only uncertain.
    pub inferred: u64,
    /// The number of remarks about data that is not among the bytes.
    pub losses: u64,
    /// The number of remarks about lines that end before they should.
    pub cuts: u64,
    /// The first and last lines of each run of skipped lines.
    pub skipped: Vec<(u64, u64)>,
    /// The counts so far.
    pub counts: DumpCounts,
    /// The address of the next byte without one of its own.
    next: u64,
    /// The number of stored remarks, including those already removed.
    kept: usize,
}

impl ReaderOutput {
    /// Adds bytes after those before.
    pub fn append(&mut self, line: u64, bytes: &[u8]) {
        self.place(line, self.next, bytes);
    }

    /// Adds bytes at an address. A reader must refuse bytes past the last possible address
    /// before: here addresses only saturate.
    #[inline]
    pub fn place(&mut self, line: u64, address: u64, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let at = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.counts.bytes = self.counts.bytes.saturating_add(bytes.len() as u64);
        self.next = address.saturating_add(bytes.len() as u64);
        match self.runs.last_mut() {
            Some(run) if run.total == run.len as u64 && run.end() == address => {
                run.len += bytes.len();
                run.total += bytes.len() as u64;
            }
            _ => self.runs.push(AddressedRun {
                address,
                at,
                len: bytes.len(),
                total: bytes.len() as u64,
                line,
            }),
        }
    }

    /// Adds bytes repeatedly, `total` in all, after those before: the rows that a `*` stands for.
    /// The last repetition may be cut.
    pub fn repeat(&mut self, line: u64, bytes: &[u8], total: u64) {
        if bytes.is_empty() || total == 0 {
            return;
        }
        if total <= bytes.len() as u64 {
            return self.append(line, &bytes[..total as usize]);
        }
        let (at, address) = (self.bytes.len(), self.next);
        self.bytes.extend_from_slice(bytes);
        // Repetitions count once: they are no evidence for the addresses.
        self.counts.bytes = self.counts.bytes.saturating_add(bytes.len() as u64);
        self.next = address.saturating_add(total);
        self.runs.push(AddressedRun {
            address,
            at,
            len: bytes.len(),
            total,
            line,
        });
    }

    /// The address of the next byte without one of its own.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Sets the address of the next byte without one of its own.
    pub fn go_to(&mut self, address: u64) {
        self.next = address;
    }

    /// Counts a line as read, with the number of characters understood.
    #[inline]
    pub fn read(&mut self, understood: usize) {
        self.counts.read += 1;
        self.counts.understood += understood as u64;
    }

    /// Counts a line as no part of the dump. Blank lines need not be reported.
    pub fn skip(&mut self, line: u64) {
        self.counts.skipped += 1;
        match self.skipped.last_mut() {
            Some((_, last)) if last.saturating_add(1) >= line => *last = line.max(*last),
            _ => {
                if self.skipped.len() < MOST_SKIPPED {
                    self.skipped.push((line, line));
                }
            }
        }
    }

    /// Adds a remark; beyond the first 1000 they are only counted.
    pub fn remark(&mut self, line: u64, column: u64, kind: RemarkKind) {
        self.disagreements += u64::from(kind.is_disagreement());
        self.inferred += u64::from(matches!(kind, RemarkKind::Inferred(_)));
        self.losses += u64::from(kind.is_loss());
        self.cuts += u64::from(matches!(kind, RemarkKind::Cut { .. }));
        if self.kept < MOST {
            self.kept += 1;
            self.remarks.push(DumpRemark { line, column, kind });
        } else {
            self.unsaid += 1;
        }
    }

    /// Adds a remark about something that is not wrong.
    pub fn note(&mut self, line: u64, column: u64, text: impl Into<String>) {
        self.remark(line, column, RemarkKind::Note(text.into()));
    }

    /// Adds a remark that a line ends before it should.
    pub fn cut(&mut self, line: u64, column: u64, how: &'static str) {
        self.remark(line, column, RemarkKind::Cut { how });
    }

    /// The bytes, and the runs with their addresses.
    pub fn data(&self) -> (&[u8], &[AddressedRun]) {
        (&self.bytes, &self.runs)
    }

    /// Reports whether a line ends before it should.
    pub fn is_cut(&self) -> bool {
        self.cuts > 0
    }

    /// Removes the remarks and returns them.
    pub fn take_remarks(&mut self) -> Vec<DumpRemark> {
        std::mem::take(&mut self.remarks)
    }

    /// Clears the bytes and the runs, which the caller has consumed.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.runs.clear();
    }
}

impl fmt::Display for DumpRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            RemarkKind::Disagrees {
                address,
                byte,
                shown,
            } => {
                write!(f, "the digits say {byte:02X}")?;
                if matches!(byte, b'!'..=b'~') {
                    write!(f, " ('{}')", char::from(*byte))?;
                }
                write!(f, ", the text beside them '{shown}'")?;
                if u32::from(*shown) < 0x100 && *shown != '.' {
                    write!(f, " ({:02X})", u32::from(*shown))?;
                }
                write!(f, ", at 0x{address:X}")
            }
            RemarkKind::Checksum {
                address,
                said,
                found,
                what,
            } => write!(
                f,
                "the {what} says {said:02X}, but the bytes give {found:02X}, at 0x{address:X}"
            ),
            RemarkKind::Missed => {
                f.write_str("looks like a row of the dump, but cannot be read as one")
            }
            RemarkKind::Loss(what) => f.write_str(what),
            RemarkKind::Cut { how } => write!(f, "the line is cut: {how}"),
            RemarkKind::Inferred(text) | RemarkKind::Note(text) => f.write_str(text),
        }
    }
}
