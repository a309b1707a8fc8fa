//! Text with one or two letters beyond ASCII: what tells is where a sign stands, which letters are
//! words, and what the letters beside it are.
//!
//! The bytes are written as numbers, from the published tables of the code pages. Invariant: the
//! answer is never surer than the few letters allow.

use hexloupe::detect;
use hexloupe::detect::verdict::{ACTING_FLOOR, Nature};

/// The encoding that is named, and that it is not sure.
#[track_caller]
fn perhaps(bytes: &[u8], id: &str) {
    let guess = detect::guess(&bytes.to_vec());
    assert_eq!(guess.verdict.encoding.id, id, "{guess:#?}");
    assert_eq!(guess.nature, Nature::TooShort, "{guess:#?}");
    assert!(guess.confidence < ACTING_FLOOR, "{guess:#?}");
}

#[track_caller]
fn named(bytes: &[u8], id: &str) {
    let guess = detect::guess(&bytes.to_vec());
    assert_eq!(guess.verdict.encoding.id, id, "{guess:#?}");
}

#[test]
fn a_sign_that_does_not_stand_there_is_a_letter_of_another_set() {
    for (bytes, id) in [
        // é is 82 in the sets of DOS, and 8E in those of the Mac.
        (&b"We met Jos\x82 at the station.\n"[..], "cp850"),
        (b"a caf\x8E in the old town.\n", "macintosh"),
        // á is A0 in the sets of DOS, a no-break space in others.
        (b"La casa est\xA0 cerrada\n", "cp850"),
        // à is 85 in them, an ellipsis in those of Windows.
        (b"a le droit \x85 la reconnaissance\n", "cp850"),
        // Ö is 99 in them, a trademark sign in those of Windows.
        (b"Fehler beim \x99ffnen der Datei\n", "cp850"),
    ] {
        perhaps(bytes, id);
    }
}

#[test]
fn signs_that_stand_where_they_do_are_signs() {
    for text in [
        &b"the price is 5 \x80 \x96 not more\n"[..],
        b"it is 20 \xB0C today, and 12\xA0km to go\n",
        b"Wait\x85 what is that?\n",
        b"Acme\x99 is a name\n",
        b"we \x96 the people \x96 did it\n",
    ] {
        named(text, "windows-1252");
    }
}

#[test]
fn quotation_marks_that_never_open_are_letters() {
    // È is C8 in windows-1252, and » in the Mac's set.
    let text = b"QUESTO \xC8 SOFTWARE LIBERO, ED \xC8 POSSIBILE REDISTRIBUIRLO\n\
                 QUESTA CHIAVE \xC8 STATA REVOCATA\nIL FILE NON \xC8 COMPATIBILE\n";
    named(text, "windows-1252");
    let quoted = b"Le mot \xAB abricot \xBB et le mot \xAB cerise \xBB\nsont \xAB doux \xBB\n";
    named(quoted, "windows-1252");
}

#[test]
fn a_letter_that_is_a_word_of_the_language_is_none_of_another_script() {
    // à in windows-1252 is а in windows-1251, and Ó in CP850 is α in CP437.
    named(b"Fichier \xE0 ignorer\n", "windows-1252");
    let names = b"Orla \xE0 Muirneach\xA0in\nMaire \xE0 Donnghusa\nSe\xA0n \xE0 Claochla\xA1\n";
    named(names, "cp850");
}

#[test]
fn one_shift_is_utf_7_where_plain_text_has_none() {
    for text in [
        &b"Prec+AO0-sase dun dispositivo de bloques\n"[..],
        b"Ok+AOQ-nd flagga, verkligen avsluta?\n",
        b"pridru+AX4-iti se sindikatu\n",
    ] {
        named(text, "utf-7");
    }
    named(b"<name>GNOME ~{ND55OnD?~}</name>\n", "hz");
    for text in [
        "The Intel+ARM-based machine is new.\n",
        "A REST+API-first design for all.\n",
        "wifi uses WPA+AMA-mode now and x86+ARM-like chips\n",
        "take +API-keys and +ARM- and git+API-v2\n",
        // Base64 that happens to be whole units: text has the ideographs of one country.
        "yesexpr \"^[+1yY]\"\n",
        "{\"checksum\": \"gaCBQMe+rpCFZxLpoP6gydBoXaKK\"}\n",
        "Boundary_(ID_PGS2F2a+z+/jL7hupKgRhA)\n",
        "ls ~{a,b}; cd ~root\n",
    ] {
        named(text.as_bytes(), "ascii");
    }
}

