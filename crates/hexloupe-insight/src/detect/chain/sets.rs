//! The encodings of misreadings: they read and write one step of a chain.
//!
//! They are the sets of one byte that are not too rare, and the sets of pairs of East Asia. UTF-8 is misread in all of them, other text in those of a Latin or Cyrillic language. Real software maps a byte without a character to
//! the C1 control with its number, and so do these sets. Invariant: a set writes the same bytes
//! that it has read.

use std::collections::{HashMap, HashSet};
use std::str::Utf8Error;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::super::language::{self, WordScript};
use super::super::tuning;
use hexloupe_text::codec::{BitLayout, C1, CodecState, Encoding, mistaken, table};

/// The character of each byte, and the byte of each character.
struct CharByteTable {
    chars: Vec<Option<char>>,
    bytes: HashMap<char, u8, FixedState>,
}

/// A set that text is misread in.
pub(super) struct MisreadSet {
    /// Its row.
    pub(super) encoding: &'static Encoding,
    /// The rarity of misreading text in it, in bits.
    pub(super) bits: f32,
    /// True if a Latin or Cyrillic language was written in it: other text than UTF-8 is misread in
    /// such sets only.
    pub(super) is_western: bool,
    /// True if it shares so many letters with ISO-8859-1 that a text read in it looks like one.
    pub(super) is_neighbour: bool,
    /// None if it has more than one byte per character.
    table: Option<CharByteTable>,
}

/// All of them.
pub(super) fn all() -> &'static [MisreadSet] {
    static ALL: LazyLock<Vec<MisreadSet>> = LazyLock::new(|| {
        let single = table::all().filter_map(usual);
        single.chain(table::all().filter_map(wide)).collect()
    });
    &ALL
}

/// Those that may have read a text: what was read in pairs of bytes has ideographs, or the kana of one
/// byte. Text that a step made worse has them by chance.
pub(super) fn that_may_write(
    text: &str,
    is_worse: bool,
) -> impl Iterator<Item = &'static MisreadSet> + use<> {
    let has_wide = !is_worse && text.chars().any(|c| c >= '\u{2E80}');
    let may = move |set: &&MisreadSet| has_wide || set.is_single() || !set.encoding.ascii;
    all().iter().filter(may)
}

/// The set of an encoding. It may be a rare one, as a user may name it.
pub(super) fn set_of_encoding(encoding: &Encoding) -> Option<&'static MisreadSet> {
    static OTHERS: LazyLock<Vec<MisreadSet>> = LazyLock::new(|| {
        let is_usual = |encoding| all().iter().any(|set| set.encoding == encoding);
        let others = table::all().filter(|encoding| !is_usual(*encoding));
        others
            .filter(|encoding| {
                let units = matches!(encoding.layout, BitLayout::Utf16(_));
                is_single(encoding) || is_of_pairs(encoding) || units
            })
            .map(|encoding| MisreadSet {
                encoding,
                bits: f32::from(encoding.rarity),
                is_western: is_single(encoding),
                is_neighbour: false,
                table: is_single(encoding).then(|| CharByteTable::new(encoding)),
            })
            .collect()
    });
    let mut known = all().iter().chain(OTHERS.iter());
    known.find(|set| set.encoding == encoding)
}

/// Reports whether a character is one of a Latin or Cyrillic set, or of ASCII.
pub(super) fn is_western(c: char) -> bool {
    static CHARS: LazyLock<HashSet<char, FixedState>> = LazyLock::new(|| {
        let tables = all().iter().filter(|set| set.is_western);
        let tables = tables.filter_map(|set| set.table.as_ref());
        tables
            .flat_map(|table| table.bytes.keys().copied())
            .collect()
    });
    c.is_ascii() || CHARS.contains(&c)
}

/// The sets, a bit for each, in which the byte of a character begins a sequence of UTF-8, and those
/// in which it goes on with one.
#[derive(Clone, Copy, Default)]
struct Utf8Roles {
    begins: u128,
    goes_on: u128,
}

