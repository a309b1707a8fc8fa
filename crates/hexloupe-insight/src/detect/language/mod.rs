//! Models of languages: the order of letters, the frequency of characters.
//!
//! A language is a row of [`TABLES`] and a model in `assets/languages`; the test `models` makes the
//! model from the text beside it, and checks it. Invariant: a cost is in bits of a code made for
//! the language, so costs of the same bytes in different encodings can be compared.

mod bigrams;
mod frequencies;
mod script;

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use foldhash::fast::FixedState;

use crate::detect::tuning;
use bigrams::Bigrams;
use frequencies::CharFrequencies;
use hexloupe_text::codec::{Encoding, table};
pub(super) use script::{WordScript, script_of};

/// The model of a language.
enum Model {
    Bigrams(Bigrams),
    CharFrequencies(CharFrequencies),
}

/// A language with a model.
pub(super) struct ModelledLanguage {
    /// Its place among all.
    pub(super) number: usize,
    /// Its name in English.
    pub(super) name: &'static str,
    /// The script of its words.
    pub(super) script: WordScript,
    /// The bits that a text costs for being in it rather than in a language of many texts.
    pub(super) rarity: u8,
    /// Its model as text, which is read when a word of its script occurs.
    table: &'static str,
    model: OnceLock<Model>,
}

impl ModelledLanguage {
    /// The number of encodings that were more usual for the language before Unicode; none if it
    /// was not usually written in this one.
    pub(super) fn place_of(&self, encoding: &Encoding) -> Option<usize> {
        places_of(encoding).of(self)
    }

    /// The cost in bits of a word in lower case.
    pub(super) fn bits(&self, word: &[char]) -> f32 {
        match self.model() {
            Model::Bigrams(model) => model.bits(word),
            Model::CharFrequencies(model) => word.iter().map(|&c| model.bits(c)).sum(),
        }
    }

    /// Its letters, if its words are in an alphabet.
    pub(super) fn letters(&self) -> impl Iterator<Item = char> {
        let alphabet = match self.model() {
            Model::Bigrams(model) => Some(model.letters()),
            Model::CharFrequencies(_) => None,
        };
        alphabet.into_iter().flatten()
    }

    /// The cost in bits of a small letter after another; none is the border of a word.
    pub(super) fn next_bits(&self, before: Option<char>, letter: Option<char>) -> f32 {
        match (self.model(), letter) {
            (Model::Bigrams(model), _) => model.next(before, letter),
            (Model::CharFrequencies(model), Some(letter)) => model.bits(letter),
            (Model::CharFrequencies(_), None) => 0.0,
        }
    }

    fn model(&self) -> &Model {
        self.model.get_or_init(|| match self.script {
            WordScript::EastAsian => Model::CharFrequencies(CharFrequencies::read(self.table)),
            _ => Model::Bigrams(Bigrams::read(self.table)),
        })
    }
}

