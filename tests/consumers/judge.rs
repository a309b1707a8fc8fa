//! The reference for all consumers: one walk from the first byte on with only the codec's
//! step; lines, columns and numbers are counted here.
//!
//! Invariant: no code that counts in the program is used here.

use hexloupe::codec::{CodecState, Encoding, Meaning};

/// Bytes before the end of data whose meaning may depend on what follows.
const UNSURE: usize = 64;

/// A sequence and its position; all numbers count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) offset: u64,
    pub(crate) end: u64,
    pub(crate) meaning: Meaning,
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) number: u64,
    /// Whether it is a character or a fault; the byte order mark that opens the data and
    /// shifts are neither.
    pub(crate) counts: bool,
}

impl Seen {
    pub(crate) fn is_fault(&self) -> bool {
        self.meaning.fault().is_some()
    }

    /// Offset, line, column and number.
    pub(crate) fn place(&self) -> (u64, u64, u64, u64) {
        (self.offset, self.line, self.column, self.number)
    }
}

/// What is counted of some data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    pub(crate) characters: u64,
    pub(crate) lines: u64,
    pub(crate) faults: u64,
    /// Offset, line, column and number of each fault.
    pub(crate) told: Vec<(u64, u64, u64, u64)>,
}

/// The state of a walk.
#[derive(Clone)]
pub(crate) struct Walker {
    encoding: &'static Encoding,
    at: usize,
    state: CodecState,
    line: u64,
    column: u64,
    number: u64,
    /// The last sequence that counts; a letter in place of a fault.
    before: Option<char>,
    counts: Counts,
}

impl Walker {
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        Self {
            encoding,
            at: 0,
            state: CodecState::default(),
            line: 1,
            column: 1,
            number: 1,
            before: None,
            counts: Counts::default(),
        }
    }

    /// Whether a line ends after a character: LF, CR LF or a lone CR, in EBCDIC NEL too.
    fn ends(&self, c: char) -> bool {
        let ebcdic = self.encoding.id.starts_with("ebcdic");
        matches!(c, '\n' | '\r') || ebcdic && c == '\u{85}'
    }

    /// The next sequence of the data.
    fn step(&mut self, data: &[u8]) -> Option<Seen> {
        let rest = data.get(self.at..).filter(|rest| !rest.is_empty())?;
        let sequence = self.encoding.decode(&mut self.state, rest);
        let (offset, meaning) = (self.at as u64, sequence.meaning);
        self.at += usize::from(sequence.len);
        let c = match meaning {
            Meaning::Scalar(c) => Some(c),
            _ => None,
        };
        let counts = !(offset == 0 && c == Some('\u{FEFF}') || meaning == Meaning::Shift);
        let joined = self.before == Some('\r') && c == Some('\n');
        let ended = self.before.is_some_and(|c| self.ends(c)) && !joined;
        let place = (self.line, self.column);
        if ended {
            (self.line, self.column) = (self.line + 1, 1);
        }
        let seen = Seen {
            offset,
            end: self.at as u64,
            meaning,
            line: self.line,
            column: self.column,
            number: self.number,
            counts,
        };
        if counts {
            self.before = Some(c.unwrap_or('x'));
            (self.column, self.number) = (self.column + 1, self.number + 1);
            if seen.is_fault() {
                self.counts.faults += 1;
                self.counts.told.push(seen.place());
            } else {
                self.counts.characters += 1;
            }
        } else {
            (self.line, self.column) = place;
        }
        Some(seen)
    }

    /// Goes on as far as nothing depends on what follows the data.
    pub(crate) fn nearly(mut self, data: &[u8]) -> Self {
        while self.at + UNSURE < data.len() {
            self.step(data);
        }
        self
    }

    /// What the data holds.
    pub(crate) fn counted(mut self, data: &[u8]) -> Counts {
        while self.step(data).is_some() {}
        self.counts.lines = self.line - u64::from(self.number == 1);
        self.counts
    }
}

/// What a walk counts.
pub(crate) fn counted(data: &[u8], encoding: &'static Encoding) -> Counts {
    Walker::new(encoding).counted(data)
}

/// The sequences of some data.
pub(crate) fn walked(data: &[u8], encoding: &'static Encoding) -> Vec<Seen> {
    let mut walker = Walker::new(encoding);
    std::iter::from_fn(|| walker.step(data)).collect()
}

/// `len` bytes that mean something in an encoding: a byte order mark first, then
/// characters with line ends and faults, and faults at the end.
pub(crate) fn telling(encoding: &Encoding, len: usize) -> Vec<u8> {
    const SAMPLE: &str = "aé€😀\r\nЖ漢\u{301} +-\rｱ\n\u{85}";
    let mut data = Vec::new();
    let mut state = CodecState::default();
    let mut put = |text: &str, data: &mut Vec<u8>| {
        for c in text.chars() {
            // A character that the encoding does not have adds nothing.
            let _ = encoding.encode(&mut state, c, data);
        }
    };
    put("\u{FEFF}", &mut data);
    while data.len() < len {
        let at = data.len();
        put(SAMPLE, &mut data);
        if at % 5 == 0 || data.len() == at {
            data.extend(b"\xE2\x82\xF0\x9F\x98\xED\xA0\x3D\xD8\x81\x1B$B0");
        }
    }
    data.truncate(len);
    for (index, byte) in (0..).zip(b"\xFC\x80\x80\x81\xFF\xFF") {
        if let Some(last) = len.checked_sub(index + 1).filter(|last| last % 3 > 0) {
            data[last] = *byte;
        }
    }
    data
}
