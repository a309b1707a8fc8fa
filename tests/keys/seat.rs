//! The seat of a test: data, a size, a session, and the keys that change it.
//!
//! `before` is `words | data`. Words: `80x26` (the default), `enc utf-16le`, `phase 1`,
//! `at 3`, `step cluster`, `width 8`, `ascii`, `searching` (for a fault; it does not end),
//! `writing`, `piped`, `scratch` (its bytes are inserted and deleted too), `holes 2..4`, `gap 2..4`, `dump xxd` (`=xxd`: imported from one),
//! `odd 3,none`, `guessed koi8-r,ibm866`, `offered koi8-r`, `scanned` (in the encoding set
//! before it). Data: `'text'`, `E2 82`, `50*41`, one after the other. Keys are as the table
//! writes them; other words are `size:40x12`, `click:hex/3`, `click:bits/3.7`, `click:5,0`,
//! `click:=Enter_take` (on that text of the screen), `double:...`, `drag:...`, `wheel:3` (in threes), `exporting`, `asked`, `found:4`, `paste:text` and
//! `type:text` (`_` for a blank). `after` is facts separated by `; `, each read by
//! [`Seat::fact`]. Invariant: after every key the picture is as the model promises.

use super::data::Data;
use super::facts;
use super::recorder::Recorder;
use crate::play::driven::Driven;
use hexloupe::codec::{Encoding, table};
use hexloupe::command::input::{Pointer, UserInput};
use hexloupe::command::key::{Key, KeySymbol};
use hexloupe::command::keymap::{KeyChange, KeyOutcome, Keymap, sets};
use hexloupe::command::overlay::{Overlay, tour};
use hexloupe::command::{self, FrontRequest, InspectorState};
use hexloupe::detect::requested::RequestedEncoding;
use hexloupe::detect::verdict::{Evidence, Guess};
use hexloupe::job::JobEnd;
use hexloupe::job::background::{Job, Report};
use hexloupe::model::dump_state::DumpOddity;
use hexloupe::model::errand::Clipboard;
use hexloupe::model::guessed::ReadingOffer;
use hexloupe::model::layout::ScreenLayout;
use hexloupe::model::state::{Arrangement, Facts, Radix};
use hexloupe::session::{FirstGuide, Opened, SessionEvent, SessionStart};
use hexloupe::source::Source;
use hexloupe::unicode::glyph::Charset;
use hexloupe::window::Peek as _;
use std::sync::Arc;

use super::words::{arrangement, bytes, dump, encoding, pane, range, short, size, unit};

