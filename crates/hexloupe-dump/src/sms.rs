//! Short messages as modems give them: PDUs in hex (3GPP TS 23.040, 9.2.2), one in a line.
//!
//! What is data in one is its text: septets unpacked into bytes of `gsm-7`, UTF-16BE, or plain bytes.
//! Invariant: a line of hex whose lengths do not fit to the last byte is refused; the header of a part of
//! a longer message is none of its text.

use super::format::{DumpFormat, DumpReader, FormatSubject};
use super::hex_digit;
use super::out::{ReaderOutput, Unreadable};
use super::septets::unpacked;
use super::text::{DumpLine, LineSplitter, non_blank};
use super::trial;

pub(super) static SMS_PDU: DumpFormat = DumpFormat {
    id: "sms-pdu",
    labels: &["pdu", "sms"],
    about: "short messages as PDUs in hex, as modems give them; the result is in gsm-7 or UTF-16BE",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(PduReader::default())],
    // Without the answers of a modem a PDU is hex like any other.
    detect: |trial| {
        let has = |mark: &[u8]| trial::has(trial.text, mark);
        let is_of_modem = has(b"+CMGL:") || has(b"+CMGR:") || has(b"+CMT:") || has(b"AT+CMG");
        let is_sure = is_of_modem && trial.trouble.is_none() && trial.counts.checked > 0;
        if is_sure { CONFIDENCE } else { 0 }
    },
    example: "+CMGR: 1,,29\n07917283010010F5040BC87238880900F10000993092516195800AE8329BFD4697D9EC37\n\nOK\n",
    example_bytes: b"hellohello",
    extensions: &["pdu"],
    writer: None,
};

/// Reports whether each line of a text is a PDU: its lengths fit to the last byte.
pub(super) fn is_message(text: &[u8]) -> bool {
    let (mut reader, mut out) = (PduReader::default(), ReaderOutput::default());
    let mut lines = LineSplitter::new();
    let read = lines.feed(text, |line| reader.line(&line, &mut out));
    let read = read.and_then(|()| lines.finish(|line| reader.line(&line, &mut out)));
    let read = read.and_then(|()| reader.end(&mut out));
    read.is_ok() && out.counts.read > 0 && out.counts.skipped == 0
}

/// Lengths that fit, beside the words of a modem.
const CONFIDENCE: u8 = 97;
/// The fewest hex digits that are a PDU.
const LEAST: usize = 14;
/// The most bytes of one: 12 of the centre, 18 before the text, 140 of text, and some of a period.
const MOST: usize = 200;
const WRONG: &str = "the lengths in this line are not those of a short message";

/// A short message.
#[derive(Debug, PartialEq, Eq)]
struct ShortMessage {
    text: Vec<u8>,
    /// The encoding of its text, if it has one.
    set: Option<&'static str>,
    /// Its number and the number of all parts, if it is one of several.
    part: Option<(u8, u8)>,
}

/// Takes bytes from the front of a PDU.
struct Octets<'a>(&'a [u8]);

impl<'a> Octets<'a> {
    fn one(&mut self) -> Option<u8> {
        self.some(1)?.first().copied()
    }

    fn some(&mut self, len: usize) -> Option<&'a [u8]> {
        let (some, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(some)
    }

    /// Passes a telephone number: its digits, its kind, and two digits in each byte.
    fn number(&mut self) -> Option<()> {
        let digits = self.one().filter(|digits| *digits <= 20)?;
        self.some(1 + usize::from(digits.div_ceil(2)))?;
        Some(())
    }
}

/// The message of a PDU, with the number of its centre before it or without.
fn message(pdu: &[u8]) -> Option<ShortMessage> {
    let with_centre = || {
        let mut rest = Octets(pdu);
        let len = rest
            .one()
            .filter(|len| *len == 0 || (2..=12).contains(len))?;
        rest.some(usize::from(len))?;
        transfer(rest)
    };
    with_centre().or_else(|| transfer(Octets(pdu)))
}

