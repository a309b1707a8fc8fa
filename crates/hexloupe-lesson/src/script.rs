//! A lesson as its file says it: steps, with what the panes show and what is asked.
//!
//! `assets/lessons/README.md` describes the file; [`read`] reads one and says where it is wrong.
//! Invariant: a script that was read can be played to its end: each answer is one that can be
//! given, each step fits the strip, and no wrong answer is the right one.

mod answer;
mod asked;
mod file;
mod mistake;
mod scene;
mod task;
#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use file::read;
pub use mistake::Mistake;
pub use scene::{Cover, Pane, Scene, Unit};
pub use task::{Reply, Task};

/// The most steps of a lesson.
pub const MOST_STEPS: usize = 40;
/// The most bytes that a step shows.
pub const MOST_BYTES: usize = 64 * 1024;

/// A lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// What it is about, in a few words.
    pub title: String,
    /// What it is about, in a line.
    pub about: String,
    /// What the learner can do after it.
    pub able: String,
    /// Its steps; at least one.
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What is said.
    pub text: String,
    /// What the panes show.
    pub scene: Scene,
    /// What is asked, if something is.
    pub task: Option<Task>,
}
