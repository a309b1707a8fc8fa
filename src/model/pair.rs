//! The places of two inspectors on one screen.
//!
//! A row of 16 bytes shows a change in its line, so two inspectors stand side by side only where each
//! has such rows; on a narrower screen one stands above the other, as in a terminal of 80 columns.
//! Invariant: the two and the line between them do not overlap, and fill the screen.

use super::layout::{Area, LEAST, ScreenSize};

/// The least columns for two side by side: each has 16 bytes per row and the map.
const SIDE_BY_SIDE: u16 = 2 * 78 + 1;
/// The least rows of each of two where one stands above the other.
const LEAST_STACKED: u16 = 9;
/// The fewest columns of each of two side by side where the screen is too low for anything else.
const NARROWEST: u16 = 36;

/// The place of the second inspector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PairPlacement {
    /// At the right of the first.
    #[default]
    Side,
    /// Below the first.
    Stacked,
}

/// The division of a screen between two inspectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairLayout {
    /// The place of the second.
    pub place: PairPlacement,
    /// The areas of the first and the second.
    pub parts: [Area; 2],
}

impl PairLayout {
    /// Divides a screen; none if it has no room for two.
    pub fn divide(size: ScreenSize) -> Option<Self> {
        let is_high = size.height >= 2 * LEAST_STACKED && size.width >= LEAST.width;
        match size.width {
            SIDE_BY_SIDE.. => Some(Self::side(size)),
            _ if is_high => Some(Self::stacked(size)),
            width if width > 2 * NARROWEST => Some(Self::side(size)),
            _ => None,
        }
    }

    fn side(ScreenSize { width, height }: ScreenSize) -> Self {
        let left = width.saturating_sub(1) / 2;
        let part = |x, width| Area {
            x,
            y: 0,
            width,
            height,
        };
        Self {
            place: PairPlacement::Side,
            parts: [
                part(0, left),
                part(left + 1, width.saturating_sub(left + 1)),
            ],
        }
    }

    /// Both have the same height, so that equal rows of both are on the screen; a row that is left
    /// over is between them.
    fn stacked(ScreenSize { width, height }: ScreenSize) -> Self {
        let part = |y| Area {
            x: 0,
            y,
            width,
            height: height / 2,
        };
        Self {
            place: PairPlacement::Stacked,
            parts: [part(0), part(height - height / 2)],
        }
    }

    /// The line between the two, if there is one.
    pub fn between(&self) -> Area {
        let [first, second] = self.parts;
        match self.place {
            PairPlacement::Side => Area {
                x: first.width,
                width: 1,
                ..first
            },
            PairPlacement::Stacked => Area {
                y: first.height,
                height: second.y - first.height,
                ..first
            },
        }
    }

    /// The number of the inspector at a place of the screen, from 0; the line between them is the
    /// first one's.
    pub fn at(&self, x: u16, y: u16) -> usize {
        let [_, second] = self.parts;
        usize::from(x >= second.x && y >= second.y)
    }

    /// A place of the screen as a place in one of the two, the nearest one if it is outside.
    pub fn within(&self, number: usize, x: u16, y: u16) -> (u16, u16) {
        let part = self.parts[number.min(1)];
        let inside =
            |at: u16, start: u16, len: u16| at.saturating_sub(start).min(len.saturating_sub(1));
        (
            inside(x, part.x, part.width),
            inside(y, part.y, part.height),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_fill_the_screen_and_each_has_16_bytes_per_row_where_it_has_room() {
        for (width, height, place) in [
            (200, 60, PairPlacement::Side),
            (157, 24, PairPlacement::Side),
            (156, 24, PairPlacement::Stacked),
            (120, 40, PairPlacement::Stacked),
            (80, 24, PairPlacement::Stacked),
            (80, 18, PairPlacement::Stacked),
            (80, 17, PairPlacement::Side),
            (40, 24, PairPlacement::Stacked),
        ] {
            let pair = PairLayout::divide(ScreenSize { width, height }).unwrap();
            assert_eq!(pair.place, place, "{width}x{height}");
            let areas = [pair.parts[0], pair.between(), pair.parts[1]];
            let cells = |area: Area| u32::from(area.width) * u32::from(area.height);
            let all = u32::from(width) * u32::from(height);
            assert_eq!(areas.map(cells).iter().sum::<u32>(), all);
            for y in 0..height {
                for x in 0..width {
                    let number = pair.at(x, y);
                    let (inside_x, inside_y) = pair.within(number, x, y);
                    let part = pair.parts[number];
                    let is_there = (part.x + inside_x, part.y + inside_y) == (x, y);
                    let between = pair.between();
                    let is_between = (between.x..between.x + between.width).contains(&x)
                        && (between.y..between.y + between.height).contains(&y);
                    assert_ne!(is_there, is_between, "{x},{y} of {width}x{height}");
                }
            }
        }
        for (width, height) in [(40, 12), (72, 12), (26, 60)] {
            assert_eq!(PairLayout::divide(ScreenSize { width, height }), None);
        }
    }
}
