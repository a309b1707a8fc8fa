//! The losses of a conversion: records, a line about the place where it stopped, a summary.
//!
//! Invariant: text from the data is sanitised, or escaped as JSON.

use std::fmt::Write as _;
use std::path::Path;

use super::counted;
use super::json::{Hex, JsonRecord, Object, TypedRecord, line};
pub use crate::codec::Encoder;
use crate::codec::{CodecState, Encoding, Meaning, vendor};
use crate::detect::verdict::ACTING_FLOOR;
use crate::explain::fault;
pub use crate::job::recode::policy::{BomPolicy, LineEndPolicy, Normalize, OfFaults, OfUnmappable};
use crate::job::recode::policy::{ConversionRefusal, Policies};
use crate::job::recode::{ConversionLoss, ConversionStop, LossTreatment, Losses};
use crate::job::runs::ReadingRuns;
use crate::language::Language;
use crate::unicode::glyph::{self, Charset};

/// A row of a table of choices: its name, its description, and its value.
type ChoiceRow<T> = (&'static str, &'static str, T);

/// The choices for ill-formed sequences, the default first.
pub const FAULTS: &[ChoiceRow<OfFaults>] = &[
    (
        "stop",
        "stop there, and report where and why",
        OfFaults::Stop,
    ),
    (
        "replace",
        "write U+FFFD in its place, or ? if the target has none",
        OfFaults::Replace,
    ),
    (
        "keep",
        "write its bytes unchanged; not for UTF-16 and other targets where single bytes cannot stand",
        OfFaults::Keep,
    ),
    ("drop", "leave it out", OfFaults::Drop),
];

/// The choices for characters that the target lacks, the default first.
pub const UNMAPPABLE: &[ChoiceRow<OfUnmappable>] = &[
    (
        "stop",
        "stop there, and report where and why",
        OfUnmappable::Stop,
    ),
    (
        "replace",
        "write U+FFFD in its place, or ? if the target has none",
        OfUnmappable::Replace,
    ),
    (
        "escape",
        "write its code point in its place, as <U+20AC>",
        OfUnmappable::Escape,
    ),
    ("drop", "leave it out", OfUnmappable::Drop),
    (
        "vendor",
        "write the sign that another vendor's table has for the same bytes, such as U+FF5E for U+301C; else stop",
        OfUnmappable::Vendor,
    ),
];

/// The choices for the byte order mark, the default first.
pub const BOM: &[ChoiceRow<BomPolicy>] = &[
    (
        "keep",
        "write it if the file has one and the target allows it",
        BomPolicy::Keep,
    ),
    ("add", "write it", BomPolicy::Add),
    ("drop", "do not write it", BomPolicy::Drop),
];

/// The choices for line ends, the default first.
pub const LINE_ENDS: &[ChoiceRow<LineEndPolicy>] = &[
    ("keep", "leave them unchanged", LineEndPolicy::Keep),
    ("lf", "make each LF", LineEndPolicy::Lf),
    ("crlf", "make each CR LF", LineEndPolicy::CrLf),
    (
        "nel",
        "make each NEL (U+0085), as text in EBCDIC has it",
        LineEndPolicy::Nel,
    ),
];

/// The normalization forms of the text, the default first.
pub const NORMALIZE: &[ChoiceRow<Normalize>] = &[
    ("keep", "leave the text unchanged", Normalize::Keep),
    ("nfc", "compose letters and marks: one é", Normalize::Nfc),
    (
        "nfd",
        "decompose them: e and a combining acute",
        Normalize::Nfd,
    ),
];

/// The encoders of the target, the default first.
pub const ENCODER: &[ChoiceRow<Encoder>] = &[
    (
        "full",
        "all that decoders of the target accept",
        Encoder::Full,
    ),
    (
        "web",
        "only those that browsers write: no JIS X 0212 in EUC-JP, no lead byte below A1 in Big5",
        Encoder::Web,
    ),
];

