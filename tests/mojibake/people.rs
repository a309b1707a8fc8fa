//! Mojibake as people have it: one damaged word or sign in sound text, chains of East Asian sets, and
//! text that was read as units of UTF-16; and what looks like it, and is sound.
//!
//! Each text is written down as it was before; the damage is known from life. Invariant: what is
//! mended is the text as it was, byte for byte.

use super::chain;
use hexloupe::detect::preferred::Preferred;
use hexloupe::detect::runs::Segmenter;
use hexloupe::detect::{self, Judgement};

fn judge(text: &str) -> Judgement {
    detect::judge(&text.as_bytes().to_vec(), Preferred::NONE)
}

/// A text, its only damaged part, that part as it was, and the chain.
#[track_caller]
fn mended(text: &str, was: &str, by: &str) {
    let judgement = judge(text);
    let found = judgement.guess.mojibake.as_ref();
    assert_eq!(found.map(chain).as_deref(), Some(by), "{text}");
    let mut runs = judgement.misread();
    let first = runs.next().map(|run| run.first.clone());
    let first = first.unwrap_or_else(|| panic!("{text}: no run"));
    let part = &text[first.start as usize..first.end as usize];
    let reading = judgement.misread().next().map(|run| run.reading.clone());
    let undone = reading.and_then(|reading| reading.mend(part.as_bytes()));
    let undone = undone.map(|undone| undone.text);
    let whole = text.replacen(part, undone.as_deref().unwrap_or(part), 1);
    assert_eq!(whole, was);
}

#[test]
fn one_damaged_word_in_sound_text() {
    for (text, was) in [
        ("ongeÃ«venaard", "ongeëvenaard"),
        (
            "Een ongeÃ«venaard goed idee.",
            "Een ongeëvenaard goed idee.",
        ),
        (
            "The asset list â€” see below.",
            "The asset list — see below.",
        ),
        ("Itâ€™s a plain sentence.", "It’s a plain sentence."),
        ("It costs Â£5 a day.", "It costs £5 a day."),
        ("20 Â°C outside", "20 °C outside"),
        (
            "Voilà, le cafÃ© est prêt, déjà.",
            "Voilà, le café est prêt, déjà.",
        ),
        ("你好ï¼Œ世界", "你好，世界"),
        // A sign between two words, and before a sound letter.
        ("Itâ€”so", "It—so"),
        ("lâ€™été", "l’été"),
        ("Tout l’Ã©tÃ© passe.", "Tout l’été passe."),
        // The no-break space of à was copied as a space.
        ("VoilÃ  la mer", "Voilà la mer"),
        ("dÃ©jÃ  vu", "déjà vu"),
        ("cittÃ  della e perchÃ© no", "città della e perché no"),
    ] {
        mended(text, was, "utf-8>windows-1252");
    }
    // A picture.
    mended("hello ðŸ˜€ world", "hello 😀 world", "utf-8>windows-1252");
    // A sign alone at the end of a word, or of a sentence.
    mended(
        "It was raining againâ€¦",
        "It was raining again…",
        "utf-8>windows-1252",
    );
    mended(
        "He said it,ÔÇØ and left.",
        "He said it,” and left.",
        "utf-8>cp850",
    );
    // One letter, in sets that read C3 as a piece of a drawn line, or as a root.
    mended("Han s├╕ger arbejde", "Han søger arbejde", "utf-8>cp437");
    mended("beh├╕ver", "behøver", "utf-8>cp437");
    mended("teit√§ ei ole", "teitä ei ole", "utf-8>macintosh");
    mended("тест вЂ“ проверка", "тест – проверка", "utf-8>windows-1251");
    mended("stem de fiČ™iere", "stem de fișiere", "utf-8>windows-1250");
    mended(
        "tiesฤซbas uz darbu",
        "tiesības uz darbu",
        "utf-8>windows-874",
    );
}

