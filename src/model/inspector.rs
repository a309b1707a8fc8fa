//! The inspector's text about the sequence under the cursor.
//!
//! Four lines keep their places whatever the cursor is on: the sequence's meaning, its bits, the
//! assembly of its value, its position. The facts below them have an order, and those that do not
//! fit are cut from the bottom. For a fault they are: why, what was expected, the number of U+FFFD.
//! For a character: its notices, properties and other forms. Invariant: the first line alone is a
//! true description of the byte.

pub(super) mod absent;
mod bits;
mod card;
pub(crate) mod numbers;
mod unusual;

use card::CardWriter;

use std::ops::Range;

use super::bound_keys::BoundKeys;
use super::edit::EditingMode;
use super::layout::ScreenSize;
use super::line::{Tone, TonedLine};
use super::look::Appearance;
use super::offer;
use super::place::CursorPosition;
use super::row::{ByteRole, dot, glyph_of};
use super::state::{BinaryFaults, CursorUnit, Facts, View};
use super::subject::ViewSubject;
use super::text::{DecodedStretch, EncodedText};
use crate::codec::{Fault, Meaning, SequenceContext, Step};
use crate::explain::followed::FollowedMisreading;
use crate::explain::spellings::{self, Spelling};
use crate::explain::{self, assembly, fault, policy, policy::ReplacementRule, shift};
use crate::language::Language;
use crate::scan::facts::encoding_range::EncodingSegment;
use crate::texts::model::inspector as texts;
use crate::texts::model::subject;
use crate::texts::said;
use crate::unicode::{cluster, glyph, name, property};

/// Bytes searched before and after a sequence for notices of several characters.
const AROUND: u64 = 320;

/// The lines about the sequence under the cursor, best first, none wider than the room.
pub(crate) fn inspect(
    text: &EncodedText<'_>,
    view: &View,
    facts: &Facts,
    (look, keys): (Appearance, &BoundKeys),
    room: ScreenSize,
) -> Vec<TonedLine> {
    let lines = text.within(view.cursor.offset, |here| {
        lines(
            text,
            here,
            view,
            facts,
            (look, keys),
            CardWriter::new(room, look.language_of_bars()),
        )
    });
    lines.unwrap_or_else(|| {
        let language = look.language_of_bars();
        let is_data = view.subject == ViewSubject::Data;
        let why = match facts.edits.editing {
            EditingMode::Scratch if is_data => subject::NO_BYTE_SCRATCH.get(language).to_owned(),
            _ => view.no_byte(language),
        };
        let empty = TonedLine::new().quiet(format!(" {why}"));
        CardWriter::new(room, look.language_of_bars())
            .headline(empty)
            .into_lines()
    })
}

/// `None` if there is no sequence.
fn lines(
    whole: &EncodedText<'_>,
    text: &EncodedText<'_>,
    view: &View,
    facts: &Facts,
    (look, keys): (Appearance, &BoundKeys),
    card: CardWriter,
) -> Option<Vec<TonedLine>> {
    let cursor = view.cursor.offset;
    let stretch = text.stretch(cursor..cursor.saturating_add(1));
    let step = stretch.at(cursor).copied()?;
    let inspection = Inspection {
        whole,
        text,
        view,
        facts,
        look,
        keys,
        stretch: &stretch,
        step,
    };
    let card = match step.meaning {
        Meaning::Scalar(c) => inspection.character(card, c),
        Meaning::Pair(..) => inspection.pair(card),
        Meaning::Surrogate(unit) => inspection.value(card, u32::from(unit)),
        Meaning::Beyond(value) => inspection.value(card, value),
        Meaning::Shift => inspection.shift(card),
        Meaning::IllFormed(_) if whole.is_awaited(&step) => inspection.awaited(card),
        Meaning::IllFormed(_) => inspection.ill_formed(card),
        Meaning::Absent(why) => card.long(absent::line(whole.data, cursor, why)),
    };
    Some(card.into_lines())
}

struct Inspection<'a> {
    whole: &'a EncodedText<'a>,
    /// The part that the cursor stands in.
    text: &'a EncodedText<'a>,
    view: &'a View,
    facts: &'a Facts,
    look: Appearance,
    keys: &'a BoundKeys,
    stretch: &'a DecodedStretch,
    step: Step,
}

