//! What stands beside a dump: stamps of a log, prompts, fences, colours, other rows. None of it makes
//! another dump of it, and no row is left out in silence.
//!
//! Invariant: the dumps are those of the programs named, and the bytes those that they were given.

use hexloupe::hexdump::import::{self, FormatChoice};

/// The bytes of a text that is a dump, and whether there is something to say about them; none if it is
/// refused.
pub(super) fn asked(text: &str) -> Option<(Vec<u8>, bool)> {
    let (mut import, done) = import::read(FormatChoice::Asked, text.as_bytes());
    let out = import.out();
    let (bytes, runs) = out.data();
    let mut all = Vec::new();
    for run in runs {
        let some = &bytes[run.at..run.at + run.len];
        all.extend(some.iter().copied().cycle().take(run.total as usize));
    }
    done.ok()
        .map(|()| (all, out.disagreements > 0 || out.cuts > 0))
}

#[track_caller]
pub(super) fn read(text: &str, bytes: &[u8]) {
    assert_eq!(asked(text), Some((bytes.to_vec(), false)), "{text}");
}

/// Nothing is read of it.
#[track_caller]
pub(super) fn refused(text: &str) {
    assert_eq!(asked(text), None, "{text}");
}

/// The reading is uncertain, and is said to be.
#[track_caller]
pub(super) fn told(text: &str, bytes: &[u8]) {
    assert_eq!(asked(text), Some((bytes.to_vec(), true)), "{text}");
}

const COUNT: &[u8] = b"\0\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0B\x0C\r\x0E\x0F\x10\x11";

/// Dumps of 18 bytes by hexdump -e, openssl, xxd -i, as, base64, base32.
const ROWS: [&str; 6] = [
    "00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\n10 11\n",
    "    00:01:02:03:04:05:06:07:08:09:0a:0b:0c:0d:0e:\n    0f:10:11\n",
    "  0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b,\n  0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11\n",
    "\t.byte\t0x0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7\n\t.byte\t0x8, 0x9, 0xa, 0xb, 0xc, 0xd, 0xe, 0xf\n\t.byte\t0x10, 0x11\n",
    "AAECAwQFBgcICQoLDA0ODxAR\n",
    "AAAQEAYEAUDAOCAJBIFQYDIOB4IBC===\n",
];

#[test]
fn stamps_before_each_line_are_no_part_of_a_dump() {
    let stamps: [fn(usize) -> String; 4] = [
        |row| format!("2026-11-29 10:15:{:02},100 DEBUG [worker-1] net: ", 9 + row),
        |row| format!("Nov 29 10:15:30 host app[{}]: ", 99 + row),
        |row| format!("[{:5}.000{row:03}] usb 1-1: ", 99 + row),
        |row| format!("I/App  ({:5}): ", 99 + row),
    ];
    for rows in ROWS {
        for stamp in stamps {
            let lines = rows.split_inclusive('\n').enumerate();
            let text: String = lines.map(|(row, line)| stamp(row) + line).collect();
            read(&text, COUNT);
        }
    }
    // gdb's words are little-endian, and its address is no stamp.
    read(
        "Nov 29 10:15:06 host app[100]: 0x7fffffffe5c0:\t0xeb988de9e9e9d67e\n",
        b"\x7E\xD6\xE9\xE9\xE9\x8D\x98\xEB",
    );
    // `od -A x -t x8` has an address before its number.
    read(
        "[   56.000100] usb 1-1: 000000 6867666564636261\n[   56.000101] usb 1-1: 000008\n",
        b"abcdefgh",
    );
}

