//! Hex dumps in the inspector: the offer, the bytes in the place of the text, the
//! way back, and pasted text.
//!
//! Whether the data looks like a dump is found out aside, and so are its bytes. What
//! was open before waits on a stack, with where the user was in it. Invariant: a key
//! opens something new, and a key leads back.

use std::path::Path;
use std::sync::Arc;

use super::{Event, Inspector};
use crate::command::input::MOST_PASTED;
use crate::command::{self, New};
use crate::detect::requested::RequestedEncoding;
use crate::hexdump::import::{self, Choice, Failure, SAMPLE, Taken};
use crate::job::undump::{self, Account, Outcome, Refusal};
use crate::job::{self, End, Report, Running};
use crate::model::dumped::{Dump, Oddity, Pasted};
use crate::model::state::{Jumps, Overlay, Standing, View};
use crate::report::undump as words;
use crate::source::{Arrived, Glance, Source};
use crate::unicode::glyph;
use crate::window::Peek as _;

/// From how many percent on a dump is offered.
const OFFERED: u8 = 80;

/// What becomes of dumps.
#[derive(Default)]
pub(super) struct Dumping {
    /// Looks whether the data is a dump, and which file that is.
    looking: Option<Running>,
    looked: Option<u64>,
    /// Reads it, by a number.
    importing: Option<Running>,
    number: u64,
    /// What the data was found to be most like, and would be read as.
    found: Option<Taken>,
    /// What was open before, the last on top.
    behind: Vec<Behind>,
}

/// What was open before.
struct Behind {
    source: Arc<Source>,
    requested: RequestedEncoding,
    view: View,
    dump: Dump,
    oddities: Arc<[Oddity]>,
    /// Who takes what a pipe brings, also while it waits here.
    spool: Option<Running>,
    choosing: bool,
    chosen_of: u64,
}

impl Dumping {
    /// Ends what looks and reads: what it still reports is not heard.
    pub(super) fn end(&mut self) {
        (self.looking, self.looked, self.importing) = (None, None, None);
        self.found = None;
        self.number += 1;
    }
}

