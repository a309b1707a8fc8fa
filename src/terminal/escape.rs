//! Turns the bytes that a terminal sends into inputs, even if a slow line splits them.
//!
//! Over ssh the ESC of an arrow key can arrive alone, and a lone ESC is the key Escape: so it is
//! held for a moment until the next byte decides. A pure state machine, with the time as an
//! argument. Invariant: a sequence, known or unknown, is one input or none; its bytes are never
//! keys, and neither are those of a paste.

use std::mem::take;
use std::time::Duration;

use super::input;
use super::paste::{EndedPaste, Paste, PasteState};
use crate::command::input::UserInput;
use crate::command::key::{Key, KeySymbol};

/// The time that an Escape is held; a keyboard on this machine sends a sequence at once.
pub(crate) const LOCAL: Duration = Duration::from_millis(30);
/// The time that it is held over a network.
#[cfg(unix)]
pub(crate) const REMOTE: Duration = Duration::from_millis(100);
/// The time to wait for the rest of a sequence; then it is dropped. After that time it was Alt and
/// a key, which we do not use either.
pub(crate) const REST: Duration = Duration::from_secs(1);

/// The longest pause of a long paste after what seems to be its end: a busy machine may be slow
/// with the next read.
const PAUSE: Duration = Duration::from_millis(500);

const ESC: u8 = 0x1B;
const CTRL_C: u8 = 0x03;
const CANCEL: [u8; 2] = [0x18, 0x1A];
const BELL: u8 = 0x07;
/// The longest sequence that may be one of ours; only the end of a longer one counts.
const LONGEST: usize = 64;
/// A read of this many bytes was not typed.
const BURST: usize = 16;

/// The state machine. Times are counted from any fixed moment, and must not decrease.
#[derive(Debug)]
pub(crate) struct InputDecoder {
    wait: Duration,
    state: InputDecoderState,
    /// The time until which the state waits for more bytes.
    until: Option<Duration>,
    /// The time of the last feed.
    last: Duration,
}

/// The sequence that the bytes so far may begin.
#[derive(Debug, Default)]
enum InputDecoderState {
    #[default]
    Ground,
    /// A character of several bytes.
    Char {
        bytes: Vec<u8>,
        len: usize,
        alt: bool,
    },
    /// Escape, or any sequence.
    Escape,
    /// A key of the keypad: SS3 and one character.
    SingleShift,
    /// A control sequence (CSI): its parameters.
    Sequence(Vec<u8>),
    /// A report of the mouse in three bytes.
    Mouse(Vec<u8>),
    /// A string (DCS, OSC, APC, PM, SOS); we only request answers (OSC).
    Words {
        is_answer: bool,
        words: Vec<u8>,
        escaped: bool,
    },
    Paste(Paste),
    Pasted(EndedPaste),
}

impl InputDecoder {
    /// A machine that holds an Escape for `wait`.
    pub(crate) const fn new(wait: Duration) -> Self {
        Self {
            wait,
            state: InputDecoderState::Ground,
            until: None,
            last: Duration::ZERO,
        }
    }

    /// The time to call [`Self::expire`]; `None` if there is nothing to wait for.
    pub(crate) const fn until(&self) -> Option<Duration> {
        self.until
    }

    /// Takes the bytes of one read that ended `now`, and returns the inputs.
    pub(crate) fn feed(&mut self, bytes: &[u8], now: Duration) -> Vec<UserInput> {
        let mut out = self.expire(now);
        let quiet = now.saturating_sub(self.last) >= REST;
        match take(&mut self.state) {
            // The way out of a paste whose end was lost: Ctrl-C, alone.
            InputDecoderState::Paste(paste) if bytes == [CTRL_C] && quiet => {
                out.push(UserInput::Paste(paste.into_text()));
            }
            state => {
                self.state = state;
                self.steps(bytes, &mut out);
            }
        }
        self.last = now;
        self.until = self.waits(now, bytes.len());
        out
    }

