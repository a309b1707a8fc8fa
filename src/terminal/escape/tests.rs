//! Bytes are fed, and inputs expected, at given milliseconds.

use proptest::prelude::*;

use super::*;

fn name(input: &UserInput) -> String {
    match input {
        UserInput::Key(key) => key.to_string(),
        other => format!("{other:?}"),
    }
}

/// Feeds reads at milliseconds, then waits; returns the inputs and their times.
fn decode(fed: &[(u64, &[u8])]) -> Vec<(u64, String)> {
    let mut decoder = InputDecoder::new(LOCAL);
    let mut out = Vec::new();
    let mut take = |at: Duration, inputs: Vec<UserInput>| {
        let inputs = inputs.iter().map(|i| (at.as_millis() as u64, name(i)));
        out.extend(inputs);
    };
    for (at, bytes) in fed {
        let at = Duration::from_millis(*at);
        while let Some(until) = decoder.until().filter(|until| *until <= at) {
            take(until, decoder.expire(until));
        }
        take(at, decoder.feed(bytes, at));
    }
    while let Some(until) = decoder.until() {
        let before = until.saturating_sub(Duration::from_nanos(1));
        assert!(decoder.expire(before).is_empty());
        take(until, decoder.expire(until));
    }
    out
}

#[track_caller]
fn check(fed: &[(u64, &str)], expected: &[(u64, &str)]) {
    let bytes: Vec<_> = fed
        .iter()
        .map(|(at, text)| (*at, text.as_bytes()))
        .collect();
    let out = decode(&bytes);
    let out: Vec<_> = out.iter().map(|(at, name)| (*at, name.as_str())).collect();
    assert_eq!(out, expected, "{fed:?}");
}

/// The inputs of one read, at any time.
fn names(bytes: &[u8]) -> Vec<String> {
    decode(&[(0, bytes)])
        .into_iter()
        .map(|(_, name)| name)
        .collect()
}

#[test]
fn other_keys_pass_at_once() {
    check(
        &[(0, "j"), (1, "[A\r"), (2, "ж\u{1F600}")],
        &[
            (0, "j"),
            (1, "["),
            (1, "A"),
            (1, "Enter"),
            (2, "ж"),
            (2, "\u{1F600}"),
        ],
    );
}

#[test]
fn a_lone_escape_is_held() {
    check(&[(0, "\x1b")], &[(30, "Esc")]);
    check(&[(0, "\x1b"), (30, "[")], &[(30, "Esc"), (30, "[")]);
    check(&[(0, "\x1b"), (9, "\x1b")], &[(9, "Esc"), (39, "Esc")]);
    check(&[(0, "\x1b"), (5, "j")], &[(5, "Esc"), (5, "j")]);
    check(&[(0, "\x1b"), (5, "\x1b[A")], &[(5, "Esc"), (5, "Up")]);
}

#[test]
fn a_torn_sequence_is_one_key() {
    check(&[(0, "\x1b"), (29, "["), (900, "A")], &[(900, "Up")]);
    check(&[(0, "\x1bO"), (1, "H")], &[(1, "Home")]);
    check(&[(0, "\x1b[6"), (2, "~")], &[(2, "PgDn")]);
    check(&[(0, "\x1b"), (1, "[1;"), (3, "5H")], &[(3, "Ctrl-Home")]);
    check(&[(0, "\x1b[["), (3, "A")], &[(3, "F1")]);
}

#[test]
fn a_sequence_without_an_end_is_forgotten() {
    check(&[(0, "\x1b[5"), (1000, "j")], &[(1000, "j")]);
    check(&[(0, "\x1bO"), (2000, "j")], &[(2000, "j")]);
    check(&[(0, "\x1b[5\x03")], &[(0, "Ctrl-C")]);
    check(&[(0, "\x1b[5\x18j\x1b[5é")], &[(0, "j"), (0, "é")]);
    check(&[(0, "\x1b[5\x1b[A")], &[(0, "Up")]);
}

