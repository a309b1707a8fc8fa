//! Models of languages: the order of letters, the frequency of characters.
//!
//! A language is a row of [`TABLES`] and a model in `assets/languages`; the test `models` makes the
//! model from the text beside it, and checks it. Invariant: a cost is in bits of a code made for
//! the language, so costs of the same bytes in different encodings can be compared.

mod bigrams;
mod frequencies;
mod script;

use std::sync::LazyLock;

use crate::detect::tuning;
use bigrams::Bigrams;
use frequencies::CharFrequencies;
use hexloupe_text::codec::Encoding;
pub(super) use script::{Script, script_of};

/// The model of a language.
enum Model {
    Bigrams(Bigrams),
    CharFrequencies(CharFrequencies),
}

/// A language with a model.
pub(super) struct Language {
    code: &'static str,
    /// Its name in English.
    pub(super) name: &'static str,
    /// The script of its words.
    pub(super) script: Script,
    model: Model,
}

impl Language {
    /// The number of encodings that were more usual for the language before Unicode; none if it
    /// was not usually written in this one.
    pub(super) fn place_of(&self, encoding: &Encoding) -> Option<usize> {
        encoding.usual_rank(self.code).map(usize::from)
    }

    /// The cost in bits of a word in lower case.
    pub(super) fn bits(&self, word: &[char]) -> f32 {
        match &self.model {
            Model::Bigrams(model) => model.bits(word),
            Model::CharFrequencies(model) => word.iter().map(|&c| model.bits(c)).sum(),
        }
    }
}

/// A language's code (BCP 47), its name, its script, and its model. The encodings it was usually
/// written in are facts of their rows. The first language of a script gives the costs of its words
/// in texts of another script.
#[rustfmt::skip]
const TABLES: &[(&str, &str, Script, &str)] = &[
    ("en", "English", Script::Latin, include_str!("../../../assets/languages/en.model")),
    ("fr", "French", Script::Latin, include_str!("../../../assets/languages/fr.model")),
    ("de", "German", Script::Latin, include_str!("../../../assets/languages/de.model")),
    ("es", "Spanish", Script::Latin, include_str!("../../../assets/languages/es.model")),
    ("pt", "Portuguese", Script::Latin, include_str!("../../../assets/languages/pt.model")),
    ("it", "Italian", Script::Latin, include_str!("../../../assets/languages/it.model")),
    ("sv", "Swedish", Script::Latin, include_str!("../../../assets/languages/sv.model")),
    ("da", "Danish", Script::Latin, include_str!("../../../assets/languages/da.model")),
    ("nb", "Norwegian", Script::Latin, include_str!("../../../assets/languages/nb.model")),
    ("fi", "Finnish", Script::Latin, include_str!("../../../assets/languages/fi.model")),
    ("is", "Icelandic", Script::Latin, include_str!("../../../assets/languages/is.model")),
    ("pl", "Polish", Script::Latin, include_str!("../../../assets/languages/pl.model")),
    ("cs", "Czech", Script::Latin, include_str!("../../../assets/languages/cs.model")),
    ("hu", "Hungarian", Script::Latin, include_str!("../../../assets/languages/hu.model")),
    ("ro", "Romanian", Script::Latin, include_str!("../../../assets/languages/ro.model")),
    ("hr", "Croatian", Script::Latin, include_str!("../../../assets/languages/hr.model")),
    ("tr", "Turkish", Script::Latin, include_str!("../../../assets/languages/tr.model")),
    ("lt", "Lithuanian", Script::Latin, include_str!("../../../assets/languages/lt.model")),
    ("lv", "Latvian", Script::Latin, include_str!("../../../assets/languages/lv.model")),
    ("et", "Estonian", Script::Latin, include_str!("../../../assets/languages/et.model")),
    ("vi", "Vietnamese", Script::Latin, include_str!("../../../assets/languages/vi.model")),
    ("ru", "Russian", Script::Cyrillic, include_str!("../../../assets/languages/ru.model")),
    ("uk", "Ukrainian", Script::Cyrillic, include_str!("../../../assets/languages/uk.model")),
    ("be", "Belarusian", Script::Cyrillic, include_str!("../../../assets/languages/be.model")),
    ("bg", "Bulgarian", Script::Cyrillic, include_str!("../../../assets/languages/bg.model")),
    ("sr", "Serbian", Script::Cyrillic, include_str!("../../../assets/languages/sr.model")),
    ("el", "Greek", Script::Greek, include_str!("../../../assets/languages/el.model")),
    ("he", "Hebrew", Script::Hebrew, include_str!("../../../assets/languages/he.model")),
    ("ar", "Arabic", Script::Arabic, include_str!("../../../assets/languages/ar.model")),
    ("th", "Thai", Script::Thai, include_str!("../../../assets/languages/th.model")),
    ("zh-hans", "Chinese", Script::EastAsian, include_str!("../../../assets/languages/zh-hans.model")),
    ("zh-hant", "Chinese (traditional)", Script::EastAsian, include_str!("../../../assets/languages/zh-hant.model")),
    ("ja", "Japanese", Script::EastAsian, include_str!("../../../assets/languages/ja.model")),
    ("ko", "Korean", Script::EastAsian, include_str!("../../../assets/languages/ko.model")),
];

