//! Forms that are known and not read: a text in one of them is refused by its name.
//!
//! Invariant: what is named is never read as something else.

use super::out::Unreadable;
use super::trial;

/// Marks of such forms, with their names.
const MARKS: [(&[u8], &str); 4] = [
    (b"=ybegin ", "yEnc"),
    (b"(This file must be converted with BinHex", "BinHex"),
    (b"<~", "Ascii85"),
    (b"xn--", "Punycode"),
];

const DIFFERENCES: &str = "a list of differences, as cmp -l writes it: a place, and the bytes of two \
                           files in octal; it is no dump of one file";

/// The place where such a form begins among other text.
pub(super) fn among(sample: &[u8]) -> Option<Unreadable> {
    let first = |mark: &[u8]| memchr::memmem::find(sample, mark);
    let found = MARKS
        .iter()
        .filter_map(|(mark, name)| Some((first(mark)?, *name)));
    let (at, name) = found.min()?;
    let before = &sample[..at];
    let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    Some(Unreadable {
        line: memchr::memchr_iter(b'\n', before).count() as u64 + 1,
        column: String::from_utf8_lossy(&before[start..]).chars().count() as u64 + 1,
        reason: format!("this is {name}, which is not read"),
    })
}

/// The form that a whole text is, if its rows might be taken for those of another.
pub(super) fn whole(sample: &[u8]) -> Option<Unreadable> {
    let lines = || trial::lines(sample).filter(|line| !line.is_empty());
    let at_begin = |reason: &str| Unreadable {
        line: 1,
        column: 1,
        reason: reason.to_owned(),
    };
    let first = lines().next()?;
    // The last line of a sample may be cut.
    if is_tektronix(first) && lines().all(|line| line.starts_with(b"%")) {
        return Some(at_begin(
            "this is extended Tektronix hex, which is not read",
        ));
    }
    are_differences(lines()).then(|| at_begin(DIFFERENCES))
}

/// Reports whether a line is a record of extended Tektronix hex: `%`, its length, its type, its checksum.
fn is_tektronix(line: &[u8]) -> bool {
    const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$%._abcdefghijklmnopqrstuvwxyz";
    let Some(record) = line.strip_prefix(b"%") else {
        return false;
    };
    let hex = |range: std::ops::Range<usize>| {
        let digits = std::str::from_utf8(record.get(range)?).ok()?;
        usize::from_str_radix(digits, 16).ok()
    };
    let value = |byte: &u8| DIGITS.iter().position(|digit| digit == byte);
    let is_counted = |at: &usize| !(3..5).contains(at);
    let counted = (0..record.len()).filter(is_counted).map(|at| &record[at]);
    let sum = counted.map(value).sum::<Option<usize>>();
    let is_type = matches!(record.get(2), Some(b'3' | b'6' | b'8'));
    is_type && hex(0..2) == Some(record.len()) && sum.map(|sum| sum % 256) == hex(3..5)
}

/// Reports whether each line is a place that grows, and two different octal bytes.
fn are_differences<'a>(lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let (mut last, mut count) = (0, 0);
    for line in lines {
        let mut words = trial::words(line).map(std::str::from_utf8);
        let (Some(Ok(place)), Some(Ok(old)), Some(Ok(new)), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return false;
        };
        let byte = |word: &str| u8::from_str_radix(word, 8).ok();
        let is_row = byte(old).is_some() && byte(new).is_some() && byte(old) != byte(new);
        let place = place.parse().ok().filter(|place: &u64| *place > last);
        let Some(place) = place.filter(|_| is_row) else {
            return false;
        };
        (last, count) = (place, count + 1);
    }
    count > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let found = whole(text.as_bytes()).map(|why| why.reason);
        let begins = |found: &String| expected.is_some_and(|begin| found.starts_with(begin));
        assert_eq!(found.is_some(), expected.is_some(), "{text}");
        assert!(found.as_ref().is_none_or(begins), "{found:?} of {text}");
    }

    /// The records are those of the manual of `SRecord`, and `cmp` of diffutils wrote such differences.
    #[test]
    fn forms_of_whole_texts_are_named() {
        check(
            "%1A626810000000202020202020\n%0781010\n",
            Some("this is extended"),
        );
        check(
            "  1 101 141\n  2 102 142\n 15  12   0\n",
            Some("a list of differences"),
        );
        check("%1A627810000000202020202020\n", None);
        check("%D0%9F%D1%80\n", None);
        // No place is twice, and no byte is the same.
        check("1 101 141\n1 102 142\n", None);
        check("1 101 101\n2 102 142\n", None);
        check("1 101 188\n2 102 142\n", None);
        check("1 101 141\n", None);
    }
}
