//! Records against the published schema, judged by a validator that is not ours.
//!
//! A validator passes fields that the schema does not name, as it lets other versions add some; these
//! are told by `declared`. Invariant: a record that passes here begins with its type and the version,
//! has every field its schema asks for, and none that its schema does not name.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

use crate::declared::undeclared;

/// The schema of all records.
pub(crate) static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../assets/schema/records.schema.json");
    serde_json::from_str(text).expect("JSON")
});

static VALIDATOR: LazyLock<Validator> =
    LazyLock::new(|| jsonschema::draft202012::new(&SCHEMA).expect("a schema"));

/// The validator of a definition of the schema.
pub(crate) fn validator(definition: &str) -> Validator {
    let mut schema = SCHEMA.clone();
    let fields = schema.as_object_mut().expect("an object");
    fields.remove("oneOf");
    let at = format!("#/$defs/{definition}");
    fields.insert("$ref".to_owned(), Value::from(at));
    jsonschema::draft202012::new(&schema).expect("a schema")
}

/// Asserts that a record is as the schema says.
#[track_caller]
pub(crate) fn hold(record: &Value) {
    let wrong: Vec<_> = { VALIDATOR.iter_errors(record) }
        .map(|error| error.to_string())
        .collect();
    assert!(wrong.is_empty(), "{record}: {wrong:?}");
    let first: Vec<_> = record.as_object().expect("an object").keys().collect();
    assert_eq!(first[..2], ["type", "schema"], "{record}");
    let kind = match (text(record, "type"), record["kind"].as_str()) {
        ("sequence", Some("bom")) => "character",
        ("sequence", Some("gap" | "unreadable")) => "absent",
        // Its records are held one by one.
        ("dump", _) => {
            return record["records"]
                .as_array()
                .expect("records")
                .iter()
                .for_each(hold);
        }
        ("sequence", Some(kind)) | (kind, _) => kind,
    };
    let wrong = undeclared(&SCHEMA, kind, record);
    assert!(wrong.is_empty(), "{record}: {wrong:?}");
}

fn text<'a>(record: &'a Value, key: &str) -> &'a str {
    record[key].as_str().expect("a text")
}
