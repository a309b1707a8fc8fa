//! Windows over a file or anything readable at offsets, through a few pages.
//!
//! The screen asks for the same bytes after every key, and gets them from the pages without
//! reading the disk. Large windows belong to scans, which read everything once: they are read
//! directly and evict no page.
//!
//! Invariant: every page agrees with the current length. When the length changes, all pages are
//! dropped, and a page whose reading began earlier is not stored.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::FileChange;
use super::extent::{ReadAt, ReadExtent, read_extent};
use super::file_state::FileState;
use crate::window::{Absence, Hole, Window};

/// Bytes of a page, and the longest window that goes through the pages.
pub(super) const PAGE: usize = 64 * 1024;

/// The number of stored pages: 2 MiB.
const PAGES: usize = 32;

/// A file of any length, and its most recently used pages.
pub(super) struct PagedFile {
    reader: Box<dyn ReadAt>,
    state: Mutex<CacheState>,
}

struct CacheState {
    /// Length in bytes, as far as it is known now.
    len: u64,
    /// The state seen by the last [`PagedFile::refresh`]. Its length differs from `len` when a read
    /// has found the end earlier than the system reported.
    seen: FileState,
    /// The number of times that the pages were dropped.
    generation: u64,
    /// True if the program itself is writing to the file, which is no change to report.
    is_written: bool,
    /// True if more bytes may follow the end, see [`PagedFile::follow`].
    is_followed: bool,
    /// Page numbers and pages, the least recently used first.
    pages: Vec<(u64, Arc<ReadExtent>)>,
}

impl CacheState {
    fn set_len(&mut self, len: u64) {
        self.len = len;
        self.generation += 1;
        self.pages.clear();
    }

    fn page(&mut self, number: u64) -> Option<Arc<ReadExtent>> {
        let index = self.pages.iter().position(|(held, _)| *held == number)?;
        let found = self.pages.remove(index);
        let page = Arc::clone(&found.1);
        self.pages.push(found);
        Some(page)
    }

    fn store(&mut self, number: u64, page: &Arc<ReadExtent>) {
        // Another thread may have read the same page meanwhile.
        self.pages.retain(|(held, _)| *held != number);
        if self.pages.len() >= PAGES {
            self.pages.remove(0);
        }
        self.pages.push((number, Arc::clone(page)));
    }
}

/// The length for cutting a window, and the generation of the pages used for it.
#[derive(Clone, Copy)]
struct KnownLength {
    len: u64,
    generation: u64,
    is_followed: bool,
}

/// The data ended at this offset, before the length known.
struct EndedAt(u64);

impl PagedFile {
    pub(super) fn new(reader: Box<dyn ReadAt>) -> std::io::Result<PagedFile> {
        let seen = reader.file_state()?;
        let state = Mutex::new(CacheState {
            len: seen.len,
            seen,
            generation: 0,
            is_written: false,
            is_followed: false,
            pages: Vec::new(),
        });
        Ok(PagedFile { reader, state })
    }

    pub(super) fn len(&self) -> u64 {
        self.state().len
    }

    /// Reports whether the data can change, or be slow to read.
    pub(super) fn is_watched(&self) -> bool {
        self.reader.is_watched()
    }

    /// Treats the end as a place where more bytes may follow: from now on no window ends there.
    pub(super) fn follow(&self) {
        self.state().is_followed = true;
    }

    /// Treats the end as the end of the data again.
    pub(super) fn stop_following(&self) {
        self.state().is_followed = false;
    }

    pub(super) fn is_followed(&self) -> bool {
        self.state().is_followed
    }

    /// The next offsets, from one on, that the system knows to be zero; empty if there are none.
    pub(super) fn zeros(&self, from: u64) -> Range<u64> {
        let len = self.len();
        let hole = self.reader.hole(from).unwrap_or(from..from);
        hole.start.min(len)..hole.end.min(len)
    }

    /// The identity of the open file, see [`FileState`].
    pub(super) fn identity(&self) -> (u64, u64) {
        self.state().seen.identity
    }

