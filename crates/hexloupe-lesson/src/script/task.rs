//! The task of a step, and the texts for each answer.
//!
//! A wrong answer that the lesson does not know is compared with the results of the procedures of
//! [`misconception`](crate::misconception), if the task names its subject. Invariant: the text for
//! a wrong answer is not the solution.

use super::ScriptAnswer;
use crate::misconception::diagnose;
use crate::notation::{self, AnswerNotation};
use crate::question::{self, Question};
use crate::reply;
use hexloupe_explain::language::Language;
use hexloupe_explain::texts::Texts;
use hexloupe_explain::texts::lesson::script::task as texts;

/// The most choices of a question.
pub(super) const MOST_CHOICES: usize = 4;

/// The task of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonTask {
    /// The right answer.
    pub answer: ScriptAnswer,
    /// The notation of typed bytes, or of a typed number.
    pub notation: AnswerNotation,
    /// The choices, if the answer is one.
    pub choices: Vec<String>,
    /// Two hints: where to look, and then nearly how.
    pub hints: [String; 2],
    /// The answer, with its reason.
    pub solution: String,
    /// The text added to a right answer.
    pub right: Option<String>,
    /// The texts for wrong answers that the lesson knows.
    pub wrong: Vec<(ScriptAnswer, String)>,
    /// The same as a question of a drill, if the lesson names its subject.
    pub question: Option<Question>,
}

/// The judgement of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// It is right.
    Right,
    /// It is wrong, with the mistake, if that is known.
    Wrong(Option<String>),
    /// It is no answer of the kind; with the form of an answer.
    Unreadable(Texts),
}

impl LessonTask {
    /// Judges a typed answer.
    pub fn judge(&self, typed: &str, language: Language) -> Reply {
        let meant = match self.read(typed.trim()) {
            Ok(meant) => meant,
            Err(form) => return Reply::Unreadable(form),
        };
        if meant.iter().any(|given| self.answer.takes(given)) {
            return Reply::Right;
        }
        Reply::Wrong(meant.iter().find_map(|given| self.why(given, language)))
    }

    /// Judges an action with the keys.
    pub fn judge_deed(&self, done: &ScriptAnswer, language: Language) -> Reply {
        if self.answer.takes(done) {
            Reply::Right
        } else {
            Reply::Wrong(self.why(done, language))
        }
    }

    /// The mistake behind a wrong answer, if it is known.
    fn why(&self, given: &ScriptAnswer, language: Language) -> Option<String> {
        let own = self.wrong.iter().find(|(wrong, _)| wrong.takes(given));
        if let Some((_, says)) = own {
            return Some(says.clone());
        }
        let question = self.question.as_ref()?;
        let meant = match given {
            ScriptAnswer::Bytes(bytes) => question::Answer::Bytes(bytes.clone()),
            ScriptAnswer::CodePoint(value) => question::Answer::CodePoint(*value),
            _ => return None,
        };
        diagnose(question, &meant).map(|row| row.text(language).to_owned())
    }

    /// All possible meanings of a typed answer, or what to type instead.
    fn read(&self, typed: &str) -> Result<Vec<ScriptAnswer>, Texts> {
        let of_drill = |meant: Result<Vec<question::Answer>, Texts>| {
            let own = meant?.into_iter().map(|answer| match answer {
                question::Answer::Bytes(bytes) => ScriptAnswer::Bytes(bytes),
                question::Answer::CodePoint(value) => ScriptAnswer::CodePoint(value),
                question::Answer::Offset(number) => ScriptAnswer::Number(number),
                question::Answer::Choice(number) => ScriptAnswer::Choice(number),
            });
            Ok(own.collect())
        };
        match &self.answer {
            ScriptAnswer::Bytes(right) => {
                of_drill(notation::bytes(typed, self.notation, right.len()))
            }
            ScriptAnswer::CodePoint(_) => of_drill(notation::code_point(typed)),
            ScriptAnswer::Number(_) => of_drill(notation::number(typed, self.notation)),
            ScriptAnswer::Choice(_) => self
                .choice(typed)
                .map(|number| vec![number])
                .ok_or(reply::CHOICE),
            ScriptAnswer::At(_)
            | ScriptAnswer::Made(_)
            | ScriptAnswer::ReadAs(_)
            | ScriptAnswer::Pressed(_) => Err(texts::FORM_PRESSED),
        }
    }

    /// Reports whether a typed character begins an answer, so that it is no key of the panes.
    pub fn begins(&self, typed: char) -> bool {
        let typed = notation::narrow(typed);
        let is_digit = typed.is_ascii_hexdigit();
        match self.answer {
            ScriptAnswer::Choice(_) => {
                typed.is_ascii_digit()
                    || reply::choice_of_letter(&typed.to_string()).is_some_and(|n| n < MOST_CHOICES)
            }
            ScriptAnswer::Bytes(_) | ScriptAnswer::Number(_) => {
                is_digit || "авсеАВСЕ".contains(typed)
            }
            ScriptAnswer::CodePoint(_) => typed.is_alphanumeric(),
            ScriptAnswer::At(_)
            | ScriptAnswer::Made(_)
            | ScriptAnswer::ReadAs(_)
            | ScriptAnswer::Pressed(_) => false,
        }
    }

    /// The keys that an answer begins with, as the heading of the strip shows them; none if it is
    /// given with the keys of the panes.
    pub fn keys(&self) -> Option<String> {
        match (&self.answer, self.notation) {
            (ScriptAnswer::Choice(_), _) => {
                let last = reply::letter(self.choices.len().saturating_sub(1));
                Some(format!("a-{last}"))
            }
            (ScriptAnswer::Bytes(_), AnswerNotation::Bits) => Some("0 1".to_owned()),
            (ScriptAnswer::Bytes(_), _) => Some("0-9 A-F".to_owned()),
            (ScriptAnswer::Number(_), AnswerNotation::Hex) => Some("0x 0-9 A-F".to_owned()),
            (ScriptAnswer::Number(_), _) => Some("0-9".to_owned()),
            (ScriptAnswer::CodePoint(_), _) => Some("U+".to_owned()),
            _ => None,
        }
    }

    /// The letter of a choice, or its words.
    fn choice(&self, typed: &str) -> Option<ScriptAnswer> {
        let wanted = typed.to_lowercase();
        let meant = |number: &usize| {
            let words = self.choices[*number].to_lowercase();
            reply::choice_of_letter(typed) == Some(*number) || wanted == words
        };
        (0..self.choices.len())
            .find(meant)
            .map(ScriptAnswer::Choice)
    }

    /// The form of an answer.
    pub const fn form(&self) -> Texts {
        match self.answer {
            ScriptAnswer::Bytes(_) => self.notation.form_of_bytes(),
            ScriptAnswer::CodePoint(_) => reply::CODE_POINT,
            ScriptAnswer::Number(_) => self.notation.form_of_number(),
            ScriptAnswer::Choice(_) => reply::CHOICE,
            ScriptAnswer::At(_)
            | ScriptAnswer::Made(_)
            | ScriptAnswer::ReadAs(_)
            | ScriptAnswer::Pressed(_) => texts::FORM_PRESSED,
        }
    }
}
