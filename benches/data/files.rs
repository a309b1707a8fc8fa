//! The files that whole processes are run on, made once and then kept.
//!
//! Invariant: a file depends on its kind and size alone, so two runs have the same bytes.

#[path = "../../tests/common/noise.rs"]
mod noise;

use std::error::Error;
use std::fmt::{self, Write as _};
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use encoding_rs::WINDOWS_1251;
use noise::noise;

/// The file of some data, made unless it is there; a length of 0 is that of one piece.
pub(crate) fn made(folder: &Path, kind: &str, size: usize) -> Result<PathBuf, Box<dyn Error>> {
    let path = folder.join(format!("{kind}-{size}"));
    if path.exists() {
        return Ok(path);
    }
    if kind == "tree" {
        tree(&path, size)?;
        return Ok(path);
    }
    let piece = match kind {
        "mixed" | "again" => mixed(),
        "plain" => lines(&["plain", "words", "of", "English", "line", "1234"]),
        "greeting" => b"The quick brown fox jumps over the lazy dog".to_vec(),
        "cyrillic" => cyrillic(),
        "random" => noise(1 << 20),
        "dump" => dump(&mixed())?.into_bytes(),
        "word" => WINDOWS_1251.encode("Привет\n").0.into_owned(),
        _ => return Err(kind.into()),
    };
    let mut file = BufWriter::new(File::create(&path)?);
    for _ in 0..(size << 20).div_ceil(piece.len()).max(1) {
        file.write_all(&piece)?;
    }
    file.flush()?;
    Ok(path)
}

/// A folder of small files of text, of 1 to 8 KiB each, in folders of a hundred.
fn tree(path: &Path, size: usize) -> Result<(), Box<dyn Error>> {
    let text = mixed();
    let (mut made, mut at) = (0, 0);
    for number in 0_usize.. {
        let folder = path.join((number / 100).to_string());
        fs::create_dir_all(&folder)?;
        let len = 1024 + number * 53 % (7 * 1024);
        let rest = &text[at..(at + len).min(text.len())];
        let end = rest.iter().rposition(|byte| *byte == b'\n');
        let end = end.map_or(rest.len(), |last| last + 1);
        fs::write(folder.join(format!("{number}.txt")), &rest[..end])?;
        made += end;
        if made >= size << 20 {
            break;
        }
        at = (at + end) % (text.len() / 2);
        at += text[at..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(0, |end| end + 1);
    }
    Ok(())
}

/// About a mebibyte of lines, dealt from words of several languages.
fn mixed() -> Vec<u8> {
    let words = [
        "plain",
        "words",
        "of",
        "English",
        "line",
        "café",
        "naïve",
        "Größe",
        "señor",
        "съешь",
        "ещё",
        "этих",
        "мягких",
        "漢字",
        "かな交じり文",
        "中文文本",
        "한국어",
        "😀",
        "1234",
        "—",
    ];
    lines(&words)
}

/// About a mebibyte of Russian lines in windows-1251.
fn cyrillic() -> Vec<u8> {
    let words = [
        "съешь",
        "ещё",
        "этих",
        "мягких",
        "французских",
        "булок",
        "да",
        "выпей",
        "чаю",
        "строка",
    ];
    let text = String::from_utf8_lossy(&lines(&words)).into_owned();
    WINDOWS_1251.encode(&text).0.into_owned()
}

fn lines(words: &[&str]) -> Vec<u8> {
    let mut text = String::new();
    for dealt in noise(90_000) {
        text.push_str(words[usize::from(dealt) % words.len()]);
        text.push(if dealt % 11 == 0 { '\n' } else { ' ' });
    }
    text.into_bytes()
}

/// The lines of `xxd`: an offset, eight groups of two bytes, and the ASCII text.
fn dump(bytes: &[u8]) -> Result<String, fmt::Error> {
    let mut text = String::new();
    for (index, row) in bytes.chunks_exact(16).enumerate() {
        write!(text, "{:08x}:", index * 16)?;
        for pair in row.chunks_exact(2) {
            write!(text, " {:02x}{:02x}", pair[0], pair[1])?;
        }
        let shown = |byte: &u8| match byte {
            0x20..0x7F => char::from(*byte),
            _ => '.',
        };
        text.push_str("  ");
        text.extend(row.iter().map(shown));
        text.push('\n');
    }
    Ok(text)
}
