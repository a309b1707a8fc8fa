//! The kind of text that data begins with, by its first bytes.
//!
//! Parts are found one after the other, each by how the one before it ends; the first has nothing
//! before it. Invariant: a byte order mark decides; else the first bytes are text of that kind.

use super::bytes::has_few_controls;
use super::reader::Reader;
use super::units::{PartUnits, is_mostly_kana};
use crate::detect::byte_stats::is_rare;
use crate::detect::tuning::{JOINED_LINE, JOINED_LOOK, NARROW_LINES};
use hexloupe_text::codec::{Encoding, bom, table};

/// The kind of text that some data begins with.
pub(super) enum Opening {
    Narrow,
    Wide(&'static Encoding),
}

impl Opening {
    /// That of some data; none if it is neither.
    pub(super) fn of(reader: &mut Reader<'_>) -> Option<Self> {
        let head = reader.bytes(0, JOINED_LOOK).to_vec();
        let mut marks = bom::at_start(&head).map(|(_, encoding)| *encoding);
        if let Some(marked) = marks.find(|encoding| encoding.unit == 2) {
            return Some(Self::Wide(marked));
        }
        let odd = (0..head.len()).find(|at| is_odd(&head[*at..]));
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
        let best = best.filter(|(units, _)| units.may_begin_text());
        let is_kana = { best.as_ref() }.is_some_and(|(_, form)| is_mostly_kana(text, form));
        match best {
            _ if is_long && has_few_controls(text) && !is_kana => Some(Self::Narrow),
            Some((_, form)) => Some(Self::Wide(form)),
            None if has_few_controls(&head[..odd]) || odd == head.len() => {
                head[..odd].contains(&b'\n').then_some(Self::Narrow)
            }
            None => None,
        }
    }
}

/// Reports whether bytes begin with one that text in bytes does not have: a NUL, or a control near
/// another. A lone bell may stand in text.
fn is_odd(bytes: &[u8]) -> bool {
    const NEAR: usize = 4;
    let near = bytes.iter().skip(1).take(NEAR);
    match bytes.first() {
        Some(0) => true,
        Some(byte) => is_rare(*byte) && near.copied().any(is_rare),
        None => false,
    }
}