/// A language's code (BCP 47), its name in English, its script, its rarity in bits, and its model.
type LanguageRow = (&'static str, &'static str, WordScript, u8, &'static str);

/// Every language. The encodings it was usually
/// written in are facts of their rows. The first language of a script gives the costs of its words
/// in texts of another script.
#[rustfmt::skip]
const TABLES: &[LanguageRow] = &[
    ("en", "English", WordScript::Latin, 0, include_str!("../../../assets/languages/en.model")),
    ("fr", "French", WordScript::Latin, 0, include_str!("../../../assets/languages/fr.model")),
    ("de", "German", WordScript::Latin, 0, include_str!("../../../assets/languages/de.model")),
    ("es", "Spanish", WordScript::Latin, 0, include_str!("../../../assets/languages/es.model")),
    ("pt", "Portuguese", WordScript::Latin, 0, include_str!("../../../assets/languages/pt.model")),
    ("it", "Italian", WordScript::Latin, 0, include_str!("../../../assets/languages/it.model")),
    ("sv", "Swedish", WordScript::Latin, 0, include_str!("../../../assets/languages/sv.model")),
    ("da", "Danish", WordScript::Latin, 0, include_str!("../../../assets/languages/da.model")),
    ("nb", "Norwegian", WordScript::Latin, 0, include_str!("../../../assets/languages/nb.model")),
    ("fi", "Finnish", WordScript::Latin, 0, include_str!("../../../assets/languages/fi.model")),
    ("is", "Icelandic", WordScript::Latin, 0, include_str!("../../../assets/languages/is.model")),
    ("pl", "Polish", WordScript::Latin, 0, include_str!("../../../assets/languages/pl.model")),
    ("cs", "Czech", WordScript::Latin, 0, include_str!("../../../assets/languages/cs.model")),
    ("hu", "Hungarian", WordScript::Latin, 0, include_str!("../../../assets/languages/hu.model")),
    ("ro", "Romanian", WordScript::Latin, 0, include_str!("../../../assets/languages/ro.model")),
    ("hr", "Croatian", WordScript::Latin, 0, include_str!("../../../assets/languages/hr.model")),
    ("tr", "Turkish", WordScript::Latin, 0, include_str!("../../../assets/languages/tr.model")),
    ("lt", "Lithuanian", WordScript::Latin, 1, include_str!("../../../assets/languages/lt.model")),
    ("lv", "Latvian", WordScript::Latin, 1, include_str!("../../../assets/languages/lv.model")),
    ("et", "Estonian", WordScript::Latin, 1, include_str!("../../../assets/languages/et.model")),
    ("vi", "Vietnamese", WordScript::Latin, 0, include_str!("../../../assets/languages/vi.model")),
    ("nl", "Dutch", WordScript::Latin, 0, include_str!("../../../assets/languages/nl.model")),
    ("ca", "Catalan", WordScript::Latin, 0, include_str!("../../../assets/languages/ca.model")),
    ("gl", "Galician", WordScript::Latin, 3, include_str!("../../../assets/languages/gl.model")),
    ("eu", "Basque", WordScript::Latin, 3, include_str!("../../../assets/languages/eu.model")),
    ("oc", "Occitan", WordScript::Latin, 3, include_str!("../../../assets/languages/oc.model")),
    ("ast", "Asturian", WordScript::Latin, 3, include_str!("../../../assets/languages/ast.model")),
    ("af", "Afrikaans", WordScript::Latin, 3, include_str!("../../../assets/languages/af.model")),
    ("lb", "Luxembourgish", WordScript::Latin, 3, include_str!("../../../assets/languages/lb.model")),
    ("nn", "Norwegian (Nynorsk)", WordScript::Latin, 3, include_str!("../../../assets/languages/nn.model")),
    ("fo", "Faroese", WordScript::Latin, 3, include_str!("../../../assets/languages/fo.model")),
    ("ga", "Irish", WordScript::Latin, 3, include_str!("../../../assets/languages/ga.model")),
    ("gd", "Scottish Gaelic", WordScript::Latin, 3, include_str!("../../../assets/languages/gd.model")),
    ("cy", "Welsh", WordScript::Latin, 3, include_str!("../../../assets/languages/cy.model")),
    ("br", "Breton", WordScript::Latin, 3, include_str!("../../../assets/languages/br.model")),
    ("sq", "Albanian", WordScript::Latin, 3, include_str!("../../../assets/languages/sq.model")),
    ("la", "Latin", WordScript::Latin, 3, include_str!("../../../assets/languages/la.model")),
    ("eo", "Esperanto", WordScript::Latin, 3, include_str!("../../../assets/languages/eo.model")),
    ("mt", "Maltese", WordScript::Latin, 3, include_str!("../../../assets/languages/mt.model")),
    ("sk", "Slovak", WordScript::Latin, 0, include_str!("../../../assets/languages/sk.model")),
    ("sl", "Slovenian", WordScript::Latin, 0, include_str!("../../../assets/languages/sl.model")),
    ("hsb", "Upper Sorbian", WordScript::Latin, 3, include_str!("../../../assets/languages/hsb.model")),
    ("az", "Azerbaijani", WordScript::Latin, 3, include_str!("../../../assets/languages/az.model")),
    ("ku", "Kurdish", WordScript::Latin, 3, include_str!("../../../assets/languages/ku.model")),
    ("id", "Indonesian", WordScript::Latin, 0, include_str!("../../../assets/languages/id.model")),
    ("tl", "Tagalog", WordScript::Latin, 3, include_str!("../../../assets/languages/tl.model")),
    ("sw", "Swahili", WordScript::Latin, 3, include_str!("../../../assets/languages/sw.model")),
    ("fur", "Friulian", WordScript::Latin, 3, include_str!("../../../assets/languages/fur.model")),
    ("wa", "Walloon", WordScript::Latin, 3, include_str!("../../../assets/languages/wa.model")),
    ("rm", "Romansh", WordScript::Latin, 3, include_str!("../../../assets/languages/rm.model")),
    ("sc", "Sardinian", WordScript::Latin, 3, include_str!("../../../assets/languages/sc.model")),
    ("co", "Corsican", WordScript::Latin, 3, include_str!("../../../assets/languages/co.model")),
    ("nds", "Low German", WordScript::Latin, 3, include_str!("../../../assets/languages/nds.model")),
    ("ru", "Russian", WordScript::Cyrillic, 0, include_str!("../../../assets/languages/ru.model")),
    ("uk", "Ukrainian", WordScript::Cyrillic, 0, include_str!("../../../assets/languages/uk.model")),
    ("be", "Belarusian", WordScript::Cyrillic, 0, include_str!("../../../assets/languages/be.model")),
    ("bg", "Bulgarian", WordScript::Cyrillic, 0, include_str!("../../../assets/languages/bg.model")),
    ("sr", "Serbian", WordScript::Cyrillic, 0, include_str!("../../../assets/languages/sr.model")),
    ("mk", "Macedonian", WordScript::Cyrillic, 3, include_str!("../../../assets/languages/mk.model")),
    ("kk", "Kazakh", WordScript::Cyrillic, 3, include_str!("../../../assets/languages/kk.model")),
    ("mn", "Mongolian", WordScript::Cyrillic, 3, include_str!("../../../assets/languages/mn.model")),
    ("ky", "Kyrgyz", WordScript::Cyrillic, 3, include_str!("../../../assets/languages/ky.model")),
    ("tg", "Tajik", WordScript::Cyrillic, 3, include_str!("../../../assets/languages/tg.model")),
    ("el", "Greek", WordScript::Greek, 0, include_str!("../../../assets/languages/el.model")),
    ("he", "Hebrew", WordScript::Hebrew, 0, include_str!("../../../assets/languages/he.model")),
    ("yi", "Yiddish", WordScript::Hebrew, 3, include_str!("../../../assets/languages/yi.model")),
    ("ar", "Arabic", WordScript::Arabic, 0, include_str!("../../../assets/languages/ar.model")),
    ("fa", "Persian", WordScript::Arabic, 0, include_str!("../../../assets/languages/fa.model")),
    ("ur", "Urdu", WordScript::Arabic, 3, include_str!("../../../assets/languages/ur.model")),
    ("th", "Thai", WordScript::Thai, 0, include_str!("../../../assets/languages/th.model")),
    ("zh-hans", "Chinese", WordScript::EastAsian, 0, include_str!("../../../assets/languages/zh-hans.model")),
    ("zh-hant", "Chinese (traditional)", WordScript::EastAsian, 0, include_str!("../../../assets/languages/zh-hant.model")),
    ("ja", "Japanese", WordScript::EastAsian, 0, include_str!("../../../assets/languages/ja.model")),
    ("ko", "Korean", WordScript::EastAsian, 0, include_str!("../../../assets/languages/ko.model")),
];

/// Every language.
pub(super) fn all() -> &'static [ModelledLanguage] {
    static ALL: LazyLock<Vec<ModelledLanguage>> =
        LazyLock::new(|| TABLES.iter().enumerate().map(row).collect());
    &ALL
}

