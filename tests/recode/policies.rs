//! What is done with what cannot be converted one to one, judged by walks of `std`.

use hexloupe::job::recode::LossTreatment;
use hexloupe::job::recode::policy::{
    BomPolicy, ConversionRefusal, LineEndPolicy, OfFaults, OfUnmappable, Policies,
};

use super::borders::steps_and_lengths;
use super::drive::{Case, STRICT, encoding};
use super::noise::noise;

/// Text with ill-formed bytes in it.
fn damaged() -> Vec<u8> {
    let mut data = "line one\nдва\r\nthree ".as_bytes().to_vec();
    data.extend(noise(60));
    data.extend("\rend €\n".bytes());
    data.extend(noise(70));
    data
}

fn faults(faults: OfFaults) -> Policies {
    Policies { faults, ..STRICT }
}

fn unmappable(unmappable: OfUnmappable) -> Policies {
    Policies {
        unmappable,
        ..STRICT
    }
}

/// The line and column after a text, by reading it once more.
fn place(text: &str) -> (u64, u64) {
    let ends = text.replace("\r\n", "\n").replace('\r', "\n");
    let last = text.rfind(['\r', '\n']).map_or(text, |at| &text[at + 1..]);
    let line = ends.matches('\n').count() as u64 + 1;
    (line, last.chars().count() as u64 + 1)
}

#[test]
fn a_fault_stops_where_std_sees_it() {
    let data = damaged();
    for (step, len) in steps_and_lengths() {
        let part = &data[..len];
        let valid = std::str::from_utf8(part).map_or_else(|error| error.valid_up_to(), str::len);
        let text = std::str::from_utf8(&part[..valid]).unwrap();
        let (line, column) = place(text);
        let stop = (valid < len).then_some((valid as u64, line, column));
        for pipe in [None, Some(3)] {
            let case = Case {
                pipe,
                ..Case::of("utf-8", "utf-8").by(step)
            };
            let made = case.make(part);
            assert_eq!(made.out, text.as_bytes(), "{step} {len}");
            assert_eq!(made.stop, stop, "{step} {len}");
        }
    }
}

#[test]
fn faults_are_kept_or_dropped_one_by_one() {
    let data = damaged();
    for (step, len) in steps_and_lengths() {
        let part = &data[..len];
        let case = Case::of("utf-8", "utf-8").by(step);
        let kept = case.with(faults(OfFaults::Keep)).make(part);
        assert_eq!(kept.out, part);
        let chunks = || part.utf8_chunks();
        let wrong: Vec<Vec<u8>> = chunks()
            .map(|chunk| chunk.invalid().to_vec())
            .filter(|wrong| !wrong.is_empty())
            .collect();
        let told: Vec<_> = kept.told.iter().map(|told| told.1.clone()).collect();
        assert_eq!(told, wrong);
        let dropped = case.with(faults(OfFaults::Drop)).make(part);
        let sound: String = chunks().map(|chunk| chunk.valid()).collect();
        assert_eq!(dropped.out, sound.as_bytes());
        assert_eq!(dropped.losses.dropped, wrong.len() as u64);
        let replaced = case.with(faults(OfFaults::Replace)).make(part);
        assert_eq!(replaced.out, String::from_utf8_lossy(part).as_bytes());
        assert!(
            replaced
                .told
                .iter()
                .all(|told| told.3.as_deref() == Some("\u{FFFD}"))
        );
    }
}

/// A text in ASCII, with something in the place of the other characters.
fn in_ascii(text: &str, other: impl Fn(char) -> String) -> String {
    let spelt = |c: char| {
        if c.is_ascii() {
            c.to_string()
        } else {
            other(c)
        }
    };
    text.chars().map(spelt).collect()
}

#[test]
fn characters_without_bytes_follow_the_policy() {
    let text = "naïve — Привет, 😀!\nplain ".repeat(9);
    for (step, len) in steps_and_lengths() {
        let Some(part) = text.get(..len) else {
            continue;
        };
        let make = |policy| {
            let case = Case::of("utf-8", "ascii").by(step);
            case.with(unmappable(policy)).make(part.as_bytes())
        };
        let out = |policy| String::from_utf8(make(policy).out).unwrap();
        assert_eq!(
            out(OfUnmappable::Replace),
            in_ascii(part, |_| "?".to_owned())
        );
        assert_eq!(out(OfUnmappable::Drop), in_ascii(part, |_| String::new()));
        let spelt = |c: char| format!("<U+{:04X}>", u32::from(c));
        assert_eq!(out(OfUnmappable::Escape), in_ascii(part, spelt));
        let escaped = make(OfUnmappable::Escape);
        let others = || part.char_indices().filter(|(_, c)| !c.is_ascii());
        let told = others().map(|(at, c)| {
            let bytes = c.to_string().into_bytes();
            (at as u64, bytes, LossTreatment::Escaped, Some(spelt(c)))
        });
        assert_eq!(escaped.told, told.collect::<Vec<_>>());
        let first = others().next().map(|(at, _)| at);
        let stop = first.map(|at| {
            let (line, column) = place(&part[..at]);
            (at as u64, line, column)
        });
        let stopped = make(OfUnmappable::Stop);
        assert_eq!(stopped.stop, stop);
        assert_eq!(stopped.out, &part.as_bytes()[..first.unwrap_or(part.len())]);
    }
}

