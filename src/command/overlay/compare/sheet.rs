//! The comparison as a panel: hex in two lines, one line per reading, a line of marks.
//!
//! ```text
//!   0x00000000          46667 EEF
//!                       85CCF0C80
//! • KOI8-R              Hello ЛХП
//!   windows-1251        Hello мир
//!                             ^^^
//! ```
//!
//! It is under the first rows of the panes, and the viewport holds the cursor in these, so that the
//! user sees it move. Invariant: no line is wider than the panel, and a column is the same byte in
//! all of them.

use std::ops::Range;

use super::super::{OverlayLayer, footer_in};
use crate::codec::Encoding;
use crate::command::keymap::Keymap;
use crate::model::compare::{self, EncodingComparison, SameText, differ, drawn, filler, within};
use crate::model::layout::ScreenSize;
use crate::model::line::{Click, Tone, TonedLine, TonedText, fit, shorten};
use crate::model::look::Appearance;
use crate::model::panel::{Panel, PanelPlacement, first_shown};
use crate::model::row::ByteRole;
use crate::model::text::EncodedText;
use crate::unicode::glyph::{self, Charset};
use crate::window::Absence;

/// Columns before the bytes, in a wide panel and in a narrow one.
const NAME: usize = 24;
const SHORT_NAME: usize = 16;
/// The least number of columns of a wide panel.
const WIDE: usize = 60;

/// The placement of the panel on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PanelLayout {
    /// Rows of the panes that stay visible; 0 on a very small screen.
    pub(super) rows: u16,
    /// Lines in the frame.
    lines: usize,
    /// Columns in the frame, and those of a name.
    columns: usize,
    name: usize,
}

impl PanelLayout {
    /// The placement of the panel on a screen of some size.
    pub(super) fn new(size: ScreenSize) -> Self {
        // Title, ruler and status have lines of their own.
        let free = size.height.saturating_sub(3);
        let rows = match free {
            24.. => free / 3,
            12..24 => 4,
            7..12 => 2,
            _ => 0,
        };
        // On a very small screen the panel covers the ruler too.
        let room = free - rows + u16::from(rows == 0);
        let columns = usize::from(size.width.saturating_sub(6));
        Self {
            rows,
            lines: usize::from(room.saturating_sub(2)),
            columns,
            name: if columns < WIDE {
                SHORT_NAME.min(columns / 2)
            } else {
                NAME
            },
        }
    }

    /// The row of the screen where the panel begins.
    fn top(self) -> u16 {
        if self.rows == 0 { 1 } else { 2 + self.rows }
    }

    /// Three flags: the bytes are shown in hex, bytes that differ are marked, a line names the
    /// other encodings that give the chosen text.
    fn parts(self) -> (bool, bool, bool) {
        (self.lines >= 8, self.lines >= 3, self.lines >= 8)
    }

    /// The number of readings visible at once.
    pub(super) fn readings(self) -> usize {
        let (hex, marks, same) = self.parts();
        let others = 2 * usize::from(hex) + usize::from(marks) + usize::from(same);
        self.lines.saturating_sub(others).max(1)
    }

    /// The bytes shown around the cursor. They change only when it leaves their middle half.
    pub(super) fn bytes(self, cursor: u64, len: u64) -> Range<u64> {
        let count = self.columns.saturating_sub(self.name).max(1) as u64;
        let half = (count / 2).max(1);
        let start = (cursor - cursor % half).saturating_sub(half / 2);
        let start = start.min(len.saturating_sub(count));
        start..start.saturating_add(count).min(len)
    }
}

