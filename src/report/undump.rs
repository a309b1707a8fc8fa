//! The problems of a dump that was read, and the table of formats.
//!
//! Invariant: every entry is one line, and text from the dump in it is sanitised.

use std::fmt::Write as _;

use super::counted;
use crate::hexdump::confidence::ENOUGH;
use crate::hexdump::import::{
    DetectedFormat, DumpLikeness, ImportFailure, LackingForm, PossibleReading,
};
use crate::hexdump::out::{RemarkKind, Unreadable};
use crate::hexdump::table::{self, FORMATS};
use crate::hexdump::{Addresses, DumpFormat, FormatSubject};
use crate::job::undump::{DumpAccount, Overlap};
use crate::model::guessed::argument;
use crate::unicode::glyph::{self, Charset};

/// The most remarks that are printed.
const MOST: usize = 20;
/// The least percentage of resemblance for a format to be suggested.
const WORTH_A_TRY: u8 = 35;
/// The least percentage that hides the number.
const SURE: u8 = 95;

/// The format of a dump that was read, in a few words.
pub(crate) fn taken(taken: DetectedFormat) -> String {
    if taken.percent < ENOUGH {
        let id = taken.format.id;
        format!("read as {id}, which explains every byte of it")
    } else if taken.percent >= SURE {
        format!("read as {}", taken.format.id)
    } else {
        format!("read as {} ({} %)", taken.format.id, taken.percent)
    }
}

/// The fact that was assumed, not named, and shows in the rows alone; none if nothing was assumed.
pub(crate) fn assumed(account: &DumpAccount) -> Option<&'static str> {
    let named = |taken: DetectedFormat| table::is_decimal(taken.format);
    let decimal = account.addresses == Addresses::Decimal && !account.taken.is_some_and(named);
    decimal.then_some("its addresses are decimal: its full rows follow one another only that way")
}

/// The number of bytes, and the first address.
pub(crate) fn extent(account: &DumpAccount) -> String {
    let bytes = counted(account.bytes, "byte");
    match account.base {
        0 => bytes,
        base => format!("{bytes} from 0x{base:X} on"),
    }
}

/// The problems of a dump, one per line, those with a place first. `filled` is true if gaps are
/// filled.
pub(crate) fn oddities(
    account: &DumpAccount,
    name: &str,
    filled: bool,
    charset: Charset,
) -> Vec<String> {
    let mut lines: Vec<String> = account
        .remarks
        .iter()
        .take(MOST)
        .map(|remark| {
            let place = match (remark.line, remark.column) {
                (0, _) => String::new(),
                (line, 0) => format!(":{line}"),
                (line, column) => format!(":{line}:{column}"),
            };
            let text = glyph::safe(&remark.to_string(), charset);
            format!("{name}{place}: {text}")
        })
        .collect();
    let unsaid = account.unsaid + account.remarks.len().saturating_sub(MOST) as u64;
    if unsaid > 0 {
        lines.push(format!("{name}: {unsaid} more of this kind"));
    }
    let overlaps = account.overlaps.iter().take(MOST);
    lines.extend(overlaps.map(|overlap| format!("{name}:{}", overlapping(overlap))));
    if account.overlaps.len() > MOST {
        lines.push(format!("{name}: more lines contradict each other"));
    }
    lines.extend(skipped(account).map(|text| format!("{name}: {text}")));
    if account.gaps.1 > 0 && !filled {
        lines.push(format!("{name}: {}", gaps(account)));
    }
    lines
}

fn overlapping(overlap: &Overlap) -> String {
    let (kept, later) = overlap.lines;
    let (one, other) = overlap.bytes;
    format!(
        "{later}: 0x{:X} is {other:02X} here, but {one:02X} on line {kept}, which is used",
        overlap.address
    )
}

/// The problems of a dump for a list: one per line, with its address if it has one.
pub(crate) fn listed(account: &DumpAccount, charset: Charset) -> Vec<(Option<u64>, String)> {
    let mut all: Vec<(Option<u64>, String)> = Vec::new();
    for remark in &account.remarks {
        let address = match &remark.kind {
            RemarkKind::Disagrees { address, .. } | RemarkKind::Checksum { address, .. } => {
                Some(*address)
            }
            RemarkKind::Missed
            | RemarkKind::Cut { .. }
            | RemarkKind::Loss(_)
            | RemarkKind::Inferred(_)
            | RemarkKind::Note(_) => None,
        };
        let text = glyph::safe(&remark.to_string(), charset);
        let text = match remark.line {
            0 => text,
            line => format!("line {line}: {text}"),
        };
        all.push((address, text));
    }
    let overlaps = account.overlaps.iter();
    all.extend(overlaps.map(|overlap| {
        let text = format!("line {}", overlapping(overlap));
        (Some(overlap.address), text)
    }));
    let rest = skipped(account).into_iter();
    let gaps = (account.gaps.1 > 0).then(|| gaps(account));
    all.extend(rest.chain(gaps).map(|text| (None, text)));
    if account.unsaid > 0 {
        all.push((None, format!("{} more of this kind", account.unsaid)));
    }
    all
}

