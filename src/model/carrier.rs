//! Damaged text inside a carrier, in words: the carrier, its reading, the damage, the likely cause,
//! and the command that undoes it.
//!
//! The panel of the guess and `hexloupe guess` use the same words. Invariant: each command runs as
//! written on a file called FILE, with this program, a tool of every system, or Mutagen (`mid3iconv`).

use super::guessed::percent;
use super::line::TonedLine;
use super::mojibake::{misreadings, story};
use crate::codec::labels::python_name;
use crate::detect::verdict::{CarriedText, Carrier, Misreading};
use crate::unicode::glyph::{self, Charset};

/// The carrier and its reading, the damage, the likely cause, the remedy.
pub fn lines(found: &CarriedText, charset: Charset) -> Vec<TonedLine> {
    let sample = glyph::safe(&found.sample, charset);
    let text = glyph::safe(&found.text, charset);
    let CarriedText { carrier, count, .. } = found;
    let sure = percent(found.confidence);
    let noun = noun(*carrier);
    let first = match carrier {
        Carrier::Mark => TonedLine::new()
            .strong("a byte order mark read as text")
            .plain(format!(
                ": {sample} at the beginning of {count} {}",
                if *count == 1 { "line" } else { "lines" }
            )),
        Carrier::Folds => {
            let line = TonedLine::new().strong("a fold of a line cuts a character");
            line.plain(": unfolded it reads ").strong(text)
        }
        _ if !found.chain.is_empty() => {
            let line = TonedLine::new().strong(title(found));
            line.plain(format!(", {sure} % sure: it was ")).strong(text)
        }
        _ => {
            let mut line = TonedLine::new().strong(format!("{noun} in {}", found.encoding.name));
            if *carrier == Carrier::ArchiveNames {
                line = line.plain(", without the flag for UTF-8");
            }
            line.plain(format!(", {sure} % sure: it reads "))
                .strong(text)
        }
    };
    let mut lines = vec![first];
    match carrier {
        Carrier::Mark => {}
        Carrier::SqlDump | Carrier::Dbase => lines.extend(declared(found, charset)),
        _ => lines.push(
            TonedLine::new()
                .quiet(format!("  {count} checked, the first: "))
                .plain(sample),
        ),
    }
    if !found.chain.is_empty() && *carrier != Carrier::Mark {
        let happened = match carrier {
            Carrier::SqlDump => story(&found.chain, found.encoding),
            _ => format!("{}, and written in {noun}", misreadings(&found.chain)),
        };
        lines.push(TonedLine::new().plain(format!("  {happened}")));
    }
    if *carrier != Carrier::Dbase {
        let cause = cause(*carrier);
        lines.push(TonedLine::new().quiet("  likely cause: ").plain(cause));
    }
    let mut last = TonedLine::new().plain("  ");
    last.append(undo(found, charset));
    lines.push(last);
    lines
}

/// The remedy.
pub(super) fn undo(found: &CarriedText, charset: Charset) -> TonedLine {
    let does = match found.carrier {
        Carrier::Dbase => "this shows it: ",
        Carrier::Mark => "this removes it: ",
        _ => "this undoes it: ",
    };
    let plan = glyph::safe(&plan(found), charset);
    TonedLine::new().quiet(does).plain(plan)
}

/// The place of the mojibake.
pub(super) fn title(found: &CarriedText) -> String {
    format!("mojibake in {}", noun(found.carrier))
}

/// The encoding that the carrier declares, if any.
pub(super) fn declared(found: &CarriedText, charset: Charset) -> Option<TonedLine> {
    let declares = matches!(found.carrier, Carrier::SqlDump | Carrier::Dbase);
    let is_said = declares && !found.sample.is_empty();
    let sample = || glyph::safe(&found.sample, charset);
    is_said.then(|| TonedLine::new().quiet("  it declares: ").plain(sample()))
}

/// Reports whether it carries all of the file's mojibake, and no other.
pub(super) fn is_all(found: &CarriedText, chain: &[Misreading]) -> bool {
    found.carrier == Carrier::SqlDump && found.chain == chain
}

