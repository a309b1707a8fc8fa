//! Text in UTF-16 or UTF-32 without a byte order mark, which is read as UTF-8 with NULs: its bidi
//! controls are found all the same.
//!
//! An editor or a compiler that guesses shows such a file as text. Invariant: all other findings and
//! counts of the file are those of UTF-8.

use std::path::Path;

use super::look::{FileCheck, PartWriter, ScoutedPiece};
use super::part::CheckOutput;
use super::{CheckContext, CheckOutcome, FileFormatter, FileRules, Finding, FindingKind};
use crate::codec::Encoding;
use crate::detect;
use crate::detect::preferred::Preferred;
use crate::detect::verdict::{Evidence, Verdict};
use crate::source::SequentialInput;
use crate::unicode::notice::Notice;
use crate::window::Window;
use crate::window::sweep::Sweep;

/// The first bytes that show the form of a text.
const HEAD: usize = 8 * 1024;

/// Passes on notices alone.
struct NoticeFormatter<'a>(Box<dyn FileFormatter + 'a>);

impl FileFormatter for NoticeFormatter<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        if matches!(finding.what, FindingKind::Notice(..)) {
            self.0.finding(finding, out);
        }
    }

    fn outcome(&mut self, _: &CheckOutcome, _: &mut Vec<u8>) {}
}

/// The encoding of text in wide units that has no mark, by its first bytes.
pub(super) fn encoding(head: &[u8], verdict: Verdict) -> Option<&'static Encoding> {
    let head = &head[..head.len().min(HEAD)];
    let head = &head[..head.len() - head.len() % 2];
    if verdict.evidence != Evidence::Assumed || !may_be_wide(head) {
        return None;
    }
    let guess = detect::choose(&head.to_vec(), Preferred::NONE);
    let is_wide = guess.encoding.unit > 1 && guess.is_sure();
    is_wide.then_some(guess.encoding)
}

/// Reports whether bytes may be text in wide units: the NULs of ASCII and of line ends stand in the
/// same byte of each unit.
fn may_be_wide(head: &[u8]) -> bool {
    if memchr::memchr(0, head).is_none() {
        return false;
    }
    let is_nul = |phase: usize, unit: usize| {
        let mut bytes = head.iter().skip(phase).step_by(unit);
        bytes.any(|byte| *byte == 0)
    };
    let of_16 = is_nul(0, 2) != is_nul(1, 2);
    // The highest byte of four is always zero, and so is the next but for other planes.
    let all_nul = |phase: usize| head.iter().skip(phase).step_by(4).all(|byte| *byte == 0);
    !head.is_empty() && (of_16 || all_nul(0) != all_nul(3))
}

impl CheckContext<'_> {
    /// Reports the bidi controls of a file in an encoding without a mark, and returns whether the file
    /// is faulty by one, or was before.
    pub(super) fn check_unmarked(
        &self,
        name: &Path,
        encoding: &'static Encoding,
        rules: &FileRules,
        (was_faulty, part): (bool, &mut CheckOutput),
        give: &mut dyn FnMut(CheckOutput) -> bool,
    ) -> bool {
        let rules = rules.only(&[Notice::BidiControl, Notice::BidiUnpaired]);
        if !rules.wants_notices() {
            return was_faulty;
        }
        // Trouble with the file is told by the check itself.
        let Ok(mut input) = SequentialInput::open(name) else {
            return was_faulty;
        };
        let verdict = Verdict {
            encoding,
            evidence: Evidence::Chosen,
        };
        let mut window = Window::default();
        let mut sweep = Sweep::new(0..u64::MAX, self.orders.step, encoding.reach());
        let mut check: Option<FileCheck<'_>> = None;
        let file = NoticeFormatter(self.formatter.of_file(name, verdict));
        let writer = PartWriter::new(std::mem::take(part), Box::new(file), give);
        let mut writer = writer.for_later_piece(was_faulty);
        while !sweep.is_over() {
            let Some(piece) = sweep.next(&mut input, &mut window) else {
                break;
            };
            let check = check.get_or_insert_with(|| {
                FileCheck::open(self.orders, &rules, verdict, None, &window)
            });
            check.go_through(&window, &piece, &ScoutedPiece::default(), &mut writer);
        }
        *part = writer.part;
        let Some(check) = check else {
            return was_faulty;
        };
        part.totals.noted.merge(&check.noted);
        was_faulty || check.has_denied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    #[test]
    fn text_in_wide_units_is_known_without_a_mark() {
        let verdict = Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Assumed,
        };
        let text = "Привет, мир\nhello, world\n".repeat(4);
        let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let four: Vec<u8> = text
            .chars()
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect();
        assert_eq!(encoding(&le, verdict), Some(table::UTF_16LE));
        assert_eq!(encoding(&be, verdict), Some(table::UTF_16BE));
        assert_eq!(encoding(&four, verdict), Some(table::UTF_32LE));
        let numbers: Vec<u8> = (0..2000_u32).flat_map(u32::to_le_bytes).collect();
        let others: [&[u8]; 4] = [text.as_bytes(), b"a\0bc\0def", b"", &numbers];
        for other in others {
            assert_eq!(encoding(other, verdict), None);
        }
    }
}
