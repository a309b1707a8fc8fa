//! Repairs a piece of text: as a whole if there is proof, else word by word.
//!
//! Invariant: the text written in place of some bytes turns back into these bytes, except for the
//! spaces that were no-break spaces.

use std::io;
use std::ops::Range;

use super::MendPlan;
use super::named::{self, LinePartFate};
use super::target::{MendTarget, Mended};
use crate::codec::table::UTF_8;
use crate::detect::runs::{CandidateReadings, Segmenter};
use crate::detect::zawgyi::{self, BurmeseLine};
use crate::detect::{EncodedChars, Reading};
use crate::job::recode::{ConversionLoss, LossTreatment};

/// Repairs pieces, one after the other.
pub(super) struct PieceMender<'a> {
    target: &'a mut dyn MendTarget,
    /// The chains that repaired text may still have.
    again: Option<CandidateReadings>,
    /// The characters that were read and encoded.
    known: EncodedChars,
}

impl<'a> PieceMender<'a> {
    pub(super) fn new(target: &'a mut dyn MendTarget, again: Option<CandidateReadings>) -> Self {
        Self {
            target,
            again,
            known: EncodedChars::default(),
        }
    }

    /// Writes bytes unchanged.
    pub(super) fn write_unchanged(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.target.write_unchanged(bytes, offset)
    }

    /// Writes bytes unchanged, and reports that they are not repaired.
    pub(super) fn leave(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.write_unchanged(bytes, offset)?;
        for line in lines(bytes) {
            let high = high(&bytes[line.clone()]);
            let range = line.start + high.start..line.start + high.end;
            if !range.is_empty() {
                self.report(
                    LossTreatment::Left,
                    None,
                    &bytes[range.clone()],
                    offset + range.start as u64,
                );
            }
        }
        Ok(())
    }

    /// Writes bytes unchanged, and reports the parts of their lines that are not UTF-8, or no text.
    pub(super) fn sound(&mut self, bytes: &[u8], offset: u64, plan: MendPlan) -> io::Result<()> {
        self.write_unchanged(bytes, offset)?;
        let has_nul = plan.is_all() && bytes.contains(&0);
        if !self.target.keeps_faults() || !has_nul && str::from_utf8(bytes).is_ok() {
            return Ok(());
        }
        for line in lines(bytes) {
            let ill_formed = ill_formed(&bytes[line.clone()], has_nul);
            if !ill_formed.is_empty() {
                let range = line.start + ill_formed.start..line.start + ill_formed.end;
                let start = offset + range.start as u64;
                self.report(LossTreatment::Left, None, &bytes[range], start);
            }
        }
        Ok(())
    }

    /// Does the same for text beside runs whose chains were undone. A word in a line with such a
    /// run, which its chain undoes too, is left unchanged and reported.
    pub(super) fn sound_beside(
        &mut self,
        bytes: &[u8],
        offset: u64,
        plan: MendPlan,
        (before, after): (Option<&Reading>, Option<&Reading>),
    ) -> io::Result<()> {
        let mut lines = lines(bytes);
        let first_line = lines.next().map_or(0, |line| line.end);
        let last_line = lines.last().map_or(0, |line| line.start);
        let mut at = 0;
        for word in words(bytes) {
            let before = before.filter(|_| word.start < first_line);
            let after = after.filter(|_| word.end > last_line);
            let text = &bytes[word.clone()];
            let is_beside =
                before.is_some() && word.start == 0 || after.is_some() && word.end == bytes.len();
            let is_in_line = before.is_some() || after.is_some();
            let is_rest = is_beside && is_rest(text) || is_in_line && is_lossy(text);
            if is_rest || before.into_iter().chain(after).any(|one| undoes(one, text)) {
                self.sound(&bytes[at..word.start], offset + at as u64, plan)?;
                self.leave(text, offset + word.start as u64)?;
                at = word.end;
            }
        }
        self.sound(&bytes[at..], offset + at as u64, plan)
    }

