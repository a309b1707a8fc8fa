//! The bytes of a disassembly: an address, bytes, and the instruction that they are, as objdump and Ghidra
//! list them.
//!
//! Invariant: each row begins where the one before ends, unless a label or a gap is between them that the
//! listing shows.

use super::confidence::{self, SHARE};
use super::format::{Addresses, DumpFormat, DumpReader, FormatSubject};
use super::hex_digit;
use super::out::{ReaderOutput, Unreadable};
use super::text::{DumpLine, non_blank};

pub(super) static DISASSEMBLY: DumpFormat = DumpFormat {
    id: "disassembly",
    labels: &["objdump"],
    about: "bytes before their instructions, as objdump -d and Ghidra list them",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::<DisassemblyReader>::default()],
    detect: |trial| {
        let counts = &trial.counts;
        // Rows of a dump have a text of as many characters, and lengths that are alike.
        let is_dump = counts.ambiguous > 0 || counts.signs == 0;
        if counts.continued == 0 || is_dump || trial.trouble.is_some() {
            return 0;
        }
        super::trial::percent(trial.share(), SHARE, confidence::DISASSEMBLY)
    },
    example: "0000000000001000 <main>:\n    1000:\t48 69                \tmov    %rsp,%rbp\n    1002:\te2 82 ac             \tret\n",
    example_bytes: "Hi€".as_bytes(),
    extensions: &[],
    writer: None,
};

/// The most bytes of an instruction in one row.
const MOST: usize = 16;

#[derive(Default)]
struct DisassemblyReader {
    /// The address after the last row.
    next: Option<u64>,
    /// True after a label, a title or dots: the next address may be any.
    is_apart: bool,
    /// True after dots, which stand for zeros.
    has_zeros: bool,
}

/// A row.
struct DisassemblyRow<'a> {
    address: u64,
    bytes: Vec<u8>,
    /// The instruction.
    rest: &'a [u8],
}

/// The row that a line is.
fn row(text: &[u8]) -> Option<DisassemblyRow<'_>> {
    let text = text.trim_ascii();
    let is_digit = |byte: &&u8| byte.is_ascii_hexdigit();
    let len = text.iter().take_while(is_digit).count();
    let digits = std::str::from_utf8(&text[..len]).ok()?;
    let address = u64::from_str_radix(digits, 16).ok()?;
    let after = &text[len..];
    let has_colon = after.first() == Some(&b':');
    let after = after.strip_prefix(b":").unwrap_or(after);
    // Ghidra has eight digits and no colon.
    let is_address = has_colon && len > 0 || len >= 8;
    if !is_address || !after.first().is_some_and(u8::is_ascii_whitespace) {
        return None;
    }
    let mut rest = after.trim_ascii_start();
    let mut bytes = Vec::new();
    while let [high, low, after @ ..] = rest {
        let ends = after.first().is_none_or(u8::is_ascii_whitespace);
        let (Some(high), Some(low)) = (hex_digit::value(*high), hex_digit::value(*low)) else {
            break;
        };
        if !ends {
            break;
        }
        bytes.push((high << 4 | low) as u8);
        let is_single = matches!(after, [b' ', next, ..] if !next.is_ascii_whitespace());
        rest = if is_single { &after[1..] } else { after };
        if !is_single {
            break;
        }
    }
    let is_apart = rest.first().is_none_or(u8::is_ascii_whitespace);
    let is_row = is_apart && (1..=MOST).contains(&bytes.len());
    is_row.then_some(DisassemblyRow {
        address,
        bytes,
        rest: rest.trim_ascii(),
    })
}

/// Reports whether a text shows bytes as characters, or has more of them.
fn is_text_of(rest: &[u8], bytes: &[u8]) -> bool {
    let is_pair = |word: &[u8]| word.len() == 2 && word.iter().all(u8::is_ascii_hexdigit);
    let first = super::trial::words(rest).next().unwrap_or_default();
    let is_shown = rest.len() == bytes.len()
        && rest
            .iter()
            .zip(bytes)
            .all(|(shown, byte)| shown == byte || *shown == b'.');
    is_shown || is_pair(first) || rest.starts_with(b"|")
}

impl DumpReader for DisassemblyReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let text = line.text.trim_ascii();
        let understood = non_blank(text) as u64;
        let Some(row) = row(line.text) else {
            let is_title = text.ends_with(b":") || text.contains(&b':') && self.next.is_none();
            let is_dots = text == b"..." && self.next.is_some();
            if text.is_empty() || is_title || is_dots {
                self.is_apart |= is_title || is_dots;
                self.has_zeros |= is_dots;
                out.counts.understood += understood;
            } else {
                out.skip(line.number);
            }
            return Ok(());
        };
        let next = self.next.filter(|next| *next <= row.address);
        let (zeros, is_apart) = (
            std::mem::take(&mut self.has_zeros),
            std::mem::take(&mut self.is_apart),
        );
        match (self.next, next) {
            (Some(own), _) if own == row.address => out.counts.continued += 1,
            (Some(_), Some(next)) if zeros => out.repeat(line.number, &[0], row.address - next),
            (None, _) => {}
            (Some(_), Some(_)) if is_apart => {}
            (Some(own), _) => {
                let why = format!("the address {own:x} is expected, not {:x}", row.address);
                return Err(line.unreadable(0, why));
            }
        }
        out.counts.ambiguous += u64::from(is_text_of(row.rest, &row.bytes));
        let is_name = row.rest.first().is_some_and(u8::is_ascii_alphabetic);
        out.counts.signs += u64::from(is_name);
        out.place(line.number, row.address, &row.bytes);
        self.next = row.address.checked_add(row.bytes.len() as u64);
        out.counts.understood += understood;
        out.read(0);
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if std::mem::take(&mut self.has_zeros) {
            out.cut(0, 0, "nothing tells how many zeros the dots stand for");
        }
        Ok(())
    }

    fn addresses(&self) -> Addresses {
        Addresses::Written
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_wrong};

    /// `objdump -d` of binutils 2.40 wrote the first.
    #[test]
    fn the_bytes_of_instructions_follow_each_other() {
        let text = "\na:     file format elf64-x86-64\n\n\nDisassembly of section .text:\n\n\
                    0000000000001139 <main>:\n    1139:\t55                   \tpush   %rbp\n    \
                    113a:\t48 b8 48 65 6c 6c 6f \tmovabs $0xa6f6c6c6548,%rax\n    1141:\t0a 00 00 \n    \
                    1144:\tc3                   \tret\n";
        let ghidra =
            "        00401000 d0 9f 41 42     undefined4 ?\n        00401004 0a              ret\n";
        check(
            &DISASSEMBLY,
            &[
                (text, b"\x55\x48\xb8Hello\n\0\0\xC3"),
                (ghidra, b"\xD0\x9FAB\n"),
            ],
        );
        let back = "the address 1001 is expected, not 1002";
        check_wrong(
            &DISASSEMBLY,
            &[("1000:\t55 \tpush\n1002:\t55 \tpush\n", 1, back)],
        );
    }
}