    /// Asks the system for the length and the time of the open file; not about its path.
    pub(super) fn refresh(&self) -> FileChange {
        let known = self.known();
        let Ok(now) = self.reader.file_state() else {
            return FileChange::Same;
        };
        let mut state = self.state();
        // A report from before the pages were dropped may be older than the current state.
        if state.is_written || state.generation != known.generation {
            return FileChange::Same;
        }
        let change = state.seen.change(&now);
        if change != FileChange::Same {
            state.seen = now;
            state.set_len(now.len);
        }
        change
    }

    /// Forgets all bytes read, holes as well, and asks for the length again.
    pub(super) fn reload(&self) {
        let now = self.reader.file_state();
        let mut state = self.state();
        let len = now.map_or(state.len, |now| now.len);
        state.set_len(len);
    }

    /// The change that [`PagedFile::refresh`] would report, without recording it.
    pub(super) fn change(&self) -> FileChange {
        let now = self.reader.file_state();
        now.map_or(FileChange::Same, |now| self.state().seen.change(&now))
    }

    /// Lets the program itself write to the file. That is not reported as a change, and no byte
    /// read before is shown again.
    pub(super) fn write<T>(&self, write: impl FnOnce() -> T) -> T {
        self.state().is_written = true;
        let written = write();
        let now = self.reader.file_state();
        let mut state = self.state();
        state.is_written = false;
        if let Ok(now) = now {
            state.seen = now;
        }
        let len = state.seen.len;
        state.set_len(len);
        written
    }

    pub(super) fn window(&self, start: u64, len: usize) -> Window {
        self.look(start, len, |start, end, known| {
            if len > PAGE {
                self.directly(start, end, Vec::new())
            } else {
                Self::through_pages(start, end, |number| self.page(number, known).map(Some))
            }
        })
    }

    /// Replaces a window with that of another stretch. A large one is read into the memory that the
    /// window has.
    pub(super) fn refill(&self, start: u64, len: usize, window: &mut Window) {
        if len <= PAGE {
            *window = self.window(start, len);
            return;
        }
        let mut memory = std::mem::take(&mut window.bytes);
        *window = self.look(start, len, |start, end, _| {
            self.directly(start, end, std::mem::take(&mut memory))
        });
    }

    /// The window from the pages that `held` returns; the others become holes that are awaited.
    pub(super) fn window_of(
        &self,
        start: u64,
        len: usize,
        mut held: impl FnMut(u64) -> Option<Arc<ReadExtent>>,
    ) -> Window {
        self.look(start, len, |start, end, _| {
            Self::through_pages(start, end, |number| Ok(held(number)))
        })
    }

    fn look(
        &self,
        start: u64,
        len: usize,
        mut read: impl FnMut(u64, u64, KnownLength) -> Result<ReadExtent, EndedAt>,
    ) -> Window {
        // Every turn except the last finds the data shorter than known, so the loop ends.
        loop {
            let known = self.known();
            let end = start.saturating_add(len as u64).min(known.len);
            let read = match end.checked_sub(start) {
                None | Some(0) => Ok(ReadExtent::default()),
                Some(_) => read(start, end, known),
            };
            match read {
                Ok(ReadExtent { bytes, holes }) => {
                    return Window {
                        start,
                        bytes,
                        holes,
                        ends: end == known.len && !known.is_followed,
                    };
                }
                Err(EndedAt(offset)) => self.cut(offset, known),
            }
        }
    }

    fn directly(&self, start: u64, end: u64, memory: Vec<u8>) -> Result<ReadExtent, EndedAt> {
        let len = (end - start) as usize;
        let extent = read_extent(&*self.reader, start, len, memory);
        match extent.bytes.len() {
            read if read < len => Err(EndedAt(start + read as u64)),
            _ => Ok(extent),
        }
    }

