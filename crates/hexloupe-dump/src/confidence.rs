//! The numbers by which formats compete for a text.
//!
//! A detector returns a percentage, and the highest wins. The percentages are an order, not
//! measured probabilities. Each was chosen against two kinds of formats: the format wins over those
//! whose texts resemble it, and loses to those that explain more of the text. Three tests guard
//! them: the dumps that programs wrote (`tests/hexdump`), the texts that were once read in the
//! wrong format (`tests/hexdump_auto`), and small dumps of every format and width
//! (`tests/hexdump_properties.rs`); run all three after a change. Invariant: every number that
//! competes with one of another format is in this file.

/// A format's percentages: with proof, and by its look alone.
#[derive(Debug, Clone, Copy)]
pub(super) struct FormatConfidence {
    pub(super) proven: u8,
    pub(super) alone: u8,
}

impl FormatConfidence {
    pub(super) fn percent(self, proven: bool) -> u8 {
        if proven { self.proven } else { self.alone }
    }
}

const fn confidence(proven: u8, alone: u8) -> FormatConfidence {
    FormatConfidence { proven, alone }
}

// ---- The scale that all formats share -----------------------------------

/// The least percentage with which a format is chosen; below it the format is named as the nearest.
pub const ENOUGH: u8 = 50;
/// Another format explains the text as well, so neither is taken.
pub(super) const DOUBTFUL: u8 = 45;
/// Digits that any text with numbers may have.
pub(super) const WEAK: u8 = 44;
/// It can be read in this format, as many texts can.
pub(super) const POSSIBLE: u8 = 40;
/// Some of it can be read in this format.
pub(super) const FAINT: u8 = 30;
/// Some of its content speaks against the format.
pub(super) const UNLIKELY: u8 = 20;

/// The percentage with which a format may leave out words of a text that has dumps of other formats.
pub(super) const PROVEN: u8 = 80;
/// The percentage by which a reading is so much less likely than another that it is not told.
pub(super) const UNLIKELIER: u8 = 10;

/// The least share of the text that must be understood: a mail may be half prose and half dump.
pub(super) const SHARE: f32 = 0.5;
/// The same for formats with a mark of their own that prose does not have: armour, `@` addresses,
/// escapes of URLs.
pub(super) const MARKED_SHARE: f32 = 0.3;

/// The greatest share if a reader failed on the first line: too little for any format to be chosen,
/// more than nothing.
pub(super) const FAILED_AT_ONCE: f32 = 0.4;
/// If at least this share before a failure was understood, the text is a damaged dump; a lower
/// share counts half.
pub(super) const DAMAGED_SHARE: f32 = 0.8;

// ---- Dumps with columns: evidence for them and against them --------------
// Points are added to the percentage: the points for each, and the largest number that counts.

/// Points for places of a text column that agree: four of them count as much as an address.
pub(super) const AGREED: (f32, u64) = (0.25, 64);
/// Points for addresses that continue: eight rows prove a dump as well as eighty.
pub(super) const CONTINUED: (f32, u64) = (1.0, 8);
/// Points for an address of the end that fits. A second packet may have one too.
pub(super) const CHECKED: (f32, u64) = (4.0, 2);
/// Points for signs that no other format has: borders, marks around the text, heads.
pub(super) const SIGNS: (f32, u64) = (4.0, 2);
/// Points against it for addresses that do not continue: as many as a sign gives.
pub(super) const JUMPED: (f32, u64) = (4.0, 8);
/// Points against it for places of a text column that differ: twice those for agreement,
/// because a right column differs nowhere.
pub(super) const DISAGREED: (f32, u64) = (0.5, 32);
/// The largest number of points that are added, so that the order of the formats is kept.
pub(super) const MOST_POINTS: f32 = 18.0;
/// Points, without those for signs, that prove rows among other text: eight places that agree,
/// or two addresses.
pub(super) const PROOF: f32 = 2.0;
/// The fewest bytes of rows with continuing addresses that are a dump in a mail: more than one
/// row of sixteen.
pub(super) const QUOTED_BYTES: u64 = 17;
/// The fewest bytes per address, on average, for continuing addresses to count: the numbers of
/// numbered lines continue too.
pub(super) const BYTES_PER_ADDRESS: u64 = 4;
/// The number of places of a text column that may agree by chance.
pub(super) const AGREED_BY_CHANCE: u64 = 1;
/// The fewest places that agree for rows to be a dump although addresses do not continue.
pub(super) const AGREED_DESPITE_JUMPS: u64 = 4;
/// The part of a percentage that stays however little of the text was understood: with proof, and
/// with only a text or signs that fit. The rest grows with the share. Without either, the
/// percentage falls with the square of the share.
pub(super) const TRUST: f32 = 0.7;
pub(super) const TRUST_IN_TEXT: f32 = 0.6;
/// The largest percentage of any dump with columns.
pub(super) const COLUMNS_MOST: u8 = 98;
/// The largest percentage if a text column disagrees more than it agrees, and something else
/// supports the rows: the column shows another character set.
pub(super) const OTHER_TEXT: u8 = 70;

