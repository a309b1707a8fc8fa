//! Files in one encoding throughout, and sound files, gone through line by line.
//!
//! Invariant: what a file says is known before its bytes are made, by `encoding_rs`.

use std::fmt::Write as _;
use std::path::PathBuf;

use encoding_rs::Encoding as Web;
use hexloupe::job::mend::{MendPlan, STEP};

use super::mended::{mended, surveyed};

/// The lines of a language.
fn lines_of(language: &str) -> Vec<String> {
    let folder =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/hexloupe-insight/assets/languages");
    let text = std::fs::read_to_string(folder.join(format!("{language}.txt"))).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Lines of a language that a set has, whole, in parts and among ASCII.
fn text(language: &str, web: &'static Web) -> String {
    let mut text = String::new();
    for (number, line) in lines_of(language).into_iter().enumerate() {
        let line: String = { line.chars() }
            .filter(|c| !web.encode(&c.to_string()).2)
            .collect();
        let start: String = line.chars().take(4 + number % 9).collect();
        write!(
            text,
            "{line}\nplain {number}\n{number};{start};7\n{start}\n"
        )
        .unwrap();
    }
    text
}

#[test]
fn a_file_in_one_set_is_read_in_it_throughout() {
    for (label, languages) in [
        ("gbk", &["zh-hans"][..]),
        ("big5", &["zh-hant"]),
        ("shift_jis", &["ja"]),
        ("euc-jp", &["ja"]),
        ("euc-kr", &["ko"]),
        ("windows-1250", &["cs", "pl", "hu"]),
        ("windows-1251", &["ru", "uk"]),
        ("windows-1252", &["de", "fr", "es"]),
        ("windows-1253", &["el"]),
        ("windows-1257", &["lt", "lv"]),
        ("koi8-r", &["ru"]),
        ("iso-8859-2", &["cs", "pl"]),
    ] {
        let web = Web::for_label(label.as_bytes()).unwrap();
        for language in languages {
            let text = text(language, web);
            let data = web.encode(&text).0.into_owned();
            let (readings, _) = surveyed(&data, STEP);
            let made = mended(&data, &(readings, MendPlan::All), STEP);
            let out = String::from_utf8_lossy(&made.out);
            let differ = out
                .lines()
                .zip(text.lines())
                .find(|(one, other)| one != other);
            assert_eq!(differ, None, "{label} {language}");
            assert!(made.out == text.as_bytes(), "{label} {language}");
            assert_eq!(made.losses.left, 0, "{label} {language}");
        }
    }
}

/// Words that no language has, and one name again and again, are of the set of the file too.
#[test]
fn odd_words_of_a_file_in_one_set_are_read_in_it() {
    for (label, language, odd) in [
        (
            "gbk",
            "zh-hans",
            "罗技 Cordless Desktop EX110\n罗技 Internet Navigator\n罗技 G15\n",
        ),
        (
            "windows-1251",
            "ru",
            "ГГГГ-ММ-ДД\n[[[[[ВВ]ГГ]ММ]ДД]чч]мм[.сс]\n\\UЦЦЦЦЦЦЦЦ\n",
        ),
        ("windows-1253", "el", "’\nΆγιος Μαρίνος\n"),
        ("iso-8859-7", "el", "Άγιος Μαρίνος\nΆγιος Μαρίνος\n"),
    ] {
        let web = Web::for_label(label.as_bytes()).unwrap();
        let text = format!(
            "{}{}{}",
            text(language, web),
            odd.repeat(4),
            text(language, web)
        );
        let data = web.encode(&text).0.into_owned();
        let (readings, _) = surveyed(&data, STEP);
        let made = mended(&data, &(readings, MendPlan::All), STEP);
        let out = String::from_utf8_lossy(&made.out);
        let differ = out
            .lines()
            .zip(text.lines())
            .find(|(one, other)| one != other);
        assert_eq!(differ, None, "{label}");
        assert!(
            made.out == text.as_bytes() && made.losses.left == 0,
            "{label}"
        );
    }
}

/// A line that is ill-formed in the set of the file stays as it is.
#[test]
fn what_the_set_of_the_file_does_not_read_is_left() {
    let web = Web::for_label(b"gbk").unwrap();
    let text = text("zh-hans", web);
    let mut data = web.encode(&text).0.into_owned();
    let len = data.len() as u64;
    data.extend(b"\xFF\xFE\xFF\n");
    let (readings, _) = surveyed(&data, STEP);
    let made = mended(&data, &(readings, MendPlan::All), STEP);
    assert!(made.out == [text.as_bytes(), b"\xFF\xFE\xFF\n"].concat());
    let last = made.told.last().unwrap();
    assert_eq!((last.0, &last.1[..]), (len, &b"\xFF\xFE\xFF"[..]));
    assert_eq!(made.losses.left, 1);
}

/// UTF-8 among lines in another set is never read in that set.
#[test]
fn lines_of_utf_8_in_a_file_in_another_set_stay() {
    for (label, language) in [
        ("windows-1251", "ru"),
        ("windows-1252", "fr"),
        ("gbk", "zh-hans"),
    ] {
        let web = Web::for_label(label.as_bytes()).unwrap();
        let text = text(language, web);
        let more = &lines_of(language)[..2].join("\n");
        let data = [&web.encode(&text).0, more.as_bytes(), b"\n"].concat();
        let (readings, _) = surveyed(&data, STEP);
        let made = mended(&data, &(readings, MendPlan::All), STEP);
        assert!(made.out == format!("{text}{more}\n").as_bytes(), "{label}");
    }
}

/// Words of a set in any order: some are UTF-8 by chance (Там only, in IBM866), and none is read so.
#[test]
fn words_that_are_utf_8_by_chance_stay_in_the_set_of_the_file() {
    for (label, language) in [
        ("ibm866", "ru"),
        ("koi8-r", "ru"),
        ("iso-8859-5", "ru"),
        ("x-mac-cyrillic", "uk"),
        ("windows-874", "th"),
        ("windows-1253", "el"),
        ("windows-1255", "he"),
        ("windows-1256", "ar"),
        ("windows-1254", "tr"),
        ("windows-1257", "lt"),
        ("iso-8859-2", "pl"),
        ("macintosh", "de"),
    ] {
        let web = Web::for_label(label.as_bytes()).unwrap();
        let lines = lines_of(language);
        let words: Vec<&str> = { lines.iter() }
            .flat_map(|line| line.split(' '))
            .filter(|word| !web.encode(word).2)
            .collect();
        let mut chance = fastrand::Rng::with_seed(7);
        let mut text = String::new();
        for _ in 0..10_000 {
            let line = chance.choose_multiple(words.iter(), 9);
            let line: Vec<&str> = line.into_iter().copied().collect();
            writeln!(text, "{}", line.join(" ")).unwrap();
        }
        let data = web.encode(&text).0.into_owned();
        let (readings, _) = surveyed(&data, STEP);
        let made = mended(&data, &(readings, MendPlan::All), STEP);
        let out = String::from_utf8_lossy(&made.out);
        let wrong = out
            .lines()
            .zip(text.lines())
            .filter(|(out, text)| out != text);
        assert_eq!(wrong.count(), 0, "{label}");
    }
}

/// One line of UTF-8 with one letter: neither is it read in the set of the others, nor do its bytes
/// choose that set.
#[test]
fn one_letter_of_utf_8_among_lines_in_a_set_stays() {
    for (label, language, line) in [
        ("macintosh", "de", "und dann säuberte er die Kontakte\n"),
        ("macintosh", "sv", "i trettiofyra år spelade hon\n"),
        ("windows-1252", "es", "pesaba más de lo previsto\n"),
        (
            "windows-1252",
            "pt",
            "De quem é a vez de varrer as escadas?\n",
        ),
        (
            "macintosh",
            "nb",
            "selv om noen hevder å jobbe i filialen\n",
        ),
        ("iso-8859-2", "hr", "prije nego što propupaju\n"),
        ("windows-1251", "ru", "и ещё café там\n"),
    ] {
        let web = Web::for_label(label.as_bytes()).unwrap();
        let lines: Vec<String> = { lines_of(language).into_iter() }
            .filter(|line| !web.encode(line).2)
            .take(14)
            .collect();
        let before = format!("{}\n", lines[..7].join("\n"));
        let after = format!("{}\n", lines[7..].join("\n"));
        let encoded = |text: &str| web.encode(text).0.into_owned();
        let data = [encoded(&before), line.as_bytes().to_vec(), encoded(&after)].concat();
        let (readings, _) = surveyed(&data, STEP);
        let made = mended(&data, &(readings, MendPlan::All), STEP);
        let out = String::from_utf8_lossy(&made.out);
        assert_eq!(out, format!("{before}{line}{after}"), "{label}");
    }
}

#[test]
fn sound_lines_in_every_script_stay_as_they_are() {
    let folder =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/hexloupe-insight/assets/languages");
    let mut data = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            let text = std::fs::read_to_string(path).unwrap();
            for line in text.lines().step_by(3) {
                write!(data, "{line}\n{}\n", line.to_uppercase()).unwrap();
            }
        }
    }
    for line in [
        "TWFuIGlzIGRpc3Rpbmd1aXNoZWQ+AbCdEf/wbHkg",
        "∀x∈ℝ: x² ≥ 0, Δt = 5 µs ± 0,3 °C",
        "/ɪnˈtɝnæʃənəl ˈfəʊnɛtɪk/",
        "ΓΕΝΙΚΗ ΓΡΑΜΜΑΤΕΙΑ",
        "בראשית ברא אלהים",
        "SÃO PAULO, ÇA ALORS, Ñandú, ВІКІ",
    ] {
        data.push_str(line);
        data.push('\n');
    }
    let (readings, _) = surveyed(data.as_bytes(), STEP);
    for plan in [MendPlan::Chains, MendPlan::All] {
        let made = mended(data.as_bytes(), &(readings.clone(), plan), STEP);
        assert_eq!(made.told, []);
        assert!(made.out == data.as_bytes());
    }
}

