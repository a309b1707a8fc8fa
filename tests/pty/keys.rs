//! What a terminal sends: sequences in parts, pastes, answers to no question.

use std::fs;

use super::harness::{Session, folder};

/// Opens 256 letters, with the cursor on the first. Help, prompt and a change of the
/// encoding would be visible.
fn open(folder: &tempfile::TempDir) -> Session {
    fs::write(folder.path().join("a.txt"), "a".repeat(256)).unwrap();
    let mut session = Session::open(&["a.txt"], folder.path());
    session.wait_for("0x00000000");
    session
}

/// Sends parts, each after the program has read the one before it.
#[track_caller]
fn after(parts: &[&[u8]], expected: &str) {
    let folder = folder();
    let mut session = open(&folder);
    for part in parts {
        session.send(part);
        session.taken();
    }
    session.wait_for(expected);
    session.quit();
}

#[test]
fn a_torn_arrow_is_an_arrow() {
    after(&[b"\x1b[", b"C"], "0x00000001");
    after(&[b"\x1b", b"[C"], "0x00000001");
    after(&[b"\x1b", b"[", b"C"], "0x00000001");
    after(&[b"\x1bO", b"C"], "0x00000001");
    after(&[b"\x1b[1;", b"5F"], "0x000000FF");
}

#[test]
fn the_mouse_stays_with_the_terminal_until_it_is_asked_for() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), "a".repeat(256)).unwrap();
    let mut session = Session::open(&["--mouse", "never", "a.txt"], folder.path());
    session.wait_for("0x00000000");
    let none = vt100::MouseProtocolMode::None;
    assert_eq!(session.screen().mouse_protocol_mode(), none);
    session.press(":mouse\r");
    session.wait_until("the mouse", |screen| screen.mouse_protocol_mode() != none);
    session.press(":mouse\r");
    session.wait_until("no mouse", |screen| screen.mouse_protocol_mode() == none);
    session.press(":mouse\r");
    session.wait_for("the mouse is on");
    session.quit();
}

#[test]
fn two_clicks_at_once_select_a_sequence() {
    let press = b"\x1b[<0;11;3M\x1b[<0;11;3m";
    after(&[&press.repeat(2)], "1 byte selected");
}

/// Sends something that must have no effect; then a step must go on from the same byte.
#[track_caller]
fn nothing(session: &mut Session, at: &mut usize, sent: &[u8]) {
    session.send(sent);
    session.taken();
    session.send(b"l");
    *at += 1;
    session.wait_for(&format!("0x{at:08X}"));
    let text = session.text();
    let quiet = text.contains("step byte") && text.contains("a.txt");
    assert!(quiet, "after {sent:?}:\n{text}");
}

#[test]
fn what_is_no_key_is_never_a_command() {
    let folder = folder();
    let mut session = open(&folder);
    let mut at = 0;
    for sent in [
        "\x1b[?1;2c",
        "\x1b[>0;276;0c",
        "\x1b[?2026;2$y",
        "\x1b[12;40R",
        "\x1b[0n",
        "\x1b[1;2;3;4z",
        "\x1b[99999999999999999999;1;;;x",
        "\x1b[?1u",
        "\x1b[57441;2u",
        "\x1b[113;3u",
        "\x1b[113;1:3u",
        "\x1bP1$r0 q\x1b\\",
        "\x1bP>|some term q(1)\x1b\\",
        "\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
        "\x1b]10;rgb:q/q/q\x07",
        "\x1b_Gi=31;OKq\x1b\\",
        "\x1b^q\x1b\\",
        "\x1bXq\x1b\\",
        "\x1b[I",
        "\x1b[O",
        "\x1b[<35;4;4M",
        "\x1b[<0;0;0M",
        "\x1b[0;0R",
        "\x1b[M#!!",
        "\x1bq",
        "\x1bG",
        "\x1b\u{e9}",
        "\u{9b}q",
    ] {
        nothing(&mut session, &mut at, sent.as_bytes());
    }
    nothing(&mut session, &mut at, b"\xff\xfe\xc3\xff\x80");
    session.send(b"\x1b[200~q:quit\r\x03\x1b[201~");
    refuse_paste(&mut session);
    nothing(&mut session, &mut at, b"");
    session.quit();
}

/// Waits for the question about pasted text, and refuses.
fn refuse_paste(session: &mut Session) {
    session.wait_for("pasted text");
    session.press("\x1b");
    let gone = |text: String| !text.contains("pasted text");
    session.wait_until("the panel gone", |screen| gone(screen.contents()));
}

#[test]
fn escape_alone_closes_what_is_open() {
    let folder = folder();
    let mut session = open(&folder);
    for (keys, shown) in [
        ("?", "keys and legend"),
        ("e", "windows-125"),
        (":42", "42"),
    ] {
        session.press(keys);
        session.wait_for(shown);
        session.press("\x1b");
        session.wait_until("what was there before", |screen| {
            let text = screen.contents();
            !text.contains(shown) && text.contains("0x00000000")
        });
    }
    session.quit();
}

#[test]
fn a_paste_is_no_command_wherever_it_is_torn() {
    let folder = folder();
    let mut session = open(&folder);
    let mut at = 0;
    let sent = b"\x1b[200~q\rG\x1b[C\x1b[201~";
    for cut in 1..sent.len() {
        session.send(&sent[..cut]);
        session.taken();
        session.send(&sent[cut..]);
        refuse_paste(&mut session);
        nothing(&mut session, &mut at, b"");
    }
    session.quit();
}

#[test]
fn a_paste_of_a_mebibyte_that_closes_its_own_bracket_is_no_command() {
    let folder = folder();
    let mut session = open(&folder);
    let mut sent = b"\x1b[200~".to_vec();
    let text: Vec<u8> = (0..=255)
        .cycle()
        .take(1 << 20)
        .filter(|byte| *byte != 0x1B)
        .collect();
    sent.extend(&text[..text.len() / 2]);
    sent.extend(b"\x1b[201~qqqq:quit\r");
    sent.extend(&text);
    sent.extend(b"\x1b[201~");
    session.send(&sent);
    refuse_paste(&mut session);
    session.press("l");
    session.wait_for("0x00000001");
    session.quit();
}

#[test]
fn a_paste_goes_into_the_prompt() {
    let folder = folder();
    let mut session = open(&folder);
    session.press(":");
    session.press("\x1b[200~0x1\x1b[201~0\r");
    session.wait_for("0x00000010");
    session.quit();
}
