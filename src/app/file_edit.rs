//! A file edited in its own encoding: the work of `replace` on one file, for the command and for the
//! server of `guard`.
//!
//! Invariant: a file has all its old bytes or all its new ones; and it is written only in an encoding
//! that is certain, or if all likely ones give the same bytes.

use std::fs;
use std::io::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::bail;

use super::attended::read_to_end;
use super::mistake::ArgumentMistake;
use super::replacement::{FileReplacement, ReplacementResult};
use crate::codec::Encoding;
use crate::config::Declarations;
use crate::detect;
use crate::detect::requested::RequestedEncoding;
use crate::detect::verdict::{Evidence, Guess, Nature};
use crate::job::text_edit::{EditCase, EditTarget, EditedText, TextEdit, TextEditRefusal};
use crate::job::{Control, JobEnd};
use crate::report::text_edit as words;
use crate::source::{Source, Trouble};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek as _;

/// The longest file.
pub(super) const LONGEST: u64 = 256 << 20;
/// The most encodings that an uncertain file is edited in, to see whether it matters.
const LIKELY: usize = 5;
/// The least confidence of such an encoding: one in a hundred, as the list of readings shows it.
const LEAST: f32 = 0.01;

/// The number of matches that a file has to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WantedMatches {
    /// Any.
    Any,
    /// One.
    One,
}

/// An edit that is made in files.
pub(super) struct FileEdit {
    pub(super) requested: RequestedEncoding,
    /// The offset at which code units start.
    pub(super) phase: u8,
    pub(super) edit: TextEdit,
    pub(super) wanted: WantedMatches,
    pub(super) charset: Charset,
    /// The declarations of the tree; none if they are not to be heeded.
    pub(super) declarations: Option<Declarations>,
}

/// An encoding that a file may have, and the offset at which its code units start.
pub(super) type TextReading = (&'static Encoding, u64);

/// The encodings that a file may have.
pub(super) struct TextReadings {
    pub(super) likeliest: TextReading,
    /// The others, if it is not certain.
    pub(super) others: Vec<TextReading>,
    /// True if lines of it are in another encoding than the rest.
    pub(super) has_other_lines: bool,
}

/// The new text of a file, which is not written yet.
pub(super) struct MadeEdit {
    /// The name of the file, safe to print.
    name: String,
    encoding: &'static Encoding,
    pub(super) edited: EditedText,
    /// The reason why it is not to be written, in a line, if there is no match or too many.
    pub(super) unmatched: Option<String>,
}

/// An edit, as it is typed.
///
/// # Errors
/// The expression is not known.
pub(super) fn text_edit(
    target: EditTarget<'_>,
    by: &str,
    case: EditCase,
    lines: Option<RangeInclusive<u64>>,
) -> Result<TextEdit, ArgumentMistake> {
    let edit = TextEdit::new(target, by, case);
    let edit = edit.map_err(|said| ArgumentMistake::new(format!("OLD: {said}")))?;
    Ok(match lines {
        Some(lines) => edit.within(lines),
        None => edit,
    })
}

impl FileEdit {
    /// Edits the text of a file that is open, and reads a pipe to its end; writes nothing.
    ///
    /// # Errors
    /// It cannot be edited.
    pub(super) fn make(&self, file: &Path, source: &Source) -> anyhow::Result<MadeEdit> {
        read_to_end(source, self.charset)?;
        if source.len() > LONGEST {
            let what = "is longer than 256 MiB; nothing written";
            bail!(Trouble::new(file, what, "edit a part of it"));
        }
        let name = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), self.charset);
        let readings = self.readings(file, source)?;
        let (encoding, _) = readings.likeliest;
        let edited = self.edited(file, source, &readings)?;
        if let Some(trouble) = source.failure() {
            return Err(trouble.into());
        }
        let unmatched = match (edited.count, self.wanted) {
            (0, _) => {
                let aside = if readings.has_other_lines {
                    "; some lines are in another encoding: guess --lines"
                } else {
                    ""
                };
                Some(format!("{name}: not found ({}){aside}", encoding.name))
            }
            (2.., WantedMatches::One) => {
                let (count, lines) = (edited.count, words::lines_of(&edited));
                Some(format!(
                    "{name}: found {count} times, {lines}; nothing written; --once needs exactly one; --lines chooses lines"
                ))
            }
            _ => None,
        };
        Ok(MadeEdit {
            name,
            encoding,
            edited,
            unmatched,
        })
    }

    /// The encodings that a file may have.
    fn readings(&self, file: &Path, source: &Source) -> anyhow::Result<TextReadings> {
        let phase = u64::from(self.phase);
        if !self.requested.is_auto() {
            let verdict = self.requested.verdict_unguessed(source);
            return Ok(TextReadings::certain((verdict.encoding, phase)));
        }
        let declared = { self.declarations.as_ref() }
            .and_then(|declarations| DeclaredReading::of(file, source, declarations));
        if let Some(declared) = declared {
            return Ok(TextReadings::certain((declared.encoding, phase)));
        }
        let guess = detect::judge(source, self.requested.preferred()).guess;
        let refuse = |what: &str, hint: &'static str| {
            let what = format!("{what}; nothing written");
            Err(Trouble::new(file, what, hint).into())
        };
        match guess.nature {
            Nature::Binary(_) => return refuse("is binary", "-e names the encoding of a text"),
            _ if guess.is_joined => {
                let hint = "guess --lines shows them, recode --lines converts them";
                return refuse("has parts in several encodings", hint);
            }
            Nature::Text | Nature::TooShort | Nature::Empty | Nature::Undecided => {}
        }
        Ok(TextReadings::of(&guess))
    }

    /// The edited text: the same in all likely encodings.
    fn edited(
        &self,
        file: &Path,
        source: &Source,
        readings: &TextReadings,
    ) -> anyhow::Result<EditedText> {
        let (encoding, _) = readings.likeliest;
        let edited = self.in_encoding(source, readings.likeliest);
        let edited = edited.map_err(|refusal| {
            let (what, hint) = words::refused(&refusal, encoding);
            Trouble::new(file, what, hint)
        })?;
        let is_other = |reading: &&TextReading| match self.in_encoding(source, **reading) {
            Ok(other) => other.bytes != edited.bytes,
            Err(_) => true,
        };
        if let Some((other, _)) = readings.others.iter().find(is_other) {
            let what = format!(
                "may be {} or {}, and the new bytes depend on that; nothing written",
                encoding.name, other.name
            );
            bail!(Trouble::new(file, what, "-e names the encoding"));
        }
        Ok(edited)
    }

    fn in_encoding(
        &self,
        source: &Source,
        reading: TextReading,
    ) -> Result<EditedText, TextEditRefusal> {
        // A signal ends the process.
        let cancel = AtomicBool::new(false);
        let mut control = Control::new(&cancel, &|_| ());
        match self.edit.edit(&mut control, source, reading) {
            JobEnd::Done(done) => done,
            JobEnd::Cancelled => Ok(EditedText::default()),
        }
    }
}

