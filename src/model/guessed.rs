//! The guess of the encoding: the answer in words, its reasons, and the candidates,
//! one per row.
//!
//! The panel shows it, and `hexloupe guess` prints it, in the same words. Invariant:
//! a confidence below 1 is never shown as 100 %.

mod advice;

use super::line::{Tone, TonedLine, shorten};
use super::row::ByteRole;
use super::state::{Facts, UserState, View};
use super::{carrier, lost, mojibake};
use crate::codec::Encoding;
pub use crate::detect::verdict::percent;
use crate::detect::verdict::{
    ACTING_FLOOR, CarriedText, EncodingClaim, Evidence, Guess, LossForm, Nature, Reason, Verdict,
};
use crate::language::Language;
use crate::scan::facts::index::Index;
use crate::texts;
use crate::unicode::glyph::{self, Charset};
pub use advice::{advice, argument, quoted};

/// A reading that suits the data better than the first one, after the scan has contradicted that
/// one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadingOffer {
    /// The first reading.
    pub from: Verdict,
    /// The offered reading.
    pub to: Verdict,
}

impl Facts {
    /// The offered replacement of the view's own reading, if there is one.
    pub fn offered(&self, view: &View) -> Option<Verdict> {
        let offer = self.offer.filter(|offer| offer.from == view.reading)?;
        let is_sound = |index: &Index| index.complete && index.totals.faults.total() == 0;
        // It was made because of faults, which may be repaired since.
        let is_mended = self.index(view).is_some_and(|index| is_sound(index));
        (!is_mended).then_some(offer.to)
    }
}

/// A reading of the data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GuessedReading {
    /// The encoding, and the evidence for it.
    pub verdict: Verdict,
    /// Its confidence, from 0 to 1.
    pub confidence: f32,
    /// The language that the text resembles, if any.
    pub language: Option<&'static str>,
    /// Ill-formed sequences in the bytes examined, if they were counted.
    pub faults: Option<u64>,
}

/// The readings of a guess, the most likely first; each encoding once.
pub fn candidates(guess: &Guess) -> Vec<GuessedReading> {
    let verdict = guess.verdict.as_taken();
    let first = GuessedReading {
        verdict,
        confidence: guess.confidence,
        language: language(verdict.evidence),
        faults: match verdict.evidence {
            Evidence::Damaged(faults) => Some(u64::from(faults)),
            Evidence::Ascii | Evidence::WellFormed(_) => Some(0),
            _ => None,
        },
    };
    let mut all = match before_misreading(guess) {
        // It is text of that encoding in both cases.
        Some(before) => {
            let confidence = (first.confidence - before.confidence).max(0.0);
            let as_it_is = GuessedReading {
                confidence,
                ..first
            };
            vec![before, as_it_is]
        }
        None => vec![first],
    };
    for other in &guess.alternatives {
        if all
            .iter()
            .any(|known| known.verdict.encoding == other.encoding)
        {
            continue;
        }
        all.push(GuessedReading {
            verdict: Verdict {
                encoding: other.encoding,
                evidence: Evidence::Guessed {
                    percent: percent(other.confidence),
                    language: other.language,
                },
            },
            confidence: other.confidence,
            language: other.language,
            faults: Some(other.faults),
        });
    }
    all
}

/// The reading of the text before it was misread, if it was.
pub(super) fn before_misreading(guess: &Guess) -> Option<GuessedReading> {
    let found = guess.mojibake.as_ref().filter(|found| found.islands == 0)?;
    let utf_8 = guess.verdict.encoding.is_utf8();
    let encoding = found.encoding().filter(|_| utf_8)?;
    let confidence = guess.confidence * found.confidence;
    Some(GuessedReading {
        verdict: Verdict {
            encoding,
            evidence: Evidence::Guessed {
                percent: percent(confidence),
                language: None,
            },
        },
        confidence,
        language: None,
        faults: None,
    })
}

/// The readings of the guess; none before it is made.
pub fn candidates_of(facts: &Facts) -> Vec<GuessedReading> {
    facts.guess.as_deref().map_or_else(Vec::new, candidates)
}

