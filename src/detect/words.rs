//! The evidence in words.
//!
//! Invariant: each sentence says what was counted or weighed, and nothing else.

use super::survey::Survey;
use super::tuning;
use super::verdict::{Evidence, Guess, Nature, Ranked, Verdict};
use crate::codec::{Encoding, LineEnd, table};

/// What was weighed, beside what the guess itself says.
pub(super) struct Weighed {
    /// The encoding that was taken, with its bits.
    pub(super) best: Ranked,
    /// The best of the other texts.
    pub(super) next: Option<Ranked>,
    /// Bytes of the excerpt.
    pub(super) bytes: usize,
    /// What another detector says.
    pub(super) vote: Option<&'static Encoding>,
    /// A mark that is evidence, no proof.
    pub(super) mark: Option<&'static Encoding>,
    /// The share of controls in the text.
    pub(super) controls: f32,
    /// Whether all of the data was looked at.
    pub(super) saw_all: bool,
    /// Whether the first two bytes are the length of the rest.
    pub(super) has_length: bool,
}

impl Weighed {
    /// Bits that the best reading takes for a byte.
    pub(super) fn per_byte(&self) -> f32 {
        self.best.bits.max(0.0) / self.bytes.max(1) as f32
    }

    /// Nothing was weighed.
    pub(super) fn nothing(best: Ranked) -> Self {
        Self {
            best,
            next: None,
            bytes: 0,
            vote: None,
            mark: None,
            controls: 0.0,
            saw_all: true,
            has_length: false,
        }
    }
}

/// Of no byte.
pub(super) fn empty() -> Guess {
    Guess {
        nature: Nature::Empty,
        verdict: Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Assumed,
        },
        confidence: 1.0,
        evidence: vec!["there is no byte".to_owned()],
        same: Vec::new(),
        alternatives: Vec::new(),
        claim: None,
        looks_like: None,
        phase: 0,
    }
}

/// Why it was taken, the strongest first.
pub(super) fn of(guess: &Guess, survey: &Survey, weighed: &Weighed) -> Vec<String> {
    let mut said = match guess.verdict.evidence {
        _ if guess.nature == Nature::Undecided
            && (weighed.per_byte() > tuning::HARDLY_TEXT
                || survey.is_mixed() && weighed.best.faults > 0) =>
        {
            mixed(survey, weighed)
        }
        Evidence::Bom => vec![format!(
            "opens with the byte order mark of {}",
            guess.verdict.encoding.name
        )],
        Evidence::Ascii => ascii(survey, weighed),
        Evidence::WellFormed(several) => vec![format!(
            "well-formed UTF-8, {}",
            counted(
                u64::from(several),
                "character of several bytes",
                "characters of several bytes"
            )
        )],
        Evidence::Damaged(faults) => damaged(faults, survey),
        Evidence::Binary(kind) => binary(kind, survey, weighed),
        Evidence::Guessed { .. }
        | Evidence::Assumed
        | Evidence::Chosen
        | Evidence::LittleEndian => read_like(guess, weighed),
    };
    if let Some(name) = guess.looks_like {
        let looks = format!("looks like {name}, which hexloupe does not read");
        said.insert(0, looks);
    }
    if guess.phase > 0 {
        let begin = "its code units begin at the second byte: --phase 1";
        said.insert(0, begin.to_owned());
    }
    if weighed.has_length && guess.nature == Nature::Text {
        let length = "its first 2 bytes are the length of the rest, as Java's writeUTF has it";
        said.push(length.to_owned());
    }
    said.extend(structure(guess, survey, weighed));
    if weighed.per_byte() <= tuning::HARDLY_TEXT {
        said.extend(comparison(guess, weighed));
    }
    let faults = weighed.best.faults;
    if faults > 0
        && weighed.per_byte() <= tuning::HARDLY_TEXT
        && !matches!(
            guess.verdict.evidence,
            Evidence::Damaged(_) | Evidence::Binary(_)
        )
    {
        said.push(counted(
            faults,
            "ill-formed sequence",
            "ill-formed sequences",
        ));
    }
    if guess.nature == Nature::Undecided && survey.is_runs() {
        said.push("beyond ASCII there are only runs of one byte".to_owned());
    } else if matches!(guess.nature, Nature::TooShort | Nature::Undecided)
        && survey.high < tuning::SHORT_TOLD
    {
        let bytes = counted(survey.high as u64, "byte", "bytes");
        said.push(format!("too short to be sure: {bytes} beyond ASCII"));
    }
    said
}

fn ascii(survey: &Survey, weighed: &Weighed) -> Vec<String> {
    let which = if weighed.saw_all {
        "every byte"
    } else {
        "every byte that was looked at"
    };
    let mut said = vec![format!("{which} is below 80: ASCII")];
    if survey.nul + survey.controls > 0 {
        let nul = counted(survey.nul as u64, "NUL", "NULs");
        let controls = counted(survey.controls as u64, "other control", "other controls");
        said.push(format!("{nul} and {controls} stand in it"));
    }
    said
}

