//! `guess`: the data it reads, the targets of answers and trouble, and the exit code.
//!
//! Invariant: files are answered in the order in which they were named, those of a folder by their
//! names; trouble with one does not stop the others, and of data that comes only once no more than [`MOST`] is read.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::{anyhow, bail};

use super::environment::Environment;
use super::folders::tree;
use super::mistake::ArgumentMistake;
use super::ranged;
use super::remark::{NOTHING_CAME, say};
use super::replace::declarations;
use super::request;
use super::{check, guess_lines, import, misread};
use crate::cli::guess::GuessArguments;
use crate::cli::undump::WrittenAs;
use crate::cli::{FileOffset, InputOptions};
use crate::config::Declarations;
use crate::detect::preferred::Preferred;
use crate::detect::verdict::{Evidence, Guess, Nature};
use crate::hexdump::{self, import::SAMPLE};
use crate::job::guess;
use crate::job::ordered::{self, ItemDistribution, OrderedWorker};
use crate::job::tree::InputTarget;
use crate::report::guess::{GuessDeclaration, GuessDetail, is_named, print, remark};
use crate::report::{Style, Syntax, undump};
use crate::source::{Source, Trouble, WaitingSource};
use crate::unicode::glyph::{self, Charset};
use crate::window::{Absence, Peek, Window};

/// The exit code if a file is binary or undecided.
const UNNAMED: u8 = 1;
/// The exit code if something went wrong.
const TROUBLE: u8 = 2;
/// The first bytes, which must be readable.
const LOOK: usize = 64 * 1024;
/// The largest number of bytes read from a stream, which may have no end.
const MOST: u64 = 64 << 20;

/// Names the encodings of the files.
///
/// # Errors
/// There is nothing to guess, or the output cannot be written. A reader who has closed
/// the pipe is no error.
pub(crate) fn run(input: &InputOptions, wanted: &GuessArguments) -> anyhow::Result<ExitCode> {
    let is_part = input.length.is_some() || input.skip != FileOffset::FromStart(0);
    let is_otherwise = wanted.lines || wanted.as_chain.is_some() || input.from.is_some();
    if wanted.fetched.range.is_some() && (is_part || is_otherwise) {
        bail!(ArgumentMistake::new(
            "--range guesses the bytes of the range as they are; leave out -s, -n, --lines, --as and --from"
        ));
    }
    if let Some(chain) = &wanted.as_chain {
        return misread::run(input, chain, &files(wanted)?);
    }
    if wanted.lines && is_part {
        bail!(ArgumentMistake::new(
            "--lines divides whole files; leave out -s and -n"
        ));
    }
    let stdout = io::stdout();
    let run = GuessRun {
        input,
        wanted,
        style: Environment::of_process().style(input, stdout.is_terminal()),
        preferred: input.settings.guess_languages.unwrap_or_default(),
        declarations: declarations(input).filter(|_| input.from.is_none()),
    };
    let files = files(wanted)?;
    let threads = match () {
        () if wanted.lines || input.from.is_some() => 1,
        () => check::threads(&files),
    };
    let targets = Mutex::new(tree(files, input));
    let work = |worker: &mut OrderedWorker<'_, TargetAnswer>| {
        while let Some(target) = worker.item_of(&targets) {
            if !worker.give(run.target(target, &stdout)) {
                break;
            }
        }
    };
    let (mut code, mut answered) = (0, 0_u64);
    let tell = |answer: Option<TargetAnswer>| {
        let Some(answer) = answer else {
            return ControlFlow::Continue(());
        };
        answer.said.iter().for_each(|said| say(said));
        code = code.max(answer.code);
        answered += u64::from(!answer.is_left_out);
        let mut out = stdout.lock();
        let written = answer.written.and_then(|()| out.write_all(&answer.text));
        match written.and_then(|()| out.flush()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    };
    let (ended, _) = ordered::run(threads as u64, ItemDistribution::WhoeverIsFree, work, tell);
    if stdout.is_terminal() && run.is_brief() {
        say("-v gives all reasons and the other readings");
    }
    match ended {
        ControlFlow::Break(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble::io("standard output", &error).into())
        }
        _ if answered == 0 => {
            say("no file to guess; name files");
            Ok(ExitCode::from(TROUBLE))
        }
        _ => Ok(ExitCode::from(code)),
    }
}

