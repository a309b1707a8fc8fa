//! The files that git tracks, from the index of the working tree.
//!
//! The index is read directly: git need not be installed, and need not trust the owner of the
//! folder. Its form is that of `gitformat-index(5)`, versions 2 to 4. Invariant: an index whose
//! entries are cut short or have another form is refused as a whole.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::{FILE, KIND, SUBMODULE};
use crate::platform::{Here, System as _};
use crate::source::{Trouble, small_file};

/// The most bytes of a file that names a folder.
const MOST_NAME: u64 = 64 << 10;
/// Bytes of the names of objects: SHA-1 and SHA-256.
const OBJECTS: [usize; 2] = [20, 32];
/// Bytes of an entry before the name of its object; the mode is at [`MODE`].
const STATE: usize = 40;
const MODE: usize = 24;
/// The flag of an entry that has more flags.
const EXTENDED: u16 = 0x4000;

/// The files and submodules below a folder that the repository of the folder tracks, as paths from
/// the folder; none if it is in no repository. Links are no files. A deleted file is listed until
/// its deletion is staged.
///
/// # Errors
/// There is an index, and it cannot be read.
pub fn tracked(folder: &Path) -> Result<Vec<PathBuf>, Trouble> {
    let trouble = |error: io::Error| Trouble::io(folder, &error);
    let whole = fs::canonicalize(folder).map_err(trouble)?;
    let Some(top) = { whole.ancestors() }.find(|above| above.join(".git").exists()) else {
        return Ok(Vec::new());
    };
    let place = repository(&top.join(".git"))?.join("index");
    let index = match fs::read(&place) {
        Ok(index) => index,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Trouble::io(place, &error)),
    };
    let read = OBJECTS.iter().find_map(|object| read(&index, *object));
    let Some(files) = read else {
        let hint = "git update-index --no-split-index --index-version 2 writes a readable one";
        let what = "is an index of git that cannot be read";
        return Err(Trouble::new(place, what, hint));
    };
    let inner = whole.strip_prefix(top).unwrap_or(Path::new(""));
    let below = |name: &Vec<u8>| Some(Here::path_of(name).strip_prefix(inner).ok()?.to_owned());
    Ok(files.iter().filter_map(below).collect())
}

/// The place of the attributes that only the repository of a working tree has; none if its folder
/// cannot be found. They are those of the main working tree for each of its siblings.
pub fn attributes_of(top: &Path) -> Option<PathBuf> {
    let own = repository(&top.join(".git")).ok()?;
    let common = match small_file(&own.join("commondir"), MOST_NAME) {
        Ok(named) => own.join(Here::path_of(named.trim_ascii_end())),
        Err(_) => own,
    };
    Some(common.join("info/attributes"))
}

/// The folder of the repository: `.git` itself, or the folder that the file `.git` names.
fn repository(place: &Path) -> Result<PathBuf, Trouble> {
    if place.is_dir() {
        return Ok(place.to_owned());
    }
    let text = small_file(place, MOST_NAME).map_err(|error| Trouble::io(place, &error))?;
    let Some(named) = text.strip_prefix(b"gitdir: ") else {
        return Err(Trouble::new(place, "does not name a repository", ""));
    };
    let named = Here::path_of(named.trim_ascii_end());
    Ok(place.parent().unwrap_or(place).join(named))
}

/// The names of the plain files and submodules of an index; none if it is no whole index.
fn read(index: &[u8], object: usize) -> Option<Vec<Vec<u8>>> {
    let (head, mut rest) = index.split_at_checked(12)?;
    let version = number(head.get(4..8)?)?;
    if !head.starts_with(b"DIRC") || !(2..=4).contains(&version) {
        return None;
    }
    let (mut name, mut files) = (Vec::new(), Vec::new());
    for _ in 0..number(&head[8..])? {
        let mode = number(rest.get(MODE..MODE + 4)?)?;
        rest = entry(rest, version, object, &mut name)?;
        if matches!(mode & KIND, FILE | SUBMODULE) {
            files.push(name.clone());
        }
    }
    ends(rest, object).then_some(files)
}

/// Reads an entry; `name` is that of the entry before. Returns the bytes after it.
fn entry<'a>(bytes: &'a [u8], version: u32, object: usize, name: &mut Vec<u8>) -> Option<&'a [u8]> {
    let flags = bytes.get(STATE + object..)?;
    let has_more = u16::from_be_bytes(*flags.first_chunk()?) & EXTENDED != 0;
    let mut rest = flags.get(if has_more { 4 } else { 2 }..)?;
    if version == 4 {
        let removed;
        (removed, rest) = offset(rest)?;
        name.truncate(name.len().checked_sub(removed)?);
    } else {
        name.clear();
    }
    let end = rest.iter().position(|byte| *byte == 0)?;
    name.extend_from_slice(&rest[..end]);
    let len = bytes.len() - rest.len() + end;
    // One to eight NULs pad the entry.
    let filled = if version == 4 {
        len + 1
    } else {
        len / 8 * 8 + 8
    };
    bytes.get(filled..)
}

