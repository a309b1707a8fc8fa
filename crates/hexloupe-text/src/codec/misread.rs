//! Misread text: bytes written in X, read as Y, and saved again as UTF-8.
//!
//! Such data is well-formed UTF-8 with the wrong characters: `РџСЂРёРІРµС‚` was `Привет`. Each way
//! of misreading is an encoding with a row of its own: it reads characters of UTF-8, looks up their
//! bytes in Y, and reads these in X. X is UTF-8 or a set of one byte per character; Y is a set of
//! one byte per character. A text may be misread up to four times, in one set or in several:
//! [`all`] lists the usual ways, and [`misread_encoding`] makes a row for any other one on request.
//! Sets with pairs of bytes are excluded: a pair may hold the end of one character and the start of
//! the next, so that no sequence begins and ends there. As real software did, a byte without a
//! character passes as the control of C1 with its number. Anything that does not fit the misreading
//! passes unchanged: ASCII, characters that are not in Y, bytes that are no character of X. The
//! rows are not in [`super::table`], whose rows are encodings that data can be written in at first.
//! Invariant: a sequence begins and ends where one of UTF-8 does. It is UTF-8's own sequence or a
//! character that went through every misreading.

mod set;

use std::sync::{LazyLock, Mutex, PoisonError};

use super::encoding::{EncodingFacts, RuntimeTable};
use super::utf8::{self, UTF_8, Utf8, continues};
use super::{
    BitLayout, Codec, Diagnosis, Encoding, Family, Fault, Masks, Meaning, Sequence,
    SequenceContext, Unmappable, promised, scalar,
};
use set::SingleByteSet;

/// The largest number of times that [`all`] misreads UTF-8 in the same set.
const USUAL: usize = 3;
/// The largest number of misreadings of a row.
const MOST: usize = 4;
/// The bytes of the longest character of UTF-8.
const LONGEST: usize = 4;

/// The misreadings that the text of such an encoding went through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// The misreadings, in order; at least one.
    pairs: Vec<MisreadPair>,
    /// The length in bytes of the longest character that is recognised.
    longest: u8,
}

/// One misreading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MisreadPair {
    /// The set that the bytes had been written in; none if that was UTF-8.
    from: Option<&'static SingleByteSet>,
    /// The set that they were read in.
    to: &'static SingleByteSet,
}

/// The usual misreadings: UTF-8 misread, by how often and in which set; then the other sets.
pub fn all() -> impl Iterator<Item = &'static Encoding> {
    static ALL: LazyLock<Vec<Encoding>> = LazyLock::new(rows);
    ALL.iter()
}

/// Finds a row by its id: the encodings that text was written in and read in, in pairs, such as
/// `utf-8,windows-1251`.
pub fn by_id(id: &str) -> Option<&'static Encoding> {
    let known = all().find(|encoding| encoding.id == id);
    known.or_else(|| {
        let ids: Vec<&str> = id.split(',').collect();
        let pairs = ids.chunks(2).map(|pair| match pair {
            [written, read] => MisreadPair::by(|set| set.id == *written, |set| set.id == *read),
            _ => None,
        });
        other(pairs.collect::<Option<_>>()?)
    })
}

/// Finds a row by its pairs: the encodings that text was written in and read in.
pub fn misread_encoding(chain: &[(&Encoding, &Encoding)]) -> Option<&'static Encoding> {
    let pairs = { chain.iter() }
        .map(|(written, read)| MisreadPair::by(|set| set == *written, |set| set == *read));
    let pairs: Vec<MisreadPair> = pairs.collect::<Option<_>>()?;
    let known = all().find(|row| row.misread().is_some_and(|row| row.pairs == pairs));
    known.or_else(|| other(pairs))
}

/// The row of unusual misreadings. Rows live as long as the program, so each is made once, on first
/// request.
fn other(pairs: Vec<MisreadPair>) -> Option<&'static Encoding> {
    static OTHERS: Mutex<Vec<&'static Encoding>> = Mutex::new(Vec::new());
    if pairs.is_empty() || pairs.len() > MOST {
        return None;
    }
    let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
    let is = |row: &&&Encoding| row.misread().is_some_and(|row| row.pairs == pairs);
    if let Some(known) = others.iter().find(is) {
        return Some(known);
    }
    let row: &Encoding = Box::leak(Box::new(row(Misread::new(pairs))));
    others.push(row);
    Some(row)
}