    /// The inputs to pass on if nothing has arrived until `now`.
    pub(crate) fn expire(&mut self, now: Duration) -> Vec<UserInput> {
        let mut out = Vec::new();
        while self.until.is_some_and(|until| until <= now) {
            match take(&mut self.state) {
                InputDecoderState::Escape => out.push(key(ESC)),
                InputDecoderState::Pasted(pasted) => self.resume(pasted, &mut out),
                // A sequence without an end.
                _ => {}
            }
            self.until = self.waits(now, 0);
        }
        out
    }

    /// The time until which the state after `count` bytes waits for more.
    fn waits(&self, now: Duration, count: usize) -> Option<Duration> {
        Some(match &self.state {
            InputDecoderState::Ground
            | InputDecoderState::Char { .. }
            | InputDecoderState::Paste(_) => return None,
            InputDecoderState::Pasted(pasted) => match self.until {
                // Keys that are typed after it do not prolong the wait.
                Some(until) if count < BURST && pasted.is_followed() => until,
                _ if pasted.is_long() => now + PAUSE,
                _ => now + self.wait,
            },
            // Nothing but the opening: perhaps Alt and a key.
            InputDecoderState::Escape => now + self.wait,
            InputDecoderState::Words { words, escaped, .. } if words.is_empty() && !escaped => {
                now + self.wait
            }
            _ => now + REST,
        })
    }

    fn steps(&mut self, bytes: &[u8], out: &mut Vec<UserInput>) {
        for (i, byte) in bytes.iter().enumerate() {
            self.step(*byte, i > 0, out);
        }
    }

    /// Takes a byte, and whether it came together with the one before it.
    fn step(&mut self, byte: u8, together: bool, out: &mut Vec<UserInput>) {
        match take(&mut self.state) {
            InputDecoderState::Ground => self.ground(byte, false, out),
            InputDecoderState::Char { bytes, len, alt } => self.char(bytes, len, alt, byte, out),
            InputDecoderState::Escape => self.escape(byte, together, out),
            InputDecoderState::SingleShift => match byte {
                b'@'..=b'~' => out.extend(input::single_shift(byte).map(UserInput::Key)),
                // Modifiers, which are ignored.
                b'0'..=b'9' | b';' => self.state = InputDecoderState::SingleShift,
                _ => self.ground(byte, false, out),
            },
            InputDecoderState::Sequence(parameters) => self.sequence(parameters, byte, out),
            InputDecoderState::Mouse(mut report) => {
                report.push(byte);
                match report[..] {
                    [.., ESC] => self.state = InputDecoderState::Escape,
                    [button, x, y] => out.extend(mouse(button, x, y)),
                    _ => self.state = InputDecoderState::Mouse(report),
                }
            }
            InputDecoderState::Words {
                is_answer,
                words,
                escaped,
            } => self.words((is_answer, words), escaped, byte, out),
            InputDecoderState::Paste(mut paste) => {
                self.state = if paste.ends_with(byte) {
                    InputDecoderState::Pasted(EndedPaste::new(paste.into_bytes()))
                } else {
                    InputDecoderState::Paste(paste)
                }
            }
            InputDecoderState::Pasted(pasted) => match pasted.push(byte) {
                PasteState::Unknown(pasted) => self.state = InputDecoderState::Pasted(pasted),
                PasteState::Over(pasted) => self.resume(pasted, out),
            },
        }
    }

    /// Passes on the pasted text, and reads the bytes after it.
    fn resume(&mut self, pasted: EndedPaste, out: &mut Vec<UserInput>) {
        let (text, after) = pasted.into_parts();
        out.push(UserInput::Paste(text));
        self.steps(&after, out);
    }

    /// Reads the first byte of a sequence or key, with Alt or without.
    fn ground(&mut self, byte: u8, alt: bool, out: &mut Vec<UserInput>) {
        let len = match byte {
            ESC => {
                self.state = InputDecoderState::Escape;
                return;
            }
            0x80..=0x9F => {
                self.state = opened_by(byte - 0x40).unwrap_or_default();
                return;
            }
            0x00..=0x7F if alt => return,
            0x00..=0x1F | 0x7F => return out.push(key(byte)),
            b' '..=b'~' => return out.push(typed(byte.into())),
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => return,
        };
        self.state = InputDecoderState::Char {
            bytes: vec![byte],
            len,
            alt,
        };
    }

