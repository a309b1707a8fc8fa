//! The rules for each file of a check, from the command line and the configurations of the tree.
//!
//! Invariant: an option of the command line replaces the same key of a configuration, and a mistake
//! in a configuration is reported once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, fs};

use crate::cli::InputOptions;
use crate::cli::check::CheckArguments;
use crate::config::{
    self, Allowance, Allowed, CheckConfig, Declarations, FindingSelector, NearestConfig,
    NextConfig, Patterns,
};
use crate::detect::declared::FileDeclaration;
use crate::job::check::{FileRules, FileRuling};
use crate::source::Trouble;
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::{Severity, ToldTo};

/// The rules of a check.
pub(super) struct CheckPolicy<'a> {
    wanted: &'a CheckArguments,
    /// True if the command line names an encoding.
    names_encoding: bool,
    /// The allowances of `--allow`, for paths below the working folder.
    allow: Vec<Allowance>,
    here: PathBuf,
    taken: ConfigSelection,
    /// Those of the tree, unless no configuration is used.
    declarations: Option<Declarations>,
    known: Mutex<FolderConfigCache>,
}

/// A configuration, and the folder that its patterns are relative to.
struct FolderConfig {
    folder: PathBuf,
    config: CheckConfig,
}

/// The configuration that is used.
enum ConfigSelection {
    /// The nearest one for each file, or that of the user if there is none.
    Nearest(Option<Arc<FolderConfig>>),
    /// The one named on the command line, for all files.
    Named(Arc<FolderConfig>),
    /// None.
    None,
}

/// The facts about folders of earlier files.
#[derive(Default)]
struct FolderConfigCache {
    /// The absolute path of a folder, and its configuration.
    folders: HashMap<PathBuf, (PathBuf, Option<Arc<FolderConfig>>)>,
    /// Configurations by their files; none if one has a mistake.
    files: HashMap<PathBuf, Option<Arc<FolderConfig>>>,
    /// The absolute paths of folders.
    places: HashMap<PathBuf, PathBuf>,
    /// The nearest configurations by the absolute paths of folders.
    nearest: HashMap<PathBuf, Option<NearestConfig>>,
}

impl FolderConfigCache {
    /// The absolute path of a folder, without links: that of the folder it is in, and its name.
    fn place(&mut self, folder: &Path, here: &Path) -> PathBuf {
        if let Some(known) = self.places.get(folder) {
            return known.clone();
        }
        let is_link = || fs::symlink_metadata(folder).map_or(true, |found| found.is_symlink());
        let above = folder
            .parent()
            .filter(|above| !above.as_os_str().is_empty());
        let whole = match (above, folder.file_name()) {
            (Some(above), Some(name)) if !is_link() => self.place(above, here).join(name),
            _ => fs::canonicalize(folder).unwrap_or_else(|_| here.join(folder)),
        };
        self.places.insert(folder.to_owned(), whole.clone());
        whole
    }

    /// The configuration for the files of a folder, which is absolute: its own, or that of the folder it is
    /// in.
    fn nearest(&mut self, folder: &Path) -> Option<NearestConfig> {
        if let Some(known) = self.nearest.get(folder) {
            return known.clone();
        }
        let found = match config::in_folder(folder) {
            NextConfig::Here(found) => Some(found),
            NextConfig::Nowhere => None,
            NextConfig::Above => folder.parent().and_then(|above| self.nearest(above)),
        };
        self.nearest.insert(folder.to_owned(), found.clone());
        found
    }
}

impl<'a> CheckPolicy<'a> {
    /// The rules of the command line; `own` is the user's configuration.
    pub(super) fn new(
        input: &InputOptions,
        wanted: &'a CheckArguments,
        own: Option<CheckConfig>,
    ) -> Self {
        let here = env::current_dir().and_then(fs::canonicalize);
        let here = here.unwrap_or_default();
        let own = own.map(|config| {
            let folder = here.clone();
            Arc::new(FolderConfig { folder, config })
        });
        let taken = match (&input.configuration, own) {
            (given, _) if given.no_config => ConfigSelection::None,
            (given, own) if given.config.is_some() => {
                own.map_or(ConfigSelection::None, ConfigSelection::Named)
            }
            (_, own) => ConfigSelection::Nearest(own),
        };
        let is_trusted = !input.configuration.no_config;
        Self {
            declarations: is_trusted.then(Declarations::default),
            wanted,
            names_encoding: input.encoding != "auto",
            allow: allowances(&wanted.allow),
            here,
            taken,
            known: Mutex::default(),
        }
    }

    /// The ruling for a file.
    pub(super) fn ruling(&self, path: &Path) -> FileRuling {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let (place, whole, trouble) = self.place(folder);
        let name = path.file_name().unwrap_or_default();
        let whole = whole.join(name);
        let rules = match &place {
            Some(place) => {
                let inner = whole.strip_prefix(&place.folder).unwrap_or(&whole);
                let skipped = place.config.skip.have(inner);
                (!skipped).then(|| self.rules(Some(&place.config), inner, &whole))
            }
            None => Some(self.rules(None, &whole, &whole)),
        };
        let declarations = { self.declarations.as_ref() }.filter(|_| path != Path::new("-"));
        let rules = rules.map(|mut rules| {
            if let Some(declarations) = declarations {
                self.declare(&mut rules, declarations.of(&whole));
            }
            rules
        });
        FileRuling {
            rules: rules.map(Arc::new),
            trouble,
        }
    }

