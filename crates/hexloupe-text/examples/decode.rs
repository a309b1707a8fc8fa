//! Lists the ill-formed sequences of a file: where each is, how long, and what it is called.
//!
//! `cargo run -p hexloupe-text --example decode -- ENCODING FILE`

#![allow(clippy::print_stdout, reason = "an example prints")]

use hexloupe_text::codec::{Walk, table};
use hexloupe_text::window::Peek as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(label), Some(path)) = (arguments.next(), arguments.next()) else {
        return Err("usage: decode ENCODING FILE".into());
    };
    let label = table::by_label(&label).ok_or("no encoding has that name")?;
    let bytes = std::fs::read(path)?;
    let window = bytes.as_slice().window(0, bytes.len());
    let (mut characters, mut faults) = (0, 0);
    for step in Walk::new(label.encoding(), 0, &window) {
        if let Some(fault) = step.meaning.fault() {
            faults += 1;
            let range = step.range();
            println!("{:#x}..{:#x} {}", range.start, range.end, fault.id());
        } else {
            characters += step.meaning.scalars().count();
        }
    }
    println!("{characters} characters, {faults} ill-formed sequences");
    Ok(())
}
