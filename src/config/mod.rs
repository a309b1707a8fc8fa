//! What is configured: by a tree, how it is to be checked (`.hexloupe.toml`), and by the user, all
//! else (`config.toml`); and the file of the regions that somebody has named in some data.
//!
//! A configuration of a tree is read from the tree that is checked, whose author may be nobody's
//! friend. So it can make a check stricter or quieter, and nothing else: it names no program, and
//! no file but by patterns that are compared with paths. That of the user has the same table
//! `check`, and every setting ([`settings::ROWS`]). Invariant: what is wrong in one is a line with
//! its place, and a name that nothing has is told with the nearest right one.

mod allowed;
mod choices;
mod file;
mod keys;
mod kind;
mod mistake;
mod nearest;
mod own;
mod patterns;
pub mod regions;
pub mod settings;
mod themes;

pub use allowed::Allowed;
pub use choices::{Mouse, When};
pub use file::{Allowance, Config};
pub use kind::Kind;
pub use mistake::Mistake;
pub use nearest::{NAME, Nearest, load, nearest};
pub use own::{OWN_NAME, Own, default_file, load_own, of_environment, themes_beside, variable};
pub use patterns::Patterns;
pub use settings::Settings;
