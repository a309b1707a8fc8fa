//! Runs of files that are put together from parts. What they are is known from how they were
//! made, by another encoder.

use hexloupe::detect::runs::{Learner, ReadingRun, Segmenter};

/// A text in an encoding, by `encoding_rs`.
fn encoded(text: &str, label: &str) -> Vec<u8> {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
    let (bytes, _, failed) = encoding.encode(text);
    assert!(!failed, "{text} in {label}");
    bytes.into_owned()
}

/// A text whose UTF-8 was read in a set.
fn misread(text: &str, label: &str) -> String {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
    let (text, failed) = encoding.decode_without_bom_handling(text.as_bytes());
    assert!(!failed, "{text} as {label}");
    text.into_owned()
}

/// The runs of some data: their bytes, and the notation of their reading.
fn runs(data: &[u8]) -> Vec<(Vec<u8>, String)> {
    let mut learner = Learner::new();
    learner.see(data);
    let readings = learner.conclude();
    let mut segmenter = Segmenter::new(&readings);
    let mut found = Vec::new();
    segmenter.feed(data, 0, &mut found);
    segmenter.finish(&mut found);
    let named = |run: ReadingRun| {
        let bytes = data[run.range.start as usize..run.range.end as usize].to_vec();
        let chain = run.reading.chain.map(|chain| chain.notation());
        let mut name = chain.unwrap_or(run.reading.encoding.id.to_owned());
        if !run.is_well_formed {
            name.insert_str(0, "not ");
        }
        (bytes, name)
    };
    found.into_iter().map(named).collect()
}

#[test]
fn a_log_with_three_damaged_lines() {
    let mut data = Vec::new();
    let mut damaged = Vec::new();
    for line in 0..3000 {
        let text = format!("{line} запрос выполнен успешно, пользователь вошёл в систему");
        if [17, 1500, 2999].contains(&line) {
            let text = misread("соединение потеряно, повторная попытка", "windows-1251");
            damaged.push(text.clone());
            data.extend(format!("{line} {text}\n").into_bytes());
        } else {
            data.extend(format!("{text}\n").into_bytes());
        }
    }
    let found = runs(&data);
    let islands: Vec<&str> = { found.iter() }
        .filter(|(_, reading)| reading == "utf-8,windows-1251")
        .map(|(bytes, _)| str::from_utf8(bytes).unwrap())
        .collect();
    assert_eq!(islands, damaged);
    assert_eq!(
        found.len(),
        6,
        "{:?}",
        found.iter().map(|run| &run.1).collect::<Vec<_>>()
    );
}

#[test]
fn lines_of_two_sets_and_of_utf_8() {
    let rows = [
        ("Москва;улица Ленина;дом 5", "windows-1251"),
        ("Казань;проспект Победы;дом 12", "windows-1251"),
        ("Санкт-Петербург;Невский проспект;1", "ibm866"),
        ("Самара;переулок Тихий;3", "ibm866"),
        ("Тула;площадь Свободы;7", "utf-8"),
        ("Пермь;бульвар Гагарина;9", "windows-1251"),
    ];
    let mut data = Vec::new();
    for (text, label) in rows {
        data.extend(encoded(text, label));
        data.extend(b"\n");
    }
    let found: Vec<String> = runs(&data).into_iter().map(|run| run.1).collect();
    assert_eq!(found, ["windows-1251", "ibm866", "utf-8", "windows-1251"]);
}

#[test]
fn a_dump_that_went_through_latin_1_twice() {
    let twice = |text: &str| misread(&misread(text, "windows-1252"), "windows-1252");
    let data = format!(
        "INSERT INTO t VALUES ('café crème', '{}', '{}');\n",
        twice("déjà vu, garçon"),
        twice("élève naïf")
    );
    let found = runs(data.as_bytes());
    let chained: Vec<&str> = { found.iter() }
        .filter(|run| run.1.contains(','))
        .map(|run| &*run.1)
        .collect();
    assert!(
        chained
            .iter()
            .all(|chain| *chain == "utf-8,windows-1252,utf-8,windows-1252"),
        "{found:?}"
    );
    assert!(!chained.is_empty(), "{found:?}");
    let sound = "café crème".as_bytes();
    let of = found
        .iter()
        .find(|(bytes, _)| bytes.starts_with(&sound[..5]))
        .unwrap();
    assert_eq!(of.1, "utf-8");
}

#[test]
fn one_field_of_a_row() {
    let data = format!(
        "1;Иван Петров;{};Москва\n2;Анна;Тула\n",
        misread("Слесарь-ремонтник", "windows-1251").replace('\u{A0}', " ")
    );
    let found: Vec<String> = runs(data.as_bytes()).into_iter().map(|run| run.1).collect();
    assert_eq!(found, ["utf-8", "utf-8,windows-1251", "utf-8"]);
}

#[test]
fn a_line_that_two_sets_of_one_byte_were_mixed_up_in() {
    let misread = encoded("Беспечный ездок и другие истории", "windows-1251");
    let misread: String = misread.iter().map(|byte| char::from(*byte)).collect();
    let data = format!("Сегодня хорошая погода, завтра дождь.\n{misread}\nВот и всё, конец.\n");
    let found: Vec<String> = runs(data.as_bytes()).into_iter().map(|run| run.1).collect();
    assert_eq!(found, ["utf-8", "windows-1251,windows-1252", "utf-8"]);
}

#[test]
fn sound_text_is_one_run_of_utf_8() {
    for text in [
        "Привет, ВІКІ и СССР\n",
        "SÃO PAULO, Ñandú, ÇA VA\n",
        "IL Y A MARQUÉ… été\n",
        "日本語 テキスト\n",
        "plain\n",
    ] {
        let found = runs(text.as_bytes());
        assert!(found.len() <= 1, "{text}: {found:?}");
        assert!(
            found.iter().all(|run| run.1 == "utf-8"),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn a_broken_character_is_no_encoding() {
    let mut data = "Привет, это обычный текст без примесей. "
        .repeat(20)
        .into_bytes();
    data.extend(b"\xD0 \xFF\xFE\n");
    let found: Vec<String> = runs(&data).into_iter().map(|run| run.1).collect();
    assert_eq!(found, ["utf-8", "not utf-8"]);
}

#[test]
fn a_line_of_one_letter_in_another_set_is_not_called_utf_8() {
    let lines = ["Início do serviço\n", "Operação concluída\n"];
    let mut data = lines.concat().into_bytes();
    data.extend(encoded(
        "Estagiário visualizou o processo\n",
        "windows-1252",
    ));
    data.extend(lines.concat().bytes());
    let named: Vec<String> = runs(&data).into_iter().map(|run| run.1).collect();
    assert_eq!(named, ["utf-8", "windows-1252", "utf-8"]);
    // Too little tells of it for anyone to act on it.
    let judgement = hexloupe::detect::judge(&data, hexloupe::detect::preferred::Preferred::NONE);
    let found = judgement.found.iter();
    assert!(found.into_iter().all(|found| found.confidence < 0.9));
}
