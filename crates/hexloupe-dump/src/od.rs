//! The dumps of od and of hexdump without -C: words of every size and base.
//!
//! Neither names the base and size of its words: the number of their digits, or the width of their
//! columns, shows them. Invariant: the last word, which both pad with zeros, is cut by the address
//! of the end.

use super::columns::{
    self, Address, ColumnFormat, RowStyle, TextColumn, WordBase, WordByteOrder, WordNotation,
    WordSize, continued_addresses, score, text_agrees,
};
use super::confidence::{
    self, DOUBTFUL, OD_AGREED, OD_FROM_ELSEWHERE, ROWS_ALONE_MOST, UNLIKELY, WEAK,
};
use super::format::{DumpFormat, FormatSubject};
use super::stacked::StackedReader;
use super::trial::{ReaderTrial, first_row, lines};

pub(super) static OD: DumpFormat = DumpFormat {
    id: "od",
    labels: &[],
    about: "od, with any -A and -t: 0000000 062510 066154",
    subject: FormatSubject::Bytes,
    // Decimal before hex: only decimal words are sized by the width of their columns.
    readers: &[
        || columns::reader(const { &od(OCTAL, BASE_8) }),
        || columns::reader(const { &od(OCTAL, BASE_10) }),
        || columns::reader(const { &od(OCTAL, HEX) }),
        || columns::reader(const { &od(OCTAL, CHARACTERS) }),
        || columns::reader(const { &od(OCTAL, NAMES) }),
        || columns::reader(const { &od(SIX, BASE_8) }),
        || columns::reader(const { &od(SIX, BASE_10) }),
        || columns::reader(const { &od(SIX, HEX) }),
        || columns::reader(const { &od(SIX, CHARACTERS) }),
        || columns::reader(const { &od(SIX, NAMES) }),
        || columns::reader(const { &od(DECIMAL, BASE_8) }),
        || columns::reader(const { &od(DECIMAL, BASE_10) }),
        || columns::reader(const { &od(DECIMAL, HEX) }),
        || columns::reader(const { &od(DECIMAL, CHARACTERS) }),
        || columns::reader(const { &od(DECIMAL, NAMES) }),
        || columns::reader(const { &od(OCTAL, big(HEX)) }),
        || columns::reader(const { &od(OCTAL, big(BASE_8)) }),
        || columns::reader(const { &od(SIX, big(HEX)) }),
        || columns::reader(const { &od(DECIMAL, big(HEX)) }),
        || columns::reader(const { &od(NONE, BASE_8) }),
        || columns::reader(const { &od(NONE, BASE_10) }),
        || columns::reader(const { &od(NONE, HEX) }),
        || columns::reader(const { &od(NONE, CHARACTERS) }),
        || columns::reader(const { &od(NONE, NAMES) }),
        || columns::reader(const { &od(NONE, big(HEX)) }),
        || Box::new(StackedReader::addressed(8)),
        || Box::new(StackedReader::addressed(10)),
        || Box::new(StackedReader::addressed(16)),
        || Box::new(StackedReader::bare(2)),
        || Box::new(StackedReader::bare(3)),
    ],
    detect,
    example: "\
0000000 062510 066154 026157 073440 133303 066162 020544 000012
0000017
",
    example_bytes: "Hello, wörld!\n".as_bytes(),
    extensions: &["od"],
    writer: Some(|layout| columns::rows(&OD_STYLE, *layout, 2)),
};

pub(super) static HEXDUMP: DumpFormat = DumpFormat {
    id: "hexdump",
    labels: &[],
    about: "hexdump without -C: 0000000 6548 6c6c 0a6f",
    subject: FormatSubject::Bytes,
    readers: &[
        || columns::reader(const { &od(SEVEN, BASE_8) }),
        || columns::reader(const { &od(SEVEN, CHARACTERS) }),
        || columns::reader(const { &od(SEVEN, BASE_10) }),
        || columns::reader(const { &od(SEVEN, HEX) }),
        || columns::reader(const { &od(SEVEN, big(HEX)) }),
        || Box::new(StackedReader::addressed(16)),
    ],
    detect: |trial| {
        if is_of_od(trial.text) {
            detect(trial).min(UNLIKELY)
        } else {
            detect(trial)
        }
    },
    example: "\
0000000 6548 6c6c 2c6f 7720 b6c3 6c72 2164 000a
000000f
",
    example_bytes: "Hello, wörld!\n".as_bytes(),
    extensions: &[],
    writer: Some(|layout| columns::rows(&HEXDUMP_STYLE, *layout, 2)),
};

