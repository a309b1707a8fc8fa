//! Files that are in another encoding as a whole, or no text at all: one finding instead of one for each
//! of their places.
//!
//! Its letters are not those that a reader of UTF-8 sees, so no notices are made of them. Invariant: such
//! a file fails as it does with all its places, and its faults are counted the same; a file that `guess` is
//! not sure of, or that is UTF-8 with damage, has its places.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use memchr::memrchr;

use crate::codec::FaultCounts;
use crate::detect;
use crate::detect::preferred::Preferred;
use crate::detect::verdict::{ACTING_FLOOR, Evidence, Guess, Nature, Verdict};
use crate::job::check::{
    CheckOutcome, FileFormatter, Finding, FindingKind, Formatter, MisreadCause, MisreadFile,
};
use crate::job::guess;
use crate::job::layer::CoatKind;
use crate::model::guessed::headline;
use crate::model::numbers::counted;
use crate::report::Style;
use crate::report::guess::answer;
use crate::scan::fault_scanner::SequencePosition;
use crate::source::{Source, WaitingSource};
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::Severity;
use crate::window::Peek;

/// Bytes that are looked at together.
const STEP: usize = 256 * 1024;

/// The bytes of well-formed files of a folder that are looked at for mojibake, and the files that are judged:
/// that takes longer than their check.
const LOOKED_AT: u64 = 16 << 20;
const JUDGED: u64 = 64;

/// Formats a finding for each misread file, and the findings of all others.
pub(super) struct MisreadFormatter<'a> {
    formatter: &'a dyn Formatter,
    /// True if the places of a misread file are listed all the same.
    lists_places: bool,
    /// The looks of the answer for each file, if a person reads the findings on a terminal.
    answers: Option<FirstAnswers<'a>>,
    /// The files that have findings, and whose outcome is not known.
    files: Mutex<HashMap<PathBuf, Arc<JudgedFile>>>,
    /// The binary files so far.
    binaries: Mutex<BinaryFiles>,
    /// The well-formed files so far.
    sound: SoundFiles,
}

/// Well-formed files that may be mojibake.
#[derive(Debug, Default)]
struct SoundFiles {
    /// The bytes that were looked at.
    looked_at: AtomicU64,
    /// The files that were judged.
    judged: AtomicU64,
    /// The files that were not looked at.
    left: AtomicU64,
}

impl SoundFiles {
    /// Reports whether to look at one of so many bytes.
    fn takes(&self, bytes: u64) -> bool {
        let before = self.looked_at.fetch_add(bytes, Relaxed);
        let is_taken = before + bytes <= LOOKED_AT && self.judged.load(Relaxed) < JUDGED;
        if !is_taken {
            self.looked_at.fetch_sub(bytes, Relaxed);
            self.left.fetch_add(1, Relaxed);
        }
        is_taken
    }
}

/// The answer that stands before the findings of each file, for a person.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstAnswers<'a> {
    /// Its looks.
    pub style: Style,
    /// The files that are judged although no byte and no word of them is suspicious: those that are named.
    pub named: &'a [PathBuf],
}

/// Files that are no text, each of which is one finding.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BinaryFiles {
    /// Their number.
    pub count: u64,
    /// Their faults, which are there by chance.
    pub faults: FaultCounts,
}

/// A file with findings, which may be formatted in pieces at a time.
#[derive(Default)]
struct JudgedFile {
    /// The judgement of all of it.
    judgement: OnceLock<FileJudgement>,
    /// The place of the first finding.
    first: Mutex<Option<(u64, SequencePosition)>>,
}

impl JudgedFile {
    /// Its nature, if it is known to be misread.
    fn nature(&self) -> Option<&MisreadNature> {
        self.judgement.get()?.nature.as_ref()
    }
}

/// The judgement of a file.
#[derive(Default)]
struct FileJudgement {
    /// Its nature, if it is misread.
    nature: Option<MisreadNature>,
    /// The sentence that says so to a person; empty if a program reads it.
    said: Vec<u8>,
}

impl<'a> MisreadFormatter<'a> {
    /// Gives the looks of the answer for each file, if a person reads it on a terminal.
    pub(super) fn new(
        formatter: &'a dyn Formatter,
        lists_places: bool,
        answers: Option<FirstAnswers<'a>>,
    ) -> Self {
        Self {
            formatter,
            lists_places,
            answers,
            files: Mutex::default(),
            binaries: Mutex::default(),
            sound: SoundFiles::default(),
        }
    }

    /// The binary files, for a reader: none for a program.
    pub(super) fn binaries(&self) -> BinaryFiles {
        if self.answers.is_some() {
            *self.binaries.lock().unwrap_or_else(PoisonError::into_inner)
        } else {
            BinaryFiles::default()
        }
    }

    /// The well-formed files that were not looked at for mojibake, for a reader.
    pub(super) fn left(&self) -> u64 {
        self.sound.left.load(Relaxed)
    }

