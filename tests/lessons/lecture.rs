//! The lecture of the guide, played key by key, and the steps that it points to.
//!
//! Invariant: the keys and the words are those of the guide's tables; nothing here repeats them.

use hexloupe::command::input::UserInput;
use hexloupe::command::lesson::is_command;
use hexloupe::language::Language;
use hexloupe::lesson::course::LESSONS;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::line::TonedLine;
use hexloupe::model::look::Appearance;
use hexloupe::model::screen::{Picture, Screen};
use hexloupe::model::theme::Theme;
use hexloupe::session::{Opened, Session, SessionEvent, SessionStart};
use hexloupe::source::Source;

const GUIDE: &str = include_str!("../../assets/guide/teaching.md");

/// The rows of a table of the guide, each as its cells.
fn table(name: &str) -> Vec<Vec<String>> {
    let start = GUIDE.find(&format!("<!-- {name}:")).expect("the table");
    let end = GUIDE
        .find(&format!("<!-- end of {name} -->"))
        .expect("its end");
    let rows = GUIDE[start..end]
        .lines()
        .filter(|line| line.starts_with('|'));
    let cells = |line: &str| {
        let inner = line.trim_matches('|').split('|');
        inner.map(|cell| cell.trim().to_owned()).collect()
    };
    rows.skip(2).map(cells).collect()
}

/// The words between backquotes.
fn quoted(cell: &str) -> Vec<String> {
    let words = cell.split('`').skip(1).step_by(2);
    words.map(|word| word.replace("&#124;", "|")).collect()
}

/// The lines of a screen that are not rows of the panes.
fn said(screen: &Screen) -> String {
    let mut lines = vec![
        screen.title.text(),
        screen.context.text(),
        screen.status.text(),
    ];
    lines.extend(screen.inspector.iter().map(TonedLine::text));
    lines.extend(screen.message.iter().map(TonedLine::text));
    if let Some(panel) = &screen.panel {
        lines.push(panel.title.clone());
        lines.extend(panel.lines.iter().map(TonedLine::text));
    }
    lines.join("\n")
}

#[test]
fn the_lecture_is_played_on_small_and_large_screens() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let look = Appearance {
            theme: Theme::MONO,
            language: Language::English,
            ..Appearance::default()
        };
        let opened = Opened::from_source(Source::scratch("lecture.txt", "aж€😀\n".into()).unwrap());
        let beginning = SessionStart {
            look,
            size: ScreenSize { width, height },
            ..SessionStart::default()
        };
        let (mut session, _) = Session::new(&opened, beginning);
        let rows = table("lecture");
        assert!(rows.len() > 8);
        for row in rows {
            for key in quoted(&row[2]) {
                let key = key.parse().unwrap_or_else(|()| panic!("no key {key}"));
                drop(session.handle(SessionEvent::Input(UserInput::Key(key))));
                drop(session.sync());
            }
            let Picture::Whole(screen) = session.show() else {
                panic!("too small");
            };
            let said = said(&screen);
            assert!(!said.contains("does nothing"), "{row:?}: {said}");
            for word in quoted(&row[3]) {
                assert!(said.contains(&word), "{width}x{height} {row:?}: {said}");
            }
        }
    }
}

/// What books, articles and courses about text in bytes teach, each with the lesson that has it, and
/// words from there. A few are told elsewhere: by a card, a drill, a list.
#[test]
fn what_other_sources_teach_is_taught() {
    let items = include_str!("items.tsv").lines().skip(1);
    let (mut taught, mut elsewhere) = (0, 0);
    for item in items {
        let cells: Vec<&str> = item.split('\t').collect();
        let [_, name, words] = cells[..] else {
            panic!("three cells: {item}");
        };
        if name == "-" {
            elsewhere += 1;
            continue;
        }
        let place = LESSONS.iter().position(|lesson| lesson.id == name);
        let place = place.unwrap_or_else(|| panic!("no such lesson: {item}"));
        let number = place + 1;
        let path = format!(
            "{}/crates/hexloupe-lesson/assets/lessons/en/{number:02}-{name}.toml",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = super::learner::words(&std::fs::read_to_string(path).unwrap());
        assert!(text.contains(words), "{item}");
        taught += 1;
    }
    assert!(taught >= 150, "{taught}");
    assert_eq!(taught + elsewhere, 164);
}

#[test]
fn every_question_of_an_exam_has_the_step_that_teaches_it() {
    let rows = table("exams");
    assert_eq!(rows.len(), 15);
    for row in rows {
        let [name] = &quoted(&row[1])[..] else {
            panic!("one lesson: {row:?}");
        };
        let lesson = LESSONS.iter().find(|lesson| lesson.id == name);
        let lesson = lesson.unwrap_or_else(|| panic!("{row:?}"));
        let step: usize = row[1].rsplit(' ').next().unwrap().parse().unwrap();
        for language in Language::ALL {
            let script = lesson.script(language, &is_command).unwrap();
            let step = script.steps.get(step - 1).expect("a step");
            assert!(step.task.is_some(), "{row:?} asks nothing");
        }
    }
}
