"""Facts of a release: its version and texts, and the system that a program was built for.

Invariant: the version and the texts are those of Cargo.toml, the system that of the program's own
header; neither is said a second time.
"""

import os
import re
import struct
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LICENCES = ("LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.md")


class Refusal(Exception):
    """A reason to make nothing, in one line."""


def read(name):
    """A text of the repository."""
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def data(name):
    """The bytes of a file of the repository: a licence keeps its line ends."""
    with open(os.path.join(ROOT, name), "rb") as file:
        return file.read()


def manifest(key):
    """The first value of a key in Cargo.toml; empty if it has none."""
    found = re.search(rf'^{key} = "(.*)"', read("Cargo.toml"), re.MULTILINE)
    return found.group(1) if found else ""


def version():
    """The version of the workspace."""
    return manifest("version")


def python_version():
    """The version as Python writes it (PEP 440): `0.2.0-rc.1` is `0.2.0rc1`."""
    found = re.fullmatch(r"(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.(\d+))?", version())
    if not found:
        raise Refusal(f"the version {version()} is neither 1.2.3 nor 1.2.3-rc.1, alpha.1 or beta.1")
    numbers, stage, count = found.groups()
    return numbers + ({"alpha": "a", "beta": "b", "rc": "rc"}[stage] + count if stage else "")


def keywords():
    """The keywords of the program."""
    found = re.search(r"^keywords = \[(.*)\]", read("Cargo.toml"), re.MULTILINE)
    return re.findall(r'"([^"]*)"', found.group(1))


def repository():
    """The address of the repository, which a release fills in."""
    address = manifest("repository").rstrip("/")
    if not address:
        raise Refusal("Cargo.toml has no repository; fill in the line under [workspace.package]")
    return address


def readme():
    """README with links that lead into the repository, if its address is known."""
    text = read("README.md")
    address = manifest("repository").rstrip("/")
    if not address:
        return text
    raw = f"{address}/raw/v{version()}/assets/pictures/"
    text = re.sub(r'(src|srcset)="assets/pictures/', rf'\1="{raw}', text)
    return re.sub(r"\]\((?!https?:|#)", f"]({address}/blob/v{version()}/", text)


