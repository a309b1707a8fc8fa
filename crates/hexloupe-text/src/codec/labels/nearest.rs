//! The known names nearest to an unknown one.
//!
//! Names are compared as people remember them: without case, hyphens and blanks. Numbers
//! distinguish sets, so a name with the same number is nearer. Invariant: every offered name finds
//! an encoding, and no two names are equal.

use std::cmp::Ordering;

use super::NAMES;

/// The largest number of names offered.
const MOST: usize = 3;
/// The least likeness of an offered name.
const LEAST: f64 = 0.6;
/// The largest difference between the best likeness and that of another offered name.
const MAX_GAP: f64 = 0.12;
/// The bonus for the same number, and for a name that begins or ends with the other.
const BONUS: f64 = 0.25;

/// The names nearest to an unknown one, best first.
pub fn nearest(label: &str) -> Vec<&'static str> {
    // The names that leave the byte order to the data are labels too.
    let forms = ["utf-16", "utf-32"].map(|form| vec![form]);
    let rows = NAMES.iter().map(|names| {
        let id = std::iter::once(names.encoding.id);
        id.chain(names.labels.iter().copied()).collect()
    });
    among(label, rows.chain(forms))
}

/// The nearest names among those of several things, at most one for each thing.
fn among<'a>(label: &str, things: impl Iterator<Item = Vec<&'a str>>) -> Vec<&'a str> {
    let wanted = FoldedLabel::new(label);
    if wanted.text.is_empty() {
        return Vec::new();
    }
    let best = |names: Vec<&'a str>| {
        let scored = names
            .into_iter()
            .map(|name| (wanted.likeness(&FoldedLabel::new(name)), name));
        // The first of equal ones wins.
        scored.reduce(|best, next| if next.0 > best.0 { next } else { best })
    };
    let mut scored: Vec<(f64, &str)> = things.filter_map(best).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let least = scored
        .first()
        .map_or(LEAST, |(top, _)| LEAST.max(top - MAX_GAP));
    let near = scored.into_iter().take_while(|(score, _)| *score >= least);
    let mut names: Vec<&str> = near.map(|(_, name)| name).collect();
    names.dedup();
    names.truncate(MOST);
    names
}

/// A name in the form that is compared.
struct FoldedLabel {
    text: String,
    /// The digits of the name.
    number: String,
}

impl FoldedLabel {
    fn new(name: &str) -> Self {
        // No real name is longer, but pasted text may be.
        let letters = name.chars().filter(|c| c.is_alphanumeric()).take(64);
        let text: String = letters.flat_map(char::to_lowercase).collect();
        let number = text.chars().filter(char::is_ascii_digit).collect();
        Self { text, number }
    }

    /// The likeness of two names: 0 if they have nothing in common; more than 1 only with a bonus.
    fn likeness(&self, other: &Self) -> f64 {
        let (ours, theirs) = (&self.text, &other.text);
        let (short, long) = match ours.len().cmp(&theirs.len()) {
            Ordering::Less => (ours, theirs),
            Ordering::Equal if ours == theirs => return 2.0,
            Ordering::Equal | Ordering::Greater => (theirs, ours),
        };
        let is_word = short.len() > 2 && short.chars().any(char::is_alphabetic);
        let within =
            is_word && (long.starts_with(short.as_str()) || long.ends_with(short.as_str()));
        let same = !self.number.is_empty() && self.number == other.number;
        let bonus = f64::from(u8::from(within) + u8::from(same)) * BONUS;
        strsim::normalized_damerau_levenshtein(ours, theirs) + bonus
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::labels::web;
    use crate::codec::table;

    /// Searches all labels of the standard; the encoding's name must come first.
    #[track_caller]
    fn check(label: &str, expected: &[&str]) {
        let all = web::LABELS.iter().map(|(name, labels)| {
            let own = labels
                .iter()
                .filter(|label| label.eq_ignore_ascii_case(name));
            own.chain(*labels).copied().collect()
        });
        assert_eq!(among(label, all), expected, "{label}");
    }

    #[test]
    fn a_name_written_otherwise_is_the_name() {
        check("cp-1251", &["cp1251"]);
        check("Latin-1", &["latin1"]);
        check("iso 8859 1", &["iso-8859-1"]);
        check("big-5", &["big5"]);
        check("euc_kr", &["euc-kr"]);
        check("UTF_16_LE", &["utf-16le"]);
        check("gb-18030", &["gb18030"]);
        check("ks c 5601 1987", &["ks_c_5601-1987"]);
    }

    #[test]
    fn a_name_like_others_is_the_likest() {
        check("sjis2", &["sjis"]);
        check("utf8mb4", &["utf-8"]);
        check("win1251", &["windows-1251"]);
        check("koi8x", &["koi8"]);
        check("88591", &["iso-8859-1"]);
        check("big5-hksc", &["big5-hkscs"]);
        check(
            "windows-1215",
            &["windows-1251", "windows-1255", "windows-1250"],
        );
        check("utf-9", &["utf-8"]);
    }

    #[test]
    fn a_name_like_none_has_none() {
        check("@@@@", &[]);
        check("", &[]);
        check("klingon", &[]);
        check(&"x".repeat(100_000), &[]);
    }

    #[test]
    fn offered_labels_are_found() {
        for label in ["utf-9", "utf-33", "win1251", "x", "latin", "cp", "8859"] {
            for name in nearest(label) {
                let form = matches!(name, "utf-16" | "utf-32");
                assert!(form || table::by_label(name).is_some(), "{label}: {name}");
            }
        }
        assert_eq!(nearest("utf-61")[0], "utf-16");
    }
}
