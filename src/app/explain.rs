//! `explain`: the requested things, derived in each encoding and printed.
//!
//! Invariant: no file is read; nothing is printed unless every requested thing can be read.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::{anyhow, bail};

use super::environment::Environment;
use super::label;
use super::mistake::ArgumentMistake;
use super::printed::ended;
use super::remark::say;
use crate::cli::explain::ExplainArguments;
use crate::cli::{InputOptions, TerminalCondition};
use crate::codec::{Encoding, Walk, misread, table};
use crate::detect;
use crate::detect::chain::Chain;
use crate::detect::preferred::Preferred;
use crate::detect::requested::{EncodingOptionName, RequestedEncoding};
use crate::detect::verdict::Evidence;
use crate::explain::card::{Card, CardSample};
use crate::explain::derivation::{Derivation, decode, encode};
use crate::explain::meant::{self, MeantSequence};
use crate::explain::thing::{self, Content, Thing};
use crate::language::Language;
use crate::model::offer::{self, MaybeText};
use crate::model::palette::Depth;
use crate::model::theme::Theme;
use crate::report::Style;
use crate::report::explain::{ExplainDetail, ExplainFormat, ExplainedThing, ShownCard, print};
use crate::texts::app::explain as texts;
use crate::unicode::glyph::Charset;
use crate::window::Peek as _;

/// Prints the requested explanations.
///
/// # Errors
/// A thing cannot be read, an encoding is unknown, or the output cannot be written. A reader who
/// has closed the pipe is no error.
pub(crate) fn run(input: &InputOptions, wanted: &ExplainArguments) -> anyhow::Result<ExitCode> {
    let encodings = match &wanted.as_chain {
        Some(chain) => Some(vec![misreading(chain, &input.encoding)?]),
        None => encodings(&input.encoding)?,
    };
    let stdout = io::stdout();
    let style = style(input, wanted.format, stdout.is_terminal());
    let language = language(input, wanted, style.charset);
    let mut all = Vec::new();
    for text in thing::join(&wanted.things) {
        let thing = thing::read(&text).map_err(ArgumentMistake::new)?;
        let own = [thing.encoding()];
        let encodings = encodings.as_deref().unwrap_or(&own);
        all.push(match wanted.card {
            Some(card) => on_card(card, &thing, encodings, language)?,
            None => ExplainedThing {
                detail: if wanted.is_brief() {
                    ExplainDetail::Answer
                } else {
                    ExplainDetail::Steps
                },
                ..explained(&thing, encodings, language)
            },
        });
    }
    if let (Some(card), true) = (wanted.card, all.is_empty()) {
        all.push(by_example(
            card,
            encodings.as_deref().unwrap_or(&[table::UTF_8]),
            language,
        ));
    }
    let mut out = io::BufWriter::new(stdout.lock());
    let dress = (style, language);
    let printed = print(&all, wanted.format, wanted.answers(), dress, &mut out);
    ended(printed.and_then(|()| out.flush()))
}

/// The language of the sentences. Scripts read records, so there only the option counts.
fn language(input: &InputOptions, wanted: &ExplainArguments, charset: Charset) -> Language {
    match (wanted.lang.chosen, wanted.format) {
        (Some(language), _) => language,
        (None, ExplainFormat::Jsonl) => Language::English,
        (None, _) => Environment::of_process().language(input.settings.language, charset),
    }
}

/// The encodings of a list of labels; none if the thing determines it.
fn encodings(labels: &str) -> anyhow::Result<Option<Vec<&'static Encoding>>> {
    let mut out = Vec::new();
    for label in labels.split(',').map(str::trim) {
        let requested = label::requested(label)?;
        if let Some(remark) = requested.remark(label, EncodingOptionName::Encoding) {
            say(&remark);
        }
        let encoding = match requested {
            RequestedEncoding::Auto(_) => continue,
            // Without data there is no mark to decide by.
            other => other.verdict(&[0_u8; 0]).encoding,
        };
        if !out.contains(&encoding) {
            out.push(encoding);
        }
    }
    Ok(Some(out).filter(|out| !out.is_empty()))
}

/// The encoding of misread text.
///
/// # Errors
/// The notation names no chain, another encoding is requested too, or the chain has no steps.
fn misreading(notation: &str, encoding: &str) -> anyhow::Result<&'static Encoding> {
    if encoding.trim() != "auto" {
        bail!(ArgumentMistake::new(
            "--as already names the encodings; leave out -e"
        ));
    }
    let chain = Chain::parse(notation).map_err(ArgumentMistake::new)?;
    let found = misread::by_id(&chain.notation());
    found.ok_or_else(|| {
        ArgumentMistake::new(format!(
            "{notation}: --as explains UTF-8 with one-byte Latin and Cyrillic sets, such as \
             utf-8,windows-1251; guess --as shows the text of any other chain"
        ))
        .into()
    })
}

