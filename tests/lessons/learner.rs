//! A learner at the real program, without a terminal: keys in, lines of the strip out.
//!
//! Invariant: whatever the learner does is done with keys that a person could press.

use hexloupe::command::input::{Pointer, UserInput};
use hexloupe::language::Language;
use hexloupe::lesson::notation::AnswerNotation;
use hexloupe::lesson::player::Player;
use hexloupe::lesson::script::{LessonScript, ScriptAnswer};
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::look::Appearance;
use hexloupe::model::screen::{Picture, Screen};
use hexloupe::model::state::{BottomPanel, CursorUnit, Pane};
use hexloupe::model::theme::Theme;
use hexloupe::session::{FirstGuide, Opened, Session, SessionEvent, SessionStart};
use hexloupe::unicode::glyph::Charset;
use hexloupe::window::Peek as _;

/// A learner, and the lesson on the screen.
pub(crate) struct Learner {
    session: Session,
}

impl Learner {
    /// Begins a lesson at a step, on 80 columns and 24 rows without colours.
    pub(crate) fn at(player: Player) -> Self {
        Self::on(player, 80, 24)
    }

    /// Begins a lesson on a screen.
    pub(crate) fn on(player: Player, width: u16, height: u16) -> Self {
        let look = Appearance {
            theme: Theme::MONO,
            language: player.language,
            ..Appearance::default()
        };
        let opened = Opened::memory("lesson", Vec::new());
        let beginning = SessionStart {
            look,
            size: ScreenSize { width, height },
            guide: FirstGuide::Lesson(Box::new(player)),
            ..SessionStart::default()
        };
        // What a session asks for is long work, which a lesson does not need.
        let (session, _) = Session::new(&opened, beginning);
        let mut learner = Self { session };
        learner.screen();
        learner
    }

    /// On a terminal that draws ASCII alone.
    pub(crate) fn in_ascii(mut self) -> Self {
        self.session
            .set(|state, _| state.look.charset = Charset::Ascii);
        self
    }

    /// Presses keys, separated by spaces.
    pub(crate) fn press(&mut self, keys: &str) {
        for key in keys.split(' ').filter(|key| !key.is_empty()) {
            let key = key.parse().unwrap_or_else(|()| panic!("no key {key}"));
            drop(
                self.session
                    .handle(SessionEvent::Input(UserInput::Key(key))),
            );
            self.screen();
        }
    }

    /// Types a text.
    pub(crate) fn type_text(&mut self, text: &str) {
        for c in text.chars() {
            let key = match c {
                ' ' => "Space".to_owned(),
                c => c.to_string(),
            };
            self.press(&key);
        }
    }

    /// Clicks on a place of the screen.
    pub(crate) fn click(&mut self, x: u16, y: u16) {
        let press = Pointer::Press { clicks: 1 };
        drop(
            self.session
                .handle(SessionEvent::Input(UserInput::Mouse(press, x, y))),
        );
        self.screen();
    }

    pub(crate) fn picture(&mut self) -> Picture {
        // Nothing of it runs.
        drop(self.session.sync());
        self.session.show()
    }

    pub(crate) fn screen(&mut self) -> Box<Screen> {
        match self.picture() {
            Picture::Whole(screen) => screen,
            Picture::TooSmall(line) => panic!("{}", line.text()),
        }
    }

    /// The lines of the strip, without the blanks at their ends.
    pub(crate) fn strip(&mut self) -> Vec<String> {
        let lines = self.screen().inspector;
        let lines = lines.iter().map(|line| line.text().trim_end().to_owned());
        lines.collect()
    }

    /// The words of the strip in one line, without its heading.
    pub(crate) fn words(&mut self) -> String {
        let strip = self.strip();
        words(&strip.get(1..).unwrap_or_default().join(" "))
    }

    pub(crate) fn player(&self) -> &Player {
        let player = self.session.state().lesson.as_deref();
        player.expect("a lesson")
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.session.source().window(0, 1 << 17).bytes
    }

