//! Named regions of the data: what a reader has marked up, to find it again and to show it.
//!
//! Regions may nest and overlap. A byte in several is painted as the shortest of them, of two that
//! are equally long as the one that begins later: so a field is seen in its header, and the header
//! in its file. Invariant: names are unique and none is empty, no region is empty, they are in the
//! order of their starts, and there are at most [`Regions::MOST`].

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
pub use moved::Shift;

/// A named stretch of the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// Its offsets.
    pub range: Range<u64>,
    /// How it is painted.
    pub colour: Colour,
    /// What its reader should know of it; may be empty.
    pub note: String,
}

impl Region {
    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        self.range.end - self.range.start
    }

    /// Whether it has no byte; then it is in no set.
    pub fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    /// Its order among others: by its start, and before those that lie in it.
    fn order(&self) -> (u64, Reverse<u64>, &str) {
        (self.range.start, Reverse(self.range.end), &self.name)
    }
}

/// The most characters of a name.
pub const LONGEST_NAME: usize = 80;
/// The most characters of a note.
pub const LONGEST_NOTE: usize = 1000;

/// The name that a text is, without the blanks around it.
///
/// # Errors
/// It is none: one line that says why.
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

/// A stretch that is painted as one region: of those it lies in, the innermost.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Segment {
    range: Range<u64>,
    /// The number of the region in the list.
    region: usize,
}

/// A byte in a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inside {
    /// The number of the region, by which neighbours are told to be in the same one.
    pub number: u32,
    /// How it is painted.
    pub colour: Colour,
    /// Whether the region begins with this byte.
    pub begins: bool,
    /// Whether it ends with this byte.
    pub ends: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Set {
    list: Vec<Region>,
    /// In order; none is empty, and two that touch are of different regions.
    segments: Vec<Segment>,
}

/// The regions of some data; clones share one list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Regions(Arc<Set>);

impl Regions {
    /// The most regions there may be.
    pub const MOST: usize = 10_000;

    /// A set of regions. Those without a byte are left out, as are all after the first with a
    /// name, and all that are too many.
    pub fn of(regions: impl IntoIterator<Item = Region>) -> Self {
        let mut names = BTreeSet::new();
        let regions = regions.into_iter().filter(|region| !region.is_empty());
        let regions = regions.filter(|region| names.insert(region.name.clone()));
        let mut list: Vec<_> = regions.take(Self::MOST).collect();
        list.sort_by(|a, b| a.order().cmp(&b.order()));
        let segments = segments(&list);
        Self(Arc::new(Set { list, segments }))
    }

    /// All, in the order of their starts, each before those that lie in it.
    pub fn list(&self) -> &[Region] {
        &self.0.list
    }

    /// Whether there is none.
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

    /// The number in the list of the innermost region that an offset lies in.
    pub fn number_at(&self, offset: u64) -> Option<usize> {
        let segments = &self.0.segments;
        let after = segments.partition_point(|segment| segment.range.end <= offset);
        let segment = segments.get(after)?;
        (segment.range.start <= offset).then_some(segment.region)
    }

    /// What a cell of an offset shows of the innermost region there.
    pub fn inside(&self, offset: u64) -> Option<Inside> {
        let number = self.number_at(offset)?;
        let region = self.list().get(number)?;
        Some(Inside {
            number: number as u32,
            colour: region.colour,
            begins: region.range.start == offset,
            ends: region.range.end == offset + 1,
        })
    }

    /// Whether a byte of a range is in a region.
    pub fn meets(&self, range: &Range<u64>) -> bool {
        let segments = &self.0.segments;
        let after = segments.partition_point(|segment| segment.range.end <= range.start);
        let next = segments.get(after);
        !range.is_empty() && next.is_some_and(|segment| segment.range.start < range.end)
    }

