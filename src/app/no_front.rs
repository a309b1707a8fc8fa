//! Stands in for the inspector in a build without the feature `terminal`.
//!
//! Invariant: data is printed instead of shown, and requests that need the inspector are refused in
//! a line.

use std::process::ExitCode;

use anyhow::bail;

use super::visits::Visits;
use crate::cli::diff::Diff;
use crate::cli::{InputOptions, Start};
use crate::session::{Guide, Opened, Resumption};

/// The message if the inspector is requested.
const NONE: &str = "this build has no inspector; hexloupe dump prints";

/// Reports that there is no front.
pub(super) fn has_front(_: &InputOptions) -> bool {
    false
}

/// Refuses.
///
/// # Errors
/// Always.
pub(super) fn side_by_side(_: InputOptions, _: Diff) -> anyhow::Result<ExitCode> {
    bail!("this build has no inspector; without --view, diff prints the differences")
}

/// Refuses.
///
/// # Errors
/// Always.
pub(super) fn inspect(_: &InputOptions, _: &Start) -> anyhow::Result<ExitCode> {
    bail!(NONE)
}

/// Refuses.
///
/// # Errors
/// Always.
pub(super) fn open(
    _: &InputOptions,
    _: &Start,
    _: &Opened,
    _: Guide,
    _: (Option<Visits>, Resumption),
) -> anyhow::Result<ExitCode> {
    bail!(NONE)
}
