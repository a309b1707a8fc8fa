//! Marks: the box of the cursor's sequence, the selection, faults, and roles.
//!
//! Invariant: every pane marks the same bytes.

use super::canvas::{Canvas, encoding};
use hexloupe::command::keymap::{KeyChange, Keymap, sets};
use hexloupe::model::line::TonedLine;
use hexloupe::model::row::{ByteRole, CellMark, SpanPosition};
use hexloupe::model::state::Pane;
use ratatui::style::{Color, Modifier};

/// The columns of a pane in a row of bytes, without blanks at the end.
fn row(canvas: &Canvas, pane: Pane, index: u16) -> String {
    let layout = canvas.screen().layout;
    let pane = *layout
        .panes
        .iter()
        .find(|shown| shown.pane == pane)
        .expect("the pane");
    let (last, width) = layout.cell(pane, layout.grid.width() - 1);
    let end = last + width + u16::from(pane.pane != Pane::Points);
    let text = canvas.columns(layout.body.y + index, pane.x..end);
    text.trim_end().to_owned()
}

/// The hex columns with the cursor at an offset; rows have 4 bytes.
#[track_caller]
fn check(data: &[u8], at: u64, expected: &[&str]) {
    check_keys(data, at, "", false, expected);
}

#[track_caller]
fn check_keys(data: &[u8], at: u64, keys: &str, mono: bool, expected: &[&str]) {
    let canvas = Canvas::new(data, (80, 24)).wide().at(at).keys(keys);
    let canvas = if mono { canvas.mono() } else { canvas };
    for (index, expected) in expected.iter().enumerate() {
        let found = row(&canvas, Pane::Hex, index as u16);
        assert_eq!(found, *expected, "{data:02X?} at {at}, row {index}");
    }
}

#[test]
fn brackets_stand_round_the_sequence_of_the_cursor() {
    check("a€b".as_bytes(), 0, &["[61]E2 82 AC", " 62"]);
    check("a€b".as_bytes(), 1, &[" 61[E2 82 AC]", " 62"]);
    check("a€b".as_bytes(), 3, &[" 61[E2 82 AC]", " 62"]);
    check("a€b".as_bytes(), 4, &[" 61 E2 82 AC", "[62]"]);
}

#[test]
fn a_sequence_over_a_row_end_is_marked_in_both_rows() {
    use CellMark::{Cursor, None, Sequence};
    check("ab€c".as_bytes(), 2, &[" 61 62[E2 82", " AC]63"]);
    check("ab€c".as_bytes(), 4, &[" 61 62[E2 82", " AC]63"]);
    let canvas = Canvas::new("abc😀".as_bytes(), (80, 24)).wide().at(5);
    assert_eq!(row(&canvas, Pane::Bits, 0).matches('[').count(), 1);
    assert_eq!(row(&canvas, Pane::Bits, 1).matches(']').count(), 1);
    // The third pane has no brackets, and marks by style.
    let cells: Vec<_> = canvas
        .screen()
        .rows
        .iter()
        .flat_map(|row| row.cells.clone())
        .collect();
    let marks: Vec<_> = cells.iter().map(|cell| cell.mark).collect();
    assert_eq!(
        marks,
        [None, None, None, Sequence, Sequence, Cursor, Sequence]
    );
    let parts: Vec<_> = cells[3..].iter().map(|cell| cell.part).collect();
    assert_eq!(
        parts,
        [
            SpanPosition::Head,
            SpanPosition::Middle,
            SpanPosition::Middle,
            SpanPosition::Tail
        ]
    );
    let buffer = canvas.buffer();
    let layout = canvas.screen().layout;
    for &pane in &layout.panes {
        let (x, _) = layout.cell(pane, 3);
        let (next, _) = layout.cell(pane, 0);
        let marked = |x: u16, y: u16| buffer[(x, y)].style().add_modifier;
        let underlined = Modifier::UNDERLINED;
        assert!(marked(x, layout.body.y).contains(underlined), "{pane:?}");
        assert!(
            marked(next, layout.body.y + 1).contains(underlined),
            "{pane:?}"
        );
    }
}

