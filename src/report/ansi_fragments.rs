//! Pieces of lines with their control sequences, made once and copied many times.
//!
//! A fragment is the text of some columns with the control sequences inside it; the
//! [writer](FragmentWriter) adds the sequence before it. Fragments are stored in one buffer
//! and begin at multiples of [`LANE`], so that they are copied in steps of that size: such a
//! copy compiles to a move or two, a copy of any other size to a call. Invariant: no fragment
//! ends in a style that is visible on blanks; between two fragments of different styles is
//! one control sequence, and no line ends with blanks.

use super::ansi;
use super::styled_text::StyledText;
use crate::model::line::Tone;
use crate::model::theme::Ink;
use crate::model::theme::Theme;

/// Bytes that are copied in one step.
pub(super) const LANE: usize = 32;
/// The lanes of a control sequence: all attributes and two colours of 24 bits take less.
const SGR_LANES: usize = 2;
/// The number of the style that lines begin and end in.
pub(super) const PLAIN: u8 = 0;
/// No style number: a fragment of blanks has the style before it.
pub(super) const ANY: u8 = u8::MAX;

/// The place of a fragment in the buffer, and its first and last styles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AnsiFragment {
    /// The index of its first lane.
    pub(super) lane: u32,
    /// Length in bytes.
    pub(super) len: u8,
    /// Columns it takes.
    pub(super) columns: u8,
    /// The numbers of the styles it begins and ends in.
    pub(super) first: u8,
    pub(super) last: u8,
}

impl AnsiFragment {
    /// No text at all.
    pub(super) const EMPTY: Self = Self {
        lane: 0,
        len: 0,
        columns: 0,
        first: PLAIN,
        last: PLAIN,
    };
}

/// The number of fragments, from the first on, that cover that many columns.
pub(super) fn cover(fragments: &[AnsiFragment], columns: usize) -> usize {
    let mut covered = 0;
    let behind = fragments.iter().position(|fragment| {
        let full = covered >= columns;
        covered += usize::from(fragment.columns);
        full
    });
    behind.unwrap_or(fragments.len())
}

/// The control sequence that switches to a style.
struct Sgr {
    ink: Ink,
    text: [[u8; LANE]; SGR_LANES],
    len: usize,
}

/// The buffer of the fragments.
pub(super) struct FragmentBuffer {
    lanes: Vec<[u8; LANE]>,
    sgrs: Vec<Sgr>,
    theme: Option<Theme>,
}

impl FragmentBuffer {
    pub(super) fn new(theme: Option<Theme>) -> Self {
        let mut fragments = Self {
            lanes: vec![[b' '; LANE]],
            sgrs: Vec::new(),
            theme,
        };
        fragments.number(Ink::default());
        fragments
    }

    /// The colours, if fragments have any.
    pub(super) fn theme(&self) -> Option<Theme> {
        self.theme
    }

    /// A fragment of no columns that switches to a tone.
    pub(super) fn tone(&mut self, tone: Tone) -> AnsiFragment {
        let number = match self.theme {
            Some(theme) => self.number(theme.ink(tone)),
            None => PLAIN,
        };
        AnsiFragment {
            first: number,
            last: number,
            ..AnsiFragment::EMPTY
        }
    }

