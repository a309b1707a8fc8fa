//! What people paste from debuggers, languages, databases and browsers, alone and among other text.
//!
//! Invariant: the texts are in the form in which the program named writes those bytes; each is read as
//! them, with what is uncertain told, or refused.

use super::beside::{asked, read, refused, told};
use hexloupe::hexdump::import::{DumpImport, FormatChoice};

/// The bytes of all dumps of a text.
fn asked_each(text: &str) -> Option<Vec<u8>> {
    let mut import = DumpImport::new(FormatChoice::Each);
    import.feed(text.as_bytes()).ok()?;
    import.finish().ok()?;
    let (bytes, _) = import.out().data();
    Some(bytes.to_vec())
}

#[test]
fn numbers_in_a_sentence_are_found() {
    // `%vd`, `%vx` and `%v02x` of Perl.
    read("208.159.209.128.208.184\n", "При".as_bytes());
    read("it is 208.159.209.128.208.184 there\n", "При".as_bytes());
    read("it is d0.9f.d1.80 there\n", b"\xD0\x9F\xD1\x80");
    read("it is d0.9f.0.7f.a.ff there\n", b"\xD0\x9F\0\x7F\n\xFF");
    read("the bytes 208 159 10 33 came\n", b"\xD0\x9F\n!");
    // Addresses of networks, versions, fractions and octal rows are none.
    for text in [
        "ping 192.168.100.1 failed\n",
        "version 10.12.13.14 of it\n",
        "1.5 2.5 3.5 4.5\n",
        "x 0000000 141 142 143 144\ny\n",
        "in 2024 it was 12 300 100 1\n",
    ] {
        refused(text);
    }
}

#[test]
fn lists_of_hex_are_those_of_rust() {
    // `{:x?}` and `{:02X?}`.
    read("[d0, 9f, 0, 7f, a]\n", b"\xD0\x9F\0\x7F\n");
    read("got [D0, 9F, 00] of 5\n", b"\xD0\x9F\0");
    // Figures alone are bytes in decimal too; those of JSON are decimal.
    refused("[82, 10, 82]\n");
    read("{\"type\":\"Buffer\",\"data\":[97,98,10]}\n", b"ab\n");
}

#[test]
fn a_list_that_says_that_more_follows_is_told() {
    told(
        "<Buffer d0 9f d1 80 ... 3 more bytes>\n",
        b"\xD0\x9F\xD1\x80",
    );
    // The numbers of a browser go on with its properties.
    read(
        "Uint8Array(3) [208, 159, 33, buffer: ArrayBuffer(3), byteLength: 3]\n",
        b"\xD0\x9F!",
    );
    // A rule of YARA.
    read("$a = { D0 9F 41 42 }\n", b"\xD0\x9FAB");
}

#[test]
fn digits_in_quotes_are_hex_and_words_are_text() {
    read("X\"D09FD180\"\n", b"\xD0\x9F\xD1\x80");
    read("string(8) \"d09fd180\"\n", b"\xD0\x9F\xD1\x80");
    read("string(8) \"48494a4b\"\n", b"HIJK");
    told("string(8) \"48494748\"\n", b"HIGH");
    read("\"aaaaaaaaaaaa\"\n", b"aaaaaaaaaaaa");
    // Two backslashes of SQL.
    told(
        "SELECT E'\\\\320\\\\237\\\\321\\\\200 x'::bytea;\n",
        b"\xD0\x9F\xD1\x80 x",
    );
    // Called base64, and too short to be known by itself.
    read("{ \"d\" : BinData(0,\"0J/RgNC4\") }\n", "При".as_bytes());
    read("Binary.createFromBase64('0J/RgNC4', 0)\n", "При".as_bytes());
    // psql.
    read(
        " id | data\n----+--------\n  1 | \\x616263\n(1 row)\n",
        b"abc",
    );
}

#[test]
fn addresses_and_heads_are_no_bytes() {
    refused("00007ff6`12340000  \"C:\\temp\\a.txt\"\n");
    refused("00120000  80d19fd0 0000b8d0\n");
    read(
        "- offset -  0001 0203 0405 0607 0809 0A0B 0C0D 0E0F  0123456789ABCDEF\n0x00401000  d09f 0041                                ...A\n",
        b"\xD0\x9F\0A",
    );
    read("0000   d0 9f d1 80\n", b"\xD0\x9F\xD1\x80");
    // A vector of R.
    read("[1] d0 9f 00 ff\n", b"\xD0\x9F\0\xFF");
    refused("[1] 82 83 84 85\n");
    read("89:504e:470d in it\n", b"\x89PNG\r");
}

#[test]
fn values_of_debuggers_and_indices_are_read() {
    read(
        "(gdb) p a\n$1 = \"\\320\\237\", '\\000' <repeats 4 times>\n",
        b"\xD0\x9F\0\0\0\0",
    );
    read(
        "it was '\\202' <repeats 4 times>, \"b\"\n",
        b"\x82\x82\x82\x82b",
    );
    read(
        "Array\n(\n    [0] => 208\n    [1] => 159\n    [2] => 33\n)\n",
        b"\xD0\x9F!",
    );
    // The character beside a number of gdb is no byte of its own.
    read("$1 = {-48 '\\320', 49 '1', 50 '2'}\n", b"\xD012");
    read(
        "(uint8_t[3]) $0 = ([0] = 72, [1] = 101, [2] = 108)\n",
        b"Hel",
    );
    // The indices were bytes.
    read(" 0 = 0\n 1 = 1\n 2 = 72\n 3 = -48\n", b"\0\x01H\xD0");
}

