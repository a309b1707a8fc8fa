//! The numbers that decide: what each decides, in which unit, and where it comes from.
//!
//! The type is the unit. All numbers were chosen by hand and are held by tests; the
//! last word of each says what half or double of it changed when that was tried:
//! - *Measured*: right guesses of `tests/guess_matrix.rs` became wrong.
//! - *Chosen*: what short, damaged, mixed or binary data was called, or how sure that was.
//! - *Rare*: no guess of either: it decides only rare data.
//! - *Told*: only what is said of a guess.
//! - *Size*: how much work a guess is.
//!
//! Invariant: every threshold, weight and limit of the room stands here, except the costs of
//! characters (`char_cost`), capitals (`text_cost`) and letters in a language (`language`),
//! how rare an encoding is (its row), and the structure of encodings that are not read
//! here (`unsupported`).

/// Bits that a text would take in a code made for its language.
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

/// Bytes from the start of the data. Size.
pub(super) const FIRST_BYTES: Count = 64 * 1024;
/// Bytes of each sample further on. Size.
pub(super) const SAMPLE_BYTES: Count = 16 * 1024;
/// Samples of longer data, the last at its end. Size.
pub(super) const SAMPLES: u64 = 4;
/// Bytes that the start gives to the excerpt. Size.
pub(super) const EXCERPT_BYTES: Count = 2048;
/// Bytes that each sample gives to the excerpt. Size.
pub(super) const EXCERPT_SAMPLE_BYTES: Count = 512;
/// Bytes before and after a distinctive byte that the excerpt has with it. Size.
pub(super) const CONTEXT_BYTES: Count = 40;

// ---- What is counted ----

/// Equal bytes in a row that are a run: no word has three letters alike. Chosen.
pub(super) const RUN_LENGTH: Count = 3;
/// NULs and controls that ASCII and UTF-8 may have to be taken without a score. Chosen.
pub(super) const TEXT_CONTROLS: OneIn = OneIn(50);
/// NULs and controls that any text of one-byte units may have. Chosen.
pub(super) const MOST_CONTROLS: OneIn = OneIn(4);
/// NULs and controls at one of four places that show wide code units. Measured.
pub(super) const WIDE_CONTROLS: OneIn = OneIn(5);
/// Where units are wide: controls at the place with the fewest, as a share of those at the
/// place with the most. Measured.
pub(super) const UNALIGNED_CONTROLS: OneIn = OneIn(5);
/// Well-formed sequences of UTF-8 beside faults that show parts in several encodings.
/// Chosen.
pub(super) const MIXED_SEQUENCES: Count = 6;
/// Those sequences as a share of the bytes beyond ASCII. Rare.
pub(super) const MIXED_SHARE: OneIn = OneIn(5);
/// Code units in base64 that show UTF-7: plain text may have one by chance. Chosen.
pub(super) const SHIFTED_UNITS: Count = 3;

// ---- What a text takes ----

/// An ill-formed sequence, ... Chosen.
pub(super) const FAULT: Bits = 18.0;
/// ... and each of its bytes. Chosen.
pub(super) const FAULT_BYTE: Bits = 8.0;
/// A value that no text holds: a surrogate, or beyond Unicode. Rare.
pub(super) const NO_CHARACTER: Bits = 26.0;
/// The first letter of a word in a script without a language here, ... Measured.
pub(super) const UNKNOWN_WORD: Bits = 13.0;
/// ... and each further letter. Chosen.
pub(super) const UNKNOWN_LETTER: Bits = 6.5;
/// A word in another script than that of the language. Chosen.
pub(super) const OTHER_SCRIPT_WORD: Bits = 3.0;
/// A change of script inside a word, ... Chosen.
pub(super) const SCRIPT_CHANGE: Bits = 11.0;
/// ... to a script of East Asia, which writes no blanks. Chosen.
pub(super) const EAST_CHANGE: Bits = 1.0;
/// A letter beyond ASCII that is a word by itself. Measured.
pub(super) const LONE_LETTER: Bits = 3.0;
/// A sign beyond ASCII between two letters. Chosen.
pub(super) const INSIDE_WORD: Bits = 7.0;
/// A blank, or the end of a line. Chosen.
pub(super) const BLANK: Bits = 0.5;
/// Bytes that make no character. Rare.
pub(super) const SHIFT: Bits = 2.0;
/// A line of a frame after the same line, ... Chosen.
pub(super) const DRAWN_AGAIN: Bits = 1.5;
/// ... beside another line, ... Measured.
pub(super) const DRAWN: Bits = 5.5;
/// ... and alone. Measured.
pub(super) const DRAWN_ALONE: Bits = 13.0;
/// What words of ASCII save, at most, for a language other than English. Measured.
pub(super) const ASCII_WORDS: Bits = 24.0;

