//! The record of a visit to a file, as JSON: the user's place, and the identity of the file.
//!
//! A visit continues in the file it was paid to, unchanged or with more after it, as logs have; not
//! in another one under its name. A file of up to [`WHOLE`] bytes is identified by all of them, a
//! longer one by samples, and then, if it has not grown, by the time it was written too. Invariant:
//! text that is no record of this form is an error, and is never read in part.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io};

use serde_json::{Value, json};

use crate::codec::{Encoding, misread, table};
use crate::detect::verdict::Evidence;
use crate::model::state::View;
use crate::scan::facts::encoding_range::{EncodingRange, EncodingRanges};
use crate::session::ResumedView;
use crate::window::Peek;

/// The longest file that is identified by all its bytes.
const WHOLE: u64 = 1 << 20;
/// The number of samples that identify a longer file, and the bytes of each.
const SAMPLES: u64 = 32;
const SAMPLE: u64 = 8 * 1024;
/// The largest number of passages and marks that are stored.
const MOST: usize = 1000;

/// The identity of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileFingerprint {
    len: u64,
    /// The time when it was written, in nanoseconds since 1970.
    modified: Option<u64>,
    print: u64,
}

impl FileFingerprint {
    /// The identity of a file, by its first `len` bytes if that is given. None if they cannot be
    /// read.
    ///
    /// # Errors
    /// The file is gone.
    fn read(path: &Path, data: &dyn Peek, len: Option<u64>) -> io::Result<Option<Self>> {
        let nanos = |time: SystemTime| {
            time.duration_since(UNIX_EPOCH)
                .ok()?
                .as_nanos()
                .try_into()
                .ok()
        };
        let modified = fs::metadata(path)?.modified().ok().and_then(nanos);
        let len = len.unwrap_or(data.len());
        Ok(print(data, len).map(|print| Self {
            len,
            modified,
            print,
        }))
    }
}

/// A number for the first bytes of some data; none if they cannot be read.
fn print(data: &dyn Peek, len: u64) -> Option<u64> {
    let starts: Vec<u64> = if len <= WHOLE {
        vec![0]
    } else {
        let last = len - SAMPLE;
        (0..SAMPLES)
            .map(|at| (u128::from(last) * u128::from(at) / u128::from(SAMPLES - 1)) as u64)
            .collect()
    };
    let size = if len <= WHOLE { len } else { SAMPLE };
    let mut hash = Hash::default();
    hash.add(&len.to_le_bytes());
    for start in starts {
        let window = data.window(start, size as usize);
        let is_whole = window.bytes.len() as u64 == size && window.holes.is_empty();
        hash.add(is_whole.then_some(&window.bytes)?);
    }
    Some(hash.0)
}

/// A hash that is the same in every version of the program: FNV-1a.
pub(super) struct Hash(pub(super) u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hash {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

/// The stored state of a visit.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::app) struct Visit {
    /// The path, for readers of the record.
    path: String,
    offset: u64,
    /// The encoding that the user has chosen, and the offset where its code units start.
    chosen: Option<(&'static Encoding, u64)>,
    resumed: ResumedView,
}

impl Visit {
    /// The visit to a file that ends in the current view.
    pub(in crate::app) fn new(path: &Path, view: &View) -> Self {
        let chosen = matches!(view.reading.evidence, Evidence::Chosen);
        Self {
            path: path.to_string_lossy().into_owned(),
            offset: view.cursor.offset,
            chosen: chosen.then_some((view.reading.encoding, view.phase)),
            resumed: ResumedView {
                passages: view.passages.clone(),
                marks: view.marks.clone(),
            },
        }
    }

    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    pub(super) fn chosen(&self) -> Option<(&'static Encoding, u64)> {
        self.chosen
    }

    pub(super) fn resumed(self) -> ResumedView {
        self.resumed
    }

    /// The record of it, with the current state of the file. None if the file cannot be read.
    ///
    /// # Errors
    /// The file is gone.
    pub(super) fn text(&self, path: &Path, data: &dyn Peek) -> io::Result<Option<String>> {
        let Some(identity) = FileFingerprint::read(path, data, None)? else {
            return Ok(None);
        };
        let passages = self.resumed.passages.list().iter().take(MOST);
        let passages = passages.map(|passage| {
            json!([
                passage.range.start,
                passage.range.end,
                passage.encoding.id,
                passage.phase
            ])
        });
        let marks = self.resumed.marks.iter().take(MOST);
        let record = json!({
            "path": self.path,
            "length": identity.len,
            "modified": identity.modified,
            "print": format!("{:016x}", identity.print),
            "offset": self.offset,
            "encoding": self.chosen.map(|(encoding, _)| encoding.id),
            "phase": self.chosen.map(|(_, phase)| phase),
            "passages": passages.collect::<Vec<_>>(),
            "marks": marks.map(|(letter, at)| json!([letter, at])).collect::<Vec<_>>(),
        });
        Ok(Some(format!("{record}\n")))
    }

    /// Reads a record. None if it is no record.
    pub(super) fn read(text: &[u8]) -> Option<(FileFingerprint, Self)> {
        let record: Value = serde_json::from_slice(text).ok()?;
        let number = |value: &Value| value.as_u64();
        let identity = FileFingerprint {
            len: number(&record["length"])?,
            modified: number(&record["modified"]),
            print: u64::from_str_radix(record["print"].as_str()?, 16).ok()?,
        };
        let encoding = |value: &Value| value.as_str().map(named);
        // An encoding of a table file is known only if that file is named: then it is chosen anew.
        let chosen = match encoding(&record["encoding"]) {
            None | Some(None) => None,
            Some(Some(encoding)) => Some((encoding, number(&record["phase"])?)),
        };
        let mut passages = EncodingRanges::default();
        for passage in record["passages"].as_array()?.iter().take(MOST) {
            let range = number(&passage[0])?..number(&passage[1])?;
            if let Some(encoding) = encoding(&passage[2])? {
                let phase = number(&passage[3])?;
                let passage = EncodingRange {
                    range,
                    encoding,
                    phase: phase % u64::from(encoding.unit),
                };
                // There is room: no more than this were stored.
                let _: bool = passages.add(passage);
            }
        }
        let mark = |mark: &Value| Some((letter(&mark[0])?, number(&mark[1])?));
        let marks = record["marks"].as_array()?.iter().take(MOST);
        Some((
            identity,
            Self {
                path: record["path"].as_str()?.to_owned(),
                offset: number(&record["offset"])?,
                chosen,
                resumed: ResumedView {
                    passages,
                    marks: marks.map(mark).collect::<Option<_>>()?,
                },
            },
        ))
    }
}

impl FileFingerprint {
    /// Reports whether a file is the visited one, unchanged or with more after it.
    pub(super) fn is_of(&self, path: &Path, data: &dyn Peek) -> bool {
        if data.len() < self.len {
            return false;
        }
        let has_grown = data.len() > self.len;
        let by_time = self.len > WHOLE && !has_grown;
        let now = FileFingerprint::read(path, data, Some(self.len))
            .ok()
            .flatten();
        now.is_some_and(|now| {
            now.print == self.print && (!by_time || now.modified == self.modified)
        })
    }
}

/// The encoding with an id, misread text included.
fn named(id: &str) -> Option<&'static Encoding> {
    let known = || table::by_label(id).map(table::LabelMatch::encoding);
    misread::by_id(id).or_else(known)
}

fn letter(value: &Value) -> Option<char> {
    let mut letters = value.as_str()?.chars();
    let letter = letters.next().filter(|letter| !letter.is_control())?;
    letters.next().is_none().then_some(letter)
}
