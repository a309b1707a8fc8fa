//! The deciding numbers, each with its effect, its unit and its origin.
//!
//! The type is the unit. All numbers were chosen by hand and are held by tests. The last word of
//! each comment names the effect of halving and doubling it:
//! - *Measured*: right guesses of `tests/guess_matrix.rs` became wrong.
//! - *Chosen*: the nature or the confidence of short, damaged, mixed or binary data.
//! - *Rare*: neither; the number decides only rare data.
//! - *Shown*: only the text about a guess.
//! - *Size*: the amount of work of a guess.
//!
//! Invariant: every threshold, weight and limit of the room is here, except the costs of characters
//! (`char_cost`), capitals (`text_cost`) and letters (`language`), the rarity of an encoding (its
//! row), the places searched for declarations and NULs (`claim`, `binary`), the bits that
//! prove a text among other bytes (`strings`), the threshold of
//! remarks on a guess (`requested`), and the structure of unsupported encodings.

/// Bits that a text would have in a code made for its language.
pub(super) type CodeBits = f32;
/// Bits divided by the bytes of the excerpt.
pub(super) type BitsPerByte = f32;
/// A confidence from 0 to 1.
pub(super) type Confidence = f32;
/// A number of bytes, letters or sequences.
pub(super) type TuningCount = usize;

/// A share of a whole: one in this number.
#[derive(Debug, Clone, Copy)]
pub(super) struct OneIn(pub(super) usize);

impl OneIn {
    /// Reports whether a part is more than this share of a whole.
    pub(super) fn is_exceeded(self, part: usize, whole: usize) -> bool {
        part * self.0 > whole
    }

    /// Reports whether a part is at least this share of a whole.
    pub(super) fn is_reached(self, part: usize, whole: usize) -> bool {
        part * self.0 >= whole
    }
}

// ---- The bytes that are read ----

/// Bytes from the start of the data. Size.
pub(super) const FIRST_BYTES: TuningCount = 64 * 1024;
/// Bytes of each sample further on. Size.
pub(super) const SAMPLE_BYTES: TuningCount = 16 * 1024;
/// Samples of longer data; the last is at its end. Size.
pub(super) const SAMPLES: u64 = 4;
/// Bytes that are read before a word that was spotted, and after it.
pub(super) const BESIDE_WORD: u64 = 64;
/// The most different words that are spotted in data.
pub(super) const SPOTTED_WORDS: TuningCount = 64;
/// The most that read badly and are not UTF-8 once more.
pub(super) const STRANGE_WORDS: TuningCount = 32;
/// The most words that are taken because they come first.
pub(super) const FIRST_WORDS: TuningCount = 64;
/// Bytes that a look at all of the data reads at once. Size.
pub(super) const LOOK_STEP: u64 = 64 * 1024;
/// Later readers of the data choose by its first 512 MiB, and show progress soon.
pub(super) const LOOK_MOST: u64 = 512 << 20;
/// Places of each kind that such a look finds for samples. Size.
pub(super) const LOOK_PLACES: TuningCount = 4;
/// Samples around the bytes that come first late in the data. Size.
pub(super) const LOOK_LATEST: TuningCount = 8;
/// The count of ill-formed UTF-8 sequences that ends counting, if they outnumber the well-formed
/// ones. Size.
pub(super) const LOOK_ENOUGH_FAULTS: u64 = 4096;
/// Bytes of the excerpt that come from the start. Size.
pub(super) const EXCERPT_BYTES: TuningCount = 2048;
/// Bytes of the excerpt that come from each sample. Size.
pub(super) const EXCERPT_SAMPLE_BYTES: TuningCount = 512;
/// Bytes before and after a distinctive byte that are in the excerpt too. Size.
pub(super) const CONTEXT_BYTES: TuningCount = 40;

// ---- Counts ----

