//! Data that is damaged, short, shifted or in an unsupported encoding is reported as
//! such.

use hexloupe::codec::{CodecState, Encoding, table};
use hexloupe::detect;
use hexloupe::detect::preferred::Preferred;
use hexloupe::detect::runs::Segmenter;
use hexloupe::detect::verdict::{Evidence, Guess, Nature, Reason};

use super::{RUSSIAN, named, noise, write};

#[test]
fn one_forbidden_value_in_english_is_damaged_utf_8() {
    for bytes in [
        &b"The quick brown fox \xC0\xAF jumps over the lazy dog.\n"[..],
        b"{\"emoji\":\"\xED\xA0\xBD\"}\n",
    ] {
        let guess = named(bytes, "utf-8");
        let evidence = guess.verdict.evidence;
        assert!(matches!(evidence, Evidence::Damaged(_)), "{guess:#?}");
    }
    named(b"{\"emoji\":\"\xED\xA0\xBD\xED\xB8\x80\"}\n", "cesu-8");
    named(b"a string of Java: one\xC0\x80two\xC0\x80three\n", "mutf-8");
}

#[test]
fn utf_8_that_is_cut_inside_a_character_is_damaged_utf_8() {
    for bytes in [
        &b"{\"user\":\"\xE4\xB8\n{\"user\":\"\xE4\xB8\xAD\",\"id\":1}\n"[..],
        b"emoji \xF0\x9F\x98\nok\n",
        b"\xE6\x96\x87 and \xE6\x96",
    ] {
        let guess = named(bytes, "utf-8");
        let evidence = guess.verdict.evidence;
        assert!(matches!(evidence, Evidence::Damaged(_)), "{guess:#?}");
    }
}

#[test]
fn a_text_of_ascii_that_ends_with_a_first_byte_is_perhaps_cut_utf_8() {
    for (bytes, set) in [
        (&b"2024-01-02 login user=Jos\xC3"[..], "utf-8"),
        (b"name;city;caf\xC3", "utf-8"),
        (b"2024-01-02 login user=Jos\xE9", "windows-1252"),
    ] {
        let guess = detect::guess(&bytes.to_vec());
        assert_eq!(guess.named().encoding.id, set, "{guess:#?}");
    }
}

#[test]
fn a_log_that_says_the_same_names_again_and_again_is_utf_8_despite_one_line() {
    for (names, other) in [
        (&["José"][..], &b"N\xFA\xF1ez"[..]),
        (&["Größe"], b"M\xFCller"),
        (&["Müller", "Zoë"], b"Jos\xE9"),
        (&["Привет, мир"], b"\xCE\xF8\xE8\xE1\xEA\xE0"),
        (&["안녕하세요"], b"\xB1\xE8\xC3\xB6\xBC\xF6"),
        (&["日本語"], b"\x83G\x83\x89\x81[: \x8E\xB8\x94s"),
        (&["Příliš žluťoučký"], b"\xD5ry \xE9s Sz\xFBcs"),
        (&["crème brûlée"], b"Jos\xE9"),
    ] {
        for count in [4, 40, 400] {
            let line = |name: &[u8]| [b"INFO user=", name, b" signed in\n"].concat();
            let name = |number: usize| names[number % names.len()].as_bytes();
            let mut lines: Vec<Vec<u8>> = (0..count).map(|number| line(name(number))).collect();
            lines.insert(count / 2, line(other));
            let guess = named(&lines.concat(), "utf-8");
            let evidence = guess.verdict.evidence;
            assert!(matches!(evidence, Evidence::Damaged(_)), "{guess:#?}");
        }
    }
    // Characters of GBK whose bytes are UTF-8.
    let same = "CPU\u{6A21}\u{5F0F} on\n".repeat(200) + "你好，世界\n";
    named(&encoding_rs::GBK.encode(&same).0, "gbk");
}

#[test]
fn four_bytes_among_pairs_are_gb18030_and_not_gbk() {
    let text = std::fs::read_to_string("tests/languages/zh-hans.txt").unwrap();
    for (rare, id) in [("㐀", "gb18030"), ("", "gbk")] {
        let text = format!("{text}{rare}\n");
        let (bytes, _, failed) = encoding_rs::GB18030.encode(&text);
        assert!(!failed);
        let guess = named(&bytes, id);
        let same: Vec<&str> = guess.same.iter().map(|other| other.id).collect();
        assert!(same.contains(&"gbk") != (id == "gbk"), "{same:?}");
    }
}

