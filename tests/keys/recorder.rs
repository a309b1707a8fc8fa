//! Exports that write nothing, and are remembered.

use hexloupe::job::JobEnd;
use hexloupe::model::errand::Export;
use hexloupe::session::services::{PendingWrite, Services, WriteOutcome};
use std::sync::{Arc, Mutex, PoisonError};

/// The last export, and the length of a file that exists at the path of the next one.
#[derive(Clone, Default)]
pub(crate) struct Recorder(Arc<Mutex<(Option<Export>, Option<u64>)>>);

impl Recorder {
    fn with<T>(&self, work: impl FnOnce(&mut (Option<Export>, Option<u64>)) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn export(&self) -> Option<Export> {
        self.with(|(export, _)| export.clone())
    }

    pub(crate) fn forget(&self) {
        self.with(|(export, _)| *export = None);
    }

    /// Makes the next export find an existing file of this many bytes.
    pub(crate) fn is_there(&self, bytes: u64) {
        self.with(|(_, there)| *there = Some(bytes));
    }

    pub(crate) fn services(&self) -> Services {
        let recorder = self.clone();
        Services {
            export: Arc::new(move |export, _| {
                let there = recorder.with(|(last, there)| {
                    *last = Some(export.clone());
                    there.take()
                });
                Ok(PendingWrite {
                    range: 0..0,
                    write: Box::new(move |_| {
                        JobEnd::Done(match there {
                            Some(bytes) => WriteOutcome::Exists(export, bytes),
                            None => WriteOutcome::Done("written".to_owned()),
                        })
                    }),
                })
            }),
            ..Services::default()
        }
    }
}
