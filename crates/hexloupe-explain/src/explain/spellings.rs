//! Other written forms of a character: its bytes in other encodings, and the escapes of common
//! languages.
//!
//! Invariant: every text is printable ASCII, and a form is left out if its language would read it
//! as something else.

use std::fmt::Write;

use super::words::hex;
use hexloupe_text::codec::{CodecState, Encoding, labels, table};

/// One way to write a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// The encoding, or the languages of the escape.
    pub name: &'static str,
    /// The bytes or units in hex, or the escape.
    pub text: String,
}

/// The forms that every character has, and the escapes of languages.
pub fn escapes(c: char) -> Vec<Spelling> {
    let mut out = vec![
        form("UTF-8", hex(&utf8(c))),
        form("UTF-16", units(c, "", " ")),
        form("UTF-32", format!("{:08X}", u32::from(c))),
    ];
    out.extend(html(c).map(|text| form("HTML", text)));
    out.push(form(json(c), json_escape(c)));
    out.push(form("Rust, JS", format!("\\u{{{:x}}}", u32::from(c))));
    out.push(form(python(c), format!("\\U{:08X}", u32::from(c))));
    let url = utf8(c).iter().fold(String::new(), |mut url, byte| {
        // Writing into a String cannot fail.
        let _ = write!(url, "%{byte:02X}");
        url
    });
    out.push(form("URL", url));
    out
}

/// The single-byte sets that have a character, the most usual first. Nearly all are supersets of ASCII, so one row stands
/// for all of them if the character is ASCII. Pages of DOS, mainframe sets and national variants
/// are listed only if no other set has the character.
pub fn in_sets(c: char) -> Vec<Spelling> {
    if c.is_ascii() {
        let text = encoded(table::ASCII, c).map(|text| form(table::ASCII.name, text));
        return text.into_iter().collect();
    }
    let (near, far): (Vec<_>, Vec<_>) = single_byte(c).partition(|(set, _)| is_near(set));
    let mut listed = if near.is_empty() { far } else { near };
    // Those of the West are the most usual of all that have its letters.
    listed.sort_by_key(|(set, _)| (set.rarity, set.usual_rank("en").unwrap_or(u8::MAX)));
    let listed = listed.into_iter();
    listed.map(|(set, text)| form(set.name, text)).collect()
}

/// Sets rarer than this are in hardly any file that people meet.
const RAREST_NEAR: u8 = 8;

/// Reports whether a set is in use outside of old machines: the web has it, or reads its name as
/// another set, and it is not rare.
fn is_near(set: &Encoding) -> bool {
    let on_web = labels::web_name(set).is_some() || labels::remap_of(set).is_some();
    on_web && set.rarity <= RAREST_NEAR
}

/// The single-byte sets that have a character, each with its byte.
fn single_byte(c: char) -> impl Iterator<Item = (&'static Encoding, String)> {
    let sets = table::all().filter(|set| set.max_len == 1);
    sets.filter_map(move |set| Some((set, encoded(set, c)?)))
}

fn form(name: &'static str, text: String) -> Spelling {
    Spelling { name, text }
}

fn utf8(c: char) -> Vec<u8> {
    c.encode_utf8(&mut [0; 4]).as_bytes().to_vec()
}

/// The UTF-16 units as numbers, each with a prefix.
fn units(c: char, prefix: &str, between: &str) -> String {
    let mut buffer = [0; 2];
    let units = c.encode_utf16(&mut buffer).iter();
    let words: Vec<String> = units.map(|unit| format!("{prefix}{unit:04X}")).collect();
    words.join(between)
}

fn encoded(encoding: &'static Encoding, c: char) -> Option<String> {
    let mut bytes = Vec::new();
    encoding
        .encode(&mut CodecState::default(), c, &mut bytes)
        .ok()?;
    Some(hex(&bytes))
}

/// The escape of JSON, the short one if there is one (RFC 8259, section 7).
fn json_escape(c: char) -> String {
    let short = match c {
        '"' | '\\' => c,
        '\u{8}' => 'b',
        '\u{C}' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        _ => return units(c, "\\u", "").to_ascii_lowercase(),
    };
    format!("\\{short}")
}

/// The languages of `\u` escapes. Java reads some of them before anything else, as an end of the
/// line or of the literal.
const fn json(c: char) -> &'static str {
    match c {
        '\n' | '\r' | '"' | '\'' | '\\' => "JSON",
        _ => "JSON, Java",
    }
}

/// The languages of `\U` escapes: C has none below U+00A0 except `$`, `@` and the backtick.
const fn python(c: char) -> &'static str {
    match c {
        '$' | '@' | '`' | '\u{A0}'.. => "Python, C",
        _ => "Python",
    }
}

/// The reference of HTML, by name if there is a well-known one. None if HTML reads the number as
/// another character (NUL, 80..9F) or calls the reference an error (the other controls,
/// noncharacters).
fn html(c: char) -> Option<String> {
    let value = u32::from(c);
    let noncharacter = value & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&value);
    if noncharacter || (c.is_control() && !matches!(c, '\t' | '\n')) {
        return None;
    }
    let latin = u32::from(c).checked_sub(0xA0);
    let name = latin
        .and_then(|index| LATIN_1.get(index as usize))
        .or_else(|| {
            let row = ENTITIES.iter().find(|(character, _)| *character == c)?;
            Some(&row.1)
        });
    Some(match name {
        Some(name) => format!("&{name};"),
        None => format!("&#x{:X};", u32::from(c)),
    })
}

