//! The parts of a mail whose body is in quoted-printable or base64.
//!
//! A head declares the form of the body after it, up to the next boundary (RFC 2046, 5.1). Invariant: the
//! state between two pieces is a few fields, however long a body is.

use std::ops::Range;

use super::coat::{Coat, CoatKind};
use crate::window::Peek;

/// The most bytes before a place in which the head of its part is sought.
const BEFORE: u64 = 64 << 20;
/// The bytes that are read at once.
const STEP: usize = 1 << 20;
/// The most boundaries that are known at once.
const BOUNDARIES: usize = 32;
/// The types of a body that is a mail with a head of its own (RFC 2046, 5.2.1; RFC 6532, 3.7).
const MESSAGES: [&[u8]; 2] = [b"message/rfc822", b"message/global"];
/// The longest field of a head that is read.
const FIELD: usize = 4096;

/// The part of a mail that is being read.
#[derive(Debug, Default)]
enum MailState {
    /// Before the first line.
    #[default]
    Start,
    Head,
    /// In a body in some form, which began at an offset.
    Body(CoatKind, u64),
    /// In other text.
    Other,
}

/// Reads the lines of a mail.
#[derive(Debug, Default)]
pub(super) struct MailReader {
    state: MailState,
    boundaries: Vec<Vec<u8>>,
    /// The field of a head so far, and what the head has declared.
    field: Vec<u8>,
    form: Option<CoatKind>,
    charset: Option<String>,
    /// True if the body is a mail itself.
    is_message: bool,
    /// The offset before the end of the line before.
    line_end: u64,
    /// True if the line before was blank.
    after_blank: bool,
}

impl MailReader {
    /// Reads whole lines from an offset: adds the bodies that end, and returns the stretches that are in
    /// no body.
    pub(super) fn read(
        &mut self,
        lines: &[u8],
        start: u64,
        into: &mut Vec<Coat>,
    ) -> Vec<Range<u64>> {
        let mut free: Vec<Range<u64>> = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let end = memchr::memchr(b'\n', &lines[at..]).map_or(lines.len(), |end| at + end + 1);
            let (from, to) = (start + at as u64, start + end as u64);
            self.line(&lines[at..end], from, into);
            if !matches!(self.state, MailState::Body(_, body) if body <= from) {
                match free.last_mut() {
                    Some(last) if last.end == from => last.end = to,
                    _ => free.push(from..to),
                }
            }
            at = end;
        }
        free
    }

    /// Ends the text at an offset.
    pub(super) fn finish(&mut self, end: u64, into: &mut Vec<Coat>) {
        self.end_body(end, into);
    }

    fn line(&mut self, whole: &[u8], offset: u64, into: &mut Vec<Coat>) {
        let line = whole.strip_suffix(b"\n").unwrap_or(whole);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let after = offset + whole.len() as u64;
        if let Some(is_last) = self.boundary(line) {
            self.end_body(self.line_end.max(self.body_start()), into);
            self.state = if is_last {
                MailState::Other
            } else {
                MailState::Head
            };
        } else if line.starts_with(b"From ") && (self.after_blank || offset == 0) {
            // The next mail of a mailbox.
            self.end_body(self.line_end.max(self.body_start()), into);
            self.boundaries.clear();
            self.state = MailState::Head;
        } else {
            match self.state {
                MailState::Start if is_field(line) => {
                    self.state = MailState::Head;
                    self.head(line, after);
                }
                MailState::Start => self.state = MailState::Other,
                MailState::Head => self.head(line, after),
                MailState::Body(..) | MailState::Other => {}
            }
        }
        self.after_blank = line.is_empty();
        self.line_end = offset + line.len() as u64;
    }

    fn body_start(&self) -> u64 {
        match self.state {
            MailState::Body(_, start) => start,
            _ => 0,
        }
    }

    /// A line of a head; the body begins after a blank one.
    fn head(&mut self, line: &[u8], after: u64) {
        if matches!(line, [b' ' | b'\t', ..]) {
            let room = FIELD.saturating_sub(self.field.len());
            self.field.extend_from_slice(&line[..line.len().min(room)]);
            return;
        }
        let field = std::mem::replace(&mut self.field, line[..line.len().min(FIELD)].to_vec());
        self.end_field(&field);
        if line.is_empty() {
            let is_message = std::mem::take(&mut self.is_message);
            self.state = match self.form.take() {
                Some(form) => MailState::Body(form, after),
                None if is_message => MailState::Head,
                None => MailState::Other,
            };
        }
    }

    /// Keeps what a field declares.
    fn end_field(&mut self, field: &[u8]) {
        let Some(colon) = memchr::memchr(b':', field) else {
            return;
        };
        let (name, value) = (&field[..colon], &field[colon + 1..]);
        if name.eq_ignore_ascii_case(b"content-transfer-encoding") {
            let value = value.trim_ascii().to_ascii_lowercase();
            self.form = match value.as_slice() {
                b"quoted-printable" => Some(CoatKind::QuotedPrintable),
                b"base64" => Some(CoatKind::Base64),
                _ => None,
            };
        } else if name.eq_ignore_ascii_case(b"content-type") {
            self.charset = parameter(value, b"charset");
            let kind = value.split(|byte| *byte == b';').next().unwrap_or_default();
            self.is_message = MESSAGES
                .iter()
                .any(|one| kind.trim_ascii().eq_ignore_ascii_case(one));
            let boundary = parameter(value, b"boundary");
            if let Some(boundary) = boundary.filter(|_| self.boundaries.len() < BOUNDARIES) {
                self.boundaries.push(boundary.into_bytes());
            }
        }
    }

    /// Reports whether a line is a boundary, and if so, whether the last one.
    fn boundary(&self, line: &[u8]) -> Option<bool> {
        let rest = line.strip_prefix(b"--")?;
        let mut ends = self.boundaries.iter().filter_map(|boundary| {
            let rest = rest.strip_prefix(boundary.as_slice())?.trim_ascii_end();
            match rest {
                b"" => Some(false),
                b"--" => Some(true),
                _ => None,
            }
        });
        ends.next()
    }

    fn end_body(&mut self, end: u64, into: &mut Vec<Coat>) {
        if let MailState::Body(kind, start) = self.state
            && start < end
        {
            into.push(Coat {
                declared: self.charset.clone(),
                ..Coat::new(kind, start..end)
            });
        }
        (self.form, self.charset, self.is_message) = (None, None, false);
        self.field.clear();
        self.state = MailState::Other;
    }
}

