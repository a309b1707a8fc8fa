//! Leaving after all is saved: the changed bytes, then the regions.
//!
//! Invariant: nothing that is not saved is left without a word.

use crate::play::driven::Driven;
use hexloupe::command::FrontRequest;
use hexloupe::command::overlay::Overlay;
use hexloupe::job::JobEnd;
use hexloupe::model::errand::ExportContent;
use hexloupe::model::regions::RegionFile;
use hexloupe::session::services::{PendingWrite, Services, WriteOutcome};
use hexloupe::session::{Opened, SessionStart};
use hexloupe::source::Source;
use std::sync::Arc;

/// Saves what it is asked to, or no regions.
fn services(fails: bool) -> Services {
    Services {
        export: Arc::new(move |export, subject| {
            let source = Arc::clone(subject.source);
            let is_file = export.what != Some(ExportContent::Regions);
            Ok(PendingWrite {
                range: 0..0,
                write: Box::new(move |_| {
                    if is_file {
                        source.set_saved();
                    }
                    JobEnd::Done(if fails && !is_file {
                        WriteOutcome::Failed("no room".to_owned())
                    } else {
                        WriteOutcome::Done(format!("wrote {}", export.path))
                    })
                }),
            })
        }),
        ..Services::default()
    }
}

/// A scratch buffer with a region and a change, and the question before it is left.
fn leaving(path: Option<&str>, services: Services) -> Driven {
    let source = Source::scratch("seat", b"abc".to_vec()).unwrap();
    let beginning = SessionStart {
        regions: RegionFile {
            path: path.map(str::to_owned),
            ..RegionFile::default()
        },
        services,
        ..SessionStart::default()
    };
    let mut driven = Driven::new(&Opened::from_source(source), beginning);
    driven.press("~ M type:x Enter q");
    driven
}

fn leaves(driven: &Driven) -> bool {
    driven
        .front_requests()
        .any(|request| *request == FrontRequest::Quit)
}

/// The line of the prompt.
fn prompt(driven: &Driven) -> &str {
    match &driven.state().overlay {
        Some(Overlay::GoTo(prompt)) => prompt.input.value(),
        other => panic!("no prompt: {other:?}"),
    }
}

#[test]
fn the_question_before_leaving_says_all_that_is_saved_or_lost() {
    let mut driven = leaving(Some("a.toml"), services(false));
    for said in [
        "The changes and the regions are not saved.",
        "Saving asks for a file name.",
        "Saving writes the regions to a.toml.",
    ] {
        assert!(driven.found(said).is_some(), "{said}");
    }
    driven.press("Esc m a q");
    assert!(driven.found("Leaving loses 1 mark either way.").is_some());
    let mut driven = leaving(None, services(false));
    let said = "Saving asks for a file name for the regions.";
    assert!(driven.found(said).is_some());
}

#[test]
fn the_regions_are_saved_after_the_bytes() {
    let mut driven = leaving(Some("a.toml"), services(false));
    driven.press("s");
    assert_eq!(prompt(&driven), "save-as ");
    driven.press("type:b.bin Enter");
    driven.finish(&["errand"]);
    assert!(leaves(&driven));
    assert_eq!(driven.state().message.as_deref(), Some("wrote a.toml"));
}

#[test]
fn regions_without_a_file_ask_for_one() {
    let mut driven = leaving(None, services(false));
    driven.press("s type:b.bin Enter");
    driven.finish(&["errand"]);
    assert!(!leaves(&driven));
    assert_eq!(prompt(&driven), "save-regions ");
    driven.press("type:c.toml Enter");
    driven.finish(&["errand"]);
    assert!(leaves(&driven));
}

#[test]
fn regions_that_cannot_be_saved_are_not_tried_again() {
    let mut driven = leaving(Some("a.toml"), services(true));
    driven.press("s type:b.bin Enter");
    driven.finish(&["errand"]);
    assert!(!leaves(&driven) && !driven.session.has_errand());
    let said = driven.state().message.as_deref();
    assert_eq!(said, Some("nothing written: no room"));
}
