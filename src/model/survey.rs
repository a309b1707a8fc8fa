//! The files of a folder, with the result of a check for each.
//!
//! Invariant: the files are in the order of their paths, whatever the order of the reports.

use std::path::PathBuf;

/// The files of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FolderSurvey {
    /// The folder, safe to show.
    pub folder: String,
    /// The known files.
    pub files: Vec<SurveyedFile>,
    /// The unreadable files, each in a line that names it.
    pub troubles: Vec<String>,
    /// The files left out, in words, once all is known.
    pub ended: Option<String>,
}

/// A file of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurveyedFile {
    /// Its path.
    pub path: PathBuf,
    /// Its path in the folder, safe to show.
    pub name: String,
    /// The encoding it was read in.
    pub encoding: &'static str,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its faults.
    pub faults: u64,
    /// The more likely reading, or the gravest notice, in words; empty if nothing speaks against it.
    pub likely: String,
}

impl SurveyedFile {
    /// Reports whether nothing speaks against it.
    pub fn is_sound(&self) -> bool {
        self.faults == 0 && self.likely.is_empty()
    }
}

impl FolderSurvey {
    /// Adds a file.
    pub fn add(&mut self, file: SurveyedFile) {
        match self
            .files
            .binary_search_by(|other| other.path.cmp(&file.path))
        {
            Ok(at) => self.files[at] = file,
            Err(at) => self.files.insert(at, file),
        }
    }

    /// Stores that a file opens in another encoding, in which its faults as UTF-8 say nothing.
    pub fn read_as(&mut self, path: &PathBuf, encoding: &'static str) {
        if let Ok(at) = self.files.binary_search_by(|other| other.path.cmp(path)) {
            let file = &mut self.files[at];
            (file.encoding, file.faults) = (encoding, 0);
            "not UTF-8".clone_into(&mut file.likely);
        }
    }

    /// Stores the probable reading of a file.
    pub fn doubt(&mut self, path: &PathBuf, likely: String) {
        if let Ok(at) = self.files.binary_search_by(|other| other.path.cmp(path)) {
            self.files[at].likely = likely;
        }
    }

    /// The number of the next unsound file after one, or before it.
    pub fn next_unsound(&self, from: usize, is_forward: bool) -> Option<usize> {
        let unsound = |number: &usize| !self.files[*number].is_sound();
        if is_forward {
            (from + 1..self.files.len()).find(unsound)
        } else {
            (0..from.min(self.files.len())).rev().find(unsound)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, faults: u64) -> SurveyedFile {
        SurveyedFile {
            path: PathBuf::from(name),
            name: name.to_owned(),
            encoding: "UTF-8",
            bytes: 1,
            faults,
            likely: String::new(),
        }
    }

    #[test]
    fn files_are_in_order_and_the_unsound_ones_are_found() {
        let mut survey = FolderSurvey::default();
        for (name, faults) in [("d", 0), ("b", 2), ("a", 0), ("c", 0)] {
            survey.add(file(name, faults));
        }
        survey.doubt(&PathBuf::from("d"), "reads like KOI8-R".to_owned());
        survey.doubt(&PathBuf::from("none"), "nothing".to_owned());
        survey.read_as(&PathBuf::from("b"), "windows-1251");
        let file = &survey.files[1];
        assert_eq!(
            (file.encoding, file.faults, file.is_sound()),
            ("windows-1251", 0, false)
        );
        let names: Vec<_> = survey.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c", "d"]);
        assert_eq!(survey.next_unsound(0, true), Some(1));
        assert_eq!(survey.next_unsound(1, true), Some(3));
        assert_eq!(survey.next_unsound(3, true), None);
        assert_eq!(survey.next_unsound(3, false), Some(1));
        assert_eq!(survey.next_unsound(1, false), None);
        assert_eq!(survey.next_unsound(9, false), Some(3));
    }
}
