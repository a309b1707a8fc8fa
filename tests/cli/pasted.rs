//! What people paste: `hexloupe undump` of lists, escapes and notations, alone and among other text.
//!
//! Invariant: the bytes of each sample are written by hand, after a report or as the program that the
//! sample is from prints them.

use super::undump::Samples;

/// `При`.
const WORD: &[u8] = b"\xD0\x9F\xD1\x80\xD0\xB8";
/// `Привет`.
const HELLO: &[u8] = b"\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82";

/// The case of a report, a text, and its bytes.
#[rustfmt::skip]
const READ: &[(&str, &str, &[u8])] = &[
    // Lists of numbers, in whatever brackets.
    ("", "[137, 80, 78, 71]", b"\x89PNG"),
    ("", "[137, 80]\n", b"\x89P"),
    ("", "[208 159 209 128 208 184]\n", WORD),
    ("", "[-48, -97, -47, -128, -48, -72]\n", WORD),
    ("", "{\"type\":\"Buffer\",\"data\":[208,159,209,128,208,184]}\n", WORD),
    ("", "<Buffer d0 9f d1 80 d0 b8>\n", WORD),
    ("D10", "<<208, 111, 103, 101>>\n", b"\xD0oge"),
    ("D10", "{ok,<<38,60,62,34,32,227,130,134>>}\n", b"&<>\" \xE3\x82\x86"),
    // A string alone in the file.
    ("", "\"\\xd0\\x9f\\n\"\n", b"\xD0\x9F\n"),
    ("", "\"\\u041f\\u0440\"\n", b"\xD0\x9F\xD1\x80"),
    ("", "\"caf\\351\"\n", b"caf\xE9"),
    // Oracle names the length and the set.
    ("D09", "Typ=1 Len=12 CharacterSet=AL32UTF8: d0,9f,d1,80,d0,b8,d0,b2,d0,b5,d1,82\n", HELLO),
    ("D09", "Typ=1 Len=6: 207,240,232,226,229,242\n", b"\xCF\xF0\xE8\xE2\xE5\xF2"),
    ("D09", "DUMP(NAME,1016)\n---------------\nTyp=1 Len=6 CharacterSet=CL8MSWIN1251: cf,f0,e8,e2,e5,f2\n\n1 row selected.\n",
        b"\xCF\xF0\xE8\xE2\xE5\xF2"),
    // Text as programs show it.
    ("", "M-PM-^_M-QM-^@M-PM-8\n", b"\xD0\x9F\xD1\x80\xD0\xB8\n"),
    ("", "caf<E9> noir\n", b"caf\xE9 noir\n"),
    ("", "zero<U+200B>width\n", b"zero\xE2\x80\x8Bwidth\n"),
    ("", "caf\\u{e9} \\u{1F600}\n", "café 😀\n".as_bytes()),
    ("D34", "- m\\303\\223s.\n+ m\\323s.\n", b"- m\xC3\x93s.\n+ m\xD3s.\n"),
    ("D37", "Content-Disposition: attachment; filename*=iso-8859-1''%FCbersicht%2Etxt\n",
        b"Content-Disposition: attachment; filename=\xFCbersicht.txt\n"),
    ("D38", "Entw&APw-rfe\nINBOX.c&AO0-mjegyz&AOk-k\n", "Entwürfe\nINBOX.címjegyzék\n".as_bytes()),
    // Assembler, and the listings of disassemblers and debuggers.
    ("", "db 0D0h, 9Fh, 0D1h, 80h\n", b"\xD0\x9F\xD1\x80"),
    ("", ".data:00403000 D0                 db 0D0h\n.data:00403001 9F                 db  9Fh\n", b"\xD0\x9F"),
    ("", "        00101000 d0              ??         D0h\n        00101001 41              ??         41h    A\n", b"\xD0A"),
    ("", "0x7ffe0: -48 -97 -47 -128 -48 -72\n", WORD),
    // Plain digits of zeros, and od's `*` at the end.
    ("", "00000000000000000000\n", &[0; 10]),
    ("", "0000000 062510 066154\n*\n0000040\n", b"HellHellHellHellHellHellHellHell"),
    // Among other text.
    ("D01", "    java_vm_ext.cc:504]     string: '-AB311?-'\n    java_vm_ext.cc:504]     input: '0x2d 0x41 0x42 0x33 0x31 0x31 <0x80> 0x2d'\n    java_vm_ext.cc:504]     in call to NewStringUTF\n",
        b"-AB311\x80-"),
    ("D06", "{\"_TRANSPORT\":\"syslog\",\"MESSAGE\":[208,147,208,190,27,91,109,13],\"_PID\":\"777\"}\n", b"\xD0\x93\xD0\xBE\x1B[m\r"),
    ("D13", "called `Result::unwrap()` on an `Err` value: FromUtf8Error { bytes: [208, 159, 209, 128, 208, 184, 255, 33], error: Utf8Error { valid_up_to: 6, error_len: Some(1) } }\n",
        b"\xD0\x9F\xD1\x80\xD0\xB8\xFF!"),
    ("D13", "thread 'main' panicked:\nFromUtf8Error {\n    bytes: [\n        208,\n        159,\n        33,\n        255,\n    ],\n    error: Utf8Error {\n        valid_up_to: 2,\n    },\n}\n",
        b"\xD0\x9F!\xFF"),
    ("", "2024-01-02 12:30:45.123 ERROR bad payload: d0 9f d1 80 d0 b8 (6 bytes)\n", WORD),
    ("", "2024-01-02 12:30:45 ERROR checksum of d09fd180d0b8\n", WORD),
    ("", "It's an error in b'\\xd0\\x9f', which isn't text, of 12 parts in 2 files\n", b"\xD0\x9F"),
    ("", "Hello Vera,\nthis is what I got over the wire yesterday evening, and I do not know what it is:\n\n00000000: d09f d180 d0b8 0a                        .......\n\nIt should have been a greeting. Perhaps you can tell, since you wrote the program.\nBob\n",
        b"\xD0\x9F\xD1\x80\xD0\xB8\n"),
];