/// Reports whether octal words have one blank between them: hexdump writes two.
fn is_of_od(text: &[u8]) -> bool {
    let row = first_row(text);
    let words: Vec<&[u8]> = row.split(|byte| *byte == b' ').collect();
    let is_octal =
        |word: &&[u8]| word.len() == 6 && word.iter().all(|byte| matches!(byte, b'0'..=b'7'));
    words.len() > 2 && words[1..].iter().all(is_octal)
}

/// Words in hex: `od -x`.
pub(super) static OD_WORDS: DumpFormat = DumpFormat {
    id: "od-x",
    readers: &[
        || columns::reader(const { &od(OCTAL, HEX) }),
        || columns::reader(const { &od(SIX, HEX) }),
        || columns::reader(const { &od(DECIMAL, HEX) }),
        || columns::reader(const { &od(OCTAL, big(HEX)) }),
        || columns::reader(const { &od(SIX, big(HEX)) }),
        || columns::reader(const { &od(DECIMAL, big(HEX)) }),
        || columns::reader(const { &od(NONE, HEX) }),
        || columns::reader(const { &od(NONE, big(HEX)) }),
    ],
    extensions: &[],
    writer: None,
    ..OD
};
/// Characters: `od -c`.
pub(super) static OD_CHARACTERS: DumpFormat = DumpFormat {
    id: "od-c",
    readers: &[
        || columns::reader(const { &od(OCTAL, CHARACTERS) }),
        || columns::reader(const { &od(SIX, CHARACTERS) }),
        || columns::reader(const { &od(DECIMAL, CHARACTERS) }),
        || columns::reader(const { &od(NONE, CHARACTERS) }),
    ],
    ..OD_WORDS
};
/// Addresses in decimal: `od -A d`.
pub(super) static OD_DECIMAL: DumpFormat = DumpFormat {
    id: "od-Ad",
    readers: &[
        || columns::reader(const { &od(DECIMAL, BASE_8) }),
        || columns::reader(const { &od(DECIMAL, BASE_10) }),
        || columns::reader(const { &od(DECIMAL, HEX) }),
        || columns::reader(const { &od(DECIMAL, CHARACTERS) }),
        || columns::reader(const { &od(DECIMAL, NAMES) }),
        || columns::reader(const { &od(DECIMAL, big(HEX)) }),
    ],
    ..OD_WORDS
};
/// Words in hex: `hexdump` and `hexdump -x`.
pub(super) static HEXDUMP_WORDS: DumpFormat = DumpFormat {
    id: "hexdump-x",
    readers: &[
        || columns::reader(const { &od(SEVEN, HEX) }),
        || columns::reader(const { &od(SEVEN, big(HEX)) }),
    ],
    writer: None,
    ..HEXDUMP
};

/// The columns of both programs. Their last word is padded.
const fn od(address: Option<Address>, words: WordNotation) -> ColumnFormat {
    let text = match words.base {
        WordBase::Characters | WordBase::Names => TextColumn::None,
        _ => TextColumn::Between(b'>', b'<'),
    };
    ColumnFormat {
        address,
        words,
        text,
        padded: true,
        // hexdump, whose addresses have seven hex digits, pads rows with blanks.
        blanks: matches!(
            address,
            Some(Address {
                radix: 16,
                digits: 7,
                ..
            })
        ),
        ..ColumnFormat::HEX
    }
}

const NONE: Option<Address> = None;
const OCTAL: Option<Address> = Some(address(8, 7));
const DECIMAL: Option<Address> = Some(address(10, 7));
const SIX: Option<Address> = Some(address(16, 6));
const SEVEN: Option<Address> = Some(address(16, 7));

