//! The names in a ZIP archive whose encoding differs from the declared one.
//!
//! The directory at the end of the archive has the names as bytes. A flag declares a name to be
//! UTF-8; without it the name is in CP437 (APPNOTE.TXT, appendix D), but the programs of most
//! countries wrote their own DOS code page, and others UTF-8 without the flag. Invariant: a bounded part of
//! the file is read, and a directory that contradicts itself names nothing.

use super::places::{Judged, TextPlace};
use super::{CarriedText, Carrier};
use crate::codec::table;
use crate::window::Peek;

/// The signature of the end of the directory, its length, and the longest comment after it.
const END: &[u8; 4] = b"PK\x05\x06";
const END_LEN: usize = 22;
const COMMENT: usize = 0xFFFF;
/// The signature of a name, and the length of its fields.
const ENTRY: &[u8; 4] = b"PK\x01\x02";
const ENTRY_LEN: usize = 46;
/// The flag of a name in UTF-8.
const UTF_8: u16 = 1 << 11;
/// The encoding of a name with the flag, and of one without.
const DECLARED: &str = "utf-8";
const UNDECLARED: &str = "cp437";
/// The field that has the name in UTF-8 too (Info-ZIP).
const UNICODE_PATH: u16 = 0x7075;
/// The most bytes of the directory that are read.
const MOST: usize = 256 * 1024;

/// The names that contradict the declaration of the archive.
pub(in crate::job) fn names(data: &dyn Peek) -> Option<CarriedText> {
    let mut names = places(data)?;
    names.retain(|name| name.declared != DECLARED && !name.bytes.is_ascii());
    let names: Vec<Vec<u8>> = names.into_iter().map(|name| name.bytes).collect();
    let first = names.first()?;
    let judged = Judged::of(&names)?;
    let declared = table::by_id(UNDECLARED)?;
    judged
        .reads_otherwise(declared, &names)
        .then(|| judged.carried(Carrier::ArchiveNames, names.len(), first))
}

/// The names of an archive, in its directory; none if it is no archive.
pub(in crate::job) fn places(data: &dyn Peek) -> Option<Vec<TextPlace>> {
    if !data.window(0, 4).bytes.starts_with(b"PK") {
        return None;
    }
    let from = data.len().saturating_sub((END_LEN + COMMENT) as u64);
    let tail = data.window(from, END_LEN + COMMENT).bytes;
    let ends = tail
        .windows(END_LEN)
        .rposition(|end| end.starts_with(END))?;
    let (len, start) = (number32(&tail, ends + 12)?, number32(&tail, ends + 16)?);
    let directory = data.window(start.into(), (len as usize).min(MOST)).bytes;
    let (mut at, mut names) = (0, Vec::new());
    while let Some(entry) = directory.get(at..).filter(|rest| rest.starts_with(ENTRY)) {
        let flags = number16(entry, 8)?;
        let lens = [
            number16(entry, 28)?,
            number16(entry, 30)?,
            number16(entry, 32)?,
        ];
        let [name, extra, comment] = lens.map(usize::from);
        let Some(bytes) = entry.get(ENTRY_LEN..ENTRY_LEN + name) else {
            break;
        };
        let fields = entry.get(ENTRY_LEN + name..ENTRY_LEN + name + extra);
        let is_utf_8 = flags & UTF_8 != 0 || has_unicode_path(fields.unwrap_or_default());
        names.push(TextPlace {
            offset: u64::from(start) + (at + ENTRY_LEN) as u64,
            bytes: bytes.to_vec(),
            declared: if is_utf_8 { DECLARED } else { UNDECLARED },
        });
        at += ENTRY_LEN + name + extra + comment;
    }
    Some(names)
}

/// Reports whether the fields of an entry have its name in UTF-8.
fn has_unicode_path(mut fields: &[u8]) -> bool {
    while let (Some(id), Some(len)) = (number16(fields, 0), number16(fields, 2)) {
        if id == UNICODE_PATH {
            return true;
        }
        fields = fields.get(4 + usize::from(len)..).unwrap_or_default();
    }
    false
}

fn number16(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at + 2)?;
    Some(u16::from_le_bytes([bytes[0], bytes[1]]))
}

fn number32(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}
