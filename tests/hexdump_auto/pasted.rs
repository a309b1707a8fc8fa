//! What people paste: decimal escapes, signs that were extended, numbers of one digit, rows with
//! bars, vertical hex, and lines of any length. Each is read rightly, with a remark where the
//! text allows another reading, or refused.

use hexloupe::hexdump::import::{self, FormatChoice, ImportFailure};
use hexloupe::hexdump::out::RemarkKind;
use hexloupe::hexdump::table::by_name;

use super::{auto, named, read, unsure};

/// A text is read as bytes, in a format, with a remark on the place of what was inferred.
#[track_caller]
fn inferred(choice: FormatChoice, text: &str, expected: &[u8], place: (u64, u64)) {
    let (mut import, done) = import::read(choice, text.as_bytes());
    assert_eq!(done, Ok(()), "{text}");
    let out = import.out();
    assert_eq!(out.data().0, expected, "{text}");
    let remarks = out.take_remarks();
    let found = remarks
        .iter()
        .find(|remark| matches!(remark.kind, RemarkKind::Inferred(_)));
    assert_eq!(
        found.map(|remark| (remark.line, remark.column)),
        Some(place),
        "{text}: {remarks:?}"
    );
    assert!(out.disagreements > 0, "{text}");
}

/// A text is read with nothing to say.
#[track_caller]
fn plain(text: &str, expected: &[u8]) {
    let (mut import, done) = import::read(FormatChoice::Auto, text.as_bytes());
    assert_eq!(done, Ok(()), "{text}");
    let out = import.out();
    let (bytes, runs) = out.data();
    assert_eq!((bytes, runs.len()), (expected, 1), "{text}");
    assert_eq!((out.disagreements, out.counts.skipped), (0, 0), "{text}");
    let remarks = out.take_remarks();
    let odd = remarks
        .iter()
        .find(|remark| !matches!(remark.kind, RemarkKind::Note(_)));
    assert_eq!(odd, None, "{text}");
}

#[track_caller]
fn refused(id: &str, text: &str, reason: &str) {
    match read(FormatChoice::Named(by_name(id).unwrap()), text) {
        Err(ImportFailure::Unreadable(why)) => {
            assert!(why.reason.contains(reason), "{why:?} of {text}");
        }
        other => panic!("{other:?} of {text}"),
    }
}

