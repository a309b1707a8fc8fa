//! `read_text`: lines of a file as text, and what the file is.
//!
//! Invariant: an answer is bounded, and says what it leaves out and how to get that.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{anyhow, bail};
use serde::Deserialize;

use super::tools::ToolAnswer;
use super::{GuardServer, MOST};
use crate::app::file_edit::{DeclaredReading, LONGEST, TextReadings};
use crate::app::replace::declarations;
use crate::codec::Encoding;
use crate::config::Declarations;
use crate::detect;
use crate::detect::requested::RequestedEncoding;
use crate::detect::verdict::Nature;
use crate::job::seek::{SeekRequest, place, seek};
use crate::job::{Control, JobEnd};
use crate::model::guessed::{gist, headline};
use crate::model::line::TonedLine;
use crate::model::numbers::{counted, grouped, sized};
use crate::report::line_text::{LineText, WantedLines, line_text};
use crate::scan::facts::counted::CountedPosition;
use crate::scan::facts::index::{Checkpoint, Index};
use crate::scan::facts::{DataOpening, Sought};
use crate::scan::index;
use crate::source::Source;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek as _;

/// The arguments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadCall {
    path: String,
    #[serde(default = "first")]
    first_line: u64,
    #[serde(default = "first")]
    first_column: u64,
    #[serde(default = "usual")]
    line_count: u64,
    encoding: Option<String>,
}

const fn first() -> u64 {
    1
}

const fn usual() -> u64 {
    1000
}

/// A file that is read.
struct ReadFile {
    /// Its name, safe to print.
    name: String,
    source: Source,
    encoding: &'static Encoding,
    phase: u64,
    /// Its counts, unless it is too long to be counted.
    index: Option<Arc<Index>>,
}

impl GuardServer {
    /// The text of some lines, and what the file is.
    pub(super) fn read(&self, call: &ReadCall) -> anyhow::Result<ToolAnswer> {
        let requested = self.requested(call.encoding.as_deref())?;
        let file = self.folders.file(&call.path)?;
        let (file, mut facts) =
            ReadFile::open(&file, requested, declarations(&self.input).as_ref())?;
        let from = file.start(call)?;
        let wanted = WantedLines {
            encoding: file.encoding,
            phase: file.phase,
            from,
            lines: call.line_count.max(1),
            bytes: MOST,
        };
        let shown = line_text(&file.source, &wanted);
        if let Some(trouble) = file.source.failure() {
            bail!(trouble);
        }
        facts.extend(file.facts(&shown));
        Ok(ToolAnswer(vec![facts.join("\n"), shown.text]))
    }
}

