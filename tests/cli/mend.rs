//! `hexloupe recode --fix` and `--lines` as scripts run them: bytes, messages, reports, exit codes.
use std::fs;
use std::process::Output;

use serde_json::{Value, json};
use snapbox::cmd::Command;
use tempfile::TempDir;

use crate::records;

/// `запрос выполнен` and `соединение потеряно`, which was misread as windows-1251.
const LOG: &str = "1 запрос выполнен успешно\n2 соединение потеряно, попытка\n3 запрос выполнен\n";
/// The last two words of the second line, as `encoding_rs` reads their bytes.
fn damaged() -> String {
    let (lost, _) =
        encoding_rs::WINDOWS_1251.decode_without_bom_handling("соединение потеряно".as_bytes());
    LOG.replace("соединение потеряно", &lost)
}

/// Two rows in windows-1251, one in IBM866, one in UTF-8.
fn rows() -> Vec<u8> {
    let (win, dos) = (encoding_rs::WINDOWS_1251, encoding_rs::IBM866);
    let mut rows = Vec::new();
    for (text, encoding) in ROWS.into_iter().zip([win, win, dos, encoding_rs::UTF_8]) {
        rows.extend_from_slice(&encoding.encode(text).0);
    }
    rows
}

const ROWS: [&str; 4] = [
    "Москва;улица Ленина;дом 5\n",
    "Казань;проспект Победы\n",
    "Санкт-Петербург;Невский проспект\n",
    "Тула;площадь Свободы\n",
];

pub(crate) struct Samples(TempDir);

impl Samples {
    pub(crate) fn new() -> Self {
        let samples = Self(tempfile::tempdir().unwrap());
        samples.put("log", damaged().as_bytes());
        samples.put("rows", &rows());
        samples
    }

    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.path().join(name), bytes).unwrap();
    }

    pub(crate) fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.path().join(name)).unwrap()
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        self.0.path().join(name).exists()
    }

    pub(crate) fn run(&self, line: &str) -> Command {
        Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(self.0.path())
            .args(line.split_whitespace())
            .env("HEXLOUPE_CONFIG", "")
            .env("LC_ALL", "C.UTF-8")
    }

    /// What a command line says on standard error.
    #[track_caller]
    pub(crate) fn check(&self, line: &str, out: &[u8], said: &[&str], code: i32) {
        judge(&self.run(line).output().unwrap(), out, said, code);
    }
}

#[track_caller]
fn judge(done: &Output, out: &[u8], said: &[&str], code: i32) {
    let found = crate::message::message(&done.stderr);
    let found: Vec<_> = found.lines().collect();
    assert_eq!(found.len(), said.len(), "{found:?}");
    for (found, said) in found.iter().zip(said) {
        // How sure it is may change.
        let (said, rest) = said.split_once('*').unwrap_or((said, ""));
        assert!(found.starts_with(said) && found.ends_with(rest), "{found}");
    }
    let shown = String::from_utf8_lossy(&done.stdout);
    assert_eq!(shown, String::from_utf8_lossy(out));
    assert_eq!(done.status.code(), Some(code));
}

#[test]
fn letters_in_quotation_marks_stay_beside_mojibake() {
    // In the set of the mojibake a letter and the mark beside it are one character of UTF-8.
    let samples = Samples::new();
    let western = "»ß« «É» la «lettre Ñ» »Buchstabe Ä« „Ö“ „Ü“ «ã» ‘ã’ “é”\n";
    let cyrillic = "Буква «Р» и «С» и «В» или «слово Р»\n";
    let (letter, word) = ("Ã¼", "РєРѕРґ");
    for (sound, misread, right) in [(western, letter, "ü"), (cyrillic, word, "код")] {
        samples.put("a", format!("Der M{misread}ller\n{sound}").as_bytes());
        let done = samples.run("recode --fix auto a").output().unwrap();
        let text = String::from_utf8(done.stdout).unwrap();
        assert_eq!(text, format!("Der M{right}ller\n{sound}"));
        assert_eq!(done.status.code(), Some(0));
    }
}

