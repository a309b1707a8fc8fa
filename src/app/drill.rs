//! `learn --drill`: questions asked line by line, answers judged at once.
//!
//! It needs no screen, so it works in a pipe and with a screen reader. Invariant: the right answer
//! is shown after two wrong ones, after two hints or on request, and never before; and typed text
//! is never printed.

use std::io::{self, BufRead, IsTerminal as _, Write};
use std::process::ExitCode;

use crate::language::Language;
use crate::lesson::drill::Drill;
use crate::lesson::question::{Answer, GivenData, Question};
use crate::lesson::reply::{ReplyJudgement, judge, letter};
use crate::lesson::skill::Skill;
use crate::lesson::skill::words::DrillScript;
use crate::model::line::TonedLine;
use crate::report::Style;
use crate::report::explain::{AnswerDisplay, page};
use crate::source::Trouble;
use crate::texts::Texts;
use crate::texts::app::drill as texts;
use crate::unicode::glyph::{self, Charset};

/// Columns of a line.
const COLUMNS: usize = 80;
/// Columns before messages.
const INDENT: usize = 4;
/// After this number of wrong answers the right one is shown.
const TRIES: u32 = 2;

/// The end of a question.
enum QuestionEnd {
    /// It was answered at the first try, or not.
    Answered { rightly: bool },
    /// The user has left.
    Left,
}

