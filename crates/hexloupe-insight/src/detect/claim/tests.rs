//! Every kind of declaration, and text that looks like one. Invariant: the label is at the
//! offset that the claim names.

use super::*;

#[track_caller]
fn check(head: &[u8], expected: Option<(&str, &str, Option<&str>)>) {
    let found = claim(head);
    let shown = String::from_utf8_lossy(head);
    let told = found.as_ref().map(|claim| {
        let id = claim.encoding.map(|encoding| encoding.id);
        (claim.label.as_str(), claim.source, id)
    });
    assert_eq!(told, expected, "{shown}");
    let Some(claim) = found else { return };
    assert!(!claim.holds);
    let at = &head[claim.offset as usize..];
    let first = claim.label.as_bytes()[0];
    let here = at.starts_with(claim.label.as_bytes()) || at.starts_with(&[0, first]);
    let wide = at.starts_with(&[first, 0]) || claim.source == "XML declaration";
    assert!(here || wide, "{shown}: {}", claim.offset);
}

/// A row is a label, the id of its encoding or `-`, and the text.
#[track_caller]
fn claims(row: &str, source: &str) {
    let [label, id, text] = row.splitn(3, ' ').collect::<Vec<_>>()[..] else {
        panic!("no row: {row}")
    };
    let id = Some(id).filter(|id| *id != "-");
    check(text.as_bytes(), Some((label, source, id)));
}

#[track_caller]
fn nothing(text: &str) {
    check(text.as_bytes(), None);
}

const XML: &str = "XML declaration";
const META: &str = "HTML meta";
const CODING: &str = "coding comment";
const TYPE: &str = "Content-Type header";
const CSS: &str = "CSS @charset";

#[test]
fn an_xml_declaration() {
    for row in [
        r#"windows-1251 windows-1251 <?xml version="1.0" encoding="windows-1251"?><a/>"#,
        "KOI8-R koi8-r <?xml version='1.0' encoding='KOI8-R' ?>",
        "utf-8 utf-8 <?xml\nversion = '1.0'\r\n encoding = \"utf-8\" standalone='no'?>",
        "ISO-8859-1 windows-1252 <?xml encoding='ISO-8859-1'?>",
        "utf-8 utf-8 \u{FEFF}<?xml version='1.0' encoding='utf-8'?>",
        // An impossible declaration is still a claim.
        "utf-16 utf-16le <?xml version='1.0' encoding='utf-16'?>",
        "cp437 cp437 <?xml version='1.0' encoding='cp437'?>",
        "IBM850 cp850 <?xml version='1.0' encoding='IBM850'?>",
        "MacCyrillic x-mac-cyrillic <?xml version='1.0' encoding='MacCyrillic'?>",
        "IBM037 ebcdic-037 <?xml version='1.0' encoding='IBM037'?>",
    ] {
        claims(row, XML);
    }
    for text in [
        " <?xml version='1.0' encoding='koi8-r'?>",
        "<?xml version='1.0'?>",
        "<?xml version='1.0' encoding=koi8-r?>",
        "<?xml version='1.0'encoding='koi8-r'?>",
        "<?xml version='1.0' encoding='koi8-r'",
        "<?xml version='1.0' encoding=''?>",
        "<?xml version='1.0' encoding='koi8 r'?>",
        "<?xml version='1.0' encoding=",
        "<?xml encoding",
        "<?xml",
        "<?xml?>",
        "<?xml-stylesheet encoding='koi8-r'?>",
        "<?xml version=\"<?xml encoding='koi8-r'\" ?>",
    ] {
        nothing(text);
    }
    let long = format!("<?xml version='1.0' encoding='{}'?>", "a".repeat(41));
    nothing(&long);
}

