//! The one guard of the terminal: it restores all changes that it made on entry.
//!
//! Raw mode and every private mode are undone by one function, whoever calls it: the drop, the
//! panic hook, a signal, a suspend. Panics of other threads leave the screen alone; the workers
//! catch them and report them as events. Invariant: restoring is the mirror of entering, is done
//! once, never fails and never waits for long: a terminal that has vanished needs no restoring.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use crate::command::input::MouseMode;

/// A mode: the sequence that sets it on entry, and the one that undoes it.
pub(super) type TerminalMode = (&'static str, &'static str);

/// The alternate screen. The first to be entered and the last to be left.
const SCREEN: TerminalMode = ("\x1b[?1049h", "\x1b[?1049l");

/// The other modes, in the order of entering.
const MODES: [TerminalMode; 7] = [
    // A terminal without an alternate screen is left below our output.
    ("", "\x1b[999;1H\r\n"),
    // The process may end in the middle of a frame.
    ("", "\x1b[?2026l"),
    // Colours and the shape of the cursor are reset to the terminal's own.
    ("", "\x1b[0m"),
    ("", "\x1b[0 q"),
    // No wrapping: a character drawn wider than its slot at the right edge must not
    // run into the next row, nor scroll the screen from the last one.
    ("\x1b[?7l", "\x1b[?7h"),
    // Explicit bidi mode: text drawn left to right stays so.
    ("\x1b[8l", "\x1b[8h"),
    ("\x1b[?25l", "\x1b[?25h"), // the cursor
];

/// The part of the terminal that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TerminalUse {
    /// Keys and the screen, and the mouse if it is on.
    Screen(MouseMode),
    /// The keys only: lines are written below the existing ones.
    Keys,
}

impl TerminalUse {
    /// The owner of the mouse.
    fn mouse(self) -> MouseMode {
        match self {
            Self::Screen(mouse) => mouse,
            Self::Keys => MouseMode::Off,
        }
    }

    /// The modes, in the order of entering.
    fn all<L: RawMode>(self) -> impl DoubleEndedIterator<Item = TerminalMode> {
        let screen: &[TerminalMode] = match self {
            Self::Screen(_) => &[SCREEN],
            Self::Keys => &[],
        };
        screen.iter().copied().chain(self.modes::<L>())
    }

    /// The modes except the alternate screen.
    fn modes<L: RawMode>(self) -> impl DoubleEndedIterator<Item = TerminalMode> {
        let (modes, paste, mouse): (&[TerminalMode], &[TerminalMode], &[TerminalMode]) = match self
        {
            Self::Screen(MouseMode::On) => (&MODES, L::PASTE, L::MOUSE),
            Self::Screen(MouseMode::Off) => (&MODES, L::PASTE, &[]),
            Self::Keys => (&[], &[], &[]),
        };
        modes.iter().chain(paste).chain(mouse).copied()
    }
}

/// The needs of the guard from a terminal; tests replace it.
pub trait RawMode: Clone + Send + Sync + 'static {
    /// The settings for input and output.
    type Settings: Send;

    /// A pasted text is marked.
    const PASTE: &'static [TerminalMode] = &[("\x1b[?2004h", "\x1b[?2004l")];

    /// The mouse: presses and releases, drags, as decimal numbers. Not every motion, which would be
    /// a stream of events without a meaning for us.
    const MOUSE: &'static [TerminalMode] = &[
        ("\x1b[?1000h", "\x1b[?1000l"),
        ("\x1b[?1002h", "\x1b[?1002l"),
        ("\x1b[?1006h", "\x1b[?1006l"),
    ];

    /// Takes the mouse or leaves it, on systems without sequences for that.
    ///
    /// # Errors
    /// The terminal refuses.
    fn point(&self, _: MouseMode) -> io::Result<()> {
        Ok(())
    }

    /// Sets raw mode; returns the settings before.
    ///
    /// # Errors
    /// The terminal refuses.
    fn make_raw(&self) -> io::Result<Self::Settings>;

    /// Restores earlier settings.
    ///
    /// # Errors
    /// The terminal refuses.
    fn set(&self, settings: &Self::Settings) -> io::Result<()>;

    /// Writes, as long as it takes.
    ///
    /// # Errors
    /// The terminal is gone.
    fn send(&self, bytes: &[u8]) -> io::Result<()>;

    /// Writes, but does not wait for ever, because the program must end.
    ///
    /// # Errors
    /// The terminal is gone, or takes nothing.
    fn send_last(&self, bytes: &[u8]) -> io::Result<()>;
}

