//! Named regions of the data: stretches that a reader has marked, to find and show them again.
//!
//! Regions may nest and overlap. A byte in several regions is painted as the shortest of them, and
//! among equally long ones as the one with the latest start. So a field is visible in its header,
//! and the header in its file. Invariant: names are unique and not empty, no region is empty,
//! regions are in the order of their starts, and there are at most [`Regions::MOST`].

mod book;
mod moved;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

pub use super::theme::Colour;
use crate::window::Peek;
pub use book::{RegionBook, RegionFile};

/// A named stretch of the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// Its offsets.
    pub range: Range<u64>,
    /// Its colour.
    pub colour: Colour,
    /// Information for its reader; may be empty.
    pub note: String,
}

impl Region {
    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        self.range.end - self.range.start
    }

    /// Reports whether it has no byte; then it is in no set.
    pub fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    /// Its order among others: by its start, and before those inside it.
    fn order(&self) -> (u64, Reverse<u64>, &str) {
        (self.range.start, Reverse(self.range.end), &self.name)
    }
}

/// The most characters of a name.
pub const LONGEST_NAME: usize = 80;
/// The most characters of a note.
pub const LONGEST_NOTE: usize = 1000;

/// The text as a name, without the blanks around it.
///
/// # Errors
/// It is no name: one line with the reason.
pub fn name_of(text: &str) -> Result<&str, String> {
    let name = text.trim();
    if name.is_empty() {
        return Err("a region needs a name".to_owned());
    }
    if name.chars().any(char::is_control) {
        return Err("the name of a region has no control characters".to_owned());
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(format!("a name has at most {LONGEST_NAME} characters"));
    }
    Ok(name)
}

/// A stretch painted as one region: the innermost of its regions.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RegionSegment {
    range: Range<u64>,
    /// The number of the region in the list.
    region: usize,
}

/// A byte in a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByteInRegion {
    /// The number of the region; neighbours with the same number are in the same region.
    pub number: u32,
    /// Its colour.
    pub colour: Colour,
    /// True if the region begins with this byte.
    pub begins: bool,
    /// True if it ends with this byte.
    pub ends: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct RegionSet {
    list: Vec<Region>,
    /// In order; none is empty, and two that touch belong to different regions.
    segments: Vec<RegionSegment>,
}

/// The regions of some data; clones share one list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Regions(Arc<RegionSet>);

impl Regions {
    /// The most regions there may be.
    pub const MOST: usize = 10_000;

    /// A set of regions. Drops empty regions, all after the first with a name, and those beyond the
    /// limit.
    pub fn new(regions: impl IntoIterator<Item = Region>) -> Self {
        let mut names = BTreeSet::new();
        let regions = regions.into_iter().filter(|region| !region.is_empty());
        let regions = regions.filter(|region| names.insert(region.name.clone()));
        let mut list: Vec<_> = regions.take(Self::MOST).collect();
        list.sort_by(|a, b| a.order().cmp(&b.order()));
        let segments = segments(&list);
        Self(Arc::new(RegionSet { list, segments }))
    }

    /// All, in the order of their starts, each before those inside it.
    pub fn list(&self) -> &[Region] {
        &self.0.list
    }

