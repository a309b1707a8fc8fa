//! A monkey at the keys.
//!
//! It presses keys of the table and others, types and pastes into prompts, works
//! the mouse and the size, lets files grow, shrink and break and searches come
//! back late, and looks at every picture on terminals of several kinds.
//! Invariant: what it does follows from its dice alone.

use super::choice::{any_key, data, piece, size, text};
use super::dice::Dice;
use super::emulator::{Edge, Widths};
use super::invariants;
use super::loupe::{Body, Data, Loupe, Pointer};
use super::stage::Stage;
use hexloupe::codec::table;
use hexloupe::command::Effect;
use hexloupe::command::key::{Code, Key};
use hexloupe::command::table::COMMANDS;
use hexloupe::model::layout::Size;
use hexloupe::model::look::Look;
use hexloupe::model::palette::{Depth, PALETTES};
use hexloupe::model::screen::Picture;
use hexloupe::model::theme::Theme;
use hexloupe::unicode::glyph::Charset;
use hexloupe::window::Peek as _;
use std::collections::VecDeque;

/// Bytes of the data that one step may ask for: the dearest counts lines through
/// 1 MiB, or steps over 256 clusters of 8 KiB.
const MOST_ASKED: u64 = 8 << 20;

/// Bytes that a search may look through between two steps.
const SEARCHED: u64 = 3 << 20;

pub(crate) struct Monkey {
    dice: Dice,
    loupe: Loupe,
    stage: Stage,
    /// What it saw last.
    picture: Option<Picture>,
    /// Whether the state was settled since the file was cut behind its back.
    settled: bool,
    /// What it did last.
    deeds: VecDeque<String>,
}

impl Drop for Monkey {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let (view, size) = (&self.loupe.state.view, self.loupe.size);
            let deeds: Vec<_> = self.deeds.iter().map(String::as_str).collect();
            println!("it did: {}", deeds.join(" "));
            println!("then {size:?} {view:?}");
        }
    }
}

impl Monkey {
    /// A monkey before data of its choice.
    pub(crate) fn new(mut dice: Dice, tables: &[(Widths, Edge)]) -> Self {
        let data = data(&mut dice);
        Self::at(dice, data, tables)
    }

    /// A monkey before some data.
    pub(crate) fn at(mut dice: Dice, data: Data, tables: &[(Widths, Edge)]) -> Self {
        let encodings: Vec<_> = table::all().collect();
        let encoding = if dice.one_in(2) {
            dice.pick(&encodings)
        } else {
            table::UTF_8
        };
        let look = Look {
            theme: dice.pick(&[
                Theme::default(),
                Theme::MONO,
                Theme::new(&PALETTES[1], Depth::True),
            ]),
            charset: dice.pick(&[Charset::Unicode, Charset::Unicode, Charset::Ascii]),
        };
        let name = dice.some(3, piece).concat();
        let size = size(&mut dice);
        let mut loupe = Loupe::new(data, encoding, &name, look, size);
        loupe.state.view.phase = dice.below(u64::from(encoding.unit));
        if dice.one_in(8) {
            loupe.state.view.width = Some(dice.within(1..70) as u16);
        }
        loupe.resize(size);
        let stage = Stage::new(tables, size.width, size.height);
        let mut monkey = Self {
            dice,
            loupe,
            stage,
            picture: None,
            settled: true,
            deeds: VecDeque::new(),
        };
        monkey.look();
        monkey
    }

    /// A monkey whose data and deeds are given: the first byte says how many of the
    /// others are choices (in 256ths), the rest are the data; if none is left, the
    /// data is a matter of choice too.
    pub(crate) fn of_bytes(bytes: &[u8], tables: &[(Widths, Edge)]) -> Self {
        let (share, rest) = bytes.split_first().unwrap_or((&0, &[]));
        let choices = (rest.len() * usize::from(*share)).div_ceil(255);
        let (choices, rest) = rest.split_at(choices.min(rest.len()));
        let dice = Dice::of_bytes(choices);
        if rest.is_empty() {
            return Self::new(dice, tables);
        }
        Self::at(dice, Data::new(Body::Bytes(rest.to_vec())), tables)
    }

