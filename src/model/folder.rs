//! The folder whose files a typed path may mean.
//!
//! Invariant: the entries are those of the folder named, as they were when it was read.

/// A folder, and what is in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folder {
    /// Its path as typed: empty, or with `/` at the end.
    pub path: String,
    /// The names in it: of a file with the bytes it has, of a folder without.
    pub entries: Vec<(String, Option<u64>)>,
}

/// The folder of a typed path: all up to the last `/`.
pub(crate) fn of(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..=slash])
}