/// Two or three ideographs that were read as Latin letters.
#[test]
fn a_word_of_a_set_of_pairs() {
    // Each as Python decodes it.
    for (text, was, by) in [
        ("ÄãºÃ", "你好", "gbk>windows-1252"),
        ("Hello ÄãºÃ world", "Hello 你好 world", "gbk>windows-1252"),
        ("ÎÄ¼þ", "文件", "gbk>windows-1252"),
        ("ÖÐÎÄ", "中文", "gbk>windows-1252"),
        // Signs among the letters, and capitals inside.
        ("°²È«", "安全", "gbk>windows-1252"),
        ("ÖÐ¹ú", "中国", "gbk>windows-1252"),
        ("ÓÃ»§", "用户", "gbk>windows-1252"),
        ("µØÖ·", "地址", "gbk>windows-1252"),
        ("¹¤×÷", "工作", "gbk>windows-1252"),
        ("Í¼Æ¬", "图片", "gbk>windows-1252"),
        ("ÈÕ±¾", "日本", "gbk>windows-1252"),
        ("ÇÑ±Û", "한글", "euc-kr>windows-1252"),
        ("ƒeƒXƒg", "テスト", "shift_jis>windows-1252"),
    ] {
        mended(text, was, by);
    }
}

/// Checks that a text is mended unasked, word for word.
#[track_caller]
fn surely_mended(text: &str, was: &str) {
    let judgement = judge(text);
    assert!(judgement.is_surely_misread(), "{text}");
    let (mut segmenter, mut runs) = (Segmenter::new(&judgement.readings), Vec::new());
    segmenter.feed(text.as_bytes(), 0, &mut runs);
    segmenter.finish(&mut runs);
    let (mut whole, mut at) = (String::new(), 0);
    for run in runs.iter().filter(|run| run.reading.chain.is_some()) {
        let (start, end) = (run.range.start as usize, run.range.end as usize);
        let undone = run.reading.mend(&text.as_bytes()[start..end]);
        whole.push_str(&text[at..start]);
        whole.push_str(&undone.map_or(text[start..end].to_owned(), |undone| undone.text));
        at = end;
    }
    whole.push_str(&text[at..]);
    assert_eq!(whole, was);
}

#[test]
fn one_letter_is_enough_to_act_on() {
    // Each as Python decodes it.
    for (text, was) in [
        (
            "Der gro├Яe Schrank steht hier",
            "Der große Schrank steht hier",
        ),
        ("Gdzie jest koÅ„?", "Gdzie jest koń?"),
        ("La canciÔö£Ôöén", "La canción"),
        ("Kaks ≈°okki", "Kaks šokki"),
        ("Maц╠ana serц║", "Mañana será"),
        // In a long word one letter is a small share of the bits.
        (
            "En l√§rarinneutbildningsplats",
            "En lärarinneutbildningsplats",
        ),
        (
            "√úberraschungseierverpackung",
            "Überraschungseierverpackung",
        ),
        ("SÃƒÆ’Ã‚Â¤kerhetsbÃƒÆ’Ã‚Â¤ltet", "Säkerhetsbältet"),
        // A no-break space in a character that was copied as a space.
        ("ä½ å¥½", "你好"),
    ] {
        surely_mended(text, was);
    }
}

#[test]
fn a_sign_alone_is_enough_to_act_on() {
    // Each as Python decodes it in cp1252, cp1251, cp1253, cp1250, cp1256, cp437, cp850
    // and koi8-r.
    for (text, was) in [
        ("Copyright Â© 2024 Example", "Copyright © 2024 Example"),
        ("See Â§ 12 of the act", "See § 12 of the act"),
        ("Add Â½ cup of oil", "Add ½ cup of oil"),
        ("Within Â± 5 %", "Within ± 5 %"),
        ("Copyright В© 2024 Example", "Copyright © 2024 Example"),
        ("At 20 В°C for an hour", "At 20 °C for an hour"),
        ("1920 Г— 1080 pixels", "1920 × 1080 pixels"),
        ("Within Β± 5 %", "Within ± 5 %"),
        ("4 Ă— 4 metres", "4 × 4 metres"),
        ("Copyright آ© 2024 Example", "Copyright © 2024 Example"),
        ("Hello.Â\u{A0} World", "Hello.\u{A0} World"),
        (
            "Â\u{A0}Â\u{A0}Â\u{A0}indented",
            "\u{A0}\u{A0}\u{A0}indented",
        ),
        ("one â†’ two", "one → two"),
        ("area = Ï€ rÂ²", "area = π r²"),
        ("5 Î¼m wide", "5 μm wide"),
        ("la 1Âª planta", "la 1ª planta"),
        ("See ┬º 12 of the act", "See § 12 of the act"),
        ("Within ┬▒ 5 %", "Within ± 5 %"),
        ("Add ┬╜ cup of oil", "Add ½ cup of oil"),
        ("Copyright б╘ 2024 Example", "Copyright © 2024 Example"),
    ] {
        surely_mended(text, was);
    }
}

