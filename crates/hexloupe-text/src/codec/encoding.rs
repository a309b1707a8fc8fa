//! A row of the table of encodings: everything the program may ask about an encoding.
//!
//! The functions of a row are filled from its [`Codec`] by [`Encoding::from_codec`], so
//! a row cannot pair one codec's step with another's masks. Invariant: rows are
//! compared by id, and an id is never reused.

use super::misread::Misread;
use super::table_file::TableFile;
use super::utf8::Utf8;
use super::walk::{self, Step, StepRange};
use super::{
    BitLayout, BulkLength, C1, Codec, CodecState, Diagnosis, Fault, LineEnd, Masks, Meaning,
    Resync, Sequence, SequenceContext, SpellingRemark, Tally, UsualFor, bulk, tally,
};
use crate::window::sweep::Reach;

/// Bytes on each side of a step that a diagnosis and its explanation may look at: the longest
/// promised bytes, and the sequence next to them.
const CONTEXT: u64 = 16;

/// The groups by which the picker and the list of encodings are sorted. Nothing else may depend on
/// them: decisions use the facts of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// The encoding forms of Unicode.
    Unicode,
    /// ASCII and ISO 8859.
    Iso,
    /// The Windows code pages.
    Windows,
    /// KOI8.
    Koi,
    /// The Macintosh sets.
    Mac,
    /// The code pages of DOS.
    Dos,
    /// EBCDIC, of mainframes.
    Ebcdic,
    /// The national variants of ISO 646.
    Iso646,
    /// The multi-byte sets of East Asia.
    EastAsia,
    /// Text that was misread ([`super::misread`]).
    Misread,
    /// Everything else: national sets, `replacement` and `x-user-defined`.
    Other,
    /// Tables that were read from a file ([`super::table_file`]).
    File,
}

impl Family {
    /// The heading of the group.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unicode => "Unicode",
            Self::Iso => "ASCII and ISO 8859",
            Self::Windows => "Windows",
            Self::Koi => "KOI8",
            Self::Mac => "Macintosh",
            Self::Dos => "DOS",
            Self::Ebcdic => "EBCDIC",
            Self::Iso646 => "ISO 646",
            Self::EastAsia => "East Asia",
            Self::Misread => "Misread and saved as UTF-8",
            Self::Other => "Other",
            Self::File => "From a file",
        }
    }
}

/// The encoding has no bytes for the character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the encoding has no bytes for U+{:04X}", u32::from(self.0))]
pub struct Unmappable(pub char);

/// One encoding.
pub struct Encoding {
    /// The stable id, as used in options and records.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// Other names that find it here, besides the WHATWG labels.
    pub aliases: &'static [&'static str],
    /// The group it is listed in.
    pub family: Family,
    /// The layout of its bits.
    pub layout: BitLayout,
    /// Bytes in a code unit: 1, 2 or 4.
    pub unit: u8,
    /// The largest number of bytes a sequence may have.
    pub max_len: u8,
    /// Bytes from its start that a step may need to see, unless the data ends earlier.
    pub look: u8,
    /// Bytes to step back, on the grid of code units, so that decoding from there has the right
    /// boundaries (and the first of all promised bytes) from here on. It has them always, or only
    /// if some of these bytes determine a boundary ([`Resync`]).
    pub lookback: u16,
    /// True if the bytes 00..7F are always the characters of ASCII where a character may start,
    /// and LF, CR and NUL are never part of another character.
    pub ascii: bool,
    /// True if some bytes change the meaning of later bytes.
    pub shifts: bool,
    /// The way to find its boundaries from the middle of the data.
    pub resync: Resync,
    /// The meaning of the controls U+0080..U+009F in it.
    pub c1: C1,
    /// The line end of nearly all text in it; none where that varies. NEL ends a line only where it
    /// is named here.
    pub line_end: Option<LineEnd>,
    /// The bytes without a character that Windows passes as characters for private use.
    pub passed: &'static [(u8, char)],
    /// True if programs drew lines and boxes with its characters on text screens.
    pub draws_boxes: bool,
    /// The rarity compared with UTF-8, in powers of two: each 1 more means half as many texts.
    /// [`Encoding::NEVER_GUESSED`] for one that only a user names.
    pub rarity: u8,
    /// The people or programs that used it, in a few words.
    pub used: &'static str,
    /// The year it was first published, if that is certain.
    pub since: Option<u16>,
    /// The languages that were usually written in it before Unicode.
    pub usual_for: &'static [UsualFor],
    /// The table of the file that it was read from.
    pub(super) file: Option<&'static TableFile>,
    /// The table that its functions use, if they belong to no codec.
    table: &'static dyn RuntimeTable,
    functions: CodecFunctions,
    remarks: Remarks,
    finish: fn(&mut CodecState, &mut Vec<u8>),
}

