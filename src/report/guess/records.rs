//! `--format jsonl`: an object per file.
//!
//! Fields and their order are a contract that scripts rely on. `encoding` is null if none is named;
//! `path_hex` is present only if the path is not UTF-8, `declared` only if the tree declares something. Invariant: the object is one line, and no
//! part of it acts on a terminal.

use std::path::Path;

use super::{GuessDeclaration, is_named};
use crate::detect::verdict::{
    Alternative, CarriedText, EncodingClaim, Evidence, Guess, LostCharacters, Misreading, Mojibake,
    Nature, OtherText, Verdict,
};
use crate::model::{carrier, lost, mojibake};
use crate::report::json::{self, Hex, JsonList, JsonRecord, Object, Proportion, TypedRecord};
use crate::unicode::glyph::Charset;

/// The object of a file.
pub(super) fn print(
    path: &Path,
    (guess, declared): (&Guess, Option<&GuessDeclaration>),
    charset: Charset,
) -> Vec<u8> {
    let mut line = String::new();
    json::line(&mut line, &GuessRecord(path, guess, declared), charset);
    line.into_bytes()
}

struct GuessRecord<'a>(&'a Path, &'a Guess, Option<&'a GuessDeclaration>);

impl TypedRecord for GuessRecord<'_> {
    const TYPE: &'static str = "guess";
}

impl JsonRecord for GuessRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(path, guess, declared) = *self;
        object.path(path.as_os_str());
        let named = is_named(guess).then_some(guess.verdict.encoding);
        object.field("encoding", named.map(|encoding| encoding.id));
        object.field("confidence", Proportion(guess.confidence));
        let evidence = guess.evidence.iter().map(|why| &**why);
        object.field("evidence", JsonList(evidence));
        object.field("alternatives", JsonList(&guess.alternatives));
        let (nature, kind) = match guess.nature {
            Nature::Empty => ("empty", None),
            Nature::Text => ("text", None),
            Nature::TooShort => ("too-short", None),
            Nature::Binary(kind) => ("binary", kind),
            Nature::Undecided => ("undecided", None),
        };
        object.field("nature", nature);
        object.field("kind", kind);
        let language = match guess.verdict.evidence {
            Evidence::Guessed { language, .. } => language,
            _ => None,
        };
        object.field("language", language);
        let same = guess.same.iter().map(|encoding| encoding.id);
        object.field("same", JsonList(same));
        object.field("claim", guess.claim.as_ref());
        object.field("looks_like", guess.looks_like);
        object.field("phase", u64::from(guess.phase));
        let found = guess.mojibake.as_ref();
        let found = found.map(|found| MojibakeRecord(found, guess.verdict));
        object.field("mojibake", found.as_ref());
        object.field("lost", JsonList(&guess.lost));
        object.field("carriers", JsonList(&guess.carriers));
        object.field("others", JsonList(&guess.others));
        if let Some(declared) = declared {
            object.field("declared", declared);
        }
    }
}

/// Mojibake, and the encoding it was saved in.
struct MojibakeRecord<'a>(&'a Mojibake, Verdict);

impl JsonRecord for MojibakeRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(found, saved) = *self;
        object.field("chain", JsonList(&found.chain));
        object.field("text", &*found.text);
        object.field("confidence", Proportion(found.confidence));
        let evidence = found.evidence.iter().map(|why| &**why);
        object.field("evidence", JsonList(evidence));
        object.field("python", &*mojibake::python(found));
        object.field("cause", mojibake::cause(&found.chain));
        let followed = mojibake::followed(found, saved.encoding);
        object.field("followed", followed.as_deref());
        object.field("iconv", mojibake::iconv(found, saved).as_deref());
        object.field("islands", found.islands);
    }
}

impl JsonRecord for GuessDeclaration {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("by", self.by);
        object.field("label", &*self.label);
        object.field("encoding", self.encoding.id);
        object.field("holds", self.holds);
    }
}

impl JsonRecord for LostCharacters {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("form", self.form.id());
        object.field("sign", &*self.sign);
        object.field("encoding", self.form.read().map(|encoding| encoding.id));
        object.field("count", self.count);
        object.field("letters", self.letters);
        object.field("text", self.text.as_deref());
        object.field("python", lost::python(self.form).as_deref());
    }
}

impl JsonRecord for OtherText {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("offset", self.offset);
        object.field("line", self.line);
        object.field("hex", Hex(&self.bytes));
        object.field("encoding", self.encoding.id);
        object.field("chain", JsonList(&self.chain));
        object.field("confidence", Proportion(self.confidence));
        object.field("stretches", self.stretches);
        object.field("meant", self.meant.encode_utf8(&mut [0; 4]) as &str);
        object.field("word", &*self.word);
    }
}

impl JsonRecord for CarriedText {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("carrier", self.carrier.id());
        object.field("count", self.count);
        object.field("sample", &*self.sample);
        object.field("encoding", self.encoding.id);
        object.field("chain", JsonList(&self.chain));
        object.field("text", &*self.text);
        object.field("confidence", Proportion(self.confidence));
        object.field("plan", &*carrier::plan(self));
    }
}

impl JsonRecord for Misreading {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("written", self.written.id);
        object.field("read", self.read.id);
    }
}

impl JsonRecord for Alternative {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("encoding", self.encoding.id);
        object.field("confidence", Proportion(self.confidence));
        object.field("language", self.language);
        object.field("faults", self.faults);
    }
}

