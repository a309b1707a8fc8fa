//! The configuration of the user on the command line: where it is, what beats it, and what a
//! mistake in it does.
//!
//! The user's own home is never read: every run has one of its own.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A home with a configuration, and a folder to work in.
struct Home(TempDir);

impl Home {
    fn with(config: &str) -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        fs::create_dir_all(home.config().parent().unwrap()).unwrap();
        fs::create_dir(home.0.path().join("work")).unwrap();
        fs::write(home.config(), config).unwrap();
        home.write("ten", b"0123456789");
        home
    }

    fn config(&self) -> PathBuf {
        let folder = self.0.path().join("config").join("hexloupe");
        folder.join("config.toml")
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.0.path().join("work").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn run(&self, line: &str, environment: &[(&str, &str)]) -> Output {
        Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(self.0.path().join("work"))
            .args(line.split_whitespace())
            .env_clear()
            .env("TERM", "xterm")
            .env("LC_ALL", "C.UTF-8")
            .env("HOME", self.0.path())
            .env("XDG_CONFIG_HOME", self.0.path().join("config"))
            .env("APPDATA", self.0.path().join("config"))
            .envs(environment.iter().copied())
            .output()
            .unwrap()
    }

    /// What a run prints, and what it says; the exit code is checked.
    #[track_caller]
    fn said(&self, line: &str, environment: &[(&str, &str)], code: i32) -> (String, String) {
        let done = self.run(line, environment);
        let text = |bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            text.replace(self.config().to_str().unwrap(), "CONFIG")
        };
        let (out, error) = (text(&done.stdout), text(&done.stderr));
        assert_eq!(done.status.code(), Some(code), "{line}: {error}");
        (out, error)
    }

    /// How many bytes a row of a dump has.
    #[track_caller]
    fn width(&self, line: &str, environment: &[(&str, &str)]) -> usize {
        let (out, error) = self.said(line, environment, 0);
        assert_eq!(error, "", "{line}");
        let first = out.lines().next().unwrap();
        let bytes = first.split_whitespace().skip(1);
        bytes.take_while(|word| word.len() == 2).count()
    }
}

#[test]
fn the_command_line_beats_the_environment_which_beats_the_file_which_beats_the_default() {
    let home = Home::with("width = 4\n");
    let three = ("HEXLOUPE_WIDTH", "3");
    assert_eq!(home.width("dump ten -w 2", &[three]), 2);
    assert_eq!(home.width("-w 2 dump ten", &[three]), 2);
    assert_eq!(home.width("dump ten", &[three]), 3);
    assert_eq!(home.width("dump ten", &[]), 4);
    assert_eq!(home.width("dump ten --no-config", &[]), 8);
    assert_eq!(home.width("dump ten --no-config", &[three]), 3);
    home.write("other.toml", b"width = 5\n");
    assert_eq!(home.width("dump ten --config other.toml", &[]), 5);
    let other = ("HEXLOUPE_CONFIG", "other.toml");
    assert_eq!(home.width("dump ten", &[other]), 5);
    assert_eq!(home.width("dump ten", &[("HEXLOUPE_CONFIG", "")]), 8);
    let own = home.config();
    let named = format!("dump ten --config {}", own.display());
    assert_eq!(home.width(&named, &[other]), 4);
}

#[test]
fn what_holds_is_told_with_its_source() {
    let home = Home::with("width = 4\ntheme = \"dark\"\n");
    let (out, _) = home.said("config --ascii", &[("HEXLOUPE_THEME", "light")], 0);
    let line = |id: &str| out.lines().find(|line| line.starts_with(id)).unwrap();
    let ends = |id: &str, value: &str, source: &str| {
        let line = line(id);
        assert!(line.starts_with(&format!("{id} = {value} ")), "{line}");
        assert!(line.ends_with(source), "{line}");
    };
    ends("ascii", "\"always\"", "# the command line");
    ends("theme", "\"light\"", "# the environment");
    ends("width", "4", "# CONFIG");
    assert!(line("# step").ends_with("# not set"));
}

#[test]
fn the_path_is_told_also_of_what_does_not_exist() {
    let home = Home::with("");
    fs::remove_file(home.config()).unwrap();
    assert_eq!(home.said("config --path", &[], 0).0, "CONFIG\n");
    assert_eq!(home.said("config --path --config a", &[], 2).0, "");
    let (out, _) = home.said("config --path", &[("HEXLOUPE_CONFIG", "b")], 0);
    assert_eq!(out, "b\n");
    let (_, error) = home.said("config --path --no-config", &[], 2);
    assert!(
        error.starts_with("hexloupe: no configuration is read"),
        "{error}"
    );
    assert_eq!(
        home.said("config --check", &[], 0),
        (String::new(), String::new())
    );
}

