//! Properties of all printers, for any bytes in any encoding.

use std::cell::Cell;

use proptest::prelude::*;

use super::*;
use crate::codec::{Encoding, table};
use crate::model::palette::{Depth, PALETTES};
use crate::model::row::{self, CellMarks, RowCut};
use crate::model::theme::Theme;
use crate::window::{Hole, Window};

mod borders;
#[path = "../../tests/common/output.rs"]
mod output;
#[path = "../../tests/common/printed.rs"]
mod shared;

pub(super) fn options(range: Range<u64>, width: u16, color: bool) -> Options {
    Options {
        range,
        width,
        panes: Panes::ALL,
        charset: Charset::Unicode,
        theme: color.then(Theme::default),
        share: None,
        regions: Regions::default(),
    }
}

pub(super) fn text<'a>(
    data: &'a dyn Peek,
    encoding: &'static Encoding,
    phase: u64,
) -> EncodedText<'a> {
    EncodedText::new(data, encoding, phase % u64::from(encoding.unit))
}

/// The output of a format for data that has arrived completely.
pub(super) fn printed(id: &str, text: EncodedText<'_>, options: &Options) -> String {
    let mut out = Vec::new();
    (format(id).unwrap().print)(text.data, text, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Bytes with more structure than random ones: characters, parts of them and other bytes.
pub(super) fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        any::<char>().prop_map(|c| c.to_string().into_bytes()),
        any::<char>().prop_map(|c| c
            .encode_utf16(&mut [0; 2])
            .iter()
            .flat_map(|u| u.to_le_bytes())
            .collect()),
        prop::collection::vec(any::<u8>(), 0..4),
        prop::sample::select(vec![
            &b"\xED\xA0\x80"[..],
            b"\xEF\xBB\xBF",
            b"\xF0\x9F",
            b"\xF8\x88\x80\x80\x80",
            b"\x1b[2J",
            b"\xC2\x9B",
            b"\xED\xA0\xBD\xED\xB8\x80",
            b"\xC0\x80",
            b"+AKMAow-",
            b"+2D3eAA",
            b"AKN.~"
        ])
        .prop_map(<[u8]>::to_vec),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

pub(super) fn encodings() -> impl Strategy<Value = &'static Encoding> {
    prop::sample::select(table::all().collect::<Vec<_>>())
}

/// The text without control sequences, after checking that they are only the printer's.
fn without_styles(text: &str) -> String {
    output::hold(text.as_bytes(), output::Writer::Printer)
}

fn value(line: &str) -> serde_json::Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

proptest! {
    #[test]
    fn records_cover_every_byte_once(data in bytes(), encoding in encodings(), phase in 0u64..4) {
        shared::records(&data, encoding, phase);
    }

    #[test]
    fn a_range_prints_the_sequences_that_have_a_byte_in_it(
        data in bytes(), encoding in encodings(), start in 0u64..40, len in 1u64..20,
    ) {
        let text = text(&data, encoding, 0);
        for id in ["lines", "jsonl"] {
            let whole = printed(id, text, &options(0..u64::MAX, 8, false));
            let records = printed("jsonl", text, &options(0..u64::MAX, 8, false));
            let inside = |line: &str| {
                let record = value(line);
                let from = record["offset"].as_u64().unwrap();
                from < start + len && from + record["length"].as_u64().unwrap() > start
            };
            let expected: Vec<_> = whole.lines().zip(records.lines())
                .filter(|(_, record)| inside(record)).map(|(line, _)| line).collect();
            let part = printed(id, text, &options(start..start + len, 8, false));
            prop_assert_eq!(part.lines().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_character_has_the_same_description_everywhere(data in bytes(), encoding in encodings()) {
        // The data is repeated, far from its beginning: the second copy is printed from the cache.
        let mut once = vec![b' '; 32];
        once.extend(&data);
        once.resize(once.len().next_multiple_of(32) + 32, b' ');
        let (half, twice) = (once.len() as u64, once.repeat(2));
        let text = text(&twice, encoding, 0);
        for id in ["lines", "jsonl", "html"] {
            let rows = |start| {
                let rows = printed(id, text, &options(start..u64::MAX, 8, false));
                let told = |line: &&str| id != "html" || line.starts_with("<tr><th scope=\"row\">");
                rows.lines().filter(told).map(str::to_owned).collect::<Vec<_>>()
            };
            let (whole, fresh) = (rows(0), rows(half));
            prop_assert!(fresh.len() >= 8 && whole.ends_with(&fresh), "{} {:?} {:?}", id, whole, fresh);
        }
    }

    #[test]
    fn nothing_that_drives_a_terminal_is_printed(
        data in bytes(), encoding in encodings(), phase in 0u64..4, start in 0u64..40, width in 1u16..20,
    ) {
        shared::safe(&data, encoding, phase, &options(0..u64::MAX, width, false));
        shared::safe(&data, encoding, phase, &options(start..start + 20, width, false));
    }

    #[test]
    fn the_dump_shows_the_rows_of_the_screen(data in bytes(), encoding in encodings(), width in 1u16..20) {
        let text = text(&data, encoding, 0);
        let cut = RowCut { grid: RowGrid::new(width), columns: 1, charset: Charset::Unicode };
        let rows = row::rows(&text, 0..data.len() as u64, &cut, &CellMarks::default());
        let dump = printed("text", text, &options(0..u64::MAX, width, true));
        prop_assert_eq!(dump.lines().count(), rows.len());
        for (row, line) in rows.iter().zip(dump.lines()) {
            let (line, width) = (without_styles(line), usize::from(width));
            let middle = |index: usize| usize::from(width >= 8 && index >= width / 2);
            let bits = 9 + 3 * width + 1 + middle(width);
            let points = bits + 9 * width + 1 + middle(width);
            let column = |from: usize, len: usize| -> String { line.chars().skip(from).take(len).collect() };
            prop_assert_eq!(column(0, 8), format!("{:08X}", row.offset));
            for (index, cell) in row.cells.iter().enumerate() {
                prop_assert_eq!(column(9 + 1 + 3 * index + middle(index), 2), format!("{:02X}", cell.byte));
                let digits = String::from_utf8(cell.masks.digits(cell.byte).to_vec()).unwrap();
                prop_assert_eq!(column(bits + 1 + 9 * index + middle(index), 8), digits);
            }
            let glyphs: String = row
                .cells
                .iter()
                .filter_map(|cell| cell.glyph.as_ref())
                .map(|(glyph, _)| glyph.text.replace(' ', ""))
                .collect();
            prop_assert_eq!(column(points, usize::MAX).replace(' ', ""), glyphs);
        }
    }

    #[test]
    fn the_dump_is_the_same_in_the_colours_of_every_theme(data in bytes(), encoding in encodings(), width in 1u16..20) {
        let text = text(&data, encoding, 0);
        let as_usual = options(0..u64::MAX, width, true);
        let expected: Vec<_> = printed("text", text, &as_usual).lines().map(without_styles).collect();
        let depths = [Depth::Sixteen, Depth::Indexed, Depth::True];
        for theme in PALETTES.iter().flat_map(|palette| depths.map(|depth| Theme::new(palette, depth))) {
            let themed = Options { theme: Some(theme), ..as_usual.clone() };
            let dump = printed("text", text, &themed);
            prop_assert_eq!(dump.lines().map(without_styles).collect::<Vec<_>>(), &expected[..]);
        }
    }

    #[test]
    fn cells_of_the_dump_say_what_the_cells_of_the_screen_do(
        data in bytes(), encoding in encodings(), width in 1u16..20, ascii: bool, color: bool,
    ) {
        let charset = if ascii { Charset::Ascii } else { Charset::Unicode };
        let cut = RowCut { grid: RowGrid::new(width), columns: 1, charset };
        // Twice, so that the second time cached cells are used.
        let data = [&data[..], b" ", &data].concat();
        let text = text(&data, encoding, 0);
        let rows = row::rows(&text, 0..data.len() as u64, &cut, &CellMarks::default());
        let options = Options { charset, ..options(0..u64::MAX, width, false) };
        let mut chunks = chunks::Chunks::of_rows(&data, text, &options);
        let chunk = chunks.next(&mut io::sink()).unwrap().unwrap();
        let mut laid = cells::ChunkCells::new(encoding, cut, color.then(Theme::default));
        laid.fill(&chunk);
        let cells: Vec<_> = rows.iter().flat_map(|row| &row.cells).collect();
        prop_assert_eq!(cells.len(), laid.from(0).len());
        for (cell, &number) in cells.iter().zip(laid.from(0)) {
            let expected = row::ByteInSequence { byte: cell.byte, role: cell.role, part: cell.part, masks: cell.masks };
            prop_assert_eq!(laid.cache.byte(number), expected);
        }
    }

    #[test]
    fn shares_are_the_whole(
        data in bytes(), encoding in encodings(), start in 0u64..20, width in 1u16..6, of in 1u64..4, color: bool,
    ) {
        let data = data.repeat(4);
        let whole = options(start..u64::MAX, width, color);
        let text = text(&data, encoding, 0);
        for format in FORMATS.iter().filter(|format| format.kind != PrinterKind::Document) {
            let share = |index| {
                let share = Some(PrintShare { size: u64::from(width) * 4, of, index });
                let mut out = Pieces::default();
                (format.print)(&data, text, &Options { share, ..whole.clone() }, &mut out).unwrap();
                out.done.into_iter()
            };
            let mut shares: Vec<_> = (0..of).map(share).collect();
            let mut pieces = Vec::new();
            while let Some(piece) = shares[pieces.len() % of as usize].next() {
                pieces.push(piece);
            }
            prop_assert!(shares.iter_mut().all(|share| share.next().is_none()));
            let pieces = String::from_utf8(pieces.concat()).unwrap();
            prop_assert_eq!(pieces, printed(format.id, text, &whole));
        }
    }

    #[test]
    fn data_that_comes_slowly_prints_the_same(
        data in bytes(), encoding in encodings(), start in 0u64..20, width in 1u16..10,
    ) {
        for format in FORMATS {
            let slow = Slow { data: &data, there: Cell::new(0), windows: Cell::new(0) };
            let options = options(start..u64::MAX, width, false);
            let mut out = Vec::new();
            (format.print)(&slow, text(&Patient(&slow), encoding, 0), &options, &mut out).unwrap();
            let whole = printed(format.id, text(&data, encoding, 0), &options);
            prop_assert_eq!(String::from_utf8(out).unwrap(), whole);
        }
    }
}

/// An output that records the bytes written before each flush.
#[derive(Default)]
struct Pieces {
    bytes: Vec<u8>,
    done: Vec<Vec<u8>>,
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.done.push(std::mem::take(&mut self.bytes));
        Ok(())
    }
}

/// Data that waits for each of its bytes.
struct Slow<'a> {
    data: &'a [u8],
    there: Cell<usize>,
    windows: Cell<u64>,
}

impl Peek for Slow<'_> {
    fn len(&self) -> u64 {
        self.there.get() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let there = self.there.get();
        let mut window = self.data[..there.min(self.data.len())].window(start, len);
        // The end is known only after waiting for it.
        window.ends &= there > self.data.len();
        self.windows.set(self.windows.get() + 1);
        window
    }
}

struct Patient<'a>(&'a Slow<'a>);

impl Peek for Patient<'_> {
    fn len(&self) -> u64 {
        panic!("the length of a pipe is not asked for")
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let end = start as usize + len;
        if self.0.there.get() < end {
            self.0.there.set(end.min(self.0.data.len() + 1));
        }
        self.0.window(start, len)
    }
}

