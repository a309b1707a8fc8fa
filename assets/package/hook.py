"""Builds what `pre-commit` installs for the hooks of the language python.

It is an empty package that needs the wheel of hexloupe in the version of this repository, so a hook
downloads a program and builds nothing. `pyproject.toml` names this file as its builder (PEP 517).

Invariant: the version that is needed is that of Cargo.toml.
"""

import os

import facts
import wheel

NAME = "hexloupe_hooks"


def build_wheel(folder, config_settings=None, metadata_directory=None):
    """Writes the wheel; its name."""
    version = facts.python_version()
    info = f"{NAME}-{version}.dist-info"
    metadata = (
        "Metadata-Version: 2.1\n"
        f"Name: {NAME.replace('_', '-')}\n"
        f"Version: {version}\n"
        f"Summary: Needs hexloupe {version}, for hooks\n"
        f"Requires-Dist: hexloupe=={version}\n"
    )
    head = "Wheel-Version: 1.0\nGenerator: hexloupe\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    name = f"{NAME}-{version}-py3-none-any.whl"
    files = [
        (f"{info}/METADATA", metadata.encode(), False),
        (f"{info}/WHEEL", head.encode(), False),
    ]
    wheel.pack(os.path.join(folder, name), files)
    return name


def build_sdist(folder, config_settings=None):
    """Refuses: the sources are those of Cargo."""
    raise facts.Refusal("there is no source distribution; `cargo package` makes the packages of Cargo")
