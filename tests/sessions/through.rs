//! Through other files and back: everything about a file is what it was.
//!
//! Random paths lead through the bytes of a hex dump, pasted text, the tour, a lesson, a scratch
//! copy and other tabs, some of them over others, with marks, jumps, searches and changes in each.
//! What the user sees of the first file is compared before and after. Invariant: a path depends
//! only on its seed.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use crate::play::dice::Dice;
use crate::sessions::seeds;
use crate::sessions::tab_seat::Seat;
use hexloupe::command::input::UserInput;
use hexloupe::job::JobEnd;
use hexloupe::job::background::Report;
use hexloupe::model::dump_state::DumpState;
use hexloupe::model::state::FileStanding;
use hexloupe::session::{Opened, SessionEvent};
use hexloupe::source::{PullOutcome, Source, Trouble};
use hexloupe::window::Peek as _;

/// The jobs that come to their end before the next key.
const JOBS: &[&str] = &[
    "seek",
    "next match",
    "count of matches",
    "count",
    "scan",
    "guess",
    "doubt",
    "look for a dump",
    "import",
    "open",
    "errand",
    "list a folder",
];

/// Paths of one seed of a run.
const SEEDS: u64 = 6;

/// A hex dump in text, of 8 rows.
fn dump() -> String {
    let row = "7171 d0b6 ff0a 7a7a 6162 6364 6566 6768  qq....zzabcdefgh";
    let rows = (0..8).map(|number| format!("{:08x}: {row}\n", number * 16));
    rows.collect()
}

/// What makes a file one's own: places, passages, regions, a search, a selection, changes.
const SETTINGS: &[&str] = &[
    "m a",
    "1 0 l m b",
    "G g g",
    ": type:0x1f Enter",
    "/ type:qq Enter",
    "Ctrl-O",
    "v l l",
    "E",
    "s",
    "o",
    "i",
    "+",
    // In the text beside the digits: a dump with another digit is none.
    ": type:0x40 Enter ~ l l ~ u",
    "~",
    "j j",
    "z h",
    ": type:encoding_koi8-r Enter",
    ": type:passage-encoding_ibm866 Enter",
    ": type:region_head Enter",
    "z a",
    "Tab",
];

/// What is done in other files.
const ELSEWHERE: &[&str] = &[
    "m a",
    "m z",
    "G",
    "l l",
    "/ type:a Enter",
    "n",
    "f",
    "v l",
    "e type:utf-8 Enter",
    "o",
    "i",
    "+",
    ": type:line_2 Enter",
    "E",
    "s",
    "Tab",
    "? j Esc",
    "g d",
];

fn settle(seat: &mut Seat) {
    for _ in 0..3 {
        seat.show();
        for job in JOBS {
            if seat.jobs.iter().any(|(_, waiting)| waiting.name() == *job) {
                seat.finish(job);
            }
        }
    }
}

fn press(seat: &mut Seat, keys: &str) {
    seat.press(keys);
    settle(seat);
}

fn paste(seat: &mut Seat, text: &str, key: &str) {
    let effects = seat
        .tabs
        .handle(SessionEvent::Input(UserInput::Paste(text.to_owned())));
    seat.keep(effects);
    press(seat, key);
}

/// All that a user can see of the file: the picture, places, changes and how they are undone.
fn seen(seat: &mut Seat) -> Vec<String> {
    settle(seat);
    let session = seat.tabs.shown_mut();
    session.set(|state, _| state.message = None);
    let shown = format!("{:?}", seat.show().picture);
    let session = seat.tabs.shown();
    let (state, facts) = (session.state(), session.facts());
    let source = session.source();
    let known = (&facts.known, &facts.found, &facts.guess, &facts.offer);
    let busy = (facts.search, facts.is_busy(), session.running());
    vec![
        shown,
        format!("{:?}", state.view),
        format!("{known:?}"),
        format!("{busy:?}"),
        format!(
            "{:?}",
            (facts.dump, &facts.oddities, facts.standing, facts.edits)
        ),
        format!("{:?}", source.window(0, 1 << 16)),
        format!("{:?}", source.changed(0..u64::MAX)),
    ]
}

#[track_caller]
fn compare(before: &[String], after: &[String], path: &[String]) {
    for (before, after) in before.iter().zip(after) {
        let same = before
            .bytes()
            .zip(after.bytes())
            .take_while(|(a, b)| a == b);
        let from = same.count().saturating_sub(60);
        let near = |text: &str| text.chars().skip(from).take(200).collect::<String>();
        let (was, is) = (near(before), near(after));
        assert!(before == after, "{path:?}:\n{was}\nis now\n{is}");
    }
}

/// Goes back. What looks like a dump itself would be read as one instead.
fn back(seat: &mut Seat) {
    seat.tabs.shown_mut().set(|_, facts| {
        if let DumpState::Offered(..) = facts.dump {
            facts.dump = DumpState::Imported("xxd");
        }
    });
    press(seat, "D");
}

struct Walk<'a> {
    seat: &'a mut Seat,
    dice: Dice,
    path: Vec<String>,
    file: PathBuf,
}

