//! Other data: pasted text, the tour, a scratch buffer in place of what is open, and files for
//! tabs of their own.
//!
//! Files are opened and bytes are copied in the background. Invariant: what was open stays open.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::context::SessionContext;
use super::data::source;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, Starter, WhenBelow};
use super::tabs::{OpenRequest, OpenedFile};
use super::{Opened, Session, SessionEffect};
use crate::command::input::MOST_PASTED;
use crate::command::keymap::Keymap;
use crate::command::overlay::pasted::PastedText;
use crate::command::overlay::tour;
use crate::command::{self, DataToOpen, MendedCopy};
use crate::detect::requested::RequestedEncoding;
use crate::hexdump::import::FormatChoice;
use crate::hexdump::import::{self, SAMPLE};
use crate::job::background::Report;
use crate::job::{Control, JobEnd};
use crate::model::edit::EditRequest;
use crate::model::folder::Folder;
use crate::model::numbers::counted;
use crate::model::state::View;
use crate::model::subject::ViewSubject;
use crate::source::{ArrivedData, MOST_SCRATCH, NonBlockingReader, Source, Trouble, folder};
use crate::unicode::glyph;
use crate::window::Peek as _;

pub(super) static OPEN: Query = Query {
    below: WhenBelow::Ends,
    ..Query::new("open", Asked::OnRequest(source)).saying("open the file", "opening the file")
};

/// Without words for a failure: then there are no completions.
pub(super) static LIST: Query = Query {
    below: WhenBelow::GoesAlong,
    ..Query::new("list a folder", Asked::OnRequest(|_| QueryKey::Anything))
};

/// A new scratch buffer.
struct ScratchCopy {
    source: Source,
    /// The first change in it.
    change: Option<EditRequest>,
}

/// The end of a path.
enum PathTarget {
    /// An open file, and the way to show it.
    File(Box<OpenedFile>),
    /// A folder.
    Folder(PathBuf),
}

impl OpenFile {
    /// Asks what to do with pasted text.
    pub(super) fn ask_about_paste(&mut self, text: &str) {
        let is_cut = text.len() >= MOST_PASTED;
        // Terminals send the line ends of a paste as CR, which is the Enter key.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let head = text.as_bytes();
        let head = &head[..head.len().min(SAMPLE)];
        let dump = import::look(head, head.len() == text.len());
        self.state.open(PastedText {
            dump: dump.map(|taken| (taken.format.id, taken.percent)),
            is_cut,
            text,
        });
    }

    /// Opens a file in the background, for a tab of its own: its system may be slow to answer.
    pub(super) fn open(&mut self, context: &SessionContext, wanted: OpenRequest) {
        let preferred = self.requested.preferred();
        let wanted = if preferred.is_some() {
            let requested = wanted.requested.preferring(preferred);
            OpenRequest {
                requested,
                ..wanted
            }
        } else {
            wanted
        };
        let open = Arc::clone(&context.services.open);
        let read = Arc::clone(&context.services.regions);
        let resume = Arc::clone(&context.services.resume);
        let work = move |_: &mut Control<'_>| {
            if wanted.path.is_dir() {
                return JobEnd::Done(Ok(PathTarget::Folder(wanted.path)));
            }
            let opened = open(&wanted.path);
            JobEnd::Done(opened.map(|source| {
                let mut opened = Opened {
                    requested: wanted.requested,
                    phase: wanted.phase,
                    ..Opened::from_source(source)
                };
                PathTarget::File(Box::new(OpenedFile {
                    resumption: resume(&mut opened),
                    regions: read(&wanted.path),
                    opened,
                    wanted,
                }))
            }))
        };
        self.request(&OPEN, |_| Starter::new(work, Self::opened));
    }

    /// Handles the result of opening another file.
    fn opened(
        &mut self,
        context: &mut SessionContext,
        report: Report<Result<PathTarget, Trouble>>,
    ) {
        match report {
            Report::Ended(JobEnd::Done(Ok(PathTarget::File(file)))) => {
                context.effects.push(SessionEffect::Opened(file));
            }
            Report::Ended(JobEnd::Done(Ok(PathTarget::Folder(path)))) => {
                let subject = &mut self.state.view.subject;
                if *subject == ViewSubject::NotOpen {
                    *subject = ViewSubject::Folder;
                }
                self.survey(path);
            }
            Report::Ended(JobEnd::Done(Err(trouble))) => self.state.say(trouble.to_string()),
            Report::Progress(_) | Report::Ended(JobEnd::Cancelled) | Report::Failed(_) => {}
        }
    }

    /// Copies all bytes to a scratch buffer and replaces some there. If they are too many, those in
    /// another encoding are read in it.
    fn copy_mended(&mut self, context: &SessionContext, copy: MendedCopy) {
        let len = self.source.len();
        if len <= MOST_SCRATCH {
            return self.copy_to_scratch(0..len, Some(copy.mended.request()));
        }
        match copy.reading {
            Some((range, encoding)) => self.with_keys(context, |state, around| {
                command::read_instead_of_mending(state, around, range, encoding);
            }),
            None => self
                .state
                .say("too large to copy; v selects a part of up to 16 MiB, :scratch copies it"),
        }
    }

    /// Copies bytes to a scratch buffer, in the background: they may be slow to read. The change is
    /// the first step in it.
    fn copy_to_scratch(&mut self, range: Range<u64>, change: Option<EditRequest>) {
        let len = range.end.saturating_sub(range.start);
        if len > MOST_SCRATCH {
            self.state
                .say("a scratch buffer holds at most 16 MiB; select what to copy (v)");
            return;
        }
        let source = Arc::clone(&self.source);
        let work = move |_: &mut Control<'_>| {
            let window = ArrivedData(&source).window(range.start, len as usize);
            if window.unreadable(range.start, range.end) > 0 || window.end() < range.end {
                let place = source.label().to_owned();
                let what = "some of these bytes cannot be read";
                return JobEnd::Done(Err(Trouble::new(place, what, "select others")));
            }
            // A copy that was changed is still of the file; a part of it is anything.
            let label = source.label();
            let name = Path::new(label)
                .file_name()
                .unwrap_or(label)
                .to_string_lossy();
            let name = match change {
                Some(_) => format!("copy of {name}"),
                None => "scratch".to_owned(),
            };
            let scratch = Source::scratch(&name, window.bytes);
            let copy = scratch.map(|source| ScratchCopy { source, change });
            JobEnd::Done(copy.map_err(|refusal| {
                Trouble::new(source.label().to_owned(), refusal.to_string(), "")
            }))
        };
        self.request(&OPEN, |_| {
            Starter::for_session(work, Session::scratch_opened)
        });
    }

    /// Reads the names in a folder.
    pub(super) fn list(&mut self, folder: String) {
        let work = move |_: &mut Control<'_>| {
            let entries = folder::names(Path::new(&folder));
            JobEnd::Done(Folder {
                path: folder,
                entries,
            })
        };
        self.request(&LIST, |_| Starter::new(work, Self::listed));
    }

    fn listed(&mut self, _: &mut SessionContext, report: Report<Folder>) {
        if let Report::Ended(JobEnd::Done(folder)) = report {
            self.facts.folder = folder;
        }
    }
}

