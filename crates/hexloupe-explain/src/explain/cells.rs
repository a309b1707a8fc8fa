//! The place of some bytes in the tables of East Asia's standards: row and cell, or a pointer for
//! the sets that are not squares of 94 by 94.
//!
//! Invariant: the steps are the arithmetic for the actual bytes, with bytes and bases in hex and
//! numbers in decimal.

use super::words::{hex, point};
use crate::language::Language;
use crate::texts::cells as texts;
use hexloupe_text::codec::Encoding;
use hexloupe_text::codec::east_asia::{
    FourByteRange, Square, TablePosition, four_byte_pointer, four_byte_range,
};

/// A place in a table.
pub(super) struct TableCell {
    /// Its name: `row 16, cell 1 of JIS X 0208 (kuten 16-1)`.
    pub(super) name: String,
    /// The steps from the bytes to it.
    pub(super) steps: Vec<String>,
}

/// The name of a row and cell of a standard.
fn place(square: Square, row: u32, cell: u32, language: Language) -> String {
    let at = texts::RowCell {
        row: &row,
        cell: &cell,
    }
    .get(language);
    match square {
        Square::JisX0208 if row > 94 => texts::PlaceBeyond94Rows { at: &at }.get(language),
        Square::JisX0208 => texts::PlaceJisX0208 {
            at: &at,
            row: &row,
            cell: &cell,
        }
        .get(language),
        Square::JisX0212 => texts::PlaceJisX0212 {
            at: &at,
            row: &row,
            cell: &cell,
        }
        .get(language),
        Square::Gb2312 => texts::PlaceGb2312 {
            at: &at,
            row: &row,
            cell: &cell,
        }
        .get(language),
        Square::KsX1001 => texts::PlaceKsX1001 {
            at: &at,
            row: &row,
            cell: &cell,
        }
        .get(language),
        Square::Cns11643(plane) => texts::PlaceCns11643 {
            at,
            plane,
            code: (row + 0x20) << 8 | (cell + 0x20),
        }
        .get(language),
    }
}

/// The cell of a pair, or of three or four bytes; none if the encoding has no such table.
pub(super) fn table_cell(
    encoding: &Encoding,
    bytes: &[u8],
    language: Language,
) -> Option<TableCell> {
    Some(match encoding.table_position(bytes)? {
        TablePosition::RowAndCell(square, bytes, base) => minus(square, bytes, base, language),
        TablePosition::TwoRows([lead, trail]) => two_rows(lead, trail, language),
        TablePosition::Pointer {
            table,
            bytes,
            base,
            cells,
        } => by_pointer(table, (bytes, base), cells, language),
        TablePosition::FourBytes(bytes) => four(bytes, language),
        TablePosition::Katakana(_) => return None,
    })
}

/// The cell of two bytes from which one base is subtracted.
fn minus(square: Square, bytes: [u8; 2], base: u8, language: Language) -> TableCell {
    let [row, cell] = bytes.map(|byte| u32::from(byte.wrapping_sub(base)));
    let [lead, trail] = bytes;
    TableCell {
        name: place(square, row, cell, language),
        steps: vec![
            texts::MinusRowMinusCell {
                lead: &lead,
                base: &base,
                row: &row,
                trail: &trail,
                cell: &cell,
            }
            .get(language),
        ],
    }
}

/// The bases to subtract if a lead byte has two rows; the trail byte 7F is skipped.
pub(super) fn bases_of_two_rows([lead, trail]: [u8; 2]) -> [u8; 2] {
    [
        if lead < 0xA0 { 0x81 } else { 0xC1 },
        if trail < 0x7F { 0x40 } else { 0x41 },
    ]
}

/// The pointer of two bytes without their bases, with `cells` cells for each lead byte.
pub(super) fn pointer(bytes: [u8; 2], bases: [u8; 2], cells: u32) -> u32 {
    let minus = |at: usize| u32::from(bytes[at].wrapping_sub(bases[at]));
    minus(0) * cells + minus(1)
}

/// The cell of two bytes, with two rows per lead byte; the trail byte 7F is skipped.
fn two_rows(lead: u8, trail: u8, language: Language) -> TableCell {
    let bases = bases_of_two_rows([lead, trail]);
    let (pointer, steps) = offsets([lead, trail], bases, 188, language);
    let (row, cell) = (pointer / 94 + 1, pointer % 94 + 1);
    let name = place(Square::JisX0208, row, cell, language);
    let rows = texts::CellsRow { name: &name }.get(language);
    TableCell {
        name,
        steps: steps.into_iter().chain([rows]).collect(),
    }
}

/// The pointer of two bytes, with `cells` cells for each lead byte from 81 on.
fn by_pointer(
    table: &str,
    (bytes, base): ([u8; 2], u8),
    cells: u32,
    language: Language,
) -> TableCell {
    let (pointer, steps) = offsets(bytes, [0x81, base], cells, language);
    let table = match table.strip_prefix("the ") {
        Some(table) => texts::WithArticle { table: &table }.get(language),
        None => table.to_owned(),
    };
    TableCell {
        name: texts::Pointer { pointer, table }.get(language),
        steps,
    }
}

