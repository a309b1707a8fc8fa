//! Markdown: the fence holds the dump, and outside of it only our own markup is markup.

use super::{lines, printed};
use hexloupe::codec::Encoding;
use hexloupe::report::Options;

/// What begins markup inside a line: an escape, code, emphasis, a link or an image, a tag, a
/// reference, a cell, and by GitHub a strikethrough, a formula, an issue and a user.
const MARKUP: [char; 11] = ['\\', '`', '*', '_', '[', '<', '&', '|', '~', '$', '@'];

/// The text without code spans and escapes: it must not be markup.
fn bare(line: &str) -> String {
    let mut out = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let escaped = chars.next().expect("something behind a backslash");
                assert!(MARKUP.contains(&escaped), "escaped for nothing: {line}");
            }
            // Code is only ids and digits: it holds no backtick and ends.
            '`' => {
                let code: String = chars.by_ref().take_while(|&c| c != '`').collect();
                let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == ' ';
                assert!(code.chars().all(fits), "{line}");
            }
            _ => out.push(c),
        }
    }
    out
}

#[track_caller]
pub(crate) fn check(data: &[u8], encoding: &'static Encoding, options: &Options) {
    let text = printed("markdown", data, encoding, options);
    let (head, rest) = text.split_once("```text\n").expect("a fence");
    let (dump, tail) = rest.split_once("```\n\nIll-formed").expect("its end");
    assert!(head.starts_with("# Bytes as ") && head.ends_with("\n\n"));
    assert_eq!(
        dump.lines().collect::<Vec<_>>(),
        lines(data, encoding, options)
    );
    // A fence ends with a line of backticks after at most three blanks.
    let ends = |line: &str| line.trim_start_matches(' ').starts_with("```");
    assert!(!dump.lines().any(ends));
    for line in head.lines().skip(1).chain(tail.lines()) {
        let bare = bare(line);
        assert!(
            !bare.contains(MARKUP.map(|c| if c == '|' { '<' } else { c })),
            "{line}"
        );
        let pipes = bare.matches('|').count();
        assert!(pipes == 6 || pipes == 0, "{line}");
    }
}

#[test]
fn of_many_findings_the_first_are_listed() {
    let data = b"\xFF".repeat(150);
    let options = super::options(8, super::Charset::Unicode, None);
    let text = printed("markdown", &data, super::encodings::UTF_8, &options);
    let rows = text.lines().filter(|line| line.starts_with("| `0x"));
    assert_eq!(rows.count(), 100);
    assert!(text.contains("\nIll-formed sequences: 150. Unusual characters: 0.\n"));
    assert!(text.ends_with("\nThe first 100 are listed; 50 more are not.\n"));
}