/// Reports whether a line is a field of a head.
fn is_field(line: &[u8]) -> bool {
    let colon = memchr::memchr(b':', line);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
    colon.is_some_and(|colon| colon > 0 && line[..colon].iter().all(is_name))
}

/// The value of a parameter of a field (RFC 2045, 5.1).
fn parameter(value: &[u8], name: &[u8]) -> Option<String> {
    let own = value.split(|byte| *byte == b';').skip(1).find_map(|part| {
        let part = part.trim_ascii();
        let is = part.get(..name.len())?.eq_ignore_ascii_case(name);
        let rest = part[name.len()..].trim_ascii_start();
        rest.strip_prefix(b"=").filter(|_| is)
    })?;
    let own = own.trim_ascii();
    let own = match own {
        [b'"', rest @ ..] => rest.split(|byte| *byte == b'"').next()?,
        own => own.split(u8::is_ascii_whitespace).next()?,
    };
    let text = str::from_utf8(own).ok()?;
    (!text.is_empty()).then(|| text.to_owned())
}

/// The body of a part around an offset.
pub(super) fn body_at(data: &dyn Peek, offset: u64) -> Option<Coat> {
    let mut mail = MailReader::default();
    let mut start = offset.saturating_sub(BEFORE);
    loop {
        let window = data.window(start, STEP);
        let whole = super::whole_lines(&window);
        let mut found = Vec::new();
        mail.read(&window.bytes[..whole], start, &mut found);
        start += whole as u64;
        let is_end = window.ends || whole == 0;
        if is_end {
            mail.finish(start, &mut found);
        }
        let own = found.into_iter().find(|coat| coat.range.contains(&offset));
        if own.is_some() {
            return own;
        }
        let is_open = matches!(mail.state, MailState::Body(_, body) if body <= offset);
        if is_end || start > offset && !is_open {
            return None;
        }
    }
}
