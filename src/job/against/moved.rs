//! Edited lines in the encoding of the old file: what was typed since was saved in another one.
//!
//! A line is moved only if all of its text has bytes in the old encoding. Lost characters inside it get
//! their old bytes, if the line lost as many as the old line had. Invariant: a moved line reads in the old
//! encoding as the present line reads in UTF-8, but for what was lost.

use std::collections::HashMap;

use super::align::AlignedLine;
use super::recoding::{Recoding, each};
use super::side::FileLineEnd;
use super::trace::count;
use super::way::{LineChange, TextAlteration};
use super::ways;
use super::{JudgedLine, TextChangeKind, VersionCase};
use crate::codec::Encoding;

/// The most changed stretches that a set is tried on.
const PIECES: usize = 1000;

/// The fewest characters that always become the same other ones by no edit.
const GARBLED: usize = 4;

/// The fewest letters that are no text by chance.
const LETTERS: usize = 5;

/// The old encoding, for lines that are moved into it.
pub(super) struct LineMover<'a> {
    case: &'a VersionCase<'a>,
    /// True if software has saved the whole file as UTF-8, so that no line is in the old encoding.
    is_all_utf8: bool,
    /// True if the old file had lines in its encoding that are UTF-8 too: such a line proves nothing.
    had_both: bool,
    /// The sets that the old text was misread in: a word of one of them may be garbled, and not typed.
    misread: Vec<&'static Encoding>,
    /// The text of the lines beyond ASCII that are gone.
    gone: Vec<Vec<char>>,
}

impl<'a> LineMover<'a> {
    /// The mover of a file; none if no line is moved.
    pub(super) fn new(case: &'a VersionCase<'a>) -> Option<Self> {
        let can_stand = case.old.encoding.ascii && !case.old.encoding.is_stateful();
        let is_asked = !case.is_expected(TextChangeKind::Encoding);
        let may_move = can_stand && is_asked && case.sure && !case.was_binary;
        let old_line = |line: usize| case.old.body(line);
        let is_both = |line: &[u8]| !line.is_ascii() && str::from_utf8(line).is_ok();
        (may_move && case.is_spliceable()).then(|| Self {
            case,
            is_all_utf8: case.new.is_utf8() && was_written_in_utf8(case),
            had_both: (0..case.old.len()).map(old_line).any(is_both),
            misread: misread_in(case),
            gone: gone(case),
        })
    }

    /// The bytes of a line that stays, in the old encoding; none if it is in that already, or cannot be.
    pub(super) fn moved(&self, line: &JudgedLine) -> Option<Vec<u8>> {
        let body = self.case.new_body(line);
        // Of a line in ASCII, what it lost may be put back.
        let is_ascii = body.is_ascii();
        if is_ascii && line.pieces.is_empty() || matches!(line.entry, AlignedLine::Old(_)) {
            return None;
        }
        let text = str::from_utf8(body).ok()?;
        if !is_ascii && !self.is_all_utf8 && (self.had_both || !self.is_surely_utf8(text)) {
            return None;
        }
        if line.pieces.is_empty() && self.may_be_garbled(text) {
            return None;
        }
        let is_whole = |(way, _): &(TextAlteration, _)| self.keeps_text(*way);
        let moved = if line.pieces.iter().all(is_whole) {
            self.typed(text)
        } else {
            // A line that nobody edited may be another than it seems.
            line.edited.then(|| self.mended(line, text))?
        };
        moved.filter(|moved| moved != body)
    }

    /// The bytes of a text that was typed; none of one that may be garbled.
    fn typed(&self, text: &str) -> Option<Vec<u8>> {
        let is_typed = |word: &str| {
            let may_be = |set: &&'static Encoding| word.chars().all(|c| has(set, c));
            word.is_ascii() || !self.misread.iter().any(may_be)
        };
        let is_sound = !text.contains(char::REPLACEMENT_CHARACTER);
        (is_sound && text.split_whitespace().all(is_typed))
            .then(|| self.case.old.encoding.encode_text(text).ok())?
    }

