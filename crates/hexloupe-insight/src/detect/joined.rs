//! Data joined from text in bytes and text in units of two bytes, as a shell appends one to the
//! other.
//!
//! Lines say where one ends: a line end in bytes is no unit of text, and the NUL or control of a unit
//! is no byte of text. Invariant: parts are told only if each is text from its first byte to its
//! last, and there are both kinds.

use std::cmp::Reverse;
use std::ops::Range;

use super::byte_stats::is_rare;
use super::tuning::{
    JOINED_CONTROLS, JOINED_IDEOGRAPHS, JOINED_LINE, JOINED_LOOK, JOINED_MOST, JOINED_PAIRS,
    JOINED_SCRIPT, JOINED_START, JOINED_UNITS, NARROW_LINES, NARROW_UTF_8,
};
use super::wide::{BLOCK, many};
use hexloupe_text::codec::{ByteOrder, CodecState, Encoding, bom, table};
use hexloupe_text::unicode::property;
use hexloupe_text::window::{Hole, Peek, Window};

/// Bytes that are read at once.
const STEP: usize = 64 * 1024;
/// The byte order mark as a unit.
const MARK: u16 = 0xFEFF;

/// A part of some data in units of two bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WidePart {
    /// Its bytes, with the byte order mark before its text.
    pub range: Range<u64>,
    /// Its encoding.
    pub encoding: &'static Encoding,
}

/// The parts of joined data in units of two bytes, in order; the rest is in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedParts {
    wide: Vec<WidePart>,
    len: u64,
}

impl JoinedParts {
    /// The parts of some data; none if it is not joined from both kinds.
    pub fn find(data: &dyn Peek) -> Option<Self> {
        let mut reader = Reader::new(data);
        // Even a line end of wide text has a NUL.
        reader.position(0, |bytes| memchr::memchr(0, bytes))?;
        let (mut wide, mut at) = (Vec::new(), 0);
        let mut form = match Opening::of(&mut reader)? {
            Opening::Narrow => None,
            Opening::Wide(form) => Some(form),
        };
        while at < data.len() && wide.len() < JOINED_MOST {
            let Some(encoding) = form.take() else {
                let is_odd = |bytes: &[u8]| bytes.iter().position(|byte| is_rare(*byte));
                let Some(odd) = reader.position(at, is_odd) else {
                    break;
                };
                let (start, encoding) = wide_start(&mut reader, at..odd)?;
                (at, form) = (start, Some(encoding));
                continue;
            };
            let end = narrow_start(&mut reader, at, encoding);
            let end = end.or_else(|| (at > 0).then_some(data.len()))?;
            let units = PartUnits::count(&mut reader, at..end, encoding)?;
            // What is wide from its first byte on may be in any script.
            let is_text = if at > 0 {
                units.is_text()
            } else {
                units.has_few_pairs()
            };
            if !is_text || has_utf_8(&mut reader, at..end) {
                return None;
            }
            let range = at..end;
            wide.push(WidePart { range, encoding });
            at = end;
        }
        (!wide.is_empty()).then_some(Self {
            wide,
            len: data.len(),
        })
    }

    /// The parts in units of two bytes.
    pub fn wide(&self) -> &[WidePart] {
        &self.wide
    }

    /// Reports whether the data begins with units of two bytes.
    pub(super) fn begins_wide(&self) -> bool {
        self.wide.first().is_some_and(|part| part.range.start == 0)
    }

    /// The number of parts, of both kinds.
    pub(super) fn count(&self) -> usize {
        let narrow = self.narrow(0..self.len).count();
        self.wide.len() + narrow
    }

    /// The offset of the second part, and its encoding: UTF-8 stands for all that is in bytes.
    pub fn second(&self) -> (u64, &'static Encoding) {
        match self.wide.first() {
            Some(part) if part.range.start > 0 => (part.range.start, part.encoding),
            first => (first.map_or(self.len, |part| part.range.end), table::UTF_8),
        }
    }

    /// The parts of a range that are in bytes.
    pub(super) fn narrow(&self, range: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        let next = self.next(range.start);
        let before = next
            .checked_sub(1)
            .map_or(0, |last| self.wide[last].range.end);
        let rest = &self.wide[next..];
        let starts = [before]
            .into_iter()
            .chain(rest.iter().map(|part| part.range.end));
        let ends = rest.iter().map(|part| part.range.start).chain([self.len]);
        let all = starts
            .zip(ends)
            .take_while(move |(start, _)| *start < range.end);
        let all = all.map(move |(start, end)| start.max(range.start)..end.min(range.end));
        all.filter(|part| part.start < part.end)
    }