/// `hexyl`: borders.
pub(super) const HEXYL_BORDERS: u8 = 86;
/// Three blanks between panels, which no other program has; above `hexdump -C`.
pub(super) const HEXYL_PANELS: u8 = 87;
/// A text column beside bare digits; below `xxd` and `hexdump -C`, and still enough to be
/// chosen.
pub(super) const HEXYL_TEXT: u8 = 54;
/// Panes of hex and bits, which prove each other byte by byte.
pub(super) const PANES: u8 = 98;
/// `md`: with proof and a whole row above `xxd`, which would read its words in the wrong order;
/// without them one less than `xxd`, whose short rows look the same.
pub(super) const U_BOOT: FormatConfidence = confidence(86, 57);
/// Bytes of a whole row of `md`.
pub(super) const U_BOOT_ROW: u64 = 16;
/// A patch of this program, recognised by its first line.
pub(super) const PATCH: u8 = 100;
/// Eight digits and a colon are enough without proof, because they are rare in prose.
pub(super) const XXD: FormatConfidence = confidence(84, 58);
pub(super) const CANONICAL: FormatConfidence = confidence(84, 58);
/// Proven by its head; alone below `hexdump -C`, whose rows have one more mark.
pub(super) const FORMAT_HEX: FormatConfidence = confidence(84, 56);
/// Above `dump`, which reads segments and halves too.
pub(super) const DEBUG: FormatConfidence = confidence(88, 56);
/// Four digits and bytes prove nothing alone: tables have them.
pub(super) const PACKETS: FormatConfidence = confidence(86, WEAK);
/// `0x` and a colon are in listings of every kind; proven it is above `dump`.
pub(super) const GDB: FormatConfidence = confidence(88, 60);
/// Proven by addresses or by a text; alone by a first address of zero, which other
/// tables seldom have.
pub(super) const OD: FormatConfidence = confidence(86, 58);
/// Rows that begin at another address; a few points make them enough.
pub(super) const OD_FROM_ELSEWHERE: u8 = 46;
/// The number of places of a text that must agree to prove rows of `od -tx1z`, and their ratio to
/// those that differ.
pub(super) const OD_AGREED: (u64, u64) = (4, 4);
/// Proven by a text or by addresses. `packets` reads the same rows, and comes first.
pub(super) const CERTUTIL: FormatConfidence = confidence(86, POSSIBLE);
/// Only `print` has `<repeats 9 times>`, and a string beside it is one of C too.
pub(super) const GDB_PRINT: u8 = 94;
/// Any other dump: no more than a named format, and later in the table; without proof its first
/// word can only be an address.
pub(super) const DUMP: FormatConfidence = confidence(84, 60);
/// As for `od`; a text beside hex is common, so fewer places are enough.
pub(super) const DUMP_AGREED: (u64, u64) = (3, 2);
/// The largest percentage of `od` and `dump` without proof, whatever points they have.
pub(super) const ROWS_ALONE_MOST: u8 = 60;

/// Vertical hex whose text agrees: above the same rows of digits one by one.
pub(super) const VERTICAL: u8 = 96;

// ---- Records ------------------------------------------------------------

/// Intel HEX and S-records: a checksum that fits proves a record, so the percentage is never
/// below the second; it grows with the share of the text.
pub(super) const RECORDS: FormatConfidence = confidence(99, 55);
/// TI-TXT: an `@` address and rows, or a `q`.
pub(super) const TI_TXT: u8 = 97;

// ---- Coded text ---------------------------------------------------------