impl ReadFile {
    /// Opens a file; returns also the lines about its encoding.
    fn open(
        file: &Path,
        requested: RequestedEncoding,
        declarations: Option<&Declarations>,
    ) -> anyhow::Result<(Self, Vec<String>)> {
        let source = Source::open(file)?;
        let name = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), Charset::Unicode);
        let size = sized(source.len());
        let declared = { declarations.filter(|_| requested.is_auto()) }
            .and_then(|declarations| DeclaredReading::of(file, &source, declarations));
        let (readings, facts) = if let Some(declared) = declared {
            let DeclaredReading { encoding, by, .. } = declared;
            let line = format!("{name}: read as {}, as {by} says; {size}", encoding.name);
            (TextReadings::certain((encoding, 0)), vec![line])
        } else if requested.is_auto() {
            let guess = detect::judge(&source, requested.preferred()).guess;
            let answer = headline(&guess).text();
            if let Nature::Binary(_) = guess.nature {
                bail!("{name}: {answer}; {size}; encoding reads it as text anyway");
            }
            let mut facts = vec![format!("{name}: {answer}; {size}")];
            let readings = TextReadings::of(&guess);
            if let others @ [_, ..] = &readings.others[..] {
                let others = others.iter().map(|(other, _)| other.name);
                let others = others.collect::<Vec<_>>().join(", ");
                facts.push(format!(
                    "not certain; may be {others} too: encoding names it"
                ));
            }
            if readings.has_other_lines || guess.is_joined {
                facts.push("some of it is in another encoding than the rest: hexloupe guess --lines shows what".to_owned());
            }
            facts.extend(gist(&guess, Charset::Unicode).iter().map(TonedLine::text));
            (readings, facts)
        } else {
            let verdict = requested.verdict_unguessed(&source);
            let line = format!(
                "{name}: read as {}, as requested; {size}",
                verdict.encoding.name
            );
            (TextReadings::certain((verdict.encoding, 0)), vec![line])
        };
        let (encoding, phase) = readings.likeliest;
        let is_short = source.len() <= LONGEST;
        let index = is_short.then(|| Arc::new(index::build(&source, encoding, phase)));
        let file = Self {
            name,
            source,
            encoding,
            phase,
            index,
        };
        Ok((file, facts))
    }

    /// The place where the text of the answer begins.
    fn start(&self, call: &ReadCall) -> anyhow::Result<Checkpoint> {
        let sought = match (call.first_line.max(1), call.first_column.max(1)) {
            (1, 1) => return Ok(Checkpoint::default()),
            (line, 1) => Sought::Line(line),
            (line, column) => Sought::Column(line, column),
        };
        let mut request = SeekRequest::forward(self.encoding, self.phase, sought, 0);
        request.index.clone_from(&self.index);
        // A signal ends the process.
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &|_| ());
        let found = match seek(&mut control, &self.source, &request) {
            JobEnd::Done(found) => found,
            JobEnd::Cancelled => None,
        };
        let Some(at) = found else {
            let lines = self.lines().map_or_else(String::new, |lines| {
                format!("; it has {}", counted(lines, "line"))
            });
            bail!("{}: has no line {}{lines}", self.name, call.first_line);
        };
        request.from = at;
        let known = self.index.as_ref().map(|index| index.before(at));
        match place(
            &mut control,
            &self.source,
            &request,
            known.unwrap_or_default(),
        ) {
            JobEnd::Done(place) => Ok(place),
            JobEnd::Cancelled => Err(anyhow!("{}: stopped", self.name)),
        }
    }

    /// The number of lines, if they were counted.
    fn lines(&self) -> Option<u64> {
        let index = self.index.as_ref()?;
        Some(CountedPosition::from_checkpoint(self.encoding, index.reached).lines())
    }

    /// The facts about the text of an answer.
    fn facts(&self, shown: &LineText) -> Vec<String> {
        let mut facts = vec![format!("encoding: {}", self.encoding.id)];
        let beginning = self.source.window(0, DataOpening::LEN as usize);
        let opening = DataOpening::new(beginning.front(), self.encoding);
        let mark = if opening.has_own() {
            "yes, not shown; replace_text keeps it"
        } else {
            "none"
        };
        facts.push(format!("byte order mark: {mark}"));
        facts.extend(self.endings());
        facts.extend(self.faults(shown));
        if let Some(at) = shown.unreadable {
            facts.push(format!(
                "the bytes from 0x{at:X} on cannot be read; the text ends there"
            ));
        }
        facts.push(self.extent(shown));
        facts
    }

    /// The line ends of the file.
    fn endings(&self) -> Option<String> {
        let totals = &self.index.as_ref()?.totals;
        let each = [
            ("LF", totals.lf - totals.crlf),
            ("CR LF", totals.crlf),
            ("CR", totals.cr - totals.crlf),
            ("NEL", totals.nel),
        ];
        let found = each.iter().filter(|(_, count)| *count > 0);
        let found: Vec<String> = found
            .map(|(name, count)| format!("{} {name}", grouped(*count)))
            .collect();
        Some(match &found[..] {
            [] => "line ends: none".to_owned(),
            [one] if totals.lf > totals.crlf => format!("line ends: {one}"),
            all => format!(
                "line ends: {}, all shown as LF; replace_text keeps them",
                all.join(", ")
            ),
        })
    }

    /// The ill-formed places.
    fn faults(&self, shown: &LineText) -> Vec<String> {
        let all = self.index.as_ref().map(|index| index.totals.faults.total());
        let (here, listed) = (shown.faults, shown.places.len() as u64);
        let mut facts = vec![match all {
            Some(0) => return vec!["ill-formed bytes: none".to_owned()],
            Some(all) => format!(
                "ill-formed bytes: {} in the file, {} in these lines",
                counted(all, "sequence"),
                grouped(here)
            ),
            None if here == 0 => return vec!["ill-formed bytes: none in these lines".to_owned()],
            None => format!(
                "ill-formed bytes: {} in these lines",
                counted(here, "sequence")
            ),
        }];
        if here == 0 {
            facts.push("  check_files names the first ones".to_owned());
            return facts;
        }
        let [open, close] = &shown.brackets;
        facts.push(format!(
            "  each is shown as its bytes in hex between {open} and {close}, which are nowhere else in this \
            text; replace_text keeps these bytes, and old cannot match them"
        ));
        for place in &shown.places {
            facts.push(format!(
                "  line {}, column {}, offset 0x{:X}: {open}{}{close} {}",
                place.line, place.column, place.offset, place.hex, place.reason
            ));
        }
        if here > listed {
            facts.push(format!(
                "  and {} more in these lines",
                grouped(here - listed)
            ));
        }
        facts
    }

    /// The part of the file that is shown, and how to get what follows.
    fn extent(&self, shown: &LineText) -> String {
        let (of, all) = match self.lines() {
            None => (String::new(), String::new()),
            Some(lines) => (
                format!(" of {}", grouped(lines)),
                format!(", of {}", counted(lines, "line")),
            ),
        };
        let begin = match shown.start {
            (line, 1) => format!("line {line}"),
            (line, column) => format!("line {line}, column {column}"),
        };
        match shown.next {
            None => format!("shown: from {begin} to the end{all}"),
            Some((next, 1)) => format!(
                "shown: from {begin} to line {}{of}; the rest: first_line {next}",
                next - 1
            ),
            Some((next, at)) => format!(
                "shown: from {begin} to the middle of line {next}{of}; the rest: first_line {next}, \
                first_column {at}"
            ),
        }
    }
}