/// The names of U+00A0..U+00FF, in order.
#[rustfmt::skip]
const LATIN_1: &[&str; 96] = &[
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect",
    "uml", "copy", "ordf", "laquo", "not", "shy", "reg", "macr",
    "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot",
    "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest",
    "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil",
    "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml",
    "ETH", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde", "Ouml", "times",
    "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig",
    "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
    "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml",
    "eth", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml", "divide",
    "oslash", "ugrave", "uacute", "ucirc", "uuml", "yacute", "thorn", "yuml",
];

/// Other common names.
#[rustfmt::skip]
const ENTITIES: &[(char, &str)] = &[
    ('"', "quot"), ('&', "amp"), ('\'', "apos"), ('<', "lt"), ('>', "gt"),
    ('Œ', "OElig"), ('œ', "oelig"), ('Š', "Scaron"), ('š', "scaron"), ('Ÿ', "Yuml"),
    ('ƒ', "fnof"), ('ˆ', "circ"), ('˜', "tilde"),
    ('Ω', "Omega"), ('α', "alpha"), ('β', "beta"), ('γ', "gamma"), ('δ', "delta"),
    ('λ', "lambda"), ('μ', "mu"), ('π', "pi"), ('σ', "sigma"), ('ω', "omega"),
    ('\u{2002}', "ensp"), ('\u{2003}', "emsp"), ('\u{2009}', "thinsp"),
    ('\u{200C}', "zwnj"), ('\u{200D}', "zwj"), ('\u{200E}', "lrm"), ('\u{200F}', "rlm"),
    ('–', "ndash"), ('—', "mdash"), ('‘', "lsquo"), ('’', "rsquo"), ('‚', "sbquo"),
    ('“', "ldquo"), ('”', "rdquo"), ('„', "bdquo"), ('†', "dagger"), ('‡', "Dagger"),
    ('•', "bull"), ('…', "hellip"), ('‰', "permil"), ('′', "prime"), ('″', "Prime"),
    ('‹', "lsaquo"), ('›', "rsaquo"), ('€', "euro"), ('™', "trade"),
    ('←', "larr"), ('↑', "uarr"), ('→', "rarr"), ('↓', "darr"), ('↔', "harr"),
    ('∂', "part"), ('∏', "prod"), ('∑', "sum"), ('−', "minus"), ('√', "radic"),
    ('∞', "infin"), ('∫', "int"), ('≈', "asymp"), ('≠', "ne"), ('≤', "le"), ('≥', "ge"),
    ('◊', "loz"), ('♠', "spades"), ('♣', "clubs"), ('♥', "hearts"), ('♦', "diams"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(c: char, expected: &[(&str, &str)]) {
        let found = [escapes(c), in_sets(c)].concat();
        for (name, text) in expected {
            let form = found.iter().find(|form| form.name == *name);
            let found = form.map_or("", |form| form.text.as_str());
            assert_eq!(found, *text, "{name} of U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn a_character_has_its_bytes_and_its_escapes() {
        check(
            '€',
            &[
                ("UTF-8", "E2 82 AC"),
                ("UTF-16", "20AC"),
                ("UTF-32", "000020AC"),
                ("HTML", "&euro;"),
                ("JSON, Java", "\\u20ac"),
                ("Rust, JS", "\\u{20ac}"),
                ("Python, C", "\\U000020AC"),
                ("URL", "%E2%82%AC"),
                ("windows-1252", "80"),
                ("ISO-8859-15", "A4"),
                ("KOI8-R", ""),
            ],
        );
        check(
            '😀',
            &[
                ("UTF-16", "D83D DE00"),
                ("HTML", "&#x1F600;"),
                ("JSON, Java", "\\ud83d\\ude00"),
                ("Rust, JS", "\\u{1f600}"),
                ("windows-1252", ""),
            ],
        );
        check(
            'я',
            &[
                ("windows-1251", "FF"),
                ("KOI8-R", "D1"),
                ("IBM866", "EF"),
                ("ISO-8859-1", ""),
            ],
        );
        check(
            'é',
            &[("windows-1252", "E9"), ("CP437", ""), ("EBCDIC 037", "")],
        );
        check('₧', &[("CP437", "9E"), ("CP850", "")]);
        check('ÿ', &[("HTML", "&yuml;"), ("ISO-8859-1", "FF")]);
    }

    #[test]
    fn ascii_stands_for_all_its_supersets() {
        check(
            'A',
            &[
                ("ASCII", "41"),
                ("windows-1252", ""),
                ("Python", "\\U00000041"),
                ("Python, C", ""),
            ],
        );
    }

    #[test]
    fn json_has_short_escapes() {
        check('\n', &[("JSON", "\\n")]);
        check('"', &[("JSON", "\\\"")]);
        check('\t', &[("JSON, Java", "\\t")]);
        check('\u{1}', &[("JSON, Java", "\\u0001")]);
    }

    #[test]
    fn a_character_that_html_reads_as_another_has_no_reference() {
        check('\0', &[("HTML", "")]);
        check('\u{85}', &[("HTML", ""), ("ISO-8859-1", "85")]);
        check('&', &[("HTML", "&amp;")]);
    }

    #[test]
    fn every_form_is_printable_ascii() {
        for c in '\0'..='\u{11000}' {
            for form in [escapes(c), in_sets(c)].concat() {
                assert!(form.text.bytes().all(|byte| matches!(byte, b' '..=b'~')));
            }
        }
    }

    #[test]
    fn the_set_of_the_west_leads_for_its_letters() {
        let first = |c| in_sets(c).first().map(|form| form.name);
        assert_eq!(first('é'), Some("windows-1252"));
        assert_eq!(first('€'), Some("windows-1252"));
        // A letter that it does not have.
        assert_eq!(first('ą'), Some("windows-1250"));
        assert_eq!(first('ж'), Some("windows-1251"));
    }
}
