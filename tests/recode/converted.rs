//! Mended text in other encodings than UTF-8, and data in others, judged by `encoding_rs` and `std`.
//!
//! Invariant: the place of each thing that is told is checked in the data itself.

use std::sync::atomic::AtomicBool;

use encoding_rs::Encoding as Web;
use hexloupe::codec::{Encoding, table};
use hexloupe::detect::Reading;
use hexloupe::detect::chain::Chain;
use hexloupe::detect::preferred::Preferred;
use hexloupe::detect::runs::CandidateReadings;
use hexloupe::job::mend::{MendPlan, STEP, mend_to};
use hexloupe::job::recode::LossTreatment;
use hexloupe::job::recode::policy::{OfFaults, OfUnmappable, Policies};
use hexloupe::job::runs::{STEP as JUDGED, judge};
use hexloupe::job::text_view::{OfData, TextView};
use hexloupe::job::{Control, JobEnd};
use hexloupe::window::Peek;

use super::drive::{Made, STRICT, encoding};

/// The bytes of a block of a view.
const BLOCK: usize = 64 * 1024;
const SMALL: &[usize] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 64, 4096, STEP];

fn named(notation: &str) -> CandidateReadings {
    CandidateReadings::with_utf8([Reading::through(Chain::parse(notation).unwrap())])
}

fn misread(text: &str, label: &str) -> String {
    let web = Web::for_label(label.as_bytes()).unwrap();
    web.decode_without_bom_handling(text.as_bytes())
        .0
        .into_owned()
}

fn new(wants_each: bool) -> Made {
    Made {
        wants_each,
        ..Made::default()
    }
}

