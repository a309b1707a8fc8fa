//! The reasons why a well-formed character is unusual.
//!
//! There is one sentence for each notice, with details of the actual encoding. Invariant: the
//! sentence is one line of at most 200 characters and says what to look for, not only that
//! something is odd.

use super::words::{character, point};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::{C1, Encoding, Layout, Meaning, State, table};
use hexloupe_text::unicode::notice::Notice;
use hexloupe_text::unicode::property::UNICODE_VERSION;

const OPENING_BOM: Texts = texts(
    "The data opens with a byte order mark: in UTF-8 it tells no order, and shells, compilers and \
     readers of CSV may take it for text; recode --bom drop takes it out.",
    "Данные начинаются с метки порядка байтов: в UTF-8 порядка у байтов нет, а оболочки, \
     компиляторы и чтение CSV могут принять её за текст; уберёт её recode --bom drop.",
);

const MIXED_LINE_ENDINGS: Texts = texts(
    "Here a line ends otherwise than the first one does: programs that know one kind of LF, CR LF \
     and CR may count the lines differently.",
    "Строка здесь кончается не так, как первая: программы, которые знают только один из видов LF, \
     CR LF и CR, могут иначе насчитать строки.",
);

/// The reason why the character of some value carries the notice, in the encoding it was read in.
pub fn notice(
    notice: Notice,
    encoding: &'static Encoding,
    value: u32,
    language: Language,
) -> String {
    let (number, name) = (point(value), encoding.name);
    let c = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
    match notice {
        Notice::BomInside => text!(
            language,
            "{number} opens a text as its byte order mark; inside it is an invisible \
             character, mostly left where files were joined.",
            "{number} в начале текста — метка порядка байтов; внутри это невидимый символ, \
             чаще всего след того, что файлы склеили."
        ),
        Notice::BomContradicts => text!(
            language,
            "The data opens with the byte order mark of another encoding than {name}: \
             what it names is probably how the data was written.",
            "Данные начинаются с метки порядка байтов не {name}, а другой кодировки: скорее \
             всего, в той они и записаны."
        ),
        Notice::DoubleBom => text!(
            language,
            "A second {number} after the byte order mark: a decoder takes away one, \
             and this one stays in the text.",
            "Второй {number} после метки порядка байтов: декодер снимает один, а этот остаётся \
             в тексте."
        ),
        Notice::ReplacementCharacter => text!(
            language,
            "{number} stands for bytes that could not be decoded: something was lost \
             before this was written.",
            "{number} стоит вместо байтов, которые не удалось декодировать: что-то потерялось \
             ещё до записи."
        ),
        Notice::Noncharacter => text!(
            language,
            "{number} is a noncharacter: well-formed, but never to be a character; \
             it is for use inside programs.",
            "{number} записан верно, но это не символ и никогда им не станет; он для нужд самих \
             программ."
        ),
        Notice::C1Control => c1_control(encoding, c, language),
        Notice::Nul => nul(encoding, &number, language),
        Notice::PrivateUse => text!(
            language,
            "{number} is for private use: what it means is agreed between the writer \
             and the reader, or a font.",
            "{number} — для частного использования: о том, что он значит, договариваются автор и \
             читатель, или знает шрифт."
        ),
        Notice::Unassigned => text!(
            language,
            "{number} is not assigned in Unicode {UNICODE_VERSION}: younger than these \
             tables, or no text.",
            "{number} не назначен в Юникоде {UNICODE_VERSION}: он моложе этих таблиц, или это не \
             текст."
        ),
        Notice::BeyondUnicode => text!(
            language,
            "{number} is above U+10FFFF, where Unicode ends since UTF-16; RFC 2279 had room up \
             to 0x7FFFFFFF, in which no character ever was.",
            "{number} больше U+10FFFF, где со времён UTF-16 кончается Юникод; RFC 2279 оставлял \
             место до 0x7FFFFFFF, но символов там никогда не было."
        ),
        Notice::DefaultIgnorable | Notice::BidiControl | Notice::Utf7NotDirect => {
            of_character(notice, &character(c), language)
        }
        Notice::BidiUnpaired => unpaired(c, language),
        Notice::TagCharacter => tag(c, language),
        Notice::VariationSelector => text!(
            language,
            "{number} is not seen itself; it chooses the form of the character before it.",
            "{number} сам не виден; он выбирает форму символа перед ним."
        ),
        Notice::MixedLineEndings => MIXED_LINE_ENDINGS.get(language).to_owned(),
        Notice::LoneEscape | Notice::MojibakeSuspect => of_several(notice, language),
        Notice::Confusable | Notice::MixedScript | Notice::NotNfc | Notice::OddSpace => {
            of_look_alike(notice, language)
        }
        Notice::OpeningBom => OPENING_BOM.get(language).to_owned(),
        Notice::Mutf8RawNul => text!(
            language,
            "{number} as the byte 00: modified UTF-8 writes C0 80, so that no 00 ends a string too \
             early; a class file may not hold it, though DataInput.readUTF takes it.",
            "{number} байтом 00: модифицированный UTF-8 пишет C0 80, чтобы 00 не оборвал строку; в \
             файле класса его быть не может, хотя DataInput.readUTF его примет."
        ),
        Notice::Utf7NonzeroPadding => text!(
            language,
            "The base64 of {number} ends its run, and the bits that fill up its last byte are not \
             all zero: RFC 2152 wants zeros, and a strict decoder may refuse it.",
            "На {number} base64 кончается, а биты, дополняющие последний байт, не все нули: \
             RFC 2152 требует нулей, и строгий декодер может его отвергнуть."
        ),
    }
}

