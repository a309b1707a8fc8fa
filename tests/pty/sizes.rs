//! Terminals of any size, and any change of size.

use super::harness::{Session, Setup, folder};

fn open(size: (u16, u16)) -> Session {
    let setup = Setup {
        size,
        ..Setup::default()
    };
    setup.start(folder().path())
}

/// Opens the tour in a terminal of a size, waits for `ready` on it, and presses some keys.
#[track_caller]
fn check(size: (u16, u16), ready: &str) {
    let mut session = open(size);
    session.wait_for(ready);
    session.press("jjlG:\u{1b}[A\r?");
    session.press("\u{1b}[<0;1;1M\u{1b}[<65;200;90M");
    session.press("\u{3}");
    session.quit();
}

#[test]
fn a_terminal_that_is_too_small_says_what_is_needed_as_far_as_it_can() {
    // The beginning of "needs 27x6".
    check((1, 1), "n");
    check((3, 3), "nee");
    check((10, 1), "needs 27x6");
    check((26, 6), "needs 27x6");
    check((27, 5), "needs 27x6");
}

#[test]
fn a_terminal_of_any_other_size_shows_the_bytes() {
    check((27, 6), "EF BB BF");
    check((40, 12), "EF BB BF");
    check((80, 24), "EF BB BF");
    check((300, 100), "EF BB BF");
}

#[test]
fn a_terminal_that_does_not_know_its_size_gets_the_usual_one() {
    let mut session = open((0, 0));
    session.wait_for("EF BB BF");
    session.wait_until("24 rows of 80", |screen| {
        let rows: Vec<_> = screen.rows(0, 200).collect();
        let last = rows.iter().rposition(|row| !row.trim().is_empty());
        last == Some(23) && rows.iter().all(|row| row.trim_end().chars().count() <= 80)
    });
    session.resize(120, 40);
    session.wait_for(" 000000F0 ");
    session.resize(0, 0);
    let is_short = |text: String| !text.contains(" 000000F0 ");
    session.wait_until("24 rows again", |screen| is_short(screen.contents()));
    session.press("j");
    session.wait_for("0x00000010");
    session.quit();
}

/// Pseudo-random numbers, the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u16) -> u16 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u16::try_from(self.0 % u64::from(end)).unwrap()
    }
}

#[test]
fn after_a_storm_of_sizes_the_screen_is_that_of_a_fresh_start() {
    let mut chance = Chance(0x5EED);
    for last in [(80, 24), (120, 40), (1, 1), (45, 9)] {
        let mut session = open((120, 40));
        session.wait_for("EF BB BF");
        for _ in 0..300 {
            session.resize(1 + chance.below(250), 1 + chance.below(50));
            let keys = ["", "l", "j", "w", "G", "gg", "k", "\u{c}"];
            session.press(keys[usize::from(chance.below(8))]);
        }
        // Keys may be handled before sizes, and most do nothing on a small screen: so first
        // all sizes are handled.
        session.resize(200, 60);
        session.wait_until("a status in row 60", |screen| {
            rows(screen).last().is_some_and(|row| row.contains("step"))
        });
        // The same size twice, with another in between, changes only the screen.
        session.resize(last.0, last.1);
        session.resize(last.0 + 1, last.1);
        session.resize(last.0, last.1);
        // Back to the offset of a fresh start, and a message to wait for.
        session.press("gg:nowhere\r");
        let mut fresh = open(last);
        if last == (1, 1) {
            fresh.wait_for("n");
        } else {
            fresh.wait_for_scan();
        }
        if last.1 >= 10 {
            fresh.wait_for("goes there");
        }
        fresh.press("gg:nowhere\r");
        // A message stays until the next key: once it is shown, all keys are handled.
        let said = if last.1 < 6 {
            "n"
        } else {
            "no place or command"
        };
        fresh.wait_for_frame_of(said);
        session.wait_for(said);
        let wanted = rows(fresh.screen());
        session.wait_until("the fresh screen", |screen| rows(screen) == wanted);
        session.quit();
        fresh.quit();
    }
}

/// The rows as text. Blanks at their ends may have been drawn or erased.
fn rows(screen: &vt100::Screen) -> Vec<String> {
    let (_, columns) = screen.size();
    screen
        .rows(0, columns.into())
        .map(|row| row.trim_end().to_owned())
        .collect()
}