    /// The wide part that an offset is in.
    pub(super) fn wide_at(&self, offset: u64) -> Option<&WidePart> {
        let next = self.wide.get(self.next(offset));
        next.filter(|part| part.range.start <= offset)
    }

    /// Reports whether the byte at an offset is in a part in bytes.
    pub(super) fn is_narrow(&self, offset: u64) -> bool {
        offset < self.len && self.wide_at(offset).is_none()
    }

    /// The number of wide parts that end up to an offset.
    fn next(&self, offset: u64) -> usize {
        self.wide.partition_point(|part| part.range.end <= offset)
    }
}

/// The text in bytes of joined data, without its parts in wide units.
pub(super) struct NarrowText<'a> {
    data: &'a dyn Peek,
    /// The offset in the text of each part, and its place in the data.
    parts: Vec<(u64, Range<u64>)>,
    len: u64,
}

impl<'a> NarrowText<'a> {
    pub(super) fn new(data: &'a dyn Peek, parts: &JoinedParts) -> Self {
        let mut len = 0;
        let offset = |part: Range<u64>| {
            len += part.end - part.start;
            (len - (part.end - part.start), part)
        };
        let parts = parts.narrow(0..data.len()).map(offset).collect();
        Self { data, parts, len }
    }

    /// The place in the data of an offset in this text, and the bytes that follow it there.
    fn place(&self, offset: u64) -> (u64, u64) {
        let next = self.parts.partition_point(|(start, _)| *start <= offset);
        let Some((start, part)) = next.checked_sub(1).map(|at| &self.parts[at]) else {
            return (self.data.len(), 0);
        };
        let at = part.start + (offset - start);
        (at, part.end.saturating_sub(at))
    }
}

impl Peek for NarrowText<'_> {
    fn len(&self) -> u64 {
        self.len
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = Window {
            start,
            ..Window::default()
        };
        while window.bytes.len() < len {
            let offset = window.end();
            let (at, most) = self.place(offset);
            let wanted = most.min((len - window.bytes.len()) as u64);
            let part = self.data.window(at, wanted as usize);
            let moved = |at: u64| at - part.start + offset;
            for hole in &part.holes {
                let (start, end) = (moved(hole.start), moved(hole.end));
                Hole {
                    start,
                    end,
                    ..*hole
                }
                .push_to(&mut window.holes);
            }
            if part.bytes.is_empty() {
                break;
            }
            window.bytes.extend_from_slice(&part.bytes);
        }
        window.ends = window.end() >= self.len();
        window
    }

    fn address(&self, offset: u64) -> u64 {
        self.data.address(self.place(offset).0)
    }
}

/// Reads some data in windows.
struct Reader<'a> {
    data: &'a dyn Peek,
    window: Window,
}

impl<'a> Reader<'a> {
    fn new(data: &'a dyn Peek) -> Self {
        let window = Window::default();
        Self { data, window }
    }

    /// Some bytes from an offset on: fewer before a hole or the end of the data, and then perhaps
    /// none.
    fn bytes(&mut self, at: u64, len: usize) -> &[u8] {
        let end = at.saturating_add(len as u64).min(self.data.len());
        if at < self.window.start || end > self.window.end() {
            self.window = self.data.window(at, len.max(STEP));
        }
        let hole = self.window.holes.iter().find(|hole| hole.end > at);
        let end = hole.map_or(end, |hole| end.min(hole.start));
        self.window.slice(at, end.max(at))
    }

    /// The first offset from one on that is found in the bytes.
    fn position(&mut self, from: u64, find: impl Fn(&[u8]) -> Option<usize>) -> Option<u64> {
        let mut at = from;
        loop {
            // What was read is gone through before more is.
            let is_read = (self.window.start..self.window.end()).contains(&at);
            let len = if is_read {
                self.window.end() - at
            } else {
                STEP as u64
            };
            let bytes = self.bytes(at, len as usize);
            if bytes.is_empty() {
                return None;
            }
            if let Some(found) = find(bytes) {
                return Some(at + found as u64);
            }
            at += bytes.len() as u64;
        }
    }
}

