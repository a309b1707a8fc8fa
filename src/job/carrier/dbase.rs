//! The text of a dBASE table, and the code page that its head names.
//!
//! The byte at 29 of the head is the number of a code page in a list of Microsoft's (`FoxPro`); 0 names
//! none. Invariant: a bounded number of records is read, and only fields of text.

use super::places::{Judged, TextPlace};
use super::{CarriedText, Carrier};
use crate::codec::{Encoding, table};
use crate::detect::{Reading, binary};
use crate::window::Peek;

/// The lengths of the head without fields, and of a field in it.
const HEAD: usize = 32;
/// The place of the code page.
const PAGE: usize = 29;
/// The most bytes of fields and of records that are read.
const MOST: usize = 64 * 1024;

/// The code pages by their numbers.
#[rustfmt::skip]
const PAGES: &[(&[u8], &str)] = &[
    (&[0x01, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x15, 0x18, 0x19, 0x1B], "cp437"),
    (&[0x02, 0x0A, 0x0E, 0x10, 0x12, 0x14, 0x16, 0x1A, 0x1D, 0x25, 0x37], "cp850"),
    (&[0x03, 0x57, 0x58, 0x59], "windows-1252"),
    (&[0x04], "macintosh"),
    (&[0x08, 0x17, 0x66], "cp865"),
    (&[0x13, 0x7B], "shift_jis"),
    (&[0x1C, 0x6C], "cp863"),
    (&[0x1F, 0x22, 0x23, 0x40, 0x64, 0x87], "cp852"),
    (&[0x24], "cp860"),
    (&[0x26, 0x65], "ibm866"),
    (&[0x67], "cp861"),
    (&[0x6A, 0x86], "cp737"),
    (&[0x6B, 0x88], "cp857"),
    (&[0x4D, 0x7A], "gbk"),
    (&[0x4E, 0x79], "euc-kr"),
    (&[0x4F, 0x78], "big5"),
    (&[0x50, 0x7C], "windows-874"),
    (&[0x7D], "windows-1255"),
    (&[0x7E], "windows-1256"),
    (&[0x68], "keybcs2"),
    (&[0x96], "x-mac-cyrillic"),
    (&[0x97], "x-mac-ce"),
    (&[0x98], "x-mac-greek"),
    (&[0xC8], "windows-1250"),
    (&[0xC9], "windows-1251"),
    (&[0xCA], "windows-1254"),
    (&[0xCB], "windows-1253"),
    (&[0xCC], "windows-1257"),
];

/// The set of the text of a table, with its code page byte.
pub(in crate::job) fn table(data: &dyn Peek) -> Option<CarriedText> {
    let head = data.window(0, MOST).bytes;
    if !binary::is_dbase(&head) {
        return None;
    }
    let number = head[PAGE];
    let named = page(number);
    let texts = texts(data, &head);
    let mut texts: Vec<Vec<u8>> = texts.into_iter().map(|(_, bytes)| bytes).collect();
    texts.retain(|text| !text.is_ascii());
    let first = texts.first()?;
    let fits = |set: &&'static Encoding| {
        let reading = Reading::plain(set);
        texts.iter().all(|text| reading.text(text).is_some())
    };
    let judged = Judged::of(&texts);
    // The head's word is good if the text fits it, and a guess does not read it better.
    let judged = match named.filter(fits) {
        Some(named) => match judged.filter(|judged| judged.contradicts(named, &texts)) {
            Some(other) => other,
            None => Judged::told(named, first)?,
        },
        None => judged?,
    };
    let mut carried = judged.carried(Carrier::Dbase, texts.len(), first);
    carried.sample = match named {
        Some(named) => format!("{number:02X} ({})", named.name),
        None if number == 0 => "00 (no code page)".to_owned(),
        None => format!("{number:02X} (an unknown code page)"),
    };
    Some(carried)
}

/// The fields of text of a table, and their names; none if it is no table.
pub(in crate::job) fn places(data: &dyn Peek) -> Option<Vec<TextPlace>> {
    let head = data.window(0, MOST).bytes;
    if !binary::is_dbase(&head) {
        return None;
    }
    let declared = page(head[PAGE]).map_or("", |page| page.id);
    let texts = texts(data, &head).into_iter();
    let places = texts.map(|(offset, bytes)| TextPlace {
        offset,
        bytes,
        declared,
    });
    Some(places.collect())
}

/// The code page with a number.
fn page(number: u8) -> Option<&'static Encoding> {
    let (_, label) = PAGES
        .iter()
        .find(|(numbers, _)| numbers.contains(&number))?;
    table::by_label(label).map(table::LabelMatch::encoding)
}

/// The values of the fields of text, in the first records, and the names of fields, with their offsets.
fn texts(data: &dyn Peek, head: &[u8]) -> Vec<(u64, Vec<u8>)> {
    let number = |at: usize| {
        Some(usize::from(u16::from_le_bytes([
            *head.get(at)?,
            *head.get(at + 1)?,
        ])))
    };
    let (Some(begin), Some(len)) = (number(8), number(10)) else {
        return Vec::new();
    };
    let fields = head.get(HEAD..begin).unwrap_or_default().chunks_exact(HEAD);
    let fields = fields.take_while(|field| field[0] != 0x0D);
    let (mut places, mut at, mut texts) = (Vec::new(), 1, Vec::new());
    for (index, field) in fields.enumerate() {
        let width = usize::from(field[16]);
        let name = field[..11]
            .split(|byte| *byte == 0)
            .next()
            .unwrap_or_default();
        texts.push(((HEAD + index * HEAD) as u64, name.to_vec()));
        if field[11] == b'C' {
            places.push(at..at + width);
        }
        at += width;
    }
    let records = data.window(begin as u64, MOST).bytes;
    for (index, record) in records.chunks_exact(len.max(1)).enumerate() {
        for place in &places {
            if let Some(value) = record.get(place.clone()) {
                let offset = begin + index * len + place.start;
                texts.push((offset as u64, value.trim_ascii_end().to_vec()));
            }
        }
    }
    texts.retain(|(_, text)| !text.is_empty());
    texts
}
