//! The evidence as sentences.
//!
//! Invariant: each sentence contains only counts and measurements.

use super::byte_stats::ByteStats;
use super::look::DataSummary;
use super::preferred::Preferred;
use super::tuning;
use super::verdict::{Evidence, Guess, Nature, Ranked, Reason};
use hexloupe_text::codec::{BitLayout, Encoding, LineEnd};

/// Measurements that are not part of the guess itself.
pub(super) struct Measurements {
    /// The encoding of the verdict, with its score.
    pub(super) best: Ranked,
    /// The best candidate with another text.
    pub(super) next: Option<Ranked>,
    /// Bytes of the excerpt.
    pub(super) bytes: usize,
    /// Those of them beyond ASCII, without words that stand in the data again and again.
    pub(super) high: usize,
    /// The encoding that chardetng guesses.
    pub(super) vote: Option<&'static Encoding>,
    /// The encoding whose bytes for U+FEFF the data begins with, if they are no proof.
    pub(super) mark: Option<&'static Encoding>,
    /// True if the text has enough letters to name the language of the best reading.
    pub(super) has_letters: bool,
    /// The share of controls in the text.
    pub(super) controls: f32,
    /// True if all of the data was read.
    pub(super) saw_all: bool,
    /// True if the first two bytes are the number of bytes after them.
    pub(super) has_length_prefix: bool,
    /// The languages that win a tie.
    pub(super) preferred: Preferred,
}

impl Measurements {
    /// The cost of the best reading, in bits per byte.
    pub(super) fn per_byte(&self) -> f32 {
        self.best.bits.max(0.0) / self.bytes.max(1) as f32
    }

    /// Empty measurements for a guess without any.
    pub(super) fn none(best: Ranked) -> Self {
        Self {
            best,
            next: None,
            bytes: 0,
            high: 0,
            vote: None,
            mark: None,
            has_letters: false,
            controls: 0.0,
            saw_all: true,
            has_length_prefix: false,
            preferred: Preferred::NONE,
        }
    }
}

/// The reasons for the encoding, the strongest first.
pub(super) fn evidence_sentences(
    guess: &Guess,
    (stats, look): (&ByteStats, Option<&DataSummary>),
    measured: &Measurements,
) -> Vec<Reason> {
    let faults = measured.best.faults;
    let is_noisy = measured.per_byte() > tuning::HARDLY_TEXT;
    let undecided = guess.nature == Nature::Undecided;
    let mut said: Vec<Reason> = match guess.verdict.evidence {
        _ if undecided && (is_noisy || stats.is_mixed()) => {
            let is_hardly_text = is_noisy || faults > 0;
            let noisy = is_hardly_text.then(|| noisy(measured));
            noisy.into_iter().chain(mixed(stats)).collect()
        }
        Evidence::Bom => vec![Reason::from(format!(
            "begins with the byte order mark of {}",
            guess.verdict.encoding.name
        ))],
        Evidence::Ascii => reasons(ascii(stats, look, measured)),
        Evidence::WellFormed(several) => {
            let characters = counted(several.into(), "character", "characters");
            reasons([format!(
                "well-formed UTF-8 with {characters} of several bytes"
            )])
        }
        Evidence::Damaged(faults) => {
            reasons([match look.map_or(stats.several, |look| look.several) {
                0 => format!("UTF-8, damaged: {}", ill_formed(faults.into())),
                well => format!(
                    "UTF-8, damaged: {} of several bytes, {}",
                    well_formed(well),
                    ill_formed(faults.into())
                ),
            }])
        }
        Evidence::Binary(kind) => binary(kind, stats, measured),
        Evidence::Guessed { .. }
        | Evidence::Assumed
        | Evidence::Chosen
        | Evidence::LittleEndian => read_like(guess, measured),
    };
    if let Some(name) = guess.looks_like {
        let looks = if guess.verdict.encoding.is_utf8() {
            format!("its letters are in the order of {name}, not of Unicode")
        } else {
            format!("looks like {name}, which hexloupe cannot read")
        };
        said.insert(0, looks.into());
    }
    if guess.phase > 0 {
        let begin = "its code units begin at the second byte: --phase 1";
        said.insert(0, begin.to_owned().into());
    }
    if measured.has_length_prefix && guess.nature == Nature::Text {
        let length = "its first 2 bytes are the length of the rest, as from Java's writeUTF";
        said.push(length.to_owned().into());
    }
    said.extend(reasons(structure(guess, stats, measured)));
    if !is_noisy {
        said.extend(comparison(guess, measured));
        let told = matches!(
            guess.verdict.evidence,
            Evidence::Damaged(_) | Evidence::Binary(_)
        );
        said.extend((faults > 0 && !told).then(|| ill_formed(faults).into()));
    }
    if undecided && stats.is_runs() {
        said.push(
            "beyond ASCII there are only runs of equal bytes"
                .to_owned()
                .into(),
        );
    } else if guess.nature == Nature::TooShort && measured.high < stats.high.min(tuning::SHORT_TOLD)
    {
        let same = "too short to be sure: the same words again and again";
        said.push(same.to_owned().into());
    } else if (undecided || guess.nature == Nature::TooShort) && stats.high < tuning::SHORT_TOLD {
        said.push(Reason::from(match stats.high {
            0 => {
                let bytes = counted(stats.bytes as u64, "byte", "bytes");
                format!("too short to be sure: {bytes}")
            }
            high => {
                let bytes = counted(high as u64, "byte", "bytes");
                format!("too short to be sure: {bytes} beyond ASCII")
            }
        }));
    }
    said
}

