//! `strings`: the text in files of any kind.
//!
//! A pipe is read to its end first, because its texts are sorted. Invariant: trouble with one file is
//! reported in one line, and the others are still searched; memory does not grow with the file, and
//! what is left out for it is told.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{anyhow, bail};

use super::attended::ProgressDisplay;
use super::environment::Environment;
use super::folders::tree;
use super::label;
use super::mistake::ArgumentMistake;
use super::remark::{NOTHING_CAME, say};
use super::request;
use crate::cli::InputOptions;
use crate::cli::strings::{StringsArguments, StringsOrder};
use crate::codec::{BitLayout, Encoding, table};
use crate::detect::preferred::Preferred;
use crate::detect::requested::EncodingOptionName;
use crate::detect::strings::{self as stretches, StringsFinder};
use crate::detect::verdict::FoundString;
use crate::job::spool::spool;
use crate::job::strings::{self, BestStrings};
use crate::job::tree::{InputTarget, Unvisited};
use crate::job::{Control, JobEnd};
use crate::report::Style;
use crate::report::strings::{StringRow, row};
use crate::source::{Source, Trouble, WaitingSource};
use crate::unicode::glyph;
use crate::window::Peek as _;

/// Bytes of output written at once.
const BUFFER: usize = 64 * 1024;

/// Prints the texts of the files.
///
/// # Errors
/// An encoding is unknown, there is no file, or the output cannot be written.
pub(crate) fn run(input: &InputOptions, wanted: &StringsArguments) -> anyhow::Result<ExitCode> {
    let stdout = io::stdout();
    let named = wanted.languages.as_deref().map(Preferred::parse);
    let named = named.transpose().map_err(ArgumentMistake::new)?;
    let preferred = named.or(input.settings.guess_languages);
    let least = usize::from(wanted.least);
    let finder = StringsFinder::new(least, &encodings(wanted)?, preferred.unwrap_or_default());
    let mut run = StringsRun {
        input,
        wanted,
        style: Environment::of_process().style(input, stdout.is_terminal()),
        out: BufWriter::with_capacity(BUFFER, stdout.lock()),
        searched: 0,
        several: wanted.files.len() > 1 || wanted.files.iter().any(|path| path.is_dir()),
        any: false,
        unvisited: Unvisited::default(),
    };
    let mut trouble = false;
    for target in tree(files(wanted)?, input) {
        match run.target(&finder, target) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return closed(&error),
            Err(error) => {
                say(&format!("{error:#}"));
                trouble = true;
            }
        }
    }
    run.unvisited.words().iter().for_each(|said| say(said));
    if run.searched == 0 && !trouble {
        say("no file to search; name files");
        trouble = true;
    }
    if let Err(error) = run.out.flush() {
        return closed(&error);
    }
    Ok(match (trouble, run.any) {
        (true, _) => ExitCode::from(2),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::from(1),
    })
}

/// The end of a run whose output cannot be written: no trouble, if its reader has had enough.
fn closed(error: &io::Error) -> anyhow::Result<ExitCode> {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Ok(ExitCode::SUCCESS);
    }
    Err(Trouble::io("standard output", error).into())
}

fn files(wanted: &StringsArguments) -> anyhow::Result<Vec<PathBuf>> {
    match wanted.files.as_slice() {
        [] if io::stdin().is_terminal() => bail!(ArgumentMistake::new(
            "no file to search; name one, or - for standard input"
        )),
        [] => Ok(vec![PathBuf::from("-")]),
        files => Ok(files.to_vec()),
    }
}

// A text is told in pieces, and each holds so many characters in every encoding.
const _: () = assert!(StringsArguments::MOST_LEAST as usize * 4 == FoundString::LONGEST);

/// The encodings to look for.
fn encodings(wanted: &StringsArguments) -> anyhow::Result<Vec<&'static Encoding>> {
    let mut all = Vec::new();
    for label in &wanted.encodings {
        match label.as_str() {
            "s" => all.push(table::UTF_8),
            "S" => all.extend(stretches::usual().iter().filter(|set| set.max_len == 1)),
            "l" => all.push(table::UTF_16LE),
            "b" => all.push(table::UTF_16BE),
            "L" => all.push(table::UTF_32LE),
            "B" => all.push(table::UTF_32BE),
            "auto" => all.extend(stretches::usual()),
            label => all.push(encoding(label)?),
        }
    }
    Ok(if all.is_empty() {
        stretches::usual()
    } else {
        all
    })
}

