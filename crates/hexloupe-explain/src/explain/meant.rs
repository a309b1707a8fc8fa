//! The character that an ill-formed sequence was meant to be, by its own bits.
//!
//! Of a form that an encoding forbids (too long, two surrogates, four bytes) the bits are all there;
//! of a character that was cut, some are missing. Invariant: a character is only named if the
//! encoding has bytes for it, and those are well-formed.

use std::ops::Range;

use super::words::{character, count_of_bytes, hex, point};
use crate::language::Language;
use crate::texts::meant as texts;
use hexloupe_text::codec::{
    BitLayout, ByteOrder, CodecState, Encoding, Fault, Meaning, SequenceContext, promised,
};

/// The character that an ill-formed sequence was meant to be, or the rest that it lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeantSequence {
    /// A character, in a form that the encoding forbids.
    Character {
        /// The character.
        c: char,
        /// The offsets of its bytes.
        range: Range<u64>,
        /// Its bytes in the encoding.
        bytes: Vec<u8>,
        /// The two surrogates that it was made of, in the order of the data, if it was.
        halves: Option<(u32, u32)>,
    },
    /// A character of which bytes are missing.
    Cut {
        /// The first and the last character that it may have been, if they are in a row.
        values: Option<(char, char)>,
        /// The number of bytes missing.
        missing: usize,
        /// Their kind.
        rest: MissingRest,
    },
}

/// The missing part of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingRest {
    /// Continuation bytes of UTF-8.
    Continuation,
    /// A low surrogate after a high one; its form in hex.
    Low(&'static str),
    /// A high surrogate before a low one; its form in hex.
    High(&'static str),
    /// The end of a code unit.
    Unit,
}

impl MeantSequence {
    /// The same in a phrase.
    pub fn phrase(&self, language: Language) -> String {
        match self {
            Self::Character {
                c,
                bytes,
                halves: None,
                ..
            } => texts::OfItsBits {
                c: character(*c),
                bytes: hex(bytes),
            }
            .get(language),
            Self::Character {
                c,
                halves: Some((first, second)),
                ..
            } => {
                let c = character(*c);
                if first < second {
                    texts::OfPair { c, first, second }.get(language)
                } else {
                    texts::OfTurnedPair { c, first, second }.get(language)
                }
            }
            Self::Cut {
                values,
                missing,
                rest,
            } => {
                let more = count_of_bytes(*missing, language);
                let values = values.map(|(first, last)| {
                    let first = point(first.into());
                    format!("{first}..{}", point(last.into()))
                });
                let rest = match rest {
                    MissingRest::Continuation => texts::CutContinuation { more }.get(language),
                    MissingRest::Low(form) => texts::CutLow { more, form }.get(language),
                    MissingRest::High(form) => texts::CutHigh { more, form }.get(language),
                    MissingRest::Unit => texts::CutUnit { more }.get(language),
                };
                values
                    .into_iter()
                    .chain([rest])
                    .collect::<Vec<_>>()
                    .join("; ")
            }
        }
    }
}

/// The meaning of an ill-formed sequence, by its bits; none if they have none, and for a later part
/// of promised bytes: their first sequence has it.
pub fn meant(encoding: &'static Encoding, context: &SequenceContext<'_>) -> Option<MeantSequence> {
    let found = context.diagnose().filter(|found| !found.is_tail())?;
    let index = |offset: u64| (offset - context.origin) as usize;
    let story = context
        .bytes
        .get(index(found.promised_bytes.start)..index(found.promised_bytes.end))?;
    match found.fault {
        Fault::Utf8CutShort | Fault::Utf8Truncated => cut(encoding, context.sequence()),
        Fault::Utf16OddByte | Fault::Utf32Truncated => {
            // Bytes before the first code unit are no part of one.
            let is_last = found.span.end > context.phase;
            let unit = usize::from(encoding.unit);
            let over = story.len() % unit;
            (is_last && over > 0).then(|| MeantSequence::Cut {
                values: None,
                missing: unit - over,
                rest: MissingRest::Unit,
            })
        }
        _ => {
            let whole = found.decoded.and_then(char::from_u32);
            let whole =
                whole.and_then(|c| of_character(encoding, c, found.promised_bytes.clone(), None));
            whole.or_else(|| of_half(encoding, context, story))
        }
    }
}

/// A character with its bytes, if an encoding has some.
fn of_character(
    encoding: &'static Encoding,
    c: char,
    range: Range<u64>,
    halves: Option<(u32, u32)>,
) -> Option<MeantSequence> {
    let mut bytes = Vec::new();
    encoding
        .encode(&mut CodecState::default(), c, &mut bytes)
        .ok()?;
    Some(MeantSequence::Character {
        c,
        range,
        bytes,
        halves,
    })
}

/// The characters that a beginning of one may have been.
fn cut(encoding: &'static Encoding, span: &[u8]) -> Option<MeantSequence> {
    let missing = promised(*span.first()?).saturating_sub(span.len());
    let ends = [false, true].map(|is_last| filled(encoding, span, missing, is_last));
    let values = match ends {
        [Some(first), Some(last)] => Some((first, last)),
        _ => None,
    };
    (missing > 0).then_some(MeantSequence::Cut {
        values,
        missing,
        rest: MissingRest::Continuation,
    })
}

/// The first or the last character that begins with some bytes.
fn filled(encoding: &'static Encoding, span: &[u8], missing: usize, is_last: bool) -> Option<char> {
    let mut bytes = span.to_vec();
    let mut meaning = None;
    for _ in 0..missing {
        let next = |byte: &u8| {
            let longer = [&bytes[..], &[*byte]].concat();
            let found = encoding.decode(&mut CodecState::default(), &longer);
            let is_open = found.meaning.fault() == Some(Fault::Utf8Truncated);
            let is_whole = usize::from(found.len) == longer.len();
            is_whole && (is_open || found.meaning.is_character())
        };
        let mut all = 0x80..=0xBF;
        let byte = if is_last {
            all.rfind(next)
        } else {
            all.find(next)
        }?;
        bytes.push(byte);
        meaning = Some(encoding.decode(&mut CodecState::default(), &bytes).meaning);
    }
    meaning.and_then(Meaning::scalar)
}

/// A surrogate at the front of some bytes, and its length.
fn half(encoding: &Encoding, bytes: &[u8]) -> Option<(u32, usize)> {
    let (value, len) = match encoding.layout {
        BitLayout::Utf8(_) => match *bytes {
            [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF, ..] => (
                0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F),
                3,
            ),
            _ => return None,
        },
        BitLayout::Utf16(order) => {
            let unit = *bytes.first_chunk::<2>()?;
            let unit = match order {
                ByteOrder::Big => u16::from_be_bytes(unit),
                ByteOrder::Little => u16::from_le_bytes(unit),
            };
            (unit.into(), 2)
        }
        BitLayout::Utf32(order) => {
            let unit = *bytes.first_chunk::<4>()?;
            let value = match order {
                ByteOrder::Big => u32::from_be_bytes(unit),
                ByteOrder::Little => u32::from_le_bytes(unit),
            };
            (value, 4)
        }
        _ => return None,
    };
    (0xD800..0xE000).contains(&value).then_some((value, len))
}

