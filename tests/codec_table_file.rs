//! Encodings that a table file defines: the contract of decoding, and their characters.
//!
//! Files in all three forms are written here from what `encoding_rs` decodes, and read by ours. The
//! judge is again `encoding_rs`, or what is written down. Invariant: a row that is tested here
//! stands in no table of the program.

use crate::common;
use crate::contract;

use std::fmt::Write as _;

use common::{for_inputs, steps, whole};
use hexloupe::codec::{
    BitLayout, ByteOrder, CodecState, Encoding, Fault, LineEnd, Meaning, table_file,
};

/// What a set has no character for.
const NONE: char = char::REPLACEMENT_CHARACTER;

/// The code of every character that `encoding_rs` reads from one byte or two, in order.
fn known(web: &'static encoding_rs::Encoding) -> Vec<(Vec<u8>, String)> {
    let one = |byte: u8| vec![byte];
    let singles = (0..=u8::MAX).map(one);
    let pairs =
        (0x80..=u8::MAX).flat_map(|lead| (0x20..=u8::MAX).map(move |trail| vec![lead, trail]));
    let read = |code: Vec<u8>| {
        let text = web.decode_without_bom_handling(&code).0.into_owned();
        // A lead byte leads nothing alone, and a character of one byte leads nothing.
        let is_code = !text.contains(NONE) && (code.len() == 1 || single(web, code[0]).is_none());
        is_code.then_some((code, text))
    };
    singles.chain(pairs).filter_map(read).collect()
}

/// The character of a byte alone.
fn single(web: &'static encoding_rs::Encoding, byte: u8) -> Option<char> {
    let bytes = [byte];
    let (text, _) = web.decode_without_bom_handling(&bytes);
    text.chars().next().filter(|c| *c != NONE)
}

/// Bytes in hex, each after a sign.
fn hex(code: &[u8], sign: &str) -> String {
    let bytes: Vec<_> = code
        .iter()
        .map(|byte| format!("{sign}{byte:02X}"))
        .collect();
    bytes.concat()
}

/// A set as a mapping file of unicode.org.
fn mapping(web: &'static encoding_rs::Encoding) -> String {
    let mut file = format!("#\tName:     {}_Test to Unicode table\n#\n", web.name());
    for (code, text) in known(web) {
        let hex = hex(&code, "");
        let points: Vec<_> = text
            .chars()
            .map(|c| format!("0x{:04X}", u32::from(c)))
            .collect();
        writeln!(file, "0x{hex}\t{}\t# NAME", points.join("+")).unwrap();
    }
    file
}

/// A set as a `.ucm` of ICU; `states` is what its head says.
fn ucm(web: &'static encoding_rs::Encoding, states: &str) -> String {
    let mut file = format!(
        "# (c)\n<code_set_name>  \"{}\"\n<subchar> \\x1A\n{states}\nCHARMAP\n",
        web.name()
    );
    for (code, text) in known(web) {
        let hex = hex(&code, "\\x");
        let points: Vec<_> = text
            .chars()
            .map(|c| format!("<U{:04X}>", u32::from(c)))
            .collect();
        let points = points.concat();
        writeln!(file, "{points} {hex} |0").unwrap();
    }
    file + "END CHARMAP\n"
}

/// A set as a `.tbl`.
fn tbl(web: &'static encoding_rs::Encoding) -> String {
    let mut file = String::new();
    for (code, text) in known(web) {
        let hex = hex(&code, "").to_lowercase();
        match text.as_str() {
            "\n" => writeln!(file, "*{hex}").unwrap(),
            "\r" => {}
            text => writeln!(file, "{hex}={text}").unwrap(),
        }
    }
    file
}

#[track_caller]
fn row(id: &str, file: &str) -> &'static Encoding {
    table_file::parse(id, "a file", file.as_bytes()).unwrap()
}

/// A table of entries of one byte to four, some of which begin others.
const GAME: &str = "\u{FEFF}; a script\n(8000h)names\n[part]\n\n00= \n0A=n\n41=A\n42=B\n80=th\n81=e\n\
    8140=あ\n8141=い\n8142=\n8240=う\n824041=え\n82404142=お\n90FFFF=か\n\
    91=a hero\n4142=C\n*FE\n/FF=<end>\n3D==\n5C=\\n\n";

