//! Patches: bytes with their addresses, to be written over those of a file.
//!
//! A patch is a dump of xxd after a line that says what it is, because a few short rows far apart
//! could be many things. Invariant: a text with that line in front is read as rows of bytes at hex
//! addresses, whatever else its rows resemble.

use super::trial::first_row;

/// What the first line begins with. `xxd -r` takes the 0 for an address, writes nothing there and
/// passes over the rest of the line.
pub(super) const HEAD: &str = "# 0: hexloupe patch";

/// The first line of a patch, with its end.
pub const FIRST_LINE: &str = "# 0: hexloupe patch; \
    hexloupe undump PATCH --onto FILE writes it over FILE, so does xxd -r PATCH FILE\n";

/// Whether a text begins as a patch does.
pub(super) fn is_patch(text: &[u8]) -> bool {
    first_row(text).starts_with(HEAD.as_bytes())
}