#[test]
fn prompts_fences_and_colours_are_no_part_of_a_dump() {
    for rows in ROWS {
        let coloured = rows.replace('\n', "\u{1b}[0m\n\u{1b}[32m");
        for text in [
            rows.to_owned(),
            format!("```\n{rows}```\n"),
            format!("$ dump a.bin\n{rows}$ \n"),
            format!("vera@host:~/src$ dump a.bin\n{rows}vera@host:~/src$ \n"),
            format!("C:\\Users\\vera> dump a.bin\n{rows}C:\\Users\\vera> \n"),
            format!("(gdb) dump\n{rows}(gdb) quit\n"),
            format!("\u{1b}[32m{coloured}"),
        ] {
            read(&text, COUNT);
        }
    }
    // A word of hex between colours is no base64.
    let hex = "81DD7016B8F81DC674567CA8C9A87412871A98878A25DF53507D969FC276E23D";
    let bytes: Vec<u8> = (0..hex.len() / 2)
        .map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap())
        .collect();
    read(&format!("\u{1b}[32m{hex}\u{1b}[0m\n"), &bytes);
    read("```\n0x7fffffffe5d0:\t0xc4\t0x30\n```\n", b"\xC40");
}

#[test]
fn the_last_row_among_text_is_no_less_a_row() {
    let mail = |rows: &str| format!("Hi,\nthis is what I get:\n\n{rows}\nAny idea?\n-- \nVera\n");
    for rows in ROWS {
        read(&mail(rows), COUNT);
    }
    // `openssl s_client -msg`, `objdump -s`, `readelf -x`, `tcpdump -X`.
    read(
        &mail("0000 - 85 c0 0f 84 9c 00 00 00-48                        ........H\n"),
        b"\x85\xC0\x0F\x84\x9C\0\0\0H",
    );
    read(
        &mail(
            "0000 - 00 01 02 03 04 05 06 07-08 09 0a 0b 0c 0d 0e 0f   ................\n0010 - 10 11                                             ..\n",
        ),
        COUNT,
    );
    read(
        "\na.bin:     file format binary\n\nContents of section .data:\n 0000 e0e1e2e3 e4e5e6                      .......         \n",
        b"\xE0\xE1\xE2\xE3\xE4\xE5\xE6",
    );
    // Rows of zeros may be bits, and equal rows are rows.
    read(
        "\na.bin:     file format binary\n\nContents of section .data:\n 0000 00000000 00000001 00000000 00000000  ................\n 0010 00000000 00000000 00000000 00000000  ................\n 0020 ff                                   .               \n",
        &[&[0; 7][..], &[1], &[0; 24], &[0xFF]].concat(),
    );
    read(
        "10:00 INFO up\n10:01 ERROR bad payload: \t.byte\t0xff, 0xff, 0xff, 0xff\n\t.byte\t0xff, 0xff, 0xff, 0xff\n\t.byte\t0xff\n10:02 INFO bye\n",
        &[0xFF; 9],
    );
    read(
        "12:00:01.123456 IP 10.0.0.1.80 > 10.0.0.2.5000: tcp 3\n\t0x0000:  4120 42                                  A B\n",
        b"A B",
    );
    read(
        "bad payload: U3RyYd9lISBPbOEsIHZvY+ogbuNvIGVzdOEgYXF1aS4gQefjbyEgZXJyb3I6IGZp\nbGUgJ2EgYi50eHQn\nbye, 5\n",
        b"Stra\xDFe! Ol\xE1, voc\xEA n\xE3o est\xE1 aqui. A\xE7\xE3o! error: file 'a b.txt'",
    );
    // The digits of base64 may begin with a sign.
    read(
        "got /yABAAD/AAD/AEEAIAEAIEEAAAABICA= of 5\n",
        b"\xFF \x01\0\0\xFF\0\0\xFF\0A\0 \x01\0 A\0\0\0\x01  ",
    );
}

