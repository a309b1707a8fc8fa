//! Attacks that hide in a tree: in a name, behind faults, in a file that is in another encoding.
//!
//! Invariant: what is denied is told, whatever stands before it.

use super::place::Place;

/// The lines about one kind of finding, and the exit code.
fn told(place: &Place, line: &str, id: &str) -> (Vec<String>, Option<i32>) {
    let done = place.check(line).output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    let id = format!("[{id}]");
    let lines = text.lines().filter(|line| line.ends_with(&id));
    (lines.map(str::to_owned).collect(), done.status.code())
}

const BIDI: &str = "if x: \u{202E} admin\n";

#[test]
fn a_bidi_control_behind_faults_is_told() {
    let faults = [b"\xFF x\n".repeat(32_000), BIDI.into()].concat();
    // "Größe" in windows-1252, and a control in UTF-8.
    let misread = [b"Gr\xF6\xDFe der Tabelle\n".repeat(3000), BIDI.into()].concat();
    let place = Place::with(&[("d/a", &faults), ("d/b", &misread)]);
    let (lines, code) = told(&place, "--deny bidi-control d", "bidi-control");
    let expected = [
        "d/a:32001:7: bidi control U+202E RIGHT-TO-LEFT OVERRIDE at 0x1F406: E2 80 AE [bidi-control]",
        "d/b:3001:7: bidi control U+202E RIGHT-TO-LEFT OVERRIDE at 0xD2F6: E2 80 AE [bidi-control]",
    ];
    assert_eq!(
        (lines.iter().map(String::as_str).collect(), code),
        (expected.to_vec(), Some(1))
    );
}

#[test]
fn a_bidi_control_in_wide_text_without_a_mark_is_told() {
    let text = format!("Привет, мир\n{BIDI}").repeat(20);
    let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let ascii = BIDI.repeat(3);
    let be: Vec<u8> = ascii.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let four: Vec<u8> = ascii
        .chars()
        .flat_map(|c| u32::from(c).to_le_bytes())
        .collect();
    let place = Place::with(&[("d/be", &be), ("d/four", &four), ("d/le", &le)]);
    let (lines, code) = told(&place, "--deny bidi-control --each d", "bidi-control");
    let firsts: Vec<&str> = { lines.iter().map(String::as_str) }
        .filter(|line| line.contains(":1:7:") || line.contains(":2:7:"))
        .collect();
    let expected = [
        "d/be:1:7: bidi control U+202E RIGHT-TO-LEFT OVERRIDE at 0xC: 20 2E [bidi-control]",
        "d/be:2:7: bidi control U+202E RIGHT-TO-LEFT OVERRIDE at 0x28: 20 2E [bidi-control]",
        "d/four:1:7: bidi control U+202E RIGHT-TO-LEFT OVERRIDE at 0x18: 2E 20 00 00 [bidi-control]",
        "d/four:2:7: bidi control U+202E RIGHT-TO-LEFT OVERRIDE at 0x50: 2E 20 00 00 [bidi-control]",
        "d/le:2:7: bidi control U+202E RIGHT-TO-LEFT OVERRIDE at 0x24: 2E 20 [bidi-control]",
    ];
    assert_eq!(
        (firsts, lines.len(), code),
        (expected.to_vec(), 26, Some(1))
    );
    // It is no finding unless it is asked for.
    assert_eq!(told(&place, "d", "bidi-control").0, Vec::<String>::new());
}

#[test]
fn the_name_of_a_file_is_checked_as_its_text_is() {
    let place = Place::with(&[
        ("d/n\u{202E}txt.exe", b"x\n"),
        ("d/p\u{430}yp\u{430}l", b"x\n"),
        ("d/sound.txt", b"x\n"),
        ("d/Größe.txt", b"x\n"),
    ]);
    let (lines, code) = told(&place, "--deny bidi-control d", "bidi-control");
    let line = "d/n\u{FFFD}txt.exe:1:2: bidi control U+202E RIGHT-TO-LEFT OVERRIDE at 0x1: E2 80 AE in the file's name [bidi-control]";
    let [found] = &lines[..] else {
        panic!("{lines:?}")
    };
    // The name itself is drawn with a stand-in.
    let tail = |line: &str| line.split_once(":1:2: ").unwrap().1.to_owned();
    assert_eq!((tail(found), code), (tail(line), Some(1)));
    let (lines, code) = told(&place, "--deny confusable d", "confusable");
    assert_eq!((lines.len(), code), (1, Some(1)), "{lines:?}");
    // Nothing is asked: letters of a language are no fault.
    assert_eq!(told(&place, "d", "bidi-control"), (Vec::new(), Some(0)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_is_a_fault() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let place = Place::with(&[("d/a", b"x\n")]);
    let name = OsStr::from_bytes(b"Gr\xF6\xDFe.txt");
    std::fs::write(place.0.path().join("d").join(name), "x\n").unwrap();
    let (lines, code) = told(&place, "d", "utf8-too-large");
    assert_eq!((lines.len(), code), (1, Some(1)), "{lines:?}");
    assert!(lines[0].contains(" in the file's name"), "{lines:?}");
}

#[test]
fn controls_separators_and_signs_that_deceive_are_told_to_who_asks() {
    let text = "a\x1B[31mb\nc\x08d\ne\x7Ff\ng\x0Bh\n\x0Ci\n\u{FFF9}j\u{FFFB}\nk\u{2028}l\nm\u{2029}n\n\
                if (o)\u{37E}\np \u{1C3}= q\nr\u{2800}s\n";
    let place = Place::with(&[("a.c", text.as_bytes())]);
    for (deny, expected) in [
        ("control", vec![1, 2, 3, 4, 5, 6, 6, 7, 8]),
        ("line-ends", vec![7, 8]),
        ("look-alike-sign", vec![9, 10, 11]),
    ] {
        let done = place.check(&format!("--deny {deny} a.c")).output().unwrap();
        let out = String::from_utf8(done.stdout).unwrap();
        let line = |line: &str| -> u64 { line.split(':').nth(1).unwrap().parse().unwrap() };
        let lines: Vec<u64> = out.lines().map(line).collect();
        assert_eq!((lines, done.status.code()), (expected, Some(1)), "{deny}");
    }
    // Sound text has them, too.
    let done = place.check("--notices a.c").output().unwrap();
    assert_eq!(String::from_utf8(done.stdout).unwrap(), "");
}
