//! The wheel is what Python's own tools read and install.
//!
//! Invariant: names and tags are judged by the documents of their formats, sums by another reader.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::{PROGRAM, answers, is_there, print_pages, printed, python, run, script, version};

/// Makes a wheel in a folder; its path.
#[track_caller]
fn made(program: &Path, at: &Path) -> PathBuf {
    let pages = at.join("pages");
    std::fs::create_dir_all(&pages).expect("a folder");
    let path = python("wheel.py", &[program, &at.join("out"), &pages], at);
    PathBuf::from(path.trim_end())
}

/// Reads every file of a wheel and compares it with RECORD, as PEP 376 describes it.
const JUDGE: &str = r#"
import base64, csv, hashlib, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
names = wheel.namelist()
[record] = [name for name in names if name.endswith(".dist-info/RECORD")]
rows = list(csv.reader(wheel.read(record).decode().splitlines()))
assert [row[0] for row in rows] == names, rows
for name, told, size in rows[:-1]:
    data = wheel.read(name)
    kind, told = told.split("=")
    digest = hashlib.new(kind, data).digest()
    assert base64.urlsafe_b64decode(told + "=") == digest and int(size) == len(data), name
assert rows[-1] == [record, "", ""], rows[-1]
print(wheel.read(record.replace("RECORD", "METADATA")).decode())
"#;

#[test]
fn a_wheel_is_installed_run_and_removed() {
    if !is_there(&["python3", "-m", "ensurepip", "--version"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::create_dir(at.join("pages")).expect("a folder");
    print_pages(&at.join("pages"));
    let wheel = made(PROGRAM.as_ref(), at);
    let said = printed(
        "python3",
        ["-c".as_ref(), JUDGE.as_ref(), wheel.as_os_str()],
        at,
    );
    let version = version(at);
    assert!(said.contains(&format!("\nVersion: {version}\n")), "{said}");

    printed("python3", ["-m", "venv", "new"], at);
    let own = at.join("new/bin/python");
    let pip = ["-m", "pip", "--disable-pip-version-check"].map(str::as_ref);
    let install = ["install", "--no-index"].map(str::as_ref);
    printed(
        &own,
        pip.into_iter().chain(install).chain([wheel.as_os_str()]),
        at,
    );
    answers(&at.join("new/bin/hexloupe"), at);
    assert!(at.join("new/share/man/man1/hexloupe-check.1").exists());
    let removal = ["uninstall", "-y", "hexloupe"].map(str::as_ref);
    printed(&own, pip.into_iter().chain(removal), at);
    assert!(!at.join("new/bin/hexloupe").exists());
    assert!(!at.join("new/share/man/man1/hexloupe-check.1").exists());

    // The repository itself, as pre-commit installs it, brings the wheel of its version.
    let found = [
        "--find-links".as_ref(),
        wheel.parent().expect("a folder").as_os_str(),
    ];
    let repository = [OsStr::new(env!("CARGO_MANIFEST_DIR"))];
    let install = { pip.into_iter().chain(install) }
        .chain(found)
        .chain(repository);
    printed(&own, install, at);
    assert!(at.join("new/bin/hexloupe").exists());
}

/// The newest version of glibc that a program asks for is found by another reader, too.
#[test]
fn the_tag_of_a_wheel_names_the_glibc_that_the_program_needs() {
    if !cfg!(target_env = "gnu") || !is_there(&["objdump", "--version"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let symbols = printed("objdump", ["-T", PROGRAM], folder.path());
    let named = { symbols.split("GLIBC_").skip(1) }.filter_map(|word| {
        let number = word
            .split(|c: char| !c.is_ascii_digit() && c != '.')
            .next()?;
        let mut parts = number.split('.').map(|part| part.parse::<u32>().ok());
        Some((parts.next()??, parts.next()??))
    });
    let Some((major, minor)) = named.max() else {
        eprintln!("skipped: the program of the tests is static");
        return;
    };
    let wheel = made(PROGRAM.as_ref(), folder.path());
    let tag = format!("-py3-none-manylinux_{major}_{minor}_");
    let name = wheel.to_string_lossy().into_owned();
    assert!(name.contains(&tag), "{name}: {tag}");
}

/// A header of 128 bytes with some of its bytes.
fn header(parts: &[(usize, &[u8])]) -> Vec<u8> {
    let mut bytes = vec![0; 128];
    for (at, part) in parts {
        bytes[*at..at + part.len()].copy_from_slice(part);
    }
    bytes
}

/// Headers as the documents of ELF, Mach-O and PE have them, and the tags of their wheels.
#[test]
fn the_system_of_a_program_is_read_off_its_header() {
    if !is_there(&["python3", "--version"]) {
        return;
    }
    let elf = |machine: u8| header(&[(0, b"\x7fELF\x02\x01\x01"), (18, &[machine])]);
    let build = [0x32, 0, 0, 0, 24, 0, 0, 0, 1, 0, 0, 0, 0, 3, 13, 0];
    let mach = |machine: u8| {
        header(&[
            (0, b"\xcf\xfa\xed\xfe"),
            (4, &[machine, 0, 0, 1]),
            (16, &[1]),
            (32, &build),
        ])
    };
    let pe = header(&[(0, b"MZ"), (0x3C, &[64]), (64, b"PE\0\0\x64\x86")]);
    let cases = [
        (
            elf(62),
            "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
        ),
        (
            elf(183),
            "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
        ),
        (mach(12), "macosx_13_0_arm64"),
        (mach(7), "macosx_13_0_x86_64"),
        (pe, "win_amd64"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program");
    for (bytes, tag) in cases {
        std::fs::write(&program, bytes).expect("a file");
        let name = made(&program, folder.path());
        let end = format!("-py3-none-{tag}.whl");
        assert!(name.to_string_lossy().ends_with(&end), "{name:?}: {tag}");
        // The same program gives the same bytes.
        let first = std::fs::read(&name).expect("a wheel");
        assert!(std::fs::read(made(&program, folder.path())).ok() == Some(first));
    }
    for bytes in [b"#!/bin/sh\n".to_vec(), elf(3), elf(62)[..40].to_vec()] {
        std::fs::write(&program, bytes).expect("a file");
        let wheel = script("wheel.py");
        let arguments = [&wheel, &program, folder.path()].map(Path::as_os_str);
        let output = run("python3", arguments, folder.path());
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2));
        assert!(
            said.starts_with("wheel.py: ") && said.lines().count() == 1,
            "{said}"
        );
    }
}
