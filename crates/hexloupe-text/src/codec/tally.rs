//! Counts a whole window: the second driver of a codec's `step`.
//!
//! A step through a function pointer is right for the viewport and slow for a file, so here the
//! step is inlined. Invariant: counting in any number of windows gives the same as stepping (a test
//! checks it for every encoding).

use super::{Codec, CodecState, Encoding, Fault, Meaning, Sequence, count_crlf};

/// The unit of a column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ColumnUnit {
    /// Characters and faults, one each.
    #[default]
    Character,
    /// Bytes of the text in UTF-8, as editors keep it. A fault is as long as its own bytes.
    Byte,
}

impl ColumnUnit {
    /// The length of a sequence of `len` bytes.
    pub fn len_of(self, meaning: Meaning, len: u64) -> u64 {
        match (self, meaning) {
            (_, Meaning::Shift | Meaning::Absent(_)) => 0,
            (Self::Byte, Meaning::Scalar(_) | Meaning::Pair(..)) => {
                meaning.scalars().map(|c| c.len_utf8() as u64).sum()
            }
            (Self::Byte, _) => len,
            (Self::Character, _) => 1,
        }
    }
}

/// The counts so far, from the start of the counting. A BOM that opens the data has no column: the
/// counting starts after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Well-formed characters.
    pub characters: u64,
    /// Ill-formed sequences by kind.
    pub kinds: FaultCounts,
    /// Well-formed characters above U+007F.
    pub non_ascii: u64,
    /// Line ends so far: LF, CR LF, a lone CR once it is known to be lone, and NEL where it ends a
    /// line.
    line_ends: u64,
    /// Characters and faults since the last end of a line.
    column: u64,
    /// The bytes of these; counted only if they are the unit of columns.
    line_bytes: u64,
    /// The unit of columns.
    unit: ColumnUnit,
    /// True if the last character was a CR, so that a LF would belong to the same line end.
    after_cr: bool,
    /// True if NEL ends a line.
    pub(super) nel: bool,
}

impl Tally {
    /// An empty tally; the encoding determines the ends of lines.
    pub fn new(encoding: &Encoding) -> Self {
        Self {
            characters: 0,
            kinds: FaultCounts::default(),
            non_ascii: 0,
            line_ends: 0,
            column: 0,
            line_bytes: 0,
            unit: ColumnUnit::Character,
            after_cr: false,
            nel: encoding.nel_ends_line(),
        }
    }

    /// The same counts, with columns of a unit from here on.
    #[must_use]
    pub fn in_columns(self, unit: ColumnUnit) -> Self {
        Self { unit, ..self }
    }

    /// The unit of columns.
    pub fn unit(&self) -> ColumnUnit {
        self.unit
    }

    /// Counts one sequence of `len` bytes.
    #[inline]
    pub fn add_sequence(&mut self, meaning: Meaning, len: u64) {
        self.add(meaning);
        if self.unit == ColumnUnit::Byte && self.column > 0 {
            self.line_bytes += self.unit.len_of(meaning, len);
        }
    }

    /// Sets the bytes of the line after counting a stretch: those of its part after the last end of
    /// a line, and what `before` had if none ended.
    pub fn follow_line(&mut self, before: &Self, bytes: u64) {
        self.line_bytes = if self.has_new_line(before) {
            bytes
        } else {
            before.line_bytes + bytes
        };
    }

    /// Sets the bytes of the line to those that another has counted.
    pub fn take_line(&mut self, other: &Self) {
        self.line_bytes = other.line_bytes;
    }

    /// Reports whether a line has ended since.
    pub fn has_new_line(&self, before: &Self) -> bool {
        self.line_ends != before.line_ends
    }

    /// Counts one sequence; shifts and absent bytes are not counted.
    #[inline]
    pub fn add(&mut self, meaning: Meaning) {
        // The usual case: a character that ends no line, with no CR before it.
        if let Meaning::Scalar(c) = meaning
            && (c > '\u{85}' || matches!(c, ' '..='\u{7F}'))
            && !self.after_cr
        {
            self.characters += 1;
            self.non_ascii += u64::from(!c.is_ascii());
            self.column += 1;
            return;
        }
        let character = match meaning {
            Meaning::Scalar(c) => {
                self.characters += 1;
                self.non_ascii += u64::from(!c.is_ascii());
                c
            }
            Meaning::Pair(..) | Meaning::Surrogate(_) | Meaning::Beyond(_) => {
                self.characters += 1;
                self.non_ascii += 1;
                '\0'
            }
            // A shift does not count, not even between a CR and its LF.
            Meaning::Shift => return,
            Meaning::IllFormed(fault) => {
                self.kinds.add(fault, 1);
                '\0'
            }
            Meaning::Absent(_) => {
                // It has no column, but no LF can follow a CR before it.
                let ended = std::mem::take(&mut self.after_cr);
                self.end_line(ended);
                return;
            }
        };
        if self.after_cr {
            self.after_cr = false;
            self.end_line(character != '\n');
        }
        self.column += 1;
        self.after_cr = character == '\r';
        self.end_line(character == '\n' || self.nel && character == '\u{85}');
    }