#[test]
fn sound_words_stay_beside_a_damaged_one() {
    let samples = Samples::new();
    let sound = "Đã xong\nĐó là\nĐá\nĐô thị\n%li分 %li秒\nάγνωστo λεκτικό\n[дД] [нН]\n";
    let words = [("maÃ±ana", "mañana"), ("РєРѕРґ", "код"), ("Jos茅", "José")];
    for (misread, right) in words {
        samples.put("a", format!("{sound}user={misread}\n").as_bytes());
        let done = samples.run("recode --fix auto a").output().unwrap();
        let text = String::from_utf8(done.stdout).unwrap();
        assert_eq!(text, format!("{sound}user={right}\n"));
        assert_eq!(done.status.code(), Some(0));
    }
}

/// As Python misreads the first line of each text; the others are sound, and would be other text by the same step.
#[test]
fn sound_lines_stay_in_long_text_beside_a_damaged_one() {
    let samples = Samples::new();
    for (damaged, mended, others) in [
        (
            "оПХБЕР, йЮЙ ДЕКЮ",
            "Привет, Как дела",
            "%.1f ГБ\n%.1f КБ\n%.1f МБ\n%.1f ПБ\n%.1f ТБ\n",
        ),
        (
            "the word d챕j횪 here",
            "the word déjà here",
            "%d째 줄 %d 문자에서 오류:\n",
        ),
        (
            "the word 艂膮ka here",
            "the word łąka here",
            "匹配文件/目录时忽略大小写\n预写日志目录的位置\n使用它。 谢谢。\n",
        ),
        ("ﾐｺﾐｾﾐｴ", "код", "ﾃﾞｰﾀ ｻｰﾊﾞｰ\n"),
    ] {
        samples.put("a", format!("{damaged}\n{others}").as_bytes());
        let done = samples.run("recode --fix auto a").output().unwrap();
        let text = String::from_utf8(done.stdout).unwrap();
        assert_eq!(text, format!("{mended}\n{others}"));
        assert_eq!(done.status.code(), Some(0));
    }
}

#[test]
fn a_chain_is_undone_where_it_fits() {
    let samples = Samples::new();
    let mended = ["hexloupe: log: 1 piece mended"];
    samples.check(
        "recode --fix utf-8,windows-1251 log",
        LOG.as_bytes(),
        &mended,
        0,
    );
    let done = samples
        .run("recode --fix utf-8,windows-1251")
        .stdin(damaged());
    judge(
        &done.output().unwrap(),
        LOG.as_bytes(),
        &["hexloupe: -: 1 piece mended"],
        0,
    );
}

#[test]
fn mojibake_is_found_shown_and_mended_in_place() {
    let samples = Samples::new();
    let before = samples.get("log");
    let said = [
        "hexloupe: log: mojibake (utf-8,windows-1251) at 0x*% sure",
        "hexloupe: log: 1 piece mended",
    ];
    let damaged = damaged();
    let (old, new) = (damaged.lines().nth(1).unwrap(), LOG.lines().nth(1).unwrap());
    let diff = format!("--- log (utf-8)\n+++ log (utf-8)\n@@ -2 +2 @@\n-{old}\n+{new}\n");
    samples.check("recode --fix auto --diff log", diff.as_bytes(), &said, 0);
    assert_eq!(samples.get("log"), before);
    samples.check("recode --fix auto -i --backup log", b"", &said, 0);
    assert_eq!(String::from_utf8(samples.get("log")).unwrap(), LOG);
    assert_eq!(samples.get("log~"), before);
    let said = [
        "hexloupe: log: no mojibake found",
        "hexloupe: log: nothing to change; nothing written",
    ];
    samples.check("recode --fix auto -i log", b"", &said, 0);
}

