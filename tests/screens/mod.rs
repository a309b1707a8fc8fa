//! The screens, as they are painted: snapshots, layouts, marks, and what no cell may
//! hold.
//!
//! The snapshots are in `tests/snapshots`. They are few: the tour once per size, the
//! styles at one size, one without colour, one in ASCII, and the overlays. Invariant:
//! what is painted depends only on data, keys and size.

mod bounds;
mod canvas;
mod drift;
mod first_minute;
mod guessed;
mod hidden;
mod layouts;
mod marks;
mod numbers;
mod safety;
mod taking;
mod worked;

use canvas::Canvas;
use hexloupe::command::keymap::{KeyChange, Keymap, sets};
use hexloupe::language::Language;
use hexloupe::model::layout::ScreenSize;
use ratatui::style::Modifier;

const TOUR: &[u8] = include_bytes!("../../assets/tour.txt");

/// The tour with the cursor on the first byte of some bytes.
fn tour_at(size: (u16, u16), needle: &[u8]) -> Canvas {
    let at = TOUR
        .windows(needle.len())
        .position(|window| window == needle)
        .expect("the tour shows it");
    Canvas::new(TOUR, size).at(at as u64)
}

#[track_caller]
fn snapshot(name: &str, painted: &str) {
    insta::with_settings!({
        snapshot_path => "../snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, painted);
    });
}

#[test]
fn the_tour_at_40_columns_on_the_euro_sign() {
    let canvas = tour_at((40, 12), "€".as_bytes());
    snapshot("tour-40x12", &canvas.text());
}

#[test]
fn the_tour_at_80_columns_on_an_overlong_slash() {
    let canvas = tour_at((80, 24), b"\xC0\xAF");
    snapshot("tour-80x24", &canvas.text());
}

#[test]
fn the_tour_at_120_columns_on_a_family_of_code_points() {
    let canvas = tour_at((120, 40), "👩\u{200D}💻".as_bytes());
    snapshot("tour-120x40", &canvas.text());
}

#[test]
fn the_tour_at_200_columns_on_a_surrogate() {
    let canvas = tour_at((200, 60), b"\xED\xA0\xBD");
    snapshot("tour-200x60", &canvas.text());
}

#[test]
fn the_styles() {
    let data = b"\xEF\xBB\xBFa\t\xE2\x82\xAC\xC0\xAF\xC2\x85\xF0\x9F\x98\x80\xF0\x9F";
    let canvas = Canvas::new(data, (120, 16)).at(6);
    snapshot("styles", &canvas.styles(2..5));
}

#[test]
fn the_styles_of_a_surrogate_pair() {
    let data = b"\xFF\xFE\x3D\xD8\x00\xDEa\0\x00\xD8";
    let canvas = Canvas::new(data, (120, 16))
        .keys("e type:utf-16le Enter")
        .at(4);
    snapshot("styles-utf-16", &canvas.styles(2..4));
}

#[test]
fn the_tour_without_colour() {
    let canvas = tour_at((80, 24), b"\xE0\x80\xAF").mono().keys("v k k");
    snapshot("mono-80x24", &canvas.text());
}

#[test]
fn the_tour_with_its_bytes_as_columns() {
    let canvas = tour_at((80, 24), "€".as_bytes()).keys(": type:layout_stacked Enter l");
    snapshot("stacked-80x24", &canvas.text());
    let canvas = tour_at((80, 24), b"\xE0\x80\xAF").mono();
    let canvas = canvas.keys(": type:layout_stacked Enter v l");
    snapshot("stacked-mono", &canvas.text());
}

#[test]
fn the_tour_in_ascii() {
    let canvas = tour_at((80, 24), "½".as_bytes()).ascii();
    snapshot("ascii-80x24", &canvas.text());
}

#[test]
fn the_help() {
    let canvas = |size| Canvas::new(TOUR, size).keys("?");
    snapshot("help", &canvas((80, 24)).text());
    snapshot("help-40x12", &canvas((40, 12)).text());
    snapshot("help-120x40", &canvas((120, 40)).text());
    snapshot("help-ascii", &canvas((80, 24)).ascii().text());
    let mono = canvas((80, 24)).mono().keys("PgDn");
    snapshot("help-mono", &mono.styles(0..14));
}