const fn address(radix: u32, digits: usize) -> Address {
    Address {
        radix,
        digits,
        most: 24,
        ..Address::HEX
    }
}

const HEX: WordNotation = WordNotation::little(WordBase::Hex, WordSize::Digits);
const BASE_8: WordNotation = WordNotation::little(WordBase::Octal, WordSize::Digits);
const BASE_10: WordNotation = WordNotation::little(WordBase::Decimal, WordSize::Pitch);
const CHARACTERS: WordNotation = WordNotation::little(WordBase::Characters, WordSize::Bytes(1));
const NAMES: WordNotation = WordNotation::little(WordBase::Names, WordSize::Bytes(1));

/// The same words as written by a big-endian machine.
const fn big(words: WordNotation) -> WordNotation {
    WordNotation {
        order: WordByteOrder::Big,
        ..words
    }
}

/// Rows of bare numbers occur in many texts: addresses that continue, or the address of the end,
/// must confirm them.
fn detect(trial: &ReaderTrial<'_>) -> u8 {
    let counts = &trial.counts;
    if is_of_figures(trial.text) {
        // Small numbers, or digits shown as characters.
        return score(trial, WEAK).min(DOUBTFUL);
    }
    let shown = text_agrees(counts, OD_AGREED);
    if shown || counts.checked + continued_addresses(trial) > counts.jumped {
        return score(trial, confidence::OD.proven);
    }
    let from_zero = trial.text.trim_ascii_start().starts_with(b"000000");
    let alone = if from_zero {
        confidence::OD.alone
    } else {
        OD_FROM_ELSEWHERE
    };
    score(trial, alone).min(ROWS_ALONE_MOST)
}

/// Reports whether every word after an address is a single decimal digit.
fn is_of_figures(text: &[u8]) -> bool {
    let mut count = 0;
    for line in lines(text) {
        let words = line
            .split(|byte| *byte == b' ')
            .filter(|word| !word.is_empty());
        for word in words.skip(1) {
            if word.len() > 1 || !word[0].is_ascii_digit() {
                return false;
            }
            count += 1;
        }
    }
    count > 0
}

static OD_STYLE: RowStyle = RowStyle {
    width: 16,
    row: |_, address, bytes, out| {
        octal(address, 7, out);
        for word in bytes.chunks(2) {
            out.push(b' ');
            octal(u64::from(little(word)), 6, out);
        }
        out.push(b'\n');
    },
    star: Some(|_, out| out.extend_from_slice(b"*\n")),
    head: None,
    end: |_, end, _, out| {
        octal(end.unwrap_or_default(), 7, out);
        out.push(b'\n');
    },
    padded: true,
};

static HEXDUMP_STYLE: RowStyle = RowStyle {
    width: 16,
    row: |width, address, bytes, out| {
        columns::write_address(address, 7, out);
        let from = out.len();
        for word in bytes.chunks(2) {
            out.push(b' ');
            columns::write_address(u64::from(little(word)), 4, out);
        }
        // The program itself pads the last row with blanks.
        columns::pad(from, width / 2 * 5, out);
        out.push(b'\n');
    },
    star: Some(|_, out| out.extend_from_slice(b"*\n")),
    head: None,
    end: |_, end, _, out| {
        if let Some(end) = end {
            columns::write_address(end, 7, out);
            out.push(b'\n');
        }
    },
    padded: true,
};

/// One or two bytes as a little-endian word.
fn little(word: &[u8]) -> u16 {
    let byte = |at| u16::from(word.get(at).copied().unwrap_or_default());
    byte(1) << 8 | byte(0)
}

/// Writes a number with at least `digits` octal digits.
fn octal(value: u64, digits: u32, out: &mut Vec<u8>) {
    let needed = (64 - value.leading_zeros()).div_ceil(3).max(digits);
    for digit in (0..needed).rev() {
        out.push(b'0' + ((value >> (3 * digit)) as u8 & 7));
    }
}
