//! Bytes as serial monitors, rules, databases, shells and settings write them, and rows that belong to no
//! dump of one file.
//!
//! Invariant: each text is in the form in which the program named writes those bytes; it is read as them,
//! with what is uncertain told, or refused by its name.

use super::beside::{read, refused, told};
use hexloupe::hexdump::import::{self, FormatChoice, ImportFailure};

/// The text is refused with a reason.
#[track_caller]
fn refused_as(text: &str, reason: &str) {
    let (_, done) = import::read(FormatChoice::Asked, text.as_bytes());
    match done {
        Err(ImportFailure::Unreadable(why)) => {
            assert!(why.reason.contains(reason), "{why:?} of {text}");
        }
        other => panic!("{other:?} of {text}"),
    }
}

/// `Serial.print(b, HEX)` of Arduino drops the leading zeros.
#[test]
fn numbers_without_leading_zeros_are_read_and_told() {
    let bytes = b"\xD0\x9F\x08\n\xFFA\0\x7F";
    told("D0 9F 8 A FF 41 0 7F\n", bytes);
    told("Received: D0 9F 8 A FF 41 0 7F\n", bytes);
    // A digit that was lost, or half of a byte.
    refused("D0 9F 8 FF 41 00\n");
    refused("8 A\n");
}

#[test]
fn values_behind_labels_may_be_negative() {
    read(
        "byte0: 72\nbyte1: 58\nbyte2: -128\nbyte3: -1\n",
        b"H:\x80\xFF",
    );
    read("byte0: 72\nbyte1: 3a\nbyte2: 60\n", b"r:`");
    read(
        "+\t\tb\t{byte[0x00000003]}\tbyte[]\n\t\t[0x00000000]\t0xd0\tbyte\n\t\t[0x00000001]\t0x9f\tbyte\n\t\t[0x00000002]\t0x08\tbyte\n",
        b"\xD0\x9F\x08",
    );
}

#[test]
fn lists_of_yaml_are_read() {
    read("- 208\n- 159\n- 8\n- 255\n", b"\xD0\x9F\x08\xFF");
    read("data:\n  - 208\n  - 159\n  - 8\n", b"\xD0\x9F\x08");
    read("- 0xd0\n- 0x9f\n- 0x08\n- 0x0a\n", b"\xD0\x9F\x08\n");
    read("- -48\n- -97\n- 8\n", b"\xD0\x9F\x08");
}

#[test]
fn differences_and_other_records_are_named() {
    refused_as("  1 101 141\n  2 102 142\n 15  10  12\n", "cmp -l");
    refused_as("%1A626810000000202020202020\n%0781010\n", "Tektronix");
}

#[test]
fn words_of_zeros_have_no_address() {
    read("0000 0000 0000 0000 0000 0000 0000 0000\n", &[0; 16]);
    read(&"0000 0000 0000 0000\n".repeat(3), &[0; 24]);
    read(&"00000000 00000000 00000000 00000000\n".repeat(3), &[0; 48]);
}

#[test]
fn records_in_a_sentence_and_in_quotes_are_records() {
    let bytes = b"\xD0\x9F\x08\n\xFFA\0\x7F";
    read(
        "The record :08001000D09F080AFF41007FA8 was refused.\n",
        bytes,
    );
    read("\":08001000D09F080AFF41007FA8\",\n\":00000001FF\"\n", bytes);
    // A byte is wrong: it is no record.
    read(
        "The record :08001000D09F080AFF41007FA9 was refused.\n",
        b"\x08\0\x10\0\xD0\x9F\x08\n\xFFA\0\x7F\xA9",
    );
}

/// `DUMP(a, 1017)` has characters for what can be shown.
#[test]
fn characters_of_oracle_are_no_digits() {
    read("Typ=1 Len=4: d0,9f,A,B\n", b"\xD0\x9FAB");
    read("Typ=1 Len=4: d0,9f,a,b\n", b"\xD0\x9F\n\x0B");
    read("Typ=1 Len=4: D0,9F,A,B\n", b"\xD0\x9F\n\x0B");
    told("Typ=1 Len=3: d0,P,5\n", b"\xD0P5");
    read("Typ=1 Len=4: d0,P,^J,^@\n", b"\xD0P\n\0");
}

