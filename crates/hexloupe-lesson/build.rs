//! Lists the lessons in `assets/lessons`: a folder for each language, a file for each lesson.
//!
//! Invariant: the lessons are those in English, in the order of the numbers that their names begin with.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The language in which each lesson is.
const FIRST: &str = "en";

#[allow(clippy::print_stdout, reason = "a build script speaks to Cargo so")]
fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=assets/lessons");
    let root = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let folder = root.unwrap_or_default().join("assets/lessons");
    let languages = names(&folder)?;
    let mut code = String::from(
        "/// All lessons, in the order of learning.\npub static LESSONS: &[Lesson] = &[\n",
    );
    for name in names(&folder.join(FIRST))? {
        let Some((_, id)) = name.trim_end_matches(".toml").split_once('-') else {
            println!("cargo::error={name}: a lesson begins with its number, as 01-bits.toml");
            continue;
        };
        let _ = write!(code, "Lesson {{ id: {id:?}, files: &[");
        for language in &languages {
            let path = folder.join(language).join(&name);
            if path.is_file() {
                let path = path.to_string_lossy();
                let _ = write!(code, "({language:?}, include_str!({path:?})), ");
            }
        }
        code.push_str("] },\n");
    }
    code.push_str("];\n");
    let out = env::var_os("OUT_DIR").map(PathBuf::from);
    fs::write(out.unwrap_or_default().join("lessons.rs"), code)
}

/// The names in a folder, in their order.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}
