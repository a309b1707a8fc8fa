//! Stands in for the inspector in a build without the feature `terminal`.
//!
//! Invariant: data is printed instead of shown, and requests that need the inspector are refused in
//! a line.

use std::process::ExitCode;

use anyhow::bail;

use super::visits::Visits;
use crate::cli::diff::DiffArguments;
use crate::cli::{InputOptions, InspectorArguments};
use crate::session::{FirstGuide, Opened, Resumption};

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
pub(super) fn side_by_side(_: InputOptions, _: DiffArguments) -> anyhow::Result<ExitCode> {
    bail!("this build has no inspector; without --view, diff prints the differences")
}

/// Refuses.
///
/// # Errors
/// Always.
pub(super) fn inspect(_: &InputOptions, _: &InspectorArguments) -> anyhow::Result<ExitCode> {
    bail!(NONE)
}

/// Refuses.
///
/// # Errors
/// Always.
pub(super) fn open(
    _: &InputOptions,
    _: &InspectorArguments,
    _: &Opened,
    _: FirstGuide,
    _: (Option<Visits>, Resumption),
) -> anyhow::Result<ExitCode> {
    bail!(NONE)
}
