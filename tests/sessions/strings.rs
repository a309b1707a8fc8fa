//! `:strings` lists the texts of a binary, and Enter reads the chosen one in its encoding.

use crate::play::driven::Driven;
use hexloupe::codec::table;
use hexloupe::model::layout::ScreenSize;
use hexloupe::session::SessionStart;
use hexloupe::source::Source;

#[test]
fn a_text_of_a_binary_is_read_in_its_encoding() {
    // "Ошибка чтения файла" in windows-1251, among numbers.
    let text = b"\xCE\xF8\xE8\xE1\xEA\xE0 \xF7\xF2\xE5\xED\xE8\xFF \xF4\xE0\xE9\xEB\xE0";
    let numbers: Vec<u8> = (0..200_u16)
        .flat_map(|number| (number * 7).to_le_bytes())
        .collect();
    let bytes = [
        b"\x7FELF\x02\x01\x01\0",
        &numbers[..],
        b"\0\0\0\0",
        text,
        b"\0\0\0\0",
        &numbers,
    ]
    .concat();
    let at = (8 + numbers.len() + 4) as u64;
    let beginning = SessionStart {
        size: ScreenSize {
            width: 80,
            height: 24,
        },
        ..SessionStart::default()
    };
    let mut driven = Driven::reading(Source::memory("a.bin", bytes), table::UTF_8, beginning);
    for key in [":", "s", "t", "r", "i", "n", "g", "s", "Enter"] {
        driven.press(key);
    }
    driven.finish(&["strings"]);
    driven.press("Enter");
    let view = &driven.state().view;
    assert_eq!(view.cursor.offset, at);
    let passage = view.passages.at(at).expect("a passage");
    assert_eq!(passage.encoding.id, "windows-1251");
    assert_eq!(passage.range, at..at + text.len() as u64);
}
