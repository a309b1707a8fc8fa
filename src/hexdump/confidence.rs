//! The numbers by which formats compete for a text.
//!
//! A detector gives a percentage, and the highest is taken. The percentages are an
//! order and no measured probabilities: each was chosen so that the format wins over
//! what it could be mistaken for, and loses to what says more of the text. What holds
//! them are the dumps that programs wrote (`tests/hexdump`), the texts that were once
//! taken for the wrong format (`tests/hexdump_auto`), and small dumps of every format
//! and width (`tests/hexdump_properties.rs`): who changes a number runs these three.
//! Invariant: no detector has a number of its own that another format's could be held
//! against.

/// A format's percentages where something proves it, and where its look is all there is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Confidence {
    pub(super) proven: u8,
    pub(super) alone: u8,
}

impl Confidence {
    pub(super) fn of(self, proven: bool) -> u8 {
        if proven { self.proven } else { self.alone }
    }
}

const fn confidence(proven: u8, alone: u8) -> Confidence {
    Confidence { proven, alone }
}

// ---- The scale that all formats share -----------------------------------

/// From how many percent on a format is taken. What has less is named as the nearest.
pub const ENOUGH: u8 = 50;
/// Another format explains the text as well, so neither is taken.
pub(super) const DOUBTFUL: u8 = 45;
/// Digits that stand in any text of numbers.
pub(super) const WEAK: u8 = 44;
/// It can be read so, as many texts can.
pub(super) const POSSIBLE: u8 = 40;
/// Some of it can be read so.
pub(super) const FAINT: u8 = 30;
/// Something in it speaks against the format.
pub(super) const UNLIKELY: u8 = 20;

/// The least share of the text that must be understood. In half a mail of prose the
/// other half may be the dump.
pub(super) const SHARE: f32 = 0.5;
/// For formats with a mark of their own, which prose has not: armour, `@` addresses,
/// escapes of URLs.
pub(super) const MARKED_SHARE: f32 = 0.3;

/// The most where a reader failed on the first line: less than any format takes, more
/// than none.
pub(super) const FAILED_AT_ONCE: f32 = 0.4;
/// The share before a failure from which on the text is the dump, and damaged; where
/// it is less, half of it counts.
pub(super) const DAMAGED_SHARE: f32 = 0.8;

// ---- Dumps with columns: what counts for them and against them -----------
// Points are added to the percentage: so many for each, and for so many at most.

/// Points for places of a text column that agree: four of them are worth an address.
pub(super) const AGREED: (f32, u64) = (0.25, 64);
/// Points for addresses that go on: one each. Eight rows are a dump as surely as eighty.
pub(super) const CONTINUED: (f32, u64) = (1.0, 8);
/// Points for an address of the end that fits. A second packet may have one too.
pub(super) const CHECKED: (f32, u64) = (4.0, 2);
/// Points for signs that no other format has: borders, marks around the text, heads.
pub(super) const SIGNS: (f32, u64) = (4.0, 2);
/// Points against it for addresses that do not go on: as much as a sign is for it.
pub(super) const JUMPED: (f32, u64) = (4.0, 8);
/// Points against it for places of a text column that differ: twice what agreeing is
/// for it, for one that fits differs nowhere.
pub(super) const DISAGREED: (f32, u64) = (0.5, 32);
/// The most points for it, so that the order of the formats stays.
pub(super) const MOST_POINTS: f32 = 18.0;
/// Points but for signs that prove rows among other text: eight places that agree, or
/// two addresses.
pub(super) const PROOF: f32 = 2.0;
/// Bytes from which on rows whose addresses go on are a dump in a mail: more than one
/// row of sixteen.
pub(super) const QUOTED_BYTES: u64 = 17;
/// Bytes of a row at least, on the average, for addresses that go on to count: lines
/// that are numbered go on too.
pub(super) const BYTES_PER_ADDRESS: u64 = 4;
/// Places that agree from which on a text column is no accident.
pub(super) const AGREED_BY_CHANCE: u64 = 1;
/// Places that agree from which on rows are a dump though their addresses do not go on.
pub(super) const AGREED_DESPITE_JUMPS: u64 = 4;
/// How much of a percentage stays however little of the text was understood: with
/// proof, and with a text or marks that fit. The rest grows with the share. Without
/// either the percentage goes down with the square of the share.
pub(super) const TRUST: f32 = 0.7;
pub(super) const TRUST_IN_TEXT: f32 = 0.6;
/// The most, of all dumps with columns.
pub(super) const COLUMNS_MOST: u8 = 98;
/// The most where a text column disagrees more than it agrees, and something else
/// speaks for the rows: the column shows another character set.
pub(super) const OTHER_TEXT: u8 = 70;