#[test]
fn the_box_of_a_fault_is_its_whole_story() {
    // Three faults of one byte each, one overlong form.
    check(b"\xE0\x80\xAFa", 0, &["[E0 80 AF]61"]);
    check(b"\xE0\x80\xAFa", 2, &["[E0 80 AF]61"]);
    check(b"\xE2\x82a", 0, &["[E2 82]61"]);
    check(b"a\x80\x80", 1, &[" 61[80]80"]);
}

#[test]
fn without_colour_signs_stand_for_what_colour_says() {
    check_keys(b"a\xFFbc", 0, "", true, &["[61]FF!62 63"]);
    check_keys(b"a\xFFbc", 1, "", true, &[" 61[FF]62 63"]);
    check_keys(
        b"abcdefgh",
        1,
        "v l l",
        true,
        &[" 61‹62 63[64]", " 65 66 67 68"],
    );
    check_keys(b"abcdefgh", 2, "v h h", true, &["[61]62 63›64"]);
    check_keys(
        b"abcdefgh",
        2,
        "v j",
        true,
        &[" 61 62‹63 64›", "‹65 66[67]68"],
    );
}

/// The hex columns without colour, with matches marked; rows have 4 bytes.
#[track_caller]
fn check_matches(data: &[u8], at: u64, keys: &str, pattern: &str, expected: &[&str]) {
    let canvas = Canvas::new(data, (80, 24)).wide().at(at).keys(keys);
    let canvas = canvas.matched(pattern).mono();
    for (index, expected) in expected.iter().enumerate() {
        assert_eq!(
            row(&canvas, Pane::Hex, index as u16),
            *expected,
            "{pattern}"
        );
    }
}

#[test]
fn without_colour_braces_stand_round_matches() {
    check_matches(b"abcdefgh", 0, "", "bc", &["[61{62 63}64", " 65 66 67 68"]);
    // Across a row end, adjacent, and at the cursor.
    check_matches(b"abcdefgh", 0, "", "de", &["[61]62 63{64", " 65}66 67 68"]);
    check_matches(b"ababcd", 5, "", "ab", &["{61 62{61 62}", " 63[64]"]);
    check_matches(b"abcd", 1, "", "bc", &[" 61{62]63}64"]);
    check_matches(b"a\xFF\xFEb", 3, "", "x:FF", &[" 61{FF}FE[62]"]);
    // A selection hides a match, a match hides the box of the sequence.
    check_matches("a€b".as_bytes(), 1, "", "u:20AC", &[" 61{E2 82 AC}", " 62"]);
    check_matches(b"abcdef", 0, "v l l", "bcd", &["‹61{62[63]64}", " 65 66"]);
}

#[track_caller]
fn check_roles(data: &[u8], id: &str, expected: &[ByteRole]) {
    let canvas = Canvas::new(data, (200, 24)).read_as(encoding(id));
    let rows = canvas.screen().rows;
    let roles: Vec<_> = rows
        .iter()
        .flat_map(|row| &row.cells)
        .map(|cell| cell.role)
        .collect();
    assert_eq!(roles, expected, "{data:02X?} as {id}");
}

