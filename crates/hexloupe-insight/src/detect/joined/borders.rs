//! The offsets where parts begin.
//!
//! A part in units begins near the first byte that text in bytes does not have, a part in bytes
//! after a line end that is no unit. Invariant: no border is before the part that it ends.

use std::cmp::Reverse;
use std::ops::Range;

use super::bytes::{has_few_controls, is_text_in_bytes, is_utf_8};
use super::reader::Reader;
use super::units::{PartUnits, is_mostly_kana, is_plain, is_text};
use crate::detect::byte_stats::is_rare;
use crate::detect::tuning::{
    JOINED_ILL, JOINED_LINE, JOINED_LOOK, JOINED_PAIRS, JOINED_START, JOINED_UNITS, NARROW_LINES,
};
use hexloupe_text::codec::{ByteOrder, Encoding, bom, table};

/// The byte order mark as a unit.
pub(super) const MARK: u16 = 0xFEFF;

/// The offset where text in units begins, of which the last byte of a range is the first that text
/// in bytes does not have, and its encoding.
pub(super) fn wide_start(
    reader: &mut Reader<'_>,
    text: Range<u64>,
) -> Option<(u64, &'static Encoding)> {
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

/// The offset where the first text in bytes begins, after text in units from the start of a range on.
pub(super) fn narrow_start(
    reader: &mut Reader<'_>,
    range: Range<u64>,
    form: &'static Encoding,
) -> Option<u64> {
    let (from, end) = (range.start, range.end);
    let is_little = form.byte_order() == Some(ByteOrder::Little);
    let (mut line, mut at, mut is_settled) = (from, from, false);
    while let Some(lf) = reader.position(at..end, |bytes| memchr::memchr(b'\n', bytes)) {
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
        } else if is_settled {
            // Nor does any more of this one.
        } else if is_narrow(reader, from..line, at, form) {
            return Some(line);
        } else if let Some(start) = rest_of_line(reader, from, line..at, form) {
            return Some(start);
        } else {
            // More of a line never makes text in bytes of it.
            let is_seen = at - line >= JOINED_LOOK as u64;
            let may_be = is_text_in_bytes(reader, line..at) || is_in_a_set(reader, line..at, form);
            is_settled = is_seen || !may_be;
        }
    }
    let is_end = line > from && !is_settled && is_narrow(reader, from..line, end, form);
    is_end.then_some(line)
}

/// The offset where text in bytes begins that was appended to a line of units without an end: after
/// the last byte of the line that text in bytes does not have.
fn rest_of_line(
    reader: &mut Reader<'_>,
    from: u64,
    line: Range<u64>,
    form: &Encoding,
) -> Option<u64> {
    let near = line.start.max(line.end.saturating_sub(JOINED_LOOK as u64));
    let bytes = reader.bytes(near, (line.end - near) as usize);
    let odd = bytes.iter().rposition(|byte| is_rare(*byte))?;
    let after = near + odd as u64 + 1;
    let start = after + (after - from) % 2;
    let is_long = line.end.saturating_sub(start) >= NARROW_LINES as u64;
    let rest = reader.bytes(start, (line.end.saturating_sub(start)) as usize);
    let is_long = is_long && !is_mostly_kana(rest, form);
    (is_long && is_text_in_bytes(reader, start..line.end)).then_some(start)
}

/// The marks of both byte orders, each of which is looked for once in all of the data.
#[derive(Default)]
pub(super) struct Marks {
    /// For each order, the first from the offset that was asked for last.
    next: Vec<(&'static Encoding, u64)>,
}

impl Marks {
    /// The first offset from one on where the bytes of a mark stand; the end if there is none.
    fn next(&mut self, reader: &mut Reader<'_>, form: &'static Encoding, from: u64) -> u64 {
        let known = self.next.iter().find(|(own, _)| *own == form);
        if let Some((_, next)) = known.filter(|(_, next)| *next >= from) {
            return *next;
        }
        let len = reader.data.len();
        let mark = bom::opening_mark(form).unwrap_or_default();
        let (mut at, mut next) = (from, len);
        while let Some(first) = mark.first()
            && let Some(found) = reader.position(at..len, |bytes| memchr::memchr(*first, bytes))
        {
            if reader.bytes(found, mark.len()) == mark {
                next = found;
                break;
            }
            at = found + 1;
        }
        self.next.retain(|(own, _)| *own != form);
        self.next.push((form, next));
        next
    }

    /// The offset where text in the other byte order begins, after text in units from an offset on:
    /// with its mark, which is no character in this order.
    pub(super) fn swapped_start(
        &mut self,
        reader: &mut Reader<'_>,
        from: u64,
        form: &'static Encoding,
    ) -> Option<(u64, &'static Encoding)> {
        let other = form.in_other_order()?;
        let len = reader.data.len();
        let mut at = from + 2;
        loop {
            let start = self.next(reader, other, at);
            if start >= len {
                return None;
            }
            at = start + 1;
            let end = len.min(start + JOINED_LOOK as u64);
            let is_unit = (start - from).is_multiple_of(2);
            if is_unit && PartUnits::begin(reader, start..end, other).all >= JOINED_UNITS {
                return Some((start, other));
            }
        }
    }
}

/// Reports whether a line is text in a set other than UTF-8: it has no controls, and units of two
/// bytes are no text, or its bytes are mostly letters of ASCII.
fn is_in_a_set(reader: &mut Reader<'_>, line: Range<u64>, form: &Encoding) -> bool {
    let len = (line.end - line.start).min(JOINED_LOOK as u64);
    let whole = line.start..line.start + len / 2 * 2;
    let bytes = reader.bytes(line.start, len as usize);
    if bytes.len() < JOINED_LINE || bytes.iter().any(|byte| is_rare(*byte)) {
        return false;
    }
    let is_letter = |byte: &&u8| byte.is_ascii_alphabetic() || byte.is_ascii_whitespace();
    let letters = bytes.iter().filter(is_letter).count();
    let is_western = 4 * letters >= 3 * bytes.len();
    let is_long = 2 * bytes.len() >= NARROW_LINES;
    let (all, ill) = PartUnits::tally(bytes, form);
    let units = PartUnits::begin(reader, whole, form);
    JOINED_ILL.is_reached(ill, all) || is_western && (is_long || !units.has_few_pairs())
}

/// Reports whether a line is text in bytes and not in units, as the lines before it.
fn is_narrow(
    reader: &mut Reader<'_>,
    before: Range<u64>,
    end: u64,
    form: &'static Encoding,
) -> bool {
    let line = before.end..end;
    let is_text = is_text_in_bytes(reader, line.clone()) || is_in_a_set(reader, line.clone(), form);
    let len = line.end.saturating_sub(line.start);
    let bytes = reader.bytes(line.start, len.min(JOINED_LOOK as u64) as usize);
    let is_text = is_text && (bytes.len() <= JOINED_LINE || has_few_controls(bytes));
    // So many bytes of wide text are no UTF-8 by chance.
    let is_long = bytes.len() >= NARROW_LINES;
    let is_kana = is_mostly_kana(bytes, form);
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
    if !PartUnits::begin(reader, sample..before.end, form).has_ideographs() {
        return true;
    }
    (is_long || is_odd) && !is_kana || PartUnits::count(reader, whole, form).is_none()
}
