//! Files that grow under the inspector, followed.
//!
//! The reader of the file is not run: each step writes, asks what has happened, and passes that
//! on, as the reader would. The judge is the standard library's reading of the bytes. Invariant:
//! the counts are those of all bytes but a character that is cut off at the end.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::drip::Drip;
use crate::play::driven::Driven;
use hexloupe::codec::table;
use hexloupe::job::attend::AttendedNews;
use hexloupe::job::background::Report;
use hexloupe::model::follow::Follow;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::line::TonedLine;
use hexloupe::model::row::ByteRole;
use hexloupe::model::screen::Picture;
use hexloupe::model::spoken::{ScreenSpeaker, spoken};
use hexloupe::model::state::FileStanding;
use hexloupe::session::{Opened, SessionEvent, SessionStart};
use hexloupe::source::{FileChange, NonBlockingReader, PullOutcome, Source, Trouble};
use hexloupe::window::Peek as _;
use tempfile::TempDir;

/// A log, the session that follows it, and how far its scan has come.
struct Log {
    folder: TempDir,
    driven: Driven,
    reached: u64,
}

fn beginning(follow: Follow) -> SessionStart {
    SessionStart {
        follow,
        ..SessionStart::default()
    }
}

impl Log {
    fn with(bytes: &[u8], follow: Follow) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        fs::write(&path, bytes).expect("a file");
        let source = Source::open(&path).expect("a file").without_patience();
        hold(&source);
        let mut log = Self {
            folder,
            driven: Driven::reading(source, table::UTF_8, beginning(follow)),
            reached: 0,
        };
        log.settle();
        log
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Asks what has happened to the file, and passes that on.
    fn look(&mut self) -> FileChange {
        let change = self.driven.session.source().refresh();
        hold(self.driven.session.source());
        let report = Report::<(), AttendedNews>::Progress(AttendedNews::Changed(change));
        let jobs = self.driven.jobs.iter();
        // The last one reads what is open.
        let mut readers = jobs.filter(|job| job.name() == "attend");
        let message = readers.next_back().and_then(|job| job.message(report));
        if change != FileChange::Same {
            self.driven
                .take(SessionEvent::Message(message.expect("a reader")));
        }
        self.driven.finish(&["reopen"]);
        hold(self.driven.session.source());
        self.settle();
        change
    }

    fn append(&mut self, bytes: &[u8]) {
        append(&self.path(), bytes);
        self.look();
    }

    /// Runs what a picture starts.
    fn settle(&mut self) {
        self.driven.show();
        self.driven.finish(&["scan", "count"]);
        self.driven.show();
    }

    fn len(&self) -> u64 {
        self.driven.session.source().len()
    }

    fn cursor(&self) -> u64 {
        self.driven.state().view.cursor.offset
    }

    fn said(&self) -> String {
        self.driven.state().message.clone().unwrap_or_default()
    }

    fn status(&mut self) -> String {
        self.driven.screen().status.text()
    }

    /// Asserts that what is counted is true of the file, and that nothing was counted twice.
    #[track_caller]
    fn is_counted(&mut self) {
        let bytes = fs::read(self.path()).expect("a file");
        let index = &self.driven.facts().known.as_ref().expect("an index").index;
        let reached = index.reached.offset;
        assert!(reached >= self.reached, "the scan goes on");
        self.reached = reached;
        let scanned = &bytes[..reached as usize];
        let faults = scanned.utf8_chunks().filter(|c| !c.invalid().is_empty());
        assert_eq!(index.totals.faults.total(), faults.count() as u64);
        let lines = scanned.split(|byte| *byte == b'\n').count() as u64 - 1;
        assert_eq!(index.totals.lf, lines);
        // A line that has ended is counted.
        let ended = bytes.iter().rposition(|byte| *byte == b'\n');
        let ended = ended.map_or(0, |at| at as u64 + 1);
        assert!(reached >= ended || ended < 16, "{reached} of {ended}");
    }
}

/// Lets the bytes be read that a picture needs: no reader does it here.
fn hold(source: &Source) {
    source.window(0, 60_000);
}

fn append(path: &Path, bytes: &[u8]) {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(bytes))
        .expect("a file");
}

