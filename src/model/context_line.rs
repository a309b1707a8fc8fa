//! The line of text around the cursor, so that words are read as words.
//!
//! The panes cut the text into bytes; here it is joined again, its clusters as the terminal
//! joins them. Invariant: the sequence under the cursor is on the line, and no more is decoded than
//! the line may show.

use super::line::{Tone, TonedLine};
use super::place::CountCache;
use super::row::{ByteRole, dot, glyph_of};
use super::state::{BinaryFaults, View};
use super::text::{DecodedStretch, EncodedText};
use crate::codec::{Meaning, Step};
use crate::language::Language;
use crate::texts::model::context_line as texts;
use crate::unicode::glyph::{self, Charset};
use crate::unicode::{cluster, notice};
use crate::window::Absence;

/// The most bytes that one column stands for, in nearly all text.
const BYTES: u64 = 4;
/// The most columns of a cluster.
const WIDEST: u8 = 4;

/// A cluster, or a sequence that is no character, ready to be drawn.
struct ContextCell {
    text: String,
    columns: usize,
    tone: Tone,
    is_here: bool,
}

/// The line of the text around the cursor: as much of it as fits into `width` columns after a label
/// of `margin` columns. Empty without data.
pub(super) fn line(
    text: &EncodedText<'_>,
    view: &View,
    counted: &CountCache,
    (charset, language): (Charset, Language),
    (margin, width): (usize, usize),
) -> TonedLine {
    let cursor = view.cursor.offset;
    let reach = BYTES * width as u64;
    let stretch = text.stretch(cursor.saturating_sub(reach)..cursor.saturating_add(reach));
    let Some(here) = stretch.at(cursor).copied() else {
        return TonedLine::new();
    };
    let has_lines = !view.has_no_text();
    let number = has_lines.then(|| text.position(here.offset, here.meaning, counted));
    let number = number.flatten();
    let label = number.map_or_else(
        || texts::TEXT.get(language).to_owned(),
        |place| texts::LINE.filled(language, &[("number", place.line.to_string())]),
    );
    let label = glyph::padded(&label, margin.saturating_sub(2));
    let label = TonedLine::new().quiet(format!(" {label} "));
    let room = width.saturating_sub(label.columns());
    let mut line = label;
    let steps = around(steps_of_line(&stretch, &here), &here, room);
    let is_other = |step: &Step| {
        let is_visible = |c: char| matches!(c, ' '..='~');
        let is_kept = step.meaning.scalar().is_some_and(is_visible)
            || matches!(step.meaning, Meaning::Absent(_));
        !is_kept && view.passages.at(step.offset).is_none()
    };
    let mut cells = if view.has_no_text() {
        let look = (charset, view.faults());
        let dotted = |step: &Step| {
            let cell = cell(step, &here, look);
            let is_dot = is_other(step) && cell.tone != Tone::As(ByteRole::Fault);
            let text = if is_dot { dot().text } else { cell.text };
            let columns = if is_dot { 1 } else { cell.columns };
            ContextCell {
                text,
                columns,
                ..cell
            }
        };
        steps.iter().map(dotted).collect()
    } else {
        cells(steps, &here, (charset, view.faults()))
    };
    if let Some((cell, last)) = cells.last_mut().zip(steps.last())
        && text.is_awaited(last)
    {
        cell.text = glyph_of(Meaning::Absent(Absence::Awaited), 1, charset).text;
        (cell.columns, cell.tone) = (1, Tone::As(ByteRole::Awaited));
    }
    line.append(fitting(&cells, room));
    line
}

/// As many steps before and after `here` as a line may show.
fn around<'a>(steps: &'a [Step], here: &Step, room: usize) -> &'a [Step] {
    let at = steps.partition_point(|step| step.offset < here.offset);
    &steps[at.saturating_sub(room)..steps.len().min(at + room + 1)]
}

