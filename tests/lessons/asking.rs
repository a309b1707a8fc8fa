//! Questions whose answer is typed: how it is begun, and that nothing on the screen shows it.
//!
//! Invariant: every step of every lesson is asked in each way, in every language, and the answers
//! are written here from their values.

use hexloupe::language::Language;
use hexloupe::lesson::notation::AnswerNotation;
use hexloupe::lesson::player::{LessonOrigin, Player};
use hexloupe::lesson::script::{LessonTask, ScriptAnswer, read};
use hexloupe::model::line::TonedLine;

use super::learner::{Learner, written};
use super::{all, player};

/// The ways in which the answer could stand on the screen.
fn spellings(task: &LessonTask) -> Vec<String> {
    match &task.answer {
        ScriptAnswer::Bytes(bytes) => {
            let hex: Vec<_> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            let bits: Vec<_> = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
            vec![hex.join(" "), hex.concat(), bits.join(" ")]
        }
        ScriptAnswer::CodePoint(value) => {
            let c = char::from_u32(*value).filter(|c| !c.is_ascii());
            let c = c.map(|c| c.to_string());
            [format!("U+{value:04X}")].into_iter().chain(c).collect()
        }
        // Smaller numbers count other things on the screen too.
        ScriptAnswer::Number(number) if *number > 9 => {
            vec![number.to_string(), format!("0x{number:X}")]
        }
        ScriptAnswer::Choice(number) => vec![task.choices[*number].clone()],
        _ => Vec::new(),
    }
}

/// Whether a word stands in a line, and not only within a longer one.
fn has_word(line: &str, word: &str) -> bool {
    let ends = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    let mut found = line.match_indices(word);
    found.any(|(at, _)| {
        ends(line[..at].chars().next_back()) && ends(line[at + word.len()..].chars().next())
    })
}

/// Checks the lines around the panes of a step, before and while its answer is typed.
#[track_caller]
fn shows_no_answer(learner: &mut Learner, place: &str) {
    let task = learner.player().task().expect("a question").clone();
    let size = learner.screen().title.columns();
    assert!(size > 0);
    for is_typing in [false, true] {
        if is_typing {
            learner.press("Enter");
        }
        let screen = learner.screen();
        let mut lines = vec![screen.title.text(), screen.status.text()];
        let title = &learner.player().script.title;
        match task.answer {
            // The numbers of the lesson and the step are no answer.
            ScriptAnswer::Number(_) => {}
            // A title may name what all choices are about.
            ScriptAnswer::Choice(_) => lines[0] = lines[0].replace(&**title, ""),
            _ => lines.extend(screen.inspector.first().map(TonedLine::text)),
        }
        for word in spellings(&task) {
            for line in &lines {
                assert!(!has_word(line, &word), "{place}: {line:?} shows {word}");
            }
        }
    }
    learner.press("Esc");
}

#[test]
fn nothing_around_the_panes_shows_an_answer_and_every_heading_says_how_it_is_typed() {
    let mut count = 0;
    for (number, language, script) in all() {
        for (index, step) in script.steps.iter().enumerate() {
            let Some(task) = step.task.as_ref().filter(|task| task.answer.is_typed()) else {
                continue;
            };
            let place = format!("{} lesson {} step {}", language.id(), number + 1, index + 1);
            for (width, height) in [(80, 24), (60, 20)] {
                let player = player(number, language, &script, index);
                let mut learner = Learner::on(player, width, height);
                shows_no_answer(&mut learner, &place);
                let heading = learner.screen().inspector[0].text();
                let keys = task.keys().expect("keys");
                assert!(heading.contains(&keys), "{place}: {heading}");
                for key in [" Enter", " H ", " R "] {
                    assert!(heading.contains(key), "{place}: {heading}");
                }
                assert!(index == 0 || heading.contains(" Backspace "), "{heading}");
            }
            count += 1;
        }
    }
    assert!(count >= 300, "{count}");
}