/// Mends some data, and converts it; what is told is the same whether each thing is or not.
fn converted(
    data: &dyn Peek,
    (readings, plan): (&CandidateReadings, MendPlan),
    (to, policies): (&'static Encoding, Policies),
    step: usize,
    view: Option<&TextView<'_>>,
) -> Made {
    let run = |wants_each: bool| {
        let cancel = AtomicBool::new(false);
        let mut control = Control::new(&cancel, &|_| {});
        let (mut made, mut out) = (new(wants_each), Vec::new());
        let done = {
            let mut outer;
            let witness: &mut dyn hexloupe::job::recode::Witness = match view {
                Some(view) => {
                    outer = OfData::new(&mut made, view);
                    &mut outer
                }
                None => &mut made,
            };
            let to = (to, policies);
            mend_to(
                &mut control,
                data,
                (readings, plan),
                to,
                step,
                witness,
                &mut out,
            )
        };
        let JobEnd::Done(Ok((losses, stopped))) = done else {
            panic!("{done:?}");
        };
        assert_eq!(stopped, made.stop.is_some());
        (made.losses, made.out) = (losses, out);
        made
    };
    let (each, counted) = (run(true), run(false));
    assert!(counted.out == each.out && counted.losses == each.losses);
    assert_eq!(counted.stop, each.stop);
    let starts = each.told.iter().map(|told| told.0);
    assert!(starts.is_sorted(), "{:?}", each.told);
    each
}

/// A sound line, one that was misread, and signs that few sets have, in both.
const SOUND: &str = "запрос — выполнен «успешно»\r\n";
const DAMAGED: &str = "соединение — потеряно";

fn log() -> (String, String) {
    let (mut data, mut expected) = (String::new(), String::new());
    for line in 0..30 {
        if line % 7 == 3 {
            let damaged = format!("{line} {}\n", misread(DAMAGED, "windows-1251"));
            data.push_str(&damaged);
            expected.extend([line.to_string().as_str(), " ", DAMAGED, "\n"]);
        } else {
            data.push_str(SOUND);
            expected.push_str(SOUND);
        }
    }
    (data, expected)
}

#[test]
fn mended_text_is_written_in_any_encoding() {
    let (data, expected) = log();
    let chain = named("utf-8,windows-1251");
    for step in SMALL {
        for label in ["windows-1251", "gb18030"] {
            let to = (encoding(label), STRICT);
            let made = converted(
                &data.as_bytes().to_vec(),
                (&chain, MendPlan::Chains),
                to,
                *step,
                None,
            );
            let web = Web::for_label(label.as_bytes()).unwrap();
            assert!(made.out == web.encode(&expected).0[..], "{label} {step}");
            assert_eq!((made.losses.mended, made.losses.left), (4, 0), "{label}");
        }
        let to = (table::UTF_16BE, STRICT);
        let made = converted(
            &data.as_bytes().to_vec(),
            (&chain, MendPlan::Chains),
            to,
            *step,
            None,
        );
        let units = expected.encode_utf16().flat_map(u16::to_be_bytes);
        assert!(made.out == units.collect::<Vec<u8>>(), "{step}");
    }
}

#[test]
fn what_the_target_does_not_have_is_told_with_its_place_in_the_data() {
    let (data, expected) = log();
    let chain = named("utf-8,windows-1251");
    let dash = misread("—", "windows-1251");
    for (unmappable, sign) in [
        (OfUnmappable::Replace, "?"),
        (OfUnmappable::Escape, "<U+2014>"),
        (OfUnmappable::Drop, ""),
    ] {
        let policies = Policies {
            unmappable,
            ..STRICT
        };
        // KOI8-R has neither the dash nor the quotes.
        let plain = expected.replace(['«', '»'], "\"");
        let expected = encoding_rs::KOI8_R
            .encode(&plain.replace('—', sign))
            .0
            .into_owned();
        let data = data.replace(['«', '»'], "\"");
        for step in SMALL {
            let to = (encoding("koi8-r"), policies);
            let bytes = data.as_bytes().to_vec();
            let made = converted(&bytes, (&chain, MendPlan::Chains), to, *step, None);
            assert!(made.out == expected, "{unmappable:?} {step}");
            let lost: Vec<_> = made
                .told
                .iter()
                .filter(|told| told.2 != LossTreatment::Mended)
                .collect();
            assert_eq!((lost.len(), made.told.len()), (30, 34));
            for (offset, old, _, text) in lost {
                let at = *offset as usize;
                assert_eq!(bytes[at..at + old.len()], old[..]);
                assert!(
                    old == "—".as_bytes() || old == dash.as_bytes(),
                    "{old:02X?}"
                );
                assert_eq!(text.as_deref(), Some(sign));
            }
        }
    }
}

#[test]
fn it_stops_at_the_place_in_the_data() {
    let chain = named("utf-8,windows-1251");
    let mojibake = misread("да — нет", "windows-1251");
    for (data, place) in [
        (
            format!("а\nб {mojibake}\nв — г\n"),
            "а\nб ".len() + misread("да ", "windows-1251").len(),
        ),
        (format!("а\nб — {mojibake}\n"), "а\nб ".len()),
    ] {
        for step in SMALL {
            let to = (encoding("koi8-r"), STRICT);
            let made = converted(
                &data.as_bytes().to_vec(),
                (&chain, MendPlan::Chains),
                to,
                *step,
                None,
            );
            let (offset, line, _) = made.stop.unwrap();
            assert_eq!((offset as usize, line), (place, 2), "{data}");
            let before = if data.contains("г") {
                "а\nб да "
            } else {
                "а\nб "
            };
            assert_eq!(made.out, encoding_rs::KOI8_R.encode(before).0[..]);
            // What comes after the stop is not told of.
            assert!(made.told.len() <= 1, "{:?}", made.told);
        }
    }
}

#[test]
fn ill_formed_bytes_follow_the_policy() {
    let data = [
        SOUND.as_bytes(),
        b"\xFF \x80\n",
        misread(DAMAGED, "windows-1251").as_bytes(),
    ]
    .concat();
    let chain = named("utf-8,windows-1251");
    let policies = |faults| Policies { faults, ..STRICT };
    let make = |faults| {
        let to = (encoding("windows-1251"), policies(faults));
        converted(&data, (&chain, MendPlan::Chains), to, STEP, None)
    };
    let win = |text: &str| encoding_rs::WINDOWS_1251.encode(text).0.into_owned();
    let whole = |between: &[u8]| [&win(SOUND)[..], between, b"\n", &win(DAMAGED)].concat();
    assert_eq!(make(OfFaults::Stop).stop, Some((SOUND.len() as u64, 2, 1)));
    assert_eq!(make(OfFaults::Replace).out, whole(b"? ?"));
    assert_eq!(make(OfFaults::Drop).out, whole(b" "));
    assert_eq!(make(OfFaults::Keep).out, whole(b"\xFF \x80"));
}

#[test]
fn long_text_is_converted_at_any_length_around_the_border() {
    let chain = named("utf-8,windows-1251");
    let mojibake = misread(DAMAGED, "windows-1251");
    for more in 0..24 {
        let before = "a".repeat(BLOCK - 12 - more);
        let data = format!("{before} {mojibake} {SOUND}");
        let expected = format!("{before} {DAMAGED} {SOUND}");
        let to = (encoding("windows-1251"), STRICT);
        let made = converted(
            &data.into_bytes(),
            (&chain, MendPlan::Chains),
            to,
            STEP,
            None,
        );
        assert!(
            made.out == encoding_rs::WINDOWS_1251.encode(&expected).0[..],
            "{more}"
        );
    }
}

/// The bytes of a text in an encoding, by `std` where it is one of Unicode's.
fn wide(text: &str, id: &str) -> Vec<u8> {
    let little = id.ends_with("le");
    let unit = |unit: u16| {
        if little {
            unit.to_le_bytes()
        } else {
            unit.to_be_bytes()
        }
    };
    let scalar = |c: char| {
        let value = u32::from(c);
        if little {
            value.to_le_bytes()
        } else {
            value.to_be_bytes()
        }
    };
    match &id[..6] {
        "utf-16" => text.encode_utf16().flat_map(unit).collect(),
        _ => text.chars().flat_map(scalar).collect(),
    }
}

const WIDE: [&str; 4] = ["utf-16le", "utf-16be", "utf-32le", "utf-32be"];

fn viewed<'a>(data: &'a dyn Peek, id: &str) -> TextView<'a> {
    let cancel = AtomicBool::new(false);
    match TextView::build(&mut Control::new(&cancel, &|_| {}), data, encoding(id), 0) {
        JobEnd::Done(Ok(view)) => view,
        _ => panic!("{id}"),
    }
}

