//! A stretch of the data: its steps, and the bytes around them.
//!
//! A stretch is one part of the data, or several, each read in its own encoding.
//! Invariant: a question about a step is answered by its own part.

use std::ops::Range;

use crate::codec::{CodecState, Encoding, Meaning, SequenceContext, Step};
use crate::scan::facts::run_here::{self, RunHere};
use crate::scan::facts::{DataOpening, in_a_row, noticed, remark};
use crate::unicode::notice::{self, Notice};
use crate::window::Window;

/// A stretch of steps with the bytes they stand in.
pub struct DecodedStretch {
    /// The bytes, from before the first step to after the last; for several parts, those of the
    /// first.
    pub window: Window,
    /// The steps, in order.
    pub steps: Vec<Step>,
    pub(super) encoding: &'static Encoding,
    pub(super) phase: u64,
    /// The first bytes of the data, if the stretch begins among them.
    pub(super) opening: Vec<u8>,
    /// From here on, the boundaries are surely those of decoding from the start of the data.
    pub(super) sure_from: u64,
    /// The parts after the first, with their starts; the steps of a part are in its stretch.
    pub(super) others: Vec<(u64, DecodedStretch)>,
}

impl DecodedStretch {
    /// A sequence on its own, without its data. Its offset is made up: far from the opening, and a
    /// valid start of code units of any size.
    pub fn of_one(encoding: &'static Encoding, bytes: Vec<u8>, meaning: Meaning) -> (Self, Step) {
        let step = Step {
            offset: 1 << 20,
            len: bytes.len() as u32,
            meaning,
            state: CodecState::default(),
        };
        let window = Window {
            start: step.offset,
            bytes,
            holes: Vec::new(),
            ends: true,
        };
        let alone = Self {
            window,
            steps: vec![step],
            encoding,
            phase: 0,
            opening: Vec::new(),
            sure_from: 0,
            others: Vec::new(),
        };
        (alone, step)
    }

    /// The part that contains an offset.
    #[inline]
    fn part_at(&self, offset: u64) -> &Self {
        if self.others.is_empty() {
            return self;
        }
        let behind = self.others.partition_point(|(start, _)| *start <= offset);
        let part = behind.checked_sub(1).and_then(|at| self.others.get(at));
        part.map_or(self, |(_, part)| part)
    }

    /// A step with its surroundings.
    pub fn context(&self, step: &Step) -> SequenceContext<'_> {
        let part = self.part_at(step.offset);
        SequenceContext::new(part.encoding, part.phase, &part.window, step)
    }

    /// The step that contains an offset.
    pub fn at(&self, offset: u64) -> Option<&Step> {
        let index = self.steps.partition_point(|step| step.end() <= offset);
        self.steps.get(index).filter(|step| step.offset <= offset)
    }

    /// The steps with a byte in a range.
    #[inline]
    pub fn steps_in(&self, range: &Range<u64>) -> &[Step] {
        let first = { &self.steps }.partition_point(|step| step.end() <= range.start);
        let steps = self.steps.get(first..).unwrap_or_default();
        let count = steps.partition_point(|step| step.offset < range.end);
        &steps[..count]
    }

    /// The bytes of a step; holes read as zero.
    pub fn bytes(&self, step: &Step) -> &[u8] {
        let part = self.part_at(step.offset);
        part.window.slice(step.offset, step.end())
    }

    /// Reports whether the boundaries from an offset on are sure.
    pub fn is_sure(&self, offset: u64) -> bool {
        offset >= self.part_at(offset).sure_from
    }

    /// The encoding of a step.
    pub fn encoding(&self, step: &Step) -> &'static Encoding {
        self.part_at(step.offset).encoding
    }

    /// The place of a step's character; its notices depend on it.
    pub fn place(&self, step: &Step) -> notice::NoticePlace {
        let part = self.part_at(step.offset);
        let c = step.meaning.scalar();
        if c.is_some_and(|c| part.encoding.ends_line(c)) {
            return notice::NoticePlace::LineEnd;
        }
        DataOpening::new(&part.opening, part.encoding).place(step.offset)
    }

    /// The notice about the form of a step in its encoding, if any.
    pub fn remark(&self, step: &Step) -> Option<Notice> {
        let part = self.part_at(step.offset);
        remark::of_step(part.encoding, part.phase, &part.window, step)
    }

    /// The notices of all steps as the scan reports them, as far as these are in the stretch; `end` is
    /// the length of the data.
    pub(in crate::model) fn noticed(&self, end: u64) -> Vec<(Notice, Step)> {
        let mut all = noticed::of_steps(self.encoding, &self.opening, &self.steps, end);
        let is_plain = |c: char| matches!(c, ' '..='~' | '\n');
        for step in &self.steps {
            if !step.meaning.scalar().is_some_and(is_plain) {
                all.extend(self.remark(step).map(|kind| (kind, *step)));
            }
        }
        all
    }

    /// The notices of a step together with its neighbours, as far as these are in the stretch.
    pub fn notices_in_a_row(&self, step: &Step) -> Vec<Notice> {
        in_a_row::of_step(&self.steps, step)
    }

    /// The suspected original of the word around a step, if the word looks misread.
    pub fn suspected(&self, step: &Step) -> Option<String> {
        in_a_row::suspected(&self.steps, step)
    }

    /// The notice of the word around a step, if it imitates another or mixes scripts, and the
    /// imitated ASCII word.
    pub fn look_alike(&self, step: &Step) -> Option<(Notice, Option<String>)> {
        in_a_row::look_alike(&self.steps, step)
    }

    /// The run of invisible characters that contains a step; `data` is the range of the data.
    pub fn run(&self, step: &Step, data: &Range<u64>) -> Option<RunHere> {
        let part = self.part_at(step.offset);
        run_here::of_step(part.encoding, &part.opening, &self.steps, step, data)
    }

    /// The notices of a step that depend only on it and its place.
    pub fn notices(&self, step: &Step) -> Vec<Notice> {
        let place = self.place(step);
        let scalars = step.meaning.scalars();
        let own = scalars.flat_map(|c| notice::each(c, place));
        own.chain(notice::of_value(step.meaning.values()))
            .chain(self.remark(step))
            .collect()
    }
}
