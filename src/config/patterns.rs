//! Patterns of paths, as in `.gitignore`.
//!
//! Invariant: only paths are compared; no file is opened for a pattern.

use std::path::{Component, Path};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Patterns of paths below a folder.
#[derive(Debug, Clone)]
pub struct Patterns(Gitignore);

impl Patterns {
    /// The patterns of some texts.
    ///
    /// # Errors
    /// One cannot be read: its index, and its mistake.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Self, (usize, String)> {
        let mut builder = GitignoreBuilder::new("");
        // git takes an unclosed bracket literally, but here it is nearly always a mistake, and `\[`
        // is the bracket.
        builder.allow_unclosed_class(false);
        for (index, text) in texts.into_iter().enumerate() {
            if let Err(error) = builder.add_line(None, text) {
                return Err((index, reason(&error)));
            }
        }
        let built = builder.build();
        built.map(Self).map_err(|error| (0, reason(&error)))
    }

    /// Reports whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reports whether a path, relative to the folder, or a folder above it matches a pattern.
    /// False for a path that leads out of the folder.
    pub fn have(&self, path: &Path) -> bool {
        let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if self.0.is_empty() || !path.components().all(inside) {
            return false;
        }
        self.0.matched_path_or_any_parents(path, false).is_ignore()
    }
}

fn reason(error: &ignore::Error) -> String {
    match error {
        ignore::Error::Glob { err, .. } => format!("not a path pattern: {err}"),
        _ => "not a path pattern".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, path: &str, expected: bool) {
        let patterns = Patterns::new([pattern]).unwrap();
        assert_eq!(patterns.have(Path::new(path)), expected, "{pattern} {path}");
    }

    #[test]
    fn a_pattern_is_read_as_git_reads_it() {
        check("*.txt", "a/b/c.txt", true);
        check("/*.txt", "a/c.txt", false);
        check("docs/samples/**", "docs/samples/a/b", true);
        check("docs/samples", "docs/samples/a/b", true);
        check("docs/samples/", "docs/samples/a", true);
        check("samples/", "docs/samples/a", true);
        check("docs/*.md", "docs/a.md", true);
        check("docs/*.md", "docs/in/a.md", false);
        check("*.txt", "./a.txt", true);
        check("*.txt", "../a.txt", false);
        check("*", "/a.txt", false);
        let but = Patterns::new(["*.txt", "!b.txt"]).unwrap();
        assert!(but.have(Path::new("a.txt")) && !but.have(Path::new("b.txt")));
    }

    #[test]
    fn an_unreadable_pattern_is_reported() {
        let (index, what) = Patterns::new(["a", "b[z-a]"]).unwrap_err();
        assert_eq!(index, 1);
        assert!(what.starts_with("not a path pattern: "), "{what}");
        for open in ["[", "a/[b", "docs/[a-", "[!"] {
            assert!(Patterns::new([open]).is_err(), "{open}");
        }
        check("\\[", "[", true);
        check("[[]", "[", true);
    }
}
