//! The map along the right edge: all of the data from top to bottom, an equal share for each line
//! of the screen. If all rows are on the screen, each line shows its own row.
//!
//! A line shows the most important finding in its share: a match, alone or with a fault, else changed
//! bytes, else a fault, else a notice, else a region, else the class of most of its bytes. Invariant: a line that was
//! not scanned yet never looks like a scanned line without findings.

use std::ops::Range;

use super::layout::ScreenLayout;
use super::line::Tone;
use super::regions::{Colour, Regions};
use super::row::ByteRole;
use super::state::BinaryFaults;
use crate::scan::facts::index::{ByteClass, Holding, Index};
use crate::window::Peek;

/// The sign in a line of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapSign {
    /// Not scanned yet.
    Unknown,
    /// Mostly ASCII text.
    Ascii,
    /// Mostly characters beyond ASCII.
    Beyond,
    /// Mostly controls.
    Control,
    /// Mostly NUL.
    Nul,
    /// A notice.
    Notice,
    /// A region of a colour.
    Region(Colour),
    /// An ill-formed sequence.
    Fault,
    /// Bytes that the user has changed.
    Changed,
    /// A match of the pattern.
    Match,
    /// A match of the pattern, and an ill-formed sequence.
    MatchAndFault,
}

impl MapSign {
    /// All signs, for the legend.
    pub const ALL: [Self; 11] = [
        Self::Match,
        Self::MatchAndFault,
        Self::Changed,
        Self::Fault,
        Self::Notice,
        Self::Region(Colour::Green),
        Self::Beyond,
        Self::Ascii,
        Self::Control,
        Self::Nul,
        Self::Unknown,
    ];

    /// Its glyph, its tone, and its meaning in the legend.
    pub const fn drawn(self) -> (&'static str, Tone, &'static str) {
        match self {
            Self::Unknown => ("⋅", Tone::Quiet, "not scanned yet"),
            Self::Ascii => ("│", Tone::Quiet, "mostly ASCII"),
            Self::Beyond => ("║", Tone::As(ByteRole::Continuation), "mostly beyond ASCII"),
            Self::Control => ("^", Tone::As(ByteRole::Control), "mostly controls"),
            Self::Nul => ("0", Tone::Quiet, "mostly NUL"),
            Self::Notice => ("*", Tone::As(ByteRole::Notice), "holds a notice"),
            Self::Region(colour) => ("§", Tone::Region(colour), "holds a region"),
            Self::Fault => ("!", Tone::As(ByteRole::Fault), "holds a fault"),
            Self::Changed => ("~", Tone::Key, "holds changed bytes"),
            Self::Match => ("#", Tone::Key, "holds a match"),
            Self::MatchAndFault => ("&", Tone::As(ByteRole::Fault), "a match and a fault"),
        }
    }

    fn new(held: &Holding, faults: BinaryFaults) -> Self {
        let [nul, control, ascii, beyond] = held.classes;
        let most = held.classes.iter().copied().max().unwrap_or(0);
        // A single NUL or control is a notice; one among mostly such bytes is none.
        let nul_rules = nul == most && nul > 0;
        let control_rules = control == most && control > 0;
        match () {
            () if held.faults > 0 && faults == BinaryFaults::Marked => Self::Fault,
            () if nul_rules => Self::Nul,
            () if control_rules => Self::Control,
            () if held.has_notice() && faults == BinaryFaults::Marked => Self::Notice,
            () if beyond == most && beyond > 0 => Self::Beyond,
            () => {
                debug_assert!(ascii == most);
                Self::Ascii
            }
        }
    }
}

// `MapSign::new` relies on the order of the classes.
const _: () = assert!(ByteClass::Nul as u8 == 0 && ByteClass::Beyond as u8 == 3);

/// The offsets that a line of the map stands for; empty beside rows without data, if all rows are
/// on the screen.
pub(crate) fn share(line: u16, layout: &ScreenLayout, len: u64) -> Range<u64> {
    if !layout.is_whole {
        return equal_share(line, layout.body.height, len);
    }
    let Some(row) = (line / layout.row_lines).checked_sub(layout.above) else {
        return 0..0;
    };
    let Range { start, end } = layout.grid.range(row.into());
    start.min(len)..end.min(len)
}

/// The offsets that the line with index `row` of `rows` stands for; never empty.
fn equal_share(row: u16, rows: u16, len: u64) -> Range<u64> {
    let part = |row: u16| (u128::from(len) * u128::from(row) / u128::from(rows.max(1))) as u64;
    part(row)
        ..part(row.saturating_add(1))
            .max(part(row).saturating_add(1))
            .min(len.max(1))
}

