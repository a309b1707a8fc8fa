//! Every lesson, played to its end by a learner who presses keys, in every language, on 80
//! columns and 24 rows without colours.
mod answers;
mod asking;
mod file;
mod learner;
mod lecture;
mod playing;
#[cfg(unix)]
mod script;

use hexloupe::command::lesson::is_command;
use hexloupe::language::Language;
use hexloupe::lesson::course::LESSONS;
use hexloupe::lesson::misconception::wrong_answers;
use hexloupe::lesson::player::{LessonOrigin, Player};
use hexloupe::lesson::question;
use hexloupe::lesson::script::{LessonScript, ScriptAnswer};
use hexloupe::unicode::glyph;
use learner::{Learner, right, words};

/// Every lesson in every language.
fn all() -> impl Iterator<Item = (usize, Language, LessonScript)> {
    let languages = Language::ALL.into_iter();
    languages.flat_map(|language| {
        LESSONS.iter().enumerate().map(move |(number, lesson)| {
            let script = lesson.script(language, &is_command);
            let script = script.unwrap_or_else(|mistakes| {
                let said: Vec<_> = mistakes.iter().map(ToString::to_string).collect();
                panic!("{} {}: {said:#?}", language.id(), lesson.id)
            });
            (number, language, script)
        })
    })
}

fn player(number: usize, language: Language, script: &LessonScript, step: usize) -> Player {
    Player::new(LessonOrigin::Course(number), script.clone(), language, step)
}

#[test]
fn every_lesson_is_played_to_its_end() {
    for (number, language, script) in all() {
        play(number, language, &script, (80, 24));
    }
}

#[test]
fn every_lesson_is_played_to_its_end_on_a_small_screen() {
    for (number, language, script) in all() {
        play(number, language, &script, (60, 20));
    }
}

/// Whether a line of a table is wider than a small screen, where it is cut.
fn is_wide(text: &str) -> bool {
    let mut tables = text.lines().filter(|line| line.starts_with("  "));
    tables.any(|line| glyph::columns(line.trim_end()) > 56)
}

/// Plays a lesson on a screen: its texts are whole there.
fn play(number: usize, language: Language, script: &LessonScript, (width, height): (u16, u16)) {
    let first = player(number, language, script, 0);
    let mut learner = Learner::on(first, width, height);
    let is_small = width < 80;
    for (index, step) in script.steps.iter().enumerate() {
        let place = format!(
            "{} {} step {} on {width}x{height}",
            language.id(),
            LESSONS[number].id,
            index + 1
        );
        assert_eq!(learner.player().number(), index, "{place}");
        assert_eq!(learner.bytes(), step.scene.bytes, "{place}");
        let lines = if is_small { 11 } else { 8 };
        assert!(learner.screen().layout.inspector.height >= lines, "{place}");
        let text = words(&step.text);
        let is_whole = !is_small || !is_wide(&step.text);
        let said = learner.words();
        assert!(!is_whole || said.starts_with(&text), "{place}: {said}");
        if let Some(task) = &step.task {
            learner.answer(&task.answer, script);
            let said = learner.words();
            let bytes = learner.bytes();
            assert!(said.contains(right(language)), "{place}: {said} {bytes:X?}");
            let added = task.right.as_deref().map(words).unwrap_or_default();
            assert!(said.ends_with(&added), "{place}: {said}");
            assert!(is_small || said.starts_with(&text), "{place}: {said}");
        }
        learner.press("Enter");
    }
    let said = learner.words();
    assert!(said.starts_with(&words(&script.able)), "{said}");
    let reached = learner
        .session()
        .state()
        .progress
        .lesson(LESSONS[number].id);
    assert!(reached.unwrap().is_done);
}

