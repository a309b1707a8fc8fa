//! The command that does with a file what its guess calls for.
//!
//! Invariant: a command that writes is named only where the guess is sure enough to act on; else it
//! is one that shows more.

use crate::detect::verdict::{ACTING_FLOOR, Carrier, Evidence, Guess, Nature};
use crate::unicode::glyph::{self, Charset};

/// The command for a file of some name, in a line; none if it is sound, or nothing can be done. `from`
/// is the form of the dump that was judged, if the file is one.
pub fn advice(guess: &Guess, file: &str, from: Option<&str>, charset: Charset) -> Option<String> {
    let (arguments, does) = command(guess)?;
    let from = from.map_or_else(String::new, |from| format!(" --from {from}"));
    let file = argument(file, charset)?;
    Some(format!("hexloupe {arguments}{from}{file} {does}"))
}

/// A file as an argument of a command, with a blank before it; none if it cannot be typed.
pub fn argument(file: &str, charset: Charset) -> Option<String> {
    Some(match file {
        "-" => String::new(),
        // A name with controls cannot be typed as it is shown.
        file if glyph::safe(file, charset) != file => return None,
        file if file.starts_with('-') => format!(" {}", quoted(&format!("./{file}"))),
        file => format!(" {}", quoted(file)),
    })
}

/// The command without the file, and what it does.
fn command(guess: &Guess) -> Option<(String, &'static str)> {
    let (encoding, taken) = (guess.verdict.encoding, guess.taken());
    let is_sure = guess.confidence >= ACTING_FLOOR;
    let of = |arguments: &str, does| Some((arguments.to_owned(), does));
    match guess.nature {
        _ if guess.is_joined => of("recode --lines", "joins the parts into one text"),
        Nature::Empty => None,
        Nature::Binary(_) => of("strings", "lists the texts in it"),
        _ if is_folded(guess) => of("undump --from folded", "unfolds its lines"),
        Nature::Undecided if guess.looks_like.is_some() => None,
        Nature::Undecided => of("guess --lines", "shows the encoding of each line"),
        _ if guess.is_zawgyi() => of("recode --fix zawgyi", "puts it in Unicode's order"),
        Nature::Text | Nature::TooShort => match (&guess.mojibake, guess.verdict.evidence) {
            (Some(found), _) if found.confidence < ACTING_FLOOR => {
                of("guess --lines", "shows what may be mojibake")
            }
            (Some(_), _) if taken.encoding.is_utf8() && guess.has_other_set() => {
                of("recode --fix auto", "mends its mojibake")
            }
            (Some(_), _) if taken.encoding.is_utf8() => of("recode --fix auto", "mends it"),
            (Some(_), _) if encoding.ascii => of("recode --lines", "mends it, in UTF-8"),
            (_, Evidence::Damaged(_)) if !guess.has_other_set() => {
                of("check", "lists the wrong bytes")
            }
            (_, Evidence::Damaged(_)) => of("guess --lines", "shows the lines in other encodings"),
            (_, Evidence::Bom) if guess.first_fault.is_some() => {
                of("check", "lists the wrong bytes")
            }
            (_, Evidence::Ascii | Evidence::WellFormed(_)) => None,
            _ if encoding.is_utf8() => None,
            _ if is_sure && guess.other_sets().next().is_some() => {
                let are_sure = |least| guess.other_sets().all(|other| other.confidence >= least);
                if are_sure(ACTING_FLOOR) {
                    of("recode --lines", "converts each line to UTF-8")
                } else {
                    of("guess --lines", "shows the encoding of each line")
                }
            }
            _ if !is_sure => {
                let id = encoding.id;
                Some((format!("-e {id}"), "shows it in this encoding"))
            }
            _ => {
                let phase = match guess.phase {
                    0 => String::new(),
                    bytes => format!(" --phase {bytes}"),
                };
                let arguments = format!("recode -f {}{phase}", encoding.id);
                Some((arguments, "converts it to UTF-8"))
            }
        },
    }
}

/// Reports whether its faults are characters that the folds of lines cut.
fn is_folded(guess: &Guess) -> bool {
    let mut carriers = guess.carriers.iter();
    carriers.any(|found| found.carrier == Carrier::Folds)
}

/// A name as a shell takes it.
pub fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-/+,:@%=".contains(c);
    if name.chars().all(is_plain) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::guess;
    use super::*;
    use crate::codec::table;
    use crate::detect::verdict::OtherText;

    fn said(guess: &Guess, file: &str) -> Option<String> {
        advice(guess, file, None, Charset::Unicode)
    }

    #[test]
    fn a_file_is_named_as_a_shell_takes_it() {
        let said = |file: &str| said(&guess(), file).unwrap();
        let command = "hexloupe recode -f windows-1251";
        assert_eq!(
            said("a.txt"),
            format!("{command} a.txt converts it to UTF-8")
        );
        assert_eq!(said("a b"), format!("{command} 'a b' converts it to UTF-8"));
        assert_eq!(
            said("it's"),
            format!(r"{command} 'it'\''s' converts it to UTF-8")
        );
        assert_eq!(said("-"), format!("{command} converts it to UTF-8"));
        assert_eq!(said("-a"), format!("{command} ./-a converts it to UTF-8"));
        let dump = advice(&guess(), "a", Some("xxd"), Charset::Unicode).unwrap();
        assert_eq!(dump, format!("{command} --from xxd a converts it to UTF-8"));
        assert_eq!(said("~"), format!("{command} '~' converts it to UTF-8"));
        assert_eq!(advice(&guess(), "a\nb", None, Charset::Unicode), None);
    }

    #[test]
    fn what_is_not_sure_is_shown_and_not_written() {
        let mut doubtful = guess();
        doubtful.confidence = 0.6;
        let shown = "hexloupe -e windows-1251 a shows it in this encoding";
        assert_eq!(said(&doubtful, "a").as_deref(), Some(shown));
        let mut mixed = guess();
        mixed.confidence = 0.99;
        mixed.others = vec![OtherText {
            encoding: table::UTF_8,
            chain: Vec::new(),
            confidence: 1.0,
            stretches: 1,
            offset: 90,
            line: Some(6),
            bytes: vec![0xD0, 0x93],
            meant: 'Г',
            word: "Готово".to_owned(),
            ranges: Vec::new(),
            more: Vec::new(),
        }];
        let lines = "hexloupe recode --lines a converts each line to UTF-8";
        assert_eq!(said(&mixed, "a").as_deref(), Some(lines));
        mixed.others[0].confidence = 0.5;
        let lines = "hexloupe guess --lines a shows the encoding of each line";
        assert_eq!(said(&mixed, "a").as_deref(), Some(lines));
        let mut binary = guess();
        binary.nature = Nature::Binary(None);
        let texts = "hexloupe strings a lists the texts in it";
        assert_eq!(said(&binary, "a").as_deref(), Some(texts));
    }
}
