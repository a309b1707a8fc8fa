//! Misread text: the bytes that a character was written as, the characters these were read as, the
//! bytes that were saved; and the way back. Anything that does not fit the misreading passes as
//! UTF-8.
//!
//! Invariant: each step continues with the characters or the bytes of the step before.

use super::rows::{self, BYTES, labelled};
use super::{DerivationStep, DerivationSubject, first, single_byte, utf8};
use crate::explain::followed::{FollowedMisreading, MisreadingStage, SpelledCharacter};
use crate::explain::sheet::{CellRole, SheetRow, WIDTH};
use crate::explain::words::{hex, point};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::derivation::misread as texts;
use hexloupe_text::codec::{BitLayout, Encoding, Utf8Form, table};
use hexloupe_text::unicode::glyph::{self, Charset};

pub(super) const CHARACTERS: Texts = texts::CHARACTERS;

/// Columns from one character, or one byte of the result, to the next.
const STEP: usize = 12;
const BYTE: usize = 5;

/// The standard that defines the bytes of an encoding.
fn source(encoding: &Encoding, language: Language) -> &'static str {
    match encoding.layout {
        BitLayout::Utf8(_) => utf8::BYTES_SOURCE,
        _ => single_byte::source(encoding, language),
    }
}

/// The steps from a number to bytes.
pub(super) fn to_bytes(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    let language = subject.language;
    let Some(followed) = followed(subject) else {
        return Vec::new();
    };
    let mut steps = Vec::new();
    for (index, stage) in followed.stages.iter().enumerate() {
        steps.push(written(stage, index, language));
        steps.push(misread(stage, language));
    }
    steps.push(saved(&followed, language));
    steps
}

/// The steps from bytes to a number.
pub(super) fn to_value(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    let language = subject.language;
    let own = |followed: &FollowedMisreading| followed.bytes() == subject.own();
    let mut steps = match followed(subject).filter(own) {
        Some(followed) => undone(&followed, language),
        None => passed(subject),
    };
    steps.push(first::character(&subject.values, language));
    steps
}

fn followed(subject: &DerivationSubject<'_>) -> Option<FollowedMisreading> {
    FollowedMisreading::through(subject.encoding, char::from_u32(subject.value())?)
}

/// The bytes of characters in the encoding that they were written in.
fn written(stage: &MisreadingStage, index: usize, language: Language) -> DerivationStep {
    let name = stage.written.name;
    let (title, rule) = if index == 0 {
        (
            texts::WrittenIn { name: &name }.get(language),
            texts::TextWrittenBytesRight { name: &name }.get(language),
        )
    } else {
        (
            texts::SavedIn { name: &name }.get(language),
            texts::WrittenWhatReadSaved { name }.get(language),
        )
    };
    let rows = under(&stage.before, MisreadLayout::Written, language);
    DerivationStep::new(&title, rule, source(stage.written, language), rows)
}

/// The characters that the bytes were read as.
fn misread(stage: &MisreadingStage, language: Language) -> DerivationStep {
    let name = stage.read.name;
    let title = texts::TitleRead { name: &name }.get(language);
    let rule = texts::RuleProgramTookEach { name: &name }.get(language);
    let mut rows = under(&stage.after, MisreadLayout::ReadWithNumbers, language);
    let passed: Vec<String> = { stage.passed() }
        .map(|(c, bytes)| format!("{} -> {}", hex(bytes), point(u32::from(*c))))
        .collect();
    if !passed.is_empty() {
        let told = texts::HasNoCharacterPrograms {
            passed: passed.join(", "),
            name: &name,
        }
        .get(language);
        let label = texts::NO_CHARACTER.get(language);
        let told = rows::prose(label, &told, CellRole::Text);
        rows.extend(rows::answers(told));
    }
    DerivationStep::new(&title, rule, source(stage.read, language), rows)
}

/// The bytes that the wrong characters were saved as.
fn saved(followed: &FollowedMisreading, language: Language) -> DerivationStep {
    let name = table::UTF_8.name;
    let mut rows = under(&followed.saved, MisreadLayout::Written, language);
    rows.extend(result(&followed.bytes(), language));
    let rule = if followed.is_changed() {
        texts::SavedWrongCharactersSaved { name: &name }.get(language)
    } else {
        texts::SavedWhatReadSaved { name: &name }.get(language)
    };
    let title = texts::SavedIn { name: &name }.get(language);
    DerivationStep::new(&title, rule, utf8::BYTES_SOURCE, rows)
        .asking(&texts::SavedWhatReadSavedEach { name }.get(language))
}

