#!/bin/sh
# Builds the Debian package and prints its path. It needs `cargo install cargo-deb`.
set -eu
if ! cargo deb --version >/dev/null 2>&1; then
    echo 'deb.sh: `cargo deb` is missing; install it with `cargo install cargo-deb`' >&2
    exit 1
fi
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
cargo build --release --locked
sh assets/package/files.sh "$target/release/hexloupe" target/package-files
cargo deb --no-build --locked
