//! Looking: units, panes, widths, encodings, and the program itself.
//!
//! Invariant: changing the view never moves the cursor.

use super::play::driven::Driven;
use super::seat::{Triple, check};
use hexloupe::command::FrontRequest;
use hexloupe::command::input::{Background, UserInput};
use hexloupe::model::look::Appearance;
use hexloupe::model::palette::{Depth, PALETTES};
use hexloupe::model::theme::Theme;
use hexloupe::session::{Opened, SessionStart};

pub(crate) const TRIPLES: &[&[Triple]] = &[UNITS, PANES, WIDTHS, LAYOUTS, ENCODINGS, PROGRAM];

#[rustfmt::skip]
const UNITS: &[Triple] = &[
    ("at 2 | 'a€b'", "s", "step code-unit; at 2; says a step is now a code unit"),
    ("at 2 | 'a€b'", "s s", "step character; at 2"),
    ("at 2 | 'a€b'", "s s s", "step cluster; at 2"),
    ("at 2 | 'a€b'", "s s s s", "step bit; at 2; bit 0"),
    ("at 2 | 'a€b'", "s s s s s", "step byte; at 2"),
    ("at 2 | 'a€b'", "S", "step bit; at 2"),
    ("step bit at 2 | 'a€b'", "3 l s", "step byte; at 2; bit 3"),
];

#[rustfmt::skip]
const PANES: &[Triple] = &[
    ("| 50*61", "Tab", "focus bits; caret bits/0; says focus: bits"),
    ("| 50*61", "Tab Tab", "focus points; caret points/0"),
    ("| 50*61", "Tab Tab Tab", "focus hex; caret hex/0"),
    ("at 5 | 50*61", "Shift-Tab", "focus points; caret points/5; at 5"),
    // At 40 columns there are no bits.
    ("layout auto 60x6 | 50*61", "Tab", "focus points; shown hex points"),
    ("layout auto | 50*61", "Tab Tab size:60x6", "caret hex/0"),
    ("layout auto | 50*61", "Tab Tab size:60x6 Tab", "caret points/0"),
    ("| 50*61", "z h", "shown bits points; focus bits; at 0"),
    ("| 50*61", "z b", "shown hex points; focus hex; width 16"),
    ("| 50*61", "z c", "shown hex bits"),
    ("| 50*61", "z h z h", "shown hex bits points"),
    ("| 50*61", "z h z b z c", "shown points; says the last pane cannot be hidden"),
    // The focus goes to a pane that is shown.
    ("| 50*61", "z b z h", "focus points; caret points/0"),
    ("| 50*61", "Tab Tab z c", "focus hex"),
    // A pane without room is reported, a pane with room is not.
    ("| 50*61", "z b z b", "shown hex bits points; says"),
    ("layout auto 60x6 | 50*61", "z b z b", "shown hex points; says bits: shown as soon as there is room"),
    ("at 5 | 50*61", "i", "inspector numbers; at 5; says inspector: numbers"),
    // The card of numbers has more lines than there is room for.
    ("at 5 | 50*61", "i i", "inspector numbers; at 5; says inspector: numbers, page 2 of 2"),
    ("at 5 | 50*61", "i i i", "inspector short; at 5; says inspector: short"),
    ("80x40 | 50*61", "i i", "inspector short"),
    ("| 50*61", "i i i i", "inspector off; says inspector: off"),
    ("| 50*61", "i i i i i", "inspector character; says inspector: character"),
    ("| 50*61", "i i i i i i i", "says inspector: numbers, page 2 of 2"),
    // The worked view, on a character of two bytes and on a fault.
    ("at 1 | 'aж'", "x", "overlay worked 0 encode 0; at 1"),
    ("at 1 | 'aж'", "Enter Enter", "overlay worked 0 encode 1"),
    ("at 1 | 'aж'", "x l l h", "overlay worked 0 encode 1"),
    ("at 1 | 'aж'", "x End l", "overlay worked 0 encode 5"),
    ("at 1 | 'aж'", "x l r", "overlay worked 0 decode 0"),
    ("at 1 | 'aж'", "x Tab Tab", "overlay worked 2 encode 0"),
    ("at 1 | 'aж'", "x Tab h h", "overlay worked 0 encode 0"),
    ("at 1 | 'aж'", "x b", "overlay worked 0 encode 0; at 0"),
    ("at 1 | 'aж'", "x x", "overlay none; at 1"),
    ("| C0 AF", "x", "overlay worked 0 decode 0"),
    ("|", "x Tab l r Esc", "overlay none"),
    ("at 5 | 50*61", "z a", "at 5; says hex: covered"),
    ("at 5 | 50*61", "Tab z a z a", "says bits: uncovered"),
    ("at 5 | 50*61", "U", "at 5; says no pane is covered"),
    ("| 50*61", "z f", "says only faults in binary data can be unmarked"),
    ("27x6 | 50*61", "i", "inspector numbers; says as soon as there is room"),
    ("at 5 | 50*61", "o", "radix decimal; at 5"),
    ("| 50*61", "o o", "radix hex"),
    ("step bit | 50*61", "3 l Tab", "caret bits/0"),
];