/// Lines with characters of all lengths, and faults.
fn lines() -> Vec<u8> {
    let mut data = Vec::new();
    for bad in [&b"\xFF"[..], b"\xE2\x82", b"\xF0\x90\x8D", b"\xC0\xAF", b""] {
        data.extend("one \u{e9}\u{20ac}\u{10348} line\r\nanother ".bytes());
        data.extend(bad);
        data.extend(b"\n");
    }
    data
}

#[test]
fn a_log_is_followed_whatever_is_written_at_once() {
    let data = lines();
    for step in 1..=9 {
        let mut log = Log::with(b"", Follow::End);
        for bytes in data.chunks(step) {
            log.append(bytes);
            assert_eq!(log.cursor(), log.len() - 1, "at the end");
            assert!(log.status().contains("following"), "{}", log.status());
            if log.len() >= 16 {
                log.is_counted();
            }
        }
        let index = &log.driven.facts().known.as_ref().expect("an index").index;
        assert_eq!(index.reached.offset, data.len() as u64);
    }
}

#[test]
fn who_goes_up_is_not_taken_along_and_may_follow_again() {
    let mut log = Log::with(&lines(), Follow::End);
    let last = log.cursor();
    log.driven.press("k");
    assert!(
        log.said().starts_with("following stopped; g f"),
        "{}",
        log.said()
    );
    let at = log.cursor();
    assert!(at < last);
    log.append(&lines());
    log.is_counted();
    assert_eq!(log.cursor(), at);
    assert_eq!(log.driven.state().view.follow, Follow::No);
    log.driven.press("g f");
    log.append(b"more\n");
    assert_eq!(log.cursor(), log.len() - 1);
    log.driven.press("Ctrl-Y");
    let top = log.driven.state().view.top;
    log.append(&lines());
    assert_eq!(log.driven.state().view.top, top, "scrolled up");
    // Down is no way up.
    log.driven.press(": type:follow Enter j");
    log.append(&lines());
    assert_eq!(log.cursor(), log.len() - 1);
    log.is_counted();
}

#[test]
fn a_file_that_was_scanned_to_its_end_is_not_scanned_again_when_it_is_followed() {
    // With a line that has ended, and with one that is cut off in a character.
    for (cut, goes_on) in [(&b""[..], true), (b"\xE2\x82", false)] {
        let mut data = lines();
        data.extend(cut);
        let mut log = Log::with(&data, Follow::No);
        log.is_counted();
        let index = &log.driven.facts().known.as_ref().expect("an index").index;
        assert!(index.complete);
        log.driven.press("g f");
        let goes_on_now = log.driven.facts().known.is_some();
        log.settle();
        if goes_on {
            assert!(goes_on_now);
        } else {
            log.reached = 0;
        }
        for bytes in b"\x9D\xAC tail \xFF\n".chunks(2) {
            log.append(bytes);
            log.is_counted();
        }
    }
}

#[test]
fn a_file_that_is_cut_is_counted_anew_and_followed_on() {
    let mut log = Log::with(&lines(), Follow::End);
    fs::write(log.path(), b"a new \xFF beginning\n").expect("a file");
    assert_eq!(log.look(), FileChange::Shrank);
    assert_eq!(
        log.said(),
        "the file was truncated to 18 bytes; still following"
    );
    assert_eq!(log.cursor(), 17);
    log.reached = 0;
    log.is_counted();
    log.append(b"\xFE\n");
    log.is_counted();
    assert_eq!(log.cursor(), 19);
}

#[test]
fn who_has_moved_up_stays_in_the_file_that_is_read() {
    let mut log = Log::with(&lines(), Follow::End);
    log.driven.press("g g");
    fs::rename(log.path(), log.folder.path().join("log.1")).expect("a rename");
    assert_eq!(log.look(), FileChange::Gone);
    assert!(!log.said().contains("followed"), "{}", log.said());
    fs::write(log.path(), b"new\n").expect("a file");
    assert_eq!(log.look(), FileChange::Replaced);
    assert_eq!((log.cursor(), log.len()), (0, lines().len() as u64));
    assert_eq!(log.driven.facts().standing, FileStanding::Replaced);
    // Who follows again gets the new one.
    log.driven.press("g f");
    log.driven.finish(&["reopen"]);
    hold(log.driven.session.source());
    assert_eq!(log.len(), 4);
}

