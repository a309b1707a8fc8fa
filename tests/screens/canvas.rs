//! A buffer that a state was painted into, as text.
//!
//! Invariant: one character of text stands for one cell, or for two if it is wide; blanks
//! at the end of a row are cut.

use crate::play::driven::Driven;
use hexloupe::codec::{Encoding, table};
use hexloupe::command::keymap::Keymap;
use hexloupe::command::overlay::Overlay;
use hexloupe::command::{self, InspectorState};
use hexloupe::detect::verdict::{Evidence, Guess, Verdict};
use hexloupe::hexdump::DumpFormat;
use hexloupe::job::matches;
use hexloupe::language::Language;
use hexloupe::model::compare::EncodingComparison;
use hexloupe::model::errand::{Export, RunningExport};
use hexloupe::model::finding::MatchCount;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::screen::{Picture, Screen};
use hexloupe::model::state::{Arrangement, Facts};
use hexloupe::model::theme::Theme;
use hexloupe::scan::facts::index::IndexProgress;
use hexloupe::scan::index;
use hexloupe::scan::matches::{EncodingAndPhase, Matcher, SearchScope};
use hexloupe::scan::pattern::{self, CaseMatching};
use hexloupe::session::{Opened, SessionStart};
use hexloupe::ui;
use hexloupe::unicode::glyph::{self, Charset};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use std::cell::RefCell;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

/// A session whose data was scanned; no other background job has run.
pub(crate) struct Canvas {
    data: Vec<u8>,
    driven: RefCell<Driven>,
}

impl Canvas {
    pub(crate) fn new(data: &[u8], size: (u16, u16)) -> Self {
        Self::bound(data, size, Keymap::default())
    }

    /// With keys of the user.
    pub(crate) fn bound(data: &[u8], (width, height): (u16, u16), keymap: Keymap) -> Self {
        let beginning = SessionStart {
            size: ScreenSize { width, height },
            keymap,
            ..SessionStart::default()
        };
        let opened = Opened::memory("tour.txt", data.to_vec());
        let mut canvas = Self {
            data: data.to_vec(),
            driven: Driven::new(&opened, beginning).into(),
        };
        canvas.scan();
        canvas
    }

    /// Scans the data as it is read now.
    fn scan(&mut self) {
        let driven = self.driven.get_mut();
        driven.show();
        driven.finish(&["scan"]);
    }

    fn set(&mut self, change: impl FnOnce(&mut InspectorState, &mut Facts)) {
        self.driven.get_mut().session.set(change);
    }

    fn reading(&self) -> EncodingAndPhase {
        let driven = self.driven.borrow();
        let view = &driven.session.state().view;
        EncodingAndPhase {
            encoding: view.encoding(),
            phase: view.phase,
        }
    }

    /// As if the scan had reached `len` bytes at a rate in bytes per second.
    pub(crate) fn scanned_to(mut self, len: usize, rate: u64) -> Self {
        let EncodingAndPhase { encoding, phase } = self.reading();
        let begun = self.data[..len].to_vec();
        let mut index = index::build(&begun, encoding, phase);
        index.complete = false;
        let index = Arc::new(index);
        self.set(|_, facts| facts.known = Some(IndexProgress { index, rate }));
        self
    }

    pub(crate) fn read_as(mut self, encoding: &'static Encoding) -> Self {
        self.set(|state, _| state.view.choose(encoding));
        self.scan();
        self
    }

    pub(crate) fn in_language(mut self, language: Language) -> Self {
        self.set(|state, _| state.look.language = language);
        self
    }

    pub(crate) fn at(mut self, offset: u64) -> Self {
        self.set(|state, _| state.view.cursor.offset = offset);
        self
    }

