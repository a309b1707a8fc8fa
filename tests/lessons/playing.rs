//! What becomes of a lesson whatever the learner does.

use hexloupe::language::Language;
use hexloupe::lesson::player::{LessonOrigin, Player};
use hexloupe::lesson::script::read;

use super::learner::Learner;

const LESSON: &str = r#"
title = "Two steps"
about = "For tests"
able = "You can test."
[[step]]
text = "Look at the bits."
bytes = "41 D0 BC"
[[step]]
text = "Delete the last byte."
cursor = 2
[step.question]
kind = "make"
answer = "41 D0"
hints = ["Where is the last byte?", "The key Delete deletes."]
solution = "Delete at offset 2."
[[step]]
text = "What is 2 + 2?"
bytes = "FF"
encoding = "koi8-r"
cover = "bits"
[step.question]
kind = "number"
answer = 4
hints = ["Count.", "Count on fingers."]
solution = "4"
"#;

fn learner_at(step: usize) -> Learner {
    Learner::at(player(step))
}

fn player(step: usize) -> Player {
    let script = read(LESSON, &|_| true).unwrap();
    let origin = LessonOrigin::File("/tmp/two.toml".to_owned());
    Player::new(origin, script, Language::English, step)
}

#[test]
fn keys_that_are_not_the_lessons_do_what_they_always_do() {
    let mut learner = learner_at(0);
    learner.press("l");
    assert_eq!(learner.session().state().view.cursor.offset, 1);
    learner.press("x");
    assert!(learner.session().state().overlay.is_some());
    learner.press("Esc");
    learner.press("y h");
    learner.press("/");
    learner.type_text("A");
    learner.press("Enter");
    assert!(learner.sees_the_lesson());
    assert_eq!(learner.player().number(), 0);
    // A count or a prefix is not taken from the panes.
    learner.press("2 Enter");
    assert!(
        learner.session().state().overlay.is_some(),
        "Enter explains"
    );
}

#[test]
fn damaged_bytes_are_put_right() {
    let mut learner = learner_at(0);
    learner.press("Delete Delete Delete");
    assert!(learner.bytes().is_empty());
    learner.press("R");
    assert_eq!(learner.bytes(), b"A\xD0\xBC");
    assert_eq!(learner.session().state().view.cursor.offset, 0);
    // The next step speaks of the bytes that the lesson gave.
    learner.press("~ Enter");
    assert_eq!(learner.bytes(), b"A\xD0\xBC");
    assert_eq!(learner.player().number(), 1);
}

#[test]
fn what_is_done_is_noticed_at_once() {
    let mut learner = learner_at(1);
    learner.press("Enter");
    assert!(learner.words().contains("Not yet."), "{}", learner.words());
    learner.press("Delete");
    assert!(learner.words().ends_with("Right."), "{}", learner.words());
    learner.press("u");
    // What was right stays right.
    learner.press("Enter");
    assert_eq!(learner.player().number(), 2);
    assert_eq!(learner.bytes(), b"\xFF");
    let state = learner.session().state();
    assert_eq!(state.view.encoding().id, "koi8-r");
    assert!(state.view.cover.is_some());
    // A step that was solved stays solved.
    learner.press("Backspace");
    assert_eq!(learner.player().number(), 1);
    assert!(learner.player().task().is_none());
    learner.press("Backspace Enter Enter");
    assert_eq!(learner.player().number(), 2);
    assert!(learner.player().task().is_some());
}

#[test]
fn an_answer_that_cannot_be_read_can_be_mended() {
    let mut learner = learner_at(2);
    learner.press("Enter");
    learner.type_text("four");
    learner.press("Enter");
    assert!(
        learner.words().contains("Type a number"),
        "{}",
        learner.words()
    );
    assert!(learner.session().state().overlay.is_some());
    learner.press("Ctrl-U 0 x 5 Enter");
    assert!(learner.words().contains("No."), "{}", learner.words());
    learner.press("Enter");
    learner.type_text("0x4");
    learner.press("Enter");
    assert!(learner.words().contains("Right."), "{}", learner.words());
    learner.press("Enter");
    assert!(learner.words().starts_with("You can test."));
    // There is nothing after the end.
    learner.press("Enter Enter");
    assert!(learner.words().starts_with("You can test."));
}

#[test]
fn what_is_typed_is_seen_however_wide_the_word_before_it() {
    // Where only ASCII can be drawn, each letter of the Russian word takes eight columns.
    for (width, height) in [(27, 6), (40, 12), (80, 24)] {
        let mut player = player(2);
        player.language = Language::Russian;
        let mut learner = Learner::on(player, width, height).in_ascii();
        learner.press("Enter");
        for typed in [
            "",
            "1",
            "2",
            "345678901234567890123456789012345678901234567890",
        ] {
            learner.type_text(typed);
            let screen = learner.screen();
            let (x, y) = screen.caret.expect("a line to type on");
            assert!(x < width && y == height - 1, "{x},{y} on {width}x{height}");
            let line = screen.status.text();
            let before: String = line.chars().take(x.into()).collect();
            let last = typed.chars().last().unwrap_or(' ');
            assert!(before.ends_with(last), "{before:?} of {line:?}");
        }
    }
}