#[rustfmt::skip]
const WIDTHS: &[Triple] = &[
    ("| 50*61", "-", "width 3; says 3 bytes per row"),
    ("at 9 | 50*61", "-", "at 9"),
    ("| 50*61", "- - - - - -", "width 1"),
    ("136x24 | 50*61", "+", "width 9"),
    ("136x24 | 50*61", "4 +", "width 12; shown hex points bits; layout strip"),
    ("80x7 | 400*61", "1 7 =", "width 17; shown hex points; says leave no room for bits"),
    ("136x24 | 50*61", "+ =", "width 8"),
    ("136x24 | 50*61", "6 =", "width 6; says 6 bytes per row"),
    ("| 50*61", "- -", "width 2"),
    ("80x24 | 400*61", "9 9 =", "width 17; says 99 bytes per row do not fit"),
    ("80x24 | 400*61", "4 0 = +", "width 17; says 18 bytes per row do not fit"),
    ("80x24 | 400*61", "4 0 = -", "width 16"),
    ("at 9 | 400*61", "7 j 3 =", "at 37"),
];

#[rustfmt::skip]
const LAYOUTS: &[Triple] = &[
    ("layout auto | 400*61", "j", "at 16; layout strip; shown hex points bits"),
    ("layout auto 222x24 | 400*61", "j", "at 16; layout wide; shown hex bits points"),
    ("layout auto 221x24 | 400*61", "j", "at 16; layout strip"),
    ("layout auto | 400*61", "|", "layout stacked; width 8; shown points hex bits; says layout: stacked"),
    ("layout auto | 400*61", "| |", "layout wide; width 4; says layout: wide"),
    ("layout auto | 400*61", "| | |", "layout strip; width 16"),
    ("layout auto 40x6 | 400*61", "|", "layout strip; says layout: stacked, as soon as there is room"),
    ("| 400*61", ": type:layout_stacked Enter", "layout stacked"),
    ("| 400*61", ": type:layout_flat Enter", "layout wide; says try wide, strip, stacked"),
    ("layout strip | 400*61", ": type:width_8 Enter", "width 8; says 8 bytes per row"),
    ("layout strip | 400*61", ": type:width_0x8 Enter", "width 8"),
    ("| 400*61", ": type:width_4097 Enter", "says a row has 1 to 4096 bytes"),
    ("layout strip | 00 09 00 00 'HELLO' 00 05 00 00 'A'", ": type:width_rdw Enter", "width 9; says 2 records, one per row"),
    ("layout strip | 00 09 00 00 'HELLO' 00 05 00 00 'A'", ": type:width_rdw Enter j", "at 9"),
    ("layout strip | 00 09 00 00 'HELLO' 00 05 00 00 'A' 61", ": type:width_rdw Enter", "says none begins at 0xE"),
    ("layout strip | 00 09 00 00 'HELLO' 00 05 00 00 'A'", ": type:width_rdw Enter = j", "at 0; width 16"),
    ("| 400*61", ": type:width_rdw Enter", "says no record descriptor word"),
    ("| 400*61", ": type:theme_light Enter", "says the terminal has only its own 16 colours"),
    ("| 400*61", ": type:theme_mono Enter", "says theme: mono"),
    ("| 400*61", ": type:theme_pink Enter", "says the themes are terminal, dark, light, mono"),
    ("| C1 C2", ": type:encoding_koi8-r Enter", "enc koi8-r; says read as KOI8-R; overlay none"),
    ("| C1 C2", ": type:encoding_latin2 Enter", "enc iso-8859-2"),
    ("| C1 C2", ": type:encoding_koi8-x Enter", "enc utf-8; says nearest: koi8"),
    ("| 'ab' C1 C2", ": type:passage-encoding_koi8-r Enter", "enc utf-8; passages 0..4 koi8-r/0"),
    // All that fit, then 16 at most again.
    ("layout auto 117x24 | 400*61", "=", "width 24; says 24 bytes per row, all that fit"),
    ("layout auto 117x24 | 400*61", "= =", "width 16; says 16 at most"),
    ("layout auto 300x24 | 900*61", "| =", "layout strip; width 64"),
    // The strip and the columns are panes like any other.
    ("layout strip | 400*61", "j j Tab Tab", "at 32; caret bits/32"),
    ("layout strip | 400*61", "j 9 l Tab Tab", "caret bits/25"),
    ("layout strip | 400*61", "j click:bits/27.3", "at 27; bit 3; focus bits; caret bits/27"),
    ("layout strip | 400*61", "click:points/40", "at 40; focus points"),
    ("layout stacked | 400*61", "j Tab", "at 8; focus bits; caret bits/8"),
    ("layout stacked | 400*61", "click:bits/13.7", "at 13; bit 7; caret bits/13"),
    // Where one byte more does not fit, the layout stays and says so.
    ("layout stacked | 400*61", "+", "layout stacked; width 8; says 9 bytes per row do not fit"),
    ("layout stacked | 400*61", "3 =", "layout stacked; width 3"),
    ("layout wide 120x24 | 400*61", "+", "layout strip; width 9; says 9 bytes per row, layout: strip"),
    ("layout stacked | 400*61", "G", "at 399; caret hex/399"),
];

