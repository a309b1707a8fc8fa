//! Hex dumps: the offer to read one, and its bytes in place of the text.
//!
//! The data is examined, and a dump is read, in the background. What was open before stays
//! open below ([`stack`](super::stack)). Invariant: only a key opens other data, and only a key
//! goes back.

use std::path::Path;
use std::sync::Arc;

use super::data::source;
use super::open_file::{OpenFile, StackPlace};
use super::queries::{Asked, Query, QueryKey, Starter, WhenBelow};
use super::{Session, SessionContext};
use crate::command::overlay::list::OpenList;
use crate::command::overlay::readings::{ListedReading, ReadingList};
use crate::hexdump::DumpFormat;
use crate::hexdump::import::{self, FormatChoice, ImportFailure, SAMPLE};
use crate::job::background::Report;
use crate::job::undump::{self, DumpAccount, UndumpRefusal, UndumpResult};
use crate::job::{Control, JobEnd};
use crate::model::dump_state::{DumpOddity, DumpState};
use crate::model::state::FileStanding;
use crate::report::undump as words;
use crate::source::{ArrivedData, Source};
use crate::window::Peek as _;

/// The least confidence in percent to offer a dump.
const OFFERED: u8 = 80;

/// Without words for a failure: if no thread can be started, there is no offer.
pub(super) static RECOGNISE: Query = Query {
    forget: |file, _| {
        if let DumpState::Offered(..) | DumpState::Refused(..) = file.facts.dump {
            file.facts.dump = DumpState::None;
        }
    },
    ..Query::new(
        "look for a dump",
        Asked::Always {
            key: |file| file.may_be_dump().then(|| source(file)),
            start: OpenFile::start_recognising,
        },
    )
};

pub(super) static IMPORT: Query = Query {
    below: WhenBelow::Ends,
    ..Query::new("import", Asked::OnRequest(source)).saying("read the dump", "reading the dump")
};

impl OpenFile {
    /// True if enough is there to find out if it is a dump. Over other data `D` leads back, so
    /// nothing is offered there.
    fn may_be_dump(&self) -> bool {
        let arriving = self.facts.standing == FileStanding::Arriving;
        let enough = self.source.len() >= SAMPLE as u64 || !arriving;
        let is_one = matches!(self.facts.dump, DumpState::Imported(_));
        self.has_chosen() && self.place == StackPlace::Lowest && enough && !is_one
    }

