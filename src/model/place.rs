//! The position of the cursor among characters and lines.
//!
//! Counting begins at the last known checkpoint, from the index of the whole data or
//! from earlier pictures, so that turning a page costs no more than a page. Invariant:
//! no more than [`NEAR`] bytes are counted for a picture; a position further from any
//! checkpoint is left to a job.

use crate::codec::{Anchor, Encoding, Meaning, Tally};
use crate::scan::facts::index::{Checkpoint, Index};

use super::text::EncodedText;
use crate::scan::facts::counted::CountedPosition;
use crate::window::{Absence, Hole};

/// The most bytes that are counted for one picture.
pub const NEAR: u64 = 256 * 1024;
/// Bytes between two checkpoints that are stored.
const STRIDE: u64 = 512;
/// Bytes searched for the character after shifts.
const NEXT: u64 = 16;
/// The most checkpoints that are stored.
const MOST: usize = 2 * (NEAR / STRIDE) as usize;

/// The position of a sequence among the others; all numbers count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CursorPosition {
    /// Number of the character or fault in the data.
    pub character: u64,
    /// Line.
    pub line: u64,
    /// Characters and faults from the start of the line.
    pub column: u64,
}

/// The counts near the cursor, in one encoding and phase. A new value must replace it when the data
/// changes.
#[derive(Debug, Clone, Default)]
pub struct CountCache {
    of: Option<(&'static Encoding, u64)>,
    /// In order of their offsets.
    points: Vec<Checkpoint>,
}

impl CountCache {
    /// Counts up to an offset. If that is more than [`NEAR`] bytes away, only returns the
    /// checkpoint from which a job can count.
    pub fn reach(
        &mut self,
        text: &EncodedText<'_>,
        offset: u64,
        index: Option<&Index>,
    ) -> Option<Checkpoint> {
        let of = Some((text.encoding, text.phase));
        if self.of != of {
            *self = Self {
                of,
                points: Vec::new(),
            };
        }
        let near = self.before(text, offset);
        let known = index.map_or_else(Checkpoint::default, |index| index.before(offset));
        let mut point = if known.offset > near.offset {
            self.learn(known);
            known
        } else {
            near
        };
        if offset - point.offset > NEAR {
            return Some(point);
        }
        while point.offset + STRIDE <= offset {
            let to = point.offset + STRIDE;
            if text.count_on(&mut point, to).is_none() {
                break;
            }
            self.learn(point);
        }
        None
    }

    /// Drops the counts that depend on the bytes from an offset on; these bytes have changed.
    pub fn forget(&mut self, from: u64) {
        let after = self
            .of
            .map_or(0, |(encoding, _)| encoding.reach_of_counting().after);
        self.points.retain(|point| point.offset + after <= from);
    }

    /// Stores a checkpoint of the same reading that was counted elsewhere.
    pub fn learn(&mut self, point: Checkpoint) {
        if self.points.len() == MOST {
            self.points.drain(..MOST / 2);
        }
        let after = self
            .points
            .partition_point(|known| known.offset < point.offset);
        self.points.insert(after, point);
    }

    /// The last boundary counted to, at or before an offset.
    pub(super) fn anchor(&self, text: &EncodedText<'_>, offset: u64) -> Anchor {
        self.before(text, offset).anchor()
    }

    /// The last checkpoint at or before an offset.
    fn before(&self, text: &EncodedText<'_>, offset: u64) -> Checkpoint {
        if self.of != Some((text.encoding, text.phase)) {
            return Checkpoint::default();
        }
        let after = self.points.partition_point(|point| point.offset <= offset);
        let before = after.checked_sub(1).and_then(|at| self.points.get(at));
        before.copied().unwrap_or_default()
    }
}

impl EncodedText<'_> {
    /// Character number, line and column of the sequence that begins at an offset; `None` if
    /// no checkpoint is near or bytes are missing. The opening BOM is not counted.
    pub fn position(
        &self,
        offset: u64,
        meaning: Meaning,
        counted: &CountCache,
    ) -> Option<CursorPosition> {
        self.position_from(counted.before(self, offset), offset, meaning)
    }

