//! Machine words in dumps: their radix, their byte order, and their end.

use super::{auto, named, read, right_or_nothing, unsure};
use hexloupe::hexdump::import::{DumpImport, FormatChoice};
use hexloupe::hexdump::out::RemarkKind;
use hexloupe::hexdump::table::by_name;

const ORDER: &str = "the byte order of the words is unknown";
const FILLED: &str = "zeros may fill up the last word";

/// The notes on a text that is read in a form.
fn notes(id: &str, text: &str) -> String {
    let mut import = DumpImport::new(FormatChoice::Named(by_name(id).unwrap()));
    import.feed(text.as_bytes()).unwrap();
    import.finish().unwrap();
    let remarks = import.out().take_remarks().into_iter();
    let notes = remarks.filter_map(|remark| match remark.kind {
        RemarkKind::Note(text) => Some(text),
        _ => None,
    });
    notes.collect::<Vec<_>>().join("\n")
}

#[test]
fn an_order_that_nothing_tells_is_said_to_be_assumed() {
    for (id, text) in [
        ("od", "0000000 062510 066154\n0000004\n"),
        (
            "xxd",
            "00000000: 0302 0401                                ....\n",
        ),
        ("xxd", "00000000: 0302 0401\n"),
        ("hex", "0302 0401\n0102 0304\n"),
        ("hex", "6c6c6548 77202c6f"),
        ("hex", "ff00 ff01\n41ff 41"),
        ("gdb", "0x4010:\t0x6c6c6548\t0x77202c6f\n"),
    ] {
        assert!(notes(id, text).contains(ORDER), "{id} {text}");
    }
    for (id, text) in [
        // The text column tells the order.
        (
            "xxd",
            "00000000: 4865 6c6c 6f                             Hello\n",
        ),
        ("od", "0000000 6548 6c6c  >Hell<\n0000004\n"),
        // The order makes no difference.
        ("od", "0000000 000000 177777\n0000004\n"),
        ("xxd", "00000000: 0000 ffff\n"),
        ("hexdump-c", "00000000  01 02 03\n"),
        ("hex", "48656c6c6f\n0d0a\n"),
        ("hex", "48 65 6c 6c\n"),
        // A run of digits is bytes in their order, however long it is.
        ("hex", "4865\n"),
        ("hex", "48656c6c\n6f20776f\n"),
        ("hex", "48656c6c6f20776f\n"),
        ("hex", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n"),
    ] {
        assert_eq!(notes(id, text), "", "{id} {text}");
    }
}

#[test]
fn a_word_that_may_have_been_filled_up_is_told() {
    for text in [
        "0000000 6548 000a\n",
        " 6548 000a\n",
        "0000000                   65\n0000010                    0\n",
    ] {
        assert!(notes("od", text).contains(FILLED), "{text}");
    }
    for text in [
        "0000000 6548 000a\n0000003\n",
        "0000000 6548 0a0d\n",
        "0000000 48 00\n",
    ] {
        assert!(!notes("od", text).contains(FILLED), "{text}");
    }
}

#[test]
fn the_first_word_of_rows_without_addresses_is_none() {
    named("od", " 6c6c6548 77202c6f 2172b6c3\n", b"Hello, w\xC3\xB6r!");
    named(
        "od",
        " 6c6c6548 77202c6f\n 2172b6c3\n",
        b"Hello, w\xC3\xB6r!",
    );
    named(
        "od",
        " 00000000 00000000 00000101\n",
        b"\0\0\0\0\0\0\0\0\x01\x01\0\0",
    );
    named(
        "od",
        " 0000000000000101 0000000000000000\n",
        b"\x01\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    );
    // Indented rows with addresses are not such rows.
    named("od", "    0000000 062510\n    0000002\n", b"He");
}

#[test]
fn words_of_the_other_order_are_filled_up_at_their_end_too() {
    auto(
        "0000000 20202020 20202020\n0000010 20000000\n0000011\n",
        b"         ",
        "od",
    );
}

#[test]
fn a_star_that_stands_for_nothing_is_of_another_radix() {
    let zeros = "   00000".repeat(8);
    let text = format!("0000000{zeros}\n*    \n0000020  \n");
    right_or_nothing(&text, &[0; 32]);
    named("hexdump", &text, &[0; 32]);
    let blank = " ".repeat(64);
    right_or_nothing(&format!("0000000{blank}\n0000010\n"), &[b' '; 16]);
}

#[test]
fn a_star_among_plain_digits_is_told() {
    let row = "ff ".repeat(16);
    let mut import = DumpImport::new(FormatChoice::Auto);
    import
        .feed(format!("{row}\n*\nff 41 41 41 41\n").as_bytes())
        .unwrap();
    import.finish().unwrap();
    assert_eq!(import.out().disagreements, 1);
}

#[test]
fn decimals_of_two_digits_are_no_hex() {
    let row = "  32".repeat(16);
    let text = format!("000000{row}\n*\n000020  32  32\n000022\n");
    auto(&text, &[b' '; 34], "od");
    auto(
        "000000   51   48   53   52   53   56\n000006\n",
        b"305458",
        "od",
    );
    auto("000000  72\n000001\n", b"H", "od");
    right_or_nothing(
        "0x0:\t-49 '\\317'\t-112 '\\220'\t75 'K'\t-57 '\\307'\n",
        b"\xCF\x90K\xC7",
    );
    auto(
        "0x0:\t49\t56\t54\t50\n0x4:\t54\t53\t57\t32\n",
        b"1862659 ",
        "gdb",
    );
    let rows = format!("> 000000{0}\n> 000010{0}\n> 000020\n", "   32".repeat(16));
    auto(&rows, &[b' '; 32], "od");
    right_or_nothing(
        "  3630799846604157252                   98\n",
        b"D1bC91c2b\0\0\0\0\0\0\0",
    );
    auto("    000000   32   57   48\n    000003\n", b" 90", "od");
    unsure("0000000   5   9   3   4\n0000004\n");
    right_or_nothing("10:00:01Z INFO rx:  030462 031464\n", b"2143");
    right_or_nothing(" 030462 031464 033066\n", b"214366");
    unsure("49 56 54 50 54 53 57 32\n");
    auto("48 00 05 12\n", b"\x48\0\x05\x12", "hex");
    unsure("   51   50   50   51   56   48   55   50   48\n");
    unsure("  51  50  50  51  56  48  55  50  48\n");
    auto("  48 65 6c 6c 6f\n", b"Hello", "hex");
}

#[test]
fn noughts_and_ones_of_another_base_are_no_bits() {
    let bits = |text: &str| {
        let found = read(FormatChoice::Auto, text);
        assert!(!found.is_ok_and(|(_, id)| id == "bits"), "{text}");
    };
    bits(" 101 101 101 101 101 101 101 101\n 101 101 000 000\n");
    bits("0000000 000110\n0000001\n");
    bits("0000000 110\n0000001\n");
    bits("   1   00 00 00 00 00 00 00\n");
    bits("00000000000000\n");
    bits("00000000\n");
    bits("DEBUG 00000000: 00100000 00100000\n");
    right_or_nothing("12:00 DEBUG rx 00000000: 00100000 00100000\n", b"  ");
    right_or_nothing("00000000: 00000000 00000000\n", &[0; 8]);
    auto("01001000 01100101\n01101100\n", b"Hel", "bits");
    // Wrapped at the end of a full line.
    auto("01001000 0110010\n1 01101100\n", b"Hel", "bits");
}

#[test]
fn a_number_that_is_torn_is_told() {
    for text in [
        "  0x48, 0x65, 0x6c, 0x6\nc, 0x6f\n",
        "  0X48, 0X65, 0X6",
        "  0x48, 0x65, 0x6c,\n  0x6c, 0",
    ] {
        let mut import = DumpImport::new(FormatChoice::Auto);
        let done = import.feed(text.as_bytes()).and_then(|()| import.finish());
        let told = import.out().take_remarks();
        assert!(done.is_err() || !told.is_empty(), "{text}");
    }
    auto("  0x48, 0x65, 0x6c,\n  0x6c, 0x6f\n", b"Hello", "c");
}

#[test]
fn an_end_that_fits_in_two_radixes_is_not_guessed() {
    unsure("0000000 00000000000 00000000000 00000000000\n0000011\n");
    auto("0000000 062510\n0000002\n", b"He", "od");
}

#[test]
fn cells_of_characters_are_no_escapes() {
    right_or_nothing(
        " 005  \\0 001   A  \\a 004  \\0   B\n  \\0  \\0\n",
        b"\x05\0\x01A\x07\x04\0B\0\0",
    );
}

#[test]
fn narrow_rows_with_a_gap_are_in_the_radix_that_reads_all_of_them() {
    let rows = "0000006 000000\n0000010 000400\n0000012 001000\n0000014 001400\n\
                0000016 002000\n0000020 000000\n0000023 000000\n*\n0000031 000000\n0000032\n";
    let bytes = [0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 0];
    named("od", rows, &[&bytes[..], &[0; 7]].concat());
    named(
        "xxd",
        "00000000: 00  .\n00000001: 00  .\n0000000a: 00  .\n",
        &[0; 3],
    );
}

#[test]
fn blanks_behind_the_address_of_the_end_are_no_row() {
    let text = "0000000   5   9   3   4 \n0000004    \n";
    named("hexdump", text, b"5934");
    let long = format!("0000000{}    \n0000003    \n", "  \\0".repeat(3));
    // The row is longer than the end address says, which gets a remark.
    let mut import = DumpImport::new(FormatChoice::Named(by_name("od").unwrap()));
    import.feed(long.as_bytes()).unwrap();
    import.finish().unwrap();
    assert_eq!(import.out().disagreements, 1);
    named("od", "0000000   a   b\n0000002    \n0000003\n", b"ab ");
    named("od", " 040 040 040 040\n 040\n", b"     ");
    let blanks = " ".repeat(12);
    let text = format!("0000000   a{blanks}\n");
    assert!(notes("hexdump", &text).contains("blanks may fill up the last row"));
}

#[test]
fn the_same_bytes_once_more_as_characters_tell_what_words_are() {
    let text = "0000000  36  32  32  35\n          6   2   2   5\n0000004\n";
    named("od", text, b"6225");
    auto(text, b"6225", "od");
    let text = "0000000  54  50  50  53\n          6   2   2   5\n0000004\n";
    named("od", text, b"6225");
    let blank = "0000000  20  20  20\n                   \n0000003\n";
    auto(blank, b"   ", "od");
    let text = "0000000    6548    6c6c    0a6f\n          H   e   l   l   o  \\n\n0000006\n";
    named("od", text, b"Hello\n");
}
