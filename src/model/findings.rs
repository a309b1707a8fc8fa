//! The findings of the scan, by kind.
//!
//! Invariant: every kind that is listed was found at least once.

use super::state::{Facts, View};
use crate::codec::Fault;
use crate::scan::facts::Sought;
use crate::scan::facts::index::Index;
use crate::unicode::notice::Notice;

/// The kinds that were found, with their counts: faults, then notices. Unpaired bidi controls come
/// first among the notices, since they may mislead a reader.
pub(crate) fn kinds(index: &Index) -> Vec<(Sought, u64)> {
    let totals = &index.totals;
    let faults = Fault::ALL
        .iter()
        .map(|&kind| (Sought::FaultOf(kind), totals.faults.count(kind)));
    let unpaired = |kind: &&Notice| **kind == Notice::BidiUnpaired;
    let first = Notice::ALL.iter().filter(unpaired);
    let others = Notice::ALL.iter().filter(|kind| !unpaired(kind));
    let notices = first.chain(others);
    let notices = notices.map(|&kind| (Sought::NoticeOf(kind), totals.notices_of(kind)));
    faults
        .chain(notices)
        .filter(|(_, count)| *count > 0)
        .collect()
}

/// The kinds found in the data as a view reads it; none before it was scanned.
pub(crate) fn kinds_of(facts: &Facts, view: &View) -> Vec<(Sought, u64)> {
    facts
        .index(view)
        .map_or_else(Vec::new, |index| kinds(index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::index;

    #[test]
    fn faults_come_before_notices_and_misleading_notices_first() {
        let index = index::build(&"a\0\u{202E}b\u{AD}".as_bytes().to_vec(), table::UTF_8, 0);
        let names: Vec<_> = kinds(&index)
            .iter()
            .map(|(kind, count)| (kind.id().unwrap(), *count))
            .collect();
        let expected = [
            ("bidi-unpaired", 1),
            ("nul", 1),
            ("default-ignorable", 1),
            ("bidi-control", 1),
        ];
        assert_eq!(names, expected);
    }
}
