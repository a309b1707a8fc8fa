//! Characters written in ASCII, as `iconv -t ascii//TRANSLIT` and programs that take accents off do.
//!
//! Invariant: what has no such form becomes `?`, so each character has one result.

use crate::unicode::normal::NormalizationForm;
use crate::unicode::property;

/// A way to write in ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AsciiForm {
    /// Letters without their marks.
    Bare,
    /// The same, but German umlauts with an e.
    German,
    /// Cyrillic and Greek in Latin letters (GOST 7.79 B, ELOT 743), as glibc has them without a locale; letters
    /// with marks have no form.
    Latin,
}

/// Characters that are not letters with marks.
const SIGNS: &[(char, &str)] = &[
    ('\u{A0}', " "),
    ('©', "(C)"),
    ('«', "<<"),
    ('®', "(R)"),
    ('µ', "u"),
    ('μ', "u"),
    ('·', "."),
    ('»', ">>"),
    ('Æ', "AE"),
    ('×', "x"),
    ('Ø', "O"),
    ('ß', "ss"),
    ('æ', "ae"),
    ('ø', "o"),
    ('Đ', "D"),
    ('đ', "d"),
    ('ı', "i"),
    ('Ł', "L"),
    ('ł', "l"),
    ('Œ', "OE"),
    ('œ', "oe"),
    ('£', "GBP"),
    ('–', "-"),
    ('—', "-"),
    ('‘', "'"),
    ('’', "'"),
    ('‚', ","),
    ('“', "\""),
    ('”', "\""),
    ('„', ",,"),
    ('…', "..."),
    ('€', "EUR"),
];

/// Umlauts with an e.
const UMLAUTS: &[(char, &str)] = &[
    ('Ä', "Ae"),
    ('Ö', "Oe"),
    ('Ü', "Ue"),
    ('ä', "ae"),
    ('ö', "oe"),
    ('ü', "ue"),
];

/// Small letters in Latin ones; the capitals are the capitals of these.
const LETTERS: &[(char, &str)] = &[
    ('а', "a"),
    ('б', "b"),
    ('в', "v"),
    ('г', "g"),
    ('д', "d"),
    ('е', "e"),
    ('ж', "zh"),
    ('з', "z"),
    ('и', "i"),
    ('й', "j"),
    ('к', "k"),
    ('л', "l"),
    ('м', "m"),
    ('н', "n"),
    ('о', "o"),
    ('п', "p"),
    ('р', "r"),
    ('с', "s"),
    ('т', "t"),
    ('у', "u"),
    ('ф', "f"),
    ('х', "x"),
    ('ц', "cz"),
    ('ч', "ch"),
    ('ш', "sh"),
    ('щ', "shh"),
    ('ъ', "``"),
    ('ы', "y`"),
    ('ь', "`"),
    ('э', "e`"),
    ('ю', "yu"),
    ('я', "ya"),
    ('ё', "yo"),
    ('є', "ye"),
    ('і', "i"),
    ('ї', "yi"),
    ('ў', "u`"),
    ('α', "a"),
    ('β', "v"),
    ('γ', "g"),
    ('δ', "d"),
    ('ε', "e"),
    ('ζ', "z"),
    ('η', "i"),
    ('θ', "th"),
    ('ι', "i"),
    ('κ', "k"),
    ('λ', "l"),
    ('μ', "m"),
    ('ν', "n"),
    ('ξ', "x"),
    ('ο', "o"),
    ('π', "p"),
    ('ρ', "r"),
    ('ς', "s"),
    ('σ', "s"),
    ('τ', "t"),
    ('υ', "y"),
    ('φ', "f"),
    ('χ', "ch"),
    ('ψ', "ps"),
    ('ω', "o"),
    ('ά', "a"),
    ('έ', "e"),
    ('ή', "i"),
    ('ί', "i"),
    ('ϊ', "i"),
    ('ό', "o"),
    ('ύ', "y"),
    ('ϋ', "y"),
    ('ώ', "o"),
];

impl AsciiForm {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::Bare, Self::German, Self::Latin];

    /// A text in ASCII.
    pub(super) fn of(self, text: &str) -> String {
        text.chars().map(|c| self.of_char(c)).collect()
    }

    fn of_char(self, c: char) -> String {
        let row = |rows: &[(char, &str)]| {
            let row = rows.iter().find(|(from, _)| *from == c);
            row.map(|(_, to)| (*to).to_owned())
        };
        if c.is_ascii() {
            return c.to_string();
        }
        let own = match self {
            Self::Bare => None,
            Self::German => row(UMLAUTS),
            Self::Latin => Some(latin(c)).filter(|_| c.is_alphabetic()),
        };
        own.or_else(|| row(SIGNS)).unwrap_or_else(|| {
            let apart = NormalizationForm::Nfkd.normalize(c.encode_utf8(&mut [0; 4]));
            let bare: String = apart.chars().filter(|c| !property::is_mark(*c)).collect();
            let is_plain = bare.is_ascii() && !bare.is_empty();
            if is_plain { bare } else { "?".to_owned() }
        })
    }
}

/// A letter in Latin ones.
fn latin(c: char) -> String {
    let small: String = c.to_lowercase().collect();
    let is_it = |(from, _): &&(char, &str)| small.chars().eq([*from]);
    let found = { LETTERS.iter().chain(SIGNS) }.find(is_it);
    match found {
        _ if c == 'Ъ' => "A`".to_owned(),
        Some((_, to)) if c.is_uppercase() => to.to_uppercase(),
        Some((_, to)) => (*to).to_owned(),
        None => "?".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As iconv of glibc 2.41 writes it in C.UTF-8.
    #[test]
    fn text_is_written_as_iconv_does() {
        let text = "Größe Où été æ œ ł – — “x” „y” ’ … € « » é Привет ąęśćźżńó";
        let ascii = "Grosse Ou ete ae oe l - - \"x\" ,,y\" ' ... EUR << >> e ?????? aesczzno";
        assert_eq!(AsciiForm::Bare.of(text), ascii);
        assert_eq!(AsciiForm::German.of("Größe über"), "Groesse ueber");
        // In the locale C.
        let text = "Съешь ещё этих, Größe Ψ Καλημέρα „x“";
        let ascii = "S``esh` eshhyo e`tix, Gr?sse PS Kalimera ,,x\"";
        assert_eq!(AsciiForm::Latin.of(text), ascii);
    }
}
