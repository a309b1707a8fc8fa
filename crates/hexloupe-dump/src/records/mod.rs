//! Records for loaders and programmers: Intel HEX, S-records, TI-TXT.

pub(super) mod intel_hex;
mod record;
pub(super) mod srec;
pub(super) mod ti_txt;