/// The kind of text that some data begins with.
enum Opening {
    Narrow,
    Wide(&'static Encoding),
}

impl Opening {
    /// That of some data; none if it is neither.
    fn of(reader: &mut Reader<'_>) -> Option<Self> {
        let head = reader.bytes(0, JOINED_LOOK).to_vec();
        let mut marks = bom::at_start(&head).map(|(_, encoding)| *encoding);
        if let Some(marked) = marks.find(|encoding| encoding.unit == 2) {
            return Some(Self::Wide(marked));
        }
        let odd = head.iter().position(|byte| is_rare(*byte));
        let odd = odd.unwrap_or(head.len());
        let valid = str::from_utf8(&head[..odd]).map_or_else(|ill| ill.valid_up_to(), str::len);
        let text = &head[..valid.min(odd.saturating_sub(1))];
        let line = head[..valid].iter().rposition(|byte| *byte == b'\n');
        let is_marked = matches!(head.get(valid..valid + 2), Some(b"\xFF\xFE" | b"\xFE\xFF"));
        let is_long = text.len() >= NARROW_LINES
            || line.is_some_and(|line| line >= JOINED_LINE)
            || is_marked && valid > 0;
        let end = head.len() as u64 / 2 * 2;
        let forms = [table::UTF_16LE, table::UTF_16BE].into_iter();
        let units = forms.map(|form| (PartUnits::begin(reader, 0..end, form), form));
        let best = units.max_by_key(|(units, _)| units.plain());
        match best.filter(|(units, _)| units.may_begin_text()) {
            _ if is_long && has_few_controls(text) => Some(Self::Narrow),
            Some((_, form)) => Some(Self::Wide(form)),
            None if has_few_controls(&head[..odd]) => {
                head[..odd].contains(&b'\n').then_some(Self::Narrow)
            }
            None => None,
        }
    }
}

/// The offset where text in units begins, of which the last byte of a range is the first that text
/// in bytes does not have, and its encoding.
fn wide_start(reader: &mut Reader<'_>, text: Range<u64>) -> Option<(u64, &'static Encoding)> {
    let (from, odd) = (text.start, text.end);
    if let Some(marked) = mark_before(reader, text) {
        return Some(marked);
    }
    // The byte is in the first unit, in a surrogate after it, or in the first line.
    let near = from.max(odd.saturating_sub(JOINED_START));
    let mut line = reader.bytes(near, (odd - near) as usize).iter();
    let line = line
        .rposition(|byte| *byte == b'\n')
        .map(|at| near + at as u64 + 1);
    let starts = (odd.saturating_sub(3)..=odd).chain(line);
    let starts = starts.filter(|start| *start > from);
    let mut found = Vec::new();
    for start in starts {
        let opens_line = reader.bytes(start - 1, 1) == b"\n";
        // Characters of UTF-8 before the byte are text in bytes rather than a sign of two.
        let lead = reader.bytes(start, odd.saturating_sub(start) as usize / 2 * 2);
        let is_narrow = !opens_line && str::from_utf8(lead).is_ok();
        let lead = if is_narrow { 3 * lead.len() / 2 } else { 0 };
        for form in [table::UTF_16LE, table::UTF_16BE] {
            let end = reader.data.len().min(odd + JOINED_START);
            let units = PartUnits::begin(reader, start..end, form);
            found.push((units.plain().saturating_sub(lead), opens_line, start, form));
        }
    }
    let most = found.iter().map(|(plain, ..)| *plain).max().unwrap_or(0);
    // Another start may be as good for all but one unit.
    found.retain(|(plain, ..)| *plain > 0 && plain + 2 >= most);
    let best = found
        .into_iter()
        .max_by_key(|(plain, opens_line, start, _)| (*opens_line, *plain, Reverse(*start)));
    let (.., start, form) = best?;
    let start = opening(reader, from..start, form);
    let before = from.max(start.saturating_sub(JOINED_LOOK as u64));
    let head = reader.bytes(before, (start - before) as usize);
    let continues = head.iter().take_while(|byte| *byte & 0xC0 == 0x80);
    let head = &head[continues.count().min(3).min(head.len())..];
    let is_sound = is_utf_8(head) && has_few_controls(head);
    let len = reader.data.len();
    let mut is_plain =
        || PartUnits::begin(reader, start..len.min(start + 4096), form).is_mostly_ascii();
    (start > from && (is_sound || is_plain())).then_some((start, form))
}

/// The first byte order mark in a range, whose bytes no UTF-8 has, and the encoding of its text.
fn mark_before(reader: &mut Reader<'_>, text: Range<u64>) -> Option<(u64, &'static Encoding)> {
    let near = text.start.max(text.end.saturating_sub(JOINED_LOOK as u64));
    let bytes = reader.bytes(near, (text.end - near) as usize + 1).to_vec();
    let forms = [table::UTF_16LE, table::UTF_16BE];
    let mut found = (0..bytes.len().saturating_sub(1)).filter_map(|at| {
        let is_mark = |form: &&Encoding| bom::opening_mark(form) == Some(&bytes[at..at + 2]);
        let form = forms.into_iter().find(is_mark);
        form.map(|form| (near + at as u64, form))
    });
    found.find(|(start, form)| {
        let end = reader.data.len().min(text.end + JOINED_START);
        *start > text.start && PartUnits::begin(reader, *start..end, form).all >= JOINED_UNITS
    })
}

/// The offset where text in units begins, some of whose first units have no byte that text in bytes
/// does not have.
fn opening(reader: &mut Reader<'_>, text: Range<u64>, form: &Encoding) -> u64 {
    let before = text.start.max(text.end.saturating_sub(JOINED_LOOK as u64));
    let bytes = reader.bytes(before, (text.end - before) as usize).to_vec();
    let unit = |at: usize| {
        let order = form.byte_order().unwrap_or(ByteOrder::Little);
        order.unit([bytes[at - 2], bytes[at - 1]])
    };
    let is_pair = |at: usize| bytes[at - 2..at].iter().all(|byte| is_plain(*byte));
    let (mut at, mut start, mut pairs) = (bytes.len(), bytes.len(), 0);
    // What is UTF-8 is text in bytes, but for the first line of units.
    let cut = bytes
        .iter()
        .take(3)
        .take_while(|byte| **byte & 0xC0 == 0x80)
        .count();
    let valid = str::from_utf8(&bytes[cut..]).map_or_else(|ill| ill.valid_up_to(), str::len) + cut;
    while at >= 2 && at > valid && bytes[at - 1] != b'\n' && pairs <= JOINED_PAIRS {
        let c = unit(at);
        if c == MARK {
            return before + at as u64 - 2;
        }
        let is_half = (0xD800..=0xDFFF).contains(&c);
        if !is_half && !char::from_u32(u32::from(c)).is_some_and(is_text) {
            break;
        }
        at -= 2;
        pairs = if is_pair(at + 2) { pairs + 1 } else { 0 };
        start = if pairs == 0 { at } else { start };
    }
    // A line ends before, unless the text was written without one.
    let lines = (start.saturating_sub(2 * JOINED_PAIRS)..start).rev();
    let mut lines = lines.filter(|at| bytes[*at] == b'\n' && (start - at - 1).is_multiple_of(2));
    let start = lines.next().map_or(start, |line| line + 1);
    let is_marked = start >= 2 && unit(start) == MARK;
    before + (if is_marked { start - 2 } else { start }) as u64
}

/// The offset where the first text in bytes begins, after text in units from an offset on.
fn narrow_start(reader: &mut Reader<'_>, from: u64, form: &'static Encoding) -> Option<u64> {
    let is_little = form.byte_order() == Some(ByteOrder::Little);
    let (mut line, mut at, mut is_settled) = (from, from, false);
    while let Some(lf) = reader.position(at, |bytes| memchr::memchr(b'\n', bytes)) {
        at = lf + 1;
        let is_even = (lf - from).is_multiple_of(2);
        let other = if is_little {
            lf + 1
        } else {
            lf.saturating_sub(1)
        };
        if is_even == is_little && reader.bytes(other, 1).first() == Some(&0) {
            line = if is_little { lf + 2 } else { lf + 1 };
            (at, is_settled) = (line, false);
        } else if !is_settled && is_narrow(reader, from..line, at, form) {
            return Some(line);
        } else {
            // More of a line never makes text in bytes of it.
            let is_seen = at - line >= JOINED_LOOK as u64;
            is_settled = is_settled || is_seen || !is_text_in_bytes(reader, line..at);
        }
    }
    let end = reader.data.len();
    let is_end = line > from && !is_settled && is_narrow(reader, from..line, end, form);
    is_end.then_some(line)
}

/// Reports whether the beginning of a line is UTF-8 without controls.
fn is_text_in_bytes(reader: &mut Reader<'_>, line: Range<u64>) -> bool {
    let len = line.end.saturating_sub(line.start);
    let bytes = reader.bytes(line.start, len.min(JOINED_LOOK as u64) as usize);
    !bytes.iter().any(|byte| is_rare(*byte)) && is_utf_8(bytes)
}

/// Reports whether a line is text in bytes and not in units, as the lines before it.
fn is_narrow(
    reader: &mut Reader<'_>,
    before: Range<u64>,
    end: u64,
    form: &'static Encoding,
) -> bool {
    let line = before.end..end;
    let is_text = is_text_in_bytes(reader, line.clone());
    let len = line.end.saturating_sub(line.start);
    let bytes = reader.bytes(line.start, len.min(JOINED_LOOK as u64) as usize);
    let is_text = is_text && (bytes.len() <= JOINED_LINE || has_few_controls(bytes));
    // So many bytes of wide text are no UTF-8 by chance.
    let is_long = bytes.len() >= NARROW_LINES;
    let len = bytes.len() as u64;
    let is_line = bytes.ends_with(b"\n") && len > 1;
    let is_odd = line.end == reader.data.len() && !len.is_multiple_of(2);
    if !is_text || !is_line && !is_odd && len < JOINED_LINE as u64 {
        return false;
    }
    let whole = line.start..line.start + len / 2 * 2;
    let sample = before
        .start
        .max(before.end.saturating_sub(JOINED_LOOK as u64));
    is_long
        || is_odd
        || !PartUnits::begin(reader, sample..before.end, form).has_ideographs()
        || PartUnits::count(reader, whole, form).is_none()
}

/// Reports whether bytes are UTF-8; a character may be cut at the end.
fn is_utf_8(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).map_or_else(|ill| ill.error_len().is_none(), |_| true)
}