def moment():
    """The seconds that files of a package are dated with: the same for the same commit."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or 315532800)


def date():
    """That moment as the six numbers of a ZIP file, which begins in 1980."""
    return max(time.gmtime(moment())[:6], (1980, 1, 1, 0, 0, 0))


class Program:
    """A built program: its file, and what it runs on."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.path = path
        self.glibc = None
        self.oldest = None
        try:
            self._look()
        except (struct.error, IndexError):
            raise Refusal(f"{path}: the header of the program is cut") from None
        del self.data

    def _unpack(self, form, at):
        return struct.unpack_from("<" + form, self.data, at)

    def _look(self):
        if self.data[:6] == b"\x7fELF\x02\x01":
            self._look_elf()
        elif self.data[:4] == b"\xcf\xfa\xed\xfe":
            self._look_mach()
        elif self.data[:2] == b"MZ":
            self._look_pe()
        else:
            raise Refusal(f"{self.path}: no program of a known form (ELF, Mach-O or PE of 64 bits)")

    def _is(self, system, machines, number):
        self.system = system
        if number not in machines:
            raise Refusal(f"{self.path}: a program for machine {number:#x}, which has no packages")
        self.machine = machines[number]

    def _look_elf(self):
        """The machine, and the newest version of glibc that is asked for; none if it is static."""
        self._is("linux", {62: "x86_64", 183: "aarch64"}, self._unpack("H", 18)[0])
        (start,) = self._unpack("Q", 32)
        size, count = self._unpack("HH", 54)
        parts = [self._unpack("IIQQQQQQ", start + size * row) for row in range(count)]
        loader = next((part for part in parts if part[0] == 3), None)
        if loader is None:
            return
        name = self.data[loader[2] : loader[2] + loader[5]]
        if b"musl" in name:
            raise Refusal(f"{self.path}: needs musl to be installed; build it with crt-static")

        def place(address):
            inside = (p for p in parts if p[0] == 1 and p[3] <= address < p[3] + p[5])
            part = next(inside)
            return address - part[3] + part[2]

        table = next(part for part in parts if part[0] == 2)
        rows = (self._unpack("qQ", at) for at in range(table[2], table[2] + table[5], 16))
        facts = dict(rows)
        names = place(facts[5])
        at = place(facts[0x6FFFFFFE])
        versions = []
        for _ in range(facts[0x6FFFFFFF]):
            _, count, _, first, after = self._unpack("HHIII", at)
            one = at + first
            for _ in range(count):
                _, _, _, name, following = self._unpack("IHHII", one)
                begin = names + name
                word = self.data[begin : self.data.index(b"\0", begin)]
                found = re.fullmatch(rb"GLIBC_(\d+)\.(\d+)(\.\d+)?", word)
                if found:
                    versions.append((int(found.group(1)), int(found.group(2))))
                one += following
            at += after
        self.glibc = max(versions)

    def _look_mach(self):
        """The machine, and the oldest macOS that it says it runs on."""
        self._is("macos", {0x01000007: "x86_64", 0x0100000C: "aarch64"}, self._unpack("I", 4)[0])
        at = 32
        for _ in range(self._unpack("I", 16)[0]):
            kind, size, first, second = self._unpack("IIII", at)
            if kind in (0x32, 0x24):
                number = second if kind == 0x32 else first
                self.oldest = (number >> 16, number >> 8 & 0xFF)
            at += size
        if self.oldest is None:
            raise Refusal(f"{self.path}: does not say which macOS it needs")

    def _look_pe(self):
        (at,) = self._unpack("I", 0x3C)
        if self.data[at : at + 4] != b"PE\0\0":
            raise Refusal(f"{self.path}: a program of DOS")
        self._is("windows", {0x8664: "x86_64", 0xAA64: "aarch64"}, self._unpack("H", at + 4)[0])

    @property
    def name(self):
        """The name of the program's file."""
        return "hexloupe.exe" if self.system == "windows" else "hexloupe"

    @property
    def target(self):
        """The system, as Rust names it."""
        if self.system == "linux":
            return f"{self.machine}-unknown-linux-{'gnu' if self.glibc else 'musl'}"
        if self.system == "macos":
            return f"{self.machine}-apple-darwin"
        return f"{self.machine}-pc-windows-msvc"

    @property
    def wheel_tag(self):
        """The platforms of a wheel (PEP 600, PEP 656); a static program runs beside every libc."""
        if self.system == "windows":
            return {"x86_64": "win_amd64", "aarch64": "win_arm64"}[self.machine]
        if self.system == "macos":
            major, minor = self.oldest
            machine = {"x86_64": "x86_64", "aarch64": "arm64"}[self.machine]
            return f"macosx_{major}_{minor if major < 11 else 0}_{machine}"
        if self.glibc:
            major, minor = max(self.glibc, (2, 17))
            return f"manylinux_{major}_{minor}_{self.machine}"
        kinds = ("manylinux_2_17", "manylinux2014", "musllinux_1_1")
        return ".".join(f"{kind}_{self.machine}" for kind in kinds)

    @property
    def node(self):
        """The system and the machine, as Node.js names them."""
        system = {"linux": "linux", "macos": "darwin", "windows": "win32"}[self.system]
        return system, {"x86_64": "x64", "aarch64": "arm64"}[self.machine]


def pages(folder):
    """Manual pages and completions that `files.sh` printed: where a package has each, and its path."""
    places = {
        "hexloupe.bash": "share/bash-completion/completions/hexloupe",
        "_hexloupe": "share/zsh/site-functions/_hexloupe",
        "hexloupe.fish": "share/fish/vendor_completions.d/hexloupe.fish",
    }
    for name in sorted(os.listdir(folder)):
        place = places.get(name)
        if name.endswith(".1"):
            place = f"share/man/man1/{name}"
        if place:
            yield place, os.path.join(folder, name)


def run(make):
    """Runs a script: its work, or one line that says why not."""
    try:
        make()
    except (Refusal, OSError) as error:
        print(f"{os.path.basename(sys.argv[0])}: {error}", file=sys.stderr)
        sys.exit(2)