/// The offsets of two bytes from their bases, as one number.
fn offsets(bytes: [u8; 2], bases: [u8; 2], cells: u32, language: Language) -> (u32, Vec<String>) {
    let minus = |at: usize| u32::from(bytes[at].wrapping_sub(bases[at]));
    let (lead, trail) = (minus(0), minus(1));
    let pointer = pointer(bytes, bases, cells);
    let ([a, b], [first, second]) = (bytes, bases);
    let steps = vec![
        texts::MinusMinus {
            a: &a,
            first: &first,
            lead: &lead,
            b: &b,
            second: &second,
            trail: &trail,
        }
        .get(language),
        texts::PointerOfTwo {
            lead: &lead,
            cells: &cells,
            trail: &trail,
            pointer: &pointer,
        }
        .get(language),
    ];
    (pointer, steps)
}

/// GB18030's four bytes: a number whose digits have 126, 10, 126 and 10 values.
fn four(bytes: [u8; 4], language: Language) -> TableCell {
    let pointer = four_byte_pointer(bytes);
    let [a, b, c, d] = [0x81, 0x30, 0x81, 0x30]
        .iter()
        .zip(bytes)
        .map(|(base, byte)| u32::from(byte.wrapping_sub(*base)))
        .collect::<Vec<_>>()
        .try_into()
        .unwrap_or_default();
    let mut steps = vec![
        texts::DigitsOfFour {
            all: hex(&bytes),
            a: &a,
            b: &b,
            c: &c,
            d: &d,
        }
        .get(language),
        texts::PointerOfFour {
            a: &a,
            b: &b,
            c: &c,
            d: &d,
            pointer: &pointer,
        }
        .get(language),
    ];
    if let Some(FourByteRange {
        pointer: first,
        point: from,
    }) = four_byte_range(pointer)
    {
        let (past, begin) = (pointer - first, point(from));
        steps.push(
            texts::PointersWhatFollows {
                first: &first,
                begin: &begin,
            }
            .get(language),
        );
        steps.push(
            texts::Plus {
                begin: &begin,
                past: &past,
                sum: point(from + past),
            }
            .get(language),
        );
    }
    TableCell {
        name: texts::PointerGb18030 { pointer: &pointer }.get(language),
        steps,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::table;

    #[track_caller]
    fn check(id: &str, bytes: &[u8], name: &str, steps: &str) {
        let encoding = table::by_label(id).unwrap().encoding();
        let found = table_cell(encoding, bytes, Language::English).unwrap();
        assert_eq!(
            (found.name.as_str(), found.steps.join("; ").as_str()),
            (name, steps)
        );
    }

    #[test]
    fn each_table_has_its_arithmetic() {
        check(
            "euc-tw",
            b"\x8E\xA2\xA1\xA1",
            "row 1, cell 1 of CNS 11643, plane 2 (2-2121)",
            "A1 minus A0 is row 1, A1 minus A0 is cell 1",
        );
        check(
            "shift_jis",
            b"\x88\x9F",
            "row 16, cell 1 of JIS X 0208 (kuten 16-1)",
            "88 minus 81 is 7, 9F minus 41 is 94; 7 * 188 + 94 is 1410; \
             94 cells per row: row 16, cell 1 of JIS X 0208 (kuten 16-1)",
        );
        let ends = |bytes: &[u8]| {
            let encoding = table::by_label("shift_jis").unwrap().encoding();
            table_cell(encoding, bytes, Language::English).unwrap().name
        };
        assert_eq!(
            ends(b"\xEA\xA4"),
            "row 84, cell 6 of JIS X 0208 (kuten 84-6)"
        );
        assert_eq!(
            ends(b"\xFA\x5C"),
            "row 115, cell 29, beyond the 94 rows of JIS X 0208"
        );
        check(
            "euc-jp",
            b"\xB0\xA1",
            "row 16, cell 1 of JIS X 0208 (kuten 16-1)",
            "B0 minus A0 is row 16, A1 minus A0 is cell 1",
        );
        check(
            "euc-jp",
            b"\x8F\xB0\xA1",
            "row 16, cell 1 of JIS X 0212 (kuten 16-1)",
            "B0 minus A0 is row 16, A1 minus A0 is cell 1",
        );
        check(
            "iso-2022-jp",
            b"\x30\x21",
            "row 16, cell 1 of JIS X 0208 (kuten 16-1)",
            "30 minus 20 is row 16, 21 minus 20 is cell 1",
        );
        check(
            "gbk",
            b"\xB0\xA1",
            "row 16, cell 1 of GB 2312 (区位 1601)",
            "B0 minus A0 is row 16, A1 minus A0 is cell 1",
        );
        check(
            "gbk",
            b"\x82\x80",
            "pointer 253 of GBK",
            "82 minus 81 is 1, 80 minus 41 is 63; 1 * 190 + 63 is 253",
        );
        check(
            "big5",
            b"\x88\x62",
            "pointer 1133 of Big5",
            "88 minus 81 is 7, 62 minus 40 is 34; 7 * 157 + 34 is 1133",
        );
        check(
            "euc-kr",
            b"\xB0\xA1",
            "row 16, cell 1 of KS X 1001 (16-1)",
            "B0 minus A0 is row 16, A1 minus A0 is cell 1",
        );
        check(
            "gb18030",
            b"\x94\x39\xFC\x36",
            "pointer 251976 of GB18030",
            "94 39 FC 36 minus 81 30 81 30 is 19 9 123 6; \
             ((19 * 10 + 9) * 126 + 123) * 10 + 6 is pointer 251976; \
             from pointer 189000 on, the code points count up from U+10000; \
             U+10000 plus 62976 is U+1F600",
        );
    }
}
