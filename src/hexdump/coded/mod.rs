//! Digits of 6 or 5 bits: base64, its URL-safe kin, base32.
//!
//! One engine, which finds the coded lines among others (headers, armour,
//! prompts, prose) and decodes them in bulk; the rows differ by their alphabet.
//! Lines of a block are equally long, and the last may be shorter: by that a
//! word behind the block is told from it. Invariant: within a block nothing is
//! passed over in silence; what is no digit there is an error.

pub(super) mod base32;
pub(super) mod base64;
pub(super) mod data_uri;
mod lines;
pub(super) mod writer;

use super::Reader;
use super::out::{Out, RemarkKind, Unreadable};
use super::text::Line;
use super::weigh;
use lines::Kind;

/// An alphabet and its grouping.
pub(super) struct Code {
    /// What it is called in a reason.
    name: &'static str,
    /// The values of digits; [`NONE`] of what is none.
    values: [u8; 256],
    /// Whether small letters are the capital ones.
    folds: bool,
    /// Bits of a digit.
    bits: u32,
    /// Digits of a group.
    group: usize,
}

const PAD: u8 = b'=';
/// The value of what is no digit.
const NONE: u8 = 0xFF;

/// The values of an alphabet's digits.
const fn values(alphabet: &[u8], folds: bool) -> [u8; 256] {
    let mut values = [NONE; 256];
    let mut index = 0;
    while index < alphabet.len() {
        values[alphabet[index] as usize] = index as u8;
        if folds {
            values[alphabet[index].to_ascii_lowercase() as usize] = index as u8;
        }
        index += 1;
    }
    values
}

impl Code {
    /// The value of a digit.
    fn value(&self, byte: u8) -> Option<u8> {
        let value = self.values[usize::from(byte)];
        (value != NONE).then_some(value)
    }

    fn is_digit(&self, byte: u8) -> bool {
        self.values[usize::from(byte)] != NONE
    }

    /// Decodes digits that are whole groups; where there is anything else, nothing.
    fn bulk(&self, text: &[u8], bytes: &mut Vec<u8>) -> bool {
        let at = bytes.len();
        bytes.resize(
            at + text.len() / self.group * self.group * self.bits as usize / 8,
            0,
        );
        let into = &mut bytes[at..];
        let done = match self.bits {
            6 => groups::<4, 3>(&self.values, text, into),
            _ => groups::<8, 5>(&self.values, text, into),
        };
        if !done {
            bytes.truncate(at);
        }
        done
    }
}

/// Decodes groups of so many digits into so many bytes each; whether they all are
/// digits.
fn groups<const DIGITS: usize, const BYTES: usize>(
    values: &[u8; 256],
    text: &[u8],
    into: &mut [u8],
) -> bool {
    let bits = 8 * BYTES / DIGITS;
    let (mut all, (text, _)) = (0, text.as_chunks::<DIGITS>());
    for (group, bytes) in text.iter().zip(into.as_chunks_mut::<BYTES>().0) {
        let mut value = 0u64;
        for digit in group {
            let digit = values[usize::from(*digit)];
            all |= digit;
            value = value << bits | u64::from(digit);
        }
        bytes.copy_from_slice(&value.to_be_bytes()[8 - BYTES..]);
    }
    // The value of what is no digit has bits that no digit has.
    all >> bits == 0
}

/// Where in the text the reader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    /// Before or behind coded text.
    Outside,
    /// Within a block whose lines have a width.
    Open(usize),
    /// Within armour: every line counts.
    Armour,
    /// Within a line of which parts are still to come.
    Running,
}

/// Reads what is coded.
pub(super) struct Coded {
    code: &'static Code,
    block: Block,
    /// Values of digits that are no whole group.
    held: Vec<u8>,
    /// Whether any line was inked before.
    any: bool,
    /// Where the last digit stands.
    data_end: (u64, u64),
    bytes: Vec<u8>,
}

impl Coded {
    pub(super) fn new(code: &'static Code) -> Self {
        Self {
            code,
            block: Block::Outside,
            held: Vec::new(),
            any: false,
            data_end: (1, 1),
            bytes: Vec::new(),
        }
    }

    /// Decodes digits and padding.
    fn decode(&mut self, line: &Line<'_>, text: &[u8], at: usize, out: &mut Out) -> Done {
        self.bytes.clear();
        self.data_end = (
            line.number,
            line.column_of(at + text.len()).saturating_sub(1).max(1),
        );
        let mut from = 0;
        while let Some(rest) = text.get(from..).filter(|rest| !rest.is_empty()) {
            if let [PAD, ..] = rest {
                from += rest.iter().take_while(|byte| **byte == PAD).count();
                self.close(line.number, line.column_of(at + from), out, Ending::Padded)?;
                continue;
            }
            let run = memchr::memchr(PAD, rest).unwrap_or(rest.len());
            if let Err(index) = self.digits(&rest[..run]) {
                out.append(line.number, &self.bytes);
                return Err(Unreadable {
                    line: line.number,
                    column: line.column_of(at + from + index),
                    reason: format!(
                        "no {} digit: {}",
                        self.code.name,
                        weigh::quoted_char(rest, index)
                    ),
                });
            }
            from += run;
            out.append(line.number, &self.bytes);
            self.bytes.clear();
        }
        Ok(())
    }

