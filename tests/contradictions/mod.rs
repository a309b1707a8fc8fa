//! One judgement: whatever says what a text is, or acts on it, says the same of the same bytes.
//!
//! Held of every file of [`made`], through the functions that the commands call:
//! 1. the encoding that `guess` names with the confidence to act is the one that is chosen by whoever
//!    reads all of the data (`recode`, `stats`, `find`), at open (the inspector), and for a conversion;
//!    if it is neither ASCII nor UTF-8, `check` hints at it, and at no other;
//! 2. a guess, which weighs samples, says the same as the judgement of all runs does, of files that
//!    are one sample;
//! 3. of UTF-8: `guess` says mojibake with the confidence to act, if and only if some run of the
//!    judgement is that sure, and `check` then finds a word or a text that is mojibake;
//! 4. `recode --fix auto` mends if and only if there is such a run and no run of mojibake is doubtful,
//!    and it then mends by the chain that `guess` names;
//! 5. what `recode --lines` mends is what `guess --lines` is sure enough of, and all of that is mended
//!    or told as left.
//!
//! Invariant: the files are the same in each run.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::{io, thread};

use hexloupe::codec::{ColumnUnit, table};
use hexloupe::detect::Judgement;
use hexloupe::detect::chain::Chain;
use hexloupe::detect::preferred::Preferred;
use hexloupe::detect::requested::{RequestedEncoding, likely};
use hexloupe::detect::runs::{CandidateReadings, ReadingRun};
use hexloupe::detect::verdict::{ACTING_FLOOR, Evidence, Guess, Nature, Verdict};
use hexloupe::job::check::{
    CheckOutcome, CheckParameters, CheckProgress, Detail, Diagnostic, FileFormatter, Finding,
    FindingSink, Formatter, GuessBudget, Rulebook, STEP as CHECKED, check_open,
};
use hexloupe::job::mend::{self, MendPlan, mend};
use hexloupe::job::recode::{ConversionLoss, ConversionStop, LossTreatment, Witness};
use hexloupe::job::runs::{ReadingStretch, STEP, divide, judge};
use hexloupe::job::{Control, JobEnd, guess};
use hexloupe::source::{SequentialInput, Source};
use hexloupe::unicode::notice::Notice;
use hexloupe::window::Peek;
use made::Made;

mod made;

/// What is mended, and where something is left.
#[derive(Default)]
struct Told {
    mended: Vec<u64>,
    left: Vec<u64>,
}

impl Witness for Told {
    fn lossy(&mut self, loss: &ConversionLoss<'_>) {
        match loss.what {
            LossTreatment::Mended => self.mended.push(loss.offset),
            _ => self.left.push(loss.offset),
        }
    }

    fn stopped(&mut self, _: &ConversionStop<'_>) {}
}

/// What is written nowhere.
struct Silent;

impl Formatter for Silent {
    fn of_file<'a>(&'a self, _: &'a Path, _: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(Self)
    }
}

impl FileFormatter for Silent {
    fn finding(&mut self, _: &Finding<'_>, _: &mut Vec<u8>) {}

    fn outcome(&mut self, _: &CheckOutcome, _: &mut Vec<u8>) {}
}

impl FindingSink for Silent {
    fn print(&mut self, _: &[u8], _: bool) -> io::Result<()> {
        Ok(())
    }

    fn say(&mut self, _: &Diagnostic) {}

    fn progress(&mut self, _: CheckProgress) {}
}

/// Whether `check --deny mojibake-suspect` finds something.
fn is_suspected(data: &[u8]) -> bool {
    let orders = CheckParameters {
        reading: &|_| Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Assumed,
        },
        phase: 0,
        detail: Detail::All,
        most: u64::MAX,
        rules: Rulebook::same_for_all(&[], &[Notice::MojibakeSuspect]),
        part: None,
        binary: true,
        names_left_out: false,
        guesses: &GuessBudget::default(),
        threads: 1,
        step: CHECKED,
        columns: ColumnUnit::Character,
    };
    let input = SequentialInput::from_source(&Source::memory("made", data.to_vec()).into());
    let (totals, _) = check_open(input, Path::new("made"), &orders, &Silent, &mut Silent);
    totals.noted.count(Notice::MojibakeSuspect) > 0
}

