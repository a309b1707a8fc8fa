//! What is shown about the cursor, compared with the judge.
//!
//! Invariant: every number that the picture shows about the cursor is compared; on the
//! larger screen none may be missing.

use super::judge::{Kind, Record};
use super::session::Session;
use hexloupe::codec::Meaning;
use hexloupe::model::line::TonedLine;
use hexloupe::model::place::NEAR;

/// The sequence under the cursor, its number, line and column.
#[track_caller]
pub(crate) fn position(session: &Session) {
    let Some((record, range)) = session.expected() else {
        assert_eq!(session.cursor(), 0, "there is no byte");
        return;
    };
    let (driven, cursor) = (&session.driven, session.cursor());
    let source = driven.session.source();
    let text = driven.state().view.text(&**source, driven.facts());
    let stretch = text.stretch(cursor..cursor + 1);
    let step = *stretch.at(cursor).expect("a sequence under the cursor");
    assert_eq!(step.range(), range, "the sequence at {cursor}: {record:?}");
    assert!(stretch.is_sure(cursor), "it is sure at {cursor}");
    let kind = Kind::of(step.meaning, step.offset);
    assert_eq!(kind, record.kind, "what stands at {cursor}");
    if kind == Kind::Mark {
        return;
    }
    let place = text.position(step.offset, step.meaning, &driven.facts().counted);
    let Some(place) = place else {
        assert!(may_be_uncounted(session), "{cursor} is counted to");
        return;
    };
    let found = (place.character, place.line, place.column);
    // A shift has neither number nor column.
    let shift = step.meaning == Meaning::Shift;
    let found = if shift {
        (record.number, found.1, record.column)
    } else {
        found
    };
    let expected = (record.number, record.line, record.column);
    assert_eq!(
        found, expected,
        "number, line and column at {cursor}: {record:?}"
    );
}

/// Whether the cursor is too far from every known checkpoint to be counted to.
fn may_be_uncounted(session: &Session) -> bool {
    let facts = session.driven.facts();
    facts.index(&session.driven.state().view).is_none() && session.cursor() > NEAR
}

/// What the picture says: the inspector, the title, the status line.
#[track_caller]
pub(crate) fn picture(session: &mut Session) {
    let screen = session.driven.screen();
    let large = session.driven.size().width > 100;
    if let Some((record, range)) = session.expected() {
        let lines: Vec<_> = screen.inspector.iter().map(TonedLine::text).collect();
        // Long lines are wrapped.
        let words: Vec<_> = lines
            .iter()
            .flat_map(|line| line.split_whitespace())
            .collect();
        inspector(
            &format!("{} ", words.join(" ")),
            session,
            record,
            range.start,
            large,
        );
    }
    let title = screen.title.text();
    let index = session.driven.facts().index(&session.driven.state().view);
    if index.is_some_and(|index| index.complete) && large {
        let said = match session.judge.faults() {
            0 => "no faults".to_owned(),
            1 => " 1 fault ".to_owned(),
            count => format!(" {} faults ", grouped(count)),
        };
        assert!(title.contains(&said), "{said:?} in {title:?}");
    }
    let status = screen.status.text();
    let said = format!("({}) ", session.cursor());
    if large && session.driven.state().message.is_none() && session.judge.len > 0 {
        assert!(status.contains(&said), "{said:?} in {status:?}");
    }
}

/// Compares what the inspector says about the position with the judge.
#[track_caller]
fn inspector(text: &str, session: &Session, record: Record, start: u64, large: bool) {
    let Record {
        number,
        line,
        column,
        kind,
        ..
    } = record;
    let cursor = session.cursor();
    let shown = text.contains(" where ");
    assert!(shown || !large, "{text:?}");
    if !shown {
        return;
    }
    let mut told = Vec::new();
    let uncounted = may_be_uncounted(session) && text.contains("line not counted yet ");
    match kind {
        Kind::Mark => {}
        _ if uncounted => {}
        Kind::Shift => told.push(format!("line {line} ")),
        _ => {
            told.push(format!("character {number} "));
            told.push(format!("line {line}, column {column} "));
        }
    }
    if kind != Kind::Fault {
        told.push(format!("byte {} of", cursor - start + 1));
    }
    for told in told {
        assert!(text.contains(&told), "{told:?} in {text:?}");
    }
}

/// A number in groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().collect();
    let groups: Vec<_> = groups
        .iter()
        .map(|group| String::from_utf8_lossy(group))
        .collect();
    groups.join(",")
}
