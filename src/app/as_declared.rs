//! The inspector reads a file in the encoding that its tree declares, as `check` and `replace` do.
//!
//! Invariant: an encoding that is named, or that the bytes show, is not overruled.

use super::file_edit::DeclaredReading;
use crate::config::Declarations;
use crate::session::Opened;
use crate::window::Peek as _;

/// The longest file that is looked at: to see whether it contradicts takes all of it.
const LONGEST: u64 = 64 << 20;

/// Requests the encoding that is declared for a file, if no encoding is named and no byte contradicts it.
pub(super) fn declare(opened: &mut Opened, declarations: &Declarations) {
    let is_open = opened.requested.is_auto() && opened.import.is_none();
    if !is_open || opened.source.len() > LONGEST {
        return;
    }
    let Ok(file) = opened.source.own_file() else {
        return;
    };
    if let Some(declared) = DeclaredReading::of(file, &opened.source, declarations) {
        let (by, name) = (declared.by, declared.encoding.name);
        opened.requested = declared.requested;
        let said = || format!("read as {name}, as {by} says");
        opened.remark.get_or_insert_with(said);
    }
}
