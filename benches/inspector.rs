//! What the inspector costs its user: the real program on a bare pseudo-terminal, with
//! small and large files.
//!
//! `cargo bench --bench inspector [-- ROUNDS]`
//!
//! Each figure is the median of some rounds with the least and the greatest. Most
//! figures should not grow with the file: compare the rows. A frame ends with the end
//! of its synchronized update, so a key is done when that has arrived. The scan of the
//! large files is still running, that of the small ones has ended. Processor time and
//! memory are the system's own figures (Linux only).

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench may fail, and prints"
)]

#[path = "../tests/common/noise.rs"]
mod noise;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use hexloupe::codec::{CodecState, table};
use noise::noise;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Columns and rows.
const SIZES: [(u16, u16); 2] = [(220, 50), (120, 40)];
const PAGE_DOWN: &[u8] = b"\x1b[6~";
const PAGE_UP: &[u8] = b"\x1b[5~";
/// The end of a synchronized update, and so of a frame.
const FRAME: &[u8] = b"\x1b[?2026l";
/// Page downs that are timed one by one.
const STEPS: u32 = 50;
/// Page downs whose processor time is measured, each drawn before the next.
const PAGES: u32 = 2_000;
/// How long a frame is waited for; a key that draws nothing costs that much.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is measured, in the order of [`round`].
const FIGURES: [(&str, &str); 9] = [
    ("first screen", "ms"),
    ("end", "ms"),
    ("50%", "ms"),
    ("page down", "ms"),
    ("CPU/key", "ms"),
    ("held: CPU/key", "ms"),
    ("bytes/key", ""),
    ("private", "MiB"),
    ("idle CPU/s", "ms"),
];

fn main() {
    let mut words = std::env::args().skip(1);
    let rounds = words.find_map(|word| word.parse().ok());
    let rounds: usize = rounds.unwrap_or(5);
    if !Path::new("/proc/self/schedstat").exists() {
        println!("the system does not tell what a process takes; nothing is measured");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let files = files(dir.path());
    for size in SIZES {
        println!(
            "\n{} x {}, median (least..greatest) of {rounds}\n",
            size.0, size.1
        );
        print!("{:12}", "");
        for (name, unit) in FIGURES {
            print!(" | {:>20}", format!("{name} {unit}").trim_end());
        }
        println!();
        for file in &files {
            let all: Vec<_> = (0..rounds).map(|_| round(file, size)).collect();
            let mut line = format!("{:12}", file.file_name().unwrap().to_string_lossy());
            for figure in 0..FIGURES.len() {
                let values = all.iter().map(|round| round[figure]).collect();
                let _ = write!(line, " | {:>20}", spread(values));
            }
            println!("{line}");
        }
    }
    edits(dir.path(), rounds);
    let file = needle(dir.path());
    let all: Vec<_> = (0..rounds).map(|_| sought(&file)).collect();
    println!();
    for (figure, what) in ["find at the end of 1 GiB", "next fault there"]
        .iter()
        .enumerate()
    {
        let values = all.iter().map(|round| round[figure]).collect();
        println!("{what}: {} ms", spread(values));
    }
}

/// Median, least and greatest.
fn spread(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    let (least, middle) = (values[0], values[values.len() / 2]);
    let greatest = values[values.len() - 1];
    let digits = match middle {
        100.0.. => 0,
        0.1.. => 2,
        _ => 3,
    };
    format!("{middle:.digits$} ({least:.digits$}..{greatest:.digits$})")
}

/// The files, except those that the file system refuses.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mixed = "The quick brown fox. Съешь ещё этих булок. 👩\u{200D}💻 ❤\u{FE0F} 中文字 🇫🇷\r\n";
    let noise = noise(2 << 20);
    let held = [
        (
            "1 KiB",
            mixed
                .as_bytes()
                .iter()
                .copied()
                .cycle()
                .take(1024)
                .collect(),
        ),
        ("mixed", mixed.repeat(20_000).into_bytes()),
        ("random", noise),
    ];
    let mut files = Vec::new();
    for (name, content) in held {
        files.push(dir.join(name));
        fs::write(dir.join(name), content).unwrap();
    }
    for name in ["gb18030", "iso-2022-jp"] {
        let Some(encoding) = table::by_label(name).map(table::LabelMatch::encoding) else {
            continue;
        };
        let (mut text, mut state) = (Vec::new(), CodecState::default());
        for c in "The quick brown fox. 漢字かな交じり文、中文字。\r\n".chars() {
            let _ = encoding.encode(&mut state, c, &mut text);
        }
        files.push(dir.join(name));
        fs::write(dir.join(name), text.repeat(40_000)).unwrap();
    }
    for (name, len) in [("8 GiB", 8u64 << 30), ("1 TiB", 1 << 40)] {
        if File::create(dir.join(name)).unwrap().set_len(len).is_ok() {
            files.push(dir.join(name));
        }
    }
    files
}

