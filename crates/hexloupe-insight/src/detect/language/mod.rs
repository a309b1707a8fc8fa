//! What languages look like: which letter follows which, which characters are frequent.
//!
//! A language is a row of [`TABLES`] and a model in `assets/languages`, which the test
//! `models` makes from the text beside it, and checks. Invariant: a cost is in bits of a
//! code made for the language, so costs of the same bytes in different encodings can be
//! compared.

mod bigrams;
mod frequencies;
mod script;

use std::sync::LazyLock;

use crate::detect::{by_label, tuning};
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
    /// Its name in English.
    pub(super) name: &'static str,
    /// The script of its words.
    pub(super) script: Script,
    /// The encodings it was usually written in before Unicode, the most frequent first.
    usual: Vec<&'static Encoding>,
    model: Model,
}

impl Language {
    /// The index of an encoding among those that the language was usually written in before
    /// Unicode, the most frequent first; none if it is not among them.
    pub(super) fn place_of(&self, encoding: &Encoding) -> Option<usize> {
        self.usual.iter().position(|usual| *usual == encoding)
    }

    /// The cost in bits of a word in lower case.
    pub(super) fn bits(&self, word: &[char]) -> f32 {
        match &self.model {
            Model::Bigrams(model) => model.bits(word),
            Model::CharFrequencies(model) => word.iter().map(|&c| model.bits(c)).sum(),
        }
    }
}

