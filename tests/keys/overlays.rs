//! Help and prompt: what lies over the panes, and how it is closed.
//!
//! Invariant: Esc and Ctrl-C close everything, and the state is the same as before.

use super::seat::{Seat, Triple, check};
use hexloupe::codec::table;
use hexloupe::detect::chain::Chain;
use hexloupe::scan::facts::encoding_range::EncodingRange;
use hexloupe::scan::facts::index::IndexProgress;
use hexloupe::scan::index;
use std::sync::Arc;

pub(crate) const TRIPLES: &[&[Triple]] = &[HELP, FILTER, PROMPT, LISTS, PLACES, TABS, ANYWHERE];

#[rustfmt::skip]
const HELP: &[Triple] = &[
    ("at 5 | 50*61", "?", "overlay help 0; caret none"),
    ("at 5 | 50*61", "F1 Esc", "overlay none; at 5; caret hex/5"),
    ("| 50*61", "? ?", "overlay none"),
    ("| 50*61", "? q", "overlay none; effect none"),
    ("| 50*61", "? F1", "overlay none"),
    ("| 50*61", "? Ctrl-C", "overlay none; effect none"),
    ("| 50*61", "? Ctrl-C Ctrl-C", "effect quit"),
    ("| 50*61", "? j Down k", "overlay help 1; at 0"),
    ("| 50*61", "? k", "overlay help 0"),
    ("| 50*61", "? G g", "overlay help 0"),
    ("| 50*61", "? j j Home", "overlay help 0"),
    ("| 50*61", "? PgDn PgUp", "overlay help 0"),
    ("| 50*61", "? Space Ctrl-B", "overlay help 0"),
    // The help is no prompt: Cyrillic keys work in it too.
    ("| 50*61", "? о о л", "overlay help 1"),
    ("| 50*61", "? й", "overlay none; effect none"),
];

#[rustfmt::skip]
const FILTER: &[Triple] = &[
    // Letters are letters while words are typed, also in Cyrillic; arrows scroll.
    ("| 50*61", "? / type:q?/j", "overlay help 0 /q?/j; effect none"),
    ("| 50*61", "? / type:й", "overlay help 0 /й"),
    ("80x12 | 50*61", "? / type:e Down Down", "overlay help 2 /e"),
    ("80x12 | 50*61", "? j j / type:e", "overlay help 0 /e"),
    ("| 50*61", "? / type:ab Backspace", "overlay help 0 /a"),
    ("| 50*61", "? / type:next Esc", "overlay help 0"),
    ("| 50*61", "? / type:next Esc Esc", "overlay none"),
    ("| 50*61", "? / type:next Ctrl-C", "overlay none; effect none"),
    ("| 50*61", "? / Esc q", "overlay none; effect none"),
    // Kept words leave the letters to the keys.
    ("80x12 | 50*61", "? / type:e Enter j", "overlay help 1 /e"),
    ("| 50*61", "? / type:next Enter q", "overlay none; effect none"),
    ("| 50*61", "? / type:next Enter Esc", "overlay help 0"),
    ("| 50*61", "? / type:ne Enter / type:x", "overlay help 0 /nex"),
    ("| 50*61", "? / Enter", "overlay help 0"),
    ("| 50*61", "? / paste:next", "overlay help 0 /next"),
];

/// A single tab; how several are gone through is for the sessions.
#[rustfmt::skip]
const TABS: &[Triple] = &[
    ("| 50*61", "g t", "says this is the only tab; effect none"),
    ("| 50*61", "g T", "says this is the only tab; effect none"),
    ("| 50*61", "g b", "says nothing is open beside this; effect none"),
    ("| 50*61", "g c", "says nothing stands beside this; effect none; at 0"),
    ("| 50*61", "g C", "says nothing stands beside this; effect none; at 0"),
    ("| 50*61", ": type:diff_none/such Enter", "effect none; at 0"),
    ("| 50*61", "g l", "overlay tabs 0"),
    ("| 50*61", "g l Enter", "overlay tabs 0; effect none"),
    ("| 50*61", "g l q", "overlay none; effect none"),
    ("| 50*61", ": type:close Enter", "effect quit"),
];

