//! Lessons, drills, and the diagnosis of wrong answers.
//!
//! A lesson is a file of steps (`script`), one of the course or a teacher's own. While it is played
//! (`player`), this crate knows no panes: its caller reports the state of the panes and shows the
//! scene of a step. The progress of a learner is stored as lines (`progress`).
//!
//! Apart from lessons, a skill (`skill`) makes questions (`question`) by a seed (`dice`) and at a
//! level of difficulty (`level`). The same seed gives the same questions, and a drill repeats
//! questions that went wrong (`drill`). A typed reply is judged by its meaning (`reply`), in the
//! notation that was asked for (`notation`). A wrong
//! answer, in a lesson too, is compared with the results of procedures that learners are known to
//! use (`misconception`). So the learner sees which mistake was made, and not only that the answer
//! is wrong. In the end the way to the answer is shown with the actual digits (`solution`). All
//! texts are data in every language ([`language`](hexloupe_explain::language)). Invariant: each
//! question has one right answer, which no misconception gives.

pub mod course;
mod dice;
pub mod drill;
pub mod level;
pub mod misconception;
pub mod notation;
pub mod player;
pub mod progress;
pub mod question;
pub mod reply;
pub mod script;
pub mod skill;
pub mod solution;
pub mod strip;
