//! Zawgyi as ICU 72 puts it in Unicode's order: `uconv -x Zawgyi-my`.

use super::*;

/// Words in both orders.
const WORDS: &[(&str, &str)] = &[
    ("ျမန္မာႏုိင္ငံေစ်းကြက္အတြင္းသုိ႔", "မြန်မာနိုင်ငံဈေးကွက်အတွင်းသို့"),
    ("အက်ဥ္းသား", "အကျဉ်းသား"),
    ("ဦးသန္းလြင္ထြန္း", "ဦးသန်းလွင်ထွန်း"),
    ("ေျပာပါတယ္", "ပြောပါတယ်"),
    ("တခ်ဳိ", "တချို"),
    ("က်ေနာ္တို႔", "ကျနော်တို့"),
    ("ျဖစ္ပါတယ္", "ဖြစ်ပါတယ်"),
    ("အတြက္", "အတွက်"),
    ("ရွိပါတယ္", "ရှိပါတယ်"),
    ("ဦး၀ဏၰေမာင္လြင္နဲ႔", "ဦးဝဏ္ဏမောင်လွင်နဲ့"),
    ("၄င္းတို႔မွာ", "၎င်းတို့မှာ"),
    ("၎တို႔၏", "၎င်းတို့၏"),
    ("ေဒၚေအာင္ဆန္းစုၾကည္", "ဒေါ်အောင်ဆန်းစုကြည်"),
    ("ပုဂၢိဳလ္", "ပုဂ္ဂိုလ်"),
    ("အဂၤါေန႔က", "အင်္ဂါနေ့က"),
    ("မဇၥ်ိမ", "မဇ္ဈိမ"),
    ("ဦးၪာဏ္စိုးကလည္း", "ဦးဉာဏ်စိုးကလည်း"),
    ("ညီၫြတ္ေရး", "ညီညွတ်ရေး"),
    ("ဝုၯိေယဝ", "ဝုဍ္ဎိယေဝ"),
    ("မႏၲေလး", "မန္တလေး"),
    ("ဗုဒၶဘာသာ", "ဗုဒ္ဓဘာသာ"),
    ("သႏၷိ႒ာန္", "သန္နိဋ္ဌာန်"),
    ("ကမာၻလွည့္", "ကမ္ဘာလှည့်"),
    ("ကၽြန္ေတာ္တို႕", "ကျွန်တော်တို့"),
    ("တက္တက္ႂကြႂကြ", "တက်တက်ကြွကြွ"),
    ("ျပႆနာ", "ပြဿနာ"),
    ("စိန္ေခၚမႈေတြ", "စိန်ခေါ်မှုတွေ"),
    ("ဗိုလ္ခ်ဳပ္မႉးႀကီး", "ဗိုလ်ချုပ်မှူးကြီး"),
    ("လႊတ္ေတာ္", "လွှတ်တော်"),
    ("သၿဂႋဳဟ္", "သင်္ဂြိုဟ်"),
    ("အက်ႌ", "အင်္ကျီ"),
    ("စႀကႍ", "စင်္ကြံ"),
    ("႐ုရွား", "ရုရှား"),
    ("ဘ႑ာေရး", "ဘဏ္ဍာရေး"),
    ("ဥကၠ႒", "ဥက္ကဋ္ဌ"),
    ("သုပၸဋိပႏ႖", "သုပ္ပဋိပန္တွ"),
    ("႗ိပကၡ", "ဋ္ဋိပက္ခ"),
    ("အဖြဲ ့အစည္းရဲ႕", "အဖွဲ့ အစည်းရဲ့"),
    ("၀ယ္", "ဝယ်"),
    ("ခြာ", "ခွာ"),
];

/// Text that tells which order a line is in.
const TELLING: (&str, &str) = ("ျဖစ္ပါတယ္", "ဖြစ်ပါတယ်");