    /// The region that the longest stretch of a range is painted as, if any is; of several the
    /// first.
    pub fn most_of(&self, range: &Range<u64>) -> Option<&Region> {
        let segments = &self.0.segments;
        let first = segments.partition_point(|segment| segment.range.end <= range.start);
        let seen = segments.get(first..).unwrap_or_default();
        let meets = |one: &&Segment| one.range.start < range.end && !range.is_empty();
        let seen = seen.iter().take_while(meets);
        let part = |one: &Segment| one.range.end.min(range.end) - one.range.start.max(range.start);
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

    /// The start of the next region after an offset, `times` of them on.
    pub fn next(&self, offset: u64, times: usize) -> Option<u64> {
        let mut starts: Vec<_> = self.starts().filter(|at| *at > offset).collect();
        starts.dedup();
        starts.get(times.max(1) - 1).copied()
    }

    /// The start of the region before an offset, `times` of them back.
    pub fn previous(&self, offset: u64, times: usize) -> Option<u64> {
        let mut starts: Vec<_> = self.starts().take_while(|at| *at < offset).collect();
        starts.dedup();
        starts.iter().rev().nth(times.max(1) - 1).copied()
    }

    fn starts(&self) -> impl Iterator<Item = u64> {
        self.list().iter().map(|region| region.range.start)
    }

    /// Adds a region, or gives the one of its name another place. Returns whether there was room;
    /// if not, nothing has changed.
    #[must_use]
    pub fn put(&mut self, region: Region) -> bool {
        let is_known = self.named(&region.name).is_some();
        if region.is_empty() || !is_known && self.list().len() >= Self::MOST {
            return false;
        }
        let others = { self.list().iter() }.filter(|other| other.name != region.name);
        let mut all: Vec<Region> = others.cloned().collect();
        all.push(region);
        *self = Self::of(all);
        true
    }

    /// Removes the region with a name.
    pub fn remove(&mut self, name: &str) -> Option<Region> {
        let found = self.named(name).cloned()?;
        let others = self.list().iter().filter(|other| other.name != name);
        *self = Self::of(others.cloned());
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

    /// The regions of addresses as those of the offsets of some data, and how many of them hold
    /// no byte of it; where that cannot be known yet, or the data may grow, they are kept.
    #[must_use]
    pub fn placed(&self, data: &dyn Peek) -> (Self, usize) {
        let len = data.len();
        let place = |region: &Region| Region {
            range: data.offset_of(region.range.start)..data.offset_of(region.range.end),
            ..region.clone()
        };
        let placed = Self::of(self.list().iter().map(place));
        let past = |region: &&Region| region.range.start >= len;
        let lost = self.list().len() - placed.list().len();
        let past = placed.list().iter().filter(past).count();
        (placed, lost + past)
    }

    /// The regions of addresses of which some data does not have all bytes: it has none of one, or
    /// does not have its first or its last.
    pub fn clipped(&self, data: &dyn Peek) -> Vec<Clipped> {
        let here = |region: &Region| {
            let start = data.offset_of(region.range.start);
            start..data.offset_of(region.range.end).max(start)
        };
        let list = self.list().iter();
        let all = list.map(|region| Clipped {
            whole: region.clone(),
            here: here(region),
        });
        let is_clipped =
            |one: &Clipped| one.here.is_empty() || addresses(&one.here, data) != one.whole.range;
        all.filter(is_clipped).collect()
    }

    /// The regions of the offsets of some data as those of its addresses.
    #[must_use]
    pub fn addressed(&self, data: &dyn Peek) -> Self {
        let name = |region: &Region| Region {
            range: addresses(&region.range, data),
            ..region.clone()
        };
        Self::of(self.list().iter().map(name))
    }
}

/// The addresses of offsets, of which there is one.
fn addresses(offsets: &Range<u64>, data: &dyn Peek) -> Range<u64> {
    let last = data.address(offsets.end - 1);
    data.address(offsets.start)..last.saturating_add(1)
}

/// A region of addresses of which some data does not have all bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clipped {
    /// The region, by address.
    whole: Region,
    /// The offsets that are left of it; there may be none.
    here: Range<u64>,
}

/// The colours in the order in which they are given: those that faults and matches have come last.
const ORDER: [Colour; 6] = [
    Colour::Green,
    Colour::Magenta,
    Colour::Cyan,
    Colour::Blue,
    Colour::Yellow,
    Colour::Red,
];

/// What regions are painted as: of those that a byte lies in, the innermost.
fn segments(list: &[Region]) -> Vec<Segment> {
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
    let mut segments: Vec<Segment> = Vec::new();
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
            _ => segments.push(Segment { range, region }),
        }
    }
    segments
}