/// Midnight Commander has bars between its groups.
#[test]
fn bars_between_groups_do_not_begin_the_text() {
    read(
        "00000000  48 65 6C 6C │ 6F 2C 20 77 │ 6F 72 6C 64 │ 0A Hello, world.\n",
        b"Hello, world\n",
    );
    read(
        "00000000  D0 9F D1 80 │ D0 B8 D0 B2 │ D0 B5 D1 82 │ 2C 20 D0 BC ............, ..\n\
         00000010  D0 B8 D1 80 ....\n",
        "Привет, мир".as_bytes(),
    );
}

#[test]
fn digits_of_a_call_and_braces_of_perl_are_bytes() {
    read("binascii.unhexlify(b'd09f')\n", b"\xD0\x9F");
    read("$VAR1 = \"\\x{d0}\\x{9f}\";\n", b"\xD0\x9F");
    read("\\x{d0}\\x{9f}\\x{2c}\n", b"\xD0\x9F,");
    // Characters, of which the bytes are not told.
    refused("\"\\x{43f}\\x{440}\"\n");
    // Base64 has the same letters, but seldom `0x` in each fourth place.
    read("0xd00x9f0xd10x80\n", b"\xD0\x9F\xD1\x80");
}

/// An argument is short, and looks like text or like other digits.
#[test]
fn arguments_of_calls_are_read_as_the_call_reads_them() {
    read("pack(\"H*\", \"d0\")\n", b"\xD0");
    read("pack('C*', 208, 159)\n", b"\xD0\x9F");
    read(
        "SELECT decode('AAAAAAAAAAAB', 'base64');\n",
        &[0, 0, 0, 0, 0, 0, 0, 0, 1],
    );
    read("#(49 50 32 51 52)\n", b"12 34");
    read("#u8(49 50 32 51 52)\n", b"12 34");
    read("(x\"FF\")\n", b"\xFF");
    read("(x\"FF\", x\"FF\", x\"FF\")\n", b"\xFF\xFF\xFF");
    read("got it: atob(\"0J8=\") here\n", b"\xD0\x9F");
    read("Uint8Array(1) [\n  208\n]\n", b"\xD0");
    read(
        "{\"id\":1,\"d\":{\"$binary\":\"0J/RgA==\",\"$type\":\"00\"}}\n",
        b"\xD0\x9F\xD1\x80",
    );
    refused("unhex('48'); unhex('49')\n");
    refused("array([208, 159, ..., 65], dtype=uint8)\n");
}

/// What was read in silence as something else, or with a part of it lost.
#[test]
fn digits_that_are_cut_or_of_two_bases_are_told() {
    told(
        "--- begin ---\n[30, 31, 32, 33]\n--- end ---\n",
        b"\x1E\x1F !",
    );
    told("D0-9F-D1-\n", b"\xD0\x9F\xD1");
    told("['0xd0', '0x9f', '0x21',", b"\xD0\x9F!");
    told("DEBUG rx: 89 50 4E 47 78 AO\n", b"\x89PNGx");
    told("msg: db 0x7e, 0x00, 0x2\n", b"~\0\x02");
    // Zeros in base64, and text with a byte at its end.
    read(
        "AAAAAAAAAAAAAAAAAAAAAJ0=\n",
        b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x9D",
    );
    read(
        "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQRwF4Q==\n",
        b"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\x1C\x05\xE1",
    );
    // A row of hexdump that ends in DB.
    read("c3 b9 db      \n", b"\xC3\xB9\xDB");
}

/// A log with the numbers of requests is no quoted-printable, though two of them are bytes beyond ASCII.
#[test]
fn settings_are_no_escapes_of_quoted_printable() {
    refused("a id=6020 ok\nb id=9512 ok\nc id=8345 ok\nd id=3451 ok\ne id=4112 ok\n");
    read(
        "a id=6020 ok\nb id=9512 ok\nc id=8345 ok\nd id=3451 ok\ngot: [208, 159, 65]\n",
        b"\xD0\x9FA",
    );
}

/// Arrays of debuggers and of pandas with their indices.
#[test]
fn characters_and_types_beside_values_are_no_bytes() {
    let visual_studio = "\t\t[0]\t208 '\u{d0}'\tunsigned char\n\t\t[1]\t0 '\\0'\tunsigned char\n\t\t[2]\t65 'A'\tunsigned char\n";
    read(visual_studio, b"\xD0\0A");
    read(
        "(char[3]) buf = {\n  [0] = '\\0'\n  [1] = '\\x01'\n  [2] = 'A'\n}\n",
        b"\0\x01A",
    );
    read("0    208\n1      9\n2     65\ndtype: uint8\n", b"\xD0\tA");
    refused("0    208\n1      9\n2     65\ndtype: float64\n");
    read(
        "\u{25bf} 3 elements\n  - 0 : 208\n  - 1 : 159\n  - 2 : 65\n",
        b"\xD0\x9FA",
    );
}

