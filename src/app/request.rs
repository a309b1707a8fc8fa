//! What a request means for the data at hand: which bytes, read how, and the
//! dump of them.
//!
//! The command line is only words; here they meet the data. Invariant: what can
//! be refused without reading the data is refused before it is opened.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use anyhow::{anyhow, bail};

use super::import;
use super::opening::Opening;
use super::surroundings::Surroundings;
use crate::cli::undump::From;
use crate::cli::{Place, Reading, When};
use crate::codec::table::{self, Label};
use crate::codec::{Encoding, labels};
use crate::detect;
use crate::detect::verdict::{Evidence, Verdict};
use crate::job::shares;
use crate::job::undump::Account;
use crate::model::palette::Depth;
use crate::model::text::Text;
use crate::model::theme::Theme;
use crate::report::{Form, Format, Options, Printed, Share};
use crate::source::{Source, Trouble, Waiting};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// What is shown when nothing else is named.
pub const TOUR: &[u8] = include_bytes!("../../assets/tour.txt");
/// Bytes in a row of the dump, unless another number is asked for.
const WIDTH: u16 = 8;
/// Bytes of a piece that is printed by itself, if several threads print: its
/// output takes some hundred times as many at most.
const PIECE: u64 = 8 * 1024;
/// The most threads that print.
const MOST_SHARES: usize = 4;
/// Bytes of output that are written at once.
const BUFFER: usize = 64 * 1024;

/// Data that is open, and how it is to be read.
pub struct Opened {
    /// The data.
    pub source: Arc<Source>,
    /// What there is to say of it, if it was imported from a hex dump.
    pub import: Option<Account>,
    /// The encoding that is wished for.
    pub wish: Wish,
    /// Where code units start, in an encoding that has room for it.
    phase: u8,
    /// What the user should know of the choice, in one line.
    remark: Option<String>,
}

impl Opened {
    /// What the user should know of the choice for some data, in one line.
    pub fn remark(&self, data: &dyn Peek, reading: Verdict) -> Option<String> {
        let other = detect::other_reading(data, reading.encoding);
        let other = other
            .filter(|_| self.wish == Wish::Auto)
            .map(|other| two_marks(reading.encoding, other));
        self.remark.clone().or(other).or_else(|| doubtful(reading))
    }

    /// Where code units of an encoding start.
    pub fn phase(&self, reading: Verdict) -> u64 {
        u64::from(self.phase) % u64::from(reading.encoding.unit)
    }
}

/// How sure a guess must be to go without a word.
const SURE: u8 = 80;

/// A word on an encoding that is none too sure.
pub(super) fn doubtful(reading: Verdict) -> Option<String> {
    match reading.evidence {
        Evidence::Guessed { percent, .. } if percent < SURE => Some(format!(
            "read as {} (guessed, {percent} %); -e says otherwise",
            reading.encoding.name
        )),
        Evidence::LittleEndian => {
            let other = match reading.encoding.unit {
                4 => "utf-32be",
                _ => "utf-16be",
            };
            let name = reading.encoding.name;
            Some(format!(
                "no byte order mark; read as {name}, -e {other} is the other order"
            ))
        }
        _ => None,
    }
}

/// A word on a byte order mark that is the beginning of another.
pub(super) fn two_marks(taken: &Encoding, other: &Encoding) -> String {
    format!(
        "FF FE 00 00 opens {} and {}; read as {}, -e {} reads it as the other",
        table::UTF_32LE.name,
        table::UTF_16LE.name,
        taken.name,
        other.id
    )
}

/// Opens what is to be read. Without a file: standard input, unless that is a
/// terminal; then the built-in tour.
///
/// # Errors
/// The encoding is not known, or the file cannot be opened.
pub fn open(reading: &Reading) -> anyhow::Result<Opened> {
    let wish = wish(&reading.encoding)?;
    let remark = wish.remark(&reading.encoding);
    let (source, import) = source(reading)?;
    Ok(Opened {
        source: Arc::new(source),
        import,
        wish,
        phase: reading.phase,
        remark,
    })
}

