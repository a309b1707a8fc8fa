//! Sequences apart from where they stand, and what is printed of them more than once.
//!
//! A character is told in the same words wherever it stands: they are made once and
//! copied from then on. Invariant: no text that is kept says where its sequence stands.
//! It cannot: what makes one is a function that holds nothing, is given [`Own`], which
//! lets no offset out, and adds to texts that know none either.

use super::feed::Chunk;
use super::kept::{Kept, Key};
use crate::codec::{Encoding, Masks, Meaning, Step};
use crate::explain::assembly::{self, Assembly};
use crate::model::row::{self, Role};
use crate::model::theme::Theme;
use crate::unicode::glyph::Charset;
use crate::unicode::notice::Notice;

/// A sequence apart from where it stands.
pub(super) struct Own<'a> {
    chunk: &'a Chunk,
    step: &'a Step,
}

impl<'a> Own<'a> {
    pub(super) fn of(chunk: &'a Chunk, step: &'a Step) -> Self {
        Self { chunk, step }
    }

    pub(super) fn bytes(&self) -> &'a [u8] {
        self.chunk.bytes(self.step)
    }

    pub(super) fn meaning(&self) -> Meaning {
        self.step.meaning
    }

    pub(super) fn encoding(&self) -> &'static Encoding {
        self.chunk.stretch.encoding(self.step)
    }

    pub(super) fn notices(&self) -> Vec<Notice> {
        self.chunk.stretch.notices(self.step)
    }

    /// Whether it is the byte order mark that opens the data.
    pub(super) fn is_bom(&self) -> bool {
        Chunk::is_bom(self.step)
    }

    /// What its byte at an index is, for the eye.
    pub(super) fn role(&self, index: usize) -> Role {
        row::role(&self.chunk.stretch, self.step, index)
    }

    /// What the bits of each of its bytes are.
    pub(super) fn masks(&self) -> Vec<Masks> {
        self.chunk.stretch.context(self.step).masks()
    }

    /// How its bits make its value, if there is something to tell.
    pub(super) fn assembly(&self) -> Option<Assembly> {
        let context = self.chunk.stretch.context(self.step);
        assembly::assemble(self.encoding(), &context)
    }
}

/// How a text looks, the same for all of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) charset: Charset,
    /// The colours, if they are to be used.
    pub(super) theme: Option<Theme>,
}

/// Adds the text of a sequence.
pub(super) type Write = fn(&mut String, &Own<'_>, Look);

/// The texts of sequences, all made by one function.
pub(super) struct Texts {
    write: Write,
    look: Look,
    /// Where texts begin and end.
    kept: Kept<(u32, u32)>,
    all: String,
}

impl Texts {
    /// Bytes from which on all are forgotten.
    const FULL: usize = 1 << 20;

    pub(super) fn new(look: Look, write: Write) -> Self {
        Self {
            write,
            look,
            kept: Kept::new((0, 0)),
            all: String::new(),
        }
    }

    /// The text of a sequence.
    #[inline]
    pub(super) fn of(&mut self, own: &Own<'_>) -> &str {
        let key = Key::of(&own.chunk.stretch.window, own.step, 0);
        let (start, end) = match key.and_then(|key| self.kept.get(key)) {
            Some(&known) => known,
            None => self.make(own, key),
        };
        self.all
            .get(start as usize..end as usize)
            .unwrap_or_default()
    }

    #[inline(never)]
    fn make(&mut self, own: &Own<'_>, key: Option<Key>) -> (u32, u32) {
        if self.all.len() >= Self::FULL {
            self.all.clear();
            self.kept.clear();
        }
        let start = self.all.len() as u32;
        (self.write)(&mut self.all, own, self.look);
        let made = (start, self.all.len() as u32);
        if let Some(key) = key {
            self.kept.keep(key, made);
        }
        made
    }
}