#[test]
fn a_key_with_alt_is_nothing() {
    for sent in [
        "\x1bq", "\x1bé", "\x1b\r", "\x1b\x7f", "\x1b]", "\x1b[", "\x1bO", "\x1bP",
    ] {
        check(&[(0, sent), (2000, "j")], &[(2000, "j")]);
        if sent.len() > 2 || !matches!(sent.as_bytes()[1], b'[' | b'O' | b']' | b'P') {
            check(&[(0, &format!("{sent}j"))], &[(0, "j")]);
        }
    }
    check(&[(0, "\x1b]"), (30, "j")], &[(30, "j")]);
}

/// Sequences that a terminal may send without a request, or for unknown keys.
const NEVER_KEYS: [&str; 24] = [
    "\x1b[?1;2c",
    "\x1b[>0;276;0c",
    "\x1b[=00000000q",
    "\x1b[0n",
    "\x1b[12;40R",
    "\x1b[?2026;2$y",
    "\x1b[?62;22c",
    "\x1b[?1u",
    "\x1b[4;600;800t",
    "\x1b[1;2;3;4;5;6;7;8;9z",
    "\x1b[>4;2m",
    "\x1b[57399;5:3u",
    "\x1b[97;3u",
    "\x1b[<35;1;1M",
    "\x1b[MC!!",
    "\x1b[M\u{7f}~~",
    "\x1bP1$r0 q\x1b\\",
    "\x1bP>|term(1.2q:j)\x1b\\",
    "\x1b]10;rgb:ffff/ffff/ffff\x1b\\",
    "\x1b]52;c;cXFx\x07",
    "\x1b_Gi=1;OK\x1b\\",
    "\x1b^private\x1b\\",
    "\x1bXstring\x1b\\",
    "\u{9d}11;rgb:q/q/q\x1b\\",
];

#[test]
fn sequences_that_are_no_key_are_never_keys_however_split() {
    for sent in NEVER_KEYS {
        let bytes = sent.as_bytes();
        for cut in 1..=bytes.len() {
            let fed = [(0, &bytes[..cut]), (20, &bytes[cut..]), (40, b"j")];
            assert_eq!(decode(&fed), [(40, "j".to_owned())], "{sent:?} at {cut}");
        }
    }
    // Eight-bit controls of old terminals.
    assert_eq!(
        names(b"\x9bA\x8fH\x9b?1;2cj\xffj"),
        ["Up", "Home", "j", "j"]
    );
}

#[test]
fn the_background_is_the_terminals_answer_however_it_is_split() {
    for (sent, background) in [
        ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "Light"),
        ("\x1b]11;rgb:fdfd/f6f6/e3e3\x07", "Light"),
        ("\x1b]11;rgb:0000/2b2b/3636\x07", "Dark"),
        ("\x1b]11;rgb:f/f/f\x07", "Light"),
        ("\x1b]11;rgb:00/00/ff\x1b\\", "Dark"),
        ("\x1b]11;rgba:ffff/ffff/ffff/8000\x1b\\", "Light"),
        ("\u{9d}11;rgb:1e1e/1e1e/1e1e\x1b\\", "Dark"),
    ] {
        let bytes = sent.as_bytes();
        for step in 1..=bytes.len() {
            let fed: Vec<_> = (0..).zip(bytes.chunks(step)).collect();
            let after = (fed.len() as u64, &b"j"[..]);
            let out = decode(&[&fed[..], &[after]].concat());
            let out: Vec<_> = out.into_iter().map(|(_, name)| name).collect();
            let expected = [format!("Background({background})"), "j".to_owned()];
            assert_eq!(out, expected, "{sent:?} by {step}");
        }
    }
    // Texts that are no colour, and texts that are no answer.
    for sent in [
        "\x1b]11;\x07",
        "\x1b]11;rgb:\x07",
        "\x1b]11;rgb:ffff/ffff\x07",
        "\x1b]11;rgb:fffff/0/0\x07",
        "\x1b]11;rgb:+f/+f/+f\x07",
        "\x1b]11;#ffffff\x07",
        "\x1b]12;rgb:ffff/ffff/ffff\x07",
        "\x1bP11;rgb:ffff/ffff/ffff\x1b\\",
    ] {
        assert_eq!(names(sent.as_bytes()), [""; 0], "{sent:?}");
    }
    let endless = format!("\x1b]11;rgb:ffff/ffff/ffff/{}\x07j", "f".repeat(9000));
    assert_eq!(names(endless.as_bytes()), ["j"]);
}