#[test]
fn a_byte_order_mark_that_was_read_as_text_is_one_again() {
    // EF BB BF as Python decodes it in cp1252, cp1251, cp437, cp850, cp1250 and gbk.
    for (text, was) in [
        ("ï»¿Hello world", "\u{FEFF}Hello world"),
        ("one\nï»¿two\n", "one\n\u{FEFF}two\n"),
        ("ï»¿café\n", "\u{FEFF}café\n"),
        ("п»їid;name\n", "\u{FEFF}id;name\n"),
        ("∩╗┐id;name\n", "\u{FEFF}id;name\n"),
        ("´╗┐Hello", "\u{FEFF}Hello"),
        ("ď»żHello", "\u{FEFF}Hello"),
        ("锘縃ello", "\u{FEFF}Hello"),
    ] {
        surely_mended(text, was);
    }
}

#[test]
fn quotation_marks_around_text_of_pairs_are_sound() {
    // As Python decodes GBK in cp1250 and cp1252.
    for (text, was) in [
        ("“ĎµÍłČíĽţ(ABC)”\n", "“系统软件(ABC)”\n"),
        ("“\nĎµÍłČíĽţ ”\n", "“\n系统软件 ”\n"),
        ("“ÄãºÃÊÀ½ç” he said\n", "“你好世界” he said\n"),
        ("«ÄãºÃÊÀ½ç»\n", "«你好世界»\n"),
    ] {
        surely_mended(text, was);
        // They are no other text.
        assert_eq!(judge(text).guess.others.len(), 1, "{text}");
    }
}

#[test]
fn a_letter_of_a_set_of_one_byte_stands_where_words_have_none() {
    // Each as Python decodes it.
    for (text, was) in [
        (
            "numΘros de version en paramΦtre",
            "numéros de version en paramètre",
        ),
        ("o mo¿na ustawiæ jego", "o można ustawić jego"),
        ("man§elstvˇ, majˇ", "manželství, mají"),
        ("schцn und fьr Mьller", "schön und für Müller"),
        (
            "Il prossimo file non Š leggibile, perch‚ cos",
            "Il prossimo file non è leggibile, perché cos",
        ),
        ("nicht gr”áer als", "nicht größer als"),
        ("fŸr das Logo", "für das Logo"),
    ] {
        surely_mended(text, was);
    }
    for (text, was, by) in [
        ("Art¡culo 15", "Artículo 15", "cp850>windows-1252"),
        (
            "nŒr filen er pŒ disken",
            "når filen er på disken",
            "macintosh>windows-1252",
        ),
    ] {
        let judgement = judge(text);
        assert!(!judgement.is_surely_misread(), "{text}");
        mended(text, was, by);
    }
}

#[test]
fn one_line_of_a_set_of_one_byte_among_sound_lines() {
    let line = "impossible de cr‚er un r‚pertoire d'objets";
    let text =
        format!("Il y a plusieurs paquets correspondants\u{A0}:\n{line}\n« voilà » déjà l’été\n");
    let was = text.replace('‚', "é");
    surely_mended(&text, &was);
}

#[test]
fn one_letter_that_was_read_in_a_set_of_pairs() {
    for (text, was) in [
        ("Die T체r ist offen", "Die Tür ist offen"),
        ("Moja l獺ska sp穩", "Moja láska spí"),
        ("Un caf茅 noir", "Un café noir"),
        // A letter alone among words.
        ("茅t茅 脿 la plage, gar莽on", "été à la plage, garçon"),
    ] {
        surely_mended(text, was);
    }
}

#[test]
fn a_single_character_among_much_mojibake() {
    for (text, was) in [
        (
            "ņä£ņÜĖņØś ļ┤äņØĆ ļö░ļ£╗ĒĢśļŗż. ĒĢ£ ņłś ļ░░ņÜ░ļŗż.",
            "서울의 봄은 따뜻하다. 한 수 배우다.",
        ),
        (
            "žĄúžöłžĚė ŽīĄžĚÄ ŽĒįŽúĽŪēėŽč§. Ūēú žąė ŽįįžöįŽč§.",
            "서울의 봄은 따뜻하다. 한 수 배우다.",
        ),
        ("а\u{9A}аНаОаПаКаИ ТЋ%sТЛ", "Кнопки «%s»"),
    ] {
        surely_mended(text, was);
    }
}

