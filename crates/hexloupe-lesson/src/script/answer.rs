//! An answer to a task: typed text, or an action with the keys.
//!
//! Invariant: the kind of a task is the kind of its answer; there is no second list of kinds.

use toml::Value;

use super::super::reply;
use hexloupe_text::codec::{Encoding, table};

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScriptAnswer {
    /// Typed bytes.
    Bytes(Vec<u8>),
    /// A typed code point, or its character.
    CodePoint(u32),
    /// A typed number.
    Number(u64),
    /// A choice, by its number from 0.
    Choice(usize),
    /// The cursor stands at one of these offsets.
    At(Vec<u64>),
    /// The bytes are these.
    Made(Vec<u8>),
    /// The bytes are read in this encoding.
    ReadAs(&'static Encoding),
    /// The command of this name was run.
    Pressed(String),
}

/// The kinds of a file, with the function that reads an answer of it, and the form of such an
/// answer.
type AnswerReader = fn(&Value) -> Option<ScriptAnswer>;

pub(super) const KINDS: [(&str, AnswerReader, &str); 8] = [
    ("bytes", bytes, "hex digits in quotes, such as \"D0 BC\""),
    (
        "code-point",
        code_point,
        "a code point in quotes, such as \"U+043C\"",
    ),
    ("number", number, "a number, such as 11"),
    (
        "choice",
        choice,
        "the letter of a choice in quotes, such as \"b\"",
    ),
    (
        "go-to",
        places,
        "an offset, such as 3, or several, such as [2, 3]",
    ),
    ("make", made, "hex digits in quotes, such as \"D0 BD\""),
    (
        "read-as",
        read_as,
        "the name of an encoding in quotes, such as \"koi8-r\"",
    ),
    (
        "press",
        pressed,
        "the name of a command in quotes, such as \"next-fault\"",
    ),
];

impl ScriptAnswer {
    /// Reports whether the answer is typed, and not given with the keys of the panes.
    pub const fn is_typed(&self) -> bool {
        match self {
            Self::Bytes(_) | Self::CodePoint(_) | Self::Number(_) | Self::Choice(_) => true,
            Self::At(_) | Self::Made(_) | Self::ReadAs(_) | Self::Pressed(_) => false,
        }
    }

    /// Reports whether an answer is right, if this one is the right one.
    pub fn takes(&self, given: &Self) -> bool {
        match (self, given) {
            (Self::At(right), Self::At(given)) => given.iter().all(|at| right.contains(at)),
            _ => self == given,
        }
    }
}

/// Bytes from hex digits, with any spaces.
pub(super) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
    let pairs = digits.chunks(2).map(|pair| {
        let text = std::str::from_utf8(pair).ok()?;
        let is_pair = pair.len() == 2 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_pair.then(|| u8::from_str_radix(text, 16).ok())?
    });
    pairs.collect()
}

fn bytes(value: &Value) -> Option<ScriptAnswer> {
    from_hex(value.as_str()?).map(ScriptAnswer::Bytes)
}

fn made(value: &Value) -> Option<ScriptAnswer> {
    from_hex(value.as_str()?).map(ScriptAnswer::Made)
}

fn code_point(value: &Value) -> Option<ScriptAnswer> {
    let digits = value.as_str()?.strip_prefix("U+")?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    Some(ScriptAnswer::CodePoint(value))
}

fn number(value: &Value) -> Option<ScriptAnswer> {
    let number = value.as_integer()?;
    number.try_into().ok().map(ScriptAnswer::Number)
}

fn choice(value: &Value) -> Option<ScriptAnswer> {
    let typed = value.as_str()?;
    let number = (0..26).find(|number| typed == reply::letter(*number).to_string());
    number.map(ScriptAnswer::Choice)
}

fn places(value: &Value) -> Option<ScriptAnswer> {
    let offset = |value: &Value| u64::try_from(value.as_integer()?).ok();
    let offsets = match value {
        Value::Array(several) => several.iter().map(offset).collect::<Option<Vec<_>>>()?,
        one => vec![offset(one)?],
    };
    (!offsets.is_empty()).then_some(ScriptAnswer::At(offsets))
}

fn read_as(value: &Value) -> Option<ScriptAnswer> {
    encoding(value.as_str()?).map(ScriptAnswer::ReadAs)
}

fn pressed(value: &Value) -> Option<ScriptAnswer> {
    Some(ScriptAnswer::Pressed(value.as_str()?.to_owned()))
}

/// The encoding of a name or label.
pub(super) fn encoding(label: &str) -> Option<&'static Encoding> {
    table::by_label(label).map(table::LabelMatch::encoding)
}
