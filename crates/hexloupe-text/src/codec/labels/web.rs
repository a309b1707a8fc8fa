//! The labels of the WHATWG Encoding Standard, section 4.2, in its order.
//!
//! `encoding_rs` finds an encoding by its label but has no list of them. Invariant: a label is in
//! lower case and has the meaning it has in `encoding_rs` (a test checks every one).

/// The standard's name of each encoding, and its labels.
#[rustfmt::skip]
pub(super) static LABELS: &[(&str, &[&str])] = &[
    ("UTF-8", &["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"]),
    ("IBM866", &["866", "cp866", "csibm866", "ibm866"]),
    ("ISO-8859-2", &["csisolatin2", "iso-8859-2", "iso-ir-101", "iso8859-2", "iso88592", "iso_8859-2", "iso_8859-2:1987", "l2", "latin2"]),
    ("ISO-8859-3", &["csisolatin3", "iso-8859-3", "iso-ir-109", "iso8859-3", "iso88593", "iso_8859-3", "iso_8859-3:1988", "l3", "latin3"]),
    ("ISO-8859-4", &["csisolatin4", "iso-8859-4", "iso-ir-110", "iso8859-4", "iso88594", "iso_8859-4", "iso_8859-4:1988", "l4", "latin4"]),
    ("ISO-8859-5", &["csisolatincyrillic", "cyrillic", "iso-8859-5", "iso-ir-144", "iso8859-5", "iso88595", "iso_8859-5", "iso_8859-5:1988"]),
    ("ISO-8859-6", &["arabic", "asmo-708", "csiso88596e", "csiso88596i", "csisolatinarabic", "ecma-114", "iso-8859-6", "iso-8859-6-e", "iso-8859-6-i", "iso-ir-127", "iso8859-6", "iso88596", "iso_8859-6", "iso_8859-6:1987"]),
    ("ISO-8859-7", &["csisolatingreek", "ecma-118", "elot_928", "greek", "greek8", "iso-8859-7", "iso-ir-126", "iso8859-7", "iso88597", "iso_8859-7", "iso_8859-7:1987", "sun_eu_greek"]),
    ("ISO-8859-8", &["csiso88598e", "csisolatinhebrew", "hebrew", "iso-8859-8", "iso-8859-8-e", "iso-ir-138", "iso8859-8", "iso88598", "iso_8859-8", "iso_8859-8:1988", "visual"]),
    ("ISO-8859-8-I", &["csiso88598i", "iso-8859-8-i", "logical"]),
    ("ISO-8859-10", &["csisolatin6", "iso-8859-10", "iso-ir-157", "iso8859-10", "iso885910", "l6", "latin6"]),
    ("ISO-8859-13", &["iso-8859-13", "iso8859-13", "iso885913"]),
    ("ISO-8859-14", &["iso-8859-14", "iso8859-14", "iso885914"]),
    ("ISO-8859-15", &["csisolatin9", "iso-8859-15", "iso8859-15", "iso885915", "iso_8859-15", "l9"]),
    ("ISO-8859-16", &["iso-8859-16"]),
    ("KOI8-R", &["cskoi8r", "koi", "koi8", "koi8-r", "koi8_r"]),
    ("KOI8-U", &["koi8-ru", "koi8-u"]),
    ("macintosh", &["csmacintosh", "mac", "macintosh", "x-mac-roman"]),
    ("windows-874", &["dos-874", "iso-8859-11", "iso8859-11", "iso885911", "tis-620", "windows-874"]),
    ("windows-1250", &["cp1250", "windows-1250", "x-cp1250"]),
    ("windows-1251", &["cp1251", "windows-1251", "x-cp1251"]),
    ("windows-1252", &["ansi_x3.4-1968", "ascii", "cp1252", "cp819", "csisolatin1", "ibm819", "iso-8859-1", "iso-ir-100", "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "l1", "latin1", "us-ascii", "windows-1252", "x-cp1252"]),
    ("windows-1253", &["cp1253", "windows-1253", "x-cp1253"]),
    ("windows-1254", &["cp1254", "csisolatin5", "iso-8859-9", "iso-ir-148", "iso8859-9", "iso88599", "iso_8859-9", "iso_8859-9:1989", "l5", "latin5", "windows-1254", "x-cp1254"]),
    ("windows-1255", &["cp1255", "windows-1255", "x-cp1255"]),
    ("windows-1256", &["cp1256", "windows-1256", "x-cp1256"]),
    ("windows-1257", &["cp1257", "windows-1257", "x-cp1257"]),
    ("windows-1258", &["cp1258", "windows-1258", "x-cp1258"]),
    ("x-mac-cyrillic", &["x-mac-cyrillic", "x-mac-ukrainian"]),
    ("GBK", &["chinese", "csgb2312", "csiso58gb231280", "gb2312", "gb_2312", "gb_2312-80", "gbk", "iso-ir-58", "x-gbk"]),
    ("gb18030", &["gb18030"]),
    ("Big5", &["big5", "big5-hkscs", "cn-big5", "csbig5", "x-x-big5"]),
    ("EUC-JP", &["cseucpkdfmtjapanese", "euc-jp", "x-euc-jp"]),
    ("ISO-2022-JP", &["csiso2022jp", "iso-2022-jp"]),
    ("Shift_JIS", &["csshiftjis", "ms932", "ms_kanji", "shift-jis", "shift_jis", "sjis", "windows-31j", "x-sjis"]),
    ("EUC-KR", &["cseuckr", "csksc56011987", "euc-kr", "iso-ir-149", "korean", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "ksc_5601", "windows-949"]),
    ("replacement", &["csiso2022kr", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr", "replacement"]),
    ("UTF-16BE", &["unicodefffe", "utf-16be"]),
    ("UTF-16LE", &["csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff", "utf-16", "utf-16le"]),
    ("x-user-defined", &["x-user-defined"]),
];

/// The ids of encodings that are decoded as another one, each with the id of the other.
pub(super) static DECODERS: &[(&str, &str)] = &[("gbk", "gb18030")];

/// The labels of one set that browsers read as another.
pub(super) struct WebRemap {
    /// The id of the encoding they are read as.
    pub(super) read_as: &'static str,
    /// The name of the set they name, for people.
    pub(super) name: &'static str,
    /// Ids of the set itself, whether or not the table has it, the nearest first.
    pub(super) ids: &'static [&'static str],
    /// The labels.
    pub(super) labels: &'static [&'static str],
}

/// All such labels. Browsers read them as larger sets, except those of `replacement`, which
/// browsers do not read at all.
#[rustfmt::skip]
pub(super) static REMAPS: &[WebRemap] = &[
    WebRemap {
        read_as: "windows-1252",
        name: "ASCII",
        ids: &["ascii"],
        labels: &["ansi_x3.4-1968", "ascii", "us-ascii"],
    },
    WebRemap {
        read_as: "windows-1252",
        name: "ISO-8859-1",
        ids: &["iso-8859-1"],
        labels: &["cp819", "csisolatin1", "ibm819", "iso-8859-1", "iso-ir-100", "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "l1", "latin1"],
    },
    WebRemap {
        read_as: "windows-1254",
        name: "ISO-8859-9",
        ids: &["iso-8859-9"],
        labels: &["csisolatin5", "iso-8859-9", "iso-ir-148", "iso8859-9", "iso88599", "iso_8859-9", "iso_8859-9:1989", "l5", "latin5"],
    },
    WebRemap {
        read_as: "windows-874",
        name: "ISO-8859-11",
        ids: &["iso-8859-11"],
        labels: &["iso-8859-11", "iso8859-11", "iso885911"],
    },
    WebRemap {
        read_as: "windows-874",
        name: "TIS-620",
        ids: &["tis-620", "iso-8859-11"],
        labels: &["tis-620"],
    },
    WebRemap {
        read_as: "koi8-u",
        name: "KOI8-RU",
        ids: &["koi8-ru"],
        labels: &["koi8-ru"],
    },
    WebRemap {
        read_as: "gbk",
        name: "GB2312",
        ids: &["gb2312"],
        labels: &["chinese", "csgb2312", "csiso58gb231280", "gb2312", "gb_2312", "gb_2312-80", "iso-ir-58"],
    },
    WebRemap {
        read_as: "euc-kr",
        name: "KS C 5601",
        ids: &[],
        labels: &["csksc56011987", "iso-ir-149", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "ksc_5601"],
    },
    WebRemap {
        read_as: "replacement",
        name: "HZ",
        ids: &["hz"],
        labels: &["hz-gb-2312"],
    },
    WebRemap {
        read_as: "replacement",
        name: "ISO-2022-CN",
        ids: &["iso-2022-cn"],
        labels: &["iso-2022-cn", "iso-2022-cn-ext"],
    },
    WebRemap {
        read_as: "replacement",
        name: "ISO-2022-KR",
        ids: &["iso-2022-kr"],
        labels: &["csiso2022kr", "iso-2022-kr"],
    },
];