#[rustfmt::skip]
const ENCODINGS: &[Triple] = &[
    ("| 50*61", "e", "overlay picker  utf-8"),
    // Encodings may be added anywhere: the filter leaves two that stay neighbours.
    ("| 50*61", "e type:utf-32", "overlay picker utf-32 utf-32le"),
    ("| 50*61", "e type:utf-32 Down", "overlay picker utf-32 utf-32be"),
    ("at 3 | 50*61", "e type:utf-32 Down Enter", "enc utf-32be; at 3; says read as UTF-32BE; overlay none"),
    ("enc koi8-r | 50*61", "e", "overlay picker  koi8-r"),
    ("enc koi8-r | 50*61", "e Home", "overlay picker  utf-8"),
    ("enc koi8-r | 50*61", "e End Home Enter", "enc utf-8"),
    ("enc koi8-r | 50*61", "e End Down PgDn PgDn Home", "overlay picker  utf-8"),
    ("| 50*61", "e PgDn PgUp", "overlay picker  utf-8"),
    ("40x12 | 50*61", "e type:iso-8859 PgDn PgUp", "overlay picker iso-8859 iso-8859-1"),
    ("40x12 enc koi8-r | 50*61", "e", "overlay picker  koi8-r"),
    ("| 50*61", "e type:x Backspace", "overlay picker  utf-8"),
    ("enc koi8-r | 50*61", "e type:x Backspace", "overlay picker  koi8-r"),
    // The filter searches labels and uses too; a whole label chooses its encoding.
    ("| 50*61", "e type:latin1", "overlay picker latin1 windows-1252"),
    ("| 50*61", "e type:latin2 Enter", "enc iso-8859-2"),
    ("| 50*61", "e type:teletype", "overlay picker teletype ascii"),
    ("| 50*61", "e type:windows_1251 Ctrl-A type:x", "overlay picker xwindows 1251 "),
    ("| 50*61", "e type:macintosh", "overlay picker macintosh macintosh"),
    ("| 50*61", "e Up Up", "overlay picker  utf-8"),
    ("| 50*61", "e type:1251", "overlay picker 1251 windows-1251"),
    ("at 3 | 50*61", "e type:1251 Enter", "enc windows-1251; at 3"),
    ("| 50*61", "e type:xyz", "overlay picker xyz "),
    ("| 50*61", "e type:xyz Enter", "overlay picker xyz ; enc utf-8"),
    ("| 50*61", "e type:xyz Backspace Backspace Backspace", "overlay picker  utf-8"),
    ("| 50*61", "e type:koi8 Esc", "overlay none; enc utf-8"),
    ("| 50*61", "e Ctrl-C", "overlay none; enc utf-8; effect none"),
    ("| 50*61", "e q q q", "overlay picker qqq "),
    ("| 50*61", "e ф", "overlay picker ф "),
    ("| 50*61", "e Tab Shift-Tab", "overlay picker  utf-8"),
    ("| 50*61", "e type:utf-32 Ctrl-N Ctrl-N Ctrl-P", "overlay picker utf-32 utf-32le"),
    ("| 50*61", "E", "phase 0; says nothing to shift"),
    ("enc utf-16le at 3 | 50*61", "E", "phase 1; at 3; says code units start at byte 1"),
    ("enc utf-16le | 50*61", "E E", "phase 0"),
    ("enc utf-32le at 9 | 50*61", "E E E", "phase 3; at 9"),
    ("enc utf-32le | 50*61", "E E E E", "phase 0"),
    ("enc utf-32le phase 3 | 50*61", "e type:utf-16be Enter", "phase 1"),
    ("enc utf-16le phase 1 at 1 | FF 61 00 62 00", "w", "at 3"),
];