/// `perl -e 'print "Hello, \xd0\x9f\x0a world"' > a`, and `btmon`, `i2cdump`, `nc -o`, tables of Markdown.
#[test]
fn rows_whose_text_proves_them_are_one_dump() {
    let bytes = b"Hello, \xD0\x9F\n world";
    read(
        "        48 65 6c 6c 6f 2c 20 d0 9f 0a 20 77 6f 72  Hello, ... wor\n        6c 64 0a 41 42                             ld.AB\n",
        b"Hello, \xD0\x9F\n world\nAB",
    );
    read(
        "     0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f    0123456789abcdef\n00: 48 65 6c 6c 6f 2c 20 d0 9f 0a 20 77 6f 72 6c 64    Hello, ... world\n",
        bytes,
    );
    read(
        "| | 0 | 1 | 2 | 3 |\n|---|---|---|---|---|\n| 0000 | 00 | 01 | 02 | 03 |\n| 0004 | 48 | 49 | | |\n",
        b"\0\x01\x02\x03HI",
    );
    read(
        "| Offset | Hex | Text |\n|---|---|---|\n| 00000000 | 48 65 6c 6c 6f 2c 20 d0 | `Hello, .` |\n| 00000008 | 9f 0a 20 77 6f 72 6c 64 | `.. world` |\n",
        bytes,
    );
    read(
        "127.0.0.1:6379> DUMP k\n\"\\xd0\\x9f\\x00\"\n127.0.0.1:6379> \n",
        b"\xD0\x9F\0",
    );
}

/// `printf 'int main(){return 0;}' | gcc -O1 -xc - -o a; objdump -d a`: of binutils 2.40.
#[test]
fn bytes_before_instructions_are_read() {
    read(
        "\na:     file format elf64-x86-64\n\n\nDisassembly of section .text:\n\n0000000000001119 <main>:\n    1119:\tb8 00 00 00 00       \tmov    $0x0,%eax\n    111e:\tc3                   \tret\n",
        b"\xB8\0\0\0\0\xC3",
    );
}

/// Signs beside each byte, and the strings of styles and scripts.
#[test]
fn bytes_one_by_one_and_strings_of_scripts_are_read() {
    read("\\xd0,\\x9f,\\x2c\n", b"\xD0\x9F,");
    read("\\48\\65\\6C\\6C\\6F\n", b"Hello");
    read("#45 #7c #76 #9f\n", b"E|v\x9F");
    told("#31 #32 #20 #33 #34\n", b"\x1F \x14!\"");
    read("content: \"\\00041f\\000440\";\n", "Пр".as_bytes());
    read(
        ".a::before { content: \"\\41f \\440 x\"; }\n",
        "Прx".as_bytes(),
    );
    told("content: \"12 34\";\n", b"\x12\x34");
    read("printf '\\xd0\\x9f'\n", b"\xD0\x9F");
    read("var s = 'Hello\\x0a';\n", b"Hello\n");
    read("String s = \"\\u041f\\u0440\";\n", "Пр".as_bytes());
    read("```d0 9f d1 80```\n", b"\xD0\x9F\xD1\x80");
    told("RECV[5]: [31 32 20 33 34]\n", b"\x1F \x14!\"");
    told(
        "1339518083.107412 [0 127.0.0.1:60866] \"set\" \"x\" \"\\xd0\\x9f\"\n",
        b"setx\xD0\x9F",
    );
    told("\"FFFFFFFF\"\n", b"FFFFFFFF");
    read("\"0xffff\"\n", b"\xFF\xFF");
}

#[test]
fn lists_and_rows_of_other_kinds_are_found_in_a_log() {
    read("got: {\"0\":208,\"1\":159,\"2\":33}\nend\n", b"\xD0\x9F!");
    read("got: ['0xd0', '0x9f', '0xa']\nend\n", b"\xD0\x9F\n");
    read(
        "Hi all,\nit was this, as far as I know:\n\n0x4020 <a>:\t72\t101\t108\t108\t111\t44\t32\t119\n0x4028 <a+8>:\t208\t10\n\nThanks\n",
        b"Hello, w\xD0\n",
    );
    read(
        "10:00 got: 0x4020 <a>:\t0x48\t0x65\t0x6c\t0x6c\t0x6f\t0x2c\t0x20\t0x77\n0x4028 <a+8>:\t0xd0\t0x0a\nend of it, and a line more\n",
        b"Hello, w\xD0\n",
    );
    // Rows of `od -An -tu1`.
    let rows = " 137  80  78  71  13  10  26  10   0   0   0  13\n  72  73  74  75\n 208 159   1\n";
    let bytes = b"\x89PNG\r\n\x1A\n\0\0\0\rHIJK\xD0\x9F\x01";
    read(
        &format!("Bob wrote this to all of us:\n\n{rows}\nThanks, and good night\n"),
        bytes,
    );
    read(
        &format!("10:00 got: {}\nand no more\n", rows.trim_end()),
        bytes,
    );
    // Text in base64 without a figure in its first line.
    let first = "YWFh".repeat(19);
    read(
        &format!("Bob\nwrote:\n\n{first}\nYWFhYWE=\n\nThanks\n"),
        &b"a".repeat(62),
    );
    // Wireshark's array, and a row of strace with a ninth byte.
    read(
        "char peer0_0[] = { /* Packet 4 */\n0x53, 0x45, 0x4c, 0x45, 0x43, 0x54, 0x20, 0x31, \n0xb2, 0xc4, 0x5b };\n",
        b"SELECT 1\xB2\xC4\x5B",
    );
    read(
        "write(1, ..., 9) = 9\n | 00000  c3 84 c3 96 c3 9c 20 c3  9f                       ...... ..        |\n",
        b"\xC3\x84\xC3\x96\xC3\x9C \xC3\x9F",
    );
}