/// The sets in which a text may be well-formed UTF-8, found by two characters of it; the others are
/// not worth writing it in.
pub(super) fn of_utf_8(text: &str) -> impl Iterator<Item = &'static MisreadSet> {
    static ROLES: LazyLock<HashMap<char, Utf8Roles, FixedState>> = LazyLock::new(|| {
        let mut roles: HashMap<char, Utf8Roles, FixedState> = HashMap::default();
        for (number, set) in all().iter().enumerate() {
            for (c, byte) in set.table.iter().flat_map(|table| &table.bytes) {
                let own = roles.entry(*c).or_default();
                match byte {
                    0x80..=0xBF => own.goes_on |= 1 << number,
                    0xC2..=0xF4 => own.begins |= 1 << number,
                    _ => {}
                }
            }
            // It may be a no-break space that was copied so.
            if set.no_break_space().is_some() {
                roles.entry(' ').or_default().goes_on |= 1 << number;
            }
        }
        roles
    });
    let opening: String = text.chars().skip_while(char::is_ascii).take(2).collect();
    let mut chars = opening.chars();
    let mut next = || chars.next().and_then(|c| ROLES.get(&c));
    let roles = [next(), next()].map(|found| found.copied().unwrap_or_default());
    let singles = roles[0].begins & roles[1].goes_on;
    // Pairs and units that were UTF-8 are ideographs for the most part.
    let is_wide = text.chars().any(|c| c >= '\u{2E80}');
    let mut chars = opening.chars();
    let pairs = if is_wide {
        u128::from(in_pairs(chars.next(), chars.next())) << first_wide()
    } else {
        0
    };
    all().iter().enumerate().filter_map(move |(number, set)| {
        let is_own = |sets: u128| sets >> number & 1 == 1;
        let may = match set.table {
            Some(_) => is_own(singles),
            None if set.is_of_pairs() && !is_own(pairs) => false,
            None => is_wide && set.begins_utf_8(&opening, usize::MAX),
        };
        may.then_some(set)
    })
}

/// The sets of pairs, a bit for each, in which the bytes of a character begin a text in UTF-8, and those
/// of them in which they are a whole sequence of it.
#[derive(Clone, Copy, Default)]
struct PairRoles {
    begins: u16,
    is_whole: u16,
}

/// The number of the first set that has not one byte per character: pairs and units come last.
fn first_wide() -> usize {
    let singles = all().iter().take_while(|set| set.is_single());
    singles.count()
}

impl PairRoles {
    fn of(c: char) -> Self {
        // By code point: ideographs are looked up at the speed of a scan.
        static ROLES: LazyLock<Vec<PairRoles>> = LazyLock::new(|| {
            let leads = || 0xC2..=0xF4_u8;
            let pairs = leads().flat_map(|lead| (0x80..=0xBF).map(move |trail| vec![lead, trail]));
            let beginnings: Vec<Vec<u8>> = leads().map(|lead| vec![lead]).chain(pairs).collect();
            let mut found = vec![PairRoles::default(); 1 << 16];
            let sets = all().iter().skip(first_wide()).enumerate();
            for (number, set) in sets.filter(|(_, set)| set.is_of_pairs()) {
                for bytes in &beginnings {
                    let sequence = set.encoding.decode(&mut CodecState::default(), bytes);
                    let is_all = usize::from(sequence.len) == bytes.len();
                    let c = sequence.meaning.scalar().filter(|_| is_all);
                    if let Some(roles) = c.and_then(|c| found.get_mut(c as usize)) {
                        roles.begins |= 1 << number;
                        roles.is_whole |= u16::from(str::from_utf8(bytes).is_ok()) << number;
                    }
                }
            }
            found
        });
        ROLES.get(c as usize).copied().unwrap_or_default()
    }
}

/// The sets of pairs, a bit for each, in which up to two characters may begin a text in UTF-8: to write
/// in such a set takes long.
pub(super) fn in_pairs(first: Option<char>, next: Option<char>) -> u16 {
    let first = first.map(PairRoles::of).unwrap_or_default();
    let next = next.filter(|c| !c.is_ascii());
    let may_follow = next.map_or(u16::MAX, |c| PairRoles::of(c).begins);
    first.begins & (may_follow | !first.is_whole)
}

/// Reports whether bytes end inside a character of UTF-8.
pub(super) fn is_begun(bytes: &[u8]) -> bool {
    let last = &bytes[bytes.len().saturating_sub(3)..];
    let first = last.iter().rposition(|byte| !matches!(byte, 0x80..=0xBF));
    let begun = first.map(|first| &last[first..]);
    begun.is_some_and(|begun| {
        str::from_utf8(begun)
            .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    })
}

/// Reports whether bytes end inside a character.
fn is_unfinished(error: Utf8Error) -> bool {
    error.error_len().is_none()
}

/// Reports whether an encoding has one byte per character, and those of ASCII.
fn is_single(encoding: &Encoding) -> bool {
    matches!(encoding.layout, BitLayout::SingleByte) && encoding.ascii
}