/// Equal bytes in a row that are a run: no word has three equal letters in a row. Chosen.
pub(super) const RUN_LENGTH: TuningCount = 3;
/// The share of NULs and controls up to which ASCII and UTF-8 need no score. Chosen.
pub(super) const TEXT_CONTROLS: OneIn = OneIn(50);
/// The share of NULs and controls that text of one-byte units may have. Chosen.
pub(super) const MOST_CONTROLS: OneIn = OneIn(4);
/// The share of NULs and controls, at one offset modulo four, of wide code units. Measured.
pub(super) const WIDE_CONTROLS: OneIn = OneIn(5);
/// The most controls at the rarest offset modulo four, as a share of those at the commonest, in
/// wide code units. Measured.
pub(super) const UNALIGNED_CONTROLS: OneIn = OneIn(5);
/// Wide code units below which their structure proves nothing. Chosen.
pub(super) const WIDE_UNITS: TuningCount = 8;
/// The share of bytes that are no plain ASCII, without which units are not wide. Chosen.
pub(super) const WIDE_ASCII: OneIn = OneIn(20);
/// The most units that are no characters of text, as a share of all. Chosen.
pub(super) const WIDE_BAD_UNITS: OneIn = OneIn(60);
/// The share of blanks and ends of lines among units of two bytes. Chosen.
pub(super) const WIDE_ANCHORS: OneIn = OneIn(60);
/// Letters of a script with few of them among units of two bytes, where there is no blank. Chosen.
pub(super) const WIDE_LETTERS: OneIn = OneIn(2);
/// The most units whose lower byte is zero, as a share of all. Chosen.
pub(super) const WIDE_HOLLOW: OneIn = OneIn(4);
/// Blocks of 128 code points that have nearly all characters of a text, ... Chosen.
pub(super) const WIDE_BLOCKS: TuningCount = 6;
/// ... as many where units of four bytes have no blank among them, ... Chosen.
pub(super) const WIDE_BLOCKS_UNANCHORED: TuningCount = 2;
/// ... and the share of those that are in others. Chosen.
pub(super) const WIDE_IN_BLOCKS: OneIn = OneIn(5);
/// Well-formed sequences of UTF-8, among faults, that show parts in several encodings.
/// Chosen.
pub(super) const MIXED_SEQUENCES: TuningCount = 6;
/// The share of those sequences among the bytes beyond ASCII. Rare.
pub(super) const MIXED_SHARE: OneIn = OneIn(5);
/// The most different lines among those with bytes that distinguish encodings, if the same ones stand
/// in the data again and again. Chosen.
pub(super) const DIFFERENT: OneIn = OneIn(4);
/// The number of times that a line or a word counts which stands in the data again and again. Chosen.
pub(super) const PART_TIMES: TuningCount = 3;
/// The fewest words in other encodings for each that may be in UTF-8 by chance, where the words in UTF-8
/// are left out of what is weighed. Chosen.
pub(super) const UTF_8_WORDS: TuningCount = 4;
/// The number of continuation bytes in a word of UTF-8 that excludes chance: of two bytes in GBK or
/// EUC, seldom both may be one. Chosen.
pub(super) const SURE_BYTES: TuningCount = 4;
/// Different words in UTF-8 among others that are no UTF-8, half as many at least. Chosen.
pub(super) const MIXED_WORDS: TuningCount = 2;

// ---- The cost of a text ----

/// An ill-formed sequence, ... Chosen.
pub(super) const FAULT: CodeBits = 18.0;
/// ... and each of its bytes. Chosen.
pub(super) const FAULT_BYTE: CodeBits = 8.0;
/// Several bytes of UTF-8's character that is cut short, ... Chosen.
pub(super) const CUT_SHORT: CodeBits = 22.0;
/// ... at the end of a text. Chosen.
pub(super) const CUT_AT_END: CodeBits = 10.0;
/// A ligature, besides its letters: few texts have them, and several sets have a letter there. Chosen.
pub(super) const LIGATURE: CodeBits = 5.0;
/// A value that no text has: a surrogate, or a value above U+10FFFF. Rare.
pub(super) const NO_CHARACTER: CodeBits = 26.0;
/// The first letter of a word in a script without a language in this room, ... Measured.
pub(super) const UNKNOWN_WORD: CodeBits = 13.0;
/// ... and each further letter. Chosen.
pub(super) const UNKNOWN_LETTER: CodeBits = 6.5;
/// Letters of a word in katakana of half width that is Japanese, ... Chosen.
pub(super) const HALF_WIDTH_WORD: TuningCount = 3;
/// ... and what each of them costs. Chosen.
pub(super) const HALF_WIDTH_LETTER: CodeBits = 5.25;
/// A word in another script than that of the language. Chosen.
pub(super) const OTHER_SCRIPT_WORD: CodeBits = 3.0;
/// Letters of another script than Latin, of which each stands alone. Chosen.
pub(super) const LETTERS_ALONE: CodeBits = 5.0;
/// East Asian signs, of which each stands alone: a pair of bytes takes an ASCII letter. Chosen.
pub(super) const SIGNS_ALONE: CodeBits = 7.0;
/// A change of script inside a word, ... Chosen.
pub(super) const SCRIPT_CHANGE: CodeBits = 11.0;
/// ... to an East Asian script, whose words are not separated by blanks. Chosen.
pub(super) const EAST_CHANGE: CodeBits = 1.0;
/// ... to one sign of it alone. Chosen.
pub(super) const EAST_LONE: CodeBits = 6.0;
/// A sign beyond ASCII between two letters. Chosen.
pub(super) const INSIDE_WORD: CodeBits = 7.0;
/// An apostrophe between two letters, as in don’t. Chosen.
pub(super) const APOSTROPHE: CodeBits = 3.5;
/// An apostrophe or a pilcrow before a word. Chosen.
pub(super) const CLOSING_FIRST: CodeBits = 6.0;
/// A sign beside a blank that it does not stand beside, or beside a letter. Chosen.
pub(super) const MISPLACED: CodeBits = 4.0;
/// A quotation mark without the other one of its pair, ... Chosen.
pub(super) const UNPAIRED: CodeBits = 6.0;
/// ... and the most of them that count. Chosen.
pub(super) const MOST_UNPAIRED: u32 = 6;
/// A blank, or the end of a line. Chosen.
pub(super) const BLANK: CodeBits = 0.5;
/// Bytes that make no character. Rare.
pub(super) const SHIFT: CodeBits = 2.0;
/// A drawn line or a root beside what it is never joined with. Chosen.
pub(super) const ODD_JOINT: CodeBits = 10.0;
/// An ideograph alone beside a small Latin letter. Chosen.
pub(super) const LONE_WIDE: CodeBits = 7.0;
/// A box-drawing character after the same character, ... Chosen.
pub(super) const DRAWN_AGAIN: CodeBits = 1.5;
/// ... beside another one, ... Measured.
pub(super) const DRAWN: CodeBits = 7.5;
/// ... and alone. Measured.
pub(super) const DRAWN_ALONE: CodeBits = 13.0;
/// Words whose costs are cached. Size.
pub(super) const CACHED_WORDS: TuningCount = 1 << 16;
/// The most that ASCII words save for a language other than English. Measured.
pub(super) const ASCII_WORDS: CodeBits = 24.0;
/// ... and the most that they cost it, where they are English, per word beyond ASCII. Measured.
pub(super) const ENGLISH_WORD: CodeBits = 6.0;