#[test]
fn bytes_have_the_roles_of_their_encoding() {
    use ByteRole::{
        Ascii, Blank, Bom, Continuation, Control, Fault, HighSurrogate, Lead, LowSurrogate, Notice,
        Single,
    };
    check_roles(b"a \n\x1B", "utf-8", &[Ascii, Blank, Blank, Control]);
    check_roles("€".as_bytes(), "utf-8", &[Lead, Continuation, Continuation]);
    check_roles(b"\xCF", "windows-1251", &[Single]);
    check_roles(b"\xEF\xBB\xBFa", "utf-8", &[Bom, Bom, Bom, Ascii]);
    check_roles(b"a\xEF\xBB\xBF", "utf-8", &[Ascii, Notice, Notice, Notice]);
    check_roles(b"\xFF\xFEa\0", "utf-16le", &[Bom, Bom, Ascii, Ascii]);
    let pair = [HighSurrogate, HighSurrogate, LowSurrogate, LowSurrogate];
    check_roles(b"\x3D\xD8\x00\xDE", "utf-16le", &pair);
    check_roles(b"\xD8\x3D\xDE\x00", "utf-16be", &pair);
    check_roles(b"\x00\xDEa\0", "utf-16le", &[Fault, Fault, Ascii, Ascii]);
}

#[test]
fn the_bom_and_surrogates_are_named() {
    let said = |data: &[u8], at: u64, id: &str| {
        let canvas = Canvas::new(data, (120, 24)).read_as(encoding(id)).at(at);
        let lines: Vec<_> = canvas
            .screen()
            .inspector
            .iter()
            .map(TonedLine::text)
            .collect();
        lines.join("\n")
    };
    assert!(said(b"\xEF\xBB\xBFa", 1, "utf-8").contains("byte order mark of UTF-8"));
    assert!(said(b"\xFF\xFEa\0", 0, "utf-16le").contains("byte order mark of UTF-16LE"));
    let pair = said(b"\x3D\xD8\x00\xDE", 2, "utf-16le").to_lowercase();
    assert!(pair.contains("u+1f600 grinning face"), "{pair}");
    assert!(
        pair.contains("high surrogate d83d, low surrogate de00"),
        "{pair}"
    );
    let three = said("€".as_bytes(), 1, "utf-8");
    assert!(three.contains("E2 starts a 3-byte character"), "{three}");
}

#[test]
fn a_byte_of_base64_shows_the_six_bits_it_stands_for() {
    let canvas = Canvas::new(b"+AKMa", (80, 24))
        .wide()
        .read_as(encoding("utf-7"));
    assert_eq!(
        row(&canvas, Pane::Bits, 0),
        "[00101011]__000000 __001010 __001100"
    );
    let canvas = canvas.at(2);
    assert_eq!(
        row(&canvas, Pane::Bits, 0),
        " 00101011[__000000 __001010 __001100]"
    );
}

#[test]
fn both_halves_of_a_pair_in_two_triples_are_told_apart() {
    let canvas = Canvas::new("a\u{1F600}".as_bytes(), (80, 24)).read_as(encoding("cesu-8"));
    let roles = |canvas: &Canvas| -> Vec<ByteRole> {
        let rows = canvas.screen().rows;
        let cells = rows.iter().flat_map(|row| &row.cells);
        cells.map(|cell| cell.role).collect()
    };
    assert!(
        roles(&canvas)[1..]
            .iter()
            .all(|role| *role == ByteRole::Fault)
    );
    let canvas = Canvas::new(b"\xED\xA0\xBD\xED\xB8\x80", (80, 24)).read_as(encoding("cesu-8"));
    let (high, low) = (ByteRole::HighSurrogate, ByteRole::LowSurrogate);
    assert_eq!(roles(&canvas), [high, high, high, low, low, low]);
}

#[test]
fn faults_of_a_binary_are_quiet_until_asked_for_and_quiet_again() {
    let canvas = Canvas::new(b"\x7FELF\x00\xFF\xFE\xC0\xAF", (80, 24)).binary();
    let style = |canvas: &Canvas| canvas.buffer()[(27, 2)].style();
    let quiet = style(&canvas);
    let canvas = canvas.keys("z f");
    let marked = style(&canvas);
    assert_ne!(quiet, marked, "the byte FF is drawn alike");
    assert!(canvas.text().contains("faults are marked"));
    assert_eq!(style(&canvas.keys("z f")), quiet);
    let change = KeyChange {
        command: "fault-marks",
        ways: vec!["K".to_owned()],
    };
    let keymap = Keymap::new(sets::by_id("vim").unwrap(), &[change]);
    let canvas = Canvas::bound(b"\x7FELF\x00\xFF\xFE\xC0\xAF", (80, 24), keymap).binary();
    assert!(canvas.keys("K").text().contains("K unmarks them"));
}

