//! Makes Rust of the texts in `assets/texts`, one file a language.
//!
//! A file has the lines `[section]` and `id = "text"`, a part of TOML. A section becomes a module, a
//! text a constant in it, and a text with places a type too, with a field for each place. Invariant:
//! the build fails unless every language has every text, with the same places, and each form that
//! its numbers have.

#[path = "src/language.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the script needs the table alone"
)]
mod language;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

use language::{Form, Language};

/// How many languages there are.
const LANGUAGES: usize = Language::ALL.len();
/// The sections whose ids are sentences in English, each with the constant that holds it: those of
/// tables that are below all languages, and those of screens and messages, which are in English
/// where they are made.
const OF_ENGLISH: [(&str, &str); 2] = [("of_tables", "OF_TABLES"), ("of_screens", "OF_SCREENS")];
/// So many numbers have every form of every language.
const NUMBERS: u64 = 1000;

/// The texts of a file by their ids: section and id with a dot between, and behind a colon the form
/// that a text has after a number.
type File<'a> = BTreeMap<String, &'a str>;

/// The places of a text by their names, each with its forms, as `02X`.
type Places<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

#[allow(clippy::print_stdout, reason = "a build script speaks to Cargo so")]
fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=assets/texts");
    println!("cargo::rerun-if-changed=src/language.rs");
    let mut files = [const { String::new() }; LANGUAGES];
    for language in Language::ALL {
        let path = format!("assets/texts/{}.toml", language.id());
        match fs::read_to_string(&path) {
            Ok(file) => files[language as usize] = file,
            Err(error) => println!("cargo::error={path}: {error}"),
        }
    }
    let (code, wrong) = generated(&files);
    for line in wrong {
        println!("cargo::error={line}");
    }
    let folder = env::var_os("OUT_DIR").map(PathBuf::from);
    fs::write(folder.unwrap_or_default().join("texts.rs"), code)
}

/// The Rust of the files of all languages, in their order, and all that is wrong with them.
pub(crate) fn generated(files: &[String; LANGUAGES]) -> (String, Vec<String>) {
    let mut wrong = Vec::new();
    let mut tables: [File<'_>; LANGUAGES] = Default::default();
    let mut texts: [File<'_>; LANGUAGES] = Default::default();
    for (language, file) in Language::ALL.into_iter().zip(files) {
        for (id, text) in read(language, file, &mut wrong) {
            let is_english = { OF_ENGLISH.iter() }.any(|(section, _)| id.starts_with(section));
            let all = if is_english { &mut tables } else { &mut texts };
            all[language as usize].insert(id, text);
        }
    }
    let mut root = Module::default();
    let ids = texts.iter().flat_map(File::keys);
    let ids: BTreeSet<&str> = ids.filter_map(|id| id.split(':').next()).collect();
    for id in ids {
        let has_form = |form: Form| {
            let id = format!("{id}:{}", form.name());
            texts.iter().any(|file| file.contains_key(&id))
        };
        let code = if Form::ALL.into_iter().any(has_form) {
            plural(id, &texts, &mut wrong)
        } else {
            text(id, &texts, &mut wrong)
        };
        let (section, _) = id.rsplit_once('.').unwrap_or_default();
        root.module(section).code.push_str(&code);
    }
    let mut code = root.written();
    for (section, constant) in OF_ENGLISH {
        code += &of_english(section, constant, &tables, &mut wrong);
    }
    (code, wrong)
}

/// The texts of a file by their ids.
fn read<'a>(language: Language, file: &'a str, wrong: &mut Vec<String>) -> File<'a> {
    let mut texts = File::new();
    let mut section = "";
    for (number, line) in (1..).zip(file.lines()) {
        let place = format!("{}.toml:{number}", language.id());
        let header = { line.strip_prefix('[') }.and_then(|line| line.strip_suffix(']'));
        let entry = line
            .split_once(" = \"")
            .and_then(|(id, text)| Some((id, text.strip_suffix('"')?)));
        if let Some(name) = header {
            section = name;
        } else if let Some((id, text)) = entry {
            let id = match id.strip_prefix('"').and_then(|id| id.strip_suffix('"')) {
                Some(sentence) => format!("{section}.{sentence}"),
                None => format!("{section}.{}", id.replace('.', ":")),
            };
            if texts.insert(id, text).is_some() {
                wrong.push(format!("{place}: its section has this id already"));
            }
        } else if !(line.is_empty() || line.starts_with('#')) {
            wrong.push(format!("{place}: is neither [section] nor id = \"text\""));
        }
    }
    texts
}

