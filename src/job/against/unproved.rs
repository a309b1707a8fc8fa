//! Damage that no line proves: of the lines that were not edited, none shows it.
//!
//! Invariant: text that is typed, deleted or moved in the encoding of the file is no damage.

use super::VersionCase;
use super::trace::count;
use super::way::REPLACEMENT;
use crate::codec::{ByteOrder, Encoding, Meaning, Walk, bom};
use crate::window::Peek as _;

/// Reports whether a file is damaged: it has U+FFFD in UTF-8, which is no text in its encoding, or what was text in an
/// encoding that does not share ASCII is none any more.
pub(super) fn is_damaged(case: &VersionCase<'_>) -> bool {
    let (old, new) = (case.old.bytes(), case.new.bytes());
    let encoding = case.encodings.0;
    if encoding.is_utf8() || case.was_binary || !case.sure {
        return false;
    }
    let has_signs = count(new, REPLACEMENT) > count(old, REPLACEMENT);
    has_signs || !encoding.ascii && is_well_formed(old, encoding) && !is_well_formed(new, encoding)
}

/// Reports whether all of a file is text in an encoding; a byte order mark is none inside it, nor is a
/// stretch of ASCII in single bytes.
pub(super) fn is_well_formed(bytes: &[u8], encoding: &'static Encoding) -> bool {
    if has_single_bytes(bytes, encoding) {
        return false;
    }
    let mark = bom::opening_mark(encoding).unwrap_or_default();
    let data = bytes.strip_prefix(mark).unwrap_or(bytes).to_vec();
    let window = data.window(0, data.len());
    Walk::new(encoding, 0, &window).all(|step| {
        let is_ill = matches!(
            step.meaning,
            Meaning::IllFormed(_) | Meaning::Surrogate(_) | Meaning::Beyond(_)
        );
        !is_ill && step.meaning.scalar() != Some('\0')
    })
}

/// The fewest units of a stretch that was typed in single bytes.
const UNITS: usize = 4;
/// The fewest of them that are no letter of any usual text.
const SELDOM: usize = 2;

/// Reports whether a file in units of two bytes has a stretch of ASCII in single bytes. Blanks, slashes, digits
/// and capitals of ASCII are the first bytes of characters that seldom stand together: U+2000 to U+20FF,
/// U+2F00 to U+2FFF, and U+3100 to U+4DFF.
fn has_single_bytes(bytes: &[u8], encoding: &'static Encoding) -> bool {
    let is_little = encoding.byte_order() == Some(ByteOrder::Little);
    if encoding.unit != 2 {
        return false;
    }
    let (mut units, mut seldom) = (0, 0);
    bytes.chunks_exact(2).any(|unit| {
        if unit.iter().any(|byte| !matches!(byte, b' '..=b'~')) {
            (units, seldom) = (0, 0);
            return false;
        }
        let low = unit[usize::from(!is_little)];
        let is_seldom = match unit[usize::from(is_little)] {
            // Usual signs of this block: bullet, ellipsis, per mille, primes, angle quotes, reference mark.
            0x20 => !matches!(low, b'"' | b'&' | b'0' | b'2' | b'3' | b'9'..=b';'),
            high => matches!(high, 0x2F | 0x31..=0x4D),
        };
        units += 1;
        seldom += usize::from(is_seldom);
        units >= UNITS && seldom >= SELDOM
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    #[test]
    fn ascii_in_single_bytes_is_no_text_in_units() {
        let wide =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let texts = [
            "Имя пользователя = 5\n",
            "这是一个测试文件……保存在这个文件中。“引号”═════\n",
            "これは日本語の文章です。ここでここで\n",
            "설정은 이 파일에 저장됩니다\n",
        ];
        for text in texts {
            assert!(is_well_formed(&wide(text), table::UTF_16LE), "{text}");
            let typed = [&wide(text)[..], b"new_4 = 70\n\0", &wide(text)].concat();
            assert!(!is_well_formed(&typed, table::UTF_16LE), "{text}");
        }
    }
}