fn damaged(faults: u32, survey: &Survey) -> Vec<String> {
    let well = counted(
        survey.several,
        "well-formed character",
        "well-formed characters",
    );
    let ill = counted(
        u64::from(faults),
        "ill-formed sequence",
        "ill-formed sequences",
    );
    vec![match survey.several {
        0 => format!("UTF-8, damaged: {ill}"),
        _ => format!("UTF-8, damaged: {well} of several bytes, {ill}"),
    }]
}

/// No reading is text all through.
fn mixed(survey: &Survey, weighed: &Weighed) -> Vec<String> {
    let mut said = vec![noisy(weighed)];
    if survey.several > 0 {
        let well = counted(
            survey.several,
            "well-formed character",
            "well-formed characters",
        );
        let ill = counted(survey.faults, "ill-formed sequence", "ill-formed sequences");
        said.push(format!(
            "{well} of UTF-8 beside {ill}: parts may be in different encodings"
        ));
    }
    said
}

fn noisy(weighed: &Weighed) -> String {
    let (name, bits) = (weighed.best.encoding.name, weighed.per_byte());
    format!(
        "the best reading, {name}, takes {bits:.1} bits a byte; text takes 2 to 6, noise 8 and more"
    )
}

fn binary(kind: Option<&str>, survey: &Survey, weighed: &Weighed) -> Vec<String> {
    let mut said: Vec<String> = kind
        .map(|kind| format!("begins like {kind}"))
        .into_iter()
        .collect();
    let controls = survey.nul + survey.controls;
    if controls > 0 {
        let share = percent(controls, survey.bytes);
        said.push(format!(
            "{share} of the bytes are NUL or controls that text does not have"
        ));
    }
    if survey.is_one_byte() {
        said.push("one byte again and again".to_owned());
    } else if weighed.per_byte() > tuning::HARDLY_TEXT {
        said.push(noisy(weighed));
    }
    said
}

fn read_like(guess: &Guess, weighed: &Weighed) -> Vec<String> {
    let bits = weighed.per_byte();
    let told = match guess.verdict.evidence {
        Evidence::Guessed { language, .. } => language,
        _ => weighed.best.language,
    };
    match (told, weighed.best.language) {
        (Some(language), _) => vec![format!("reads like {language}: {bits:.1} bits a byte")],
        (None, None) => vec![format!(
            "reads like no language known here: {bits:.1} bits a byte"
        )],
        // There are too few letters to name one.
        (None, Some(_)) => Vec::new(),
    }
}

/// What the bytes' own order shows.
fn structure(guess: &Guess, survey: &Survey, weighed: &Weighed) -> Vec<String> {
    let encoding = guess.verdict.encoding;
    let guessed = matches!(guess.verdict.evidence, Evidence::Guessed { .. });
    let mut said = Vec::new();
    if guessed && encoding.unit > 1 && survey.nul > 0 {
        let share = percent(survey.nul, survey.bytes);
        said.push(format!(
            "{share} of the bytes are NUL, where {} has them",
            encoding.name
        ));
    }
    if guessed && encoding.shifts {
        said.push("its escapes and shifts are all as they should be".to_owned());
    }
    let cr_alone = survey.cr > 0 && survey.lf + survey.crlf == 0;
    if guessed && encoding.line_end == Some(LineEnd::Cr) && cr_alone {
        said.push("lines end in CR alone, as on classic Mac OS".to_owned());
    }
    if weighed.mark == Some(encoding) {
        let name = encoding.name;
        said.push(format!(
            "begins with the bytes that {name} writes for U+FEFF"
        ));
    }
    said
}

/// How it stands beside other readings.
fn comparison(guess: &Guess, weighed: &Weighed) -> Vec<String> {
    if !matches!(
        guess.verdict.evidence,
        Evidence::Guessed { .. } | Evidence::Damaged(_)
    ) {
        return Vec::new();
    }
    let mut said = Vec::new();
    if let Some(next) = weighed.next {
        let more = next.bits - weighed.best.bits;
        let name = next.encoding.name;
        said.push(match next.language {
            _ if more < 0.0 => format!("{name} would take {:.0} bits less", -more),
            Some(language) if Some(language) != weighed.best.language => {
                format!("the next best, {name} as {language}, takes {more:.0} bits more")
            }
            _ => format!("the next best, {name}, takes {more:.0} bits more"),
        });
    }
    let unicode = guess.verdict.encoding.is_unicode();
    if let Some(vote) = weighed.vote.filter(|_| !unicode) {
        let own = vote == guess.verdict.encoding || guess.same.contains(&vote);
        said.push(if own {
            "chardetng says the same".to_owned()
        } else {
            format!("chardetng says {}", vote.name)
        });
    }
    said
}

fn percent(part: usize, whole: usize) -> String {
    let share = 100.0 * part as f32 / whole.max(1) as f32;
    if share > 0.0 && share < 1.0 {
        format!("{share:.2} %")
    } else {
        format!("{share:.0} %")
    }
}

fn counted(count: u64, one: &str, many: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {many}")
    }
}