/// The largest number of characters of a suspected word that are shown.
const TOLD: usize = 24;

/// The reason why a word is suspected to be mojibake, with the original word, which may be drawn
/// unchanged.
pub fn suspected(word: &str, language: Language) -> String {
    let mut told: String = word.chars().take(TOLD).collect();
    if told.len() < word.len() {
        told.push('…');
    }
    text!(
        language,
        "Almost surely mojibake, it was {told}: UTF-8 that was read in a set of one byte per \
         character and saved again, most likely by a program told a wrong encoding; guess says how.",
        "Почти наверняка кракозябры, было «{told}»: UTF-8 прочли в однобайтовой кодировке и \
         записали снова, скорее всего программе указали не ту кодировку; как вышло, скажет guess."
    )
}

/// The sentences of notices that name the character.
fn of_character(notice: Notice, what: &str, language: Language) -> String {
    match notice {
        Notice::BidiControl => text!(
            language,
            "{what} orders text of two directions: what is shown may not be what is read by a program.",
            "{what} управляет текстом двух направлений: показано может быть не то, что читает программа."
        ),
        Notice::Utf7NotDirect => text!(
            language,
            "{what} stands here as itself; RFC 2152 has it in base64 only, for mail systems may change \
             the byte.",
            "{what} стоит здесь как есть; по RFC 2152 ему место только в base64: почта может \
             изменить байт."
        ),
        _ => text!(
            language,
            "{what} is not seen where it has no effect: text that looks the same may differ by it.",
            "{what} не виден там, где не действует: одинаковые на вид тексты могут отличаться им."
        ),
    }
}