/// A number of seven bits a byte, each except the last with its top bit set; and the bytes after
/// it.
fn offset(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let read = bytes.iter().enumerate().take(5);
    let end = read.into_iter().try_fold(0, |value: usize, (at, byte)| {
        let value = value << 7 | usize::from(byte & 0x7F);
        if byte & 0x80 == 0 {
            ControlFlow::Break((value, at))
        } else {
            ControlFlow::Continue(value + 1)
        }
    });
    let (value, at) = end.break_value()?;
    Some((value, &bytes[at + 1..]))
}

/// Reports whether the rest is only extensions and a checksum. A split index, which is a part of
/// another one, is not read.
fn ends(mut rest: &[u8], object: usize) -> bool {
    while rest.len() > object {
        let next = rest
            .get(4..8)
            .and_then(number)
            .and_then(|len| rest.get(8 + len as usize..));
        let Some(next) = next.filter(|_| !rest.starts_with(b"link")) else {
            return false;
        };
        rest = next;
    }
    rest.len() == object
}

fn number(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|four| u32::from_be_bytes(*four))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry in the manual's layout: state, mode, object, flags and name.
    fn entry_of(mode: u32, object: usize, flags: &[u8], name: &[u8]) -> Vec<u8> {
        let mut entry = vec![0xEE; MODE];
        entry.extend(mode.to_be_bytes());
        entry.resize(STATE, 0xEE);
        entry.resize(STATE + object, 0xAA);
        [&entry[..], flags, name].concat()
    }

    fn padded(mut entry: Vec<u8>) -> Vec<u8> {
        entry.push(0);
        entry.resize(entry.len().next_multiple_of(8), 0);
        entry
    }

    fn index_of(version: u8, entries: &[Vec<u8>], rest: &[u8]) -> Vec<u8> {
        let head = [b'D', b'I', b'R', b'C', 0, 0, 0, version, 0, 0, 0];
        let entries_of = entries.concat();
        [&head[..], &[entries.len() as u8], &entries_of, rest].concat()
    }

    fn names(index: &[u8], object: usize) -> Option<Vec<String>> {
        let named = |name: Vec<u8>| String::from_utf8(name).unwrap();
        Some(read(index, object)?.into_iter().map(named).collect())
    }

    #[test]
    fn plain_files_and_submodules_are_read_and_links_are_not() {
        for object in OBJECTS {
            let entry = |mode, name: &[u8]| padded(entry_of(mode, object, &[0, 1], name));
            let extended = padded(entry_of(0o100_755, object, &[0x40, 1, 0, 0], b"more"));
            let entries = [
                entry(0o100_644, b".github/workflows/ci.yml"),
                entry(0o120_000, b"link"),
                extended,
                entry(0o160_000, b"submodule"),
                entry(0o100_644, b"x"),
            ];
            let extension = b"TREE\0\0\0\x03abc";
            let rest = [&extension[..], &[0; 32][..object]].concat();
            let index = index_of(3, &entries, &rest);
            let expected = [".github/workflows/ci.yml", "more", "submodule", "x"];
            assert_eq!(names(&index, object).unwrap(), expected);
            assert_eq!(names(&index, 52 - object), None);
            for len in 0..index.len() - rest.len() {
                assert_eq!(names(&index[..len], object), None, "{len}");
            }
        }
    }

    #[test]
    fn names_of_version_4_begin_as_the_name_before() {
        let entry = |tail: &[u8]| entry_of(0o100_644, 20, &[0, 1], tail);
        let long = "n".repeat(200);
        let first = [b"\0a/", long.as_bytes(), b"\0"].concat();
        // 200 is 80 48: one is subtracted before each further byte.
        let entries = [entry(&first), entry(b"\x01b\0"), entry(b"\x80\x48z\0")];
        let index = index_of(4, &entries, &[0; 20]);
        let most = &long[1..];
        let expected = [format!("a/{long}"), format!("a/{most}b"), "a/z".to_owned()];
        assert_eq!(names(&index, 20).unwrap(), expected);
        let wrong = index_of(4, &[entry(b"\x01b\0")], &[0; 20]);
        assert_eq!(names(&wrong, 20), None);
    }

    #[test]
    fn a_foreign_or_partial_index_is_refused() {
        assert_eq!(names(&index_of(2, &[], &[0; 20]), 20).unwrap(), [""; 0]);
        assert_eq!(names(&index_of(5, &[], &[0; 20]), 20), None);
        let split = [&b"link\0\0\0\x01a"[..], &[0; 20]].concat();
        assert_eq!(names(&index_of(2, &[], &split), 20), None);
        assert_eq!(names(b"something else", 20), None);
    }
}
