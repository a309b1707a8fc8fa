//! Text inside what holds it: the bodies and words of a mail, escapes of JSON and of programs, percent
//! signs, entities, hex in SQL, base64, folded lines, names in an archive, tags, fields of a table.
//!
//! A coat is found in the bytes (`text`, `mail`, `places`), and taken off by the readers of dumps
//! (`undo`), so that each byte of the layer below knows its place in the file. A layer is data like any
//! other, and may have layers itself. Invariant: every place that a layer tells is one of the file.

mod coat;
mod find;
mod mail;
mod places;
mod text;
mod undo;
mod utf16;

use std::ops::ControlFlow;
use std::sync::Arc;

use super::Control;
use super::carrier::judge::judge_declared;
use crate::codec::{Encoding, table};
use crate::detect::{self, Reading};
use crate::hexdump::placed::PlacedBytes;
use crate::window::{Peek, Window};
use coat::Coat;
pub use coat::CoatKind;
pub use find::{LayerMatch, LayerSearch};
use mail::MailReader;

/// The longest coat that is taken off, in bytes.
pub const LONGEST: u64 = 64 << 20;
/// The bytes that tell the encoding of a layer.
const HEAD: usize = 64 * 1024;
/// The coats inside one another that are taken off.
const DEEPEST: usize = 8;
/// The bytes that are searched for coats at once.
const STEP: usize = 4 << 20;
/// The longest coat in a line of more than [`LONGEST`] bytes that is surely whole.
const OVERLAP: usize = 1 << 20;
/// The bytes before and after a place in which a coat around it is sought.
const AROUND: u64 = 256 << 10;

/// The data inside a coat.
#[derive(Debug, Clone)]
pub struct Layer {
    /// The coats that were taken off, the outermost first.
    pub path: Vec<CoatKind>,
    /// The place of the coat in the file.
    pub place: u64,
    /// The name of the encoding that the coat declares.
    pub declared: Option<String>,
    /// The encoding that all such texts of the file tell together.
    told: Option<&'static Encoding>,
    /// The reason why the rest of the coat could not be read, in one line.
    pub wrong: Option<String>,
    data: Arc<PlacedBytes>,
}

impl Layer {
    /// Reports whether the reader of its coat gives characters, in UTF-8.
    pub fn gives_characters(&self) -> bool {
        self.path.last().is_some_and(|kind| kind.gives_characters())
    }

    /// Reports whether its text is that of the file as it is.
    pub fn is_literal(&self) -> bool {
        self.path.last().is_some_and(|kind| kind.is_literal())
    }

    /// The declared encoding, if its name is known.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        let label = self.declared.as_deref()?;
        table::by_label(label).map(table::LabelMatch::encoding)
    }

    /// Reports whether its text is in the encoding that the coat declares.
    pub fn is_as_declared(&self) -> bool {
        self.encoding() == Some(self.reading())
    }

    /// The encoding of its text: the declared one, if its bytes do not contradict that.
    pub fn reading(&self) -> &'static Encoding {
        if let Some(told) = self.told {
            return told;
        }
        if self.gives_characters() {
            return table::UTF_8;
        }
        let head = self.window(0, HEAD).bytes;
        let is_read = |encoding: &&'static Encoding| Reading::plain(encoding).text(&head).is_some();
        match self.encoding().filter(is_read) {
            Some(declared) if declared.is_unicode() => declared,
            Some(declared) => {
                let judged = judge_declared(&head, Some(declared));
                let other = judged.filter(|judged| judged.chain.is_empty());
                other.map_or(declared, |other| other.encoding)
            }
            None if is_utf_8(&head) => table::UTF_8,
            None => detect::guess(&head).taken().encoding,
        }
    }

    /// The place of the coat in the file and why some of it was not looked at, if something declares the
    /// coat.
    pub fn unread(&self) -> Option<String> {
        let wrong = self
            .wrong
            .as_ref()
            .filter(|_| self.path.last().is_some_and(|kind| kind.is_declared()))?;
        Some(format!("{} at 0x{:X}: {wrong}", self.name(), self.place))
    }

    /// The coats in words, the innermost first: `base64 in a JSON string`.
    pub fn name(&self) -> String {
        let names = self.path.iter().rev().map(|kind| kind.name());
        names.collect::<Vec<_>>().join(" in ")
    }
}

