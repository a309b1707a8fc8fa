//! `P` opens what the cursor is inside, and `D` returns to the place of its text in the file.

use crate::play::driven::Driven;
use hexloupe::codec::table;
use hexloupe::model::layout::ScreenSize;
use hexloupe::session::SessionStart;
use hexloupe::source::Source;

/// A body in quoted-printable with "Привет" in KOI8-R, after a text.
const MAIL: &[u8] = b"Content-Type: text/plain; charset=koi8-r\r\n\
    Content-Transfer-Encoding: quoted-printable\r\n\r\n=F0=D2=C9=\r\n=D7=C5=D4 %D0%BF\r\n";

fn driven() -> Driven {
    let beginning = SessionStart {
        size: ScreenSize {
            width: 80,
            height: 24,
        },
        ..SessionStart::default()
    };
    let mut driven = Driven::reading(Source::memory("m.eml", MAIL), table::UTF_8, beginning);
    driven.finish(&[]);
    driven
}

fn go(driven: &mut Driven, place: usize) {
    driven.press(":");
    for digit in place.to_string().chars() {
        driven.press(&digit.to_string());
    }
    driven.press("Enter");
}

#[test]
fn the_cursor_goes_into_a_layer_and_back() {
    let mut driven = driven();
    let place = |text: &[u8]| {
        MAIL.windows(text.len())
            .position(|own| own == text)
            .unwrap()
    };
    let body = place(b"=F0");
    go(&mut driven, place(b"=D2"));
    driven.press("P");
    driven.finish(&["open a layer"]);
    let view = &driven.state().view;
    assert_eq!((view.cursor.offset, view.encoding().id), (1, "koi8-r"));
    assert!(view.name.ends_with("quoted-printable"), "{}", view.name);
    // Two characters on, over the end of a line in the file.
    driven.press("l");
    driven.press("l");
    driven.press("D");
    let there = driven.state().view.cursor.offset;
    assert_eq!(there, body as u64 + 12);
    assert_eq!(driven.state().view.name, "m.eml");
}

#[test]
fn a_layer_has_layers() {
    let mut driven = driven();
    let place = MAIL.windows(3).position(|own| own == b"%D0").unwrap();
    go(&mut driven, place);
    for name in ["quoted-printable", "percent signs"] {
        driven.press("P");
        driven.finish(&["open a layer"]);
        assert!(driven.state().view.name.ends_with(name));
    }
    driven.press("D");
    driven.press("D");
    assert_eq!(driven.state().view.cursor.offset, place as u64);
}

#[test]
fn where_nothing_is_inside_it_is_said() {
    let mut driven = driven();
    driven.press("P");
    driven.finish(&["open a layer"]);
    let said = driven.state().message.clone().unwrap_or_default();
    assert!(said.contains("nothing is inside"), "{said}");
    assert_eq!(driven.state().view.name, "m.eml");
}
