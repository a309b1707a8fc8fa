//! Several inspectors, one of them on the screen: a tab for each file.
//!
//! ```text
//! input ------------------> the tab that is shown --+--> effects, each with its tab
//! report, with its tab ---> that tab ---------------+
//! ```
//!
//! Each tab is a [`Session`] with its own data, view and jobs, which continue while it is hidden. A
//! named file that was not shown yet waits, and is opened when its tab is shown. State of the user
//! rather than of a file (colours, typed lines, progress in the lessons) goes along from tab to
//! tab. Invariant: there is a tab, and one is shown.

use std::iter;
use std::mem;
use std::path::PathBuf;

use super::tab::{Tab, TabData};
use super::{Message, Opened, Resumption, Session, SessionEffect, SessionEvent, SessionStart};
use crate::command::FrontRequest;
use crate::command::input::UserInput;
use crate::command::tabs::TabSwitch;
use crate::detect::requested::RequestedEncoding;
use crate::model::layout::ScreenSize;
use crate::model::pair::PairLayout;
use crate::model::regions::RegionFile;
use crate::model::screen::Picture;
use crate::model::subject::ViewSubject;
use crate::model::tabs::OpenTabs;
use crate::source::Source;

/// The identity of a tab, however many are opened and closed beside it; a new one once the awaited
/// file is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TabId(u32);

/// A file to open, with the requested reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRequest {
    /// The file.
    pub path: PathBuf,
    /// The requested encoding.
    pub requested: RequestedEncoding,
    /// The phase of code units in bytes.
    pub phase: u8,
    /// The tab that waits for it; none to open a new one.
    pub tab: Option<TabId>,
    /// True to open it beside the shown tab.
    pub is_beside: bool,
}

impl OpenRequest {
    /// A file in a new tab, in the encoding of its bytes.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            requested: RequestedEncoding::AUTO,
            phase: 0,
            tab: None,
            is_beside: false,
        }
    }

    /// The same, beside the shown tab.
    pub(super) fn beside(path: PathBuf) -> Self {
        Self {
            is_beside: true,
            ..Self::new(path)
        }
    }
}

/// An opened file.
#[derive(Debug)]
pub struct OpenedFile {
    /// Its data.
    pub opened: Opened,
    /// The regions beside it.
    pub regions: RegionFile,
    /// Its continuation.
    pub resumption: Resumption,
    /// The request.
    pub wanted: OpenRequest,
}

/// Files that wait in tabs behind the first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WaitingFiles {
    /// The files.
    pub files: Vec<PathBuf>,
    /// True if the first of them stands beside the open data.
    pub is_side_by_side: bool,
}

/// The tabs.
pub struct Tabs {
    /// From left to right.
    pub(super) all: Vec<Tab>,
    /// The number of the shown tab.
    pub(super) current: usize,
    /// The number of tabs so far.
    count: u32,
    /// The two that stand side by side if one of them is shown.
    pub(super) pair: Option<[TabId; 2]>,
    /// The size of the screen.
    pub(super) size: ScreenSize,
}

/// The pictures on the screen.
pub struct ShownScreen {
    /// The shown inspector.
    pub picture: Picture,
    /// The one beside it.
    pub beside: Option<OtherInspector>,
}

/// An inspector beside the shown one.
pub struct OtherInspector {
    /// Its picture.
    pub picture: Picture,
    /// True if it is on the left of the other, or above it.
    pub is_first: bool,
    /// The places of both.
    pub parts: PairLayout,
}

/// Effects, each with its tab.
pub type TabEffects = Vec<(TabId, SessionEffect)>;

impl Tabs {
    /// An inspector of some data, with files that wait to be shown; and its effects before its
    /// first picture.
    pub fn new(
        opened: &Opened,
        beginning: SessionStart,
        waiting: WaitingFiles,
    ) -> (Self, TabEffects) {
        let size = beginning.size;
        let (session, effects) = Session::new(opened, beginning);
        let first = Tab::new(TabId(0), session);
        let mut tabs = Self {
            all: vec![first],
            current: 0,
            count: 1,
            pair: None,
            size,
        };
        for path in waiting.files {
            let nothing = Opened::from_source(Source::memory(&path.to_string_lossy(), Vec::new()));
            let beginning = tabs.shown().beginning_of_another();
            let (id, _) = tabs.insert(&nothing, beginning, tabs.all.len());
            let wanted = OpenRequest {
                requested: opened.requested,
                phase: opened.phase,
                tab: Some(id),
                ..OpenRequest::new(path)
            };
            if let Some(tab) = tabs.all.last_mut() {
                tab.session.file.state.view.subject = ViewSubject::NotOpen;
                tab.holds = TabData::Name(wanted);
            }
        }
        let mut effects = tabs.carry_out(TabId(0), effects);
        if waiting.is_side_by_side {
            effects.extend(tabs.switch_pair());
        }
        (tabs, effects)
    }

    /// The shown inspector.
    pub fn shown(&self) -> &Session {
        &self.all[self.current].session
    }

