//! Packed decimals among text in EBCDIC: the numbers of records as COBOL writes them.
//!
//! A field has two digits a byte, and a digit and a sign (C, D or F) in its last one (IBM z/Architecture
//! Principles of Operation, chapter 8). Its bytes are no text in any encoding, and would count as
//! evidence for pages that have letters there. Invariant: only fields among text in EBCDIC are taken
//! for such, and their bytes become blanks of EBCDIC, one for one.

use super::tuning::{PACKED_BLANKS, PACKED_FEWEST, PACKED_OTHERS};
use hexloupe_text::window::Window;
use std::ops::Range;

/// The most bytes of a field: 31 digits and the sign.
const MOST: usize = 16;
/// A blank in every page of EBCDIC.
const BLANK: u8 = 0x40;

/// Makes blanks of the fields of packed decimals in the parts of some data that are text in EBCDIC
/// otherwise, if there are enough of them in all; returns the number of fields.
pub(super) fn blank_fields(windows: &mut [Window]) -> usize {
    let found: Vec<Vec<Range<usize>>> = windows.iter().map(|one| fields_in(&one.bytes)).collect();
    let count = found.iter().map(Vec::len).sum();
    if count < PACKED_FEWEST {
        return 0;
    }
    for (window, fields) in windows.iter_mut().zip(found) {
        for field in fields {
            window.bytes[field].fill(BLANK);
        }
    }
    count
}

/// The fields among text in EBCDIC; none if the bytes are something else.
fn fields_in(bytes: &[u8]) -> Vec<Range<usize>> {
    let count = |wanted: u8| memchr::memchr_iter(wanted, bytes).count();
    let blanks = count(BLANK);
    if !PACKED_BLANKS.is_exceeded(blanks, bytes.len()) || count(b' ') > blanks {
        return Vec::new();
    }
    let mut fields = fields(bytes);
    if !are_numbers(bytes, &fields) || !is_text_outside(bytes, &fields) {
        fields.clear();
    }
    fields
}

/// Reports whether most fields with controls have some that are no end of a line: text has a bracket
/// before that, which looks like a sign.
fn are_numbers(bytes: &[u8], fields: &[Range<usize>]) -> bool {
    let has = |is_such: fn(u8) -> bool| {
        let fields = fields.iter().filter(|field| {
            let mut field = bytes[(*field).clone()].iter();
            field.any(|byte| is_such(*byte))
        });
        fields.count()
    };
    2 * has(is_control) >= has(is_low)
}

/// Two digits.
fn is_digits(byte: u8) -> bool {
    byte >> 4 <= 9 && byte & 0xF <= 9
}

/// A digit and a sign.
fn is_signed(byte: u8) -> bool {
    byte >> 4 <= 9 && matches!(byte & 0xF, 0xC | 0xD | 0xF)
}

/// A control of EBCDIC.
fn is_low(byte: u8) -> bool {
    byte < BLANK
}

/// A control of EBCDIC that text seldom has: it is no tab and no end of a line or page.
pub(super) fn is_control(byte: u8) -> bool {
    is_low(byte) && !matches!(byte, 0x05 | 0x0C | 0x0D | 0x15 | 0x25)
}

/// The possible fields: each has a byte that is a control of EBCDIC, or stands right beside one that
/// has. Lower-case letters are two digits too, so those right before a field may be taken for a part
/// of it.
fn fields(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut fields: Vec<Range<usize>> = Vec::new();
    let mut waiting: Vec<Range<usize>> = Vec::new();
    let signs = bytes.iter().enumerate();
    for (at, _) in signs.filter(|(_, byte)| is_signed(**byte)) {
        let end_before = fields.last().map_or(0, |field| field.end);
        let least = end_before.max((at + 1).saturating_sub(MOST));
        let digits = bytes[least..at].iter().rev();
        let start = at - digits.take_while(|byte| is_digits(**byte)).count();
        let control = (start..=at).find(|at| is_low(bytes[*at]));
        let is_next = start == end_before && start > 0;
        let from = if is_next { at } else { control.unwrap_or(at) };
        let before = bytes[start..from].iter().rev();
        let start = if is_next {
            start
        } else {
            from - before.take_while(|byte| **byte != BLANK).count()
        };
        if start == at {
            continue;
        }
        if waiting.last().is_none_or(|last| last.end != start) {
            waiting.clear();
        }
        if control.is_some() || is_next {
            fields.append(&mut waiting);
            fields.push(start..at + 1);
        } else {
            waiting.push(start..at + 1);
        }
    }
    fields
}

