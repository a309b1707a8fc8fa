//! Data that is a hex dump, or was one.

/// The relation of the data to a hex dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DumpState {
    /// No hex dump.
    #[default]
    None,
    /// Probably a hex dump: the name of the form, and the confidence in percent.
    Offered(&'static str, u8),
    /// Like a hex dump in this form, but a line of it cannot be read: its number.
    Refused(&'static str, u64),
    /// The data is the bytes of a dump in this form.
    Imported(&'static str),
}

/// An oddity of an imported dump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpOddity {
    /// The offset of the byte concerned.
    pub offset: Option<u64>,
    /// A description of the oddity.
    pub text: String,
}