    fn through_pages(
        start: u64,
        end: u64,
        mut page: impl FnMut(u64) -> Result<Option<Arc<ReadExtent>>, EndedAt>,
    ) -> Result<ReadExtent, EndedAt> {
        let mut extent = ReadExtent {
            bytes: Vec::with_capacity((end - start) as usize),
            holes: Vec::new(),
        };
        let size = PAGE as u64;
        for number in start / size..=(end - 1) / size {
            let base = number * size;
            let (from, to) = (start.max(base), end.min(base + size));
            let wanted = (from - base) as usize..(to - base) as usize;
            let page = page(number)?;
            // A held page may be shorter: it is as long as the data was then.
            let bytes = page.as_ref().and_then(|page| page.bytes.get(wanted));
            let (Some(page), Some(bytes)) = (&page, bytes) else {
                extent.bytes.resize((to - start) as usize, 0);
                let hole = Hole {
                    start: from,
                    end: to,
                    why: Absence::Awaited,
                };
                hole.push_to(&mut extent.holes);
                continue;
            };
            extent.bytes.extend_from_slice(bytes);
            for hole in page.holes.iter().filter_map(|hole| hole.cut(from, to)) {
                hole.push_to(&mut extent.holes);
            }
        }
        Ok(extent)
    }

    /// A page, if it is stored.
    pub(super) fn held(&self, number: u64) -> Option<Arc<ReadExtent>> {
        self.state().page(number)
    }

    /// Reads and stores a page.
    pub(super) fn bring(&self, number: u64) {
        let known = self.known();
        if number.saturating_mul(PAGE as u64) < known.len
            && let Err(EndedAt(offset)) = self.page(number, known)
        {
            self.cut(offset, known);
        }
    }

    /// A page, complete up to the known length. The lock is not held while the disk is read, so
    /// that a slow scan does not delay the screen.
    fn page(&self, number: u64, known: KnownLength) -> Result<Arc<ReadExtent>, EndedAt> {
        {
            let mut state = self.state();
            if state.generation == known.generation
                && let Some(page) = state.page(number)
            {
                return Ok(page);
            }
        }
        let start = number * PAGE as u64;
        let end = (start + PAGE as u64).min(known.len);
        let page = Arc::new(self.directly(start, end, Vec::new())?);
        let mut state = self.state();
        if state.generation == known.generation {
            state.store(number, &page);
        }
        Ok(page)
    }

    /// Records that the data ended at `offset`. If the system now reports an earlier end, that one
    /// counts; if it still reports a later one, the read is believed.
    fn cut(&self, offset: u64, known: KnownLength) {
        let told = self.reader.file_state().map_or(offset, |now| now.len);
        let mut state = self.state();
        if state.generation == known.generation {
            state.set_len(offset.min(told));
        }
    }

    fn known(&self) -> KnownLength {
        let state = self.state();
        KnownLength {
            len: state.len,
            generation: state.generation,
            is_followed: state.is_followed,
        }
    }

    /// The state is consistent between any two statements, so a poisoned lock is fine.
    fn state(&self) -> MutexGuard<'_, CacheState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fake::{Fake, pairs, sample};
    use super::*;
    use crate::window::Peek as _;
    use proptest::prelude::*;

    fn paged(fake: Fake) -> PagedFile {
        PagedFile::new(Box::new(fake)).unwrap()
    }

    /// Lengths and offsets near the edges of pages.
    fn near_an_edge() -> impl Strategy<Value = usize> {
        (0..4usize, 0..80usize).prop_map(|(pages, by)| (pages * PAGE + by).saturating_sub(40))
    }

    proptest! {
        #[test]
        fn a_window_is_the_slice_it_stands_for(
            size in near_an_edge(),
            windows in prop::collection::vec((near_an_edge(), near_an_edge()), 1..6),
        ) {
            let data = sample(size);
            let paged = paged(Fake::new(size).at_most(30_000).interrupted());
            let mut refilled = Window::default();
            for (start, len) in windows {
                let expected = data.window(start as u64, len);
                prop_assert_eq!(&paged.window(start as u64, len), &expected);
                paged.refill(start as u64, len, &mut refilled);
                prop_assert_eq!(&refilled, &expected);
            }
        }
    }

    #[test]
    fn a_large_window_is_read_into_the_memory_of_the_one_before() {
        let paged = paged(Fake::new(PAGE * 8).bad(4096..8192));
        let mut window = Window::default();
        paged.refill(0, PAGE * 4, &mut window);
        let memory = window.bytes.as_ptr();
        for (start, len) in [(PAGE, PAGE * 4), (PAGE * 5, PAGE * 4), (0, PAGE * 2)] {
            paged.refill(start as u64, len, &mut window);
            assert_eq!(window.bytes.as_ptr(), memory);
            assert_eq!(window, paged.window(start as u64, len));
        }
    }

