//! An edit of a text in its own encoding: what matches is found in the decoded text, and only the bytes
//! of it are replaced.
//!
//! Line ends of the replacement become those of the text, and the byte order mark stays. Invariant: the
//! new bytes are passed on only if they decode to the old text with the replacements in it; ill-formed
//! sequences are matched by nothing and keep their bytes.

mod hunks;
mod lines;

use std::ops::{Range, RangeInclusive};

use regex_automata::meta::{BuildError, Regex};
use regex_automata::util::interpolate;
use regex_automata::util::syntax;

use super::text_view::TextView;
use super::{Control, JobEnd};
use crate::codec::Encoding;
use crate::window::Peek;
pub use hunks::EditHunk;
use lines::{LineEnds, LineReader};

/// U+FEFF in UTF-8: as the first character it is a byte order mark, and no text.
const MARK: &[u8] = "\u{FEFF}".as_bytes();

/// The text to replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditTarget<'a> {
    /// This text; a line end matches any line end.
    Text(&'a str),
    /// Whatever matches a regular expression, whose groups the replacement names as `$1`.
    Expression(&'a str),
}

/// The treatment of upper and lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditCase {
    /// Different.
    Exact,
    /// Equal, by Unicode's simple case folding.
    Folded,
}

/// An edit, which can be made in any text.
#[derive(Debug, Clone)]
pub struct TextEdit {
    /// One, or one for each kind of line ends.
    finders: Vec<Regex>,
    by: String,
    has_groups: bool,
    lines: RangeInclusive<u64>,
}

/// An edited text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditedText {
    /// The new bytes.
    pub bytes: Vec<u8>,
    /// The number of replaced matches.
    pub count: u64,
    /// The changed lines.
    pub hunks: Vec<EditHunk>,
}

/// The reason why a text is not edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextEditRefusal {
    /// The encoding has no bytes for a character of the replacement.
    Unmappable(char),
    /// A line has bytes that are no text, and can only be written as a whole: its number.
    IllFormed(u64),
    /// The new bytes would be read as another text.
    ReadsOtherwise,
    /// The bytes from an offset on cannot be read.
    Unreadable(u64),
}

/// A match, and the text that replaces it.
struct MatchReplacement {
    range: Range<usize>,
    by: String,
}

impl TextEdit {
    /// An edit of all lines.
    ///
    /// # Errors
    /// The expression cannot be read, or the text is empty: one sentence.
    pub fn new(target: EditTarget<'_>, by: &str, case: EditCase) -> Result<Self, String> {
        let (patterns, has_groups) = match target {
            EditTarget::Text("") => return Err("nothing to replace; name a text".to_owned()),
            EditTarget::Text(text) => (lines::expressions(text), false),
            EditTarget::Expression(expression) => (vec![expression.to_owned()], true),
        };
        let syntax = syntax::Config::new()
            .multi_line(true)
            .crlf(true)
            .case_insensitive(case == EditCase::Folded);
        let finder = |pattern: &String| {
            let finder = Regex::builder().syntax(syntax).build(pattern);
            finder.map_err(|error| mistake(&error))
        };
        let finders = patterns.iter().map(finder).collect::<Result<_, _>>()?;
        Ok(Self {
            finders,
            by: by.to_owned(),
            has_groups,
            lines: 1..=u64::MAX,
        })
    }

    /// The same for matches that begin in some lines, from 1.
    #[must_use]
    pub fn within(self, lines: RangeInclusive<u64>) -> Self {
        Self { lines, ..self }
    }