/// `hexyl`: borders.
pub(super) const HEXYL_BORDERS: u8 = 86;
/// Three blanks between panels, which no other program has; above `hexdump -C`.
pub(super) const HEXYL_PANELS: u8 = 87;
/// A text beside digits; below `xxd` and `hexdump -C`, and still taken.
pub(super) const HEXYL_TEXT: u8 = 54;
/// `md`: with proof and a whole row above `xxd`, which would read its words in the wrong
/// order; alone one less than `xxd`, whose short rows look alike.
pub(super) const U_BOOT: Confidence = confidence(86, 57);
/// Bytes of a whole row of `md`.
pub(super) const U_BOOT_ROW: u64 = 16;
/// Eight digits and a colon are taken without proof, being rare in prose.
pub(super) const XXD: Confidence = confidence(84, 58);
pub(super) const CANONICAL: Confidence = confidence(84, 58);
/// Proven by its head; alone below `hexdump -C`, whose rows have a mark more.
pub(super) const FORMAT_HEX: Confidence = confidence(84, 56);
/// Above `dump`, which reads segments and halves too.
pub(super) const DEBUG: Confidence = confidence(88, 56);
/// Four digits and bytes prove nothing alone: tables have them.
pub(super) const PACKETS: Confidence = confidence(86, WEAK);
/// `0x` and a colon are in listings of every kind; proven it is above `dump`.
pub(super) const GDB: Confidence = confidence(88, 60);
/// Proven by addresses or by a text; alone by a first address of zero, which other
/// tables seldom have.
pub(super) const OD: Confidence = confidence(86, 58);
/// From another address on; with a few points it is taken.
pub(super) const OD_FROM_ELSEWHERE: u8 = 46;
/// How many places of a text must agree to prove rows of `od -tx1z`, and how many times
/// as many as differ.
pub(super) const OD_AGREED: (u64, u64) = (4, 4);
/// Proven by a text or by addresses. `packets` read the same rows, and come first.
pub(super) const CERTUTIL: Confidence = confidence(86, POSSIBLE);
/// Any other dump: no more than a format that has a name, and later in the table; alone
/// by a first word that looks like nothing but an address.
pub(super) const DUMP: Confidence = confidence(84, 60);
/// As for `od`; a text beside hex is common, so less of it is enough.
pub(super) const DUMP_AGREED: (u64, u64) = (3, 2);
/// The most for `od` and `dump` without proof, whatever points they have.
pub(super) const ROWS_ALONE_MOST: u8 = 60;

// ---- Records ------------------------------------------------------------

/// Intel HEX and S-records: a checksum that fits proves a record, so a fifth of the
/// text is enough, and less is taken still.
pub(super) const RECORDS: Confidence = confidence(99, 55);
pub(super) const RECORDS_SHARE: f32 = 0.2;
/// TI-TXT: an `@` address and rows, or a `q`.
pub(super) const TI_TXT: u8 = 97;

// ---- Coded text ---------------------------------------------------------

