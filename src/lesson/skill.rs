//! What can be trained: each skill is a row of [`SKILLS`], with a function that makes a question.
//!
//! To add one, write its row and its function in one of the files below. Invariant: the answer of
//! a question is computed by the codec or follows from how the question was made, and no question
//! depends on anything but its dice.

mod bits;
mod readings;
mod utf16;
mod utf8;

use super::dice::Dice;
use super::question::{Answer, Choice, Given, Question};
use crate::codec::{Encoding, State, table};
use crate::language::{Texts, texts};

/// Something that can be trained.
pub struct Skill {
    /// Its name on the command line and in records.
    pub id: &'static str,
    /// What it is.
    pub title: Texts,
    /// What is asked, with the places that its questions fill.
    pub asks: Texts,
    /// How to go about it.
    pub hint: Texts,
    make: fn(&mut Dice) -> Made,
}

impl std::fmt::Debug for Skill {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

impl PartialEq for Skill {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Skill {}

/// A question that a function has made.
struct Made {
    encoding: &'static Encoding,
    given: Given,
    choices: Vec<Choice>,
    answer: Answer,
    places: Vec<(&'static str, String)>,
}

/// All skills, in the order in which they are learned.
pub static SKILLS: &[Skill] = &[
    Skill {
        id: "bits-and-hex",
        title: texts("bits and hex digits", "биты и шестнадцатеричные цифры"),
        asks: texts(
            "Write these bits as bytes in hex: {bits}",
            "Запишите эти биты байтами в шестнадцатеричном виде: {bits}",
        ),
        hint: texts(
            "Four bits are one hex digit: 0000 is 0, 1001 is 9, 1010 is A, 1111 is F.",
            "Четыре бита — одна шестнадцатеричная цифра: 0000 — это 0, 1001 — 9, 1010 — A, 1111 — F.",
        ),
        make: bits::to_hex,
    },
    Skill {
        id: "kind-of-byte",
        title: texts("which kind of byte", "что это за байт"),
        asks: texts(
            "What is the byte {byte} in UTF-8?",
            "Чем в UTF-8 бывает байт {byte}?",
        ),
        hint: texts(
            "Look at the highest bits: 0, 10, 110, 1110 or 11110.",
            "Посмотрите на старшие биты: 0, 10, 110, 1110 или 11110.",
        ),
        make: utf8::kind,
    },
    Skill {
        id: "length",
        title: texts("length from the lead byte", "длина по первому байту"),
        asks: texts(
            "How many bytes does a character have that begins with {byte} in UTF-8?",
            "Сколько байтов в символе UTF-8, который начинается с {byte}?",
        ),
        hint: texts(
            "Write the byte in bits, and count the ones before the first zero; no ones is one byte.",
            "Запишите байт битами и посчитайте единицы до первого нуля; ни одной единицы — один байт.",
        ),
        make: utf8::length,
    },
    Skill {
        id: "decode",
        title: texts(
            "from bytes to the code point",
            "от байтов к кодовой позиции",
        ),
        asks: texts(
            "Which code point is {bytes} in UTF-8?",
            "Какая кодовая позиция записана байтами {bytes} в UTF-8?",
        ),
        hint: texts(
            "Write the bytes in bits, cut off the prefixes, join what is left.",
            "Запишите байты битами, отрежьте префиксы и соедините остальное.",
        ),
        make: utf8::decode,
    },
    Skill {
        id: "encode",
        title: texts(
            "from the code point to bytes",
            "от кодовой позиции к байтам",
        ),
        asks: texts(
            "Write {character} ({point}) as bytes in UTF-8.",
            "Запишите {character} ({point}) байтами в UTF-8.",
        ),
        hint: texts(
            "11 bits fit into two bytes, 16 into three, 21 into four. Cut from the right: six bits for each byte but the first.",
            "11 бит помещаются в два байта, 16 — в три, 21 — в четыре. Режьте справа: по шесть бит на каждый байт, кроме первого.",
        ),
        make: utf8::encode,
    },
    Skill {
        id: "wrong-byte",
        title: texts("which byte is wrong", "какой байт неверен"),
        asks: texts(
            "At which offset does the ill-formed sequence of this UTF-8 begin? The first byte has offset 0: {bytes}",
            "С какого смещения в этом тексте UTF-8 начинается неверная последовательность? У первого байта смещение 0: {bytes}",
        ),
        hint: texts(
            "Go from the start: each lead byte says how many bytes that begin with 10 must follow.",
            "Идите с начала: каждый первый байт говорит, сколько за ним должно идти байтов, начинающихся с 10.",
        ),
        make: utf8::wrong_byte,
    },
    Skill {
        id: "boundary",
        title: texts("where the character begins", "где начинается символ"),
        asks: texts(
            "You stand on offset {at} of this UTF-8. At which offset does the character there begin? {bytes}",
            "Вы стоите на смещении {at} этого текста UTF-8. С какого смещения начинается символ, которому принадлежит этот байт? {bytes}",
        ),
        hint: texts(
            "Go back as long as the byte begins with 10.",
            "Идите назад, пока байт начинается с 10.",
        ),
        make: utf8::boundary,
    },
    Skill {
        id: "surrogates-encode",
        title: texts("to a surrogate pair", "к суррогатной паре"),
        asks: texts(
            "Write {character} ({point}) as bytes in UTF-16BE.",
            "Запишите {character} ({point}) байтами в UTF-16BE.",
        ),
        hint: texts(
            "Take away 0x10000, cut the rest into ten and ten bits, add D800 and DC00.",
            "Вычтите 0x10000, разрежьте остаток на десять и десять бит, прибавьте D800 и DC00.",
        ),
        make: utf16::encode_pair,
    },
    Skill {
        id: "surrogates-decode",
        title: texts("from a surrogate pair", "от суррогатной пары"),
        asks: texts(
            "Which code point is {bytes} in UTF-16BE?",
            "Какая кодовая позиция записана байтами {bytes} в UTF-16BE?",
        ),
        hint: texts(
            "Take away D800 and DC00, join ten and ten bits, add 0x10000.",
            "Вычтите D800 и DC00, соедините десять и десять бит, прибавьте 0x10000.",
        ),
        make: utf16::decode_pair,
    },
    Skill {
        id: "byte-order",
        title: texts("byte order", "порядок байтов"),
        asks: texts(
            "Write {character} ({point}) as bytes in UTF-16LE.",
            "Запишите {character} ({point}) байтами в UTF-16LE.",
        ),
        hint: texts(
            "LE means that the little end, the low byte, comes first.",
            "LE — значит, первым идёт младший байт.",
        ),
        make: utf16::order,
    },
    Skill {
        id: "bom",
        title: texts("byte order marks", "метки порядка байтов"),
        asks: texts(
            "A file begins with {bytes}. In which encoding is it?",
            "Файл начинается с {bytes}. В какой он кодировке?",
        ),
        hint: texts(
            "The mark is U+FEFF, written as the whole file is written.",
            "Метка — это U+FEFF, записанная так же, как весь файл.",
        ),
        make: readings::mark,
    },
    Skill {
        id: "which-encoding",
        title: texts("which encoding this is", "какая это кодировка"),
        asks: texts(
            "These bytes are a word. In which encoding? {bytes}",
            "Эти байты — слово. В какой кодировке? {bytes}",
        ),
        hint: texts(
            "UTF-8 has two bytes for a letter, the first D0 or D1; UTF-16 has 04 in every second byte. In the other three a letter is one byte: look up where the small letters are.",
            "В UTF-8 на букву два байта, первый D0 или D1; в UTF-16 каждый второй байт 04. В остальных трёх буква — один байт: вспомните, где там строчные буквы.",
        ),
        make: readings::which,
    },
    Skill {
        id: "mojibake",
        title: texts(
            "what a garbled text went through",
            "что случилось с испорченным текстом",
        ),
        asks: texts(
            "Somebody saw {text}. What happened?",
            "Кто-то увидел {text}. Что произошло?",
        ),
        hint: texts(
            "Two signs for each letter: it was UTF-8. Capitals where small letters were: KOI8-R and windows-1251 were taken for each other. Letters with accents: it was read as windows-1252.",
            "Два знака на букву — был UTF-8. Заглавные вместо строчных — перепутали KOI8-R и windows-1251. Латинские буквы с надстрочными знаками — прочли как windows-1252.",
        ),
        make: readings::mojibake,
    },
];

/// The skill with a name.
pub fn by_id(id: &str) -> Option<&'static Skill> {
    SKILLS.iter().find(|skill| skill.id == id)
}

/// A seed that nobody has chosen.
pub fn any_seed() -> u64 {
    fastrand::u64(..1_000_000)
}

/// So many questions, of some skills in turn; the same for the same seed.
pub fn questions(skills: &[&'static Skill], number: usize, seed: u64) -> Vec<Question> {
    let mut dice = Dice::new(seed);
    let mut out: Vec<Question> = Vec::with_capacity(number);
    for skill in skills.iter().cycle().take(number) {
        let mut question = skill.question(&mut dice);
        // The same question again teaches nothing; a skill may have fewer than are asked for.
        for _ in 0..20 {
            if !out.contains(&question) {
                break;
            }
            question = skill.question(&mut dice);
        }
        out.push(question);
    }
    out
}

impl Skill {
    pub(super) fn question(&'static self, dice: &mut Dice) -> Question {
        let Made {
            encoding,
            given,
            choices,
            answer,
            places,
        } = (self.make)(dice);
        Question {
            skill: self,
            encoding,
            given,
            choices,
            answer,
            places,
        }
    }
}

/// The encoding with a label of the table.
fn encoding(label: &str) -> &'static Encoding {
    table::by_label(label).map_or(table::UTF_8, |label| label.encoding())
}

/// A text in an encoding; characters that it lacks are left out.
fn encoded(text: &str, encoding: &Encoding) -> Vec<u8> {
    let (mut bytes, mut state) = (Vec::new(), State::default());
    for c in text.chars() {
        let _: Result<_, _> = encoding.encode(&mut state, c, &mut bytes);
    }
    bytes
}

/// The places of a question about a character.
fn about(c: char) -> Vec<(&'static str, String)> {
    vec![
        ("character", c.to_string()),
        ("point", format!("U+{:04X}", u32::from(c))),
    ]
}

#[cfg(test)]
mod tests;
