//! What a session has others do, since it touches no file and starts no program.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::job::{Control, End};
use crate::model::errand::Export;
use crate::model::layout::Size;
use crate::model::look::Look;
use crate::model::screen::Picture;
use crate::model::state::{Facts, View};
use crate::source::Source;

/// What is on the screen, and of what: all that an export may want.
pub struct ExportSubject<'a> {
    /// The data.
    pub source: &'a Arc<Source>,
    /// How the user looks at it.
    pub view: &'a View,
    /// What is known of how it is read.
    pub facts: Facts,
    /// The screen, its size and its colours.
    pub picture: Picture,
    /// How large it is.
    pub size: Size,
    /// What it is drawn with.
    pub look: Look,
}

/// A file that is ready to be written, in the background.
pub struct Writing {
    /// The offsets that are written.
    pub range: Range<u64>,
    /// Writes it.
    pub write: Writer,
}

/// Work that writes a file.
pub type Writer = Box<dyn FnOnce(&mut Control<'_>) -> End<Written> + Send>;

/// How writing has ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Written {
    /// It is written; what is to be said of it.
    Done(String),
    /// A file is there with so many bytes: the user is to be asked.
    Exists(Export, u64),
    /// It could not be written; why.
    Failed(String),
}

/// Makes a file ready to be written; an error is one line for the user.
pub type Exporter = Arc<dyn Fn(Export, ExportSubject<'_>) -> Result<Writing, String> + Send + Sync>;

/// Gives a text to a command line on its standard input; an error says why not, in words
/// that stand after the command's name.
pub type Hander =
    Arc<dyn Fn(&mut Control<'_>, &str, String) -> End<Result<(), String>> + Send + Sync>;

/// What a session has others do.
#[derive(Clone)]
pub struct Services {
    /// Writes what is shown, or selected, or all of the data, to a file.
    pub export: Exporter,
    /// Hands a text to a command of the user.
    pub hand_over: Hander,
}

impl Default for Services {
    /// Nobody: nothing is written, and no command is there.
    fn default() -> Self {
        Self {
            export: Arc::new(|_, _| Err("there is nobody to write it".to_owned())),
            hand_over: Arc::new(|_, _, _| End::Done(Err("is not there".to_owned()))),
        }
    }
}

impl fmt::Debug for Services {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Services")
    }
}