#[test]
fn the_help_narrowed_by_words() {
    let canvas = |keys| Canvas::new(TOUR, (80, 24)).keys(keys);
    snapshot("help-filter", &canvas("? / type:fault").text());
    let none = canvas("? / type:no-such-row Enter").text();
    assert!(none.contains("no row has these words"), "{none}");
    assert!(none.contains("/ no-such-row"), "{none}");
}

#[test]
fn a_panel_is_alone_in_front() {
    let canvas = tour_at((80, 24), b"\xC0\xAF").keys("I");
    let (buffer, screen) = (canvas.buffer(), canvas.screen());
    assert_eq!(screen.caret, None);
    let lines: Vec<_> = canvas.text().lines().map(str::to_owned).collect();
    let top = lines.iter().position(|line| line.contains('╭'));
    let top = top.expect("a panel") as u16;
    let quiet = buffer[(0, 0)].style();
    for y in 0..top {
        for x in 0..80 {
            assert_eq!(buffer[(x, y)].style(), quiet, "{x},{y}");
        }
    }
    // Where the rows above a panel stay in use, the cursor is seen in them.
    let canvas = tour_at((80, 24), b"\xC0\xAF").keys("d");
    let (x, y) = tour_at((80, 24), b"\xC0\xAF")
        .screen()
        .caret
        .expect("a caret");
    let buffer = canvas.buffer();
    let row = (0..80).map(|x| buffer[(x, y)].style());
    assert!(
        row.collect::<std::collections::HashSet<_>>().len() > 1,
        "{x},{y}"
    );
}

#[test]
fn the_list_of_encodings() {
    // The filter keeps the rows the same when encodings are added to the table.
    let canvas = tour_at((80, 16), "Привет".as_bytes()).keys("e type:windows_x-cp Down");
    snapshot("picker", &canvas.text());
    let canvas = tour_at((40, 12), "Привет".as_bytes());
    let canvas = canvas.keys("e type:windows_x-cp End Up");
    snapshot("picker-40x12", &canvas.text());
}

/// Russian in windows-1251, taken for UTF-8.
const LETTER: &[u8] = b"Hello \xEC\xE8\xF0, \xEF\xF0\xE8\xE2\xE5\xF2! caf\xC3\xA9 \xE2\x82\xAC\r\n";

#[test]
fn readings_side_by_side() {
    let data = [LETTER, &LETTER.repeat(40)].concat();
    let canvas = |size| Canvas::new(&data, size).at(6);
    let text = canvas((40, 12)).keys("d j").text();
    snapshot("compare-40x12", &text);
    let text = canvas((80, 24)).keys("d j j w").text();
    snapshot("compare-80x24", &text);
    let text = canvas((120, 40)).keys("d w w").text();
    snapshot("compare-120x40", &text);
}

#[test]
fn readings_side_by_side_without_colour() {
    let canvas = Canvas::new(LETTER, (80, 24)).at(7).mono().keys("d j");
    snapshot("compare-mono", &canvas.styles(6..13));
}

#[test]
fn the_list_of_faults_and_notices() {
    let canvas = Canvas::new(TOUR, (80, 24)).keys("L j");
    snapshot("findings", &canvas.finished(&["places"]).text());
    let few = b"one\nuser=Jos\xE9 ip\nnow \xE2\x80\xAEthen\n";
    let canvas = Canvas::new(few, (80, 24)).keys("L");
    snapshot("findings-places", &canvas.finished(&["places"]).text());
    // What is read as it was meant has no offer.
    let canvas = Canvas::new(few, (80, 24)).at(12);
    let canvas = canvas.keys("v z e type:windows-1252 Enter L");
    let text = canvas.finished(&["places"]).text();
    assert!(text.contains("Jos‹E9› ip · read as windows-1252"), "{text}");
    assert!(!text.contains("é in José"), "{text}");
}

