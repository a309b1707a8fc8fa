//! The answer first: what is wrong with the data, where the first of it is, what it was meant to be,
//! and the key that shows or mends it.
//!
//! It is said in one line under the title of the inspector, and is the first line of `guess` and of
//! `check` on a terminal. Invariant: sound data has no answer, and an answer says no more than the
//! guess does.

use super::dump_state::DumpState;
use super::edit::SaveState;
use super::guessed::{carriers, headline, percent};
use super::line::{Click, Tone, TonedLine, fit};
use super::numbers::counted;
use super::row::ByteRole;
use super::state::{Facts, View};
use super::subject::ViewSubject;
use super::text::EncodedText;
use super::{carrier, lost, offer};
use crate::codec::{Encoding, Fault};
use crate::detect::verdict::{
    ACTING_FLOOR, Evidence, Guess, LossForm, LostCharacters, Mojibake, Nature, OtherText,
};
use crate::language::Language;
use crate::scan::facts::index::Index;
use crate::texts;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

mod step;

pub use step::AnswerStep;
use step::{SHOWS_MORE, StepWords, step};

/// The line of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnswerRow {
    /// Nothing is wrong, as far as is known.
    #[default]
    Due,
    /// The data is still being read: its row is kept free, so that no row moves when it comes.
    Awaited,
    /// It is on the screen.
    Shown,
    /// It was used, or the user does not want it.
    Dismissed,
}

impl AnswerRow {
    /// Reports whether it takes a row of the screen.
    pub const fn is_kept(self) -> bool {
        matches!(self, Self::Awaited | Self::Shown)
    }
}

/// Said in the row that is kept for the answer.
const LOOKING: &str = "looking for what is wrong";

/// The row that is kept for the answer, which is empty once nothing was found.
pub fn awaited(view: &View, facts: &Facts, language: Language) -> TonedLine {
    if is_known(view, facts) {
        return TonedLine::new();
    }
    TonedLine::new()
        .plain(" ")
        .quiet(texts::said(LOOKING, language))
}

/// Reports whether all of the data was read for the answer.
pub fn is_known(view: &View, facts: &Facts) -> bool {
    let is_read = facts.index(view).is_some_and(|index| index.complete);
    facts.guess.is_some() && is_read
}

/// The faults of data in words, and the remedy.
#[derive(Debug, Clone, PartialEq)]
pub struct DataAnswer {
    /// The facts, the most important first.
    said: Vec<TonedLine>,
    /// The first fact in fewer words, and what was meant, which may be cut; the forms in fewest words last.
    short: Vec<ShortFact>,
    /// The effect of Enter.
    pub step: AnswerStep,
    /// The same in words.
    does: StepWords,
}

/// A fact in few words, and what was meant.
type ShortFact = (TonedLine, String);

/// The key that takes the answer.
const KEY: &str = "Enter";
/// The least room for all words about the key, and for any.
const ROOMY: usize = 60;
const NARROW: usize = 30;
/// The separator of two facts.
const DOT: &str = " · ";