#[test]
fn what_is_pasted_is_read_without_a_name() {
    let samples = Samples::new();
    for (case, text, bytes) in READ {
        samples.put("text", text);
        let done = samples.run("undump text").output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(
            done.stdout == *bytes,
            "{case} {text}: {:02X?} {said}",
            done.stdout
        );
        assert_eq!(done.status.code(), Some(0), "{case} {text}: {said}");
        let piped = samples.run("undump").stdin(*text).output().unwrap();
        assert!(piped.stdout == *bytes, "{case} {text}");
    }
}

#[test]
fn readings_with_other_bytes_are_listed_and_none_is_taken() {
    let samples = Samples::new();
    samples.put("key", "JBSWY3DP\n");
    let said = "hexloupe: key: it may be base64 (24 14 96 63 70 CF, 6 bytes), or base32 (48 65 6C 6C 6F, 5 bytes); \
                --from NAME reads it as one of them\n";
    samples.check("undump key", b"", said, 2);
    samples.check("undump --from base32 key", b"Hello", "", 0);
}

#[test]
fn of_several_dumps_in_a_text_each_is_taken_if_asked() {
    let samples = Samples::new();
    let log =
        "sent [72, 105, 33, 10]\nkept [72, 105, 33, 10]\nreceived b'\\xd0\\x9f' and d0 9f d1 80\n";
    samples.put("log", log);
    let said = "hexloupe: log:1:6: the first of 3 dumps (line 1: 48 69 21 0A; line 3: D0 9F; line 3: D0 9F D1 80); \
                --all takes each\n";
    samples.check("undump log", b"", said, 2);
    let done = samples.run("undump --all log").output().unwrap();
    assert_eq!(done.stdout, b"Hi!\nHi!\n\xD0\x9F\xD0\x9F\xD1\x80");
    assert_eq!(done.status.code(), Some(0));
    // The same bytes again are the same dump.
    samples.put("log", log.lines().take(2).collect::<Vec<_>>().join("\n"));
    let done = samples.run("undump log").output().unwrap();
    assert_eq!(done.stdout, b"Hi!\n");
}

#[test]
fn prose_is_no_dump() {
    let samples = Samples::new();
    for text in [
        "",
        "It's 12:30:45 on 2024-01-02; see [1, 2], (3, 4, 5) and {a}.\n",
        "Don't panic. She said \"no\" \\ and 'yes'. 100% of x < y << 2.\n",
        "The MAC is 00:1b:44, the version 10.0.12.1, the price 5,99.\n",
    ] {
        samples.put("text", text);
        let done = samples.run("undump text").output().unwrap();
        assert!(done.stdout.is_empty(), "{text}: {:02X?}", done.stdout);
        assert_eq!(done.status.code(), Some(2), "{text}");
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn what_the_nearest_form_lacks_is_said() {
    let samples = Samples::new();
    samples.put("half", "48 65 6c 4\n");
    let said = "hexloupe: half:1:10: not a dump in a known format; the nearest is hex: this byte is \
                incomplete: two hex digits are expected\n";
    samples.check("undump half", b"", said, 2);
    samples.put("list", "10, 20, 30, 400\n");
    let said =
        "hexloupe: list:1:13: not a dump in a known format; the nearest is c: 400 is not a byte\n";
    samples.check("undump list", b"", said, 2);
    samples.put("table", "proc /proc proc rw,relatime 0 0\n");
    let said = "hexloupe: table: not a dump in a known format; hexloupe undump --formats lists the formats\n";
    samples.check("undump table", b"", said, 2);
    samples.put("prose", "hello world, this is text\n");
    let said = "hexloupe: prose: not a dump in a known format; hexloupe undump --formats lists the formats\n";
    samples.check("undump prose", b"", said, 2);
    // A guess says so of what looks like a dump.
    let guessed = |name: &str| {
        let done = samples.run(&format!("guess {name}")).output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        said.lines()
            .find(|line| line.contains("a dump"))
            .map(|line| line.trim().to_owned())
    };
    samples.put("brackets", "[10, 20, 30, 400]\n");
    let near = "nearly a dump (python), but for line 1, column 14: 400 is not a byte";
    assert_eq!(guessed("brackets").as_deref(), Some(near));
    samples.put("digits", "d09fd180d0b8d0b2d0b5d182\n");
    let is = "a dump: hexloupe guess --from hex digits guesses the encoding of its bytes";
    assert_eq!(guessed("digits").as_deref(), Some(is));
    for other in ["list", "table", "prose"] {
        assert_eq!(guessed(other), None, "{other}");
    }
}
