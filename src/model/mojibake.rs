//! Mojibake in words: its cause, the evidence, and the remedy.
//!
//! The panel of the guess and `hexloupe guess` use the same words. Invariant: each sentence depends
//! on facts of the encodings' rows, not on the encodings themselves.

mod commands;

use std::fmt::Write as _;

use super::carrier;
use super::guessed::{ReasonDepth, percent};
use super::line::TonedLine;
use crate::codec::{C1, Encoding, LineEnd};
use crate::detect::verdict::{CarriedText, Misreading, Mojibake, Verdict};
use crate::explain::followed::FollowedMisreading;
use crate::unicode::glyph::{self, Charset};
pub use commands::{iconv, python};

/// The most letters tried in the search for one that is visible in all its forms.
const LETTERS: usize = 20;

/// The original text, the misreading (also shown for one character), the reasons, the likely cause,
/// the remedies. The text was last `saved` in this encoding. If a carrier holds the same mojibake,
/// it adds the place, its declaration, and the cause.
pub fn lines(
    found: &Mojibake,
    saved: Verdict,
    carried: Option<&CarriedText>,
    (depth, charset): (ReasonDepth, Charset),
) -> Vec<TonedLine> {
    let places = match found.islands {
        0 => String::new(),
        1 => " in one place".to_owned(),
        places => format!(" in {places} places"),
    };
    let sure = format!("{places}, {} % sure: it was ", percent(found.confidence));
    let title = carried.map_or_else(|| "mojibake".to_owned(), carrier::title);
    let first = TonedLine::new().strong(title).plain(sure);
    let mut lines = vec![first.strong(glyph::safe(&found.text, charset))];
    lines.extend(carried.and_then(|carried| carrier::declared(carried, charset)));
    lines.push(TonedLine::new().plain(format!("  {}", story(&found.chain, saved.encoding))));
    if let Some(followed) = followed(found, saved.encoding) {
        let followed = glyph::safe(&followed, charset);
        lines.push(TonedLine::new().quiet("  one character: ").plain(followed));
    }
    let why = depth.of(&found.evidence);
    lines.extend(why.map(|why| TonedLine::new().plain(format!("  {why}"))));
    let cause =
        { carried.map(|carried| carrier::cause(carried.carrier)) }.or_else(|| cause(&found.chain));
    if let Some(cause) = cause {
        lines.push(TonedLine::new().quiet("  likely cause: ").plain(cause));
    }
    if let Some(carried) = carried {
        let plan = glyph::safe(&carrier::plan(carried), charset);
        lines.push(TonedLine::new().quiet("  this undoes it: ").plain(plan));
    }
    if found.islands > 0 {
        lines.push(
            TonedLine::new()
                .quiet("  recode --fix auto undoes only this; guess --lines shows where"),
        );
        return lines;
    }
    if let Some(iconv) = iconv(found, saved) {
        let undo = TonedLine::new().quiet("  iconv undoes it in the file, to UTF-8: ");
        lines.push(undo.plain(iconv));
    }
    let undo = TonedLine::new().quiet("  Python undoes it in the text: ");
    lines.push(undo.plain(python(found)));
    lines
}

/// The misreading in one sentence; the text was last `saved` in this encoding.
pub fn story(chain: &[Misreading], saved: &Encoding) -> String {
    let comma = if chain.len() > 1 { "," } else { "" };
    let again = { chain.first() }.is_some_and(|first| first.written == saved);
    let again = if again && chain.len() == 1 {
        " again"
    } else {
        ""
    };
    misreadings(chain) + &format!("{comma} and saved{again} as {}", saved.name)
}

/// The misreadings, as the beginning of a sentence.
pub(super) fn misreadings(chain: &[Misreading]) -> String {
    let mut said = String::new();
    let mut before: Option<&Misreading> = None;
    for step in chain {
        let (written, read) = (step.written.name, step.read.name);
        let again = before.is_some_and(|before| before.read == step.read);
        let again = if again { " again" } else { "" };
        // Writing to a string cannot fail.
        let _ = match before {
            None => write!(said, "{written} bytes were read as {read}"),
            Some(_) => write!(said, ", saved as {written}, read as {read}{again}"),
        };
        before = Some(step);
    }
    said
}

/// The usual cause.
pub fn cause(chain: &[Misreading]) -> Option<&'static str> {
    let (first, last) = (chain.first()?, chain.last()?);
    let repeated = chain.len() > 1 && chain.iter().all(|step| step.read == last.read);
    Some(if repeated {
        "an import or export that ran more than once with a wrong encoding declared"
    } else if first.read.unit > first.written.unit {
        "text in bytes that a program took for UTF-16"
    } else if first.read.byte_order().is_some() {
        "a text without a byte order mark, read in the other byte order"
    } else if first.read.draws_boxes {
        "a console, or names in an archive, read in the code page of DOS"
    } else if first.read.line_end == Some(LineEnd::Cr) {
        "a text opened as text of a classic Macintosh"
    } else if first.read.c1 == C1::Unassigned {
        "a program that used the default code page of Windows, or a database connection with a \
         wrong encoding declared (SET NAMES)"
    } else {
        "a mail, form or page without a charset, or an editor that guessed"
    })
}

