//! Every encoding, kind of damage, edit and mark: what is put back is git's, byte by byte, and
//! what is not is told.
//!
//! The damage is done by `encoding_rs` and the standard library, or written by hand; the program
//! has no part in it. Invariant: a case is restored exactly,
//! or has the bytes that it had and is told; an edited line may stay as the damage left it, and is
//! told then.

use encoding_rs::{
    Encoding as Rs, GBK, KOI8_R, MACINTOSH, SHIFT_JIS, UTF_8, UTF_16LE, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252,
};

use hexloupe::detect::choose;
use hexloupe::detect::preferred::Preferred;
use hexloupe::job::against::{
    AgainstParameters, FileVersions, TextChangeKind, VersionComparison, compare,
};
use hexloupe::window::Peek;

const FRENCH: &[&str] = &[
    "Le café est fermé ce soir.",
    "plain text",
    "À bientôt, mon élève !",
    "",
    "x = 1;",
    "Noël à la forêt",
    "déjà vu encore une fois",
];
const RUSSIAN: &[&str] = &[
    "Съешь же ещё этих мягких булок.",
    "plain text",
    "",
    "Привет, мир! Hello.",
    "x = 1;",
    "Конец главы",
    "name = значение",
];
const CHINESE: &[&str] = &[
    "这是一个测试文件。",
    "plain text",
    "你好, world",
    "",
    "x = 1;",
    "数据库连接失败",
];
const JAPANESE: &[&str] = &[
    "これは日本語の文章です。",
    "plain text",
    "漢字とカタカナ、ソース",
    "",
    "x = 1;",
    "終わり, end",
];

/// What a file is in, with a mark or without one.
#[derive(Debug, Clone, Copy)]
struct Form {
    set: &'static Rs,
    mark: &'static [u8],
    text: &'static [&'static str],
}

const MARK: &[u8] = b"\xEF\xBB\xBF";
const FORMS: &[Form] = &[
    form(UTF_8, b"", FRENCH),
    form(UTF_8, b"", RUSSIAN),
    form(UTF_8, b"", CHINESE),
    form(UTF_8, MARK, FRENCH),
    form(UTF_8, MARK, RUSSIAN),
    form(UTF_8, MARK, JAPANESE),
    form(UTF_16LE, b"\xFF\xFE", FRENCH),
    form(UTF_16LE, b"\xFF\xFE", RUSSIAN),
    form(WINDOWS_1252, b"", FRENCH),
    form(WINDOWS_1250, b"", FRENCH),
    form(WINDOWS_1251, b"", RUSSIAN),
    form(KOI8_R, b"", RUSSIAN),
    form(GBK, b"", CHINESE),
    form(SHIFT_JIS, b"", JAPANESE),
];

const fn form(set: &'static Rs, mark: &'static [u8], text: &'static [&'static str]) -> Form {
    Form { set, mark, text }
}

impl Form {
    /// Lines in the form; characters that it lacks are left out.
    fn bytes(self, lines: &[String]) -> Vec<u8> {
        let text: String = lines
            .iter()
            .flat_map(|line| [line.as_str(), "\n"])
            .collect();
        if self.set == UTF_16LE {
            let wide = text.encode_utf16().flat_map(u16::to_le_bytes);
            return self.mark.iter().copied().chain(wide).collect();
        }
        let has = |c: &char| !self.set.encode(c.encode_utf8(&mut [0; 4])).2;
        let text: String = text.chars().filter(has).collect();
        [self.mark, &self.set.encode(&text).0].concat()
    }
}

