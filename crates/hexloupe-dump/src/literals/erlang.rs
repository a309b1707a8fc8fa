//! Binaries of Erlang and Elixir: `<<208,159>>`, `<<"abc",16#D0,255:16/little>>`.
//!
//! Invariant: an element is a number or a string; a number is as many bytes as its size says, one
//! without a size. What else may be in a binary is an error.

use crate::confidence::{self, SHARE};
use crate::format::{DumpFormat, FormatSubject, QuoteMarks};
use crate::list::{self, ListStyle};
use crate::out::RemarkKind;
use crate::reason;
use crate::state_machine::{MachineOutput, MachineReader, ReadError, StateMachine, StepResult};
use crate::trial;

pub(crate) static ERLANG: DumpFormat = DumpFormat {
    id: "erlang",
    labels: &["elixir"],
    about: "binaries of Erlang and Elixir: <<208,159>>",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(MachineReader::new(BinaryReader::default()))],
    detect: |trial| {
        // A mark of a direction is no bracket.
        let is_none = trial.trouble.is_some() && trial.bytes.is_empty();
        if trial.counts.signs == 0 || is_none {
            return 0;
        }
        trial::percent(trial::share(trial), SHARE, confidence::ERLANG)
    },
    example: "Data = <<72,101,16#6C,\"lo, \",226,130,172,10>>.\n",
    example_bytes: "Hello, €\n".as_bytes(),
    extensions: &["erl", "ex", "exs"],
    writer: Some(|layout| list::writer(&LIST, layout.width)),
};

static LIST: ListStyle = ListStyle {
    head: "<<\n",
    indent: "  ",
    put: |bytes, between, out| {
        list::each(bytes, between, out, |byte, out| {
            out.extend_from_slice(byte.to_string().as_bytes());
        });
    },
    between: ",",
    row_end: ",\n",
    foot: ">>\n",
    width: 16,
    ..ListStyle::LINES
};

/// The longest element.
const LONGEST: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum BinaryState {
    #[default]
    Outside,
    Inside,
    /// In a string; whether a backslash came last.
    Text(bool),
}

#[derive(Default)]
struct BinaryReader {
    state: BinaryState,
    /// The element so far, and the byte before.
    element: Vec<u8>,
    last: u8,
    /// True if a string was the element: its type after a slash means nothing for the bytes.
    is_text: bool,
}

impl BinaryReader {
    /// Ends an element that ended some characters before the current one.
    fn close(&mut self, back: usize, sink: &mut MachineOutput<'_>) -> StepResult {
        let element = std::mem::take(&mut self.element);
        let is_text = std::mem::take(&mut self.is_text);
        let text = element.trim_ascii();
        if text.is_empty() || is_text {
            return Ok(());
        }
        if text == b"..." {
            let what = "the list ends in dots: the rest of its bytes is not in the text";
            sink.remark(RemarkKind::Loss(what));
            return Ok(());
        }
        let wrong = || {
            let reason = format!("a number is expected, not {}", reason::quoted(text));
            ReadError::back(element.len() + back, reason)
        };
        let written = std::str::from_utf8(text).map_err(|_| wrong())?;
        let (number, width, is_little) = parts(written).ok_or_else(wrong)?;
        let all = number.to_be_bytes();
        let sign = if number < 0 { 0xFF } else { 0 };
        let (rest, own) = all.split_at(all.len() - width);
        let fits = rest.iter().all(|byte| *byte == sign);
        if !fits {
            let reason = format!("{number} is not a number of {width} bytes");
            return Err(ReadError::back(element.len() + back, reason));
        }
        if is_little {
            sink.push(&own.iter().rev().copied().collect::<Vec<u8>>());
        } else {
            sink.push(own);
        }
        Ok(())
    }
}

/// The number of an element, its size in bytes, and whether it is written from its low end.
fn parts(element: &str) -> Option<(i64, usize, bool)> {
    let (value, types) = element.split_once('/').unwrap_or((element, ""));
    let (value, size) = value.split_once(':').unwrap_or((value, "8"));
    let bits: usize = size.trim().parse().ok()?;
    let is_whole = bits.is_multiple_of(8) && (8..=64).contains(&bits);
    let value = value.trim();
    let number = if let Some(hex) = value
        .strip_prefix("16#")
        .or_else(|| value.strip_prefix("0x"))
    {
        i64::from_str_radix(hex, 16).ok()?
    } else if let [b'$' | b'?', c @ b' '..=b'~'] = value.as_bytes() {
        i64::from(*c)
    } else {
        value.replace('_', "").parse().ok()?
    };
    is_whole.then_some((number, bits / 8, types.contains("little")))
}