/// The name of the carrier.
fn noun(carrier: Carrier) -> &'static str {
    match carrier {
        Carrier::UnicodeEscapes => "\\u escapes",
        Carrier::ByteEscapes => "\\x escapes",
        Carrier::Percent => "percent-encoding",
        Carrier::PercentTwice => "percent-encoding written twice,",
        Carrier::Entities => "HTML entities",
        Carrier::EntitiesTwice => "HTML entities written twice,",
        Carrier::Mark => "a byte order mark",
        Carrier::EncodedWords => "encoded words of a mail header",
        Carrier::QuotedPrintable => "quoted-printable",
        Carrier::SqlDump => "a dump of a database",
        Carrier::ArchiveNames => "names in the archive",
        Carrier::Folds => "folded lines",
        Carrier::Id3Tags => "ID3 tags",
        Carrier::Dbase => "a dBASE table",
    }
}

/// The usual cause.
pub(super) fn cause(carrier: Carrier) -> &'static str {
    match carrier {
        Carrier::UnicodeEscapes => {
            "an export that wrote each byte of UTF-8 as a character, as social networks do, or \
             text that was mojibake before the export"
        }
        Carrier::ByteEscapes => "a log or program that writes each byte above ASCII as a number",
        Carrier::Percent => "a page or form that is not in UTF-8, or does not declare its encoding",
        Carrier::PercentTwice => "an address that was encoded twice",
        Carrier::Entities => {
            "a program that read UTF-8 as Latin-1 and wrote an entity for each byte"
        }
        Carrier::EntitiesTwice => "a text that was escaped for HTML twice",
        Carrier::Mark => {
            "files with a byte order mark that were joined, or opened in a wrong encoding and \
             saved again"
        }
        Carrier::EncodedWords | Carrier::QuotedPrintable => {
            "a mail program or script that does not write the encoding that it declares"
        }
        Carrier::SqlDump => {
            "UTF-8 sent over a connection declared latin1, and stored again; MySQL's latin1 is \
             windows-1252, and passes the bytes 81, 8D, 8F, 90 and 9D unchanged"
        }
        Carrier::ArchiveNames => {
            "an archiver that wrote names in its system's code page, without the flag for UTF-8; \
             other programs read them as CP437"
        }
        Carrier::Folds => "a program that folds lines after so many bytes, also inside a character",
        Carrier::Id3Tags => {
            "a program that wrote tags in its system's code page; other programs read them as \
             ISO-8859-1"
        }
        Carrier::Dbase => "a program that wrote another code page than its tables name",
    }
}

/// The command that undoes the damage in a file called FILE.
pub fn plan(found: &CarriedText) -> String {
    let chain = notation(&found.chain);
    let set = found.encoding;
    let from = |format: &str, file: &str| {
        let from = if format.is_empty() {
            String::new()
        } else {
            format!(" --from {format}")
        };
        match (set.is_utf8(), chain.is_empty()) {
            (true, false) => format!("hexloupe recode{from} --fix {chain}{file}"),
            (false, true) => format!("hexloupe recode{from} --lines{file}"),
            (false, false) => format!(
                "hexloupe recode{from} -f {}{file} | hexloupe recode --fix {chain}",
                set.id
            ),
            (true, true) if format.is_empty() => String::new(),
            (true, true) => format!("hexloupe undump{from}{file}"),
        }
    };
    let then = |first: &str| {
        let next = from("", "");
        if next.is_empty() {
            first.to_owned()
        } else {
            format!("{first} | {next}")
        }
    };
    match found.carrier {
        Carrier::UnicodeEscapes => from("json-document", " FILE"),
        Carrier::ByteEscapes => then(BYTES),
        Carrier::Percent => from("percent-document", " FILE"),
        Carrier::PercentTwice => {
            let once = "hexloupe undump --from percent-document FILE";
            format!("{once} | {}", from("percent-document", ""))
        }
        Carrier::Entities => from("html-document", " FILE"),
        Carrier::EntitiesTwice => {
            let once = "sed 's/&amp;\\([#A-Za-z0-9]*;\\)/\\&\\1/g' FILE";
            format!("{once} | {}", from("html-document", ""))
        }
        Carrier::Mark => format!("sed 's/^{}//' FILE", found.sample),
        Carrier::EncodedWords => from("encoded-words", " FILE"),
        Carrier::QuotedPrintable => from("quoted-printable", " FILE"),
        Carrier::SqlDump => from("", " FILE"),
        Carrier::Folds => "hexloupe undump --from folded FILE".to_owned(),
        Carrier::Id3Tags => format!("mid3iconv -e {} FILE", python_name(set)),
        Carrier::Dbase => format!("hexloupe strings -e {} FILE", set.id),
        Carrier::ArchiveNames => format!(
            "python3 -m zipfile --metadata-encoding {} -e FILE FOLDER",
            python_name(set)
        ),
    }
}

