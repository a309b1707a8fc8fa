//! The characters that an encoding writes: all that it reads, or those that browsers write.
//!
//! The encoders of the WHATWG standard leave out characters that its decoders read: JIS X 0212 in
//! EUC-JP, the lead bytes below A1 (of Hong Kong) in Big5, the private rows of `Shift_JIS`.
//! Invariant: a character that both write has the same bytes in both.

use super::labels::web_name;
use super::{CodecState, Encoding, Unmappable};

/// The characters to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoder {
    /// Every character that the encoding reads.
    #[default]
    Full,
    /// Those that the standard's encoder writes; every character if an encoding has no such
    /// encoder.
    Web,
}

impl Encoder {
    /// Appends the bytes of a character to `out`.
    ///
    /// # Errors
    /// [`Unmappable`] if it is not written; `out` is then unchanged.
    pub fn encode(
        self,
        encoding: &Encoding,
        state: &mut CodecState,
        c: char,
        out: &mut Vec<u8>,
    ) -> Result<(), Unmappable> {
        if self == Self::Web && !is_on_the_web(encoding, c) {
            return Err(Unmappable(c));
        }
        encoding.encode(state, c, out)
    }
}

/// Reports whether browsers write a character in an encoding that they have.
fn is_on_the_web(encoding: &Encoding, c: char) -> bool {
    let web =
        { web_name(encoding) }.and_then(|name| encoding_rs::Encoding::for_label(name.as_bytes()));
    let Some(web) = web.filter(|web| web.output_encoding() == *web) else {
        return true;
    };
    let mut text = [0; 4];
    let text = &*c.encode_utf8(&mut text);
    let (bytes, _, has_unmappable) = web.encode(text);
    // Some are written as a look-alike: half-width katakana as full-width ones.
    !has_unmappable && web.decode_without_bom_handling(&bytes).0 == text
}