#[test]
fn lines_in_several_encodings_become_utf_8() {
    let samples = Samples::new();
    let said = [
        "hexloupe: rows: windows-1251 at *% sure",
        "hexloupe: rows: IBM866 at *% sure",
        "hexloupe: rows: 3 pieces mended",
    ];
    samples.check("recode --lines rows", ROWS.concat().as_bytes(), &said, 0);
    samples.check("recode --lines rows -o new", b"", &said, 0);
    assert_eq!(samples.get("new"), ROWS.concat().as_bytes());
}

/// A sentence in each of two sets, as files have it that several people wrote to: what the lines of
/// the other set do to the judgement of all of the file is no reason to doubt its own.
#[test]
fn lines_in_any_two_sets_become_utf_8() {
    let sentences = [
        (
            encoding_rs::WINDOWS_1252,
            "Größe für den Käufer, geprüft durch Jürgen Müller. Die Straße ist schön.\n",
        ),
        (
            encoding_rs::KOI8_R,
            "Москва является столицей Российской Федерации, городом федерального значения.\n",
        ),
        (
            encoding_rs::SHIFT_JIS,
            "日本語の文章をいくつか書いてみましょう。テストのための文章です。\n",
        ),
        (
            encoding_rs::GBK,
            "中华人民共和国的首都是北京，人口最多的城市是上海。\n",
        ),
        (
            encoding_rs::WINDOWS_1253,
            "Η πρωτεύουσα της Ελλάδας είναι η Αθήνα, πόλη με μεγάλη ιστορία.\n",
        ),
    ];
    let samples = Samples::new();
    for (one, own) in sentences {
        for (other, text) in sentences.into_iter().filter(|(other, _)| *other != one) {
            let [own_bytes, other_bytes] =
                [(one, own), (other, text)].map(|(set, text)| set.encode(text).0.into_owned());
            let lines = [
                own_bytes.repeat(3),
                other_bytes.repeat(2),
                own_bytes.repeat(2),
            ];
            samples.put("two", &lines.concat());
            let want = [own.repeat(3), text.repeat(2), own.repeat(2)].concat();
            let done = samples.run("recode --lines two").output().unwrap();
            let out = String::from_utf8_lossy(&done.stdout);
            assert_eq!(out, want, "{} {}", one.name(), other.name());
            assert_eq!(done.status.code(), Some(0));
        }
    }
}

#[test]
fn reports_are_as_the_schema_says() {
    let schema = records::validator("loss");
    let samples = Samples::new();
    samples.put("bad", "a\u{20AC}\n".as_bytes());
    samples.put("worse", b"a\xFFb\n");
    samples.put("mixed", &[&rows()[..], b"\n"].concat());
    let mut kinds = Vec::new();
    for line in [
        "recode --fix utf-8,windows-1251 log",
        "recode --fix auto -f utf-8 rows",
        "recode -t ascii --unmappable escape bad",
        "recode -t ascii --unmappable drop bad",
        "recode -f utf-8 --faults replace worse",
        "recode -f utf-8 --faults keep worse",
    ] {
        let done = samples
            .run(&format!("{line} --report told"))
            .output()
            .unwrap();
        assert!(done.status.code() <= Some(1), "{line}");
        for line in String::from_utf8(samples.get("told")).unwrap().lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            records::hold(&record);
            kinds.push(record["what"].as_str().unwrap().to_owned());
        }
    }
    kinds.sort();
    kinds.dedup();
    assert_eq!(
        kinds,
        ["dropped", "escaped", "kept", "left", "mended", "replaced"]
    );
    let record = json!({
        "type": "loss", "schema": 1,
        "offset": 0, "length": 1, "hex": "ff", "what": "left", "text": null
    });
    assert!(schema.is_valid(&record));
    for (field, value) in [
        ("what", json!("mended")),
        ("what", json!("lost")),
        ("hex", json!("F")),
        ("length", json!(0)),
        ("schema", json!(2)),
    ] {
        let mut other = record.clone();
        other[field] = value;
        assert!(!schema.is_valid(&other), "{other}");
    }
}

