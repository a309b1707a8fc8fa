//! Where the tests sit: data, a size and a state, and the keys that change it.
//!
//! `before` is `words | data`. Words: `80x24` (the default), `enc utf-16le`,
//! `phase 1`, `at 3`, `step cluster`, `width 8`, `ascii`, `searching`, `writing`, `piped`, `holes
//! 2..4`, `gap 2..4`, `dump xxd` (`=xxd`: it was one), `odd 3,none`,
//! `guessed koi8-r,ibm866`, `offered koi8-r`, `scanned` (after those that say how it is read). Data: `'text'`, `E2 82`, `50*41`, one after the other. Keys are as the
//! table writes them; `size:40x12`, `click:hex/3`, `click:bits/3.7`, `click:5,0`,
//! `drag:...`, `wheel:3`, `asked`, `paste:text` and `type:text` (`_` for a blank) stand
//! among them. `after` is facts parted by `; `, each read by [`Seat::fact`].
//! Invariant: after every key the picture is as the model promises.

use super::facts;
use hexloupe::codec::table;
use hexloupe::command::key::{Code, Key};
use hexloupe::command::keymap::{Keymap, Outcome};
use hexloupe::command::{self, Desk, Effect};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::seek::{Quest, seek};
use hexloupe::job::{Control, End};
use hexloupe::model::dumped::Oddity;
use hexloupe::model::errand::Clipboard;
use hexloupe::model::guessed::Offer;
use hexloupe::model::layout::{Layout, Size};
use hexloupe::model::overlay::{self, Manual};
use hexloupe::model::screen::{self, Picture, Screen};
use hexloupe::model::state::InspectorSize;
use hexloupe::model::state::{Facts, Overlay, Radix, Search, State, View};
use hexloupe::model::viewport::row_of;
use hexloupe::scan::facts::index::Known;
use hexloupe::scan::facts::{Direction, Sought};
use hexloupe::scan::index;
use hexloupe::unicode::glyph::Charset;
use hexloupe::window::{Absence, Hole, Peek, Window};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::words::{bytes, dump, encoding, pane, range, short, size, unit};

/// What stands there before, the keys, and what after.
pub(crate) type Triple = (&'static str, &'static str, &'static str);

/// Bytes of which some cannot be read.
pub(crate) struct Data {
    pub(crate) bytes: Vec<u8>,
    pub(crate) holes: Vec<Range<u64>>,
    /// Some that a hex dump does not have; behind those addresses are 0x1000 ahead.
    pub(crate) gaps: Vec<Range<u64>>,
}

impl Peek for Data {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = self.bytes.window(start, len);
        let gaps = self.gaps.iter().map(|gap| Hole {
            why: Absence::Gap,
            ..gap.clone().into()
        });
        let holes = self.holes.iter().map(|hole| hole.clone().into());
        for hole in holes.chain(gaps) {
            if let Some(hole) = Hole::cut(hole, window.start, window.end()) {
                let index = |offset| (offset - start) as usize;
                window.bytes[index(hole.start)..index(hole.end)].fill(0);
                window.holes.push(hole);
            }
        }
        window
    }

    fn address(&self, offset: u64) -> u64 {
        match self.gaps.first() {
            Some(gap) if offset >= gap.end => offset + 0x1000,
            _ => offset,
        }
    }

    fn offset_of(&self, address: u64) -> u64 {
        match self.gaps.first() {
            Some(gap) if address >= gap.end + 0x1000 => address - 0x1000,
            Some(gap) => address.min(gap.end),
            None => address,
        }
    }
}

pub(crate) struct Seat {
    pub(crate) data: Data,
    pub(crate) size: Size,
    pub(crate) state: State,
    pub(crate) facts: Facts,
    /// What the last key asked for.
    pub(crate) effect: Effect,
    /// The commands that ran.
    pub(crate) ran: Vec<&'static str>,
    keymap: Keymap,
    manual: Manual,
}

impl Seat {
    pub(crate) fn new(bytes: Vec<u8>, encoding: &'static hexloupe::codec::Encoding) -> Self {
        let reading = Verdict {
            encoding,
            evidence: Evidence::Chosen,
        };
        Self {
            data: Data {
                bytes,
                holes: Vec::new(),
                gaps: Vec::new(),
            },
            size: Size {
                width: 80,
                height: 24,
            },
            state: State::new(View::new("seat".to_owned(), reading)),
            facts: Facts::default(),
            effect: Effect::None,
            ran: Vec::new(),
            keymap: Keymap::default(),
            manual: command::table::manual(),
        }
    }