/// The steps of the line that contains `here`, its end included.
fn steps_of_line<'a>(stretch: &'a DecodedStretch, here: &Step) -> &'a [Step] {
    let ends = |step: &Step| stretch.place(step) == notice::NoticePlace::LineEnd;
    let (before, rest) = stretch.steps.split_at(
        stretch
            .steps
            .partition_point(|step| step.offset < here.offset),
    );
    let first = before.iter().rposition(ends).map_or(0, |end| end + 1);
    // A line end of two characters is one: CR LF.
    let first = match (before.get(first.wrapping_sub(1)), here.meaning.scalar()) {
        (Some(cr), Some('\n')) if cr.meaning.scalar() == Some('\r') && first == before.len() => {
            let earlier = &before[..first - 1];
            earlier.iter().rposition(ends).map_or(0, |end| end + 1)
        }
        _ => first,
    };
    let mut end = rest.iter().position(ends).map_or(rest.len(), |end| end + 1);
    let is = |at: usize, c: char| {
        rest.get(at)
            .is_some_and(|step| step.meaning.scalar() == Some(c))
    };
    if end > 0 && is(end - 1, '\r') && is(end, '\n') {
        end += 1;
    }
    &stretch.steps[first..before.len() + end]
}

fn cells(steps: &[Step], here: &Step, look: (Charset, BinaryFaults)) -> Vec<ContextCell> {
    // A sequence that is no character separates clusters, as a control does.
    let chars: Vec<char> = { steps.iter() }
        .map(|step| step.meaning.scalar().unwrap_or('\0'))
        .collect();
    let starts = cluster::starts(&chars);
    let mut cells = Vec::with_capacity(steps.len());
    let mut at = 0;
    while at < steps.len() {
        let end = (at + 1..steps.len()).find(|next| starts[*next]);
        let end = end.unwrap_or(steps.len());
        let joined = glyph::cluster(&chars[at..end], WIDEST, look.0);
        let members = &steps[at..end];
        if members.len() > 1 && joins(&chars[at..end]) && joined.kind == glyph::GlyphKind::Itself {
            cells.push(ContextCell {
                text: joined.text,
                columns: joined.columns.into(),
                tone: Tone::Plain,
                is_here: members.iter().any(|step| step.offset == here.offset),
            });
        } else {
            for step in members {
                let cell = apart(cell(step, here, look), cells.last());
                cells.push(cell);
            }
        }
        at = end;
    }
    cells
}

/// Reports whether a cluster is a character and marks on it. Terminals disagree about the width of
/// clusters with a joiner or a selector, and this line has no fixed columns.
fn joins(cluster: &[char]) -> bool {
    let rest = cluster.get(1..).unwrap_or_default();
    rest.iter().all(|&c| {
        let is_mark = glyph::columns(c.encode_utf8(&mut [0; 4])) == 0;
        is_mark && !matches!(c, '\u{200D}' | '\u{FE00}'..='\u{FE0F}')
    })
}

/// A cell that does not merge with the cell before it: a terminal would join, say, a skin tone to
/// any character.
fn apart(cell: ContextCell, before: Option<&ContextCell>) -> ContextCell {
    let last = before.and_then(|before| before.text.chars().next_back());
    let first = cell.text.chars().next();
    let pair: Vec<char> = last.into_iter().chain(first).collect();
    match cluster::starts(&pair)[..] {
        [_, false] => ContextCell {
            text: glyph::WIDE.to_string(),
            columns: 1,
            tone: Tone::Faint,
            ..cell
        },
        _ => cell,
    }
}

/// A sequence by itself. A stand-in of several letters would read as text.
fn cell(step: &Step, here: &Step, (charset, faults): (Charset, BinaryFaults)) -> ContextCell {
    let wide = glyph_of(step.meaning, 2, charset);
    let drawn = match wide.kind {
        glyph::GlyphKind::Itself => wide,
        glyph::GlyphKind::StandIn => glyph_of(step.meaning, 1, charset),
    };
    let tone = match step.meaning.fault() {
        Some(_) if faults == BinaryFaults::Quiet => Tone::As(ByteRole::Raw),
        Some(_) => Tone::As(ByteRole::Fault),
        None if drawn.kind == glyph::GlyphKind::StandIn => Tone::Faint,
        None => Tone::Plain,
    };
    ContextCell {
        text: drawn.text,
        columns: drawn.columns.into(),
        tone,
        is_here: step.offset == here.offset,
    }
}

