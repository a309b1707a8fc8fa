//! A lesson in progress: the place of the learner, and the last message.
//!
//! It knows no panes: their owner reports the state of the panes, and shows its [`Scene`].
//! Invariant: a step with a task is left only after it was solved, or its solution was shown.

use std::collections::BTreeSet;

use super::course::{LESSONS, Lesson};
use super::question::{self, GivenData};
use super::script::{LessonScript, LessonStep, LessonTask, Reply, Scene, ScriptAnswer};
use hexloupe_explain::explain::derivation::DerivationDirection;
use hexloupe_explain::language::Language;
use hexloupe_explain::texts::Texts;
use hexloupe_explain::texts::lesson::player as texts;
use hexloupe_text::codec::Encoding;
use hexloupe_text::unicode::line_ends;

/// The source of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LessonOrigin {
    /// The course, by its number from 0.
    Course(usize),
    /// A file, by its path.
    File(String),
}

impl LessonOrigin {
    /// Its name in the file of progress.
    pub fn name(&self) -> &str {
        match self {
            Self::Course(number) => LESSONS.get(*number).map_or("", |lesson| lesson.id),
            Self::File(path) => path,
        }
    }

    /// The number of the lesson that follows in the course.
    pub fn next(&self) -> Option<usize> {
        match self {
            Self::Course(number) => Some(number + 1).filter(|next| *next < LESSONS.len()),
            Self::File(_) => None,
        }
    }
}

/// The last message, and its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonMessage {
    /// The kind of the message.
    pub kind: SaidKind,
    /// The text of the message.
    pub text: String,
}

/// The kinds of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaidKind {
    /// The answer was right.
    Right,
    /// The answer was wrong, or could not be read.
    Wrong,
    /// A hint, or the solution.
    Help,
}

/// The current state of the panes.
#[derive(Debug, Clone, Copy)]
pub struct PanesNow<'a> {
    /// The offset of the cursor.
    pub cursor: u64,
    /// The bytes.
    pub bytes: &'a [u8],
    /// The encoding they are read in.
    pub encoding: &'static Encoding,
}

/// The action that follows a key of the lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonAction {
    /// Show the scene in the panes.
    Show,
    /// Ask for an answer.
    Ask,
    /// Nothing: there is a new message.
    Stay,
    /// Continue with the lesson of the course with this number.
    Follow(usize),
    /// End: there is no other lesson.
    End,
}

/// The result of a typed answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerStatus {
    /// It was judged.
    Judged,
    /// It could not be read, and may be corrected.
    Unreadable,
}

/// A lesson in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The source of the lesson.
    pub origin: LessonOrigin,
    /// The lesson.
    pub script: LessonScript,
    /// The language of texts that the program adds.
    pub language: Language,
    /// The number of the step; that of the end is the number of steps.
    step: usize,
    is_solved: bool,
    /// The numbers of all steps that were solved.
    solved: BTreeSet<usize>,
    hints: usize,
    said: Option<LessonMessage>,
    /// The sequence whose solution is shown step by step.
    worked: Option<Scene>,
}

impl Player {
    /// A lesson from a step on; from the start, if it has no such step.
    pub fn new(
        origin: LessonOrigin,
        script: LessonScript,
        language: Language,
        step: usize,
    ) -> Self {
        let step = if step < script.steps.len() { step } else { 0 };
        Self {
            origin,
            script,
            language,
            step,
            is_solved: false,
            solved: BTreeSet::new(),
            hints: 0,
            said: None,
            worked: None,
        }
    }

    /// A lesson of the course.
    pub fn of_course(
        number: usize,
        language: Language,
        step: usize,
        is_command: &dyn Fn(&str) -> bool,
    ) -> Option<Self> {
        let lesson: Lesson = *LESSONS.get(number)?;
        let script = lesson.script(language, is_command).ok()?;
        let mut player = Self::new(LessonOrigin::Course(number), script, language, step);
        player.greet(lesson);
        Some(player)
    }

    /// Says that the lesson is in English, if it has no translation.
    fn greet(&mut self, lesson: Lesson) {
        if !lesson.is_in(self.language) {
            self.say(SaidKind::Help, texts::IN_ENGLISH.get(self.language));
        }
    }