#[test]
fn the_first_letter_or_digit_begins_the_answer() {
    for (number, language, script) in all() {
        for (index, step) in script.steps.iter().enumerate() {
            let Some(task) = step.task.as_ref().filter(|task| task.answer.is_typed()) else {
                continue;
            };
            let of_choice = |number: &usize| char::from(b'a' + *number as u8).to_string();
            let answer = match &task.answer {
                ScriptAnswer::Bytes(bytes) => {
                    let pairs: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                    pairs.concat()
                }
                ScriptAnswer::CodePoint(value) => format!("u+{value:x}"),
                ScriptAnswer::Number(number) => {
                    written(*number, task.notation == AnswerNotation::Hex)
                }
                ScriptAnswer::Choice(number) => of_choice(number),
                other => panic!("{other:?}"),
            };
            let mut learner = Learner::at(player(number, language, &script, index));
            learner.type_text(&answer);
            let line = learner.screen().status.text();
            assert!(line.contains(&answer), "{line}");
            learner.press("Enter");
            assert!(
                learner.player().task().is_none(),
                "{} {}",
                script.title,
                index + 1
            );
        }
    }
}

/// A lesson of a teacher, with a title as long as one may be.
const OWN: &str = r#"
title = "Fünfzig Spalten Titel, ein Wort noch und das Ende."
about = "For tests"
able = "You can test."
[[step]]
text = "Which bytes are this letter?"
data = "м"
cover = "hex"
[step.question]
kind = "bytes"
answer = "D0 BC"
hints = ["Look.", "Look again."]
solution = "D0 BC."
[[step]]
text = "Which letter is it?"
bytes = "D0 BC"
cover = "code-points"
[step.question]
kind = "code-point"
answer = "U+043C"
hints = ["Look.", "Look again."]
solution = "м."
[[step]]
text = "Which number is it?"
bytes = "2C"
cover = "hex"
[step.question]
kind = "number"
notation = "decimal"
answer = 44
hints = ["Look.", "Look again."]
solution = "44."
"#;

fn own(step: usize, language: Language) -> Player {
    let script = read(OWN, &|_| true).unwrap();
    let origin = LessonOrigin::File("/tmp/own.toml".to_owned());
    Player::new(origin, script, language, step)
}

#[test]
fn a_lesson_of_a_teacher_keeps_the_same_rules() {
    for language in Language::ALL {
        for step in 0..3 {
            for (width, height) in [(80, 24), (60, 20)] {
                let mut learner = Learner::on(own(step, language), width, height);
                shows_no_answer(&mut learner, "own");
                let heading = learner.screen().inspector[0].text();
                for key in [" Enter", " H ", " R "] {
                    assert!(heading.contains(key), "{heading}");
                }
            }
        }
    }
}

#[test]
fn no_view_shows_what_is_covered_before_the_answer() {
    for (number, language, script) in all() {
        for (index, step) in script.steps.iter().enumerate() {
            let is_typed = step
                .task
                .as_ref()
                .is_some_and(|task| task.answer.is_typed());
            if !is_typed || step.scene.cover.is_none() {
                continue;
            }
            for key in ["x", "e", "E", "L"] {
                let mut learner = Learner::at(player(number, language, &script, index));
                learner.press(key);
                let begun = learner
                    .player()
                    .task()
                    .unwrap()
                    .begins(key.chars().next().unwrap());
                let is_open = learner.session().state().overlay.is_some();
                assert_eq!(is_open, begun, "{} {} {key}", script.title, index + 1);
                let screen = learner.screen();
                assert!(screen.panel.is_none(), "{}", script.title);
            }
        }
    }
    // After the answer they open again.
    let mut learner = Learner::at(own(2, Language::English));
    learner.press("x");
    assert!(learner.session().state().overlay.is_none());
    learner.press("4 4 Enter x");
    assert!(learner.screen().panel.is_some());
}

#[test]
fn a_wrong_notation_is_told_and_can_be_typed_again() {
    let mut learner = Learner::at(own(0, Language::English));
    learner.type_text("1101000010111100");
    learner.press("Enter");
    assert!(
        learner.words().contains("These are bits."),
        "{}",
        learner.words()
    );
    assert!(learner.session().state().overlay.is_some());
    learner.press("Ctrl-U");
    learner.type_text("D0 ВС");
    learner.press("Enter");
    assert!(learner.words().contains("Cyrillic"), "{}", learner.words());
    learner.press("Ctrl-U D 0 B Enter");
    assert!(
        learner.words().contains("A byte is two hex digits"),
        "{}",
        learner.words()
    );
    learner.press("C Enter");
    assert!(learner.words().contains("Right."), "{}", learner.words());
    let mut learner = Learner::at(own(2, Language::English));
    learner.press("0 x 2 C Enter");
    assert!(
        learner.words().contains("asked for in decimal"),
        "{}",
        learner.words()
    );
}
