//! Well-formed text between all pairs of encodings.

use std::collections::BTreeMap;

use encoding_rs::Encoding as Web;
use hexloupe::codec::table;

use super::drive::{Case, STRICT, encoding};
use super::noise::noise;
use hexloupe::job::recode::STEP;

use super::borders::steps_and_lengths;
use super::turns::dealt;
use hexloupe::job::recode::policy::{OfFaults, Policies};

/// The characters that texts are made of.
fn pool() -> Vec<char> {
    let ranges = [
        ' '..='~',
        '\u{A0}'..='\u{FF}',
        'Ё'..='ё',
        'Α'..='ω',
        'א'..='ת',
        'ก'..='๛',
        'あ'..='ん',
        'ア'..='ン',
        '一'..='儿',
        '가'..='갛',
        '‐'..='⁄',
        '😀'..='😎',
    ];
    let chars = ranges.into_iter().flatten();
    chars.chain("\n\t€№漢字東京中文한국어".chars()).collect()
}

/// What an encoding writes for a text, by others than us; none if there is no such judge or the
/// text cannot be written.
fn written(id: &str, text: &str) -> Option<Vec<u8>> {
    match id {
        "utf-16le" => Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        "utf-16be" => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        "utf-32le" => Some(
            text.chars()
                .flat_map(|c| u32::from(c).to_le_bytes())
                .collect(),
        ),
        "utf-32be" => Some(
            text.chars()
                .flat_map(|c| u32::from(c).to_be_bytes())
                .collect(),
        ),
        "ascii" => text.is_ascii().then(|| text.as_bytes().to_vec()),
        "iso-8859-1" => text.chars().map(|c| u8::try_from(c).ok()).collect(),
        _ => {
            let web = web(id)?;
            let (bytes, _, lost) = web.encode(text);
            let (back, wrong) = web.decode_without_bom_handling(&bytes);
            (!lost && !wrong && back == text).then(|| bytes.into_owned())
        }
    }
}

/// The encoding of `encoding_rs` with an id.
fn web(id: &str) -> Option<&'static Web> {
    let web = Web::for_label(id.as_bytes())?;
    let same = web.name().eq_ignore_ascii_case(id) && web.output_encoding() == web;
    same.then_some(web)
}

/// The encodings that have a judge, and the characters that they have.
fn judged() -> BTreeMap<&'static str, Vec<char>> {
    let pool = pool();
    let rows = table::all().map(|row| {
        let has = |c: &char| written(row.id, &c.to_string()).is_some();
        let chars = pool.iter().copied().filter(has).collect::<Vec<_>>();
        (row.id, chars)
    });
    rows.filter(|(_, chars)| !chars.is_empty()).collect()
}

/// A text of the given characters, with runs of ASCII, always the same.
fn text(chars: &[char], len: usize) -> String {
    let mut text = String::new();
    for (index, byte) in noise(len).into_iter().enumerate() {
        if index % 23 < 5 {
            text.push_str("ab c");
        } else {
            text.push(chars[(usize::from(byte) * 7 + index * 3) % chars.len()]);
        }
    }
    text
}

#[test]
fn every_pair_gives_what_others_write() {
    let judged = judged();
    assert!(judged.len() >= 42, "{}", judged.len());
    for (from, has) in &judged {
        for (to, wants) in &judged {
            let common: Vec<char> = has.iter().copied().filter(|c| wants.contains(c)).collect();
            let text = text(&common, 150);
            let data = written(from, &text).unwrap();
            let expected = written(to, &text).unwrap();
            let case = Case::of(from, to);
            assert!(case.exactly(&data) == expected, "{from} to {to}: {text}");
        }
    }
}

#[test]
fn pieces_of_any_size_give_the_same() {
    for (number, (id, chars)) in judged().into_iter().enumerate() {
        let text = text(&chars, 160);
        let data = written(id, &text).unwrap();
        for (step, len) in dealt(steps_and_lengths(), (number, encoding(id))) {
            // Cut at a character, so that nothing is lost.
            let len = (0..=len).rev().find(|&len| text.is_char_boundary(len));
            let part = &text[..len.unwrap()];
            let there = Case::of("utf-8", id).by(step).exactly(part.as_bytes());
            assert!(there == written(id, part).unwrap(), "{id} {step} {part}");
        }
        for step in 1..=9 {
            assert!(Case::of(id, "utf-8").by(step).exactly(&data) == text.as_bytes());
            let pipe = Some(step as usize);
            let slow = Case {
                pipe,
                ..Case::of(id, "utf-16le")
            };
            assert!(slow.exactly(&data) == written("utf-16le", &text).unwrap());
        }
    }
}