    /// Reports whether a line has the ASCII of one that is gone, and for each other character always the same
    /// one, as a reading in an unknown set makes it.
    fn may_be_garbled(&self, text: &str) -> bool {
        let now: Vec<char> = text.chars().collect();
        let is_alike = |before: &Vec<char>| {
            let mut readings: HashMap<char, char> = HashMap::new();
            let mut pairs = before.iter().zip(&now);
            let is_reading = |(before, now): (&char, &char)| {
                let reading = *readings.entry(*before).or_insert(*now);
                reading == *now && (*now == *before || !before.is_ascii() && !now.is_ascii())
            };
            if before.len() != now.len() || !pairs.all(is_reading) {
                return false;
            }
            let of_set = readings.iter().filter(|(before, _)| !before.is_ascii());
            let (same, others): (Vec<_>, Vec<_>) = of_set.partition(|(before, now)| before == now);
            others.len() >= GARBLED.max(same.len())
        };
        self.gone.iter().any(is_alike)
    }

    /// Reports whether a way has only saved the text in UTF-8.
    fn keeps_text(&self, way: TextAlteration) -> bool {
        let TextAlteration::Recoded(recoding) = way else {
            return false;
        };
        let own = self.case.old.encoding;
        recoding.read == own && recoding.again.1 == 0 && recoding.saved.is_utf8()
    }

    /// A line with the old bytes of what it lost, and its other text in the old encoding; none if it may
    /// have been another old line.
    fn mended(&self, line: &JudgedLine, text: &str) -> Option<Vec<u8>> {
        let AlignedLine::Pair(old, _) = line.entry else {
            return None;
        };
        let ascii = |at: usize| self.case.old.body(at).iter().filter(|byte| byte.is_ascii());
        let is_alike = |other: usize| {
            let is_other = self.case.old.body(other) != self.case.old.body(old);
            is_other && ascii(other).eq(ascii(old))
        };
        if (0..self.case.old.len()).any(is_alike) {
            return None;
        }
        let body = self.case.old.body(old);
        let (way, _) = line.pieces.first()?;
        if way.leaves_letters() {
            return None;
        }
        if let TextAlteration::Replaced(_, sign) = way
            && count(text.as_bytes(), sign) > count(body, sign) + line.pieces.len()
        {
            // What was typed lost something, too.
            return None;
        }
        // Each of the old line's characters is lost in one place of the new one, in their order.
        let all = way.image(body, self.case.old.text_encoding())?.pieces.len();
        let is_whole = all == line.pieces.len() && line.pieces.iter().all(|(one, _)| one == way);
        let (mut out, mut at) = (Vec::new(), 0);
        for (_, piece) in &line.pieces {
            let kept = text.get(at..piece.new.start)?;
            out.extend(self.typed(kept)?);
            out.extend_from_slice(body.get(piece.old.clone())?);
            at = piece.new.end;
        }
        out.extend(self.typed(text.get(at..)?)?);
        is_whole.then_some(out)
    }

    /// Reports whether a line beyond ASCII is UTF-8 in a file that is not. All its characters are in the old
    /// encoding too, and it is hardly any text in that: ill-formed, or letters with signs between them, or
    /// many letters; of several bytes per character only whole characters of three bytes tell something.
    fn is_surely_utf8(&self, text: &str) -> bool {
        let encoding = self.case.old.encoding;
        let beyond = || text.chars().filter(|c| !c.is_ascii());
        if !beyond().all(|c| has(encoding, c)) {
            return false;
        }
        let (mut is_ill_formed, mut has_sign) = (false, false);
        each(text.as_bytes(), encoding, |_, read| match read {
            None => is_ill_formed = true,
            Some(read) => has_sign |= read.chars().any(|c| !c.is_ascii() && !c.is_alphabetic()),
        });
        let letters = beyond().filter(|c| c.is_alphabetic()).count();
        match encoding.max_len {
            _ if letters == 0 => false,
            _ if is_ill_formed => true,
            1 => has_sign || letters >= LETTERS,
            _ => letters >= 2 && beyond().all(|c| c.len_utf8() > 2),
        }
    }
}

