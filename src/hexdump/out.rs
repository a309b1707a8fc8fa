//! What a reader has made of the text so far, to be taken away piece by piece.
//!
//! Bytes gather in one buffer, and runs say at which addresses they stand;
//! beside them are remarks for the user and counts for the detector. Whoever
//! drives the reader takes bytes, runs and remarks away after each piece of
//! text. Invariant: runs lie in the buffer one after another, in the order of
//! the text, and every byte of it is in one.

use std::fmt;

/// Bytes that stand one after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Where the first stands.
    pub address: u64,
    /// Its index in the buffer.
    pub at: usize,
    /// How many there are in the buffer.
    pub len: usize,
    /// How many bytes they are in all: more than in the buffer where the
    /// same are repeated over and over, as a squeezed `*` says.
    pub total: u64,
    /// The number of the line they began on, from 1.
    pub line: u64,
}

impl Run {
    /// Just past the last address.
    pub fn end(&self) -> u64 {
        self.address.saturating_add(self.total)
    }
}

/// Why a text cannot be read on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The number of the line, from 1.
    pub line: u64,
    /// The column, in characters from 1.
    pub column: u64,
    /// What is wrong there, fit for one line. What it quotes of the text is
    /// sanitised by who prints it.
    pub reason: String,
}

/// Something the user should know of a dump that was read all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The number of the line, from 1.
    pub line: u64,
    /// The column, in characters from 1; 0 where it is the whole line.
    pub column: u64,
    /// What.
    pub kind: RemarkKind,
}

/// What there is to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RemarkKind {
    /// The digits say one byte, the text column beside them another.
    Disagrees {
        /// Where the byte stands.
        address: u64,
        /// What the digits say, which was taken.
        byte: u8,
        /// The character of the text column.
        shown: char,
    },
    /// A checksum, or a length, is another than the line itself says.
    Checksum {
        /// The address of the line's first byte.
        address: u64,
        /// What is written.
        said: u64,
        /// What it comes to.
        found: u64,
        /// Which of the two it is, as `checksum` or `count`.
        what: &'static str,
    },
    /// The line was left out, though it looks like a row of the dump.
    Missed,
    /// The line ends before it should: so many bytes were there to read.
    Cut {
        /// How it shows, fit for the end of a sentence.
        how: &'static str,
    },
    /// Anything else that is worth a line; nothing is wrong.
    Note(String),
}

impl RemarkKind {
    /// Whether something in the dump contradicts itself.
    pub fn is_disagreement(&self) -> bool {
        matches!(
            self,
            Self::Disagrees { .. } | Self::Checksum { .. } | Self::Missed
        )
    }
}

/// What was counted, for the detector.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines that gave bytes or are a necessary part of the format.
    pub read: u64,
    /// Lines that are neither, blank ones apart.
    pub skipped: u64,
    /// Characters of the text that were understood, blanks apart.
    pub understood: u64,
    /// Bytes given.
    pub bytes: u64,
    /// Places of a text column that fit their byte, dots apart.
    pub agreed: u64,
    /// Places that do not.
    pub disagreed: u64,
    /// Addresses that go on where the bytes before end.
    pub continued: u64,
    /// Addresses that do not.
    pub jumped: u64,
    /// Checksums and counts that come out right.
    pub checked: u64,
    /// Signs that no other format has: a header, a border, a prefix.
    pub signs: u64,
}

/// The most remarks that are kept; what is more is counted.
const MOST: usize = 1000;
/// The most runs of skipped lines that are kept.
const MOST_SKIPPED: usize = 1000;

/// What a reader has made of the text.
#[derive(Debug, Default)]
pub struct Out {
    bytes: Vec<u8>,
    runs: Vec<Run>,
    remarks: Vec<Remark>,
    /// Remarks beyond those kept, and how many of all are disagreements.
    pub unsaid: u64,
    /// How many remarks say that the dump contradicts itself.
    pub disagreements: u64,
    /// First and last lines of runs of lines that were skipped.
    pub skipped: Vec<(u64, u64)>,
    /// What was counted.
    pub counts: Counts,
    /// Where the next byte without an address of its own stands.
    next: u64,
    /// Remarks that were kept in all.
    kept: usize,
}

impl Out {
    /// Adds bytes after those before.
    pub fn append(&mut self, line: u64, bytes: &[u8]) {
        self.place(line, self.next, bytes);
    }

    /// Adds bytes at an address. What would lie past the last address there
    /// can be is not taken; a reader refuses it before.
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
            _ => self.runs.push(Run {
                address,
                at,
                len: bytes.len(),
                total: bytes.len() as u64,
                line,
            }),
        }
    }

    /// Adds bytes over and over, so many in all, after those before: what a `*`
    /// stands for. The last time they may be cut.
    pub fn repeat(&mut self, line: u64, bytes: &[u8], total: u64) {
        if bytes.is_empty() || total == 0 {
            return;
        }
        if total <= bytes.len() as u64 {
            return self.append(line, &bytes[..total as usize]);
        }
        let (at, address) = (self.bytes.len(), self.next);
        self.bytes.extend_from_slice(bytes);
        // What is repeated is written once: it is no evidence for the addresses.
        self.counts.bytes = self.counts.bytes.saturating_add(bytes.len() as u64);
        self.next = address.saturating_add(total);
        self.runs.push(Run {
            address,
            at,
            len: bytes.len(),
            total,
            line,
        });
    }

    /// Where the next byte without an address of its own would stand.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Lets the bytes that come stand from an address on.
    pub fn go_to(&mut self, address: u64) {
        self.next = address;
    }

    /// Counts a line as read, with so many characters understood.
    #[inline]
    pub fn read(&mut self, understood: usize) {
        self.counts.read += 1;
        self.counts.understood += understood as u64;
    }

    /// Counts a line as no part of the dump. Blank lines need not be told.
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

    /// Tells the user something.
    pub fn remark(&mut self, line: u64, column: u64, kind: RemarkKind) {
        self.disagreements += u64::from(kind.is_disagreement());
        if self.kept < MOST {
            self.kept += 1;
            self.remarks.push(Remark { line, column, kind });
        } else {
            self.unsaid += 1;
        }
    }

    /// Tells the user something of which nothing is wrong.
    pub fn note(&mut self, line: u64, column: u64, text: impl Into<String>) {
        self.remark(line, column, RemarkKind::Note(text.into()));
    }

    /// Tells the user that a line ends before it should.
    pub fn cut(&mut self, line: u64, column: u64, how: &'static str) {
        self.remark(line, column, RemarkKind::Cut { how });
    }

    /// The bytes and the runs they stand in.
    pub fn data(&self) -> (&[u8], &[Run]) {
        (&self.bytes, &self.runs)
    }

    /// Takes the remarks away.
    pub fn take_remarks(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.remarks)
    }

    /// Forgets the bytes and the runs, which somebody has taken.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.runs.clear();
    }
}

impl fmt::Display for Remark {
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
                "the {what} says {said:02X}, the line comes to {found:02X}, at 0x{address:X}"
            ),
            RemarkKind::Missed => {
                f.write_str("looks like a row of the dump, and cannot be read as one")
            }
            RemarkKind::Cut { how } => write!(f, "the line is cut: {how}"),
            RemarkKind::Note(text) => f.write_str(text),
        }
    }
}
