//! The files that paths of the command line name.
//!
//! Invariant: all commands find the same files in a folder.

use std::path::PathBuf;

use crate::cli::InputOptions;
use crate::job::tree::{Tree, TreeScope};

/// The files of paths, with those of folders that the options add.
pub(super) fn tree(paths: Vec<PathBuf>, input: &InputOptions) -> Tree {
    Tree::new(paths).with_scope(scope(input))
}

/// The scope that the options ask for.
pub(super) fn scope(input: &InputOptions) -> TreeScope {
    TreeScope {
        hidden: input.folders.hidden,
        ignored: input.folders.no_ignore,
        names_left_out: false,
    }
}