/// A gibibyte with something to find at its end, and a fault after it.
fn needle(dir: &Path) -> PathBuf {
    let path = dir.join("needle");
    let mut file = File::create(&path).unwrap();
    file.set_len(1 << 30).unwrap();
    file.seek(SeekFrom::End(0)).unwrap();
    file.write_all(b"NEEDLEATEND\xFF\n").unwrap();
    path
}

/// Keys of each kind that change a byte, in a round.
const TYPED: u32 = 20;
/// Keys that change a byte, how they are named, and what comes before them.
const EDITS: [(&str, &[u8], &[u8]); 4] = [
    ("flip", b"", b"~"),
    ("type over", b"r", b"4"),
    ("insert", b"\x1b[2~", b"4"),
    ("delete", b"", b"\x1b[3~"),
];

/// Prints what a key costs that changes a byte in the middle: in a scratch buffer of 16 MiB, and
/// in a file of 256 MiB, where nothing moves.
fn edits(dir: &Path, rounds: usize) {
    let line = "The quick brown fox. Съешь ещё этих булок. 中文字\n";
    println!("\nms from a key that changes a byte to its frame: median (least..worst)\n");
    for (name, size, option, edits) in [
        ("scratch, 16 MiB", 16 << 20, Some("--scratch"), &EDITS[..]),
        ("file, 256 MiB", 256 << 20, None, &EDITS[..2]),
    ] {
        let path = dir.join("text");
        let text = line.repeat(size / line.len());
        fs::write(&path, text).unwrap();
        for (what, before, key) in edits {
            let mut all = Vec::new();
            for _ in 0..rounds {
                let mut seat = Seat::open_as(&path, SIZES[1], option);
                seat.until(b"", "no faults");
                seat.rest(Duration::from_millis(500));
                seat.press(b"5");
                seat.press(b"0");
                seat.press(b"%");
                if !before.is_empty() {
                    seat.press(before);
                }
                for _ in 0..TYPED {
                    // What the key before has changed is counted and shown.
                    seat.rest(Duration::from_millis(90));
                    all.push(seat.press(key));
                }
                seat.abandon();
            }
            println!("{name:16} {what:10} {}", spread(all));
        }
        let counted = (0..rounds).map(|_| {
            let mut seat = Seat::open_as(&path, SIZES[1], option);
            seat.until(b"", "no faults");
            seat.rest(Duration::from_millis(500));
            seat.press(b"5");
            seat.press(b"0");
            seat.press(b"%");
            let counted = seat.until(b"r80", "1 fault");
            seat.abandon();
            counted
        });
        println!("{name:16} {:10} {}", "counted", spread(counted.collect()));
    }
}

/// Milliseconds until what is sought is on the screen, once all is scanned.
fn sought(file: &Path) -> [f64; 2] {
    let mut seat = Seat::open(file, SIZES[1]);
    seat.until(b"", "scanned");
    let find = seat.until(b"/NEEDLEATEND", "4E 45 45 44");
    seat.press(b"\r");
    seat.press(b"gg");
    seat.rest(Duration::from_millis(300));
    let fault = seat.until(b"f", "utf8-never-byte");
    seat.leave();
    [find, fault]
}

/// Opens a file, does everything once, and leaves.
fn round(file: &Path, size: (u16, u16)) -> [f64; FIGURES.len()] {
    let mut seat = Seat::open(file, size);
    let first = seat.frame(seat.begun);
    let end = seat.press(b"G");
    seat.press(b"g");
    seat.press(b"g");
    seat.press(b"5");
    seat.press(b"0");
    let half = seat.press(b"%");
    // Back to the start, where the file is not sparse.
    seat.press(b"g");
    seat.press(b"g");
    // As many pages down as the file has, then up again, and so on.
    let fit = fs::metadata(file).unwrap().len() / (u64::from(size.1) * 8);
    let steps = (0..STEPS).map(|page| seat.press(turn(page, fit)));
    let mut steps: Vec<f64> = steps.collect();
    steps.sort_by(f64::total_cmp);
    let (cpu, written) = (seat.cpu(), seat.taken);
    for page in STEPS..STEPS + PAGES {
        seat.press(turn(page, fit));
    }
    let pages = f64::from(PAGES);
    let (each, bytes) = (
        (seat.cpu() - cpu) / pages,
        (seat.taken - written) as f64 / pages,
    );
    // A key held down: pages come faster than they are drawn, and share frames.
    let cpu = seat.cpu();
    seat.send(&PAGE_DOWN.repeat(PAGES as usize));
    seat.rest(Duration::from_millis(300));
    let held = (seat.cpu() - cpu) / pages;
    let private = seat.private();
    let cpu = seat.cpu();
    let seconds = seat.rest(Duration::from_secs(1));
    let idle = (seat.cpu() - cpu) / seconds;
    seat.leave();
    [
        first,
        end,
        half,
        steps[steps.len() / 2],
        each,
        held,
        bytes,
        private,
        idle,
    ]
}

/// The key for the n-th page of a file of `fit` pages.
fn turn(page: u32, fit: u64) -> &'static [u8] {
    match u64::from(page) / fit.max(1) % 2 {
        0 => PAGE_DOWN,
        _ => PAGE_UP,
    }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