#[test]
fn text_of_a_binary_is_ascii_until_an_encoding_is_chosen() {
    let data = "\x7FELF\0é жA\u{1F600}".as_bytes();
    let canvas = Canvas::new(data, (80, 24)).read_as(encoding("utf-8"));
    let row = |canvas: &Canvas| {
        let text = canvas.text();
        let row = text.lines().find(|line| line.contains("7F")).unwrap();
        row.chars().skip(60).take(15).collect::<String>()
    };
    assert!(row(&canvas).contains('é'));
    let elf = Canvas::new(data, (80, 24)).binary_of(Some("ELF"));
    assert_eq!(row(&elf), ".ELF... ..A....");
    assert!(elf.text().contains(".ELF.. .A."), "{}", elf.text());
    // What the user has chosen is drawn: a passage, and then all.
    let passage = Canvas::new(data, (80, 24)).binary_of(Some("ELF"));
    let passage = passage.keys("5 l v l z e type:windows-1252 Enter");
    assert_eq!(row(&passage), ".ELF.Ã© ..A....");
    let chosen = elf.keys("e type:windows-1252 Enter");
    assert!(row(&chosen).contains("Ã© Ð¶A"), "{}", row(&chosen));
    let other = Canvas::new(data, (80, 24)).binary();
    assert_eq!(row(&other), ".ELF... ..A....");
    // What has a passage is text among other bytes.
    let other = other.keys("5 l v l z e type:windows-1252 Enter");
    assert!(row(&other).contains("Ã© ж"), "{}", row(&other));
}

#[test]
fn a_binary_is_no_text_whatever_the_user_asks() {
    // The shares of bytes are true of every file; all else is as if it were text.
    for (kind, name) in [(Some("ELF"), "ELF binary"), (None, "binary")] {
        let binary = |keys: &str| {
            let data = b"\x80\xFF\xFE\0\x01\x02\xC0\xAF\n\r\xE9".as_slice();
            Canvas::new(data, (80, 24)).binary_of(kind).keys(keys)
        };
        let quiet = binary("").text();
        assert!(
            quiet.contains("80  a byte of a binary, which is not text"),
            "{quiet}"
        );
        assert!(!quiet.contains("utf8-"), "{quiet}");
        // A control is as usual there.
        let delete = Canvas::new(b"\x7FELF\x02\xFF", (80, 24)).binary_of(kind);
        assert!(!delete.text().contains(" note "));
        let marked = binary("f").finished(&["seek"]);
        let text = marked.text();
        let title = text.lines().next().unwrap();
        assert!(title.contains(&format!(" · {name} · ")), "{title}");
        assert!(
            !title.contains("fault") && !title.contains("UTF-8"),
            "{title}"
        );
        assert!(text.contains("this is binary data"), "{text}");
        assert!(text.contains("utf8-never-byte"), "{text}");
        assert!(
            !text.contains("line 1") && !text.contains("maybe"),
            "{text}"
        );
        for keys in ["L", "I"] {
            let text = binary(keys).finished(&["places"]).text();
            let said = text.find("Not text in any encoding").expect("a heading");
            let counted = text.find("stray continuation").expect("a kind of fault");
            assert!(said < counted, "{text}");
            // No place is worth a row.
            assert!(!text.contains("Places"), "{text}");
            let lines = text.find("lines");
            assert!(lines.is_none_or(|lines| lines > said), "{text}");
        }
    }
}

