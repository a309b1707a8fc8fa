//! Hex dumps: the offer to read one, its bytes in place of the text, and going back; and
//! pasted text.
//!
//! The data is examined, and a dump is read, in the background. What was open before stays
//! open below (`open_file`). Invariant: only a key opens other data, and only a key goes back.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::data::OpenData;
use super::tabs::{OpenedFile, Wanted};
use super::task::{Kind, ShownAtOnce};
use super::{Effect, Opened, Session};
use crate::command::input::MOST_PASTED;
use crate::command::overlay::pasted::Pasted;
use crate::command::overlay::tour;
use crate::command::{self, New};
use crate::detect::requested::RequestedEncoding;
use crate::hexdump::import::{self, Choice, Failure, SAMPLE, Taken};
use crate::job::background::Report;
use crate::job::undump::{self, Account, Outcome, Refusal};
use crate::job::{Control, End};
use crate::model::dump_state::{DumpState, Oddity};
use crate::model::folder::Folder;
use crate::model::numbers::counted;
use crate::model::state::{Standing, View};
use crate::model::subject::Subject;
use crate::report::undump as words;
use crate::source::{Arrived, MOST_SCRATCH, NonBlockingReader, Source, Trouble, folder};
use crate::unicode::glyph;
use crate::window::Peek as _;

/// From this many percent on a dump is offered.
const OFFERED: u8 = 80;

/// Without words for a failure: if no thread can be started, there is no offer.
static RECOGNISE: Kind = Kind::new("look for a dump", ShownAtOnce::AtTheEnd);
static IMPORT: Kind =
    Kind::new("import", ShownAtOnce::AtTheEnd).saying("read the dump", "reading the dump");

static OPEN: Kind =
    Kind::new("open", ShownAtOnce::AtTheEnd).saying("open the file", "opening the file");
/// Without words for a failure: then there are no completions.
static LIST: Kind = Kind::new("list a folder", ShownAtOnce::AtTheEnd);

/// What a path leads to.
enum Found {
    /// A file that is open, and how it is to be shown.
    File(Box<OpenedFile>),
    /// A folder.
    Folder(PathBuf),
}