impl Encoding {
    /// The name; the id for misread text, because it is shorter.
    pub fn short_name(&self) -> &'static str {
        if self.misread().is_some() {
            self.id
        } else {
            self.name
        }
    }

    /// The misreadings of its text, if it is misread text.
    pub fn misread(&self) -> Option<&'static Misread> {
        match self.layout {
            BitLayout::Misread(misread) => Some(misread),
            _ => None,
        }
    }
}

/// The rows of the usual misreadings.
fn rows() -> Vec<Encoding> {
    let again = (1..=USUAL).flat_map(|times| {
        let misread = move |to| Misread::new(vec![MisreadPair { from: None, to }; times]);
        set::all().iter().map(misread)
    });
    let once = set::all().iter().flat_map(|from| {
        let others = { set::all().iter() }.filter(move |to| *to != from);
        others.map(move |to| {
            let from = Some(from);
            Misread::new(vec![MisreadPair { from, to }])
        })
    });
    again.chain(once).map(row).collect()
}

/// The row of some misreadings. It lives as long as the program, like the rows of the table.
fn row(misread: Misread) -> Encoding {
    let pairs = &misread.pairs;
    let ids = { misread.chain() }.map(|(written, read)| format!("{},{}", written.id, read.id));
    let id = ids.collect::<Vec<_>>().join(",");
    let mut names = Vec::new();
    for same in pairs.chunk_by(|one, other| one == other) {
        let (written, read) = (same[0].written(), same[0].to.encoding);
        let times = match same.len() {
            1 => "",
            2 => ", twice",
            3 => ", three times",
            _ => ", four times",
        };
        names.push(format!("{} misread as {}{times}", written.name, read.name));
    }
    let rarity =
        { misread.chain() }.map(|(written, read)| written.rarity.saturating_add(read.rarity));
    // The same mistake is easily repeated.
    let is_same = pairs.iter().all(|pair| *pair == pairs[0]);
    let counted = if is_same { 1 } else { pairs.len() };
    let again = pairs.len() as u8 - 1;
    let rarity = rarity.take(counted).fold(again, u8::saturating_add);
    let max_len = misread.longest;
    let facts = EncodingFacts {
        id: id.leak(),
        name: names.join(", then ").leak(),
        family: Family::Misread,
        max_len,
        look: max_len,
        // As in UTF-8, after the longest character that a place may lie inside.
        lookback: UTF_8.lookback + u16::from(max_len),
        rarity,
        used: "text that was read in the wrong encoding and saved as UTF-8",
        ..EncodingFacts::COMMON
    };
    Encoding::misreading(&facts, Box::leak(Box::new(misread)))
}

impl MisreadPair {
    /// The pair of two encodings; none if text is never misread this way.
    fn by(
        is_written: impl Fn(&Encoding) -> bool,
        is_read: impl Fn(&Encoding) -> bool,
    ) -> Option<Self> {
        let set = |is: &dyn Fn(&Encoding) -> bool| set::all().iter().find(|set| is(set.encoding));
        let from = if is_written(&UTF_8) {
            None
        } else {
            Some(set(&is_written)?)
        };
        let to = set(&is_read).filter(|to| from != Some(*to))?;
        Some(Self { from, to })
    }

    /// The encoding that the bytes had been written in.
    fn written(self) -> &'static Encoding {
        self.from.map_or(&UTF_8, |set| set.encoding)
    }

    /// The bytes of a character in the encoding it was written in.
    fn written_bytes(self, c: char) -> Option<Vec<u8>> {
        match self.from {
            Some(set) => Some(vec![set.byte(c)?]),
            None => Some(c.encode_utf8(&mut [0; 4]).as_bytes().to_vec()),
        }
    }

    /// The text that this misreading makes of a text.
    fn misread(self, text: &str) -> Option<String> {
        let bytes = text.chars().map(|c| self.written_bytes(c));
        let bytes: Vec<Vec<u8>> = bytes.collect::<Option<_>>()?;
        bytes
            .iter()
            .flatten()
            .map(|byte| self.to.character(*byte))
            .collect()
    }
}

