//! `guard --hook`: what a coding tool asks for before and after it writes a file.
//!
//! Invariant: whatever the tool passes, a file is written only to put damaged bytes back, and only if
//! that was asked for.

use std::io::{self, Read as _, Write as _};
use std::path::Path;

use super::{FindingsUse, GuardRun, HOW, VersionCheck, read};
use crate::app::remark::{said, say, say_below};
use crate::detect;
use crate::detect::verdict::Nature;
use crate::job::against::FileVersions;
use crate::model::guessed::quoted;
use crate::report::check::against::TextChangeKind;
use crate::report::hook::{self, HookAnswer, HookCall, HookFile, HookMoment, HookProtocol};
use crate::source::Trouble;
use crate::unicode::glyph;

/// The longest record of a tool: it may hold the text of a file.
const LONGEST: u64 = 256 << 20;
/// Changes that lose nothing.
const HARMLESS: [TextChangeKind; 4] = [
    TextChangeKind::Bom,
    TextChangeKind::LineEnds,
    TextChangeKind::Encoding,
    TextChangeKind::Normalized,
];
/// The exit code that stops a tool, or shows it the message.
const BLOCK: u8 = 2;
/// The exit code that tools tell their user, and go on.
const ASIDE: u8 = 1;

impl GuardRun<'_> {
    /// Does what a tool asks for; returns the exit code.
    pub(super) fn hook(&self, protocol: &HookProtocol) -> u8 {
        let mut record = Vec::new();
        let called = io::stdin().take(LONGEST).read_to_end(&mut record);
        let called = called.map_err(|error| Trouble::io("standard input", &error).to_string());
        match called.and_then(|_| protocol.call(&record)) {
            Ok(Some(call)) => {
                let (code, words) = self.called(&call);
                say_below(&words);
                answered(protocol.answer, call.moment, code, &words)
            }
            Ok(None) => answered(protocol.answer, HookMoment::Reading, 0, ""),
            Err(error) => {
                say(&error);
                ASIDE
            }
        }
    }

    /// Does what a call asks for of each file; returns the exit code, and what is said.
    fn called(&self, call: &HookCall) -> (u8, String) {
        let (mut code, mut words) = (0, String::new());
        for file in &call.files {
            let done = self.one_called(call.moment, file, &mut words);
            code = code.max(done.unwrap_or_else(|error| {
                words.push_str(&said(&error));
                ASIDE
            }));
        }
        (code, words)
    }

    fn one_called(
        &self,
        moment: HookMoment,
        file: &HookFile,
        words: &mut String,
    ) -> Result<u8, String> {
        match moment {
            // A file that is not there yet cannot be damaged.
            HookMoment::Before | HookMoment::Reading if !file.was.is_file() => Ok(0),
            HookMoment::Before if self.wanted.block && self.is_blocked(&file.was, words)? => {
                Ok(BLOCK)
            }
            HookMoment::Before | HookMoment::Reading => self.before(&file.was).map(|()| 0),
            HookMoment::After if !file.path.is_file() => Ok(0),
            HookMoment::After => self.after(file, words),
        }
    }

    /// Keeps a file, unless it is damaged: then the snapshot has what it was.
    pub(super) fn before(&self, file: &Path) -> Result<(), String> {
        let said = |trouble: Trouble| trouble.to_string();
        // A snapshot that is damaged is made anew.
        let old = self.store.read(file).unwrap_or_else(|error| {
            say(&Trouble::io(file, &error).to_string());
            None
        });
        if let Some(old) = old {
            let new = read(file).map_err(said)?;
            if old == new || self.is_damaged(&old, &new) {
                return Ok(());
            }
        }
        self.keep(file).map(drop).map_err(said)?;
        self.clean();
        Ok(())
    }

    /// Reports whether text was lost or misread since a snapshot. Who has converted the file meant it.
    fn is_damaged(&self, old: &[u8], new: &[u8]) -> bool {
        let mut check = VersionCheck {
            expected: &HARMLESS,
            ..self.check(FindingsUse::Tell(HOW), Box::new(io::sink()))
        };
        let nowhere = Path::new("");
        // Nothing is written anywhere.
        let _: io::Result<()> = check.one(nowhere, nowhere, &versions(old, new));
        check.totals.found > 0
    }

    /// Reports whether a file is not in Unicode, and tells the tool how to edit it.
    fn is_blocked(&self, file: &Path, words: &mut String) -> Result<bool, String> {
        let bytes = read(file).map_err(|trouble| trouble.to_string())?;
        let guess = detect::judge(&bytes, self.requested.preferred()).guess;
        let taken = guess.named();
        let is_text = matches!(guess.nature, Nature::Text | Nature::TooShort);
        let is_legacy = is_text && !taken.as_taken().encoding.is_unicode();
        if is_legacy {
            let (shown, name) = (self.shown(file), taken.encoding.name);
            words.push_str(&said(&format!(
                "{shown} is {name}; a tool that writes UTF-8 would damage it, so nothing was written"
            )));
            words.push_str(&self.how(file));
        }
        Ok(is_legacy)
    }

    /// Compares a file with its snapshot, and tells the tool what was damaged.
    fn after(
        &self,
        HookFile { path: file, was }: &HookFile,
        words: &mut String,
    ) -> Result<u8, String> {
        let trouble = |error: io::Error| Trouble::io(was, &error).to_string();
        let Some(old) = self.store.read(was).map_err(trouble)? else {
            return Ok(0);
        };
        if file != was {
            // The next comparison is by its new name.
            self.store.keep(file, &old).map_err(trouble)?;
        }
        let new = read(file).map_err(|trouble| trouble.to_string())?;
        let findings = if self.wanted.restore {
            FindingsUse::Restore
        } else {
            FindingsUse::Tell(HOW)
        };
        let mut told = Vec::new();
        let mut check = self.check(findings, Box::new(&mut told));
        let printed = check.one(file, file, &versions(&old, &new));
        printed.map_err(|error| error.to_string())?;
        let totals = check.totals;
        drop(check);
        if totals.found == 0 {
            return Ok(0);
        }
        words.push_str(&String::from_utf8_lossy(&told));
        let shown = self.shown(file);
        words.push_str(&said(&if totals.restored > 0 && totals.left == 0 {
            format!("{shown}: these bytes were restored, and the edits kept; read the file again")
        } else {
            format!(
                "{shown} was damaged; hexloupe guard restore puts back what it can and keeps the edits"
            )
        }));
        words.push_str(&self.how(file));
        Ok(BLOCK)
    }

    /// The line that says how to edit a file in its encoding.
    fn how(&self, file: &Path) -> String {
        let shown = quoted(&self.shown(file));
        said(&format!(
            "to edit it in its own encoding: hexloupe replace --once OLD NEW {shown}"
        ))
    }

    fn shown(&self, file: &Path) -> String {
        glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), self.charset)
    }
}

/// Prints the answer that a tool expects; returns the exit code that it understands.
fn answered(answer: HookAnswer, moment: HookMoment, code: u8, words: &str) -> u8 {
    let (line, code) = match (answer, moment, code) {
        (HookAnswer::Permission, _, 0) => (hook::permission(None), code),
        (HookAnswer::Permission, HookMoment::Before | HookMoment::Reading, BLOCK) => {
            (hook::permission(Some(words)), code)
        }
        (HookAnswer::Context, HookMoment::After, BLOCK) => (hook::context(moment, words), 0),
        (HookAnswer::Context, _, BLOCK) => (hook::context(moment, words), code),
        (HookAnswer::Context, HookMoment::Before | HookMoment::Reading, ASIDE) => {
            (hook::progress(words), 0)
        }
        _ => return code,
    };
    // A tool that does not listen needs no answer.
    let _: io::Result<()> = writeln!(io::stdout(), "{line}");
    code
}

fn versions<'a>(old: &'a [u8], new: &'a [u8]) -> FileVersions<'a> {
    FileVersions {
        old,
        new,
        converts_ends: false,
    }
}
