//! The code pages of Windows, as the WHATWG has them: bytes in 80..9F that Microsoft left
//! unassigned are controls there.

use super::{C1, CENTRAL, EncodingFacts, Family, WESTERN, sets};

sets! { ROWS = EncodingFacts {
        family: Family::Windows,
        rarity: 1,
        c1: C1::Unassigned,
        ..EncodingFacts::COMMON
    };
    Windows1250 (web encoding_rs::WINDOWS_1250) "windows-1250" "windows-1250"
        ["cp1250", "1250"]
        None, "Windows: Polish, Czech, Hungarian, Croatian, Romanian",
        [0: CENTRAL, 11: "sq"];
    Windows1251 (web encoding_rs::WINDOWS_1251) "windows-1251" "windows-1251"
        ["cp1251", "1251"]
        None, "Windows: Russian, Ukrainian, Bulgarian, Serbian",
        [0: "ru uk be bg sr mk mn"];
    Windows1252 (web encoding_rs::WINDOWS_1252) "windows-1252" "windows-1252"
        ["cp1252", "1252"]
        Some(1985), "Windows: Western Europe; the web reads ISO-8859-1 as it",
        [0: WESTERN, 2: "et", 1: "cy"];
    Windows1253 (web encoding_rs::WINDOWS_1253) "windows-1253" "windows-1253"
        ["cp1253", "1253"]
        None, "Windows: Greek",
        [0: "el"];
    Windows1254 (web encoding_rs::WINDOWS_1254) "windows-1254" "windows-1254"
        ["cp1254", "1254"]
        None, "Windows: Turkish; the web reads ISO-8859-9 as it",
        [0: "tr az ku"];
    Windows1255 (web encoding_rs::WINDOWS_1255) "windows-1255" "windows-1255"
        ["cp1255", "1255"]
        None, "Windows: Hebrew, Yiddish",
        [0: "he yi"];
    Windows1256 (web encoding_rs::WINDOWS_1256) "windows-1256" "windows-1256"
        ["cp1256", "1256"]
        None, "Windows: Arabic, Persian, Urdu",
        [0: "ar fa ur"];
    Windows1257 (web encoding_rs::WINDOWS_1257) "windows-1257" "windows-1257"
        ["cp1257", "1257"]
        None, "Windows: Estonian, Latvian, Lithuanian",
        [0: "lt lv et"];
    Windows1258 (web encoding_rs::WINDOWS_1258) "windows-1258" "windows-1258"
        ["cp1258", "1258"]
        None, "Windows: Vietnamese, with combining marks for the tones",
        [0: "vi"];
    Windows874 (web encoding_rs::WINDOWS_874) "windows-874" "windows-874"
        ["cp874", "874"]
        None, "Windows: Thai; the web reads TIS-620 as it",
        [0: "th"];
}