/// The signs of the lines, none for a line without data. `matches` are the first offsets of
/// matches, ascending. In binary data, faults and notices have no sign until the user asks for
/// them.
pub(super) fn signs(
    index: Option<&Index>,
    matches: &[u64],
    (layout, data): (&ScreenLayout, &dyn Peek),
    (faults, regions): (BinaryFaults, &Regions),
) -> Vec<Option<MapSign>> {
    let len = data.len();
    let lines = 0..layout.body.height;
    let shares = lines.map(|line| match line % layout.row_lines {
        // A row of several lines has one sign, at its first.
        1.. if layout.is_whole => 0..0,
        _ => share(line, layout, len),
    });
    shares
        .map(|share| {
            let of_bytes = || match sign(index, matches, &share, faults) {
                found @ (MapSign::Match | MapSign::MatchAndFault) => found,
                _ if data.has_changed(share.clone()) => MapSign::Changed,
                sign @ (MapSign::Fault | MapSign::Notice) => sign,
                sign => { regions.most_of(&share) }
                    .map_or(sign, |region| MapSign::Region(region.colour)),
            };
            (!share.is_empty()).then(of_bytes)
        })
        .collect()
}

fn sign(
    index: Option<&Index>,
    matches: &[u64],
    share: &Range<u64>,
    faults: BinaryFaults,
) -> MapSign {
    let next = matches.partition_point(|place| *place < share.start);
    let is_matched = matches.get(next).is_some_and(|place| *place < share.end);
    let held = index.and_then(|index| index.held(share.start, share.end));
    let held = { held.as_ref() }.map_or(MapSign::Unknown, |held| MapSign::new(held, faults));
    match (is_matched, held) {
        (true, MapSign::Fault) => MapSign::MatchAndFault,
        (true, _) => MapSign::Match,
        (false, held) => held,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::index::{IndexBuilder, Scanner};

    #[test]
    fn rows_share_the_data_out() {
        for (rows, len) in [(5, 1000), (7, 3), (20, u64::MAX), (1, 0)] {
            let shares: Vec<_> = (0..rows).map(|row| equal_share(row, rows, len)).collect();
            assert_eq!(shares[0].start, 0);
            assert_eq!(shares[rows as usize - 1].end, len.max(1));
            assert!(shares.iter().all(|share| share.start < share.end));
        }
    }

    fn index(data: &[u8]) -> Index {
        let index = Index::with_blocks(table::UTF_8, 0, 16, 1000);
        let mut scanner = Scanner::new(&index, data);
        scanner.feed(&data.window(0, data.len()), u64::MAX);
        let mut survey = IndexBuilder::new(index);
        survey.absorb(&scanner.finish());
        survey.index
    }

    #[test]
    fn a_line_shows_the_most_important_sign_of_its_share() {
        let mut data = Vec::new();
        data.extend([b'a'; 32]);
        data.extend("ж".repeat(16).bytes());
        data.extend([1; 32]);
        data.extend([0; 32]);
        data.extend(b"plain text and \x00 one of them....");
        data.extend(b"\xFF and a fault: more than all of ");
        assert_eq!(data.len(), 6 * 32);
        let expected = [
            MapSign::Ascii,
            MapSign::Beyond,
            MapSign::Control,
            MapSign::Nul,
            MapSign::Notice,
            MapSign::Fault,
        ];
        let index = index(&data);
        let signs = |index: Option<&Index>, matches: &[u64], rows: u16, len| {
            let shares = (0..rows).map(|row| equal_share(row, rows, len));
            let signs = shares.map(|share| sign(index, matches, &share, BinaryFaults::Marked));
            signs.collect::<Vec<_>>()
        };
        assert_eq!(signs(Some(&index), &[], 6, 192), expected);
        assert_eq!(signs(Some(&index), &[], 7, 224)[6], MapSign::Unknown);
        assert_eq!(signs(None, &[], 2, 192), [MapSign::Unknown; 2]);
        let matched = signs(Some(&index), &[31, 64, 191], 6, 192);
        assert_eq!([matched[0], matched[2]], [MapSign::Match; 2]);
        // Neither hides the other.
        assert_eq!(matched[5], MapSign::MatchAndFault);
        assert_eq!(
            [matched[1], matched[3], matched[4]],
            [expected[1], expected[3], expected[4]]
        );
    }
}
