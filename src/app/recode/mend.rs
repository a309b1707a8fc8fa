//! `recode --fix` and `--lines`: the repair is determined before anything is written.
//!
//! Invariant: without a named chain the command repairs only certain damage; the rest it reports and
//! leaves as it is.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::bail;

use super::RecodeCommand;
use super::left::{LeftPieceCollector, LeftPlaces};
use crate::app::attended::ProgressDisplay;
use crate::app::label;
use crate::app::mistake::ArgumentMistake;
use crate::app::remark::say;
use crate::cli::recode::RecodeArguments;
use crate::codec::{BitLayout, CodecState, Encoder, Encoding, table};
use crate::detect::chain::Chain;
use crate::detect::joined::JoinedParts;
use crate::detect::requested::EncodingOptionName;
use crate::detect::runs::CandidateReadings;
use crate::detect::verdict::{
    ACTING_FLOOR, Evidence, Guess, LossForm, LostCharacters, Nature, Verdict,
};
use crate::detect::{Judgement, Reading, zawgyi};
use crate::job::mend::{MendFailure, MendPlan, STEP, fits, mend, mend_to};
use crate::job::recode::policy::{
    BomPolicy, LineEndPolicy, Normalize, OfFaults, OfUnmappable, Policies,
};
use crate::job::recode::{Losses, RecodeOutcome, Witness};
use crate::job::runs::{self, ReadingRuns, lines_of};
use crate::job::text_view::{OfData, TextView};
use crate::job::{Control, JobEnd};
use crate::model::lost;
use crate::report::recode as words;
use crate::source::{Source, Trouble};
use crate::unicode::glyph;
use crate::window::Peek;

/// The requested repair.
#[derive(Debug, Clone)]
pub(super) enum Mending {
    /// `--fix CHAIN`.
    Chain(Chain),
    /// `--fix auto`.
    Auto,
    /// `--fix zawgyi`.
    Zawgyi,
    /// `--lines`, and the encoding of `--fallback`.
    Lines(Option<&'static Encoding>),
}

/// Reads through some data, a pass of the work on a file.
fn gone_through<T>(
    file: &Path,
    attended: &ProgressDisplay,
    len: u64,
    pass: impl FnOnce(&mut Control<'_>) -> JobEnd<Result<T, MendFailure>>,
) -> anyhow::Result<T> {
    attended.begin(Some(len));
    let report = |bytes| attended.show(bytes);
    // A signal ends the process.
    let cancel = AtomicBool::new(false);
    let done = pass(&mut Control::new(&cancel, &report));
    attended.hide();
    match done {
        JobEnd::Done(Ok(result)) => Ok(result),
        JobEnd::Done(Err(MendFailure::Unreadable(at))) => bail!(unreadable(file, at)),
        JobEnd::Done(Err(MendFailure::Output(error))) => Err(error.into()),
        JobEnd::Cancelled => bail!("cancelled"),
    }
}

impl Mending {
    /// The passes over the data: which readings occur and where, or whether a named chain fits; and
    /// the repair.
    pub(super) const fn passes(&self) -> u32 {
        match self {
            Self::Zawgyi => 1,
            Self::Chain(_) => 2,
            Self::Auto | Self::Lines(_) => 3,
        }
    }

    /// The requested repair; none if everything is converted in the same way.
    pub(super) fn from_options(wanted: &RecodeArguments) -> anyhow::Result<Option<Self>> {
        let fallback = wanted.fallback.as_deref().map(fallback).transpose()?;
        Ok(match wanted.fix.as_deref().map(str::trim) {
            None if wanted.lines => Some(Self::Lines(fallback)),
            None => None,
            Some("auto") => Some(Self::Auto),
            Some(name) if name.eq_ignore_ascii_case(zawgyi::NAME) => Some(Self::Zawgyi),
            Some(notation) => {
                let chain = Chain::parse(notation);
                Some(Self::Chain(chain.map_err(|unknown| {
                    ArgumentMistake::new(glyph::safe(&unknown.to_string(), glyph::Charset::Unicode))
                })?))
            }
        })
    }
}

/// The repair of some data.
pub(super) struct DataRepair<'a> {
    source: &'a Source,
    /// The data as UTF-8, if it does not share the bytes of ASCII.
    view: Option<&'a TextView<'a>>,
    readings: CandidateReadings,
    plan: MendPlan,
    verdict: Verdict,
}

impl<'a> DataRepair<'a> {
    /// The data in the form that is read through.
    pub(super) fn text(&self) -> &'a dyn Peek {
        match self.view {
            Some(view) => view,
            None => self.source,
        }
    }

