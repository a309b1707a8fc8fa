//! The front without a page: a host in memory, and jobs that run between events.
//!
//! Invariant: a screen is judged by what the library draws of the same session, or by its text.

use super::*;
use hexloupe::command::key::Key;
use hexloupe::model::regions::{Colour, Region};
use std::ops::Range;
use std::sync::Mutex;

const SIZE: ScreenSize = ScreenSize {
    width: 120,
    height: 40,
};

/// Files and downloads in memory.
#[derive(Default)]
struct MemoryHost {
    files: Vec<Vec<u8>>,
    begun: Mutex<Vec<(u32, Vec<u8>)>>,
    ended: Mutex<Vec<(Option<String>, Vec<u8>)>>,
}

impl FileHost for MemoryHost {
    fn read(&self, number: u32, range: Range<u64>) -> Option<Vec<u8>> {
        let file = self.files.get(number as usize)?;
        Some(file[range.start as usize..range.end as usize].to_vec())
    }
}

impl DownloadHost for MemoryHost {
    fn add(&self, number: u32, bytes: &[u8]) {
        self.begun.lock().unwrap().push((number, bytes.to_vec()));
    }

    fn end(&self, number: u32, name: Option<&str>) {
        let mut begun = self.begun.lock().unwrap();
        let own = begun.iter().filter(|(other, _)| *other == number);
        let bytes = own.flat_map(|(_, bytes)| bytes.clone()).collect();
        begun.retain(|(other, _)| *other != number);
        let mut ended = self.ended.lock().unwrap();
        ended.push((name.map(str::to_owned), bytes));
    }
}

fn start(guide: PageGuide) -> PageStart {
    PageStart {
        size: SIZE,
        background: Background::Dark,
        language: Language::English,
        progress: String::new(),
        history: String::new(),
        guide,
    }
}

/// A front with its host, which has these files.
struct Page {
    front: PageFront,
    host: Arc<MemoryHost>,
}

impl Page {
    fn new(guide: PageGuide, files: &[&[u8]]) -> Self {
        let host = Arc::new(MemoryHost {
            files: files.iter().map(|file| file.to_vec()).collect(),
            ..MemoryHost::default()
        });
        let front = PageFront::new(&start(guide), host.clone());
        Self { front, host }
    }

    fn open(&mut self, number: u32, name: &str) {
        let len = self.host.files[number as usize].len() as u64;
        let name = name.to_owned();
        let file = PageFile { number, name, len };
        self.front.open(&file).unwrap();
    }

    /// Runs all jobs, as the page does between events.
    fn run(&mut self) {
        while let Some((tab, job)) = self.front.next_job() {
            let reports = Mutex::new(Vec::new());
            job.run(&|message| reports.lock().unwrap().push(message));
            for message in reports.into_inner().unwrap() {
                self.front.report(tab, message);
            }
            self.front.draw();
        }
    }

    /// Presses keys, with blanks between; jobs end before the next.
    fn press(&mut self, keys: &str) -> String {
        for word in keys.split_whitespace() {
            let all = match word.strip_prefix("type:") {
                Some(text) => text.chars().map(|c| c.to_string()).collect(),
                None => vec![word.to_owned()],
            };
            for name in all {
                let key: Key = name.parse().expect("a key");
                self.front.input(UserInput::Key(key));
                self.run();
            }
        }
        self.text()
    }

    /// The screen as text.
    fn text(&mut self) -> String {
        self.front.draw();
        self.run();
        self.front.drawn().unwrap().text()
    }
}

#[test]
fn the_first_picture_is_the_tour_of_the_program() {
    let mut page = Page::new(PageGuide::Tour, &[]);
    let found = page.text();
    assert!(found.contains("tour"), "{found}");
    let opened = Opened::memory(tour::NAME, tour::SAMPLE);
    let beginning = SessionStart {
        size: SIZE,
        guide: FirstGuide::Tour,
        ..SessionStart::default()
    };
    let (mut tabs, mut effects) = Tabs::new(&opened, beginning, WaitingFiles::default());
    // The same jobs, run by a caller of its own.
    loop {
        effects.extend(tabs.sync());
        let Some((tab, effect)) = effects.pop() else {
            break;
        };
        if let SessionEffect::Start(job) = effect {
            let reports = Mutex::new(Vec::new());
            job.run(&|message| reports.lock().unwrap().push(message));
            for message in reports.into_inner().unwrap() {
                effects.extend(tabs.receive(tab, message));
            }
        }
    }
    let (grid, _) = picture::of_shown(&tabs.show(), SIZE, Appearance::default());
    assert_eq!(found, grid.text());
}

#[test]
fn a_dropped_file_is_a_tab_and_its_bad_byte_is_found() {
    let mut bytes = b"plain text\n".repeat(20_000);
    bytes[150_003] = 0xFF;
    let mut page = Page::new(PageGuide::Tour, &[&bytes, b"other"]);
    page.text();
    page.open(0, "a.txt");
    page.open(1, "a.txt");
    assert!(page.text().contains("a.txt (2)"));
    let found = page.press("g T f");
    assert!(found.contains("0x000249F3"), "{found}");
}

