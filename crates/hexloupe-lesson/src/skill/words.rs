//! The words that are asked about, by scripts: in which sets they are written, and misread.
//!
//! Invariant: a word of a script has a letter that the sets of its script write differently, so the
//! bytes of a word are a word of the script in one of its sets only; a test checks it.

use hexloupe_explain::language::Language;

/// The words of a script, and the sets for them.
#[derive(Debug, PartialEq, Eq)]
pub struct DrillScript {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its description, for the help.
    pub about: &'static str,
    /// The language whose readers know it best.
    reader: Option<Language>,
    /// Words of small letters.
    pub words: &'static [&'static str],
    /// The sets that words are written in: UTF-8, tables, UTF-16LE and UTF-16BE.
    pub(super) sets: &'static [&'static str],
    /// The sets of writing and of reading: easy ones, middle ones, hard ones, two each.
    pub(super) chains: [(&'static str, &'static str); 6],
}

/// The scripts, the first for who asks for none.
pub static SCRIPTS: [DrillScript; 6] = [
    DrillScript {
        id: "cyrillic",
        about: "Russian",
        reader: Some(Language::Russian),
        // Each has one of р to я, so that no two sets of bytes fit.
        words: &[
            "привет",
            "жизнь",
            "мир",
            "щука",
            "буква",
            "ёжик",
            "город",
            "солнце",
            "дождь",
            "река",
            "друг",
            "утро",
            "море",
            "письмо",
            "цифра",
            "звук",
        ],
        sets: &[
            "utf-8",
            "windows-1251",
            "koi8-r",
            "ibm866",
            "utf-16le",
            "utf-16be",
        ],
        chains: [
            ("utf-8", "windows-1251"),
            ("utf-8", "windows-1252"),
            ("windows-1251", "koi8-r"),
            ("koi8-r", "windows-1251"),
            ("windows-1251", "windows-1252"),
            ("ibm866", "windows-1251"),
        ],
    },
    DrillScript {
        id: "western",
        about: "French, Spanish, German and others with Latin letters",
        reader: Some(Language::English),
        words: &[
            "naïve", "café", "über", "señor", "garçon", "größe", "élève", "mañana", "façade",
            "crème", "fête", "blåbær",
        ],
        sets: &["utf-8", "windows-1252", "macintosh", "utf-16le", "utf-16be"],
        chains: [
            ("utf-8", "windows-1252"),
            ("utf-8", "macintosh"),
            ("windows-1252", "macintosh"),
            ("windows-1252", "windows-1251"),
            ("macintosh", "windows-1252"),
            ("utf-8", "windows-1251"),
        ],
    },
    DrillScript {
        id: "central-european",
        about: "Polish and Czech",
        reader: None,
        words: &[
            "źdźbło",
            "miłość",
            "příliš",
            "część",
            "wieść",
            "świat",
            "wąż",
            "ząb",
            "mąka",
            "košík",
            "žába",
            "těšit",
        ],
        sets: &[
            "utf-8",
            "windows-1250",
            "iso-8859-2",
            "utf-16le",
            "utf-16be",
        ],
        chains: [
            ("utf-8", "windows-1250"),
            ("utf-8", "windows-1252"),
            ("windows-1250", "iso-8859-2"),
            ("iso-8859-2", "windows-1250"),
            ("windows-1250", "windows-1252"),
            ("iso-8859-2", "windows-1252"),
        ],
    },
    DrillScript {
        id: "greek",
        about: "Greek",
        reader: None,
        words: &[
            "λόγος",
            "καλημέρα",
            "θάλασσα",
            "φιλία",
            "ψωμί",
            "ήλιος",
            "όνομα",
            "νερό",
            "ζωή",
            "άνεμος",
        ],
        sets: &["utf-8", "windows-1253", "utf-16le", "utf-16be"],
        chains: [
            ("utf-8", "windows-1252"),
            ("utf-8", "windows-1253"),
            ("windows-1253", "windows-1252"),
            ("windows-1253", "windows-1251"),
            ("windows-1253", "koi8-r"),
            ("utf-8", "windows-1251"),
        ],
    },
    DrillScript {
        id: "japanese",
        about: "Japanese in kana",
        reader: None,
        words: &[
            "ありがとう",
            "さくら",
            "ひらがな",
            "カタカナ",
            "テレビ",
            "おはよう",
            "いぬ",
            "ねこ",
            "ことば",
            "さかな",
        ],
        sets: &["utf-8", "shift_jis", "euc-jp", "utf-16le", "utf-16be"],
        chains: [
            ("utf-8", "windows-1251"),
            ("euc-jp", "windows-1252"),
            ("shift_jis", "windows-1251"),
            ("euc-jp", "shift_jis"),
            ("shift_jis", "windows-1252"),
            ("euc-jp", "koi8-r"),
        ],
    },
    DrillScript {
        id: "chinese",
        about: "Chinese, of characters that are simplified and traditional",
        reader: Some(Language::Chinese),
        // Each is text in every set, and a word in GBK or Big5 only by one of its two spellings.
        words: &[
            "文化", "文明", "工具", "算法", "月光", "星期", "生活", "水果", "地方", "平安", "美好",
            "食物", "信件", "早上", "今天", "手机",
        ],
        sets: &["utf-8", "gbk", "big5", "utf-16le", "utf-16be"],
        chains: [
            ("utf-8", "gbk"),
            ("utf-8", "windows-1252"),
            ("gbk", "windows-1252"),
            ("gbk", "big5"),
            ("big5", "gbk"),
            ("gbk", "windows-1251"),
        ],
    },
];

impl DrillScript {
    /// The script that a reader of a language knows best; that of English for a language with none.
    pub fn of(language: Language) -> &'static Self {
        let own = { SCRIPTS.iter() }.find(|script| script.reader == Some(language));
        own.unwrap_or(&SCRIPTS[1])
    }
}
