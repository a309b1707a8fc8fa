//! Detecting the form of a dump: what real programs write must be read as the right
//! bytes, or as no dump at all.
//!
//! Invariant: no byte is invented without a remark.

use hexloupe::hexdump::import::{DumpImport, FormatChoice, ImportFailure};
use hexloupe::hexdump::table::by_name;

mod among_text;
mod beside;
mod field;
mod monitors;
mod pasted;
mod patches;
mod tools;
mod words;

/// The bytes of a text, and the form it was read in.
fn read(choice: FormatChoice, text: &str) -> Result<(Vec<u8>, &'static str), ImportFailure> {
    let mut import = DumpImport::new(choice);
    import.feed(text.as_bytes())?;
    import.finish()?;
    let id = import.taken().map_or("", |taken| taken.format.id);
    let (bytes, runs) = import.out().data();
    let mut all = Vec::new();
    for run in runs {
        let some = &bytes[run.at..run.at + run.len];
        all.extend(some.iter().copied().cycle().take(run.total as usize));
    }
    Ok((all, id))
}

#[track_caller]
fn auto(text: &str, expected: &[u8], id: &str) {
    let found = read(FormatChoice::Auto, text);
    let (bytes, form) = found.unwrap_or_else(|why| panic!("{why:?} of {text}"));
    assert_eq!((&*bytes, form), (expected, id), "{text}");
}

#[track_caller]
fn named(id: &str, text: &str, expected: &[u8]) {
    let found = read(FormatChoice::Named(by_name(id).unwrap()), text);
    let (bytes, _) = found.unwrap_or_else(|why| panic!("{why:?} of {text}"));
    assert_eq!(bytes, expected, "{id}: {text}");
}

/// Automatic detection takes nothing.
#[track_caller]
fn unsure(text: &str) {
    let found = read(FormatChoice::Auto, text);
    assert!(
        matches!(found, Err(ImportFailure::Unknown(_))),
        "{found:?} of {text}"
    );
}

/// Automatic detection takes nothing, or the right bytes.
#[track_caller]
fn right_or_nothing(text: &str, expected: &[u8]) {
    match read(FormatChoice::Auto, text) {
        Ok((bytes, id)) => assert_eq!(bytes, expected, "{id}: {text}"),
        Err(why) => assert!(
            matches!(why, ImportFailure::Unknown(_)),
            "{why:?} of {text}"
        ),
    }
}

#[test]
fn what_a_star_stands_for_is_no_evidence_for_a_radix() {
    let rows = |from: u64, bytes: &[u8]| -> String {
        let row = |(at, byte): (u64, &u8)| format!("{at:07o} {byte:03o}\n");
        (from..).zip(bytes).map(row).collect()
    };
    let text =
        rows(0, b"abcdefgh") + "*\n" + &rows(0o50, b"ABCDEFG") + &rows(0o64, b"z") + "0000065\n";
    let expected = [&b"abcdefgh"[..], &[b'h'; 32], b"ABCDEFGz"].concat();
    named("od", &text, &expected);
    // These addresses fit as decimal ones too: no row crosses from 7 to 10.
    unsure(&text);
}

#[test]
fn addresses_that_fit_in_two_radixes_are_not_guessed() {
    let zeros = "0000 ".repeat(8);
    let zeros = zeros.trim_end();
    unsure(&format!("0000000 {zeros}\n*\n0000040\n"));
    unsure(&format!(
        "0000000 {zeros}\n*\n0000160 6548 6c6c 2c6f 0020\n0000167\n"
    ));
}

#[test]
fn decimal_words_are_no_hex() {
    named("od", "0000000  49  50  51  52\n0000004\n", b"1234");
    named("od", "0000000   8224   8224\n0000004\n", b"    ");
    named("od", "0000000    67305985\n0000004\n", b"\x01\x02\x03\x04");
}

#[test]
fn xxd_of_every_age_and_without_its_text_is_xxd() {
    let old = "0000000: 4865 6c6c 6f2c 2077 6f72 6c64 2120 3031  Hello, world! 01\n";
    named("xxd", old, b"Hello, world! 01");
    named(
        "xxd",
        "0000000: 4869                                     Hi\n",
        b"Hi",
    );
    let bits = "00000000: 00000000 11111111 00000001                             ...\n";
    named("xxd", bits, b"\0\xFF\x01");
    let cut = "00000000: 4865 6c6c 6f2c 2077 6f72 6c64 2120 3031  \n00000010: 4865 6c6c 6f0a\n";
    auto(cut, b"Hello, world! 01Hello\n", "xxd");
    right_or_nothing("00000000: 4865 6c6c 6f   \n", b"Hello");
}

#[test]
fn blanks_at_the_ends_of_lines_are_no_text() {
    let row = "00000000: 4865 6c6c 6f0a                           Hello.";
    for end in ["\n", " \n", "   \n", "\t\n", " \t \n", "\r\n", "\r\r\n"] {
        auto(&format!("{row}{end}"), b"Hello\n", "xxd");
    }
}

