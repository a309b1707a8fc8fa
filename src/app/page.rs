//! `dump --format page` and `learn --format page`: the inspector's page with data or a lesson in it.
//!
//! The page is a file beside the program, or named. Invariant: nothing is printed before all of the
//! data was read, so that no page holds less than was asked for.

use std::env;
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};

use super::head_bytes::HeadBytes;
use super::mistake::ArgumentMistake;
use super::printed::ended;
use super::remark::say;
use super::request::{open, past_end, range};
use super::{label, lesson_file, regions};
use crate::cli::InputOptions;
use crate::cli::learn::LearnArguments;
use crate::detect::requested::RequestedEncoding;
use crate::lesson::course::{self, LESSONS};
use crate::model::regions::{Region, Regions};
use crate::report::page::{BlankPage, PageContent, PageData, print};
use crate::session::Opened;
use crate::source::{Source, Trouble, WaitingSource};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek as _;

/// The name of the page.
const NAME: &str = "hexloupe.html";
/// Makes the page.
const SCRIPT: &str = "sh assets/web/build.sh makes it, and --page FILE names it";
/// A longer file is not the page, which has 4 MB.
const LONGEST: u64 = 32 << 20;
/// The longest data that a page holds.
const MOST: usize = 64 << 20;
/// Bytes that are read at once.
const PIECE: usize = 1 << 20;
/// Bytes of output written at once.
const BUFFER: usize = 64 * 1024;

/// Prints a page with the data.
///
/// # Errors
/// There is no page, the data cannot be read or is too long, or the output cannot be written.
pub(super) fn dump(input: &InputOptions) -> anyhow::Result<ExitCode> {
    if label::file(&input.encoding).is_some() {
        bail!(ArgumentMistake::new(
            "a page cannot read a table of a file; name an encoding that hexloupe encodings lists"
        ));
    }
    let page = blank(input.page.as_deref())?;
    let regions = regions::given(input)?.map(|file| file.regions);
    let regions = regions.unwrap_or_default();
    let opened = open(input)?;
    let source: &Source = &opened.source;
    let range = range(input, source);
    let bytes = bytes(source, &range)?;
    let end = range.start.saturating_add(bytes.len() as u64);
    let here = range.start..end;
    let (encoding, phase) = reading(&opened, &here);
    let content = PageContent::Data(PageData {
        name: &name(source),
        bytes: &bytes,
        start: source.address(range.start),
        encoding,
        phase,
        width: input.width,
        regions: within(&regions, source, &here),
    });
    if here.end >= source.len() {
        regions::report_lost(&regions, source);
    }
    if let Some(said) = past_end(input.skip, &range, source) {
        say(&format!("{}: {said}", shown(Path::new(source.label()))));
    }
    printed(&page, &content)
}

/// Prints a page with a lesson.
///
/// # Errors
/// There is no page or no such lesson, or the output cannot be written.
pub(super) fn lesson(wanted: &LearnArguments) -> anyhow::Result<ExitCode> {
    let Some(lesson) = &wanted.lesson else {
        bail!(ArgumentMistake::new(
            "--format page needs a lesson, as in hexloupe learn bits --format page"
        ));
    };
    let language = wanted.lang.chosen;
    let number = lesson.to_str().and_then(course::named);
    if let Some(found) = number.and_then(|number| LESSONS.get(number)) {
        let page = blank(wanted.page.as_deref())?;
        return printed(&page, &PageContent::Lesson(found.id, language));
    }
    lesson_file::expect(lesson)?;
    let text = lesson_file::text(lesson)?;
    let page = blank(wanted.page.as_deref())?;
    let name = lesson.file_name().unwrap_or_default().to_string_lossy();
    printed(&page, &PageContent::OwnLesson(&name, &text, language))
}

fn printed(page: &BlankPage, content: &PageContent<'_>) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    ended(print(page, content, &mut out).and_then(|()| out.flush()))
}

