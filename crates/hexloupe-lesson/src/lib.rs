//! What a learner is told and asked, and what a wrong answer tells of the learner.
//!
//! A lesson is a file of steps (`script`), one of the course or a teacher's own; while it is played
//! (`player`), this room knows no panes: it is told what was done there, and says what they are to
//! show. How far the learner has come is kept as lines (`progress`).
//!
//! Apart from lessons, a skill (`skill`) makes questions (`question`), by a seed (`dice`) and as hard
//! as it is wanted (`level`): the same seed gives the same questions, and a drill asks again what
//! went wrong (`drill`). What is typed is judged by what it means (`reply`). A wrong answer, in a
//! lesson too, is run against the procedures that learners have been seen to use (`misconception`),
//! so that it can be said what was done, and not only that it is wrong; in the end the way to the
//! answer is told with the actual digits (`solution`). All that is said is data in every language
//! ([`language`](hexloupe_text::language)). Invariant: each question has one right answer, which no
//! misconception gives.

pub mod course;
mod dice;
pub mod drill;
pub mod level;
pub mod misconception;
pub mod player;
pub mod progress;
pub mod question;
pub mod reply;
pub mod script;
pub mod skill;
pub mod solution;
pub mod strip;