/// Nothing else contains `data:` and a comma.
pub(super) const DATA_URI: u8 = 97;
/// Nothing else contains `-----BEGIN`.
pub(super) const ARMOUR: u8 = 95;
/// A text with more escapes of quoted-printable than this is no base64.
pub(super) const FEW_QUOTED_PRINTABLE: usize = 2;
/// base64: the least length of its likeliest word, the least share of neighbours of different kinds
/// in it (small letters, capitals, digits), and the percentage. Words of prose change seldom: in a
/// long text of coded bytes at least 0.2 of the pairs differ, in a name with digits 0.45.
pub(super) const BASE64_PAGE: (usize, f32, u8) = (200, 0.2, 90);
pub(super) const BASE64_LINE: (usize, f32, u8) = (40, 0.2, 85);
pub(super) const BASE64_PADDED: (usize, f32, u8) = (16, 0.25, 80);
pub(super) const BASE64_MIXED: (usize, f32, u8) = (16, 0.45, 70);
pub(super) const BASE64_SHORT_MIXED: (usize, f32, u8) = (12, 0.5, 60);
/// Padding proves a short word that has both cases, or a length that base32 cannot have.
pub(super) const BASE64_SHORT_PADDED: (usize, u8) = (8, 65);
/// Four digits need padding, both cases and a decimal digit.
pub(super) const BASE64_WORD: (usize, u8) = (4, 56);
/// One case only, as zeros have: proven by padding that base32 does not have.
pub(super) const BASE64_ONE_CASE: (usize, u8) = (16, 60);
/// One case only, longer than this and without such padding: a name.
pub(super) const BASE64_ONE_CASE_NAME: usize = 12;
/// base32: padding in capitals; above the same text as base64.
pub(super) const BASE32_PADDED: (usize, u8) = (8, 75);
/// A line of one case with a share of decimal digits that coded bytes have: 6 of the 32 digits are
/// decimal, so prose has fewer and hex has more.
pub(super) const BASE32_LINE: (usize, f32, f32, u8) = (40, 0.05, 0.6, 80);
/// Capitals with more decimal digits: zeros in base32hex.
pub(super) const BASE32_FIGURES: (usize, u8) = (40, 62);
/// Shorter: keys and names consist of capitals and decimal digits too.
pub(super) const BASE32_KEY: (usize, f32, f32, u8) = (24, 0.05, 0.5, 65);

// ---- Digits and nothing else --------------------------------------------

/// Bits in groups of eight, or with a prefix.
pub(super) const BITS_GROUPED: u8 = 92;
/// A single byte of bits may be a number of another base.
pub(super) const BITS_BYTE: u8 = 60;
/// The least share of hex: names and prose between digits are no hex dump.
pub(super) const HEX_SHARE: f32 = 0.7;
/// The fewest bytes of mixed decimal digits and letters that are almost surely hex; and those that
/// are probably hex.
pub(super) const HEX_LONG: (u64, u8) = (16, 88);
pub(super) const HEX_SHORT: (u64, u8) = (3, 75);
/// Bytes with their sign extended, or a minus and letters: above the same digits as words.
pub(super) const HEX_SIGNED: u8 = 89;
/// Two bytes, or pairs of letters alone, such as `de ad be ef`.
pub(super) const HEX_PAIRS: (u64, u8) = (2, 56);
/// The fewest bytes in pairs: `be 10` is no hex.
pub(super) const HEX_LEAST_PAIRS: u64 = 4;
/// Every word with `0x`.
pub(super) const HEX_PREFIXED: u8 = 72;
/// With commas too: below a list of C, which reads the same and explains more.
pub(super) const HEX_LISTED: u8 = 58;
/// A list of pairs of decimal digits in brackets: near to the same numbers as decimals in Python, which
/// are likelier only if they are text.
pub(super) const HEX_LIST_OF_PAIRS: u8 = DOUBTFUL;
/// Decimal digits alone, in pairs, some with a leading zero, which decimal numbers do not have.
pub(super) const HEX_FIGURES: u8 = 52;
/// With fewer bytes than this, a reader that failed understood next to nothing.
pub(super) const HEX_LEAST_BYTES: u64 = 4;
/// Decimals: all but a tenth must be understood, because any text may have numbers.
pub(super) const DECIMAL_SHARE: f32 = 0.9;
/// The fewest bytes of decimals whose reading as words is no accident.
pub(super) const DECIMAL_WORDS: (u64, u8) = (8, 55);
/// A list with commas or brackets is more likely source code.
pub(super) const DECIMAL_LIST: u8 = 35;

// ---- Source code --------------------------------------------------------