#[test]
fn the_lists_of_marks_and_jumps() {
    let canvas = |size| tour_at(size, "Привет".as_bytes()).keys("m z G m a");
    let lists = |size| {
        let marks = canvas(size).keys(": type:marks Enter").text();
        marks + &canvas(size).keys("G o : type:jumps Enter k").text()
    };
    snapshot("places-80x24", &lists((80, 24)));
    snapshot("places-40x12", &lists((40, 12)));
    let empty = Canvas::new(TOUR, (27, 6)).keys(": type:marks Enter").text();
    assert!(empty.contains("no mark yet"), "{empty}");
}

#[test]
fn the_data_in_numbers() {
    let canvas = Canvas::new(TOUR, (120, 40)).keys("I");
    snapshot("statistics", &canvas.text());
}

#[test]
fn rows_are_marked_until_it_is_known_where_sequences_begin() {
    // Kanji with no escape near, far from what was scanned.
    let mut data = b"\x1B$B".to_vec();
    data.extend(b"0!1\"2#".repeat(60_000));
    let encoding = hexloupe::codec::table::by_label("iso-2022-jp")
        .map(hexloupe::codec::table::LabelMatch::encoding);
    let encoding = encoding.expect("an encoding");
    let canvas = || Canvas::new(&data, (80, 24)).read_as(encoding);
    let marked = |text: &str| text.lines().filter(|line| line.starts_with('?')).count();
    let early = canvas().scanned_to(4_000, 0).at(300_001).text();
    assert!(marked(&early) > 5, "{early}");
    assert!(
        early.contains("? not sure where sequences begin"),
        "{early}"
    );
    let late = canvas().at(300_001).text();
    assert_eq!(marked(&late), 0, "{late}");
    assert!(late.contains('亜') && !late.contains("not sure"), "{late}");
}

/// A log whose lines are in different encodings, and where each begins.
fn mixed() -> (Vec<u8>, Vec<usize>) {
    let lines: [&[u8]; 4] = [
        "1 Привет\n".as_bytes(),
        b"2 \xCF\xF0\xE8\xE2\xE5\xF2\n",
        b"3 \xF0\xD2\xC9\xD7\xC5\xD4\n",
        b"4\0 \0\x1F\x04@\x048\x042\x045\x04B\x04\n\0",
    ];
    let ends = lines.iter().scan(0, |end, line| {
        *end += line.len();
        Some(*end - line.len())
    });
    (lines.concat(), ends.collect())
}

/// The mixed log, with each line read in its encoding.
fn mended(size: (u16, u16)) -> Canvas {
    let (data, starts) = mixed();
    let mut canvas = Canvas::new(&data, size);
    for (start, name) in starts[1..].iter().zip(["windows-1251", "koi8-r"]) {
        let keys = format!("z e type:{name} Enter");
        canvas = canvas.at(*start as u64).keys(&keys);
    }
    // With both bytes of its line end, which are one code unit there.
    let canvas = canvas
        .at(starts[3] as u64)
        .keys("v G z e type:utf-16le Enter");
    canvas.at(starts[2] as u64 + 4)
}

#[test]
fn a_mixed_log_is_read_line_by_line() {
    snapshot("passages-80x24", &mended((80, 24)).text());
    let canvas = mended((40, 12)).mono();
    snapshot("passages-mono-40x12", &canvas.text());
}

#[test]
fn passages_stand_side_by_side_as_the_rest_is_read_and_as_they_are() {
    let list = |size| mended(size).keys("z s");
    snapshot("passage-list-80x24", &list((80, 24)).text());
    snapshot("passage-list-40x12", &list((40, 12)).text());
    let text = list((80, 24)).ascii().mono().text();
    assert!(text.is_ascii(), "{text}");
}

#[test]
fn the_list_of_encodings_says_for_which_bytes_it_is() {
    let (data, starts) = mixed();
    let canvas = Canvas::new(&data, (80, 16)).at(starts[1] as u64 + 3);
    let canvas = canvas.keys("z e type:koi8");
    snapshot("passage-picker", &canvas.text());
}

