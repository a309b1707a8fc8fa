#!/bin/sh
# Builds the Debian package and prints its path. It needs `cargo install cargo-deb`.
# Usage: deb.sh [PROGRAM FOLDER]
# With a program that is built already, the package of it is made in the folder.
set -eu
if ! cargo deb --version >/dev/null 2>&1; then
    echo 'deb.sh: `cargo deb` is missing; install it with `cargo install cargo-deb`' >&2
    exit 1
fi
here=$(cd "$(dirname "$0")/../.." && pwd)
if [ $# = 2 ]; then
    mkdir -p "$2"
    program=$(realpath "$1")
    out=$(realpath "$2")
    CARGO_TARGET_DIR=$(mktemp -d)
    export CARGO_TARGET_DIR
    trap 'rm -r "$CARGO_TARGET_DIR"' EXIT
    cd "$here"
    mkdir "$CARGO_TARGET_DIR/release"
    cp "$program" "$CARGO_TARGET_DIR/release/hexloupe"
    sh assets/package/files.sh "$program" target/package-files
    cargo deb --no-build --locked --output "$out"
    exit
fi
cd "$here"
target=${CARGO_TARGET_DIR:-target}
cargo build --release --locked
sh assets/package/files.sh "$target/release/hexloupe" target/package-files
cargo deb --no-build --locked