/// The message of a unit that is delivered or submitted.
fn transfer(mut rest: Octets<'_>) -> Option<ShortMessage> {
    let first = rest.one()?;
    let is_submitted = match first & 0x03 {
        0 => false,
        1 => true,
        _ => return None,
    };
    if is_submitted {
        rest.one()?;
    }
    rest.number()?;
    rest.one()?;
    let coding = rest.one()?;
    let stamp = match (is_submitted, first >> 3 & 0x03) {
        (true, 0) => 0,
        (true, 2) => 1,
        _ => 7,
    };
    rest.some(stamp)?;
    let len = usize::from(rest.one()?);
    let has_header = first & 0x40 != 0;
    text(rest.0, len, has_header, alphabet(coding)?)
}

/// The alphabet of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MessageAlphabet {
    Septets,
    Bytes,
    Utf16,
}

/// The alphabet that a coding scheme names (3GPP TS 23.038, 4): that of septets for schemes that are
/// reserved; none if the text is compressed.
fn alphabet(coding: u8) -> Option<MessageAlphabet> {
    match (coding >> 4, coding >> 2 & 0x03) {
        (0x0..=0x7, _) if coding & 0x20 != 0 => None,
        (0x0..=0x7, 1) | (0xF, 1 | 3) => Some(MessageAlphabet::Bytes),
        (0x0..=0x7, 2) | (0xE, _) => Some(MessageAlphabet::Utf16),
        _ => Some(MessageAlphabet::Septets),
    }
}

/// The text of a message, of a length in its own units.
fn text(
    data: &[u8],
    len: usize,
    has_header: bool,
    alphabet: MessageAlphabet,
) -> Option<ShortMessage> {
    let is_packed = alphabet == MessageAlphabet::Septets;
    let bytes = if is_packed {
        (len * 7).div_ceil(8)
    } else {
        len
    };
    if data.len() != bytes {
        return None;
    }
    let header = match data.first() {
        Some(header) if has_header => data.get(1..=usize::from(*header))?,
        None if has_header => return None,
        _ => &[],
    };
    let before = if has_header { header.len() + 1 } else { 0 };
    let (text, set) = match alphabet {
        MessageAlphabet::Septets => {
            // The text begins with a whole septet.
            let septets = unpacked(data);
            let own = septets.get((before * 8).div_ceil(7)..len)?;
            (own.to_vec(), Some("gsm-7"))
        }
        MessageAlphabet::Bytes => (data[before..].to_vec(), None),
        MessageAlphabet::Utf16 => (data[before..].to_vec(), Some("utf-16be")),
    };
    Some(ShortMessage {
        text,
        set,
        part: part(header),
    })
}

/// The part that a header says that a message is.
fn part(header: &[u8]) -> Option<(u8, u8)> {
    let mut rest = Octets(header);
    while let (Some(id), Some(len)) = (rest.one(), rest.one()) {
        let own = rest.some(usize::from(len))?;
        match (id, own) {
            (0x00, [_, all, number]) | (0x08, [_, _, all, number]) => return Some((*number, *all)),
            _ => {}
        }
    }
    None
}

/// Reports whether a line is the answer of a modem, or a command to it.
fn is_of_modem(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 4] = [b"+CMG", b"+CMT:", b"+CMS", b"AT+"];
    text == b"OK" || WORDS.iter().any(|word| text.starts_with(word))
}

/// Reads PDUs.
#[derive(Default)]
struct PduReader {
    /// The encodings that were named.
    told: Vec<&'static str>,
}

