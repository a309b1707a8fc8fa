//! Standard output that was closed before the program began, as by `>&-`.
//!
//! Before `main` Rust opens such a descriptor on `/dev/null`, so all output would vanish without an
//! error. Invariant: writes to the descriptor fail with [`std::io::ErrorKind::NotConnected`]. So a
//! program that prints ends in trouble, and one without output does not notice.

use std::os::fd::{AsRawFd as _, IntoRawFd as _, RawFd};
use std::os::unix::net::UnixDatagram;

use rustix::io::fcntl_getfd;
use rustix::stdio::{dup2_stdout, stdout};

const STDOUT: RawFd = 1;

/// Opens a socket without a peer in the place of a closed standard output.
#[ctor::ctor]
fn refuse_writes() {
    if fcntl_getfd(stdout()).is_ok() {
        return;
    }
    let Ok(socket) = UnixDatagram::unbound() else {
        return;
    };
    if socket.as_raw_fd() == STDOUT {
        // It stays open for the life of the process.
        let _: RawFd = socket.into_raw_fd();
    } else {
        let _: rustix::io::Result<()> = dup2_stdout(&socket);
    }
}
