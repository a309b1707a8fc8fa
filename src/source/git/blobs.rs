//! The bytes of objects, from one process that delivers them one after the other.
//!
//! If git checks out a file in another form than it stores, a process of its own makes that form:
//! the length given by the first process is that of the stored form. Invariant: no more than
//! `limit` bytes of an object are held, whatever git reports.

use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::command::{Git, not_run};
use crate::source::Trouble;

/// A requested object.
#[derive(Debug, PartialEq, Eq)]
pub enum Blob {
    /// The bytes.
    Bytes(Vec<u8>),
    /// It has more bytes than were allowed.
    TooLong,
    /// It is not in the repository, such as in a partial clone.
    Missing,
}

/// The process that delivers objects.
pub(super) struct Blobs {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Blobs {
    /// Starts the process.
    ///
    /// # Errors
    /// It cannot be run.
    pub(super) fn start(git: &Git) -> Result<Self, Trouble> {
        let mut command = git.command(["cat-file", "--batch"]);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| not_run(&error))?;
        let output = child.stdout.take().ok_or_else(lost)?;
        Ok(Self {
            input: child.stdin.take(),
            output: BufReader::new(output),
            child,
        })
    }

    /// The bytes of an object as stored.
    ///
    /// # Errors
    /// The process has ended, or prints something else.
    pub(super) fn read(&mut self, object: &str, limit: u64) -> Result<Blob, Trouble> {
        self.ask(object, limit).map_err(|_| lost())
    }

    fn ask(&mut self, object: &str, limit: u64) -> io::Result<Blob> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        writeln!(input, "{object}")?;
        input.flush()?;
        let mut head = Vec::new();
        (&mut self.output).take(1024).read_until(b'\n', &mut head)?;
        let head = String::from_utf8_lossy(&head);
        let words: Vec<&str> = head.split_whitespace().collect();
        let size = match words[..] {
            [of, "missing"] if of == object => return Ok(Blob::Missing),
            [of, "blob", size] if of == object => size.parse::<u64>().ok(),
            _ => None,
        };
        let size = size.ok_or(io::ErrorKind::InvalidData)?;
        let blob = bounded(&mut (&mut self.output).take(size), limit)?;
        // The rest of it, and the line feed after it.
        let kept = match &blob {
            Blob::Bytes(bytes) => bytes.len() as u64,
            _ => limit + 1,
        };
        let rest = io::copy(&mut (&mut self.output).take(size - kept), &mut io::sink())?;
        let mut end = [0];
        self.output.read_exact(&mut end)?;
        if rest + kept == size && end == *b"\n" {
            Ok(blob)
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    }
}

impl Drop for Blobs {
    fn drop(&mut self) {
        drop(self.input.take());
        // The process ends with its input; if it does not, it must not keep this one waiting.
        let _: io::Result<()> = self.child.kill();
        let _: io::Result<_> = self.child.wait();
    }
}

/// The bytes of an object as git would check it out at a path.
///
/// # Errors
/// Git cannot be run, or fails.
pub(super) fn checked_out(
    git: &Git,
    object: &str,
    path: &Path,
    limit: u64,
) -> Result<Blob, Trouble> {
    let mut place = OsString::from("--path=");
    place.push(path);
    let args = ["cat-file".into(), "--filters".into(), place, object.into()];
    let mut command = git.command::<OsString>(args);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| not_run(&error))?;
    let output = child.stdout.take().ok_or_else(lost)?;
    let mut output = BufReader::new(output);
    let blob = bounded(&mut output, limit).map_err(|_| lost())?;
    if blob == Blob::TooLong {
        // The rest is not needed.
        let _: io::Result<()> = child.kill();
        let _: io::Result<_> = child.wait();
        return Ok(blob);
    }
    let ended = child.wait().map_err(|_| lost())?;
    if ended.success() {
        Ok(blob)
    } else {
        Ok(Blob::Missing)
    }
}

/// All bytes, up to a limit.
pub(super) fn bounded(input: &mut impl Read, limit: u64) -> io::Result<Blob> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(if bytes.len() as u64 > limit {
        Blob::TooLong
    } else {
        Blob::Bytes(bytes)
    })
}

fn lost() -> Trouble {
    Trouble::new(
        "git",
        "cat-file ended too early",
        "git fsck checks the repository",
    )
}
