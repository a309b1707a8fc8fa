//! The functions between the page's worker and [`PageFront`].
//!
//! The worker calls one of them for each event and then takes jobs and effects. A job runs on a
//! stack of its own, which the worker suspends where the job may rest: then the worker handles
//! other events and goes on. Invariant: the front is borrowed only between two steps of a job.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::iter;
use std::ops::Range;
use std::sync::Arc;

use hexloupe::command::input::{Background, Pointer, UserInput};
use hexloupe::language::Language;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::regions::{Colour, Region, Regions};
use hexloupe::session::Message;
use hexloupe::session::tabs::TabId;
use wasm_bindgen::prelude::*;

use crate::downloads::DownloadHost;
use crate::files::{FileHost, PageFile};
use crate::front::{GivenBytes, PageEffect, PageFront, PageGuide, PageJob, PageStart};
use crate::keys::{self, Modifiers};

/// The longest step of a job in milliseconds: half of what a key may take.
const STEP: f64 = 12.0;

#[wasm_bindgen(raw_module = "../host.js")]
extern "C" {
    /// Milliseconds since the worker began.
    fn now() -> f64;
    /// Lets other events be handled; returns once the job may go on.
    fn rest();
    /// Bytes of a file; undefined if they cannot be read now.
    fn read(number: u32, start: f64, end: f64) -> Option<Vec<u8>>;
    /// The next bytes of a download.
    fn add(number: u32, bytes: &[u8]);
    /// The end of a download.
    fn end(number: u32, name: Option<String>);
    /// The message of a panic.
    fn broken(message: &str);
}

/// The worker's functions.
struct Worker;

impl FileHost for Worker {
    fn read(&self, number: u32, range: Range<u64>) -> Option<Vec<u8>> {
        read(number, range.start as f64, range.end as f64)
    }
}

impl DownloadHost for Worker {
    fn add(&self, number: u32, bytes: &[u8]) {
        add(number, bytes);
    }

    fn end(&self, number: u32, name: Option<&str>) {
        end(number, name.map(str::to_owned));
    }
}

thread_local! {
    static FRONT: RefCell<Option<PageFront>> = const { RefCell::new(None) };
    /// Jobs that were taken, by their numbers.
    static JOBS: RefCell<BTreeMap<u32, PageJob>> = const { RefCell::new(BTreeMap::new()) };
    static REPORTS: RefCell<VecDeque<(TabId, Message)>> = const { RefCell::new(VecDeque::new()) };
    static EFFECTS: RefCell<VecDeque<PageEffect>> = const { RefCell::new(VecDeque::new()) };
    static COUNT: Cell<u32> = const { Cell::new(0) };
    /// The time at which the job under way has to rest.
    static UNTIL: Cell<f64> = const { Cell::new(0.0) };
}

fn with_front<T: Default>(act: impl FnOnce(&mut PageFront) -> T) -> T {
    FRONT.with_borrow_mut(|front| front.as_mut().map(act).unwrap_or_default())
}

/// Begins. The guide is its name and what belongs to it.
#[wasm_bindgen]
pub fn begin(
    size: &[u16],
    is_dark: bool,
    locale: &str,
    stored: Vec<String>,
    guide: Vec<String>,
    given: Option<Vec<u8>>,
) {
    std::panic::set_hook(Box::new(|panic| broken(&panic.to_string())));
    let mut stored = stored.into_iter();
    let start = PageStart {
        size: ScreenSize {
            width: size.first().copied().unwrap_or(80),
            height: size.get(1).copied().unwrap_or(24),
        },
        background: background(is_dark),
        language: Language::of_locale(locale),
        progress: stored.next().unwrap_or_default(),
        history: stored.next().unwrap_or_default(),
        guide: first_guide(guide, given),
    };
    let front = PageFront::new(&start, Arc::new(Worker));
    FRONT.set(Some(front));
}

fn first_guide(guide: Vec<String>, given: Option<Vec<u8>>) -> PageGuide {
    let mut words = guide.into_iter();
    let kind = words.next().unwrap_or_default();
    let mut word = || words.next().unwrap_or_default();
    match (kind.as_str(), given) {
        ("lessons", _) => PageGuide::Lessons,
        ("lesson", _) => PageGuide::Lesson(word()),
        ("own-lesson", _) => PageGuide::OwnLesson(word(), word()),
        ("data", Some(bytes)) => PageGuide::Data(GivenBytes {
            bytes,
            name: word(),
            start: word().parse().unwrap_or_default(),
            encoding: word(),
            phase: word().parse().unwrap_or_default(),
            width: word().parse().ok(),
            regions: Regions::new(iter::from_fn(|| region(&mut words))),
        }),
        _ => PageGuide::Tour,
    }
}

/// The next region: its addresses, its colour, its name and its note.
fn region(words: &mut impl Iterator<Item = String>) -> Option<Region> {
    let (start, end) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let colour = words.next()?;
    Some(Region {
        range: start..end,
        colour: { Colour::ALL.into_iter() }.find(|one| one.name() == colour)?,
        name: words.next()?,
        note: words.next()?,
    })
}

fn background(is_dark: bool) -> Background {
    if is_dark {
        Background::Dark
    } else {
        Background::Light
    }
}

