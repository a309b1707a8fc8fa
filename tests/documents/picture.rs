//! Pictures, parsed as XML.

use super::{lines, printed};
use hexloupe::codec::Encoding;
use hexloupe::report::Options;
use roxmltree::{Document, Node};

/// The elements that a picture may hold, and the attributes each may have.
const ELEMENTS: &[(&str, &[&str])] = &[
    ("svg", &["width", "height", "viewBox", "role"]),
    ("title", &[]),
    ("desc", &[]),
    ("g", &["font-family", "font-size", "fill"]),
    (
        "rect",
        &[
            "x",
            "y",
            "width",
            "height",
            "rx",
            "fill",
            "stroke",
            "stroke-opacity",
        ],
    ),
    ("path", &["d", "fill", "stroke", "stroke-width"]),
    (
        "text",
        &[
            "x",
            "y",
            "textLength",
            "lengthAdjust",
            "fill",
            "font-weight",
            "text-decoration",
        ],
    ),
];

/// Tenths of a pixel.
fn tenths(node: Node<'_, '_>, name: &str) -> usize {
    let value = node.attribute(name).expect("a length");
    let (whole, tenth) = value.split_once('.').unwrap_or((value, "0"));
    let number = |digits: &str| digits.parse::<usize>().expect("a number");
    assert_eq!(tenth.len(), 1, "{value}");
    number(whole) * 10 + number(tenth)
}

/// A row as it is drawn: texts at their columns, blanks between them.
fn row(texts: &[Node<'_, '_>]) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for text in texts {
        let (x, length) = (tenths(*text, "x") - 180, tenths(*text, "textLength"));
        assert!(x % 84 == 0 && length % 84 == 0, "off the grid");
        assert!(x / 84 >= at, "one text over another");
        out.push_str(&" ".repeat(x / 84 - at));
        let text = text.text().expect("a text");
        // Viewers collapse several blanks to one, and drop those at the ends.
        assert!(
            !text.contains("  ") && text.trim_matches(' ') == text,
            "{text:?}"
        );
        out.push_str(&text.replace('\u{A0}', " "));
        at = (x + length) / 84;
    }
    out
}

/// A picture holds only what the list allows; all of it is inside the borders.
#[track_caller]
pub(crate) fn inert(picture: &Document<'_>) {
    let root = picture.root_element();
    let (width, height) = (tenths(root, "width"), tenths(root, "height"));
    for node in picture.descendants() {
        assert!(!node.is_comment() && !node.is_pi());
        if !node.is_element() {
            continue;
        }
        let name = node.tag_name().name();
        let row = ELEMENTS.iter().find(|(element, _)| *element == name);
        let (_, may) = row.unwrap_or_else(|| panic!("<{name}>"));
        for attribute in node.attributes() {
            assert!(may.contains(&attribute.name()), "{}", attribute.name());
            assert!(!attribute.value().contains("url("));
        }
        if name == "text" {
            assert_eq!(node.attribute("lengthAdjust"), Some("spacingAndGlyphs"));
            assert!(tenths(node, "x") + tenths(node, "textLength") <= width - 180);
            assert!(tenths(node, "y") <= height - 180);
        }
    }
    let count = |name: &str| {
        let named = |node: &Node<'_, '_>| node.tag_name().name() == name;
        picture.descendants().filter(named).count()
    };
    assert_eq!((count("title"), count("desc")), (1, 1));
}

/// The rows of texts, by their vertical position.
pub(crate) fn rows(picture: &Document<'_>) -> Vec<String> {
    let name = ("http://www.w3.org/2000/svg", "text");
    let texts = picture.descendants().filter(|node| node.has_tag_name(name));
    let texts: Vec<_> = texts.collect();
    texts
        .chunk_by(|a, b| a.attribute("y") == b.attribute("y"))
        .map(row)
        .collect()
}

#[track_caller]
pub(crate) fn check(data: &[u8], encoding: &'static Encoding, options: &Options) {
    let text = printed("svg", data, encoding, options);
    let picture = Document::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    inert(&picture);
    let mut expected = lines(data, encoding, options);
    if expected.is_empty() {
        expected.push("no bytes".to_owned());
    }
    assert_eq!(rows(&picture), expected);
}