/// Asks until the user leaves or the input ends.
///
/// # Errors
/// The terminal or the pipe cannot be read or written.
pub(super) fn run(
    skills: &[&'static Skill],
    (seed, script): (u64, &'static DrillScript),
    language: Language,
    charset: Charset,
) -> anyhow::Result<ExitCode> {
    let mut talk = DrillDialogue {
        is_echoed: io::stdin().is_terminal(),
        input: io::stdin().lock(),
        out: io::stdout().lock(),
        language,
        charset,
    };
    let done = talk.drill(&mut Drill::new(skills, seed, script), seed);
    match done {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble::io("standard output", &error).into())
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// A conversation with the learner.
struct DrillDialogue<I, O> {
    /// True if the end of a typed line is visible, as on a terminal.
    is_echoed: bool,
    input: I,
    out: O,
    language: Language,
    charset: Charset,
}

impl<I: BufRead, O: Write> DrillDialogue<I, O> {
    fn drill(&mut self, drill: &mut Drill, seed: u64) -> io::Result<()> {
        self.say(0, texts::BEGINNING, &[("seed", seed.to_string())])?;
        let mut number = 0_u64;
        while let Some(question) = drill.ask() {
            number += 1;
            writeln!(self.out)?;
            self.ask(number, &question)?;
            match self.answer(&question)? {
                QuestionEnd::Answered { rightly } => drill.answered(rightly),
                QuestionEnd::Left => break,
            }
        }
        self.end(drill)
    }

    fn ask(&mut self, number: u64, question: &Question) -> io::Result<()> {
        let text = format!("{number:2}  {}", question.text(self.language));
        self.lines(0, &text)?;
        for (number, choice) in question.choices.iter().enumerate() {
            let text = format!("{}  {}", letter(number), choice.text(self.language));
            self.lines(INDENT, &text)?;
        }
        Ok(())
    }

    /// Takes replies until the question is answered.
    fn answer(&mut self, question: &Question) -> io::Result<QuestionEnd> {
        let (mut wrong, mut hints) = (0, question.skill.hints.into_iter());
        loop {
            write!(self.out, "  > ")?;
            self.out.flush()?;
            let Some(typed) = self.read()? else {
                writeln!(self.out)?;
                return Ok(QuestionEnd::Left);
            };
            match typed.trim() {
                "q" => return Ok(QuestionEnd::Left),
                "?" => {
                    if let Some(hint) = hints.next() {
                        self.say(INDENT, hint, &[])?;
                        continue;
                    }
                    return self.solve(question);
                }
                "=" => return self.solve(question),
                _ => {}
            }
            match judge(question, &typed) {
                ReplyJudgement::Unreadable(form) => self.say(INDENT, form, &[])?,
                ReplyJudgement::Right => {
                    self.say(INDENT, texts::RIGHT, &[])?;
                    let rightly = wrong == 0 && hints.len() == question.skill.hints.len();
                    return Ok(QuestionEnd::Answered { rightly });
                }
                ReplyJudgement::Wrong(why) => {
                    wrong += 1;
                    self.say(INDENT, why.map_or(texts::WRONG, |row| row.says), &[])?;
                    if wrong == TRIES {
                        return self.solve(question);
                    }
                }
            }
        }
    }

    /// Shows the answer, and the way to it; that ends the question.
    fn solve(&mut self, question: &Question) -> io::Result<QuestionEnd> {
        let answer = question.written(&question.answer, self.language);
        self.say(INDENT, texts::SOLUTION, &[("answer", answer)])?;
        let solution = question.solution(self.language);
        for sentence in solution.sentences() {
            self.lines(INDENT, sentence)?;
        }
        if let Some(derivation) = solution.derivation() {
            let style = Style {
                theme: None,
                charset: self.charset,
                columns: None,
            };
            for line in page(derivation, AnswerDisplay::Shown, (style, self.language)) {
                writeln!(self.out, "{}", line.text().trim_end())?;
            }
        }
        // The bytes of a text show more than two sentences can.
        if let (GivenData::Bytes(bytes), Answer::Offset(_)) = (&question.given, &question.answer) {
            let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            let command = format!("hexloupe explain {}", digits.join(" "));
            self.say(INDENT, texts::MORE, &[("command", command)])?;
        }
        Ok(QuestionEnd::Answered { rightly: false })
    }

    fn end(&mut self, drill: &Drill) -> io::Result<()> {
        let sum = |part: fn(&crate::lesson::drill::SkillProgress) -> u64| -> u64 {
            drill.progress().map(part).sum()
        };
        let (answered, right) = (sum(|one| one.answered), sum(|one| one.right));
        writeln!(self.out)?;
        let places = [
            ("answered", answered.to_string()),
            ("right", right.to_string()),
        ];
        self.say(0, texts::END, &places)?;
        for one in drill
            .progress()
            .filter(|one| 2 * one.right < one.answered + 1)
        {
            let places = [
                ("skill", one.skill.title.get(self.language).to_owned()),
                ("right", one.right.to_string()),
                ("answered", one.answered.to_string()),
                ("id", one.skill.id.to_owned()),
            ];
            self.say(0, texts::REPEAT, &places)?;
        }
        Ok(())
    }

    /// A line of the input, whatever bytes it has; none at its end.
    fn read(&mut self) -> io::Result<Option<String>> {
        /// Longer lines are no answers; the rest of one is the next line.
        const MOST: u64 = 64 * 1024;
        let mut line = Vec::new();
        let read = io::Read::take(&mut self.input, MOST).read_until(b'\n', &mut line)?;
        if !self.is_echoed && read > 0 {
            writeln!(self.out)?;
        }
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn say(&mut self, indent: usize, of: Texts, places: &[(&str, String)]) -> io::Result<()> {
        let text = of.filled(self.language, places);
        self.lines(indent, &text)
    }

    /// Writes a text in lines that are narrow enough.
    fn lines(&mut self, indent: usize, text: &str) -> io::Result<()> {
        let text = glyph::safe(text, self.charset);
        let line = TonedLine::new().plain(" ".repeat(indent)).plain(text);
        for line in line.wrap(COLUMNS, INDENT) {
            writeln!(self.out, "{}", line.text().trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::skill::words::SCRIPTS;
    use crate::lesson::skill::{SKILLS, by_id};

    /// The output after some typed lines.
    fn run(skill: &str, typed: &str, language: Language) -> String {
        let skills: Vec<_> = SKILLS.iter().filter(|one| one.id == skill).collect();
        let mut talk = DrillDialogue {
            is_echoed: false,
            input: typed.as_bytes(),
            out: Vec::new(),
            language,
            charset: Charset::Unicode,
        };
        talk.drill(&mut Drill::new(&skills, 4, &SCRIPTS[0]), 4)
            .unwrap();
        String::from_utf8(talk.out).unwrap()
    }

    /// The right answers to the first questions.
    fn right(skill: &str, count: usize) -> Vec<String> {
        let mut drill = Drill::new(&[by_id(skill).unwrap()], 4, &SCRIPTS[0]);
        let answers = (0..count).map(|_| {
            let question = drill.ask().unwrap();
            drill.answered(true);
            question.written(&question.answer, Language::English)
        });
        answers.collect()
    }

    #[test]
    fn right_answers_are_counted_and_the_end_of_the_input_is_the_end() {
        let typed = right("encode", 3).join("\n");
        let said = run("encode", &typed, Language::English);
        assert_eq!(said.matches("Right.").count(), 3, "{said}");
        assert!(
            said.contains("Answered: 3, right at the first try: 3."),
            "{said}"
        );
        assert!(!said.contains("To repeat"), "{said}");
    }

    #[test]
    fn a_wrong_answer_is_explained_and_the_second_one_leads_to_the_solution() {
        let answer = &right("encode", 1)[0];
        let said = run("encode", "00\nxyz\n00\nq\n", Language::English);
        let (before, after) = said.split_once(&format!("It is {answer}.")).unwrap();
        assert!(!before.contains(answer), "{said}");
        assert!(
            before.contains("Type hex digits, two for each byte"),
            "{said}"
        );
        assert!(after.contains("-> bytes, UTF-8\n 1  number\n"), "{said}");
        assert!(
            after.contains("Answered: 1, right at the first try: 0."),
            "{said}"
        );
        assert!(after.contains("(--skill encode)"), "{said}");
    }

    #[test]
    fn hints_help_and_cost_the_first_try_and_after_two_the_solution_comes() {
        let answer = &right("decode", 1)[0];
        let typed = format!("?\n?\n{answer}\nq\n");
        let said = run("decode", &typed, Language::Russian);
        let first = said.find("Запишите байты битами").unwrap();
        assert!(said[first..].contains("Отрежьте префиксы"), "{said}");
        assert!(!said.contains("Ответ:"), "{said}");
        assert!(
            said.contains("Отвечено: 1, с первого раза верно: 0."),
            "{said}"
        );
        let said = run("decode", "?\n?\n?\nq\n", Language::English);
        let (hints, solution) = said.split_once(&format!("It is {answer}.")).unwrap();
        assert!(!hints.contains(answer), "{said}");
        assert!(solution.contains("-> character, UTF-8"), "{said}");
        assert!(solution.contains("Answered: 1, right"), "{said}");
    }

    #[test]
    fn an_empty_line_is_no_try_and_shows_the_form_of_an_answer() {
        let typed = format!("\n{}\n", right("decode", 1)[0]);
        let said = run("decode", &typed, Language::English);
        assert!(said.contains("Type U+ and hex digits"), "{said}");
        assert!(said.contains("right at the first try: 1."), "{said}");
    }

    #[test]
    fn questions_without_a_character_are_solved_in_sentences() {
        let said = run("wrong-byte", "=\n", Language::English);
        assert!(said.contains("Up to offset"), "{said}");
        assert!(said.contains("hexloupe explain"), "{said}");
        let said = run("length", "=\n", Language::Russian);
        assert!(said.contains("В битах"), "{said}");
    }

    #[test]
    fn typed_text_is_never_printed_and_lines_are_narrow() {
        let typed = "\u{1B}[2J\n\u{202E}\n\0\n=\n?\n";
        for skill in SKILLS {
            for language in Language::ALL {
                let said = run(skill.id, typed, language);
                assert!(!said.contains(['\u{1B}', '\u{202E}', '\0']), "{said}");
                let widest = said.lines().map(glyph::columns).max();
                assert!(widest <= Some(COLUMNS), "{said}");
            }
        }
    }
}