/// The Rust of a text that depends on a number.
fn plural(id: &str, files: &[File<'_>], wrong: &mut Vec<String>) -> String {
    let mut rows = String::new();
    for (language, file) in Language::ALL.into_iter().zip(files) {
        let own: BTreeSet<&str> = { 0..NUMBERS }
            .map(|number| language.form(number).name())
            .collect();
        let language = language.id();
        let texts = Form::ALL.map(|form| {
            let form = form.name();
            let text = file.get(&format!("{id}:{form}"));
            match (text, own.contains(form)) {
                (None, true) => wrong.push(format!("{language}.toml lacks {id}.{form}")),
                (Some(_), false) => {
                    wrong.push(format!(
                        "{language}.toml: no number has the form {id}.{form}"
                    ));
                }
                _ => {}
            }
            text.map_or("", |text| text)
        });
        let _ = write!(rows, "[{}], ", quoted(&texts));
    }
    let name = last(id).to_uppercase();
    format!("pub const {name}: crate::texts::Plural = crate::texts::Plural([{rows}]);\n")
}

/// The Rust of any other text.
fn text(id: &str, files: &[File<'_>], wrong: &mut Vec<String>) -> String {
    let mut texts = Vec::new();
    let places = { files.iter() }.find_map(|file| Some(places(file.get(id)?)));
    let places = places.unwrap_or_default();
    for (language, file) in Language::ALL.into_iter().zip(files) {
        let language = language.id();
        match file.get(id) {
            Some(text) if self::places(text) != places => {
                let (own, other) = (shown(&self::places(text)), shown(&places));
                wrong.push(format!("{language}.toml: {id} has {own} and not {other}"));
            }
            Some(text) => texts.push(*text),
            None => wrong.push(format!("{language}.toml lacks {id}")),
        }
    }
    let name = last(id);
    let mut out = format!(
        "pub const {}: crate::texts::Texts = crate::texts::Texts([{}]);\n",
        name.to_uppercase(),
        quoted(&texts)
    );
    if !places.is_empty() {
        out.push_str(&with_places(name, &texts, &places));
    }
    out
}

/// An id without its section.
fn last(id: &str) -> &str {
    id.rsplit('.').next().unwrap_or_default()
}

/// Texts as literals. What TOML escapes in a text, Rust escapes in the same way.
fn quoted(texts: &[&str]) -> String {
    texts.iter().flat_map(|text| ["\"", text, "\", "]).collect()
}

/// The places of a text. Doubled braces are none.
fn places(text: &str) -> Places<'_> {
    let mut places = Places::new();
    let mut parts = text.split('{').skip(1);
    while let Some(part) = parts.next() {
        let Some((place, _)) = part.split_once('}') else {
            parts.next();
            continue;
        };
        let (name, form) = place.split_once(':').unwrap_or((place, ""));
        places.entry(name).or_default().insert(form);
    }
    places
}

/// Places as they stand in a text.
fn shown(places: &Places<'_>) -> String {
    let mut out = String::new();
    for (name, forms) in places {
        for form in forms {
            let colon = if form.is_empty() { "" } else { ":" };
            let _ = write!(out, "{{{name}{colon}{form}}}");
        }
    }
    if out.is_empty() {
        "no place".to_owned()
    } else {
        out
    }
}

/// A type that is a text and what fills its places.
fn with_places(name: &str, texts: &[&str], places: &Places<'_>) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    let camel: String = words
        .map(|word| word[..1].to_uppercase() + &word[1..])
        .collect();
    let mut bounds = String::new();
    let mut types = String::new();
    let mut fields = String::new();
    for (number, (name, forms)) in places.iter().enumerate() {
        let traits: Vec<&str> = forms.iter().map(|form| trait_of(form)).collect();
        let _ = write!(bounds, "P{number}: {}, ", traits.join(" + "));
        let _ = write!(types, "P{number}, ");
        let _ = write!(fields, "pub {name}: P{number}, ");
    }
    let names: Vec<&str> = places.keys().copied().collect();
    let names = names.join(", ");
    let mut arms = String::new();
    for (language, text) in Language::ALL.iter().zip(texts) {
        let _ = write!(
            arms,
            "crate::language::Language::{language:?} => format!(\"{text}\"), "
        );
    }
    let english = texts.first().unwrap_or(&"");
    format!(
        "#[doc = \"`` {english} ``\"]\n\
         pub struct {camel}<{types}> {{ {fields}}}\n\
         impl<{bounds}> {camel}<{types}> {{\n\
         pub fn get(&self, language: crate::language::Language) -> String {{\n\
         let Self {{ {names} }} = self;\n\
         match language {{ {arms}}}\n}}\n}}\n"
    )
}

/// What fills a place of some form.
fn trait_of(form: &str) -> &'static str {
    match form.chars().last() {
        Some('X') => "core::fmt::UpperHex",
        Some('x') => "core::fmt::LowerHex",
        Some('b') => "core::fmt::Binary",
        Some('?') => "core::fmt::Debug",
        _ => "core::fmt::Display",
    }
}

/// The sentences of a section, in the order of what they are in English.
fn of_english(
    section: &str,
    constant: &str,
    tables: &[File<'_>],
    wrong: &mut Vec<String>,
) -> String {
    let ids = tables.iter().flat_map(File::keys);
    let ids: BTreeSet<&String> = ids.filter(|id| id.starts_with(section)).collect();
    let mut rows = String::new();
    for id in ids {
        let mut texts = vec![&id[section.len() + 1..]];
        for (language, file) in Language::ALL.into_iter().zip(tables).skip(1) {
            match file.get(id) {
                Some(text) if places(text) != places(texts[0]) => {
                    let (own, other) = (shown(&places(text)), shown(&places(texts[0])));
                    wrong.push(format!(
                        "{}.toml: {id} has {own} and not {other}",
                        language.id()
                    ));
                }
                Some(text) => texts.push(text),
                None => wrong.push(format!("{}.toml lacks {id}", language.id())),
            }
        }
        let _ = write!(rows, "Texts([{}]), ", quoted(&texts));
    }
    format!(
        "/// The sentences of `{section}`, in the order of what they are in English.\n\
         pub const {constant}: &[Texts] = &[{rows}];\n"
    )
}

/// A section with the sections in it.
#[derive(Default)]
struct Module {
    code: String,
    modules: BTreeMap<String, Self>,
}

impl Module {
    /// A section in it, by its name with dots.
    fn module(&mut self, section: &str) -> &mut Self {
        section.split('.').fold(self, |module, name| {
            module.modules.entry(name.to_owned()).or_default()
        })
    }

    /// Its Rust.
    fn written(&self) -> String {
        let mut out = self.code.clone();
        for (name, module) in &self.modules {
            let code = module.written();
            let allowed = "missing_docs, clippy::all, clippy::pedantic";
            let _ = write!(out, "#[allow({allowed})]\npub mod {name} {{\n{code}}}\n");
        }
        out
    }
}
