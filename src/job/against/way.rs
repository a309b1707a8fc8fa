//! Changes that software makes to unedited text, each as a function of the text.
//!
//! A way gives the new form of a line, and for each changed stretch the bytes before and after. If
//! its result for the old line is the new line, the change is known. Invariant: pieces are in
//! order, do not overlap, and all text outside of them stays.

use std::ops::Range;

use super::escaped::WrittenEscape;
use super::recoding::{Recoding, each};
use super::transliterated::AsciiForm;
use crate::codec::Encoding;
use crate::unicode::normal::{self, NormalizationForm};
use crate::unicode::property;

/// The stand-in for a lost character: U+FFFD in UTF-8.
pub(super) const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// The parts that are replaced by a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReplacedUnit {
    /// Each maximal subpart that is no UTF-8, as on the web.
    Subparts,
    /// Each byte that is no UTF-8.
    Bytes,
    /// Each run of bytes that are no UTF-8.
    Runs,
    /// Each byte above ASCII.
    NonAscii,
    /// Each character above ASCII.
    Characters,
}

/// A kind of change that software makes to text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextAlteration {
    /// Parts unknown to a reader are replaced by a sign, or dropped if the sign is empty.
    Replaced(ReplacedUnit, &'static [u8]),
    /// Text is read in an encoding and saved in another.
    Recoded(Recoding),
    /// Another form of the text with the same meaning.
    Normal(NormalizationForm),
    /// Every kind of space becomes U+0020.
    Spaces,
    /// Characters are written in ASCII.
    Transliterated(AsciiForm),
    /// Characters are written as escapes in ASCII.
    Escaped(WrittenEscape),
    /// Letters lose their marks, and keep the encoding.
    Bare,
    /// Each byte loses its highest bit.
    SevenBits,
}

/// The result of a way for a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TextImage {
    /// All of it.
    pub(super) bytes: Vec<u8>,
    /// The changes: the place in the old text, and the place in the new one.
    pub(super) pieces: Vec<LineChange>,
}

/// A stretch of a line before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LineChange {
    /// The range in the old line.
    pub(super) old: Range<usize>,
    /// The range in the new line.
    pub(super) new: Range<usize>,
}

impl TextImage {
    /// Adds the next stretch of the old text with its new bytes.
    pub(super) fn push(&mut self, old: Range<usize>, before: &[u8], after: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(after);
        if before != after {
            self.pieces.push(LineChange {
                old,
                new: start..self.bytes.len(),
            });
        }
    }

    /// Joins pieces with those before them, by their places in the old text.
    pub(super) fn join(&mut self, is_inside: impl Fn(usize) -> bool) {
        self.pieces.dedup_by(|next, last| {
            let is_one = last.old.end == next.old.start && is_inside(next.old.start);
            if is_one {
                (last.old.end, last.new.end) = (next.old.end, next.new.end);
            }
            is_one
        });
    }
}

impl TextAlteration {
    /// Its result for a text; none if it does not apply.
    pub(super) fn image(self, old: &[u8], encoding: &'static Encoding) -> Option<TextImage> {
        match self {
            Self::Replaced(what, sign) => Some(replaced(old, what, sign, encoding)),
            Self::Recoded(recoding) => Some(recoding.image(old)),
            Self::Normal(form) => normalized(str::from_utf8(old).ok()?, form),
            Self::Spaces => by_character(old, |c, out| {
                let c = if normal::is_other_space(c) { ' ' } else { c };
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                Some(())
            }),
            Self::Transliterated(form) => {
                let mut image = TextImage::default();
                each(old, encoding, |range, text| {
                    let after = text.map_or_else(|| "?".to_owned(), |text| form.of(&text));
                    image.push(range.clone(), &old[range], after.as_bytes());
                });
                Some(image)
            }
            Self::Escaped(form) => form.image(old, encoding),
            Self::Bare => Some(bare(old, encoding)),
            Self::SevenBits => {
                let mut image = TextImage::default();
                for (at, byte) in old.iter().enumerate() {
                    image.push(at..at + 1, &[*byte], &[byte & 0x7F]);
                }
                Some(image)
            }
        }
    }

    /// Reports whether a stretch made by this way stands for lost text.
    pub(super) fn loses(self, after: &[u8]) -> bool {
        match self {
            Self::Replaced(..) | Self::Transliterated(_) | Self::Bare | Self::SevenBits => true,
            Self::Recoded(_) => Recoding::loses(after),
            Self::Normal(_) | Self::Spaces | Self::Escaped(_) => false,
        }
    }

    /// Reports whether the letters that are gone leave no sign, so that an edited line may have lost some too.
    pub(super) const fn leaves_letters(self) -> bool {
        matches!(
            self,
            Self::Transliterated(_) | Self::Bare | Self::SevenBits | Self::Escaped(_)
        )
    }