    /// The number of the step, from 0; the end counts as one.
    pub fn number(&self) -> usize {
        self.step
    }

    /// The step; none at the end.
    pub fn step(&self) -> Option<&LessonStep> {
        self.script.steps.get(self.step)
    }

    /// The task that is not solved yet.
    pub fn task(&self) -> Option<&LessonTask> {
        self.step()?.task.as_ref().filter(|_| !self.is_solved)
    }

    /// The scene for the panes; none at the end, where they stay unchanged.
    pub fn scene(&self) -> Option<&Scene> {
        if self.worked.is_some() {
            return self.worked.as_ref();
        }
        Some(&self.step()?.scene)
    }

    /// The last message.
    pub fn said(&self) -> Option<&LessonMessage> {
        self.said.as_ref()
    }

    /// Continues, if nothing is left to do here.
    pub fn go_on(&mut self, now: &PanesNow<'_>) -> LessonAction {
        let Some(task) = self.task() else {
            return self.forward();
        };
        if task.answer.is_typed() {
            return LessonAction::Ask;
        }
        let reply = done(&task.answer, now).map(|done| task.judge_deed(&done, self.language));
        match reply {
            Some(Reply::Wrong(None)) => {
                let text = not_yet(task, now, self.language);
                self.say(SaidKind::Wrong, &text);
            }
            Some(reply) => self.receive_reply(reply, texts::NOT_YET),
            None => self.say(SaidKind::Wrong, texts::NOT_YET.get(self.language)),
        }
        LessonAction::Stay
    }

    fn forward(&mut self) -> LessonAction {
        if self.step >= self.script.steps.len() {
            return self
                .origin
                .next()
                .map_or(LessonAction::End, LessonAction::Follow);
        }
        self.go_to(self.step + 1)
    }

    /// Goes back one step.
    pub fn back(&mut self) -> LessonAction {
        self.go_to(self.step.saturating_sub(1))
    }

    fn go_to(&mut self, step: usize) -> LessonAction {
        if self.is_solved {
            self.solved.insert(self.step);
        }
        self.step = step.min(self.script.steps.len());
        self.is_solved = self.solved.contains(&self.step);
        (self.hints, self.said) = (0, None);
        self.worked = None;
        LessonAction::Show
    }

    /// Restores bytes and cursor as at the start of the step.
    pub fn restore(&mut self) {
        self.worked = None;
    }

    /// The direction of the solution that is shown step by step, if there is one.
    pub fn worked(&self) -> Option<DerivationDirection> {
        self.worked.as_ref()?;
        self.sequence().map(|(_, _, direction)| direction)
    }

    /// Reports whether the solution can be shown step by step.
    pub fn has_steps(&self) -> bool {
        self.sequence().is_some()
    }

    /// The sequence that the task is about, and the direction.
    fn sequence(&self) -> Option<(&[u8], &'static Encoding, DerivationDirection)> {
        let question = self.step()?.task.as_ref()?.question.as_ref()?;
        match (&question.given, &question.answer) {
            (GivenData::CodePoint(_), question::Answer::Bytes(bytes)) => {
                Some((bytes, question.encoding, DerivationDirection::Encode))
            }
            (GivenData::Bytes(bytes), _) => {
                Some((bytes, question.encoding, DerivationDirection::Decode))
            }
            _ => None,
        }
    }

    /// Gives the next hint; after the last one the solution, and then the steps that lead to it.
    pub fn help(&mut self) -> LessonAction {
        let Some(task) = self.step().and_then(|step| step.task.as_ref()) else {
            self.say(SaidKind::Help, texts::NO_TASK.get(self.language));
            return LessonAction::Stay;
        };
        let text = task.hints.get(self.hints).unwrap_or(&task.solution).clone();
        if self.hints > task.hints.len()
            && let Some((bytes, encoding, _)) = self.sequence()
        {
            self.worked = Some(Scene::new(bytes, encoding));
            return LessonAction::Show;
        }
        self.is_solved |= self.hints >= task.hints.len();
        self.hints += 1;
        self.say(SaidKind::Help, &text);
        LessonAction::Stay
    }