    /// Counts characters of ASCII that end no line.
    pub(super) fn add_plain(&mut self, count: u64) {
        if count == 0 {
            return;
        }
        let ended = std::mem::take(&mut self.after_cr);
        self.end_line(ended);
        self.characters += count;
        self.column += count;
    }

    /// Counts `count` NULs, each of which is a byte in UTF-8.
    pub fn add_nuls(&mut self, count: u64) {
        self.add_plain(count);
        self.line_bytes += count;
    }

    /// Counts characters of ASCII that also have the bytes of ASCII, `lf` LF and `cr` CR among
    /// them.
    pub fn add_ascii(&mut self, text: &[u8], lf: u64, cr: u64) {
        let len = text.len() as u64;
        let mut counts = StretchCounts {
            characters: len,
            ..StretchCounts::default()
        };
        counts.set_lines(text, lf, cr, |after| len - after as u64);
        self.add_counts(&counts);
    }

    /// Counts characters beyond ASCII.
    pub(super) fn add_wide(&mut self, count: u64) {
        self.add_plain(count);
        self.non_ascii += count;
    }

    fn end_line(&mut self, ended: bool) {
        if ended {
            self.line_ends += 1;
            self.column = 0;
            self.line_bytes = 0;
        }
    }

    /// Adds the counts of the stretch that follows.
    pub(super) fn add_counts(&mut self, counts: &StretchCounts) {
        if counts.steps() == 0 {
            return;
        }
        if std::mem::take(&mut self.after_cr) {
            self.end_line(!counts.starts_with_lf);
        }
        self.characters += counts.characters;
        self.non_ascii += counts.non_ascii;
        self.kinds.merge(&counts.kinds);
        self.line_ends += counts.line_ends;
        self.column = match counts.line_ends {
            0 => self.column + counts.steps(),
            _ => counts.column,
        };
        self.after_cr = counts.ends_with_cr;
    }

    /// Adds the tally of the stretch that follows. It has whole sequences, and `first` is the first
    /// of them.
    pub fn append(&mut self, more: &Self, first: Meaning) {
        if std::mem::take(&mut self.after_cr) {
            self.end_line(first != Meaning::Scalar('\n'));
        }
        self.characters += more.characters;
        self.non_ascii += more.non_ascii;
        self.kinds.merge(&more.kinds);
        (self.column, self.line_bytes) = match more.line_ends {
            0 => (self.column + more.column, self.line_bytes + more.line_bytes),
            _ => (more.column, more.line_bytes),
        };
        self.line_ends += more.line_ends;
        self.after_cr = more.after_cr;
    }

    /// Ill-formed sequences.
    pub fn faults(&self) -> u64 {
        self.kinds.total()
    }

    /// Number of line ends, if the data ends here.
    pub fn line_ends(&self) -> u64 {
        self.line_ends + u64::from(self.after_cr)
    }

    /// The place reached so far; [`Tally::from_line_position`] continues from it.
    pub fn line_position(&self) -> LinePosition {
        LinePosition {
            steps: self.characters + self.faults(),
            line_ends: self.line_ends,
            column: self.column,
            after_cr: self.after_cr,
        }
    }

    /// Continues from a place. Its faults are no longer known by kind: they count as characters.
    pub fn from_line_position(encoding: &Encoding, place: LinePosition) -> Self {
        Self {
            characters: place.steps,
            line_ends: place.line_ends,
            column: place.column,
            after_cr: place.after_cr,
            ..Self::new(encoding)
        }
    }

    /// Reports whether a CR was counted last, so that a LF may follow.
    pub fn is_after_cr(&self) -> bool {
        self.after_cr
    }

    /// Line and column, both from 1, of the sequence that comes next. After a CR, a shift has the
    /// position of the character after it: pass that character as `next`.
    pub fn position(&self, next: Meaning) -> (u64, u64) {
        if self.after_cr && next != Meaning::Scalar('\n') {
            (self.line_ends + 2, 1)
        } else {
            let column = match self.unit {
                ColumnUnit::Character => self.column,
                ColumnUnit::Byte => self.line_bytes,
            };
            (self.line_ends + 1, column + 1)
        }
    }
}