impl DataAnswer {
    /// The line, in so many columns: the key stands at its end. Facts that do not fit are dropped, and
    /// counted beside the key of the `list` that has them.
    pub fn line(self, width: u16, list: &str, language: Language) -> TonedLine {
        let this = self.in_language(language);
        let room = usize::from(width).saturating_sub(2);
        let key = TonedLine::new().with(Tone::Key, KEY);
        let dot = DOT.chars().count();
        let all = TonedLine::joined(this.said.clone(), DOT).columns() + dot;
        let of = |does: &str| {
            key.clone()
                .plain(format!(" {}", texts::said(does, language)))
        };
        let is_short = |line: &TonedLine| all + line.columns() > room;
        let key = match room {
            0..NARROW => key,
            NARROW..ROOMY => of(this.does.1),
            // What is dropped is more than these words.
            _ if is_short(&of(this.does.0)) => of(this.does.1),
            _ => of(this.does.0),
        };
        let bare = TonedLine::new().with(Tone::Key, KEY);
        let room_with = |key: &TonedLine| room.saturating_sub(key.columns() + dot);
        let is_whole = { this.said.first() }.is_none_or(|first| first.columns() <= room_with(&key));
        let is_wanted =
            |short: &ShortFact| !is_whole || is_better_short(short, &this.said, room_with(&key));
        let has_forms = this.short.first().is_some_and(is_wanted);
        let forms = { &this.short[..] }.get(..if has_forms { this.short.len() } else { 0 });
        let forms = forms.unwrap_or_default();
        // The word that was meant says more than the effect of the key.
        let has_room = |(said, meant): &ShortFact, key: &TonedLine| {
            said.columns() + glyph::columns(meant) <= room_with(key)
        };
        let whole = || {
            let mut ways = { forms.iter() }.flat_map(|form| [(form, &key), (form, &bare)]);
            ways.find(|(form, key)| has_room(form, key))
        };
        let cut = || {
            let form = forms.last()?;
            let has_beginning = |(key, least): &(&TonedLine, usize)| {
                room_with(key).saturating_sub(form.0.columns()) >= *least
            };
            let keys = [(&key, 2 * LEAST), (&bare, LEAST)];
            { keys.into_iter().find(has_beginning) }.map(|(key, _)| (form, key))
        };
        let short = whole()
            .or_else(cut)
            .and_then(|(form, key)| Some((key.clone(), shortened(form, room_with(key))?)));
        let count = this.said.len();
        let mut said = this.said;
        let key = match (short, said.first_mut()) {
            (Some((key, short)), Some(first)) => {
                *first = short;
                key
            }
            (None, Some(first)) => {
                *first = std::mem::take(first).cut_at_clause(room_with(&key));
                key
            }
            (_, None) => key,
        };
        let left = room_with(&key);
        let mut said = fit(said, left, dot);
        let dropped = count - said.len();
        let used = TonedLine::joined(said.clone(), DOT).columns();
        let more = [
            TonedLine::new()
                .quiet(counted(dropped as u64, "other") + ": ")
                .said(language)
                .with(Tone::Key, list),
            TonedLine::new().quiet(format!("+{dropped}")),
        ];
        let has_room = |more: &TonedLine| dropped > 0 && used + dot + more.columns() <= left;
        said.extend(more.into_iter().find(has_room));
        said.push(key);
        let mut line = TonedLine::new().plain(" ");
        line.append(TonedLine::joined(said, DOT).cut(room));
        line.on_click(&Click::Keys(KEY.to_owned()))
    }

    /// The answer with its facts in a language.
    fn in_language(mut self, language: Language) -> Self {
        for said in &mut self.said {
            *said = std::mem::take(said).said(language);
        }
        for (said, meant) in &mut self.short {
            *said = std::mem::take(said).said(language);
            *meant = texts::said(meant, language).into_owned();
        }
        self
    }
}

/// The answer for the data as a view reads it; none if it is sound, or not known yet.
pub fn of(view: &View, facts: &Facts, data: &dyn Peek, charset: Charset) -> Option<DataAnswer> {
    let is_alone = view.subject == ViewSubject::Data && facts.compared.is_none();
    let is_told = is_alone && view.cover.is_none();
    let guess = facts.guess.as_deref().filter(|_| is_told)?;
    if is_repaired(guess, view, facts) {
        return None;
    }
    if let DumpState::Offered(name, _) = facts.dump {
        let said = TonedLine::new().strong(format!("a hex dump: {name}"));
        return Some(DataAnswer::of(
            said,
            AnswerStep::Run("dump"),
            ("reads its bytes", "reads it"),
        ));
    }
    if let DumpState::Refused(name, at) = facts.dump {
        let said =
            TonedLine::new().strong(format!("a hex dump ({name}) with a fault in line {at}"));
        return Some(DataAnswer::of(
            said,
            AnswerStep::Run("dump"),
            ("explains it", "explains it"),
        ));
    }
    let is_asked = view.reading.evidence == Evidence::Chosen;
    match guess.nature {
        Nature::Empty => None,
        Nature::Binary(kind) => {
            let is_binary = matches!(view.reading.evidence, Evidence::Binary(_));
            let strings = AnswerStep::Run("strings");
            let what = kind.map_or_else(|| "binary".to_owned(), |kind| format!("{kind} binary"));
            let kind = TonedLine::new().strong(what);
            let does = ("lists the texts in it (:strings)", "lists its texts");
            is_binary.then(|| DataAnswer {
                short: vec![(kind.clone(), String::new())],
                ..DataAnswer::of(kind.plain(", not text"), strings, does)
            })
        }
        _ if guess.is_joined => {
            let said = guess.evidence.first().map(|why| glyph::safe(why, charset));
            let said = TonedLine::new().strong(said.unwrap_or_default());
            Some(DataAnswer::of(said, AnswerStep::Run("guess"), SHOWS_MORE))
        }
        _ => reads_like(guess, view, facts)
            .filter(|_| !is_asked)
            .or_else(|| {
                let mut others = others(guess, view.encoding());
                let is_explained = has_set(&others);
                others.retain(|other| view.passages.at(other.offset).is_none());
                let text = EncodedText::new(data, view.encoding(), view.phase);
                let place = { !is_explained }.then(|| fault_place(guess, &text, charset));
                let (place, of_fault) = place.flatten().unzip();
                let faults = if is_explained {
                    Vec::new()
                } else {
                    faults(view, facts, place)
                };
                let is_ill = !faults.is_empty();
                let (step, does) = step(guess, &others, view.encoding(), is_ill)?;
                let told = findings(guess, &others, charset);
                let said: Vec<TonedLine> = faults.into_iter().chain(told).collect();
                let short = if is_ill {
                    of_fault.into_iter().collect()
                } else {
                    let first = others.first().filter(|first| !guess.is_disputed(first));
                    first.map_or_else(Vec::new, |first| shortly(first, charset))
                };
                (!said.is_empty()).then_some(DataAnswer {
                    said,
                    short,
                    step,
                    does,
                })
            }),
    }
}

