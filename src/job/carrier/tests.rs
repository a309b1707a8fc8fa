//! The content of each carrier, and sound text that is not reported: the samples come from Python.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use super::*;
use crate::detect::preferred::Preferred;
use crate::job::guess::guess;

/// The report about a text: carrier, encoding, chain, text.
#[track_caller]
fn check(text: &str, carrier: Carrier, encoding: &str, chain: &str, says: &str) {
    let guess = guess(&text.as_bytes().to_vec(), Preferred::NONE);
    assert_eq!(guess.carriers.len(), 1, "{text}: {:?}", guess.carriers);
    let found = &guess.carriers[0];
    let steps = found.chain.iter();
    let steps = steps.map(|step| format!("{},{}", step.written.id, step.read.id));
    let steps: Vec<String> = steps.collect();
    assert_eq!(
        (found.carrier, found.encoding.id, steps.join(",").as_str()),
        (carrier, encoding, chain),
        "{text}: {found:?}"
    );
    assert!(found.text.starts_with(says), "{}", found.text);
    assert!(found.confidence >= 0.8 && found.count > 0);
}

#[track_caller]
fn sound(text: &str) {
    let guess = guess(&text.as_bytes().to_vec(), Preferred::NONE);
    assert_eq!(guess.carriers, [], "{text}");
}

#[test]
fn escapes_of_characters_that_are_bytes() {
    let exported = r#"{"sender_name": "\u00d0\u009c\u00d0\u00b8\u00d1\u0080", "content": "\u00d0\u009f\u00d1\u0080\u00d0\u00b8\u00d0\u00b2\u00d0\u00b5\u00d1\u0082"}"#;
    check(
        exported,
        Carrier::UnicodeEscapes,
        "utf-8",
        "utf-8,iso-8859-1",
        "Мир",
    );
    let french =
        r#"["Un caf\u00c3\u00a9 \u00c3\u00a0 la cr\u00c3\u00a8me, d\u00c3\u00a9j\u00c3\u00a0 vu"]"#;
    check(
        french,
        Carrier::UnicodeEscapes,
        "utf-8",
        "utf-8,windows-1252",
        "Un café à la crème",
    );
    let russian =
        r#"{"a": "\u0420\u045f\u0421\u0402\u0420\u0451\u0420\u0406\u0420\u00b5\u0421\u201a"}"#;
    check(
        russian,
        Carrier::UnicodeEscapes,
        "utf-8",
        "utf-8,windows-1251",
        "Привет",
    );
    // One letter of a word is enough.
    let name = r#"{"name": "Jos\u00c3\u00a9"}"#;
    check(
        name,
        Carrier::UnicodeEscapes,
        "utf-8",
        "utf-8,windows-1252",
        "José",
    );
    for text in [
        r#"{"a": "\u041f\u0440\u0438\u0432\u0435\u0442, \u043a\u0430\u043a \u0434\u0435\u043b\u0430?", "b": "caf\u00e9"}"#,
        r#"{"a": "na\u00efve \u00e9t\u00e9 \u2014 \u00abd\u00e9j\u00e0 vu\u00bb \u00a9 2020"}"#,
        r#"{"a": "\ud83d\ude00 \u4f60\u597d\u4e16\u754c \u3053\u3093\u306b\u3061\u306f"}"#,
        r#"{"a": "S\u00c3O PAULO, \u00d1and\u00fa, \u0412\u0406\u041a\u0406"}"#,
        r"C:\users\u12 \u00zz",
        r"The letter \u00c3\u00a9",
    ] {
        sound(text);
    }
}

#[test]
fn escapes_of_bytes_in_a_log() {
    let log = "GET /\\xD0\\x9F\\xD1\\x80\\xD0\\xB8 HTTP/1.1\nGET /\\xD0\\xB2\\xD0\\xB5\\xD1\\x82 HTTP/1.1\n";
    check(log, Carrier::ByteEscapes, "utf-8", "", "При");
    sound("a = b\"\\xd0\\x9f\\xd1\\x80\\xd0\\xb8\\xd0\\xb2\\xd0\\xb5\\xd1\\x82\"\n");
    sound("    \"\\xd0\\x9f\\xd1\\x80\\xd0\\xb8\\xd0\\xb2\\xd0\\xb5\\xd1\\x82\",\n");
    sound("b'\\xd0\\x9f\\xd1\\x80\\xd0\\xb8\\xd0\\xb2\\xd0\\xb5\\xd1\\x82'\n");
}