/// The program, and its user.
struct Seat {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn std::io::Write + Send>,
    output: Receiver<(Instant, Vec<u8>)>,
    child: Box<dyn Child + Send + Sync>,
    begun: Instant,
    /// Bytes that have arrived so far, and the screen they show.
    taken: u64,
    screen: vt100::Parser,
}

impl Seat {
    fn open(file: &Path, size: (u16, u16)) -> Self {
        Self::open_as(file, size, None)
    }

    fn open_as(file: &Path, (cols, rows): (u16, u16), option: Option<&str>) -> Self {
        let pair = native_pty_system()
            .openpty(PtySize {
                rows,
                cols,
                ..PtySize::default()
            })
            .unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_hexloupe"));
        command.args(["--no-history".as_ref(), file.as_os_str()]);
        command.args(option);
        // A file whose name is that of an encoding is in that encoding.
        let name = file.file_name().unwrap().to_string_lossy();
        if table::by_label(&name).is_some() {
            command.args(["-e", &name]);
        }
        command.env("TERM", "xterm-256color");
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let (sender, output) = channel();
        let begun = Instant::now();
        let child = pair.slave.spawn_command(command).unwrap();
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender
                    .send((Instant::now(), buffer[..count].to_vec()))
                    .is_err()
                {
                    break;
                }
            }
        });
        Self {
            master: pair.master,
            keys,
            output,
            child,
            begun,
            taken: 0,
            screen: vt100::Parser::new(cells(rows), cells(cols), 0),
        }
    }

    fn send(&mut self, keys: &[u8]) {
        self.keys.write_all(keys).unwrap();
        self.keys.flush().unwrap();
    }

    /// Milliseconds from a key until its frame is there.
    fn press(&mut self, keys: &[u8]) -> f64 {
        let begun = Instant::now();
        self.send(keys);
        self.frame(begun)
    }

    fn take(&mut self, bytes: &[u8]) {
        self.taken += bytes.len() as u64;
        self.screen.process(bytes);
    }

    /// Milliseconds from some keys until a text is on the screen.
    fn until(&mut self, keys: &[u8], text: &str) -> f64 {
        let begun = Instant::now();
        self.send(keys);
        let mut last = begun;
        while !self.screen.screen().contents().contains(text) {
            let Ok((at, bytes)) = self.output.recv_timeout(PATIENCE) else {
                break;
            };
            self.take(&bytes);
            last = at;
        }
        (last - begun).as_secs_f64() * 1000.0
    }

    /// Milliseconds until a frame is complete.
    fn frame(&mut self, begun: Instant) -> f64 {
        let mut tail = Vec::new();
        let mut last = begun;
        while let Ok((at, bytes)) = self.output.recv_timeout(PATIENCE) {
            self.take(&bytes);
            last = at;
            tail.extend_from_slice(&bytes);
            if tail.ends_with(FRAME) {
                break;
            }
            tail.drain(..tail.len().saturating_sub(FRAME.len()));
        }
        last.duration_since(begun).as_secs_f64() * 1e3
    }

    /// Takes what arrives, until nothing has arrived for `quiet`, but for at most three times
    /// as long; returns the seconds that passed.
    fn rest(&mut self, quiet: Duration) -> f64 {
        let begun = Instant::now();
        while begun.elapsed() < 3 * quiet
            && let Ok((_, bytes)) = self.output.recv_timeout(quiet)
        {
            self.take(&bytes);
        }
        begun.elapsed().as_secs_f64()
    }

    fn proc(&self) -> PathBuf {
        Path::new("/proc").join(self.child.process_id().unwrap().to_string())
    }

    /// Milliseconds of processor time so far, of all threads but those with a nice value, as
    /// the scan has.
    fn cpu(&self) -> f64 {
        let threads = fs::read_dir(self.proc().join("task")).unwrap();
        let taken = threads.filter_map(|thread| {
            let thread = thread.ok()?.path();
            let told = fs::read_to_string(thread.join("stat")).ok()?;
            // The seventeenth field after the name is the nice value.
            let nice = told.rsplit(") ").next()?.split(' ').nth(16)?;
            let told = fs::read_to_string(thread.join("schedstat")).ok()?;
            let taken = told.split(' ').next()?.parse::<f64>().ok();
            taken.filter(|_| nice == "0")
        });
        taken.sum::<f64>() / 1e6
    }

    /// Anonymous memory of the process, in MiB.
    fn private(&self) -> f64 {
        let status = fs::read_to_string(self.proc().join("status")).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("RssAnon:"));
        let kib = line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok());
        kib.unwrap_or(f64::NAN) / 1024.0
    }

    /// Ends the program, whatever it would ask.
    fn abandon(mut self) {
        self.child.kill().unwrap();
        let _ = self.child.wait();
    }

    fn leave(mut self) {
        self.send(b"q");
        while self.output.recv_timeout(PATIENCE).is_ok() {}
        let _ = self.child.wait();
        drop(self.master);
    }
}
