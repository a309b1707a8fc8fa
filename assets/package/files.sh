#!/bin/sh
# Prints the manual pages and the completions into a folder, for a package.
# Usage: files.sh PROGRAM FOLDER
set -eu
program=$1
folder=$2
mkdir -p "$folder"
"$program" man > "$folder/hexloupe.1"
commands=$("$program" man | sed -n 's/^hexloupe\\-\([a-z]*\)(1)$/\1/p')
for command in $commands; do
    "$program" man "$command" > "$folder/hexloupe-$command.1"
done
"$program" completions bash > "$folder/hexloupe.bash"
"$program" completions zsh > "$folder/_hexloupe"
"$program" completions fish > "$folder/hexloupe.fish"
"$program" completions powershell > "$folder/hexloupe.ps1"
"$program" completions elvish > "$folder/hexloupe.elv"