impl DataAnswer {
    fn of(said: TonedLine, step: AnswerStep, does: StepWords) -> Self {
        Self {
            said: vec![said],
            short: Vec::new(),
            step,
            does,
        }
    }
}

/// The least columns of a word that was meant.
const LEAST: usize = 8;

/// Reports whether all facts have room if the first is said in fewer words, and not otherwise.
fn is_better_short((said, meant): &ShortFact, facts: &[TonedLine], room: usize) -> bool {
    let all = TonedLine::joined(facts.to_vec(), DOT).columns();
    let first = facts.first().map_or(0, TonedLine::columns);
    let short = said.columns() + glyph::columns(meant);
    all > room && all - first + short <= room
}

/// A fact and the beginning of what was meant, if enough of that has room.
fn shortened((said, meant): &ShortFact, room: usize) -> Option<TonedLine> {
    let left = room.checked_sub(said.columns())?;
    let is_whole = glyph::columns(meant) <= left;
    (is_whole || left >= LEAST).then(|| {
        let said = said.clone().strong(meant);
        if is_whole {
            said
        } else {
            said.cut(room - 1).plain("…")
        }
    })
}

/// The first place of some text in few words, and what was meant; in fewer after it.
fn shortly(other: &OtherText, charset: Charset) -> Vec<ShortFact> {
    let place = TonedLine::new().plain(format!("{}: ", at(other.line, other.offset)));
    let is_sure = other.confidence >= ACTING_FLOOR;
    if other.chain.is_empty() {
        let meant = glyph::safe(&other.meant.to_string(), charset);
        let word = meant_words(&other.word, charset);
        let (is, mark) = if is_sure {
            (" is ", "")
        } else {
            (" may be ", "?")
        };
        let bare = (place.clone(), format!("{meant}{mark} ({word})"));
        let said = place.with(Tone::As(ByteRole::Fault), hex(&other.bytes));
        return vec![(said.plain(is), format!("{meant} ({word})")), bare];
    }
    if !is_sure {
        return Vec::new();
    }
    let word = meant_words(misread_words(other), charset);
    let said = place.with(Tone::As(ByteRole::Fault), "mojibake of");
    let was = format!("{}: was ", at(other.line, other.offset));
    vec![
        (said.plain(" "), word.clone()),
        (TonedLine::new().plain(was), word),
    ]
}

/// The first place of some text, of mojibake in few words: where there is little room.
pub fn listed_shortly(other: &OtherText, charset: Charset) -> TonedLine {
    let short = shortly(other, charset).into_iter().next();
    short.filter(|_| !other.chain.is_empty()).map_or_else(
        || listed(other, charset),
        |(said, meant)| said.strong(meant),
    )
}

