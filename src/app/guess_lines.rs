//! `guess --lines`: the parts of each file, and their encodings.
//!
//! A pipe is read to its end first, because the data is read twice. Invariant: a part is printed as
//! soon as it is known, and memory does not grow with the file.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::bail;

use super::attended::ProgressDisplay;
use super::remark::say;
use crate::detect::Reading;
use crate::detect::preferred::Preferred;
use crate::detect::runs::{ReadingRun, whole};
use crate::detect::verdict::{Guess, Nature};
use crate::job::runs::{ReadingStretch, STEP, divide, judge};
use crate::job::spool::spool;
use crate::job::text_view::TextView;
use crate::job::{Control, JobEnd};
use crate::report::guess::stretches;
use crate::report::{Style, Syntax};
use crate::source::{Source, Trouble, WaitingSource};
use crate::unicode::glyph;
use crate::window::Peek;

/// The passes over the data: which readings occur, where each does, and the parts.
const PASSES: u32 = 3;
/// The number of bytes of a part that its opening is made from.
const OPENING: usize = 400;
/// Characters of the opening.
const SHOWN: usize = 40;

/// Prints the parts of a file; returns true if it is text.
///
/// # Errors
/// It cannot be read, or its bytes changed.
pub(super) fn print(
    file: &Path,
    source: &Source,
    preferred: Preferred,
    (syntax, style): (Syntax, Style),
    out: &mut dyn Write,
) -> anyhow::Result<io::Result<bool>> {
    let attended = ProgressDisplay::in_passes(style.charset, PASSES);
    let report = |bytes| attended.show(bytes);
    // A signal ends the process.
    let cancel = AtomicBool::new(false);
    let mut control = Control::new(&cancel, &report);
    if source.is_stream()
        && let JobEnd::Done(Some(trouble)) = spool(&control, source)
    {
        return Err(trouble.into());
    }
    attended.hide();
    attended.begin(Some(source.len()));
    let data = WaitingSource(source);
    let JobEnd::Done(judgement) = judge(&mut control, &data, preferred, STEP) else {
        bail!("cancelled");
    };
    let guess = &judgement.guess;
    if let Some(trouble) = source.failure() {
        return Err(trouble.into());
    }
    if let Nature::Binary(_) = guess.nature {
        attended.hide();
        let name = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), style.charset);
        say(&format!(
            "{name}: binary, not divided; guess without --lines says why"
        ));
        return Ok(Ok(false));
    }
    let mut failed = None;
    let mut take = |stretch: ReadingStretch, opening: &str| {
        if failed.is_some() {
            return;
        }
        let start = source.address(stretch.range.start);
        let range = start..start + (stretch.range.end - stretch.range.start);
        let stretch = ReadingStretch { range, ..stretch };
        let text = stretches::print(file, &stretch, opening, syntax, style);
        let print = || {
            out.write_all(&text)?;
            if attended.is_drawn() {
                out.flush()
            } else {
                Ok(())
            }
        };
        failed = attended.aside(print).err();
    };
    if guess.taken().encoding.ascii || judgement.readings.joined().is_some() {
        let mut each = |stretch: ReadingStretch| {
            let opening = opening(&data, &stretch.run);
            take(stretch, &opening);
        };
        attended.begin_last(Some(source.len()));
        // Nothing is cancelled before the process ends.
        let _: JobEnd<()> = divide(&mut control, &data, &judgement.readings, STEP, &mut each);
    } else if let Err(at) = as_text((&mut control, &attended), &data, guess, &mut take) {
        attended.hide();
        bail!(Trouble::new(
            file,
            format!("the bytes from 0x{at:X} on cannot be read"),
            "a file is divided only as a whole"
        ));
    }
    if let Some(error) = failed {
        return Ok(Err(error));
    }
    let again = ("looked at", "try again");
    match Trouble::after(file, 0, source.change(), again) {
        Some(trouble) => Err(trouble.into()),
        None => Ok(Ok(true)),
    }
}

/// Takes the parts of data in an encoding that does not share the characters of ASCII: its lines
/// have no other encoding, but may have been misread.
///
/// # Errors
/// The bytes from an offset on cannot be read.
fn as_text(
    (control, attended): (&mut Control<'_>, &ProgressDisplay),
    data: &dyn Peek,
    guess: &Guess,
    take: &mut dyn FnMut(ReadingStretch, &str),
) -> Result<(), u64> {
    let encoding = guess.taken().encoding;
    attended.expect_more(1);
    attended.begin(Some(data.len()));
    let view = match TextView::build(control, data, encoding, u64::from(guess.phase)) {
        JobEnd::Done(view) => view?,
        JobEnd::Cancelled => return Ok(()),
    };
    attended.begin(Some(view.len()));
    let JobEnd::Done(judgement) = judge(control, &view, Preferred::NONE, STEP) else {
        return Ok(());
    };
    let mut each = |stretch: ReadingStretch| {
        let opening = opening(&view, &stretch.run);
        let ReadingRun {
            range,
            reading: Reading { chain, .. },
            confidence,
            is_well_formed,
        } = stretch.run;
        let confidence = match chain {
            Some(_) => confidence,
            None => guess.confidence,
        };
        let run = ReadingRun {
            range: view.origins(&range),
            reading: Reading { encoding, chain },
            confidence,
            is_well_formed,
        };
        let range = view.origins(&stretch.range);
        take(
            ReadingStretch {
                range,
                run,
                ..stretch
            },
            &opening,
        );
    };
    attended.begin_last(Some(view.len()));
    // Nothing is cancelled before the process ends.
    let _: JobEnd<()> = divide(
        control,
        &view,
        &judgement.readings.of_chains(),
        STEP,
        &mut each,
    );
    Ok(())
}

/// The first words of a run, in its encoding.
fn opening(data: &dyn Peek, run: &ReadingRun) -> String {
    let len = usize::try_from(run.range.end - run.range.start).unwrap_or(usize::MAX);
    let window = data.window(run.range.start, len.min(OPENING));
    let bytes = &window.bytes[..];
    let fit = if len <= OPENING {
        bytes.len()
    } else {
        whole(bytes)
    };
    let text = run.reading.text(&bytes[..fit]);
    let text = text.unwrap_or_else(|| String::from_utf8_lossy(&bytes[..fit]).into_owned());
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