#[test]
fn decimal_escapes_are_no_octal_ones() {
    // As `show` of Haskell writes the bytes of a text, and its characters.
    let bytes = r#"Just "\232\135\180\229\145\189\233\148\153\232\175\175:  \230\149\176\230\141\174\229\186\147 \"unknowndb\"\n""#;
    auto(bytes, "致命错误:  数据库 \"unknowndb\"\n".as_bytes(), "lua");
    auto(
        r#""\1042\1085\1077\1096 \1087\1086\1083""#,
        "Внеш пол".as_bytes(),
        "haskell",
    );
    auto(r#""\208\191""#, b"\xD0\xBF", "lua");
    auto("\\208\\191\n", b"\xD0\xBF", "lua");
    for id in ["c-string", "octal", "python", "shell"] {
        for text in [
            r#"b"\208\191""#,
            r"$'\208\191'",
            r"'\208\191'",
            r#""\9\10\11""#,
        ] {
            if let Ok((bytes, _)) = read(FormatChoice::Named(by_name(id).unwrap()), text) {
                assert_eq!(bytes, b"", "{id}: {text}");
            }
        }
    }
    refused("c-string", r#""\208\191""#, "decimal escapes");
}

#[test]
fn numbers_that_nothing_proves_are_read_with_a_remark() {
    // Decimal: text in UTF-8. Octal: neither is.
    inferred(
        FormatChoice::Auto,
        r#""\230\151\165""#,
        "日".as_bytes(),
        (1, 2),
    );
    inferred(
        FormatChoice::Auto,
        "\n\"\\207\\240\\226\"",
        b"\x87\xA0\x96",
        (2, 2),
    );
    // Octal beyond doubt.
    for (text, bytes) in [
        (r#""\303\251""#, "é".as_bytes()),
        (r#""\033[1m\033[0m""#, b"\x1B[1m\x1B[0m"),
        (r"printf '\110\145'", b"He"),
    ] {
        plain(text, bytes);
    }
    unsure("m\\303\\223s");
}

#[test]
fn a_sign_that_was_extended_is_no_data() {
    let listing = "byte0: 72\nbyte1: 3a\nbyte2: 60\nbyte3: 1\nbyte4: e\nbyte5: 10\n\
                   byte6: ffffffef\nbyte7: ffffffbf\n";
    let bytes = [0x72, 0x3A, 0x60, 0x01, 0x0E, 0x10, 0xEF, 0xBF];
    inferred(FormatChoice::Auto, listing, &bytes, (7, 8));
    inferred(
        FormatChoice::Named(by_name("hex").unwrap()),
        listing,
        &bytes,
        (7, 8),
    );
    let p = "П ".as_bytes();
    for (text, column) in [
        ("ffffffd0 ffffff9f 20\n", 1),
        ("FFFFFFD0,FFFFFF9F,20", 1),
        ("ffffffffffffffd0 ffffffffffffff9f 20", 1),
        ("\\xffffffd0\\xffffff9f\\x20", 10),
        ("%ffffffd0%ffffff9f%20", 9),
    ] {
        inferred(FormatChoice::Auto, text, p, (1, column));
    }
    let json = r#""\uffffffd0\uffffff9f ""#;
    inferred(FormatChoice::Auto, json, p, (1, 11));
    inferred(
        FormatChoice::Auto,
        "char a[] = {0xffffffd0, 0xffffff9f, 0x20};",
        p,
        (1, 23),
    );
    // Without anything between the digits both readings stay possible.
    inferred(
        FormatChoice::Auto,
        "48ffffffd0ffffff9f\n",
        b"H\xFF\xFF\xFF\xD0\xFF\xFF\xFF\x9F",
        (1, 1),
    );
    // Memory that was erased, and words of a machine.
    named("hex", "ffffffff ffffffff\n", &[0xFF; 8]);
    plain("ffffffd0 0000001c\n", b"\xFF\xFF\xFF\xD0\0\0\0\x1C");
}

#[test]
fn a_minus_is_never_dropped() {
    auto("-30 -4e 61 a\n", b"\xD0\xB2a\n", "hex");
    named("hex", "-30 -61", b"\xD0\x9F");
    named("decimal", "[-48, -97]", b"\xD0\x9F");
    refused("hex", "48 -30 d0", "have a sign");
    refused("hex", "-97", "too low for a byte");
    // Between two bytes it separates them.
    named("hex", "48-65-6c", b"Hel");
}

#[test]
fn numbers_of_one_digit_are_not_joined() {
    named("hex", "byte0: 1\nbyte1: 41\nbyte2: e\n", b"\x01A\x0E");
    inferred(
        FormatChoice::Named(by_name("hex").unwrap()),
        "41\na\nb\n",
        b"A\n\x0B",
        (2, 1),
    );
    refused("hex", "41\n0a\nb\n", "two hex digits");
    unsure("a\nb\nc\n1\n");
    refused("hex", "0010: 41 42\n", "address");
}

#[test]
fn rows_with_decimal_offsets_and_bars_have_no_gaps() {
    let ebcdic = "\
000000:  F1 F1 F2 F0 78 34 07 42 46 40 C0 14 C8 C5 D3 D3   |  1120....  .HELL
000016:  D6 40 E6 D6 D9 D3 C4 40 F0 F1 F2 F3 F4 F5 F6 F7   |  O WORLD 01234567
000032:  F8 F9 4B                                          |  89.
";
    let bytes = b"\xF1\xF1\xF2\xF0\x78\x34\x07\x42\x46\x40\xC0\x14\xC8\xC5\xD3\xD3\
                  \xD6\x40\xE6\xD6\xD9\xD3\xC4\x40\xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9\x4B";
    plain(ebcdic, bytes);
    plain(
        "00000000: 41 42 43 44 45 46 47 48 49 4A 4B 4C 4D 4E 4F 50 |ABCDEFGHIJKLMNOP\n\
         00000016: 51 52 53 54 55 56 57 58 59 5A 61 62 63 64 65 66 |QRSTUVWXYZabcdef\n\
         00000032: 67 68 |gh\n",
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefgh",
    );
}

#[test]
fn a_blank_of_the_text_beside_bars_is_a_byte() {
    for bar in ["│", "|"] {
        let rows = "\
00000000 41 42 43 44 ! 45 46 47 48 ! 20 4A 4B 4C ! 4D 4E 4F 50  ABCDEFGH JKLMNOP
00000010 61 62 63 64 ! 65 66 67 68 ! 20 6A 6B 6C ! 6D 6E 6F 70  abcdefgh jklmnop
";
        plain(&rows.replace('!', bar), b"ABCDEFGH JKLMNOPabcdefgh jklmnop");
    }
    plain(
        "00000000 41 42 43 44 │ 45 46 47 48 │ 20 4A 4B 4C  ABCDEFGH JKL\n",
        b"ABCDEFGH JKL",
    );
    let wide = "\
0023ABFC 55 55 55 55 │ 55 55 55 55 │ 55 55 55 55 │ 54 41 47 4A │ E4 67 65 72 │ 6C 69 65 64 │ 20 66 FC 72  UUUUUUUUUUUUTAGJ.gerlied f.r
0023AC18 20 4B F6 6E │ 69 67 65 00 │ 00 00 00 00 │ 00 00 00 00 │ 00 00 00 00 │ 00 00 00 00 │ 00 00 00 4D   K.nige....................M
0023AC34 FC 6C 6C 65 │ 72                                                                                 .ller
";
    let mut bytes = b"UUUUUUUUUUUUTAGJ\xE4gerlied f\xFCr K\xF6nige".to_vec();
    bytes.resize(55, 0);
    bytes.extend_from_slice(b"M\xFCller");
    plain(wide, &bytes);
}

#[test]
fn digits_under_a_text_are_read_downwards() {
    auto(
        "Hello, 12\n466662233\n85CCFC012\n\nab\n66\n12\n",
        b"Hello, 12ab",
        "vertical",
    );
    refused(
        "hex",
        "Hello, 12\n466662233\n85CCFC012\n",
        "--from vertical",
    );
}

#[test]
fn a_line_of_any_length_is_read_as_a_short_one() {
    // Around the sample by which the format is chosen, and the part in which a line comes.
    for len in [100, 32 * 1024, 64 * 1024, 120_000] {
        for over in [0, 2] {
            let count: usize = (len + over) / 3;
            let bytes = b"\xC3\xA9".repeat(count.div_ceil(2));
            let each = |escape: fn(&u8) -> String| bytes.iter().map(escape).collect::<String>();
            let percent = each(|byte| format!("%{byte:02X}"));
            let hex = each(|byte| format!("\\x{byte:02x}"));
            let octal = each(|byte| format!("\\{byte:03o}"));
            let lua = each(|byte| format!("\\{byte}"));
            auto(&percent, &bytes, "percent");
            auto(&format!("$'{hex}'\n"), &bytes, "shell");
            auto(&format!("b'{hex}'"), &bytes, "python");
            auto(&format!("\"{octal}\"\n"), &bytes, "c-string");
            auto(&format!("\"{lua}\"\n"), &bytes, "lua");
        }
    }
}
