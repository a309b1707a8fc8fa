//! The mouse: clicks, drags, the wheel; and pasted text.
//!
//! Invariant: a click goes to the byte under it and does not snap to boundaries.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[
    CLICKS, DRAGS, DOUBLE, LISTS, PARTS, SWITCHED, WHEEL, PASTING,
];

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
    // A gap belongs to the byte after it, and after the last byte to that one.
    ("| 50*61", "click:10,2", "at 0; focus hex"),
    ("at 7 | 50*61", "click:13,2", "at 1; focus hex"),
    ("| 50*61", "click:22,2", "at 3; focus hex"),
    ("| 50*61", "? click:hex/9", "at 0"),
    ("| 50*61", "e click:hex/9", "at 0"),
    ("40x12 | 50*61", "size:1x1 click:0,0", "at 0"),
    // The map stands for all of the data, whatever is on the screen.
    ("at 7 | 1000*61", "click:65,2", "at 0"),
    ("at 7 | 1000*61", "click:65,14", "at 923"),
    ("at 7 | 1000*61", "click:65,14 Ctrl-O", "at 7"),
    ("at 7 | 1000*61", "click:65,2 drag:20,14", "at 923; selected none"),
    ("at 7 | 1000*61", "click:65,2 drag:65,99", "at 923"),
    ("|", "click:65,3", "at 0"),
];

#[rustfmt::skip]
const DRAGS: &[Triple] = &[
    ("at 2 | 50*61", "click:hex/4 drag:hex/9", "at 9; selected 4..10"),
    ("at 2 | 50*61", "click:hex/9 drag:hex/4", "at 4; selected 4..10"),
    ("at 2 | 50*61", "click:hex/9 drag:hex/4 drag:hex/12", "at 12; selected 9..13"),
    ("at 2 | 50*61", "click:hex/9 drag:hex/4 click:hex/5", "at 5; selected none"),
    ("step character | 'a€b€'", "click:hex/2 drag:hex/4", "selected 1..5"),
    // It stays in its pane, whatever the pointer is over.
    ("| 1000*61", "click:hex/1 drag:bits/4", "at 7; focus hex; selected 1..8"),
    ("| 1000*61", "click:bits/5 drag:hex/2", "at 0; bit 0; focus bits; selected 0..6"),
    ("| 1000*61", "click:hex/0 drag:65,2", "at 3; focus hex; selected 0..4"),
    ("| 50*61", "click:hex/5 drag:0,3", "at 4; selected 4..6"),
    // Past the edge it scrolls, further away in longer steps.
    ("| 1000*61", "click:hex/1 drag:13,15", "at 53; top 4; selected 1..54"),
    ("| 1000*61", "click:hex/1 drag:13,15 drag:13,15", "at 57; top 8"),
    ("| 1000*61", "click:hex/1 drag:13,23", "at 61; top 12"),
    ("at 500 | 1000*61", "click:11,2 drag:11,1 drag:11,0", "selected 440..453; top 440"),
    ("| 50*61", "click:hex/5 drag:13,99", "at 49; selected 5..50"),
    ("| 50*61", "click:hex/5 drag:13,0", "at 1; selected 1..6"),
    // In the strip, to the next row.
    ("layout strip | 64*61", "click:bits/3 drag:bits/12", "at 12; selected 3..13"),
    ("layout strip | 64*61", "click:bits/3 drag:20,99", "focus bits; selected 3..58"),
    // A button that was pressed elsewhere drags nothing.
    ("| 50*61", "click:0,0 drag:hex/9", "at 0; selected none"),
    ("| 50*61", "? click:0,0 drag:hex/9", "at 0; selected none; overlay none"),
];

#[rustfmt::skip]
const DOUBLE: &[Triple] = &[
    ("| 'a€b'", "double:hex/2", "at 1; selected 1..4; focus hex"),
    ("| 'a€b'", "double:points/4", "at 4; selected 4..5"),
    ("| 61 F0 9F 62", "double:bits/2", "at 1; selected 1..3"),
    ("| 'a€b'", "double:hex/2 click:hex/4", "at 4; selected none"),
    ("enc utf-16le | 3D D8 00 DE", "double:hex/3", "selected 0..4"),
];

