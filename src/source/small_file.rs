//! A small file that a tree names: a configuration, a list of attributes.
//!
//! The author of a tree may be nobody's friend: a pipe by such a name would wait for ever, and an endless
//! file would fill the memory. Invariant: only a regular file is opened, and no more than the limit is
//! read.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

/// The bytes of a regular file with at most some bytes.
///
/// # Errors
/// It is missing or no regular file, has more bytes, or cannot be read.
pub fn small_file(place: &Path, most: u64) -> io::Result<Vec<u8>> {
    if !fs::metadata(place)?.is_file() {
        return Err(io::Error::new(
            ErrorKind::InvalidInput,
            "is not a regular file",
        ));
    }
    let mut bytes = Vec::new();
    File::open(place)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_limit_and_nothing_else_is() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "1234").unwrap();
        assert_eq!(small_file(&path, 4).unwrap(), b"1234");
        let kind = |path: &Path, most| small_file(path, most).unwrap_err().kind();
        assert_eq!(kind(&path, 3), ErrorKind::FileTooLarge);
        assert_eq!(kind(dir.path(), 3), ErrorKind::InvalidInput);
        assert_eq!(kind(&dir.path().join("none"), 3), ErrorKind::NotFound);
        #[cfg(unix)]
        assert_eq!(kind(Path::new("/dev/zero"), 3), ErrorKind::InvalidInput);
    }
}