// ---- The score of an encoding ----

/// A character of a text that is mostly signs in a set without the bytes of ASCII. Chosen.
pub(super) const OF_SIGNS: CodeBits = 2.0;
/// An encoding that was unusual for the language. Chosen.
pub(super) const UNUSUAL_ENCODING: CodeBits = 8.0;
/// Each encoding that is more usual for the language than this one. Measured.
pub(super) const NEXT_ENCODING: CodeBits = 0.5;
/// An EBCDIC page of one country that reads fewer letters than a usual page. Chosen.
pub(super) const FEWER_LETTERS: CodeBits = 24.0;
/// The bits that a language must save over the first of its script to be named. Shown.
pub(super) const OTHER_LANGUAGE: CodeBits = 6.0;
/// Bytes of the excerpt that are scored in all encodings. Chosen.
pub(super) const FIRST_PASS_BYTES: TuningCount = 384;
/// An encoding this far from the best after the first pass is not scored again. Chosen.
pub(super) const HOPELESS: CodeBits = 90.0;

// ---- The adjustments of a score ----

/// The distance from the best up to which faults outside the excerpt are counted. Rare.
pub(super) const NEAR: CodeBits = 45.0;
/// ... and up to which characters that stand where text has none are. Chosen.
pub(super) const CLOSE: CodeBits = 20.0;
/// One such character, ... Chosen.
pub(super) const LATER_MISPLACED: CodeBits = 10.0;
/// ... the number of them that counts, ... Size.
pub(super) const MOST_MISPLACED: TuningCount = 8;
/// ... and the different words with a byte that they are looked for in. Size.
pub(super) const WORDS_WITH_BYTE: TuningCount = 16;
/// One such fault. Chosen.
pub(super) const LATER_FAULT: CodeBits = 12.0;
/// The most such faults that are counted. Rare.
pub(super) const MOST_FAULTS: u64 = 50;
/// An encoding that is used only if no other fits. Measured.
pub(super) const HELD_BACK: CodeBits = 1000.0;
/// An encoding that the data cannot be in, whatever the others cost. Chosen.
pub(super) const EXCLUDED: CodeBits = 1e6;
/// The bits that the vote of chardetng saves. Measured.
pub(super) const VOTE: CodeBits = 3.0;
/// ... on data with few bytes beyond ASCII. Chosen.
pub(super) const VOTE_ON_FEW: CodeBits = 1.5;
/// The bits that a language preferred by the user saves: as many as a vote. Chosen.
pub(super) const PREFERRED: CodeBits = 3.0;
/// The bits that line endings of only CR save for the sets of the Mac. Chosen.
pub(super) const CR_ENDS: CodeBits = 6.0;
/// The bits that line endings of only CR LF save for the sets of DOS. Chosen.
pub(super) const CRLF_ENDS: CodeBits = 1.0;
/// The bits that a byte order mark of UTF-7 or GB18030 saves. Rare.
pub(super) const WEAK_MARK: CodeBits = 24.0;
/// The bits that the first byte of a character, with which data ends, saves for UTF-8. Measured.
pub(super) const CUT_TO_ONE: CodeBits = 14.0;
/// The distance from the best up to which the declared encoding is used. Chosen.
pub(super) const CLAIM: CodeBits = 30.0;
/// Faults per byte beyond ASCII up to which a declared multi-byte set is used. Rare.
pub(super) const CLAIM_FAULTS: OneIn = OneIn(200);
/// The bits that a reading with shifts must save over ASCII to be used. Rare.
pub(super) const SHIFTS: CodeBits = 14.0;
/// ... unless the shifts are what plain text does not have. Rare.
pub(super) const PROVED_SHIFTS: CodeBits = 0.0;
/// Bytes beyond ASCII below which windows-1252 is used if it gives the same text, and another detector's vote
/// says little. Chosen.
pub(super) const FEW_HIGH_BYTES: TuningCount = 4;
/// The same where a text costs more bits per byte than ...
pub(super) const HIGH_BYTES_OF_NAMES: TuningCount = 12;
/// ... prose does. Chosen: Hungarian sentences cost 3.9, Western names 5.0.
pub(super) const BITS_OF_NAMES: f32 = 4.6;
/// Bits per byte up to which the letters of a text are usual ones. Chosen.
pub(super) const BITS_OF_LETTERS: f32 = 6.0;
/// The distance of windows-1252 from the best, at most: more than the price of a set that is not the usual one. Chosen.
pub(super) const USUAL_SET: CodeBits = 9.5;
/// The bits that code units from the second byte on must save to be used, ... Chosen.
pub(super) const PHASE_BITS: CodeBits = 12.0;
/// ... their highest cost, ... Measured.
pub(super) const READABLE: BitsPerByte = 6.0;
/// ... and the share of NULs that such data has. Chosen.
pub(super) const PHASE_NULS: OneIn = OneIn(50);
/// The least cost of the best that leads to a try of unsupported single-byte sets. Chosen.
pub(super) const UNSUPPORTED_LETTERS: BitsPerByte = 4.5;
/// The bits that such a set must save over the best to be named. Chosen.
pub(super) const UNSUPPORTED_BITS: CodeBits = 24.0;
/// The confidence in an encoding if each letter stands alone. Chosen.
pub(super) const ALONE: Confidence = 0.85;
/// The most bytes beside each other that are not in order, in a table of a set. Chosen.
pub(super) const OUT_OF_ORDER: OneIn = OneIn(8);
/// The confidence in the encoding of records whose numbers are no text. Chosen.
pub(super) const PACKED: Confidence = 0.89;
/// Fewer fields that look like packed decimals are taken for text, ... Chosen.
pub(super) const PACKED_FEWEST: TuningCount = 3;
/// ... and so they are where fewer bytes are blanks of EBCDIC, ... Chosen.
pub(super) const PACKED_BLANKS: OneIn = OneIn(20);
/// ... or more of the bytes around them are not EBCDIC. Chosen.
pub(super) const PACKED_OTHERS: OneIn = OneIn(20);
/// Signs of Burmese on the wrong side of their consonant. Chosen.
pub(super) const ZAWGYI_SIGNS: TuningCount = 2;

