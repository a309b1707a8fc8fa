//! base64, as mails and certificates have it, and with the URL-safe alphabet.
//!
//! Invariant: the writer's lines are those of MIME, 76 digits long.

use data_encoding::{BASE64, BASE64URL_NOPAD};

use super::alphabet::{Code, PAD, values};
use super::lines;
use super::reader::Coded;
use super::writer::Rows;
use crate::hexdump::format::{Format, Subject};
use crate::hexdump::trial::{self, Trial};

pub(in crate::hexdump) static BASE64_TEXT: Format = Format {
    id: "base64",
    labels: &["b64", "pem", "mime"],
    about: "base64, in lines or in one, with or without armour",
    subject: Subject::Bytes,
    readers: &[|| Box::new(Coded::new(&STANDARD))],
    detect: |trial| detect(trial, b"+/"),
    example: "SGVsbG8sIOKCrCEgw7Y=\n",
    example_bytes: "Hello, €! ö".as_bytes(),
    extensions: &["b64", "base64", "pem"],
    writer: Some(|layout| Box::new(Rows::new(BASE64, 3, layout.width, 57))),
};

pub(in crate::hexdump) static BASE64_URL: Format = Format {
    id: "base64url",
    labels: &["b64url"],
    about: "base64 with - and _, which URLs can carry",
    subject: Subject::Bytes,
    readers: &[|| Box::new(Coded::new(&URL))],
    detect: |trial| detect(trial, b"-_"),
    example: "SGVsbG8g4oKs8J-YgPCfmIA_w7_Dvw\n",
    example_bytes: "Hello €😀😀?ÿÿ".as_bytes(),
    extensions: &[],
    writer: Some(|layout| Box::new(Rows::new(BASE64URL_NOPAD, 3, layout.width, usize::MAX))),
};

pub(super) static STANDARD: Code = Code {
    name: "base64",
    values: values(
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        false,
    ),
    folds: false,
    bits: 6,
    group: 4,
};

static URL: Code = Code {
    name: "base64url",
    values: values(
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        false,
    ),
    folds: false,
    bits: 6,
    group: 4,
};

/// Words and names have the same letters: it takes length, or padding, and the
/// look of coded bytes.
fn detect(trial: &Trial<'_>, own: &[u8]) -> u8 {
    let counts = &trial.counts;
    if counts.bytes == 0 {
        return 0;
    }
    let share = trial::share(trial);
    let escapes = trial.text.windows(2);
    let escapes = escapes.filter(|pair| pair[0] == PAD && pair[1].is_ascii_hexdigit());
    if escapes.count() > 2 {
        // Quoted-printable, or something else with an equals sign in it.
        return trial::percent(share, 0.5, 40);
    }
    if counts.signs > 0 {
        return trial::percent(share, 0.3, 95);
    }
    let likest = lines::likest(trial.text, |byte| {
        byte.is_ascii_alphanumeric() || own.contains(&byte) || byte == PAD
    });
    let Some(longest) = likest else {
        return 0;
    };
    let padded = longest.ends_with(b"=") && longest.len().is_multiple_of(4);
    let signed = longest.iter().any(|byte| own.contains(byte));
    let has = |is: fn(&u8) -> bool| longest.iter().any(is);
    let cases = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    let mixed = cases && has(u8::is_ascii_digit);
    let restless = lines::restless(longest);
    let most = match longest.len() {
        _ if longest.starts_with(b"0x") => 20,
        // Zeros are all `A`, and end in padding that base32 has not.
        16.. if !cases && longest.ends_with(b"==") && longest.len() % 8 == 4 => 60,
        _ if !cases && longest.len() > 12 => 40,
        200.. if restless >= 0.2 => 90,
        40.. if restless >= 0.2 => 85,
        16.. if padded && restless >= 0.25 => 80,
        16.. if mixed && restless >= 0.45 => 70,
        8.. if padded && (cases || longest.len() % 8 == 4) => 65,
        4.. if padded && mixed => 56,
        12.. if mixed && restless >= 0.5 => 60,
        _ => 40,
    };
    // What both alphabets read is the commoner one's.
    let most = if own == b"-_" && !signed {
        most.min(45)
    } else {
        most
    };
    trial::percent(share, 0.5, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hexdump::testing::{check, check_remark, check_wrong, skipped};

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
    fn what_is_no_digit_is_an_error_and_what_is_over_a_remark() {
        let digits = "no base64 text ends with 1 of the 4 digits of a group";
        check_wrong(
            &BASE64_TEXT,
            &[
                ("SGVsbG8*d29ybGQhIQ==", 8, "no base64 digit: '*'"),
                ("SGVsbG8gd29yb\n\nSGVsbG8gd29ybGQ=\n", 13, digits),
            ],
        );
        let over = "the last digit has 2 bits that are no part of a byte, and not all are 0";
        let cut = "the line is cut: the last digit begins a byte that is not there";
        check_remark(
            &BASE64_TEXT,
            &[
                ("SGVsbG8gd29ybGR", 1, 15, over),
                ("SGVsbG8gd29yb", 1, 13, cut),
            ],
        );
    }
}
