//! Shuffles that move the kept bytes of half a vector together, one for each pattern of kept bytes.
//!
//! Invariant: the rest of an order is zeros; nobody reads the bytes moved by them.

/// The places of sixteen bytes, in a new order.
type ByteShuffle = [u8; 16];

/// For each set of bits, the order that keeps those of eight units whose bit is set.
pub(super) static KEPT: [ByteShuffle; 256] = kept();
/// For each set of bits, the order that keeps both bytes of a unit, or the first where its bit is
/// set.
pub(super) static ONE_OR_TWO: [ByteShuffle; 256] = one_or_two();
/// For each set of bits, the order that keeps the bytes of four groups. Each group has two bits: if
/// only the lower is set, its last three bytes are kept, from the third on; if only the higher, the
/// last and the second; if both, the first.
pub(super) static ONE_TO_THREE: [ByteShuffle; 256] = one_to_three();
/// The number of bytes that each of these orders keeps.
pub(super) static LENS: [u8; 256] = lens();

const fn kept() -> [ByteShuffle; 256] {
    let mut orders = [[0; 16]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let (mut unit, mut end) = (0, 0);
        while unit < 8 {
            if pattern >> unit & 1 == 1 {
                orders[pattern][end] = 2 * unit;
                orders[pattern][end + 1] = 2 * unit + 1;
                end += 2;
            }
            unit += 1;
        }
        pattern += 1;
    }
    orders
}

const fn one_or_two() -> [ByteShuffle; 256] {
    let mut orders = [[0; 16]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let (mut unit, mut end) = (0, 0);
        while unit < 8 {
            orders[pattern][end] = 2 * unit;
            end += 1;
            if pattern >> unit & 1 == 0 {
                orders[pattern][end] = 2 * unit + 1;
                end += 1;
            }
            unit += 1;
        }
        pattern += 1;
    }
    orders
}

const fn one_to_three() -> [ByteShuffle; 256] {
    let mut orders = [[0; 16]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let (mut group, mut end) = (0, 0);
        while group < 4 {
            let from = 4 * group;
            let (places, len): ([u8; 3], _) = match pattern >> (2 * group) & 3 {
                1 => ([from + 2, from + 3, from + 1], 3),
                2 => ([from + 3, from + 1, 0], 2),
                _ => ([from, 0, 0], 1),
            };
            let mut place = 0;
            while place < len {
                orders[pattern][end] = places[place];
                end += 1;
                place += 1;
            }
            group += 1;
        }
        pattern += 1;
    }
    orders
}

const fn lens() -> [u8; 256] {
    let mut lens = [0; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let mut group = 0;
        while group < 4 {
            let kind = pattern >> (2 * group) & 3;
            lens[pattern] += if kind == 0 { 1 } else { 4 - kind as u8 };
            group += 1;
        }
        pattern += 1;
    }
    lens
}
