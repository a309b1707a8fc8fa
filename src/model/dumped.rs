//! Data that is a hex dump, or was one: what is said of it, and what is asked of
//! pasted text.
//!
//! Invariant: a panel here quotes nothing that has not been through the sanitiser.

use super::layout::Size;
use super::line::{Line, Tone};
use super::overlay::{self, Panel};
use super::row::Role;
use crate::unicode::glyph::{self, Charset};

/// What the data is as a hex dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dump {
    /// None that is plain to see.
    #[default]
    None,
    /// It looks like one: the name of the form, and how sure that is in percent.
    Offered(&'static str, u8),
    /// It was one, in this form, and these are its bytes.
    Imported(&'static str),
}

/// Something strange about a dump that was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Oddity {
    /// The offset of the byte that it is about.
    pub offset: Option<u64>,
    /// What is strange.
    pub text: String,
}

/// Text that was pasted, and nobody has said yet what is to become of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pasted {
    /// The text.
    pub text: String,
    /// The form of hex dump that it looks like, and how sure that is.
    pub dump: Option<(&'static str, u8)>,
    /// Whether it is only the beginning of what was pasted.
    pub is_cut: bool,
}

/// The panel that asks what pasted text is to be.
pub(super) fn asked(pasted: &Pasted, charset: Charset, size: Size) -> Panel {
    let (width, height) = overlay::room(size);
    let lines = pasted.text.lines().filter(|line| !line.trim().is_empty());
    let shown = lines.take(height.saturating_sub(3).clamp(1, 6));
    let mut panel: Vec<Line> = shown
        .map(|line| Line::new().plain(cut(line, width, charset)))
        .collect();
    panel.push(Line::new());
    let len = pasted.text.len();
    let mut about = Line::new().strong(format!("{len} bytes"));
    about = match pasted.dump {
        Some((name, percent)) => about.quiet(format!(" · a hex dump, {name} ({percent} %)")),
        None => about.quiet(" · no hex dump that is plain to see"),
    };
    if pasted.is_cut {
        about = about.with(Tone::As(Role::Notice), " · the rest was too long");
    }
    panel.push(about);
    let key = |key: &str, does: &str| Line::new().with(Tone::Key, key).quiet(format!(" {does}"));
    let keys = match pasted.dump {
        Some(_) => vec![
            key("Enter", "its bytes"),
            key("t", "the text"),
            key("Esc", "no"),
        ],
        None => vec![key("t", "open the text"), key("Esc", "no")],
    };
    Panel {
        title: "pasted text".to_owned(),
        lines: panel,
        footer: Line::joined(keys, "  "),
        width,
        top: None,
    }
}

/// What is strange about the dump, one of it chosen.
pub(super) fn oddities(all: &[Oddity], chosen: usize, charset: Charset, size: Size) -> Panel {
    let (width, height) = overlay::room(size);
    let chosen = chosen.min(all.len().saturating_sub(1));
    let middle = chosen.saturating_sub(height / 2);
    let first = middle.min(all.len().saturating_sub(height));
    let rows = all.iter().enumerate().skip(first).take(height);
    let lines = rows.map(|(index, oddity)| {
        let tone = if index == chosen {
            Tone::Chosen
        } else {
            Tone::Plain
        };
        Line::new().with(tone, cut(&oddity.text, width, charset))
    });
    Panel {
        title: "the dump".to_owned(),
        lines: lines.collect(),
        footer: Line::new()
            .with(Tone::Key, "Enter")
            .quiet(" go there  ")
            .with(Tone::Key, "Esc")
            .quiet(" close"),
        width,
        top: None,
    }
}

fn cut(line: &str, width: u16, charset: Charset) -> String {
    let safe = glyph::safe(line, charset);
    super::line::shorten(&safe, usize::from(width))
}