#[test]
fn to_the_end_of_the_chain() {
    let twice = "utf-8>windows-1252 utf-8>windows-1252";
    mended("nÃƒÂ©", "né", twice);
    mended("obligÃƒÂ© de faire partie", "obligé de faire partie", twice);
}

#[test]
fn controls_of_latin_1_are_characters_of_windows_1252() {
    let by = "windows-1252>iso-8859-1";
    mended("It\u{92}s here", "It’s here", by);
    mended("l\u{92}\u{9C}uvre", "l’œuvre", by);
    // NEL ends lines in text that comes from EBCDIC.
    assert!(judge("one\u{85}two\u{85}three").guess.mojibake.is_none());
}

#[test]
fn text_of_pairs_that_was_read_in_a_latin_set() {
    mended("ÄãºÃ£¬ÊÀ½ç", "你好，世界", "gbk>windows-1252");
    mended(
        "»¶Ó\u{AD}¹âÁÙÎÒÃÇµÄÍøÕ¾",
        "欢迎光临我们的网站",
        "gbk>windows-1252",
    );
    let text = "¾È³çÇÏ¼¼¿ä ¿À½Å °ÍÀ» È¯¿µÇÕ´Ï´Ù";
    mended(
        text,
        "안녕하세요 오신 것을 환영합니다",
        "euc-kr>windows-1252",
    );
}

#[test]
fn trail_bytes_that_are_signs_of_ascii_divide_no_word() {
    // 7B, 7C and 41 are the second bytes of 臨, 會 and the comma.
    let text = "Åwªï¥úÁ{¥»¤½¥qºô¯¸¡A½Ð¥ýµn¤J·|\u{AD}û¡C";
    mended(
        text,
        "歡迎光臨本公司網站，請先登入會員。",
        "big5>windows-1252",
    );
}

#[test]
fn ascii_that_was_read_as_units() {
    mended("䡁剄坁剅⁓呏剅", "HARDWARE STORE", "utf-8>utf-16be");
}

#[test]
fn sound_text_that_looks_like_it_is_left_alone() {
    for text in [
        "SÃO PAULO",
        "Lepist¨o, Poincar´e",
        "[a-zÀ-ÿ]+",
        "pаypal",
        "l·l, wait…what, geht´s, 10kΩ, sinφ, rock’n’roll",
        "fi§ch",
        "aжb, xΔy",
        // Signs between words, and names of programs.
        "total│used│free│shared│available",
        "menu›file›open, name¦age¦city, crop×zoom",
        "numeroÓrdenes = listaÓrdenes.size(); getÚltimo(); setÚltimo();",
        "var totalÉtudiants = nbÉtudiants + nbÉlèves;",
        "onÄnderung(), beiÄnderung, letzteÄnderung",
        "Fran¸cois, Gar¸con, Mu˜noz, Ko¸c, S¸ahin, Ya˘gcı",
        "x≈y, small≈tiny, approx≈equal, km²per, m³of",
        "LEGO®bricks, Scotch®tape, Velcro®strip",
        "ယောက်ျား",
        "«ÉÉ» ¿Où? ½¼¾ ±² §§ ÀÉÈ",
        "Разделы «А», «Б» и «В» — готовы",
        "Рёв мотора, и тишина",
        "ВІКІ",
        "№ 5 — “Ã”",
        "буквы «Â» и «Ã», в группе Г\u{A0}— трое",
        "‚Čč‘",
        "The letter Ã is used in Portuguese; Â in French.",
        "A bond of 2.5 Å±0.1 Å, a width Γ± of 3 MeV, Δ±0.5 mm, Ø±0.05",
        "Раздел В, § 5; В² — квадрат, «В» — вольт, В\u{A0}Москве",
        "├── а\n│   └── б\n├файл\n┬───┬\n├▒▒▒▒┤",
        "x² + y² = 25 °C ± 3 µm",
        "ꙮ и ѣ",
        "茅台酒 和 髒話",
        // Ideographs that are letters of two bytes by chance, as names have them.
        "姚姚",
        "妍妍",
        "克克 从从",
        "奪",
        "GPU卡 和 mp3格式，iPhone版",
        "ІЇЄҐ іїєґ",
        "\u{FEFF}naïve café",
        "मनम्बु सितम्बर",
        "مدھ دچ، ۱۰۵۰ء توں ۱۲۵۰ء نوں",
        "پُراتن یونانی، ۱۵۶۳ء تک",
    ] {
        assert!(judge(text).guess.mojibake.is_none(), "{text}");
    }
}
