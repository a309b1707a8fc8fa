//! The configurations: that of a tree, about its checks (`.hexloupe.toml`), and that of the user,
//! about everything else (`config.toml`); the declarations of a tree about its files (`.gitattributes`,
//! `.editorconfig`); and the file of named regions in some data.
//!
//! A configuration of a tree is read from the checked tree, whose author may be nobody's friend. So
//! it can make a check stricter or quieter, and nothing else: it names no program, and no file
//! except by patterns that are compared with paths. The user's configuration has the same table
//! `check`, and every setting ([`settings::ROWS`]). Invariant: a mistake in one is a line with its
//! place, and an unknown name is reported with the nearest right one.

mod allowed;
mod choices;
mod declarations;
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
pub use choices::{MouseSetting, TerminalCondition};
pub use declarations::Declarations;
pub use file::{Allowance, CheckConfig};
pub use kind::FindingSelector;
pub use mistake::ConfigMistake;
pub use nearest::{NAME, NearestConfig, NextConfig, in_folder, load, mistakes_near};
pub use own::{
    OWN_NAME, UserConfig, default_file, load_own, of_environment, themes_beside, variable,
};
pub use patterns::Patterns;
pub use settings::Settings;