/// The answer for a target.
struct TargetAnswer {
    text: Vec<u8>,
    /// The lines for standard error, which come first.
    said: Vec<String>,
    code: u8,
    /// True if it is about files that were left out.
    is_left_out: bool,
    /// The end of what was written already.
    written: io::Result<()>,
}

impl TargetAnswer {
    fn new(code: u8) -> Self {
        Self {
            text: Vec::new(),
            said: Vec::new(),
            code,
            is_left_out: false,
            written: Ok(()),
        }
    }
}

/// The settings of a run, which are the same for each file.
struct GuessRun<'a> {
    input: &'a InputOptions,
    wanted: &'a GuessArguments,
    style: Style,
    preferred: Preferred,
    /// The declarations of the tree; none if they are not to be heeded.
    declarations: Option<Declarations>,
}

impl GuessRun<'_> {
    /// Reports whether there is more to be said about each file.
    fn is_brief(&self) -> bool {
        let is_for_people = self.wanted.format == Syntax::Text && !self.wanted.lines;
        is_for_people && !self.wanted.verbose
    }

    /// The answer for a target.
    fn target(&self, target: InputTarget, stdout: &io::Stdout) -> TargetAnswer {
        let is_fetched = self.wanted.fetched.range.is_some();
        let told = match target {
            InputTarget::Stdin | InputTarget::Named(_) if is_fetched => self.fetched(),
            InputTarget::Stdin => self.file(Path::new("-"), false, stdout),
            InputTarget::Named(file) => self.file(&file, false, stdout),
            InputTarget::Listed(file) => self.file(&file, true, stdout),
            InputTarget::Unvisited(left) => {
                return TargetAnswer {
                    said: left.words().into_iter().collect(),
                    is_left_out: true,
                    ..TargetAnswer::new(0)
                };
            }
            InputTarget::LeftOut(..) => {
                return TargetAnswer {
                    is_left_out: true,
                    ..TargetAnswer::new(0)
                };
            }
            InputTarget::Lost(trouble) => Err(trouble.into()),
        };
        told.unwrap_or_else(|error| TargetAnswer {
            said: vec![format!("{error:#}")],
            ..TargetAnswer::new(TROUBLE)
        })
    }

    /// The answer for the range that standard input is of a file.
    ///
    /// # Errors
    /// The range does not fit, or bytes are missing.
    fn fetched(&self) -> anyhow::Result<TargetAnswer> {
        let (name, source, range) = ranged::piece(&self.wanted.fetched, &self.wanted.files)?;
        self.part(&name, &GuessedPart::new(&source, range), false)
    }

    /// The answer for a file; of one below a folder it is one line. Parts are written as they come.
    ///
    /// # Errors
    /// It cannot be read.
    fn file(
        &self,
        file: &Path,
        is_listed: bool,
        stdout: &io::Stdout,
    ) -> anyhow::Result<TargetAnswer> {
        let source = open(file, self.input, self.style.charset)?;
        if self.wanted.files.is_empty() && has_nothing(&source) {
            bail!(NOTHING_CAME);
        }
        if self.wanted.lines {
            let (format, style) = (self.wanted.format, self.style);
            let code = |is_named| if is_named { 0 } else { UNNAMED };
            let mut out = BufWriter::with_capacity(LOOK, stdout.lock());
            let told =
                guess_lines::print(file, &source, self.preferred, (format, style), &mut out)?;
            let (is_text, written) = match told.and_then(|is_text| out.flush().map(|()| is_text)) {
                Ok(is_text) => (is_text, Ok(())),
                Err(error) => (true, Err(error)),
            };
            return Ok(TargetAnswer {
                written,
                ..TargetAnswer::new(code(is_text))
            });
        }
        let range = request::range(self.input, &source);
        self.part(file, &GuessedPart::new(&source, range), is_listed)
    }

    /// The answer for a part of a file.
    ///
    /// # Errors
    /// It cannot be read.
    fn part(
        &self,
        file: &Path,
        part: &GuessedPart<'_>,
        is_listed: bool,
    ) -> anyhow::Result<TargetAnswer> {
        let (format, style) = (self.wanted.format, self.style);
        let (guess, past_end) = weighed(part, self.preferred)?;
        let detail = if self.wanted.verbose {
            GuessDetail::All
        } else {
            GuessDetail::Gist
        };
        let from = match self.input.from {
            Some(WrittenAs::Dump(form)) => Some(form.id()),
            Some(WrittenAs::Raw) | None => None,
        };
        let (declaration, declared) = match self.declared(file, part.source, &guess) {
            Some((declaration, said)) => (Some(declaration), said),
            None => (None, None),
        };
        let judged = (&guess, declaration.as_ref());
        let mut text = print((file, from), judged, part, (format, detail), style);
        if self.input.from.is_none() && format == Syntax::Text && guess.nature == Nature::Text {
            text.extend_from_slice(&dump_line(file, part, style));
        }
        if is_listed && format == Syntax::Text {
            let line = text.iter().position(|byte| *byte == b'\n');
            text.truncate(line.map_or(text.len(), |at| at + 1));
        }
        Ok(TargetAnswer {
            text,
            said: past_end.into_iter().chain(declared).collect(),
            ..TargetAnswer::new(if is_named(&guess) { 0 } else { UNNAMED })
        })
    }
}