    /// Reports whether the solution was shown.
    pub fn is_told(&self) -> bool {
        let task = self.step().and_then(|step| step.task.as_ref());
        task.is_some_and(|task| self.hints > task.hints.len())
    }

    /// Takes a typed answer.
    pub fn answer(&mut self, typed: &str) -> AnswerStatus {
        let Some(task) = self.task() else {
            return AnswerStatus::Judged;
        };
        let reply = task.judge(typed, self.language);
        let taken = match reply {
            Reply::Unreadable(_) => AnswerStatus::Unreadable,
            Reply::Right | Reply::Wrong(_) => AnswerStatus::Judged,
        };
        self.receive_reply(reply, texts::WRONG);
        taken
    }

    /// Notes the state of the panes; returns true if it solves the task.
    pub fn notice(&mut self, now: &PanesNow<'_>) -> bool {
        let Some(task) = self.task() else {
            return false;
        };
        let done = done(&task.answer, now);
        self.solved_by(done)
    }

    /// Notes a command that was run.
    pub fn notice_command(&mut self, name: &str) -> bool {
        self.solved_by(Some(ScriptAnswer::Pressed(name.to_owned())))
    }

    fn solved_by(&mut self, done: Option<ScriptAnswer>) -> bool {
        let language = self.language;
        let judged = self.task().zip(done);
        let judged = judged.map(|(task, done)| task.judge_deed(&done, language));
        let is_right = judged == Some(Reply::Right);
        if is_right {
            self.receive_reply(Reply::Right, texts::RIGHT);
        }
        is_right
    }

    fn receive_reply(&mut self, reply: Reply, unknown: Texts) {
        let language = self.language;
        match reply {
            Reply::Right => {
                let added = self.task().and_then(|task| task.right.as_deref());
                let right = texts::RIGHT.get(language);
                let text = line_ends::joined(std::iter::once(right).chain(added));
                self.is_solved = true;
                self.say(SaidKind::Right, &text);
            }
            Reply::Wrong(why) => {
                let text = why.unwrap_or_else(|| unknown.get(language).to_owned());
                self.say(SaidKind::Wrong, &text);
            }
            Reply::Unreadable(form) => self.say(SaidKind::Wrong, form.get(language)),
        }
    }

    fn say(&mut self, kind: SaidKind, text: &str) {
        self.said = Some(LessonMessage {
            kind,
            text: text.to_owned(),
        });
    }
}

/// The message to an action that is not the right one yet; it reads the bits of a single byte.
fn not_yet(task: &LessonTask, now: &PanesNow<'_>, language: Language) -> String {
    match (&task.answer, now.bytes) {
        (ScriptAnswer::Made(wanted), [byte]) if wanted.len() == 1 => {
            let places = [
                ("bits", format!("{byte:08b}")),
                ("number", byte.to_string()),
            ];
            texts::NOT_YET_BITS.filled(language, &places)
        }
        _ => texts::NOT_YET.get(language).to_owned(),
    }
}

/// The state of the panes, as an answer of a kind.
fn done(kind: &ScriptAnswer, now: &PanesNow<'_>) -> Option<ScriptAnswer> {
    match kind {
        ScriptAnswer::At(_) => Some(ScriptAnswer::At(vec![now.cursor])),
        ScriptAnswer::Made(_) => Some(ScriptAnswer::Made(now.bytes.to_vec())),
        ScriptAnswer::ReadAs(_) => Some(ScriptAnswer::ReadAs(now.encoding)),
        ScriptAnswer::Bytes(_)
        | ScriptAnswer::CodePoint(_)
        | ScriptAnswer::Number(_)
        | ScriptAnswer::Choice(_)
        | ScriptAnswer::Pressed(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_without_a_translation_says_so() {
        let english = Lesson {
            files: &LESSONS[0].files[..1],
            ..LESSONS[0]
        };
        for language in Language::ALL {
            let mut player = Player::of_course(0, language, 0, &|_| true).unwrap();
            assert!(player.said().is_none());
            player.greet(english);
            assert_eq!(player.said().is_some(), language != Language::English);
        }
    }
}
