//! Everything the user has changed: plain data, no handles.
//!
//! One cursor, one viewport and one row width serve all panes. A pane owns no position, so panes
//! cannot fall out of step. Invariant: the cursor is the offset of a byte, or 0 in data without
//! one.

use std::ops::Range;

use super::alignment::Alignment;
use super::answer::AnswerRow;
pub use super::arrangement::Arrangement;
use super::errand::Clipboard;
use super::finding::SoughtPattern;
use super::history::Histories;
pub use super::jumps::Jumps;
use super::look::Appearance;
use super::places::PlaceBook;
use super::records::RecordRows;
use super::regions::RegionBook;
pub use super::row_width::RowWidth;
use super::subject::ViewSubject;
use crate::codec::Encoding;
use crate::detect::verdict::{Evidence, Verdict};
use crate::lesson::player::Player;
use crate::lesson::progress::CourseProgress;
use crate::scan::facts::encoding_range::EncodingRanges;

use super::cover::PaneCover;
pub use super::facts::{Facts, FileSearch, FileStanding};
use super::follow::Follow;
use super::numbers::counted;

/// A column of the screen that shows every byte in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    /// Two hex digits per byte.
    Hex,
    /// Eight bits per byte, structure separate from payload.
    Bits,
    /// The decoded code points.
    Points,
}

impl Pane {
    /// All panes, from left to right.
    pub const ALL: [Self; 3] = [Self::Hex, Self::Bits, Self::Points];

    /// The name on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hex => "hex",
            Self::Bits => "bits",
            Self::Points => "code points",
        }
    }
}

/// The panes that are shown; never none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Panes(u8);

impl Default for Panes {
    fn default() -> Self {
        Self(0b111)
    }
}

impl Panes {
    /// All that there are.
    pub const ALL: Self = Self(0b111);
    /// Hex and text.
    pub const WITHOUT_BITS: Self = Self(1 << Pane::Hex as u8 | 1 << Pane::Points as u8);

    /// All of some panes; of none, all that there are.
    pub fn of(panes: impl IntoIterator<Item = Pane>) -> Self {
        let all = panes.into_iter().fold(0, |all, pane| all | 1 << pane as u8);
        if all == 0 { Self::default() } else { Self(all) }
    }

    /// Reports whether a pane is shown.
    pub const fn has(self, pane: Pane) -> bool {
        self.0 & 1 << pane as u8 != 0
    }

    /// Reports whether a pane is the only one shown.
    pub const fn only(self, pane: Pane) -> bool {
        self.0 == 1 << pane as u8
    }

    /// Shows or hides a pane; the last one stays. Returns whether it changed.
    pub fn toggle(&mut self, pane: Pane) -> bool {
        let next = self.0 ^ (1 << pane as u8);
        let changes = next != 0;
        if changes {
            self.0 = next;
        }
        changes
    }
}

/// One step of the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CursorUnit {
    /// A byte.
    #[default]
    Byte,
    /// A code unit of the encoding.
    CodeUnit,
    /// A character, or one ill-formed sequence.
    Character,
    /// A grapheme cluster.
    Cluster,
    /// A bit.
    Bit,
}

impl CursorUnit {
    /// All units, in the order of the key that cycles through them.
    pub const ALL: [Self; 5] = [
        Self::Byte,
        Self::CodeUnit,
        Self::Character,
        Self::Cluster,
        Self::Bit,
    ];

    /// The name in a configuration.
    pub const fn id(self) -> &'static str {
        match self {
            Self::CodeUnit => "code-unit",
            _ => self.name(),
        }
    }

    /// The name on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Byte => "byte",
            Self::CodeUnit => "code unit",
            Self::Character => "character",
            Self::Cluster => "cluster",
            Self::Bit => "bit",
        }
    }
}

/// The content at the right of the panes, where the screen is wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SidePanel {
    /// The inspector.
    #[default]
    Inspector,
    /// The worked view; the inspector stands below the panes.
    Worked,
}

/// The content below the panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BottomPanel {
    /// The inspector.
    #[default]
    Inspector,
    /// The strip of a lesson, in the inspector's place.
    Lesson,
}

/// The one cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cursor {
    /// Offset of the byte.
    pub offset: u64,
    /// The place of the bit in it, from the left: 0 is the most significant, called bit 7 on the
    /// screen.
    pub bit: u8,
    /// The column that moves up and down return to, across rows too short for it.
    pub goal: Option<u64>,
}

/// The card that the inspector shows, which decides its number of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InspectorSize {
    /// All facts of the character, as far as there is room; beside the panes the numbers too.
    #[default]
    Full,
    /// The bytes as numbers, times, identifiers and addresses.
    Numbers,
    /// The two first facts of the character.
    Short,
    /// None.
    Off,
}