/// Of two misreadings in different sets, one alone is never undone.
#[test]
fn half_of_what_happened_is_never_undone() {
    let misread = |text: &str, label: &str| {
        let web = Web::for_label(label.as_bytes()).unwrap();
        web.decode_without_bom_handling(text.as_bytes())
            .0
            .into_owned()
    };
    for (first, second, language) in [
        ("windows-1252", "windows-1252", "fr"),
        ("windows-1252", "windows-1251", "de"),
        ("windows-1251", "windows-1252", "ru"),
        ("ibm866", "windows-1252", "ru"),
        ("windows-1250", "windows-1250", "cs"),
    ] {
        let text = lines_of(language)[..6].join("\n");
        let data = misread(&misread(&text, first), second);
        if data.contains('\u{FFFD}') {
            continue;
        }
        let (readings, _) = surveyed(data.as_bytes(), STEP);
        let made = mended(data.as_bytes(), &(readings, MendPlan::All), STEP);
        let out = String::from_utf8_lossy(&made.out);
        for ((new, old), sound) in out.lines().zip(data.lines()).zip(text.lines()) {
            assert!(
                new == sound || made.losses.left > 0,
                "{first},{second}: {old} -> {new}"
            );
        }
    }
}

/// A line that another set reads far better, though few letters tell it, is left or read in that set,
/// and not in the set of the file.
#[test]
fn a_disputed_line_is_not_read_in_the_set_of_the_file() {
    let own = "Не удалось открыть файл\nУстройство занято\nКаталог не найден\nНет доступа\nПовторите попытку\n";
    let (own, _, _) = encoding_rs::IBM866.encode(own);
    let (other, _, _) = encoding_rs::WINDOWS_1251.encode("Готово\n");
    let data = [&own[..], &other[..]].concat();
    for step in [1, 7, STEP] {
        let made = mended(&data, &(surveyed(&data, step).0, MendPlan::All), step);
        assert!(
            made.out.ends_with(&other) || made.out.ends_with("\nГотово\n".as_bytes()),
            "{:?}",
            String::from_utf8_lossy(&made.out)
        );
        assert_eq!(made.losses.mended + made.losses.left, 6, "{step}");
    }
}