#[test]
fn a_mended_piece_is_in_the_report() {
    let samples = Samples::new();
    samples
        .run("recode --fix utf-8,windows-1251 --report told log")
        .assert()
        .success();
    let told: Value = serde_json::from_slice(&samples.get("told")).unwrap();
    assert_eq!(
        (&told["what"], &told["text"]),
        (&json!("mended"), &json!("соединение потеряно"))
    );
    let offset = LOG.find("соединение").unwrap();
    assert_eq!(told["offset"], json!(offset));
}

#[test]
fn what_is_not_sure_is_told_and_left() {
    let samples = Samples::new();
    // `Спасибо, пока` in windows-1251 or in the Cyrillic set of the Macintosh: they differ in the
    // first letter alone.
    let doubt = "Ñïàñèáî, ïîêà\n".as_bytes();
    samples.put("doubt", doubt);
    let said = [
        "hexloupe: doubt: mojibake *% sure",
        "hexloupe: doubt: auto mends only what is 90 % sure; --fix CHAIN mends by a named chain, \
         and --diff previews it",
        "hexloupe: doubt: line 1, offset 0x0: * neither is 90 % sure",
        "hexloupe: doubt: 1 piece left unchanged",
    ];
    samples.check("recode --fix auto --diff doubt", b"", &said, 1);
    samples.check("recode --fix auto doubt", doubt, &said, 1);
    let in_place = [
        &said[..],
        &["hexloupe: doubt: nothing to change; nothing written"],
    ]
    .concat();
    samples.check("recode --fix auto -i doubt", b"", &in_place, 1);
    assert_eq!(samples.get("doubt"), doubt);
    let said = ["hexloupe: doubt: 1 piece mended"];
    let line = "recode --fix windows-1251,windows-1252 doubt";
    samples.check(line, "Спасибо, пока\n".as_bytes(), &said, 0);
}

#[test]
fn what_is_sure_is_mended_beside_what_is_not() {
    let samples = Samples::new();
    samples.put("both", "un cafÃ© et un thÃ©\nArt¡culo 15\n".as_bytes());
    let said = [
        "hexloupe: both: mojibake (utf-8,windows-1252) *% sure",
        "hexloupe: both: mojibake (cp850,windows-1252) *% sure",
        "hexloupe: both: auto mends only what is 90 % sure; *",
        "hexloupe: both: line 2, offset 0x1B: C2 A1: left unchanged: *",
        "hexloupe: both: 1 piece mended, 1 piece left unchanged",
    ];
    let mended = "un café et un thé\nArt¡culo 15\n".as_bytes();
    samples.check("recode --fix auto both", mended, &said, 1);
}