    /// Marks matches of a pattern, and counts them.
    pub(crate) fn matched(mut self, pattern: &str) -> Self {
        let read = pattern::read(pattern, CaseMatching::Exact).expect("a pattern");
        let matcher = Matcher::new(&read, self.reading(), SearchScope::Own);
        let matcher = matcher.expect("a pattern of the encoding");
        let found = matches::around(&self.data, &matcher, 0..self.data.len() as u64, |_| None);
        self.driven
            .get_mut()
            .finish(&["next match", "count of matches"]);
        self.set(|state, _| state.view.finding.set_pattern(pattern));
        self.driven.get_mut().show();
        self.set(|_, facts| {
            facts.found.count = Some(MatchCount {
                total: found.len() as u64,
                places: found.iter().map(|found| found.start).collect(),
            });
        });
        self
    }

    /// With a guess of the encoding.
    pub(crate) fn guessed(mut self, guess: Guess) -> Self {
        self.set(|state, facts| {
            state.view.read_as(guess.verdict);
            facts.guess = Some(Arc::new(guess));
        });
        self.scan();
        self
    }

    /// With a guess of the encoding that came after the choice of one.
    pub(crate) fn told(mut self, guess: Guess) -> Self {
        self.set(|_, facts| facts.guess = Some(Arc::new(guess)));
        self.scan();
        self
    }

    /// As a binary of no known kind.
    pub(crate) fn binary(self) -> Self {
        self.binary_of(None)
    }

    /// As a binary of a kind.
    pub(crate) fn binary_of(mut self, kind: Option<&'static str>) -> Self {
        let verdict = Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Binary(kind),
        };
        self.set(|state, _| state.view.read_as(verdict));
        self
    }

    /// With other formats in the list of forms that is open.
    pub(crate) fn among(mut self, formats: &'static [&'static DumpFormat]) -> Self {
        self.set(|state, _| {
            let Some(Overlay::Forms(list)) = &mut state.overlay else {
                panic!("no list of forms is open")
            };
            list.kind.formats = formats;
        });
        self
    }

    /// With the question whether to overwrite a file.
    pub(crate) fn asked(mut self, export: Export) -> Self {
        self.set(|state, _| command::ask(state, export, 1234));
        self
    }

    /// With something that is being written.
    pub(crate) fn writing(mut self, errand: RunningExport) -> Self {
        self.set(|_, facts| facts.errand = Some(errand));
        self
    }

    /// On a screen of another size.
    pub(crate) fn resized(mut self, (width, height): (u16, u16)) -> Self {
        self.driven.get_mut().resize(ScreenSize { width, height });
        self
    }

    pub(crate) fn mono(mut self) -> Self {
        self.set(|state, _| state.look.theme = Theme::MONO);
        self
    }

    pub(crate) fn ascii(mut self) -> Self {
        self.set(|state, _| state.look.charset = Charset::Ascii);
        self
    }

    /// With the panes side by side.
    pub(crate) fn wide(mut self) -> Self {
        self.set(|state, _| state.view.arrangement = Some(Arrangement::Wide));
        self
    }

    /// Presses keys; `type:text` types a text, with `_` for a blank.
    pub(crate) fn keys(mut self, keys: &str) -> Self {
        for word in keys.split_whitespace() {
            let was_open = self.is_comparing();
            self.driven.get_mut().press(word);
            if self.is_comparing() && !was_open {
                let now = self.reading().encoding;
                let few = EncodingComparison::new(now, compared());
                self.set(|state, _| state.open(few));
            }
            self.scan();
        }
        self
    }

    /// After the jobs with these names have ended.
    pub(crate) fn finished(mut self, jobs: &[&str]) -> Self {
        self.driven.get_mut().finish(jobs);
        self
    }

    /// The lines of the message above the last line of the screen.
    pub(crate) fn lines_of_message(&self) -> usize {
        self.driven.borrow_mut().screen().message.len()
    }

    fn is_comparing(&self) -> bool {
        let driven = self.driven.borrow();
        matches!(driven.session.state().overlay, Some(Overlay::Compare(_)))
    }

    pub(crate) fn picture(&self) -> Picture {
        self.driven.borrow_mut().show()
    }

    pub(crate) fn screen(&self) -> Screen {
        match self.picture() {
            Picture::Whole(screen) => *screen,
            Picture::TooSmall(_) => panic!("too small for a screen"),
        }
    }

    pub(crate) fn size(&self) -> ScreenSize {
        self.driven.borrow().session.size()
    }

    pub(crate) fn buffer(&self) -> Buffer {
        let picture = self.picture();
        let driven = self.driven.borrow();
        let ScreenSize { width, height } = driven.session.size();
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        ui::paint(&picture, driven.session.state().look, &mut buffer);
        buffer
    }

    /// The screen as text.
    pub(crate) fn text(&self) -> String {
        let buffer = self.buffer();
        let lines = (0..buffer.area.height).map(|y| line(&buffer, y));
        let text: String = lines
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect();
        text.trim_end().to_owned() + "\n"
    }

    /// Some rows of the screen, each with a row of letters for the styles of its cells below
    /// it, and the meaning of the letters.
    pub(crate) fn styles(&self, rows: Range<u16>) -> String {
        let buffer = self.buffer();
        let blank = Buffer::empty(Rect::new(0, 0, 1, 1));
        let (mut out, mut known) = (String::new(), vec![blank[(0, 0)].style()]);
        for y in rows {
            let letters: String = (0..buffer.area.width)
                .map(|x| letter(buffer[(x, y)].style(), &mut known))
                .collect();
            let _ = writeln!(
                out,
                "{}\n{}",
                line(&buffer, y).trim_end(),
                letters.trim_end()
            );
        }
        for (index, style) in known.iter().enumerate().skip(1) {
            let _ = writeln!(out, "{} {}", sign(index), words(*style));
        }
        out
    }

    /// Some columns of a row of the screen.
    pub(crate) fn columns(&self, y: u16, columns: Range<u16>) -> String {
        let buffer = self.buffer();
        columns
            .map(|x| buffer[(x, y)].symbol().to_owned())
            .collect()
    }
}