#[test]
fn the_map_tells_what_is_where_also_in_ascii() {
    let canvas = Canvas::new(&varied(), (80, 24)).ascii().mono();
    snapshot("map-80x24", &canvas.text());
}

#[test]
fn a_scan_that_runs_says_how_far_it_is() {
    let canvas = Canvas::new(&varied(), (120, 24)).scanned_to(4000, 2_100_000_000);
    snapshot("scanning", &canvas.text());
}

/// Text, then characters beyond ASCII, a control, controls, a fault, NULs.
fn varied() -> Vec<u8> {
    let mut data = b"line of text\n".repeat(120);
    data.extend("кириллица, ".repeat(100).bytes());
    data.extend("и \u{202E}\n".bytes());
    data.extend([0x1B; 1500]);
    data.extend(b"\xE2\x82!\r\n");
    data.extend([0; 2500]);
    data
}

#[test]
fn the_prompt() {
    let canvas = Canvas::new(TOUR, (80, 10)).keys(": type:line_1");
    snapshot("prompt", &canvas.text());
}

#[test]
fn the_prompt_for_a_pattern_and_its_matches() {
    let canvas = tour_at((80, 10), "€".as_bytes()).keys("/ type:c:S");
    snapshot("find", &canvas.matched("c:S").text());
}

#[test]
fn the_prompt_points_at_what_it_cannot_read() {
    let canvas = Canvas::new(TOUR, (120, 10)).keys("/ type:x:E2_8G");
    snapshot("find-refused", &canvas.styles(9..10));
}

fn replacing(size: (u16, u16)) -> Canvas {
    let canvas = Canvas::new(TOUR, size).keys("/ type:byte Enter");
    let canvas = canvas.finished(&["next match"]);
    let canvas = canvas.keys(": type:replace Enter type:unit");
    snapshot(
        &format!("replacement-{}x{}", size.0, size.1),
        &canvas.text(),
    );
    canvas.keys("Enter").finished(&["replace"])
}

#[test]
fn the_question_before_a_match_is_replaced() {
    for size in [(80, 24), (40, 12)] {
        let name = format!("replacing-{}x{}", size.0, size.1);
        snapshot(&name, &replacing(size).text());
    }
    let refused = replacing((80, 24)).keys("Esc : type:replace Enter type:bytes Enter");
    let refused = refused.finished(&["replace"]);
    snapshot("replacing-refused", &refused.text());
}

#[test]
fn the_styles_of_matches() {
    let data = b"ab\xE2\x82\xACab\xC2\x85ab\xFF";
    let canvas = Canvas::new(data, (120, 16)).at(5).matched("r:(?-u)ab.?");
    snapshot("styles-matches", &canvas.styles(2..4));
}

#[test]
fn a_screen_too_small_says_what_it_needs() {
    assert_eq!(Canvas::new(TOUR, (26, 6)).text(), "needs 27x6\n");
    assert_eq!(Canvas::new(TOUR, (5, 1)).text(), "needs\n");
}

#[test]
fn empty_data_has_a_screen_too() {
    let canvas = Canvas::new(b"", (80, 10));
    snapshot("empty", &canvas.text());
}

#[test]
fn in_ascii_every_cell_is_ascii() {
    for keys in [
        "",
        "?",
        "? G",
        "e",
        "e type:1",
        "d",
        ": type:é",
        "z",
        "m",
        "v j",
        "v j z e type:koi8-r Enter",
        "z e",
        "m a : type:marks Enter",
        "G : type:jumps Enter",
        "? / type:map",
        "f",
        "o",
        "5 0 % v h",
    ] {
        for size in [(27, 6), (40, 12), (80, 24), (200, 60)] {
            for mono in [false, true] {
                let canvas = Canvas::new(TOUR, size).ascii();
                let canvas = if mono { canvas.mono() } else { canvas };
                let text = canvas.keys(keys).text();
                let odd: String = text
                    .chars()
                    .filter(|&c| !matches!(c, ' '..='~' | '\n'))
                    .collect();
                assert!(odd.is_empty(), "{keys} at {size:?}: {odd:?}");
            }
        }
    }
}