fn rows() -> Vec<&'static Encoding> {
    let states = "<uconv_class> \"MBCS\"\n<icu:state> 0-80, 81-9f:1, a0-df, e0-fc:1, fd-ff\n<icu:state> 40-7e, 80-fc";
    vec![
        row("table:koi", &mapping(encoding_rs::KOI8_R)),
        row(
            "table:greek",
            &ucm(encoding_rs::WINDOWS_1253, "<uconv_class> \"SBCS\""),
        ),
        row("table:arabic", &tbl(encoding_rs::ISO_8859_6)),
        row("table:korean", &mapping(encoding_rs::EUC_KR)),
        row("table:japanese", &ucm(encoding_rs::SHIFT_JIS, states)),
        row("table:taiwan", &tbl(encoding_rs::BIG5)),
        row("table:game", GAME),
    ]
}

#[test]
fn the_contract_of_decoding_holds() {
    for e in rows() {
        assert!(e.unit <= e.max_len && e.max_len <= e.look, "{e:?}");
        for_inputs(e, 30, |bytes| {
            contract::lengths(e, bytes);
            contract::progress(e, bytes);
            contract::pages(e, 0, bytes);
            contract::sync(e, 0, bytes);
            contract::masks(e, 0, bytes);
            contract::places(e, 0, bytes);
            contract::stories(e, 0, bytes);
            contract::counting(e, bytes);
            contract::encoding(e, bytes);
        });
    }
}

/// Every code means what `encoding_rs` reads, and what it writes of them is read back.
#[track_caller]
fn check(e: &'static Encoding, web: &'static encoding_rs::Encoding) {
    for (code, text) in known(web) {
        // A line of a .tbl cannot hold a CR.
        if code == [b'\r'] && ["table:arabic", "table:taiwan"].contains(&e.id) {
            continue;
        }
        let sequence = e.decode(&mut CodecState::default(), &code);
        assert_eq!(usize::from(sequence.len), code.len(), "{e:?} {code:02X?}");
        let read: String = sequence.meaning.scalars().collect();
        assert_eq!(read, text, "{e:?} {code:02X?}");
        let mut characters = text.chars();
        if let (Some(c), None) = (characters.next(), characters.next()) {
            let mut out = Vec::new();
            e.encode(&mut CodecState::default(), c, &mut out).unwrap();
            let back = web.decode_without_bom_handling(&out).0;
            assert_eq!(back, text, "{e:?} {code:02X?} {out:02X?}");
        }
    }
    // And nothing else has one.
    for pair in 0..=u16::MAX {
        let code = pair.to_be_bytes();
        let sequence = e.decode(&mut CodecState::default(), &code);
        if sequence.meaning.is_character() && sequence.len == 2 {
            assert!(single(web, code[0]).is_none(), "{e:?} {code:02X?}");
            let text = web.decode_without_bom_handling(&code).0;
            assert!(
                sequence.meaning.scalars().eq(text.chars()),
                "{e:?} {code:02X?}"
            );
        }
    }
}

#[test]
fn a_table_in_any_form_has_the_characters_that_encoding_rs_reads() {
    use encoding_rs::{BIG5, EUC_KR, ISO_8859_6, KOI8_R, SHIFT_JIS, WINDOWS_1253};
    let webs = [KOI8_R, WINDOWS_1253, ISO_8859_6, EUC_KR, SHIFT_JIS, BIG5];
    for (e, web) in rows().into_iter().zip(webs) {
        check(e, web);
    }
}

#[test]
fn a_byte_without_a_character_is_one_fault() {
    let noise: Vec<u8> = (0u32..6000)
        .map(|number| (number.wrapping_mul(0x9E37_79B9) >> 19) as u8)
        .collect();
    for (e, web) in [
        (rows()[0], encoding_rs::KOI8_R),
        (rows()[1], encoding_rs::WINDOWS_1253),
    ] {
        let ours: String = { steps(e, 0, &whole(&noise)).into_iter() }
            .map(|step| step.meaning.scalar().unwrap_or(NONE))
            .collect();
        assert_eq!(ours, web.decode_without_bom_handling(&noise).0, "{e:?}");
    }
}

#[track_caller]
fn reads(bytes: &[u8], expected: &[(u32, Meaning)]) {
    let e = row("table:game", GAME);
    let found: Vec<_> = { steps(e, 0, &whole(bytes)).into_iter() }
        .map(|step| (step.len, step.meaning))
        .collect();
    assert_eq!(found, expected, "{bytes:02X?}");
}

