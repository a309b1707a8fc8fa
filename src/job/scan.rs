//! Scans all of some data into an index, and reports the state from time to time.
//!
//! The data is read in large steps, without the page cache of the screen. If lines can be found
//! without decoding, several threads scan a piece each (`pieces`); else, and if data is still
//! arriving, one thread scans from front to back. After bytes were overwritten, only their blocks
//! are counted again. Invariant: memory is bounded, whatever the data holds, and cancelling takes
//! effect after each window.

mod pieces;

use pieces::ScanThreads;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

use super::{Control, JobEnd};
use crate::codec::Encoding;
use crate::platform::{Here, System as _};
use crate::scan::facts::index::{Index, IndexProgress};
use crate::scan::index::{self, HEAD, IndexBuilder, OverwrittenData, Scanner, WINDOW};
use crate::scan::line;
use crate::source::{EarlierBytes, Source};
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};

/// The longest time before the first report; the first fault or letter is reported at once, and is looked at
/// while the scan goes on.
const FIRST: Duration = Duration::from_millis(20);
/// The longest time until a scan gives way to others: before, the user waits for what is wrong. Once it has
/// found something, it gives way to those that look at that.
const URGENT: Duration = Duration::from_millis(100);
/// The shortest time between two reports.
const PAUSE: Duration = Duration::from_millis(100);

/// The most blocks of the index that wait to be absorbed.
const PENDING: usize = 1024;

/// An index is repaired if that counts at most this many bytes, or a few blocks.
const MENDED: u64 = 256 << 20;

/// Data of at least this many steps is shared among threads.
const WORTHWHILE: u64 = 64;

/// A scan to begin or to continue.
pub struct Scan {
    builder: IndexBuilder,
    /// Bytes scanned at once.
    step: u64,
    /// The last known state of the source: its length, and true if more was arriving.
    seen: (u64, bool),
    /// False if it gives way to other threads from the start.
    is_urgent: bool,
    /// An index from before bytes were overwritten, with their earlier values.
    to_mend: Option<(Arc<Index>, Arc<EarlierBytes>)>,
}

impl Scan {
    /// A scan of data of a length, in an encoding whose code units start at `phase`.
    pub fn new(encoding: &'static Encoding, phase: u64, len: u64) -> Self {
        Self {
            builder: IndexBuilder::new(Index::new(encoding, phase, len)),
            step: WINDOW as u64,
            seen: (0, true),
            is_urgent: true,
            to_mend: None,
        }
    }

    /// The same scan, after repairing an index of the earlier data.
    #[must_use]
    pub fn mending(self, index: Arc<Index>, earlier: Arc<EarlierBytes>) -> Self {
        let to_mend = Some((index, earlier));
        Self { to_mend, ..self }
    }

    /// A scan that continues another one, now that more may come. None if that ended inside a line:
    /// the facts about its cut end may have changed.
    pub fn after(index: &Index, data: &dyn Peek) -> Option<Self> {
        let reached = index.reached.offset;
        let last = data.window(reached.saturating_sub(8), reached.min(8) as usize);
        let end = line::last_end(index.encoding, index.phase, &last, 0);
        let is_ended = end == Some(reached);
        let is_ended = is_ended && reached >= HEAD || !index.complete;
        let goes_on = is_ended && !index.is_doubted();
        let mut scan = goes_on.then(|| Self {
            builder: IndexBuilder::new(index.clone()),
            step: WINDOW as u64,
            seen: (reached, false),
            is_urgent: true,
            to_mend: None,
        })?;
        scan.builder.index.complete = false;
        Some(scan)
    }

    /// The same scan, which gives way to other threads from the start: they tell the user more.
    #[must_use]
    pub fn giving_way(self) -> Self {
        Self {
            is_urgent: false,
            ..self
        }
    }

    /// The same scan with `step` bytes at a time; the result does not depend on it.
    #[must_use]
    pub fn by(self, step: u64) -> Self {
        Self { step, ..self }
    }

    /// The last known state of the source: its length, and true if more was arriving.
    pub fn seen(&self) -> (u64, bool) {
        self.seen
    }

    /// The index so far.
    pub fn index(&self) -> &Index {
        &self.builder.index
    }
}

/// Reports the index so far, but not too often.
struct Reporter<'a> {
    report: &'a dyn Fn(IndexProgress),
    begun: Instant,
    from: u64,
    last: Instant,
    /// The shortest time from the last report to the next one.
    pause: Duration,
    /// True once a report had something that the guess looks at.
    has_told: Arc<AtomicBool>,
}