#[test]
fn digits_that_are_text_too_are_told() {
    told(
        "10:00:01.123 rx: \"012345678901234567890123\"\n",
        b"\x01\x23\x45\x67\x89\x01\x23\x45\x67\x89\x01\x23",
    );
    read(
        "$VAR1 = \"aaaaaaaaaaaaaaaaaaaa\";\n",
        b"aaaaaaaaaaaaaaaaaaaa",
    );
    refused("$VAR1 = \"01234567890123456789\";\n");
    // Digits of text, one row like the other: no digits under each other.
    let row = "30313233343536373839";
    read(&format!("{row}\n{row}\n{row}\n"), &b"0123456789".repeat(3));
    read(
        "\"{\\\"a\\\":1,\\\"b\\\":\\\"\\303\\274\\\"}\"\n",
        "{\"a\":1,\"b\":\"ü\"}".as_bytes(),
    );
}

/// Zeros in base64 are all `A`, which is a hex digit too.
#[test]
fn a_long_word_of_many_lines_has_its_first_ones() {
    let zeros = "A".repeat(64);
    let mut bytes = vec![0; 48];
    bytes.extend([0xFB, 0xB1, 0xFD]);
    for text in [
        format!("{zeros}\n+7H9\n"),
        format!("got: {zeros}\n+7H9\nand no more\n"),
    ] {
        let found = asked(&text);
        assert_eq!(found.map(|found| found.0), Some(bytes.clone()), "{text}");
    }
    let digits = "61".repeat(30);
    let mut bytes = vec![b'a'; 30];
    bytes.extend(b"ab");
    read(&format!("got: {digits}\n6162\nand no more\n"), &bytes);
}

#[test]
fn what_is_damaged_beside_a_dump_is_told_or_refused() {
    // Of a list.
    refused("  gx89, 0x50, 0x4e, 0x47, 0x0d, 0x0a\n");
    refused("[230, 151, 116, 175, 22\n");
    // The row before, and the row after.
    told(
        "x\nd09fd180d0b8d0b2d0b5d1822c20d0bc0b8d1\n2c20d0bcd0b8d18021206e61c3af7665\ny\n",
        b", \xD0\xBC\xD0\xB8\xD1\x80! na\xC3\xAFve",
    );
    told("<Buffer g6 b2 59 5d 71>\n", b"\xB2\x59\x5D\x71");
    told("rx b2 59 5d 71 7g 20\n", b"\xB2\x59\x5D\x71");
    refused("<Buffer b2 59 5d 71 7g 20>\n");
    told("x 5345:4c4g:4354:2031 y\n", b"CT 1");
    told(
        "  0xe5, 0x65, gx2c, 0x67,\n  0xb9, 0x30, 0xc8, 0x30, 0x02, 0x30,\n  0x22\n",
        b"\xB9\x30\xC8\x30\x02\x30\x22",
    );
    told(
        "\"\\303\\204\\303\\226\\303\\23\n",
        b"\xC3\x84\xC3\x96\xC3\x13",
    );
    read(
        "it was “\\303\\204\\303\\226 \\303\\234” there\n",
        b"\xC3\x84\xC3\x96 \xC3\x9C",
    );
    // A digit of base64 that is lost leaves no base32.
    refused("U0VMRUNUIE7Cg==\n");
}

#[test]
fn forms_that_are_not_read_are_named() {
    use hexloupe::hexdump::import::{self, FormatChoice, ImportFailure};
    let text = "x\n=ybegin line=128 size=3 name=a\nabc\n=yend size=3\n";
    let (_, done) = import::read(FormatChoice::Asked, text.as_bytes());
    let Err(ImportFailure::Unreadable(why)) = done else {
        panic!("{done:?}");
    };
    assert_eq!((why.line, why.column), (2, 1));
    assert_eq!(why.reason, "this is yEnc, which is not read");
}

/// What keeps the first lines from being read is told before anybody asks.
#[test]
fn a_damaged_digit_is_found_in_the_beginning() {
    use hexloupe::hexdump::import::first_wrong;
    let rows = "00000000: 4865 6c6c 6f2c 2077 6f72 6c64 210a 4865  Hello, world!.He\n\
                00000010: 65Zc 6c6f                                llo\n";
    let wrong = first_wrong(rows.as_bytes(), true);
    assert_eq!(wrong.map(|wrong| (wrong.line, wrong.column)), Some((2, 13)));
    assert_eq!(first_wrong(rows.replace('Z', "6").as_bytes(), true), None);
}

