//! The files that services read keep to the schemas of those services.
//!
//! Invariant: the schemas are those that another program brings with it.

use std::ffi::OsString;
use std::path::Path;

use super::{is_there, printed};

/// The name of a schema, and the files that keep to it.
const FORMS: [(&str, &[&str]); 3] = [
    ("vendor.github-actions", &["action.yml"]),
    (
        "vendor.github-workflows",
        &[".github/workflows/ci.yml", ".github/workflows/release.yml"],
    ),
    (
        "vendor.github-issue-forms",
        &[
            ".github/ISSUE_TEMPLATE/wish.yml",
            ".github/ISSUE_TEMPLATE/wrong.yml",
        ],
    ),
];

#[test]
fn forms_keep_to_their_schemas() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    if is_there(&["check-jsonschema", "--version"]) {
        for (schema, files) in FORMS {
            let words = ["--builtin-schema", schema].map(OsString::from);
            let files = files.iter().map(|file| root.join(file).into_os_string());
            printed("check-jsonschema", words.into_iter().chain(files), at);
        }
    }
    if is_there(&["pre-commit", "--version"]) {
        let hooks = root.join(".pre-commit-hooks.yaml");
        let words = ["validate-manifest".as_ref(), hooks.as_os_str()];
        printed("pre-commit", words, at);
    }
}