fn is_high(value: u32) -> bool {
    value < 0xDC00
}

/// The pair that a surrogate is half of, or the half that it lacks.
fn of_half(
    encoding: &'static Encoding,
    context: &SequenceContext<'_>,
    story: &[u8],
) -> Option<MeantSequence> {
    let (own, len) = half(encoding, story)?;
    let at = |index: isize| {
        let from = context.at.checked_add_signed(index * len.cast_signed())?;
        half(encoding, context.bytes.get(from..)?).map(|(value, _)| value)
    };
    let [far_before, before, after, far_after] = [-2, -1, 1, 2].map(at);
    let (high, low) = (
        |value: &u32| is_high(*value),
        |value: &u32| !is_high(*value),
    );
    // The first surrogate of two that are in the right order, else in the wrong one. A pair takes
    // its halves from whatever stands around it.
    let pair = if is_high(own) {
        let next = after.filter(low).map(|after| (0, (own, after)));
        next.or_else(|| {
            let turned = before
                .filter(low)
                .filter(|_| !far_before.is_some_and(is_high));
            turned.map(|before| (-1, (before, own)))
        })
    } else {
        let before = before.filter(high).map(|before| (-1, (before, own)));
        before.or_else(|| {
            let turned = after.filter(high);
            let turned = turned.filter(|_| far_after.is_none_or(is_high));
            turned.map(|after| (0, (own, after)))
        })
    };
    if let Some((index, (first, second))) = pair {
        let (high, low) = (first.min(second), first.max(second));
        let c = char::from_u32(0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF))?;
        let start = context.at.checked_add_signed(index * len.cast_signed())?;
        let start = context.origin + start as u64;
        let range = start..start + 2 * len as u64;
        return of_character(encoding, c, range, Some((first, second)));
    }
    let is_utf_8 = matches!(encoding.layout, BitLayout::Utf8(_));
    let (values, rest) = if is_high(own) {
        let first = 0x10000 + ((own & 0x3FF) << 10);
        let values = char::from_u32(first).zip(char::from_u32(first | 0x3FF));
        let form = if is_utf_8 {
            "ED B0..BF 80..BF"
        } else {
            "DC00..DFFF"
        };
        (values, MissingRest::Low(form))
    } else {
        let form = if is_utf_8 {
            "ED A0..AF 80..BF"
        } else {
            "D800..DBFF"
        };
        (None, MissingRest::High(form))
    };
    Some(MeantSequence::Cut {
        values,
        missing: len,
        rest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::{Walk, table};
    use hexloupe_text::window::Peek as _;

    #[track_caller]
    fn check(id: &str, bytes: &[u8], at: u64, expected: &str) {
        let found = found(id, bytes, at);
        let said = found.map_or(String::new(), |found| found.phrase(Language::English));
        assert_eq!(said, expected);
    }

    fn found(id: &str, bytes: &[u8], at: u64) -> Option<MeantSequence> {
        let encoding = table::by_id(id).unwrap();
        let window = bytes.window(0, bytes.len());
        let mut walk = Walk::new(encoding, 0, &window);
        let step = walk.find(|step| step.range().contains(&at)).unwrap();
        meant(encoding, &walk.context(&step))
    }

    #[test]
    fn a_form_too_long_is_its_character() {
        check(
            "utf-8",
            b"\xC0\xAF",
            0,
            "U+002F SOLIDUS '/', whose bytes are 2F",
        );
        check("utf-8", b"\xC0\xAF", 1, "");
        check(
            "utf-8",
            b"\xF0\x82\x82\xAC",
            0,
            "U+20AC EURO SIGN '€', whose bytes are E2 82 AC",
        );
        check(
            "cesu-8",
            "😀".as_bytes(),
            0,
            "U+1F600 GRINNING FACE '😀', whose bytes are ED A0 BD ED B8 80",
        );
        // Nothing was meant by half of a form, or above Unicode.
        check("utf-8", b"\xE0\x80", 0, "");
        check("utf-8", b"\xF4\x90\x80\x80", 0, "");
    }

    #[test]
    fn surrogates_are_the_pair_that_they_make() {
        let pair = "U+1F600 GRINNING FACE '😀', the pair of D83D and DE00";
        let turned = "U+1F600 GRINNING FACE '😀', of DE00 and D83D in the wrong order";
        check("utf-8", b"\xED\xA0\xBD\xED\xB8\x80", 0, pair);
        check("utf-8", b"\xED\xA0\xBD\xED\xB8\x80", 3, pair);
        check("wtf-8", b"\xED\xA0\xBD\xED\xB8\x80", 0, pair);
        check("utf-32be", b"\0\0\xD8\x3D\0\0\xDE\x00", 4, pair);
        check("utf-16be", b"\xDE\x00\xD8\x3D", 0, turned);
        check("utf-16be", b"\xDE\x00\xD8\x3D", 2, turned);
        check("utf-16le", b"\x00\xDE\x3D\xD8a\0", 2, turned);
        check("cesu-8", b"\xED\xB8\x80\xED\xA0\xBD", 0, turned);
        // The high one is of a pair.
        let lone = "missing: 2 bytes before it, a high surrogate D800..DBFF";
        check("utf-16be", b"\xDE\x00\xD8\x3D\xDE\x00", 0, lone);
        check(
            "utf-16be",
            b"\xD8\x3D\xDE\x00\xD8\x3D\0a",
            4,
            "U+1F400..U+1F7FF; missing: 2 bytes after it, a low surrogate DC00..DFFF",
        );
        check(
            "utf-8",
            b"\xED\xA0\xBDa",
            0,
            "U+1F400..U+1F7FF; missing: 3 bytes after it, a low surrogate ED B0..BF 80..BF",
        );
    }

    #[test]
    fn a_character_that_was_cut_lacks_bytes() {
        let more = "U+2080..U+20BF; missing: 1 byte of the form 10xxxxxx";
        check("utf-8", b"\xE2\x82", 0, more);
        check("utf-8", b"\xE2\x82a", 0, more);
        check(
            "utf-8",
            b"\xE0",
            0,
            "U+0800..U+0FFF; missing: 2 bytes of the form 10xxxxxx",
        );
        check(
            "utf-8",
            b"\xED ",
            0,
            "U+D000..U+D7FF; missing: 2 bytes of the form 10xxxxxx",
        );
        check(
            "utf-8",
            b"\xF4",
            0,
            "U+100000..U+10FFFF; missing: 3 bytes of the form 10xxxxxx",
        );
        check(
            "cesu-8",
            b"\xED",
            0,
            "missing: 2 bytes of the form 10xxxxxx",
        );
        check("utf-16le", b"a\0b", 2, "missing: 1 byte of a code unit");
        check("utf-32le", b"a", 0, "missing: 3 bytes of a code unit");
    }

    #[test]
    fn a_character_that_is_named_is_well_formed_in_its_place() {
        for (id, bytes) in [
            ("utf-8", &b"\xC0\xAF"[..]),
            ("utf-8", b"\xED\xA0\xBD\xED\xB8\x80"),
            ("cesu-8", b"\xF0\x9F\x98\x80"),
            ("utf-16be", b"\xDE\x00\xD8\x3D"),
            ("utf-32le", b"\x3D\xD8\0\0\0\xDE\0\0"),
        ] {
            let Some(MeantSequence::Character {
                c, range, bytes, ..
            }) = found(id, bytes, 0)
            else {
                panic!("{id}: {bytes:?}")
            };
            assert_eq!(range.start, 0);
            let encoding = table::by_id(id).unwrap();
            let window = bytes.window(0, bytes.len());
            let read: Vec<_> = Walk::new(encoding, 0, &window)
                .map(|step| step.meaning)
                .collect();
            assert_eq!(read, [Meaning::Scalar(c)], "{id}");
        }
    }
}
