//! The target of converted bytes, and a file that is written whole or not at all.
//!
//! Invariant: no outlet is the input file, except the one that replaces it.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use tempfile::NamedTempFile;

use super::FULL;
use crate::app::half_written::HalfWritten;
use crate::app::replacement::{FileReplacement, ReplacementResult};
use crate::app::target::WriteTarget;
use crate::model::errand::IfExists;
use crate::platform::{FileKind, Here, System as _};
use crate::source::{FileState, Source, Trouble, is_standard_input};

/// The target of converted bytes.
pub(super) enum Outlet {
    /// Standard output.
    Stdout(StdoutLock<'static>),
    /// A named file.
    File(OutputFile),
    /// The place of the input file.
    InPlace(Box<FileReplacement>),
}

impl Outlet {
    /// Standard output, which must not be the input file.
    pub(super) fn stdout(read: &Path) -> anyhow::Result<Self> {
        if is_output(read) {
            bail!(Trouble::new(
                read,
                "is also standard output",
                "write to another file, or convert it --in-place"
            ));
        }
        Ok(Self::Stdout(io::stdout().lock()))
    }

    /// The reason why it could not be written.
    pub(super) fn failed(&self, error: &io::Error) -> anyhow::Error {
        match self {
            Self::File(file) => file.failed(error),
            // It is one line already.
            Self::InPlace(_) => anyhow!(error.to_string()),
            Self::Stdout(_) => Trouble::io("standard output", error).into(),
        }
    }

    /// Gives the written file its name; returns whether the bytes differ from the old ones.
    pub(super) fn finish(self) -> anyhow::Result<ReplacementResult> {
        match self {
            Self::Stdout(_) => Ok(ReplacementResult::Written),
            Self::File(file) => file.finish().map(|()| ReplacementResult::Written),
            Self::InPlace(new) => new.finish().map_err(|text| anyhow!(text)),
        }
    }

    /// The file that is changed only if the conversion does not stop.
    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Self::Stdout(_) => None,
            Self::File(file) => Some(&file.path),
            Self::InPlace(new) => Some(new.place()),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Stdout(stdout) => stdout,
            Self::File(file) => &mut file.writer,
            Self::InPlace(new) => &mut **new,
        }
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// Reports whether a plain file is also standard output: the output would be read again.
fn is_output(read: &Path) -> bool {
    let output = Here::standard_output().and_then(|output| Here::known(&output));
    let Ok(output) = output else {
        return false;
    };
    if output.kind != FileKind::Regular {
        return false;
    }
    if read == Path::new("-") {
        return is_standard_input(&FileState::from(&output));
    }
    FileState::at(read).is_ok_and(|found| found.identity == output.identity)
}

/// A file that is being written.
pub(super) struct OutputFile {
    path: PathBuf,
    target: WriteTarget,
    pub(super) writer: BufWriter<NamedTempFile>,
}

impl OutputFile {
    /// Begins to write the file at a path, if one is named.
    pub(super) fn begin(
        path: Option<&Path>,
        read: &Path,
        half_written: &HalfWritten,
    ) -> anyhow::Result<Option<Self>> {
        let Some(path) = path else {
            return Ok(None);
        };
        let open = if read == Path::new("-") {
            if FileState::at(path).is_ok_and(|found| is_standard_input(&found)) {
                bail!(Trouble::new(
                    path,
                    "is the file that is read",
                    "name another"
                ));
            }
            Source::memory("-", &b""[..])
        } else {
            Source::open(read)?
        };
        let found = WriteTarget::find_at(path.to_owned(), &open);
        let (target, _) = found.map_err(|text| anyhow!(text))?;
        let file = target.begin().map_err(|text| anyhow!(text))?;
        half_written.add(file.path());
        Ok(Some(Self {
            path: path.to_owned(),
            target,
            writer: BufWriter::with_capacity(FULL, file),
        }))
    }

    /// The reason why it could not be written.
    pub(super) fn failed(&self, error: &io::Error) -> anyhow::Error {
        anyhow!(self.target.trouble(error))
    }

    /// Gives it its name.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let file = self.writer.into_inner();
        let file = file.map_err(|error| anyhow!(self.target.trouble(error.error())))?;
        let named = self.target.finish(file, IfExists::Write);
        named.map_err(|text| anyhow!(text))
    }
}