#[test]
fn a_mistake_is_ignored_in_one_line_and_the_file_is_opened() {
    let home = Home::with("thme = \"dark\"\nwidth = 4\nlayout = \"strp\"\n");
    let (out, error) = home.said("dump ten", &[], 0);
    assert_eq!(out.lines().count(), 3);
    assert_eq!(
        error,
        "hexloupe: ignored: CONFIG: line 1, column 1: no key thme here; did you mean theme?; 1 \
         more, hexloupe config --check lists them\n"
    );
    let (_, error) = home.said("config --check", &[("HEXLOUPE_WIDTH", "many")], 2);
    assert_eq!(
        error,
        "hexloupe: CONFIG: line 1, column 1: no key thme here; did you mean theme?\n\
         hexloupe: CONFIG: line 3, column 10: no layout strp; did you mean strip?\n\
         hexloupe: HEXLOUPE_WIDTH: expected a number from 1 to 4096\n"
    );
    for (broken, said) in [
        (&b"theme = \"dark\n"[..], "line 1, column"),
        (b"\xFF\xFE", "is not UTF-8"),
        (b"theme = \"drak\"", "no theme drak"),
        (&vec![b' '; 70_000], "is too long"),
    ] {
        fs::write(home.config(), broken).unwrap();
        let (out, error) = home.said("dump ten", &[], 0);
        assert!(!out.is_empty() && error.contains(said), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        home.said("config --check", &[], 2);
        home.said("dump ten --no-config", &[], 0);
    }
    // That of the folder is read as well, and every mistake in it is told.
    fs::write(home.config(), "").unwrap();
    home.write(".hexloupe.toml", b"[check]\ndeny = ['nil']\nmax = -1\n");
    let (_, error) = home.said("config --check", &[], 2);
    assert_eq!(
        error,
        "hexloupe: .hexloupe.toml: line 2, column 9: no notice, fault or group with this name; \
         did you mean nul?\n\
         hexloupe: .hexloupe.toml: line 3, column 7: not a number\n"
    );
    home.said("config --check --no-config", &[], 0);
    home.write(".hexloupe.toml", b"[check]\nmax = 3\n");
    home.said("config --check", &[], 0);
    let (_, error) = home.said("dump ten --config none", &[], 2);
    assert_eq!(error, "hexloupe: none: no such file\n");
    let (_, error) = home.said("dump ten --no-config --theme drak", &[], 2);
    assert!(error.starts_with("hexloupe: no theme drak"), "{error}");
}

#[test]
fn the_themes_are_listed_with_the_users_own_first() {
    let home = Home::with("[themes.mine]\nbase = \"dark\"\n");
    let (out, _) = home.said("config --themes", &[], 0);
    let names: Vec<&str> = out
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names[..3], ["mine", "terminal", "dark"], "{out}");
    for name in names {
        home.said(&format!("dump ten --theme {name}"), &[], 0);
    }
}

#[test]
fn the_encoding_of_the_file_is_that_of_what_is_shown_and_not_of_what_is_found_out() {
    let home = Home::with("encoding = \"koi8-r\"\n");
    home.write("text", b"\xF0\xD2\xC9");
    let (out, _) = home.said("dump --format lines text", &[], 0);
    assert!(out.contains("CYRILLIC CAPITAL LETTER PE"), "{out}");
    let (out, _) = home.said("dump --format lines text -e iso-8859-1", &[], 0);
    assert!(out.contains("LATIN SMALL LETTER ETH"), "{out}");
    home.said("check text", &[], 1);
    home.said("explain C0", &[], 0);
    home.said("encodings koi8-r", &[], 0);
}

#[test]
fn a_check_goes_by_the_file_of_the_user_where_no_tree_says_its_own() {
    let home = Home::with("[check]\ndeny = [\"nul\"]\n");
    home.write("a", b"a\0");
    home.write("tree/.hexloupe.toml", b"[check]\n");
    home.write("tree/a", b"a\0");
    home.said("check -q a", &[], 1);
    home.said("check -q tree/a", &[], 0);
    home.said("check -q --no-config a", &[], 0);
    home.said("check -q --config tree/.hexloupe.toml a", &[], 0);
    let own = home.config();
    home.said(
        &format!("check -q --config {} tree/a", own.display()),
        &[],
        1,
    );
    // A check by fewer rules than were meant is trouble, though the files are checked.
    fs::write(&own, "[check]\ndeny = [\"nil\"]\n").unwrap();
    let (out, error) = home.said("check a", &[], 2);
    assert!(
        error.contains("did you mean nul?") && error.contains("1 file"),
        "{out}{error}"
    );
    // What is no rule is ignored.
    fs::write(&own, "thme = 1\n").unwrap();
    home.said("check -q a", &[], 0);
}

#[test]
fn the_default_file_changes_nothing_and_every_line_of_it_is_a_comment() {
    let home = Home::with("");
    let (text, error) = home.said("config --print-default", &[], 0);
    assert_eq!(error, "");
    assert!(
        text.lines()
            .all(|line| line.is_empty() || line.starts_with('#'))
    );
    fs::write(home.config(), &text).unwrap();
    home.said("config --check", &[], 0);
    let (out, _) = home.said("config", &[], 0);
    assert!(out.lines().all(|line| line.ends_with("# not set")), "{out}");
}