/// A set of one byte per character, if text was written in it by many.
fn usual(encoding: &'static Encoding) -> Option<MisreadSet> {
    if !is_single(encoding) || encoding.rarity > tuning::RAREST_MISREAD {
        return None;
    }
    let languages = language::all().iter().enumerate();
    // Of two equally usual sets, that of the language with more readers comes first.
    let places = languages.filter_map(|(number, language)| {
        let place = language.place_of(encoding)?;
        Some(place as f32 + number as f32 / tuning::LANGUAGES_PER_PLACE)
    });
    let first = places.min_by(f32::total_cmp);
    let table = CharByteTable::new(encoding);
    if !table.is_reversible() {
        return None;
    }
    let is_western = |language: &language::ModelledLanguage| {
        matches!(language.script, WordScript::Latin | WordScript::Cyrillic)
            && language.place_of(encoding).is_some()
    };
    let is_western = language::all().iter().any(is_western);
    Some(MisreadSet {
        encoding,
        bits: f32::from(mistaken::rarity(encoding)) + first.unwrap_or(tuning::NO_USUAL_LANGUAGE),
        is_western,
        is_neighbour: is_western
            && { encoding.usual_for.iter() }.any(|usual| usual.rank <= NEIGHBOURS_RANK)
            && table.letters_of_latin_1() >= NEIGHBOURS_LETTERS,
        table: Some(table),
    })
}

/// A set with pairs of bytes, or UTF-16.
fn wide(encoding: &'static Encoding) -> Option<MisreadSet> {
    let units = matches!(encoding.layout, BitLayout::Utf16(_));
    let is_usual = encoding.rarity <= tuning::RAREST_PAIRS;
    (is_of_pairs(encoding) && is_usual || units).then(|| MisreadSet {
        encoding,
        bits: f32::from(encoding.rarity),
        is_western: false,
        is_neighbour: false,
        table: None,
    })
}

/// Reports whether an encoding has pairs of bytes, and the characters of ASCII.
fn is_of_pairs(encoding: &Encoding) -> bool {
    matches!(encoding.layout, BitLayout::DoubleByte(_)) && encoding.ascii
}

/// The letters of ISO-8859-1 that the sets of neighbours have in their places, at least.
const NEIGHBOURS_LETTERS: usize = 12;
/// The rank of such a set for a language, at most: what few wrote in was seldom misread.
const NEIGHBOURS_RANK: u8 = 1;
/// The languages of a set that text was read in, at least.
const NEIGHBOURS_LANGUAGES: usize = 3;

impl CharByteTable {
    /// The letters of ISO-8859-1 that are in their places.
    fn letters_of_latin_1(&self) -> usize {
        let own = self.chars.iter().zip('\0'..='ÿ');
        own.filter(|(c, of_latin_1)| **c == Some(*of_latin_1) && matches!(of_latin_1, 'À'..='ÿ'))
            .count()
    }

    /// Reports whether no character has two bytes.
    fn is_reversible(&self) -> bool {
        self.chars.iter().flatten().count() == self.bytes.len()
    }

    fn new(encoding: &Encoding) -> Self {
        let read = |byte: u8| {
            let sequence = encoding.decode(&mut CodecState::default(), &[byte]);
            let is_c1 = matches!(byte, 0x80..=0x9F);
            let passed = is_c1.then_some(char::from(byte));
            sequence.meaning.scalar().or(passed)
        };
        let chars: Vec<Option<char>> = (0..=u8::MAX).map(read).collect();
        let mut bytes = HashMap::default();
        for (byte, c) in (0..=u8::MAX).zip(&chars) {
            if let Some(c) = c {
                bytes.entry(*c).or_insert(byte);
            }
        }
        Self { chars, bytes }
    }
}

impl PartialEq for MisreadSet {
    fn eq(&self, other: &Self) -> bool {
        self.encoding == other.encoding
    }
}

impl Eq for MisreadSet {}

impl MisreadSet {
    /// Reports whether the first bytes of a text, at most so many, may begin a text in UTF-8.
    pub(super) fn begins_utf_8(&self, text: &str, most: usize) -> bool {
        let (mut state, mut bytes) = (CodecState::default(), Vec::new());
        for c in text.chars() {
            let space = self
                .no_break_space()
                .filter(|_| c == ' ' && is_begun(&bytes));
            if let Some(space) = space {
                bytes.push(space);
            } else if self.push(&mut state, c, &mut bytes).is_none() {
                return false;
            }
            if bytes.len() >= most {
                bytes.truncate(most);
                break;
            }
        }
        !bytes.is_empty() && str::from_utf8(&bytes).err().is_none_or(is_unfinished)
    }