#[test]
fn clean_text_of_pairs_is_not_called_mixed() {
    let text = std::fs::read_to_string("tests/languages/zh-hans.txt").unwrap();
    let gbk = table::by_label("gbk").unwrap().encoding();
    for line in text.lines().filter(|line| line.chars().count() > 30) {
        let (mut bytes, mut state) = (Vec::new(), CodecState::default());
        let mut chars = line.chars().take(40);
        if chars.all(|c| gbk.encode(&mut state, c, &mut bytes).is_ok()) {
            named(&bytes, "gbk");
        }
    }
}

#[test]
fn sets_that_few_programs_read_are_named() {
    named(b"\xb5\xa1\x93i\xb7e \x90i\xb3\xa1\x88a \xa0\x81\xb6\x81 \xb9\xbd\xb4a\xac\xe1 \x89\xb7\xb6\xa5\xb5A \x88v\xafs\x93\xa1\x94a \x8ba\x9f\xa1\x89\xa1 \xc3\xa5\x8a\x81\x9fi \xa0e\x90v\x94a", "johab");
    named(b"P\xde\x92li\xe4 \xeclu\xe9ou\x8bk\xf9 k\xf3\xcb \x9cp\x9el \x93\x87belsk\x8e \x97dy, a j\x87 jsem \xe4el p\xdees m\x9esto k \xdeece.", "x-mac-ce");
    // Python: the start of texts of tests/languages in mac_greek and so on; in VISCII by
    // glibc.
    named(b"\xa5\xe5\xeb\xe9\xee\xdc\xf3\xe1\xed\xe5 \xf8\xe1\xf2\xc0\xed\xe1\xf4\xe1, \xde\xf4\xe1\xee \xf0\xc0\xee\xf6 \xe1\xf0\xde \xf4\xe1 \xf8\xf6\xf2\xc0\xe6\xe9\xe1 \xe1\xf0\xec\xf6\xee\xde\xf4\xe1\xee \xe1\xeb\xde\xed\xe8 \xed\xe9\xe1 \xf0\xf9\xeb\xee\xdc \xc0\xf3\xf0\xf2\xe8 \xef\xed\xdd\xf8\xec\xe8. \xb8 \xe4\xe9\xe1\xe4\xf2\xef\xed\xdc \xe5\xec\xe9\xf3\xf3\xde\xf4\xe1\xee \xe1\xee\xc0\xed\xe5\xf3\xe1 \xf3\xf4\xef\xf9\xf7 \xec\xde\xe6\xef\xf9\xf7 \xeb\xe1\xe9 \xeb\xc0\xf5\xe5 \xf3\xf4\xf2\xef\xe6\xdc \xdb\xeb\xf2\xf9\xe2\xe5 \xe4\xe9\xe1\xe6\xef\xf2\xe5\xf4\xe9", "x-mac-greek");
    named(b"Am pornit la drum \x94n zori, c\x89nd str\xbezile erau \x94nc\xbe pustii \xbfi felinarele abia se stingeau. Prima noapte am petrecut-o la o pensiune, a doua \x94ntr-un cort la margi", "x-mac-romanian");
    named(b"G\x9fn a\xdbar\xddrken yola koyulduk, caddeler bombo\xdftu ve sokak lambalar\xdd yeni s\x9an\x9fyordu. \xdclk geceyi bir pansiyonda, ikincisini orman\xddn k\xddy\xdds\xddnda \x8dad\xddrda ge\x8dirdik. S\xddn\xdd", "x-mac-turkish");
    named(b"\xd0o\xe0n t\xe0u v\xd7a ra kh\xf6i \xf0\xdf\xb6ng h\xa5m th\xec c\xe1nh \xf0\xb0ng xanh m\xdf\xbet hi\xaen ra, h\xe0nh kh\xe1ch \xf0ang ng\xfc g\xa7t v\xb5i \xe1p m\xa3t v\xe0o k\xednh. T\xf4i kh\xe2u h\xb5 chi\xaau trong l\xbep l\xf3t \xe1o kho\xe1c, \xf0\xaan c\xd8a kh\xa6u loay hoay m\xe3i ch\xc6ng moi ra \xf0\xdf\xfec, m\xb0 ", "viscii");
}