#[test]
fn what_cannot_be_mended_is_refused_in_one_line() {
    let samples = Samples::new();
    samples.put("wide", b"\xFF\xFEa\0\n\0");
    samples.put("koi", b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1? \xF7\xD3\xA3 \xC8\xCF\xD2\xCF\xDB\xCF.\n");
    for (line, said) in [
        (
            "recode --fix utf-8 log",
            "utf-8: not a chain; name the encoding written in, then the one read as, such as \
             utf-8,windows-1251; at most 4 such pairs",
        ),
        (
            "recode --fix utf-8,nope log",
            "nope: no encoding has this name; hexloupe encodings lists them",
        ),
        (
            "recode --fix auto koi",
            "koi: is KOI8-R, but --fix mends UTF-8, or what -f names; try --lines",
        ),
        (
            "recode --lines -f koi8-r koi",
            "koi: --lines finds lines in KOI8-R by itself; leave out -f",
        ),
        (
            "recode --fix auto --faults keep wide",
            "wide: is UTF-16LE; its bytes cannot be kept in the output; use --faults stop or replace \
             or drop",
        ),
        (
            "recode --fix auto --lines log",
            "the argument '--fix <CHAIN>' cannot be used with '--lines'",
        ),
    ] {
        samples.check(line, b"", &[&format!("hexloupe: {said}")], 2);
    }
}

/// A text in UTF-16, little endian.
fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn what_is_mended_is_written_in_any_encoding() {
    let samples = Samples::new();
    let koi = encoding_rs::KOI8_R.encode(LOG).0;
    for line in [
        "recode --fix utf-8,windows-1251 -t koi8-r log -o out",
        "recode --fix utf-8,windows-1251 -t koi8-r --unmappable replace log -o out",
    ] {
        samples.check(line, b"", &["hexloupe: log: 1 piece mended"], 0);
        assert!(samples.get("out") == koi[..]);
    }
    let said = [
        "hexloupe: log: mojibake (utf-8,windows-1251)*% sure",
        "hexloupe: log: 1 piece mended",
    ];
    samples.check("recode --fix auto -t utf-16le log -o out", b"", &said, 0);
    assert!(samples.get("out") == wide(LOG));
    samples.check("recode --lines -i -t koi8-r log", b"", &said, 0);
    assert!(samples.get("log") == koi[..]);
    samples.put("dash", damaged().replace("попытка", "— €").as_bytes());
    let line =
        "recode --fix utf-8,windows-1251 -t koi8-r --unmappable escape --report told dash -o out";
    let said = ["hexloupe: dash: 2 sequences escaped, 1 piece mended"];
    samples.check(line, b"", &said, 0);
    let text = LOG.replace("попытка", "<U+2014> <U+20AC>");
    assert!(samples.get("out") == encoding_rs::KOI8_R.encode(&text).0[..]);
    let told = String::from_utf8(samples.get("told")).unwrap();
    let told: Vec<Value> = { told.lines() }
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let what: Vec<_> = told
        .iter()
        .map(|told| told["what"].as_str().unwrap())
        .collect();
    assert_eq!(what, ["mended", "escaped", "escaped"]);
    let at = told[1]["offset"].as_u64().unwrap() as usize;
    assert_eq!(samples.get("dash")[at..at + 3], *"—".as_bytes());
    // Nothing is written that stops.
    let said = format!(
        "hexloupe: dash:2:*: KOI8-R has no U+2014 at 0x{at:X}: E2 80 94 [unmappable]; stopped there, \
         --unmappable replace or escape continues"
    );
    let (before, after) = said.split_once('*').unwrap();
    let done = { samples.run("recode --fix utf-8,windows-1251 -t koi8-r dash -o none") }
        .output()
        .unwrap();
    let found = String::from_utf8(done.stderr).unwrap();
    assert!(found.contains(before) && found.contains(after), "{found}");
    assert_eq!(done.status.code(), Some(1));
    assert!(!samples.0.path().join("none").exists());
}

#[test]
fn misread_lines_of_utf_16_are_shown_and_mended() {
    let samples = Samples::new();
    samples.put("plain", &wide(&damaged()));
    samples.put("marked", &wide(&format!("\u{FEFF}{}", damaged())));
    let run = |name: &str, at: u64| {
        [
            format!("hexloupe: {name}: mojibake (utf-8,windows-1251) at 0x{at:X}, *% sure"),
            format!("hexloupe: {name}: 1 piece mended"),
        ]
    };
    let at = 2 * damaged()
        .encode_utf16()
        .position(|unit| unit == 0x0421)
        .unwrap() as u64;
    for (name, at, out) in [
        ("plain", at, LOG.to_owned()),
        ("marked", at + 2, format!("\u{FEFF}{LOG}")),
    ] {
        let said = run(name, at);
        let said = said.each_ref().map(String::as_str);
        for line in [
            format!("recode --fix auto -f utf-16le -t utf-8 {name}"),
            format!("recode --lines -f utf-16le {name}"),
            format!("recode --lines {name}"),
            format!("recode --fix auto {name}"),
        ] {
            samples.check(&line, out.as_bytes(), &said, 0);
        }
        samples.check(
            &format!("recode --lines -i -t utf-16le {name}"),
            b"",
            &said,
            0,
        );
        assert!(samples.get(name) == wide(&out));
    }
    samples.put("plain", &wide(&damaged()));
    let done = samples
        .run("guess --lines --format jsonl plain")
        .output()
        .unwrap();
    let lines = String::from_utf8(done.stdout).unwrap();
    let runs: Vec<Value> = { lines.lines() }
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |run: &Value| (run["first_line"].clone(), run["encoding"].clone());
    let found: Vec<_> = runs.iter().map(of).collect();
    let encoding = json!("utf-16le");
    assert_eq!(
        found,
        [
            (json!(1), encoding.clone()),
            (json!(2), encoding.clone()),
            (json!(2), encoding)
        ]
    );
    assert_eq!(runs[1]["chain"][0]["read"], "windows-1251");
    let end = |run: &Value| run["offset"].as_u64().unwrap() + run["length"].as_u64().unwrap();
    assert!(
        runs.windows(2)
            .all(|two| end(&two[0]) == two[1]["offset"].as_u64().unwrap())
    );
    assert_eq!(end(&runs[2]), samples.get("plain").len() as u64);
}

#[test]
fn what_f_names_is_read_so_before_it_is_mended() {
    let samples = Samples::new();
    let misread = encoding_rs::WINDOWS_1252
        .decode_without_bom_handling("été".as_bytes())
        .0;
    let data = encoding_rs::WINDOWS_1252
        .encode(&format!("d\u{e9}j\u{e0} {misread}\n"))
        .0
        .into_owned();
    samples.put("latin", &data);
    samples.check(
        "recode --fix utf-8,windows-1252 -f windows-1252 latin",
        "déjà été\n".as_bytes(),
        &["hexloupe: latin: 1 piece mended"],
        0,
    );
}

#[test]
fn a_binary_is_left_as_it_is() {
    let samples = Samples::new();
    let mut state = 1_u32;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    });
    let noise: Vec<u8> = noise.take(100_000).collect();
    samples.put("noise", &noise);
    let said =
        "hexloupe: noise: is binary; only text is mended; --fix CHAIN mends where the chain fits";
    for line in [
        "recode --lines --in-place noise",
        "recode --fix auto --in-place noise",
    ] {
        samples.check(line, b"", &[said], 2);
        assert!(samples.get("noise") == noise);
    }
}