#[test]
fn letters_in_a_list_are_those_of_an_alphabet() {
    // The letters that people type to try a program, as each page of Windows has them.
    for (bytes, id) in [
        (&b"\xE4\xF6\xFC\n"[..], "windows-1252"),    // äöü
        (b"\xC4\xD6\xDC\n", "windows-1252"),         // ÄÖÜ
        (b"\xE5\xE4\xF6\n", "windows-1252"),         // åäö
        (b"\xE6\xF8\xE5\n", "windows-1252"),         // æøå
        (b"\xE1\xE9\xED\xF3\xFA\n", "windows-1252"), // áéíóú
        (b"\xB9\xE6\xEA\xB3\xF1\xF3\x9C\x9F\xBF\n", "windows-1250"), // ąćęłńóśźż
        (b"\xEC\x9A\xE8\xF8\x9E\xFD\xE1\xED\xE9\n", "windows-1250"), // ěščřžýáíé
        (
            b"\xE2\xE8\xE7\xEC\xEE\xED\xEF\xF2\xF0\xFB\xFE\n",
            "windows-1257",
        ), // āčēģīķļņšūž
        (b"\xE7\xF0\xFD\xF6\xFE\xFC\n", "windows-1254"), // çğıöşü
        (b"\xE0\xE1\xE2\xE3\xE4\n", "windows-1251"), // абвгд
        (b"\xE1\xE2\xE3\xE4\n", "windows-1253"),     // αβγδ
    ] {
        let guess = detect::guess(&bytes.to_vec());
        let same = guess.same.iter().map(|same| same.id);
        let mut all = same.chain([guess.verdict.encoding.id]);
        assert!(all.any(|found| found == id), "{id}: {guess:#?}");
    }
    // Bytes in order are the table of any set.
    for bytes in [
        &b"\xE0\xE1\xE2\xE3\xE4\xE5\n"[..],
        &(0xE0..=0xFF).collect::<Vec<u8>>(),
    ] {
        let guess = detect::guess(&bytes.to_vec());
        assert!(guess.confidence < ACTING_FLOOR, "{guess:#?}");
    }
    // Words of Russian are none, though each of their letters is one in Western sets.
    for (bytes, id) in [
        (&b"\xEF\xF0\xE8\xE2\xE5\xF2\n"[..], "windows-1251"), // привет
        (b"\xF2\xE5\xF1\xF2\n", "windows-1251"),              // тест
    ] {
        named(bytes, id);
    }
}

#[test]
fn braces_and_signs_inside_words_are_letters_of_a_national_page_of_ebcdic() {
    // As glibc's iconv encodes them.
    for (bytes, id) in [
        // Kan ikke åbne filen, den er låst af en anden bruger
        (
            &b"\xD2\x81\x95\x40\x89\x92\x92\x85\x40\xD0\x82\x95\x85\x40\x86\x89\x93\x85\x95\x6B\
               \x40\x84\x85\x95\x40\x85\x99\x40\x93\xD0\xA2\xA3\x40\x81\x86\x40\x85\x95\x40\x81\
               \x95\x84\x85\x95\x40\x82\x99\xA4\x87\x85\x99"[..],
            "ebcdic-277",
        ),
        // Filen kan inte öppnas, den är låst av en annan användare
        (
            &b"\xC6\x89\x93\x85\x95\x40\x92\x81\x95\x40\x89\x95\xA3\x85\x40\x6A\x97\x97\x95\x81\
               \xA2\x6B\x40\x84\x85\x95\x40\xC0\x99\x40\x93\xD0\xA2\xA3\x40\x81\xA5\x40\x85\x95\
               \x40\x81\x95\x95\x81\x95\x40\x81\x95\xA5\xC0\x95\x84\x81\x99\x85"[..],
            "ebcdic-278",
        ),
        // Non è possibile aprire il file, perché è già chiuso
        (
            &b"\xD5\x96\x95\x40\xD0\x40\x97\x96\xA2\xA2\x89\x82\x89\x93\x85\x40\x81\x97\x99\x89\
               \x99\x85\x40\x89\x93\x40\x86\x89\x93\x85\x6B\x40\x97\x85\x99\x83\x88\x5A\x40\xD0\
               \x40\x87\x89\xC0\x40\x83\x88\x89\xA4\xA2\x96"[..],
            "ebcdic-280",
        ),
        // No se puede abrir el archivo, está dañado
        (
            &b"\xD5\x96\x40\xA2\x85\x40\x97\xA4\x85\x84\x85\x40\x81\x82\x99\x89\x99\x40\x85\x93\
               \x40\x81\x99\x83\x88\x89\xA5\x96\x6B\x40\x85\xA2\xA3\x45\x40\x84\x81\x6A\x81\x84\
               \x96"[..],
            "ebcdic-284",
        ),
        // Impossible d'ouvrir le fichier, il a déjà été supprimé
        (
            &b"\xC9\x94\x97\x96\xA2\xA2\x89\x82\x93\x85\x40\x84\x7D\x96\xA4\xA5\x99\x89\x99\x40\
               \x93\x85\x40\x86\x89\x83\x88\x89\x85\x99\x6B\x40\x89\x93\x40\x81\x40\x84\xC0\x91\
               \x7C\x40\xC0\xA3\xC0\x40\xA2\xA4\x97\x97\x99\x89\x94\xC0"[..],
            "ebcdic-297",
        ),
    ] {
        named(bytes, id);
    }
    // Code and tables have braces, brackets and bars.
    for (bytes, id) in [
        // if(a(0)) { call; } else { stop; }
        (
            &b"\x89\x86\x4D\x81\x4D\xF0\x5D\x5D\x40\xC0\x40\x83\x81\x93\x93\x5E\x40\xD0\x40\x85\
               \x93\xA2\x85\x40\xC0\x40\xA2\xA3\x96\x97\x5E\x40\xD0"[..],
            "ebcdic-037",
        ),
        // The fields are name|address|phone in every record.
        (
            b"\xE3\x88\x85\x40\x86\x89\x85\x93\x84\xA2\x40\x81\x99\x85\x40\x95\x81\x94\x85\x4F\
               \x81\x84\x84\x99\x85\xA2\xA2\x4F\x97\x88\x96\x95\x85\x40\x89\x95\x40\x85\xA5\x85\
               \x99\xA8\x40\x99\x85\x83\x96\x99\x84\x4B",
            "ebcdic-037",
        ),
        // def first(values: Iterable[T]) -> Iterable[Tuple[bool, T]]:
        (
            b"\x84\x85\x86\x40\x86\x89\x99\xA2\xA3\x4D\xA5\x81\x93\xA4\x85\xA2\x7A\x40\xC9\xA3\
               \x85\x99\x81\x82\x93\x85\x4A\xE3\x5A\x5D\x40\x60\x6E\x40\xC9\xA3\x85\x99\x81\x82\
               \x93\x85\x4A\xE3\xA4\x97\x93\x85\x4A\x82\x96\x96\x93\x6B\x40\xE3\x5A\x5A\x7A",
            "ebcdic-500",
        ),
    ] {
        named(bytes, id);
    }
}

