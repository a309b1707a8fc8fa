//! Files with text that was misread, made and judged by `encoding_rs`.
//!
//! Invariant: what a file was before its damage is known, and a mended file is compared with it
//! byte for byte.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use encoding_rs::Encoding as Web;
use hexloupe::detect::chain::Chain;
use hexloupe::detect::preferred::Preferred;
use hexloupe::detect::runs::CandidateReadings;
use hexloupe::detect::verdict::ACTING_FLOOR;
use hexloupe::detect::{Judgement, Reading};
use hexloupe::job::mend::{MendPlan, STEP, mend};
use hexloupe::job::recode::LossTreatment;
use hexloupe::job::runs::judge;
use hexloupe::job::{Control, JobEnd};

use super::drive::Made;

fn web(label: &str) -> &'static Web {
    Web::for_label(label.as_bytes()).unwrap()
}

/// A text in an encoding.
fn encoded(text: &str, label: &str) -> Vec<u8> {
    let (bytes, _, lost) = web(label).encode(text);
    assert!(!lost, "{text} in {label}");
    bytes.into_owned()
}

/// A text whose UTF-8 was read in a set.
fn misread(text: &str, label: &str) -> String {
    let (text, lost) = web(label).decode_without_bom_handling(text.as_bytes());
    assert!(!lost, "{text} as {label}");
    text.into_owned()
}

fn judged(data: &[u8], step: usize) -> Judgement {
    let cancel = AtomicBool::new(false);
    let mut control = Control::new(&cancel, &|_| {});
    match judge(&mut control, &data.to_vec(), Preferred::NONE, step as u64) {
        JobEnd::Done(judgement) => judgement,
        JobEnd::Cancelled => panic!("nobody cancelled"),
    }
}

fn learned(data: &[u8]) -> CandidateReadings {
    judged(data, STEP).readings
}

/// The readings of some data, and how sure the least sure is.
pub(crate) fn surveyed(data: &[u8], step: usize) -> (CandidateReadings, f32) {
    let judgement = judged(data, step);
    let found = judgement.found.iter();
    let least = found.map(|found| found.confidence).fold(1.0, f32::min);
    (judgement.readings, least)
}

/// How some data is to be mended.
pub(crate) type Orders = (CandidateReadings, MendPlan);

/// As a chain that is named.
fn named(notation: &str) -> Orders {
    let reading = Reading::through(Chain::parse(notation).unwrap());
    (CandidateReadings::with_utf8([reading]), MendPlan::Chains)
}

pub(crate) fn mended(data: &[u8], (readings, plan): &Orders, step: usize) -> Made {
    let cancel = AtomicBool::new(false);
    let mut control = Control::new(&cancel, &|_| {});
    let (mut made, mut out) = (Made::default(), Vec::new());
    let data = data.to_vec();
    match mend(
        &mut control,
        &data,
        readings,
        *plan,
        step,
        &mut made,
        &mut out,
    ) {
        JobEnd::Done(Ok(losses)) => made.losses = losses,
        other => panic!("{other:?}"),
    }
    made.out = out;
    // What was told is what differs, and the rest is as it was.
    let (mut rebuilt, mut at) = (Vec::new(), 0);
    for (offset, bytes, what, text) in &made.told {
        let offset = *offset as usize;
        assert_eq!(data[offset..offset + bytes.len()], bytes[..]);
        rebuilt.extend_from_slice(&data[at..offset]);
        match what {
            LossTreatment::Mended => rebuilt.extend_from_slice(text.as_ref().unwrap().as_bytes()),
            _ => rebuilt.extend_from_slice(bytes),
        }
        at = offset + bytes.len();
    }
    rebuilt.extend_from_slice(&data[at..]);
    assert!(rebuilt == made.out, "the report tells all of it");
    made
}

/// A file and what it is to become; the number of pieces that are mended.
struct Sample {
    data: Vec<u8>,
    expected: String,
    pieces: u64,
}

/// A log in which three lines were misread.
fn log(lines: usize) -> Sample {
    let damaged = [lines / 200, lines / 2, lines - 1];
    let (mut data, mut expected) = (String::new(), String::new());
    for line in 0..lines {
        let text = if damaged.contains(&line) {
            "соединение с сервером потеряно, повторная попытка"
        } else {
            "запрос выполнен успешно, пользователь вошёл в систему"
        };
        let row = |text: &str| format!("2024-05-0{} {line} {text}\n", line % 9 + 1);
        expected.push_str(&row(text));
        let text = if damaged.contains(&line) {
            misread(text, "windows-1251")
        } else {
            text.to_owned()
        };
        data.push_str(&row(&text));
    }
    Sample {
        data: data.into_bytes(),
        expected,
        pieces: 3,
    }
}

