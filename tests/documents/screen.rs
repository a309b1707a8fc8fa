//! Screens as documents: what the inspector shows, as text, in colour, as a page and as
//! a picture.

use super::{HOSTILE, page, picture};
use hexloupe::app::picture::of_screen;
use hexloupe::codec::table::UTF_8;
use hexloupe::command::InspectorState;
use hexloupe::command::keymap::Keymap;
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::language::Language;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::palette::{self, Depth};
use hexloupe::model::screen::{self, ScreenOverlay};
use hexloupe::model::state::{Facts, View};
use hexloupe::model::theme::Theme;
use hexloupe::report::grid::Grid;
use hexloupe::report::{html, svg};
use hexloupe::unicode::glyph;
use roxmltree::Document;

const CAPTION: svg::Caption<'static> = svg::Caption {
    title: "A \"screen\" <b>",
    description: "It's & ]]> --> everything.",
    language: Language::English,
};

fn grid(data: &[u8], (width, height): (u16, u16), theme: Theme) -> Grid {
    let data = data.to_vec();
    let reading = Verdict {
        encoding: UTF_8,
        evidence: Evidence::Assumed,
    };
    let mut state = InspectorState::new(View::new("<name>&".to_owned(), reading));
    state.look.theme = theme;
    let size = ScreenSize { width, height };
    let facts = Facts::default();
    let manual = Keymap::default().manual;
    let keys = manual.on_screen(facts.edits);
    let painted = screen::build(&state, &facts, &data, size, ScreenOverlay::Nothing, keys);
    of_screen(&painted, size, state.look)
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("memory takes everything");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn a_screen_of_any_bytes_is_a_page_and_a_picture() {
    let light = palette::by_id("light").expect("a palette");
    let themes = [
        Theme::default(),
        Theme::MONO,
        Theme::new(light, Depth::True),
    ];
    for data in HOSTILE {
        for (size, theme) in [(120, 40), (80, 24), (40, 12), (10, 2)]
            .into_iter()
            .zip(themes)
        {
            let grid = grid(data, size, theme);
            for row in &grid.rows {
                let columns: usize = row.iter().map(|cell| usize::from(cell.columns)).sum();
                assert_eq!(columns, usize::from(size.0));
            }
            let written_page = written(|out| html::of_grid(&grid, CAPTION, out));
            let dom = page::read(&written_page);
            page::inert(&dom);
            page::closed(&dom);
            let drawn = written(|out| svg::of_grid(&grid, CAPTION, out));
            let drawn = Document::parse(&drawn).expect("XML");
            picture::inert(&drawn);
            let title = drawn
                .descendants()
                .find(|node| node.tag_name().name() == "title");
            assert_eq!(title.and_then(|node| node.text()), Some(CAPTION.title));
            // Lines are drawn as paths; all else is text where the screen has it.
            let lines = ['─', '│', '┃', '╭', '╮', '╰', '╯'];
            let text = grid.text().replace(lines, " ");
            let text = text
                .lines()
                .map(str::trim_end)
                .filter(|line| !line.is_empty());
            let rows = picture::rows(&drawn);
            let rows = rows.iter().map(|row| row.trim_end());
            assert!(rows.eq(text), "{}", grid.text());
        }
    }
}

#[test]
fn a_screen_in_colour_is_its_text_between_control_sequences() {
    let grid = grid(HOSTILE[5], (100, 30), Theme::default());
    let coloured = written(|out| grid.write_ansi(out));
    let mut plain = String::new();
    for (index, piece) in coloured.split("\u{1B}[").enumerate() {
        plain.push_str(if index == 0 {
            piece
        } else {
            piece.split_once('m').expect("SGR").1
        });
    }
    let lines = plain.lines().map(str::trim_end);
    let text = grid.text();
    assert!(lines.take(text.lines().count()).eq(text.lines()));
    assert!(glyph::columns(plain.lines().next().expect("a line")) <= 100);
}
