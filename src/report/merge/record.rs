//! A line of the input: a finding or a summary of `check`, or an object of `stats`.
//!
//! Invariant: an unknown field is retained unchanged.

use serde_json::Value;

/// The fields of a record, in order.
pub(super) type FieldMap = serde_json::Map<String, Value>;

/// The reason why a line or a group of records cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeError(String);

impl MergeError {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }
}

impl std::fmt::Display for MergeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MergeError {}

/// The command that printed a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum SummaryKind {
    Check,
    Stats,
}

/// A line of the input.
pub(super) enum MergeRecord {
    Finding {
        path: String,
        offset: u64,
    },
    Summary(SummaryKind, String, Box<PartSummary>),
    /// A file that could not be checked.
    Trouble,
}

/// The summary of a part of a file, or of a whole file.
pub(super) struct PartSummary {
    /// The fields, except `part`.
    pub(super) fields: FieldMap,
    pub(super) part: RecordPart,
}

/// The part of a summary; a whole file is part 1 of 1.
pub(super) struct RecordPart {
    pub(super) number: u64,
    pub(super) of: u64,
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) size: u64,
    pub(super) found: bool,
    /// The most findings that were printed.
    pub(super) max: Option<u64>,
    /// The other fields: in `stats`, the count of each code point.
    pub(super) rest: FieldMap,
}

/// The fields of a line.
pub(super) fn fields(line: &[u8]) -> Result<FieldMap, MergeError> {
    match serde_json::from_slice(line) {
        Ok(Value::Object(fields)) => Ok(fields),
        _ => Err(MergeError::new("is not a JSON object; merge reads records")),
    }
}

/// Reads a line.
pub(super) fn read(line: &[u8]) -> Result<MergeRecord, MergeError> {
    let mut fields = fields(line)?;
    let alien =
        || MergeError::new("is not a record of check --format jsonl or stats --format json");
    // Two paths may differ only in bytes that are not UTF-8.
    let path = match (text(&fields, "path"), text(&fields, "path_hex")) {
        (Some(path), None) => path.to_owned(),
        (Some(path), Some(bytes)) => format!("{path} ({bytes})"),
        (None, _) => return Err(alien()),
    };
    let kind = match text(&fields, "type") {
        Some("finding") => {
            let offset = number(&fields, "offset").ok_or_else(alien)?;
            return Ok(MergeRecord::Finding { path, offset });
        }
        Some("trouble") => return Ok(MergeRecord::Trouble),
        Some("file") => SummaryKind::Check,
        Some("stats") => SummaryKind::Stats,
        _ => return Err(alien()),
    };
    let part = match fields.shift_remove("part") {
        Some(Value::Object(part)) => of_part(part).ok_or_else(alien)?,
        Some(_) => return Err(alien()),
        None => whole_file(number(&fields, "bytes").ok_or_else(alien)?),
    };
    let summary = Box::new(PartSummary { fields, part });
    Ok(MergeRecord::Summary(kind, path, summary))
}

fn whole_file(bytes: u64) -> RecordPart {
    RecordPart {
        number: 1,
        of: 1,
        start: 0,
        end: bytes,
        size: bytes,
        found: false,
        max: None,
        rest: FieldMap::new(),
    }
}

fn of_part(rest: FieldMap) -> Option<RecordPart> {
    let part = RecordPart {
        number: number(&rest, "number")?,
        of: number(&rest, "of")?,
        start: number(&rest, "start")?,
        end: number(&rest, "end")?,
        size: number(&rest, "size")?,
        found: rest.get("found").and_then(Value::as_bool).unwrap_or(false),
        max: number(&rest, "max"),
        rest,
    };
    (1..=part.of).contains(&part.number).then_some(part)
}

/// A finding with its place in the whole file, given the number of lines and characters before its
/// part.
pub(super) fn in_whole(
    mut fields: FieldMap,
    lines: u64,
    characters: u64,
) -> Result<FieldMap, MergeError> {
    let Some(part) = fields.shift_remove("in_part") else {
        return Ok(fields);
    };
    for (key, before) in [("line", lines), ("character", characters)] {
        let own = part.get(key).and_then(Value::as_u64);
        let own = own.ok_or_else(|| MergeError::new("a finding has no line in its part"))?;
        fields.insert(key.to_owned(), Value::from(before + own));
    }
    Ok(fields)
}

fn number(fields: &FieldMap, key: &str) -> Option<u64> {
    fields.get(key).and_then(Value::as_u64)
}

fn text<'a>(fields: &'a FieldMap, key: &str) -> Option<&'a str> {
    fields.get(key).and_then(Value::as_str)
}