// ---- The confidence in a guess ----

/// Bits that double the odds between two texts; one bit would make guesses too sure. Chosen.
pub(super) const ODDS_BITS: CodeBits = 2.0;
/// The most alternatives that are named. Shown.
pub(super) const ALTERNATIVES: TuningCount = 8;
/// The least probability of an alternative. Shown.
pub(super) const WORTH_TELLING: Confidence = 0.005;
/// A byte order mark with faults after it, or one that fits two encodings. Chosen.
pub(super) const DOUBTFUL_MARK: Confidence = 0.95;
/// The other encoding that this byte order mark fits. Shown.
pub(super) const OTHER_MARK: Confidence = 0.05;
/// The doubt about UTF-8 before its first sequence; each sequence halves it. Chosen.
pub(super) const UTF_8_DOUBT: Confidence = 0.25;
/// The sequences that a word which is surely UTF-8 counts as besides. Chosen.
pub(super) const UTF_8_SURE_WORD: u64 = 2;
/// The most sequences that halve it. Rare.
pub(super) const UTF_8_PROOFS: u64 = 20;
/// The UTF-8 sequences from which on nothing else is weighed: others would have 0 %. Shown.
pub(super) const UTF_8_SURE: u64 = 8;
/// The least number of UTF-8 sequences that makes the score count too. Chosen.
pub(super) const UTF_8_ENOUGH: u64 = 4;
/// The most for a guess: only proofs are surer. Chosen.
pub(super) const GUESS_MOST: Confidence = 0.99;
/// The most for ASCII that was only sampled. Rare.
pub(super) const SAMPLED_MOST: Confidence = 0.95;
/// The most for data that is hardly text. Chosen.
pub(super) const HARDLY_SURE: Confidence = 0.3;
/// The least for a declared encoding that reads the data without a fault. Chosen.
pub(super) const CLAIM_LEAST: Confidence = 0.9;
/// The doubt of a guess without a letter beyond ASCII; ... Chosen.
pub(super) const FEW_LETTERS_DOUBT: Confidence = 0.45;
/// ... each letter multiplies it by 2 to the power of minus this. Chosen.
pub(super) const LETTER_BITS: f32 = 0.75;
/// Wide code units that count as one letter, because some are ASCII. Chosen.
pub(super) const WIDE_UNITS_PER_LETTER: TuningCount = 3;
/// The most that text usually costs in a single-byte set, ... Chosen.
pub(super) const DEAR: BitsPerByte = 5.2;
/// ... and in a multi-byte set. Chosen.
pub(super) const DEAR_PAIRS: BitsPerByte = 5.7;
/// The total cost of a text beyond that, as short texts have. Chosen.
pub(super) const DEAR_IN_ALL: CodeBits = 16.0;
/// The most for a text that costs more; ... Chosen.
pub(super) const DEAR_MOST: Confidence = 0.9;
/// ... its loss per further bit per byte; ... Chosen.
pub(super) const DEAR_LOSS: Confidence = 0.6;
/// ... and the least that remains. Chosen.
pub(super) const DEAR_LEAST: Confidence = 0.05;

// ---- The nature of the data ----