impl GuessRun<'_> {
    /// The declaration of the tree about a file, and a remark if the guess is another.
    fn declared(
        &self,
        file: &Path,
        source: &Source,
        guess: &Guess,
    ) -> Option<(GuessDeclaration, Option<String>)> {
        let declarations = self
            .declarations
            .as_ref()
            .filter(|_| file != Path::new("-"))?;
        let whole = fs::canonicalize(file).ok()?;
        let declared = declarations.of(&whole).encoding?;
        let shown = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), self.style.charset);
        let (verdict, contradiction) = declared.read(source);
        let declaration = |encoding, holds| GuessDeclaration {
            by: declared.by,
            label: declared.label.clone(),
            encoding,
            holds,
        };
        let meant = declared.encoding.verdict_unguessed(source).encoding;
        if let Some(said) = contradiction {
            return Some((declaration(meant, false), Some(format!("{shown}: {said}"))));
        }
        let named = guess.named();
        let taken = named.as_taken();
        let is_other = verdict.evidence == Evidence::Chosen
            && (verdict.encoding != taken.encoding || !taken.is_sure());
        let remark = is_other.then(|| {
            let (by, name) = (declared.by, verdict.encoding.name);
            format!(
                "{shown}: {by} says {name}, and no byte contradicts that; -e {} reads it so",
                verdict.encoding.id
            )
        });
        Some((declaration(verdict.encoding, true), remark))
    }
}

/// The files: standard input, if none is named and it is no terminal.
fn files(wanted: &GuessArguments) -> anyhow::Result<Vec<PathBuf>> {
    if !wanted.files.is_empty() {
        return Ok(wanted.files.clone());
    }
    if io::stdin().is_terminal() {
        bail!(ArgumentMistake::new(
            "guess what? name files; - is standard input"
        ));
    }
    Ok(vec![PathBuf::from("-")])
}

fn open(file: &Path, input: &InputOptions, charset: Charset) -> anyhow::Result<Source> {
    if let Some(WrittenAs::Dump(choice)) = input.from {
        let import = import::file(file, choice, charset)?;
        import::report(&import.account, file, choice, false, charset);
        return Ok(import.source);
    }
    let opened = if file == Path::new("-") {
        Source::stdin()
    } else {
        Source::open(file)
    };
    Ok(opened?)
}

/// Reports whether the data ends before its first byte; waits until that is known.
fn has_nothing(source: &Source) -> bool {
    let first = WaitingSource(source).window(0, 1);
    first.bytes.is_empty() && source.failure().is_none()
}