#[test]
fn what_is_ill_formed_is_replaced_as_browsers_do() {
    let policies = Policies {
        faults: OfFaults::Replace,
        ..STRICT
    };
    let ids: Vec<_> = table::all().map(|row| row.id).collect();
    for (number, id) in ids.into_iter().enumerate() {
        let Some(web) = Web::for_label(id.as_bytes()) else {
            continue;
        };
        // The browsers' `replacement` shows one sign for a whole file; `check` counts bytes.
        if !web.name().eq_ignore_ascii_case(id) || id == "replacement" {
            continue;
        }
        let mut data = b"a".to_vec();
        data.extend(text(&['é', 'я', '\n'], 9).bytes());
        data.extend(noise(140));
        for (step, len) in dealt(steps_and_lengths(), (number, encoding(id))) {
            let part = &data[..len];
            let (expected, _) = web.decode_without_bom_handling(part);
            let made = Case::of(id, "utf-8").with(policies).by(step).make(part);
            assert!(made.out == expected.as_bytes(), "{id} {step} {part:02X?}");
        }
    }
}

#[test]
fn bulk_ends_at_any_byte() {
    let policies = Policies {
        faults: OfFaults::Replace,
        ..STRICT
    };
    for (id, sample) in [
        ("utf-8", "aяж€😀\n"),
        ("utf-16le", "aя😀"),
        ("shift_jis", "aあ漢"),
    ] {
        let whole = written(id, &sample.repeat(60_000)).unwrap();
        for (middle, by) in [(16 * 1024, 24), (32 * 1024, 24), (STEP as usize, 9)] {
            for len in middle - by..=middle + by {
                let part = &whole[..len];
                let web = Web::for_label(id.as_bytes()).unwrap();
                let (expected, _) = web.decode_without_bom_handling(part);
                for to in ["utf-8", "utf-16be"] {
                    let made = Case::of(id, to).with(policies).make(part);
                    assert!(
                        made.out == written(to, &expected).unwrap(),
                        "{id} {to} {len}"
                    );
                }
            }
        }
    }
}

#[track_caller]
fn golden(id: &str, text: &str, bytes: &[u8]) {
    assert_eq!(
        Case::of("utf-8", id).exactly(text.as_bytes()),
        bytes,
        "{id}"
    );
    assert_eq!(
        Case::of(id, "utf-8").exactly(bytes),
        text.as_bytes(),
        "{id}"
    );
}

#[test]
fn sets_of_dos_and_mainframes_have_the_bytes_of_their_charts() {
    golden("cp437", "Ça va? π█\n", b"\x80a va? \xE3\xDB\n");
    golden("cp850", "Øre", b"\x9Dre");
    golden("cp852", "őŁ", b"\x8B\x9D");
    golden("cp737", "ΑΒΓ", b"\x80\x81\x82");
    golden(
        "ebcdic-037",
        "Hello, 19",
        b"\xC8\x85\x93\x93\x96\x6B\x40\xF1\xF9",
    );
    golden("ebcdic-037", "[a]", b"\xBA\x81\xBB");
    golden("ebcdic-500", "[a]", b"\x4A\x81\x5A");
    golden("iso646-de", "Grüße", b"Gr}~e");
    golden("cesu-8", "a😀", b"a\xED\xA0\xBD\xED\xB8\x80");
    golden("mutf-8", "a\0b", b"a\xC0\x80b");
}

#[test]
fn encodings_with_shifts_end_as_they_began() {
    // RFC 2152 and RFC 1468.
    golden("utf-7", "Hi Mom \u{263A}", b"Hi Mom +Jjo-");
    golden("utf-7", "A\u{2262}\u{391}.", b"A+ImIDkQ.");
    golden("iso-2022-jp", "あ", b"\x1B$B$\"\x1B(B");
    for id in ["utf-7", "iso-2022-jp"] {
        let text = text(&['あ', '漢', 'x', '-', '\n'], 90);
        let whole = Case::of("utf-8", id).exactly(text.as_bytes());
        for step in 1..=9 {
            let made = Case::of("utf-8", id).by(step).exactly(text.as_bytes());
            assert_eq!(made, whole, "{id} {step}");
        }
        let twice = [&*whole, &*whole].concat();
        let back = Case::of(id, "utf-8").make(&twice);
        assert_eq!(back.out, text.repeat(2).as_bytes(), "{id}");
    }
    assert!(encoding("utf-7").shifts && encoding("iso-2022-jp").shifts);
}
