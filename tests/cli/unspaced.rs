//! Text without spaces and line ends, as a page of Chinese or Japanese may be saved: `recode --lines`
//! of the real binary takes it in parts, and loses no character between them.
//!
//! Invariant: `encoding_rs` writes the bytes of each sample.
use encoding_rs::{BIG5, Encoding, GBK, SHIFT_JIS};

use super::mend::Samples;

/// Much more than is read at once.
const LEN: usize = 200_000;

#[track_caller]
fn check(encoding: &'static Encoding, text: &str) {
    let text: String = text.chars().filter(|c| !c.is_ascii()).collect();
    let text = text.repeat(LEN / text.len());
    let samples = Samples::new();
    // Each byte of a character may be the last of a part.
    for before in ["", "a"] {
        let text = format!("{before}{text}");
        let (bytes, _, is_lossy) = encoding.encode(&text);
        assert!(!is_lossy);
        samples.put("text", &bytes);
        let done = samples.run("recode --lines text").output().unwrap();
        assert!(done.stdout == text.as_bytes(), "{}", encoding.name());
        assert_eq!(done.status.code(), Some(0));
    }
}

#[test]
fn chinese_is_whole_in_simplified_and_traditional_characters() {
    check(GBK, include_str!("../languages/zh-hans.txt"));
    check(BIG5, include_str!("../languages/zh-hant.txt"));
}

#[test]
fn japanese_is_whole() {
    check(SHIFT_JIS, include_str!("../languages/ja.txt"));
}
