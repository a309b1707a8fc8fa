"""Writes a wheel with a built program, and prints its path.

    python3 wheel.py PROGRAM FOLDER [PAGES]

PAGES is a folder that `files.sh` filled; its manual pages and completions go into the wheel. The
same program gives the same wheel, byte for byte (SOURCE_DATE_EPOCH dates its files).

Invariant: the last file of a wheel is RECORD, beside WHEEL; it has the sum and the size of every other file, and the tag is read off the program.
"""

import base64
import hashlib
import os
import sys
import zipfile

import facts


def metadata():
    """The description of the package (core metadata 2.4)."""
    lines = [
        "Metadata-Version: 2.4",
        "Name: hexloupe",
        f"Version: {facts.python_version()}",
        f"Summary: {facts.manifest('description')}",
        f"Keywords: {','.join(facts.keywords())}",
        f"License-Expression: {facts.manifest('license')}",
        *(f"License-File: {name}" for name in facts.LICENCES),
        "Classifier: Environment :: Console",
        "Classifier: Intended Audience :: Developers",
        "Classifier: Programming Language :: Rust",
        "Classifier: Topic :: Software Development :: Quality Assurance",
        "Classifier: Topic :: Text Processing",
        "Classifier: Topic :: Utilities",
        "Requires-Python: >=3.7",
    ]
    if facts.manifest("repository"):
        lines.append(f"Project-URL: Source, {facts.repository()}")
    lines.append("Description-Content-Type: text/markdown; charset=UTF-8")
    return "\n".join(lines) + "\n\n" + facts.readme()


def add(wheel, name, data, can_run=False):
    """Adds a file to a wheel; its line of RECORD."""
    entry = zipfile.ZipInfo(name, facts.date())
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3
    entry.external_attr = (0o100755 if can_run else 0o100644) << 16
    wheel.writestr(entry, data)
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def contents(program, pages):
    """Every file of the wheel but RECORD: its name, its bytes, and whether it can be run."""
    base = f"hexloupe-{facts.python_version()}"
    with open(program.path, "rb") as file:
        yield f"{base}.data/scripts/{program.name}", file.read(), True
    for place, path in pages:
        with open(path, "rb") as file:
            yield f"{base}.data/data/{place}", file.read(), False
    info = f"{base}.dist-info"
    for name in facts.LICENCES:
        yield f"{info}/licenses/{name}", facts.data(name), False
    yield f"{info}/METADATA", metadata().encode(), False
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in program.wheel_tag.split("."))
    head = "Wheel-Version: 1.0\nGenerator: hexloupe\nRoot-Is-Purelib: false\n"
    yield f"{info}/WHEEL", (head + tags).encode(), False


def pack(path, files):
    """Writes a wheel of files, each with its name, its bytes, and whether it can be run."""
    record = ""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data, can_run in files:
            record += add(wheel, name, data, can_run)
        name = os.path.dirname(name) + "/RECORD"
        add(wheel, name, f"{record}{name},,\n".encode())


def write(program, folder, pages=()):
    """Writes the wheel of a program; its path."""
    name = f"hexloupe-{facts.python_version()}-py3-none-{program.wheel_tag}.whl"
    path = os.path.join(folder, name)
    pack(path, contents(program, pages))
    return path


def main():
    if len(sys.argv) not in (3, 4):
        raise facts.Refusal("usage: wheel.py PROGRAM FOLDER [PAGES]")
    pages = facts.pages(sys.argv[3]) if len(sys.argv) == 4 else ()
    os.makedirs(sys.argv[2], exist_ok=True)
    print(write(facts.Program(sys.argv[1]), sys.argv[2], pages))


if __name__ == "__main__":
    facts.run(main)
