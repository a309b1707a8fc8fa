//! A session: random keys, and after each a comparison with the judge.
//!
//! Invariant: where a key must lead is known before it is pressed, from the judge and the
//! layout alone.

mod deeds;

use super::judge::Judge;
use super::seen;
use crate::play::dice::Dice;
use crate::play::driven::{Driven, SEARCHES};
use hexloupe::command::key::{Key, KeySymbol};
use hexloupe::job::background::Report;
use hexloupe::model::layout::ScreenSize;
use hexloupe::session::{SessionEvent, SessionStart};
use hexloupe::source::{Source, Trouble};
use std::collections::VecDeque;
use std::rc::Rc;

/// Up to this many bytes boundaries are known without a scan.
const UNSCANNED: u64 = 200 * 1024;

/// The sizes of the screen.
const SIZES: [ScreenSize; 2] = [
    ScreenSize {
        width: 40,
        height: 12,
    },
    ScreenSize {
        width: 120,
        height: 40,
    },
];

pub(crate) struct Session {
    pub(crate) driven: Driven,
    pub(crate) judge: Judge,
    bytes: Rc<Vec<u8>>,
    dice: Dice,
    /// The column that moves by rows keep.
    goal: Option<u64>,
    /// How to repeat it, and the last actions.
    name: String,
    deeds: VecDeque<String>,
}

impl Drop for Session {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let (view, size) = (&self.driven.state().view, self.driven.size());
            println!("{}", self.name);
            println!("at {size:?} it was: {:?}", self.deeds);
            let (encoding, phase) = (view.encoding(), view.phase);
            println!("cursor {:?}, {encoding:?} from byte {phase}", view.cursor);
        }
    }
}

impl Session {
    pub(crate) fn new(
        name: String,
        source: Source,
        bytes: Rc<Vec<u8>>,
        judge: Judge,
        dice: Dice,
    ) -> Self {
        let mut dice = dice;
        let size = dice.pick(&SIZES);
        let beginning = SessionStart {
            size,
            ..SessionStart::default()
        };
        let mut driven = Driven::reading(source, judge.encoding, beginning);
        driven
            .session
            .set(|state, _| state.view.phase = judge.phase);
        Self {
            driven,
            judge,
            bytes,
            dice,
            goal: None,
            name,
            deeds: VecDeque::new(),
        }
    }

    /// Scans the data; if that is not needed, only sometimes.
    pub(crate) fn scan(&mut self) {
        let encoding = self.judge.encoding;
        let needed = self.judge.len > UNSCANNED && !encoding.synchronises_itself();
        if needed || self.dice.one_in(2) {
            self.scan_on();
            self.note("<scan>");
        }
        self.count();
    }

    /// Scans the data that has arrived.
    pub(crate) fn scan_on(&mut self) {
        self.driven.show();
        self.driven.finish(&["scan"]);
    }

    /// Counts as far as the next picture needs.
    pub(crate) fn count(&mut self) {
        self.driven.show();
        self.driven.finish(SEARCHES);
    }

    /// Passes on a report of the pipe.
    pub(crate) fn came(&mut self, report: &Report<Option<Trouble>>) {
        let jobs = self.driven.jobs.iter();
        let mut readers = jobs.filter(|job| job.name() == "spool");
        let message = readers.find_map(|job| job.message(report.clone()));
        if let Some(message) = message {
            self.driven.take(SessionEvent::Message(message));
        }
    }

    /// Does some random things, each compared with the judge, and checks the last picture.
    #[track_caller]
    pub(crate) fn play(&mut self, deeds: u64) {
        seen::position(self);
        for _ in 0..deeds {
            self.act();
            self.count();
            seen::position(self);
        }
        seen::picture(self);
    }

    /// Presses keys without a comparison, while data still arrives.
    pub(crate) fn fidget(&mut self, deeds: u64) {
        const KEYS: &[&str] = &[
            "G", "l", "h", "w", "W", "b", "B", "k", "g g", "f", "F", "PgUp", "5 0 %", "s",
        ];
        for _ in 0..deeds {
            let keys = self.dice.pick(KEYS);
            self.press(keys);
            self.count();
        }
        self.byte_or_more();
        self.goal = self.driven.state().view.cursor.goal;
    }

    pub(crate) fn note(&mut self, deed: &str) {
        if self.deeds.len() == 40 {
            self.deeds.pop_front();
        }
        self.deeds.push_back(deed.to_owned());
    }

    /// Presses keys as the table writes them; `type:text` types a text letter by letter, with
    /// `_` for a blank.
    fn press(&mut self, keys: &str) {
        self.note(keys);
        for word in keys.split_whitespace() {
            match word.strip_prefix("type:") {
                Some(text) => text.replace('_', " ").chars().for_each(|c| self.letter(c)),
                None => self.driven.press(word),
            }
        }
        self.driven.finish(SEARCHES);
    }

    fn letter(&mut self, c: char) {
        self.driven.key(Key::plain(KeySymbol::Char(c)));
    }

    /// Presses keys after a count, if there is one.
    fn press_times(&mut self, times: Option<u64>, keys: &str) {
        let count = times.map_or_else(String::new, |times| {
            times
                .to_string()
                .chars()
                .flat_map(|digit| [digit, ' '])
                .collect()
        });
        self.press(&[&count, keys].concat());
    }

    pub(crate) fn cursor(&self) -> u64 {
        self.driven.state().view.cursor.offset
    }

    fn last(&self) -> u64 {
        self.judge.len.saturating_sub(1)
    }

    /// Asserts where the cursor is; a jump or step forgets the column.
    #[track_caller]
    fn arrive(&mut self, expected: Option<u64>) {
        let expected = expected.map(|offset| offset.min(self.last()));
        if expected.is_some() {
            self.goal = None;
        }
        self.stand(expected.unwrap_or(self.cursor()));
    }

    #[track_caller]
    fn stand(&self, expected: u64) {
        let keys = self.deeds.back().map_or("", String::as_str);
        assert_eq!(self.cursor(), expected, "the cursor after {keys:?}");
    }

    /// The record and the range that the judge has at the cursor.
    pub(crate) fn expected(&self) -> Option<(super::judge::Record, std::ops::Range<u64>)> {
        let at = self.judge.at(self.cursor())?;
        Some((self.judge.records[at], self.judge.range(at)))
    }
}