impl Peek for Layer {
    fn len(&self) -> u64 {
        self.data.bytes.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        self.data.bytes.window(start, len)
    }

    fn address(&self, offset: u64) -> u64 {
        let index = usize::try_from(offset).unwrap_or(usize::MAX);
        if index < self.data.bytes.len() {
            self.data.place(index)
        } else {
            self.data.end()
        }
    }

    fn offset_of(&self, address: u64) -> u64 {
        self.data.index(address) as u64
    }
}

/// The layer in which a place of some data is: that of the narrowest coat around it.
pub fn at(data: &dyn Peek, offset: u64) -> Option<Layer> {
    if let Some(plain) = utf16::plain(data) {
        let coat = coat_at(&plain, plain.offset_of(data.address(offset)))?;
        return open(&plain, &coat, &[]);
    }
    let coat = coat_at(data, offset)?;
    open(data, &coat, &[])
}

/// Passes each layer of some data to `each`, in order, outer ones before those inside; stops when it
/// breaks, or when the work is cancelled. One whose coat is too long is empty, and says so.
pub fn each(
    control: &mut Control<'_>,
    data: &dyn Peek,
    each: &mut dyn FnMut(&Layer) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match utf16::plain(data) {
        Some(plain) if plain.wrong.is_some() => each(&plain),
        Some(plain) => within(control, &plain, &[], each),
        None => within(control, data, &[], each),
    }
}

/// The layers of data that is inside some coats.
fn within(
    control: &mut Control<'_>,
    data: &dyn Peek,
    path: &[CoatKind],
    each: &mut dyn FnMut(&Layer) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let is_outermost = path.is_empty();
    coats(data, &mut |coat, reached| {
        if is_outermost && control.reached(reached) {
            return ControlFlow::Break(());
        }
        let Some(layer) = open(data, coat, path) else {
            return ControlFlow::Continue(());
        };
        each(&layer)?;
        if layer.path.len() < DEEPEST {
            within(control, &layer, &layer.path, each)?;
        }
        ControlFlow::Continue(())
    })
}

