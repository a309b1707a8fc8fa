//! `hexloupe guess` on text that something carries damaged: each plan that it gives is carried out
//! with the program, and brings the text back.
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use snapbox::cmd::Command;

/// What the program prints; it must succeed.
fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let done = output(folder, arguments, input);
    assert!(done.status.success(), "{arguments:?}: {done:?}");
    done.stdout
}

fn output(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(folder)
        .args(arguments)
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .stdin(input.to_vec())
        .output()
        .unwrap()
}

/// The record of what is found in a file.
fn found(folder: &Path) -> Value {
    let told = run(folder, &["guess", "--format", "jsonl", "file"], b"");
    let record: Value = serde_json::from_slice(&told).unwrap();
    let carriers = record["carriers"].as_array().unwrap();
    assert_eq!(carriers.len(), 1, "{record}");
    carriers[0].clone()
}

/// A file, what carries its text, the plan, and what the plan makes of the file.
#[track_caller]
fn check(file: &str, carrier: &str, plan: &str, mended: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), file).unwrap();
    let found = found(folder.path());
    assert_eq!(
        (found["carrier"].as_str(), found["plan"].as_str()),
        (Some(carrier), Some(plan))
    );
    let mut bytes = Vec::new();
    for stage in plan.split(" | ") {
        let stage = stage.strip_prefix("hexloupe ").unwrap();
        let arguments = stage
            .split(' ')
            .map(|word| if word == "FILE" { "file" } else { word });
        let arguments: Vec<&str> = arguments.collect();
        bytes = run(folder.path(), &arguments, &bytes);
    }
    assert_eq!(String::from_utf8(bytes).unwrap(), mended, "{plan}");
}

/// The command that is named first is the one that mends it.
#[test]
fn characters_cut_by_folds_are_mended_by_unfolding() {
    let folder = tempfile::tempdir().unwrap();
    let file = b"BEGIN:VCARD\r\nNOTE:R\xC3\xA9union de l\xE2\x80\r\n \x99\xC3\xA9quipe\r\n";
    fs::write(folder.path().join("file"), file).unwrap();
    let told = run(folder.path(), &["guess", "file"], b"");
    let told = String::from_utf8(told).unwrap();
    let advice = "  hexloupe undump --from folded file unfolds its lines";
    assert_eq!(told.lines().nth(1), Some(advice), "{told}");
    let told = output(folder.path(), &["check", "file"], b"").stdout;
    let place = "file:2:18: character cut short at 0x1F: E2 80; a fold of the line cuts it [utf8-cut-short]";
    let told = String::from_utf8(told).unwrap();
    assert_eq!(told.lines().next(), Some(place), "{told}");
    let mended = run(folder.path(), &["undump", "--from", "folded", "file"], b"");
    let text = "BEGIN:VCARD\r\nNOTE:Réunion de l’équipe\r\n";
    assert_eq!(String::from_utf8(mended).unwrap(), text);
}

#[test]
fn plans_bring_the_text_back() {
    check(
        r#"{"name": "\u00d0\u009c\u00d0\u00b8\u00d1\u0080", "text": "\u00d0\u009f\u00d1\u0080\u00d0\u00b8\u00d0\u00b2\u00d0\u00b5\u00d1\u0082\u0021\n\"", "sound": "\u2014"}"#,
        "unicode-escapes",
        "hexloupe recode --from json-document --fix utf-8,iso-8859-1 FILE",
        r#"{"name": "Мир", "text": "Привет\u0021\n\"", "sound": "—"}"#,
    );
    check(
        r#"{"a": "\u0420\u045f\u0421\u0402\u0420\u0451\u0420\u0406\u0420\u00b5\u0421\u201a"}"#,
        "unicode-escapes",
        "hexloupe recode --from json-document --fix utf-8,windows-1251 FILE",
        r#"{"a": "Привет"}"#,
    );
    check(
        "GET /?q=%C3%90%C5%B8%C3%91%E2%82%AC%C3%90%C2%B8%C3%90%C2%B2%C3%90%C2%B5%C3%91%E2%80%9A 100%\n",
        "percent",
        "hexloupe recode --from percent-document --fix utf-8,windows-1252 FILE",
        "GET /?q=Привет 100%\n",
    );
    check(
        "GET /?q=%CF%F0%E8%E2%E5%F2%2C%20%EA%E0%EA%20%E4%E5%EB%E0\n",
        "percent",
        "hexloupe recode --from percent-document --lines FILE",
        "GET /?q=Привет, как дела\n",
    );
    check(
        "GET /?q=%25D0%259F%25D1%2580%25D0%25B8%25D0%25B2%25D0%25B5%25D1%2582\n",
        "percent-twice",
        "hexloupe undump --from percent-document FILE | hexloupe undump --from percent-document",
        "GET /?q=Привет\n",
    );
    check(
        "<p>1 &lt; 2, d&Atilde;&copy;j&Atilde;&nbsp; vu, tr&Atilde;&uml;s bient&Atilde;&acute;t</p>\n<p>&copy;</p>",
        "entities",
        "hexloupe recode --from html-document --fix utf-8,windows-1252 FILE",
        "<p>1 &lt; 2, déjà vu, très bientôt</p>\n<p>©</p>",
    );
}

