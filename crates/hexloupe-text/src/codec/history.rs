//! The history of the encodings: years, names and causes, as far as they are sure.
//!
//! Sources are the RFCs and standards named in the sentences, and the accounts of the people who
//! made them. Invariant: a year that is not certain is left out.

use super::{Encoding, Family};

/// An event in the history of an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodingEvent {
    /// The year.
    pub year: u16,
    /// The event, as a sentence without a full stop.
    pub what: &'static str,
}

/// The encodings that an event belongs to.
enum HistoryOwner {
    /// The encodings with these ids.
    Rows(&'static [&'static str]),
    /// Every encoding of a family.
    All(Family),
}

use HistoryOwner::{All, Rows};

const UTF_16: HistoryOwner = Rows(&["utf-16le", "utf-16be"]);
const UTF_32: HistoryOwner = Rows(&["utf-32le", "utf-32be"]);
const LEGACY: HistoryOwner = Rows(&["utf-8", "utf-8-legacy"]);

/// The events, with their encodings.
#[rustfmt::skip]
static EVENTS: &[(HistoryOwner, u16, &str)] = &[
    (Rows(&["utf-8"]), 1992, "Ken Thompson designs it on a placemat in a diner in New Jersey, with Rob Pike; days later Plan 9 runs on it. No other character contains a slash or NUL byte, and a boundary is always near"),
    (Rows(&["utf-8"]), 1993, "presented at USENIX in San Diego"),
    (LEGACY, 1996, "RFC 2044; up to six bytes, for ISO 10646's 31 bits"),
    (LEGACY, 1998, "RFC 2279 replaces it"),
    (Rows(&["utf-8"]), 2000, "overlong forms of / let requests leave the folder of Microsoft's web server (MS00-078); Unicode forbids reading them (Corrigendum #1)"),
    (LEGACY, 2003, "RFC 3629 ends at U+10FFFF and four bytes: UTF-16 has no room for more"),
    (Rows(&["utf-8"]), 2008, "Google reports more web pages in UTF-8 than in any other encoding"),
    (UTF_16, 1991, "Unicode 1.0 has 16 bits per character, and no more are planned (UCS-2)"),
    (UTF_16, 1993, "Windows NT 3.1 takes 16-bit units; Java and JavaScript follow in 1995"),
    (UTF_16, 1996, "Unicode 2.0: surrogate pairs, because 65,536 are too few; UCS-2 becomes UTF-16"),
    (UTF_16, 2000, "RFC 2781 names UTF-16, UTF-16LE and UTF-16BE"),
    (UTF_16, 2001, "Unicode 3.1 has the first characters that need pairs"),
    (UTF_32, 1993, "ISO 10646 defines UCS-4: four bytes, 31 bits used"),
    (UTF_32, 1999, "Unicode Technical Report #19 names it UTF-32 and ends it at 10FFFF"),
    (UTF_32, 2001, "part of the standard since Unicode 3.1"),
    (Rows(&["cesu-8"]), 2002, "Unicode Technical Report #26 describes it, but not for exchange: databases had written UTF-16 units as UTF-8 one by one, and it sorts like UTF-16"),
    (Rows(&["mutf-8"]), 1996, "Java 1.0 writes it: U+0000 as C0 80, so that C strings can contain it, and later surrogates one by one"),
    (Rows(&["wtf-8"]), 2014, "Simon Sapin describes it: Windows file names and JavaScript strings may contain lone surrogates, and must survive"),
    (Rows(&["utf-7"]), 1994, "RFC 1642, for seven-bit mail"),
    (Rows(&["utf-7"]), 1996, "IMAP names its folders in a variant (RFC 2060)"),
    (Rows(&["utf-7"]), 1997, "RFC 2152 replaces RFC 1642"),
    (Rows(&["utf-7"]), 2014, "browsers must not read it (HTML5): + and base64 hid scripts from filters"),
    (Rows(&["ascii"]), 1963, "ASA X3.4-1963, without small letters"),
    (Rows(&["ascii"]), 1967, "revised, with small letters, as it is today"),
    (Rows(&["ascii"]), 1968, "computers of the United States government must support it from 1969"),
    (Rows(&["ascii"]), 1969, "RFC 20: the ARPANET writes ASCII, in bytes whose top bit is zero"),
    (Rows(&["iso-8859-1"]), 1983, "DEC's VT220 has the Multinational Character Set, its model"),
    (Rows(&["iso-8859-1"]), 1985, "ECMA-94, the same set"),
    (Rows(&["iso-8859-1"]), 1991, "Unicode uses it for its first 256 code points"),
    (Rows(&["iso-8859-15"]), 1999, "published for the euro sign, with eight changes to ISO-8859-1"),
    (All(Family::Windows), 1985, "Windows 1.0 has its own set, called ANSI, although ANSI never \
        standardised it; later it has characters where ISO 8859 has the controls 80..9F"),
    (All(Family::Windows), 1998, "the euro sign is added, at 80 in most of them"),
    (All(Family::Koi), 1974, "GOST 19768-74, KOI-8: each Russian letter is 0x80 above a Latin \
        letter of similar sound, so text stays readable when bit 7 is lost"),
    (Rows(&["koi8-r"]), 1993, "RFC 1489, by Andrey Chernov"),
    (Rows(&["koi8-u"]), 1998, "RFC 2319, with the letters of Ukrainian"),
    (All(Family::Mac), 1984, "the Macintosh comes with its own set"),
    (All(Family::Mac), 2001, "Mac OS X changes to Unicode"),
    (All(Family::Dos), 1981, "the IBM PC has 256 characters in the ROM of its screen, with lines \
        and boxes for frames"),
    (All(Family::Dos), 1987, "PC DOS 3.3 can change the code page of screen and keyboard"),
    (All(Family::Ebcdic), 1964, "IBM's System/360 uses it: the order comes from punched cards, so \
        there are gaps after I and R"),
    (All(Family::Iso646), 1967, "ISO Recommendation 646: ASCII with national letters in place of \
        brackets and braces"),
    (Rows(&["gb2312", "gbk", "gb18030", "hz"]), 1980, "GB 2312-80: 6,763 Chinese characters in rows and cells"),
    (Rows(&["gbk", "gb18030"]), 1993, "China takes the 20,902 characters of Unicode over as GB 13000.1"),
    (Rows(&["gbk", "gb18030"]), 1995, "GBK gives them two bytes and keeps those of GB 2312"),
    (Rows(&["gb18030"]), 2000, "GB 18030-2000: four bytes for the rest of Unicode; programs sold in China must support it"),
    (Rows(&["gb18030"]), 2005, "revised, and again in 2022"),
    (Rows(&["hz"]), 1989, "Fung Fung Lee describes it, to send Chinese through seven-bit programs; RFC 1843 prints the article in 1995"),
    (Rows(&["big5"]), 1984, "made in Taiwan for five large packages of software, hence the name"),
    (Rows(&["big5"]), 1999, "Hong Kong's supplement, HKSCS"),
    (Rows(&["euc-tw"]), 1986, "CNS 11643, in planes of 94 rows of 94 cells; revised in 1992 and in 2007"),
    (Rows(&["shift_jis", "euc-jp", "iso-2022-jp"]), 1978, "JIS C 6226, now JIS X 0208: the first large set, 94 rows of 94 cells"),
    (Rows(&["shift_jis"]), 1969, "JIS X 0201 has katakana in one byte, A1..DF"),
    (Rows(&["shift_jis"]), 1982, "one-byte katakana keep their places; lead bytes are shifted around them, and trail bytes can be ASCII, even the backslash"),
    (Rows(&["iso-2022-jp"]), 1993, "RFC 1468, for seven-bit mail"),
    (Rows(&["euc-jp"]), 1990, "JIS X 0212 adds 6,067 characters, in three bytes"),
    (Rows(&["euc-kr"]), 1987, "KS C 5601, now KS X 1001: 2,350 syllables of Hangul; Windows later adds the other 8,822 in free places"),
    (Rows(&["iso-2022-kr"]), 1987, "KS C 5601, now KS X 1001: 2,350 syllables of Hangul"),
    (Rows(&["iso-2022-kr"]), 1993, "RFC 1557, for seven-bit mail; Korean networks had used it since 1991"),
];

impl Encoding {
    /// The events of this encoding and of its family, in the order of the table.
    pub fn history(&self) -> Vec<EncodingEvent> {
        let is_own = |whose: &HistoryOwner| match whose {
            Rows(ids) => ids.contains(&self.id),
            All(family) => *family == self.family,
        };
        { EVENTS.iter() }
            .filter(|(whose, ..)| is_own(whose))
            .map(|(_, year, what)| EncodingEvent { year: *year, what })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    #[test]
    fn events_belong_to_rows_and_are_not_before_their_cause() {
        for (whose, year, what) in EVENTS {
            assert!(
                (1960..=2026).contains(year) && !what.ends_with('.'),
                "{what}"
            );
            if let Rows(ids) = whose {
                assert!(ids.iter().all(|id| table::by_id(id).is_some()), "{ids:?}");
            }
        }
    }
}