#[test]
fn strings_in_the_quotes_of_word_processors_are_whole() {
    let bytes = "При".as_bytes();
    read("He sent “\\xd0\\x9f\\xd1\\x80\\xd0\\xb8” to me.\n", bytes);
    read("He sent “d0 9f d1 80 d0 b8” to me\n", bytes);
    read("He sent «d0 9f d1 80 d0 b8», and left\n", bytes);
    read("Er schrieb „\\320\\237\\321\\200\\320\\270“ dazu\n", bytes);
    read("it was b“\\xd0\\x9f x \\xb8” then\n", b"\xD0\x9F x \xB8");
    read("see “b'\\xd0\\x9f\\xd1'” there\n", b"\xD0\x9F\xD1");
    told("it ends d0 9f d1 80…\n", b"\xD0\x9F\xD1\x80");
    read("the bytes — d0 9f d1 80 — are his\n", b"\xD0\x9F\xD1\x80");
    told(
        "the bytes d0 9f d1 80 – d0 b8 are his\n",
        b"\xD0\x9F\xD1\x80",
    );
    read("the key “0J/RgNC4Cg==” works\n", "При\n".as_bytes());
    // A string without its end may be cut.
    told("it was “\\xd0\\x9f\\xd1\\x80\n", b"\xD0\x9F\xD1\x80");
}

#[test]
fn numbers_of_visual_basic_are_bytes() {
    let bytes = "При".as_bytes();
    read("&HD0, &H9F, &HD1, &H80, &HD0, &HB8\n", bytes);
    read("&hd0 &h9f &hd1 &h80 &hd0 &hb8\n", bytes);
    read(
        "Dim b() As Byte = {&HD0, &H9F, &HD1, &H80, &HD0, &HB8}\n",
        bytes,
    );
    read(
        "b = Array(&HD0, &H9F, _\n    &HD1, &H80, &HD0, &HB8)\n",
        bytes,
    );
    read("New Byte() {&HD0&, &H9F&, 10, 13}\n", b"\xD0\x9F\n\r");
    refused("see /a?x=1&Head=2&Had=3&Hbe=4&Hda=5\n");
}

#[test]
fn columns_of_matlab_are_one_list() {
    let bytes = "Привет".as_bytes();
    read(
        "ans =\n\n  Columns 1 through 8\n\n  208  159  209  128  208  184  208  178\n\n  Columns 9 through 12\n\n  208  181  209  130\n",
        bytes,
    );
    // Octave; numbers of two digits stand further apart.
    read(
        "x =\n\n Columns 1 through 13:\n\n   208   159   209   128   208   184   208   178   208   181   209   130    44\n\n Columns 14 and 15:\n\n    32   208\n\n",
        &[bytes, b", \xD0"].concat(),
    );
}

#[test]
fn data_of_assembler_is_whole_or_told() {
    let listing = "\t.text\n\t.section\t.rodata\n.LC0:\n\t.string\t\"\\320\\237\"\n\t.text\na:\n\t.byte\t1\n\t.zero\t2\n";
    read(listing, b"\xD0\x9F\0\x01\0\0");
    told(&format!("{listing}\t.long\t5\n"), b"\xD0\x9F\0\x01\0\0");
    // A zero before digits is octal for one assembler.
    told(".byte 1, 010\n.byte 3\n", b"\x01\x08\x03");
    read("db 1, 010\ndb 3\n", b"\x01\x0A\x03");
}

#[test]
fn a_row_before_another_in_its_line_is_not_passed_in_silence() {
    refused(
        "00000000: d09f d180 d0b8 d0b2 d0b5 d182 2c20 d0bc  ............, .. 00000010: d0b8 d180 210a 4865 6c6c 6f2c 2077 6f72  ....!.Hello, wor\n00000020: 6c64 210a                                ld!.\n",
    );
}

