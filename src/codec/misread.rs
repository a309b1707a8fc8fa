//! Text that was misread: bytes written in X, read as Y, and saved again as UTF-8.
//!
//! Such data is well-formed UTF-8 and says the wrong characters: `РџСЂРёРІРµС‚` was `Привет`. Each
//! way in which that happens is an encoding like any other, with a row of its own: it reads characters of UTF-8,
//! takes the bytes that they have in Y, and reads these in X. X is UTF-8, misread up to three times
//! in the same set, or a set of one byte per character; Y is such a set. As real software did, a
//! byte without a character passes as the control of C1 with its number. What does not fit the
//! misreading passes as it is: ASCII, characters that are not in Y, bytes that are no character of
//! X. The rows are not in [`super::table`], whose rows are what data can be written in at first.
//! Invariant: a sequence begins and ends where one of UTF-8 does, and is UTF-8's own sequence or a
//! character that went through every misreading.

mod set;

use std::sync::LazyLock;

use super::encoding::Facts;
use super::utf8::{self, UTF_8, continues};
use super::{
    Encoding, Family, Layout, Masks, Meaning, Sequence, SequenceContext, Unmappable, promised,
    scalar,
};
use set::Set;

/// The most times in a row that UTF-8 was misread.
const MOST: u8 = 3;
/// Bytes that the longest character of UTF-8 has.
const LONGEST: u8 = 4;

/// What happened to the text of such an encoding.
#[derive(Debug)]
pub struct Misread {
    /// The set that the bytes had been written in; none if that was UTF-8.
    from: Option<&'static Set>,
    /// The set that they were read in.
    to: &'static Set,
    /// How many times that happened, one after another.
    times: u8,
}

/// Every such encoding: UTF-8 that was misread, by how often and in what; then the other sets.
pub fn all() -> impl Iterator<Item = &'static Encoding> {
    static ALL: LazyLock<Vec<Encoding>> = LazyLock::new(rows);
    ALL.iter()
}

/// The one with an id: the encodings that text was written in and read in, in pairs, as
/// `utf-8,windows-1251`.
pub fn by_id(id: &str) -> Option<&'static Encoding> {
    all().find(|encoding| encoding.id == id)
}

/// The one in which text was `written` and `read`, as many `times` one after another.
pub fn of(written: &Encoding, read: &Encoding, times: usize) -> Option<&'static Encoding> {
    all().find(|row| {
        row.misread().is_some_and(|misread| {
            (misread.written(), misread.read()) == (written, read) && misread.times() == times
        })
    })
}

impl Encoding {
    /// The name, or of text that was misread the id, which is shorter.
    pub fn short_name(&self) -> &'static str {
        if self.misread().is_some() {
            self.id
        } else {
            self.name
        }
    }

    /// What happened to its text, if it is text that was misread.
    pub fn misread(&self) -> Option<&'static Misread> {
        match self.layout {
            Layout::Misread(misread) => Some(misread),
            _ => None,
        }
    }
}

/// The rows of all misreadings.
fn rows() -> Vec<Encoding> {
    let again = (1..=MOST).flat_map(|times| {
        let misread = move |to| Misread {
            from: None,
            to,
            times,
        };
        set::all().iter().map(misread)
    });
    let once = set::all().iter().flat_map(|from| {
        let others = { set::all().iter() }.filter(|to| to.encoding != from.encoding);
        others.map(|to| Misread {
            from: Some(from),
            to,
            times: 1,
        })
    });
    again.chain(once).map(row).collect()
}

/// The row of a misreading. It lives as long as the program, as the rows of the table do.
fn row(misread: Misread) -> Encoding {
    let (written, read) = (misread.written(), misread.read());
    let word = match misread.times {
        1 => "",
        2 => ", twice",
        _ => ", three times",
    };
    let pair = format!("{},{}", written.id, read.id);
    let id = vec![pair; misread.times()].join(",");
    let name = format!("{} misread as {}{word}", written.name, read.name);
    let max_len = misread.longest();
    let facts = Facts {
        id: id.leak(),
        name: name.leak(),
        family: Family::Misread,
        max_len,
        look: max_len,
        // As in UTF-8, after the longest character that a place may be inside of.
        lookback: UTF_8.lookback + u16::from(max_len),
        rarity: { written.rarity }
            .saturating_add(read.rarity)
            .saturating_add(misread.times - 1),
        used: "text that was read in the wrong encoding and saved as UTF-8",
        ..Facts::COMMON
    };
    Encoding::misreading(&facts, Box::leak(Box::new(misread)))
}