#[test]
fn a_paste_is_never_read_as_keys_however_it_is_torn() {
    let text = "q\r:quit\n\x03\x1b[A\x1b[20é1~\x1b";
    let sent = format!("\x1b[200~{text}\x1b[201~");
    let expected = format!("{:?}", UserInput::Paste(text.to_owned()));
    for cut in 1..=sent.len() {
        let fed = [(0, &sent.as_bytes()[..cut]), (25, &sent.as_bytes()[cut..])];
        let out: Vec<_> = decode(&fed).into_iter().map(|(_, name)| name).collect();
        assert_eq!(out, [expected.as_str()], "at {cut}");
    }
    let single: Vec<_> = (0..)
        .zip(sent.as_bytes().chunks(1))
        .map(|(i, byte)| (i * 20, byte))
        .collect();
    assert_eq!(decode(&single).len(), 1);
}

#[test]
fn a_paste_may_pause_as_long_as_it_likes_but_ctrl_c_ends_it() {
    check(
        &[(0, "\x1b[200~q"), (60_000, "q\x1b[201~j")],
        &[(60_030, "Paste(\"qq\")"), (60_030, "j")],
    );
    check(
        &[(0, "\x1b[200~q"), (60_000, "\x03"), (60_001, "j")],
        &[(60_000, "Paste(\"q\")"), (60_001, "j")],
    );
}

#[test]
fn a_long_paste_may_pause_where_it_closes_its_own_bracket() {
    let long = "x".repeat(1000);
    let begin = format!("\x1b[200~{long}\x1b[201~");
    let text = format!("Paste(\"{long}q\")");
    check(&[(0, &begin), (400, "q\x1b[201~")], &[(900, text.as_str())]);
}

#[test]
fn input_after_a_paste_is_keys() {
    check(
        &[
            (0, "\x1b[200~a\x1b[201~"),
            (5, "\r"),
            (20, "j"),
            (29, "k"),
            (31, "l"),
        ],
        &[
            (30, "Paste(\"a\")"),
            (30, "Enter"),
            (30, "j"),
            (30, "k"),
            (31, "l"),
        ],
    );
    check(
        &[(0, "\x1b[200~a\x1b[201~j\x1b[200~b\x1b[201~\x1b")],
        &[
            (0, "Paste(\"a\")"),
            (0, "j"),
            (30, "Paste(\"b\")"),
            (60, "Esc"),
        ],
    );
    check(
        &[(0, "\x1b[200~a\x1b[201~qqqq\x1b[201~")],
        &[(30, "Paste(\"aqqqq\")")],
    );
}

proptest! {
    /// Feeds any bytes and a pause; then a key is a key.
    #[test]
    fn after_any_bytes_the_keyboard_still_works(
        reads in proptest::collection::vec(
            (0_u64..200, proptest::collection::vec(prop_oneof![
                Just(0x1B_u8), Just(b'['), Just(b']'), Just(b'~'), Just(b'O'), Just(b'2'), Just(b'0'),
                any::<u8>(),
            ], 1..20)),
            0..8,
        ),
    ) {
        let mut at = 0;
        let mut decoder = InputDecoder::new(LOCAL);
        for (pause, bytes) in &reads {
            at += pause;
            decoder.feed(bytes, Duration::from_millis(at));
        }
        let late = Duration::from_millis(at) + 2 * REST;
        decoder.feed(&[CTRL_C], late);
        let out = decoder.feed(b"j", late + REST);
        let last = typed('j');
        prop_assert_eq!(out.last(), Some(&last));
    }
}