/// The state shared by guard, panic hook and signals.
struct GuardState<L: RawMode> {
    line: L,
    taken: Mutex<TerminalUse>,
    entered: AtomicBool,
    before: Mutex<Option<L::Settings>>,
    owner: ThreadId,
}

/// While this lives the terminal is ours, and the screen belongs to the thread that made this.
pub struct TerminalGuard<L: RawMode> {
    shared: Arc<GuardState<L>>,
}

impl<L: RawMode> TerminalGuard<L> {
    /// A guard that has not entered yet: see [`Self::enter`]. From now on a panic of this
    /// thread restores the terminal before it is printed.
    pub fn new(line: L, taken: TerminalUse) -> Self {
        let shared = Arc::new(GuardState {
            line,
            taken: Mutex::new(taken),
            entered: AtomicBool::new(false),
            before: Mutex::new(None),
            owner: thread::current().id(),
        });
        let hooked = Arc::clone(&shared);
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if hooked.minds_panic() {
                previous(info);
            }
        }));
        Self { shared }
    }

    /// A function for another thread to give the terminal back.
    pub fn restorer(&self) -> impl Fn() + Send + use<L> {
        let shared = Arc::clone(&self.shared);
        move || shared.restore()
    }

    /// Gives the terminal back, once; errors are ignored.
    pub fn restore(&self) {
        self.shared.restore();
    }

    /// Enters: raw mode, then the modes, in one write; does nothing if it has entered already.
    ///
    /// # Errors
    /// The terminal refuses; it is given back then.
    pub fn enter(&self) -> io::Result<()> {
        let shared = &self.shared;
        if shared.entered.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        let entered = shared
            .make_raw()
            .and_then(|()| shared.send(shared.taken().all::<L>().map(|mode| mode.0)));
        entered.inspect_err(|_| shared.restore())
    }

    /// Takes the mouse or gives it back, now and whenever it enters again.
    ///
    /// # Errors
    /// The terminal refuses.
    pub fn capture(&self, mouse: MouseMode) -> io::Result<()> {
        let shared = &self.shared;
        let had = std::mem::replace(&mut *shared.kept(), TerminalUse::Screen(mouse));
        let modes: Vec<_> = match (had, mouse) {
            (TerminalUse::Screen(MouseMode::Off), MouseMode::On) => {
                L::MOUSE.iter().map(|mode| mode.0).collect()
            }
            (TerminalUse::Screen(MouseMode::On), MouseMode::Off) => {
                L::MOUSE.iter().rev().map(|mode| mode.1).collect()
            }
            (TerminalUse::Screen(_), _) => return Ok(()),
            // The mouse needs a screen.
            (TerminalUse::Keys, _) => {
                *shared.kept() = had;
                return Ok(());
            }
        };
        if shared.entered.load(Ordering::SeqCst) {
            shared.line.point(mouse)?;
            shared.send(modes.into_iter())?;
        }
        Ok(())
    }

    /// Sets everything again except the alternate screen: the shell had the terminal while we
    /// were stopped from outside, without a chance to restore.
    ///
    /// # Errors
    /// The terminal refuses.
    pub fn reassert(&self) -> io::Result<()> {
        let shared = &self.shared;
        if !shared.entered.load(Ordering::SeqCst) {
            return self.enter();
        }
        shared.make_raw()?;
        shared.send(shared.taken().modes::<L>().map(|mode| mode.0))
    }
}

