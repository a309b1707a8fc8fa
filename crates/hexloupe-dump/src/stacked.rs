//! Rows that show the same bytes on several lines, one below the other: `od -t cx1`, `hexdump -bc`.
//!
//! Each line has its own type, of one byte: characters, names, hex, octal or decimal numbers. The cells
//! of all lines end at the same columns. Invariant: bytes are given only where all lines of a row show
//! the same ones.

use super::columns;
use super::format::{Addresses, DumpReader};
use super::out::{ReaderOutput, Unreadable};
use super::text::{DumpLine, non_blank};

/// The most lines of a row.
const MOST: usize = 6;

/// A type of `od` with one byte a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellType {
    Hex,
    Octal,
    Decimal,
    Signed,
    Characters,
    /// Without the eighth bit.
    Names,
}

const TYPES: [CellType; 6] = [
    CellType::Hex,
    CellType::Octal,
    CellType::Decimal,
    CellType::Signed,
    CellType::Characters,
    CellType::Names,
];

impl CellType {
    /// The byte of a cell.
    fn byte(self, cell: &[u8]) -> Option<u8> {
        let text = std::str::from_utf8(cell).ok()?.trim_start_matches(' ');
        let number = |len: usize, radix| {
            let is_whole = text.len() == len && !text.starts_with('+');
            u8::from_str_radix(text, radix).ok().filter(|_| is_whole)
        };
        match self {
            Self::Hex => number(2, 16),
            Self::Octal => number(3, 8),
            Self::Decimal => number(text.len().min(3), 10),
            Self::Signed => {
                let value: i8 = text.parse().ok()?;
                (!text.starts_with('+')).then_some(value.cast_unsigned())
            }
            Self::Characters if text.is_empty() => Some(b' '),
            Self::Characters => {
                // A character has a number only if it cannot be shown.
                let is_named = |byte: &u8| text.len() < 3 || !matches!(byte, b' '..=b'~');
                columns::cell_byte(columns::WordBase::Characters, text).filter(is_named)
            }
            Self::Names => columns::cell_byte(columns::WordBase::Names, text),
        }
    }

    /// The byte that is known of one.
    const fn known(self, byte: u8) -> u8 {
        match self {
            Self::Names => byte & 0x7F,
            _ => byte,
        }
    }
}

/// The types that a line may have, a bit for each of [`TYPES`].
type TypeSet = u8;

/// The lines of a row, with their numbers.
type StackedLines = Vec<(u64, Vec<u8>)>;

/// Reads such rows.
pub(super) struct StackedReader {
    /// The radix of addresses; none if there are none.
    radix: Option<u32>,
    /// The lines of a row without an address.
    lines: usize,
    types: Vec<TypeSet>,
    row: StackedLines,
    address: u64,
    /// The length of an address as written.
    lead: usize,
    /// The bytes of the row before, and the line of a `*` after it.
    last: Vec<u8>,
    star: Option<u64>,
    has_begun: bool,
    has_ended: bool,
}

impl StackedReader {
    /// Reads rows with addresses in a radix.
    pub(super) fn addressed(radix: u32) -> Self {
        Self::new(Some(radix), 0)
    }

    /// Reads rows of a number of lines, without addresses.
    pub(super) fn bare(lines: usize) -> Self {
        Self::new(None, lines)
    }

    fn new(radix: Option<u32>, lines: usize) -> Self {
        Self {
            radix,
            lines,
            types: Vec::new(),
            row: Vec::new(),
            address: 0,
            lead: 0,
            last: Vec::new(),
            star: None,
            has_begun: false,
            has_ended: false,
        }
    }

    /// The address at the front of a line, and its length.
    fn address(&self, line: &[u8]) -> Option<(u64, usize)> {
        let len = line.iter().position(|byte| *byte == b' ');
        let len = len.unwrap_or(line.len());
        let digits = std::str::from_utf8(&line[..len]).ok()?;
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = u64::from_str_radix(digits, self.radix?).ok();
        value
            .filter(|_| is_plain && (6..=16).contains(&len))
            .map(|value| (value, len))
    }