/// The steps that undo each misreading, the last first.
fn undone(followed: &FollowedMisreading, language: Language) -> Vec<DerivationStep> {
    let data = table::UTF_8;
    let mut steps = vec![read(&followed.saved, data, None, language)];
    for (index, stage) in followed.stages.iter().enumerate().rev() {
        let name = stage.read.name;
        steps.push(DerivationStep::new(
            &texts::Bytes { name: &name }.get(language),
            texts::UndoneEachCharacterGoes { name: &name }.get(language),
            source(stage.read, language),
            under(&stage.after, MisreadLayout::Written, language),
        ));
        steps.push(read(&stage.before, stage.written, Some(index), language));
    }
    steps
}

/// Bytes read in the encoding in which they were written: the bytes of the data, or, after a
/// misreading is undone, the bytes before it.
fn read(
    all: &[SpelledCharacter],
    encoding: &'static Encoding,
    undone: Option<usize>,
    language: Language,
) -> DerivationStep {
    let name = encoding.name;
    let rule = match undone {
        None => texts::ReadDataWellFormed { name: &name }.get(language),
        Some(0) => texts::ReadReadTheyWritten { name: &name }.get(language),
        Some(_) => texts::ReadBytesWellFormed { name: &name }.get(language),
    };
    let mut rows = under(all, MisreadLayout::Read, language);
    if undone.is_none() {
        // The bytes of the data are given.
        for row in rows.iter_mut().step_by(2) {
            row.cells.iter_mut().for_each(|cell| cell.answer = false);
        }
    }
    let title = texts::TitleRead { name: &name }.get(language);
    DerivationStep::new(&title, rule, source(encoding, language), rows)
}

/// The steps of a character that does not fit the misreading: the reason, and UTF-8's steps.
fn passed(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    let language = subject.language;
    let Some(misread) = subject.encoding.misread() else {
        return Vec::new();
    };
    let shown = point(subject.value());
    let (read, written) = (misread.read().name, misread.written().name);
    let why = texts::PassedWhy {
        shown,
        read: &read,
        written,
    }
    .get(language);
    let label = texts::RESULT.get(language);
    let mut all = rows::bytes(subject.own(), rows::BlankRows::Bits, language);
    all.extend(rows::answers(rows::prose(label, &why, CellRole::Text)));
    let step = DerivationStep::new(
        texts::MISREAD.get(language),
        texts::PassedOnlyCharacterStands { read }.get(language),
        utf8::BYTES_SOURCE,
        all,
    );
    let mut steps = vec![step];
    steps.extend(utf8::to_value(subject, Utf8Form::STANDARD));
    // The caller shows the character, for everything that is read in this encoding.
    steps.pop();
    steps
}

/// The order of two lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MisreadLayout {
    /// Bytes over the characters they are read as.
    Read,
    /// The same, and the numbers of the characters below.
    ReadWithNumbers,
    /// Characters over the bytes they are written as.
    Written,
}

/// Characters and their bytes, one under the other.
fn under(all: &[SpelledCharacter], lines: MisreadLayout, language: Language) -> Vec<SheetRow> {
    let labels = match lines {
        MisreadLayout::Read | MisreadLayout::ReadWithNumbers => [BYTES, texts::READ],
        MisreadLayout::Written => [CHARACTERS, texts::WRITTEN],
    };
    let mut out = Vec::new();
    for (index, some) in all.chunks(per_row(STEP)).enumerate() {
        let label = |label: Texts| labelled(if index == 0 { label.get(language) } else { "" });
        let [mut upper, mut lower] = labels.map(label);
        let mut numbers = label(texts::NUMBERS);
        for (place, (c, bytes)) in some.iter().enumerate() {
            let column = rows::START + STEP * place;
            let (drawn, bytes) = (drawn(*c), hex(bytes));
            let [over, below] = match lines {
                MisreadLayout::Read | MisreadLayout::ReadWithNumbers => [bytes, drawn],
                MisreadLayout::Written => [drawn, bytes],
            };
            upper = upper.at(column, over, CellRole::Value);
            lower = lower.at(column, below, CellRole::Value);
            numbers = numbers.at(column, point(u32::from(*c)), CellRole::Other);
        }
        out.extend([upper, lower]);
        if lines == MisreadLayout::ReadWithNumbers {
            out.push(numbers);
        }
    }
    rows::answers(out)
}

/// All bytes, in as many rows as they need.
fn result(bytes: &[u8], language: Language) -> Vec<SheetRow> {
    let mut out = Vec::new();
    for (index, some) in bytes.chunks(per_row(BYTE)).enumerate() {
        let mut row = labelled(if index == 0 { BYTES.get(language) } else { "" });
        for (place, byte) in some.iter().enumerate() {
            let column = rows::START + BYTE * place;
            row = row.at(column, format!("{byte:02X}"), CellRole::Value);
        }
        out.push(row);
    }
    rows::answers(out)
}

/// The number of cells in a row, at a distance of some columns.
const fn per_row(columns: usize) -> usize {
    (WIDTH - rows::START) / columns
}

/// The glyph of a character.
fn drawn(c: char) -> String {
    glyph::for_char(c, 4, Charset::Unicode).text
}
