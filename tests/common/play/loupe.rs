//! The inspector without terminal and threads.
//!
//! It does with keys, the mouse and what others report what `app::inspect` does,
//! so that a test can say when a search ends and when a file changes. The data
//! counts what is asked of it. Invariant: the state is changed only as the
//! program changes it.

use super::attended::Scanning;
use hexloupe::codec::{Encoding, table as encodings};
use hexloupe::command::key::Key;
use hexloupe::command::keymap::Keymap;
use hexloupe::command::{self, Desk, Effect, table};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::seek::{Quest, seek};
use hexloupe::job::{Control, End};
use hexloupe::model::layout::Size;
use hexloupe::model::look::Look;
use hexloupe::model::overlay::Manual;
use hexloupe::model::screen::{self, Picture};
use hexloupe::model::state::{Facts, Search, Standing, State, View};
use hexloupe::source::Source;
use hexloupe::unicode::glyph;
use hexloupe::window::{Absence, Hole, Peek, Window};
use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where bytes come from.
pub(crate) enum Body {
    Bytes(Vec<u8>),
    /// A tile again and again, with another byte at every so many-th offset.
    Tiles {
        len: u64,
        tile: Vec<u8>,
        odd: Option<(u64, u8)>,
    },
    /// Whatever the source has, as it comes.
    Source(Arc<Source>),
}

impl Body {
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Tiles { len, .. } => *len,
            Self::Source(source) => source.len(),
        }
    }

    fn read(&self, range: Range<u64>) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes[range.start as usize..range.end as usize].to_vec(),
            Self::Source(source) => {
                let len = (range.end - range.start) as usize;
                source.window(range.start, len).bytes
            }
            Self::Tiles { tile, odd, .. } => {
                let mut bytes: Vec<u8> = Vec::with_capacity((range.end - range.start) as usize);
                let first = (range.start % tile.len() as u64) as usize;
                bytes.extend(tile.iter().cycle().skip(first).take(bytes.capacity()));
                if let Some((every, byte)) = *odd {
                    let mut at = range.start.next_multiple_of(every);
                    while at < range.end {
                        bytes[(at - range.start) as usize] = byte;
                        at += every;
                    }
                }
                bytes
            }
        }
    }
}

/// Data that may change, of which some may be unreadable.
pub(crate) struct Data {
    pub(crate) body: Body,
    pub(crate) holes: Vec<Range<u64>>,
    /// The length that is known: more than there is, after others have cut the
    /// file; less, while a pipe brings its bytes.
    pub(crate) known: Cell<u64>,
    /// Bytes that a pipe brings before each answer.
    pub(crate) drip: u64,
    /// Bytes that were asked for.
    pub(crate) asked: Cell<u64>,
}

impl Data {
    pub(crate) fn new(body: Body) -> Self {
        Self {
            known: Cell::new(body.len()),
            body,
            holes: Vec::new(),
            drip: 0,
            asked: Cell::new(0),
        }
    }

    fn drip(&self) {
        if self.drip > 0 {
            let known = self.known.get().saturating_add(self.drip);
            self.known.set(known.min(self.body.len()));
        }
    }

    /// Whether the file is shorter than is known.
    pub(crate) fn is_cut(&self) -> bool {
        self.known.get() > self.body.len()
    }
}

impl Peek for Data {
    fn len(&self) -> u64 {
        if let Body::Source(source) = &self.body {
            return source.len();
        }
        self.drip();
        self.known.get()
    }

    fn window(&self, start: u64, len: usize) -> Window {
        if let Body::Source(source) = &self.body {
            return source.window(start, len);
        }
        self.drip();
        let there = self.body.len();
        let end = start.saturating_add(len as u64);
        if end > there && self.is_cut() {
            // A read finds the end.
            self.known.set(there);
        }
        let known = self.known.get();
        let range = start.min(known)..end.min(known);
        let arriving = self.drip > 0 && known < there;
        let mut window = Window {
            start,
            bytes: self.body.read(range.clone()),
            holes: Vec::new(),
            ends: end >= known && !arriving,
        };
        self.asked.set(self.asked.get() + window.bytes.len() as u64);
        for hole in &self.holes {
            // Some cannot be read, some have not come yet.
            let why = if hole.start % 2 == 0 {
                Absence::Unreadable
            } else {
                Absence::Awaited
            };
            let hole = Hole {
                start: hole.start,
                end: hole.end,
                why,
            };
            if let Some(hole) = hole.cut(range.start, range.end) {
                let index = |offset| (offset - start) as usize;
                window.bytes[index(hole.start)..index(hole.end)].fill(0);
                window.holes.push(hole);
            }
        }
        window
    }
}

/// Data that tells a search to stop once it has had so many bytes.
struct Budget<'a> {
    data: &'a Data,
    left: Cell<u64>,
    cancel: &'a AtomicBool,
}

impl Peek for Budget<'_> {
    fn len(&self) -> u64 {
        self.data.len()
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let window = self.data.window(start, len);
        let left = self
            .left
            .get()
            .saturating_sub(window.bytes.len() as u64 + 1);
        self.left.set(left);
        if left == 0 {
            self.cancel.store(true, Ordering::Relaxed);
        }
        window
    }
}

/// What the mouse does.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pointer {
    Press(u16, u16),
    Drag(u16, u16),
    Wheel(i64),
}

pub(crate) struct Loupe {
    pub(crate) data: Data,
    pub(crate) size: Size,
    pub(crate) state: State,
    pub(crate) facts: Facts,
    pub(super) scanning: Scanning,
    search: Option<Quest>,
    keymap: Keymap,
    manual: Manual,
}