#[test]
fn every_set_of_single_bytes_can_write_what_is_spelt_out() {
    for id in [
        "iso646-de",
        "iso646-fr",
        "ebcdic-037",
        "koi8-r",
        "utf-7",
        "iso-2022-jp",
    ] {
        let case = Case::of("utf-8", id).with(unmappable(OfUnmappable::Escape));
        let made = case.make("a\u{E000}b".as_bytes());
        let back = Case::of(id, "utf-8").exactly(&made.out);
        let expected = if id == "utf-7" {
            "a\u{E000}b"
        } else {
            "a<U+E000>b"
        };
        assert_eq!(String::from_utf8(back).unwrap(), expected, "{id}");
    }
}

#[test]
fn line_ends_become_what_is_wanted() {
    let text = "a\r\nб\n\r\n\rc\r\r\n€\nlast\r".repeat(9);
    for (step, len) in steps_and_lengths() {
        let Some(part) = text.get(..len) else {
            continue;
        };
        let lf = part.replace("\r\n", "\n").replace('\r', "\n");
        for (line_ends, expected) in [
            (LineEndPolicy::Keep, part.to_owned()),
            (LineEndPolicy::CrLf, lf.replace('\n', "\r\n")),
            (LineEndPolicy::Nel, lf.replace('\n', "\u{85}")),
            (LineEndPolicy::Lf, lf),
        ] {
            let policies = Policies {
                line_ends,
                ..STRICT
            };
            let case = Case::of("utf-8", "utf-8").by(step).with(policies);
            let made = case.exactly(part.as_bytes());
            assert_eq!(String::from_utf8(made).unwrap(), expected, "{step}");
        }
    }
    let lf = Policies {
        line_ends: LineEndPolicy::Lf,
        ..STRICT
    };
    // NEL ends the lines of mainframes.
    let made = Case::of("ebcdic-037", "utf-8")
        .with(lf)
        .exactly(b"\x81\x15\x82");
    assert_eq!(made, b"a\nb");
    // And back; what ends in NEL stays.
    let nel = Policies {
        line_ends: LineEndPolicy::Nel,
        ..STRICT
    };
    let made = Case::of("utf-8", "ebcdic-037")
        .with(nel)
        .exactly("a\nb\r\na\u{85}b".as_bytes());
    assert_eq!(made, b"\x81\x15\x82\x15\x81\x15\x82");
}

#[track_caller]
fn mark(bom: BomPolicy, from: &str, to: &str, data: &[u8], expected: &[u8]) {
    let policies = Policies { bom, ..STRICT };
    let made = Case::of(from, to).with(policies).exactly(data);
    assert_eq!(made, expected, "{bom:?} {from} {to}");
}

#[test]
fn the_mark_is_kept_added_or_dropped() {
    let marked = "\u{FEFF}a\u{FEFF}".as_bytes();
    mark(
        BomPolicy::Keep,
        "utf-8",
        "utf-16le",
        marked,
        b"\xFF\xFEa\0\xFF\xFE",
    );
    mark(BomPolicy::Drop, "utf-8", "utf-16le", marked, b"a\0\xFF\xFE");
    mark(
        BomPolicy::Add,
        "utf-8",
        "utf-16le",
        marked,
        b"\xFF\xFEa\0\xFF\xFE",
    );
    mark(BomPolicy::Add, "utf-8", "utf-16be", b"a", b"\xFE\xFF\0a");
    mark(BomPolicy::Add, "utf-8", "utf-8", b"", b"\xEF\xBB\xBF");
    mark(BomPolicy::Keep, "utf-16be", "koi8-r", b"\xFE\xFF\0a", b"a");
    mark(BomPolicy::Keep, "utf-8", "utf-8", b"", b"");
}

#[test]
fn what_cannot_be_done_is_refused_before() {
    let keep = faults(OfFaults::Keep);
    let add = Policies {
        bom: BomPolicy::Add,
        ..STRICT
    };
    for (policies, id, expected) in [
        (STRICT, "replacement", Some(ConversionRefusal::NotWritten)),
        (STRICT, "big5", None),
        (keep, "utf-16le", Some(ConversionRefusal::NoPlaceForBytes)),
        (keep, "utf-7", Some(ConversionRefusal::NoPlaceForBytes)),
        (keep, "shift_jis", None),
        (add, "koi8-r", Some(ConversionRefusal::NoMark)),
        (add, "gb18030", None),
    ] {
        assert_eq!(policies.refused(encoding(id)), expected, "{id}");
    }
}

#[test]
fn surrogates_that_are_well_formed_stay_in_their_own_encoding() {
    let lone = b"a\xED\xA0\xBDb";
    assert_eq!(Case::of("wtf-8", "wtf-8").exactly(lone), lone);
    let made = Case::of("wtf-8", "utf-8").make(lone);
    assert_eq!((made.out, made.stop), (b"a".to_vec(), Some((1, 1, 2))));
    let escape = unmappable(OfUnmappable::Escape);
    let made = Case::of("wtf-8", "utf-8").with(escape).make(lone);
    assert_eq!(made.out, b"a<U+D83D>b");
}
