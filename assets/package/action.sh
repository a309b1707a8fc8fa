#!/usr/bin/env bash
# The steps of action.yml.
# Usage: action.sh install|check
# install: downloads the archive of VERSION, or of the version of this repository, and compares its sum.
# check: checks PATHS with OPTIONS, both one a line, and writes the exit code to the outputs of the step.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)

# The first value of a key in Cargo.toml.
manifest() {
  sed -n "s/^$1 = \"\(.*\)\".*/\1/p" "$here/Cargo.toml" | head -1
}

# The system, as Rust names it.
target() {
  case "$RUNNER_OS-$RUNNER_ARCH" in
    Linux-X64) echo x86_64-unknown-linux-musl ;;
    Linux-ARM64) echo aarch64-unknown-linux-musl ;;
    macOS-X64) echo x86_64-apple-darwin ;;
    macOS-ARM64) echo aarch64-apple-darwin ;;
    Windows-X64) echo x86_64-pc-windows-msvc ;;
    *)
      echo "::error::hexloupe has no program for $RUNNER_OS on $RUNNER_ARCH" >&2
      return 1
      ;;
  esac
}

install() {
  local version name repository folder
  version=${VERSION:-$(manifest version)}
  name=hexloupe-$version-$(target)
  repository=$(manifest repository)
  repository=${repository:-$GITHUB_ACTION_REPOSITORY}
  folder=$RUNNER_TEMP/hexloupe
  mkdir -p "$folder"
  gh release download "v$version" --repo "$repository" --dir "$folder" --clobber \
    --pattern "$name.*" --pattern SHA256SUMS
  cd "$folder"
  grep " $name\.\(tgz\|zip\)\$" SHA256SUMS > sums
  if command -v sha256sum > /dev/null; then
    sha256sum --check --strict sums
  else
    shasum -a 256 --check sums
  fi
  case "$RUNNER_OS" in
    Windows) unzip -q -o "$name.zip" ;;
    *) tar -xzf "$name.tgz" ;;
  esac
  echo "$folder/$name" >> "$GITHUB_PATH"
}

# The lines of a text that are not empty, as an array `lines`.
split() {
  lines=()
  local line
  while IFS= read -r line; do
    line=${line%$'\r'}
    if [ -n "$line" ]; then lines+=("$line"); fi
  done <<< "$1"
}

check() {
  local arguments code=0
  split "$OPTIONS"
  arguments=(${lines[@]+"${lines[@]}"} --)
  split "$PATHS"
  arguments+=(${lines[@]+"${lines[@]}"})
  if [ "${SARIF:-false}" = true ]; then
    # Its findings are told by the run below.
    hexloupe check --format sarif "${arguments[@]}" > "$RUNNER_TEMP/hexloupe.sarif" 2> /dev/null || true
  fi
  hexloupe check --format github "${arguments[@]}" || code=$?
  echo "exit-code=$code" >> "$GITHUB_OUTPUT"
  return "$code"
}

case "${1:-}" in
  install) install ;;
  check) check ;;
  *)
    echo 'usage: action.sh install|check' >&2
    exit 2
    ;;
esac