    /// Edits some data that is read in an encoding; `None` if the work is cancelled.
    ///
    /// # Errors
    /// It cannot be edited.
    pub fn edit(
        &self,
        control: &mut Control<'_>,
        data: &dyn Peek,
        (encoding, phase): (&'static Encoding, u64),
    ) -> JobEnd<Result<EditedText, TextEditRefusal>> {
        let view = match TextView::build(control, data, encoding, phase) {
            JobEnd::Done(Ok(view)) => view,
            JobEnd::Done(Err(at)) => return JobEnd::Done(Err(TextEditRefusal::Unreadable(at))),
            JobEnd::Cancelled => return JobEnd::Cancelled,
        };
        let text = whole(&view);
        let ends = LineEnds::new(encoding);
        let replacements = self.replacements(&text, ends);
        let bytes = match spliced(&view, data, (encoding, &text, ends), &replacements) {
            Ok(bytes) => bytes,
            Err(refusal) => return JobEnd::Done(Err(refusal)),
        };
        let expected = text_with(&text, &replacements);
        let read_back = match TextView::build(control, &bytes, encoding, phase) {
            JobEnd::Done(Ok(view)) => whole(&view),
            JobEnd::Done(Err(at)) => return JobEnd::Done(Err(TextEditRefusal::Unreadable(at))),
            JobEnd::Cancelled => return JobEnd::Cancelled,
        };
        JobEnd::Done(if read_back == expected {
            Ok(EditedText {
                bytes,
                count: replacements.len() as u64,
                hunks: hunks::of(&text, &replacements, ends),
            })
        } else {
            Err(TextEditRefusal::ReadsOtherwise)
        })
    }

    /// The matches in the lines, and what replaces each.
    fn replacements(&self, text: &[u8], ends: LineEnds) -> Vec<MatchReplacement> {
        let start = if text.starts_with(MARK) {
            MARK.len()
        } else {
            0
        };
        let body = &text[start..];
        let mut lines = LineReader::new(body, ends);
        let mut found = Vec::new();
        let finder = { self.finders.get(ends.expression(body)) }.or(self.finders.first());
        for groups in finder
            .into_iter()
            .flat_map(|finder| finder.captures_iter(body))
        {
            let Some(range) = groups.get_match().map(|found| found.range()) else {
                continue;
            };
            lines.go_to(range.start);
            if lines.number > *self.lines.end() {
                break;
            }
            if lines.number < *self.lines.start() {
                continue;
            }
            let by = if self.has_groups {
                let mut by = Vec::new();
                interpolate::bytes(
                    self.by.as_bytes(),
                    |group, out| {
                        let group = groups.get_group(group).map(|group| &body[group.range()]);
                        out.extend_from_slice(group.unwrap_or_default());
                    },
                    |name| groups.group_info().to_index(groups.pattern()?, name),
                    &mut by,
                );
                // Groups match characters alone.
                String::from_utf8_lossy(&by).into_owned()
            } else {
                self.by.clone()
            };
            let by = lines.with_own_ends(&by);
            let range = start + range.start..start + range.end;
            found.push(MatchReplacement { range, by });
        }
        found
    }
}

/// The mistake in an expression: the last of the lines that tell it.
fn mistake(error: &BuildError) -> String {
    let Some(mistake) = error.syntax_error() else {
        return error.to_string();
    };
    let said = mistake.to_string();
    let last = said.lines().last().unwrap_or_default();
    last.trim_start_matches("error: ").to_owned()
}

/// All of a text.
fn whole(view: &TextView<'_>) -> Vec<u8> {
    let len = usize::try_from(view.len()).unwrap_or(usize::MAX);
    view.window(0, len).bytes
}

/// A text with replacements in it.
fn text_with(text: &[u8], replacements: &[MatchReplacement]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::with_capacity(text.len()), 0);
    for MatchReplacement { range, by } in replacements {
        out.extend_from_slice(&text[at..range.start]);
        out.extend_from_slice(by.as_bytes());
        at = range.end;
    }
    out.extend_from_slice(&text[at..]);
    out
}

/// The data with the bytes of replacements in it.
fn spliced(
    view: &TextView<'_>,
    data: &dyn Peek,
    (encoding, text, ends): (&'static Encoding, &[u8], LineEnds),
    replacements: &[MatchReplacement],
) -> Result<Vec<u8>, TextEditRefusal> {
    let of_lines;
    let replacements = if encoding.is_stateful() {
        of_lines = whole_lines(text, replacements, ends)?;
        &of_lines[..]
    } else {
        replacements
    };
    let len = usize::try_from(data.len()).unwrap_or(usize::MAX);
    let old = data.window(0, len).bytes;
    let borders = { replacements.iter() }.flat_map(|one| [one.range.start, one.range.end]);
    let places = view.ends_before(borders.map(|border| border as u64));
    let (mut out, mut at) = (Vec::with_capacity(old.len()), 0);
    for (one, place) in replacements.iter().zip(places.chunks(2)) {
        let [start, end] = [place[0], place[1]].map(|place| place as usize);
        out.extend_from_slice(&old[at..start]);
        let bytes = encoding.encode_text(&one.by);
        out.extend(bytes.map_err(TextEditRefusal::Unmappable)?);
        // The text ends with the shifts that end it.
        let is_last = encoding.is_stateful() && one.range.end == text.len();
        at = if is_last { old.len() } else { end };
    }
    out.extend_from_slice(&old[at..]);
    Ok(out)
}

/// The replacements as those of whole lines: bytes of an encoding with shifts depend on those before them,
/// up to the start of the line.
fn whole_lines(
    text: &[u8],
    replacements: &[MatchReplacement],
    ends: LineEnds,
) -> Result<Vec<MatchReplacement>, TextEditRefusal> {
    let mut lines = Vec::new();
    for group in hunks::grouped(text, replacements, ends) {
        let old = &text[group.lines.clone()];
        if str::from_utf8(old).is_err() {
            return Err(TextEditRefusal::IllFormed(group.number));
        }
        let by = String::from_utf8_lossy(&group.after(text)).into_owned();
        let range = group.lines.clone();
        lines.push(MatchReplacement { range, by });
    }
    Ok(lines)
}

#[cfg(test)]
mod tests;