/// A row as text: a wide character takes the next cell too.
fn line(buffer: &Buffer, y: u16) -> String {
    let (mut out, mut x) = (String::new(), 0);
    while x < buffer.area.width {
        let symbol = buffer[(x, y)].symbol();
        out.push_str(symbol);
        x += (glyph::columns(symbol) as u16).max(1);
    }
    out
}

fn letter(style: Style, known: &mut Vec<Style>) -> char {
    let at = known.iter().position(|&other| other == style);
    let index = at.unwrap_or_else(|| {
        known.push(style);
        known.len() - 1
    });
    sign(index)
}

fn sign(index: usize) -> char {
    match index {
        0 => ' ',
        _ => char::from(b'a' + (index - 1) as u8),
    }
}

fn words(style: Style) -> String {
    let colour = |name: &str, colour: Option<Color>| match colour {
        None | Some(Color::Reset) => None,
        Some(colour) => Some(format!("{name}{}", colour.to_string().to_lowercase())),
    };
    let attributes = [
        (Modifier::BOLD, "bold"),
        (Modifier::DIM, "dim"),
        (Modifier::UNDERLINED, "underlined"),
        (Modifier::REVERSED, "reversed"),
    ];
    let attributes = attributes.into_iter();
    let attributes = attributes
        .filter(|(modifier, _)| style.add_modifier.contains(*modifier))
        .map(|(_, name)| name.to_owned());
    let colours = [colour("", style.fg), colour("on ", style.bg)];
    let all: Vec<_> = attributes.chain(colours.into_iter().flatten()).collect();
    all.join(" ")
}

/// The encodings to compare, the best first: a fixed list, so that a picture stays the
/// same when an encoding is added to the table.
fn compared() -> impl Iterator<Item = &'static Encoding> {
    let ids = "windows-1251 x-mac-cyrillic koi8-r koi8-u ibm866 iso-8859-5 windows-1252 \
        iso-8859-1 cp437 utf-8 cesu-8 shift_jis gbk utf-16le utf-16be utf-32le ebcdic-037 ascii";
    ids.split_whitespace().map(encoding)
}

/// The encoding with an id.
pub(crate) fn encoding(id: &str) -> &'static Encoding {
    table::all().find(|row| row.id == id).expect("an encoding")
}