    fn char(
        &mut self,
        mut bytes: Vec<u8>,
        len: usize,
        alt: bool,
        byte: u8,
        out: &mut Vec<UserInput>,
    ) {
        if !matches!(byte, 0x80..=0xBF) {
            // The character was cut short and is dropped; this byte begins another one.
            return self.ground(byte, false, out);
        }
        bytes.push(byte);
        if bytes.len() < len {
            self.state = InputDecoderState::Char { bytes, len, alt };
            return;
        }
        let c = str::from_utf8(&bytes)
            .ok()
            .and_then(|text| text.chars().next());
        match c {
            Some(c @ '\u{80}'..='\u{9F}') => {
                self.state = opened_by(c as u8 - 0x40).unwrap_or_default();
            }
            Some(c) if !alt => out.push(typed(c)),
            _ => {}
        }
    }

    fn escape(&mut self, byte: u8, together: bool, out: &mut Vec<UserInput>) {
        if let Some(state) = opened_by(byte) {
            self.state = state;
        } else if together && byte != ESC {
            self.ground(byte, true, out);
        } else {
            out.push(key(ESC));
            self.ground(byte, false, out);
        }
    }

    fn sequence(&mut self, mut parameters: Vec<u8>, byte: u8, out: &mut Vec<UserInput>) {
        let console = parameters == b"[";
        match byte {
            b'[' if parameters.is_empty() => self.state = InputDecoderState::Sequence(vec![byte]),
            b'M' if parameters.is_empty() => self.state = InputDecoderState::Mouse(Vec::new()),
            b'~' if parameters == b"200" => self.state = InputDecoderState::Paste(Paste::default()),
            b'@'..=b'~' => out.extend(input::sequence(&parameters, byte)),
            b' '..=b'?' if !console => {
                if parameters.len() < LONGEST {
                    parameters.push(byte);
                }
                self.state = InputDecoderState::Sequence(parameters);
            }
            byte if CANCEL.contains(&byte) => {}
            _ => self.ground(byte, false, out),
        }
    }

    fn words(
        &mut self,
        (is_answer, mut words): (bool, Vec<u8>),
        escaped: bool,
        byte: u8,
        out: &mut Vec<UserInput>,
    ) {
        let is_ended = byte == BELL || escaped && byte == b'\\';
        match byte {
            _ if is_ended => {
                let is_whole = is_answer && words.len() <= LONGEST;
                out.extend(input::answer(&words).filter(|_| is_whole));
            }
            _ if escaped => {
                self.state = InputDecoderState::Escape;
                self.step(byte, true, out);
            }
            byte if CANCEL.contains(&byte) => {}
            _ => {
                let escaped = byte == ESC;
                if !escaped && words.len() <= LONGEST {
                    words.push(byte);
                }
                self.state = InputDecoderState::Words {
                    is_answer,
                    words,
                    escaped,
                };
            }
        }
    }
}

/// The state opened by the character after an Escape (ECMA-48 5.3: a C1 control is an Escape and
/// the character 0x40 below it).
fn opened_by(byte: u8) -> Option<InputDecoderState> {
    Some(match byte {
        b'[' => InputDecoderState::Sequence(Vec::new()),
        b'O' => InputDecoderState::SingleShift,
        b'P' | b'X' | b']' | b'^' | b'_' => InputDecoderState::Words {
            is_answer: byte == b']',
            words: Vec::new(),
            escaped: false,
        },
        _ => return None,
    })
}

fn key(control: u8) -> UserInput {
    UserInput::Key(input::control(control))
}

const fn typed(c: char) -> UserInput {
    UserInput::Key(Key::plain(KeySymbol::Char(c)))
}

/// A report of the mouse in three bytes, each with 32 added.
fn mouse(button: u8, x: u8, y: u8) -> Option<UserInput> {
    let [button, x, y] = [button, x, y].map(|byte| u32::from(byte).checked_sub(32));
    input::mouse(button?, false, x?, y?)
}

#[cfg(test)]
mod tests;