/// Reports whether a part begins with text in UTF-8, which units of two are not by chance.
fn has_utf_8(reader: &mut Reader<'_>, part: Range<u64>) -> bool {
    let len = (part.end - part.start).min(JOINED_LOOK as u64);
    let bytes = reader.bytes(part.start, len as usize);
    let leads = bytes.iter().filter(|byte| **byte >= 0xC0).count();
    let begun = bytes.iter().take(3);
    let begun = begun.take_while(|byte| **byte & 0xC0 == 0x80).count();
    leads as u64 >= NARROW_UTF_8 && is_utf_8(&bytes[begun..])
}

/// Reports whether few bytes are tabs and ends of lines: in units of Indic scripts every second is.
fn has_few_controls(bytes: &[u8]) -> bool {
    let controls = bytes.iter().filter(|byte| matches!(byte, b'\t'..=b'\r'));
    !JOINED_CONTROLS.is_exceeded(controls.count(), bytes.len())
}

/// Reports whether a byte is a character of plain text.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')
}

/// Reports whether text has a character.
fn is_text(c: char) -> bool {
    let is_space = c.is_ascii_whitespace();
    (is_space || !c.is_control()) && property::is_in_use(c)
}

/// The characters of a part in units.
#[derive(Default)]
struct PartUnits {
    all: usize,
    ascii: usize,
    /// Blanks and ends of lines.
    anchors: usize,
    /// Ideographs and syllables, ...
    many: usize,
    /// ... of which both bytes are characters of plain text.
    pairs: usize,
    /// Other letters and signs, by block.
    blocks: Vec<(u32, usize)>,
}

