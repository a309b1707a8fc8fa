//! Files that the user gave to the page, read on demand.
//!
//! Each has a name that no other has, by which the commands that open files find it. Invariant: a
//! few stretches of a file are in memory here, beside the pages of its source.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hexloupe::source::{FileState, ReadAt, Source, Trouble};

/// Bytes that are read at a place nobody has come to: asking a browser takes longer than these.
const SHORT: u64 = 256 << 10;
/// Bytes that are read by who goes on: then the time of asking is small beside that of reading.
const LONG: u64 = 4 << 20;
/// The stretches in memory: several jobs go through a file, each at its own place.
const STRETCHES: usize = 3;

/// The page's side of files; each has a number.
pub trait FileHost: Send + Sync {
    /// Reads bytes of a file; fewer only at its end. None if the browser cannot read them now.
    fn read(&self, number: u32, range: Range<u64>) -> Option<Vec<u8>>;
}

/// A file that the user gave to the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFile {
    /// Its number.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// Bytes in it.
    pub len: u64,
}

/// All files that the user gave to the page.
#[derive(Clone)]
pub struct PageFiles {
    host: Arc<dyn FileHost>,
    all: Arc<Mutex<Vec<PageFile>>>,
}

impl PageFiles {
    /// No files yet.
    pub fn new(host: Arc<dyn FileHost>) -> Self {
        Self {
            host,
            all: Arc::default(),
        }
    }

    fn list(&self) -> MutexGuard<'_, Vec<PageFile>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a file; a name that is taken gets a number. Returns the name.
    pub fn add(&self, file: &PageFile) -> String {
        let mut all = self.list();
        let is_taken = |name: &str| all.iter().any(|other| other.name == name);
        let numbered = (2..).map(|number| format!("{} ({number})", file.name));
        let mut names = std::iter::once(file.name.clone()).chain(numbered);
        let name = names.find(|name| !is_taken(name)).unwrap_or_default();
        all.push(PageFile {
            name: name.clone(),
            ..*file
        });
        name
    }

    /// Opens a file by its name.
    ///
    /// # Errors
    /// The page was given no such file.
    pub fn open(&self, path: &Path) -> Result<Source, Trouble> {
        let file = {
            let all = self.list();
            let found = all.iter().find(|file| Path::new(&file.name) == path);
            found.cloned()
        };
        let Some(file) = file else {
            let what = "was not given to this page";
            return Err(Trouble::new(path, what, "drop it here"));
        };
        let name = file.name.clone();
        let reader = PageReader {
            file,
            host: Arc::clone(&self.host),
            held: Mutex::default(),
        };
        Source::over(&name, Box::new(reader))
    }
}

/// Reads a file of the page.
struct PageReader {
    file: PageFile,
    host: Arc<dyn FileHost>,
    /// Offsets and bytes of the stretches, the one read last at the end.
    held: Mutex<VecDeque<(u64, Vec<u8>)>>,
}

/// The offset after a stretch.
fn end_of((start, bytes): &(u64, Vec<u8>)) -> u64 {
    start + bytes.len() as u64
}

impl ReadAt for PageReader {
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        let end = self.file.len;
        if offset >= end {
            return Ok(0);
        }
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let has = |stretch: &(u64, Vec<u8>)| (stretch.0..end_of(stretch)).contains(&offset);
        if !held.iter().any(has) {
            let before = held.iter().position(|stretch| end_of(stretch) == offset);
            let least = if before.is_some() { LONG } else { SHORT };
            let until = end.min(offset + least.max(buf.len() as u64));
            let read = self.host.read(self.file.number, offset..until);
            let Some(read) = read.filter(|read| !read.is_empty()) else {
                // What is held may be of a file that has changed since.
                held.clear();
                return Err(io::Error::other("the browser cannot read it"));
            };
            match before {
                Some(before) => drop(held.remove(before)),
                None if held.len() >= STRETCHES => drop(held.pop_front()),
                None => {}
            }
            held.push_back((offset, read));
        }
        let Some((start, bytes)) = held.iter().find(|stretch| has(stretch)) else {
            return Ok(0);
        };
        let rest = &bytes[(offset - start) as usize..];
        let len = rest.len().min(buf.len());
        buf[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }

    /// A browser reads at once, and a file that changes can no longer be read.
    fn is_watched(&self) -> bool {
        false
    }

    fn file_state(&self) -> io::Result<FileState> {
        Ok(FileState {
            len: self.file.len,
            modified: None,
            identity: (0, self.file.number.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe::window::Peek as _;

    /// Bytes that are their offsets; those from 3 MiB on cannot be read.
    struct Fake;

    fn byte(offset: u64) -> u8 {
        (offset.wrapping_mul(2_654_435_761) >> 13) as u8
    }

    impl FileHost for Fake {
        fn read(&self, _: u32, range: Range<u64>) -> Option<Vec<u8>> {
            let is_readable = range.start < 3 << 20;
            is_readable.then(|| range.map(byte).collect())
        }
    }

    fn files(len: u64) -> (PageFiles, Source) {
        let files = PageFiles::new(Arc::new(Fake));
        let name = files.add(&PageFile {
            number: 7,
            name: "a.bin".to_owned(),
            len,
        });
        let source = files.open(Path::new(&name)).unwrap();
        (files, source)
    }

    #[test]
    fn any_stretch_of_a_file_has_its_bytes() {
        let len = (2 << 20) + 77;
        let (_, source) = files(len);
        assert!(!source.is_watched());
        let places = [(0, 16), (len - 5, 40), (1_048_570, 20), (3, 1_500_000)];
        for (start, want) in places {
            let window = source.window(start, want);
            let expected: Vec<u8> = (start..len.min(start + want as u64)).map(byte).collect();
            assert_eq!(window.bytes, expected, "from {start}");
            assert!(window.holes.is_empty());
        }
    }

    #[test]
    fn several_readers_at_their_own_places_get_their_bytes() {
        let len = 2_900_000;
        let (_, source) = files(len);
        for step in 0..40_u64 {
            for reader in 0..5 {
                let start = (step * 70_001 + reader * 531_441) % (len - 70_001);
                let window = source.window(start, 70_001);
                let expected: Vec<u8> = (start..start + 70_001).map(byte).collect();
                assert!(window.bytes == expected, "from {start}");
            }
        }
    }

    #[test]
    fn bytes_that_the_browser_refuses_are_a_hole() {
        let (_, source) = files(4 << 20);
        let window = source.window(3 << 20, 16);
        assert_eq!(window.unreadable(3 << 20, (3 << 20) + 16), 16);
    }

    #[test]
    fn a_name_is_one_file() {
        let (files, _) = files(10);
        let again = PageFile {
            number: 8,
            name: "a.bin".to_owned(),
            len: 3,
        };
        assert_eq!(files.add(&again), "a.bin (2)");
        assert_eq!(files.open(Path::new("a.bin")).unwrap().len(), 10);
        assert_eq!(files.open(Path::new("a.bin (2)")).unwrap().len(), 3);
        let trouble = files.open(Path::new("b")).unwrap_err().to_string();
        assert_eq!(trouble, "b: was not given to this page; drop it here");
    }
}