    /// The inspectors of all files that were shown.
    pub fn sessions(&self) -> impl Iterator<Item = &Session> {
        let open = { self.all.iter() }.filter(|tab| matches!(tab.holds, TabData::Data));
        open.map(|tab| &tab.session)
    }

    /// The shown inspector, mutable.
    pub fn shown_mut(&mut self) -> &mut Session {
        &mut self.all[self.current].session
    }

    /// The size of the screen.
    pub fn size(&self) -> ScreenSize {
        self.size
    }

    /// The number of the shown tab, from 0, and the number of tabs.
    pub fn place(&self) -> (usize, usize) {
        (self.current, self.all.len())
    }

    /// Handles an event for the shown tab.
    #[must_use = "effects are to be carried out"]
    pub fn handle(&mut self, event: SessionEvent) -> TabEffects {
        if let SessionEvent::Input(UserInput::Resize(width, height)) = event {
            self.size = ScreenSize { width, height };
            return self.fit();
        }
        if let SessionEvent::Input(UserInput::Background(background)) = event {
            for tab in &mut self.all {
                tab.session.file.state.look.set_background(background);
            }
            return Vec::new();
        }
        let event = match event {
            SessionEvent::Input(UserInput::Mouse(pointer, x, y)) => self.pointed(pointer, x, y),
            event => event,
        };
        let is_key = matches!(event, SessionEvent::Input(UserInput::Key(_)));
        let id = self.all[self.current].id;
        let effects = self.shown_mut().handle(event);
        if is_key && !effects.iter().any(SessionEffect::is_quit) {
            // A user who goes on does not want to leave any more.
            for tab in &mut self.all {
                tab.is_given_up = false;
            }
        }
        self.carry_out(id, effects)
    }

    /// Handles the report of a job that a tab has started; that of a closed tab is ignored.
    #[must_use = "effects are to be carried out"]
    pub fn receive(&mut self, id: TabId, message: Message) -> TabEffects {
        let Some(tab) = self.all.iter_mut().find(|tab| tab.id == id) else {
            return Vec::new();
        };
        let effects = tab.session.handle(SessionEvent::Message(message));
        self.carry_out(id, effects)
    }

    /// Finds out what the next picture needs, and starts what it needs in the background: to be
    /// called before each picture.
    #[must_use = "effects are to be carried out"]
    pub fn sync(&mut self) -> TabEffects {
        let mut effects = self.pair_up();
        let other = self.other();
        self.align(other);
        let open = self.open_tabs();
        // The other of a pair is read for the comparison, even if there is no room for it.
        for current in iter::once(self.current).chain(other) {
            let tab = &mut self.all[current];
            tab.session.file.facts.tabs = OpenTabs {
                current,
                ..open.clone()
            };
            let (id, more) = (tab.id, tab.session.sync());
            effects.extend(self.carry_out(id, more));
        }
        effects
    }

    /// The picture of what is shown.
    pub fn show(&self) -> ShownScreen {
        let beside = self.beside().map(|(index, parts)| OtherInspector {
            picture: self.all[index].session.show(),
            is_first: index < self.current,
            parts,
        });
        ShownScreen {
            picture: self.shown().show(),
            beside,
        }
    }

    /// Cancels the running exports and copies, since all tabs are left.
    pub fn leave(&mut self) {
        for tab in &mut self.all {
            tab.session.leave();
        }
    }

    /// Reports whether an export or a copy is still running.
    pub fn has_errand(&self) -> bool {
        self.all.iter().any(|tab| tab.session.has_errand())
    }

    /// The rows in the list of tabs; empty if there is one tab.
    fn open_tabs(&self) -> OpenTabs {
        if self.all.len() < 2 {
            return OpenTabs::default();
        }
        OpenTabs {
            tabs: self.all.iter().map(Tab::summary).collect(),
            current: self.current,
        }
    }

    /// Carries out a tab's requests to all of them; the rest is left to the caller.
    fn carry_out(&mut self, id: TabId, effects: Vec<SessionEffect>) -> TabEffects {
        let mut rest = Vec::new();
        for effect in effects {
            match effect {
                SessionEffect::Front(FrontRequest::Tab(TabSwitch::Close)) => {
                    rest.extend(self.close(id));
                }
                SessionEffect::Front(FrontRequest::Tab(turn)) => rest.extend(self.turn(turn)),
                SessionEffect::Opened(file) => rest.extend(self.opened(*file)),
                SessionEffect::Front(FrontRequest::Beside) => rest.extend(self.switch_pair()),
                SessionEffect::Front(FrontRequest::Quit) => rest.extend(self.quit(id)),
                effect => rest.push((id, effect)),
            }
        }
        rest
    }

    fn turn(&mut self, turn: TabSwitch) -> TabEffects {
        let (at, len) = self.place();
        let index = match turn {
            TabSwitch::Next => (at + 1) % len,
            TabSwitch::Previous => (at + len - 1) % len,
            TabSwitch::To(index) => index.min(len - 1),
            TabSwitch::Close => at,
        };
        self.go(index)
    }

