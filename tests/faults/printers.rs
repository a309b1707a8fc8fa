//! Every printer over files that misbehave.

use super::fake::Fake;
use super::{BAD, content, over};
use hexloupe::codec::table::UTF_8;
use hexloupe::model::text::EncodedText;
use hexloupe::model::theme::Theme;
use hexloupe::report::{FORMATS, Options, Printed, Printer};
use hexloupe::source::WaitingSource;
use hexloupe::unicode::glyph::Charset;
use hexloupe::window::Peek;
use std::collections::HashSet;

fn print(format: &Printer, color: bool, data: &dyn Peek) -> (Printed, String) {
    let options = Options {
        range: 60_000..90_000,
        width: 8,
        panes: hexloupe::model::state::Panes::ALL,
        charset: Charset::Unicode,
        theme: color.then(Theme::default),
        share: None,
        regions: hexloupe::model::regions::Regions::default(),
    };
    let text = EncodedText::new(data, UTF_8, 0);
    let mut out = Vec::new();
    let printed = (format.print)(data, text, &options, &mut out).unwrap();
    (printed, String::from_utf8(out).unwrap())
}

#[test]
fn interrupted_and_short_reads_change_no_print() {
    for (format, color) in FORMATS.iter().flat_map(|f| [(f, false), (f, true)]) {
        let expected = print(format, color, &content());
        for most in [usize::MAX, 4000, 7] {
            let source = over(Fake::of(content()).at_most(most).interrupted());
            assert!(
                print(format, color, &WaitingSource(&source)) == expected,
                "{format:?}"
            );
        }
    }
}

#[test]
fn what_cannot_be_read_is_counted_and_nothing_else_is_lost() {
    for (format, color) in FORMATS.iter().flat_map(|f| [(f, false), (f, true)]) {
        let source = over(Fake::of(content()).bad(BAD));
        let (printed, text) = print(format, color, &WaitingSource(&source));
        assert_eq!(printed.unreadable, BAD.end - BAD.start);
        let (_, whole) = print(format, color, &content());
        // Except for a character at either edge, every line is unchanged, or is
        // about what could not be read.
        let known: HashSet<_> = whole.lines().collect();
        let lost = text.lines().filter(|line| !known.contains(line));
        let strange = lost.filter(|line| !line.contains("??") && !line.contains("unreadable"));
        assert!(strange.count() <= 8, "{format:?}");
    }
}

#[test]
fn data_that_shrinks_while_it_is_printed_ends_there() {
    for (format, color) in FORMATS.iter().flat_map(|f| [(f, false), (f, true)]) {
        for (len, after) in [(0, 0), (70_001, 1), (66_000, 2), (3, 1)] {
            let source = over(Fake::of(content()).shrinking_to(len, after).at_most(30_000));
            let (printed, text) = print(format, color, &WaitingSource(&source));
            assert_eq!(printed.unreadable, 0);
            // Nothing is printed for bytes that are gone.
            let (_, whole) = print(format, color, &content());
            assert!(text.len() <= whole.len() + 200, "{format:?}");
        }
    }
}