/// The sentences of notices on look-alikes.
fn of_look_alike(notice: Notice, language: Language) -> String {
    let said = match notice {
        Notice::Confusable => language.pick(
            "This word passes for one of ASCII, but some of its letters are others that are drawn \
             alike: to a program it is another name.",
            "Это слово не отличить на вид от слова из ASCII, но буквы в нём другие: для программы \
             это другое имя.",
        ),
        Notice::MixedScript => language.pick(
            "Letters of several scripts in one word, some of which are drawn like letters of the \
             other: mostly a wrong keyboard layout, sometimes a trap.",
            "В одном слове буквы разных письменностей, и некоторые не отличить от букв другой: \
             чаще всего это не та раскладка, иногда ловушка.",
        ),
        Notice::NotNfc => language.pick(
            "Composed text (NFC) writes this word with other code points: it looks the same, but \
             programs that compare bytes find it different; recode --normalize nfc composes it.",
            "В составленной форме (NFC) это слово записывают другими кодовыми позициями: на вид оно \
             то же, но при сравнении байтов другое; составит его recode --normalize nfc.",
        ),
        _ => language.pick(
            "A space that is not U+0020, where nothing around calls for one: compilers and readers \
             of configuration may refuse it, or take it for a letter.",
            "Пробел, но не U+0020, хотя рядом ничто его не требует: компиляторы и чтение настроек \
             могут его отвергнуть или принять за букву.",
        ),
    };
    said.to_owned()
}

/// The sentences of notices on several characters in a row.
fn of_several(notice: Notice, language: Language) -> String {
    let said = match notice {
        Notice::LoneEscape => language.pick(
            "The escape of a surrogate whose mate does not stand beside it: half a character, \
                 mostly from a string that was cut; strict readers of JSON refuse it.",
            "Здесь записан суррогат, а его пары рядом нет: это половина символа, чаще всего от \
                 разрезанной строки; строгий разбор JSON такое отвергает.",
        ),
        _ => language.pick(
            "Almost surely mojibake: UTF-8 that was read in a set of one byte per character and \
                 written again, most likely by a program told a wrong encoding; guess says how.",
            "Почти наверняка кракозябры: UTF-8 прочли в однобайтовой кодировке и записали снова, \
                 скорее всего программе указали не ту кодировку; как вышло, скажет guess.",
        ),
    };
    said.to_owned()
}

fn unpaired(c: char, language: Language) -> String {
    let what = character(c);
    match c {
        '\u{202C}' => text!(
            language,
            "{what} ends an embedding or override, but none is open here.",
            "{what} завершает вложение или замену направления, но здесь ничего не открыто."
        ),
        '\u{2069}' => text!(
            language,
            "{what} ends an isolate, but none is open here.",
            "{what} завершает изоляцию, но здесь ничего не открыто."
        ),
        _ => text!(
            language,
            "{what} is not closed on its line: what comes after it may be shown in another \
             order than it is read in.",
            "{what} не закрыт в своей строке: то, что идёт дальше, может быть показано не в том \
             порядке, в каком читается."
        ),
    }
}

fn tag(c: char, language: Language) -> String {
    let number = point(u32::from(c));
    let hidden = char::from_u32(u32::from(c).wrapping_sub(0xE0000)).filter(char::is_ascii_graphic);
    match hidden.map(character) {
        Some(ascii) => text!(
            language,
            "{number} stands unseen for {ascii}: tags spell regions in flags such as England's, and elsewhere hide text.",
            "{number} невидимо стоит за {ascii}: тегами пишут регионы во флагах, как у Англии, а в других местах прячут текст."
        ),
        None => text!(
            language,
            "{number} is an unseen tag: tags spell regions in flags such as England's, and elsewhere hide text.",
            "{number} — невидимый тег: тегами пишут регионы во флагах, как у Англии, а в других местах прячут текст."
        ),
    }
}

/// The effect of U+0000 on a string in C, by the bytes of U+0000 in the encoding.
fn nul(encoding: &Encoding, number: &str, language: Language) -> String {
    match encoding.layout {
        Layout::Utf8(form) if form.long_nul => text!(
            language,
            "{number} is written C0 80 in modified UTF-8, so that no byte 00 ends a string in C.",
            "{number} в модифицированном UTF-8 пишется C0 80, чтобы байт 00 не завершал строку в C."
        ),
        Layout::Utf7 => text!(
            language,
            "{number} ends a string in C once it is decoded: what follows is not read.",
            "{number} завершит строку в C, когда его декодируют: что дальше, не прочтут."
        ),
        _ => text!(
            language,
            "{number} ends a string in C: what follows is not read.",
            "{number} завершает строку в C: что дальше, не прочтут."
        ),
    }
}

