//! The first bytes of a file against the rest: declarations, and lines that name an interpreter.
//!
//! Invariant: a declaration that may be right is no finding.

use super::place::Place;

/// A file, and the finding that it has, if any.
#[rustfmt::skip]
const HEADS: [(&[u8], Option<&str>); 13] = [
    // T32: the mark says UTF-8, and so do the bytes.
    ("\u{FEFF}<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<a>café</a>\n".as_bytes(),
        Some("a:1:31: declaration of another encoding U+0069 LATIN SMALL LETTER I at 0x21: 69 73 6F 2D 38 38 35 39 2D 31 [declared-otherwise]")),
    ("<meta charset=windows-1251><title>Привет</title>\n".as_bytes(), Some("[declared-otherwise]")),
    ("# -*- coding: latin-1 -*-\ns = 'é'\n".as_bytes(), Some("[declared-otherwise]")),
    // The name is right, or may be.
    ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<a>café</a>\n".as_bytes(), None),
    (b"<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<a>cafe</a>\n", None),
    ("café, in iso-8859-1\n".as_bytes(), None),
    // T61.
    (b"#![allow(dead_code)]\r\nfn main() {}\r\n", None),
    (b"#!/bin/bash\r\necho hi\r\n", Some("a:1:12: interpreter line that ends in CR U+000D CARRIAGE RETURN at 0xB: 0D [shebang-cr]")),
    (b"#!/bin/bash\necho hi\r\n", None),
    (b"#!/bin/bash\r", None),
    (b" #!/bin/bash\r\n", None),
    (b"#!\r\n", Some("[shebang-cr]")),
    (b"", None),
];

#[test]
fn what_contradicts_the_first_bytes_is_told_and_may_be_denied() {
    for (bytes, said) in HEADS {
        let place = Place::with(&[("a", bytes)]);
        let shown = String::from_utf8_lossy(bytes);
        for (deny, code) in [
            ("--notices", 0),
            ("--deny declared-otherwise,shebang-cr", 1),
        ] {
            let done = place.check(&format!("{deny} a")).output().unwrap();
            let found = String::from_utf8(done.stdout).unwrap();
            let is_of_head = |line: &&str| line.contains("[declared") || line.contains("[shebang");
            let found: Vec<&str> = found.lines().filter(is_of_head).collect();
            match said {
                Some(said) => {
                    assert_eq!(found.len(), 1, "{shown}: {found:?}");
                    assert!(found[0].ends_with(said), "{shown}: {found:?}");
                    assert_eq!(done.status.code(), Some(code), "{shown}");
                }
                None => assert!(found.is_empty(), "{shown}: {found:?}"),
            }
        }
        let piped = place.check("--notices -").stdin(bytes).output().unwrap();
        let piped = String::from_utf8(piped.stdout).unwrap();
        assert_eq!(
            piped.contains("[declared") || piped.contains("[shebang"),
            said.is_some(),
            "{shown}"
        );
    }
}

/// Bytes that are not UTF-8 may be what the file declares, and `-e` says that the user knows better.
#[test]
fn who_names_an_encoding_or_has_faults_is_not_told_of_the_declaration() {
    let legacy = b"<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<a>caf\xE9</a>\n";
    let place = Place::with(&[("legacy", legacy), ("utf", HEADS[0].0)]);
    for line in ["--notices legacy", "--notices -e utf-8 utf"] {
        let done = place.check(line).output().unwrap();
        let found = String::from_utf8(done.stdout).unwrap();
        assert!(!found.contains("declared-otherwise"), "{line}: {found}");
    }
}
