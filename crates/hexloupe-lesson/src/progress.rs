//! The progress of a learner in each lesson.
//!
//! It is stored as lines: the step, `done` or `-`, the name of the lesson. Invariant: an unreadable
//! line is left out, and the others are kept.

use hexloupe_explain::language::Language;
use hexloupe_explain::texts::lesson::progress as texts;

/// The progress of a learner in a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonProgress {
    /// The name of a lesson of the course, or the path of a file.
    pub lesson: String,
    /// The number of the step, from 0.
    pub step: usize,
    /// True if the end was reached, at any time.
    pub is_done: bool,
}

impl LessonProgress {
    /// The same in two words, for a lesson of `steps` steps.
    pub fn said(&self, steps: usize, language: Language) -> String {
        if self.is_done {
            return texts::DONE.get(language).to_owned();
        }
        let places = [
            ("step", (self.step + 1).to_string()),
            ("steps", steps.to_string()),
        ];
        texts::AT.filled(language, &places)
    }
}

/// The progress of a learner in all lessons; the lesson played last stands last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CourseProgress {
    lessons: Vec<LessonProgress>,
}

/// The largest number of lessons that are stored.
const MOST: usize = 200;

impl CourseProgress {
    /// Parses a text of lines.
    pub fn parse(text: &str) -> Self {
        let mut progress = Self::default();
        for line in text.lines() {
            let mut words = line.splitn(3, ' ');
            let (Some(step), Some(done), Some(lesson)) = (words.next(), words.next(), words.next())
            else {
                continue;
            };
            if let (Ok(step), "done" | "-") = (step.parse(), done) {
                progress.reach(lesson, step, done == "done");
            }
        }
        progress
    }

    /// The lines.
    pub fn text(&self) -> String {
        let line = |one: &LessonProgress| {
            let done = if one.is_done { "done" } else { "-" };
            format!("{} {done} {}\n", one.step, one.lesson)
        };
        self.lessons.iter().map(line).collect()
    }

    /// Notes a step. A lesson that was done stays done.
    pub fn reach(&mut self, lesson: &str, step: usize, is_done: bool) {
        if lesson.is_empty() || lesson.contains(['\n', '\r']) {
            return;
        }
        let was_done = self.lesson(lesson).is_some_and(|before| before.is_done);
        self.lessons.retain(|one| one.lesson != lesson);
        if self.lessons.len() >= MOST {
            self.lessons.remove(0);
        }
        self.lessons.push(LessonProgress {
            lesson: lesson.to_owned(),
            step,
            is_done: is_done || was_done,
        });
    }

    /// The progress of the learner in a lesson.
    pub fn lesson(&self, lesson: &str) -> Option<&LessonProgress> {
        self.lessons.iter().find(|one| one.lesson == lesson)
    }

    /// The lesson played last.
    pub fn last(&self) -> Option<&LessonProgress> {
        self.lessons.last()
    }

    /// The lessons that differ from an earlier state.
    #[must_use]
    pub fn since(&self, before: &Self) -> Self {
        let is_new = |one: &&LessonProgress| before.lesson(&one.lesson) != Some(one);
        Self {
            lessons: self.lessons.iter().filter(is_new).cloned().collect(),
        }
    }

    /// Copies the lessons of `newer`, which are newer than these.
    pub fn merge(&mut self, newer: &Self) {
        for one in &newer.lessons {
            self.reach(&one.lesson, one.step, one.is_done);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_text_is_read_back() {
        let mut progress = CourseProgress::default();
        progress.reach("bits", 3, false);
        progress.reach("/home/a b/my lesson.toml", 0, true);
        progress.reach("bits", 5, true);
        progress.reach("bits", 1, false);
        let text = progress.text();
        assert_eq!(text, "0 done /home/a b/my lesson.toml\n1 done bits\n");
        assert_eq!(CourseProgress::parse(&text), progress);
        assert_eq!(progress.last().unwrap().lesson, "bits");
        assert!(progress.lesson("bits").unwrap().is_done);
    }

    #[test]
    fn unreadable_lines_are_left_out() {
        let text = "x done bits\n\u{0}\n3\n3 maybe bits\n-1 done bits\n2 - ascii\n\n";
        let progress = CourseProgress::parse(text);
        assert_eq!(progress.text(), "2 - ascii\n");
        let mut progress = CourseProgress::default();
        progress.reach("a\nb", 1, true);
        assert_eq!(progress, CourseProgress::default());
        for number in 0..1000 {
            progress.reach(&number.to_string(), 0, false);
        }
        assert_eq!(progress.text().lines().count(), MOST);
    }
}
