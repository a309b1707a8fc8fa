"""Writes what other package managers need to install a release.

    python3 recipes.py SHA256SUMS FOLDER [REPOSITORY]

For each of them there is a folder: `homebrew`, `scoop`, `winget`, `aur` and `nix`. The archives are
those that SHA256SUMS names, in the version of Cargo.toml; REPOSITORY is the address where they are,
else that of Cargo.toml.

Invariant: version, sums and addresses are in no file by hand.
"""

import base64
import json
import os
import re
import sys

import facts

LINUX = ("x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl")
MAC = ("x86_64-apple-darwin", "aarch64-apple-darwin")
WINDOWS = "x86_64-pc-windows-msvc"
IDENTIFIER = "hexloupe.hexloupe"
SCHEMA = "1.6.0"


class Release:
    """The archives of a release: the address and the sum of each."""

    def __init__(self, sums, repository):
        self.version = facts.version()
        self.about = facts.manifest("description")
        self.repository = repository.rstrip("/")
        with open(sums, encoding="ascii") as file:
            lines = (line.split() for line in file)
            self.sums = {name: digest for digest, name in lines}

    def archive(self, target):
        """The name of an archive without its ending."""
        return f"hexloupe-{self.version}-{target}"

    def sum(self, target):
        """The sum of an archive."""
        ending = "zip" if target == WINDOWS else "tgz"
        name = f"{self.archive(target)}.{ending}"
        if not re.fullmatch("[0-9a-f]{64}", self.sums.get(name, "")):
            raise facts.Refusal(f"there is no sum of {name}")
        return self.sums[name]

    def address(self, target):
        """Where an archive is downloaded."""
        ending = "zip" if target == WINDOWS else "tgz"
        return f"{self.repository}/releases/download/v{self.version}/{self.archive(target)}.{ending}"


def homebrew(release):
    """A formula."""

    def part(target):
        return f'      url "{release.address(target)}"\n      sha256 "{release.sum(target)}"\n'

    def system(name, targets):
        intel, arm = map(part, targets)
        return (
            f"  on_{name} do\n    on_intel do\n{intel}    end\n    on_arm do\n{arm}    end\n  end\n"
        )

    about = release.about[len("A ") :].split(":")[0]
    yield "hexloupe.rb", f'''class Hexloupe < Formula
  desc "{about[0].upper()}{about[1:]}"
  homepage "{release.repository}"
  version "{release.version}"
  license any_of: ["MIT", "Apache-2.0"]

{system("macos", MAC)}
{system("linux", LINUX)}
  def install
    bin.install "hexloupe"
    man1.install Dir["extra/*.1"]
    bash_completion.install "extra/hexloupe.bash" => "hexloupe"
    zsh_completion.install "extra/_hexloupe"
    fish_completion.install "extra/hexloupe.fish"
  end

  test do
    (testpath/"bad.txt").binwrite "h\\xE9\\n"
    assert_match "bad.txt:1:2", shell_output("#{{bin}}/hexloupe check bad.txt", 1)
  end
end
'''


def scoop(release):
    """A manifest for Scoop."""
    manifest = {
        "version": release.version,
        "description": release.about,
        "homepage": release.repository,
        "license": "MIT|Apache-2.0",
        "architecture": {
            "64bit": {
                "url": release.address(WINDOWS),
                "hash": release.sum(WINDOWS),
                "extract_dir": release.archive(WINDOWS),
            }
        },
        "bin": "hexloupe.exe",
        "checkver": {"github": release.repository},
        "autoupdate": {
            "architecture": {
                "64bit": {
                    "url": release.address(WINDOWS).replace(release.version, "$version"),
                    "extract_dir": release.archive(WINDOWS).replace(release.version, "$version"),
                }
            },
            "hash": {"url": "$baseurl/SHA256SUMS"},
        },
    }
    yield "hexloupe.json", json.dumps(manifest, indent=4) + "\n"


def winget(release):
    """The three files of a package for WinGet."""

    def file(kind, lines):
        schema = f"https://aka.ms/winget-manifest.{kind}.{SCHEMA}.schema.json"
        head = f"# yaml-language-server: $schema={schema}\n"
        head += f"PackageIdentifier: {IDENTIFIER}\nPackageVersion: {release.version}\n"
        return f"{head}{lines}ManifestType: {kind}\nManifestVersion: {SCHEMA}\n"

    yield f"{IDENTIFIER}.yaml", file("version", "DefaultLocale: en-US\n")
    yield f"{IDENTIFIER}.installer.yaml", file(
        "installer",
        "InstallerType: zip\n"
        "NestedInstallerType: portable\n"
        "NestedInstallerFiles:\n"
        f"- RelativeFilePath: {release.archive(WINDOWS)}\\hexloupe.exe\n"
        "  PortableCommandAlias: hexloupe\n"
        "Installers:\n"
        "- Architecture: x64\n"
        f"  InstallerUrl: {release.address(WINDOWS)}\n"
        f"  InstallerSha256: {release.sum(WINDOWS).upper()}\n",
    )
    yield f"{IDENTIFIER}.locale.en-US.yaml", file(
        "defaultLocale",
        "PackageLocale: en-US\n"
        "Publisher: The authors of hexloupe\n"
        "PackageName: hexloupe\n"
        f"PackageUrl: {release.repository}\n"
        f"License: {facts.manifest('license')}\n"
        f'ShortDescription: "{release.about}"\n',
    )


