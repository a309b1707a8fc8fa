//! A few characters followed through misreadings: the bytes in which they were written, the
//! characters these were read as, and the bytes that were saved in the end.
//!
//! A byte that has no character in the set it was read in passes as the control of C1 with its
//! number, as real software did. Invariant: each stage begins with the characters at the end of the
//! stage before.

use std::fmt::Write as _;

use super::words::{hex, point, quoted};
use crate::language::Language;
use crate::texts::followed as texts;
use hexloupe_text::codec::{BitLayout, C1, CodecState, Encoding, table};

/// A character, with the bytes that it was written as or read from.
pub type SpelledCharacter = (char, Vec<u8>);

/// One misreading of some characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisreadingStage {
    /// The encoding they were written in.
    pub written: &'static Encoding,
    /// Each character with the bytes it was written as.
    pub before: Vec<SpelledCharacter>,
    /// The encoding the bytes were read in.
    pub read: &'static Encoding,
    /// The characters they were read as, each with its bytes.
    pub after: Vec<SpelledCharacter>,
}

impl MisreadingStage {
    /// The bytes without a character in the set, and the controls that they passed as.
    pub fn passed(&self) -> impl Iterator<Item = &SpelledCharacter> {
        let is_own = |c: char, bytes: &[u8]| {
            self.read.c1 == C1::Controls && own(self.read, bytes) == Some((c, bytes.len()))
        };
        let controls = { self.after.iter() }.filter(|(c, _)| matches!(c, '\u{80}'..='\u{9F}'));
        controls.filter(move |(c, bytes)| !is_own(*c, bytes))
    }
}

/// Misread characters, from the first bytes to the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowedMisreading {
    /// The misreadings, in the order in which they happened; at least one.
    pub stages: Vec<MisreadingStage>,
    /// The characters in the end, each with the bytes it was saved as.
    pub saved: Vec<SpelledCharacter>,
}

impl FollowedMisreading {
    /// A text through misreadings, each written in one encoding and read in another, and saved in
    /// the end. None if a character has no bytes, or if bytes are no whole characters.
    pub fn new(
        text: &str,
        misreadings: &[(&'static Encoding, &'static Encoding)],
        saved: &Encoding,
    ) -> Option<Self> {
        let (mut stages, mut text) = (Vec::new(), text.to_owned());
        for &(written, read) in misreadings {
            let before = spelled(&text, written)?;
            let bytes: Vec<u8> = before.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
            let after = misread(read, &bytes)?;
            text = after.iter().map(|(c, _)| *c).collect();
            stages.push(MisreadingStage {
                written,
                before,
                read,
                after,
            });
        }
        let saved = spelled(&text, saved)?;
        (!stages.is_empty() && !saved.is_empty()).then_some(Self { stages, saved })
    }

    /// A character through the misreadings of an encoding of misread text.
    pub fn through(encoding: &Encoding, c: char) -> Option<Self> {
        let misread = encoding.misread()?;
        let pairs: Vec<_> = misread.chain().collect();
        Self::new(c.encode_utf8(&mut [0; 4]), &pairs, table::UTF_8)
    }

    /// Reports whether the characters in the end differ from the first.
    pub fn is_changed(&self) -> bool {
        let chars = |all: &[SpelledCharacter]| all.iter().map(|(c, _)| *c).collect::<String>();
        let first = self.stages.first().map(|first| chars(&first.before));
        first != Some(chars(&self.saved))
    }

    /// Reports whether all the characters on its way may be shown.
    pub fn is_visible(&self) -> bool {
        let read = self.stages.iter().flat_map(|stage| &stage.after);
        read.into_iter().all(|(c, _)| quoted(*c).is_some())
    }

    /// The bytes in the end.
    pub fn bytes(&self) -> Vec<u8> {
        let bytes = self.saved.iter().flat_map(|(_, bytes)| bytes);
        bytes.copied().collect()
    }

    /// All stages in one line: `П = D0 9F, read as Р џ, saved as D0 A0 D1 9F`.
    pub fn line(&self) -> String {
        let mut said = String::new();
        for (index, stage) in self.stages.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = match index {
                0 => write!(said, "{} = ", characters(&stage.before)),
                _ => write!(said, ", saved as "),
            };
            let read = characters(&stage.after);
            let _ = write!(said, "{}, read as {read}", bytes(&stage.before));
        }
        said + &format!(", saved as {}", bytes(&self.saved))
    }

    /// The way back, in one line: `Р џ = D0 9F in windows-1251 = П in UTF-8`.
    pub fn back(&self, language: Language) -> String {
        let mut said = characters(&self.saved);
        for stage in self.stages.iter().rev() {
            let (bytes, read, written) = (bytes(&stage.after), stage.read.name, stage.written.name);
            let before = characters(&stage.before);
            said.push_str(
                &texts::Back {
                    bytes: &bytes,
                    read: &read,
                    before: &before,
                    written: &written,
                }
                .get(language),
            );
        }
        said
    }
}

/// The characters with blanks between them, each as itself or by its number.
pub fn characters(all: &[SpelledCharacter]) -> String {
    let drawn = all.iter().map(|(c, _)| shown(*c));
    drawn.collect::<Vec<_>>().join(" ")
}

/// A character if it may be shown, else its number.
pub(super) fn shown(c: char) -> String {
    match quoted(c) {
        Some(_) => c.to_string(),
        None => point(u32::from(c)),
    }
}

/// All bytes in hex.
pub fn bytes(all: &[SpelledCharacter]) -> String {
    let bytes: Vec<u8> = all.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
    hex(&bytes)
}

