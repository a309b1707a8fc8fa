//! What people really had, and what is right: a row for each kind of trouble, made from the facts of a
//! report, with the number of the report's case.
//!
//! Invariant: what is expected was written by a person, and is compared by bytes.

use super::mend::Samples;

/// Mojibake, and its text.
#[rustfmt::skip]
const MOJIBAKE: &[(&str, &str, &str)] = &[
    ("T01", "<para>Kadi mutu NZA-TAMBU\u{92}eyiyi ulenda mu phumbu in\u{92}natisa ayi maluve bene.</para>\n",
        "<para>Kadi mutu NZA-TAMBU’eyiyi ulenda mu phumbu in’natisa ayi maluve bene.</para>\n"),
    ("T01", "It\u{92}s a \u{93}test\u{94} \u{96} the dog\u{92}s \u{93}bone\u{94} isn\u{92}t here\u{85} he said \u{93}no\u{94}. We\u{92}re off \u{96} that\u{92}s it.\n",
        "It’s a “test” – the dog’s “bone” isn’t here… he said “no”. We’re off – that’s it.\n"),
    ("T01", "Prix : 10 \u{80} \u{96} l\u{92}\u{9C}uvre \u{93}complète\u{94}\u{85} \u{8C}uvres",
        "Prix : 10 € – l’œuvre “complète”… Œuvres"),
    ("T01", "\u{8C}uvre \u{96} l\u{92}\u{9C}uvre \u{93}complète\u{94} d\u{92}\u{8C}dipe\u{85} c\u{9C}ur, s\u{9C}ur, b\u{9C}uf\n",
        "Œuvre – l’œuvre “complète” d’Œdipe… cœur, sœur, bœuf\n"),
    ("T07", "ongeÃ«venaard\n",
        "ongeëvenaard\n"),
    ("T14", "\u{FEFF}# Plan\n\nThe asset list â€” see below â€” is new.\nNothing else changed.\nPhotos â€” up to five â€” are kept.\n",
        "\u{FEFF}# Plan\n\nThe asset list — see below — is new.\nNothing else changed.\nPhotos — up to five — are kept.\n"),
    ("T14", "// uploads photos â€” at most five\nexport const MAX = 5;\n",
        "// uploads photos — at most five\nexport const MAX = 5;\n"),
    ("T20", "Åwªï¥úÁ{¥»¤½¥qºô¯¸¡A½Ð¥ýµn¤J·|\u{AD}û¡C\n",
        "歡迎光臨本公司網站，請先登入會員。\n"),
    ("T20", "¾È³çÇÏ¼¼¿ä. È¨ÆäÀÌÁö¿¡ ¿À½Å °ÍÀ» È¯¿µÇÕ´Ï´Ù.\n",
        "안녕하세요. 홈페이지에 오신 것을 환영합니다.\n"),
    ("T20", "¿·¤·¤¤¥Õ¥©¥ë¥À¤ËÊÝÂ¸¤µ¤ì¤¿¥Æ¥\u{AD}¥¹¥È¥Õ¥¡¥¤¥ë¤ò³«¤¤¤Æ¤¯¤À¤µ¤¤¡£\n",
        "新しいフォルダに保存されたテキストファイルを開いてください。\n"),
    ("T20", "ÄãºÃ£¬»¶Ó\u{AD}¹âÁÙÎÒÃÇµÄÍøÕ¾£¬ÇëÏÈµÇÂ¼¡£\n",
        "你好，欢迎光临我们的网站，请先登录。\n"),
    ("T20", "ÄãºÃ£¬ÊÀ½ç\n",
        "你好，世界\n"),
    ("T22", "╤ç╨╡╤Ç╤é╤æ╨╢_╨║╤â╤à╨╜╨╕ 12_.zip\n",
        "чертёж_кухни 12_.zip\n"),
    ("T48", "䡁剄坁剅⁓呏剅⁏䘠卐剉乇䙉䕌䐠\n",
        "HARDWARE STORE OF SPRINGFIELD \n"),
    ("T48", "䕓䕌呃渠浡⁥剆䵏挠獵潴敭獲圠䕈䕒椠⁤‽㈴\n",
        "SELECT name FROM customers WHERE id = 42\n"),
    ("T57", "attachment; filename=\"ZARZ¥DZENIE w sprawie zmiany wzorów zaœwiadczeñ i oœwiadczeñ na koniec roku.rtf\"\n",
        "attachment; filename=\"ZARZĄDZENIE w sprawie zmiany wzorów zaświadczeń i oświadczeń na koniec roku.rtf\"\n"),
    ("T57", "attachment; filename=\"ZARZ¥DZENIE w sprawie zmiany wzorów za\u{9C}wiadczeñ i o\u{9C}wiadczeñ na koniec roku.rtf\"\n",
        "attachment; filename=\"ZARZĄDZENIE w sprawie zmiany wzorów zaświadczeń i oświadczeń na koniec roku.rtf\"\n"),
];