    /// Decodes digits; what is no whole group is held. Gives the index of what
    /// is none.
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

    /// Turns the held digits into bytes. Gives the bits that are over.
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
    fn close(&mut self, line: u64, column: u64, out: &mut Out, how: Ending) -> Done {
        if self.held.is_empty() {
            return Ok(());
        }
        let held = self.held.len();
        let (over, bits) = self.flush();
        out.append(line, &self.bytes);
        self.bytes.clear();
        if over >= self.code.bits {
            // The last digit belongs to a byte that is not there.
            if how == Ending::Text {
                let how = "the last digit begins a byte that is not there";
                out.remark(line, column, RemarkKind::Cut { how });
                return Ok(());
            }
            let name = self.code.name;
            let group = self.code.group;
            let reason =
                format!("no {name} text ends with {held} of the {group} digits of a group");
            return Err(Unreadable {
                line,
                column,
                reason,
            });
        }
        if bits != 0 {
            let note = format!(
                "the last digit has {over} bits that are no part of a byte, and not all are 0"
            );
            out.remark(line, column, RemarkKind::Note(note));
        }
        Ok(())
    }

    fn close_at(&mut self, line: &Line<'_>, out: &mut Out) -> Done {
        self.block = Block::Outside;
        self.close(
            line.number,
            line.column_of(line.text.len()),
            out,
            Ending::Block,
        )
    }

    /// A line that has a beginning.
    fn begin(&mut self, line: &Line<'_>, out: &mut Out) -> Done {
        let kind = lines::kind(self.code, self.block, line.text, !self.any);
        self.any |= !line.is_blank();
        match kind {
            Kind::Begin => {
                self.close_before(out)?;
                self.block = Block::Armour;
                out.counts.signs += 1;
                out.read(weigh::inked(line.text));
            }
            Kind::End => {
                self.close_before(out)?;
                out.read(weigh::inked(line.text));
            }
            Kind::Other => {
                if self.block != Block::Armour {
                    self.close_before(out)?;
                }
                if !line.is_blank() {
                    out.skip(line.number);
                }
            }
            Kind::Data { from, to, fresh } => {
                if fresh {
                    self.close_before(out)?;
                }
                return self.data(line, from, to, out);
            }
        }
        Ok(())
    }

    /// Ends the block before a line.
    fn close_before(&mut self, out: &mut Out) -> Done {
        self.block = Block::Outside;
        let (line, column) = self.data_end;
        self.close(line, column, out, Ending::Block)
    }

    fn data(&mut self, line: &Line<'_>, from: usize, to: usize, out: &mut Out) -> Done {
        let text = &line.text[from..to];
        self.decode(line, text, from, out)?;
        out.read(text.len());
        if self.block == Block::Armour {
            return Ok(());
        }
        if !line.ends {
            self.block = Block::Running;
            return Ok(());
        }
        let alone = from > 0 && !line.text[..from].is_ascii_blank();
        let ended = text.last() == Some(&PAD) || alone;
        match self.block {
            _ if ended => self.close_at(line, out),
            Block::Open(width) if text.len() < width => self.close_at(line, out),
            Block::Open(_) => Ok(()),
            _ => {
                self.block = Block::Open(text.len());
                Ok(())
            }
        }
    }

    /// A further part of a line.
    fn run(&mut self, line: &Line<'_>, out: &mut Out) -> Done {
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

type Done = Result<(), Unreadable>;

/// What ends coded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Padded,
    Block,
    /// The end of all there is.
    Text,
}

/// Whether a text is nothing but blanks.
trait Blank {
    fn is_ascii_blank(&self) -> bool;
}

impl Blank for [u8] {
    fn is_ascii_blank(&self) -> bool {
        self.iter().all(u8::is_ascii_whitespace)
    }
}

impl Reader for Coded {
    fn line(&mut self, line: &Line<'_>, out: &mut Out) -> Done {
        if self.block == Block::Open(line.text.len())
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
            Block::Running => self.run(line, out),
            Block::Armour => {
                self.decode(line, line.text.trim_ascii_end(), 0, out)?;
                out.counts.understood += line.text.len() as u64;
                Ok(())
            }
            Block::Outside | Block::Open(_) => Ok(()),
        }
    }

    fn end(&mut self, out: &mut Out) -> Done {
        let (line, column) = self.data_end;
        self.close(line, column, out, Ending::Text)
    }
}