impl Loupe {
    /// Some data under a name as the system has it.
    pub(crate) fn new(
        data: Data,
        encoding: &'static Encoding,
        name: &[u8],
        look: Look,
        size: Size,
    ) -> Self {
        let reading = Verdict {
            encoding,
            evidence: Evidence::Assumed,
        };
        let mut state = State::new(View::new(glyph::safe_bytes(name, look.charset), reading));
        state.look = look;
        let mut loupe = Self {
            data,
            size,
            state,
            facts: Facts::default(),
            scanning: Scanning::default(),
            search: None,
            keymap: Keymap::default(),
            manual: table::manual(),
        };
        loupe.with_desk(command::settle);
        loupe
    }

    pub(super) fn with_desk<T>(&mut self, work: impl FnOnce(&mut State, &Desk<'_>) -> T) -> T {
        let desk = Desk {
            keymap: &self.keymap,
            facts: &self.facts,
            data: &self.data,
            size: self.size,
            manual: &self.manual,
        };
        work(&mut self.state, &desk)
    }

    pub(crate) fn picture(&self) -> Picture {
        screen::build(
            &self.state,
            &self.facts,
            &self.data,
            self.size,
            &self.manual,
        )
    }

    /// Presses a key, and obeys what comes of it. Answers the effect.
    pub(crate) fn press(&mut self, key: Key) -> Effect {
        let read_as = |view: &View| (view.encoding(), view.phase);
        let before = read_as(&self.state.view);
        let effect = self.with_desk(|state, desk| command::press(state, desk, key));
        if read_as(&self.state.view) != before {
            self.end_search();
        }
        match effect {
            Effect::Seek {
                what,
                direction,
                from,
                times,
            } => {
                self.search = Some(Quest {
                    encoding: self.state.view.encoding(),
                    phase: self.state.view.phase,
                    sought: what,
                    direction,
                    from,
                    times,
                    index: self.facts.index(&self.state.view).cloned(),
                    passages: self.state.view.passages.clone(),
                });
                self.facts.search = Some(Search {
                    what,
                    direction,
                    from: self.state.view.cursor.offset,
                    reached: from,
                });
            }
            Effect::Find {
                ref pattern,
                direction,
                from,
                ..
            } => self.find(pattern, direction, from),
            Effect::Forget => self.facts.found.chasing = None,
            Effect::Compare => {
                self.with_desk(|state, desk| command::compare(state, desk, encodings::all()));
            }
            Effect::Cancel => {
                self.end_search();
                self.state.say("search cancelled");
            }
            Effect::Copy { ref what, .. } => {
                let said = format!("{what} given to the terminal's clipboard");
                self.state.say(said);
            }
            _ => {}
        }
        self.mark_matches();
        effect
    }

    pub(crate) fn paste(&mut self, text: &str) {
        command::paste(&mut self.state, text);
        self.mark_matches();
    }

    pub(crate) fn mouse(&mut self, pointer: Pointer) {
        self.with_desk(|state, desk| match pointer {
            Pointer::Press(x, y) => command::point(state, desk, x, y, false),
            Pointer::Drag(x, y) => command::point(state, desk, x, y, true),
            Pointer::Wheel(rows) => command::wheel(state, desk, rows),
        });
    }

    pub(crate) fn resize(&mut self, size: Size) {
        self.size = size;
        self.with_desk(command::settle);
    }

    fn end_search(&mut self) {
        self.search = None;
        self.facts.search = None;
        self.facts.found.chasing = None;
    }

    /// Lets the search run over so many bytes; it may end.
    pub(crate) fn search_on(&mut self, bytes: u64) {
        let (Some(quest), Some(search)) = (self.search.clone(), self.facts.search) else {
            return;
        };
        let cancel = AtomicBool::new(false);
        let data = Budget {
            data: &self.data,
            left: Cell::new(bytes),
            cancel: &cancel,
        };
        let ended = seek(&mut Control::new(&cancel, &|_| ()), &data, &quest);
        match ended {
            End::Cancelled => {
                self.facts.search = Some(Search {
                    reached: search.reached.saturating_add(bytes),
                    ..search
                });
            }
            End::Done(Some(offset)) => {
                self.with_desk(|state, desk| command::arrive(state, desk, offset));
                self.end_search();
            }
            End::Done(None) => {
                self.state.say(search.what.missing(search.direction));
                self.end_search();
            }
        }
    }

    /// What a search in the data as it was has found.
    pub(crate) fn arrive(&mut self, offset: u64) {
        if self.facts.search.is_some() {
            self.with_desk(|state, desk| command::arrive(state, desk, offset));
            self.end_search();
        }
    }

    /// Asks the file whether it is still what it was.
    pub(crate) fn refresh(&mut self) {
        if self.data.drip == 0 {
            self.data.known.set(self.data.body.len());
            self.facts.standing = Standing::Written;
        } else if self.data.known.get() == self.data.body.len() {
            self.data.drip = 0;
            self.facts.standing = Standing::Same;
        }
        self.with_desk(command::settle);
    }

    /// Reads the file again: it may hold anything now.
    pub(crate) fn reload(&mut self, data: Data) {
        self.end_search();
        self.data = data;
        self.facts.standing = Standing::Same;
        let len = self.data.len();
        self.state.say(format!("read again: {len} bytes"));
        self.with_desk(command::settle);
    }
}
