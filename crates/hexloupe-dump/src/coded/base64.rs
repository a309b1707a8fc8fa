//! base64, as mails and certificates have it, and with the URL-safe alphabet.
//!
//! Invariant: the writer's lines are those of MIME, 76 digits long.

use crate::confidence::{
    ARMOUR, BASE64_LINE, BASE64_MIXED, BASE64_ONE_CASE, BASE64_ONE_CASE_NAME, BASE64_PADDED,
    BASE64_PAGE, BASE64_SHORT_MIXED, BASE64_SHORT_PADDED, BASE64_WORD, DOUBTFUL,
    FEW_QUOTED_PRINTABLE, MARKED_SHARE, POSSIBLE, SHARE, UNLIKELY,
};
use crate::hex_digit;
use crate::list::{self, ListStyle};
use data_encoding::{BASE64, BASE64URL_NOPAD};

use super::alphabet::{Alphabet, PAD, values};
use super::lines;
use super::reader::CodedReader;
use crate::format::{DumpFormat, FormatSubject};
use crate::trial::{self, ReaderTrial};

pub(crate) static BASE64_TEXT: DumpFormat = DumpFormat {
    id: "base64",
    labels: &["b64", "pem", "mime"],
    about: "base64, in lines or in one, with or without armour",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(CodedReader::new(&STANDARD))],
    detect: |trial| detect(trial, b"+/"),
    example: "SGVsbG8sIOKCrCEgw7Y=\n",
    example_bytes: "Hello, €! ö".as_bytes(),
    extensions: &["b64", "base64", "pem"],
    writer: Some(|layout| list::writer(&LIST, layout.width)),
};

pub(crate) static BASE64_URL: DumpFormat = DumpFormat {
    id: "base64url",
    labels: &["b64url"],
    about: "base64 with - and _, for URLs",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(CodedReader::new(&URL))],
    detect: |trial| detect(trial, b"-_"),
    example: "SGVsbG8g4oKs8J-YgPCfmIA_w7_Dvw\n",
    example_bytes: "Hello €😀😀?ÿÿ".as_bytes(),
    extensions: &[],
    writer: Some(|layout| list::writer(&URL_LIST, layout.width)),
};

/// base64 in one line.
pub(super) const ONE_LINE: ListStyle = ListStyle {
    group: 3,
    put: |bytes, _, out| hex_digit::encode(&BASE64, bytes, out),
    ..ListStyle::LINES
};

static LIST: ListStyle = ListStyle {
    width: 57,
    ..ONE_LINE
};

static URL_LIST: ListStyle = ListStyle {
    put: |bytes, _, out| hex_digit::encode(&BASE64URL_NOPAD, bytes, out),
    ..ONE_LINE
};

pub(super) static STANDARD: Alphabet = Alphabet {
    name: "base64",
    values: values(
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        false,
    ),
    folds: false,
    bits: 6,
    group: 4,
};

static URL: Alphabet = Alphabet {
    name: "base64url",
    values: values(
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        false,
    ),
    folds: false,
    bits: 6,
    group: 4,
};