    /// Reports whether it leaves nothing of what is lost.
    pub(super) const fn leaves_nothing(self) -> bool {
        match self {
            Self::Replaced(_, sign) => sign.is_empty(),
            Self::Recoded(recoding) => recoding.drops(),
            _ => false,
        }
    }

    /// Reports whether the result is in another encoding than text in `own` was.
    pub(super) fn changes_encoding(self, own: &'static Encoding) -> bool {
        match self {
            Self::Recoded(recoding) => recoding.saved != own,
            // Signs in UTF-8 are no text in an encoding where ASCII has other bytes.
            Self::Replaced(..) => !own.ascii,
            Self::Normal(_)
            | Self::Spaces
            | Self::Transliterated(_)
            | Self::Escaped(_)
            | Self::Bare
            | Self::SevenBits => false,
        }
    }
}

/// The result for UTF-8 when its characters above ASCII are changed one by one.
fn by_character(
    old: &[u8],
    mut change: impl FnMut(char, &mut Vec<u8>) -> Option<()>,
) -> Option<TextImage> {
    let text = str::from_utf8(old).ok()?;
    let (mut image, mut after) = (TextImage::default(), Vec::new());
    for (at, c) in text.char_indices() {
        let range = at..at + c.len_utf8();
        if c.is_ascii() {
            image.bytes.push(c as u8);
            continue;
        }
        after.clear();
        change(c, &mut after)?;
        image.push(range.clone(), &old[range], &after);
    }
    Some(image)
}

/// Text whose letters have no marks; what the encoding then lacks is dropped.
fn bare(old: &[u8], encoding: &'static Encoding) -> TextImage {
    let mut image = TextImage::default();
    each(old, encoding, |range, text| {
        let before = &old[range.clone()];
        let Some(text) = text.filter(|text| !text.is_ascii()) else {
            image.bytes.extend_from_slice(before);
            return;
        };
        let apart = NormalizationForm::Nfd.normalize(&text);
        let letters: String = apart.chars().filter(|c| !property::is_mark(*c)).collect();
        let letters = NormalizationForm::Nfc.normalize(&letters);
        let after = if letters == text {
            before.to_vec()
        } else {
            encoding.encode_text(&letters).unwrap_or_default()
        };
        image.push(range.clone(), before, &after);
    });
    image
}

/// Text with the parts unknown to a reader replaced.
fn replaced(old: &[u8], what: ReplacedUnit, sign: &[u8], encoding: &'static Encoding) -> TextImage {
    let mut lost: Vec<Range<usize>> = Vec::new();
    match what {
        ReplacedUnit::Subparts | ReplacedUnit::Bytes | ReplacedUnit::Runs => {
            let mut at = 0;
            for chunk in old.utf8_chunks() {
                let start = at + chunk.valid().len();
                at = start + chunk.invalid().len();
                match lost.last_mut() {
                    _ if at == start => {}
                    Some(run) if what == ReplacedUnit::Runs && run.end == start => run.end = at,
                    _ if what == ReplacedUnit::Bytes => {
                        lost.extend((start..at).map(|at| at..at + 1));
                    }
                    _ => lost.push(start..at),
                }
            }
        }
        ReplacedUnit::NonAscii => {
            let above = { old.iter().enumerate() }.filter(|(_, byte)| !byte.is_ascii());
            lost.extend(above.map(|(at, _)| at..at + 1));
        }
        ReplacedUnit::Characters => each(old, encoding, |range, text| {
            if text.is_none_or(|text| !text.is_ascii()) {
                lost.push(range);
            }
        }),
    }
    let (mut image, mut at) = (TextImage::default(), 0);
    for range in lost {
        image.bytes.extend_from_slice(&old[at..range.start]);
        at = range.end;
        image.push(range.clone(), &old[range], sign);
    }
    image.bytes.extend_from_slice(&old[at..]);
    image
}

/// Text in a form of Unicode.
fn normalized(text: &str, form: NormalizationForm) -> Option<TextImage> {
    let mut image = TextImage::default();
    let mut start = 0;
    let begins = { text.char_indices() }.filter(|(_, c)| normal::begins(*c));
    let ends = begins.map(|(at, _)| at).skip_while(|at| *at == 0);
    for end in ends.chain([text.len()]) {
        let before = &text[start..end];
        if before.is_ascii() {
            image.bytes.extend_from_slice(before.as_bytes());
        } else {
            let after = form.normalize(before);
            image.push(start..end, before.as_bytes(), after.as_bytes());
        }
        start = end;
    }
    (!image.pieces.is_empty()).then_some(image)
}