impl InspectorSize {
    /// All of them, in the order of the key that cycles through them.
    pub const ALL: [Self; 4] = [Self::Full, Self::Numbers, Self::Short, Self::Off];

    /// The name on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "character",
            Self::Numbers => "numbers",
            Self::Short => "short",
            Self::Off => "off",
        }
    }
}

/// The look of ill-formed bytes in binary data, which is full of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BinaryFaults {
    /// Like other bytes.
    #[default]
    Quiet,
    /// Like the faults of a text; the user has asked for them.
    Marked,
}

/// The notation of offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Radix {
    /// Base 16.
    #[default]
    Hex,
    /// Base 10.
    Decimal,
}

/// One file on the screen, with the user's settings.
#[derive(Debug, Clone)]
pub struct View {
    /// The name of the file, safe to show.
    pub name: String,
    /// Its subject.
    pub subject: ViewSubject,
    /// The place of the user.
    pub cursor: Cursor,
    /// Offset of the first byte of the first row that is shown.
    pub top: u64,
    /// The alignment of its rows with those of another view.
    pub alignment: Alignment,
    /// The reading of the bytes, and its evidence.
    pub reading: Verdict,
    /// The offset of the first whole code unit, less than the length of one.
    pub phase: u64,
    /// Bytes in a row.
    pub width: RowWidth,
    /// The records that begin rows, if the user has asked for them.
    pub records: Option<RecordRows>,
    /// The arrangement of the panes, if the user has chosen one; else the size decides.
    pub arrangement: Option<Arrangement>,
    /// One step of the cursor.
    pub unit: CursorUnit,
    /// The panes that are shown.
    pub panes: Panes,
    /// The pane that the caret stands in.
    pub focus: Pane,
    /// The size of the inspector.
    pub inspector: InspectorSize,
    /// The notation of offsets.
    pub radix: Radix,
    /// The other end of a selection that is being made.
    pub anchor: Option<u64>,
    /// The look of faults in binary data.
    pub binary_faults: BinaryFaults,
    /// The line that says what is wrong.
    pub answer: AnswerRow,
    /// The content at the right of the panes.
    pub beside: SidePanel,
    /// The content below the panes.
    pub below: BottomPanel,
    /// The pane that is covered, if one is.
    pub cover: Option<PaneCover>,
    /// The page of the card of numbers, from 0.
    pub numbers_page: u16,
    /// The choice to stay at the end of data that grows.
    pub follow: Follow,
    /// The ranges read in another encoding than the rest.
    pub passages: EncodingRanges,
    /// Places with a letter.
    pub marks: Vec<(char, u64)>,
    /// The places the user has been.
    pub jumps: Jumps,
    /// The user's pattern.
    pub finding: SoughtPattern,
    /// The named regions.
    pub regions: RegionBook,
    /// The moves of marks and passages by changes of bytes.
    pub moved: PlaceBook,
    /// The largest difference between an address and its offset, in data from a hex dump.
    pub ahead: u64,
    /// Encodings from table files that the bytes were read in.
    pub tables: Vec<&'static Encoding>,
}

impl View {
    /// A view of some data at its start.
    pub fn new(name: String, reading: Verdict) -> Self {
        Self {
            name,
            subject: ViewSubject::default(),
            cursor: Cursor::default(),
            top: 0,
            alignment: Alignment::default(),
            reading,
            phase: 0,
            width: RowWidth::Auto,
            records: None,
            arrangement: None,
            unit: CursorUnit::default(),
            panes: Panes::default(),
            focus: Pane::Hex,
            inspector: InspectorSize::default(),
            radix: Radix::default(),
            anchor: None,
            binary_faults: BinaryFaults::default(),
            answer: AnswerRow::default(),
            beside: SidePanel::default(),
            below: BottomPanel::default(),
            cover: None,
            numbers_page: 0,
            follow: Follow::default(),
            passages: EncodingRanges::default(),
            marks: Vec::new(),
            jumps: Jumps::default(),
            finding: SoughtPattern::default(),
            regions: RegionBook::default(),
            moved: PlaceBook::default(),
            ahead: 0,
            tables: Vec::new(),
        }
    }

