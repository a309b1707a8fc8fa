//! Visits that are stored and continued: in the same file, and in no other.

use super::*;
use crate::codec::table;
use crate::command::input::UserInput;
use crate::session::{SessionEvent, SessionStart};
use crate::window::Peek as _;
use tempfile::TempDir;

/// A file, and the records of a user.
struct Place {
    folder: TempDir,
    visits: Visits,
}

impl Place {
    fn with(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("data"), bytes).unwrap();
        let visits = Visits {
            folder: folder.path().join("state/visits"),
        };
        Self { folder, visits }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn opened(&self) -> Opened {
        Opened::from_source(Source::open(&self.path()).unwrap())
    }

    /// Opens the file, presses keys, and leaves it.
    fn visit(&self, keys: &str) {
        self.leave_in(&self.visits, keys);
    }

    fn leave_in(&self, visits: &Visits, keys: &str) {
        let mut opened = self.opened();
        let Resumption {
            offset, resumed, ..
        } = visits.resume(&mut opened);
        let beginning = SessionStart {
            at: offset.unwrap_or_default(),
            resumed: resumed.unwrap_or_default(),
            ..SessionStart::default()
        };
        let mut session = Session::new(&opened, beginning).0;
        let _ = session.show();
        for key in keys.split(' ').filter(|key| !key.is_empty()) {
            let _ = session.handle(SessionEvent::Input(UserInput::Key(key.parse().unwrap())));
        }
        let (source, visit) = ended_visits(&session).next().unwrap();
        visits.store(&source, &visit).unwrap();
    }

    /// The offset where the file is continued, and the message.
    fn resumed(&self) -> (Option<u64>, String) {
        let resumption = self.visits.resume(&mut self.opened());
        (resumption.offset, resumption.said.unwrap_or_default())
    }
}

const NOT: &str = "this is not the file that you left: not resumed";

#[test]
fn a_visit_goes_on_where_it_ended() {
    let place = Place::with(b"one line\nanother \xC0\xE0 line\n");
    assert_eq!(place.resumed(), (None, String::new()));
    place.visit("l l l m a : e n c o d i n g Space k o i 8 - r Enter j");
    let mut opened = place.opened();
    let resumption = place.visits.resume(&mut opened);
    assert_eq!(resumption.offset, Some(19));
    assert_eq!(resumption.resumed.unwrap().marks, [('a', 3)]);
    assert_eq!(resumption.said.unwrap(), "resumed at 0x13, 1 mark");
    let koi8 = table::by_label("koi8-r").unwrap();
    assert_eq!(opened.requested, RequestedEncoding::Named(koi8));
    // A requested encoding is used.
    let utf_8 = RequestedEncoding::Named(table::by_label("utf-8").unwrap());
    let mut opened = Opened {
        requested: utf_8,
        ..place.opened()
    };
    place.visits.resume(&mut opened);
    assert_eq!(opened.requested, utf_8);
    // The continued visit is stored again.
    place.visit("l");
    assert_eq!(
        place.resumed(),
        (Some(20), "resumed at 0x14, 1 mark".to_owned())
    );
}

#[test]
fn passages_go_on_too() {
    let place = Place::with(b"one line\nanother \xC0\xE0 line\n");
    place.visit("j l l v l l z e k o i 8 - r Enter");
    let resumed = place.visits.resume(&mut place.opened()).resumed.unwrap();
    let passages = resumed.passages.list();
    assert_eq!(passages.len(), 1);
    assert_eq!(passages[0].encoding.id, "koi8-r");
}