    /// Undoes a named chain, line by line, wherever possible; reports the parts that are left.
    pub(super) fn named(&mut self, reading: &Reading, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.each_text(bytes, offset, |mender, line, start| {
            mender.named_line(reading, line, start)
        })
    }

    /// Puts Burmese in the order of Zawgyi into that of Unicode, line by line.
    pub(super) fn zawgyi(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.each_text(bytes, offset, |mender, line, start| {
            let text = line.trim_end_matches(['\r', '\n']);
            let (bytes, end) = line.as_bytes().split_at(text.len());
            match zawgyi::in_unicode_order(text) {
                BurmeseLine::Converted(new) => {
                    mender.write_text(&Reading::plain(UTF_8), bytes, start, &new)?;
                }
                BurmeseLine::Sound => mender.write_unchanged(bytes, start)?,
                BurmeseLine::Doubtful => mender.leave(bytes, start)?,
            }
            mender.write_unchanged(end, start + text.len() as u64)
        })
    }

    /// Passes on the lines of some bytes, as far as they are UTF-8; other bytes are reported.
    fn each_text(
        &mut self,
        bytes: &[u8],
        offset: u64,
        take: impl Fn(&mut Self, &str, u64) -> io::Result<()>,
    ) -> io::Result<()> {
        for line in lines(bytes) {
            let mut at = line.start;
            for chunk in bytes[line].utf8_chunks() {
                let start = offset + at as u64;
                take(self, chunk.valid(), start)?;
                self.sound(
                    chunk.invalid(),
                    start + chunk.valid().len() as u64,
                    MendPlan::Named,
                )?;
                at += chunk.valid().len() + chunk.invalid().len();
            }
        }
        Ok(())
    }

    fn named_line(&mut self, reading: &Reading, line: &str, offset: u64) -> io::Result<()> {
        let Some(chain) = &reading.chain else {
            return self.write_unchanged(line.as_bytes(), offset);
        };
        let text = line.trim_end_matches(['\r', '\n']);
        for (range, fate) in named::parts(chain, text) {
            let (bytes, start) = (&text.as_bytes()[range.clone()], offset + range.start as u64);
            match fate {
                LinePartFate::Sound => self.write_unchanged(bytes, start)?,
                LinePartFate::Mended(text) => self.write_text(reading, bytes, start, &text)?,
                LinePartFate::Left => self.leave(bytes, start)?,
            }
        }
        let end = &line.as_bytes()[text.len()..];
        self.write_unchanged(end, offset + text.len() as u64)
    }

    /// Repairs words of a run, line by line; reports those that the reading does not fit.
    pub(super) fn lines(&mut self, reading: &Reading, bytes: &[u8], offset: u64) -> io::Result<()> {
        // Text in a set of its own is read at once, which is faster.
        if reading.chain.is_none()
            && let Some(mended) = reading.mend_with(bytes, &mut self.known)
        {
            return self.write_lines(reading, bytes, offset, &mended.text);
        }
        for line in lines(bytes) {
            let (bytes, offset) = (&bytes[line.clone()], offset + line.start as u64);
            // If one word is sound, the others are repaired by themselves.
            if !self.mend(reading, bytes, offset)? {
                self.words(reading, bytes, offset)?;
            }
        }
        Ok(())
    }

    /// Repairs the words that are not UTF-8; reports those that the reading does not fit.
    pub(super) fn ill_formed_words(
        &mut self,
        reading: &Reading,
        bytes: &[u8],
        offset: u64,
    ) -> io::Result<()> {
        let mut at = 0;
        for word in words(bytes).filter(|word| str::from_utf8(&bytes[word.clone()]).is_err()) {
            self.write_unchanged(&bytes[at..word.start], offset + at as u64)?;
            at = word.end;
            self.lines(reading, &bytes[word.clone()], offset + word.start as u64)?;
        }
        self.write_unchanged(&bytes[at..], offset + at as u64)
    }

