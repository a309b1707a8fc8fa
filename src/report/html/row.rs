//! A row of the page: a table's, with the offset at its head and a cell for each pane.
//!
//! What belongs to a sequence stands in one element in each pane, with the number of
//! the sequence in its row as its class. Invariant: all elements that are opened in a
//! row are closed in it, and it is one line.

use std::fmt::{self, Write as _};

use super::style;
use crate::codec::Meaning;
use crate::model::line::Tone;
use crate::model::row::Role;
use crate::report::document_row::{DocumentRow, Member, Piece};
use crate::report::feed::Chunk;
use crate::report::markup;
use crate::report::note::Note;
use crate::report::own::{Look, Own, Texts};
use crate::unicode::glyph::Charset;

/// Writes rows.
pub(super) struct Writer {
    charset: Charset,
    /// What explains characters, as it is written.
    characters: Texts,
}

impl Writer {
    pub(super) fn new(charset: Charset) -> Self {
        let theme = None;
        Self {
            charset,
            characters: Texts::new(Look { charset, theme }, character),
        }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, page: &mut String, chunk: &Chunk, row: &DocumentRow) {
        page.push_str("<tr><th scope=\"row\">");
        page.push_str(&row.offset);
        page.push_str(" </th>");
        for (index, pane) in row.panes.iter().enumerate() {
            page.push_str("<td>");
            for pieces in pane.chunk_by(|a, b| a.of == b.of) {
                let Some(number) = pieces.first().and_then(|piece| piece.of) else {
                    plain(page, pieces);
                    continue;
                };
                if let Some(member) = row.members.get(number) {
                    begin(page, number, member, pieces);
                    if index == 2 && member.begins {
                        page.push_str(" tabindex=\"0\" role=\"note\"");
                    }
                    page.push('>');
                    self.sequence(page, chunk, pieces, (index == 2).then_some(member));
                }
            }
            page.push_str("</td>");
        }
        page.push_str("</tr>\n");
    }

    /// Adds what a pane shows of a sequence, and where it begins what explains it.
    fn sequence(
        &mut self,
        page: &mut String,
        chunk: &Chunk,
        pieces: &[Piece],
        explained: Option<&Member>,
    ) {
        let one = one_role(pieces);
        for piece in pieces {
            match one {
                Some(_) => text(page, piece),
                None => toned(page, piece),
            }
        }
        if let Some(member) = explained.filter(|member| member.begins) {
            self.note(page, chunk, member);
        }
        page.push_str("</span>");
    }

    /// Adds what explains a sequence.
    fn note(&mut self, page: &mut String, chunk: &Chunk, member: &Member) {
        let Some(step) = chunk.stretch.at(member.offset) else {
            return;
        };
        if let Meaning::Scalar(_) | Meaning::Pair(..) = step.meaning {
            page.push_str(self.characters.of(&Own::of(chunk, step)));
        } else {
            explained(page, &Note::of(chunk, step, self.charset));
        }
    }
}

/// Adds what explains a character.
fn character(page: &mut String, own: &Own<'_>, look: Look) {
    explained(page, &Note::character(own, look.charset));
}

/// Adds a note.
fn explained(page: &mut String, note: &Note) {
    page.push_str("<span class=\"t\"><strong>");
    markup::text(page, &note.title);
    page.push_str("</strong>");
    let bytes = (!note.bytes.is_empty()).then_some(&note.bytes);
    for line in bytes.into_iter().chain(&note.bits) {
        page.push_str("<br><code>");
        markup::text(page, line);
        page.push_str("</code>");
    }
    for line in &note.why {
        page.push_str("<br>");
        markup::text(page, line);
    }
    for id in &note.ids {
        page.push_str("<br><code>[");
        page.push_str(id);
        page.push_str("]</code>");
    }
    page.push_str("</span>");
}

/// Opens the element of a sequence, up to its classes: its number, its role if it has
/// but one, and whether it goes on in the next row or comes from the one before.
fn begin(page: &mut String, number: usize, member: &Member, pieces: &[Piece]) {
    // Writing to a string cannot fail.
    let _: fmt::Result = write!(page, "<span class=\"s{number}");
    if let Some(name) = one_role(pieces).and_then(style::class) {
        page.push(' ');
        page.push_str(name);
    }
    page.push_str(if member.begins { "" } else { " comes" });
    page.push_str(if member.ends { "" } else { " goes" });
    page.push('"');
}

/// The role of pieces that are drawn as bytes of one role and nothing else.
fn one_role(pieces: &[Piece]) -> Option<Role> {
    let mut one = None;
    for piece in pieces {
        match piece.tone {
            Tone::As(role) if one.is_none_or(|one| one == role) => one = Some(role),
            Tone::Plain => {}
            _ => return None,
        }
    }
    one
}

/// Adds what belongs to no sequence.
fn plain(page: &mut String, pieces: &[Piece]) {
    for piece in pieces {
        toned(page, piece);
    }
}

/// Adds a piece in an element that says what it is.
fn toned(page: &mut String, piece: &Piece) {
    let (element, role) = match piece.tone {
        Tone::Plain | Tone::Payload | Tone::As(Role::Ascii) => return text(page, piece),
        Tone::As(role) => ("b", Some(role)),
        Tone::StructureOf(role) => ("i", Some(role)),
        Tone::Wrong => ("u", None),
        Tone::Quiet | Tone::Strong | Tone::Key | Tone::Structure | Tone::Chosen => ("i", None),
    };
    page.push('<');
    page.push_str(element);
    if let Some(role) = role {
        style::class_of(page, role);
    }
    page.push('>');
    text(page, piece);
    page.push_str("</");
    page.push_str(element);
    page.push('>');
}

/// Adds the text of a piece. What is not ASCII is given its columns, whatever the font
/// makes of it.
fn text(page: &mut String, piece: &Piece) {
    if piece.text.is_ascii() {
        return markup::text(page, &piece.text);
    }
    style::cell(page, piece.columns);
    markup::text(page, &piece.text);
    page.push_str("</span>");
}
