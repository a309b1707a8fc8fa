#!/bin/sh
# One large file, checked by N processes on one machine:
#
#   sh parts.sh N FILE [OPTIONS OF CHECK]     for example: sh parts.sh 8 big.txt --notices
#
# With GNU parallel the loop is one line:
#
#   parallel -j "$n" hexloupe check --format jsonl --part {}/"$n" big.txt ::: $(seq "$n") | hexloupe merge
#
# The records may come in any order and through one pipe, so nothing has to be sorted. The exit code
# is that of one run: 0 all well-formed, 1 something was found, 2 trouble, as a file that is not there.
set -eu
if [ $# -lt 2 ]; then
  echo "parts.sh: what? name a number of parts and a file: sh parts.sh 8 big.txt" >&2
  exit 2
fi
n=$1
case $n in
  0 | *[!0-9]* | '')
    echo "parts.sh: $n: no number of parts; try 8" >&2
    exit 2
    ;;
esac
file=$2
shift 2
if [ ! -f "$file" ]; then
  [ -e "$file" ] && what="is no file that has parts" || what="no such file"
  echo "parts.sh: $file: $what" >&2
  exit 2
fi
hexloupe=${HEXLOUPE:-hexloupe}
dir=$(mktemp -d)
trap 'rm -r "$dir"' EXIT
# A worker that finds something ends with 1, which must not stop the others; one that could not do
# its part leaves no summary, and merge says that it is missing.
seq "$n" | xargs -P "$n" -I '{}' sh -c '
  part=$1; hexloupe=$2; dir=$3; n=$4; file=$5; shift 5
  "$hexloupe" check --format jsonl --part "$part/$n" "$@" -- "$file" > "$dir/$part.jsonl" 2> "$dir/$part.log" || [ $? -eq 1 ] || cat "$dir/$part.log" >&2
  exit 0
' sh '{}' "$hexloupe" "$dir" "$n" "$file" "$@"
"$hexloupe" merge "$dir"/*.jsonl