    /// Takes a line with an address.
    fn addressed_line(
        &mut self,
        line: &DumpLine<'_>,
        out: &mut ReaderOutput,
    ) -> Result<(), Unreadable> {
        let text = line.text;
        if text.starts_with(b" ") && !self.row.is_empty() {
            return self.add(line, text[..].to_vec());
        }
        let wrong = || line.unreadable(0, "a row with an address is expected");
        let (address, lead) = self.address(text).ok_or_else(wrong)?;
        let is_end = text.len() == lead;
        let is_same = !is_end && !self.row.is_empty() && address == self.address;
        if !is_same {
            self.end_row(out)?;
            self.go_to(line, address, out)?;
            (self.address, self.lead) = (address, lead);
            self.has_ended = is_end;
            if is_end {
                out.counts.checked += 1;
                out.read(lead);
                return Ok(());
            }
        }
        let mut cells = text.to_vec();
        cells[..lead].fill(b' ');
        out.counts.understood += lead as u64;
        self.add(line, cells)
    }

    /// Goes to the address of a row, after the rows that a `*` stands for.
    fn go_to(
        &mut self,
        line: &DumpLine<'_>,
        address: u64,
        out: &mut ReaderOutput,
    ) -> Result<(), Unreadable> {
        if !self.has_begun {
            self.has_begun = true;
            out.go_to(address);
            return Ok(());
        }
        let more = address.checked_sub(out.next());
        let star = self.star.take();
        match (star, more) {
            (None, Some(0)) => out.counts.continued += 1,
            (Some(star), Some(more)) if more > 0 => {
                let last = std::mem::take(&mut self.last);
                out.repeat(star, &last, more);
                out.counts.continued += 1;
            }
            _ => return Err(line.unreadable(0, "the address is not that of the next byte")),
        }
        Ok(())
    }

    fn add(&mut self, line: &DumpLine<'_>, cells: Vec<u8>) -> Result<(), Unreadable> {
        if self.has_ended || self.row.len() == MOST {
            return Err(line.unreadable(0, "more lines than a row has"));
        }
        self.row.push((line.number, cells));
        Ok(())
    }

    /// Ends a row.
    fn end_row(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let row = std::mem::take(&mut self.row);
        let Some((number, _)) = row.first() else {
            return Ok(());
        };
        let number = *number;
        if self.types.is_empty() {
            self.types = vec![TypeSet::MAX; row.len()];
        }
        let is_whole = row.len() == self.types.len() && row.len() > 1;
        let bytes = is_whole
            .then(|| bytes(&row, self.lead, &mut self.types))
            .flatten();
        let bytes = bytes.ok_or_else(|| Unreadable {
            line: number,
            column: 1,
            reason: "the lines of a row do not show the same bytes".to_owned(),
        })?;
        out.append(number, &bytes);
        out.counts.agreed += (bytes.len() * (row.len() - 1)) as u64;
        for (_, cells) in &row {
            out.read(non_blank(cells));
        }
        self.last = bytes;
        Ok(())
    }
}

/// The bytes that all lines of a row show, each in one of its types; those that others need not be are
/// left out of their sets.
fn bytes(row: &StackedLines, lead: usize, types: &mut [TypeSet]) -> Option<Vec<u8>> {
    let bases = row.iter().filter_map(|(_, cells)| ends(cells, lead));
    for ends in bases {
        let read: Vec<Vec<(usize, Vec<u8>)>> = { row.iter().zip(types.iter()) }
            .map(|((_, cells), set)| readings(cells, lead, &ends, *set))
            .collect();
        let fits = |bytes: &[u8]| -> Vec<TypeSet> {
            let line = |of: &Vec<(usize, Vec<u8>)>| {
                let equal = of.iter().filter(|(number, own)| {
                    let known = |byte: &u8| TYPES[*number].known(*byte);
                    bytes.iter().map(known).eq(own.iter().copied())
                });
                equal.fold(0, |set, (number, _)| set | 1 << number)
            };
            read.iter().map(line).collect()
        };
        let all = { read.iter().flatten() }.filter(|(number, _)| TYPES[*number] != CellType::Names);
        let found = all.map(|(_, bytes)| (bytes, fits(bytes)));
        let mut found = found.filter(|(_, sets)| !sets.contains(&0));
        if let Some((bytes, mut sets)) = found.next() {
            for (other, more) in found {
                if other != bytes {
                    return None;
                }
                for (set, more) in sets.iter_mut().zip(more) {
                    *set |= more;
                }
            }
            types.copy_from_slice(&sets);
            return Some(bytes.clone());
        }
    }
    None
}

