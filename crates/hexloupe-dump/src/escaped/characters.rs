//! Writes characters from bytes that come in pieces.
//!
//! Invariant: the result does not depend on how the bytes are cut.

use crate::format::DumpWriter;

/// Decodes characters from bytes that come in pieces.
#[derive(Default)]
struct CharacterAssembler {
    held: Vec<u8>,
}

impl CharacterAssembler {
    /// Calls `each` for every code point of UTF-8: a surrogate for its three bytes, U+FFFD for
    /// anything else that is ill-formed.
    fn feed(&mut self, bytes: &[u8], each: &mut dyn FnMut(u32)) {
        let mut text = std::mem::take(&mut self.held);
        text.extend_from_slice(bytes);
        let rest = walk(&text, false, each);
        self.held = text.split_off(text.len() - rest);
    }

    /// Decodes the rest at the end.
    fn end(&mut self, each: &mut dyn FnMut(u32)) {
        let text = std::mem::take(&mut self.held);
        walk(&text, true, each);
    }
}

/// Calls `each` for every code point of a text; returns the length in bytes of an incomplete
/// character at its end.
fn walk(text: &[u8], ended: bool, each: &mut dyn FnMut(u32)) -> usize {
    let mut rest = text;
    loop {
        let (good, bad) = match std::str::from_utf8(rest) {
            Ok(good) => (good, None),
            Err(why) => {
                let (good, bad) = rest.split_at(why.valid_up_to());
                (
                    std::str::from_utf8(good).unwrap_or_default(),
                    Some((bad, why.error_len())),
                )
            }
        };
        good.chars().for_each(|c| each(u32::from(c)));
        let Some((bad, len)) = bad else {
            return 0;
        };
        let len = match (bad, len) {
            ([0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF, ..], _) => {
                each(0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F));
                rest = &bad[3..];
                continue;
            }
            ([0xED] | [0xED, 0xA0..=0xBF], _) | (_, None) if !ended => return bad.len(),
            (_, Some(len)) => len,
            (_, None) => bad.len(),
        };
        each(0xFFFD);
        rest = &bad[len..];
    }
}

/// The style of characters.
pub(super) struct CharacterStyle {
    /// Before the first; also written where there is none.
    pub(super) head: &'static str,
    pub(super) put: fn(u32, &mut Vec<u8>),
    /// Between two of a row; then the default number of characters per row.
    pub(super) between: &'static str,
    pub(super) width: usize,
    /// After the last, if there is one; then after everything.
    pub(super) last_end: &'static str,
    pub(super) foot: &'static str,
}

/// Writes characters in a style.
pub(super) struct CharacterWriter {
    characters: CharacterAssembler,
    row: CharacterRow,
}

struct CharacterRow {
    style: &'static CharacterStyle,
    width: usize,
    /// The number of characters in the row, and whether the head was written.
    filled: usize,
    begun: bool,
}

impl CharacterWriter {
    pub(super) fn new(style: &'static CharacterStyle, width: Option<u16>) -> Self {
        let row = CharacterRow {
            style,
            width: width.map_or(style.width, |width| width.max(1).into()),
            filled: 0,
            begun: false,
        };
        let characters = CharacterAssembler::default();
        Self { characters, row }
    }
}

impl CharacterRow {
    fn head(&mut self, out: &mut Vec<u8>) {
        if !std::mem::replace(&mut self.begun, true) {
            out.extend_from_slice(self.style.head.as_bytes());
        }
    }

    fn write(&mut self, code: u32, out: &mut Vec<u8>) {
        self.head(out);
        if self.filled == self.width {
            out.push(b'\n');
            self.filled = 0;
        } else if self.filled > 0 {
            out.extend_from_slice(self.style.between.as_bytes());
        }
        self.filled += 1;
        (self.style.put)(code, out);
    }
}

impl DumpWriter for CharacterWriter {
    fn bytes(&mut self, _address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        let row = &mut self.row;
        self.characters
            .feed(bytes, &mut |code| row.write(code, out));
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        let row = &mut self.row;
        self.characters.end(&mut |code| row.write(code, out));
        if row.filled > 0 {
            out.extend_from_slice(row.style.last_end.as_bytes());
        }
        row.head(out);
        out.extend_from_slice(row.style.foot.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_put_together_however_they_come() {
        let text = b"a\xE2\x82\xAC\xED\xA0\x80\xFFb\xF0\x9F\x98\x80\xE2\x82";
        for size in 1..=text.len() {
            let (mut characters, mut found) = (CharacterAssembler::default(), Vec::new());
            for piece in text.chunks(size) {
                characters.feed(piece, &mut |code| found.push(code));
            }
            characters.end(&mut |code| found.push(code));
            assert_eq!(found, [0x61, 0x20AC, 0xD800, 0xFFFD, 0x62, 0x1F600, 0xFFFD]);
        }
    }
}
