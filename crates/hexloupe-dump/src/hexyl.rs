//! The dumps of hexyl: panels with borders, in several bases.
//!
//! Invariant: borders may be of any kind, or missing; a panel ends after a fixed number of bytes.

use super::columns::{
    self, Address, AddressEnd, ColumnFormat, RowStyle, TextColumn, WordBase, WordNotation,
    WordSize, score,
};
use super::confidence;
use super::format::{DumpFormat, FormatSubject};
use super::hex_digit;
use super::trial::first_row;

pub(super) static HEXYL: DumpFormat = DumpFormat {
    id: "hexyl",
    labels: &[],
    about: "hexyl, with any borders: │00000000│ 48 65 6c 6c 6f │Hello│",
    subject: FormatSubject::Bytes,
    readers: &[
        || columns::reader(const { &hexyl(ADDRESS, WordNotation::HEX) }),
        || {
            columns::reader(
                const { &hexyl(ADDRESS, WordNotation::little(WordBase::Hex, WordSize::Any)) },
            )
        },
        || {
            columns::reader(
                const {
                    &hexyl(
                        ADDRESS,
                        WordNotation::little(WordBase::Binary, WordSize::Any),
                    )
                },
            )
        },
        || {
            columns::reader(
                const {
                    &hexyl(
                        ADDRESS,
                        WordNotation::little(WordBase::Octal, WordSize::Digits),
                    )
                },
            )
        },
        || {
            columns::reader(
                const {
                    &hexyl(
                        ADDRESS,
                        WordNotation::little(WordBase::Decimal, WordSize::Digits),
                    )
                },
            )
        },
        || columns::reader(const { &hexyl(None, WordNotation::HEX) }),
        || {
            columns::reader(
                const { &hexyl(None, WordNotation::little(WordBase::Hex, WordSize::Any)) },
            )
        },
        || {
            columns::reader(
                const { &hexyl(None, WordNotation::little(WordBase::Binary, WordSize::Any)) },
            )
        },
        || {
            columns::reader(
                const {
                    &hexyl(
                        None,
                        WordNotation::little(WordBase::Octal, WordSize::Digits),
                    )
                },
            )
        },
    ],
    detect: |trial| {
        let counts = &trial.counts;
        let sure = match (counts.signs, counts.agreed) {
            (1.., _) => confidence::HEXYL_BORDERS,
            // Three blanks between panels, which no other program writes.
            (0, 1..) if has_panels(trial.text) => confidence::HEXYL_PANELS,
            // One place may agree by chance.
            (0, 2..) => confidence::HEXYL_TEXT,
            // Only digits, which the format `hex` reads too: nothing of it tells of hexyl.
            _ if counts.continued == 0 => return 0,
            _ => confidence::FAINT,
        };
        score(trial, sure)
    },
    example: "\
┌────────┬─────────────────────────┬─────────────────────────┬────────┬────────┐
│00000000│ 48 65 6c 6c 6f 2c 20 77 ┊ c3 b6 72 6c 64 21 0a    │Hello, w┊××rld!_ │
└────────┴─────────────────────────┴─────────────────────────┴────────┴────────┘
",
    example_bytes: "Hello, wörld!\n".as_bytes(),
    extensions: &["hexyl"],
    writer: Some(|layout| columns::rows(&STYLE, *layout, PANEL)),
};

/// Bytes of a panel.
const PANEL: usize = 8;

const ADDRESS: Option<Address> = Some(Address {
    end: AddressEnd::Border,
    ..Address::HEX
});

/// Reports whether the first row has two panels of eight bytes each, with three blanks between.
fn has_panels(text: &[u8]) -> bool {
    let row = first_row(text);
    let apart = row.get(8..10) == Some(b"  ") && row.get(33..36) == Some(b"   ");
    apart && row.get(36).is_some_and(u8::is_ascii_hexdigit)
}

const fn hexyl(address: Option<Address>, words: WordNotation) -> ColumnFormat {
    ColumnFormat {
        address,
        words,
        text: TextColumn::Panels,
        heads: &["┌─", "└─", "+--"],
        ..ColumnFormat::HEX
    }
}

static STYLE: RowStyle = RowStyle {
    width: 2 * PANEL,
    row,
    star: Some(|width, out| blank_row(width, "*       ", out)),
    head: Some(|width, out| border(width, ["┌", "┬", "┐"], out)),
    end: |width, end, starred, out| {
        if let Some(end) = end.filter(|_| starred) {
            let mut address = Vec::new();
            columns::write_address(end, 8, &mut address);
            blank_row(width, &String::from_utf8_lossy(&address), out);
        }
        border(width, ["└", "┴", "┘"], out);
    },
    padded: false,
};

fn row(width: usize, address: u64, bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice("│".as_bytes());
    columns::write_address(address, 8, out);
    panels(
        width,
        out,
        |place, out| {
            out.push(b' ');
            match bytes.get(place) {
                Some(byte) => hex_digit::pair(*byte, out),
                None => out.extend_from_slice(b"  "),
            }
        },
        " ",
    );
    panels(
        width,
        out,
        |place, out| {
            let shown = bytes.get(place).map_or(' ', |byte| shown(*byte));
            out.extend_from_slice(shown.encode_utf8(&mut [0; 4]).as_bytes());
        },
        "",
    );
    out.extend_from_slice("│\n".as_bytes());
}

fn blank_row(width: usize, address: &str, out: &mut Vec<u8>) {
    out.extend_from_slice("│".as_bytes());
    out.extend_from_slice(address.as_bytes());
    panels(width, out, |_, out| out.extend_from_slice(b"   "), " ");
    panels(width, out, |_, out| out.push(b' '), "");
    out.extend_from_slice("│\n".as_bytes());
}

/// Writes each panel: the border before it, its cells, and `end`.
fn panels(width: usize, out: &mut Vec<u8>, cell: impl Fn(usize, &mut Vec<u8>), end: &str) {
    for panel in 0..width / PANEL {
        let border = if panel == 0 { "│" } else { "┊" };
        out.extend_from_slice(border.as_bytes());
        for place in panel * PANEL..(panel + 1) * PANEL {
            cell(place, out);
        }
        out.extend_from_slice(end.as_bytes());
    }
}

/// The character shown for a byte.
fn shown(byte: u8) -> char {
    match byte {
        0 => '⋄',
        b' ' | b'!'..=b'~' => char::from(byte),
        b'\t' | b'\n' | b'\r' | 0x0C => '_',
        0x80.. => '×',
        _ => '•',
    }
}

/// Writes the line above or below all rows.
fn border(width: usize, [left, middle, right]: [&str; 3], out: &mut Vec<u8>) {
    let panels = width / PANEL;
    let digits = std::iter::repeat_n(3 * PANEL + 1, panels);
    let all = std::iter::once(PANEL)
        .chain(digits)
        .chain(std::iter::repeat_n(PANEL, panels));
    for (index, count) in all.enumerate() {
        let mark = if index == 0 { left } else { middle };
        out.extend_from_slice(mark.as_bytes());
        out.extend_from_slice("─".repeat(count).as_bytes());
    }
    out.extend_from_slice(right.as_bytes());
    out.push(b'\n');
}
