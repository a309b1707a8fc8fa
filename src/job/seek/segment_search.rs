//! A search in one segment of the data, with the facts of an index.
//!
//! Invariant: the index is used only where it was made with the segment's encoding.

use std::ops::Range;

use super::{MARGIN, SeekRequest};
use crate::codec::Anchor;
use crate::scan::facts::Sought;
use crate::scan::facts::encoding_range::EncodingSegment;
use crate::scan::facts::index::Index;

/// Bytes near the border of a segment where the index may have other notices of characters in a
/// row.
const ROW_MARGIN: u64 = 512;

impl SeekRequest {
    /// The search in the segment that contains an offset, `step` bytes at a time.
    pub(super) fn search_at(&self, step: u64, offset: u64) -> SegmentSearch<'_> {
        let segment = EncodingSegment::at(self.passages.list(), self.encoding, self.phase, offset);
        let is_cut = segment.range != (0..u64::MAX);
        // A pending notice on a line at a border is known only for the whole line. If bytes do not
        // show boundaries, the first offset where segment and index share them is unknown.
        let agrees = segment.range.start == 0 || self.encoding.synchronises_itself();
        let nested = self.sought.depends_on_line();
        let index = self.index.as_deref();
        SegmentSearch {
            request: self,
            step,
            index: index.filter(|_| segment.is_rest && agrees && !(is_cut && nested)),
            segment,
        }
    }
}

/// A search in one segment, and the index if it can be used.
pub(super) struct SegmentSearch<'a> {
    /// The target of the search.
    pub(super) request: &'a SeekRequest,
    /// Bytes searched at once.
    pub(super) step: u64,
    pub(super) segment: EncodingSegment,
    pub(super) index: Option<&'a Index>,
}

