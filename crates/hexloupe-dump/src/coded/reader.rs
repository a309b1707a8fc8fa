//! Finds the coded lines among others (headers, armour, prompts, prose) and decodes
//! them in bulk.
//!
//! Lines of a block are equally long, except that the last may be shorter, so a word after the
//! block is recognised. Invariant: within a block nothing is skipped silently; a character that is
//! no digit is an error there.

use super::alphabet::{Alphabet, PAD};
use super::lines::{self, CodedBlockState, LineKind};
use crate::format::DumpReader;
use crate::out::{ReaderOutput, Unreadable};
use crate::reason;
use crate::text::{DumpLine, non_blank};

/// Reads coded text.
pub(super) struct CodedReader {
    code: &'static Alphabet,
    block: CodedBlockState,
    /// Values of the digits of an incomplete group.
    held: Vec<u8>,
    /// True if a line before was not blank.
    any: bool,
    /// Line and column of the last digit.
    data_end: (u64, u64),
    bytes: Vec<u8>,
}

impl CodedReader {
    pub(super) fn new(code: &'static Alphabet) -> Self {
        Self {
            code,
            block: CodedBlockState::Outside,
            held: Vec::new(),
            any: false,
            data_end: (1, 1),
            bytes: Vec::new(),
        }
    }

    /// Decodes digits and padding.
    fn decode(
        &mut self,
        line: &DumpLine<'_>,
        text: &[u8],
        at: usize,
        out: &mut ReaderOutput,
    ) -> CodedResult {
        self.bytes.clear();
        self.data_end = (
            line.number,
            line.column_of(at + text.len()).saturating_sub(1).max(1),
        );
        let mut from = 0;
        while let Some(rest) = text.get(from..).filter(|rest| !rest.is_empty()) {
            if let [PAD, ..] = rest {
                from += rest.iter().take_while(|byte| **byte == PAD).count();
                self.close(
                    line.number,
                    line.column_of(at + from),
                    out,
                    CodedTextEnd::Padded,
                )?;
                continue;
            }
            let run = memchr::memchr(PAD, rest).unwrap_or(rest.len());
            if let Err(index) = self.digits(&rest[..run]) {
                out.append(line.number, &self.bytes);
                let (name, shown) = (self.code.name, reason::quoted_char(rest, index));
                let reason = format!("not a {name} digit: {shown}");
                return Err(line.unreadable(at + from + index, reason));
            }
            from += run;
            out.append(line.number, &self.bytes);
            self.bytes.clear();
        }
        Ok(())
    }

    /// Decodes digits; an incomplete group is held. The error is the index of the first non-digit.
    fn digits(&mut self, text: &[u8]) -> Result<(), usize> {
        let group = self.code.group;
        let mut from = 0;
        while !self.held.is_empty() && from < text.len() {
            self.digit(text, from)?;
            from += 1;
        }
        let whole = (text.len() - from) / group * group;
        if self.code.bulk(&text[from..from + whole], &mut self.bytes) {
            from += whole;
        }
        for index in from..text.len() {
            self.digit(text, index)?;
        }
        Ok(())
    }

    fn digit(&mut self, text: &[u8], index: usize) -> Result<(), usize> {
        let value = text.get(index).and_then(|byte| self.code.value(*byte));
        self.held.push(value.ok_or(index)?);
        if self.held.len() == self.code.group {
            self.flush();
        }
        Ok(())
    }

    /// Turns the held digits into bytes. Returns the number and the value of the left-over bits.
    fn flush(&mut self) -> (u32, u64) {
        let value = self.held.iter().fold(0u64, |value, digit| {
            value << self.code.bits | u64::from(*digit)
        });
        let bits = self.held.len() as u32 * self.code.bits;
        let over = bits % 8;
        let whole = (value >> over).to_be_bytes();
        self.bytes
            .extend_from_slice(&whole[8 - (bits / 8) as usize..]);
        self.held.clear();
        (over, value & ((1 << over) - 1))
    }