/// The functions that read and write a row's sequences. Each is given the row, whose table it may
/// need.
struct CodecFunctions {
    decode: fn(&Encoding, &mut CodecState, &[u8]) -> Sequence,
    steps: fn(&Encoding, &mut CodecState, &[u8], &StepRange, &mut Vec<Step>) -> usize,
    tally: fn(&Encoding, &mut CodecState, &[u8], bool, &mut Tally) -> usize,
    valid_prefix: fn(&Encoding, &[u8]) -> usize,
    masks: fn(&Encoding, &SequenceContext<'_>, &mut [Masks]),
    diagnose: fn(&Encoding, &SequenceContext<'_>, Fault) -> Diagnosis,
    encode: fn(&Encoding, &mut CodecState, char, &mut Vec<u8>) -> Result<(), Unmappable>,
    units: fn(&Encoding, &mut CodecState, &[u8], bool, &mut [u16]) -> BulkLength,
}

impl CodecFunctions {
    /// The functions of a codec.
    const fn of_codec<C: Codec>() -> Self {
        Self {
            decode: |_, state, window| C::step(state, window),
            steps: |_, state, stretch, run, into| walk::drive::<C>(state, stretch, run, into),
            tally: |row, state, window, ends, into| {
                C::tally(state, window, ends, row.look.into(), into)
            },
            valid_prefix: |_, window| C::valid_prefix(window),
            masks: |_, context, out| C::masks(context, out),
            diagnose: |_, context, fault| C::diagnose(context, fault),
            encode: |_, state, c, out| C::encode(state, c, out),
            units: |row, state, window, ends, into| {
                C::units(state, window, ends, row.look.into(), into)
            },
        }
    }

    /// The functions of a table, which has no states.
    const OF_TABLE: Self = Self {
        decode: |row, _, window| row.table.step(window),
        steps: |row, state, stretch, run, into| {
            walk::drive_by(row.step_of_table(), state, stretch, run, into)
        },
        tally: |row, state, window, ends, into| {
            let step = (row.step_of_table(), row.ascii);
            tally::drive_by(step, state, window, ends, row.look.into(), into)
        },
        valid_prefix: |row, window| row.table.valid_prefix(window),
        masks: |row, context, out| row.table.masks(context, out),
        diagnose: |row, context, fault| row.table.diagnose(context, fault),
        encode: |row, _, c, out| row.table.encode(c, out),
        units: |row, state, window, ends, into| {
            let step = (row.step_of_table(), row.ascii);
            bulk::drive_by(step, state, window, ends, row.look.into(), into)
        },
    };
}

/// A table made while the program runs, with the functions that a row based on it has. The contract
/// of each is that of the [`Encoding`]'s.
pub(super) trait RuntimeTable: Sync {
    /// Reads one sequence.
    fn step(&self, window: &[u8]) -> Sequence;
    /// The number of bytes at the front that are certainly well-formed.
    fn valid_prefix(&self, window: &[u8]) -> usize;
    /// The structure, payload and wrong bits of a sequence.
    fn masks(&self, context: &SequenceContext<'_>, out: &mut [Masks]);
    /// The four places of a fault.
    fn diagnose(&self, context: &SequenceContext<'_>, fault: Fault) -> Diagnosis;
    /// Appends the bytes of a character.
    ///
    /// # Errors
    /// There are none.
    fn encode(&self, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable>;
}

/// Stands in for the table of rows that have none: their functions do not use it.
struct NoTable;

impl RuntimeTable for NoTable {
    fn step(&self, window: &[u8]) -> Sequence {
        Utf8::step(&mut CodecState::default(), window)
    }

    fn valid_prefix(&self, window: &[u8]) -> usize {
        Utf8::valid_prefix(window)
    }

    fn masks(&self, context: &SequenceContext<'_>, out: &mut [Masks]) {
        Utf8::masks(context, out);
    }

    fn diagnose(&self, context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        Utf8::diagnose(context, fault)
    }

    fn encode(&self, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        Utf8::encode(&mut CodecState::default(), c, out)
    }
}

/// Makes the remark on how a well-formed sequence is written, if there is one.
pub(super) type ToRemark = fn(&SequenceContext<'_>) -> Option<SpellingRemark>;

/// The remarks of an encoding on well-formed sequences.
#[derive(Clone, Copy)]
pub(super) enum Remarks {
    /// There are none.
    None,
    /// [`Encoding::units`] passes over sequences with a remark.
    Passed(ToRemark),
    /// [`Encoding::units`] stops before a sequence with a remark.
    Stopping(ToRemark),
}

/// The fields of a row that are written by hand; its codec gives the others.
pub(super) struct EncodingFacts {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) aliases: &'static [&'static str],
    pub(super) family: Family,
    pub(super) unit: u8,
    pub(super) max_len: u8,
    pub(super) look: u8,
    pub(super) lookback: u16,
    pub(super) c1: C1,
    pub(super) line_end: Option<LineEnd>,
    pub(super) passed: &'static [(u8, char)],
    pub(super) draws_boxes: bool,
    pub(super) rarity: u8,
    pub(super) used: &'static str,
    pub(super) since: Option<u16>,
    pub(super) usual_for: &'static [UsualFor],
}

impl EncodingFacts {
    /// The values that most rows share; each row sets the rest.
    pub(super) const COMMON: Self = Self {
        id: "",
        name: "",
        aliases: &[],
        family: Family::Unicode,
        unit: 1,
        max_len: 1,
        look: 1,
        lookback: 0,
        c1: C1::Controls,
        line_end: None,
        passed: &[],
        draws_boxes: false,
        rarity: 4,
        used: "",
        since: None,
        usual_for: &[],
    };
}

impl Encoding {
    /// The rarity of an encoding that only a user names: all bytes are its letters, controls too.
    pub const NEVER_GUESSED: u8 = u8::MAX;

    /// Reports whether data may be found to be in it.
    pub const fn is_guessed(&self) -> bool {
        self.rarity < Self::NEVER_GUESSED
    }

    pub(super) const fn from_codec<C: Codec>(facts: &EncodingFacts) -> Self {
        Self {
            id: facts.id,
            name: facts.name,
            aliases: facts.aliases,
            family: facts.family,
            layout: C::LAYOUT,
            unit: facts.unit,
            max_len: facts.max_len,
            look: facts.look,
            lookback: facts.lookback,
            ascii: C::ASCII,
            shifts: C::SHIFTS,
            resync: C::RESYNC,
            c1: facts.c1,
            line_end: facts.line_end,
            passed: facts.passed,
            draws_boxes: facts.draws_boxes,
            rarity: facts.rarity,
            used: facts.used,
            since: facts.since,
            usual_for: facts.usual_for,
            file: None,
            table: &NoTable,
            functions: CodecFunctions::of_codec::<C>(),
            remarks: C::REMARKS,
            finish: C::finish,
        }
    }

    /// The row of a misreading. The rest of it is UTF-8's, because misread text is saved as UTF-8.
    pub(super) fn misreading(facts: &EncodingFacts, misread: &'static Misread) -> Self {
        Self {
            layout: BitLayout::Misread(misread),
            table: misread,
            functions: CodecFunctions::OF_TABLE,
            ..Self::from_codec::<Utf8>(facts)
        }
    }

    /// The row of a table that was read from a file.
    pub(super) fn of_table(
        facts: &EncodingFacts,
        layout: BitLayout,
        resync: Resync,
        table: &'static TableFile,
    ) -> Self {
        Self {
            layout,
            resync,
            ascii: table.has_ascii(),
            table,
            functions: CodecFunctions::OF_TABLE,
            ..Self::from_codec::<Utf8>(facts)
        }
    }

    /// Reads one sequence from a window that is not empty and holds `look`
    /// bytes or reaches the end of the data.
    #[inline]
    pub fn decode(&self, state: &mut CodecState, window: &[u8]) -> Sequence {
        (self.functions.decode)(self, state, window)
    }

    /// The step of the table, for its driver.
    fn step_of_table(&self) -> impl Fn(&mut CodecState, &[u8]) -> Sequence {
        let table = self.table;
        move |_, window| table.step(window)
    }

    /// Appends the steps of a stretch of data, as `run` says; returns the bytes consumed.
    pub(super) fn steps(
        &self,
        state: &mut CodecState,
        stretch: &[u8],
        run: &StepRange,
        into: &mut Vec<Step>,
    ) -> usize {
        (self.functions.steps)(self, state, stretch, run, into)
    }

    /// Counts a whole window of data into `into`; returns the bytes consumed. Unless the data
    /// `ends` with the window, fewer than `look` bytes may be left for the next call.
    pub fn tally(
        &self,
        state: &mut CodecState,
        window: &[u8],
        ends: bool,
        into: &mut Tally,
    ) -> usize {
        (self.functions.tally)(self, state, window, ends, into)
    }

    /// The number of bytes at the front of a window beginning at a boundary that are certainly
    /// well-formed, up to a boundary. It is a fast lower bound: bytes after them may be well-formed
    /// too.
    pub fn valid_prefix(&self, window: &[u8]) -> usize {
        (self.functions.valid_prefix)(self, window)
    }

    /// The structure, payload and wrong bits of the sequence, a
    /// [`Masks`] per byte, into the front of `out`.
    pub fn masks(&self, context: &SequenceContext<'_>, out: &mut [Masks]) {
        (self.functions.masks)(self, context, out);
    }

    /// The remark on how the sequence is written; none if it is not a character or there is
    /// nothing to remark.
    pub fn remark(&self, context: &SequenceContext<'_>) -> Option<SpellingRemark> {
        let (Remarks::Passed(remark) | Remarks::Stopping(remark)) = self.remarks else {
            return None;
        };
        { context.meaning.is_character() }
            .then(|| remark(context))
            .flatten()
    }

    /// Reports whether there are sequences on which it makes a [`SpellingRemark`].
    pub fn makes_remarks(&self) -> bool {
        !matches!(self.remarks, Remarks::None)
    }

    /// Reports whether [`Encoding::units`] may pass over sequences with a remark.
    pub fn units_hide_remarks(&self) -> bool {
        matches!(self.remarks, Remarks::Passed(_))
    }

    /// The four places of a fault of the sequence.
    pub fn diagnose(&self, context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        (self.functions.diagnose)(self, context, fault)
    }

    /// Appends the bytes of a character to `out`.
    ///
    /// # Errors
    /// [`Unmappable`] if the encoding has no bytes for it; `out` is then unchanged.
    pub fn encode(
        &self,
        state: &mut CodecState,
        c: char,
        out: &mut Vec<u8>,
    ) -> Result<(), Unmappable> {
        (self.functions.encode)(self, state, c, out)
    }

    /// The bytes of a text that stands alone.
    ///
    /// # Errors
    /// The first character for which the encoding has no bytes.
    pub fn encode_text(&self, text: &str) -> Result<Vec<u8>, char> {
        let (mut bytes, mut state) = (Vec::with_capacity(text.len()), CodecState::default());
        for c in text.chars() {
            self.encode(&mut state, c, &mut bytes).map_err(|_| c)?;
        }
        self.finish(&mut state, &mut bytes);
        Ok(bytes)
    }

    /// Appends the bytes that end a text: after them the codec is in the state in which it began.
    pub fn finish(&self, state: &mut CodecState, out: &mut Vec<u8>) {
        (self.finish)(state, out);
    }

    /// Reads the well-formed characters at the front of a window as units of UTF-16. `into` must
    /// have as many units as the window has bytes. Stops before a sequence that is not made of
    /// scalar values, and may stop earlier. Unless the data `ends` with the window, fewer than
    /// `look` bytes may be left for the next call.
    pub fn units(
        &self,
        state: &mut CodecState,
        window: &[u8],
        ends: bool,
        into: &mut [u16],
    ) -> BulkLength {
        (self.functions.units)(self, state, window, ends, into)
    }

    /// The number of bytes before and after a stretch that its sequences and their diagnoses depend
    /// on, if decoding continues from a known boundary. That boundary is among the bytes before.
    pub fn reach(&self) -> Reach {
        Reach {
            before: CONTEXT + u64::from(self.max_len),
            after: CONTEXT + u64::from(self.look),
        }
    }

    /// Like [`Encoding::reach`], but only for counting: fewer bytes after the stretch are enough.
    pub fn reach_of_counting(&self) -> Reach {
        Reach {
            after: u64::from(self.look) - 1,
            ..self.reach()
        }
    }

    /// Like [`Encoding::reach`], but without a known boundary: one is searched for among the bytes
    /// before.
    pub fn reach_from_anywhere(&self) -> Reach {
        let Reach { before, after } = self.reach();
        Reach {
            before: before + u64::from(self.lookback),
            after,
        }
    }

    /// The number of encodings that were more usual than this one for a language before Unicode;
    /// none if the language, by its code, was not usually written in it.
    pub fn usual_rank(&self, language: &str) -> Option<u8> {
        let is_of = |usual: &&UsualFor| usual.languages.split(' ').any(|code| code == language);
        self.usual_for.iter().find(is_of).map(|usual| usual.rank)
    }

    /// Length of a NUL in bytes, if zero bytes are NULs and leave `state` as it is; otherwise
    /// none.
    pub fn nul(&self, state: CodecState) -> Option<u64> {
        let mut after = state;
        let sequence = self.decode(&mut after, &[0; 16]);
        let is_nul = sequence.meaning == Meaning::Scalar('\0') && after == state;
        is_nul.then_some(sequence.len.into())
    }
}

impl PartialEq for Encoding {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Encoding {}

impl std::fmt::Debug for Encoding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}
