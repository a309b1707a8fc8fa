//! The readings of published bytes.

use super::*;

/// The readings of bytes of one kind, in one order, as the screen writes them.
fn read(label: &str, bytes: &[u8], order: NumberOrder) -> String {
    let kind = KINDS.iter().find(|kind| kind.label == label).unwrap();
    let readings = kind.read(bytes, order);
    readings.map_or_else(|| "none".to_owned(), |readings| joined(&readings))
}

fn joined(readings: &[NumberValue]) -> String {
    let texts: Vec<String> = readings.iter().map(NumberValue::to_string).collect();
    texts.join(", ").trim_end_matches(", ").to_owned()
}

/// Asserts what a number is; its bytes are tried in both orders.
#[track_caller]
fn number<const N: usize>(label: &str, big: [u8; N], expected: &str) {
    let mut little = big;
    little.reverse();
    assert_eq!(read(label, &big, NumberOrder::Big), expected, "{big:02X?}");
    assert_eq!(
        read(label, &little, NumberOrder::Little),
        expected,
        "{big:02X?}"
    );
}

#[track_caller]
fn own(label: &str, bytes: &[u8], expected: &str) {
    assert_eq!(
        read(label, bytes, NumberOrder::Own),
        expected,
        "{bytes:02X?}"
    );
}

#[test]
fn integers_have_their_limits() {
    own("u8 i8", b"\x80", "128, -128");
    own("u8 i8", b"\xFF", "255, -1");
    number("u16 i16", 0x7FFFu16.to_be_bytes(), "32767, 32767");
    number("u16 i16", 0x8000u16.to_be_bytes(), "32768, -32768");
    number("u32 i32", [0xFF; 4], "4294967295, -1");
    number(
        "u32 i32",
        0x8000_0000u32.to_be_bytes(),
        "2147483648, -2147483648",
    );
    number("u64", [0xFF; 8], "18446744073709551615");
    number("i64", [0xFF; 8], "-1");
    number("i64", (1u64 << 63).to_be_bytes(), "-9223372036854775808");
}

#[test]
fn bytes_in_either_order_are_other_numbers() {
    let bytes = b"\x01\x02\x03\x04\x05\x06\x07\x08";
    assert_eq!(read("u16 i16", bytes, NumberOrder::Big), "258, 258");
    assert_eq!(read("u16 i16", bytes, NumberOrder::Little), "513, 513");
    assert_eq!(read("addr 32", bytes, NumberOrder::Big), "0x1020304");
    assert_eq!(read("addr 32", bytes, NumberOrder::Little), "0x4030201");
    assert_eq!(
        read("addr 64", bytes, NumberOrder::Big),
        "0x102030405060708"
    );
    assert_eq!(
        read("addr 64", bytes, NumberOrder::Little),
        "0x807060504030201"
    );
}

#[test]
fn halves_are_those_of_ieee_754() {
    for (bits, expected) in [
        (0x0000u16, "0"),
        (0x8000, "-0"),
        (0x0001, "5.9604645e-8"),
        (0x03FF, "6.097555e-5"),
        (0x0400, "6.1035156e-5"),
        (0x3555, "0.33325195"),
        (0x3BFF, "0.9995117"),
        (0x3C00, "1"),
        (0x3C01, "1.0009766"),
        (0xC000, "-2"),
        (0x7BFF, "65504"),
        (0x7C00, "infinity"),
        (0xFC00, "-infinity"),
        (0x7E00, "qNaN"),
        (0xFC01, "-sNaN 0x1"),
        (0x7FFF, "qNaN 0x1FF"),
    ] {
        number("f16", bits.to_be_bytes(), expected);
    }
    let smallest = Float::Half(0x0001).value();
    assert_eq!(smallest.to_bits(), 5.960_464_477_539_063e-8_f64.to_bits());
}

/// Computes the value by the formula of the standard.
#[test]
fn every_half_has_the_value_of_its_fields() {
    for bits in 0..=u16::MAX {
        let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
        let (exponent, fraction) = (i32::from(bits >> 10 & 0x1F), f64::from(bits & 0x3FF));
        let size = match exponent {
            0x1F => continue,
            0 => fraction / 1024.0 * 2f64.powi(-14),
            _ => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
        };
        let (found, expected) = (Float::Half(bits).value(), sign * size);
        assert_eq!(found.to_bits(), expected.to_bits(), "{bits:04X}");
    }
}

#[test]
fn singles_are_those_of_ieee_754() {
    for (bits, expected) in [
        (0x0000_0001u32, "1e-45"),
        (0x007F_FFFF, "1.1754942e-38"),
        (0x0080_0000, "1.1754944e-38"),
        (0x3EAA_AAAB, "0.33333334"),
        (0x3F7F_FFFF, "0.99999994"),
        (0x3F80_0000, "1"),
        (0x4049_0FDB, "3.1415927"),
        (0x7F7F_FFFF, "3.4028235e38"),
        (0xFF80_0000, "-infinity"),
        (0xFFC0_0001, "-qNaN 0x1"),
        (0xFF80_0001, "-sNaN 0x1"),
    ] {
        number("f32", bits.to_be_bytes(), expected);
    }
}

