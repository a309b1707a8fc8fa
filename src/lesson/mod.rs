//! What a learner is asked, and what a wrong answer tells of the learner.
//!
//! A skill (`skill`) makes questions (`question`), by a seed (`dice`): the same seed gives the same
//! questions. A wrong answer is run against the procedures that learners have been seen to use
//! (`misconception`), so that it can be said what was done, and not only that it is wrong. All
//! that is said is data in every language ([`language`](crate::language)). What is typed is judged by what it means
//! (`reply`), and a drill asks again what went wrong (`drill`). Invariant: each question has one right
//! answer, which no misconception gives.

pub mod course;
mod dice;
pub mod drill;
pub mod misconception;
pub mod player;
pub mod progress;
pub mod question;
pub mod reply;
pub mod script;
pub mod skill;
pub mod strip;