    fn file(&self, name: &Path) -> Arc<JudgedFile> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(files.entry(name.to_owned()).or_default())
    }

    /// A file that has findings.
    fn known(&self, name: &Path) -> Option<Arc<JudgedFile>> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.get(name).map(Arc::clone)
    }

    /// The file whose outcome is known now, if it has findings.
    fn ended(&self, name: &Path) -> Option<Arc<JudgedFile>> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.remove(name)
    }
}

impl Formatter for MisreadFormatter<'_> {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        let file = self.formatter.of_file(name, verdict);
        let is_judged = match verdict.evidence {
            Evidence::Assumed => true,
            // Its encoding is certain, and what was meant at a fault is said.
            Evidence::Bom => self.answers.is_some(),
            _ => false,
        };
        if !is_judged || name == Path::new("-") {
            return file;
        }
        Box::new(MisreadFileFormatter {
            file,
            own: self,
            name,
            judged: None,
            is_answered: false,
        })
    }
}

/// A file that was read as UTF-8 for lack of evidence, or a piece of it.
struct MisreadFileFormatter<'a> {
    file: Box<dyn FileFormatter + 'a>,
    own: &'a MisreadFormatter<'a>,
    name: &'a Path,
    judged: Option<Arc<JudgedFile>>,
    /// True if it is said what is wrong with all of it.
    is_answered: bool,
}

impl FileFormatter for MisreadFileFormatter<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        if is_apart(finding) {
            return self.file.finding(finding, out);
        }
        let judged = self.judged.get_or_insert_with(|| self.own.file(self.name));
        let judgement =
            { &judged.judgement }.get_or_init(|| judgement(self.name, self.own.answers));
        let has_places = judgement.nature.is_none() || self.own.lists_places;
        if has_places && !self.is_answered {
            self.file.answer(&judgement.said, out);
            self.is_answered = true;
        }
        if judgement.nature.is_none() {
            return self.file.finding(finding, out);
        }
        if self.own.lists_places {
            if matches!(finding.what, FindingKind::Fault(..)) {
                self.file.finding(finding, out);
            }
            return;
        }
        let place = (finding.range.start, finding.position);
        let mut first = judged.first.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_none_or(|(start, _)| place.0 < start) {
            *first = Some(place);
        }
    }

    fn settle(&mut self, outcome: &mut CheckOutcome) {
        if self.judged.is_none() {
            // Of a file in pieces, others had the findings.
            self.judged = self.own.known(self.name);
        }
        let judged = self.judged.as_ref();
        let is_misread = judged.is_some_and(|judged| judged.nature().is_some());
        if let Some(noted) = outcome.noted.as_mut().filter(|_| is_misread) {
            let all = noted.total();
            *noted = noted.only(holds);
            outcome.denied = outcome.denied.min(noted.total());
            // What is not told of it was no finding that was left out.
            outcome.left_out = outcome.left_out.saturating_sub(all - noted.total());
        }
        let is_counted = self.own.answers.is_some() || outcome.left_out > 0;
        if is_misread && is_counted && !self.own.lists_places {
            // The one finding is told instead of all of them.
            outcome.left_out = outcome.faults.total();
        }
        self.file.settle(outcome);
    }

    fn outcome(&mut self, outcome: &CheckOutcome, out: &mut Vec<u8>) {
        // The same name may be checked more than once.
        let ended = self.own.ended(self.name);
        let judged = self.judged.take().or(ended);
        let first = judged.as_ref().and_then(|judged| {
            let first = judged.first.lock().unwrap_or_else(PoisonError::into_inner);
            *first
        });
        let nature = { judged.as_ref() }.and_then(|judged| judged.nature());
        if let (Some((start, position)), Some(nature)) = (first, nature) {
            if let MisreadNature::Binary(_) = nature {
                let binaries = self.own.binaries.lock();
                let mut binaries = binaries.unwrap_or_else(PoisonError::into_inner);
                binaries.count += 1;
                binaries.faults.merge(&outcome.faults);
            }
            let misread = MisreadFile {
                cause: MisreadCause::NotUtf8,
                said: nature.said(outcome.faults.total()),
            };
            let finding = Finding {
                what: FindingKind::Misread(&misread),
                range: start..start + 1,
                bytes: &[],
                position,
                severity: Severity::Error,
                count: 1,
                hidden: None,
                twin: None,
                layer: &[],
            };
            self.file.finding(&finding, out);
        }
        if judged.is_none() && outcome.is_well_formed() {
            let answers = self.own.answers;
            let said =
                answers.and_then(|answers| answers.of_sound(self.name, outcome, &self.own.sound));
            self.file.answer(&said.unwrap_or_default(), out);
        }
        self.file.outcome(outcome, out);
    }
}

