//! The encoding requested by the user, and the remarks on the encoding used instead.
//!
//! A label names an encoding, `utf-16` leaves the byte order to the data, and `auto` leaves
//! everything to it. Invariant: if another encoding is used than the label names, there is a
//! remark.

use thiserror::Error;

use super::binary::HEAD;
use super::classify::Classifier;
use super::joined::JoinedParts;
use super::judgement;
use super::preferred::Preferred;
use super::tuning;
use super::verdict::{ACTING_FLOOR, Evidence, Verdict};
use hexloupe_text::codec::table::{self, LabelMatch};
use hexloupe_text::codec::table_file::LeftOutEntries;
use hexloupe_text::codec::{Encoding, labels};
use hexloupe_text::window::Peek;

/// The encoding requested by the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestedEncoding {
    /// The encoding that the data shows: `auto`. If it could be several, one for some languages.
    Auto(Preferred),
    /// UTF-16 or UTF-32 in the byte order that the data shows; the number of bytes per unit.
    ByMark(u8),
    /// The encoding with this label.
    Named(LabelMatch),
}

/// The option that names an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EncodingOptionName {
    /// The encoding of the data: `-e`.
    Encoding,
    /// The encoding of data to convert: `-f`.
    From,
    /// The target of a conversion: `-t`.
    To,
    /// The encoding of lines that nothing tells the encoding of: `--fallback`.
    Fallback,
}

impl EncodingOptionName {
    const fn flag(self) -> &'static str {
        match self {
            Self::Encoding => "-e",
            Self::From => "-f",
            Self::To => "-t",
            Self::Fallback => "--fallback",
        }
    }

    /// The action in the encoding.
    const fn done(self) -> &'static str {
        match self {
            Self::Encoding | Self::From | Self::Fallback => "read",
            Self::To => "written",
        }
    }
}

impl RequestedEncoding {
    /// The encoding that the data shows.
    pub const AUTO: Self = Self::Auto(Preferred::NONE);

    /// The same request from a user of some languages.
    #[must_use]
    pub fn preferring(self, preferred: Preferred) -> Self {
        match self {
            Self::Auto(_) => Self::Auto(preferred),
            other => other,
        }
    }

    /// The languages that win a tie.
    pub fn preferred(self) -> Preferred {
        match self {
            Self::Auto(preferred) => preferred,
            Self::ByMark(_) | Self::Named(_) => Preferred::NONE,
        }
    }

    /// Reports whether the data decides.
    pub fn is_auto(self) -> bool {
        matches!(self, Self::Auto(_))
    }

    /// Parses a label as a request.
    ///
    /// # Errors
    /// No encoding has this label; the message names the nearest labels.
    pub fn parse(label: &str) -> Result<Self, UnknownEncoding> {
        match labels::folded(label).as_deref() {
            Some("auto") => return Ok(Self::AUTO),
            Some("utf16") => return Ok(Self::ByMark(2)),
            Some("utf32") => return Ok(Self::ByMark(4)),
            _ => {}
        }
        let found = table::by_label(label).map(Self::Named);
        found.ok_or_else(|| UnknownEncoding(unknown(label)))
    }

    /// A remark on the label, if it stands for another encoding than the one it names.
    pub fn remark(self, name: &str, option: EncodingOptionName) -> Option<String> {
        match self {
            Self::Named(label) => remark(name, label, option),
            Self::Auto(_) | Self::ByMark(_) => None,
        }
    }

    /// The encoding for some data; all of it is read if it decides.
    pub fn verdict(self, data: &dyn Peek) -> Verdict {
        match self {
            Self::Auto(preferred) => super::choose(data, preferred),
            Self::ByMark(_) | Self::Named(_) => self.verdict_unguessed(data),
        }
    }

    /// The encoding for some data that is shown at once, whatever its length: its first bytes and a
    /// few samples decide.
    pub fn verdict_at_open(self, data: &dyn Peek) -> Verdict {
        match self {
            Self::Auto(preferred) => super::choose_at_open(data, preferred),
            Self::ByMark(_) | Self::Named(_) => self.verdict_unguessed(data),
        }
    }

