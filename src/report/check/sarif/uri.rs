//! The path of a file as a URI (RFC 3986).
//!
//! Invariant: the URI is ASCII, every byte of the path can be restored from it, and a relative path
//! is a relative reference that begins with no scheme.

use std::fmt::{self, Write as _};
use std::path::{Component, Path};

/// The URI of a path: relative if the path is.
pub(super) fn uri(path: &Path) -> String {
    let mut uri = String::new();
    for part in path.components() {
        match part {
            Component::Prefix(prefix) => {
                uri.push_str("file:///");
                uri.push_str(&prefix.as_os_str().to_string_lossy().replace('\\', "/"));
            }
            Component::RootDir if uri.is_empty() => uri.push_str("file:///"),
            Component::RootDir | Component::CurDir => {}
            Component::ParentDir | Component::Normal(_) => {
                if !uri.is_empty() && !uri.ends_with('/') {
                    uri.push('/');
                }
                encode(&mut uri, part.as_os_str().as_encoded_bytes());
            }
        }
    }
    uri
}

/// Adds bytes; those that are not unreserved (section 2.3) as `%NN`.
fn encode(uri: &mut String, bytes: &[u8]) {
    for byte in bytes {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(*byte));
            }
            _ => {
                // Writing to a string cannot fail.
                let _: fmt::Result = write!(uri, "%{byte:02X}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, expected: &str) {
        assert_eq!(uri(Path::new(path)), expected);
    }

    #[test]
    fn a_path_is_a_reference_without_dots_and_signs() {
        check("a.txt", "a.txt");
        check("./src/./a b.txt", "src/a%20b.txt");
        check("../x", "../x");
        if cfg!(unix) {
            // Elsewhere it begins with a drive.
            check("a:b", "a%3Ab");
        }
        check("100%", "100%25");
        check("d/#?é\n", "d/%23%3F%C3%A9%0A");
        check("-", "-");
    }

    #[cfg(unix)]
    #[test]
    fn an_absolute_path_has_its_scheme_and_any_byte_is_kept() {
        use std::os::unix::ffi::OsStrExt as _;
        check("/tmp/a b", "file:///tmp/a%20b");
        let odd = std::ffi::OsStr::from_bytes(b"\xFF\x1B");
        assert_eq!(uri(Path::new(odd)), "%FF%1B");
    }
}
