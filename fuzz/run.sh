#!/usr/bin/env bash
# Runs the fuzz targets one after the other from their corpus: `fuzz/run.sh [SECONDS [TARGET...]]`.
# Without arguments all of them, ten minutes each. Ends at the first finding.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
shift || true
targets=${*:-decode frame dump undump}
# What libFuzzer needs of the compiler is not stable yet; a stable one that is told so will do.
export RUSTC_BOOTSTRAP=1
for target in $targets; do
    case $target in
    decode) most=64 ;;
    dump) most=128 ;;
    *) most=400 ;;
    esac
    cargo fuzz run -s none "$target" -- -max_total_time="$seconds" -max_len=$most
done
