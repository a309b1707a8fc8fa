//! `hexloupe find`: searches its files, one after the other.
//!
//! Invariant: trouble with one file is reported in one line, and the others are still searched.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{anyhow, bail};

use super::attended::ProgressDisplay;
use super::environment::Environment;
use super::folders::tree;
use super::head_bytes::HeadBytes;
use super::mistake::ArgumentMistake;
use super::remark::{NOTHING_CAME, say};
use super::request;
use crate::cli::{FindArguments, InputOptions};
use crate::detect;
use crate::detect::verdict::Verdict;
use crate::job::find::{FindRequest, MOST_THREADS, STEP, SearchMatch, find_as_it_comes};
use crate::job::layer::LayerSearch;
use crate::job::tree::{InputTarget, Unvisited};
use crate::job::{Control, JobEnd};
use crate::report::Style;
use crate::report::matches::{self as printed, Hit};
use crate::scan::matches::{self, Matcher, SearchScope};
use crate::scan::pattern::{self, CaseMatching, MeantPattern, Pattern, PatternError};
use crate::scan::places::PlaceFinder;
use crate::session::Opened;
use crate::source::{ArrivedData, Source, Trouble};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek as _;

/// The bytes around a match by which its line is found.
const NEAR: usize = 4096;
/// Bytes of output written at once.
const BUFFER: usize = 64 * 1024;

/// Finds a pattern in files, and prints its places.
///
/// # Errors
/// The pattern cannot be read, or the output cannot be written.
pub(crate) fn find(input: &InputOptions, find: &FindArguments) -> anyhow::Result<ExitCode> {
    let case = if find.ignore_case {
        CaseMatching::Folded
    } else {
        CaseMatching::Exact
    };
    let pattern = pattern::read(&find.pattern, case).map_err(|refusal| refused(find, &refusal))?;
    let stdout = io::stdout();
    let environment = Environment::of_process();
    let mut search = FindRun {
        find,
        pattern,
        style: environment.style(input, stdout.is_terminal()),
        out: Box::new(BufWriter::with_capacity(BUFFER, stdout.lock())),
        line: String::new(),
        closed: None,
        said: None,
        several: find.files.len() > 1 || find.files.iter().any(|path| path.is_dir()),
        looked_in: 0,
        skipped: 0,
        unvisited: Unvisited::default(),
        watched: stdout.is_terminal(),
        unread: None,
    };
    let (mut any, mut trouble) = (false, false);
    let attended = search
        .several
        .then(|| ProgressDisplay::over_files(search.style.charset));
    for target in tree(paths(find)?, input) {
        match search.target(input, target, attended.as_ref()) {
            Ok(count) => any |= count > 0,
            Err(error) if error.is::<ArgumentMistake>() => return Err(error),
            Err(error) => {
                aside(attended.as_ref(), || say(&format!("{error:#}")));
                trouble = true;
            }
        }
        if search.closed.is_some() || any && find.quiet {
            break;
        }
    }
    drop(attended);
    if search.looked_in == 0 && !trouble {
        say("no file to search; name files, or --binary searches all");
        trouble = true;
    }
    if !find.quiet {
        search.say_left_out();
    }
    let meant = pattern::meant(&find.pattern).filter(|_| !any && !trouble && !find.quiet);
    let closed = search.closed.take().or_else(|| search.out.flush().err());
    let said = search.said.take();
    drop(search);
    if let Some(MeantPattern { pattern, target }) = meant {
        say(&match count_of_meant(input, find, &pattern, said) {
            Some(0) => format!("not found, neither as text nor as {target}"),
            Some(1) => format!("not found as text; as {target}: 1 match, find '{pattern}'"),
            Some(count) => {
                format!("not found as text; as {target}: {count} matches, find '{pattern}'")
            }
            None => format!("not found as text; find '{pattern}' looks for it as {target}"),
        });
    }
    match closed {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
        Some(error) => return Err(Trouble::io("standard output", &error).into()),
        None => {}
    }
    Ok(match (trouble, any) {
        (true, _) => ExitCode::from(2),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::from(1),
    })
}

/// The number of places of what a pattern may stand for in the file of a search; none if there are several, or it cannot be
/// read again. What was said of the file is not repeated.
fn count_of_meant(
    input: &InputOptions,
    find: &FindArguments,
    meant: &str,
    said: Option<String>,
) -> Option<u64> {
    let [file] = &find.files[..] else {
        return None;
    };
    if !file.is_file() {
        return None;
    }
    let counted = FindArguments {
        count: true,
        max: None,
        ..find.clone()
    };
    let mut search = FindRun {
        find: &counted,
        pattern: pattern::read(meant, CaseMatching::Exact).ok()?,
        style: Environment::of_process().style(input, false),
        out: Box::new(io::sink()),
        line: String::new(),
        closed: None,
        said,
        several: false,
        looked_in: 0,
        skipped: 0,
        unvisited: Unvisited::default(),
        watched: false,
        unread: None,
    };
    search
        .target(input, InputTarget::Named(file.clone()), None)
        .ok()
}