#[test]
fn words_come_out_as_icu_has_them() {
    for (zawgyi, unicode) in WORDS {
        let line = format!("{zawgyi} {}", TELLING.0);
        let expected = format!("{unicode} {}", TELLING.1);
        assert_eq!(in_unicode_order(&line), BurmeseLine::Converted(expected));
    }
    // A digit is a letter at the start of a line.
    let words = || {
        WORDS
            .iter()
            .filter(|(word, _)| !word.starts_with(['၀', '၄']))
    };
    let zawgyi: Vec<&str> = words().map(|(zawgyi, _)| *zawgyi).collect();
    let unicode: Vec<&str> = words().map(|(_, unicode)| *unicode).collect();
    let (zawgyi, unicode) = (zawgyi.join(" — "), unicode.join(" — "));
    assert!(is_order_of(&zawgyi) && !is_order_of(&unicode));
    let converted = BurmeseLine::Converted(unicode.clone());
    assert_eq!(in_unicode_order(&zawgyi), converted);
    assert_eq!(in_unicode_order(&unicode), BurmeseLine::Sound);
}

#[test]
fn text_in_the_order_of_unicode_stays() {
    let others = [
        "",
        "café",
        "ភាសាខ្មែរ",
        "မင်္ဂလာပါ",
        "ရန်ကုန်",
        "ဟုတ်ကဲ့",
        "မြို့",
        "လူတိုင်းသည် တူညီလွတ်လပ်သော ဂုဏ်သိက္ခါဖြင့်",
        // A sign in the wrong place is no other order.
        "လူတိုင်းသည် တူညီ ေလွတ်လပ်သော ဂုဏ်သိက္ခါဖြင့်",
        // Shan, Mon and S'gaw Karen.
        "ၵႂၢမ်းတႆး မိူင်းတႆး",
        "ၼႂ်းဝၼ်းထီႉ ၵေႃႉၵူၼ်း",
        "ဘာသာမန် ဍုၚ်မန်",
        "ကညီကျိာ် ပှၤကညီ",
        "မႂ်ႇသုင်ၶႃႈ ၸဝ်ႈၶဝ်",
        "ၵႂၢမ်းတႆး ပဵၼ်ၽႃႇသႃႇဢၼ်ၸႂ်ႉတီႈ မိူင်းတႆး",
        "ဖၠုံ ဆ်ုဖၠုံ ခၠါင်",
        "ပှၤဂိၢ်မုၢ် သွ့ၣ်တဖၣ်",
    ];
    for text in WORDS.iter().map(|(_, unicode)| *unicode).chain(others) {
        let line = in_unicode_order(text);
        assert!(
            !matches!(line, BurmeseLine::Converted(_)),
            "{text} {line:?}"
        );
        assert!(!is_order_of(text), "{text}");
    }
}

#[test]
fn a_word_of_one_telling_sign_is_in_zawgyi() {
    for zawgyi in ["အမ်ား", "ေရး", "စာသား မ်ား"] {
        assert!(is_order_of(zawgyi), "{zawgyi}");
    }
    let spoken_of = "The vowel sign ေ (U+1031) is written first.";
    for unicode in [
        "အများ",
        "ရေး",
        "စာသားများ",
        "ဆ်ု",
        "ယောက်ျား",
        "လက်ျာ",
        spoken_of,
    ] {
        assert!(!is_order_of(unicode), "{unicode}");
    }
}

#[test]
fn signs_that_other_languages_have_do_not_tell_alone() {
    for text in ["ဥကၠ႒", "႐ုရွား။ ခြာ", "ဗုဒၶဘာသာ။ ခြာ", "ပှၤ"]
    {
        assert_eq!(in_unicode_order(text), BurmeseLine::Doubtful, "{text}");
    }
}

#[test]
fn a_line_of_any_length_is_converted() {
    for part in [" ", "\u{1031}", "\u{103C}", " \u{1031}"] {
        let line = format!("{}{}", part.repeat(1 << 18), TELLING.0);
        assert!(matches!(in_unicode_order(&line), BurmeseLine::Converted(_)));
    }
}