    /// Makes a fragment of some columns: the text added by `draw`, which begins in `tone`, and then
    /// `blanks` blanks.
    pub(super) fn cut(
        &mut self,
        tone: Tone,
        columns: usize,
        blanks: usize,
        draw: impl FnOnce(&mut StyledText),
    ) -> AnsiFragment {
        let ink = self.theme.map(|theme| theme.ink(tone)).unwrap_or_default();
        let mut text = StyledText::beginning_in(self.theme, ink);
        draw(&mut text);
        let (mut text, end) = text.finish();
        let (first, last) = match (self.theme.is_some(), text.is_empty()) {
            (false, _) => (PLAIN, PLAIN),
            (true, true) => (ANY, ANY),
            (true, false) => (self.number(ink), self.number(end)),
        };
        let len = text.len() + blanks;
        let lane = self.lanes.len();
        text.resize(len.next_multiple_of(LANE), b' ');
        self.lanes.extend(text.as_chunks().0);
        AnsiFragment {
            lane: lane as u32,
            // It fits: the longest text is eight bits with a control sequence each.
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

    /// The lanes of a fragment.
    #[inline]
    pub(super) fn lanes(&self, fragment: AnsiFragment) -> &[[u8; LANE]] {
        let first = fragment.lane as usize;
        &self.lanes[first..first + usize::from(fragment.len).div_ceil(LANE)]
    }

    /// The control sequence that switches to the style of a number, and its length.
    #[inline]
    pub(super) fn sgr(&self, ink: u8) -> (&[[u8; LANE]; SGR_LANES], usize) {
        let sgr = &self.sgrs[usize::from(ink)];
        (&sgr.text, sgr.len)
    }

    /// The size of all fragments together, in bytes.
    pub(super) fn size(&self) -> usize {
        self.lanes.len() * LANE
    }

    /// The number of a style.
    fn number(&mut self, ink: Ink) -> u8 {
        let known = self.sgrs.iter().position(|sgr| sgr.ink == ink);
        let number = known.unwrap_or_else(|| {
            let mut sgr = Vec::new();
            ansi::sgr(&mut sgr, ink);
            let mut text = [[b' '; LANE]; SGR_LANES];
            text.as_flattened_mut()[..sgr.len()].copy_from_slice(&sgr);
            let len = sgr.len();
            self.sgrs.push(Sgr { ink, text, len });
            self.sgrs.len() - 1
        });
        number as u8
    }
}

const BLANKS: [u8; LANE] = [b' '; LANE];

/// Writes a line into a buffer, which must have room for the line and at least one [`LANE`] more:
/// the bytes after the end of the line have no meaning.
pub(super) struct FragmentWriter<'a> {
    out: &'a mut [u8],
    /// The number of bytes of the buffer that are written.
    at: usize,
    /// The number of the current style.
    ink: u8,
    fragments: &'a FragmentBuffer,
}

impl<'a> FragmentWriter<'a> {
    /// A writer that begins at `at`, after the lines that the buffer already holds.
    pub(super) fn new(out: &'a mut [u8], at: usize, fragments: &'a FragmentBuffer) -> Self {
        Self {
            out,
            at,
            ink: PLAIN,
            fragments,
        }
    }

    /// Writes a fragment.
    #[inline]
    pub(super) fn write(&mut self, fragment: AnsiFragment) {
        if fragment.first == self.ink && usize::from(fragment.len) <= LANE {
            self.lane(self.fragments.lane(fragment.lane));
            self.at += usize::from(fragment.len);
            self.ink = fragment.last;
        } else {
            (self.at, self.ink) = write_any(self.out, self.at, self.ink, self.fragments, fragment);
        }
    }

    /// Writes a lane without advancing.
    #[inline]
    fn lane<const N: usize>(&mut self, lane: &[u8; N]) {
        self.out[self.at..self.at + N].copy_from_slice(lane);
    }

    /// Writes the first `len` bytes of `text` unchanged.
    #[inline]
    pub(super) fn text<const N: usize>(&mut self, text: &[u8; N], len: usize) {
        self.lane(text);
        self.at += len;
    }

    /// Calls a function that writes to the rest of the buffer and returns the number of its bytes.
    #[inline]
    pub(super) fn with(&mut self, write: impl FnOnce(&mut [u8]) -> usize) {
        self.at += write(&mut self.out[self.at..]);
    }

    /// Writes blanks.
    #[inline]
    pub(super) fn blanks(&mut self, count: usize) {
        let end = self.at + count;
        self.lane(&BLANKS);
        while end - self.at > LANE {
            self.at += LANE;
            self.lane(&BLANKS);
        }
        self.at = end;
    }

    /// Removes the blanks at the end of the line and ends it; returns the number of bytes of the
    /// buffer that are written.
    pub(super) fn end_line(mut self) -> usize {
        while self.at > 0 && self.out[self.at - 1] == b' ' {
            self.at -= 1;
        }
        self.write(AnsiFragment::EMPTY);
        self.text(b"\n", 1);
        self.at
    }
}

/// Writes any fragment; returns the number of bytes written then, and the number of the style. It
/// takes and returns values, so that the compiler may hold the writer in registers.
#[inline(never)]
fn write_any(
    out: &mut [u8],
    at: usize,
    ink: u8,
    fragments: &FragmentBuffer,
    fragment: AnsiFragment,
) -> (usize, u8) {
    let mut writer = FragmentWriter {
        out,
        at,
        ink,
        fragments,
    };
    if fragment.first != ink && fragment.first != ANY {
        let (lanes, len) = fragments.sgr(fragment.first);
        let after = writer.at + len;
        for lane in &lanes[..len.div_ceil(LANE)] {
            writer.text(lane, LANE);
        }
        writer.at = after;
    }
    if fragment.last != ANY {
        writer.ink = fragment.last;
    }
    let end = writer.at + usize::from(fragment.len);
    for lane in fragments.lanes(fragment) {
        writer.text(lane, LANE);
    }
    (end, writer.ink)
}
