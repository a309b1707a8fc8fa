//! The documents' table of what `check --against` finds is the program's own.
//!
//! When the test fails because the program has changed, the message ends with the text that the
//! documents need.

use std::fmt::Write as _;

use crate::pages;
use hexloupe::job::against::TextChangeKind;

#[test]
fn the_table_of_kinds_is_the_programs_own() {
    let mut text = "| kind | what happened |\n|---|---|\n".to_owned();
    for kind in TextChangeKind::ALL {
        writeln!(text, "| `{}` | {} |", kind.id(), kind.about()).ok();
    }
    let start = "<!-- against: kept true by tests/readme/against.rs -->\n";
    let section = pages::all()
        .split_once(start)
        .and_then(|(_, rest)| rest.split_once("<!-- end of against -->"));
    assert!(
        section.is_some_and(|(section, _)| section == text),
        "the documents' against should be:\n{text}"
    );
}
