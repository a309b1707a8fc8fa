//! The index against stepping through the data with only the codec.

use super::*;
use crate::scan::facts::Sought;
use crate::scan::facts::index::ScanTotals;
use hexloupe_text::codec::{LinePosition, table};
use hexloupe_text::window::Peek;
use hexloupe_text::window::sweep::Sweep;
use proptest::prelude::*;

/// Data with holes.
pub(super) struct Data {
    pub(super) bytes: Vec<u8>,
    pub(super) hole: Range<u64>,
}

impl Peek for Data {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = self.bytes.window(start, len);
        let hole = self.hole.start.max(start)..self.hole.end.min(window.end());
        if hole.start < hole.end {
            let index = |offset| (offset - start) as usize;
            window.bytes[index(hole.start)..index(hole.end)].fill(0);
            window.holes.push(hole.into());
        }
        window
    }
}

impl Data {
    fn steps(&self, encoding: &'static Encoding, phase: u64) -> Vec<Step> {
        Walk::new(encoding, phase, &self.window(0, self.bytes.len())).collect()
    }

    pub(super) fn beginning(&self) -> Vec<u8> {
        self.window(0, 4).front().to_vec()
    }

    /// The index from windows of `size` bytes, in parts of `windows` windows; after every second
    /// part another scanner goes on.
    pub(super) fn index(&self, index: Index, size: usize, windows: usize) -> Index {
        let mut scanner = Scanner::new(&index, &self.beginning());
        let mut builder = IndexBuilder::new(index);
        let reach = builder.index.encoding.reach_of_counting();
        let mut sweep = Sweep::new(0..u64::MAX, size as u64, reach);
        let (mut data, mut window, mut count): (&dyn Peek, _, _) = (self, Window::default(), 0);
        while let Some(piece) = sweep.next(&mut data, &mut window) {
            scanner.feed(&window, piece.certain.end);
            count += 1;
            if usize::is_multiple_of(count, windows) {
                builder.absorb(&scanner.take_part());
                if usize::is_multiple_of(count, 2 * windows) {
                    scanner = Scanner::new(&builder.index, &self.beginning());
                }
            }
        }
        builder.absorb(&scanner.finish());
        builder.index
    }

    /// The index from pieces that begin at lines, scanned independently.
    fn pieces(&self, index: Index, cuts: &[u64]) -> Index {
        let mut builder = IndexBuilder::new(index);
        let mut scanner = Scanner::new(&builder.index, &self.beginning());
        let ends = cuts.iter().copied().chain([self.len()]);
        for (number, end) in ends.enumerate() {
            if number > 0 {
                scanner.aside(scanner.at(), 4);
            }
            while scanner.at() < end {
                let at = scanner.at();
                let len = (end - at).min(7 + at % 5);
                let mut window = self.window(at, len as usize);
                window.ends = window.end() == end;
                scanner.feed(&window, u64::MAX);
                if at.is_multiple_of(3) && scanner.at() < end {
                    builder.absorb(&scanner.take_part());
                }
            }
            let part = if end == self.len() {
                scanner.clone().finish()
            } else {
                scanner.take_part()
            };
            builder.absorb(&part);
        }
        builder.index
    }
}

/// The results of stepping through the data.
pub(super) fn brute(data: &Data, index: &Index) -> (ScanTotals, Vec<IndexBlock>, Option<u64>) {
    let (encoding, phase) = (index.encoding, index.phase);
    let steps = data.steps(encoding, phase);
    let mut found = Vec::new();
    let mut noticer = Noticer::new(encoding, &data.beginning());
    for step in &steps {
        noticer.step(step, (), &mut |kind, range, ()| {
            found.push((kind, range.start));
        });
    }
    noticer.finish(&mut |kind, range, ()| found.push((kind, range.start)));

    let (mut totals, mut tally) = (ScanTotals::default(), Tally::new(encoding));
    let mut places = Vec::new();
    let mut after_cr = false;
    for step in &steps {
        for offset in step.range() {
            let first = offset == step.offset;
            let absent = matches!(step.meaning, Meaning::Absent(_));
            if absent {
                totals.absent += 1;
            }
            if first || absent {
                places.push((offset, tally.line_position(), *step));
            }
            if absent {
                tally.add(step.meaning);
            }
        }
        let scalar = step.meaning.scalar();
        for class in classes(data, encoding, step) {
            totals.classes[class as usize] += 1;
        }
        if step.offset > 0 || scalar != Some('\u{FEFF}') {
            tally.add(step.meaning);
        }
        totals.lf += u64::from(scalar == Some('\n'));
        totals.cr += u64::from(scalar == Some('\r'));
        totals.crlf += u64::from(scalar == Some('\n') && after_cr);
        totals.nel += u64::from(scalar == Some('\u{85}') && encoding.id == "ebcdic-037");
        after_cr = scalar == Some('\r');
    }
    totals.characters = tally.characters;
    totals.non_ascii = tally.non_ascii;
    totals.faults = tally.kinds;
    for (kind, _) in &found {
        totals.add_notices(*kind, 1);
    }
    let mixed = found
        .iter()
        .find(|(kind, _)| *kind == Notice::MixedLineEndings);
    let blocks = blocks_of(data, encoding, index.grain(), &places, &found);
    (totals, blocks, mixed.map(|(_, at)| *at))
}

