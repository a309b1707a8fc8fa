//! Reads the output of `git diff --raw -z`.
//!
//! Invariant: a list that is cut short or has an unknown entry is refused as a whole.

/// A path that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RawEntry {
    /// The mode before and after; 0 if there is no file.
    pub(super) modes: (u32, u32),
    /// The names of the objects before and after; zeros if unknown.
    pub(super) objects: (String, String),
    /// The kind of change: `M`, `A`, `D`, `R`, `C`, `T`, `U`.
    pub(super) status: u8,
    /// The path now, from the top of the repository.
    pub(super) path: Vec<u8>,
}

/// Reads the list; none if it is not one.
pub(super) fn entries(list: &[u8]) -> Option<Vec<RawEntry>> {
    let mut fields = list
        .strip_suffix(b"\0")
        .unwrap_or(list)
        .split(|byte| *byte == 0);
    let mut entries = Vec::new();
    if list.is_empty() {
        return Some(entries);
    }
    while let Some(head) = fields.next() {
        let head = str::from_utf8(head).ok()?.strip_prefix(':')?;
        let words: Vec<&str> = head.split(' ').collect();
        let [old_mode, new_mode, old, new, status] = words[..] else {
            return None;
        };
        let mode = |text: &str| u32::from_str_radix(text, 8).ok();
        let is_object =
            |text: &str| text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_object(old) || !is_object(new) {
            return None;
        }
        let status = *status.as_bytes().first()?;
        let mut path = fields.next()?;
        if matches!(status, b'R' | b'C') {
            path = fields.next()?;
        }
        entries.push(RawEntry {
            modes: (mode(old_mode)?, mode(new_mode)?),
            objects: (old.to_owned(), new.to_owned()),
            status,
            path: path.to_vec(),
        });
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "de980441c3ab03a8c07dda1ad27b8a11f39deb1e";
    const NULL: &str = "0000000000000000000000000000000000000000";

    #[test]
    fn changed_renamed_and_added_files_are_read_whatever_their_names() {
        let list = format!(
            ":100644 100644 {A} {NULL} M\0a\nb\0:100644 100755 {A} {A} R087\0old\0new \0\
             :000000 120000 {NULL} {NULL} A\0-x\0"
        );
        let found = entries(list.as_bytes()).unwrap();
        let told: Vec<_> = { found.iter() }
            .map(|entry| (entry.status, entry.modes, &*entry.path))
            .collect();
        assert_eq!(
            told,
            [
                (b'M', (0o100_644, 0o100_644), &b"a\nb"[..]),
                (b'R', (0o100_644, 0o100_755), b"new "),
                (b'A', (0, 0o120_000), b"-x"),
            ]
        );
        assert_eq!(found[0].objects, (A.to_owned(), NULL.to_owned()));
        assert_eq!(entries(b""), Some(Vec::new()));
    }

    #[test]
    fn a_list_that_is_cut_short_is_refused() {
        let list = format!(":100644 100644 {A} {NULL} R100\0old\0new\0");
        for len in 1..list.len() - "new\0".len() {
            assert_eq!(entries(&list.as_bytes()[..len]), None, "{len}");
        }
    }
}