/// The number of gaps of a dump, and the number of addresses in them.
pub(crate) fn gaps(account: &DumpAccount) -> String {
    let (addresses, count) = account.gaps;
    let gaps = counted(count, "gap");
    let addresses = counted(addresses, "address");
    format!("{gaps}: {addresses} without a byte")
}

/// The lines that were not part of the dump; none if all were.
pub(crate) fn skipped(account: &DumpAccount) -> Option<String> {
    if account.skipped_lines == 0 {
        return None;
    }
    let shown = account.skipped.iter().take(8);
    let runs: Vec<_> = shown
        .map(|(first, last)| match last - first {
            0 => first.to_string(),
            _ => format!("{first}-{last}"),
        })
        .collect();
    let more = if account.skipped.len() > 8 {
        ", ..."
    } else {
        ""
    };
    let (word, lines) = match account.skipped_lines {
        1 => ("line", "was"),
        _ => ("lines", "were"),
    };
    Some(format!(
        "{word} {}{more} {lines} not part of the dump",
        runs.join(", ")
    ))
}

/// The reason why a dump could not be read, without its name: a place, which may be empty, and a
/// reason.
pub(crate) fn failed(failure: &ImportFailure, charset: Charset) -> (String, String) {
    match failure {
        ImportFailure::Unreadable(Unreadable {
            line,
            column,
            reason,
        }) => (format!(":{line}:{column}"), glyph::safe(reason, charset)),
        ImportFailure::Lacking(LackingForm { format, why, .. }) => {
            let reason = glyph::safe(&why.reason, charset);
            let why_not = format!(
                "not a dump in a known format; the nearest is {}: {reason}",
                format.id
            );
            (format!(":{}:{}", why.line, why.column), why_not)
        }
        ImportFailure::Several(readings) => {
            let told: Vec<String> = readings.iter().map(possible).collect();
            let why = format!(
                "it may be {}; --from NAME reads it as one of them",
                told.join(", or ")
            );
            (String::new(), why)
        }
        ImportFailure::Unknown(None) => (
            String::new(),
            "not a dump in a known format; hexloupe undump --formats lists the formats".to_owned(),
        ),
        ImportFailure::Unknown(Some(near)) if near.percent < WORTH_A_TRY => {
            failed(&ImportFailure::Unknown(None), charset)
        }
        ImportFailure::Unknown(Some(near)) => (
            String::new(),
            format!(
                "not clearly a dump; it resembles {0} most ({1} %), --from {0} reads it so",
                near.format.id, near.percent
            ),
        ),
    }
}

/// A line about the dump that a text is, or is nearly.
pub(crate) fn likeness(likeness: &DumpLikeness, file: &str, charset: Charset) -> Option<String> {
    match likeness {
        DumpLikeness::Is(taken) => {
            let (id, file) = (taken.format.id, argument(file, charset)?);
            Some(format!(
                "a dump: hexloupe guess --from {id}{file} guesses the encoding of its bytes"
            ))
        }
        DumpLikeness::Nearly(LackingForm { format, why, .. }) => Some(format!(
            "nearly a dump ({}), but for line {}, column {}: {}",
            format.id,
            why.line,
            why.column,
            glyph::safe(&why.reason, charset)
        )),
    }
}

/// A reading with its first bytes, in a few words.
pub(crate) fn possible(reading: &PossibleReading) -> String {
    let told = usize::try_from(reading.bytes).unwrap_or(usize::MAX);
    let shown: Vec<String> = { reading.first.iter().take(told) }
        .map(|byte| format!("{byte:02X}"))
        .collect();
    let more = if told > shown.len() { " ..." } else { "" };
    format!(
        "{} ({}{more}, {})",
        reading.format.id,
        shown.join(" "),
        counted(reading.bytes, "byte")
    )
}

/// The table of formats as text.
pub(crate) fn formats() -> String {
    let mut out = String::new();
    let width = FORMATS.iter().map(|format| format.id.len()).max();
    let width = width.unwrap_or_default();
    for format in FORMATS {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{:width$}  {}  {}",
            format.id,
            ways(format),
            format.about
        );
    }
    out
}

/// The direction of a format: only read or also written; the star marks formats of text.
fn ways(format: &DumpFormat) -> &'static str {
    match (format.writer.is_some(), format.subject) {
        (false, _) => "read        ",
        (true, FormatSubject::Bytes) => "read, write ",
        (true, FormatSubject::Text) => "read, write*",
    }
}