/// `data:` and a comma stand in nothing else.
pub(super) const DATA_URI: u8 = 97;
/// `-----BEGIN` stands in nothing else.
pub(super) const ARMOUR: u8 = 95;
/// More escapes of quoted-printable than that, and the text is no base64.
pub(super) const FEW_QUOTED_PRINTABLE: usize = 2;
/// base64 by the length of its likeliest word and how often neighbours in it are of
/// another kind (letters, capitals, figures). Words of prose change seldom: restless
/// are at least 0.2 of the pairs in a long text of coded bytes, 0.45 in a name with
/// figures.
pub(super) const BASE64_PAGE: (usize, f32, u8) = (200, 0.2, 90);
pub(super) const BASE64_LINE: (usize, f32, u8) = (40, 0.2, 85);
pub(super) const BASE64_PADDED: (usize, f32, u8) = (16, 0.25, 80);
pub(super) const BASE64_MIXED: (usize, f32, u8) = (16, 0.45, 70);
pub(super) const BASE64_SHORT_MIXED: (usize, f32, u8) = (12, 0.5, 60);
/// Padding speaks for a short word: with both cases, or no padding base32 could have.
pub(super) const BASE64_SHORT_PADDED: (usize, u8) = (8, 65);
/// Four digits need padding, both cases and a figure.
pub(super) const BASE64_WORD: (usize, u8) = (4, 56);
/// Of one case only, as zeros are: padding that base32 has not speaks for it.
pub(super) const BASE64_ONE_CASE: (usize, u8) = (16, 60);
/// Of one case and longer than that without such padding: a name.
pub(super) const BASE64_ONE_CASE_NAME: usize = 12;
/// base32: padding in capitals; above the same text as base64.
pub(super) const BASE32_PADDED: (usize, u8) = (8, 75);
/// A line of one case with a share of figures that coded bytes have: of the 32 digits 6
/// are figures, so prose has fewer and hex has more.
pub(super) const BASE32_LINE: (usize, f32, f32, u8) = (40, 0.05, 0.6, 80);
/// Capitals with more figures: zeros of base32hex.
pub(super) const BASE32_FIGURES: (usize, u8) = (40, 62);
/// Shorter: keys and names are capitals and figures too.
pub(super) const BASE32_KEY: (usize, f32, f32, u8) = (24, 0.05, 0.5, 65);

// ---- Digits and nothing else --------------------------------------------

/// Bits in groups of eight, or with a prefix.
pub(super) const BITS_GROUPED: u8 = 92;
/// A single byte of bits may be a number of another base.
pub(super) const BITS_BYTE: u8 = 60;
/// The least share of hex: names and prose between digits are no hex dump.
pub(super) const HEX_SHARE: f32 = 0.7;
/// Bytes from which on figures and letters mixed are hex, almost surely, and surely
/// enough.
pub(super) const HEX_LONG: (u64, u8) = (16, 88);
pub(super) const HEX_SHORT: (u64, u8) = (3, 75);
/// Two bytes, or pairs of letters alone, such as `de ad be ef`.
pub(super) const HEX_PAIRS: (u64, u8) = (2, 56);
/// Pairs must be so many bytes: `be 10` is none.
pub(super) const HEX_LEAST_PAIRS: u64 = 4;
/// Every word with `0x`.
pub(super) const HEX_PREFIXED: u8 = 72;
/// With commas too: below a list of C, which reads the same and says more.
pub(super) const HEX_LISTED: u8 = 58;
/// Figures alone, in pairs of which some begin with a zero, as decimals do not.
pub(super) const HEX_FIGURES: u8 = 52;
/// Bytes below which a reader that failed understood next to nothing.
pub(super) const HEX_LEAST_BYTES: u64 = 4;
/// Decimals, of which all but a tenth must be understood: numbers stand in any text.
pub(super) const DECIMAL_SHARE: f32 = 0.9;
/// Bytes from which on decimals that come to words do so by no chance.
pub(super) const DECIMAL_WORDS: (u64, u8) = (8, 55);
/// A list with commas or brackets: a programming language is the likelier.
pub(super) const DECIMAL_LIST: u8 = 35;