/// Applies a verdict to the view, and messages the user; `place` says in words where the verdict is
/// in the list. The cursor stays.
pub fn apply_verdict<O>(state: &mut UserState<O>, verdict: Verdict, place: &str) {
    state.view.read_as(verdict);
    let why = verdict.evidence.short();
    state.say(format!("read as {}: {why}{place}", verdict.encoding.name));
}

fn language(evidence: Evidence) -> Option<&'static str> {
    match evidence {
        Evidence::Guessed { language, .. } => language,
        _ => None,
    }
}

/// The answer, in a line.
pub fn headline(guess: &Guess) -> TonedLine {
    let evidence = guess.verdict.evidence;
    let named = |line: TonedLine| {
        let line = line.strong(guess.verdict.encoding.name);
        let detail = match evidence {
            Evidence::Guessed { language, .. } => language.map(Into::into),
            Evidence::Ascii => None,
            other => Some(other.short()),
        };
        let detail = detail.map_or_else(String::new, |detail| format!(" ({detail})"));
        line.plain(detail)
            .plain(format!(", {} % sure", percent(guess.confidence)))
    };
    match guess.nature {
        Nature::Empty => TonedLine::new()
            .strong("empty")
            .plain(", valid in every encoding"),
        // The line under the title says the same.
        Nature::Text if guess.confidence < ACTING_FLOOR => {
            named(TonedLine::new().plain("perhaps "))
        }
        Nature::Text => named(TonedLine::new()),
        Nature::TooShort => {
            named(TonedLine::new().plain("perhaps ")).quiet("; the text is too short")
        }
        Nature::Binary(kind) => {
            let what = kind.map_or_else(|| "binary".to_owned(), |kind| format!("{kind} binary"));
            TonedLine::new().strong(what).plain(", not text")
        }
        Nature::Undecided => match guess.looks_like {
            Some(name) => TonedLine::new().strong("undecided").plain(format!(
                "; it looks like {name}, which hexloupe cannot read"
            )),
            None if guess.has_other_set() => TonedLine::new()
                .strong("undecided")
                .plain(", lines may be in several encodings"),
            None => TonedLine::new()
                .strong("undecided")
                .plain(", not text in a known encoding, and not clearly binary"),
        },
    }
}

/// The amount said of the reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReasonDepth {
    /// The words alone.
    Plain,
    /// The same with what was measured.
    Measured,
}

impl ReasonDepth {
    /// The sentences of some reasons.
    pub(in crate::model) fn of(self, reasons: &[Reason]) -> impl Iterator<Item = &str> {
        reasons.iter().filter_map(move |why| match self {
            Self::Plain => why.plain(),
            Self::Measured => Some(&**why),
        })
    }
}

/// The reasons, the encodings that give the same text, the declared encoding, the cause of
/// mojibake, the lost text, and the carriers of damaged text.
pub fn notes(guess: &Guess, depth: ReasonDepth, charset: Charset) -> Vec<TonedLine> {
    let mut lines: Vec<TonedLine> = depth
        .of(&guess.evidence)
        .map(|why| TonedLine::new().plain(glyph::safe(why, charset)))
        .collect();
    if !guess.same.is_empty() {
        let line = TonedLine::new().quiet("the same text in: ");
        lines.push(line.plain(same(&guess.same)));
    }
    let claim = guess.claim.as_ref();
    lines.extend(claim.map(|claim| claimed(guess, claim, charset)));
    if let Some(found) = &guess.mojibake {
        let carried = guess.carriers.iter().find(|found| is_all(guess, found));
        lines.extend(mojibake::lines(
            found,
            guess.verdict,
            carried,
            (depth, charset),
        ));
    }
    lines.extend({ guess.lost.iter() }.flat_map(|loss| lost::lines(loss, charset)));
    lines.extend(carriers(guess).flat_map(|found| carrier::lines(found, charset)));
    lines
}

/// The carriers of damaged text; without the one that carries all mojibake, with which it is told.
pub(super) fn carriers(guess: &Guess) -> impl Iterator<Item = &CarriedText> {
    { guess.carriers.iter() }.filter(|found| !is_all(guess, found))
}

