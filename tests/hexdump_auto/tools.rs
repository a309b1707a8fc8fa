//! What tracers, debuggers, servers and design tools print, where an address, a count or a sign beside the
//! bytes is none of them.
//!
//! Invariant: the texts are in the form in which the program named writes those bytes; each is read as
//! them, with what is uncertain told, or refused.

use super::beside::{read, refused, told};

#[test]
fn a_call_that_tells_how_many_bytes_it_wrote_is_its_string() {
    // strace, with a process and a time, ltrace and truss.
    for (text, bytes) in [
        (
            "write(1, \"Hello\\n\", 6)                  = 6\n",
            &b"Hello\n"[..],
        ),
        ("write(1, \"12 34\", 5) = 5\n", b"12 34"),
        (
            "[pid 12345] 10:00:00.123456 read(3, \"Hello\\n\", 4096) = 6\n",
            b"Hello\n",
        ),
        (
            "write(1,\"a \\\"x\\\"\\\\y\",7)\t\t = 7 (0x7)\n",
            b"a \"x\"\\y",
        ),
    ] {
        read(text, bytes);
    }
    told(
        "writev(1, [{iov_base=\"Hello\", iov_len=5}, {iov_base=\"\\n\", iov_len=1}], 2) = 6\n",
        b"Hello\n",
    );
    // Another number than that of the bytes.
    refused("[pid 12345] 10:00:00.123456 read(3, \"Hello\\n\", 4096) = 13\n");
    refused(
        "writev(1, [{iov_base=\"Hello\", iov_len=5}, {iov_base=\"\\n\", iov_len=1}], 2) = 14\n",
    );
}

#[test]
fn an_address_before_a_string_or_by_its_name_is_no_byte() {
    // `x/s` of gdb, `p` of lldb, gdb's machine interface, `po` of Swift.
    read("0x555555558040 <buf>:\t\"Hello\\n\"\n", b"Hello\n");
    read("(char *) $0 = 0x0000000100003f90 \"Hello\"\n", b"Hello");
    refused("  pointer : 0x0000000100003f90\n    - count : 3\n");
    read(
        "^done,memory=[{begin=\"0x0000000000004000\",offset=\"0x0\",end=\"0x4004\",contents=\"d09fd180\"}]\n",
        b"\xD0\x9F\xD1\x80",
    );
    // The words of WinDbg are numbers of a little-endian machine.
    read("00007ff6`12340000  6c6c6548 77202c6f\n", b"Hello, w");
    read("00007ff6`12340000  6548 6c6c 2c6f 7720\n", b"Hello, w");
    // A time of day before a row.
    refused("Jan  5 10:00:00 0000 d0\n");
}

#[test]
fn strings_beside_words_are_told_to_be_joined() {
    // An access log of nginx.
    told(
        "10.0.0.1 - - [05/Jan/2024:10:00:00 +0000] \"\\xD0\\x9F\" 400 150 \"-\" \"-\"\n",
        b"\xD0\x9F--",
    );
    read(
        "const char s[] = \"\\xD0\" \"\\x9F\" u8\"\\n\";\n",
        b"\xD0\x9F\n",
    );
}

#[test]
fn numbers_in_quotes_with_an_x_before_them_are_no_text() {
    // VHDL; figures alone may be text.
    told(
        "constant DATA : std_logic_vector(39 downto 0) := x\"3132203334\";\n",
        b"12 34",
    );
    refused("constant DATA : std_logic_vector(7 downto 0) := x\"d0\";\n");
}

#[test]
fn octal_numbers_of_rsyslog_are_no_decimal_ones() {
    refused("Jan  5 10:00:00 host app[12]: #000#001#007#010#011\n");
    read("s := #208#159#10;\n", b"\xD0\x9F\n");
}

#[test]
fn a_string_of_python_has_no_quotes_in_it() {
    read("'\\u041f\\u0440\\u0438'\n", "При".as_bytes());
}

#[test]
fn a_field_of_a_journal_that_hides_its_bytes_has_none() {
    refused("    MESSAGE=[20 blob data]\n");
}

#[test]
fn decimal_numbers_behind_labels_and_between_hyphens_are_told() {
    told("49 - 50 - 32 - 51\n", b"\x49\x50\x32\x51");
    told("byte1: 9\nbyte2: 10\nbyte3: 11\n", b"\x09\x10\x11");
}