impl Session {
    /// Starts to examine whether what is open is a dump, unless that was done.
    pub(super) fn keep_dump_recognised(&mut self) {
        let arriving = self.facts.standing == Standing::Arriving;
        let enough = self.data.source.len() >= SAMPLE as u64 || !arriving;
        let is_one = matches!(self.facts.dump, DumpState::Imported(_));
        if self.data.tasks.recognise_dump.of().is_some() || !enough || is_one {
            return;
        }
        let source = Arc::clone(&self.data.source);
        let work = move |_: &mut Control<'_>| {
            let head = Arrived(&source).window(0, SAMPLE);
            End::Done(import::look(&head.bytes, head.ends))
        };
        self.start(
            (&RECOGNISE, |session| &mut session.data.tasks.recognise_dump),
            (),
            work,
            Self::recognised,
        );
    }

    /// Takes the answer whether the data looks like a dump.
    fn recognised(&mut self, report: Report<Option<Taken>>) {
        // Over other data `D` leads back, so nothing is offered there.
        if self.facts.dump != DumpState::None || !self.below.is_empty() {
            return;
        }
        if let Report::Ended(End::Done(Some(taken))) = report
            && taken.percent >= OFFERED
        {
            self.facts.dump = DumpState::Offered(taken.format.id, taken.percent);
        }
    }

    /// Goes back to what is open below; without that, reads the data as a dump.
    pub(super) fn import(&mut self) {
        let leads_back = !self.below.is_empty();
        if leads_back && (self.would_lose_changes() || self.would_lose_regions()) {
            return;
        }
        if leads_back {
            return self.go_back();
        }
        if let DumpState::Imported(name) = self.facts.dump {
            self.state.say(format!(
                "these are the bytes of the dump already, read as {name}"
            ));
            return;
        }
        if self.facts.standing == Standing::Arriving {
            self.state
                .say("more is still coming; a dump is read when it has ended");
            return;
        }
        self.start_import(Arc::clone(&self.data.source));
    }

    fn start_import(&mut self, text: Arc<Source>) {
        self.state.say("reading the dump");
        let reported = Arc::clone(&text);
        let work = move |control: &mut Control<'_>| {
            let name = text.label().to_owned();
            let source = undump::Text::Source(Arc::clone(&text));
            match undump::import(control, source, Path::new(&name), Choice::Auto) {
                End::Done(outcome) => End::Done((reported, outcome)),
                End::Cancelled => End::Cancelled,
            }
        };
        self.start(
            (&IMPORT, |session| &mut session.data.tasks.import),
            (),
            work,
            Self::imported,
        );
    }

    /// A dump was read, or could not be.
    fn imported(&mut self, report: Report<(Arc<Source>, Outcome)>) {
        match report {
            Report::Ended(End::Done((text, Ok((imported, account))))) => {
                let source = Source::imported(text.label(), imported);
                if !Arc::ptr_eq(&text, &self.data.source) {
                    // Pasted text was not open yet: it goes on the stack under its bytes.
                    self.open_another(text);
                }
                self.open_another(Arc::new(source));
                self.tell_account(&account);
            }
            Report::Ended(End::Done((_, Err(refusal)))) => {
                let said = self.refused(&refusal);
                self.state.say(said);
            }
            Report::Progress(_) | Report::Ended(End::Cancelled) | Report::Failed(_) => {}
        }
    }

    fn refused(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Trouble(trouble) => trouble.to_string(),
            Refusal::Failure(failure) => {
                if matches!(failure, Failure::Unknown(None)) {
                    return "no dump that is plain to see; --from names its form".to_owned();
                }
                let (place, reason) = words::failed(failure, self.state.look.charset);
                match place.strip_prefix(':') {
                    Some(place) => format!("line {place}: {reason}"),
                    None => reason,
                }
            }
            Refusal::Output(error) => error.to_string(),
            Refusal::Order { line, .. } => format!("line {line} stands before the others"),
        }
    }

    /// Keeps the problems of the dump whose bytes are open, and shows a summary.
    pub(super) fn tell_account(&mut self, account: &Account) {
        let Some(taken) = account.taken else {
            return;
        };
        let charset = self.state.look.charset;
        self.facts.dump = DumpState::Imported(taken.format.id);
        let source = Arc::clone(&self.data.source);
        let oddities = words::listed(account, charset);
        let oddities = oddities.into_iter().map(|(address, text)| Oddity {
            offset: address.map(|address| source.offset_of(address)),
            text,
        });
        self.facts.oddities = oddities.collect();
        let mut said = format!("{}: {}", words::taken(taken), words::extent(account));
        if account.is_contradicted() {
            said.push_str("; it contradicts itself, g d shows where");
        } else if !self.facts.oddities.is_empty() {
            said.push_str("; g d shows what is strange");
        }
        self.state.say(said);
    }

    /// Opens other data; what was open goes on the stack.
    fn open_another(&mut self, source: Arc<Source>) {
        let name = glyph::safe_bytes(source.label().as_encoded_bytes(), self.state.look.charset);
        let data = NonBlockingReader::new(&source);
        let requested = RequestedEncoding::Auto(self.data.requested.preferred());
        let verdict = requested.verdict_at_open(&data);
        let now = &self.state.view;
        let view = View {
            width: now.width,
            unit: now.unit,
            panes: now.panes,
            focus: now.focus,
            inspector: now.inspector,
            radix: now.radix,
            ahead: ahead(&source),
            ..View::new(name, verdict)
        };
        let data = OpenData::read_as(source, requested, verdict);
        self.open_over(data, view);
    }

    /// Asks what to do with pasted text.
    pub(super) fn pasted(&mut self, text: &str) {
        let is_cut = text.len() >= MOST_PASTED;
        // Terminals send the line ends of a paste as CR, which is the Enter key.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let head = text.as_bytes();
        let head = &head[..head.len().min(SAMPLE)];
        let dump = import::look(head, head.len() == text.len());
        self.state.open(Pasted {
            dump: dump.map(|taken| (taken.format.id, taken.percent)),
            is_cut,
            text,
        });
    }

    /// Opens a file in the background, for a tab of its own: its system may be slow to answer.
    pub(super) fn start_open(&mut self, wanted: Wanted) {
        let preferred = self.data.requested.preferred();
        let wanted = if preferred.is_some() {
            let requested = wanted.requested.preferring(preferred);
            Wanted {
                requested,
                ..wanted
            }
        } else {
            wanted
        };
        let read = Arc::clone(&self.services.regions);
        let resume = Arc::clone(&self.services.resume);
        let work = move |_: &mut Control<'_>| {
            if wanted.path.is_dir() {
                return End::Done(Ok(Found::Folder(wanted.path)));
            }
            let opened = Source::open(&wanted.path);
            End::Done(opened.map(|source| {
                let mut opened = Opened {
                    requested: wanted.requested,
                    phase: wanted.phase,
                    ..Opened::of(source)
                };
                Found::File(Box::new(OpenedFile {
                    resumption: resume(&mut opened),
                    regions: read(&wanted.path),
                    opened,
                    wanted,
                }))
            }))
        };
        self.start(
            (&OPEN, |session| &mut session.data.tasks.open),
            (),
            work,
            Self::file_opened,
        );
    }

    /// Another file was opened, or could not be.
    fn file_opened(&mut self, report: Report<Result<Found, Trouble>>) {
        match report {
            Report::Ended(End::Done(Ok(Found::File(file)))) => {
                self.effects.push(Effect::Opened(file));
            }
            Report::Ended(End::Done(Ok(Found::Folder(path)))) => {
                let subject = &mut self.state.view.subject;
                if *subject == Subject::NotOpen {
                    *subject = Subject::Folder;
                }
                self.survey(path);
            }
            Report::Ended(End::Done(Err(trouble))) => self.state.say(trouble.to_string()),
            Report::Progress(_) | Report::Ended(End::Cancelled) | Report::Failed(_) => {}
        }
    }

    /// Copies bytes to a scratch buffer, in the background: they may be slow to read.
    fn start_scratch(&mut self, range: Range<u64>) {
        let len = range.end.saturating_sub(range.start);
        if len > MOST_SCRATCH {
            self.state
                .say("a scratch buffer holds at most 16 MiB; select what to copy (v)");
            return;
        }
        let source = Arc::clone(&self.data.source);
        let work = move |_: &mut Control<'_>| {
            let window = Arrived(&source).window(range.start, len as usize);
            if window.unreadable(range.start, range.end) > 0 {
                let place = source.label().to_owned();
                let what = "bytes among these cannot be read";
                return End::Done(Err(Trouble::new(place, what, "select others")));
            }
            let scratch = Source::scratch("scratch", window.bytes);
            End::Done(scratch.map_err(|refusal| {
                Trouble::new(source.label().to_owned(), refusal.to_string(), "")
            }))
        };
        self.start(
            (&OPEN, |session| &mut session.data.tasks.open),
            (),
            work,
            Self::scratch_opened,
        );
    }

    /// A scratch buffer was made, or could not be; it is read as what it was copied from.
    fn scratch_opened(&mut self, report: Report<Result<Source, Trouble>>) {
        match report {
            Report::Ended(End::Done(Ok(source))) => {
                let (reading, phase) = (self.state.view.reading, self.state.view.phase);
                let bytes = counted(source.len(), "byte");
                self.open_another(Arc::new(source));
                self.state.view.read_as(reading);
                self.state.view.phase = phase;
                self.state
                    .say(format!("{bytes} copied to scratch; D leads back"));
            }
            Report::Ended(End::Done(Err(trouble))) => self.state.say(trouble.to_string()),
            Report::Progress(_) | Report::Ended(End::Cancelled) | Report::Failed(_) => {}
        }
    }

    /// Reads the names in a folder.
    pub(super) fn list(&mut self, folder: String) {
        let work = move |_: &mut Control<'_>| {
            let entries = folder::names(Path::new(&folder));
            End::Done(Folder {
                path: folder,
                entries,
            })
        };
        self.start(
            (&LIST, |session| &mut session.tasks.list),
            (),
            work,
            |session, report| {
                if let Report::Ended(End::Done(folder)) = report {
                    session.facts.folder = folder;
                }
            },
        );
    }

    /// Opens what was pasted, the sample, or a file.
    pub(super) fn open_new(&mut self, new: New) {
        let pasted = |text: String| Arc::new(Source::memory("pasted text", text.into_bytes()));
        match new {
            New::Dump(text) => self.start_import(pasted(text)),
            New::Text(text) => {
                self.open_another(pasted(text));
                let len = self.data.source.len();
                self.state.say(format!("{len} bytes pasted; D leads back"));
            }
            New::Tour => {
                self.open_another(Arc::new(Source::memory(tour::NAME, tour::SAMPLE)));
                self.with_keys(command::begin_tour);
            }
            New::File(path) => self.start_open(Wanted::new(path)),
            New::Beside(path) => self.start_open(Wanted::beside(path)),
            New::Scratch(range) => self.start_scratch(range),
        }
    }
}

/// The most by which an address exceeds its offset.
pub(super) fn ahead(source: &Source) -> u64 {
    let len = source.len();
    source.address(len).saturating_sub(len)
}