impl PartUnits {
    /// Counts the characters of a range; none if it is not text from its first byte to its last.
    fn count(reader: &mut Reader<'_>, range: Range<u64>, form: &Encoding) -> Option<Self> {
        let end = range.end;
        let (units, at) = Self::until(reader, range, form);
        (at == end).then_some(units)
    }

    /// Counts the characters up to the first that is no text.
    fn begin(reader: &mut Reader<'_>, range: Range<u64>, form: &Encoding) -> Self {
        Self::until(reader, range, form).0
    }

    fn until(reader: &mut Reader<'_>, range: Range<u64>, form: &Encoding) -> (Self, u64) {
        let (mut units, mut at) = (Self::default(), range.start);
        while at < range.end {
            let len = (range.end - at).min(STEP as u64) as usize;
            let is_last = at + len as u64 == reader.data.len();
            let bytes = reader.bytes(at, len);
            let (mut passed, mut state) = (0, CodecState::default());
            while passed < bytes.len() {
                let sequence = form.decode(&mut state, &bytes[passed..]);
                let rest = bytes.len() - passed;
                match sequence.meaning.scalar() {
                    Some(c) if is_text(c) => {
                        units.add(c, &bytes[passed..passed + usize::from(sequence.len)]);
                    }
                    // Its other half comes with the next bytes, or the end cuts it.
                    None if rest < 4 && (is_last || passed > 0) => break,
                    _ => return (units, at + passed as u64),
                }
                passed += usize::from(sequence.len);
            }
            let is_cut = passed < bytes.len();
            if is_cut && is_last {
                return (units, range.end);
            }
            if passed == 0 {
                return (units, at);
            }
            at += passed as u64;
        }
        (units, at)
    }