/// The encoding that the tree declares for a file, and the file that says so.
pub(super) struct DeclaredReading {
    pub(super) requested: RequestedEncoding,
    pub(super) encoding: &'static Encoding,
    pub(super) by: &'static str,
}

impl DeclaredReading {
    /// The one of a file, unless its bytes contradict it.
    pub(super) fn of(file: &Path, source: &Source, declarations: &Declarations) -> Option<Self> {
        if file == Path::new("-") {
            return None;
        }
        let whole = fs::canonicalize(file).ok()?;
        let declared = declarations.of(&whole).encoding?;
        match declared.read(source) {
            (verdict, None) if verdict.evidence == Evidence::Chosen => Some(Self {
                requested: declared.encoding,
                encoding: verdict.encoding,
                by: declared.by,
            }),
            _ => None,
        }
    }
}

impl TextReadings {
    /// One encoding, without doubt.
    pub(super) fn certain(likeliest: TextReading) -> Self {
        Self {
            likeliest,
            others: Vec::new(),
            has_other_lines: false,
        }
    }

    /// The encodings of a guess.
    pub(super) fn of(guess: &Guess) -> Self {
        let likeliest = guess.named().as_taken();
        let is_text = matches!(guess.nature, Nature::Text | Nature::Empty);
        let is_certain = is_text && likeliest.is_sure();
        let most = if is_certain { 0 } else { LIKELY };
        let others = guess.alternatives.iter();
        let others = others.filter(|other| other.confidence >= LEAST);
        let others = others.map(|other| (other.encoding, 0));
        Self {
            likeliest: (likeliest.encoding, u64::from(guess.phase)),
            others: others.take(most).collect(),
            has_other_lines: guess.has_other_set(),
        }
    }
}

impl MadeEdit {
    /// The changed lines as a unified diff.
    pub(super) fn diff(&self, charset: Charset) -> String {
        let (name, id) = (&self.name, self.encoding.id);
        let mut text = format!("--- {name} ({id})\n+++ {name} ({id})\n");
        for hunk in &self.edited.hunks {
            text.push_str(&words::hunk(hunk, charset));
        }
        text
    }

    /// Writes the file; returns what was done, in a line.
    ///
    /// # Errors
    /// It is unchanged.
    pub(super) fn write(&self, mut replacement: FileReplacement) -> anyhow::Result<String> {
        replacement.write_all(&self.edited.bytes)?;
        let written = replacement.finish().map_err(anyhow::Error::msg)?;
        let name = &self.name;
        Ok(match written {
            ReplacementResult::Written => {
                format!("{name}: {}", words::done(&self.edited, self.encoding))
            }
            ReplacementResult::Same => format!("{name}: nothing to change; nothing written"),
        })
    }
}