#[test]
fn a_number_that_was_lost_or_damaged_is_told() {
    // Nothing between two commas.
    told("[1, , 2, 3]\n", b"\x01\x02\x03");
    told("{0x01, , 0x02}\n", b"\x01\x02");
    told("<<1,,2>>\n", b"\x01\x02");
    told("0x41, , 0x42, 0x43\n", b"ABC");
    // A letter in a list of decimal numbers, before and after which the rest is no list of its own.
    refused("Uint8Array(7) [ 0, g, 193, 241, 121, 14, 50 ]\n");
    told("got 137, 80, 78, 71, 13, g0, 13, 10 there\n", b"\x89PNG\r");
    // A byte at either end, or a digit of a long word.
    told("\n\nDg 9F D1 80 D0 B8\n\n", b"\x9F\xD1\x80\xD0\xB8");
    told("e6 97 a5 e6 9c eg 80 82\n", b"\xE6\x97\xA5\xE6\x9C");
    told(
        "00000000: 48656c6c6fc2077 6f726c640a        Hello, world.\n",
        b"orld\n",
    );
    // Digits of some bytes are padded, and of others not.
    told(
        "  0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A,\n  0x44, 0x8, 0x87, 0x5A\n",
        b"\x89PNG\r\nD\x08\x87Z",
    );
    read("{0x0, 0x0D, 0x00}\n", b"\0\r\0");
    // An escape that is none, and escapes before a blank.
    told("\"\\303\\204\\303\\g37\\303\"\n", b"\xC3\x84\xC3\\g37\xC3");
    told(
        "b'\\xc3\\x84\\xc3\\xg6\\xc3\\x9c \\xc3\\x9f'\n",
        b"\xC3\x9F",
    );
    // A prefix without its digits.
    refused("['0x89', '0x50', '0x', '0x76', '0x6b']\n");
    told("foo\\xc3\\x84 \\xc3\\x9f\n", b"\xC3\x9F");
    read(
        "got d0 9f d1 80 of 10 bytes at 12:30\n",
        b"\xD0\x9F\xD1\x80",
    );
    // A word among words, and a line among lines.
    told("e6 97 ag e6 9c ac e8 aa\n", b"\xE6\x9C\xAC\xE8\xAA");
    told("it is\n\n<53454c45 4354031 3b0a>\n", b"SELE");
    told(
        "C400D600DC002000DF001F04\n4004210020002D0442g43E04\n2E00\n",
        b"\xC4\0\xD6\0\xDC\0\x20\0\xDF\0\x1F\x04",
    );
    refused("C400D600DCg02000DF001F04\n4004210020002D0442043E04\n2E00\n");
    told(
        "INFO got:   0x89, 0x50, 0x4e,\n0x47, 0x0d, 0x0a, 0x1a, 0x0a,\n  0x00, 0x0d\n",
        b"G\r\n\x1A\n\0\r",
    );
    refused("11g00011 10000100 11000011 10011110\n");
    // A star after a stamp says that more rows follow.
    let stamp = "2024-01-05 10:00:00.123 DEBUG rx: ";
    refused(&format!(
        "{stamp} 0000 0000 0000 0000 0000 0000 0000 0000\n{stamp}*\n"
    ));
    // Without an escape it is no output of sed.
    refused("00000000: e697a5e69cace8aa7d0940324        ............$\n");
}

#[test]
fn bytes_of_other_languages_are_a_list() {
    for text in [
        "const a: array[0..2] of byte = ($D0, $9F, $41);\n",
        "s := #208#159#65;\n",
        "x <= X\"D0\", X\"9F\", X\"41\";\n",
        "(16#D0#, 16#9F#, 16#41#)\n",
        "chr(208).chr(159).chr(65)\n",
        "s = Chr(208) & Chr(159) & Chr(65)\n",
    ] {
        read(text, b"\xD0\x9FA");
    }
    // The text of strings beside them would be left out.
    refused("s := 'abc'#13#10#9;\n");
}

#[test]
fn rows_of_od_and_hexdump_in_a_log_have_all_their_bytes_and_no_other() {
    let each = |rows: &str, bytes: &[u8]| {
        let text = format!("INFO a\n{rows}INFO b\n");
        let found = asked_each(&text);
        assert_eq!(found.as_deref(), Some(bytes), "{text}");
    };
    let bytes = b"abcdefghijklmnopqrs";
    // The address of the end says that the last word is half a word.
    each(
        "0000000 6261 6463 6665 6867 6a69 6c6b 6e6d 706f\n0000010 7271 0073\n0000013\n",
        bytes,
    );
    each(
        "0000000 061141 062143 063145 064147 065151 066153 067155 070157\n\
         0000020 071161 000163\n0000023\n",
        bytes,
    );
    each(
        "0000000   a   b   c   d   e   f   g   h   i   j   k   l   m   n   o   p\n\
         0000020   q   r   s\n0000023\n",
        bytes,
    );
    // The last word of `xxd -e` may have three bytes.
    each(
        "00000000: 64636261 68676665 6c6b6a69 706f6e6d  abcdefghijklmnop\n\
         00000010:   737271                             qrs\n",
        bytes,
    );
    each(
        "0000000   c   % 241 031  \\0   ~   0   0 006 245\n0000012\n",
        b"c%\xA1\x19\0~00\x06\xA5",
    );
}

#[test]
fn signs_between_groups_of_bytes_begin_no_text() {
    let text = b"ABCDEFGH JKLMNOPabcdefgh jkl";
    for sign in ["-", "+"] {
        read(
            &format!(
                "0000  41 42 43 44 45 46 47 48 {sign} 20 4A 4B 4C 4D 4E 4F 50  ABCDEFGH JKLMNOP\n\
                 0010  61 62 63 64 65 66 67 68 {sign} 20 6A 6B 6C              abcdefgh jkl\n"
            ),
            text,
        );
        read(
            &format!(
                "0000: 41 42 43 44 {sign} 45 46 47 48 {sign} 20 4A 4B 4C {sign} 4D 4E 4F 50\n\
                 0010: 61 62 63 64 {sign} 65 66 67 68 {sign} 20 6A 6B 6C\n"
            ),
            text,
        );
    }
}

