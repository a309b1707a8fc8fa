#!/bin/sh
# Lists all crates in the program as CycloneDX, and prints the path. It needs `cargo install
# cargo-cyclonedx`.
# Usage: sbom.sh TARGET FOLDER
# TARGET is the system, as Rust names it: the crates are those of a build for it.
set -eu
if ! cargo cyclonedx --version >/dev/null 2>&1; then
    echo 'sbom.sh: `cargo cyclonedx` is missing; install it with `cargo install cargo-cyclonedx`' >&2
    exit 1
fi
if [ $# != 2 ]; then
    echo 'usage: sbom.sh TARGET FOLDER' >&2
    exit 2
fi
mkdir -p "$2"
out=$(realpath "$2")
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
# It writes a list beside the manifest of every crate; that of the program has all of them.
list=hexloupe-$version-$1.cdx
trap 'rm -f "$list.json" crates/*/"$list.json"' EXIT
cargo cyclonedx --quiet --format json --spec-version 1.5 --target "$1" --no-build-deps \
    --override-filename "$list"
cp "$list.json" "$out"
echo "$out/$list.json"
