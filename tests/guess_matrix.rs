//! How often the guess is right: by language, encoding and length, in sentence case and in
//! capitals.
//!
//! The models were not made of the texts in `tests/languages`. A guess is right if the encoding it
//! names gives exactly the text that was written. The shares are kept in `tests/guess_matrix.txt`;
//! `SHARES=write cargo test --test library guess_matrix` writes the file again. Invariant: no share falls
//! below the one in the file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;

use hexloupe::codec::{CodecState, Encoding, Meaning, table};
use hexloupe::detect;
use hexloupe::unicode::normal;

const WEST: &str = "windows-1252 iso-8859-15 cp850 macintosh ebcdic-037";
const CENTRAL: &str = "windows-1250 iso-8859-2 cp852";
const BALTIC: &str = "windows-1257 iso-8859-13 cp775";

/// The languages, and the encodings that each is written in.
const ROWS: &[(&str, &str)] = &[
    ("ru", "windows-1251 koi8-r ibm866 iso-8859-5 x-mac-cyrillic"),
    ("uk", "windows-1251 koi8-u iso-8859-5 x-mac-cyrillic cp1125"),
    ("be", "windows-1251 koi8-u iso-8859-5 x-mac-cyrillic ibm866"),
    ("bg", "windows-1251 iso-8859-5 cp855 x-mac-cyrillic"),
    ("sr", "windows-1251 iso-8859-5 cp855 x-mac-cyrillic"),
    ("el", "windows-1253 iso-8859-7 cp737 cp869"),
    ("he", "windows-1255 cp862"),
    ("ar", "windows-1256 iso-8859-6 cp720"),
    ("th", "windows-874"),
    ("tr", "windows-1254 cp857"),
    ("pl", CENTRAL),
    ("cs", "windows-1250 iso-8859-2 cp852 keybcs2 cork"),
    ("hu", CENTRAL),
    ("ro", CENTRAL),
    ("hr", CENTRAL),
    ("de", WEST),
    ("fr", WEST),
    ("es", WEST),
    ("pt", WEST),
    ("it", WEST),
    ("sv", WEST),
    ("da", WEST),
    ("nb", WEST),
    ("fi", WEST),
    ("is", "windows-1252 cp861"),
    ("lt", BALTIC),
    ("lv", BALTIC),
    ("et", BALTIC),
    ("vi", "windows-1258"),
    ("ja", "shift_jis euc-jp iso-2022-jp"),
    ("zh-hans", "gb18030"),
    ("zh-hant", "big5"),
    ("ko", "euc-kr"),
];
/// Encodings written without a byte order mark, in every language.
const UNICODE: &str = "utf-16le utf-16be utf-32le utf-8";
/// Bytes of a sample, and how many samples there are.
const LENGTHS: [(usize, usize); 4] = [(20, 12), (80, 8), (400, 4), (4000, 1)];

fn path(parts: &[&str]) -> PathBuf {
    let root = [env!("CARGO_MANIFEST_DIR"), "tests"];
    root.iter().chain(parts).collect()
}

/// What is written for a character that an encoding does not have.
fn instead(c: char) -> &'static str {
    match c {
        'ș' => "ş",
        'ț' => "ţ",
        'Ș' => "Ş",
        'Ț' => "Ţ",
        '–' | '—' | '‐' | '‑' => "-",
        '«' | '»' | '“' | '”' | '„' => "\"",
        '‘' | '’' | '‚' => "'",
        '…' => "...",
        _ => "",
    }
}

/// A text with its tones as marks of their own, as windows-1258 has them.
fn toned(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let parts = normal::decomposed(&c.to_string());
        let is_tone = |part: &char| "\u{300}\u{301}\u{303}\u{309}\u{323}".contains(*part);
        let (tones, rest): (String, String) = parts.chars().partition(is_tone);
        out += &normal::composed(&rest);
        out += &tones;
    }
    out
}

/// The bytes of a text, as many as fit in `most`, whole characters.
fn write(text: &str, encoding: &Encoding, most: usize) -> Vec<u8> {
    let text = if encoding.id == "windows-1258" {
        toned(text)
    } else {
        text.to_owned()
    };
    let (mut bytes, mut state) = (Vec::new(), CodecState::default());
    for c in text.chars() {
        let before = bytes.len();
        if encoding.encode(&mut state, c, &mut bytes).is_err() {
            for c in instead(c).chars() {
                let _ = encoding.encode(&mut state, c, &mut bytes);
            }
        }
        if bytes.len() > most {
            bytes.truncate(before);
            break;
        }
    }
    bytes
}

fn read(bytes: &[u8], encoding: &Encoding) -> Vec<Meaning> {
    let (mut at, mut state, mut out) = (0, CodecState::default(), Vec::new());
    while at < bytes.len() {
        let sequence = encoding.decode(&mut state, &bytes[at..]);
        at += usize::from(sequence.len);
        out.extend((sequence.meaning != Meaning::Shift).then_some(sequence.meaning));
    }
    out
}

