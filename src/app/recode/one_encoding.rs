//! `recode` without `--fix` and `--lines`: all of a file is converted from one encoding.
//!
//! If no encoding is named, the data is judged before anything is written; a pipe is stored for that.
//! Invariant: data that is in several encodings by its judgement is not converted from one of them.

use std::path::Path;

use super::{RecodeCommand, RecodeWork};
use crate::app::remark::say;
use crate::detect::verdict::ACTING_FLOOR;
use crate::detect::{self, Judgement};
use crate::source::{Seekable, SequentialInput};
use crate::unicode::glyph;
use crate::window::Peek;

impl RecodeCommand<'_> {
    /// The conversion of some data; none, with a message, if no one encoding reads all of it.
    pub(super) fn in_one_encoding(
        &self,
        file: &Path,
        input: SequentialInput,
    ) -> anyhow::Result<Option<RecodeWork<'static>>> {
        if !self.requested.is_auto() {
            return Ok(Some(RecodeWork::Convert(input, None)));
        }
        let data = match input {
            SequentialInput::Seekable(data) => data,
            SequentialInput::Pipe(_) => Seekable::from_source(&self.whole(file)?),
        };
        let judgement = detect::judge(&data, self.requested.preferred());
        if let Some(other) = self.other_part(&judgement, &data) {
            say(&format!("{}: nothing written; {other}", self.name(file)));
            return Ok(None);
        }
        let verdict = judgement.guess.named();
        let input = SequentialInput::Seekable(data);
        Ok(Some(RecodeWork::Convert(input, Some(verdict))))
    }

    /// A sentence about the first part of data that is, or may be, in another encoding than the rest. If
    /// the rest is UTF-8, such lines are faults.
    fn other_part(&self, judgement: &Judgement, data: &dyn Peek) -> Option<String> {
        if let Some(parts) = judgement.readings.joined() {
            let (at, encoding) = (data.address(parts.second()), parts.second_name());
            return Some(format!(
                "from 0x{at:X} on it is {encoding}: parts were joined; --lines reads each part by \
                 itself, -f reads all in one encoding"
            ));
        }
        let guess = &judgement.guess;
        let other = guess.other_sets().next()?;
        let at = data.address(other.offset);
        let (encoding, rest) = (other.encoding.name, guess.taken().encoding.name);
        let word = glyph::safe(&other.word, self.charset);
        let what = match other.confidence {
            _ if guess.is_disputed(other) => {
                format!("{word} may be in another encoding than {rest}")
            }
            ..ACTING_FLOOR => format!("it may be {encoding} ({word}), the rest is {rest}"),
            _ => format!("it is {encoding} ({word}), the rest is {rest}"),
        };
        Some(format!(
            "at 0x{at:X} {what}: --lines reads each line by itself, -f reads all in one encoding"
        ))
    }
}