/// Reports whether it carries all of the mojibake.
fn is_all(guess: &Guess, carried: &CarriedText) -> bool {
    let found = guess.mojibake.as_ref();
    found.is_some_and(|found| carrier::is_all(carried, &found.chain))
}

/// The reason in a sentence, after what else is to be known: a declared encoding that the bytes
/// contradict, and what to do about lost text and about damage in a carrier.
pub fn gist(guess: &Guess, charset: Charset) -> Vec<TonedLine> {
    let contradicted = guess.claim.iter().filter(|claim| !claim.holds);
    let mut lines: Vec<TonedLine> = contradicted
        .map(|claim| claimed(guess, claim, charset))
        .collect();
    for loss in &guess.lost {
        if !matches!(loss.form, LossForm::Replaced | LossForm::Controls(_)) {
            lines.push(lost::headline(loss, charset));
        }
        lines.push(TonedLine::new().plain(lost::story(loss.form)));
    }
    for carried in carriers(guess) {
        lines.push(carrier::undo(carried, charset));
    }
    let why = match &guess.mojibake {
        Some(found) => Some(mojibake::story(&found.chain, guess.verdict.encoding)),
        // That is the reason.
        None if !guess.lost.is_empty() || !guess.carriers.is_empty() => None,
        None => {
            { ReasonDepth::Plain.of(&guess.evidence).next() }.map(|why| glyph::safe(why, charset))
        }
    };
    lines.extend(why.map(|why| TonedLine::new().plain(why)));
    lines
}

/// So many give the same text only if it is ASCII.
const SAME_ASCII: usize = 60;
/// The most encodings that are named, of those that give the same text.
const SAME: usize = 12;

/// The names of the encodings that give the same text; of too many the first, and their number.
fn same(encodings: &[&Encoding]) -> String {
    let names = |encodings: &[&Encoding]| -> String {
        let names: Vec<_> = encodings.iter().map(|encoding| encoding.name).collect();
        names.join(", ")
    };
    match encodings.split_first() {
        Some((first, others)) if others.len() >= SAME_ASCII && first.ascii => {
            "any set that extends ASCII".to_owned()
        }
        Some((first, others)) if others.len() >= SAME => {
            let kind = if first.ascii {
                " that extend ASCII"
            } else {
                ""
            };
            format!("{} and {} more{kind}", first.name, others.len())
        }
        _ => names(encodings),
    }
}

/// The encoding that the data declares, compared with its bytes.
fn claimed(guess: &Guess, claim: &EncodingClaim, charset: Charset) -> TonedLine {
    let label = glyph::safe(&claim.label, charset);
    let line = TonedLine::new().quiet("it declares: ").strong(label);
    let line = line.quiet(format!(" ({} at 0x{:X})", claim.source, claim.offset));
    let wrong = Tone::As(ByteRole::Fault);
    match claim.encoding {
        None => line.with(wrong, ", an unknown encoding"),
        Some(_) if claim.holds => line.plain(", and its bytes agree"),
        Some(encoding) => {
            let found = guess.verdict.encoding;
            let line = if claim.faults > 0 || encoding.unit != found.unit {
                line.with(wrong, ", but its bytes contradict it")
            } else if matches!(guess.nature, Nature::Text | Nature::TooShort) {
                line.with(wrong, format!(", but it reads better as {}", found.name))
            } else {
                line.with(wrong, ", but read so it is hardly text")
            };
            let web = claim.source.starts_with("HTML") && encoding.unit > 1;
            line.quiet(if web {
                "; browsers then read UTF-8"
            } else {
                ""
            })
        }
    }
}

/// Columns of a name, of a name in a narrow row, and of a language.
const NAME: usize = 18;
const NARROW: usize = 12;
const LANGUAGE: usize = 12;
/// The least number of columns for language and faults in a row.
const ROOMY: usize = 60;

