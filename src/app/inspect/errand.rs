//! Copies and exports: what is taken out of the inspector.
//!
//! What is short is copied at once; all else runs on a thread, one at a time, and is
//! shown while it does. Invariant: of every copy the user is told where it went, and of
//! every export that it is written or that nothing is.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::{Event, Inspector};
use crate::app::clipboard;
use crate::app::export::{self, Outcome, Plan};
use crate::command;
use crate::job::{self, Control, End, Report, Running};
use crate::model::errand::{Clipboard, Errand, Export, SHORT};
use crate::model::line::shorten;
use crate::model::screen;
use crate::model::state::Facts;
use crate::model::taken::{Form, take};
use crate::source::{Arrived, Glance};
use crate::unicode::glyph;

/// Columns of a command or a file in a message.
const NAME: usize = 20;
/// How long the end of an errand that was given up is waited for when the inspector is
/// left: what it has begun goes with it. Less than a signal gives us to end.
const PATIENCE: Duration = Duration::from_millis(700);
/// Bytes of text that a terminal is given at most in the place of a command.
const MOST_TEXT: usize = 4 * SHORT as usize;

/// What an errand has come to.
pub(super) enum Done {
    /// A text was handed to a command, or not: then why.
    Handed {
        command: String,
        text: String,
        what: String,
        result: Result<(), String>,
    },
    /// A text is written down, and is to be handed on.
    Taken { text: String, what: String },
    /// A file is written, or not.
    Exported(Outcome),
}

/// The errand that runs, and the number it goes by.
#[derive(Default)]
pub(super) struct Errands {
    running: Option<Running>,
    number: u64,
}

impl Inspector {
    /// Hands a text to the clipboard.
    pub(super) fn copy(&mut self, text: String, what: String) -> anyhow::Result<()> {
        match self.state.clipboard.clone() {
            Clipboard::Terminal => self.copy_by_terminal(&text, &what, ""),
            Clipboard::Command(command) => {
                self.hand_over(command, text, what);
                Ok(())
            }
        }
    }

    fn copy_by_terminal(&mut self, text: &str, what: &str, why: &str) -> anyhow::Result<()> {
        self.terminal.copy(text)?;
        // As much of where it went as there is room for; what it is must be read.
        let room = usize::from(self.size.width.saturating_sub(2));
        let places = [
            "given to the terminal's clipboard (OSC 52)",
            "to the terminal's clipboard",
            "to the terminal",
        ];
        let said = places.map(|place| format!("{what} {place}{why}"));
        let fits = said.iter().find(|said| glyph::columns(said) <= room);
        if let Some(said) = fits.or(said.last()) {
            self.state.say(said.as_str());
        }
        Ok(())
    }

    fn hand_over(&mut self, command: String, text: String, what: String) {
        let doing = format!("handing {what} to {}", self.named(&command));
        self.set_out(doing, 0..0, move |control| {
            // The text is wanted once more where the command fails.
            match clipboard::hand_over(control, &command, text.clone()) {
                End::Cancelled => End::Cancelled,
                End::Done(result) => End::Done(Done::Handed {
                    command,
                    text,
                    what,
                    result,
                }),
            }
        });
    }

    /// Writes many bytes down aside, and hands them on.
    pub(super) fn copy_long(&mut self, range: std::ops::Range<u64>, form: Form) {
        let (source, view) = (Arc::clone(&self.source), self.state.view.clone());
        let facts = self.facts_of_reading();
        let doing = format!("copying as {}", form.name());
        self.set_out(doing, range.clone(), move |control| {
            let data = Arrived(&source);
            let taken = take(&view.text(&data, &facts), &range, form);
            if control.is_cancelled() {
                return End::Cancelled;
            }
            End::Done(Done::Taken {
                what: taken.said(form),
                text: taken.text,
            })
        });
    }

    /// Writes to a file.
    pub(super) fn export(&mut self, export: Export) {
        let (what, form) = match export::settle(&export) {
            Ok(settled) => settled,
            Err(message) => return self.state.say(message),
        };
        let picture = match form {
            export::Form::Screen(form) => {
                let data = Glance::new(&self.source);
                let (size, look) = (self.size, self.state.look);
                let picture = screen::build(&self.state, &self.facts, &data, size, &self.manual);
                form.of(&picture, look, size)
            }
            _ => Vec::new(),
        };
        let doing = format!("writing {}", self.named(&export.path));
        let plan = Plan {
            export,
            what,
            form,
            source: Arc::clone(&self.source),
            view: self.state.view.clone(),
            facts: self.facts_of_reading(),
            charset: self.state.look.charset,
            theme: self.state.look.theme,
            picture,
        };
        let range = plan.range();
        self.set_out(doing, range, move |control| match plan.write(control) {
            End::Done(outcome) => End::Done(Done::Exported(outcome)),
            End::Cancelled => End::Cancelled,
        });
    }

