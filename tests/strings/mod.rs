//! Text in data of any kind: planted texts are found where they were put, and chance is no text.
//!
//! Judged by the places and the bytes of what was planted, in sets that `encoding_rs` writes or whose
//! bytes are written out here.

mod planted;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use hexloupe::detect::preferred::Preferred;
use hexloupe::detect::strings::{self as stretches, StringsFinder};
use hexloupe::detect::verdict::FoundString;
use hexloupe::job::{Control, JobEnd, strings};

use crate::noise::noise;
use planted::{PLANTED, bytes_in};

/// The bytes of a block of the search.
const BLOCK: usize = 1 << 20;

/// The texts of some data, in order of offsets.
fn found(data: &[u8], least: usize) -> Vec<FoundString> {
    let finder = StringsFinder::new(least, &stretches::usual(), Preferred::NONE);
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| {});
    let mut all = Vec::new();
    let (data, len) = (data.to_vec(), data.len() as u64);
    let ended = strings::find(&mut control, &data, &finder, 0..len, &mut |found| {
        all.push(found);
        ControlFlow::Continue(())
    });
    assert!(matches!(ended, JobEnd::Done(_)));
    all
}

/// A text with the NULs that end it in its units.
fn ended(text: &str, id: &str) -> Vec<u8> {
    let nul: &[u8] = match id {
        "utf-16le" | "utf-16be" => &[0; 2],
        "utf-32le" | "utf-32be" => &[0; 4],
        _ => &[0],
    };
    [nul, &bytes_in(text, id), nul].concat()
}

#[test]
fn texts_among_random_bytes_are_found_and_come_first() {
    let mut data = noise(2 << 20);
    let mut places = Vec::new();
    for (index, (text, id)) in PLANTED.iter().enumerate() {
        let own = ended(text, id);
        let at = 1000 + index * 20_000;
        data[at..at + own.len()].copy_from_slice(&own);
        let nul = (own.len() - bytes_in(text, id).len()) / 2;
        places.push(((at + nul) as u64, *id, *text));
    }
    let mut all = found(&data, 4);
    all.sort_by(|one, other| other.bits.total_cmp(&one.bits));
    let first: Vec<&FoundString> = all.iter().take(places.len()).collect();
    for (offset, id, text) in &places {
        let own = first.iter().find(|own| own.range.start == *offset);
        let own = own.unwrap_or_else(|| panic!("{id} {text} is not among the first"));
        assert_eq!((own.encoding.id, &*own.text), (*id, *text));
        let len = bytes_in(text, id).len() as u64;
        assert_eq!(own.range, *offset..offset + len, "{id} {text}");
    }
}

/// Paths of Windows in UTF-16 are the same in the other order from their second character on.
#[test]
fn the_first_character_of_a_wide_text_is_no_part_of_another() {
    let texts = [
        "C:\\Windows\\System32\\kernel32.dll",
        "X-Y",
        "a:b;c",
        "%s: %d\t",
        "Q?",
        "SOFTWARE\\A",
    ];
    for text in texts {
        for (id, before) in [
            ("utf-16le", 0),
            ("utf-16le", 6),
            ("utf-16be", 0),
            ("utf-16be", 6),
        ] {
            let own = bytes_in(text, id);
            let data = [&[0, 1, 2, 0xFF, 0, 0][..before], &own, &[0; 4]].concat();
            let all = found(&data, 2);
            let rows: Vec<_> = all
                .iter()
                .map(|own| (own.range.start, own.encoding.id, &*own.text))
                .collect();
            assert_eq!(
                rows,
                [(before as u64, id, text)],
                "{text} in {id} at {before}"
            );
        }
    }
}

/// Chance has a text beyond ASCII once in many MiB.
#[test]
fn random_bytes_have_no_text_beyond_ascii() {
    for data in noise(4 << 20).chunks(1 << 20) {
        let all = found(data, 4);
        let legacy = all
            .iter()
            .filter(|own| !own.encoding.is_unicode() || own.encoding.unit > 1);
        let legacy: Vec<&FoundString> = legacy.collect();
        assert!(legacy.is_empty(), "{legacy:?}");
    }
}

/// The pieces that threads read end where the data has a gap, and a text is in one of them.
#[test]
fn a_text_is_whole_at_the_border_of_two_blocks() {
    let some = |id: &str| PLANTED.iter().find(|(_, own)| *own == id).copied();
    for id in [
        "utf-8",
        "windows-1251",
        "shift_jis",
        "utf-16le",
        "utf-16be",
        "utf-32le",
    ] {
        let (text, _) = some(id).unwrap();
        let own = ended(text, id);
        let nul = (own.len() - bytes_in(text, id).len()) / 2;
        // Bytes that are no text, and no gap either.
        let filler: Vec<u8> = [0x01, 0xFF, 0x02, 0xFE].repeat((BLOCK + 4096) / 4);
        let step = own.len() / 8 + 1;
        for before in (0..own.len() + 3).step_by(step).chain([1, nul]) {
            let at = BLOCK - before;
            let mut data = filler.clone();
            data[at..at + own.len()].copy_from_slice(&own);
            let all = found(&data, 6);
            let texts: Vec<(u64, &str)> = all
                .iter()
                .map(|own| (own.range.start, &*own.text))
                .collect();
            assert_eq!(
                texts,
                [((at + nul) as u64, text)],
                "{id} {before} before the border"
            );
        }
    }
}

