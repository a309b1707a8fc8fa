//! A monkey at the keys: random input.
//!
//! It presses keys of the table and others, types and pastes into prompts, uses the mouse,
//! changes the size, lets files grow, shrink and become unreadable and searches end late,
//! and checks every picture on terminals of several kinds.
//! Invariant: what it does depends only on its dice.

use super::choice::{any_key, data, piece, size, text};
use super::data::{Body, Content, Data};
use super::dice::Dice;
use super::driven::{Driven, SEARCHES};
use super::emulator::{Edge, Widths};
use super::invariants;
use super::stage::Stage;
use hexloupe::codec::table;
use hexloupe::command::FrontRequest;
use hexloupe::command::input::{Pointer, UserInput};
use hexloupe::command::key::{Key, KeySymbol};
use hexloupe::command::table::COMMANDS;
use hexloupe::detect::requested::RequestedEncoding;
use hexloupe::job::JobEnd;
use hexloupe::job::background::{JobFailure, Report};
use hexloupe::language::Language;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::look::Appearance;
use hexloupe::model::palette::{Depth, PALETTES};
use hexloupe::model::screen::Picture;
use hexloupe::model::state::FileStanding;
use hexloupe::model::theme::Theme;
use hexloupe::session::{Opened, SessionEvent, SessionStart};
use hexloupe::unicode::glyph::Charset;
use hexloupe::window::Peek as _;
use std::collections::VecDeque;

/// Bytes of the data that one deed may read: the most expensive one steps back over 4096 characters,
/// each of which, in an encoding with shifts, is sought from the last boundary that is known.
const MOST_ASKED: u64 = 4096 * (64 << 10);

/// The most bytes of data that jobs go through as a whole.
const SEARCHED: u64 = 3 << 20;

/// The jobs other than searches.
const OTHERS: &[&str] = &[
    "scan",
    "guess",
    "doubt",
    "look for a dump",
    "import",
    "errand",
];

pub(crate) struct Monkey {
    dice: Dice,
    data: Data,
    driven: Driven,
    stage: Stage,
    /// The last picture.
    picture: Option<Picture>,
    /// Whether the state was settled since the file was truncated without its knowledge.
    settled: bool,
    /// Its last actions.
    deeds: VecDeque<String>,
}

impl Drop for Monkey {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let (view, size) = (&self.driven.state().view, self.driven.size());
            let deeds: Vec<_> = self.deeds.iter().map(String::as_str).collect();
            println!("it did: {}", deeds.join(" "));
            println!("then {size:?} {view:?}");
        }
    }
}

impl Monkey {
    /// A monkey with data of its choice.
    pub(crate) fn new(mut dice: Dice, tables: &[(Widths, Edge)]) -> Self {
        let data = data(&mut dice);
        Self::at(dice, data, tables)
    }

    /// A monkey with given data.
    pub(crate) fn at(mut dice: Dice, content: Content, tables: &[(Widths, Edge)]) -> Self {
        let encodings: Vec<_> = table::all().collect();
        let encoding = if dice.one_in(2) {
            dice.pick(&encodings)
        } else {
            table::UTF_8
        };
        let look = Appearance {
            theme: dice.pick(&[
                Theme::default(),
                Theme::MONO,
                Theme::new(&PALETTES[1], Depth::True),
            ]),
            charset: dice.pick(&[Charset::Unicode, Charset::Unicode, Charset::Ascii]),
            language: dice.pick(&Language::ALL),
            ..Appearance::default()
        };
        let name = dice.some(3, piece).concat();
        let size = size(&mut dice);
        let data = Data::of(content);
        // What is not asked for is guessed.
        let requested = if dice.one_in(3) {
            RequestedEncoding::AUTO
        } else {
            RequestedEncoding::parse(encoding.id).expect("an encoding")
        };
        let opened = Opened {
            requested,
            phase: dice.below(u64::from(encoding.unit)) as u8,
            ..Opened::from_source(data.source(&String::from_utf8_lossy(&name)))
        };
        let width = dice.one_in(8).then(|| dice.within(1..70) as u16);
        let beginning = SessionStart {
            width,
            look,
            size,
            ..SessionStart::default()
        };
        let driven = Driven::new(&opened, beginning);
        let stage = Stage::new(tables, size.width, size.height);
        let mut monkey = Self {
            dice,
            data,
            driven,
            stage,
            picture: None,
            settled: true,
            deeds: VecDeque::new(),
        };
        monkey.look();
        monkey
    }

    /// A monkey whose data and choices are given: the first byte says which share of the
    /// others (in 255ths) are choices, the rest is the data; if none is left, the data is
    /// chosen too.
    pub(crate) fn of_bytes(bytes: &[u8], tables: &[(Widths, Edge)]) -> Self {
        let (share, rest) = bytes.split_first().unwrap_or((&0, &[]));
        let choices = (rest.len() * usize::from(*share)).div_ceil(255);
        let (choices, rest) = rest.split_at(choices.min(rest.len()));
        let dice = Dice::of_bytes(choices);
        if rest.is_empty() {
            return Self::new(dice, tables);
        }
        Self::at(dice, Content::new(Body::Bytes(rest.to_vec())), tables)
    }

