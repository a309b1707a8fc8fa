//! `recode` without `-f` of files that one encoding does not read: what `guess` names is refused, by
//! the same words whether it comes as a file or through a pipe.
//!
//! Invariant: the bytes of each sample are written out, or are those of `encoding_rs`.
use encoding_rs::WINDOWS_1252;

use super::mend::Samples;

/// Without `-f` no line is read in the set of the others: what `guess` names, `recode` refuses.
#[test]
fn a_file_whose_lines_are_in_several_sets_is_not_read_in_one() {
    let samples = Samples::new();
    let others = "Не удалось открыть файл\nУстройство занято\nКаталог не найден\nНет доступа\nПовторите попытку\n";
    let (others, _, _) = encoding_rs::WINDOWS_1251.encode(others);
    // "Готово" in UTF-8 and in cp866, as Python writes it.
    let last: [(&[u8], &str); 2] = [
        ("Готово, всё хорошо\n".as_bytes(), "UTF-8"),
        (b"\x83\xAE\xE2\xAE\xA2\xAE\n", "IBM866"),
    ];
    for (last, name) in last {
        samples.put("mixed", &[&others[..], last].concat());
        let said = format!(
            "hexloupe: mixed: nothing written; at 0x5A it is {name} (Готово), the rest is windows-1251: \
             --lines reads each line by itself, -f reads all in one encoding"
        );
        samples.check("recode mixed", b"", &[&said], 1);
        samples.check("recode --in-place mixed", b"", &[&said], 1);
        let done = samples.run("recode --lines mixed").output().unwrap();
        let text = String::from_utf8(done.stdout).unwrap();
        assert!(
            text.lines()
                .nth(5)
                .is_some_and(|line| line.starts_with("Готово")),
            "{text}"
        );
        assert_eq!(done.status.code(), Some(0));
        let done = samples
            .run("recode -f windows-1251 mixed")
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(0));
    }
}

/// A page of French, and a line of it that another program wrote.
fn french(line: &[u8]) -> Vec<u8> {
    let (page, _, _) = WINDOWS_1252.encode(include_str!("../languages/fr.txt"));
    [&page[..], line, b"\n"].concat()
}

/// What `--lines` leaves and lists is told by `guess`, and not converted.
#[test]
fn a_word_that_is_odd_in_the_set_of_the_file_is_told() {
    let samples = Samples::new();
    // "garçon" and "hôtel", as Python writes them in cp437 and in Mac Roman.
    let words: [(&[u8], &str); 3] = [
        (b"le gar\x87on", "gar‡on"),
        (b"un h\x99tel", "h™tel"),
        (b"le gar\x8Don", "gar<U+008D>on"),
    ];
    for (line, word) in words {
        let data = french(line);
        samples.put("page", &data);
        let at = data.len() - 4;
        let at = at - usize::from(line.ends_with(b"tel"));
        let said = format!(
            "nothing written; at 0x{at:X} {word} may be in another encoding than windows-1252: --lines reads \
             each line by itself, -f reads all in one encoding"
        );
        samples.check("recode page", b"", &[&format!("hexloupe: page: {said}")], 1);
        let piped = samples.run("recode").stdin(&data[..]).output().unwrap();
        let told = String::from_utf8(piped.stderr).unwrap();
        assert_eq!(told, format!("hexloupe: -: {said}\n"));
        assert!(piped.stdout.is_empty());
        let guess = samples.run("guess page").output().unwrap();
        let guess = String::from_utf8(guess.stdout).unwrap();
        assert!(
            guess.contains(&format!("doubtful text ({word})")),
            "{guess}"
        );
        let lines = samples.run("recode --lines page").output().unwrap();
        assert_eq!(lines.status.code(), Some(1));
    }
}

/// However far behind the beginning of a pipe the other line is.
#[test]
fn a_pipe_is_judged_as_a_file_is() {
    let samples = Samples::new();
    let ascii = b"plain text in a line\n".repeat(10_000);
    // "Готово" in windows-1251 and "Сегодня хорошая погода" in cp866, as Python writes them.
    let sound = b"\xC3\xEE\xF2\xEE\xE2\xEE, \xE2\xF1\xB8 \xF5\xEE\xF0\xEE\xF8\xEE\n".repeat(9);
    let other =
        b"\x91\xA5\xA3\xAE\xA4\xAD\xEF \xE5\xAE\xE0\xAE\xE8\xA0\xEF \xAF\xAE\xA3\xAE\xA4\xA0\n";
    for data in [
        [&ascii[..], &sound].concat(),
        [&ascii[..], &sound, &other[..]].concat(),
    ] {
        samples.put("data", &data);
        let file = samples.run("recode data").output().unwrap();
        let pipe = samples.run("recode").stdin(&data[..]).output().unwrap();
        let is_sound = !data.ends_with(other);
        assert_eq!(file.status.code(), Some(i32::from(!is_sound)));
        assert_eq!(pipe.status.code(), file.status.code());
        // Python: b"...".decode("cp1251").
        let text = "Готово, всё хорошо\n".repeat(9);
        let expected = [&ascii[..], text.as_bytes()].concat();
        assert!(pipe.stdout == if is_sound { expected } else { Vec::new() });
        assert!(pipe.stdout == file.stdout);
        assert_eq!(file.stdout.is_empty(), !is_sound);
        let said = String::from_utf8(file.stderr)
            .unwrap()
            .replace("data:", "-:");
        assert_eq!(String::from_utf8(pipe.stderr).unwrap(), said);
    }
}

/// A set that reads one line is no advice for a file whose other lines it ruins.
#[test]
fn check_names_no_set_for_a_file_that_is_mostly_utf_8() {
    let samples = Samples::new();
    let (line, _, _) = WINDOWS_1252.encode("INFO Ação\n");
    let sound = "INFO Início\n".repeat(200);
    samples.put("log", &[sound.as_bytes(), &line, sound.as_bytes()].concat());
    let done = samples.run("check log").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(!said.contains("resembles"), "{said}");
    samples.put("set", &line.repeat(20));
    let done = samples.run("check set").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("resembles windows-1252"), "{said}");
}