/// What opens each overlay in which no line is typed.
#[rustfmt::skip]
const WITHOUT_A_LINE: &[(&str, &str)] = &[
    ("| 50*61", "?"),
    ("scanned | 61 FF", "L"),
    ("scanned | 61 FF", "I"),
    ("guessed koi8-r,ibm866 | 61 FF", "g e"),
    ("| 61 FF", "d"),
    ("dump =xxd odd 3,none | 50*61", "g d"),
    ("| 50*61", "asked"),
    ("| 50*61", "paste:lll"),
    ("| 50*61", "g l"),
    ("| 50*61", "m a : type:marks Enter"),
    ("| 50*61", "G : type:jumps Enter"),
];

#[rustfmt::skip]
const PROMPT: &[Triple] = &[
    ("| 100*61", ":", "overlay prompt ; caret 3,25"),
    ("| 100*61", ": type:0x1f", "overlay prompt 0x1f; at 0"),
    ("| 100*61", ": type:12 Esc", "overlay none; at 0"),
    ("| 100*61", ": type:12 Ctrl-C", "overlay none; effect none"),
    ("| 100*61", ": Backspace", "overlay none"),
    ("| 100*61", ": type:1 Backspace", "overlay prompt "),
    ("| 100*61", ": type:1 Backspace Backspace", "overlay none"),
    ("| 100*61", ": type:12 Left type:0", "overlay prompt 102"),
    ("| 100*61", ": type:12 Home Delete", "overlay prompt 2"),
    ("| 100*61", ": type:12 Ctrl-A Ctrl-D", "overlay prompt 2"),
    ("| 100*61", ": type:12 Ctrl-B Ctrl-K", "overlay prompt 1"),
    ("| 100*61", ": type:line_2 Ctrl-W", "overlay prompt line "),
    ("| 100*61", ": type:12 Ctrl-U type:3 Ctrl-E Ctrl-F", "overlay prompt 3"),
    ("| 100*61", ": type:jq", "overlay prompt jq; at 0; effect none"),
    // In a prompt, Cyrillic letters are text.
    ("| 100*61", ": type:йц", "overlay prompt йц"),
    ("| 100*61", ": type:yxq\u{202E} Enter", "overlay none; says no place or command"),
    // The caret is where the next character will be.
    ("| 100*61", ": type:12", "caret 5,25"),
    ("| 100*61", ": type:12 Left", "caret 4,25"),
    ("| 100*61", ": type:中", "caret 5,25"),
    ("ascii | 100*61", ": type:é", "caret 11,25; status  : <U+00E9>"),
    ("27x6 | 100*61", ": type:0x123456789012345678901234567890", "status 901234567890; caret 26,5"),
];

#[rustfmt::skip]
const LISTS: &[Triple] = &[
    ("scanned | 61 FF C0 00 E2 80 AE", "L", "overlay findings 0; caret none"),
    ("scanned | 61 FF C0 00 E2 80 AE", "L Enter", "overlay none; at 2"),
    ("scanned | 61 FF C0 00 E2 80 AE", "L j Enter", "overlay none; at 1"),
    ("scanned | 61 FF C0 00 E2 80 AE", "L j j Enter", "overlay none; at 4"),
    ("at 6 scanned | 61 FF C0 00 E2 80 AE", "L j F", "overlay none; at 1"),
    ("scanned | 61 FF C0 00 E2 80 AE", "L G k", "overlay findings 3"),
    ("scanned | 61 FF C0 00 E2 80 AE", "L G wheel:-3", "overlay findings 1"),
    ("scanned | 61 FF C0 00 E2 80 AE", "L L", "overlay none; at 0"),
    ("scanned | 61 FF C0 00 E2 80 AE", "L Esc", "overlay none; at 0"),
    ("scanned | 'abc'", "L Enter", "overlay findings 0; at 0"),
    ("| 'abc'", "L j Enter", "overlay findings 0; at 0"),
    ("scanned | 'abc'", "I", "overlay statistics 0; caret none"),
    ("scanned 80x8 | 61 FF C0 00", "I j j k", "overlay statistics 1"),
    ("scanned | 'abc'", "I I", "overlay none"),
    ("scanned | 'abc'", "I q", "overlay none; effect none"),
];