    /// Repairs bytes as a whole, or leaves them and reports them.
    pub(super) fn whole(&mut self, reading: &Reading, bytes: &[u8], offset: u64) -> io::Result<()> {
        match reading.mend(bytes) {
            Some(mended) => self.write_text(reading, bytes, offset, &mended.text),
            None => self.leave_all(bytes, offset),
        }
    }

    /// Writes bytes unchanged, and reports all of them.
    pub(super) fn leave_all(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.write_unchanged(bytes, offset)?;
        self.report(LossTreatment::Left, None, bytes, offset);
        Ok(())
    }

    /// Repairs the words of a line that does not fit as a whole.
    fn words(&mut self, reading: &Reading, bytes: &[u8], offset: u64) -> io::Result<()> {
        let mut words = words(bytes).peekable();
        let mut at = 0;
        while let Some(word) = words.next() {
            self.write_unchanged(&bytes[at..word.start], offset + at as u64)?;
            let mut end = word.end;
            // A space that was a no-break space belongs to a character.
            while is_cut(reading, &bytes[word.start..end])
                && let Some(next) = words.next_if(|next| &bytes[end..next.start] == b" ")
            {
                end = next.end;
            }
            at = end;
            let start = offset + word.start as u64;
            if !self.mend(reading, &bytes[word.start..end], start)? {
                self.stretches(reading, &bytes[word.start..end], start)?;
            }
        }
        self.write_unchanged(&bytes[at..], offset + at as u64)
    }

    /// Repairs the parts of a word beyond ASCII.
    fn stretches(&mut self, reading: &Reading, word: &[u8], offset: u64) -> io::Result<()> {
        let mut at = offset;
        let same = |one: &u8, other: &u8| one.is_ascii() == other.is_ascii();
        for stretch in word.chunk_by(same) {
            if !self.mend(reading, stretch, at)? {
                self.write_unchanged(stretch, at)?;
                self.report(LossTreatment::Left, None, stretch, at);
            }
            at += stretch.len() as u64;
        }
        Ok(())
    }

    /// Writes bytes repaired, if there is proof; returns whether it did.
    fn mend(&mut self, reading: &Reading, bytes: &[u8], offset: u64) -> io::Result<bool> {
        if bytes.is_ascii() {
            return self.write_unchanged(bytes, offset).map(|()| true);
        }
        let mended = reading.mend(bytes);
        let Some(mended) = mended.filter(|mended| !self.is_misread_still(&mended.text)) else {
            return Ok(false);
        };
        self.write_text(reading, bytes, offset, &mended.text)?;
        Ok(true)
    }

    /// Reports whether repaired text is still mojibake: then only half of the damage was undone.
    fn is_misread_still(&self, text: &str) -> bool {
        let Some(again) = &self.again else {
            return false;
        };
        let (mut segmenter, mut runs) = (Segmenter::new(again), Vec::new());
        segmenter.feed(text.as_bytes(), 0, &mut runs);
        segmenter.finish(&mut runs);
        runs.iter().any(|run| run.reading.chain.is_some())
    }

    /// Writes the text of some lines in place of their bytes, and reports each line.
    fn write_lines(
        &mut self,
        reading: &Reading,
        bytes: &[u8],
        offset: u64,
        text: &str,
    ) -> io::Result<()> {
        self.put(reading, bytes, offset, text)?;
        for (line, text) in lines(bytes).zip(text.split_inclusive('\n')) {
            let start = offset + line.start as u64;
            let bytes = &bytes[line];
            if !bytes.is_ascii() {
                self.report_mended(bytes, start, text);
            }
        }
        Ok(())
    }

    /// Writes a text in place of some bytes, and reports it.
    fn write_text(
        &mut self,
        reading: &Reading,
        bytes: &[u8],
        offset: u64,
        text: &str,
    ) -> io::Result<()> {
        self.put(reading, bytes, offset, text)?;
        self.report_mended(bytes, offset, text);
        Ok(())
    }