#[test]
fn an_xml_declaration_in_other_units() {
    let text = "<?xml version='1.0' encoding='utf-16'?><я/>";
    for (mark, label, id) in [("", "utf-16", "utf-16"), ("\u{FEFF}", "utf-16", "utf-16")] {
        let units = || mark.encode_utf16().chain(text.encode_utf16());
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        check(&little, Some((label, XML, Some(&format!("{id}le")))));
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        check(&big, Some((label, XML, Some(&format!("{id}be")))));
    }
    let text = text.replace("utf-16", "utf-16le");
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    check(&big, Some(("utf-16le", XML, Some("utf-16le"))));
    let ebcdic = table::by_label("ebcdic-037").unwrap().encoding();
    let text = "<?xml version='1.0' encoding='ebcdic-cp-us'?>";
    let bytes: Vec<u8> = (0..=255u8).collect();
    let of = |c: char| {
        let mut all = bytes.iter();
        let meaning = |b: u8| ebcdic.decode(&mut CodecState::default(), &[b]).meaning;
        *all.find(|b| meaning(**b).scalar() == Some(c)).unwrap()
    };
    let head: Vec<u8> = text.chars().map(of).collect();
    let found = claim(&head).unwrap();
    assert_eq!((found.label.as_str(), found.offset), ("ebcdic-cp-us", 30));
}

#[test]
fn a_page_names_its_encoding_as_browsers_read_it() {
    for row in [
        "windows-1251 windows-1251 <!DOCTYPE html><html><head><meta charset=\"windows-1251\">",
        "koi8-r koi8-r <META CHARSET=koi8-r>",
        "utf-8 utf-8 \n <meta/charset = ' utf-8 '>",
        "shift_jis shift_jis <meta http-equiv=\"Content-Type\" content=\"text/html; charset=shift_jis\">",
        "big5 big5 <meta content='text/html;charset=\"big5\"' http-equiv=content-type>",
        "latin1 windows-1252 <!-- <meta charset=koi8-r> --><meta charset=latin1>",
        "koi8-r koi8-r <!--><meta charset=koi8-r>",
        "big5 big5 <a title='<meta charset=koi8-r>'><meta charset=big5>",
        "big5 big5 </p <meta charset=koi8-r><meta charset=big5>",
        "euc-kr euc-kr <meta name=x content='charset=koi8-r'><meta charset=euc-kr>",
        // An unknown name is skipped, but is claimed if no known name follows.
        "gbk gbk <meta charset=nonsense><meta charset=gbk>",
        "nonsense - <meta charset=nonsense>",
        "utf-16 utf-16le <meta charset=utf-16>",
        "gbk gbk <?php echo 1 ?><meta charset=gbk>",
        "gbk gbk <?xml version='1.0'?><html><meta charset=gbk>",
    ] {
        claims(row, META);
    }
    for text in [
        "A page says <meta charset=koi8-r> of itself.",
        "<p>the charset = koi8-r",
        "<metal charset=koi8-r>",
        "<meta http-equiv=content-type content='text/html; charset'>",
        "<meta http-equiv=content-type content=\"text/html; charset='koi8-r\">",
        "<meta http-equiv=refresh content='text/html; charset=koi8-r'>",
        "<meta content='text/html; charset=koi8-r'>",
        "<meta charset=\"koi8-r",
        "<!-- <meta charset=koi8-r>",
        "<meta charset=>",
        "<meta charset",
        "<meta",
        "<",
        "<meta charset=\"кои8\">",
    ] {
        nothing(text);
    }
    nothing(&format!("<p>{}<meta charset=koi8-r>", " ".repeat(1024)));
}

#[test]
fn a_comment_of_the_first_two_lines() {
    for row in [
        "koi8-r koi8-r # -*- coding: koi8-r -*-\n",
        "cp1251 windows-1251 #!/usr/bin/env python\n# -*- coding: cp1251 -*-\n",
        "utf-8 utf-8 # coding=utf-8",
        "utf-8 utf-8 \t#coding: utf-8  \r\n",
        "utf-8 utf-8 \u{FEFF}# coding: utf-8",
        "euc-jp euc-jp # encoding: euc-jp",
        "cp437 cp437 # This Python file uses the following encoding: cp437",
        "latin-1 windows-1252 # coding: latin-1",
        "iso-8859-9 windows-1254 # coding: iso-8859-9",
        "euc-jp-unix euc-jp ;; -*- mode: lisp; coding: euc-jp-unix; -*-",
        "koi8-u koi8-u /* -*- C -*- */\n// -*- Coding:koi8-u -*-",
        "klingon - % -*- coding: klingon -*-",
        "cp866 ibm866 # vim: set fileencoding=cp866 :",
        "sjis shift_jis \" vim:ts=4:fenc=sjis:",
    ] {
        claims(row, CODING);
    }
    for text in [
        "\n\n# coding: koi8-r",
        "coding: koi8-r",
        "x = 1 # coding: koi8-r",
        "# Notes on coding: style matters",
        "# Encoding: the short story",
        "# coding : koi8-r",
        "# coding: koi8-r is what it was",
        "# vim: set ts=4",
        "# vimdiff: fenc=koi8-r",
        "-*- coding: koi8-r",
        "-*- mode: text -*- coding: koi8-r",
        "-*- coding -*-",
        "# coding:",
        "#",
        "",
    ] {
        nothing(text);
    }
}