#[test]
fn the_first_fault_of_a_log_that_grows_has_its_place() {
    let first = "caf\u{e9} na\u{ef}ve r\u{e9}sum\u{e9} \u{20ac}\n".repeat(9) + "bad ";
    let then = b"\xFF byte\n";
    // There at the start, and come later.
    let mut whole = Log::with(&[first.as_bytes(), then].concat(), Follow::End);
    let mut later = Log::with(first.as_bytes(), Follow::End);
    later.append(then);
    for log in [&mut whole, &mut later] {
        log.driven.finish(&["guess", "doubt"]);
        log.settle();
        let answer = log.driven.screen().answer.text();
        assert!(answer.contains("line 10: FF"), "{answer}");
    }
}

#[test]
fn what_is_counted_when_following_ends_is_final() {
    let mut log = Log::with(b"one \xFF line\nand an \xE2\x82", Follow::End);
    let title = log.driven.screen().title.text();
    assert!(title.contains("1 fault so far"), "{title}");
    log.driven.press("k");
    log.settle();
    // As `check` counts: the character that is cut off at the end is one, too.
    let title = log.driven.screen().title.text();
    assert!(title.contains("2 faults"), "{title}");
    assert!(!title.contains("so far"), "{title}");
    log.append(b"\xAC\n");
    let (title, status) = (log.driven.screen().title.text(), log.status());
    assert!(
        title.contains("1 fault ") && !title.contains("so far"),
        "{title}"
    );
    assert!(status.contains("file grew"), "{status}");
    log.driven.press("g f");
    log.settle();
    let title = log.driven.screen().title.text();
    assert!(title.contains("1 fault so far"), "{title}");
}

#[test]
fn a_file_that_takes_the_name_is_followed_from_its_start() {
    let mut log = Log::with(&lines(), Follow::End);
    fs::rename(log.path(), log.folder.path().join("log.1")).expect("a rename");
    assert_eq!(log.look(), FileChange::Gone);
    assert!(log.said().starts_with("the file is gone"), "{}", log.said());
    fs::write(log.path(), b"new \xFF and on\n line\n").expect("a file");
    assert_eq!(log.look(), FileChange::Replaced);
    assert_eq!(
        log.said(),
        "another file has this name now; following it from its start"
    );
    assert_eq!(log.driven.facts().standing, FileStanding::Following);
    log.reached = 0;
    log.is_counted();
    log.append(b"\xE2\x82\xAC\xFF\n");
    log.is_counted();
    assert_eq!(log.cursor(), log.len() - 1);
    assert_eq!(log.driven.facts().standing, FileStanding::Following);
    // An unsaved change is not given up.
    log.driven.press("~");
    fs::rename(log.path(), log.folder.path().join("log.2")).expect("a rename");
    fs::write(log.path(), b"third").expect("a file");
    assert_eq!(log.look(), FileChange::Replaced);
    assert!(
        log.said().starts_with("changes not saved"),
        "{}",
        log.said()
    );
    assert!(log.driven.session.source().is_changed());
}

#[test]
fn a_pipe_is_followed_as_it_arrives() {
    let data = lines();
    let source = Source::flowing("p", Drip::new(&data, 7));
    let mut driven = Driven::new(&Opened::from_source(source), beginning(Follow::End));
    while let Ok(PullOutcome::Bytes(total)) = driven.session.source().pull() {
        let report = Report::<Option<Trouble>>::Progress(total);
        let spool = driven.jobs.iter().find(|job| job.name() == "spool");
        let message = spool.and_then(|job| job.message(report));
        driven.take(SessionEvent::Message(message.expect("a reader")));
        driven.show();
        assert_eq!(driven.state().view.cursor.offset, total - 1);
    }
}

#[test]
fn the_encoding_of_a_log_that_began_empty_is_chosen_by_what_comes() {
    let mut log = Log::with(b"", Follow::End);
    let opened = Opened::from_source(Source::open(&log.path()).expect("a file"));
    log.driven = Driven::new(&opened, beginning(Follow::End));
    log.settle();
    log.append(b"\xFF\xFEa\0b\0\n\0");
    let name = log.driven.state().view.encoding().name;
    assert_eq!(name, "UTF-16LE");
}