/// The guess for a part of the data, and a remark if it begins past the end.
fn weighed(
    part: &GuessedPart<'_>,
    preferred: Preferred,
) -> anyhow::Result<(Guess, Option<String>)> {
    let name = || {
        let label = part.source.label().as_encoded_bytes();
        glyph::safe_bytes(label, Charset::Unicode)
    };
    let first = part.window(0, LOOK);
    if let Some(trouble) = part.source.failure() {
        return Err(trouble.into());
    }
    let holes = first.holes.iter();
    let lost = holes.filter(|hole| hole.why == Absence::Unreadable);
    let lost: u64 = lost.map(|hole| hole.end - hole.start).sum();
    if lost > 0 {
        return Err(anyhow!("{}: {lost} bytes could not be read", name()));
    }
    let mut guess = guess::guess(part, preferred);
    if let Some(claim) = &mut guess.claim {
        claim.offset = part.address(claim.offset);
    }
    for other in &mut guess.others {
        other.offset = part.address(other.offset);
        // Lines were counted from the first byte of the part.
        other.line = other.line.filter(|_| part.range.start == 0);
        // Only the first place of each is printed.
        other.more.clear();
    }
    let skip = FileOffset::FromStart(part.range.start);
    let past_end = request::past_end(skip, &part.range, part.source);
    let said = past_end.map(|said| format!("{}: {said}", name()));
    Ok((guess, said))
}

/// The line about the dump that a text is, or is nearly; empty if it is no dump.
fn dump_line(file: &Path, part: &GuessedPart<'_>, style: Style) -> Vec<u8> {
    let head = part.window(0, SAMPLE);
    let name = file.to_string_lossy();
    let likeness = hexdump::import::likeness(&head.bytes, head.ends);
    let said = likeness.and_then(|likeness| undump::likeness(&likeness, &name, style.charset));
    said.map_or_else(Vec::new, |said| remark(&said, style))
}

/// A part of the data that is guessed as if it were all; from a stream at most [`MOST`] bytes.
struct GuessedPart<'a> {
    source: &'a Source,
    range: Range<u64>,
    /// The number of its bytes that are read; more only for a stream.
    most: u64,
}

impl<'a> GuessedPart<'a> {
    fn new(source: &'a Source, range: Range<u64>) -> Self {
        let most = if source.is_stream() { MOST } else { u64::MAX };
        Self {
            source,
            range,
            most,
        }
    }

    /// Just past the last byte that is read.
    fn end(&self) -> u64 {
        self.range
            .end
            .min(self.range.start.saturating_add(self.most))
    }
}

impl Peek for GuessedPart<'_> {
    fn len(&self) -> u64 {
        if self.source.is_stream() {
            // One more byte shows whether the data ends there, unless it was not requested.
            let end = self.end();
            let last = if end < self.range.end {
                end
            } else {
                end.saturating_sub(1)
            };
            WaitingSource(self.source).window(last, 1);
        }
        self.end()
            .min(self.source.len())
            .saturating_sub(self.range.start)
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let end = self.end();
        let from = self.range.start.saturating_add(start).min(end);
        let most = usize::try_from(end - from).unwrap_or(usize::MAX);
        let mut window = WaitingSource(self.source).window(from, len.min(most));
        let before = self.range.start;
        window.ends |= window.end() >= self.range.end;
        window.start = start;
        for hole in &mut window.holes {
            (hole.start, hole.end) = (hole.start - before, hole.end - before);
        }
        window
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        let (before, end) = (self.range.start, self.end());
        let zeros = self.source.zeros(before.saturating_add(from).min(end));
        let within = |offset: u64| offset.clamp(before, end) - before;
        within(zeros.start)..within(zeros.end)
    }

    fn address(&self, offset: u64) -> u64 {
        self.source.address(self.range.start.saturating_add(offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stands_for_the_whole() {
        let source = Source::memory("m", &b"0123456789"[..]);
        let part = GuessedPart::new(&source, 3..7);
        assert_eq!(part.len(), 4);
        assert_eq!(part.window(0, 99), b"3456".window(0, 99));
        assert_eq!(part.window(1, 2), b"3456".window(1, 2));
        assert_eq!(part.window(4, 9), b"3456".window(4, 9));
        assert!(part.window(9, 9).bytes.is_empty());
        let rest = GuessedPart::new(&source, 8..u64::MAX);
        assert_eq!((rest.len(), rest.window(0, 9)), (2, b"89".window(0, 9)));
        assert_eq!(GuessedPart::new(&source, 20..u64::MAX).len(), 0);
    }
}