/// A place between two sequences, as counts of what comes before it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LinePosition {
    /// Characters and faults.
    pub steps: u64,
    /// Line ends, without that of a CR right before the place.
    pub line_ends: u64,
    /// Characters and faults since the last end of a line.
    pub column: u64,
    /// True if a CR comes right before it.
    pub after_cr: bool,
}

impl LinePosition {
    /// The place after adding `counted`, which was counted from here on. This place must be the
    /// start of a line.
    #[must_use]
    pub fn then(self, counted: Self) -> Self {
        Self {
            steps: self.steps + counted.steps,
            line_ends: self.line_ends + counted.line_ends,
            ..counted
        }
    }
}

/// Ill-formed sequences by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FaultCounts {
    of: [u64; Fault::ALL.len()],
    /// The sum of all kinds, stored because it is needed most often.
    total: u64,
}

impl FaultCounts {
    /// Adds a number of faults of a kind.
    pub fn add(&mut self, fault: Fault, count: u64) {
        self.of[fault as usize] += count;
        self.total += count;
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: &Self) {
        if other.total == 0 {
            return;
        }
        for (ours, theirs) in self.of.iter_mut().zip(other.of) {
            *ours += theirs;
        }
        self.total += other.total;
    }

    /// Subtracts the counts that another made of the same data.
    pub fn subtract(&mut self, other: &Self) {
        for (ours, theirs) in self.of.iter_mut().zip(other.of) {
            *ours = ours.saturating_sub(theirs);
        }
        self.total = self.total.saturating_sub(other.total);
    }

    /// The number of faults of a kind.
    pub fn count(&self, fault: Fault) -> u64 {
        self.of[fault as usize]
    }

    /// The number of faults of all kinds.
    pub fn total(&self) -> u64 {
        self.total
    }
}

/// The counts of a stretch by itself. The stretch begins and ends between sequences.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StretchCounts {
    pub(super) characters: u64,
    pub(super) non_ascii: u64,
    pub(super) kinds: FaultCounts,
    /// Line ends, without that of a CR at the very end.
    line_ends: u64,
    /// Characters and faults after the last of them.
    column: u64,
    starts_with_lf: bool,
    ends_with_cr: bool,
}

/// The lines of a stretch.
pub(super) struct StretchLines {
    /// Number of line ends, without that of a CR at the very end.
    pub(super) ends: u64,
    /// Characters and faults after the last of them.
    pub(super) column: u64,
    pub(super) starts_with_lf: bool,
    pub(super) ends_with_cr: bool,
}

impl StretchCounts {
    /// Characters and faults.
    pub(super) fn steps(&self) -> u64 {
        self.characters + self.kinds.total()
    }

    /// Sets the lines of a stretch that were counted elsewhere.
    pub(super) fn replace_lines(&mut self, lines: &StretchLines) {
        self.line_ends = lines.ends;
        self.column = lines.column;
        self.starts_with_lf = lines.starts_with_lf;
        self.ends_with_cr = lines.ends_with_cr;
    }

    /// Sets the lines of a stretch that has `lf` LF and `cr` CR; `steps` counts the sequences from
    /// an index on. Only for encodings in which the bytes 0A and 0D are LF and CR and nothing else.
    pub(super) fn set_lines(
        &mut self,
        bytes: &[u8],
        lf: u64,
        cr: u64,
        steps: impl Fn(usize) -> u64,
    ) {
        self.starts_with_lf = bytes.first() == Some(&b'\n');
        self.ends_with_cr = bytes.last() == Some(&b'\r');
        let pairs = if cr > 0 { count_crlf(bytes) } else { 0 };
        self.line_ends = lf + cr - pairs - u64::from(self.ends_with_cr);
        if self.line_ends > 0 {
            let ended = &bytes[..bytes.len() - usize::from(self.ends_with_cr)];
            let after = memchr::memrchr2(b'\n', b'\r', ended).map_or(0, |at| at + 1);
            self.column = steps(after);
        }
    }
}

/// Steps through a window with the codec's own step.
pub(super) fn drive<C: Codec>(
    state: &mut CodecState,
    window: &[u8],
    ends: bool,
    look: usize,
    into: &mut Tally,
) -> usize {
    drive_by((C::step, C::ASCII), state, window, ends, look, into)
}

/// Steps through a window with some step. `ascii`: the encoding has ASCII.
#[inline]
pub(super) fn drive_by(
    (step, ascii): (impl Fn(&mut CodecState, &[u8]) -> Sequence, bool),
    state: &mut CodecState,
    window: &[u8],
    ends: bool,
    look: usize,
    into: &mut Tally,
) -> usize {
    let mut at = 0;
    while at < window.len() && (ends || window.len() - at >= look) {
        if ascii {
            let run = plain_run(&window[at..]);
            if run > 0 {
                into.add_plain(run as u64);
                at += run;
                continue;
            }
        }
        let Sequence { len, meaning } = step(state, &window[at..]);
        into.add(meaning);
        at += usize::from(len);
    }
    at
}

