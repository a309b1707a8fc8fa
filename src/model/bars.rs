//! The first and the last line of the screen.
//!
//! Both are lists of facts by their weight, cut from the end where there is no
//! room. Invariant: neither is ever wider than the screen.

use std::ops::Range;

use super::line::{Line, Tone, fit, shorten};
use super::overlay::{self, Manual};
use super::row::Role;
use super::state::{Facts, Overlay, Standing, State, Unit, View};
use crate::unicode::glyph;

/// Columns between two facts.
const DOT: &str = " · ";

/// What is open, how it is read and how large it is.
pub(super) fn title(view: &View, facts: &Facts, len: u64, width: u16) -> Line {
    let width = usize::from(width);
    let mut line = Line::new().quiet(" hexloupe  ");
    let room = width.saturating_sub(line.columns() + 1);
    let list = vec![
        Line::new().strong(shorten(&view.name, room.div_ceil(2).max(12).min(room))),
        encoding(view),
        progress(facts, len),
        Line::new().plain(sized(len)),
    ];
    line.append(Line::joined(fit(list, room, DOT.chars().count()), DOT));
    line
}

fn encoding(view: &View) -> Line {
    let reading = view.reading;
    let line = Line::new().strong(reading.encoding.name);
    let line = line.quiet(format!(" ({})", reading.evidence.short()));
    match view.phase {
        0 => line,
        phase => line.with(
            Tone::As(Role::Notice),
            format!(" · units from byte {phase}"),
        ),
    }
}

fn progress(facts: &Facts, len: u64) -> Line {
    match (&facts.search, facts.standing) {
        (Some(search), _) => Line::new()
            .with(Tone::Key, format!("looking for a {}", search.what.name()))
            .quiet(format!(" {}, Esc cancels", percent(search.reached, len))),
        (None, Standing::Arriving) => Line::new().with(Tone::Key, "still arriving"),
        (None, _) => Line::new(),
    }
}

/// A share of a whole.
fn percent(part: u64, whole: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(whole.max(1));
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// A number of bytes in the unit that suits it.
fn sized(len: u64) -> String {
    const UNITS: &[&str] = &["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (u64::BITS - len.leading_zeros()).saturating_sub(1) / 10;
    match UNITS.get((power as usize).wrapping_sub(1)) {
        None => format!("{len} B"),
        Some(unit) => {
            let tenths = (u128::from(len) * 10) >> (10 * power);
            format!("{}.{} {unit}", tenths / 10, tenths % 10)
        }
    }
}

/// What was said, what is being typed, and where the cursor is.
pub(super) fn status(
    state: &State,
    facts: &Facts,
    selected: Option<&Range<u64>>,
    width: u16,
    manual: &Manual,
) -> Line {
    if let Overlay::Prompt(prompt) = &state.overlay {
        return overlay::prompt_line(prompt, state.look.charset, width).0;
    }
    let width = usize::from(width);
    let view = &state.view;
    let offset = view.cursor.offset;
    let step = match view.unit {
        Unit::Bit => format!("bit {}", view.cursor.bit),
        unit => unit.name().to_owned(),
    };
    // A message may name a key or a file: it is as little to be trusted as they.
    let message = glyph::safe(
        state.message.as_deref().unwrap_or_default(),
        state.look.charset,
    );
    let list = vec![
        Line::new().strong(shorten(&message, width.saturating_sub(2))),
        overlay::pending_line(&state.pending, width.saturating_sub(2)),
        Line::new()
            .plain(format!("0x{offset:08X}"))
            .quiet(format!(" ({offset})")),
        Line::new().quiet("step ").plain(step),
        selected.map_or_else(Line::new, |range| {
            let count = range.end - range.start;
            let plural = if count == 1 { "byte" } else { "bytes" };
            Line::new().with(Tone::Key, format!("{count} {plural} selected"))
        }),
        standing(facts.standing),
    ];
    let mut line = Line::new().plain(" ");
    line.append(Line::joined(
        fit(list, width.saturating_sub(2), DOT.chars().count()),
        DOT,
    ));
    hints(line, width, manual)
}

fn standing(standing: Standing) -> Line {
    let said = match standing {
        Standing::Same | Standing::Arriving => return Line::new(),
        Standing::Grew => "file grew",
        Standing::Shrank => "file shrank",
        Standing::Written => "file was written to",
        Standing::Replaced => "another file is there now; R opens it",
        Standing::Gone => "file is gone; still reading what is open",
    };
    Line::new().with(Tone::As(Role::Notice), said)
}

/// The line with as many hints at its right end as fit.
fn hints(mut line: Line, width: usize, manual: &Manual) -> Line {
    let all = manual.hints.iter();
    let all = all.map(|(key, does)| {
        Line::new()
            .with(Tone::Key, key.clone())
            .quiet(format!(" {does}"))
    });
    let free = width.saturating_sub(line.columns() + 3);
    let shown = Line::joined(fit(all.collect(), free, 2), "  ");
    if shown.is_empty() {
        return line;
    }
    line.push(
        Tone::Plain,
        " ".repeat((free + 2).saturating_sub(shown.columns())),
    );
    line.append(shown);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(len: u64, expected: &str) {
        assert_eq!(sized(len), expected);
    }

    #[test]
    fn sizes_are_in_the_unit_that_suits_them() {
        check(0, "0 B");
        check(1023, "1023 B");
        check(1024, "1.0 KiB");
        check(1536, "1.5 KiB");
        check(8 << 30, "8.0 GiB");
        check(u64::MAX, "15.9 EiB");
    }
}
