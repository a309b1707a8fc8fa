//! The gallery: the inspector on four kinds of data, at three sizes, dark and light.
//!
//! The pictures are in `assets/pictures/screens`, the page that shows them beside the folder.
//! `PICTURES=write cargo test --test command_line readme::gallery` draws them and the page again. Invariant: a
//! picture depends on the sources alone, on no clock, no terminal and no font.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::driven::Driven;
use hexloupe::app::picture;
use hexloupe::language::Language;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::look::Appearance;
use hexloupe::model::palette::{self, Depth};
use hexloupe::model::theme::Theme;
use hexloupe::report::svg;
use hexloupe::session::{Opened, SessionStart};
use hexloupe::unicode::glyph::Charset;

const TOUR: &[u8] = include_bytes!("../../assets/tour.txt");
/// The sizes and themes of most pictures.
const USUAL: &[(u16, u16, &str)] = &[
    (80, 24, "dark"),
    (80, 24, "light"),
    (120, 40, "dark"),
    (120, 40, "light"),
    (200, 60, "dark"),
    (200, 60, "light"),
];
/// Those of what is said unasked, at every width.
const WIDTHS: &[(u16, u16, &str)] = &[
    (80, 24, "dark"),
    (100, 30, "dark"),
    (120, 40, "dark"),
    (160, 45, "dark"),
    (200, 60, "dark"),
];

/// Both.
const ALL: &[(u16, u16, &str)] = &[
    (80, 24, "dark"),
    (80, 24, "light"),
    (100, 30, "dark"),
    (120, 40, "dark"),
    (120, 40, "light"),
    (160, 45, "dark"),
    (200, 60, "dark"),
    (200, 60, "light"),
];

/// What is shown: the name of its pictures, its heading, the name of the file, the data,
/// where the cursor stands, and the pictures.
struct Subject {
    pictures: &'static [(u16, u16, &'static str)],
    id: &'static str,
    heading: &'static str,
    file: &'static str,
    data: Vec<u8>,
    at: u64,
}

fn subjects() -> Vec<Subject> {
    let subject = |id, heading, file, data, at| Subject {
        pictures: USUAL,
        id,
        heading,
        file,
        data,
        at,
    };
    let said = |id, heading, file, data| Subject {
        pictures: WIDTHS,
        ..subject(id, heading, file, data, 0)
    };
    let overlong = TOUR.windows(2).position(|pair| pair == b"\xC0\xAF");
    let overlong = overlong.expect("the tour shows it") as u64;
    let (russian, program, random) = (russian(), program(), random(8192));
    vec![
        subject(
            "tour",
            "The tour, on an overlong form",
            "tour.txt",
            TOUR.to_vec(),
            overlong,
        ),
        subject(
            "russian",
            "A Russian text that lost a byte",
            "письмо.txt",
            russian,
            63,
        ),
        Subject {
            pictures: ALL,
            ..subject("elf", "A program", "program", program, 0)
        },
        subject("random", "Random bytes", "random.bin", random, 0),
        said("log", "A log with one bad byte", "app.log", log()),
        said("mojibake", "Mojibake", "letter.txt", mojibake()),
        said(
            "cyrillic",
            "A text in windows-1251",
            "letter.txt",
            cyrillic(),
        ),
        said("sound", "A sound text", "letter.txt", sound().into_bytes()),
    ]
}

/// Lines of a log; one of them is in windows-1252.
fn log() -> Vec<u8> {
    let line = |number: u32| {
        format!(
            "2026-11-27 10:{:02}:{:02} INFO user=anna signed in\n",
            number / 60,
            number % 60
        )
    };
    let mut log: Vec<u8> = (0..300)
        .flat_map(|number| line(number).into_bytes())
        .collect();
    let at = log.len() / 2 / 47 * 47;
    log.splice(
        at..at,
        b"2026-11-27 10:02:30 INFO user=Jos\xE9 signed in\n"
            .iter()
            .copied(),
    );
    log
}

fn sound() -> String {
    "Съешь ещё этих мягких французских булок, да выпей чаю.\n\
     Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.\n\
     いろはにほへと ちりぬるを 🌸\n"
        .repeat(20)
}

/// A letter of which two lines were read as windows-1252, and written in UTF-8 again.
fn mojibake() -> Vec<u8> {
    let sound = sound();
    let misread = |line: &str| {
        encoding_rs::WINDOWS_1252
            .decode(line.as_bytes())
            .0
            .into_owned()
    };
    let lines = sound.lines().enumerate();
    let lines = lines.map(|(number, line)| match number {
        1 | 7 => misread(line),
        _ => line.to_owned(),
    });
    lines
        .fold(String::new(), |text, line| text + &line + "\n")
        .into_bytes()
}