#[test]
fn rows_with_any_sign_before_their_text_are_one_dump() {
    let text = b"ABCDEFGHIJKLMNOPabcdefghij \x01l";
    for [open, close, sign] in [
        ["[", "] ", " "],
        ["(", ") ", " "],
        ["", ": ", " : "],
        ["", " - ", " - "],
        ["", "| ", "| "],
        ["", "; ", " ; "],
        ["", ", ", ", "],
    ] {
        read(
            &format!(
                "{open}0000{close}41 42 43 44 45 46 47 48 49 4A 4B 4C 4D 4E 4F 50{sign}ABCDEFGHIJKLMNOP\n\
                 {open}0010{close}61 62 63 64 65 66 67 68 69 6A 20 01 6C            {sign}abcdefghij .l\n"
            ),
            text,
        );
    }
    // Addresses that are not padded.
    for addresses in [["0", "16"], ["0", "10"], ["00", "10"]] {
        let [first, second] = addresses;
        read(
            &format!(
                "{first}: 41 42 43 44 45 46 47 48 49 4A 4B 4C 4D 4E 4F 50  | ABCDEFGHIJKLMNOP\n\
                 {second}: 61 62 63 64 65 66 67 68 69 6A 20 01 6C           | abcdefghij .l\n"
            ),
            text,
        );
    }
    // Two digits may be a byte too.
    told("00 41 42 43 44\n04 45 46 47 48\n", b"\0ABCD\x04EFGH");
    read("00 41 42 43 44\n05 45 46 47 48\n", b"\0ABCD\x05EFGH");
}

#[test]
fn characters_below_the_rows_of_od_say_the_same_again() {
    read(
        "  61  d0  9f  0a  31\n   a 320 237  \\n   1\n",
        b"a\xD0\x9F\n1",
    );
    read("  30  31  32  33\n   0   1   2   3\n  34\n   4\n", b"01234");
    // Rows that repeat others are none.
    let rows = "   1   1   1   1   1   1   1   1\n".repeat(3);
    read(
        &format!("{rows} 222 176 132\n"),
        b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\xDE\xB0\x84",
    );
    let rows = " 061 061 061 061 061 061 061 061\n".repeat(2);
    read(&format!("{rows} 377 200\n"), b"1111111111111111\xFF\x80");
}

#[test]
fn data_of_basic_is_read() {
    read("10 DATA 10 , 208 , 159\n20 DATA 255\n", b"\n\xD0\x9F\xFF");
    read("1000 DATA &H0A,&HD0\n1010 DATA &HFF\n", b"\n\xD0\xFF");
    read("10 data $0A,$D0\n20 data $FF,0\n", b"\n\xD0\xFF\0");
    read("10 DATA \"Hello\", 208\n", b"Hello\xD0");
    read("DATA 10,208,159\nDATA 1,2\n", b"\n\xD0\x9F\x01\x02");
    refused("10 DATA 1024, 5\n");
}

#[test]
fn a_byte_alone_is_read_where_its_form_tells_it() {
    read("<Buffer d0>\n", b"\xD0");
    read(
        "FromUtf8Error { bytes: [208], error: Utf8Error { valid_up_to: 0, error_len: None } }\n",
        b"\xD0",
    );
    read("-128\n", b"\x80");
    // Hex and decimal.
    refused("-30\n");
    refused("M-P\n");
}

#[test]
fn bytes_with_their_sign_extended_are_no_addresses() {
    refused("FFFFFFD0 48 65 6C\n");
    told("byte[0] = ffffffd0\nbyte[1] = 41\n", b"\xD0A");
    refused("data[0]=0xffffffd0 data[1]=0x41\n");
    read("FFFFFF40 48 65 6C\n", b"Hel");
}

#[test]
fn an_attribute_is_no_base64_and_a_number_beside_a_list_no_digits() {
    refused("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<a>x</a>\n");
    read("static const unsigned char msg[] = \"hello\";\n", b"hello");
    refused(
        "10.0.1.2 - - [30/Nov/2026:12:34:56 +0000] \"GET /a HTTP/1.1\" 200 51 \"-\" \"curl/8.5\"\n",
    );
    refused("<meta charset=\"windows-1251\"><title>x</title>\n");
    read("{\"key\": \"0J/RgNC4Cg==\"}\n", "При\n".as_bytes());
    read(
        "{\"_A\":\"syslog\",\"MESSAGE\":[208,147,208],\"_PID\":\"777\",\"__T\":\"1669750000000000\"}\n",
        b"\xD0\x93\xD0",
    );
}