/// What `>>` of a shell in UTF-16 leaves behind, for heads and ends around every size that is read
/// at once.
#[test]
fn an_end_in_utf_16_is_told_and_read_by_itself() {
    let samples = Samples::new();
    let head = "naïve = 1\nplain text in a line\n";
    for (heads, ends) in [(1, 1), (2, 3), (1, 9000), (5000, 1), (3000, 8193)] {
        for (big, mark) in [(false, false), (true, false), (false, true), (true, true)] {
            let (head, end) = (head.repeat(heads), "appended 𝄞 é line\n".repeat(ends));
            let to_bytes = if big {
                u16::to_be_bytes
            } else {
                u16::to_le_bytes
            };
            let units = { mark.then_some(0xFEFF).into_iter() }.chain(end.encode_utf16());
            let mut data = head.clone().into_bytes();
            data.extend(units.flat_map(to_bytes));
            samples.put("joined", &data);
            let name = if big { "UTF-16BE" } else { "UTF-16LE" };
            let at = head.len();
            samples.check(
                "recode joined",
                b"",
                &[&format!(
                    "hexloupe: joined: nothing written; from 0x{at:X} on it is {name}: parts were \
                     joined; --lines reads each part by itself, -f reads all in one encoding"
                )],
                1,
            );
            let done = samples.run("recode --lines joined").output().unwrap();
            let want = format!("{head}{end}");
            assert!(
                done.stdout == want.as_bytes(),
                "{heads} {ends} {name} {mark}"
            );
            assert_eq!(done.status.code(), Some(0));
            let done = samples.run("guess --lines joined").output().unwrap();
            let lines = head.lines().count();
            let parts = format!("joined: lines 1 to {lines}: UTF-8\njoined: line");
            let shown = String::from_utf8(done.stdout).unwrap();
            assert!(shown.starts_with(&parts) && shown.contains(name), "{shown}");
        }
    }
}