#[rustfmt::skip]
const PLACES: &[Triple] = &[
    ("| 50*61", ": type:marks Enter", "overlay marks 0; caret none"),
    ("| 50*61", ": type:marks Enter Enter", "overlay marks 0; at 0"),
    ("| 50*61", ": type:marks Enter q", "overlay none; effect none"),
    // In the order of the letters.
    ("at 7 | 50*61", "m b l l m a : type:marks Enter Enter", "overlay none; at 9"),
    ("at 7 | 50*61", "m b l l m a l : type:marks Enter j Enter", "overlay none; at 7"),
    ("at 7 | 50*61", "m b 0 : type:marks Enter Enter Ctrl-O", "at 4"),
    ("at 7 | 50*61", "m b : type:marks Enter j j j", "overlay marks 0"),
    // The jump list opens on the current place.
    ("| 50*61", ": type:jumps Enter", "overlay jumps 0; caret none"),
    ("| 50*61", ": type:jumps Enter Enter", "overlay jumps 0; at 0"),
    ("at 7 | 50*61", "G : type:jumps Enter", "overlay jumps 1"),
    ("at 7 | 50*61", "G : type:jumps Enter k Enter", "overlay none; at 7"),
    ("at 7 | 50*61", "G : type:jumps Enter k Enter Ctrl-N", "at 49"),
    ("at 7 | 50*61", "G g g : type:30 Enter Ctrl-O Ctrl-O : type:jumps Enter", "overlay jumps 1; at 49"),
    ("at 7 | 50*61", "G g g : type:30 Enter : type:jumps Enter g Enter Ctrl-N Ctrl-N", "at 0"),
    ("at 7 | 50*61", "G : type:jumps Enter Enter", "overlay none; at 49"),
];

#[rustfmt::skip]
const ANYWHERE: &[Triple] = &[
    // Suspending and repainting work whatever is open.
    ("| 50*61", "? Ctrl-Z", "effect suspend; overlay help 0"),
    ("| 50*61", "e Ctrl-Z", "effect suspend; overlay picker  utf-8"),
    ("| 50*61", ": type:31 Ctrl-Z", "effect suspend; overlay prompt 31"),
    ("| 50*61", ": type:31 Ctrl-L", "effect redraw; overlay prompt 31"),
    // A running job is cancelled first.
    ("searching | 50*61", "? Ctrl-C", "effect cancel; overlay help 0"),
    ("searching | 50*61", "? Esc", "effect none; overlay none"),
    ("| 50*61", "v Esc", "selected none"),
    ("| 50*61", "v ? Esc", "selected 0..1"),
];

#[test]
fn the_help_scrolls_and_closes() {
    check(HELP);
}

#[test]
fn the_help_is_narrowed_by_words() {
    check(FILTER);
}

#[test]
fn q_closes_every_overlay_in_which_no_line_is_typed() {
    for (before, keys) in WITHOUT_A_LINE {
        let mut seat = Seat::of(before);
        seat.play(keys);
        assert!(seat.state().overlay.is_some(), "{before} {keys}");
        seat.play("q");
        assert!(seat.state().overlay.is_none(), "{before} {keys}");
    }
}

/// What opens each overlay in which a line or bytes are typed.
#[rustfmt::skip]
const WITH_A_LINE: &[(&str, &str)] = &[
    ("| 50*61", ": type:12"),
    ("| 50*61", "/ type:a"),
    ("| 50*61", "e type:koi"),
    ("| 50*61", "y a type:he"),
    ("| 50*61", "r"),
];