    /// The encoding for some data without a guess: UTF-8 if there is no byte order mark.
    pub fn verdict_unguessed(self, data: &dyn Peek) -> Verdict {
        match self {
            Self::Auto(_) => super::choose_by_mark(data),
            Self::ByMark(unit) => super::by_bom_or_little_endian(data, unit),
            Self::Named(label) => Verdict {
                encoding: label.encoding(),
                evidence: Evidence::Chosen,
            },
        }
    }
}

/// No encoding has the label.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct UnknownEncoding(String);

/// A remark on a doubtful encoding; none if it is not doubtful.
pub fn remark_on_doubt(reading: Verdict, option: EncodingOptionName) -> Option<String> {
    let flag = option.flag();
    match reading.evidence {
        Evidence::Guessed { percent, .. } if !reading.is_sure() => Some(format!(
            "read as {} (guessed, {percent} %); {flag} sets another",
            reading.encoding.name
        )),
        Evidence::LittleEndian => {
            let other = reading.encoding.in_other_order()?;
            Some(format!(
                "no byte order mark; read as {}; {flag} {} is the other order",
                reading.encoding.name, other.id
            ))
        }
        _ => None,
    }
}

/// The encoding that data read as UTF-8 is taken for instead, or its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likely {
    /// All of it is in another encoding.
    Whole {
        /// The encoding.
        encoding: &'static Encoding,
        /// The bytes before the first code unit.
        phase: u8,
    },
    /// It is joined from parts.
    Joined {
        /// The offset of the second part.
        offset: u64,
        /// The name of its encoding, or another one for it.
        name: &'static str,
    },
    /// Its lines are in this encoding and in UTF-8.
    Lines(&'static Encoding),
}

impl Likely {
    fn second_of(parts: &JoinedParts) -> Self {
        Self::Joined {
            offset: parts.second(),
            name: parts.second_name(),
        }
    }

    /// The same of data of which the judged bytes are a part, from an offset on.
    #[must_use]
    pub const fn moved_by(self, start: u64) -> Self {
        match self {
            Self::Joined { offset, name } => Self::Joined {
                offset: start + offset,
                name,
            },
            other => other,
        }
    }

    /// The offset of the second part, if there is one.
    pub const fn offset(self) -> Option<u64> {
        match self {
            Self::Whole { .. } | Self::Lines(_) => None,
            Self::Joined { offset, .. } => Some(offset),
        }
    }

    /// Reports whether it is in this encoding, or all lines that are not UTF-8 are.
    pub fn is(self, other: &Encoding) -> bool {
        matches!(self, Self::Whole { encoding, .. } | Self::Lines(encoding) if encoding == other)
    }
}

/// The second part of data that is joined from text in bytes and in wide units.
pub fn joined(data: &dyn Peek) -> Option<Likely> {
    JoinedParts::find(data).map(|parts| Likely::second_of(&parts))
}

/// The encoding that data is taken for by whoever may guess, if that is a guess: then it is neither
/// ASCII, nor UTF-8, nor UTF-8 with faults.
pub fn likely(data: &dyn Peek) -> Option<Likely> {
    let classifier = Classifier::whole(data, tuning::LOOK_MOST);
    if let Some(parts) = &classifier.joined {
        return Some(Likely::second_of(parts));
    }
    let guess = classifier.classify();
    let is_guessed = matches!(guess.taken().evidence, Evidence::Guessed { .. });
    let encoding = guess.verdict.encoding;
    let whole = Likely::Whole {
        encoding,
        phase: guess.phase,
    };
    if !is_guessed || encoding.unit > 1 {
        return is_guessed.then_some(whole);
    }
    match utf_8_chars(&data.window(0, HEAD).bytes) {
        (sound, ill) if sound > MOSTLY * ill => None,
        (1.., _) if has_lines_of_utf_8(data, &classifier) => Some(Likely::Lines(encoding)),
        _ => Some(whole),
    }
}

/// Reports whether lines of data in a set are surely UTF-8.
fn has_lines_of_utf_8(data: &dyn Peek, classifier: &Classifier<'_>) -> bool {
    let others = judgement::of_samples(data, classifier).guess.others;
    let mut utf_8 = others.iter().filter(|other| other.encoding.is_utf8());
    utf_8.any(|other| other.chain.is_empty() && other.confidence >= ACTING_FLOOR)
}

