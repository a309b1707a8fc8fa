//! The file of a lesson, read field by field.
//!
//! Invariant: all mistakes of a file that is TOML are found at once, each with its place.

use std::ops::Range;

use serde::Deserialize;
use toml::{Spanned, Value};

use super::answer::{KINDS, encoding, from_hex};
use super::asked;
use super::mistake::Mistakes;
use super::task::MOST_CHOICES;
use super::{
    LessonScript, LessonStep, LessonTask, LessonUnit, MOST_BYTES, MOST_STEPS, Scene, SceneCover,
    ScenePane, ScriptAnswer, ScriptMistake,
};
use crate::notation::AnswerNotation;
use crate::question::{self, Question};
use crate::strip;
use hexloupe_text::codec::{CodecState, Encoding, table};
use hexloupe_text::unicode::glyph::{self, Charset};
use hexloupe_text::unicode::line_ends;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFileForm {
    title: Spanned<String>,
    about: Spanned<String>,
    able: Spanned<String>,
    #[serde(default)]
    step: Vec<Spanned<StepForm>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StepForm {
    text: Spanned<String>,
    data: Option<Spanned<String>>,
    bytes: Option<Spanned<String>>,
    encoding: Option<Spanned<String>>,
    read_as: Option<Spanned<String>>,
    cursor: Option<Spanned<u64>>,
    focus: Option<Spanned<String>>,
    unit: Option<Spanned<String>>,
    cover: Option<Spanned<String>>,
    question: Option<Spanned<TaskForm>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskForm {
    kind: Spanned<String>,
    answer: Spanned<Value>,
    hints: Spanned<Vec<Spanned<String>>>,
    solution: Spanned<String>,
    right: Option<Spanned<String>>,
    #[serde(default)]
    wrong: Vec<WrongForm>,
    #[serde(default)]
    choices: Vec<Spanned<String>>,
    notation: Option<Spanned<String>>,
    of: Option<Spanned<String>>,
    skill: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrongForm {
    answer: Spanned<Value>,
    says: Spanned<String>,
}

/// Reads a lesson; `is_command` reports whether a name is that of a command.
///
/// # Errors
/// The mistakes of the file, in its order.
pub fn read(
    text: &str,
    is_command: &dyn Fn(&str) -> bool,
) -> Result<LessonScript, Vec<ScriptMistake>> {
    let mut reader = ScriptReader {
        mistakes: Mistakes::new(text),
        is_command,
    };
    let form: LessonFileForm = match toml::from_str(text) {
        Ok(form) => form,
        Err(error) => {
            let message = error.message().trim().replace('\n', ", ");
            reader.mistakes.add(error.span().unwrap_or(0..0), message);
            return Err(reader.mistakes.all());
        }
    };
    let script = reader.script(&form);
    match script {
        Some(script) if reader.mistakes.is_empty() => Ok(script),
        _ => Err(reader.mistakes.all()),
    }
}

/// A text without line ends.
fn in_a_line(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let words = line.split_ascii_whitespace();
        words.collect::<Vec<_>>().join(" ")
    });
    let lines: Vec<String> = lines.collect();
    line_ends::joined(lines.iter().map(String::as_str))
}

/// The state of checking while a file is read.
struct ScriptReader<'a> {
    mistakes: Mistakes<'a>,
    is_command: &'a dyn Fn(&str) -> bool,
}