impl StateMachine for BinaryReader {
    // `>>` is no quote mark.
    const QUOTE_MARKS: QuoteMarks = QuoteMarks::DecorationOfAll;

    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        let before = std::mem::replace(&mut self.last, byte);
        let non_blank = usize::from(!byte.is_ascii_whitespace());
        match self.state {
            BinaryState::Outside if byte == b'<' && before == b'<' => {
                self.state = BinaryState::Inside;
                sink.out.counts.signs += 1;
                sink.count_aside();
                sink.understood(1);
                self.last = 0;
            }
            BinaryState::Outside => sink.set_aside(byte),
            BinaryState::Text(true) => {
                sink.understood(non_blank);
                self.state = BinaryState::Text(false);
                let c = match byte {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'0' => 0,
                    b'"' | b'\\' | b'\'' => byte,
                    _ => {
                        let reason = format!("'\\{}' is not read here", char::from(byte));
                        return Err(ReadError::back(1, reason));
                    }
                };
                sink.push(&[c]);
            }
            BinaryState::Text(false) => {
                sink.understood(non_blank);
                match byte {
                    b'\\' => self.state = BinaryState::Text(true),
                    b'"' => self.state = BinaryState::Inside,
                    _ => sink.push(&[byte]),
                }
            }
            BinaryState::Inside => {
                sink.understood(non_blank);
                return self.inside(byte, before, sink);
            }
        }
        Ok(())
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.state {
            BinaryState::Text(_) => sink.push(b"\n"),
            BinaryState::Inside => self.element.push(b' '),
            BinaryState::Outside => {}
        }
        self.last = 0;
        Ok(())
    }

    fn end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        if self.state != BinaryState::Outside {
            self.close(0, sink)?;
            sink.cut("the list does not end");
        }
        Ok(())
    }
}

impl BinaryReader {
    /// Takes a byte between the angles.
    fn inside(&mut self, byte: u8, before: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match byte {
            b'"' => {
                self.element.clear();
                self.is_text = true;
                self.state = BinaryState::Text(false);
            }
            b',' => {
                if self.element.trim_ascii().is_empty() && !self.is_text {
                    sink.remark(RemarkKind::Inferred(reason::NO_NUMBER.to_owned()));
                }
                return self.close(0, sink);
            }
            b'>' if before == b'>' => {
                self.element.pop();
                self.state = BinaryState::Outside;
                self.last = 0;
                return self.close(1, sink);
            }
            _ if self.element.len() >= LONGEST => {
                return Err(ReadError::back(
                    LONGEST,
                    "no number and no string has this form",
                ));
            }
            _ => self.element.push(byte),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_in_pieces, check_remark, check_wrong};

    /// The bytes are those that Erlang's shell makes of these terms.
    #[test]
    fn binaries_are_read_with_their_sizes() {
        check(
            &ERLANG,
            &[
                ("<<208, 111, 103>>", b"\xD0og"),
                ("{ok,<<\"a\\n\",16#ff>>}. <<0xC3>>", b"a\n\xFF\xC3"),
                ("<<1:16, 1:16/little, -1, $a, ?b>>", b"\0\x01\x01\0\xFFab"),
                ("<<\"x\"/utf8,\n 1,\n 2 >>\n1 < 2", b"x\x01\x02"),
            ],
        );
        check_in_pieces(&ERLANG, "<<208,\n\"o\",0x67>>\n", b"\xD0og");
    }

    #[test]
    fn what_is_no_byte_is_an_error_and_dots_are_told() {
        check_wrong(
            &ERLANG,
            &[
                ("<<1,256>>", 5, "256 is not a number of 1 bytes"),
                (
                    "<<Rest/binary>>",
                    3,
                    "a number is expected, not 'Rest/binary'",
                ),
            ],
        );
        let dots = "the list ends in dots: the rest of its bytes is not in the text";
        check_remark(&ERLANG, &[("<<1,2,...>>", 1, 11, dots)]);
    }
}