/// The encoding of a label.
fn encoding(label: &str) -> anyhow::Result<&'static Encoding> {
    let requested = label::requested(label)?;
    if let Some(remark) = requested.remark(label, EncodingOptionName::Encoding) {
        say(&remark);
    }
    // There is no mark to decide by.
    let encoding = requested.verdict(&[0_u8; 0]).encoding;
    // Text in ASCII is told as UTF-8.
    if encoding.ascii && matches!(encoding.layout, BitLayout::SevenBit) {
        return Ok(table::UTF_8);
    }
    if !stretches::is_findable(encoding) {
        bail!(ArgumentMistake::new(format!(
            "strings does not look for text in {}; leave it out of -e",
            encoding.id
        )));
    }
    Ok(encoding)
}

/// The search, which all files share.
struct StringsRun<'a> {
    input: &'a InputOptions,
    wanted: &'a StringsArguments,
    style: Style,
    out: BufWriter<io::StdoutLock<'a>>,
    several: bool,
    /// True if a text was found.
    any: bool,
    /// The number of files that were searched.
    searched: u64,
    /// The parts of directories that were left out.
    unvisited: Unvisited,
}

impl StringsRun<'_> {
    /// Prints the texts of a target.
    fn target(
        &mut self,
        finder: &StringsFinder,
        target: InputTarget,
    ) -> anyhow::Result<io::Result<()>> {
        let file = match target {
            InputTarget::Lost(trouble) => return Err(trouble.into()),
            InputTarget::Unvisited(all) => {
                self.unvisited.merge(all);
                return Ok(Ok(()));
            }
            InputTarget::LeftOut(..) => return Ok(Ok(())),
            InputTarget::Stdin => PathBuf::from("-"),
            InputTarget::Named(file) | InputTarget::Listed(file) => file,
        };
        let input = InputOptions {
            file: Some(file.clone()),
            length: self.wanted.length,
            ..self.input.clone()
        };
        let opened = request::open(&input)?;
        self.searched += 1;
        self.file(&file, finder, &input, &opened.source)
    }

    /// Prints the texts of a file.
    fn file(
        &mut self,
        file: &Path,
        finder: &StringsFinder,
        input: &InputOptions,
        source: &Source,
    ) -> anyhow::Result<io::Result<()>> {
        let never = AtomicBool::new(false);
        let attended = ProgressDisplay::new(self.style.charset, None);
        let report = |offset: u64| attended.show(offset);
        let mut control = Control::new(&never, &report);
        if source.is_stream()
            && let JobEnd::Done(Some(trouble)) = spool(&control, source)
        {
            return Err(trouble.into());
        }
        let range = request::range(input, source);
        let data = WaitingSource(source);
        attended.begin_last(Some(range.end.min(source.len())));
        let most = self.wanted.max.and_then(|most| usize::try_from(most).ok());
        let mut held = BestStrings::new(most.unwrap_or(usize::MAX));
        let in_order = self.wanted.order == StringsOrder::Offset;
        let (mut count, mut written) = (0, Ok(()));
        let ended = strings::find(&mut control, &data, finder, range.clone(), &mut |found| {
            self.any = true;
            count += 1;
            if !in_order {
                held.add(found);
                return ControlFlow::Continue(());
            }
            written = attended.aside(|| self.print(file, source, &found));
            let is_enough = self.wanted.max.is_some_and(|most| count >= most);
            if written.is_err() || is_enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        attended.hide();
        for found in held.best() {
            written = written.and_then(|()| self.print(file, source, found));
        }
        if written.is_err() {
            return Ok(written);
        }
        let name = || glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), self.style.charset);
        let left = held.missed();
        if left > 0 {
            say(&format!(
                "{}: {left} less certain texts were left out; --order offset prints all",
                name()
            ));
        }
        if let Some(trouble) = source.failure() {
            return Err(trouble.into());
        }
        if let JobEnd::Done(result) = ended
            && result.unreadable > 0
        {
            bail!("{}: {} bytes could not be read", name(), result.unreadable);
        }
        if self.wanted.files.is_empty() && source.len() == 0 {
            bail!(NOTHING_CAME);
        }
        if let Some(said) = request::past_end(input.skip, &range, source) {
            say(&format!("{}: {said}", name()));
        }
        Trouble::after(file, 0, source.change(), ("searched", "try again"))
            .map_or(Ok(Ok(())), |trouble| Err(anyhow!(trouble)))
    }

    /// Prints a text.
    fn print(&mut self, file: &Path, source: &Source, found: &FoundString) -> io::Result<()> {
        let bytes = file.as_os_str().as_encoded_bytes();
        let name = self
            .several
            .then(|| glyph::safe_bytes(bytes, self.style.charset));
        let mut line = String::new();
        let shown = StringRow {
            path: file.as_os_str(),
            name: name.as_deref(),
            address: source.address(found.range.start),
            found,
        };
        let syntax = (self.wanted.format, self.wanted.radix);
        row(&mut line, &shown, syntax, self.style);
        self.out.write_all(line.as_bytes())
    }
}
