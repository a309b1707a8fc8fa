//! Text in UTF-16 with its mark, as UTF-8: what holds other text in it is written in ASCII.
//!
//! Invariant: each character has its place in the file; a lone surrogate is U+FFFD.

use std::sync::Arc;

use super::coat::CoatKind;
use super::{LONGEST, Layer};
use crate::hexdump::placed::PlacedBytes;
use crate::window::Peek;

/// The text of some data, if that begins with a mark of UTF-16. Data that is too long is empty, and says
/// so.
pub(super) fn plain(data: &dyn Peek) -> Option<Layer> {
    let unit = match data.window(0, 4).bytes[..] {
        // UTF-32.
        [0xFF, 0xFE, 0, 0] => return None,
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let mut layer = Layer {
        path: vec![CoatKind::Utf16],
        place: 0,
        declared: None,
        told: None,
        wrong: None,
        data: Arc::default(),
    };
    if data.len() > LONGEST {
        layer.wrong = Some("longer than 64 MiB, and not looked at".to_owned());
        return Some(layer);
    }
    let all = data.window(0, usize::try_from(data.len()).ok()?).bytes;
    let (units, _) = all.get(2..)?.as_chunks::<2>();
    let (mut placed, mut place) = (PlacedBytes::default(), 2);
    for decoded in char::decode_utf16(units.iter().copied().map(unit)) {
        let c = decoded.unwrap_or(char::REPLACEMENT_CHARACTER);
        let taken = if u32::from(c) > 0xFFFF { 4 } else { 2 };
        placed.add(c.encode_utf8(&mut [0; 4]).as_bytes(), place, taken);
        place += taken;
    }
    layer.data = Arc::new(placed.within(|offset| data.address(offset)));
    Some(layer)
}