fn c1_control(encoding: &'static Encoding, c: char, language: Language) -> String {
    let byte = u32::from(c);
    match encoding.c1 {
        C1::Controls => {}
        C1::Ebcdic => return ebcdic_control(c, language),
        C1::Unassigned => {
            return text!(
                language,
                "{name} leaves {byte:02X} unassigned; the WHATWG reads it as the control {number}.",
                "В {name} за {byte:02X} ничего нет; WHATWG читает его как управляющий символ {number}.",
                name = encoding.name,
                number = point(byte)
            );
        }
    }
    let web = table::by_label("windows-1252").map(table::Label::encoding);
    let meant = web.map(|web| {
        web.decode(&mut State::default(), &[u32::from(c) as u8])
            .meaning
    });
    let what = character(c);
    match meant {
        Some(Meaning::Scalar(meant)) if meant != c => text!(
            language,
            "{what} is a control of C1, hardly ever meant; in windows-1252 the byte {byte:02X} is {meant}.",
            "{what} — управляющий символ C1, его редко имеют в виду; в windows-1252 байт {byte:02X} — это {meant}.",
            meant = character(meant)
        ),
        _ => text!(
            language,
            "{what} is a control of C1, hardly ever meant; is the encoding right?",
            "{what} — управляющий символ C1, его редко имеют в виду; верна ли кодировка?"
        ),
    }
}

