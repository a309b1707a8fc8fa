//! The encoding of a label: one of the table, or with `table:FILE` one that a file defines.
//!
//! Invariant: a file is read as a whole and once per label, and a file that is no table is an error
//! with its name, line and column.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::{anyhow, bail};

use super::mistake::ArgumentMistake;
use crate::cli::InputOptions;
use crate::codec::table::LabelMatch;
use crate::codec::{Encoding, table_file};
use crate::detect::requested::RequestedEncoding;
use crate::source::Trouble;
use crate::unicode::glyph::{self, Charset};

/// The beginning of a label that names a file.
const FILE: &str = "table:";
/// The largest number of bytes of a table file; published ones have 1 MB or less.
const MOST: u64 = 16 << 20;

/// The encoding that a label requests.
///
/// # Errors
/// No encoding has it, or its file cannot be read or is no table.
pub(super) fn requested(label: &str) -> anyhow::Result<RequestedEncoding> {
    match file(label) {
        Some(file) => Ok(RequestedEncoding::Named(LabelMatch::Own(from_file(file)?))),
        None => Ok(RequestedEncoding::parse(label).map_err(ArgumentMistake::new)?),
    }
}

/// The same, for a user whose configuration names the languages.
///
/// # Errors
/// As above.
pub(super) fn requested_encoding(
    label: &str,
    input: &InputOptions,
) -> anyhow::Result<RequestedEncoding> {
    let preferred = input.settings.guess_languages.unwrap_or_default();
    Ok(requested(label)?.preferring(preferred))
}

/// The file that a label names.
pub(super) fn file(label: &str) -> Option<&str> {
    label.trim().strip_prefix(FILE)
}

/// The encoding that a file defines. Its id is the label.
///
/// # Errors
/// The file cannot be read, or is no table.
pub(super) fn from_file(file: &str) -> anyhow::Result<&'static Encoding> {
    if file.is_empty() {
        bail!(ArgumentMistake::new(format!(
            "{FILE} is followed by the name of a file, as in {FILE}cp437.txt"
        )));
    }
    let path = Path::new(file);
    let shown = |name: &str| glyph::safe(name, Charset::Unicode);
    let id = format!("{FILE}{}", shown(file));
    let trouble = |error| Trouble::io(&id, &error);
    let mut bytes = Vec::new();
    let opened = File::open(path).map_err(trouble)?;
    { opened.take(MOST + 1).read_to_end(&mut bytes) }.map_err(trouble)?;
    if bytes.len() as u64 > MOST {
        bail!(
            "{id}: larger than {} MiB, too large for a table",
            MOST >> 20
        );
    }
    let name = path
        .file_name()
        .map_or_else(String::new, |name| shown(&name.to_string_lossy()));
    table_file::parse(&id, &name, &bytes).map_err(|error| anyhow!("{id}, {error}"))
}