    fn add(&mut self, c: char, bytes: &[u8]) {
        let point = u32::from(c);
        self.all += 1;
        self.ascii += usize::from(c.is_ascii());
        self.anchors += usize::from(matches!(c, ' ' | '\n' | '\r'));
        if many(point).is_some() {
            self.many += 1;
            self.pairs += usize::from(bytes.iter().all(|byte| is_plain(*byte)));
        } else {
            let block = point / BLOCK;
            match self.blocks.iter_mut().find(|(number, _)| *number == block) {
                Some((_, count)) => *count += 1,
                None => self.blocks.push((block, 1)),
            }
        }
    }

    /// The plainness of the text: ASCII before other letters, and those before ideographs.
    fn plain(&self) -> usize {
        (2 * self.ascii + self.all - self.many).saturating_sub(self.pairs)
    }

    fn is_mostly_ascii(&self) -> bool {
        2 * self.ascii > self.all
    }

    /// Reports whether no more ideographs are two characters of plain text than by chance.
    fn has_few_pairs(&self) -> bool {
        3 * self.pairs <= 2 * self.many
    }

    fn has_ideographs(&self) -> bool {
        JOINED_IDEOGRAPHS.is_reached(self.many - self.pairs, self.all)
    }

    /// Reports whether they are text, but for pairs of characters of plain text.
    fn may_begin_text(&self) -> bool {
        let (pairs, all) = (self.pairs, self.all - self.pairs);
        let many = self.many - pairs;
        let blocks = self.blocks.clone();
        Self {
            all,
            many,
            pairs: 0,
            blocks,
            ..*self
        }
        .is_text()
    }