    /// Gives an answer of any kind. What is done with the keys is done from where the step
    /// begins.
    pub(crate) fn answer(&mut self, answer: &ScriptAnswer, script: &LessonScript) {
        let choices = self.player().step().and_then(|step| step.task.as_ref());
        let choices = choices.map_or(0, |task| task.choices.len());
        match answer {
            ScriptAnswer::Bytes(bytes) => {
                let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                self.give(&digits.join(" "));
            }
            ScriptAnswer::CodePoint(value) => self.give(&format!("U+{value:X}")),
            ScriptAnswer::Number(number) => {
                let task = self.player().task();
                let in_hex = task.is_some_and(|task| task.notation == AnswerNotation::Hex);
                self.give(&written(*number, in_hex));
            }
            ScriptAnswer::Choice(number) => {
                assert!(*number < choices, "{}", script.title);
                self.give(&char::from(b'a' + *number as u8).to_string());
            }
            ScriptAnswer::At(offsets) => {
                self.run(&format!("0x{:x}", offsets[0]));
            }
            ScriptAnswer::Made(bytes) => self.make(bytes),
            ScriptAnswer::ReadAs(encoding) => self.run(&format!("encoding {}", encoding.id)),
            ScriptAnswer::Pressed(command) => {
                let row = hexloupe::command::table::by_name(command).expect("a command");
                match row.keys.first() {
                    Some(keys) => self.press(keys),
                    None => self.run(command),
                }
                // Whatever it has opened is closed.
                if self.session.state().overlay.is_some() {
                    self.press("Esc");
                }
            }
        }
    }

    /// Types an answer: its first character begins it.
    fn give(&mut self, text: &str) {
        self.type_text(text);
        self.press("Enter");
        if self.session.state().overlay.is_some() {
            self.press("Esc");
        }
    }

    /// Types a line at the prompt.
    fn run(&mut self, line: &str) {
        self.press(":");
        self.type_text(line);
        self.press("Enter");
    }

    /// Makes the bytes what they should be: those that differ, up to the same end.
    fn make(&mut self, wanted: &[u8]) {
        let now = self.bytes();
        let same = |(a, b): &(&u8, &u8)| a == b;
        let before = now.iter().zip(wanted).take_while(same).count();
        let rest = (&now[before..], &wanted[before..]);
        let (old, new) = rest;
        let after = { old.iter().rev().zip(new.iter().rev()) }
            .take_while(same)
            .count();
        let (gone, come) = (old.len() - after, &new[..new.len() - after]);
        self.focus_hex();
        if come.len() == gone {
            self.run(&format!("0x{before:x}"));
            self.press("r");
            self.digits(come);
            self.press("Esc");
            return;
        }
        // What comes is typed before what goes, so that the data is never empty.
        if !come.is_empty() {
            let is_end = before >= now.len();
            let at = if is_end { now.len() - 1 } else { before };
            self.run(&format!("0x{at:x}"));
            self.press("Insert");
            if is_end {
                self.press("Right");
            }
            self.digits(come);
            self.press("Esc");
        }
        for _ in 0..gone {
            self.run(&format!("0x{:x}", before + come.len()));
            self.press("Delete");
        }
    }

    fn digits(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.type_text(&format!("{byte:02x}"));
        }
    }

    /// Puts the focus on hex, and steps by bytes.
    fn focus_hex(&mut self) {
        for _ in 0..3 {
            if self.session.state().view.focus != Pane::Hex {
                self.press("Tab");
            }
        }
        for _ in 0..5 {
            if self.session.state().view.unit != CursorUnit::Byte {
                self.press("s");
            }
        }
    }

    /// Whether the strip is on the screen.
    pub(crate) fn sees_the_lesson(&self) -> bool {
        self.session.state().view.below == BottomPanel::Lesson
    }
}

/// A number as an answer.
pub(crate) fn written(number: u64, in_hex: bool) -> String {
    if in_hex {
        format!("0x{number:x}")
    } else {
        number.to_string()
    }
}

/// A text as words with one space between, but none beside Chinese characters, where lines end too.
pub(crate) fn words(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        let is_chinese = |c: Option<char>| c.is_some_and(|c| c >= '\u{2E80}');
        let is_close = is_chinese(out.chars().next_back()) || is_chinese(word.chars().next());
        out.push_str(if is_close || out.is_empty() { "" } else { " " });
        out.push_str(word);
    }
    out
}

/// What the program adds when an answer is right.
pub(crate) fn right(language: Language) -> &'static str {
    match language {
        Language::English => "Right.",
        Language::Russian => "Верно.",
        Language::Chinese => "正确。",
    }
}
