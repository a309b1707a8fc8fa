//! Sequences that cannot be converted one to one: applies the policies, counts and reports.
//!
//! Invariant: each such sequence is counted, and reported to a witness that wants each.

use super::converter::Converter;
use super::policy::{OfFaults, OfUnmappable, takes_bytes};
use super::{ConversionLoss, LossTreatment};
use crate::codec::{CodecState, Encoding, Step, Walk, vendor};

/// The stand-ins for a lost character, the best first.
const SIGNS: [char; 2] = [char::REPLACEMENT_CHARACTER, '?'];

/// The stand-in for a lost character, if an encoding has one.
pub(super) fn sign(to: &Encoding) -> Option<char> {
    let has = |c: &char| {
        let written = to.encode(&mut CodecState::default(), *c, &mut Vec::new());
        written.is_ok()
    };
    SIGNS.into_iter().find(has)
}

impl Converter<'_> {
    pub(super) fn unmappable(&mut self, value: u32, walk: &Walk<'_>, step: &Step) {
        match self.route.policies.unmappable {
            OfUnmappable::Stop => self.stop_at(*step),
            OfUnmappable::Vendor => {
                let twin = char::from_u32(value).and_then(|c| vendor::twin_in(self.route.to, c));
                let written = twin.filter(|twin| self.spell(twin.encode_utf8(&mut [0; 4])));
                match written {
                    Some(twin) => {
                        let text = twin.to_string();
                        self.lose(LossTreatment::Replaced, Some(&text), walk, step);
                    }
                    None => self.stop_at(*step),
                }
            }
            OfUnmappable::Replace => self.replace(walk, step),
            OfUnmappable::Drop => self.lose(LossTreatment::Dropped, Some(""), walk, step),
            OfUnmappable::Escape => {
                // Made of characters that every national set has.
                let text = format!("<U+{value:04X}>");
                if self.spell(&text) {
                    self.lose(LossTreatment::Escaped, Some(&text), walk, step);
                } else {
                    self.replace(walk, step);
                }
            }
        }
    }

    pub(super) fn fault(&mut self, walk: &Walk<'_>, step: &Step) {
        match self.route.policies.faults {
            OfFaults::Stop => self.stop_at(*step),
            OfFaults::Keep if takes_bytes(self.route.to) => {
                self.out.extend_from_slice(walk.context(step).sequence());
                self.lose(LossTreatment::Kept, None, walk, step);
            }
            OfFaults::Keep | OfFaults::Replace => self.replace(walk, step),
            OfFaults::Drop => self.lose(LossTreatment::Dropped, Some(""), walk, step),
        }
    }

    /// Writes the stand-in for a lost character; none if the target has none.
    pub(super) fn substitute(&mut self) -> Option<char> {
        let sign = self.sign?;
        self.writer
            .write_char(sign, &mut self.out)
            .ok()
            .map(|()| sign)
    }

    fn replace(&mut self, walk: &Walk<'_>, step: &Step) {
        match self.substitute() {
            Some(sign) => {
                let mut text = [0; 4];
                self.lose(
                    LossTreatment::Replaced,
                    Some(sign.encode_utf8(&mut text)),
                    walk,
                    step,
                );
            }
            None => self.lose(LossTreatment::Dropped, Some(""), walk, step),
        }
    }

    /// Writes a text; returns whether the target has its characters.
    pub(super) fn spell(&mut self, text: &str) -> bool {
        self.writer.write(text.as_bytes(), &mut self.out).is_ok()
    }

    /// Reports that a sequence was not converted one to one.
    fn lose(&mut self, what: LossTreatment, text: Option<&str>, walk: &Walk<'_>, step: &Step) {
        if !self.tells_each {
            return self.count(what);
        }
        let bytes = walk.context(step);
        self.lose_bytes(what, text, step.offset, bytes.sequence());
    }

    /// Reports that some bytes were not converted one to one.
    pub(super) fn lose_bytes(
        &mut self,
        what: LossTreatment,
        text: Option<&str>,
        offset: u64,
        bytes: &[u8],
    ) {
        self.count(what);
        if !self.tells_each {
            return;
        }
        self.witness.lossy(&ConversionLoss {
            offset,
            bytes,
            what,
            text,
        });
    }

    fn count(&mut self, what: LossTreatment) {
        self.line_ends.after_cr = false;
        self.losses.add(what);
    }
}