impl<L: RawMode> Drop for TerminalGuard<L> {
    fn drop(&mut self) {
        self.restore();
    }
}

/// Joins sequences into one write, so that no other output comes between.
fn join<'a>(sequences: impl Iterator<Item = &'a str>) -> Vec<u8> {
    sequences.collect::<String>().into_bytes()
}

impl<L: RawMode> GuardState<L> {
    fn kept(&self) -> MutexGuard<'_, TerminalUse> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn taken(&self) -> TerminalUse {
        *self.kept()
    }

    /// Sends sequences in one write, if there are any.
    fn send<'a>(&self, sequences: impl Iterator<Item = &'a str>) -> io::Result<()> {
        match join(sequences) {
            none if none.is_empty() => Ok(()),
            some => self.line.send(&some),
        }
    }

    /// Sets raw mode. The settings before the first time are the ones that are restored.
    fn make_raw(&self) -> io::Result<()> {
        let now = self.line.make_raw()?;
        self.before().get_or_insert(now);
        self.line.point(self.taken().mouse())
    }

    fn before(&self) -> MutexGuard<'_, Option<L::Settings>> {
        self.before.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn restore(&self) {
        if self.entered.swap(false, Ordering::SeqCst) {
            let modes = join(self.taken().all::<L>().rev().map(|mode| mode.1));
            if !modes.is_empty() {
                let _ = self.line.send_last(&modes);
            }
            if let Some(before) = self.before().take() {
                let _ = self.line.set(&before);
            }
        }
    }

    /// Reports whether a panic is to be printed. On our thread the terminal is given back first; a
    /// panic of another thread would be printed over the screen.
    fn minds_panic(&self) -> bool {
        if thread::current().id() == self.owner {
            self.restore();
        }
        !self.entered.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records the output; it may refuse raw mode.
    #[derive(Clone, Default)]
    struct Tape {
        written: Arc<Mutex<Vec<String>>>,
        refuses: bool,
    }

    impl Tape {
        fn take(&self) -> Vec<String> {
            std::mem::take(&mut *self.written.lock().unwrap())
        }

        fn write(&self, text: &str) {
            self.written.lock().unwrap().push(text.to_owned());
        }
    }

    impl RawMode for Tape {
        type Settings = usize;

        fn make_raw(&self) -> io::Result<usize> {
            if self.refuses {
                return Err(io::Error::other("no"));
            }
            // Makes the earlier settings different each time.
            Ok(self.written.lock().unwrap().len())
        }

        fn set(&self, settings: &usize) -> io::Result<()> {
            self.write(&format!("set {settings}"));
            Ok(())
        }

        fn send(&self, bytes: &[u8]) -> io::Result<()> {
            self.write(str::from_utf8(bytes).unwrap());
            Ok(())
        }

        fn send_last(&self, bytes: &[u8]) -> io::Result<()> {
            self.send(bytes)
        }
    }

    fn enter(mouse: MouseMode) -> (Tape, TerminalGuard<Tape>) {
        let tape = Tape::default();
        let guard = TerminalGuard::new(tape.clone(), TerminalUse::Screen(mouse));
        guard.enter().unwrap();
        (tape, guard)
    }

    /// The sequences of a text, each without its ESC.
    fn sequences(text: &str) -> Vec<&str> {
        text.split('\x1b').skip(1).collect()
    }

    /// The sequence that undoes another.
    fn inverse(sequence: &str) -> String {
        let (rest, last) = sequence.split_at(sequence.len() - 1);
        format!("{rest}{}", if last == "h" { "l" } else { "h" })
    }

    #[test]
    fn restoring_is_the_mirror_of_entering() {
        for mouse in [MouseMode::On, MouseMode::Off] {
            let (tape, guard) = enter(mouse);
            guard.restore();
            let written = tape.take();
            assert_eq!(written.len(), 3, "one write each");
            assert_eq!(written[2], "set 0");
            let entered = sequences(&written[0]);
            let mut left = sequences(&written[1]);
            let only_left = ["[0m", "[0 q", "[?2026l", "[999;1H\r\n"];
            left.retain(|sequence| !only_left.contains(sequence));
            let mirrored: Vec<_> = left.iter().rev().map(|s| inverse(s)).collect();
            assert_eq!(entered, mirrored);
            assert_eq!(written[0].contains("?1000h"), mouse == MouseMode::On);
        }
    }

    #[test]
    fn the_mouse_is_taken_and_given_back_while_the_terminal_is_ours() {
        let (tape, guard) = enter(MouseMode::On);
        guard.capture(MouseMode::On).unwrap();
        guard.capture(MouseMode::Off).unwrap();
        guard.restore();
        guard.enter().unwrap();
        guard.capture(MouseMode::On).unwrap();
        guard.restore();
        let written = tape.take();
        let holds = |written: &String| ["?1000h", "?1000l"].map(|mode| written.contains(mode));
        let modes: Vec<_> = written.iter().map(holds).collect();
        let (none, on, off) = ([false, false], [true, false], [false, true]);
        // Entered, off, restored (and the settings), entered, on, restored (and the settings).
        assert_eq!(modes, [on, off, none, none, none, on, off, none]);
    }

    #[test]
    fn it_restores_once_and_enters_again() {
        let (tape, guard) = enter(MouseMode::Off);
        guard.restore();
        guard.restore();
        guard.enter().unwrap();
        guard.enter().unwrap();
        drop(guard);
        let written = tape.take();
        assert_eq!(written.len(), 6);
        assert_eq!(written[..2], written[3..5]);
        assert_eq!(written[5], "set 3", "the shell may have set another thing");
    }

    #[test]
    fn set_once_more_it_stays_on_its_screen_and_gives_back_the_first_settings() {
        let (tape, guard) = enter(MouseMode::Off);
        guard.reassert().unwrap();
        guard.restore();
        let written = tape.take();
        assert_eq!(written[0], format!("{}{}", SCREEN.0, written[1]));
        assert_eq!(written[3], "set 0");
    }

    #[test]
    fn a_refusal_leaves_the_terminal_as_it_was() {
        let tape = Tape {
            refuses: true,
            ..Tape::default()
        };
        assert!(
            TerminalGuard::new(tape.clone(), TerminalUse::Screen(MouseMode::Off))
                .enter()
                .is_err()
        );
        assert_eq!(tape.take().len(), 1, "restored");
    }

    #[test]
    fn a_panic_is_printed_after_restoring_and_only_that_of_its_own_thread_restores() {
        let (tape, guard) = enter(MouseMode::Off);
        let shared = Arc::clone(&guard.shared);
        let printed = thread::spawn(move || shared.minds_panic()).join().unwrap();
        assert!(!printed);
        assert_eq!(tape.take().len(), 1, "still entered");
        assert!(guard.shared.minds_panic());
        assert_eq!(tape.take().len(), 2, "restored");
    }

    #[test]
    fn nothing_is_drawn_if_only_the_keys_are_taken() {
        let tape = Tape::default();
        let guard = TerminalGuard::new(tape.clone(), TerminalUse::Keys);
        guard.enter().unwrap();
        guard.capture(MouseMode::On).unwrap();
        guard.reassert().unwrap();
        guard.restore();
        guard.enter().unwrap();
        drop(guard);
        assert_eq!(tape.take(), ["set 0", "set 1"], "raw mode alone");
    }

    #[test]
    fn another_thread_may_give_it_back() {
        let (tape, guard) = enter(MouseMode::Off);
        thread::spawn(guard.restorer()).join().unwrap();
        assert_eq!(tape.take().len(), 3);
        drop(guard);
        assert!(tape.take().is_empty());
    }
}
