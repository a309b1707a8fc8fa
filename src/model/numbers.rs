//! Numbers, sizes and shares in the forms for people.
//!
//! Invariant: a share above 0 is never shown as 0 %, nor one below the whole as 100 %.

use std::ops::Range;

pub(crate) use crate::explain::grouped;
use crate::window::Peek;

/// A number with its noun, as `1,234 faults`.
pub(crate) fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(count))
}

/// A number of bytes in the unit that suits it.
pub(crate) fn sized(len: u64) -> String {
    const UNITS: &[&str] = &["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (u64::BITS - len.leading_zeros()).saturating_sub(1) / 10;
    match UNITS.get((power as usize).wrapping_sub(1)) {
        None => format!("{len} B"),
        Some(unit) => {
            let tenths = (u128::from(len) * 10) >> (10 * power);
            format!("{}.{} {unit}", tenths / 10, tenths % 10)
        }
    }
}

/// A share in percent with one decimal: `<0.1 %` for the smallest above 0, and at most
/// `99.9 %` if it is not the whole.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    let (part, whole) = (u128::from(part), u128::from(whole.max(1)));
    match (part * 2000 + whole) / (whole * 2) {
        0 if part > 0 => "<0.1 %".to_owned(),
        1000 if part < whole => "99.9 %".to_owned(),
        tenths => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

/// A range of bytes in words, with its addresses.
pub(crate) fn named(data: &dyn Peek, range: &Range<u64>) -> String {
    let [first, last] = [range.start, range.end.saturating_sub(1)].map(|at| data.address(at));
    match range.end - range.start {
        1 => format!("the byte at 0x{first:X}"),
        count => format!("{} at 0x{first:X} to 0x{last:X}", counted(count, "byte")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(len: u64, expected: &str) {
        assert_eq!(sized(len), expected);
    }

    #[test]
    fn numbers_are_read_in_groups() {
        let numbers = [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ];
        for (number, expected) in numbers {
            assert_eq!(grouped(number), expected);
        }
        assert_eq!(
            (counted(1, "fault"), counted(2, "fault")),
            ("1 fault".into(), "2 faults".into())
        );
    }

    #[test]
    fn sizes_are_in_the_unit_that_suits_them() {
        check(0, "0 B");
        check(1023, "1023 B");
        check(1024, "1.0 KiB");
        check(1536, "1.5 KiB");
        check(8 << 30, "8.0 GiB");
        check(u64::MAX, "15.9 EiB");
    }

    #[test]
    fn shares_are_rounded_and_neither_nothing_nor_all_unless_they_are() {
        for (part, whole, expected) in [
            (0, 0, "0.0 %"),
            (1, 5000, "<0.1 %"),
            (1, 3, "33.3 %"),
            (2, 3, "66.7 %"),
            (4999, 5000, "99.9 %"),
            (u64::MAX, u64::MAX, "100.0 %"),
        ] {
            assert_eq!(percent(part, whole), expected);
        }
    }
}