/// The state before, the keys, and the facts after.
pub(crate) type Triple = (&'static str, &'static str, &'static str);

/// The jobs that end before the next key.
const SOON: &[&str] = &["seek", "next match", "count of matches", "count", "replace"];

pub(crate) struct Seat {
    pub(crate) driven: Driven,
    /// The exports, which write nothing.
    recorder: Recorder,
    /// The effect of the last key, as text.
    effect: String,
    /// The commands that ran.
    pub(crate) ran: Vec<&'static str>,
    /// Whether searches do not end before the next key.
    is_slow: bool,
    keymap: Keymap,
}

/// Data for a session, read in an encoding with a phase.
fn opened(data: Data, encoding: &Encoding, phase: u8) -> Opened {
    let requested = RequestedEncoding::parse(encoding.id).expect("an encoding");
    Opened {
        requested,
        phase,
        ..Opened::from_source(Source::answered("seat", Arc::new(data)))
    }
}

/// The keys of a set, with those of the user after it: `vim,undo=K`.
fn keymap(words: &str) -> Keymap {
    let mut words = words.split(',');
    let set = words.next().and_then(sets::by_id).expect("a set of keys");
    let change = |word: &str| {
        let (name, keys) = word.split_once('=').expect("a command and its keys");
        KeyChange {
            command: command::table::by_name(name).expect("a command").name,
            ways: vec![keys.replace('_', " ")],
        }
    };
    Keymap::new(set, &words.map(change).collect::<Vec<_>>())
}

impl Seat {
    pub(crate) fn new(bytes: Vec<u8>, encoding: &'static Encoding, phase: u8) -> Self {
        let data = Data {
            bytes,
            holes: Vec::new(),
            gaps: Vec::new(),
        };
        Self::over(&opened(data, encoding, phase), SessionStart::default())
    }

    fn over(opened: &Opened, mut beginning: SessionStart) -> Self {
        let recorder = Recorder::default();
        beginning.services = recorder.services();
        beginning.size = size("80x26");
        let keymap = beginning.keymap.clone();
        Self {
            driven: Driven::new(opened, beginning),
            recorder,
            effect: "none".to_owned(),
            ran: Vec::new(),
            is_slow: false,
            keymap,
        }
    }

    /// A seat before the sample, as the tour begins, on a screen of a size and in `ascii`.
    pub(crate) fn touring(words: &str) -> Self {
        let (size, charset) = words.split_once(' ').unwrap_or((words, ""));
        let mut beginning = SessionStart {
            guide: FirstGuide::Tour,
            ..SessionStart::default()
        };
        if charset == "ascii" {
            beginning.look.charset = Charset::Ascii;
        }
        let opened = Opened::memory(tour::NAME, tour::SAMPLE);
        let mut seat = Self::over(&opened, beginning);
        seat.driven.resize(self::size(size));
        seat
    }

    pub(crate) fn of(before: &str) -> Self {
        let (words, data) = before.split_once('|').expect("before is words | data");
        let words: Vec<&str> = words.split_whitespace().collect();
        let value = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1).copied()
        };
        let ranges = |name: &str| {
            let pairs = words.windows(2).filter(|pair| pair[0] == name);
            pairs.map(|pair| range(pair[1])).collect::<Vec<_>>()
        };
        let data = Data {
            bytes: bytes(data),
            holes: ranges("holes"),
            gaps: ranges("gap"),
        };
        let encoding = value("enc").map_or(table::UTF_8, encoding);
        let phase = value("phase").map_or(0, |phase| phase.parse().unwrap());
        let mut beginning = SessionStart {
            at: value("at").map_or(0, |at| at.parse().unwrap()),
            width: value("width").map(|width| width.parse().unwrap()),
            keymap: value("keymap").map_or_else(Keymap::default, keymap),
            ..SessionStart::default()
        };
        let ascii = words.contains(&"ascii").then_some(Charset::Ascii);
        beginning.look.charset = ascii.unwrap_or_default();
        if words.contains(&"piped") {
            beginning.clipboard = Clipboard::Command("cat".to_owned());
        }
        let mut opened = opened(data, encoding, phase);
        if words.contains(&"scratch") {
            let bytes = opened.source.window(0, usize::MAX).bytes;
            let source = Source::scratch("seat", bytes).expect("a short buffer");
            opened.source = Arc::new(source);
        }
        let mut seat = Self::over(&opened, beginning);
        // Most triples count in the rows of four bytes that stand side by side in 80 columns.
        let arranged = value("layout").map_or(Some(Arrangement::Wide), arrangement);
        seat.set(|state, _| state.view.arrangement = arranged);
        let (mut words, mut other) = (words.into_iter(), None);
        while let Some(word) = words.next() {
            let mut value = || words.next().expect("a value after the word");
            match word {
                "enc" | "phase" | "at" | "width" | "layout" | "holes" | "keymap" => {
                    value();
                }
                "gap" => {
                    value();
                    seat.set(|state, _| state.view.ahead = 0x1000);
                }
                "step" => {
                    let unit = unit(value());
                    seat.set(|state, _| state.view.unit = unit);
                }
                "ascii" | "piped" | "scratch" => {}
                // Nobody has named the encoding.
                "auto" => seat.set(|state, _| state.view.reading.evidence = Evidence::Assumed),
                "dump" => {
                    let dump = dump(value());
                    seat.set(|_, facts| facts.dump = dump);
                }
                "odd" => {
                    let oddity = |word: &str| DumpOddity {
                        offset: word.parse().ok(),
                        text: format!("odd {word}"),
                    };
                    let all = value().split(',').map(oddity).collect();
                    seat.set(|_, facts| facts.oddities = all);
                }
                "scanned" => {
                    seat.driven.show();
                    seat.driven.finish(&["scan"]);
                }
                "guessed" => {
                    let guess = Arc::new(facts::guess(value()));
                    seat.set(|_, facts| facts.guess = Some(guess));
                }
                "other" => seat.add_other(value()),
                "offered" => {
                    let to = facts::guess(value()).verdict;
                    seat.set(|state, facts| {
                        let from = state.view.reading;
                        facts.offer = Some(ReadingOffer { from, to });
                    });
                }
                "writing" => seat.set(|_, facts| facts.errand = Some(facts::writing())),
                "searching" => {
                    seat.is_slow = true;
                    seat.driven.press("f");
                }
                size => other = Some(self::size(size)),
            }
        }
        if let Some(size) = other {
            seat.driven.resize(size);
        }
        seat.driven.asked.clear();
        seat
    }

    /// Adds text in another encoding to the guess.
    fn add_other(&mut self, words: &str) {
        let others = vec![facts::other(words)];
        self.set(|_, facts| {
            let guess = facts.guess.as_deref().cloned();
            let guess = guess.expect("a guess before it");
            facts.guess = Some(Arc::new(Guess { others, ..guess }));
        });
    }

    pub(crate) fn set(&mut self, change: impl FnOnce(&mut InspectorState, &mut Facts)) {
        self.driven.session.set(change);
    }

    pub(crate) fn state(&self) -> &InspectorState {
        self.driven.session.state()
    }

    pub(crate) fn facts(&self) -> &Facts {
        self.driven.session.facts()
    }

    pub(crate) fn data(&self) -> &Source {
        self.driven.session.source()
    }

    pub(crate) fn layout(&self) -> Option<ScreenLayout> {
        let size = self.driven.session.size();
        ScreenLayout::divide(size, &self.state().view, self.data().len())
    }

    pub(crate) fn play(&mut self, keys: &str) {
        for word in keys.split_whitespace() {
            self.one(word);
            super::properties::hold(self);
        }
    }

    /// One word of the keys.
    pub(crate) fn one(&mut self, word: &str) {
        let blanks = |text: &str| text.replace('_', " ");
        match word.split_once(':') {
            Some(("size", size)) => self.driven.resize(self::size(size)),
            Some(("click", place)) => self.point(place, Pointer::PRESS),
            Some(("double", place)) => {
                self.point(place, Pointer::PRESS);
                self.point(place, Pointer::Press { clicks: 2 });
            }
            Some(("drag", place)) => self.point(place, Pointer::Drag),
            Some(("wheel", rows)) => {
                let rows: i32 = rows.parse().unwrap();
                let way = if rows < 0 {
                    Pointer::WheelUp
                } else {
                    Pointer::WheelDown
                };
                // Three rows per notch.
                for _ in 0..rows.unsigned_abs().div_ceil(3) {
                    self.driven.input(UserInput::Mouse(way, 0, 0));
                }
            }
            Some(("found", offset)) => {
                let found = Some(offset.parse::<u64>().unwrap());
                let report = Report::<Option<u64>>::Ended(JobEnd::Done(found));
                for job in self.driven.jobs_of(&["seek"]) {
                    let message = job.message(report.clone()).expect("it may find that");
                    self.driven.take(SessionEvent::Message(message));
                }
            }
            Some(("paste", text)) => self.input(UserInput::Paste(blanks(text))),
            Some(("type", text)) => {
                for c in blanks(text).chars() {
                    self.key(Key::plain(KeySymbol::Char(c)));
                }
            }
            None if word == "exporting" => {
                self.recorder.is_there(7);
                self.driven.press(": type:export_file_a.bin Enter");
            }
            None if word == "asked" => {
                if !self.driven.session.has_errand() {
                    self.one("exporting");
                }
                self.driven.finish(&["errand"]);
            }
            _ => self.key(word.parse().unwrap_or_else(|()| panic!("no key {word:?}"))),
        }
    }

    fn point(&mut self, place: &str, pointer: Pointer) {
        let (column, row) = match place.split_once('/') {
            _ if place.starts_with('=') => {
                let text = place[1..].replace('_', " ");
                let found = self.driven.found(&text);
                found.unwrap_or_else(|| panic!("{text:?} is not on the screen"))
            }
            None => {
                let (column, row) = place.split_once(',').expect("a column and a row");
                (column.parse().unwrap(), row.parse().unwrap())
            }
            Some((pane, byte)) => {
                let (byte, bit) = byte.split_once('.').unwrap_or((byte, "0"));
                let layout = self.layout().expect("room for a click");
                let past: u64 = byte.parse::<u64>().unwrap() - self.state().view.top;
                let width = u64::from(layout.grid.width());
                let pane = *layout
                    .panes
                    .iter()
                    .find(|shown| shown.pane == self::pane(pane))
                    .expect("the pane is shown");
                let (x, _) = layout.cell(pane, (past % width) as u16);
                let (row, index) = ((past / width) as u16, (past % width) as u16);
                (
                    x + bit.parse::<u16>().unwrap(),
                    layout.line(pane, row, index).expect("a line of the byte"),
                )
            }
        };
        self.input(UserInput::Mouse(pointer, column, row));
    }

    pub(crate) fn key(&mut self, key: Key) {
        if self.state().overlay.is_none() {
            let outcome = self.keymap.feed(&mut self.state().pending.clone(), key);
            if let KeyOutcome::Run { command, .. } = outcome {
                self.ran.push(command.name);
            }
        } else if let (Some(Overlay::GoTo(prompt)), KeySymbol::Enter) =
            (&self.state().overlay, key.code)
        {
            let named = command::table::by_line(prompt.input.value().trim());
            self.ran.extend(named.map(|(command, _)| command.name));
        }
        self.input(UserInput::Key(key));
    }

    /// Takes an input, and runs the jobs that end before the next one.
    fn input(&mut self, input: UserInput) {
        self.driven.asked.clear();
        self.recorder.forget();
        self.driven.input(input);
        self.effect = self.asked();
        if !self.is_slow {
            self.driven.finish(SOON);
        }
        self.driven.show();
        if !self.is_slow {
            self.driven.finish(SOON);
        }
    }

    /// The effect of the last input, apart from jobs that end soon.
    fn asked(&mut self) -> String {
        let said = self.state().message.clone().unwrap_or_default();
        if let Some(export) = self.recorder.export() {
            return facts::exported(&export);
        }
        if said == "search cancelled" || said.starts_with("cancelling") {
            return "cancel".to_owned();
        }
        let started: Vec<_> = self.driven.jobs.iter().map(Job::name).collect();
        let errand = self.facts().errand.as_ref();
        if let Some(errand) = errand.filter(|_| started.contains(&"errand")) {
            let form = errand.what.trim_start_matches("copying as ");
            return format!("copy {:?} = {form}", errand.range);
        }
        if let Some(name) = ["reopen", "import", "open a layer"]
            .iter()
            .find(|name| started.contains(name))
        {
            self.driven.jobs.retain(|job| job.name() != *name);
            return (*name).to_owned();
        }
        match self.driven.front_requests().last() {
            Some(FrontRequest::Copy(text)) => {
                let places = [
                    " sent to the terminal's clipboard (OSC 52)",
                    " to the terminal's clipboard",
                    " to the terminal",
                ];
                let what = places.iter().find_map(|place| said.strip_suffix(place));
                format!("copy {text} = {}", what.unwrap_or(&said))
            }
            Some(other) => format!("{other:?}").to_lowercase(),
            None => "none".to_owned(),
        }
    }

    /// The value of a fact by its name.
    pub(crate) fn fact(&mut self, name: &str) -> String {
        let screen = |seat: &mut Self| seat.driven.screen();
        let view = &self.state().view.clone();
        let layout = self.layout();
        match name {
            "at" => view.cursor.offset.to_string(),
            "bytes" => {
                let window = self.data().window(0, 64);
                let bytes = window.bytes.iter().map(|byte| format!("{byte:02X}"));
                bytes.collect::<Vec<_>>().join(" ")
            }
            "changed" => match &self.data().changed(0..u64::MAX)[..] {
                [] => "none".to_owned(),
                [range] => format!("{range:?}"),
                ranges => format!("{ranges:?}"),
            },
            "bit" => view.cursor.bit.to_string(),
            "top" => view.top.to_string(),
            // The row of the screen that the cursor stands in.
            "row" => layout.map_or_else(String::new, |layout| {
                let row = layout.row_on_screen(view.top, view.cursor.offset);
                row.expect("the cursor is on the screen").to_string()
            }),
            "step" => view.unit.name().replace(' ', "-"),
            "enc" => view.encoding().id.to_owned(),
            "phase" => view.phase.to_string(),
            // The ranges that are read in an encoding of their own.
            "passages" => {
                let list = view.passages.list().iter();
                let list = list.map(|known| {
                    let (range, phase) = (&known.range, known.phase);
                    format!("{range:?} {}/{phase}", known.encoding.id)
                });
                list.collect::<Vec<_>>().join(" ")
            }
            "regions" => facts::regions(&view.regions),
            // The rows that the margin marks, by their number.
            "margin" => {
                let rows = screen(self).rows;
                let marked = rows.iter().enumerate().filter(|(_, row)| row.otherwise);
                let marked = marked.map(|(number, _)| number.to_string());
                marked.collect::<Vec<_>>().join(" ")
            }
            "focus" => short(view.focus).to_owned(),
            // The panes on the screen, and the bytes in a row.
            "shown" => layout.map_or_else(String::new, |layout| {
                let panes: Vec<_> = layout.panes.iter().map(|pane| short(pane.pane)).collect();
                panes.join(" ")
            }),
            "width" => layout.map_or_else(String::new, |layout| layout.grid.width().to_string()),
            "selected" => view
                .selected(self.data(), self.facts())
                .map_or("none".to_owned(), |range| format!("{range:?}")),
            "layout" => layout.map_or("", |it| it.arrangement.name()).to_owned(),
            "inspector" => view.inspector.name().to_owned(),
            "radix" => match view.radix {
                Radix::Hex => "hex",
                Radix::Decimal => "decimal",
            }
            .to_owned(),
            "overlay" => facts::overlay(self.state().overlay.as_ref()),
            "marked" => format!("{:?}", self.facts().found.shown),
            "says" => self.state().message.clone().unwrap_or_default(),
            "pending" => {
                let screen = screen(self);
                facts::pending(self.state(), &screen)
            }
            "effect" => self.effect.clone(),
            "caret" => facts::caret(&screen(self), view.top),
            "chosen" | "listed" | "covered" => {
                facts::list(name, &screen(self), view.cursor.offset - view.top)
            }
            "status" => screen(self).status.text(),
            "title" => screen(self).title.text(),
            "answer" => match layout.and_then(|layout| layout.answer) {
                Some(_) => screen(self).answer.text(),
                None => "none".to_owned(),
            },
            _ => panic!("no fact {name:?}"),
        }
    }
}

/// Plays the triples; every fact that is named must have its value.
#[track_caller]
pub(crate) fn check(triples: &[Triple]) {
    let mut wrong = Vec::new();
    for (before, keys, after) in triples {
        let mut seat = Seat::of(before);
        seat.play(keys);
        for fact in after.split("; ") {
            let (name, expected) = fact.split_once(' ').unwrap_or((fact, ""));
            let found = seat.fact(name);
            // A part of a sentence is enough.
            let right = match name {
                "says" | "status" | "pending" | "title" | "answer" if !expected.is_empty() => {
                    found.contains(expected)
                }
                _ => found == expected,
            };
            if !right {
                wrong.push(format!(
                    "{before} -> {keys}\n  {name}: {found:?}, not {expected:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