/// A reading as a row: confidence, encoding, language, faults. A snippet of its text follows.
pub fn row(
    reading: &GuessedReading,
    tone: Tone,
    mark: &str,
    columns: usize,
    (charset, words): (Charset, Language),
) -> TonedLine {
    let padded =
        |text: &str, room: usize| glyph::padded(&shorten(&glyph::safe(text, charset), room), room);
    let percent = percent(reading.confidence);
    let room = if columns < ROOMY { NARROW } else { NAME };
    let name = padded(reading.verdict.encoding.short_name(), room);
    let line = TonedLine::new().with(tone, format!("{mark} {percent:>3} %  {name}"));
    if columns < ROOMY {
        return line.plain(" ");
    }
    let language = texts::said(reading.language.unwrap_or_default(), words);
    let language = padded(&language, LANGUAGE);
    let line = line.plain(format!(" {language} "));
    let faults = match reading.faults {
        Some(1) => "1 fault".to_owned(),
        Some(faults) => format!("{} faults", short(faults)),
        None => String::new(),
    };
    let faults = texts::said(&faults, words);
    let tone = match reading.faults {
        Some(0) | None => Tone::Quiet,
        Some(_) => Tone::As(ByteRole::Fault),
    };
    line.with(tone, glyph::aligned_right(&faults, 11))
        .plain("  ")
}

/// A number in at most five columns.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        _ => ">9999".to_owned(),
    }
}

/// A guess to draw in tests.
#[cfg(test)]
pub(crate) mod sample {
    use super::*;
    use crate::codec::{Encoding, table};
    use crate::detect::verdict::Alternative;

