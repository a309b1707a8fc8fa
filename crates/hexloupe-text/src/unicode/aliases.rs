//! The names and abbreviations of characters without a glyph: tables only.
//!
//! Controls have no name in the Unicode character database, but aliases; the first one in
//! `NameAliases.txt` is used. Abbreviations of invisible characters come from the same file, else
//! from the dashed boxes of the code charts. Invariant: the rows are in the order of their code
//! points, because [`name`](super::name) searches them by code point.

/// The usual name of a control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alias {
    /// The name: LINE FEED.
    pub name: &'static str,
    /// The abbreviation: LF.
    pub short: &'static str,
}

/// U+0000..U+001F, U+007F, then U+0080..U+009F. U+0019 is EM here, as in ISO 6429 and in its
/// control picture; the file also lists EOM.
pub(super) const CONTROLS: [Alias; 65] = [
    control("NULL", "NUL"),
    control("START OF HEADING", "SOH"),
    control("START OF TEXT", "STX"),
    control("END OF TEXT", "ETX"),
    control("END OF TRANSMISSION", "EOT"),
    control("ENQUIRY", "ENQ"),
    control("ACKNOWLEDGE", "ACK"),
    control("ALERT", "BEL"),
    control("BACKSPACE", "BS"),
    control("CHARACTER TABULATION", "HT"),
    control("LINE FEED", "LF"),
    control("LINE TABULATION", "VT"),
    control("FORM FEED", "FF"),
    control("CARRIAGE RETURN", "CR"),
    control("SHIFT OUT", "SO"),
    control("SHIFT IN", "SI"),
    control("DATA LINK ESCAPE", "DLE"),
    control("DEVICE CONTROL ONE", "DC1"),
    control("DEVICE CONTROL TWO", "DC2"),
    control("DEVICE CONTROL THREE", "DC3"),
    control("DEVICE CONTROL FOUR", "DC4"),
    control("NEGATIVE ACKNOWLEDGE", "NAK"),
    control("SYNCHRONOUS IDLE", "SYN"),
    control("END OF TRANSMISSION BLOCK", "ETB"),
    control("CANCEL", "CAN"),
    control("END OF MEDIUM", "EM"),
    control("SUBSTITUTE", "SUB"),
    control("ESCAPE", "ESC"),
    control("INFORMATION SEPARATOR FOUR", "FS"),
    control("INFORMATION SEPARATOR THREE", "GS"),
    control("INFORMATION SEPARATOR TWO", "RS"),
    control("INFORMATION SEPARATOR ONE", "US"),
    control("DELETE", "DEL"),
    control("PADDING CHARACTER", "PAD"),
    control("HIGH OCTET PRESET", "HOP"),
    control("BREAK PERMITTED HERE", "BPH"),
    control("NO BREAK HERE", "NBH"),
    control("INDEX", "IND"),
    control("NEXT LINE", "NEL"),
    control("START OF SELECTED AREA", "SSA"),
    control("END OF SELECTED AREA", "ESA"),
    control("CHARACTER TABULATION SET", "HTS"),
    control("CHARACTER TABULATION WITH JUSTIFICATION", "HTJ"),
    control("LINE TABULATION SET", "VTS"),
    control("PARTIAL LINE FORWARD", "PLD"),
    control("PARTIAL LINE BACKWARD", "PLU"),
    control("REVERSE LINE FEED", "RI"),
    control("SINGLE SHIFT TWO", "SS2"),
    control("SINGLE SHIFT THREE", "SS3"),
    control("DEVICE CONTROL STRING", "DCS"),
    control("PRIVATE USE ONE", "PU1"),
    control("PRIVATE USE TWO", "PU2"),
    control("SET TRANSMIT STATE", "STS"),
    control("CANCEL CHARACTER", "CCH"),
    control("MESSAGE WAITING", "MW"),
    control("START OF GUARDED AREA", "SPA"),
    control("END OF GUARDED AREA", "EPA"),
    control("START OF STRING", "SOS"),
    control("SINGLE GRAPHIC CHARACTER INTRODUCER", "SGC"),
    control("SINGLE CHARACTER INTRODUCER", "SCI"),
    control("CONTROL SEQUENCE INTRODUCER", "CSI"),
    control("STRING TERMINATOR", "ST"),
    control("OPERATING SYSTEM COMMAND", "OSC"),
    control("PRIVACY MESSAGE", "PM"),
    control("APPLICATION PROGRAM COMMAND", "APC"),
];