    /// The named chain to undo.
    fn named(&self) -> Option<&Chain> {
        let is_named = matches!(self.plan, MendPlan::Named | MendPlan::Nothing);
        let mut chains = self
            .readings
            .list()
            .iter()
            .filter_map(|one| one.chain.as_ref());
        chains.next().filter(|_| is_named)
    }
}

impl RecodeCommand<'_> {
    /// The judgement of data that is repaired as it is: it is UTF-8, or its lines are in sets that share the
    /// characters of ASCII. None if it is read as text in another encoding before, or nothing is judged.
    pub(super) fn judged_as_it_is(
        &self,
        file: &Path,
        data: &Source,
        mending: &Mending,
        attended: &ProgressDisplay,
    ) -> anyhow::Result<Option<Judgement>> {
        let is_lines = matches!(mending, Mending::Lines(_));
        if !self.requested.is_auto() || !(is_lines || matches!(mending, Mending::Auto)) {
            return Ok(None);
        }
        let judgement = self.judged(file, data, attended)?;
        let encoding = judgement.guess.taken().encoding;
        let is_as_it_is = encoding.is_utf8()
            || is_lines && (encoding.ascii || judgement.readings.joined().is_some());
        Ok(is_as_it_is.then_some(judgement))
    }

    /// Judges some data, all of it by runs.
    fn judged(
        &self,
        file: &Path,
        text: &dyn Peek,
        attended: &ProgressDisplay,
    ) -> anyhow::Result<Judgement> {
        gone_through(file, attended, text.len(), |control| {
            let preferred = self.requested.preferred();
            match runs::judge(control, text, preferred, runs::STEP) {
                JobEnd::Done(judgement) => JobEnd::Done(Ok(judgement)),
                JobEnd::Cancelled => JobEnd::Cancelled,
            }
        })
    }

    /// The data as UTF-8, if it is read as text in another encoding before the repair.
    pub(super) fn view<'a>(
        &self,
        file: &Path,
        data: &'a Source,
        mending: &Mending,
        attended: &ProgressDisplay,
    ) -> anyhow::Result<Option<TextView<'a>>> {
        let name = self.name(file);
        let is_joined = || self.requested.is_auto() && JoinedParts::find(data).is_some();
        if matches!(mending, Mending::Lines(_)) && is_joined() {
            return Ok(None);
        }
        let verdict = self.requested.verdict(data);
        let encoding = verdict.encoding;
        let is_lines = matches!(mending, Mending::Lines(_));
        let is_named = verdict.evidence == Evidence::Chosen;
        if encoding.is_utf8() || is_lines && encoding.ascii && !is_named {
            return Ok(None);
        }
        if !encoding.ascii && !is_named && !is_read_unasked(verdict, data) {
            say(&format!("{name}: {}", words::not_assumed(encoding)));
            return Ok(None);
        }
        if is_lines && encoding.ascii {
            bail!(
                "{name}: --lines finds lines in {} by itself; leave out -f",
                encoding.name
            );
        }
        if encoding.ascii && !is_named {
            bail!(
                "{name}: is {}, but --fix mends UTF-8, or what -f names; try --lines",
                encoding.name
            );
        }
        if self.policies.faults == OfFaults::Keep {
            bail!(
                "{name}: is {}; its bytes cannot be kept in the output; use --faults {}",
                encoding.name,
                words::others(OfFaults::Keep)
            );
        }
        if is_lines && !encoding.is_unicode() {
            say(&format!(
                "{name}: read as {} throughout: lines cannot be told apart in an encoding that does not extend ASCII",
                encoding.name
            ));
        }
        let phase = u64::from(self.input.phase);
        attended.expect_more(1);
        gone_through(file, attended, data.len(), |control| match TextView::build(
            control, data, encoding, phase,
        ) {
            JobEnd::Done(view) => JobEnd::Done(view.map(Some).map_err(MendFailure::Unreadable)),
            JobEnd::Cancelled => JobEnd::Cancelled,
        })
    }

    pub(super) fn name(&self, file: &Path) -> String {
        glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), self.charset)
    }

    /// Determines the repair of some data; none, with a message, if it is not certain enough.
    pub(super) fn plan<'a>(
        &self,
        file: &Path,
        (source, view): (&'a Source, Option<&'a TextView<'a>>),
        (mending, judged): (&Mending, Option<Judgement>),
        attended: &ProgressDisplay,
    ) -> anyhow::Result<Option<DataRepair<'a>>> {
        let name = self.name(file);
        let mut repair = DataRepair {
            source,
            view,
            readings: CandidateReadings::with_utf8([]),
            plan: MendPlan::Chains,
            verdict: view.map_or(AS_UTF_8, |_| self.requested.verdict(source)),
        };
        if let Mending::Chain(chain) = mending {
            repair.readings = CandidateReadings::with_utf8([Reading::through(chain.clone())]);
            let fits = gone_through(file, attended, repair.text().len(), |control| {
                fits(control, repair.text(), chain, STEP)
            })?;
            repair.plan = if fits {
                MendPlan::Named
            } else {
                MendPlan::Nothing
            };
            if !fits {
                say(&format!(
                    "{name}: {}",
                    words::nothing_fits(&chain.notation())
                ));
            }
            return Ok(Some(repair));
        }
        if let Mending::Zawgyi = mending {
            repair.plan = MendPlan::Zawgyi;
            return Ok(Some(repair));
        }
        let judgement = match judged {
            Some(judgement) => judgement,
            None => self.judged(file, repair.text(), attended)?,
        };
        if let Nature::Binary(_) = judgement.guess.nature {
            bail!("{name}: is binary; only text is mended; --fix CHAIN mends where the chain fits");
        }
        repair.readings = if view.is_some() {
            judgement.readings.clone().of_chains()
        } else {
            judgement.readings.clone()
        };
        let is_told = |found: &&ReadingRuns| view.is_none() || found.reading.chain.is_some();
        for found in judgement.found.iter().filter(is_told) {
            let at = view.map_or(found.first.start, |view| view.origin(found.first.start));
            say(&format!("{name}: {}", words::found(found, at)));
        }
        if let Mending::Lines(fallback) = mending {
            repair.plan = fallback.map_or(MendPlan::All, MendPlan::AllOr);
            return Ok(Some(repair));
        }
        if judgement.guess.is_zawgyi() && judgement.misread().next().is_some() {
            say(&format!(
                "{name}: nothing written; it has mojibake and Burmese in the order of {}: --fix zawgyi \
                 first, then --fix auto",
                zawgyi::NAME
            ));
            return Ok(None);
        }
        if judgement.guess.is_zawgyi() {
            say(&format!("{name}: Burmese in the order of {}", zawgyi::NAME));
            repair.plan = MendPlan::Zawgyi;
            return Ok(Some(repair));
        }
        if judgement.misread().next().is_none() {
            say(&format!(
                "{name}: {}",
                self.nothing_to_mend(&judgement.guess)
            ));
        }
        if judgement.is_doubtful() {
            say(&format!("{name}: {}", words::unsure(ACTING_FLOOR)));
        }
        Ok(Some(repair))
    }

    /// The reason why nothing is mended: there is no mojibake, or what is left of it is too little.
    fn nothing_to_mend(&self, guess: &Guess) -> String {
        let is_mojibake = |loss: &&LostCharacters| matches!(loss.form, LossForm::Controls(_));
        let loss = guess.lost.iter().find(is_mojibake);
        loss.map_or_else(
            || "no mojibake found".to_owned(),
            |loss| lost::headline(loss, self.charset).text(),
        )
    }

    /// Repairs some data.
    pub(super) fn mended(
        &self,
        (control, attended): (&mut Control<'_>, &ProgressDisplay),
        file: &Path,
        repair: &DataRepair<'_>,
        witness: &mut dyn Witness,
        out: &mut dyn Write,
    ) -> JobEnd<io::Result<RecodeOutcome>> {
        let mut left = LeftPlaces::default();
        let done = match repair.view {
            Some(view) => {
                let mut of_data = OfData::new(witness, view);
                let mut listing = LeftPieceCollector::new(&mut of_data, &mut left);
                self.mend(control, repair, &mut listing, out)
            }
            None => self.mend(
                control,
                repair,
                &mut LeftPieceCollector::new(witness, &mut left),
                out,
            ),
        };
        self.list(file, repair, &left, attended);
        let ((losses, stopped), unread) = match done {
            JobEnd::Cancelled => return JobEnd::Cancelled,
            JobEnd::Done(Err(MendFailure::Output(error))) => return JobEnd::Done(Err(error)),
            JobEnd::Done(Err(MendFailure::Unreadable(at))) => {
                ((Losses::default(), false), Some(at))
            }
            JobEnd::Done(Ok(done)) => (done, None),
        };
        let hint = "convert it again";
        let changed = Trouble::after(file, 0, repair.source.refresh(), ("converted", hint));
        let at = |at: u64| repair.view.map_or(at, |view| view.origin(at));
        let unread = unread.map(|offset| unreadable(file, at(offset)));
        JobEnd::Done(Ok(RecodeOutcome {
            verdict: repair.verdict,
            other_mark: None,
            losses,
            stopped,
            troubles: changed.or(unread).into_iter().collect(),
        }))
    }

    /// Reports the places that are left unchanged.
    fn list(
        &self,
        file: &Path,
        repair: &DataRepair<'_>,
        left: &LeftPlaces,
        attended: &ProgressDisplay,
    ) {
        let name = self.name(file);
        let named = repair.named().map(Chain::notation);
        let fallback = match repair.plan {
            MendPlan::AllOr(set) => Some(set.name),
            _ => None,
        };
        let lines = lines_of(
            repair.text(),
            &repair.readings,
            left.first.iter().map(|place| place.offset),
        );
        attended.hide();
        for (place, line) in left.first.iter().zip(lines) {
            let at = { repair.view }.map_or(place.offset, |view| view.origin(place.offset));
            let is_text =
                str::from_utf8(&place.bytes).map_or_else(|cut| cut.error_len().is_none(), |_| true);
            let why = match repair.plan {
                MendPlan::Zawgyi if is_text => words::EITHER_ORDER.to_owned(),
                _ => words::why_left(&place.bytes, named.as_deref(), fallback),
            };
            let bytes = words::shown(&place.bytes, place.len);
            say(&format!(
                "{name}: line {line}, offset 0x{at:X}: {bytes}: {why}"
            ));
        }
        let more = left.count - left.first.len() as u64;
        if more > 0 {
            say(&format!("{name}: {}", words::more_left(more)));
        }
    }

    /// Repairs some data, and converts it unless it keeps its encoding.
    fn mend(
        &self,
        control: &mut Control<'_>,
        repair: &DataRepair<'_>,
        witness: &mut dyn Witness,
        out: &mut dyn Write,
    ) -> JobEnd<Result<(Losses, bool), MendFailure>> {
        let (data, readings, plan) = (repair.text(), &repair.readings, repair.plan);
        if repair.view.is_none() && self.to.is_utf8() && self.policies == AS_IT_IS {
            return match mend(control, data, readings, plan, STEP, witness, out) {
                JobEnd::Done(done) => JobEnd::Done(done.map(|losses| (losses, false))),
                JobEnd::Cancelled => JobEnd::Cancelled,
            };
        }
        let to = (self.to, self.policies);
        mend_to(control, data, (readings, plan), to, STEP, witness, out)
    }
}