    /// Reports whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.list.is_empty()
    }

    /// The region with a name.
    pub fn named(&self, name: &str) -> Option<&Region> {
        self.list().iter().find(|region| region.name == name)
    }

    /// The innermost region that an offset lies in.
    pub fn at(&self, offset: u64) -> Option<&Region> {
        self.list().get(self.number_at(offset)?)
    }

    /// The number in the list of the innermost region at an offset.
    pub fn number_at(&self, offset: u64) -> Option<usize> {
        let segments = &self.0.segments;
        let after = segments.partition_point(|segment| segment.range.end <= offset);
        let segment = segments.get(after)?;
        (segment.range.start <= offset).then_some(segment.region)
    }

    /// The data of a cell about the innermost region at an offset.
    pub fn inside(&self, offset: u64) -> Option<ByteInRegion> {
        let number = self.number_at(offset)?;
        let region = self.list().get(number)?;
        Some(ByteInRegion {
            number: number as u32,
            colour: region.colour,
            begins: region.range.start == offset,
            ends: region.range.end == offset + 1,
        })
    }

    /// Reports whether a byte of a range is in a region.
    pub fn meets(&self, range: &Range<u64>) -> bool {
        let segments = &self.0.segments;
        let after = segments.partition_point(|segment| segment.range.end <= range.start);
        let next = segments.get(after);
        !range.is_empty() && next.is_some_and(|segment| segment.range.start < range.end)
    }

    /// The region of the longest stretch of a range, if any; of several the first.
    pub fn most_of(&self, range: &Range<u64>) -> Option<&Region> {
        let segments = &self.0.segments;
        let first = segments.partition_point(|segment| segment.range.end <= range.start);
        let seen = segments.get(first..).unwrap_or_default();
        let meets = |one: &&RegionSegment| one.range.start < range.end && !range.is_empty();
        let seen = seen.iter().take_while(meets);
        let part =
            |one: &RegionSegment| one.range.end.min(range.end) - one.range.start.max(range.start);
        let most = seen.min_by_key(|one| Reverse(part(one)))?;
        self.list().get(most.region)
    }

    /// The regions that begin at an offset of a range, in order.
    pub fn beginning_in(&self, range: &Range<u64>) -> &[Region] {
        let list = self.list();
        let before = |offset| list.partition_point(|region| region.range.start < offset);
        list.get(before(range.start)..before(range.end))
            .unwrap_or_default()
    }

    /// The start of the next region after an offset, `times` regions on.
    pub fn next(&self, offset: u64, times: usize) -> Option<u64> {
        let mut starts: Vec<_> = self.starts().filter(|at| *at > offset).collect();
        starts.dedup();
        starts.get(times.max(1) - 1).copied()
    }

    /// The start of the region before an offset, `times` regions back.
    pub fn previous(&self, offset: u64, times: usize) -> Option<u64> {
        let mut starts: Vec<_> = self.starts().take_while(|at| *at < offset).collect();
        starts.dedup();
        starts.iter().rev().nth(times.max(1) - 1).copied()
    }

    fn starts(&self) -> impl Iterator<Item = u64> {
        self.list().iter().map(|region| region.range.start)
    }

    /// Adds a region, or moves the one with its name. Returns whether there was room; if not,
    /// nothing has changed.
    #[must_use]
    pub fn insert(&mut self, region: Region) -> bool {
        let is_known = self.named(&region.name).is_some();
        if region.is_empty() || !is_known && self.list().len() >= Self::MOST {
            return false;
        }
        let others = { self.list().iter() }.filter(|other| other.name != region.name);
        let mut all: Vec<Region> = others.cloned().collect();
        all.push(region);
        *self = Self::new(all);
        true
    }

    /// Removes the region with a name.
    pub fn remove(&mut self, name: &str) -> Option<Region> {
        let found = self.named(name).cloned()?;
        let others = self.list().iter().filter(|other| other.name != name);
        *self = Self::new(others.cloned());
        Some(found)
    }

    /// The colour that fewest regions have; of several the first.
    pub fn next_colour(&self) -> Colour {
        let count = |colour: &Colour| {
            let list = self.list().iter();
            list.filter(|region| region.colour == *colour).count()
        };
        let fewest = ORDER.into_iter().min_by_key(count);
        fewest.unwrap_or(Colour::Green)
    }

    /// Converts regions of addresses into regions of the data's offsets. Also returns the number of
    /// regions without a byte of the data; they are retained where this cannot be known yet or the
    /// data may grow.
    #[must_use]
    pub fn placed(&self, data: &dyn Peek) -> (Self, usize) {
        let len = data.len();
        let place = |region: &Region| Region {
            range: data.offset_of(region.range.start)..data.offset_of(region.range.end),
            ..region.clone()
        };
        let placed = Self::new(self.list().iter().map(place));
        let past = |region: &&Region| region.range.start >= len;
        let lost = self.list().len() - placed.list().len();
        let past = placed.list().iter().filter(past).count();
        (placed, lost + past)
    }

    /// The regions of addresses that the data holds only in part: it has no byte of one, or lacks
    /// its first or its last byte.
    pub fn clipped(&self, data: &dyn Peek) -> Vec<ClippedRegion> {
        let here = |region: &Region| {
            let start = data.offset_of(region.range.start);
            start..data.offset_of(region.range.end).max(start)
        };
        let list = self.list().iter();
        let all = list.map(|region| ClippedRegion {
            whole: region.clone(),
            here: here(region),
        });
        let is_clipped = |one: &ClippedRegion| {
            one.here.is_empty() || addresses(&one.here, data) != one.whole.range
        };
        all.filter(is_clipped).collect()
    }

    /// Converts regions of offsets into regions of the data's addresses.
    #[must_use]
    pub fn addressed(&self, data: &dyn Peek) -> Self {
        let name = |region: &Region| Region {
            range: addresses(&region.range, data),
            ..region.clone()
        };
        Self::new(self.list().iter().map(name))
    }
}

/// The addresses of some offsets; there is at least one.
fn addresses(offsets: &Range<u64>, data: &dyn Peek) -> Range<u64> {
    let last = data.address(offsets.end - 1);
    data.address(offsets.start)..last.saturating_add(1)
}

/// A region of addresses that the data holds only in part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClippedRegion {
    /// The region, by address.
    whole: Region,
    /// The offsets of the part that the data has; may be empty.
    here: Range<u64>,
}

/// The order in which colours are assigned: the colours of faults and matches come last.
const ORDER: [Colour; 6] = [
    Colour::Green,
    Colour::Magenta,
    Colour::Cyan,
    Colour::Blue,
    Colour::Yellow,
    Colour::Red,
];

/// Cuts some regions into stretches, each painted as the innermost region of its bytes.
fn segments(list: &[Region]) -> Vec<RegionSegment> {
    let starts = list.iter().map(|region| region.range.start);
    let ends = list.iter().map(|region| region.range.end);
    let mut borders: Vec<_> = starts.chain(ends).collect();
    borders.sort_unstable();
    borders.dedup();
    let mut ends: Vec<_> = (0..list.len()).collect();
    ends.sort_unstable_by_key(|number| list[*number].range.end);
    let (mut next, mut past) = (0, 0);
    // The regions around a stretch, the innermost first.
    let key = |number: usize| {
        let region = &list[number];
        (region.len(), Reverse(region.range.start), Reverse(number))
    };
    let mut around = BTreeSet::new();
    let mut segments: Vec<RegionSegment> = Vec::new();
    for pair in borders.windows(2) {
        let range = pair[0]..pair[1];
        while past < ends.len() && list[ends[past]].range.end <= range.start {
            around.remove(&key(ends[past]));
            past += 1;
        }
        while next < list.len() && list[next].range.start <= range.start {
            around.insert(key(next));
            next += 1;
        }
        let Some((.., Reverse(region))) = around.first().copied() else {
            continue;
        };
        match segments.last_mut() {
            Some(before) if before.region == region && before.range.end == range.start => {
                before.range.end = range.end;
            }
            _ => segments.push(RegionSegment { range, region }),
        }
    }
    segments
}
