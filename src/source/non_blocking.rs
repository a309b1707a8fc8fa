//! A source for a caller that cannot wait (the inspector), and the thread that reads for it.
//!
//! A disk answers at once; a file on a network, or one that a program generates, may be slow, and
//! keys must not be. So one thread reads ([`ReaderThread`]), and a look ([`NonBlockingReader`])
//! waits for it only a moment: bytes that have not come by then are a hole of awaited bytes.
//! Invariant: while there is such a thread, a look takes no longer than its patience, however slow
//! the file.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;

use super::body::SourceBody;
use super::cache::PagedFile;
use super::page_requests::{FOLLOWING, PageTask, SOON, TICK, WaitOutcome};
use super::{FileChange, Source};
use crate::window::{Peek, Window};

/// The total time that a look waits: longer than a disk needs, and shorter than a user notices.
pub(super) const PATIENCE: Duration = Duration::from_millis(30);

/// The available bytes of a source, for a caller that looks now and again later. A stream or a
/// followed file ends with the bytes that have come. In other files, bytes that do not come within
/// a moment are a hole of awaited bytes.
#[derive(Debug, Clone, Copy)]
pub struct NonBlockingReader<'a> {
    source: &'a Source,
    until: Instant,
}

impl<'a> NonBlockingReader<'a> {
    /// A look that begins now; pages that an earlier one lacked are no longer requested.
    pub fn new(source: &'a Source) -> Self {
        source.requests.forget();
        Self {
            source,
            until: Instant::now() + source.patience,
        }
    }

    pub(super) fn source(&self) -> &'a Source {
        self.source
    }

    /// The data under the user's changes.
    pub(super) fn below(&self, start: u64, len: usize) -> Window {
        match &self.source.body {
            SourceBody::Paged(paged) => {
                let mut window = self.paged(paged, start, len);
                window.ends |= window.end() >= paged.len();
                window
            }
            body @ (SourceBody::Memory(_)
            | SourceBody::Drained(_)
            | SourceBody::Stream(_)
            | SourceBody::Imported(_)
            | SourceBody::Answered(_)) => {
                let mut window = body.window(start, len);
                window.ends |= window.end() >= body.len();
                window
            }
        }
    }

    fn paged(&self, paged: &PagedFile, start: u64, len: usize) -> Window {
        paged.window_of(start, len, |number| {
            let requests = &self.source.requests;
            match requests.wait(number, self.until, || paged.held(number)) {
                WaitOutcome::Here(page) => Some(page),
                WaitOutcome::Late => None,
                WaitOutcome::Alone => {
                    paged.bring(number);
                    paged.held(number)
                }
            }
        })
    }
}

impl Peek for NonBlockingReader<'_> {
    fn len(&self) -> u64 {
        self.source.len()
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let edits = &self.source.edits;
        edits.window(start, len, |start, len| self.below(start, len))
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        self.source.zeros(from)
    }

    fn changed(&self, within: Range<u64>) -> Vec<Range<u64>> {
        self.source.changed(within)
    }

    fn has_changed(&self, within: Range<u64>) -> bool {
        self.source.has_changed(within)
    }

    fn address(&self, offset: u64) -> u64 {
        self.source.address(offset)
    }

    fn offset_of(&self, address: u64) -> u64 {
        self.source.offset_of(address)
    }
}

/// The work that a reader thread has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServedRequest {
    /// A page that somebody waited for.
    Page,
    /// A page that somebody had stopped waiting for: look again.
    LatePage,
    /// The system was asked about changes to the file.
    Asked(FileChange),
    /// Nothing: another thread has taken over.
    Relieved,
}

/// Reads for callers that cannot wait. As long as it exists, looks wait for it and do not read
/// themselves.
pub struct ReaderThread {
    source: Arc<Source>,
    asked: Instant,
    /// Its number: a later thread takes over at once.
    term: u64,
}

impl ReaderThread {
    /// Takes over from the thread before, if there is one.
    pub fn new(source: &Arc<Source>) -> Self {
        Self {
            term: source.requests.begin_term(),
            source: Arc::clone(source),
            asked: Instant::now(),
        }
    }

    /// Waits for the next task, and does it. It reads a requested page, or asks about changes to
    /// the file. It asks soon after [`Source::poll`] and otherwise every second, or four times a
    /// second if the file is followed.
    pub fn serve(&mut self) -> ServedRequest {
        let requests = &self.source.requests;
        let tick = if self.source.is_followed() {
            FOLLOWING
        } else {
            TICK
        };
        let next = requests.next(self.term, self.asked + SOON, self.asked + tick);
        match (next, &self.source.body) {
            (PageTask::Relieved, _) => return ServedRequest::Relieved,
            (PageTask::Page(number), SourceBody::Paged(paged)) => {
                paged.bring(number);
                return if requests.bring(self.term) {
                    ServedRequest::LatePage
                } else {
                    ServedRequest::Page
                };
            }
            (PageTask::Page(_) | PageTask::Look, _) => {}
        }
        let change = self.source.refresh();
        self.asked = Instant::now();
        ServedRequest::Asked(change)
    }
}

impl Drop for ReaderThread {
    fn drop(&mut self) {
        self.source.requests.end_term(self.term);
    }
}

impl Source {
    /// This source, read without ever waiting for a page.
    #[must_use]
    pub fn without_patience(self) -> Source {
        Source {
            patience: Duration::ZERO,
            ..self
        }
    }