/// Calls `work` while the bar over all files is cleared, if there is one.
fn aside<T>(attended: Option<&ProgressDisplay>, work: impl FnOnce() -> T) -> T {
    match attended {
        Some(attended) => attended.aside(work),
        None => work(),
    }
}

/// The files and directories to search.
fn paths(find: &FindArguments) -> anyhow::Result<Vec<PathBuf>> {
    match find.files.as_slice() {
        [] if io::stdin().is_terminal() => {
            bail!(ArgumentMistake::new(
                "no file to search; name one, or - for standard input"
            ))
        }
        [] => Ok(vec![PathBuf::from("-")]),
        files => Ok(files.to_vec()),
    }
}

/// The error of a pattern that cannot be searched for, with the character it is about.
fn refused(find: &FindArguments, refusal: &PatternError) -> anyhow::Error {
    let pattern = glyph::safe(&find.pattern, Charset::Unicode);
    let character = refusal.character(&find.pattern);
    let text = format!("pattern {pattern:?}, character {character}: {refusal}");
    ArgumentMistake::new(text).into()
}

/// The search, which all files share.
struct FindRun<'a> {
    find: &'a FindArguments,
    pattern: Pattern,
    style: Style,
    out: Box<dyn Write + 'a>,
    /// The line under construction.
    line: String,
    /// The error after which nothing more can be written.
    closed: Option<io::Error>,
    /// The last remark on an encoding; it is not repeated for the next file.
    said: Option<String>,
    /// True if several files are searched.
    several: bool,
    /// The number of files searched.
    looked_in: u64,
    /// The number of binary files skipped.
    skipped: u64,
    /// The parts of directories that were left out.
    unvisited: Unvisited,
    /// True if matches are written to a terminal.
    watched: bool,
    /// The first stretch inside a file that was not looked at, and why.
    unread: Option<String>,
}