/// One character of the text followed through the bytes, or two where the bytes of one are no whole
/// character. Prefers one that is visible in all its forms; none if none can be followed.
pub fn followed(found: &Mojibake, saved: &Encoding) -> Option<String> {
    let pairs: Vec<_> = { found.chain.iter() }
        .map(|step| (step.written, step.read))
        .collect();
    let chars: Vec<char> = found.text.chars().collect();
    let lost = found.chain.iter().any(|step| step.no_break_space.is_some());
    let through = |text: &[char]| {
        let text: String = text.iter().collect();
        let followed = FollowedMisreading::new(&text, &pairs, saved)?;
        // A no-break space that was copied as a space later has other bytes now.
        let is_told = !lost || followed.is_visible();
        is_told.then_some(followed)
    };
    let all = [1, 2].into_iter().flat_map(|count| chars.windows(count));
    let letters = all.filter(|text| {
        let mut text = text.iter();
        text.all(|c| !c.is_ascii() && c.is_alphabetic())
    });
    let followed: Vec<FollowedMisreading> = letters.filter_map(through).take(LETTERS).collect();
    let best = { followed.iter() }.find(|followed| followed.is_visible());
    Some(best.or(followed.first())?.line())
}

/// A sample of mojibake for tests.
#[cfg(test)]
mod sample {
    use super::*;
    use crate::codec::table;

    pub(super) fn step(written: &str, read: &str) -> Misreading {
        let row = |id: &str| table::by_label(id).unwrap().encoding();
        Misreading {
            written: row(written),
            read: row(read),
            no_break_space: None,
            has_controls: false,
        }
    }

    pub(super) fn found(chain: Vec<Misreading>) -> Mojibake {
        Mojibake {
            chain,
            text: "Привет".to_owned(),
            confidence: 0.99,
            evidence: vec!["why".to_owned().into()],
            islands: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sample::{found, step};
    use super::*;
    use crate::codec::table;
    use crate::detect::verdict::Evidence;

    #[test]
    fn the_misreading_is_described_in_a_sentence() {
        let said = |chain: &[Misreading]| story(chain, table::UTF_8);
        assert_eq!(
            said(&[step("utf-8", "windows-1251")]),
            "UTF-8 bytes were read as windows-1251 and saved again as UTF-8"
        );
        assert_eq!(
            said(&[step("koi8-r", "windows-1251")]),
            "KOI8-R bytes were read as windows-1251 and saved as UTF-8"
        );
        let twice = [step("utf-8", "windows-1252"), step("utf-8", "windows-1252")];
        assert_eq!(
            said(&twice),
            "UTF-8 bytes were read as windows-1252, saved as UTF-8, read as windows-1252 again, \
             and saved as UTF-8"
        );
    }

    #[test]
    fn the_text_comes_first() {
        let found = found(vec![step("utf-8", "ibm866")]);
        let saved = Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::WellFormed(12),
        };
        let lines = lines(&found, saved, None, (ReasonDepth::Plain, Charset::Unicode));
        let text: Vec<String> = lines.iter().map(TonedLine::text).collect();
        assert_eq!(text[0], "mojibake, 99 % sure: it was Привет");
        // IBM866 has BOX DRAWINGS DOWN DOUBLE AND HORIZONTAL SINGLE at D0.
        assert_eq!(
            text[2],
            "  one character: П = D0 9F, read as ╨ Я, saved as E2 95 A8 D0 AF"
        );
        assert!(text[4].contains("DOS"), "{text:?}");
        assert_eq!(
            text[5],
            "  iconv undoes it in the file, to UTF-8: iconv -f utf-8 -t ibm866 FILE"
        );
    }

    #[test]
    fn a_character_visible_in_all_its_forms_is_followed() {
        let followed = |text: &str, chain: Vec<Misreading>| {
            let found = Mojibake {
                text: text.to_owned(),
                ..found(chain)
            };
            followed(&found, table::UTF_8)
        };
        // Á is C3 81, and à is C3 A0: a control, and a no-break space.
        let told = |text| followed(text, vec![step("utf-8", "windows-1252")]);
        let expected = "é = C3 A9, read as Ã ©, saved as C3 83 C2 A9";
        assert_eq!(told("Áàé").as_deref(), Some(expected));
        let expected = "Á = C3 81, read as Ã U+0081, saved as C3 83 C2 81";
        assert_eq!(told("Á").as_deref(), Some(expected));
        let copied = Misreading {
            no_break_space: Some(0xA0),
            ..step("utf-8", "windows-1252")
        };
        assert_eq!(followed("à", vec![copied]), None);
        // One of three bytes is no whole pair of GBK; two have three pairs.
        let told = followed("a中文", vec![step("utf-8", "gbk")]).unwrap();
        assert!(
            told.starts_with("中 文 = E4 B8 AD E6 96 87, read as 涓"),
            "{told}"
        );
        // In another encoding than UTF-8 the last bytes are its own.
        let swapped = found(vec![step("utf-8", "windows-1251")]);
        let told = super::followed(&swapped, table::UTF_16LE).unwrap();
        assert_eq!(told, "П = D0 9F, read as Р џ, saved as 20 04 5F 04");
    }
}