/// The message after an offer was taken in a copy.
fn mended(keymap: &Keymap) -> String {
    let [undo, save_as, back] = ["undo", "save-as", "dump"].map(|name| keymap.first(name));
    format!("mended in a copy; {undo} undoes it, {save_as} saves it, {back} returns")
}

impl Session {
    /// Opens other data; the data open before goes on the stack.
    pub(super) fn open_another(&mut self, source: Arc<Source>) {
        let now = &self.file;
        let view = &now.state.view;
        let name = glyph::safe_bytes(source.label().as_encoded_bytes(), now.state.look.charset);
        let requested = RequestedEncoding::Auto(now.requested.preferred());
        let verdict = requested.verdict_at_open(&NonBlockingReader::new(&source));
        let view = View {
            width: view.width,
            unit: view.unit,
            panes: view.panes,
            focus: view.focus,
            inspector: view.inspector,
            radix: view.radix,
            ..View::new(name, verdict)
        };
        let file = OpenFile {
            requested,
            ..OpenFile::read_as(source, view, &mut self.context)
        };
        self.push(file);
    }

    /// Handles the result of making a scratch buffer, which has the reading of its source.
    fn scratch_opened(&mut self, report: Report<Result<ScratchCopy, Trouble>>) {
        match report {
            Report::Ended(JobEnd::Done(Ok(ScratchCopy { source, change }))) => {
                let view = &self.file.state.view;
                let (reading, phase) = (view.reading, view.phase);
                // All was copied if something is changed: its passages are where they were.
                let passages = change.is_some().then(|| view.passages.clone());
                let bytes = counted(source.len(), "byte");
                self.open_another(Arc::new(source));
                self.file.state.view.read_as(reading);
                self.file.state.view.phase = phase;
                self.file.state.view.passages = passages.unwrap_or_default();
                self.file.state.say(match change {
                    Some(_) => mended(&self.context.keymap),
                    None => format!("{bytes} copied to scratch; D returns"),
                });
                if let Some(change) = change {
                    self.file.change(&self.context, change);
                }
            }
            Report::Ended(JobEnd::Done(Err(trouble))) => self.file.state.say(trouble.to_string()),
            Report::Progress(_) | Report::Ended(JobEnd::Cancelled) | Report::Failed(_) => {}
        }
    }

    /// Opens pasted text, the sample, or a file.
    pub(super) fn open_new(&mut self, new: DataToOpen) {
        let pasted = |text: String| Arc::new(Source::memory("pasted text", text.into_bytes()));
        match new {
            DataToOpen::Dump(text) => self.file.import(pasted(text), FormatChoice::Asked),
            DataToOpen::Text(text) => {
                self.open_another(pasted(text));
                let len = self.file.source.len();
                self.file
                    .state
                    .say(format!("{len} bytes pasted; D returns"));
            }
            DataToOpen::Tour => {
                self.open_another(Arc::new(Source::memory(tour::NAME, tour::SAMPLE)));
                self.file.with_keys(&self.context, command::begin_tour);
            }
            DataToOpen::File(path) => self.file.open(&self.context, OpenRequest::new(path)),
            DataToOpen::Beside(path) => self.file.open(&self.context, OpenRequest::beside(path)),
            DataToOpen::Scratch(range) => self.file.copy_to_scratch(range, None),
            DataToOpen::Mended(copy) => self.file.copy_mended(&self.context, copy),
        }
    }
}