/// Two faults of a kind and one of another.
#[rustfmt::skip]
const LISTS: &[Triple] = &[
    // A row is chosen by a click and taken by a double click; it reaches to the frame.
    ("scanned | 61 FF C0 00 E2 80 AE", "L click:=1__nul", "overlay findings 3; at 0"),
    ("scanned | 61 FF C0 00 E2 80 AE", "L double:=1__nul", "overlay none; at 3"),
    ("| 50*61", "e type:utf-32 click:=UTF-32BE", "overlay picker utf-32 utf-32be; enc utf-8"),
    ("| 50*61", "e type:utf-32 double:=UTF-32BE", "overlay none; enc utf-32be"),
    ("| 50*61", "e type:utf-32 click:=UTF-32BE click:=Enter_use", "overlay none; enc utf-32be"),
    ("| 50*61", "y a type:base click:=base64url", "overlay forms 0..1 base base64url"),
    ("at 7 | 50*61", "m a l m b : type:marks Enter click:=b_0x click:=Enter_go", "at 8"),
    ("at 7 | 50*61", "G : type:jumps Enter double:=0x00000007", "at 7"),
    ("guessed koi8-r,ibm866 | 61 FF", "g e double:=IBM866", "overlay none; enc ibm866"),
    ("| 'caf' E9", "d click:=windows-1252 click:=Enter_use", "overlay none; enc windows-1252"),
    // The rows above the comparison stay in use.
    ("| 50*61", "d click:hex/2", "at 2"),
    ("| 50*61", "? click:=First_keys", "overlay help 0"),
    // Outside it closes, as Esc does; the second press of a double click is left alone.
    ("| 50*61", "? click:0,5", "overlay none; at 0"),
    ("at 9 | 50*61", "v l ? click:hex/0", "at 10; selected 9..11"),
    ("| 50*61", ": type:1 click:hex/9", "overlay none; at 0"),
    ("| 50*61", ": type:1 click:5,25", "overlay prompt 1"),
    ("| 50*61", ": type:qui double:=quit", "effect quit"),
    ("| 'abc'", "asked click:0,0", "overlay none; says nothing was written"),
    ("scanned | 'abcde'", "double:18,0", "overlay picker  utf-8"),
];

#[rustfmt::skip]
const PARTS: &[Triple] = &[
    // The parts of the title.
    ("scanned | 61 FF", "click:18,0", "overlay picker  utf-8"),
    ("scanned | 61 FF", "click:=1_fault", "overlay findings 0"),
    ("scanned | 61 FF", "click:=2_B", "overlay statistics 0"),
    ("scanned | 61 FF", "click:=hexloupe", "overlay none"),
    // The hints of the status line, and of keys that wait for others.
    ("120x40 | 50*61", "click:=?_help", "overlay help 0"),
    ("120x40 | 50*61", "click:=quit", "effect quit"),
    ("120x40 | 61 FF", "click:=next_fault", "at 1"),
    ("| 50*61", "g click:=first_byte", "at 0; pending"),
    ("at 7 | 50*61", "g click:=first_byte", "at 0; pending"),
    ("at 7 | 50*61", "g click:=?_details", "overlay help 0; pending"),
    ("at 7 | 50*61", "g click:=Esc_cancel", "overlay none; pending; at 7"),
    ("at 7 | 50*61", "g click:hex/3", "pending; at 3"),
    ("120x40 | 50*61", "y click:=t_copy", "says 1 byte as text; pending"),
    ("dump xxd | 50*61", "click:=reads_it", "effect import"),
    // The keys at the foot of a panel.
    ("| 50*61", "? click:=q_close", "overlay none; effect none"),
    ("80x12 | 50*61", "? click:=j_k", "overlay help 1"),
    ("80x12 | 50*61", "? j j click:=k_scroll", "overlay help 1"),
    ("| 50*61", "? click:=/_filter type:q", "overlay help 0 /q"),
    ("| 50*61", "? / type:q click:=Esc_all", "overlay help 0"),
    ("| 'abc'", "asked click:=n_cancel", "overlay none; says nothing was written"),
];

#[rustfmt::skip]
const SWITCHED: &[Triple] = &[
    ("| 50*61", ": type:mouse Enter", "effect mouse(off); says the mouse is off"),
    ("| 50*61", ": type:mouse Enter : type:mouse Enter", "effect mouse(on); says with Shift"),
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
fn drags_stay_in_their_pane_and_scroll_past_its_edge() {
    check(DRAGS);
}

#[test]
fn a_double_click_selects_the_sequence() {
    check(DOUBLE);
}

#[test]
fn rows_of_lists_are_clicked_and_a_click_outside_closes() {
    check(LISTS);
}

#[test]
fn what_names_a_key_or_a_fact_is_clicked() {
    check(PARTS);
}

#[test]
fn the_mouse_is_left_to_the_terminal_and_taken_back() {
    check(SWITCHED);
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
