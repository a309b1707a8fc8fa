//! Counts clicks: a terminal reports presses of a button, but not double clicks.
//!
//! The time is an argument, so that tests need no clock. Invariant: only presses on one cell, with
//! only releases between them, are counted together.

use std::time::Duration;

use crate::command::input::{Pointer, UserInput};

/// The longest time between two presses of a double click: the default of desktops.
const TOGETHER: Duration = Duration::from_millis(500);

/// The presses so far.
#[derive(Debug, Default)]
pub(super) struct Clicks {
    last: Option<MousePress>,
}

#[derive(Debug)]
struct MousePress {
    cell: (u16, u16),
    at: Duration,
    clicks: u8,
}

impl Clicks {
    /// The input, with the number of clicks in a press; `now` is the time since some start.
    pub(super) fn count(&mut self, input: UserInput, now: Duration) -> UserInput {
        match input {
            UserInput::Mouse(Pointer::Press { .. }, x, y) => {
                let cell = (x, y);
                let last = self.last.take();
                let last = last
                    .filter(|last| last.cell == cell && now.saturating_sub(last.at) <= TOGETHER);
                let clicks = last.map_or(1, |last| last.clicks.saturating_add(1));
                let at = now;
                self.last = Some(MousePress { cell, at, clicks });
                UserInput::Mouse(Pointer::Press { clicks }, x, y)
            }
            UserInput::Mouse(Pointer::Release, ..) => input,
            _ => {
                self.last = None;
                input
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AWAY: UserInput = UserInput::Mouse(Pointer::WheelDown, 0, 0);
    const UP: UserInput = UserInput::Mouse(Pointer::Release, 3, 4);

    fn down(x: u16) -> UserInput {
        UserInput::Mouse(Pointer::PRESS, x, 4)
    }

    /// The numbers of clicks in inputs at times in milliseconds.
    #[track_caller]
    fn check(inputs: &[(u64, UserInput)], expected: &[u8]) {
        let mut clicks = Clicks::default();
        let counted = inputs.iter().filter_map(|(at, input)| {
            match clicks.count(input.clone(), Duration::from_millis(*at)) {
                UserInput::Mouse(Pointer::Press { clicks }, ..) => Some(clicks),
                _ => None,
            }
        });
        assert_eq!(counted.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn presses_of_one_cell_shortly_after_each_other_are_counted() {
        check(&[(0, down(3)), (50, UP), (200, down(3))], &[1, 2]);
        check(&[(0, down(3)), (400, down(3)), (800, down(3))], &[1, 2, 3]);
        check(&[(0, down(3)), (501, down(3))], &[1, 1]);
        check(&[(0, down(3)), (100, down(2)), (200, down(3))], &[1, 1, 1]);
        check(&[(0, down(3)), (100, AWAY), (200, down(3))], &[1, 1]);
    }
}