#[test]
fn shifts_and_planes_name_the_sets_that_have_them() {
    named(
        b"\x1B$)C\n\x0E0!310!\x0F hello \x0EGQ1[>n\x0F world\n",
        "iso-2022-kr",
    );
    named(b"This is ~{<:Ky2;S{#,NpJ)l6HK!#~} in HZ.\n", "hz");
    named(b"\xc4\xf4\xc5\xb2\xc5\xb2\xd6\xb4\xd0\xfe\xc7\xef\xa1\xa2\xca\xbc\xd4\xaf\xc4\xa1\xd8\xc4\xc6\xaa\xc4\xfc\xe3\xd0\xdf\xd7\xca\xe3\xa1\xa2\xdb\xa5\xc4\xb8\xc7\xc2\xc7\xdf\xd5\xa5\xc7\xda\xe3\xa1\xc9\xc3", "euc-tw");
    // A long text, of which more than the beginning is looked at.
    let text = std::fs::read_to_string("tests/languages/ko.txt").unwrap();
    for (text, id) in [
        (text.as_str(), "iso-2022-kr"),
        ("今天天气很好, 我们一起去公园~散步。\n", "hz"),
    ] {
        let known: String = { text.chars() }
            .filter(|c| !matches!(c, '“' | '”' | '—'))
            .collect();
        let times = 400_000 / known.len();
        named(&write(&known.repeat(times), id), id);
    }
}

/// An encoding that is not in the table is recognised by its structure, and not called
/// another one.
#[test]
fn what_is_not_read_here_is_said_to_be_so() {
    let (bytes, name) = (b"\x1B$)A\x0E=;;;5=7(\x0F and \x0E=;;;\x0F\n", "ISO-2022-CN");
    let guess = detect::guess(&bytes.to_vec());
    assert_eq!(
        (guess.nature, guess.looks_like),
        (Nature::Undecided, Some(name)),
        "{guess:#?}"
    );
    let said = &guess.evidence[0];
    assert_eq!(
        &**said,
        format!("looks like {name}, which hexloupe cannot read")
    );
    // Tildes, braces and escapes in plain text are no such encoding.
    for plain in [
        &b"cd ~/src; ls ~root; echo ~{a,b}; x =~ /~}/; \x1B[1mbold\x1B[0m ~~~\n"[..],
        b"a lone ~{ab} and ~} and \x0E \x0F\n",
    ] {
        assert_eq!(named(plain, "ascii").looks_like, None);
    }
}

#[test]
fn eight_random_bytes_are_seldom_named() {
    let noise = noise(1600);
    let named = noise.chunks(8).filter(|bytes| {
        let guess = detect::guess(&bytes.to_vec());
        matches!(guess.nature, Nature::Text | Nature::TooShort)
    });
    let named = named.count();
    assert!(named < 60, "{named}");
}

#[test]
fn code_units_may_begin_at_the_second_byte() {
    for (text, id) in [
        (RUSSIAN, "utf-16le"),
        (RUSSIAN, "utf-16be"),
        ("世界您好，今天天气很好，我们去公园散步吧。", "utf-16le"),
        ("Plain English with a word or two.", "utf-16le"),
    ] {
        let guess = named(&[&b"X"[..], &write(text, id)].concat(), id);
        assert_eq!(guess.phase, 1, "{guess:#?}");
        assert_eq!(named(&write(text, id), id).phase, 0);
    }
}

#[test]
fn a_length_before_modified_utf_8_is_no_control() {
    let bytes = b"\0\x1Fhello\xC0\x80world \xED\xA0\xBD\xED\xB8\x80 und Gr\xC3\xBC\xC3\x9Fe";
    named(bytes, "mutf-8");
}

