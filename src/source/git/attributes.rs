//! Git's changes to a file between the repository and the working tree.
//!
//! Invariant: a conversion that git itself does not know is a filter, and is named.

use super::command::Git;
use crate::source::Trouble;

/// The attributes that determine the changes.
const ASKED: [&str; 6] = [
    "text",
    "crlf",
    "eol",
    "working-tree-encoding",
    "ident",
    "filter",
];

/// Git's changes to a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Conversion {
    /// True if the checked-out file may differ from the stored one.
    pub(super) changes: bool,
    /// True if line ends are changed to LF when the file is stored.
    pub(super) ends: bool,
    /// The same only if the stored file has no CR LF.
    pub(super) ends_unless_crlf: bool,
    /// The program that filters it.
    pub(super) filter: Option<String>,
}

/// The conversions of paths, in their order.
///
/// # Errors
/// Git cannot be run, fails, or prints something else.
pub(super) fn conversions(git: &Git, paths: &[&[u8]]) -> Result<Vec<Conversion>, Trouble> {
    let asked = git.output(["config", "--get", "core.autocrlf"], None)?;
    let auto = String::from_utf8_lossy(&asked.stdout)
        .trim()
        .to_ascii_lowercase();
    let input: Vec<u8> = paths
        .iter()
        .flat_map(|path| [path, &b"\0"[..]].concat())
        .collect();
    let args = ["check-attr", "-z", "--stdin"].into_iter().chain(ASKED);
    let list = git.run(args, Some(&input))?;
    read(&list, paths, &auto).ok_or_else(|| {
        let hint = "hexloupe may not know this version of git";
        Trouble::new("git", "check-attr printed something unexpected", hint)
    })
}

/// Reads what `git check-attr -z` prints.
fn read(list: &[u8], paths: &[&[u8]], auto: &str) -> Option<Vec<Conversion>> {
    let fields: Vec<&[u8]> = list.split(|byte| *byte == 0).collect();
    let mut triples = fields.chunks_exact(3);
    let mut all = Vec::with_capacity(paths.len());
    for path in paths {
        let mut values = [""; ASKED.len()];
        for (value, asked) in values.iter_mut().zip(ASKED) {
            let triple = triples.next()?;
            if triple[0] != *path || triple[1] != asked.as_bytes() {
                return None;
            }
            *value = str::from_utf8(triple[2]).unwrap_or("?");
        }
        all.push(conversion(values, auto));
    }
    Some(all)
}

/// The conversion of a file with these attributes.
fn conversion([text, crlf, eol, encoding, ident, filter]: [&str; 6], auto: &str) -> Conversion {
    let is_off = |value: &str| matches!(value, "unspecified" | "unset");
    let auto = match auto {
        "true" | "yes" | "on" | "1" => Some(true),
        "input" => Some(false),
        _ => None,
    };
    // `crlf` is the old name of `text`.
    let text = if text == "unspecified" { crlf } else { text };
    let (ends, ends_unless_crlf) = match text {
        "unset" => (false, false),
        "auto" => (false, true),
        "unspecified" if is_off(eol) => (false, auto.is_some()),
        _ => (true, false),
    };
    Conversion {
        changes: ends || ends_unless_crlf || !is_off(encoding) || !is_off(ident),
        ends,
        ends_unless_crlf,
        filter: (!is_off(filter)).then(|| filter.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFF: &str = "unspecified";

    #[track_caller]
    fn check(text: &str, eol: &str, auto: &str, expected: (bool, bool)) {
        let found = conversion([text, OFF, eol, OFF, OFF, OFF], auto);
        assert_eq!((found.ends, found.ends_unless_crlf), expected);
        assert_eq!(found.changes, expected.0 || expected.1);
    }

    #[test]
    fn line_ends_are_converted_as_gitattributes_says() {
        check(OFF, OFF, "", (false, false));
        check(OFF, OFF, "false", (false, false));
        check(OFF, OFF, "true", (false, true));
        check(OFF, OFF, "input", (false, true));
        check("unset", OFF, "true", (false, false));
        check("set", OFF, "", (true, false));
        check("auto", "crlf", "", (false, true));
        check(OFF, "lf", "", (true, false));
    }

    #[test]
    fn a_filter_is_named_and_an_encoding_is_a_conversion() {
        let found = conversion([OFF, OFF, OFF, OFF, OFF, "lfs"], "");
        assert_eq!(found.filter.as_deref(), Some("lfs"));
        assert!(conversion([OFF, OFF, OFF, "UTF-16LE-BOM", OFF, OFF], "").changes);
        assert!(conversion([OFF, OFF, OFF, OFF, "set", OFF], "").changes);
    }

    #[test]
    fn an_answer_about_another_path_is_refused() {
        let answer = |path: &str| -> Vec<u8> {
            let fields = ASKED.iter().flat_map(|asked| [path, asked, OFF]);
            fields
                .flat_map(|field| format!("{field}\0").into_bytes())
                .collect()
        };
        let default = Some(vec![Conversion::default()]);
        assert_eq!(read(&answer("a"), &[b"a"], ""), default);
        assert_eq!(read(&answer("b"), &[b"a"], ""), None);
        assert_eq!(read(&answer("a"), &[b"a", b"a"], ""), None);
    }
}