#[test]
fn a_covered_pane_tells_nothing_until_its_sequence_is_uncovered() {
    // The same number of bytes, of other kinds.
    let data: [&[u8]; 2] = [
        b"a\xD0\xBC\xF0\x9F\x98\x80\xC0\xAF.\n",
        b"z\0\xE6\xBC\xA2--\xFFAB\xE9",
    ];
    for (focus, pane) in [
        ("", Pane::Hex),
        ("Tab", Pane::Bits),
        ("Tab Tab", Pane::Points),
    ] {
        let canvas =
            |bytes, keys: &str| Canvas::new(bytes, (230, 40)).keys(&format!("{focus} {keys}"));
        let shown = |canvas: &Canvas| {
            let layout = canvas.screen().layout;
            let here = layout.panes.iter().find(|shown| shown.pane == pane);
            let here = *here.expect("the pane is shown");
            let (first, _) = layout.cell(here, 0);
            let (last, width) = layout.cell(here, here.per_line - 1);
            let rows = (2..4).map(|y| canvas.columns(y, first..last + width));
            let inspector = (29..38).map(|y| canvas.columns(y, 0..230));
            rows.chain(inspector).collect::<Vec<_>>()
        };
        let covered = data.map(|bytes| shown(&canvas(bytes, "z a")));
        assert_eq!(covered[0], covered[1], "{pane:?}");
        let bare = data.map(|bytes| shown(&canvas(bytes, "z a z a")));
        assert_ne!(bare[0], bare[1]);
        // One sequence is uncovered, the others are not.
        let some = shown(&canvas(data[0], "z a w U"));
        assert_ne!(some[0], covered[0][0]);
        assert_ne!(some[0], bare[0][0]);
        let cells = |row: &str| row.matches('░').count();
        // The cells of one byte in the pane: rows have 11 of 16 bytes.
        let per_byte = cells(&covered[0][0]) / 11;
        assert_eq!(cells(&covered[0][0]) - cells(&some[0]), 2 * per_byte);
    }
}

#[test]
fn changed_bytes_are_in_italics_in_every_pane_with_colours_and_without() {
    use ratatui::style::Modifier;
    let canvas = || {
        Canvas::new("жabcж".as_bytes(), (120, 24))
            .wide()
            .keys("l l l ~ g g")
    };
    for canvas in [canvas(), canvas().mono()] {
        let layout = canvas.screen().layout;
        let painted = canvas.buffer();
        for pane in &layout.panes {
            for index in 0..6 {
                let (x, _) = layout.cell(*pane, index);
                let cell = painted.cell((x, layout.body.y)).expect("on the screen");
                let is_italic = cell.modifier.contains(Modifier::ITALIC);
                assert_eq!(is_italic, index == 3, "{:?} {index}", pane.pane);
            }
        }
    }
}

#[test]
fn a_fault_under_the_cursor_stays_a_fault_with_and_without_colours() {
    let canvas = || Canvas::new(b"a\xE9 b", (80, 24)).at(1);
    for (canvas, is_mono) in [(canvas(), false), (canvas().mono(), true)] {
        let buffer = canvas.buffer();
        let symbol = |x: u16, y: u16| buffer[(x, y)].symbol();
        let mut places = (0..24).flat_map(|y| (0..78).map(move |x| (x, y)));
        let (x, y) = places
            .find(|&(x, y)| symbol(x, y) == "[" && symbol(x + 1, y) == "E")
            .expect("the bracket before E9");
        let loud = Modifier::BOLD | Modifier::UNDERLINED;
        let digit = &buffer[(x + 1, y)];
        assert!(digit.modifier.contains(loud | Modifier::REVERSED));
        for bracket in [x, x + 3] {
            let cell = &buffer[(bracket, y)];
            let is_red = cell.fg == Color::Red;
            let signs = if is_mono { loud } else { Modifier::BOLD };
            assert!(
                cell.modifier.contains(signs) && is_red != is_mono,
                "{cell:?}"
            );
        }
    }
}