/// A word of another set that shows as a sign or a capital inside a word is left; in a set whose names
/// have capitals inside, they are sound.
#[test]
fn a_word_that_is_odd_in_the_set_of_the_file_is_left() {
    let own = "Impossible d’ouvrir le fichier\nLe périphérique est occupé\nLe répertoire n’existe pas\n\
               Accès refusé\nVeuillez réessayer\n";
    let (own, _, _) = encoding_rs::WINDOWS_1252.encode(own);
    // "Répertoire créé" and "levée" in cp850, and in macintosh.
    let others: [&[u8]; 2] = [
        b"R\x82pertoire cr\x82\x82\n",
        b"Brume lev\x8Ee \x88 huit heures\n",
    ];
    for other in others {
        let data = [&own[..], other].concat();
        let made = mended(&data, &(surveyed(&data, STEP).0, MendPlan::All), STEP);
        assert!(
            made.losses.left > 0,
            "{:?}",
            String::from_utf8_lossy(&made.out)
        );
        assert!(made.out.ends_with(other));
    }
    let code = "Процедура ПолучитьЗначение(ИмяФайла)\nЕсли НЕ ЭтоНовый() Тогда\nВозврат НашДом;\n"
        .repeat(9);
    let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(&code);
    let made = mended(&bytes, &(surveyed(&bytes, STEP).0, MendPlan::All), STEP);
    assert_eq!(String::from_utf8_lossy(&made.out), code);
    assert_eq!(made.losses.left, 0);
}

