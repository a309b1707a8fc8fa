//! The rooms and what they may name, as data.
//!
//! A room is a folder or a file at the top of a `src`. Which crate may use which is Cargo's to say;
//! a row here says which rooms of its own crate a room may name. To add a room, add its row; to
//! allow a name, add one word. Invariant: code of a room names nothing that its row does not allow.

/// A room, and the rooms and modules of rooms of its crate that it may name.
pub(crate) type Room = (&'static str, &'static [&'static str]);

/// In a row: the room may name every other.
pub(crate) const EVERY_ROOM: &str = "*";

/// The rooms, the lowest first. Those of the crates below stand under their names in the program.
#[rustfmt::skip]
pub(crate) const ROOMS: &[Room] = &[
    // hexloupe-text
    ("window", &[]),
    ("vector", &[]),
    ("codec", &["window", "vector"]),
    ("unicode", &[]),
    // hexloupe-explain
    ("language", &[]),
    ("texts", &["language"]),
    ("explain", &["language", "texts"]),
    // hexloupe-insight
    ("scan", &[]),
    ("detect", &[]),
    // hexloupe
    ("platform", &[]),
    ("source", &["window", "platform", "hexdump"]),
    ("job", &["window", "platform", "source", "codec", "unicode", "scan", "detect", "hexdump"]),
    ("model", &["language", "texts", "window", "codec", "unicode", "explain", "scan::facts", "scan::pattern", "detect::verdict", "lesson", "hexdump"]),
    ("command", &["language", "texts", "window", "codec", "unicode", "explain", "lesson", "scan::facts", "scan::pattern", "detect::verdict", "hexdump", "model"]),
    ("session", &["language", "window", "codec", "unicode", "lesson", "hexdump", "source", "scan", "detect", "job", "model", "command", "report::undump"]),
    // Of `codec`, it names only the enums that are in a `Screen`.
    ("ui", &["codec", "unicode", "model", "command"]),
    ("report", &["language", "texts", "window", "codec", "unicode", "explain", "scan::facts", "detect::verdict", "lesson", "hexdump", "job", "model"]),
    ("config", &["language", "codec", "unicode", "source", "detect::declared", "detect::preferred", "detect::requested", "model::palette", "model::regions", "model::state", "command::keymap", "command::table"]),
    ("cli", &["language", "codec::table", "command::keymap", "command::table", "config", "lesson::course", "report", "unicode", "hexdump", "model::amount", "model::palette", "model::state"]),
    ("terminal", &["command", "platform", "unicode"]),
    ("app", &[EVERY_ROOM]),
];

/// What only some rooms may name, as a path: of the standard library or of another crate. No room
/// of a crate below the program is in a list of files, clocks or threads.
pub(crate) const CONFINED: &[(&str, &[&str])] = &[
    // The controlling terminal is a file too.
    (
        "std::fs",
        &["platform", "source", "config", "terminal", "app"],
    ),
    (
        "std::process",
        &["platform", "source", "job", "terminal", "app", "main"],
    ),
    ("std::net", &[]),
    ("std::thread", &["platform", "job", "terminal", "app"]),
    // A session knows no clock.
    (
        "std::time",
        &["platform", "source", "job", "report", "terminal", "app"],
    ),
    ("clap", &["cli"]),
    ("crossterm", &["terminal"]),
    ("ratatui", &["ui", "terminal", "app"]),
    ("rustix", &["platform", "terminal"]),
    ("ignore", &["job", "config"]),
    ("ec4rs", &["config"]),
    ("gix_attributes", &["config"]),
    ("indicatif", &["report"]),
    ("rmcp", &["app"]),
    ("serde_json", &["report", "app"]),
    ("tempfile", &["source", "app"]),
    ("tokio", &["app"]),
];
