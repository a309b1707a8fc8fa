//! Bytes of a file overwritten in place, for `:write` and `undump --onto`.
//!
//! The file is compared with its new content, and only differing bytes are written. The old ones
//! are recorded first, as a dump with addresses in a file beside it (`disk`). Invariant: before the
//! first byte of the file is overwritten, the patch that restores the old ones is whole and safe on
//! the disk; so whatever fails, and whenever, nothing is lost.

mod disk;

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::hexdump::{DumpFormat, DumpLayout, DumpWriter, patch, table};
use crate::model::copy::present;
use crate::model::numbers::counted;
use crate::source::{Source, Trouble};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// Bytes compared at once.
const PIECE: u64 = 256 * 1024;
/// The form of the patch.
const PATCH: &str = "xxd";

/// The bytes to write, and their places.
pub(super) struct Overwriting<'a> {
    /// The bytes of the file.
    pub old: &'a dyn Peek,
    /// The new bytes, at their addresses.
    pub new: &'a dyn Peek,
    /// The offset in the file for address 0.
    pub from: u64,
    /// The ranges of offsets to write.
    pub ranges: &'a [Range<u64>],
}

/// The result of overwriting.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct OverwriteReport {
    /// The number of bytes.
    pub bytes: u64,
    /// The number of runs.
    pub runs: u64,
    /// The file with the old bytes; none if no byte differed.
    pub patch: Option<PathBuf>,
}

impl OverwriteReport {
    /// The result, in words that follow the name of the file.
    pub(super) fn said(&self) -> String {
        let Some(patch) = &self.patch else {
            return "already has these bytes; nothing written".to_owned();
        };
        let (bytes, places) = (counted(self.bytes, "byte"), counted(self.runs, "place"));
        let patch = shown(patch);
        format!("{bytes} in {places} written; {patch} has the old bytes")
    }
}