/// The columns at which the cells of a line of numbers end; none if it has other cells too.
fn ends(cells: &[u8], lead: usize) -> Option<Vec<usize>> {
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'-';
    let mut ends = Vec::new();
    let cells = cells.trim_ascii_end();
    if !cells.iter().all(|byte| is_digit(byte) || *byte == b' ') {
        return None;
    }
    for (at, byte) in cells.iter().enumerate() {
        let is_last = cells.get(at + 1).is_none_or(|next| *next == b' ');
        if at >= lead && is_digit(byte) && is_last {
            ends.push(at + 1);
        }
    }
    let width = ends.first()?.checked_sub(lead)?;
    let is_even = ends.windows(2).all(|pair| pair[1] - pair[0] == width);
    (is_even && width > 2).then_some(ends)
}

/// The bytes of a line in each type that reads all its cells.
fn readings(cells: &[u8], lead: usize, ends: &[usize], set: TypeSet) -> Vec<(usize, Vec<u8>)> {
    let last = ends.last().copied().unwrap_or_default();
    let mut padded = cells.trim_ascii_end().to_vec();
    if padded.len() > last {
        return Vec::new();
    }
    // Blanks at its end are often lost.
    padded.resize(last, b' ');
    let all = { TYPES.iter().enumerate() }.filter(|(number, _)| set >> number & 1 == 1);
    let read = |kind: CellType| -> Option<Vec<u8>> {
        let mut from = lead;
        let each = ends.iter().map(|end| {
            let cell = &padded[from..*end];
            from = *end;
            kind.byte(cell)
        });
        each.collect()
    };
    all.filter_map(|(number, kind)| Some((number, read(*kind)?)))
        .collect()
}

impl DumpReader for StackedReader {
    fn addresses(&self) -> Addresses {
        match self.radix {
            None => Addresses::None,
            Some(10) => Addresses::Decimal,
            Some(_) => Addresses::Written,
        }
    }

    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let trimmed = line.text.trim_ascii();
        if !(line.begins && line.ends) {
            return Err(line.unreadable(0, "a line of a row is shorter"));
        }
        if trimmed.is_empty() && (self.row.is_empty() || self.has_ended) {
            return Ok(());
        }
        if trimmed == b"*" && self.radix.is_some() && self.star.is_none() {
            self.end_row(out)?;
            if !self.last.is_empty() {
                self.star = Some(line.number);
                out.read(1);
                return Ok(());
            }
        }
        if self.radix.is_some() {
            return self.addressed_line(line, out);
        }
        if !line.text.starts_with(b" ") {
            return Err(line.unreadable(0, "a blank is expected before the cells"));
        }
        self.add(line, line.text.to_vec())?;
        if self.row.len() == self.lines {
            self.end_row(out)?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        self.end_row(out)?;
        match self.star {
            None => Ok(()),
            Some(line) => Err(Unreadable {
                line,
                column: 1,
                reason: "no address tells how many rows it stands for".to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::od::{HEXDUMP, OD};
    use crate::testing::check;

    /// The output of the programs: `printf 'H\320 \n12' | od -An -t cx1`, and the same with other types.
    #[test]
    fn lines_of_a_row_are_read_once() {
        let bytes = b"H\xD0 \n12";
        for text in [
            "   H 320      \\n   1   2\n  48  d0  20  0a  31  32\n",
            "   H 320      \\n   1   2\n 110 320 040 012 061 062\n",
            "   H   P  sp  nl   1   2\n  48  d0  20  0a  31  32\n",
            "0000000    H  320        \\n    1    2\n          72  -48   32   10   49   50\n0000006\n",
            "000000   H   P  sp  nl   1   2\n        72 208  32  10  49  50\n000006\n",
        ] {
            check(&OD, &[(text, bytes)]);
        }
        // With `-w4` and an equal row.
        let text = "0000000   H 320      \\n\n         48  d0  20  0a\n*\n\
                    0000010   1\n         31\n0000011\n";
        check(&OD, &[(text, b"H\xD0 \nH\xD0 \n1")]);
    }

    /// `hexdump -bc` writes the address on each line, and pads the last row with blanks.
    #[test]
    fn lines_with_the_same_address_are_one_row() {
        let blanks = " ".repeat(52);
        let text = format!("0000000 110 320 040{blanks}\n0000000   H 320    {blanks}\n0000003\n");
        check(&HEXDUMP, &[(&text, b"H\xD0 ")]);
        let text = "0000000 110 320 040 064\n0000000   H 320       4\n*\n\
                    0000008 132            \n0000008   Z            \n0000009\n";
        check(&HEXDUMP, &[(text, b"H\xD0 4H\xD0 4Z")]);
    }
}
