//! Windows: handles, the console's events, `cmd`.
//!
//! Invariant: a file is identified by its volume and its index there, never by its times.

use std::fs::{self, File, FileType, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::os::windows::fs::{FileExt as _, OpenOptionsExt as _};
use std::os::windows::io::AsHandle as _;
use std::path::{Path, PathBuf};
use std::process;
#[cfg(feature = "terminal")]
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use winapi_util::file::{information, typ};

use super::{FileKind, FileMetadata, System};

/// Windows.
pub(crate) struct Windows;

/// Opens a folder too (`FILE_FLAG_BACKUP_SEMANTICS`).
const OF_ANY_KIND: u32 = 0x0200_0000;

/// The exit code of a process ended by the console's Ctrl-C (`STATUS_CONTROL_C_EXIT`).
const ENDED: u32 = 0xC000_013A;

impl System for Windows {
    type LastAct = LastAct;

    const HAS_JOB_CONTROL: bool = false;

    const LOCKS_LET_READ: bool = false;

    /// `cmd` uses the same code for every failure.
    #[cfg(feature = "terminal")]
    const NO_COMMAND: Option<i32> = None;

    /// Opens a folder too, so that it is refused as a folder and not as something the user may not
    /// read.
    fn open(path: &Path) -> io::Result<File> {
        File::open(path).map_err(|error| match error.kind() {
            ErrorKind::PermissionDenied if path.is_dir() => ErrorKind::IsADirectory.into(),
            _ => error,
        })
    }

    fn wait_again(_: &File) -> io::Result<()> {
        Ok(())
    }

    /// The system cannot know it without a wait.
    fn is_ready(_: &File) -> bool {
        true
    }

    fn may_read(_: &Path) -> io::Result<()> {
        Ok(())
    }

    fn read_at(file: &File, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        file.seek_read(buf, offset)
    }

    fn write_all_at(file: &File, mut offset: u64, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let written = file.seek_write(bytes, offset)?;
            if written == 0 {
                return Err(ErrorKind::WriteZero.into());
            }
            bytes = &bytes[written..];
            offset += written as u64;
        }
        Ok(())
    }

    fn hole(_: &File, _: u64) -> Option<Range<u64>> {
        None
    }

    /// Only their kind is known of pipes and of the console.
    fn known(file: &File) -> io::Result<FileMetadata> {
        let nameless = |kind| FileMetadata {
            kind,
            len: 0,
            modified: None,
            identity: (0, 0),
        };
        match (information(file), typ(file)) {
            (Ok(told), _) => {
                let found = file.metadata()?;
                Ok(FileMetadata {
                    kind: kind(found.file_type()),
                    len: found.len(),
                    modified: found.modified().ok(),
                    identity: (told.volume_serial_number(), told.file_index()),
                })
            }
            (_, Ok(found)) if found.is_pipe() => Ok(nameless(FileKind::Fifo)),
            (_, Ok(found)) if found.is_char() => Ok(nameless(FileKind::Device)),
            (Err(error), _) => Err(error),
        }
    }

    fn known_at(path: &Path) -> io::Result<FileMetadata> {
        Self::known(&asked(path)?)
    }

    fn names(path: &Path) -> io::Result<u64> {
        information(&asked(path)?).map(|found| found.number_of_links())
    }

    fn standard_input() -> io::Result<File> {
        Ok(io::stdin().as_handle().try_clone_to_owned()?.into())
    }

    fn standard_output() -> io::Result<File> {
        Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
    }

    /// A new file gets its owner from the user, and its readers from the folder.
    fn copy_owner(_: &File, _: &Metadata) -> io::Result<()> {
        Ok(())
    }

    fn ordinary() -> Option<Permissions> {
        None
    }

    /// Folders in a user's home are already the user's alone.
    fn create_private(folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    /// The file system keeps a journal of its names.
    fn sync_folder(_: &Path) {}

    /// There a name is UTF-8.
    fn path_of(name: &[u8]) -> PathBuf {
        PathBuf::from(String::from_utf8_lossy(name).into_owned())
    }

    #[cfg(feature = "terminal")]
    fn shell(line: &str) -> Command {
        let mut command = Command::new("cmd");
        command.args(["/C", line]);
        command
    }

    fn give_way() {}

    fn columns() -> Option<u16> {
        let size = terminal_size::terminal_size_of(io::stdout());
        size.map(|(terminal_size::Width(columns), _)| columns)
    }

    fn enable_colours() {
        // A console without colours shows them as text; the user may turn them off.
        let _ = anstyle_query::windows::enable_ansi_colors();
    }

    fn last_act(act: impl FnOnce() + Send + 'static) -> io::Result<LastAct> {
        let last_act = LastAct::default();
        let over = Arc::clone(&last_act.0);
        let mut act = Some(act);
        on_end(move || {
            if let Some(act) = act.take().filter(|_| !over.load(Ordering::SeqCst)) {
                act();
            }
            end();
        })?;
        Ok(last_act)
    }

    fn ended_by_user() -> io::Result<Arc<AtomicBool>> {
        let ended = Arc::new(AtomicBool::new(false));
        let noted = Arc::clone(&ended);
        on_end(move || {
            if noted.swap(true, Ordering::SeqCst) {
                end();
            }
        })?;
        Ok(ended)
    }
}

/// A pending last act; dropping it cancels the act.
#[derive(Debug, Default)]
pub(crate) struct LastAct(Arc<AtomicBool>);

impl Drop for LastAct {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Calls `act` when the console wants the process to end: Ctrl-C, Ctrl-Break, its window closed. It
/// can be requested once per process.
fn on_end(act: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::try_set_handler(act).map_err(io::Error::other)
}

/// Ends the process as the console would have ended it.
#[expect(clippy::exit, reason = "the console has asked for the end")]
fn end() -> ! {
    process::exit(ENDED.cast_signed())
}

/// A file opened only to ask about it, not to read it, which always works.
fn asked(path: &Path) -> io::Result<File> {
    File::options()
        .access_mode(0)
        .custom_flags(OF_ANY_KIND)
        .open(path)
}

fn kind(found: FileType) -> FileKind {
    match found {
        _ if found.is_file() => FileKind::Regular,
        _ if found.is_dir() => FileKind::Directory,
        _ => FileKind::Device,
    }
}
