//! The pictures of the documents are what the program draws.
//!
//! They are in `assets/pictures`. `PICTURES=write cargo test --test command_line readme::pictures` draws them
//! again. Invariant: a picture depends on the sources alone, on no clock, no terminal and no font.

use std::path::Path;
use std::{env, fs};

use crate::driven::Driven;
use crate::pages;
use hexloupe::app::picture;
use hexloupe::codec::table::UTF_8;
use hexloupe::language::Language;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::look::Appearance;
use hexloupe::model::palette::{self, Depth};
use hexloupe::model::text::EncodedText;
use hexloupe::model::theme::Theme;
use hexloupe::report::{self, Options, svg};
use hexloupe::session::{Opened, SessionStart};
use hexloupe::unicode::glyph::Charset;

const TOUR: &[u8] = include_bytes!("../../assets/tour.txt");

/// The bytes of the dump: characters of one to four bytes, and ill-formed bytes.
const SAMPLE: &[u8] =
    b"caf\xC3\xA9 \xE2\x82\xAC5 \xF0\x9F\x98\x80 \xC0\xAF \xED\xA0\x80 \xE2\x82\n";

fn theme(id: &str) -> Theme {
    let palette = palette::by_id(id).expect("a palette");
    Theme::new(palette, Depth::True)
}

/// The inspector on the tour, on a sequence that is ill-formed.
fn inspector(theme: Theme) -> Vec<u8> {
    let look = Appearance {
        theme,
        charset: Charset::Unicode,
        ..Appearance::default()
    };
    let size = ScreenSize {
        width: 120,
        height: 30,
    };
    let at = TOUR.windows(2).position(|pair| pair == b"\xC0\xAF");
    let beginning = SessionStart {
        at: at.expect("the tour shows it") as u64,
        look,
        size,
        ..SessionStart::default()
    };
    let mut driven = Driven::new(&Opened::memory("tour.txt", TOUR), beginning);
    driven.show();
    driven.finish(&["scan"]);
    let grid = picture::of_screen(&driven.show(), size, look);
    let caption = svg::Caption {
        title: "The inspector of hexloupe",
        description: "Hex, bits and code points of a file side by side; below them why the bytes \
                      C0 AF under the cursor are ill-formed: an overlong form of U+002F.",
        language: Language::English,
    };
    let mut out = Vec::new();
    svg::of_grid(&grid, caption, &mut out).expect("memory takes everything");
    out
}

fn dump(theme: Theme) -> Vec<u8> {
    let data = SAMPLE.to_vec();
    let options = Options {
        range: 0..u64::MAX,
        width: 8,
        panes: hexloupe::model::state::Panes::ALL,
        charset: Charset::Unicode,
        theme: Some(theme),
        share: None,
        regions: hexloupe::model::regions::Regions::default(),
    };
    let format = report::format("svg").expect("a format");
    let mut out = Vec::new();
    (format.print)(&data, EncodedText::new(&data, UTF_8, 0), &options, &mut out)
        .expect("memory takes everything");
    out
}

#[track_caller]
fn check(name: &str, drawn: &[u8]) {
    let place = format!("assets/pictures/{name}.svg");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&place);
    if env::var_os("PICTURES").is_some_and(|value| value == "write") {
        fs::write(&path, drawn).expect("a file");
    }
    let kept = fs::read(&path).unwrap_or_default();
    // A checkout may have changed the line ends.
    let kept = String::from_utf8_lossy(&kept).replace("\r\n", "\n");
    assert!(
        kept.as_bytes() == drawn,
        "{place} is not what is drawn; PICTURES=write cargo test --test command_line readme::pictures draws it"
    );
    assert!(
        pages::all().contains(&format!("pictures/{name}.svg")),
        "no document shows {place}"
    );
}

#[test]
fn the_inspector_is_drawn_as_it_is() {
    for id in ["dark", "light"] {
        check(&format!("inspector-{id}"), &inspector(theme(id)));
    }
}

#[test]
fn the_dump_is_drawn_as_it_is() {
    for id in ["dark", "light"] {
        check(&format!("dump-{id}"), &dump(theme(id)));
    }
}
