//! Traces of proven damage in edited lines.
//!
//! A line that was edited before the file was damaged has no equal in git, so its old text is
//! unknown. But it has the same signs or letters that the damage left in other lines. Invariant:
//! lines reported here are left unchanged, and no line that ways explain is reported.

use super::align::AlignedLine;
use super::changes::TextChangeValue;
use super::way::{REPLACEMENT, TextAlteration};
use super::words::DamagedWords;
use super::{JudgedLine, TextChangeKind, VersionCase};
use crate::unicode::normal::NormalizationForm;

/// The traces that the damage of a file leaves in a line.
#[derive(Default)]
pub(super) struct DamageTraces {
    /// The stand-ins for lost text.
    signs: Vec<Vec<u8>>,
    /// The misreading of text: the encodings written in and read in, in pairs.
    misread: Option<String>,
    /// True if characters were taken apart into letters and marks.
    is_taken_apart: bool,
    /// True if letters were replaced by others.
    is_transliterated: bool,
    /// The possible rests of words that are gone.
    words: DamagedWords,
    /// True if lines beyond ASCII are gone without an explanation.
    has_gone: bool,
}

/// The trace seen in a line.
pub(super) struct DamageTrace {
    pub(super) kind: TextChangeKind,
    pub(super) after: TextChangeValue,
    pub(super) chain: Option<String>,
}

impl DamageTraces {
    /// The traces of a file's damage.
    pub(super) fn new(case: &VersionCase<'_>) -> Self {
        let mut traces = Self {
            words: DamagedWords::new(case),
            // What was done to the mark was done to the text.
            misread: { case.mark.filter(|_| !case.old.mark().is_empty()) }
                .and_then(|way| case.chain(way)),
            ..Self::default()
        };
        let had_sign = (0..case.old.len()).any(|line| count(case.old.body(line), REPLACEMENT) > 0);
        for line in &case.lines {
            let before = case.old_body(line);
            traces.has_gone |= line.edited && !had_sign && !before.is_ascii();
            for (way, piece) in &line.pieces {
                let after = { case.new_body(line).get(piece.new.clone()) }.unwrap_or_default();
                traces.is_taken_apart |= matches!(
                    way,
                    TextAlteration::Normal(NormalizationForm::Nfd | NormalizationForm::Nfkd)
                );
                match case.kind(line, *way, piece) {
                    _ if way.leaves_letters() => {
                        traces.is_transliterated = true;
                    }
                    TextChangeKind::Destroyed if !traces.signs.iter().any(|sign| sign == after) => {
                        traces.signs.push(after.to_vec());
                    }
                    TextChangeKind::DoubleEncoded if traces.misread.is_none() => {
                        traces.misread = case.chain(*way);
                    }
                    _ => {}
                }
            }
        }
        traces
    }

    /// The trace in an edited line.
    pub(super) fn seen(&self, case: &VersionCase<'_>, line: &JudgedLine) -> Option<DamageTrace> {
        let (before, after) = (case.old_body(line), case.new_body(line));
        let is_blank = after.iter().all(u8::is_ascii_whitespace);
        let drops = self.signs.iter().any(Vec::is_empty);
        let may_be = drops
            && match (line.edited, is_blank) {
                // A blank line may be the rest of a line that is gone, or of one that was typed.
                (false, true) => self.has_gone,
                (true, true) => matches!(line.entry, AlignedLine::New(_)),
                (is_edited, _) => is_edited,
            };
        let is_gone = matches!(line.entry, AlignedLine::Old(_));
        if is_gone || !line.pieces.is_empty() || !line.edited && !may_be {
            return None;
        }
        let has_more = |sign: &[u8]| count(after, sign) > count(before, sign);
        let destroyed = |sign: &[u8]| DamageTrace {
            kind: TextChangeKind::Destroyed,
            after: TextChangeValue::Bytes(sign.to_vec()),
            chain: None,
        };
        let is_still = |stretch: &[u8]| count(after, stretch) > 0;
        let stretch = other_than_ascii(before);
        let may_be_written = match line.entry {
            AlignedLine::New(_) => after.iter().any(u8::is_ascii_alphabetic),
            _ => stretch.is_some_and(|stretch| !is_still(stretch)),
        };
        let is_rest = line.edited && (self.words.has(after) || self.words.has_signs(after));
        if line.edited && self.words.has_escapes(after) {
            return Some(DamageTrace {
                kind: TextChangeKind::Normalized,
                after: TextChangeValue::Several,
                chain: None,
            });
        }
        if self.is_transliterated && line.edited && may_be_written || is_rest {
            return Some(DamageTrace {
                kind: TextChangeKind::Destroyed,
                after: TextChangeValue::Several,
                chain: None,
            });
        }
        if self.has_gone && has_more(REPLACEMENT) {
            return Some(destroyed(REPLACEMENT));
        }
        if let Some(sign) = { self.signs.iter() }.find(|sign| !sign.is_empty() && has_more(sign)) {
            return Some(destroyed(sign));
        }
        if let Some(chain) = &self.misread
            && let Some(stretch) = other_than_ascii(after).filter(|one| count(before, one) == 0)
        {
            return Some(DamageTrace {
                kind: TextChangeKind::DoubleEncoded,
                after: TextChangeValue::Bytes(stretch.to_vec()),
                chain: Some(chain.clone()),
            });
        }
        if self.is_taken_apart && is_taken_apart(after) && !is_taken_apart(before) {
            return Some(DamageTrace {
                kind: TextChangeKind::Normalized,
                after: TextChangeValue::Several,
                chain: None,
            });
        }
        may_be.then(|| destroyed(b""))
    }
}

impl VersionCase<'_> {
    /// The old text of a line; empty if it was not there.
    pub(super) fn old_body(&self, line: &JudgedLine) -> &[u8] {
        match line.entry {
            AlignedLine::Pair(old, _) | AlignedLine::Old(old) => self.old.body(old),
            AlignedLine::New(_) => &[],
        }
    }

    /// The encodings that a way wrote and read text in, in pairs; none if it did not misread it.
    pub(super) fn chain(&self, way: TextAlteration) -> Option<String> {
        let TextAlteration::Recoded(recoding) = way else {
            return None;
        };
        let own = self.old.text_encoding();
        let pairs = recoding.misreadings(own);
        let ids: Vec<&str> = pairs.flatten().collect();
        (!ids.is_empty()).then(|| ids.join(","))
    }
}

/// Reports whether a text has characters that one code point could stand for.
fn is_taken_apart(text: &[u8]) -> bool {
    let text = str::from_utf8(text);
    text.is_ok_and(|text| NormalizationForm::Nfc.normalize(text) != text)
}

/// The number of times that some bytes occur in a text.
pub(super) fn count(text: &[u8], bytes: &[u8]) -> usize {
    let is_it = |part: &&[u8]| *part == bytes;
    if bytes.is_empty() {
        return 0;
    }
    text.windows(bytes.len()).filter(is_it).count()
}

/// The first stretch of a text beyond ASCII.
fn other_than_ascii(text: &[u8]) -> Option<&[u8]> {
    let mut stretches = text.split(u8::is_ascii);
    stretches.find(|stretch| !stretch.is_empty())
}