/// Proven by a mark of the language (`[]byte`, `vec![`). If a text has marks of two, the higher
/// wins: `new byte[` of C# contains Java's `byte[`. Without a mark a list in braces is C, one in
/// brackets Python; no other language is chosen.
pub(super) const C: FormatConfidence = confidence(90, 62);
pub(super) const JAVA: FormatConfidence = confidence(91, POSSIBLE);
pub(super) const CSHARP: FormatConfidence = confidence(92, POSSIBLE);
pub(super) const GO: FormatConfidence = confidence(93, POSSIBLE);
pub(super) const RUST: FormatConfidence = confidence(92, DOUBTFUL);
pub(super) const PYTHON: FormatConfidence = confidence(91, 60);
pub(super) const JAVASCRIPT: FormatConfidence = confidence(93, WEAK);
/// Indices that go on, with arrows or in quotes, or bytes of three digits; without them any numbered lines
/// look the same.
pub(super) const INDEXED: FormatConfidence = confidence(87, WEAK);
/// Nothing else has numbers in double angles.
pub(super) const ERLANG: u8 = 92;
/// Addresses that follow each other, and instructions.
pub(super) const DISASSEMBLY: u8 = 90;
/// A call whose argument is bytes: above the strings and the lists that it has.
pub(super) const CALLED: u8 = 95;
/// Bytes with a sign before each: above the strings and the digits that they have.
pub(super) const NOTATION: u8 = 94;
/// `db` is rare in prose, and so is `Typ=`.
pub(super) const ASSEMBLER: u8 = 88;
pub(super) const ORACLE: u8 = 96;
/// Added if a length beside a list is right, as `xxd -i` writes it.
pub(super) const LENGTH_FITS: u8 = 4;
/// Added for Python if a list may be a table of numbers, so that Python is named first as the
/// nearest format.
pub(super) const PYTHON_FIRST: u8 = 1;
/// Fewer decimal numbers than this are no text.
pub(super) const LEAST_TEXT: usize = 5;
/// `X'48'` of SQL, and `0x48` beside a word of SQL.
pub(super) const SQL_QUOTED: u8 = 86;
pub(super) const SQL_WORDS: u8 = 84;
/// bytea, from the least share to all of the text. `\x` occurs in strings of C too, but there
/// once per byte.
pub(super) const POSTGRES: (u8, u8) = (52, 92);

// ---- Escaped text: from little of the text to all of it -------------------

/// Strings: the least share, because there is code around them.
pub(super) const STRINGS_SHARE: f32 = 0.4;
/// Strings with enough escapes by number: of shells by `$'`, of `printf` by octal numbers and
/// nothing else, of C.
pub(super) const SHELL: u8 = 92;
pub(super) const OCTAL: u8 = 88;
/// The marks of `sed -n l` at the end of each line: above all else that has octal numbers.
pub(super) const SED: u8 = 93;
/// Strings with as many bytes as is said beside them, or at an address: above all other strings.
pub(super) const TOLD_STRING: u8 = 94;
pub(super) const C_STRING: FormatConfidence = confidence(84, 60);
/// Decimal numbers: proven by a digit 8 or 9, which octal numbers do not have; alone above
/// strings of C whose bytes are no text. Code points are read as bytes of Lua too, and below it.
pub(super) const LUA: FormatConfidence = confidence(90, 65);
pub(super) const HASKELL: FormatConfidence = confidence(89, 64);
/// Enough escapes: two, and one per four bytes.
pub(super) const STRING_ESCAPES: (u64, u64) = (2, 4);
/// Cells of `od -c`: at least this many words, three in four of them short.
pub(super) const CELLS: usize = 4;
/// `U+20AC`, if it is half of the text; and if every line begins with one.
pub(super) const CODE_POINTS: (u8, u8) = (70, 95);
pub(super) const CODE_POINT_LINES: u8 = 65;
/// The share from which on a text is only escapes and perhaps a line end.
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
/// Words of the head of a mail, half of the text.
pub(super) const ENCODED_WORDS: u8 = 95;
pub(super) const ENCODED_WORDS_SHARE: f32 = 0.6;
/// A parameter of a header with a set.
pub(super) const PARAMETER: u8 = 85;
/// A name of a mailbox in IMAP.
pub(super) const MAILBOX: u8 = 70;
/// One that gives letters: base64 that ends in a hyphen gives them seldom by chance.
pub(super) const MAILBOX_OF_LETTERS: u8 = 88;
/// Quoted-printable if the text names it.
pub(super) const QUOTED_PRINTABLE_SAID: u8 = 92;
/// Nothing but escapes, or one per twenty-five characters, as in text with accents.
pub(super) const QUOTED_PRINTABLE_DENSE: (u64, u8) = (25, 80);
/// One per two hundred characters: chosen only if nothing else reads the text.
pub(super) const QUOTED_PRINTABLE_SPARSE: (u64, u8) = (200, 52);
