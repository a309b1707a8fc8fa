//! A scratch buffer: a copy in memory, of a text or a file, in which bytes are inserted and deleted
//! too.
//!
//! Invariant: the file is read once, and never written.

use std::sync::Arc;

use anyhow::{anyhow, bail};

use super::label;
use crate::cli::InputOptions;
use crate::codec::CodecState;
use crate::detect::requested::EncodingOptionName;
use crate::session::Opened;
use crate::source::{MOST_SCRATCH, Source, WaitingSource};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek as _;

/// A buffer with a text, in the requested encoding, else UTF-8.
///
/// # Errors
/// The encoding is unknown, or has no bytes for the text.
pub(super) fn of_text(input: &InputOptions, text: &str) -> anyhow::Result<Opened> {
    let requested = label::requested(&input.encoding)?;
    let encoding = requested.verdict(&b""[..].to_vec()).encoding;
    if encoding.is_stateful() && !text.is_empty() {
        bail!(
            "in {}, bytes depend on earlier bytes; open scratch without text and type bytes",
            encoding.name
        );
    }
    let mut bytes = Vec::new();
    for c in text.chars() {
        let encoded = encoding.encode(&mut CodecState::default(), c, &mut bytes);
        encoded.map_err(|_| {
            let drawn = glyph::safe(c.encode_utf8(&mut [0; 4]), Charset::Unicode);
            let number = u32::from(c);
            anyhow!(
                "{} has no bytes for U+{number:04X} {drawn}; try another -e",
                encoding.name
            )
        })?;
    }
    Ok(Opened {
        requested,
        phase: input.phase,
        remark: requested.remark(&input.encoding, EncodingOptionName::Encoding),
        ..Opened::from_source(Source::scratch("scratch", bytes)?)
    })
}

/// A buffer with the bytes of the opened data.
///
/// # Errors
/// They are too many, or some cannot be read.
pub(super) fn scratch_copy(opened: Opened) -> anyhow::Result<Opened> {
    let source = &opened.source;
    let name = source.label().to_string_lossy();
    let shown = glyph::safe(&name, Charset::Unicode);
    let window = WaitingSource(source).window(0, MOST_SCRATCH as usize + 1);
    if window.bytes.len() as u64 > MOST_SCRATCH {
        bail!("{shown}: longer than 16 MiB; leave out --scratch, then you can only overwrite");
    }
    if let Some(trouble) = source.failure() {
        return Err(trouble.into());
    }
    let lost = window.unreadable(0, window.end());
    if lost > 0 {
        bail!("{shown}: {lost} bytes could not be read");
    }
    let source = Source::scratch(&name, window.bytes)?;
    Ok(Opened {
        source: Arc::new(source),
        ..opened
    })
}