/// The panel.
pub(super) fn panel(
    comparison: &EncodingComparison,
    text: &EncodedText<'_>,
    cursor: u64,
    look: Appearance,
    (size, keymap): (ScreenSize, Option<&Keymap>),
) -> Panel {
    let (charset, language) = (look.charset, look.language_of_bars());
    let place = PanelLayout::new(size);
    let range = place.bytes(cursor, text.data.len());
    let groups = comparison.groups(text, range.clone());
    let chosen = comparison.place(&groups);
    let shown = place.readings();
    let first = first_shown(chosen, groups.len(), shown);
    let seen = &groups[first..groups.len().min(first + shown)];
    let (marks, kin) = marks(seen, comparison.chosen, &range);
    let sheet = CompareSheet {
        place,
        range,
        cursor,
        charset,
        now: text.encoding,
        chosen: comparison.chosen,
        marks,
        kin,
    };
    let (hex, marked, same) = place.parts();
    let mut lines = Vec::new();
    if hex {
        lines.extend(sheet.hex(text));
    }
    let readings = seen.iter().zip(first..);
    lines.extend(readings.map(|(group, number)| {
        let click = Click::Row(number);
        sheet.reading(group).on_click(&click)
    }));
    if marked {
        lines.push(sheet.marks().said(language));
    }
    if same && let Some(group) = groups.get(chosen) {
        lines.push(sheet.alike(group).said(language));
    }
    let (texts, all) = (groups.len(), comparison.order.len());
    Panel {
        title: format!(
            "{all} encodings, {texts} distinct texts, this is {}",
            chosen + 1
        ),
        lines,
        footer: footer_in(
            keymap,
            comparison,
            EncodingComparison::KEYS,
            place.columns.saturating_sub(2),
            language,
        ),
        width: place.columns as u16,
        placed: PanelPlacement::From(place.top()),
    }
}

/// Two flags for each byte. The first: any two readings differ there. The second: two differ that
/// are as ASCII-compatible as the chosen one, since UTF-16 and EBCDIC differ from the others
/// everywhere.
fn marks(seen: &[SameText], chosen: &Encoding, range: &Range<u64>) -> (Vec<bool>, Vec<bool>) {
    let is_kin = |group: &&SameText| group.reading.encoding.ascii == chosen.ascii;
    let steps = |group| {
        let group: &SameText = group;
        &group.reading.steps[..]
    };
    let all = differ(seen.iter().map(steps), range.clone());
    if seen.iter().filter(is_kin).count() < 2 {
        return (all.clone(), all);
    }
    let kin = differ(seen.iter().filter(is_kin).map(steps), range.clone());
    (all, kin)
}

/// The data that all lines share.
struct CompareSheet {
    place: PanelLayout,
    /// The visible bytes.
    range: Range<u64>,
    cursor: u64,
    charset: Charset,
    /// The encoding in use, and the chosen one.
    now: &'static Encoding,
    chosen: &'static Encoding,
    /// For each byte, true if readings differ there, and true if any as ASCII-compatible as the
    /// chosen one do: see the function `marks`.
    marks: Vec<bool>,
    kin: Vec<bool>,
}

impl CompareSheet {
    /// The bytes in hex, the upper digits over the lower.
    fn hex(&self, text: &EncodedText<'_>) -> [TonedLine; 2] {
        let len = (self.range.end - self.range.start) as usize;
        let window = text.data.window(self.range.start, len);
        let label = format!("  0x{:08X}", self.range.start);
        [(label, 4), (String::new(), 0)].map(|(label, shift)| {
            let mut line = self.begin(Tone::Quiet, &label);
            for offset in self.range.clone() {
                let (digit, tone) = match (window.byte(offset), window.hole_at(offset)) {
                    (Some(byte), _) => (format!("{:X}", byte >> shift & 0xF), Tone::Plain),
                    (None, Some(hole)) if hole.why == Absence::Awaited => {
                        (".".to_owned(), Tone::As(ByteRole::Awaited))
                    }
                    (None, Some(hole)) if hole.why == Absence::Gap => {
                        ("-".to_owned(), Tone::As(ByteRole::Gap))
                    }
                    (None, _) => ("?".to_owned(), Tone::As(ByteRole::Unreadable)),
                };
                line.push(self.at(offset, tone), digit);
            }
            line
        })
    }

    /// The beginning of a line, as wide as in all lines.
    fn begin(&self, tone: Tone, label: &str) -> TonedLine {
        let label = shorten(label, self.place.name.saturating_sub(1));
        let blanks = self.place.name.saturating_sub(glyph::columns(&label));
        TonedLine::new().with(tone, label).plain(" ".repeat(blanks))
    }

    /// The tone at an offset: the byte under the cursor is marked in every line.
    fn at(&self, offset: u64, tone: Tone) -> Tone {
        if offset == self.cursor {
            Tone::Chosen
        } else {
            tone
        }
    }

