//! Patches: bytes with their addresses, to be written over those of a file.
//!
//! A patch is a dump of xxd after a line that names it, because a few short rows far apart could be
//! many things. Invariant: a text that begins with that line is read as rows of bytes at hex
//! addresses, whatever else its rows resemble.

use super::trial::first_row;

/// The beginning of the first line. `xxd -r` reads the 0 as an address, writes nothing there and
/// ignores the rest of the line.
pub(super) const HEAD: &str = "# 0: hexloupe patch";

/// The first line of a patch, with its end.
pub const FIRST_LINE: &str = "# 0: hexloupe patch; \
    hexloupe undump PATCH --onto FILE applies it to FILE, and so does xxd -r PATCH FILE\n";

/// Reports whether a text begins as a patch does.
pub(super) fn is_patch(text: &[u8]) -> bool {
    first_row(text).starts_with(HEAD.as_bytes())
}
