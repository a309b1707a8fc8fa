//! Layers of made mails and documents: their names, their texts, and their places in the file.
//!
//! Judged by texts that are written out here.

use super::*;

/// The layers of some data: their names, texts, and the bytes of the file at each end.
fn layers(data: &[u8]) -> Vec<(String, String)> {
    let data = data.to_vec();
    let never = std::sync::atomic::AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| {});
    let mut all = Vec::new();
    let ended = each(&mut control, &data, &mut |layer| {
        let window = layer.window(0, 1 << 20);
        let text = String::from_utf8_lossy(&window.bytes).into_owned();
        all.push((layer.name(), text));
        ControlFlow::Continue(())
    });
    assert!(ended.is_continue());
    all
}

#[track_caller]
fn check(data: &str, expected: &[(&str, &str)]) {
    let found = layers(data.as_bytes());
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    assert_eq!(found, expected, "{data}");
}

#[test]
fn text_is_found_in_each_coat() {
    check(
        "Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe,_5?= =?utf-8?B?IOKCrA==?= x",
        &[("encoded words in a mail header", "Grüße, 5 €")],
    );
    check(
        "q=%D0%BF%D1%80&x=%41",
        &[("percent signs", "пр"), ("percent signs", "A")],
    );
    check(
        r#"{"a": "b", "c": "\u043f\n"}"#,
        &[("a JSON string", "п\n")],
    );
    check(r"title=\u043f\u0440 ok", &[("escapes", "пр")]);
    check(r#"s = "\xd0\xbf!";"#, &[("a string with escapes", "п!")]);
    check("<p>caf&eacute; noir</p>", &[("entities", "café noir")]);
    check(
        "<p>a%20b &lt; c</p>",
        &[
            ("entities", "a%20b < c"),
            ("percent signs in entities", "a b"),
        ],
    );
    check(
        "VALUES (0xD0BFD180, X'D0BF')",
        &[("a number in hex", "пр"), ("a number in hex", "п")],
    );
    check("a data:;base64,SGVsbG8= b", &[("a data URI", "Hello")]);
    check("body: 0J/RgNC40LLQtdGCIQ==", &[("base64", "Привет!")]);
    check(
        "BEGIN:VCARD\nFN:Gr\n \u{fc}\nEND:VCARD\n",
        &[("folded lines", "BEGIN:VCARD\nFN:Grü\nEND:VCARD\n")],
    );
}

#[test]
fn sound_text_has_no_layer() {
    for text in [
        "plain text with 100% and a & b; \"quoted\" and 0x12",
        "path\\to\\file and \"no escapes\"",
        "https://example.org/a?b=c#d averylongidentifierInSomeCode123",
        "commit da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "",
    ] {
        check(text, &[]);
    }
}

/// A mail with a body in base64 that is JSON, which holds a URL with percent signs in a string.
const MAIL: &str = "From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"b1\"\r\n\r\n\
preamble\r\n--b1\r\nContent-Type: text/plain; charset=koi8-r\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
=F0=D2=C9=\r\n=D7=C5=D4\r\n--b1\r\nContent-Type: application/json; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n\
eyJ1IjogImh0dHBzOlwvXC9leGFtcGxl\r\nLm9yZ1wvP3E9JUQwJUJGIn0=\r\n--b1--\r\n";

#[test]
fn coats_inside_one_another_are_taken_off() {
    let found = layers(MAIL.as_bytes());
    let names: Vec<&str> = found.iter().map(|(name, _)| &**name).collect();
    assert_eq!(
        names,
        [
            "quoted-printable",
            "base64",
            "a JSON string in base64",
            "percent signs in a JSON string in base64",
        ]
    );
    assert_eq!(found[1].1, r#"{"u": "https:\/\/example.org\/?q=%D0%BF"}"#);
    assert_eq!(found[3].1, "п");
}

#[test]
fn a_place_leads_into_the_layer_and_back() {
    let data = MAIL.as_bytes().to_vec();
    let place = MAIL.find("=D7=C5").unwrap() as u64;
    let layer = at(&data, place).unwrap();
    assert_eq!(
        (layer.name(), layer.declared.as_deref()),
        ("quoted-printable".to_owned(), Some("koi8-r"))
    );
    assert_eq!(layer.window(0, 99).bytes, b"\xF0\xD2\xC9\xD7\xC5\xD4");
    assert_eq!(layer.offset_of(place), 3);
    assert_eq!(layer.address(5), place + 6);
    // In the third coat the places are still those of the file.
    let place = MAIL.find("JUQwJUJG").unwrap() as u64;
    let outer = at(&data, place).unwrap();
    let inner = at(&outer, outer.offset_of(place)).unwrap();
    assert_eq!(inner.name(), "a JSON string");
    let last = at(&inner, inner.offset_of(place)).unwrap();
    assert_eq!(last.window(0, 9).bytes, "п".as_bytes());
    assert!(
        (place - 4..place + 8).contains(&last.address(0)),
        "{}",
        last.address(0)
    );
}

/// Wherever the text is cut for reading, the layers are the same.
#[test]
fn places_of_layers_are_in_the_file() {
    let data = MAIL.as_bytes().to_vec();
    let never = std::sync::atomic::AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| {});
    let _ = each(&mut control, &data, &mut |layer| {
        let mut before = 0;
        for offset in 0..layer.len() {
            let place = layer.address(offset);
            assert!(
                place >= before && place < data.len() as u64,
                "{}",
                layer.name()
            );
            before = place;
        }
        ControlFlow::Continue(())
    });
}

#[test]
fn damaged_coats_are_read_up_to_the_damage() {
    for len in 0..MAIL.len() {
        layers(&MAIL.as_bytes()[..len]);
        let mut damaged = MAIL.as_bytes().to_vec();
        damaged[len] ^= 0x55;
        layers(&damaged);
    }
}

#[test]
fn a_mail_in_a_mail_has_a_head_and_parts_of_its_own() {
    let inner = "Subject: in\nContent-Type: text/plain; charset=utf-8\n\
                 Content-Transfer-Encoding: quoted-printable\n\n=D0=9F\n";
    let of_one = [("quoted-printable", "\u{41F}\n")];
    check(
        &format!("From: a@b\nContent-Type: message/rfc822\n\n{inner}"),
        &of_one,
    );
    check(
        &format!(
            "From: a@b\nContent-Type: message/rfc822\n\n\
             Subject: x\nContent-Type: Message/RFC822; name=y\n\n{inner}"
        ),
        &of_one,
    );
    let of_part = [("quoted-printable", "\u{41F}")];
    check(
        &format!(
            "From: a@b\nContent-Type: multipart/mixed; boundary=o\n\n--o\n\
             Content-Type: message/rfc822\n\n{inner}--o--\n"
        ),
        &of_part,
    );
}

#[test]
fn a_coat_in_a_long_line_is_whole() {
    let hex = "78".repeat(STEP) + "D09FD180D0B8";
    let found = layers(format!("a\nVALUES (X'{hex}')\n").as_bytes());
    assert_eq!(found.len(), 1);
    let data = format!("a\nVALUES (X'{hex}')\n").into_bytes();
    let layer = at(&data, 100).expect("a layer");
    assert_eq!(
        layer.window(STEP as u64, 9).bytes,
        "\u{41F}\u{440}\u{438}".as_bytes()
    );
}

/// Python's `xml.etree` gives the same text of these documents.
#[test]
fn a_section_of_xml_is_a_coat_of_its_own() {
    check(
        "<a>&lt;b&gt;<![CDATA[x &amp;\n &eacute; ]] > y]]>&eacute;</a>",
        &[
            ("entities", "<b>"),
            ("a CDATA section", "x &amp;\n &eacute; ]] > y"),
            ("entities in a CDATA section", "x &"),
            ("entities in a CDATA section", " é ]] "),
            ("entities", "é"),
        ],
    );
    check("<a><![CDATA[ no end", &[]);
}

/// A mail that a program saved in UTF-16, in both byte orders.
#[test]
fn coats_are_found_in_utf_16_with_their_places() {
    let mail = "\u{FEFF}Subject: =?utf-8?Q?=C3=BC?=\r\n\
                Content-Transfer-Encoding: base64\r\n\r\n0J/RgNC4\r\n";
    let little: Vec<u8> = mail.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = mail.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for data in [little, big] {
        let found = layers(&data);
        let found: Vec<&str> = found.iter().map(|(_, text)| &**text).collect();
        assert_eq!(found, ["ü", "При"]);
        let body = mail.find("0J").unwrap() - 3 + 1;
        let offset = 2 * body as u64;
        let layer = at(&data, offset + 2).expect("the body");
        assert_eq!((layer.place, layer.address(0)), (offset, offset));
        assert_eq!(layer.offset_of(offset), 0);
    }
}

/// Pieces of a line that is longer than what is read at once: no coat is cut, and the line is told.
#[test]
fn coats_of_a_line_that_is_too_long_are_whole_or_told() {
    let one = r#"{"a": "\u043f\n", "b%20c": 1, "d": "0J/RgNC4IDEyMyA0NTY="}, "#;
    let text = format!("x\n{}\ny \\u0440\n", one.repeat(9));
    let all = |longest, overlap| {
        let mut found = Vec::new();
        let data = text.clone().into_bytes();
        let _ = coats_in(&data, (longest, overlap), &mut |coat, _| {
            found.push((coat.kind, coat.range.clone()));
            ControlFlow::Continue(())
        });
        found
    };
    let expected = all(text.len() + 1, 0);
    assert_eq!(expected.len(), 28);
    for longest in one.len()..text.len() {
        let found = all(longest, 40);
        let (told, found): (Vec<_>, Vec<_>) =
            { found.into_iter() }.partition(|(kind, _)| *kind == CoatKind::LongLine);
        assert_eq!(found, expected, "{longest}");
        assert_eq!(
            told.len(),
            usize::from(longest <= 9 * one.len()),
            "{longest}"
        );
    }
}