fn reasons(sentences: impl IntoIterator<Item = String>) -> Vec<Reason> {
    sentences.into_iter().map(Reason::from).collect()
}

fn ascii(stats: &ByteStats, look: Option<&DataSummary>, measured: &Measurements) -> Vec<String> {
    let which = if measured.saw_all {
        "every byte"
    } else {
        "every checked byte"
    };
    let mut said = vec![format!("{which} is below 80: ASCII")];
    let sampled = (stats.nul as u64, stats.controls() as u64);
    let (nul, controls) = look.map_or(sampled, |look| (look.nul, look.controls));
    if controls > 0 {
        let others = controls - nul;
        said.push(match (nul, others) {
            (0, 1) => "it has 1 control".to_owned(),
            (0, _) => format!("it has {others} controls"),
            (1, 0) => "it has 1 NUL".to_owned(),
            (_, 0) => format!("it has {nul} NULs"),
            _ => {
                let nul = counted(nul, "NUL", "NULs");
                let controls = counted(others, "other control", "other controls");
                format!("it has {nul} and {controls}")
            }
        });
    }
    said
}

/// The sentence for data that is UTF-8 in part.
fn mixed(stats: &ByteStats) -> Option<Reason> {
    (stats.several > 0).then(|| {
        let (well, ill) = (well_formed(stats.several), ill_formed(stats.faults));
        let beside = format!("{well} of UTF-8 but {ill}: parts may be in different encodings");
        Reason::from(beside + "; guess --lines shows which")
    })
}

fn noisy(measured: &Measurements) -> Reason {
    let (name, bits) = (measured.best.encoding.name, measured.per_byte());
    let plain = format!("the best reading, {name}, is hardly text");
    let measure = "text takes 2 to 6, noise 8 and more";
    let sentence = format!("the best reading, {name}, takes {bits:.1} bits per byte; {measure}");
    Reason::measured(plain, sentence)
}

fn binary(kind: Option<&str>, stats: &ByteStats, measured: &Measurements) -> Vec<Reason> {
    let begins = kind.map(|kind| format!("begins like {kind}"));
    let mut said = reasons(begins);
    if stats.controls() > 0 {
        let share = percent(stats.controls(), stats.bytes);
        let sentence = format!("{share} of the bytes are NUL or controls that text does not have");
        said.push(sentence.into());
    }
    if stats.is_one_byte() {
        said.push("the same byte again and again".to_owned().into());
    } else if measured.per_byte() > tuning::HARDLY_TEXT {
        said.push(Reason::measured(None, noisy(measured).to_string()));
    }
    said
}

