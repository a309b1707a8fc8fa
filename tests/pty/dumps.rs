//! Hex dumps: read by a key, pasted, and going back.

use std::fs;

use super::harness::{Session, folder};

const DUMP: &str = "\
> 7ffe1000: 4865 6c6c 6f2c 20d0 bcd0 b8d1 8021 0a48  Hello, ......!.H\n\
> 7ffe1010: 656c 6c6f 0a                             ello.\n";

#[test]
fn a_dump_in_a_mail_is_offered_and_read_at_its_addresses() {
    let folder = folder();
    fs::write(
        folder.path().join("mail.txt"),
        format!("Hi!\n\n{DUMP}\nBye\n"),
    )
    .unwrap();
    let mut session = Session::open(&["mail.txt"], folder.path());
    session.wait_for("D reads it as xxd");
    session.press("D");
    session.wait_for("21 bytes from 0x7FFE1000 on");
    session.wait_for(" 7FFE1010 ");
    session.press("gd");
    session.wait_for("lines 1, 6 were not part of the dump");
    session.press("\x1b");
    let closed = |text: String| !text.contains("not part of the dump");
    session.wait_until("the panel gone", |screen| closed(screen.contents()));
    session.press(":0x7ffe1010\r");
    session.wait_for("LATIN SMALL LETTER E");
    session.press("D");
    session.wait_for("back to mail.txt");
    session.quit();
}

/// A digit of its second line is a letter that is none: the key says so, and nothing else is offered.
#[test]
fn a_dump_with_a_damaged_digit_is_not_offered_to_be_read() {
    let folder = folder();
    let damaged = DUMP.replace("> ", "").replace("656c 6c6f", "65Zc 6c6f");
    fs::write(folder.path().join("dump.txt"), damaged).unwrap();
    let mut session = Session::open(&["dump.txt"], folder.path());
    session.wait_for("D says why line 2 is no xxd");
    session.press("D");
    session.wait_for("line 2:");
    assert!(!session.text().contains("reads it as"));
    session.quit();
}

#[test]
fn pasted_text_is_opened_after_asking() {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), "plain").unwrap();
    let mut session = Session::open(&["a.txt"], folder.path());
    session.wait_for("0x00000000");
    let pasted = format!("\x1b[200~{}\x1b[201~", DUMP.replace('\n', "\r"));
    session.press(&pasted);
    session.wait_for("a hex dump, xxd");
    session.press("\x1b");
    let closed = |text: String| !text.contains("a hex dump, xxd");
    session.wait_until("the panel gone", |screen| closed(screen.contents()));
    session.press(&pasted);
    session.wait_for("a hex dump, xxd");
    session.press("\r");
    session.wait_for(" 7FFE1000 ");
    session.press("D");
    session.wait_for("back to pasted text");
    session.press("D");
    session.wait_for("back to a.txt");
    session.quit();
}
