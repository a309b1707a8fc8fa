"""Compares guesses of encodings with those of other programs, and mended mojibake with ftfy's.

    cargo build --release
    pip install chardet charset-normalizer ftfy    # and uchardet, of the system
    python3 benches/guess_peers.py target/release/hexloupe

The samples are made from the texts in `tests/languages`, of which no model was counted, in the
encodings of `ENCODINGS`: always the same ones. An answer is right if its encoding decodes the bytes
to the very text. A program that is missing has no column. Then follow the answers of hexloupe by
their confidence, and mojibake: UTF-8 of one line and of one letter, and text of a set that was read in a set
which shares most of its letters.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent
WEST = "cp1252 iso8859_15 cp850 mac_roman"
CENTRAL = "cp1250 iso8859_2 cp852 mac_latin2"
BALTIC = "cp1257 iso8859_13 cp775"
CYRILLIC = "cp1251 iso8859_5 mac_cyrillic"
ENCODINGS = {
    **dict.fromkeys("fr de es pt it sv da nb fi is".split(), WEST),
    **dict.fromkeys("pl cs hu hr ro".split(), CENTRAL),
    **dict.fromkeys("lt lv et".split(), BALTIC),
    "ru": CYRILLIC + " koi8_r cp866",
    "uk": CYRILLIC + " koi8_u cp1125",
    "be": CYRILLIC + " cp866",
    "bg": CYRILLIC + " cp855",
    "sr": CYRILLIC + " cp855",
    "el": "cp1253 iso8859_7 cp737",
    "he": "cp1255 cp862",
    "ar": "cp1256 iso8859_6 cp720",
    "th": "cp874",
    "tr": "cp1254 cp857",
    "ja": "cp932 euc_jp iso2022_jp",
    "ko": "cp949",
    "zh-hans": "gbk",
    "zh-hant": "big5",
}
UNICODE = "utf_16_le utf_16_be utf_32_le utf_32_be"
# The codecs of Python for names that it does not know.
NAMES = {
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "macintosh": "mac_roman",
    "x-mac-ce": "mac_latin2",
    "mac-centraleurope": "mac_latin2",
    "maccentraleurope": "mac_latin2",
    "maccyrillic": "mac_cyrillic",
    "macroman": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "mac-cyrillic": "mac_cyrillic",
    "ibm866": "cp866",
    "tis-620": "cp874",
    "windows-874": "cp874",
}
# Sets, and the one that shares most of their letters, in which their text is misread.
NEIGHBOURS = {"cp1254": ("cp1252", "tr"), "cp1250": ("cp1252", "cs hu hr pl ro"), "iso8859_2": ("cp1252", "cs hu pl"),
              "cp1257": ("cp1252", "lt lv"), "cp1252": ("cp1250", "pt es")}
INSTEAD = str.maketrans({"–": "-", "—": "-", "«": '"', "»": '"', "“": '"', "”": '"', "„": '"',
                         "‘": "'", "’": "'", "…": ".", "ș": "ş", "ț": "ţ", "Ș": "Ş", "Ț": "Ţ"})
# The letters that these sets have instead of those with a comma.
COMMA = str.maketrans("șțȘȚ", "şţŞŢ")


def written(text, codec):
    """Gives a text with what an encoding has instead of its signs, and its bytes; or None."""
    for form in (text, text.translate(INSTEAD)):
        try:
            return form, form.encode(codec)
        except UnicodeEncodeError:
            pass
    return None


def samples():
    """Gives the row, the text and the bytes of each sample."""
    chance = random.Random(1)
    for language, codecs in sorted(ENCODINGS.items()):
        text = (ROOT / "tests" / "languages" / f"{language}.txt").read_text("utf-8")
        lines = [line for line in text.split("\n") if len(line) > 20]
        for codec in codecs.split() + UNICODE.split():
            is_wide = codec in UNICODE.split()
            for name, size, count in (("30 bytes", 30, 4), ("300 bytes", 300, 2), ("3000 bytes", 3000, 1)):
                for _ in range(count):
                    at = chance.randrange(max(1, len(text) - size))
                    made = written(text[at : at + size // (4 if "32" in codec else 2 if is_wide else 1)], codec)
                    if made and not made[1].isascii():
                        yield ("Unicode without a mark" if is_wide else name), *made
            made = written(chance.choice(lines)[:60].upper(), codec)
            if made and not is_wide and not made[1].isascii():
                yield "capitals", *made
            words = [w for w in text.split() if sum(ord(c) > 127 for c in w.translate(INSTEAD)) == 1]
            if words and not is_wide and language in "fr de es pt it sv da nb fi pl cs hu hr".split():
                made = written(f"The word is {chance.choice(words)} in this line.", codec)
                if made:
                    yield "one letter", *made


def decoded(data, name):
    """Gives the text of bytes in an encoding by any of its names; or None."""
    name = (name or "").lower()
    try:
        return data.decode(NAMES.get(name, name))
    except (LookupError, UnicodeDecodeError, ValueError):
        return None


def answers(program, paths, all_bytes):
    """Gives the name of an encoding and the confidence for each sample, by each program there is."""
    out = []
    for start in range(0, len(paths), 500):
        done = subprocess.run([program, "guess", "--format", "jsonl", *paths[start : start + 500]],
                              capture_output=True, text=True, check=False)
        out += [json.loads(line) for line in done.stdout.splitlines()]
    yield "hexloupe", [(row["encoding"], row["confidence"]) for row in out]
    try:
        import chardet
        yield "chardet", [(row["encoding"], row["confidence"]) for row in map(chardet.detect, all_bytes)]
    except ImportError:
        pass
    try:
        import charset_normalizer
        best = (charset_normalizer.from_bytes(data).best() for data in all_bytes)
        yield "charset-normalizer", [(found.encoding if found else None, 0) for found in best]
    except ImportError:
        pass
    try:
        done = subprocess.run(["uchardet", *paths], capture_output=True, text=True, check=False)
        yield "uchardet", [(line.rsplit(": ", 1)[-1], 0) for line in done.stdout.splitlines()]
    except FileNotFoundError:
        pass


def guesses(program, folder):
    """Prints the shares of right guesses, and the calibration."""
    made = list(samples())
    paths = []
    for number, (_, _, data) in enumerate(made):
        path = pathlib.Path(folder) / f"{number:05}"
        path.write_bytes(data)
        paths.append(str(path))
    rows = ["all"] + list(dict.fromkeys(row for row, _, _ in made))
    tenths = {}
    print("| right of 100 | samples |", end="")
    columns = []
    for name, found in answers(program, paths, [data for _, _, data in made]):
        shares = dict.fromkeys(rows, 0)
        for (row, text, data), (encoding, confidence) in zip(made, found):
            is_right = decoded(data, encoding) == text
            for one in ("all", row):
                shares[one] += is_right
            if name == "hexloupe":
                tenth = tenths.setdefault(int(confidence * 100) // 10 if confidence < 0.99 else 10, [0, 0])
                tenth[0] += is_right
                tenth[1] += 1
        columns.append((name, shares))
    print("".join(f" {name} |" for name, _ in columns))
    print("|---|" + "---|" * (len(columns) + 1))
    for row in rows:
        count = sum(row in ("all", one) for one, _, _ in made)
        print(f"| {row} | {count} |" + "".join(f" {100 * shares[row] / count:.1f} |" for _, shares in columns))
    print("\n| confidence of hexloupe | right | answers |\n|---|---|---|")
    for tenth, (right, count) in sorted(tenths.items()):
        named = ".99" if tenth == 10 else f".{tenth}"
        print(f"| {named} | {100 * right / count:.1f} % | {count} |")


def mojibake(program, folder):
    """Prints the shares of mojibake that is mended to the very text."""
    chance = random.Random(2)
    sets = "cp1252 latin_1 cp1250 cp1251 cp437 cp850 mac_roman koi8_r cp866".split()
    made = []
    for path in sorted((ROOT / "tests" / "languages").glob("*.txt")):
        text = path.read_text("utf-8")
        lines = [line[:80] for line in text.split("\n") if not line[:80].isascii() and len(line) > 20]
        words = [word for word in text.split() if sum(not c.isascii() for c in word) == 1 < len(word) - 2]
        for read in sets:
            for kind, choice in (("a line", lines), ("one letter", words)):
                for _ in range(3 if choice else 0):
                    sound = chance.choice(choice)
                    try:
                        made.append((kind, sound, sound.encode().decode(read)))
                    except UnicodeDecodeError:
                        pass
    for written_in, (read, languages) in NEIGHBOURS.items():
        for language in languages.split():
            text = (ROOT / "tests" / "languages" / f"{language}.txt").read_text("utf-8").translate(COMMA)
            lines = [line for line in text.split("\n") if not line.isascii() and len(line) > 20]
            for kind, count in (("a line of a set, in its neighbour", 1), ("ten lines of a set, in its neighbour", 10)):
                for _ in range(8):
                    sound = "\n".join(chance.sample(lines, count))
                    try:
                        garbled = sound.encode(written_in).decode(read)
                    except UnicodeError:
                        continue
                    if garbled != sound:
                        made.append((kind, sound, garbled))
    ours = []
    file = pathlib.Path(folder) / "garbled"
    for _, _, garbled in made:
        file.write_text(garbled + "\n", "utf-8", newline="")
        done = subprocess.run([program, "recode", "--fix", "auto", str(file)], capture_output=True, check=False)
        ours.append(done.stdout.decode("utf-8", "replace").removesuffix("\n"))
    columns = [("hexloupe", ours)]
    try:
        import ftfy
        columns.append(("ftfy", [ftfy.fix_encoding(garbled) for _, _, garbled in made]))
    except ImportError:
        pass
    print("\n| mended of 100, UTF-8 read once in another set, or a set in another | samples |" + "".join(f" {name} |" for name, _ in columns))
    print("|---|" + "---|" * (len(columns) + 1))
    for kind in dict.fromkeys(row[0] for row in made):
        chosen = [number for number, row in enumerate(made) if row[0] == kind]
        right = [sum(texts[number] == made[number][1] for number in chosen) for _, texts in columns]
        print(f"| {kind} | {len(chosen)} |" + "".join(f" {100 * one / len(chosen):.1f} |" for one in right))


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        guesses(program, folder)
        mojibake(program, folder)


if __name__ == "__main__":
    main()
