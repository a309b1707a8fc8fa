//! The list above the prompt: what is listed, chosen, completed and recalled.

use super::seat::{Seat, Triple, check};
use hexloupe::model::palette::{Depth, by_id};
use hexloupe::model::theme::Theme;

#[rustfmt::skip]
const LISTING: &[Triple] = &[
    // Half of the screen stays free, and so does the row of the cursor.
    ("| 400*61", ":", "listed 10; chosen ; covered false; at 0"),
    ("120x40 | 400*61", ":", "listed 10"),
    ("40x12 | 400*61", ":", "listed 3; covered false"),
    ("40x12 at 399 | 400*61", ":", "listed 3; covered false"),
    ("at 399 | 400*61", ":", "covered false"),
    ("layout stacked at 399 | 400*61", ":", "covered false"),
    ("40x12 ascii | 400*61", ": type:qui", "listed 1; chosen quit"),
    ("27x6 | 400*61", ":", "listed 0; overlay prompt "),
    ("27x6 | 400*61", ": type:qui Enter", "says no place or command"),
    ("| 400*61", "Ctrl-P", "overlay prompt ; listed 10"),
    // What can be read is run as it is; else the row whose name begins so is chosen, if it is the
    // only one, or the one that the others begin with.
    ("| 400*61", ": type:0x1f", "chosen ; listed 0"),
    ("| 400*61", ": type:12", "chosen ; listed 4"),
    ("| 400*61", ": type:4D71", "chosen ; listed 1"),
    ("| 400*61", ": type:4D71 Enter", "at 399; says 0x4D71 is past the end"),
    ("| 400*61", ": type:1A Enter", "at 26"),
    ("| 400*61", ": type:00_00_00_7B Enter", "at 123"),
    ("| 400*61", ": type:0000_007b: Enter", "at 123"),
    ("| 400*61", ": type:goto_12 Enter", "at 12"),
    // A place in pasted text, and as other programs write it.
    ("| 400*61", ": type:0x10_(16) Enter", "at 16; says at byte 16 (0x10)"),
    ("| 400*61", ": type:offset_1A Enter", "at 26"),
    ("| 400*61", ": type:00000010__61_61_61 Enter", "at 16; says at byte 16"),
    ("| 400*61", ": type:0x10-0x1F Enter", "at 16"),
    ("| 'a\nb\nc'", ": type:2,1 Enter asked", "at 2"),
    ("| 'a\nb\nc'", ": type:a.log:2:1:_E9 Enter asked", "at 2"),
    ("| 1300*61", ": type:1,234 Enter", "at 1234; says for line 1, column 234 type 1:234"),
    ("| 400*61", ": type:00_1A Enter", "at 26; says /00 1A finds these bytes"),
    ("| 400*61", ": type:u Enter", "says nothing to undo"),
    ("| 'Anna Gina'", ": type:grep_Gina Enter Enter", "at 5; overlay none"),
    ("| 400*61", ": type:Theme_dark Enter", "overlay none; says dark"),
    ("| 400*61", ": type:exit Enter", "effect quit"),
    ("| 'Anna Gina'", ": type:find_Gina Enter Enter", "at 5; overlay none"),
    ("| 400*61", ": type:nf", "chosen "),
    ("| 400*61", ": type:next-f", "chosen next-fault"),
    ("| 400*61", ": type:expo", "chosen export"),
    ("| 400*61", ": type:DUM", "chosen dump"),
    ("| 400*61", ": type:zzz", "chosen ; listed 0"),
    ("| 400*61", ": type:zzz Enter", "overlay none; says no place or command"),
    ("| 400*61", ": type:qui Enter", "effect quit"),
    ("| 61 FF", ": type:nextf Enter", "at 0; overlay none; says no place or command \"nextf\"; says nearest are next-fault"),
    ("| 61 FF", ": type:nextf Down Enter", "at 1; overlay none"),
    ("| 61 FF", ": type:nextf Tab Enter", "at 1; overlay none"),
    ("| 400*61", ": type:leave Enter", "overlay none; effect none; says no place or command"),
    ("| 400*61", ": type:leave Down Enter", "effect quit"),
];

