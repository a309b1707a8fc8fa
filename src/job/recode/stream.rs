//! Converts UTF-8 that comes in pieces of any size.
//!
//! Repaired text is not data that can be read again: it passes once. Invariant: the output does not
//! depend on the cuts between the pieces.

use std::io::{self, Write};

use super::converter::{ConversionRoute, Converter, ReadPasses};
use super::normalizer;
use super::policy::Policies;
use super::{Losses, Witness};
use crate::codec::{Encoding, table};
use crate::window::Window;
use crate::window::sweep::{Reach, SweepPiece};

/// Bytes collected before they are converted.
const FULL: u64 = 64 * 1024;

/// A conversion of text that passes once.
pub(in crate::job) struct ConversionStream<'a> {
    converter: Converter<'a>,
    /// The bytes received that may still be needed.
    window: Window,
    reach: Reach,
}

impl<'a> ConversionStream<'a> {
    /// A conversion to an encoding; the witness gets offsets in the text.
    pub(in crate::job) fn new(
        to: &'static Encoding,
        policies: Policies,
        witness: &'a mut dyn Witness,
    ) -> Self {
        let route = ConversionRoute {
            from: table::UTF_8,
            to,
            phase: 0,
            policies,
        };
        let mut converter = Converter::new(route, ReadPasses::Once, witness);
        converter.begin();
        Self {
            converter,
            window: Window::default(),
            reach: normalizer::reach(route.from, policies.normalize),
        }
    }

    /// Receives the next bytes; returns whether some were converted.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(in crate::job) fn feed(&mut self, bytes: &[u8], out: &mut dyn Write) -> io::Result<bool> {
        if self.converter.has_stopped() {
            return Ok(false);
        }
        self.window.bytes.extend_from_slice(bytes);
        if self.window.end() - self.converter.at() < FULL + self.reach.after {
            return Ok(false);
        }
        self.convert(out).map(|()| true)
    }

    /// Converts the rest.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(in crate::job) fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.converter.has_stopped() {
            self.window.ends = true;
            self.convert(out)?;
        }
        self.converter.finish(out)
    }

    /// The offset in the text up to which everything is converted.
    pub(in crate::job) fn at(&self) -> u64 {
        self.converter.at()
    }

    /// Reports whether something cannot be converted, and nothing after it is.
    pub(in crate::job) fn has_stopped(&self) -> bool {
        self.converter.has_stopped()
    }

    /// The encoding of the output.
    pub(in crate::job) fn to(&self) -> &'static Encoding {
        self.converter.route.to
    }

    /// The sequences not converted one to one.
    pub(in crate::job) fn losses(&self) -> Losses {
        self.converter.losses()
    }

    /// Converts the certain part.
    fn convert(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let end = self.window.end();
        let until = if self.window.ends {
            end
        } else {
            end.saturating_sub(self.reach.after)
        };
        let piece = SweepPiece {
            certain: self.converter.at()..until,
            at_end: self.window.ends,
        };
        self.converter.feed(&self.window, &piece);
        // The lines before the place are counted already.
        self.converter
            .report_stop(&self.window, |_, counted| counted);
        self.converter.hand_on(out)?;
        let passed = self.converter.at().saturating_sub(self.reach.before);
        let passed = passed.saturating_sub(self.window.start) as usize;
        self.window.bytes.drain(..passed);
        self.window.start += passed as u64;
        Ok(())
    }
}