#[test]
fn doubles_are_those_of_ieee_754() {
    for (bits, expected) in [
        (0x0000_0000_0000_0001u64, "5e-324"),
        (0x0010_0000_0000_0000, "2.2250738585072014e-308"),
        (0x3FD5_5555_5555_5555, "0.3333333333333333"),
        (0x3FF0_0000_0000_0001, "1.0000000000000002"),
        (0x4009_21FB_5444_2D18, "3.141592653589793"),
        (0xC000_0000_0000_0000, "-2"),
        (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e308"),
        (0x7FF0_0000_0000_0000, "infinity"),
        (0x7FF0_0000_0000_0001, "sNaN 0x1"),
        (0x7FF8_0000_0000_0001, "qNaN 0x1"),
        (0x7FFF_FFFF_FFFF_FFFF, "qNaN 0x7FFFFFFFFFFFF"),
    ] {
        number("f64", bits.to_be_bytes(), expected);
    }
}

/// From figures 22 and 23 of DWARF 4, and from the examples of others.
#[test]
fn leb128_is_that_of_dwarf() {
    for (bytes, unsigned, signed) in [
        (&[0x02][..], 2, 2),
        (&[0x7E], 126, -2),
        (&[0xFF, 0x00], 127, 127),
        (&[0x81, 0x7F], 16257, -127),
        (&[0x80, 0x01], 128, 128),
        (&[0x80, 0x7F], 16256, -128),
        (&[0x81, 0x01], 129, 129),
        (&[0xFF, 0x7E], 16255, -129),
        (&[0xB9, 0x64], 12857, -3527),
        (&[0xE5, 0x8E, 0x26], 624_485, 624_485),
        (&[0xC0, 0xBB, 0x78], 1_973_696, -123_456),
    ] {
        let len = bytes.len();
        let plural = if len == 1 { "" } else { "s" };
        let expected = format!("unsigned {unsigned}, signed {signed}, {len} byte{plural}");
        // Later bytes do not matter.
        own("LEB128", &[bytes, &[0xFF; 9]].concat(), &expected);
        own("LEB128", &bytes[..len - 1], "none");
    }
}

#[test]
fn leb128_that_64_bits_do_not_hold_is_said_to_be_longer() {
    let most = [&[0xFF; 9][..], &[0x01]].concat();
    own(
        "LEB128",
        &most,
        "unsigned 18446744073709551615, signed over 64 bits, 10 bytes",
    );
    let least = [&[0x80; 9][..], &[0x7F]].concat();
    own(
        "LEB128",
        &least,
        "unsigned over 64 bits, signed -9223372036854775808, 10 bytes",
    );
    own("LEB128", &[0x80; 15], "none");
    own("LEB128", &[0x80; 16], "no end in 16 bytes");
    own(
        "LEB128",
        &[[0x80; 15].as_slice(), &[0x01]].concat(),
        "unsigned over 64 bits, signed over 64 bits, 16 bytes",
    );
    own(
        "LEB128",
        &[[0x80; 15].as_slice(), &[0x00]].concat(),
        "unsigned 0, signed 0, 16 bytes",
    );
}

#[test]
fn unix_times_are_in_utc() {
    for (seconds, expected) in [
        (0, "1970-01-01 00:00:00 UTC"),
        (-1, "1969-12-31 23:59:59 UTC"),
        (951_782_400, "2000-02-29 00:00:00 UTC"),
        (1_234_567_890, "2009-02-13 23:31:30 UTC"),
        (i32::MAX, "2038-01-19 03:14:07 UTC"),
        (i32::MIN, "1901-12-13 20:45:52 UTC"),
    ] {
        number("Unix 32", seconds.to_be_bytes(), expected);
        number("Unix 64", i64::from(seconds).to_be_bytes(), expected);
    }
    for (seconds, expected) in [
        (1_i64 << 31, "2038-01-19 03:14:08 UTC"),
        (253_402_300_799, "9999-12-31 23:59:59 UTC"),
        (253_402_300_800, "in the year 10000"),
        (-62_135_596_800, "0001-01-01 00:00:00 UTC"),
        (-62_135_596_801, "in the year 0"),
        (i64::MAX, "in the year 292277026596"),
        (i64::MIN, "in the year -292277022657"),
    ] {
        number("Unix 64", seconds.to_be_bytes(), expected);
    }
}

/// Counts every day from the year 1 to 9999, month by month.
#[test]
fn every_date_follows_the_day_before() {
    let mut seconds = -62_135_596_800;
    for year in 1..10_000 {
        let leap =
            i64::from(year % 4 == 0) - i64::from(year % 100 == 0) + i64::from(year % 400 == 0);
        let months = [31, 28 + leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        for (month, days) in (1..).zip(months) {
            for day in 1..=days {
                let TimeValue::Utc(moment) = TimeValue::unix(seconds) else {
                    panic!("{seconds} has a date");
                };
                let found = (moment.year, moment.month, i64::from(moment.day));
                assert_eq!(found, (year, month, day));
                seconds += 86_400;
            }
        }
    }
}

#[test]
fn filetime_counts_from_1601() {
    for (units, expected) in [
        (0u64, "1601-01-01 00:00:00 UTC"),
        (116_444_736_000_000_000, "1970-01-01 00:00:00 UTC"),
        (133_170_048_000_000_000, "2023-01-01 00:00:00 UTC"),
        (133_170_048_001_234_567, "2023-01-01 00:00:00.1234567 UTC"),
        (0x01D9_0000_0000_0000, "2022-11-24 12:26:38.4140288 UTC"),
        (u64::MAX, "in the year 60056"),
    ] {
        number("FILETIME", units.to_be_bytes(), expected);
    }
}

#[test]
fn dos_has_the_time_before_the_date() {
    // From a ZIP file: time 0x7D1C, date 0x354B, the lowest byte first.
    let bytes = b"\x1C\x7D\x4B\x35";
    assert_eq!(
        read("DOS time", bytes, NumberOrder::Little),
        "2006-10-11 15:40:56"
    );
    number(
        "DOS time",
        0x0021_0000u32.to_be_bytes(),
        "1980-01-01 00:00:00",
    );
    number(
        "DOS time",
        0xFF9F_BF7Du32.to_be_bytes(),
        "2107-12-31 23:59:58",
    );
    let date = |month: u32, day: u32, time: u32| month << 21 | day << 16 | time;
    for (fields, expected) in [
        (date(2, 29, 0), "1980-02-29 00:00:00"),
        (date(2, 30, 0), "no date"),
        (date(4, 31, 0), "no date"),
        (1 << 25 | date(2, 29, 0), "no date"),
        (date(0, 1, 0), "no date"),
        (date(13, 1, 0), "no date"),
        (date(1, 0, 0), "no date"),
        (date(1, 1, 24 << 11), "no date"),
        (date(1, 1, 60 << 5), "no date"),
        (date(1, 1, 30), "no date"),
    ] {
        number("DOS time", fields.to_be_bytes(), expected);
    }
}

#[test]
fn a_uuid_is_stored_in_two_ways() {
    // Examples of RFC 9562, appendix A.
    let v4 = b"\x91\x91\x08\xf7\x52\xd1\x43\x20\x9b\xac\xf8\x47\xdb\x41\x48\xa8";
    own(
        "UUID",
        v4,
        "919108f7-52d1-4320-9bac-f847db4148a8, version 4",
    );
    let v7 = b"\x01\x7f\x22\xe2\x79\xb0\x7c\xc3\x98\xc4\xdc\x0c\x0c\x07\x39\x8f";
    own(
        "UUID",
        v7,
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f, version 7",
    );
    // The type of an EFI system partition, as on a disk.
    let efi = b"\x28\x73\x2a\xc1\x1f\xf8\xd2\x11\xba\x4b\x00\xa0\xc9\x3e\xc9\x3b";
    own(
        "GUID",
        efi,
        "c12a7328-f81f-11d2-ba4b-00a0c93ec93b, version 1",
    );
    own("UUID", &[0; 16], "00000000-0000-0000-0000-000000000000");
    own("UUID", &[0xFF; 16], "ffffffff-ffff-ffff-ffff-ffffffffffff");
}

#[test]
fn a_kind_reads_as_soon_as_it_has_its_bytes() {
    for kind in KINDS {
        for len in 0..=MOST {
            for &order in kind.orders() {
                let found = kind.read(&[0x01; MOST][..len], order);
                assert_eq!(
                    found.is_some(),
                    len >= kind.needs,
                    "{} of {len}",
                    kind.label
                );
                // Later bytes do not change it.
                let more = kind.read(&[[0x01; MOST], [0xFF; MOST]].concat(), order);
                assert!(found.is_none() || found == more, "{}", kind.label);
            }
        }
    }
}

proptest::proptest! {
    #[test]
    fn no_reading_is_wider_than_its_column(
        bytes in proptest::collection::vec(proptest::prop_oneof![
            proptest::prelude::any::<u8>(),
            proptest::sample::select(&[0x00u8, 0x01, 0x7F, 0x80, 0xFF, 0xF0, 0x3F][..]),
        ], MOST),
    ) {
        for kind in KINDS {
            for &order in kind.orders() {
                let readings = kind.read(&bytes, order).unwrap();
                proptest::prop_assert!(readings.len() <= kind.columns.len());
                for (reading, &columns) in readings.iter().zip(kind.columns) {
                    let text = reading.to_string();
                    proptest::prop_assert!(text.is_ascii() && text.len() <= columns, "{}: {text}", kind.label);
                }
            }
        }
    }
}