#[test]
fn mojibake_as_people_have_it_is_named_and_mended() {
    let samples = Samples::new();
    for (case, damaged, text) in MOJIBAKE {
        samples.put("text", damaged.as_bytes());
        let done = samples.run("guess text").output().unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(said.contains(" mojibake, it was "), "{case}: {said}");
        let done = samples.run("recode --fix auto text").output().unwrap();
        assert_eq!(String::from_utf8_lossy(&done.stdout), *text, "{case}");
        assert_eq!(done.status.code(), Some(0), "{case}");
        let done = samples.run("check --deny mojibake text").output().unwrap();
        assert_eq!(done.status.code(), Some(1), "{case}");
        samples.put("text", text.as_bytes());
        let done = samples.run("check --deny mojibake text").output().unwrap();
        assert_eq!(done.status.code(), Some(0), "{case}: sound");
    }
}

/// Mojibake that only the chain by its name undoes: a letter or two, and signs around.
#[test]
fn a_chain_by_its_name_mends_what_nothing_proves() {
    let samples = Samples::new();
    for (case, chain, damaged, text) in [
        ("T09", "windows-1252,windows-1253", "Thιβtre\n", "Théâtre\n"),
        ("T09", "windows-1252,windows-1253", "δσ±.txt\n", "äó±.txt\n"),
        (
            "T20",
            "gbk,windows-1250",
            "“ĎµÍłČíĽţ(ABC)”\n",
            "“系统软件(ABC)”\n",
        ),
    ] {
        samples.put("text", damaged.as_bytes());
        let done = samples
            .run(&format!("recode --fix {chain} text"))
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&done.stdout), text, "{case}");
        assert_eq!(done.status.code(), Some(0), "{case}");
    }
}

/// Bytes, and words that the answer to them has.
const GUESSED: &[(&str, &[u8], &[&str])] = &[
    (
        "T29",
        b"ok \xE4\xB8 cut\nok \xE4\xB8\xAD sound\n",
        &["UTF-8 (damaged)", "the first at 0x3"],
    ),
    (
        "T38",
        b"\xC0\xBD\xC8\xA3\xB8\xA6 \x94\xEE \xC0\xD0\xBE\xEE\xBE\xDF \xC7\xD1\xB4\xD9\n",
        &["EUC-KR (Korean)", "CP949"],
    ),
    (
        "T44",
        b"a==1\r\nb==2\r\nf\0l\0a\0s\0k\0\r\0\n\0",
        &["from 0xC on it is UTF-16LE"],
    ),
    (
        "T46",
        b"\xFF\xFEh\0e\0l\0l\0o\0\r\0\n\0world\n",
        &["from 0x10 on it is UTF-8"],
    ),
    ("T56", b"Quantit\xE9\n", &["windows-1252", "Quantité"]),
    ("D30", b"v\0i\0d\0e\0o\0/\0m\0p\x004\0\0\0", &["UTF-16LE"]),
];

#[test]
fn what_a_file_is_is_said() {
    let samples = Samples::new();
    for (case, bytes, words) in GUESSED {
        samples.put("data", bytes);
        let done = samples.run("guess -v data").output().unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        for word in *words {
            assert!(said.contains(word), "{case}: {said}");
        }
    }
}

/// NEL ends the lines of text from EBCDIC, and nothing is damaged there.
#[test]
fn nel_alone_is_no_mojibake() {
    let samples = Samples::new();
    samples.put(
        "text",
        "one line\u{85}another, naïve\u{85}the last\u{85}".as_bytes(),
    );
    for line in [
        "guess text",
        "check --deny mojibake text",
        "recode --fix auto text",
    ] {
        let done = samples.run(line).output().unwrap();
        let said = String::from_utf8([done.stdout, done.stderr].concat()).unwrap();
        assert!(
            !said.contains("  mojibake") && !said.contains("mojibake-suspect"),
            "{said}"
        );
        assert!(!said.contains('…') && !said.contains("mended"), "{said}");
    }
}
