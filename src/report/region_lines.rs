//! The lines of printers about regions: the start and the end of each.
//!
//! Regions that begin before the printed range are printed at its beginning. Invariant: the lines
//! for a row or a sequence depend only on its start and end, so that all shares together print each
//! once.

use std::ops::Range;

use super::{Options, counted};
use crate::model::line::Tone;
use crate::model::regions::{Region, Regions};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// The regions of the printed range.
pub(super) struct RegionLines {
    regions: Regions,
    /// The ends of regions that end after their row, with their numbers, in order.
    ends: Vec<(u64, usize)>,
    /// The offsets to print.
    range: Range<u64>,
    charset: Charset,
}

impl RegionLines {
    /// The lines for the output of some options.
    pub(super) fn new(options: &Options) -> Self {
        let width = u64::from(options.width.max(1));
        let mut lines = Self {
            regions: options.regions.clone(),
            ends: Vec::new(),
            range: options.range.clone(),
            charset: options.charset,
        };
        let all = options.regions.list().iter().enumerate();
        let long = all.filter(|(_, region)| {
            let last = region.range.end - 1;
            lines.start(region) / width < last / width && last >= lines.range.start
        });
        let mut ends: Vec<_> = long
            .map(|(number, one)| (one.range.end - 1, number))
            .collect();
        // Of regions that end together, the one with the latest start ends first.
        ends.sort_by_key(|(last, number)| (*last, std::cmp::Reverse(*number)));
        lines.ends = ends;
        lines
    }

    /// Reports whether there are no lines.
    pub(super) fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// The place where a region is printed: its start, or the start of the printed range.
    fn start(&self, region: &Region) -> u64 {
        region.range.start.max(self.range.start)
    }

    /// The regions printed before the bytes of a range; `first` is true if nothing is printed
    /// before them.
    pub(super) fn before(&self, range: &Range<u64>, first: bool) -> Vec<&Region> {
        let list = self.regions.list();
        let earlier = list.partition_point(|region| region.range.start < range.start);
        let begun = list.get(..if first { earlier } else { 0 });
        let begun = begun.unwrap_or_default().iter();
        let begun = begun.filter(|region| region.range.end > range.start);
        begun.chain(self.regions.beginning_in(range)).collect()
    }

    /// The regions whose end is printed after the bytes of a range.
    pub(super) fn after(&self, range: &Range<u64>) -> impl Iterator<Item = &Region> {
        let before = |offset| self.ends.partition_point(|(last, _)| *last < offset);
        let ended = self.ends.get(before(range.start)..before(range.end));
        let list = self.regions.list();
        ended
            .unwrap_or_default()
            .iter()
            .filter_map(|(_, number)| list.get(*number))
    }

    /// Reports whether a range begins the printed range.
    pub(super) fn opens(&self, range: &Range<u64>) -> bool {
        range.start <= self.range.start
    }

    /// The lines before a row, and those after it.
    pub(super) fn of_row(&self, row: &Range<u64>, data: &dyn Peek) -> [Vec<(Tone, String)>; 2] {
        let begin = self.before(row, self.opens(row)).into_iter().map(|region| {
            let line = format!("# {}", self.heading(region, data));
            (Tone::Region(region.colour), line)
        });
        let end = self.after(row).map(|region| {
            let line = format!("# end of {}", self.safe(&region.name));
            (Tone::Region(region.colour), line)
        });
        [begin.collect(), end.collect()]
    }

    /// A region in a line: its name, its place, and its note.
    pub(super) fn heading(&self, region: &Region, data: &dyn Peek) -> String {
        let name = self.safe(&region.name);
        let (start, last) = (region.range.start, region.range.end - 1);
        let (start, last) = (data.address(start), data.address(last));
        let to = match region.len() {
            1 => String::new(),
            _ => format!(" to 0x{last:08X}"),
        };
        let note = match region.note.as_str() {
            "" => String::new(),
            note => format!(": {}", self.safe(note)),
        };
        let len = counted(region.len(), "byte");
        format!("{name}: {len} at 0x{start:08X}{to}{note}")
    }

    /// A text that is safe to print.
    pub(super) fn safe(&self, text: &str) -> String {
        glyph::safe(text, self.charset)
    }
}
