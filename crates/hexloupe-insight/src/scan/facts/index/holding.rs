//! The content of a stretch of the data, in numbers.
//!
//! A block has the kinds of its faults and notices, the totals have the number of each. Invariant:
//! all counts can be added and subtracted again.

use crate::scan::facts::Sought;
use hexloupe_text::codec::{Fault, FaultCounts};
use hexloupe_text::unicode::notice::Notice;

/// The rough class of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteClass {
    /// NUL.
    Nul,
    /// Another control of ASCII, except tabs and line ends.
    Control,
    /// The rest of ASCII.
    Ascii,
    /// A byte of a character beyond ASCII, or of an ill-formed sequence.
    Beyond,
}

impl ByteClass {
    /// All, in order.
    pub const ALL: [Self; 4] = [Self::Nul, Self::Control, Self::Ascii, Self::Beyond];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nul => "NUL",
            Self::Control => "controls",
            Self::Ascii => "ASCII text",
            Self::Beyond => "beyond ASCII",
        }
    }

    /// The class of a byte by its value alone, in a superset of ASCII.
    pub const fn from_byte(byte: u8) -> Self {
        match byte {
            0 => Self::Nul,
            b'\t' | b'\n' | b'\r' | b' '..=b'~' => Self::Ascii,
            0x80.. => Self::Beyond,
            _ => Self::Control,
        }
    }
}

/// The content of a stretch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Holding {
    /// Ill-formed sequences.
    pub faults: u64,
    /// Well-formed characters above U+007F.
    pub non_ascii: u64,
    /// The kinds of fault among them, a bit each.
    kinds: u64,
    /// The kinds of notice, a bit each.
    notices: u32,
    /// Bytes by class.
    pub classes: [u64; ByteClass::ALL.len()],
}

// There is a bit for each kind.
const _: () = assert!(Fault::ALL.len() <= 64 && Notice::ALL.len() <= 32);

impl Holding {
    /// Records a kind of fault.
    pub fn note_fault(&mut self, fault: Fault) {
        self.kinds |= 1 << fault as u64;
    }

    /// Records a kind of notice.
    pub fn note(&mut self, notice: Notice) {
        self.notices |= 1 << notice as u32;
    }

    /// Removes a kind of notice.
    pub(in crate::scan) fn forget(&mut self, notice: Notice) {
        self.notices &= !(1 << notice as u32);
    }

    /// Reports whether it has any notice.
    pub fn has_notice(&self) -> bool {
        self.notices != 0
    }

    /// Reports whether it may hold the target of a search.
    pub fn may_hold(&self, sought: Sought) -> bool {
        match sought {
            Sought::Fault => self.faults > 0,
            Sought::NonAscii => self.non_ascii > 0,
            Sought::Notice => self.has_notice(),
            Sought::FaultOf(fault) => self.kinds >> fault as u64 & 1 != 0,
            Sought::NoticeOf(notice) => self.notices >> notice as u32 & 1 != 0,
            Sought::Line(_) | Sought::Column(..) | Sought::Character(_) => true,
        }
    }

    /// Adds the content of another stretch.
    pub fn merge(&mut self, other: &Self) {
        self.faults += other.faults;
        self.non_ascii += other.non_ascii;
        self.kinds |= other.kinds;
        self.notices |= other.notices;
        add(&mut self.classes, other.classes);
    }
}

/// The counts of everything scanned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ScanTotals {
    /// Well-formed characters, without an opening byte order mark.
    pub characters: u64,
    /// Characters above U+007F.
    pub non_ascii: u64,
    /// Ill-formed sequences by kind.
    pub faults: FaultCounts,
    /// Notices by kind.
    notices: [u64; Notice::ALL.len()],
    /// Bytes by class.
    pub classes: [u64; ByteClass::ALL.len()],
    /// Bytes that could not be read.
    pub absent: u64,
    /// Number of LF, those of CR LF included.
    pub lf: u64,
    /// Number of CR, those of CR LF included.
    pub cr: u64,
    /// Number of CR LF.
    pub crlf: u64,
    /// Number of NEL that end a line.
    pub nel: u64,
}

impl ScanTotals {
    /// Adds a number of notices of a kind.
    pub fn add_notices(&mut self, notice: Notice, count: u64) {
        self.notices[notice as usize] += count;
    }

    /// Subtracts a notice.
    pub(in crate::scan) fn forget(&mut self, notice: Notice) {
        self.notices[notice as usize] -= 1;
    }

    /// The number of notices of a kind.
    pub fn notices_of(&self, notice: Notice) -> u64 {
        self.notices[notice as usize]
    }

    /// The number of notices.
    pub fn notices(&self) -> u64 {
        self.notices.iter().sum()
    }

    /// Line ends by kind, with their names: LF, CR LF, a lone CR, NEL if it ends a line.
    pub fn line_ends(&self) -> [(&'static str, u64); 4] {
        [
            ("LF", self.lf - self.crlf),
            ("CR LF", self.crlf),
            ("CR", self.cr - self.crlf),
            ("NEL", self.nel),
        ]
    }

    /// Subtracts the counts of another for the same data.
    pub(in crate::scan) fn subtract(&mut self, other: &Self) {
        self.characters = self.characters.saturating_sub(other.characters);
        self.non_ascii = self.non_ascii.saturating_sub(other.non_ascii);
        self.faults.subtract(&other.faults);
        subtract_counts(&mut self.notices, other.notices);
        subtract_counts(&mut self.classes, other.classes);
        self.absent = self.absent.saturating_sub(other.absent);
        self.lf = self.lf.saturating_sub(other.lf);
        self.cr = self.cr.saturating_sub(other.cr);
        self.crlf = self.crlf.saturating_sub(other.crlf);
        self.nel = self.nel.saturating_sub(other.nel);
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Self) {
        self.characters += other.characters;
        self.non_ascii += other.non_ascii;
        self.faults.merge(&other.faults);
        add(&mut self.notices, other.notices);
        add(&mut self.classes, other.classes);
        self.absent += other.absent;
        self.lf += other.lf;
        self.cr += other.cr;
        self.crlf += other.crlf;
        self.nel += other.nel;
    }
}

fn add<const N: usize>(ours: &mut [u64; N], theirs: [u64; N]) {
    for (ours, theirs) in ours.iter_mut().zip(theirs) {
        *ours += theirs;
    }
}

fn subtract_counts<const N: usize>(ours: &mut [u64; N], theirs: [u64; N]) {
    for (ours, theirs) in ours.iter_mut().zip(theirs) {
        *ours = ours.saturating_sub(theirs);
    }
}