impl Misread {
    fn new(pairs: Vec<MisreadPair>) -> Self {
        // The first text has any characters; each later one has those of the set before.
        let (mut chars, mut width) = (1, LONGEST);
        for pair in &pairs {
            chars *= if pair.from.is_some() { 1 } else { width };
            width = usize::from(pair.to.width());
        }
        // Unchanged characters are UTF-8; longer ones are not searched for.
        let longest = (chars * width).clamp(LONGEST, usize::from(u8::MAX));
        Self {
            pairs,
            longest: longest as u8,
        }
    }

    /// The encodings that the bytes were written in and read in, the first misreading first.
    pub fn chain(&self) -> impl DoubleEndedIterator<Item = (&'static Encoding, &'static Encoding)> {
        let pairs = self.pairs.iter();
        pairs.map(|pair| (pair.written(), pair.to.encoding))
    }

    /// The encoding that the bytes had been written in, before the last misreading.
    pub fn written(&self) -> &'static Encoding {
        self.pairs.last().map_or(&UTF_8, |pair| pair.written())
    }

    /// The encoding that they were read in, the last time.
    pub fn read(&self) -> &'static Encoding {
        self.pairs.last().map_or(&UTF_8, |pair| pair.to.encoding)
    }

    /// The number of misreadings, one after another.
    pub fn times(&self) -> usize {
        self.pairs.len()
    }

    /// The characters that bytes were taken for in one of the misreadings.
    pub fn taken_for(&self, index: usize, bytes: &[u8]) -> Option<String> {
        let to = self.pairs.get(index)?.to;
        bytes.iter().map(|byte| to.character(*byte)).collect()
    }

    /// The character at the front of a window before the last `undone` misreadings, and the length
    /// of its bytes; none if it does not fit them.
    fn character(&self, window: &[u8], undone: usize) -> Option<(char, usize)> {
        let MisreadPair { from, to } = *self.pairs.get(self.pairs.len() - undone)?;
        let (c, mut len) = self.after(window, undone)?;
        let first = to.byte(c)?;
        if let Some(set) = from {
            return Some((set.character(first)?, len));
        }
        let mut bytes = [first, 0, 0, 0];
        let count = promised(first);
        for byte in bytes.get_mut(1..count)? {
            let (c, more) = self.after(window.get(len..)?, undone)?;
            *byte = to.byte(c).filter(|byte| continues(*byte))?;
            len += more;
        }
        let sequence = utf8::sequence(&bytes[..count]);
        Some((sequence.meaning.scalar()?, len))
    }

    /// The character at the front of a window after the first of the last `undone` misreadings.
    fn after(&self, window: &[u8], undone: usize) -> Option<(char, usize)> {
        if undone > 1 {
            return self.character(window, undone - 1);
        }
        let outer = (!window.is_empty()).then(|| utf8::sequence(window))?;
        Some((outer.meaning.scalar()?, usize::from(outer.len)))
    }
}

impl RuntimeTable for Misread {
    fn step(&self, window: &[u8]) -> Sequence {
        let outer = utf8::sequence(window);
        match outer.meaning {
            Meaning::Scalar(c) if !c.is_ascii() => {}
            _ => return outer,
        }
        let found = self.character(window, self.pairs.len());
        match found.filter(|(_, len)| *len <= usize::from(self.longest)) {
            Some((c, len)) => scalar(len as u8, c),
            None => outer,
        }
    }

    fn valid_prefix(&self, window: &[u8]) -> usize {
        encoding_rs::Encoding::ascii_valid_up_to(window)
    }

    /// The masks of each UTF-8 character in the sequence.
    fn masks(&self, context: &SequenceContext<'_>, out: &mut [Masks]) {
        let bytes = context.sequence();
        let mut at = 0;
        while at < bytes.len() {
            let Sequence { len, meaning } = utf8::sequence(&bytes[at..]);
            let len = usize::from(len);
            // A fault is a sequence of its own, and its meaning depends on the bytes after it.
            let part = match context.meaning {
                Meaning::IllFormed(_) => context.part(at, context.len, context.meaning),
                _ => context.part(at, len, meaning),
            };
            let end = at + part.len;
            Utf8::masks(&part, &mut out[at..end]);
            at = end;
        }
    }

    fn diagnose(&self, context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        Utf8::diagnose(context, fault)
    }

    fn encode(&self, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let mut pairs = self.pairs.iter();
        let text = pairs.try_fold(String::from(c), |text, pair| pair.misread(&text));
        let text = text.filter(|text| text.len() <= usize::from(self.longest));
        let text = text.ok_or(Unmappable(c))?;
        out.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests;
