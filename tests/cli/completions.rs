//! Words are completed in the real shells, as far as they are there.
//!
//! Invariant: a shell reads no configuration, and what it answers is what its own completion is.

use std::path::Path;
use std::process::Command;

/// A line, and what its last word becomes.
const LINES: &[(&str, &[&str])] = &[
    ("hexloupe --theme okabe-ito-d", &["okabe-ito-dark"]),
    ("hexloupe -e koi8-ru", &["koi8-ru"]),
    ("hexloupe --at 0x10 undu", &["undump"]),
    (
        "hexloupe check --deny=invisible,moj",
        &[
            "--deny=invisible,mojibake",
            "--deny=invisible,mojibake-suspect",
        ],
    ),
    ("hexloupe check --deny invisible,nu", &["invisible,nul"]),
    ("hexloupe learn byte-", &["byte-orders"]),
    ("hexloupe dump a", &["a b.txt"]),
    ("hexloupe check --config=a", &["--config=a b.txt"]),
];

/// bash gives a function the words as it cuts them, at `=` too, and the reply replaces the last.
const BASH: &str = r#"
source ./script
IFS=$'\x1f' read -r -a COMP_WORDS <<< "$WORDS"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
typed=${COMP_WORDS[COMP_CWORD]}
_hexloupe hexloupe "$typed" "${COMP_WORDS[COMP_CWORD-1]}"
# An empty reply has bash itself list the files.
if [ ${#COMPREPLY[@]} = 0 ]; then mapfile -t COMPREPLY < <(compgen -f -- "$typed"); fi
printf '%s\n' "${COMPREPLY[@]/#/$HEAD}"
"#;

/// zsh completes at a prompt alone, so one is run in a terminal of its own.
const ZSH: &str = r#"
zmodload zsh/zpty || exit 3
zpty shell zsh -f -i
zpty -w shell 'PS1= PS2= RPS1=; unsetopt zle; setopt zle; fpath=(. $fpath)'
zpty -w shell 'autoload -Uz compinit; compinit -u -D; source ./script; stty -echo'
zpty -w shell 'found() { local -a all; compadd() { local -a one; builtin compadd -O one "$@"; all+=("${IPREFIX}${^one[@]}"); builtin compadd "$@" }; _main_complete; print -rl -- BEGIN "${all[@]}" END > ./found; compstate[insert]=; compstate[list]= }'
zpty -w shell 'zle -C ask complete-word found; bindkey "^X" ask; print -r READY'
zpty -r shell line '*READY*READY*'
zpty -w -n shell "$LINE"$'\x18'
while [[ ! -s ./found || $(tail -n 1 ./found) != END ]]; do zpty -r -t shell line; done
zpty -d shell
sed '1d;$d' ./found
"#;

/// Whether a shell is there; a sentence says so if not.
fn is_there(shell: &str) -> bool {
    let output = Command::new(shell).arg("--version").output();
    let is_there = output.is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped: there is no {shell}");
    }
    is_there
}

/// What a shell prints, in a folder with a file and the program on its path.
fn said(shell: &str, words: &[&str], variables: &[(&str, &str)], at: &Path) -> Vec<String> {
    let own = Path::new(env!("CARGO_BIN_EXE_hexloupe"))
        .parent()
        .expect("a folder");
    let usual = std::env::var("PATH").unwrap_or_default();
    let output = Command::new(shell)
        .args(words)
        .current_dir(at)
        .env_clear()
        .env("PATH", format!("{}:{usual}", own.display()))
        .env("HOME", at)
        .env("TERM", "dumb")
        .env("LC_ALL", "C.UTF-8")
        .envs(variables.iter().copied())
        .output()
        .expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines: Vec<String> = { text.lines() }
        .map(|line| line.split('\t').next().unwrap_or(line))
        // zsh also tells the word as it is written.
        .map(|word| word.replace("\\ ", " "))
        .collect();
    lines.sort();
    lines.dedup();
    lines
}

/// A folder with the script of a shell, and a file whose name has a blank.
fn folder(shell: &str) -> tempfile::TempDir {
    let at = tempfile::tempdir().expect("a folder");
    std::fs::write(at.path().join("a b.txt"), "x").expect("a file");
    let script = Command::new(env!("CARGO_BIN_EXE_hexloupe"))
        .args(["completions", shell])
        .output();
    std::fs::write(at.path().join("script"), script.expect("a script").stdout).expect("a file");
    at
}

#[test]
fn fish_completes_words() {
    if !is_there("fish") {
        return;
    }
    let at = folder("fish");
    for (line, expected) in LINES {
        let asked = format!("source ./script; complete -C '{line}'");
        let words = said("fish", &["-N", "-c", &asked], &[], at.path());
        assert_eq!(words, *expected, "{line}");
    }
}

#[test]
fn bash_completes_words() {
    if !is_there("bash") {
        return;
    }
    let at = folder("bash");
    for (line, expected) in LINES {
        let cut = line.replace('=', " = ").replace(' ', "\u{1F}");
        let last = line.rsplit(' ').next().unwrap_or(line);
        let head = last
            .rsplit_once('=')
            .map_or(String::new(), |(head, _)| format!("{head}="));
        let variables = [("WORDS", cut.as_str()), ("HEAD", &head)];
        let words = said("bash", &["--norc", "-c", BASH], &variables, at.path());
        assert_eq!(words, *expected, "{line}");
    }
}

#[test]
fn zsh_completes_words() {
    if !is_there("zsh") {
        return;
    }
    for (line, expected) in LINES {
        let at = folder("zsh");
        let words = said("zsh", &["-f", "-c", ZSH], &[("LINE", line)], at.path());
        assert_eq!(words, *expected, "{line}");
    }
}
