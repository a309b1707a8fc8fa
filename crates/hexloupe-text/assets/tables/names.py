"""Writes `names.txt` beside this file: the names of the characters of Unicode.

    pip install unicodedata2==18.0.0
    python3 assets/tables/names.py

A line is a code point in five hex digits and its name (property Name, Unicode 4.8). Neighbours
whose names end in their own number share a line, with `*` for the number. The syllables of Hangul
are left out: section 3.12 of the standard computes their names.
"""

import pathlib

import unicodedata2

HANGUL = range(0xAC00, 0xD7A4)
HEADER = """\
# The names of the characters of Unicode {version}: a code point, or the first and the last of
# several, and the name, with `*` for the number of the code point.
#
# Made by `names.py` from the package unicodedata2 {version}, which has them from UnicodeData.txt.
#
"""


def names():
    """Gives each code point that has a name, with `*` in the name for its number."""
    for code in range(0x110000):
        name = unicodedata2.name(chr(code), "")
        if name and code not in HANGUL:
            number = f"{code:04X}"
            by_rule = name.endswith("-" + number)
            yield code, name.removesuffix(number) + "*" if by_rule else name


def runs():
    """Gives the first and the last of neighbours that share a name, and the name."""
    first = last = shared = None
    for code, name in names():
        if shared == name and code == last + 1:
            last = code
            continue
        if shared:
            yield first, last, shared
        first, last, shared = code, code, name
    yield first, last, shared


def main():
    folder = pathlib.Path(__file__).parent
    other = (folder / "cns11643.txt").read_text("utf-8").splitlines(keepends=True)
    start = other.index("# UNICODE LICENSE V3\n")
    licence = "".join(line for line in other[start:] if line.startswith("#"))
    with open(folder / "names.txt", "w", encoding="ascii", newline="\n") as out:
        out.write(HEADER.format(version=unicodedata2.unidata_version))
        out.write(licence.replace("Copyright © 1991-2023", "Copyright (c) 1991-2026"))
        for first, last, name in runs():
            place = f"{first:05X}" if first == last else f"{first:05X}..{last:05X}"
            out.write(f"{place} {name}\n")


main()