/// A table whose rows are in three encodings.
fn table() -> Sample {
    let rows = [
        ("Москва;улица Ленина;дом 5", "windows-1251"),
        ("Казань;проспект Победы;дом 12", "windows-1251"),
        ("Санкт-Петербург;Невский проспект;1", "ibm866"),
        ("Самара;переулок Тихий;3", "ibm866"),
        ("Тула;площадь Свободы;7", "utf-8"),
        ("plain;ascii;9", "utf-8"),
        ("Пермь;бульвар Гагарина;9", "windows-1251"),
    ];
    let (mut data, mut expected) = (Vec::new(), String::new());
    for (text, label) in rows {
        data.extend(encoded(text, label));
        data.extend(b"\r\n");
        expected.push_str(text);
        expected.push_str("\r\n");
    }
    Sample {
        data,
        expected,
        pieces: 5,
    }
}

/// A dump of a database whose text went through latin1 twice.
fn dump() -> Sample {
    let twice = |text: &str| misread(&misread(text, "windows-1252"), "windows-1252");
    let rows = ["déjà vu, garçon", "élève naïf", "Noël à la forêt", "plain"];
    let row = |text: &str| format!("INSERT INTO t VALUES ('{text}');\n");
    let sound = "-- café crème, réservé\n";
    Sample {
        data: (sound.to_owned() + &rows.map(|text| row(&twice(text))).concat()).into_bytes(),
        expected: sound.to_owned() + &rows.map(row).concat(),
        pieces: 3,
    }
}

#[track_caller]
fn check(sample: &Sample, plan: impl Fn(&[u8], usize) -> Orders, steps: &[usize]) {
    for &step in steps {
        let plan = plan(&sample.data, step);
        let made = mended(&sample.data, &plan, step);
        let out = String::from_utf8_lossy(&made.out);
        let differ = out
            .lines()
            .zip(sample.expected.lines())
            .find(|(one, other)| one != other);
        assert_eq!(differ, None, "{step}");
        assert!(made.out == sample.expected.as_bytes(), "{step}");
        assert_eq!(
            (made.losses.mended, made.losses.left),
            (sample.pieces, 0),
            "{step}"
        );
    }
}

const SMALL: &[usize] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 64, 4096, STEP];

#[test]
fn burmese_is_put_in_the_order_of_unicode_line_by_line() {
    // As ICU has it (uconv -x Zawgyi-my), but for the number that begins a line.
    let zawgyi = "ျမန္မာႏုိင္ငံ ျဖစ္ပါတယ္\r\nကၽြန္ေတာ္တို႕ caf\u{E9} ဗိုလ္ခ်ဳပ္မႉးႀကီး\n၄။ ဥကၠ႒\n";
    let unicode = "မြန်မာနိုင်ငံ ဖြစ်ပါတယ်\r\nကျွန်တော်တို့ caf\u{E9} ဗိုလ်ချုပ်မှူးကြီး\n၄။ ဥကၠ႒\n";
    let sound = "ကျွန်တော် ဖြစ်ပါတယ်\n1,040 ASCII\n".as_bytes();
    let data = [zawgyi.as_bytes(), sound, b"\xFF\n", zawgyi.as_bytes()].concat();
    let expected = [unicode.as_bytes(), sound, b"\xFF\n", unicode.as_bytes()].concat();
    let orders = (CandidateReadings::with_utf8([]), MendPlan::Zawgyi);
    for step in (1..10).chain([63, 64, 65, STEP]) {
        let made = mended(&data, &orders, step);
        assert!(
            made.out == expected,
            "{step}: {}",
            String::from_utf8_lossy(&made.out)
        );
        assert_eq!((made.losses.mended, made.losses.left), (4, 3), "{step}");
    }
    // Both orders have this word.
    let made = mended("ခြာ\n".as_bytes(), &orders, STEP);
    assert_eq!(made.out, "ခြာ\n".as_bytes());
    assert_eq!((made.losses.mended, made.losses.left), (0, 1));
}

#[test]
fn three_lines_of_a_log_are_mended_and_nothing_else_is_changed() {
    let chain = |_: &[u8], _| named("utf-8,windows-1251");
    let found = |data: &[u8], step| (surveyed(data, step).0, MendPlan::Chains);
    check(&log(300), chain, SMALL);
    check(&log(300), found, SMALL);
    check(&log(5000), chain, &[1000, 65_536, STEP]);
    check(&log(5000), found, &[1000, 65_536, STEP]);
}

#[test]
fn the_last_line_need_not_end() {
    for tail in ["", "z", "\nlast line", " x1"] {
        let mut sample = log(40);
        let len = sample.data.len();
        sample.data.truncate(len - 1);
        sample.expected.pop();
        sample.data.extend_from_slice(tail.as_bytes());
        sample.expected.push_str(tail);
        let found = |data: &[u8], step| (surveyed(data, step).0, MendPlan::Chains);
        check(&sample, found, SMALL);
    }
}

#[test]
fn a_line_without_end_is_gone_through() {
    let data = [&b"A".repeat(3 << 20)[..], "РџСЂРёРІРµС‚".as_bytes()].concat();
    let made = mended(&data, &named("utf-8,windows-1251"), STEP);
    assert!(made.out.ends_with("AAПривет".as_bytes()));
    let found = mended(&data, &(learned(&data), MendPlan::Chains), STEP);
    assert_eq!(found.losses.left, 0);
}