/// The number of letters of a text beyond ASCII that a language does not have; none if it has no
/// alphabet.
pub(super) fn strange_letters(name: &str, text: &str) -> usize {
    let Some(language) = all().iter().find(|language| language.name == name) else {
        return 0;
    };
    let Model::Bigrams(model) = language.model() else {
        return 0;
    };
    let letters = text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic());
    let small = letters.map(|c| c.to_lowercase().next().unwrap_or(c));
    small.filter(|c| !model.has(*c)).count()
}

/// Reports whether the language of a name is often written in an encoding.
pub(super) fn is_usual_in(name: &str, encoding: &Encoding) -> bool {
    let mut own = all().iter().filter(|language| language.name == name);
    own.any(|language| language.place_of(encoding).is_some())
}

/// Reports whether English, as other languages of Western Europe, was usually written in an encoding.
pub(super) fn is_usual_for_english(encoding: &Encoding) -> bool {
    is_usual_in("English", encoding)
}

/// Reports whether a text has enough letters of a language's script to name the language: signs and
/// emoji resemble none. A letter of East Asia counts as two.
pub(super) fn is_nameable(name: &str, text: impl Iterator<Item = char>) -> bool {
    let Some(language) = all().iter().find(|language| language.name == name) else {
        return false;
    };
    let each = if language.script == WordScript::EastAsian {
        2
    } else {
        1
    };
    let own = text.filter(|c| script_of(*c) == Some(language.script));
    own.take(tuning::LANGUAGE_LETTERS).count() * each >= tuning::LANGUAGE_LETTERS
}

