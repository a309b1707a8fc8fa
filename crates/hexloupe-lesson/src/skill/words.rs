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
    /// Words of small letters.
    pub words: &'static [&'static str],
    /// The sets that words are written in: UTF-8, tables, UTF-16LE and UTF-16BE.
    pub(super) sets: &'static [&'static str],
    /// The sets of writing and of reading: easy ones, middle ones, hard ones, two each.
    pub(super) chains: [(&'static str, &'static str); 6],
}

/// The scripts, the first for who asks for none.
pub static SCRIPTS: [DrillScript; 5] = [
    DrillScript {
        id: "cyrillic",
        about: "Russian",
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
];

impl DrillScript {
    /// The script that a reader of a language knows best.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::Russian => &SCRIPTS[0],
            Language::English => &SCRIPTS[1],
        }
    }
}