    /// Makes the [`ReaderThread`] ask soon about changes to the file.
    pub fn poll(&self) {
        self.requests.poll();
    }
}

#[cfg(test)]
mod tests {
    use super::super::cache::PAGE;
    use super::super::fake::{Fake, Gate, pairs, sample};
    use super::*;
    use std::thread;

    fn source(fake: Fake) -> Arc<Source> {
        Arc::new(Source::over("fake", Box::new(fake)).unwrap())
    }

    fn hurried(fake: Fake) -> Arc<Source> {
        let source = Source::over("fake", Box::new(fake)).unwrap();
        Arc::new(source.without_patience())
    }

    #[test]
    fn without_a_reader_thread_a_look_reads_by_itself() {
        let source = source(Fake::new(PAGE * 3));
        let data = sample(PAGE * 3);
        for (start, len) in [(0, 16), (PAGE as u64 - 8, 16), (0, PAGE * 3), (7, PAGE * 9)] {
            let found = NonBlockingReader::new(&source).window(start, len);
            assert_eq!(found, data.window(start, len));
        }
    }

    #[test]
    fn late_pages_are_awaited_and_shown_once_they_come() {
        let gate = Gate::shut();
        let source = hurried(Fake::new(PAGE * 2).behind(&gate));
        let mut reader = ReaderThread::new(&source);
        let start = PAGE as u64 - 8;
        let look = || NonBlockingReader::new(&source).window(start, 16);
        let found = look();
        assert_eq!((found.bytes.len(), found.is_awaited()), (16, true));
        assert_eq!(pairs(&found.holes), [(start, start + 16)]);
        // The second page was requested last and comes first.
        gate.open();
        assert_eq!(reader.serve(), ServedRequest::LatePage);
        let found = look();
        assert_eq!(pairs(&found.holes), [(start, start + 8)]);
        assert_eq!(found.bytes[8..], sample(PAGE + 8)[PAGE..]);
        assert_eq!(reader.serve(), ServedRequest::LatePage);
        let found = look();
        assert_eq!(found, sample(PAGE * 2).window(start, 16));
    }

    #[test]
    fn a_look_waits_for_pages_that_come_in_time() {
        let source = source(Fake::new(PAGE));
        let mut reader = ReaderThread::new(&source);
        let served = thread::spawn(move || reader.serve());
        let look = NonBlockingReader {
            source: &source,
            until: Instant::now() + Duration::from_mins(1),
        };
        assert_eq!(look.window(0, 9), sample(PAGE).window(0, 9));
        assert_eq!(served.join().unwrap(), ServedRequest::Page);
    }

    #[test]
    fn pages_of_an_earlier_look_are_not_read_for_a_later_one() {
        let fake = Fake::new(PAGE * 8);
        let reads = fake.reads();
        let source = hurried(fake);
        let mut reader = ReaderThread::new(&source);
        for page in 0..8 {
            NonBlockingReader::new(&source).window(page * PAGE as u64, 1);
        }
        reader.serve();
        assert_eq!(reads.get(), 1);
        let last = NonBlockingReader::new(&source).window(7 * PAGE as u64, 1);
        assert!(!last.is_awaited());
    }

    #[test]
    fn a_waiting_caller_reads_itself_when_the_reader_thread_leaves() {
        let source = source(Fake::new(9));
        let reader = ReaderThread::new(&source);
        let left = thread::spawn(move || drop(reader));
        let look = NonBlockingReader {
            source: &source,
            until: Instant::now() + Duration::from_mins(1),
        };
        assert_eq!(look.window(0, 9), sample(9).window(0, 9));
        left.join().unwrap();
    }

    #[test]
    fn a_late_thread_leaves_the_post_to_the_next() {
        let fake = Fake::new(9);
        let reads = fake.reads();
        let source = hurried(fake);
        let mut early = ReaderThread::new(&source);
        let mut late = ReaderThread::new(&source);
        assert_eq!(early.serve(), ServedRequest::Relieved);
        drop(early);
        assert!(NonBlockingReader::new(&source).window(0, 9).is_awaited());
        assert_eq!(reads.get(), 0, "nobody reads who cannot wait");
        assert_eq!(late.serve(), ServedRequest::LatePage);
    }

    #[test]
    fn the_reader_thread_asks_after_a_file_that_was_stirred() {
        let fake = Fake::new(5);
        let length = fake.length();
        let source = source(fake);
        let mut reader = ReaderThread::new(&source);
        length.set(9);
        assert_eq!(source.len(), 5);
        source.poll();
        assert_eq!(reader.serve(), ServedRequest::Asked(FileChange::Grew));
        assert_eq!(source.len(), 9);
    }

    #[test]
    fn a_file_that_shrinks_under_the_reader_thread_ends_where_it_ends_now() {
        let fake = Fake::new(PAGE * 2).shrinking_to(10, 0);
        let source = hurried(fake);
        let mut reader = ReaderThread::new(&source);
        let look = |start| NonBlockingReader::new(&source).window(start, 16);
        look(PAGE as u64);
        reader.serve();
        assert_eq!(look(PAGE as u64).bytes.len(), 0);
        look(0);
        reader.serve();
        assert_eq!(look(0), sample(10).window(0, 16));
    }
}