/// The answer for data that is in another encoding than UTF-8 as a whole.
fn reads_like(guess: &Guess, view: &View, facts: &Facts) -> Option<DataAnswer> {
    let (read, taken) = (view.encoding(), guess.taken());
    let is_other = guess.nature == Nature::Text && taken.encoding != read;
    let guessed = (is_other && !guess.same.contains(&read)).then_some(taken);
    if let Some(other) = facts.offered(view).or(guessed) {
        let name = format!("{} ({})", other.encoding.name, other.evidence.short());
        let said = TonedLine::new().plain("resembles ").strong(name);
        return Some(DataAnswer::of(
            said,
            AnswerStep::Read(other),
            ("reads it so", "reads it so"),
        ));
    }
    let is_guessed = matches!(view.reading.evidence, Evidence::Guessed { .. });
    if !is_guessed || !others(guess, read).is_empty() {
        return None;
    }
    let why = if read.is_unicode() && read.unit > 1 {
        ", without a byte order mark"
    } else {
        ", and not UTF-8"
    };
    if guess.confidence < ACTING_FLOOR {
        let said = TonedLine::new().plain("perhaps ").strong(read.name);
        let said = said.plain(format!(", {} % sure", percent(guess.confidence)));
        let other = AnswerStep::Run("guess");
        return Some(DataAnswer::of(
            said,
            other,
            ("shows other encodings", "shows others"),
        ));
    }
    let said = headline(guess).plain(why);
    let save = AnswerStep::Run("save-text");
    Some(DataAnswer::of(
        said,
        save,
        ("saves a copy as UTF-8", "saves a copy"),
    ))
}

/// Reports whether the bytes were changed, and nothing is ill-formed any more, which the guess does not
/// know yet.
fn is_repaired(guess: &Guess, view: &View, facts: &Facts) -> bool {
    let is_sound = |index: &Index| index.complete && index.totals.faults.total() == 0;
    let is_changed = facts.edits.progress != SaveState::Unchanged;
    is_changed && guess.faults > 0 && facts.index(view).is_none_or(|index| is_sound(index))
}

/// The texts that are mojibake, or in another encoding than the rest.
fn others<'a>(guess: &'a Guess, rest: &Encoding) -> Vec<&'a OtherText> {
    let is_other = |other: &&OtherText| {
        !other.chain.is_empty() || other.encoding != rest || guess.is_disputed(other)
    };
    guess.others.iter().filter(is_other).collect()
}

/// Reports whether some text is in a set of its own, which is what its ill-formed sequences are.
fn has_set(others: &[&OtherText]) -> bool {
    others.iter().any(|other| other.chain.is_empty())
}

/// The faults of some text, by the guess: the first place in full, the others shortly.
fn findings(guess: &Guess, others: &[&OtherText], charset: Charset) -> Vec<TonedLine> {
    let mut said = in_order(guess, others, charset);
    let throughout = misread_throughout(guess);
    said.extend(throughout.map(|found| {
        let is_sure = found.confidence >= ACTING_FLOOR;
        mojibake(is_sure, &found.text, charset)
    }));
    said.extend(lost(guess).filter_map(|loss| lost::lines(loss, charset).into_iter().next()));
    let carried = carriers(guess);
    said.extend(carried.filter_map(|found| carrier::lines(found, charset).into_iter().next()));
    said
}

/// The mojibake that has no places: it is all of the text, such as of wide units.
fn misread_throughout(guess: &Guess) -> Option<&Mojibake> {
    let has_place = guess.others.iter().any(|other| !other.chain.is_empty());
    { guess.mojibake.as_ref() }.filter(|_| !has_place)
}

/// Mojibake, and what it was.
fn mojibake(is_sure: bool, text: &str, charset: Charset) -> TonedLine {
    let was = if is_sure { "it was" } else { "perhaps it was" };
    let said = TonedLine::new().with(Tone::As(ByteRole::Fault), "mojibake");
    said.plain(format!(", {was} "))
        .strong(meant_words(text, charset))
}

/// The text that was meant, as it may be drawn. The selector of a sign drawn as a picture (U+FE0F) is left
/// out: no reader needs its name in the middle of a word.
fn meant_words(text: &str, charset: Charset) -> String {
    glyph::safe(&text.replace('\u{FE0F}', ""), charset)
}

