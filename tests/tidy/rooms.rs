//! The rooms of the crate and what they may name, as data.
//!
//! A room is a folder or a file at the top of `src`; its row says which rooms and which
//! other crates it may name. To add a room, add its row; to allow a name, add one word.
//! Invariant: code of a room names nothing that its row does not allow; tests are exempt.

/// A room, and what it may name.
pub(crate) struct Room {
    /// The folder under `src`, or the file without its ending.
    pub(crate) name: &'static str,
    /// Rooms, or modules of rooms, it may name.
    pub(crate) rooms: &'static [&'static str],
    /// Other crates it may name, as code writes them.
    pub(crate) crates: &'static [&'static str],
}

/// In a row: the room may name every other.
pub(crate) const EVERY_ROOM: &str = "*";

const fn room(
    name: &'static str,
    rooms: &'static [&'static str],
    crates: &'static [&'static str],
) -> Room {
    Room {
        name,
        rooms,
        crates,
    }
}

/// The rooms, the lowest first.
#[rustfmt::skip]
pub(crate) const ROOMS: &[Room] = &[
    room("language", &[], &[]),
    room("window", &[], &[]),
    room("platform", &[], &["anstyle_query", "ctor", "ctrlc", "rustix", "signal_hook", "winapi_util"]),
    room("vector", &[], &["pulp"]),
    room("codec", &["window", "vector"], &["memchr", "encoding_rs", "oem_cp", "pulp", "strsim", "thiserror"]),
    room("unicode", &[], &["icu_normalizer", "icu_properties", "unicode_blocks", "unicode_security", "unicode_segmentation", "unicode_width"]),
    room("hexdump", &[], &["data_encoding", "memchr"]),
    room("source", &["window", "platform", "hexdump"], &["tempfile", "thiserror"]),
    room("scan", &["window", "vector", "codec", "unicode"], &["foldhash", "memchr", "regex_automata", "regex_syntax", "strsim"]),
    room("detect", &["window", "codec", "unicode"], &["chardetng", "foldhash", "infer", "thiserror"]),
    room("explain", &["language", "window", "codec", "unicode"], &["web_atoms"]),
    room("lesson", &["language", "window", "codec", "unicode", "explain"], &["fastrand", "serde", "toml"]),
    room("job", &["window", "platform", "source", "codec", "unicode", "scan", "detect", "hexdump"], &["ignore", "imara_diff"]),
    room("model", &["language", "window", "codec", "unicode", "explain", "scan::facts", "scan::pattern", "detect::verdict", "lesson", "hexdump"], &["tui_input"]),
    room("command", &["language", "window", "codec", "unicode", "explain", "lesson", "scan::facts", "scan::pattern", "detect::verdict", "hexdump", "model"], &["strsim", "tui_input"]),
    room("session", &["language", "window", "codec", "unicode", "lesson", "hexdump", "source", "scan", "detect", "job", "model", "command", "report::undump"], &[]),
    // Of `codec`, it names only the enums that are in a `Screen`.
    room("ui", &["codec", "unicode", "model", "command"], &["ratatui"]),
    room("report", &["language", "window", "codec", "unicode", "explain", "scan::facts", "detect::verdict", "lesson", "hexdump", "job", "model"], &["foldhash", "indicatif", "serde_json", "strsim"]),
    room("config", &["language", "codec", "unicode", "source", "detect::preferred", "detect::requested", "model::palette", "model::regions", "model::state", "command::keymap", "command::table"], &["ignore", "serde", "strsim", "toml"]),
    room("cli", &["language", "codec::table", "command::keymap", "command::table", "config", "report", "unicode", "hexdump", "model::amount", "model::palette"], &["clap", "clap_complete", "clap_mangen", "strsim"]),
    room("terminal", &["command", "platform", "unicode"], &["crossterm", "crossterm_winapi", "nix", "ratatui", "rustix", "signal_hook"]),
    room("app", &[EVERY_ROOM], &["anyhow", "etcetera", "ratatui", "serde_json", "tempfile", "terminal_size"]),
    // The roots of the two crates: the binary, which uses the library, and the list of
    // modules of the library.
    room("main", &["cli", "app", "report"], &["anyhow"]),
    room("lib", &[], &[]),
];

/// What only some rooms may name: a path of the standard library, a macro (with its `!`)
/// or a word; and these rooms.
pub(crate) const CONFINED: &[(&str, &[&str])] = &[
    // The controlling terminal is a file too.
    (
        "std::fs",
        &["platform", "source", "config", "terminal", "app"],
    ),
    ("std::process::Command", &["platform", "source", "app"]),
    ("std::thread", &["platform", "job", "terminal", "app"]),
    // A session knows no clock.
    (
        "std::time",
        &["platform", "source", "job", "report", "terminal", "app"],
    ),
    ("KeyCode", &["terminal"]),
    ("print!", &["main", "cli"]),
    ("println!", &["main", "cli"]),
    ("eprint!", &["main", "cli"]),
    ("eprintln!", &["main", "cli"]),
    ("dbg!", &[]),
];
