//! The documentation of a lesson's file: what it shows can be read.

use hexloupe::command::lesson::is_command;
use hexloupe::language::Language;
use hexloupe::lesson::player::{LessonOrigin, Player};
use hexloupe::lesson::script::read;

use super::learner::Learner;

const DOCUMENT: &str = include_str!("../../crates/hexloupe-lesson/assets/lessons/README.md");

#[test]
fn the_lesson_of_the_documentation_can_be_played() {
    let start = DOCUMENT.find("```toml\n").unwrap() + 8;
    let text = DOCUMENT[start..].split("```").next().unwrap();
    let script = read(text, &is_command).unwrap();
    let origin = LessonOrigin::File("my-lesson.toml".to_owned());
    let mut learner = Learner::at(Player::new(origin, script.clone(), Language::English, 0));
    learner.press("w Enter");
    let answer = &script.steps[1].task.as_ref().unwrap().answer;
    learner.answer(answer, &script);
    assert!(learner.words().contains("Right."), "{}", learner.words());
    learner.press("Enter");
    assert!(learner.words().starts_with(&script.able));
}

#[test]
fn every_kind_key_and_skill_is_documented() {
    for word in [
        "bytes",
        "code-point",
        "number",
        "choice",
        "go-to",
        "make",
        "read-as",
        "press",
        "title",
        "about",
        "able",
        "text",
        "data",
        "encoding",
        "cursor",
        "focus",
        "unit",
        "cover",
        "kind",
        "answer",
        "hints",
        "solution",
        "right",
        "wrong",
        "choices",
        "of",
        "skill",
        "encode",
        "decode",
        "surrogates-encode",
        "surrogates-decode",
        "byte-order",
        "bits-and-hex",
    ] {
        assert!(DOCUMENT.contains(&format!("`{word}`")), "{word}");
    }
}