impl ScriptReader<'_> {
    fn wrong(&mut self, span: Range<usize>, what: impl Into<String>) {
        self.mistakes.add(span, what);
    }

    fn script(&mut self, form: &LessonFileForm) -> Option<LessonScript> {
        self.short(&form.title, 50);
        self.short(&form.about, 70);
        self.said(&form.able);
        match form.step.len() {
            0 => self.wrong(form.title.span(), "a lesson needs a [[step]]"),
            count if count > MOST_STEPS => self.wrong(
                form.step[MOST_STEPS].span(),
                format!("a lesson has at most {MOST_STEPS} steps; this one has {count}"),
            ),
            _ => {}
        }
        let mut steps: Vec<LessonStep> = Vec::new();
        for step in &form.step {
            let before = steps.last().map(|step| &step.scene);
            let scene = self.scene(step, before)?;
            let step = step.get_ref();
            let task = step.question.as_ref();
            let task = task.and_then(|task| self.task(task, &scene));
            self.fits(step, task.as_ref());
            if let Some(task) = &task {
                self.tells(step, form.title.get_ref(), task);
            }
            steps.push(LessonStep {
                text: step.text.get_ref().clone(),
                scene,
                task,
            });
        }
        Some(LessonScript {
            title: in_a_line(form.title.get_ref()),
            about: in_a_line(form.about.get_ref()),
            able: in_a_line(form.able.get_ref()),
            steps,
        })
    }

    /// A text of one line.
    fn short(&mut self, text: &Spanned<String>, most: usize) {
        let columns = glyph::columns(&glyph::safe(text.get_ref(), Charset::Unicode));
        if columns == 0 || columns > most {
            let what = format!("needs 1 to {most} columns, but has {columns}");
            self.wrong(text.span(), what);
        }
    }

    /// A text shown to the learner after the step's own.
    fn said(&mut self, text: &Spanned<String>) -> String {
        let lines = strip::wrap(text.get_ref(), strip::COLUMNS, Charset::Unicode).len();
        if !(1..=strip::SAID).contains(&lines) {
            let most = strip::SAID;
            let what = format!("has {lines} lines of the strip; 1 to {most} are allowed");
            self.wrong(text.span(), what);
        }
        text.get_ref().clone()
    }

    /// Checks that the text and its choices fit the strip.
    fn fits(&mut self, step: &StepForm, task: Option<&LessonTask>) {
        let choices = task.map_or(&[][..], |task| &task.choices);
        let text = step.text.get_ref();
        let lines = strip::lines(text, choices, strip::COLUMNS, Charset::Unicode).len();
        if !(1..=strip::TEXT).contains(&lines) {
            let most = strip::TEXT;
            let what =
                format!("has {lines} lines of the strip with its choices; the limit is {most}");
            self.wrong(step.text.span(), what);
        }
        if let Some(columns) = strip::too_long(text) {
            let most = strip::COLUMNS;
            let what = format!("has a table line of {columns} columns; the limit is {most}");
            self.wrong(step.text.span(), what);
        }
    }

    /// One of some names.
    fn name<T: Copy>(&mut self, name: Option<&Spanned<String>>, of: &[(&str, T)]) -> Option<T> {
        let name = name?;
        let found = of.iter().find(|(known, _)| known == name.get_ref());
        if found.is_none() {
            let known: Vec<_> = of.iter().map(|(known, _)| *known).collect();
            let what = format!("is not one of: {}", known.join(", "));
            self.wrong(name.span(), what);
        }
        found.map(|(_, value)| *value)
    }

    fn encoding(&mut self, label: &Spanned<String>) -> Option<&'static Encoding> {
        let found = encoding(label.get_ref());
        if found.is_none() {
            self.wrong(
                label.span(),
                "is not an encoding; hexloupe encodings lists them",
            );
        }
        found
    }

    fn scene(&mut self, step: &Spanned<StepForm>, before: Option<&Scene>) -> Option<Scene> {
        let span = step.span();
        let step = step.get_ref();
        let is_new = step.data.is_some() || step.bytes.is_some();
        let written = match &step.encoding {
            Some(label) => self.encoding(label)?,
            None if is_new => table::UTF_8,
            None => before.map_or(table::UTF_8, |scene| scene.encoding),
        };
        let bytes = match (&step.data, &step.bytes, before) {
            (Some(_), Some(bytes), _) => {
                self.wrong(bytes.span(), "a step has data or bytes, not both");
                return None;
            }
            (Some(data), None, _) => self.encoded(data, written)?,
            (None, Some(bytes), _) => self.hex(bytes)?,
            (None, None, Some(before)) => before.bytes.clone(),
            (None, None, None) => {
                self.wrong(span, "the first step needs data or bytes");
                return None;
            }
        };
        if bytes.is_empty() || bytes.len() > MOST_BYTES {
            let what = format!("a step shows 1 to {MOST_BYTES} bytes, here {}", bytes.len());
            self.wrong(span, what);
        }
        let encoding = match &step.read_as {
            Some(label) => self.encoding(label)?,
            None => written,
        };
        if let Some(cursor) = &step.cursor
            && *cursor.get_ref() >= bytes.len() as u64
        {
            let what = format!("there are {} bytes, the first has offset 0", bytes.len());
            self.wrong(cursor.span(), what);
        }
        Some(Scene {
            bytes,
            encoding,
            is_new,
            cursor: step.cursor.as_ref().map(|cursor| *cursor.get_ref()),
            focus: self.name(step.focus.as_ref(), &ScenePane::NAMED),
            unit: self.name(step.unit.as_ref(), &LessonUnit::NAMED),
            cover: self.name(step.cover.as_ref(), &SceneCover::NAMED),
        })
    }

    /// The bytes of a text.
    fn encoded(&mut self, text: &Spanned<String>, encoding: &'static Encoding) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut state = CodecState::default();
        for c in text.get_ref().chars() {
            if encoding.encode(&mut state, c, &mut bytes).is_err() {
                let what = format!("{} has no bytes for U+{:04X}", encoding.name, u32::from(c));
                self.wrong(text.span(), what);
                return None;
            }
        }
        Some(bytes)
    }

    fn hex(&mut self, digits: &Spanned<String>) -> Option<Vec<u8>> {
        let bytes = from_hex(digits.get_ref());
        if bytes.is_none() {
            self.wrong(
                digits.span(),
                "bytes are pairs of hex digits, such as \"D0 BC\"",
            );
        }
        bytes
    }

    fn task(&mut self, form: &Spanned<TaskForm>, scene: &Scene) -> Option<LessonTask> {
        let form = form.get_ref();
        let kinds = KINDS.map(|(name, read, looks)| (name, (read, looks)));
        let (read, looks) = self.name(Some(&form.kind), &kinds)?;
        let answer = self.answer(&form.answer, read, looks, scene)?;
        let choices: Vec<String> = { form.choices.iter() }
            .map(|choice| choice.get_ref().clone())
            .collect();
        self.choices(form, &answer)?;
        let mut wrong = Vec::new();
        for row in &form.wrong {
            let given = self.answer(&row.answer, read, looks, scene)?;
            let is_known = wrong.iter().any(|(known, _)| *known == given);
            if answer.takes(&given) {
                self.wrong(row.answer.span(), "is the right answer");
            } else if is_known {
                self.wrong(row.answer.span(), "is already a wrong answer above");
            } else if let ScriptAnswer::Choice(number) = given
                && number >= choices.len()
            {
                self.wrong(row.answer.span(), "there is no such choice");
            }
            wrong.push((given, self.said(&row.says)));
        }
        let hints: Vec<String> = { form.hints.get_ref().iter() }
            .map(|hint| self.said(hint))
            .collect();
        let Ok(hints) = <[String; 2]>::try_from(hints) else {
            self.wrong(form.hints.span(), "a question needs two hints");
            return None;
        };
        let question = self.question(form, &answer);
        let notation = self.notation(form, &answer);
        self.reveals(form, &answer, scene);
        Some(LessonTask {
            notation,
            choices,
            hints,
            solution: self.said(&form.solution),
            right: form.right.as_ref().map(|right| self.said(right)),
            wrong,
            question,
            answer,
        })
    }

    /// An answer that can be given.
    fn answer(
        &mut self,
        value: &Spanned<Value>,
        read: fn(&Value) -> Option<ScriptAnswer>,
        looks: &str,
        scene: &Scene,
    ) -> Option<ScriptAnswer> {
        let Some(answer) = read(value.get_ref()) else {
            self.wrong(value.span(), format!("this kind of answer is {looks}"));
            return None;
        };
        let len = scene.bytes.len();
        let why = match &answer {
            ScriptAnswer::At(offsets) if offsets.iter().any(|at| *at >= len as u64) => {
                format!("there are {len} bytes, the first has offset 0")
            }
            ScriptAnswer::At(offsets) if scene.is_new || scene.cursor.is_some() => {
                let begins = scene.cursor.unwrap_or_default();
                let stands = offsets.contains(&begins);
                if !stands {
                    return Some(answer);
                }
                "the cursor is already there when the step begins".to_owned()
            }
            ScriptAnswer::Made(bytes) if *bytes == scene.bytes => {
                "the bytes are already these when the step begins".to_owned()
            }
            ScriptAnswer::ReadAs(encoding) if *encoding == scene.encoding => {
                "the bytes are already read like this when the step begins".to_owned()
            }
            ScriptAnswer::Pressed(name) if !(self.is_command)(name) => {
                "there is no such command; ? in hexloupe lists them".to_owned()
            }
            _ => return Some(answer),
        };
        self.wrong(value.span(), why);
        None
    }

    /// The notation of the answer: bytes are hex digits, and numbers any, unless the file says so.
    fn notation(&mut self, form: &TaskForm, answer: &ScriptAnswer) -> AnswerNotation {
        let of = self.name(form.notation.as_ref(), &AnswerNotation::NAMED);
        let (without, takes): (_, &[AnswerNotation]) = match answer {
            ScriptAnswer::Bytes(_) => (
                AnswerNotation::Hex,
                &[AnswerNotation::Hex, AnswerNotation::Bits],
            ),
            ScriptAnswer::Number(_) => (
                AnswerNotation::Any,
                &[AnswerNotation::Hex, AnswerNotation::Decimal],
            ),
            _ => (AnswerNotation::Any, &[]),
        };
        let fits = |of: &AnswerNotation| *of == AnswerNotation::Any || takes.contains(of);
        if let (Some(of), Some(written)) = (of, &form.notation)
            && !fits(&of)
        {
            let what = "bytes are typed in hex or bits, numbers in hex or decimal";
            self.wrong(written.span(), what);
        }
        of.unwrap_or(without)
    }

    /// Checks that the title above the panes does not name the encoding that is asked for.
    fn reveals(&mut self, form: &TaskForm, answer: &ScriptAnswer, scene: &Scene) {
        let shown = scene.encoding.name.to_lowercase();
        let names = |choice: &Spanned<String>| choice.get_ref().to_lowercase() == shown;
        if let ScriptAnswer::Choice(number) = answer
            && form.choices.get(*number).is_some_and(names)
        {
            let what = "the title shows this encoding; let read-as be another one";
            self.wrong(form.answer.span(), what);
        }
    }

    /// Checks that the text of a step, or the title, does not show a typed answer.
    fn tells(&mut self, step: &StepForm, title: &str, task: &LessonTask) {
        let written = match &task.answer {
            ScriptAnswer::Bytes(bytes) => question::hex(bytes),
            ScriptAnswer::CodePoint(value) => format!("U+{value:04X}"),
            _ => return,
        };
        let text = format!("{title} {}", in_a_line(step.text.get_ref()));
        let is_word = |at: usize| {
            let ends = |c: Option<char>| !c.is_some_and(|c| c.is_ascii_hexdigit());
            ends(text[..at].chars().next_back()) && ends(text[at + written.len()..].chars().next())
        };
        if text.match_indices(&written).any(|(at, _)| is_word(at)) {
            let what = format!("the text or the title shows the answer, {written}");
            self.wrong(step.text.span(), what);
        }
    }

    /// Checks the number of choices.
    fn choices(&mut self, form: &TaskForm, answer: &ScriptAnswer) -> Option<()> {
        let count = form.choices.len();
        let why = match answer {
            ScriptAnswer::Choice(_) if !(2..=MOST_CHOICES).contains(&count) => {
                "a choice needs 2 to 4 choices"
            }
            ScriptAnswer::Choice(number) if *number >= count => "there is no such choice",
            ScriptAnswer::Choice(_) => return Some(()),
            _ if count > 0 => "only a question of kind choice has choices",
            _ => return Some(()),
        };
        self.wrong(form.answer.span(), why);
        None
    }

    /// The task as a question of a drill with a computed answer.
    fn question(&mut self, form: &TaskForm, answer: &ScriptAnswer) -> Option<Question> {
        let (skill, of) = match (&form.skill, &form.of) {
            (Some(skill), Some(of)) => (skill, of),
            (None, None) => return None,
            (Some(one), None) | (None, Some(one)) => {
                self.wrong(one.span(), "skill and of belong together");
                return None;
            }
        };
        let Some(asked) = asked::skill(skill.get_ref()) else {
            let what = format!("is not one of: {}", asked::names());
            self.wrong(skill.span(), what);
            return None;
        };
        match asked.question(of.get_ref()) {
            Some((question, right)) if right == *answer => Some(question),
            Some((question, _)) => {
                let right = question.written(
                    &question.answer,
                    hexloupe_explain::language::Language::English,
                );
                self.wrong(form.answer.span(), format!("the answer is {right}"));
                None
            }
            None => {
                self.wrong(of.span(), "this skill cannot ask about that");
                None
            }
        }
    }
}