/// The characters of UTF-8 for each ill-formed sequence, beyond which a set is that of a few lines at most.
const MOSTLY: usize = 20;

/// The well-formed characters of several bytes, and the ill-formed sequences, of bytes read as UTF-8.
fn utf_8_chars(bytes: &[u8]) -> (usize, usize) {
    let counts = bytes.utf8_chunks().map(|chunk| {
        let sound = chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        (sound, usize::from(!chunk.invalid().is_empty()))
    });
    counts.fold((0, 0), |all, own| (all.0 + own.0, all.1 + own.1))
}

/// A remark on data that was read as UTF-8, although it is probably in another encoding.
pub fn remark_on_likely(likely: Likely, option: EncodingOptionName) -> String {
    let (encoding, phase) = match likely {
        Likely::Whole { encoding, phase } => (encoding, phase),
        Likely::Joined { offset, name } => {
            return format!(
                "from 0x{offset:X} on it resembles {name}: parts were joined; guess --lines lists \
                 them"
            );
        }
        Likely::Lines(encoding) => {
            return format!(
                "some lines resemble {}, others are UTF-8; recode --lines converts each",
                encoding.name
            );
        }
    };
    let phase = match phase {
        0 => String::new(),
        bytes => format!(" --phase {bytes}"),
    };
    let (flag, name, id) = (option.flag(), encoding.name, encoding.id);
    format!("resembles {name}; try {flag} {id}{phase}")
}

/// A remark on a byte order mark that begins with another.
pub fn remark_on_marks(taken: &Encoding, other: &Encoding, option: EncodingOptionName) -> String {
    let flag = option.flag();
    format!(
        "FF FE 00 00 is the byte order mark of both {} and {}; read as {}; {flag} {} reads it as the other",
        table::UTF_32LE.name,
        table::UTF_16LE.name,
        taken.name,
        other.id
    )
}

/// The message for a label that no encoding has.
fn unknown(label: &str) -> String {
    match labels::nearest(label).as_slice() {
        [] => format!("no encoding {label:?}; hexloupe encodings lists them"),
        near => format!("no encoding {label:?}; did you mean {}?", one_of(near)),
    }
}

