//! Exports written to files.
//!
//! Invariant: a file is written whole or not at all, and none is overwritten unless the user has
//! agreed.

use std::io::{self, Write};

use tempfile::NamedTempFile;

use super::outlet::{BegunOutput, ExportOutlet, OutputRefusal};
use crate::app::target::{ExistingFile, WriteTarget};
use crate::model::errand::IfExists;
use crate::source::Source;

/// The files of the system.
pub(in crate::app) struct FileOutlet;

/// A file under way.
struct FileExport {
    target: WriteTarget,
    file: NamedTempFile,
    if_exists: IfExists,
}

impl ExportOutlet for FileOutlet {
    fn begin(
        &self,
        name: &str,
        open: &Source,
        if_exists: IfExists,
    ) -> Result<Box<dyn BegunOutput>, OutputRefusal> {
        let (target, there) = WriteTarget::find(name, open).map_err(OutputRefusal::Failed)?;
        if let (ExistingFile::File(bytes), IfExists::Ask) = (there, if_exists) {
            return Err(OutputRefusal::Exists(bytes));
        }
        let file = target.begin().map_err(OutputRefusal::Failed)?;
        Ok(Box::new(FileExport {
            target,
            file,
            if_exists,
        }))
    }
}

impl Write for FileExport {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

impl BegunOutput for FileExport {
    fn trouble(&self, error: &io::Error) -> String {
        self.target.trouble(error)
    }

    fn finish(self: Box<Self>) -> Result<(), String> {
        self.target.finish(self.file, self.if_exists)
    }
}