/// The languages of a script, which stand together in [`TABLES`].
pub(super) fn of_script(script: WordScript) -> &'static [ModelledLanguage] {
    type Groups = [&'static [ModelledLanguage]; WordScript::KNOWN.len()];
    static GROUPS: LazyLock<Groups> = LazyLock::new(|| {
        let groups = || all().chunk_by(|one, next| one.script == next.script);
        let of = |script| groups().find(|group| group[0].script == script);
        WordScript::KNOWN.map(|script| of(script).unwrap_or_default())
    });
    script.place().map_or(&[], |place| GROUPS[place])
}

/// The places of an encoding among those that each language was usually written in.
#[derive(Clone, Copy)]
pub(super) struct UsualPlaces(&'static [Option<u8>]);

impl UsualPlaces {
    /// The number of encodings that were more usual for a language; none if it was not usually
    /// written in this one.
    pub(super) fn of(self, language: &ModelledLanguage) -> Option<usize> {
        self.0
            .get(language.number)
            .copied()
            .flatten()
            .map(usize::from)
    }
}

/// The places of an encoding, as its row has them; a set of a file has none.
pub(super) fn places_of(encoding: &Encoding) -> UsualPlaces {
    type Places = HashMap<&'static str, Vec<Option<u8>>, FixedState>;
    static PLACES: LazyLock<Places> = LazyLock::new(|| {
        let numbers: HashMap<&str, usize, FixedState> = names()
            .enumerate()
            .map(|(number, (code, _))| (code, number))
            .collect();
        let of = |encoding: &'static Encoding| {
            let mut places = vec![None; TABLES.len()];
            for usual in encoding.usual_for {
                let known = usual
                    .languages
                    .split(' ')
                    .filter_map(|code| numbers.get(code));
                known.for_each(|number| {
                    places[*number].get_or_insert(usual.rank);
                });
            }
            (encoding.id, places)
        };
        let usual = table::all().filter(|encoding| !encoding.usual_for.is_empty());
        usual.map(of).collect()
    });
    UsualPlaces(PLACES.get(encoding.id).map_or(&[], Vec::as_slice))
}

/// The codes and the names of all languages, without their models.
pub(super) fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLES.iter().map(|&(id, name, ..)| (id, name))
}

fn row((number, &(_, name, script, rarity, table)): (usize, &LanguageRow)) -> ModelledLanguage {
    ModelledLanguage {
        number,
        name,
        script,
        rarity,
        table,
        model: OnceLock::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_of_an_encoding_has_a_model_and_each_rank_is_there_once() {
        for usual in table::all().flat_map(|encoding| encoding.usual_for) {
            for code in usual.languages.split(' ') {
                assert!(names().any(|(id, _)| id == code), "{code}");
            }
        }
        for (code, name) in names() {
            let ranks = table::all().filter_map(|encoding| encoding.usual_rank(code));
            let mut ranks: Vec<u8> = ranks.collect();
            ranks.sort_unstable();
            let expected: Vec<u8> = (0..).take(ranks.len()).collect();
            assert!(!ranks.is_empty() && ranks == expected, "{name} {ranks:?}");
        }
    }

    #[test]
    fn the_languages_of_a_script_stand_together() {
        let groups = WordScript::KNOWN.map(of_script);
        let sum: usize = groups.iter().map(|group| group.len()).sum();
        assert_eq!(sum, all().len());
        for (script, group) in WordScript::KNOWN.iter().zip(groups) {
            assert!(!group.is_empty(), "{script:?}");
            assert!(group.iter().all(|language| language.script == *script));
        }
    }
}
