//! Tests of the reader: tables of texts, and the two ways of reading compared with each other.

use std::fmt::Write;

use proptest::prelude::*;

use super::reader::ColumnReader;
use super::shape::{Address, AddressEnd, ColumnFormat, TextColumn};
use crate::format::DumpReader;
use crate::import::{self, FormatChoice};
use crate::out::ReaderOutput;
use crate::table::by_name;
use crate::text::DumpLine;

/// The result of reading a text, in this order: `address:bytes;` for each run, with `+` and the
/// length in hex after the bytes if they repeat up to it; ` line:column remark;`; ` -first..last`
/// for skipped lines; ` !line:column` and the reason for an error.
fn read(format: &str, text: &str) -> String {
    let choice = FormatChoice::Named(by_name(format).unwrap());
    let (mut import, done) = import::read(choice, text.as_bytes());
    let out = import.out();
    let mut found = String::new();
    let (bytes, runs) = out.data();
    for run in runs {
        let part = &bytes[run.at..run.at + run.len];
        let _ = write!(found, "{:x}:{}", run.address, part.escape_ascii());
        let times = if run.total > run.len as u64 {
            format!("+{:x}", run.total)
        } else {
            String::new()
        };
        let _ = write!(found, "{times};");
    }
    for remark in out.take_remarks() {
        let _ = write!(found, " {}:{} {remark};", remark.line, remark.column);
    }
    for (first, last) in &out.skipped {
        let _ = write!(found, " -{first}..{last}");
    }
    if let Err(import::ImportFailure::Unreadable(why)) = done {
        let _ = write!(found, " !{}:{} {}", why.line, why.column, why.reason);
    }
    found
}

#[track_caller]
fn check(format: &str, text: &str, expected: &str) {
    assert_eq!(read(format, text), expected, "{text}");
}

/// The notes on words whose byte order no text column shows.
const AS_WRITTEN: &str =
    "0:0 the byte order of the words is unknown; their bytes were read in the order written;";
const FROM_LAST: &str =
    "0:0 the byte order of the words is unknown; their bytes were read last to first;";

/// A row of sixteen bytes with its address, and the result of reading it.
const FIRST: &str = "00000000: 4865 6c6c 6f20 776f 726c 6421 2030 3020  Hello world! 00 \n";
const HELLO: &str = r"0:Hello world! 00 ;";

#[test]
fn text_before_an_address_is_skipped() {
    let last = "00000010: 3131 0a                                  11.";
    let both = r"0:Hello world! 00 11\n;";
    for before in [
        "",
        "  ",
        "\t",
        "12: ",
        "[recv] ",
        "2026-11-22 10:00:01.123 DEBUG recv ",
    ] {
        check("xxd", &format!("{before}{FIRST}{before}{last}\n"), both);
    }
    check("xxd", &format!("9 {FIRST}10 {last}\n"), both);
    check(
        "xxd",
        &format!("Look:\n\n> {FIRST}> {last}\n\n-- \nBob"),
        &format!("{both} -1..1 -6..7"),
    );
}

#[test]
fn numbers_that_are_bytes_in_octal_and_in_decimal_are_read_with_a_remark() {
    let either = "0:0 the numbers may be octal or decimal; they were read as octal;";
    let row = |words: &str| format!("0000000 {words}\n0000002\n");
    check("od", &row("175 227"), &format!(r"0:}}\x97; {either}"));
    // No byte has these digits in decimal, or this leading zero.
    check("od", &row("175 277"), r"0:}\xbf;");
    check("od", &row("175 012"), r"0:}\n;");
    check("od", &row(" 17 227"), r"0:\x11\xe3;");
}

#[test]
fn unreadable_text_is_reported_with_its_column() {
    let row = |row: &str| format!("{FIRST}{row}\n");
    let check = |line: &str, why: &str| check("xxd", &row(line), &format!("{HELLO} !{why}"));
    check(
        "00000010: 3131 0a4g 6c6c 6f20 776f 726c 6421 2030  11.Allo world! 0",
        "2:19 'g' is not a hex digit",
    );
    check(
        "00000z10: 3131 0a41 6c6c 6f20 776f 726c 6421 2030  11.Allo world! 0",
        "2:6 'z' is not a hex digit",
    );
    check(
        "00000010: 31 1 41 6c",
        "2:14 the digits are not whole bytes",
    );
    check(
        "fffffffffffffffe: 3131 0a41",
        "2:1 this is past the largest address",
    );
    check("00000010: zz", "2:11 'z' is not a hex digit");
}

#[test]
fn text_that_is_none_of_the_dump_is_skipped() {
    check(
        "xxd",
        &format!("{FIRST}deadbeef: bad value\n"),
        &format!("{HELLO} -2..2"),
    );
    check(
        "xxd",
        &format!("{FIRST}00001234: zz\n"),
        &format!("{HELLO} -2..2"),
    );
}

#[test]
fn a_differing_text_column_is_reported_byte_by_byte() {
    let rest = "00000010: 3131 0a41                                11.B\n";
    let why = r"0:Hello world! 00 11\nA; 2:18 the digits say 41 ('A'), the text beside them 'B' (42), at 0x13;";
    check("xxd", &format!("{FIRST}{rest}"), why);
    let why = "0:abc; 1:17 the digits say 63 ('c'), the text beside them '.', at 0x2;";
    check("hexdump-c", "00000000  61 62 63  |ab.|\n", why);
    let other = "00000000: 6162 6364 6566  /?-==.\n00000006: 6162 6364 6566  /?-==.\n";
    let note = "0:abcdefabcdef; 1:0 the text column does not show the bytes as ASCII;";
    check("xxd", other, &format!("{note} {AS_WRITTEN}"));
    let lost = "00000000: 6162 63  abcd\n";
    check(
        "xxd",
        lost,
        "0:abc; 1:0 the length of the text column says 04, but the bytes give 03, at 0x0;",
    );
}