/// A run of one byte is no word: whichever letter it would be, five of them are no more
/// evidence than one.
#[test]
fn a_run_of_one_byte_is_no_text_in_any_encoding() {
    for byte in [0xFF, 0xE9, 0xC0, 0x80, 0xA0, 0xFE] {
        for count in 1..=8 {
            let bytes = [vec![b'a'; 8192], vec![byte; count]].concat();
            let guess = detect::guess(&bytes);
            let expected = if count < 3 {
                Nature::TooShort
            } else {
                Nature::Undecided
            };
            assert_eq!(guess.nature, expected, "{count} of {byte:02X}: {guess:#?}");
            assert_eq!(
                detect::choose(&bytes, Preferred::NONE).encoding,
                table::UTF_8
            );
        }
    }
    for bytes in [
        &b"He said n\xE9\xE9\xE9\xE9\xE9\xE9n to that and went on with his work.\n"[..],
        b"The word wow\xFF\xFF\xFF\xFF\xFF stands here in the text, and nothing more.\n",
        &b"name\xA0\xA0\xA0\xA0\xA0value\nother\xA0\xA0\xA0\xA0thing\n".repeat(40),
        &b"chapter\xB7\xB7\xB7\xB7\xB7\xB7 7\n".repeat(40),
        &b"head\xFF\xFF\xFF\xFF\xFF\xFF\xFFtail\n".repeat(40),
    ] {
        let guess = detect::guess(&bytes.to_vec());
        assert_eq!(guess.nature, Nature::Undecided, "{guess:#?}");
        let said = "beyond ASCII there are only runs of equal bytes";
        assert!(
            guess.evidence.iter().any(|line| &**line == said),
            "{guess:#?}"
        );
    }
}

#[test]
fn a_run_beside_letters_and_a_drawn_line_are_text() {
    let shouted = format!("{RUSSIAN} Ааааааааа! Нееееет!");
    named(&write(&shouted, "windows-1251"), "windows-1251");
    named(&write(&shouted, "koi8-r"), "koi8-r");
    let cried = "Et l'élève très fâché cria: «nooooon, ééééééé», à la fenêtre.";
    named(&write(cried, "windows-1252"), "windows-1252");
    // Bytes that are drawn lines in DOS encodings are letters in others.
    let line = [
        &b"A table of contents\r\n"[..],
        &[0xC4; 40],
        b"\r\nand its rows\r\n",
    ]
    .concat();
    named(&line, "cp850");
    let claimed = b"<?xml version=\"1.0\" encoding=\"windows-1252\"?><a>n\xE9\xE9\xE9\xE9\xE9n</a>";
    named(claimed, "windows-1252");
}

#[test]
fn a_language_is_named_only_where_four_of_its_letters_stand() {
    let resembling = |text: &str, id: &str| {
        let guess = detect::guess(&write(text, id));
        let named = |why: &Reason| {
            let language = why.strip_prefix("resembles ");
            language.is_some_and(|language| !language.starts_with("no language"))
        };
        guess.evidence.iter().any(named)
    };
    for id in ["utf-8", "utf-16le", "utf-16be", "gb18030"] {
        for text in [
            "🦄",
            "🦄 🐈‍⬛ 👩‍👩‍👧 🎉🎉🎉🎉",
            "…—“”€°±",
            "é",
            "ж 12:30",
            "¿?",
            "→ ← ↑",
        ] {
            assert!(!resembling(text, id), "{text} in {id}");
        }
    }
    assert!(resembling(
        "Всё было хорошо, но потом пришла зима.",
        "koi8-r"
    ));
}

#[test]
fn a_form_of_unicode_is_known_by_its_sequences_and_words_of_ascii_name_no_language() {
    let data = b"{\"name\": \"\xED\xA0\xBD\xED\xB8\x80 smile\"}\n".to_vec();
    let guess = detect::guess(&data);
    assert_eq!(guess.verdict.encoding.id, "cesu-8");
    let why: Vec<&str> = guess.evidence.iter().map(|why| &**why).collect();
    assert!(why.iter().any(|why| why.contains("surrogates")), "{why:?}");
    assert!(!why.iter().any(|why| why.contains("resembles")), "{why:?}");
}

