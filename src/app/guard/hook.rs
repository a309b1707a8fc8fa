//! `guard --hook`: what a coding tool asks for before and after it writes a file.
//!
//! Invariant: whatever the tool passes, a file is written only to put damaged bytes back, and only if
//! that was asked for.

use std::io::{self, Read as _, Write as _};
use std::path::Path;

use super::{FindingsUse, GuardRun, HOW, VersionCheck, read};
use crate::app::remark::{say, say_below};
use crate::detect;
use crate::detect::verdict::Nature;
use crate::job::against::FileVersions;
use crate::report::check::against::TextChangeKind;
use crate::report::hook::{HookAnswer, HookCall, HookMoment, HookProtocol};
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
        let done = called.and_then(|_| {
            let call = protocol.call(&record)?;
            call.map_or(Ok(0), |call| self.called(&call))
        });
        let code = done.unwrap_or_else(|said| {
            say(&said);
            ASIDE
        });
        if protocol.answer == HookAnswer::Permission && code == 0 {
            // A tool that does not listen needs no answer.
            let _: io::Result<()> = writeln!(io::stdout(), r#"{{"permission":"allow"}}"#);
        }
        code
    }

    fn called(&self, call: &HookCall) -> Result<u8, String> {
        // A file that is not there yet cannot be damaged.
        if !call.path.is_file() {
            return Ok(0);
        }
        match call.moment {
            HookMoment::Before if self.wanted.block && self.is_blocked(&call.path)? => Ok(BLOCK),
            HookMoment::Before | HookMoment::Reading => self.before(&call.path).map(|()| 0),
            HookMoment::After => self.after(&call.path),
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
    fn is_blocked(&self, file: &Path) -> Result<bool, String> {
        let bytes = read(file).map_err(|trouble| trouble.to_string())?;
        let guess = detect::judge(&bytes, self.requested.preferred()).guess;
        let taken = guess.named();
        let is_text = matches!(guess.nature, Nature::Text | Nature::TooShort);
        let is_legacy = is_text && !taken.as_taken().encoding.is_unicode();
        if is_legacy {
            let (shown, name) = (self.shown(file), taken.encoding.name);
            say(&format!(
                "{shown} is {name}; a tool that writes UTF-8 would damage it, so nothing was written"
            ));
            self.say_how(file);
        }
        Ok(is_legacy)
    }

    /// Compares a file with its snapshot, and tells the tool what was damaged.
    fn after(&self, file: &Path) -> Result<u8, String> {
        let old = self.store.read(file);
        let old = old.map_err(|error| Trouble::io(file, &error).to_string())?;
        let Some(old) = old else {
            return Ok(0);
        };
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
        say_below(&String::from_utf8_lossy(&told));
        let shown = self.shown(file);
        if totals.restored > 0 && totals.left == 0 {
            say(&format!(
                "{shown}: these bytes were put back, the edits stay; read it again"
            ));
        } else {
            say(&format!(
                "{shown} was damaged; hexloupe guard restore puts back what it can and keeps the edits"
            ));
        }
        self.say_how(file);
        Ok(BLOCK)
    }

    /// Says how to edit a file in its encoding.
    fn say_how(&self, file: &Path) {
        let shown = self.shown(file);
        say(&format!(
            "to edit it in its own encoding: hexloupe replace --once OLD NEW {shown}"
        ));
    }

    fn shown(&self, file: &Path) -> String {
        glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), self.charset)
    }
}

fn versions<'a>(old: &'a [u8], new: &'a [u8]) -> FileVersions<'a> {
    FileVersions {
        old,
        new,
        converts_ends: false,
    }
}
