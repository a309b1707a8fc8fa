//! The formats of `dump --format`: prints for people and programs, hex dumps that can be read back,
//! and the inspector's page.
//!
//! Invariant: names are looked up in both tables, printers first.

use super::{FORMATS, Printer, format};
use crate::hexdump::{self, table};

/// A format of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// Printed by a printer.
    Printed(&'static Printer),
    /// Written as a hex dump that can be read back.
    Written(&'static hexdump::DumpFormat),
    /// Put into the inspector's page.
    Page,
}

/// The name of the page, and its description.
pub(crate) const PAGE: (&str, &str) =
    ("page", "the inspector in an HTML file, with the data in it");

impl OutputFormat {
    /// The default.
    pub const DEFAULT: Self = Self::Printed(&FORMATS[0]);

    /// The output with this name; none if there is no such printer or writable format.
    pub fn by_name(name: &str) -> Option<Self> {
        let written = || table::by_name(name).filter(|format| format.writer.is_some());
        let page = (name == PAGE.0).then_some(Self::Page);
        let printed = page.or_else(|| format(name).map(Self::Printed));
        printed.or_else(|| written().map(Self::Written))
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Printed(format) => format.id,
            Self::Written(format) => format.id,
            Self::Page => PAGE.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printers_and_writers_are_found_by_name() {
        for printed in FORMATS {
            assert_eq!(
                OutputFormat::by_name(printed.id),
                Some(OutputFormat::Printed(printed))
            );
        }
        let written = table::FORMATS
            .iter()
            .filter(|format| format.writer.is_some());
        for written in written.filter(|written| format(written.id).is_none()) {
            let found = OutputFormat::by_name(written.id).unwrap();
            assert_eq!(
                (found, found.id()),
                (OutputFormat::Written(written), written.id)
            );
        }
        let read_only = table::FORMATS
            .iter()
            .filter(|format| format.writer.is_none());
        for read_only in read_only {
            assert_eq!(OutputFormat::by_name(read_only.id), None);
        }
    }
}
