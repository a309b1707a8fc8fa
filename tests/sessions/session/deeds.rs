//! The actions of a session, and where they must lead.
//!
//! Invariant: an action determines where the cursor must be before it presses a key.

use super::{SIZES, Session, UNSCANNED};
use crate::play::dice::Dice;
use crate::sessions::judge::{Judge, Thing};
use hexloupe::codec::{Encoding, table};
use hexloupe::model::layout::ScreenLayout;
use hexloupe::model::state::CursorUnit;
use hexloupe::scan::facts::Direction::{self, Backward, Forward};

impl Session {
    #[track_caller]
    pub(super) fn act(&mut self) {
        let way = self.dice.pick(&[Forward, Backward]);
        match self.dice.below(20) {
            0..5 => self.step(way),
            5 | 6 => self.seek(Thing::Fault, way),
            7 => self.seek(Thing::BeyondAscii, way),
            8 | 9 => self.line(),
            10 | 11 => self.character(),
            12 => self.offset(),
            13 | 14 => self.rows(way),
            15 => self.row_ends(way),
            16 => self.ends(way),
            17 => self.unit(),
            18 => self.resize(),
            _ => self.read_otherwise(),
        }
    }

    /// A count, mostly none.
    fn times(&mut self) -> Option<u64> {
        match self.dice.below(8) {
            0 => Some(self.dice.within(1..5)),
            1 => Some(self.dice.within(1..60)),
            _ => None,
        }
    }

    #[track_caller]
    fn step(&mut self, way: Direction) {
        let own = self.driven.state().view.unit;
        let (keys, unit) = match (self.dice.below(3), way) {
            (0, Forward) => (["l", "Right"][self.dice.below(2) as usize], own),
            (0, Backward) => (["h", "Left"][self.dice.below(2) as usize], own),
            (1, Forward) => ("w", CursorUnit::Character),
            (1, Backward) => ("b", CursorUnit::Character),
            (_, Forward) => ("W", CursorUnit::Cluster),
            (_, Backward) => ("B", CursorUnit::Cluster),
        };
        let times = self.times();
        let mut at = self.cursor();
        for _ in 0..times.unwrap_or(1) {
            let here = self.judge.step(unit, at);
            at = match way {
                _ if self.judge.len == 0 => 0,
                Forward if here.end < self.judge.len => here.end,
                Forward => at,
                Backward if here.start < at || at == 0 => here.start,
                Backward => self.judge.step(unit, at - 1).start,
            };
        }
        self.press_times(times, keys);
        self.arrive(Some(at));
    }

    #[track_caller]
    fn seek(&mut self, thing: Thing, way: Direction) {
        let times = self.times();
        let (from, count) = (self.cursor(), times.unwrap_or(1));
        let (keys, expected) = match (thing, way) {
            (Thing::Fault, Forward) => ("f", self.judge.next(thing, from, count)),
            (Thing::Fault, Backward) => ("F", self.judge.previous(thing, from, count)),
            (Thing::BeyondAscii, Forward) => ("a", self.judge.next(thing, from, count)),
            (Thing::BeyondAscii, Backward) => ("A", self.judge.previous(thing, from, count)),
        };
        self.press_times(times, keys);
        self.arrive(expected);
    }

    /// A number near the first, near the last, or between.
    fn number(&mut self, last: u64) -> u64 {
        match self.dice.below(4) {
            0 => self.dice.within(1..4),
            1 => (last + 2).saturating_sub(self.dice.below(5)).max(1),
            _ => self.dice.below(last) + 1,
        }
    }

    #[track_caller]
    fn line(&mut self) {
        let last = self.judge.last_of().0;
        let line = self.number(last);
        let expected = self.judge.line(line);
        if self.dice.one_in(2) {
            self.press_times(Some(line), "G");
        } else {
            self.press(&format!(": type:line_{line} Enter"));
        }
        self.said(expected, &format!("there is no line {line}"));
        self.arrive(expected);
    }

    #[track_caller]
    fn character(&mut self) {
        let last = self.judge.last_of().1;
        let number = self.number(last);
        let expected = self.judge.character(number);
        self.press(&format!(": type:char_{number} Enter"));
        self.said(expected, &format!("there is no character {number}"));
        self.arrive(expected);
    }

    /// Asserts that a missing place is reported.
    #[track_caller]
    fn said(&self, expected: Option<u64>, missing: &str) {
        let said = self.driven.state().message.as_deref();
        assert_eq!(said, Some(missing).filter(|_| expected.is_none()));
    }