/// A line that names nothing does nothing, and says what is near.
#[rustfmt::skip]
const UNKNOWN: &[Triple] = &[
    ("| 400*61", ": type:w", "chosen "),
    ("width 8 | 400*61", ": type:w Enter", "width 8; overlay none; effect none; says no byte is changed"),
    ("40x12 width 4 | 400*61", ": type:w Enter", "width 4; overlay none; effect none; says no byte is changed"),
    ("40x7 | 400*61", ": type:w Enter", "overlay none; effect none; says no byte is changed"),
    ("27x6 | 400*61", ": type:w Enter", "overlay none; effect none; says no byte is changed"),
    ("width 8 | 400*61", ": type:w_a.bin Enter", "width 8; effect export file as raw to a.bin"),
    ("width 8 | 400*61", ": type:write_a.bin Enter", "width 8; effect export file as raw to a.bin"),
    ("| 'a' E9 'b'", ": type:!ls Enter", "passages ; overlay none; effect none; says no command \"!\""),
    ("| 400*61", ": type:q! Enter", "effect quit"),
    ("| 400*61", "~ : type:wq Enter", "overlay unsaved"),
    ("| 400*61", ": type:x Enter", "effect quit"),
    ("| 400*61", ": type:e Enter", "overlay none; effect none; says :open FILE"),
    ("| 400*61", ": type:ls Enter", "overlay none; effect none; says :tabs"),
    ("width 8 | 400*61", ": type:wi Enter", "width 8; effect none; says nearest are wider, width"),
    ("width 8 | 400*61", ": type:wi Down Enter", "width 9; overlay none"),
    ("width 8 | 400*61", ": type:wide Enter", "width 9; overlay none"),
    ("| 400*61", ": type:q Enter", "effect quit"),
    // A row that was chosen and is no longer seen is not run.
    ("width 8 | 400*61", ": type:wi Down size:27x6 Enter size:80x26", "width 8; overlay none; says nearest are wider"),
    ("width 8 | 400*61", ": type:copy PgDn PgDn Up type:x Enter", "width 8; overlay none; effect none"),
];

#[rustfmt::skip]
const CHOOSING: &[Triple] = &[
    ("| 'a\nb\nc'", ": type:2 Down Enter", "at 2; overlay none"),
    ("| 'a\nb\nc'", ": type:2 Down Down Enter", "at 1; overlay none"),
    ("| 'a\nb\nc'", ": type:2 Down Up Enter", "at 2; says for line 2"),
    ("| 'a\nb\nc'", ": type:2 Ctrl-N Ctrl-N Ctrl-P Enter", "at 2; says"),
    ("| 400*61", ": type:copy Down Down", "chosen copy-hex"),
    ("| 400*61", ": type:copy Down PgDn PgUp", "chosen "),
    ("| 400*61", ": type:copy wheel:3", "chosen copy-text"),
    ("| 400*61", ": type:copy Esc", "overlay none"),
    // What takes an argument is asked for it.
    ("| 400*61", ": type:theme Enter", "overlay prompt theme ; listed 10; status NAME"),
    ("| 400*61", ": type:theme Enter Enter", "overlay prompt theme ; status NAME"),
    ("| 400*61", ": type:width Enter", "overlay prompt width ; listed 0"),
    ("| 400*61", ": type:expo Enter", "overlay prompt export ; status FILE"),
    ("| 400*61", ": type:line Enter", "overlay prompt line "),
];

