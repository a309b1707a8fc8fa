//! The answers of the lessons, computed again by other code than ours.

use super::all;
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
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/lessons");
    let mut count = 0;
    for language in ["en", "ru"] {
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
    assert!(count >= 1, "{count}");
}

#[test]
fn texts_that_a_step_shows_are_written_as_other_libraries_write_them() {
    // What is given as text and read as it is written must decode to the same text again.
    for (_, _, script) in all() {
        for step in script.steps.iter().filter(|step| step.scene.is_new) {
            let encoding = encoding_rs::Encoding::for_label(step.scene.encoding.id.as_bytes());
            let Some(encoding) = encoding.filter(|one| one.can_encode_everything()) else {
                continue;
            };
            if encoding == encoding_rs::UTF_8 {
                let bytes = &step.scene.bytes;
                let (text, had_faults) = encoding.decode_without_bom_handling(bytes);
                assert_eq!(had_faults, std::str::from_utf8(bytes).is_err(), "{text}");
            }
        }
    }
}
