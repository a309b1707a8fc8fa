//! The folder of a typed path: its files may complete the path.
//!
//! Invariant: the entries are those of the folder named, as they were when it was read.

/// A folder and its entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folder {
    /// Its path as typed: empty, or with `/` at the end.
    pub path: String,
    /// The names in it: a file with its size in bytes, a folder without.
    pub entries: Vec<(String, Option<u64>)>,
}

/// The folder part of a typed path: all up to the last `/`.
pub(crate) fn folder_part(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..=slash])
}
