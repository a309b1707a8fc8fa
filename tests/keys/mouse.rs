//! The mouse: clicks, drags, the wheel; and pasted text.
//!
//! Invariant: a click goes to the byte under it and does not snap to boundaries.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[CLICKS, WHEEL, PASTING];

#[rustfmt::skip]
const CLICKS: &[Triple] = &[
    ("| 'a€b'", "click:hex/2", "at 2; focus hex; caret hex/2"),
    ("step character | 'a€b'", "click:hex/2", "at 2"),
    ("| 50*61", "click:points/9", "at 9; focus points; caret points/9"),
    ("| 50*61", "click:bits/9", "at 9; bit 0; focus bits"),
    ("step bit | 50*61", "click:bits/9.5", "at 9; bit 5; caret bits/9"),
    ("step bit | 50*61", "click:bits/9.5 click:hex/3", "at 3; bit 0"),
    ("at 7 | 50*61", "click:0,0", "at 7"),
    ("at 7 | 50*61", "click:12,23", "at 7"),
    ("at 7 | 50*61", "click:79,3", "at 7"),
    // Below the last byte there is nothing.
    ("at 7 | 'abcdefgh' 69", "click:hex/10", "at 7"),
    ("|", "click:hex/0", "at 0; focus hex"),
    ("| 1000*61", "9 Ctrl-E click:hex/41", "at 41; top 36"),
    ("at 2 | 50*61", "click:hex/4 drag:hex/9", "at 9; selected 4..10"),
    ("at 2 | 50*61", "click:hex/9 drag:hex/4", "at 4; selected 4..10"),
    ("at 2 | 50*61", "click:hex/9 drag:hex/4 drag:hex/12", "at 12; selected 9..13"),
    ("at 2 | 50*61", "click:hex/9 drag:hex/4 click:hex/5", "at 5; selected none"),
    ("step character | 'a€b€'", "click:hex/2 drag:hex/4", "selected 1..5"),
    ("| 50*61", "? click:hex/9", "at 0"),
    ("| 50*61", "e click:hex/9", "at 0"),
    ("40x12 | 50*61", "size:1x1 click:0,0", "at 0"),
    // The map stands for all of the data, whatever is on the screen.
    ("at 7 | 1000*61", "click:73,2", "at 0"),
    ("at 7 | 1000*61", "click:73,14", "at 923"),
    ("at 7 | 1000*61", "click:73,14 Ctrl-O", "at 7"),
    ("at 7 | 1000*61", "click:73,2 drag:20,14", "at 923; selected none"),
    ("at 7 | 1000*61", "click:73,2 drag:73,99", "at 923"),
    ("at 7 | 1000*61", "click:hex/0 drag:73,14", "at 0; selected none"),
    ("|", "click:73,3", "at 0"),
];

#[rustfmt::skip]
const WHEEL: &[Triple] = &[
    ("at 30 | 1000*61", "wheel:3", "at 30; top 12"),
    ("at 2 | 1000*61", "wheel:3", "at 14; top 12; row 0"),
    ("at 2 | 1000*61", "wheel:3 wheel:-3", "at 14; top 0"),
    ("at 800 | 1000*61", "wheel:-3 wheel:-3 wheel:-3", "row 12"),
    ("at 2 | 1000*61", "wheel:9999", "top 948; at 950"),
    ("at 2 | 30*61", "wheel:3", "at 2; top 0"),
    ("|", "wheel:3", "at 0; top 0"),
    // The help scrolls to its end, and back without delay.
    ("40x12 | 50*61", "? wheel:3", "overlay help 3; at 0"),
    ("40x12 | 50*61", "? wheel:3 wheel:-9", "overlay help 0"),
    ("40x12 | 50*61", "? wheel:9999 G k j", "at 0"),
    ("40x12 | 50*61", "? wheel:9999 wheel:-9999", "overlay help 0"),
    // The list of encodings scrolls too, and the panes under it do not.
    ("| 1000*61", "e type:utf-32 wheel:1", "overlay picker utf-32 utf-32be; top 0; at 0"),
    ("| 1000*61", "e wheel:2 wheel:-9", "overlay picker  utf-8"),
    ("| 1000*61", ": wheel:3", "overlay prompt ; top 0; at 0"),
];

#[rustfmt::skip]
const PASTING: &[Triple] = &[
    ("| 100*61", "paste:lllq", "at 0; overlay pasted lllq"),
    ("| 100*61", "? paste:q", "overlay help 0"),
    ("| 100*61", ": paste:0x1f Enter", "at 31"),
    ("| 100*61", ": paste:31\u{1B}\u{7}\u{9b} Enter", "at 31"),
    ("| 100*61", ": type:3 paste:1 type:0 Left Backspace Enter", "at 30"),
    ("| 100*61", "e Down Down paste:1251", "overlay picker 1251 windows-1251"),
];

#[test]
fn clicks_go_to_the_byte_and_drags_select() {
    check(CLICKS);
}

#[test]
fn the_wheel_scrolls_what_is_in_front() {
    check(WHEEL);
}

#[test]
fn the_help_does_not_scroll_beyond_its_end() {
    let mut seat = super::seat::Seat::of("40x12 | 61");
    seat.play("? wheel:9999");
    let far = seat.driven.screen().panel;
    seat.play("wheel:-3");
    assert_ne!(far, seat.driven.screen().panel);
}

#[test]
fn a_paste_is_never_read_as_commands() {
    check(PASTING);
}
