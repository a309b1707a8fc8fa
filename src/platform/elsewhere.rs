//! Systems without files, programs and signals, such as a web page: their bytes come from the
//! caller.
//!
//! Invariant: what needs a file fails with `Unsupported`, and nothing waits.

use std::fs::{File, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};
#[cfg(feature = "terminal")]
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{FileMetadata, System};

/// A system without files.
pub(crate) struct Elsewhere;

/// The answer to each request for a file.
fn unsupported<T>() -> io::Result<T> {
    Err(ErrorKind::Unsupported.into())
}

impl System for Elsewhere {
    type LastAct = ();

    const HAS_JOB_CONTROL: bool = false;

    const LOCKS_LET_READ: bool = false;

    #[cfg(feature = "terminal")]
    const NO_COMMAND: Option<i32> = None;

    fn open(_: &Path) -> io::Result<File> {
        unsupported()
    }

    fn wait_again(_: &File) -> io::Result<()> {
        Ok(())
    }

    fn is_ready(_: &File) -> bool {
        true
    }

    fn may_read(_: &Path) -> io::Result<()> {
        unsupported()
    }

    fn read_at(_: &File, _: u64, _: &mut [u8]) -> io::Result<usize> {
        unsupported()
    }

    fn write_all_at(_: &File, _: u64, _: &[u8]) -> io::Result<()> {
        unsupported()
    }

    fn hole(_: &File, _: u64) -> Option<Range<u64>> {
        None
    }

    fn known(_: &File) -> io::Result<FileMetadata> {
        unsupported()
    }

    fn known_at(_: &Path) -> io::Result<FileMetadata> {
        unsupported()
    }

    fn names(_: &Path) -> io::Result<u64> {
        unsupported()
    }

    fn standard_input() -> io::Result<File> {
        unsupported()
    }

    fn standard_output() -> io::Result<File> {
        unsupported()
    }

    fn copy_owner(_: &File, _: &Metadata) -> io::Result<()> {
        Ok(())
    }

    fn ordinary() -> Option<Permissions> {
        None
    }

    fn create_private(_: &Path) -> io::Result<()> {
        unsupported()
    }

    fn sync_folder(_: &Path) {}

    fn path_of(name: &[u8]) -> PathBuf {
        PathBuf::from(String::from_utf8_lossy(name).into_owned())
    }

    #[cfg(feature = "terminal")]
    fn shell(line: &str) -> Command {
        Command::new(line)
    }

    fn give_way() {}

    fn columns() -> Option<u16> {
        None
    }

    fn enable_colours() {}

    fn last_act(_: impl FnOnce() + Send + 'static) -> io::Result<()> {
        Ok(())
    }

    fn ended_by_user() -> io::Result<Arc<AtomicBool>> {
        Ok(Arc::default())
    }
}