    /// Does so many things, or as many as its dice say, and looks at what comes of
    /// each.
    #[track_caller]
    pub(crate) fn play(&mut self, steps: u64) {
        for _ in 0..steps {
            if self.dice.is_spent() {
                return;
            }
            self.loupe.data.asked.set(0);
            self.act();
            self.look();
        }
    }

    #[track_caller]
    fn look(&mut self) {
        let picture = self.loupe.picture();
        let loupe = &self.loupe;
        if self.settled && loupe.data.drip == 0 {
            invariants::state(&loupe.state, loupe.size, loupe.data.len());
        }
        if self.settled {
            invariants::picture(&picture, &loupe.state, loupe.size);
        }
        self.stage.show(&picture, loupe.state.look);
        let asked = loupe.data.asked.get();
        assert!(asked <= MOST_ASKED, "{asked} bytes were read for a step");
        self.picture = Some(picture);
    }

    /// The screen as a full repaint shows it is the screen as it is.
    #[track_caller]
    pub(crate) fn repaint(&self, tables: &[(Widths, Edge)]) {
        let Size { width, height } = self.loupe.size;
        let mut fresh = Stage::new(tables, width, height);
        let picture = self.picture.as_ref().expect("it has looked");
        fresh.show(picture, self.loupe.state.look);
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
                self.loupe.paste(&text);
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
                self.loupe.resize(size);
                self.settled = self.settled || !self.loupe.data.is_cut();
            }
            51..54 => self.change(),
            54..57 => {
                self.note("<search>".to_owned());
                self.loupe.search_on(SEARCHED);
            }
            57 => {
                let offset = dice.below(u64::MAX);
                self.note(format!("<arrive {offset}>"));
                self.loupe.arrive(offset);
            }
            58 => self.stage.redraw(),
            59 => {
                self.note("<refresh>".to_owned());
                self.loupe.refresh();
                self.settled = true;
            }
            // In the help and in lists the same keys mean something else.
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
        match self.loupe.press(key) {
            Effect::Redraw | Effect::Suspend => self.stage.redraw(),
            Effect::Reload => {
                let data = data(&mut self.dice);
                self.loupe.reload(data);
                self.settled = true;
            }
            _ => {}
        }
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
            self.press(Key::plain(Code::Char(digit)));
        }
    }

    fn prompt(&mut self) {
        let open = self.dice.pick(&[":", ":", "e"]);
        self.press(open.parse().expect("a key"));
        for c in text(&mut self.dice).chars() {
            self.press(Key::plain(Code::Char(c)));
        }
        for _ in 0..self.dice.below(3) {
            let key = self.dice.pick(EDITS).parse();
            self.press(key.expect("a key"));
        }
        if !self.dice.one_in(4) {
            self.press(Key::plain(Code::Enter));
        }
    }

    fn mouse(&mut self) {
        let Size { width, height } = self.loupe.size;
        let x = self.dice.below(u64::from(width) + 3) as u16;
        let y = self.dice.below(u64::from(height) + 3) as u16;
        let rows = match self.dice.below(4) {
            0 => i64::MAX,
            1 => i64::MIN,
            _ => self.dice.below(40).cast_signed() - 20,
        };
        let pointer = match self.dice.below(3) {
            0 => Pointer::Press(x, y),
            1 => Pointer::Drag(x, y),
            _ => Pointer::Wheel(rows),
        };
        self.note(format!("<{pointer:?}>"));
        self.loupe.mouse(pointer);
    }

    /// Others change the file, and it is asked at once or some time later.
    fn change(&mut self) {
        let (dice, data) = (&mut self.dice, &mut self.loupe.data);
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
            (Body::Source(_), _) => {}
        }
        self.settled = self.settled && !data.is_cut();
        let asks = !dice.one_in(3);
        let deed = format!("<{len} bytes become {}, asked: {asks}>", data.body.len());
        if asks {
            self.loupe.refresh();
            self.settled = true;
        }
        self.note(deed);
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