fn read_like(guess: &Guess, measured: &Measurements) -> Vec<Reason> {
    let bits = measured.per_byte();
    let told = match guess.verdict.evidence {
        Evidence::Guessed { language, .. } => language,
        _ => measured.best.language,
    };
    let plain = match (told, measured.best.language) {
        (Some(language), _) if measured.has_letters => format!("resembles {language}"),
        (None, None) if bits <= tuning::BITS_OF_LETTERS => {
            "its letters are those of several languages".to_owned()
        }
        (None, None) => "resembles no language known here".to_owned(),
        // There are too few letters to name one.
        (_, Some(_)) | (Some(_), None) => return Vec::new(),
    };
    let sentence = format!("{plain} ({bits:.1} bits per byte; lower is better)");
    vec![Reason::measured(plain, sentence)]
}

/// The evidence in the structure of the bytes.
fn structure(guess: &Guess, stats: &ByteStats, measured: &Measurements) -> Vec<String> {
    let encoding = guess.verdict.encoding;
    let guessed = matches!(guess.verdict.evidence, Evidence::Guessed { .. });
    let mut said = Vec::new();
    if guessed && encoding.unit > 1 && stats.nul > 0 {
        let share = percent(stats.nul, stats.bytes);
        said.push(format!(
            "{share} of the bytes are NUL, as {} has them",
            encoding.name
        ));
    }
    let form = match encoding.layout {
        BitLayout::Utf8(form) if form.long_nul => {
            Some("NUL is C0 80, or characters above U+FFFF are pairs of surrogates")
        }
        BitLayout::Utf8(form) if form.has_pairs() => {
            Some("characters above U+FFFF are pairs of surrogates, of 3 bytes each")
        }
        _ => None,
    };
    said.extend(form.filter(|_| guessed).map(str::to_owned));
    if guessed && encoding.shifts {
        said.push("all its escapes and shifts are correct".to_owned());
    }
    let cr_alone = stats.cr > 0 && stats.lf + stats.crlf == 0;
    if guessed && encoding.line_end == Some(LineEnd::Cr) && cr_alone {
        said.push("lines end in CR alone, as on classic Mac OS".to_owned());
    }
    if measured.mark == Some(encoding) {
        let name = encoding.name;
        said.push(format!("begins with U+FEFF in {name}"));
    }
    said
}

/// The best reading compared with others.
fn comparison(guess: &Guess, measured: &Measurements) -> Vec<Reason> {
    if !matches!(
        guess.verdict.evidence,
        Evidence::Guessed { .. } | Evidence::Damaged(_)
    ) {
        return Vec::new();
    }
    let mut said = Vec::new();
    if let Some(next) = measured.next
        && next.bits - measured.best.bits > 0.5
    {
        let more = next.bits - measured.best.bits;
        let name = next.encoding.name;
        let language = next
            .language
            .filter(|_| next.language != measured.best.language);
        let language = language.map_or_else(String::new, |language| format!(" as {language}"));
        let sentence = format!("next: {name}{language}, {more:.0} bits longer");
        said.push(Reason::measured(None, sentence));
    }
    if let Some(language) = measured.best.language
        && measured.preferred.has(language)
    {
        let (bits, plain) = (tuning::PREFERRED, format!("{language} is preferred"));
        let sentence = format!("{plain}, which saves {bits:.0} bits");
        said.push(Reason::measured(plain, sentence));
    }
    let unicode = guess.verdict.encoding.is_unicode();
    if let Some(vote) = measured.vote.filter(|_| !unicode) {
        let own = vote == guess.verdict.encoding || guess.same.contains(&vote);
        let sentence = if own {
            "chardetng agrees".to_owned()
        } else {
            format!("chardetng says {}", vote.name)
        };
        said.push(Reason::measured(None, sentence));
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

fn well_formed(count: u64) -> String {
    counted(count, "well-formed character", "well-formed characters")
}

fn ill_formed(count: u64) -> String {
    counted(count, "ill-formed sequence", "ill-formed sequences")
}

fn counted(count: u64, one: &str, many: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {many}")
    }
}