/// Reports whether a word is bytes in hex with their prefixes and nothing between them: `0xd00x9f`.
fn is_joined_hex(word: &[u8]) -> bool {
    let is_byte = |byte: &[u8]| {
        matches!(byte, [b'0', b'x' | b'X', high, low]
            if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
    };
    word.len() > 4 && word.chunks(4).all(is_byte)
}

/// Words and names have the same letters, so length or padding is needed, and the appearance of
/// coded bytes.
fn detect(trial: &ReaderTrial<'_>, own: &[u8]) -> u8 {
    let counts = &trial.counts;
    if counts.bytes == 0 {
        return 0;
    }
    let share = trial::share(trial);
    let escapes = trial.text.windows(2);
    let escapes = escapes.filter(|pair| pair[0] == PAD && pair[1].is_ascii_hexdigit());
    if escapes.count() > FEW_QUOTED_PRINTABLE {
        // Quoted-printable, or something else with an equals sign in it.
        return trial::percent(share, SHARE, POSSIBLE);
    }
    if counts.signs > 0 {
        return trial::percent(share, MARKED_SHARE, ARMOUR);
    }
    let most_coded_word = lines::most_coded_word(trial.text, |byte| {
        byte.is_ascii_alphanumeric() || own.contains(&byte) || byte == PAD
    });
    let Some(longest) = most_coded_word else {
        return 0;
    };
    if begins_with_word(trial.text) {
        return trial::percent(share, SHARE, POSSIBLE);
    }
    // Base32 has no such padding.
    let has_own_padding =
        longest.ends_with(b"==") && !longest.ends_with(b"===") && longest.len().is_multiple_of(4);
    if is_joined_hex(longest)
        || lines::is_damaged_hex(trial.text)
        || lines::is_damaged_base32(longest) && !has_own_padding && !is_ascii_text(trial.bytes)
    {
        return 0;
    }
    let digits = longest.strip_prefix(b"-").unwrap_or(longest);
    if longest.len() < 16 && digits.iter().all(u8::is_ascii_digit) {
        // A number.
        return 0;
    }
    if longest.starts_with(b"M-") && longest.len() < 4 {
        // A byte as `cat -v` shows it.
        return 0;
    }
    if longest.ends_with(b"===") {
        // It is the padding of base32.
        return 0;
    }
    let padded = longest.ends_with(b"=") && longest.len().is_multiple_of(4);
    let signed = longest.iter().any(|byte| own.contains(byte));
    let has = |is: fn(&u8) -> bool| longest.iter().any(is);
    let cases = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    let mixed = cases && has(u8::is_ascii_digit);
    let class_changes = lines::class_changes(longest);
    let len = longest.len();
    let over = len % 8 == 4;
    let coded = |(least, changes, _): (usize, f32, u8)| len >= least && class_changes >= changes;
    // Zeros are all `A`, and end in padding that base32 does not have.
    let zeros = len >= BASE64_ONE_CASE.0
        && (has_own_padding || padded && lines::is_zeros_of_base64(longest));
    let most = match () {
        () if longest.starts_with(b"0x") => UNLIKELY,
        // Digits of hex, some of them figures, are hex.
        () if longest.iter().all(u8::is_ascii_hexdigit) && has(u8::is_ascii_digit) => UNLIKELY,
        () if !cases && zeros => BASE64_ONE_CASE.1,
        () if len >= BASE64_ONE_CASE.0 && is_ascii_text(trial.bytes) => BASE64_ONE_CASE.1,
        () if !cases && len > BASE64_ONE_CASE_NAME => POSSIBLE,
        () if coded(BASE64_PAGE) => BASE64_PAGE.2,
        () if coded(BASE64_LINE) => BASE64_LINE.2,
        () if coded(BASE64_PADDED) && padded => BASE64_PADDED.2,
        () if coded(BASE64_MIXED) && mixed => BASE64_MIXED.2,
        () if len >= BASE64_SHORT_PADDED.0 && padded && (cases || over) => BASE64_SHORT_PADDED.1,
        () if len >= BASE64_WORD.0 && padded && mixed => BASE64_WORD.1,
        () if coded(BASE64_SHORT_MIXED) && mixed => BASE64_SHORT_MIXED.2,
        () => POSSIBLE,
    };
    // A text that fits both alphabets is assigned to the commoner one.
    let most = if own == b"-_" && !signed {
        most.min(DOUBTFUL)
    } else {
        most
    };
    trial::percent(share, SHARE, most)
}

/// Reports whether bytes are nearly all printable ASCII: by chance three in eight are.
fn is_ascii_text(bytes: &[u8]) -> bool {
    let is_printable = |byte: &&u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
    let printable = bytes.iter().filter(is_printable).count();
    bytes.len() >= 12 && printable * 8 >= bytes.len() * 7
}

/// Reports whether the first line is a short word that is no whole groups of digits, before longer lines:
/// a word of the text around the dump.
fn begins_with_word(text: &[u8]) -> bool {
    let mut lines = trial::lines(text).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let is_word = first.len() < 8 && first.iter().all(u8::is_ascii_alphabetic);
    is_word && !first.len().is_multiple_of(4) && lines.any(|line| line.len() > first.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong, skipped};

    #[test]
    fn base64_is_read_padded_or_not_in_lines_or_not() {
        check(
            &BASE64_TEXT,
            &[
                ("SGVsbG8=", b"Hello"),
                ("SGVsbG8", b"Hello"),
                ("SGVs\nbG8=\n", b"Hello"),
                ("  SGVs\n  bG8=\n", b"Hello"),
                ("SGVsbG8=SGVs", b"HelloHel"),
                ("SGVsbG8=\nSGVsbG8=\n", b"HelloHello"),
                ("{\"data\": \"SGVsbG8gd29ybGQ=\"}", b"Hello world"),
                ("Authorization: Basic SGVsbG8gd29ybGQ=", b"Hello world"),
                ("Test", b"\x4D\xEB\x2D"),
            ],
        );
        check(&BASE64_URL, &[("_-8=", b"\xFF\xEF"), ("_-8", b"\xFF\xEF")]);
    }

    #[test]
    fn bytes_in_hex_without_separators_are_no_base64() {
        assert!(is_joined_hex(b"0xd00x9f0XD1"));
        assert!(
            !is_joined_hex(b"0xd0") && !is_joined_hex(b"0xd00x9f0x") && !is_joined_hex(b"0xgg0xd0")
        );
    }

    #[test]
    fn armour_headers_and_prose_are_skipped() {
        let text = "-----BEGIN X-----\nProc-Type: 4\n\nSGVs\nbG8=\n-----END X-----\nBob\n";
        check(&BASE64_TEXT, &[(text, b"Hello")]);
        assert_eq!(skipped(&BASE64_TEXT, text), [(2, 2), (7, 7)]);
        let text =
            "Dear Bob,\n\nContent-Transfer-Encoding: base64\n\nSGVsbG8gd29y\nbGQ=\n\nRegards\n";
        check(&BASE64_TEXT, &[(text, b"Hello world")]);
        assert_eq!(skipped(&BASE64_TEXT, text), [(1, 1), (3, 3), (8, 8)]);
    }

    #[test]
    fn a_non_digit_is_an_error_and_left_over_bits_a_remark() {
        let digits = "a base64 text cannot end with 1 of the 4 digits of a group";
        check_wrong(
            &BASE64_TEXT,
            &[
                ("SGVsbG8*d29ybGQhIQ==", 8, "not a base64 digit: '*'"),
                ("SGVsbG8gd29yb\n\nSGVsbG8gd29ybGQ=\n", 13, digits),
            ],
        );
        let over = "the last digit has 2 bits too many, and not all of them are 0";
        let cut = "the line is cut: the last digit begins a byte, but the byte does not end";
        check_remark(
            &BASE64_TEXT,
            &[
                ("SGVsbG8gd29ybGR", 1, 15, over),
                ("SGVsbG8gd29yb", 1, 13, cut),
            ],
        );
    }
}