#[test]
fn what_may_be_a_word_of_the_text_is_told() {
    // The last line of base64 without a figure.
    let line = "Y2hlbiwgc2Now7ZuZSBTdHJhw59lISBPbMOhLCB2b2PDqiBuw6NvIGVzdMOhIGFxdWkuIEHDp8Oj";
    let bytes = "chen, schöne Straße! Olá, você não está aqui. Açã".as_bytes();
    assert_eq!(line.len(), 76);
    let mut all = bytes.to_vec();
    all.extend_from_slice(b"\x6D\xA7\xB2");
    told(&format!("Hi:\n\n{line}\nbaey\n\nBye.\n"), &all);
    // Pairs of decimal digits.
    told("Hi:\n\n65 66 67 68\n\nBye.\n", b"efgh");
    told("0 57 72 69\n", &[0, 57, 72, 69]);
}

#[test]
fn numbers_beside_a_dump_are_no_bytes_of_it() {
    for text in [
        // An address and its words, all of eight digits.
        "Hi:\n\n  0x00002000 eb838400                            ....\n\nBye.\n",
        // A call with a number.
        "read(3, \"2, 3], \\\"s\\\": \\\"a\\\\nb\\\"}\\r\\n????????????\", 131072) = 32\n",
        // Some numbers of one digit.
        "Hi:\n\n6c 6f 63 61 6c 65 0 0 0 0 0\n\nBye.\n",
    ] {
        match asked(text) {
            None => {}
            Some((bytes, _)) => assert_eq!(bytes, b"\xEB\x83\x84\0", "{text}"),
        }
    }
    // Wireshark shows a byte.
    read(
        "0000   59                                                 Y\n",
        b"Y",
    );
    // 0xFFFF is no base64, and the words of gdb are no literals of SQL.
    read("> 0xFFFFFFFFFFFFFFFFFFFFFFFFFF\n", &[0xFF; 13]);
    read(
        "10:15:00 net: 0x7fffffffe590:\t0x6f6620746f6e2027\t0x3031207c20646e75\n10:15:00 net: 0x7fffffffe5a0:\t0x746f757122202530\t0x226b227b0a226465\n",
        b"' not found | 100% \"quoted\"\n{\"k\"",
    );
    // Format-Hex of PowerShell 7 shows zeros as U+FFFD.
    read(
        "0000000000000000 00 00 00 FF 00                                  \u{fffd}\u{fffd}\u{fffd}ÿ\u{fffd}\n",
        b"\0\0\0\xFF\0",
    );
}

#[test]
fn a_string_alone_is_read_without_its_quotes() {
    // As git, Ruby and Perl write them.
    read("\"\\303\\274ber \\\\ uns\"\n", "über \\ uns".as_bytes());
    read(
        "\"sv/K\\xE2\\xD9\\t\\xD48\\u0018\\e\\#{a}\\\\\"\n",
        b"sv/K\xE2\xD9\t\xD48\x18\x1B#{a}\\",
    );
    read("$VAR1 = \"\\@\\361\\360\\$a\\0\";\n", b"@\xF1\xF0$a\0");
    read(
        "$'a\\nb\"}\\r\\n[1, 2, 3] \\303\\211 it is, and more of it is text than escapes'\n",
        b"a\nb\"}\r\n[1, 2, 3] \xC3\x89 it is, and more of it is text than escapes",
    );
    read("> \"\\377\"\n", b"\xFF");
    read("\\037\\200\\000\\\n\\0001$\n", b"\x1F\x80\0\x001\n");
    // Nothing but doubled backslashes is no octal.
    read("b'UVWXYZ[\\\\]^_`'\n", b"UVWXYZ[\\]^_`");
    // Many escapes of one value prove nothing.
    told(&format!("\"{}\"\n", "\\255".repeat(15)), &[0xAD; 15]);
    told("\"\\147^\\222\\031\"\n", b"g^\x92\x19");
    // An escape character is octal beyond doubt, and so is a number above 255.
    read("\"\\033[1m\\377\"\n", b"\x1B[1m\xFF");
}