/// The characters that are lost where U+FFFD stands for them, or nothing: other signs may be meant.
fn lost(guess: &Guess) -> impl Iterator<Item = &LostCharacters> {
    let is_told =
        |loss: &&LostCharacters| matches!(loss.form, LossForm::Replaced | LossForm::Controls(_));
    guess.lost.iter().filter(is_told)
}

/// The place of the first fault, and those of text that is not as the rest: the first in full, the
/// others shortly.
pub fn places(guess: &Guess, data: &dyn Peek, charset: Charset) -> Vec<TonedLine> {
    let rest = guess.taken().encoding;
    let others = others(guess, rest);
    let text = EncodedText::new(data, rest, guess.phase.into());
    // Of what is undecided, the faults are only those of the view.
    let is_named = matches!(guess.verdict.evidence, Evidence::Damaged(_) | Evidence::Bom);
    let fault = fault_place(guess, &text, charset).filter(|_| is_named && !has_set(&others));
    let fault = fault.map(|(place, _)| place);
    let mut told = findings(guess, &others, charset);
    if others.first().is_some_and(|other| other.stretches > 1) {
        // In a sentence the number of places belongs to the first one.
        let more = told.remove(1);
        told[0] = std::mem::take(&mut told[0]).plain(", and ");
        told[0].append(more);
    }
    fault.into_iter().chain(told).collect()
}

/// The place of the first fault, and what was meant there; the same without its bytes, for a narrow screen.
fn fault_place(
    guess: &Guess,
    text: &EncodedText<'_>,
    charset: Charset,
) -> Option<(TonedLine, (TonedLine, String))> {
    let is_read = guess.taken().encoding == text.encoding;
    let place = guess.first_fault.filter(|_| is_read)?;
    let found = offer::ill_formed(text, place.offset)?;
    let begin = TonedLine::new().plain(format!("{}: ", at(place.line, place.offset)));
    let line = { begin.clone() }.with(Tone::As(ByteRole::Fault), hex(&found.bytes));
    let title = found.fault.title();
    let (line, short) = match found.meant {
        Some(c) if !c.is_control() => {
            let c = glyph::safe(&c.to_string(), charset);
            let short = format!("{c} ({title})");
            let line = line.plain(" is ").strong(c);
            (line.plain(format!(" ({title})")), short)
        }
        None if found.missing > 0 => {
            let missing = counted(found.missing as u64, "byte");
            let said = format!("cut short, {missing} missing");
            (line.plain(format!(" is {said}")), said)
        }
        _ => (line.plain(format!(" ({title})")), title.to_owned()),
    };
    Some((line, (begin, short)))
}

/// Some bytes in hex.
fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    bytes.join(" ")
}

/// The places of text that is not as the rest, and is no fault either: of mojibake, and of other sets among
/// lines of a set.
pub fn without_fault<'a>(guess: &'a Guess, rest: &Encoding) -> Vec<&'a OtherText> {
    let mut others = others(guess, rest);
    others.retain(|other| !other.chain.is_empty() || !rest.is_unicode());
    let mut places: Vec<&OtherText> = others.into_iter().flat_map(OtherText::places).collect();
    places.sort_by_key(|place| place.offset);
    places
}

fn in_order(guess: &Guess, others: &[&OtherText], charset: Charset) -> Vec<TonedLine> {
    let first = others.first();
    let more = others.iter().skip(1);
    let more = more.map(|other| also(other, guess.is_disputed(other)));
    { first.iter() }
        .map(|first| told_first(guess, first, charset))
        .chain(first.and_then(|first| further(first)))
        .chain(more)
        .collect()
}

/// The first place of some text: in full, or only as doubtful where it is in the set of the rest.
pub fn told_first(guess: &Guess, other: &OtherText, charset: Charset) -> TonedLine {
    if !guess.is_disputed(other) {
        return listed(other, charset);
    }
    let place = format!("{}: ", at(other.line, other.offset));
    let said = TonedLine::new().plain(place);
    said.with(Tone::As(ByteRole::Fault), "doubtful text")
        .plain(" (")
        .strong(meant_words(&other.word, charset))
        .plain(")")
}

/// The line of a place; its offset, if lines were not counted.
fn at(line: Option<u64>, offset: u64) -> String {
    match line {
        Some(line) => format!("line {line}"),
        None => format!("0x{offset:X}"),
    }
}