/// The text of the old lines beyond ASCII that are gone.
fn gone(case: &VersionCase<'_>) -> Vec<Vec<char>> {
    let is_gone = |line: &&JudgedLine| {
        line.edited && !matches!(line.entry, AlignedLine::New(_)) && line.pieces.is_empty()
    };
    let text = |line: &JudgedLine| {
        let mut text = Vec::new();
        each(case.old_body(line), case.old.text_encoding(), |_, read| {
            text.extend(read.unwrap_or_default().chars());
        });
        text
    };
    let lines = case.lines.iter().filter(is_gone);
    lines
        .filter(|line| !case.old_body(line).is_ascii())
        .map(text)
        .collect()
}

/// Reports whether a stretch that nobody edited is UTF-8 now: the whole file was saved so.
fn was_written_in_utf8(case: &VersionCase<'_>) -> bool {
    let is_beyond = |line: &JudgedLine| {
        let body = case.new_body(line);
        let after = |piece: &LineChange| body.get(piece.new.clone()).unwrap_or_default();
        { line.pieces.iter() }.any(|(_, piece)| !after(piece).is_ascii())
    };
    case.lines.iter().any(is_beyond)
}

/// The present text of a whole file in the old encoding, if that and the present one have no bytes in common:
/// the file was saved in another encoding, and nothing was damaged by that. None if the old encoding lacks a
/// character, or gives a line that nobody edited other bytes than before.
pub(super) fn converted_back(case: &VersionCase<'_>) -> Option<Vec<u8>> {
    let (old, new) = (&case.old, &case.new);
    let is_other = old.encoding != new.encoding;
    let is_asked = is_other && !case.is_spliceable() && !case.is_expected(TextChangeKind::Encoding);
    if !is_asked || !case.sure || case.was_binary {
        return None;
    }
    let mut out = old.mark().to_vec();
    let mut has_same = false;
    for line in &case.lines {
        let (AlignedLine::Pair(_, at) | AlignedLine::New(at)) = line.entry else {
            continue;
        };
        let text = str::from_utf8(new.body(at)).ok()?;
        let bytes = old.encoding.encode_text(text).ok()?;
        let is_lost = text.contains(char::REPLACEMENT_CHARACTER) || !line.pieces.is_empty();
        if is_lost {
            return None;
        }
        if let AlignedLine::Pair(before, _) = line.entry
            && !line.edited
        {
            has_same |= !text.is_empty();
            if bytes != old.raw(before) {
                return None;
            }
        }
        out.extend(bytes);
        match (old.one_end(), new.one_end(), new.end(at)) {
            (_, _, FileLineEnd::None) => {}
            (Some((_, end)), Some(_), _) => out.extend_from_slice(end),
            (.., end) => out.extend(old.encoding.encode_text(end.text()).ok()?),
        }
    }
    has_same.then_some(out)
}

/// The sets that the text of a file may have been misread in: all that give what the ways gave.
fn misread_in(case: &VersionCase<'_>) -> Vec<&'static Encoding> {
    let own = case.old.encoding;
    let mut pieces = Vec::new();
    for line in &case.lines {
        for (way, piece) in &line.pieces {
            if let TextAlteration::Recoded(recoding) = way
                && (recoding.read != own || recoding.again.1 > 0)
            {
                let before = { case.old_body(line).get(piece.old.clone()) }.unwrap_or_default();
                let after = { case.new_body(line).get(piece.new.clone()) }.unwrap_or_default();
                pieces.push((*recoding, before, after));
            }
        }
    }
    pieces.truncate(PIECES);
    let named = pieces.first().map(|(recoding, ..)| {
        let is_again = recoding.again.1 > 0;
        if is_again {
            recoding.again.0
        } else {
            recoding.read
        }
    });
    let gives = |set: &&'static Encoding| {
        pieces.iter().all(|(recoding, before, after)| {
            let other = match recoding.again {
                (_, 0) => Recoding {
                    read: set,
                    ..*recoding
                },
                (_, times) => recoding.again(set, times),
            };
            other.image(before).bytes == *after
        })
    };
    let all = named.into_iter().chain(ways::sets().filter(gives));
    all.filter(|_| !pieces.is_empty()).collect()
}

fn has(encoding: &'static Encoding, c: char) -> bool {
    encoding.encode_text(c.encode_utf8(&mut [0; 4])).is_ok()
}