fn cyrillic() -> Vec<u8> {
    let text = "Съешь ещё этих мягких французских булок, да выпей чаю.\r\n".repeat(40);
    encoding_rs::WINDOWS_1251.encode(&text).0.into_owned()
}

/// A text of whose letters one has lost its second byte.
fn russian() -> Vec<u8> {
    let text = "Съешь ещё этих мягких французских булок, да выпей чаю.\n\
                Широкая электрификация южных губерний даст мощный толчок.\n"
        .repeat(40);
    let mut bytes = text.into_bytes();
    bytes.remove(64);
    bytes
}

/// The header of an ELF file of 64 bits, with headers of segments, strings and code of its kind.
fn program() -> Vec<u8> {
    let mut out = b"\x7FELF\x02\x01\x01".to_vec();
    out.resize(16, 0);
    out.extend([3, 0, 0x3E, 0, 1, 0, 0, 0]);
    for value in [0x1060_u64, 64, 14_000] {
        out.extend(value.to_le_bytes());
    }
    out.extend([0, 0, 0, 0, 64, 0, 56, 0, 13, 0, 64, 0, 31, 0, 30, 0]);
    for segment in 0..13_u64 {
        out.extend([6, 0, 0, 0, 4, 0, 0, 0]);
        for value in [64, 64, 64, 0x2D8, 0x2D8, 8_u64] {
            out.extend((value + segment * 0x310).to_le_bytes());
        }
    }
    out.extend(b"/lib64/ld-linux-x86-64.so.2\0");
    out.extend(b"__cxa_finalize\0__libc_start_main\0puts\0libc.so.6\0GLIBC_2.2.5\0");
    out.resize(1024, 0);
    out.extend(b"\xF3\x0F\x1E\xFA\x48\x83\xEC\x08\x48\x8B\x05\xD9\x2F\0\0\x48\x85\xC0".repeat(40));
    out.extend(random(2048));
    out
}

/// Bytes of a generator of Marsaglia's (xorshift, 64 bits).
fn random(len: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let next = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    });
    next.take(len).collect()
}

fn drawn(subject: &Subject, (width, height, theme): (u16, u16, &str)) -> Vec<u8> {
    let palette = palette::by_id(theme).expect("a palette");
    let look = Appearance {
        theme: Theme::new(palette, Depth::True),
        charset: Charset::Unicode,
        ..Appearance::default()
    };
    let size = ScreenSize { width, height };
    let beginning = SessionStart {
        at: subject.at,
        look,
        size,
        ..SessionStart::default()
    };
    let opened = Opened::memory(subject.file, subject.data.clone());
    let mut driven = Driven::new(&opened, beginning);
    driven.show();
    driven.finish(&["guess"]);
    driven.show();
    driven.finish(&["scan"]);
    let grid = picture::of_screen(&driven.show(), size, look);
    let caption = svg::Caption {
        title: subject.heading,
        description: "The inspector of hexloupe: hex, bits and code points, synchronized.",
        language: Language::English,
    };
    let mut out = Vec::new();
    svg::of_grid(&grid, caption, &mut out).expect("memory takes everything");
    out
}

/// Holds a file of the repository to what it should be, or writes it if that is asked for.
#[track_caller]
fn check(place: &str, expected: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(place);
    if env::var_os("PICTURES").is_some_and(|value| value == "write") {
        let folder = path.parent().expect("a folder");
        fs::create_dir_all(folder).expect("a folder");
        fs::write(&path, expected).expect("a file");
    }
    let kept = fs::read(&path).unwrap_or_default();
    // A checkout may have changed the line ends.
    let kept = String::from_utf8_lossy(&kept).replace("\r\n", "\n");
    assert!(
        kept.as_bytes() == expected,
        "{place} is not what is drawn; PICTURES=write cargo test --test command_line readme::gallery draws it"
    );
}

#[test]
fn the_gallery_is_what_the_program_draws() {
    let mut page = String::from(
        "# Screens\n\nThe inspector as the program draws it (`:export screen FILE.svg`), in 80 to 200\n\
         columns, dark and light. A test holds these pictures to the program.\n\n\
         [Before](before.md) shows five of them as they were before files opened with an answer.\n",
    );
    for subject in subjects() {
        let _ = write!(page, "\n## {}\n", subject.heading);
        for picture in subject.pictures {
            let (width, height, theme) = picture;
            let name = format!("screens/{}-{width}x{height}-{theme}.svg", subject.id);
            check(
                &format!("assets/pictures/{name}"),
                &drawn(&subject, *picture),
            );
            let _ = write!(
                page,
                "\n![{}, {width}x{height}, {theme}]({name})\n",
                subject.heading
            );
        }
    }
    check("assets/pictures/screens.md", page.as_bytes());
}