/// The class of each byte of a step: by the byte alone, in supersets of ASCII.
fn classes(data: &Data, encoding: &Encoding, step: &Step) -> Vec<ByteClass> {
    let class = match (step.meaning, step.meaning.scalar()) {
        (Meaning::Absent(_), _) => return Vec::new(),
        _ if encoding.ascii => {
            let bytes = &data.bytes[step.offset as usize..step.end() as usize];
            return bytes
                .iter()
                .map(|byte| ByteClass::from_byte(*byte))
                .collect();
        }
        (_, Some(c)) if c.is_ascii() => ByteClass::from_byte(c as u8),
        _ => ByteClass::Beyond,
    };
    vec![class; step.len as usize]
}

/// The blocks of a size, `open` not filled in.
fn blocks_of(
    data: &Data,
    encoding: &Encoding,
    grain: u64,
    places: &[(u64, LinePosition, Step)],
    found: &[(Notice, u64)],
) -> Vec<IndexBlock> {
    let mut blocks = Vec::new();
    for edge in (0..data.len()).step_by(grain as usize) {
        let Some(first) = places.iter().position(|(at, ..)| *at >= edge) else {
            break;
        };
        let after = places.iter().position(|(at, ..)| *at >= edge + grain);
        let inside = &places[first..after.unwrap_or(places.len())];
        let (start, place, _) = inside[0];
        let mut held = Holding::default();
        for (_, _, step) in inside {
            let scalar = step.meaning.scalar();
            if let Some(fault) = step.meaning.fault() {
                held.faults += 1;
                held.note_fault(fault);
            }
            held.non_ascii += u64::from(scalar.is_some_and(|c| !c.is_ascii()));
            for class in classes(data, encoding, step) {
                held.classes[class as usize] += 1;
            }
        }
        let end = places
            .get(first + inside.len())
            .map_or(u64::MAX, |(at, ..)| *at);
        for (kind, at) in found {
            if (start..end).contains(at) {
                held.note(*kind);
            }
        }
        let start = Checkpoint {
            offset: start,
            place,
            state: CodecState::default(),
        };
        blocks.push(IndexBlock {
            start,
            held,
            open: false,
        });
    }
    blocks
}

pub(super) fn telling() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"plain text\n"[..],
        b"a\r\n",
        b"\r",
        b"\n",
        b"\0\0\0",
        b"\x1C\x07\x7F\t",
        b"\xE2\x82",
        b"\xF0\x9F\x98\x80",
        b"\x80",
        b"\xC0\xAF",
        b"\xD0\xB6\xD1\x88",
        b"\xE2\x80\xAE",
        b"\xE2\x80\xAC",
        b"\xE2\x81\xA7",
        b"\xE2\x81\xA9",
        b"\xEF\xBB\xBF",
        b"\xEF\xBF\xBD",
        b"\x3D\xD8",
        b"\x00\xDE\x0A\x00",
        b"\xFF\xFE\x00\x00",
        b"\x2E\x20",
        b"\x15\x25\x15",
        b"\x95\x5C\x81\x30\x81\x30",
        b"\x81\x0A",
        b"\\ud83d",
        b"\\ude00",
        b"\\",
        b"\\\0u\0d\0e\x000\x000\0",
        b"\xD0\xA0\xD1\x9F\xD0\xA1\xD0\x82",
        b"\xC3\x83\xC2\xA9t\xC3\x83\xC2\xA9",
        b"\xC3\xA9t\xC3\xA9",
        b"\xD0\0\x78\x01\xD1\0\xAC\x20",
    ]);
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

fn encodings() -> impl Strategy<Value = (&'static Encoding, u64)> {
    let named = |name| table::by_label(name).unwrap().encoding();
    prop::sample::select(vec![
        (table::UTF_8, 0),
        (table::UTF_16LE, 0),
        (table::UTF_16LE, 1),
        (table::UTF_16BE, 0),
        (table::UTF_32LE, 2),
        (table::ASCII, 0),
        (named("windows-1252"), 0),
        (named("ebcdic-037"), 0),
        (named("shift_jis"), 0),
        (named("gb18030"), 0),
    ])
}

/// The blocks of an index without `open`, which only rescanning needs.
pub(super) fn closed(index: &Index) -> Vec<IndexBlock> {
    let blocks = index.blocks().iter();
    blocks
        .map(|block| IndexBlock {
            open: false,
            ..*block
        })
        .collect()
}

