//! KOI8, the sets of the Macintosh, and x-user-defined.
//!
//! All are as in the WHATWG standard; no crate that is used here has tables of other Macintosh
//! sets.

use super::{Facts, Family, LineEnd, sets};

sets! { KOI = Facts { family: Family::Koi, rarity: 2, ..Facts::COMMON };
    Koi8R (web encoding_rs::KOI8_R) "koi8-r" "KOI8-R"
        ["cp20866", "20866"]
        Some(1993), "Russian mail, news and Unix in the 1990s";
    Koi8U (web encoding_rs::KOI8_U) "koi8-u" "KOI8-U"
        ["cp21866", "21866"]
        Some(1998), "Ukrainian mail and Unix; KOI8-R with ten letters more";
}

sets! { MAC = Facts {
        family: Family::Mac,
        rarity: 5,
        line_end: Some(LineEnd::Cr),
        ..Facts::COMMON
    };
    Macintosh (web encoding_rs::MACINTOSH) "macintosh" "macintosh"
        ["mac-roman", "macroman", "cp10000", "10000"]
        Some(1984), "classic Mac OS: Western Europe";
    XMacCyrillic (web encoding_rs::X_MAC_CYRILLIC) "x-mac-cyrillic" "x-mac-cyrillic"
        ["mac-cyrillic", "maccyrillic", "cp10007", "10007"]
        None, "classic Mac OS: Russian, Ukrainian, Bulgarian, Serbian";
}

sets! { ROWS = Facts { family: Family::Other, rarity: 12, ..Facts::COMMON };
    XUserDefined (web encoding_rs::X_USER_DEFINED) "x-user-defined" "x-user-defined"
        []
        None, "scripts on the web: 80..FF as private use, to get at bytes";
}