/// Lines in bytes after and among text in UTF-16, of lengths around every size that is read at once.
#[test]
fn parts_in_bytes_and_in_units_are_told_and_read_by_themselves() {
    let samples = Samples::new();
    let line = "строка журнала\r\n";
    let units = |text: &str, big: bool| -> Vec<u8> {
        let to_bytes = if big {
            u16::to_be_bytes
        } else {
            u16::to_le_bytes
        };
        text.encode_utf16().flat_map(to_bytes).collect()
    };
    for (first, more) in [(1, 1), (2184, 3), (2185, 2), (4096, 2185), (20000, 1)] {
        for big in [false, true] {
            let (wide, added) = (line.repeat(first), "added é\n".repeat(more));
            let mut data = units("\u{FEFF}", big);
            data.extend(units(&wide, big));
            let at = data.len();
            data.extend(added.as_bytes());
            data.extend(units(&line.repeat(more), big));
            data.extend(b"end");
            samples.put("joined", &data);
            let said =
                format!("joined: nothing written; from 0x{at:X} on it is UTF-8: parts were joined");
            let done = samples.run("recode joined").output().unwrap();
            let shown = String::from_utf8(done.stderr).unwrap();
            assert!(shown.contains(&said), "{first} {more} {shown}");
            assert_eq!((done.status.code(), done.stdout.len()), (Some(1), 0));
            let done = samples.run("recode --lines joined").output().unwrap();
            let want = format!("{wide}{added}{}end", line.repeat(more));
            assert!(done.stdout == want.as_bytes(), "{first} {more} {big}");
            assert_eq!(done.status.code(), Some(0));
            let done = samples.run("guess --lines joined").output().unwrap();
            let shown = String::from_utf8(done.stdout).unwrap();
            let last = shown.lines().last().unwrap();
            let number = first + 2 * more + 1;
            assert!(last.contains(&format!("line {number}, ")), "{shown}");
            let done = samples.run("check joined").output().unwrap();
            let shown = String::from_utf8(done.stderr).unwrap();
            assert!(shown.contains("parts were joined"), "{shown}");
        }
    }
}