#[test]
fn lines_in_several_encodings_become_utf_8() {
    let lines = |data: &[u8], _| (learned(data), MendPlan::All);
    check(&table(), lines, SMALL);
    // What is only mojibake is left as it is, and told.
    let data = table().data;
    let made = mended(&data, &(learned(&data), MendPlan::Chains), STEP);
    assert!(made.out == data);
    assert_eq!((made.losses.mended, made.losses.left), (0, 5));
}

#[test]
fn a_dump_that_went_through_latin_1_twice_comes_back() {
    let twice = "utf-8,windows-1252,utf-8,windows-1252";
    check(&dump(), |_, _| named(twice), SMALL);
    let found = |data: &[u8], step| (surveyed(data, step).0, MendPlan::Chains);
    check(&dump(), found, SMALL);
}

#[test]
fn a_chain_that_was_learned_in_part_is_completed() {
    let french = include_str!("../languages/fr.txt");
    let row = |text: &str| format!("INSERT INTO t VALUES ('{text}');\n");
    let twice = |text: &str| misread(&misread(text, "windows-1252"), "windows-1252");
    let expected: String = french.lines().map(row).collect();
    let data: String = french.lines().map(|line| row(&twice(line))).collect();
    let (readings, least) = surveyed(data.as_bytes(), STEP);
    assert!(least >= ACTING_FLOOR, "{least}");
    let made = mended(data.as_bytes(), &(readings, MendPlan::Chains), STEP);
    assert_eq!(String::from_utf8_lossy(&made.out), expected);
}

#[test]
fn a_word_among_sound_ones_and_a_lost_no_break_space() {
    for (text, expected) in [
        ("имя РџСЂРёРІРµС‚, да", "имя Привет, да"),
        ("да Р РѕСЃСЃРёСЏ да", "да Россия да"),
        ("Привет, ВІКІ, été", "Привет, ВІКІ, été"),
        // E1 A0 97 would be a letter of Mongolian, with a no-break space for the space.
        ("б — а — и — РјРёСЂ", "б — а — и — мир"),
        ("a\u{FFFD}b", "a\u{FFFD}b"),
        ("", ""),
    ] {
        for step in SMALL {
            let made = mended(text.as_bytes(), &named("utf-8,windows-1251"), *step);
            assert_eq!(String::from_utf8_lossy(&made.out), expected);
        }
    }
    // Between ill-formed bytes too.
    let made = mended(
        b"\xFF \xC3\x83\xC2\xA9 \xE9\n",
        &named("utf-8,windows-1252"),
        STEP,
    );
    assert_eq!(made.out, b"\xFF \xC3\xA9 \xE9\n");
}

#[test]
fn a_line_that_was_misread_in_two_sets_comes_back_whole() {
    let text = "Привет, как дела? Всё хорошо, спасибо";
    let koi = encoded(text, "koi8-r");
    let (once, _) = web("windows-1251").decode_without_bom_handling(&koi);
    let twice = misread(&once, "windows-1252");
    let sample = Sample {
        data: format!("Москва\n{twice}\nСамара\n").into_bytes(),
        expected: format!("Москва\n{text}\nСамара\n"),
        pieces: 1,
    };
    check(&sample, |data, _| (learned(data), MendPlan::All), SMALL);
}

#[test]
fn sound_text_stays_as_it_is() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/languages");
    for entry in std::fs::read_dir(folder).unwrap() {
        let data = std::fs::read(entry.unwrap().path()).unwrap();
        for read in [
            "windows-1251",
            "windows-1252",
            "ibm866",
            "koi8-r",
            "windows-1250",
        ] {
            let made = mended(&data, &named(&format!("utf-8,{read}")), STEP);
            let told: Vec<_> = made.told.iter().map(|told| &told.3).take(3).collect();
            assert!(made.out == data && told.is_empty(), "{read}: {told:?}");
        }
        let readings = learned(&data);
        for plan in [MendPlan::Chains, MendPlan::All] {
            assert!(mended(&data, &(readings.clone(), plan), STEP).out == data);
        }
    }
}

#[test]
fn a_character_that_a_set_has_twice_is_converted() {
    // 81 E6 and 87 9A are both U+2235, and Shift_JIS writes the first.
    let plan = |label: &str| {
        let encoding = hexloupe::codec::table::by_id(label).unwrap();
        (
            CandidateReadings::with_utf8([Reading::plain(encoding)]),
            MendPlan::All,
        )
    };
    let text = "これは日本語の文章です。とても良い天気ですね。";
    let mut data = encoded(text, "shift_jis");
    data.extend(b" \x87\x9A ");
    data.extend(encoded(text, "shift_jis"));
    for step in [7, STEP] {
        let made = mended(&data, &plan("shift_jis"), step);
        let out = format!("{text} ∵ {text}");
        assert!(
            made.out == out.as_bytes(),
            "{}",
            String::from_utf8_lossy(&made.out)
        );
        assert_eq!((made.losses.mended, made.losses.left), (1, 0));
    }
}