#[test]
fn a_view_is_the_text_and_knows_where_each_character_is() {
    for id in WIDE {
        let unit = if id.starts_with("utf-16") { 2 } else { 4 };
        for more in 0..6 {
            // Around the first border and after it, pairs of surrogates among them.
            let text = format!(
                "{}{}{}",
                "ж".repeat(BLOCK / unit - 4 - more),
                "😀a€é".repeat(4),
                "z".repeat(more)
            );
            let text = if more % 2 == 0 {
                format!("\u{FEFF}{text}")
            } else {
                text
            };
            let data = wide(&text, id);
            let view = viewed(&data, id);
            assert_eq!(view.len(), text.len() as u64);
            for step in [1009, 4096, BLOCK, 3 * BLOCK] {
                let (mut all, mut at) = (Vec::new(), 0);
                while at < view.len() {
                    let window = view.window(at, step);
                    assert_eq!(window.ends, window.end() == view.len());
                    at = window.end();
                    all.extend(window.bytes);
                }
                assert!(all == text.as_bytes(), "{id} {step}");
            }
            let mut place = 0;
            for (at, c) in text.char_indices() {
                if at + 64 > text.len() || at % 997 == 0 {
                    for inside in 0..c.len_utf8() {
                        assert_eq!(view.origin((at + inside) as u64), place, "{id} {at}");
                    }
                }
                place += wide(&c.to_string(), id).len() as u64;
            }
            assert_eq!(view.origin(view.len()), data.len() as u64);
            // Backwards too.
            assert_eq!(view.origin(0), 0);
        }
    }
    let empty = Vec::new();
    assert_eq!(viewed(&empty, "utf-16le").len(), 0);
}

#[test]
fn misread_lines_in_utf_16_and_utf_32_are_found_and_mended() {
    let (text, expected) = log();
    for id in WIDE {
        for mark in ["", "\u{FEFF}"] {
            let data = wide(&format!("{mark}{text}"), id);
            let view = viewed(&data, id);
            let cancel = AtomicBool::new(false);
            let mut control = Control::new(&cancel, &|_| {});
            let JobEnd::Done(judgement) = judge(&mut control, &view, Preferred::NONE, JUDGED)
            else {
                panic!("nobody cancelled");
            };
            let found = judgement.found;
            let readings = judgement.readings.of_chains();
            assert_eq!(found.len(), 1, "{id}");
            assert_eq!(found[0].reading, named("utf-8,windows-1251").list()[1]);
            for step in [1, 7, 4096, STEP] {
                let to = (table::UTF_8, STRICT);
                let made = converted(&view, (&readings, MendPlan::All), to, step, Some(&view));
                let expected = format!("{mark}{expected}");
                assert!(made.out == expected.as_bytes(), "{id} {step}");
                assert_eq!((made.losses.mended, made.losses.left), (4, 0));
                for (offset, old, what, text) in &made.told {
                    let at = *offset as usize;
                    assert_eq!(data[at..at + old.len()], old[..]);
                    let text = text.as_deref().unwrap();
                    let same = wide(&misread(text, "windows-1251"), id);
                    assert_eq!((*what, old), (LossTreatment::Mended, &same));
                }
            }
        }
    }
}

#[test]
fn half_a_pair_is_a_fault_of_the_data() {
    let data = [
        wide("да\nнет ", "utf-16le"),
        vec![0x3D, 0xD8],
        wide(" да", "utf-16le"),
    ]
    .concat();
    let view = viewed(&data, "utf-16le");
    let chain = named("utf-8,windows-1251");
    let make = |faults| {
        let to = (table::UTF_8, Policies { faults, ..STRICT });
        converted(&view, (&chain, MendPlan::Chains), to, STEP, Some(&view))
    };
    let stopped = make(OfFaults::Stop);
    assert_eq!(stopped.stop, Some((14, 2, 5)));
    assert_eq!(stopped.out, "да\nнет ".as_bytes());
    let replaced = make(OfFaults::Replace);
    assert_eq!(replaced.out, "да\nнет \u{FFFD} да".as_bytes());
    assert_eq!(replaced.told[0].0, 14);
    assert_eq!(replaced.told[0].1, [0x3D, 0xD8]);
    assert_eq!(make(OfFaults::Drop).out, "да\nнет  да".as_bytes());
}
