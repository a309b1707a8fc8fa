//! The named sets of keys, over the one table of commands.
//!
//! A set is a list of differences from the table: a row gives a command other keys, and removes
//! them from their owner in the table. All other keys stay. Invariant: no two rows of a set want
//! the same key, and `?`, `:` and `D` mean the same in every set, because messages name them.

/// A set of keys.
pub struct KeySet {
    /// Its name.
    pub id: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The commands with keys of their own here.
    pub rows: &'static [(&'static str, &'static [&'static str])],
}

/// All sets; the first is the table itself, and the default.
pub static SETS: [KeySet; 4] = [
    KeySet {
        id: "vim",
        about: "as vim, and the default",
        rows: &[],
    },
    KeySet {
        id: "less",
        about: "as less: f, b, d, u, g, G, t to the next fault",
        rows: LESS,
    },
    KeySet {
        id: "emacs",
        about: "as emacs: Ctrl and Esc, Ctrl-X for files",
        rows: EMACS,
    },
    KeySet {
        id: "plain",
        about: "as editors with menus: arrows, Ctrl-F, Ctrl-S, Ctrl-Z, F3",
        rows: PLAIN,
    },
];

/// The set with a name.
pub fn by_id(id: &str) -> Option<&'static KeySet> {
    SETS.iter().find(|set| set.id == id)
}

/// Keys of nano, which has no set: those who know it press them to find something, to leave, or to be
/// helped.
const NANO: &[(&str, &str)] = &[
    ("Ctrl-W", "find"),
    ("Ctrl-\\", "replace"),
    ("Ctrl-X", "quit"),
    ("Ctrl-G", "help"),
];

/// The names of the commands that keys run in other programs, the most usual first.
pub fn in_other_programs(keys: &str) -> impl Iterator<Item = &'static str> {
    let nano = NANO.iter().find(|(own, _)| *own == keys);
    nano.map(|(_, name)| *name)
        .into_iter()
        .chain(elsewhere(keys))
}

/// The name of the command that keys run in some set. Editors with menus come first: more people know
/// their keys.
pub fn elsewhere(keys: &str) -> Option<&'static str> {
    let mut rows = SETS.iter().rev().flat_map(|set| set.rows);
    rows.find_map(|(name, ways)| ways.contains(&keys).then_some(*name))
}

const LESS: &[(&str, &[&str])] = &[
    ("left", &["Left", "Backspace"]),
    ("down", &["Down", "j", "Enter"]),
    ("explain", &["x"]),
    ("page-down", &["Space", "f", "PgDn", "Ctrl-F", "Ctrl-V"]),
    ("page-up", &["b", "PgUp", "Ctrl-B"]),
    ("half-down", &["d", "Ctrl-D"]),
    ("half-up", &["u", "Ctrl-U"]),
    ("start", &["g", "<", "Ctrl-Home"]),
    ("end", &["G", ">", "Ctrl-End"]),
    ("follow", &["F"]),
    ("percent", &["%", "p"]),
    // As with the next and the previous tag.
    ("next-fault", &["t"]),
    ("previous-fault", &["T"]),
    ("previous-character", &["W"]),
    ("next-cluster", &["}"]),
    ("previous-cluster", &["{"]),
    ("compare", &["V"]),
    ("guess", &["z g"]),
    ("dump-oddities", &["z d"]),
    ("shift-alignment", &["X"]),
    ("fit-width", &["z w"]),
    ("statistics", &["=", "I"]),
    ("uncover", &["z u"]),
    ("undo", &["U"]),
    ("overwrite", &["O"]),
    ("redraw", &["r", "Ctrl-L"]),
    ("open", &["E"]),
    ("next", &["z t"]),
    ("previous", &["z T"]),
    ("tabs", &["z i"]),
    ("beside", &["z v"]),
    ("next-difference", &["z j"]),
    ("previous-difference", &["z k"]),
    ("regions", &["z o"]),
    ("next-region", &["z ]"]),
    ("previous-region", &["z ["]),
    ("help", &["h", "?", "H", "F1"]),
    ("quit", &["q", "Q", "Z Z"]),
];

