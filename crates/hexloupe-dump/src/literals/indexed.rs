//! Bytes with their index before each: `[0] => 208` of PHP, `0: 208` of browsers, `{"0":208,"1":159}`.
//!
//! Invariant: the indices begin at 0 or 1 and none is lacking; every value is a byte or an error.

use crate::confidence::{self, SHARE};
use crate::format::{DumpFormat, DumpReader, FormatSubject};
use crate::out::{ReaderOutput, Unreadable};
use crate::text::{DumpLine, non_blank};
use crate::trial;

pub(crate) static INDEXED: DumpFormat = DumpFormat {
    id: "indexed",
    labels: &["print_r", "var_dump"],
    about: "bytes with their indices, as print_r, var_dump and browsers show them: [0] => 72",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::<IndexedReader>::default()],
    detect: |trial| {
        let counts = &trial.counts;
        if counts.bytes < LEAST || trial.trouble.is_some() {
            return 0;
        }
        let most = confidence::INDEXED.percent(counts.signs > 0);
        trial::percent(trial.share(), SHARE, most)
    },
    example: "Array\n(\n    [0] => 72\n    [1] => 226\n    [2] => 130\n    [3] => 172\n)\n",
    example_bytes: "H€".as_bytes(),
    extensions: &[],
    writer: None,
};

/// Fewer are lines with numbers.
const LEAST: u64 = 3;

/// The other lines of a typed array in a browser.
const OF_BROWSERS: [&[u8]; 8] = [
    b"Uint8Array(",
    b"buffer: ArrayBuffer(",
    b"byteLength: ",
    b"byteOffset: ",
    b"length: ",
    b"Symbol(Symbol.toStringTag): ",
    b"[[Prototype]]: ",
    b"[[Int8Array]]: ",
];

/// Reads indices and values.
#[derive(Default)]
struct IndexedReader {
    /// The index that is expected; none before the first.
    next: Option<u64>,
    /// True if the last index has its value in the next line.
    is_open: bool,
    /// The braces and parentheses that are open.
    depth: i64,
}

/// Takes parts from the front of a line.
struct Parts<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Parts<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// Passes bytes of a kind.
    fn pass(&mut self, some: &[u8]) {
        let rest = self.rest();
        self.at += rest.iter().take_while(|byte| some.contains(byte)).count();
    }

    fn is(&mut self, mark: &[u8]) -> bool {
        let found = self.rest().starts_with(mark);
        self.at += if found { mark.len() } else { 0 };
        found
    }

    /// A number of some digits at most.
    fn number(&mut self, most: usize) -> Option<u64> {
        let rest = self.rest();
        let len = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += len;
        let number = std::str::from_utf8(&rest[..len]).ok()?;
        (len <= most).then(|| number.parse().ok()).flatten()
    }

    /// An index, with the mark after it; true if only numbers in quotes or before an arrow have such a
    /// mark.
    fn index(&mut self) -> Option<(u64, bool)> {
        self.pass(b" \t,{([");
        let is_quoted = self.is(b"\"");
        let index = self.number(9)?;
        if is_quoted && !self.is(b"\"") {
            return None;
        }
        let is_bracketed = self.is(b"]");
        self.pass(b" \t");
        match () {
            () if self.is(b"=>") => Some((index, true)),
            () if self.is(b"=") => Some((index, is_bracketed)),
            () if self.is(b":") => Some((index, is_quoted)),
            () => None,
        }
    }

    /// A value that is a byte.
    fn value(&mut self) -> Option<u8> {
        self.pass(b" \t");
        let is_called = self.is(b"int(");
        if self.is(b"0x") {
            let rest = self.rest();
            let len = rest.iter().take_while(|byte| byte.is_ascii_hexdigit());
            let len = len.count();
            self.at += len;
            let digits = std::str::from_utf8(&rest[..len]).ok()?;
            return u8::from_str_radix(digits, 16).ok();
        }
        let is_below = self.is(b"-");
        let number = self.number(3)?;
        if is_called && !self.is(b")") {
            return None;
        }
        let ends = !self.rest().first().is_some_and(u8::is_ascii_alphanumeric);
        let value = if is_below {
            let number = i64::try_from(number).ok()?;
            i8::try_from(-number).ok()?.cast_unsigned()
        } else {
            u8::try_from(number).ok()?
        };
        ends.then_some(value)
    }
}