impl<'a> Reporter<'a> {
    fn new(report: &'a dyn Fn(IndexProgress), from: u64) -> Self {
        let now = Instant::now();
        Self {
            report,
            begun: now,
            from,
            last: now,
            pause: FIRST,
            has_told: Arc::default(),
        }
    }

    /// True if it is time for a report, or if a finding would make it time.
    fn is_near(&self) -> bool {
        !self.has_told() || self.last.elapsed() >= self.pause
    }

    fn has_told(&self) -> bool {
        self.has_told.load(Ordering::Relaxed)
    }

    /// True if it is time for a report, or if the index has the first finding.
    fn is_due(&self, index: &Index) -> bool {
        !self.has_told() && has_finding(index) || self.last.elapsed() >= self.pause
    }

    fn say(&mut self, index: &Index) {
        let millis = self.begun.elapsed().as_millis().max(1);
        let bytes = u128::from(index.reached.offset.saturating_sub(self.from));
        (self.report)(IndexProgress {
            index: Arc::new(index.clone()),
            rate: (bytes * 1000 / millis) as u64,
        });
        self.last = Instant::now();
        self.pause = PAUSE;
        if has_finding(index) {
            self.has_told.store(true, Ordering::Relaxed);
        }
    }
}

/// Reports whether the data has something that the guess looks at.
fn has_finding(index: &Index) -> bool {
    let totals = &index.totals;
    totals.faults.total() > 0 || totals.non_ascii > 0
}

/// The priority of a thread that scans.
struct ScanPriority {
    /// The time from which on it gives way; none once it does.
    due: Option<Instant>,
    /// True once something was reported that others look at.
    has_told: Arc<AtomicBool>,
}

impl ScanPriority {
    /// Gives way at once, or once the scan has found something or has lasted for a while.
    fn new(is_urgent: bool, has_told: &Arc<AtomicBool>) -> Self {
        if !is_urgent {
            Here::give_way();
        }
        Self {
            due: is_urgent.then(|| Instant::now() + URGENT),
            has_told: Arc::clone(has_told),
        }
    }

    /// The priority of a thread that this one starts.
    fn of_worker(&self) -> Self {
        Self {
            due: self.due,
            has_told: Arc::clone(&self.has_told),
        }
    }

    /// Gives way to other threads when it is time.
    fn keep(&mut self) {
        let has_told = self.has_told.load(Ordering::Relaxed);
        if self
            .due
            .is_some_and(|due| has_told || Instant::now() >= due)
        {
            Here::give_way();
            self.due = None;
        }
    }
}

/// Scans to the end of the data, or as far as it has arrived; then the scan can be continued later.
/// Reports the index from time to time, and at the end.
pub fn scan(
    control: &Control<'_>,
    source: &Source,
    mut scan: Box<Scan>,
    report: &dyn Fn(IndexProgress),
) -> JobEnd<Box<Scan>> {
    // What is known of the data from before is on the screen already.
    let is_first = scan.to_mend.is_none() && scan.index().reached.offset == 0;
    let has_told = Arc::default();
    let mut priority = ScanPriority::new(is_first && scan.is_urgent, &has_told);
    if let Some((index, earlier)) = scan.to_mend.take() {
        if let Some(index) = mend(control, source, &index, &earlier) {
            scan.builder = IndexBuilder::new(index);
        }
        if control.is_cancelled() {
            return JobEnd::Cancelled;
        }
    }
    let mut reporter = Reporter::new(report, scan.builder.index.reached.offset);
    reporter.has_told = has_told;
    if scan.index().reached.offset > 0 {
        // So that an older index is not shown for long.
        reporter.say(scan.index());
    }
    if scan.index().complete {
        return JobEnd::Done(scan);
    }
    let from = scan.index().reached.offset;
    let zeros = source.zeros(from);
    let worthwhile = WORTHWHILE * scan.step;
    // Skipping zeros on one thread is faster than reading them on several.
    let sparse = zeros.end - zeros.start >= worthwhile;
    let rest = source.len().saturating_sub(from);
    let shared = !source.is_stream() && rest >= worthwhile && !sparse;
    let threads = if shared && line::stands_alone(scan.index().encoding) {
        std::thread::available_parallelism().map_or(1, |cores| cores.get().min(4))
    } else {
        1
    };
    let end = if threads > 1 {
        let threads = ScanThreads {
            count: threads as u64,
            step: scan.step,
        };
        let builder = &mut scan.builder;
        pieces::scan(control, source, builder, threads, &priority, &mut reporter)
    } else {
        JobEnd::Done(())
    };
    let end = match end {
        JobEnd::Done(()) if !scan.index().complete => {
            in_order(control, source, &mut scan, &mut priority, &mut reporter)
        }
        end => end,
    };
    match end {
        JobEnd::Done(()) => {
            reporter.say(&scan.builder.index);
            JobEnd::Done(scan)
        }
        JobEnd::Cancelled => JobEnd::Cancelled,
    }
}