    pub(super) fn encoding(id: &str) -> &'static Encoding {
        table::by_label(id).unwrap().encoding()
    }

    pub(crate) fn guess() -> Guess {
        let alternative = |id, confidence| Alternative {
            encoding: encoding(id),
            confidence,
            language: Some("Russian"),
            faults: 12_345,
        };
        Guess {
            nature: Nature::Text,
            verdict: Verdict {
                encoding: encoding("windows-1251"),
                evidence: Evidence::Guessed {
                    percent: 97,
                    language: Some("Russian"),
                },
            },
            confidence: 0.97,
            evidence: vec!["resembles \u{202E}Russian".to_owned().into()],
            is_joined: false,
            same: vec![encoding("koi8-u")],
            alternatives: vec![
                alternative("koi8-r", 0.004),
                alternative("windows-1251", 0.003),
                alternative("gb18030", 0.001),
            ],
            claim: Some(EncodingClaim {
                offset: 30,
                label: "koi8-r".to_owned(),
                source: "XML declaration",
                encoding: Some(encoding("koi8-r")),
                holds: false,
                faults: 1,
            }),
            looks_like: None,
            phase: 0,
            mojibake: None,
            lost: Vec::new(),
            carriers: Vec::new(),
            others: Vec::new(),
            faults: 0,
            first_fault: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sample::{encoding, guess};
    use super::*;
    use crate::codec::table;
    use crate::detect::verdict::{Misreading, Mojibake};

    #[test]
    fn percents_leave_room_for_doubt() {
        for (confidence, expected) in [
            (0.0, 0),
            (0.001, 1),
            (0.5, 50),
            (0.999, 99),
            (1.0, 100),
            (2.0, 100),
            (-1.0, 0),
        ] {
            assert_eq!(percent(confidence), expected, "{confidence}");
        }
        assert_eq!(percent(f32::NAN), 0);
    }

    #[test]
    fn of_many_encodings_only_those_with_ascii_extend_it() {
        let names = |prefix: &str| {
            let rows = table::all().filter(|row| row.id.starts_with(prefix));
            same(&rows.collect::<Vec<_>>())
        };
        assert_eq!(names("ebcdic-"), "EBCDIC 037 and 34 more");
        assert_eq!(names("cp"), "CP437 and 16 more that extend ASCII");
        assert_eq!(
            names("koi8"),
            "KOI8-R, KOI8-U, KOI8-U RFC 2319, KOI8-RU, KOI8-T"
        );
    }

    #[test]
    fn each_encoding_is_a_reading_once() {
        let candidates = candidates(&guess());
        let ids: Vec<_> = candidates.iter().map(|r| r.verdict.encoding.id).collect();
        assert_eq!(ids, ["windows-1251", "koi8-r", "gb18030"]);
        assert_eq!(candidates[1].verdict.evidence.short(), "Russian, 1 %");
    }

    #[test]
    fn text_that_was_misread_is_a_reading_like_any_other() {
        let step = Misreading {
            written: table::UTF_8,
            read: encoding("windows-1251"),
            no_break_space: None,
            has_controls: false,
        };
        let of = |verdict: &str, chain: Vec<Misreading>| {
            let verdict = Verdict {
                encoding: encoding(verdict),
                evidence: Evidence::WellFormed(9),
            };
            let mojibake = Some(Mojibake {
                chain,
                text: String::new(),
                confidence: 0.75,
                evidence: Vec::new(),
                islands: 0,
            });
            candidates(&Guess {
                verdict,
                mojibake,
                confidence: 1.0,
                alternatives: Vec::new(),
                ..guess()
            })
        };
        let rows = of("utf-8", vec![step, step]);
        let rows: Vec<_> = { rows.iter() }
            .map(|row| (row.verdict.encoding.id, row.confidence))
            .collect();
        let id = "utf-8,windows-1251,utf-8,windows-1251";
        assert_eq!(rows, [(id, 0.75), ("utf-8", 0.25)]);
        // So do several sets. Text that is not saved as UTF-8 has none.
        let other = Misreading {
            read: encoding("koi8-r"),
            ..step
        };
        assert_eq!(of("utf-8", vec![step, other]).len(), 2);
        assert_eq!(of("utf-16le", vec![step]).len(), 1);
    }

    #[test]
    fn the_answer_names_the_nature_of_the_data() {
        let said = |nature, evidence| {
            let guess = Guess {
                nature,
                verdict: Verdict {
                    evidence,
                    ..guess().verdict
                },
                ..guess()
            };
            headline(&guess).text()
        };
        let guessed = guess().verdict.evidence;
        assert_eq!(
            said(Nature::Text, guessed),
            "windows-1251 (Russian), 97 % sure"
        );
        assert_eq!(
            said(Nature::Text, Evidence::Bom),
            "windows-1251 (BOM), 97 % sure"
        );
        assert_eq!(
            said(Nature::TooShort, guessed),
            "perhaps windows-1251 (Russian), 97 % sure; the text is too short"
        );
        let unsure = Guess {
            nature: Nature::Text,
            confidence: 0.53,
            ..guess()
        };
        assert_eq!(
            headline(&unsure).text(),
            "perhaps windows-1251 (Russian), 53 % sure"
        );
        let png = Nature::Binary(Some("PNG"));
        assert_eq!(said(png, guessed), "PNG binary, not text");
        assert_eq!(said(Nature::Binary(None), guessed), "binary, not text");
        assert!(said(Nature::Empty, guessed).starts_with("empty,"));
        assert!(said(Nature::Undecided, guessed).starts_with("undecided,"));
    }

    #[test]
    fn a_claim_is_held_against_the_bytes() {
        let said = |change: fn(&mut EncodingClaim)| {
            let mut claim = guess().claim.unwrap();
            change(&mut claim);
            claimed(&guess(), &claim, Charset::Ascii).text()
        };
        let begins = "it declares: koi8-r (XML declaration at 0x1E), ";
        assert_eq!(said(|_| ()), format!("{begins}but its bytes contradict it"));
        let held = said(|claim| claim.holds = true);
        assert_eq!(held, format!("{begins}and its bytes agree"));
        let better = said(|claim| claim.faults = 0);
        assert_eq!(
            better,
            format!("{begins}but it reads better as windows-1251")
        );
        let unknown = said(|claim| claim.encoding = None);
        assert_eq!(unknown, format!("{begins}an unknown encoding"));
        let wide = said(|claim| {
            claim.source = "HTML meta";
            claim.encoding = Some(table::UTF_16LE);
        });
        assert!(
            wide.ends_with("contradict it; browsers then read UTF-8"),
            "{wide}"
        );
    }
}
