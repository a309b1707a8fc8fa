//! The last line of a check: the totals of all files.
//!
//! Invariant: it is one line, and gives the number of findings and files that were left out.

use super::records::{faults, noted_counts};
use crate::job::check::CheckTotals;
use crate::report::{counted, joined_files};

/// The number of files that may be mojibake, which were not judged.
pub(crate) fn summary_of_unjudged(files: u64) -> String {
    let files = counted(files, "file");
    format!("mojibake was not looked for in {files}; check --deny mojibake looks in all")
}

/// The totals in one line; at most `max` findings per file were printed, or as many as is usual.
pub(crate) fn summary(totals: &CheckTotals, max: Option<u64>) -> String {
    let checked = [
        counted(totals.files, "file"),
        counted(totals.bytes, "byte"),
        counted(totals.characters, "character"),
        counted(totals.lines, "line"),
    ];
    let mut parts = vec![format!("{}: {}", checked.join(", "), judged(totals))];
    let noted = kinds(noted_counts(&totals.noted));
    if !noted.is_empty() {
        parts.push(format!("notices: {noted}"));
    }
    parts.extend(joined_files(totals.joined));
    if totals.undeclared > 0 {
        let files = counted(totals.undeclared, "file");
        parts.push(format!("{files} not as declared"));
    }
    if totals.faulty > 0 && totals.files > 1 {
        parts.push(format!("findings in {}", counted(totals.faulty, "file")));
    }
    if totals.allowed > 0 {
        let allowed = counted(totals.allowed, "finding");
        parts.push(format!("{allowed} allowed by comments"));
    }
    if totals.known > 0 {
        let known = counted(totals.known, "finding");
        parts.push(format!("{known} already known"));
    }
    if totals.left_out > 0 {
        let left_out = counted(totals.left_out, "finding");
        parts.push(format!("{left_out} not shown ({})", limit(max)));
    }
    if totals.not_guessed > 0 {
        let files = counted(totals.not_guessed, "more file");
        parts.push(format!(
            "{files} may be in another encoding (hexloupe guess names it)"
        ));
    }
    if totals.skipped > 0 {
        let skipped = counted(totals.skipped, "binary file");
        parts.push(format!("{skipped} skipped (--binary checks them)"));
    }
    if totals.excluded > 0 {
        let excluded = counted(totals.excluded, "file");
        parts.push(format!(
            "{excluded} left out by configuration (--no-config checks them)"
        ));
    }
    parts.extend(totals.unvisited.words());
    if totals.troubles > 0 {
        parts.push(format!("trouble with {}", counted(totals.troubles, "file")));
    }
    parts.join("; ")
}

/// The totals of files that are all binary, for a reader.
pub(crate) fn summary_of_binaries(totals: &CheckTotals) -> String {
    let files = counted(totals.files, "file");
    let bytes = counted(totals.bytes, "byte");
    format!("{files}, {bytes}: binary, not text; --each lists each ill-formed sequence")
}

/// The cause why findings are left out, or the option that shows them.
pub(super) fn limit(max: Option<u64>) -> String {
    max.map_or_else(
        || "--each shows all".to_owned(),
        |max| format!("--max {max}"),
    )
}

fn judged(totals: &CheckTotals) -> String {
    match totals.faults.total() {
        0 if totals.files == 0 => "nothing was checked".to_owned(),
        0 => "no faults".to_owned(),
        all => format!(
            "{} ({})",
            counted(all, "fault"),
            kinds(faults(&totals.faults))
        ),
    }
}

/// `2 utf8-overlong, 1 utf8-truncated`.
fn kinds(counts: impl Iterator<Item = (&'static str, u64)>) -> String {
    let words: Vec<String> = counts.map(|(id, count)| format!("{count} {id}")).collect();
    words.join(", ")
}