impl JsonRecord for EncodingClaim {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("offset", self.offset);
        object.field("label", &*self.label);
        object.field("source", self.source);
        object.field("encoding", self.encoding.map(|encoding| encoding.id));
        object.field("holds", self.holds);
        object.field("faults", self.faults);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::detect::verdict::LossExtent;
    use crate::detect::verdict::{Carrier, LossForm, Verdict};

    fn printed(nature: Nature) -> String {
        let language = Some("Russian");
        let guess = Guess {
            nature,
            verdict: Verdict {
                encoding: table::UTF_8,
                evidence: Evidence::Guessed {
                    percent: 97,
                    language,
                },
            },
            confidence: 0.966,
            evidence: ["\"\u{202E}\\\n", "more"]
                .map(|why| why.to_owned().into())
                .into(),
            is_joined: false,
            same: vec![table::ASCII],
            alternatives: vec![Alternative {
                encoding: table::UTF_16LE,
                confidence: f32::NAN,
                language: None,
                faults: 3,
            }],
            claim: Some(EncodingClaim {
                offset: 7,
                label: "x-y".to_owned(),
                source: "HTML meta",
                encoding: None,
                holds: false,
                faults: 2,
            }),
            looks_like: None,
            phase: 0,
            mojibake: Some(Mojibake {
                chain: vec![Misreading {
                    written: table::UTF_8,
                    read: table::UTF_16LE,
                    no_break_space: None,
                    has_controls: false,
                }],
                text: "\"мир".to_owned(),
                confidence: 0.987,
                evidence: vec!["why".to_owned().into()],
                islands: 0,
            }),
            lost: vec![LostCharacters {
                form: LossForm::Misread(table::UTF_16LE),
                sign: "\u{FFFD}\"".to_owned(),
                count: 3,
                letters: 7,
                extent: LossExtent::All,
                text: None,
            }],
            carriers: vec![CarriedText {
                carrier: Carrier::Percent,
                count: 2,
                sample: "%D0".to_owned(),
                encoding: table::UTF_16LE,
                chain: Vec::new(),
                text: "мир".to_owned(),
                confidence: 0.9,
            }],
            others: vec![OtherText {
                encoding: table::UTF_16LE,
                chain: Vec::new(),
                confidence: 0.68,
                stretches: 2,
                offset: 7,
                line: Some(3),
                bytes: vec![0xE9],
                meant: 'é',
                word: "José".to_owned(),
                ranges: Vec::new(),
                more: Vec::new(),
            }],
            faults: 0,
            first_fault: None,
        };
        String::from_utf8(print(Path::new("a\"b"), (&guess, None), Charset::Unicode)).unwrap()
    }

    #[test]
    fn fields_stand_in_their_order() {
        let expected = concat!(
            r#"{"type":"guess","schema":1,"path":"a\"b","encoding":"utf-8","confidence":0.97,"#,
            r#""evidence":["\"\u202e\\\n","more"],"#,
            r#""alternatives":[{"encoding":"utf-16le","confidence":0.00,"language":null,"faults":3}],"#,
            r#""nature":"text","kind":null,"language":"Russian","same":["ascii"],"#,
            r#""claim":{"offset":7,"label":"x-y","source":"HTML meta","encoding":null,"holds":false,"faults":2},"looks_like":null,"phase":0,"#,
            r#""mojibake":{"chain":[{"written":"utf-8","read":"utf-16le"}],"text":"\"мир","confidence":0.99,"#,
            r#""evidence":["why"],"python":"text.encode(\"utf-16le\").decode(\"utf-8\")","#,
            r#""cause":"text in bytes that a program took for UTF-16","#,
            r#""followed":"м = D0 BC, read as 볐, saved as EB B3 90","#,
            r#""iconv":"iconv -f utf-8 -t utf-16le FILE","islands":0},"#,
            r#""lost":[{"form":"replaced-misread","sign":"�\"","encoding":"utf-16le","count":3,"letters":7,"text":null,"python":null}],"#,
            r#""carriers":[{"carrier":"percent","count":2,"sample":"%D0","encoding":"utf-16le","chain":[],"text":"мир","confidence":0.90,"#,
            r#""plan":"hexloupe recode --from percent-document --lines FILE"}],"#,
            r#""others":[{"offset":7,"line":3,"hex":"e9","encoding":"utf-16le","chain":[],"confidence":0.68,"#,
            r#""stretches":2,"meant":"é","word":"José"}]}"#,
            "\n"
        );
        assert_eq!(printed(Nature::Text), expected);
    }

    #[test]
    fn binary_and_undecided_data_has_no_encoding() {
        for (nature, named, word, kind) in [
            (Nature::Empty, true, "empty", "null"),
            (Nature::TooShort, true, "too-short", "null"),
            (Nature::Binary(Some("PNG")), false, "binary", "\"PNG\""),
            (Nature::Binary(None), false, "binary", "null"),
            (Nature::Undecided, false, "undecided", "null"),
        ] {
            let line = printed(nature);
            let has = |part: &str| assert!(line.contains(part), "{line}");
            has(if named {
                "\"encoding\":\"utf-8\""
            } else {
                "\"encoding\":null,\"confidence\":0.97"
            });
            has(&format!("\"nature\":\"{word}\",\"kind\":{kind}"));
            let read: serde_json::Value = serde_json::from_str(&line).unwrap();
            assert_eq!(read["alternatives"][0]["faults"], 3);
        }
    }
}