/// A thing in each encoding: a character forward and back, bytes back and their characters forward.
fn explained(thing: &Thing, encodings: &[&'static Encoding], language: Language) -> ExplainedThing {
    let mut derivations = Vec::new();
    for &encoding in encodings {
        match &thing.content {
            Content::CodePoints(values) => {
                for &value in values {
                    let there = encode(encoding, value, language);
                    let back =
                        { there.bytes.as_deref() }.map(|bytes| decode(encoding, bytes, language));
                    derivations.push(there);
                    derivations.extend(back.unwrap_or_default());
                }
            }
            Content::Bytes(bytes) => {
                let back = decode(encoding, bytes, language);
                let mut seen = Vec::new();
                let values = back.iter().filter(|one| one.is_well_formed());
                let values: Vec<u32> = values.flat_map(|one| one.code_points.clone()).collect();
                derivations.extend(back);
                for value in values {
                    if !seen.contains(&value) {
                        seen.push(value);
                        derivations.push(encode(encoding, value, language));
                    }
                }
            }
        }
    }
    let maybe = maybe(&thing.content, &derivations, language);
    ExplainedThing {
        thing: thing.title(),
        form: thing.form.get(language),
        same: thing.same(),
        other: thing.other.as_ref().map(|other| other.sentence(language)),
        maybe: maybe.0,
        meant: maybe.1,
        derivations,
        detail: ExplainDetail::Steps,
        cards: Vec::new(),
    }
}

/// The texts that bytes that are ill-formed in UTF-8 may have been meant to be: in other sets, else by
/// the bits of the first of them, with a phrase that says so.
fn maybe(
    content: &Content,
    derivations: &[Derivation],
    language: Language,
) -> (Vec<MaybeText>, Option<String>) {
    let is_ill = |one: &Derivation| one.encoding.is_utf8() && !one.is_well_formed();
    let bytes = match content {
        Content::Bytes(bytes) if derivations.iter().any(is_ill) => bytes,
        _ => return (Vec::new(), None),
    };
    let guess = detect::guess(bytes);
    let ranked = detect::rank(bytes, Preferred::NONE).into_iter();
    let ranked = ranked.map(|ranked| ranked.encoding);
    let mut texts = offer::in_other_sets(bytes, &guess, ranked);
    texts.splice(0..0, by_mark(bytes));
    if !texts.is_empty() {
        return (texts, None);
    }
    let window = bytes.window(0, bytes.len());
    let mut walk = Walk::new(table::UTF_8, 0, &window);
    let first = walk.find(|step| step.meaning.fault().is_some());
    let meant = first.and_then(|first| meant::meant(table::UTF_8, &walk.context(&first)));
    let text = match &meant {
        Some(MeantSequence::Character { c, .. }) => vec![MaybeText {
            text: c.to_string(),
            encodings: Vec::new(),
        }],
        _ => Vec::new(),
    };
    (text, meant.map(|meant| meant.phrase(language)))
}

/// The text after a byte order mark, in the encoding that the mark names; none if that cannot read all
/// of it.
fn by_mark(bytes: &[u8]) -> Option<MaybeText> {
    let data = bytes.to_vec();
    let marked = detect::choose_by_mark(&data);
    if marked.evidence != Evidence::Bom {
        return None;
    }
    let window = data.window(0, data.len());
    let characters = Walk::new(marked.encoding, 0, &window).map(|step| step.meaning.scalar());
    let text: Option<String> = characters.collect();
    let text = text?.strip_prefix('\u{FEFF}')?.to_owned();
    (!text.is_empty()).then(|| MaybeText {
        text,
        encodings: vec![marked.encoding],
    })
}

/// A card about a thing in each encoding.
///
/// # Errors
/// An encoding has no bytes for it.
fn on_card(
    card: &'static Card,
    thing: &Thing,
    encodings: &[&'static Encoding],
    language: Language,
) -> anyhow::Result<ExplainedThing> {
    let mut cards = Vec::new();
    for &encoding in encodings {
        let bytes = match &thing.content {
            Content::Bytes(bytes) => bytes.clone(),
            Content::CodePoints(values) => {
                let mut bytes = Vec::new();
                for &value in values {
                    let there = encode(encoding, value, language);
                    let no_bytes = || anyhow!(there.reason.clone().unwrap_or_default());
                    bytes.extend(there.bytes.as_ref().ok_or_else(no_bytes)?);
                }
                bytes
            }
        };
        let sample = CardSample::new(encoding, &bytes);
        cards.extend(sample.map(|sample| shown(card, encoding, &sample, language)));
    }
    Ok(ExplainedThing {
        thing: thing.title(),
        form: thing.form.get(language),
        same: thing.same(),
        other: thing.other.as_ref().map(|other| other.sentence(language)),
        derivations: Vec::new(),
        maybe: Vec::new(),
        meant: None,
        detail: ExplainDetail::Steps,
        cards,
    })
}

/// A card about the usual example of each encoding.
fn by_example(
    card: &'static Card,
    encodings: &[&'static Encoding],
    language: Language,
) -> ExplainedThing {
    let samples = encodings.iter().filter_map(|&encoding| {
        let sample = CardSample::usual(encoding)?;
        Some(shown(card, encoding, &sample, language))
    });
    ExplainedThing {
        thing: texts::EXAMPLE.get(language).to_owned(),
        form: texts::NO_THING.get(language),
        same: Vec::new(),
        other: None,
        derivations: Vec::new(),
        maybe: Vec::new(),
        meant: None,
        detail: ExplainDetail::Steps,
        cards: samples.collect(),
    }
}

fn shown(
    card: &'static Card,
    encoding: &'static Encoding,
    sample: &CardSample,
    language: Language,
) -> ShownCard {
    ShownCard {
        card,
        encoding,
        rows: card.rows(&sample.place(0, language)),
    }
}

/// The colours and characters of a format.
fn style(input: &InputOptions, format: ExplainFormat, terminal: bool) -> Style {
    let environment = Environment::of_process();
    if !format.is_document() {
        return environment.style(input, terminal);
    }
    Style {
        // A document declares that it is UTF-8, whatever the terminal uses.
        charset: match input.ascii {
            TerminalCondition::Always => Charset::Ascii,
            _ => Charset::Unicode,
        },
        theme: Some(Theme::new(input.palette, Depth::True)),
        columns: None,
    }
}
