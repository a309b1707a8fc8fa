//! Judges XML by a schema of XML (XSD 1.0), as far as the schemas here go: elements of a sequence
//! that name other elements, and attributes that are text.
//!
//! Invariant: a schema that says anything else fails the test, rather than being passed over.

use roxmltree::Node;

/// The namespace of what a schema is written in.
const XSD: &str = "http://www.w3.org/2001/XMLSchema";
/// The only type of text that is known here.
const TEXT: Option<&str> = Some("xs:string");

/// Panics unless an element, with all that is in it, is as the schema has it.
#[track_caller]
pub(crate) fn judge(schema: Node<'_, '_>, node: Node<'_, '_>) {
    let name = node.tag_name().name();
    let element = inside(schema).find(|one| one.attribute("name") == Some(name));
    let element = element.unwrap_or_else(|| panic!("no element {name}"));
    let Some(complex) = inside(element).next() else {
        assert_eq!(element.attribute("type"), TEXT, "{name}");
        let is_text = node.children().all(|child| child.is_text());
        assert!(is_text && node.attributes().len() == 0, "{name}");
        return;
    };
    assert!(complex.has_tag_name((XSD, "complexType")), "{name}");
    let is_sequence = |one: &Node<'_, '_>| one.has_tag_name((XSD, "sequence"));
    let (sequences, attributes): (Vec<_>, Vec<_>) = inside(complex).partition(is_sequence);
    judge_attributes(&attributes, node);

    let is_mixed = complex.attribute("mixed") == Some("true");
    for text in node.children().filter(Node::is_text) {
        assert!(is_mixed || text.text().unwrap().trim().is_empty(), "{name}");
    }
    let mut children = inside(node).peekable();
    for row in sequences.into_iter().flat_map(inside) {
        let of_row = row.attribute("ref").unwrap();
        let mut count = 0;
        while let Some(child) = children.next_if(|child| child.tag_name().name() == of_row) {
            judge(schema, child);
            count += 1;
        }
        let [least, most] = ["minOccurs", "maxOccurs"].map(|bound| match row.attribute(bound) {
            None => 1,
            Some("unbounded") => usize::MAX,
            Some(number) => number.parse().unwrap(),
        });
        assert!(
            (least..=most).contains(&count),
            "{count} {of_row} in {name}"
        );
    }
    assert_eq!(children.next(), None, "in {name}");
}

/// Panics unless an element has the attributes that it must have, and no others than it may have.
#[track_caller]
fn judge_attributes(rows: &[Node<'_, '_>], node: Node<'_, '_>) {
    let named = |name: &str| rows.iter().find(|row| row.attribute("name") == Some(name));
    for attribute in node.attributes() {
        assert!(named(attribute.name()).is_some(), "{attribute:?}");
    }
    for row in rows {
        assert!(row.has_tag_name((XSD, "attribute")), "{row:?}");
        assert_eq!(row.attribute("type"), TEXT, "{row:?}");
        let is_there = node.has_attribute(row.attribute("name").unwrap());
        assert!(
            is_there || row.attribute("use") == Some("optional"),
            "{row:?}"
        );
    }
}

/// The elements in an element.
fn inside<'a, 'input>(node: Node<'a, 'input>) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(Node::is_element)
}
