//! The one guard of the terminal: what it changes on entry, it gives back.
//!
//! Raw mode and every private mode are undone by one function, whoever calls it:
//! the drop, the panic hook, a signal, a suspend. Panics of other threads leave the
//! screen alone; the workers catch them and report them as events. Invariant:
//! restoring is the mirror of entering, is done once, and never fails: a terminal
//! that has vanished needs no restoring.

use std::io::{self, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};

/// Whether clicks and the wheel come to us or stay with the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mouse {
    /// The inspector gets them.
    On,
    /// The terminal keeps them.
    Off,
}

/// A mode: what sets it on entry, and what undoes that.
type Mode = (&'static str, &'static str);

/// The alternate screen. The first to be entered and the last to be left.
const SCREEN: Mode = ("\x1b[?1049h", "\x1b[?1049l");

/// The other modes, in the order of entering.
const MODES: [Mode; 6] = [
    // Colours and the shape of the cursor are the terminal's own afterwards.
    ("", "\x1b[0m"),
    ("", "\x1b[0 q"),
    // No wrapping: a character drawn wider than its slot at the right edge must not
    // run into the next row, nor scroll the screen from the last one.
    ("\x1b[?7l", "\x1b[?7h"),
    ("\x1b[?2004h", "\x1b[?2004l"), // bracketed paste
    // Explicit bidi mode: what is drawn left to right stays so.
    ("\x1b[8l", "\x1b[8h"),
    ("\x1b[?25l", "\x1b[?25h"), // the cursor
];

/// The mouse: presses and releases, drags, as decimal numbers. Not every motion, which
/// would be a stream of events that mean nothing to us.
const MOUSE: [Mode; 3] = [
    ("\x1b[?1000h", "\x1b[?1000l"),
    ("\x1b[?1002h", "\x1b[?1002l"),
    ("\x1b[?1006h", "\x1b[?1006l"),
];

/// How raw mode is set and undone: the tests have no terminal.
#[derive(Clone, Copy)]
struct Discipline {
    raw: fn() -> io::Result<()>,
    cooked: fn() -> io::Result<()>,
}

/// The terminal library's: it looks at that flag of its own when it reads keys.
const LIBRARY: Discipline = Discipline {
    raw: crossterm::terminal::enable_raw_mode,
    cooked: crossterm::terminal::disable_raw_mode,
};

/// What guard and panic hook share.
struct Shared<W> {
    out: W,
    mouse: Mouse,
    discipline: Discipline,
    entered: AtomicBool,
    owner: ThreadId,
}

/// The terminal is ours while this lives, and the screen is this thread's.
pub struct Guard<W: Write + Clone + Send + Sync + 'static> {
    shared: Arc<Shared<W>>,
}

impl<W: Write + Clone + Send + Sync + 'static> Guard<W> {
    /// Enters: raw mode, then the modes, in one write. From now on a panic of this thread
    /// restores before it is printed.
    ///
    /// # Errors
    /// When the terminal refuses; it is as before then.
    pub fn enter(out: W, mouse: Mouse) -> io::Result<Self> {
        Self::with(out, mouse, LIBRARY)
    }

    fn with(out: W, mouse: Mouse, discipline: Discipline) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            out,
            mouse,
            discipline,
            entered: AtomicBool::new(false),
            owner: thread::current().id(),
        });
        let hooked = Arc::clone(&shared);
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if hooked.minds_panic() {
                previous(info);
            }
        }));
        let guard = Self { shared };
        guard.reenter()?;
        Ok(guard)
    }

    /// Gives the terminal back, once; errors are no use to anybody by then.
    pub fn restore(&self) {
        self.shared.restore();
    }

    /// Enters again after [`Self::restore`]; nothing if it is entered.
    ///
    /// # Errors
    /// When the terminal refuses; it is given back then.
    pub fn reenter(&self) -> io::Result<()> {
        let shared = &self.shared;
        if shared.entered.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        let entered = (shared.discipline.raw)().and_then(|()| {
            shared.write(
                std::iter::once(SCREEN)
                    .chain(shared.modes())
                    .map(|mode| mode.0),
            )
        });
        entered.inspect_err(|_| shared.restore())
    }

    /// Sets everything once more but the alternate screen: the shell had the terminal
    /// while we were stopped from outside, without a chance to restore.
    ///
    /// # Errors
    /// When the terminal refuses.
    pub fn reassert(&self) -> io::Result<()> {
        let shared = &self.shared;
        if !shared.entered.load(Ordering::SeqCst) {
            return self.reenter();
        }
        // The library sets raw mode only if it does not think it is set.
        (shared.discipline.cooked)()?;
        (shared.discipline.raw)()?;
        shared.write(shared.modes().map(|mode| mode.0))
    }
}

