//! Unix: descriptors, modes, inodes and signals.
//!
//! Invariant: a signal that would have ended the process still ends it, and a signal that was
//! ignored, as by `nohup`, stays ignored. Nothing here waits for a writer, so opening never hangs.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, FileType, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::os::fd::AsFd as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{
    DirBuilderExt as _, FileExt as _, FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _,
    PermissionsExt as _, fchown,
};
use std::path::{Path, PathBuf};
#[cfg(feature = "terminal")]
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::{flag, low_level};

use super::{FileKind, FileMetadata, System};

/// Unix.
pub(crate) struct Unix;

impl System for Unix {
    type LastAct = LastAct;

    const HAS_JOB_CONTROL: bool = true;

    const LOCKS_LET_READ: bool = true;

    #[cfg(feature = "terminal")]
    const NO_COMMAND: Option<i32> = Some(127);

    fn open(path: &Path) -> io::Result<File> {
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        let opened = File::options()
            .read(true)
            .custom_flags(flags.bits().cast_signed())
            .open(path);
        match opened {
            // Another process holds a lease on the file, so opening has to wait after all.
            Err(error) if error.kind() == ErrorKind::WouldBlock => File::open(path),
            opened => opened,
        }
    }

    fn wait_again(file: &File) -> io::Result<()> {
        let flags = fcntl_getfl(file)?;
        if flags.contains(OFlags::NONBLOCK) {
            fcntl_setfl(file, flags - OFlags::NONBLOCK)?;
        }
        Ok(())
    }

    fn is_ready(pipe: &File) -> bool {
        let mut pipe = [PollFd::new(pipe, PollFlags::IN)];
        // If the pipe cannot be polled, reading gives the reason.
        poll(&mut pipe, Some(&Timespec::default())).map_or(true, |ready| ready > 0)
    }

    fn may_read(path: &Path) -> io::Result<()> {
        Ok(rustix::fs::access(path, rustix::fs::Access::READ_OK)?)
    }

    fn read_at(file: &File, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        file.read_at(buf, offset)
    }

    fn write_all_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
        file.write_all_at(bytes, offset)
    }

    #[cfg(any(target_os = "linux", target_os = "freebsd", target_vendor = "apple"))]
    fn hole(file: &File, from: u64) -> Option<Range<u64>> {
        use rustix::fs::{SeekFrom, seek};
        use rustix::io::Errno;
        let start = seek(file, SeekFrom::Hole(from)).ok()?;
        match seek(file, SeekFrom::Data(start)) {
            Ok(end) => Some(start..end),
            // The rest of the file is a hole.
            Err(Errno::NXIO) => Some(start..u64::MAX),
            Err(_) => None,
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "freebsd", target_vendor = "apple")))]
    fn hole(_: &File, _: u64) -> Option<Range<u64>> {
        None
    }

    fn known(file: &File) -> io::Result<FileMetadata> {
        file.metadata().map(|found| known(&found))
    }

    fn known_at(path: &Path) -> io::Result<FileMetadata> {
        fs::metadata(path).map(|found| known(&found))
    }

    fn names(path: &Path) -> io::Result<u64> {
        fs::metadata(path).map(|found| found.nlink())
    }

    fn standard_input() -> io::Result<File> {
        Ok(io::stdin().as_fd().try_clone_to_owned()?.into())
    }

    fn standard_output() -> io::Result<File> {
        Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
    }

    fn copy_owner(new: &File, old: &Metadata) -> io::Result<()> {
        let now = new.metadata()?;
        if (now.uid(), now.gid()) == (old.uid(), old.gid()) {
            return Ok(());
        }
        fchown(new, Some(old.uid()), Some(old.gid()))
    }

    fn ordinary() -> Option<Permissions> {
        Some(Permissions::from_mode(0o666))
    }

    fn create_private(folder: &Path) -> io::Result<()> {
        let mut builder = DirBuilder::new();
        builder.recursive(true).mode(0o700).create(folder)
    }

    fn sync_folder(folder: &Path) {
        if let Ok(folder) = File::open(folder) {
            let _: io::Result<()> = folder.sync_all();
        }
    }

    fn path_of(name: &[u8]) -> PathBuf {
        PathBuf::from(OsStr::from_bytes(name))
    }

    #[cfg(feature = "terminal")]
    fn shell(line: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", line]);
        command
    }

    fn give_way() {
        // Elsewhere it would lower the whole process.
        #[cfg(target_os = "linux")]
        {
            // A failure is ignored: work at normal priority does no harm.
            let _ = rustix::process::nice(10);
        }
    }

    /// Terminals interpret colours.
    fn columns() -> Option<u16> {
        let size = terminal_size::terminal_size_of(io::stdout());
        size.map(|(terminal_size::Width(columns), _)| columns)
    }

    fn enable_colours() {}

    fn last_act(act: impl FnOnce() + Send + 'static) -> io::Result<LastAct> {
        let ignored = ignored();
        let caught = ENDING.into_iter().filter(|signal| !is_in(ignored, *signal));
        let caught: Vec<i32> = caught.collect();
        let over = Arc::new(AtomicBool::new(false));
        for &signal in &caught {
            flag::register_conditional_default(signal, Arc::clone(&over))?;
        }
        let mut signals = Signals::new(caught)?;
        let handle = signals.handle();
        let thread = thread::Builder::new().name("last act".to_owned());
        thread.spawn(move || {
            if let Some(signal) = signals.forever().next() {
                act();
                // The signal is a known one, so this does not fail.
                let _ = low_level::emulate_default_handler(signal);
            }
        })?;
        Ok(LastAct { handle, over })
    }

    fn ended_by_user() -> io::Result<Arc<AtomicBool>> {
        let ended = Arc::new(AtomicBool::new(false));
        for signal in ENDING {
            flag::register_conditional_default(signal, Arc::clone(&ended))?;
            flag::register(signal, Arc::clone(&ended))?;
        }
        Ok(ended)
    }
}

fn known(found: &Metadata) -> FileMetadata {
    FileMetadata {
        kind: kind(found.file_type()),
        len: found.len(),
        modified: found.modified().ok(),
        identity: (found.dev(), found.ino()),
    }
}

fn kind(found: FileType) -> FileKind {
    match found {
        _ if found.is_file() => FileKind::Regular,
        _ if found.is_dir() => FileKind::Directory,
        _ if found.is_block_device() => FileKind::Block,
        _ if found.is_socket() => FileKind::Socket,
        _ if found.is_fifo() => FileKind::Fifo,
        _ => FileKind::Device,
    }
}

/// The signals that users and systems end a command with.
const ENDING: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// A pending last act; dropping it cancels the act.
#[derive(Debug)]
pub(crate) struct LastAct {
    handle: Handle,
    over: Arc<AtomicBool>,
}

impl Drop for LastAct {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        self.handle.close();
    }
}

/// The signals that the process ignored at its start, a bit each; none if that is unknown.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or_default()
}

fn is_in(mask: u64, signal: i32) -> bool {
    let bit = u32::try_from(signal - 1).unwrap_or(u32::MAX);
    mask.checked_shr(bit).is_some_and(|mask| mask & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_has_the_first_signal_in_its_lowest_bit() {
        // The kernel's report about a process under nohup: SIGHUP is 1.
        assert!(is_in(0x1, SIGHUP) && !is_in(0x1, SIGINT));
        assert!(is_in(0x4002, SIGINT) && is_in(0x4002, SIGTERM));
    }
}