    /// Reports whether they are text: mostly ASCII, or of one script, or ideographs of which few are
    /// two characters of plain text.
    fn is_text(&self) -> bool {
        let mut counts: Vec<usize> = self.blocks.iter().map(|(_, count)| *count).collect();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        let most: usize = counts.iter().take(2).sum();
        let is_script = !JOINED_SCRIPT.is_exceeded(self.all - most, self.all);
        let is_lines = self.anchors > 0 && self.has_few_pairs();
        self.all >= JOINED_UNITS && (self.is_mostly_ascii() || is_script || is_lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy)]
    enum Piece {
        Narrow(&'static str),
        Le(&'static str),
        Be(&'static str),
    }
    use Piece::{Be, Le, Narrow};

    fn written(pieces: &[Piece]) -> Vec<(bool, Vec<u8>)> {
        let one = |piece: &Piece| match piece {
            Narrow(text) => (false, text.as_bytes().to_vec()),
            Le(text) => (
                true,
                text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            ),
            Be(text) => (
                true,
                text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            ),
        };
        pieces.iter().map(one).collect()
    }

    /// The ranges of the parts in wide units that are found.
    fn found(data: &[u8]) -> Vec<Range<u64>> {
        let parts = JoinedParts::find(&data.to_vec());
        let wide = parts.map_or_else(Vec::new, |parts| parts.wide().to_vec());
        wide.into_iter().map(|part| part.range).collect()
    }

    #[track_caller]
    fn check(pieces: &[Piece]) {
        let (mut data, mut expected) = (Vec::new(), Vec::new());
        for (is_wide, bytes) in written(pieces) {
            let start = data.len() as u64;
            data.extend(bytes);
            if is_wide {
                expected.push(start..data.len() as u64);
            }
        }
        assert_eq!(found(&data), expected, "{data:?}");
    }

    #[test]
    fn parts_are_found_in_any_script_and_either_order() {
        let lines = [
            "plain text here\n",
            "requests==2.31.0\r\n",
            "строка\n",
            "这是一个文件\n",
            "hi\nplain\n",
        ];
        let wide = [
            "two three\n",
            "добавлено\r\n",
            "中文内容在这里\r\n我们\r\n",
            "😀 smile 😀\r\n",
            "यह हिन्दी है\r\n",
            "é",
        ];
        for line in lines {
            for more in &wide[..5] {
                for form in [Le, Be] {
                    check(&[Narrow(line), form(more)]);
                    check(&[form(more), Narrow(line)]);
                    check(&[Narrow(line), form(more), Narrow(line)]);
                    check(&[Narrow(line), form(more), Narrow("end")]);
                }
            }
        }
    }

    #[test]
    fn a_part_without_a_line_end_before_or_after_is_found() {
        check(&[Narrow("first no newline"), Le("Second part here\n")]);
        check(&[Narrow("odd no newline!"), Le("Second part here\n")]);
        check(&[
            Narrow("first no newline é"),
            Be("Second part here\r\n"),
            Narrow("third"),
        ]);
        for form in [Le, Be] {
            check(&[
                Narrow("name,city\n"),
                form("Second part here\n"),
                Narrow("x"),
            ]);
            check(&[
                Narrow("name,city\n"),
                form("Second part here\n"),
                Narrow("x\n"),
            ]);
            check(&[Narrow("no"), form("\u{FEFF}Second part\n")]);
            let kana = "\u{FEFF}すべての人間は、生まれながらにして自由である。\r\n";
            check(&[Narrow("The quick brown fox.\r\n"), form(kana)]);
            let more = "\u{FEFF}すべての人間は、生まれながらにして自由である。\r\n尊厳と権利とについて平等である。\r\n";
            check(&[Narrow("The quick brown fox.\r\n"), form(more)]);
        }
    }

    /// Data that counts the bytes that are read of it.
    struct CountedReads(Vec<u8>, std::cell::Cell<u64>);

    impl Peek for CountedReads {
        fn len(&self) -> u64 {
            self.0.len() as u64
        }

        fn window(&self, start: u64, len: usize) -> Window {
            let window = self.0.window(start, len);
            self.1.set(self.1.get() + window.bytes.len() as u64);
            window
        }
    }

    #[test]
    fn long_text_in_units_is_read_a_few_times_at_most() {
        for text in ["上海 中文内容", "строка журнала\r\n", "上 上\n", "line\n"]
        {
            for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                let units = std::iter::once(MARK).chain(text.encode_utf16().cycle().take(300_000));
                let data: Vec<u8> = units.flat_map(to_bytes).collect();
                let len = data.len() as u64;
                let counted = CountedReads(data, std::cell::Cell::new(0));
                assert_eq!(JoinedParts::find(&counted), None);
                let read = counted.1.get();
                assert!(read <= 6 * len + 4 * STEP as u64, "{text} {read} of {len}");
            }
        }
    }

    #[test]
    fn parts_that_change_again_and_again_are_found() {
        for form in [Le, Be] {
            check(&[
                Narrow("one line\r\n"),
                form("wide\r\nmore wide\r\n"),
                Narrow("three lines\r\n"),
                form("again\r\n"),
                Narrow("end"),
            ]);
        }
    }

    #[test]
    fn a_mark_belongs_to_its_part() {
        check(&[
            Narrow("one line ä\r\n"),
            Le("\u{FEFF}wide é\r\n"),
            Narrow("last ö\r\n"),
        ]);
        check(&[Be("\u{FEFF}wide é\r\n"), Narrow("last ö\r\n")]);
    }

    #[test]
    fn text_of_one_kind_is_not_joined() {
        for data in [
            &b"one\0two\0three\0four\0"[..],
            b"plain text\n",
            b"text\0\0\0\0\0\0\0\0",
            b"a\0b",
            b"",
        ] {
            assert_eq!(found(data), [], "{data:?}");
        }
        for text in [
            "हिन्दी यह है\n",
            "ഭരണം പൊതു\n",
            "ਹਰੇਕ ਵਿਅਕਤੀ\n",
            "hello\r\n",
            "中文上海上\r\n",
            "上",
            "добавлено\n",
            "😀\n",
            "上海 2024\n上\n",
        ] {
            for form in [Le, Be] {
                check_none(&[form(text)]);
            }
        }
    }

    #[track_caller]
    fn check_none(pieces: &[Piece]) {
        let data: Vec<u8> = written(pieces)
            .into_iter()
            .flat_map(|(_, bytes)| bytes)
            .collect();
        assert_eq!(found(&data), [], "{data:?}");
    }
}
