//! The strip of a lesson: the text of a step, in place of the inspector.
//!
//! Its texts wrap as the room `lesson` has measured them, so a checked step is whole on 80 columns
//! and 24 rows. Invariant: either the latest reply is always visible, or the size that the strip
//! needs.

use super::layout::{Area, ScreenSize};
use super::line::{Tone, TonedLine};
use crate::lesson::course::LESSONS;
use crate::lesson::player::{LessonOrigin, Player, SaidKind};
use crate::lesson::strip::{HEADING, SAID, lines as text_lines, wrap};
use crate::texts::Texts;
use crate::texts::model::lesson_strip as texts;
use crate::unicode::glyph::{self, Charset};

/// The most columns of a line of text on a wide screen; longer lines are hard to read.
const MOST_COLUMNS: usize = 100;
/// The columns that a shortened title needs, with the blanks before it.
const LEAST_TITLE: usize = 10;
/// Columns before the text.
const INDENT: &str = "  ";

/// The lines of the strip, in its area of a screen.
pub(super) fn lines(
    player: &Player,
    area: Area,
    size: ScreenSize,
    charset: Charset,
) -> Vec<TonedLine> {
    let room = usize::from(area.height);
    let columns = usize::from(area.width).saturating_sub(4);
    let columns = columns.clamp(1, MOST_COLUMNS);
    let heading = heading(player, area.width.into(), charset);
    let mut text = text(player, columns, charset);
    let said = said(player, columns, charset);
    let mut out = vec![heading];
    if room < HEADING {
        return Vec::new();
    }
    let body = room - HEADING;
    if text.len() + said.len() <= body {
        // The reply stands at the bottom, where it does not move.
        let gap = body - text.len() - said.len().max(SAID).min(body - text.len());
        let gap = if said.is_empty() { 0 } else { gap };
        out.extend(text);
        out.extend(std::iter::repeat_with(TonedLine::new).take(gap));
        out.extend(said);
    } else if text.len() <= body {
        // The end of the text makes room for the reply.
        let shown = body.saturating_sub(said.len()).max(1);
        let is_cut = text.len() > shown;
        text.truncate(shown);
        if is_cut && let Some(last) = text.pop() {
            text.push(last.plain(" …"));
        }
        out.extend(text);
        out.extend(said);
        out.truncate(room);
    } else {
        let places = [
            ("width", size.width.to_string()),
            ("height", size.height.to_string()),
        ];
        let needs = texts::NEEDS.filled(player.language, &places);
        out.extend(indented(wrap(&needs, columns, charset), Tone::Strong));
        out.extend(said);
        out.truncate(room);
    }
    out
}

/// The text of the strip for a screen reader: the step, its text with the choices, the latest
/// reply.
pub(super) fn spoken(player: &Player, charset: Charset) -> Vec<String> {
    let joined = |lines: Vec<TonedLine>| {
        let words = lines.iter().map(|line| line.text().trim().to_owned());
        words.collect::<Vec<_>>().join(" ")
    };
    let step = vec![step(player)];
    let text = joined(text(player, MOST_COLUMNS, charset));
    let said = joined(said(player, MOST_COLUMNS, charset));
    let all = step.into_iter().chain([text, said]);
    all.filter(|line| !line.is_empty()).collect()
}

/// Lines of one tone.
fn indented(lines: Vec<String>, tone: Tone) -> Vec<TonedLine> {
    let line = |text| TonedLine::new().plain(INDENT).with(tone, text);
    lines.into_iter().map(line).collect()
}

/// The numbers of this lesson and step, the title, and the keys. Where they do not fit, the title is
/// shortened, then the words before it; the keys stay.
fn heading(player: &Player, width: usize, charset: Charset) -> TonedLine {
    let [long, short] = numbers(player);
    let mut keys = TonedLine::joined(shown_keys(player, false), "  ");
    if short.columns() + keys.columns() + 2 > width {
        keys = TonedLine::joined(shown_keys(player, true), " ");
    }
    let room = width.saturating_sub(keys.columns() + 2);
    let title = glyph::safe(&player.script.title, charset);
    let mut line = if long.columns() <= room { long } else { short };
    if line.columns() + LEAST_TITLE <= room {
        line = line.strong(format!("  {title}"));
        if line.columns() > room {
            line = line.cut(room - 1).quiet("…");
        }
    }
    let gap = width.saturating_sub(line.columns() + keys.columns() + 1);
    let mut line = line.plain(" ".repeat(gap.max(1)));
    line.append(keys);
    line.cut(width)
}

