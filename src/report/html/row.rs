//! A row of the page's table: the offset as its heading, and a cell per pane.
//!
//! In each pane one element holds all parts of a sequence; its class is the number of the sequence
//! in the row. Invariant: all elements that are opened in a row are closed in it, and it is one
//! line.

use std::ops::Range;

use super::known_parts::{KnownParts, push_number};
use super::style;
use crate::codec::Meaning;
use crate::model::line::Tone;
use crate::model::regions::Regions;
use crate::model::row::ByteRole;
use crate::report::chunks::DataChunk;
use crate::report::document_row::{ChunkRows, Member, TextSpan};
use crate::report::explanation::ExplanationLines;
use crate::report::text_cache::{SequenceFacts, TextCache};
use crate::report::{Style, markup};
use crate::unicode::glyph::{self, Charset};

/// Writes rows.
pub(super) struct RowWriter {
    charset: Charset,
    /// The explanations of characters.
    characters: TextCache,
    known: KnownParts,
    regions: Regions,
}

impl RowWriter {
    pub(super) fn new(charset: Charset, regions: Regions, width: u16) -> Self {
        let theme = None;
        Self {
            charset,
            characters: TextCache::new(
                Style {
                    charset,
                    theme,
                    columns: None,
                },
                character,
            ),
            known: KnownParts::new(width),
            regions,
        }
    }

    /// Adds a row.
    pub(super) fn row(
        &mut self,
        page: &mut String,
        chunk: &DataChunk,
        rows: &ChunkRows<'_>,
        range: &Range<u64>,
    ) {
        page.push_str("<tr><th scope=\"row\">");
        page.push_str(&rows.offset(range));
        page.push_str(" </th>");
        // In a region, an element of a sequence may have elements of the region inside.
        if self.regions.is_empty() {
            self.known.begin(chunk, range);
        }
        if !self.known.write(page) {
            self.panes(page, chunk, rows, range);
        }
        page.push_str("</tr>\n");
    }

    /// Adds the panes of a row, made of its cells.
    fn panes(
        &mut self,
        page: &mut String,
        chunk: &DataChunk,
        rows: &ChunkRows<'_>,
        range: &Range<u64>,
    ) {
        let row = rows.row(range);
        for (index, pane) in row.panes.iter().enumerate() {
            page.push_str("<td>");
            for spans in pane.chunk_by(|a, b| a.of == b.of) {
                let Some(number) = spans.first().and_then(|span| span.of) else {
                    self.in_regions(page, spans, toned);
                    continue;
                };
                if let Some(member) = row.members.get(number) {
                    push_number(page, number);
                    let start = page.len();
                    begin(page, member, spans);
                    if index == 2 && member.begins {
                        page.push_str(" tabindex=\"0\" role=\"note\"");
                    }
                    page.push('>');
                    self.sequence(page, chunk, spans, (index == 2).then_some(member));
                    self.known.note(number, index, start..page.len());
                }
            }
            page.push_str("</td>");
        }
        self.known.store(page, chunk, range);
    }

    /// Adds the part of a sequence in a pane, and its explanation at its beginning.
    fn sequence(
        &mut self,
        page: &mut String,
        chunk: &DataChunk,
        spans: &[TextSpan],
        explained: Option<&Member>,
    ) {
        match one_role(spans) {
            Some(_) => self.in_regions(page, spans, text),
            None => self.in_regions(page, spans, toned),
        }
        if let Some(member) = explained.filter(|member| member.begins) {
            self.note(page, chunk, member);
        }
        page.push_str("</span>");
    }

    /// Adds spans, those of a region in an element with its name.
    fn in_regions(&self, page: &mut String, spans: &[TextSpan], put: fn(&mut String, &TextSpan)) {
        let number = |span: &TextSpan| span.region.map(|region| region.number);
        for spans in spans.chunk_by(|a, b| number(a) == number(b)) {
            let first = spans.first().and_then(number);
            let region = first.and_then(|number| self.regions.list().get(number as usize));
            if let Some(region) = region {
                page.push_str("<span class=\"");
                page.push_str(style::region_class(region.colour));
                page.push_str("\" title=\"");
                markup::text(page, &glyph::safe(&region.name, self.charset));
                page.push_str("\">");
            }
            for span in spans {
                put(page, span);
            }
            if region.is_some() {
                page.push_str("</span>");
            }
        }
    }

    /// Adds the explanation of a sequence.
    fn note(&mut self, page: &mut String, chunk: &DataChunk, member: &Member) {
        let Some(step) = chunk.stretch.at(member.offset) else {
            return;
        };
        if let Meaning::Scalar(_) | Meaning::Pair(..) = step.meaning {
            page.push_str(
                self.characters
                    .text(&SequenceFacts::new(&chunk.stretch, step)),
            );
        } else {
            explained(page, &ExplanationLines::new(chunk, step, self.charset));
        }
    }
}

/// Adds the explanation of a character.
fn character(page: &mut String, sequence: &SequenceFacts<'_>, style: Style) {
    explained(page, &ExplanationLines::character(sequence, style.charset));
}

/// Adds an explanation as an element.
fn explained(page: &mut String, note: &ExplanationLines) {
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

/// Adds the classes of the element of a sequence after its number: its role if all spans have one
/// role, and marks if it continues from the row before or in the next.
fn begin(page: &mut String, member: &Member, spans: &[TextSpan]) {
    if let Some(name) = one_role(spans).and_then(style::class) {
        page.push(' ');
        page.push_str(name);
    }
    page.push_str(if member.begins { "" } else { " comes" });
    page.push_str(if member.ends { "" } else { " goes" });
    page.push('"');
}

/// The role of the spans if they all have one, apart from plain text; else none.
fn one_role(spans: &[TextSpan]) -> Option<ByteRole> {
    let mut one = None;
    for span in spans {
        match span.tone {
            Tone::As(role) if one.is_none_or(|one| one == role) => one = Some(role),
            Tone::Plain => {}
            _ => return None,
        }
    }
    one
}

/// Adds a span, in an element for its tone.
fn toned(page: &mut String, span: &TextSpan) {
    let (element, role) = match span.tone {
        Tone::Plain | Tone::Payload | Tone::As(ByteRole::Ascii) => return text(page, span),
        Tone::As(role) => ("b", Some(role)),
        // The commonest tone, so its element is short.
        Tone::StructureOf(ByteRole::Ascii) => ("b", None),
        Tone::StructureOf(role) => ("i", Some(role)),
        Tone::Wrong => ("u", None),
        Tone::Quiet
        | Tone::Faint
        | Tone::Strong
        | Tone::Key
        | Tone::Structure
        | Tone::Chosen
        | Tone::Region(_) => ("i", None),
    };
    page.push('<');
    page.push_str(element);
    if let Some(role) = role {
        style::class_of(page, role);
    }
    page.push('>');
    text(page, span);
    page.push_str("</");
    page.push_str(element);
    page.push('>');
}

/// Adds the text of a span. Text beyond ASCII gets an element with a fixed width, so that no font
/// shifts the columns.
fn text(page: &mut String, span: &TextSpan) {
    if span.text.is_ascii() {
        return markup::text(page, &span.text);
    }
    style::cell(page, span.columns);
    markup::text(page, &span.text);
    page.push_str("</span>");
}
