//! Terminals of every kind, as TERM names them.

use super::harness::{Session, Setup, folder, hexloupe};

#[track_caller]
fn check(term: Option<&str>) {
    let setup = Setup {
        arguments: &["view", "--at", "0"],
        environment: &[("TERM", term)],
        ..Setup::default()
    };
    let mut session = setup.start(folder().path());
    session.wait_for("EF BB BF");
    session.press("f");
    session.wait_for("utf8-stray-continuation");
    session.quit();
}

#[test]
fn it_starts_draws_and_gives_back_whatever_term_says() {
    for term in [
        "dumb",
        "linux",
        "screen",
        "screen-256color",
        "tmux-256color",
        "vt100",
        "xterm",
        "",
        "no such terminal \u{1b}[2J",
    ] {
        check(Some(term));
    }
    check(None);
}

#[test]
fn a_terminal_that_cannot_move_its_cursor_gets_the_dump() {
    let setup = Setup {
        environment: &[("TERM", Some("dumb"))],
        ..Setup::default()
    };
    let mut session = setup.start(folder().path());
    assert!(session.end().success());
    assert!(session.text().contains("000003A0") && !session.wrote("\x1b"));
    // Why it prints, and what else there is.
    let why = session.raw.split(|byte| *byte == b'\n').next().unwrap();
    let why = String::from_utf8_lossy(why);
    assert!(
        why.contains("TERM=dumb") && why.contains("--plain"),
        "{why}"
    );
}

#[test]
fn the_terminal_is_asked_nothing_if_the_colours_are_its_own() {
    let mut session = Setup::default().start(folder().path());
    session.wait_for("EF BB BF");
    for (keys, shown) in [
        ("f", "utf8-stray"),
        ("?", "keys and legend"),
        ("qe", "windows-125"),
    ] {
        session.press(keys);
        session.wait_for(shown);
    }
    session.press("\u{3}");
    session.resize(90, 30);
    session.press("\u{c}\u{1a}");
    session.wait_for("no shell");
    session.press("yy");
    session.wait_for("clipboard");
    session.quit();
    let queries = [
        "\x1b[6n",
        "\x1b[5n",
        "\x1b[?6n",
        "\x1b[c",
        "\x1b[0c",
        "\x1b[>c",
        "\x1b[>0c",
        "\x1b[=c",
        "\x1b[?u",
        "\x1b[>q",
        "\x1b]10;?",
        "\x1b]11;?",
        "\x1b]4;",
        "\x1bP+q",
        "\x1bP$q",
        "$p",
        "\x1b[14t",
        "\x1b[16t",
        "\x1b[18t",
        "\x1bZ",
        "\x1b_G",
        "\x05",
    ];
    for query in queries {
        assert!(!session.wrote(query), "{query:?} went out");
    }
}

/// Asks for a theme by the background, and answers so.
#[track_caller]
fn coloured(answer: &[&[u8]]) -> Vec<vt100::Color> {
    let setup = Setup {
        arguments: &["--at", "0", "--theme", "solarized"],
        ..Setup::default()
    };
    let mut session = setup.start(folder().path());
    session.wait_for("EF BB BF");
    session.wait_for_raw("\x1b]11;?\x1b\\");
    for piece in answer {
        session.send(piece);
        session.taken();
    }
    // Keys after it are keys, and none of it is one.
    session.press("l");
    session.wait_for("0x00000001");
    // The line with the answer comes when the data is judged, and the rows stand below it.
    session.wait_for("Enter goes there");
    let colours = colours(&session);
    session.quit();
    colours
}

/// The colours of the first rows of bytes.
fn colours(session: &Session) -> Vec<vt100::Color> {
    let cells = (2..10).flat_map(|row| (0..40).map(move |column| (row, column)));
    cells
        .map(|(row, column)| session.screen().cell(row, column).unwrap().fgcolor())
        .collect()
}

#[test]
fn a_theme_by_the_background_goes_by_what_the_terminal_answers() {
    let silent = coloured(&[]);
    let dark = coloured(&[b"\x1b]11;rgb:0000/2b2b/3636\x1b\\"]);
    let light = coloured(&[b"\x1b]11;rgb:fdfd/f6f6/e3e3\x07"]);
    let torn = coloured(&[b"\x1b]11;rgb:fdfd/f6", b"f6/e3e3\x1b", b"\\"]);
    assert_eq!([&dark, &torn], [&silent, &light]);
    assert_ne!(dark, light);
}

/// Leaves before the terminal has answered; returns whether the shell gets only what is typed after
/// that.
#[cfg(target_os = "linux")]
fn leaves_the_answer_behind() -> bool {
    let folder = folder();
    let command = format!(
        "{} --at 0 --theme solarized; echo left; read -r typed; echo \"<${{#typed}}>\"",
        hexloupe()
    );
    let mut session = Session::start("/bin/sh", &["-c", &command], folder.path());
    session.wait_for_raw("\x1b]11;?\x1b\\");
    session.press("q");
    session.taken();
    session.wait_for_rest();
    session.send(b"\x1b]11;rgb:0000/2b2b/3636\x1b\\");
    session.wait_for("left");
    session.press("ours\r");
    // How many characters the shell has read; an emulator does not show those of an answer.
    session.wait_for(">");
    assert!(session.end().success());
    session.text().contains("<4>")
}

/// It waits only a second, which a machine under load may take before the answer is sent.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_comes_after_leaving_is_not_for_the_shell() {
    assert!((0..5).any(|_| leaves_the_answer_behind()));
}

#[test]
fn a_variable_that_tells_the_background_is_believed() {
    let setup = Setup {
        arguments: &["--at", "0", "--theme", "solarized"],
        environment: &[("COLORFGBG", Some("0;15"))],
        ..Setup::default()
    };
    let mut session = setup.start(folder().path());
    session.wait_for("EF BB BF");
    session.quit();
    assert!(!session.wrote("\x1b]11"));
}