#[test]
fn a_header_among_headers() {
    for row in [
        "koi8-r koi8-r Content-Type: text/plain; charset=koi8-r\n\nbody",
        "windows-1251 windows-1251 From: a@b\r\nSubject: x\r\n y\r\ncontent-type: text/plain;\r\n\tCharset=\"windows-1251\"\r\n\r\n",
        "gbk gbk From a@b Mon Jan 1\nContent-Type: text/html; charset=gbk; x=y\n",
        "big5 big5 HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=big5\r\n",
        "koi8-u koi8-u Content-Type: multipart/mixed; boundary=xx\n\nhello\n--xx\nContent-Type: text/plain; charset=koi8-u\n",
        "KOI8-R koi8-r msgid \"\"\nmsgstr \"\"\n\"Language: ru\\n\"\n\"Content-Type: text/plain; charset=KOI8-R\\n\"\n",
        "x-nonsense - Content-Type: text/plain; charset=x-nonsense",
    ] {
        claims(row, TYPE);
    }
    for text in [
        "The header is\nContent-Type: text/plain; charset=koi8-r\n",
        "\nContent-Type: text/plain; charset=koi8-r\n",
        "Content-Type: the charset = koi8-r",
        "Content-Type: text/plain",
        "Content-Type: text/plain; charset=",
        " Content-Type: text/plain; charset=koi8-r",
        "X-Content-Type: text/plain; charset=koi8-r",
        "a: b\n\nContent-Type: text/plain; charset=koi8-r\n",
        "\"Content-Type: text/plain; charset=koi8-r\"",
        "the charset = koi8-r",
        "charset=koi8-r",
    ] {
        nothing(text);
    }
}

#[test]
fn a_style_sheet_in_the_one_form_that_counts() {
    claims("koi8-r koi8-r @charset \"koi8-r\";\na{}", CSS);
    claims("x-nothing - \u{FEFF}@charset \"x-nothing\";", CSS);
    for text in [
        " @charset \"koi8-r\";",
        "@charset 'koi8-r';",
        "@charset  \"koi8-r\";",
        "@CHARSET \"koi8-r\";",
        "@charset \"koi8-r\" ;",
        "@charset \"koi8-r",
    ] {
        nothing(text);
    }
}

#[test]
fn no_bytes_do_any_harm() {
    let texts = [
        "<?xml version='1.0' encoding='koi8-r'?>",
        "<!-- --><a b=c d='e' f><meta http-equiv=content-type content='a/b; charset=\"koi8-r\"'>",
        "#!x\n# -*- coding: koi8-r; mode: x -*- vim: set fenc=koi8-r:",
        "A: b\n c\nContent-Type: text/plain;\n charset=\"koi8-r\"\n\n--x\n",
        "\"Content-Type: text/plain; charset=koi8-r\\n\"",
        "@charset \"koi8-r\";",
    ];
    for text in texts {
        for end in 0..=text.len() {
            claim(&text.as_bytes()[..end]);
            for byte in [0, b'\n', b'"', b'<', b'>', b'=', b':', 0xFF] {
                let mut bytes = text.as_bytes().to_vec();
                if let Some(place) = bytes.get_mut(end) {
                    *place = byte;
                }
                claim(&bytes);
            }
        }
    }
}