/// The operations on the disk, in this order; a test substitutes one that fails.
trait OverwriteDisk {
    /// Adds text to the patch.
    fn write_patch(&mut self, text: &[u8]) -> io::Result<()>;
    /// Ends the patch: it is safe on the disk, under a name.
    fn end_patch(&mut self) -> io::Result<PathBuf>;
    /// Overwrites bytes of the file.
    fn overwrite(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;
    /// Waits until the file is safe on the disk.
    fn end(&mut self) -> io::Result<()>;
}

/// The reason why bytes were not overwritten.
#[derive(Debug)]
enum OverwriteFailure {
    /// The file ends before this address, which would get a byte.
    PastEnd(u64),
    /// Bytes from an offset on cannot be read.
    Unreadable(u64),
    /// The patch could not be written.
    Patch(io::Error),
    /// The file could not be written; with the bytes that were overwritten before.
    File(io::Error, OverwriteReport),
}

/// Writes the changed bytes of a source over those of its file; returns the result in words.
///
/// # Errors
/// One line with the reason why nothing was written, or not everything.
pub(super) fn write_back(source: &Source) -> Result<String, String> {
    let ranges = source.changed(0..u64::MAX);
    let written = source.write_back(|path, old| {
        let job = Overwriting {
            old,
            new: source,
            from: 0,
            ranges: &ranges,
        };
        overwrite(path, source, &job).map(|done| format!("{}: {}", shown(path), done.said()))
    });
    let written = written.and_then(|written| written);
    written.map_err(|trouble| trouble.to_string())
}

/// Takes a run of differing bytes: its address, the old bytes, the new ones.
type PutRun<'a> = dyn FnMut(u64, &[u8], &[u8]) -> Result<(), OverwriteFailure> + 'a;

/// Overwrites bytes of a file that is open as `source`.
///
/// # Errors
/// One line with the reason why nothing was written; or why not everything, with the file of the
/// old bytes.
pub(super) fn overwrite(
    path: &Path,
    source: &Source,
    job: &Overwriting<'_>,
) -> Result<OverwriteReport, Trouble> {
    let mut disk = disk::OverwrittenFile::open(path, source)?;
    job.run(&mut disk)
        .map_err(|failure| failure_message(path, &failure))
}

/// A failure in one line.
fn failure_message(path: &Path, failure: &OverwriteFailure) -> Trouble {
    let none = "nothing written";
    match failure {
        OverwriteFailure::PastEnd(at) => {
            let what = format!("ends before 0x{at:X}");
            Trouble::new(path, what, none)
        }
        OverwriteFailure::Unreadable(at) => {
            let what = format!("the bytes from 0x{at:X} on cannot be read");
            Trouble::new(path, what, none)
        }
        OverwriteFailure::Patch(error) => {
            let why = Trouble::io(path, error);
            let what = format!("cannot save the old bytes: {}", why.what());
            Trouble::new(path, what, none)
        }
        OverwriteFailure::File(error, done) => {
            let why = Trouble::io(path, error);
            let Some(kept) = &done.patch else {
                return why;
            };
            let what = format!("{}, after {}", why.what(), counted(done.bytes, "byte"));
            let kept = shown(kept);
            let hint = format!("hexloupe undump {kept} --onto FILE restores the old bytes");
            Trouble::new(path, what, hint)
        }
    }
}

impl Overwriting<'_> {
    fn run(&self, disk: &mut dyn OverwriteDisk) -> Result<OverwriteReport, OverwriteFailure> {
        let mut done = OverwriteReport::default();
        let Some(mut rows) = table::by_name(PATCH).and_then(patch_writer) else {
            return Err(OverwriteFailure::Patch(io::ErrorKind::Unsupported.into()));
        };
        let mut text = patch::FIRST_LINE.as_bytes().to_vec();
        let mut differs = false;
        self.each_difference(&mut |at, old, _| {
            differs = true;
            rows.bytes(at, old, &mut text);
            disk.write_patch(&text).map_err(OverwriteFailure::Patch)?;
            text.clear();
            Ok(())
        })?;
        if !differs {
            return Ok(done);
        }
        rows.end(&mut text);
        disk.write_patch(&text).map_err(OverwriteFailure::Patch)?;
        let name = disk.end_patch().map_err(OverwriteFailure::Patch)?;
        done.patch = Some(name);
        self.each_difference(&mut |at, _, new| match disk.overwrite(at, new) {
            Ok(()) => {
                done.bytes += new.len() as u64;
                done.runs += 1;
                Ok(())
            }
            Err(error) => Err(OverwriteFailure::File(error, done.clone())),
        })?;
        match disk.end() {
            Ok(()) => Ok(done),
            Err(error) => Err(OverwriteFailure::File(error, done)),
        }
    }

    /// Passes on the runs of differing bytes.
    fn each_difference(&self, put: &mut PutRun<'_>) -> Result<(), OverwriteFailure> {
        for range in self.ranges {
            let mut at = range.start;
            while at < range.end {
                let window = self.new.window(at, (range.end - at).min(PIECE) as usize);
                for (offset, new) in present(&window, window.end()) {
                    let address = self.new.address(offset);
                    let start = address.checked_add(self.from);
                    let start = start.ok_or(OverwriteFailure::PastEnd(u64::MAX))?;
                    let old = self.old.window(start, new.len());
                    if let Some(hole) = old.holes.first() {
                        return Err(OverwriteFailure::Unreadable(hole.start));
                    }
                    let Some(old) = old.bytes.get(..new.len()) else {
                        return Err(OverwriteFailure::PastEnd(start + old.bytes.len() as u64));
                    };
                    for run in differing(old, new) {
                        put(start + run.start as u64, &old[run.clone()], &new[run])?;
                    }
                }
                if window.bytes.is_empty() {
                    break;
                }
                at = window.end();
            }
        }
        Ok(())
    }
}

/// A path fit for a line.
fn shown(path: &Path) -> String {
    glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), Charset::Unicode)
}

fn patch_writer(format: &DumpFormat) -> Option<Box<dyn DumpWriter>> {
    format.writer.map(|writer| writer(&DumpLayout::default()))
}

/// The runs of places where two texts of one length differ.
fn differing(old: &[u8], new: &[u8]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for place in (0..old.len()).filter(|&place| old[place] != new[place]) {
        match runs.last_mut() {
            Some(last) if last.end == place => last.end += 1,
            _ => runs.push(place..place + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests;
