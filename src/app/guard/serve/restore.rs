//! `restore_file`: what was damaged since a file was kept, put back, as `guard restore` does it.
//!
//! Invariant: a file is written only to put bytes back that it had.

use std::cell::RefCell;
use std::path::PathBuf;

use anyhow::bail;
use serde::Deserialize;

use super::GuardServer;
use super::edit::bounded;
use super::tools::ToolAnswer;
use crate::app::guard::NO_SNAPSHOT;
use crate::app::versions::{ChangesForm, FindingsUse, VersionCheck};
use crate::model::numbers::counted;
use crate::report::check::against::summary;
use crate::unicode::glyph::{self, Charset};

/// The arguments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RestoreCall {
    path: String,
    #[serde(default)]
    whole: bool,
}

/// The comparison of files with their snapshots.
pub(super) struct ComparedFiles {
    /// The findings and the summary, as lines.
    pub(super) said: String,
    /// The number of files with a snapshot.
    pub(super) kept: u64,
    /// The number of files with trouble.
    pub(super) troubles: u64,
}

impl GuardServer {
    /// Puts a file back.
    pub(super) fn restore(&self, call: &RestoreCall) -> anyhow::Result<ToolAnswer> {
        let file = self.folders.place(&call.path)?;
        if file.is_dir() {
            bail!("{}: is a directory; name a file in it", call.path);
        }
        if call.whole {
            let name = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), Charset::Unicode);
            let said = match self.run().put_file_back(&file, &self.half_written)? {
                None => bail!("{name}: {NO_SNAPSHOT}"),
                Some(true) => format!("{name}: restored to its snapshot"),
                Some(false) => format!("{name}: is equal to its snapshot; nothing written"),
            };
            return Ok(ToolAnswer(vec![said]));
        }
        let compared = self.compared(vec![file], FindingsUse::Restore);
        if compared.troubles > 0 {
            bail!(compared.said);
        }
        if compared.kept == 0 {
            bail!("{}: {NO_SNAPSHOT}", call.path);
        }
        Ok(ToolAnswer(vec![compared.said]))
    }

    /// Compares files with their snapshots.
    pub(super) fn compared(&self, files: Vec<PathBuf>, findings: FindingsUse) -> ComparedFiles {
        let run = self.run();
        let told = RefCell::new(String::new());
        let tell = |line: &str| {
            let mut told = told.borrow_mut();
            told.push_str(line);
            told.push('\n');
        };
        let mut out = Vec::new();
        let mut check = VersionCheck {
            form: ChangesForm::Lines,
            half_written: self.half_written.clone(),
            tell: &tell,
            ..run.check(findings, Box::new(&mut out))
        };
        // Each file is put back in one step, so one after the last is as it was.
        let files = files.into_iter().take_while(|_| self.goes_on().is_ok());
        let kept = run.each(files, &mut check);
        let totals = check.totals;
        drop(check);
        let what = format!("the snapshot of {}", counted(kept, "file"));
        let summary = summary(&totals, &what, Charset::Unicode);
        let found = bounded(String::from_utf8_lossy(&out).into_owned());
        ComparedFiles {
            said: [found, told.take(), summary].concat(),
            kept,
            troubles: totals.troubles,
        }
    }
}