/// What a program does to all of a file.
#[derive(Debug, Clone, Copy)]
enum Damage {
    /// Its bytes are read in a set and saved as UTF-8, that many times.
    Misread(&'static Rs, u8),
    /// U+FFFD stands for what is not UTF-8.
    Lossy,
    /// What is not UTF-8 is left out.
    Ignored,
    /// `?` stands for each character above ASCII, the mark among them.
    Asked,
    /// Each byte above ASCII is left out.
    Dropped,
    /// The text is saved in a set, with `?` for what that lacks, and without the mark.
    Saved(&'static Rs),
    /// The lines end in CR LF.
    Ends,
    /// There is a mark of UTF-8 before it, which may be a second one.
    Marked,
    /// The mark is left out.
    Unmarked,
}

const DAMAGES: &[Damage] = &[
    Damage::Misread(WINDOWS_1252, 1),
    Damage::Misread(WINDOWS_1252, 2),
    Damage::Misread(WINDOWS_1251, 1),
    Damage::Misread(WINDOWS_1251, 2),
    Damage::Misread(MACINTOSH, 1),
    Damage::Misread(KOI8_R, 1),
    Damage::Lossy,
    Damage::Ignored,
    Damage::Asked,
    Damage::Dropped,
    Damage::Saved(UTF_8),
    Damage::Saved(WINDOWS_1251),
    Damage::Saved(WINDOWS_1252),
    Damage::Saved(KOI8_R),
    Damage::Saved(GBK),
    Damage::Ends,
    Damage::Marked,
    Damage::Unmarked,
];

impl Damage {
    /// What becomes of bytes in a form.
    fn of(self, bytes: &[u8], form: Form) -> Vec<u8> {
        let body = bytes.strip_prefix(form.mark).unwrap_or(bytes);
        let text = || form.set.decode_without_bom_handling(body).0.into_owned();
        match self {
            Self::Misread(set, times) => (0..times).fold(bytes.to_vec(), |bytes, _| {
                let (text, _) = set.decode_without_bom_handling(&bytes);
                text.into_owned().into_bytes()
            }),
            Self::Lossy => String::from_utf8_lossy(bytes).into_owned().into_bytes(),
            Self::Ignored => { bytes.utf8_chunks() }
                .flat_map(|chunk| chunk.valid().bytes())
                .collect(),
            Self::Asked => {
                let mark = if form.mark.is_empty() { "" } else { "?" };
                let ascii = |c: char| if c.is_ascii() { c as u8 } else { b'?' };
                mark.bytes().chain(text().chars().map(ascii)).collect()
            }
            Self::Dropped => { bytes.iter() }.copied().filter(u8::is_ascii).collect(),
            Self::Saved(set) => saved(set, &text()),
            Self::Ends if form.set == UTF_16LE => bytes.to_vec(),
            Self::Ends => {
                let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
                lines.join(&b"\r\n"[..])
            }
            Self::Marked => [MARK, bytes].concat(),
            Self::Unmarked => body.to_vec(),
        }
    }
}

/// Text in a set, with `?` for what it lacks.
fn saved(set: &'static Rs, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    for c in text.chars() {
        let mut buffer = [0; 4];
        let (bytes, _, is_lost) = set.encode(c.encode_utf8(&mut buffer));
        out.extend_from_slice(if is_lost { b"?" } else { &bytes });
    }
    out
}

/// What somebody does to the lines before the damage.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Edit {
    None,
    First,
    Last,
    Ascii,
    Other,
    Insert,
    InsertOther,
    Delete,
    Append,
}

const EDITS: &[Edit] = &[
    Edit::None,
    Edit::First,
    Edit::Last,
    Edit::Ascii,
    Edit::Other,
    Edit::Insert,
    Edit::InsertOther,
    Edit::Delete,
    Edit::Append,
];

impl Edit {
    /// The lines then, and which of them were edited.
    fn of(self, text: &[&str]) -> Vec<(String, bool)> {
        let mut lines: Vec<_> = text
            .iter()
            .map(|line| ((*line).to_owned(), false))
            .collect();
        let last = lines.len() - 1;
        let change = |line: &mut (String, bool)| *line = (format!("{} and more", line.0), true);
        match self {
            Self::None => {}
            Self::First => change(&mut lines[0]),
            Self::Last => change(&mut lines[last]),
            Self::Ascii => change(&mut lines[1]),
            Self::Other => change(&mut lines[2]),
            Self::Insert => lines.insert(2, ("a new line".to_owned(), true)),
            Self::InsertOther => lines.insert(3, (format!("new: {}", text[0]), true)),
            Self::Delete => drop(lines.remove(2)),
            Self::Append => lines.push(("the end".to_owned(), true)),
        }
        lines
    }
}