#[test]
fn a_cut_line_gives_its_whole_bytes() {
    let cut = |row: &str, bytes: &str, how: &str| {
        let expected = format!("0:Hello world! 00 {bytes}; 2:0 the line is cut: {how};");
        check("xxd", &format!("{FIRST}{row}"), &expected);
    };
    cut(
        "00000010: 3131 4",
        "11",
        "the last digits are not a whole byte",
    );
    cut("00000010: 3131 41", "11A", "it has no text column");
    cut(
        "00000010: 3131 3131 3131 3131 3131 3131 3131 3131  111",
        "1111111111111111",
        "the text column is shorter than the bytes",
    );
    check(
        "hexdump-c",
        "00000000  61 62 63  |ab",
        "0:abc; 1:0 the line is cut: the text column does not end;",
    );
    check(
        "hexdump",
        "0000000 6261 6463 65",
        &format!("0:abcd; 1:0 the line is cut: the last digits are not a whole byte; {FROM_LAST}"),
    );
}

#[test]
fn repeats_are_as_many_as_the_addresses_say() {
    let row = |address: &str| format!("{address}  61 62  |ab|\n");
    let zero = row("00000000");
    check(
        "hexdump-c",
        &format!("{zero}*\n{}", row("00000010")),
        "0:ab;2:ab+e;10:ab;",
    );
    check("hexdump-c", &format!("{zero}*\n00000007\n"), "0:ab;2:ab+5;");
    check(
        "hexdump-c",
        &format!("{zero}*\nffffffffffffffff\n"),
        "0:ab;2:ab+fffffffffffffffd;",
    );
    let never = "no address after it shows how often to repeat the row before it";
    check(
        "hexdump-c",
        &format!("{zero}*\n"),
        &format!("0:ab; 2:0 the line is cut: {never};"),
    );
    let gap = "`*` does not stand for whole rows: there is a gap before the next address";
    check(
        "hexdump-c",
        &format!("{zero}*\n{}", row("00000005")),
        &format!("0:abab;5:ab; 2:0 {gap};"),
    );
}

#[test]
fn the_address_of_the_end_is_compared_with_the_bytes() {
    let words = |text: &str, expected: &str| {
        check("hexdump", text, &format!("{expected} {FROM_LAST}"));
    };
    words("0000000 6261 0063\n0000003\n", "0:abc;");
    words("0000000 6261 0063\n0000004\n", r"0:abc\x00;");
    words(
        "0000000 6261 6463\n0000003\n",
        "0:abcd; 2:0 the end address says 03, but the bytes give 04, at 0x3;",
    );
    check("od", "0000000   a\n0000001\n", "0:a;");
    check(
        "hexdump",
        "0000000   a   b            \n0000003\n",
        "0:ab ;",
    );
}

#[test]
fn packets_are_laid_end_to_end() {
    let text = "0000  61 62   ab\n\n0000  63 64   cd\n0002  65 66   ef\n";
    check(
        "packets",
        text,
        "0:abcdef; 0:0 2 packets, joined end to end;",
    );
}

#[test]
fn a_row_may_be_far_longer_than_usual_but_not_without_end() {
    let row = "61 ".repeat(20_000);
    let found = read("od", &format!("0000000 {row}\n"));
    assert_eq!(found.len(), 20_003);
    let row = "61 ".repeat(30_000);
    check(
        "od",
        &format!("0000000 {row}\n"),
        " !1:1 a row with more than 65536 characters",
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn the_template_reads_the_same_as_parsing_in_full(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let texts: Vec<Vec<u8>> = ["xxd", "hexdump-c", "hexyl", "hexdump"].iter().map(|id| {
            let mut text = Vec::new();
            let mut writer = by_name(id).unwrap().writer.unwrap()(&crate::format::DumpLayout::default());
            let bytes: Vec<u8> = (0..=255).chain("Hello, wörld! 00 11 22".bytes().cycle().take(70)).collect();
            writer.bytes(0, &bytes, &mut text);
            writer.end(&mut text);
            text
        }).collect();
        let mut text = texts[which.index(texts.len())].clone();
        for (at, byte) in changes {
            let at = at.index(text.len());
            text[at] = if byte % 3 == 0 { byte } else { b"0123456789abcdef: .|\n"[usize::from(byte) % 21] };
        }
        for shape in [&ColumnFormat::HEX, &COLON, &BARS] {
            let (mut quick, mut slow) = (ColumnReader::new(shape), ColumnReader::new(shape));
            let (mut first, mut second) = (ReaderOutput::default(), ReaderOutput::default());
            for (number, text) in text.split(|byte| *byte == b'\n').enumerate() {
                let line = DumpLine { number: number as u64 + 1, column: 1, text, begins: true, ends: true, end: b"" };
                let done = quick.line(&line, &mut first);
                let other = slow.slow(&line, &mut second);
                prop_assert_eq!(&done, &other, "{}", String::from_utf8_lossy(text));
                if done.is_err() {
                    break;
                }
            }
            prop_assert_eq!(first.data(), second.data());
            prop_assert_eq!(first.counts, second.counts);
            prop_assert_eq!(first.take_remarks(), second.take_remarks());
        }
    }
}

static COLON: ColumnFormat = ColumnFormat {
    address: Some(Address {
        end: AddressEnd::Colon,
        ..Address::HEX
    }),
    ..ColumnFormat::HEX
};
static BARS: ColumnFormat = ColumnFormat {
    text: TextColumn::Between(b'|', b'|'),
    ..ColumnFormat::HEX
};