    /// The line of the byte at an offset; `None` if no checkpoint is near or bytes are
    /// missing.
    pub fn line_at(&self, offset: u64) -> Option<u64> {
        let counted = self.counted.map(|counted| counted.before(self, offset));
        let scanned = self.index.map(|index| index.before(offset));
        let nearest = counted.into_iter().chain(scanned);
        let nearest = nearest.max_by_key(|point| point.offset);
        let stretch = self.stretch(offset..offset.saturating_add(1));
        let step = stretch.at(offset)?;
        let position = self.position_from(nearest?, step.offset, step.meaning);
        position.map(|position| position.line)
    }

    /// The position of the sequence that begins at an offset, counted from a checkpoint.
    fn position_from(
        &self,
        mut point: Checkpoint,
        offset: u64,
        meaning: Meaning,
    ) -> Option<CursorPosition> {
        if offset.checked_sub(point.offset)? > NEAR {
            return None;
        }
        self.count_on(&mut point, offset)?;
        if point.offset != offset {
            // Bytes still to arrive decide the sequence before them.
            return None;
        }
        let tally = Tally::from_line_position(self.encoding, point.place);
        let next = match meaning {
            Meaning::Shift if tally.is_after_cr() => self.next_character(offset),
            _ => None,
        };
        let (line, column) = tally.position(next.unwrap_or(meaning));
        Some(CursorPosition {
            character: tally.characters + 1,
            line,
            column,
        })
    }

    /// The character after the shifts at an offset.
    fn next_character(&self, offset: u64) -> Option<Meaning> {
        let near = self.whole().stretch(offset..offset + NEXT).steps;
        let next = near.iter().find(|step| step.meaning != Meaning::Shift);
        next.map(|step| step.meaning)
    }

