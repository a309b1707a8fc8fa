//! Opens the inspector: on a screen, or with output in lines.
//!
//! Invariant: the choice of a screen is made here, once, before anything is drawn or printed.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

use super::environment::{self, Environment};
use super::history::HistoryFile;
use super::inspect::{self, InspectorEnd, Painter, UserRecords};
use super::plain::Speaker;
use super::progress::ProgressFile;
use super::remark::say;
use super::replace::declarations;
use super::visits::Visits;
use super::{as_declared, regions, request, scratch, settings, start_place};
use crate::cli::diff::DiffArguments;
use crate::cli::lang::LanguageOption;
use crate::cli::{self, FileOffset, InputOptions, InspectorArguments, StartOptions, StartPlace};
use crate::command::input::MouseMode;
use crate::model::follow::Follow;
use crate::model::look::Appearance;
use crate::scan::facts::Sought;
use crate::session::tabs::WaitingFiles;
use crate::session::{FirstGuide, Opened, Resumption, SessionStart};
use crate::terminal;

/// Reports whether the inspector has a screen to open on, or prints lines to a terminal. If a
/// terminal has no screen, prints why the data is printed.
pub(super) fn has_front(input: &InputOptions) -> bool {
    if !io::stdout().is_terminal() {
        return false;
    }
    let has_front = input.plain || Environment::of_process().has_screen();
    if !has_front {
        if let Some(remark) = &input.remark {
            say(remark);
        }
        say(
            "TERM=dumb is a terminal without a screen: printed as by dump; --plain inspects in \
             lines",
        );
    }
    has_front
}

/// Opens the inspector on two files side by side.
pub(super) fn side_by_side(input: InputOptions, wanted: DiffArguments) -> anyhow::Result<ExitCode> {
    if !has_front(&input) {
        anyhow::bail!("--view needs a terminal; without it, diff prints the differences");
    }
    let input = InputOptions {
        file: Some(wanted.a),
        more: vec![wanted.b],
        is_side_by_side: true,
        ..input
    };
    let start = InspectorArguments {
        at: None,
        scratch: false,
        more: StartOptions::default(),
        regions: None,
        lang: LanguageOption::default(),
    };
    inspect(&input, &start)
}

/// The place where it starts, unless another is named.
const BEGINNING: StartPlace = StartPlace::Offset(FileOffset::FromStart(0));

/// Opens the inspector.
pub(super) fn inspect(
    input: &InputOptions,
    start: &InspectorArguments,
) -> anyhow::Result<ExitCode> {
    let (input, start) = &start_place::apart(input, start);
    let stdin = std::path::Path::new("-");
    if input.more.iter().any(|file| file == stdin) {
        anyhow::bail!("- is standard input; only the first file can be -");
    }
    if let Some(folder) = input.file.as_ref().filter(|file| file.is_dir()) {
        let nothing = Opened::memory(&folder.to_string_lossy(), &b""[..]);
        let guide = FirstGuide::Folder(folder.clone());
        return open(input, start, &nothing, guide, (None, Resumption::default()));
    }
    let opened = request::open(input)?;
    let mut opened = if start.scratch {
        scratch::scratch_copy(opened)?
    } else {
        opened
    };
    let wants = start.more.resume || input.settings.resume == Some(true);
    let visits = Visits::of_user().filter(|_| wants && !start.more.no_history);
    let place = start.at.unwrap_or(StartPlace::Offset(input.skip));
    // A user who names a place or an encoding starts there.
    let is_plain = place == BEGINNING && opened.requested.is_auto();
    let guide = if is_plain && start.at.is_none() && request::is_sample(input) {
        FirstGuide::Tour
    } else {
        FirstGuide::None
    };
    if let Some(declarations) = declarations(input) {
        as_declared::declare(&mut opened, &declarations);
    }
    let resumed = visits.as_ref().map(|visits| visits.resume(&mut opened));
    let goes_on = (visits, resumed.unwrap_or_default());
    open(input, start, &opened, guide, goes_on)
}

/// Opens the inspector on some data.
pub(super) fn open(
    input: &InputOptions,
    start: &InspectorArguments,
    opened: &Opened,
    guide: FirstGuide,
    (visits, resumption): (Option<Visits>, Resumption),
) -> anyhow::Result<ExitCode> {
    let regions = regions::region_file(input)?;
    let place = start.at.unwrap_or(StartPlace::Offset(input.skip));
    let (at, sought) = match (resumption.offset, place) {
        (Some(offset), BEGINNING) => (offset, None),
        (_, StartPlace::Offset(place)) => (request::offset(place, &opened.source), None),
        (_, StartPlace::Line(line)) => (0, Some(Sought::Line(line))),
        (_, StartPlace::Column(line, column)) => (0, Some(Sought::Column(line, column))),
        (_, StartPlace::Character(number)) => (0, Some(Sought::Character(number))),
    };
    let environment = Environment::of_process();
    let charset = environment.charset(input.ascii);
    let look = Appearance {
        theme: environment.theme(input.palette, input.color),
        palettes: input.palettes,
        family: { input.settings.theme.as_deref() }.and_then(|name| input.palettes.family(name)),
        charset,
        language: environment.language(input.settings.language, charset),
    };
    let mouse = match input.mouse {
        cli::MouseSetting::Auto => MouseMode::On,
        cli::MouseSetting::Never => MouseMode::Off,
    };
    let history = if start.more.no_history {
        None
    } else {
        HistoryFile::of_user()
    };
    let beginning = SessionStart {
        at,
        sought,
        width: input.width,
        arrangement: input.settings.layout,
        unit: input.settings.step.unwrap_or_default(),
        keymap: settings::keymap(&input.settings, &input.keys),
        remark: input.remark.clone().or(resumption.said),
        resumed: resumption.resumed.unwrap_or_default(),
        look,
        clipboard: environment::clipboard(input.clipboard.as_deref()),
        mouse,
        guide,
        follow: if start.more.follow {
            Follow::End
        } else {
            Follow::No
        },
        regions,
        ..SessionStart::default()
    };
    let kept = UserRecords {
        history,
        progress: ProgressFile::of_user().filter(|_| !start.more.no_history),
        visits,
        declarations: declarations(input).map(Arc::new),
    };
    let more = WaitingFiles {
        files: input.more.clone(),
        is_side_by_side: input.is_side_by_side,
    };
    let left = if input.plain {
        inspect::inspect(opened, beginning, more, Speaker::default(), &kept)
    } else {
        inspect::inspect(opened, beginning, more, Painter, &kept)
    };
    match left? {
        InspectorEnd::Quit => Ok(ExitCode::SUCCESS),
        InspectorEnd::Killed(signal) => {
            // The process ends by the signal itself, so that the shell sees it.
            terminal::die(signal)?;
            Ok(ExitCode::FAILURE)
        }
    }
}
