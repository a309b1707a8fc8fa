//! A configuration, read.
//!
//! Invariant: a part that is not understood is refused with its place, never left out.

use std::ops::RangeInclusive;

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

use super::allowed::points;
use super::mistake::{ConfigMistake, SpannedMistake, of_reader};
use super::{FindingSelector, Patterns};
use crate::detect::requested::RequestedEncoding;
use crate::unicode::notice::Notice;

/// The part of a configuration about checks.
#[derive(Debug, Clone)]
pub struct CheckConfig {
    /// Notices that fail a file, if it has a list.
    pub deny: Option<Vec<Notice>>,
    /// Notices that are reported as warnings, if it has a list.
    pub warn: Option<Vec<Notice>>,
    /// The encoding of files that have no other source of one.
    pub encoding: Option<RequestedEncoding>,
    /// The most findings that are printed of each file, if it has a number.
    pub max: Option<u64>,
    /// Files that are left out.
    pub skip: Patterns,
    /// Findings that are not reported.
    pub allow: Vec<Allowance>,
    /// The encodings of some files; if a file has several, the last.
    pub files: Vec<(Patterns, RequestedEncoding)>,
}

/// Notices that are not reported, for some files and some code points.
#[derive(Debug, Clone)]
pub struct Allowance {
    /// The files; none are all.
    pub paths: Option<Patterns>,
    /// The notices.
    pub notices: Vec<Notice>,
    /// The code points; none are all.
    pub points: Vec<RangeInclusive<u32>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ConfigFileForm {
    #[serde(default)]
    check: CheckForm,
}

/// The configuration of a user; other code reads its other keys.
#[derive(Deserialize)]
struct OwnForm {
    check: Option<CheckForm>,
}

type SpannedWords = Vec<Spanned<String>>;

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct CheckForm {
    deny: Option<SpannedWords>,
    warn: Option<SpannedWords>,
    encoding: Option<Spanned<String>>,
    max: Option<u64>,
    skip: SpannedWords,
    allow: Vec<Spanned<AllowForm>>,
    files: Vec<FilesForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AllowForm {
    paths: Option<SpannedWords>,
    notices: Option<SpannedWords>,
    code_points: Option<SpannedWords>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FilesForm {
    paths: SpannedWords,
    encoding: Spanned<String>,
}

impl CheckConfig {
    /// Reads a configuration.
    ///
    /// # Errors
    /// The first mistake.
    pub fn read(text: &str) -> Result<Self, ConfigMistake> {
        let form: Result<ConfigFileForm, SpannedMistake> =
            toml::from_str(text).map_err(|error| of_reader(&error));
        let read = form.and_then(|form| Self::from_form(&form.check));
        read.map_err(|wrong| ConfigMistake::new(text, &wrong))
    }

    /// The mistakes of a configuration: the first in each line, as far as the rest can be read without
    /// that line.
    pub fn mistakes(text: &str) -> Vec<ConfigMistake> {
        let (mut text, mut mistakes) = (text.to_owned(), Vec::new());
        while let Err(mistake) = Self::read(&text) {
            if !mistakes.is_empty() && mistake.is_of_lack() {
                // It may be in a line that was left out.
                break;
            }
            let is_toml = |text: &str| DeTable::parse(text).is_ok();
            let rest = without_line(&text, mistake.line()).filter(|_| is_toml(&text));
            mistakes.push(mistake);
            match rest.filter(|rest| is_toml(rest)) {
                Some(rest) => text = rest,
                None => break,
            }
        }
        mistakes.sort();
        mistakes
    }

    /// Reads the part of a user's configuration about checks; none if it has none.
    pub(super) fn read_own(text: &str) -> Result<Option<Self>, ConfigMistake> {
        let form: Result<OwnForm, SpannedMistake> =
            toml::from_str(text).map_err(|error| of_reader(&error));
        let read = form.and_then(|form| form.check.as_ref().map(Self::from_form).transpose());
        read.map_err(|wrong| ConfigMistake::new(text, &wrong))
    }

    fn from_form(form: &CheckForm) -> Result<Self, SpannedMistake> {
        let files = form.files.iter().map(|files| {
            let encoding = encoding(&files.encoding)?;
            Ok((patterns(&files.paths)?, encoding))
        });
        Ok(Self {
            deny: form.deny.as_ref().map(notices).transpose()?,
            warn: form.warn.as_ref().map(notices).transpose()?,
            encoding: form.encoding.as_ref().map(encoding).transpose()?,
            max: form.max,
            skip: patterns(&form.skip)?,
            allow: form.allow.iter().map(allowance).collect::<Result<_, _>>()?,
            files: files.collect::<Result<_, SpannedMistake>>()?,
        })
    }
}

/// A text with an empty line in the place of one, from 1; none if that is empty.
fn without_line(text: &str, number: usize) -> Option<String> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let line = lines.get_mut(number - 1).filter(|line| !line.is_empty())?;
    *line = "";
    Some(lines.join("\n"))
}

fn notices(names: &SpannedWords) -> Result<Vec<Notice>, SpannedMistake> {
    let mut all = Vec::new();
    for name in names {
        let kind = FindingSelector::parse(name.get_ref()).map_err(|what| (name.span(), what))?;
        all.extend(kind.notices());
    }
    Ok(all)
}

fn patterns(texts: &SpannedWords) -> Result<Patterns, SpannedMistake> {
    let all = texts.iter().map(|text| text.get_ref().as_str());
    Patterns::new(all).map_err(|(index, what)| {
        let span = texts.get(index).map_or(0..0, Spanned::span);
        (span, what)
    })
}

/// The encoding of a name; a table in a file is none, because a check reads no other file.
fn encoding(name: &Spanned<String>) -> Result<RequestedEncoding, SpannedMistake> {
    encoding_named(name.get_ref()).map_err(|what| (name.span(), what))
}

/// The encoding of a name.
///
/// # Errors
/// It is no such name: one line.
pub(super) fn encoding_named(label: &str) -> Result<RequestedEncoding, String> {
    if label.contains(['/', '\\']) || label.trim_start().starts_with("table:") {
        let what = "only -e takes a table; expected an encoding that hexloupe encodings lists";
        return Err(what.to_owned());
    }
    RequestedEncoding::parse(label).map_err(|error| error.to_string())
}

fn allowance(form: &Spanned<AllowForm>) -> Result<Allowance, SpannedMistake> {
    let span = form.span();
    let form = form.get_ref();
    let all = || Notice::ALL.to_vec();
    if form.paths.is_none() && form.notices.is_none() && form.code_points.is_none() {
        let what = "nothing is allowed; add paths, notices or code-points";
        return Err((span, what.to_owned()));
    }
    let ranges = form.code_points.iter().flatten();
    let ranges = ranges.map(|text| points(text.get_ref()).map_err(|what| (text.span(), what)));
    Ok(Allowance {
        paths: form.paths.as_ref().map(patterns).transpose()?,
        notices: form.notices.as_ref().map_or_else(|| Ok(all()), notices)?,
        points: ranges.collect::<Result<_, _>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const SAMPLE: &str = "\
[check]
deny = [\"trojan-source\", \"nul\"]
warn = [\"private-use\"]
encoding = \"utf-8\"
max = 50
skip = [\"broken/\"]

[[check.allow]]
paths = [\"docs/**\"]
notices = [\"bidi-control\"]

[[check.allow]]
code-points = [\"U+200D\", \"U+E0020..U+E007F\"]

[[check.files]]
paths = [\"legacy/**\"]
encoding = \"windows-1251\"
";

    #[test]
    fn all_mistakes_are_told_each_in_its_line() {
        let text = "[check]\ndeny = [\n  'nul',\n  'nil',\n]\nmax = 'two'\nskp = []\n[[check.files]]\n\
            paths = ['a']\nencoding = 'koi9'\n";
        let lines: Vec<usize> = CheckConfig::mistakes(text)
            .iter()
            .map(ConfigMistake::line)
            .collect();
        assert_eq!(lines, [4, 6, 7, 10]);
        assert_eq!(CheckConfig::mistakes(SAMPLE), []);
        // What is no TOML is told once.
        assert_eq!(CheckConfig::mistakes("[check\ndeny = 1\n").len(), 1);
    }

    #[test]
    fn a_configuration_is_read_key_by_key() {
        let config = CheckConfig::read(SAMPLE).unwrap();
        let denied = [
            Notice::BidiControl,
            Notice::BidiUnpaired,
            Notice::Nul,
            Notice::Mutf8RawNul,
        ];
        assert_eq!(config.deny.unwrap(), denied);
        assert_eq!(config.warn.unwrap(), [Notice::PrivateUse]);
        assert_eq!(config.max, Some(50));
        assert!(config.skip.have(Path::new("broken/a")));
        assert_eq!(config.allow[0].notices, [Notice::BidiControl]);
        assert!(config.allow[0].points.is_empty() && config.allow[1].paths.is_none());
        assert_eq!(config.allow[1].points, [0x200D..=0x200D, 0xE0020..=0xE007F]);
        assert!(config.files[0].0.have(Path::new("legacy/a")));
        assert!(CheckConfig::read("").unwrap().deny.is_none());
    }

    #[track_caller]
    fn wrong(text: &str, expected: &str) {
        assert_eq!(CheckConfig::read(text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn a_mistake_is_reported_with_its_place_and_the_nearest_name() {
        wrong(
            "[check]\ndenny = []\n",
            "line 2, column 1: no key denny here; did you mean deny?",
        );
        wrong(
            "[chek]\n",
            "line 1, column 2: no key chek here; did you mean check?",
        );
        wrong(
            "[check]\ndeny = [\"nul\", \"bidi-contol\"]\n",
            "line 2, column 16: no notice, fault or group with this name; did you mean bidi-control?",
        );
        wrong(
            "[[check.allow]]\ncode-points = [\"200D\"]\n",
            "line 2, column 16: expected U+200D or U+200B..U+200F",
        );
        wrong(
            "[check]\nencoding = \"table:/etc/passwd\"\n",
            "line 2, column 12: only -e takes a table; expected an encoding that hexloupe \
             encodings lists",
        );
        wrong(
            "[[check.allow]]\n",
            "line 1, column 1: nothing is allowed; add paths, notices or code-points",
        );
        for text in [
            "[check]\ndeny = 1\n",
            "x = [",
            "[[check.files]]\npaths = []\n",
        ] {
            let said = CheckConfig::read(text).unwrap_err().to_string();
            assert!(said.starts_with("line ") && !said.contains('\n'), "{said}");
        }
    }

    #[test]
    fn text_quoted_in_a_mistake_is_safe_to_print() {
        let said = CheckConfig::read("\"\\u001b[31m\" = 1\n")
            .unwrap_err()
            .to_string();
        assert!(!said.contains('\u{1B}'), "{said}");
    }
}
