//! Text that was misread, as an encoding: judged by `encoding_rs` and the standard library, which
//! misread and undo whole texts, and by known mojibake.
//!
//! Invariant: what is expected was not computed by the code that is tested.

use crate::common;
use crate::contract;

use common::{steps, whole};
use hexloupe::codec::{CodecState, Encoding, Meaning, misread, table};
use proptest::prelude::*;

fn row(id: &str) -> &'static Encoding {
    misread::by_id(id).unwrap()
}

/// A text read in a row.
fn read(row: &'static Encoding, text: &str) -> String {
    let steps = steps(row, 0, &whole(text.as_bytes())).into_iter();
    steps.filter_map(|step| step.meaning.scalar()).collect()
}

#[track_caller]
fn check(id: &str, mojibake: &str, text: &str) {
    assert_eq!(read(row(id), mojibake), text, "{id}");
    let mut bytes = Vec::new();
    for c in text.chars() {
        row(id)
            .encode(&mut CodecState::default(), c, &mut bytes)
            .unwrap();
    }
    assert_eq!(String::from_utf8(bytes).as_deref(), Ok(mojibake), "{id}");
}

#[test]
fn known_mojibake_is_read_as_what_it_was() {
    check("utf-8,windows-1251", "РџСЂРёРІРµС‚", "Привет");
    check("utf-8,koi8-r", "п÷я─п╦п╡п╣я┌", "Привет");
    check("utf-8,ibm866", "╨Я╤А╨╕╨▓╨╡╤В", "Привет");
    check("utf-8,windows-1252", "ÐŸÑ€Ð¸Ð²ÐµÑ‚", "Привет");
    check("utf-8,cp437", "╨ƒ╤Ç╨╕╨▓╨╡╤é", "Привет");
    check("utf-8,x-mac-cyrillic", "–Я—А–Є–≤–µ—В", "Привет");
    check("windows-1251,windows-1252", "Ïðèâåò", "Привет");
    check("windows-1251,koi8-r", "оПХБЕР", "Привет");
    check("windows-1251,ibm866", "╧ЁштхЄ", "Привет");
    check("koi8-r,windows-1251", "рТЙЧЕФ", "Привет");
    check("koi8-r,windows-1252", "ðÒÉ×ÅÔ", "Привет");
    check("ibm866,windows-1251", "ЏаЁўҐв", "Привет");
    check("iso-8859-5,windows-1251", "їаШТХв", "Привет");
    check("windows-1251,koi8-r", "йНДХПНБЙЮ", "Кодировка");
    check("windows-1251,windows-1252", "Êîäèðîâêà", "Кодировка");
    check(
        "windows-1251,windows-1252",
        "ÑÅÊÐÅÒ - Áåñïå÷íûé Åçäîê",
        "СЕКРЕТ - Беспечный Ездок",
    );
    check("utf-8,windows-1252,utf-8,windows-1252", "ÃƒÂ©", "é");
    check(
        "utf-8,windows-1252,utf-8,windows-1252,utf-8,windows-1252",
        "ÃƒÆ’Ã‚Â©",
        "é",
    );
}

#[test]
fn what_is_no_mojibake_passes_as_it_is() {
    for text in [
        "Hello, 42!\r\n",
        "漢字",
        "😀",
        "Рус",
        "СССР и РСФСР",
        "\u{FEFF}x",
    ] {
        assert_eq!(read(row("utf-8,windows-1251"), text), text);
    }
    // Three capitals may be UTF-8 by chance.
    check_read("utf-8,windows-1251", "ВІКІ", "²ʲ");
    // Half of it, and sound text beside it.
    check_read("utf-8,windows-1251", "РџР Привет РџСЂ", "ПР Привет Пр");
    // The second misreading does not fit.
    check_read("utf-8,windows-1252,utf-8,windows-1252", "Ã© ÃƒÂ©", "Ã© é");
    // Ill-formed bytes are the faults of UTF-8, one by one.
    let bytes = b"\xD0\xA0\xD1\x9F\xD0\xA0\xD1\xFF\xD1\x9F";
    let found = steps(row("utf-8,windows-1251"), 0, &whole(bytes));
    let lens: Vec<_> = { found.iter() }
        .map(|step| (step.len, step.meaning.fault().is_some()))
        .collect();
    assert_eq!(
        lens,
        [(4, false), (2, false), (1, true), (1, true), (2, false)]
    );
}

#[track_caller]
fn check_read(id: &str, mojibake: &str, text: &str) {
    assert_eq!(read(row(id), mojibake), text, "{id}");
}

