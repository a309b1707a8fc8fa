//! The names in a folder, to complete a path that is typed.
//!
//! Invariant: at most 10,000 names are kept, however many there are.

use std::fs;
use std::path::Path;

/// The most names that are kept.
const MOST: usize = 10_000;

/// The names in a folder that are UTF-8, in order, those that begin with a dot last. With a file
/// the bytes it has; without, it is a folder. Empty if the folder cannot be read.
pub fn names(folder: &Path) -> Vec<(String, Option<u64>)> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let found = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        // Of a link, what it leads to; one that leads nowhere cannot be opened.
        let leads_to = fs::metadata(entry.path()).ok()?;
        Some((name, (!leads_to.is_dir()).then_some(leads_to.len())))
    });
    let mut names: Vec<_> = found.take(MOST).collect();
    names.sort_by(|(a, _), (b, _)| (a.starts_with('.'), a).cmp(&(b.starts_with('.'), b)));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_are_named_in_order_and_hidden_ones_last() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.txt", ".hidden", "a"] {
            fs::write(folder.path().join(name), b"12345").unwrap();
        }
        fs::create_dir(folder.path().join("c")).unwrap();
        let names = names(folder.path());
        let expected = [
            ("a", Some(5)),
            ("b.txt", Some(5)),
            ("c", None),
            (".hidden", Some(5)),
        ];
        assert_eq!(
            names,
            expected.map(|(name, bytes)| (name.to_owned(), bytes))
        );
        assert!(super::names(&folder.path().join("none")).is_empty());
    }
}