/// Adds the record of a sequence that was not converted one to one.
pub(crate) fn record(loss: &ConversionLoss<'_>, charset: Charset, out: &mut String) {
    line(out, loss, charset);
}

impl TypedRecord for ConversionLoss<'_> {
    const TYPE: &'static str = "loss";
}

impl JsonRecord for ConversionLoss<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("offset", self.offset);
        object.field("length", self.bytes.len() as u64);
        object.field("hex", Hex(self.bytes));
        object.field(
            "what",
            match self.what {
                LossTreatment::Replaced => "replaced",
                LossTreatment::Escaped => "escaped",
                LossTreatment::Dropped => "dropped",
                LossTreatment::Kept => "kept",
                LossTreatment::Mended => "mended",
                LossTreatment::Left => "left",
            },
        );
        object.field("text", self.text);
    }
}

/// The place and reason where a conversion stopped, and a remedy: one line.
pub(crate) fn stopped(stop: &ConversionStop<'_>, name: &Path, charset: Charset) -> String {
    let name = glyph::safe_bytes(name.as_os_str().as_encoded_bytes(), charset);
    let (line, column) = stop.position;
    let (why, id, hint) = match stop.meaning {
        Meaning::IllFormed(fault) => (
            fault::title(stop.from, fault, stop.context, Language::English).to_owned(),
            fault.id(),
            "-f names another encoding, --lines reads each line by itself; --faults replace \
             writes U+FFFD for these bytes",
        ),
        meaning => {
            let points: Vec<_> = meaning
                .values()
                .map(|value| format!("U+{value:04X}"))
                .collect();
            let points = points.join(" ");
            let writes = |c| {
                let written = stop
                    .to
                    .encode(&mut CodecState::default(), c, &mut Vec::new());
                written.is_ok()
            };
            let name = stop.to.name;
            // A character of the encoding was refused by the choice of the encoder.
            let (why, hint) = if meaning.scalars().all(writes) {
                (
                    format!("{name} as browsers write it has no {points}"),
                    "--encoder full writes it",
                )
            } else {
                let twins = meaning
                    .scalars()
                    .filter_map(|c| vendor::twin_in(stop.to, c));
                let hint = if twins.clone().count() > 0 && twins.clone().all(writes) {
                    "--unmappable vendor writes the sign that its table has instead"
                } else {
                    "--unmappable replace or escape continues"
                };
                (format!("{name} has no {points}"), hint)
            };
            (why, "unmappable", hint)
        }
    };
    let mut said = format!("{name}:{line}:{column}: {why} at 0x{:X}:", stop.offset());
    for byte in stop.context.sequence() {
        // Writing to a string cannot fail.
        let _ = write!(said, " {byte:02X}");
    }
    let _ = write!(said, " [{id}]; stopped there, {hint}");
    said
}

