"""Compares the texts that `hexloupe strings` finds in binaries with those of other programs.

    cargo build --release
    cargo install stringsext      # and strings, of the system
    python3 benches/strings_peers.py target/release/hexloupe

Pieces of the texts in `tests/languages`, of which no model was counted, are planted between NULs in
copies of a program, of a database and of random bytes, in the encodings of each language: always the
same ones. A text is found if a line of the output has all of it (recall). A line beyond ASCII that is no
planted text, and is not in the output for the host without texts, is invented (precision). `strings` is
asked once for each form that it knows, `stringsext` with the encodings that it has. A program that is
missing has no row.
"""

import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from guess_peers import ENCODINGS, ROOT

UNICODE = "utf_8 utf_16_le utf_16_be"
# The lengths of the pieces, in characters.
LENGTHS = (8, 16, 32, 64)
PER_LENGTH = 40
SEED = 20261128


def pieces(length, dice):
    """Pieces of texts with their encodings: (text, codec)."""
    languages = sorted(ENCODINGS)
    while True:
        language = dice.choice(languages)
        path = ROOT / "tests" / "languages" / f"{language}.txt"
        if not path.exists():
            continue
        words = path.read_text(encoding="utf-8").split()
        start = dice.randrange(max(1, len(words) - 40))
        text = ""
        for word in words[start:]:
            text = f"{text} {word}".strip()
            if len(text) >= length:
                break
        codec = dice.choice((ENCODINGS[language] + " " + UNICODE).split())
        if "2022" in codec or text.isascii() or not length <= len(text) <= 2 * length:
            continue
        try:
            text.encode(codec)
        except UnicodeEncodeError:
            continue
        yield text, codec


def database(folder):
    """A database with numbers and texts in ASCII."""
    path = pathlib.Path(folder) / "host.db"
    with sqlite3.connect(path) as base:
        base.execute("create table t (n integer, x real, s text)")
        dice = random.Random(SEED)
        rows = [(dice.getrandbits(40), dice.random(), f"row {n}") for n in range(30000)]
        base.executemany("insert into t values (?, ?, ?)", rows)
    return path.read_bytes()


def hosts(folder):
    dice = random.Random(SEED)
    yield "program", pathlib.Path(shutil.which("bash") or sys.executable).read_bytes()
    yield "database", database(folder)
    yield "random", bytes(dice.getrandbits(8) for _ in range(1 << 20))


def planted(host, texts, dice):
    data = bytearray(host)
    step = len(data) // (len(texts) + 1)
    for number, (text, codec) in enumerate(texts, 1):
        nul = b"\0\0" if "16" in codec else b"\0"
        own = nul + text.encode(codec) + nul
        at = number * step + dice.randrange(64)
        data[at : at + len(own)] = own
    return bytes(data)


def lines(commands, path):
    """The lines that some commands print, and the time of all of them."""
    out, begun = set(), time.monotonic()
    for command in commands:
        done = subprocess.run([*command, path], capture_output=True, check=False)
        out |= set(done.stdout.decode("utf-8", "replace").splitlines())
    return out, time.monotonic() - begun


def programs(hexloupe):
    yield "hexloupe", [[hexloupe, "strings"]]
    if shutil.which("strings"):
        forms = ["-es", "-eS", "-el", "-eb"]
        yield "strings -e s S l b", [["strings", "-a", form] for form in forms]
        yield "strings -U l", [["strings", "-a", "-Ul"]]
    if shutil.which("stringsext"):
        names = "utf-8 utf-16le utf-16be windows-1251 koi8-r windows-1252 gbk big5 shift_jis".split()
        options = [option for name in names for option in ("-e", name)]
        yield "stringsext", [["stringsext", "-n", "4", *options, "--"]]


def main(hexloupe):
    hexloupe = str(pathlib.Path(hexloupe).resolve())
    print("host      length  program              found of    invented  seconds")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "data"
        for name, host in hosts(folder):
            for length in LENGTHS:
                dice = random.Random(SEED + length)
                source = pieces(length, dice)
                texts = [next(source) for _ in range(PER_LENGTH)]
                data = planted(host, texts, dice)
                for program, commands in programs(hexloupe):
                    path.write_bytes(host)
                    before, _ = lines(commands, path)
                    path.write_bytes(data)
                    after, took = lines(commands, path)
                    found = sum(any(text in line for line in after) for text, _ in texts)
                    others = [
                        line
                        for line in after - before
                        if not line.isascii() and not any(text in line for text, _ in texts)
                    ]
                    print(
                        f"{name:9} {length:6}  {program:20} {found:5} {len(texts):2}"
                        f"  {len(others):10}  {took:7.2f}"
                    )


if __name__ == "__main__":
    main(sys.argv[1])
