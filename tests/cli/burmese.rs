//! Burmese in the order of the font Zawgyi is told and mended by every command alike.
//!
//! Invariant: sound text of the script, Burmese or not, is neither told nor changed.

use super::mend::Samples;

/// Words of news in Zawgyi's order, and as ICU's `uconv -x Zawgyi-my` puts them.
const NEWS: [&str; 2] = [
    "ျဖစ္ပါတယ္ ေျပာပါတယ္\nေဒၚေအာင္ဆန္းစုၾကည္\n",
    "ဖြစ်ပါတယ် ပြောပါတယ်\nဒေါ်အောင်ဆန်းစုကြည်\n",
];

#[test]
fn zawgyi_is_denied_and_mended() {
    let samples = Samples::new();
    for before in ["", "id=1 status=ok\n"] {
        let [zawgyi, unicode] = NEWS.map(|text| [before, text].concat());
        samples.put("a", zawgyi.as_bytes());
        let denied = samples.run("check --deny mojibake a").output().unwrap();
        let told = String::from_utf8(denied.stdout).unwrap();
        assert_eq!(denied.status.code(), Some(1), "{told}");
        assert_eq!(told.lines().count(), 3, "{told}");
        let done = samples.run("recode --fix auto a").output().unwrap();
        assert_eq!(String::from_utf8_lossy(&done.stdout), unicode);
        assert_eq!(done.status.code(), Some(0));
    }
}

#[test]
fn sound_text_in_the_script_of_burmese_is_passed() {
    let samples = Samples::new();
    for sound in [
        NEWS[1],
        // The first article of the Universal Declaration in Shan, and its title in Burmese.
        "လူ့အခွင့်အရေး အပြည်ပြည်ဆိုင်ရာ ကြေညာစာတမ်း\n",
        "ၵူၼ်းၵူႈၵေႃႉၼႆႉ ပဵၼ်ဢၼ်ၵိူတ်ႇမႃးလွတ်ႈလႅဝ်း\n",
        "U+1039 is ္ and U+103B is ျ.\n",
    ] {
        samples.put("a", sound.as_bytes());
        let denied = samples.run("check --deny mojibake a").output().unwrap();
        let told = String::from_utf8(denied.stdout).unwrap();
        assert_eq!(denied.status.code(), Some(0), "{told}");
    }
}