/// The encoding of `--fallback`: lines in it stand among lines in UTF-8.
fn fallback(label: &str) -> anyhow::Result<&'static Encoding> {
    let requested = label::requested(label)?;
    let encoding = requested.verdict_unguessed(b"").encoding;
    if requested.is_auto() || encoding.is_utf8() || !encoding.ascii {
        let what = glyph::safe(label, glyph::Charset::Unicode);
        bail!(ArgumentMistake::new(format!(
            "--fallback cannot be {what}; use one such as windows-1252"
        )));
    }
    if let Some(remark) = requested.remark(label, EncodingOptionName::Fallback) {
        say(&remark);
    }
    Ok(encoding)
}

/// Reports whether data is read unasked in an encoding that does not share the bytes of ASCII: the
/// verdict is certain, and the data has bytes that are no ASCII text, which stays unchanged.
fn is_read_unasked(verdict: Verdict, data: &dyn Peek) -> bool {
    const SHIFTS: [u8; 2] = [0x1B, 0x0E];
    let start = data.window(0, STEP).bytes;
    let has_shifts = || start.iter().any(|byte| SHIFTS.contains(byte));
    let reads_a = |c: u8| {
        let sequence = verdict.encoding.decode(&mut CodecState::default(), &[c]);
        sequence.meaning.scalar() == Some(char::from(c))
    };
    let is_other = match verdict.encoding.layout {
        BitLayout::Utf16(_) | BitLayout::Utf32(_) => true,
        BitLayout::SingleByte => !reads_a(b'a'),
        BitLayout::Iso2022Jp | BitLayout::Shifted(_) => has_shifts(),
        _ => false,
    };
    match verdict.evidence {
        Evidence::Bom => true,
        Evidence::Guessed { .. } => is_other && verdict.is_sure(),
        _ => is_other,
    }
}

/// The policies under which UTF-8 stays byte for byte, ill-formed or not.
const AS_IT_IS: Policies = Policies {
    faults: OfFaults::Stop,
    unmappable: OfUnmappable::Stop,
    bom: BomPolicy::Keep,
    line_ends: LineEndPolicy::Keep,
    normalize: Normalize::Keep,
    encoder: Encoder::Full,
};

/// Data in no other encoding is read through as UTF-8.
const AS_UTF_8: Verdict = Verdict {
    encoding: table::UTF_8,
    evidence: Evidence::Chosen,
};

fn unreadable(file: &Path, at: u64) -> Trouble {
    let what = format!("the bytes from 0x{at:X} on cannot be read");
    Trouble::new(file, what, "a file is mended only as a whole")
}
