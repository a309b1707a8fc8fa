//! The parts of the data, each with its own encoding.
//!
//! Invariant: the steps of a part depend only on its own bytes. Boundaries known from the index of
//! the whole data are used only after an offset from which the part is certain to share them.

use std::ops::Range;

use super::{DataEnd, DecodedStretch, EncodedText};
use crate::codec::{Anchor, Encoding};
use crate::scan::facts::encoding_range::{EncodingRange, EncodingSegment};

impl EncodedText<'_> {
    /// This data without its passages: lines, characters and faults are counted in it.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self {
            passages: &[],
            ..*self
        }
    }

    /// This data with other passages.
    #[must_use]
    pub fn with<'b>(&'b self, passages: &'b [EncodingRange]) -> EncodedText<'b> {
        EncodedText { passages, ..*self }
    }

    /// The encoding of the byte at an offset.
    pub fn encoding_at(&self, offset: u64) -> &'static Encoding {
        self.part_at(offset).encoding
    }

    /// The part that contains an offset.
    pub fn part_at(&self, offset: u64) -> EncodingSegment {
        EncodingSegment::at(self.passages, self.encoding, self.phase, offset)
    }

    /// Reports whether a passage has some of the bytes of a range.
    pub fn holds_passage(&self, range: &Range<u64>) -> bool {
        let behind = self.passages;
        let behind = behind.partition_point(|known| known.range.end <= range.start);
        let first = self.passages.get(behind);
        first.is_some_and(|known| known.range.start < range.end)
    }

    /// Calls `ask` with only the part that contains an offset.
    pub fn within<T>(&self, offset: u64, ask: impl FnOnce(&EncodedText<'_>) -> T) -> T {
        if self.passages.is_empty() {
            return ask(self);
        }
        self.cut_to(&self.part_at(offset), ask)
    }

    fn cut_to<T>(&self, part: &EncodingSegment, ask: impl FnOnce(&EncodedText<'_>) -> T) -> T {
        ask(&EncodedText {
            data: &part.view(self.data),
            encoding: part.encoding,
            phase: part.phase,
            counted: self.counted.filter(|_| part.is_rest),
            index: self.index.filter(|_| part.is_rest),
            passages: &[],
            begin: Some(part.range.start),
            end: if part.range.end < self.data.len() {
                DataEnd::Final
            } else {
                self.end
            },
        })
    }

    /// Every step of all parts with a byte in the range.
    pub(super) fn stretch_of_parts(&self, range: &Range<u64>) -> DecodedStretch {
        let next = |at: u64| {
            let part = self.part_at(at);
            let end = part.range.end.min(range.end);
            (self.cut_to(&part, |text| text.read(at..end, None)), end)
        };
        let (mut stretch, mut at) = next(range.start);
        // If the data shrinks meanwhile, steps are missing; nothing after them is read.
        while at < range.end && stretch.steps.last().is_some_and(|last| last.end() == at) {
            let (mut part, end) = next(at);
            stretch.steps.append(&mut part.steps);
            stretch.others.push((at, part));
            at = end;
        }
        stretch
    }

    /// The last known boundary at or before an offset; at least the start of the part.
    pub fn known(&self, offset: u64) -> Option<Anchor> {
        let near = self.counted.map(|counted| counted.anchor(self, offset));
        let far = self.index.map(|index| index.before(offset).anchor());
        let known = near.into_iter().chain(far);
        let known = known.max_by_key(|known| known.offset);
        let Some(begin) = self.begin else {
            return known;
        };
        let joins = |known: &Anchor| self.joins().is_some_and(|at| known.offset >= at);
        let begin = Anchor {
            offset: begin,
            ..Anchor::default()
        };
        Some(known.filter(joins).unwrap_or(begin))
    }

    /// The offset from which the part is certain to share the boundaries of the whole data.
    fn joins(&self) -> Option<u64> {
        let begin = self.begin.unwrap_or(0);
        if begin == 0 {
            return Some(0);
        }
        let len = usize::from(self.encoding.lookback);
        let window = self.data.window(begin, len);
        self.encoding.first_boundary(&window, begin)
    }
}

#[cfg(test)]
mod tests {
    use super::super::OPENING;
    use super::*;
    use crate::codec::{Step, table};
    use crate::scan::facts::encoding_range::EncodingRanges;
    use crate::scan::index;
    use crate::unicode::notice::Notice;
    use proptest::prelude::*;

    fn of(id: &str) -> &'static Encoding {
        table::by_label(id)
            .map(table::LabelMatch::encoding)
            .unwrap()
    }

    /// Encodings with every method of finding boundaries.
    fn encodings() -> impl Strategy<Value = &'static Encoding> {
        let ids = [
            "utf-8",
            "utf-16le",
            "utf-32be",
            "windows-1251",
            "gb18030",
            "shift_jis",
            "iso-2022-jp",
            "utf-7",
            "cesu-8",
        ];
        prop::sample::select(ids.map(of).to_vec())
    }

    fn telling() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            Just(b"ab\r\n".to_vec()),
            Just("é€😀e\u{301}".as_bytes().to_vec()),
            Just(b"\xE2\x82".to_vec()),
            Just(b"\x81\x30\x81\x30\x81".to_vec()),
            Just(b"\x1B$B0!1".to_vec()),
            Just(b"\x1B(B".to_vec()),
            Just(b"+BB8-".to_vec()),
            Just(b"\x3D\xD8\x00\xDE".to_vec()),
            Just(b"\xFF\xFE\xEF\xBB\xBF".to_vec()),
            prop::collection::vec(any::<u8>(), 0..4),
        ];
        prop::collection::vec(piece, 1..12).prop_map(|pieces| pieces.concat())
    }

    fn passages() -> impl Strategy<Value = EncodingRanges> {
        let each = (0u64..70, 1u64..20, encodings(), 0u64..4);
        prop::collection::vec(each, 0..6).prop_map(|told| {
            let mut passages = EncodingRanges::default();
            for (start, len, encoding, shift) in told {
                let passage = EncodingRange {
                    phase: shift % u64::from(encoding.unit),
                    ..EncodingRange::new(start..start + len, encoding)
                };
                assert!(passages.add(passage));
            }
            passages
        })
    }

    /// The bytes of a part as data of their own, and its phase.
    fn alone(data: &[u8], part: &EncodingSegment) -> (Vec<u8>, u64) {
        let end = part.range.end.min(data.len() as u64);
        let unit = u64::from(part.encoding.unit);
        let phase = match part.phase.checked_sub(part.range.start) {
            Some(behind) => behind,
            None => (unit - (part.range.start - part.phase) % unit) % unit,
        };
        (
            data[part.range.start as usize..end as usize].to_vec(),
            phase,
        )
    }

    type Told = (Step, Vec<Notice>, &'static Encoding);

    /// The steps of a text with their facts, from an offset on.
    fn told(text: &EncodedText<'_>, range: Range<u64>, by: u64) -> Vec<Told> {
        let stretch = text.stretch(range);
        let each = stretch.steps.iter().map(|step| {
            assert!(stretch.is_sure(step.offset), "{step:?}");
            let moved = Step {
                offset: step.offset + by,
                ..*step
            };
            let mut notices = stretch.notices(step);
            // A byte order mark can only open the data, not a part of it.
            let mark = |notice: &Notice| {
                matches!(
                    notice,
                    Notice::BomContradicts | Notice::DoubleBom | Notice::BomInside
                )
            };
            let opens = step.offset <= text.part_at(step.offset).range.start + OPENING;
            notices.retain(|notice| !opens && !mark(notice));
            (moved, notices, stretch.encoding(step))
        });
        each.collect()
    }

    proptest! {
        #[test]
        fn each_part_is_read_as_if_it_were_all_there_is(
            data in telling(),
            passages in passages(),
            rest in encodings(),
            (from, to) in (0u64..80, 0u64..80),
        ) {
            let len = data.len() as u64;
            let (from, to) = (from.min(to).min(len), from.max(to).min(len));
            let whole = EncodedText::new(&data, rest, 0);
            let text = whole.with(passages.list());
            let mut expected = Vec::new();
            let mut at = 0;
            while at < len {
                let part = text.part_at(at);
                let (bytes, phase) = alone(&data, &part);
                let own = EncodedText::new(&bytes, part.encoding, phase);
                expected.extend(told(&own, 0..bytes.len() as u64, at));
                for offset in at.max(from)..part.range.end.min(to) {
                    let moved = |range: Range<u64>| range.start + at..range.end + at;
                    let past = offset - at;
                    prop_assert_eq!(text.cluster(offset), moved(own.cluster(past)));
                    prop_assert_eq!(text.story(offset), moved(own.story(past)));
                    prop_assert_eq!(text.code_unit(offset), moved(own.code_unit(past)));
                    prop_assert_eq!(text.encoding_at(offset), part.encoding);
                }
                at = part.range.end;
            }
            expected.retain(|(step, ..)| step.end() > from && step.offset < to);
            let found: Vec<_> = told(&text, from..to, 0);
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn far_inside_a_long_passage_boundaries_are_those_from_its_start() {
        let mut data = b"plain\n".repeat(9);
        let start = data.len() as u64;
        // Kanji without an escape between, after an odd byte.
        data.extend(b"\x1B$B");
        data.extend(b"0!1\"2#".repeat(60_000));
        let end = data.len() as u64;
        data.extend(b"0!plain\n".repeat(9));
        let passages = [EncodingRange::new(start..end, of("iso-2022-jp"))];
        let text = EncodedText::new(&data, table::UTF_8, 0);
        let text = text.with(&passages);
        let is_kanji = |offset: u64| {
            let stretch = text.stretch(offset..offset + 1);
            let step = stretch.at(offset).unwrap();
            let first = (step.offset - start - 3).is_multiple_of(2);
            (stretch.is_sure(step.offset), step.len == 2 && first)
        };
        for offset in [start + 3, start + 5_000, start + 200_001] {
            assert_eq!(is_kanji(offset), (true, true), "{offset}");
        }
        // Too far from the border to be counted for a picture.
        assert!(!is_kanji(start + 300_001).0);
        // The passage has ended, and its shift too.
        let behind = text.stretch(end..end + 2);
        assert_eq!(behind.steps[0].meaning, crate::codec::Meaning::Scalar('0'));
        assert!(behind.is_sure(end));
    }

    #[test]
    fn far_behind_a_passage_boundaries_are_known_from_the_index() {
        let encoding = of("iso-2022-jp");
        let mut data = b"\x1B(B".repeat(9);
        data.extend(b"\x1B$B");
        data.extend(b"0!1\"2#".repeat(60_000));
        let index = index::build(&data, encoding, 0);
        let passages = [EncodingRange::new(0..5, table::ASCII)];
        let text = EncodedText {
            index: Some(&index),
            passages: &passages,
            ..EncodedText::new(&data, encoding, 0)
        };
        let offset = data.len() as u64 - 5;
        let stretch = text.stretch(offset..offset + 1);
        assert!(stretch.is_sure(offset));
        assert_eq!(stretch.steps[0].len, 2);
        let blind = EncodedText {
            index: None,
            ..text
        };
        assert!(!blind.stretch(offset..offset + 1).is_sure(offset));
    }
}
