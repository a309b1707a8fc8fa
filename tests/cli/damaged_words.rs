//! Single words of mojibake in sound text, which `check` tells one by one.
//!
//! Invariant: the places are those where the words were put, by a count of our own.

use super::mend::Samples;

/// The words, each misread once or twice in a set.
const WORDS: [&str; 6] = ["JosÃ©", "Â£5", "donâ€™t", "GrÃ¶ÃŸe", "prÃƒÂ¨s", "rÃ©sumÃ©"];

/// Lines of sound text with the words in some of them, and the line and the offset of each.
fn planted(lines: usize, every: usize) -> (String, Vec<(usize, usize)>) {
    let (mut text, mut places) = (String::new(), Vec::new());
    let mut words = WORDS.iter();
    for line in 1..=lines {
        if line % every == 0
            && let Some(word) = words.next()
        {
            text.push_str("so ");
            places.push((line, text.len()));
            text.push_str(word);
            text.push('\n');
        } else {
            text.push_str("José saw line after line in Málaga\n");
        }
    }
    (text, places)
}

/// The lines and the offsets of the words that a run told.
fn told(printed: &[u8]) -> Vec<(usize, usize)> {
    let number = |record: &serde_json::Value, name: &str| record[name].as_u64().unwrap() as usize;
    let printed = String::from_utf8_lossy(printed);
    let findings = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    findings
        .filter(|record: &serde_json::Value| record["notice"] == "mojibake-suspect")
        .map(|record| (number(&record, "line"), number(&record, "offset")))
        .collect()
}

#[test]
fn each_damaged_word_is_told_in_its_place() {
    let samples = Samples::new();
    // In the first 64 KiB, around their end, long after it, and in pieces of threads.
    for (lines, every) in [
        (60, 9),
        (2000, 330),
        (4000, 600),
        (9000, 1400),
        (200_000, 33_000),
    ] {
        let (text, places) = planted(lines, every);
        assert_eq!(places.len(), WORDS.len());
        samples.put("log", text.as_bytes());
        let file = samples.run("check --deny mojibake --format jsonl log");
        let pipe = samples.run("check --deny mojibake --format jsonl -");
        for (how, run) in [("file", file), ("pipe", pipe.stdin(text.clone()))] {
            let done = run.output().unwrap();
            assert_eq!(done.status.code(), Some(1));
            let mut told = told(&done.stdout);
            told.sort_unstable();
            assert_eq!(told.len(), places.len(), "{how} of {lines} lines: {told:?}");
            for ((line, offset), (place, word)) in told.into_iter().zip(places.iter().zip(WORDS)) {
                // Letters of ASCII before the first damaged one may be left out.
                let range = place.1..place.1 + word.len();
                assert!(
                    line == place.0 && range.contains(&offset),
                    "{how}: {word} at {offset}"
                );
            }
        }
    }
}

#[test]
fn the_keys_of_a_keyboard_stay_beside_damaged_words() {
    let samples = Samples::new();
    let keys = "// хХ бБ уУюЮ кК еЕэЭ нН гГ шШщЩ жЖ зЗ [{ ]} \\|\n\
                // фФ ыЫ вВ аА пП рР оОёЁ лЛ дД ;: '\"\n\
                // яЯ чЧцЦ сС мМ иИйЙ тТ ьЬъЪ ,< .> /?\n";
    let sound = format!("// The letter ё and the sign №\n{keys}{keys}");
    let damaged = sound.replacen('ё', "Ñ‘", 1);
    let damaged = damaged.replacen('№', "â„–", 1);
    samples.put("a", damaged.as_bytes());
    let done = samples.run("recode --fix auto a").output().unwrap();
    assert!(String::from_utf8_lossy(&done.stdout) == sound);
}