impl Inspector {
    /// Sees to it that what is open is looked at, whether it is a dump.
    pub(super) fn keep_dump_looked_for(&mut self) {
        let arriving = self.facts.standing == Standing::Arriving;
        let enough = self.source.len() >= SAMPLE as u64 || !arriving;
        if self.dumping.looked == Some(self.opened) || !enough {
            return;
        }
        self.dumping.looked = Some(self.opened);
        if matches!(self.facts.dump, Dump::Imported(_)) {
            return;
        }
        let (source, sender, opened) = (Arc::clone(&self.source), self.sender.clone(), self.opened);
        let work = move |_: &mut job::Control<'_>| {
            let head = Arrived(&source).window(0, SAMPLE);
            End::Done(import::look(&head.bytes, head.ends))
        };
        let started = job::spawn(work, move |report| {
            // The inspector may be gone; then nobody wants to know.
            let _ = sender.send(Event::Looked(opened, report));
        });
        // Nobody has asked for it: without a thread there is no offer.
        self.dumping.looking = started.ok();
    }

    /// The data was looked at.
    pub(super) fn looked(&mut self, opened: u64, report: &Report<Option<Taken>>) {
        if opened != self.opened || self.facts.dump != Dump::None {
            return;
        }
        if let Report::Ended(End::Done(Some(taken))) = report {
            self.dumping.found = Some(*taken);
            if taken.percent >= OFFERED {
                self.facts.dump = Dump::Offered(taken.format.id, taken.percent);
            }
        }
    }

    /// Reads the data as a dump; of one that was read goes back to the text.
    pub(super) fn import(&mut self) {
        let found = self.dumping.found.is_some() && self.facts.dump == Dump::None;
        let is_dump = matches!(self.facts.dump, Dump::Offered(..)) || found;
        if !is_dump && let Some(behind) = self.dumping.behind.pop() {
            return self.go_back(behind);
        }
        if let Dump::Imported(name) = self.facts.dump {
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
        self.begin_import(Arc::clone(&self.source));
    }

    fn begin_import(&mut self, text: Arc<Source>) {
        self.dumping.number += 1;
        let (number, sender) = (self.dumping.number, self.sender.clone());
        let reported = Arc::clone(&text);
        let work = move |control: &mut job::Control<'_>| {
            let name = text.label().to_owned();
            let source = undump::Text::Source(Arc::clone(&text));
            undump::import(control, source, Path::new(&name), Choice::Auto)
        };
        let started = job::spawn(work, move |report| {
            let _ = sender.send(Event::Imported(number, Arc::clone(&reported), report));
        });
        match started {
            Ok(running) => {
                self.dumping.importing = Some(running);
                self.state.say("reading the dump");
            }
            Err(error) => self.state.say(format!("cannot read the dump: {error}")),
        }
    }

    /// A dump was read, or could not be.
    pub(super) fn imported(&mut self, number: u64, text: &Arc<Source>, report: Report<Outcome>) {
        if number != self.dumping.number {
            return;
        }
        match report {
            Report::Ended(End::Done(Ok((imported, account)))) => {
                let source = Source::imported(text.label(), imported);
                if !Arc::ptr_eq(text, &self.source) {
                    // What was pasted is opened behind its own bytes.
                    self.open_anew(Arc::clone(text));
                }
                self.open_anew(Arc::new(source));
                self.take_account(&account);
            }
            Report::Ended(End::Done(Err(refusal))) => {
                let said = self.refused(&refusal);
                self.state.say(said);
            }
            Report::Panicked(said) => self.state.say(format!("reading the dump failed: {said}")),
            Report::Progress(_) | Report::Ended(End::Cancelled) => return,
        }
        self.dumping.importing = None;
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

    /// Shows what there is to say of the dump whose bytes are open.
    pub(in crate::app) fn take_account(&mut self, account: &Account) {
        let Some(taken) = account.taken else {
            return;
        };
        let charset = self.state.look.charset;
        self.facts.dump = Dump::Imported(taken.format.id);
        let source = Arc::clone(&self.source);
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

    /// Opens something in the place of what is open, which waits.
    fn open_anew(&mut self, source: Arc<Source>) {
        let name = glyph::safe_bytes(source.label().as_encoded_bytes(), self.state.look.charset);
        let data = Glance::new(&source);
        let reading = RequestedEncoding::Auto.verdict(&data);
        let now = &self.state.view;
        let view = View {
            width: now.width,
            unit: now.unit,
            panes: now.panes,
            focus: now.focus,
            inspector: now.inspector,
            radix: now.radix,
            ahead: ahead(&source),
            ..View::new(name, reading)
        };
        let before = self.exchange(source, view, RequestedEncoding::Auto, None);
        self.dumping.behind.push(before);
    }

    fn go_back(&mut self, behind: Behind) {
        let (dump, oddities) = (behind.dump, Arc::clone(&behind.oddities));
        self.exchange(behind.source, behind.view, behind.requested, behind.spool);
        (self.choosing, self.chosen_of) = (behind.choosing, behind.chosen_of);
        self.facts.dump = dump;
        self.facts.oddities = oddities;
        let name = self.state.view.name.clone();
        self.state.say(format!("back to {name}"));
    }

    /// Puts other data in the place of what is open; answers what was.
    /// A pipe keeps the one who takes what it brings.
    fn exchange(
        &mut self,
        source: Arc<Source>,
        view: View,
        requested: RequestedEncoding,
        spool: Option<Running>,
    ) -> Behind {
        self.forget_data();
        let taken = view.reading;
        let attendant = self.attendant.take();
        let before = Behind {
            spool: attendant.filter(|_| self.source.is_stream()),
            choosing: self.choosing,
            chosen_of: self.chosen_of,
            source: std::mem::replace(&mut self.source, source),
            requested: std::mem::replace(&mut self.requested, requested),
            view: std::mem::replace(&mut self.state.view, view),
            dump: std::mem::take(&mut self.facts.dump),
            oddities: std::mem::take(&mut self.facts.oddities),
        };
        self.taken = taken;
        self.state.overlay = Overlay::None;
        self.state.jumps = Jumps::default();
        self.state.marks.clear();
        self.attendant =
            spool.or_else(|| super::file::attend_to(&self.source, self.opened, &self.sender));
        let arriving = self.source.is_arriving() && self.attendant.is_some();
        self.facts.standing = if arriving {
            Standing::Arriving
        } else {
            Standing::Same
        };
        self.chosen_of = self.source.len();
        self.choosing = false;
        self.with_desk(command::settle);
        before
    }

    /// Asks what pasted text is to be.
    pub(super) fn pasted(&mut self, text: &str) {
        let is_cut = text.len() >= MOST_PASTED;
        // Terminals send the ends of lines as the key that ends one.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let head = text.as_bytes();
        let head = &head[..head.len().min(SAMPLE)];
        let dump = import::look(head, head.len() == text.len());
        self.state.overlay = Overlay::Pasted(Pasted {
            dump: dump.map(|taken| (taken.format.id, taken.percent)),
            is_cut,
            text,
        });
    }

    /// Opens something new.
    pub(super) fn open_new(&mut self, new: New) {
        let pasted = |text: String| Arc::new(Source::memory("pasted text", text.into_bytes()));
        match new {
            New::Dump(text) => self.begin_import(pasted(text)),
            New::Text(text) => {
                self.open_anew(pasted(text));
                let len = self.source.len();
                self.state.say(format!("{len} bytes pasted; D leads back"));
            }
        }
    }
}

/// How far addresses are ahead of offsets at most.
pub(super) fn ahead(source: &Source) -> u64 {
    let len = source.len();
    source.address(len).saturating_sub(len)
}