#[test]
fn what_does_not_grow_is_not_followed() {
    let opened = Opened::memory("m", &b"abc"[..]);
    let mut driven = Driven::new(&opened, beginning(Follow::No));
    driven.press("g f");
    let said = driven.state().message.clone().unwrap_or_default();
    assert_eq!(said, "m: does not grow; follow a regular file or a pipe");
    assert_eq!(driven.state().view.follow, Follow::No);
}

#[test]
fn small_screens_follow_too() {
    let mut log = Log::with(&lines(), Follow::End);
    log.driven.resize(ScreenSize {
        width: 40,
        height: 12,
    });
    log.append(b"\xFF\n");
    let status = log.status();
    assert!(status.contains("following"), "{status}");
    log.driven.resize(ScreenSize {
        width: 9,
        height: 3,
    });
    append(&log.path(), b"more");
    log.look();
    assert_eq!(log.cursor(), log.len() - 1);
}

/// Whether the bytes at some offsets are drawn as ones whose rest is awaited.
#[track_caller]
fn awaited(log: &mut Log, expected: &[bool]) {
    let cells = log.driven.screen().rows[0].cells.clone();
    let awaited: Vec<bool> = { cells.iter() }
        .map(|cell| cell.role == ByteRole::Awaited)
        .collect();
    assert_eq!(awaited, expected);
}

#[test]
fn a_character_that_is_cut_off_at_the_end_is_awaited_and_no_fault() {
    // Standing still, it is a fault.
    awaited(&mut Log::with(b"a\xE2\x82", Follow::No), &[false; 3]);
    let mut log = Log::with(b"a\xE2\x82", Follow::End);
    awaited(&mut log, &[false, true, true]);
    log.append(b"\xAC\xFF");
    // The character is whole, and nothing makes one of FF.
    awaited(&mut log, &[false; 5]);
    log.append(b"\xF0");
    awaited(&mut log, &[false, false, false, false, false, true]);
    log.append(b"b");
    awaited(&mut log, &[false; 7]);
}

/// What the card, the line of the text around the cursor and the line for a screen reader say of
/// the last byte.
fn said_of_the_last(log: &mut Log) -> [String; 3] {
    log.driven.press("G");
    let screen = log.driven.screen();
    let card: Vec<String> = screen.inspector.iter().map(TonedLine::text).collect();
    let context = screen.context.text();
    let session = &log.driven.session;
    let data = NonBlockingReader::new(session.source());
    let picture = Picture::Whole(Box::new(screen));
    let spoken = spoken(&picture, session.state(), session.facts(), &data);
    [
        card.join("\n"),
        context,
        ScreenSpeaker::default().speak(spoken).unwrap_or_default(),
    ]
}

#[test]
fn all_that_is_said_of_a_character_that_is_cut_off_is_that_its_rest_is_awaited() {
    let fault = "cut short by the end";
    let rest = "the rest of the character is still to come";
    let mut still = Log::with(b"a\xE2\x82", Follow::No);
    let [card, context, spoken] = said_of_the_last(&mut still);
    assert!(card.contains(fault) && !card.contains(rest), "{card}");
    assert!(context.ends_with("a\u{2592}"), "{context}");
    assert!(spoken.contains(fault) && !spoken.contains(rest), "{spoken}");
    let mut log = Log::with(b"a\xE2\x82", Follow::End);
    let [card, context, spoken] = said_of_the_last(&mut log);
    let (first, _) = card.split_once('\n').expect("several lines");
    assert!(first.contains(rest) && !first.contains(fault), "{card}");
    assert!(card.contains("if no more arrives"), "{card}");
    assert!(context.ends_with("a\u{b7}"), "{context}");
    assert!(spoken.contains(rest) && !spoken.contains(fault), "{spoken}");
    // What no byte makes whole is a fault.
    log.append(b"\xFF");
    let [card, context, spoken] = said_of_the_last(&mut log);
    assert!(!card.contains(rest) && !spoken.contains(rest), "{card}");
    assert!(context.ends_with("a\u{2592}\u{2592}"), "{context}");
}