impl Walk<'_> {
    fn press(&mut self, keys: &str) {
        self.path.push(keys.to_owned());
        press(self.seat, keys);
    }

    /// Goes to another file by some way, does something there and comes back.
    fn wander(&mut self, deeper: u64) {
        let tab = self.seat.tabs.place();
        let depth = self.seat.tabs.shown().files().count();
        // A file is opened once, in a tab of its own.
        let ways = if tab.1 == 1 { 7 } else { 6 };
        let way = self.dice.below(ways);
        self.path.push(format!("way {way}"));
        match way {
            0 => {
                let offered = self.seat.tabs.shown().facts().dump;
                if !matches!(offered, DumpState::Offered(..)) {
                    return;
                }
                self.press("D");
            }
            1 => paste(self.seat, "quite a text\nof two lines\n", "t"),
            2 => paste(self.seat, &dump(), "Enter"),
            3 => self.press(": type:tour Enter"),
            4 => self.press(": type:scratch Enter"),
            5 => self.press(": type:learn_1 Enter"),
            _ => {
                let file = self.file.display().to_string();
                self.press(&format!(": type:open_{file} Enter"));
            }
        }
        let is_tab = self.seat.tabs.place() != tab;
        self.press("Esc");
        for _ in 0..self.dice.below(4) {
            let keys = self.dice.pick(ELSEWHERE);
            self.press(keys);
            self.press("Esc");
        }
        if !is_tab && self.dice.one_in(2) {
            self.press("~");
        }
        if deeper > 0 && self.dice.one_in(2) {
            self.wander(deeper - 1);
        }
        if is_tab {
            self.press(": type:close Enter");
            return;
        }
        // Pasted hex is open below its bytes, as text; the tour begins but once.
        for _ in 0..9 {
            if self.seat.tabs.shown().files().count() == depth {
                break;
            }
            self.press(": type:reset Enter");
            self.path.push("D".to_owned());
            back(self.seat);
        }
    }
}

#[test]
fn a_file_is_what_it_was_after_any_path_through_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, other] = ["dump", "other"].map(|name| folder.path().join(name));
    fs::write(&file, dump()).expect("a file");
    fs::write(&other, b"ab\xFFdef\nghi").expect("a file");
    for seed in seeds()
        .map(|seed| seed * SEEDS)
        .flat_map(|first| first..first + SEEDS)
    {
        let mut dice = Dice::seeded(seed);
        let opened = if dice.one_in(2) {
            Opened::from_source(Source::open(&file).expect("the file"))
        } else {
            Opened::memory("first", dump().into_bytes())
        };
        let mut seat = Seat::new(&opened, Vec::new());
        seat.resize(100, 30);
        settle(&mut seat);
        let mut path = Vec::new();
        for _ in 0..12 {
            let keys = dice.pick(SETTINGS);
            path.push(keys.to_owned());
            press(&mut seat, keys);
        }
        let before = seen(&mut seat);
        for _ in 0..3 {
            let mut walk = Walk {
                seat: &mut seat,
                dice: Dice::seeded(dice.below(u64::MAX)),
                path: path.clone(),
                file: other.clone(),
            };
            walk.wander(3);
            path = walk.path.clone();
            compare(&before, &seen(&mut seat), &path);
        }
        // The way back through the changes is the same, too.
        press(&mut seat, "9 9 u");
        let text = dump().into_bytes();
        assert_eq!(seat.tabs.shown().source().window(0, 1 << 16).bytes, text);
    }
}

#[test]
fn a_mark_set_before_is_there_after_every_way_back() {
    for (keys, way) in [("D", "the dump"), (": type:tour Enter", "the tour")]
        .into_iter()
        .chain([
            (": type:scratch Enter", "scratch"),
            (": type:learn_1 Enter", "a lesson"),
        ])
    {
        let mut seat = Seat::new(&Opened::memory("first", dump().into_bytes()), Vec::new());
        settle(&mut seat);
        press(&mut seat, "l l l m a G");
        press(&mut seat, keys);
        assert_eq!(seat.tabs.shown().files().count(), 2, "{way}");
        press(&mut seat, "Esc");
        back(&mut seat);
        assert_eq!(seat.tabs.shown().files().count(), 1, "{way}");
        let view = &seat.tabs.shown().state().view;
        assert_eq!(view.marks, [('a', 3)], "{way}");
        assert_eq!(view.jumps.list(0).0[0], 3, "{way}");
        press(&mut seat, "' a");
        assert_eq!(seat.cursor(), 3, "{way}");
    }
}

#[test]
fn what_a_pipe_brings_meanwhile_is_there_after_coming_back() {
    let drip = crate::drip::Drip::new(b"first line\nsecond line\n", 11);
    let source = Source::flowing("pipe", drip);
    let mut seat = Seat::new(&Opened::from_source(source), Vec::new());
    let pipe = Arc::clone(seat.tabs.shown().source());
    press(&mut seat, ": type:tour Enter");
    let (tab, reader) = { seat.jobs.iter() }
        .find(|(_, job)| job.name() == "spool")
        .map(|(tab, job)| (*tab, job))
        .expect("a reader");
    let mut reports = Vec::new();
    while let PullOutcome::Bytes(total) = pipe.pull().expect("a pipe that brings its bytes") {
        reports.extend(reader.message(Report::<Option<Trouble>>::Progress(total)));
    }
    let ended = Report::<Option<Trouble>>::Ended(JobEnd::Done(None));
    reports.extend(reader.message(ended));
    for report in reports {
        let effects = seat.tabs.receive(tab, report);
        seat.keep(effects);
    }
    assert_eq!(seat.name(), "tour", "the tour stays on the screen");
    press(&mut seat, "Esc");
    press(&mut seat, "D");
    settle(&mut seat);
    let session = seat.tabs.shown();
    assert_eq!(session.facts().standing, FileStanding::Same);
    let index = session.facts().index(&session.state().view);
    let index = index.expect("an index");
    assert!(index.complete && index.reached.offset == 23);
}