/// So is a letter of another script, or one ideograph, inside a word of Latin letters.
#[test]
fn a_letter_that_is_odd_in_the_set_of_the_file_is_left() {
    let russian = "Не удалось открыть файл\nУстройство занято\nНет доступа к каталогу\n";
    let japanese = "設定ファイルを読み込めません\nエラーが発生しました\n";
    for (own, text, other) in [
        (
            encoding_rs::KOI8_R,
            russian,
            "Auf Standardwerte zurücksetzen\n",
        ),
        (encoding_rs::IBM866, russian, "Es ist nicht möglich\n"),
        (
            encoding_rs::WINDOWS_1251,
            russian,
            "Pour déplacer des fichiers\n",
        ),
        (encoding_rs::SHIFT_JIS, japanese, "La clef secrète est là\n"),
    ] {
        let (own, _, _) = own.encode(text);
        let (other, _, _) = encoding_rs::WINDOWS_1252.encode(other);
        let data = [&own[..], &other[..]].concat();
        for step in [1, 7, STEP] {
            let made = mended(&data, &(surveyed(&data, step).0, MendPlan::All), step);
            let out = String::from_utf8_lossy(&made.out);
            assert!(made.losses.left > 0 && made.out.ends_with(&other), "{out}");
        }
    }
    // What such text has is no reason to leave it.
    let sound = [
        russian,
        "IP-адрес и git'ом, HTTPСоединение, getДанные\nПоле xmlФайл\n",
    ]
    .concat();
    let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(&sound);
    let made = mended(&bytes, &(surveyed(&bytes, STEP).0, MendPlan::All), STEP);
    assert_eq!(String::from_utf8_lossy(&made.out), sound);
    assert_eq!(made.losses.left, 0);
}

/// Words of a set that are UTF-8 by chance, and sound words with a sign or a capital inside, are what
/// they are, alone among others and again and again.
#[test]
fn sound_words_that_look_like_another_set_stay() {
    let russian =
        "Съешь ещё этих мягких французских булок\nда выпей чаю\nВ чащах юга жил бы цитрус\n";
    let french =
        "Le périphérique est occupé\nVeuillez réessayer, déjà créé\nL’accès est refusé à l’élève\n";
    let german =
        "Die Größe der Fläche ändert sich\nÜber die Straße läuft ein Hündchen\nSchöne Grüße\n";
    let words: [(&Web, &str, &[&str]); 3] = [
        (
            encoding_rs::WINDOWS_1251,
            russian,
            &[
                "«Студия В» из Москвы",
                "Класс В»",
                "МГУ В»",
                "В® и В©",
                "В± 5",
                "ПолучитьЗначение",
            ],
        ),
        (
            encoding_rs::WINDOWS_1252,
            french,
            &[
                "ÎLE Â©",
                "n°de série",
                "n°d'ordre",
                "Microsoft®Word",
                "«salut»ami",
                "l’Élysée",
            ],
        ),
        (
            encoding_rs::WINDOWS_1252,
            german,
            &["MitarbeiterÜbersicht", "BenutzerÄnderung", "5×3"],
        ),
    ];
    for (web, others, words) in words {
        for word in words {
            for many in [1, 9] {
                let text = format!("{}{word}\n{others}", others.repeat(many));
                let (data, _, lost) = web.encode(&text);
                assert!(!lost);
                let plan = (surveyed(&data, STEP).0, MendPlan::All);
                let made = mended(&data, &plan, STEP);
                assert_eq!(String::from_utf8_lossy(&made.out), text, "{word}");
                assert_eq!(made.losses.left, 0, "{word}");
            }
        }
    }
}
