//! Repaired text in another encoding than UTF-8.
//!
//! The text goes through a [`ConversionStream`], which knows only offsets in the text; its reports
//! get the place in the data that the text was made from. Invariant: all reports come in the order
//! of their places, and none after the stop.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::mem;
use std::ops::Range;

use super::target::{MendTarget, Mended};
use crate::codec::{CodecState, Meaning, SequenceContext, Step, table};
use crate::detect::Reading;
use crate::job::recode::stream::ConversionStream;
use crate::job::recode::{ConversionLoss, ConversionStop, LossTreatment, Losses, Witness};
use crate::window::Peek;

/// Bytes around the place where the conversion stopped.
const AROUND: u64 = 8;

/// A report, with its place in the text.
struct ConversionNote {
    place: Range<u64>,
    what: LossTreatment,
    text: Option<String>,
    /// The place in the data, if known.
    origin: Option<Range<u64>>,
}

/// The place and reason where the conversion of the text stopped.
struct ConversionHalt {
    place: Range<u64>,
    meaning: Meaning,
    position: (u64, u64),
}

/// Stores the reports of the stream.
pub(super) struct NoteCollector {
    wants_each: bool,
    notes: RefCell<Vec<ConversionNote>>,
    halt: RefCell<Option<ConversionHalt>>,
}

impl NoteCollector {
    pub(super) fn new(wants_each: bool) -> Self {
        Self {
            wants_each,
            notes: RefCell::default(),
            halt: RefCell::default(),
        }
    }
}

impl Witness for &NoteCollector {
    fn wants_each(&self) -> bool {
        self.wants_each
    }

    fn lossy(&mut self, loss: &ConversionLoss<'_>) {
        self.notes.borrow_mut().push(ConversionNote {
            place: loss.offset..loss.offset + loss.bytes.len() as u64,
            what: loss.what,
            text: loss.text.map(str::to_owned),
            origin: None,
        });
    }

    fn stopped(&mut self, stop: &ConversionStop<'_>) {
        let offset = stop.offset();
        *self.halt.borrow_mut() = Some(ConversionHalt {
            place: offset..offset + stop.context.len as u64,
            meaning: stop.meaning,
            position: stop.position,
        });
    }
}

/// A part of the text, and its origin.
struct ConvertedPart {
    /// Its place in the text.
    place: Range<u64>,
    /// The offset in the data.
    offset: u64,
    made: PartTreatment,
}

enum PartTreatment {
    /// Its bytes are those of the data.
    Kept,
    /// A replacement of other bytes.
    Mended {
        reading: Reading,
        bytes: Vec<u8>,
        text: String,
    },
}

impl ConvertedPart {
    /// The end of the part's data.
    fn end(&self) -> u64 {
        let len = match &self.made {
            PartTreatment::Kept => self.place.end - self.place.start,
            PartTreatment::Mended { bytes, .. } => bytes.len() as u64,
        };
        self.offset + len
    }

    /// The offset in the data of a place in the text.
    fn origin(&self, at: u64) -> u64 {
        let within = at - self.place.start;
        match &self.made {
            PartTreatment::Kept => self.offset + within,
            PartTreatment::Mended {
                reading,
                bytes,
                text,
            } => self.offset + reading.place_of(bytes, text, within as usize) as u64,
        }
    }
}

/// Converts repaired text.
pub(super) struct Converted<'a> {
    stream: ConversionStream<'a>,
    told: &'a NoteCollector,
    witness: &'a mut dyn Witness,
    out: &'a mut dyn Write,
    parts: VecDeque<ConvertedPart>,
    /// The reports about the data, in order, that were not passed on yet.
    notes: VecDeque<ConversionNote>,
    /// The length of the text.
    len: u64,
    /// True if something was converted whose reports were not passed on.
    is_ahead: bool,
    /// The counts of repaired and unrepaired text.
    losses: Losses,
    data: &'a dyn Peek,
}

impl<'a> Converted<'a> {
    pub(super) fn new(
        stream: ConversionStream<'a>,
        told: &'a NoteCollector,
        data: &'a dyn Peek,
        witness: &'a mut dyn Witness,
        out: &'a mut dyn Write,
    ) -> Self {
        Self {
            stream,
            told,
            witness,
            out,
            parts: VecDeque::new(),
            notes: VecDeque::new(),
            len: 0,
            is_ahead: false,
            losses: Losses::default(),
            data,
        }
    }

    /// Converts the rest; returns the losses, and whether it stopped.
    pub(super) fn finish(mut self) -> io::Result<(Losses, bool)> {
        self.stream.finish(self.out)?;
        self.pass_on();
        let halt = self.told.halt.borrow_mut().take();
        if let Some(halt) = halt {
            self.report_stop(&halt);
        }
        let mut losses = self.losses;
        losses.merge(self.stream.losses());
        Ok((losses, self.stream.has_stopped()))
    }