// ---- The score of an encoding ----

/// An encoding that the language was not usually written in. Chosen.
pub(super) const UNUSUAL_ENCODING: Bits = 8.0;
/// Each encoding that is more usual for the language. Measured.
pub(super) const NEXT_ENCODING: Bits = 0.5;
/// What a language saves beside the first of its script to be named instead. Told.
pub(super) const OTHER_LANGUAGE: Bits = 6.0;
/// Bytes of the excerpt that score all encodings first. Chosen.
pub(super) const FIRST_PASS_BYTES: Count = 384;
/// Distance from the best after the first pass at which an encoding is not scored again.
/// Chosen.
pub(super) const HOPELESS: Bits = 90.0;

// ---- The adjustments of a score ----

/// Distance from the best up to which faults outside of the excerpt are counted. Rare.
pub(super) const NEAR: Bits = 45.0;
/// One such fault. Chosen.
pub(super) const LATER_FAULT: Bits = 12.0;
/// Such faults that cost bits. Rare.
pub(super) const MOST_FAULTS: u64 = 50;
/// An encoding that is taken only where no other fits. Measured.
pub(super) const HELD_BACK: Bits = 1000.0;
/// What the vote of chardetng saves. Measured.
pub(super) const VOTE: Bits = 3.0;
/// What lines that end in CR alone save for the sets of the Mac. Chosen.
pub(super) const CR_ENDS: Bits = 6.0;
/// What lines that end in CR LF save for the sets of DOS. Chosen.
pub(super) const CRLF_ENDS: Bits = 1.0;
/// What a mark of UTF-7 or GB18030 saves. Rare.
pub(super) const WEAK_MARK: Bits = 24.0;
/// Distance from the best up to which the declared encoding is taken. Chosen.
pub(super) const CLAIM: Bits = 30.0;
/// Faults per byte beyond ASCII up to which a declared multi-byte set is taken. Rare.
pub(super) const CLAIM_FAULTS: OneIn = OneIn(200);
/// What a reading with shifts saves beside ASCII to be taken. Rare.
pub(super) const SHIFTS: Bits = 20.0;
/// Bytes beyond ASCII below which windows-1252 is taken if it gives the same text ...
/// Chosen.
pub(super) const FEW_HIGH_BYTES: Count = 4;
/// ... and is no further than this from the best. Chosen.
pub(super) const USUAL_SET: Bits = 9.0;
/// What code units that begin at the second byte save to be taken, ... Chosen.
pub(super) const PHASE_BITS: Bits = 12.0;
/// ... what they take at most, ... Measured.
pub(super) const READABLE: BitsPerByte = 6.0;
/// ... and the NULs that such data has. Chosen.
pub(super) const PHASE_NULS: OneIn = OneIn(50);
/// What the best takes where the structure of an unsupported multi-byte set is sought.
/// Rare.
pub(super) const UNSUPPORTED_PAIRS: BitsPerByte = 5.0;
/// What the best takes where unsupported single-byte sets are tried. Chosen.
pub(super) const UNSUPPORTED_LETTERS: BitsPerByte = 4.5;
/// What such a set saves beside the best to be named. Chosen.
pub(super) const UNSUPPORTED_BITS: Bits = 24.0;

// ---- How sure a guess is ----