    /// Shows the tab with a number.
    fn go(&mut self, index: usize) -> TabEffects {
        let before = mem::replace(&mut self.current, index);
        let of = self.all.len();
        // At the end there is no tab left to copy from.
        if let Ok([left, shown]) = self.all.get_disjoint_mut([before, index]) {
            shown.session.inherit(&left.session);
        }
        let tab = &mut self.all[index];
        let name = tab.session.file.state.view.name.clone();
        tab.session
            .file
            .state
            .say(format!("tab {} of {of}: {name}", index + 1));
        let mut effects = self.wake(index);
        effects.extend(self.fit());
        effects
    }

    /// Opens the file of a tab if it waits.
    pub(super) fn wake(&mut self, index: usize) -> TabEffects {
        let tab = &mut self.all[index];
        let id = tab.id;
        match mem::replace(&mut tab.holds, TabData::Opening) {
            TabData::Name(wanted) => {
                let effects = tab.session.open_file(wanted);
                self.carry_out(id, effects)
            }
            held => {
                tab.holds = held;
                Vec::new()
            }
        }
    }

    /// Shows an opened file, in the tab that waits for it or in a new one.
    #[must_use = "effects are to be carried out"]
    pub fn opened(&mut self, file: OpenedFile) -> TabEffects {
        let OpenedFile {
            opened,
            regions,
            resumption,
            wanted,
        } = file;
        let beginning = |session: &Session| SessionStart {
            at: resumption.offset.unwrap_or_default(),
            resumed: resumption.resumed.unwrap_or_default(),
            remark: resumption.said,
            regions,
            ..session.beginning_of_another()
        };
        if let Some(id) = wanted.tab {
            let Some(index) = self.all.iter().position(|tab| tab.id == id) else {
                // It was closed meanwhile.
                return Vec::new();
            };
            let beginning = beginning(&self.all[index].session);
            let (session, effects) = Session::new(&opened, beginning);
            // Later reports of the earlier inspector's jobs are not for this one.
            let new = self.next_id();
            for one in self.pair.iter_mut().flatten().filter(|one| **one == id) {
                *one = new;
            }
            let tab = &mut self.all[index];
            (tab.id, tab.session, tab.holds) = (new, session, TabData::Data);
            return self.carry_out(new, effects);
        }
        let same = |tab: &Tab| tab.session.source().label() == opened.source.label();
        if let Some(index) = self.all.iter().position(same) {
            if wanted.is_beside && index != self.current {
                self.pair = Some([self.all[self.current].id, self.all[index].id]);
                let mut all = self.wake(index);
                all.extend(self.fit());
                return all;
            }
            let effects = self.go(index);
            let state = &mut self.all[index].session.file.state;
            state.say(format!("{} is open already", state.view.name));
            return effects;
        }
        let index = self.current + 1;
        let beginning = beginning(self.shown());
        let (id, effects) = self.insert(&opened, beginning, index);
        let mut all = self.carry_out(id, effects);
        if wanted.is_beside {
            self.pair = Some([self.all[self.current].id, id]);
            all.extend(self.fit());
        } else {
            all.extend(self.go(index));
        }
        all
    }

    fn next_id(&mut self) -> TabId {
        let id = TabId(self.count);
        self.count += 1;
        id
    }

    /// Makes a tab at a place.
    fn insert(
        &mut self,
        opened: &Opened,
        beginning: SessionStart,
        index: usize,
    ) -> (TabId, Vec<SessionEffect>) {
        let (session, effects) = Session::new(opened, beginning);
        let id = self.next_id();
        self.all.insert(index, Tab::new(id, session));
        (id, effects)
    }

    /// Closes a tab; leaves with the last one.
    fn close(&mut self, id: TabId) -> TabEffects {
        let Some(index) = self.all.iter().position(|tab| tab.id == id) else {
            return Vec::new();
        };
        if self.all.len() == 1 {
            return vec![(id, SessionEffect::Front(FrontRequest::Quit))];
        }
        if index != self.current {
            self.all.remove(index);
            self.current -= usize::from(index < self.current);
            return Vec::new();
        }
        // To the right, as the tabs move up; from the last one to the left.
        let next = if index + 1 < self.all.len() {
            index + 1
        } else {
            index - 1
        };
        let effects = self.go(next);
        self.all.remove(index);
        self.current -= usize::from(index < self.current);
        effects
    }

    /// Leaves, unless another tab has unsaved changes: then that is shown, and asks.
    fn quit(&mut self, id: TabId) -> TabEffects {
        for tab in self.all.iter_mut().filter(|tab| tab.id == id) {
            tab.is_given_up = true;
        }
        let asks = |tab: &Tab| tab.session.would_lose() && !tab.is_given_up;
        match self.all.iter().position(asks) {
            Some(index) => {
                let effects = self.go(index);
                self.shown_mut().ask_to_leave();
                effects
            }
            None => vec![(id, SessionEffect::Front(FrontRequest::Quit))],
        }
    }
}