proptest! {
    #[test]
    fn the_index_says_what_stepping_says(
        bytes in telling(),
        (encoding, phase) in encodings(),
        size in 1..9usize,
        windows in 1..5usize,
        most in prop::sample::select(vec![2usize, 4, 16, 1000]),
        hole in (0..80u64, 0..9u64),
    ) {
        let data = Data { bytes, hole: hole.0..hole.0 + hole.1 };
        let new = || Index::with_blocks(encoding, phase, 8, most);
        let whole = data.index(new(), 4096, 1000);
        let (totals, blocks, mixed) = brute(&data, &whole);
        prop_assert_eq!(whole.totals, totals);
        prop_assert_eq!(whole.mixed, mixed);
        prop_assert_eq!(closed(&whole), blocks);
        prop_assert!(whole.blocks().len() <= most);
        prop_assert_eq!(whole.reached.offset, data.len());
        prop_assert_eq!(data.index(new(), size, windows), whole);
    }

    #[test]
    fn pieces_that_begin_at_lines_may_be_scanned_aside(
        bytes in telling(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        most in prop::sample::select(vec![2usize, 8, 1000]),
        id in prop::sample::select(vec!["utf-8", "shift_jis", "gb18030"]),
    ) {
        let encoding = table::by_label(id).unwrap().encoding();
        let mut bytes = bytes;
        bytes.splice(..0, *b"0123456789abcde\n");
        let data = Data { bytes, hole: 0..0 };
        let lines = memchr::memchr_iter(b'\n', &data.bytes);
        let lines: Vec<u64> = lines.map(|at| at as u64 + 1).collect();
        let mut cuts: Vec<u64> = cuts.iter().map(|cut| lines[cut.index(lines.len())]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        cuts.retain(|cut| *cut < data.len());
        let new = || Index::with_blocks(encoding, 0, 8, most);
        prop_assert_eq!(data.pieces(new(), &cuts), data.index(new(), 4096, 1000));
    }

    #[test]
    fn checkpoints_are_before_what_is_sought(
        bytes in telling(),
        (encoding, phase) in encodings(),
        most in prop::sample::select(vec![4usize, 1000]),
        at in 0..200u64,
    ) {
        let data = Data { bytes, hole: 0..0 };
        let index = data.index(Index::with_blocks(encoding, phase, 8, most), 4096, 1000);
        let at = at.min(data.len());
        let steps = data.steps(encoding, phase);
        let mut tally = Tally::new(encoding);
        for step in &steps {
            let (line, _) = tally.position(step.meaning);
            prop_assert!(index.before(step.offset).offset <= step.offset);
            prop_assert!(step.offset - index.before(step.offset).offset < index.grain());
            if tally.position(step.meaning).1 == 1 {
                prop_assert!(index.before_line(line).offset <= step.offset);
            }
            // The opening mark has no number.
            if step.offset > 0 || step.meaning != Meaning::Scalar('\u{FEFF}') {
                let number = tally.characters + tally.faults() + 1;
                prop_assert!(index.before_character(number).offset <= step.offset);
                tally.add(step.meaning);
            }
        }
        for sought in [Sought::Fault, Sought::NonAscii, Sought::Notice] {
            let mut noticed = Vec::new();
            let mut noticer = Noticer::new(encoding, &data.beginning());
            for step in &steps {
                noticer.step(step, (), &mut |_, range, ()| noticed.push(range.start));
            }
            let inside = notice::NoticePlace::Inside;
            let hits: Vec<u64> = if sought == Sought::Notice {
                noticed
            } else {
                let hits = steps.iter().filter(|step| sought.is(step.meaning, inside));
                hits.map(|step| step.offset).collect()
            };
            let forward = index.skip_forward(at, sought);
            prop_assert!(forward >= at);
            prop_assert!(!hits.iter().any(|hit| (at..forward).contains(hit)));
            let backward = index.skip_backward(at, sought);
            prop_assert!(backward <= at);
            prop_assert!(!hits.iter().any(|hit| (backward..at).contains(hit)));
        }
    }
}

#[test]
fn counting_in_stretches_gives_the_same() {
    for shift in 0..3 {
        let mut bytes = vec![b'x'; shift];
        bytes.extend(b"ab\r\n".repeat(sums::STRETCH / 2));
        bytes.extend("\u{2067}é\r\u{85}жa\0\u{202E}".repeat(200).bytes());
        let data = Data { bytes, hole: 0..0 };
        let whole = build(&data, table::UTF_8, 0);
        let (totals, blocks, mixed) = brute(&data, &whole);
        assert_eq!((whole.totals, whole.mixed), (totals, mixed));
        assert!(closed(&whole) == blocks);
    }
}

#[test]
fn the_opening_mark_is_not_counted() {
    let data = Data {
        bytes: "\u{FEFF}a\n".into(),
        hole: 0..0,
    };
    let index = data.index(Index::new(table::UTF_8, 0, 0), 100, 1);
    assert_eq!((index.totals.characters, index.totals.notices()), (2, 0));
}

#[test]
fn memory_is_bounded_by_the_number_of_blocks() {
    let mut index = Index::with_blocks(table::UTF_8, 0, 64, 16);
    for number in 0..100_000u64 {
        let block = IndexBlock {
            start: Checkpoint {
                offset: number * 64,
                ..Checkpoint::default()
            },
            ..IndexBlock::default()
        };
        index.push(number * 64, block);
    }
    assert!(index.blocks().len() <= 16);
    assert_eq!(index.grain(), 64 * 8192);
}