    /// Does `steps` things, or until its dice are spent, and checks the picture after each.
    #[track_caller]
    pub(crate) fn play(&mut self, steps: u64) {
        for _ in 0..steps {
            if self.dice.is_spent() {
                return;
            }
            self.data.asked();
            self.act();
            self.look();
            self.work();
        }
    }

    #[track_caller]
    fn look(&mut self) {
        let picture = self.driven.show();
        let asked = self.data.asked();
        let (driven, source) = (&self.driven, self.driven.session.source());
        if self.settled && self.data.with(|content| content.drip) == 0 {
            invariants::state(driven.state(), driven.size(), source.len());
        }
        if self.settled {
            invariants::picture(&picture, driven.state(), driven.size());
        }
        let repaints = |request: &FrontRequest| {
            matches!(request, FrontRequest::Redraw | FrontRequest::Suspend)
        };
        if self.driven.front_requests().any(repaints) {
            self.stage.redraw();
        }
        self.driven.asked.clear();
        self.stage.show(&picture, self.driven.state().look);
        assert!(asked <= MOST_ASKED, "{asked} bytes were read for a step");
        self.picture = Some(picture);
    }

    /// Asserts that a full repaint shows the same screen.
    #[track_caller]
    pub(crate) fn repaint(&self, tables: &[(Widths, Edge)]) {
        let ScreenSize { width, height } = self.driven.size();
        let mut fresh = Stage::new(tables, width, height);
        let picture = self.picture.as_ref().expect("it has looked");
        fresh.show(picture, self.driven.state().look);
        self.stage.same(&fresh);
    }

    fn act(&mut self) {
        let dice = &mut self.dice;
        match dice.below(64) {
            0..24 => self.press_command(),
            24..30 => {
                let key = any_key(dice);
                self.press(key);
            }
            30..36 => self.count(),
            36..42 => self.prompt(),
            42 | 43 => {
                let text = text(dice);
                self.driven.input(UserInput::Paste(text));
            }
            44..48 => self.mouse(),
            48..51 => {
                let size = size(dice);
                self.note(format!("<{}x{}>", size.width, size.height));
                if self.dice.one_in(3) {
                    let other = super::choice::size(&mut self.dice);
                    self.stage.resize(other.width, other.height);
                }
                self.stage.resize(size.width, size.height);
                self.driven.resize(size);
                self.settled = self.settled || !self.data.with(|content| content.is_cut());
            }
            51..54 => self.change(),
            54..57 => {
                self.note("<work>".to_owned());
                self.work_on(OTHERS);
            }
            57 => {
                let offset = dice.below(u64::MAX);
                self.note(format!("<arrive {offset}>"));
                self.arrive(offset);
            }
            58 => self.stage.redraw(),
            59 => {
                self.note("<refresh>".to_owned());
                self.refresh();
            }
            // Keys that mean something else in the help and in lists.
            _ => {
                for _ in 0..dice.below(6) {
                    let key = self.dice.pick(MOVES).parse();
                    self.press(key.expect("a key"));
                }
            }
        }
    }

    fn note(&mut self, deed: String) {
        if self.deeds.len() == 40 {
            self.deeds.pop_front();
        }
        self.deeds.push_back(deed);
    }

    fn press(&mut self, key: Key) {
        self.note(key.to_string());
        self.driven.key(key);
        for job in self.driven.jobs_of(&["reopen"]) {
            // The file may hold anything now.
            let other = data(&mut self.dice);
            self.data.with(|content| *content = other);
            self.settled = true;
            for message in Driven::run(job) {
                self.driven.take(SessionEvent::Message(message));
            }
        }
    }

    /// Runs waiting searches, in one step of three.
    fn work(&mut self) {
        if self.dice.one_in(3) {
            self.work_on(SEARCHES);
        }
    }

    /// Runs the jobs with some names, and those that follow from them; jobs on long data fail
    /// instead.
    fn work_on(&mut self, names: &[&str]) {
        loop {
            let jobs = self.driven.jobs_of(names);
            if jobs.is_empty() {
                return;
            }
            for job in jobs {
                let messages = if self.is_quick() {
                    Driven::run(job)
                } else {
                    let failure = JobFailure::Panicked("too long".to_owned());
                    vec![job.failure(failure).expect("every job can fail")]
                };
                for message in messages {
                    self.driven.take(SessionEvent::Message(message));
                }
            }
        }
    }

    /// Whether a job would come to the end of the data soon. What the program shows may be shorter
    /// than what it has opened, as the words of a paste are.
    fn is_quick(&self) -> bool {
        let shown = self.driven.session.source().len();
        let (there, drip) = { &self.data }.with(|content| (content.body.len(), content.drip));
        drip == 0 && shown.max(there) <= SEARCHED
    }