    pub(crate) fn of(before: &str) -> Self {
        let (words, data) = before.split_once('|').expect("before is words | data");
        let mut seat = Self::new(bytes(data), table::UTF_8);
        let mut words = words.split_whitespace();
        while let Some(word) = words.next() {
            let mut value = || words.next().expect("a value after the word");
            let view = &mut seat.state.view;
            match word {
                "enc" => view.reading.encoding = encoding(value()),
                "phase" => view.phase = value().parse().unwrap(),
                "at" => view.cursor.offset = value().parse().unwrap(),
                "width" => view.width = value().parse().ok(),
                "step" => view.unit = unit(value()),
                "ascii" => seat.state.look.charset = Charset::Ascii,
                "holes" => seat.data.holes.push(range(value())),
                "gap" => {
                    seat.data.gaps.push(range(value()));
                    view.ahead = 0x1000;
                }
                "dump" => seat.facts.dump = dump(value()),
                "odd" => {
                    let oddity = |word: &str| Oddity {
                        offset: word.parse().ok(),
                        text: format!("odd {word}"),
                    };
                    seat.facts.oddities = value().split(',').map(oddity).collect();
                }
                "scanned" => seat.scan(),
                "guessed" => seat.facts.guess = Some(Arc::new(facts::guess(value()))),
                "offered" => {
                    seat.facts.offer = Some(Offer {
                        from: view.reading,
                        to: facts::guess(value()).verdict,
                    });
                }
                "piped" => seat.state.clipboard = Clipboard::Command("cat".to_owned()),
                "writing" => seat.facts.errand = Some(facts::writing()),
                "searching" => {
                    seat.facts.search = Some(Search {
                        what: Sought::Fault,
                        direction: Direction::Forward,
                        from: 0,
                        reached: 0,
                    });
                }
                size => seat.size = self::size(size),
            }
        }
        seat.with_desk(command::settle);
        seat
    }

    /// Scans the data as it is read now.
    fn scan(&mut self) {
        let view = &self.state.view;
        let index = index::of(&self.data, view.encoding(), view.phase);
        self.facts.known = Some(Known {
            index: Arc::new(index),
            rate: 0,
        });
    }

    pub(crate) fn with_desk<T>(&mut self, work: impl FnOnce(&mut State, &Desk<'_>) -> T) -> T {
        let desk = Desk {
            keymap: &self.keymap,
            facts: &self.facts,
            data: &self.data,
            size: self.size,
            manual: &self.manual,
        };
        work(&mut self.state, &desk)
    }

    pub(crate) fn layout(&self) -> Option<Layout> {
        Layout::of(self.size, &self.state.view, self.data.len())
    }

    pub(crate) fn picture(&self) -> Picture {
        screen::build(
            &self.state,
            &self.facts,
            &self.data,
            self.size,
            &self.manual,
        )
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
            Some(("size", size)) => {
                self.size = self::size(size);
                self.with_desk(command::settle);
            }
            Some(("click", place)) => self.point(place, false),
            Some(("drag", place)) => self.point(place, true),
            Some(("wheel", rows)) => {
                let rows = rows.parse().unwrap();
                self.with_desk(|state, desk| command::wheel(state, desk, rows));
            }
            Some(("found", offset)) => {
                let offset = offset.parse().unwrap();
                self.with_desk(|state, desk| command::arrive(state, desk, offset));
            }
            Some(("paste", text)) => {
                self.effect = command::paste(&mut self.state, &blanks(text));
                self.chase();
            }
            Some(("type", text)) => {
                for c in blanks(text).chars() {
                    self.key(Key::plain(Code::Char(c)));
                }
            }
            None if word == "asked" => {
                command::ask(&mut self.state, facts::to_file(), 7);
            }
            _ => self.key(word.parse().unwrap_or_else(|()| panic!("no key {word:?}"))),
        }
    }

    fn point(&mut self, place: &str, extend: bool) {
        let (column, row) = match place.split_once('/') {
            None => {
                let (column, row) = place.split_once(',').expect("a column and a row");
                (column.parse().unwrap(), row.parse().unwrap())
            }
            Some((pane, byte)) => {
                let (byte, bit) = byte.split_once('.').unwrap_or((byte, "0"));
                let layout = self.layout().expect("room for a click");
                let past: u64 = byte.parse::<u64>().unwrap() - self.state.view.top;
                let width = u64::from(layout.width);
                let pane = *layout
                    .panes
                    .iter()
                    .find(|shown| shown.pane == self::pane(pane))
                    .expect("the pane is shown");
                let (x, _) = layout.cell(pane, (past % width) as u16);
                let bit: u16 = bit.parse().unwrap();
                (x + bit, layout.body.y + (past / width) as u16)
            }
        };
        self.with_desk(|state, desk| command::point(state, desk, column, row, extend));
    }