    /// Writes a text in place of some bytes.
    fn put(&mut self, reading: &Reading, bytes: &[u8], offset: u64, text: &str) -> io::Result<()> {
        self.target.mended(&Mended {
            reading,
            bytes,
            offset,
            text,
        })
    }

    /// Reports the text that some bytes became.
    fn report_mended(&mut self, bytes: &[u8], offset: u64, text: &str) {
        let (old, new) = (high(bytes), high(text.as_bytes()));
        // ASCII on both sides is left out of the report.
        let front = old.start == new.start && bytes[..old.start] == text.as_bytes()[..new.start];
        let (rest, new_rest) = (&bytes[old.end..], &text.as_bytes()[new.end..]);
        let (old, text) = if front && rest == new_rest {
            (old, &text[new])
        } else {
            (0..bytes.len(), text)
        };
        self.report(
            LossTreatment::Mended,
            Some(text),
            &bytes[old.clone()],
            offset + old.start as u64,
        );
    }

    fn report(&mut self, what: LossTreatment, text: Option<&str>, bytes: &[u8], offset: u64) {
        self.target.report(&ConversionLoss {
            offset,
            bytes,
            what,
            text,
        });
    }
}

/// Reports whether a character of some text ends after the next space, which was a no-break space.
fn is_cut(reading: &Reading, bytes: &[u8]) -> bool {
    let text = str::from_utf8(bytes).ok();
    let chain = reading.chain.as_ref();
    text.is_some_and(|text| chain.is_some_and(|chain| chain.is_cut(text)))
}

/// The range from the first byte that is not UTF-8 to the last; includes bytes 0 where they are no
/// text.
fn ill_formed(bytes: &[u8], has_nul: bool) -> Range<usize> {
    let is_nul = |byte: &u8| has_nul && *byte == 0;
    let first = bytes.iter().position(is_nul);
    let last = bytes.iter().rposition(is_nul);
    let mut found = match (first, last) {
        (Some(first), Some(last)) => first..last + 1,
        _ => 0..0,
    };
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        let start = at + chunk.valid().len();
        at = start + chunk.invalid().len();
        if !chunk.invalid().is_empty() && found.is_empty() {
            found = start..at;
        } else if !chunk.invalid().is_empty() {
            found = found.start.min(start)..found.end.max(at);
        }
    }
    found
}

/// The range from the first byte beyond ASCII to the last.
fn high(bytes: &[u8]) -> Range<usize> {
    let first = bytes.iter().position(|byte| !byte.is_ascii());
    let last = bytes.iter().rposition(|byte| !byte.is_ascii());
    match (first, last) {
        (Some(first), Some(last)) => first..last + 1,
        _ => 0..0,
    }
}

/// The lines, with their ends.
fn lines(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    bytes
        .split_inclusive(|byte| *byte == b'\n')
        .map(move |line| {
            let start = at;
            at += line.len();
            start..at
        })
}

/// Reports whether what stands in one word with mended text is the rest of it: letters, or the sign
/// of lost ones.
fn is_rest(bytes: &[u8]) -> bool {
    let is_letter =
        |c: char| !c.is_ascii() && (c.is_alphanumeric() || c == char::REPLACEMENT_CHARACTER);
    str::from_utf8(bytes).is_ok_and(|text| text.contains(is_letter))
}

/// Reports whether a word has lost bytes of its characters.
fn is_lossy(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok_and(named::has_loss_beside_others)
}

/// Reports whether the chain of a reading is undone in a word, with well-formed UTF-8 as proof.
fn undoes(reading: &Reading, word: &[u8]) -> bool {
    let undone = reading.mend(word);
    undone.is_some_and(|undone| undone.proofs.is_some())
}

/// The words with bytes beyond ASCII. Between words are bytes below 30: in every encoding that
/// shares ASCII, no character of several bytes contains one.
pub(super) fn words(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    let parts = bytes.split(|byte| *byte < b'0').map(move |word| {
        let start = at;
        at += word.len() + 1;
        start..start + word.len()
    });
    parts.filter(|word| !bytes[word.clone()].is_ascii())
}