#[test]
fn every_hint_is_met_and_leads_to_the_solution() {
    for (number, language, script) in all() {
        for (index, step) in script.steps.iter().enumerate() {
            let Some(task) = &step.task else {
                continue;
            };
            let mut learner = Learner::at(player(number, language, &script, index));
            for said in task.hints.iter().chain([&task.solution]) {
                assert_eq!(learner.player().number(), index);
                assert!(learner.player().task().is_some());
                learner.press("H");
                assert!(learner.words().ends_with(&words(said)), "{said}");
                assert!(learner.words().starts_with(&words(&step.text)), "{said}");
            }
            learner.press("Enter");
            assert_eq!(learner.player().number(), index + 1);
        }
    }
}

#[test]
fn every_wrong_answer_that_is_known_is_explained() {
    let (mut own, mut known) = (0, 0);
    for (number, language, script) in all() {
        for (index, step) in script.steps.iter().enumerate() {
            let Some(task) = &step.task else {
                continue;
            };
            let place = format!(
                "{} {} step {}",
                language.id(),
                LESSONS[number].id,
                index + 1
            );
            let lesson = task
                .wrong
                .iter()
                .map(|(answer, says)| (answer.clone(), says.clone()));
            let of_all = task.question.iter().flat_map(wrong_answers);
            let of_all = of_all.filter_map(|(answer, row)| {
                let answer = match answer {
                    question::Answer::Bytes(bytes) => ScriptAnswer::Bytes(bytes),
                    question::Answer::CodePoint(value) => ScriptAnswer::CodePoint(value),
                    _ => return None,
                };
                let is_own = task.wrong.iter().any(|(wrong, _)| *wrong == answer);
                (!is_own).then(|| (answer, row.text(language).to_owned()))
            });
            let of_all: Vec<_> = of_all.collect();
            known += of_all.len();
            for (answer, says) in lesson.chain(of_all) {
                own += 1;
                let mut learner = Learner::at(player(number, language, &script, index));
                learner.answer(&answer, &script);
                if matches!(answer, ScriptAnswer::Made(_)) && learner.player().task().is_none() {
                    // The bytes were right on the way to these.
                    continue;
                }
                if !answer.is_typed() {
                    learner.press("Enter");
                }
                let said = learner.words();
                assert!(said.ends_with(&words(&says)), "{place} {answer:?}: {said}");
                assert!(said.starts_with(&words(&step.text)), "{place}: {said}");
                assert!(learner.player().task().is_some(), "{place}");
            }
        }
    }
    assert!(own > known, "{own} {known}");
}

#[test]
fn the_lessons_ask_the_same_in_every_language() {
    for lesson in LESSONS {
        let of = |language| lesson.script(language, &is_command).unwrap();
        let english = of(Language::English);
        let kinds = |script: &LessonScript| {
            let steps = script.steps.iter();
            let kinds = steps.map(|step| {
                let task = step.task.as_ref();
                task.map(|task| std::mem::discriminant(&task.answer))
            });
            kinds.collect::<Vec<_>>()
        };
        assert!((8..=15).contains(&english.steps.len()), "{}", lesson.id);
        let asked = kinds(&english).iter().flatten().count();
        assert!(2 * asked >= english.steps.len(), "{}: {asked}", lesson.id);
        let last = english.steps.last().unwrap();
        assert!(last.task.is_some(), "{} ends with a question", lesson.id);
        let others = Language::ALL.into_iter().skip(1);
        for language in others.filter(|language| lesson.is_in(*language)) {
            let script = of(language);
            let place = format!("{} {}", language.id(), lesson.id);
            assert_eq!(kinds(&english), kinds(&script), "{place}");
            // Each step has a letter that the name of the language has.
            let own = is_own(language);
            for step in &script.steps {
                assert!(step.text.chars().any(own), "{place}: {}", step.text);
            }
        }
    }
}

/// Whether a character is of the script of a language, as its name for itself is.
fn is_own(language: Language) -> fn(char) -> bool {
    match language.name().chars().next() {
        Some('\u{400}'..='\u{4FF}') => |c| ('а'..='я').contains(&c),
        Some('\u{4E00}'..='\u{9FFF}') => |c| ('\u{4E00}'..='\u{9FFF}').contains(&c),
        _ => char::is_alphabetic,
    }
}