#[test]
fn a_message_is_never_cut_in_its_middle() {
    let said = "hex digits are typed here, 0 to 9 and a to f; Tab goes to the next pane";
    let moved = "in a file you can only overwrite (r); a copy (:scratch) allows insert and delete";
    for (keys, said) in [("r type:x", said), ("Insert", moved)] {
        for size in [(27, 6), (40, 12), (80, 24), (120, 40), (200, 60)] {
            let screen = Canvas::new(b"abc", size).keys(keys).screen();
            let lines = screen.message.iter().chain([&screen.status]);
            let text: Vec<_> = lines.map(|line| line.text().trim().to_owned()).collect();
            let text = text.join(" ");
            let begun = &said[..if size.1 < 12 { 40 } else { said.len() }];
            assert!(text.contains(begun), "{size:?}: {text}");
            if size.0 >= 80 {
                assert!(screen.message.len() < 2, "{size:?}: {text}");
            }
        }
    }
}

#[test]
fn a_panel_covers_the_map_beside_it_and_dims_what_is_beneath() {
    for (keys, size) in [
        ("e", (80, 24)),
        ("z", (120, 40)),
        (":", (200, 60)),
        ("d", (80, 24)),
    ] {
        let canvas = Canvas::new(TOUR, size).keys(keys);
        let ScreenSize { width, height } = canvas.size();
        let panel = canvas.screen().panel.expect("a panel");
        let area = panel.area(ScreenSize { width, height });
        let buffer = canvas.buffer();
        for y in area.y..area.y + area.height {
            let right = area.x + area.width;
            for x in [area.x.checked_sub(1), Some(right)].into_iter().flatten() {
                let cell = buffer.cell((x, y));
                assert!(
                    cell.is_none_or(|cell| cell.symbol() == " "),
                    "{keys} {x},{y}"
                );
            }
            for x in (0..area.x).chain(right..width) {
                let cell = &buffer[(x, y)];
                let is_dim = cell.modifier.contains(Modifier::DIM);
                let stays = cell.modifier.contains(Modifier::REVERSED);
                assert!(is_dim || stays || cell.symbol() == " ", "{keys} {x},{y}");
            }
        }
    }
}

/// A picture with other keys for two commands.
fn with_keys(data: &str, ways: [&[&str]; 2], language: Language) -> String {
    let commands = ["mend", "passage-misread"];
    let changes = commands
        .into_iter()
        .zip(ways)
        .map(|(command, ways)| KeyChange {
            command,
            ways: ways.iter().map(|&way| way.to_owned()).collect(),
        });
    let changes: Vec<_> = changes.collect();
    let set = sets::by_id("vim").expect("a set of keys");
    let data: Vec<u8> = data.chars().map(|c| c as u32 as u8).collect();
    let canvas = Canvas::bound(&data, (120, 40), Keymap::new(set, &changes));
    canvas.in_language(language).at(3).text()
}

#[test]
fn texts_name_the_keys_that_the_user_has_bound() {
    let cut = "Jos\u{E9} ip";
    let misread: String = "РџСЂРёРІРµС‚".bytes().map(char::from).collect();
    let english = Language::English;
    for (ways, mends, reads) in [
        (
            [&["z ="][..], &["z m"][..]],
            "z = mends a copy",
            "(z m shows it)",
        ),
        ([&["K"], &["g x"]], "K mends a copy", "(g x shows it)"),
        (
            [&[], &[]],
            ":mend mends a copy",
            "(:passage-misread WRITTEN,READ shows it)",
        ),
    ] {
        let text = with_keys(cut, ways, english);
        assert!(text.contains(&format!(" · {mends}")), "{text}");
        let text = with_keys(&misread, ways, english);
        assert!(text.contains(reads), "{text}");
    }
    let text = with_keys(&misread, [&["K"], &["g x"]], Language::Russian);
    assert!(text.contains("(g x так и прочтёт)"), "{text}");
}