/// The cost, by bytes per code unit, that is more than any text has: random bytes cost 8 and more.
/// Chosen.
pub(super) const NO_TEXT: [(u8, BitsPerByte); 3] = [(1, 7.2), (2, 7.4), (4, 3.2)];
/// The cost in a single-byte set that shows it does not fit data partly in UTF-8, ... Rare.
pub(super) const STRAINED: BitsPerByte = 5.0;
/// ... and in a multi-byte set. Chosen.
pub(super) const STRAINED_PAIRS: BitsPerByte = 6.4;
/// The most controls of UTF-8 that has NULs. Chosen.
pub(super) const NUL_TEXT_CONTROLS: OneIn = OneIn(50);
/// The most controls and faults of UTF-8 that has NULs and faults. Measured.
pub(super) const NUL_TEXT_FAULTS: OneIn = OneIn(100);
/// The most controls of legacy text that has NULs. Measured.
pub(super) const NUL_TEXT_LEGACY_CONTROLS: OneIn = OneIn(500);
/// The least ASCII of legacy text that has NULs. Measured.
pub(super) const NUL_TEXT_PLAIN: OneIn = OneIn(16);
/// The most controls and faults of short text that has NULs. Measured.
pub(super) const NUL_TEXT_SHORT: OneIn = OneIn(8);
/// The largest share of controls in decoded text. Chosen.
pub(super) const READ_CONTROLS: f32 = 0.05;
/// The share of controls that makes noise binary: random bytes have one in ten. Rare.
pub(super) const NOISE_CONTROLS: OneIn = OneIn(200);
/// Bytes below which data is short, ... Chosen.
pub(super) const SHORT_BYTES: TuningCount = 12;
/// ... unless it has this many bytes beyond ASCII. Chosen.
pub(super) const SHORT_HIGH_BYTES: TuningCount = 6;
/// The least for a guess to be used, ... Chosen.
pub(super) const NAMED_LEAST: Confidence = 0.5;
/// ... and for one from few letters to be named: about half of those are right. Chosen.
pub(super) const PERHAPS_LEAST: Confidence = 0.4;
/// Letters below which a text is too short ... Chosen.
pub(super) const ENOUGH_LETTERS: TuningCount = 4;
/// ... unless the guess has this confidence. Chosen.
pub(super) const FEW_LETTERS_LEAST: Confidence = 0.9;

// ---- The sentences about it ----

/// The least number of letters to name a language. Shown.
pub(super) const LANGUAGE_LETTERS: TuningCount = 4;
/// The least cost of a reading that is called hardly text. Shown.
pub(super) const HARDLY_TEXT: BitsPerByte = 5.0;
/// Bytes beyond ASCII below which a text is called short. Shown.
pub(super) const SHORT_TOLD: TuningCount = 12;

// ---- Mojibake ----