/// Names as alternatives: `a, b or c`.
pub fn one_of(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

/// A remark on entries of a table file that are ignored.
fn remark_on_left_out(left_out: LeftOutEntries) -> String {
    let LeftOutEntries { count, line } = left_out;
    if count == 1 {
        return format!(
            "skipped: the entry in line {line} has more than two characters; its bytes have no character"
        );
    }
    format!(
        "skipped: {count} entries, the first in line {line}, have more than two characters; their bytes have no character"
    )
}

/// A remark on a label that stands for another encoding.
fn remark(name: &str, label: LabelMatch, option: EncodingOptionName) -> Option<String> {
    let (flag, done) = (option.flag(), option.done());
    let id = label.encoding().id;
    if id == "replacement" {
        let what = labels::remap(name).map_or("an encoding", |remap| remap.name);
        return Some(format!(
            "{name:?} names {what}; browsers refuse it, and as {id} every byte is ill-formed"
        ));
    }
    if let Some(file) = label.encoding().table_file() {
        return file.left_out().map(remark_on_left_out);
    }
    if matches!(label, LabelMatch::Own(_)) {
        return None;
    }
    let remap = labels::remap(name)?;
    Some(match remap.set {
        Some(set) => format!(
            "{name:?} is {done} as {id}, as in browsers; {flag} {} is the exact set",
            set.id
        ),
        None => format!(
            "{name:?} is {done} as {id}, as in browsers, although it names {}",
            remap.name
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn remarked(label: &str, expected: Option<&str>) {
        let Ok(RequestedEncoding::Named(found)) = RequestedEncoding::parse(label) else {
            panic!("{label} is no label")
        };
        assert_eq!(
            remark(label, found, EncodingOptionName::Encoding).as_deref(),
            expected
        );
    }

    #[test]
    fn a_label_that_browsers_read_otherwise_is_remarked() {
        remarked("windows-1251", None);
        remarked("iso-8859-1", None);
        remarked(
            " Latin1",
            Some(
                r#"" Latin1" is read as windows-1252, as in browsers; -e iso-8859-1 is the exact set"#,
            ),
        );
        remarked("iso-8859-9", None);
        remarked(
            "latin5",
            Some(
                r#""latin5" is read as windows-1254, as in browsers; -e iso-8859-9 is the exact set"#,
            ),
        );
        remarked(
            "ansi_x3.4-1968",
            Some(
                r#""ansi_x3.4-1968" is read as windows-1252, as in browsers; -e ascii is the exact set"#,
            ),
        );
        remarked("gb2312", None);
        remarked("hz-gb-2312", None);
        remarked("iso-2022-kr", None);
        remarked(
            "chinese",
            Some(r#""chinese" is read as gbk, as in browsers; -e gb2312 is the exact set"#),
        );
        for (label, what) in [
            ("replacement", "an encoding"),
            ("ISO-2022-CN", "ISO-2022-CN"),
        ] {
            let said = "browsers refuse it, and as replacement every byte is ill-formed";
            remarked(label, Some(&format!("{label:?} names {what}; {said}")));
        }
    }

    #[test]
    fn every_label_for_another_set_has_a_remark_that_names_it() {
        for encoding in table::all() {
            for label in labels::labels(encoding) {
                let Some(found) = table::by_label(label) else {
                    panic!("{label} finds nothing")
                };
                let said = remark(label, found, EncodingOptionName::Encoding);
                let other = matches!(found, LabelMatch::Remapped(_));
                let refused = found.encoding().id == "replacement";
                assert_eq!(said.is_some(), other || refused, "{label}");
                let Some(said) = said else { continue };
                assert!(said.contains(encoding.id), "{said}");
                let set = labels::remap(label).and_then(|remap| remap.set);
                let named = |set: &Encoding| said.contains(&format!("-e {} ", set.id));
                assert!(set.is_none_or(named), "{said}");
            }
        }
    }

    #[test]
    fn a_guess_is_remarked_where_it_is_doubtful() {
        let said = |evidence| {
            let encoding = table::UTF_16LE;
            let reading = Verdict { encoding, evidence };
            remark_on_doubt(reading, EncodingOptionName::Encoding)
        };
        let guessed = |percent| Evidence::Guessed {
            percent,
            language: None,
        };
        assert_eq!(said(guessed(90)), None);
        assert_eq!(said(Evidence::Damaged(3)), None);
        let expected = "read as UTF-16LE (guessed, 89 %); -e sets another";
        assert_eq!(said(guessed(89)).as_deref(), Some(expected));
    }

    #[test]
    fn a_wrong_label_names_the_nearest() {
        let said = |label| {
            RequestedEncoding::parse(label)
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default()
        };
        assert_eq!(
            said("windows-1215"),
            r#"no encoding "windows-1215"; did you mean windows-1251, windows-1255 or windows-1250?"#
        );
        assert_eq!(
            said("cpx1251"),
            r#"no encoding "cpx1251"; did you mean cp1251?"#
        );
        assert_eq!(
            said("klingon"),
            r#"no encoding "klingon"; hexloupe encodings lists them"#
        );
        assert!(said("\u{1b}[2J").starts_with(r#"no encoding "\u{1b}[2J""#));
    }

    #[test]
    fn a_spelling_requests_the_same_as_the_name() {
        for label in ["utf-16", "UTF_16", "utf 16"] {
            assert_eq!(
                RequestedEncoding::parse(label),
                Ok(RequestedEncoding::ByMark(2))
            );
        }
        let latin1 = RequestedEncoding::parse("latin_1").unwrap();
        let said = latin1
            .remark("latin_1", EncodingOptionName::Encoding)
            .unwrap();
        assert!(said.ends_with("; -e iso-8859-1 is the exact set"), "{said}");
    }

    #[test]
    fn a_remark_names_the_option_that_was_given() {
        let latin1 = RequestedEncoding::parse("latin1").unwrap();
        let said = |option| latin1.remark("latin1", option).unwrap();
        assert_eq!(
            said(EncodingOptionName::To),
            "\"latin1\" is written as windows-1252, as in browsers; -t iso-8859-1 is the exact set"
        );
        assert!(said(EncodingOptionName::From).ends_with("; -f iso-8859-1 is the exact set"));
    }
}
