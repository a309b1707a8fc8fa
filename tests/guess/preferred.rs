//! Languages that are preferred decide where letters are too few to tell, and nowhere else.

use hexloupe::detect::preferred::Preferred;
use hexloupe::detect::requested::RequestedEncoding;
use hexloupe::detect::verdict::{Guess, Nature};
use hexloupe::detect::{self, rank};

use super::{CAPITALS, RUSSIAN, write};

fn preferring(bytes: &[u8], languages: &str) -> Guess {
    let preferred = Preferred::parse(languages).unwrap();
    detect::judge_near(&bytes.to_vec(), &[], preferred).guess
}

#[test]
fn a_word_that_could_be_several_is_taken_as_one_of_them() {
    let already = write("вже", "windows-1251");
    let unasked = preferring(&already, "");
    let guess = preferring(&already, "uk, en");
    assert!(guess.confidence > unasked.confidence);
    assert_eq!(guess.verdict.encoding.id, "windows-1251");
    assert_eq!(guess.nature, Nature::TooShort);
    let said = "Ukrainian is preferred, which saves 3 bits";
    let mut evidence = guess.evidence.iter();
    assert!(evidence.any(|why| &**why == said), "{guess:#?}");
    let unsaid = preferring(&already, "el");
    assert!(!unsaid.evidence.iter().any(|why| why.contains("preferred")));
}

#[test]
fn the_language_that_is_named_is_a_preferred_one_of_those_that_read_alike() {
    let hello = write("привет", "windows-1251");
    let begins = |languages: &str| preferring(&hello, languages).evidence[0].clone();
    assert!(begins("").starts_with("resembles Russian"));
    assert!(begins("bg").starts_with("resembles Bulgarian"));
}

#[test]
fn a_sentence_is_what_it_is_whatever_is_preferred() {
    for id in [
        "windows-1251",
        "koi8-r",
        "ibm866",
        "iso-8859-5",
        "x-mac-cyrillic",
    ] {
        for text in [RUSSIAN, CAPITALS] {
            let bytes = write(text, id);
            let plain = preferring(&bytes, "").verdict.encoding;
            for languages in [
                "el",
                "ja, ko, zh-hans",
                "de, fr",
                "tr",
                "he, ar",
                "th",
                "vi",
            ] {
                let found = preferring(&bytes, languages).verdict.encoding;
                assert_eq!(found.id, plain.id, "{languages} {text}");
            }
        }
    }
}

#[test]
fn the_choice_and_the_order_of_the_list_go_by_it_too() {
    let already = write("вже", "windows-1251");
    let uk = Preferred::parse("Ukrainian").unwrap();
    let bits = |preferred| {
        let all = rank(&already, preferred);
        let own = all.iter().find(|one| one.encoding.id == "windows-1251");
        own.unwrap().bits
    };
    assert!((bits(Preferred::NONE) - bits(uk) - 3.0).abs() < 0.01);
    let time = write("не їла", "koi8-u");
    let taken = |requested: RequestedEncoding| requested.verdict(&time).encoding.id;
    assert_eq!(taken(RequestedEncoding::AUTO), "utf-8", "not sure");
    assert_eq!(taken(RequestedEncoding::AUTO.preferring(uk)), "koi8-u");
    let named = RequestedEncoding::parse("koi8-r").unwrap().preferring(uk);
    assert_eq!(taken(named), "koi8-r");
}
