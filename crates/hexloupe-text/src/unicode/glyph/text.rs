//! Running text made safe: file names, labels, messages, titles.
//!
//! There is no slot to fit here, so a stand-in names its code point. Invariant:
//! one line of characters that are all drawn as themselves; right-to-left letters
//! stay, and so do combining marks on a visible base, up to [`MAX_MARKS`].

use std::fmt::Write;

use super::{CIRCLE, Charset, picture};
use crate::unicode::class::{self, DisplayClass};

/// Marks on one base; more of them would be drawn over the lines around.
const MAX_MARKS: u8 = 7;

/// The text with a visible stand-in for every character that may not be drawn
/// as itself: `␛` for a C0 control, `<U+202E>` for the rest, newlines included.
/// In [`Charset::Ascii`] all stand-ins are of the second form.
pub fn safe(text: &str, charset: Charset) -> String {
    let mut line = SafeLine::new(charset, text.len());
    line.push_str(text);
    line.out
}

/// [`safe`] for bytes that may not be UTF-8, such as a path; each ill-formed byte is written
/// `\xNN`.
pub fn safe_bytes(bytes: &[u8], charset: Charset) -> String {
    let mut line = SafeLine::new(charset, bytes.len());
    for chunk in bytes.utf8_chunks() {
        line.push_str(chunk.valid());
        for byte in chunk.invalid() {
            line.escape(format_args!("\\x{byte:02X}"));
        }
    }
    line.out
}

/// The safe line so far.
struct SafeLine {
    out: String,
    charset: Charset,
    /// The marks on the last base; none without a base to sit on.
    marks: Option<u8>,
}

impl SafeLine {
    fn new(charset: Charset, capacity: usize) -> Self {
        Self {
            out: String::with_capacity(capacity),
            charset,
            marks: None,
        }
    }

    fn push_str(&mut self, text: &str) {
        for c in text.chars() {
            self.push(c);
        }
    }

    fn push(&mut self, c: char) {
        if matches!(c, ' '..='~') {
            self.base(c);
            return;
        }
        match (self.charset, class::display_class(c)) {
            (Charset::Unicode, DisplayClass::Visible) => self.base(c),
            (Charset::Unicode, DisplayClass::Mark) => self.mark(c),
            (Charset::Unicode, DisplayClass::C0) => {
                self.out.push(picture(c));
                self.marks = None;
            }
            _ => self.escape(format_args!("<U+{:04X}>", u32::from(c))),
        }
    }

    fn base(&mut self, c: char) {
        self.out.push(c);
        self.marks = Some(0);
    }

    fn mark(&mut self, c: char) {
        match self.marks {
            Some(MAX_MARKS..) => {
                // The base keeps its count, so that later marks are written out too.
                let marks = self.marks;
                self.escape(format_args!("<U+{:04X}>", u32::from(c)));
                self.marks = marks;
            }
            Some(marks) => {
                self.out.push(c);
                self.marks = Some(marks + 1);
            }
            None => {
                self.out.extend([CIRCLE, c]);
                self.marks = Some(1);
            }
        }
    }

    fn escape(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing into a String cannot fail.
        let _ = self.out.write_fmt(text);
        self.marks = None;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::is_forbidden;
    use super::*;

    #[track_caller]
    fn check(text: &str, unicode: &str, ascii: &str) {
        assert_eq!(safe(text, Charset::Unicode), unicode, "{text:?}");
        assert_eq!(safe(text, Charset::Ascii), ascii, "{text:?} in ASCII");
    }

    #[test]
    fn characters_that_may_not_be_drawn_are_named() {
        check("notes.txt", "notes.txt", "notes.txt");
        check("a\nb\r\t", "a␊b␍␉", "a<U+000A>b<U+000D><U+0009>");
        check("\u{1B}[31m", "␛[31m", "<U+001B>[31m");
        check("\u{9B}31m", "<U+009B>31m", "<U+009B>31m");
        check("gpj\u{202E}exe", "gpj<U+202E>exe", "gpj<U+202E>exe");
        check("a\u{A0}b", "a<U+00A0>b", "a<U+00A0>b");
        check(
            "\u{FEFF}x\u{E000}",
            "<U+FEFF>x<U+E000>",
            "<U+FEFF>x<U+E000>",
        );
        check("\u{E0041}", "<U+E0041>", "<U+E0041>");
    }

    #[test]
    fn letters_of_every_script_stay() {
        check("é", "é", "<U+00E9>");
        check("שלום", "שלום", "<U+05E9><U+05DC><U+05D5><U+05DD>");
        check("中😀", "中😀", "<U+4E2D><U+1F600>");
    }

    #[test]
    fn marks_stay_on_their_base_and_get_one_where_there_is_none() {
        check("e\u{301}", "e\u{301}", "e<U+0301>");
        check("\u{301}e", "◌\u{301}e", "<U+0301>e");
        check("\n\u{301}", "␊◌\u{301}", "<U+000A><U+0301>");
    }

    #[test]
    fn marks_beyond_the_seventh_are_written_out() {
        let text = format!("e{}", "\u{301}".repeat(9));
        let expected = format!("e{}<U+0301><U+0301>", "\u{301}".repeat(7));
        assert_eq!(safe(&text, Charset::Unicode), expected);
    }

    #[test]
    fn ill_formed_bytes_are_written_in_hex() {
        let bytes = b"a\xFF\xE2\x82/\xC3\xA9\x1B";
        let unicode = safe_bytes(bytes, Charset::Unicode);
        assert_eq!(unicode, "a\\xFF\\xE2\\x82/é␛");
        let ascii = safe_bytes(bytes, Charset::Ascii);
        assert_eq!(ascii, "a\\xFF\\xE2\\x82/<U+00E9><U+001B>");
    }

    proptest! {
        #[test]
        fn nothing_forbidden_is_left(chars in prop::collection::vec(any::<char>(), 0..40)) {
            let text: String = chars.into_iter().collect();
            prop_assert!(!safe(&text, Charset::Unicode).chars().any(is_forbidden));
            prop_assert!(safe(&text, Charset::Ascii).bytes().all(|b| matches!(b, b' '..=b'~')));
        }

        #[test]
        fn nothing_forbidden_is_left_of_bytes(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            prop_assert!(!safe_bytes(&bytes, Charset::Unicode).chars().any(is_forbidden));
            let ascii = safe_bytes(&bytes, Charset::Ascii);
            prop_assert!(ascii.bytes().all(|b| matches!(b, b' '..=b'~')));
        }
    }
}