#[test]
fn the_longest_entry_is_read() {
    use Meaning::{IllFormed, Pair, Scalar};
    let unmapped = |len| (len, IllFormed(Fault::LegacyUnmapped));
    let malformed = |len| (len, IllFormed(Fault::LegacyMalformed));
    reads(b"\x80\x81\x41", &[(1, Pair('t', 'h')), (2, Scalar('い'))]);
    reads(b"\x81\x43", &[(1, Scalar('e')), malformed(1)]);
    reads(b"\x82\x40\x41\x42", &[(4, Scalar('お'))]);
    reads(b"\x82\x40\x41\x41", &[(3, Scalar('え')), (1, Scalar('A'))]);
    reads(b"\x82\x40", &[(2, Scalar('う'))]);
    reads(b"\x82", &[(1, IllFormed(Fault::LegacyTruncated))]);
    reads(b"\x90\xFF", &[(2, IllFormed(Fault::LegacyTruncated))]);
    reads(b"\x90\xFF\x00", &[malformed(2), (1, Scalar(' '))]);
    reads(b"\x81\x42\x91", &[unmapped(2), unmapped(1)]);
    reads(b"\x41\x42\x41", &[(2, Scalar('C')), (1, Scalar('A'))]);
    reads(
        b"\x3D\xFE\xFF\x5C",
        &[
            (1, Scalar('=')),
            (1, Scalar('\n')),
            (1, Scalar('\u{3}')),
            (1, Scalar('\n')),
        ],
    );
}

#[test]
fn an_entry_that_begins_another_is_read_and_not_written() {
    let e = row("table:game", GAME);
    let write = |text: &str| {
        let mut out = Vec::new();
        let all = text
            .chars()
            .try_for_each(|c| e.encode(&mut CodecState::default(), c, &mut out));
        all.map(|()| out)
    };
    // 41 and then 42 would be read as C.
    assert!(write("A").is_err() && write("e").is_err() && write("う").is_err());
    assert_eq!(write("BCお").unwrap(), b"\x42\x41\x42\x82\x40\x41\x42");
    // Of two entries the first is written.
    assert_eq!(write("\n").unwrap(), b"\xFE");
    assert!(write("t").is_err());
}

#[test]
fn the_facts_of_a_row_are_those_of_its_table() {
    let rows = rows();
    let facts = |index: usize| {
        let row: &Encoding = rows[index];
        (row.name, row.max_len, row.ascii, row.synchronises_itself())
    };
    assert_eq!(facts(0), ("KOI8-R_Test", 1, true, true));
    assert_eq!(facts(1), ("windows-1253", 1, true, true));
    assert_eq!(facts(2), ("a file", 1, false, true));
    assert_eq!(facts(3), ("EUC-KR_Test", 2, true, false));
    assert_eq!(facts(4), ("Shift_JIS", 2, true, false));
    assert_eq!(facts(6), ("a file", 4, false, false));
    assert!(matches!(rows[0].layout, BitLayout::SingleByte) && rows[0].draws_boxes);
    assert!(!rows[1].draws_boxes && rows.iter().all(|row| !row.shifts && row.line_end.is_none()));
    let left_out = rows[6].table_file().unwrap().left_out().unwrap();
    assert_eq!((left_out.count, left_out.line), (1, 18));
    assert_eq!(rows[0].table_file().unwrap().left_out(), None);
    assert_eq!(rows[0].byte_order(), None::<ByteOrder>);
    // A boundary is after a byte that nothing goes on after.
    let told = |byte: u8| rows[4].state_after(&[0x81, byte]).is_some();
    assert!(told(b'A') && told(b'\n') && told(0xFF) && !told(0x81));
}

#[test]
fn a_mainframes_table_ends_its_lines_with_nel() {
    // Python: bytes(range(256)).decode('cp1140')
    let file = "0x15\t0x0085\n0x25\t0x000A\n0x0D\t0x000D\n0xC1\t0x0041\n0xF0\t0x0030\n";
    assert_eq!(row("table:ebcdic", file).line_end, Some(LineEnd::Nel));
    let latin = "0x85\t0x0085\n0x0A\t0x000A\n0x41\t0x0041\n";
    assert_eq!(row("table:latin", latin).line_end, None);
}

#[track_caller]
fn refuses(file: &[u8], said: &str) {
    let error = table_file::parse("table:f", "f", file).unwrap_err();
    assert_eq!(error.to_string(), said);
}

