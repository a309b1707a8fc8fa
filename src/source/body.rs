//! The ways to hold data behind a [`Source`](super::Source), and the choice for an open file.
//!
//! It exists because neither the name nor the reported length of a file determines how it can be
//! read: `/proc` is full of regular files of length 0 that are not empty, and some of them are
//! pipes.
//!
//! Invariant: data held as [`SourceBody::Paged`] has the length that it reported.

use std::borrow::Cow;
use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::Trouble;
use super::addressed::AddressedBytes;
use super::cache::PagedFile;
use super::extent::ReadAt as _;
use super::file::{self, PositionedFile};
use super::stream::{DrainOutcome, SpooledStream};
use crate::platform::{FileKind, Here, System as _};
use crate::window::{Peek, Window};

/// The largest number of bytes read at opening from a file that reports a wrong length; the rest
/// comes by pulling.
const EAGER: u64 = 16 << 20;

/// The place of the bytes of a source. A clone shares them.
#[derive(Clone)]
pub(super) enum SourceBody {
    Memory(Arc<Cow<'static, [u8]>>),
    Paged(Arc<PagedFile>),
    /// A file that reports a wrong length, read whole when it was opened.
    Drained(Arc<SpooledStream>),
    Stream(Arc<SpooledStream>),
    /// Imported from a hex dump.
    Imported(Arc<AddressedBytes>),
    /// Data with a [`Peek`] of its own.
    Answered(Arc<dyn Peek + Send + Sync>),
}

impl SourceBody {
    /// Decides how to read an open file.
    pub(super) fn new(file: File, place: &Path) -> Result<SourceBody, Trouble> {
        let trouble = |error: std::io::Error| Trouble::io(place, &error);
        let kind = Here::known(&file).map_err(trouble)?.kind;
        match kind {
            FileKind::Directory => Err(file::is_directory(place)),
            FileKind::Regular | FileKind::Block => {
                let disk = PositionedFile::new(file, kind);
                if disk.is_candid() {
                    paged(disk, place)
                } else {
                    drain(disk, place)
                }
            }
            FileKind::Fifo | FileKind::Device | FileKind::Socket => {
                Here::wait_again(&file).map_err(trouble)?;
                Ok(SourceBody::Stream(Arc::new(SpooledStream::new(
                    place, file,
                ))))
            }
        }
    }
}

fn paged(disk: PositionedFile, place: &Path) -> Result<SourceBody, Trouble> {
    let paged = PagedFile::new(Box::new(disk)).map_err(|error| Trouble::io(place, &error))?;
    Ok(SourceBody::Paged(Arc::new(paged)))
}

/// Reads a file that may report a wrong length. If the length is right after all (usually that of
/// an empty file), it is a file like any other.
fn drain(disk: PositionedFile, place: &Path) -> Result<SourceBody, Trouble> {
    let trouble = |error: std::io::Error| Trouble::io(place, &error);
    let told = disk.file_state().map_or(0, |told| told.len);
    let stream = SpooledStream::new(place, disk.sequential().map_err(trouble)?);
    match stream.drain(EAGER)? {
        DrainOutcome::Whole if disk.reports(stream.len()) => paged(disk, place),
        // It was empty, and has grown meanwhile, as logs do: the files of `/proc` say 0 again.
        DrainOutcome::Whole if told == 0 && !disk.reports(0) => paged(disk, place),
        DrainOutcome::Whole => Ok(SourceBody::Drained(Arc::new(stream))),
        DrainOutcome::InPart => {
            disk.wait_again().map_err(trouble)?;
            Ok(SourceBody::Stream(Arc::new(stream)))
        }
    }
}

impl Peek for SourceBody {
    fn len(&self) -> u64 {
        match self {
            SourceBody::Memory(bytes) => bytes.len() as u64,
            SourceBody::Paged(paged) => paged.len(),
            SourceBody::Drained(stream) | SourceBody::Stream(stream) => stream.len(),
            SourceBody::Imported(imported) => imported.len(),
            SourceBody::Answered(data) => data.len(),
        }
    }

    fn window(&self, start: u64, len: usize) -> Window {
        match self {
            SourceBody::Memory(bytes) => (***bytes).window(start, len),
            SourceBody::Paged(paged) => paged.window(start, len),
            SourceBody::Drained(stream) | SourceBody::Stream(stream) => stream.window(start, len),
            SourceBody::Imported(imported) => imported.window(start, len),
            SourceBody::Answered(data) => data.window(start, len),
        }
    }