    /// Ends a block.
    fn close(
        &mut self,
        line: u64,
        column: u64,
        out: &mut ReaderOutput,
        how: CodedTextEnd,
    ) -> CodedResult {
        if self.held.is_empty() {
            return Ok(());
        }
        let held = self.held.len();
        let (over, bits) = self.flush();
        out.append(line, &self.bytes);
        self.bytes.clear();
        if over >= self.code.bits {
            // The last digit belongs to a byte that is not there.
            if how == CodedTextEnd::Text {
                let how = "the last digit begins a byte, but the byte does not end";
                out.cut(line, column, how);
                return Ok(());
            }
            let name = self.code.name;
            let group = self.code.group;
            let reason =
                format!("a {name} text cannot end with {held} of the {group} digits of a group");
            return Err(Unreadable {
                line,
                column,
                reason,
            });
        }
        if bits != 0 {
            let note =
                format!("the last digit has {over} bits too many, and not all of them are 0");
            out.note(line, column, note);
        }
        Ok(())
    }

    fn close_at(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> CodedResult {
        self.block = CodedBlockState::Outside;
        self.close(
            line.number,
            line.column_of(line.text.len()),
            out,
            CodedTextEnd::Block,
        )
    }

    /// Reads a line, or its first part.
    fn begin(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> CodedResult {
        let kind = lines::kind(self.code, self.block, line.text, !self.any);
        self.any |= !line.is_blank();
        match kind {
            LineKind::Begin => {
                self.close_before(out)?;
                self.block = CodedBlockState::Armour;
                out.counts.signs += 1;
                out.read(non_blank(line.text));
            }
            LineKind::End => {
                self.close_before(out)?;
                out.read(non_blank(line.text));
            }
            LineKind::Other => {
                if self.block != CodedBlockState::Armour {
                    self.close_before(out)?;
                }
                if !line.is_blank() {
                    out.skip(line.number);
                }
            }
            LineKind::Data { from, to, fresh } => {
                if fresh {
                    self.close_before(out)?;
                }
                return self.data(line, from, to, out);
            }
        }
        Ok(())
    }

    /// Ends the block before a line.
    fn close_before(&mut self, out: &mut ReaderOutput) -> CodedResult {
        self.block = CodedBlockState::Outside;
        let (line, column) = self.data_end;
        self.close(line, column, out, CodedTextEnd::Block)
    }

    fn data(
        &mut self,
        line: &DumpLine<'_>,
        from: usize,
        to: usize,
        out: &mut ReaderOutput,
    ) -> CodedResult {
        let text = &line.text[from..to];
        self.decode(line, text, from, out)?;
        out.read(text.len());
        if self.block == CodedBlockState::Armour {
            return Ok(());
        }
        if !line.ends {
            self.block = CodedBlockState::Running;
            return Ok(());
        }
        let alone = from > 0 && !line.text[..from].trim_ascii().is_empty();
        let ended = text.last() == Some(&PAD) || alone;
        match self.block {
            _ if ended => self.close_at(line, out),
            CodedBlockState::Open(width) if text.len() < width => self.close_at(line, out),
            CodedBlockState::Open(_) => Ok(()),
            _ => {
                self.block = CodedBlockState::Open(text.len());
                Ok(())
            }
        }
    }

    /// Reads a further part of a line.
    fn run(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> CodedResult {
        let end = lines::end_of_run(self.code, line.text);
        let text = &line.text[..end];
        self.decode(line, text, 0, out)?;
        out.counts.understood += text.len() as u64;
        if line.ends || end < line.text.len() {
            return self.close_at(line, out);
        }
        Ok(())
    }
}

type CodedResult = Result<(), Unreadable>;

/// The end of coded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CodedTextEnd {
    Padded,
    Block,
    /// The end of the whole text.
    Text,
}

impl DumpReader for CodedReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> CodedResult {
        if self.block == CodedBlockState::Open(line.text.len())
            && line.begins
            && line.ends
            && self.held.is_empty()
            && line.text.len().is_multiple_of(self.code.group)
        {
            self.bytes.clear();
            if self.code.bulk(line.text, &mut self.bytes) {
                self.data_end = (line.number, line.column + line.text.len() as u64 - 1);
                out.append(line.number, &self.bytes);
                out.read(line.text.len());
                return Ok(());
            }
        }
        match self.block {
            _ if line.begins => self.begin(line, out),
            CodedBlockState::Running => self.run(line, out),
            CodedBlockState::Armour => {
                self.decode(line, line.text.trim_ascii_end(), 0, out)?;
                out.counts.understood += line.text.len() as u64;
                Ok(())
            }
            CodedBlockState::Outside | CodedBlockState::Open(_) => Ok(()),
        }
    }

    fn end(&mut self, out: &mut ReaderOutput) -> CodedResult {
        let (line, column) = self.data_end;
        self.close(line, column, out, CodedTextEnd::Text)
    }
}