/// What came of a case.
#[derive(Debug, PartialEq)]
enum Outcome {
    Exact,
    EditedLeft,
    Refused,
    Wrong(&'static str),
}

/// Judges what was written, by bytes that no code under test has made.
fn outcome(found: &VersionComparison, case: &[(String, bool)], all: [&[u8]; 3]) -> Outcome {
    let [now, truth, new] = all;
    let is_left = found.changes.iter().any(|change| change.kept.is_some());
    if now == truth {
        return Outcome::Exact;
    }
    if now == new {
        let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
            bytes
                .split(|byte| *byte == b'\n')
                .map(<[u8]>::to_vec)
                .collect()
        };
        let (truth, new) = (lines(truth), lines(new));
        let is_edited = |at: usize| case.get(at).is_some_and(|line| line.1);
        let differ = truth.iter().zip(&new).enumerate();
        let only_edited = truth.len() == new.len() && { differ }
            .all(|(at, (truth, new))| truth == new || is_edited(at));
        return match (found.changes.is_empty(), only_edited) {
            (false, _) => Outcome::Refused,
            // Git does not know what somebody has typed.
            (true, true) => Outcome::EditedLeft,
            (true, false) => Outcome::Wrong("left in silence"),
        };
    }
    if !is_left {
        return Outcome::Wrong("other bytes, and all is said to be put back");
    }
    let told: Vec<u64> = { found.changes.iter() }
        .filter(|change| change.kept.is_some())
        .flat_map(|change| change.lines.iter().copied())
        .collect();
    let parts = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
        let trim = |line: &[u8]| line.strip_suffix(b"\r").unwrap_or(line).to_vec();
        bytes.split(|byte| *byte == b'\n').map(trim).collect()
    };
    let (now, truth) = (parts(now), parts(truth));
    if now.len() != truth.len() {
        return Outcome::Wrong("other lines");
    }
    let is_told = |at: usize| told.contains(&(at as u64 + 1));
    let mut differ = { now.iter().zip(&truth) }.enumerate();
    match differ.find(|(at, (now, truth))| now != truth && !is_told(*at)) {
        Some(_) => Outcome::Wrong("a line is left and not told"),
        None => Outcome::EditedLeft,
    }
}

/// The comparison, and the file after what passes the judgement was written.
fn restored(old: &[u8], new: &[u8]) -> (VersionComparison, Vec<u8>) {
    let reading = |data: &dyn Peek| choose(data, Preferred::NONE);
    let orders = AgainstParameters {
        reading: &reading,
        expected: &[],
    };
    let versions = FileVersions {
        old,
        new,
        converts_ends: false,
    };
    let found = compare(&versions, &orders);
    let now = found.restored.clone();
    (found, now.unwrap_or_else(|| new.to_vec()))
}

#[test]
fn what_is_put_back_is_gits_and_what_is_not_is_told() {
    let (mut exact, mut all) = (0, 0);
    for (number, form) in FORMS.iter().enumerate() {
        for (way, damage) in DAMAGES.iter().enumerate() {
            for (turn, edit) in EDITS.iter().enumerate() {
                // A fifth of the product, in which every pair of two is there.
                if (number + way + turn) % 5 != 0 && *edit != Edit::None {
                    continue;
                }
                let before: Vec<String> = form.text.iter().map(|line| (*line).into()).collect();
                let case = edit.of(form.text);
                let after: Vec<String> = case.iter().map(|line| line.0.clone()).collect();
                let (old, truth) = (form.bytes(&before), form.bytes(&after));
                let new = damage.of(&truth, *form);
                if new == truth {
                    continue;
                }
                let (found, now) = restored(&old, &new);
                let outcome = outcome(&found, &case, [&now, &truth, &new]);
                let is_wrong = matches!(outcome, Outcome::Wrong(_));
                assert!(
                    !is_wrong,
                    "{outcome:?}: {form:?} {damage:?} {edit:?}\n{:?}\n{}",
                    found.changes,
                    now.escape_ascii()
                );
                let (again, twice) = restored(&old, &now);
                assert_eq!(twice, now, "a second run: {form:?} {damage:?} {edit:?}");
                let back = { again.changes.iter() }.find(|change| change.kept.is_none());
                assert!(outcome == Outcome::Refused || back.is_none(), "{back:?}");
                exact += u64::from(outcome == Outcome::Exact);
                all += 1;
            }
        }
    }
    assert!(
        all > 400 && 2 * exact > all,
        "{exact} of {all} are restored exactly"
    );
}

#[test]
fn a_mark_that_was_misread_is_part_of_the_damage() {
    let old = [MARK, "Café, plain\nplain\n".as_bytes()].concat();
    let new = "Ôªø".to_owned() + "Caf√©, plain\nplain\n";
    let (found, now) = restored(&old, new.as_bytes());
    assert_eq!(now, old);
    assert!(found.changes.iter().all(|change| change.kept.is_none()));
    // Where the text has nothing but ASCII too.
    let old = [MARK, b"a\nb\n"].concat();
    for mark in [
        "ï»¿",
        "п»ї",
        "Ôªø",
        "О╩©",
        "Ã¯Â»Â¿",
        "?",
        "\u{FFFD}\u{FFFD}\u{FFFD}",
    ] {
        let (found, now) = restored(&old, format!("{mark}a\nB\n").as_bytes());
        assert_eq!(now, [MARK, b"a\nB\n"].concat(), "{mark}");
        assert_eq!(found.changes.len(), 1);
    }
}

