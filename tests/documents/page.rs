//! Pages, parsed as browsers parse them.

use std::cell::RefCell;

use html5ever::tendril::TendrilSink as _;
use html5ever::tree_builder::{QuirksMode, TreeBuilderOpts};
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use super::{lines, printed};
use hexloupe::codec::Encoding;
use hexloupe::report::Options;

/// The elements that a page may hold, and the attributes each may have.
const ELEMENTS: &[(&str, &[&str])] = &[
    ("html", &["lang"]),
    ("head", &[]),
    ("meta", &["charset", "http-equiv", "content", "name"]),
    ("title", &[]),
    ("style", &[]),
    ("body", &[]),
    ("h1", &[]),
    ("p", &["id"]),
    ("a", &["href"]),
    ("details", &[]),
    ("summary", &[]),
    ("ul", &[]),
    ("li", &[]),
    ("table", &[]),
    ("thead", &[]),
    ("tbody", &[]),
    ("tr", &[]),
    ("th", &["scope"]),
    ("td", &[]),
    ("span", &["class", "tabindex", "role", "style"]),
    ("b", &["class"]),
    ("i", &["class"]),
    ("u", &[]),
    ("code", &[]),
    ("strong", &[]),
    ("br", &[]),
    ("pre", &[]),
];

/// Parses a page, which must have no error.
#[track_caller]
pub(crate) fn read(page: &str) -> RcDom {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts {
            exact_errors: true,
            ..TreeBuilderOpts::default()
        },
        ..ParseOpts::default()
    };
    let dom = parse_document(RcDom::default(), options).one(page);
    assert!(dom.errors.borrow().is_empty(), "{:?}\n{page}", dom.errors);
    assert_eq!(dom.quirks_mode.get(), QuirksMode::NoQuirks);
    dom
}

/// A node and everything below it, in the order of the document.
pub(crate) fn below(node: &Handle) -> Vec<Handle> {
    let mut all = vec![node.clone()];
    let mut at = 0;
    while let Some(node) = all.get(at).cloned() {
        // In the order of the document.
        let children = node.children.borrow();
        let rest = all.split_off(at + 1);
        all.extend(children.iter().cloned());
        all.extend(rest);
        at += 1;
    }
    all
}

fn name(node: &Handle) -> Option<String> {
    match &node.data {
        NodeData::Element { name, .. } => Some(name.local.to_string()),
        _ => None,
    }
}

fn attribute(node: &Handle, wanted: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &node.data else {
        return None;
    };
    let attrs = attrs.borrow();
    let found = attrs
        .iter()
        .find(|attribute| &*attribute.name.local == wanted);
    found.map(|attribute| attribute.value.to_string())
}

/// The text of a node, without the explanations in it.
fn text(node: &Handle) -> String {
    let mut out = String::new();
    push_text(node, &mut out);
    out
}

fn push_text(node: &Handle, out: &mut String) {
    match &node.data {
        NodeData::Text { contents } => out.push_str(&contents.borrow()),
        _ if attribute(node, "class").as_deref() == Some("t") => {}
        _ => node
            .children
            .borrow()
            .iter()
            .for_each(|child| push_text(child, out)),
    }
}

/// A page holds only what the list allows.
#[track_caller]
pub(crate) fn inert(dom: &RcDom) {
    for node in below(&dom.document) {
        match &node.data {
            NodeData::Document | NodeData::Doctype { .. } | NodeData::Text { .. } => {}
            NodeData::Comment { contents } => panic!("a comment: {contents}"),
            NodeData::ProcessingInstruction { contents, .. } => panic!("{contents}"),
            NodeData::Element { name, attrs, .. } => {
                let row = ELEMENTS
                    .iter()
                    .find(|(element, _)| *element == &*name.local);
                let (_, may) = row.unwrap_or_else(|| panic!("<{}>", name.local));
                attributes(attrs, may);
            }
        }
    }
}

fn attributes(attrs: &RefCell<Vec<html5ever::Attribute>>, may: &[&str]) {
    for attribute in attrs.borrow().iter() {
        let name = &*attribute.name.local;
        assert!(may.contains(&name), "{name}={}", attribute.value);
        assert!(name != "href" || &*attribute.value == "#end");
        assert!(!attribute.value.contains("url("), "{}", attribute.value);
    }
}

/// The policy of a page lets it load nothing.
#[track_caller]
pub(crate) fn closed(dom: &RcDom) {
    let all = below(&dom.document);
    let policies: Vec<_> = all
        .iter()
        .filter(|node| attribute(node, "http-equiv").as_deref() == Some("Content-Security-Policy"))
        .filter_map(|node| attribute(node, "content"))
        .collect();
    assert_eq!(policies, ["default-src 'none'; style-src 'unsafe-inline'"]);
    let style = all
        .iter()
        .filter(|node| name(node).as_deref() == Some("style"));
    let style: String = style.map(text).collect();
    assert!(
        !style.contains("url(") && !style.contains("@import"),
        "{style}"
    );
}

#[track_caller]
pub(crate) fn check(data: &[u8], encoding: &'static Encoding, options: &Options) {
    let page = printed("html", data, encoding, options);
    let dom = read(&page);
    inert(&dom);
    closed(&dom);
    let all = below(&dom.document);
    let of = |wanted: &'static str| {
        all.iter()
            .filter(move |node| name(node).as_deref() == Some(wanted))
    };
    let style: String = of("style").map(text).collect();
    let empty = printed("html", b"", encoding, options);
    assert!(empty.contains(&style), "data reached the style");
    // Each row shows a line of the dump; the first row names the panes.
    let rows: Vec<_> = of("tr")
        .skip(1)
        .map(|row| text(row).trim_end().to_owned())
        .collect();
    assert_eq!(rows, lines(data, encoding, options));
    // Every sequence can be reached with the keyboard, once, and is explained.
    let reached: Vec<_> = of("span")
        .filter(|node| attribute(node, "tabindex").is_some())
        .collect();
    let records = printed("jsonl", data, encoding, options);
    assert_eq!(reached.len(), records.lines().count());
    for node in reached {
        let notes = below(node);
        let notes = notes
            .iter()
            .filter(|node| attribute(node, "class").as_deref() == Some("t"));
        assert_eq!(notes.count(), 1);
    }
}