/// What is mended by a plan.
fn mended(data: &dyn Peek, readings: &CandidateReadings, plan: MendPlan) -> Told {
    let cancel = AtomicBool::new(false);
    let mut control = Control::new(&cancel, &|_| {});
    let (mut told, mut out) = (Told::default(), Vec::new());
    let ended = mend(
        &mut control,
        data,
        readings,
        plan,
        mend::STEP,
        &mut told,
        &mut out,
    );
    assert!(matches!(ended, JobEnd::Done(Ok(_))));
    told
}

fn is_text(guess: &Guess) -> bool {
    matches!(guess.nature, Nature::Text | Nature::TooShort)
}

/// The contradictions about a file.
struct Contradictions<'a> {
    made: &'a Made,
    found: Vec<String>,
}

impl Contradictions<'_> {
    fn hold(&mut self, what: &str, holds: bool, detail: impl FnOnce() -> String) {
        if !holds {
            let text = String::from_utf8_lossy(&self.made.bytes);
            let line = format!("{what}: {}: {} [{text}]", self.made.how, detail());
            self.found.push(line);
        }
    }

    /// The first rule.
    fn encodings(&mut self, guess: &Guess) {
        let data = &self.made.bytes;
        let auto = RequestedEncoding::AUTO;
        let named = guess.verdict.as_taken().encoding;
        let is_sure = is_text(guess) && guess.confidence >= ACTING_FLOOR;
        let chosen = auto.verdict(data);
        let opened = auto.verdict_at_open(data);
        let converted = guess.named();
        let hint = likely(data);
        let is_guessed = matches!(guess.verdict.evidence, Evidence::Guessed { .. });
        let all = [chosen, opened, converted].map(|verdict| verdict.encoding);
        self.hold("choice", !is_sure || all == [named; 3], || {
            format!("{} {:?}", named.id, all.map(|one| one.id))
        });
        self.hold("at open", chosen.encoding == opened.encoding, || {
            format!("{chosen:?} {opened:?}")
        });
        self.hold(
            "floor",
            !is_guessed || guess.verdict.is_sure() == (guess.confidence >= ACTING_FLOOR),
            || format!("{:?} {}", guess.verdict.evidence, guess.confidence),
        );
        let is_hinted = is_sure && is_guessed;
        let is_named = hint.is_some_and(|hint| hint.is(named));
        self.hold("hint", !is_hinted || is_named, || format!("{hint:?}"));
        let agrees = hint.is_none_or(|hint| hint.is(chosen.encoding));
        self.hold("other hint", agrees, || {
            format!("{hint:?} {}", chosen.encoding.id)
        });
    }

    /// The second rule.
    fn samples(&mut self, guess: &Guess) {
        let own = guess::guess(&self.made.bytes, Preferred::NONE);
        let is_same = own.mojibake == guess.mojibake && own.verdict == guess.verdict;
        self.hold("samples", is_same, || format!("{:?}", own.mojibake));
    }

    /// The other rules.
    fn mojibake(&mut self, judgement: &Judgement) {
        let (data, guess) = (&self.made.bytes, &judgement.guess);
        let own = guess.mojibake.as_ref();
        let cancel = AtomicBool::new(false);
        let mut control = Control::new(&cancel, &|_| {});
        let mut runs: Vec<ReadingRun> = Vec::new();
        let mut take = |stretch: ReadingStretch| runs.push(stretch.run);
        let _: JobEnd<()> = divide(&mut control, data, &judgement.readings, STEP, &mut take);
        let sure: Vec<&ReadingRun> = { runs.iter() }
            .filter(|run| run.is_sure() && !run.reading.is_plain_utf_8())
            // Lines of ASCII alone.
            .filter(|run| !run.range.is_empty())
            .collect();
        let all = mended(data, &judgement.readings, MendPlan::All);
        let within = |at: &u64| sure.iter().any(|run| run.range.contains(at));
        self.hold("lines", all.mended.iter().all(within), || {
            format!("{sure:?} {:?}", all.mended)
        });
        let told = |run: &&ReadingRun| {
            let mut places = all.mended.iter().chain(&all.left);
            places.any(|at| run.range.contains(at))
        };
        self.hold("a line untold", sure.iter().all(told), || {
            format!("{sure:?}")
        });
        if !guess.taken().encoding.is_utf8() || matches!(guess.nature, Nature::Binary(_)) {
            return;
        }
        let is_said = own.is_some_and(|own| own.confidence >= ACTING_FLOOR);
        let is_found = sure.iter().any(|run| run.reading.chain.is_some());
        let is_checked = is_suspected(data);
        let facts = || {
            format!(
                "said {is_said} found {is_found} checked {is_checked} {own:?} {:?}",
                judgement.found
            )
        };
        self.hold("said, found", is_said == is_found, facts);
        self.hold("said, checked", !is_said || is_checked, facts);
        let acts = judgement.is_surely_misread();
        let chains = mended(data, &judgement.readings, MendPlan::Chains);
        self.hold("fix", !acts || !chains.mended.is_empty(), facts);
        let doubtful = judgement.is_doubtful();
        self.hold("fix without a word", acts == (is_found && !doubtful), facts);
        let chain = own.and_then(|own| Chain::found(&own.chain));
        let mut found = judgement.misread();
        let is_among = found.any(|found| found.reading.chain == chain);
        self.hold("another chain", chain.is_none() || is_among, facts);
    }
}

