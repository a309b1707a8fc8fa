//! Exports as downloads of the browser.
//!
//! The pieces of a download go to the page as they are written; the page passes them to the browser
//! once all have come. Invariant: a download that was given up is never shown.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use hexloupe::app::export::{BegunOutput, ExportOutlet, OutputRefusal};
use hexloupe::model::errand::IfExists;
use hexloupe::source::Source;

/// The page's side of downloads; each has a number.
pub trait DownloadHost: Send + Sync {
    /// Takes the next bytes.
    fn add(&self, number: u32, bytes: &[u8]);

    /// Shows the download to the user under a name, or forgets it if there is none.
    fn end(&self, number: u32, name: Option<&str>);
}

/// The downloads of a page.
pub struct Downloads {
    host: Arc<dyn DownloadHost>,
    count: AtomicU32,
}

impl Downloads {
    /// No downloads yet.
    pub fn new(host: Arc<dyn DownloadHost>) -> Self {
        Self {
            host,
            count: AtomicU32::new(0),
        }
    }
}

impl ExportOutlet for Downloads {
    /// The browser itself finds another name for a file that exists.
    fn begin(
        &self,
        name: &str,
        _: &Source,
        _: IfExists,
    ) -> Result<Box<dyn BegunOutput>, OutputRefusal> {
        // A browser takes a name, and no folder.
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
        if name.is_empty() {
            let refused = "a download needs a name".to_owned();
            return Err(OutputRefusal::Failed(refused));
        }
        Ok(Box::new(Download {
            host: Arc::clone(&self.host),
            number: self.count.fetch_add(1, Ordering::Relaxed),
            name: name.to_owned(),
            is_finished: false,
        }))
    }
}

/// A download under way.
struct Download {
    host: Arc<dyn DownloadHost>,
    number: u32,
    name: String,
    is_finished: bool,
}

impl Write for Download {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.host.add(self.number, bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl BegunOutput for Download {
    fn trouble(&self, error: &io::Error) -> String {
        format!("{}: {error}", self.name)
    }

    fn finish(mut self: Box<Self>) -> Result<(), String> {
        self.host.end(self.number, Some(&self.name));
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for Download {
    fn drop(&mut self) {
        if !self.is_finished {
            self.host.end(self.number, None);
        }
    }
}