#[test]
fn strings_in_double_quotes_are_c_and_not_octal() {
    auto(r#""\101\102" "CDEF" "\103\104""#, b"ABCDEFCD", "c-string");
    auto(r#""\047" "a" "\047""#, b"'a'", "c-string");
    auto(r#""\316\274\n""#, b"\xCE\xBC\n", "c-string");
    right_or_nothing("\"\\110\\145\\154\" // \"\\101\"\n", b"Hel");
}

#[test]
fn capitals_are_no_base32() {
    unsure("ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUV\n");
    unsure("7K4QJ2MBXWZ5NRTA\n");
    right_or_nothing("AAAAAAA=\n", &[0; 4]);
}

#[test]
fn byte_strings_of_rust_are_not_those_of_python() {
    auto("b\"\\u{20ac}\"\n", b"\xE2\x82\xAC", "rust");
    auto("b\"ab\\\n   cd\"\n", b"abcd", "rust");
    auto("b'\\x41\\q'\n", b"A\\q", "python");
    unsure("b\"\\0123\"\n");
}

#[test]
fn lists_of_numbers_are_pythons_or_nobodys() {
    auto("[1, 2, 0xff]", b"\x01\x02\xff", "python");
    auto("[0x48, 0x69]", b"Hi", "python");
    auto("data = [0x48, 0x69, 10]", b"Hi\n", "python");
    named("python", "[72, 101, 108]", b"Hel");
    unsure("[1, 2, 3]");
}

#[test]
fn heads_are_no_rows() {
    unsure("           00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n");
    unsure("Offset(h) 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\n");
}

#[test]
fn debuggers_words_are_in_the_order_of_the_machine() {
    let dq = "00007ff6`12340000  77202c6f`6c6c6548 00202164`6c72b6c3\n";
    named("debug", dq, b"Hello, w\xC3\xB6rld! \0");
    named(
        "debug",
        "0:000> dd esp\n0012ff40  6c6c6548 77202c6f\n",
        b"Hello, w",
    );
    let dd = "0:000> dd 00007ff6`12340000\n\
              00007ff6`12340000  6c6c6548 77202c6f 00000000 00000000\n\
              00007ff6`12340010  6c6c6548 77202c6f 00000000 00000000\n";
    assert_eq!(read(FormatChoice::Auto, dd).unwrap().1, "debug");
    unsure(
        "0012ff40  6c6c6548 77202c6f 6c72b6c3 00202164\n0012ff50  7fff0201 747c2020 206c6961 31203030\n",
    );
}

#[test]
fn hexyl_without_borders_is_hexyl() {
    let little = " 00000000  6c6c6548 6f                            Hello             \n";
    named("hexyl", little, b"Hello");
    right_or_nothing(little, b"Hello");
    let zeros = " 00000000  00 00 00 00 00 00 00 00   00 00 00 00 00 00 00 00  00000000 00000000 \n*\n \
                 00000040  61 62 63                                           abc               \n";
    let expected = [&[0; 64][..], b"abc"].concat();
    auto(zeros, &expected, "hexyl");
    let blank = " 00000000  31 32 33 34 35 36 37 38   20 31 32 33 34 20 30 30  12345678  1234 00 \n \
                 00000010  20 31 31 20 32 32 20 33   33 20 34 34 20 35 35     11 22 3 3 44 55  \n";
    named("hexyl", blank, b"12345678 1234 00 11 22 33 44 55");
}

#[test]
fn addresses_are_no_data() {
    right_or_nothing("00000000 48656c6c6f\n", b"Hello");
    right_or_nothing("0000 48656c6c6f20\n", b"Hello ");
    right_or_nothing("00 : 48 65 6c 6c\n04 : 6f 20 77 6f\n", b"Hello wo");
    right_or_nothing("0x123\n", b"\x12");
    unsure("0x1234, 0x5678\n");
    // After the stamps of a log too, whatever their words look like.
    let rows = "D/Tag( 123): 000000 03050403 07020503\nD/Tag( 123): 000008 02020504\n";
    right_or_nothing(rows, &[3, 4, 5, 3, 3, 5, 2, 7, 4, 5, 2, 2]);
}

#[test]
fn settings_are_no_mail() {
    unsure("a=80\nb=90\nc=100\n");
    unsure("color=FFAA00\nbg=C0FFEE\n");
}

#[test]
fn what_is_nothing_but_escapes_is_taken() {
    auto("%D0%BC\n", "м".as_bytes(), "percent");
    auto("&#1084;\n", "м".as_bytes(), "html-entities");
    auto("=00=00=00\n", b"\0\0\0\n", "quoted-printable");
    unsure("https://example.com/caf%C3%A9\n");
    unsure("208 188\n");
    unsure("34 45 67 56 43 52 61 38 90 100\n");
    let words = "208 191 209 128 208 184 208 178 208 181 209 130\n";
    auto(words, "привет".as_bytes(), "decimal");
    unsure("\"\\x41BC\"\n");
}

#[test]
fn dumps_behind_the_stamps_of_a_log_are_read() {
    let one = "[recv] 00000000  48 69                                             |Hi|\n";
    auto(one, b"Hi", "hexdump-c");
    let row = "00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|";
    let text = format!("P 00000000  {row}\nP *\nP 00000040\n");
    named("hexdump-c", &text, &[0; 64]);
    let text = format!("P 00000000  {row}\nP *\nP 00000040  61 62  |ab|\nP 00000042\n");
    named("hexdump-c", &text, &[&[0; 64][..], b"ab"].concat());
}

#[test]
fn two_rows_in_a_mail_are_read() {
    let zeros = "0000 ".repeat(8);
    let text = format!(
        "Hi Bob,\n\nCould you please have a look at what the device sent us yesterday?\n\n\
         > 00000000: {zeros} ................\n> 00000010: {zeros} ................\n\nRegards\nAlice\n"
    );
    auto(&text, &[0; 32], "xxd");
}