/// The rows that `encoding_rs` can judge: what it misreads in, and what was written if that was
/// not UTF-8.
type Judged = (
    &'static Encoding,
    Option<&'static encoding_rs::Encoding>,
    &'static encoding_rs::Encoding,
);

fn judged() -> Vec<Judged> {
    let web = |row: &Encoding| {
        let found = encoding_rs::Encoding::for_label(row.id.as_bytes())?;
        // ISO-8859-1 and ISO-8859-9 are other sets on the web.
        found.name().eq_ignore_ascii_case(row.id).then_some(found)
    };
    let rows = misread::all().filter_map(|row| {
        let misread = row.misread()?;
        let from = web(misread.written())?;
        let from = Some(from).filter(|from| *from != encoding_rs::UTF_8);
        Some((row, from, web(misread.read())?))
    });
    rows.collect()
}

/// A text misread once: none if it cannot be written so, or is not read without a loss.
fn misread_once(text: &str, (_, from, to): Judged) -> Option<String> {
    let bytes = match from {
        Some(from) => {
            let (bytes, _, lost) = from.encode(text);
            (!lost).then(|| bytes.into_owned())?
        }
        None => text.as_bytes().to_vec(),
    };
    let (text, lost) = to.decode_without_bom_handling(&bytes);
    (!lost).then(|| text.into_owned())
}

/// The steps of a text that was misread once, one character after another: lengths in bytes and
/// characters.
fn judge(text: &str, (_, from, to): Judged) -> Vec<(usize, char)> {
    let chars: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let counts = if from.is_some() { 1..=1 } else { 2..=4 };
        let found = counts.into_iter().find_map(|count| {
            let part: String = chars.get(at..at + count)?.iter().collect();
            let (bytes, _, lost) = to.encode(&part);
            let original = match from {
                Some(from) => from.decode_without_bom_handling_and_without_replacement(&bytes)?,
                None => str::from_utf8(&bytes).ok()?.into(),
            };
            let mut original = original.chars();
            let c = original
                .next()
                .filter(|_| !lost && original.next().is_none())?;
            Some((count, part.len(), c))
        });
        let (count, len, c) = found.unwrap_or((1, chars[at].len_utf8(), chars[at]));
        out.push((len, c));
        at += count;
    }
    out
}

/// Text that is misread, text that is not, and what is neither.
fn texts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        prop::sample::select(
            &[
                "Привет, мир! ",
                "Ça été — naïf ",
                "Žluťoučký kůň ",
                "\u{A0}",
                "€"
            ][..]
        )
        .prop_map(str::to_owned),
        "[ -~]{0,4}",
        "[А-яЁё]{1,6}",
        "[À-ÿ]{1,5}",
        "[╨╤РСÐÑÃÂâЂ™€\u{80}-\u{9F}]{1,4}",
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

/// Rows of several misreadings in different sets, and of four in one.
fn several() -> impl Iterator<Item = &'static Encoding> {
    const IDS: [&str; 6] = [
        "koi8-r,windows-1251,utf-8,windows-1252",
        "utf-8,windows-1251,utf-8,windows-1252",
        "utf-8,windows-1252,windows-1251,koi8-r",
        "ibm866,windows-1251,windows-1252,macintosh",
        "utf-8,ibm866,utf-8,koi8-r,utf-8,windows-1251",
        "utf-8,windows-1252,utf-8,windows-1252,utf-8,windows-1252,utf-8,windows-1252",
    ];
    IDS.into_iter().map(row)
}

