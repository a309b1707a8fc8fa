"""Says what a release still needs; with nothing left it prints one line and exits with 0.

    python3 release.py TAG

Invariant: every reason that stands against a release is printed at once.
"""

import glob
import os
import re
import sys

import facts


def reasons(tag):
    """What is missing or does not agree."""
    version = facts.version()
    if tag != f"v{version}":
        yield f"the tag is {tag}, and the version in Cargo.toml {version}"
    for key in ("repository", "homepage"):
        if not facts.manifest(key):
            yield f"Cargo.toml has no {key}; fill in the line under [workspace.package]"
    for found in re.findall(r'path = "crates/[a-z-]+", version = "([^"]*)"', facts.read("Cargo.toml")):
        if found != version:
            yield f"Cargo.toml asks for a crate of the workspace in version {found}"
    for path in glob.glob(os.path.join(facts.ROOT, "crates", "*", "Cargo.toml")):
        text = facts.read(os.path.relpath(path, facts.ROOT))
        for key in ("version", "repository", "homepage"):
            if f"\n{key}.workspace = true\n" not in text:
                yield f"{os.path.relpath(path, facts.ROOT)} does not take the {key} of the workspace"
    changes = facts.read("CHANGELOG.md")
    if not re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changes, re.MULTILINE):
        yield f"CHANGELOG.md has no heading `## [{version}] - YYYY-MM-DD`"
    unreleased = re.search(r"^## \[Unreleased\]\n(.*?)(?=^## )", changes, re.MULTILINE | re.DOTALL)
    if unreleased and unreleased.group(1).strip():
        yield "CHANGELOG.md has changes that are in no version"


def main():
    if len(sys.argv) != 2:
        raise facts.Refusal("usage: release.py TAG")
    left = list(reasons(sys.argv[1]))
    if left:
        raise facts.Refusal("\nrelease.py: ".join(left))
    print(f"{sys.argv[1]} can be released")


if __name__ == "__main__":
    facts.run(main)
