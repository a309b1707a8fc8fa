//! Encodings that are not in the table, known by how their bytes are put together, or by how their letters read.
//!
//! Invariant: who is named here is not read; and what reads well in an encoding of the table is not asked about.

use super::excerpt::{Excerpt, Look};
use super::reading::Reader;
use super::tuning;
use super::weigh;
use crate::codec::{Fault, Meaning, Sequence};

/// Seven bits with shifts that are not read here.
pub(super) fn seven(look: &Look) -> Option<&'static str> {
    let (_, bytes, _) = look.stretches().find(|(offset, ..)| *offset == 0)?;
    shifted(bytes).or_else(|| is_hz(bytes).then_some("HZ"))
}

/// Pairs of bytes that are not read here.
pub(super) fn pairs(look: &Look) -> Option<&'static str> {
    let (_, bytes, _) = look.stretches().find(|(offset, ..)| *offset == 0)?;
    if is_euc_tw(bytes) {
        Some("EUC-TW")
    } else {
        is_johab(bytes).then_some("Johab")
    }
}

/// ISO-2022-KR and -CN: an escape says which set, SO and SI enclose whole pairs of 21..7E.
fn shifted(bytes: &[u8]) -> Option<&'static str> {
    let has = |escape: &[u8]| bytes.windows(4).any(|four| four == escape);
    let name = if has(b"\x1B$)C") {
        "ISO-2022-KR"
    } else if has(b"\x1B$)A") || has(b"\x1B$)G") || has(b"\x1B$*H") {
        "ISO-2022-CN"
    } else {
        return None;
    };
    let (mut inside, mut len, mut pairs, mut at) = (false, 0_usize, 0, 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            0x0E if !inside => (inside, len) = (true, 0),
            0x0F | b'\n' if inside && len % 2 == 0 => {
                pairs += len / 2;
                inside = false;
            }
            0x0E | b'\n' if inside => return None,
            // Its letters: what stands between, and the one that ends it.
            0x1B => {
                let between = bytes[at..].iter();
                at += between.take_while(|b| matches!(b, b' '..=b'/')).count() + 1;
            }
            0x21..=0x7E if inside => len += 1,
            _ => {}
        }
    }
    (pairs >= 2).then_some(name)
}

/// HZ: `~{` and `~}` enclose whole pairs of GB 2312, and a tilde stands nowhere else alone.
fn is_hz(bytes: &[u8]) -> bool {
    let (mut at, mut pairs) = (0, 0);
    while let Some(tilde) = bytes[at..].iter().position(|byte| *byte == b'~') {
        at += tilde + 2;
        match bytes.get(at - 1) {
            Some(b'{') => {
                let Some(len) = bytes[at..].windows(2).position(|two| two == b"~}") else {
                    break;
                };
                let run = &bytes[at..at + len];
                let fits = |pair: &[u8]| matches!(pair, [0x21..=0x77, 0x21..=0x7E]);
                if !run.chunks(2).all(fits) {
                    return false;
                }
                pairs += len / 2;
                at += len + 2;
            }
            Some(b'~' | b'\n') => {}
            None => break,
            Some(_) => return false,
        }
    }
    pairs >= 2
}

/// EUC-TW: pairs of A1..FE without the rows that CNS 11643 leaves empty, most of them the signs
/// with few strokes; or four bytes from 8E on.
fn is_euc_tw(bytes: &[u8]) -> bool {
    let (mut at, mut pairs, mut usual) = (0, 0, 0);
    while let Some(&lead) = bytes.get(at) {
        let len = match lead {
            0..=0x7F => {
                at += 1;
                continue;
            }
            0x8E => 4,
            _ => 2,
        };
        let Some(sequence) = bytes.get(at..at + len) else {
            break;
        };
        match sequence {
            [0x8E, 0xA1..=0xB0, 0xA1..=0xFE, 0xA1..=0xFE] => pairs += 1,
            [0xA1..=0xA9, 0xA1..=0xFE] => {}
            [0xC2..=0xFD, 0xA1..=0xFE] => {
                pairs += 1;
                usual += usize::from(lead <= 0xE6);
            }
            _ => return false,
        }
        at += len;
    }
    pairs >= 8 && usual * 3 >= pairs * 2
}

/// Johab: a syllable is a bit and three letters of five bits, of which each has gaps.
fn is_johab(bytes: &[u8]) -> bool {
    let (mut at, mut pairs, mut odd) = (0, 0, 0);
    let mut syllables = std::collections::HashSet::new();
    let mut whole = 0;
    while let Some(&lead) = bytes.get(at) {
        if lead < 0x80 {
            at += 1;
            continue;
        }
        let Some(&trail) = bytes.get(at + 1) else {
            break;
        };
        match (lead, trail) {
            (0x84..=0xD3, 0x41..=0x7E | 0x81..=0xFE) => {
                let pair = u16::from_be_bytes([lead, trail]);
                let (first, middle, last) = (pair >> 10 & 31, pair >> 5 & 31, pair & 31);
                let fits = matches!(first, 2..=20)
                    && matches!(middle, 3..=7 | 10..=15 | 18..=23 | 26..=29)
                    && matches!(last, 1..=17 | 19..=29);
                whole += usize::from(fits);
                odd += usize::from(!fits && first != 1 && middle != 2);
                if fits {
                    syllables.insert(pair);
                }
            }
            (0xD8..=0xDE | 0xE0..=0xF9, 0x31..=0x7E | 0x91..=0xFE) => {}
            _ => {
                odd += 1;
                at += 1;
                continue;
            }
        }
        pairs += 1;
        at += 2;
    }
    syllables.len() >= 12 && odd * 50 <= pairs && whole * 4 >= pairs * 3
}