impl IndexedReader {
    /// Takes the value at the front of a line or after an index.
    fn take(
        &mut self,
        parts: &mut Parts<'_>,
        line: &DumpLine<'_>,
        out: &mut ReaderOutput,
    ) -> Result<(), Unreadable> {
        let at = parts.at;
        let Some(byte) = parts.value() else {
            return Err(line.unreadable(at, "a byte is expected after its index"));
        };
        self.is_open = false;
        out.counts.signs += u64::from(byte >= 100);
        out.append(line.number, &[byte]);
        Ok(())
    }
}

impl DumpReader for IndexedReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let text = line.text;
        // The type and the name of lldb: `(uint8_t[2]) $0 = ([0] = 72, [1] = 101)`.
        let list = if self.next.is_none() && text.starts_with(b"(") {
            memchr::memmem::find(text, b" = (")
        } else {
            None
        };
        let at = list.map_or(0, |list| list + 3);
        let mut parts = Parts { text, at };
        for byte in text {
            self.depth += i64::from(b"{(".contains(byte)) - i64::from(b"})".contains(byte));
        }
        let mut gave = false;
        if self.is_open && !text.trim_ascii().is_empty() {
            self.take(&mut parts, line, out)?;
            gave = true;
        }
        loop {
            let at = parts.at;
            let Some((index, is_sure)) = parts.index() else {
                parts.at = at;
                break;
            };
            let is_next = self.next.map_or(index <= 1, |next| index == next);
            if !is_next && self.next.is_some() {
                let next = self.next.unwrap_or_default();
                let why = format!("the index {next} is expected, not {index}");
                return Err(line.unreadable(at, why));
            }
            if !is_next {
                break;
            }
            self.next = Some(index + 1);
            out.counts.signs += u64::from(is_sure);
            gave = true;
            if parts.rest().trim_ascii().is_empty() {
                self.is_open = true;
                break;
            }
            self.take(&mut parts, line, out)?;
        }
        // The end of the list, and the name of its type.
        parts.pass(b" \t,})];");
        let is_named = text.starts_with(b"(") && text.trim_ascii_end().ends_with(b" = {");
        let is_framed = is_named
            || text.iter().all(|byte| b" \t(){}[];,".contains(byte))
            || OF_BROWSERS
                .iter()
                .any(|word| text.trim_ascii().starts_with(word));
        if gave && parts.rest().trim_ascii().is_empty() {
            out.read(non_blank(text));
        } else if gave {
            return Err(line.unreadable(parts.at, "nothing is expected after the byte"));
        } else if is_framed {
            out.counts.understood += non_blank(text) as u64;
        } else {
            out.skip(line.number);
        }
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if self.is_open {
            out.cut(0, 0, "the last index has no value");
        } else if self.depth > 0 && self.next.is_some() {
            out.cut(0, 0, "the list does not end");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong};

    /// PHP 8.2 and Node 18 printed the first three.
    #[test]
    fn values_are_read_by_their_indices() {
        check(
            &INDEXED,
            &[
                (
                    "Array\n(\n    [1] => 208\n    [2] => 159\n    [3] => 0\n)\n",
                    b"\xD0\x9F\0",
                ),
                (
                    "array(3) {\n  [1]=>\n  int(208)\n  [2]=>\n  int(-97)\n  [3]=>\n  int(65)\n}\n",
                    b"\xD0\x9FA",
                ),
                (
                    "(uint8_t[3]) $0 = ([0] = 208, [1] = 159, [2] = 65)\n",
                    b"\xD0\x9FA",
                ),
                (
                    "(unsigned char[3]) buf = {\n  [0] = 0xd0\n  [1] = 0x9f\n  [2] = 0x41\n}\n",
                    b"\xD0\x9FA",
                ),
                ("{\"0\":208,\"1\":159,\"2\":65}\n", b"\xD0\x9FA"),
                (
                    "Uint8Array(3)\n0: 208\n1: 159\n2: 65\nbuffer: ArrayBuffer(3)\n",
                    b"\xD0\x9FA",
                ),
            ],
        );
        let cut = "the line is cut: the list does not end";
        check_remark(&INDEXED, &[("{\"0\":183,\"1\":15,\"2\":64\n", 0, 0, cut)]);
        check_wrong(
            &INDEXED,
            &[
                ("[0] => 1\n[2] => 3\n", 1, "the index 1 is expected, not 2"),
                ("[0] => 256\n", 7, "a byte is expected after its index"),
                ("[0] => 1 x\n", 10, "nothing is expected after the byte"),
            ],
        );
    }
}