/// The page to put something into: the named one, else the first that is found.
fn blank(named: Option<&Path>) -> anyhow::Result<BlankPage> {
    if let Some(named) = named {
        return read(named);
    }
    let program = env::current_exe().with_context(|| format!("no page found; {SCRIPT}"))?;
    let places = places(&program);
    if let Some(found) = places.iter().find(|place| place.exists()) {
        return read(found);
    }
    let looked: Vec<_> = places.iter().map(|place| shown(place)).collect();
    bail!("no page at {}; {SCRIPT}", looked.join(" or "))
}

/// The places of the page, from that of the program.
fn places(program: &Path) -> [PathBuf; 2] {
    let folder = program.parent().unwrap_or(Path::new(""));
    let above = folder.parent().unwrap_or(folder);
    [folder.to_owned(), above.join("share").join("hexloupe")].map(|folder| folder.join(NAME))
}

fn read(path: &Path) -> anyhow::Result<BlankPage> {
    let trouble = |error: io::Error| {
        let told = Trouble::io(path, &error);
        Trouble::new(path, told.what().to_owned(), SCRIPT)
    };
    let mut html = Vec::new();
    let file = File::open(path).map_err(trouble)?;
    { file.take(LONGEST).read_to_end(&mut html) }.map_err(trouble)?;
    BlankPage::new(html).map_err(|refusal| anyhow!("{}: {refusal}; {SCRIPT}", shown(path)))
}

fn shown(path: &Path) -> String {
    glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), Charset::Unicode)
}

/// The name of the data without its folders, which are nobody else's business.
fn name(source: &Source) -> String {
    let label = Path::new(source.label());
    let is_stdin = label == Path::new("-");
    let name = label.file_name().filter(|_| !is_stdin);
    name.map_or("standard input".into(), |name| name.to_string_lossy())
        .into_owned()
}

/// All bytes of a range.
fn bytes(source: &Source, range: &Range<u64>) -> anyhow::Result<Vec<u8>> {
    let waiting = WaitingSource(source);
    let name = shown(Path::new(source.label()));
    let known = range.end.min(source.len());
    let mut bytes = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let wanted = (range.end - at).min(PIECE as u64) as usize;
        let window = waiting.window(at, wanted);
        let until = at.saturating_add(window.bytes.len() as u64);
        if until == at {
            break;
        }
        if !window.holes.is_empty() {
            let lost = window.unreadable(at, until);
            if lost == 0 {
                bail!(
                    "{name}: has addresses without bytes; choose a part without gaps with -s and -n"
                );
            }
            bail!("{name}: {lost} bytes could not be read");
        }
        bytes.extend_from_slice(&window.bytes);
        if bytes.len() > MOST {
            let most = MOST >> 20;
            bail!(
                "{name}: more than {most} MiB, too much for a page; choose a part with -s and -n"
            );
        }
        at = until;
    }
    match source.failure() {
        Some(trouble) => Err(trouble.into()),
        None if at < known => bail!("{name}: became shorter while it was read; try again"),
        None => Ok(bytes),
    }
}

/// The encoding of a part, unless its own bytes show it, and the phase of its code units.
fn reading(opened: &Opened, here: &Range<u64>) -> (Option<&'static str>, u64) {
    let source: &Source = &opened.source;
    let head = HeadBytes(source);
    let verdict = opened.requested.verdict_at_open(&head);
    if let Some(remark) = opened.remark(&head, verdict) {
        say(&remark);
    }
    let is_whole = here.start == 0 && here.end >= source.len();
    if is_whole && opened.requested == RequestedEncoding::AUTO {
        return (None, opened.phase.into());
    }
    let unit = u64::from(verdict.encoding.unit);
    let phase = (opened.phase(verdict) + unit - here.start % unit) % unit;
    (Some(verdict.encoding.id), phase)
}

/// The parts of regions among some offsets, by address.
fn within(regions: &Regions, source: &Source, here: &Range<u64>) -> Regions {
    let cut = |region: &Region| Region {
        range: region.range.start.max(here.start)..region.range.end.min(here.end),
        ..region.clone()
    };
    let placed = regions.placed(source).0;
    let parts = placed.list().iter().map(cut);
    Regions::new(parts.filter(|part| part.range.start < part.range.end)).addressed(source)
}
