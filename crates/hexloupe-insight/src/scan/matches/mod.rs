//! Finds a pattern in the data.
//!
//! A [`Matcher`] is a pattern compiled for one encoding, or for all. Text is searched as bytes: one
//! string by vector instructions, several by an automaton. Characters are searched by their
//! possible first bytes, or step by step in wider units. Text and characters begin at a sequence;
//! matches of `x:`, of `r:` and in all encodings may begin anywhere.
//!
//! As in grep, matches do not overlap: the leftmost wins, of two at one place the longest (for `r:`
//! its preferred one), and the next begins after it. Invariant: the matches do not depend on how
//! the data is cut into windows, if these show the range of [`Matcher::sight`]. A match of an
//! expression is found whole if it has at most [`LIMIT`] bytes, or [`BOUND`] bytes if the
//! expression limits its length; a longer one may be found in part, or not at all.

mod compile;
mod runs;
mod spelt;
#[cfg(test)]
mod tests;

use std::ops::{ControlFlow, Range};

use memchr::memmem;
use regex_automata::{Input, meta};

use self::runs::ByteSetRuns;
use self::spelt::SpeltText;
use super::pattern::{Pattern, PatternError};
use hexloupe_text::codec::{Anchor, CodecState, Encoding, Walk, table};
use hexloupe_text::unicode::set::CodePointSet;
use hexloupe_text::window::Window;
use hexloupe_text::window::sweep::Reach;

/// Bytes of the longest match that an expression of unlimited length certainly finds.
pub const LIMIT: u64 = 64 * 1024;
/// Bytes of the longest match that an expression of limited length certainly finds.
pub const BOUND: u64 = 256 * 1024;

/// Bytes before and after a match that may decide on it: a character, for the boundary of a word.
const CONTEXT: u64 = 16;

/// The encoding and phase of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodingAndPhase {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// The phase of code units.
    pub phase: u64,
}

/// The encodings of a search for text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SearchScope {
    /// The encoding of the data.
    #[default]
    Own,
    /// Every one of the table; the text as typed, composed and decomposed.
    All,
}

/// An occurrence of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// Offset of the first byte.
    pub offset: u64,
    /// Length in bytes, at least 1.
    pub len: u64,
    /// The state of the codec before it, in encodings with shifts.
    pub state: CodecState,
    /// The index of its spelling in the matcher.
    way: usize,
}

impl Match {
    /// Offset just past the last byte.
    pub fn end(&self) -> u64 {
        self.offset + self.len
    }

    /// The offsets of the match.
    pub fn range(&self) -> Range<u64> {
        self.offset..self.end()
    }
}

/// A compiled pattern.
#[derive(Debug, Clone)]
pub struct Matcher {
    engine: SearchEngine,
    place: MatchStart,
    reading: EncodingAndPhase,
    /// Bytes of the longest match that is sought.
    longest: u64,
    /// For each spelling of the pattern, the encodings with it.
    ways: Vec<Vec<&'static Encoding>>,
}

/// The engine of a search.
#[derive(Debug, Clone)]
enum SearchEngine {
    /// One string of bytes.
    Literal(Box<memmem::Finder<'static>>),
    /// Several strings, bytes with open bits, or an expression.
    Automaton(Box<meta::Regex>),
    /// Sets of bytes, repeated often.
    Runs(ByteSetRuns),
    /// The decoder, at the possible first bytes of these characters.
    Leads(Box<LeadBytes>),
    /// The decoder, from step to step, for these characters.
    Steps(CodePointSet),
    /// The decoder, from step to step, for this text.
    Spelt(SpeltText),
}

/// Characters, and their possible first bytes. For encodings where such a byte always begins a
/// character.
#[derive(Debug, Clone)]
struct LeadBytes {
    set: CodePointSet,
    leads: [bool; 256],
}

impl LeadBytes {
    /// The first of the characters: its index and its length.
    fn find(&self, encoding: &Encoding, bytes: &[u8]) -> Option<(usize, usize)> {
        let mut at = 0;
        loop {
            if !self.set.has_ascii() {
                at += ascii_run(&bytes[at..]);
            }
            let rest = bytes[at..].iter();
            at += { rest }.position(|&byte| self.leads[usize::from(byte)])?;
            let step = encoding.decode(&mut CodecState::default(), &bytes[at..]);
            if step.meaning.scalar().is_some_and(|c| self.set.contains(c)) {
                return Some((at, usize::from(step.len)));
            }
            at += 1;
        }
    }
}

/// The possible starts of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatchStart {
    /// Anywhere.
    Free,
    /// The start of a code unit.
    Unit,
    /// The start of a sequence.
    Sequence,
}

