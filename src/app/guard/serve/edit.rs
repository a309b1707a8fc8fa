//! `replace_text`: an edit of one file, as `replace` makes it.
//!
//! Invariant: a file is kept before this server changes it first, or it is not changed.

use std::fs;
use std::path::Path;
use std::sync::PoisonError;

use anyhow::{anyhow, bail};
use serde::Deserialize;

use super::tools::ToolAnswer;
use super::{GuardServer, MOST};
use crate::app::file_edit::{FileEdit, WantedMatches, text_edit};
use crate::app::replace::declarations;
use crate::app::replacement::FileReplacement;
use crate::cli::replace::line_range;
use crate::job::text_edit::{EditCase, EditTarget};
use crate::source::{Source, Trouble};
use crate::unicode::glyph::Charset;

/// The arguments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplaceCall {
    path: String,
    old: String,
    new: String,
    #[serde(default)]
    regex: bool,
    lines: Option<String>,
    #[serde(default)]
    once: bool,
    encoding: Option<String>,
    #[serde(default)]
    dry_run: bool,
}

impl GuardServer {
    /// Edits a file, or shows what an edit would change.
    pub(super) fn replace(&self, call: &ReplaceCall) -> anyhow::Result<ToolAnswer> {
        let edit = self.edit(call)?;
        let file = self.folders.file(&call.path)?;
        let replacement = FileReplacement::prepare(&file, None, &self.half_written)?;
        let made = edit.make(&file, &Source::open(&file)?)?;
        if let Some(said) = made.unmatched {
            bail!(said);
        }
        if call.dry_run {
            let diff = bounded(made.diff(Charset::Unicode));
            return Ok(ToolAnswer(vec![
                "dry run: nothing written".to_owned(),
                diff,
            ]));
        }
        self.keep_first(&file)?;
        self.goes_on()?;
        Ok(ToolAnswer(vec![made.write(replacement)?]))
    }

    fn edit(&self, call: &ReplaceCall) -> anyhow::Result<FileEdit> {
        let requested = self.requested(call.encoding.as_deref())?;
        let target = if call.regex {
            EditTarget::Expression(&call.old)
        } else {
            EditTarget::Text(&call.old)
        };
        let lines = call.lines.as_deref().map(line_range).transpose();
        let lines = lines.map_err(|said| anyhow!("lines: {said}"))?;
        Ok(FileEdit {
            requested,
            phase: 0,
            edit: text_edit(target, &call.new, EditCase::Exact, lines)?,
            wanted: if call.once {
                WantedMatches::One
            } else {
                WantedMatches::Any
            },
            charset: Charset::Unicode,
            declarations: declarations(&self.input),
        })
    }

    /// Keeps a file before the first change. If it is damaged, the snapshot has what it was.
    fn keep_first(&self, file: &Path) -> anyhow::Result<()> {
        let whole = fs::canonicalize(file).map_err(|error| Trouble::io(file, &error))?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !kept.contains(&whole) {
            let done = self.run().before(file);
            done.map_err(|said| anyhow!("{said}; nothing written"))?;
            kept.insert(whole);
        }
        Ok(())
    }
}

/// A diff that is not too long for an answer.
pub(super) fn bounded(text: String) -> String {
    if text.len() <= MOST {
        return text;
    }
    let cut = text[..text.floor_char_boundary(MOST)].rfind('\n');
    let cut = cut.map_or(0, |end| end + 1);
    let left = text[cut..].lines().count();
    format!("{}... and {left} more lines, left out", &text[..cut])
}
