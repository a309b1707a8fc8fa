//! Files that are put together from lines, divided: which lines are said to be read how.
//!
//! What each line is, is known from how it was made, by another encoder. Invariant: the
//! answer does not depend on the size of the pieces.

use std::sync::atomic::AtomicBool;

use hexloupe::detect;
use hexloupe::detect::preferred::Preferred;
use hexloupe::job::runs::{ReadingStretch, STEP, divide, judge};
use hexloupe::job::{Control, JobEnd};

/// A line of a file: its text, and how it was damaged or written.
type Made<'a> = (&'a str, &'a str);

/// The bytes of a line.
fn line((text, how): Made<'_>) -> Vec<u8> {
    let encoding = |label: &str| encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
    match how.split_once(',') {
        None => encoding(how).encode(text).0.into_owned(),
        Some((_, read)) => {
            let (text, _) = encoding(read).decode_without_bom_handling(text.as_bytes());
            text.into_owned().into_bytes()
        }
    }
}

/// The stretches of some data.
pub(crate) fn stretches(data: &[u8], step: u64) -> Vec<ReadingStretch> {
    let cancel = AtomicBool::new(false);
    let mut control = Control::new(&cancel, &|_| {});
    let data = data.to_vec();
    let JobEnd::Done(judgement) = judge(&mut control, &data, Preferred::NONE, step) else {
        return Vec::new();
    };
    let readings = judgement.readings;
    let mut found = Vec::new();
    assert_eq!(
        divide(&mut control, &data, &readings, step, &mut |stretch| found
            .push(stretch)),
        JobEnd::Done(())
    );
    found
}

/// How a stretch is read, and its lines.
fn told(stretch: &ReadingStretch) -> (String, u64, u64) {
    let reading = &stretch.run.reading;
    let chain = reading.chain.as_ref().map(detect::chain::Chain::notation);
    let name = chain.unwrap_or_else(|| reading.encoding.id.to_owned());
    (name, stretch.first_line, stretch.last_line)
}

/// The lines that follow each other and were made alike; those of ASCII belong to the line before.
fn expected(lines: &[Made<'_>]) -> Vec<(String, u64, u64)> {
    let mut all: Vec<(String, u64, u64)> = Vec::new();
    for (number, (text, how)) in (1..).zip(lines) {
        match all.last_mut() {
            Some(last) if last.0 == *how || text.is_ascii() => last.2 = number,
            _ => all.push(((*how).to_owned(), number, number)),
        }
    }
    all
}

#[test]
fn stretches_cover_the_data_where_a_line_below_ascii_has_several_readings() {
    let ascii = "2026-11-29 12:00 INFO request handled\n".repeat(3);
    let lines = [
        "user=JosÃ© failed — naïve café\n",
        "naïve café — user=JosÃ©\n",
        "JosÃ© — JosÃ© — РєРѕРґ — Jos\u{E9}\n",
        "a РєРѕРґ b JosÃ© c é d\n",
    ];
    for first in lines {
        for second in ["", "plain\n", lines[0], lines[2]] {
            let text = format!("{ascii}{first}{ascii}{second}{second}{ascii}");
            let legacy = text.replace("Jos\u{E9}", "Jos?").into_bytes();
            let legacy: Vec<u8> = { legacy.into_iter() }
                .map(|byte| if byte == b'?' { 0xE9 } else { byte })
                .collect();
            for data in [text.as_bytes(), &legacy] {
                for step in [1, 2, 3, 7, 64, STEP] {
                    let mut at = 0;
                    let mut line = 1;
                    for stretch in stretches(data, step) {
                        assert_eq!(stretch.range.start, at, "{text}");
                        assert!(
                            stretch.range.end > at && stretch.first_line >= line,
                            "{text}"
                        );
                        assert!(stretch.last_line >= stretch.first_line, "{text}");
                        (at, line) = (stretch.range.end, stretch.last_line);
                    }
                    assert_eq!(at, data.len() as u64, "{text}");
                }
            }
        }
    }
}

const LINES: &[Made<'_>] = &[
    ("Город;Улица;Дом", "utf-8"),
    ("Москва;Тверская;5", "utf-8"),
    ("plain ascii", "utf-8"),
    ("Самара;Лесная;8", "utf-8,windows-1251"),
    ("Казань;Садовая;1", "utf-8,windows-1251"),
    ("Нижний Новгород;улица Тихая;3", "windows-1251"),
    ("Екатеринбург;улица Новая;4", "windows-1251"),
    ("", "windows-1251"),
    ("Санкт-Петербург;Невский проспект", "ibm866"),
    ("Архангельск;набережная", "ibm866"),
    ("Пермь;Луговая;7", "utf-8"),
];

#[test]
fn lines_are_said_to_be_what_they_were_made_as() {
    for end in [&b"\n"[..], b"\r\n", b"\r"] {
        for closes in [true, false] {
            let mut data = LINES
                .iter()
                .map(|made| line(*made))
                .collect::<Vec<_>>()
                .join(end);
            if closes {
                data.extend(end);
            }
            let found = stretches(&data, STEP);
            let names: Vec<_> = found.iter().map(told).collect();
            assert_eq!(names, expected(LINES), "{end:?} {closes}");
            let mut at = 0;
            for stretch in &found {
                assert_eq!(stretch.range.start, at, "{stretch:?}");
                at = stretch.range.end;
            }
            assert_eq!(at, data.len() as u64);
        }
    }
}

#[test]
fn the_answer_does_not_depend_on_the_size_of_the_pieces() {
    let mut data = Vec::new();
    for _ in 0..3 {
        for made in LINES {
            data.extend(line(*made));
            data.extend(b"\n");
        }
    }
    let whole = stretches(&data, STEP);
    for step in (1..=9).chain([64, 127, 128, 129]) {
        assert_eq!(stretches(&data, step), whole, "{step}");
    }
}

#[test]
fn short_data_is_covered() {
    assert_eq!(stretches(b"", STEP), []);
    for data in [&b"a"[..], b"\n", b"\xFF", "é".as_bytes(), b"a\nb"] {
        let found = stretches(data, STEP);
        assert_eq!(found.len(), 1, "{data:?}");
        assert_eq!(found[0].range, 0..data.len() as u64);
        assert_eq!((found[0].first_line, found[0].last_line >= 1), (1, true));
    }
}
