//! Quotation marks and braces of a text without the other one of their pair.
//!
//! In another set such a mark is a letter: `È` of windows-1252 is » in that of the Mac, and `ä` of DOS
//! is „ in windows-1252; `è` of EBCDIC in Italy is } in that of the United States. Invariant: a text in which each mark has its pair costs nothing.

use super::tuning::{self, CodeBits};
use hexloupe_text::codec::Meaning;

/// The marks that have no other one yet.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct QuotationMarks {
    /// The « without a », or the » without a « if negative: a language may begin with either, ...
    double: i32,
    /// ... the same of ‹ and ›, ...
    single: i32,
    /// ... and the „ that no “ or ” has closed.
    low: u32,
    /// The “ and ”, as far as they close no „.
    high: u32,
    /// The { without a }, or the } without a { if negative.
    braces: i32,
}

impl QuotationMarks {
    /// Counts a character, whatever it is.
    pub(super) fn count(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Scalar('«') => self.double += 1,
            Meaning::Scalar('»') => self.double -= 1,
            Meaning::Scalar('‹') => self.single += 1,
            Meaning::Scalar('›') => self.single -= 1,
            Meaning::Scalar('„') => self.low += 1,
            Meaning::Scalar('{') => self.braces += 1,
            Meaning::Scalar('}') => self.braces -= 1,
            Meaning::Scalar('“' | '”') if self.low > 0 => self.low -= 1,
            Meaning::Scalar('“' | '”') => self.high += 1,
            _ => {}
        }
    }

    /// The cost of those without a pair. One « or » may be outside the excerpt; the others are mostly
    /// near each other.
    pub(super) fn bits(self) -> CodeBits {
        let double = self.double.unsigned_abs().saturating_sub(1);
        // Languages begin with either, so only one that is alone has no pair for sure.
        let high = u32::from(self.high == 1);
        let unpaired = double + self.single.unsigned_abs() + self.low + high;
        let braces = self.braces.unsigned_abs().min(tuning::MOST_UNPAIRED);
        tuning::UNPAIRED * (unpaired.min(tuning::MOST_UNPAIRED) + braces) as f32
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp)] // Multiples of one number.

    use super::*;

    fn bits(text: &str) -> CodeBits {
        let mut marks = QuotationMarks::default();
        text.chars().for_each(|c| marks.count(Meaning::Scalar(c)));
        marks.bits()
    }

    #[test]
    fn what_has_its_pair_costs_nothing_in_any_language() {
        for text in [
            "« mot »",
            "»Wort«",
            "„Wort“",
            "„słowo”",
            "“word”",
            "‹a› ›b‹",
            "} else {",
            "”ord”",
        ] {
            assert_eq!(bits(text), 0.0, "{text}");
        }
    }

    #[test]
    fn what_has_none_costs_as_often_as_it_stands_there_up_to_a_bound() {
        assert_eq!(bits("NON » ED » »"), 2.0 * tuning::UNPAIRED);
        assert_eq!(bits("‹bung"), tuning::UNPAIRED);
        assert_eq!(bits("Malm”"), tuning::UNPAIRED);
        assert_eq!(bits("non } vero"), tuning::UNPAIRED);
        assert_eq!(bits("„ndras „r"), 2.0 * tuning::UNPAIRED);
        let most = tuning::MOST_UNPAIRED as f32 * tuning::UNPAIRED;
        assert_eq!(bits(&"„".repeat(1000)), most);
    }
}