/// Spaces, fillers, separators and format characters.
pub(super) const INVISIBLE: &[(char, &str)] = &[
    ('\u{00A0}', "NBSP"),
    ('\u{00AD}', "SHY"),
    ('\u{034F}', "CGJ"),
    ('\u{061C}', "ALM"),
    ('\u{115F}', "HCF"),
    ('\u{1160}', "HJF"),
    ('\u{180B}', "FVS1"),
    ('\u{180C}', "FVS2"),
    ('\u{180D}', "FVS3"),
    ('\u{180E}', "MVS"),
    ('\u{180F}', "FVS4"),
    ('\u{2000}', "NQSP"),
    ('\u{2001}', "MQSP"),
    ('\u{2002}', "ENSP"),
    ('\u{2003}', "EMSP"),
    ('\u{2004}', "3MSP"),
    ('\u{2005}', "4MSP"),
    ('\u{2006}', "6MSP"),
    ('\u{2007}', "FSP"),
    ('\u{2008}', "PSP"),
    ('\u{2009}', "THSP"),
    ('\u{200A}', "HSP"),
    ('\u{200B}', "ZWS"),
    ('\u{200C}', "ZWNJ"),
    ('\u{200D}', "ZWJ"),
    ('\u{200E}', "LRM"),
    ('\u{200F}', "RLM"),
    ('\u{2028}', "LS"),
    ('\u{2029}', "PS"),
    ('\u{202A}', "LRE"),
    ('\u{202B}', "RLE"),
    ('\u{202C}', "PDF"),
    ('\u{202D}', "LRO"),
    ('\u{202E}', "RLO"),
    ('\u{202F}', "NNBSP"),
    ('\u{205F}', "MMSP"),
    ('\u{2060}', "WJ"),
    ('\u{2066}', "LRI"),
    ('\u{2067}', "RLI"),
    ('\u{2068}', "FSI"),
    ('\u{2069}', "PDI"),
    ('\u{3000}', "IDSP"),
    ('\u{3164}', "HF"),
    ('\u{FE00}', "VS1"),
    ('\u{FE01}', "VS2"),
    ('\u{FE02}', "VS3"),
    ('\u{FE03}', "VS4"),
    ('\u{FE04}', "VS5"),
    ('\u{FE05}', "VS6"),
    ('\u{FE06}', "VS7"),
    ('\u{FE07}', "VS8"),
    ('\u{FE08}', "VS9"),
    ('\u{FE09}', "VS10"),
    ('\u{FE0A}', "VS11"),
    ('\u{FE0B}', "VS12"),
    ('\u{FE0C}', "VS13"),
    ('\u{FE0D}', "VS14"),
    ('\u{FE0E}', "VS15"),
    ('\u{FE0F}', "VS16"),
    ('\u{FEFF}', "BOM"),
    ('\u{FFA0}', "HWHF"),
    ('\u{FFF9}', "IAA"),
    ('\u{FFFA}', "IAS"),
    ('\u{FFFB}', "IAT"),
];

const fn control(name: &'static str, short: &'static str) -> Alias {
    Alias { name, short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_in_order() {
        assert!(INVISIBLE.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn abbreviations_are_short_and_ascii() {
        let controls = CONTROLS.iter().map(|alias| alias.short);
        for short in controls.chain(INVISIBLE.iter().map(|row| row.1)) {
            assert!(matches!(short.len(), 2..=5), "{short}");
            assert!(
                short
                    .bytes()
                    .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()),
                "{short}"
            );
        }
    }
}