/// The index after bytes were overwritten; none if a scan of all the data costs less, or if the job
/// is cancelled.
fn mend(
    control: &Control<'_>,
    source: &Source,
    index: &Index,
    earlier: &EarlierBytes,
) -> Option<Index> {
    let most = MENDED.max(index.grain() * 32);
    let mut counted = 0;
    let data = OverwrittenData {
        before: &earlier.over(source),
        now: source,
        stretches: &earlier.stretches(),
    };
    index::recount(index, data, &mut |bytes| {
        counted += bytes;
        counted <= most && !control.is_cancelled()
    })
}

fn in_order(
    control: &Control<'_>,
    source: &Source,
    scan: &mut Scan,
    priority: &mut ScanPriority,
    reporter: &mut Reporter<'_>,
) -> JobEnd<()> {
    let Scan {
        builder,
        step,
        seen,
        ..
    } = scan;
    let beginning = source.window(0, HEAD as usize);
    if !beginning.ends && (beginning.bytes.len() as u64) < HEAD {
        // The bytes that decide the opening of the data have not all arrived.
        *seen = (beginning.bytes.len() as u64, true);
        return JobEnd::Done(());
    }
    let mut scanner = Scanner::new(&builder.index, beginning.front());
    let encoding = builder.index.encoding;
    let reach = encoding.reach_of_counting();
    let mut sweep = Sweep::new(scanner.at()..u64::MAX, *step, reach);
    let (mut data, mut window): (&dyn Peek, _) = (source, Window::default());
    loop {
        // In this order: data that has ended does not grow.
        let arriving = source.is_arriving();
        *seen = (source.len(), arriving);
        if let Some(until) = sweep.zeros(&data)
            && scanner.pass_zeros(until)
        {
            sweep.skip_to(scanner.at());
        }
        let piece = sweep.next(&mut data, &mut window);
        let at_end = piece.as_ref().map_or(sweep.is_over(), |piece| piece.at_end);
        if let Some(piece) = &piece {
            scanner.feed(&window, piece.certain.end);
        }
        if at_end {
            builder.absorb(&scanner.finish());
            builder.index.complete = true;
            return JobEnd::Done(());
        }
        if piece.is_none() {
            // More is still arriving. Ended lines are decided already.
            let phase = builder.index.phase;
            if let Some(end) = line::last_end(encoding, phase, &window, scanner.at()) {
                window.bytes.truncate((end - window.start) as usize);
                window.ends = true;
                scanner.feed(&window, end);
            }
            builder.absorb(&scanner.take_part());
            return JobEnd::Done(());
        }
        if control.is_cancelled() {
            return JobEnd::Cancelled;
        }
        priority.keep();
        if reporter.is_near() || scanner.pending() >= PENDING {
            builder.absorb(&scanner.take_part());
            scanner.set_grain(builder.index.grain());
        }
        if reporter.is_due(&builder.index) {
            reporter.say(&builder.index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::source::{Edit, NonBlockingReader};
    use std::sync::Mutex;

    /// Continues a scan, and returns it; the last report must be its index.
    fn scanned(source: &Source, scan: Box<Scan>) -> Box<Scan> {
        let cancel = AtomicBool::new(false);
        let said = Mutex::new(None);
        let report = |known: IndexProgress| *said.lock().unwrap() = Some(known.index);
        let end = super::scan(&Control::new(&cancel, &|_| ()), source, scan, &report);
        let JobEnd::Done(scan) = end else {
            unreachable!("nobody cancels")
        };
        assert_eq!(said.into_inner().unwrap().as_deref(), Some(scan.index()));
        scan
    }

    #[test]
    fn the_first_report_comes_sooner_than_the_others() {
        let nothing = Index::new(table::UTF_8, 0, 0);
        let mut reporter = Reporter::new(&|_| (), 0);
        reporter.last -= FIRST;
        assert!(reporter.is_near() && reporter.is_due(&nothing));
        reporter.say(&nothing);
        reporter.last -= PAUSE;
        assert!(reporter.is_due(&nothing));
        assert!(FIRST < PAUSE && reporter.pause == PAUSE);
    }

    /// The length that was scanned when a scan of some data first reported something to look at.
    fn first_report(data: Vec<u8>) -> u64 {
        let len = data.len() as u64;
        let source = Source::memory("data", data);
        let first = Mutex::new(None);
        let report = |known: IndexProgress| {
            if has_finding(&known.index) {
                let reached = known.index.reached.offset;
                first.lock().unwrap().get_or_insert(reached);
            }
        };
        let cancel = AtomicBool::new(false);
        let scan = Box::new(Scan::new(table::UTF_8, 0, len));
        super::scan(&Control::new(&cancel, &|_| ()), &source, scan, &report);
        first.into_inner().unwrap().unwrap()
    }

    #[test]
    fn the_first_finding_is_reported_at_once() {
        for finding in [&b"Jos\xE9"[..], "José".as_bytes()] {
            let mut data = b"a line without a finding\n".repeat(SIZE / 10);
            data[3_000_000..3_000_000 + finding.len()].copy_from_slice(finding);
            let reached = first_report(data);
            assert!((3_000_000..9_000_000).contains(&reached), "{reached}");
        }
    }

    fn by_pieces(
        control: &Control<'_>,
        source: &Source,
        builder: &mut IndexBuilder,
        threads: ScanThreads,
        reporter: &mut Reporter<'_>,
    ) -> JobEnd<()> {
        let priority = ScanPriority {
            due: None,
            has_told: Arc::default(),
        };
        pieces::scan(control, source, builder, threads, &priority, reporter)
    }

    /// Scans in order and in pieces, and compares the results.
    #[track_caller]
    fn check(data: Vec<u8>, encoding: &'static Encoding, phase: u64) {
        let expected = index::build(&data, encoding, phase);
        let len = data.len() as u64;
        let source = Source::memory("data", data);
        let scan = scanned(&source, Box::new(Scan::new(encoding, phase, len)));
        assert!(*scan.index() == expected, "{encoding:?}");
        for threads in 1..4 {
            let mut builder = IndexBuilder::new(Index::new(encoding, phase, len));
            let cancel = AtomicBool::new(false);
            let mut reporter = Reporter::new(&|_| (), 0);
            let control = Control::new(&cancel, &|_| ());
            let threads = ScanThreads {
                count: threads,
                step: WINDOW as u64,
            };
            let end = by_pieces(&control, &source, &mut builder, threads, &mut reporter);
            assert_eq!(end, JobEnd::Done(()));
            assert!(builder.index == expected, "{encoding:?} by {threads:?}");
            // On from the middle of a line.
            let mut builder = IndexBuilder::new(Index::new(encoding, phase, len));
            let mut scanner = Scanner::new(&builder.index, &source.window(0, 16).bytes);
            scanner.feed(&source.window(0, 3 << 20), (2 << 20) + 11);
            builder.absorb(&scanner.take_part());
            let end = by_pieces(&control, &source, &mut builder, threads, &mut reporter);
            assert_eq!(end, JobEnd::Done(()));
            assert!(builder.index == expected, "{encoding:?} on by {threads:?}");
        }
    }

    const SIZE: usize = 9 << 20;

    /// Lines of text, with faults and notices in a few of them.
    fn text() -> Vec<u8> {
        let mut data = "\u{FEFF}".as_bytes().to_vec();
        let mut line = 0u64;
        while data.len() < SIZE {
            line += 1;
            data.extend(format!("{line}: Ж, 漢 and 😀 “so on”\n").bytes());
            match line % 9973 {
                17 => data.extend(b"\xE2\x82!\r\n"),
                4711 => data.extend("\u{202E}\u{2067}\u{202C}\0\u{85}".bytes()),
                _ => {}
            }
        }
        data
    }

    #[test]
    fn pieces_make_the_index_that_one_scan_makes() {
        check(text(), table::UTF_8, 0);
        check(text(), table::ASCII, 0);
    }

    #[test]
    fn pieces_of_wide_code_units_do_too() {
        let text = String::from_utf8_lossy(&text()[..SIZE / 2]).into_owned();
        let wide = text.encode_utf16().flat_map(u16::to_le_bytes);
        let data: Vec<u8> = b"x".iter().copied().chain(wide).collect();
        check(data, table::UTF_16LE, 1);
    }

    #[test]
    fn where_no_line_begins_near_one_goes_on() {
        let mut data = vec![0; SIZE];
        data[7 << 20] = b'\n';
        data[SIZE - 1] = 0xFF;
        check(data, table::UTF_8, 0);
        let mut data = vec![b'a'; SIZE];
        data[(4 << 20) + 5] = b'\n';
        data[(8 << 20) + 5] = b'\r';
        check(data, table::UTF_8, 0);
    }

    #[test]
    fn a_followed_file_is_scanned_by_several_threads_and_then_as_it_grows() {
        let mut whole = text();
        whole.extend(b"\xF0\x9F\x98 and \xE2\x82\xAC\n");
        // The first end: inside a line, after a line, inside a character.
        for cut in [SIZE, whole.len(), whole.len() - 3] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("log");
            std::fs::write(&path, &whole[..cut]).unwrap();
            let source = Source::open(&path).unwrap();
            source.follow().unwrap();
            let scan = Scan::new(table::UTF_8, 0, whole.len() as u64);
            let scan = scanned(&source, Box::new(scan.by(1 << 14)));
            assert!(!scan.index().complete);
            std::fs::write(&path, &whole).unwrap();
            source.refresh();
            let scan = scanned(&source, scan);
            let expected = index::build(&whole, table::UTF_8, 0);
            assert!(scan.index().totals == expected.totals, "{cut}");
            assert_eq!(scan.index().reached, expected.reached);
        }
    }

    #[test]
    fn after_an_edit_a_scan_repairs_the_index_and_continues() {
        let whole = text();
        let len = whole.len() as u64;
        let middle = len / 2;
        for (known, places) in [
            (0, [0, middle]),
            (1 << 20, [3, len - 1]),
            (len, [middle, len - 1]),
        ] {
            for at in places {
                let source = Source::memory("data", whole.clone());
                let mut builder = IndexBuilder::new(Index::new(table::UTF_8, 0, len));
                let mut scanner = Scanner::new(&builder.index, &whole[..16]);
                scanner.feed(&source.window(0, whole.len()), known);
                builder.absorb(&scanner.take_part());
                let mut earlier = EarlierBytes::default();
                let edit = Edit::overwrite(at, *b"\xE2");
                let touched = NonBlockingReader::new(&source).edit(&edit).unwrap();
                assert!(earlier.add(&touched));
                let scan = Scan::new(table::UTF_8, 0, len);
                let scan = scan.mending(Arc::new(builder.index), Arc::new(earlier));
                let scan = scanned(&source, Box::new(scan));
                assert!(*scan.index() == index::build(&source, table::UTF_8, 0));
            }
        }
    }

    #[test]
    fn who_cancels_is_heard() {
        let source = Source::memory("data", vec![b'a'; 1 << 20]);
        let cancel = AtomicBool::new(true);
        let control = Control::new(&cancel, &|_| ());
        let scan = Box::new(Scan::new(table::UTF_8, 0, 1 << 20));
        assert!(matches!(
            super::scan(&control, &source, scan, &|_| ()),
            JobEnd::Cancelled
        ));
        let mut builder = IndexBuilder::new(Index::new(table::UTF_8, 0, 1 << 20));
        let mut reporter = Reporter::new(&|_| (), 0);
        let threads = ScanThreads {
            count: 2,
            step: WINDOW as u64,
        };
        let end = by_pieces(&control, &source, &mut builder, threads, &mut reporter);
        assert_eq!(end, JobEnd::Cancelled);
    }

    #[cfg(unix)]
    #[test]
    fn a_scan_says_whether_more_was_to_come() {
        let nothing = Source::open(std::path::Path::new("/dev/null")).unwrap();
        let scan = scanned(&nothing, Box::new(Scan::new(table::UTF_8, 0, 0)));
        assert_eq!((scan.seen(), scan.index().complete), ((0, true), false));
        nothing.pull().unwrap();
        assert!(!nothing.is_arriving());
        assert!(scanned(&nothing, scan).index().complete);
    }

    #[cfg(unix)]
    #[test]
    fn an_endless_stream_is_gone_on_with_as_it_comes() {
        let source = Source::open(std::path::Path::new("/dev/zero")).unwrap();
        let mut scan = Box::new(Scan::new(table::UTF_8, 0, 0));
        for _ in 0..3 {
            source.pull().unwrap();
            scan = scanned(&source, scan);
            assert!(!scan.index().complete);
            assert_eq!(scan.seen(), (source.len(), true));
            // A character may be longer than the bytes that have arrived.
            let behind = source.len() - scan.index().reached.offset;
            assert!(behind < u64::from(table::UTF_8.look));
        }
        let nothing = Source::open(std::path::Path::new("/dev/null")).unwrap();
        nothing.pull().unwrap();
        let scan = scanned(&nothing, Box::new(Scan::new(table::UTF_8, 0, 0)));
        assert!(scan.index().complete);
    }
}
