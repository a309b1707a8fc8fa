//! The progress of long commands, on a terminal.

use rustix::process::Signal;

use super::harness::{Session, endless, folder};

#[test]
fn long_commands_say_how_far_they_are() {
    for command in [&["find", "zz"][..], &["stats"], &["check"]] {
        let folder = folder();
        let arguments = [command, &endless(folder.path())].concat();
        let mut session = Session::open(&arguments, folder.path());
        session.wait_for("of 4.00 TiB");
        session.signal(Signal::INT);
        session.end();
    }
}