/// Samples of a length: text from different places.
fn samples(text: &str, encoding: &Encoding, most: usize, count: usize) -> Vec<Vec<u8>> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let step = (lines.len() / count).max(1);
    let starts = (0..lines.len()).step_by(step).take(count);
    let written = starts.map(|start| write(&lines[start..].join(" "), encoding, most));
    // A sample of ASCII alone says nothing about the encoding.
    let is_question =
        |bytes: &Vec<u8>| !bytes.is_ascii() || bytes.iter().any(|byte| matches!(byte, 0 | 0x1B));
    written.filter(is_question).collect()
}

/// The number of right guesses and of all guesses, by length.
fn row(text: &str, encoding: &'static Encoding) -> Cells {
    LENGTHS.map(|(length, count)| {
        let samples = samples(text, encoding, length, count);
        let right = samples.iter().filter(|bytes| {
            let taken = detect::guess(*bytes).verdict.encoding;
            read(bytes, taken) == read(bytes, encoding)
        });
        (right.count(), samples.len())
    })
}

/// The number of right guesses and of all guesses, by length.
type Cells = [(usize, usize); LENGTHS.len()];

/// Language, encoding, case.
type Key = (&'static str, &'static str, &'static str);

/// Every row to measure.
fn keys() -> Vec<Key> {
    let of_language = |(language, encodings): &(&'static str, &'static str)| {
        let (language, encodings) = (*language, encodings.split(' '));
        let all = encodings.chain(UNICODE.split(' '));
        all.flat_map(move |id| ["sentence", "capitals"].map(|case| (language, id, case)))
            .collect::<Vec<_>>()
    };
    ROWS.iter().flat_map(of_language).collect()
}

/// A measured row; `None` for capitals where the script has none.
fn measured((language, id, case): Key) -> Option<Cells> {
    let text = fs::read_to_string(path(&["languages", &format!("{language}.txt")])).unwrap();
    let capitals = text.to_uppercase();
    if case == "capitals" && capitals == text {
        return None;
    }
    let text = if case == "capitals" { capitals } else { text };
    Some(row(&text, table::by_label(id).unwrap().encoding()))
}

/// All rows, on every processor.
fn measure() -> BTreeMap<Key, Cells> {
    let keys = Mutex::new(keys().into_iter());
    let rows = Mutex::new(BTreeMap::new());
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let work = || {
        loop {
            let Some(key) = keys.lock().unwrap().next() else {
                return;
            };
            if let Some(cells) = measured(key) {
                rows.lock().unwrap().insert(key, cells);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    rows.into_inner().unwrap()
}

/// The rows as a table, with their sums.
fn printed(rows: &BTreeMap<Key, Cells>) -> String {
    let mut out = format!("{:<9} {:<15} {:<9}", "language", "encoding", "case");
    for (length, _) in LENGTHS {
        write!(out, " {:>9}", format!("{length} bytes")).unwrap();
    }
    let mut sums = [(0, 0); LENGTHS.len()];
    for ((language, id, case), cells) in rows {
        write!(out, "\n{language:<9} {id:<15} {case:<9}").unwrap();
        for (cell, sum) in cells.iter().zip(&mut sums) {
            write!(out, " {:>9}", format!("{}/{}", cell.0, cell.1)).unwrap();
            *sum = (sum.0 + cell.0, sum.1 + cell.1);
        }
    }
    write!(out, "\n{:<9} {:<15} {:<9}", "all", "all", "both").unwrap();
    for sum in sums {
        write!(out, " {:>9}", format!("{}/{}", sum.0, sum.1)).unwrap();
    }
    out + "\n"
}

/// The numbers of right guesses in a table, by the words before them.
fn stated(table: &str) -> BTreeMap<String, Vec<usize>> {
    let rows = table.lines().skip(1).map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (key, cells) = words.split_at(3);
        let right = cells
            .iter()
            .filter_map(|cell| cell.split('/').next()?.parse().ok());
        (key.join(" "), right.collect())
    });
    rows.collect()
}

#[test]
fn no_share_of_right_guesses_falls() {
    let now = printed(&measure());
    let kept = path(&["guess_matrix.txt"]);
    if std::env::var("SHARES").is_ok_and(|wish| wish == "write") {
        fs::write(&kept, &now).unwrap();
    }
    let (before, now) = (stated(&fs::read_to_string(&kept).unwrap()), stated(&now));
    let rows: Vec<_> = before.keys().collect();
    assert_eq!(rows, now.keys().collect::<Vec<_>>());
    let fallen: Vec<_> = before
        .iter()
        .filter(|(key, cells)| {
            cells
                .iter()
                .zip(&now[*key])
                .any(|(before, now)| now < before)
        })
        .map(|(key, cells)| format!("{key}: {cells:?} were right, now {:?}", now[key]))
        .collect();
    assert!(fallen.is_empty(), "\n{}\n", fallen.join("\n"));
}