#[test]
fn a_pipe_is_read_no_further_than_printing_needs() {
    let data = vec![b'a'; 100_000];
    let slow = Slow {
        data: &data,
        there: Cell::new(0),
        windows: Cell::new(0),
    };
    let options = options(0..16, 8, false);
    let mut out = Vec::new();
    dump::print(
        &slow,
        text(&Patient(&slow), table::UTF_8, 0),
        &options,
        &mut out,
    )
    .unwrap();
    assert_eq!(str::from_utf8(&out).unwrap().lines().count(), 2);
    assert!(slow.there.get() <= 20, "{}", slow.there.get());
}

#[test]
fn chunks_leave_no_seam() {
    let data = "€a\u{1F600}\u{301}é".repeat(5000).into_bytes();
    for width in [1, 3, 8, 13, 64] {
        let all = printed(
            "text",
            text(&data, table::UTF_8, 0),
            &options(0..u64::MAX, width, false),
        );
        let cut = RowCut {
            grid: RowGrid::new(width),
            columns: 1,
            charset: Charset::Unicode,
        };
        let rows = row::rows(
            &text(&data, table::UTF_8, 0),
            0..data.len() as u64,
            &cut,
            &CellMarks::default(),
        );
        let glyphs = |text: &str| text.chars().filter(|c| !c.is_ascii()).count();
        let expected: usize = rows
            .iter()
            .flat_map(|row| &row.cells)
            .filter_map(|cell| cell.glyph.as_ref())
            .map(|(glyph, _)| glyphs(&glyph.text))
            .sum();
        assert_eq!(
            (all.lines().count(), glyphs(&all)),
            (rows.len(), expected),
            "{width}"
        );
    }
}