    /// The encoding of the bytes, except those of passages.
    pub fn encoding(&self) -> &'static Encoding {
        self.reading.encoding
    }

    /// The encoding of the byte at an offset.
    pub fn encoding_at(&self, offset: u64) -> &'static Encoding {
        let passage = self.passages.at(offset);
        passage.map_or(self.encoding(), |passage| passage.encoding)
    }

    /// The look of ill-formed bytes; those of a text are always marked.
    pub fn faults(&self) -> BinaryFaults {
        match self.reading.evidence {
            Evidence::Binary(_) => self.binary_faults,
            _ => BinaryFaults::Marked,
        }
    }

    /// Reports whether it is a binary, which has no text in any encoding: its lines and faults are not
    /// counted and its text is drawn as ASCII alone, for all else comes about by chance. The user who
    /// chooses an encoding has text, and so has data of no known kind with passages.
    pub fn has_no_text(&self) -> bool {
        match self.reading.evidence {
            Evidence::Binary(kind) => kind.is_some() || self.passages.list().is_empty(),
            _ => false,
        }
    }

    /// Reads the bytes in an encoding the user names. The cursor stays.
    pub fn choose(&mut self, encoding: &'static Encoding) {
        self.read_as(Verdict {
            encoding,
            evidence: Evidence::Chosen,
        });
    }

    /// Applies a verdict to the bytes. The cursor stays.
    pub fn read_as(&mut self, reading: Verdict) {
        self.reading = reading;
        if reading.encoding.table_file().is_some() && !self.tables.contains(&reading.encoding) {
            self.tables.push(reading.encoding);
        }
        self.phase %= u64::from(reading.encoding.unit);
    }
}

/// Keys typed so far that form no command yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PendingKeys {
    /// A count before the keys.
    pub count: Option<u64>,
    /// The keys, in their printed form.
    pub keys: Vec<String>,
    /// The keys that may follow, as (key, effect).
    pub next: Vec<(String, &'static str)>,
}

/// The user's changes. `O` is the layer over the panes; the room `command` defines it and the
/// effects of its keys.
#[derive(Debug, Clone)]
pub struct UserState<O> {
    /// The file on the screen.
    pub view: View,
    /// The look of everything.
    pub look: Appearance,
    /// The layer over it, if any.
    pub overlay: Option<O>,
    /// Keys typed so far.
    pub pending: PendingKeys,
    /// The last message; it lasts until the next key.
    pub message: Option<String>,
    /// The owner of the mouse.
    pub mouse: MouseMode,
    /// The object that a drag of the mouse moves: it depends on where its button was pressed.
    pub grip: DragTarget,
    /// The question about what leaving would lose; every other command withdraws it.
    pub leaving: LeaveQuestion,
    /// The lines typed at the prompts.
    pub history: Histories,
    /// The target of copies.
    pub clipboard: Clipboard,
    /// The lesson in progress.
    pub lesson: Option<Box<Player>>,
    /// The user's progress in the lessons.
    pub progress: CourseProgress,
}

/// The question about what leaving would lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LeaveQuestion {
    /// Not asked, or another command came after the question.
    #[default]
    NotAsked,
    /// Asked by the last command.
    Asked,
    /// Answered: leave once everything is saved.
    AfterSaving,
}

/// The object that a drag of the mouse moves: it depends on where its button was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DragTarget {
    /// Nothing.
    #[default]
    Nothing,
    /// A byte of a pane: dragging selects inside the pane.
    Pane(Pane),
    /// The map: dragging moves through the data.
    Map,
}

/// The receiver of clicks and the wheel: the inspector or the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MouseMode {
    /// The inspector gets them.
    #[default]
    On,
    /// The terminal gets them.
    Off,
}

impl<O> UserState<O> {
    /// The state at the start.
    pub fn new(view: View) -> Self {
        Self {
            view,
            look: Appearance::default(),
            overlay: None,
            pending: PendingKeys::default(),
            message: None,
            mouse: MouseMode::default(),
            grip: DragTarget::default(),
            leaving: LeaveQuestion::default(),
            history: Histories::default(),
            clipboard: Clipboard::default(),
            lesson: None,
            progress: CourseProgress::default(),
        }
    }

    /// The user's work here that leaving would lose, in words; none if there is nothing.
    pub fn made_here(&self) -> Option<String> {
        let marks = self.view.marks.len() as u64;
        let passages = self.view.passages.list().len() as u64;
        let marks = (marks > 0).then(|| counted(marks, "mark"));
        let passages =
            (passages > 0).then(|| format!("the encodings of {}", counted(passages, "passage")));
        let made: Vec<_> = marks.into_iter().chain(passages).collect();
        (!made.is_empty()).then(|| made.join(" and "))
    }

    /// Shows a message in the status line.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }
}

/// A range widened to whole steps of a unit, from an anchor to the cursor.
pub fn selection(anchor: u64, cursor: u64, widen: impl Fn(u64) -> Range<u64>) -> Range<u64> {
    let (low, high) = (anchor.min(cursor), anchor.max(cursor));
    widen(low).start..widen(high).end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_pane_stays() {
        let mut panes = Panes::default();
        assert!(panes.toggle(Pane::Hex) && panes.toggle(Pane::Points));
        assert!(!panes.toggle(Pane::Bits));
        assert!(panes.only(Pane::Bits));
    }
}
