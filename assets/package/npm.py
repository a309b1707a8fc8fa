"""Writes the npm packages of built programs, packs them, and prints the paths.

    python3 npm.py FOLDER PAGES PROGRAM...

One package has the command, a shim of Node.js, and the manual pages of PAGES, which `files.sh`
filled. Each program has a package of its own, which npm installs on its system alone. They are
packed by `npm pack`, the program's packages first: in that order they are published.

Invariant: the package of the command asks for exactly the programs that were packed beside it.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

import facts

HERE = os.path.dirname(os.path.abspath(__file__))


def described(name, about, more):
    """The package.json that all packages share, with more."""
    shared = {
        "name": name,
        "version": facts.version(),
        "description": about,
        "keywords": facts.keywords(),
        "license": facts.manifest("license"),
    }
    address = facts.manifest("repository")
    if address:
        shared["homepage"] = address
        shared["repository"] = {"type": "git", "url": f"git+{address}.git"}
    return {**shared, **more}


def write(folder, name, about, more):
    """Begins the folder of a package; its path."""
    path = os.path.join(folder, name.replace("/", "-"))
    os.makedirs(os.path.join(path, "bin"))
    with open(os.path.join(path, "package.json"), "w", encoding="utf-8") as file:
        json.dump(described(name, about, more), file, indent=2)
        file.write("\n")
    for licence in facts.LICENCES:
        shutil.copy(os.path.join(facts.ROOT, licence), path)
    return path


def of_program(folder, program):
    """The package of a program: its name and its folder."""
    system, machine = program.node
    name = f"@hexloupe/{system}-{machine}"
    more = {"os": [system], "cpu": [machine], "preferUnplugged": True}
    if program.glibc:
        more["libc"] = ["glibc"]
    path = write(folder, name, f"hexloupe for {program.target}", more)
    shutil.copy(program.path, os.path.join(path, "bin", program.name))
    os.chmod(os.path.join(path, "bin", program.name), 0o755)
    with open(os.path.join(path, "README.md"), "w", encoding="utf-8") as file:
        file.write(f"The program of the package `hexloupe` for {program.target}.\n")
    return name, path


def of_command(folder, names, pages):
    """The package of the command."""
    pages = [path for place, path in facts.pages(pages) if place.startswith("share/man/")]
    more = {
        "bin": {"hexloupe": "bin/hexloupe.js"},
        "man": [f"man/{os.path.basename(path)}" for path in pages],
        "engines": {"node": ">=14.18"},
        "optionalDependencies": {name: facts.version() for name in sorted(names)},
    }
    path = write(folder, "hexloupe", facts.manifest("description"), more)
    shutil.copy(os.path.join(HERE, "shim.js"), os.path.join(path, "bin", "hexloupe.js"))
    os.chmod(os.path.join(path, "bin", "hexloupe.js"), 0o755)
    os.makedirs(os.path.join(path, "man"))
    for page in pages:
        shutil.copy(page, os.path.join(path, "man"))
    with open(os.path.join(path, "README.md"), "w", encoding="utf-8") as file:
        file.write(facts.readme())
    return path


def main():
    if len(sys.argv) < 4:
        raise facts.Refusal("usage: npm.py FOLDER PAGES PROGRAM...")
    npm = shutil.which("npm")
    if npm is None:
        raise facts.Refusal("npm is missing")
    os.makedirs(sys.argv[1], exist_ok=True)
    out = os.path.abspath(sys.argv[1])
    programs = [facts.Program(path) for path in sys.argv[3:]]
    with tempfile.TemporaryDirectory() as folder:
        made = dict(of_program(folder, program) for program in programs)
        if len(made) != len(programs):
            raise facts.Refusal("two programs for the same system")
        for path in [*made.values(), of_command(folder, made, sys.argv[2])]:
            command = [npm, "pack", "--silent", "--pack-destination", out]
            packed = subprocess.run(command, cwd=path, stdout=subprocess.PIPE, check=True)
            print(os.path.join(out, packed.stdout.decode().split()[-1]))


if __name__ == "__main__":
    facts.run(main)