#[test]
fn plans_for_mails_and_dumps_bring_the_text_back() {
    check(
        "To: a@b\nSubject: =?utf-8?B?0KDRn9Ch0ILQoNGR0KDQhtCgwrXQoeKAmg==?=\n\nx",
        "encoded-words",
        "hexloupe recode --from encoded-words --fix utf-8,windows-1251 FILE",
        "To: a@b\nSubject: Привет\n\nx",
    );
    check(
        "Subject: =?utf-8?B?8NLJ18XULCDLwcsgxMXMwT8=?=\n\nx",
        "encoded-words",
        "hexloupe recode --from encoded-words --lines FILE",
        "Subject: Привет, как дела?\n\nx",
    );
    check(
        "Subject: =?iso-8859-1?B?0J/RgNC40LLQ?=\n =?iso-8859-1?B?tdGC?=\n\nx",
        "encoded-words",
        "hexloupe undump --from encoded-words FILE",
        "Subject: Привет\n\nx",
    );
    check(
        "From: a@b\nContent-Type: text/plain; charset=utf-8\n\
         Content-Transfer-Encoding: quoted-printable\n\n\
         =D0=A0=D1=9F=D0=A1=D0=82=D0=A0=D1=91=D0=A0=D0=86=D0=A0=C2=B5=\n=D0=A1=E2=80=9A",
        "quoted-printable",
        "hexloupe recode --from quoted-printable --fix utf-8,windows-1251 FILE",
        "Привет",
    );
    let dump = |text: &str| {
        format!(
            "/*!40101 SET NAMES utf8 */;\nCREATE TABLE `t` (`a` text) DEFAULT CHARSET=latin1;\n\
             INSERT INTO `t` VALUES (1,'{text}');\n"
        )
    };
    check(
        &dump("ÐŸÑ€Ð¸Ð²ÐµÑ‚, ÐºÐ°Ðº Ð´ÐµÐ»Ð°?"),
        "sql-dump",
        "hexloupe recode --fix utf-8,windows-1252 FILE",
        &dump("Привет, как дела?"),
    );
}

#[test]
fn people_are_told_what_carries_it_and_what_undoes_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "ï»¿id;name\n1;2\n").unwrap();
    let told = run(folder.path(), &["guess", "-v", "file"], b"");
    let told = String::from_utf8(told).unwrap();
    for said in [
        "\n  a byte order mark read as text: ï»¿ at the beginning of 1 line\n",
        "\n    likely cause: ",
        "\n    this removes it: sed 's/^ï»¿//' FILE\n",
    ] {
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn a_sound_entity_beside_damage_stays() {
    for (page, mended) in [
        (
            "<p>&laquo;Caf&Atilde;&copy;&raquo; &Atilde;&copy;t&Atilde;&copy;</p>\n",
            "<p>«Café» été</p>\n",
        ),
        (
            "<p>&mdash;&laquo;Caf&Atilde;&copy;</p>\r\n<p>&copy;</p>\r\n",
            "<p>—«Café</p>\r\n<p>©</p>\r\n",
        ),
        ("<p>&laquo;&Atilde;&laquo;&raquo;</p>", "<p>«ë»</p>"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), page).unwrap();
        let line = [
            "recode",
            "--from",
            "html-document",
            "--fix",
            "utf-8,windows-1252",
            "file",
        ];
        let told = run(folder.path(), &line, b"");
        assert_eq!(String::from_utf8(told).unwrap(), mended);
    }
    // It is found, too.
    check(
        "<p>&laquo;D&Atilde;&copy;j&Atilde;&copy;&raquo; &laquo;bient&Atilde;&acute;t&raquo;</p>",
        "entities",
        "hexloupe recode --from html-document --fix utf-8,windows-1252 FILE",
        "<p>«Déjé» «bientôt»</p>",
    );
}