#[test]
fn what_is_saved_is_a_download() {
    let mut page = Page::new(PageGuide::Tour, &[b"caf\xE9"]);
    page.open(0, "a");
    page.press(": type:export Space type:file Space type:out/b.bin Enter");
    let ended = page.host.ended.lock().unwrap().clone();
    assert_eq!(ended, [(Some("b.bin".to_owned()), b"caf\xE9".to_vec())]);
    assert!(page.host.begun.lock().unwrap().is_empty());
}

#[test]
fn a_copy_and_the_end_are_effects() {
    let mut page = Page::new(PageGuide::Tour, &[b"abc"]);
    page.open(0, "a");
    page.press("y h");
    let copied = page.front.take_effects();
    assert_eq!(copied, [PageEffect::Copy("61".to_owned())]);
    let mut page = Page::new(PageGuide::Tour, &[]);
    page.press("Esc q");
    let effects = page.front.take_effects();
    assert!(effects.contains(&PageEffect::Quit), "{effects:?}");
}

#[test]
fn typed_lines_are_stored_and_read_again() {
    let mut page = Page::new(PageGuide::Tour, &[b"abc"]);
    page.open(0, "a");
    page.press("/ type:b Enter : type:goto Space 1 Enter");
    let effects = page.front.take_effects();
    let stored = effects.iter().rev().find_map(|effect| match effect {
        PageEffect::StoreHistory(text) => Some(text.clone()),
        _ => None,
    });
    let stored = stored.expect("typed lines");
    assert_eq!(stored, "/b\n:goto 1\n");
    assert_eq!(history_text(&parse_history(&stored)), stored);
}

#[test]
fn progress_of_two_pages_is_kept() {
    let mut page = Page::new(PageGuide::Lessons, &[]);
    page.text();
    page.front.merge_progress("1 done ascii\n");
    page.press("Enter");
    let effects = page.front.take_effects();
    let stored = effects.iter().rev().find_map(|effect| match effect {
        PageEffect::StoreProgress(text) => Some(text.clone()),
        _ => None,
    });
    let stored = stored.unwrap_or_default();
    assert!(stored.contains("done ascii"), "{effects:?}");
}

#[test]
fn only_what_changed_is_sent_and_a_line_says_it() {
    let mut page = Page::new(PageGuide::Tour, &[b"abc\xFFdef"]);
    page.open(0, "a");
    page.text();
    page.press("Esc");
    page.front.draw();
    let (again, line) = page.front.draw();
    assert_eq!((again.numbers[6], line), (0, None));
    page.front.input(UserInput::Key("l".parse().unwrap()));
    let (moved, line) = page.front.draw();
    assert!((1..20).contains(&moved.numbers[6]), "{:?}", moved.numbers);
    let line = line.expect("the byte under the cursor");
    assert!(line.contains("U+0062"), "{line}");
}

#[test]
fn bytes_in_the_page_are_shown_where_and_how_they_were() {
    let given = GivenBytes {
        name: "a:b.bin".to_owned(),
        bytes: b"\xCF\xF0 and more".to_vec(),
        start: 0x1234_5670,
        encoding: "windows-1251".to_owned(),
        width: Some(8),
        regions: Regions::new([Region {
            name: "greeting".to_owned(),
            range: 0x1234_5670..0x1234_5672,
            colour: Colour::Cyan,
            note: String::new(),
        }]),
        ..GivenBytes::default()
    };
    let mut page = Page::new(PageGuide::Data(given.clone()), &[]);
    let found = page.text();
    for expected in [
        "a:b.bin",
        "windows-1251",
        "12345670",
        "12345678",
        "greeting",
        "Пр",
    ] {
        assert!(found.contains(expected), "{expected}\n{found}");
    }
    // Addresses begin at 0 at the start of a file.
    let first = GivenBytes { start: 0, ..given };
    let found = Page::new(PageGuide::Data(first), &[]).text();
    assert!(found.contains("00000008"), "{found}");
}

#[test]
fn code_units_of_a_part_begin_where_those_of_the_whole_do() {
    // The second half of a unit, and a letter.
    let given = GivenBytes {
        bytes: b"\x04\x41\0B\0".to_vec(),
        start: 1,
        encoding: "utf-16le".to_owned(),
        phase: 1,
        ..GivenBytes::default()
    };
    let found = Page::new(PageGuide::Data(given), &[]).text();
    assert!(found.contains('A') && found.contains('B'), "{found}");
    assert!(!found.contains('䄄'), "{found}");
}

#[test]
fn a_lesson_of_ones_own_is_played_and_its_progress_kept() {
    let lessons = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../hexloupe-lesson/assets/lessons"
    );
    let text = std::fs::read_to_string(format!("{lessons}/en/01-bits.toml")).unwrap();
    let text = text.replace("Bits, bytes and hex digits", "Mine");
    let own = PageGuide::OwnLesson("mine.toml".to_owned(), text);
    let mut page = Page::new(own, &[]);
    let found = page.text();
    assert!(found.contains("Mine"), "{found}");
    page.press("Enter");
    let effects = page.front.take_effects();
    let is_stored = |effect: &PageEffect| match effect {
        PageEffect::StoreProgress(text) => text.contains("mine.toml"),
        _ => false,
    };
    assert!(effects.iter().any(is_stored), "{effects:?}");
    let none = PageGuide::OwnLesson("x".to_owned(), "no lesson".to_owned());
    assert!(Page::new(none, &[]).text().contains("tour"));
}
