//! Data that is a hex dump, or was one.

/// Whether the data is a hex dump, or was imported from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DumpState {
    /// It does not look like one.
    #[default]
    None,
    /// It looks like one: the name of the form, and how sure that is in percent.
    Offered(&'static str, u8),
    /// The data is the bytes of a dump in this form.
    Imported(&'static str),
}

/// Something strange about a dump that was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Oddity {
    /// The offset of the byte that it is about.
    pub offset: Option<u64>,
    /// What is strange.
    pub text: String,
}
