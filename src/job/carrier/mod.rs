//! Carriers of damaged text: escapes, entities, words of a mail, a dump of a database, the names in
//! an archive, the tags of a sound file, a dBASE table.
//!
//! The guess sees only ASCII if text is written in escapes. Here a bounded sample is unescaped with
//! the readers of dumps (`words`, `mail`), and the result gets the same score as any text
//! (`judge`): two escapes may be two bytes of UTF-8, each written as a character. Byte order marks
//! that were read as text are found by their bytes (`mark`), names in an archive by its directory
//! (`archive`), tags and tables by their heads (`id3`, `dbase`), characters that the fold of a line
//! cuts by what stands around it (`fold`). Invariant: sound text is never reported, in any notation.

pub(in crate::job) mod archive;
pub(in crate::job) mod dbase;
mod fold;
pub(in crate::job) mod id3;
pub(in crate::job) mod judge;
mod mail;
mod mark;
pub(in crate::job) mod places;
mod sample;
mod sql;
mod words;

use crate::detect::verdict::{CarriedText, Carrier, Guess, Nature};
use crate::window::Peek;
use judge::{JudgedText, judge, sound};
use sample::TextSample;
use words::{EscapeForm, EscapedWords};

/// The least escapes that are worth a look.
const FEWEST: u64 = 2;

/// The carriers of damaged text in some data.
pub(super) fn find(data: &dyn Peek, guess: &Guess) -> Vec<CarriedText> {
    match guess.nature {
        Nature::Binary(_) => {
            let found = [archive::names(data), id3::tags(data), dbase::table(data)];
            return found.into_iter().flatten().collect();
        }
        Nature::Empty | Nature::Undecided => return Vec::new(),
        Nature::Text | Nature::TooShort => {}
    }
    if !guess.taken().encoding.ascii || guess.phase > 0 {
        return Vec::new();
    }
    let sample = TextSample::read(data);
    let found = [
        mark::at_lines(&sample, guess),
        fold::cuts(&sample),
        escapes(&sample),
        byte_escapes(&sample),
        percent(&sample),
        entities(&sample),
        mail::encoded_words(&sample),
        mail::quoted_printable(&sample, guess),
        sql::dump(&sample, guess),
    ];
    found.into_iter().flatten().collect()
}

/// Escapes of JSON and JavaScript.
fn escapes(sample: &TextSample) -> Option<CarriedText> {
    let words = gathered(sample, &words::UNICODE)?;
    let judged = judge(&words.bytes)?;
    Some(carried(Carrier::UnicodeEscapes, &words, judged))
}

/// `\xd0\x9f` outside of source code: there it means these bytes.
fn byte_escapes(sample: &TextSample) -> Option<CarriedText> {
    if words::has_source(sample) {
        return None;
    }
    let words = gathered(sample, &words::BYTES)?;
    let judged = judge(&words.bytes).or_else(|| sound(&words.bytes))?;
    Some(carried(Carrier::ByteEscapes, &words, judged))
}

/// `%C3%90%C5%B8`, `%25D0%259F`.
fn percent(sample: &TextSample) -> Option<CarriedText> {
    let once = gathered(sample, &words::PERCENT).and_then(|words| {
        let judged = judge(&words.bytes)?;
        Some(carried(Carrier::Percent, &words, judged))
    });
    once.or_else(|| {
        let words = gathered(sample, &words::PERCENT_TWICE)?;
        let again = words.again(&words::PERCENT)?;
        let judged = judge(&again).or_else(|| sound(&again))?;
        Some(carried(Carrier::PercentTwice, &words, judged))
    })
}

/// `&ETH;&#159;`, `&amp;eacute;`.
fn entities(sample: &TextSample) -> Option<CarriedText> {
    let once = gathered(sample, &words::ENTITIES).and_then(|words| {
        let judged = judge(&words.bytes)?;
        Some(carried(Carrier::Entities, &words, judged))
    });
    once.or_else(|| {
        let words = gathered(sample, &words::ENTITIES_TWICE)?;
        let again = words.again(&words::ENTITIES)?;
        let judged = judge(&again).or_else(|| sound(&again))?;
        Some(carried(Carrier::EntitiesTwice, &words, judged))
    })
}

/// The words with escapes of a form, if there are enough.
fn gathered(sample: &TextSample, form: &EscapeForm) -> Option<EscapedWords> {
    EscapedWords::find(sample, form).filter(|words| words.count >= FEWEST)
}

/// The report about some words.
fn carried(carrier: Carrier, words: &EscapedWords, judged: JudgedText) -> CarriedText {
    CarriedText {
        carrier,
        count: words.count,
        sample: words.first.clone(),
        encoding: judged.encoding,
        chain: judged.chain,
        text: judged.text,
        confidence: judged.confidence,
    }
}

#[cfg(test)]
mod tests;
