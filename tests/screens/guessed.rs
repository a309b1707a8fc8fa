//! The panel that says which encoding it is.

use super::canvas::Canvas;
use super::snapshot;
use hexloupe::codec::{Encoding, table};
use hexloupe::detect::preferred::Preferred;
use hexloupe::detect::verdict::{Alternative, EncodingClaim, Evidence, Guess, Nature, Verdict};
use hexloupe::job::guess;

/// «Привет, мир» in windows-1251, in a page that declares another encoding.
const PAGE: &[u8] = b"<meta charset=koi8-r>\n\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0!\n";

fn encoding(id: &str) -> &'static Encoding {
    table::by_label(id).expect("an encoding").encoding()
}

fn of_page() -> Guess {
    let other = |id, confidence, language, faults| Alternative {
        encoding: encoding(id),
        confidence,
        language,
        faults,
    };
    Guess {
        nature: Nature::Text,
        verdict: Verdict {
            encoding: encoding("windows-1251"),
            evidence: Evidence::Guessed {
                percent: 96,
                language: Some("Russian"),
            },
        },
        confidence: 0.96,
        evidence: vec![
            "the letters follow each other as in Russian"
                .to_owned()
                .into(),
            "not UTF-8: 9 of 9 sequences beyond ASCII are ill-formed"
                .to_owned()
                .into(),
        ],
        is_joined: false,
        same: vec![encoding("cp866")],
        alternatives: vec![
            other("koi8-r", 0.02, Some("Russian"), 0),
            other("ibm866", 0.01, None, 0),
            other("macintosh", 0.001, None, 0),
            other("utf-8", 0.0, None, 9),
        ],
        claim: Some(EncodingClaim {
            offset: 14,
            label: "koi8-r".to_owned(),
            source: "HTML meta",
            encoding: Some(encoding("koi8-r")),
            holds: false,
            faults: 0,
        }),
        looks_like: None,
        phase: 0,
        mojibake: None,
        lost: Vec::new(),
        carriers: Vec::new(),
        others: Vec::new(),
        faults: 0,
        first_fault: None,
    }
}

fn panel(size: (u16, u16), keys: &str) -> Canvas {
    Canvas::new(PAGE, size).guessed(of_page()).at(22).keys(keys)
}

#[test]
fn which_encoding_it_is() {
    snapshot("verdict-40x12", &panel((40, 12), "g e j").text());
    snapshot("verdict-80x24", &panel((80, 24), "g e").text());
    snapshot("verdict-120x40", &panel((120, 40), "g e j j").text());
}

#[test]
fn in_ascii_the_panel_is_ascii() {
    for size in [(27, 6), (40, 12), (80, 24), (200, 60)] {
        let text = panel(size, "g e").ascii().mono().text();
        assert!(text.is_ascii(), "{text}");
    }
}

#[test]
fn a_list_without_rows_offers_only_to_leave_it() {
    for keys in [
        "L",
        ": m a r k s Enter",
        ": j u m p s Enter",
        ": r e g i o n s Enter",
    ] {
        let screen = Canvas::new(b"sound", (80, 24)).keys(keys).text();
        let foot = screen.lines().find(|line| line.contains('╰'));
        let foot = foot.unwrap_or_else(|| panic!("{keys}: {screen}"));
        let is_leaving = foot.contains("leave") || foot.contains("close");
        assert!(is_leaving && !foot.contains("Enter"), "{keys}: {foot}");
        assert!(!foot.contains("choose"), "{keys}: {foot}");
    }
}

#[test]
fn the_title_says_damaged_where_the_guess_does() {
    // "5 €" without its last byte.
    let text = b"Cost: 5 \xE2\x82";
    let found = guess::guess(&text.to_vec(), Preferred::NONE);
    let screen = Canvas::new(text, (80, 24)).told(found).text();
    assert!(screen.contains("UTF-8 (damaged) · 1 fault"), "{screen}");
}

#[test]
fn what_mojibake_was_is_seen_on_a_narrow_screen() {
    // "Das ist ein längerer Satz über größere Wörter." as UTF-8 that was read in windows-1252.
    let text = "plain line\nDas ist ein l\u{C3}\u{A4}ngerer Satz \u{C3}\u{BC}ber gr\u{C3}\u{B6}\u{C3}\u{178}ere \
        W\u{C3}\u{B6}rter.\n";
    let data = text.as_bytes().to_vec();
    let found = guess::guess(&data, Preferred::NONE);
    let at = text.find("ngerer").expect("the word") as u64 - 4;
    let canvas = |keys| {
        let canvas = Canvas::new(text.as_bytes(), (40, 12)).guessed(found.clone());
        canvas.at(at).keys(keys).finished(&["places"]).text()
    };
    let screen = canvas("");
    let lines: Vec<&str> = screen.lines().collect();
    assert!(
        lines[1].starts_with(" line 2: was längerer Satz"),
        "{screen}"
    );
    assert!(lines[1].trim_end().ends_with("Enter"), "{screen}");
    // The card below the panes has three lines.
    let card = lines[8..11].join("\n");
    assert!(card.contains("mojibake of längerer"), "{screen}");
    let list = canvas("L");
    assert!(list.contains("line 2: mojibake of längerer"), "{list}");
    let canvas = Canvas::new(text.as_bytes(), (80, 24)).guessed(found);
    let list = canvas.keys("L").finished(&["places"]).text();
    assert!(list.contains("gr‹Ã›¶ÃŸere"), "{list}");
}

#[test]
fn text_that_is_too_short_to_tell_has_the_place_of_its_first_fault() {
    for (data, expected) in [
        (
            &b"ok\n\xFE\xFF\xFE\n"[..],
            "line 2: FE (never a UTF-8 byte) · 3 faults · Enter goes there",
        ),
        (b"\xC3", "line 1: C3 is cut short, 1 byte missing"),
    ] {
        let found = guess::guess(&data.to_vec(), Preferred::NONE);
        let text = Canvas::new(data, (80, 24)).told(found).text();
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn the_list_says_what_is_already_shown_mended() {
    let lines = "10:42 INFO request user=anna\n".repeat(20);
    let data = lines.clone() + "city=M\u{C3}\u{BC}nchen user=Jos\u{C3}\u{A9}\n" + &lines;
    let found = guess::guess(&data.as_bytes().to_vec(), Preferred::NONE);
    let listed = |keys: &str| {
        let canvas = Canvas::new(data.as_bytes(), (100, 30)).told(found.clone());
        canvas
            .keys(keys)
            .finished(&["scan", "errand"])
            .keys("L")
            .text()
    };
    let before = listed("l");
    assert!(before.contains("line 21: mojibake, it was"), "{before}");
    assert!(!before.contains("shown mended"), "{before}");
    let after = listed("Enter");
    assert!(after.contains("line 21: mojibake, it was"), "{after}");
    assert!(after.contains(" · shown mended"), "{after}");
}

#[test]
fn text_in_doubt_in_the_set_of_the_rest_is_only_doubtful() {
    let mut data = b"\xCF\xF0\xE8\xE2\xE5\xF2 \xE8\xE7 1251\ncut \xE2\x82 here\n".to_vec();
    data.extend(b"Gr\xC3\x83\xC2\xBC\xC3\x83\xC5\xB8e\n1;2;3\nuser=anna status=200\xE2\x82");
    let found = guess::guess(&data, Preferred::NONE);
    let canvas = Canvas::new(&data, (120, 30)).told(found);
    let text = canvas.text();
    assert!(!text.contains("may be"), "{text}");
    assert!(text.contains("line 2: doubtful text ("), "{text}");
}