/// The cells that fit, around the one under the cursor; `…` where some are left out.
fn fitting(cells: &[ContextCell], room: usize) -> TonedLine {
    let columns = |cells: &[ContextCell]| cells.iter().map(|cell| cell.columns).sum::<usize>();
    let here = cells.iter().position(|cell| cell.is_here).unwrap_or(0);
    let (mut all, mut before) = (columns(cells), columns(&cells[..here]));
    let mut first = 0;
    // Cells before the cursor are dropped first, as long as half of the line stays.
    while first < here && all > room && before > room / 2 {
        all = all + usize::from(first == 0) - cells[first].columns;
        before -= cells[first].columns;
        first += 1;
    }
    let mut line = TonedLine::new().quiet(if first > 0 { "…" } else { "" });
    for cell in &cells[first..] {
        if line.columns() + cell.columns > room {
            return line.cut(room.saturating_sub(1)).quiet("…");
        }
        let tone = if cell.is_here {
            Tone::Chosen
        } else {
            cell.tone
        };
        line.push(tone, cell.text.clone());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::detect::verdict::{Evidence, Verdict};

    fn shown(data: &[u8], cursor: u64, width: usize) -> (String, String) {
        let verdict = Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Assumed,
        };
        let mut view = View::new(String::new(), verdict);
        view.cursor.offset = cursor;
        let data = data.to_vec();
        let text = EncodedText::new(&data, table::UTF_8, 0);
        let counted = CountCache::default();
        let look = (Charset::Unicode, Language::English);
        let line = line(&text, &view, &counted, look, (8, width));
        let here = line.pieces.iter().find(|piece| piece.tone == Tone::Chosen);
        (
            line.text(),
            here.map_or(String::new(), |piece| piece.text.clone()),
        )
    }

    #[track_caller]
    fn check(data: &[u8], cursor: u64, expected: &str, here: &str) {
        let (line, chosen) = shown(data, cursor, 40);
        assert_eq!((line.as_str(), chosen.as_str()), (expected, here));
    }

    #[test]
    fn the_line_of_the_cursor_is_shown_with_the_cursor_in_it() {
        let data = "one\ndeux, \u{436}\r\ntrois".as_bytes();
        check(data, 1, " line 1 one␊", "n");
        check(data, 3, " line 1 one␊", "␊");
        check(data, 4, " line 2 deux, ж␍␊", "d");
        check(data, 11, " line 2 deux, ж␍␊", "ж");
        check(data, 12, " line 2 deux, ж␍␊", "␍");
        check(data, 13, " line 2 deux, ж␍␊", "␊");
        check(data, 14, " line 3 trois", "t");
        check(b"", 0, "", "");
    }

    #[test]
    fn faults_are_signs_and_clusters_are_joined() {
        check(b"caf\xE9!", 3, " line 1 caf▒!", "▒");
        check(
            "e\u{301}t\u{301}".as_bytes(),
            1,
            " line 1 e\u{301}t\u{301}",
            "e\u{301}",
        );
        check("a👍🏽🏽b".as_bytes(), 0, " line 1 a👍⋯⋯b", "a");
        check("❤\u{FE0F}".as_bytes(), 3, " line 1 ❤⋄", "⋄");
        check(b"a\0\x1Bb", 0, " line 1 a••b", "a");
    }

    #[test]
    fn a_long_line_is_cut_at_both_sides() {
        let data = "0123456789".repeat(100).into_bytes();
        let (line, here) = shown(&data, 505, 40);
        assert_eq!(here, "5");
        assert_eq!(line.chars().count(), 40, "{line}");
        assert!(
            line.starts_with(" line 1 …") && line.ends_with('…'),
            "{line}"
        );
        let (line, here) = shown(&data, 999, 40);
        assert!(
            line.ends_with("6789") && here == "9",
            "the end of the data is shown: {line}"
        );
        for cursor in 0..1000 {
            assert!(!shown(&data, cursor, 20).1.is_empty(), "{cursor}");
        }
    }
}