/// The number of sequences not converted one to one; none if all were.
pub(crate) fn summary(losses: Losses) -> Option<String> {
    let parts = [
        (losses.replaced, "replaced"),
        (losses.escaped, "escaped"),
        (losses.dropped, "dropped"),
        (losses.kept, "kept as bytes"),
    ];
    let parts = parts.map(|(count, what)| (count, "sequence", what));
    let pieces = [
        (losses.mended, "piece", "mended"),
        (losses.left, "piece", "left unchanged"),
    ];
    let parts = parts.into_iter().chain(pieces);
    let parts = parts.filter(|(count, ..)| *count > 0);
    let parts: Vec<_> = parts
        .map(|(count, of, what)| format!("{} {what}", counted(count, of)))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The runs that were found, in words, and the offset of the first.
pub(crate) fn found(found: &ReadingRuns, at: u64) -> String {
    let reading = match &found.reading.chain {
        Some(chain) => format!("mojibake ({})", chain.notation()),
        None => found.reading.encoding.name.to_owned(),
    };
    let place = match found.runs {
        1 => format!("at 0x{at:X}"),
        _ => format!("from 0x{at:X} on"),
    };
    format!("{reading} {place}, {} % sure", percent(found.confidence))
}

/// The reason why data is not read in an encoding that it resembles.
pub(crate) fn not_assumed(encoding: &Encoding) -> String {
    format!(
        "resembles {}, but it is not certain; -f {} reads it so",
        encoding.name, encoding.id
    )
}

/// The reason why a named chain repaired nothing.
pub(crate) fn nothing_fits(chain: &str) -> String {
    format!("nothing mended: {chain} fits no text here; hexloupe guess may name a chain that does")
}

/// Bytes in hexadecimal: the first ones of a piece, and its length if there are more.
pub(crate) fn shown(first: &[u8], len: usize) -> String {
    let bytes: Vec<_> = first.iter().map(|byte| format!("{byte:02X}")).collect();
    let bytes = bytes.join(" ");
    if first.len() < len {
        format!("{bytes} ... ({len} bytes)")
    } else {
        bytes
    }
}

/// The reason why a piece with these first bytes is left unchanged.
pub(crate) fn why_left(first: &[u8], named: Option<&str>, fallback: Option<&str>) -> String {
    // The piece may go on within a character.
    let fault = str::from_utf8(first).err();
    let is_utf_8 = fault.is_none_or(|fault| fault.error_len().is_none() && fault.valid_up_to() > 0);
    let has_loss = first.windows(3).any(|three| three == [0xEF, 0xBF, 0xBD]);
    match named {
        _ if let Some(set) = fallback.filter(|_| !is_utf_8) => {
            format!("left unchanged: not UTF-8, and {set} does not fit")
        }
        None if first.contains(&0) => {
            "left unchanged: it has a NUL, so perhaps it is UTF-16; -f names the encoding"
                .to_owned()
        }
        None if is_utf_8 && has_loss => {
            "left unchanged: some bytes are lost (U+FFFD), and nothing restores them".to_owned()
        }
        Some(chain) if is_utf_8 => format!("left unchanged: {chain} does not fit"),
        _ if is_utf_8 => format!(
            "left unchanged: UTF-8, or misread text, and neither is {} % sure",
            percent(ACTING_FLOOR)
        ),
        _ => format!(
            "left unchanged: not UTF-8, and no other encoding is {} % sure; --lines --fallback \
             names one",
            percent(ACTING_FLOOR)
        ),
    }
}

/// The reason why a line of Burmese is left unchanged.
pub(crate) const EITHER_ORDER: &str =
    "left unchanged: in Unicode's or Zawgyi's order; the line does not show which";

/// The number of unchanged pieces beyond those listed.
pub(crate) fn more_left(count: u64) -> String {
    let pieces = counted(count, "piece");
    format!("{pieces} more left unchanged; --report FILE lists all of them")
}

/// The reason why text that is not sure is left, and a remedy.
pub(crate) fn unsure(least: f32) -> String {
    format!(
        "auto mends only what is {} % sure; --fix CHAIN mends by a named chain, and --diff \
         previews it",
        percent(least)
    )
}

/// Rounded down: a value below the threshold does not look as if it reached it.
fn percent(share: f32) -> f32 {
    (share * 100.0).floor()
}

/// The reason why a conversion is refused, in one line.
pub(crate) fn refused(refused: ConversionRefusal, policies: Policies, to: &str) -> String {
    match refused {
        ConversionRefusal::NotWritten => format!("{to} cannot be written; name another with -t"),
        ConversionRefusal::NoPlaceForBytes => format!(
            "{to} has no place for ill-formed bytes, which --faults keep copies; use --faults {}",
            others(policies.faults)
        ),
        ConversionRefusal::NoMark => format!("{to} has no byte order mark; leave out --bom add"),
    }
}

/// The choices for ill-formed sequences, without one.
pub(crate) fn others(without: OfFaults) -> String {
    let others = FAULTS.iter().filter(|(.., row)| *row != without);
    let names: Vec<_> = others.map(|(id, ..)| *id).collect();
    names.join(" or ")
}