/// Each character of a text with its bytes in an encoding.
fn spelled(text: &str, encoding: &Encoding) -> Option<Vec<SpelledCharacter>> {
    let mut state = CodecState::default();
    let spell = |c: char| {
        let mut bytes = Vec::new();
        match encoding.encode(&mut state, c, &mut bytes) {
            Ok(()) => Some((c, bytes)),
            Err(_) => Some((c, vec![passed_byte(encoding, c)?])),
        }
    };
    text.chars().map(spell).collect()
}

/// The characters that bytes are read as; none if they end within one, or are no character.
fn misread(encoding: &Encoding, bytes: &[u8]) -> Option<Vec<SpelledCharacter>> {
    let (mut at, mut read) = (0, Vec::new());
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let (c, len) = match own(encoding, rest) {
            Some(found) => found,
            None => (passed_character(encoding, rest[0])?, 1),
        };
        read.push((c, rest.get(..len)?.to_vec()));
        at += len;
    }
    Some(read)
}

/// The character at the front of some bytes, and its number of bytes.
fn own(encoding: &Encoding, bytes: &[u8]) -> Option<(char, usize)> {
    let sequence = encoding.decode(&mut CodecState::default(), bytes);
    Some((sequence.meaning.scalar()?, usize::from(sequence.len)))
}

/// The control that a byte without a character passes as.
fn passed_character(encoding: &Encoding, byte: u8) -> Option<char> {
    let passes = matches!(encoding.layout, BitLayout::SingleByte) && matches!(byte, 0x80..=0x9F);
    passes.then_some(char::from(byte))
}

/// The byte that passes as a control.
fn passed_byte(encoding: &Encoding, c: char) -> Option<u8> {
    let byte = u8::try_from(c).ok()?;
    passed_character(encoding, byte)?;
    own(encoding, &[byte]).is_none().then_some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::misread as rows;

    fn line(text: &str, pairs: &[&str]) -> Option<String> {
        let row = |id: &str| table::by_id(id).unwrap();
        let pairs: Vec<_> = { pairs.chunks(2) }
            .map(|pair| (row(pair[0]), row(pair[1])))
            .collect();
        FollowedMisreading::new(text, &pairs, table::UTF_8).map(|followed| followed.line())
    }

    #[test]
    fn one_character_is_followed_from_bytes_to_bytes() {
        for (text, pairs, expected) in [
            (
                "П",
                &["utf-8", "windows-1251"][..],
                "П = D0 9F, read as Р џ, saved as D0 A0 D1 9F",
            ),
            (
                "П",
                &["koi8-r", "windows-1251"],
                "П = F0, read as р, saved as D1 80",
            ),
            (
                "é",
                &["utf-8", "windows-1252", "utf-8", "windows-1252"],
                "é = C3 A9, read as Ã ©, saved as C3 83 C2 A9, read as Ã ƒ Â ©, \
                 saved as C3 83 C6 92 C3 82 C2 A9",
            ),
            // A byte without a character, and a character that may not be shown.
            (
                "Á",
                &["utf-8", "windows-1252"],
                "Á = C3 81, read as Ã U+0081, saved as C3 83 C2 81",
            ),
            (
                "à",
                &["utf-8", "windows-1252"],
                "à = C3 A0, read as Ã U+00A0, saved as C3 83 C2 A0",
            ),
            (
                "П",
                &["utf-16le", "utf-16be"],
                "П = 1F 04, read as ἄ, saved as E1 BC 84",
            ),
            (
                "中文",
                &["utf-8", "gbk"],
                "中 文 = E4 B8 AD E6 96 87, read as 涓 枃 , saved as",
            ),
        ] {
            let said = line(text, pairs);
            if pairs.contains(&"gbk") {
                assert!(said.is_some_and(|said| said.starts_with("中 文 = E4 B8 AD E6 96 87")));
            } else {
                assert_eq!(said.as_deref(), Some(expected));
            }
        }
        // Bytes that end within a character, and a set without the character.
        assert_eq!(line("中", &["utf-8", "gbk"]), None);
        assert_eq!(line("中", &["koi8-r", "windows-1251"]), None);
    }

    #[test]
    fn the_last_bytes_are_those_of_the_encoding() {
        for encoding in rows::all() {
            for c in ['A', 'é', 'П', 'ё', '€', '日', '😀'] {
                let mut bytes = Vec::new();
                let is_there =
                    { encoding.encode(&mut CodecState::default(), c, &mut bytes) }.is_ok();
                let followed =
                    FollowedMisreading::through(encoding, c).map(|followed| followed.bytes());
                assert_eq!(followed, is_there.then_some(bytes), "{encoding:?} {c}");
            }
        }
    }

    #[test]
    fn the_way_back_is_one_line_in_both_languages() {
        let encoding = rows::by_id("utf-8,windows-1251").unwrap();
        let followed = FollowedMisreading::through(encoding, 'П').unwrap();
        assert_eq!(
            [Language::English, Language::Russian].map(|language| followed.back(language)),
            [
                "Р џ = D0 9F in windows-1251 = П in UTF-8",
                "Р џ = D0 9F в windows-1251 = П в UTF-8"
            ]
        );
    }

    #[test]
    fn bytes_that_passed_as_controls_are_named() {
        let encoding = rows::by_id("utf-8,windows-1252").unwrap();
        let passed = |c| {
            let followed = FollowedMisreading::through(encoding, c).unwrap();
            followed.stages[0].passed().count()
        };
        assert_eq!((passed('Á'), passed('é')), (1, 0));
    }
}
