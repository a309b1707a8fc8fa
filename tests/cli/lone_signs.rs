//! One sign of a text that was read in another set: every command finds it by what stands around it.
//!
//! Invariant: the misread texts are those that `encoding_rs` makes of the bytes; what is mended is compared with
//! the text as it was.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, IBM866, KOI8_R, MACINTOSH, SHIFT_JIS, WINDOWS_874, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1255,
};

use super::mend::Samples;

const LINES: [&str; 8] = [
    "The fee is £5 per person and day.\n",
    "It costs ¥500 in all (¥450 for members).\n",
    "Copyright © 2024 Example Ltd.\n",
    "See § 12 of the law.\n",
    "Heat it to 180 °C for 20 minutes.\n",
    "An error of ±5 % is fine.\n",
    "A garden of 20 m² and a box of 3 m³.\n",
    "A screen of 1920×1080 pixels.\n",
];

/// The text as a reader of another set has it; none if the set has no character for some bytes.
fn misread(set: &'static Encoding, text: &str) -> Option<String> {
    let (read, failed) = set.decode_without_bom_handling(text.as_bytes());
    (!failed).then(|| read.into_owned())
}

#[test]
fn a_sign_alone_is_told_by_its_place() {
    let samples = Samples::new();
    let mut tried = 0;
    for set in [
        GBK,
        SHIFT_JIS,
        BIG5,
        EUC_KR,
        WINDOWS_1251,
        WINDOWS_1253,
        WINDOWS_874,
        KOI8_R,
    ] {
        for line in LINES {
            let Some(damaged) = misread(set, line) else {
                continue;
            };
            tried += 1;
            for text in [
                damaged.clone(),
                format!("{}{damaged}", "A plain line of a log.\n".repeat(20_000)),
            ] {
                samples.put("a", text.as_bytes());
                let done = samples.run("recode --fix auto a").output().unwrap();
                let mended = text.replace(&damaged, line);
                assert!(String::from_utf8_lossy(&done.stdout) == mended, "{damaged}");
                let denied = samples.run("check --deny mojibake a").output().unwrap();
                assert_eq!(denied.status.code(), Some(1), "{damaged}");
                let said = samples.run("guess a").output().unwrap();
                let said = String::from_utf8(said.stdout).unwrap();
                assert!(said.contains("mojibake"), "{said}");
            }
        }
    }
    assert!(tried > 40, "{tried}");
}

#[test]
fn a_bullet_and_an_arrow_are_signs_in_every_set() {
    let samples = Samples::new();
    for set in [IBM866, WINDOWS_1251, WINDOWS_1255] {
        for line in ["• first point\n• second point\n", "Use → to go on.\n"] {
            let damaged = misread(set, line).unwrap();
            samples.put("a", damaged.as_bytes());
            let done = samples.run("recode --fix auto a").output().unwrap();
            assert_eq!(String::from_utf8_lossy(&done.stdout), line, "{damaged}");
        }
    }
}

#[test]
fn characters_that_may_stand_there_are_sound() {
    let samples = Samples::new();
    for text in [
        "我们要靠拢5个人\n",
        "A座楼500室，楼5\n",
        "дома 12Г—14\n",
        "우리는 5째 날에\n",
        "属C 種別 則 12条\n",
        "則 12条\n",
        "遗漏 20 个\n",
    ] {
        samples.put("a", text.as_bytes());
        let done = samples.run("check --deny mojibake a").output().unwrap();
        assert_eq!(done.status.code(), Some(0), "{text}");
    }
}

/// Tries a text misread in each of some sets.
fn is_mended(samples: &Samples, sets: &[&'static Encoding], text: &str) {
    for set in sets {
        let Some(damaged) = misread(set, text) else {
            continue;
        };
        samples.put("a", damaged.as_bytes());
        let done = samples.run("recode --fix auto a").output().unwrap();
        assert_eq!(String::from_utf8_lossy(&done.stdout), text, "{damaged}");
        let denied = samples.run("check --deny mojibake a").output().unwrap();
        assert_eq!(denied.status.code(), Some(1), "{damaged}");
    }
}

#[test]
fn an_emoji_alone_is_told_in_every_set() {
    let samples = Samples::new();
    let sets = [
        MACINTOSH,
        IBM866,
        KOI8_R,
        WINDOWS_1250,
        WINDOWS_1251,
        WINDOWS_1252,
    ];
    for text in ["ok 😀 done\n", "🚀 Release notes\n", "✅\n", "a ⚠ here\n"] {
        is_mended(&samples, &sets, text);
    }
}

#[test]
fn ligatures_of_type_are_letters_of_their_word() {
    let samples = Samples::new();
    let sets = [MACINTOSH, WINDOWS_1250, WINDOWS_1252];
    for text in ["a traﬃc jam\n", "oﬀer\n", "the ﬁrst ﬂoor\n"] {
        is_mended(&samples, &sets, text);
        samples.put("a", text.as_bytes());
        let sound = samples.run("check --deny mojibake a").output().unwrap();
        assert_eq!(sound.status.code(), Some(0), "{text}");
        let done = samples.run("recode --fix auto a").output().unwrap();
        assert_eq!(String::from_utf8_lossy(&done.stdout), text);
    }
}

#[test]
fn one_letter_is_told_by_the_sets_that_programs_read_in() {
    let samples = Samples::new();
    for text in ["prévu\n", "på\n", "dál\n", "für\n", "José\n"] {
        is_mended(&samples, &[IBM866], text);
    }
    for text in ["für\n", "når\n", "über\n"] {
        is_mended(&samples, &[WINDOWS_1250], text);
    }
}

/// A control of C1 is no text, so that one letter is enough.
#[test]
fn a_letter_of_controls_is_told_alone() {
    let samples = Samples::new();
    for text in ["В\n", "с\n", "К\n", "Ο\n", "준\n"] {
        let damaged: String = text.bytes().map(char::from).collect();
        samples.put("a", damaged.as_bytes());
        let done = samples.run("recode --fix auto a").output().unwrap();
        assert_eq!(String::from_utf8_lossy(&done.stdout), text);
    }
}

#[test]
fn what_joins_and_chooses_parts_of_emoji_is_text() {
    let samples = Samples::new();
    let sets = [WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, MACINTOSH, KOI8_R];
    for text in ["I ❤️ NY\n", "1️⃣ first\n", "👨‍👩‍👧\n", "hello\u{200B}world\n"]
    {
        is_mended(&samples, &sets, text);
    }
}

#[test]
fn quotation_marks_around_ascii_are_told_by_each_other() {
    let samples = Samples::new();
    let sets = [GBK, WINDOWS_1251, WINDOWS_1252, KOI8_R];
    for text in ["Error: «{0}» no es\n", "fila «%s» no\n", "Option « x »\n"] {
        is_mended(&samples, &sets, text);
    }
}

#[test]
fn two_lines_of_a_box_are_no_letter() {
    let samples = Samples::new();
    for text in ["─│x\n", "│ ─│x\n"] {
        samples.put("a", text.as_bytes());
        let sound = samples.run("check --deny mojibake a").output().unwrap();
        assert_eq!(sound.status.code(), Some(0), "{text}");
    }
}
