//! Reads source code: looks for the openings of number lists and of strings that hold bytes, and
//! skips the code around them.
//!
//! Invariant: within a list everything is a number, a character, a comment or a cast; anything
//! else there is an error.

use super::language::{
    BytesString, CharacterLiterals, Comments, PrefixPlace, ProgrammingLanguage, StringContent,
};
use super::number;
use super::number_list::{self, NumberList};
use super::strings::{self, StringReader};
use crate::out::RemarkKind;
use crate::reason;
use crate::state_machine::{MachineOutput, ReadError, StateMachine, StepResult};

/// The longest word that is stored; a longer one is no number and no type.
const LONGEST: usize = 96;
const NO_COMMA: &str = "two numbers of the list have no comma between them: they may be one";

/// The commas between the numbers of lists so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ListCommas {
    None,
    Some,
    /// One is not there, which was told.
    Told,
}

/// The place of the text in the code.
enum SourceCodeState {
    Code,
    /// A comment up to the end of the line.
    Comment,
    /// A comment up to `*/`; whether a `*` came last.
    Block(bool),
    Text(StringReader),
    /// A character in quotes.
    Character,
}

/// The last thing in the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AfterList {
    Nothing,
    /// A list, and only closing signs since.
    List,
    /// The name of its length: the next number is that length.
    Length,
}

/// Reads the bytes of source code.
pub(super) struct SourceReader {
    language: &'static ProgrammingLanguage,
    state: SourceCodeState,
    /// The word, or the character, being read.
    word: Vec<u8>,
    /// The last word, and whether only a bracket came since.
    before: Vec<u8>,
    called: bool,
    /// The last byte that is no blank and in no comment.
    last: u8,
    /// The byte before, and the one before a slash: `/*` within a path is no comment.
    previous: u8,
    before_slash: u8,
    list: NumberList,
    /// The number of open brackets that may begin a list.
    opened: u32,
    after: AfterList,
    /// True if the line before was numbers without brackets, and continues.
    goes_on: bool,
    /// The number of bytes of the last list.
    given: u64,
    commas: ListCommas,
}

impl SourceReader {
    pub(super) fn new(language: &'static ProgrammingLanguage) -> Self {
        Self {
            language,
            state: SourceCodeState::Code,
            word: Vec::new(),
            before: Vec::new(),
            called: false,
            last: 0,
            previous: b' ',
            before_slash: b' ',
            list: NumberList::default(),
            opened: 0,
            after: AfterList::Nothing,
            goes_on: false,
            given: 0,
            commas: ListCommas::None,
        }
    }

    fn code(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        if is_word(byte) || byte == b'\'' && self.word.first().is_some_and(u8::is_ascii_digit) {
            if self.word.len() < LONGEST {
                self.word.push(byte);
            }
            return Ok(());
        }
        let quote = matches!(byte, b'"' | b'\'' | b'`');
        if quote && self.string(byte, sink) {
            return Ok(());
        }
        self.end_word(sink)?;
        if byte.is_ascii_whitespace() {
            return Ok(());
        }
        self.sign(byte, sink)?;
        self.last = byte;
        Ok(())
    }

    /// Takes a quote; returns true if it begins a string that holds bytes.
    fn string(&mut self, quote: u8, sink: &mut MachineOutput<'_>) -> bool {
        let character = quote == b'\'' && self.language.characters != CharacterLiterals::None;
        if self.list.is_open() || character {
            return false;
        }
        // The digits for a call may be bytes themselves: `unhexlify(b'd0')`.
        let mut digits = { self.language.strings.iter() }.filter(|lead| {
            lead.place == PrefixPlace::Call && matches!(lead.content, StringContent::Hex)
        });
        let is_digits = |lead: &&BytesString| self.before == lead.word.as_bytes();
        let called = (self.called && self.word == b"b").then(|| digits.find(is_digits));
        let own = |lead: &&BytesString| match lead.place {
            // After a quote it is the end of a name: `"b":"c"`.
            PrefixPlace::Prefix => {
                self.word == lead.word.as_bytes() && !matches!(self.last, b'"' | b'\'')
            }
            PrefixPlace::Call => {
                self.word.is_empty() && self.called && self.before == lead.word.as_bytes()
            }
        };
        let lead = called.flatten();
        let Some(lead) = lead.or_else(|| self.language.strings.iter().find(own)) else {
            return false;
        };
        self.word.clear();
        let triple = self.language.comments == Comments::Hash;
        self.state = SourceCodeState::Text(StringReader::new(lead.content, quote, triple));
        sink.count_aside();
        self.after = AfterList::List;
        true
    }

    fn end_word(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        if self.word.is_empty() {
            return Ok(());
        }
        let word = std::mem::take(&mut self.word);
        let done = self.whole_word(&word, sink);
        self.last = b'a';
        self.word = std::mem::replace(&mut self.before, word);
        self.word.clear();
        self.called = false;
        done
    }