impl FirstAnswers<'_> {
    /// The answer for a file without a finding: it may be mojibake, or hold text of another kind.
    fn of_sound(self, name: &Path, outcome: &CheckOutcome, sound: &SoundFiles) -> Option<Vec<u8>> {
        let is_named = self.named.iter().any(|path| path == name);
        let is_ascii = outcome.characters == outcome.bytes;
        if !is_named && (is_ascii || !sound.takes(outcome.bytes)) {
            return None;
        }
        let is_file = fs::metadata(name).is_ok_and(|found| found.is_file());
        let source = is_file.then(|| Source::open(name).ok()).flatten()?;
        let data = WaitingSource(&source);
        if !is_named && !may_be_misread(&data) {
            return None;
        }
        sound.judged.fetch_add(1, Relaxed);
        let guess = guess::guess(&data, Preferred::NONE);
        answer(name, &guess, &data, self.style)
    }
}

/// Reports whether a text may be mojibake: text that reads well is not judged further.
fn may_be_misread(data: &dyn Peek) -> bool {
    let mut at = 0;
    loop {
        let window = data.window(at, STEP);
        let bytes = &window.bytes;
        let lines = match memrchr(b'\n', bytes) {
            Some(end) if !window.ends => &bytes[..=end],
            _ => bytes,
        };
        if !lines.is_ascii() && detect::may_be_misread(lines) {
            return true;
        }
        at += lines.len() as u64;
        if window.ends || lines.is_empty() {
            return false;
        }
    }
}

/// Reports whether a finding is told of a misread file too: one in its name, one about the whole file, or a denied bidi control, which is
/// no letter of any set by chance, and which a reader of UTF-8 obeys.
fn is_apart(finding: &Finding<'_>) -> bool {
    let is_bidi = matches!(finding.what, FindingKind::Notice(notice, _) if holds(notice));
    let is_name = finding.layer == [CoatKind::FileName];
    let is_whole = matches!(finding.what, FindingKind::Misread(_));
    is_name || is_whole || is_bidi && finding.severity == Severity::Error
}

/// Reports whether a notice holds of a misread file, too.
const fn holds(notice: Notice) -> bool {
    matches!(notice, Notice::BidiControl | Notice::BidiUnpaired)
}

/// The nature of a file that is not UTF-8, in words.
enum MisreadNature {
    /// Text, with its encoding.
    Text(String),
    /// No text, with its kind.
    Binary(String),
}

impl MisreadNature {
    /// The finding. Places are counted in text alone: in a binary they are there by chance.
    fn said(&self, places: u64) -> String {
        match self {
            Self::Text(encoding) => {
                let faults = counted(places, "fault");
                format!("not UTF-8: {encoding}; {faults} as UTF-8")
            }
            Self::Binary(kind) => format!("not UTF-8: {kind}"),
        }
    }
}

/// The judgement of a file that may not be UTF-8. What can be read only once is not read here: the check
/// reads it.
fn judgement(name: &Path, answers: Option<FirstAnswers<'_>>) -> FileJudgement {
    let is_file = fs::metadata(name).is_ok_and(|found| found.is_file());
    let source = is_file.then(|| Source::open(name).ok()).flatten();
    let Some(source) = source else {
        return FileJudgement::default();
    };
    let data = WaitingSource(&source);
    let is_sound = is_utf_8(&data);
    if is_sound && (answers.is_none() || !may_be_misread(&data)) {
        return FileJudgement::default();
    }
    let guess = guess::guess(&data, Preferred::NONE);
    let said = answers.and_then(|answers| answer(name, &guess, &data, answers.style));
    FileJudgement {
        nature: (!is_sound).then(|| nature(&guess)).flatten(),
        said: said.unwrap_or_default(),
    }
}

/// The nature of data that is not UTF-8, if it is certain.
fn nature(guess: &Guess) -> Option<MisreadNature> {
    match guess.nature {
        Nature::Binary(Some(kind)) => Some(MisreadNature::Binary(format!("{kind} binary"))),
        Nature::Binary(None) => Some(MisreadNature::Binary("binary".to_owned())),
        _ => is_other(guess).then(|| MisreadNature::Text(headline(guess).text())),
    }
}

/// Reports whether the one finding of data is that it is no UTF-8.
pub(super) fn is_misread(guess: &Guess, data: &dyn Peek) -> bool {
    match guess.nature {
        Nature::Binary(_) => !is_utf_8(data),
        _ => is_other(guess),
    }
}

/// Reports whether data is well-formed UTF-8, but for a character cut off at its end.
pub(super) fn is_utf_8(data: &dyn Peek) -> bool {
    let mut at = 0;
    loop {
        let window = data.window(at, STEP);
        let len = match str::from_utf8(&window.bytes) {
            Ok(text) => text.len(),
            // The next window has the whole character.
            Err(ill) if ill.error_len().is_none() => ill.valid_up_to(),
            Err(_) => return false,
        };
        at += len as u64;
        if window.ends || len == 0 {
            return true;
        }
    }
}

/// Reports whether all of a text is in another encoding than UTF-8.
fn is_other(guess: &Guess) -> bool {
    let is_sure = guess.nature == Nature::Text && guess.confidence >= ACTING_FLOOR;
    let taken = guess.taken();
    let is_guessed = matches!(taken.evidence, Evidence::Guessed { .. });
    is_sure && !guess.is_joined && is_guessed && !taken.encoding.is_utf8()
}