/// GNU strings prints the same with `-n 4`, but for what a longer text has taken in.
#[test]
fn printable_ascii_is_never_left_out() {
    let data = noise(300_000);
    let all = found(&data, 4);
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t');
    let mut at = 0;
    for run in data.split(|byte| !is_plain(byte)) {
        let range = at as u64..(at + run.len()) as u64;
        at += run.len() + 1;
        if run.len() < 4 {
            continue;
        }
        let holds =
            |own: &&FoundString| own.range.start <= range.start && range.end <= own.range.end;
        let touches =
            |own: &&FoundString| own.range.start < range.end && range.start < own.range.end;
        let whole = all.iter().any(|own| holds(&own));
        let in_parts = all.iter().filter(touches).count() > 0;
        assert!(whole || in_parts, "{range:X?} {run:?}");
    }
}

/// A table of numbers, which letters of some set stand for, is no text.
#[test]
fn numbers_are_no_text() {
    let mut offsets = Vec::new();
    for number in 0..4000_u32 {
        offsets.extend((0xFFFF_8000 + number * 4).to_le_bytes());
        offsets.extend((number * 3).to_le_bytes());
    }
    let ramp: Vec<u8> = (0..=u8::MAX).cycle().take(20_000).collect();
    let fills = [[0xCD_u8; 3000], [0xFF; 3000], [0xAA; 3000]].concat();
    for data in [offsets, ramp, fills] {
        let all = found(&data, 4);
        let odd = all
            .iter()
            .filter(|own| !own.text.is_ascii() && own.bits > 20.0);
        let odd: Vec<&FoundString> = odd.collect();
        assert!(odd.is_empty(), "{odd:?}");
    }
}

#[test]
fn a_text_that_may_be_in_two_sets_is_one_row() {
    // In Polish the sets differ by one letter.
    let text = "Nie można otworzyć pliku źródłowego";
    let all = found(&ended(text, "windows-1250"), 4);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(&*all[0].text, text);
    assert!(all[0].others.len() <= 3);
}

/// Every set, at lengths on both sides of the longest row and of a block.
#[test]
fn a_long_text_is_told_to_its_end_in_its_own_encoding() {
    for (text, id) in PLANTED.iter().filter(|(text, _)| !text.is_ascii()) {
        let long = format!("{text}, ").repeat(40_000 / text.len());
        let own = bytes_in(&long, id);
        // Letters of Latin-1 in wide units are the same in the other order of bytes, at another offset.
        let is_even = id.starts_with("utf-16") || id.starts_with("utf-32");
        for start in [0, 1, 7, BLOCK - own.len() / 2] {
            let start = if is_even { start / 4 * 4 } else { start };
            let data = [vec![0; start], own.clone(), vec![0; 8]].concat();
            let all = found(&data, 4);
            let odd = all.iter().find(|row| row.encoding.id != *id);
            let odd = odd.filter(|row| row.text.len() > 40);
            assert!(odd.is_none(), "{id} at {start}: {odd:?}");
            let told: u64 = all.iter().map(|row| row.range.end - row.range.start).sum();
            let missed = own.len() as u64 - told.min(own.len() as u64);
            assert!(missed <= 16, "{id} at {start}: {missed} bytes are missed");
        }
    }
}

/// Lines end in units that are controls, and their high bytes look like letters of the other order.
#[test]
fn lines_of_wide_units_are_a_row_each() {
    let lines = [
        "Невозможно открыть адрес",
        "Ядро %s поддерживается",
        "приложение; программа",
    ];
    for id in ["utf-16le", "utf-16be", "utf-32le", "utf-32be"] {
        for end in ["\n", "\r\n"] {
            let data = bytes_in(&format!("{}{end}", lines.join(end)), id);
            let all = found(&data, 4);
            let texts: Vec<(&str, &str)> = all
                .iter()
                .map(|own| (own.encoding.id, &*own.text))
                .collect();
            assert_eq!(texts, lines.map(|line| (id, line)), "{id} {end:?}");
        }
    }
}

/// Fill bytes that are letters in units of two or four bytes are not joined to the text after them.
#[test]
fn bytes_that_fill_are_no_part_of_a_text() {
    let text = "无法打开指定的配置文件，请检查文件是否存在";
    for id in ["utf-16le", "utf-16be", "utf-32le"] {
        for fill in [vec![1; 40], vec![1; 4000], vec![0x20; 64]] {
            let data = [fill.clone(), bytes_in(text, id), vec![0; 4]].concat();
            let all = found(&data, 6);
            let own = all.iter().find(|own| own.encoding.id == id);
            let own = own.unwrap_or_else(|| panic!("{id} {}: {all:?}", fill.len()));
            assert!(own.text.ends_with(text), "{own:?}");
            assert!(
                own.text.chars().count() <= text.chars().count() + 4,
                "{own:?}"
            );
        }
    }
}

/// Two threads see other bytes around the border of their blocks, and tell nothing twice.
#[test]
fn rows_never_overlap() {
    let mut data = Vec::new();
    for (index, (text, id)) in PLANTED.iter().cycle().take(4000).enumerate() {
        data.extend(bytes_in(text, id));
        data.extend(noise(index % 7));
    }
    let data = data.repeat(2 + BLOCK / data.len());
    let mut end = 0;
    for own in found(&data, 4) {
        assert!(own.range.start >= end, "{own:?}");
        end = own.range.end;
    }
}

/// One letter beyond ASCII, between two controls.
#[test]
fn a_short_line_of_utf_8_is_whole() {
    for text in ["sólo", "Símbolos de %s:", "no sé", "Größe", "naïve"] {
        let data = [b"\0", text.as_bytes(), b"\0"].concat();
        let all = found(&data, 4);
        let texts: Vec<&str> = all.iter().map(|own| &*own.text).collect();
        assert_eq!(texts, [text]);
    }
}