    pub(crate) fn key(&mut self, key: Key) {
        if matches!(self.state.overlay, Overlay::None) {
            let outcome = self.keymap.feed(&mut self.state.pending.clone(), key);
            if let Outcome::Run { command, .. } = outcome {
                self.ran.push(command.name);
            }
        } else if let (Overlay::Prompt(prompt), Code::Enter) = (&self.state.overlay, key.code) {
            let named = command::table::by_line(prompt.input.value().trim());
            self.ran.extend(named.map(|(command, _)| command.name));
        }
        self.effect = self.with_desk(|state, desk| command::press(state, desk, key));
        self.chase();
        self.mark_matches();
        if self.effect == Effect::Compare {
            self.with_desk(|state, desk| command::compare(state, desk, table::all()));
        }
        if let Effect::Seek {
            what,
            direction,
            from,
            times,
        } = self.effect
        {
            let quest = Quest {
                encoding: self.state.view.encoding(),
                phase: self.state.view.phase,
                sought: what,
                direction,
                from,
                times,
                index: self.facts.index(&self.state.view).cloned(),
                passages: self.state.view.passages.clone(),
            };
            let never = AtomicBool::new(false);
            let mut control = Control::new(&never, &|_| ());
            match seek(&mut control, &self.data, &quest) {
                End::Done(Some(offset)) => {
                    self.with_desk(|state, desk| command::arrive(state, desk, offset));
                }
                End::Done(None) if matches!(what, Sought::Line(_) | Sought::Character(_)) => {
                    self.state.say(what.missing(direction));
                }
                End::Done(None) => self.state.say("nothing found"),
                End::Cancelled => unreachable!("nobody cancels"),
            }
        }
    }

    /// What the seat has to say to a fact's name.
    fn fact(&self, name: &str) -> String {
        let view = &self.state.view;
        let layout = self.layout();
        match name {
            "at" => view.cursor.offset.to_string(),
            "bit" => view.cursor.bit.to_string(),
            "top" => view.top.to_string(),
            // The row of the screen that the cursor stands in.
            "row" => layout.map_or_else(String::new, |layout| {
                let row = row_of(view.cursor.offset, layout.width) - view.top;
                (row / u64::from(layout.width)).to_string()
            }),
            "step" => view.unit.name().replace(' ', "-"),
            "enc" => view.encoding().id.to_owned(),
            "phase" => view.phase.to_string(),
            // What is read otherwise.
            "passages" => {
                let list = view.passages.list().iter();
                let list = list.map(|known| {
                    let (range, phase) = (&known.range, known.phase);
                    format!("{range:?} {}/{phase}", known.encoding.id)
                });
                list.collect::<Vec<_>>().join(" ")
            }
            // The rows that the margin marks, by their number.
            "margin" => {
                let rows = self.screen().rows;
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
            "width" => layout.map_or_else(String::new, |layout| layout.width.to_string()),
            "selected" => view
                .selected(&self.data, &self.facts)
                .map_or("none".to_owned(), |range| format!("{range:?}")),
            "inspector" => match view.inspector {
                InspectorSize::Full => "full",
                InspectorSize::Short => "short",
                InspectorSize::Off => "off",
            }
            .to_owned(),
            "radix" => match view.radix {
                Radix::Hex => "hex",
                Radix::Decimal => "decimal",
            }
            .to_owned(),
            "overlay" => facts::overlay(&self.state.overlay),
            "marked" => format!("{:?}", self.facts.found.shown),
            "says" => self.state.message.clone().unwrap_or_default(),
            "pending" => overlay::pending_line(&self.state.pending, usize::MAX).text(),
            "effect" => facts::effect(&self.effect),
            "caret" => self.caret(),
            "status" => self.screen().status.text(),
            "title" => self.screen().title.text(),
            _ => panic!("no fact {name:?}"),
        }
    }

    pub(crate) fn screen(&self) -> Screen {
        match self.picture() {
            Picture::Whole(screen) => *screen,
            Picture::TooSmall(_) => panic!("the screen is too small"),
        }
    }

    /// The pane and the offset whose cell the caret stands on.
    fn caret(&self) -> String {
        let screen = self.screen();
        let Some((x, y)) = screen.caret else {
            return "none".to_owned();
        };
        let body = screen.layout.body;
        let inside = y < body.y + body.height;
        let Some((pane, index)) = screen.layout.hit(x).filter(|_| inside) else {
            return format!("{x},{y}");
        };
        let row = u64::from(y - screen.layout.body.y) * u64::from(screen.layout.width);
        let offset = self.state.view.top + row + u64::from(index);
        format!("{}/{offset}", short(pane.pane))
    }
}

/// Plays the triples; every fact that was named must be so.
#[track_caller]
pub(crate) fn check(triples: &[Triple]) {
    let mut wrong = Vec::new();
    for (before, keys, after) in triples {
        let mut seat = Seat::of(before);
        seat.play(keys);
        for fact in after.split("; ") {
            let (name, expected) = fact.split_once(' ').unwrap_or((fact, ""));
            let found = seat.fact(name);
            // Of a sentence a part will do.
            let right = match name {
                "says" | "status" | "pending" | "title" if !expected.is_empty() => {
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