impl Misread {
    /// The encoding that the bytes had been written in.
    pub fn written(&self) -> &'static Encoding {
        self.from.map_or(&UTF_8, |set| set.encoding)
    }

    /// The encoding that they were read in.
    pub fn read(&self) -> &'static Encoding {
        self.to.encoding
    }

    /// How many times that happened, one after another.
    pub fn times(&self) -> usize {
        usize::from(self.times)
    }

    /// The bytes of a character as they had been written at first.
    pub fn written_bytes(&self, c: char) -> Option<Vec<u8>> {
        match self.from {
            Some(set) => Some(vec![set.byte(c)?]),
            None => Some(c.encode_utf8(&mut [0; 4]).as_bytes().to_vec()),
        }
    }

    /// Bytes as the characters that they were read as.
    pub fn misread(&self, bytes: &[u8]) -> Option<String> {
        bytes.iter().map(|byte| self.to.character(*byte)).collect()
    }

    /// Bytes of the longest character.
    fn longest(&self) -> u8 {
        let width = self.to.width();
        match self.from {
            Some(_) => LONGEST,
            None => LONGEST * width.pow(u32::from(self.times)),
        }
    }

    /// Reads one sequence, as [`Encoding::decode`] does.
    pub(super) fn step(&self, window: &[u8]) -> Sequence {
        let outer = utf8::sequence(window);
        match outer.meaning {
            Meaning::Scalar(c) if !c.is_ascii() => {}
            _ => return outer,
        }
        match self.character(window, self.times) {
            // The longest character has 4 * 27 bytes.
            Some((c, len)) => scalar(len as u8, c),
            None => outer,
        }
    }

    /// The character at the front of a window that some misreadings made of it, and the length of
    /// its bytes; none if it does not fit them.
    fn character(&self, window: &[u8], times: u8) -> Option<(char, usize)> {
        let (c, mut len) = self.before(window, times)?;
        let first = self.to.byte(c)?;
        if let Some(set) = self.from {
            return Some((set.character(first)?, len));
        }
        let mut bytes = [first, 0, 0, 0];
        let count = promised(first);
        for byte in bytes.get_mut(1..count)? {
            let (c, more) = self.before(window.get(len..)?, times)?;
            *byte = self.to.byte(c).filter(|byte| continues(*byte))?;
            len += more;
        }
        let sequence = utf8::sequence(&bytes[..count]);
        Some((sequence.meaning.scalar()?, len))
    }

    /// The character at the front of a window before the last of some misreadings is undone.
    fn before(&self, window: &[u8], times: u8) -> Option<(char, usize)> {
        if times > 1 {
            return self.character(window, times - 1);
        }
        let outer = (!window.is_empty()).then(|| utf8::sequence(window))?;
        Some((outer.meaning.scalar()?, usize::from(outer.len)))
    }

    /// The masks of a sequence: those of each of the characters of UTF-8 that it is made of.
    pub(super) fn masks(
        outer: fn(&SequenceContext<'_>, &mut [Masks]),
        context: &SequenceContext<'_>,
        out: &mut [Masks],
    ) {
        let bytes = context.sequence();
        let mut at = 0;
        while at < bytes.len() {
            let Sequence { len, meaning } = utf8::sequence(&bytes[at..]);
            let len = usize::from(len);
            // A fault is a sequence of its own, and what it means depends on the bytes after it.
            let part = match context.meaning {
                Meaning::IllFormed(_) => context.part(at, context.len, context.meaning),
                _ => context.part(at, len, meaning),
            };
            let end = at + part.len;
            outer(&part, &mut out[at..end]);
            at = end;
        }
    }

    /// Appends the bytes of a character.
    pub(super) fn encode(&self, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let misread = || {
            let mut text = String::from(c);
            for _ in 0..self.times {
                let bytes = text.chars().map(|c| self.written_bytes(c));
                let bytes: Vec<Vec<u8>> = bytes.collect::<Option<_>>()?;
                text = self.misread(&bytes.concat())?;
            }
            Some(text)
        };
        let text = misread().ok_or(Unmappable(c))?;
        out.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests;
