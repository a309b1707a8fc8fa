//! Numbers as Visual Basic writes them: `&HD0`, perhaps with the sign of its type after it.
//!
//! Invariant: a line has the same length with the prefixes that other languages have.

/// The most digits of a number.
const MOST: usize = 16;

/// A line with `0x` in place of each `&H`, and blanks for what Basic writes besides; none if it has no such
/// number.
pub(super) fn with_prefixes(text: &[u8]) -> Option<Vec<u8>> {
    let mut line: Option<Vec<u8>> = None;
    for at in memchr::memchr_iter(b'&', text) {
        let Some(len) = number_len(text, at) else {
            continue;
        };
        let line = line.get_or_insert_with(|| text.to_vec());
        line[at..at + 2].copy_from_slice(b"0x");
        // The sign of a type: `&HD0&`.
        if let Some(sign) = line.get_mut(at + len).filter(|sign| **sign == b'&') {
            *sign = b' ';
        }
    }
    if let Some(line) = &mut line {
        // A statement goes on in the next line.
        let end = line.trim_ascii_end().len();
        if line[..end].ends_with(b" _") {
            line[end - 1] = b' ';
        }
    }
    line
}

/// The length of a number at an index, which begins a word.
fn number_len(text: &[u8], at: usize) -> Option<usize> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'&' | 0x80..);
    let (b'&', b'h' | b'H') = (text[at], *text.get(at + 1)?) else {
        return None;
    };
    let digits = &text[at + 2..];
    let count = digits.iter().take_while(|byte| byte.is_ascii_hexdigit());
    let count = count.count();
    let after = digits.get(count);
    let ends = after.is_none_or(|byte| !is_word(byte) || *byte == b'&');
    let begins = !text[..at].last().is_some_and(is_word);
    (begins && ends && (1..=MOST).contains(&count)).then_some(2 + count)
}
