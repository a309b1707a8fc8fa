//! `--format json`: an object per file.
//!
//! Fields and their order are a contract that scripts rely on. Some fields are present only where
//! needed. `path_hex`: the path is not UTF-8. At the end: `unreadable` and `changed` if bytes
//! could not be read or the file changed meanwhile; `part` if only a part of the file was counted.
//! The last has the counts of all its code points, which `hexloupe merge` adds up. Invariant: the
//! object is one line, and no part of it acts on a terminal.

use std::path::Path;

use crate::codec::bom;
use crate::job::stats::{CountedPart, StatsOutcome};
use crate::report::check::{faults, part_fields, why};
use crate::report::json::{
    self, Hex, JsonCounts, JsonList, JsonRecord, JsonValue as _, Object, TypedRecord,
};
use crate::report::records::code_point;
use crate::report::summary_field::SummaryField;
use crate::scan::facts::{CharacterShare, CharacterStats};
use crate::unicode::glyph::Charset;
use crate::unicode::name;

/// The greatest length of characters that is listed even without any; the least is 1.
const USUAL: usize = 4;
/// Lengths of characters, in bytes.
const LENGTHS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// The lists as an object with only these fields.
pub(in crate::report) fn listed_fields(listed: &CharacterStats) -> String {
    let mut line = String::new();
    listed.write(&mut line, Charset::Unicode);
    line
}

/// The object of a file.
pub fn print(path: &Path, outcome: &StatsOutcome, charset: Charset) -> Vec<u8> {
    let mut line = String::new();
    json::line(&mut line, &StatsRecord(path, outcome), charset);
    line.into_bytes()
}

struct StatsRecord<'a>(&'a Path, &'a StatsOutcome);

impl TypedRecord for StatsRecord<'_> {
    const TYPE: &'static str = "stats";
}

impl JsonRecord for StatsRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(path, outcome) = *self;
        let (found, encoding) = (&outcome.stats, outcome.verdict.encoding);
        object.path(path.as_os_str());
        object.summary(SummaryField::Encoding, encoding.id);
        object.summary(SummaryField::Why, &*why(outcome.verdict.evidence));
        object.summary(SummaryField::Bytes, outcome.bytes);
        object.summary(SummaryField::CodeUnits, found.code_units);
        object.summary(SummaryField::Characters, found.characters);
        object.summary(SummaryField::Clusters, found.clusters);
        object.summary(SummaryField::Lines, found.lines);
        object.summary(SummaryField::WellFormed, outcome.is_well_formed());
        let mark = bom::opening_mark(encoding).filter(|_| found.has_bom);
        object.summary(SummaryField::Bom, mark.map(Hex));
        let ends = found.endings.each();
        let ends = ends.iter().map(|(_, id, count)| (*id, *count));
        object.summary(SummaryField::LineEnds, JsonCounts(ends));
        let lengths = LENGTHS.into_iter().zip(found.lengths).enumerate();
        let lengths = lengths.filter(|(index, (_, count))| *index < USUAL || *count > 0);
        object.summary(
            SummaryField::Lengths,
            JsonCounts(lengths.map(|(_, row)| row)),
        );
        object.summary(SummaryField::Faults, JsonCounts(faults(&found.faults)));
        let notices = found.notices.iter();
        let notices = notices.map(|(kind, count)| (kind.id(), *count));
        object.summary(SummaryField::Notices, JsonCounts(notices));
        found.listed.fields(object);
        let unreadable = Some(outcome.stats.unreadable).filter(|count| *count > 0);
        object.summary_if_any(SummaryField::Unreadable, unreadable);
        object.summary_if_any(SummaryField::Changed, outcome.changed.then_some(true));
        object.field_if_any("part", outcome.part.as_ref());
    }
}

impl JsonRecord for CharacterStats {
    fn fields(&self, object: &mut Object<'_>) {
        let categories = self.categories.iter();
        let categories = categories.map(|share| (share.short, share.count));
        object.summary(SummaryField::Categories, JsonCounts(categories));
        object.summary(
            SummaryField::Scripts,
            JsonCounts(named(&self.scripts.listed)),
        );
        object.summary(SummaryField::Blocks, JsonCounts(named(&self.blocks.listed)));
        let points: Vec<_> = self.points.listed.iter().map(CodePointRecord).collect();
        object.summary(SummaryField::CodePoints, JsonList(&points));
        let distinct = [
            ("scripts", self.scripts.distinct),
            ("blocks", self.blocks.distinct),
            ("code_points", self.points.distinct),
        ];
        object.summary(SummaryField::Distinct, JsonCounts(distinct.into_iter()));
    }
}

impl JsonRecord for CountedPart {
    fn fields(&self, object: &mut Object<'_>) {
        part_fields(&self.range, object);
        object.field("top", self.most as u64);
        let counts: Vec<_> = { self.counts.iter() }
            .map(|(c, count)| (code_point(u32::from(*c)), *count))
            .collect();
        let counts = counts.iter().map(|(id, count)| (id.as_str(), *count));
        object.field("counts", JsonCounts(counts));
    }
}

/// A code point and its count.
struct CodePointRecord<'a>(&'a (char, u64));

impl JsonRecord for CodePointRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let (c, count) = *self.0;
        object.field("code_point", code_point(u32::from(c)));
        object.field("text", &*c.encode_utf8(&mut [0; 4]));
        object.field("name", name::name(c));
        object.field_if_any("alias", name::alias(c).map(|alias| alias.name));
        object.field("count", count);
    }
}

fn named(shares: &[CharacterShare]) -> impl Iterator<Item = (&str, u64)> {
    shares.iter().map(|share| (&*share.name, share.count))
}

#[cfg(test)]
mod tests {
    use crate::scan::facts::LineEndStats;
    use crate::unicode::property;

    #[test]
    fn names_need_no_escape() {
        let plain = |text: &str| {
            text.bytes()
                .all(|b| matches!(b, b' '..=b'~') && !b"\"\\".contains(&b))
        };
        for c in ('\0'..=char::MAX).step_by(16) {
            let found = property::properties(c);
            assert!(plain(&found.script.long) && plain(found.category.short));
            assert!(found.block.is_none_or(|block| plain(&block)), "{c:?}");
        }
        assert!(
            LineEndStats::default()
                .each()
                .iter()
                .all(|(_, id, _)| plain(id))
        );
    }
}