    /// The encoding that names the line of a group: the one Enter would choose, else the one in
    /// use, else the best.
    fn head(&self, group: &SameText) -> &'static Encoding {
        [self.chosen, self.now]
            .into_iter()
            .find(|encoding| group.has(encoding))
            .unwrap_or(group.reading.encoding)
    }

    /// The line of a reading.
    fn reading(&self, group: &SameText) -> TonedLine {
        let head = self.head(group);
        let current = if group.has(self.now) { '•' } else { ' ' };
        let doubt = if group.reading.sure { ' ' } else { '?' };
        let more = match group.others.len() {
            0 => String::new(),
            others => format!(" +{others}"),
        };
        let room = self.place.name.saturating_sub(3);
        let name = shorten(&glyph::safe(head.short_name(), self.charset), room);
        let fits = glyph::columns(&name) + more.len() <= room;
        let more = if fits { more } else { String::new() };
        let tone = if group.has(self.chosen) {
            Tone::Chosen
        } else {
            Tone::Plain
        };
        let label = format!("{current}{doubt}{name}{more}");
        let mut line = self.begin(tone, &label);
        for step in &group.reading.steps {
            let shown = within(step, &self.range);
            if shown.is_empty() {
                continue;
            }
            let glyph = drawn(step.meaning, shown.end - shown.start, 1, self.charset);
            let wide = shown.start + u64::from(glyph.columns);
            let differs = self.kin[(shown.start - self.range.start) as usize];
            let own = compare::tone(step.meaning, glyph.kind, differs);
            let here = (shown.start..wide).contains(&self.cursor);
            push_glyph(&mut line, if here { Tone::Chosen } else { own }, glyph.text);
            for offset in wide..shown.end {
                let dot = filler(self.charset).to_owned();
                push_glyph(&mut line, self.at(offset, Tone::Quiet), dot);
            }
        }
        line
    }

    /// The line of marks.
    fn marks(&self) -> TonedLine {
        let any = self.marks.iter().any(|&differs| differs);
        let label = if any { "  differ" } else { "  all alike" };
        // One piece with its blanks, which stays as wide in another language.
        let label = glyph::padded(label, self.place.name);
        let mut line = TonedLine::new().quiet(label);
        for (&differs, &kin) in self.marks.iter().zip(&self.kin) {
            match (differs, kin) {
                (_, true) => line.push(Tone::As(ByteRole::Notice), "^"),
                (true, false) => line.push(Tone::Quiet, "-"),
                (false, false) => line.push(Tone::Plain, " "),
            }
        }
        line
    }

    /// The other encodings that give the chosen text.
    fn alike(&self, group: &SameText) -> TonedLine {
        let others = group.encodings().filter(|other| *other != self.chosen);
        let names: Vec<_> = others
            .map(|encoding| {
                TonedLine::new().plain(glyph::safe(encoding.short_name(), self.charset))
            })
            .collect();
        if names.is_empty() {
            let alone = TonedLine::new().quiet("  no other encoding gives this text");
            return alone.cut(self.place.columns);
        }
        let label = TonedLine::new().quiet("  the same: ");
        let room = self.place.columns.saturating_sub(label.columns() + 3);
        let count = names.len();
        let kept = fit(names, room, 2);
        let more = if kept.len() < count { " …" } else { "" };
        let mut line = label;
        line.append(TonedLine::joined(kept, ", "));
        line.quiet(more).cut(self.place.columns)
    }
}