#[test]
fn percent_encoding_of_mojibake_twice_and_of_other_sets() {
    let mojibake = "GET /?q=%C3%90%C5%B8%C3%91%E2%82%AC%C3%90%C2%B8%C3%90%C2%B2%C3%90%C2%B5%C3%91%E2%80%9A HTTP/1.1\n";
    check(
        mojibake,
        Carrier::Percent,
        "utf-8",
        "utf-8,windows-1252",
        "Привет",
    );
    let set = "GET /?q=%CF%F0%E8%E2%E5%F2%2C%20%EA%E0%EA%20%E4%E5%EB%E0 100% HTTP/1.1\n";
    check(
        set,
        Carrier::Percent,
        "windows-1251",
        "",
        "Привет, как дела",
    );
    let twice = "GET /?q=%25D0%259F%25D1%2580%25D0%25B8%25D0%25B2%25D0%25B5%25D1%2582\n";
    check(twice, Carrier::PercentTwice, "utf-8", "", "Привет");
    for text in [
        "https://ru.wikipedia.org/wiki/%D0%9A%D0%BE%D0%B4%D0%B8%D1%80%D0%BE%D0%B2%D0%BA%D0%B0",
        "https://a.fr/caf%C3%A9/%C3%A9t%C3%A9?x=%E2%82%AC",
        "/login?next=https%3A%2F%2Fa.ru%2F%25D0%259F%25D1%2580%25D0%25B8%25D0%25B2%25D0%25B5",
        "/announce?info_hash=%A1%B2%C3%D4%E5%F6%07%18%29%3A%4B%5C%6D%7E%8F%90%A1%B2&left=0",
        "printf(\"%d%%, %ad %ed\")",
    ] {
        sound(text);
    }
}

#[test]
fn entities_of_mojibake_and_entities_of_entities() {
    let russian = "<p>&ETH;&#159;&Ntilde;&#128;&ETH;&cedil;&ETH;&sup2;&ETH;&micro;&Ntilde;&#130;</p>\n<p>&copy; 2020&nbsp;</p>";
    check(
        russian,
        Carrier::Entities,
        "utf-8",
        "utf-8,windows-1252",
        "Привет",
    );
    let french = "<p>d&Atilde;&copy;j&Atilde;&nbsp; vu, tr&Atilde;&uml;s bient&Atilde;&acute;t &mdash; &lt;</p>";
    check(
        french,
        Carrier::Entities,
        "utf-8",
        "utf-8,windows-1252",
        "déjà vu, très bientôt",
    );
    let numbers = "&#208;&#159;&#209;&#128;&#208;&#184;&#208;&#178;&#208;&#181;&#209;&#130;";
    check(
        numbers,
        Carrier::Entities,
        "utf-8",
        "utf-8,windows-1252",
        "Привет",
    );
    let twice = "<p>d&amp;eacute;j&amp;agrave; vu, tr&amp;egrave;s bient&amp;ocirc;t</p>";
    check(
        twice,
        Carrier::EntitiesTwice,
        "utf-8",
        "",
        "déjà vu, très bientôt",
    );
    for text in [
        "<p>d&eacute;j&agrave; vu, tr&egrave;s bient&ocirc;t &copy; &laquo;&nbsp;x&nbsp;&raquo;</p>",
        "<p>&#1055;&#1088;&#1080;&#1074;&#1077;&#1090; &mdash; &Eth; AT&T</p>",
        "<pre>&amp;lt; &amp;amp; &amp;gt; write &amp;copy;</pre>",
    ] {
        sound(text);
    }
}

#[test]
fn a_mark_that_was_read_as_text() {
    check(
        "ï»¿id;name\n1;2\n",
        Carrier::Mark,
        "utf-8",
        "utf-8,windows-1252",
        "U+FEFF",
    );
    check(
        "п»їИмя;город\n",
        Carrier::Mark,
        "utf-8",
        "utf-8,windows-1251",
        "U+FEFF",
    );
    check(
        "a\nb\n∩╗┐c\n",
        Carrier::Mark,
        "utf-8",
        "utf-8,cp437",
        "U+FEFF",
    );
    check(
        "Ã¯Â»Â¿a\n",
        Carrier::Mark,
        "utf-8",
        "utf-8,windows-1252,utf-8,windows-1252",
        "U+FEFF",
    );
    sound("\u{FEFF}id;name\n");
    sound("Привет\nïve »x\n");
}