/// Sets of one byte a letter that are not in the table: their characters from 80 on.
#[rustfmt::skip]
const TABLES: &[(&str, &str)] = &[
    ("Mac Central European", "\
        ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü\
        †°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ\
        ņŃ¬√ńŇ∆«»…\u{A0}ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖ\
        ŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ"),
    ("Mac Greek", "\
        Ä¹²É³ÖÜ΅àâä΄¨çéèêë£™îï•½‰ôö¦€ùûü\
        †ΓΔΘΛΞΠß®©ΣΪ§≠°·Α±≤≥¥ΒΕΖΗΙΚΜΦΫΨΩ\
        άΝ¬ΟΡ≈Τ«»…\u{A0}ΥΧΆΈœ–―“”‘’÷ΉΊΌΎέήίόΏ\
        ύαβψδεφγηιξκλμνοπώρστθωςχυζϊϋΐΰ\u{AD}"),
    ("Mac Turkish", "\
        ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü\
        †°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
        ¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸĞğİıŞş\
        ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{FFFD}ÒÚÛÙ\u{FFFD}ˆ˜¯˘˙˚¸˝˛ˇ"),
    ("Mac Romanian", "\
        ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü\
        †°¢£§•¶ß®©™´¨≠ĂȘ∞±≤≥¥µ∂∑∏π∫ªºΩăș\
        ¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›Țț\
        ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{FFFD}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"),
    ("Mac Croatian", "\
        ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü\
        †°¢£§•¶ß®Š™´¨≠ŽØ∞±≤≥∆µ∂∑∏š∫ªºΩžø\
        ¿¡¬√ƒ≈Ć«Č…\u{A0}ÀÃÕŒœĐ—“”‘’÷◊\u{FFFD}©⁄€‹›Æ»\
        –·‚„‰ÂćÁčÈÍÎÏÌÓÔđÒÚÛÙıˆ˜¯πË˚¸Êæˇ"),
    ("VISCII", "\
        ẠẮẰẶẤẦẨẬẼẸẾỀỂỄỆỐỒỔỖỘỢỚỜỞỊỎỌỈỦŨỤỲ\
        ÕắằặấầẩậẽẹếềểễệốồổỗỠƠộờởịỰỨỪỬơớƯ\
        ÀÁÂÃẢĂẳẵÈÉÊẺÌÍĨỳĐứÒÓÔạỷừửÙÚỹỵÝỡư\
        àáâãảăữẫèéêẻìíĩỉđựòóôõỏọụùúũủýợỮ"),
    ("TCVN 5712", "\
        ÀẢÃÁẠẶẬÈẺẼÉẸỆÌỈĨÍỊÒỎÕÓỌỘỜỞỠỚỢÙỦŨ\
        \u{A0}ĂÂÊÔƠƯĐăâêôơưđẰ\u{300}\u{309}\u{303}\u{301}\u{323}àảãáạẲằẳẵắẴ\
        ẮẦẨẪẤỀặầẩẫấậèỂẻẽéẹềểễếệìỉỄẾỒĩíịò\
        ỔỏõóọồổỗốộờởỡớợùỖủũúụừửữứựỳỷỹýỵỐ"),
];

/// The set of [`TABLES`] in which an excerpt takes clearly fewer bits than the best of ours.
pub(super) fn letters(excerpt: &Excerpt, least: f32) -> Option<&'static str> {
    let read = |table: &str| {
        let high: Vec<char> = table.chars().collect();
        let step = |byte: &u8| {
            let c = match byte.checked_sub(0x80) {
                Some(at) => high.get(usize::from(at)).copied(),
                None => Some(char::from(*byte)),
            };
            let c = c.filter(|c| *c != char::REPLACEMENT_CHARACTER);
            let meaning = c.map_or(Meaning::IllFormed(Fault::LegacyUnmapped), Meaning::Scalar);
            Sequence { len: 1, meaning }
        };
        let lines = excerpt
            .pieces
            .iter()
            .map(|piece| [piece.bytes(), b"\n"].concat());
        lines
            .flat_map(|line| line.iter().map(step).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    let mut reader = Reader::new();
    let all = TABLES
        .iter()
        .map(|(name, table)| (weigh::bits_of(&mut reader, &read(table)), *name));
    let best = all.min_by(|one, other| one.0.total_cmp(&other.0))?;
    (best.0 + tuning::UNSUPPORTED_BITS < least).then_some(best.1)
}