/// Characters of the words that are searched for chains; found chains are tested on all words.
/// Size.
pub(super) const CHAIN_SAMPLE: TuningCount = 200;
/// Texts left after each round of the search. Size.
pub(super) const CHAIN_BEAM: TuningCount = 24;
/// Chains that are tested on all words. Size.
pub(super) const CHAIN_CHECKED: TuningCount = 12;
/// Steps of a chain; one more if all but the first are the same. Size.
pub(super) const CHAIN_STEPS: TuningCount = 3;
/// Characters used for the beginning of the text, and ... Size.
pub(super) const CHAIN_OPENING: TuningCount = 1600;
/// Bytes of lines that a set of neighbours is told by, about. Size.
pub(super) const CHAIN_LINES: TuningCount = 8192;
/// ... the number of them shown. Shown.
pub(super) const CHAIN_SHOWN: TuningCount = 60;
/// Characters that every step to UTF-8 gives, for it to be a proof; ... Chosen.
pub(super) const CHAIN_PROOFS: TuningCount = 2;
/// ... and the bits that such a step saves. Chosen.
pub(super) const CHAIN_PROOF: CodeBits = 60.0;
/// ... one character alone proves the step if that saves as many bits beyond its price. Chosen.
pub(super) const CHAIN_SINGLE: CodeBits = 5.0;
/// ... in units of UTF-16, and for what is beside no letter of ASCII, more. Chosen.
pub(super) const CHAIN_SINGLE_UNIT: CodeBits = 9.0;
/// ... and for a sign in pairs. Chosen.
pub(super) const CHAIN_SINGLE_SIGN: CodeBits = 16.0;
/// ... in a text that was misread once more, less is enough. Chosen.
pub(super) const CHAIN_SINGLE_AGAIN: CodeBits = 2.0;
/// The cost of a step to UTF-8, ... Chosen.
pub(super) const CHAIN_UTF_8: CodeBits = 6.0;
/// ... and any other. Chosen.
pub(super) const CHAIN_STEP: CodeBits = 10.0;
/// The highest cost of unsuspected text per character. Chosen.
pub(super) const CHAIN_ODD: CodeBits = 5.0;
/// The rarest set that text is misread in, unless a user names it. Chosen.
pub(super) const RAREST_MISREAD: u8 = 8;
/// ... and of sets of pairs, in which an ideograph beside a Latin letter may be a letter by chance. Chosen.
pub(super) const RAREST_PAIRS: u8 = 4;
/// The rank of a set for misreadings that was the usual one of no language. Chosen.
pub(super) const NO_USUAL_LANGUAGE: f32 = 10.0;
/// Languages that count as much for the rarity of a set as one more usual set of the same language.
/// Shown.
pub(super) const LANGUAGES_PER_PLACE: f32 = 50.0;
/// Letters beyond ASCII that a chain without a proof gives, ... Chosen.
pub(super) const CHAIN_LETTERS: TuningCount = 6;
/// ... and the number of different ones: signs and repetitions prove nothing. Chosen.
pub(super) const CHAIN_DISTINCT: TuningCount = 4;
/// ... or so few different ideographs that came out of Latin letters, ... Chosen.
pub(super) const CHAIN_FEW: TuningCount = 2;
/// ... which save more bits, ... Chosen.
pub(super) const CHAIN_FEW_MARGIN: CodeBits = 16.0;
/// ... and cost this share of what stood before at most. Chosen.
pub(super) const CHAIN_FEW_SHARE: f32 = 0.55;
/// ... or that save so many where characters inside words, which text has not there, become letters; ...
/// Chosen.
pub(super) const CHAIN_PLACED: CodeBits = 8.0;
/// ... in words that cost so many per character; ... Chosen.
pub(super) const CHAIN_PLACED_ODD: CodeBits = 4.0;
/// ... by words that cost this much more than before at most, with the price of the step; ... Chosen.
pub(super) const CHAIN_PLACED_LEAST: CodeBits = -3.0;
/// ... and no more than the words do if a sign that costs so many stands between them; ... Chosen.
pub(super) const CHAIN_APART: CodeBits = 3.0;
/// ... or, for a capital that begins a word, so many fewer; ... Chosen.
pub(super) const CHAIN_CAMEL: CodeBits = 6.0;
/// ... as ideographs that cost so many each at most; ... Chosen.
pub(super) const CHAIN_PAIR_READABLE: CodeBits = 13.1;
/// ... of a set that fewer people write in than those of China, ... Chosen.
pub(super) const CHAIN_PAIRS_ELSEWHERE: CodeBits = 1.0;
/// ... or very few; ... Chosen.
pub(super) const CHAIN_PAIRS_RARE: CodeBits = 2.5;
/// ... so many bits fewer than where nothing else tells. Chosen.
pub(super) const CHAIN_PLACED_PROOF: CodeBits = 8.0;
/// The bits that such a chain must save: in a short text many per character, in a long one few.
/// Chosen.
pub(super) const CHAIN_MARGIN: CodeBits = 12.0;
/// The cost of the text after such a chain per character, and after a step to UTF-8 in all, as a
/// share of the cost before, ... Chosen.
pub(super) const CHAIN_SHARE: f32 = 0.75;
/// ... and per character at most, after a chain without a proof. Chosen.
pub(super) const CHAIN_READABLE: CodeBits = 6.2;
/// ... and where it is only said that it may be so. Chosen.
pub(super) const PERHAPS_READABLE: CodeBits = 7.5;
/// The additional cost of a letter that the language does not have, for comparing chains. Chosen.
pub(super) const CHAIN_STRANGE: CodeBits = 6.0;
/// The characters of a text of which it is known by its cost ... Size.
pub(super) const CHAIN_LONG: TuningCount = 120;
/// ... per character that it was not misread in a set of pairs. Measured.
pub(super) const CHAIN_WIDE_SOUND: CodeBits = 9.0;
/// A set that Western languages were not usually written in, for text with their letters. Chosen.
pub(super) const CHAIN_UNUSUAL: CodeBits = 3.0;
/// Bits saved by the line of one letter that was read in a set of neighbours, at least; ... Measured: of 125,430
/// sound lines in 158 languages 6 are told so, 4 of them Yoruba, and of 5,084 misread ones 3,000.
pub(super) const NEIGHBOURS_ONE: CodeBits = 13.0;
/// ... by the lines of two; ... See [`NEIGHBOURS_ONE`].
pub(super) const NEIGHBOURS_TWO: CodeBits = 11.0;
/// ... by those of more of them in all, and ... See [`NEIGHBOURS_ONE`].
pub(super) const NEIGHBOURS_MORE: CodeBits = 9.0;
/// ... by each. See [`NEIGHBOURS_ONE`].
pub(super) const NEIGHBOURS_EACH: CodeBits = 3.0;
/// ... and by their words alone. Measured: with 6 bits `fontů` among elements of XML is told.
pub(super) const NEIGHBOURS_OF_WORDS: CodeBits = 8.0;
/// Bits of evidence that are enough to act on: so [`CHAIN_ODDS_BITS`] has it.
pub(super) const NEIGHBOURS_SURE: CodeBits = 14.0;
/// Bits that a word saves at least, if its line is to be weighed. Speed.
pub(super) const NEIGHBOURS_WORD: CodeBits = 2.0;
/// Lines that are weighed so and tell nothing, at most. Speed.
pub(super) const NEIGHBOURS_LINES: TuningCount = 4096;
/// Bits that the words of a line lose which tells that they were misread. Chosen.
pub(super) const NEIGHBOURS_TOLD: CodeBits = 30.0;
/// Bits that a line may lose so at most: it may be of another language. Chosen.
pub(super) const NEIGHBOURS_LOST: CodeBits = 4.0;
/// The weight of bits that a single word loses so. Chosen.
pub(super) const NEIGHBOURS_AGAINST: f32 = 0.7;
/// Bits that a line loses so at least, and is of another language; with fewer it is left, and told. Measured.
pub(super) const NEIGHBOURS_FOREIGN: CodeBits = 8.0;
/// Of the bits saved by one letter, by two and by more, so many are no evidence: what is sure enough to act on
/// begins at 14, 12 and 9. See [`NEIGHBOURS_ONE`].
pub(super) const NEIGHBOURS_DOUBT: [CodeBits; 3] = [0.0, -2.0, -5.0];
/// Letters of two bytes that come out of ideographs, where no Latin letter is beside them, ... Chosen.
pub(super) const PAIRS_LETTERS: TuningCount = 4;
/// ... and the number of different ones. Chosen.
pub(super) const PAIRS_DISTINCT: TuningCount = 3;
/// Bits that double the odds of a chain. Chosen.
pub(super) const CHAIN_ODDS_BITS: CodeBits = 6.0;
/// The same between two chains that both explain the text. Chosen.
pub(super) const CHAIN_LEAD_BITS: CodeBits = 1.8;
/// The least confidence in text that is UTF-8 once more and reads better so: of 67,000 lines of sound
/// text in 140 languages one is, by chance. Chosen.
pub(super) const CHAIN_PROVED: Confidence = 0.95;