/// The sentence about EBCDIC's own controls; one of them ends lines.
fn ebcdic_control(c: char, language: Language) -> String {
    let what = character(c);
    match c {
        '\u{85}' => text!(
            language,
            "{what} ends a line in EBCDIC, as LF does in ASCII.",
            "{what} завершает строку в EBCDIC, как LF в ASCII."
        ),
        _ => text!(
            language,
            "{what} stands for a control of EBCDIC that ASCII does not have.",
            "{what} — это управляющий символ EBCDIC, которого нет в ASCII."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::unicode::glyph::{Charset, safe};
    use hexloupe_text::unicode::notice::{NoticePlace, ToldBy, of};

    fn encoding(id: &str) -> &'static Encoding {
        table::all().find(|encoding| encoding.id == id).unwrap()
    }

    fn told_by(whom: ToldBy) -> impl Iterator<Item = Notice> {
        let all = Notice::ALL.iter().copied();
        all.filter(move |notice| notice.told_by() == whom)
    }

    /// The sentence in every language.
    fn in_all(kind: Notice, encoding: &'static Encoding, value: u32) -> [String; 2] {
        Language::ALL.map(|language| notice(kind, encoding, value, language))
    }

    #[track_caller]
    fn check(kind: Notice, id: &str, c: char, expected: &str) {
        let told = notice(kind, encoding(id), c.into(), Language::English);
        assert_eq!(told, expected);
    }

    #[test]
    fn a_c1_control_is_explained_by_its_encoding() {
        let c1 = Notice::C1Control;
        check(
            c1,
            "windows-1252",
            '\u{81}',
            "windows-1252 leaves 81 unassigned; the WHATWG reads it as the control U+0081.",
        );
        check(
            c1,
            "utf-8",
            '\u{85}',
            "U+0085 NEXT LINE is a control of C1, hardly ever meant; \
             in windows-1252 the byte 85 is U+2026 HORIZONTAL ELLIPSIS '…'.",
        );
        check(
            c1,
            "iso-8859-1",
            '\u{81}',
            "U+0081 HIGH OCTET PRESET is a control of C1, hardly ever meant; is the encoding right?",
        );
        check(
            c1,
            "ebcdic-037",
            '\u{85}',
            "U+0085 NEXT LINE ends a line in EBCDIC, as LF does in ASCII.",
        );
    }

    #[test]
    fn a_tag_shows_its_ascii_character() {
        let sentence = notice(
            Notice::TagCharacter,
            table::UTF_8,
            0xE0041,
            Language::English,
        );
        assert!(
            sentence.contains("U+0041 LATIN CAPITAL LETTER A 'A'"),
            "{sentence}"
        );
    }

    #[test]
    fn notices_of_context_are_explained_by_their_effect() {
        let unpaired = Notice::BidiUnpaired;
        let check = |c, expected| check(unpaired, "utf-8", c, expected);
        check(
            '\u{2066}',
            "U+2066 LEFT-TO-RIGHT ISOLATE is not closed on its line: what comes after it may be \
             shown in another order than it is read in.",
        );
        check(
            '\u{202C}',
            "U+202C POP DIRECTIONAL FORMATTING ends an embedding or override, but none is open here.",
        );
        for kind in told_by(ToldBy::Context) {
            for c in "\r\n\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2067}\u{2068}\u{2069}".chars()
            {
                for sentence in in_all(kind, table::UTF_8, c.into()) {
                    assert_eq!(safe(&sentence, Charset::Unicode), sentence);
                    assert!(sentence.chars().count() <= 200, "{sentence}");
                }
            }
        }
    }

    #[test]
    fn remarks_of_an_encoding_name_the_character() {
        check(
            Notice::Utf7NotDirect,
            "utf-7",
            '~',
            "U+007E TILDE '~' stands here as itself; RFC 2152 has it in base64 only, for mail \
             systems may change the byte.",
        );
        let beyond = notice(
            Notice::BeyondUnicode,
            encoding("utf-8-legacy"),
            0x0020_0000,
            Language::English,
        );
        assert!(beyond.starts_with("0x200000 is above U+10FFFF"), "{beyond}");
        let kinds = told_by(ToldBy::Encoding).chain([Notice::BeyondUnicode]);
        for kind in kinds {
            for value in [0, 0x1B, 0x7E, 0x202E, 0x0010_FFFF, 0x7FFF_FFFF] {
                for sentence in in_all(kind, encoding("utf-7"), value) {
                    assert_eq!(safe(&sentence, Charset::Unicode), sentence);
                    assert!(sentence.chars().count() <= 200, "{sentence}");
                }
            }
        }
    }

    #[test]
    fn every_notice_of_every_character_may_be_drawn() {
        let mut seen: Vec<Notice> = Vec::new();
        let places = [
            NoticePlace::Opening,
            NoticePlace::AfterBom,
            NoticePlace::ForeignBom,
            NoticePlace::LineEnd,
            NoticePlace::Inside,
        ];
        let private = '\u{E000}'..='\u{F8FF}';
        for c in ('\0'..='\u{30000}').chain('\u{E0000}'..='\u{E01EF}') {
            if private.contains(&c) && c > '\u{E010}' {
                continue;
            }
            for kind in places.iter().flat_map(|place| of(c, *place)) {
                for sentence in in_all(kind, table::UTF_8, c.into()) {
                    assert_eq!(safe(&sentence, Charset::Unicode), sentence);
                    assert!(sentence.chars().count() <= 200, "{sentence}");
                }
                seen.push(kind);
            }
        }
        seen.extend(told_by(ToldBy::Context).chain(told_by(ToldBy::Encoding)));
        seen.push(Notice::BeyondUnicode);
        assert!(Notice::ALL.iter().all(|kind| seen.contains(kind)));
    }

    #[test]
    fn a_nul_ends_a_string_in_c_only_where_it_is_the_byte_00() {
        let said = |id: &str| {
            let encoding = table::all().find(|encoding| encoding.id == id).unwrap();
            notice(Notice::Nul, encoding, 0, Language::English)
        };
        assert_eq!(
            said("utf-8"),
            "U+0000 ends a string in C: what follows is not read."
        );
        assert!(said("mutf-8").contains("no byte 00 ends a string"));
        assert!(said("utf-7").contains("once it is decoded"));
    }
}
