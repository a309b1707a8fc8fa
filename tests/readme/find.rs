//! The documents' table of patterns is the program's own.
//!
//! When a test fails because the program has changed, the message ends with the text that the
//! documents need.

use std::fmt::Write as _;

use crate::pages;
use hexloupe::scan::pattern::KINDS;

#[test]
fn the_table_of_patterns_is_the_programs_own() {
    let mut text = "| pattern | finds |\n|---|---|\n".to_owned();
    for kind in KINDS {
        let examples: Vec<_> = kind.examples.iter().map(|one| format!("`{one}`")).collect();
        writeln!(text, "| {} | {} |", examples.join(", "), kind.about).ok();
    }
    let start = "<!-- patterns: kept true by tests/readme/find.rs -->\n";
    let section = pages::all()
        .split_once(start)
        .and_then(|(_, rest)| rest.split_once("<!-- end of patterns -->"));
    assert!(
        section.is_some_and(|(section, _)| section == text),
        "the documents' patterns should be:\n{text}"
    );
}