/// Reports whether some bytes are UTF-8, but for a character that their end cuts.
fn is_utf_8(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// Takes a coat off; none if nothing is in it.
fn open(data: &dyn Peek, coat: &Coat, path: &[CoatKind]) -> Option<Layer> {
    let len = coat.range.end - coat.range.start;
    let (placed, wrong) = if coat.kind == CoatKind::LongLine {
        let wrong = "longer than 64 MiB: layers longer than 1 MiB may be cut".to_owned();
        (PlacedBytes::default(), Some(wrong))
    } else if len > LONGEST {
        let wrong = "longer than 64 MiB, and not looked at".to_owned();
        (PlacedBytes::default(), Some(wrong))
    } else {
        undo::undo(coat, &data.window(coat.range.start, len as usize))
    };
    if placed.bytes.is_empty() && wrong.is_none() {
        return None;
    }
    Some(Layer {
        path: [path, &[coat.kind]].concat(),
        place: data.address(coat.range.start),
        declared: coat.declared.clone(),
        told: coat.told,
        wrong,
        data: Arc::new(placed.within(|offset| data.address(offset))),
    })
}

/// Passes the coats of some data to `each`, in order, with the offset that was reached.
fn coats(data: &dyn Peek, each: &mut dyn FnMut(&Coat, u64) -> ControlFlow<()>) -> ControlFlow<()> {
    coats_in(data, (LONGEST as usize, OVERLAP), each)
}

/// The same, with the longest line that is read at once, and the part of it that is read again with the
/// rest of a longer one.
fn coats_in(
    data: &dyn Peek,
    (longest, overlap): (usize, usize),
    each: &mut dyn FnMut(&Coat, u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if let Some(coats) = places::find(data) {
        return coats.iter().try_for_each(|coat| each(coat, coat.range.end));
    }
    if let Some(folded) = text::folded(data) {
        return each(&folded, data.len());
    }
    // Bytes of a binary look like a string or a word of base64 by chance.
    if detect::is_binary(&data.window(0, detect::HEAD).bytes, table::UTF_8) {
        return ControlFlow::Continue(());
    }
    let mut mail = MailReader::default();
    let (mut start, mut is_inside) = (0, false);
    loop {
        let window = lines_from(data, start, longest);
        let whole = whole_lines(&window);
        let bytes = &window.bytes[..whole];
        let mut found = Vec::new();
        let free = mail.read(bytes, start, &mut found);
        for part in free {
            let from = (part.start - start) as usize;
            text::find(
                &bytes[from..(part.end - start) as usize],
                part.start,
                &mut found,
            );
        }
        let (from, has_end) = (start, memchr::memchr(b'\n', bytes).is_some());
        start += whole as u64;
        if window.ends {
            mail.finish(start, &mut found);
        }
        found.sort_by_key(|coat| coat.range.start);
        let is_cut = !has_end && !window.ends;
        if is_cut {
            start = cut_at(&mut found, from, start - overlap.min(whole / 2) as u64);
        }
        if is_cut && !is_inside {
            let line = Coat::new(CoatKind::LongLine, from..from + whole as u64);
            each(&line, start)?;
        }
        is_inside = is_cut;
        for coat in &found {
            each(coat, start)?;
        }
        if window.ends || whole == 0 {
            return ControlFlow::Continue(());
        }
    }
}

/// The offset from which on a line that is cut is read again: `surely`, or before it the beginning of a
/// coat that goes over it, unless that is where the line was read from. The coats after it are found
/// again.
fn cut_at(found: &mut Vec<Coat>, from: u64, surely: u64) -> u64 {
    let over = found.iter().find(|coat| coat.range.end > surely);
    let at = over.map_or(surely, |coat| coat.range.start.min(surely));
    let at = if at > from { at } else { surely };
    found.retain(|coat| coat.range.start < at);
    at
}

/// A window that has a whole line, unless one is longer than a coat may be: a coat does not go over the
/// end of its line, and is whole in one window.
fn lines_from(data: &dyn Peek, start: u64, longest: usize) -> Window {
    let mut len = STEP.min(longest);
    loop {
        let window = data.window(start, len);
        let has_line = memchr::memchr(b'\n', &window.bytes).is_some();
        if window.ends || has_line || len >= longest {
            return window;
        }
        len = (len * 4).min(longest);
    }
}

/// The bytes of the whole lines of a window; all of them if it has no line end.
fn whole_lines(window: &Window) -> usize {
    let end = memchr::memrchr(b'\n', &window.bytes).map(|end| end + 1);
    match end {
        Some(end) if !window.ends => end,
        _ => window.bytes.len(),
    }
}

/// The narrowest coat around an offset.
fn coat_at(data: &dyn Peek, offset: u64) -> Option<Coat> {
    let around = |coats: Vec<Coat>| {
        let around = coats
            .into_iter()
            .filter(|coat| coat.range.contains(&offset));
        around.min_by_key(|coat| coat.range.end - coat.range.start)
    };
    if let Some(coats) = places::find(data) {
        return around(coats);
    }
    if let Some(folded) = text::folded(data) {
        return Some(folded);
    }
    if let Some(body) = mail::body_at(data, offset) {
        return Some(body);
    }
    let (start, window) = line_around(data, offset);
    let mut found = Vec::new();
    text::find(&window.bytes, start, &mut found);
    around(found)
}

/// The bytes around an offset, with its line, unless that is longer than a coat may be.
fn line_around(data: &dyn Peek, offset: u64) -> (u64, Window) {
    let mut reach = AROUND;
    loop {
        let start = offset.saturating_sub(reach);
        let window = data.window(start, (offset - start + reach) as usize);
        let (before, after) = window
            .bytes
            .split_at(window.bytes.len().min((offset - start) as usize));
        let begins = start == 0 || memchr::memchr(b'\n', before).is_some();
        let ends = window.ends || memchr::memchr(b'\n', after).is_some();
        if begins && ends || reach >= LONGEST {
            return (start, window);
        }
        reach *= 4;
    }
}

#[cfg(test)]
mod tests;