    #[test]
    fn offsets_at_the_far_end_of_the_number_line_are_past_the_end() {
        let window = paged(Fake::new(10)).window(u64::MAX, usize::MAX);
        assert_eq!((window.bytes.len(), window.ends), (0, true));
    }

    #[test]
    fn pages_answer_without_the_disk_and_the_least_recently_used_goes() {
        let fake = Fake::new(PAGE * (PAGES + 1));
        let reads = fake.reads();
        let paged = paged(fake);
        let look = |number: usize| paged.window((number * PAGE) as u64, 16);
        (0..PAGES).for_each(|number| drop(look(number)));
        assert_eq!(reads.get(), PAGES);
        look(0);
        look(PAGES);
        assert_eq!(reads.get(), PAGES + 1);
        look(0);
        assert_eq!(reads.get(), PAGES + 1, "page 0 was used, page 1 went");
        look(1);
        assert_eq!(reads.get(), PAGES + 2);
        assert_eq!(paged.state().pages.len(), PAGES);
    }

    #[test]
    fn a_large_window_pushes_no_page_out() {
        let paged = paged(Fake::new(PAGE * 4));
        paged.window(0, 16);
        assert_eq!(paged.window(0, PAGE * 4).bytes.len(), PAGE * 4);
        assert_eq!(paged.state().pages.len(), 1);
    }

    #[track_caller]
    fn check_holes(window: &Window, holes: &[(u64, u64)]) {
        assert_eq!(pairs(&window.holes), holes);
    }

    #[test]
    fn holes_are_cut_to_the_window_and_join_over_the_edge_of_a_page() {
        let edge = PAGE as u64;
        let paged = paged(Fake::new(PAGE * 3).bad(edge - 4096..edge + 4096));
        let whole = (edge - 4096, edge + 4096);
        check_holes(&paged.window(edge - 8192, 16_384), &[whole]);
        check_holes(&paged.window(edge - 10, 20), &[(edge - 10, edge + 10)]);
        check_holes(&paged.window(edge - 8192, 4096), &[]);
        check_holes(&paged.window(0, PAGE * 3), &[whole]);
        assert!(!paged.window(0, PAGE).ends);
    }

    #[test]
    fn data_that_ends_early_ends_the_window_and_the_length_follows() {
        for len in [100, PAGE * 3] {
            let fake = Fake::new(PAGE * 3);
            let content = fake.length();
            let paged = paged(fake);
            paged.window(0, 16);
            content.set(10);
            let window = paged.window(PAGE as u64 * 2, len);
            assert_eq!((window.bytes.len(), window.ends), (0, true));
            assert_eq!(paged.len(), 10);
            assert_eq!(paged.window(0, 100), sample(10).window(0, 100));
            assert_eq!(paged.refresh(), FileChange::Shrank, "it is said once");
            assert_eq!(paged.refresh(), FileChange::Same);
        }
    }

    #[test]
    fn data_that_shrinks_between_two_reads_of_a_window_is_no_harm() {
        let fake = Fake::new(PAGE * 2).at_most(10_000).shrinking_to(25_000, 3);
        let paged = paged(fake);
        assert_eq!(
            paged.window(0, PAGE * 2),
            sample(25_000).window(0, PAGE * 2)
        );
    }

    #[test]
    fn a_length_the_system_insists_on_does_not_come_back_by_asking() {
        let fake = Fake::new(500).claiming(4096);
        let paged = paged(fake);
        assert_eq!(paged.window(0, 4096), sample(500).window(0, 4096));
        assert_eq!((paged.refresh(), paged.len()), (FileChange::Same, 500));
    }

    #[test]
    fn growth_is_seen_by_asking_and_not_before() {
        let fake = Fake::new(5);
        let content = fake.length();
        let paged = paged(fake);
        content.set(8);
        assert_eq!(paged.window(0, 99), sample(5).window(0, 99));
        assert_eq!(paged.refresh(), FileChange::Grew);
        assert_eq!(paged.window(0, 99), sample(8).window(0, 99));
        content.set(0);
        assert_eq!(paged.refresh(), FileChange::Shrank);
        assert_eq!(paged.window(0, 99), sample(0).window(0, 99));
    }
}
