//! The numbers that decide: each with what it decides and where it comes from.
//!
//! The type says the unit. Invariant: every threshold, weight and limit of the room stands
//! here, save the costs of single characters (`signs`) and of letters in a language
//! (`language`), which are tables of their own.

/// Bits that a text takes: one more makes it half as likely.
pub(super) type Bits = f32;
/// Bits divided by the bytes of the excerpt.
pub(super) type BitsPerByte = f32;
/// A confidence from 0 to 1.
pub(super) type Confidence = f32;
/// Bytes, letters, sequences: what is counted.
pub(super) type Count = usize;

/// A share: one of so many.
#[derive(Debug, Clone, Copy)]
pub(super) struct OneIn(pub(super) usize);

impl OneIn {
    /// Whether a part is more than this share of a whole.
    pub(super) fn is_exceeded(self, part: usize, whole: usize) -> bool {
        part * self.0 > whole
    }

    /// Whether a part is at least this share of a whole.
    pub(super) fn is_reached(self, part: usize, whole: usize) -> bool {
        part * self.0 >= whole
    }
}

// ---- What is looked at ----

/// Bytes from the start of the data that are looked at.
pub(super) const FIRST_BYTES: Count = 64 * 1024;
/// Bytes of each sample further on.
pub(super) const SAMPLE_BYTES: Count = 16 * 1024;
/// Samples of data that is longer, the last at its end.
pub(super) const SAMPLES: u64 = 4;
/// Bytes of the excerpt that the start gives, and each sample.
pub(super) const EXCERPT_BYTES: Count = 2048;
pub(super) const EXCERPT_SAMPLE_BYTES: Count = 512;
/// Bytes before and after a telling byte that are excerpted with it.
pub(super) const CONTEXT_BYTES: Count = 40;

// ---- What is counted ----

/// Equal bytes in a row that are a run, which no word has.
pub(super) const RUN_LENGTH: Count = 3;
/// NULs and controls that ASCII and UTF-8 have at most to be taken without a score.
pub(super) const TEXT_CONTROLS: OneIn = OneIn(50);
/// NULs and controls that any text of one byte per letter has at most.
pub(super) const MOST_CONTROLS: OneIn = OneIn(4);
/// NULs and controls at one of four places that make code units of several bytes likely.
pub(super) const WIDE_CONTROLS: OneIn = OneIn(5);
/// What the place with the fewest NULs and controls has of the place with the most, at
/// most, where units have several bytes.
pub(super) const UNALIGNED_CONTROLS: OneIn = OneIn(5);
/// Well-formed sequences of UTF-8 beside faults that make it parts in several encodings.
pub(super) const MIXED_SEQUENCES: Count = 6;
/// The same, of the bytes beyond ASCII.
pub(super) const MIXED_SHARE: OneIn = OneIn(5);
/// Units of UTF-7 in base64 that plain text does not have by chance.
pub(super) const SHIFTED_UNITS: Count = 3;

// ---- What a text takes ----

/// An ill-formed sequence, and each of its bytes.
pub(super) const FAULT: Bits = 18.0;
pub(super) const FAULT_BYTE: Bits = 8.0;
/// A value that no text holds: half a pair, or beyond Unicode.
pub(super) const NO_CHARACTER: Bits = 26.0;
/// A word in a script without a language here, and each further letter of it.
pub(super) const UNKNOWN_WORD: Bits = 13.0;
pub(super) const UNKNOWN_LETTER: Bits = 6.5;
/// A word in another script than the language's.
pub(super) const OTHER_SCRIPT_WORD: Bits = 3.0;
/// A change of script inside a word; from or to the scripts of East Asia.
pub(super) const SCRIPT_CHANGE: Bits = 11.0;
pub(super) const EAST_CHANGE: Bits = 1.0;
/// A letter beyond ASCII that is a word by itself.
pub(super) const LONE_LETTER: Bits = 3.0;
/// A sign beyond ASCII between two letters.
pub(super) const INSIDE_WORD: Bits = 7.0;
/// A blank, or the end of a line.
pub(super) const BLANK: Bits = 0.5;
/// Bytes that make no character.
pub(super) const SHIFT: Bits = 2.0;
/// A sign of line drawing: the one before again, beside another, and alone.
pub(super) const DRAWN_AGAIN: Bits = 1.5;
pub(super) const DRAWN: Bits = 5.5;
pub(super) const DRAWN_ALONE: Bits = 13.0;
/// What words of ASCII can save at most for a language other than English.
pub(super) const ASCII_WORDS: Bits = 24.0;

// ---- The score of an encoding ----

/// An encoding that the language was not usually written in.
pub(super) const UNUSUAL_ENCODING: Bits = 8.0;
/// Each encoding of the language that is more usual.
pub(super) const NEXT_ENCODING: Bits = 0.5;
/// What another language than the first of its script must save to be named.
pub(super) const OTHER_LANGUAGE: Bits = 6.0;
/// Bytes of the excerpt by which all encodings are scored first.
pub(super) const FIRST_PASS_BYTES: Count = 384;
/// Bits beyond the best after the first pass that end the scoring of an encoding.
pub(super) const HOPELESS: Bits = 90.0;

// ---- The adjustments ----

