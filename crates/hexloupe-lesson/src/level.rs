//! The difficulty of a question, and the ladder that leads a learner to harder ones.
//!
//! Two right answers in a row lead one level up, a wrong one leads one level down. Invariant: a
//! ladder never moves by more than one level at a time, and the next step up needs two right
//! answers again.

/// The difficulty of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Difficulty {
    /// For a beginning: the plain case, short.
    #[default]
    Easy,
    /// The common case.
    Middle,
    /// The long ones, and values at the edges.
    Hard,
}

impl Difficulty {
    /// All, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Middle, Self::Hard];

    /// Its name in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Middle => "middle",
            Self::Hard => "hard",
        }
    }

    /// The level of the question at `place` on a sheet of `of` questions, which goes from easy to
    /// hard.
    pub const fn at(place: usize, of: usize) -> Self {
        match place.saturating_mul(3).checked_div(of) {
            None | Some(0) => Self::Easy,
            Some(1) => Self::Middle,
            Some(_) => Self::Hard,
        }
    }

    const fn up(self) -> Self {
        match self {
            Self::Easy => Self::Middle,
            Self::Middle | Self::Hard => Self::Hard,
        }
    }

    const fn down(self) -> Self {
        match self {
            Self::Easy | Self::Middle => Self::Easy,
            Self::Hard => Self::Middle,
        }
    }
}

/// The number of right answers in a row that lead up.
const ROW: u8 = 2;

/// The level of a learner in a skill, by the latest answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Ladder {
    level: Difficulty,
    /// Right answers since the level or the row began.
    right: u8,
}

impl Ladder {
    /// The level of the next question.
    pub(super) const fn level(self) -> Difficulty {
        self.level
    }

    /// Notes an answer.
    pub(super) const fn answered(&mut self, rightly: bool) {
        if !rightly {
            self.level = self.level.down();
            self.right = 0;
            return;
        }
        self.right += 1;
        if self.right == ROW {
            self.level = self.level.up();
            self.right = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The levels after each of some answers, with `+` for a right one.
    fn levels(answers: &str) -> String {
        let mut ladder = Ladder::default();
        let level = |answer| {
            ladder.answered(answer == '+');
            ladder.level().id().chars().next().unwrap_or_default()
        };
        answers.chars().map(level).collect()
    }

    #[test]
    fn two_right_ones_in_a_row_lead_up_and_a_wrong_one_leads_down() {
        assert_eq!(levels("++"), "em");
        assert_eq!(levels("++++"), "emmh");
        assert_eq!(levels("++-"), "eme");
        assert_eq!(levels("++++-++"), "emmhmmh");
        // A wrong one between them: no row.
        assert_eq!(levels("+-+-+"), "eeeee");
        assert_eq!(levels("+++-"), "emme");
        // There is nothing above hard or below easy.
        assert_eq!(levels("++++++-"), "emmhhhm");
        assert_eq!(levels("---+"), "eeee");
    }

    /// All courses of ten answers: one level at a time, up only after two right ones in a row,
    /// down after every wrong one.
    #[test]
    fn a_ladder_moves_by_one_level_and_only_for_its_reasons() {
        for course in 0..1_u32 << 10 {
            let answers: Vec<bool> = (0..10).map(|bit| course >> bit & 1 == 1).collect();
            let mut ladder = Ladder::default();
            for (place, rightly) in answers.iter().enumerate() {
                let before = ladder.level();
                ladder.answered(*rightly);
                let after = ladder.level();
                let row = place > 0 && *rightly && answers[place - 1];
                match (before as i8, after as i8) {
                    (a, b) if b == a + 1 => assert!(row, "{answers:?}"),
                    (a, b) if b == a - 1 => assert!(!rightly, "{answers:?}"),
                    (a, b) => assert!(a == b && (*rightly || a == 0), "{answers:?}"),
                }
            }
        }
    }

    #[test]
    fn a_sheet_goes_from_easy_to_hard() {
        for count in 1..50 {
            let levels: Vec<Difficulty> = (0..count)
                .map(|place| Difficulty::at(place, count))
                .collect();
            assert!(levels.is_sorted(), "{levels:?}");
            assert_eq!(levels[0], Difficulty::Easy);
            for level in Difficulty::ALL.into_iter().filter(|_| count > 2) {
                let share = levels.iter().filter(|one| **one == level).count();
                assert!(share.abs_diff(count / 3) <= 1, "{count}");
            }
        }
        assert_eq!(Difficulty::at(0, 0), Difficulty::Easy);
    }
}