/// Reports whether the bytes of a well-formed character, where a unit may start, can be nothing but
/// that character (a test checks it).
fn tells_alone(encoding: &Encoding) -> bool {
    let forms = [
        table::UTF_8,
        table::UTF_16LE,
        table::UTF_16BE,
        table::UTF_32LE,
        table::UTF_32BE,
    ];
    encoding.max_len == 1 || forms.contains(&encoding)
}

impl Matcher {
    /// Compiles a pattern for data with a reading.
    ///
    /// # Errors
    /// The encoding has no bytes for the text, or the automaton would be too large.
    pub fn new(
        pattern: &Pattern,
        reading: EncodingAndPhase,
        scope: SearchScope,
    ) -> Result<Self, PatternError> {
        compile::compile(pattern, reading, scope)
    }

    /// The reading of the data.
    pub fn reading(&self) -> EncodingAndPhase {
        self.reading
    }

    /// The encodings that read the bytes of a match as the text; for bytes and expressions, the
    /// encoding of the data.
    pub fn encodings(&self, found: &Match) -> &[&'static Encoding] {
        self.ways.get(found.way).map_or(&[], Vec::as_slice)
    }

    /// Bytes of the longest match that is sought.
    pub fn longest(&self) -> u64 {
        self.longest
    }

    /// The number of bytes around a stretch that decide its matches.
    pub fn reach(&self) -> Reach {
        let encoding = self.reading.encoding;
        let Reach { before, .. } = encoding.reach_from_anywhere();
        Reach {
            before: before + CONTEXT,
            after: self.longest + CONTEXT + u64::from(encoding.look),
        }
    }

    /// The offsets that a window must show, as far as the data goes, to find the matches that begin
    /// in a range.
    pub fn sight(&self, range: &Range<u64>) -> Range<u64> {
        let EncodingAndPhase { encoding, phase } = self.reading;
        let start = encoding.lookback_start(phase, range.start.saturating_sub(CONTEXT));
        start..range.end.saturating_add(self.longest + CONTEXT)
    }

    /// Passes the matches that begin in a range to `found`, in order, until it breaks. The window
    /// begins at the start of [`Matcher::sight`], or at a later boundary before the range. `known`
    /// is a boundary before the range, for encodings whose bytes show none; it is used if it lies
    /// in the window.
    pub fn each(
        &self,
        window: &Window,
        range: Range<u64>,
        known: Anchor,
        found: &mut dyn FnMut(Match) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut start = range.start.max(window.start);
        let end = window.end();
        if let SearchEngine::Spelt(text) = &self.engine {
            let walk = walk(self.reading, window, start, known);
            return text.each(walk, &(start..range.end), found);
        }
        if let SearchEngine::Steps(set) = &self.engine {
            return self.step(window, start..range.end.min(end), known, set, found);
        }
        // A hole contains no match, and no match crosses it.
        for hole in &window.holes {
            self.each_of(window, start..hole.start, range.end, known, found)?;
            start = start.max(hole.end);
        }
        self.each_of(window, start..end, range.end, known, found)
    }

    /// The first match that begins in a range.
    pub fn first(&self, window: &Window, range: Range<u64>, known: Anchor) -> Option<Match> {
        let mut first = None;
        let _: ControlFlow<()> = self.each(window, range, known, &mut |found| {
            first = Some(found);
            ControlFlow::Break(())
        });
        first
    }

    /// The matches in a readable part of a window that begin before an offset.
    fn each_of(
        &self,
        window: &Window,
        part: Range<u64>,
        until: u64,
        mut known: Anchor,
        found: &mut dyn FnMut(Match) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let until = until.min(part.end);
        let end = part.end.min(until.saturating_add(self.longest - 1));
        let index = |offset: u64| (offset - window.start) as usize;
        let mut at = part.start;
        while at < until {
            let Some((first, len, way)) = self.next(&window.bytes, index(at)..index(end)) else {
                break;
            };
            let offset = window.start + first as u64;
            if offset >= until {
                break;
            }
            if !self.may_begin(window, offset, &mut known) {
                at = offset + 1;
                continue;
            }
            let len = len as u64;
            let state = CodecState::default();
            found(Match {
                offset,
                len,
                state,
                way,
            })?;
            at = offset + len;
        }
        ControlFlow::Continue(())
    }