impl FindRun<'_> {
    /// Searches the files of a path; returns the number of matches.
    fn target(
        &mut self,
        input: &InputOptions,
        target: InputTarget,
        attended: Option<&ProgressDisplay>,
    ) -> anyhow::Result<u64> {
        let (file, listed) = match target {
            InputTarget::Lost(trouble) => return Err(trouble.into()),
            InputTarget::Unvisited(all) => {
                self.unvisited.merge(all);
                return Ok(0);
            }
            InputTarget::LeftOut(..) => return Ok(0),
            InputTarget::Stdin => (PathBuf::from("-"), false),
            InputTarget::Named(file) => (file, false),
            InputTarget::Listed(file) => (file, true),
        };
        let input = &InputOptions {
            file: Some(file),
            ..input.clone()
        };
        let opened = request::open(input)?;
        let verdict = opened.requested.verdict(&HeadBytes(&opened.source));
        let head = || opened.source.window(0, detect::HEAD);
        if listed && !self.find.binary && detect::is_binary(&head().bytes, verdict.encoding) {
            self.skipped += 1;
            return Ok(0);
        }
        self.looked_in += 1;
        let count = self.file(input, (&opened, verdict), attended)?;
        if self.find.files.is_empty() && opened.source.len() == 0 {
            bail!(NOTHING_CAME);
        }
        Ok(count)
    }

    /// Reports the files that were not searched.
    fn say_left_out(&self) {
        let binary = (self.skipped > 0).then(|| {
            let files = if self.skipped == 1 { "file" } else { "files" };
            format!(
                "{} binary {files} skipped (--binary searches them)",
                self.skipped
            )
        });
        let said: Vec<String> = binary.into_iter().chain(self.unvisited.words()).collect();
        if !said.is_empty() {
            say(&said.join("; "));
        }
    }

    /// Searches a file; returns the number of matches.
    fn file(
        &mut self,
        input: &InputOptions,
        (opened, verdict): (&Opened, Verdict),
        attended: Option<&ProgressDisplay>,
    ) -> anyhow::Result<u64> {
        let source = &*opened.source;
        let range = request::range(input, source);
        let remark = opened.remark(&HeadBytes(source), verdict);
        if remark != self.said {
            if let Some(remark) = &remark {
                aside(attended, || say(remark));
            }
            self.said = remark;
        }
        let read = matches::EncodingAndPhase {
            encoding: verdict.encoding,
            phase: opened.phase(verdict),
        };
        let scope = self.scope();
        let name = || glyph::safe_bytes(source.label().as_encoded_bytes(), self.style.charset);
        let matcher = Matcher::new(&self.pattern, read, scope).map_err(|refusal| {
            let refused = refused(self.find, &refusal);
            anyhow!("{}: {refused}", name())
        })?;
        let most = if self.find.quiet {
            1
        } else {
            self.find.max.unwrap_or(u64::MAX)
        };
        let request = FindRequest {
            matcher: &matcher,
            range: range.clone(),
            places: !self.find.quiet && !self.find.count,
            threads: MOST_THREADS,
            step: STEP,
        };
        let live = source.is_stream();
        let (name, mut count) = (name(), 0);
        let never = AtomicBool::new(false);
        let end = source.len().min(range.end);
        let of = (!live).then(|| end.saturating_sub(range.start));
        let own;
        let attended = if let Some(all) = attended {
            all
        } else {
            own = ProgressDisplay::new(self.style.charset, of);
            &own
        };
        let report = |offset: u64| attended.show(offset.saturating_sub(range.start));
        let mut control = Control::new(&never, &report);
        let ended = find_as_it_comes(&mut control, source, &request, &mut |found| {
            count += 1;
            let hit = Hit {
                path: source.label(),
                name: &name,
                found,
                address: source.address(found.found.offset),
                length: found.found.len,
                layer: &[],
                encoding: read.encoding,
                encodings: (scope == SearchScope::All).then(|| matcher.encodings(&found.found)),
            };
            attended.aside(|| self.hit(&hit, live))?;
            if count < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        if self.find.layers && count < most && self.closed.is_none() {
            count += self.layers(&mut control, (source, read), &range, (&name, most - count));
        }
        attended.end_file(of.unwrap_or_default());
        if self.find.count && self.closed.is_none() {
            let several = self.several;
            self.line.clear();
            let count = (count, several);
            let syntax = self.find.format;
            printed::count(&mut self.line, source.label(), count, syntax, self.style);
            let print = || {
                self.out.write_all(self.line.as_bytes())?;
                if self.watched {
                    self.out.flush()
                } else {
                    Ok(())
                }
            };
            self.closed = attended.aside(print).err();
        }
        if let Some(trouble) = source.failure() {
            return Err(trouble.into());
        }
        if let JobEnd::Done(looked) = ended
            && looked.unreadable > 0
        {
            bail!("{name}: {} bytes could not be read", looked.unreadable);
        }
        if let Some(unread) = self.unread.take() {
            bail!("{name}: some of {unread}");
        }
        if let Some(said) = request::past_end(input.skip, &range, source) {
            attended.aside(|| say(&format!("{name}: {said}")));
        }
        Ok(count)
    }

    /// Prints the matches in the layers of a file, up to some number; returns their number.
    fn layers(
        &mut self,
        control: &mut Control<'_>,
        (source, read): (&Source, matches::EncodingAndPhase),
        range: &Range<u64>,
        (name, most): (&str, u64),
    ) -> u64 {
        let pattern = self.pattern.clone();
        let scope = self.scope();
        let mut search = LayerSearch::new(&pattern, scope);
        let (data, mut count) = (ArrivedData(source), 0);
        let mut places = PlaceFinder::new(&data, read);
        let _ = search.find(control, (&data, read.encoding), &mut |own| {
            if !range.contains(&own.place) {
                return ControlFlow::Continue(());
            }
            count += 1;
            let near = data.window(own.place, NEAR);
            let found = SearchMatch {
                found: own.found,
                window: &own.window,
                place: Some(places.line_and_column(own.place, &near)),
            };
            let hit = Hit {
                path: source.label(),
                name,
                found: &found,
                address: own.place,
                length: own.len,
                layer: &own.path,
                encoding: own.encoding,
                encodings: own.encodings.as_deref(),
            };
            self.hit(&hit, false)?;
            if count < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        let unread = search.unread();
        self.unread = unread.map(|unread| glyph::safe(unread, self.style.charset));
        count
    }

    /// The encodings to search in.
    fn scope(&self) -> SearchScope {
        if self.find.all_encodings {
            SearchScope::All
        } else {
            SearchScope::Own
        }
    }

    /// Prints a match, if matches are printed.
    fn hit(&mut self, hit: &Hit<'_>, live: bool) -> ControlFlow<()> {
        if self.find.quiet || self.find.count {
            return ControlFlow::Continue(());
        }
        self.line.clear();
        printed::hit(&mut self.line, hit, self.find.format, self.style);
        let written = self.out.write_all(self.line.as_bytes());
        // A match of a stream, or on a terminal, is shown at once.
        let written = written.and_then(|()| {
            if live || self.watched {
                self.out.flush()
            } else {
                Ok(())
            }
        });
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.closed = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
