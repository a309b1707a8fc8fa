//! The names of files: what is wrong with their bytes and characters is a finding too.
//!
//! Invariant: the places are those in the name, and the counts of the file's content are as without it.

use std::path::Path;

use super::look::{FileCheck, PartWriter, ScoutedPiece};
use super::part::CheckOutput;
use super::{CheckContext, CheckOutcome, FileFormatter, FileRules, Finding};
use crate::codec::table;
use crate::detect::verdict::{Evidence, Verdict};
use crate::job::layer::CoatKind;
use crate::window::Peek as _;
use crate::window::sweep::SweepPiece;

/// Passes on the findings of a name.
struct NameFormatter<'a>(Box<dyn FileFormatter + 'a>);

impl FileFormatter for NameFormatter<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let of_name = Finding {
            what: finding.what,
            range: finding.range.clone(),
            bytes: finding.bytes,
            position: finding.position,
            severity: finding.severity,
            count: finding.count,
            hidden: finding.hidden,
            twin: finding.twin,
            layer: &[CoatKind::FileName],
        };
        self.0.finding(&of_name, out);
    }

    fn outcome(&mut self, _: &CheckOutcome, _: &mut Vec<u8>) {}
}

impl CheckContext<'_> {
    /// Checks the name of a file, and returns whether the file is faulty by it. Nothing is wrong with a
    /// name that is printable ASCII.
    pub(super) fn check_name(
        &self,
        path: &Path,
        rules: &FileRules,
        part: &mut CheckOutput,
    ) -> bool {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        if name.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            return false;
        }
        let bytes = name.to_vec();
        let window = bytes.window(0, bytes.len());
        let verdict = Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Chosen,
        };
        let mut check = FileCheck::open(self.orders, rules, verdict, None, &window);
        let file = NameFormatter(self.formatter.of_file(path, verdict));
        // A name is too short to be passed on in parts.
        let mut give = |_: CheckOutput| true;
        let mut writer = PartWriter::new(std::mem::take(part), Box::new(file), &mut give);
        let piece = SweepPiece {
            certain: 0..bytes.len() as u64,
            at_end: true,
        };
        check.go_through(&window, &piece, &ScoutedPiece::default(), &mut writer);
        *part = writer.part;
        part.totals.faults.merge(&check.scanner.tally().kinds);
        part.totals.noted.merge(&check.noted);
        part.totals.left_out += check.left_out();
        check.has_found()
    }
}