proptest! {
    #[test]
    fn text_that_went_through_several_sets_comes_back(text in texts(), place in 0usize..6) {
        let row = several().nth(place).unwrap();
        let web = |row: &Encoding| encoding_rs::Encoding::for_label(row.id.as_bytes()).unwrap();
        let chain = row.misread().unwrap().chain();
        let made = chain.map(|(from, to)| (web(from), web(to))).try_fold(text.clone(), |text, (from, to)| {
            let (bytes, _, unmappable) = from.encode(&text);
            let (made, lossy) = to.decode_without_bom_handling(&bytes);
            (!unmappable && !lossy).then(|| made.into_owned())
        });
        // What is longer than a sequence may be is read as it stands.
        let fits = |c: char| row.encode(&mut CodecState::default(), c, &mut Vec::new()).is_ok();
        if let Some(made) = made.filter(|_| text.chars().all(fits)) {
            prop_assert_eq!(read(row, &made), text, "{:?} {:?}", row, made);
        }
    }

    #[test]
    fn a_whole_text_comes_back(text in texts(), place: prop::sample::Index, times in 1usize..=3) {
        let all = judged();
        let judge = all[place.index(all.len())];
        let misread = judge.0.misread().unwrap();
        let times = if judge.1.is_some() { 1 } else { times };
        let pair = (misread.written(), misread.read());
        let row = misread::misread_encoding(&vec![pair; times]).unwrap();
        let made = (0..times).try_fold(text.clone(), |text, _| misread_once(&text, judge));
        // A byte without a character is a loss in some sets.
        if let Some(made) = made {
            prop_assert_eq!(read(row, &made), text, "{:?} {:?}", row, made);
        }
    }

    #[test]
    fn each_step_is_what_the_judge_says(text in texts(), place: prop::sample::Index) {
        let all: Vec<_> = judged().into_iter().filter(|it| it.0.misread().unwrap().times() == 1).collect();
        let whose = all[place.index(all.len())];
        let found: Vec<_> = steps(whose.0, 0, &whole(text.as_bytes()))
            .iter()
            .map(|step| (step.len as usize, step.meaning.scalar().unwrap()))
            .collect();
        prop_assert_eq!(found, judge(&text, whose), "{:?} {:?}", whose.0, text);
    }

    #[test]
    fn the_contract_of_decoding_holds(
        text in texts(), noise in prop::collection::vec(any::<u8>(), 0..6), at: prop::sample::Index,
        times in 0u32..=2, place: prop::sample::Index,
    ) {
        let all: Vec<_> = misread::all().chain(several()).collect();
        let row = all[place.index(all.len())];
        // Bytes that are misread in the row's own set, perhaps, with some noise in them.
        let mut bytes: Vec<u8> = text.into_bytes();
        for _ in 0..=times {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let mut out = Vec::new();
            for c in text.chars().take(60) {
                if row.encode(&mut CodecState::default(), c, &mut out).is_err() {
                    out.extend(c.encode_utf8(&mut [0; 4]).bytes());
                }
            }
            bytes = out;
            if row.misread().unwrap().times() > 1 {
                break;
            }
        }
        bytes.truncate(400);
        let at = at.index(bytes.len() + 1);
        bytes.splice(at..at, noise);
        contract::lengths(row, &bytes);
        contract::pages(row, 0, &bytes);
        contract::sync(row, 0, &bytes);
        contract::masks(row, 0, &bytes);
        contract::places(row, 0, &bytes);
        contract::stories(row, 0, &bytes);
        contract::counting(row, &bytes);
        // No step needs more than the row says.
        let look = usize::from(row.look);
        for from in 0..bytes.len() {
            let whole = row.decode(&mut CodecState::default(), &bytes[from..]);
            let end = bytes.len().min(from + look);
            prop_assert_eq!(row.decode(&mut CodecState::default(), &bytes[from..end]), whole);
        }
        // The whole text at once, and its beginning that is certainly well-formed.
        let expected: String = steps(row, 0, &whole(&bytes))
            .iter()
            .map_while(|step| step.meaning.scalar())
            .collect();
        let mut text = Vec::new();
        row.text(&mut CodecState::default(), &bytes, true, &mut text);
        prop_assert_eq!(String::from_utf8(text).unwrap(), expected);
        let valid = row.valid_prefix(&bytes);
        let steps = steps(row, 0, &whole(&bytes));
        let sound = steps.iter().take_while(|step| step.end() <= valid as u64);
        prop_assert!(sound.clone().all(|step| step.meaning.is_character()));
        prop_assert_eq!(sound.last().map_or(0, hexloupe::codec::Step::end), valid as u64);
    }
}

#[test]
fn every_row_reads_ascii_as_it_is_and_the_facts_fit_each_other() {
    let ascii: String = ('\0'..='\u{7F}').collect();
    for row in misread::all() {
        assert!(
            row.max_len <= row.look && row.ascii && row.unit == 1,
            "{row:?}"
        );
        assert!(row.synchronises_itself() && !row.shifts, "{row:?}");
        assert_eq!(read(row, &ascii), ascii, "{row:?}");
        assert_eq!(row.nul(CodecState::default()), Some(1));
    }
    assert!(table::all().all(|row| row.misread().is_none()));
    let meaning = row("utf-8,windows-1251").decode(&mut CodecState::default(), "Рџ".as_bytes());
    assert_eq!(meaning.meaning, Meaning::Scalar('П'));
}