    fn refill(&self, start: u64, len: usize, window: &mut Window) {
        match self {
            SourceBody::Paged(paged) => paged.refill(start, len, window),
            _ => *window = self.window(start, len),
        }
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        match self {
            SourceBody::Paged(paged) => paged.zeros(from),
            SourceBody::Imported(imported) => imported.zeros(from),
            SourceBody::Answered(data) => data.zeros(from),
            _ => from..from,
        }
    }

    fn address(&self, offset: u64) -> u64 {
        match self {
            SourceBody::Imported(imported) => imported.address(offset),
            SourceBody::Answered(data) => data.address(offset),
            _ => offset,
        }
    }

    fn offset_of(&self, address: u64) -> u64 {
        match self {
            SourceBody::Imported(imported) => imported.offset_of(address),
            SourceBody::Answered(data) => data.offset_of(address),
            _ => address,
        }
    }
}

// Devices, pipes and inherited descriptors that only Unix has.
#[cfg(all(test, unix))]
mod tests {
    use super::super::{FileChange, PullOutcome, Source};
    use super::*;
    use std::fs;
    use std::io::Write as _;

    #[track_caller]
    fn check(source: &Source, content: &[u8]) {
        assert_eq!(source.len(), content.len() as u64);
        assert_eq!(source.window(0, 100), content.window(0, 100));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn files_whose_length_lies_are_read_whole() {
        for path in [
            "/proc/self/status",
            "/sys/kernel/mm/transparent_hugepage/enabled",
        ] {
            let Ok(content) = fs::read(path) else {
                continue;
            };
            let source = Source::open(Path::new(path)).unwrap();
            assert!(!source.is_stream() && !source.is_empty());
            let window = source.window(0, 1 << 20);
            assert_eq!(window.bytes[..8], content[..8]);
            assert!(window.ends);
            assert_eq!(source.refresh(), FileChange::Same);
            assert!(!source.reopen().unwrap().is_empty());
        }
    }

    #[test]
    fn an_endless_device_is_a_stream() {
        let source = Source::open(Path::new("/dev/zero")).unwrap();
        assert!(source.is_stream() && source.is_empty());
        assert!(matches!(source.pull(), Ok(PullOutcome::Bytes(1..))));
        let window = source.window(0, 4);
        assert_eq!((&*window.bytes, window.ends), (&[0; 4][..], false));
        let nothing = Source::open(Path::new("/dev/null")).unwrap();
        assert_eq!(nothing.pull(), Ok(PullOutcome::End));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_named_pipe_opens_at_once_and_waits_for_its_writer_when_pulled() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("fifo");
        mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        let source = Source::open(&path).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| fs::write(&path, b"hello").unwrap());
            assert_eq!(source.pull(), Ok(PullOutcome::Bytes(5)));
            assert_eq!(source.pull(), Ok(PullOutcome::End));
        });
        check(&source, b"hello");
        check(&source.reopen().unwrap(), b"hello");
        assert_eq!(source.failure(), None);
    }

    #[test]
    fn standard_input_is_a_stream_or_a_file_as_the_shell_made_it() {
        use std::io::{Seek as _, SeekFrom};
        use std::os::fd::OwnedFd;
        let (reader, mut writer) = std::io::pipe().unwrap();
        let input = File::from(OwnedFd::from(reader));
        let source = Source::from_handle(Path::new("-"), input).unwrap();
        assert!(source.is_stream());
        writer.write_all(b"abc").unwrap();
        assert_eq!(source.pull(), Ok(PullOutcome::Bytes(3)));

        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("data");
        fs::write(&path, b"header:body").unwrap();
        let mut input = File::open(&path).unwrap();
        input.seek(SeekFrom::Start(7)).unwrap();
        let source = Source::from_handle(Path::new("-"), input).unwrap();
        check(&source, b"body");
        fs::write(&path, b"header:longer").unwrap();
        assert_eq!(source.refresh(), FileChange::Grew);
        check(&source.reopen().unwrap(), b"longer");

        let input = File::open(dir.path()).unwrap();
        let trouble = Source::from_handle(Path::new("-"), input).unwrap_err();
        assert_eq!(trouble.to_string(), "-: is a directory; name a file in it");
    }
}
