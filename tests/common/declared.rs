//! The fields of a record against those that its schema names.
//!
//! A schema lets other versions add fields, so a validator passes a field that no one has described.
//! Invariant: what is reported here is wrong by the published file alone.

use serde_json::{Map, Value};

/// Fields of a record that its schema does not name, or that stand before one named earlier.
pub(crate) fn undeclared(schema: &Value, kind: &str, record: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(schema, &schema["$defs"][kind], record, kind, &mut found);
    found
}

fn compare(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if let Value::Array(values) = value {
        let items = parts(root, schema).find_map(|part| part.get("items"));
        for value in values {
            compare(root, items.unwrap_or(&Value::Null), value, at, found);
        }
    }
    let Value::Object(fields) = value else {
        return;
    };
    let named: Vec<_> = parts(root, schema)
        .filter_map(|part| part.get("properties")?.as_object())
        .flatten()
        .collect();
    // Ids and names that are counted are no fields.
    if named.is_empty() && parts(root, schema).any(|part| part.contains_key("additionalProperties"))
    {
        return;
    }
    let mut next = 0;
    for (key, value) in fields {
        let at = format!("{at}.{key}");
        match named.iter().position(|(name, _)| *name == key) {
            Some(place) if place >= next => {
                next = place + 1;
                compare(root, named[place].1, value, &at, found);
            }
            Some(_) => found.push(format!("{at} stands too late")),
            None => found.push(format!("{at} is not in the schema")),
        }
    }
}

/// A schema, after those that it refers to or is made of.
fn parts<'a>(root: &'a Value, schema: &'a Value) -> impl Iterator<Item = &'a Map<String, Value>> {
    fn collect<'a>(root: &'a Value, schema: &'a Value, all: &mut Vec<&'a Value>) {
        if let Some(path) = schema["$ref"].as_str() {
            let path = path.trim_start_matches('#');
            collect(root, root.pointer(path).expect("a definition"), all);
        }
        for key in ["allOf", "anyOf", "oneOf"] {
            for one in schema[key].as_array().into_iter().flatten() {
                collect(root, one, all);
            }
        }
        all.push(schema);
    }
    let mut all = Vec::new();
    collect(root, schema, &mut all);
    all.into_iter().filter_map(Value::as_object)
}

#[test]
fn a_field_that_is_not_described_or_out_of_order_is_found() {
    let schema = serde_json::json!({ "$defs": {
        "part": { "properties": { "number": {}, "of": {} } },
        "file": { "properties": {
            "path": {},
            "counts": { "additionalProperties": {} },
            "runs": { "items": { "properties": { "at": {} } } },
            "part": { "allOf": [{ "$ref": "#/$defs/part" }], "properties": { "top": {} } },
        } },
    } });
    let check = |record: &str, expected: &[&str]| {
        let record = serde_json::from_str(record).expect("JSON");
        assert_eq!(undeclared(&schema, "file", &record), expected, "{record}");
    };
    check(r#"{"path":1,"counts":{"a":1},"runs":[{"at":1}]}"#, &[]);
    check(r#"{"path":1,"new":1}"#, &["file.new is not in the schema"]);
    check(r#"{"runs":[],"path":1}"#, &["file.path stands too late"]);
    check(
        r#"{"runs":[{"at":1,"to":2}],"part":{"number":1,"top":1,"in":1}}"#,
        &[
            "file.runs.to is not in the schema",
            "file.part.in is not in the schema",
        ],
    );
}