// ---- Source code --------------------------------------------------------

/// Proven by a mark of the language (`[]byte`, `vec![`). Where a text has marks of two
/// the higher is taken: `new byte[` of C# has Java's `byte[` beside it. Alone a list
/// with braces is C's, one with brackets Python's; the others are not taken.
pub(super) const C: Confidence = confidence(90, 62);
pub(super) const JAVA: Confidence = confidence(91, POSSIBLE);
pub(super) const CSHARP: Confidence = confidence(92, POSSIBLE);
pub(super) const GO: Confidence = confidence(93, POSSIBLE);
pub(super) const RUST: Confidence = confidence(92, DOUBTFUL);
pub(super) const PYTHON: Confidence = confidence(91, 60);
pub(super) const JAVASCRIPT: Confidence = confidence(93, WEAK);
/// More where a length beside a list fits, as `xxd -i` writes it.
pub(super) const LENGTH_FITS: u8 = 4;
/// More for Python where a list may be a table of numbers: who asks is told of it
/// before the others.
pub(super) const PYTHON_FIRST: u8 = 1;
/// Decimal numbers fewer than that come to no text, whatever they are.
pub(super) const LEAST_TEXT: usize = 5;
/// `X'48'` of SQL, and `0x48` beside a word of SQL.
pub(super) const SQL_QUOTED: u8 = 86;
pub(super) const SQL_WORDS: u8 = 84;
/// bytea, from the least share to all of the text. `\x` stands in strings of C too,
/// but there once a byte.
pub(super) const POSTGRES: (u8, u8) = (52, 92);

// ---- Escaped text: from little of the text to all of it -------------------

/// Strings: the least share, for code stands around them.
pub(super) const STRINGS_SHARE: f32 = 0.4;
/// Strings with enough escapes by number: of shells by `$'`, of `printf` by octal
/// numbers and nothing else, of C.
pub(super) const SHELL: u8 = 92;
pub(super) const OCTAL: u8 = 88;
pub(super) const C_STRING: u8 = 84;
/// Enough escapes: two, and one for four bytes.
pub(super) const STRING_ESCAPES: (u64, u64) = (2, 4);
/// Words of `od -c` are short: so many words, of which three in four are.
pub(super) const CELLS: usize = 4;
/// `U+20AC`, where it is half of the text; and where every line begins with one.
pub(super) const CODE_POINTS: (u8, u8) = (70, 95);
pub(super) const CODE_POINT_LINES: u8 = 65;
/// The share from which on a text is nothing but escapes, an end of line apart.
pub(super) const NOTHING_ELSE: f32 = 0.99;
/// Entities, a third of the text: pages have some, but few. One is enough alone.
pub(super) const HTML: (u8, u8) = (52, 90);
pub(super) const HTML_SHARE: f32 = 0.35;
/// Entities, or `\u`, that are no accident.
pub(super) const TWO_ESCAPES: u64 = 2;
/// A JSON string with `\u` that is all of the text.
pub(super) const JSON_STRING: (f32, u8) = (0.95, 90);
/// `\u` without quotes.
pub(super) const JSON_BARE: (u8, u8) = (60, 90);
pub(super) const JSON_SHARE: f32 = 0.4;
/// `%E2`, three or more.
pub(super) const PERCENT: (u8, u8) = (55, 95);
pub(super) const PERCENT_ESCAPES: u64 = 3;
/// Quoted-printable where its name stands above it.
pub(super) const QUOTED_PRINTABLE_SAID: u8 = 92;
/// Nothing but escapes, or one for twenty-five characters, as text with accents has.
pub(super) const QUOTED_PRINTABLE_DENSE: (u64, u8) = (25, 80);
/// One for two hundred characters: taken, but after whatever else reads the text.
pub(super) const QUOTED_PRINTABLE_SPARSE: (u64, u8) = (200, 52);