/// Data with a hole.
struct Holed(Vec<u8>, Range<u64>);

impl Peek for Holed {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = self.0.window(start, len);
        let hole = self.1.start.max(start)..self.1.end.min(window.end());
        window
            .bytes
            .iter_mut()
            .zip(start..)
            .filter(|(_, at)| hole.contains(at))
            .for_each(|(byte, _)| *byte = 0);
        window
            .holes
            .extend((!hole.is_empty()).then(|| Hole::from(hole)));
        window
    }
}

#[test]
fn unreadable_bytes_are_printed_and_counted() {
    let data = Holed(b"ab\xE2\x82\xACcd".to_vec(), 3..5);
    let text = text(&data, table::UTF_8, 0);
    let mut out = Vec::new();
    let options = options(0..u64::MAX, 8, false);
    let done = dump::print(&data, text, &options, &mut out).unwrap();
    assert_eq!(done, Printed { unreadable: 2 });
    let dump = String::from_utf8(out).unwrap();
    assert!(
        dump.contains(" 61 62 E2!??  ?? 63 64 ") && dump.contains(" ???????? "),
        "{dump}"
    );
    assert!(
        printed("lines", text, &options).contains("0x00000003\t??\t-\t-\t?\tunreadable\t2 bytes\n")
    );
    let records = printed("jsonl", text, &options);
    assert!(
        records.contains(
            r#"{"type":"sequence","schema":1,"offset":3,"length":2,"hex":"","kind":"unreadable"}"#
        ),
        "{records}"
    );
}

#[test]
fn offsets_grow_with_the_data() {
    let data = vec![0; 8];
    let long = Long;
    let line = |known: &dyn Peek, range| {
        let mut out = Vec::new();
        let text = text(known, table::UTF_8, 0);
        dump::print(known, text, &options(range, 8, false), &mut out).unwrap();
        String::from_utf8(out)
            .unwrap()
            .split(' ')
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(line(&data, 0..8), "00000000");
    assert_eq!(line(&long, 16..17), "000000000010");
}

/// Two terabytes of spaces.
struct Long;

impl Peek for Long {
    fn len(&self) -> u64 {
        2 << 40
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let len = len.min((self.len() - start) as usize);
        Window {
            start,
            bytes: vec![b' '; len],
            holes: Vec::new(),
            ends: start + len as u64 == self.len(),
        }
    }
}
