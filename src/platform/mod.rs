//! What systems do differently with files, programs and the ends of them: one trait, and a file
//! for each system.
//!
//! It exists so that everything that prints is written once. Invariant: outside of here, of the
//! devices of `terminal` and of tests, no code asks which system it runs on; what a system cannot
//! tell is answered by what is safe without knowing it.

#[cfg(unix)]
mod closed_output;
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

#[cfg(unix)]
pub(crate) use unix::Unix as Here;
#[cfg(windows)]
pub(crate) use windows::Windows as Here;

/// What kind of thing a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    not(unix),
    allow(dead_code, reason = "other systems do not tell these kinds apart")
)]
pub(crate) enum Kind {
    Regular,
    /// A disk: its length is where seeking to the end leads.
    Block,
    Directory,
    Socket,
    /// A pipe, with or without a name.
    Fifo,
    /// A terminal, `/dev/zero`, or what we do not know: read from front to back.
    Device,
}

/// What stays the same while a file is written, and differs between files: the device or volume,
/// and the number of the file there.
pub(crate) type Identity = (u64, u64);

/// What a system says of a file, or of what is read like one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) kind: Kind,
    /// Length in bytes; 0 where there is none.
    pub(crate) len: u64,
    /// When the content was last written, where that is known.
    pub(crate) modified: Option<SystemTime>,
    pub(crate) identity: Identity,
}

/// What a system does in its own way.
pub(crate) trait System {
    /// What is done last, see [`System::last_act`]; nothing of it once this is dropped.
    type LastAct;

    /// Whether a shell can stop a program and continue it.
    const HAS_JOB_CONTROL: bool;

    /// Opens a file without waiting: a serial line does not wait for its carrier, and reading
    /// those files of `/proc` that are really pipes can be tried. [`System::wait_again`] undoes
    /// it where reads must wait.
    ///
    /// # Errors
    /// It cannot be opened.
    fn open(path: &Path) -> io::Result<File>;

    /// Makes reads wait until there are bytes.
    ///
    /// # Errors
    /// The system refuses.
    fn wait_again(file: &File) -> io::Result<()>;

    /// Whether reading from a pipe would not wait, as far as the system tells.
    fn is_ready(pipe: &File) -> bool;

    /// Whether a named pipe may be read. It is not opened to find out: that would release a
    /// writer who waits for a reader.
    ///
    /// # Errors
    /// It may not be read.
    fn may_read(path: &Path) -> io::Result<()>;

    /// Reads at an offset; where the file is read on from afterwards is not known.
    ///
    /// # Errors
    /// The bytes cannot be read.
    fn read_at(file: &File, offset: u64, buf: &mut [u8]) -> io::Result<usize>;

    /// Writes all of it at an offset; where the file is read on from afterwards is not known.
    ///
    /// # Errors
    /// The bytes cannot be written.
    fn write_all_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// The next hole of a file from an offset on: bytes without a block on the disk. `None` if
    /// the system does not tell.
    fn hole(file: &File, from: u64) -> Option<Range<u64>>;

    /// What is known of an open file.
    ///
    /// # Errors
    /// The system does not know.
    fn known(file: &File) -> io::Result<Known>;

    /// What is known of what a path leads to.
    ///
    /// # Errors
    /// It leads nowhere.
    fn known_at(path: &Path) -> io::Result<Known>;

    /// How many names (hard links) the file that a path leads to has.
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

    /// Gives a new file the owner and the group of an old one, where files have them.
    ///
    /// # Errors
    /// The user may not.
    fn keep_owner(new: &File, old: &Metadata) -> io::Result<()>;

    /// The permissions that a new file is made with for everybody, before the user's own rules
    /// take some away; `None` if the system has no others than those of the folder.
    fn ordinary() -> Option<Permissions>;

    /// Creates a folder, with those above it, for the user alone.
    ///
    /// # Errors
    /// It cannot be created.
    fn create_private(folder: &Path) -> io::Result<()>;

    /// Waits until the names in a folder are safe on the disk too. Some file systems cannot, and
    /// then a name is as safe as any other there.
    fn sync_folder(folder: &Path);

    /// The path that `git` names by bytes.
    fn path_of(name: &[u8]) -> PathBuf;

    /// A command line of the user, run by the shell.
    #[cfg(feature = "terminal")]
    fn shell(line: &str) -> Command;

    /// The exit code by which the shell says that there is no such command, if it has one.
    #[cfg(feature = "terminal")]
    const NO_COMMAND: Option<i32>;

    /// Lowers the priority of this thread below those that answer keys, where that does not lower
    /// the whole process.
    fn give_way();

    /// Makes the terminal of standard output obey colours.
    fn obey_colours();

    /// Does `act` if the process is ended from outside while the result lives, and then ends it.
    /// What the process was told to ignore, as by `nohup`, stays ignored.
    ///
    /// # Errors
    /// No handler can be set, or no thread be started.
    fn last_act(act: impl FnOnce() + Send + 'static) -> io::Result<Self::LastAct>;

    /// Takes note of the ways by which users end a program, instead of ending it; a second time
    /// ends it.
    ///
    /// # Errors
    /// No handler can be set.
    fn ended_by_user() -> io::Result<Arc<AtomicBool>>;
}
