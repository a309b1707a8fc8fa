#!/bin/sh
# Makes the page: `sh assets/web/build.sh [FOLDER]`, in target/web unless a folder is named. It needs
# cargo, node with npm, and wasm-bindgen-cli of the version in crates/hexloupe-web/Cargo.toml.
# README.md beside it says what to do if rustup has no target wasm32-unknown-unknown.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${1:-$root/target/web}
target=${CARGO_TARGET_DIR:-$root/target}
profile=${PROFILE:-page}
cd "$root"
[ -d "$here/node_modules" ] || (cd "$here" && npm ci --ignore-scripts --no-audit --no-fund)
# A toolchain without the standard library for the target builds it, if it has its sources.
std=
if [ ! -d "$("${RUSTC:-rustc}" --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ]; then
  std="-Z build-std=std,panic_abort"
  export RUSTC_BOOTSTRAP=1
fi
# All browsers with WebAssembly of the last years have vectors.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"
# Jobs have stacks of their own, so the worker sets the pointer of the stack.
# shellcheck disable=SC2086
cargo rustc --locked $std --target wasm32-unknown-unknown --profile "$profile" -p hexloupe-web --lib \
  --crate-type cdylib -- -C link-arg=--export=__stack_pointer -C link-arg=-zstack-size=4194304
made=$target/wasm32-unknown-unknown/$([ "$profile" = dev ] && echo debug || echo "$profile")/hexloupe_web.wasm
mkdir -p "$out"
rm -rf "$here/src/wasm"
wasm-bindgen --target bundler --no-typescript --out-dir "$here/src/wasm" "$made"
"$here/node_modules/.bin/wasm-opt" -O3 --enable-bulk-memory --enable-bulk-memory-opt \
  --enable-mutable-globals --enable-nontrapping-float-to-int --enable-sign-ext --enable-reference-types \
  --enable-multivalue --enable-simd --strip-debug --strip-producers -o "$here/src/wasm/small.wasm" \
  "$here/src/wasm/hexloupe_web_bg.wasm"
mv "$here/src/wasm/small.wasm" "$here/src/wasm/hexloupe_web_bg.wasm"
node "$here/assemble.mjs" "$out"
