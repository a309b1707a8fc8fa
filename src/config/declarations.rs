//! The declarations of a tree about its files, in `.gitattributes` and `.editorconfig`.
//!
//! Both name files by patterns. A file of attributes holds for the folders below it in the same
//! repository, and so does the repository's own `info/attributes`; an `.editorconfig` holds up to one that
//! says `root = true`. Invariant: nothing is read but these files, each once, and none that is endless.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ec4rs::{ConfigParser, Section};
use gix_attributes::search::{MetadataCollection, Outcome};
use gix_attributes::{Search, StateRef};

use crate::detect::declared::{DeclaredEncoding, DeclaredKind, DeclaredMark, FileDeclaration};
use crate::detect::requested::RequestedEncoding;
use crate::source::{git, small_file};

/// The names of the files.
const ATTRIBUTES: &str = ".gitattributes";
const EDITOR: &str = ".editorconfig";
/// A folder or file that a repository has at its top.
const REPOSITORY: &str = ".git";
/// The most bytes of such a file.
const MOST: u64 = 1 << 20;
/// The attributes that are asked for.
const ASKED: [&str; 4] = [
    "working-tree-encoding",
    "diff",
    "text",
    "linguist-generated",
];
/// The diff drivers that git has: all are for text.
const TEXT_DRIVERS: &[&str] = &[
    "ada", "bash", "bibtex", "cpp", "csharp", "css", "dts", "elixir", "fortran", "fountain",
    "golang", "html", "ini", "java", "kotlin", "markdown", "matlab", "objc", "pascal", "perl",
    "php", "python", "ruby", "rust", "scheme", "tex",
];

/// The declarations of all trees that were asked about.
#[derive(Default)]
pub struct Declarations(Mutex<HashMap<PathBuf, Arc<FolderDeclarations>>>);

/// The declarations that hold in a folder.
#[derive(Default)]
struct FolderDeclarations {
    /// The sections of each file that holds, that of the outermost folder first, with the folder.
    editor: Vec<(PathBuf, Arc<Vec<Section>>)>,
    attributes: Option<Arc<FolderAttributes>>,
}

/// The attributes of files below the top of a repository.
struct FolderAttributes {
    top: PathBuf,
    /// The text of each file, with its place.
    files: Vec<(PathBuf, Arc<[u8]>)>,
    /// The text of the repository's own file, which overrules them.
    own: Option<(PathBuf, Arc<[u8]>)>,
    search: Search,
    /// The answer for a file, kept to reuse its memory.
    outcome: Mutex<Outcome>,
}

impl Declarations {
    /// The declarations about a file, by its absolute path.
    pub fn of(&self, path: &Path) -> FileDeclaration {
        let Some(folder) = path.parent() else {
            return FileDeclaration::default();
        };
        let found = self.in_folder(folder);
        let mut declared = found
            .attributes
            .as_ref()
            .map_or_else(FileDeclaration::default, |own| own.of(path));
        if declared.encoding.is_none() {
            declared.encoding = found.charset(path);
        }
        declared
    }

    fn in_folder(&self, folder: &Path) -> Arc<FolderDeclarations> {
        let known = |folder| {
            let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            known.get(folder).map(Arc::clone)
        };
        if let Some(known) = known(folder) {
            return known;
        }
        let above = { folder.parent() }.map_or_else(Arc::default, |above| self.in_folder(above));
        let found = Arc::new(FolderDeclarations::new(folder, &above));
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(folder.to_owned(), Arc::clone(&found));
        found
    }
}

impl FolderDeclarations {
    fn new(folder: &Path, above: &Self) -> Self {
        let editor = match small_file(&folder.join(EDITOR), MOST) {
            Ok(text) => with_sections(folder, &text, &above.editor),
            Err(_) => above.editor.clone(),
        };
        let text = small_file(&folder.join(ATTRIBUTES), MOST).ok();
        let attributes = if folder.join(REPOSITORY).exists() {
            let own = git::attributes_of(folder).and_then(|place| {
                let text = small_file(&place, MOST).ok()?;
                Some((place, Arc::from(text)))
            });
            let top = FolderAttributes::new(folder.to_owned(), Vec::new(), own);
            Some(Arc::new(top.with(folder, text)))
        } else {
            match (&above.attributes, text) {
                (Some(above), Some(text)) => Some(Arc::new(above.with(folder, Some(text)))),
                (above, _) => above.clone(),
            }
        };
        Self { editor, attributes }
    }

    /// The encoding of the last section that names a file.
    fn charset(&self, path: &Path) -> Option<DeclaredEncoding> {
        let mut label = None;
        for (folder, sections) in &self.editor {
            let inner = path.strip_prefix(folder).unwrap_or(path);
            // Most sections say nothing of the encoding, and a pattern takes long to compare.
            for section in sections.iter() {
                let value = section.props().get_raw_for_key("charset").into_option();
                let value = value.filter(|_| section.applies_to(inner));
                label = value.map(str::to_ascii_lowercase).or(label);
            }
        }
        let label = label?;
        // The names of the specification, which says of UTF-8 whether there is a mark.
        let (name, mark) = match &*label {
            "latin1" => ("iso-8859-1", DeclaredMark::Any),
            "utf-8" => ("utf-8", DeclaredMark::Forbidden),
            "utf-8-bom" => ("utf-8", DeclaredMark::Required),
            "utf-16le" | "utf-16be" => (&*label, DeclaredMark::Any),
            _ => return None,
        };
        let encoding = RequestedEncoding::parse(name).ok()?;
        Some(DeclaredEncoding {
            encoding,
            label,
            by: EDITOR,
            mark,
        })
    }
}