def aur(release):
    """A recipe of Arch Linux, and its summary."""
    # A version of Arch has no hyphen.
    version = release.version.replace("-", "_")
    rows = [("x86_64", LINUX[0]), ("aarch64", LINUX[1])]
    sources = [
        (f"source_{arch}", f"hexloupe-{version}-{arch}.tgz::{release.address(target)}")
        for arch, target in rows
    ]
    sums = [(f"sha256sums_{arch}", release.sum(target)) for arch, target in rows]
    fields = "".join(f"{name}=('{value}')\n" for name, value in [*sources, *sums])
    yield "PKGBUILD", f"""# shellcheck disable=SC2034,SC2154
pkgname=hexloupe-bin
pkgver={version}
pkgrel=1
pkgdesc='{release.about}'
arch=('x86_64' 'aarch64')
url='{release.repository}'
license=('MIT' 'Apache-2.0')
provides=('hexloupe')
conflicts=('hexloupe')
options=('!strip')
{fields}
package() {{
  cd "hexloupe-{release.version}-$CARCH-unknown-linux-musl" || return
  install -Dm755 hexloupe -t "$pkgdir/usr/bin"
  install -Dm644 extra/*.1 -t "$pkgdir/usr/share/man/man1"
  install -Dm644 extra/hexloupe.bash "$pkgdir/usr/share/bash-completion/completions/hexloupe"
  install -Dm644 extra/_hexloupe -t "$pkgdir/usr/share/zsh/site-functions"
  install -Dm644 extra/hexloupe.fish -t "$pkgdir/usr/share/fish/vendor_completions.d"
  install -Dm644 LICENSE-MIT THIRD-PARTY.md -t "$pkgdir/usr/share/licenses/$pkgname"
}}
"""
    lines = [
        ("pkgdesc", release.about),
        ("pkgver", version),
        ("pkgrel", "1"),
        ("url", release.repository),
        ("arch", "x86_64"),
        ("arch", "aarch64"),
        ("license", "MIT"),
        ("license", "Apache-2.0"),
        ("provides", "hexloupe"),
        ("conflicts", "hexloupe"),
        ("options", "!strip"),
        *[row for pair in zip(sources, sums) for row in pair],
    ]
    fields = "".join(f"\t{name} = {value}\n" for name, value in lines)
    yield ".SRCINFO", f"pkgbase = hexloupe-bin\n{fields}\npkgname = hexloupe-bin\n"


def nix(release):
    """A derivation of the archives."""
    rows = ""
    for system, target in zip(
        ("x86_64-linux", "aarch64-linux", "x86_64-darwin", "aarch64-darwin"), LINUX + MAC
    ):
        digest = base64.b64encode(bytes.fromhex(release.sum(target))).decode()
        rows += f'    {system} = {{\n      url = "{release.address(target)}";\n'
        rows += f'      hash = "sha256-{digest}";\n    }};\n'
    yield "hexloupe.nix", f"""{{
  lib,
  stdenvNoCC,
  fetchurl,
  installShellFiles,
}}:

let
  system = stdenvNoCC.hostPlatform.system;
  archives = {{
{rows}  }};
in
stdenvNoCC.mkDerivation {{
  pname = "hexloupe";
  version = "{release.version}";

  src = fetchurl (archives.${{system}} or (throw "hexloupe has no program for ${{system}}"));

  nativeBuildInputs = [ installShellFiles ];

  installPhase = ''
    runHook preInstall
    install -Dm755 hexloupe -t $out/bin
    installManPage extra/*.1
    installShellCompletion --bash extra/hexloupe.bash --fish extra/hexloupe.fish --zsh extra/_hexloupe
    runHook postInstall
  '';

  meta = {{
    description = "{release.about}";
    homepage = "{release.repository}";
    license = with lib.licenses; [
      mit
      asl20
    ];
    mainProgram = "hexloupe";
    platforms = builtins.attrNames archives;
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  }};
}}
"""


def main():
    if len(sys.argv) not in (3, 4):
        raise facts.Refusal("usage: recipes.py SHA256SUMS FOLDER [REPOSITORY]")
    repository = sys.argv[3] if len(sys.argv) == 4 else facts.repository()
    release = Release(sys.argv[1], repository)
    for make in (homebrew, scoop, winget, aur, nix):
        folder = os.path.join(sys.argv[2], make.__name__)
        os.makedirs(folder, exist_ok=True)
        for name, text in make(release):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            print(path)


if __name__ == "__main__":
    facts.run(main)
