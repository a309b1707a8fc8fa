//! An edit in ASCII, as most are: nothing else can have been done to the file, whatever its encoding.
//!
//! Invariant: a file that was edited so has no finding by the whole comparison either.

/// Reports whether two versions differ in one stretch only, of which both have plain ASCII with the line ends
/// of the file, and of which nothing is missing at the end of the file.
pub(super) fn is_plain_edit(old: &[u8], new: &[u8]) -> bool {
    let same = |(a, b): &(&u8, &u8)| a == b;
    let front = old.iter().zip(new).take_while(same).count();
    let (was, is) = (&old[front..], &new[front..]);
    let back = was.iter().rev().zip(is.iter().rev());
    let back = back.take_while(same).count();
    let is_crlf = memchr::memchr(b'\n', old).is_some_and(|end| end > 0 && old[end - 1] == b'\r');
    let is_cut = back == 0 && !was.is_empty();
    // A byte order mark that opens the file no more.
    let is_moved = front == 0 && old.first().is_some_and(|byte| !byte.is_ascii());
    !(is_cut || is_moved)
        && [old, new]
            .iter()
            .all(|all| is_plain(all, front, all.len() - back, is_crlf))
}

/// Reports whether a stretch is plain. `~`, ESC and NUL may begin or be letters of some encodings.
fn is_plain(all: &[u8], from: usize, to: usize, is_crlf: bool) -> bool {
    let before = |at: usize| at.checked_sub(1).map(|before| all[before]);
    let is_sound = |at: usize| match all[at] {
        b'\n' => (before(at) == Some(b'\r')) == is_crlf,
        b'\r' => is_crlf && all.get(at + 1) == Some(&b'\n'),
        byte => matches!(byte, b'\t' | b' '..=b'}'),
    };
    // What follows the stretch may be the rest of a line end.
    let follows = to == all.len() || all[to] != b'\n' || is_sound(to);
    follows && (from..to).all(is_sound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: bool) {
        assert_eq!(
            is_plain_edit(old.as_bytes(), new.as_bytes()),
            expected,
            "{old:?}, {new:?}"
        );
    }

    #[test]
    fn an_edit_in_ascii_is_plain() {
        check("é = 1\nb\n", "é = 2\nb\n", true);
        check("é = 1\nb\n", "é = 1\nnew\nb\n", true);
        check("é = 1\nb\n", "é = 1\nb\nnew\n", true);
        check("é = 1\nb\n", "b\n", false);
        check("é\r\nb\r\n", "é\r\nx\r\nb\r\n", true);
        // Other line ends, in and at the ends of the stretch; a file that is cut off.
        check("é\r\nb\r\n", "é\r\nx\nb\r\n", false);
        check("é\r\nb\r\n", "é\nb\r\n", false);
        check("é\nb\n", "é\r\nb\n", false);
        check("é\nb\n", "é\nb\r\n", false);
        check("é\nb\nc\n", "é\nb", false);
        // Letters of stateful sets, and what is beyond ASCII before or after.
        check("\u{1B}$B0\u{1B}(B\n", "\u{1B}(B\n", false);
        check("\u{FEFF}b\n", "new\n\u{FEFF}b\n", false);
        check("a?\n", "aé\n", false);
        check("aé\n", "a?\n", false);
        check("a~{b~}\n", "a~}\n", false);
        check("a\0b\0", "a\0c\0d\0", false);
    }
}
