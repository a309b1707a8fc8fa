//! The project's documents as one text: `README.md` and every page of the guide.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

static TEXT: LazyLock<String> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(root.join("assets/guide"))
        .into_iter()
        .flatten();
    let pages = pages.flatten().map(|page| page.path());
    let files = std::iter::once(root.join("README.md")).chain(pages);
    let texts = files.filter_map(|file| fs::read_to_string(file).ok());
    texts.map(|text| text.replace("\r\n", "\n")).collect()
});

/// The text of all documents, with LF at the ends of lines.
pub(crate) fn all() -> &'static str {
    &TEXT
}
