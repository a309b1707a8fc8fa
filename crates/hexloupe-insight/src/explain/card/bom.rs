//! The byte order mark: its purpose, the marks there are, who needs one.
//!
//! Invariant: the marks are those of [`MARKS`](bom::MARKS).

use super::Card;
use super::place::Place;
use super::write::{role, said};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::hex;
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::{Encoding, bom};

pub(super) const CARD: Card = Card {
    id: "bom",
    title: texts("byte order mark", "метка порядка байтов"),
    about: texts(
        "what U+FEFF at the start of data says, and who needs it",
        "что говорит U+FEFF в начале данных и кому он нужен",
    ),
    rows,
};

fn rows(place: &Place<'_>) -> Vec<Row> {
    let (found, language) = (found(place), place.language);
    let first = language.pick("first bytes", "первые байты");
    let row = Row::default().at(1, first, CellRole::Label);
    let then = language.pick("then the data is", "тогда данные — это");
    let mut out = vec![row.at(16, then, CellRole::Label)];
    for (mark, encoding) in bom::MARKS {
        let role = role(found == Some(*encoding));
        let row = Row::default().at(1, hex(mark), role).answer();
        out.push(row.at(16, encoding.name, role).answer());
    }
    out.extend(said(&match found {
        Some(encoding) => text!(
            language,
            "This data begins with the mark of {name}.",
            "Эти данные начинаются с метки {name}.",
            name = encoding.name
        ),
        None if place.head.is_empty() => { language }
            .pick(
                "The first bytes of this data are not known.",
                "Первые байты этих данных неизвестны.",
            )
            .to_owned(),
        None => { language }
            .pick(
                "This data begins with none of them.",
                "Эти данные не начинаются ни с одной из них.",
            )
            .to_owned(),
    }));
    let sentences = SENTENCES.iter().map(|sentence| sentence.get(language));
    out.extend(sentences.flat_map(said));
    out
}

const SENTENCES: &[Texts] = &[
    texts(
        "For: U+FEFF as the first character tells the byte order. Read in the wrong order it is \
         U+FFFE, which is a noncharacter and never will be anything else, so the mistake shows.",
        "Зачем: U+FEFF первым символом говорит о порядке байтов. Прочитанный в неверном порядке, \
         он станет U+FFFE, а это не символ и никогда им не будет, так что ошибка видна.",
    ),
    texts(
        "UTF-8 needs none: it has one order. The mark is then only a sign that it is UTF-8, neither \
         required nor recommended (Unicode 2.6).",
        "UTF-8 она не нужна: порядок у него один. Тогда метка — лишь знак, что это UTF-8; её не \
         требуют и не советуют (Unicode 2.6).",
    ),
    texts(
        "Writes it: Excel's CSV UTF-8, Windows PowerShell 5, Notepad before 2019.",
        "Пишут её: CSV UTF-8 в Excel, Windows PowerShell 5, Блокнот до 2019 года.",
    ),
    texts(
        "Stumbles over it: #! of Unix scripts, PHP before headers, JSON (RFC 8259, 8.1, forbids \
         to add it), files joined by cat: a mark inside is U+FEFF, an invisible character.",
        "Спотыкаются о неё: #! в скриптах Unix, PHP перед заголовками, JSON (RFC 8259, 8.1, \
         запрещает её добавлять), файлы, склеенные cat: метка внутри — U+FEFF, невидимый символ.",
    ),
    texts(
        "UTF-16LE and UTF-16BE as names of text sent say the order; such text has no mark (RFC 2781).",
        "UTF-16LE и UTF-16BE как имена посланного текста уже называют порядок; метки в нём нет \
         (RFC 2781).",
    ),
];

/// The encoding whose mark the data has: its own, else the longest that fits.
fn found(place: &Place<'_>) -> Option<&'static Encoding> {
    let marks = || bom::at_start(place.head).map(|(_, encoding)| *encoding);
    let own = marks().find(|encoding| *encoding == place.encoding);
    own.or_else(|| marks().next())
}
