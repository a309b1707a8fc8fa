//! The table of formats: one row each; those that are easier to recognise come first.
//!
//! To add a format, write a file with its row and name the row here. Invariant: ids and labels
//! are unique, and each example is read as its `example_bytes`.

use super::assembler::ASSEMBLER;
use super::called::CALLED;
use super::canonical::CANONICAL;
use super::coded::{base32, base64, data_uri, encoded_words, uuencode};
use super::digits::{bits, decimal, hex};
use super::disassembly::DISASSEMBLY;
use super::dump::{DUMP, DUMP_DECIMAL};
use super::escaped::{
    braced, cat_v, code_points, decimal_strings, folded, html, imap, json, json_document, less,
    octal_document, parameters, percent, quoted, quoted_printable,
};
use super::format::{Addresses, DumpFormat, NewReader};
use super::gdb::GDB;
use super::gdb_print::GDB_PRINT;
use super::hexyl::HEXYL;
use super::literals::{erlang, formats, indexed, sql};
use super::notation::NOTATION;
use super::od::{HEXDUMP, HEXDUMP_WORDS, OD, OD_CHARACTERS, OD_DECIMAL, OD_WORDS};
use super::oracle::ORACLE;
use super::packets::PACKETS;
use super::panes::PANES;
use super::records::{intel_hex, srec, ti_txt};
use super::septets::GSM_PACKED;
use super::sms::SMS_PDU;
use super::uboot::U_BOOT;
use super::vertical::VERTICAL;
use super::windows::{CERTUTIL, DEBUG, FORMAT_HEX};
use super::xxd::{XXD, XXD_BITS, XXD_DECIMAL, XXD_REVERSED};

/// Every format. If two fit a text equally well, the first wins.
pub static FORMATS: &[&DumpFormat] = &[
    &PANES,
    &HEXYL,
    &U_BOOT,
    &XXD,
    &CANONICAL,
    &FORMAT_HEX,
    &DEBUG,
    &PACKETS,
    &GDB,
    &GDB_PRINT,
    &OD,
    &HEXDUMP,
    &CERTUTIL,
    &DUMP,
    &VERTICAL,
    &intel_hex::INTEL_HEX,
    &srec::SREC,
    &ti_txt::TI_TXT,
    &data_uri::DATA_URI,
    &encoded_words::ENCODED_WORDS_TEXT,
    &sql::POSTGRES,
    &sql::SQL,
    &ORACLE,
    &erlang::ERLANG,
    &formats::GO,
    &formats::RUST,
    &formats::CSHARP,
    &formats::JAVA,
    &formats::JAVASCRIPT,
    &formats::PYTHON,
    &formats::C,
    &indexed::INDEXED,
    &ASSEMBLER,
    &DISASSEMBLY,
    &CALLED,
    &NOTATION,
    &code_points::CODE_POINTS,
    &quoted::IN_SHELL,
    &json::JSON,
    &json_document::JSON_DOCUMENT,
    &quoted::IN_OCTAL,
    &quoted::C_STRING,
    &decimal_strings::LUA,
    &decimal_strings::HASKELL,
    &html::HTML,
    &html::HTML_DOCUMENT,
    &percent::PERCENT,
    &percent::PERCENT_DOCUMENT,
    &parameters::PARAMETERS,
    &imap::IMAP,
    &less::LESS,
    &cat_v::CAT_V,
    &octal_document::OCTAL_DOCUMENT,
    &braced::BRACED,
    &quoted_printable::QUOTED_PRINTABLE,
    &folded::FOLDED,
    &bits::BITS,
    &SMS_PDU,
    &hex::HEX,
    &decimal::DECIMAL,
    &uuencode::UUENCODE,
    &base64::BASE64_TEXT,
    &base64::BASE64_URL,
    &base32::BASE32_TEXT,
];

/// Variants of these formats with names of their own. The name determines facts that would be
/// guessed otherwise, so they are found by name only.
pub static VARIANTS: &[&DumpFormat] = &[
    &XXD_BITS,
    &XXD_REVERSED,
    &XXD_DECIMAL,
    &OD_WORDS,
    &OD_CHARACTERS,
    &OD_DECIMAL,
    &HEXDUMP_WORDS,
    &DUMP_DECIMAL,
    &GSM_PACKED,
];

/// The format with this id or label, whatever the case of its ASCII letters.
pub fn by_name(name: &str) -> Option<&'static DumpFormat> {
    let is = |other: &str| other.eq_ignore_ascii_case(name);
    let named =
        |format: &&&DumpFormat| is(format.id) || format.labels.iter().any(|label| is(label));
    FORMATS.iter().chain(VARIANTS).find(named).copied()
}

/// Reports whether a format has decimal addresses only.
pub fn is_decimal(format: &DumpFormat) -> bool {
    let decimal = |new: &NewReader| new().addresses() == Addresses::Decimal;
    format.readers.iter().all(decimal)
}

/// The form with decimal addresses of the program that writes a format.
pub fn in_decimal(format: &DumpFormat) -> Option<&'static DumpFormat> {
    let program = |format: &DumpFormat| format.id.split('-').next();
    let mut variants = VARIANTS.iter().copied();
    variants.find(|variant| program(variant) == program(format) && is_decimal(variant))
}
