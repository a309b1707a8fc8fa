//! The differences between systems in handling files, programs and their ends: one trait, and a
//! file for each system.
//!
//! It exists so that all printing code is written once. Invariant: outside of here, of the devices
//! of `terminal` and of tests, no code asks which system it runs on. If a system cannot answer a
//! question, the answer is the one that is safe without knowing.

#[cfg(unix)]
mod closed_output;
#[cfg(not(any(unix, windows)))]
mod elsewhere;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::fs::{File, Metadata, Permissions};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
#[cfg(feature = "terminal")]
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

#[cfg(not(any(unix, windows)))]
pub(crate) use elsewhere::Elsewhere as Here;
#[cfg(unix)]
pub(crate) use unix::Unix as Here;
#[cfg(windows)]
pub(crate) use windows::WindowPair as Here;

/// The kind of thing that a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    not(unix),
    allow(dead_code, reason = "other systems do not tell these kinds apart")
)]
pub(crate) enum FileKind {
    Regular,
    /// A disk: seeking to the end gives its length.
    Block,
    Directory,
    Socket,
    /// A pipe, with or without a name.
    Fifo,
    /// A terminal, `/dev/zero`, or something unknown: read from front to back.
    Device,
}

/// The part that stays the same while a file is written, and differs between files: the device or
/// volume, and the number of the file there.
pub(crate) type FileIdentity = (u64, u64);

/// The system's report about a file, or about something read like one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileMetadata {
    pub(crate) kind: FileKind,
    /// Length in bytes; 0 if it has none.
    pub(crate) len: u64,
    /// The time of the last write to the content, if it is known.
    pub(crate) modified: Option<SystemTime>,
    pub(crate) identity: FileIdentity,
}

/// The operations that differ between systems.
pub(crate) trait System {
    /// A pending last act, see [`System::last_act`]; dropping it cancels the act.
    type LastAct;

    /// True if a shell can stop a program and continue it.
    const HAS_JOB_CONTROL: bool;

    /// True if a locked file can still be read by all.
    const LOCKS_LET_READ: bool;

    /// Opens a file without waiting: a serial line does not wait for its carrier, and those files
    /// of `/proc` that are really pipes can be tried. [`System::wait_again`] makes reads wait again
    /// if they must.
    ///
    /// # Errors
    /// It cannot be opened.
    fn open(path: &Path) -> io::Result<File>;

    /// Makes reads wait until there are bytes.
    ///
    /// # Errors
    /// The system refuses.
    fn wait_again(file: &File) -> io::Result<()>;

    /// Reports whether reading from a pipe would not wait, as far as the system knows.
    fn is_ready(pipe: &File) -> bool;

    /// Checks that a named pipe may be read. It is not opened for the check: that would release a
    /// writer who waits for a reader.
    ///
    /// # Errors
    /// It may not be read.
    fn may_read(path: &Path) -> io::Result<()>;

    /// Reads at an offset; the file's own position is undefined afterwards.
    ///
    /// # Errors
    /// The bytes cannot be read.
    fn read_at(file: &File, offset: u64, buf: &mut [u8]) -> io::Result<usize>;

    /// Writes all of it at an offset; the file's own position is undefined afterwards.
    ///
    /// # Errors
    /// The bytes cannot be written.
    fn write_all_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// The next hole of a file from an offset on: bytes without a block on the disk. `None` if the
    /// system does not know.
    fn hole(file: &File, from: u64) -> Option<Range<u64>>;

    /// The system's report about an open file.
    ///
    /// # Errors
    /// The system does not know.
    fn known(file: &File) -> io::Result<FileMetadata>;

    /// The system's report about the file at a path.
    ///
    /// # Errors
    /// It leads nowhere.
    fn known_at(path: &Path) -> io::Result<FileMetadata>;

    /// The number of names (hard links) of the file at a path.
    ///
    /// # Errors
    /// It leads nowhere.
    fn names(path: &Path) -> io::Result<u64>;

    /// A handle of our own to standard input.
    ///
    /// # Errors
    /// It is closed.
    fn standard_input() -> io::Result<File>;

    /// A handle of our own to standard output.
    ///
    /// # Errors
    /// It is closed.
    fn standard_output() -> io::Result<File>;

    /// Gives a new file the owner and the group of an old one, if files have them.
    ///
    /// # Errors
    /// The user may not.
    fn copy_owner(new: &File, old: &Metadata) -> io::Result<()>;

    /// The permissions of a new file for everybody, before the user's own rules remove some; `None`
    /// if the system has only those of the folder.
    fn ordinary() -> Option<Permissions>;

    /// Creates a folder, with those above it, for the user alone.
    ///
    /// # Errors
    /// It cannot be created.
    fn create_private(folder: &Path) -> io::Result<()>;

    /// Waits until the names in a folder are safe on the disk too. Some file systems cannot do
    /// that, and there this name is as safe as any other.
    fn sync_folder(folder: &Path);

    /// The path for a name that `git` gives in bytes.
    fn path_of(name: &[u8]) -> PathBuf;

    /// A command line of the user, run by the shell.
    #[cfg(feature = "terminal")]
    fn shell(line: &str) -> Command;

    /// The exit code of the shell for a command that does not exist, if it has such a code.
    #[cfg(feature = "terminal")]
    const NO_COMMAND: Option<i32>;

    /// Lowers the priority of this thread below those that answer keys, on systems that do not then
    /// lower the whole process.
    fn give_way();

    /// Columns of the terminal that standard output is; none if it is no terminal.
    fn columns() -> Option<u16>;

    /// Makes the terminal of standard output interpret colours.
    fn enable_colours();

    /// Calls `act` if the process is ended from outside while the result lives, and then ends it.
    /// Signals that were ignored at the start, as by `nohup`, stay ignored.
    ///
    /// # Errors
    /// No handler can be set, or no thread be started.
    fn last_act(act: impl FnOnce() + Send + 'static) -> io::Result<Self::LastAct>;

    /// Notes a user's way to end a program instead of ending it; the second time ends it.
    ///
    /// # Errors
    /// No handler can be set.
    fn ended_by_user() -> io::Result<Arc<AtomicBool>>;
}