/// A key, by the browser's name; returns true if it is ours.
#[wasm_bindgen]
pub fn key(name: &str, shift: bool, ctrl: bool, other: bool) -> bool {
    let modifiers = Modifiers { shift, ctrl, other };
    let key = keys::key(name, modifiers);
    if let Some(key) = key {
        with_front(|front| front.input(UserInput::Key(key)));
    }
    key.is_some()
}

/// A pasted text.
#[wasm_bindgen]
pub fn paste(text: String) {
    with_front(|front| front.input(UserInput::Paste(text)));
}

/// The mouse on a cell.
#[wasm_bindgen]
pub fn mouse(kind: &str, clicks: u8, x: u16, y: u16) {
    let pointer = match kind {
        "press" => Pointer::Press { clicks },
        "drag" => Pointer::Drag,
        "release" => Pointer::Release,
        "up" => Pointer::WheelUp,
        "down" => Pointer::WheelDown,
        _ => return,
    };
    with_front(|front| front.input(UserInput::Mouse(pointer, x, y)));
}

/// Another size of the screen.
#[wasm_bindgen]
pub fn resize(width: u16, height: u16) {
    with_front(|front| front.input(UserInput::Resize(width, height)));
}

/// Another background.
#[wasm_bindgen]
pub fn prefer(is_dark: bool) {
    with_front(|front| front.input(UserInput::Background(background(is_dark))));
}

/// A file of the user; returns the reason if it cannot be opened.
#[wasm_bindgen]
pub fn open(number: u32, name: String, len: f64) -> Option<String> {
    let file = PageFile {
        number,
        name,
        len: len as u64,
    };
    let opened = with_front(|front| front.open(&file).err());
    opened.map(|trouble| trouble.to_string())
}

/// Progress in the lessons that another page has stored.
#[wasm_bindgen]
pub fn merge(progress: &str) {
    with_front(|front| front.merge_progress(progress));
}

/// The number of the next job to run; 0 if there is none.
#[wasm_bindgen]
pub fn next_job() -> u32 {
    let Some(job) = with_front(PageFront::next_job) else {
        return 0;
    };
    let number = COUNT.get() + 1;
    COUNT.set(number);
    JOBS.with_borrow_mut(|jobs| jobs.insert(number, job));
    number
}

/// Runs a job to its end.
#[wasm_bindgen]
pub fn run_job(number: u32) {
    let Some((tab, job)) = JOBS.with_borrow_mut(|jobs| jobs.remove(&number)) else {
        return;
    };
    UNTIL.set(now() + STEP);
    let send = |message| REPORTS.with_borrow_mut(|reports| reports.push_back((tab, message)));
    job.run_with_pauses(&send, &|| {
        if now() >= UNTIL.get() {
            rest();
            UNTIL.set(now() + STEP);
        }
    });
}

/// Passes the reports of jobs on: 0 if there were none, 2 if a picture must follow at once, else 1.
#[wasm_bindgen]
pub fn take_reports() -> u32 {
    let mut due = 0;
    while let Some((tab, message)) = REPORTS.with_borrow_mut(VecDeque::pop_front) {
        let is_urgent = with_front(|front| front.report(tab, message));
        due = due.max(1 + u32::from(is_urgent));
    }
    due
}

/// True if the first picture may wait a moment.
#[wasm_bindgen]
pub fn is_about_to_answer() -> bool {
    with_front(|front| front.is_about_to_answer())
}

/// A picture for the page.
#[wasm_bindgen]
pub struct PageFrame {
    text: String,
    numbers: Vec<u32>,
    line: Option<String>,
}

#[wasm_bindgen]
impl PageFrame {
    /// The text of all runs.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.text.clone()
    }

    /// Their numbers.
    #[wasm_bindgen(getter)]
    pub fn numbers(&self) -> Vec<u32> {
        self.numbers.clone()
    }

    /// The line for a screen reader.
    #[wasm_bindgen(getter)]
    pub fn line(&self) -> Option<String> {
        self.line.clone()
    }
}

/// The rows that are new since the last picture.
#[wasm_bindgen]
pub fn draw() -> PageFrame {
    let (picture, line) = with_front(PageFront::draw);
    PageFrame {
        text: picture.text,
        numbers: picture.numbers,
        line,
    }
}

/// The next effect: its name and its text, if it has one; nothing if there is none.
#[wasm_bindgen]
pub fn next_effect() -> Vec<String> {
    let new = with_front(PageFront::take_effects);
    let next = EFFECTS.with_borrow_mut(|effects| {
        effects.extend(new);
        effects.pop_front()
    });
    let (name, text) = match next {
        None => return Vec::new(),
        Some(PageEffect::Copy(text)) => ("copy", text),
        Some(PageEffect::Mouse(is_on)) => ("mouse", if is_on { "on" } else { "off" }.to_owned()),
        Some(PageEffect::StoreProgress(text)) => ("progress", text),
        Some(PageEffect::StoreHistory(text)) => ("history", text),
        Some(PageEffect::Quit) => ("quit", String::new()),
    };
    vec![name.to_owned(), text]
}

/// A stack of its own for a job: the place where it begins, which is its highest.
#[wasm_bindgen]
pub fn new_stack() -> u32 {
    /// Bytes of a stack, as the standard library gives a thread.
    const LEN: usize = 2 << 20;
    let stack: &'static mut [u128] = Box::leak(vec![0_u128; LEN / 16].into_boxed_slice());
    stack.as_ptr_range().end as u32
}
