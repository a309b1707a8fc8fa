//! Everything `dump --format` can make: what is printed for people and programs, and
//! what bytes are written down in.
//!
//! Invariant: both tables are asked by name alone, the printers first.

use super::{FORMATS, Printer, format};
use crate::hexdump::{self, table};

/// A way to put data out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Printed.
    Printed(&'static Printer),
    /// Written down, so that it can be read back.
    Written(&'static hexdump::Format),
}

impl Output {
    /// The default.
    pub const DEFAULT: Self = Self::Printed(&FORMATS[0]);

    /// The one of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        let written = || table::by_name(name).filter(|format| format.writer.is_some());
        let printed = format(name).map(Self::Printed);
        printed.or_else(|| written().map(Self::Written))
    }

    /// Its name.
    pub fn id(self) -> &'static str {
        match self {
            Self::Printed(format) => format.id,
            Self::Written(format) => format.id,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_and_what_is_written_down_is_found_by_name() {
        for printed in FORMATS {
            assert_eq!(Output::by_name(printed.id), Some(Output::Printed(printed)));
        }
        let written = table::FORMATS
            .iter()
            .filter(|format| format.writer.is_some());
        for written in written.filter(|written| format(written.id).is_none()) {
            let found = Output::by_name(written.id).unwrap();
            assert_eq!((found, found.id()), (Output::Written(written), written.id));
        }
        let read_only = table::FORMATS
            .iter()
            .filter(|format| format.writer.is_none());
        for read_only in read_only {
            assert_eq!(Output::by_name(read_only.id), None);
        }
    }
}