#[test]
fn a_lesson_can_be_left_and_changes_of_it_are_not_asked_about() {
    let mut learner = learner_at(0);
    learner.press("Delete q");
    // Leaving asked nothing: no question is open.
    assert!(learner.session().state().overlay.is_none());
    let progress = &learner.session().state().progress;
    assert_eq!(progress.text(), "0 - /tmp/two.toml\n");
}

#[test]
fn on_a_small_terminal_the_strip_says_what_it_needs_or_fits() {
    for (width, height) in [
        (40, 12),
        (27, 6),
        (30, 8),
        (60, 16),
        (79, 23),
        (80, 24),
        (120, 40),
        (200, 60),
    ] {
        for step in 0..4 {
            let mut learner = Learner::on(player(step), width, height);
            let strip = learner.strip();
            let said = learner.words();
            let text = learner.player().step().map(|step| step.text.clone());
            let text = text.unwrap_or_default();
            let fits = said.starts_with(&text);
            let needs = said.contains("needs 60x20") || strip.len() <= 2;
            assert!(fits || needs, "{width}x{height}: {strip:?}");
            learner.press("H H H Backspace R");
            assert!(learner.screen().inspector.len() <= 11);
        }
    }
}

#[test]
fn the_contents_begin_where_the_learner_was() {
    let mut learner = learner_at(0);
    learner.press(":");
    learner.type_text("learn");
    learner.press("Enter");
    assert!(learner.session().state().overlay.is_some());
    learner.press("Enter");
    let state = learner.session().state();
    assert_eq!(state.progress.last().unwrap().lesson, "bits");
    assert!(learner.sees_the_lesson());
    assert_eq!(
        learner.player().script.steps[0].scene.bytes,
        learner.bytes()
    );
    // A name of no lesson is refused, and the lesson goes on.
    learner.press(":");
    learner.type_text("learn nothing");
    learner.press("Enter Esc");
    assert_eq!(learner.player().origin, LessonOrigin::Course(0));
}

#[test]
fn after_the_solution_its_steps_are_shown_on_the_sequence() {
    let text = LESSON.replace(
        "kind = \"number\"\nanswer = 4",
        "kind = \"bytes\"\nskill = \"encode\"\nof = \"м\"\nanswer = \"D0 BC\"",
    );
    let script = read(&text, &|_| true).unwrap();
    let origin = LessonOrigin::File("a".to_owned());
    let mut learner = Learner::at(Player::new(origin, script, Language::English, 2));
    learner.press("H H H");
    assert!(learner.session().state().overlay.is_none());
    assert!(learner.player().task().is_none(), "the solution was told");
    learner.press("H");
    assert_eq!(learner.bytes(), "м".as_bytes());
    let panel = learner.screen().panel.expect("the worked view");
    assert!(panel.title.contains('м'), "{}", panel.title);
    learner.press("Esc R");
    assert_eq!(learner.bytes(), b"\xFF");
    learner.press("Enter");
    assert!(learner.words().starts_with("You can test."));
}

#[test]
fn the_keys_of_the_strip_can_be_clicked() {
    let mut learner = learner_at(1);
    let screen = learner.screen();
    let top = screen.layout.inspector.y;
    let heading = screen.inspector[0].text();
    let hint = heading.find("H hint").expect("a key") as u16;
    learner.click(hint, top);
    assert!(learner.words().ends_with("Where is the last byte?"));
}

#[test]
fn who_hears_the_program_hears_the_lesson() {
    use hexloupe::model::spoken::{ScreenSpeaker, spoken};
    use hexloupe::source::NonBlockingReader;
    let mut learner = learner_at(0);
    let mut voice = ScreenSpeaker::default();
    let mut heard = |learner: &mut Learner| {
        let picture = learner.picture();
        let session = learner.session();
        let data = NonBlockingReader::new(session.source());
        let now = spoken(&picture, session.state(), session.facts(), &data);
        voice.speak(now).unwrap_or_default()
    };
    let first = heard(&mut learner);
    assert!(first.contains("step 1 of 3; Look at the bits."), "{first}");
    learner.press("l");
    let moved = heard(&mut learner);
    assert!(!moved.contains("Look at the bits."), "{moved}");
    learner.press("Enter H");
    let next = heard(&mut learner);
    assert!(next.contains("Delete the last byte.; Where is"), "{next}");
}

#[test]
fn what_was_mended_in_the_last_step_is_seen_at_the_end() {
    let text = LESSON
        .split("[[step]]")
        .take(3)
        .collect::<Vec<_>>()
        .join("[[step]]");
    let script = read(&text, &|_| true).unwrap();
    let origin = LessonOrigin::File("a".to_owned());
    let mut learner = Learner::at(Player::new(origin, script, Language::English, 1));
    learner.press("Delete Enter");
    assert!(learner.words().starts_with("You can test."));
    assert_eq!(learner.bytes(), b"A\xD0");
}