/// The numbers of this lesson and step: with words, and as short as it can be.
fn numbers(player: &Player) -> [TonedLine; 2] {
    let number = match player.origin {
        LessonOrigin::Course(number) => format!(" {}/{}", number + 1, LESSONS.len()),
        LessonOrigin::File(_) => format!(" {}", texts::OWN.get(player.language)),
    };
    let of = format!(" {}/{}", player.number() + 1, player.script.steps.len());
    let short = TonedLine::new().quiet(match player.step() {
        Some(_) => of,
        None => format!(" {}", step(player)),
    });
    let long = TonedLine::new().with(Tone::Key, number);
    [long.quiet(format!("  {}", step(player))), short]
}

/// The number of this step.
fn step(player: &Player) -> String {
    let places = [
        ("step", (player.number() + 1).to_string()),
        ("steps", player.script.steps.len().to_string()),
    ];
    match player.step() {
        Some(_) => texts::STEP.filled(player.language, &places),
        None => texts::END.get(player.language).to_owned(),
    }
}

/// The keys, the most important first; if they are to be short, without the word that says least.
fn shown_keys(player: &Player, is_short: bool) -> Vec<TonedLine> {
    let say = |text: Texts| text.get(player.language);
    let is_at_end = player.step().is_none();
    let mut keys = Vec::new();
    match player.task() {
        Some(task) if task.answer.is_typed() => {
            let typed = task.keys().unwrap_or_default();
            let mut how = TonedLine::new().with(Tone::Key, format!("{typed} "));
            how.append(TonedLine::hint(
                "Enter",
                if is_short { "" } else { say(texts::ANSWER) },
            ));
            keys.push(how);
        }
        Some(_) => keys.push(TonedLine::hint("Enter", say(texts::CHECK))),
        None if !is_at_end => keys.push(TonedLine::hint("Enter", say(texts::ON))),
        None if player.origin.next().is_some() => {
            keys.push(TonedLine::hint("Enter", say(texts::NEXT)));
        }
        None => {}
    }
    if player.task().is_some() {
        keys.push(TonedLine::hint("H", say(texts::HINT)));
    } else if player.is_told() && player.has_steps() {
        keys.push(TonedLine::hint("H", say(texts::STEPS)));
    }
    if player.number() > 0 {
        keys.push(TonedLine::hint("Backspace", say(texts::BACK)));
    }
    if !is_at_end {
        keys.push(TonedLine::hint("R", say(texts::AGAIN)));
    }
    keys
}

/// The text of the step, or of the end.
fn text(player: &Player, columns: usize, charset: Charset) -> Vec<TonedLine> {
    let language = player.language;
    if let Some(step) = player.step() {
        let choices = step.task.as_ref().map_or(&[][..], |task| &task.choices);
        let lines = text_lines(&step.text, choices, columns, charset);
        return indented(lines, Tone::Plain);
    }
    let mut lines = indented(wrap(&player.script.able, columns, charset), Tone::Strong);
    let follows = match &player.origin {
        LessonOrigin::Course(_) => match following(player) {
            Some(title) => texts::FOLLOWS.filled(language, &[("title", title)]),
            None => texts::NO_NEXT.get(language).to_owned(),
        },
        LessonOrigin::File(_) => String::new(),
    };
    lines.extend(indented(wrap(&follows, columns, charset), Tone::Plain));
    lines
}

/// The title of the lesson that follows.
fn following(player: &Player) -> Option<String> {
    let lesson = LESSONS.get(player.origin.next()?)?;
    lesson.title(player.language)
}

/// The latest reply.
fn said(player: &Player, columns: usize, charset: Charset) -> Vec<TonedLine> {
    let Some(said) = player.said() else {
        return Vec::new();
    };
    let tone = match said.kind {
        SaidKind::Right => Tone::Strong,
        SaidKind::Wrong => Tone::Wrong,
        SaidKind::Help => Tone::Key,
    };
    indented(wrap(&said.text, columns, charset), tone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::lesson::strip::COLUMNS;

    #[test]
    fn the_note_on_the_last_lesson_fits_two_lines() {
        assert!(texts::NO_NEXT.get(Language::English).len() < 2 * COLUMNS);
    }
}
