//! The binary: runs a request, prints its error, chooses the exit code.

fn main() {}