#[test]
fn a_mark_is_not_put_before_text_in_another_encoding() {
    let text = |end: &str| format!("Съешь же ещё\nэтих мягких\nплюшек\n{end}");
    let old = [MARK, text("").as_bytes()].concat();
    let new = WINDOWS_1251.encode(&text("конец\n")).0.into_owned();
    let (found, now) = restored(&old, &new);
    assert_eq!(now, new);
    assert!(!found.changes.is_empty());
    assert!(found.changes.iter().all(|change| change.kept.is_some()));
}

#[test]
fn a_line_that_is_gone_is_no_line_whose_letters_are() {
    let (old, new) = (&b"\xE9\n\n\nM\xFCller\n"[..], &b"\n\nM\xFCller\n"[..]);
    let (found, back) = restored(old, new);
    assert!(found.changes.is_empty(), "{:?}", found.changes);
    assert_eq!(back, new);
}

#[test]
fn a_line_that_two_old_lines_could_have_been_is_left_and_told() {
    let old = "\nè\n\né\n\n".as_bytes();
    let new = "\n\u{FFFD}\n\nnew\n".as_bytes();
    let (found, back) = restored(old, new);
    assert_eq!(back, new);
    let told: Vec<_> = found
        .changes
        .iter()
        .map(|change| (change.kind, &change.lines))
        .collect();
    assert_eq!(told, [(TextChangeKind::Destroyed, &vec![2])]);
    // What follows tells which one it was.
    let new = "\n\u{FFFD}\n\n".as_bytes();
    let old = "first\né\n\n".as_bytes();
    let (_, back) = restored(&[b"x\n", old].concat(), &[b"first", new].concat());
    assert_eq!(back, old);
}

#[test]
fn text_whose_letters_are_gone_is_destroyed() {
    let text = "Съешь же ещё, 1\nэтих мягких (2)\n\nплюшек = 3\n";
    let old = KOI8_R.encode(text).0.into_owned();
    let gone: String = text.chars().filter(char::is_ascii).collect();
    let (found, now) = restored(&old, gone.as_bytes());
    assert_eq!(now, old);
    let is_destroyed =
        |change: &hexloupe::job::against::TextChange| change.kind.id() == "destroyed";
    assert!(!found.changes.is_empty() && found.changes.iter().all(is_destroyed));
    // Lines of letters alone, in place of which are blank ones.
    let old = KOI8_R.encode("Съешь\nже\n\nещё\nплюшек\n").0.into_owned();
    assert_eq!(restored(&old, b"\n\n\n\n\n").1, old);
    // Taking lines away, or an emoji, is an edit.
    for (old, new) in [
        ("Съешь\n\nещё\nplain\n", "\nplain\n"),
        ("done \u{1F389}\nx\n", "done \nx\n"),
        ("a \u{1F389}\nb \u{1F389}\n\u{E9}\n", "a \nb \n\u{E9}\n"),
    ] {
        assert!(
            restored(old.as_bytes(), new.as_bytes())
                .0
                .changes
                .is_empty()
        );
    }
}

#[test]
fn a_file_converted_as_a_whole_is_told_though_it_was_edited() {
    let text = |name: &str| format!("Съешь же ещё\nэтих мягких\n{name}\nплюшек\nплоды\n");
    for (old, new) in [
        (WINDOWS_1251, KOI8_R),
        (KOI8_R, UTF_8),
        (UTF_8, WINDOWS_1251),
    ] {
        let bytes = |set: &'static Rs, name| set.encode(&text(name)).0.into_owned();
        let before = bytes(old, "имя");
        let (found, now) = restored(&before, &bytes(new, "новое имя"));
        assert!(!found.changes.is_empty(), "{old:?} {new:?}");
        // What was saved as UTF-8 can be put back with its edits.
        let is_back = new == UTF_8;
        let back = if is_back { old } else { new };
        assert_eq!(now, bytes(back, "новое имя"));
        let is_kept = |change: &hexloupe::job::against::TextChange| change.kept.is_some();
        assert!(
            found
                .changes
                .iter()
                .all(|change| is_kept(change) != is_back)
        );
    }
}