/// Plays a key that may ask for the help; returns the overlay before and after.
fn asked(before: &str, keys: &str, key: &str) -> (Seat, String) {
    let mut seat = Seat::of(before);
    seat.play(keys);
    let open = seat.fact("overlay");
    assert_ne!(open, "none", "{before} {keys}");
    seat.play(key);
    (seat, open)
}

#[test]
fn the_help_explains_whatever_is_open_and_leads_back_to_it() {
    let marks = WITHOUT_A_LINE.iter().map(|row| (row, ["F1", "?"]));
    let lines = WITH_A_LINE.iter().map(|row| (row, ["F1", "F1"]));
    for ((before, keys), help) in marks.skip(1).chain(lines) {
        for key in help {
            let (mut seat, open) = asked(before, keys, key);
            assert_eq!(seat.fact("overlay"), "help 0", "{before} {keys} {key}");
            seat.play("Esc");
            assert_eq!(seat.fact("overlay"), open, "{before} {keys} {key}");
        }
    }
}

#[test]
fn a_question_mark_is_text_where_text_is_typed() {
    for (before, keys) in WITH_A_LINE {
        let (mut seat, _) = asked(before, keys, "?");
        let open = seat.fact("overlay");
        assert!(!open.starts_with("help"), "{before} {keys}: {open}");
    }
}

#[test]
fn the_prompt_is_a_line_editor() {
    check(PROMPT);
}

#[test]
fn what_was_found_is_listed_and_gone_to() {
    check(LISTS);
}

/// Runs the search for the places of the open list.
fn find_places(seat: &mut Seat) {
    seat.driven.show();
    seat.driven.finish(&["places"]);
}

#[test]
fn all_places_are_listed_under_their_kinds() {
    let mut seat = Seat::of("scanned | 'line' 0A 'user=Jos' E9 ' ip' 0A 00");
    seat.play("L");
    // Two kinds with their headings.
    assert_eq!(seat.fact("listed"), "4");
    find_places(&mut seat);
    assert_eq!(seat.fact("listed"), "7");
    seat.play("j j");
    assert!(seat.fact("chosen").starts_with("line 2: user=Jos‹E9› ip"));
    seat.play("j");
    assert!(seat.fact("chosen").starts_with("line 3: "));
    seat.play("Enter");
    assert_eq!(
        (seat.fact("overlay"), seat.fact("at")),
        ("none".to_owned(), "18".to_owned())
    );
    seat.play("Ctrl-O");
    assert_eq!(seat.fact("at"), "0");
    // They are sought anew for each list.
    assert!(seat.facts().places.is_empty());
    seat.play("L j j F");
    assert_eq!(seat.fact("overlay"), "none");
}

/// Mojibake is no fault and no notice, and is listed as the answer says it.
#[test]
fn text_that_is_not_as_the_rest_is_listed_unless_it_is_a_fault() {
    let data = "scanned guessed utf-8 other windows-1252,3,é,José | 'Jos' E9 0A 'caf' C3 83 C2 A9";
    let mut seat = Seat::of(data);
    seat.play("L");
    assert_eq!(seat.fact("listed"), "2");
    seat.set(|_, facts| {
        let mut guess = facts.guess.as_deref().cloned().unwrap();
        let mut mojibake = guess.others[0].clone();
        mojibake.encoding = table::UTF_8;
        mojibake.chain = Chain::parse("utf-8,windows-1252").unwrap().misreadings();
        (mojibake.offset, mojibake.line) = (8, Some(2));
        mojibake.word = "café".to_owned();
        guess.others.push(mojibake);
        facts.guess = Some(Arc::new(guess));
    });
    assert_eq!(seat.fact("listed"), "4");
    seat.play("j");
    assert_eq!(seat.fact("chosen"), "line 2: mojibake, it was café");
    seat.play("Enter");
    assert_eq!(
        (seat.fact("overlay"), seat.fact("at")),
        ("none".to_owned(), "8".to_owned())
    );
}

