"""Compares what `hexloupe find --layers` finds inside with what Python's own modules take off.

    cargo build --release
    python3 benches/layers_python.py target/release/hexloupe [COUNT] [SEED]

Mails are written by `email`, and other texts by `json`, `urllib.parse`, `html`, `email.header` and
`base64`; each text must be found again, byte for byte, and every place must be one of the file. A part of
a mail that is ASCII as it is need not be found: it is in the file itself. One line tells how many were
tried, and each failure is printed; the exit code is 1 if there is one.
"""

import base64
import email
import html
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import urllib.parse
from email.header import Header
from email.message import EmailMessage

TEXTS = {
    "Привет, мир! Как дела?": ["utf-8", "koi8-r", "windows-1251"],
    "Größe über alles – schön": ["utf-8", "windows-1252"],
    "日本語のテキストです。": ["utf-8", "iso-2022-jp", "shift_jis", "euc-jp"],
    "Zażółć gęślą jaźń": ["utf-8", "iso-8859-2"],
    "été à Noël, ça va": ["utf-8", "iso-8859-1"],
    "plain ASCII": ["utf-8"],
    "a=b; c=%20 &amp; <x>": ["utf-8"],
    "emoji 😀 and more 🎉": ["utf-8"],
}
CODED = ("quoted-printable", "base64")


def found(program, folder, data):
    """The matches in layers: their coats, decoded bytes, offsets and lengths."""
    path = folder / "file"
    path.write_bytes(data)
    line = [program, "find", "--layers", "--format", "jsonl", "r:(?s-u).+", path]
    told = subprocess.run(line, capture_output=True, check=False).stdout.decode()
    records = [json.loads(record) for record in told.splitlines()]
    return [
        (record["layer"], bytes.fromhex(record["match"]), record["offset"], record["length"])
        for record in records
        if "layer" in record
    ]


def mail(dice):
    """A mail, and the bytes of its coded parts as `email` reads them."""
    text = dice.choice(list(TEXTS))
    charset = dice.choice(TEXTS[text])
    lines = [text * dice.randint(1, 8) for _ in range(dice.randint(1, 5))]
    message = EmailMessage()
    form = "base64" if charset == "iso-2022-jp" else dice.choice(CODED)
    message.set_content("\n".join(lines) + "\n", charset=charset, cte=form)
    if dice.random() < 0.5:
        attached = json.dumps({"text": dice.choice(list(TEXTS))}).encode()
        message.add_attachment(attached, maintype="application", subtype="json")
    data = message.as_bytes()
    if dice.random() < 0.5:
        data = data.replace(b"\n", b"\r\n")
    parts = email.message_from_bytes(data).walk()
    coded = [part for part in parts if part["content-transfer-encoding"] in CODED]
    return data, [part.get_payload(decode=True) for part in coded]


def other(dice):
    """A text in another coat, and the bytes in it; none if nothing had to be coded."""
    text = " ".join(dice.choice(list(TEXTS)) for _ in range(dice.randint(1, 6)))
    plain, escaped = text.encode(), html.escape(text, quote=False)
    entities = "".join(f"&#{ord(c)};" if ord(c) > 127 else c for c in escaped)
    written, around = dice.choice(
        [
            (json.dumps(text), '{{"a": {}}}'),
            (urllib.parse.quote(text, safe=""), "x?q={}&r=1\n"),
            (entities, "<p>{}</p>\n"),
            (Header(text, "utf-8", header_name="Subject").encode(), "Subject: {}\n\nx\n"),
            (base64.b64encode(plain).decode(), "url(data:text/plain;base64,{})\n"),
            ("0x" + plain.hex(), "VALUES ({})\n"),
        ]
    )
    is_coded = written.strip('"') != text
    return around.format(written).encode(), [plain] if is_coded else []


def unix(text):
    """Bytes with the line ends of Unix, but for the last ones: one belongs to a boundary."""
    return text.replace(b"\r\n", b"\n").rstrip(b"\n")


def same(one, two):
    """Whether bytes are equal but for line ends."""
    return unix(one) == unix(two)


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    count, seed = (int(word) for word in (sys.argv[2:] + ["300", "1"][len(sys.argv) - 2 :])[:2])
    dice, wrong = random.Random(seed), 0
    with tempfile.TemporaryDirectory() as name:
        for _ in range(count):
            data, wanted = dice.choice([mail, other])(dice)
            inside = found(program, pathlib.Path(name), data)
            missing = [
                text
                for text in wanted
                if not any(same(text, own) for coats, own, _, _ in inside if len(coats) == 1)
                and not (text.isascii() and unix(text) in unix(data))
            ]
            outside = [own for own in inside if own[2] + own[3] > len(data)]
            if missing or outside:
                wrong += 1
                print("missing", missing, "outside", outside, "in", data[:400])
    print(f"{count} texts, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