impl Inspection<'_> {
    fn context(&self) -> SequenceContext<'_> {
        self.stretch.context(&self.step)
    }

    fn character(&self, card: CardWriter, c: char) -> CardWriter {
        let card = self.upper(card, self.headline(c), Some(value(c)));
        let card = self.notices(card);
        let card = card.facts("kind", properties(c, self.look.language));
        let written = |forms: Vec<Spelling>| {
            let forms = forms.into_iter();
            let forms = forms.map(|form| format!("{} {}", form.text, form.name));
            forms
                .map(|form| TonedLine::new().plain(form))
                .collect::<Vec<_>>()
        };
        let sets = TonedLine::joined(written(spellings::in_sets(c)), " · ");
        card.facts("written", written(spellings::escapes(c)))
            .entry("others", sets)
    }

    /// The meaning, the bits, the assembly of a value if there is one, and the position.
    fn upper(&self, card: CardWriter, headline: TonedLine, result: Option<String>) -> CardWriter {
        let context = self.context();
        let range = match context.diagnose() {
            Some(found) => found.promised_bytes,
            None => self.step.range(),
        };
        let stored = self.bits(&context, range);
        let is_fault = self.step.meaning.fault().is_some();
        let is_ascii = self.step.meaning.scalar().is_some_and(|c| c.is_ascii());
        let assembled = assembly::assemble(self.text.encoding, &context, self.look.language);
        let shown = match &assembled {
            Some(assembled) if self.text.encoding.unit > 1 && !is_fault => {
                bits::unit_bits(assembled)
            }
            _ => stored,
        };
        let units = match &assembled {
            Some(assembled) if !is_fault => bits::units(assembled),
            _ => String::new(),
        };
        let units = said(&units, self.look.language);
        // A byte of ASCII is its own value: there is nothing to assemble.
        let assembled = assembled.filter(|assembled| !is_ascii || assembled.parts.len() > 1);
        let value = assembled.map(|assembled| {
            let result =
                result.unwrap_or_else(|| explain::value(assembled.value, self.look.language));
            bits::assembly_line(&assembled, &result)
        });
        let (value, steps) = value
            .or_else(|| Some((TonedLine::new().plain(self.misread()?), String::new())))
            .unwrap_or_default();
        let label = if is_fault { "would be" } else { "value" };
        let place = TonedLine::dotted(self.position());
        let first = if is_fault {
            self.maybe()
        } else {
            self.hides(&card).or_else(|| self.was_misread())
        };
        let first = first.filter(|_| card.is_low());
        card.headline(headline)
            .entry("", first.unwrap_or_default())
            .line("bits", shown, &units)
            .line(label, value, &steps)
            .line("where", place, "")
    }

    /// The derivation of a misread character's original; none if it was not misread.
    fn misread(&self) -> Option<String> {
        let c = self.step.meaning.scalar()?;
        let followed = FollowedMisreading::through(self.text.encoding, c)?;
        let is_own = followed.bytes() == self.context().sequence() && followed.is_changed();
        is_own.then(|| followed.back(self.look.language))
    }

    /// Two characters that are encoded by one sequence.
    fn pair(&self, card: CardWriter) -> CardWriter {
        let glyph = glyph_of(self.step.meaning, 3, self.look.charset);
        let mut line = TonedLine::new()
            .plain("  ")
            .with(Tone::Strong, glyph.text)
            .plain("  ");
        for (index, c) in self.step.meaning.scalars().enumerate() {
            line = line
                .quiet(if index > 0 { " + " } else { "" })
                .strong(value(c))
                .plain(format!(" {}", name::title(c)));
        }
        let values: Vec<_> = self.step.meaning.scalars().map(value).collect();
        let card = self.upper(card, line, Some(values.join(" ")));
        let card = self.notices(card);
        self.step.meaning.scalars().fold(card, |card, c| {
            let mut facts = vec![TonedLine::new().strong(value(c))];
            facts.extend(properties(c, self.look.language));
            card.facts("kind", facts)
        })
    }

    /// A surrogate, or a value above U+10FFFF.
    fn value(&self, card: CardWriter, value: u32) -> CardWriter {
        let glyph = glyph_of(self.step.meaning, 1, self.look.charset);
        let line = TonedLine::new()
            .plain("  ")
            .with(Tone::As(ByteRole::Notice), glyph.text)
            .plain("  ")
            .strong(explain::value(value, self.look.language));
        self.notices(self.upper(card, line, None))
    }

    /// Bytes that make no character.
    fn shift(&self, card: CardWriter) -> CardWriter {
        let context = self.context();
        let told = shift::shift(self.text.encoding, &context, self.look.language);
        let glyph = glyph_of(self.step.meaning, 1, self.look.charset);
        let line = TonedLine::new()
            .with(Tone::As(ByteRole::Shift), format!("  {}  ", glyph.text))
            .strong(hex(context.sequence()))
            .with(Tone::As(ByteRole::Shift), format!("  {}", told.title));
        let card = self.notices(self.upper(card, line, None));
        card.entry("why", TonedLine::new().plain(told.why))
    }

    /// The glyph of the cluster, the number and the name.
    fn headline(&self, c: char) -> TonedLine {
        let bom = self.step.opens_data();
        let range = self.text.cluster(self.step.offset);
        let cluster = self.text.stretch(range.clone());
        let members: Vec<_> = cluster
            .steps
            .iter()
            .filter_map(|s| s.meaning.scalar())
            .collect();
        // If the cluster cannot be drawn as one, only this character is drawn.
        let joined = glyph::cluster(&members, 4, self.look.charset);
        let glyph = match joined.kind {
            glyph::GlyphKind::Itself if !bom => joined,
            _ => glyph_of(self.step.meaning, 3, self.look.charset),
        };
        let tone = if bom {
            Tone::As(ByteRole::Bom)
        } else {
            Tone::Strong
        };
        let pad = 3usize.saturating_sub(usize::from(glyph.columns)).max(1);
        let line = TonedLine::new()
            .plain("  ")
            .with(tone, glyph.text)
            .plain(" ".repeat(pad));
        let line = line.strong(value(c)).plain(format!(" {}", name::title(c)));
        if bom {
            let whose = self.text.encoding.name;
            return line.with(
                Tone::As(ByteRole::Bom),
                format!(" · byte order mark of {whose}"),
            );
        }
        if members.len() < 2 {
            return line;
        }
        if range.end - range.start >= cluster::MAX_BYTES {
            return line.quiet(" · in a very long grapheme cluster");
        }
        let before = cluster
            .steps
            .iter()
            .filter(|step| step.offset < self.step.offset)
            .count();
        let (index, count) = (before + 1, members.len());
        line.quiet(format!(
            " · code point {index} of {count} in its grapheme cluster"
        ))
    }

    /// Bytes of a binary, which are ill-formed by chance.
    fn raw(&self, card: CardWriter) -> CardWriter {
        let context = self.context();
        let said = texts::BYTE_OF_BINARY.get(self.look.language);
        let headline = TonedLine::new()
            .plain(format!("  {}  ", dot().text))
            .strong(hex(context.sequence()))
            .plain(format!("  {said}"));
        card.headline(headline)
            .line("bits", self.bits(&context, self.step.range()), "")
            .line("value", TonedLine::new(), "")
            .line("where", TonedLine::dotted(self.position()), "")
    }

    /// Reports whether it is a byte of a binary, which is not text, and whose faults are not marked.
    fn is_of_binary(&self) -> bool {
        let is_passage = self.view.passages.at(self.step.offset).is_some();
        let is_quiet = self.view.faults() == BinaryFaults::Quiet;
        self.view.has_no_text() && is_quiet && !is_passage
    }

    fn ill_formed(&self, card: CardWriter) -> CardWriter {
        if self.is_of_binary() {
            return self.raw(card);
        }
        let context = self.context();
        let (Some(found), Some(reason)) = (
            context.diagnose(),
            fault::fault(self.text.encoding, &context, self.look.language),
        ) else {
            return card;
        };
        let told = { &reason.meant }
            .as_ref()
            .is_some_and(|meant| reason.why.contains(meant));
        let sign = glyph_of(self.step.meaning, 1, self.look.charset);
        let headline = TonedLine::new()
            .with(Tone::As(ByteRole::Fault), format!("  {}  ", sign.text))
            .strong(hex(context.sequence()))
            .with(Tone::As(ByteRole::Fault), format!("  {}", reason.title));
        let headline = card.at_the_right(headline, TonedLine::new().quiet(found.fault.id()));
        let card = self.upper(card, headline, reason.meant.clone().filter(|_| !told));
        let maybe = self.maybe().filter(|_| !card.is_low());
        let card = card
            .entry("maybe", maybe.unwrap_or_default())
            .entry("why", TonedLine::new().plain(reason.why));
        let card = match self.border(&found.promised_bytes) {
            Some(line) => card.entry("", line),
            None => card,
        };
        let card = card.entry("expected", TonedLine::new().plain(reason.expected));
        // The replacement encoding refuses all of the data: no byte has a U+FFFD of its own.
        let others = (found.fault != Fault::ReplacementEncoding)
            .then(|| self.replacements(&found.promised_bytes));
        card.entry("others", others.flatten().unwrap_or_default())
    }

    /// The offer for it, and the key that takes that. A byte of a binary was meant as no letter.
    fn maybe(&self) -> Option<TonedLine> {
        if self.view.has_no_text() {
            return None;
        }
        let (facts, offset) = (self.facts, self.step.offset);
        let offer = offer::at(self.whole, offset, facts.guess.as_deref(), self.look)?;
        let editing = facts.edits.editing;
        Some(offer.line_with_key(&self.keys.mend, editing, self.look.language))
    }

    /// The start of a character, at the end of data that still grows.
    fn awaited(&self, card: CardWriter) -> CardWriter {
        let (context, language) = (self.context(), self.look.language);
        let Some(reason) = fault::fault(self.text.encoding, &context, language) else {
            return card;
        };
        let sign = absent::sign(self.look.charset);
        let tone = Tone::As(ByteRole::Awaited);
        let headline = TonedLine::new()
            .with(tone, format!("  {sign}  "))
            .strong(hex(context.sequence()))
            .with(tone, format!("  {}", absent::rest_is_awaited(language)));
        let why = texts::AwaitedWhy {
            fault: &reason.title,
        }
        .get(language);
        self.upper(card, headline, None)
            .entry("why", TonedLine::new().plain(why))
            .entry("expected", TonedLine::new().plain(reason.expected))
    }

    /// The number of U+FFFD that programs show for the story, for those that were tested.
    fn replacements(&self, story: &Range<u64>) -> Option<TonedLine> {
        let bytes = self.stretch.window.slice(story.start, story.end);
        let mut groups = policy::of_fault(self.text.encoding, bytes);
        let in_run = self.touches_a_fault(story);
        let next = self.stretch.window.byte(story.end);
        // The behaviour of Perl for a single byte before a lead byte is not known.
        let before_lead = next.is_some_and(|next| next >= 0xC0);
        for (_, policies) in &mut groups {
            // By the other rules, one U+FFFD may replace bytes of this story and of the next.
            policies.retain(|policy| match policy.rule {
                rule if rule.adds_up() => true,
                ReplacementRule::PromisedOrNoncharacter => !in_run && !before_lead,
                _ => !in_run,
            });
        }
        groups.retain(|(_, policies)| !policies.is_empty());
        if groups.is_empty() {
            return None;
        }
        let mut line = TonedLine::new();
        for (index, (count, policies)) in groups.into_iter().enumerate() {
            let programs = policy::names(&policies);
            line.push(Tone::Quiet, if index > 0 { "; " } else { "" });
            line.push(Tone::Strong, format!("{count} × U+FFFD"));
            let programs = programs.join(", ");
            let language = self.look.language;
            line.push(
                Tone::Plain,
                texts::InPrograms {
                    programs: &programs,
                }
                .get(language),
            );
        }
        Some(line)
    }

    /// Reports whether the sequence right before or after a story is ill-formed too.
    fn touches_a_fault(&self, story: &Range<u64>) -> bool {
        let around = story.start.saturating_sub(1)..story.end.saturating_add(1);
        let stretch = self.text.stretch(around);
        let mut outside = stretch
            .steps
            .iter()
            .filter(|step| !story.contains(&step.offset));
        outside.any(|step| step.meaning.fault().is_some())
    }

    /// The bits of some bytes: structure, payload and wrong bits are separate.
    fn bits(&self, context: &SequenceContext<'_>, range: Range<u64>) -> TonedLine {
        let mut line = TonedLine::new();
        let stretch = self.text.stretch(range.clone());
        for step in &stretch.steps {
            let masks = stretch.context(step).masks();
            for (offset, mask) in step.range().zip(masks) {
                if !range.contains(&offset) {
                    continue;
                }
                let byte = context.bytes[(offset - context.origin) as usize];
                let cursor = self.view.cursor;
                let here = self.view.unit == CursorUnit::Bit && cursor.offset == offset;
                bits::push(&mut line, byte, mask, here.then_some(cursor.bit));
                line.push(Tone::Plain, " ");
            }
        }
        line
    }

    fn position(&self) -> Vec<String> {
        let cursor = self.view.cursor.offset;
        // The bytes of an ill-formed sequence are numbered within its story.
        let story = self.context().diagnose().map(|found| found.promised_bytes);
        let story = story.filter(|_| !self.is_of_binary());
        let whole = story.unwrap_or(self.step.range());
        let (index, len) = (cursor - whole.start + 1, whole.end - whole.start);
        let mut facts = vec![format!("byte {index} of {len}")];
        // The opening BOM is not counted.
        let bom = self.step.opens_data();
        let step = self.step;
        let place = self.place();
        match place {
            _ if bom || self.view.has_no_text() => {}
            Some(place) if !self.part().is_rest => facts.push(format!("line {}", place.line)),
            Some(place) if step.meaning == Meaning::Shift => {
                facts.push(format!("line {}", place.line));
            }
            Some(place) => {
                facts.push(format!("line {}, column {}", place.line, place.column));
                facts.push(format!("character {}", place.character));
            }
            None => facts.push("line not counted yet".to_owned()),
        }
        let part = self.part();
        if !part.is_rest {
            let (name, Range { start, end }) = (part.encoding.name, part.range);
            facts.push(format!("{name} from 0x{start:X} to 0x{:X}", end - 1));
        }
        let said = |fact: String| self.look.said(&fact).into_owned();
        facts.into_iter().map(said).collect()
    }

    fn part(&self) -> EncodingSegment {
        self.whole.part_at(self.step.offset)
    }

    /// The position of the sequence in the data without passages. A passage has other sequences, so
    /// only the line applies there.
    fn place(&self) -> Option<CursorPosition> {
        let whole = self.whole.whole();
        let own = self.part().is_rest.then_some(self.step);
        let step = own.or_else(|| {
            let cursor = self.view.cursor.offset;
            whole.stretch(cursor..cursor + 1).at(cursor).copied()
        })?;
        whole.position(step.offset, step.meaning, &self.facts.counted)
    }

    /// A sentence, if the story touches a border of its part.
    fn border(&self, story: &Range<u64>) -> Option<TonedLine> {
        let EncodingSegment {
            range, encoding, ..
        } = self.part();
        let (name, language) = (encoding.name, self.look.language);
        let said = if story.end == range.end {
            texts::BorderWhatReadEnds { name: &name }.get(language)
        } else if story.start == range.start && range.start > 0 {
            texts::BorderWhatReadBegins { name }.get(language)
        } else {
            return None;
        };
        Some(TonedLine::new().plain(said))
    }
}

/// The properties of a character, the rarely needed ones last.
fn properties(c: char, language: Language) -> Vec<TonedLine> {
    let in_words = |english: &str| said(english, language).into_owned();
    let of = property::properties(c);
    let named = |value: &property::PropertyValue| {
        let long = in_words(&value.long);
        format!("{long} ({})", value.short)
    };
    let mut facts = vec![named(&of.category), of.script.long.to_string()];
    facts.extend(of.block.as_deref().map(str::to_owned));
    facts.push(match of.width {
        1 => in_words("1 column"),
        width => in_words(&format!("{width} columns")),
    });
    facts.push(format!("bidi {}", named(&of.bidi)));
    facts.push(format!(
        "{} {}",
        in_words("East Asian"),
        named(&of.east_asian_width)
    ));
    facts
        .into_iter()
        .map(|fact| TonedLine::new().plain(fact))
        .collect()
}

/// A code point as the Unicode Standard writes it: `U+0041`.
pub(crate) fn value(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// Bytes as pairs of upper-case hex digits, separated by spaces.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| format!("{byte:02X}"))
        .collect::<Vec<_>>()
        .join(" ")
}
