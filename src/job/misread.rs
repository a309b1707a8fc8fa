//! The look of sound text after misreadings: the reverse of a repair, for demonstration and
//! teaching.
//!
//! Text comes as UTF-8 in pieces of any size and is misread by blocks of whole lines, because a
//! misreading never crosses a line end. A character without bytes in one encoding, or bytes without
//! a character in the next, become U+FFFD and are counted. Invariant: the size of the pieces does
//! not change the result.

use std::io::{self, Write};

use crate::detect::chain::Chain;

/// Lines of this many bytes and more are misread in parts.
const LONGEST: usize = 64 * 1024;

/// Misreads the text written to it, and passes it on.
pub struct Misreader<'a> {
    chain: &'a Chain,
    out: &'a mut dyn Write,
    /// The text not passed on yet: a line without its end.
    held: Vec<u8>,
    /// Characters that could not be misread.
    lost: u64,
}

impl<'a> Misreader<'a> {
    /// A misreader that writes to `out`.
    pub fn new(chain: &'a Chain, out: &'a mut dyn Write) -> Self {
        Self {
            chain,
            out,
            held: Vec::new(),
            lost: 0,
        }
    }

    /// Passes on the rest; returns the number of characters that could not be misread.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn finish(mut self) -> io::Result<u64> {
        let rest = std::mem::take(&mut self.held);
        self.hand_on(&rest)?;
        self.out.flush()?;
        Ok(self.lost)
    }

    /// Misreads whole lines and writes them.
    fn hand_on(&mut self, block: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(block);
        if let Some(misread) = self.chain.misread(&text) {
            return self.out.write_all(misread.as_bytes());
        }
        for line in text.split_inclusive('\n') {
            if let Some(misread) = self.chain.misread(line) {
                self.out.write_all(misread.as_bytes())?;
                continue;
            }
            // A part that cannot be misread affects only its own word.
            for word in line.split_inclusive([' ', '\t', '\n']) {
                let misread = self.chain.misread(word);
                let misread = misread.unwrap_or_else(|| self.by_character(word));
                self.out.write_all(misread.as_bytes())?;
            }
        }
        Ok(())
    }

    /// A word misread character by character.
    fn by_character(&mut self, word: &str) -> String {
        let misread = word.chars().map(|c| {
            let misread = self.chain.misread(c.encode_utf8(&mut [0; 4]));
            misread.unwrap_or_else(|| {
                self.lost += 1;
                char::REPLACEMENT_CHARACTER.to_string()
            })
        });
        misread.collect()
    }
}

impl Write for Misreader<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let room = LONGEST - self.held.len();
            let (piece, after) = rest.split_at(rest.len().min(room));
            self.held.extend_from_slice(piece);
            rest = after;
            if self.held.len() < LONGEST {
                continue;
            }
            let end = end_of_block(&self.held);
            let later = self.held.split_off(end);
            let block = std::mem::replace(&mut self.held, later);
            self.hand_on(&block)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The end of a block: after its last line end, else after its last blank, else after its last
/// whole character.
fn end_of_block(held: &[u8]) -> usize {
    let after_last = |byte: u8| held.iter().rposition(|held| *held == byte);
    let end = after_last(b'\n').or_else(|| after_last(b' '));
    end.map_or_else(
        || match str::from_utf8(held) {
            Err(error) if error.valid_up_to() > 0 => error.valid_up_to(),
            _ => held.len(),
        },
        |last| last + 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{GBK, WINDOWS_1251};

    /// A text misread in pieces, and the number of lost characters.
    fn misread(notation: &str, text: &str, step: usize) -> (String, u64) {
        let (chain, mut out) = (Chain::parse(notation).unwrap(), Vec::new());
        let mut misreader = Misreader::new(&chain, &mut out);
        for piece in text.as_bytes().chunks(step) {
            misreader.write_all(piece).unwrap();
        }
        let lost = misreader.finish().unwrap();
        (String::from_utf8(out).unwrap(), lost)
    }

    #[test]
    fn pieces_of_any_size_give_what_software_shows() {
        let text = "Съешь же ещё этих\r\nмягких булок, да выпей чаю\n\n€";
        let (expected, _, faults) = WINDOWS_1251.decode(text.as_bytes());
        assert!(!faults);
        for step in 1..=9 {
            let found = misread("utf-8,windows-1251", text, step);
            assert_eq!(found, (expected.to_string(), 0), "{step}");
        }
    }

    #[test]
    fn blocks_join_without_a_seam() {
        for unit in ["слово ", "строка\n", "я", "日"] {
            for more in 0..24 {
                let text = unit.repeat((LONGEST - 12 + more) / unit.len()) + "конец";
                let (expected, ..) = WINDOWS_1251.decode(text.as_bytes());
                // Bytes that are not assigned pass as controls, in the web's set too.
                let (found, lost) = misread("utf-8,windows-1251", &text, LONGEST / 3);
                assert!((&*found, lost) == (&*expected, 0), "{unit} {more}");
            }
        }
    }

    #[test]
    fn a_lost_character_is_counted_and_affects_no_other() {
        // An odd number of bytes leaves a lead byte of a pair alone.
        let (expected, ..) = GBK.decode("мир".as_bytes());
        let found = misread("utf-8,gbk", "мир 日 мир\n", 2);
        assert_eq!(found, (format!("{expected} \u{FFFD} {expected}\n"), 1));
        let found = misread("koi8-r,windows-1251", "мир 日\n", 3);
        assert_eq!(found, ("НЙТ \u{FFFD}\n".to_owned(), 1));
    }
}