impl<W: Write + Clone + Send + Sync + 'static> Drop for Guard<W> {
    fn drop(&mut self) {
        self.restore();
    }
}

impl<W: Write + Clone> Shared<W> {
    /// The modes but the alternate screen, in the order of entering.
    fn modes(&self) -> impl DoubleEndedIterator<Item = Mode> + use<W> {
        let mouse: &[Mode] = match self.mouse {
            Mouse::On => &MOUSE,
            Mouse::Off => &[],
        };
        MODES.into_iter().chain(mouse.iter().copied())
    }

    /// One write, so that no other output comes between.
    fn write<'a>(&self, sequences: impl Iterator<Item = &'a str>) -> io::Result<()> {
        let mut out = self.out.clone();
        out.write_all(sequences.collect::<String>().as_bytes())?;
        out.flush()
    }

    fn restore(&self) {
        if self.entered.swap(false, Ordering::SeqCst) {
            let modes = std::iter::once(SCREEN).chain(self.modes());
            let backwards: Vec<&str> = modes.map(|mode| mode.1).collect();
            let _ = self.write(backwards.into_iter().rev());
            let _ = (self.discipline.cooked)();
        }
    }

    /// A panic: whether it is to be printed. On our thread the terminal is given back
    /// first; one of another thread would be printed over the screen.
    fn minds_panic(&self) -> bool {
        if thread::current().id() == self.owner {
            self.restore();
        }
        !self.entered.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};

    use super::*;

    #[derive(Clone, Default)]
    struct Tape(Arc<Mutex<Vec<String>>>);

    impl Tape {
        fn take(&self) -> Vec<String> {
            std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
        }
    }

    impl Write for Tape {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0
                .lock()
                .unwrap()
                .push(String::from_utf8(bytes.to_vec()).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    const NONE: Discipline = Discipline {
        raw: || Ok(()),
        cooked: || Ok(()),
    };

    fn enter(mouse: Mouse) -> (Tape, Guard<Tape>) {
        let tape = Tape::default();
        let guard = Guard::with(tape.clone(), mouse, NONE).unwrap();
        (tape, guard)
    }

    /// The sequences of a text, each without its ESC.
    fn sequences(text: &str) -> Vec<&str> {
        text.split('\x1b').skip(1).collect()
    }

    /// What undoes a sequence.
    fn inverse(sequence: &str) -> String {
        let (rest, last) = sequence.split_at(sequence.len() - 1);
        format!("{rest}{}", if last == "h" { "l" } else { "h" })
    }

    #[test]
    fn restoring_is_the_mirror_of_entering() {
        for mouse in [Mouse::On, Mouse::Off] {
            let (tape, guard) = enter(mouse);
            guard.restore();
            let written = tape.take();
            assert_eq!(written.len(), 2, "one write each");
            let entered = sequences(&written[0]);
            let mut left = sequences(&written[1]);
            left.retain(|sequence| !["[0m", "[0 q"].contains(sequence));
            let mirrored: Vec<_> = left.iter().rev().map(|s| inverse(s)).collect();
            assert_eq!(entered, mirrored);
            assert_eq!(written[0].contains("?1000h"), mouse == Mouse::On);
        }
    }

    #[test]
    fn it_restores_once_and_enters_again() {
        let (tape, guard) = enter(Mouse::Off);
        guard.restore();
        guard.restore();
        guard.reenter().unwrap();
        guard.reenter().unwrap();
        drop(guard);
        let written = tape.take();
        assert_eq!(written.len(), 4);
        assert_eq!(written[..2], written[2..]);
    }

    #[test]
    fn set_once_more_it_stays_on_its_screen() {
        let (tape, guard) = enter(Mouse::Off);
        guard.reassert().unwrap();
        let written = tape.take();
        assert_eq!(written[0], format!("{}{}", SCREEN.0, written[1]));
    }

    #[test]
    fn a_refusal_leaves_the_terminal_as_it_was() {
        let refusing = Discipline {
            raw: || Err(io::Error::other("no")),
            ..NONE
        };
        let tape = Tape::default();
        assert!(Guard::with(tape.clone(), Mouse::Off, refusing).is_err());
        assert_eq!(tape.take().len(), 1, "restored");
    }

    #[test]
    fn a_panic_is_printed_after_restoring_and_only_that_of_its_own_thread_restores() {
        let (tape, guard) = enter(Mouse::Off);
        let shared = Arc::clone(&guard.shared);
        let printed = thread::spawn(move || shared.minds_panic()).join().unwrap();
        assert!(!printed);
        assert_eq!(tape.take().len(), 1, "still entered");
        assert!(guard.shared.minds_panic());
        assert_eq!(tape.take().len(), 1, "restored");
    }
}