/// Strings that end with a NUL and a line end, as tables of programs and `find -print0` have them:
/// two such bytes are one ideograph.
#[test]
fn bytes_with_nuls_are_no_units_of_two() {
    let lines: [&[&str]; 9] = [
        &["ab", "ab", "ab", "cd", "ab", "ef", "ab", "gh"],
        &["/usr/bin/a", "/usr/bin/b", "/usr/bin/c"],
        &["./a", "./b", "./c", "./d", "./e", "./f", "./g", "./h"],
        &["hello world", "foo bar", "more text"],
        &["12:00 ok", "12:01 ok", "12:02 bad"],
        &["name\tflag", "foo\t", "bar\t\u{1}", "baz\t\u{2}"],
        &["ключ", "значение", "ещё строка"],
        &["Все люди", "рождаются", "свободны"],
        &["naïve", "Zoë", "caffè", "noël", "plain"],
    ];
    for lines in lines {
        let mut wrong = Vec::new();
        for end in ["\0\n", "\0", "\0\0\n", "\0\r\n", " \0\n"] {
            for (repeats, start) in [(1, ""), (9, ""), (2, "x"), (3000, "")] {
                let text: String = lines.iter().flat_map(|line| [*line, end]).collect();
                let text = format!("{start}{}", text.repeat(repeats));
                let guess = detect::guess(&text.as_bytes().to_vec());
                let unit = guess.verdict.encoding.unit;
                let is_named = matches!(guess.nature, Nature::Text | Nature::TooShort);
                if unit > 1 && is_named || guess.is_joined {
                    let start: String = text.chars().take(20).collect();
                    wrong.push((start, guess.verdict.encoding.name));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

/// Text in units of two of which most bytes are printable ones.
#[test]
fn units_of_printable_bytes_are_units_of_two() {
    for text in [
        "これはにほんごです\nはいそうです\nありがとう\n",
        "数据的数据和数据分析\n中文数据分析的数据\n",
        "ನಮಸ್ಕಾರ ಪ್ರಪಂಚ\n",
        "हिन्दी में लिखा हुआ\n",
        "plain ascii text\n",
    ] {
        for id in ["utf-16le", "utf-16be"] {
            named(&write(&text.repeat(4), id), id);
        }
    }
}

/// Keys of an editor among letters: controls, but well-formed UTF-8 all the same.
#[test]
fn many_characters_of_utf_8_are_proof_among_controls() {
    let rows = "šđčćžŠĐČĆŽ".chars();
    let rows: Vec<String> = rows.map(|c| format!("~\t{c}\n\u{16}{c}\tx\n")).collect();
    let guess = detect::guess(&rows.concat().into_bytes());
    assert_eq!(guess.verdict.encoding, table::UTF_8, "{guess:#?}");
    assert_eq!(guess.nature, Nature::Text);
}

/// Words in UTF-8 beside words in other sets: no set of one byte is named for all.
#[test]
fn words_in_utf_8_among_others_are_in_no_set_of_one_byte() {
    let mut data = b"INFO plain line\n".repeat(20);
    data.extend("user=Müller naïve über\n".bytes());
    data.extend(b"user=Jos\xE9 caf\xE9\n");
    data.extend(write("Привет\n", "koi8-r"));
    let guess = detect::guess(&data);
    assert_eq!(guess.verdict.encoding, table::UTF_8, "{guess:#?}");
    let named = others(&guess);
    assert_eq!(named, [("windows-1252", "José"), ("koi8-r", "Привет")]);
}

/// The sets and first words of the texts in other sets.
fn others(guess: &Guess) -> Vec<(&str, &str)> {
    let others = guess.others.iter();
    others
        .map(|other| (other.encoding.id, &*other.word))
        .collect()
}

/// One word in another set is told, alone, below text in UTF-8 and inside a line of it; and the set is the
/// same.
#[test]
fn a_word_in_another_set_is_told_wherever_it_stands() {
    for (word, set) in [
        ("José", "windows-1252"),
        ("Köln", "windows-1252"),
        ("Žluťoučký", "windows-1250"),
        ("Ελλάδα", "windows-1253"),
        ("שלום", "windows-1255"),
        ("Привет", "windows-1251"),
        ("naïf", "cp850"),
        ("世界", "gbk"),
        ("한국", "euc-kr"),
        ("テキスト", "shift_jis"),
        ("テキスト", "euc-jp"),
    ] {
        let written = write(&format!("{word}\n"), set);
        let alone = detect::guess(&written);
        let named = (alone.verdict.encoding.id, alone.same.iter());
        let is_named = named.0 == set || named.1.map(|same| same.id).any(|same| same == set);
        assert!(is_named, "{word} in {set}: {alone:#?}");
        for before in ["naïve\n", "你好\n", "日本 ", "Grüße "] {
            let data = [before.as_bytes(), &written].concat();
            let guess = detect::guess(&data);
            assert_eq!(guess.verdict.encoding, table::UTF_8, "{before:?} {word}");
            assert_eq!(others(&guess), [(set, word)], "{before:?}: {guess:#?}");
        }
    }
}

/// Letters of ASCII are no signs of EBCDIC, and two pairs of East Asia no damaged UTF-8.
#[test]
fn a_word_without_a_line_end_is_no_signs_and_no_damage() {
    // As Python writes Malmö, João and 名前 in these sets.
    for (bytes, set) in [
        (&b"Malm\xF6"[..], "windows-1252"),
        (b"Jo\xE3o", "windows-1252"),
        (b"\xCC\xBE\xC1\xB0", "euc-jp"),
        (b"user=\xCC\xBE\xC1\xB0\n", "euc-jp"),
    ] {
        let guess = detect::guess(&bytes.to_vec());
        assert_eq!(guess.named().encoding.id, set, "{guess:#?}");
    }
}

/// The set that a few letters or signs may be in is that of their lines, too.
#[test]
fn few_letters_are_in_one_set_as_a_whole_and_by_lines() {
    for bytes in [
        &b"Lingua de signos brit\xA0nica\nplain\n"[..],
        b"klarte ikke \x8C velge %s\nklarte\n",
        b"\xF6v nipussa\nimm5 pit\xE4isi olla\n",
        b"Hl\xA0sen\xA1 chyby\n",
        b"brin \x89, Regio\nEmili\x89, Regio\n",
        b"5 \x80 and 6 \x80\n",
        b"\x93quoted\x94 \x96 said\n",
    ] {
        let judgement = detect::judge(&bytes.to_vec(), Preferred::NONE);
        let guess = &judgement.guess;
        let (mut segmenter, mut runs) = (Segmenter::new(&judgement.readings), Vec::new());
        segmenter.feed(bytes, 0, &mut runs);
        segmenter.finish(&mut runs);
        let sets: Vec<_> = runs.iter().map(|run| run.reading.encoding).collect();
        let named = guess.named().encoding;
        let is_named = |set: &&'static Encoding| **set == *named || guess.same.contains(set);
        assert!(
            !sets.is_empty() && sets.iter().all(is_named),
            "{guess:#?} {runs:#?}"
        );
    }
}

/// Text in units of two has no words of bytes, however often it is repeated.
#[test]
fn a_word_in_units_of_two_again_and_again_is_in_units() {
    for (word, id) in [
        ("中文", "utf-16le"),
        ("日本語のテスト", "utf-16be"),
        ("Привет", "utf-16be"),
    ] {
        named(&write(&word.repeat(1000), id), id);
    }
}

/// A word again and again is no more evidence than a few of it.
#[test]
fn a_word_again_and_again_says_what_a_few_say() {
    for (word, set) in [
        ("Straße ", "windows-1252"),
        ("Köln, ", "windows-1252"),
        ("Málaga-", "windows-1252"),
        ("Mið-", "x-mac-icelandic"),
    ] {
        for times in [5, 50, 20_000] {
            let guess = detect::guess(&write(&word.repeat(times), set));
            assert_eq!(guess.verdict.encoding.id, set, "{guess:#?}");
            assert!(guess.confidence < 0.95, "{word} {times}: {guess:#?}");
        }
    }
}

/// A name again and again is no more evidence than it is a few times, whatever numbers stand beside it.
#[test]
fn a_name_in_each_line_is_evidence_a_few_times() {
    for tail in ["", " %", "_%"] {
        let line = |number: usize| {
            let tail = tail.replace('%', &number.to_string());
            [b"INFO user=Jos\xE9".as_slice(), tail.as_bytes(), b" ok\n"].concat()
        };
        let data: Vec<u8> = (0..60).flat_map(line).collect();
        let guess = detect::guess(&data);
        assert!(guess.confidence < 0.95, "{tail}: {guess:#?}");
        if tail.is_empty() {
            assert_eq!(guess.verdict.encoding.id, "windows-1252");
        }
    }
}

/// Letters of one alphabet in a row, as in a list of them, are no text of another script.
#[test]
fn the_letters_of_an_alphabet_are_no_mojibake() {
    for text in [
        "ÄÖÜ äöü ß\n",
        "ãõ áéíóú âêô ç\n",
        "éèêë àâ îï ôö ùûü ç\n",
        "plain\nÅÄÖ åäö\nplain\n",
    ] {
        let guess = detect::guess(&text.as_bytes().to_vec());
        assert_eq!(guess.mojibake, None, "{text}");
        assert!(guess.others.is_empty(), "{text}: {:?}", guess.others);
    }
    // Whole words are, if nothing else is.
    let russian: String = write(RUSSIAN, "windows-1251")
        .into_iter()
        .map(char::from)
        .collect();
    let guess = detect::guess(&russian.into_bytes());
    let text = guess.mojibake.expect("mojibake").text;
    assert!(text.starts_with("Утром на площади"), "{text}");
}