/// The data that is to be read, and what there is to say of it if it was imported.
fn source(reading: &Reading) -> anyhow::Result<(Source, Option<Account>)> {
    let stdin = Path::new("-");
    if let Some(From::Dump(choice)) = reading.from {
        let charset = Surroundings::of_process().charset(reading.ascii);
        let file = match &reading.file {
            Some(file) => file,
            None if io::stdin().is_terminal() => {
                bail!("--from needs a dump to read; name a file, - is standard input")
            }
            None => stdin,
        };
        let import = import::file(file, choice, charset)?;
        import::tell(&import.account, file, choice, false, charset);
        return Ok((import.source, Some(import.account)));
    }
    let source = match &reading.file {
        Some(file) if file == stdin => Source::stdin()?,
        Some(file) => Source::open(file)?,
        None if io::stdin().is_terminal() => Source::memory("tour.txt", TOUR),
        None => Source::stdin()?,
    };
    Ok((source, None))
}

/// The encoding that is wished for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// The one that the data speaks for.
    Auto,
    /// The form of UTF-16 or UTF-32 that the data names, by the size of a unit.
    ByBom(u8),
    /// The one that was named.
    Label(Label),
}

impl Wish {
    /// A word on the label it was made of, if it is read as something else.
    pub(super) fn remark(self, name: &str) -> Option<String> {
        match self {
            Self::Label(label) => remark(name, label),
            Self::Auto | Self::ByBom(_) => None,
        }
    }

    /// The encoding for some data, as far as it is known.
    pub fn reading(self, data: &dyn Peek) -> Verdict {
        match self {
            Self::Auto => detect::choose(data),
            Self::ByBom(_) | Self::Label(_) => self.unguessed(data),
        }
    }

    /// The same for who never guesses: without a mark it is UTF-8.
    pub(super) fn unguessed(self, data: &dyn Peek) -> Verdict {
        match self {
            Self::Auto => detect::choose_by_mark(data),
            Self::ByBom(unit) => detect::by_bom_or_little_endian(data, unit),
            Self::Label(label) => Verdict {
                encoding: label.encoding(),
                evidence: Evidence::Chosen,
            },
        }
    }
}

/// The wish that a label stands for.
///
/// # Errors
/// No encoding is called so.
pub(super) fn wish(label: &str) -> anyhow::Result<Wish> {
    match label.trim().to_ascii_lowercase().as_str() {
        "auto" => return Ok(Wish::Auto),
        "utf-16" | "utf16" => return Ok(Wish::ByBom(2)),
        "utf-32" | "utf32" => return Ok(Wish::ByBom(4)),
        _ => {}
    }
    table::by_label(label)
        .map(Wish::Label)
        .ok_or_else(|| anyhow!("{}", unknown(label)))
}

/// A line on a label that is none.
fn unknown(label: &str) -> String {
    match labels::nearest(label).as_slice() {
        [] => format!("no encoding {label:?}; hexloupe encodings lists them"),
        near => format!("no encoding {label:?}; did you mean {}?", one_of(near)),
    }
}