#[test]
fn a_dump_that_is_all_mojibake_is_told_of_once() {
    let folder = tempfile::tempdir().unwrap();
    let dump = "SET NAMES latin1;\nINSERT INTO t VALUES (1,'ÐŸÑ€Ð¸Ð²ÐµÑ‚, ÐºÐ°Ðº Ð´ÐµÐ»Ð°?');\n";
    fs::write(folder.path().join("file"), dump).unwrap();
    let told = run(folder.path(), &["guess", "-v", "file"], b"");
    let told = String::from_utf8(told).unwrap();
    for said in [
        "\n  mojibake in a dump of a database, ",
        "\n    it declares: SET NAMES latin1\n",
        "\n    likely cause: UTF-8 sent over a connection declared latin1",
        "\n    this undoes it: hexloupe recode --fix utf-8,windows-1252 FILE\n",
    ] {
        assert!(told.contains(said), "{told}");
    }
    let (answer, reasons) = told.split_once('\n').unwrap();
    assert!(
        answer.ends_with("line 2: mojibake, it was Привет, как дела"),
        "{told}"
    );
    assert_eq!(reasons.matches("mojibake").count(), 1, "{told}");
    assert_eq!(told.matches("likely cause").count(), 1, "{told}");
}

/// The files of this package have no damaged text, but for tests and pages that show some.
#[test]
fn the_files_of_this_package_are_sound() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "crates", "assets", "benches"] {
        walk(&root.join(folder), &mut files);
    }
    let names: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    for some in names.chunks(64) {
        // A file that is no text has an exit code of its own.
        let told = output(root, &[&["guess", "--format", "jsonl"], some].concat(), b"");
        for line in String::from_utf8(told.stdout).unwrap().lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            assert_eq!(record["carriers"], serde_json::json!([]), "{line}");
        }
    }
}

fn walk(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("guide") {
                walk(&path, files);
            }
        } else if !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
}

/// Two entries of an archive, whose names are UTF-8 without the flag that says so (APPNOTE.TXT, 4.4.4).
#[test]
fn names_of_an_archive_in_utf_8_without_the_flag_are_said_to_be_that() {
    let names = ["чертёж кухни.txt", "план этажа.txt"];
    let directory: Vec<u8> = { names.iter() }
        .flat_map(|name| {
            let mut entry = b"PK\x01\x02".to_vec();
            entry.resize(46, 0);
            entry[28] = u8::try_from(name.len()).unwrap();
            entry.extend_from_slice(name.as_bytes());
            entry
        })
        .collect();
    let mut archive = b"PK\x03\x04\0\0".to_vec();
    let start = u32::try_from(archive.len()).unwrap();
    archive.extend_from_slice(&directory);
    archive.extend_from_slice(b"PK\x05\x06\0\0\0\0\x02\0\x02\0");
    archive.extend_from_slice(&u32::try_from(directory.len()).unwrap().to_le_bytes());
    archive.extend_from_slice(&start.to_le_bytes());
    archive.extend_from_slice(&[0; 2]);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), archive).unwrap();
    // An archive is no text.
    let done = output(folder.path(), &["guess", "file"], b"");
    let told = String::from_utf8(done.stdout).unwrap();
    let first = told.lines().next().unwrap();
    let said = "names in the archive in UTF-8, without the flag for UTF-8, ";
    assert!(first.contains(said), "{told}");
    assert!(first.ends_with("чертёж кухни.txt"), "{told}");
}