/// The sections that hold in a folder with a file of its own. A line that cannot be read ends the file,
/// as for editors.
fn with_sections(
    folder: &Path,
    text: &[u8],
    above: &[(PathBuf, Arc<Vec<Section>>)],
) -> Vec<(PathBuf, Arc<Vec<Section>>)> {
    let Ok(parser) = ConfigParser::new(text) else {
        return above.to_vec();
    };
    let mut all = if parser.is_root {
        Vec::new()
    } else {
        above.to_vec()
    };
    let sections = parser.map_while(Result::ok).collect();
    all.push((folder.to_owned(), Arc::new(sections)));
    all
}

impl FolderAttributes {
    /// The attributes of some files, the last of which comes first, and of the repository itself.
    fn new(
        top: PathBuf,
        files: Vec<(PathBuf, Arc<[u8]>)>,
        own: Option<(PathBuf, Arc<[u8]>)>,
    ) -> Self {
        let mut names = MetadataCollection::default();
        let none: [PathBuf; 0] = [];
        let mut search = Search::new_globals(none, &mut Vec::new(), &mut names).unwrap_or_default();
        for (place, text) in files.iter().chain(&own) {
            // The repository's own patterns begin at the top, whatever folder they are in.
            let is_own = own.as_ref().is_some_and(|(path, _)| path == place);
            let root = (!is_own).then_some(&*top);
            let allows_macros = is_own || place.parent() == Some(&top);
            // Text in memory can always be read.
            let _: std::io::Result<()> =
                search.add_patterns_buffer(text, place.clone(), root, &mut names, allows_macros);
        }
        let mut outcome = Outcome::default();
        outcome.initialize_with_selection(&names, ASKED);
        Self {
            top,
            files,
            own,
            search,
            outcome: Mutex::new(outcome),
        }
    }

    /// The same with a file in a folder.
    fn with(&self, folder: &Path, text: Option<Vec<u8>>) -> Self {
        let inner = text.map(|text| (folder.join(ATTRIBUTES), Arc::from(text)));
        let files = self.files.iter().cloned().chain(inner).collect();
        Self::new(self.top.clone(), files, self.own.clone())
    }

    fn of(&self, path: &Path) -> FileDeclaration {
        let inner = path.strip_prefix(&self.top).unwrap_or(path);
        let inner = inner.as_os_str().as_encoded_bytes();
        #[cfg(windows)]
        let inner = &*inner
            .iter()
            .map(|byte| if *byte == b'\\' { b'/' } else { *byte })
            .collect::<Vec<u8>>();
        let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        outcome.reset();
        let case = gix_glob::pattern::Case::Sensitive;
        self.search
            .pattern_matching_relative_path(inner.into(), case, Some(false), &mut outcome);
        let mut declared = FileDeclaration::default();
        for found in outcome.iter_selected() {
            let state = found.assignment.state;
            let value = match state {
                StateRef::Value(value) => value.as_bstr().to_string(),
                _ => String::new(),
            };
            match (found.assignment.name.as_str(), state) {
                ("working-tree-encoding", StateRef::Value(_)) => {
                    declared.encoding = working_tree(value);
                }
                ("diff", StateRef::Unset) => declared.kind = Some(DeclaredKind::Binary),
                // Of all files, it is about line ends.
                ("text", StateRef::Unset) if found.pattern.text != "*" => {
                    declared.kind = Some(DeclaredKind::Binary);
                }
                ("text", StateRef::Set) => {
                    declared.kind.get_or_insert(DeclaredKind::Text);
                }
                ("diff", StateRef::Value(_)) if TEXT_DRIVERS.contains(&&*value) => {
                    declared.kind.get_or_insert(DeclaredKind::Text);
                }
                ("linguist-generated", StateRef::Set) => declared.is_generated = true,
                ("linguist-generated", StateRef::Value(_)) => {
                    declared.is_generated = value == "true";
                }
                _ => {}
            }
        }
        declared
    }
}

/// The encoding of `working-tree-encoding`; none if it has an unknown name. As git has it, UTF-16 and
/// UTF-32 have a mark, and have none if the name gives the byte order.
fn working_tree(label: String) -> Option<DeclaredEncoding> {
    let folded = label.to_ascii_uppercase();
    let (name, mark) = match folded.strip_suffix("-BOM") {
        Some(name) => (name, DeclaredMark::Required),
        None if folded.starts_with("UTF-16") || folded.starts_with("UTF-32") => {
            let has_order = folded.ends_with("LE") || folded.ends_with("BE");
            (
                &*folded,
                if has_order {
                    DeclaredMark::Forbidden
                } else {
                    DeclaredMark::Required
                },
            )
        }
        None => (&*folded, DeclaredMark::Any),
    };
    let encoding = RequestedEncoding::parse(name).ok()?;
    Some(DeclaredEncoding {
        encoding,
        label,
        by: ATTRIBUTES,
        mark,
    })
}