/// One damaged digit makes a dump unreadable, or is told; it does not make another dump of it.
#[test]
fn damaged_digits_are_no_dump_of_another_form() {
    let hex = "696d6e6f70x172737475767778797a7b7c7d7e7f8081828384858687";
    let groups = "65-73-74-3F-20-61-71-75-69-2E-20-41-E7-E36-6F-21-0A";
    let mixed = "65-73-74-3F-20-61-71-75-69-2E-20-41-E7-x3-6F-21-0A";
    for text in [
        hex,
        groups,
        mixed,
        // An odd number of digits of PostgreSQL.
        "\\xcacbcccdcecfd0d1d2d3d4d5dd6d7d8d9dadbdcdd",
        // The first byte of a row, and of a list.
        "8c c5 90 9b 29 b7 87 1d\nx1 0f 0c 57 11 12 13 14\n15 16 17 18\n",
        "[0xxf, 0xff, 0xfe, 0xfd, 0xfc, 0xfb]",
        "0xff, 0x00, 0x00, 0x00, 0x00, xx00, 0x20,\n  0x41, 0x01, 0x00\n",
    ] {
        assert_eq!(asked(&format!("{text}\n")), None, "{text}");
    }
    // A digit too many, and a digit that is none, among octal escapes.
    let more = "\\371\\252\\266\\145\\162\\335";
    let octal = |damaged: &str| format!("{more}{more}{damaged}{more}");
    let bytes = b"\xF9\xAA\xB6er\xDD";
    let with = |damaged: &[u8]| [&bytes[..], bytes, damaged, bytes].concat();
    told(&octal("1"), &with(b"1"));
    told(&octal("\\2x3"), &with(b"\x02x3"));
}

/// The signs that a web page, a mail or a terminal puts beside the digits.
#[test]
fn signs_that_nobody_sees_and_marks_of_lines_are_no_part_of_a_dump() {
    let pairs = "89 50 4e 47 0d 0a 1a 0a";
    let bytes = b"\x89PNG\r\n\x1A\n";
    for text in [
        format!("\u{200B}{pairs}\n"),
        format!("\n\n\u{FEFF}{pairs}\n"),
        format!("x:\n{pairs}\u{85}\ny\n"),
        format!("10:15:59 a: \u{FEFF}{pairs}\n"),
        format!("+{pairs}\n"),
        "+00000000: 8950 4e47  .PNG\n+00000004: 0d0a 1a0a  ....\n".to_owned(),
        "* 00000000: 8950 4e47  .PNG\n* 00000004: 0d0a 1a0a  ....\n".to_owned(),
        "12:89 50 4e 47\n13:0d 0a 1a 0a\n".to_owned(),
        "a/b.txt:12:89 50 4e 47\na/b.txt:13:0d 0a 1a 0a\n".to_owned(),
        // Lines that end in CR alone.
        "0x7ffee0001000: 0x89 0x50 0x4e 0x47\r0x7ffee0001004: 0x0d 0x0a 0x1a 0x0a\r".to_owned(),
        // Rows whose text column is hex digits, after the stamp of a container.
        "2026-11-29T10:15:59Z stdout F 00000000: 6161 6161 6161 6161 6161 6161 6161 6161  aaaaaaaaaaaaaaaa\n\
         2026-11-29T10:16:00Z stdout F 00000016: 6161 6161 6161 6161 6161 6161 6161 6161  aaaaaaaaaaaaaaaa\n"
            .to_owned(),
    ] {
        let is_zeros = text.contains("aaaa");
        let (found, _) = asked(&text).unwrap_or_default();
        assert_eq!(found, if is_zeros { &[b'a'; 32][..] } else { &bytes[..] }, "{text}");
    }
}

