//! A lesson as its file defines it: steps, with the contents of the panes and the tasks.
//!
//! `assets/lessons/README.md` describes the file; [`read`] reads one and reports its mistakes.
//! Invariant: a script that was read can be played to its end: each answer can be given, each step
//! fits the strip, and no wrong answer is the right one.

mod answer;
mod asked;
mod file;
mod mistake;
mod scene;
mod task;
#[cfg(test)]
mod tests;

pub use answer::ScriptAnswer;
pub use file::read;
pub use mistake::ScriptMistake;
pub use scene::{LessonUnit, Scene, SceneCover, ScenePane};
pub use task::{LessonTask, Reply};

/// The largest number of steps of a lesson.
pub const MOST_STEPS: usize = 40;
/// The largest number of bytes that a step shows.
pub const MOST_BYTES: usize = 64 * 1024;

/// A lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonScript {
    /// The subject, in a few words.
    pub title: String,
    /// The subject, in a line.
    pub about: String,
    /// The things that the learner can do after it.
    pub able: String,
    /// Its steps; at least one.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonStep {
    /// The text shown to the learner.
    pub text: String,
    /// The contents of the panes.
    pub scene: Scene,
    /// The task, if there is one.
    pub task: Option<LessonTask>,
}