#[test]
fn words_of_a_mail_that_name_a_wrong_set_or_hold_mojibake() {
    let mojibake = "Subject: =?utf-8?B?0KDRn9Ch0ILQoNGR0KDQhtCgwrXQoeKAmg==?=\n\nx\n";
    check(
        mojibake,
        Carrier::EncodedWords,
        "utf-8",
        "utf-8,windows-1251",
        "Привет",
    );
    let koi8 = "Subject: =?utf-8?B?8NLJ18XULCDLwcsgxMXMwT8=?=\n\nx\n";
    check(
        koi8,
        Carrier::EncodedWords,
        "koi8-r",
        "",
        "Привет, как дела?",
    );
    let latin = "Subject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2,_=EA=E0=EA_=E4=E5=EB=E0?=\n\nx\n";
    check(
        latin,
        Carrier::EncodedWords,
        "windows-1251",
        "",
        "Привет, как дела",
    );
    let utf_8 = "Subject: =?iso-8859-1?B?0J/RgNC40LLQtdGC?=\n\nx\n";
    check(utf_8, Carrier::EncodedWords, "utf-8", "", "Привет");
    for text in [
        "Subject: =?utf-8?B?0J/RgNC40LLQ?=\n =?utf-8?B?tdGC?=\nTo: =?iso-8859-1?Q?Andr=E9?= <a@b>\n\nx\n",
        "Subject: =?koi8-r?B?8NLJ18XULCDLwcsgxMXMwT8=?=\n\nx\n",
        "Subject: =?iso-2022-jp?B?GyRCJDMkcyRLJEEkTxsoQg==?=\n\nx\n",
        "Subject: =?utf-8?Q?=E2=9C=93_Caf=C3=A9?= =?x?y?=\n\nx\n",
    ] {
        sound(text);
    }
}

#[test]
fn quoted_printable_that_is_not_what_the_mail_says() {
    let mail = |set: &str, body: &str| {
        format!(
            "From: a@b\nContent-Type: text/plain; charset={set}\n\
             Content-Transfer-Encoding: quoted-printable\n\n--=_x\n{body}\n"
        )
    };
    let mojibake = mail(
        "utf-8",
        "=D0=A0=D1=9F=D0=A1=D0=82=D0=A0=D1=91=D0=A0=D0=86=D0=A0=C2=B5=\n=D0=A1=E2=80=9A",
    );
    check(
        &mojibake,
        Carrier::QuotedPrintable,
        "utf-8",
        "utf-8,windows-1251",
        "Привет",
    );
    let koi8 = "=F0=D2=C9=D7=C5=D4, =CB=C1=CB =C4=C5=CC=C1?";
    check(
        &mail("utf-8", koi8),
        Carrier::QuotedPrintable,
        "koi8-r",
        "",
        "Привет, как дела?",
    );
    sound(&mail("koi8-r", koi8));
    sound(&mail(
        "utf-8",
        "=D0=9F=D1=80=D0=B8=D0=B2=D0=B5=D1=82 =E2=82=AC",
    ));
    sound("a=80=90\nwidth=C0DE; b=E0=F0\n");
}

#[test]
fn a_dump_of_a_database_that_holds_mojibake() {
    let dump = |text: &str| {
        format!(
            "/*!40101 SET NAMES utf8 */;\nCREATE TABLE `t` (`a` text) DEFAULT CHARSET=latin1;\n\
             INSERT INTO `t` VALUES (1,'{text}');\n"
        )
    };
    let damaged = dump("ÐŸÑ€Ð¸Ð²ÐµÑ‚, ÐºÐ°Ðº Ð´ÐµÐ»Ð°?");
    check(
        &damaged,
        Carrier::SqlDump,
        "utf-8",
        "utf-8,windows-1252",
        "",
    );
    sound(&dump("Привет, как дела?"));
    sound("say \"INSERT INTO\" РџСЂРёРІРµС‚\n");
}

