//! The file that stores the lines typed at the prompts between sessions.
//!
//! It is in the user's state folder; only the user may read it. A line of it is a typed line after
//! the sign of its prompt. Invariant: trouble with the file disturbs nobody: then nothing is read,
//! or nothing is stored.

use std::io;

use super::state_file::StateFile;
use crate::model::history::{Histories, PromptHistory};

/// The name of the file in the folder of state.
const NAME: &str = "history";
/// The sign before a place or a command.
const COMMAND: char = ':';
/// The sign before a pattern.
const PATTERN: char = '/';

/// The file of a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HistoryFile(StateFile);

impl HistoryFile {
    /// The file of the user: `$XDG_STATE_HOME`, else `~/.local/state`, names the folder. `None` if
    /// the user has no home.
    pub(crate) fn of_user() -> Option<Self> {
        StateFile::of_user(NAME).map(Self)
    }

    #[cfg(test)]
    fn within(folder: &std::path::Path) -> Self {
        Self(StateFile::within(folder, NAME))
    }

    /// Reads it; empty if it cannot be read.
    pub(crate) fn load(&self) -> Histories {
        let bytes = self.0.read().unwrap_or_default();
        let lines = |sign: char| {
            let lines = bytes.split(|byte| *byte == b'\n');
            let lines = lines.filter_map(|line| str::from_utf8(line).ok()?.strip_prefix(sign));
            PromptHistory::from_lines(lines.map(str::to_owned))
        };
        Histories {
            commands: lines(COMMAND),
            patterns: lines(PATTERN),
        }
    }

    /// Adds the lines typed since the program began to the current content of the file.
    pub(crate) fn store(&self, typed: &Histories) {
        // Without it the inspector works as well.
        let _: io::Result<()> = self.add(typed);
    }

    fn add(&self, typed: &Histories) -> io::Result<()> {
        if typed.commands.fresh().is_empty() && typed.patterns.fresh().is_empty() {
            return Ok(());
        }
        self.0.read()?;
        let Histories {
            mut commands,
            mut patterns,
        } = self.load();
        for (history, typed) in [
            (&mut commands, &typed.commands),
            (&mut patterns, &typed.patterns),
        ] {
            for line in typed.fresh() {
                history.push(line);
            }
        }
        let mut text = String::new();
        for (history, sign) in [(&commands, COMMAND), (&patterns, PATTERN)] {
            for line in history.lines() {
                text.push(sign);
                text.push_str(line);
                text.push('\n');
            }
        }
        self.0.write(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn typed(commands: &[&str], patterns: &[&str]) -> Histories {
        let mut histories = Histories::default();
        for line in commands {
            histories.commands.push(line);
        }
        for line in patterns {
            histories.patterns.push(line);
        }
        histories
    }

    #[test]
    fn a_stored_file_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = HistoryFile::within(&folder.path().join("state"));
        assert_eq!(file.load(), Histories::default());
        file.store(&typed(&["line 3", "quit"], &["Привет", ":x"]));
        let text = fs::read_to_string(&file.0.0).unwrap();
        assert_eq!(text, ":line 3\n:quit\n/Привет\n/:x\n");
        let found = file.load();
        assert_eq!(found.commands.lines(), ["line 3", "quit"]);
        assert_eq!(found.patterns.lines(), ["Привет", ":x"]);
        // No temporary file stays behind.
        assert_eq!(fs::read_dir(file.0.0.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn sessions_at_the_same_time_add_to_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = HistoryFile::within(folder.path());
        file.store(&typed(&["1", "2"], &[]));
        let (mut one, mut two) = (file.load(), file.load());
        one.commands.push("3");
        two.commands.push("1");
        file.store(&one);
        file.store(&two);
        assert_eq!(file.load().commands.lines(), ["2", "3", "1"]);
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_may_read_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let file = HistoryFile::within(&folder.path().join("state"));
        file.store(&typed(&["quit"], &[]));
        let mode =
            |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&file.0.0), 0o600);
        assert_eq!(mode(file.0.0.parent().unwrap()), 0o700);
    }

    #[test]
    fn a_broken_file_disturbs_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let file = HistoryFile::within(folder.path());
        fs::create_dir_all(file.0.0.parent().unwrap()).unwrap();
        fs::write(
            &file.0.0,
            b"\xFF\xFE\n:ok\nno sign\n:a\x1b[31m\n/\n\0\n:last",
        )
        .unwrap();
        let found = file.load();
        assert_eq!(found.commands.lines(), ["ok", "last"]);
        assert!(found.patterns.lines().is_empty());
        file.store(&typed(&["new"], &[]));
        assert_eq!(file.load().commands.lines(), ["ok", "last", "new"]);
    }

    #[test]
    fn a_foreign_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let long = HistoryFile::within(&folder.path().join("long"));
        fs::create_dir_all(long.0.0.parent().unwrap()).unwrap();
        fs::write(&long.0.0, vec![b'a'; (1 << 20) + 1]).unwrap();
        long.store(&typed(&["quit"], &[]));
        assert_eq!(fs::metadata(&long.0.0).unwrap().len(), (1 << 20) + 1);
        let directory = HistoryFile::within(&folder.path().join("directory"));
        fs::create_dir_all(&directory.0.0).unwrap();
        directory.store(&typed(&["quit"], &[]));
        assert!(directory.0.0.is_dir());
        let under_a_file = HistoryFile(StateFile(long.0.0.join("history")));
        under_a_file.store(&typed(&["quit"], &[]));
        assert_eq!(under_a_file.load(), Histories::default());
    }
}
