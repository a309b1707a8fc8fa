//! Prints the screens after keys, as this machine draws them: the page must draw the same.
//!
//! A line of standard input is `COLUMNSxROWS`, the bytes in hex digits and the keys, with tabs
//! between; the rows follow, and a form feed. Invariant: every job ends before the next key.

use std::io::{self, BufRead as _, Write as _};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use hexloupe::command::input::{Background, UserInput};
use hexloupe::language::Language;
use hexloupe::model::layout::ScreenSize;
use hexloupe_web::downloads::DownloadHost;
use hexloupe_web::files::FileHost;
use hexloupe_web::front::{GivenBytes, PageFront, PageGuide, PageStart};

/// A page without files.
struct Nothing;

impl FileHost for Nothing {
    fn read(&self, _: u32, _: Range<u64>) -> Option<Vec<u8>> {
        None
    }
}

impl DownloadHost for Nothing {
    fn add(&self, _: u32, _: &[u8]) {}

    fn end(&self, _: u32, _: Option<&str>) {}
}

fn run(front: &mut PageFront) {
    front.draw();
    while let Some((tab, job)) = front.next_job() {
        let reports = Mutex::new(Vec::new());
        let send = |message| {
            let mut reports = reports.lock().unwrap_or_else(PoisonError::into_inner);
            reports.push(message);
        };
        job.run(&send);
        for message in reports.into_inner().unwrap_or_default() {
            front.report(tab, message);
        }
        front.draw();
    }
}

fn screen(line: &str) -> Option<Vec<String>> {
    let mut fields = line.split('\t');
    let (width, height) = fields.next()?.split_once('x')?;
    let digits = fields.next()?.as_bytes();
    let pairs = digits.chunks(2).map(|pair| str::from_utf8(pair).ok());
    let bytes = pairs.map(|pair| u8::from_str_radix(pair?, 16).ok());
    let start = PageStart {
        size: ScreenSize {
            width: width.parse().ok()?,
            height: height.parse().ok()?,
        },
        background: Background::Light,
        language: Language::English,
        progress: String::new(),
        history: String::new(),
        guide: PageGuide::Data(GivenBytes {
            name: "seat".to_owned(),
            bytes: bytes.collect::<Option<_>>()?,
            ..GivenBytes::default()
        }),
    };
    let mut front = PageFront::new(&start, Arc::new(Nothing));
    run(&mut front);
    for word in fields.next()?.split_whitespace() {
        front.input(UserInput::Key(word.parse().ok()?));
        run(&mut front);
    }
    let rows = front.drawn()?.rows.iter();
    let rows = rows.map(|cells| cells.iter().map(|cell| cell.text.as_str()).collect());
    Some(rows.collect())
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        for row in screen(&line?).unwrap_or_default() {
            writeln!(out, "{row}")?;
        }
        // No row holds a form feed.
        writeln!(out, "\u{c}")?;
    }
    Ok(())
}