    /// The length of the beginning of a text that is UTF-8, and the number of its characters beyond
    /// ASCII.
    pub(super) fn opening_of_utf_8(&self, text: &str) -> (usize, usize) {
        let (mut state, mut bytes) = (CodecState::default(), Vec::new());
        let (mut opening, mut several) = ((0, 0), 0);
        for (at, c) in text.char_indices() {
            if self.push(&mut state, c, &mut bytes).is_none() {
                break;
            }
            let valid = match str::from_utf8(&bytes) {
                Ok(read) => read.len(),
                Err(error) if is_unfinished(error) => error.valid_up_to(),
                Err(_) => break,
            };
            let read = bytes.drain(..valid);
            several += read.filter(|byte| *byte >= 0xC2).count();
            if bytes.is_empty() {
                opening = (at + c.len_utf8(), several);
            }
        }
        opening
    }

    /// Reports whether its bytes from A0 on are the code points with their numbers.
    pub(super) fn is_latin_1(&self) -> bool {
        let Some(table) = &self.table else {
            return false;
        };
        (0xA0..=u8::MAX).all(|byte| table.chars[usize::from(byte)] == Some(char::from(byte)))
    }

    /// Reports whether text in it is often read in a set that shares most of its letters. Few programs read
    /// text as Baltic, Maltese or Vietnamese, and letters with macrons are those of many languages.
    pub(super) fn is_neighbour_of(&self, read: &Self) -> bool {
        let has_macrons = |table: &CharByteTable| table.bytes.contains_key(&'ā');
        let usual =
            { read.encoding.usual_for.iter() }.filter(|usual| usual.rank <= NEIGHBOURS_RANK);
        let languages = usual.flat_map(|usual| usual.languages.split(' '));
        self.is_neighbour
            && read.is_neighbour
            && self.encoding != read.encoding
            && languages.count() >= NEIGHBOURS_LANGUAGES
            && !read.table.as_ref().is_some_and(has_macrons)
    }

    /// The character that another set has for the byte of a character; none if it has none, or one of the two
    /// has more than one byte per character.
    pub(super) fn reread(&self, c: char, read: &Self) -> Option<char> {
        let (own, read) = (self.table.as_ref()?, read.table.as_ref()?);
        let byte = own.bytes.get(&c)?;
        read.chars[usize::from(*byte)]
    }

    /// Reports whether it has the C1 controls.
    pub(super) fn has_c1(&self) -> bool {
        self.encoding.c1 == C1::Controls
    }

    /// Its characters with their bytes, if it has one byte per character.
    pub(super) fn bytes_of_chars(&self) -> impl Iterator<Item = (char, u8)> {
        let tables = self.table.iter();
        tables.flat_map(|table| table.bytes.iter().map(|(c, byte)| (*c, *byte)))
    }

    /// Reports whether it has one byte per character.
    pub(super) fn is_single(&self) -> bool {
        self.table.is_some()
    }

    /// Reports whether it has pairs of bytes.
    fn is_of_pairs(&self) -> bool {
        matches!(self.encoding.layout, BitLayout::DoubleByte(_))
    }