    fn whole_word(&mut self, word: &[u8], sink: &mut MachineOutput<'_>) -> StepResult {
        let first = word.first().copied().unwrap_or_default();
        if first.is_ascii_digit() {
            if self.opened > 0 {
                self.open(sink);
            }
            if self.list.is_open() {
                let is_joined = self.last == b'a' && !self.list.bare;
                if is_joined && self.commas == ListCommas::Some {
                    self.commas = ListCommas::Told;
                    sink.remark(RemarkKind::Inferred(NO_COMMA.to_owned()));
                }
                return self.list.number(word, self.language.zero, sink);
            }
            if self.after == AfterList::Length {
                self.after = AfterList::Nothing;
                self.check_length(word, sink);
            }
            return Ok(());
        }
        let found = self.language.type_width(word);
        if self.list.is_open() {
            if found.is_some() {
                return Ok(());
            }
            let reason = format!("a number is expected, not {}", reason::quoted(word));
            return Err(ReadError::back(word.len(), reason));
        }
        // A cast, or the prefix of a character, may come before the first number.
        if found.is_none() {
            self.opened = 0;
        }
        let length = word.len() > 4 && word[word.len() - 4..].eq_ignore_ascii_case(b"_len");
        self.after = if length {
            AfterList::Length
        } else {
            AfterList::Nothing
        };
        if let Some(bytes) = found
            && (word != b"int" || self.list.width.is_none() || self.before == b"unsigned")
        {
            self.list.width = Some(bytes).filter(|bytes| *bytes > 0).or(self.list.width);
        }
        Ok(())
    }

    /// Compares the length written beside a list with that of the list.
    fn check_length(&mut self, word: &[u8], sink: &mut MachineOutput<'_>) {
        let Ok(number) = number::parse(word, self.language.zero) else {
            return;
        };
        sink.count_aside();
        self.after = AfterList::List;
        if number.value == self.given {
            sink.out.counts.checked += 1;
        } else {
            let end = sink.next();
            sink.remark(RemarkKind::Checksum {
                address: end.saturating_sub(self.given),
                said: number.value,
                found: self.given,
                what: "count",
            });
        }
    }

    /// Begins a list with the open brackets.
    fn open(&mut self, sink: &mut MachineOutput<'_>) {
        self.list.begin();
        self.list.depth = std::mem::take(&mut self.opened);
        sink.count_aside();
    }

    /// Reads a sign that is part of no word.
    fn sign(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        if self.is_comment(byte) {
            return Ok(());
        }
        if self.list.is_open() {
            return self.sign_in_list(byte, sink);
        }
        match byte {
            b'\'' | b'-' if self.opened > 0 => {
                self.open(sink);
                self.sign_in_list(byte, sink)?;
            }
            b'(' if self.opened > 0 => self.opened += 1,
            b')' if self.opened > 1 => self.opened -= 1,
            _ if byte == self.language.opener && self.may_open() => {
                self.opened += 1;
                self.after = AfterList::Nothing;
                let typed = byte == b'[' && self.last == b')';
                if typed
                    || matches!(
                        self.last,
                        b'=' | b'&' | b'!' | b'(' | b']' | b'{' | b'[' | b'>'
                    )
                {
                    sink.count_aside();
                }
            }
            // An empty list.
            b']' | b'}' if self.opened > 0 => {
                self.opened -= 1;
                self.list.begin();
                self.end_list();
            }
            b';' if self.opened > 0 => self.opened = 0,
            b';' | b'}' | b'.' | b':' => {
                self.list.width = None;
                self.opened = 0;
            }
            _ => self.opened = 0,
        }
        let closes = matches!(byte, b')' | b';' | b']' | b'}' | b',');
        if self.after == AfterList::List && closes {
            sink.understood(1);
        }
        self.called = match byte {
            b'(' => true,
            b'!' => self.called,
            _ => false,
        };
        Ok(())
    }

    /// Reports whether a bracket here may begin a list, and is no index.
    fn may_open(&self) -> bool {
        match self.last {
            _ if self.language.opener == b'{' => true,
            // After `Uint8Array(5)`.
            b')' => self.list.width.is_some(),
            b'a' | b']' => false,
            _ => true,
        }
    }

    fn sign_in_list(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match byte {
            b',' => {
                if self.commas == ListCommas::None {
                    self.commas = ListCommas::Some;
                }
                if self.last == b',' {
                    sink.remark(RemarkKind::Inferred(reason::NO_NUMBER.to_owned()));
                }
                self.list.flush(sink);
            }
            b'-' => self.list.minus(),
            b'+' => {}
            b'\'' if self.language.characters != CharacterLiterals::None => {
                self.state = SourceCodeState::Character;
            }
            b'{' | b'[' | b'(' => self.list.depth = self.list.depth.saturating_add(1),
            b'}' | b']' | b')' if self.list.depth > 0 => {
                if byte != b')' {
                    self.list.flush(sink);
                }
                self.list.depth -= 1;
                if self.list.depth == 0 {
                    self.end_list();
                }
            }
            b';' if self.language.opener == b'[' && self.list.depth > 0 => self.list.times()?,
            b'}' | b';' if self.list.bare => {
                self.list.flush(sink);
                self.list.bare = false;
                self.end_list();
            }
            _ if byte.is_ascii_graphic() => {
                let reason = format!("a number is expected, not {}", reason::quoted(&[byte]));
                return Err(ReadError::here(reason));
            }
            _ => return Err(ReadError::here("a number is expected")),
        }
        Ok(())
    }