    #[track_caller]
    fn offset(&mut self) {
        let (at, by) = (self.dice.below(self.judge.len + 3), self.dice.below(70));
        let here = self.cursor();
        let (typed, expected) = match self.dice.below(4) {
            0 => (format!("0x{at:x}"), at),
            1 => (at.to_string(), at),
            2 => (format!("+{by}"), here + by),
            _ => (format!("-{by}"), here.saturating_sub(by)),
        };
        self.press(&format!(": type:{typed} Enter"));
        self.arrive(Some(expected));
    }

    fn layout(&self) -> ScreenLayout {
        let view = &self.driven.state().view;
        ScreenLayout::divide(self.driven.size(), view, self.judge.len).expect("room")
    }

    /// Up and down, by rows and by pages.
    #[track_caller]
    fn rows(&mut self, way: Direction) {
        let layout = self.layout();
        let (width, rows) = (u64::from(layout.grid.width()), u64::from(layout.rows));
        let (keys, each) = match (self.dice.below(3), way) {
            (0, Forward) => ("j", 1),
            (0, Backward) => ("k", 1),
            (1, Forward) => ("PgDn", rows.max(1)),
            (1, Backward) => ("PgUp", rows.max(1)),
            (_, Forward) => ("Ctrl-D", (rows / 2).max(1)),
            (_, Backward) => ("Ctrl-U", (rows / 2).max(1)),
        };
        let times = self.times();
        let (at, by) = (self.cursor(), times.unwrap_or(1) * each);
        let column = self.goal.unwrap_or(at % width).min(width - 1);
        let row = match way {
            Forward => (at / width + by).min(self.last() / width),
            Backward => (at / width).saturating_sub(by),
        };
        self.press_times(times, keys);
        self.stand((row * width + column).min(self.last()));
        self.goal = Some(column);
    }

    #[track_caller]
    fn row_ends(&mut self, way: Direction) {
        let width = u64::from(self.layout().grid.width());
        let row = self.cursor() / width * width;
        match way {
            Backward => self.press("0"),
            Forward => self.press("$"),
        }
        self.arrive(Some(if way == Forward { row + width - 1 } else { row }));
    }

    #[track_caller]
    fn ends(&mut self, way: Direction) {
        let percent = self.dice.below(101);
        let (keys, expected) = match (self.dice.below(3), way) {
            (0, _) if percent > 0 => ("%", self.judge.len * percent / 100),
            (_, Forward) => ("G", self.last()),
            (_, Backward) => ("g g", 0),
        };
        self.press_times(Some(percent).filter(|_| keys == "%"), keys);
        self.arrive(Some(expected));
    }

    /// Another unit of a step, but not bits.
    #[track_caller]
    fn unit(&mut self) {
        let at = self.cursor();
        self.press("s");
        self.byte_or_more();
        self.stand(at);
    }

    pub(super) fn byte_or_more(&mut self) {
        while self.driven.state().view.unit == CursorUnit::Bit {
            self.press("s");
        }
    }

    #[track_caller]
    fn resize(&mut self) {
        let at = self.cursor();
        let size = self.dice.pick(&SIZES);
        self.note(&format!("<{}x{}>", size.width, size.height));
        self.driven.resize(size);
        self.stand(at);
    }

    /// Reads the data in another encoding, or with another phase: then the walk is the judge.
    /// It is rare for long data, which is slow to walk through.
    #[track_caller]
    fn read_otherwise(&mut self) {
        if self.judge.len > UNSCANNED && !self.dice.one_in(6) {
            return;
        }
        let at = self.cursor();
        let before = (self.judge.encoding, self.judge.phase);
        let unit = u64::from(before.0.unit);
        if unit > 1 && self.dice.one_in(2) {
            self.press("E");
            let phase = self.driven.state().view.phase;
            assert_eq!(phase, (before.1 + 1) % unit, "the next byte");
        } else {
            let encoding = some_encoding(&mut self.dice);
            self.press(&format!("e type:{} Enter", encoding.id));
            assert_eq!(
                self.driven.state().view.encoding(),
                encoding,
                "as was asked"
            );
        }
        self.stand(at);
        let view = &self.driven.state().view;
        let now = (view.encoding(), view.phase);
        if now != before {
            self.judge = Judge::by_walk(&self.bytes, now.0, now.1);
        }
        self.scan();
    }
}

/// A random encoding; those that differ most from others are more frequent.
fn some_encoding(dice: &mut Dice) -> &'static Encoding {
    const UNLIKE: &[&str] = &[
        "utf-8",
        "utf-16le",
        "utf-16be",
        "utf-32le",
        "cesu-8",
        "utf-7",
        "iso-2022-jp",
        "gb18030",
        "shift_jis",
        "euc-jp",
        "ebcdic-037",
    ];
    if dice.one_in(2) {
        let id = dice.pick(UNLIKE);
        return table::by_label(id).expect("an encoding").encoding();
    }
    let all: Vec<_> = table::all().collect();
    dice.pick(&all)
}
