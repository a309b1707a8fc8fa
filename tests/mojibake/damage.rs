//! Damages texts as real software does.
//!
//! Invariant: nothing here uses the codecs that are tested.

use encoding_rs::Encoding;
use oem_cp::code_table::{DECODING_TABLE_CP437, DECODING_TABLE_CP850, DECODING_TABLE_CP852};

/// The upper half of a code page of DOS that the web does not have.
fn page(id: &str) -> Option<&'static [char; 128]> {
    match id {
        "cp437" => Some(&DECODING_TABLE_CP437),
        "cp850" => Some(&DECODING_TABLE_CP850),
        "cp852" => Some(&DECODING_TABLE_CP852),
        _ => None,
    }
}

/// A text's bytes in an encoding; none if a character has no byte.
pub(crate) fn written(text: &str, id: &str) -> Option<Vec<u8>> {
    if let Some(page) = page(id) {
        let byte = |c: char| match u8::try_from(c) {
            Ok(ascii @ 0..=0x7F) => Some(ascii),
            _ => page
                .iter()
                .position(|known| *known == c)
                .map(|at| at as u8 + 0x80),
        };
        return text.chars().map(byte).collect();
    }
    let (bytes, _, lossy) = Encoding::for_label(id.as_bytes()).unwrap().encode(text);
    (!lossy).then(|| bytes.into_owned())
}

/// Bytes read in an encoding; none if a byte has no character.
pub(crate) fn read(bytes: &[u8], id: &str) -> Option<String> {
    if let Some(page) = page(id) {
        let char_of = |byte: &u8| match byte {
            0..=0x7F => char::from(*byte),
            _ => page[usize::from(*byte) - 0x80],
        };
        return Some(bytes.iter().map(char_of).collect());
    }
    let encoding = Encoding::for_label(id.as_bytes()).unwrap();
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(text.into_owned())
}

/// A text written in one encoding and read as another.
pub(crate) fn misread(text: &str, id: &str, as_id: &str) -> Option<String> {
    read(&written(text, id)?, as_id)
}