/// The highest cost of a sign that is usual in sound text. Chosen.
pub(super) const USUAL_SIGN: CodeBits = 7.5;

// ---- Parts in wide units ----

/// The confidence in the encoding of data that was joined from parts. Chosen.
pub(super) const JOINED: Confidence = 0.5;
/// The most parts in wide units that are told apart. Size.
pub(super) const JOINED_MOST: TuningCount = 1 << 16;
/// The most controls in text in bytes before a part in wide units. Size.
pub(super) const JOINED_LONE: TuningCount = 256;
/// Bytes that are looked at to tell where a part begins. Size.
pub(super) const JOINED_LOOK: TuningCount = 4096;
/// Bytes that tell the phase of a part in wide units. Chosen.
pub(super) const JOINED_START: u64 = 32;
/// Characters of a part in wide units that are text by themselves, ... Chosen.
pub(super) const JOINED_UNITS: TuningCount = 4;
/// ... and bytes of a line that is none. Chosen.
pub(super) const JOINED_LINE: TuningCount = 3;
/// Units in a row, each of two characters of plain text, that a part in wide units may begin with.
/// Chosen.
pub(super) const JOINED_PAIRS: TuningCount = 8;
/// Characters outside the two blocks that a script uses. Chosen.
pub(super) const JOINED_SCRIPT: OneIn = OneIn(10);
/// Tabs and ends of lines in text in bytes. Chosen.
pub(super) const JOINED_CONTROLS: OneIn = OneIn(3);
/// Units that no text has, in a line that is text in a set of one byte or two. Measured.
pub(super) const JOINED_ILL: OneIn = OneIn(3);
/// Ideographs in text whose script has them. Chosen.
pub(super) const JOINED_IDEOGRAPHS: OneIn = OneIn(20);
/// NULs at the end of data that may have ended a string. Size.
pub(super) const TERMINATORS: TuningCount = 16;

// ---- The readings of stretches ----

/// Bytes of a word that are examined, ... Size.
pub(super) const RUN_WORD: TuningCount = 512;
/// A word whose letters are that rare beside each other is none: ÔÇØ. Chosen.
pub(super) const WORD_RARE: CodeBits = 12.0;
/// The most runs of data that are kept, so that it need not be divided again. Size.
pub(super) const RUNS_KEPT: TuningCount = 1 << 14;
/// ... and of the suspicious words of a line. Size.
pub(super) const RUN_LINE: TuningCount = 400;
/// Words, or lines, of one kind that are explained at once. Size.
pub(super) const RUN_SUSPECTS: TuningCount = 64;
/// The lines that the set of the data reads, but not well, that others are tried for at once. Size.
pub(super) const RUN_FOREIGN: TuningCount = 5;
/// The first bytes of a line by which encodings are excluded. Size.
pub(super) const RUN_OPENING: TuningCount = 64;
/// Searches for chains of a kind, in all data, that may fail. Size.
pub(super) const RUN_SEARCHES: TuningCount = 24;
/// ... among lines that read badly. Size.
pub(super) const RUN_SEARCHES_ODD: TuningCount = 4;
/// ... among those that cost so many bits more than is usual. Size.
pub(super) const RUN_SEARCHES_STRANGE: TuningCount = 16;
/// See [`RUN_SEARCHES_STRANGE`]. Chosen.
pub(super) const RUN_STRANGE: CodeBits = 12.0;
/// A line that costs this much per character is worth a search by itself. Chosen.
pub(super) const LINE_ODD: CodeBits = 5.5;
/// Encodings of lines that too little tells of, and ... Size.
pub(super) const RUN_PERHAPS: TuningCount = 2;
/// ... the most confidence in them. Chosen.
pub(super) const RUN_PERHAPS_SURE: Confidence = 0.8;
/// The most chains, and encodings, found in one file. Size.
pub(super) const RUN_READINGS: TuningCount = 6;
/// Words that are stored as known. Size.
pub(super) const RUN_SEEN: TuningCount = 1 << 17;
/// Words with stored costs. Size.
pub(super) const RUN_WORDS: TuningCount = 1 << 16;
/// Words of a run that count once. Size.
pub(super) const RUN_DISTINCT: TuningCount = 64;
/// Words that may wait for those after them. Size.
pub(super) const RUN_AHEAD: TuningCount = 1024;
/// The number of well-formed UTF-8 characters in a word that excludes chance, ... Chosen.
pub(super) const RUN_SURE: TuningCount = 3;
/// ... and the bits that each saves up to that. Chosen.
pub(super) const RUN_PROOF: CodeBits = 6.0;
/// The share of that in words of pairs of bytes alone. Chosen.
pub(super) const PROOF_OF_PAIRS: f32 = 0.4;
/// The bits that an encoding must save to be added. Chosen.
pub(super) const RUN_ENCODING: CodeBits = 20.0;
/// The highest cost of repaired words with proof, as a share of their cost before: a word of rare
/// characters is a coincidence. Chosen.
pub(super) const RUN_READABLE: f32 = 0.6;
/// ... for a set of pairs, where more bytes are UTF-8 by chance, ... Chosen.
pub(super) const RUN_READABLE_PAIRS: f32 = 0.4;
/// ... unless one word has so many characters of UTF-8. Chosen.
pub(super) const RUN_PROVED: TuningCount = 5;
/// The highest cost of a line's text per character, after a misreading without proof, that leads to
/// a search for it in all of the data. Chosen.
pub(super) const RUN_READABLE_WEAK: CodeBits = 5.6;
/// A mended word of one letter beyond ASCII. Chosen.
pub(super) const LONE_LETTER: CodeBits = 4.0;
/// The bits that a sign saves which stands where text has it.
pub(super) const SIGN_IN_PLACE: CodeBits = 14.0;
/// The bits of a mended word that may be a sound letter before a closing quotation mark.
pub(super) const QUOTED_LETTER: CodeBits = 12.0;
/// The bits of a word in small letters that was an abbreviation in capitals. Chosen.
pub(super) const ABBREVIATION: CodeBits = 12.0;
/// A line is suspected if its words cost this much per character. Chosen.
pub(super) const RUN_ODD: CodeBits = 5.2;
/// The cost of a sign or a capital inside a word, where text has none. Chosen.
pub(super) const ODD_INSIDE: CodeBits = 12.0;
/// The bits that a reading must save against the set of the data as a whole: ten times as many
/// lines are tried as are odd. Chosen.
pub(super) const RUN_AGAINST_OWN: CodeBits = 24.0;
/// The same for UTF-8 whose characters are those of a set of one byte, ... Chosen.
pub(super) const UTF_8_AGAINST_OWN: CodeBits = 12.0;
/// ... and for UTF-8 of rare signs or of several scripts, which such bytes are by chance. Chosen.
pub(super) const ODD_AGAINST_OWN: CodeBits = 60.0;
/// Bytes of the runs of a reading that are judged as a whole text. Size.
pub(super) const RUN_SAMPLE: TuningCount = 4096;
/// The least confidence of that judgement to act on: it is of the odd part of the data. Chosen.
pub(super) const RUN_JUDGED: Confidence = 0.96;
/// The confidence in a reading if that judgement names another. Chosen.
pub(super) const RUN_DISPUTED: Confidence = 0.5;
/// The cost of a change back to the reading of the data as a whole, ... Chosen.
pub(super) const RUN_CHANGE_BACK: CodeBits = 2.0;
/// ... to a chain with proof, or to another reading at the start of a line, ... Chosen.
pub(super) const RUN_CHANGE_LINE: CodeBits = 6.0;
/// ... and inside a line. Chosen.
pub(super) const RUN_CHANGE_WORD: CodeBits = 12.0;