/// Bits that double the odds between two texts: one would make a guess too sure. Chosen.
pub(super) const ODDS_BITS: Bits = 3.0;
/// Other encodings that are named. Told.
pub(super) const ALTERNATIVES: Count = 8;
/// How likely each of them is at least. Told.
pub(super) const WORTH_TELLING: Confidence = 0.005;
/// A byte order mark with faults after it, or with which another mark begins. Chosen.
pub(super) const DOUBTFUL_MARK: Confidence = 0.95;
/// The encoding of that other mark. Told.
pub(super) const OTHER_MARK: Confidence = 0.05;
/// The doubt before the first sequence of UTF-8; each sequence halves it. Chosen.
pub(super) const UTF_8_DOUBT: Confidence = 0.25;
/// Sequences that halve it, at most. Rare.
pub(super) const UTF_8_PROOFS: u64 = 20;
/// Sequences of UTF-8 from which its score counts too. Chosen.
pub(super) const UTF_8_ENOUGH: u64 = 4;
/// A guess, at most: only proofs are surer. Chosen.
pub(super) const GUESS_MOST: Confidence = 0.99;
/// ASCII of which only samples were looked at. Rare.
pub(super) const SAMPLED_MOST: Confidence = 0.95;
/// What is hardly text, at most. Chosen.
pub(super) const HARDLY_SURE: Confidence = 0.3;
/// A declared encoding that reads the data without a fault, at least. Chosen.
pub(super) const CLAIM_LEAST: Confidence = 0.9;
/// The doubt of a guess without a letter beyond ASCII; ... Chosen.
pub(super) const FEW_LETTERS_DOUBT: Confidence = 0.45;
/// ... each letter multiplies it by 2 to the power of minus this. Chosen.
pub(super) const LETTER_BITS: f32 = 0.75;
/// Wide code units that count as one letter, for they may be ASCII. Chosen.
pub(super) const WIDE_UNITS_PER_LETTER: Count = 3;
/// What text surely takes at most, in a set of one byte per letter, ... Chosen.
pub(super) const DEAR: BitsPerByte = 5.2;
/// ... and in a multi-byte set. Chosen.
pub(super) const DEAR_PAIRS: BitsPerByte = 5.7;
/// What a text may take beyond that in all, as short ones do. Chosen.
pub(super) const DEAR_IN_ALL: Bits = 16.0;
/// How sure a text is at most that takes more; ... Chosen.
pub(super) const DEAR_MOST: Confidence = 0.9;
/// ... what each further bit per byte takes from that; ... Chosen.
pub(super) const DEAR_LOSS: Confidence = 0.6;
/// ... and what is left at least. Chosen.
pub(super) const DEAR_LEAST: Confidence = 0.05;

// ---- What the data is ----

/// What no text takes, by the bytes of a code unit: random bytes take 8 and more. Chosen.
pub(super) const NO_TEXT: [(u8, BitsPerByte); 3] = [(1, 7.2), (2, 7.4), (4, 3.2)];
/// What a single-byte set takes that does not fit data with parts in UTF-8, ... Rare.
pub(super) const STRAINED: BitsPerByte = 5.0;
/// ... and what a multi-byte set takes. Chosen.
pub(super) const STRAINED_PAIRS: BitsPerByte = 6.4;
/// Controls in what an encoding reads, at most, as a share. Chosen.
pub(super) const READ_CONTROLS: f32 = 0.05;
/// NULs and controls that make noise binary: random bytes have one in ten. Rare.
pub(super) const NOISE_CONTROLS: OneIn = OneIn(200);
/// Bytes below which data is short, ... Chosen.
pub(super) const SHORT_BYTES: Count = 12;
/// ... unless it has these many bytes beyond ASCII. Chosen.
pub(super) const SHORT_HIGH_BYTES: Count = 6;
/// How sure a guess is at least to be taken. Chosen.
pub(super) const NAMED_LEAST: Confidence = 0.5;
/// Letters below which a text is too short ... Chosen.
pub(super) const ENOUGH_LETTERS: Count = 4;
/// ... unless the guess is this sure. Chosen.
pub(super) const FEW_LETTERS_LEAST: Confidence = 0.9;

// ---- What is told of it ----

/// Letters from which a language is named. Told.
pub(super) const LANGUAGE_LETTERS: Count = 4;
/// What a reading takes that is called hardly text. Told.
pub(super) const HARDLY_TEXT: BitsPerByte = 5.0;
/// Bytes beyond ASCII below which a text is called short. Told.
pub(super) const SHORT_TOLD: Count = 12;