    /// Ends a search with an offset that was found in the data as it was.
    fn arrive(&mut self, offset: u64) {
        let found = Report::<Option<u64>>::Ended(JobEnd::Done(Some(offset)));
        for job in self.driven.jobs_of(&["seek"]) {
            let message = job.message(found.clone()).expect("it may find that");
            self.driven.take(SessionEvent::Message(message));
        }
    }

    /// Lets the program find out whether the file has changed.
    fn refresh(&mut self) {
        let is_file = self.data.with(|content| {
            content.refresh();
            content.drip == 0
        });
        self.driven.session.set(|_, facts| {
            facts.standing = if is_file {
                FileStanding::Written
            } else {
                FileStanding::Same
            };
        });
        self.settled = true;
    }

    fn press_command(&mut self) {
        let all: Vec<&str> = COMMANDS
            .iter()
            .flat_map(|command| command.keys)
            .copied()
            .collect();
        for word in self.dice.pick(&all).split(' ') {
            let word = if word == "letter" {
                self.dice.pick(&["q", "r", "\u{202E}", "中"])
            } else {
                word
            };
            self.press(word.parse().expect("a key of the table"));
        }
    }

    fn count(&mut self) {
        let digits = match self.dice.below(8) {
            0 => 20,
            1 => self.dice.below(12) as usize,
            _ => 2,
        };
        for _ in 0..digits {
            let digit = self.dice.pick(&['0', '1', '2', '5', '9']);
            self.press(Key::plain(KeySymbol::Char(digit)));
        }
    }

    fn prompt(&mut self) {
        let open = self.dice.pick(&[":", ":", "e"]);
        self.press(open.parse().expect("a key"));
        for c in text(&mut self.dice).chars() {
            self.press(Key::plain(KeySymbol::Char(c)));
        }
        for _ in 0..self.dice.below(3) {
            let key = self.dice.pick(EDITS).parse();
            self.press(key.expect("a key"));
        }
        if !self.dice.one_in(4) {
            self.press(Key::plain(KeySymbol::Enter));
        }
    }

    fn mouse(&mut self) {
        let ScreenSize { width, height } = self.driven.size();
        let x = self.dice.below(u64::from(width) + 3) as u16;
        let y = self.dice.below(u64::from(height) + 3) as u16;
        let pointer = self.dice.pick(&[
            Pointer::PRESS,
            Pointer::Press { clicks: 2 },
            Pointer::Drag,
            Pointer::Release,
            Pointer::WheelUp,
            Pointer::WheelDown,
        ]);
        self.note(format!("<{pointer:?} {x},{y}>"));
        self.driven.input(UserInput::Mouse(pointer, x, y));
    }

    /// Another program changes the file, and ours finds out at once or some time later.
    fn change(&mut self) {
        let dice = &mut self.dice;
        let (before, after, is_cut) = self.data.with(|content| {
            let before = content.body.len();
            change(dice, content);
            (before, content.body.len(), content.is_cut())
        });
        self.settled = self.settled && !is_cut;
        let asks = !self.dice.one_in(3);
        let deed = format!("<{before} bytes become {after}, asked: {asks}>");
        if asks {
            self.refresh();
        }
        self.note(deed);
    }
}

fn change(dice: &mut Dice, data: &mut Content) {
    let len = data.body.len();
    match (&mut data.body, dice.below(4)) {
        (_, 0) => {
            let start = dice.below(len + 1);
            let end = start.saturating_add(dice.within(1..9000));
            data.holes.clear();
            data.holes.push(start..end);
        }
        (Body::Bytes(bytes), 1) if data.drip == 0 => {
            let len = dice.below(bytes.len() as u64 + 1);
            bytes.truncate(len as usize);
        }
        (Body::Bytes(bytes), 2) if data.drip == 0 => {
            bytes.extend(dice.some(40, piece).concat());
        }
        (Body::Tiles { len, .. }, 1 | 2) if data.drip == 0 => *len = dice.below(1 << 41),
        (Body::Bytes(bytes), _) => {
            for byte in bytes.iter_mut().take(64) {
                *byte = dice.below(256) as u8;
            }
        }
        (Body::Tiles { odd, .. }, _) => *odd = None,
    }
}

const MOVES: &[&str] = &[
    "j",
    "k",
    "G",
    "g",
    "PgDn",
    "PgUp",
    "Down",
    "Up",
    "Tab",
    "Shift-Tab",
    "Enter",
    "Esc",
    "Ctrl-C",
];

const EDITS: &[&str] = &[
    "Left",
    "Right",
    "Home",
    "End",
    "Backspace",
    "Delete",
    "Ctrl-W",
    "Ctrl-U",
    "Ctrl-K",
    "Up",
    "Down",
    "Esc",
];