    fn start_recognising(&mut self, _: &QueryKey) -> Starter {
        let source = Arc::clone(&self.source);
        let work = move |control: &mut Control<'_>| {
            // What is wrong with the file tells the user more.
            control.give_way();
            let head = ArrivedData(&source).window(0, SAMPLE);
            let taken = import::look(&head.bytes, head.ends);
            JobEnd::Done(taken.filter(|taken| taken.percent >= OFFERED).map(|taken| {
                let wrong = import::first_wrong(&head.bytes, head.ends);
                match wrong {
                    Some(wrong) => DumpState::Refused(taken.format.id, wrong.line),
                    None => DumpState::Offered(taken.format.id, taken.percent),
                }
            }))
        };
        Starter::new(work, Self::recognised)
    }

    /// Handles the result of that examination.
    fn recognised(&mut self, _: &mut SessionContext, report: Report<Option<DumpState>>) {
        if let Report::Ended(JobEnd::Done(Some(found))) = report
            && self.facts.dump == DumpState::None
        {
            self.facts.dump = found;
        }
    }

    /// Reads its text as a dump, or says why not.
    fn import_own_text(&mut self) {
        if let DumpState::Imported(name) = self.facts.dump {
            self.state
                .say(format!("the dump is already read, as {name}"));
            return;
        }
        if self.facts.standing == FileStanding::Arriving {
            self.state
                .say("more is still arriving; a dump is read after its end");
            return;
        }
        self.import(Arc::clone(&self.source), FormatChoice::Asked);
    }

    /// Reads a text as a dump.
    pub(super) fn import(&mut self, text: Arc<Source>, choice: FormatChoice) {
        self.state.say("reading the dump");
        let reported = Arc::clone(&text);
        let work = move |control: &mut Control<'_>| {
            let name = text.label().to_owned();
            let source = undump::DumpText::Source(Arc::clone(&text));
            match undump::import(control, source, Path::new(&name), choice) {
                JobEnd::Done(outcome) => JobEnd::Done((reported, outcome)),
                JobEnd::Cancelled => JobEnd::Cancelled,
            }
        };
        self.request(&IMPORT, |_| Starter::for_session(work, Session::imported));
    }

    fn refused(&self, refusal: &UndumpRefusal) -> String {
        match refusal {
            UndumpRefusal::Trouble(trouble) => trouble.to_string(),
            UndumpRefusal::Failure(failure) => {
                if matches!(failure, ImportFailure::Unknown(None)) {
                    return "not clearly a dump; --from names its format".to_owned();
                }
                let (place, reason) = words::failed(failure, self.state.look.charset);
                match place.strip_prefix(':') {
                    Some(place) => format!("line {place}: {reason}"),
                    None => reason,
                }
            }
            UndumpRefusal::Output(error) => error.to_string(),
            UndumpRefusal::Order { line, address } => {
                format!("line {line} goes back to 0x{address:X}; sort the lines by address first")
            }
        }
    }

    /// Offers no longer to read a dump that was refused.
    fn withdraw_offer(&mut self, refusal: &UndumpRefusal) {
        let line = match refusal {
            UndumpRefusal::Failure(ImportFailure::Unreadable(why)) => why.line,
            UndumpRefusal::Order { line, .. } => *line,
            _ => return,
        };
        if let DumpState::Offered(name, _) = self.facts.dump {
            self.facts.dump = DumpState::Refused(name, line);
        }
    }

    /// Stores the problems of the dump behind the open bytes, and shows a summary.
    pub(super) fn note_account(&mut self, account: &DumpAccount) {
        let Some(taken) = account.taken else {
            return;
        };
        let charset = self.state.look.charset;
        self.facts.dump = DumpState::Imported(taken.format.id);
        let source = Arc::clone(&self.source);
        let oddities = words::listed(account, charset);
        let oddities = oddities.into_iter().map(|(address, text)| DumpOddity {
            offset: address.map(|address| source.offset_of(address)),
            text,
        });
        self.facts.oddities = oddities.collect();
        let mut said = format!("{}: {}", words::taken(taken), words::extent(account));
        if account.is_contradicted() {
            said.push_str("; it contradicts itself, g d shows where");
        } else if !self.facts.oddities.is_empty() {
            said.push_str("; g d lists its problems");
        }
        self.state.say(said);
    }
}

impl Session {
    /// Goes back to the data open below; without that, reads the data as a dump.
    pub(super) fn import(&mut self) {
        if self.below.is_empty() {
            self.file.import_own_text();
        } else if !self.file.would_lose_changes() && !self.file.would_lose_regions() {
            self.pop();
        }
    }

    /// Reads the data as a dump in a form that was chosen.
    pub(super) fn import_as(&mut self, format: &'static DumpFormat) {
        let text = Arc::clone(&self.file.source);
        self.file.import(text, FormatChoice::Named(format));
    }

    /// Handles the result of reading a dump.
    fn imported(&mut self, report: Report<(Arc<Source>, UndumpResult)>) {
        match report {
            Report::Ended(JobEnd::Done((text, Ok((imported, account))))) => {
                let source = Source::imported(text.label(), imported);
                if !Arc::ptr_eq(&text, &self.file.source) {
                    // Pasted text was not open yet: it goes on the stack under its bytes.
                    self.open_another(text);
                }
                self.open_another(Arc::new(source));
                self.file.note_account(&account);
            }
            Report::Ended(JobEnd::Done((
                text,
                Err(UndumpRefusal::Failure(ImportFailure::Several(readings))),
            ))) => {
                if !Arc::ptr_eq(&text, &self.file.source) {
                    self.open_another(text);
                }
                let each = readings.iter().map(|reading| ListedReading {
                    format: reading.format,
                    text: words::possible(reading),
                });
                let readings = each.collect();
                let state = &mut self.file.state;
                state.message = None;
                state.open(OpenList {
                    kind: ReadingList { readings },
                    ..OpenList::default()
                });
            }
            Report::Ended(JobEnd::Done((text, Err(refusal)))) => {
                if Arc::ptr_eq(&text, &self.file.source) {
                    self.file.withdraw_offer(&refusal);
                }
                let message = self.file.refused(&refusal);
                self.file.state.say(message);
            }
            Report::Progress(_) | Report::Ended(JobEnd::Cancelled) | Report::Failed(_) => {}
        }
    }
}