/// `\xd0` as bytes, in Python.
const BYTES: &str = "python3 -c 'import re,sys; sys.stdout.buffer.write(re.sub(rb\"\\\\x([0-9A-Fa-f]{2})\", \
                     lambda m: bytes.fromhex(m[1].decode()), sys.stdin.buffer.read()))' < FILE";

/// A chain in the notation of `recode --fix`.
fn notation(chain: &[Misreading]) -> String {
    let pairs = chain
        .iter()
        .map(|step| format!("{},{}", step.written.id, step.read.id));
    pairs.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Encoding, table};

    fn row(id: &str) -> &'static Encoding {
        table::by_label(id).unwrap().encoding()
    }

    fn found(carrier: Carrier, encoding: &str, chain: &[(&str, &str)]) -> CarriedText {
        let step = |(written, read): &(&str, &str)| Misreading {
            written: row(written),
            read: row(read),
            no_break_space: None,
            has_controls: false,
        };
        CarriedText {
            carrier,
            count: 7,
            sample: "sample".to_owned(),
            encoding: row(encoding),
            chain: chain.iter().map(step).collect(),
            text: "Привет".to_owned(),
            confidence: 0.99,
        }
    }

    #[track_caller]
    fn check(found: &CarriedText, expected: &[&str]) {
        let lines = lines(found, Charset::Unicode);
        let said: Vec<String> = lines.iter().map(TonedLine::text).collect();
        assert_eq!(said.len(), expected.len(), "{said:#?}");
        let starts = |(said, expected): (&String, &&str)| said.starts_with(expected);
        assert!(said.iter().zip(expected).all(starts), "{said:#?}");
    }

    #[test]
    fn the_carrier_comes_first_and_the_remedy_last() {
        let chain = [("utf-8", "windows-1252")];
        check(
            &found(Carrier::Percent, "utf-8", &chain),
            &[
                "mojibake in percent-encoding, 99 % sure: it was Привет",
                "  7 checked, the first: sample",
                "  UTF-8 bytes were read as windows-1252, and written in percent-encoding",
                "  likely cause: a page or form",
                "  this undoes it: hexloupe recode --from percent-document --fix utf-8,windows-1252 FILE",
            ],
        );
        check(
            &found(Carrier::EncodedWords, "koi8-r", &[]),
            &[
                "encoded words of a mail header in KOI8-R, 99 % sure: it reads Привет",
                "  7 checked, the first: sample",
                "  likely cause: a mail program",
                "  this undoes it: hexloupe recode --from encoded-words --lines FILE",
            ],
        );
        check(
            &found(Carrier::SqlDump, "utf-8", &chain),
            &[
                "mojibake in a dump of a database, 99 % sure: it was Привет",
                "  it declares: sample",
                "  UTF-8 bytes were read as windows-1252 and saved again as UTF-8",
                "  likely cause: UTF-8 sent over a connection declared latin1",
                "  this undoes it: hexloupe recode --fix utf-8,windows-1252 FILE",
            ],
        );
    }

    #[test]
    fn a_plan_goes_through_all_that_happened() {
        let chain = [("utf-8", "windows-1252")];
        let plan = |carrier, encoding, chain: &[_]| plan(&found(carrier, encoding, chain));
        assert_eq!(
            plan(Carrier::EncodedWords, "windows-1251", &chain),
            "hexloupe recode --from encoded-words -f windows-1251 FILE | \
             hexloupe recode --fix utf-8,windows-1252"
        );
        assert_eq!(
            plan(Carrier::PercentTwice, "utf-8", &chain),
            "hexloupe undump --from percent-document FILE | \
             hexloupe recode --from percent-document --fix utf-8,windows-1252"
        );
        let bytes = plan(Carrier::ByteEscapes, "utf-8", &[]);
        assert!(bytes.starts_with("python3 -c ") && bytes.ends_with("< FILE"));
        let more = plan(Carrier::ByteEscapes, "koi8-r", &[]);
        assert_eq!(more, format!("{bytes} | hexloupe recode --lines"));
        assert_eq!(
            plan(Carrier::ArchiveNames, "x-mac-cyrillic", &[]),
            "python3 -m zipfile --metadata-encoding mac-cyrillic -e FILE FOLDER"
        );
        assert_eq!(
            plan(Carrier::EntitiesTwice, "utf-8", &[]),
            "sed 's/&amp;\\([#A-Za-z0-9]*;\\)/\\&\\1/g' FILE | \
             hexloupe undump --from html-document"
        );
    }
}