/// One legacy line of few letters among UTF-8 is read as the user says, and nothing else is.
#[test]
fn what_nothing_tells_is_read_in_the_fallback() {
    let samples = Samples::new();
    let (before, after) = ("ключ = значение, é\n", "name: Zoë\n");
    let written = |line: &str| {
        let done = samples.run(line).output().unwrap();
        (
            done.stdout,
            done.status.code(),
            String::from_utf8(done.stderr).unwrap(),
        )
    };
    for (line, set, text) in [
        (&b"Estagi\xE1rio\n"[..], "windows-1252", "Estagiário\n"),
        (b"Estagi\xE1rio\n", "windows-1251", "Estagiбrio\n"),
        (b"a \xC4\xE3 b\n", "gbk", "a 你 b\n"),
        (b"\xA4\n", "iso-8859-15", "€\n"),
    ] {
        let data = [before.as_bytes(), line, after.as_bytes()].concat();
        samples.put("mixed", &data);
        let (out, code, _) = written(&format!("recode --lines --fallback {set} mixed"));
        let want = format!("{before}{text}{after}");
        assert_eq!(String::from_utf8_lossy(&out), want, "{set}");
        assert_eq!(code, Some(0), "{set}");
        let (out, code, said) = written("recode --lines mixed");
        assert!(out == data && code == Some(1), "{set}");
        assert!(said.contains("--lines --fallback names one"), "{said}");
    }
    // Letters that tell another set, though not surely, are left: Python writes テキスト in EUC-JP.
    let japanese = b"\xA5\xC6\xA5\xAD\xA5\xB9\xA5\xC8\n";
    samples.put("mixed", japanese);
    let (out, code, said) = written("recode --lines --fallback windows-1252 mixed");
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(out, japanese);
    let (out, code, _) = written("recode --lines --fallback euc-jp mixed");
    assert!(out == "テキスト\n".as_bytes() && code == Some(0));
    // A byte that the set does not have is left, and said.
    samples.put("mixed", b"\xC3\xA9 \xD2 \xC1\n");
    let (out, code, said) = written("recode --lines --fallback iso-8859-7 mixed");
    assert!(
        out == b"\xC3\xA9 \xD2 \xCE\x91\n" && code == Some(1),
        "{out:02X?}"
    );
    let left = "line 1, offset 0x3: D2: left unchanged: not UTF-8, and ISO-8859-7 does not fit";
    assert!(said.contains(left), "{said}");
    for set in ["utf-8", "utf-16", "auto", "ebcdic-037"] {
        let (out, code, said) = written(&format!("recode --lines --fallback {set} mixed"));
        assert!(out.is_empty() && code == Some(2), "{set}");
        assert!(
            said.contains(&format!("--fallback cannot be {set};")),
            "{said}"
        );
    }
    let (_, code, said) = written("recode --fallback gbk mixed");
    assert!(code == Some(2) && said.contains("--lines"), "{said}");
}

/// What stands around lost characters is mended, and they are left and told: as programs wrote it
/// that read UTF-8 in another set, with U+FFFD for what the set does not have, or cut the end.
#[test]
fn what_stands_around_lost_characters_is_mended() {
    let samples = Samples::new();
    for (damaged, mended, left) in [
        (
            "log: 娴嬭瘯鏁版嵁搴撹繛鎺\u{FFFD}\n",
            "log: 测试数据库连鎺\u{FFFD}\n",
            1,
        ),
        ("log: 娴嬭瘯鏁版嵁搴撹繛鎺\n", "log: 测试数据库连鎺\n", 1),
        (
            "鏁版嵁搴撹繛鎺ュけ璐ワ紝璇锋\u{FFFD}\u{FFFD}鏌ョ綉缁\u{FFFD}\n",
            "数据库连接失败，璇锋\u{FFFD}\u{FFFD}查网缁\u{FFFD}\n",
            2,
        ),
        (
            "縺薙ｓ縺ｫ縺｡縺ｯ荳也阜縲√ユ繧ｹ繝医〒縺\u{FFFD}\n",
            "こんにちは世界、テストで縺\u{FFFD}\n",
            1,
        ),
        (
            "Python åˆ\u{A0}é™¤åˆ—è¡¨ä¸\u{AD}çš„å…ƒç´\n",
            "Python 删除列表中的元ç´\n",
            1,
        ),
        (
            "РџСЂРёРІРµС‚, РјРёСЂ Рї\u{FFFD}РѕРІРµСЂРєР°\n",
            "Привет, мир п\u{FFFD}оверка\n",
            1,
        ),
    ] {
        samples.put("lost", damaged.as_bytes());
        let done = samples.run("recode --fix auto lost").output().unwrap();
        assert_eq!(String::from_utf8_lossy(&done.stdout), mended);
        assert_eq!(done.status.code(), Some(1), "{damaged}");
        let said = String::from_utf8(done.stderr).unwrap();
        let places = said
            .lines()
            .filter(|line| line.contains("left unchanged: "));
        assert_eq!(places.count(), left, "{said}");
        let done = samples.run("guess lost").output().unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(said.contains(": mojibake, it was "), "{said}");
    }
}