    /// Adds the declarations about a file to its rules.
    fn declare(&self, rules: &mut FileRules, declared: FileDeclaration) {
        if declared.is_generated {
            rules.soften();
        }
        let encoding = declared.encoding.filter(|_| !self.names_encoding);
        rules.declared = FileDeclaration {
            encoding,
            ..declared
        };
    }

    /// The configuration for the files of a folder, the absolute path of the folder, and trouble
    /// with it, if that is new.
    fn place(&self, folder: &Path) -> (Option<Arc<FolderConfig>>, PathBuf, Option<Trouble>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((whole, place)) = known.folders.get(folder) {
            return (place.clone(), whole.clone(), None);
        }
        let whole = known.place(folder, &self.here);
        let (place, trouble) = match &self.taken {
            ConfigSelection::Named(place) => (Some(Arc::clone(place)), None),
            ConfigSelection::None => (None, None),
            ConfigSelection::Nearest(own) => known.nearest(&whole).map_or_else(
                || (own.clone(), None),
                |found| self.loaded(&mut known, found),
            ),
        };
        let entry = (whole.clone(), place.clone());
        known.folders.insert(folder.to_owned(), entry);
        (place, whole, trouble)
    }

    fn loaded(
        &self,
        known: &mut FolderConfigCache,
        found: NearestConfig,
    ) -> (Option<Arc<FolderConfig>>, Option<Trouble>) {
        let NearestConfig { folder, file } = found;
        if let Some(place) = known.files.get(&file) {
            return (place.clone(), None);
        }
        let name = file.strip_prefix(&self.here).unwrap_or(&file);
        let (place, trouble) = match config::load(&file, name) {
            Ok(config) => (Some(Arc::new(FolderConfig { folder, config })), None),
            Err(trouble) => (None, Some(trouble)),
        };
        known.files.insert(file, place.clone());
        (place, trouble)
    }

    /// The rules of a file: its path from the configuration, and its whole path.
    fn rules(&self, config: Option<&CheckConfig>, inner: &Path, whole: &Path) -> FileRules {
        let wanted = self.wanted;
        let mut rules = FileRules::default();
        if wanted.notices {
            let to_all = |notice: &&Notice| notice.told_to() == ToldTo::All;
            for notice in Notice::ALL.iter().filter(to_all) {
                rules.set_severity(*notice, notice.severity());
            }
        }
        let warned = config.and_then(|config| config.warn.as_deref());
        let denied = config.and_then(|config| config.deny.as_deref());
        for (kinds, configured, severity) in [
            (&wanted.warn, warned, Severity::Warning),
            (&wanted.deny, denied, Severity::Error),
        ] {
            for notice in chosen(kinds, configured) {
                rules.set_severity(notice, severity);
            }
        }
        let from_here = whole.strip_prefix(&self.here).unwrap_or(whole);
        let (allowances, path) = match config {
            Some(config) if self.allow.is_empty() => (&config.allow, inner),
            _ => (&self.allow, from_here),
        };
        for allowance in allowances {
            allow(&mut rules, allowance, path);
        }
        let is_filtered = wanted.since.is_some() || wanted.baseline.is_some();
        rules.heeds_comments = self.declarations.is_some();
        let is_asked = wanted.max.is_some() || wanted.each || is_filtered;
        rules.max = config.and_then(|config| config.max).filter(|_| !is_asked);
        if !self.names_encoding
            && let Some(config) = config
        {
            let of_file = config.files.iter().rfind(|(paths, _)| paths.have(inner));
            rules.encoding = of_file.map_or(config.encoding, |(_, encoding)| Some(*encoding));
        }
        rules
    }
}

/// The notices of an option, or those of the configuration if it is not given.
fn chosen(kinds: &[FindingSelector], configured: Option<&[Notice]>) -> Vec<Notice> {
    if kinds.is_empty() {
        return configured.unwrap_or_default().to_vec();
    }
    kinds.iter().flat_map(|kind| kind.notices()).collect()
}

fn allow(rules: &mut FileRules, allowance: &Allowance, path: &Path) {
    if { allowance.paths.as_ref() }.is_some_and(|paths| !paths.have(path)) {
        return;
    }
    if allowance.points.is_empty() {
        for notice in &allowance.notices {
            rules.mute(*notice);
        }
    }
    for points in &allowance.points {
        rules.allow(points.clone(), allowance.notices.clone());
    }
}

/// The allowances of the command line: all notices, for the files and for the code points.
fn allowances(allowed: &[Allowed]) -> Vec<Allowance> {
    let all = |paths, points| Allowance {
        paths,
        notices: Notice::ALL.to_vec(),
        points,
    };
    let (mut texts, mut points) = (Vec::new(), Vec::new());
    for one in allowed {
        match one {
            Allowed::Paths(text) => texts.push(text.as_str()),
            Allowed::Points(range) => points.push(range.clone()),
        }
    }
    // Each pattern was parsed with the command line.
    let paths = Patterns::new(texts).ok().filter(|paths| !paths.is_empty());
    let of_paths = paths.map(|paths| all(Some(paths), Vec::new()));
    let of_points = (!points.is_empty()).then(|| all(None, points));
    of_paths.into_iter().chain(of_points).collect()
}
