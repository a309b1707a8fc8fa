//! The arguments of `undump`, and the values of `--from`.
//!
//! Invariant: the names are those of the table of formats; there is no list here.

use std::path::PathBuf;

use clap::Args;

use super::number::{FileOffset, place};
use super::options::shared;
use super::{CommandLineError, Request};
use crate::hexdump::import::FormatChoice;
use crate::hexdump::table::{self, FORMATS, VARIANTS};

shared!(UndumpOptions: notation Notation);

/// The dump to turn into bytes.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe undump dump.txt > bytes        from any format\n  \
      xxd a.bin | hexloupe undump --from xxd  from this format only\n  \
      hexloupe undump patch.xxd --onto a.bin  overwrite the bytes at its addresses",
    after_long_help = "The bytes go to standard output, in the order of their addresses; problems in the dump go to\n\
    standard error. Without FILE, undump reads standard input. --from names the format; auto detects it\n\
    from the structure. Other text around the dump, quote marks, log stamps and colour codes are ignored.\n\
    Exit code: 0 fine, 1 the dump contradicts itself (its text column, a checksum, an overlap), 2 trouble.\n\n\
    More examples:\n  \
      hexloupe undump hex.txt --onto a.bin --at 0x40  write at 0x40"
)]
pub struct UndumpArguments {
    /// The dump; - is standard input
    pub file: Option<PathBuf>,
    /// Fill gaps in the dump with this byte, such as 00 or 0xff; by default gaps are left out
    #[arg(long, value_name = "BYTE", value_parser = byte)]
    pub fill: Option<u8>,
    /// Overwrite the bytes of FILE at the addresses of the dump; FILE.old.xxd keeps the old bytes
    #[arg(long, value_name = "FILE", conflicts_with = "fill")]
    pub onto: Option<PathBuf>,
    /// For a format without addresses: the byte of the --onto file to start at
    #[arg(long, value_name = "OFFSET", value_parser = place, allow_hyphen_values = true, requires = "onto")]
    pub at: Option<FileOffset>,
    /// Read all dumps in a log or another text, one after the other
    #[arg(long, conflicts_with_all = ["from", "onto"])]
    pub all: bool,
    /// List the formats that can be read, and those that dump --format can write
    #[arg(long)]
    pub formats: bool,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: UndumpOptions,
}

impl UndumpArguments {
    /// The request.
    ///
    /// # Errors
    /// The named format is no dump.
    pub(super) fn request(self) -> Result<Request, CommandLineError> {
        let input = self.options.input();
        if input.from == Some(WrittenAs::Raw) {
            let text = "--from raw is not a dump; undump reads dumps";
            return Err(CommandLineError::Mistake(text.to_owned()));
        }
        Ok(Request::Undump(input, self))
    }
}

/// A byte as two hex digits.
fn byte(text: &str) -> Result<u8, String> {
    let lower = text.trim().to_ascii_lowercase();
    let digits = lower.strip_prefix("0x").unwrap_or(&lower);
    let wrong = || "not a byte; write two hex digits, such as 00 or ff".to_owned();
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    u8::from_str_radix(digits, 16).map_err(|_| wrong())
}

/// The form of data that may be written down in a dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenAs {
    /// The bytes themselves.
    Raw,
    /// A dump.
    Dump(FormatChoice),
}

/// Reads the argument of `--from`.
pub(super) fn from(text: &str) -> Result<WrittenAs, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "raw" => return Ok(WrittenAs::Raw),
        "auto" => return Ok(WrittenAs::Dump(FormatChoice::Asked)),
        _ => {}
    }
    if let Some(format) = table::by_name(text.trim()) {
        return Ok(WrittenAs::Dump(FormatChoice::Named(format)));
    }
    let names = FORMATS.iter().chain(VARIANTS).flat_map(|format| {
        let labels = format.labels.iter().copied();
        std::iter::once(format.id).chain(labels)
    });
    let near = names
        .map(|name| (strsim::jaro_winkler(&text.to_ascii_lowercase(), name), name))
        .filter(|(score, _)| *score > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    Err(match near {
        Some((_, name)) => format!("no such format; did you mean {name}?"),
        None => "no such format; hexloupe undump --formats lists them".to_owned(),
    })
}