    /// The only encoding besides UTF-8 whose bytes are misread in it, if there is just one: the
    /// other byte order.
    pub(super) fn other_order(&self) -> Option<&'static Encoding> {
        self.encoding.in_other_order()
    }

    /// A text encoded in it; none if it has no bytes for a character.
    pub(super) fn write(&self, text: &str) -> Option<Vec<u8>> {
        let mut state = CodecState::default();
        let mut bytes = Vec::with_capacity(text.len());
        for c in text.chars() {
            self.push(&mut state, c, &mut bytes)?;
        }
        Some(bytes)
    }

    /// Appends a character encoded in it; none if it has no bytes for it.
    fn push(&self, state: &mut CodecState, c: char, bytes: &mut Vec<u8>) -> Option<()> {
        let known = match &self.table {
            Some(table) => Some(*table.bytes.get(&c)?),
            None => { self.encoding.passed.iter() }
                .find(|(_, own)| *own == c)
                .map(|(byte, _)| *byte),
        };
        match known {
            Some(byte) => bytes.push(byte),
            None => self.encoding.encode(state, c, bytes).ok()?,
        }
        Some(())
    }

    /// Bytes decoded in it; none if it has no character for some.
    pub(super) fn read(&self, bytes: &[u8]) -> Option<String> {
        let Some(table) = self.table.as_ref() else {
            return scalars(self.encoding, bytes);
        };
        let mut text = String::with_capacity(bytes.len() * 2);
        for byte in bytes {
            text.push(table.chars[usize::from(*byte)]?);
        }
        Some(text)
    }

    /// The byte of the no-break space, if UTF-8 has this byte after a lead byte.
    pub(super) fn no_break_space(&self) -> Option<u8> {
        let byte = *self.table.as_ref()?.bytes.get(&'\u{A0}')?;
        matches!(byte, 0x80..=0xBF).then_some(byte)
    }

    /// Reports whether characters of a text are bytes without a character in it, passed as
    /// controls.
    pub(super) fn has_controls(&self, text: &str) -> bool {
        /// The first UTF-8 byte of all C1 controls, which is rare in text.
        const LEAD: u8 = 0xC2;
        if !text.as_bytes().contains(&LEAD) {
            return false;
        }
        let is_own = |c: char| {
            let byte = u8::try_from(c).unwrap_or_default();
            let sequence = self.encoding.decode(&mut CodecState::default(), &[byte]);
            sequence.meaning.scalar() == Some(c) && self.encoding.c1 == C1::Controls
        };
        let mut c1 = text.chars().filter(|c| matches!(c, '\u{80}'..='\u{9F}'));
        self.is_single() && c1.any(|c| !is_own(c))
    }
}

/// Bytes decoded in an encoding where all of them must be characters, or be passed as some.
pub(super) fn scalars(encoding: &Encoding, bytes: &[u8]) -> Option<String> {
    let (mut state, mut at, mut text) = (CodecState::default(), 0, String::new());
    while at < bytes.len() {
        let sequence = encoding.decode(&mut state, &bytes[at..]);
        let is_own = |(byte, _): &&(u8, char)| sequence.len == 1 && *byte == bytes[at];
        let passed = encoding.passed.iter().find(is_own).map(|(_, c)| *c);
        text.push(sequence.meaning.scalar().or(passed)?);
        at += usize::from(sequence.len);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_writes_the_bytes_that_it_read() {
        let bytes: Vec<u8> = (0..=u8::MAX).collect();
        for set in all().iter().filter(|set| set.is_single()) {
            let known: Vec<u8> = { bytes.iter().copied() }
                .filter(|byte| set.read(&[*byte]).is_some())
                .collect();
            let text = set.read(&known).unwrap();
            assert_eq!(set.write(&text).unwrap(), known, "{:?}", set.encoding);
        }
    }

    #[test]
    fn a_set_is_tried_whose_bytes_of_a_character_may_begin_utf_8() {
        let chars = ('\u{80}'..='\u{FFFF}').step_by(11);
        for c in chars.chain("ﾃ縺鈥涓璇".chars()) {
            for text in [
                format!("{c}"),
                format!("{c}a"),
                format!("{c}涓"),
                format!("{c}鈥縺"),
            ] {
                let sets = all().iter().enumerate();
                for (number, set) in sets.filter(|(_, set)| set.is_of_pairs()) {
                    let begins = set.begins_utf_8(&text, usize::MAX);
                    let mut chars = text.chars();
                    let pairs = in_pairs(chars.next(), chars.next());
                    let is_tried = pairs >> (number - first_wide()) & 1 == 1;
                    assert!(is_tried || !begins, "{text} {:?}", set.encoding);
                }
            }
        }
    }

    #[test]
    fn each_set_has_a_bit() {
        assert!(all().len() <= u128::BITS as usize, "{}", all().len());
        assert!(all().len() - first_wide() <= u16::BITS as usize);
        assert!(all().iter().skip(first_wide()).all(|set| !set.is_single()));
    }

    #[test]
    fn the_usual_sets_are_there_and_no_others() {
        let has = |id: &str| all().iter().any(|set| set.encoding.id == id);
        for id in [
            "windows-1251",
            "windows-1252",
            "windows-1250",
            "koi8-r",
            "ibm866",
            "iso-8859-5",
            "x-mac-cyrillic",
            "cp437",
            "cp852",
            "macintosh",
            "windows-1253",
            "windows-1256",
            "windows-874",
            "x-mac-ce",
            "shift_jis",
            "gbk",
            "utf-16le",
        ] {
            assert!(has(id), "{id}");
        }
        assert!(!has("ebcdic-037") && !has("iso646-de") && !has("x-mac-inuit"));
    }
}