/// `ls` quotes a name in parts.
#[test]
fn parts_of_a_word_of_a_shell_are_one() {
    read("''$'\\320\\237\\321\\200''.txt'\n", "Пр.txt".as_bytes());
    read("mv 'a '$'\\303\\251' x\n", "a é".as_bytes());
    read("$'\\303\\251'\n", "é".as_bytes());
}

#[test]
fn the_head_of_columns_is_no_row_that_is_left_out() {
    let netty = "         +-------------------------------------------------+\n         \
                 |  0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f |\n\
                 +--------+-------------------------------------------------+----------------+\n\
                 |00000000| d0 9f 08 0a ff 41 00 7f                         |.....A..        |\n\
                 +--------+-------------------------------------------------+----------------+\n";
    read(netty, b"\xD0\x9F\x08\n\xFFA\0\x7F");
    read(
        "- offset -   0 1  2 3  4 5  6 7  8 9  A B  C D  E F  0123456789ABCDEF\n\
         0x00000000  d09f 080a ff41 007f 8950 4e47 0d0a 1a0a  .....A...PNG....\n",
        b"\xD0\x9F\x08\n\xFFA\0\x7F\x89PNG\r\n\x1A\n",
    );
    read(
        ">> 00 A4 04 00 08 A0 00 00 00 03 00 00 00 00\n<< 6F 10 84 08 90 00\n",
        b"\0\xA4\x04\0\x08\xA0\0\0\0\x03\0\0\0\0\x6F\x10\x84\x08\x90\0",
    );
}

#[test]
fn numbers_with_an_exponent_have_no_bytes() {
    refused("the mean is 7.4167206e-33 of 5.10756580e+11\n");
    read("it is 4167206e\n", b"\x41\x67\x20\x6E");
}

#[test]
fn documents_with_escapes_are_read_if_nothing_else_is() {
    read(
        "GET /?q=%D0%9F%D1%80%D0%B8&x=1 HTTP/1.1\n",
        "GET /?q=При&x=1 HTTP/1.1\n".as_bytes(),
    );
    read(
        "<p>&#x41f;&#x440; &lt;</p>\n",
        "<p>Пр &lt;</p>\n".as_bytes(),
    );
    read(
        "Subject: =?utf-8?B?0J/RgNC40LLQtdGCLCDQvNC40YA=?=\n",
        "Subject: Привет, мир\n".as_bytes(),
    );
    // Among a page the dump is meant.
    read("<p>&eacute;&eacute; [208, 159, 33]</p>\n", b"\xD0\x9F!");
    refused("it is 100%25 and %20 of it\n");
}

#[test]
fn code_beside_a_string_and_parts_of_it_are_told() {
    told("Chr(208) & Chr(159) & \"A\"\n", b"A");
    // As `var_export` of PHP writes a NUL.
    told("'' . \"\\0\" . 'a'\n", b"\0");
    told(
        "inet6 fe80::1ff:fe23:4567:890a/64\n",
        b"\xFE\x23\x45\x67\x89\x0A",
    );
    read("0x20000000 : D0 9F 08 0A\n", b"\xD0\x9F\x08\n");
}

/// As a C program has the code that it loads, and as `od -An -o` writes words after the stamps of a log.
#[test]
fn strings_one_below_the_other_are_one_and_words_of_od_have_no_address() {
    read(
        "char code[] =\n\"\\x48\\x31\\xc0\\x50\"\n\"\\x48\\x31\\xff\\xbb\";\n",
        b"\x48\x31\xC0\x50\x48\x31\xFF\xBB",
    );
    refused("10:00:00 x:  117720 100321 134320\n10:00:01 x:  134320 100321\n");
    read(&" 000000 000000 000000 000000\n".repeat(2), &[0; 16]);
}

/// As LLVM writes a constant among other code.
#[test]
fn a_constant_of_llvm_is_whole() {
    let bytes = b"Hi \xD0\x9F\xD1\x80!\0";
    read(
        "@s = constant [9 x i8] c\"Hi \\D0\\9F\\D1\\80!\\00\", align 1\n",
        bytes,
    );
    read(
        "; a\n@s = constant [9 x i8] c\"Hi \\D0\\9F\\D1\\80!\\00\", align 1\n\ndefine i32 @main() {\n",
        bytes,
    );
}