/// Names of which one is meant.
pub(super) fn one_of(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

/// A word on a label that is read as something else than it says.
fn remark(name: &str, label: Label) -> Option<String> {
    let id = label.encoding().id;
    if id == "replacement" {
        let what = labels::remap(name).map_or("an encoding", |remap| remap.name);
        return Some(format!(
            "{name:?} names {what}, which browsers refuse to read; \
             as {id} every byte is ill-formed"
        ));
    }
    if matches!(label, Label::Own(_)) {
        return None;
    }
    let remap = labels::remap(name)?;
    Some(match remap.set {
        Some(set) => format!(
            "{name:?} is read as {id}, as browsers do; -e {} is the set itself",
            set.id
        ),
        None => format!(
            "{name:?} is read as {id}, as browsers do, though it names {}",
            remap.name
        ),
    })
}

/// The offsets that are asked for; only what is counted from the end waits for
/// all of a stream.
pub fn range(reading: &Reading, source: &Source) -> Range<u64> {
    let start = offset(reading.skip, source);
    // What is cut off a hex dump is counted in its addresses.
    let end = |length| {
        let end = source.address(start).saturating_add(length);
        source.offset_of(end).max(start)
    };
    start..reading.length.map_or(u64::MAX, end)
}

/// The offset of a place.
pub fn offset(place: Place, source: &Source) -> u64 {
    match place {
        Place::FromStart(address) => source.offset_of(address),
        Place::FromEnd(back) => Waiting(source).len().saturating_sub(back),
    }
}

/// Prints the data to standard output.
///
/// # Errors
/// The data cannot be opened or the output not be written. A reader who has
/// closed the pipe is no error.
pub fn dump(reading: &Reading, format: &Format) -> anyhow::Result<ExitCode> {
    let opened = open(reading)?;
    let source: &Source = &opened.source;
    let stdout = io::stdout();
    let surroundings = Surroundings::of_process();
    let options = Options {
        range: range(reading, source),
        width: reading.width.unwrap_or(WIDTH),
        charset: match format.form {
            // It says itself that it is UTF-8, whatever the terminal is.
            Form::Document if reading.ascii == When::Auto => Charset::Unicode,
            _ => surroundings.charset(reading.ascii),
        },
        theme: match format.form {
            Form::Lines => surroundings
                .color(reading.color, stdout.is_terminal())
                .then(|| surroundings.printed(reading.theme)),
            Form::Coloured => Some(surroundings.printed(reading.theme)),
            Form::Document => Some(Theme::new(reading.theme, Depth::True)),
        },
        share: None,
    };
    let opening = Opening::of(source);
    let verdict = opened.wish.reading(&opening);
    if let Some(remark) = opened.remark(&opening, verdict) {
        say(&remark);
    }
    let phase = opened.phase(verdict);
    let print = |options: &Options, out: &mut dyn Write| {
        let waiting = Waiting(source);
        let text = Text::new(&waiting, verdict.encoding, phase);
        (format.print)(source, text, options, out)
    };
    let mut out = BufWriter::with_capacity(BUFFER, stdout.lock());
    let printed = match shares(source, verdict.encoding, &options) {
        of if of > 1 && format.form != Form::Document => {
            let width = u64::from(options.width.max(1));
            let size = PIECE - PIECE % width;
            let share = |index, out: &mut dyn Write| {
                let share = Some(Share { size, of, index });
                let options = options.clone();
                print(&Options { share, ..options }, out)
            };
            shares::write(of, share, &mut out).map(|parts| parts.into_iter().sum())
        }
        _ => print(&options, &mut out),
    };
    let printed = printed.and_then(|printed| out.flush().map(|()| printed));
    conclude(printed, source, &options)
}

/// What is to be said of a dump once it is printed.
pub(super) fn conclude(
    printed: io::Result<Printed>,
    source: &Source,
    options: &Options,
) -> anyhow::Result<ExitCode> {
    let printed = match printed {
        Ok(printed) => printed,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
        // The printer's own word, and none of the output's.
        Err(error) if error.kind() == io::ErrorKind::Other && error.get_ref().is_some() => {
            bail!("{error}")
        }
        Err(error) => return Err(Trouble::io("standard output", &error).into()),
    };
    if let Some(trouble) = source.failure() {
        return Err(trouble.into());
    }
    let name = || glyph::safe_bytes(source.label().as_encoded_bytes(), options.charset);
    if printed.unreadable > 0 {
        bail!("{}: {} bytes could not be read", name(), printed.unreadable);
    }
    let skipped = options.range.start;
    if skipped > 0 && !options.range.is_empty() && skipped >= source.len() {
        let len = source.len();
        say(&format!(
            "{}: --skip {skipped} is past the end ({len} bytes)",
            name()
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// How many shares to print in: one a processor, where the data is all there and
/// is worth it.
fn shares(source: &Source, encoding: &Encoding, options: &Options) -> u64 {
    let end = options.range.end.min(source.len());
    if encoding.is_stateful()
        || source.is_stream()
        || end.saturating_sub(options.range.start) <= 2 * PIECE
    {
        return 1;
    }
    thread::available_parallelism().map_or(1, |processors| processors.get().min(MOST_SHARES) as u64)
}

/// Says a line to the user beside the output.
pub(super) fn say(line: &str) {
    // Who has closed standard error does not want to hear it.
    let _: io::Result<()> = writeln!(io::stderr(), "hexloupe: {line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn remarked(label: &str, expected: Option<&str>) {
        let Ok(Wish::Label(found)) = wish(label) else {
            panic!("{label} is no label")
        };
        assert_eq!(remark(label, found).as_deref(), expected);
    }

    #[test]
    fn a_label_that_browsers_read_otherwise_is_remarked() {
        remarked("windows-1251", None);
        remarked("iso-8859-1", None);
        remarked(
            " Latin1",
            Some(
                r#"" Latin1" is read as windows-1252, as browsers do; -e iso-8859-1 is the set itself"#,
            ),
        );
        remarked("iso-8859-9", None);
        remarked(
            "latin5",
            Some(
                r#""latin5" is read as windows-1254, as browsers do; -e iso-8859-9 is the set itself"#,
            ),
        );
        remarked(
            "ansi_x3.4-1968",
            Some(
                r#""ansi_x3.4-1968" is read as windows-1252, as browsers do; -e ascii is the set itself"#,
            ),
        );
        remarked("gb2312", None);
        remarked(
            "chinese",
            Some(r#""chinese" is read as gbk, as browsers do; -e gb2312 is the set itself"#),
        );
        for (label, what) in [
            ("replacement", "an encoding"),
            ("ISO-2022-KR", "ISO-2022-KR"),
            ("hz-gb-2312", "HZ"),
        ] {
            let said = "which browsers refuse to read; as replacement every byte is ill-formed";
            remarked(label, Some(&format!("{label:?} names {what}, {said}")));
        }
    }

    #[test]
    fn every_label_that_is_read_otherwise_says_so_and_names_the_set() {
        for encoding in table::all() {
            for label in labels::of(encoding) {
                let Some(found) = table::by_label(label) else {
                    panic!("{label} finds nothing")
                };
                let said = remark(label, found);
                let other = matches!(found, Label::Remapped(_));
                let refused = found.encoding().id == "replacement";
                assert_eq!(said.is_some(), other || refused, "{label}");
                let Some(said) = said else { continue };
                assert!(said.contains(encoding.id), "{said}");
                let set = labels::remap(label).and_then(|remap| remap.set);
                let named = |set: &Encoding| said.contains(&format!("-e {} ", set.id));
                assert!(set.is_none_or(named), "{said}");
            }
        }
    }

    #[test]
    fn a_guess_is_remarked_where_it_is_doubtful() {
        let said = |evidence| {
            doubtful(Verdict {
                encoding: table::UTF_16LE,
                evidence,
            })
        };
        let guessed = |percent| Evidence::Guessed {
            percent,
            language: None,
        };
        assert_eq!(said(guessed(80)), None);
        assert_eq!(said(Evidence::Damaged(3)), None);
        let expected = "read as UTF-16LE (guessed, 79 %); -e says otherwise";
        assert_eq!(said(guessed(79)).as_deref(), Some(expected));
    }

    #[test]
    fn a_wrong_label_names_the_nearest() {
        let said = |label| {
            wish(label)
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default()
        };
        assert_eq!(
            said("windows-1215"),
            r#"no encoding "windows-1215"; did you mean windows-1251, windows-1255 or windows-1250?"#
        );
        assert_eq!(
            said("cp-1251"),
            r#"no encoding "cp-1251"; did you mean cp1251?"#
        );
        assert_eq!(
            said("klingon"),
            r#"no encoding "klingon"; hexloupe encodings lists them"#
        );
        assert!(said("\u{1b}[2J").starts_with(r#"no encoding "\u{1b}[2J""#));
    }
}