// ---- The ranks of misread text ----

/// Misreadings that are scored by more than the first bytes; at most four times as many. Size.
pub(super) const MISREAD_NEAR: TuningCount = 40;
/// Misreadings that are shown beside encodings. Shown.
pub(super) const MISREAD_SHOWN: TuningCount = 6;

// ---- The losses of a text ----

/// Characters lost if their sign is letters, which may be a word. Chosen.
pub(super) const LOST_SIGNS: TuningCount = 2;
/// Equal ideographs in a row that are no word; twice as many among others. Chosen.
pub(super) const LOST_RUN: TuningCount = 3;
/// Question marks that are a word among words of another length, ... Chosen.
pub(super) const LOST_WORD: TuningCount = 3;
/// ... and their total number. Chosen.
pub(super) const LOST_QUESTIONS: TuningCount = 5;
/// Characters of text that lost controls, at least, with the lost ones. Chosen.
pub(super) const LOST_CONTROLS: TuningCount = 4;
/// The highest cost of a line with bit 7 set again, as a share of its cost without; ... Chosen.
pub(super) const LOST_SHARE: f32 = 0.9;
/// ... less than that, as for a chain, with fewer letters in all. Chosen.
pub(super) const LOST_LETTERS: TuningCount = 24;
/// The most lines that get bit 7 set again. Size.
pub(super) const LOST_LINES: TuningCount = 64;
/// The letters of the lines that then read better, as a share of all letters. Chosen.
pub(super) const LOST_LINES_SHARE: OneIn = OneIn(4);
/// The place of a set that no language used, among those that one did. Shown.
pub(super) const NO_LANGUAGE: TuningCount = 100;

/// Different letters beyond ASCII that tell an alphabet. Chosen.
pub(super) const ALPHABET_LETTERS: TuningCount = 3;
/// The most characters of a word shown on either side of the first beyond ASCII. Shown.
pub(super) const WORD_SHOWN: usize = 24;

/// The number of printable ASCII bytes in a row that excludes wide units: two ideographs in seven
/// are two such bytes, sixteen in a row are not; ...
pub(super) const NARROW_RUN: usize = 32;
/// ... with a CR LF among them, which is no unit of text, fewer are enough; ...
pub(super) const NARROW_LINES: usize = 12;
/// ... and the least number of bytes between two LF.
pub(super) const NARROW_LINE: usize = 4;
/// Pairs of printable bytes that exclude wide units, if NULs stand among them, ...
pub(super) const NARROW_PAIRS: TuningCount = 4;
/// ... and at most this share is of other bytes; ...
pub(super) const NARROW_OTHERS: OneIn = OneIn(6);
/// ... and sequences of UTF-8 that do, without a fault.
pub(super) const NARROW_UTF_8: u64 = 4;