/// Bytes without two equal stretches.
fn bytes(len: usize) -> Vec<u8> {
    (0..len as u64)
        .map(|at| (at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8)
        .collect()
}

#[test]
fn a_file_that_grew_is_gone_on_with_and_one_that_was_replaced_is_not() {
    for len in [1, 40, 4096, 1 << 20, (1 << 20) + 1, 3 << 20] {
        let whole = bytes(len);
        let place = Place::with(&whole);
        place.visit("");
        assert_eq!(place.resumed().0, Some(0), "{len}");
        let mut grown = whole.clone();
        grown.extend(b"more\n");
        fs::write(place.path(), &grown).unwrap();
        assert_eq!(place.resumed().0, Some(0), "{len}");
        fs::write(place.path(), &whole[..len - 1]).unwrap();
        assert_eq!(place.resumed(), (None, NOT.to_owned()), "{len}");
        // A file of the same length: with another byte anywhere, or a long one with another time.
        for at in [0, len / 3, len / 2, len - 1] {
            let mut other = whole.clone();
            other[at] ^= 1;
            fs::remove_file(place.path()).unwrap();
            fs::write(place.path(), &other).unwrap();
            let long_ago = SystemTime::UNIX_EPOCH;
            let file = fs::File::options().write(true).open(place.path()).unwrap();
            file.set_modified(long_ago).unwrap();
            assert_eq!(place.resumed(), (None, NOT.to_owned()), "{len} {at}");
        }
        fs::write(place.path(), bytes(len + 9).split_off(9)).unwrap();
        assert_eq!(place.resumed(), (None, NOT.to_owned()), "{len}");
    }
}

#[test]
fn a_record_that_is_damaged_is_ignored_in_one_line() {
    let place = Place::with(b"some data\n");
    place.visit("l l");
    let StateFile(file) = place.visits.file(&place.path());
    let record = fs::read(&file).unwrap();
    for cut in 0..record.len() - 1 {
        fs::write(&file, &record[..cut]).unwrap();
        let (offset, said) = place.resumed();
        assert_eq!(offset, None, "{cut}");
        assert_eq!(said.lines().count(), usize::from(cut > 0));
    }
    for garbage in [
        &b"\xFF\xFE\0\x1B[31m"[..],
        b"[]",
        b"{}",
        b"{\"length\":-1}",
        b"null",
    ] {
        fs::write(&file, garbage).unwrap();
        let (offset, said) = place.resumed();
        assert_eq!(offset, None);
        assert!(
            said.starts_with("ignored: ") && said.contains("config --forget"),
            "{said}"
        );
    }
    // And it is written anew.
    place.visit("l");
    assert_eq!(place.resumed().0, Some(1));
}

// Windows may refuse to replace a file that another program reads.
#[cfg(unix)]
#[test]
fn programs_at_once_spoil_nothing() {
    let place = Place::with(b"some data\n");
    let other = place.folder.path().join("other");
    fs::write(&other, b"other data").unwrap();
    std::thread::scope(|scope| {
        for keys in ["l", "l l", "l l l"] {
            let place = &place;
            scope.spawn(move || {
                for _ in 0..20 {
                    fs::remove_file(place.visits.file(&place.path()).0).ok();
                    place.visit(keys);
                }
            });
        }
        let visits = &place.visits;
        scope.spawn(move || {
            let opened = Opened::from_source(Source::open(&other).unwrap());
            let session = Session::new(&opened, SessionStart::default()).0;
            let (source, visit) = ended_visits(&session).next().unwrap();
            for _ in 0..20 {
                visits.store(&source, &visit).unwrap();
            }
        });
    });
    assert!(
        matches!(place.resumed().0, Some(1..=6)),
        "{:?}",
        place.resumed()
    );
    assert_eq!(place.visits.records().unwrap().len(), 2);
}

#[test]
fn only_so_many_files_are_known_and_all_are_forgotten() {
    let place = Place::with(b"some data\n");
    fs::create_dir_all(&place.visits.folder).unwrap();
    let aside = place.visits.folder.join("notes.txt");
    fs::write(&aside, "mine").unwrap();
    for number in 0..MOST + 5 {
        let name = format!("{number:016x}.json");
        let path = place.visits.folder.join(name);
        fs::write(&path, "{}").unwrap();
        let written = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(number as u64);
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(written).unwrap();
    }
    place.visit("l");
    let records = place.visits.records().unwrap();
    assert_eq!(records.len(), MOST);
    let first = place.visits.folder.join(format!("{:016x}.json", 5));
    assert!(!first.exists(), "the oldest are forgotten");
    assert_eq!(place.resumed().0, Some(1));
    assert_eq!(place.visits.forget().unwrap(), MOST as u64);
    assert_eq!(place.visits.forget().unwrap(), 0);
    assert!(aside.exists());
    assert_eq!(place.resumed(), (None, String::new()));
}

#[test]
fn where_no_folder_can_be_it_is_said_and_nothing_else_happens() {
    let place = Place::with(b"some data\n");
    let visits = Visits {
        folder: place.path().join("visits"),
    };
    let resumption = visits.resume(&mut place.opened());
    assert_eq!(resumption.offset, None);
    let session = Session::new(&place.opened(), SessionStart::default()).0;
    let (source, visit) = ended_visits(&session).next().unwrap();
    assert!(visits.store(&source, &visit).is_err());
}

#[test]
fn data_without_a_file_has_no_record() {
    let place = Place::with(b"some data\n");
    let session = Session::new(&Opened::memory("m", &b"abc"[..]), SessionStart::default()).0;
    assert!(ended_visits(&session).next().is_none());
    let session = Session::new(&place.opened(), SessionStart::default()).0;
    let (source, visit) = ended_visits(&session).next().unwrap();
    fs::remove_file(place.path()).unwrap();
    fs::write(place.path(), b"some data\n").unwrap();
    assert_eq!(source.len(), 10);
    // The number of a file may be given to the next one; then its bytes decide.
    place.visits.store(&source, &visit).unwrap();
}