/// Reports whether nearly all bytes outside the fields are text in EBCDIC.
fn is_text_outside(bytes: &[u8], fields: &[Range<usize>]) -> bool {
    let inside: usize = fields.iter().map(ExactSizeIterator::len).sum();
    let starts = fields.iter().map(|field| field.start).chain([bytes.len()]);
    let ends = [0].into_iter().chain(fields.iter().map(|field| field.end));
    let outside = ends.zip(starts).flat_map(|(end, start)| &bytes[end..start]);
    let others = outside.filter(|byte| !is_text(**byte)).count();
    !PACKED_OTHERS.is_exceeded(others, bytes.len() - inside)
}

/// Reports whether a byte is a character of EBCDIC: nearly all letters and digits are the same in
/// all pages.
fn is_text(byte: u8) -> bool {
    !is_control(byte) && byte != 0xFF
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::window::Peek as _;

    /// Names in a field of 12 bytes, each with a number in packed digits: as Python writes them in
    /// cp273.
    fn records(numbers: &[&[u8]]) -> Vec<u8> {
        let names: [&[u8]; 3] = [
            b"\xD4\xD0\x93\x93\x85\x99@@@@@@",
            b"\xE2\x83\x88C\x86\x85\x99@@@@@",
            b"\xE6\x85\x89\xA1@@@@@@@@",
        ];
        let records = names.iter().cycle().zip(numbers);
        records
            .flat_map(|(name, number)| [*name, *number].concat())
            .collect()
    }

    fn blanked(bytes: &[u8]) -> (usize, Vec<u8>) {
        let [window] = &mut [bytes.window(0, bytes.len())];
        let count = blank_fields(std::slice::from_mut(window));
        (count, std::mem::take(&mut window.bytes))
    }

    #[test]
    fn fields_that_a_sample_cuts_leave_no_other_bytes_changed() {
        let numbers: [&[u8]; 4] = [
            b"\x00\x00\x12\x3C",
            b"\x01\x23\x4D",
            b"\x98\x76\x5C\x00\x1C",
            b"\x0C",
        ];
        let data = records(&numbers.repeat(9));
        let (_, whole) = blanked(&data);
        for start in 0..60 {
            for end in data.len() - 60..=data.len() {
                let (count, rest) = blanked(&data[start..end]);
                assert!(count >= PACKED_FEWEST);
                let cut = 2 * MOST;
                let inside = cut..rest.len() - cut;
                assert_eq!(
                    rest[inside.clone()],
                    whole[start..end][inside],
                    "{start} {end}"
                );
            }
        }
    }

    #[test]
    fn the_fields_of_all_samples_count_together() {
        let data = records(&[b"\x00\x00\x12\x3C", b"\x00\x00\x12\x3C"]);
        let mut windows = [data.window(0, data.len()), data.window(0, data.len())];
        assert_eq!(blank_fields(&mut windows), 4);
        assert!(
            windows
                .iter()
                .all(|window| window.bytes.iter().all(|byte| *byte >= BLANK))
        );
    }

    #[test]
    fn fields_of_numbers_among_text_become_blanks() {
        let small: &[u8] = b"\x00\x00\x12\x3C";
        // Without a control, and beside a field that has one.
        let large: &[u8] = b"\x98\x76\x5C\x01\x23\x4D";
        let data = records(&[small, large, small, large, small]);
        let (count, rest) = blanked(&data);
        assert_eq!(count, 7);
        assert_eq!(
            rest,
            records(&[b"@@@@", b"@@@@@@", b"@@@@", b"@@@@@@", b"@@@@"])
        );
    }

    #[test]
    fn other_data_stays() {
        let numbers: &[u8] = b"\x00\x00\x12\x3C";
        for data in [
            // Two fields are chance.
            records(&[numbers, numbers]),
            // Text in lower case, and signs.
            records(&[b"\x81\x82\x83M", b"\x81\\@@", b"\x81\x82\x83]"]),
            numbers.repeat(40),
            // "red)" and "* item" of cp037: digits, and a sign that ends a line.
            b"\x5C@\x89\xA3\x85\x94@\x4D\x99\x85\x84\x5D\x15".repeat(40),
            "SELECT @a @b @c @d 0x0C\n".repeat(9).into_bytes(),
            b"@@@@@@@@@@@@".repeat(9),
        ] {
            let (count, rest) = blanked(&data);
            assert!(count == 0 && rest == data, "{data:02X?}");
        }
    }
}