#[rustfmt::skip]
const PROGRAM: &[Triple] = &[
    ("| 61", "q", "effect quit"),
    ("| 61", "Ctrl-C", "effect quit"),
    // What would be lost is said once.
    ("| 61", "m a Ctrl-C", "effect none; says quitting loses 1 mark"),
    ("| 61", "m a Ctrl-C Ctrl-C", "effect quit"),
    ("| 61", "m a Ctrl-C h Ctrl-C", "effect none; says quitting loses 1 mark"),
    ("| 61", "m a q", "effect quit"),
    ("writing | 61", ": type:open_a.txt Enter", "effect none; says still writing"),
    ("searching | 61", "Ctrl-C", "effect cancel"),
    ("searching | 61", "Esc", "effect cancel"),
    ("searching | 61", "q", "effect quit"),
    ("| 61", "Esc", "effect none; says"),
    ("| 61", "Ctrl-Z", "effect suspend"),
    ("| 61", "Ctrl-L", "effect redraw"),
    ("| 61", "R", "effect reopen"),
    // Too small for anything else, the program can still be left.
    ("10x3 | 61", "q", "effect quit"),
    ("10x3 | 61", "Ctrl-C", "effect quit"),
    ("10x3 searching | 61", "Ctrl-C", "effect cancel"),
    ("10x3 | 61", "Ctrl-Z", "effect suspend"),
    ("10x3 | 61", "Ctrl-L", "effect redraw"),
    ("10x3 | 61", "l", "effect none"),
];

#[test]
fn the_unit_changes_and_the_cursor_stays() {
    check(UNITS);
}

#[test]
fn panes_are_shown_hidden_and_focused() {
    check(PANES);
}

#[test]
fn rows_have_the_width_asked_for_if_it_fits() {
    check(WIDTHS);
}

#[test]
fn panes_are_arranged_by_the_size_or_as_the_user_wishes() {
    check(LAYOUTS);
}

#[test]
fn an_encoding_is_chosen_and_its_units_are_shifted() {
    check(ENCODINGS);
}

#[test]
fn the_program_can_be_left_in_every_state() {
    check(PROGRAM);
}

/// The inspector in the colours of the terminal, of which it has 256.
fn in_colours(theme: Theme) -> Driven {
    let look = Appearance {
        theme,
        ..Appearance::default()
    };
    let beginning = SessionStart {
        look,
        ..SessionStart::default()
    };
    let mut driven = Driven::new(&Opened::memory("a", &b"a"[..]), beginning);
    driven.show();
    driven
}

/// How often the background was asked for.
fn questions(driven: &mut Driven) -> usize {
    driven.show();
    let asked = driven.front_requests();
    let asked = asked.filter(|request| **request == FrontRequest::AskBackground);
    let count = asked.count();
    driven.asked.clear();
    count
}

fn palette(driven: &Driven) -> &'static str {
    driven.state().look.theme.palette().id
}

#[test]
fn the_background_is_asked_for_when_the_colours_depend_on_it() {
    let mut driven = in_colours(Theme::new(&PALETTES[0], Depth::Indexed));
    assert_eq!(questions(&mut driven), 0);
    driven.press(": type:theme_solarized Enter");
    assert_eq!(questions(&mut driven), 1);
    assert_eq!(palette(&driven), "solarized-dark");
    // An answer that is late changes them, and once is enough.
    driven.press("j ?");
    driven.input(UserInput::Background(Background::Light));
    assert_eq!(palette(&driven), "solarized-light");
    driven.press("Esc : type:theme_auto Enter");
    assert_eq!((questions(&mut driven), palette(&driven)), (0, "light"));
    // A palette that was named stays what it is.
    driven.press(": type:theme_dark Enter");
    driven.input(UserInput::Background(Background::Light));
    assert_eq!((questions(&mut driven), palette(&driven)), (0, "dark"));
}

#[test]
fn without_colours_nothing_is_asked() {
    let mut driven = in_colours(Theme::MONO);
    driven.press(": type:theme_auto Enter");
    assert_eq!(questions(&mut driven), 0);
    driven.input(UserInput::Background(Background::Light));
    assert!(driven.state().look.theme.is_mono());
}
