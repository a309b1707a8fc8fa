//! The first and the last line of the screen.
//!
//! Both are lists of facts, the most important first; facts that do not fit are dropped from the
//! end. Invariant: neither is ever wider than the screen.

use super::bound_keys::{BoundKeys, ScreenKeys};
use super::compared::CursorCertainty;
use super::dump_state::DumpState;
use super::edit::{EditState, EditingMode, SaveState};
use super::errand::RunningExport;
use super::follow::Follow;
use super::layout::ScreenSize;
use super::line::{Click, Tone, TonedLine, fit, shorten};
use super::named;
use super::numbers::{counted, grouped, sized};
use super::panel::pending_line;
use super::row::ByteRole;
use super::selection_size::SelectionSize;
use super::state::{BinaryFaults, BottomPanel, CursorUnit, Facts, FileStanding, UserState, View};
use super::subject::ViewSubject;
use crate::detect::verdict::{Evidence, OtherText};
use crate::language::Language;
use crate::scan::facts::index::Index;
use crate::texts::model::bars as texts;
use crate::texts::of_table;
use crate::unicode::glyph::{self, Charset};

/// The keys of a command, and its effect in a few words.
pub(crate) type Hint = (String, &'static str);

/// The separator of two facts.
const DOT: &str = " · ";

/// The effects of clicks on parts of the title.
const ENCODING: Click = Click::Command("encoding");
const LIST: Click = Click::Command("findings");
const TABS: Click = Click::Command("tabs");
const NUMBERS: Click = Click::Command("statistics");

/// The most bytes that a scan may leave uncounted at the end of data that grows.
const CUT_OFF: u64 = 16;

/// The least screen width for the reason of an offer.
const ROOMY: usize = 72;

/// The title: the data's name, its reading and its size.
pub(super) fn title(
    view: &View,
    facts: &Facts,
    len: u64,
    (width, language): (u16, Language),
) -> TonedLine {
    let width = usize::from(width);
    let mut line = TonedLine::new().quiet(" hexloupe  ");
    let room = width.saturating_sub(line.columns() + 1);
    let index = facts.index(view).map(AsRef::as_ref);
    let name = TonedLine::new().strong(shorten(&view.name, room.div_ceil(2).max(12).min(room)));
    let name = match facts.tabs.place() {
        Some((number, of)) => name.quiet(format!(" {number}/{of}")).on_click(&TABS),
        None => name,
    };
    let beside = room.saturating_sub(name.columns() + DOT.chars().count());
    let errand = facts.errand.as_ref();
    if view.subject != ViewSubject::Data {
        let what = match view.subject {
            ViewSubject::Folder => "folder",
            ViewSubject::Data | ViewSubject::NotOpen => "not open",
        };
        let errand = errand.map_or_else(TonedLine::new, |known| errand_line(known, beside));
        let what = TonedLine::new().quiet(what).said(language);
        let list = vec![name, errand.said(language), what];
        line.append(TonedLine::joined(fit(list, room, DOT.chars().count()), DOT));
        return line;
    }
    let mut list = vec![
        name,
        errand
            .map_or_else(TonedLine::new, |known| errand_line(known, beside))
            .said(language),
        encoding(view, facts, (beside, language)).on_click(&ENCODING),
        index.map_or_else(TonedLine::new, |index| {
            faults(index, view, facts, language).on_click(&LIST)
        }),
        progress(facts, len, language).said(language),
        edits(facts.edits, language),
    ];
    // The scan's progress is right-aligned; size and line ends get the columns it leaves.
    let dot = DOT.chars().count();
    let scan = scan(facts, len).said(language);
    let first = TonedLine::joined(fit(list.clone(), room, dot), DOT).columns();
    let beside = !scan.is_empty() && first + dot + scan.columns() <= room;
    let left = if beside {
        room - scan.columns() - dot
    } else {
        room
    };
    // In a lesson the number of bytes may be what is asked for.
    if view.below != BottomPanel::Lesson {
        list.push(TonedLine::new().plain(sized(len)).on_click(&NUMBERS));
    }
    list.push(index.map_or_else(TonedLine::new, |index| {
        line_ends(index, view).on_click(&NUMBERS)
    }));
    line.append(TonedLine::joined(fit(list, left, dot), DOT));
    if beside {
        let gap = (width - 1).saturating_sub(line.columns() + scan.columns());
        line.push(Tone::Plain, " ".repeat(gap));
        line.append(scan);
    }
    line
}

/// The number of matches, or of differences from the file beside this one.
fn found<O>(state: &UserState<O>, facts: &Facts, offset: u64) -> TonedLine {
    let counted = match &facts.compared {
        Some(compared) if state.view.finding.pattern.is_empty() => Some(compared.counted(offset)),
        _ => facts
            .found
            .counted(offset)
            .filter(|_| state.view.finding.marked),
    };
    // A message says it first.
    let message = state.message.as_deref().unwrap_or_default();
    match counted.filter(|counted| !message.starts_with(counted.as_str())) {
        Some(counted) => TonedLine::new().with(Tone::Key, state.look.said(&counted)),
        None => TonedLine::new(),
    }
}

/// The sign before the cursor's address, if the address matches the other file's cursor only by
/// estimate.
fn about(facts: &Facts) -> TonedLine {
    let place = facts.compared.as_ref().map(|compared| compared.place);
    match place {
        Some(CursorCertainty::About) => {
            TonedLine::new().with(Tone::As(ByteRole::Notice), CursorCertainty::ABOUT.0)
        }
        Some(CursorCertainty::Exact) | None => TonedLine::new(),
    }
}

/// Reports whether the last guess has seen ill-formed bytes: a scan that goes on may not have come there yet.
fn has_seen_faults(view: &View, facts: &Facts) -> bool {
    let is_as_read = facts.edits.progress == SaveState::Unchanged;
    let guess = facts.guess.as_deref().filter(|_| is_as_read);
    guess.is_some_and(|guess| {
        let is_set = |other: &OtherText| other.chain.is_empty();
        let is_ill = matches!(guess.verdict.evidence, Evidence::Damaged(_));
        view.encoding().is_utf8() && (is_ill || guess.others.iter().any(is_set))
    })
}

/// The number of faults found so far.
fn faults(index: &Index, view: &View, facts: &Facts, language: Language) -> TonedLine {
    // Ill-formed bytes of a binary are no news, and no faults of a text if the user asks for them.
    if view.has_no_text() || view.faults() == BinaryFaults::Quiet {
        return TonedLine::new();
    }
    let tone = Tone::As(ByteRole::Fault);
    let so_far = if index.complete {
        ""
    } else {
        texts::SO_FAR.get(language)
    };
    match index.totals.faults.total() {
        0 if !index.complete
            && (matches!(view.reading.evidence, Evidence::Damaged(_))
                || has_seen_faults(view, facts)) =>
        {
            TonedLine::new()
        }
        0 => {
            let none = texts::NO_FAULTS.get(language);
            TonedLine::new().quiet(format!("{none}{so_far}"))
        }
        count => TonedLine::new()
            .with(tone, faults_said(count, language))
            .quiet(so_far),
    }
}

/// A number of faults, its digits in groups.
fn faults_said(count: u64, language: Language) -> String {
    let said = texts::FAULT.get(language, count);
    said.replacen(&count.to_string(), &grouped(count), 1)
}

/// A number of seconds, in the largest unit that gives at least two.
fn lasting(seconds: u64) -> String {
    match seconds {
        7200.. => format!("{} h", seconds / 3600),
        120.. => format!("{} min", seconds / 60),
        _ => format!("{seconds} s"),
    }
}

/// The kinds of line ends found. Several kinds in a binary are no lines at all.
fn line_ends(index: &Index, view: &View) -> TonedLine {
    let kinds = index.totals.line_ends();
    let kinds: Vec<_> = kinds.iter().filter(|(_, count)| *count > 0).collect();
    let names: Vec<_> = kinds.iter().map(|(name, _)| *name).collect();
    match names.len() {
        0 | 1 => TonedLine::new().plain(names.concat()),
        _ if view.has_no_text() || view.faults() == BinaryFaults::Quiet => TonedLine::new(),
        _ => TonedLine::new().with(Tone::As(ByteRole::Notice), names.join(", ")),
    }
}

/// The progress of the scan of the whole data.
fn scan(facts: &Facts, len: u64) -> TonedLine {
    match &facts.known {
        None => TonedLine::new(),
        // The counts beside it say so.
        Some(known) if known.index.complete => TonedLine::new(),
        Some(known) if facts.standing == FileStanding::Arriving => {
            let reached = known.index.reached.offset;
            TonedLine::new().quiet(format!("scanned {}", sized(reached)))
        }
        // A sequence cut off at the end of data that grows is not counted yet.
        Some(known) if known.index.reached.offset + CUT_OFF > len => TonedLine::new(),
        Some(known) => {
            let percent = u128::from(known.index.reached.offset) * 100 / u128::from(len.max(1));
            let rate = match known.rate {
                100_000_000.. => format!("{:.1} GB/s", known.rate as f64 / 1e9),
                rate => format!("{:.0} MB/s", rate as f64 / 1e6),
            };
            let rest = len.saturating_sub(known.index.reached.offset);
            let left = match rest.checked_div(known.rate).unwrap_or(0) {
                0 => String::new(),
                seconds => format!(" · {} left", lasting(seconds)),
            };
            TonedLine::new()
                .with(Tone::Key, format!("scanning {} %", percent.min(100)))
                .quiet(format!(" · {rate}{left}"))
        }
    }
}

/// Reports whether the evidence for the encoding still holds. It was found in samples; their bytes
/// may have changed since, and the scan of all bytes may have contradicted it.
fn holds(evidence: Evidence, view: &View, facts: &Facts) -> bool {
    let index = facts.index(view).filter(|index| !index.is_doubted());
    let faults = index.map(|index| (index.totals.faults.total(), index.complete));
    let is_as_read = facts.edits.progress == SaveState::Unchanged;
    match evidence {
        Evidence::Bom => facts.edits.opening == SaveState::Unchanged,
        Evidence::Ascii | Evidence::WellFormed(_) => {
            let is_well = match faults {
                Some((count, true)) => count == 0,
                Some((1.., false)) => false,
                Some((0, false)) | None => !has_seen_faults(view, facts),
            };
            let is_plain = index.is_none_or(|index| index.totals.non_ascii == 0);
            is_as_read && is_well && (is_plain || evidence != Evidence::Ascii)
        }
        Evidence::Damaged(_) => is_as_read && faults != Some((0, true)),
        Evidence::Guessed { .. } => is_as_read,
        Evidence::Assumed | Evidence::Chosen | Evidence::LittleEndian | Evidence::Binary(_) => true,
    }
}

/// The evidence for the encoding: where the first look guessed it or saw no fault, that of the last guess,
/// which saw more.
fn evidence(view: &View, facts: &Facts) -> Evidence {
    let reading = view.reading;
    let last = facts.guess.as_ref().map(|guess| guess.verdict);
    let last = last.filter(|last| last.encoding == reading.encoding);
    let last = last.map(|last| last.evidence);
    match (reading.evidence, last) {
        (Evidence::Guessed { .. }, Some(last @ Evidence::Guessed { .. }))
        | (
            Evidence::Assumed | Evidence::Ascii | Evidence::WellFormed(_),
            Some(last @ Evidence::Damaged(_)),
        )
        | (Evidence::Assumed | Evidence::Ascii, Some(last @ Evidence::WellFormed(_))) => last,
        (first, _) => first,
    }
}

/// The encoding in use and, if there is room, its evidence while that still holds.
fn encoding(view: &View, facts: &Facts, (room, language): (usize, Language)) -> TonedLine {
    let reading = view.reading;
    let (what, why) = match evidence(view, facts) {
        Evidence::Binary(kind) => {
            let kind = kind.map_or_else(|| "binary".to_owned(), |kind| format!("{kind} binary"));
            let why = format!(" as {}", reading.encoding.name);
            (
                kind,
                if view.has_no_text() {
                    String::new()
                } else {
                    why
                },
            )
        }
        evidence if !holds(evidence, view, facts) => {
            (reading.encoding.name.to_owned(), String::new())
        }
        evidence => (
            reading.encoding.name.to_owned(),
            format!(" ({})", named::evidence(evidence, language)),
        ),
    };
    let mut line = TonedLine::new().strong(what).said(language);
    let why = TonedLine::new().quiet(why).said(language);
    if line.columns() + why.columns() <= room {
        line.append(why);
    }
    match view.phase {
        0 => line,
        phase => line
            .with(
                Tone::As(ByteRole::Notice),
                format!(" · units from byte {phase}"),
            )
            .said(language),
    }
}

fn progress(facts: &Facts, len: u64, language: Language) -> TonedLine {
    match (&facts.search, facts.standing) {
        (Some(search), _) => TonedLine::new()
            .with(Tone::Key, format!("looking for a {}", search.what.name()))
            .quiet(format!(" {}, Esc cancels", percent(search.reached, len)))
            .on_click(&Click::Keys("Esc".to_owned())),
        (None, _) if facts.found.chasing.is_some() => {
            let reached = facts.found.chasing.map_or(0, |chasing| chasing.reached);
            TonedLine::new()
                .with(Tone::Key, "looking for a match")
                .quiet(format!(" {}, Esc cancels", percent(reached, len)))
                .on_click(&Click::Keys("Esc".to_owned()))
        }
        (None, FileStanding::Arriving) => {
            TonedLine::new().with(Tone::Key, texts::STILL_ARRIVING.get(language))
        }
        (None, _) => TonedLine::new(),
    }
}

/// The state of the bytes compared with those that were opened.
fn edits(edits: EditState, language: Language) -> TonedLine {
    let scratch = match edits.editing {
        EditingMode::Overwrite => TonedLine::new(),
        EditingMode::Scratch => TonedLine::new().quiet(texts::SCRATCH.get(language)),
    };
    let said = match edits.progress {
        SaveState::Unchanged => return scratch,
        SaveState::Saved => TonedLine::new().quiet(texts::CHANGED_SAVED.get(language)),
        SaveState::Unsaved => {
            let changed = texts::CHANGED.get(language);
            TonedLine::new().with(Tone::As(ByteRole::Notice), changed)
        }
    };
    let both = [scratch, said].into_iter().filter(|line| !line.is_empty());
    TonedLine::joined(both, ", ")
}

/// The running export or copy and its progress, shortened to `room` columns.
fn errand_line(errand: &RunningExport, room: usize) -> TonedLine {
    let whole = TonedLine::new().with(Tone::Key, errand.what.clone());
    let (whole, short) = match errand.thousandths() {
        None => (whole, TonedLine::new().with(Tone::Key, "busy")),
        Some(done) => {
            let done = format!("{}.{} %", done / 10, done % 10);
            let short = TonedLine::new().with(Tone::Key, done.clone());
            (whole.quiet(format!(" {done}")), short)
        }
    };
    let forms = [whole.clone().quiet(", Ctrl-C cancels"), whole];
    let fits = forms.into_iter().find(|line| line.columns() <= room);
    fits.unwrap_or(short)
}

/// A share of a whole in percent, with one decimal.
fn percent(part: u64, whole: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(whole.max(1));
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// The place of the cursor.
#[derive(Debug, Clone, Copy)]
pub(super) struct CursorAddress {
    /// The address shown for its offset.
    pub(super) address: u64,
    /// True if the starts of sequences are uncertain in some row shown.
    pub(super) provisional: bool,
}

/// The last message, in as many lines as it takes; at most half of the screen.
pub(super) fn message<O>(state: &UserState<O>, size: ScreenSize) -> Vec<TonedLine> {
    let width = usize::from(size.width.saturating_sub(2));
    let most = usize::from(size.height / 2).max(1);
    let Some(message) = &state.message else {
        return Vec::new();
    };
    // A message may contain a key or a file name, which may not be safe to print.
    let message = glyph::safe(&state.look.said(message), state.look.charset);
    // Long is only what it quotes; its beginning and its end say what is wrong and what to try.
    let words = message.split(' ').map(|word| shorten(word, width));
    let mut message = words.collect::<Vec<_>>().join(" ");
    let room = width * most;
    if glyph::columns(&message) > 2 * room {
        message = shorten(&message, room * 3 / 4);
    }
    let mut lines = TonedLine::new().strong(message).wrap(width, 0);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.pop() {
            lines.push(last.cut(width.saturating_sub(2)).quiet(" …"));
        }
    }
    lines
}

/// The status line: the last line of the last message, the keys typed so far, the cursor's address
/// and other facts, then hints.
pub(super) fn status<O>(
    state: &UserState<O>,
    facts: &Facts,
    message: TonedLine,
    measured: Option<&SelectionSize>,
    here: CursorAddress,
    width: u16,
    keys: ScreenKeys<'_>,
) -> TonedLine {
    let width = usize::from(width);
    let view = &state.view;
    let language = state.look.language_of_bars();
    let (offset, address) = (view.cursor.offset, here.address);
    let step = match view.unit {
        // By the usual numbering: bit 0 is the least significant.
        CursorUnit::Bit => {
            let number = (7 - view.cursor.bit.min(7)).to_string();
            texts::BIT.filled(language, &[("number", number)])
        }
        unit => named::unit(unit, language).to_owned(),
    };
    let mut list = vec![
        message,
        pending_line(&state.pending),
        about(facts)
            .plain(format!("0x{address:08X}"))
            .quiet(format!(" ({address})")),
        following(view, facts, language),
    ];
    let facts_of = measured.map(SelectionSize::facts).unwrap_or_default();
    list.extend(
        facts_of
            .into_iter()
            .map(|fact| TonedLine::new().with(Tone::Key, state.look.said(&fact))),
    );
    list.extend([
        offer(view, facts, keys.bound, width).said(language),
        read_here(view, language).said(language),
        region_here(view, state.look.charset).said(language),
        TonedLine::new()
            .quiet(texts::STEP.get(language))
            .plain(step),
        found(state, facts, offset),
        if here.provisional {
            TonedLine::new().with(Tone::As(ByteRole::Notice), texts::UNSURE.get(language))
        } else {
            TonedLine::new()
        },
        standing(facts.standing).said(language),
    ]);
    let mut line = TonedLine::new().plain(" ");
    line.append(TonedLine::joined(
        fit(list, width.saturating_sub(2), DOT.chars().count()),
        DOT,
    ));
    with_hints(line, width, (keys.hints, language))
}

/// The offer to read a hex dump as its bytes, or the data in a more likely encoding.
fn offer(view: &View, facts: &Facts, bound: &BoundKeys, width: usize) -> TonedLine {
    if let DumpState::Refused(name, at) = facts.dump {
        let line = TonedLine::new().with(Tone::Key, &bound.dump);
        let said = format!(" says why line {at} is no {name}");
        let line = line.with(Tone::As(ByteRole::Notice), said);
        return line.on_click(&Click::Command("dump"));
    }
    if let DumpState::Offered(name, percent) = facts.dump {
        let line = TonedLine::new().with(Tone::Key, &bound.dump);
        let line = line.with(Tone::As(ByteRole::Notice), format!(" reads it as {name}"));
        let line = line.on_click(&Click::Command("dump"));
        return if percent >= 95 || width < ROOMY {
            line
        } else {
            line.quiet(format!(" ({percent} %)"))
        };
    }
    let Some(offered) = facts.offered(view) else {
        return TonedLine::new();
    };
    let name = offered.encoding.name;
    let faults = facts.index(view).map(|index| index.totals.faults.total());
    let line = TonedLine::new();
    let line = match faults.filter(|_| width >= ROOMY) {
        Some(faults) => {
            let said = format!("{} in {}; ", counted(faults, "fault"), view.encoding().name);
            let line = line
                .with(Tone::As(ByteRole::Fault), said)
                .with(Tone::Key, &bound.next_reading);
            line.with(Tone::As(ByteRole::Notice), format!(" reads {name}"))
        }
        None => line
            .with(Tone::Key, &bound.next_reading)
            .with(Tone::As(ByteRole::Notice), format!(" reads {name}")),
    };
    line.on_click(&Click::Command("next-reading"))
}

/// The encoding at the cursor, if a passage there has its own.
fn read_here(view: &View, language: Language) -> TonedLine {
    match view.passages.at(view.cursor.offset) {
        Some(passage) => TonedLine::new()
            .quiet(texts::HERE.get(language))
            .strong(passage.encoding.name),
        None => TonedLine::new(),
    }
}

/// A sign if the view stays at the end of data that grows.
fn following(view: &View, facts: &Facts, language: Language) -> TonedLine {
    match (view.follow, facts.standing) {
        (Follow::End, FileStanding::Following | FileStanding::Arriving) => {
            TonedLine::new().with(Tone::Key, texts::FOLLOWING.get(language))
        }
        _ => TonedLine::new(),
    }
}

/// The region under the cursor, the innermost of several.
fn region_here(view: &View, charset: Charset) -> TonedLine {
    /// The most columns of the region's name.
    const MOST: usize = 24;
    let Some(region) = view.regions.all.at(view.cursor.offset) else {
        return TonedLine::new();
    };
    let name = shorten(&glyph::safe(&region.name, charset), MOST);
    TonedLine::new().with(Tone::Region(region.colour), format!("in {name}"))
}

fn standing(standing: FileStanding) -> TonedLine {
    let said = match standing {
        FileStanding::Same | FileStanding::Arriving | FileStanding::Following => {
            return TonedLine::new();
        }
        FileStanding::Grew => "file grew",
        FileStanding::Shrank => "file shrank",
        FileStanding::Written => "file was written to",
        FileStanding::Replaced => "another file has this name now; R opens it",
        FileStanding::Gone => "file is gone; still reading the open file",
    };
    TonedLine::new().with(Tone::As(ByteRole::Notice), said)
}

/// The line with as many hints at its right end as fit.
fn with_hints(
    mut line: TonedLine,
    width: usize,
    (hints, language): (&[Hint], Language),
) -> TonedLine {
    let hint = |(key, does): &Hint| TonedLine::hint(key, of_table(does, language));
    let all = hints.iter().map(hint);
    let free = width.saturating_sub(line.columns() + 3);
    let shown = TonedLine::joined(fit(all.collect(), free, 2), "  ");
    if shown.is_empty() {
        return line;
    }
    line.push(
        Tone::Plain,
        " ".repeat((free + 2).saturating_sub(shown.columns())),
    );
    line.append(shown);
    line
}