/// Bits beyond the best up to which the faults outside of the excerpt count.
pub(super) const NEAR: Bits = 45.0;
/// One such fault, and how many of them count.
pub(super) const LATER_FAULT: Bits = 12.0;
pub(super) const MOST_FAULTS: u64 = 50;
/// An encoding that is taken only where nothing else will do.
pub(super) const HELD_BACK: Bits = 1000.0;
/// What chardetng names saves these.
pub(super) const VOTE: Bits = 3.0;
/// Lines that end in CR alone save these for the sets of the Mac.
pub(super) const CR_ENDS: Bits = 6.0;
/// Lines that end in CR LF save these for the sets of DOS.
pub(super) const CRLF_ENDS: Bits = 1.0;
/// The mark of UTF-7 or GB18030 saves these.
pub(super) const WEAK_MARK: Bits = 24.0;
/// What the declared encoding may take beyond the best.
pub(super) const CLAIM: Bits = 30.0;
/// Faults per byte beyond ASCII that do not void the declaration of a multi-byte set.
pub(super) const CLAIM_FAULTS: OneIn = OneIn(200);
/// What a reading with shifts must save beside ASCII.
pub(super) const SHIFTS: Bits = 20.0;
/// Bytes beyond ASCII below which windows-1252 is taken where it gives the same text, ...
pub(super) const FEW_HIGH_BYTES: Count = 4;
/// ... and takes no more than this beyond the best.
pub(super) const USUAL_SET: Bits = 9.0;
/// What code units from the second byte on must save, ...
pub(super) const PHASE_BITS: Bits = 12.0;
/// ... and take at most.
pub(super) const READABLE: BitsPerByte = 6.0;
/// NULs from which on they are tried where no reading has wide units.
pub(super) const PHASE_NULS: OneIn = OneIn(50);
/// What a reading takes where an encoding that is not read here is looked for: by the
/// structure of its pairs, and by its letters.
pub(super) const UNSUPPORTED_PAIRS: BitsPerByte = 5.0;
pub(super) const UNSUPPORTED_LETTERS: BitsPerByte = 4.5;
/// What such letters must save.
pub(super) const UNSUPPORTED_BITS: Bits = 24.0;

// ---- How sure it is ----

/// Bits by which the odds between two texts double.
pub(super) const ODDS_BITS: Bits = 3.0;
/// Other encodings that are told of, and how likely each must be.
pub(super) const ALTERNATIVES: Count = 8;
pub(super) const WORTH_TELLING: Confidence = 0.005;
/// A byte order mark with faults after it, or one that another begins with.
pub(super) const DOUBTFUL_MARK: Confidence = 0.95;
/// The encoding whose mark it may be too.
pub(super) const OTHER_MARK: Confidence = 0.05;
/// The doubt that UTF-8 leaves before its first sequence; each halves it, up to so many.
pub(super) const UTF_8_DOUBT: Confidence = 0.25;
pub(super) const UTF_8_PROOFS: u64 = 20;
/// Sequences of UTF-8 from which on its score counts too.
pub(super) const UTF_8_ENOUGH: u64 = 4;
/// A guess, at most.
pub(super) const GUESS_MOST: Confidence = 0.99;
/// ASCII of which only samples were looked at.
pub(super) const SAMPLED_MOST: Confidence = 0.95;
/// What is hardly text, at most.
pub(super) const HARDLY_SURE: Confidence = 0.3;
/// A declared encoding that reads the data without a fault, at least.
pub(super) const CLAIM_LEAST: Confidence = 0.9;
/// The doubt of a guess by no letter, and the halvings of it per letter.
pub(super) const FEW_LETTERS_DOUBT: Confidence = 0.45;
pub(super) const LETTER_BITS: f32 = 0.75;
/// Code units of several bytes that count as one letter.
pub(super) const WIDE_UNITS_PER_LETTER: Count = 3;
/// What text takes without doubt: in a set of one byte per letter, and of several.
pub(super) const DEAR: BitsPerByte = 5.2;
pub(super) const DEAR_PAIRS: BitsPerByte = 5.7;
/// What a text may take beyond that in all.
pub(super) const DEAR_IN_ALL: Bits = 16.0;
/// How sure a text is that takes more, at most; what each further bit per byte takes from
/// it; and what is left of it at least.
pub(super) const DEAR_MOST: Confidence = 0.9;
pub(super) const DEAR_LOSS: Confidence = 0.6;
pub(super) const DEAR_LEAST: Confidence = 0.05;

// ---- What the data is ----

/// What no text takes, by the bytes of a code unit.
pub(super) const NO_TEXT: [(u8, BitsPerByte); 3] = [(1, 7.2), (2, 7.4), (4, 3.2)];
/// What a reading takes that is forced where parts are UTF-8: in a set of one byte per
/// letter, and of several.
pub(super) const STRAINED: BitsPerByte = 5.0;
pub(super) const STRAINED_PAIRS: BitsPerByte = 6.4;
/// Controls in what an encoding reads, at most.
pub(super) const READ_CONTROLS: f32 = 0.05;
/// NULs and controls that make noise binary.
pub(super) const NOISE_CONTROLS: OneIn = OneIn(200);
/// Bytes below which data is too short, ...
pub(super) const SHORT_BYTES: Count = 12;
/// ... unless so many are beyond ASCII.
pub(super) const SHORT_HIGH_BYTES: Count = 6;
/// What is needed to name an encoding.
pub(super) const NAMED_LEAST: Confidence = 0.5;
/// Letters below which a text is too short, ...
pub(super) const ENOUGH_LETTERS: Count = 4;
/// ... unless it is as sure as this.
pub(super) const FEW_LETTERS_LEAST: Confidence = 0.9;

// ---- What is told ----

/// Letters from which on a language is named.
pub(super) const LANGUAGE_LETTERS: Count = 4;
/// What a reading takes that is called hardly text.
pub(super) const HARDLY_TEXT: BitsPerByte = 5.0;
/// Bytes beyond ASCII below which a text is called short.
pub(super) const SHORT_TOLD: Count = 12;
