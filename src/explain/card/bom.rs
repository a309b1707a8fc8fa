//! The byte order mark: what it is for, the marks there are, who needs one.
//!
//! Invariant: the marks are those of [`MARKS`](bom::MARKS).

use super::Card;
use super::place::Place;
use super::write::{role, said};
use crate::codec::{Encoding, bom};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::hex;

pub(super) const CARD: Card = Card {
    id: "bom",
    title: "byte order mark",
    about: "what U+FEFF at the start of data says, and who needs it",
    rows,
};

fn rows(place: &Place<'_>) -> Vec<Row> {
    let found = found(place);
    let row = Row::default().at(1, "first bytes", CellRole::Label);
    let mut out = vec![row.at(16, "then the data is", CellRole::Label)];
    for (mark, encoding) in bom::MARKS {
        let role = role(found == Some(*encoding));
        let row = Row::default().at(1, hex(mark), role).answer();
        out.push(row.at(16, encoding.name, role).answer());
    }
    out.extend(said(&match found {
        Some(encoding) => format!("This data begins with the mark of {}.", encoding.name),
        None if place.head.is_empty() => "The first bytes of this data are not known.".to_owned(),
        None => "This data begins with none of them.".to_owned(),
    }));
    out.extend(SENTENCES.iter().flat_map(|sentence| said(sentence)));
    out
}

const SENTENCES: &[&str] = &[
    "For: U+FEFF as the first character tells the byte order. Read in the wrong order it is \
     U+FFFE, which is a noncharacter and never will be anything else, so the mistake shows.",
    "UTF-8 needs none: it has one order. The mark is then only a sign that it is UTF-8, neither \
     required nor recommended (Unicode 2.6).",
    "Writes it: Excel's CSV UTF-8, Windows PowerShell 5, Notepad before 2019.",
    "Stumbles over it: #! of Unix scripts, PHP before headers, JSON (RFC 8259, 8.1, forbids \
     to add it), files joined by cat: a mark inside is U+FEFF, an invisible character.",
    "UTF-16LE and UTF-16BE as names of text sent say the order; such text has no mark (RFC 2781).",
];

/// The encoding whose mark the data has: its own, else the longest that fits.
fn found(place: &Place<'_>) -> Option<&'static Encoding> {
    let marks = || bom::at_start(place.head).map(|(_, encoding)| *encoding);
    let own = marks().find(|encoding| *encoding == place.encoding);
    own.or_else(|| marks().next())
}