/// Adds a glyph as a piece of its own, so that it forms no cluster with its neighbour,
/// unless both are ASCII.
fn push_glyph(line: &mut TonedLine, tone: Tone, text: String) {
    let joins = line.pieces.last().is_some_and(|last| last.text.is_ascii()) && text.is_ascii();
    if joins {
        line.push(tone, text);
    } else {
        line.pieces.push(TonedText::new(tone, text));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::codec::table;

    fn shown(data: &[u8], cursor: u64, (width, height): (u16, u16), charset: Charset) -> Panel {
        let data = data.to_vec();
        let comparison = EncodingComparison::new(table::UTF_8, table::all());
        let text = EncodedText::new(&data, table::UTF_8, 0);
        panel(
            &comparison,
            &text,
            cursor,
            Appearance {
                charset,
                ..Appearance::default()
            },
            (ScreenSize { width, height }, None),
        )
    }

    #[test]
    fn rows_of_the_panes_stay_visible_where_there_is_room() {
        for width in [27, 40, 80, 200] {
            for height in 6..100 {
                let place = PanelLayout::new(ScreenSize { width, height });
                let end = place.top() + place.lines as u16 + 2;
                assert!(end < height, "over the status line at {height}");
                assert!(place.readings() >= 1 && place.lines >= 2);
                assert!(place.rows >= 2 || height < 10, "{height}");
                assert!(place.columns > place.name + 6, "{width}");
            }
        }
        let rows = |width, height| {
            let place = PanelLayout::new(ScreenSize { width, height });
            (place.rows, place.readings())
        };
        assert_eq!(rows(40, 12), (2, 4));
        assert_eq!(rows(80, 24), (4, 11));
        assert_eq!(rows(120, 40), (12, 19));
    }

    #[test]
    fn the_bytes_around_the_cursor_are_shown_and_stay_while_it_moves_among_them() {
        let place = PanelLayout::new(ScreenSize {
            width: 80,
            height: 24,
        });
        let mut changes = 0;
        let mut last = 0..0;
        for cursor in 0..1000 {
            let range = place.bytes(cursor, 1000);
            assert!(range.contains(&cursor) && range.end - range.start == 50);
            changes += usize::from(range != last);
            last = range;
        }
        assert!(changes <= 1000 / 25 + 1, "{changes}");
        assert_eq!(place.bytes(0, 0), 0..0);
        assert_eq!(place.bytes(3, 9), 0..9);
        assert_eq!(place.bytes(u64::MAX - 9, u64::MAX).end, u64::MAX);
    }

    #[test]
    fn a_reading_that_differs_everywhere_does_not_hide_other_differences() {
        let data = b"Hi \xEC\xE8!".to_vec();
        let text = EncodedText::new(&data, table::UTF_8, 0);
        let marked = |ids: &[&str]| {
            let ranked = table::all().filter(|one| ids.contains(&one.id));
            let comparison = EncodingComparison::new(table::UTF_8, ranked);
            let groups = comparison.groups(&text, 0..6);
            let (all, kin) = marks(&groups, table::UTF_8, &(0..6));
            let sign = |(all, kin): (&bool, &bool)| match (all, kin) {
                (_, true) => '^',
                (true, false) => '-',
                (false, false) => ' ',
            };
            all.iter().zip(&kin).map(sign).collect::<String>()
        };
        assert_eq!(marked(&["koi8-r", "ibm866"]), "   ^^ ");
        assert_eq!(marked(&["koi8-r", "utf-16le"]), "---^^-");
        assert_eq!(marked(&["utf-16le"]), "^^^^^^");
        assert_eq!(marked(&[]), "      ");
    }

    #[test]
    fn a_byte_has_the_same_column_in_every_line() {
        let data = b"Hello \xEC\xE8\xF0 \xE2\x82\xAC!";
        let panel = shown(data, 6, (80, 24), Charset::Unicode);
        for line in &panel.lines[2..panel.lines.len() - 2] {
            let mut at = 0;
            let place = line.pieces.iter().map(|piece| {
                at += glyph::columns(&piece.text);
                (at, piece.tone)
            });
            // The cursor's byte is the seventh.
            let marked: Vec<_> = place.filter(|(_, tone)| *tone == Tone::Chosen).collect();
            let ends = marked.last().map(|(end, _)| *end);
            assert!(matches!(ends, Some(31 | 32)), "{}", line.text());
        }
    }

    proptest! {
        #[test]
        fn no_line_is_wider_than_the_panel(
            data in prop::collection::vec(any::<u8>(), 0..300), at in 0u64..300,
            width in 27u16..220, height in 6u16..70, ascii: bool,
        ) {
            let charset = if ascii { Charset::Ascii } else { Charset::Unicode };
            let cursor = at.min(data.len().saturating_sub(1) as u64);
            let panel = shown(&data, cursor, (width, height), charset);
            for line in panel.lines.iter().chain([&panel.footer]) {
                prop_assert!(line.columns() <= usize::from(panel.width), "{:?}", line.text());
            }
            let PanelPlacement::From(top) = panel.placed else {
                panic!("the comparison stands below the rows")
            };
            prop_assert!(top as usize + panel.lines.len() + 2 < usize::from(height));
        }
    }
}