/// The contradictions about some files.
fn contradictions(files: &[Made]) -> Vec<String> {
    let mut all = Vec::new();
    for (number, made) in files.iter().enumerate() {
        let mut found = Contradictions {
            made,
            found: Vec::new(),
        };
        let cancel = AtomicBool::new(false);
        let mut control = Control::new(&cancel, &|_| {});
        let judged = judge(&mut control, &made.bytes, Preferred::NONE, STEP);
        let JobEnd::Done(judgement) = judged else {
            panic!("nobody cancelled");
        };
        // It takes as long as all else.
        if number % 8 == 0 {
            found.samples(&judgement.guess);
        }
        found.encodings(&judgement.guess);
        found.mojibake(&judgement);
        all.append(&mut found.found);
    }
    all
}

#[test]
fn nothing_contradicts_the_one_judgement() {
    let files = made::files();
    assert!(files.len() >= 5000, "{}", files.len());
    let share = files
        .len()
        .div_ceil(thread::available_parallelism().map_or(1, usize::from));
    let found: Vec<String> = thread::scope(|scope| {
        let parts: Vec<_> = { files.chunks(share) }
            .map(|part| scope.spawn(|| contradictions(part)))
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap())
            .collect()
    });
    assert!(
        found.is_empty(),
        "{} of {}:\n{}",
        found.len(),
        files.len(),
        found.join("\n")
    );
}

/// Bytes that were called one thing here and another there.
#[test]
fn what_is_known_to_have_been_judged_in_two_ways_is_judged_in_one() {
    let data = b"Montr\xE9al".to_vec();
    let guess = guess::guess(&data, Preferred::NONE);
    assert_eq!(guess.verdict.encoding.id, "windows-1252");
    // It is converted as it is guessed, and nothing is written for want of certainty.
    let converted = guess.named();
    assert_eq!(converted, guess.verdict);
    assert!(!converted.is_sure());
    // Python: "Zażółć gęślą jaźń, ...".encode("cp1250").decode("cp1252"), and so on.
    for (chain, misread) in [
        (
            "windows-1250,windows-1252",
            "Za¿ó³æ gêœl¹ jaŸñ, pchn¹æ w tê ³ódŸ je¿a lub oœm skrzyñ fig",
        ),
        ("windows-1251,windows-1252", "ÑÅÊÐÅÒ - Áåñïå÷íûé Åçäîê"),
    ] {
        let data = misread.as_bytes().to_vec();
        let own = guess::guess(&data, Preferred::NONE).mojibake.unwrap();
        let found = Chain::found(&own.chain).unwrap();
        assert!(own.confidence >= ACTING_FLOOR, "{chain}");
        assert_eq!(found.notation(), chain);
        let cancel = AtomicBool::new(false);
        let mut control = Control::new(&cancel, &|_| {});
        let JobEnd::Done(judgement) = judge(&mut control, &data, Preferred::NONE, STEP) else {
            panic!("nobody cancelled");
        };
        assert!(judgement.is_surely_misread(), "{chain}");
        assert!(
            !mended(&data, &judgement.readings, MendPlan::Chains)
                .mended
                .is_empty()
        );
        assert!(is_suspected(&data), "{chain}");
    }
    // A letter of UTF-8, and one of windows-1252, again and again.
    let mixed = b"na\xC3\xAFve \xE9t\xE9, na\xC3\xAFve d\xE9j\xE0 vu\n".repeat(6);
    let guess = guess::guess(&mixed, Preferred::NONE);
    let names_lines = guess
        .evidence
        .iter()
        .any(|why| why.contains("guess --lines"));
    assert!(
        guess.nature != Nature::Undecided || names_lines,
        "{:?}",
        guess.evidence
    );
}