    /// Counts on to the last boundary at or before `to`; `None` if bytes are missing. A sequence
    /// may depend on bytes after `to`.
    fn count_on(&self, point: &mut Checkpoint, to: u64) -> Option<()> {
        let len = to.saturating_sub(point.offset) + self.encoding.reach_of_counting().after;
        let window = self.data.window(point.offset, len as usize);
        // Bytes still to load may decide the sequences before them.
        let counts = |hole: &Hole| hole.start >= to && hole.why != Absence::Awaited;
        if !window.holes.iter().all(counts) || window.end() < to {
            return None;
        }
        let mut counted = CountedPosition::from_checkpoint(self.encoding, *point);
        counted.approach(self.encoding, self.phase, &window, to);
        *point = counted.checkpoint();
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::index::{IndexBuilder, Scanner};
    use crate::window::Peek;

    #[test]
    fn positions_count_characters_and_faults_but_not_the_opening_bom() {
        let data = b"\xEF\xBB\xBFab\n\xFFc".to_vec();
        let text = EncodedText::new(&data, table::UTF_8, 0);
        let at = |offset| {
            let none = CountCache::default();
            let p = text.position(offset, Meaning::Scalar('x'), &none).unwrap();
            (p.character, p.line, p.column)
        };
        assert_eq!(at(3), (1, 1, 1));
        assert_eq!(at(6), (4, 2, 1));
        assert_eq!(at(7), (5, 2, 2));
    }

    /// The meaning of a plus sign or a lead byte depends on the bytes after its last byte.
    #[test]
    fn a_position_waits_for_the_bytes_that_decide_the_sequence_before_it() {
        for (id, data) in [
            ("utf-7", &b"a+!b"[..]),
            ("gb18030", b"a\x81\x30\x81\x20b"),
            ("iso-2022-jp", b"a\x1B$B\x1B(Bb"),
        ] {
            let encoding = table::by_label(id).unwrap().encoding();
            let data = data.to_vec();
            let text = EncodedText::new(&data, encoding, 0);
            let mut before = 0;
            for step in &text.stretch(0..data.len() as u64).steps {
                let place = text.position(step.offset, step.meaning, &CountCache::default());
                let found = place.map(|at| at.character);
                assert_eq!(found, Some(before + 1), "{id} at {}", step.offset);
                before += u64::from(step.meaning != Meaning::Shift);
            }
        }
    }

    #[test]
    fn a_shift_stands_on_the_line_of_the_character_after_it() {
        let data = b"a\r\x1B(Jb\r\x1B(J\n\x1B(Bc".to_vec();
        let encoding = table::by_label("iso-2022-jp").unwrap().encoding();
        let text = EncodedText::new(&data, encoding, 0);
        for (offset, line) in [(0, 1), (2, 2), (5, 2), (7, 2), (10, 2), (11, 3), (14, 3)] {
            let step = *text.stretch(offset..offset + 1).at(offset).unwrap();
            let place = text.position(offset, step.meaning, &CountCache::default());
            assert_eq!(place.map(|at| at.line), Some(line), "at {offset}");
        }
    }

    #[test]
    fn nel_ends_a_line_of_ebcdic() {
        let data = b"a\x15\x0D\x25b\x15c".to_vec();
        let mainframe = table::by_id("ebcdic-037").unwrap();
        let text = EncodedText::new(&data, mainframe, 0);
        let known = index(&data, mainframe, 0);
        let mut counted = CountCache::default();
        counted.reach(&text, 6, Some(&known));
        let place = text.position(6, Meaning::Scalar('c'), &counted);
        assert_eq!(place.map(|at| (at.line, at.column)), Some((4, 1)));
        assert_eq!(
            known.totals.line_ends().map(|(_, count)| count),
            [0, 1, 0, 2]
        );
        let here = |offset: u64| text.stretch(offset..offset + 1).steps[0];
        let place = |offset| text.stretch(offset..offset + 1).place(&here(offset));
        assert_eq!(place(5), crate::unicode::notice::NoticePlace::LineEnd);
    }

    fn index(data: &[u8], encoding: &'static Encoding, phase: u64) -> Index {
        let index = Index::with_blocks(encoding, phase, 1024, 100);
        let mut scanner = Scanner::new(&index, &data[..4]);
        scanner.feed(&data.window(0, data.len()), u64::MAX);
        let mut survey = IndexBuilder::new(index);
        survey.absorb(&scanner.finish());
        survey.index
    }

    #[test]
    fn positions_are_the_same_whatever_was_counted_before() {
        let mut data = b"\xEF\xBB\xBF".to_vec();
        data.extend("a€\r\n\u{1F600}".repeat(2_000).into_bytes());
        data.extend([0xFF; 5_000]);
        for (encoding, phase) in [
            (table::UTF_8, 0),
            (table::UTF_16LE, 0),
            (table::UTF_16LE, 1),
        ] {
            let text = EncodedText::new(&data, encoding, phase);
            let index = index(&data, encoding, phase);
            let (mut counted, none) = (CountCache::default(), CountCache::default());
            for (turn, offset) in [9_000, 0, 3, 4_095, 4_096, 4_097, 20_000, 12_290, 25_000]
                .into_iter()
                .enumerate()
            {
                let offset = text.character(offset).start;
                let known = Some(&index).filter(|_| turn % 2 == 0);
                assert_eq!(counted.reach(&text, offset, known), None);
                let place = |counted| text.position(offset, Meaning::Scalar('x'), counted);
                assert!(place(&none).is_some());
                assert_eq!(
                    place(&counted),
                    place(&none),
                    "{encoding:?} {phase} {offset}"
                );
            }
            assert!(!counted.points.is_empty());
        }
    }

    #[test]
    fn counting_far_from_a_checkpoint_is_left_to_a_job() {
        let data = vec![b'\n'; 3 * NEAR as usize];
        let text = EncodedText::new(&data, table::UTF_8, 0);
        let mut counted = CountCache::default();
        let far = 2 * NEAR + 5;
        let from = counted.reach(&text, far, None).unwrap();
        assert_eq!(from.offset, 0);
        assert_eq!(text.position(far, Meaning::Scalar('\n'), &counted), None);
        let mut point = from;
        text.count_on(&mut point, 2 * NEAR).unwrap();
        counted.learn(point);
        assert_eq!(counted.reach(&text, far, None), None);
        let position = text.position(far, Meaning::Scalar('\n'), &counted);
        assert_eq!(position.map(|at| at.line), Some(far + 1));
        // Turning pages for ever takes no more memory.
        for offset in (far..3 * NEAR).step_by(700) {
            counted.reach(&text, offset, None);
        }
        assert!(counted.points.len() <= MOST);
    }
}