    fn end_list(&mut self) {
        self.given = self.list.given;
        self.list.width = None;
        self.after = AfterList::List;
    }

    /// Reports whether a comment begins.
    fn is_comment(&mut self, byte: u8) -> bool {
        if byte == b'/' && self.last != b'/' {
            self.before_slash = self.previous;
        }
        let path = is_word(self.before_slash) && !self.list.is_open();
        let begins = match (self.language.comments, byte) {
            (Comments::Slashes, b'/') if self.last == b'/' => SourceCodeState::Comment,
            (Comments::Slashes, b'*') if self.last == b'/' && !path => {
                SourceCodeState::Block(false)
            }
            // The byte after a slash decides.
            (Comments::Slashes, b'/') => return true,
            (_, b'#') => SourceCodeState::Comment,
            _ => return false,
        };
        self.state = begins;
        true
    }

    fn character(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        let escaped = self.word.as_slice() == b"\\";
        if byte != b'\'' || escaped {
            self.word.push(byte);
            if self.word.len() > 12 {
                return Err(ReadError::back(12, "the character has no closing quote"));
            }
            return Ok(());
        }
        self.state = SourceCodeState::Code;
        let token = std::mem::take(&mut self.word);
        let code = number_list::character(&token)
            .map_err(|reason| ReadError::back(token.len(), reason))?;
        self.list.character(code, token.len(), sink)
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

impl StateMachine for SourceReader {
    fn begin(&mut self, text: &[u8], _sink: &mut MachineOutput<'_>) -> StepResult {
        let bare = self.language.characters == CharacterLiterals::QuotedOrBare;
        if bare
            && matches!(self.state, SourceCodeState::Code)
            && self.list.depth == 0
            && self.opened == 0
        {
            let after = std::mem::take(&mut self.goes_on);
            self.list.bare = strings::is_numbers(text, after);
            if self.list.bare {
                self.list.begin();
            }
        }
        Ok(())
    }

    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        let non_blank = usize::from(!byte.is_ascii_whitespace());
        let inside = self.list.is_open();
        let before = self.after;
        match &mut self.state {
            SourceCodeState::Code => self.code(byte, sink)?,
            SourceCodeState::Comment => {}
            SourceCodeState::Block(star) => {
                if *star && byte == b'/' {
                    self.state = SourceCodeState::Code;
                    self.last = 0;
                } else {
                    *star = byte == b'*';
                }
            }
            SourceCodeState::Text(text) => {
                sink.understood(non_blank);
                if text.byte(byte, sink)? {
                    return Ok(());
                }
                let again = text.again();
                self.state = SourceCodeState::Code;
                self.called = true;
                return if again { self.byte(byte, sink) } else { Ok(()) };
            }
            SourceCodeState::Character => self.character(byte, sink)?,
        }
        self.previous = byte;
        // The list may have been begun by the number that this byte ends.
        let ended = before != AfterList::List && self.after == AfterList::List;
        if inside || self.list.is_open() || ended {
            sink.understood(non_blank);
        } else if self.after != AfterList::List || is_word(byte) {
            sink.set_aside(byte);
        }
        Ok(())
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        match &mut self.state {
            SourceCodeState::Comment => self.state = SourceCodeState::Code,
            SourceCodeState::Text(text) => {
                if !text.line_end(sink)? {
                    self.state = SourceCodeState::Code;
                }
                return Ok(());
            }
            SourceCodeState::Character => {
                return Err(ReadError::here("the character has no closing quote"));
            }
            SourceCodeState::Code | SourceCodeState::Block(_) => {}
        }
        if matches!(self.state, SourceCodeState::Code) {
            self.end_word(sink)?;
        }
        if self.last == b'/' {
            self.last = 0;
        }
        if self.list.bare {
            self.list.flush(sink);
            self.list.bare = false;
            self.goes_on = self.last == b',';
            if !self.goes_on && self.list.is_cut() {
                let how = "the last number has fewer digits than those before it";
                sink.cut(how);
            }
            self.given = self.list.given;
        }
        self.previous = b' ';
        Ok(())
    }

    fn end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        self.list.flush(sink);
        if let SourceCodeState::Text(text) = &mut self.state {
            return text.end(sink);
        }
        if self.list.depth > 0 {
            let how = "the list does not end";
            sink.cut(how);
        }
        Ok(())
    }
}