    /// The next match among some bytes, wherever it begins: index, length, spelling.
    fn next(&self, bytes: &[u8], range: Range<usize>) -> Option<(usize, usize, usize)> {
        match &self.engine {
            SearchEngine::Literal(finder) => {
                let at = finder.find(bytes.get(range.clone())?)?;
                Some((range.start + at, finder.needle().len(), 0))
            }
            SearchEngine::Automaton(automaton) => {
                let found = automaton.find(Input::new(bytes).span(range))?;
                Some((found.start(), found.len(), found.pattern().as_usize()))
            }
            SearchEngine::Runs(runs) => {
                let (at, len) = runs.find(bytes, range, &mut 0)?;
                Some((at, len, 0))
            }
            SearchEngine::Leads(leads) => {
                let encoding = self.reading.encoding;
                let (at, len) = leads.find(encoding, bytes.get(range.clone())?)?;
                Some((range.start + at, len, 0))
            }
            SearchEngine::Steps(_) | SearchEngine::Spelt(_) => None,
        }
    }

    /// Reports whether a match may begin at an offset.
    fn may_begin(&self, window: &Window, offset: u64, known: &mut Anchor) -> bool {
        let EncodingAndPhase { encoding, phase } = self.reading;
        let past = || offset.checked_sub(phase);
        let on_grid = || past().is_some_and(|past| past.is_multiple_of(u64::from(encoding.unit)));
        match self.place {
            MatchStart::Free => true,
            MatchStart::Unit => on_grid(),
            MatchStart::Sequence => on_grid() && begins(self.reading, window, offset, known),
        }
    }

    /// Finds the characters of a set by stepping.
    fn step(
        &self,
        window: &Window,
        range: Range<u64>,
        known: Anchor,
        set: &CodePointSet,
        found: &mut dyn FnMut(Match) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        /// Bytes with steps in memory at once.
        const RUN: u64 = 4096;
        let mut walk = walk(self.reading, window, range.start, known);
        let mut steps = Vec::new();
        while let Some(step) = walk.next().filter(|step| step.offset < range.end) {
            steps.clear();
            steps.push(step);
            walk.run(range.end.min(step.offset + RUN), &mut steps);
            for step in &steps {
                let mut scalars = step.meaning.scalars();
                if step.offset >= range.start && scalars.any(|c| set.contains(c)) {
                    let (offset, len) = (step.offset, u64::from(step.len));
                    found(Match {
                        offset,
                        len,
                        state: step.state,
                        way: 0,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A walk from the last boundary up to an offset: one that the bytes show, or the known one, if it
/// lies in the window.
fn walk(reading: EncodingAndPhase, window: &Window, offset: u64, known: Anchor) -> Walk<'_> {
    let EncodingAndPhase { encoding, phase } = reading;
    let boundary = encoding.boundary_in(phase, window, offset);
    let near = (window.start..=offset).contains(&known.offset);
    let is_known = !boundary.is_exact && near;
    let from = if is_known { known } else { boundary.anchor };
    Walk::new(encoding, phase, window).at(from)
}

/// Reports whether a sequence begins at an offset; stores the last boundary before it.
fn begins(reading: EncodingAndPhase, window: &Window, offset: u64, known: &mut Anchor) -> bool {
    let mut walk = walk(reading, window, offset, *known);
    loop {
        *known = walk.anchor();
        match walk.next() {
            Some(step) if step.offset == offset => return true,
            Some(step) if step.end() <= offset => {}
            _ => return false,
        }
    }
}

/// The number of bytes of ASCII at the front, rounded down to whole lanes.
fn ascii_run(bytes: &[u8]) -> usize {
    const LANE: usize = 32;
    let lanes = bytes.chunks_exact(LANE);
    lanes.take_while(|lane| lane.is_ascii()).count() * LANE
}