/// A language's code (BCP 47), its name, its script, the encodings it was usually written in before Unicode, the most
/// frequent first, and its model. The first language of a script gives the costs of its
/// words in texts of another script.
#[rustfmt::skip]
const TABLES: &[(&str, &str, Script, &str, &str)] = &[
    ("en", "English", Script::Latin, "windows-1252 iso-8859-15 iso-8859-1 cp850 cp437 macintosh cp858 ebcdic-037 ebcdic-500 ebcdic-1047 ebcdic-1140", include_str!("../../../assets/languages/en.model")),
    ("fr", "French", Script::Latin, "windows-1252 iso-8859-15 iso-8859-1 cp850 cp437 macintosh cp858 ebcdic-037 ebcdic-500 ebcdic-1047 ebcdic-1140 cp863 iso646-fr iso646-fr1", include_str!("../../../assets/languages/fr.model")),
    ("de", "German", Script::Latin, "windows-1252 iso-8859-15 iso-8859-1 cp850 cp437 macintosh cp858 ebcdic-037 ebcdic-500 ebcdic-1047 ebcdic-1140 ebcdic-273 iso646-de", include_str!("../../../assets/languages/de.model")),
    ("es", "Spanish", Script::Latin, "windows-1252 iso-8859-15 iso-8859-1 cp850 cp437 macintosh cp858 ebcdic-037 ebcdic-500 ebcdic-1047 ebcdic-1140", include_str!("../../../assets/languages/es.model")),
    ("pt", "Portuguese", Script::Latin, "windows-1252 iso-8859-15 iso-8859-1 cp850 cp437 macintosh cp858 ebcdic-037 ebcdic-500 ebcdic-1047 ebcdic-1140 cp860", include_str!("../../../assets/languages/pt.model")),
    ("it", "Italian", Script::Latin, "windows-1252 iso-8859-15 iso-8859-1 cp850 cp437 macintosh cp858 ebcdic-037 ebcdic-500 ebcdic-1047 ebcdic-1140", include_str!("../../../assets/languages/it.model")),
    ("sv", "Swedish", Script::Latin, "windows-1252 iso-8859-15 iso-8859-1 cp850 cp437 macintosh cp858 ebcdic-037 ebcdic-500 ebcdic-1047 ebcdic-1140 iso646-se iso646-se2 iso-8859-10", include_str!("../../../assets/languages/sv.model")),
    ("da", "Danish", Script::Latin, "windows-1252 iso-8859-15 iso-8859-1 cp850 cp437 macintosh cp858 ebcdic-037 ebcdic-500 ebcdic-1047 ebcdic-1140 cp865 iso-8859-10", include_str!("../../../assets/languages/da.model")),
    ("nb", "Norwegian", Script::Latin, "windows-1252 iso-8859-15 iso-8859-1 cp850 cp437 macintosh cp858 ebcdic-037 ebcdic-500 ebcdic-1047 ebcdic-1140 cp865 iso-8859-10", include_str!("../../../assets/languages/nb.model")),
    ("fi", "Finnish", Script::Latin, "windows-1252 iso-8859-15 iso-8859-1 cp850 cp437 macintosh cp858 ebcdic-037 ebcdic-500 ebcdic-1047 ebcdic-1140 iso646-se iso-8859-10", include_str!("../../../assets/languages/fi.model")),
    ("is", "Icelandic", Script::Latin, "windows-1252 iso-8859-15 iso-8859-1 cp850 cp437 macintosh cp858 ebcdic-037 ebcdic-500 ebcdic-1047 ebcdic-1140 cp861 iso-8859-10", include_str!("../../../assets/languages/is.model")),
    ("pl", "Polish", Script::Latin, "windows-1250 iso-8859-2 cp852 ebcdic-870", include_str!("../../../assets/languages/pl.model")),
    ("cs", "Czech", Script::Latin, "windows-1250 iso-8859-2 cp852 ebcdic-870", include_str!("../../../assets/languages/cs.model")),
    ("hu", "Hungarian", Script::Latin, "windows-1250 iso-8859-2 cp852 ebcdic-870", include_str!("../../../assets/languages/hu.model")),
    ("ro", "Romanian", Script::Latin, "windows-1250 iso-8859-2 cp852 iso-8859-16 ebcdic-870", include_str!("../../../assets/languages/ro.model")),
    ("hr", "Croatian", Script::Latin, "windows-1250 iso-8859-2 cp852 ebcdic-870", include_str!("../../../assets/languages/hr.model")),
    ("tr", "Turkish", Script::Latin, "windows-1254 iso-8859-9 cp857", include_str!("../../../assets/languages/tr.model")),
    ("lt", "Lithuanian", Script::Latin, "windows-1257 iso-8859-13 cp775 iso-8859-4", include_str!("../../../assets/languages/lt.model")),
    ("lv", "Latvian", Script::Latin, "windows-1257 iso-8859-13 cp775 iso-8859-4", include_str!("../../../assets/languages/lv.model")),
    ("et", "Estonian", Script::Latin, "windows-1257 iso-8859-13 windows-1252 iso-8859-15 cp775 iso-8859-4", include_str!("../../../assets/languages/et.model")),
    ("vi", "Vietnamese", Script::Latin, "windows-1258", include_str!("../../../assets/languages/vi.model")),
    ("ru", "Russian", Script::Cyrillic, "windows-1251 koi8-r ibm866 iso-8859-5 x-mac-cyrillic ebcdic-1025 koi8-u cp855", include_str!("../../../assets/languages/ru.model")),
    ("uk", "Ukrainian", Script::Cyrillic, "windows-1251 koi8-u iso-8859-5 x-mac-cyrillic", include_str!("../../../assets/languages/uk.model")),
    ("be", "Belarusian", Script::Cyrillic, "windows-1251 koi8-u iso-8859-5 x-mac-cyrillic", include_str!("../../../assets/languages/be.model")),
    ("bg", "Bulgarian", Script::Cyrillic, "windows-1251 iso-8859-5 cp855 x-mac-cyrillic ebcdic-1025", include_str!("../../../assets/languages/bg.model")),
    ("sr", "Serbian", Script::Cyrillic, "windows-1251 iso-8859-5 cp855 x-mac-cyrillic ebcdic-1025", include_str!("../../../assets/languages/sr.model")),
    ("el", "Greek", Script::Greek, "windows-1253 iso-8859-7 cp737 cp869", include_str!("../../../assets/languages/el.model")),
    ("he", "Hebrew", Script::Hebrew, "windows-1255 iso-8859-8-i iso-8859-8 cp862", include_str!("../../../assets/languages/he.model")),
    ("ar", "Arabic", Script::Arabic, "windows-1256 iso-8859-6 cp720 cp864", include_str!("../../../assets/languages/ar.model")),
    ("th", "Thai", Script::Thai, "windows-874 tis-620 iso-8859-11 ibm874", include_str!("../../../assets/languages/th.model")),
    ("zh-hans", "Chinese", Script::EastAsian, "gbk gb18030 gb2312 hz", include_str!("../../../assets/languages/zh-hans.model")),
    ("zh-hant", "Chinese (traditional)", Script::EastAsian, "big5 gbk gb18030 euc-tw", include_str!("../../../assets/languages/zh-hant.model")),
    ("ja", "Japanese", Script::EastAsian, "shift_jis euc-jp iso-2022-jp", include_str!("../../../assets/languages/ja.model")),
    ("ko", "Korean", Script::EastAsian, "euc-kr iso-2022-kr", include_str!("../../../assets/languages/ko.model")),
];

/// Every language.
pub(super) fn all() -> &'static [Language] {
    static ALL: LazyLock<Vec<Language>> = LazyLock::new(|| TABLES.iter().map(row).collect());
    &ALL
}

/// How many letters of a text beyond ASCII a language does not have; none if it has no alphabet.
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

/// Whether a text has letters enough of a language's script to name the language: signs and emoji
/// resemble none. A letter of East Asia counts as two.
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

fn row(
    &(_, name, script, usual, table): &(&str, &'static str, Script, &'static str, &str),
) -> Language {
    let model = if script == Script::EastAsian {
        Model::CharFrequencies(CharFrequencies::read(table))
    } else {
        Model::Bigrams(Bigrams::read(table))
    };
    Language {
        name,
        script,
        usual: usual.split(' ').filter_map(by_label).collect(),
        model,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
