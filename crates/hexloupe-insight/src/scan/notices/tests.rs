//! Notices at known places, in windows of any size.

use super::*;
use hexloupe_text::codec::{Walk, table};
use hexloupe_text::unicode::notice::ToldBy;
use hexloupe_text::window::Peek as _;
use proptest::prelude::*;

type Found = Vec<(Notice, Range<u64>)>;

/// All notices of some data, read in windows of a size, by offset.
fn scan(encoding: &'static Encoding, data: &[u8], size: usize) -> Found {
    let mut noticer = Noticer::new(encoding, &data[..data.len().min(4)]);
    let mut found = Vec::new();
    let mut report = |kind, range: Range<u64>, mark: u64| {
        // The mark is that of the character, or of the CR of a CR LF.
        assert_eq!(range.start, mark);
        found.push((kind, range));
    };
    let mut at = 0;
    while at < data.len() as u64 {
        let mut reach = size.max(usize::from(encoding.look));
        loop {
            let window = data.window(at, reach);
            let mut walk = Walk::new(encoding, 0, &window);
            for step in walk.by_ref() {
                noticer.step(&step, step.offset, &mut report);
            }
            if walk.offset() > at {
                at = walk.offset();
                break;
            }
            reach += 1;
        }
    }
    noticer.finish(&mut report);
    found.sort_by_key(|(kind, range)| (range.start, *kind));
    found
}

#[track_caller]
fn check(data: &[u8], expected: &[(Notice, Range<u64>)]) {
    assert_eq!(scan(table::UTF_8, data, 1000), expected);
}

#[test]
fn every_notice_is_reported_where_it_stands() {
    use Notice::{
        BidiControl, BidiUnpaired, BomContradicts, BomInside, C1Control, Control, DoubleBom,
        LineSeparator, MixedLineEndings, Nul,
    };
    check("plain, Ελληνικά, кириллица — “…”\n".as_bytes(), &[]);
    check(b"a\0b\0", &[(Nul, 1..2), (Nul, 3..4)]);
    check(
        "\u{FEFF}\u{FEFF}a\u{FEFF}".as_bytes(),
        &[(DoubleBom, 3..6), (BomInside, 7..10)],
    );
    check(
        "a\u{202E}b\nc\u{85}\r\n".as_bytes(),
        &[
            (BidiControl, 1..4),
            (BidiUnpaired, 1..4),
            (C1Control, 7..9),
            (MixedLineEndings, 9..11),
        ],
    );
    check(
        "\u{202A}\u{1C}\u{202A}\u{2029}".as_bytes(),
        &[
            (BidiControl, 0..3),
            (BidiUnpaired, 0..3),
            (Control, 3..4),
            (BidiControl, 4..7),
            (BidiUnpaired, 4..7),
            (LineSeparator, 7..10),
        ],
    );
    // Neighbours are reported as one, whatever ends the line.
    for (end, own) in [
        ("\n", None),
        ("\u{1C}", Some((Control, 6..7))),
        ("\u{2029}", Some((LineSeparator, 6..9))),
    ] {
        let text = format!("\u{2069}\u{202E}{end}");
        let mut expected = vec![(BidiControl, 0..6), (BidiUnpaired, 0..6)];
        expected.extend(own);
        check(text.as_bytes(), &expected);
    }
    // Bytes of another encoding's mark that are characters here.
    for id in ["iso-8859-1", "ebcdic-037"] {
        let encoding = table::by_label(id).unwrap().encoding();
        assert_eq!(
            scan(encoding, b"\xEF\xBB\xBFa", 1000),
            [
                (BomContradicts, 0..1),
                (BomContradicts, 1..2),
                (BomContradicts, 2..3)
            ]
        );
    }
    // An ill-formed sequence separates a CR from its LF.
    check(b"a\r\xFF\nb", &[(MixedLineEndings, 3..4)]);
}

#[test]
fn every_code_point_carries_the_notices_of_the_table() {
    let mut noticer = Noticer::new(table::UTF_8, b"a");
    for c in '\u{1}'..=char::MAX {
        let mut found = Vec::new();
        let mut report = |kind, range, ()| {
            assert_eq!(range, 9..10);
            found.push(kind);
        };
        noticer.character(c, 9..10, (), &mut report);
        noticer.finish(&mut report);
        found.retain(|kind| kind.told_by() != ToldBy::Context);
        assert_eq!(
            found,
            notice::code_point_notices(c, NoticePlace::Inside),
            "U+{:04X}",
            u32::from(c)
        );
    }
}

#[test]
fn what_is_passed_over_has_no_notice() {
    let mut noticer = Noticer::<()>::new(table::UTF_8, b"a");
    for c in '\u{80}'..=char::MAX {
        // Between spaces, where nothing means it.
        let text = format!("a {c} b.");
        let units: Vec<u16> = text.encode_utf16().collect();
        let clean =
            notice::code_point_notices(c, NoticePlace::Inside).is_empty() && !ends_paragraph(c);
        let passed = [
            noticer.quiet_bytes(text.as_bytes()) == text.len(),
            noticer.quiet_run(&units).units == units.len(),
        ];
        assert_eq!(passed, [clean; 2], "U+{:04X}", u32::from(c));
    }
}

#[test]
fn who_begins_anew_knows_nothing_of_the_data_before() {
    let mut noticer = Noticer::new(table::UTF_8, b"");
    noticer.character('\n', 0..1, (), &mut |_, _, ()| ());
    noticer.character('\u{202E}', 1..4, (), &mut |_, _, ()| ());
    noticer.restart(table::UTF_8, "\u{FEFF}".as_bytes());
    let mut found = Vec::new();
    let mut report = |kind, range, ()| found.push((kind, range));
    noticer.character('\r', 3..4, (), &mut report);
    noticer.character('\u{FEFF}', 3..6, (), &mut report);
    noticer.finish(&mut report);
    assert_eq!(found, [(Notice::DoubleBom, 3..6)]);
}

proptest! {
    #[test]
    fn windows_of_any_size_give_the_same(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "a", "\r", "\n", "\r\n", "é", "\u{202B}", "\u{202C}", "\u{2067}", "\u{2069}",
            "\u{2029}", "\0", "\u{FEFF}", "\u{AD}", "\u{E000}", "\u{FFFD}", "\u{1F600}",
            "\u{200D}", "\u{FE0F}", "\u{1F3F4}", "\u{E0067}", "\u{E007F}", "\u{5D0}",
        ]), 0..24),
        size in 1..9usize,
    ) {
        let text = pieces.concat();
        let whole = scan(table::UTF_8, text.as_bytes(), 1000);
        prop_assert_eq!(&scan(table::UTF_8, text.as_bytes(), size), &whole);
        // The same characters have the same notices in another encoding.
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let kinds = |found: &Found| found.iter().map(|(kind, _)| *kind).collect::<Vec<_>>();
        prop_assert_eq!(kinds(&scan(table::UTF_16LE, &wide, size)), kinds(&whole));
    }
}
