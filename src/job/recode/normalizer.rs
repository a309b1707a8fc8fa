//! Text in a wanted Unicode form: composed or decomposed.
//!
//! The form of a letter depends on the marks after it, so a letter is converted together with them:
//! as a run. Invariant: every run is whole in the window, and the starts of runs do not depend on
//! the size of the pieces.

use super::LossTreatment;
use super::converter::Converter;
use super::policy::{Normalize, OfUnmappable};
use crate::codec::{Anchor, CodecState, Encoding, Meaning, Step, Walk, vendor};
use crate::unicode::normal;
use crate::window::Window;
use crate::window::sweep::Reach;

/// The most characters of a run. A longer one (languages need about ten) is cut.
const MOST: usize = 64;

/// The bytes around a piece that decide its content.
pub(super) fn reach(encoding: &Encoding, form: Normalize) -> Reach {
    let reach = encoding.reach();
    let run = MOST as u64 * u64::from(encoding.max_len);
    match form {
        Normalize::Keep => reach,
        Normalize::Nfc | Normalize::Nfd => Reach {
            after: reach.after + run,
            ..reach
        },
    }
}

impl Normalize {
    fn apply(self, text: &str) -> String {
        match self {
            Self::Keep => text.to_owned(),
            Self::Nfc => normal::composed(text),
            Self::Nfd => normal::decomposed(text),
        }
    }
}

/// A letter with its marks.
#[derive(Default)]
struct MarkedLetter {
    steps: Vec<Step>,
    text: String,
    chars: usize,
}

impl Converter<'_> {
    /// Converts the text that was decoded in bulk up to `end`, with the marks after it, to its
    /// form; returns the end of the marks. None if they have to be examined one by one.
    pub(super) fn normalize_in_bulk(&mut self, window: &Window, end: Anchor) -> Option<Anchor> {
        let mut text = String::from_utf8(std::mem::take(&mut self.text)).ok()?;
        let end = self.take_marks(window, end, &mut text)?;
        let mut run = 0;
        let is_long = text.chars().any(|c| {
            run = if normal::begins(c) { 1 } else { run + 1 };
            run >= MOST
        });
        if is_long || text.is_empty() {
            return None;
        }
        self.text = self.route.policies.normalize.apply(&text).into_bytes();
        Some(end)
    }

    /// Appends the marks after an offset; returns their end.
    fn take_marks(&self, window: &Window, from: Anchor, text: &mut String) -> Option<Anchor> {
        let mut walk = Walk::new(self.route.from, self.route.phase, window).at(from);
        let mut end = from;
        for _ in 0..MOST {
            let Some(step) = walk.next() else {
                return window.ends.then_some(end);
            };
            match step.meaning {
                Meaning::Scalar(c) if !normal::begins(c) => text.push(c),
                _ => return Some(end),
            }
            end = walk.anchor();
        }
        None
    }

    /// Converts the runs that begin before an offset, at least one, up to a fault.
    pub(super) fn step_through_runs(&mut self, window: &Window, until: u64) {
        while self.at < until && !self.has_stopped() {
            let from = Anchor {
                offset: self.at,
                state: self.state,
            };
            let walk = Walk::new(self.route.from, self.route.phase, window).at(from);
            let Some((run, end)) = run_at(walk, window.ends) else {
                return;
            };
            let Some(first) = run.steps.first() else {
                return;
            };
            let walk = Walk::new(self.route.from, self.route.phase, window);
            let new = self.route.policies.normalize.apply(&run.text);
            if new == run.text {
                for step in &run.steps {
                    self.at = step.offset;
                    self.state = step.state;
                    self.convert(&walk, step, window);
                    if self.has_stopped() {
                        return;
                    }
                }
            } else {
                self.convert_run(first, window.slice(first.offset, end.offset), &new);
                if self.has_stopped() {
                    return;
                }
            }
            self.at = end.offset;
            self.state = end.state;
            if first.meaning.fault().is_some() {
                return;
            }
        }
    }

    /// Writes the new text of a run.
    fn convert_run(&mut self, first: &Step, bytes: &[u8], new: &str) {
        let mut line_ends = self.line_ends;
        let mut text = Vec::new();
        line_ends.apply(new.as_bytes(), &mut text);
        if self.writer.write(&text, &mut self.out).is_ok() {
            self.line_ends = line_ends;
            return;
        }
        let to = self.route.to;
        let lacks = |c: &char| {
            to.encode(&mut CodecState::default(), *c, &mut Vec::new())
                .is_err()
        };
        let policy = self.route.policies.unmappable;
        let twin = |c: char| vendor::twin_in(to, c).filter(|twin| !lacks(twin));
        let is_lost = |c: &char| lacks(c) && (policy != OfUnmappable::Vendor || twin(*c).is_none());
        let stops = match policy {
            OfUnmappable::Stop => true,
            OfUnmappable::Vendor => new.chars().any(|c| is_lost(&c)),
            OfUnmappable::Replace | OfUnmappable::Escape | OfUnmappable::Drop => false,
        };
        if stops {
            let meaning = new.chars().find(is_lost).map(Meaning::Scalar);
            let meaning = meaning.unwrap_or(first.meaning);
            return self.stop_at(Step { meaning, ..*first });
        }
        let (what, mut instead) = match policy {
            OfUnmappable::Stop | OfUnmappable::Vendor | OfUnmappable::Replace => {
                (LossTreatment::Replaced, String::new())
            }
            OfUnmappable::Escape => (LossTreatment::Escaped, String::new()),
            OfUnmappable::Drop => (LossTreatment::Dropped, String::new()),
        };
        for c in new.chars() {
            if self.writer.write_char(c, &mut self.out).is_ok() {
                instead.push(c);
            } else if what != LossTreatment::Dropped {
                let escaped = format!("<U+{:04X}>", u32::from(c));
                let escaped =
                    Some(escaped).filter(|text| what == LossTreatment::Escaped && self.spell(text));
                let other = twin(c).filter(|_| policy == OfUnmappable::Vendor);
                let other = other.map(String::from).filter(|text| self.spell(text));
                let sign = || self.substitute().map(String::from);
                let sign = escaped.or(other).or_else(sign);
                instead.push_str(&sign.unwrap_or_default());
            }
        }
        self.lose_bytes(what, Some(&instead), first.offset, bytes);
    }
}

/// The run at a walk's place, and its end; none if the window does not show its end. A step without
/// text is a run of its own.
fn run_at(mut walk: Walk<'_>, ends: bool) -> Option<(MarkedLetter, Anchor)> {
    let mut run = MarkedLetter::default();
    let mut end = walk.anchor();
    while run.chars < MOST && run.steps.len() < MOST {
        let Some(step) = walk.next() else {
            return ends.then_some((run, end));
        };
        let is_first = run.steps.is_empty();
        let is_text = match step.meaning {
            Meaning::Scalar(c) => !step.opens_data() && (is_first || !normal::begins(c)),
            Meaning::Pair(..) => is_first,
            Meaning::Shift => !is_first,
            _ => false,
        };
        if !is_text && !is_first {
            return Some((run, end));
        }
        end = walk.anchor();
        run.steps.push(step);
        if !is_text {
            return Some((run, end));
        }
        run.text.extend(step.meaning.scalars());
        run.chars += step.meaning.scalars().count();
    }
    Some((run, end))
}