/// For Alt and a key, Emacs also accepts Esc and then the key; Alt itself is no key here
/// (`terminal::input`). So Esc begins key sequences, and `Ctrl-G` leaves open overlays.
const EMACS: &[(&str, &[&str])] = &[
    ("left", &["Ctrl-B", "Left", "Backspace"]),
    ("right", &["Ctrl-F", "Right"]),
    ("up", &["Ctrl-P", "Up"]),
    ("down", &["Ctrl-N", "Down"]),
    ("next-character", &["Esc f", "w"]),
    ("previous-character", &["Esc b", "b"]),
    ("row-start", &["Ctrl-A", "Home", "0"]),
    ("row-end", &["Ctrl-E", "End", "$"]),
    ("page-down", &["Ctrl-V", "PgDn", "Space"]),
    ("page-up", &["Esc v", "PgUp"]),
    ("half-up", &[]),
    ("half-down", &[]),
    ("scroll-down", &["Esc n"]),
    ("scroll-up", &["Esc p"]),
    ("start", &["Esc <", "Ctrl-Home", "g g"]),
    ("end", &["Esc >", "Ctrl-End", "G"]),
    ("go-to", &["Esc x", "Esc g", ":"]),
    ("find", &["Ctrl-S", "/"]),
    ("previous-match", &["Ctrl-R", "N"]),
    ("back", &["Esc ,", "Ctrl-O"]),
    ("forward", &["Esc ."]),
    ("select", &["Ctrl-Space", "v"]),
    ("copy", &["Esc w", "y a"]),
    ("delete", &["Ctrl-D", "Delete"]),
    // Ctrl-/ arrives as Ctrl-_.
    ("undo", &["Ctrl-_", "Ctrl-X u", "u"]),
    ("redo", &["Ctrl-X r"]),
    ("write", &["Ctrl-X Ctrl-S"]),
    ("save-as", &["Ctrl-X Ctrl-W"]),
    ("open", &["Ctrl-X Ctrl-F"]),
    ("next", &["Ctrl-X Right", "g t"]),
    ("previous", &["Ctrl-X Left", "g T"]),
    ("tabs", &["Ctrl-X b", "g l"]),
    ("close", &["Ctrl-X k"]),
    ("beside", &["Ctrl-X 3", "g b"]),
    ("next-difference", &["Esc }", "g c"]),
    ("previous-difference", &["Esc {", "g C"]),
    ("suspend", &["Ctrl-Z", "Ctrl-X Ctrl-Z"]),
    ("quit", &["q", "Ctrl-X Ctrl-C"]),
    ("escape", &["Ctrl-G", "Esc Esc"]),
];

const PLAIN: &[(&str, &[&str])] = &[
    ("page-down", &["PgDn", "Space"]),
    ("page-up", &["PgUp"]),
    ("row-start", &["Home", "0"]),
    ("row-end", &["End", "$"]),
    ("start", &["Ctrl-Home", "g g"]),
    ("end", &["Ctrl-End", "G"]),
    ("scroll-down", &[]),
    ("scroll-up", &[]),
    ("go-to", &["Ctrl-G", "Ctrl-P", ":"]),
    ("find", &["Ctrl-F", "/"]),
    ("next-match", &["F3", "n"]),
    ("next-fault", &["f", "F8"]),
    ("back", &["Ctrl-B"]),
    ("open", &["Ctrl-O"]),
    ("write", &["Ctrl-S"]),
    ("save-as", &["F12"]),
    ("undo", &["Ctrl-Z", "u"]),
    ("redo", &["Ctrl-Y", "Ctrl-R"]),
    ("suspend", &[]),
    ("copy", &["Ctrl-C", "y a"]),
    ("interrupt", &[]),
    ("reload", &["F5", "R"]),
    ("help", &["F1", "?"]),
    ("quit", &["Ctrl-Q", "q"]),
    ("close", &["Ctrl-W"]),
    ("beside", &["F6", "g b"]),
    ("next-difference", &["F7", "g c"]),
    ("regions", &["F4", "g r"]),
];