    fn add_text(&mut self, text: &[u8], offset: u64, made: PartTreatment) -> io::Result<()> {
        // All reports about the parts before this one have arrived by now.
        if mem::take(&mut self.is_ahead) {
            self.pass_on();
        }
        let place = self.len..self.len + text.len() as u64;
        self.len = place.end;
        match (self.parts.back_mut(), &made) {
            (Some(last), PartTreatment::Kept)
                if matches!(last.made, PartTreatment::Kept) && last.end() == offset =>
            {
                last.place.end = place.end;
            }
            _ => self.parts.push_back(ConvertedPart {
                place,
                offset,
                made,
            }),
        }
        self.is_ahead = self.stream.feed(text, self.out)?;
        Ok(())
    }

    /// Passes on the reports about the converted text, and drops its origins.
    fn pass_on(&mut self) {
        let at = self.stream.at();
        let mut own = mem::take(&mut *self.told.notes.borrow_mut())
            .into_iter()
            .peekable();
        while self.notes.front().is_some_and(|note| note.place.start < at)
            && let Some(note) = self.notes.pop_front()
        {
            while let Some(before) = own.next_if(|own| own.place.start < note.place.start) {
                self.pass(&before);
            }
            self.losses.add(note.what);
            self.pass(&note);
        }
        for note in own {
            self.pass(&note);
        }
        while self.parts.front().is_some_and(|part| part.place.end < at) {
            self.parts.pop_front();
        }
    }

    fn pass(&mut self, note: &ConversionNote) {
        if !self.told.wants_each {
            return;
        }
        let origin = { note.origin.clone() }.unwrap_or_else(|| self.origin(&note.place));
        let window = self
            .data
            .window(origin.start, (origin.end - origin.start) as usize);
        self.witness.lossy(&ConversionLoss {
            offset: origin.start,
            bytes: &window.bytes,
            what: note.what,
            text: note.text.as_deref(),
        });
    }

    /// The place in the data of a place in the text.
    fn origin(&self, place: &Range<u64>) -> Range<u64> {
        let part = |at: u64| self.parts.iter().find(move |part| part.place.contains(&at));
        let start = part(place.start).map_or(0, |part| part.origin(place.start));
        // The last byte, as the byte after it may have another origin.
        let end = part(place.end.saturating_sub(1)).map_or(start, |part| {
            if place.end == part.place.end {
                part.end()
            } else {
                part.origin(place.end)
            }
        });
        start..end.max(start)
    }

    /// The place in the text of an offset in the data that was handled last.
    fn place(&self, offset: u64) -> u64 {
        let parts = self.parts.iter().rev();
        let part = parts.into_iter().find(|part| part.offset <= offset);
        part.map_or(self.len, |part| match part.made {
            PartTreatment::Kept => part.place.start + (offset - part.offset),
            PartTreatment::Mended { .. } => part.place.start,
        })
    }

    fn report_stop(&mut self, halt: &ConversionHalt) {
        let origin = self.origin(&halt.place);
        let before = origin.start.saturating_sub(AROUND);
        let len = origin.end + AROUND - before;
        let window = self.data.window(before, len as usize);
        let step = Step {
            offset: origin.start,
            len: (origin.end - origin.start) as u32,
            state: CodecState::default(),
            meaning: halt.meaning,
        };
        self.witness.stopped(&ConversionStop {
            from: table::UTF_8,
            to: self.stream.to(),
            meaning: halt.meaning,
            context: &SequenceContext::new(table::UTF_8, 0, &window, &step),
            position: halt.position,
        });
    }
}

impl MendTarget for Converted<'_> {
    fn write_unchanged(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.add_text(bytes, offset, PartTreatment::Kept)
    }

    /// The stream applies the policy to them, and reports it.
    fn keeps_faults(&self) -> bool {
        false
    }

    fn mended(&mut self, mended: &Mended<'_>) -> io::Result<()> {
        let made = PartTreatment::Mended {
            reading: mended.reading.clone(),
            bytes: mended.bytes.to_vec(),
            text: mended.text.to_owned(),
        };
        self.add_text(mended.text.as_bytes(), mended.offset, made)
    }

    fn report(&mut self, loss: &ConversionLoss<'_>) {
        let start = self.place(loss.offset);
        self.notes.push_back(ConversionNote {
            place: start..start,
            what: loss.what,
            text: loss.text.map(str::to_owned),
            origin: Some(loss.offset..loss.offset + loss.bytes.len() as u64),
        });
    }
}
