//! Names of mailboxes in IMAP's modified UTF-7 (RFC 3501, 5.1.3): `Entw&APw-rfe`.
//!
//! `&` begins base64 of UTF-16 in the big endian order, with a comma for the slash and without
//! padding; `-` ends it, and `&-` is `&`. Invariant: what is not in that form stays.

use data_encoding::BASE64_NOPAD;

use super::document::{self, DocumentEscapes, EscapeMatch, EscapedTextReader};
use crate::confidence::{MAILBOX, MAILBOX_OF_LETTERS};
use crate::format::{DumpFormat, DumpLayout, DumpWriter, FormatSubject};
use crate::trial::ReaderTrial;

pub(crate) static IMAP: DumpFormat = DumpFormat {
    id: "imap",
    labels: &["utf-7-imap", "modified-utf-7"],
    about: "names of mailboxes in IMAP: Entw&APw-rfe",
    subject: FormatSubject::Text,
    readers: &[|| Box::new(EscapedTextReader::new(&ESCAPES))],
    detect,
    example: "Entw&APw-rfe &- &U,BTFw-\n",
    example_bytes: "Entwürfe & 台北\n".as_bytes(),
    extensions: &[],
    writer: Some(|_: &DumpLayout| Box::new(MailboxWriter::default())),
};

static ESCAPES: DocumentEscapes = DocumentEscapes {
    first: [b'&'; 2],
    read,
};

/// The longest stretch of base64 that is read, and the bytes of the longest that is written.
const LONGEST: usize = 1000;
const STRETCH: usize = 600;

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    // Base64 that ends in a hyphen and gives text beyond ASCII is no accident.
    let is_name = trial.text.is_ascii() && !trial.bytes.is_ascii();
    match is_name {
        true if gives_letters(trial) => MAILBOX_OF_LETTERS,
        true => document::detect_dense(trial, MAILBOX),
        false => 0,
    }
}

/// The letters that are no accident where nothing tells that a name is one.
const LETTERS: usize = 4;

/// Reports whether what is beyond ASCII are letters: some, or any in the quotes of an answer of a server.
fn gives_letters(trial: &ReaderTrial<'_>) -> bool {
    let text = String::from_utf8_lossy(trial.bytes);
    let high = || text.chars().filter(|c| !c.is_ascii());
    let is_quoted = trial.text.contains(&b'"');
    high().all(char::is_alphabetic) && (high().count() >= LETTERS || is_quoted)
}

fn read(text: &[u8], bytes: &mut Vec<u8>) -> Option<EscapeMatch> {
    let end = text.iter().take(LONGEST).position(|byte| *byte == b'-')?;
    if end == 1 {
        bytes.push(b'&');
    } else {
        let units = BASE64_NOPAD.decode(&slashes(&text[1..end])?).ok()?;
        let (pairs, []) = units.as_chunks::<2>() else {
            return None;
        };
        let units = pairs.iter().map(|pair| u16::from_be_bytes(*pair));
        let text: Result<String, _> = char::decode_utf16(units).collect();
        bytes.extend_from_slice(text.ok()?.as_bytes());
    }
    Some(EscapeMatch::of(end + 1))
}

/// Digits with a slash for each comma; none if there is a slash, which is no digit here.
fn slashes(digits: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: &u8| match byte {
        b'/' => None,
        b',' => Some(b'/'),
        byte => Some(*byte),
    };
    digits.iter().map(digit).collect()
}

/// Writes a name: printable ASCII as it is, all else in base64.
#[derive(Default)]
struct MailboxWriter {
    /// The characters of the next stretch of base64.
    units: Vec<u8>,
    /// The bytes of a character that is not whole yet.
    held: Vec<u8>,
}

impl MailboxWriter {
    fn close(&mut self, out: &mut Vec<u8>) {
        if !self.units.is_empty() {
            let digits = BASE64_NOPAD.encode(&self.units).replace('/', ",");
            out.push(b'&');
            out.extend_from_slice(digits.as_bytes());
            out.push(b'-');
        }
        self.units.clear();
    }

    fn character(&mut self, c: char, out: &mut Vec<u8>) {
        match c {
            '&' => {
                self.close(out);
                out.extend_from_slice(b"&-");
            }
            ' '..='~' | '\n' => {
                self.close(out);
                out.push(c as u8);
            }
            _ => {
                if self.units.len() >= STRETCH {
                    self.close(out);
                }
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    self.units.extend_from_slice(&unit.to_be_bytes());
                }
            }
        }
    }
}

impl DumpWriter for MailboxWriter {
    fn bytes(&mut self, _: u64, bytes: &[u8], out: &mut Vec<u8>) {
        self.held.extend_from_slice(bytes);
        let held = std::mem::take(&mut self.held);
        for chunk in held.utf8_chunks() {
            chunk.valid().chars().for_each(|c| self.character(c, out));
            // A writer of text gets UTF-8: what is left is a character that is not whole yet.
            self.held = chunk.invalid().to_vec();
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        self.close(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_line_ends};

    /// The names of RFC 3501, and others as a mail server writes them.
    #[test]
    fn names_are_read_and_what_is_no_base64_stays() {
        check(
            &IMAP,
            &[
                (
                    "~peter/mail/&U,BTFw-/&ZeVnLIqe-",
                    "~peter/mail/台北/日本語".as_bytes(),
                ),
                (
                    "INBOX/&5rWL6K+V-",
                    "INBOX/\u{e6b5}\u{8be8}\u{af95}".as_bytes(),
                ),
                (
                    "a & b, R&D, &amp; &APw",
                    "a & b, R&D, &amp; &APw".as_bytes(),
                ),
                ("&2D3eAA- &-", "😀 &".as_bytes()),
            ],
        );
        check_line_ends(&IMAP, "&IKw-", "€");
    }

    #[test]
    fn answers_of_a_server_are_recognised() {
        let format = |text: &str| {
            let taken = crate::import::look(text.as_bytes(), true);
            taken.map_or("none", |taken| taken.format.id)
        };
        for text in [
            "* LIST (\\HasNoChildren) \"/\" \"Entw&APw-rfe\"\r\n",
            "a1 SELECT \"Archiv/Entw&APw-rfe\"\r\n",
            "INBOX\n&BBoEPgRABDcEOAQ9BDA-\n",
        ] {
            assert_eq!(format(text), "imap", "{text}");
        }
        for text in [
            "The folder is called Entw&APw-rfe there.\n",
            "R&D-Abteilung, AT&T-\n",
            "a &amp; b &lt;-\n",
            "x=1&y=2-\n",
        ] {
            assert_ne!(format(text), "imap", "{text}");
        }
    }

    #[test]
    fn names_are_written_as_they_are_read() {
        let text = "Entwürfe & 台北 😀/x\n".as_bytes();
        for step in 1..9 {
            let mut writer = MailboxWriter::default();
            let mut out = Vec::new();
            for piece in text.chunks(step) {
                writer.bytes(0, piece, &mut out);
            }
            writer.end(&mut out);
            assert_eq!(
                String::from_utf8(out).unwrap(),
                "Entw&APw-rfe &- &U,BTFw- &2D3eAA-/x\n"
            );
        }
    }
}