impl SegmentSearch<'_> {
    /// Its first boundary.
    pub(super) fn begin(&self) -> Anchor {
        Anchor {
            offset: self.segment.range.start,
            ..Anchor::default()
        }
    }

    /// Reports whether the target is a notice that depends on several characters in a row.
    pub(super) fn is_in_a_row(&self) -> bool {
        match self.request.sought {
            Sought::Notice => true,
            Sought::NoticeOf(kind) => kind.depends_on_neighbours(),
            _ => false,
        }
    }

    /// The offsets at which the index has the sequences of the segment: not near its borders,
    /// because the index was made without them.
    fn inside(&self) -> Range<u64> {
        let Range { start, end } = self.segment.range;
        let margin = if self.is_in_a_row() {
            ROW_MARGIN
        } else {
            MARGIN as u64
        };
        let from = if start == 0 { 0 } else { start + margin };
        from..if end == u64::MAX {
            end
        } else {
            end.saturating_sub(margin)
        }
    }

    /// A boundary at or after `from` without results before it.
    pub(super) fn skip_forward(&self, from: Anchor) -> Anchor {
        let inside = self.inside();
        let Some(index) = self.index.filter(|_| from.offset >= inside.start) else {
            return from;
        };
        let to = index.skip_forward(from.offset, self.request.sought);
        let known = self.known(to.min(inside.end));
        if known.offset > from.offset {
            known
        } else {
            from
        }
    }

    /// The last boundary in the index at or before an offset.
    pub(super) fn known(&self, offset: u64) -> Anchor {
        let known = self.index.map(|index| index.before(offset).anchor());
        let known = known.filter(|known| known.offset >= self.inside().start);
        known.unwrap_or(self.begin())
    }

    /// A boundary with no results between it and `to`.
    pub(super) fn skip_backward(&self, to: u64) -> u64 {
        let inside = self.inside();
        match self.index.filter(|_| to <= inside.end) {
            Some(index) => index
                .skip_backward(to, self.request.sought)
                .max(inside.start)
                .min(to),
            None => to,
        }
    }

    /// Reports whether there are no results from a boundary on.
    pub(super) fn is_over(&self, at: u64) -> bool {
        self.index
            .is_some_and(|index| index.complete && at >= index.reached.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Encoding, Fault, Walk, table};
    use crate::job::seek::seek;
    use crate::job::{Control, JobEnd};
    use crate::scan::facts::Direction;
    use crate::scan::facts::encoding_range::{EncodingRange, EncodingRanges};
    use crate::scan::index::{IndexBuilder, Scanner};
    use crate::scan::notices::Noticer;
    use crate::unicode::notice::{Notice, NoticePlace};
    use crate::window::Peek;
    use proptest::prelude::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn run(data: &dyn Peek, request: &SeekRequest) -> Option<u64> {
        let cancel = AtomicBool::new(false);
        match seek(&mut Control::new(&cancel, &|_| ()), data, request) {
            JobEnd::Done(found) => found,
            JobEnd::Cancelled => unreachable!("nobody cancels"),
        }
    }

    /// Bytes with faults and notices, among clean runs.
    fn telling() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            3 => (1usize..120).prop_map(|len| vec![b'a'; len]),
            1 => Just("é€😀".as_bytes().to_vec()),
            1 => Just(b"\xE2\x82".to_vec()),
            1 => Just(b"\x80".to_vec()),
            1 => Just(b"\x3D\xD8".to_vec()),
            1 => Just("\u{202E}".into()),
            1 => Just("\u{2067}".into()),
            1 => Just("\u{202C}\u{2069}".into()),
            1 => Just(b"\n\0".to_vec()),
            1 => Just(b"\\ud83d".to_vec()),
            1 => Just(b"\\ude00".to_vec()),
            1 => Just(b"\\".to_vec()),
            1 => Just("Ã©tÃ©".into()),
            1 => Just(b" ".to_vec()),
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    /// The index of some data, in small blocks.
    fn index(data: &[u8], encoding: &'static Encoding) -> Arc<Index> {
        let index = Index::with_blocks(encoding, 0, 8, 200);
        let mut scanner = Scanner::new(&index, &data[..data.len().min(4)]);
        scanner.feed(&data.window(0, data.len()), u64::MAX);
        let mut survey = IndexBuilder::new(index);
        survey.absorb(&scanner.finish());
        survey.index.complete = true;
        Arc::new(survey.index)
    }

    /// The steps of all segments, and the results of stepping through each.
    fn all(data: &[u8], request: &SeekRequest) -> (Vec<Range<u64>>, Vec<u64>) {
        let (mut steps, mut hits, mut at) = (Vec::new(), Vec::new(), 0);
        while at < data.len() as u64 {
            let part = request.search_at(1, at).segment;
            let window = part.view(&data.to_vec()).window(0, data.len());
            let beginning = data.get(..4).filter(|_| at == 0).unwrap_or_default();
            let mut noticer = Noticer::new(part.encoding, beginning);
            let mut report = |kind: Notice, range: Range<u64>, ()| {
                if request.sought == Sought::NoticeOf(kind) {
                    hits.push(range.start);
                }
            };
            let mut plain = Vec::new();
            for step in Walk::new(part.encoding, part.phase, &window) {
                steps.push(step.range());
                noticer.step(&step, (), &mut report);
                let notice = matches!(request.sought, Sought::NoticeOf(_));
                if !notice && request.sought.is(step.meaning, NoticePlace::Inside) {
                    plain.push(step.offset);
                }
            }
            noticer.finish(&mut report);
            hits.extend(plain);
            at = part.range.end;
        }
        hits.sort_unstable();
        (steps, hits)
    }

    proptest! {
        #[test]
        fn what_is_found_is_what_is_shown(
            data in telling(),
            told in prop::collection::vec((0u64..500, 1u64..60, 0usize..4), 0..5),
            rest in 0usize..4,
            from in 0u64..600,
            sought in prop::sample::select(vec![
                Sought::Fault,
                Sought::NonAscii,
                Sought::FaultOf(Fault::Utf8CutShort),
                Sought::NoticeOf(Notice::BidiUnpaired),
                Sought::NoticeOf(Notice::Nul),
                Sought::NoticeOf(Notice::LoneEscape),
                Sought::NoticeOf(Notice::MojibakeSuspect),
            ]),
            indexed in any::<bool>(),
        ) {
            let gb18030 = table::by_label("gb18030").map(table::LabelMatch::encoding).unwrap();
            let rows = [table::UTF_8, table::UTF_16LE, table::ASCII, gb18030];
            let mut passages = EncodingRanges::default();
            for (start, len, row) in told {
                prop_assert!(passages.add(EncodingRange::new(start..start + len, rows[row])));
            }
            let from = from.min(data.len().saturating_sub(1) as u64);
            let encoding = rows[rest];
            let request = |direction| SeekRequest {
                encoding,
                phase: 0,
                sought,
                direction,
                from,
                times: 1,
                index: indexed.then(|| index(&data, encoding)),
                passages: passages.clone(),
                also: Vec::new(),
            };
            let (steps, hits) = all(&data, &request(Direction::Forward));
            let here = steps.iter().find(|step| step.end > from).cloned();
            let here = here.unwrap_or(0..0);
            let next = hits.iter().find(|hit| **hit >= here.end.max(from)).copied();
            let previous = hits.iter().rfind(|hit| **hit < here.start).copied();
            prop_assert_eq!(run(&data, &request(Direction::Forward)), next);
            prop_assert_eq!(run(&data, &request(Direction::Backward)), previous);
        }
    }
}