#[test]
fn a_list_of_pascal_is_read_to_its_last_row() {
    // HxD, "copy as Pascal".
    read(
        "const\n  rawData: array[0..12] of Byte = (\n\
         \t$48, $65, $6C, $6C, $6F, $2C, $20, $77, $6F, $72, $6C, $64,\n\t$0A\n);\n",
        b"Hello, world\n",
    );
}

#[test]
fn a_blank_between_escapes_and_characters_is_told() {
    // HBase.
    told(
        " row1 column=cf:a, value=\\xD0\\x9F\\xD1\\x82ab, \\xD0\\xBC\\xD0\\xB8\n",
        b"\xD0\x9F\xD1\x82ab,\xD0\xBC\xD0\xB8",
    );
}

#[test]
fn rows_that_show_bytes_twice_are_read_once() {
    // `printf '\320\237 12' | od -An -t cx1` and `-t co1`, `od -t ad1`, `hexdump -bc`.
    let bytes = b"\xD0\x9F 12";
    read(" 320 237       1   2\n  d0  9f  20  31  32\n", bytes);
    read(" 320 237       1   2\n 320 237 040 061 062\n", bytes);
    read(
        "0000000    P   us   sp    1    2\n         -48  -97   32   49   50\n0000005\n",
        bytes,
    );
    let blanks = " ".repeat(44);
    let rows = format!(
        "0000000 320 237 040 061 062{blanks}\n0000000 320 237       1   2{blanks}\n0000005\n"
    );
    read(&rows, bytes);
    // Nothing tells how many rows the star stands for.
    refused("  00  00\n  \\0  \\0\n*\n  01\n 001\n");
}

#[test]
fn blanks_between_words_of_escapes_are_told() {
    // bpftrace, HBase and dmesg write no quotes.
    told(
        "@buf: \\xd0\\x81\\xd0\\xb6 \\xd0\\xbc\\xd0\\xb8\\xd1\\x80\n",
        "Ёжмир".as_bytes(),
    );
    read("\\x48 \\x65 \\x6c\n", b"Hel");
}

#[test]
fn the_text_behind_an_open_bar_is_no_digits() {
    read(
        "2024-01-05 10:00:00.123 DEBUG rx: 41 41 41 41 |AAAA\n\
         2024-01-05 10:00:01.123 DEBUG rx: 41 41       |AA\n",
        b"AAAAAA",
    );
}

#[test]
fn numbers_that_count_and_head_columns_are_no_bytes() {
    // RFC 3597, and the head of PowerShell's rows in a log.
    read(
        "example.com. IN TYPE65534 \\# 36 ffff00ff\n",
        b"\xFF\xFF\0\xFF",
    );
    told(
        "10:00:04Z stdout            00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\
         10:00:06Z stdout 00000000   FF FF                                             ..\n",
        &(0..16).collect::<Vec<u8>>(),
    );
    told("Jan  5 10:00:00 host app[123]: 65;65;65;65\n", b"eeee");
    refused("$2 = 34 '\"'\n");
    // The characters beside the numbers alone.
    refused("The bytes are $1 = {-119 '\\211', 80 'P', 13 '\\r', -92 '\\244'} as you see.\n");
    refused("The bytes are 0x555555558040:\t0x4f91bc96 as you see.\n");
}

#[test]
fn parts_of_a_list_are_not_left_out_in_silence() {
    // Python's concatenation with both quotes, a cast of Java, `NSData`, a word of gdb.
    told("b'\\xe3V\\xab' + b\"\\x84\\x97'\"\n", b"\x84\x97'");
    told(
        "INFO started\nDEBUG got: new byte[]{(byte)0xf3, 0x66, 0x3a, 0x76, (byte)0xa4}\nINFO done\n",
        b"\xF3\x66\x3A\x76",
    );
    told("stdout F <e42cae93 65ed05>\n", b"\xE4\x2C\xAE\x93");
    told(
        "The bytes are 0x555555558040:\t0x7122202f20544547 as you see.\n",
        b"q\" / TEG",
    );
    // The bytes of lldb are hex, though each has two figures.
    read(
        "0x100003f90: 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20                  \n\
         0x100003fa0: 20 20                                                            \n",
        b"                  ",
    );
}
