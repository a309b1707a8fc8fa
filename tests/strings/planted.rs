//! Sentences of programs in twenty languages, and their bytes.

/// Each text with the id of a set.
pub(super) const PLANTED: [(&str, &str); 44] = [
    ("Не удалось открыть файл настроек", "utf-8"),
    ("Не удалось открыть файл настроек", "windows-1251"),
    ("Не удалось открыть файл настроек", "koi8-r"),
    ("Не удалось открыть файл настроек", "ibm866"),
    ("Не удалось открыть файл настроек", "iso-8859-5"),
    ("Не удалось открыть файл настроек", "utf-16le"),
    ("Помилка читання даних з диска", "utf-8"),
    ("Помилка читання даних з диска", "utf-16be"),
    ("Δεν ήταν δυνατό το άνοιγμα του αρχείου", "windows-1253"),
    ("Δεν ήταν δυνατό το άνοιγμα του αρχείου", "utf-16be"),
    ("לא ניתן לפתוח את הקובץ", "windows-1255"),
    ("לא ניתן לפתוח את הקובץ", "utf-16le"),
    ("تعذر فتح الملف المطلوب", "windows-1256"),
    ("تعذر فتح الملف المطلوب", "utf-8"),
    ("ไม่สามารถเปิดไฟล์ได้", "windows-874"),
    ("ไม่สามารถเปิดไฟล์ได้", "utf-16le"),
    ("无法打开指定的配置文件", "gbk"),
    ("无法打开指定的配置文件", "utf-16le"),
    ("无法打开指定的配置文件", "utf-16be"),
    ("無法開啟指定的設定檔案", "big5"),
    ("無法開啟指定的設定檔案", "utf-8"),
    ("設定ファイルを開けませんでした", "shift_jis"),
    ("設定ファイルを開けませんでした", "euc-jp"),
    ("設定ファイルを開けませんでした", "utf-16le"),
    ("설정 파일을 열 수 없습니다", "euc-kr"),
    ("설정 파일을 열 수 없습니다", "utf-8"),
    (
        "Impossible d’ouvrir le fichier spécifié à l’étape précédente",
        "windows-1252",
    ),
    (
        "Impossible d’ouvrir le fichier spécifié à l’étape précédente",
        "utf-16le",
    ),
    (
        "Die Datei konnte nicht geöffnet werden, Größe überschritten",
        "windows-1252",
    ),
    (
        "Die Datei konnte nicht geöffnet werden, Größe überschritten",
        "utf-32le",
    ),
    ("No se encontró la contraseña del año pasado", "macintosh"),
    ("No se encontró la contraseña del año pasado", "utf-16be"),
    (
        "Nie można otworzyć żądanego pliku źródłowego",
        "windows-1250",
    ),
    ("Nie można otworzyć żądanego pliku źródłowego", "iso-8859-2"),
    ("Nepodařilo se otevřít požadovaný soubor", "windows-1250"),
    (
        "Nem sikerült megnyitni a kért fájlt, próbálja később",
        "windows-1250",
    ),
    ("Dosya açılamadı, lütfen yeniden deneyiniz", "windows-1254"),
    ("Không thể mở tệp đã chọn", "utf-8"),
    ("Không thể mở tệp đã chọn", "utf-16le"),
    ("Kunde inte öppna filen på servern", "windows-1252"),
    ("The file could not be opened for reading", "utf-8"),
    ("The file could not be opened for reading", "utf-16le"),
    ("The file could not be opened for reading", "utf-32be"),
    ("The file could not be opened for reading", "ebcdic-037"),
];

/// The bytes of a text in a set.
pub(super) fn bytes_in(text: &str, id: &str) -> Vec<u8> {
    let units = || text.encode_utf16();
    match id {
        "utf-16le" => units().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => units().flat_map(u16::to_be_bytes).collect(),
        "utf-32le" => text
            .chars()
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect(),
        "utf-32be" => text
            .chars()
            .flat_map(|c| u32::from(c).to_be_bytes())
            .collect(),
        "ebcdic-037" => text.chars().map(ebcdic).collect(),
        id => {
            let encoding = encoding_rs::Encoding::for_label(id.as_bytes()).unwrap();
            let (bytes, _, lost) = encoding.encode(text);
            assert!(!lost, "{text} in {id}");
            bytes.into_owned()
        }
    }
}

/// A letter or a blank of code page 037, by the rows of its chart.
fn ebcdic(c: char) -> u8 {
    let place = |row: &str, first: u8| {
        let at = row.find(c)?;
        u8::try_from(at).ok().map(|at| first + at)
    };
    let rows = [
        (" ", 0x40),
        ("abcdefghi", 0x81),
        ("jklmnopqr", 0x91),
        ("stuvwxyz", 0xA2),
        ("ABCDEFGHI", 0xC1),
        ("JKLMNOPQR", 0xD1),
        ("STUVWXYZ", 0xE2),
    ];
    let found = rows.iter().find_map(|(row, first)| place(row, *first));
    found.unwrap_or_else(|| panic!("{c} is in no row"))
}
