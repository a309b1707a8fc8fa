//! The services of a session's caller, since a session touches no file and starts no program.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::{Opened, Resumption};
use crate::job::{Control, JobEnd};
use crate::model::errand::Export;
use crate::model::layout::ScreenSize;
use crate::model::look::Appearance;
use crate::model::regions::RegionFile;
use crate::model::screen::Picture;
use crate::model::state::{Facts, View};
use crate::source::{Source, Trouble};

/// The input of an export: the screen and its data.
pub struct ExportSubject<'a> {
    /// The data.
    pub source: &'a Arc<Source>,
    /// The user's view of it.
    pub view: &'a View,
    /// The facts about its reading.
    pub facts: Facts,
    /// The picture on the screen.
    pub picture: Picture,
    /// The size of the screen.
    pub size: ScreenSize,
    /// The look of the screen.
    pub look: Appearance,
}

/// A file that is ready to be written, in the background.
pub struct PendingWrite {
    /// The offsets to write.
    pub range: Range<u64>,
    /// Writes it.
    pub write: WriteWork,
}

/// Work that writes a file.
pub type WriteWork = Box<dyn FnOnce(&mut Control<'_>) -> JobEnd<WriteOutcome> + Send>;

/// The result of writing.
#[derive(Debug, Clone, PartialEq)]
pub enum WriteOutcome {
    /// Written; the message for the user.
    Done(String),
    /// The file exists with this many bytes: ask the user.
    Exists(Export, u64),
    /// Not written; the reason.
    Failed(String),
}

/// Prepares the writing of a file; an error is one line for the user.
pub type Exporter =
    Arc<dyn Fn(Export, ExportSubject<'_>) -> Result<PendingWrite, String> + Send + Sync>;

/// Writes the changed bytes over those of the file itself. Returns the result, or the reason why
/// nothing or not all was written, in one line for the user.
pub type WriteBackWork = Arc<dyn Fn(&Source) -> Result<String, String> + Send + Sync>;

/// Passes a text to the standard input of a command; an error is the reason in words that follow
/// the name of the command.
pub type TextHander =
    Arc<dyn Fn(&mut Control<'_>, &str, String) -> JobEnd<Result<(), String>> + Send + Sync>;

/// Reads the regions stored beside a file.
pub type RegionReader = Arc<dyn Fn(&Path) -> RegionFile + Send + Sync>;

/// Opens the data at a path, in the background.
pub type FileOpener = Arc<dyn Fn(&Path) -> Result<Source, Trouble> + Send + Sync>;

/// Returns the continuation of an opened file, if it is requested; the encoding it was read in
/// becomes the requested one.
pub type Resumer = Arc<dyn Fn(&mut Opened) -> Resumption + Send + Sync>;

/// The services of a session's caller.
#[derive(Clone)]
pub struct Services {
    /// Writes the screen, the selection, or all of the data, to a file.
    pub export: Exporter,
    /// Writes the changed bytes over those of the file itself.
    pub write_back: WriteBackWork,
    /// Passes a text to the user's command for the clipboard.
    pub hand_over: TextHander,
    /// Opens the data at a path.
    pub open: FileOpener,
    /// Reads the regions stored beside a file.
    pub regions: RegionReader,
    /// Returns the continuation of another file.
    pub resume: Resumer,
}

impl Default for Services {
    /// Files are opened; nothing is written, and no command exists.
    fn default() -> Self {
        Self {
            export: Arc::new(|_, _| Err("this cannot be written".to_owned())),
            write_back: Arc::new(|_| Err("this cannot be written".to_owned())),
            hand_over: Arc::new(|_, _, _| JobEnd::Done(Err("was not found".to_owned()))),
            open: Arc::new(Source::open),
            regions: Arc::new(|_| RegionFile::default()),
            resume: Arc::new(|_| Resumption::default()),
        }
    }
}

impl fmt::Debug for Services {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Services")
    }
}
