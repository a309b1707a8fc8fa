//! The documents' table of encodings is the program's own.
//!
//! When a test fails because the program has changed, the message ends with the text that the
//! documents need.

use std::fmt::Write as _;

use crate::pages;
use hexloupe::codec::labels;

/// Ids of a family that are named.
const NAMED: usize = 5;

#[test]
fn the_table_of_encodings_is_the_programs_own() {
    let all = labels::search("");
    let mut text = "| family | encodings | such as |\n|---|---|---|\n".to_owned();
    for (family, group) in labels::by_family(&all) {
        let named = group.iter().take(NAMED);
        let mut named: Vec<_> = named.map(|row| format!("`{}`", row.id)).collect();
        named.extend((group.len() > NAMED).then(|| "…".to_owned()));
        let (name, count) = (family.name(), group.len());
        writeln!(text, "| {name} | {count} | {} |", named.join(", ")).ok();
    }
    let start = "<!-- encodings: kept true by tests/readme/encodings.rs -->\n";
    let section = pages::all()
        .split_once(start)
        .and_then(|(_, rest)| rest.split_once("<!-- end of encodings -->"));
    assert!(
        section.is_some_and(|(section, _)| section == text),
        "the documents' encodings should be:\n{text}"
    );
}