/// The answer makes a passage of a damaged line: what is wrong there is still listed.
#[test]
fn places_in_a_passage_are_listed_with_its_encoding() {
    let mut seat = Seat::of("scanned | 'user=Jos' E9 ' ip'");
    seat.set(|state, _| {
        let western = table::by_id("windows-1252").unwrap();
        assert!(state.view.passages.add(EncodingRange::new(0..12, western)));
    });
    seat.play("L");
    find_places(&mut seat);
    seat.play("j");
    let said = seat.fact("chosen");
    assert!(said.starts_with("line 1: user=Jos‹E9› ip"), "{said}");
    assert!(said.contains(" · read as windows-1252"), "{said}");
}

/// C0 AF is an overlong form, and to a decoder two faults.
#[test]
fn a_sequence_of_several_faults_is_one_place() {
    let mut seat = Seat::of("scanned | 'a ' C0 AF ' b' 0A C0 AF");
    seat.play("L");
    find_places(&mut seat);
    // Two kinds and two places, with a heading each.
    assert_eq!(seat.fact("listed"), "6");
    seat.play("j j");
    let said = seat.fact("chosen");
    assert!(said.starts_with("line 1: a ‹C0 AF› b"), "{said}");
}

/// A word such as `cafÃ©` is too short to be told alone, and the guess knows it by the rest.
#[test]
fn the_next_notice_is_mojibake_that_the_guess_knows() {
    let data = "scanned guessed utf-8 other windows-1252,3,é,café | 'caf' C3 83 C2 A9 0A 00";
    for (keys, chain, at) in [
        ("c", "utf-8,windows-1252", "3"),
        ("c", "", "8"),
        ("c c", "utf-8,windows-1252", "8"),
        ("2 c", "utf-8,windows-1252", "8"),
        ("G C C", "utf-8,windows-1252", "3"),
    ] {
        let mut seat = Seat::of(data);
        seat.set(|_, facts| {
            let mut guess = facts.guess.as_deref().cloned().unwrap();
            let chain = Chain::parse(chain).map_or(Vec::new(), |chain| chain.misreadings());
            guess.others[0].chain = chain;
            facts.guess = Some(Arc::new(guess));
        });
        seat.play(keys);
        assert_eq!(seat.fact("at"), at, "{keys} {chain}");
    }
}

#[test]
fn a_hundred_places_are_listed_and_the_first_of_each_kind() {
    let mut seat = Seat::of("scanned | 150*FF 00");
    seat.play("L");
    find_places(&mut seat);
    assert_eq!(seat.facts().places.len(), 101);
    seat.play("G");
    assert_eq!(seat.fact("chosen"), "  and 50 more");
    seat.play("Enter k k Enter");
    assert_eq!(seat.fact("at"), "99");
}

#[test]
fn places_come_as_the_scan_goes_on_and_the_choice_stays() {
    let mut data = vec![b'a'; 3000];
    data[1500] = 0xFF;
    data[2500] = 0;
    let mut seat = Seat::new(data.clone(), table::UTF_8, 0);
    seat.driven.show();
    // The scan reports when the test says so.
    drop(seat.driven.jobs_of(&["scan"]));
    seat.play("L");
    for (scanned, count) in [(1000, 0), (2000, 1), (3000, 2)] {
        let mut known = index::build(&data[..scanned].to_vec(), table::UTF_8, 0);
        known.complete = scanned == data.len();
        let (index, rate) = (Arc::new(known), 0);
        seat.set(|_, facts| facts.known = Some(IndexProgress { index, rate }));
        find_places(&mut seat);
        assert_eq!(seat.facts().places.len(), count);
        assert_eq!(seat.fact("overlay"), "findings 0");
    }
    // Another reading has other findings.
    seat.play("Esc e type:koi8-r Enter");
    assert!(seat.facts().places.is_empty());
}

#[test]
fn marks_and_jumps_are_listed_and_gone_to() {
    check(PLACES);
}

#[test]
fn some_keys_work_whatever_is_open() {
    check(ANYWHERE);
}