/// The number of bytes at the front that are 20..7E: characters of ASCII that end no line. Whole
/// lanes come first, because the compiler turns them into vector instructions.
pub(super) fn plain_run(bytes: &[u8]) -> usize {
    const LANE: usize = 32;
    let plain = |byte: &u8| byte.wrapping_sub(0x20) < 0x5F;
    let lanes = bytes
        .chunks_exact(LANE)
        .take_while(|lane| lane.iter().fold(true, |all, byte| all & plain(byte)))
        .count();
    let rest = &bytes[lanes * LANE..];
    lanes * LANE + rest.iter().take_while(|byte| plain(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Family, table};
    use crate::window::Absence;

    #[track_caller]
    fn check(text: &str, line_ends: u64, position: (u64, u64)) {
        check_in(table::UTF_8, text, line_ends, position);
    }

    #[track_caller]
    fn check_in(encoding: &Encoding, text: &str, line_ends: u64, position: (u64, u64)) {
        let mut tally = Tally::new(encoding);
        for c in text.chars() {
            tally.add(Meaning::Scalar(c));
        }
        assert_eq!(
            (tally.line_ends(), tally.position(Meaning::Scalar('x'))),
            (line_ends, position)
        );
    }

    #[test]
    fn a_line_ends_after_lf_crlf_and_a_lone_cr() {
        check("", 0, (1, 1));
        check("ab", 0, (1, 3));
        check("a\n", 1, (2, 1));
        check("a\r\nb", 1, (2, 2));
        check("a\rb", 1, (2, 2));
        check("a\r\rb", 2, (3, 2));
        check("a\u{85}\u{2028}b", 0, (1, 5));
    }

    #[test]
    fn nel_ends_a_line_in_ebcdic_and_only_there() {
        let mainframe = table::by_id("ebcdic-037").unwrap();
        check_in(mainframe, "a\u{85}b", 1, (2, 2));
        check_in(mainframe, "a\r\u{85}\n\u{2028}b", 3, (4, 3));
        for encoding in table::all() {
            let ebcdic = encoding.family == Family::Ebcdic;
            assert_eq!(encoding.nel_ends_line(), ebcdic, "{encoding:?}");
            check_in(
                encoding,
                "\u{85}b",
                u64::from(ebcdic),
                if ebcdic { (2, 2) } else { (1, 3) },
            );
        }
        let place = LinePosition::default();
        let mut tally = Tally::from_line_position(mainframe, place);
        tally.add(Meaning::Scalar('\u{85}'));
        assert_eq!(tally.line_position().line_ends, 1);
    }

    #[test]
    fn unreadable_bytes_have_no_column_but_separate_cr_from_lf() {
        let mut tally = Tally::new(table::UTF_8);
        tally.add(Meaning::Scalar('a'));
        tally.add(Meaning::Absent(Absence::Unreadable));
        assert_eq!(tally.position(Meaning::Scalar('x')), (1, 2));
        tally.add(Meaning::Scalar('\r'));
        tally.add(Meaning::Absent(Absence::Unreadable));
        assert_eq!(tally.position(Meaning::Scalar('\n')), (2, 1));
        assert_eq!(
            (tally.characters, tally.faults(), tally.line_ends()),
            (2, 0, 1)
        );
    }

    #[test]
    fn stretches_counted_by_themselves_make_the_whole() {
        let steps = [
            Meaning::Scalar('a'),
            Meaning::Scalar('\r'),
            Meaning::Scalar('\n'),
            Meaning::Scalar('é'),
            Meaning::IllFormed(Fault::Utf8Overlong),
            Meaning::Absent(Absence::Unreadable),
        ];
        let count = |steps: &[Meaning]| {
            let mut tally = Tally::new(table::UTF_8);
            for step in steps {
                tally.add(*step);
            }
            tally
        };
        // Every order of five steps.
        for number in 0..6usize.pow(5) {
            let row = [0u32, 1, 2, 3, 4].map(|at| steps[number / 6usize.pow(at) % 6]);
            for cut in 0..5 {
                let mut tally = count(&row[..cut]);
                tally.append(&count(&row[cut..]), row[cut]);
                assert_eq!(tally, count(&row), "{row:?} at {cut}");
            }
        }
    }

    #[test]
    fn the_lf_of_a_crlf_stands_on_the_line_of_its_cr() {
        let mut tally = Tally::new(table::UTF_8);
        tally.add(Meaning::Scalar('a'));
        tally.add(Meaning::Scalar('\r'));
        assert_eq!(tally.position(Meaning::Scalar('\n')), (1, 3));
    }
}
