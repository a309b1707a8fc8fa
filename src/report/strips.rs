//! Pieces of lines, put together once and copied many times.
//!
//! A strip is some columns with the control sequences inside them; what comes
//! before them, the ink of the [pen](super::pen) decides. Strips lie in one
//! buffer at distances of [`LANE`], so that any can be copied in steps of that
//! size: such a copy is a move or two, one of any other size is a call.
//! Invariant: no strip ends in an ink that is seen on blanks.

use super::ansi;
use super::canvas::Canvas;
use crate::model::line::Tone;
use crate::model::theme::Ink;
use crate::model::theme::Theme;

/// Bytes that are copied at once.
pub(super) const LANE: usize = 32;
/// The number of the ink that lines begin and end in.
pub(super) const PLAIN: u8 = 0;
/// The number of no ink: strips of blanks leave it as it is.
pub(super) const ANY: u8 = u8::MAX;

/// Where a strip lies, and how it begins and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Strip {
    /// The first of its lanes.
    pub(super) lane: u32,
    /// Length in bytes.
    pub(super) len: u8,
    /// Columns it takes.
    pub(super) columns: u8,
    /// Numbers of the inks it begins and ends in.
    pub(super) first: u8,
    pub(super) last: u8,
}

impl Strip {
    /// No text at all.
    pub(super) const EMPTY: Self = Self {
        lane: 0,
        len: 0,
        columns: 0,
        first: PLAIN,
        last: PLAIN,
    };
}

/// How many of the strips take the first so many columns.
pub(super) fn cover(strips: &[Strip], columns: usize) -> usize {
    let mut covered = 0;
    let behind = strips.iter().position(|strip| {
        let full = covered >= columns;
        covered += usize::from(strip.columns);
        full
    });
    behind.unwrap_or(strips.len())
}

/// The control sequence that turns to an ink.
struct Turn {
    ink: Ink,
    text: [u8; 16],
    len: usize,
}

/// The buffer of the strips.
pub(super) struct Strips {
    lanes: Vec<[u8; LANE]>,
    turns: Vec<Turn>,
    theme: Option<Theme>,
}

impl Strips {
    pub(super) fn new(theme: Option<Theme>) -> Self {
        let mut strips = Self {
            lanes: vec![[b' '; LANE]],
            turns: Vec::new(),
            theme,
        };
        strips.number(Ink::default());
        strips
    }

    /// Whether strips have inks.
    pub(super) fn theme(&self) -> Option<Theme> {
        self.theme
    }

    /// A strip of no columns, in a tone.
    pub(super) fn tone(&mut self, tone: Tone) -> Strip {
        let number = match self.theme {
            Some(theme) => self.number(theme.ink(tone)),
            None => PLAIN,
        };
        Strip {
            first: number,
            last: number,
            ..Strip::EMPTY
        }
    }

    /// Makes a strip of some columns from what is drawn, the first of it in
    /// `tone`, and from so many blanks behind it.
    pub(super) fn cut(
        &mut self,
        tone: Tone,
        columns: usize,
        blanks: usize,
        draw: impl FnOnce(&mut Canvas),
    ) -> Strip {
        let ink = self.theme.map(|theme| theme.ink(tone)).unwrap_or_default();
        let mut canvas = Canvas::beginning_in(self.theme, ink);
        draw(&mut canvas);
        let (mut text, end) = canvas.finish();
        let (first, last) = match (self.theme.is_some(), text.is_empty()) {
            (false, _) => (PLAIN, PLAIN),
            (true, true) => (ANY, ANY),
            (true, false) => (self.number(ink), self.number(end)),
        };
        let len = text.len() + blanks;
        let lane = self.lanes.len();
        text.resize(len.next_multiple_of(LANE), b' ');
        self.lanes.extend(text.as_chunks().0);
        Strip {
            lane: lane as u32,
            // Eight bits, each in an ink of its own, are shorter.
            len: len as u8,
            columns: columns as u8,
            first,
            last,
        }
    }

    /// A lane.
    #[inline]
    pub(super) fn lane(&self, lane: u32) -> &[u8; LANE] {
        &self.lanes[lane as usize]
    }

    /// The lanes of a strip.
    #[inline]
    pub(super) fn lanes(&self, strip: Strip) -> &[[u8; LANE]] {
        let first = strip.lane as usize;
        &self.lanes[first..first + usize::from(strip.len).div_ceil(LANE)]
    }

    /// The control sequence that turns to the ink of a number, and its length.
    #[inline]
    pub(super) fn turn(&self, ink: u8) -> (&[u8; 16], usize) {
        let turn = &self.turns[usize::from(ink)];
        (&turn.text, turn.len)
    }

    /// Bytes that all strips take together.
    pub(super) fn size(&self) -> usize {
        self.lanes.len() * LANE
    }

    /// The number of an ink.
    fn number(&mut self, ink: Ink) -> u8 {
        let known = self.turns.iter().position(|turn| turn.ink == ink);
        let number = known.unwrap_or_else(|| {
            let mut turn = Vec::new();
            ansi::turn(&mut turn, ink);
            let mut text = [b' '; 16];
            text[..turn.len()].copy_from_slice(&turn);
            let len = turn.len();
            self.turns.push(Turn { ink, text, len });
            self.turns.len() - 1
        });
        number as u8
    }
}
