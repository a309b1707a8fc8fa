//! Data that is a hex dump, or was one.

/// What the data is as a hex dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DumpState {
    /// None that is plain to see.
    #[default]
    None,
    /// It looks like one: the name of the form, and how sure that is in percent.
    Offered(&'static str, u8),
    /// It was one, in this form, and these are its bytes.
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
