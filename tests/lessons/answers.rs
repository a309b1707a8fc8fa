//! The answers of the lessons, computed again by other code than ours.

use super::all;
use hexloupe::language::Language;
use hexloupe::lesson::course::LESSONS;
use toml::Value;

/// The questions of a lesson's file that say what they are about: skill, of, answer.
fn computed(text: &str) -> Vec<(String, String, String)> {
    let file: Value = toml::from_str(text).unwrap();
    let steps = file["step"].as_array().unwrap().clone();
    let questions = steps.into_iter().filter_map(|step| {
        let question = step.get("question")?.clone();
        let field = |name: &str| Some(question.get(name)?.as_str()?.to_owned());
        Some((field("skill")?, field("of")?, field("answer")?))
    });
    questions.collect()
}

fn hex(bytes: impl IntoIterator<Item = u8>) -> String {
    let pairs: Vec<_> = bytes
        .into_iter()
        .map(|byte| format!("{byte:02X}"))
        .collect();
    pairs.join(" ")
}

fn from_hex(digits: &str) -> Vec<u8> {
    let pairs = digits.split(' ');
    pairs
        .map(|pair| u8::from_str_radix(pair, 16).unwrap())
        .collect()
}

#[test]
fn what_can_be_computed_is_right() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/crates/hexloupe-lesson/assets/lessons"
    );
    let mut count = 0;
    for language in Language::ALL.map(Language::id) {
        for entry in std::fs::read_dir(format!("{folder}/{language}")).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            for (skill, of, answer) in computed(&text) {
                let units = || of.encode_utf16();
                let right = match skill.as_str() {
                    "encode" => hex(of.bytes()),
                    "surrogates-encode" => hex(units().flat_map(u16::to_be_bytes)),
                    "byte-order" => hex(units().flat_map(u16::to_le_bytes)),
                    "decode" => {
                        let text = String::from_utf8(from_hex(&of)).unwrap();
                        format!("U+{:04X}", u32::from(text.chars().next().unwrap()))
                    }
                    "surrogates-decode" => {
                        let bytes = from_hex(&of);
                        let units = bytes
                            .chunks(2)
                            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
                        let c = char::decode_utf16(units).next().unwrap().unwrap();
                        format!("U+{:04X}", u32::from(c))
                    }
                    "bits-and-hex" => {
                        let bits: String = of.split_whitespace().collect();
                        let bytes = bits.as_bytes().chunks(8);
                        hex(bytes
                            .map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | (bit - b'0'))))
                    }
                    other => panic!("{other}"),
                };
                let digits = |text: &str| text.replace(' ', "");
                assert_eq!(digits(&answer), digits(&right), "{path:?}: {of}");
                count += 1;
            }
        }
    }
    assert!(count >= 40, "{count}");
}

/// A text in an encoding, by other libraries; none if they do not have it.
fn written(text: &str, label: &str) -> Option<Vec<u8>> {
    let units = || text.encode_utf16();
    let scalars = || text.chars().map(u32::from);
    match label.to_ascii_lowercase().as_str() {
        "utf-8" => Some(text.as_bytes().to_vec()),
        "utf-16le" => Some(units().flat_map(u16::to_le_bytes).collect()),
        "utf-16be" => Some(units().flat_map(u16::to_be_bytes).collect()),
        "utf-32le" => Some(scalars().flat_map(u32::to_le_bytes).collect()),
        "utf-32be" => Some(scalars().flat_map(u32::to_be_bytes).collect()),
        label => {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
            let (bytes, used, had_errors) = encoding.encode(text);
            (used == encoding && !had_errors).then(|| bytes.into_owned())
        }
    }
}

#[test]
fn what_a_step_shows_is_written_as_other_libraries_write_it() {
    let (mut count, mut unknown) = (0, 0);
    let translated = all().filter(|(number, language, _)| LESSONS[*number].is_in(*language));
    for (number, language, script) in translated {
        let id = LESSONS[number].id;
        let number = number + 1;
        let root = env!("CARGO_MANIFEST_DIR");
        let path = format!(
            "{root}/crates/hexloupe-lesson/assets/lessons/{}/{number:02}-{id}.toml",
            language.id()
        );
        let text = std::fs::read_to_string(&path).unwrap();
        let file: Value = toml::from_str(&text).unwrap();
        let steps = file["step"].as_array().unwrap();
        for (step, read) in steps.iter().zip(&script.steps) {
            let Some(data) = step.get("data") else {
                continue;
            };
            let data = data.as_str().unwrap();
            let label = step
                .get("encoding")
                .map_or("utf-8", |label| label.as_str().unwrap());
            match written(data, label) {
                Some(bytes) => {
                    assert_eq!(read.scene.bytes, bytes, "{path}: {data}");
                    count += 1;
                }
                None => unknown += 1,
            }
        }
    }
    // What no other library here has: the relatives of UTF-8, DOS code pages and the like.
    assert!(count > 6 * unknown, "{count} {unknown}");
}