#[test]
fn what_a_short_text_lacks_to_be_a_dump_is_told() {
    use hexloupe::hexdump::import::{DumpLikeness, likeness};
    let nearly = |text: &str| match likeness(text.as_bytes(), true) {
        Some(DumpLikeness::Nearly(near)) => Some((near.format.id, near.why.column)),
        _ => None,
    };
    let is = |text: &str| match likeness(text.as_bytes(), true) {
        Some(DumpLikeness::Is(taken)) => Some(taken.format.id),
        _ => None,
    };
    assert_eq!(
        nearly("[137, 80, 78, 71, 13, 300, 26]\n"),
        Some(("python", 23))
    );
    assert_eq!(nearly("<<208,159,300>>\n"), Some(("erlang", 11)));
    assert_eq!(is("d09fd180d0b8d0b2d0b5d182\n"), Some("hex"));
    assert_eq!(is("00000000: 4865 6c6c 6f0a  Hello.\n"), Some("xxd"));
    for text in [
        "It has 5 apples of [1, 2, 300]\n",
        "1,2,3\n4,5,6\n7,8,9\n",
        "2026-11-30 12:34:56 1 2 3\n",
        "",
    ] {
        assert_eq!(likeness(text.as_bytes(), true), None, "{text}");
    }
    // A sign in the midst of base64.
    told(
        "SGVsbG8gd29ybGQsIHRoaXMgaXMg#GEgdGVzdA==\n",
        b"Hello world, this is ",
    );
}

#[test]
fn what_goes_on_beside_digits_and_addresses_among_them_are_told() {
    read(
        "10:00:02 got: 00000000: e6a597e6   c0469c      .....F.\n",
        b"\xE6\x97\xA5\xE6\x9C\x46\xC0",
    );
    told(
        "x \"aaaaaaaaaaaaaaa9-\" y\n",
        b"\xAA\xAA\xAA\xAA\xAA\xAA\xAA\xA9",
    );
    told(
        "it has\nUint8Array(5) [\n  230, 155, 132,\n  10\n]\nnow\n",
        b"\xE6\x9B\x84\n",
    );
    read("Uint8Array(3) [ 230, 155, 132 ]\n", b"\xE6\x9B\x84");
    told(
        "000000 5089 474e\n000011\n",
        b"\0\0\0\x50\x89\x47\x4E\0\0\x11",
    );
}

/// The bytes of each dump of a text in a log, and whether there is something to say about them.
fn each_of_log(rows: &str) -> Option<(Vec<u8>, bool)> {
    let mut import = DumpImport::new(FormatChoice::Each);
    import
        .feed(format!("INFO a\n\n{rows}\nINFO b\n").as_bytes())
        .ok()?;
    import.finish().ok()?;
    let out = import.out();
    let (bytes, _) = out.data();
    let bytes = bytes.to_vec();
    Some((bytes, out.disagreements > 0))
}

#[test]
fn rows_in_a_log_are_whole_or_told_if_each_is_taken() {
    let read = |rows: &str, bytes: &[u8]| {
        assert_eq!(each_of_log(rows), Some((bytes.to_vec(), false)), "{rows}");
    };
    let told = |rows: &str, bytes: &[u8]| {
        assert_eq!(each_of_log(rows), Some((bytes.to_vec(), true)), "{rows}");
    };
    // A text of figures is no word of digits.
    read(
        "00000100: 3031 3233 3435 3637 3839 3031 3233 3435  0123456789012345\n\
         00000110: 3637 3839                                6789\n",
        b"01234567890123456789",
    );
    read(
        "0000 - 20 20 20 20 20 20 20 20-20 20 20 20 20 20 20 20                   \n\
         0010 - 20 33 13 c0                                        3..\n",
        b"                 3\x13\xC0",
    );
    read(
        "0000000 -119   80   78   71   13   10   26   10\n0000010    0    0    0\n0000013\n",
        b"\x89PNG\r\n\x1A\n\0\0\0",
    );
    read(
        "0000000   i  \\0   t  \\0   '  \\0   s  \\0      \\0   \\  \\0\n0000014\n",
        b"i\0t\0'\0s\0 \0\\\0",
    );
    read(
        "│00000000│ 6e 61 c3 af 76 65 20 63 ┊ 61 66 c3 a9 20 e2 80 94 │na××ve c┊af×× ×××│\n\
         │00000010│ 82 ac                   ┊                         │××      ┊        │\n",
        b"na\xC3\xAFve caf\xC3\xA9 \xE2\x80\x94\x82\xAC",
    );
    read(
        "00000000: 2020202020202020 2020202020202020                  \n\
         00000010: b3d88c                             ...\n",
        b"                \xB3\xD8\x8C",
    );
    // A line of two digits may be a word, and rows of one letter are no digits by themselves.
    told(
        "2020202020202020\n20202020202011f9\nfe\n",
        b"              \x11\xF9",
    );
    told(
        "00000000: ffff ffff ffff ffff  ........\n00000016: ff9d c7bd            ....\n",
        b"\xFF\x9D\xC7\xBD",
    );
    // Zeros of base64, and of base32.
    told(
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB3\n",
        &[&[0xAA; 21][..], b"\xB3"].concat(),
    );
}

#[test]
fn zeros_and_text_of_base64_are_no_base32() {
    refused("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIQ=\n");
    read(
        "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB2K0O\n",
        &[&[b'A'; 45][..], b"\xD8\xAD\x0E"].concat(),
    );
    read(
        "AAAQEAYEAUDAOCAJBIFQYDIOB4IBC===\n",
        &(0..=17).collect::<Vec<u8>>(),
    );
}