/// The kind of some text, and the place of its first. What is as doubtful in the set of the rest as in any
/// other is only that.
fn also(other: &OtherText, is_disputed: bool) -> TonedLine {
    let what = match other.chain[..] {
        [] if is_disputed => "doubtful text",
        [] => other.encoding.name,
        _ if other.confidence < ACTING_FLOOR => "perhaps mojibake",
        _ => "mojibake",
    };
    let from = match (other.stretches, other.line) {
        (2.., _) => "from",
        (_, Some(_)) => "in",
        (_, None) => "at",
    };
    let line = TonedLine::new().with(Tone::As(ByteRole::Fault), what);
    line.plain(format!(" {from} {}", at(other.line, other.offset)))
}

/// The number of ill-formed sequences, after the place of the first, or with what most of them are.
fn faults(view: &View, facts: &Facts, place: Option<TonedLine>) -> Vec<TonedLine> {
    let Some(index) = facts.index(view) else {
        return place.into_iter().collect();
    };
    let totals = &index.totals.faults;
    let most = Fault::ALL.iter().max_by_key(|fault| totals.count(**fault));
    let (total, title) = (totals.total(), most.map_or("", |most| most.title()));
    let count = most.map_or(0, |most| totals.count(*most));
    let so_far = if index.complete { "" } else { " so far" };
    let said = counted(total, "ill-formed sequence") + so_far;
    let tone = Tone::As(ByteRole::Fault);
    match (place, count) {
        // The scan does not come as far yet.
        (Some(place), 0) if !index.complete => vec![place],
        (_, 0) => Vec::new(),
        (Some(place), _) if total == 1 => vec![place],
        (Some(place), _) => {
            // As the title says it.
            let count = counted(total, "fault") + so_far;
            vec![place, TonedLine::new().plain(count)]
        }
        (None, 1) if total == 1 => vec![
            TonedLine::new().with(tone, said),
            TonedLine::new().plain(title),
        ],
        (None, count) => {
            let of = if count == total {
                format!("all: {title}")
            } else {
                format!("{count} of them: {title}")
            };
            vec![
                TonedLine::new().with(tone, said),
                TonedLine::new().plain(of),
            ]
        }
    }
}

/// The first place of some text, with what was meant there, and the number of places.
pub fn place(other: &OtherText, charset: Charset) -> TonedLine {
    let said = listed(other, charset);
    match further(other) {
        Some(more) => TonedLine::joined([said, more], ", and "),
        None => said,
    }
}

/// The number of further places of some text, if there are any.
fn further(other: &OtherText) -> Option<TonedLine> {
    /// Places up to which they are counted: a guess weighs samples of long data.
    const COUNTED: u64 = 100;
    let said = match other.stretches.saturating_sub(1) {
        0 => return None,
        more @ 1..COUNTED => counted(more, "more place"),
        _ => "100+ more places".to_owned(),
    };
    Some(TonedLine::new().plain(said))
}

/// The first place of some text, with what was meant there, in a list that has the others too.
pub fn listed(other: &OtherText, charset: Charset) -> TonedLine {
    let line = at(other.line, other.offset);
    let word = meant_words(&other.word, charset);
    let is_sure = other.confidence >= ACTING_FLOOR;
    let said = TonedLine::new().plain(format!("{line}: "));
    if other.chain.is_empty() {
        let meant = glyph::safe(&other.meant.to_string(), charset);
        let is = if is_sure { "is" } else { "may be" };
        said.with(Tone::As(ByteRole::Fault), hex(&other.bytes))
            .plain(format!(" {is} "))
            .strong(meant)
            .plain(format!(" in {} (", other.encoding.name))
            .strong(word)
            .plain(")")
    } else {
        let mut said = said;
        said.append(mojibake(is_sure, misread_words(other), charset));
        said
    }
}

/// The words of a place that were misread: those of ASCII alone after the last of them are left out, a mark
/// that would stand beside that of the sentence, and a blank before them, which may be U+00A0.
fn misread_words(other: &OtherText) -> &str {
    let word = other.word.as_str();
    let last = word.rfind(|c: char| !c.is_ascii()).unwrap_or(word.len());
    let end = word[last..]
        .find(' ')
        .map_or(word.len(), |blank| last + blank);
    let words = word[..end].trim_end_matches([',', ';', ':']);
    match words.trim_start() {
        "" => words,
        words => words,
    }
}

#[cfg(test)]
mod tests;