impl DumpReader for PduReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let text = line.text.trim_ascii();
        let is_hex = text.len() >= LEAST && text.iter().all(u8::is_ascii_hexdigit);
        if !is_hex || !line.begins || !line.ends {
            if is_of_modem(text) {
                out.counts.understood += non_blank(text) as u64;
            } else if !line.is_blank() {
                out.skip(line.number);
            }
            return Ok(());
        }
        let pairs = text.as_chunks::<2>().0;
        let pdu: Vec<u8> = pairs
            .iter()
            .filter_map(|[high, low]| {
                Some((hex_digit::value(*high)? << 4 | hex_digit::value(*low)?) as u8)
            })
            .collect();
        let is_whole = text.len().is_multiple_of(2) && pdu.len() <= MOST;
        let message = is_whole.then(|| message(&pdu)).flatten();
        let message = message.ok_or_else(|| line.unreadable(0, WRONG))?;
        match message.set {
            Some(set) if !self.told.contains(&set) => {
                self.told.push(set);
                out.note(line.number, 0, format!("its bytes are in {set}"));
            }
            _ => {}
        }
        if let Some((number, all)) = message.part {
            out.note(line.number, 0, format!("it is part {number} of {all}"));
        }
        out.append(line.number, &message.text);
        out.read(text.len());
        out.counts.checked += 1;
        Ok(())
    }

    fn end(&mut self, _out: &mut ReaderOutput) -> Result<(), Unreadable> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{self, FormatChoice};

    /// The bytes of a text, and the encoding that is named.
    fn read(text: &str) -> Option<(Vec<u8>, Vec<String>)> {
        let (mut dump, done) = import::read(FormatChoice::Named(&SMS_PDU), text.as_bytes());
        let out = dump.out();
        let bytes = out.data().0.to_vec();
        let notes = out.take_remarks();
        done.ok()?;
        Some((bytes, notes.iter().map(ToString::to_string).collect()))
    }

    /// The first two are on many pages about modems; Python's `smspdudecoder` reads the others the same.
    const MESSAGES: [(&str, &[u8], &str); 5] = [
        (
            "07917283010010F5040BC87238880900F10000993092516195800AE8329BFD4697D9EC37",
            b"hellohello",
            "gsm-7",
        ),
        (
            "07911326040000F0040B911346610089F60000208062917314080CC8F71D14969741F977FD07",
            b"How are you?",
            "gsm-7",
        ),
        (
            "0011000B916407281553F80000AA0AE8329BFD4697D9EC37",
            b"hellohello",
            "gsm-7",
        ),
        (
            "07917283010010F5440BC87238880900F1000099309251619580120500032A0201906536FBCD02C1C3723A",
            b"Hello, part",
            "gsm-7",
        ),
        (
            "0001000B916407281553F8000812041F044004380432043504420020D83DDE00",
            b"\x04\x1F\x04\x40\x04\x38\x04\x32\x04\x35\x04\x42\0 \xD8\x3D\xDE\x00",
            "utf-16be",
        ),
    ];

    #[test]
    fn the_text_of_a_message_is_read_with_its_encoding() {
        for (pdu, text, set) in MESSAGES {
            let (bytes, notes) = read(&format!("{pdu}\n")).unwrap();
            assert_eq!(bytes, text, "{pdu}");
            assert_eq!(notes[0], format!("its bytes are in {set}"), "{pdu}");
            // The number of the centre may be left out.
            let centre = 2 + 2 * usize::from_str_radix(&pdu[..2], 16).unwrap();
            assert_eq!(read(&pdu[centre..]).unwrap().0, text, "{pdu}");
        }
        assert_eq!(read(MESSAGES[3].0).unwrap().1[1], "it is part 1 of 2");
        // A scheme that is reserved.
        let reserved = MESSAGES[0].0.replace("F1000099", "F1008099");
        assert_eq!(read(&reserved).unwrap().0, b"hellohello");
    }

    #[test]
    fn the_answer_of_a_modem_is_found_by_itself() {
        let (first, text, _) = MESSAGES[0];
        let (second, more, _) = MESSAGES[1];
        let answer =
            format!("+CMGL: 1,1,,29\r\n{first}\r\n+CMGL: 2,1,,31\r\n{second}\r\n\r\nOK\r\n");
        let (mut dump, done) = import::read(FormatChoice::Asked, answer.as_bytes());
        assert_eq!(done, Ok(()));
        assert_eq!(dump.out().data().0, [text, more].concat());
    }

    #[test]
    fn a_message_whose_lengths_do_not_fit_is_refused() {
        for (pdu, ..) in MESSAGES {
            for at in 1..pdu.len() {
                let cut = [&pdu[..at], &pdu[at + 1..]].concat();
                assert_eq!(read(&cut), None, "{cut}");
                assert_eq!(read(&pdu[..at]), None, "{at} of {pdu}");
            }
            assert_eq!(read(&format!("{pdu}00")), None);
        }
        assert_eq!(read("no message\n"), None);
    }
}
