#!/bin/sh
# Builds the Debian package and prints its path. It needs `cargo install cargo-deb`.
set -eu
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
cargo build --release --locked
sh assets/package/files.sh "$target/release/hexloupe" target/package-files
cargo deb --no-build --locked