/// An archive with a name; `flags` and `extra` as in its directory.
fn archive(name: &[u8], flags: u16, extra: &[u8]) -> Vec<u8> {
    let mut bytes = b"PK\x03\x04\0\0\0".to_vec();
    let start = bytes.len() as u32;
    bytes.extend(b"PK\x01\x02\x14\0\x14\0");
    bytes.extend(flags.to_le_bytes());
    bytes.extend([0; 18]);
    bytes.extend((name.len() as u16).to_le_bytes());
    bytes.extend((extra.len() as u16).to_le_bytes());
    bytes.extend([0; 14]);
    bytes.extend([name, extra].concat());
    let len = bytes.len() as u32 - start;
    bytes.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    bytes.extend(len.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

#[test]
fn names_in_an_archive_in_a_code_page_of_dos() {
    // Документы за год.txt, in CP866 as Python writes it.
    let name = b"\x84\xAE\xAA\xE3\xAC\xA5\xAD\xE2\xEB \xA7\xA0 \xA3\xAE\xA4.txt";
    let found = |bytes: Vec<u8>| guess(&bytes, Preferred::NONE).carriers;
    let carriers = found(archive(name, 0, b""));
    assert_eq!(carriers[0].carrier, Carrier::ArchiveNames);
    assert_eq!(carriers[0].encoding.id, "ibm866");
    assert_eq!(carriers[0].text, "Документы за год.txt");
    assert_eq!(found(archive(b"plain.txt", 0, b"")), []);
    // Über.txt, of which CP437 and CP850 have the same bytes.
    assert_eq!(found(archive(b"\x9Aber.txt", 0, b"")), []);
    let utf_8 = "Документы за год.txt".as_bytes();
    assert_eq!(found(archive(utf_8, 1 << 11, b"")), []);
    // Without the flag other programs read it as CP437.
    let unflagged = &found(archive(utf_8, 0, b""))[0];
    assert_eq!(
        (unflagged.encoding.id, &*unflagged.text),
        ("utf-8", "Документы за год.txt")
    );
    let path = [b"\x75\x70\x06\0".as_slice(), &[1, 0, 0, 0, 0, 0x41]].concat();
    assert_eq!(found(archive(name, 0, &path)), []);
    // A truncated archive names nothing.
    let whole = archive(name, 0, b"");
    for len in 0..whole.len() {
        found(whole[..len].to_vec());
    }
}

/// A sound file with a tag of version 2.3, with a title in some bytes.
fn tagged(title: &[u8], encoding: u8) -> Vec<u8> {
    let text = [&[encoding], title].concat();
    let frame = [b"TIT2\0\0\0", &[text.len() as u8][..], b"\0\0", &text].concat();
    let len = frame.len() as u8;
    let head = [b"ID3\x03\0\0\0\0\0".as_slice(), &[len]].concat();
    [head, frame, b"\xFF\xFB\x90\0".repeat(100)].concat()
}

#[test]
fn tags_of_a_sound_file_in_another_code_page_than_they_declare() {
    let found = |bytes: Vec<u8>| guess(&bytes, Preferred::NONE).carriers;
    // "Лучшие песни" in windows-1251.
    let russian = b"\xCB\xF3\xF7\xF8\xE8\xE5 \xEF\xE5\xF1\xED\xE8";
    let carriers = found(tagged(russian, 0));
    assert_eq!(carriers[0].carrier, Carrier::Id3Tags);
    assert_eq!(carriers[0].encoding.id, "windows-1251");
    assert_eq!(carriers[0].text, "Лучшие песни");
    // As declared, in ASCII, or in Unicode.
    assert_eq!(
        found(tagged(b"Les plus belles chansons de l'\xE9t\xE9", 0)),
        []
    );
    for declared in [
        &b"LA VITA \xC8 BELLA"[..],
        b"PI\xD9 TARDI",
        b"PERCH\xC9 NO",
        b"Coraz\xF3n",
        b"CORA\xC7\xC3O",
        b"F\xFCr Elise",
        b"\xC5NGSTR\xD6M",
        b"D\xE9j\xE0 vu",
        b"\xBFPor qu\xE9?",
    ] {
        assert_eq!(found(tagged(declared, 0)), [], "{declared:X?}");
    }
    assert_eq!(found(tagged(b"The best songs", 0)), []);
    assert_eq!(found(tagged("Лучшие песни".as_bytes(), 3)), []);
    // At the end of the file, without an encoding.
    let mut last = b"\xFF\xFB\x90\0".repeat(100);
    last.extend(b"TAG");
    last.extend([russian, &[0; 125 - 12][..]].concat());
    assert_eq!(found(last)[0].text, "Лучшие песни");
    let whole = tagged(russian, 0);
    for len in 0..whole.len().min(60) {
        found(whole[..len].to_vec());
    }
}

/// A table of dBASE with one field of ten characters.
fn dbase(page: u8, values: &[&[u8; 10]]) -> Vec<u8> {
    let mut bytes = vec![3, 125, 1, 1, values.len() as u8, 0, 0, 0, 65, 0, 11, 0];
    bytes.resize(29, 0);
    bytes.extend([page, 0, 0]);
    bytes.extend(b"NAME\0\0\0\0\0\0\0C\0\0\0\0\x0A");
    bytes.resize(64, 0);
    bytes.push(b'\r');
    for value in values {
        bytes.push(b' ');
        bytes.extend(*value);
    }
    bytes.push(0x1A);
    bytes
}

#[test]
fn the_text_of_a_table_is_in_the_code_page_that_it_names_unless_its_letters_tell_another() {
    let found = |bytes: Vec<u8>| guess(&bytes, Preferred::NONE).carriers;
    let beijing = b"\xB1\xB1\xBE\xA9\xCA\xD0    ";
    let carriers = found(dbase(0x4D, &[beijing]));
    assert_eq!(carriers[0].carrier, Carrier::Dbase);
    assert_eq!(
        (carriers[0].encoding.id, &*carriers[0].text),
        ("gbk", "北京市")
    );
    assert_eq!(carriers[0].sample, "4D (GBK)");
    // "Москва", "Казань", "Новгород" in CP866, whose byte says CP437.
    let values = [
        b"\x8C\xAE\xE1\xAA\xA2\xA0    ",
        b"\x8A\xA0\xA7\xA0\xAD\xEC    ",
        b"\x8D\xAE\xA2\xA3\xAE\xE0\xAE\xA4  ",
    ];
    let carriers = found(dbase(0x01, &values));
    assert_eq!(
        (carriers[0].encoding.id, &*carriers[0].text),
        ("ibm866", "Москва")
    );
    assert_eq!(found(dbase(0x03, &[b"Berlin    "])), []);
    let whole = dbase(0x4D, &[beijing]);
    for len in 0..whole.len() {
        found(whole[..len].to_vec());
    }
}

#[test]
fn a_fold_that_cuts_a_character_is_told() {
    let found = |text: &[u8]| guess(&text.to_vec(), Preferred::NONE).carriers;
    for end in ["\r\n", "\n"] {
        for blank in [" ", "\t"] {
            for character in ["é", "’", "😀"] {
                for at in 1..character.len() {
                    let (first, rest) = character.as_bytes().split_at(at);
                    let begin = format!("BEGIN:VCARD{end}NOTE:Réunion de l’équip");
                    let fold = [first, end.as_bytes(), blank.as_bytes(), rest].concat();
                    let text = [begin.as_bytes(), &fold, b"e demain", end.as_bytes()].concat();
                    let carriers = found(&text);
                    assert_eq!(carriers[0].carrier, Carrier::Folds, "{character} {at}");
                    let unfolded = format!("{character}e demain");
                    assert!(
                        carriers[0].text.ends_with(&unfolded),
                        "{}",
                        carriers[0].text
                    );
                }
            }
        }
    }
    assert_eq!(found("NOTE:Réunion de l’é\r\n quipe\r\n".as_bytes()), []);
    // A sample of a long text begins and ends within folds.
    for kib in [20, 60, 90, 150, 300, 700] {
        let line = format!("NOTE:{}", "Встреча отдела, вопросы ".repeat(20));
        let mut text = b"BEGIN:VCALENDAR\r\n".to_vec();
        while text.len() < kib << 10 {
            let folded = line.as_bytes().chunks(74).collect::<Vec<_>>();
            text.extend(folded.join(&b"\r\n "[..]));
            text.extend(b"\r\n");
        }
        let carriers = found(&text);
        let carrier = carriers.first().map(|found| found.carrier);
        assert_eq!(carrier, Some(Carrier::Folds), "{kib} KiB");
    }
}