    /// What is known of how the data is read, and nothing else.
    fn facts_of_reading(&self) -> Facts {
        Facts {
            known: self.facts.known.clone(),
            standing: self.facts.standing,
            ..Facts::default()
        }
    }

    /// A command or a file in a message.
    fn named(&self, name: &str) -> String {
        let name = glyph::safe(name, self.state.look.charset);
        format!("`{}`", shorten(&name, NAME))
    }

    /// Begins an errand, unless one is under way.
    fn set_out(
        &mut self,
        what: String,
        range: std::ops::Range<u64>,
        work: impl FnOnce(&mut Control<'_>) -> End<Done> + Send + 'static,
    ) {
        if let Some(errand) = &self.facts.errand {
            let what = errand.what.clone();
            return self.state.say(format!("still {what}; Ctrl-C gives it up"));
        }
        self.errands.number += 1;
        let (number, sender) = (self.errands.number, self.sender.clone());
        let started = job::spawn(work, move |report| {
            // The inspector may be gone; then nobody wants to know.
            let _ = sender.send(Event::Errand(number, report));
        });
        match started {
            Ok(running) => {
                self.errands.running = Some(running);
                let reached = range.start;
                self.facts.errand = Some(Errand {
                    what,
                    range,
                    reached,
                });
            }
            Err(error) => self.state.say(format!("cannot begin {what}: {error}")),
        }
    }

    /// The errand has something to report.
    pub(super) fn errand(&mut self, number: u64, report: Report<Done>) -> anyhow::Result<()> {
        if number != self.errands.number {
            return Ok(());
        }
        if let Report::Progress(reached) = report {
            if let Some(errand) = &mut self.facts.errand {
                errand.reached = reached;
            }
            return Ok(());
        }
        self.errands.running = None;
        let errand = self.facts.errand.take();
        match report {
            Report::Ended(End::Done(done)) => return self.done(done),
            Report::Ended(End::Cancelled) => {
                let what = errand.map(|errand| errand.what).unwrap_or_default();
                self.state.say(format!("given up: {what}"));
            }
            Report::Panicked(said) => self.state.say(format!("that failed: {said}")),
            Report::Progress(_) => {}
        }
        Ok(())
    }

    fn done(&mut self, done: Done) -> anyhow::Result<()> {
        match done {
            Done::Taken { text, what } => return self.copy(text, what),
            Done::Handed {
                command,
                text,
                what,
                result,
            } => {
                let command = self.named(&command);
                match result {
                    Ok(()) => self.state.say(format!("{what} given to {command}")),
                    Err(why) if text.len() <= MOST_TEXT => {
                        let why = format!(": {command} {why}");
                        return self.copy_by_terminal(&text, &what, &why);
                    }
                    Err(why) => self.state.say(format!(
                        "{command} {why}; too long for the terminal's clipboard, nothing copied"
                    )),
                }
            }
            Done::Exported(Outcome::Written(said)) => self.state.say(said),
            Done::Exported(Outcome::Failed(why)) => {
                self.state.say(format!("nothing written: {why}"));
            }
            Done::Exported(Outcome::Asked(export, bytes)) => {
                command::ask(&mut self.state, export, bytes);
            }
        }
        Ok(())
    }

    /// Gives up what runs: the search, else the errand.
    pub(super) fn cancel(&mut self) {
        if self.facts.is_searching() {
            self.end_search();
            self.state.say("search cancelled");
        } else if let Some(errand) = &self.facts.errand {
            let what = errand.what.clone();
            // It says itself when it has ended.
            self.errands.running = None;
            self.state.say(format!("giving up {what}"));
        }
    }

    /// Gives up an errand that runs when the inspector is left, and waits until what it
    /// has begun is gone.
    pub(super) fn leave_no_errand(&mut self, queue: &Receiver<Event>) {
        if self.facts.errand.is_none() {
            return;
        }
        self.errands.running = None;
        let until = Instant::now() + PATIENCE;
        while let Ok(event) = queue.recv_timeout(until.saturating_duration_since(Instant::now())) {
            if let Event::Errand(_, Report::Ended(_) | Report::Panicked(_)) = event {
                break;
            }
        }
    }
}
