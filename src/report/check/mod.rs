//! The findings of a check, in words and in records.
//!
//! [`LineFormatter`] are for people and editors, [`Records`] for programs. `github`, `sarif` and
//! `junit` are for tools that show the findings of other tools; `summary` makes the last line. The
//! parts of a `Document` before, between and after its findings are added in order during printing.
//! Invariant: a finding is one line, whatever its path and its bytes hold.

pub mod against;
mod document;
mod event;
mod github;
mod groups;
mod junit;
mod near;
mod records;
mod sarif;
pub(crate) mod summary;
mod text;
mod worst;

pub(crate) use document::Document;
pub(crate) use event::events;
pub(crate) use github::{AsTheyCome, Workflow};
pub(crate) use groups::{GroupedLines, SeverityGroups};
pub(crate) use junit::Suite;
pub use records::Records;
pub(crate) use records::trouble_record;
pub(super) use records::{faults, part_fields, why};
pub(crate) use sarif::Log;
pub use text::{FindingDetail, LineFormatter};

use super::{PartNumber, Style};
pub use crate::codec::ColumnUnit;
use crate::codec::Encoding;
use crate::explain::{self, hides, hides::RunCoverage, title};
use crate::job::check::{Finding, Formatter};
use crate::language::Language;
use crate::unicode::glyph::Charset;
use crate::unicode::notice::Notice;

/// The format of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckFormat {
    /// For people.
    Text,
    /// In the form of compiler errors.
    Gcc,
    /// An object per line, for programs.
    Jsonl,
    /// Commands of GitHub Actions.
    Github,
    /// A log of static analysis.
    Sarif,
    /// Results of tests.
    Junit,
}

/// The formats, each with its name and its use, the default first.
pub const FORMATS: &[(&str, &str, CheckFormat)] = &[
    (
        "text",
        "one finding per line, with PATH:LINE:COLUMN first for editors",
        CheckFormat::Text,
    ),
    (
        "gcc",
        "the same, as compilers print errors, warnings and notes; columns are bytes",
        CheckFormat::Gcc,
    ),
    (
        "jsonl",
        "one JSON object per finding and one per file, for programs; stable",
        CheckFormat::Jsonl,
    ),
    (
        "github",
        "one annotation per finding, as GitHub Actions reads them, the worst first",
        CheckFormat::Github,
    ),
    (
        "sarif",
        "a log in SARIF 2.1.0, for code scanning; the worst 25000 findings",
        CheckFormat::Sarif,
    ),
    (
        "junit",
        "one test per file in JUnit's XML, for CI servers",
        CheckFormat::Junit,
    ),
];

/// The units of columns, each with its name and its use, the default of most formats first.
pub const COLUMN_UNITS: &[(&str, &str, ColumnUnit)] = &[
    (
        "characters",
        "characters; an ill-formed sequence counts as one",
        ColumnUnit::Character,
    ),
    (
        "bytes",
        "bytes of the line in UTF-8, as %c in Vim; the default with --format gcc",
        ColumnUnit::Byte,
    ),
];

impl CheckFormat {
    /// The unit of columns, if none is asked for.
    pub(crate) const fn columns(self) -> ColumnUnit {
        match self {
            Self::Gcc => ColumnUnit::Byte,
            Self::Text | Self::Jsonl | Self::Github | Self::Sarif | Self::Junit => {
                ColumnUnit::Character
            }
        }
    }

    /// Reports whether it can mark the line of a finding as unknown.
    pub(crate) const fn knows_parts(self) -> bool {
        matches!(self, Self::Text | Self::Jsonl)
    }

    /// The writer of findings in this format, for a part of a file or all of it; prints at most
    /// `most` of each kind. The unit is that of the columns of findings.
    pub(crate) fn formatter(
        self,
        (style, detail, columns): (Style, FindingDetail, ColumnUnit),
        part: Option<PartNumber>,
        most: Option<u64>,
    ) -> Box<dyn Formatter> {
        let charset = style.charset;
        match self {
            Self::Text => Box::new(LineFormatter(style, detail, part)),
            Self::Gcc => {
                let plain = Style {
                    theme: None,
                    ..style
                };
                Box::new(LineFormatter(plain, FindingDetail::HowGrave, part))
            }
            Self::Jsonl => Box::new(Records {
                charset,
                part,
                most,
            }),
            Self::Github => Box::new(github::Annotations(columns)),
            Self::Sarif => Box::new(sarif::SarifResults),
            Self::Junit => Box::new(junit::JunitCases(LineFormatter(
                Style {
                    charset: Charset::Unicode,
                    theme: None,
                    columns: None,
                },
                FindingDetail::HowGrave,
                part,
            ))),
        }
    }
}

/// The most columns of hidden text in a message.
const COLUMNS: usize = 80;

/// A message with what the finding is inside, if that is not the file itself.
fn placed(finding: &Finding<'_>, message: &str) -> String {
    let names: Vec<&str> = finding.layer.iter().rev().map(|kind| kind.name()).collect();
    match &names[..] {
        [] => message.to_owned(),
        names => format!("In {}: {message}", names.join(", in ")),
    }
}

/// The title of a notice, with the text it hides or imitates.
fn title(finding: &Finding<'_>, notice: Notice, value: u32, charset: Charset) -> String {
    match finding.twin {
        Some(twin) => title::of_twin(twin),
        None => title::of_run(notice, value, finding.count, finding.hidden, charset),
    }
}

/// The meaning of a notice, with the text it hides or imitates.
fn message(
    finding: &Finding<'_>,
    notice: Notice,
    value: u32,
    encoding: &'static Encoding,
) -> String {
    if let Some(twin) = finding.twin {
        return hides::twin(twin, Language::English);
    }
    let said = explain::notice::notice(notice, encoding, value, Language::English);
    let room = (COLUMNS, Charset::Unicode);
    match finding.hidden {
        Some(hidden) => {
            let count = finding.count;
            let hides = hides::sentence(hidden, count, RunCoverage::Whole, room, Language::English);
            format!("{hides} {said}")
        }
        None => said,
    }
}