/// Every language.
pub(super) fn all() -> &'static [Language] {
    static ALL: LazyLock<Vec<Language>> = LazyLock::new(|| TABLES.iter().map(row).collect());
    &ALL
}

/// The number of letters of a text beyond ASCII that a language does not have; none if it has no
/// alphabet.
pub(super) fn strange_letters(name: &str, text: &str) -> usize {
    let Some(language) = all().iter().find(|language| language.name == name) else {
        return 0;
    };
    let Model::Bigrams(model) = &language.model else {
        return 0;
    };
    let letters = text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic());
    let small = letters.map(|c| c.to_lowercase().next().unwrap_or(c));
    small.filter(|c| !model.has(*c)).count()
}

/// Reports whether a text has enough letters of a language's script to name the language: signs and
/// emoji resemble none. A letter of East Asia counts as two.
pub(super) fn is_nameable(name: &str, text: impl Iterator<Item = char>) -> bool {
    let Some(language) = all().iter().find(|language| language.name == name) else {
        return false;
    };
    let each = if language.script == Script::EastAsian {
        2
    } else {
        1
    };
    let own = text.filter(|c| script_of(*c) == Some(language.script));
    own.take(tuning::LANGUAGE_LETTERS).count() * each >= tuning::LANGUAGE_LETTERS
}

/// The languages of a script, which stand together in [`TABLES`].
pub(super) fn of_script(script: Script) -> &'static [Language] {
    type Groups = [&'static [Language]; Script::KNOWN.len()];
    static GROUPS: LazyLock<Groups> = LazyLock::new(|| {
        let groups = || all().chunk_by(|one, next| one.script == next.script);
        let of = |script| groups().find(|group| group[0].script == script);
        Script::KNOWN.map(|script| of(script).unwrap_or_default())
    });
    script.place().map_or(&[], |place| GROUPS[place])
}

/// The codes and the names of all languages, without their models.
pub(super) fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLES.iter().map(|&(id, name, ..)| (id, name))
}

fn row(&(code, name, script, table): &(&'static str, &'static str, Script, &str)) -> Language {
    let model = if script == Script::EastAsian {
        Model::CharFrequencies(CharFrequencies::read(table))
    } else {
        Model::Bigrams(Bigrams::read(table))
    };
    Language {
        code,
        name,
        script,
        model,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::table;

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
        let groups = Script::KNOWN.map(of_script);
        let sum: usize = groups.iter().map(|group| group.len()).sum();
        assert_eq!(sum, all().len());
        for (script, group) in Script::KNOWN.iter().zip(groups) {
            assert!(!group.is_empty(), "{script:?}");
            assert!(group.iter().all(|language| language.script == *script));
        }
    }
}