#[rustfmt::skip]
const COMPLETING: &[Triple] = &[
    ("| 400*61", ": type:enc Tab", "overlay prompt encoding ; chosen "),
    ("| 400*61", ": type:enc Tab type:koi8 Tab Enter", "enc koi8-r"),
    ("| 400*61", ": type:enc Tab type:koi8-r Enter", "enc koi8-r"),
    ("| 400*61", ": type:enc Tab Enter", "overlay picker  utf-8"),
    ("| 400*61", ": type:enc Tab type:esperanto Tab Enter", "enc iso-8859-3"),
    ("| 400*61", ": type:lay Tab type:sta Enter", "layout stacked"),
    ("| 400*61", ": type:li Tab", "overlay prompt line "),
    ("| 400*61", ": type:qui Tab", "overlay prompt quit"),
    ("| 400*61", ": type:qui Tab Enter", "effect quit"),
    ("| 400*61", ": type:zzz Tab", "overlay prompt zzz"),
    ("| 400*61", ": Tab", "overlay prompt "),
    ("40x12 | 400*61", ": type:theme_ Down Down Tab", "overlay prompt theme dark"),
    ("at 7 | 400*61", "m q 0 : type:to-m Tab Down Enter", "at 7"),
    ("| 'aжb'", ": type:blo Tab type:cyr Enter", "at 1"),
    ("| 'aжb'", ": type:block_cyrillic_sup Tab", "overlay prompt block Cyrillic Supplement"),
];

#[rustfmt::skip]
const RECALLING: &[Triple] = &[
    ("| 400*61", ": type:0x1f Enter : Up", "overlay prompt 0x1f; at 31"),
    ("| 400*61", ": type:0x1f Enter : type:0x2f Enter : Up Up Enter", "at 31"),
    ("| 400*61", ": type:0x1f Enter : type:0x2f Enter : Up Up Down", "overlay prompt 0x2f"),
    ("| 400*61", ": type:0x1f Enter : type:50% Enter : type:0x Up", "overlay prompt 0x1f"),
    ("| 400*61", ": type:0x1f Enter : type:0x Up Down", "overlay prompt 0x"),
    ("| 400*61", ": type:nosuch Enter : Up", "overlay prompt nosuch"),
    ("| 400*61", ": type:0x1f Esc : Up", "overlay prompt "),
    // Patterns have a history of their own.
    ("| 'abc'", "/ type:b Enter : Up", "overlay prompt "),
    ("| 'abc'", "/ type:b Enter / type:ca Backspace Up", "overlay find c"),
];

pub(crate) const TRIPLES: &[&[Triple]] = &[LISTING, UNKNOWN, CHOOSING, COMPLETING, RECALLING];

#[test]
fn commands_and_places_are_listed_as_they_are_typed() {
    check(LISTING);
}

#[test]
fn what_names_nothing_does_nothing_and_says_what_is_near() {
    check(UNKNOWN);
}

#[test]
fn a_row_may_be_chosen() {
    check(CHOOSING);
}

#[test]
fn a_line_is_completed() {
    check(COMPLETING);
}

#[test]
fn what_was_typed_is_recalled() {
    check(RECALLING);
}

#[test]
fn a_theme_is_seen_while_it_is_chosen_and_the_old_one_comes_back() {
    let look = |keys: &str| {
        let mut seat = Seat::of("| 400*61");
        let dark = by_id("dark").unwrap();
        seat.set(|state, _| state.look.theme = Theme::new(dark, Depth::True));
        seat.play(keys);
        seat.state().look.theme.palette().id
    };
    assert_eq!(look(": type:theme_"), "dark");
    assert_eq!(look(": type:theme_ Down Down Down"), "light");
    assert_eq!(look(": type:theme_light"), "light");
    assert_eq!(look(": type:theme_light Esc"), "dark");
    assert_eq!(look(": type:theme_light Ctrl-C"), "dark");
    assert_eq!(
        look(": type:theme_light Backspace Backspace Backspace Backspace Backspace"),
        "dark"
    );
    assert_eq!(look(": type:theme_light Ctrl-U type:width_8 Enter"), "dark");
    assert_eq!(look(": type:theme_solarized Enter"), "solarized-dark");
    assert_eq!(
        look(": type:theme_light Enter : type:theme_mono Esc"),
        "light"
    );
}