#[test]
fn katakana_of_half_width_is_japanese() {
    // As Python encodes it in cp932: ﾃｽﾄ ﾃﾞｰﾀ, ﾔﾏﾀﾞ ﾀﾛｳ, 注文ﾃﾞｰﾀ.
    for bytes in [
        &b"\xC3\xBD\xC4 \xC3\xDE\xB0\xC0\n"[..],
        b"\xD4\xCF\xC0\xDE \xC0\xDB\xB3\n",
        b"\x92\x8D\x95\xB6\xC3\xDE\xB0\xC0\n",
    ] {
        named(bytes, "shift_jis");
    }
    // Capitals in Cyrillic and Greek have the same bytes: \xC4\xC0, \xCD\xC5\xD2.
    named(
        "ДА, НЕТ, ОТКРЫТЬ"
            .chars()
            .map(windows_1251)
            .collect::<Vec<u8>>()
            .as_slice(),
        "windows-1251",
    );
}

/// The byte of a character: the capitals of windows-1251 are in the order of Unicode.
fn windows_1251(c: char) -> u8 {
    match c {
        'А'..='я' => (u32::from(c) - 0x410 + 0xC0) as u8,
        _ => c as u8,
    }
}

#[test]
fn names_of_western_europe_are_windows_1252_though_hungarian_has_their_letters() {
    // ü, ö, é, á and í are the same bytes in windows-1250 and windows-1252.
    for bytes in [
        &b"name;city\nM\xFCller;K\xF6ln\nJos\xE9;C\xE1diz\nGarc\xEDa;M\xE1laga\n"[..],
        b"M\xFCller;K\xF6ln\nJos\xE9;C\xE1diz\n",
    ] {
        named(bytes, "windows-1252");
        let guess = detect::guess(&bytes.to_vec());
        assert!(guess.same.iter().any(|same| same.id == "windows-1250"));
    }
    // Sentences of Hungarian, and a name with a letter that windows-1252 does not have.
    named(
        b"A k\xE9t sz\xF3: j\xF3 \xE9s sz\xE9p, a t\xF6bbi mind\xEDg ott volt az asztalon.\n",
        "windows-1250",
    );
    named(
        b"Kov\xE1cs;Gy\xF5r\nSzab\xF3;Miskolc\nT\xF3th;P\xE9cs\n",
        "windows-1250",
    );
}