#[test]
fn a_row_beside_a_dump_that_is_not_read_is_told() {
    told(
        "000g0000: 8950 4e47 0d0a 1a0a  .PNG....\n00000008: 3a                       :\n",
        b"\x89PNG\r\n\x1A\n",
    );
    told(
        "x\n+ 7b 00 22 00 61 0? 22 00 3a 00 31 00 2c 00 y\n",
        b"\x22\0:\x001\0,\0",
    );
    told("<Buffer 7b 00 22 00 61 00\n", b"{\0\"\0a\0");
    told(
        "x 96 224 128 1 202 15g 169 59 214 145 217\n",
        b"\xA9\x3B\xD6\x91\xD9",
    );
    told("7B2261223A312C2?62223A22C3BC227D\n", b"b\":\"\xC3\xBC\"}");
    told("12:7B 22 61 22\n", b"\x12{\"a\"");
    told("log.txt:12:01101001 01110100 00100111\n", b"t'");
    let frame = "│00000000│ 53 45 4c 45 43 54 20 31 ┊ 3b 0                   │SELECT 1┊;_      │\n";
    told(frame, b"SELECT 1");
    // A row that ends before its text, and the rest of it.
    told(
        "00000000  89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52  |.PNG........IHDR|\n\
          00000010  90 c4 87 6c \n49 80 74 5c db b7 97 b2 56 d6 09 65  |...lI.t.....V..e|\n\
          00000020  df 7f                                             |..|\n00000022\n",
        b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\x90\xC4\x87l\xDF\x7F",
    );
    // Both words are read of the first, or none.
    let last = "a:\n  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a,\n  0x0a;\nb\n";
    read(last, b"\x89PNG\r\n\x1A\n");
}

#[test]
fn text_in_quotes_is_no_damaged_digits_and_no_part_of_a_string() {
    refused("string(42) \"0000000000000000000000000000000000000ge0ec\"\n");
    refused("--hex-string \"|61 61 61 61 61 61 6 61 61 61 61 61|\"\n");
    told(
        "“{\\”a\\\":1,\\\"\\022\\245\\273\\b\\233\"\n",
        b":1,\"\x12\xA5\xBB\x08\x9B",
    );
    // An escape that an octal document would leave as it is.
    refused("`\\211PNG\\015\\012\\032\\012 '`\n");
}

#[test]
fn uuencode_without_its_head_is_read_by_the_lengths_of_its_lines() {
    // `perl -e 'print pack("u", ...)'`.
    let text = "M4T5,14-4(#$[\"E-%3$5#5\"`Q.PI314Q%0U0@,3L*4T5,14-4(#$[\"E-%3$5#\n%5\"`Q.PH`\n";
    let bytes = "SELECT 1;\n".repeat(5);
    read(text, bytes.as_bytes());
    read("-2&5L;&\\L('=O<FQD\"@``\n", b"Hello, world\n");
}

#[test]
fn an_address_a_number_of_a_line_and_the_value_of_a_call_are_no_bytes() {
    // A row of WinDbg without its text.
    read(
        "00120000  69 74 27 73 20 5c 20 61-6e 64 20 22\n",
        b"it's \\ and \"",
    );
    refused("10:15:59 a: foo(1, \"abc\", 16) = 16\n");
    refused("208\n");
    // `cat -n`.
    read("     1\t137, 80, 78, 71, 13\n", b"\x89PNG\r");
    // No-break spaces of a web page.
    read(
        "content:\"|D0\u{A0}9F\u{A0}D1\u{A0}80|\";\n",
        b"\xD0\x9F\xD1\x80",
    );
}

#[test]
fn a_lost_digit_or_comma_is_told() {
    told("\"\\xE6\\x97\\xA5\\xE\\x81\"\n", b"\xE6\x97\xA5\x0E\x81");
    refused("bytes([208, 159, 1 4, 209])\n");
    told("[0] bytearray(b'it')\n", b"\0it");
    let figures = "0123456789".repeat(4);
    let bytes = b"\x01\x23\x45\x67\x89".repeat(4);
    told(&format!("10:15:59 a: \"{figures}\"\n"), &bytes);
    refused("10:15:59 a:  00 01 02 03 04 05 06 07\n10:16:00 a:  d0 9f d1 80 d0 b8 d0 b\n");
}