#[test]
fn what_is_wrong_is_said_with_line_and_column() {
    refuses(
        b"",
        "line 1, column 1: the file has no entry with a character",
    );
    refuses(
        b"# only\n0x80\n",
        "line 1, column 1: the file has no entry with a character",
    );
    refuses(
        b"hello\n",
        "line 1, column 1: not a table; a line is 0x80 0x20AC (unicode.org), <U20AC> \\x80 |0 \
         (ICU .ucm) or 80=A (.tbl)",
    );
    refuses(
        b"0x80\t0x20AC\n0x81 20AC\n",
        "line 2, column 6: a number begins with 0x",
    );
    refuses(
        b"0x80\t0x20AC\n0x8\t0x20AC\n",
        "line 2, column 3: bytes are pairs of hex digits",
    );
    refuses(
        b"0x80\t0xD800\n",
        "line 1, column 8: \"D800\" is not a Unicode scalar value in hex",
    );
    refuses(
        b"0x80\t0x41 0x42 0x43\n",
        "line 1, column 16: a line has at most 3 columns; # begins a comment",
    );
    refuses(
        b"0x80\t0x41\n\n0x80\t0x42\n",
        "line 3, column 1: 80 has another character in line 1; leave one out",
    );
    refuses(
        b"0x8182838485\t0x41\n",
        "line 1, column 3: an entry has at most 4 bytes",
    );
    refuses(
        b"80=A\n81\n",
        "line 2, column 3: = must follow the bytes, as in 80=A",
    );
    refuses(
        b"80=A\nxx=B\n",
        "line 2, column 1: bytes are pairs of hex digits",
    );
    refuses(
        "80=я\n81="
            .as_bytes()
            .iter()
            .chain(b"\xE1\n")
            .copied()
            .collect::<Vec<_>>()
            .as_slice(),
        "line 2, column 4: not UTF-8; hexloupe recode -t utf-8 converts it",
    );
    refuses(
        b"<code_set_name> \"x\"\n<uconv_class> \"EBCDIC_STATEFUL\"\n",
        "line 2, column 15: a set with shifts cannot be read",
    );
    refuses(
        b"<icu:base> \"ibm-1\"\nCHARMAP\n",
        "line 1, column 1: an extension of another table cannot be read; use the .ucm of the base \
         table",
    );
    refuses(
        b"CHARMAP\n<U0041> \\x41 |5\n",
        "line 2, column 16: a precision is |0, |1, |2, |3 or |4",
    );
    refuses(
        b"CHARMAP\n<U0041> x41\n",
        "line 2, column 9: an entry has 1 to 4 bytes, as in \\x80",
    );
    refuses(
        b"CHARMAP\n\\x41 <U0041>\n",
        "line 2, column 1: an entry begins with <U20AC>",
    );
}

#[test]
fn precisions_say_what_is_written() {
    let file = "CHARMAP\n<U0041> \\x41 |0\n<U00C1> \\x41 |1\n<U0041> \\x61 |3\n<U0042> \\x42\n\
        <U0043> \\x43 |4\n<U001A> \\x1A |2\nEND CHARMAP\nnothing\n";
    let e = row("table:u", file);
    let read = |byte: u8| {
        e.decode(&mut CodecState::default(), &[byte])
            .meaning
            .scalar()
    };
    assert_eq!(
        [0x41, 0x61, 0x42, 0x43, 0x1A].map(read),
        [Some('A'), Some('A'), Some('B'), None, None]
    );
    let write = |c: char| {
        let mut out = Vec::new();
        e.encode(&mut CodecState::default(), c, &mut out)
            .ok()
            .map(|()| out)
    };
    assert_eq!(write('A'), Some(vec![0x41]));
    assert_eq!(write('Á'), None);
}

#[test]
fn apples_files_are_read() {
    let file = "#\r\n# comment\r\n0x20\t<LR>+0x0020\t# SPACE, left-right\r\n\
        0xDE\t0x0646+0x0650\t# two\r\n0xDF\t0xF860+0x0041+0x0042\t# three\r\n0xE0\r\n\x1A";
    let e = row("table:apple", file);
    let read = |byte: u8| e.decode(&mut CodecState::default(), &[byte]).meaning;
    assert_eq!(read(0x20), Meaning::Scalar(' '));
    assert_eq!(read(0xDE), Meaning::Pair('\u{646}', '\u{650}'));
    assert_eq!(read(0xDF), Meaning::IllFormed(Fault::LegacyUnmapped));
    assert_eq!(e.table_file().unwrap().left_out().unwrap().line, 5);
    assert!(matches!(e.layout, BitLayout::DoubleByte(_)) && e.max_len == 1);
    // Three columns: the bytes of two forms, and the character.
    let e = row("table:jis", "0x8140\t0x2121\t0x3000\t# IDEOGRAPHIC SPACE\n");
    let read = e.decode(&mut CodecState::default(), b"\x81\x40");
    assert_eq!((read.len, read.meaning), (2, Meaning::Scalar('\u{3000}')));
}
