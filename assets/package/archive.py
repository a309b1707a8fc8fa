"""Writes the archive of a built program, and prints its path.

    python3 archive.py PROGRAM FOLDER [PAGES]

The archive is what `cargo binstall`, Homebrew and a person unpack: a folder with the program, the
licences and README, and in `extra` all that `files.sh` printed into PAGES. It is a ZIP file for
Windows, else a tar with gzip. The same program gives the same archive, byte for byte.

    python3 archive.py --sums FOLDER

writes FOLDER/SHA256SUMS over all its other files.

Invariant: an archive has one folder, named like itself.
"""

import gzip
import hashlib
import io
import os
import sys
import tarfile
import zipfile

import facts


def contents(program, pages):
    """Every file: its name, its bytes and its mode."""
    with open(program.path, "rb") as file:
        yield program.name, file.read(), 0o755
    for name in ("CHANGELOG.md", "README.md", *facts.LICENCES):
        yield name, facts.data(name), 0o644
    for name in sorted(os.listdir(pages)) if pages else ():
        with open(os.path.join(pages, name), "rb") as file:
            yield f"extra/{name}", file.read(), 0o644


def write(program, folder, pages=None):
    """Writes the archive; its path."""
    base = f"hexloupe-{facts.version()}-{program.target}"
    files = contents(program, pages)
    path = os.path.join(folder, base)
    if program.system == "windows":
        with zipfile.ZipFile(f"{path}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data, mode in files:
                entry = zipfile.ZipInfo(f"{base}/{name}", facts.date())
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = (0o100000 | mode) << 16
                archive.writestr(entry, data)
        return f"{path}.zip"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data, mode in files:
            entry = tarfile.TarInfo(f"{base}/{name}")
            entry.size, entry.mode, entry.mtime = len(data), mode, facts.moment()
            archive.addfile(entry, io.BytesIO(data))
    with open(f"{path}.tgz", "wb") as file:
        with gzip.GzipFile("", "wb", 6, file, facts.moment()) as out:
            out.write(packed.getvalue())
    return f"{path}.tgz"


def sums(folder):
    """Writes the sums of all files of a folder, as `sha256sum --check` reads them."""
    names = sorted(name for name in os.listdir(folder) if name != "SHA256SUMS")
    lines = []
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            lines.append(f"{hashlib.sha256(file.read()).hexdigest()}  {name}\n")
    path = os.path.join(folder, "SHA256SUMS")
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("".join(lines))
    return path


def main():
    if sys.argv[1:2] == ["--sums"] and len(sys.argv) == 3:
        print(sums(sys.argv[2]))
        return
    if len(sys.argv) not in (3, 4):
        raise facts.Refusal("usage: archive.py PROGRAM FOLDER [PAGES], or archive.py --sums FOLDER")
    pages = sys.argv[3] if len(sys.argv) == 4 else None
    os.makedirs(sys.argv[2], exist_ok=True)
    print(write(facts.Program(sys.argv[1]), sys.argv[2], pages))


if __name__ == "__main__":
    facts.run(main)
